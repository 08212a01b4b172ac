/* permutation.h - what permutes coordinates: P with X = Y o P.
 *
 * Where each value comes equally often in X and Y (question/counts.h), there is a permutation P
 * of coordinates with X(c) = Y(P(c)). Layouts whose modes, but for those of stride 0, do not
 * overlap have one that is a layout; modes of stride 0 go to modes of stride 0, in order. Of
 * functions that are affine over F2, with one value at 0, there is one that is linear.
 */
#ifndef LCV_PERMUTATION_H
#define LCV_PERMUTATION_H

#include "threads.h"

/* P as a layout or a linear layout, of functions (pair.h) of which this is known. NULL without an
 * error: none of these kinds was found. */
lcv_value *lcv_permutation(lc_ctx *ctx, const lcv_function f[2]);
/* The same of thread-value layouts where each thread holds the same under both, (t,v) to (t,v').
 * The modes of threads of two layouts are then one function, as are sets translated alike, so
 * that P permutes the values of all threads alike. */
lcv_value *lcv_thread_permutation(lc_ctx *ctx, const lcv_threads t[2]);

#endif
