/* swizzle.h - swizzled layouts in sets, bit by bit.
 *
 * S<b,m,s>(x) differs from x in b bits, each of which is the XOR of itself and another one.
 * With x written as the sum of its bits x from m on, of those that take part, and of what
 * lies between, l, and past them, h, the bit z = x + y - 2 p of two bits has 0 <= z <= 1.
 */
#ifndef LCR_RECHECK_SWIZZLE_H
#define LCR_RECHECK_SWIZZLE_H

#include "function.h"

/* The least bit that is changed. */
size_t lcr_swz_begin(const lit *a);
/* The bits of x from this one on take no part: a multiple of 2 to this, added to x, is added
 * to the value. 0 of layouts without a swizzle. */
size_t lcr_swz_end(const lit *a);
/* A layout, swizzled perhaps, at its own natural coordinate: one integer. False when it is
 * none, or the swizzle is too long. */
bool lcr_swz_natural(sys *s, const lit *a, const size_t *var, sys_sum *value);

#endif
