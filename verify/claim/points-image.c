/* points-image.c - claims about the values of swizzles, composed layouts and
 * linear layouts: injective, surjective, bijective, compact, covers, partitions,
 * in_bounds, fits, aligned.
 *
 * The values of an affine function are base + V, V the span of its columns: it is
 * injective when the columns are independent, has 2^rank values, and reaches y when
 * y + base is in V. The least number that a space V does not hold is a power of two, for
 * all below 2^k are sums of 1, 2, ..., 2^(k-1).
 *
 * A bijective swizzle w moves numbers inside blocks of its size only: w o f is injective
 * exactly when f is, and stays in a range that is made of blocks exactly when f does.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

/* ---- parts ---- */

/* The layout under a bijective swizzle. */
static bool bijective_parts(const lcv_function *p, lc_swizzle *w, lcv_function *inner)
{
    return lcv_function_parts(p, w, inner) && lc_swizzle_is_bijective(*w);
}

static lc_int power(lc_ctx *ctx, unsigned k)
{
    return k < 64 ? lcv_from_word(ctx, (uint64_t)1 << k)
                  : lc_int_mul(ctx, lcv_from_word(ctx, (uint64_t)1 << 32),
                               lcv_from_word(ctx, (uint64_t)1 << 32));
}

/* A coordinate at which an affine function has a value. */
static bool affine_find(const lcv_function *p, uint64_t value, uint64_t *c)
{
    return lc_f2_solve(&p->map, value ^ p->base, c);
}

/* ---- injective ---- */

static lcv_result *collision(lc_ctx *ctx, const char *method, const lcv_function *p, lc_int c1,
                             lc_int c2)
{
    lc_int value = lcv_function_at(ctx, p, c1);
    if (!lc_int_eq(value, lcv_function_at(ctx, p, c2)))
        return lcv_uncertified(ctx, "the kernel");
    lc_tuple *shown = lcv_function_show(ctx, p, value);
    lcv_result *result = NULL;
    if (shown != NULL)
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i and c' = %i", c1, c2),
                             lcv_text(ctx, "both are %t", shown));
    lcv_step_function(ctx, &result, p, c1, NULL);
    lcv_step_function(ctx, &result, p, c2, NULL);
    lc_tuple_free(shown);
    return result;
}

static lcv_result *affine_injective(lc_ctx *ctx, const lcv_function *p)
{
    lc_f2 kernel = lc_f2_kernel(&p->map);
    if (kernel.cols == 0)
        return lcv_proved(ctx, LCV_BY_MATRIX);
    uint64_t least = kernel.column[0];
    for (unsigned j = 1; j < kernel.cols; j++)
        least = kernel.column[j] < least ? kernel.column[j] : least;
    return collision(ctx, LCV_BY_MATRIX, p, lc_int_const(0), lcv_from_word(ctx, least));
}

/* Of the pairs of a list that meet, one whose second coordinate is least; takes over the
 * list, which may be NULL. */
static bool meet_in(lc_ctx *ctx, lcv_point *list, size_t n, lc_int *c1, lc_int *c2)
{
    size_t first = 0;
    for (size_t i = 1; list != NULL && i < n; i++)
        if (list[i].number == list[i - 1].number &&
            (first == 0 || list[i].c < list[first].c))
            first = i;
    if (first > 0) {
        *c1 = lc_int_si(ctx, list[first - 1].c);
        *c2 = lc_int_si(ctx, list[first].c);
    }
    free(list);
    return first > 0;
}

static lcr_answer solve_collision(lcr_ctx *r, const lcv_function *p, lc_int *c1, lc_int *c2)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_tuple_nleaves(p->shape);
    lcv_steps steps;
    if (!lcv_function_steps(lcr_ctx_lc(r), p, &steps))
        return LCR_UNKNOWN;
    lcr_digit_function f = {p->shape, {steps.n, steps.step}};
    lc_int *natural = lc_alloc(ctx, 2 * n, sizeof *natural);
    lcr_answer answer = natural != NULL ? lcr_digits_collision(r, &f, natural) : LCR_UNKNOWN;
    if (answer == LCR_YES) {
        *c1 = lcv_integral(ctx, p->shape, natural);
        *c2 = lcv_integral(ctx, p->shape, natural + n);
    }
    free(natural);
    return answer;
}

