/* complement.c - complements(C, A) where values are coordinates.
 *
 * C has a mode for each axis, and each of them is extended: its last leaf has no end.
 *
 *   law 28   C(i) = A(j) on every axis for no i other than 0
 *   law 29   each mode of C increases, coordinates compared by the last axis on which they
 *            differ: where a leaf gains one, those before it go from their ends back to 0
 *
 * Only axes e0, e1, ... are stated here, none inside of others.
 */
#include "config.h"

#include "claims.h"

/* The stride of a leaf on the axis of a mode. */
static lc_int step_on(const lit *a, size_t mode, size_t leaf)
{
    for (size_t j = 0; j < a->naxes; j++)
        if (a->path[j].mode[0] == mode)
            return a->step[j * a->n + leaf];
    return lc_int_const(0);
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

bool lcr_ev_complements_axes(ev *e, const lit *c, const lit *a)
{
    size_t rank = 2;
    bool ordered = true;
    if (!has_plain_axes(c, &rank) || !has_plain_axes(a, &rank) || c->node[0] != rank ||
        c->n + a->n > SYS_VARS)
        return lcr_ev_not(e);
    e->out->by = "common";
    for (size_t mode = 0; mode < rank; mode++)
        ordered = ordered && increases(e->pool->lc, c, rank, mode);
    return lcr_ev_condition(e, ordered, "a mode of C does not increase") &&
           none_in_common(e, c, a, rank);
}
