/* outside-image.c - deciders of outside(f, image g). */
#include "config.h"

#include "common.h"

#include <stdlib.h>
#include <string.h>

#include "../function/fit.h"

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
        found->c = lcv_from_word(lcr_ctx_lc(r), j > 0 ? (uint64_t)1 << (j - 1) : 0);
        return LCR_YES;
    }
    return LCR_NO;
}

/* ---- ranges of layouts ---- */

static bool is_beyond(lc_ctx *ctx, const void *lookup, lc_int c)
{
    const lcv_lookup *l = lookup;
    lc_int value = lcv_function_at(ctx, l->f, c);
    return lc_int_lt(value, l->among.image.low) || lc_int_lt(l->among.image.high, value);
}

/* The corner of f with the least offset, or with the largest. */
static lcr_answer certify_corner(lc_ctx *ctx, const lcv_search *search, const lcv_image *f,
                                 bool least, lc_int *c)
{
    lc_int *natural = lc_alloc(ctx, lc_tuple_nleaves(search->domain), sizeof *natural);
    if (natural == NULL)
        return LCR_UNKNOWN;
    for (size_t i = 0; i < lc_tuple_nleaves(search->domain); i++)
        natural[i] = lc_int_const(0);
    for (const lcv_mode *m = f->mode; m < f->mode + f->n; m++)
        if (m->reflected == least)
            natural[m->leaf] = lc_int_sub(ctx, m->extent, lc_int_const(1));
    bool is = lcv_certify(ctx, search, natural, c);
    free(natural);
    if (!is)
        lcv_uncertified(ctx, "the range of offsets");
    return is ? LCR_YES : LCR_UNKNOWN;
}

/* A value beyond the range of g's; NO: there is none, which tells of an interval. */
static lcr_answer find_beyond(lcr_ctx *r, const lcv_lookup *l, lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_search search = {l->domain, is_beyond, l};
    lcv_image f;
    if (!lcv_image_of(ctx, l->f->layout, l->f->offset, &f))
        return LCR_UNKNOWN;
    bool low = lc_int_lt(f.low, l->among.image.low);
    lcr_answer answer = LCR_NO;
    if (low || lc_int_lt(l->among.image.high, f.high)) {
        answer = lcv_guess(ctx, &search, c);
        if (answer != LCR_YES)
            answer = certify_corner(ctx, &search, &f, low, c);
    }
    lcv_image_free(&f);
    return answer;
}

static lcr_answer by_interval(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lc_int gap;
    if (!l->layouts || lcv_image_gap(lcr_ctx_lc(r), &l->among.image, &gap) < l->among.image.n)
        return LCR_UNKNOWN;
    return find_beyond(r, l, &found->c);
}

static lcr_answer by_range(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lcr_answer answer = l->layouts ? find_beyond(r, l, &found->c) : LCR_UNKNOWN;
    return answer == LCR_YES ? LCR_YES : LCR_UNKNOWN;
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
    bool apart = lcv_image_apart(&left);
    lcv_image_free(&left);
    return apart && (lc_int_eq(fit->t.offset, fit->a.offset) ||
                     lc_int_le(lc_layout_size(ctx, fit->t.layout), lc_int_const(lcv_guesses(ctx))));
}

static lcr_answer ask_fit(lcr_ctx *r, const lcv_fit *fit, lcv_finding *found)
{
    lcv_lookup left;
    lcr_answer answer = LCR_UNKNOWN;
    if (lcv_lookup_open(r, &fit->t, &fit->a, &left))
        answer = lcv_find_outside_image(r, &left, found);
    lcv_lookup_close(&left);
    return answer;
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
    lcv_fit_clear(&fit);
    return answer == LCR_NO ? LCR_NO : LCR_UNKNOWN;
}

/* ---- systems ---- */

/* lcr_find_outside for layouts of one offset. */
static lcr_answer by_system(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!l->layouts || !lc_int_eq(l->f->offset, l->g->offset))
        return LCR_UNKNOWN;
    lc_int *natural = lc_alloc(ctx, lc_tuple_nleaves(l->domain), sizeof *natural);
    lcr_answer answer = LCR_UNKNOWN;
    if (natural != NULL)
        answer = lcr_find_outside(r, l->f->layout, l->g->layout, natural);
    if (answer == LCR_YES)
        answer = lcv_lookup_certify(ctx, l, natural, "the system of offsets outside", &found->c);
    free(natural);
    return answer;
}

/* The steps of f, then the way back through those of g to the offset of its layout. What g's
 * swizzle w makes of an offset is a value of f when that offset is one of w^-1 o f; w is its
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
    if (last->map == NULL && lc_swizzle_equal(last->swizzle, g->w))
        last->swizzle = (lc_swizzle){0, 0, 0};
    else if (lc_swizzle_is_involution(g->w))
        step[(*n)++] = (lcr_step){.offset = lc_int_const(0), .swizzle = g->w};
    else
        return false;
    step[(*n)++] = (lcr_step){.offset = lc_int_neg(ctx, g->inner.offset)};
    return true;
}

static lcr_answer by_digits(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_step step[LCV_MAX_STEPS + 2];
    size_t n;
    if (!steps_back(ctx, l, step, &n))
        return LCR_UNKNOWN;
    lcr_digit_function f = {l->domain, {n, step}};
    lc_int *natural = lc_alloc(ctx, lc_tuple_nleaves(l->domain), sizeof *natural);
    lcr_answer answer = LCR_UNKNOWN;
    if (natural != NULL)
        answer = lcr_digits_missing(r, &f, l->among.inner.layout, natural);
    if (answer == LCR_YES)
        answer = lcv_lookup_certify(ctx, l, natural, "the system in digits", &found->c);
    free(natural);
    return answer;
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
    lcr_answer answer = lcv_decide(r, methods, &question, found);
    if (answer == LCR_YES)
        found->value = lcv_function_at(lcr_ctx_lc(r), l->f, found->c);
    return answer;
}
