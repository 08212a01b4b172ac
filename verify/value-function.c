/* value-function.c - values as functions of an integral coordinate.
 *
 * A layout, a tensor, a swizzle, a composed layout and a linear layout all send an
 * integral coordinate to a number. Where the number is the XOR of those at the single
 * bits of the coordinate, the function is a linear layout.
 *
 * x -> S(o + A(x)) with a bijective swizzle S is F2-linear exactly when o + A is, hence
 * when o = 0 and A is: S is linear itself, and so is its inverse.
 */
#include "config.h"

#include "value.h"

#include <stdlib.h>

lc_int lcv_int_from_word(lc_ctx *ctx, uint64_t word)
{
    lc_int high = lc_int_si(ctx, (int64_t)(word >> 32));
    high = lc_int_mul(ctx, high, lc_int_si(ctx, INT64_C(1) << 32));
    return lc_int_add(ctx, high, lc_int_si(ctx, (int64_t)(word & UINT32_MAX)));
}

bool lcv_is_function(const lcv_value *v)
{
    switch (v->kind) {
    case LCV_TUPLE:
        return !lc_tuple_has_wildcard(v->tuple);
    case LCV_LAYOUT:
    case LCV_TENSOR:
    case LCV_SWIZZLE:
    case LCV_COMPOSED:
    case LCV_LINEAR:
        return true;
    case LCV_TILER:
        return lc_tiler_as_layout(v->tiler) != NULL;
    case LCV_STRIDES:
    case LCV_RELATION:
    case LCV_MORPHISM:
    case LCV_NAMES:
    case LCV_TYPE:
    case LCV_PARAMETER:
    case LCV_EXPRESSION:
        break;
    }
    return false;
}

/* offset + A(c), as the strides of A add. */
static bool moved_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *value)
{
    *value = lc_layout_at(ctx, v->layout, c);
    if (lc_layout_codomain(v->layout) != LC_XOR) {
        *value = lc_int_add(ctx, lc_tuple_value(v->offset, 0), *value);
        return true;
    }
    lc_tuple *inner = lc_tuple_leaf(ctx, *value);
    lc_tuple *sum = inner != NULL ? lcv_add_values(ctx, LC_XOR, v->offset, inner) : NULL;
    if (sum != NULL) /* a copy, which the tuple does not own */
        *value = lc_int_add(ctx, lc_tuple_value(sum, 0), lc_int_const(0));
    lc_tuple_free(inner);
    lc_tuple_free(sum);
    return sum != NULL;
}

/* The values at c, one an output dim; lc_linear_nouts(v->linear) of them, or one. */
static bool values_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *value)
{
    switch (v->kind) {
    case LCV_SWIZZLE:
        value[0] = lc_swizzle_apply(ctx, v->swizzle, c);
        return true;
    case LCV_TENSOR:
        return moved_at(ctx, v, c, value);
    case LCV_COMPOSED:
        if (!moved_at(ctx, v, c, value))
            return false;
        value[0] = lc_swizzle_apply(ctx, v->swizzle, value[0]);
        return true;
    case LCV_LINEAR:
        return lc_linear_eval(ctx, v->linear, 1, &c, value);
    default: {
        lc_layout *a = lcv_as_layout(ctx, v);
        if (a == NULL)
            return false;
        value[0] = lc_layout_at(ctx, a, c);
        lc_layout_free(a);
        return true;
    }
    }
}

lc_tuple *lcv_value_at(lc_ctx *ctx, const lcv_value *v, lc_int c)
{
    lc_int value[LC_LINEAR_DIMS];
    size_t n = v->kind == LCV_LINEAR ? lc_linear_nouts(v->linear) : 1;
    if (n == 0)
        return lc_fail(ctx, LC_ERR_NO_VALUE, "the linear layout has no output dim");
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *t = NULL;
    if (values_at(ctx, v, c, value))
        t = n == 1 ? lc_tuple_leaf(ctx, value[0]) : lc_tuple_flat(ctx, n, value);
    lc_frame_close(ctx, frame);
    return t;
}

bool lcv_value_number_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *number)
{
    lc_int value[LC_LINEAR_DIMS] = {lc_int_const(0)}, weight = lc_int_const(1);
    size_t n = v->kind == LCV_LINEAR ? lc_linear_nouts(v->linear) : 1;
    if (!values_at(ctx, v, c, value))
        return false;
    *number = lc_int_const(0);
    for (size_t i = 0; i < n; i++) {
        *number = lc_int_add(ctx, *number, lc_int_mul(ctx, weight, value[i]));
        for (unsigned b = 0; i + 1 < n && b < lc_linear_out_dim(v->linear, i).bits; b++)
            weight = lc_int_add(ctx, weight, weight);
    }
    return true;
}

/* ---- linear layouts ---- */

/* o + A or S(o + A) with a number other than 0 at 0: 0 xor 0 breaks it. */
static void *not_zero_at_zero(lc_ctx *ctx, lc_int offset, lc_linear_failure *failure)
{
    if (failure != NULL)
        *failure = (lc_linear_failure){LC_LINEAR_CARRY, lc_int_const(0), lc_int_const(0)};
    char *text = lc_int_to_str(ctx, offset);
    lc_fail(ctx, LC_ERR_NO_VALUE, "not F2-linear: the offset is %s, and an F2-linear layout has "
                                  "the value 0 at 0", text != NULL ? text : "not 0");
    free(text);
    return NULL;
}

static lc_linear *linear_of_composed(lc_ctx *ctx, const lcv_value *v, lc_linear_failure *failure)
{
    lc_linear *inner = lc_linear_from_layout(ctx, v->layout, failure);
    if (inner == NULL)
        return NULL;
    const lc_f2 *map = lc_linear_matrix(inner);
    lc_dim in = lc_linear_in_dim(inner, 0), out = {"out", 0};
    unsigned bits = lc_swizzle_bits(v->swizzle);
    bits = bits > map->rows ? bits : map->rows;
    lc_f2 outer = lc_swizzle_matrix(v->swizzle, bits), wide = *map;
    wide.rows = bits;
    lc_f2 both = lc_f2_multiply(&outer, &wide);
    uint64_t all = 0;
    for (unsigned j = 0; j < both.cols; j++)
        all |= both.column[j];
    while (out.bits < bits && (all & ~lc_f2_mask(out.bits)) != 0)
        out.bits++;
    both.rows = out.bits;
    lc_linear *l = lc_linear_new(ctx, 1, &in, 1, &out, &both);
    lc_linear_free(inner);
    return l;
}

lc_linear *lcv_as_linear(lc_ctx *ctx, const lcv_value *v, lc_linear_failure *failure)
{
    switch (v->kind) {
    case LCV_LINEAR:
        return lc_linear_ref(v->linear);
    case LCV_SWIZZLE:
        return lc_linear_from_swizzle(ctx, v->swizzle);
    case LCV_COMPOSED:
        if (!lc_int_is_zero(lc_tuple_value(v->offset, 0)))
            return not_zero_at_zero(ctx, lc_tuple_value(v->offset, 0), failure);
        return linear_of_composed(ctx, v, failure);
    case LCV_TENSOR:
        if (!lc_int_is_zero(lc_tuple_value(v->offset, 0)))
            return not_zero_at_zero(ctx, lc_tuple_value(v->offset, 0), failure);
        return lc_linear_from_layout(ctx, v->layout, failure);
    default: {
        lc_layout *a = lcv_as_layout(ctx, v);
        lc_linear *l = a != NULL ? lc_linear_from_layout(ctx, a, failure) : NULL;
        lc_layout_free(a);
        return l;
    }
    }
}
