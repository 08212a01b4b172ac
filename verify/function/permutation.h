/* permutation.h - what permutes coordinates: P with X = Y o P.
 *
 * Where each value comes equally often in X and Y (question/counts.h), there is a permutation P
 * of coordinates with X(c) = Y(P(c)). Layouts whose modes, but for those of stride 0, do not
 * overlap have one that is a layout; modes of stride 0 go to modes of stride 0, in order. Of
 * functions that are affine over F2, with one value at 0, there is one that is linear.
 */
#ifndef LCV_PERMUTATION_H
#define LCV_PERMUTATION_H

#include "function.h"

/* P as a layout or a linear layout, of functions (pair.h) of which this is known. NULL without an
 * error: none of these kinds was found. */
lcv_value *lcv_permutation(lc_ctx *ctx, const lcv_function f[2]);

#endif
