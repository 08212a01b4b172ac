/* algebra.c - the operations of lib/algebra.h. */
#include "config.h"

#include "../../lib/algebra.h"
#include "operation.h"

/* Most operations have one of a few forms. */
typedef lc_layout *unary(lc_ctx *, const lc_layout *);
typedef lc_layout *with_int(lc_ctx *, const lc_layout *, lc_int);
typedef lc_layout *with_tuple(lc_ctx *, const lc_layout *, const lc_tuple *);
typedef lc_layout *with_layout(lc_ctx *, const lc_layout *, const lc_layout *);
typedef lc_layout *with_tiler(lc_ctx *, const lc_layout *, const lc_tiler *);

static lcv_value *apply_unary(lcv_call *call, unary *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    return a ? lcv_value_layout(call->ctx, f(call->ctx, a)) : NULL;
}

static lcv_value *apply_int(lcv_call *call, with_int *f)
{
    lc_int n;
    lc_layout *a = lcv_call_layout(call, 0);
    return a && lcv_call_int(call, 1, &n) ? lcv_value_layout(call->ctx, f(call->ctx, a, n))
                                          : NULL;
}

static lcv_value *apply_tuple(lcv_call *call, with_tuple *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tuple *t = a ? lcv_call_shape(call, 1) : NULL;
    return t ? lcv_value_layout(call->ctx, f(call->ctx, a, t)) : NULL;
}

static lcv_value *apply_layout(lcv_call *call, with_layout *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_layout *b = a ? lcv_call_layout(call, 1) : NULL;
    return b ? lcv_value_layout(call->ctx, f(call->ctx, a, b)) : NULL;
}

static lcv_value *apply_tiler(lcv_call *call, with_tiler *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tiler *t = a ? lcv_call_tiler(call, 1) : NULL;
    return t ? lcv_value_layout(call->ctx, f(call->ctx, a, t)) : NULL;
}

#define OPERATION(form, name)                                                                    \
    lcv_value *lcv_op_##name(lcv_call *call)                                                     \
    {                                                                                            \
        return apply_##form(call, lc_##name);                                                    \
    }

/* A function that changes the coordinates of a layout and not its values (mode surgery, divides),
 * or repeats it (products). It acts on the inner layout of a composed layout or a tensor. */
#define OPERATION_WITHIN(form, name)                                                             \
    static lcv_value *name(lcv_call *call)                                                       \
    {                                                                                            \
        return apply_##form(call, lc_##name);                                                    \
    }                                                                                            \
    LCV_WITHIN(name)

/* The same, and linear layouts have a function of their own. */
#define OPERATION_OF_TILES(name)                                                                 \
    static lcv_value *name##_of_layout(lcv_call *call)                                           \
    {                                                                                            \
        return apply_tiler(call, lc_##name);                                                     \
    }                                                                                            \
    lcv_value *lcv_op_##name(lcv_call *call)                                                     \
    {                                                                                            \
        if (lcv_call_is(call, 0, LCV_LINEAR) || lcv_call_is(call, 1, LCV_LINEAR))                \
            return lcv_linear_binary(call, lc_linear_##name);                                    \
        return lcv_call_has_inner(call) ? lcv_call_inner(call, name##_of_layout)                 \
                                        : name##_of_layout(call);                                \
    }

OPERATION(int, gap_complement)
OPERATION_WITHIN(unary, filter)
OPERATION(layout, max_common_layout)
OPERATION_WITHIN(layout, blocked_product)
OPERATION_WITHIN(layout, raked_product)
OPERATION_OF_TILES(logical_divide)
OPERATION_WITHIN(tiler, zipped_divide)
OPERATION_WITHIN(tiler, tiled_divide)
OPERATION_WITHIN(tiler, flat_divide)
OPERATION_OF_TILES(logical_product)
OPERATION_WITHIN(tiler, zipped_product)
OPERATION_WITHIN(tiler, tiled_product)
OPERATION_WITHIN(tiler, flat_product)

lcv_value *lcv_op_coalesce(lcv_call *call)
{
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, lcv_op_coalesce);
    return call->n == 1 ? apply_unary(call, lc_coalesce) : apply_tuple(call, lc_coalesce_by);
}

/* Up to a size, or the size of a shape; up to a shape for coordinates. */
static lcv_value *complement_in(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tuple *shape = a ? lcv_call_extents(call, 1, "a size or a shape, of 1 or more") : NULL;
    if (shape && lc_layout_codomain(a) == LC_COORDINATES && lc_tuple_is_leaf(shape))
        return lcv_call_wrong(call, 1, "a shape nested like the coordinates that are values");
    return shape ? lcv_value_layout(call->ctx, lc_complement_in(call->ctx, a, shape)) : NULL;
}

/* S(A), of integers: the complement of A, under the same swizzle. */
static lcv_value *complement_under_swizzle(lcv_call *call)
{
    const lcv_value *x = call->arg[0];
    if (x->nouters > 0 || lc_layout_codomain(x->layout) != LC_INTEGERS ||
        !lc_tuple_is_leaf(x->offset) || !lc_int_is_zero(lc_tuple_value(x->offset, 0)))
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "%s: expected a swizzle, the offset 0 and a layout of integers",
                       call->name);
    if (call->n == 1)
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "%s: a swizzle permutes numbers up to a size: expected the size",
                       call->name);
    lc_int n;
    if (!lcv_call_int(call, 1, &n))
        return NULL;
    if (lc_int_sign(n) <= 0)
        return lcv_call_wrong(call, 1, "a size of 1 or more");
    lc_layout *c = lc_swizzled_complement(call->ctx, x->swizzle, x->layout, n);
    return c ? lcv_value_with_inner(call->ctx, x, lc_tuple_ref(x->offset), c) : NULL;
}

