/* image.c - the offsets of a layout as sums, and what can be read off them.
 *
 * The offsets that a layout reaches, and their counts, depend only on the multiset of (extent,
 * |stride|) and the least offset, not on the order or nesting of its modes: a negative stride
 * read from the other end is a positive one. With the modes in order of step this answers most
 * questions about images without solving anything (image conditions are proved at each function).
 */
#include "config.h"

#include "image.h"
#include "witness.h"

#include <stdlib.h>

/* Nodes of the search for digits; a system is asked after a short search, but with
 * many overlapping modes it would run into any budget, and the search goes on. */
#define FIND_WORK 4096
#define FIND_WORK_ALONE 65536
#define FIND_VARIABLES 16
#define FIND_FREE 256 /* nodes that are not counted against the budget of the claim */

/* ---- making ---- */

static int compare_modes(const void *x, const void *y)
{
    const lcv_mode *a = x, *b = y;
    int order = lc_int_cmp(a->step, b->step);
    return order != 0 ? order : (a->leaf > b->leaf) - (a->leaf < b->leaf);
}

static lc_int mode_span(lc_ctx *ctx, const lcv_mode *m)
{
    return lc_int_mul(ctx, lc_int_sub(ctx, m->extent, lc_int_const(1)), m->step);
}

bool lcv_image_of(lc_ctx *ctx, const lc_layout *a, lc_int offset, lcv_image *image)
{
    size_t leaves = lc_layout_nleaves(a);
    *image = (lcv_image){.layout = a, .low = offset, .repeats = lc_int_const(1)};
    image->mode = lc_frame_alloc(ctx, leaves, sizeof *image->mode);
    if (!image->mode)
        return false;
    for (size_t i = 0; i < leaves; i++) {
        lcv_mode m = {.leaf = i, .extent = lc_layout_extent(a, i), .step = lc_layout_step(a, i)};
        if (lc_int_is_one(m.extent))
            continue;
        if (lc_int_is_zero(m.step)) {
            image->repeats = lc_int_mul(ctx, image->repeats, m.extent);
            continue;
        }
        m.reflected = lc_int_sign(m.step) < 0;
        m.step = lc_int_abs(ctx, m.step);
        if (m.reflected)
            image->low = lc_int_sub(ctx, image->low, mode_span(ctx, &m));
        image->mode[image->n++] = m;
    }
    qsort(image->mode, image->n, sizeof *image->mode, compare_modes);
    lc_int reach = lc_int_const(0);
    for (size_t k = 0; k < image->n; k++)
        image->mode[k].reach = reach = lc_int_add(ctx, reach, mode_span(ctx, &image->mode[k]));
    image->high = lc_int_add(ctx, image->low, reach);
    return true;
}

/* The largest sum of the modes before k. */
static lc_int reach_before(const lcv_image *image, size_t k)
{
    return k == 0 ? lc_int_const(0) : image->mode[k - 1].reach;
}

/* ---- reading off ---- */

bool lcv_image_apart(const lcv_image *image)
{
    for (size_t k = 0; k < image->n; k++)
        if (lc_int_le(image->mode[k].step, reach_before(image, k)))
            return false;
    return true;
}

/* If step_k <= reach_{k-1} + 1 for all k then the image is an interval: the sums
 * of the modes before k are [0, reach_{k-1}] by induction, and their translates by
 * multiples of step_k meet or overlap. If k is the first mode that violates it,
 * reach_{k-1} + 1 is not reached: a sum that uses a mode from k on is at least
 * step_k, which is more, and one that does not is at most reach_{k-1}. */
size_t lcv_image_gap(lc_ctx *ctx, const lcv_image *image, lc_int *value)
{
    for (size_t k = 0; k < image->n; k++) {
        lc_int next = lc_int_add(ctx, reach_before(image, k), lc_int_const(1));
        if (lc_int_lt(next, image->mode[k].step)) {
            *value = lc_int_add(ctx, image->low, next);
            return k;
        }
    }
    return image->n;
}

void lcv_step_gap(lc_ctx *ctx, lcv_result **result, const char *name, const lcv_image *image,
                  size_t mode)
{
    lc_int below = lc_int_add(ctx, image->low, reach_before(image, mode));
    lc_int above = lc_int_add(ctx, image->low, image->mode[mode].step);
    if (mode == 0)
        lcv_step(ctx, result, "the least offset of %s is %i and the next one is %i", name,
                 image->low, above);
    else
        lcv_step(ctx, result,
                 "the modes of %s with strides below %i reach at most %i, the others at least %i",
                 name, image->mode[mode].step, below, above);
}

/* ---- membership ---- */

typedef struct {
    lc_ctx *ctx;
    const lcv_image *image;
    lc_int *divisor; /* gcd of the steps of modes 0 to k */
    lc_int *digit;
    long work;
} finder;

