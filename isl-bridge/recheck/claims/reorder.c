/* reorder.c - reorders: X has the values of Y, each as often.
 *
 * It does when X = Y o W for a W that permutes the coordinates: within bounds, injective, and as
 * many as Y has. W is the witness, or the value of `reordering`. Another W may do where one does
 * not. Without one, all values are looked at.
 */
#include "config.h"

#include "claims.h"

bool lcr_ev_placed(ev *e, const lit *x, const lit *y, const lit *w)
{
    lc_ctx *lc = e->pool->lc;
    fn left = {1, {x}}, right = {2, {w, y}};
    if (!lcr_lit_is_function(w) || w->basis || w->naxes != 1)
        return lcr_ev_not(e);
    return lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, w), lcr_lit_size(lc, x)),
                            "the witness is of another size") &&
           lcr_ev_within(e, w, lc_int_const(0),
                         lc_int_sub(lc, lcr_lit_size(lc, y), lc_int_const(1))) &&
           lcr_ev_injective(e, w) && lcr_ev_same(e, &left, &right, x);
}

bool lcr_ev_permuted(ev *e, const lit *x, const lit *y, const lit *w)
{
    lc_ctx *lc = e->pool->lc;
    bool fits = lc_int_eq(lcr_lit_size(lc, x), lcr_lit_size(lc, y));
    return lcr_ev_condition(e, fits, "the sizes differ") && lcr_ev_placed(e, x, y, w);
}

bool lcr_ev_reorders(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x = c->arg[0], *y = c->arg[1];
    if (!lcr_lit_is_function(x) || !lcr_lit_is_function(y))
        return lcr_ev_not(e);
    if (!lc_int_eq(lcr_lit_size(lc, x), lcr_lit_size(lc, y))) {
        e->out->by = "counting";
        return lcr_ev_condition(e, false, "the sizes differ");
    }
    const lit *w = c->witness;
    if (!w && e->pool->sizes && !(w = lcr_ev_hint(e, "along", x, y))) {
        const lit *turn = x;
        x = y;
        y = turn;
        w = lcr_ev_hint(e, "along", x, y);
    }
    if (!w && e->pool->sizes)
        return lcr_ev_not(e);
    if (!w) {
        e->out->by = "points";
        return lcr_ev_same_counts(e, x, y);
    }
    bool ok = lcr_ev_permuted(e, x, y, w);
    if (!e->none)
        e->out->by = "counting";
    e->out->one_way = true;
    return ok;
}

/* The witness (i,c): argument i has a value at c that the other has not. */
bool lcr_ev_not_reorders(ev *e, const lcr_statement *c)
{
    const lit *w = c->witness;
    if (!w || w->kind != LIT_TUPLE || w->n != 2 || lc_int_lt(w->extent[0], lc_int_const(0)) ||
        lc_int_lt(lc_int_const(1), w->extent[0]))
        return lcr_ev_not(e);
    size_t own = !lc_int_is_zero(w->extent[0]);
    lit *at = lcr_lit_flat(e->pool, 1);
    if (!at)
        return false;
    at->kind = LIT_TUPLE;
    at->extent[0] = w->extent[1];
    lcr_statement absent = {.claim = "contained", .n = 2, .witness = at};
    absent.arg[0] = c->arg[own];
    absent.arg[1] = c->arg[1 - own];
    return lcr_ev_not_contained(e, &absent);
}
