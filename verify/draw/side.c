/* side.c - the sides of a grid: which cells are shown, their labels, where rules stand. */
#include "config.h"

#include <string.h>

#include "../value/text.h"
#include "grid.h"

/* ---- which cells ---- */

#define BESIDE 2 /* cells on either side of one that is kept */
#define BEFORE 4 /* cells, at most, at the beginning of a side that keeps others */

/* Puts the coordinate in its place among n in order, unless it is there or is none. */
static size_t insert(lc_int *at, size_t n, lc_int c, lc_int size)
{
    size_t i = n;
    if (lc_int_sign(c) < 0 || !lc_int_lt(c, size))
        return n;
    while (i > 0 && lc_int_lt(c, at[i - 1]))
        i--;
    if (i > 0 && lc_int_eq(c, at[i - 1]))
        return n;
    memmove(at + i + 1, at + i, (n - i) * sizeof *at);
    at[i] = c;
    return n + 1;
}

/* An ellipsis where coordinates are left out, or the only one that would be. */
static size_t add_gaps(lc_ctx *ctx, lc_int *at, size_t n, lc_int *out)
{
    size_t made = 0;
    for (size_t i = 0; i < n; i++) {
        lc_int next = i > 0 ? lc_int_add(ctx, at[i - 1], lc_int_const(1)) : at[i];
        if (!lc_int_eq(next, at[i])) {
            bool one = lc_int_eq(lc_int_add(ctx, next, lc_int_const(1)), at[i]);
            out[made++] = one ? next : lc_int_const(-1);
        }
        out[made++] = at[i];
    }
    return made;
}

/* The first cells, those that are kept with those beside them, and the last one. */
static bool cut_side(lc_ctx *ctx, lc_int size, lcv_room room, size_t nkept, const lc_int *kept,
                     lcv_side *out)
{
    bool alone = room.alone && nkept > 0;
    size_t few = alone ? 0 : room.few;
    size_t n = 0, first = nkept > 0 && few > BEFORE ? BEFORE : few;
    int32_t beside = alone ? 0 : BESIDE;
    size_t most = first + nkept * (2 * BESIDE + 1) + 1;
    lc_int *at = lc_frame_alloc(ctx, most, sizeof *at);
    out->at = lc_frame_alloc(ctx, 2 * most, sizeof *out->at);
    if (!at || !out->at)
        return false;
    for (size_t i = 0; i < first; i++)
        n = insert(at, n, lc_int_si(ctx, (int64_t)i), size);
    for (size_t k = 0; k < nkept; k++)
        for (int32_t d = -beside; d <= beside; d++)
            n = insert(at, n, lc_int_add(ctx, kept[k], lc_int_const(d)), size);
    if (!alone)
        n = insert(at, n, lc_int_sub(ctx, size, lc_int_const(1)), size);
    out->n = add_gaps(ctx, at, n, out->at);
    for (size_t i = 0; i < out->n; i++)
        out->cut = out->cut || lcv_side_gap(out, i);
    return true;
}

bool lcv_side_make(lc_ctx *ctx, const lc_tuple *shape, lc_int weight, lcv_room room, size_t nkept,
                   const lc_int *kept, lcv_side *out)
{
    *out = (lcv_side){.shape = shape, .weight = weight, .n = 1};
    lc_int size = shape ? lc_tuple_size(ctx, shape) : lc_int_const(1);
    if (lc_int_lt(lc_int_si(ctx, (int64_t)room.whole), size) || (room.alone && nkept > 0))
        return cut_side(ctx, size, room, nkept, kept, out);
    out->n = (size_t)lc_int_get_si(size);
    out->at = lc_frame_alloc(ctx, out->n + 1, sizeof *out->at);
    for (size_t i = 0; out->at && i < out->n; i++)
        out->at[i] = lc_int_si(ctx, (int64_t)i);
    return out->at != NULL;
}

bool lcv_side_gap(const lcv_side *side, size_t i)
{
    return lc_int_sign(side->at[i]) < 0;
}

/* ---- labels ---- */

/* A level: the coordinate of a cell is at / step, modulo the extent unless that is 0. */
typedef struct {
    lc_int step, extent;
} level;

static lc_int run_of(lc_ctx *ctx, const level *l, lc_int at)
{
    return lc_int_fdiv(ctx, at, l->step);
}

/* Kept. */
static char *label_text(lc_ctx *ctx, const level *l, lc_int at)
{
    lc_int run = run_of(ctx, l, at);
    if (!lc_int_is_zero(l->extent))
        run = lc_int_fmod(ctx, run, l->extent);
    return lcv_kept(ctx, lcv_text(ctx, "%i", run));
}

static bool same_label(lc_ctx *ctx, const lcv_side *side, const level *l, size_t i)
{
    return !lcv_side_gap(side, i) && !lcv_side_gap(side, i - 1) &&
           lc_int_eq(run_of(ctx, l, side->at[i]), run_of(ctx, l, side->at[i - 1]));
}

static char ellipsis[] = LCV_ELLIPSIS;

static bool add_level(lc_ctx *ctx, const lcv_side *side, const level *l, lcv_axis *axis)
{
    size_t n = 0;
    lcv_label *label = lc_frame_alloc(ctx, side->n, sizeof *label);
    for (size_t i = 0; label && i < side->n; i++) {
        if (i > 0 && same_label(ctx, side, l, i)) {
            label[n - 1].span++;
            continue;
        }
        bool gap = lcv_side_gap(side, i);
        label[n].span = 1;
        label[n].text = gap ? ellipsis : label_text(ctx, l, side->at[i]);
        if (!label[n++].text)
            return false;
    }
    return label && lcv_axis_labels(ctx, axis, n, label);
}

/* A rule is the heavier, the more leaves begin a run there. */
static void add_rules(lc_ctx *ctx, const lcv_side *side, const level *l, lcv_axis *axis)
{
    for (size_t i = 1; i < side->n; i++) {
        bool whole = !lcv_side_gap(side, i) && !lcv_side_gap(side, i - 1);
        if (whole && axis->rule[i] < LCV_RULE_BLOCK && !same_label(ctx, side, l, i))
            axis->rule[i]++;
    }
}

static bool add_leaves(lc_ctx *ctx, const lcv_side *side, lcv_axis *axis)
{
    lc_int step = lc_int_const(1);
    bool first = true, ok = true;
    for (size_t k = 0; ok && k < lc_tuple_nleaves(side->shape); k++) {
        lc_int extent = lc_tuple_value(side->shape, k);
        level l = {step, extent};
        step = lc_int_mul(ctx, step, extent);
        if (lc_int_is_one(extent))
            continue;
        if (!first)
            add_rules(ctx, side, &l, axis);
        first = false;
        ok = add_level(ctx, side, &l, axis);
    }
    return ok;
}

static size_t leaves_of_more_than_one(const lc_tuple *shape)
{
    size_t n = 0;
    for (size_t k = 0; k < lc_tuple_nleaves(shape); k++)
        n += !lc_int_is_one(lc_tuple_value(shape, k));
    return n;
}

bool lcv_side_label(lc_ctx *ctx, const lcv_side *side, lcv_axis *axis)
{
    level all = {lc_int_const(1), lc_int_const(0)};
    axis->cut = side->cut;
    if (!side->shape)
        return true;
    if (side->name && !lcv_axis_name(ctx, axis, side->name))
        return false;
    return add_level(ctx, side, &all, axis) &&
           (leaves_of_more_than_one(side->shape) < 2 || add_leaves(ctx, side, axis));
}
