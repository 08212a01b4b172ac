/* function.c - values as functions of an integral coordinate.
 *
 * A layout, a tensor, a swizzle, a composed layout and a linear layout all send an integral
 * coordinate to a number. The function is a linear layout if the number is the XOR of those at
 * the single bits of the coordinate.
 *
 * x -> S(o + A(x)) with a bijective swizzle S is F2-linear exactly when o + A is, hence
 * when o = 0 and A is: S is linear itself, and so is its inverse.
 */
#include "config.h"

#include "../../lib/algebra.h"
#include "kept.h"

#define LOOKED_AT 65536 /* coordinates at which a composed layout is evaluated */

bool lcv_is_function(const lcv_value *v)
{
    switch (v->kind) {
    case LCV_TUPLE: return !lc_tuple_has_wildcard(v->tuple);
    case LCV_LAYOUT:
    case LCV_TENSOR:
    case LCV_SWIZZLE:
    case LCV_COMPOSED:
    case LCV_LINEAR:
    case LCV_AFFINE: return true;
    case LCV_TILER: return lc_tiler_as_layout(v->tiler) != NULL;
    case LCV_RELATION: return v->values != NULL;
    case LCV_STRIDES:
    case LCV_SET:
    case LCV_MORPHISM:
    case LCV_NAMES:
    case LCV_TYPE:
    case LCV_PARAMETER:
    case LCV_EXPRESSION:
    case LCV_LIST:
    case LCV_ENCODING:
    case LCV_FUNCTION: break;
    }
    return false;
}

bool lcv_has_relation(size_t n, lcv_value *const *v)
{
    for (size_t i = 0; i < n; i++)
        if (v[i]->kind == LCV_RELATION || v[i]->kind == LCV_SET)
            return true;
    return false;
}

/* offset + A(c), as the strides of A add. */
static lc_int moved_at(lc_ctx *ctx, const lcv_value *v, lc_int c)
{
    return lc_sum(ctx, lc_layout_codomain(v->layout), lc_tuple_value(v->offset, 0),
                  lc_layout_at(ctx, v->layout, c));
}

static bool composed_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *value)
{
    if (v->nouters == 0 || lcv_composed_of_integers(v)) {
        *value = lcv_composed_int(ctx, v, moved_at(ctx, v, c));
        return true;
    }
    lc_tuple *t = lcv_composed_at(ctx, v, c);
    bool integer = t && lc_tuple_is_leaf(t);
    if (integer) /* a copy, which the tuple does not own */
        *value = lc_int_add(ctx, lc_tuple_value(t, 0), lc_int_const(0));
    else if (t)
        lc_fail(ctx, LC_ERR_INVALID, "the values of the composed layout are coordinates");
    lc_tuple_free(t);
    return integer;
}

/* offset xor l(c), an output dim after the other. */
static bool affine_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *value)
{
    if (!lc_linear_eval(ctx, v->linear, 1, &c, value))
        return false;
    for (size_t i = 0; i < lc_linear_nouts(v->linear); i++)
        value[i] = lc_xor(ctx, lc_tuple_value(v->offset, i), value[i]);
    return true;
}

/* The values at c, one an output dim; lc_linear_nouts(v->linear) of them, or one. */
static bool values_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *value)
{
    switch (v->kind) {
    case LCV_SWIZZLE: value[0] = lc_swizzle_apply(ctx, v->swizzle, c); return true;
    case LCV_TENSOR: value[0] = moved_at(ctx, v, c); return true;
    case LCV_COMPOSED: return composed_at(ctx, v, c, value);
    case LCV_LINEAR: return lc_linear_eval(ctx, v->linear, 1, &c, value);
    case LCV_AFFINE: return affine_at(ctx, v, c, value);
    case LCV_RELATION: return lcv_listed_at(ctx, v, c, value);
    default: {
        lc_layout *a = lcv_as_layout(ctx, v);
        if (!a)
            return false;
        value[0] = lc_layout_at(ctx, a, c);
        lc_layout_free(a);
        return true;
    }
    }
}

bool lcv_value_number_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *number)
{
    lc_int value[LC_LINEAR_DIMS] = {lc_int_const(0)}, weight = lc_int_const(1);
    size_t n = lcv_has_dims(v) ? lc_linear_nouts(v->linear) : 1;
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

/* o + A or S(o + A) whose number at 0 is not 0 is not linear: 0 xor 0 breaks it. */
static void *not_zero_at_zero(lc_ctx *ctx, const lc_tuple *offset, lc_linear_failure *failure)
{
    if (failure)
        *failure = (lc_linear_failure){LC_LINEAR_CARRY, lc_int_const(0), lc_int_const(0)};
    char *text = lcv_kept(ctx, lc_tuple_to_str(ctx, offset));
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "not F2-linear: the offset is %s, and an F2-linear layout has "
                   "the value 0 at 0",
                   text ? text : "not 0");
}

