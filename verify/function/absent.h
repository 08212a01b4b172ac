/* absent.h - steps that show why a number is no value of a function. */
#ifndef LCV_ABSENT_H
#define LCV_ABSENT_H

#include "function.h"
#include "image.h"

/* For an affine function: a mask of bits of which every value has an even number, and this one an
 * odd, or the other way round. */
void lcv_step_parity(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int number);
/* For a bijective swizzle, from the offsets of the layout under it. */
void lcv_step_under(lc_ctx *ctx, lcv_result **result, const lcv_function *f,
                    const lcv_image *image, lc_int number);
/* From all values, sorted: the neighbours of the number. */
void lcv_step_neighbours(lc_ctx *ctx, lcv_result **result, const lcv_function *f,
                         const lcv_point *list, size_t n, lc_int number);

#endif
