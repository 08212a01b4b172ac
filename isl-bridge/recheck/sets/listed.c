/* listed.c - the values of relations, and what is found in them. */
#include "config.h"

#include "listed.h"

#include "relation.h"

#include "../../quasi.h"

#include <isl/ilp.h>
#include <isl/point.h>
#include <isl/set.h>
#include <stdlib.h>

/* ---- the pairs ---- */

#define MOST_INPUTS 16

typedef struct {
    lcr_ctx *isl;
    size_t nin, n, seen;
    bool part;                  /* a smaller box from 0 on does, too */
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
    while ((l->n = count(l)) == 0 && l->part) {
        size_t largest = 0;
        for (size_t k = 1; k < l->nin; k++)
            largest = l->extent[k] > l->extent[largest] ? k : largest;
        l->extent[largest] = (l->extent[largest] + 1) / 2;
    }
    return l->n > 0;
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

/* The values of a function at all coordinates of the box; false: it has several outputs or
 * parameters, a value is a fraction or longer than a word, or an error. */
static bool values_in_box(ev *e, isl_multi_aff *f, listing *l)
{
    lcr_quasi q = {0};
    lc_int in[MOST_INPUTS];
    isl_aff *aff = isl_multi_aff_dim(f, isl_dim_out) == 1 ? isl_multi_aff_get_aff(f, 0) : NULL;
    bool ok = aff && isl_aff_dim(aff, isl_dim_param) == 0 && lcr_quasi_open(l->isl, &q, aff, 1) &&
              lcr_quasi_set(l->isl, &q, 0, aff) && lc_int_is_one(lcr_quasi_row(&q, 0)[0]);
    lc_int *floor = ok ? lcr_lit_alloc(e->pool, q.ndivisions + 1, sizeof *floor) : NULL;
    isl_aff_free(aff);
    for (size_t k = 0; k < l->nin; k++)
        in[k] = lc_int_const(0);
    for (size_t c = 0; floor && c < l->n; c++) {
        lcr_quasi_divide(e->pool->lc, &q, in, floor);
        l->value[c] = lcr_quasi_at(e->pool->lc, &q, 0, l->nin, in, floor);
        for (size_t k = 0, at; k < l->nin; k++) {
            at = (size_t)lc_int_get_si(in[k]) + 1;
            in[k] = lc_int_const(at < l->extent[k] ? (int)at : 0);
            if (at < l->extent[k])
                break;
        }
    }
    lcr_quasi_close(&q);
    return floor != NULL;
}

/* The same of a function that is written as such, of one piece, on all of a box, or a part. */
static bool list_written(ev *e, isl_pw_multi_aff *f, listing *l)
{
    lc_int least[MOST_INPUTS], most[MOST_INPUTS];
    l->isl = e->pool->isl;
    isl_size nin = isl_pw_multi_aff_dim(f, isl_dim_in);
    l->nin = nin > 0 ? (size_t)nin : 0;
    if (l->nin == 0 || l->nin > MOST_INPUTS || isl_pw_multi_aff_n_piece(f) != 1)
        return false;
    isl_set *inputs = isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(f));
    bool is = count_inputs(inputs, l);
    for (size_t k = 0; is && k < l->nin; k++) {
        least[k] = lc_int_const(0);
        most[k] = lc_int_const((int)l->extent[k] - 1);
    }
    isl_set *box = is ? lcr_relation_box(e, l->nin, least, most) : NULL;
    is = box && (l->part ? isl_set_is_subset(box, inputs) : isl_set_is_equal(inputs, box)) ==
                    isl_bool_true;
    isl_set_free(inputs);
    isl_set_free(box);
    if (!is)
        return false;
    l->value = lcr_lit_alloc(e->pool, l->n, sizeof *l->value);
    isl_multi_aff *values = lcr_relation_piece(f);
    is = l->value && values && values_in_box(e, values, l);
    isl_multi_aff_free(values);
    return is && lcr_isl_ok(l->isl);
}

/* ---- two of one value ---- */

typedef struct {
    lc_int value;
    size_t at;
} entry;

