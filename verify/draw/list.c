/* list.c - pictures of lists: an atom of an MMA, or three matrices, A and B around C; an atom of
 * a copy, the source beside the destination; of others, the values beside each other. */
#include "config.h"

#include <string.h>

#include "../../lib/algebra.h"
#include "../value/text.h"
#include "function.h"
#include "list.h"
#include "product.h"
#include "tile.h"

/* [ThrID, Source, Destination, Reference] */
static bool is_copy(const lcv_value *v)
{
    bool is = v->nparts == 4;
    for (size_t i = 0; is && i < 4; i++)
        is = v->part[i]->kind == LCV_LAYOUT &&
             (i == 0 || lc_layout_rank(v->part[i]->layout) == 2);
    return is;
}

static const char *const sides[] = {NULL, "source", "destination"};

/* Bits of what is moved as one by source and destination, up to a register. */
static int32_t grain_of(lc_ctx *ctx, const lcv_value *v)
{
    for (int32_t bits = 32; bits > 1; bits /= 2) {
        bool divides = true;
        for (size_t i = 1; divides && i < 3; i++) {
            divides = lcv_kept(ctx, lc_upcast(ctx, v->part[i]->layout, lc_int_const(bits))) !=
                      NULL;
            lc_ctx_reset(ctx);
        }
        if (divides)
            return bits;
    }
    return 1;
}

/* A side of a copy over the elements that its source has, a thread's in a row. */
static lcv_figure *draw_side(lcr_ctx *r, const lcv_value *v, size_t i, int32_t bits,
                             const lcv_draw_options *how)
{
    static const size_t across[2] = {1, 0};
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_holders h;
    lc_layout *a = lcv_kept(ctx, lc_upcast(ctx, v->part[i]->layout, lc_int_const(bits)));
    lc_layout *from = lcv_kept(ctx, lc_upcast(ctx, v->part[1]->layout, lc_int_const(bits)));
    lcv_value *side = a ? lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(a))) : NULL;
    lc_layout *values = from ? lcv_mode_of(ctx, from, 1) : NULL;
    if (!side || !values)
        return NULL;
    lc_int row = lc_layout_size(ctx, values);
    lc_int rows = lc_int_cdiv(ctx, lc_layout_cosize(ctx, from), row);
    lc_tuple *tile = lcv_kept(ctx, lc_tuple_flat(ctx, 2, (lc_int[]){row, rows}));
    lcv_draw_options o = *how;
    o.nmodes = 2;
    memcpy(o.mode, across, sizeof across);
    char *title = lcv_named(r, sides[i], side);
    if (!tile || !title || !lcv_holders_open(r, side, tile, &h))
        return NULL;
    h.ids = v->part[0]->layout;
    return lcv_holders_grids(&h, title, 0, NULL, 0, &o);
}

static lcv_figure *draw_copy(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    int32_t bits = grain_of(ctx, v);
    char *title = lcv_kept(
        ctx, lcv_text(ctx, "which thread has each %z bits, at the source and at the destination",
                      (size_t)bits));
    lcv_figure *f = title ? lcv_figure_beside(ctx, title) : NULL;
    bool ok = f != NULL;
    for (size_t i = 1; ok && i < 3; i++)
        ok = lcv_figure_add(ctx, f, draw_side(r, v, i, bits, how));
    if (ok)
        return f;
    lcv_figure_free(f);
    return NULL;
}

lcv_figure *lcv_draw_list(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lcv_is_mma(v))
        return lcv_draw_mma(r, v, how);
    if (lcv_is_gemm(ctx, v))
        return lcv_draw_gemm(r, v, how);
    if (is_copy(v))
        return draw_copy(r, v, how);
    lcv_figure *f = lcv_figure_beside(ctx, NULL);
    bool ok = f != NULL;
    for (size_t i = 0; ok && i < v->nparts; i++)
        ok = lcv_figure_add(ctx, f, lcv_draw_value(r, v->part[i], how));
    if (ok && f->nparts > 0)
        return f;
    if (ok)
        lc_fail(ctx, LC_ERR_INVALID, "an empty list has no picture");
    lcv_figure_free(f);
    return NULL;
}
