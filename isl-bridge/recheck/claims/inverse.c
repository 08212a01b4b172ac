/* inverse.c - right_inverts, left_inverts: the laws, and that places are coordinates.
 *
 * The sets of a law are those of two functions that are the same. The others, two an axis, are
 * where R(k), or L(A(c)), is below 0 or past the coordinates of A, or of the mode of A there.
 * As functions over F2 of powers of two they are none: what a linear layout is given has to be
 * one of its coordinates. Without sets, all places are looked at.
 */
#include "config.h"

#include "../sets/value.h"
#include "claims.h"

/* ---- coordinates of A ---- */

/* The coordinates that a value of f on an axis has to be one of. */
static bool coordinates_on(ev *e, const fn *f, const lit *a, size_t axis, lc_int *size)
{
    lit_path path;
    size_t first, last;
    lcr_fn_path(f, axis, &path);
    bool has = lcr_lit_leaves_at(a, &path, &first, &last);
    *size = has ? lcr_lit_span(e->pool->lc, a, first, last) : lc_int_const(1);
    return has;
}

static bool inside_by_sets(ev *e, const fn *f, const lit *a, const lit *domain)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum *leaf = lcr_lit_alloc(e->pool, domain->n + 1, sizeof *leaf);
    sys_sum *value = lcr_lit_alloc(e->pool, lcr_fn_room(f), sizeof *value);
    if (!d || !leaf || !value || domain->n > SYS_VARS / 2)
        return lcr_ev_not(e);
    if (!lcr_value_coordinates(d, domain, 'c', VALUE_NUMBERS, leaf) ||
        !lcr_value_of(d, f, domain, leaf, value))
        return lcr_ev_not(e);
    for (size_t j = 0; j < lcr_fn_naxes(f); j++) {
        lc_int size;
        if (!coordinates_on(e, f, a, j, &size))
            return lcr_ev_not(e);
        if (!lcr_ev_relate(e, &d->s, &value[j], SYS_LT) ||
            !lcr_ev_compare(e, &d->s, &value[j], SYS_GE, size))
            return false;
    }
    return true;
}

static bool inside_at(ev *e, const fn *f, const lit *a, lc_int c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *last = f->step[f->n - 1];
    lc_int value[LIT_MAX_AXES], size = lcr_lit_size(lc, a);
    bool inside = lcr_fn_at(lc, f, c, value);
    if (inside && !last->basis)
        value[0] = lcr_lit_whole(lc, last, value);
    for (size_t j = 0; inside && j < (last->basis ? last->naxes : 1); j++)
        inside = (!last->basis || coordinates_on(e, f, a, j, &size)) &&
                 lc_int_le(lc_int_const(0), value[j]) && lc_int_lt(value[j], size);
    return inside;
}

/* The values of f are coordinates of a, mode by mode where they are coordinates; after
 * lcr_ev_same of the two composed. */
static bool is_inside(ev *e, const fn *f, const lit *a, const lit *domain)
{
    lc_ctx *lc = e->pool->lc;
    fn whole = *f;
    whole.step[whole.n++] = a;
    if (e->none)
        return true;
    if (lcr_fn_is_affine(&whole))
        return inside_by_sets(e, f, a, domain);
    bool all = true, known = false;
    lc_int last = lc_int_sub(lc, lcr_lit_size(lc, a), lc_int_const(1));
    if (!f->step[f->n - 1]->basis && !lcr_ev_inside(e, f, domain, lc_int_const(0), last, &known))
        return false;
    if (known)
        return true;
    if (!lcr_lit_is_few(lcr_lit_size(lc, domain)))
        return lcr_ev_not(e);
    e->out->looked = true;
    for (int64_t c = 0; all && c < lc_int_get_si(lcr_lit_size(lc, domain)); c++) {
        lc_frame frame = lc_frame_open(lc);
        all = inside_at(e, f, a, lc_int_si(lc, c));
        lc_frame_close(lc, frame);
    }
    return lcr_ev_condition(e, all, "a value is no coordinate of A");
}

/* ---- the claims ---- */

/* Coordinates go with layouts only. */
static bool go_together(const lit *a, const lit *b)
{
    bool coordinates = a->basis || b->basis;
    return lcr_lit_is_function(a) && lcr_lit_is_function(b) &&
           (!coordinates || (lcr_lit_is_affine(a) && lcr_lit_is_affine(b)));
}

/* The integral coordinate of the output dims of A, one value a dim, as a linear layout. */
static const lit *identity_of_dims(ev *e, const lit *a)
{
    size_t bits = 0;
    for (size_t j = 0; j < a->naxes; j++)
        bits += a->outs[j].bits;
    lit *id = lcr_lit_copy(e->pool, a), *flat = lcr_lit_flat(e->pool, 1);
    lc_int *column = lcr_lit_alloc(e->pool, a->naxes * bits + 1, sizeof *column);
    lit_dim *in = lcr_lit_alloc(e->pool, 1, sizeof *in);
    if (!id || !flat || !column || !in)
        return NULL;
    for (size_t j = 0, i = 0; j < a->naxes; j++)
        for (size_t bit = 0; bit < a->outs[j].bits; bit++, i++)
            column[j * bits + i] = lcr_lit_power(e->pool->lc, bit);
    *in = (lit_dim){"in", 0, bits};
    id->nnodes = id->n = id->nins = 1;
    id->node = flat->node;
    id->extent = flat->extent;
    id->extent[0] = lcr_lit_power(e->pool->lc, bits);
    id->kind = LIT_LINEAR; /* of an affine one, too */
    id->inner = NULL;
    id->offset = NULL;
    id->by_xor = false;
    id->bits = bits;
    id->column = column;
    id->in = in;
    id->has_lane = false;
    return id;
}

/* The coordinate of R nested like the values of A; NULL: it has none, or an error. */
static const lit *coordinates_like(ev *e, const lit *r, const lit *a)
{
    lit *id = lcr_lit_compact(e->pool, r);
    lc_int *step = lcr_lit_alloc(e->pool, a->naxes * r->n, sizeof *step);
    if (!id || !step)
        return NULL;
    for (size_t j = 0; j < a->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(r, &a->path[j], &first, &last))
            return NULL;
        for (size_t k = first; k < last; k++)
            step[j * r->n + k] = lcr_lit_span(e->pool->lc, r, first, k);
    }
    id->basis = true;
    id->naxes = a->naxes;
    id->path = a->path;
    id->step = step;
    return id;
}

/* Law 24, R within the coordinates of A. */
bool lcr_ev_right_inverts(ev *e, const lit *r, const lit *a)
{
    if (!go_together(r, a))
        return lcr_ev_not(e);
    fn f = {2, {r, a}}, identity = {0, {NULL}}, places = {1, {r}};
    if (a->basis)
        identity = (fn){1, {coordinates_like(e, r, a)}};
    else if (lcr_lit_has_dims(a) && a->naxes > 1)
        identity = (fn){1, {identity_of_dims(e, a)}};
    if (identity.n > 0 && !identity.step[0])
        return lcr_ev_not(e);
    return lcr_ev_same(e, &f, &identity, r) && is_inside(e, &places, a, r);
}

/* Law 26, L within the coordinates of A. */
bool lcr_ev_left_inverts(ev *e, const lit *l, const lit *a)
{
    if (!go_together(l, a))
        return lcr_ev_not(e);
    fn f = {3, {a, l, a}}, g = {1, {a}}, places = {2, {a, l}};
    return lcr_ev_same(e, &f, &g, a) && is_inside(e, &places, a, a);
}
