/* floor.c - layouts applied to linear expressions, within a system.
 *
 * A layout writes an integer in the mixed radix of its shape: a chain of floors. A
 * floor is split in what is linear and what is not:
 *
 *     floor((P w + g u + v) / P) = w + floor(u / (P/g))    for g | P and 0 <= v < g
 *
 * with the largest g for which the rest v stays between two multiples of g. Whenever
 * the coordinates refine the shape, g is P and nothing is left but w. Otherwise what is
 * left becomes a variable q with 0 <= u - (P/g) q < P/g. A digit is x - s floor(x / s),
 * so it needs no variable and no equality of its own.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* ---- floors ---- */

static lc_int quotient_to_zero(lc_ctx *ctx, lc_int a, lc_int b)
{
    return lc_int_sign(a) < 0 ? lc_int_cdiv(ctx, a, b) : lc_int_fdiv(ctx, a, b);
}

/* e = divisor * whole + rest. Coefficients of the rest keep their signs: a positive
 * expression has a positive rest, which is small more often. */
static void split(lc_ctx *ctx, const lcr_expr *e, lc_int divisor, lcr_expr *whole, lcr_expr *rest)
{
    lcr_expr_zero(whole);
    for (size_t i = 0; i < e->n; i++)
        if (!lc_int_is_zero(e->coefficient[i]))
            lcr_expr_add_var(ctx, whole, quotient_to_zero(ctx, e->coefficient[i], divisor), i);
    whole->constant = lc_int_fdiv(ctx, e->constant, divisor);
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
static lcr_range below_unit(lc_ctx *ctx, const lcr_range *bound, const lcr_expr *e, lc_int unit)
{
    lcr_expr small;
    lcr_expr_zero(&small);
    small.constant = e->constant;
    for (size_t i = 0; i < e->n; i++)
        if (!lc_int_divides(ctx, unit, e->coefficient[i]))
            lcr_expr_add_var(ctx, &small, e->coefficient[i], i);
    return lcr_expr_range(ctx, bound, &small);
}

/* e in units, the small terms replaced by the multiple of the unit they stay above. */
static void count_in_units(lc_ctx *ctx, lcr_expr *e, lc_int unit, lc_int constant)
{
    for (size_t i = 0; i < e->n; i++)
        e->coefficient[i] = lc_int_divides(ctx, unit, e->coefficient[i])
                                ? lc_int_fdiv(ctx, e->coefficient[i], unit)
                                : lc_int_const(0);
    e->constant = constant;
}

lc_int lcr_floor_split(lc_ctx *ctx, const lcr_range *bound, const lcr_expr *e, lc_int divisor,
                       lcr_expr *whole, lcr_expr *rest)
{
    split(ctx, e, divisor, whole, rest);
    for (lc_int unit = divisor;; unit = finer_unit(ctx, rest, unit)) {
        lcr_range small = below_unit(ctx, bound, rest, unit);
        if (!small.bounded_below || !small.bounded_above)
            continue;
        lc_int multiple = lc_int_fdiv(ctx, small.low, unit);
        if (!lc_int_eq(multiple, lc_int_fdiv(ctx, small.high, unit)))
            continue;
        count_in_units(ctx, rest, unit, multiple);
        divisor = lc_int_fdiv(ctx, divisor, unit);
        break;
    }
    if (lc_int_is_one(divisor)) {
        lcr_expr_add(ctx, whole, divisor, rest);
        lcr_expr_zero(rest);
    }
    return divisor;
}

static bool same_expr(const lcr_row *a, const lcr_expr *b)
{
    if (!lc_int_eq(a->constant, b->constant))
        return false;
    for (size_t i = 0; i < a->n || i < b->n; i++) {
        lc_int x = i < a->n ? a->coefficient[i] : lc_int_const(0);
        lc_int y = i < b->n ? b->coefficient[i] : lc_int_const(0);
        if (!lc_int_eq(x, y))
            return false;
    }
    return true;
}

/* 0 <= rest - divisor q < divisor. */
static bool constrain(lcr_system *s, const lcr_expr *rest, lc_int divisor, size_t q)
{
    lc_ctx *ctx = s->r->lc;
    lcr_expr e = *rest, complement;
    lcr_expr_add_var(ctx, &e, lc_int_neg(ctx, divisor), q);
    lcr_expr_zero(&complement);
    lcr_expr_add(ctx, &complement, lc_int_const(-1), &e);
    lcr_expr_add_const(ctx, &complement, lc_int_sub(ctx, divisor, lc_int_const(1)));
    return lcr_system_ge(s, &e) && lcr_system_ge(s, &complement);
}

/* The variable floor(rest / divisor), made once. */
static size_t floor_var(lcr_system *s, const lcr_expr *rest, lc_int divisor)
{
    lc_ctx *ctx = s->r->lc;
    lcr_range range = lcr_expr_range(ctx, s->bound, rest);
    for (size_t i = 0; i < s->nfloors; i++)
        if (lc_int_eq(s->floor[i].divisor, divisor) && same_expr(s->floor[i].rest, rest))
            return s->floor[i].var;
    lcr_row *row = lcr_row_of(ctx, rest, false);
    size_t q = SIZE_MAX;
    if (row && range.bounded_below && range.bounded_above)
        q = lcr_system_var(s, lc_int_fdiv(ctx, range.low, divisor),
                           lc_int_fdiv(ctx, range.high, divisor));
    else if (row)
        q = lcr_system_var_free(s);
    if (q == SIZE_MAX || !constrain(s, rest, divisor, q)) {
        free(row);
        return SIZE_MAX;
    }
    s->floor[s->nfloors].rest = row;
    s->floor[s->nfloors].divisor = divisor;
    s->floor[s->nfloors++].var = q;
    return q;
}

bool lcr_system_floor(lcr_system *s, const lcr_expr *e, lc_int divisor, lcr_expr *out)
{
    lc_ctx *ctx = s->r->lc;
    lcr_expr rest;
    divisor = lcr_floor_split(ctx, s->bound, e, divisor, out, &rest);
    if (lc_int_is_one(divisor))
        return true;
    size_t q = floor_var(s, &rest, divisor);
    if (q == SIZE_MAX)
        return false;
    lcr_expr_add_var(ctx, out, lc_int_const(1), q);
    return true;
}

/* ---- layouts ---- */

/* The leaves from *k that act as one, extent : step, since each continues the one
 * before it; *k is moved past them. The last leaf of a layout extends. */
static void next_mode(lc_ctx *ctx, const lc_layout *a, size_t *k, lc_int *extent, lc_int *step)
{
    size_t n = lc_layout_nleaves(a);
    *extent = lc_layout_extent(a, *k);
    *step = lc_layout_step(a, *k);
    for (++*k; *k < n; ++*k) {
        bool idle = *k + 1 < n && lc_int_is_one(lc_layout_extent(a, *k));
        if (idle)
            continue;
        if (!lc_int_eq(lc_layout_step(a, *k), lc_int_mul(ctx, *extent, *step)))
            return;
        *extent = lc_int_mul(ctx, *extent, lc_layout_extent(a, *k));
    }
}

bool lcr_system_apply(lcr_system *s, const lc_layout *a, const lcr_expr *e, lcr_expr *out)
{
    lc_ctx *ctx = s->r->lc;
    size_t n = lc_layout_nleaves(a), k = 0;
    lcr_expr x = *e, above;
    lcr_expr_zero(out);
    while (k + 1 < n && lc_int_is_one(lc_layout_extent(a, k)))
        k++;
    while (k < n) {
        lc_int extent, step;
        next_mode(ctx, a, &k, &extent, &step);
        lcr_expr_add(ctx, out, step, &x);
        if (k == n)
            break;
        if (!lcr_system_floor(s, &x, extent, &above))
            return false;
        lcr_expr_add(ctx, out, lc_int_neg(ctx, lc_int_mul(ctx, extent, step)), &above);
        x = above;
    }
    return true;
}
