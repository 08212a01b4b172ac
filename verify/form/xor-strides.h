/* xor-strides.h - layouts of strides that add by XOR, bit by bit. */
#ifndef LCV_XOR_STRIDES_H
#define LCV_XOR_STRIDES_H

#include "claims.h"

/* xor-same.c: X and Y have the same values at integral coordinates. Each is a layout of strides
 * that add by XOR, or of integers whose sums are XORs, perhaps behind a swizzle. False with an
 * obstacle. */
bool lcv_xor_same(lcv_proof *p, const lcv_form *x, const lcv_form *y);

#endif
