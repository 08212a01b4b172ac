/* outside-image.c - deciders of outside(f, image g). */
#include "config.h"

#include "common.h"

#include <string.h>

#include "../function/fit.h"
#include "outside.h"

/* ---- the matrices ---- */

/* Values at 0 and at single bits tell: those of g are closed under their sums. */
static lcr_answer by_matrix(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    const lcv_function *f = l->f, *g = l->g;
    uint64_t at;
    if (!f->affine || !g->affine)
        return LCR_UNKNOWN;
    for (unsigned j = 0; j <= f->map.cols; j++) {
        uint64_t value = f->base ^ (j > 0 ? f->map.column[j - 1] : 0);
        if (lc_f2_solve(&g->map, value ^ g->base, &at))
            continue;
        found->c = lc_int_from_word(lcr_ctx_lc(r), j > 0 ? (uint64_t)1 << (j - 1) : 0);
        return LCR_YES;
    }
    return LCR_NO;
}

/* ---- ranges of layouts ---- */

/* A value beyond the range of g's. */
static bool find_beyond(lc_ctx *ctx, const lcv_lookup *l, lc_int *c)
{
    return lcv_find_out_of_bounds(ctx, l->f, l->among.image.low, l->among.image.high, c);
}

static lcr_answer by_interval(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lc_int gap;
    if (!l->layouts || lcv_image_gap(lcr_ctx_lc(r), &l->among.image, &gap) < l->among.image.n)
        return LCR_UNKNOWN;
    return find_beyond(lcr_ctx_lc(r), l, &found->c) ? LCR_YES : LCR_NO;
}

static lcr_answer by_range(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    bool beyond = l->layouts && find_beyond(lcr_ctx_lc(r), l, &found->c);
    return beyond ? LCR_YES : LCR_UNKNOWN;
}

/* ---- fit of modes ---- */

/* What has no place is worth a question of its own where that is decided: the modes left
 * of g do not overlap, unlike those of g, which a system of its own decides. */
static bool is_worth_asking(lc_ctx *ctx, const lcv_fit *fit, const lcv_image *g)
{
    lcv_image left;
    if (fit->placed == 0 || lcv_image_apart(g) ||
        !lcv_image_of(ctx, fit->a.layout, fit->a.offset, &left))
        return false;
    return lcv_image_apart(&left) &&
           (lc_int_eq(fit->t.offset, fit->a.offset) ||
            lc_int_le(lc_layout_size(ctx, fit->t.layout), lc_int_const(lcv_guesses(ctx))));
}

static lcr_answer ask_fit(lcr_ctx *r, const lcv_fit *fit, lcv_finding *found)
{
    lcv_lookup left;
    return lcv_lookup_open(r, &fit->t, &fit->a, &left) ? lcv_find_outside_image(r, &left, found)
                                                       : LCR_UNKNOWN;
}

/* NO by the places that the modes of f have in those of g; else nothing is known. */
static lcr_answer by_fit(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_fit fit;
    lcr_answer answer = LCR_UNKNOWN;
    if (!l->layouts)
        return LCR_UNKNOWN;
    if (lcv_fit_of(ctx, l->f, l->g, &fit)) {
        if (fit.unshifted)
            answer = LCR_NO;
        else if (fit.whole ? fit.placed > 0 : is_worth_asking(ctx, &fit, &l->among.image))
            answer = ask_fit(r, &fit, found);
        if (fit.whole) /* one value was looked up */
            found->method = LCV_BY_CLOSED_FORM;
    }
    return answer == LCR_NO ? LCR_NO : LCR_UNKNOWN;
}

/* ---- systems ---- */

static lcr_answer certify(lcr_ctx *r, const lcv_lookup *l, lcv_solve *solve, const char *what,
                          lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_frame_alloc(ctx, lc_tuple_nleaves(l->domain), sizeof *natural);
    lcr_answer answer = natural ? solve(r, l, natural) : LCR_UNKNOWN;
    if (answer == LCR_YES)
        answer = lcv_lookup_certify(ctx, l, natural, what, &found->c);
    return answer;
}

static lcr_answer solve_linear(lcr_ctx *r, const void *lookup, lc_int *natural)
{
    const lcv_lookup *l = lookup;
    bool asked = l->layouts && lc_int_eq(l->f->offset, l->g->offset);
    return asked ? lcr_find_outside(r, l->f->layout, l->g->layout, natural) : LCR_UNKNOWN;
}

static lcr_answer by_system(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    return certify(r, lookup, solve_linear, "the system of offsets outside", found);
}

/* The steps of f, then the way back through those of g to the offset of its layout. The value of
 * g's swizzle w at an offset is a value of f when that offset is a value of w^-1 o f; w is its
 * own inverse, or not taken back here. */
static bool steps_back(lc_ctx *ctx, const lcv_lookup *l, lcr_step *step, size_t *n)
{
    const lcv_among *g = &l->among;
    lcv_steps x;
    if (l->layouts || g->way != LCV_AMONG_IMAGE || !lcv_function_steps(ctx, l->f, &x))
        return false;
    *n = x.n;
    memcpy(step, x.step, *n * sizeof *step);
    lcr_step *last = &step[*n - 1];
    if (!last->map && lc_swizzle_equal(last->swizzle, g->w))
        last->swizzle = (lc_swizzle){0, 0, 0};
    else if (lc_swizzle_is_involution(g->w))
        step[(*n)++] = (lcr_step){.offset = lc_int_const(0), .swizzle = g->w};
    else
        return false;
    step[(*n)++] = (lcr_step){.offset = lc_int_neg(ctx, g->inner.offset)};
    return true;
}

static lcr_answer solve_digits(lcr_ctx *r, const void *lookup, lc_int *natural)
{
    const lcv_lookup *l = lookup;
    lcr_step step[LCV_MAX_STEPS + 2];
    size_t n;
    if (!steps_back(lcr_ctx_lc(r), l, step, &n))
        return LCR_UNKNOWN;
    lcr_digit_function f = {l->domain, {n, step}};
    return lcr_digits_missing(r, &f, l->among.inner.layout, natural);
}

static lcr_answer by_digits(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    return certify(r, lookup, solve_digits, "the system in digits", found);
}

/* ---- the question ---- */

static const lcv_method methods[] = {
    {by_matrix, LCV_BY_MATRIX, false},
    {by_interval, LCV_BY_CLOSED_FORM, true},
    {by_fit, LCV_BY_CLOSED_FORM, true},
    {lcv_lookup_guess, LCV_BY_EVALUATION, true},
    {by_range, LCV_BY_CLOSED_FORM, false},
    {by_system, LCV_BY_SYSTEM, false},
    {by_digits, LCV_BY_DIGITS, false},
    {lcv_lookup_all, LCV_BY_ENUMERATION, false},
    {NULL, NULL, false},
};

lcr_answer lcv_find_outside_image(lcr_ctx *r, const lcv_lookup *l, lcv_finding *found)
{
    lcv_lookup question = *l;
    bool undecided = false;
    question.common = false;
    question.undecided = &undecided;
    lcr_answer answer = lcv_decide(r, "values outside", methods, &question, found);
    if (answer == LCR_YES)
        found->value = lcv_function_at(lcr_ctx_lc(r), l->f, found->c);
    return answer;
}
