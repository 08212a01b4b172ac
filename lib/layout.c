#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "size.h"

/* ---- making ---- */

lc_layout *lc_layout_alloc_in(lc_ctx *ctx, lc_codomain codomain, const lc_tuple *profile,
                              size_t nnodes, size_t nleaves)
{
    size_t naxes = profile ? profile->nleaves : 1, integers = (1 + naxes) * nleaves;
    if (nleaves > LC_MAX_LEAVES) /* before there is room for them on every axis */
        return lc_fail(ctx, LC_ERR_LIMIT, "a layout of %zu leaves: expected at most %d", nleaves,
                       LC_MAX_LEAVES);
    lc_layout *a =
        malloc(sizeof(lc_layout) + integers * sizeof(lc_int) + nnodes * sizeof(uint32_t));
    if (!a)
        return lc_no_memory(ctx);
    a->refs = 1;
    a->has_big = false;
    a->codomain = codomain;
    a->naxes = naxes;
    a->pitch = nleaves;
    a->profile = lc_tuple_ref(profile);
    a->nnodes = nnodes;
    a->nleaves = nleaves;
    a->extent = a->storage;
    a->step = a->storage + nleaves;
    a->node = (uint32_t *)(void *)(a->storage + integers);
    return a;
}

lc_layout *lc_layout_alloc(lc_ctx *ctx, size_t nnodes, size_t nleaves)
{
    return lc_layout_alloc_in(ctx, LC_INTEGERS, NULL, nnodes, nleaves);
}

lc_layout *lc_layout_alloc_like(lc_ctx *ctx, const lc_layout *like, size_t nnodes, size_t nleaves)
{
    return lc_layout_alloc_in(ctx, like->codomain, like->profile, nnodes, nleaves);
}

void lc_layout_discard(lc_layout *a)
{
    lc_tuple_free(a->profile);
    free(a);
}

lc_layout *lc_layout_seal(lc_ctx *ctx, lc_layout *a)
{
    bool ok = !ctx->int_failed && lc_nest_check(ctx, a->node, a->nnodes, a->nleaves);
    ctx->int_failed = false;
    /* extents and strides lie one after the other */
    if (!ok || !lc_int_own(ctx, (1 + a->naxes) * a->nleaves, a->extent, &a->has_big)) {
        lc_layout_discard(a);
        return NULL;
    }
    return a;
}

/* Takes over the text of the stride. */
lc_layout *lc_stride_misfit(lc_ctx *ctx, const lc_tuple *shape, char *strides)
{
    char *s = lc_tuple_to_str(ctx, shape);
    if (s && strides)
        lc_fail(ctx, LC_ERR_INVALID,
                "the stride %.300s is not congruent with the shape %.300s: expected one stride "
                "for each extent, nested alike",
                strides, s);
    free(s);
    free(strides);
    return NULL;
}

/* An extent of 0 may also stand for an integer operation that failed; sealing tells. */
static bool extents_fit(lc_ctx *ctx, size_t n, const lc_int *extent)
{
    for (size_t k = 0; k < n && !ctx->int_failed; k++) {
        char text[LC_NUMBER_ROOM];
        if (!lc_int_is_extent(extent[k]))
            return lc_fail(ctx, LC_ERR_INVALID, "an extent of %s: expected 1 or more",
                           lc_number(extent[k], text));
    }
    return true;
}

lc_layout *lc_layout_new(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride)
{
    if (!lc_tuple_congruent(shape, stride))
        return lc_stride_misfit(ctx, shape, lc_tuple_to_str(ctx, stride));
    if (shape->has_wildcard || stride->has_wildcard)
        return lc_fail(ctx, LC_ERR_INVALID, "'_' in a layout: it stands in coordinates only");
    if (!extents_fit(ctx, shape->nleaves, shape->leaf))
        return NULL;
    lc_layout *a = lc_layout_alloc(ctx, shape->nnodes, shape->nleaves);
    if (!a)
        return NULL;
    memcpy(a->node, shape->node, a->nnodes * sizeof(uint32_t));
    memcpy(a->extent, shape->leaf, a->nleaves * sizeof(lc_int));
    memcpy(a->step, stride->leaf, a->nleaves * sizeof(lc_int));
    return lc_layout_seal(ctx, a);
}

