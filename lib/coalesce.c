/* coalesce.c - the layout of least rank with the same function (Cecka 3.2). */
#include "config.h"

#include <string.h>

#include "internal.h"

/* A mode of extent 1 vanishes; one that continues the mode before it, d_k = s_{k-1} d_{k-1},
 * joins it. The writer never passes the reader. */
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

/* Does leaf k, of strides that are not integers, continue a mode of this extent and the stride of
 * `first`? By XOR, i + s j is i xor s j only for powers of two. */
static bool continues(lc_ctx *ctx, const lc_layout *a, size_t first, lc_int extent, size_t k)
{
    bool straight = true;
    for (size_t axis = 0; straight && axis < a->naxes; axis++)
        straight = lc_int_eq(lc_step(a, axis, k),
                             lc_scale(ctx, a->codomain, extent, lc_step(a, axis, first)));
    return straight && (a->codomain != LC_XOR || lc_int_is_zero(lc_step(a, 0, first)) ||
                        lc_int_is_power_of_two(extent));
}

/* Coalesces in any codomain: the leaves that begin a mode, and the extents of the modes;
 * returns their number, which may be 0. */
static size_t mark_modes(lc_ctx *ctx, const lc_layout *a, size_t *first, lc_int *extent)
{
    size_t n = 0;
    for (size_t k = 0; k < a->nleaves; k++) {
        lc_int s = a->extent[k];
        if (lc_int_is_one(s))
            continue;
        if (n > 0 && continues(ctx, a, first[n - 1], extent[n - 1], k)) {
            extent[n - 1] = lc_int_mul(ctx, extent[n - 1], s);
            continue;
        }
        first[n] = k;
        extent[n++] = s;
    }
    return n;
}

/* The flat layout of the modes that begin at these leaves; 1:0 when there are none. */
static lc_layout *from_marks(lc_ctx *ctx, const lc_layout *a, size_t n, const size_t *first,
                             const lc_int *extent)
{
    size_t modes = n > 0 ? n : 1;
    lc_layout *b = lc_layout_alloc_like(ctx, a, modes == 1 ? 1 : modes + 1, modes);
    if (!b)
        return NULL;
    memset(b->node, 0, b->nnodes * sizeof *b->node);
    if (modes > 1)
        b->node[0] = (uint32_t)modes;
    b->extent[0] = lc_int_const(1);
    for (size_t axis = 0; axis < b->naxes; axis++)
        for (size_t k = 0; k < modes; k++)
            b->step[axis * b->pitch + k] = n > 0 ? lc_step(a, axis, first[k]) : lc_int_const(0);
    for (size_t k = 0; k < n; k++)
        b->extent[k] = extent[k];
    return lc_layout_seal(ctx, b);
}

static lc_layout *coalesce_any(lc_ctx *ctx, const lc_layout *a)
{
    size_t first[a->nleaves];
    lc_int extent[a->nleaves];
    size_t n = mark_modes(ctx, a, first, extent);
    return from_marks(ctx, a, n, first, extent);
}

static lc_layout *coalesce_integers(lc_ctx *ctx, const lc_layout *a)
{
    lc_int extent[a->nleaves], step[a->nleaves]; /* at most LC_MAX_LEAVES */
    size_t n = coalesce_into(ctx, a->nleaves, a->extent, a->step, extent, step);
    return lc_layout_flat(ctx, n, extent, step);
}

lc_layout *lc_coalesce(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *result = a->codomain == LC_INTEGERS ? coalesce_integers(ctx, a)
                                                   : coalesce_any(ctx, a);
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

static bool idle(const lc_layout *a, size_t k)
{
    for (size_t axis = 0; axis < a->naxes; axis++)
        if (!lc_int_is_zero(lc_step(a, axis, k)))
            return false;
    return true;
}

lc_layout *lc_filter(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    size_t kept[a->nleaves], n = 0;
    lc_int extent[a->nleaves];
    for (size_t k = 0; k < a->nleaves; k++) {
        if (idle(a, k))
            continue;
        extent[n] = a->extent[k];
        kept[n++] = k;
    }
    lc_layout *active = from_marks(ctx, a, n, kept, extent);
    lc_layout *result = active ? lc_coalesce(ctx, active) : NULL;
    lc_layout_free(active);
    lc_frame_close(ctx, frame);
    return result;
}