/* Under a swizzle that is no bijection: guessed at, solved, listed. */
static lcv_result *search_injective(lcr_ctx *r, const lcv_function *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n;
    lc_int c1 = lc_int_const(0), c2 = c1;
    lcv_point *list = lcv_function_first(ctx, p, &n);
    if (meet_in(ctx, list, n, &c1, &c2))
        return collision(ctx, LCV_BY_EVALUATION, p, c1, c2);
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    lcr_answer answer = solve_collision(r, p, &c1, &c2);
    if (answer == LCR_YES)
        return collision(ctx, LCV_BY_DIGITS, p, c1, c2);
    if (answer == LCR_NO)
        return lcv_proved(ctx, LCV_BY_DIGITS);
    list = lcv_out_of_budget(ctx) ? lcv_function_sorted(ctx, p, &n) : NULL;
    if (list == NULL)
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, p) : NULL;
    if (meet_in(ctx, list, n, &c1, &c2))
        return collision(ctx, LCV_BY_ENUMERATION, p, c1, c2);
    return lcv_proved(ctx, LCV_BY_ENUMERATION);
}

static lcv_result *injective(lcr_ctx *r, const lcv_function *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_swizzle w;
    lcv_function inner;
    if (p->affine)
        return affine_injective(ctx, p);
    if (lc_ctx_shortcuts(ctx) && bijective_parts(p, &w, &inner)) {
        lc_int c1 = lc_int_const(0), c2 = lc_int_const(0);
        const char *method = "";
        lcr_answer answer = lcv_find_collision(r, inner.layout, &c1, &c2, &method);
        if (answer == LCR_NO)
            return lcv_proved(ctx, method);
        if (answer == LCR_YES)
            return collision(ctx, method, p, c1, c2);
        if (!lcv_out_of_budget(ctx))
            return NULL;
    }
    return search_injective(r, p);
}

/* ---- ranges ---- */

typedef struct {
    const lcv_function *p;
    lc_int least, most;
} range_claim;

static bool out_of_range(lc_ctx *ctx, const void *claim, lc_int c)
{
    const range_claim *range = claim;
    lc_int value = lcv_function_at(ctx, range->p, c);
    return lc_int_lt(value, range->least) || lc_int_lt(range->most, value);
}

static lcv_result *outside(lc_ctx *ctx, const char *method, const range_claim *range, lc_int c)
{
    lc_int value = lcv_function_at(ctx, range->p, c);
    if (!out_of_range(ctx, range, c))
        return lcv_uncertified(ctx, "the range of values");
    lcv_result *result = lcv_refuted(
        ctx, method, lcv_text(ctx, "c = %i", c),
        lcv_text(ctx, "%i is outside [%i,%i)", value, range->least,
                 lc_int_add(ctx, range->most, lc_int_const(1))));
    lcv_step_number(ctx, &result, range->p, c);
    return result;
}

/* The least and the largest of base + V: greedily, from the highest bit. */
static void affine_range(const lcv_function *p, uint64_t *low, uint64_t *high)
{
    lc_f2 image = lc_f2_image(&p->map);
    *low = *high = p->base;
    for (unsigned j = image.cols; j-- > 0;) {
        if ((*low ^ image.column[j]) < *low)
            *low ^= image.column[j];
        if ((*high ^ image.column[j]) > *high)
            *high ^= image.column[j];
    }
}

static lcv_result *affine_in_range(lc_ctx *ctx, const range_claim *range)
{
    uint64_t low, high, c = 0;
    affine_range(range->p, &low, &high);
    lc_int least = lcv_from_word(ctx, low), most = lcv_from_word(ctx, high);
    if (lc_int_le(range->least, least) && lc_int_le(most, range->most))
        return lcv_proved_with(ctx, LCV_BY_MATRIX,
                               lcv_text(ctx, "the offsets lie in [%i,%i]", least, most));
    /* a single bit, if it shows it */
    for (unsigned j = 0; j < range->p->map.cols; j++) {
        lc_int bit = power(ctx, j);
        if (out_of_range(ctx, range, bit))
            return outside(ctx, LCV_BY_MATRIX, range, bit);
    }
    affine_find(range->p, lc_int_lt(range->most, most) ? high : low, &c);
    return outside(ctx, LCV_BY_MATRIX, range, lcv_from_word(ctx, c));
}

