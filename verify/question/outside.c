/* outside.c - values outside of an interval, values that are no multiples.
 *
 * The least and the largest offset of a layout are attained at corners of its domain. The least
 * of base + V, V the span of the columns of an affine function, is found greedily from the
 * highest bit, and so is the largest. A swizzle moves numbers inside blocks of its size only:
 * its values lie in the blocks that the layout under it touches, and a bijective one leaves a
 * range that is made of blocks exactly where that layout does.
 */
#include "config.h"

#include "../function/coordinates.h"
#include "outside.h"

#include <stdlib.h>

static bool is_outside(lc_ctx *ctx, const void *claim, lc_int c)
{
    const lcv_bounds *b = claim;
    lc_int value = lcv_function_at(ctx, b->f, c);
    return lc_int_lt(value, b->least) || lc_int_lt(b->most, value);
}

/* ---- layouts ---- */

/* The corner with the least (`low`) or the largest offset. */
static void corner_of(lc_ctx *ctx, const lc_layout *a, bool low, lc_int *natural)
{
    for (size_t i = 0; i < lc_layout_nleaves(a); i++) {
        bool falls = lc_int_sign(lc_layout_step(a, i)) < 0;
        natural[i] = falls == low ? lc_int_sub(ctx, lc_layout_extent(a, i), lc_int_const(1))
                                  : lc_int_const(0);
        if (lc_int_is_zero(lc_layout_step(a, i)))
            natural[i] = lc_int_const(0);
    }
}

bool lcv_find_out_of_bounds(lc_ctx *ctx, const lcv_function *x, lc_int least, lc_int most,
                            lc_int *c)
{
    lc_int low, high;
    lcv_function_range(ctx, x, &low, &high);
    bool too_low = lc_int_lt(low, least);
    if (!too_low && lc_int_le(high, most))
        return false;

    lc_tuple *shape = lcv_shape_of(ctx, x->layout);
    lc_int *natural = lc_frame_alloc(ctx, lc_layout_nleaves(x->layout), sizeof *natural);
    if (shape && natural) {
        lcv_bounds claim = {.f = x, .least = least, .most = most};
        lcv_search search = {shape, is_outside, &claim};
        if (lcv_guess(ctx, &search, c) != LCR_YES) {
            corner_of(ctx, x->layout, too_low, natural);
            if (!lcv_certify(ctx, &search, natural, c))
                lcv_uncertified(ctx, "the range of offsets");
        }
    }
    return true;
}

static bool is_of_integers(const lcv_function *f)
{
    return f->layout && lc_layout_codomain(f->layout) == LC_INTEGERS;
}

static lcr_answer by_corners(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_bounds *b = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_of_integers(b->f))
        return LCR_UNKNOWN;
    if (lcv_find_out_of_bounds(ctx, b->f, b->least, b->most, &found->c))
        return LCR_YES;
    lcv_function_range(ctx, b->f, &b->low, &b->high);
    return LCR_NO;
}

/* ---- affine functions ---- */

static void affine_range(const lcv_function *f, uint64_t *low, uint64_t *high)
{
    lc_f2 image = lc_f2_image(&f->map);
    *low = *high = f->base;
    for (unsigned j = image.cols; j-- > 0;) {
        if ((*low ^ image.column[j]) < *low)
            *low ^= image.column[j];
        if ((*high ^ image.column[j]) > *high)
            *high ^= image.column[j];
    }
}

/* A single bit, if it shows it; else where the least or the largest value is. */
static lcr_answer by_matrix(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_bounds *b = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    uint64_t low, high, c = 0;
    if (!b->f->affine)
        return LCR_UNKNOWN;
    affine_range(b->f, &low, &high);
    b->low = lc_int_from_word(ctx, low);
    b->high = lc_int_from_word(ctx, high);
    if (lc_int_le(b->least, b->low) && lc_int_le(b->high, b->most))
        return LCR_NO;
    for (unsigned j = 0; j < b->f->map.cols; j++) {
        found->c = lc_int_from_word(ctx, (uint64_t)1 << j);
        if (is_outside(ctx, b, found->c))
            return LCR_YES;
    }
    lc_f2_solve(&b->f->map, (lc_int_lt(b->most, b->high) ? high : low) ^ b->f->base, &c);
    found->c = lc_int_from_word(ctx, c);
    return LCR_YES;
}

/* ---- swizzles, and strides that add by XOR ---- */

