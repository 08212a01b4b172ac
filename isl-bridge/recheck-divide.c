/* recheck-divide.c - divides_into: D's first mode is A o T, and D has the offsets of A.
 *
 * D reaches every offset as often as A does when D = A o W for a W that permutes the
 * coordinates, the witness: within bounds, injective, and as many. Another W may do where
 * one does not. Without one, all values are looked at.
 */
#include "config.h"

#include "recheck-claims.h"

static bool is_by_mode(const lit *t)
{
    return t->kind == LIT_TILER || (t->kind == LIT_TUPLE && t->nnodes > 1);
}

/* What T divides: a T of fewer modes takes the first ones of A. */
static const lit *divided(ev *e, const lit *a, const lit *t)
{
    size_t n = t->kind == LIT_TILER ? t->nmodes : t->node[0];
    return is_by_mode(t) && n < a->node[0] ? lit_modes(e->pool, a, n) : a;
}

static bool same_offsets(ev *e, const lit *d, const lit *a, const lit *w)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lit_size(lc, a);
    if (!lc_int_eq(lit_size(lc, d), size))
        return ev_condition(e, false, "the sizes differ");
    if (w == NULL)
        return ev_same_counts(e, d, a);
    if (!lit_is_affine(w) || w->basis)
        return ev_not(e);
    fn f = {1, {d}, NULL}, g = {2, {w, a}, NULL};
    return ev_condition(e, lc_int_eq(lit_size(lc, w), size), "the witness is of another size") &&
           ev_bounds(e, w, 0, lc_int_const(0), lc_int_sub(lc, size, lc_int_const(1))) &&
           ev_injective(e, w) && ev_same(e, &f, &g, d);
}

bool ev_divides_into(ev *e, const lcr_statement *c)
{
    const lit *d = ev_layout(e, c->arg[0]), *a = ev_layout(e, c->arg[1]), *t = c->arg[2];
    if (d == NULL || a == NULL)
        return false;
    if (!lit_is_affine(d) || !lit_is_affine(a) || d->offset != NULL || a->offset != NULL)
        return ev_not(e);
    const lit *first = lit_mode(e->pool, d, 0), *part = first != NULL ? divided(e, a, t) : NULL;
    if (part == NULL)
        return false;
    bool ok = ev_composite(e, first, part, t) && same_offsets(e, d, a, c->witness);
    e->out->by = "counting";
    e->out->one_way = c->witness != NULL;
    return ok;
}
