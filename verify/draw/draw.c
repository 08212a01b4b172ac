/* draw.c - which picture a value has. */
#include "config.h"

#include "draw.h"

#include <string.h>

#include "function.h"
#include "list.h"
#include "looks.h"
#include "morphism.h"

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

static lcv_figure *draw_function(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lcv_shown s;
    char *title = lcv_shown_open(r, v, &s) ? lcv_named(r, NULL, v) : NULL;
    return title ? lcv_shown_grids(&s, title, how, NULL, NULL) : NULL;
}

static lcv_figure *draw(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    if (v->kind == LCV_MORPHISM)
        return lcv_morphism_arrows(lcr_ctx_lc(r), v->morphism);
    if (v->kind == LCV_LIST)
        return lcv_draw_list(r, v, how);
    if (how->look == LCV_AS_BITS)
        return lcv_draw_bits(r, v, how);
    if (how->look == LCV_AS_ARROWS)
        return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID,
                       "%s has no arrows: expected a morphism, as morphism(A) of a tractable "
                       "layout",
                       lcv_value_describe(v));
    if (lcv_is_tv(v, how))
        return lcv_draw_tv(r, v, how);
    if (how->look == LCV_AS_USUAL && how->nmodes == 0 && lcv_is_swizzled(v))
        return lcv_draw_swizzled(r, v, how);
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
