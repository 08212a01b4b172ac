/* points.c - functions of an integral coordinate, of any kind. */
#include "config.h"

#include "points.h"

#include <stdlib.h>
#include <string.h>

/* Strides that add by XOR, as an offset before them does. */
static bool adds_by_xor(const lcv_value *v)
{
    return v->layout != NULL && lc_layout_codomain(v->layout) == LC_XOR;
}

bool lcv_is_binary(const lcv_value *v)
{
    return v->kind == LCV_SWIZZLE || v->kind == LCV_COMPOSED || v->kind == LCV_LINEAR;
}

bool lcv_is_xor(const lcv_value *v)
{
    return (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR) && adds_by_xor(v);
}

lc_int lcv_from_word(lc_ctx *ctx, uint64_t word)
{
    lc_int high = lc_int_si(ctx, (int64_t)(word >> 32));
    high = lc_int_mul(ctx, high, lc_int_si(ctx, INT64_C(1) << 32));
    return lc_int_add(ctx, high, lc_int_si(ctx, (int64_t)(word & UINT32_MAX)));
}

uint64_t lcv_to_word(lc_int a)
{
    if (lc_int_fits_si(a))
        return (uint64_t)lc_int_get_si(a);
    uint64_t word = 0;
    for (unsigned i = 0; i < 64; i++)
        word |= (uint64_t)lc_int_bit(a, i) << i;
    return word;
}

/* ---- affine functions ---- */

static void affine_linear(lcv_points *p)
{
    const lc_linear *l = p->value->linear;
    p->affine = true;
    p->map = *lc_linear_matrix(l);
    p->map.rows = 64;
    p->base = 0;
}

static void affine_swizzle(lcv_points *p)
{
    p->affine = true;
    p->map = lc_swizzle_matrix(p->value->swizzle, lc_swizzle_bits(p->value->swizzle));
    p->map.rows = 64;
    p->base = 0;
}

/* offset + A, when the offset and the values of A at single bits share no bit, so that
 * sums of them are XORs, or when they add by XOR; then the swizzle of each. */
static void affine_layout(lc_ctx *ctx, lcv_points *p, lc_swizzle w, lc_int offset)
{
    const lc_layout *a = p->value->layout;
    if (!lc_ctx_shortcuts(ctx) || !lc_int_is_power_of_two(p->size) || lc_int_bits(p->size) > 64 ||
        lc_int_sign(offset) < 0 || lc_int_bits(offset) > 62)
        return;
    p->map = lc_f2_zero(64, (unsigned)lc_int_bits(p->size) - 1);
    p->base = lcv_to_word(offset);
    uint64_t seen = p->base;
    for (unsigned j = 0; j < p->map.cols; j++) {
        lc_int value = lc_layout_at(ctx, a, lcv_from_word(ctx, (uint64_t)1 << j));
        uint64_t word = lcv_to_word(value);
        if (lc_int_sign(value) < 0 || lc_int_bits(value) > 62 ||
            ((seen & word) != 0 && !adds_by_xor(p->value)))
            return;
        seen |= word;
        p->map.column[j] = lc_swizzle_apply_word(w, word);
    }
    p->base = lc_swizzle_apply_word(w, p->base);
    p->affine = true;
}

/* ---- making ---- */

static bool measure(lc_ctx *ctx, lcv_points *p)
{
    p->nouts = 1;
    p->shape = lcv_as_tuple(ctx, p->value);
    if (p->shape == NULL)
        return false;
    p->size = lc_tuple_size(ctx, p->shape);
    lc_swizzle none = {0, 0, 0};
    switch (p->value->kind) {
    case LCV_LINEAR:
        p->nouts = lc_linear_nouts(p->value->linear);
        affine_linear(p);
        break;
    case LCV_SWIZZLE:
        affine_swizzle(p);
        break;
    case LCV_COMPOSED:
        if (p->value->nouters > 0)
            lcv_points_affine_composed(ctx, p);
        else
            affine_layout(ctx, p, p->value->swizzle, lc_tuple_value(p->value->offset, 0));
        break;
    case LCV_TENSOR:
        affine_layout(ctx, p, none, lc_tuple_value(p->value->offset, 0));
        break;
    default:
        affine_layout(ctx, p, none, lc_int_const(0));
    }
    return true;
}

bool lcv_points_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                   lcv_points *out)
{
    *out = (lcv_points){.name = name};
    bool composed = v->kind == LCV_COMPOSED;
    if ((composed || v->kind == LCV_TENSOR) && lcv_codomain(v) == LC_COORDINATES) {
        lc_fail(ctx, LC_ERR_INVALID,
                "%s needs values of %s that are integers: those of the %s are coordinates", claim,
                name, composed ? "composed layout" : "tensor");
        return false;
    }
    if (lcv_is_binary(v) || lcv_is_xor(v) || v->kind == LCV_TENSOR) {
        out->value = lcv_value_ref((lcv_value *)v);
    } else {
        lc_layout *a = lcv_arg_layout(ctx, claim, name, v);
        out->value = a != NULL ? lcv_value_layout(ctx, a) : NULL;
    }
    return out->value != NULL && measure(ctx, out);
}