/* The blocks of the swizzle that the layout under it touches lie in the range. */
static bool blocks_inside(lc_ctx *ctx, const range_claim *range, lc_int *low, lc_int *high)
{
    lc_swizzle w;
    lcv_function inner;
    if (!lcv_function_parts(range->p, &w, &inner))
        return false;
    lc_int block = lc_swizzle_size(ctx, w), one = lc_int_const(1);
    lcv_function_range(ctx, &inner, low, high);
    *low = lc_int_mul(ctx, block, lc_int_fdiv(ctx, *low, block));
    *high = lc_int_mul(ctx, block, lc_int_add(ctx, lc_int_fdiv(ctx, *high, block), one));
    *high = lc_int_sub(ctx, *high, one);
    return lc_int_le(range->least, *low) && lc_int_le(*high, range->most);
}

/* The range is made of blocks of the swizzle, and the layout leaves it: so does X, at
 * the same coordinate. */
static bool blocks_leave(lc_ctx *ctx, const range_claim *range, lc_int *c)
{
    lc_swizzle w;
    lcv_function inner;
    if (!bijective_parts(range->p, &w, &inner))
        return false;
    lc_int block = lc_swizzle_size(ctx, w);
    lc_int end = lc_int_add(ctx, range->most, lc_int_const(1));
    return lc_int_divides(ctx, block, range->least) && lc_int_divides(ctx, block, end) &&
           lcv_find_out_of_bounds(ctx, &inner, range->least, range->most, c);
}

/* Strides that add by XOR: 0 is the least value, and the largest is known. */
static bool largest_inside(lc_ctx *ctx, const range_claim *range, lc_int *low, lc_int *high)
{
    const lcv_value *v = range->p->value;
    if (!lcv_is_xor(v) || lcv_has_offset(v))
        return false;
    *low = lc_int_const(0);
    if (!lc_layout_largest(ctx, v->layout, high)) {
        lcv_out_of_budget(ctx);
        return false;
    }
    return lc_int_le(range->least, *low) && lc_int_le(*high, range->most);
}

static lcr_answer solve_outside(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const range_claim *range = claim;
    lcv_steps steps;
    if (!lcv_function_steps(lcr_ctx_lc(r), range->p, &steps))
        return LCR_UNKNOWN;
    lcr_digit_function f = {range->p->shape, {steps.n, steps.step}};
    return lcr_digits_outside(r, &f, range->least, range->most, natural);
}

static lcv_result *in_range(lcr_ctx *r, const range_claim *range)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int low, high, c = lc_int_const(0);
    const char *method;
    if (range->p->affine)
        return affine_in_range(ctx, range);
    if (lc_ctx_shortcuts(ctx) &&
        (blocks_inside(ctx, range, &low, &high) || largest_inside(ctx, range, &low, &high)))
        return lcv_proved_with(ctx, LCV_BY_CLOSED_FORM,
                               lcv_text(ctx, "the offsets lie in [%i,%i]", low, high));
    if (lc_ctx_shortcuts(ctx) && blocks_leave(ctx, range, &c) && lc_ctx_code(ctx) == LC_OK)
        return outside(ctx, LCV_BY_CLOSED_FORM, range, c);
    lcv_search search = {range->p->shape, out_of_range, range};
    switch (lcv_search_points(r, &search, solve_outside, &c, &method)) {
    case LCR_YES:
        return outside(ctx, method, range, c);
    case LCR_NO:
        return lcv_proved(ctx, method);
    default:
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, range->p) : NULL;
    }
}

/* ---- values that are not reached ---- */

static lcv_result *missing(lc_ctx *ctx, const char *method, const lcv_function *p, lc_int value)
{
    lc_tuple *shown = lcv_function_show(ctx, p, value);
    lcv_result *result = NULL;
    if (shown != NULL)
        result = lcv_refuted(ctx, method, lcv_text(ctx, "offset %t", shown),
                             lcv_text(ctx, "%t is never reached", shown));
    lc_tuple_free(shown);
    return result;
}

/* The least number that an affine function does not reach: 0, or a power of two. */
static lc_int affine_missing(lc_ctx *ctx, const lcv_function *p)
{
    uint64_t c;
    if (!affine_find(p, 0, &c))
        return lc_int_const(0);
    for (unsigned k = 0; k < 64; k++)
        if (!affine_find(p, (uint64_t)1 << k, &c))
            return power(ctx, k);
    return power(ctx, 64);
}

