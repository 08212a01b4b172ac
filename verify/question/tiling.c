#include "config.h"

#include "../function/coordinates.h"
#include "tiling.h"

void lcv_tiling_at(const lcv_tiling *t, lc_int c, lc_int *value)
{
    for (size_t i = 0; i < t->n; i++) {
        value[i] = t->axis[i].offset;
        if (t->axis[i].axis != SIZE_MAX)
            value[i] = lc_int_add(t->ctx, value[i],
                                  lc_layout_at_axis(t->ctx, t->layout, t->axis[i].axis, c));
    }
}

static bool within_guards(const lcv_tiling *t, const lc_int *value)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->axis[i].guarded && !lc_int_lt(value[i], t->axis[i].guard))
            return false;
    return true;
}

/* Is it of the shape? */
static bool is_inside(const lcv_tiling *t, const lc_int *value)
{
    for (size_t i = 0; i < t->n; i++)
        if (lc_int_sign(value[i]) < 0 || !lc_int_lt(value[i], t->axis[i].bound))
            return false;
    return true;
}

/* ---- point by point ---- */

/* The layout as counters, in machine words. */
typedef struct {
    size_t leaves, axes;
    int64_t *extent, *digit, *step; /* step[axis * leaves + leaf] */
    int64_t value[LC_MAX_AXES], bound[LC_MAX_AXES], guard[LC_MAX_AXES];
    bool guarded[LC_MAX_AXES];
} walk;

static bool word(lc_int a, int64_t *out)
{
    bool fits = lc_int_fits_si(a) && lc_int_bits(a) < 62;
    *out = fits ? lc_int_get_si(a) : 0;
    return fits;
}

/* Larger bounds are as good as none: values are words. */
static int64_t word_or_most(lc_int a)
{
    int64_t value;
    return word(a, &value) ? value : lc_int_sign(a) > 0 ? INT64_MAX : INT64_MIN;
}

/* False when a value on the way may not be a word, or there is no memory. */
static bool walk_open(const lcv_tiling *t, walk *w)
{
    *w = (walk){.leaves = lc_layout_nleaves(t->layout), .axes = t->n};
    w->extent = lc_frame_alloc(t->ctx, w->leaves, sizeof(int64_t));
    w->digit = lc_frame_alloc(t->ctx, w->leaves, sizeof(int64_t));
    w->step = lc_frame_alloc(t->ctx, w->leaves * w->axes, sizeof(int64_t));
    bool ok = w->extent && w->digit && w->step != NULL;
    for (size_t k = 0; ok && k < w->leaves; k++)
        ok = word(lc_layout_extent(t->layout, k), &w->extent[k]);
    for (size_t i = 0; ok && i < t->n; i++) {
        const lcv_tiling_axis *a = &t->axis[i];
        lc_int sum = lc_int_abs(t->ctx, a->offset);
        ok = word(a->offset, &w->value[i]);
        w->bound[i] = word_or_most(a->bound);
        w->guarded[i] = a->guarded;
        w->guard[i] = a->guarded ? word_or_most(a->guard) : 0;
        for (size_t k = 0; ok && a->axis != SIZE_MAX && k < w->leaves; k++) {
            lc_int step = lc_layout_step_on(t->layout, a->axis, k);
            lc_int span = lc_int_mul(t->ctx, lc_int_abs(t->ctx, step),
                                     lc_int_si(t->ctx, w->extent[k]));
            sum = lc_int_add(t->ctx, sum, span);
            ok = word(step, &w->step[i * w->leaves + k]) && lc_int_bits(sum) < 62;
        }
    }
    return ok;
}

/* Moves to the next coordinate, the first leaf fastest. */
static void walk_on(walk *w)
{
    for (size_t k = 0; k < w->leaves; k++) {
        bool carry = ++w->digit[k] == w->extent[k];
        int64_t by = carry ? 1 - w->extent[k] : 1;
        for (size_t i = 0; i < w->axes; i++)
            w->value[i] += by * w->step[i * w->leaves + k];
        if (!carry)
            return;
        w->digit[k] = 0;
    }
}

static bool takes_part(const walk *w)
{
    for (size_t i = 0; i < w->axes; i++)
        if (w->guarded[i] && w->value[i] >= w->guard[i])
            return false;
    return true;
}

/* The place of the coordinate in the table, colexicographic; -1 outside of the shape, `cells`
 * past the table. */
