/* collide.c - two coordinates with the same value, or a proof that there are none.
 *
 * The values of an affine function X(c) = base + M c meet exactly where c + c' is in the kernel
 * of M. Those of a layout do not meet when every step is larger than what the smaller ones reach
 * (image.h). Values under a bijective swizzle meet where those below it do, and so do values to
 * which a number is added.
 */
#include "config.h"

#include "../function/coordinates.h"
#include "../function/image.h"
#include "collide.h"

#include <stdlib.h>

typedef struct {
    const lcv_function *f;
    const lc_layout *a; /* values of it meet where those of f do; or NULL */
    lc_int size;
} question;

/* The parts without what is added to all values. */
static bool parts(const lcv_function *f, lc_swizzle *w, lcv_function *inner)
{
    lcv_value v = *f->value;
    const lcv_outer *last = v.nouters > 0 ? &v.outer[v.nouters - 1] : NULL;
    v.nouters -= last && !last->layout && last->swizzle.b == 0;
    return lcv_function_parts(&(lcv_function){.name = f->name, .value = &v}, w, inner);
}

static question question_of(lc_ctx *ctx, const lcv_function *f)
{
    question q = {.f = f};
    lc_swizzle w;
    lcv_function inner;
    if (f->layout && lc_layout_codomain(f->layout) != LC_XOR)
        q.a = f->layout;
    else if (lc_ctx_shortcuts(ctx) && parts(f, &w, &inner) && lc_swizzle_is_bijective(w))
        q.a = inner.layout;
    q.size = q.a ? lc_layout_size(ctx, q.a) : f->size;
    return q;
}

/* ---- read off ---- */

static lcr_answer by_kernel(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    if (!q->f->affine)
        return LCR_UNKNOWN;
    lc_f2 kernel = lc_f2_kernel(&q->f->map);
    if (kernel.cols == 0)
        return LCR_NO;
    uint64_t least = kernel.column[0];
    for (unsigned j = 1; j < kernel.cols; j++)
        least = kernel.column[j] < least ? kernel.column[j] : least;
    found->c = lc_int_const(0);
    found->d = lc_int_from_word(lcr_ctx_lc(r), least);
    return LCR_YES;
}

static lcr_answer by_steps_apart(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lcv_image image;
    (void)found;
    if (!q->a || !lcv_image_of(lcr_ctx_lc(r), q->a, lc_int_const(0), &image))
        return LCR_UNKNOWN;
    bool apart = lc_int_is_one(image.repeats) && lcv_image_apart(&image);
    return apart ? LCR_NO : LCR_UNKNOWN;
}

/* A stride of 0, or two modes alone: p steps of one are q of the other. */
static bool modes_meet(lc_ctx *ctx, const lc_layout *a, const lc_int *product, lcv_finding *found)
{
    size_t n = lc_layout_nleaves(a);
    found->c = lc_int_const(0);
    for (size_t i = 0; i < n; i++) {
        found->d = product[i];
        if (!lc_int_is_one(lc_layout_extent(a, i)) && lc_int_is_zero(lc_layout_step(a, i)))
            return true;
    }
    for (size_t j = 1; j < n; j++)
        for (size_t i = 0; i < j; i++) {
            lc_int d = lc_layout_step(a, i), e = lc_layout_step(a, j);
            if (lc_int_is_one(lc_layout_extent(a, i)) || lc_int_is_one(lc_layout_extent(a, j)))
                continue;
            lc_int divisor = lc_int_gcd(ctx, d, e);
            lc_int p = lc_int_abs(ctx, lc_int_fdiv(ctx, e, divisor));
            lc_int q = lc_int_abs(ctx, lc_int_fdiv(ctx, d, divisor));
            if (!lc_int_lt(p, lc_layout_extent(a, i)) || !lc_int_lt(q, lc_layout_extent(a, j)))
                continue;
            found->c = lc_int_mul(ctx, p, product[i]);
            found->d = lc_int_mul(ctx, q, product[j]);
            if (lc_int_sign(d) != lc_int_sign(e)) {
                found->d = lc_int_add(ctx, found->c, found->d);
                found->c = lc_int_const(0);
            }
            return true;
        }
    return false;
}

static lcr_answer by_two_modes(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *shape = q->a ? lcv_shape_of(ctx, q->a) : NULL;
    lc_int *product = shape ? lcv_prefix_products(ctx, shape) : NULL;
    return product && modes_meet(ctx, q->a, product, found) ? LCR_YES : LCR_UNKNOWN;
}

/* ---- listed ---- */

typedef struct {
    lc_int value;
    size_t c;
} visit;

