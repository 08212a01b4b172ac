/* complement.c - complements(C, A), complements(C, A, S) where values are coordinates.
 *
 * Where no leaf moves on two axes, and mode q of C on axis q alone, C complements A if it does on
 * each axis. Else C, without S, has a mode for each axis, and each of them is extended: its last
 * leaf has no end.
 *
 *   law 28   C(i) = A(j) on every axis for no i other than 0
 *   law 29   each mode of C increases, coordinates compared by the last axis on which they
 *            differ: where a leaf gains one, those before it go from their ends back to 0
 *
 * Only axes e0, e1, ... are stated here, none inside of others.
 */
#include "config.h"

#include "claims.h"

#include "../../../lib/size.h"
#include "../sets/parts.h"

#include <string.h>

/* ---- integers ---- */

bool lcr_ev_apart_in_order(ev *e, const lit *c, const lit *a, bool extended)
{
    return lcr_ev_common(e, c, a, extended, false) && lcr_ev_ordered(e, c, extended);
}

static lc_int step_on(const lit *a, size_t mode, size_t leaf)
{
    return lcr_fn_step(a, &(lit_path){1, {(uint32_t)mode}}, leaf);
}

static bool has_plain_axes(const lit *a, size_t *rank)
{
    bool plain = lcr_lit_is_affine(a) && a->basis && !a->offset;
    for (size_t j = 0; plain && j < a->naxes; j++) {
        plain = a->path[j].depth == 1;
        *rank = a->path[j].mode[0] + 1 > *rank ? a->path[j].mode[0] + 1 : *rank;
    }
    return plain;
}

static void leaves_of(const lit *c, size_t mode, size_t *first, size_t *last)
{
    lit_path path = {.depth = 1, .mode = {(uint32_t)mode}};
    *first = *last = 0;
    lcr_lit_leaves_at(c, &path, first, last);
}

/* ---- law 29 ---- */

/* Less than, by the last axis on which they differ. */
static bool is_less(size_t n, const lc_int *x, const lc_int *y)
{
    while (n > 0 && lc_int_eq(x[n - 1], y[n - 1]))
        n--;
    return n > 0 && lc_int_lt(x[n - 1], y[n - 1]);
}

static bool increases(lc_ctx *lc, const lit *c, size_t rank, size_t mode)
{
    size_t first, last;
    lc_int back[LIT_MAX_AXES], step[LIT_MAX_AXES];
    leaves_of(c, mode, &first, &last);
    for (size_t q = 0; q < rank; q++)
        back[q] = lc_int_const(0);
    for (size_t k = first; k < last; k++) {
        lc_int end = lc_int_sub(lc, c->extent[k], lc_int_const(1));
        bool gains = !lc_int_is_zero(end) || k + 1 == last;
        for (size_t q = 0; q < rank; q++)
            step[q] = step_on(c, q, k);
        if (gains && !is_less(rank, back, step))
            return false;
        for (size_t q = 0; q < rank; q++)
            back[q] = lc_int_add(lc, back[q], lc_int_mul(lc, end, step[q]));
    }
    return true;
}

/* ---- law 28 ---- */

static bool none_in_common(ev *e, const lit *c, const lit *a, size_t rank)
{
    lc_ctx *lc = e->pool->lc;
    sys s = lcr_sys_new(e->pool);
    sys_sum any = {.constant = lc_int_const(0)};
    size_t j[SYS_VARS], i[SYS_VARS];
    for (size_t mode = 0; mode < rank; mode++) {
        size_t first, last;
        leaves_of(c, mode, &first, &last);
        for (size_t k = first; k < last; k++) {
            lc_int zero = lc_int_const(0), end = lc_int_sub(lc, c->extent[k], lc_int_const(1));
            i[k] = lcr_sys_var(&s, 'i', &zero, k + 1 == last ? NULL : &end);
            lcr_sys_add_var(&s, &any, lc_int_const(1), i[k]);
        }
    }
    lcr_fn_coordinates(&s, a, 'j', false, j);
    for (size_t q = 0; q < rank; q++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        for (size_t k = 0; k < c->n; k++)
            lcr_sys_add_var(&s, &sum, step_on(c, q, k), i[k]);
        for (size_t k = 0; k < a->n; k++)
            lcr_sys_add_var(&s, &sum, lc_int_neg(lc, step_on(a, q, k)), j[k]);
        lcr_sys_relate(&s, &sum, SYS_EQ);
    }
    return lcr_ev_relate(e, &s, &any, SYS_GT);
}

