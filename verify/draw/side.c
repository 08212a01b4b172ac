/* side.c - the sides of a grid: which cells are shown, their labels, where rules stand. */
#include "config.h"

#include "../value/text.h"
#include "grid.h"

bool lcv_side_make(lc_ctx *ctx, const lc_tuple *shape, lc_int weight, lcv_room room,
                   lcv_side *out)
{
    *out = (lcv_side){.shape = shape, .weight = weight, .n = 1};
    lc_int size = shape ? lc_tuple_size(ctx, shape) : lc_int_const(1);
    out->cut = lc_int_lt(lc_int_si(ctx, (int64_t)room.whole), size);
    out->n = out->cut ? room.few + 2 : (size_t)lc_int_get_si(size);
    out->at = lc_frame_alloc(ctx, out->n + 1, sizeof *out->at);
    for (size_t i = 0; out->at && i < out->n; i++)
        out->at[i] = lc_int_si(ctx, (int64_t)i);
    if (out->at && out->cut)
        out->at[out->n - 1] = lc_int_sub(ctx, size, lc_int_const(1));
    return out->at != NULL;
}

bool lcv_side_gap(const lcv_side *side, size_t i)
{
    return side->cut && i + 2 == side->n;
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