/* The value at x is the XOR of those at its lowest bit and at the rest; *known: all three are
 * there. */
static bool adds_by_bits(lc_ctx *ctx, const lcv_value *v, int64_t x, bool *known)
{
    int64_t part[3] = {x & -x, x & (x - 1), x};
    lc_int value[3];
    lc_frame frame = lc_frame_open(ctx);
    *known = true;
    for (int i = 0; *known && i < 3; i++)
        *known = composed_at(ctx, v, lc_int_si(ctx, part[i]), &value[i]);
    bool adds = *known && lc_int_sign(value[0]) >= 0 && lc_int_sign(value[1]) >= 0 &&
                lc_int_eq(lc_xor(ctx, value[0], value[1]), value[2]);
    lc_frame_close(ctx, frame);
    return adds;
}

/* The number of rows that the values need. */
static void trim_rows(lc_f2 *map)
{
    uint64_t all = 0;
    for (unsigned j = 0; j < map->cols; j++)
        all |= map->column[j];
    unsigned bits = 0;
    while (bits < map->rows && (all & ~lc_f2_mask(bits)) != 0)
        bits++;
    map->rows = bits;
}

/* The linear layout of the values at the single bits of the coordinates, which were seen to
 * determine all others. */
static lc_linear *of_bits(lc_ctx *ctx, const lcv_value *v, lc_int size)
{
    unsigned bits = (unsigned)lc_int_bits(size) - 1;
    lc_f2 map = lc_f2_zero(64, bits);
    lc_dim in = {"in", bits}, out = {"out", 0};
    for (unsigned j = 0; j < bits; j++) {
        lc_int value;
        lc_frame frame = lc_frame_open(ctx);
        bool ok = composed_at(ctx, v, lc_int_const((int32_t)1 << j), &value) &&
                  lc_int_bits(value) <= LC_LINEAR_BITS;
        for (unsigned i = 0; ok && i < 64; i++)
            map.column[j] |= (uint64_t)lc_int_bit(value, i) << i;
        lc_frame_close(ctx, frame);
        if (!ok)
            return lc_fail(ctx, LC_ERR_LIMIT, "a value of more than %d bits", LC_LINEAR_BITS);
    }
    trim_rows(&map);
    out.bits = map.rows;
    return lc_linear_new(ctx, 1, &in, 1, &out, &map);
}

/* A function whose parts are not all linear over F2 may be linear as a whole: all values of a
 * small one decide; a larger one is searched for values that deny it. */
static lc_linear *by_looking(lc_ctx *ctx, const lcv_value *v, lc_linear_failure *failure)
{
    lc_int size = lc_layout_size(ctx, v->layout), value;
    lc_ctx_reset(ctx);
    if (!composed_at(ctx, v, lc_int_const(0), &value))
        return NULL;
    if (!lc_int_is_zero(value)) {
        lc_tuple *at_zero = lcv_kept(ctx, lc_tuple_leaf(ctx, value));
        return at_zero ? not_zero_at_zero(ctx, at_zero, failure) : NULL;
    }
    if (failure)
        *failure = (lc_linear_failure){LC_LINEAR_CARRY, lc_int_const(0), lc_int_const(0)};
    for (int32_t x = 1; x < LOOKED_AT && lc_int_lt(lc_int_const(x), size); x++) {
        bool known, adds = adds_by_bits(ctx, v, x, &known);
        if (!known)
            return NULL;
        if (adds)
            continue;
        if (failure)
            *failure = (lc_linear_failure){LC_LINEAR_CARRY, lc_int_const(x & -x),
                                           lc_int_const(x & (x - 1))};
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "not F2-linear: the value at %d is not the XOR of those at %d and %d",
                       (int)x, (int)(x & -x), (int)(x & (x - 1)));
    }
    if (lc_int_le(size, lc_int_const(LOOKED_AT)) && lc_int_is_power_of_two(size))
        return of_bits(ctx, v, size);
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "not seen to be F2-linear: a layout of the composed "
                   "layout is none by itself");
}

static void swizzle_rows(lc_swizzle w, lc_f2 *map)
{
    unsigned bits = lc_swizzle_bits(w);
    bits = bits > map->rows ? bits : map->rows;
    lc_f2 outer = lc_swizzle_matrix(w, bits);
    map->rows = bits;
    *map = lc_f2_multiply(&outer, map);
}

