/* looks.h - the looks of values other than the grid of their numbers. Figures are owned. */
#ifndef LCV_DRAW_LOOKS_H
#define LCV_DRAW_LOOKS_H

#include "function.h"

/* tv.c. A thread-value layout on its tile: that of the options, else that of its coordinates or
 * of its output dims. LC_ERR_INVALID where there is none. */
lcv_figure *lcv_draw_tv(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how);
/* Is it drawn as a tile by default? A tile is given, it is a linear layout with the dim
 * `register` or `value` and several output dims, or a nested layout of two modes whose values are
 * coordinates of several axes. */
bool lcv_is_tv(const lcv_value *v, const lcv_draw_options *how);

/* bits.c. The matrix over F2, a column for each bit of the coordinate, a row for each of the
 * value, and a column with the value at 0 where it is not 0. LC_ERR_INVALID: not affine. */
lcv_figure *lcv_draw_bits(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how);

/* swizzle.c. What is swizzled, before and after, in tones of the bits that are changed. A swizzle
 * alone acts on a grid whose rows have the bits that are added to those of the columns. */
bool lcv_is_swizzled(const lcv_value *v);
lcv_figure *lcv_draw_swizzled(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how);

/* Both figures beside each other; takes them over. */
lcv_figure *lcv_beside(lc_ctx *ctx, const char *title, lcv_figure *left, lcv_figure *right);

#endif
