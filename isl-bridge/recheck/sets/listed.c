/* listed.c - the values of relations, and what is found in them. */
#include "config.h"

#include "listed.h"

#include "relation.h"

#include "../../internal.h"

#include <isl/ilp.h>
#include <isl/point.h>
#include <isl/set.h>

/* ---- the pairs ---- */

#define MOST_INPUTS 16

typedef struct {
    lcr_ctx *isl;
    size_t nin, n, seen;
    size_t extent[MOST_INPUTS]; /* of the inputs, the first minor */
    lc_int *value;
    bool *has;
} listing;

/* The place of the inputs at a point; false: it is outside. */
static bool place_of(const listing *l, isl_point *p, size_t *place)
{
    lc_int c;
    *place = 0;
    for (size_t k = l->nin; k-- > 0;) {
        isl_val *v = isl_point_get_coordinate_val(p, isl_dim_set, (int)k);
        if (!lcr_int(l->isl, v, &c) || lc_int_lt(c, lc_int_const(0)) ||
            !lc_int_lt(c, lc_int_const((int)l->extent[k])))
            return false;
        *place = *place * l->extent[k] + (size_t)lc_int_get_si(c);
    }
    return true;
}

/* A pair; stops at one that is outside or a second one of its input. */
static isl_stat keep_pair(isl_point *p, void *user)
{
    listing *l = user;
    lc_int v;
    size_t c;
    isl_val *value = isl_point_get_coordinate_val(p, isl_dim_set, (int)l->nin);
    bool is = lcr_int(l->isl, value, &v) && place_of(l, p, &c);
    isl_point_free(p);
    if (!is || l->has[c])
        return isl_stat_error;
    l->has[c] = true;
    l->value[c] = v;
    l->seen++;
    return isl_stat_ok;
}

/* One past the last number of an input, or more than enough; 0: it has none. */
static size_t end_of_input(lcr_ctx *isl, isl_set *inputs, size_t k)
{
    lc_int last = lc_int_const(-1);
    isl_val *most = isl_set_dim_max_val(isl_set_copy(inputs), (int)k);
    bool is = most && isl_val_is_int(most) == isl_bool_true;
    if (is)
        is = lcr_int(isl, most, &last);
    else
        isl_val_free(most);
    is = is && lc_int_le(lc_int_const(0), last);
    last = lc_int_min(last, lc_int_const(LCR_EVIDENCE_POINTS));
    return is ? (size_t)lc_int_get_si(last) + 1 : 0;
}

/* The product of the extents, or 0 where it is too large. */
static size_t count(const listing *l)
{
    size_t n = 1;
    for (size_t k = 0; n > 0 && k < l->nin; k++)
        n = n * l->extent[k] > LCR_EVIDENCE_POINTS ? 0 : n * l->extent[k];
    return n;
}

/* The inputs, which are from 0 on and not too many; false: they are others. */
static bool count_inputs(isl_set *inputs, listing *l)
{
    for (size_t k = 0; k < l->nin; k++)
        if ((l->extent[k] = end_of_input(l->isl, inputs, k)) == 0)
            return false;
    return (l->n = count(l)) > 0;
}

static bool list(ev *e, isl_map *map, listing *l)
{
    l->isl = e->pool->isl;
    isl_size nin = isl_map_dim(map, isl_dim_in);
    l->nin = nin > 0 ? (size_t)nin : 0;
    bool one = l->nin > 0 && l->nin <= MOST_INPUTS && isl_map_dim(map, isl_dim_out) == 1;
    isl_set *inputs = one ? isl_map_domain(isl_map_copy(map)) : NULL;
    one = one && count_inputs(inputs, l);
    isl_set_free(inputs);
    if (!one)
        return false;
    l->value = lcr_lit_alloc(e->pool, l->n, sizeof *l->value);
    l->has = lcr_lit_alloc(e->pool, l->n, sizeof *l->has);
    isl_set *pairs = isl_set_flatten(isl_map_wrap(isl_map_copy(map)));
    bool bounded = isl_set_is_bounded(pairs) == isl_bool_true;
    bool is = l->value && l->has && bounded &&
              isl_set_foreach_point(pairs, keep_pair, l) == isl_stat_ok && l->seen == l->n;
    isl_set_free(pairs);
    return is && lcr_isl_ok(l->isl);
}

/* ---- what is found in them ---- */

static bool value_at(void *of, lc_int c, lc_int *value)
{
    const lit *a = of;
    *value = a->value[lc_int_get_si(c)];
    return true;
}

static bool same_values(lc_ctx *lc, const lit *a, const lit *like)
{
    lc_int value[LIT_MAX_AXES];
    bool same = true;
    for (int64_t c = 0; same && (size_t)c < a->nvalues; c++) {
        lc_frame frame = lc_frame_open(lc);
        same = lcr_lit_at(lc, like, lc_int_si(lc, c), value) && lc_int_eq(value[0], a->value[c]);
        lc_frame_close(lc, frame);
    }
    return same;
}

static lc_int size_of(const lit *a)
{
    return lc_int_const((int)a->nvalues);
}

/* The layout or the linear layout of these values; NULL: there is none. */
static const lit *like(ev *e, lit *a)
{
    lc_ctx *lc = e->pool->lc;
    size_t looks = SIZE_MAX;
    bool negative;
    const lit *to = lcr_ev_layout_through(e, size_of(a), value_at, a, &looks);
    if (to && same_values(lc, a, to))
        return to;
    if (!lcr_ev_ok(e) || !lc_int_is_power_of_two(size_of(a)))
        return NULL;
    to = lcr_ev_linear_through(e, size_of(a), value_at, a, &negative);
    return to && same_values(lc, a, to) ? to : NULL;
}

const lit *lcr_listed(ev *e, const lit *relation)
{
    listing l = {.n = 0};
    if (relation->set || !e->pool->isl || e->pool->sizes)
        return NULL;
    isl_map *map = lcr_relation_of_text(e, relation->word, false);
    bool is = map && list(e, map, &l);
    isl_map_free(map);
    lit *a = is ? lcr_lit_flat(e->pool, l.nin) : NULL;
    if (!a)
        return NULL;
    a->kind = LIT_LISTED;
    a->word = relation->word;
    a->step = NULL;
    for (size_t k = 0; k < l.nin; k++)
        a->extent[k] = lc_int_const((int)l.extent[k]);
    a->nvalues = l.n;
    a->value = l.value;
    a->inner = like(e, a);
    return lcr_ev_ok(e) ? a : NULL;
}
