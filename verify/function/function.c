/* function.c - functions of an integral coordinate: making, values, lists of values. */
#include "config.h"

#include "function.h"

#include <stdlib.h>

#include "witness.h"

bool lcv_adds_by_xor(const lcv_value *v)
{
    return v->layout && lc_layout_codomain(v->layout) == LC_XOR;
}

bool lcv_is_binary(const lcv_value *v)
{
    return v->kind == LCV_SWIZZLE || v->kind == LCV_COMPOSED || lcv_has_dims(v) ||
           v->values != NULL;
}

const lc_layout *lcv_values_of(const lcv_value *v)
{
    for (size_t i = v->nouters; i-- > 0;)
        if (v->outer[i].layout)
            return v->outer[i].layout;
    return v->layout;
}

bool lcv_is_xor(const lcv_value *v)
{
    return (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR) && lcv_adds_by_xor(v);
}

/* ---- words ---- */

uint64_t lcv_to_word(lc_int a)
{
    if (lc_int_fits_si(a))
        return (uint64_t)lc_int_get_si(a);
    uint64_t word = 0;
    for (unsigned i = 0; i < 64; i++)
        word |= (uint64_t)lc_int_bit(a, i) << i;
    return word;
}

/* ---- values ---- */

lc_int lcv_function_inner_at(lc_ctx *ctx, const lcv_function *f, lc_int c)
{
    const lcv_value *v = f->value;
    lc_int value = lc_layout_at(ctx, v->layout, c);
    if (v->kind == LCV_LAYOUT)
        return value;
    lc_int offset = lc_tuple_value(v->offset, 0);
    return lcv_adds_by_xor(v) ? lc_xor(ctx, offset, value) : lc_int_add(ctx, offset, value);
}

/* Functions outside the swizzle; 0, as an operation that fails gives, without memory. */
static lc_int composed_at(lc_ctx *ctx, const lcv_function *f, lc_int c)
{
    const lcv_value *v = f->value;
    if (lcv_composed_of_integers(v))
        return lcv_composed_int(ctx, v, lcv_function_inner_at(ctx, f, c));
    lc_tuple *t = lcv_kept(ctx, lcv_composed_at(ctx, v, c));
    return t ? lc_tuple_value(t, 0) : lc_int_const(0);
}

lc_int lcv_function_at(lc_ctx *ctx, const lcv_function *f, lc_int c)
{
    const lcv_value *v = f->value;
    if (f->layout) {
        lc_int value = lc_layout_at(ctx, f->layout, c);
        return lc_layout_codomain(f->layout) == LC_XOR ? lc_xor(ctx, f->offset, value)
                                                       : lc_int_add(ctx, f->offset, value);
    }
    if (lcv_has_dims(v))
        return lc_int_from_word(ctx,
                                lcv_affine_base(v) ^ lc_linear_at(v->linear, lcv_to_word(c)));
    if (v->kind == LCV_SWIZZLE)
        return lc_swizzle_apply(ctx, v->swizzle, c);
    if (v->values) {
        lc_int value = lc_int_const(0);
        lcv_listed_at(ctx, v, c, &value);
        return value;
    }
    return v->nouters > 0 ? composed_at(ctx, f, c)
                          : lc_swizzle_apply(ctx, v->swizzle, lcv_function_inner_at(ctx, f, c));
}

bool lcv_function_has(const lcv_function *f, lc_int c)
{
    return !f->value || (!lcv_has_dims(f->value) && !f->value->values) ||
           (lc_int_sign(c) >= 0 && lc_int_lt(c, f->size));
}

bool lcv_function_is_place(const lcv_function *f, lc_int number)
{
    return f->value && lcv_has_dims(f->value) && f->nouts > 1 && lc_int_sign(number) >= 0 &&
           lc_int_bits(number) <= lc_linear_out_bits(f->value->linear);
}

lc_tuple *lcv_function_show(lc_ctx *ctx, const lcv_function *f, lc_int number)
{
    lc_int digit[LC_LINEAR_DIMS];
    if (!lcv_function_is_place(f, number))
        return lcv_kept(ctx, lc_tuple_leaf(ctx, number));
    for (size_t i = 0; i < f->nouts; i++)
        digit[i] = lc_int_from_word(ctx,
                                    lc_linear_digit(f->value->linear, i, lcv_to_word(number)));
    return lcv_kept(ctx, lc_tuple_flat(ctx, f->nouts, digit));
}

/* ---- layouts and tensors ---- */

void lcv_function_range(lc_ctx *ctx, const lcv_function *f, lc_int *low, lc_int *high)
{
    lc_layout_range(ctx, f->layout, low, high);
    *low = lc_int_add(ctx, *low, f->offset);
    *high = lc_int_add(ctx, *high, f->offset);
}

bool lcv_function_is_layout(const lcv_function *f)
{
    return lc_int_is_zero(f->offset) && (!f->origin || lcv_is_zero(f->origin));
}

