/* missing.h - numbers of [0,n) that are no value of a function. */
#ifndef LCV_MISSING_H
#define LCV_MISSING_H

#include "../function/image.h"
#include "question.h"

/* Why a number is missing, as far as it was read off; and the facts that a decider leaves for the
 * steps. */
typedef enum {
    LCV_BELOW,   /* it is less than all values */
    LCV_ABOVE,   /* it is more than all values */
    LCV_GAP,     /* it lies before the step of mode `gap`, and all larger modes contribute more */
    LCV_MIRROR,  /* its mirror image in [low,high], `first`, is missing for that reason */
    LCV_PARITY,  /* the bits of all values satisfy an equation, which its bits do not */
    LCV_UNDER,   /* what is under a bijective swizzle misses what it is swizzled from */
    LCV_NEXT_TO, /* it lies between two values of the list of all */
    LCV_NO_REASON
} lcv_absence;

typedef struct {
    const lcv_function *f; /* to integers, and no relation */
    lc_int n;
    lcv_image image; /* of the layout, or what is under a bijective swizzle; or empty */
    lcv_absence why;
    size_t gap;
    lc_int first;
    lcv_point *list; /* owned: all values, sorted; or NULL */
    size_t count;
    lc_int tried; /* LCR_UNKNOWN: numbers below it are values */
} lcv_target;

/* Opens the question whether all of [0,n) is reached. */
bool lcv_target_open(lc_ctx *ctx, const lcv_function *f, lc_int n, lcv_target *out);

/* found->value is in [0,n) and no value of f: the least, but where the reason is LCV_MIRROR. */
lcr_answer lcv_missing(lcr_ctx *r, lcv_target *t, lcv_finding *found);

/* [0,n) is reached, as a result. */
lcv_result *lcv_covers(lcr_ctx *r, const lcv_function *f, lc_int n);

/* [0,n) is reached, and nothing outside of it. */
lcv_result *lcv_onto(lcr_ctx *r, const lcv_function *f, lc_int n);

/* Each number of [0,n) is reached just once. found->value is the number of [0,n) at which two
 * coordinates meet, or which is not reached; else -1. */
lcv_result *lcv_once_each(lcr_ctx *r, const lcv_function *f, lc_int n, lcv_finding *found);

#endif
