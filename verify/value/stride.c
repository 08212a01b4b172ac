/* stride.c - strides that are no integers, and tuples of them.
 *
 * They are kept as a layout whose extents are all 1, which knows how its strides add and print.
 * Zeros belong to every codomain: strides that are all 0 are integers.
 */
#include "config.h"

#include "kept.h"

/* The nesting of a shape with one number for all of its leaves. */
static lc_tuple *constant(lc_ctx *ctx, const lc_tuple *shape, int32_t number)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *leaf = lc_frame_alloc(ctx, n, sizeof *leaf);
    for (size_t k = 0; leaf && k < n; k++)
        leaf[k] = lc_int_const(number);
    return leaf ? lcv_kept(ctx, lc_tuple_like(ctx, shape, leaf)) : NULL;
}

static bool all_zero(const lc_layout *a)
{
    for (size_t axis = 0; axis < lc_layout_naxes(a); axis++)
        for (size_t k = 0; k < lc_layout_nleaves(a); k++)
            if (!lc_int_is_zero(lc_layout_step_on(a, axis, k)))
                return false;
    return true;
}

lcv_value *lcv_value_strides(lc_ctx *ctx, lc_layout *a)
{
    lc_tuple *shape = lcv_shape_of(ctx, lcv_kept(ctx, a));
    if (shape && all_zero(a))
        return lcv_value_tuple(ctx, lc_tuple_ref(constant(ctx, shape, 0)));
    lc_tuple *ones = shape ? constant(ctx, shape, 1) : NULL;
    lcv_value *v = ones ? lcv_value_layout(ctx, lc_layout_reshape(ctx, ones, a)) : NULL;
    if (v)
        v->kind = LCV_STRIDES;
    return v;
}

/* Integers as strides, which go with others only if they are 0. */
static lc_layout *strides_of(lc_ctx *ctx, const lcv_value *v)
{
    if (v->kind == LCV_STRIDES)
        return v->layout;
    lc_tuple *ones = constant(ctx, v->tuple, 1);
    return ones ? lcv_kept(ctx, lc_layout_new(ctx, ones, v->tuple)) : NULL;
}

static lcv_value *tuple_of_strides(lc_ctx *ctx, size_t n, lcv_value *const *part)
{
    lc_layout **mode = lc_frame_alloc(ctx, n, sizeof(lc_layout *));
    for (size_t i = 0; mode && i < n; i++)
        if (!(mode[i] = strides_of(ctx, part[i])))
            return NULL;
    return mode ? lcv_value_strides(ctx, lc_layout_concat(ctx, n, mode)) : NULL;
}

lcv_value *lcv_value_tuple_of(lc_ctx *ctx, size_t n, lcv_value *const *part)
{
    for (size_t i = 0; i < n; i++) {
        if (part[i]->kind == LCV_STRIDES)
            return tuple_of_strides(ctx, n, part);
    }
    lc_tuple **mode = lc_frame_alloc(ctx, n, sizeof(lc_tuple *));
    for (size_t i = 0; mode && i < n; i++)
        mode[i] = part[i]->tuple;
    return mode ? lcv_value_tuple(ctx, lc_tuple_of(ctx, n, mode)) : NULL;
}