static int by_value(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = lc_int_cmp(x->value, y->value);
    return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

static isl_set *input_at(ev *e, const listing *l, size_t at)
{
    lc_int in[MOST_INPUTS];
    for (size_t k = 0; k < l->nin; at /= l->extent[k++])
        in[k] = lc_int_const((int)(at % l->extent[k]));
    return lcr_relation_box(e, l->nin, in, in);
}

isl_set *lcr_listed_collision(ev *e, const lit *relation)
{
    listing l = {.n = 0, .part = true};
    if (relation->kind != LIT_RELATION || relation->set || !e->pool->isl || e->pool->sizes)
        return NULL;
    isl_pw_multi_aff *written = lcr_relation_written(e, relation);
    bool is = written && list_written(e, written, &l);
    entry *all = is ? lcr_lit_alloc(e->pool, l.n, sizeof *all) : NULL;
    isl_pw_multi_aff_free(written);
    for (size_t i = 0; all && i < l.n; i++)
        all[i] = (entry){l.value[i], i};
    if (all)
        qsort(all, l.n, sizeof *all, by_value);
    for (size_t i = 1; all && i < l.n; i++)
        if (lc_int_eq(all[i].value, all[i - 1].value))
            return isl_set_union(input_at(e, &l, all[i - 1].at), input_at(e, &l, all[i].at));
    return NULL;
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
    isl_pw_multi_aff *written = lcr_relation_written(e, relation);
    bool is = written && list_written(e, written, &l);
    isl_pw_multi_aff_free(written);
    isl_map *map = is || !lcr_ev_ok(e) ? NULL : lcr_relation_of_text(e, relation->word, false);
    is = is || (map && list(e, map, &l));
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

/* ---- in sets ---- */

/* In one set, of all functions: isl decides no more of them as fast as all values are
 * compared. */
#define MOST_RUNS 12

/* v(c) = v(c - m) + *by from m on. */
static bool repeats(lc_ctx *lc, const lit *a, size_t n, size_t m, lc_int *by)
{
    *by = m < n ? lc_int_sub(lc, a->value[m], a->value[0]) : lc_int_const(0);
    for (size_t c = m; c < n; c++)
        if (!lc_int_eq(a->value[c], lc_int_add(lc, a->value[c - m], *by)))
            return false;
    return true;
}

static size_t end_of_run(lc_ctx *lc, const lit *a, size_t first, size_t n, lc_int *step)
{
    size_t end = first + 1;
    *step = end < n ? lc_int_sub(lc, a->value[end], a->value[first]) : lc_int_const(0);
    while (end < n && lc_int_eq(a->value[end], lc_int_add(lc, a->value[end - 1], *step)))
        end++;
    return end;
}

/* One more run, [first, end): its part of the coordinate is taken from *rest. */
static void add_run(sys *s, const lit *a, size_t first, size_t end, lc_int step, sys_sum *rest,
                    sys_sum *one, sys_sum *value)
{
    lc_ctx *lc = s->pool->lc;
    size_t z = lcr_sys_bit(s, 'z');
    lcr_sys_add_var(s, one, lc_int_const(-1), z);
    lcr_sys_add_var(s, rest, lc_int_const(-(int)first), z);
    lcr_sys_add_var(s, value, a->value[first], z);
    if (end == first + 1)
        return;
    sys_sum room = {.constant = lc_int_const(0)};
    size_t t = lcr_sys_below(s, 't', lc_int_si(lc, (int64_t)(end - first)));
    lcr_sys_add_var(s, &room, lc_int_const((int)(end - first - 1)), z);
    lcr_sys_add_var(s, &room, lc_int_const(-1), t);
    lcr_sys_relate(s, &room, SYS_GE);
    lcr_sys_add_var(s, rest, lc_int_const(-1), t);
    lcr_sys_add_var(s, value, step, t);
}

bool lcr_listed_at(sys *s, const lit *a, const sys_sum *in, sys_sum *value)
{
    lc_ctx *lc = s->pool->lc;
    size_t n = a->nvalues, m = 1, runs = lcr_sys_named(s, 'z');
    lc_int by, step;
    sys_sum rest = *in, one = lcr_sys_number(lc_int_const(1));
    while (n % m != 0 || !repeats(lc, a, n, m, &by))
        m++;
    lcr_sys_zero(value);
    if (s->n + 2 * MOST_RUNS + 1 > SYS_VARS)
        return false;
    if (m < n) {
        size_t q = lcr_sys_below(s, 'q', lc_int_const((int)(n / m)));
        lcr_sys_add_var(s, &rest, lc_int_const(-(int)m), q);
        lcr_sys_add_var(s, value, by, q);
    }
    for (size_t first = 0, end; first < m; first = end) {
        end = end_of_run(lc, a, first, m, &step);
        if (runs++ == MOST_RUNS)
            return false;
        add_run(s, a, first, end, step, &rest, &one, value);
    }
    lcr_sys_relate(s, &one, SYS_EQ);
    lcr_sys_relate(s, &rest, SYS_EQ);
    return !s->failed;
}
