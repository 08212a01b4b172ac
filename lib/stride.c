/* stride.c - strides that are not integers: basis elements, XOR, their sums and multiples. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "size.h"

/* ---- making ---- */

static lc_layout *unit(lc_ctx *ctx, lc_codomain codomain, const lc_tuple *profile)
{
    lc_layout *a = lc_layout_alloc_in(ctx, codomain, profile, 1, 1);
    if (!a)
        return NULL;
    a->node[0] = 0;
    a->extent[0] = lc_int_const(1);
    for (size_t axis = 0; axis < a->naxes; axis++)
        a->step[axis] = lc_int_const(0);
    return a;
}

/* The profile of a basis element: unused leaves beside the path. */
static lc_tuple *profile_of(lc_ctx *ctx, size_t depth, const uint32_t *path)
{
    lc_tuple *profile = lc_tuple_leaf(ctx, lc_int_const(1));
    for (size_t d = depth; profile && d-- > 0;) {
        lc_tuple *mode[LC_MAX_AXES], *zero = lc_tuple_leaf(ctx, lc_int_const(0));
        for (uint32_t i = 0; i < path[d]; i++)
            mode[i] = zero;
        mode[path[d]] = profile;
        lc_tuple *outer = zero ? lc_tuple_of(ctx, (size_t)path[d] + 1, mode) : NULL;
        lc_tuple_free(profile);
        lc_tuple_free(zero);
        profile = outer;
    }
    return profile;
}

lc_layout *lc_layout_basis(lc_ctx *ctx, size_t depth, const uint32_t *path)
{
    size_t axis = 0;
    if (depth == 0 || depth > LC_MAX_DEPTH)
        return lc_fail(ctx, LC_ERR_INVALID, "a basis element of %zu modes: expected 1 to %d",
                       depth, LC_MAX_DEPTH);
    for (size_t d = 0; d < depth; d++) {
        if (path[d] >= LC_MAX_AXES || axis + path[d] >= LC_MAX_AXES)
            return lc_too_many_axes(ctx);
        axis += path[d];
    }
    lc_tuple *profile = profile_of(ctx, depth, path);
    lc_layout *a = profile ? unit(ctx, LC_COORDINATES, profile) : NULL;
    lc_tuple_free(profile);
    if (!a)
        return NULL;
    a->step[axis] = lc_int_const(1);
    return lc_layout_seal(ctx, a);
}

lc_layout *lc_layout_xor(lc_ctx *ctx, lc_int bits)
{
    char text[LC_NUMBER_ROOM];
    if (!lc_int_is_size(bits) && lc_int_sign(bits) < 0)
        return lc_fail(ctx, LC_ERR_INVALID, "the XOR stride f%s: expected bits of 0 or more",
                       lc_number(bits, text));
    lc_layout *a = unit(ctx, LC_XOR, NULL);
    if (!a)
        return NULL;
    a->step[0] = bits;
    return lc_layout_seal(ctx, a);
}

/* The strides of a part, whose profile was joined to that of the sum. */
static void add_strides(lc_ctx *ctx, lc_layout *sum, const lc_layout *part)
{
    size_t axis[LC_MAX_AXES] = {0};
    if (lc_all_zero(part))
        return;
    if (part->profile)
        lc_profile_map(part->profile, sum->profile, axis);
    for (size_t i = 0; i < part->naxes; i++)
        for (size_t k = 0; k < part->nleaves; k++) {
            lc_int *d = &sum->step[axis[i] * sum->pitch + k];
            *d = lc_sum(ctx, sum->codomain, *d, lc_step(part, i, k));
        }
}

lc_layout *lc_layout_add(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    const lc_layout *part[2] = {a, b};
    lc_writer w;
    if (a->nnodes != b->nnodes || memcmp(a->node, b->node, a->nnodes * sizeof *a->node) != 0)
        return lc_fail(ctx, LC_ERR_INVALID, "a sum of strides that are not nested alike");
    if (!lc_write_begin_joined(ctx, &w, 2, part, a->nnodes, a->nleaves))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_write_layout(&w, a);
    add_strides(ctx, w.out, b);
    lc_layout *sum = lc_write_end(ctx, &w);
    lc_frame_close(ctx, frame);
    return sum;
}

lc_layout *lc_layout_scale(lc_ctx *ctx, lc_int factor, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *b = lc_layout_alloc_like(ctx, a, a->nnodes, a->nleaves);
    if (b) {
        memcpy(b->node, a->node, a->nnodes * sizeof *a->node);
        memcpy(b->extent, a->extent, a->nleaves * sizeof *a->extent);
        for (size_t axis = 0; axis < a->naxes; axis++)
            for (size_t k = 0; k < a->nleaves; k++)
                b->step[axis * b->pitch + k] = lc_scale(ctx, a->codomain, factor,
                                                        lc_step(a, axis, k));
        b = lc_layout_seal(ctx, b);
    }
    lc_frame_close(ctx, frame);
    return b;
}

lc_layout *lc_layout_reshape(lc_ctx *ctx, const lc_tuple *shape, const lc_layout *strides)
{
    lc_layout *extents = lc_layout_compact(ctx, shape);
    if (!extents)
        return NULL;
    lc_layout *a = NULL;
    if (extents->nnodes != strides->nnodes ||
        memcmp(extents->node, strides->node, strides->nnodes * sizeof *strides->node) != 0) {
        lc_stride_misfit(ctx, shape, lc_layout_stride_to_str(ctx, strides));
    } else if ((a = lc_layout_alloc_like(ctx, strides, strides->nnodes, strides->nleaves))) {
        memcpy(a->node, strides->node, a->nnodes * sizeof *a->node);
        memcpy(a->extent, extents->extent, a->nleaves * sizeof *a->extent);
        for (size_t axis = 0; axis < a->naxes; axis++)
            memcpy(a->step + axis * a->pitch, strides->step + axis * strides->pitch,
                   a->nleaves * sizeof *a->step);
        a = lc_layout_seal(ctx, a);
    }
    lc_layout_free(extents);
    return a;
}