static lcr_answer by_blocks(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_bounds *b = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_swizzle w;
    lcv_function inner;
    if (!b->f->value || !lcv_function_parts(b->f, &w, &inner))
        return LCR_UNKNOWN;
    lc_int block = lc_swizzle_size(ctx, w), one = lc_int_const(1), low, high;
    lcv_function_range(ctx, &inner, &low, &high);
    b->low = lc_int_mul(ctx, block, lc_int_fdiv(ctx, low, block));
    b->high = lc_int_mul(ctx, block, lc_int_add(ctx, lc_int_fdiv(ctx, high, block), one));
    b->high = lc_int_sub(ctx, b->high, one);
    if (lc_int_le(b->least, b->low) && lc_int_le(b->high, b->most))
        return LCR_NO;
    bool of_blocks = lc_int_divides(ctx, block, b->least) &&
                     lc_int_divides(ctx, block, lc_int_add(ctx, b->most, one));
    return lc_swizzle_is_bijective(w) && of_blocks &&
                   lcv_find_out_of_bounds(ctx, &inner, b->least, b->most, &found->c)
               ? LCR_YES
               : LCR_UNKNOWN;
}

/* 0 is the least value, and the largest is known. */
static lcr_answer by_largest(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_bounds *b = question;
    const lcv_value *v = b->f->value;
    (void)found;
    if (!v || !lcv_is_xor(v) || lcv_has_offset(v))
        return LCR_UNKNOWN;
    b->low = lc_int_const(0);
    if (!lc_layout_largest(lcr_ctx_lc(r), v->layout, &b->high))
        return LCR_UNKNOWN;
    bool inside = lc_int_le(b->least, b->low) && lc_int_le(b->high, b->most);
    return inside ? LCR_NO : LCR_UNKNOWN;
}

/* ---- searched for ---- */

static lcr_answer solve_digits(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const lcv_bounds *b = claim;
    lcv_steps steps;
    if (!lcv_function_steps(lcr_ctx_lc(r), b->f, &steps))
        return LCR_UNKNOWN;
    lcr_digit_function f = {b->f->shape, {steps.n, steps.step}};
    return lcr_digits_outside(r, &f, b->least, b->most, natural);
}

static lcr_answer by_search(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_bounds *b = question;
    lcv_search search = {b->f->shape, is_outside, b};
    b->low = lc_int_const(1); /* no interval is known */
    b->high = lc_int_const(0);
    return lcv_search_points(r, &search, solve_digits, &found->c, &found->method);
}

static lcr_answer find_outside(lcr_ctx *r, lcv_bounds *bounds, lcv_finding *found)
{
    static const lcv_method methods[] = {
        {by_corners, LCV_BY_CLOSED_FORM, false},
        {by_matrix, LCV_BY_MATRIX, false},
        {by_blocks, LCV_BY_CLOSED_FORM, true},
        {by_largest, LCV_BY_CLOSED_FORM, true},
        {by_search, NULL, false},
        {NULL, NULL, false},
    };
    lcr_answer answer = lcv_decide(r, "values outside", methods, bounds, found);
    if (answer == LCR_YES && !is_outside(lcr_ctx_lc(r), bounds, found->c)) {
        lcv_uncertified(lcr_ctx_lc(r), "the range of values");
        return LCR_UNKNOWN;
    }
    return answer;
}

/* ---- in range, as a result ---- */

static lcv_result *proved_in(lc_ctx *ctx, const lcv_bounds *b, const lcv_finding *found)
{
    if (lc_int_lt(b->high, b->low))
        return lcv_proved(ctx, found->method);
    return lcv_proved_with(ctx, found->method,
                           lcv_text(ctx, "the offsets lie in [%i,%i]", b->low, b->high));
}

static lcv_result *in_range(lcr_ctx *r, lcv_bounds *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_finding found = {.c = lc_int_const(0)};
    lcr_answer answer = find_outside(r, b, &found);
    if (answer == LCR_NO)
        return proved_in(ctx, b, &found);
    if (answer == LCR_UNKNOWN)
        return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, b->f) : NULL;
    lcv_result *result = lcv_refuted(ctx, found.method, lcv_text(ctx, "c = %i", found.c),
                                     lcv_text(ctx, "%i is outside [%i,%i)",
                                              lcv_function_at(ctx, b->f, found.c), b->least,
                                              lc_int_add(ctx, b->most, lc_int_const(1))));
    lcv_step_number(ctx, &result, b->f, found.c);
    return result;
}

static lcv_result *axes_in_range(lcr_ctx *r, const lcv_function *f, lc_int least, lc_int most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_text ranges = {0};
    lcv_text_add(ctx, &ranges, "the values lie");
    for (size_t q = 0; q < lc_layout_naxes(f->layout); q++) {
        lcv_function axis;
        lcv_bounds b = {.f = &axis, .least = least, .most = most};
        lcv_result *result = lcv_function_axis(ctx, f, q, &axis) ? in_range(r, &b) : NULL;
        if (!result || result->verdict != LCV_PROVED) {
            lc_text_free(&ranges);
            return lcv_in_part(ctx, result, "axis", q);
        }
        lcv_result_free(result);
        lcv_text_add(ctx, &ranges, "%s in [%i,%i] on axis %z", q > 0 ? "," : "", b.low, b.high,
                     q);
    }
    return lcv_proved_with(ctx, LCV_BY_CLOSED_FORM, lc_text_take(ctx, &ranges));
}

