/* divide.c - division of a layout by a tiler (Cecka 3.5.2). */
#include "config.h"

#include <string.h>

#include "by-axis.h"
#include "regroup.h"

/* The same for coordinates in T: T* is the complement up to the sizes of the modes of A that they
 * stand for. */
static lc_layout *divide_by_coordinates(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *sizes = shape ? lc_sizes_at(ctx, shape, t->profile) : NULL;
    lc_layout *star = sizes ? lc_complement_in(ctx, t, sizes) : NULL, *result = NULL;
    lc_layout *pair[2] = {(lc_layout *)(uintptr_t)t, star};
    lc_layout *both = star ? lc_layout_concat(ctx, 2, pair) : NULL;
    if (both) {
        result = lc_compose(ctx, a, both);
        if (!result)
            lc_explain_needed(ctx, "quotient", "A o (T,T*) as A o B", "(T,T*)", both);
    }
    lc_layout_free(both);
    lc_layout_free(star);
    lc_tuple_free(sizes);
    lc_tuple_free(shape);
    return result;
}

/* A o (T, T*), T* the complement of T up to the size of A. */
static lc_layout *divide_by_layout(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    if (t->codomain == LC_COORDINATES)
        return divide_by_coordinates(ctx, a, t);
    lc_frame frame = lc_frame_open(ctx);
    size_t leaves = t->nleaves, nodes = t->nnodes;
    lc_int extent[2 * leaves + 1], step[2 * leaves + 1];
    uint32_t node[1 + nodes + leaves + 2];
    lc_layout *result = NULL, star;
    size_t n = lc_complement_modes_to(ctx, t, lc_layout_size(ctx, a), extent + leaves,
                                      step + leaves);
    if (n != SIZE_MAX) {
        node[0] = 2;
        memcpy(node + 1, t->node, nodes * sizeof(uint32_t));
        memcpy(extent, t->extent, leaves * sizeof(lc_int));
        memcpy(step, t->step, leaves * sizeof(lc_int));
        lc_view_flat(&star, n, extent + leaves, step + leaves, node + 1 + nodes);
        lc_layout both;
        lc_view_arrays(&both, 1 + nodes + star.nnodes, leaves + n, extent, step, node);
        result = lc_compose(ctx, a, &both);
        if (!result)
            lc_explain_needed(ctx, "quotient", "A o (T,T*) as A o B", "(T,T*)", &both);
    }
    lc_frame_close(ctx, frame);
    return result;
}

lc_layout *lc_logical_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_by_mode(ctx, a, t, divide_by_layout);
}

lc_layout *lc_zipped_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_zip_by_mode(ctx, a, t, divide_by_layout);
}

lc_layout *lc_tiled_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_spread(ctx, lc_zipped_divide(ctx, a, t), false);
}

lc_layout *lc_flat_divide(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_spread(ctx, lc_zipped_divide(ctx, a, t), true);
}