lc_layout *lc_layout_compact(lc_ctx *ctx, const lc_tuple *shape)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int *step = lc_alloc(ctx, shape->nleaves, sizeof(lc_int));
    if (!step)
        return NULL;
    lc_int size = lc_int_const(1);
    for (size_t k = 0; k < shape->nleaves; k++) {
        step[k] = size;
        size = lc_int_mul(ctx, size, shape->leaf[k]);
    }
    lc_tuple *stride = lc_tuple_like(ctx, shape, step);
    lc_layout *a = stride ? lc_layout_new(ctx, shape, stride) : NULL;
    lc_tuple_free(stride);
    free(step);
    lc_frame_close(ctx, frame);
    return a;
}

lc_layout *lc_layout_flat(lc_ctx *ctx, size_t n, const lc_int *shape, const lc_int *stride)
{
    if (n == 0)
        return lc_fail(ctx, LC_ERR_INVALID, "a layout of no modes: expected 1 or more");
    lc_layout *a = extents_fit(ctx, n, shape) ? lc_layout_alloc(ctx, n == 1 ? 1 : n + 1, n)
                                              : NULL;
    if (!a)
        return NULL;
    memset(a->node, 0, a->nnodes * sizeof(uint32_t));
    if (n > 1)
        a->node[0] = (uint32_t)n;
    memcpy(a->extent, shape, n * sizeof(lc_int));
    memcpy(a->step, stride, n * sizeof(lc_int));
    return lc_layout_seal(ctx, a);
}

