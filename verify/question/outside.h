/* outside.h - coordinates whose value is not in a set: an interval, the multiples of a number. */
#ifndef LCV_OUTSIDE_H
#define LCV_OUTSIDE_H

#include "question.h"

/* A coordinate c of f with f(c) < least or f(c) > most; f is to integers, and no relation.
 * LCR_NO: where the values lie in an interval that is known, *low and *high are its ends, else
 * *low is above *high. */
typedef struct {
    const lcv_function *f;
    lc_int least, most;
    lc_int low, high;
} lcv_bounds;

/* The closed form alone, of a layout or tensor of integers: false when every value lies in
 * [least,most], else c is a coordinate whose value does not. */
bool lcv_find_out_of_bounds(lc_ctx *ctx, const lcv_function *x, lc_int least, lc_int most,
                            lc_int *c);

/* Every value lies in [least,most], and on each axis of coordinates does, as a result. */
lcv_result *lcv_in_range(lcr_ctx *r, const lcv_function *f, lc_int least, lc_int most);

/* A coordinate found->c whose value is no multiple of n, n >= 1; and that there is none, as a
 * result. */
lcr_answer lcv_unaligned(lcr_ctx *r, const lcv_function *f, lc_int n, lcv_finding *found);
lcv_result *lcv_aligned(lcr_ctx *r, const lcv_function *f, lc_int n);

#endif