/* [0,n) is reached. */
static lcv_result *affine_covers(lc_ctx *ctx, const lcv_function *p, lc_int n)
{
    lc_int least = affine_missing(ctx, p);
    if (lc_int_le(n, least))
        return lcv_proved(ctx, LCV_BY_MATRIX);
    lcv_result *result = missing(ctx, LCV_BY_MATRIX, p, least);
    lcv_step_parity(ctx, &result, p, least);
    return result;
}

/* The least number below n, from `first` on, whose inner offset the layout under a
 * bijective swizzle does not reach: UNKNOWN when `limit` numbers do not tell. */
static lcr_answer find_missing(lcr_ctx *r, const lcv_function *p, const lcv_image *image,
                               lc_int first, lc_int n, int64_t limit, lc_int *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_alloc(ctx, lc_layout_nleaves(image->layout), sizeof *natural);
    lcr_answer found = natural != NULL ? LCR_YES : LCR_UNKNOWN;
    lc_int v = first;
    for (int64_t i = 0; found == LCR_YES && i < limit && lc_int_lt(v, n); i++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int inner = lc_swizzle_undo(ctx, p->value->swizzle, v);
        found = lcv_image_find(r, image, inner, natural);
        lc_frame_close(ctx, frame);
        *value = v;
        v = lc_int_add(ctx, v, lc_int_const(1));
    }
    free(natural);
    if (found == LCR_YES)
        return lc_int_lt(v, n) ? LCR_UNKNOWN : LCR_NO;
    return found == LCR_NO ? LCR_YES : LCR_UNKNOWN;
}

/* Under a bijective swizzle, by the offsets [0,end) that the layout reaches from 0 on
 * without a gap: the whole blocks of them are reached, and in the next block what `end`
 * is swizzled to is not. NULL without an error when this does not decide. */
static lcv_result *blocks_cover(lcr_ctx *r, const lcv_function *p, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_swizzle w;
    lcv_function inner;
    lcv_image image;
    if (!lc_ctx_shortcuts(ctx) || p->value->kind != LCV_COMPOSED || !bijective_parts(p, &w, &inner) ||
        !lcv_image_of(ctx, inner.layout, inner.offset, &image))
        return NULL;
    lc_int end, value = lc_int_const(0), block = lc_swizzle_size(ctx, w);
    if (lc_int_sign(image.low) > 0)
        end = lc_int_const(0);
    else if (lcv_image_gap(ctx, &image, &end) == image.n)
        end = lc_int_add(ctx, image.high, lc_int_const(1));
    lcv_result *result = NULL;
    if (lc_int_sign(end) >= 0) {
        lc_int whole = lc_int_mul(ctx, block, lc_int_fdiv(ctx, end, block));
        lc_int moved = lc_swizzle_apply(ctx, w, end);
        lcr_answer missed = find_missing(r, p, &image, whole, n, LCV_ENUMERATE, &value);
        if (missed == LCR_UNKNOWN && lcv_out_of_budget(ctx) && lc_int_lt(moved, n)) {
            missed = LCR_YES;
            value = moved;
        }
        if (missed == LCR_NO)
            result = lcv_proved(ctx, LCV_BY_CLOSED_FORM);
        else if (missed == LCR_YES) {
            result = missing(ctx, LCV_BY_CLOSED_FORM, p, value);
            lcv_step_under(ctx, &result, p, &image, value);
        }
    }
    lcv_image_free(&image);
    return result;
}

static lcv_result *covers(lcr_ctx *r, const lcv_function *p, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (p->affine)
        return affine_covers(ctx, p, n);
    lcv_result *by_blocks = blocks_cover(r, p, n);
    if (by_blocks != NULL || lc_ctx_code(ctx) != LC_OK)
        return by_blocks;
    size_t count;
    lcv_point *list = lcv_function_sorted(ctx, p, &count);
    if (list == NULL)
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, p) : NULL;
    int64_t least = 0; /* the least number not seen yet */
    for (size_t i = 0; i < count; i++)
        least += list[i].number == least;
    lc_int value = lc_int_si(ctx, least);
    lcv_result *result = lc_int_le(n, value) ? lcv_proved(ctx, LCV_BY_ENUMERATION)
                                             : missing(ctx, LCV_BY_ENUMERATION, p, value);
    if (result != NULL && result->verdict == LCV_REFUTED)
        lcv_step_neighbours(ctx, &result, p, list, count, value);
    free(list);
    return result;
}

