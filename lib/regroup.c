#include "config.h"

#include "regroup.h"

static bool rank_fits(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    size_t n = lc_tiler_rank(t), rank = lc_layout_rank(a);
    if (n <= rank)
        return true;
    lc_fail(ctx, LC_ERR_INVALID,
            "a tiler of %zu modes for a layout of rank %zu: expected at most %zu", n, rank, rank);
    return false;
}

lc_layout *lc_by_mode(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole)
        return op(ctx, a, whole);
    lc_layout_list list;
    if (!rank_fits(ctx, a, t) || !lc_list_init(ctx, &list, lc_layout_rank(a)))
        return NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < lc_tiler_rank(t); i++) {
        lc_layout *mode = lc_layout_mode(ctx, a, i);
        ok = mode && lc_list_push(&list, lc_by_mode(ctx, mode, lc_tiler_mode(t, i), op));
        lc_layout_free(mode);
    }
    if (!ok || !lc_list_push_modes(ctx, &list, a, lc_tiler_rank(t))) {
        lc_list_clear(&list);
        return NULL;
    }
    return lc_list_concat(ctx, &list);
}

/* The zipped pair of one mode: its tile to one list, its rest to the other. */
static bool zip_mode(lc_ctx *ctx, const lc_layout *a, size_t i, const lc_tiler *t, lc_pair_op op,
                     lc_layout_list *tiles, lc_layout_list *rests)
{
    lc_layout *mode = lc_layout_mode(ctx, a, i);
    lc_layout *pair = mode ? lc_zip_by_mode(ctx, mode, lc_tiler_mode(t, i), op) : NULL;
    bool ok = pair && lc_list_push(tiles, lc_layout_mode(ctx, pair, 0)) &&
              lc_list_push(rests, lc_layout_mode(ctx, pair, 1));
    lc_layout_free(pair);
    lc_layout_free(mode);
    return ok;
}

lc_layout *lc_zip_by_mode(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole)
        return op(ctx, a, whole);
    lc_layout_list tiles = {0}, rests = {0};
    size_t n = lc_tiler_rank(t);
    bool ok = rank_fits(ctx, a, t) && lc_list_init(ctx, &tiles, n) &&
              lc_list_init(ctx, &rests, lc_layout_rank(a));
    for (size_t i = 0; ok && i < n; i++)
        ok = zip_mode(ctx, a, i, t, op, &tiles, &rests);
    if (!ok || !lc_list_push_modes(ctx, &rests, a, n)) {
        lc_list_clear(&tiles);
        lc_list_clear(&rests);
        return NULL;
    }
    lc_layout *pair[2] = {lc_list_concat(ctx, &tiles), lc_list_concat(ctx, &rests)};
    lc_layout *result = pair[0] && pair[1] ? lc_layout_concat(ctx, 2, pair) : NULL;
    lc_layout_free(pair[0]);
    lc_layout_free(pair[1]);
    return result;
}

lc_layout *lc_spread(lc_ctx *ctx, lc_layout *zipped, bool both)
{
    lc_layout *result = NULL;
    if (!zipped)
        return NULL;
    lc_layout *tile = lc_layout_mode(ctx, zipped, 0), *rest = lc_layout_mode(ctx, zipped, 1);
    lc_layout_list list = {0};
    if (tile && rest &&
        lc_list_init(ctx, &list, lc_layout_rank(tile) + lc_layout_rank(rest))) {
        bool ok = both ? lc_list_push_modes(ctx, &list, tile, 0)
                       : lc_list_push(&list, lc_layout_ref(tile));
        if (ok && lc_list_push_modes(ctx, &list, rest, 0))
            result = lc_list_concat(ctx, &list);
        else
            lc_list_clear(&list);
    }
    lc_layout_free(tile);
    lc_layout_free(rest);
    lc_layout_free(zipped);
    return result;
}
