/* find.h - what the checker is given for sizes (hints.h), found by strides. */
#ifndef LCR_HINTS_FIND_H
#define LCR_HINTS_FIND_H

#include "../recheck/sets/evidence.h"

/* along: W with T = A o W, where each leaf of T is a multiple of a leaf of A. vector: F of n
 * coordinates with A(F(i)) = A(0) + i. composite: a layout for A o B, where strides tell which
 * leaves of A each leaf of B goes through. NULL: none of this kind was found, or an error. */
const lit *lcr_hint_along(ev *e, const lit *t, const lit *a);
const lit *lcr_hint_vector(ev *e, const lit *a, lc_int n);
const lit *lcr_hint_composite(ev *e, const lit *a, const lit *b);

#endif
