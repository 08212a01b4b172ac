/* placed.h - contained(T, A) of layouts with places, as `placed` makes them for conversions. */
#ifndef LCV_CLAIM_PLACED_H
#define LCV_CLAIM_PLACED_H

#include "../function/function.h"

/* Are both such layouts? */
bool lcv_are_placed(const lcv_function *t, const lcv_function *a);
/* `T has x = 16 at lane 2, warp 0, and A has it at lane 0, warp 1`: at the coordinate c of T. The
 * caller frees it; NULL: no memory. */
char *lcv_placed_elsewhere(lc_ctx *ctx, const lcv_function *t, const lcv_function *a, lc_int c);
/* A claim that is proved says that registers are counted without copies, where there are any. */
void lcv_tell_renumbered(lc_ctx *ctx, lcv_result *result, const lcv_function *t,
                         const lcv_function *a);

#endif