/* Digits of the modes before k whose sum is `rest`. */
static lcr_answer find_digits(finder *f, size_t k, lc_int rest)
{
    if (lc_int_sign(rest) < 0 || lc_int_lt(reach_before(f->image, k), rest))
        return LCR_NO;
    if (k == 0)
        return LCR_YES;
    lc_ctx *ctx = f->ctx;
    if (!lc_int_divides(ctx, f->divisor[k - 1], rest))
        return LCR_NO;
    const lcv_mode *m = &f->image->mode[k - 1];
    lc_int least = lc_int_sub(ctx, rest, reach_before(f->image, k - 1));
    least = lc_int_max(lc_int_const(0), lc_int_cdiv(ctx, least, m->step));
    lc_int most = lc_int_sub(ctx, m->extent, lc_int_const(1));
    most = lc_int_min(most, lc_int_fdiv(ctx, rest, m->step));
    for (lc_int q = least; lc_int_le(q, most); q = lc_int_add(ctx, q, lc_int_const(1))) {
        if (f->work-- <= 0)
            return LCR_UNKNOWN;
        f->digit[k - 1] = q;
        lcr_answer answer = find_digits(f, k - 1,
                                        lc_int_sub(ctx, rest, lc_int_mul(ctx, q, m->step)));
        if (answer != LCR_NO)
            return answer;
    }
    return LCR_NO;
}

/* The same question as one equation over a box. */
static lcr_answer solve_digits(lcr_ctx *r, const lcv_image *image, lc_int rest, lc_int *digit)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_system *system = lcr_system_new(r);
    if (!system)
        return LCR_UNKNOWN;
    lcr_expr sum;
    lcr_expr_zero(&sum);
    lcr_expr_add_const(ctx, &sum, lc_int_neg(ctx, rest));
    bool ok = true;
    for (size_t k = 0; ok && k < image->n; k++) {
        lc_int last = lc_int_sub(ctx, image->mode[k].extent, lc_int_const(1));
        size_t var = lcr_system_var(system, lc_int_const(0), last);
        ok = var != SIZE_MAX;
        if (ok)
            lcr_expr_add_var(ctx, &sum, image->mode[k].step, var);
    }
    lcr_answer answer = LCR_UNKNOWN;
    if (ok && lcr_system_eq(system, &sum))
        answer = lcr_system_solve(system, NULL, digit);
    lcr_system_free(system);
    return answer;
}

static void digits_to_natural(lc_ctx *ctx, const lcv_image *image, const lc_int *digit,
                              lc_int *natural)
{
    for (size_t i = 0; i < lc_layout_nleaves(image->layout); i++)
        natural[i] = lc_int_const(0);
    for (size_t k = 0; k < image->n; k++) {
        const lcv_mode *m = &image->mode[k];
        lc_int last = lc_int_sub(ctx, m->extent, lc_int_const(1));
        natural[m->leaf] = m->reflected ? lc_int_sub(ctx, last, digit[k]) : digit[k];
    }
}

lcr_answer lcv_image_find(lcr_ctx *r, const lcv_image *image, lc_int value, lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *room = lc_frame_alloc(ctx, 2 * image->n, sizeof *room);
    if (!room)
        return LCR_UNKNOWN;
    bool solvable = image->n <= FIND_VARIABLES;
    unsigned long left = lcr_steps_left(r);
    long work = !solvable ? FIND_WORK_ALONE : lc_ctx_shortcuts(ctx) ? FIND_WORK : 0;
    if (left < (unsigned long)work)
        work = left > FIND_FREE ? (long)left : FIND_FREE;
    finder f = {ctx, image, room, room + image->n, work};
    for (size_t k = 0; k < image->n; k++)
        f.divisor[k] = k == 0 ? image->mode[0].step
                              : lc_int_gcd(ctx, f.divisor[k - 1], image->mode[k].step);
    lc_int rest = lc_int_sub(ctx, value, image->low);
    lcr_answer answer = find_digits(&f, image->n, rest);
    if (work - f.work > FIND_FREE)
        lcr_charge_steps(r, (unsigned long)(work - f.work));
    if (answer == LCR_UNKNOWN && solvable)
        answer = solve_digits(r, image, rest, f.digit);
    if (answer == LCR_YES)
        digits_to_natural(ctx, image, f.digit, natural);
    return answer;
}

/* The digits of a sum are read off greedily where the modes are apart, and order of
 * digits is order of sums; so the greedy digits of any rest are the largest sum that
 * is not more. The offsets are symmetric between low and high. */
static lc_int offset_below(lc_ctx *ctx, const lcv_image *image, lc_int value)
{
    lc_int rest = lc_int_sub(ctx, value, image->low), sum = image->low;
    for (size_t k = image->n; k-- > 0;) {
        const lcv_mode *m = &image->mode[k];
        lc_int digit = lc_int_min(lc_int_fdiv(ctx, rest, m->step),
                                  lc_int_sub(ctx, m->extent, lc_int_const(1)));
        lc_int part = lc_int_mul(ctx, digit, m->step);
        rest = lc_int_sub(ctx, rest, part);
        sum = lc_int_add(ctx, sum, part);
    }
    return sum;
}

