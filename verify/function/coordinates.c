/* coordinates.c - common axes, boxes of coordinates, and coordinates as integers. */
#include "config.h"

#include "coordinates.h"

#include <stdio.h>

bool lcv_is_coordinates(const lcv_value *v)
{
    return (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR) &&
           lc_layout_codomain(v->layout) == LC_COORDINATES;
}

bool lcv_stands_still(const lc_layout *a, size_t leaf)
{
    size_t axis = 0;
    while (axis < lc_layout_naxes(a) && lc_int_is_zero(lc_layout_step_on(a, axis, leaf)))
        axis++;
    return axis == lc_layout_naxes(a);
}

bool lcv_by_axis(const lc_layout *a)
{
    for (size_t k = 0; k < lc_layout_nleaves(a); k++) {
        size_t axes = 0;
        for (size_t q = 0; q < lc_layout_naxes(a); q++)
            axes += !lc_int_is_zero(lc_layout_step_on(a, q, k));
        if (axes > 1 && !lc_int_is_one(lc_layout_extent(a, k)))
            return false;
    }
    return true;
}

/* ---- common axes ---- */

static bool to_coordinates(const lc_layout *a)
{
    return lc_layout_codomain(a) == LC_COORDINATES;
}

bool lcv_comparable(const lc_layout *a, const lc_layout *b)
{
    return to_coordinates(a) == to_coordinates(b) || lc_all_zero(a) || lc_all_zero(b);
}

/* The last value of a layout, for messages. */
static char *example(lc_ctx *ctx, const lc_layout *a)
{
    if (!a)
        return lcv_kept(ctx, lcv_text(ctx, "0, 1, 2"));
    lc_int last = lc_int_sub(ctx, lc_layout_size(ctx, a), lc_int_const(1));
    return lcv_kept(ctx, lcv_text(ctx, "%T", lc_layout_value_at(ctx, a, last)));
}

void *lcv_incomparable(lc_ctx *ctx, const char *x, const lc_layout *a, const char *y,
                       const lc_layout *b)
{
    char *v = example(ctx, a), *w = v ? example(ctx, b) : NULL;
    if (w)
        lc_fail(
            ctx, LC_ERR_INVALID,
            "the values of %s, such as %.200s, and of %s, such as %.200s, cannot be compared: "
            "expected integers for both, or coordinates that are nested alike",
            x, v, y, w);
    return NULL;
}

static bool replace(lc_layout **a, lc_layout *by)
{
    *a = by ? by : *a;
    return by != NULL;
}

/* Layouts that are all zero, as layouts of integers. */
static bool zeros_to_integers(lc_ctx *ctx, size_t n, lc_layout **a)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = !to_coordinates(a[i]) || replace(&a[i], lcv_kept(ctx, lc_layout_axis(ctx, a[i], 0)));
    return ok;
}

static bool same_axes(size_t n, lc_layout *const *a)
{
    bool same = true;
    for (size_t i = 0; i < n; i++)
        same = same && to_coordinates(a[i]) == to_coordinates(a[0]) &&
               (!to_coordinates(a[0]) ||
                lc_tuple_congruent(lc_layout_profile(a[i]), lc_layout_profile(a[0])));
    return same;
}

/* Replaces the layouts a[i] by layouts on the same axes. LC_ERR_INVALID when an axis of one is a
 * tuple of another. */
static bool on_common_axes(lc_ctx *ctx, size_t n, lc_layout **a)
{
    bool coordinates = false, integers = false, ok = true;
    if (same_axes(n, a))
        return true;
    for (size_t i = 0; i < n; i++) {
        coordinates = coordinates || (to_coordinates(a[i]) && !lc_all_zero(a[i]));
        integers = integers || (!to_coordinates(a[i]) && !lc_all_zero(a[i]));
    }
    if (integers && !coordinates)
        return zeros_to_integers(ctx, n, a);
    lc_layout *all = lcv_kept(ctx, lc_layout_concat(ctx, n, a)); /* joins their profiles */
    for (size_t i = 0; ok && i < n; i++)
        ok = all && replace(&a[i], lcv_mode_of(ctx, all, i));
    return ok;
}

/* ---- layouts from coordinates ---- */