static int64_t place_of(const walk *w, int64_t cells)
{
    int64_t place = 0;
    bool past = false;
    for (size_t i = w->axes; i-- > 0;) {
        if (w->value[i] < 0 || w->value[i] >= w->bound[i])
            return -1;
        past = past || place >= cells;
        if (!past) {
            __int128 next = (__int128)place * w->bound[i] + w->value[i];
            past = next >= cells;
            place = past ? cells : (int64_t)next;
        }
    }
    return past ? cells : place;
}

static void missing_cell(const walk *w, int64_t place, lc_ctx *ctx, lc_int *missing)
{
    for (size_t i = 0; i < w->axes; i++) {
        missing[i] = lc_int_si(ctx, place % w->bound[i]);
        place /= w->bound[i];
    }
}

/* As many cells as there are coordinates, and one: if the shape has more, one of these is
 * not reached either. */
static lcv_tiling_finding fill(const lcv_tiling *t, walk *w, int64_t total, int64_t cells,
                               uint32_t *first)
{
    lcv_tiling_finding found = {.answer = LCV_TILING_HOLDS};
    for (int64_t c = 0; c < total; c++, walk_on(w)) {
        if (!takes_part(w))
            continue;
        int64_t place = place_of(w, cells);
        if (place >= 0 && place < cells && first[place] == 0) {
            first[place] = (uint32_t)c + 1;
            continue;
        }
        if (place == cells)
            continue;
        found.answer = place < 0 ? LCV_TILING_OUTSIDE : LCV_TILING_TWICE;
        found.c = lc_int_si(t->ctx, place < 0 ? c : (int64_t)first[place] - 1);
        found.other = lc_int_si(t->ctx, c);
        return found;
    }
    for (int64_t place = 0; place < cells; place++) {
        if (first[place] != 0)
            continue;
        found.answer = LCV_TILING_NEVER;
        missing_cell(w, place, t->ctx, found.missing);
        return found;
    }
    return found;
}

lcv_tiling_finding lcv_tiling_by_points(const lcv_tiling *t, int64_t most)
{
    lcv_tiling_finding found = {.answer = LCV_TILING_UNKNOWN};
    int64_t total, cells;
    walk w;
    lc_int size = lc_int_const(1);
    for (size_t i = 0; i < t->n; i++)
        size = lc_int_mul(t->ctx, size, t->axis[i].bound);
    if (!word(lc_layout_size(t->ctx, t->layout), &total) || total > most)
        return found;
    cells = word(size, &cells) && cells <= total ? cells : total + 1;
    uint32_t *first = lc_frame_alloc(t->ctx, (size_t)cells, sizeof *first);
    if (walk_open(t, &w) && first)
        found = fill(t, &w, total, cells, first);
    return found;
}

/* ---- axis by axis ---- */

#define SEARCHED 4096 /* values of one axis that are looked for one by one */

typedef struct {
    const lcv_tiling *t;
    lc_layout *layout; /* the strides of one axis; the extents of other leaves are 1 */
    lcv_image image;
    const lcv_tiling_axis *of;
    size_t number;
} axis_view;

/* Has every leaf a stride on one axis at most? */
static bool independent(const lc_layout *a)
{
    for (size_t leaf = 0; leaf < lc_layout_nleaves(a); leaf++) {
        size_t axes = 0;
        for (size_t axis = 0; axis < lc_layout_naxes(a); axis++)
            axes += !lc_int_is_zero(lc_layout_step_on(a, axis, leaf));
        if (axes > 1)
            return false;
    }
    return true;
}

/* The largest coordinate of a leaf whose value is below the guard by itself. */
static lc_int clipped(const axis_view *v, lc_int extent, lc_int step)
{
    lc_ctx *ctx = v->t->ctx;
    if (!v->of->guarded || lc_int_sign(step) <= 0 || lc_int_sign(v->of->offset) < 0 ||
        lc_int_sign(v->of->guard) <= 0)
        return extent;
    return lc_int_max(lc_int_const(1), lc_int_min(extent, lc_int_cdiv(ctx, v->of->guard, step)));
}