/* ---- axis by axis ---- */

/* No leaf moves on two axes, or on one that is none of so many modes. */
static bool is_by_axis(const lit *a, size_t rank)
{
    bool is = lcr_lit_is_affine(a) && !a->offset && (a->basis || lcr_lit_is_still(a));
    for (size_t j = 0; is && a->basis && j < a->naxes; j++)
        is = a->path[j].depth == 1 && a->path[j].mode[0] < rank;
    for (size_t k = 0; is && k < a->n; k++)
        is = lcr_lit_moves(a, k) <= 1;
    return is;
}

/* The leaves that are not of mode q do not move on axis q. */
static bool moves_alone(const lit *c, size_t q)
{
    const lc_int zero = lc_int_const(0), one = lc_int_const(1);
    size_t first, last;
    leaves_of(c, q, &first, &last);
    for (size_t k = 0; k < c->n; k++)
        if ((k < first || k >= last) && !lc_int_known_equal(c->extent[k], one) &&
            !lc_int_known_equal(step_on(c, q, k), zero))
            return false;
    return true;
}

static bool on_axis(ev *e, const lit *c, const lit *a, const lit *shape, size_t q)
{
    const lit_path path = {1, {(uint32_t)q}};
    const lit *mode = lcr_lit_mode(e->pool, c, q);
    const lit *x = mode ? lcr_parts_on_axis(e->pool, mode, &path) : NULL;
    const lit *y = x ? lcr_parts_on_axis(e->pool, a, &path) : NULL, *both = NULL, *places = NULL;
    if (!y || !lcr_ev_apart_in_order(e, x, y, !shape))
        return false;
    if (!shape)
        return true;
    size_t first, last;
    lcr_lit_leaves_at(shape, &path, &first, &last);
    both = lcr_ev_joined(e, y, x);
    places = lcr_lit_integer(e->pool, lcr_lit_span(e->pool->lc, shape, first, last));
    return both && places && lcr_ev_covers_in_order(e, both, places);
}

/* Not *known: it is not of this kind. */
static bool by_axis(ev *e, const lit *c, const lit *a, const lit *shape, bool *known)
{
    size_t rank = c->node[0];
    *known = rank > 1 && is_by_axis(c, rank) && is_by_axis(a, rank) &&
             (!shape || (shape->kind == LIT_TUPLE && !shape->any && shape->node[0] == rank));
    for (size_t q = 0; *known && q < rank; q++)
        *known = moves_alone(c, q);
    for (size_t q = 0; *known && q < rank; q++)
        if (!on_axis(e, c, a, shape, q))
            return false;
    return true;
}

bool lcr_ev_complements_axes(ev *e, const lit *c, const lit *a, const lit *shape)
{
    size_t rank = 2;
    bool ordered = true, known = false;
    if ((shape || e->pool->sizes) && !by_axis(e, c, a, shape, &known))
        return false;
    if (known)
        return true;
    if (shape || !has_plain_axes(c, &rank) || !has_plain_axes(a, &rank) || c->node[0] != rank ||
        c->n + a->n > SYS_VARS)
        return lcr_ev_not(e);
    e->out->by = "common";
    for (size_t mode = 0; mode < rank; mode++)
        ordered = ordered && increases(e->pool->lc, c, rank, mode);
    return lcr_ev_condition(e, ordered, "a mode of C does not increase") &&
           none_in_common(e, c, a, rank);
}
