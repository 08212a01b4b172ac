/* radix.c - layouts applied to linear expressions, within a system.
 *
 * A layout writes an integer in the mixed radix of its shape: a chain of divisions with
 * remainder. A division by P is split into a linear part and the rest:
 *
 *     P w + g u + v = P (w + floor(u / (P/g))) + g (u mod (P/g)) + v
 *
 * for g | P and 0 <= v < g, with the largest g for which the bounds of the variables keep v
 * there. Whenever the coordinates refine the shape, g is P, and quotient and remainder are the
 * linear w and v. Otherwise the rest becomes two variables, q and 0 <= r < P/g, and one equality
 * u = (P/g) q + r. Values are then sums of such bounded remainders, which the divisions of the
 * next layout of a chain split well.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* ---- floors ---- */

static lc_int quotient_to_zero(lc_ctx *ctx, lc_int a, lc_int b)
{
    return lc_int_sign(a) < 0 ? lc_int_cdiv(ctx, a, b) : lc_int_fdiv(ctx, a, b);
}

/* e = divisor * whole + rest, the constant in the rest, whose coefficients keep their
 * signs: a positive expression has a positive rest, which is small more often. */
static void take_multiples(lc_ctx *ctx, const lcr_expr *e, lc_int divisor, lcr_expr *whole,
                           lcr_expr *rest)
{
    lcr_expr_zero(whole);
    for (size_t i = 0; i < e->n; i++)
        if (!lc_int_is_zero(e->coefficient[i]))
            lcr_expr_add_var(ctx, whole, quotient_to_zero(ctx, e->coefficient[i], divisor), i);
    *rest = *e;
    lcr_expr_add(ctx, rest, lc_int_neg(ctx, divisor), whole);
}

/* The greatest common divisor of `unit` and the coefficients of the largest magnitude
 * that it does not divide; `unit` when it divides all. */
static lc_int finer_unit(lc_ctx *ctx, const lcr_expr *e, lc_int unit)
{
    lc_int largest = lc_int_const(0);
    for (size_t i = 0; i < e->n; i++)
        if (!lc_int_divides(ctx, unit, e->coefficient[i]))
            largest = lc_int_max(largest, lc_int_abs(ctx, e->coefficient[i]));
    return lc_int_is_zero(largest) ? unit : lc_int_gcd(ctx, unit, largest);
}

/* The terms that `unit` does not divide, and the constant. */
static void terms_below(lc_ctx *ctx, const lcr_expr *e, lc_int unit, lcr_expr *small)
{
    lcr_expr_zero(small);
    small->constant = e->constant;
    for (size_t i = 0; i < e->n; i++)
        if (!lc_int_divides(ctx, unit, e->coefficient[i]))
            lcr_expr_add_var(ctx, small, e->coefficient[i], i);
}

/* Does an expression stay between two neighbouring multiples of the unit? */
static bool within_unit(lc_ctx *ctx, const lcr_range *bound, const lcr_expr *e, lc_int unit,
                        lc_int *multiple)
{
    lcr_range range = lcr_expr_range(ctx, bound, e);
    if (!range.bounded_below || !range.bounded_above)
        return false;
    *multiple = lc_int_fdiv(ctx, range.low, unit);
    return lc_int_eq(*multiple, lc_int_fdiv(ctx, range.high, unit));
}

void lcr_split_by(lc_ctx *ctx, const lcr_range *bound, const lcr_expr *e, lc_int divisor,
                  lcr_split *out)
{
    lcr_expr rest;
    lc_int multiple, unit = divisor;
    take_multiples(ctx, e, divisor, &out->whole, &rest);
    terms_below(ctx, &rest, unit, &out->small);
    while (!within_unit(ctx, bound, &out->small, unit, &multiple)) {
        unit = finer_unit(ctx, &rest, unit);
        terms_below(ctx, &rest, unit, &out->small);
    }
    lcr_expr_zero(&out->units);
    for (size_t i = 0; i < rest.n; i++)
        if (!lc_int_is_zero(rest.coefficient[i]) &&
            lc_int_divides(ctx, unit, rest.coefficient[i]))
            lcr_expr_add_var(ctx, &out->units, lc_int_fdiv(ctx, rest.coefficient[i], unit), i);
    lcr_expr_add_const(ctx, &out->units, multiple);
    lcr_expr_add_const(ctx, &out->small, lc_int_neg(ctx, lc_int_mul(ctx, unit, multiple)));
    out->unit = unit;
    out->divisor = lc_int_fdiv(ctx, divisor, unit);
    if (lc_int_is_one(out->divisor)) {
        lcr_expr_add_const(ctx, &out->whole, multiple);
        lcr_expr_zero(&out->units);
    }
}

