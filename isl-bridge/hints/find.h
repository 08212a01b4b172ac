/* find.h - what the checker is given for sizes (hints.h), found by strides. */
#ifndef LCR_HINTS_FIND_H
#define LCR_HINTS_FIND_H

#include "../recheck/sets/evidence.h"

/* A layout W with T = A o W, each leaf of T going a number of times along one of A; F of n
 * coordinates with A(F(i)) = A(0) + i; A o B, where strides say which leaves of A a leaf of B
 * goes through. NULL: there is none of this kind, or an error. */
const lit *lcr_hint_along(ev *e, const lit *t, const lit *a);
const lit *lcr_hint_vector(ev *e, const lit *a, lc_int n);
const lit *lcr_hint_composite(ev *e, const lit *a, const lit *b);

#endif