static lcv_result *onto(lcr_ctx *r, const lcv_function *p, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    range_claim range = {p, lc_int_const(0), lc_int_sub(ctx, n, lc_int_const(1))};
    lcv_result *result = in_range(r, &range);
    if (result == NULL || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return covers(r, p, n);
}

/* The number of values that the output dims have, of those who say so. */
static lc_int declared(lc_ctx *ctx, const lcv_function *p)
{
    if (p->value->kind == LCV_LINEAR)
        return power(ctx, lc_linear_out_bits(p->value->linear));
    return p->size;
}

/* Every one of n values once. */
static lcv_result *once_each(lcr_ctx *r, const lcv_function *p, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = injective(r, p);
    if (result == NULL || result->verdict != LCV_PROVED)
        return result;
    /* as many points as places, in range and apart: onto */
    range_claim range = {p, lc_int_const(0), lc_int_sub(ctx, n, lc_int_const(1))};
    if (lc_int_eq(p->size, n)) {
        lcv_result *inside = in_range(r, &range);
        if (inside == NULL || inside->verdict != LCV_PROVED) {
            lcv_result_free(result);
            return inside;
        }
        lcv_result_free(inside);
        return result;
    }
    lcv_result_free(result);
    return onto(r, p, n);
}

/* ---- the claims on one function ---- */

lcv_result *lcv_points_injective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(lcr_ctx_lc(r), "injective", "X", args[0], &p))
        result = injective(r, &p);
    lcv_function_free(&p);
    return result;
}

lcv_result *lcv_points_bijective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(lcr_ctx_lc(r), "bijective", "X", args[0], &p))
        result = once_each(r, &p, declared(lcr_ctx_lc(r), &p));
    lcv_function_free(&p);
    return result;
}

/* Just [0,size), whatever values the output dims might have. */
lcv_result *lcv_points_compact(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(lcr_ctx_lc(r), "compact", "X", args[0], &p))
        result = once_each(r, &p, p.size);
    lcv_function_free(&p);
    return result;
}

lcv_result *lcv_points_surjective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count = lc_int_const(0);
    if (n > 1 && !lcv_arg_int(ctx, "surjective", "N", args[1], 0, &count))
        return NULL;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(ctx, "surjective", "X", args[0], &p)) {
        if (n < 2 && p.value->kind == LCV_COMPOSED)
            lc_fail(ctx, LC_ERR_INVALID,
                    "surjective needs an integer N: a composed layout X does not say itself "
                    "which values it may have");
        else
            result = onto(r, &p, n > 1 ? count : declared(ctx, &p));
    }
    lcv_function_free(&p);
    return result;
}

lcv_result *lcv_points_covers(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count;
    if (!lcv_arg_int(ctx, "covers", "N", args[1], 0, &count))
        return NULL;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(ctx, "covers", "X", args[0], &p))
        result = covers(r, &p, count);
    lcv_function_free(&p);
    return result;
}

static lcv_result *partitions(lcr_ctx *r, const lcv_function *p, const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int want = lc_tuple_size(ctx, shape);
    if (lc_int_eq(p->size, want))
        return once_each(r, p, want);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                                     lcv_text(ctx, "%i is not %i", p->size, want));
    lcv_step(ctx, &result, "TV has %i coordinates, S = %t has %i", p->size, shape, want);
    return result;
}

/* With several output dims these are the dims of S. */
static lcv_result *check_dims(lc_ctx *ctx, const lcv_function *p, const lc_tuple *shape)
{
    const lc_linear *l = p->value->linear;
    if (p->nouts != lc_tuple_rank(shape))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions needs a shape S of %zu modes, one for each output dim of TV, "
                       "not of %zu",
                       p->nouts, lc_tuple_rank(shape));
    for (size_t i = 0; i < p->nouts; i++) {
        lc_tuple *mode = lc_tuple_mode(ctx, shape, i);
        lc_int have = power(ctx, lc_linear_out_dim(l, i).bits);
        bool same = mode != NULL && lc_int_eq(have, lc_tuple_size(ctx, mode));
        lcv_result *result = NULL;
        if (mode != NULL && !same)
            result = lcv_refuted(ctx, LCV_BY_COMPARISON,
                                 lcv_text(ctx, "output dim %s", lc_linear_out_dim(l, i).name),
                                 lcv_text(ctx, "its size %i is not %i", have,
                                          lc_tuple_size(ctx, mode)));
        lc_tuple_free(mode);
        if (!same)
            return result;
    }
    return NULL;
}

