/* tv.c - thread-value layouts on their tile. */
#include "config.h"

#include <string.h>

#include "looks.h"
#include "tile.h"

static bool has_values_dim(const lc_linear *l)
{
    size_t i;
    return lc_linear_find_in(l, "register", &i) || lc_linear_find_in(l, "value", &i);
}

bool lcv_is_tv(const lcv_value *v, const lcv_draw_options *how)
{
    if (how->look != LCV_AS_USUAL)
        return how->look == LCV_AS_TV;
    if (how->tile)
        return true;
    if (how->nmodes > 0)
        return false;
    if (v->kind == LCV_LINEAR)
        return lc_linear_nins(v->linear) > 1 && lc_linear_nouts(v->linear) > 1 &&
               has_values_dim(v->linear);
    return v->kind == LCV_LAYOUT && lc_layout_rank(v->layout) == 2 &&
           lc_layout_depth(v->layout) > 1 && lc_layout_naxes(v->layout) > 1;
}

/* As many places along each axis as its largest value needs. */
static lc_tuple *tile_of_coordinates(lc_ctx *ctx, const lc_layout *a)
{
    size_t n = lc_layout_naxes(a);
    lc_int *extent = lc_frame_alloc(ctx, n, sizeof *extent);
    for (size_t i = 0; extent && i < n; i++) {
        lc_layout *axis = lcv_kept(ctx, lc_layout_axis(ctx, a, i));
        lc_int low = lc_int_const(0), high = low;
        if (!axis)
            return NULL;
        lc_layout_range(ctx, axis, &low, &high);
        if (lc_int_sign(low) < 0)
            return lc_fail(ctx, LC_ERR_INVALID, "a tile has no coordinates below 0");
        extent[i] = lc_int_add(ctx, high, lc_int_const(1));
    }
    return extent ? lcv_kept(ctx, lc_tuple_like(ctx, lc_layout_profile(a), extent)) : NULL;
}

static lc_tuple *tile_of_dims(lc_ctx *ctx, const lc_linear *l)
{
    size_t n = lc_linear_nouts(l);
    lc_int *extent = lc_frame_alloc(ctx, n, sizeof *extent);
    for (size_t i = 0; extent && i < n; i++)
        extent[i] = lc_int_from_word(ctx, (uint64_t)1 << (lc_linear_out_dim(l, i).bits & 63));
    return extent ? lcv_kept(ctx, lc_tuple_flat(ctx, n, extent)) : NULL;
}

static lc_tuple *tile_of(lc_ctx *ctx, const lcv_value *v, const lcv_draw_options *how)
{
    if (how->tile)
        return lcv_kept(ctx, lcv_as_tuple(ctx, how->tile));
    if (v->kind == LCV_LINEAR && lc_linear_nouts(v->linear) > 1)
        return tile_of_dims(ctx, v->linear);
    if (v->kind == LCV_LAYOUT && lc_layout_naxes(v->layout) > 1)
        return tile_of_coordinates(ctx, v->layout);
    return lc_fail(ctx, LC_ERR_INVALID,
                   "the tile of this thread-value layout is not known: expected --tile=(M,N), of "
                   "which its values are integral coordinates");
}

/* A place of the tile is a row and a column, as a matrix has them; of a linear layout the value
 * (i,j) is that, too. */
lcv_figure *lcv_draw_tv(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_shown s;
    if (!lcv_shown_open(r, v, &s))
        return NULL;
    if (lc_tuple_rank(s.domain.shape) < 2)
        return lc_fail(
            ctx, LC_ERR_INVALID,
            "a thread-value layout has two modes, threads and values; this one has one");
    lc_tuple *shape = tile_of(ctx, v, how);
    lcv_holders h;
    if (!shape)
        return NULL;
    if (!lcv_holders_open(r, v, shape, &h))
        return lc_ctx_code(ctx) != LC_OK
                   ? NULL
                   : lc_fail(ctx, LC_ERR_LIMIT, "a tile of more than %d elements is not drawn",
                             LCV_TILE_ELEMENTS);
    h.tone = how->tone;
    char *title = lcv_named(r, NULL, v);
    return title ? lcv_holders_grids(&h, title, 0, NULL, 0, how) : NULL;
}