lc_layout *lc_layout_ref(const lc_layout *a)
{
    lc_layout *shared = (lc_layout *)(uintptr_t)a; /* the count is no part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lc_layout_free(lc_layout *a)
{
    if (!a || --a->refs > 0)
        return;
    if (a->has_big)
        lc_int_disown((1 + a->naxes) * a->nleaves, a->extent);
    lc_layout_discard(a);
}

/* ---- looking ---- */

size_t lc_layout_rank(const lc_layout *a)
{
    return lc_nest_rank(a->node);
}
size_t lc_layout_depth(const lc_layout *a)
{
    return lc_nest_depth(a->node);
}
size_t lc_layout_nleaves(const lc_layout *a)
{
    return a->nleaves;
}
lc_int lc_layout_extent(const lc_layout *a, size_t leaf)
{
    return a->extent[leaf];
}
lc_int lc_layout_step(const lc_layout *a, size_t leaf)
{
    return a->step[leaf];
}
lc_codomain lc_layout_codomain(const lc_layout *a)
{
    return a->codomain;
}
size_t lc_layout_naxes(const lc_layout *a)
{
    return a->naxes;
}
const lc_tuple *lc_layout_profile(const lc_layout *a)
{
    return a->profile;
}

lc_int lc_layout_step_on(const lc_layout *a, size_t axis, size_t leaf)
{
    return lc_step(a, axis, leaf);
}

bool lc_layout_has_sizes(const lc_layout *a)
{
    bool has = false;
    for (size_t k = 0; k < a->nleaves; k++) {
        has = has || lc_int_is_size(a->extent[k]);
        for (size_t axis = 0; axis < a->naxes; axis++)
            has = has || lc_int_is_size(lc_step(a, axis, k));
    }
    return has;
}

lc_tuple *lc_layout_shape(lc_ctx *ctx, const lc_layout *a)
{
    return lc_tuple_of_nodes(ctx, a->nnodes, a->node, a->nleaves, a->extent);
}

lc_tuple *lc_layout_stride(lc_ctx *ctx, const lc_layout *a)
{
    return lc_integers_only(ctx, "a tuple of integers as the stride", a)
               ? lc_tuple_of_nodes(ctx, a->nnodes, a->node, a->nleaves, a->step)
               : NULL;
}

lc_int lc_layout_size(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int size = lc_int_const(1);
    for (size_t k = 0; k < a->nleaves; k++)
        size = lc_int_mul(ctx, size, a->extent[k]);
    return lc_frame_return(ctx, frame, size);
}

void lc_layout_range(lc_ctx *ctx, const lc_layout *a, lc_int *low, lc_int *high)
{
    *low = *high = lc_int_const(0);
    if (a->codomain == LC_XOR) {
        ctx->int_failed |= !lc_layout_largest(ctx, a, high);
        return;
    }
    for (size_t k = 0; k < a->nleaves; k++) {
        lc_int last = lc_int_sub(ctx, a->extent[k], lc_int_const(1));
        lc_int reach = lc_int_mul(ctx, last, a->step[k]);
        if (lc_int_lt(reach, lc_int_const(0)))
            *low = lc_int_add(ctx, *low, reach);
        else
            *high = lc_int_add(ctx, *high, reach);
    }
}

lc_int lc_layout_cosize(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int low, high;
    lc_layout_range(ctx, a, &low, &high);
    lc_int cosize = ctx->int_failed ? lc_int_const(0) : lc_int_add(ctx, high, lc_int_const(1));
    return lc_frame_return(ctx, frame, cosize);
}

lc_layout *lc_layout_part(lc_ctx *ctx, const lc_layout *a, lc_span span)
{
    lc_writer w;
    if (!lc_write_begin(ctx, &w, a, span.node_end - span.node, span.leaf_end - span.leaf))
        return NULL;
    lc_write_span(&w, a, span);
    return lc_write_end(ctx, &w);
}

lc_layout *lc_layout_mode(lc_ctx *ctx, const lc_layout *a, size_t i)
{
    if (i >= lc_layout_rank(a))
        return lc_fail(ctx, LC_ERR_INVALID, "mode %zu of a layout of rank %zu: expected 0 to %zu",
                       i, lc_layout_rank(a), lc_layout_rank(a) - 1);
    return lc_layout_part(ctx, a, lc_nest_mode(a->node, a->nnodes, a->nleaves, i));
}

/* Axis by axis, of the same axes. */
static bool same_strides(const lc_layout *a, const lc_layout *b)
{
    for (size_t axis = 0; axis < a->naxes; axis++)
        for (size_t k = 0; k < a->nleaves; k++)
            if (!lc_int_eq(lc_step(a, axis, k), lc_step(b, axis, k)))
                return false;
    return true;
}

bool lc_layout_equal(const lc_layout *a, const lc_layout *b)
{
    if (a->nnodes != b->nnodes || memcmp(a->node, b->node, a->nnodes * sizeof *a->node) != 0)
        return false;
    for (size_t k = 0; k < a->nleaves; k++)
        if (!lc_int_eq(a->extent[k], b->extent[k]))
            return false;
    if (lc_all_zero(a) || lc_all_zero(b))
        return lc_all_zero(a) && lc_all_zero(b);
    return a->codomain == b->codomain &&
           (a->codomain != LC_COORDINATES || lc_tuple_congruent(a->profile, b->profile)
                ? same_strides(a, b)
                : lc_same_coordinates(a, b));
}

/* ---- evaluating ---- */

lc_int lc_leaves_at(lc_ctx *ctx, const lc_layout *a, size_t axis, size_t first, size_t last,
                    lc_int index)
{
    lc_codomain codomain = a->codomain;
    lc_int offset = lc_int_const(0);
    const lc_int *step = a->step + axis * a->pitch;
    for (size_t k = first; k + 1 < last; k++) {
        lc_int digit = lc_int_fmod(ctx, index, a->extent[k]);
        index = lc_int_fdiv(ctx, index, a->extent[k]);
        offset = lc_sum(ctx, codomain, offset, lc_scale(ctx, codomain, digit, step[k]));
    }
    return lc_sum(ctx, codomain, offset, lc_scale(ctx, codomain, index, step[last - 1]));
}

lc_int lc_layout_at_axis(lc_ctx *ctx, const lc_layout *a, size_t axis, lc_int index)
{
    lc_frame frame = lc_frame_open(ctx);
    return lc_frame_return(ctx, frame, lc_leaves_at(ctx, a, axis, 0, a->nleaves, index));
}

lc_int lc_layout_at(lc_ctx *ctx, const lc_layout *a, lc_int index)
{
    return lc_layout_at_axis(ctx, a, 0, index);
}

lc_tuple *lc_layout_value_at(lc_ctx *ctx, const lc_layout *a, lc_int index)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int axis[LC_MAX_AXES];
    for (size_t i = 0; i < a->naxes; i++)
        axis[i] = lc_layout_at_axis(ctx, a, i, index);
    lc_tuple *value = lc_value_of(ctx, a, axis);
    lc_frame_close(ctx, frame);
    return value;
}