lc_layout *lcv_stride_of(lc_ctx *ctx, const lc_tuple *value)
{
    lc_int one = lc_int_const(1), first = lc_tuple_value(value, 0), used[LC_MAX_AXES];
    if (lc_tuple_is_leaf(value))
        return lcv_kept(ctx, lc_layout_flat(ctx, 1, &one, &first));
    for (size_t q = 0; q < lc_tuple_nleaves(value); q++)
        used[q] = lc_int_const(!lc_int_is_zero(lc_tuple_value(value, q)));
    lc_tuple *profile = lcv_kept(ctx, lc_tuple_like(ctx, value, used));
    lc_layout *sum = NULL;
    for (size_t q = 0; profile && q < lc_tuple_nleaves(value); q++) {
        lc_int d = lc_tuple_value(value, q);
        lc_layout *part = lcv_kept(ctx, lc_layout_flat(ctx, 1, &one, &d));
        if (part)
            part = lcv_kept(ctx, lc_layout_on_axis(ctx, part, profile, q));
        sum = part && q > 0 ? lcv_kept(ctx, lc_layout_add(ctx, sum, part)) : part;
        if (!sum)
            break;
    }
    return sum;
}

/* Mode by mode of the shape below a part of the profile, which begins at *axis. */
static lc_layout *place_modes(lc_ctx *ctx, const lc_tuple *whole, const lc_tuple *profile,
                              size_t axis, const lc_tuple *shape)
{
    if (lc_tuple_is_leaf(profile)) {
        lc_layout *compact = lcv_kept(ctx, lc_layout_compact(ctx, shape));
        return compact ? lcv_kept(ctx, lc_layout_on_axis(ctx, compact, whole, axis)) : NULL;
    }
    size_t n = lc_tuple_rank(shape);
    if (n > lc_tuple_rank(profile))
        return NULL;
    lc_layout **mode = lc_frame_alloc(ctx, n, sizeof(lc_layout *));
    for (size_t i = 0; mode && i < n; i++) {
        lc_tuple *below = lcv_part_of(ctx, profile, i), *part = lcv_part_of(ctx, shape, i);
        if (!below || !part || !(mode[i] = place_modes(ctx, whole, below, axis, part)))
            return NULL;
        axis += lc_tuple_nleaves(below);
    }
    return !mode || lc_tuple_is_leaf(shape) ? mode != NULL ? mode[0] : NULL
                                            : lcv_kept(ctx, lc_layout_concat(ctx, n, mode));
}

lc_layout *lcv_coordinates_of(lc_ctx *ctx, const char *name, const lc_tuple *shape,
                              const char *of, const lc_layout *a)
{
    const lc_tuple *profile = lc_layout_profile(a);
    lc_layout *coordinates = place_modes(ctx, profile, profile, 0, shape);
    char *value = !coordinates && lc_ctx_code(ctx) == LC_OK ? example(ctx, a) : NULL;
    char *text = value ? lcv_kept(ctx, lc_tuple_to_str(ctx, shape)) : NULL;
    if (text)
        lc_fail(ctx, LC_ERR_INVALID,
                "the shape %.200s of %s is not nested like the values of %s, such as %.200s: "
                "expected a mode for each of theirs",
                text, name, of, value);
    return coordinates;
}

/* ---- functions ---- */

static bool put_parts(lc_ctx *ctx, lcv_function *f, lc_layout *const part[2])
{
    lc_int one = lc_int_const(1);
    bool integers = !to_coordinates(part[0]);
    f->layout = part[0];
    f->offset = integers ? lc_layout_at(ctx, part[1], one) : lc_int_const(0);
    f->origin = integers ? NULL : lcv_kept(ctx, lc_layout_value_at(ctx, part[1], one));
    return integers || f->origin != NULL;
}

/* The layout of each, and 1:d for what is added to it. */
bool lcv_functions_on_common_axes(lc_ctx *ctx, lcv_function *f, lcv_function *g)
{
    if (!to_coordinates(f->layout) && !to_coordinates(g->layout))
        return true;
    lc_tuple *x = lcv_function_offset(ctx, f), *y = lcv_function_offset(ctx, g);
    lc_layout *part[4] = {f->layout, x ? lcv_stride_of(ctx, x) : NULL, g->layout,
                          y ? lcv_stride_of(ctx, y) : NULL};
    bool ok = part[1] && part[3] != NULL, comparable = ok;
    for (size_t i = 0; ok && i < 2; i++)
        comparable = comparable && lcv_comparable(part[i], part[2]) &&
                     lcv_comparable(part[i], part[3]);
    if (ok && (!comparable || !on_common_axes(ctx, 4, part))) {
        if (lc_ctx_code(ctx) == LC_OK || lc_ctx_code(ctx) == LC_ERR_INVALID)
            lcv_incomparable(ctx, f->name, f->layout, g->name, g->layout);
        ok = false;
    }
    return ok && put_parts(ctx, f, part) && put_parts(ctx, g, part + 2);
}

