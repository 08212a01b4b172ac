/* fit.h - the modes of T fitted into those of A: offsets contained without a search.
 *
 * The offsets of a layout are a sum of spans, one a mode, step * {low, .., high}: from 0 up, or
 * down to 0 where the stride is negative. A sum of spans may be taken apart and put together:
 *
 *     k f * {l, .., h} lies in f * {L, .., H} + s f for each s in {L - k l, .., H - k h};
 *     f * {L, .., H} + k f * {l, .., h} is f * {L + k l, .., H + k h} where k <= H - L + 1.
 *
 * By the first a span of T has a place in one of A, and leaves of it the span of the shifts s;
 * by the second a span of A grows. So when each span of T has a place, T is contained in A when
 * the difference of their offsets is one of the sums of what is left, which 0 is where no place
 * needs a shift. When some have none, T is contained in A when what is left of T is contained
 * in what is left of A; that it is not says nothing.
 */
#ifndef LCV_FIT_H
#define LCV_FIT_H

#include "function.h"
#include "image.h"

typedef struct {
    size_t placed;     /* spans of T that have a place */
    bool whole;        /* all have */
    bool unshifted;    /* and none needs a shift: T is contained in A */
    lcv_function t, a; /* the spans without one, and what is left of A */
} lcv_fit;

/* Of images with their layouts' offsets. False with an error. */
bool lcv_fit_of(lc_ctx *ctx, const lcv_function *t, const lcv_function *a, lcv_fit *fit);

#endif