lcv_value *lcv_op_complement(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_COMPOSED))
        return complement_under_swizzle(call);
    if (lcv_call_is(call, 0, LCV_LINEAR))
        return lcv_linear_complement(call);
    if (lcv_call_is(call, 0, LCV_LAYOUT) && lcv_codomain(call->arg[0]) == LC_XOR) {
        call->culprit = 0;
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "%s: expected strides that are integers or coordinates: with strides that "
                       "add by XOR it is that of a linear layout, complement(linear(A))",
                       call->name);
    }
    return call->n == 1 ? apply_unary(call, lc_complement) : complement_in(call);
}

lcv_value *lcv_op_tile_to_shape(lcv_call *call)
{
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, lcv_op_tile_to_shape);
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tuple *shape = a ? lcv_call_extents(call, 1, "a shape with extents of 1 or more") : NULL;
    lc_tuple *order = shape && call->n > 2 ? lcv_call_tuple(call, 2, "an order") : NULL;
    if (!shape || (call->n > 2 && !order))
        return NULL;
    return lcv_value_layout(call->ctx, lc_tile_to_shape(call->ctx, a, shape, order));
}

lcv_value *lcv_op_max_common_vector(lcv_call *call)
{
    lc_int n;
    lc_layout *a = lcv_call_layout(call, 0);
    lc_layout *b = a ? lcv_call_layout(call, 1) : NULL;
    return b && lc_max_common_vector(call->ctx, a, b, &n) ? lcv_value_int(call->ctx, n) : NULL;
}

/* ---- inverses ---- */

/* A swizzle if the inverse is one, else a linear layout. */
static lcv_value *inverse_of_swizzle(lcv_call *call)
{
    lc_swizzle w = call->arg[0]->swizzle, inverse;
    lc_f2 map;
    if (lc_swizzle_is_involution(w))
        return lcv_value_swizzle(call->ctx, w);
    if (lc_swizzle_inverse_matrix(w, lc_swizzle_bits(w), &map) &&
        lc_swizzle_from_matrix(&map, &inverse))
        return lcv_value_swizzle(call->ctx, inverse);
    return lcv_linear_unary(call, lc_linear_invert);
}

/* The inverse of a bijection, or of a surjection if `f` takes one. */
static lcv_value *inverse_by(lcv_call *call, unary *f,
                             lc_linear *(*of_linear)(lc_ctx *, const lc_linear *))
{
    if (lcv_call_is(call, 0, LCV_SWIZZLE))
        return inverse_of_swizzle(call);
    if (lcv_call_is(call, 0, LCV_AFFINE))
        return lcv_invert_affine(call, of_linear);
    if (lcv_call_is(call, 0, LCV_LINEAR) || lcv_call_is(call, 0, LCV_COMPOSED))
        return lcv_linear_unary(call, of_linear);
    return apply_unary(call, f);
}

lcv_value *lcv_op_right_inverse(lcv_call *call)
{
    return inverse_by(call, lc_right_inverse, lc_linear_pseudoinvert);
}

lcv_value *lcv_op_left_inverse(lcv_call *call)
{
    return inverse_by(call, lc_left_inverse, lc_linear_left_invert);
}

lcv_value *lcv_op_inverse(lcv_call *call)
{
    return inverse_by(call, lc_inverse, lc_linear_invert);
}

/* ---- recasts ---- */

typedef bool recast_swizzle(lc_ctx *, lc_swizzle, lc_int, lc_swizzle *);

/* The offset in elements of the other width. */
static lc_tuple *recast_offset(lcv_call *call, lc_int n, bool up)
{
    const lcv_value *x = call->arg[0];
    lc_int offset = lc_tuple_value(x->offset, 0);
    if (lc_layout_codomain(x->layout) != LC_INTEGERS)
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "%s: elements have widths where the values are integers", call->name);
    if (up && (lc_int_is_zero(n) || !lc_int_divides(call->ctx, n, offset)))
        return lc_fail(call->ctx, LC_ERR_NO_VALUE,
                       "%s: the offset of %s is no multiple of the factor", call->name,
                       x->kind == LCV_TENSOR ? "the tensor" : "the composed layout");
    return lc_tuple_leaf(call->ctx, up ? lc_int_fdiv(call->ctx, offset, n)
                                       : lc_int_mul(call->ctx, offset, n));
}

/* The recast of a swizzle, of all three parts of a composed layout, or of both parts of a tensor;
 * `up`: the offset is divided. */
static lcv_value *recast(lcv_call *call, with_int *f, recast_swizzle *of_swizzle, bool up)
{
    lc_int n;
    const lcv_value *x = call->arg[0];
    lcv_value other = *x;
    if (x->kind != LCV_SWIZZLE && !lcv_call_has_inner(call))
        return apply_int(call, f);
    if (x->nouters > 0)
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "%s: only a swizzle stands outside a layout that is recast", call->name);
    if (!lcv_call_int(call, 1, &n) ||
        (x->kind != LCV_TENSOR && !of_swizzle(call->ctx, x->swizzle, n, &other.swizzle)))
        return NULL;
    if (x->kind == LCV_SWIZZLE)
        return lcv_value_swizzle(call->ctx, other.swizzle);
    lc_layout *inner = f(call->ctx, x->layout, n);
    lc_tuple *offset = inner ? recast_offset(call, n, up) : NULL;
    return lcv_value_with_inner(call->ctx, &other, offset, inner);
}

lcv_value *lcv_op_upcast(lcv_call *call)
{
    return recast(call, lc_upcast, lc_swizzle_upcast, true);
}

lcv_value *lcv_op_downcast(lcv_call *call)
{
    return recast(call, lc_downcast, lc_swizzle_downcast, false);
}
