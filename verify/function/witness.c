/* witness.c - counterexamples by guessing, and proofs by enumeration.
 *
 * Most false claims about layouts break at a coordinate that a person would try first: a small
 * number, one step along a mode, the end of a mode, two of these together. Evaluating a layout is
 * far cheaper than a linear system, so these are tried before anything is solved. A greedy
 * descent, each step of which is evaluated, brings a coordinate found by the solver down to a
 * small one.
 */
#include "config.h"

#include "function.h"
#include "witness.h"

#define RANDOM_POINTS 64
#define DESCENT_WORK ((int64_t)1 << 21) /* words of points that are tried to make one small */
#define LIMIT_PAIR_LEAVES 24            /* sums of two points are tried up to this rank */
#define GUESS_WORK 262144               /* leaves evaluated for guesses, where there are many */

/* xorshift64; a fixed seed, so that a claim always has the same counterexample. */
static uint64_t random_next(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

static lc_int random_below(lc_ctx *ctx, uint64_t *state, lc_int bound)
{
    lc_int x = lc_int_si(ctx, (int64_t)(random_next(state) >> 3));
    for (size_t bits = 60; bits < lc_int_bits(bound); bits += 60) {
        x = lc_int_mul(ctx, x, lc_int_si(ctx, (int64_t)1 << 60));
        x = lc_int_add(ctx, x, lc_int_si(ctx, (int64_t)(random_next(state) >> 4)));
    }
    return lc_int_fmod(ctx, x, bound);
}

lc_int *lcv_prefix_products(lc_ctx *ctx, const lc_tuple *shape)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *product = lc_frame_alloc(ctx, n + 1, sizeof *product);
    if (!product)
        return NULL;
    product[0] = lc_int_const(1);
    for (size_t i = 0; i < n; i++)
        product[i + 1] = lc_int_mul(ctx, product[i], lc_tuple_value(shape, i));
    return product;
}

lc_int lcv_integral(lc_ctx *ctx, const lc_tuple *shape, const lc_int *natural)
{
    lc_int index = lc_int_const(0);
    for (size_t i = lc_tuple_nleaves(shape); i-- > 0;) {
        index = lc_int_mul(ctx, index, lc_tuple_value(shape, i));
        index = lc_int_add(ctx, index, natural[i]);
    }
    return index;
}

/* Does c break the claim? What is computed on the way is dropped. */
static bool try_point(lc_ctx *ctx, const lcv_search *search, lc_int c)
{
    lc_frame frame = lc_frame_open(ctx);
    bool breaks = search->breaks(ctx, search->claim, c);
    lc_frame_close(ctx, frame);
    return breaks;
}

static bool try_first(lc_ctx *ctx, const lcv_search *search, int64_t count, lc_int *c)
{
    for (int64_t i = 0; i < count; i++) {
        *c = lc_int_si(ctx, i);
        if (try_point(ctx, search, *c))
            return true;
    }
    return false;
}

/* The points of a leaf: one step along it, and its end. */
static lc_int leaf_point(lc_ctx *ctx, const lc_tuple *shape, const lc_int *product, size_t which)
{
    size_t leaf = which / 2;
    lc_int extent = lc_tuple_value(shape, leaf);
    lc_int steps = which % 2 == 0 ? lc_int_const(1) : lc_int_sub(ctx, extent, lc_int_const(1));
    return lc_int_is_one(extent) ? lc_int_const(0) : lc_int_mul(ctx, product[leaf], steps);
}

static bool try_leaves(lc_ctx *ctx, const lcv_search *search, const lc_int *product, lc_int *c)
{
    size_t n = 2 * lc_tuple_nleaves(search->domain);
    for (size_t i = 0; i < n; i++) {
        *c = leaf_point(ctx, search->domain, product, i);
        if (try_point(ctx, search, *c))
            return true;
    }
    return false;
}

static bool try_pairs(lc_ctx *ctx, const lcv_search *search, const lc_int *product, lc_int *c)
{
    size_t n = lc_tuple_nleaves(search->domain);
    if (n > LIMIT_PAIR_LEAVES)
        return false;
    for (size_t j = 2; j < 2 * n; j++) {
        lc_int second = leaf_point(ctx, search->domain, product, j);
        for (size_t i = 0; i / 2 < j / 2; i++) {
            *c = lc_int_add(ctx, leaf_point(ctx, search->domain, product, i), second);
            if (try_point(ctx, search, *c))
                return true;
        }
    }
    return false;
}

static bool try_random(lc_ctx *ctx, const lcv_search *search, lc_int size, lc_int *c)
{
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < RANDOM_POINTS; i++) {
        *c = random_below(ctx, &state, size);
        if (try_point(ctx, search, *c))
            return true;
    }
    return false;
}

static lc_int one_step_less(lc_ctx *ctx, lc_int x)
{
    return lc_int_fdiv(ctx, x, lc_int_const(2));
}

/* Lower each entry of a breaking coordinate while it still breaks: to 0, to 1, or
 * by halves; for so many points, fewer where their integers have many words. */