/* The layout of one axis; with `clip`, without what never takes part. */
static lc_layout *axis_layout(const axis_view *v, bool clip)
{
    const lc_layout *a = v->t->layout;
    lc_ctx *ctx = v->t->ctx;
    size_t n = lc_layout_nleaves(a);
    lc_int *extent = lc_frame_alloc(ctx, n, sizeof *extent),
           *step = lc_frame_alloc(ctx, n, sizeof *step);
    if (!extent || !step)
        return NULL;
    for (size_t k = 0; k < n; k++) {
        step[k] = v->of->axis != SIZE_MAX ? lc_layout_step_on(a, v->of->axis, k)
                                          : lc_int_const(0);
        extent[k] = lc_int_is_zero(step[k]) ? lc_int_const(1) : lc_layout_extent(a, k);
        if (clip)
            extent[k] = clipped(v, extent[k], step[k]);
    }
    return lcv_kept(ctx, lc_layout_flat(ctx, n, extent, step));
}

/* A coordinate with these digits on one axis, and the least values on the others. */
static lc_int coordinate_with(const axis_view *v, const lc_int *digit)
{
    const lc_layout *a = v->t->layout;
    lc_ctx *ctx = v->t->ctx;
    size_t n = lc_layout_nleaves(a);
    lc_int *natural = lc_frame_alloc(ctx, n, sizeof *natural), c = lc_int_const(0);
    lc_tuple *shape = lcv_shape_of(ctx, a);
    for (size_t k = 0; natural && k < n; k++) {
        bool mine = v->of->axis != SIZE_MAX &&
                    !lc_int_is_zero(lc_layout_step_on(a, v->of->axis, k));
        bool falls = false;
        for (size_t axis = 0; axis < lc_layout_naxes(a); axis++)
            falls = falls || lc_int_sign(lc_layout_step_on(a, axis, k)) < 0;
        natural[k] = mine    ? digit[k]
                     : falls ? lc_int_sub(ctx, lc_layout_extent(a, k), lc_int_const(1))
                             : lc_int_const(0);
    }
    if (natural && shape)
        c = lcv_integral(ctx, shape, natural);
    return c;
}

/* Is the value on the axis that of a coordinate outside of the shape that takes part? */
static lcr_answer outside_at(const axis_view *v, lc_int value, lcv_tiling_finding *found)
{
    lc_ctx *ctx = v->t->ctx;
    lc_int at[LC_MAX_AXES];
    lc_int *digit = lc_frame_alloc(ctx, lc_layout_nleaves(v->t->layout), sizeof *digit);
    lcr_answer reached = digit ? lcv_image_find(v->t->r, &v->image, value, digit) : LCR_UNKNOWN;
    if (reached == LCR_YES) {
        found->c = coordinate_with(v, digit);
        lcv_tiling_at(v->t, found->c, at);
        bool shows = within_guards(v->t, at) && !is_inside(v->t, at);
        found->answer = shows ? LCV_TILING_OUTSIDE : LCV_TILING_UNKNOWN;
    }
    return reached;
}

/* Values from `first` to `last` on the axis, if one is reached. False: none is. */
static bool outside_between(const axis_view *v, lc_int first, lc_int last,
                            lcv_tiling_finding *found)
{
    lc_int value = first;
    for (int i = 0; i < SEARCHED && lc_int_le(value, last); i++) {
        if (outside_at(v, value, found) != LCR_NO)
            return true;
        value = lc_int_add(v->t->ctx, value, lc_int_const(1));
    }
    return lc_int_le(value, last); /* too many to look for */
}

/* The ends of what is reached, and what the guard lets through past the bound. */
static bool outside(const axis_view *v, lcv_tiling_finding *found)
{
    lc_int last = v->image.high;
    if (lc_int_sign(v->image.low) < 0)
        return outside_between(v, v->image.low, v->image.low, found);
    if (!v->of->guarded)
        return lc_int_le(v->of->bound, last) && outside_between(v, last, last, found);
    last = lc_int_min(last, lc_int_sub(v->t->ctx, v->of->guard, lc_int_const(1)));
    return outside_between(v, v->of->bound, last, found);
}

/* A coordinate with this value on the axis, and 0 on the others, is not reached. */
static bool never_at(const axis_view *v, lc_int value, lcv_tiling_finding *found)
{
    found->answer = LCV_TILING_NEVER;
    for (size_t i = 0; i < v->t->n; i++)
        found->missing[i] = i == v->number ? value : lc_int_const(0);
    return true;
}

