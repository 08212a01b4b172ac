/* stride.c - strides that are no integers, and tuples of them.
 *
 * They are kept as a layout whose extents are all 1, which knows how its strides add and print.
 * Zeros belong to every codomain: strides that are all 0 are integers.
 */
#include "config.h"

#include "kept.h"
#include "strides.h"

/* The nesting of a shape with one number for all of its leaves. */
static lc_tuple *constant(lc_ctx *ctx, const lc_tuple *shape, int32_t number)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *leaf = lc_frame_alloc(ctx, n, sizeof *leaf);
    for (size_t k = 0; leaf && k < n; k++)
        leaf[k] = lc_int_const(number);
    return leaf ? lcv_kept(ctx, lc_tuple_like(ctx, shape, leaf)) : NULL;
}

lcv_value *lcv_value_strides(lc_ctx *ctx, lc_layout *a)
{
    lc_tuple *shape = lcv_shape_of(ctx, lcv_kept(ctx, a));
    if (shape && lc_all_zero(a))
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

/* ---- arithmetic ---- */

static bool is_strides(const lcv_value *v)
{
    return v->kind == LCV_STRIDES;
}

/* factor * a, in a codomain that defines it. */
static lc_layout *multiple(lc_ctx *ctx, lc_int factor, const lc_layout *a)
{
    if (lc_layout_codomain(a) == LC_XOR && lc_int_sign(factor) < 0)
        return NULL;
    return lc_layout_scale(ctx, factor, a);
}

/* Integers go with strides only if they are 0. */
static bool may_add(const lcv_value *v)
{
    return is_strides(v) ||
           (v->kind == LCV_TUPLE && !lc_tuple_has_wildcard(v->tuple) && lcv_is_zero(v->tuple));
}

static lc_layout *sum(lc_ctx *ctx, const lcv_value *v, const lcv_value *w, bool negative)
{
    lc_layout *a = may_add(v) && may_add(w) ? strides_of(ctx, v) : NULL;
    lc_layout *b = a ? strides_of(ctx, w) : NULL;
    if (b && negative)
        b = lcv_kept(ctx, multiple(ctx, lc_int_const(-1), b));
    if (b && (lc_layout_codomain(a) == lc_layout_codomain(b) || !is_strides(v) || !is_strides(w)))
        return lc_layout_add(ctx, a, b);
    return NULL;
}

static lc_layout *product(lc_ctx *ctx, const lcv_value *v, const lcv_value *w)
{
    lc_int n;
    const lcv_value *strides = is_strides(v) ? v : w, *factor = is_strides(v) ? w : v;
    return lcv_as_int(ctx, factor, &n) ? multiple(ctx, n, strides->layout) : NULL;
}

lcv_value *lcv_strides_computed(lc_ctx *ctx, lcv_op op, const lcv_value *v, const lcv_value *w)
{
    lc_layout *a = op == LCV_OP_NEG   ? multiple(ctx, lc_int_const(-1), v->layout)
                   : op == LCV_OP_MUL ? product(ctx, v, w)
                   : op == LCV_OP_ADD || op == LCV_OP_SUB ? sum(ctx, v, w, op == LCV_OP_SUB)
                                                          : NULL;
    return a ? lcv_value_strides(ctx, a) : NULL;
}

/* ---- coordinates in the place of strides ---- */

/* Does each extent have a tuple, or 0? *tuples: one has a tuple. */
static bool are_coordinates(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride,
                            bool *tuples)
{
    if (lc_tuple_is_leaf(shape)) {
        bool leaf = lc_tuple_is_leaf(stride);
        *tuples = *tuples || !leaf;
        return !leaf || lc_int_is_zero(lc_tuple_value(stride, 0));
    }
    bool are = true;
    for (size_t i = 0; are && i < lc_tuple_rank(shape); i++) {
        lc_tuple *s = lcv_part_of(ctx, shape, i), *d = s ? lcv_part_of(ctx, stride, i) : NULL;
        are = d && are_coordinates(ctx, s, d, tuples);
    }
    return are;
}

bool lcv_strides_are_coordinates(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride)
{
    bool tuples = false;
    if (lc_tuple_congruent(shape, stride) || lc_tuple_has_wildcard(stride) ||
        !lc_tuple_weakly_congruent(shape, stride))
        return false;
    lc_frame frame = lc_frame_open(ctx);
    bool are = are_coordinates(ctx, shape, stride, &tuples) && tuples;
    lc_frame_close(ctx, frame);
    return are;
}

/* The stride (a,(b,c)) is a e0 + b 1@0@1 + c 1@1@1; `path` leads to the coordinate. NULL without
 * an error: there is no sum yet. */
static bool add_coordinate(lc_ctx *ctx, const lc_tuple *t, uint32_t path[LC_MAX_DEPTH],
                           size_t depth, lc_layout **sum)
{
    if (lc_tuple_is_leaf(t)) {
        lc_layout *unit = lcv_kept(ctx, lc_layout_basis(ctx, depth, path));
        lc_layout *part = unit ? lcv_kept(ctx, lc_layout_scale(ctx, lc_tuple_value(t, 0), unit))
                               : NULL;
        if (part)
            *sum = *sum ? lcv_kept(ctx, lc_layout_add(ctx, *sum, part)) : part;
        return part && *sum != NULL;
    }
    bool ok = depth < LC_MAX_DEPTH ||
              lc_fail(ctx, LC_ERR_LIMIT, "a stride of coordinates nested deeper than %d",
                      LC_MAX_DEPTH) != NULL;
    for (size_t i = 0; ok && i < lc_tuple_rank(t); i++) {
        lc_tuple *part = lcv_part_of(ctx, t, i);
        path[depth] = (uint32_t)i;
        ok = part && add_coordinate(ctx, part, path, depth + 1, sum);
    }
    return ok;
}

lcv_value *lcv_coordinate_strides(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride)
{
    if (lc_tuple_is_leaf(shape) && lc_tuple_is_leaf(stride))
        return lcv_value_int(ctx, lc_tuple_value(stride, 0));
    if (lc_tuple_is_leaf(shape)) {
        uint32_t path[LC_MAX_DEPTH];
        lc_layout *sum = NULL;
        return add_coordinate(ctx, stride, path, 0, &sum)
                   ? lcv_value_strides(ctx, lc_layout_ref(sum))
                   : NULL;
    }
    size_t n = lc_tuple_rank(shape);
    lcv_value **part = lc_frame_alloc(ctx, n, sizeof(lcv_value *));
    for (size_t i = 0; part && i < n; i++) {
        lc_tuple *s = lcv_part_of(ctx, shape, i), *d = s ? lcv_part_of(ctx, stride, i) : NULL;
        part[i] = d ? lcv_kept_value(ctx, lcv_coordinate_strides(ctx, s, d)) : NULL;
        if (!part[i])
            return NULL;
    }
    return part ? lcv_value_tuple_of(ctx, n, part) : NULL;
}
