/* bits.h - operations on the bits of sums: &, ^, |, <<, >>.
 *
 * With a number m, x & m is a sum of digits of x, one for each run of ones in m. Bit b of x is
 * floor(x / 2^b) - 2 floor(x / 2^(b+1)), and two bits have the common bit floor((p + q) / 2), so
 * x & y is a sum over the bits that both can have. x ^ y is x + y - 2 (x & y), and x | y is
 * x + y - (x & y).
 */
#ifndef LCV_PIECES_BITS_H
#define LCV_PIECES_BITS_H

#include "combine.h"

/* Adds the cases of `x op y` where both cases hold; false with the error. */
bool lcv_cases_bits(lcv_lowering *l, const lcv_combining *w, const lcv_case *x,
                    const lcv_case *y);
bool lcv_cases_shift(lcv_lowering *l, const lcv_combining *w, const lcv_case *x,
                     const lcv_case *y);

#endif