static lc_int origin_on(const lcv_function *f, size_t axis)
{
    if (!to_coordinates(f->layout))
        return f->offset;
    return f->origin ? lc_tuple_value(f->origin, axis) : lc_int_const(0);
}

bool lcv_function_axis(lc_ctx *ctx, const lcv_function *f, size_t axis, lcv_function *out)
{
    *out = (lcv_function){.name = f->name, .offset = origin_on(f, axis), .shown = f};
    out->layout = lcv_kept(ctx, lc_layout_axis(ctx, f->layout, axis));
    if (to_coordinates(f->layout))
        snprintf(out->suffix, sizeof out->suffix, " on axis %zu", axis);
    return out->layout != NULL;
}

/* ---- boxes ---- */

static void box_places(lc_ctx *ctx, lcv_box *box)
{
    box->size = lc_int_const(1);
    for (size_t q = 0; q < box->n; q++) {
        box->place[q] = box->size;
        box->size = lc_int_mul(ctx, box->size, box->extent[q]);
    }
}

/* Walks the profile of values and a shape together: an axis has the extent of what
 * stands at its place. An axis that no stride has may stand nowhere: its one value is 0. */
static bool fill_box(lc_ctx *ctx, lcv_box *box, const lc_tuple *profile, const lc_tuple *shape)
{
    if (lc_tuple_is_leaf(profile)) {
        box->low[box->n] = lc_int_const(0);
        box->extent[box->n++] = shape ? lc_tuple_size(ctx, shape) : lc_int_const(1);
        return shape || lc_int_is_zero(lc_tuple_value(profile, 0));
    }
    bool ok = true;
    for (size_t i = 0; ok && i < lc_tuple_rank(profile); i++) {
        bool has = shape && i < lc_tuple_rank(shape);
        lc_tuple *part = has ? lcv_part_of(ctx, shape, i) : NULL;
        lc_tuple *below = lcv_part_of(ctx, profile, i);
        ok = (part || !has) && below && fill_box(ctx, box, below, part);
    }
    return ok;
}

/* The profile with a leaf more for each mode of the shape that it has not. */
static const lc_tuple *widened(lc_ctx *ctx, const lc_tuple *profile, const lc_tuple *shape)
{
    if (!profile || !shape || lc_tuple_is_leaf(profile) || lc_tuple_is_leaf(shape))
        return shape ? profile : NULL;
    size_t modes = lc_tuple_rank(profile), rank = lc_tuple_rank(shape);
    size_t n = modes > rank ? modes : rank;
    lc_tuple **mode = lc_frame_alloc(ctx, n, sizeof(lc_tuple *));
    for (size_t i = 0; mode && i < n; i++) {
        lc_tuple *below = i < modes ? lcv_part_of(ctx, profile, i)
                                    : lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(0)));
        lc_tuple *part = i < rank ? lcv_part_of(ctx, shape, i) : below;
        mode[i] = (lc_tuple *)(uintptr_t)widened(ctx, below, part);
        if (!mode[i])
            return NULL;
    }
    return mode ? lcv_kept(ctx, lc_tuple_of(ctx, n, mode)) : NULL;
}

/* Puts f on the axes of a profile that its own was widened to. */
static bool widen(lc_ctx *ctx, lcv_function *f, const lc_tuple *profile)
{
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    if (lc_tuple_nleaves(profile) > LC_MAX_AXES)
        return lc_fail(ctx, LC_ERR_LIMIT, "a shape of more than %d modes for values",
                       LC_MAX_AXES);
    lc_layout *nothing = lcv_kept(ctx, lc_layout_flat(ctx, 1, &one, &zero));
    lcv_function all = {.name = f->name};
    if (nothing)
        all.layout = lcv_kept(ctx, lc_layout_on_axis(ctx, nothing, profile, 0));
    return all.layout && lcv_functions_on_common_axes(ctx, f, &all);
}

