/* same.c - functions that are the same: on no axis is the difference of their values, two sums of
 * the one encoding (sets/value.h), positive or negative.
 */
#include "config.h"

#include "peel.h"
#include "value.h"

/* ---- sets ---- */

static bool by_sums(ev *e, const fn *f, const fn *g, const lit *domain, bool *known)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum *leaf = lcr_lit_alloc(e->pool, domain->n + 1, sizeof *leaf);
    sys_sum *x = lcr_lit_alloc(e->pool, lcr_fn_room(f), sizeof *x);
    sys_sum *y = lcr_lit_alloc(e->pool, lcr_fn_room(g), sizeof *y);
    size_t at[2];
    if (!d || !leaf || !x || !y)
        return false;
    bool bits = !e->pool->sizes && (lcr_value_has_bits(f) || lcr_value_has_bits(g));
    *known = lcr_value_coordinates(d, domain, 'c', bits ? VALUE_BITS : VALUE_NUMBERS, leaf) &&
             lcr_value_of(d, f, domain, leaf, x) && lcr_value_of(d, g, domain, leaf, y);
    if (!*known)
        return lcr_ev_ok(e);
    e->out->by = "difference";
    for (size_t i = 0; lcr_fn_next_axis(f, g, &i, at);)
        if (!lcr_ev_differ(e, &d->s, at[0] != SIZE_MAX ? &x[at[0]] : NULL,
                           at[1] != SIZE_MAX ? &y[at[1]] : NULL))
            return false;
    return true;
}

/* By the first way that there is: XORs of sizes; bit by bit, where both are linear in bits;
 * sums, one encoding for all kinds; all values one by one, which isl does not decide. */
bool lcr_ev_same(ev *e, const fn *f, const fn *g, const lit *domain)
{
    bool known = false, sets = true;
    fn x = *f, y = *g;
    if (e->pool->points)
        return e->pool->points->same(e, f, g, domain);
    bool bits = lcr_value_has_bits(f) || lcr_value_has_bits(g);
    if (bits)
        lcr_peel_same(e, &x, &y);
    if (e->pool->sizes && x.n == 1 && y.n == 1 && lcr_has_xor_sizes(x.step[0]) &&
        lcr_has_xor_sizes(y.step[0]))
        return lcr_xor_sizes_same(e, x.step[0], y.step[0]);
    if (e->pool->looks && !(lcr_fn_is_affine(&x) && lcr_fn_is_affine(&y)))
        sets = lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), lcr_lit_size(e->pool->lc, domain));
    if ((bits && !lcr_ev_same_in_bits(e, &x, &y, domain, &known)) ||
        (!known && sets && !by_sums(e, &x, &y, domain, &known)))
        return false;
    return known || (e->pool->sizes ? lcr_ev_not(e) : lcr_ev_same_by_points(e, f, g, domain));
}