lc_layout *lc_layout_identity(lc_ctx *ctx, const lc_tuple *shape)
{
    if (lc_tuple_is_leaf(shape))
        return lc_layout_compact(ctx, shape);
    if (shape->nleaves > LC_MAX_AXES)
        return lc_too_many_axes(ctx);
    lc_int one[LC_MAX_AXES];
    for (size_t k = 0; k < shape->nleaves; k++)
        one[k] = lc_int_const(1);
    lc_layout *compact = lc_layout_compact(ctx, shape), *a = NULL; /* checks the extents */
    lc_tuple *profile = compact ? lc_tuple_like(ctx, shape, one) : NULL;
    if (profile)
        a = lc_layout_alloc_in(ctx, LC_COORDINATES, profile, shape->nnodes, shape->nleaves);
    if (a) {
        memcpy(a->node, shape->node, a->nnodes * sizeof *a->node);
        memcpy(a->extent, shape->leaf, a->nleaves * sizeof *a->extent);
        for (size_t axis = 0; axis < a->naxes; axis++)
            for (size_t k = 0; k < a->nleaves; k++)
                a->step[axis * a->pitch + k] = lc_int_const(axis == k);
        a = lc_layout_seal(ctx, a);
    }
    lc_tuple_free(profile);
    lc_layout_free(compact);
    return a;
}

lc_layout *lc_layout_axis(lc_ctx *ctx, const lc_layout *a, size_t axis)
{
    if (a->codomain != LC_COORDINATES && !lc_integers_only(ctx, "an axis of the values", a))
        return NULL;
    if (axis >= a->naxes)
        return lc_fail(ctx, LC_ERR_INVALID, "axis %zu of values with %zu: expected 0 to %zu",
                       axis, a->naxes, a->naxes - 1);
    lc_layout view;
    lc_view_axis(&view, a, axis);
    return lc_layout_part(ctx, &view, (lc_span){0, a->nnodes, 0, a->nleaves});
}

/* The profile with a leaf of 1 for every axis that has a stride: those that had one, and
 * axis i. */
static lc_tuple *with_axis(lc_ctx *ctx, const lc_tuple *profile, size_t i)
{
    lc_int used[LC_MAX_AXES];
    for (size_t k = 0; k < profile->nleaves; k++)
        used[k] = lc_int_const(k == i || !lc_int_is_zero(profile->leaf[k]));
    return lc_tuple_like(ctx, profile, used);
}

lc_layout *lc_layout_on_axis(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile, size_t i)
{
    if (!lc_integers_only(ctx, "a layout on an axis", a))
        return NULL;
    if (lc_tuple_is_leaf(profile) || i >= profile->nleaves)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "axis %zu of coordinates: expected a tuple with more integers", i);
    if (profile->nleaves > LC_MAX_AXES)
        return lc_too_many_axes(ctx);
    lc_tuple *axes = with_axis(ctx, profile, lc_all_zero(a) ? SIZE_MAX : i);
    lc_layout *b = NULL;
    if (axes)
        b = lc_layout_alloc_in(ctx, LC_COORDINATES, axes, a->nnodes, a->nleaves);
    lc_tuple_free(axes);
    if (!b)
        return NULL;
    memcpy(b->node, a->node, a->nnodes * sizeof *a->node);
    memcpy(b->extent, a->extent, a->nleaves * sizeof *a->extent);
    memset(b->step, 0, b->naxes * b->pitch * sizeof *b->step);
    memcpy(b->step + i * b->pitch, a->step, a->nleaves * sizeof *a->step);
    return lc_layout_seal(ctx, b);
}

/* ---- text ---- */

/* 6e1, M*e1 on the first level, 2@0@1 below. */
static void add_basis(lc_text *text, const lc_layout *a, size_t axis, lc_int d, bool first)
{
    size_t path[LC_MAX_DEPTH + 1], depth = lc_profile_path(a->profile, axis, path);
    char *size = lc_int_is_size(d) ? lc_int_size_text(d, LC_SIZE_FACTOR) : NULL;
    bool minus = depth == 1 && lc_int_is_plain(d, -1);
    if (!first && (size ? *size != '-' : lc_int_sign(d) > 0))
        lc_text_add(text, "+");
    if (minus)
        lc_text_add(text, "-");
    else if (lc_int_is_size(d))
        lc_text_own(text, size);
    else if (depth > 1 || !lc_int_is_plain(d, 1))
        lc_text_add_int(text, d);
    if (depth == 1)
        lc_text_printf(text, "%se%zu", lc_int_is_size(d) ? "*" : "", path[0]);
    for (size_t level = depth; depth > 1 && level > 0; level--)
        lc_text_printf(text, "@%zu", path[level - 1]);
}

void lc_text_add_stride(lc_text *text, const lc_layout *a, size_t k)
{
    bool any = false;
    for (size_t axis = 0; axis < a->naxes; axis++) {
        lc_int d = lc_step(a, axis, k);
        if (lc_int_is_plain_zero(d))
            continue;
        if (a->codomain == LC_COORDINATES) {
            add_basis(text, a, axis, d, !any);
        } else if (a->codomain == LC_XOR && lc_int_is_size(d)) {
            lc_text_own(text, lc_int_size_text(d, LC_SIZE_WORD));
        } else {
            lc_text_add(text, a->codomain == LC_XOR ? "f" : "");
            lc_text_add_int(text, d);
        }
        any = true;
    }
    if (!any)
        lc_text_add(text, "0");
}
