/* product.c - products of a layout by a tiler (Cecka 3.5.1). */
#include "config.h"

#include "regroup.h"

/* (A, A* o B), A* the extendable complement of A. */
static lc_layout *product_by_layout(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_layout *part[2] = {NULL, NULL}, *result = NULL;
    lc_layout *complement = lc_complement(ctx, a);
    lc_span all = {0, a->nnodes, 0, a->nleaves};
    part[0] = lc_layout_part(ctx, a, all);
    if (complement && part[0])
        part[1] = lc_compose(ctx, complement, b);
    if (part[1])
        result = lc_layout_concat(ctx, 2, part);
    lc_layout_free(complement);
    lc_layout_free(part[0]);
    lc_layout_free(part[1]);
    return result;
}

lc_layout *lc_logical_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_by_mode(ctx, a, t, product_by_layout);
}

lc_layout *lc_zipped_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_zip_by_mode(ctx, a, t, product_by_layout);
}

lc_layout *lc_tiled_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_spread(ctx, lc_zipped_product(ctx, a, t), false);
}

lc_layout *lc_flat_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_spread(ctx, lc_zipped_product(ctx, a, t), true);
}

/* ---- blocked and raked (Figures 10 and 11) ---- */

/* Mode i of x paired with mode i of y. */
static lc_layout *pair_modes(lc_ctx *ctx, const lc_layout *x, const lc_layout *y, size_t i)
{
    lc_layout *pair[2] = {lc_layout_mode(ctx, x, i), lc_layout_mode(ctx, y, i)};
    lc_layout *result = pair[0] && pair[1] ? lc_layout_concat(ctx, 2, pair) : NULL;
    lc_layout_free(pair[0]);
    lc_layout_free(pair[1]);
    return result;
}

static lc_layout *zip(lc_ctx *ctx, const lc_layout *x, const lc_layout *y)
{
    lc_layout_list list;
    size_t rank = lc_layout_rank(x);
    if (!lc_list_init(ctx, &list, rank))
        return NULL;
    for (size_t i = 0; i < rank; i++) {
        if (!lc_list_push(&list, pair_modes(ctx, x, y, i))) {
            lc_list_clear(&list);
            return NULL;
        }
    }
    return lc_list_concat(ctx, &list);
}

/* The product of the whole layouts, its modes paired: block first, or grid first. */
static lc_layout *zipped_modes(lc_ctx *ctx, const lc_layout *a, const lc_layout *b, bool raked)
{
    size_t rank_a = lc_layout_rank(a), rank_b = lc_layout_rank(b);
    size_t rank = rank_a > rank_b ? rank_a : rank_b;
    bool plain = a->node[0] == 0 && b->node[0] == 0; /* s:d by t:e gives (s,t), not ((s,t),) */
    lc_layout *block = lc_layout_pad(ctx, a, rank), *grid = lc_layout_pad(ctx, b, rank);
    lc_layout *product = block && grid ? product_by_layout(ctx, block, grid) : NULL;
    lc_layout *x = product ? lc_layout_mode(ctx, product, raked ? 1 : 0) : NULL;
    lc_layout *y = product ? lc_layout_mode(ctx, product, raked ? 0 : 1) : NULL;
    lc_layout *result = NULL;
    if (x && y)
        result = plain ? pair_modes(ctx, x, y, 0) : zip(ctx, x, y);
    lc_layout_free(x);
    lc_layout_free(y);
    lc_layout_free(product);
    lc_layout_free(block);
    lc_layout_free(grid);
    return result;
}

lc_layout *lc_blocked_product(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    return zipped_modes(ctx, a, b, false);
}

lc_layout *lc_raked_product(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    return zipped_modes(ctx, a, b, true);
}

lc_layout *lc_tile_to_shape(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape)
{
    size_t rank = lc_tuple_rank(shape);
    if (lc_layout_rank(a) > rank)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "a tile of rank %zu for a shape of rank %zu: expected at least as many "
                       "modes in the shape",
                       lc_layout_rank(a), rank);
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *block = lc_layout_pad(ctx, a, rank), *grid = NULL, *result = NULL;
    lc_tuple *counts = NULL;
    lc_int count[rank];
    bool ok = block != NULL;
    for (size_t i = 0; ok && i < rank; i++) {
        lc_layout *mode = lc_layout_mode(ctx, block, i);
        lc_tuple *target = lc_tuple_mode(ctx, shape, i);
        ok = mode && target;
        if (ok)
            count[i] = lc_int_cdiv(ctx, lc_tuple_size(ctx, target), lc_layout_size(ctx, mode));
        lc_layout_free(mode);
        lc_tuple_free(target);
    }
    if (ok)
        counts = lc_tuple_flat(ctx, rank, count);
    if (counts)
        grid = lc_layout_compact(ctx, counts);
    if (grid) {
        lc_layout *tiled = zipped_modes(ctx, block, grid, false);
        result = tiled ? lc_coalesce_by(ctx, tiled, counts) : NULL;
        lc_layout_free(tiled);
    }
    lc_layout_free(grid);
    lc_tuple_free(counts);
    lc_layout_free(block);
    lc_frame_close(ctx, frame);
    return result;
}
