/* function.h - values that are functions of a coordinate, as grids with cells that stand out.
 */
#ifndef LCV_DRAW_FUNCTION_H
#define LCV_DRAW_FUNCTION_H

#include "../function/function.h"
#include "grid.h"

/* A function to be drawn. All is kept by the open frame. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lcv_value *value;
    lcv_function f;
    lcv_domain domain;
} lcv_shown;

/* Changes a cell, which has its value and a tone, at an integral coordinate. False with an
 * error. */
typedef bool lcv_dress(void *user, const lcv_shown *s, lc_int c, lcv_cell *cell);

/* A layout, a shape, a tensor, a swizzle, a composed or a linear layout, a relation that can be
 * listed. False with LC_ERR_INVALID for all others. */
bool lcv_shown_open(lcr_ctx *r, const lcv_value *v, lcv_shown *out);
/* The value at a coordinate; kept. */
lc_tuple *lcv_shown_at(const lcv_shown *s, lc_int c);
/* Its grids; `dress` may be NULL, and the title, too. Owned. */
lcv_figure *lcv_shown_grids(const lcv_shown *s, const char *title, const lcv_draw_options *how,
                            lcv_dress *dress, void *user);
/* The grids of a value as it is written, "A = ..." with a name; `name` may be NULL. Modes that
 * were asked for are left out where the value has no such modes. */
lcv_figure *lcv_draw_named(lcr_ctx *r, const char *name, const lcv_value *v,
                           const lcv_draw_options *how, lcv_dress *dress, void *user);
/* "A = ...", kept. */
char *lcv_named(lcr_ctx *r, const char *name, const lcv_value *v);

#endif