static lc_int descend(lc_ctx *ctx, const lcv_search *search, lc_int c)
{
    size_t n = lc_tuple_nleaves(search->domain);
    lc_int *product = lcv_prefix_products(ctx, search->domain);
    int64_t points = DESCENT_WORK / (int64_t)(1 + lc_int_bits(c) / 64);
    for (size_t i = n; product && i-- > 0;) {
        lc_int digit = lc_int_fdiv(ctx, c, product[i]);
        if (i + 1 < n)
            digit = lc_int_fmod(ctx, digit, lc_tuple_value(search->domain, i));
        lc_int rest = lc_int_sub(ctx, c, lc_int_mul(ctx, digit, product[i]));
        lc_int lower = lc_int_const(0);
        while (lc_int_lt(lower, digit) && points-- > 0) {
            lc_int candidate = lc_int_add(ctx, rest, lc_int_mul(ctx, lower, product[i]));
            if (try_point(ctx, search, candidate)) {
                c = candidate;
                digit = lower;
                lower = lc_int_const(0);
                if (lc_int_is_zero(digit))
                    break;
            }
            /* 0, 1, then ever closer to the digit from below */
            else if (lc_int_is_zero(lower))
                lower = lc_int_const(1);
            else {
                lc_int gap = one_step_less(ctx, lc_int_sub(ctx, digit, lower));
                if (lc_int_is_zero(gap))
                    break;
                lower = lc_int_add(ctx, lower, gap);
            }
        }
    }
    return c;
}

lcr_answer lcv_guess(lc_ctx *ctx, const lcv_search *search, lc_int *c)
{
    if (!lc_ctx_shortcuts(ctx))
        return LCR_UNKNOWN;
    lc_int size = lc_tuple_size(ctx, search->domain);
    if (lc_int_le(size, lc_int_const(lcv_guesses(ctx))))
        return try_first(ctx, search, lc_int_get_si(size), c) ? LCR_YES : LCR_NO;
    int64_t leaves = (int64_t)lc_tuple_nleaves(search->domain);
    if (lcv_guesses(ctx) * leaves > GUESS_WORK)
        return try_first(ctx, search, GUESS_WORK / leaves, c) ? LCR_YES : LCR_UNKNOWN;
    if (try_first(ctx, search, lcv_guesses(ctx), c))
        return LCR_YES;

    lc_int *product = lcv_prefix_products(ctx, search->domain);
    if (!product)
        return LCR_UNKNOWN;
    if (!try_leaves(ctx, search, product, c) && !try_pairs(ctx, search, product, c) &&
        !try_random(ctx, search, size, c))
        return LCR_UNKNOWN;
    *c = descend(ctx, search, *c);
    return LCR_YES;
}

lcr_answer lcv_enumerate_to(lc_ctx *ctx, const lcv_search *search, int64_t most, lc_int *c)
{
    lc_int size = lc_tuple_size(ctx, search->domain);
    if (lc_int_lt(lc_int_si(ctx, most < lcv_points(ctx) ? most : lcv_points(ctx)), size))
        return LCR_UNKNOWN;
    lc_ctx_looks(ctx, (uint64_t)lc_int_get_si(size));
    return try_first(ctx, search, lc_int_get_si(size), c) ? LCR_YES : LCR_NO;
}

bool lcv_certify(lc_ctx *ctx, const lcv_search *search, const lc_int *natural, lc_int *c)
{
    *c = lcv_integral(ctx, search->domain, natural);
    if (!try_point(ctx, search, *c))
        return false;
    *c = descend(ctx, search, *c);
    return true;
}

/* ---- systems, and large domains ---- */

static lcr_answer solve_points(lcr_ctx *r, const lcv_search *search, lcv_solve *solve, lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_frame_alloc(ctx, lc_tuple_nleaves(search->domain), sizeof *natural);
    lcr_answer answer = natural ? solve(r, search->claim, natural) : LCR_UNKNOWN;
    if (answer == LCR_YES && !lcv_certify(ctx, search, natural, c)) {
        lcv_uncertified(ctx, "the system in digits");
        answer = LCR_UNKNOWN;
    }
    return answer;
}

lcr_answer lcv_search_points(lcr_ctx *r, const lcv_search *search, lcv_solve *solve, lc_int *c,
                             const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_answer answer = lcv_guess(ctx, search, c);
    *method = answer == LCR_YES ? LCV_BY_EVALUATION : LCV_BY_ENUMERATION;
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK && solve) {
        answer = solve_points(r, search, solve, c);
        if (answer != LCR_UNKNOWN)
            *method = LCV_BY_DIGITS;
        else
            lcv_out_of_budget(ctx);
    }
    if (answer != LCR_UNKNOWN || lc_ctx_code(ctx) != LC_OK)
        return answer;
    return lcv_enumerate_to(ctx, search, lcv_points(ctx), c);
}

lcv_result *lcv_undecided(lc_ctx *ctx, const lcv_function *p)
{
    if (p->layout && !p->value)
        return lcv_unknown(ctx, LCV_BY_SYSTEM,
                           lcv_text(ctx,
                                    "no linear system was decided within the budget, and %i "
                                    "coordinates are too many to enumerate: up to %z are",
                                    lc_layout_size(ctx, p->layout), (size_t)LCV_ENUMERATE));
    return lcv_unknown(ctx, LCV_BY_DIGITS,
                       lcv_text(ctx,
                                "%s is not seen to be linear over F2, no system in digits was "
                                "decided within the budget, and %i coordinates are too many to "
                                "enumerate: up to %z are",
                                p->name, p->size, (size_t)lcv_points(ctx)));
}
