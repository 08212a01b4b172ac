/* often.h - how often a function reaches each number.
 *
 * Where a layout reaches just [0,n), the number of coordinates at which its value is v is the
 * coefficient of x^v in
 *
 *     repeats * product of (1 - x^(extent step)) / (1 - x^step),
 *
 * over the modes of other strides than 0, `repeats` being the product of the extents of those
 * of stride 0 (image.h). All coefficients below x^n are k only if the constant one is, so that
 * repeats = k. Conversely, with k n coordinates and repeats = k the other modes have n
 * coordinates for n numbers, one each. An affine function over F2 reaches each of its values
 * equally often.
 */
#ifndef LCV_OFTEN_H
#define LCV_OFTEN_H

#include "question.h"

/* Each number of [0,n) is reached just k times, and nothing outside of it, as a result; f has k n
 * coordinates, and is to integers and no relation. */
lcv_result *lcv_each_times(lcr_ctx *r, const lcv_function *f, lc_int n, lc_int k);

/* The same of a function whose values are known to be [0,n). LCR_YES: found->value is reached
 * found->d times, which is not k; found->c is a coordinate of it. */
lcr_answer lcv_unevenly(lcr_ctx *r, const lcv_function *f, lc_int k, lcv_finding *found);

/* The layout that reaches numbers as often as f does, f itself or what is under a bijective
 * swizzle. */
bool lcv_layout_as_often(const lcv_function *f, lc_swizzle *w, lcv_function *inner);

#endif
