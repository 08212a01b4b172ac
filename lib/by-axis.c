#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "by-axis.h"

/* Does leaf k have strides on more than one axis? */
static bool on_several(const lc_layout *a, size_t k)
{
    size_t axes = 0;
    for (size_t axis = 0; axis < a->naxes; axis++)
        axes += !lc_int_is_zero(lc_step(a, axis, k));
    return axes > 1;
}

static bool one_axis_each(lc_ctx *ctx, const char *what, const lc_layout *a)
{
    for (size_t k = 0; k < a->nleaves; k++) {
        if (!on_several(a, k) || lc_int_is_one(a->extent[k]))
            continue;
        lc_text text = {0};
        lc_text_add_stride(&text, a, k);
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no %s axis by axis: the stride %.200s is on several axes of the values", what,
                lc_text_peek(&text));
        lc_text_free(&text);
        return false;
    }
    return true;
}

/* The parts of the axes, nested like the profile; takes over the parts. */
static lc_layout *nested(lc_ctx *ctx, const lc_tuple *profile, size_t *at, lc_layout **part,
                         size_t *axis)
{
    uint32_t arity = profile->node[(*at)++];
    if (arity == 0)
        return lc_layout_ref(part[(*axis)++]);
    lc_layout *mode[LC_MAX_AXES], *joined = NULL;
    uint32_t made = 0;
    while (made < arity && (mode[made] = nested(ctx, profile, at, part, axis)))
        made++;
    if (made == arity)
        joined = lc_layout_concat(ctx, arity, mode);
    while (made > 0)
        lc_layout_free(mode[--made]);
    return joined;
}

/* A part of the result, from axis i as a layout of integers. */
typedef lc_layout *axis_op(lc_ctx *ctx, const lc_layout *axis, size_t i, const void *context);

static void say_axis(lc_ctx *ctx, size_t i)
{
    char why[sizeof ctx->message];
    memcpy(why, ctx->message, sizeof why);
    if (ctx->code == LC_ERR_NO_VALUE)
        lc_fail(ctx, LC_ERR_NO_VALUE, "on axis %zu of the values: %s", i, why);
}

static lc_layout *by_axis(lc_ctx *ctx, const lc_layout *a, axis_op *op, const void *context)
{
    lc_layout *part[LC_MAX_AXES], *result = NULL;
    size_t made = 0, at = 0, axis = 0;
    for (; made < a->naxes; made++) {
        lc_layout view;
        lc_view_axis(&view, a, made);
        if (!(part[made] = op(ctx, &view, made, context)))
            break;
    }
    if (made == a->naxes)
        result = nested(ctx, a->profile, &at, part, &axis);
    else
        say_axis(ctx, made);
    while (made > 0)
        lc_layout_free(part[--made]);
    return result;
}

/* ---- inverses ---- */

static lc_layout *right_inverse(lc_ctx *ctx, const lc_layout *axis, size_t i, const void *context)
{
    (void)i;
    (void)context;
    return lc_right_inverse(ctx, axis);
}

static lc_layout *left_inverse(lc_ctx *ctx, const lc_layout *axis, size_t i, const void *context)
{
    (void)i;
    (void)context;
    return lc_left_inverse(ctx, axis);
}

/* The layout with leaf k standing still if it has strides on several axes. */
static lc_layout *without_several(lc_ctx *ctx, const lc_layout *a)
{
    lc_layout *b = lc_layout_alloc_like(ctx, a, a->nnodes, a->nleaves);
    if (!b)
        return NULL;
    memcpy(b->node, a->node, a->nnodes * sizeof *a->node);
    memcpy(b->extent, a->extent, a->nleaves * sizeof *a->extent);
    for (size_t k = 0; k < a->nleaves; k++) {
        bool still = on_several(a, k);
        for (size_t axis = 0; axis < a->naxes; axis++)
            b->step[axis * b->pitch + k] = still ? lc_int_const(0) : lc_step(a, axis, k);
    }
    return lc_layout_seal(ctx, b);
}

lc_layout *lc_right_inverse_by_axis(lc_ctx *ctx, const lc_layout *a)
{
    lc_layout *simple = without_several(ctx, a);
    lc_layout *result = simple ? by_axis(ctx, simple, right_inverse, NULL) : NULL;
    lc_layout_free(simple);
    return result;
}

lc_layout *lc_left_inverse_by_axis(lc_ctx *ctx, const lc_layout *a)
{
    return one_axis_each(ctx, "left inverse", a) ? by_axis(ctx, a, left_inverse, NULL) : NULL;
}

/* ---- complements ---- */