lcv_result *lcv_in_range(lcr_ctx *r, const lcv_function *f, lc_int least, lc_int most)
{
    lcv_bounds b = {.f = f, .least = least, .most = most};
    bool coordinates = f->layout && lc_layout_codomain(f->layout) == LC_COORDINATES;
    return coordinates ? axes_in_range(r, f, least, most) : in_range(r, &b);
}

/* ---- multiples ---- */

typedef struct {
    const lcv_function *f;
    lc_int n;
} multiples;

static bool is_unaligned(lc_ctx *ctx, const void *claim, lc_int c)
{
    const multiples *m = claim;
    return !lc_int_divides(ctx, m->n, lcv_function_at(ctx, m->f, c));
}

/* A XOR of multiples of a power of two is one. */
static lcr_answer by_columns(lcr_ctx *r, void *question, lcv_finding *found)
{
    const multiples *m = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!m->f->affine || !lc_int_is_power_of_two(m->n))
        return LCR_UNKNOWN;
    found->c = lc_int_const(0);
    bool breaks = is_unaligned(ctx, m, found->c);
    for (unsigned j = 0; j < m->f->map.cols && !breaks; j++) {
        found->c = lc_int_from_word(ctx, (uint64_t)1 << j);
        breaks = is_unaligned(ctx, m, found->c);
    }
    return breaks ? LCR_YES : LCR_NO;
}

/* All offsets are multiples when those of 0 and of one step along each mode are. */
static lcr_answer by_strides(lcr_ctx *r, void *question, lcv_finding *found)
{
    const multiples *m = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_of_integers(m->f))
        return LCR_UNKNOWN;
    found->c = lc_int_const(0);
    if (!lc_int_divides(ctx, m->n, m->f->offset))
        return LCR_YES;
    found->c = lc_int_const(1);
    for (size_t i = 0; i < lc_layout_nleaves(m->f->layout); i++) {
        lc_int extent = lc_layout_extent(m->f->layout, i);
        if (!lc_int_is_one(extent) && !lc_int_divides(ctx, m->n, lc_layout_step(m->f->layout, i)))
            return LCR_YES;
        found->c = lc_int_mul(ctx, found->c, extent);
    }
    return LCR_NO;
}

static lcr_answer solve_unaligned(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const multiples *m = claim;
    lcv_steps steps;
    if (!lcv_function_steps(lcr_ctx_lc(r), m->f, &steps))
        return LCR_UNKNOWN;
    lcr_digit_function f = {m->f->shape, {steps.n, steps.step}};
    return lcr_digits_unaligned(r, &f, m->n, natural);
}

static lcr_answer by_aligned_search(lcr_ctx *r, void *question, lcv_finding *found)
{
    const multiples *m = question;
    lcv_search search = {m->f->shape, is_unaligned, m};
    return lcv_search_points(r, &search, solve_unaligned, &found->c, &found->method);
}

lcr_answer lcv_unaligned(lcr_ctx *r, const lcv_function *f, lc_int n, lcv_finding *found)
{
    static const lcv_method methods[] = {
        {by_strides, LCV_BY_CLOSED_FORM, false},
        {by_columns, LCV_BY_MATRIX, false},
        {by_aligned_search, NULL, false},
        {NULL, NULL, false},
    };
    multiples m = {f, n};
    lcr_answer answer = lcv_decide(r, "values outside", methods, &m, found);
    if (answer == LCR_YES && !is_unaligned(lcr_ctx_lc(r), &m, found->c)) {
        lcv_uncertified(lcr_ctx_lc(r), "the strides");
        return LCR_UNKNOWN;
    }
    return answer;
}

lcv_result *lcv_aligned(lcr_ctx *r, const lcv_function *f, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_finding found;
    lcr_answer answer = lcv_unaligned(r, f, n, &found);
    if (answer == LCR_NO)
        return lcv_proved(ctx, found.method);
    if (answer == LCR_UNKNOWN)
        return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, f) : NULL;
    lcv_result *result = lcv_refuted(ctx, found.method, lcv_text(ctx, "c = %i", found.c),
                                     lcv_text(ctx, "%i is not a multiple of %i",
                                              lcv_function_at(ctx, f, found.c), n));
    lcv_step_number(ctx, &result, f, found.c);
    return result;
}