void lcv_points_clear(lcv_points *p)
{
    lcv_value_free(p->value);
    lc_tuple_free(p->shape);
    *p = (lcv_points){0};
}

/* ---- looking ---- */

bool lcv_points_parts(const lcv_points *p, lc_swizzle *w, lcv_function *inner)
{
    const lcv_value *v = p->value;
    if (v->kind == LCV_SWIZZLE || v->kind == LCV_LINEAR || adds_by_xor(v) || v->nouters > 0)
        return false;
    *w = v->kind == LCV_COMPOSED ? v->swizzle : (lc_swizzle){0, 0, 0};
    *inner = (lcv_function){.name = p->name, .layout = v->layout};
    inner->offset = v->kind == LCV_LAYOUT ? lc_int_const(0) : lc_tuple_value(v->offset, 0);
    return true;
}

lc_int lcv_points_inner_at(lc_ctx *ctx, const lcv_points *p, lc_int c)
{
    const lcv_value *v = p->value;
    lc_int value = lc_layout_at(ctx, v->layout, c);
    if (v->kind == LCV_LAYOUT)
        return value;
    lc_int offset = lc_tuple_value(v->offset, 0);
    return adds_by_xor(v) ? lcv_xor(ctx, offset, value) : lc_int_add(ctx, offset, value);
}

bool lcv_points_step(const lcv_points *p, lcr_step *step)
{
    lcv_function inner;
    *step = (lcr_step){.offset = lc_int_const(0)};
    if (p->value->nouters > 0)
        step->map = &p->map;
    else if (lcv_points_parts(p, &step->swizzle, &inner)) {
        step->layout = inner.layout;
        step->offset = inner.offset;
    } else if (p->value->kind == LCV_SWIZZLE) {
        step->swizzle = p->value->swizzle;
    } else {
        step->map = &p->map;
    }
    return step->map == NULL || (p->affine && p->base == 0);
}

/* Where the leaves of two shapes of one size end, each of them once, as extents from one
 * to the next; false when one of these is no multiple of the one before. */
static bool merge_places(lc_ctx *ctx, const lc_tuple *s, const lc_tuple *t, lc_int *extent,
                         size_t *n)
{
    size_t i = 0, j = 0;
    lc_int end = lc_int_const(1), x = end, y = end;
    for (*n = 0; i < lc_tuple_nleaves(s) || j < lc_tuple_nleaves(t);) {
        lc_int next_x = i < lc_tuple_nleaves(s) ? lc_int_mul(ctx, x, lc_tuple_value(s, i)) : x;
        lc_int next_y = j < lc_tuple_nleaves(t) ? lc_int_mul(ctx, y, lc_tuple_value(t, j)) : y;
        bool take_x = i < lc_tuple_nleaves(s) &&
                      (j == lc_tuple_nleaves(t) || lc_int_le(next_x, next_y));
        lc_int next = take_x ? next_x : next_y;
        if (!lc_int_divides(ctx, end, next))
            return false;
        if (!lc_int_eq(next, end))
            extent[(*n)++] = lc_int_fdiv(ctx, next, end);
        end = next;
        x = take_x ? next_x : x;
        y = take_x ? y : next_y;
        i += take_x;
        j += !take_x;
    }
    return true;
}

lc_tuple *lcv_points_domain(lc_ctx *ctx, const lcv_points *p, const lcv_points *q)
{
    size_t n, room = lc_tuple_nleaves(p->shape) + lc_tuple_nleaves(q->shape);
    lc_int *extent = lc_alloc(ctx, room, sizeof *extent);
    if (extent == NULL)
        return NULL;
    bool merged = merge_places(ctx, p->shape, q->shape, extent, &n) && n > 0;
    lc_tuple *domain =
        merged ? lc_tuple_flat(ctx, n, extent) : lc_tuple_ref((lc_tuple *)p->shape);
    free(extent);
    return domain;
}

/* Functions outside the swizzle; 0, as an operation that fails gives, without memory. */
static lc_int composed_at(lc_ctx *ctx, const lcv_points *p, lc_int c)
{
    const lcv_value *v = p->value;
    if (lcv_composed_of_integers(v))
        return lcv_composed_int(ctx, v, lcv_points_inner_at(ctx, p, c));
    lc_tuple *t = lcv_composed_at(ctx, v, c);
    lc_int value = lc_int_const(0);
    if (t != NULL) /* a copy, which the tuple does not own */
        value = lc_int_add(ctx, lc_tuple_value(t, 0), value);
    lc_tuple_free(t);
    return value;
}

lc_int lcv_points_at(lc_ctx *ctx, const lcv_points *p, lc_int c)
{
    const lcv_value *v = p->value;
    if (v->kind == LCV_LINEAR)
        return lcv_from_word(ctx, lc_linear_at(v->linear, lcv_to_word(c)));
    if (v->nouters > 0)
        return composed_at(ctx, p, c);
    if (v->kind != LCV_SWIZZLE)
        c = lcv_points_inner_at(ctx, p, c);
    bool swizzled = v->kind == LCV_SWIZZLE || v->kind == LCV_COMPOSED;
    return swizzled ? lc_swizzle_apply(ctx, v->swizzle, c) : c;
}

