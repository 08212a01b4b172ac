/* xor.c - the relations of layouts whose strides add by XOR.
 *
 * A leaf of extent 2^k sends the bits of its coordinate to the stride shifted. When all extents
 * but the last are powers of two, the layout is therefore a linear layout (bits.h) on the
 * coordinates of the next larger such shape, restricted to those below its size. Other layouts
 * are linear on the digits of a coordinate, each extent rounded up to a power of two. A swizzle
 * of either is another linear layout.
 */
#include "config.h"

#include "bits.h"
#include "internal.h"

#include <stdlib.h>

static lc_int next_power(lc_ctx *ctx, lc_int n)
{
    lc_int power = lc_int_const(1);
    while (lc_int_lt(power, n))
        power = lc_int_add(ctx, power, power);
    return power;
}

/* The shape with all extents rounded up to powers of two. */
static lc_tuple *rounded(lc_ctx *ctx, const lc_tuple *shape)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *extent = lc_alloc(ctx, n, sizeof *extent);
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = next_power(ctx, lc_tuple_value(shape, k));
    lc_tuple *t = extent ? lc_tuple_like(ctx, shape, extent) : NULL;
    free(extent);
    return t;
}

/* Is an integral coordinate of the shape one of the rounded shape? Not if an extent that counts,
 * other than the last, is no power of two. */
static bool is_bits(const lc_tuple *shape)
{
    bool last = false;
    for (size_t k = 0; k < lc_tuple_nleaves(shape); k++) {
        lc_int extent = lc_tuple_value(shape, k);
        if (last && !lc_int_is_one(extent))
            return false;
        last = last || !lc_int_is_power_of_two(extent);
    }
    return true;
}

/* The layout on the rounded shape, as a function of its integral coordinate. */
static lc_linear *linear_of(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape)
{
    lc_tuple *wide = rounded(ctx, shape);
    lc_layout *b = wide ? lc_layout_reshape(ctx, wide, a) : NULL;
    lc_linear *l = b ? lc_linear_from_layout(ctx, b, NULL) : NULL;
    lc_layout_free(b);
    lc_tuple_free(wide);
    return l;
}

/* The same with an input dim for each leaf of a shape. */
static lc_linear *split_as(lc_ctx *ctx, const lc_linear *l, const lc_tuple *shape)
{
    char name[LC_LINEAR_DIMS][24];
    lc_dim dim[LC_LINEAR_DIMS];
    size_t n = lc_tuple_nleaves(shape);
    if (n > LC_LINEAR_DIMS)
        return lc_fail(ctx, LC_ERR_LIMIT,
                       "a relation of strides that add by XOR in %zu coordinates: expected at "
                       "most %d",
                       n, LC_LINEAR_DIMS);
    for (size_t i = 0; i < n; i++) {
        snprintf(name[i], sizeof name[i], "c%zu", i);
        if (!lc_dim_make(ctx, name[i], lc_tuple_value(shape, i), &dim[i]))
            return NULL;
    }
    return lc_linear_reshape_ins(ctx, l, n, dim);
}

/* The swizzle after the layout, as a function of its integral coordinate. */
static lc_linear *swizzled(lc_ctx *ctx, lc_swizzle w, const lc_layout *a, const lc_tuple *shape)
{
    lc_linear *l = linear_of(ctx, a, shape);
    if (!l || w.b == 0)
        return l;
    lc_f2 map = *lc_linear_matrix(l);
    unsigned bits = lc_swizzle_bits(w);
    if (map.rows < bits)
        map.rows = bits;
    lc_f2 matrix = lc_swizzle_matrix(w, map.rows);
    map = lc_f2_multiply(&matrix, &map);
    lc_dim in = lc_linear_in_dim(l, 0), out = {"out", map.rows};
    lc_linear *all = lc_linear_new(ctx, 1, &in, 1, &out, &map);
    lc_linear_free(l);
    return all;
}

/* The layout as a linear layout of coordinates of `shape`, rounded. */
static lc_linear *of_coordinates(lc_ctx *ctx, lc_swizzle w, const lc_layout *a,
                                 const lc_tuple *of, const lc_tuple *shape)
{
    lc_tuple *wide = rounded(ctx, shape);
    lc_linear *l = wide ? swizzled(ctx, w, a, of) : NULL;
    lc_linear *split = l ? split_as(ctx, l, wide) : NULL;
    lc_linear_free(l);
    lc_tuple_free(wide);
    return split;
}

/* The map in coordinates of `shape`, which is A's shape, or has coordinates that are bits like
 * those of A's shape. */
static lcr_map *map_of_bits(lcr_ctx *r, lc_swizzle w, const lc_layout *a, const lc_tuple *of,
                            const lc_tuple *shape)
{
    lc_linear *l = of_coordinates(r->lc, w, a, of, shape);
    lcr_map *m = l ? lcr_linear_layout_map_below(r, l, shape) : NULL;
    lc_linear_free(l);
    return m;
}

/* The digits that a coordinate of `shape` has in the shape `of`. */
static lcr_map *digits_map(lcr_ctx *r, const lc_tuple *of, const lc_tuple *shape)
{
    lcr_map *digits = lcr_coord_map(r, of);
    if (!digits || lc_tuple_is_leaf(shape))
        return digits;
    lc_layout *compact = lc_layout_compact(r->lc, shape);
    lcr_map *number = compact ? lcr_index_map(r, compact) : NULL;
    lcr_map *m = number ? lcr_map_compose(r, digits, number) : NULL;
    lcr_map_free(number);
    lc_layout_free(compact);
    lcr_map_free(digits);
    return m;
}

/* The map by the digits that a coordinate of `shape` has in A's shape. */
static lcr_map *map_of_digits(lcr_ctx *r, lc_swizzle w, const lc_layout *a, const lc_tuple *of,
                              const lc_tuple *shape)
{
    lc_linear *l = of_coordinates(r->lc, w, a, of, of);
    lcr_map *digits = l ? digits_map(r, of, shape) : NULL;
    lcr_map *m = digits ? lcr_linear_layout_map_after(r, l, of, digits) : NULL;
    lcr_map_free(digits);
    lc_linear_free(l);
    return m;
}

lcr_map *lcr_xor_index_map(lcr_ctx *r, lc_swizzle w, const lc_layout *a, const lc_tuple *shape)
{
    lc_ctx *ctx = r->lc;
    lc_frame frame = lc_frame_open(ctx);
    lcr_map *m = NULL;
    lc_tuple *of = lc_layout_shape(ctx, a);
    if (of && lcr_check_size(r, lc_layout_size(ctx, a), lc_tuple_size(ctx, shape)))
        m = lc_tuple_equal(of, shape) || (is_bits(of) && is_bits(shape))
                ? map_of_bits(r, w, a, of, shape)
                : map_of_digits(r, w, a, of, shape);
    lc_tuple_free(of);
    lc_frame_close(ctx, frame);
    return m;
}

lcr_map *lcr_xor_layout_map(lcr_ctx *r, lc_swizzle w, const lc_layout *a, bool integral)
{
    lc_tuple *shape = integral ? lc_tuple_leaf(r->lc, lc_layout_size(r->lc, a))
                               : lc_layout_shape(r->lc, a);
    lcr_map *m = shape ? lcr_xor_index_map(r, w, a, shape) : NULL;
    lc_tuple_free(shape);
    return m;
}