static int compare_visits(const void *x, const void *y)
{
    const visit *a = x, *b = y;
    int order = lc_int_cmp(a->value, b->value);
    return order != 0 ? order : (a->c > b->c) - (a->c < b->c);
}

static lc_int value_at(lc_ctx *ctx, const question *q, size_t c)
{
    lc_int at = lc_int_si(ctx, (int64_t)c);
    return q->a ? lc_layout_at(ctx, q->a, at) : lcv_function_at(ctx, q->f, at);
}

/* Among the first `count` coordinates: the collision whose later coordinate comes
 * first, with the earliest partner. */
static lcr_answer meet_among(lc_ctx *ctx, const question *q, size_t count, lcv_finding *found)
{
    visit *seen = lc_frame_alloc(ctx, count, sizeof *seen);
    if (!seen)
        return LCR_UNKNOWN;
    for (size_t c = 0; c < count; c++)
        seen[c] = (visit){value_at(ctx, q, c), c};
    qsort(seen, count, sizeof *seen, compare_visits);
    size_t first = 0, second = count;
    for (size_t i = 1; i < count; i++) {
        bool run = i > 1 && lc_int_eq(seen[i - 2].value, seen[i].value);
        if (!run && lc_int_eq(seen[i - 1].value, seen[i].value) && seen[i].c < second) {
            first = seen[i - 1].c;
            second = seen[i].c;
        }
    }
    found->c = lc_int_si(ctx, (int64_t)first);
    found->d = lc_int_si(ctx, (int64_t)second);
    return second < count ? LCR_YES : LCR_NO;
}

static size_t at_most(const question *q, int32_t most)
{
    return lc_int_le(q->size, lc_int_const(most)) ? (size_t)lc_int_get_si(q->size) : (size_t)most;
}

static lcr_answer by_guesses(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool all = lc_int_le(q->size, lc_int_const(lcv_guesses(ctx)));
    lcr_answer answer = meet_among(ctx, q, at_most(q, lcv_guesses(ctx)), found);
    found->method = all ? LCV_BY_ENUMERATION : LCV_BY_EVALUATION;
    return answer == LCR_NO && !all ? LCR_UNKNOWN : answer;
}

/* The same among twice as many coordinates as were guessed, and so on, as long as there is none:
 * the first collision often comes long before the last coordinate that can be listed. */
static bool meet_soon(lc_ctx *ctx, const question *q, lcv_finding *found)
{
    size_t most = at_most(q, LCV_ENUMERATE), count = LCV_MAX_GUESSES;
    bool meet = false;
    while (!meet && count < most) {
        lc_frame frame = lc_frame_open(ctx);
        count = 2 * count < most ? 2 * count : most;
        meet = meet_among(ctx, q, count, found) == LCR_YES;
        lc_frame_close(ctx, frame);
    }
    return meet;
}

/* There are more coordinates than integers between the least and the largest value: a
 * collision is certain, and most likely among those that can be listed. */
static lcr_answer by_crowd(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int low, high;
    if (!q->a)
        return LCR_UNKNOWN;
    lc_layout_range(ctx, q->a, &low, &high);
    bool crowded = lc_int_lt(lc_int_sub(ctx, high, low),
                             lc_int_sub(ctx, q->size, lc_int_const(1)));
    return crowded && meet_soon(ctx, q, found) ? LCR_YES : LCR_UNKNOWN;
}

/* The pair of a list that meets with the least second coordinate. */
static lcr_answer meet_in(lc_ctx *ctx, const lcv_point *list, size_t n, lcv_finding *found)
{
    size_t first = 0;
    for (size_t i = 1; i < n; i++)
        if (list[i].number == list[i - 1].number && (first == 0 || list[i].c < list[first].c))
            first = i;
    if (first == 0)
        return LCR_NO;
    found->c = lc_int_si(ctx, list[first - 1].c);
    found->d = lc_int_si(ctx, list[first].c);
    return LCR_YES;
}

static lcr_answer by_list(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n;
    if (q->f->layout && q->a) {
        bool all = lc_int_le(q->size, lc_int_const(LCV_ENUMERATE));
        lcr_answer answer = meet_among(ctx, q, at_most(q, LCV_ENUMERATE), found);
        return answer == LCR_NO && !all ? LCR_UNKNOWN : answer;
    }
    lcv_point *list = lcv_function_sorted(ctx, q->f, &n);
    return list ? meet_in(ctx, list, n, found) : LCR_UNKNOWN;
}

/* ---- solved ---- */

typedef lcr_answer solver(lcr_ctx *r, const void *of, lc_int *crd, size_t leaves);

