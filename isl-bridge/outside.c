/* outside.c - offsets of one layout that are no offsets of another.
 *
 * The offsets of A are, up to a shift, the sums of one multiple below s_k of each d_k > 0: a leaf
 * of stride -d has the same offsets, shifted down by (s - 1) d. Let the strides be in order, each
 * d_k above the largest sum of the smaller ones. The multiples of an offset are then found
 * greedily from the largest stride down, and an integer y is no offset exactly when y is below 0,
 * one of its multiples is past its extent, or a rest remains. Each of these cases is a system.
 */
#include "config.h"

#include "counterexample.h"
#include "internal.h"

#include <stdlib.h>

/* Multiples 0 .. extent - 1 of a positive step. */
typedef struct {
    lc_int extent, step;
} run;

typedef struct {
    size_t n;
    run *run; /* by step, increasing */
    lc_int shift;
} offsets;

static int by_step(const void *a, const void *b)
{
    const run *x = a, *y = b;
    return lc_int_cmp(x->step, y->step);
}

/* A run that starts within the run before it, or right behind, at a multiple of its step, makes
 * that run longer. */
static bool prolong(lc_ctx *ctx, run *before, const run *next)
{
    lc_int reach = lc_int_mul(ctx, before->extent, before->step);
    if (lc_int_lt(reach, next->step) || !lc_int_divides(ctx, before->step, next->step))
        return false;
    lc_int ratio = lc_int_fdiv(ctx, next->step, before->step);
    lc_int more = lc_int_sub(ctx, next->extent, lc_int_const(1));
    before->extent = lc_int_add(ctx, before->extent, lc_int_mul(ctx, ratio, more));
    return true;
}

static bool offsets_of(lc_ctx *ctx, const lc_layout *a, offsets *o)
{
    size_t n = lc_layout_nleaves(a), used = 0;
    lc_int one = lc_int_const(1);
    *o = (offsets){.run = lc_alloc(ctx, n, sizeof *o->run), .shift = lc_int_const(0)};
    if (!o->run)
        return false;
    for (size_t k = 0; k < n; k++) {
        lc_int extent = lc_layout_extent(a, k), step = lc_layout_step(a, k);
        if (lc_int_is_one(extent) || lc_int_is_zero(step))
            continue;
        if (lc_int_sign(step) < 0)
            o->shift = lc_int_add(ctx, o->shift,
                                  lc_int_mul(ctx, lc_int_sub(ctx, extent, one), step));
        o->run[used++] = (run){extent, lc_int_abs(ctx, step)};
    }
    qsort(o->run, used, sizeof *o->run, by_step);
    for (size_t k = 0; k < used; k++)
        if (o->n == 0 || !prolong(ctx, &o->run[o->n - 1], &o->run[k]))
            o->run[o->n++] = o->run[k];
    return true;
}

static bool greedy(lc_ctx *ctx, const offsets *o)
{
    lc_int reach = lc_int_const(0), one = lc_int_const(1);
    for (size_t k = 0; k < o->n; k++) {
        if (!lc_int_lt(reach, o->run[k].step))
            return false;
        lc_int last = lc_int_sub(ctx, o->run[k].extent, one);
        reach = lc_int_add(ctx, reach, lc_int_mul(ctx, last, o->run[k].step));
    }
    return true;
}

/* Each way in which y, counted from the least offset, is no offset; from the largest step
 * down. */
static lcr_answer solve_outside(lcr_system *s, const offsets *o, lcr_expr y, lc_int *point)
{
    lcr_answer answer = lcr_solve_side(s, &y, -1, lc_int_const(-1), point);
    for (size_t k = o->n; answer == LCR_NO && k-- > 0;) {
        lcr_expr multiple, rest;
        if (!lcr_system_divide(s, &y, o->run[k].step, &multiple, &rest))
            return LCR_UNKNOWN;
        answer = lcr_solve_side(s, &multiple, 1, lc_int_neg(s->r->lc, o->run[k].extent), point);
        y = rest;
    }
    if (answer == LCR_NO)
        answer = lcr_solve_side(s, &y, 1, lc_int_const(-1), point);
    return answer;
}

lcr_answer lcr_solve_outside(lcr_system *s, const lc_layout *a, const lcr_expr *y, lc_int *point)
{
    lc_ctx *ctx = s->r->lc;
    offsets o;
    lcr_answer answer = LCR_UNKNOWN;
    if (!offsets_of(ctx, a, &o))
        return LCR_UNKNOWN;
    if (greedy(ctx, &o)) {
        lcr_expr above = *y;
        lcr_expr_add_const(ctx, &above, lc_int_neg(ctx, o.shift));
        answer = solve_outside(s, &o, above, point);
    } else {
        lc_fail(ctx, LC_ERR_BUDGET,
                "undecided: modes of the layout to stay in overlap each other");
    }
    free(o.run);
    return answer;
}

lcr_answer lcr_find_outside(lcr_ctx *r, const lc_layout *t, const lc_layout *a, lc_int *crd)
{
    if (!lcr_integers_only(r, "a system of offsets outside", t) ||
        !lcr_integers_only(r, "a system of offsets outside", a) ||
        !lcr_check_bits(r, lcr_bits_of_layout(t) + lcr_bits_of_layout(a)))
        return LCR_UNKNOWN;
    lc_tuple *shape = lc_layout_shape(r->lc, t);
    const lcr_step step = {.layout = t};
    const lcr_digit_function f = {shape, {1, &step}};
    lcr_answer answer = shape ? lcr_digits_missing(r, &f, a, crd) : LCR_UNKNOWN;
    lc_tuple_free(shape);
    return answer;
}
