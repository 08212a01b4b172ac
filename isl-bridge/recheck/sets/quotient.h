/* quotient.h - sets in which sums are divided: quotients and remainders by name.
 *
 * x = by q + r with 0 <= r < by. What the bounds of the variables decide needs no variable:
 * terms that are multiples, a rest that stays within one multiple, digits of which the lower
 * ones do not carry. Else q and r are variables, one equality between them and x, and the same
 * rest divided by the same integer has the same two: two functions that are stated by
 * quotients of one kind differ by equalities alone. A rest is written with the quotients and
 * remainders that are there, or without them, as it is shorter: a bit that is XORed twice is
 * away.
 */
#ifndef LCR_RECHECK_QUOTIENT_H
#define LCR_RECHECK_QUOTIENT_H

#include "system.h"

#define QUO_KNOWN (SYS_VARS / 2)

typedef struct {
    sys s;
    size_t n; /* quotients that are variables */
    struct {
        sys_sum *of;
        lc_int by;
        size_t quotient, remainder;
        bool is_xor; /* the remainder by 2 of a sum of bits */
    } known[QUO_KNOWN];
    lc_int at[SYS_VARS]; /* a point: chosen coordinates, and what has been made of them */
} quo;

quo *lcr_quo_new(lit_pool *pool);
quo *lcr_quo_copy(const quo *d);
/* The value of a sum at the point of the set. */
lc_int lcr_quo_at(const quo *d, const sys_sum *x);
/* q and r of x by `by`, which is positive; q and r may be NULL, and are not x. Fails by s.failed
 * where there is no room, or with an error. */
void lcr_quo_divide(quo *d, const sys_sum *x, lc_int by, sys_sum *q, sys_sum *r);
/* x modulo 2. For a sum of bits this is their XOR; equal XORs give the same sum, as a remainder
 * by 2 is replaced by the bits that it is the XOR of. */
void lcr_quo_parity(quo *d, const sys_sum *x, sys_sum *value);
/* Bit number `bit` of x as the XOR of the bits of a sum, and of its constant: factors are 0
 * or 1. */
void lcr_quo_form(quo *d, const sys_sum *x, size_t bit, sys_sum *form);
/* Bit number `bit` of x, in two's complement. */
void lcr_quo_bit(quo *d, const sys_sum *x, size_t bit, sys_sum *value);
/* Replaces x by a new variable with these bounds, where they are narrower than what its terms
 * tell. */
void lcr_quo_bound(quo *d, lc_int least, lc_int most, sys_sum *x);

#endif
