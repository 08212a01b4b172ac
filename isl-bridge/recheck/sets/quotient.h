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
/* A sum at the point of the set. */
lc_int lcr_quo_at(const quo *d, const sys_sum *x);
/* Fails with s.failed, where there is no room for more, perhaps with an error. `by` is positive;
 * q and r may be NULL, and are not x. */
void lcr_quo_divide(quo *d, const sys_sum *x, lc_int by, sys_sum *q, sys_sum *r);
/* x modulo 2. Of bits it is their XOR, and equal XORs are the same sum: a remainder stands for
 * the bits that it is the XOR of. */
void lcr_quo_parity(quo *d, const sys_sum *x, sys_sum *value);
/* Bit number `bit` of x as the XOR of the bits of a sum, and of its constant: factors are 0
 * or 1. */
void lcr_quo_form(quo *d, const sys_sum *x, size_t bit, sys_sum *form);
/* Bit number `bit` of x, in two's complement. */
void lcr_quo_bit(quo *d, const sys_sum *x, size_t bit, sys_sum *value);
/* A variable in the place of a sum that is within narrower bounds than its terms tell. */
void lcr_quo_bound(quo *d, lc_int least, lc_int most, sys_sum *x);

#endif