/* The layout on the numbers of the rows, if it is F2-linear there. */
static lc_linear *layout_rows(lc_ctx *ctx, const lc_layout *a, lc_f2 *map)
{
    lc_int size = lc_int_const(1), one = size;
    for (unsigned i = 0; i < map->rows; i++)
        size = lc_int_add(ctx, size, size);
    lc_layout *numbers = lcv_kept(ctx, lc_layout_flat(ctx, 1, &size, &one));
    lc_layout *on = numbers ? lcv_kept(ctx, lc_compose(ctx, a, numbers)) : NULL;
    lc_linear *l = on ? lcv_kept(ctx, lc_linear_from_layout(ctx, on, NULL)) : NULL;
    if (l)
        *map = lc_f2_multiply(lc_linear_matrix(l), map);
    return l;
}

/* Applies the outer functions to the rows of the inner part; false if a part is not linear. The
 * rows of a last function of coordinates are those of *last. */
static bool outer_rows(lc_ctx *ctx, const lcv_value *v, lc_f2 *map, const lc_linear **last)
{
    for (size_t i = 0; i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        bool coordinates = o->layout && lc_layout_codomain(o->layout) == LC_COORDINATES;
        trim_rows(map);
        if (!lcv_is_zero(o->offset) || (coordinates && i + 1 < v->nouters))
            return false;
        if (!o->layout) {
            swizzle_rows(o->swizzle, map);
            continue;
        }
        const lc_linear *l = layout_rows(ctx, o->layout, map);
        if (!l)
            return false;
        if (coordinates)
            *last = l;
    }
    return true;
}

/* The rows on `out`, or on the output dims of `last`, as many as the values need. */
static lc_linear *on_dims(lc_ctx *ctx, lc_dim in, const lc_f2 *map, const lc_linear *last)
{
    size_t n = last ? lc_linear_nouts(last) : 1;
    lc_f2 all = lc_f2_zero(0, map->cols);
    lc_dim out[LC_LINEAR_DIMS];
    unsigned from = 0;
    for (size_t k = 0; k < n; k++) {
        out[k] = last ? lc_linear_out_dim(last, k) : (lc_dim){"out", map->rows};
        lc_f2 part = lc_f2_zero(out[k].bits, map->cols);
        for (unsigned j = 0; part.rows > 0 && j < map->cols; j++)
            part.column[j] = (map->column[j] >> from) & lc_f2_mask(part.rows);
        from += out[k].bits;
        trim_rows(&part);
        for (unsigned j = 0; part.rows > 0 && j < map->cols; j++)
            all.column[j] |= part.column[j] << all.rows;
        all.rows += out[k].bits = part.rows;
    }
    return lc_linear_new(ctx, 1, &in, n, out, &all);
}

static lc_linear *linear_of_composed(lc_ctx *ctx, const lcv_value *v, lc_linear_failure *failure)
{
    const lc_linear *inner = lcv_kept(ctx, lc_linear_from_layout(ctx, v->layout, failure));
    const lc_linear *last = NULL;
    if (!inner)
        return NULL;
    lc_f2 map = *lc_linear_matrix(inner);
    swizzle_rows(v->swizzle, &map);
    if (outer_rows(ctx, v, &map, &last))
        return on_dims(ctx, lc_linear_in_dim(inner, 0), &map, last);
    return lc_ctx_code(ctx) != LC_ERR_MEMORY ? by_looking(ctx, v, failure) : NULL;
}

lc_linear *lcv_as_linear(lc_ctx *ctx, const lcv_value *v, lc_linear_failure *failure)
{
    switch (v->kind) {
    case LCV_LINEAR: return lc_linear_ref(v->linear);
    case LCV_AFFINE: return not_zero_at_zero(ctx, v->offset, failure);
    case LCV_SWIZZLE: return lc_linear_from_swizzle(ctx, v->swizzle);
    case LCV_COMPOSED:
        if (v->nouters > 0 && !lcv_is_zero(v->offset))
            return by_looking(ctx, v, failure);
        if (lc_layout_codomain(v->layout) == LC_COORDINATES)
            return by_looking(ctx, v, failure);
        if (!lcv_is_zero(v->offset))
            return not_zero_at_zero(ctx, v->offset, failure);
        return linear_of_composed(ctx, v, failure);
    case LCV_TENSOR:
        if (!lcv_is_zero(v->offset))
            return not_zero_at_zero(ctx, v->offset, failure);
        return lc_linear_from_layout(ctx, v->layout, failure);
    default: {
        lc_layout *a = lcv_kept(ctx, lcv_as_layout(ctx, v));
        return a ? lc_linear_from_layout(ctx, a, failure) : NULL;
    }
    }
}
