/* coalesce.c - the layout of least rank with the same function (Cecka 3.2). */
#include "config.h"

#include <string.h>

#include "internal.h"

/* A mode of extent 1 vanishes; one that continues the mode before it,
 * d_k = s_{k-1} d_{k-1}, joins it. Nothing is written past what has been read. */
static size_t coalesce_into(lc_ctx *ctx, size_t modes, const lc_int *from_extent,
                            const lc_int *from_step, lc_int *extent, lc_int *step)
{
    size_t n = 0;
    for (size_t k = 0; k < modes; k++) {
        lc_int s = from_extent[k], d = from_step[k];
        if (lc_int_is_one(s))
            continue;
        if (n > 0 && lc_int_eq(d, lc_int_mul(ctx, extent[n - 1], step[n - 1]))) {
            extent[n - 1] = lc_int_mul(ctx, extent[n - 1], s);
            continue;
        }
        extent[n] = s;
        step[n] = d;
        n++;
    }
    if (n > 0)
        return n;
    extent[0] = lc_int_const(1);
    step[0] = lc_int_const(0);
    return 1;
}

size_t lc_coalesce_modes(lc_ctx *ctx, size_t n, lc_int *extent, lc_int *step)
{
    return coalesce_into(ctx, n, extent, step, extent, step);
}

lc_layout *lc_coalesce(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[a->nleaves], step[a->nleaves]; /* at most LC_MAX_LEAVES */
    size_t n = coalesce_into(ctx, a->nleaves, a->extent, a->step, extent, step);
    lc_layout *result = lc_layout_flat(ctx, n, extent, step);
    lc_frame_close(ctx, frame);
    return result;
}

lc_layout *lc_coalesce_by(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile)
{
    if (lc_tuple_is_leaf(profile))
        return lc_coalesce(ctx, a);
    size_t n = lc_tuple_rank(profile), rank = lc_layout_rank(a);
    if (n > rank || (a->node[0] == 0 && n != 1))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "a profile of rank %zu for a layout of rank %zu: expected at most %zu "
                       "modes",
                       n, rank, rank);
    lc_layout_list list;
    if (!lc_list_init(ctx, &list, rank))
        return NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        lc_tuple *part = lc_tuple_mode(ctx, profile, i);
        lc_layout *mode = part ? lc_layout_mode(ctx, a, i) : NULL;
        ok = mode && lc_list_push(&list, lc_coalesce_by(ctx, mode, part));
        lc_layout_free(mode);
        lc_tuple_free(part);
    }
    if (!ok || !lc_list_push_modes(ctx, &list, a, n)) {
        lc_list_clear(&list);
        return NULL;
    }
    return lc_list_concat(ctx, &list);
}

lc_layout *lc_filter(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[a->nleaves], step[a->nleaves];
    size_t n = 0;
    for (size_t k = 0; k < a->nleaves; k++) {
        if (lc_int_is_zero(a->step[k]))
            continue;
        extent[n] = a->extent[k];
        step[n++] = a->step[k];
    }
    n = lc_coalesce_modes(ctx, n, extent, step);
    lc_layout *result = lc_layout_flat(ctx, n, extent, step);
    lc_frame_close(ctx, frame);
    return result;
}