lc_tuple *lcv_function_offset(lc_ctx *ctx, const lcv_function *f)
{
    return f->origin ? f->origin : lcv_kept(ctx, lc_tuple_leaf(ctx, f->offset));
}

lc_int lcv_function_origin(const lcv_function *f, size_t axis)
{
    return f->origin ? lc_tuple_value(f->origin, axis) : f->offset;
}

const lc_tuple *lcv_function_profile(const lcv_function *f)
{
    if (f->layout || !f->value)
        return f->layout ? lc_layout_profile(f->layout) : NULL;
    const lc_layout *last = lcv_values_of(f->value);
    return last ? lc_layout_profile(last) : NULL;
}

lc_tuple *lcv_function_value(lc_ctx *ctx, const lcv_function *f, lc_int c)
{
    if (f->shown)
        return lcv_function_value(ctx, f->shown, c);
    if (!f->layout || lc_layout_codomain(f->layout) == LC_XOR)
        return lcv_function_show(ctx, f, lcv_function_at(ctx, f, c));
    lc_tuple *value = lcv_kept(ctx, lc_layout_value_at(ctx, f->layout, c));
    if (!value || lcv_function_is_layout(f))
        return value;
    size_t n = lc_tuple_nleaves(value);
    lc_int *sum = lc_frame_alloc(ctx, n, sizeof *sum);
    for (size_t i = 0; sum && i < n; i++)
        sum[i] = lc_int_add(ctx, lc_tuple_value(value, i), lcv_function_origin(f, i));
    return sum ? lcv_kept(ctx, lc_tuple_like(ctx, value, sum)) : NULL;
}

lc_tuple *lcv_function_coordinate(lc_ctx *ctx, const lcv_function *f, lc_int c)
{
    if (!f->layout || lc_layout_codomain(f->layout) == LC_XOR)
        return lcv_kept(ctx, lc_tuple_leaf(ctx, c));
    return lcv_show_coordinate(ctx, lcv_shape_of(ctx, f->layout), c);
}

/* ---- point by point ---- */

static int compare_points(const void *a, const void *b)
{
    const lcv_point *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->c > y->c) - (x->c < y->c);
}

#define FEW 1024 /* points that are compared with each other */
#define DIGIT 11 /* bits */
#define DIGITS (1 << DIGIT)

/* From one list to the other, in the order of a digit of number - low; what has the same digit
 * stays in order. */
static void sort_by_digit(const lcv_point *from, size_t n, int64_t low, unsigned shift,
                          lcv_point *to)
{
    size_t place[DIGITS + 1] = {0};
    for (size_t i = 0; i < n; i++)
        place[1 + (((uint64_t)from[i].number - (uint64_t)low) >> shift) % DIGITS]++;
    for (size_t k = 0; k < DIGITS; k++)
        place[k + 1] += place[k];
    for (size_t i = 0; i < n; i++)
        to[place[(((uint64_t)from[i].number - (uint64_t)low) >> shift) % DIGITS]++] = from[i];
}

/* The list, which is in the order of coordinates, sorted, in its place or another. NULL: no
 * memory. */
static lcv_point *sort_points(lc_ctx *ctx, lcv_point *list, size_t n)
{
    if (n <= FEW) {
        qsort(list, n, sizeof *list, compare_points);
        return list;
    }
    lcv_point *other = lc_frame_alloc(ctx, n, sizeof *other);
    int64_t low = list[0].number, high = low;
    for (size_t i = 1; i < n; i++) {
        low = list[i].number < low ? list[i].number : low;
        high = list[i].number > high ? list[i].number : high;
    }
    const uint64_t range = (uint64_t)high - (uint64_t)low;
    for (unsigned shift = 0; other && shift < 64 && range >> shift != 0; shift += DIGIT) {
        lcv_point *from = list;
        sort_by_digit(from, n, low, shift, other);
        list = other;
        other = from;
    }
    return other ? list : NULL;
}

lcv_point *lcv_function_sorted(lc_ctx *ctx, const lcv_function *f, size_t *n)
{
    if (lc_int_lt(lc_int_si(ctx, lcv_points(ctx)), f->size))
        return NULL;
    *n = (size_t)lc_int_get_si(f->size);
    lcv_point *list = lc_frame_alloc(ctx, *n + 1, sizeof *list); /* it may be 0 */
    lc_ctx_looks(ctx, *n);
    bool fits = list != NULL;
    for (size_t c = 0; fits && c < *n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int number = lcv_function_at(ctx, f, lc_int_si(ctx, (int64_t)c));
        fits = lc_int_fits_si(number);
        if (fits)
            list[c] = (lcv_point){lc_int_get_si(number), (uint32_t)c};
        lc_frame_close(ctx, frame);
    }
    if (!fits)
        return NULL;
    return sort_points(ctx, list, *n);
}

size_t lcv_points_from(const lcv_point *list, size_t n, int64_t number)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