/* ---- divisions ---- */

/* u = divisor q + r, the variables made once; q, and r = q + 1, or SIZE_MAX. */
static size_t division_vars(lcr_system *s, const lcr_expr *u, lc_int divisor)
{
    lc_ctx *ctx = s->r->lc;
    for (size_t i = 0; i < s->ndivisions; i++)
        if (lc_int_eq(s->division[i].divisor, divisor) &&
            lcr_expr_is_row(u, s->division[i].dividend))
            return s->division[i].quotient;
    lcr_range range = lcr_expr_range(ctx, s->bound, u);
    bool bounded = range.bounded_below && range.bounded_above;
    size_t q = bounded ? lcr_system_var(s, lc_int_fdiv(ctx, range.low, divisor),
                                        lc_int_fdiv(ctx, range.high, divisor))
                       : lcr_system_var_free(s);
    size_t r = q == SIZE_MAX ? SIZE_MAX
                             : lcr_system_var(s, lc_int_const(0),
                                              lc_int_sub(ctx, divisor, lc_int_const(1)));
    lcr_row *dividend = r == SIZE_MAX ? NULL : lcr_row_of(ctx, u, false);
    if (!dividend)
        return SIZE_MAX;
    s->division[s->ndivisions].dividend = dividend;
    s->division[s->ndivisions].divisor = divisor;
    s->division[s->ndivisions++].quotient = q;
    lcr_expr e = *u;
    lcr_expr_add_var(ctx, &e, lc_int_neg(ctx, divisor), q);
    lcr_expr_add_var(ctx, &e, lc_int_const(-1), r);
    return lcr_system_eq(s, &e) ? q : SIZE_MAX;
}

bool lcr_system_divide(lcr_system *s, const lcr_expr *e, lc_int divisor, lcr_expr *quotient,
                       lcr_expr *remainder)
{
    lc_ctx *ctx = s->r->lc;
    lcr_split split;
    lcr_split_by(ctx, s->bound, e, divisor, &split);
    *quotient = split.whole;
    *remainder = split.small;
    if (lc_int_is_one(split.divisor))
        return true;
    size_t q = division_vars(s, &split.units, split.divisor);
    if (q == SIZE_MAX)
        return false;
    lcr_expr_add_var(ctx, quotient, lc_int_const(1), q);
    lcr_expr_add_var(ctx, remainder, split.unit, q + 1);
    return true;
}

/* ---- layouts ---- */

/* The leaves from *k that act as one, extent : step, since each continues the one
 * before it; *k is moved past them. The last leaf of a layout extends. */
static void next_mode(lc_ctx *ctx, const lc_layout *a, size_t axis, size_t *k, lc_int *extent,
                      lc_int *step)
{
    size_t n = lc_layout_nleaves(a);
    *extent = lc_layout_extent(a, *k);
    *step = lc_layout_step_on(a, axis, *k);
    for (++*k; *k < n; ++*k) {
        bool idle = *k + 1 < n && lc_int_is_one(lc_layout_extent(a, *k));
        if (idle)
            continue;
        if (!lc_int_eq(lc_layout_step_on(a, axis, *k), lc_int_mul(ctx, *extent, *step)))
            return;
        *extent = lc_int_mul(ctx, *extent, lc_layout_extent(a, *k));
    }
}

bool lcr_system_apply(lcr_system *s, const lc_layout *a, size_t axis, const lcr_expr *e,
                      lcr_expr *out)
{
    lc_ctx *ctx = s->r->lc;
    size_t n = lc_layout_nleaves(a), k = 0;
    lcr_expr x = *e, above, digit;
    lcr_expr_zero(out);
    while (k + 1 < n && lc_int_is_one(lc_layout_extent(a, k)))
        k++;
    while (k < n) {
        lc_int extent, step;
        next_mode(ctx, a, axis, &k, &extent, &step);
        if (k == n) {
            lcr_expr_add(ctx, out, step, &x);
            break;
        }
        if (!lcr_system_divide(s, &x, extent, &above, &digit))
            return false;
        lcr_expr_add(ctx, out, step, &digit);
        x = above;
    }
    return true;
}
