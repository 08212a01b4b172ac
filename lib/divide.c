/* divide.c - division of a layout by a tiler (Cecka 3.5.2). */
#include "config.h"

#include "regroup.h"

/* A o (T, T*), T* the complement of T up to the size of A. */
static lc_layout *divide_by_layout(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *part[2] = {NULL, NULL}, *both = NULL, *result = NULL;
    lc_span all = {0, t->nnodes, 0, t->nleaves};
    part[0] = lc_layout_part(ctx, t, all);
    part[1] = lc_complement_to(ctx, t, lc_layout_size(ctx, a));
    if (part[0] && part[1])
        both = lc_layout_concat(ctx, 2, part);
    if (both)
        result = lc_compose(ctx, a, both);
    lc_layout_free(both);
    lc_layout_free(part[0]);
    lc_layout_free(part[1]);
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
