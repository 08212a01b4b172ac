/* xor.h - what adds by XOR, as sums: a bit is a remainder by 2 (sets/quotient.h), an XOR of bits
 * the remainder by 2 of their sum.
 *
 * These return false where it is not stated, perhaps with an error.
 */
#ifndef LCR_RECHECK_XOR_H
#define LCR_RECHECK_XOR_H

#include "value.h"

/* How many bits a sum of 0 or more has at most; SIZE_MAX: no bound. */
size_t lcr_xor_width(quo *d, const sys_sum *x);
/* A coordinate below an extent as bits: as many as the extent can be halved, and a number for the
 * rest; with `all`, as many bits as numbers below the extent have. At the point of the set it is
 * `at`. */
void lcr_xor_coordinate(quo *d, lc_int extent, char letter, bool all, lc_int at, sys_sum *leaf);
/* The value through a swizzle. */
void lcr_xor_swizzle(quo *d, const lit *w, sys_sum *value);
/* A layout whose strides add by XOR, and a linear layout, at sums of its leaves. */
bool lcr_xor_layout(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value);
bool lcr_xor_linear(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value);
/* The offset of a function whose values add so. */
bool lcr_xor_offset(quo *d, const lit *a, sys_sum *value);
/* The bits of the value of a linear layout or a swizzle, those of each output from the lowest
 * on; their number. 0: not stated. */
size_t lcr_xor_bits(quo *d, const lit *a, const sys_sum *bit, sys_sum *value);

#endif
