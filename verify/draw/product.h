/* product.h - A and B around C: a matrix product as one grid.
 *
 * The K by N elements of B stand above C, the M by K elements of A to the left of it, so that a
 * row of A and a column of B meet in the cell of C that they are multiplied into. Cells have
 * threads and values as the PTX ISA has them, a0, b1, c3.
 */
#ifndef LCV_DRAW_PRODUCT_H
#define LCV_DRAW_PRODUCT_H

#include "tile.h"

/* [ThrID, (M,N,K), A, B, C], as the library has atoms? */
bool lcv_is_mma(const lcv_value *v);
lcv_figure *lcv_draw_mma(lcr_ctx *r, const lcv_value *atom, const lcv_draw_options *how);

/* [A, B, C], layouts of (M,K), (N,K) and (M,N)? Their offsets stand in the cells. */
bool lcv_is_gemm(lc_ctx *ctx, const lcv_value *v);
lcv_figure *lcv_draw_gemm(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how);

#endif