static lcr_answer solve(lcr_ctx *r, const lc_tuple *shape, solver *ask, const void *of,
                        lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_tuple_nleaves(shape);
    lc_int *natural = lc_frame_alloc(ctx, 2 * n, sizeof *natural);
    lcr_answer answer = natural ? ask(r, of, natural, n) : LCR_UNKNOWN;
    if (answer == LCR_YES) {
        found->c = lcv_integral(ctx, shape, natural);
        found->d = lcv_integral(ctx, shape, natural + n);
    }
    return answer;
}

static lcr_answer ask_system(lcr_ctx *r, const void *of, lc_int *crd, size_t leaves)
{
    return lcr_find_collision(r, of, crd, crd + leaves);
}

static lcr_answer by_system(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lc_tuple *shape = q->a ? lcv_shape_of(lcr_ctx_lc(r), q->a) : NULL;
    return shape ? solve(r, shape, ask_system, q->a, found) : LCR_UNKNOWN;
}

static lcr_answer ask_digits(lcr_ctx *r, const void *of, lc_int *crd, size_t leaves)
{
    (void)leaves;
    return lcr_digits_collision(r, of, crd);
}

static lcr_answer by_digits(lcr_ctx *r, void *question_, lcv_finding *found)
{
    const question *q = question_;
    lcv_steps steps;
    if (!q->f->value || !lcv_function_steps(lcr_ctx_lc(r), q->f, &steps))
        return LCR_UNKNOWN;
    lcr_digit_function f = {q->f->shape, {steps.n, steps.step}};
    return solve(r, q->f->shape, ask_digits, &f, found);
}

/* ---- all of them ---- */

lcr_answer lcv_collide(lcr_ctx *r, const lcv_function *f, lcv_finding *found)
{
    static const lcv_method methods[] = {
        {by_kernel, LCV_BY_MATRIX, false},
        {by_steps_apart, LCV_BY_CLOSED_FORM, true},
        {by_guesses, LCV_BY_EVALUATION, true},
        {by_two_modes, LCV_BY_EVALUATION, true},
        {by_crowd, LCV_BY_EVALUATION, true},
        {by_system, LCV_BY_SYSTEM, false},
        {by_digits, LCV_BY_DIGITS, false},
        {by_list, LCV_BY_ENUMERATION, false},
        {NULL, NULL, false},
    };
    lc_ctx *ctx = lcr_ctx_lc(r);
    question q = question_of(ctx, f);
    lcr_answer answer = lcv_decide(r, "values that come twice", methods, &q, found);
    if (answer == LCR_YES &&
        (lc_int_eq(found->c, found->d) ||
         !lc_int_eq(lcv_function_at(ctx, f, found->c), lcv_function_at(ctx, f, found->d)))) {
        lcv_uncertified(ctx, found->method);
        return LCR_UNKNOWN;
    }
    return answer;
}

lcr_answer lcv_collide_layout(lcr_ctx *r, const lc_layout *a, lcv_finding *found)
{
    lcv_function f = {.layout = (lc_layout *)(uintptr_t)a, .offset = lc_int_const(0)};
    return lcv_collide(r, &f, found);
}

/* ---- told ---- */

static lcv_result *tell(lc_ctx *ctx, const lcv_function *f, const lcv_finding *found)
{
    lc_tuple *first = lcv_function_coordinate(ctx, f, found->c);
    lc_tuple *second = lcv_function_coordinate(ctx, f, found->d);
    lcv_result *result =
        lcv_refuted(ctx, found->method, lcv_text(ctx, "c = %t and c' = %t", first, second),
                    lcv_text(ctx, "both are %t", lcv_function_value(ctx, f, found->c)));
    lcv_step_function(ctx, &result, f, found->c, first);
    lcv_step_function(ctx, &result, f, found->d, second);
    return result;
}

lcv_result *lcv_find_no_collision(lcr_ctx *r, const lcv_function *f, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    switch (lcv_collide(r, f, found)) {
    case LCR_NO: return lcv_proved(ctx, found->method);
    case LCR_YES: return tell(ctx, f, found);
    default: return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, f) : NULL;
    }
}

lcv_result *lcv_injective(lcr_ctx *r, const lcv_function *f)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_finding found;
    if (!f->layout || lc_layout_codomain(f->layout) != LC_COORDINATES)
        return lcv_find_no_collision(r, f, &found);
    lcv_box box;
    lcv_function packed;
    lcv_box_of_values(ctx, f, NULL, &box);
    return lcv_pack(ctx, f, &box, &packed) ? lcv_find_no_collision(r, &packed, &found) : NULL;
}
