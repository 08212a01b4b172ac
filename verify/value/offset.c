/* offset.c - offsets of layouts, {8} o A, and the values of both.
 *
 * An offset is a value like those of the layout: an integer, a coordinate, an integer that
 * adds by XOR. A value v is the stride of 1:v, so that lib/ adds values as it adds strides.
 */
#include "config.h"

#include "kept.h"
#include "text.h"

/* 0 on the axes of a profile, for each coordinate of a shape. */
static lc_layout *zero_on_axes(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *profile)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *step = lc_frame_alloc(ctx, n, sizeof *step);
    for (size_t k = 0; step && k < n; k++)
        step[k] = lc_int_const(0);
    lc_tuple *stride = step ? lcv_kept(ctx, lc_tuple_like(ctx, shape, step)) : NULL;
    lc_layout *zero = stride ? lcv_kept(ctx, lc_layout_new(ctx, shape, stride)) : NULL;
    return zero ? lcv_kept(ctx, lc_layout_on_axis(ctx, zero, profile, 0)) : NULL;
}

/* The coordinate v as a layout of one element, whose axes are the integers of v. An integer 0 in
 * v may stand for a tuple of zeros, so that its axis is not known. */
static lc_layout *coordinate_as_stride(lc_ctx *ctx, const lc_tuple *v)
{
    lc_int used[LC_MAX_AXES];
    size_t n = lc_tuple_nleaves(v);
    if (n > LC_MAX_AXES)
        return lc_fail(ctx, LC_ERR_LIMIT, "a coordinate of more than %d integers as a value",
                       LC_MAX_AXES);
    for (size_t i = 0; i < n; i++)
        used[i] = lc_int_const(!lc_int_is_plain_zero(lc_tuple_value(v, i)));
    lc_tuple *profile = lcv_kept(ctx, lc_tuple_like(ctx, v, used));
    lc_tuple *one = profile ? lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(1))) : NULL;
    lc_layout *sum = one ? zero_on_axes(ctx, one, profile) : NULL;
    for (size_t i = 0; sum && i < n; i++) {
        lc_int extent = lc_int_const(1), step = lc_tuple_value(v, i);
        lc_layout *part = lcv_kept(ctx, lc_layout_flat(ctx, 1, &extent, &step));
        lc_layout *on_axis = part ? lcv_kept(ctx, lc_layout_on_axis(ctx, part, profile, i))
                                  : NULL;
        sum = on_axis ? lcv_kept(ctx, lc_layout_add(ctx, sum, on_axis)) : NULL;
    }
    return sum;
}

/* 1:v. */
static lc_layout *as_stride(lc_ctx *ctx, lc_codomain codomain, const lc_tuple *v)
{
    lc_int one = lc_int_const(1), n;
    if (!lc_tuple_is_leaf(v))
        return coordinate_as_stride(ctx, v);
    n = lc_tuple_value(v, 0);
    return lcv_kept(ctx, codomain == LC_XOR ? lc_layout_xor(ctx, n)
                                            : lc_layout_flat(ctx, 1, &one, &n));
}

lc_tuple *lcv_add_values(lc_ctx *ctx, lc_codomain codomain, const lc_tuple *a, const lc_tuple *b)
{
    if (codomain == LC_INTEGERS && lc_tuple_is_leaf(a) && lc_tuple_is_leaf(b))
        return lc_tuple_leaf(ctx, lc_int_add(ctx, lc_tuple_value(a, 0), lc_tuple_value(b, 0)));
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *x = as_stride(ctx, codomain, a);
    lc_layout *y = x ? as_stride(ctx, codomain, b) : NULL;
    lc_layout *sum = y ? lcv_kept(ctx, lc_layout_add(ctx, x, y)) : NULL;
    lc_tuple *value = sum ? lc_layout_value_at(ctx, sum, lc_int_const(1)) : NULL;
    lc_frame_close(ctx, frame);
    return value;
}

bool lcv_is_zero(const lc_tuple *v)
{
    for (size_t i = 0; i < lc_tuple_nleaves(v); i++) {
        if (lc_tuple_is_wildcard(v, i) || !lc_int_is_plain_zero(lc_tuple_value(v, i)))
            return false;
    }
    return true;
}

bool lcv_is_xor_element(const lcv_value *v)
{
    return v->kind == LCV_STRIDES && lc_layout_depth(v->layout) == 0 &&
           lc_layout_codomain(v->layout) == LC_XOR;
}

bool lcv_has_offset(const lcv_value *v)
{
    return v->kind == LCV_TENSOR && !lcv_is_zero(v->offset);
}

/* ---- literals ---- */

static bool moves_on(const lc_layout *a, size_t axis)
{
    for (size_t k = 0; k < lc_layout_nleaves(a); k++)
        if (!lc_int_is_zero(lc_layout_step_on(a, axis, k)))
            return true;
    return false;
}

/* Do the strides say how the axes from `first` on are nested? They do if every tuple ends in one
 * of their axes. */
static bool is_said(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile, size_t first)
{
    if (lc_tuple_is_leaf(profile))
        return true;
    bool is = moves_on(a, first + lc_tuple_nleaves(profile) - 1);
    for (size_t i = 0; is && i < lc_tuple_rank(profile); i++) {
        lc_tuple *mode = lcv_part_of(ctx, profile, i);
        if (!mode)
            return false;
        is = is_said(ctx, a, mode, first);
        first += lc_tuple_nleaves(mode);
    }
    return is;
}