/* Every axis of the values, also one that no stride has. */
static lc_tuple *all_axes(lc_ctx *ctx, const lc_tuple *profile)
{
    lc_int one[LC_MAX_AXES];
    for (size_t i = 0; i < profile->nleaves; i++)
        one[i] = lc_int_const(1);
    return lc_tuple_like(ctx, profile, one);
}

typedef struct {
    const lc_tuple *profile;
    const lc_tuple *shape; /* NULL: the extendable form */
} target;

static lc_layout *complement(lc_ctx *ctx, const lc_layout *axis, size_t i, const void *context)
{
    const target *t = context;
    lc_layout *integers = t->shape ? lc_complement_to(ctx, axis, t->shape->leaf[i])
                                   : lc_complement(ctx, axis);
    lc_layout *part = integers ? lc_layout_on_axis(ctx, integers, t->profile, i) : NULL;
    lc_layout_free(integers);
    return part;
}

static lc_layout *complement_in(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape)
{
    lc_tuple *profile = one_axis_each(ctx, "complement", a) ? all_axes(ctx, a->profile) : NULL;
    target t = {profile, shape};
    lc_layout *result = profile ? by_axis(ctx, a, complement, &t) : NULL;
    lc_tuple_free(profile);
    return result;
}

lc_layout *lc_complement_by_axis(lc_ctx *ctx, const lc_layout *a)
{
    return complement_in(ctx, a, NULL);
}

static void *misfit(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape)
{
    char *values = lc_tuple_to_str(ctx, a->profile), *text = lc_tuple_to_str(ctx, shape);
    if (values && text)
        lc_fail(
            ctx, LC_ERR_INVALID,
            "a complement of coordinates up to the shape %.200s: expected a shape nested like "
            "the values, %.200s",
            text, values);
    free(values);
    free(text);
    return NULL;
}

/* The strides of a on the axes of a shape; the profile of a may leave out modes of it. */
static lc_layout *in_shape(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape)
{
    lc_tuple *profile = all_axes(ctx, shape);
    lc_tuple *joined = profile ? lc_profile_join(ctx, profile, a->profile) : NULL;
    lc_layout *wide = NULL;
    if (joined ? !lc_tuple_congruent(joined, shape) : ctx->code == LC_ERR_INVALID) {
        misfit(ctx, a, shape);
    } else if (joined) {
        lc_writer w = {
            .out = lc_layout_alloc_in(ctx, LC_COORDINATES, joined, a->nnodes, a->nleaves)};
        if (w.out) {
            lc_write_layout(&w, a);
            wide = lc_write_end(ctx, &w);
        }
    }
    lc_tuple_free(joined);
    lc_tuple_free(profile);
    return wide;
}

lc_layout *lc_complement_to_by_axis(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape)
{
    if (shape->nleaves > LC_MAX_AXES)
        return lc_too_many_axes(ctx);
    lc_layout *wide = in_shape(ctx, a, shape);
    lc_layout *result = wide ? complement_in(ctx, wide, shape) : NULL;
    lc_layout_free(wide);
    return result;
}

/* Mode i of a shape, at mode i of a profile that may have fewer modes. */
static lc_tuple *sizes_at_mode(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *profile,
                               size_t i)
{
    bool named = i < lc_tuple_rank(profile);
    lc_tuple *part = lc_tuple_mode(ctx, shape, i), *sizes = NULL;
    lc_tuple *under = named && part ? lc_tuple_mode(ctx, profile, i) : NULL;
    if (part && (under || !named))
        sizes = lc_sizes_at(ctx, part, under);
    lc_tuple_free(under);
    lc_tuple_free(part);
    return sizes;
}

lc_tuple *lc_sizes_at(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *profile)
{
    if (!profile || lc_tuple_is_leaf(profile)) {
        lc_frame frame = lc_frame_open(ctx);
        lc_tuple *size = lc_tuple_leaf(ctx, lc_tuple_size(ctx, shape));
        lc_frame_close(ctx, frame);
        return size;
    }
    size_t n = lc_tuple_rank(shape), modes = lc_tuple_rank(profile), made = 0;
    if (modes > n || n > LC_MAX_AXES)
        return modes > n ? lc_fail(ctx, LC_ERR_INVALID,
                                   "coordinates of %zu modes for a shape of %zu: expected at "
                                   "most as many",
                                   modes, n)
                         : lc_too_many_axes(ctx);
    lc_tuple *mode[LC_MAX_AXES], *sizes = NULL;
    while (made < n && (mode[made] = sizes_at_mode(ctx, shape, profile, made)))
        made++;
    if (made == n)
        sizes = lc_tuple_of(ctx, n, mode);
    while (made > 0)
        lc_tuple_free(mode[--made]);
    return sizes;
}