static bool evaluable(lc_ctx *ctx, const lc_tuple *crd)
{
    if (lc_tuple_has_wildcard(crd))
        lc_fail(ctx, LC_ERR_INVALID,
                "'_' in the coordinate of an evaluation: expected integers; "
                "slice takes '_'");
    return !lc_tuple_has_wildcard(crd);
}

/* A slice that leaves nothing over is an evaluation. */
bool lc_layout_eval(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *offset)
{
    lc_layout *rest = evaluable(ctx, crd) ? lc_layout_slice(ctx, a, crd, offset) : NULL;
    lc_layout_free(rest);
    return rest != NULL;
}

lc_tuple *lc_layout_value(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd)
{
    lc_tuple *value = NULL;
    lc_layout *rest = evaluable(ctx, crd) ? lc_layout_slice_value(ctx, a, crd, &value) : NULL;
    lc_layout_free(rest);
    return value;
}

/* ---- sorted leaves ---- */

static int by_step(lc_ctx *ctx, const lc_mode *a, const lc_mode *b)
{
    int order = lc_int_cmp(lc_int_abs(ctx, a->step), lc_int_abs(ctx, b->step));
    return order ? order : lc_int_cmp(a->extent, b->extent);
}

size_t lc_sorted_modes(lc_ctx *ctx, const lc_layout *a, lc_mode *mode)
{
    size_t n = 0;
    lc_int place = lc_int_const(1);
    for (size_t k = 0; k < a->nleaves; k++) {
        lc_mode m = {a->extent[k], a->step[k], place};
        place = lc_int_mul(ctx, place, m.extent);
        if (lc_int_is_plain_zero(m.step) || lc_int_is_one(m.extent) || lc_int_is_zero(m.step))
            continue;
        size_t at = n++;
        for (; at > 0 && by_step(ctx, &m, &mode[at - 1]) < 0; at--)
            mode[at] = mode[at - 1];
        mode[at] = m;
    }
    return n;
}

lc_layout *lc_layout_sorted(lc_ctx *ctx, const lc_layout *a)
{
    lc_mode mode[a->nleaves];
    lc_int extent[a->nleaves], step[a->nleaves];
    if (!lc_integers_only(ctx, "an order of strides", a))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    size_t n = lc_sorted_modes(ctx, a, mode);
    for (size_t k = 0; k < n; k++) {
        extent[k] = mode[k].extent;
        step[k] = mode[k].step;
    }
    if (n == 0) {
        extent[n] = lc_int_const(1);
        step[n++] = lc_int_const(0);
    }
    lc_layout *sorted = lc_layout_flat(ctx, n, extent, step);
    lc_frame_close(ctx, frame);
    return sorted;
}
