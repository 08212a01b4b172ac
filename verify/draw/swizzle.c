/* swizzle.c - swizzles before and after. */
#include "config.h"

#include "looks.h"

lcv_figure *lcv_beside(lc_ctx *ctx, const char *title, lcv_figure *left, lcv_figure *right)
{
    lcv_figure *f = left && right ? lcv_figure_beside(ctx, title) : NULL;
    if (!f) {
        lcv_figure_free(left);
        lcv_figure_free(right);
        return NULL;
    }
    bool first = lcv_figure_add(ctx, f, left), second = lcv_figure_add(ctx, f, right);
    if (first && second)
        return f;
    lcv_figure_free(f);
    return NULL;
}

bool lcv_is_swizzled(const lcv_value *v)
{
    if (v->kind == LCV_SWIZZLE)
        return v->swizzle.b > 0;
    return v->kind == LCV_COMPOSED && v->nouters == 0 && v->swizzle.b > 0 &&
           lc_layout_codomain(v->layout) != LC_COORDINATES;
}

/* The tone of a number: those of its bits that the swizzle adds to. */
static bool tint(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell)
{
    const lc_swizzle *w = user;
    int low = w->m + (w->s < 0 ? -w->s : 0);
    uint64_t x = lcv_to_word(lcv_function_at(s->ctx, &s->f, c));
    cell->tone = (int)((x >> low) & (((uint64_t)1 << (w->b < 16 ? w->b : 16)) - 1));
    return true;
}

static lcv_figure *both(lcr_ctx *r, const lcv_value *before, const lcv_value *after, lc_swizzle w,
                        const lcv_draw_options *how)
{
    if (!before || !after)
        return NULL;
    return lcv_beside(lcr_ctx_lc(r), NULL, lcv_draw_named(r, NULL, before, how, tint, &w),
                      lcv_draw_named(r, NULL, after, how, tint, &w));
}

/* The numbers that the swizzle moves, 2^m of them a cell: source bits count rows. */
static lc_layout *units(lc_ctx *ctx, lc_swizzle w)
{
    int span = w.s < 0 ? -w.s : w.s;
    lc_int one = lc_int_const(1), power[3] = {one, one, one};
    const int bits[3] = {w.m, w.m + span, span};
    for (size_t i = 0; i < 3; i++)
        for (int k = 0; k < bits[i]; k++)
            power[i] = lc_int_add(ctx, power[i], power[i]);
    lc_int rows = one;
    for (int k = 0; k < w.b; k++)
        rows = lc_int_add(ctx, rows, rows);
    return lc_layout_flat(ctx, 2, (lc_int[]){rows, power[2]}, (lc_int[]){power[1], power[0]});
}

lcv_figure *lcv_draw_swizzled(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool alone = v->kind == LCV_SWIZZLE;
    lc_layout *a = alone ? lcv_kept(ctx, units(ctx, v->swizzle)) : v->layout;
    if (!a)
        return NULL;
    bool moved = !alone && !lcv_is_zero(v->offset);
    lcv_value *before = moved
                            ? lcv_value_tensor_at(ctx, lc_tuple_ref(v->offset), lc_layout_ref(a))
                            : lcv_value_layout(ctx, lc_layout_ref(a));
    const lcv_value *after = v;
    if (alone)
        after = lcv_kept(ctx,
                         lcv_value_composed(ctx, v->swizzle, lc_int_const(0), lc_layout_ref(a)));
    return both(r, lcv_kept(ctx, before), after, v->swizzle, how);
}