/* {(0,0)} o A, if the coordinates have axes that no stride of A has. */
static char *nested_literal(lc_ctx *ctx, const lc_layout *a)
{
    const lc_tuple *profile = lc_layout_profile(a);
    size_t n = lc_tuple_nleaves(profile);
    lc_int *zero = lc_frame_alloc(ctx, n, sizeof *zero);
    for (size_t i = 0; zero && i < n; i++)
        zero[i] = lc_int_const(0);
    return zero ? lcv_text(ctx, "{%T} o %L", lc_tuple_like(ctx, profile, zero), a) : NULL;
}

char *lcv_layout_literal(lc_ctx *ctx, const lc_layout *a)
{
    const lc_tuple *profile = lc_layout_profile(a);
    return !profile || is_said(ctx, a, profile, 0) ? lc_layout_to_str(ctx, a)
                                                   : nested_literal(ctx, a);
}

/* ---- making tensors ---- */

static lcv_value *tensor_of(lc_ctx *ctx, const lc_tuple *offset, const lc_layout *a)
{
    lcv_value *v = lcv_value_layout(ctx, lc_layout_ref(a));
    if (v) {
        v->kind = LCV_TENSOR;
        v->offset = lc_tuple_ref(offset);
    }
    return v;
}

static void *misfit(lc_ctx *ctx, const lc_tuple *offset, const lc_layout *a, const char *expected)
{
    char *value = lcv_kept(ctx, lc_tuple_to_str(ctx, offset));
    char *layout = lcv_kept(ctx, lc_layout_to_str(ctx, a));
    if (value && layout)
        lc_fail(ctx, LC_ERR_INVALID, "the offset %.200s is no value of %.300s: expected %s",
                value, layout, expected);
    return NULL;
}

/* The same value at every coordinate of a. */
static lc_layout *on_axes_of(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile)
{
    lc_tuple *shape = lcv_shape_of(ctx, a);
    lc_layout *zero = shape ? zero_on_axes(ctx, shape, profile) : NULL;
    return zero ? lcv_kept(ctx, lc_layout_add(ctx, a, zero)) : NULL;
}

/* Offset and layout, both on the axes that one of them has. */
static lcv_value *tensor_of_coordinates(lc_ctx *ctx, const lc_tuple *offset, const lc_layout *a)
{
    const lc_layout *x = as_stride(ctx, LC_COORDINATES, offset), *inner = NULL;
    if (x)
        inner = lc_layout_profile(x) ? on_axes_of(ctx, a, lc_layout_profile(x)) : a;
    if (inner && !lc_layout_profile(inner))
        return lc_fail(ctx, LC_ERR_INVALID, "mixed codomains: a coordinate and integers");
    lc_layout *wide = inner ? on_axes_of(ctx, x, lc_layout_profile(inner)) : NULL;
    lc_tuple *value = wide ? lcv_kept(ctx, lc_layout_value_at(ctx, wide, lc_int_const(1))) : NULL;
    return value ? tensor_of(ctx, value, inner) : NULL;
}

lcv_value *lcv_value_tensor_at(lc_ctx *ctx, lc_tuple *offset, lc_layout *a)
{
    lcv_value *v = NULL;
    lc_frame frame = lc_frame_open(ctx);
    offset = lcv_kept(ctx, offset);
    a = lcv_kept(ctx, a);
    lc_codomain codomain = a ? lc_layout_codomain(a) : LC_INTEGERS;
    bool integer = offset && lc_tuple_is_leaf(offset);
    if (!offset || !a)
        v = NULL;
    else if (lc_tuple_has_wildcard(offset))
        lc_fail(ctx, LC_ERR_INVALID, "'_' in an offset: expected an integer or a coordinate");
    else if (integer && codomain == LC_COORDINATES && !lcv_is_zero(offset))
        misfit(ctx, offset, a, "a coordinate, as (0,0)");
    else if (integer && codomain == LC_XOR && lc_int_sign(lc_tuple_value(offset, 0)) < 0)
        misfit(ctx, offset, a, "0 or more");
    else if (integer && codomain != LC_COORDINATES)
        v = tensor_of(ctx, offset, a);
    else if (!(v = tensor_of_coordinates(ctx, offset, a)) && codomain != LC_COORDINATES &&
             lc_ctx_code(ctx) == LC_ERR_INVALID)
        misfit(ctx, offset, a, "an integer"); /* strides that are all 0 take any offset */
    lc_frame_close(ctx, frame);
    return v;
}

/* ---- slicing ---- */

lc_layout *lcv_slice(lc_ctx *ctx, const lcv_value *v, const lc_tuple *crd, lc_tuple **value)
{
    bool offset = v->kind == LCV_TENSOR || v->kind == LCV_COMPOSED;
    lc_layout *a = offset ? v->layout : lcv_kept(ctx, lcv_as_layout(ctx, v));
    *value = NULL;
    lc_layout *rest = a ? lcv_kept(ctx, lc_layout_slice_value(ctx, a, crd, value)) : NULL;
    *value = lcv_kept(ctx, *value);
    if (offset && *value)
        *value = lcv_kept(ctx, lcv_add_values(ctx, lc_layout_codomain(a), v->offset, *value));
    return *value ? rest : NULL;
}