bool lcv_box_of_shape(lc_ctx *ctx, const char *claim, lcv_function *f, const char *name,
                      const lc_tuple *shape, lcv_box *box)
{
    *box = (lcv_box){.n = 0};
    const lc_tuple *wide = widened(ctx, lc_layout_profile(f->layout), shape);
    if (!wide || !widen(ctx, f, wide))
        return false;
    bool ok = fill_box(ctx, box, lc_layout_profile(f->layout), shape);
    box_places(ctx, box);
    char *value = !ok && lc_ctx_code(ctx) == LC_OK ? example(ctx, f->layout) : NULL;
    char *text = value ? lcv_kept(ctx, lc_tuple_to_str(ctx, shape)) : NULL;
    if (text)
        lc_fail(ctx, LC_ERR_INVALID,
                "%s needs a shape %s of which the values of %s, such as %.200s, may be "
                "coordinates, not %.200s",
                claim, name, f->name, value, text);
    return ok;
}

static void axis_range(lc_ctx *ctx, const lcv_function *f, size_t axis, lc_int *low, lc_int *high)
{
    *low = *high = origin_on(f, axis);
    for (size_t k = 0; k < lc_layout_nleaves(f->layout); k++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(f->layout, k), lc_int_const(1));
        lc_int reach = lc_int_mul(ctx, last, lc_layout_step_on(f->layout, axis, k));
        if (lc_int_sign(reach) > 0)
            *high = lc_int_add(ctx, *high, reach);
        else
            *low = lc_int_add(ctx, *low, reach);
    }
}

void lcv_box_of_values(lc_ctx *ctx, const lcv_function *f, const lcv_function *g, lcv_box *box)
{
    box->n = lc_layout_naxes(f->layout);
    for (size_t q = 0; q < box->n; q++) {
        lc_int low, high, least = lc_int_const(0), most = least;
        axis_range(ctx, f, q, &low, &high);
        if (g)
            axis_range(ctx, g, q, &least, &most);
        low = lc_int_min(lc_int_min(low, least), lc_int_const(0));
        high = lc_int_max(lc_int_max(high, most), lc_int_const(0));
        box->low[q] = low;
        box->extent[q] = lc_int_add(ctx, lc_int_sub(ctx, high, low), lc_int_const(1));
    }
    box_places(ctx, box);
}

bool lcv_pack(lc_ctx *ctx, const lcv_function *f, const lcv_box *box, lcv_function *out)
{
    size_t n = lc_layout_nleaves(f->layout);
    *out = (lcv_function){.name = f->name, .offset = lc_int_const(0), .shown = f};
    lc_int *step = lc_frame_alloc(ctx, n, sizeof *step);
    lc_tuple *shape = step ? lcv_shape_of(ctx, f->layout) : NULL;
    for (size_t q = 0; shape && q < box->n; q++) {
        lc_int from = lc_int_mul(ctx, origin_on(f, q), box->place[q]);
        out->offset = lc_int_add(ctx, out->offset, from);
        for (size_t k = 0; k < n; k++)
            step[k] =
                lc_int_add(ctx, q > 0 ? step[k] : lc_int_const(0),
                           lc_int_mul(ctx, box->place[q], lc_layout_step_on(f->layout, q, k)));
    }
    lc_tuple *stride = shape ? lcv_kept(ctx, lc_tuple_like(ctx, shape, step)) : NULL;
    if (stride)
        out->layout = lcv_kept(ctx, lc_layout_new(ctx, shape, stride));
    return out->layout != NULL;
}

lc_tuple *lcv_unpack(lc_ctx *ctx, const lcv_function *f, const lcv_box *box, lc_int packed)
{
    lc_int value[LC_MAX_AXES];
    for (size_t q = 0; q < box->n; q++) /* the least values are digits 0 */
        packed = lc_int_sub(ctx, packed, lc_int_mul(ctx, box->low[q], box->place[q]));
    for (size_t q = 0; q < box->n; q++) {
        lc_int digit = lc_int_fdiv(ctx, packed, box->place[q]);
        digit = lc_int_fmod(ctx, digit, box->extent[q]);
        value[q] = lc_int_add(ctx, box->low[q], digit);
    }
    const lc_tuple *profile = lc_layout_profile(f->layout);
    return lcv_kept(ctx,
                    profile ? lc_tuple_like(ctx, profile, value) : lc_tuple_leaf(ctx, value[0]));
}