bool lcv_points_has(lc_ctx *ctx, const lcv_points *p, lc_int c)
{
    (void)ctx;
    return p->value->kind != LCV_LINEAR || (lc_int_sign(c) >= 0 && lc_int_lt(c, p->size));
}

bool lcv_points_is_place(const lcv_points *p, lc_int number)
{
    return p->value->kind == LCV_LINEAR && p->nouts > 1 && lc_int_sign(number) >= 0 &&
           lc_int_bits(number) <= lc_linear_out_bits(p->value->linear);
}

lc_tuple *lcv_points_show(lc_ctx *ctx, const lcv_points *p, lc_int number)
{
    lc_int digit[LC_LINEAR_DIMS];
    if (!lcv_points_is_place(p, number))
        return lc_tuple_leaf(ctx, number);
    for (size_t i = 0; i < p->nouts; i++)
        digit[i] = lcv_from_word(ctx, lc_linear_digit(p->value->linear, i, lcv_to_word(number)));
    return lc_tuple_flat(ctx, p->nouts, digit);
}

/* ---- point by point ---- */

static int compare_points(const void *a, const void *b)
{
    const lcv_point *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->c > y->c) - (x->c < y->c);
}

static lcv_point *sorted(lc_ctx *ctx, const lcv_points *p, size_t n)
{
    lcv_point *list = lc_alloc(ctx, n + 1, sizeof *list); /* n may be 0 */
    bool fits = list != NULL;
    for (size_t c = 0; fits && c < n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int number = lcv_points_at(ctx, p, lc_int_si(ctx, (int64_t)c));
        fits = lc_int_fits_si(number);
        if (fits)
            list[c] = (lcv_point){lc_int_get_si(number), (uint32_t)c};
        lc_frame_close(ctx, frame);
    }
    if (!fits) {
        free(list);
        return NULL;
    }
    qsort(list, n, sizeof *list, compare_points);
    return list;
}

lcv_point *lcv_points_sorted(lc_ctx *ctx, const lcv_points *p, size_t *n)
{
    if (lc_int_lt(lc_int_const(LCV_MAX_POINTS), p->size))
        return NULL;
    *n = (size_t)lc_int_get_si(p->size);
    return sorted(ctx, p, *n);
}

lcv_point *lcv_points_first(lc_ctx *ctx, const lcv_points *p, size_t *n)
{
    bool fewer = lc_int_lt(p->size, lc_int_const(lcv_guesses(ctx)));
    *n = fewer ? (size_t)lc_int_get_si(p->size) : (size_t)lcv_guesses(ctx);
    return sorted(ctx, p, *n);
}

static lcr_answer enumerate(lc_ctx *ctx, const lcv_search *search, lc_int *c)
{
    lc_int size = lc_tuple_size(ctx, search->domain);
    if (lc_int_lt(lc_int_const(LCV_MAX_POINTS), size))
        return LCR_UNKNOWN;
    for (int64_t i = 0; i < lc_int_get_si(size); i++) {
        *c = lc_int_si(ctx, i);
        lc_frame frame = lc_frame_open(ctx);
        bool breaks = search->breaks(ctx, search->claim, *c);
        lc_frame_close(ctx, frame);
        if (breaks)
            return LCR_YES;
    }
    return LCR_NO;
}

static lcr_answer solve_points(lcr_ctx *r, const lcv_search *search, lcv_solve *solve, lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_alloc(ctx, lc_tuple_nleaves(search->domain), sizeof *natural);
    lcr_answer answer = natural != NULL ? solve(r, search->claim, natural) : LCR_UNKNOWN;
    if (answer == LCR_YES && !lcv_certify(ctx, search, natural, c)) {
        lcv_uncertified(ctx, "the system in digits");
        answer = LCR_UNKNOWN;
    }
    free(natural);
    return answer;
}

lcr_answer lcv_search_points(lcr_ctx *r, const lcv_search *search, lcv_solve *solve, lc_int *c,
                             const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_answer answer = lcv_guess(ctx, search, c);
    *method = answer == LCR_YES ? LCV_BY_EVALUATION : LCV_BY_ENUMERATION;
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK && solve != NULL) {
        answer = solve_points(r, search, solve, c);
        if (answer != LCR_UNKNOWN)
            *method = LCV_BY_DIGITS;
        else
            lcv_out_of_budget(ctx);
    }
    if (answer != LCR_UNKNOWN || lc_ctx_code(ctx) != LC_OK)
        return answer;
    return enumerate(ctx, search, c);
}

lcv_result *lcv_points_undecided(lc_ctx *ctx, const lcv_points *p)
{
    return lcv_unknown(ctx, LCV_BY_DIGITS,
                       lcv_text(ctx,
                                "%s is not seen to be linear over F2, no system in digits was "
                                "decided within the budget, and %i coordinates are too many to "
                                "enumerate: up to %z are",
                                p->name, p->size, (size_t)LCV_MAX_POINTS));
}