bool lcv_image_neighbours(lc_ctx *ctx, const lcv_image *image, lc_int value, lc_int *below,
                          lc_int *above)
{
    if (!lcv_image_apart(image) || lc_int_lt(value, image->low) || lc_int_lt(image->high, value))
        return false;
    lc_int both = lc_int_add(ctx, image->low, image->high);
    *below = offset_below(ctx, image, value);
    *above = lc_int_sub(ctx, both, offset_below(ctx, image, lc_int_sub(ctx, both, value)));
    return true;
}

/* ---- how often each offset is reached ---- */

/* Adds the number of digits of the modes before k whose sum is `rest`. */
static bool count_digits(finder *f, size_t k, lc_int rest, lc_int *count)
{
    if (lc_int_sign(rest) < 0 || lc_int_lt(reach_before(f->image, k), rest))
        return true;
    lc_ctx *ctx = f->ctx;
    if (k == 0) {
        *count = lc_int_add(ctx, *count, f->image->repeats);
        return true;
    }
    const lcv_mode *m = &f->image->mode[k - 1];
    lc_int least = lc_int_sub(ctx, rest, reach_before(f->image, k - 1));
    least = lc_int_max(lc_int_const(0), lc_int_cdiv(ctx, least, m->step));
    lc_int most = lc_int_sub(ctx, m->extent, lc_int_const(1));
    most = lc_int_min(most, lc_int_fdiv(ctx, rest, m->step));
    for (lc_int q = least; lc_int_le(q, most); q = lc_int_add(ctx, q, lc_int_const(1)))
        if (f->work-- <= 0 ||
            !count_digits(f, k - 1, lc_int_sub(ctx, rest, lc_int_mul(ctx, q, m->step)), count))
            return false;
    return true;
}

bool lcv_image_count(lc_ctx *ctx, const lcv_image *image, lc_int value, lc_int *count)
{
    finder f = {.ctx = ctx, .image = image, .work = LCV_ENUMERATE};
    *count = lc_int_const(0);
    return count_digits(&f, image->n, lc_int_sub(ctx, value, image->low), count);
}

/* A factor (1 - x^power)^exponent. */
typedef struct {
    lc_int power;
    long exponent;
} factor;

static int compare_factors(const void *x, const void *y)
{
    return lc_int_cmp(((const factor *)x)->power, ((const factor *)y)->power);
}

static size_t add_factors(lc_ctx *ctx, const lcv_image *image, long sign, factor *out)
{
    for (size_t k = 0; k < image->n; k++) {
        const lcv_mode *m = &image->mode[k];
        *out++ = (factor){lc_int_mul(ctx, m->extent, m->step), sign};
        *out++ = (factor){m->step, -sign};
    }
    return 2 * image->n;
}

/* The number of coordinates with offset v is the coefficient of x^v in
 *
 *     x^low * repeats * product of (1 - x^(extent step)) / (1 - x^step).
 *
 * Two such functions with the same low and repeats differ by a product of (1 - x^m)^e_m. Were it
 * 1 with some e_m not 0, take the least such m: the product is 1 - e_m x^m + higher powers, a
 * contradiction. The layouts therefore reach every offset equally often exactly when all e_m are
 * 0; otherwise low + m is the least offset at which the counts differ, by -e_m * repeats. */
bool lcv_same_multiset(lc_ctx *ctx, const lcv_image *a, const lcv_image *b, lc_int *offset,
                       lc_int *more)
{
    *offset = lc_int_min(a->low, b->low);
    if (!lc_int_eq(a->low, b->low)) {
        bool a_first = lc_int_lt(a->low, b->low);
        *more = a_first ? a->repeats : lc_int_neg(ctx, b->repeats);
        return false;
    }
    *more = lc_int_sub(ctx, a->repeats, b->repeats);
    if (!lc_int_is_zero(*more))
        return false;

    factor *f = lc_frame_alloc(ctx, 2 * (a->n + b->n), sizeof *f);
    if (!f)
        return false;
    size_t n = add_factors(ctx, a, 1, f);
    n += add_factors(ctx, b, -1, f + n);
    qsort(f, n, sizeof *f, compare_factors);
    bool same = true;
    for (size_t i = 0; same && i < n;) {
        lc_int power = f[i].power;
        long exponent = 0;
        for (; i < n && lc_int_eq(f[i].power, power); i++)
            exponent += f[i].exponent;
        if (exponent != 0) {
            same = false;
            *offset = lc_int_add(ctx, a->low, power);
            *more = lc_int_mul(ctx, lc_int_si(ctx, -exponent), a->repeats);
        }
    }
    return same;
}
