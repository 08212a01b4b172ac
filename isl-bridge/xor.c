/* xor.c - the relations of layouts whose strides add by XOR.
 *
 * A leaf of extent 2^k sends the bits of its coordinate to the stride shifted: where all
 * extents but the last are powers of two, the layout is a linear layout (bits.h) on the
 * coordinates of the next larger such shape, of which it has those below its size.
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

/* The last leaf that counts. */
static size_t top_leaf(const lc_tuple *shape)
{
    size_t top = lc_tuple_nleaves(shape) - 1;
    while (top > 0 && lc_int_is_one(lc_tuple_value(shape, top)))
        top--;
    return top;
}

/* The shape with that extent rounded up to a power of two. */
static lc_tuple *rounded(lc_ctx *ctx, const lc_tuple *shape)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *extent = lc_alloc(ctx, n, sizeof *extent);
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = lc_tuple_value(shape, k);
    if (extent)
        extent[top_leaf(shape)] = next_power(ctx, extent[top_leaf(shape)]);
    lc_tuple *t = extent ? lc_tuple_like(ctx, shape, extent) : NULL;
    free(extent);
    return t;
}

/* The layout on the rounded shape, as a function of its integral coordinate. */
static lc_linear *linear_of(lc_ctx *ctx, const lc_layout *a)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *wide = shape ? rounded(ctx, shape) : NULL;
    lc_layout *b = wide ? lc_layout_reshape(ctx, wide, a) : NULL;
    lc_linear *l = b ? lc_linear_from_layout(ctx, b, NULL) : NULL;
    lc_layout_free(b);
    lc_tuple_free(wide);
    lc_tuple_free(shape);
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

/* The pairs with that coordinate below its extent; takes over m. */
static lcr_map *below(lcr_ctx *r, lcr_map *m, const lc_tuple *shape)
{
    size_t top = top_leaf(shape);
    lc_int extent = lc_tuple_value(shape, top);
    if (!m || lc_int_is_power_of_two(extent))
        return m;
    lcr_begin(r);
    isl_set *domain = isl_set_universe(isl_space_domain(isl_map_get_space(m->map)));
    domain = isl_set_upper_bound_val(domain, isl_dim_set, (unsigned)top,
                                     isl_val_sub_ui(lcr_val(r, extent), 1));
    isl_map *map = isl_map_intersect_domain(isl_map_copy(m->map), isl_set_copy(domain));
    isl_pw_multi_aff *function =
        isl_pw_multi_aff_intersect_domain(isl_pw_multi_aff_copy(m->function), domain);
    lcr_map *part = lcr_map_make(r, map, function, NULL);
    lcr_map_free(m);
    return part;
}

lcr_map *lcr_xor_index_map(lcr_ctx *r, const lc_layout *a, const lc_tuple *shape)
{
    lc_ctx *ctx = r->lc;
    lc_frame frame = lc_frame_open(ctx);
    lcr_map *m = NULL;
    if (lcr_check_size(r, lc_layout_size(ctx, a), lc_tuple_size(ctx, shape))) {
        lc_tuple *wide = rounded(ctx, shape);
        lc_linear *l = wide ? linear_of(ctx, a) : NULL;
        lc_linear *split = l ? split_as(ctx, l, wide) : NULL;
        m = below(r, split ? lcr_linear_layout_map(r, split) : NULL, shape);
        lc_linear_free(split);
        lc_linear_free(l);
        lc_tuple_free(wide);
    }
    lc_frame_close(ctx, frame);
    return m;
}
