/* draw.c - which picture a value has. */
#include "config.h"

#include "draw.h"

#include <string.h>

#include "function.h"
#include "list.h"
#include "morphism.h"
#include "tile.h"

/* ---- names of looks ---- */

static const char *const looks[LCV_AS_MAX] = {"usual", "grid", "tv", "bits", "arrows"};

bool lcv_look_find(const char *name, lcv_draw_look *out)
{
    for (size_t i = 0; i < LCV_AS_MAX; i++)
        if (strcmp(looks[i], name) == 0) {
            *out = (lcv_draw_look)i;
            return true;
        }
    return false;
}

const char *lcv_look_name(lcv_draw_look look)
{
    return look < LCV_AS_MAX ? looks[look] : NULL;
}

/* ---- values ---- */

static lcv_figure *draw_morphism(lc_ctx *ctx, const lcv_value *v)
{
    char *lines = lcv_kept(ctx, lcv_diagram(ctx, v));
    return lines ? lcv_figure_lines(ctx, NULL, lines) : NULL;
}

static lcv_figure *draw_function(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lcv_shown s;
    char *title = lcv_shown_open(r, v, &s) ? lcv_named(r, NULL, v) : NULL;
    return title ? lcv_shown_grids(&s, title, how, NULL, NULL) : NULL;
}

/* Which thread has each element of the tile, and as which value. */
static lcv_figure *draw_tv(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_holders h;
    lc_tuple *tile = how->tile ? lcv_kept(ctx, lcv_as_tuple(ctx, how->tile)) : NULL;
    char *title = lcv_named(r, NULL, v);
    if (!how->tile)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "threads and values are drawn on the tile that they have: expected "
                       "--tile=(M,N)");
    if (!tile || !title)
        return NULL;
    if (lcv_holders_open(r, v, tile, &h))
        return lcv_holders_grids(&h, title, 0, NULL, 0, how);
    if (lc_ctx_code(ctx) == LC_OK)
        lc_fail(ctx, LC_ERR_LIMIT, "a tile, or its threads and values, of more than %d elements",
                LCV_TILE_ELEMENTS);
    return NULL;
}

static lcv_figure *draw(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    bool tv = how->look == LCV_AS_TV || (how->look == LCV_AS_USUAL && how->tile);
    if (tv && v->kind != LCV_LIST && v->kind != LCV_MORPHISM)
        return draw_tv(r, v, how);
    if (v->kind == LCV_MORPHISM)
        return draw_morphism(lcr_ctx_lc(r), v);
    if (v->kind == LCV_LIST)
        return lcv_draw_list(r, v, how);
    return draw_function(r, v, how);
}

lcv_figure *lcv_draw_value(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_frame frame = lc_frame_open(lcr_ctx_lc(r));
    lcv_figure *f = draw(r, v, how);
    lc_frame_close(lcr_ctx_lc(r), frame);
    return f;
}

lcv_figure *lcv_draw_operation(lcr_ctx *r, const lcv_operation *of, size_t n,
                               lcv_value *const *arg, const lcv_value *value,
                               const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_drawing d = {r, ctx, of, n, arg, value, how};
    lcv_figure *f = NULL;
    if (of->draw && how->look == LCV_AS_USUAL) {
        lc_frame frame = lc_frame_open(ctx);
        f = of->draw(&d);
        lc_frame_close(ctx, frame);
    }
    return f || lc_ctx_code(ctx) != LC_OK ? f : lcv_draw_value(r, value, how);
}