lcv_result *lcv_points_partitions(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n > 2)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions takes `under` of layouts, not of %s with %s",
                       lcv_value_describe(args[0]), lcv_value_describe(args[1]));
    lcv_function p = {0};
    lcv_result *result = NULL;
    lc_tuple *shape = lcv_arg_domain(ctx, "partitions", "S", args[1]);
    if (shape != NULL && lcv_arg_any(ctx, "partitions", "TV", args[0], &p)) {
        if (p.nouts > 1)
            result = check_dims(ctx, &p, shape);
        if (result == NULL && lc_ctx_code(ctx) == LC_OK)
            result = partitions(r, &p, shape);
    }
    lcv_function_free(&p);
    lc_tuple_free(shape);
    return result;
}

static lcv_result *prove_range(lcr_ctx *r, const char *claim, const lcv_value *v, lc_int least,
                               lc_int most)
{
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(lcr_ctx_lc(r), claim, "X", v, &p)) {
        range_claim range = {&p, least, most};
        result = in_range(r, &range);
    }
    lcv_function_free(&p);
    return result;
}

lcv_result *lcv_points_in_bounds(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int bound;
    if (!lcv_arg_int(ctx, "in_bounds", "N", args[1], 0, &bound))
        return NULL;
    return prove_range(r, "in_bounds", args[0], lc_int_const(0),
                       lc_int_sub(ctx, bound, lc_int_const(1)));
}

lcv_result *lcv_points_fits(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int least, most;
    if (!lcv_arg_type(ctx, "fits", args[1], &least, &most))
        return NULL;
    return prove_range(r, "fits", args[0], least, most);
}

/* ---- aligned ---- */

typedef struct {
    const lcv_function *p;
    lc_int n;
} divisor_claim;

static bool unaligned(lc_ctx *ctx, const void *claim, lc_int c)
{
    const divisor_claim *d = claim;
    return !lc_int_divides(ctx, d->n, lcv_function_at(ctx, d->p, c));
}

static lcv_result *unaligned_at(lc_ctx *ctx, const char *method, const divisor_claim *d, lc_int c)
{
    lcv_result *result =
        lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "%i is not a multiple of %i", lcv_function_at(ctx, d->p, c), d->n));
    lcv_step_number(ctx, &result, d->p, c);
    return result;
}

static lcr_answer solve_unaligned(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const divisor_claim *d = claim;
    lcv_steps steps;
    if (!lcv_function_steps(lcr_ctx_lc(r), d->p, &steps))
        return LCR_UNKNOWN;
    lcr_digit_function f = {d->p->shape, {steps.n, steps.step}};
    return lcr_digits_unaligned(r, &f, d->n, natural);
}

static lcv_result *aligned(lcr_ctx *r, const divisor_claim *d)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int c = lc_int_const(0);
    const char *method;
    if (d->p->affine && lc_int_is_power_of_two(d->n)) { /* a XOR of multiples is one */
        if (unaligned(ctx, d, c))
            return unaligned_at(ctx, LCV_BY_MATRIX, d, c);
        for (unsigned j = 0; j < d->p->map.cols; j++)
            if (unaligned(ctx, d, power(ctx, j)))
                return unaligned_at(ctx, LCV_BY_MATRIX, d, power(ctx, j));
        return lcv_proved(ctx, LCV_BY_MATRIX);
    }
    lcv_search search = {d->p->shape, unaligned, d};
    switch (lcv_search_points(r, &search, solve_unaligned, &c, &method)) {
    case LCR_YES:
        return unaligned_at(ctx, method, d, c);
    case LCR_NO:
        return lcv_proved(ctx, method);
    default:
        return lc_ctx_code(ctx) == LC_OK ? lcv_points_undecided(ctx, d->p) : NULL;
    }
}

lcv_result *lcv_points_aligned(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int divisor;
    if (!lcv_arg_int(ctx, "aligned", "n", args[1], 1, &divisor))
        return NULL;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(ctx, "aligned", "X", args[0], &p)) {
        divisor_claim d = {&p, divisor};
        result = aligned(r, &d);
    }
    lcv_function_free(&p);
    return result;
}