static bool never(const axis_view *v, lcv_tiling_finding *found)
{
    lc_ctx *ctx = v->t->ctx;
    lc_int one = lc_int_const(1), value, end = lc_int_add(ctx, v->image.high, one);
    if (v->of->guarded && lc_int_lt(v->of->guard, v->of->bound))
        return never_at(v, lc_int_max(v->of->guard, lc_int_const(0)), found);
    if (lc_int_sign(v->image.low) > 0)
        return never_at(v, lc_int_const(0), found);
    if (lcv_image_gap(ctx, &v->image, &value) < v->image.n && lc_int_sign(value) >= 0 &&
        lc_int_lt(value, v->of->bound))
        return never_at(v, value, found);
    return lc_int_lt(end, v->of->bound) && never_at(v, end, found);
}

/* Two that meet below the guard. */
static bool twice(const axis_view *v, lcv_tiling_finding *found)
{
    lcv_finding pair;
    lc_int value[LC_MAX_AXES];
    if (lcv_image_apart(&v->image))
        return false;
    lc_layout *a = axis_layout(v, true);
    lcr_answer answer = a ? lcv_collide_layout(v->t->r, a, &pair) : LCR_UNKNOWN;
    lc_tuple *shape = answer == LCR_YES ? lcv_shape_of(v->t->ctx, a) : NULL;
    if (shape) { /* the same digits in the whole layout */
        lc_int *digit = lc_frame_alloc(v->t->ctx, lc_layout_nleaves(a), sizeof *digit);
        lc_int both[2] = {pair.c, pair.d}, c[2] = {pair.c, pair.d};
        for (int i = 0; digit && i < 2; i++) {
            lc_tuple *crd = lcv_kept(v->t->ctx, lc_idx2crd(v->t->ctx, both[i], shape));
            for (size_t k = 0; crd && k < lc_layout_nleaves(a); k++)
                digit[k] = lc_tuple_value(crd, k);
            c[i] = coordinate_with(v, digit);
        }
        lcv_tiling_at(v->t, c[0], value);
        *found = (lcv_tiling_finding){.answer = within_guards(v->t, value) ? LCV_TILING_TWICE
                                                                           : LCV_TILING_UNKNOWN,
                                      .c = c[0],
                                      .other = c[1]};
    } else if (answer != LCR_NO) {
        found->answer = LCV_TILING_UNKNOWN;
    }
    return answer != LCR_NO;
}

/* Is something wrong on one axis? Then the finding says what, or that it is not known. The
 * coordinates that are never reached come first: without it the least value of each axis takes
 * part, so that what is found on one axis is found in the whole. */
static bool wrong_on(axis_view *v, bool (*wrong)(const axis_view *, lcv_tiling_finding *),
                     lcv_tiling_finding *found)
{
    v->layout = axis_layout(v, false);
    found->answer = LCV_TILING_UNKNOWN;
    return !v->layout || !lcv_image_of(v->t->ctx, v->layout, v->of->offset, &v->image) ||
           wrong(v, found);
}

/* A leaf of stride 0 that takes part. */
static bool repeats(const lcv_tiling *t, lcv_tiling_finding *found)
{
    lc_ctx *ctx = t->ctx;
    lc_int product = lc_int_const(1), value[LC_MAX_AXES];
    for (size_t k = 0; k < lc_layout_nleaves(t->layout); k++) {
        lc_int extent = lc_layout_extent(t->layout, k);
        if (!lc_int_is_one(extent) && lcv_stands_still(t->layout, k)) {
            *found = (lcv_tiling_finding){.answer = LCV_TILING_TWICE,
                                          .c = lc_int_const(0),
                                          .other = product};
            lcv_tiling_at(t, found->c, value);
            if (!within_guards(t, value))
                found->answer = LCV_TILING_UNKNOWN;
            return true;
        }
        product = lc_int_mul(ctx, product, extent);
    }
    return false;
}

lcv_tiling_finding lcv_tiling_by_axes(const lcv_tiling *t)
{
    static bool (*const wrong[])(const axis_view *, lcv_tiling_finding *) = {never, outside,
                                                                             twice};
    lcv_tiling_finding found = {.answer = LCV_TILING_UNKNOWN};
    if (!independent(t->layout))
        return found;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        for (size_t number = 0; number < t->n; number++) {
            axis_view v = {.t = t, .of = &t->axis[number], .number = number};
            if (wrong_on(&v, wrong[i], &found))
                return found;
        }
        if (i == 0 && repeats(t, &found))
            return found;
    }
    found.answer = LCV_TILING_HOLDS;
    return found;
}
