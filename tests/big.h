/* big.h - layouts of 2^40 elements and far more, for laws that need no enumeration.
 *
 * Evaluated with GMP from the extents and strides alone: the values are those of
 * the definition (digits by floor, the last one unbounded), not the library's.
 */
#ifndef TESTS_BIG_H
#define TESTS_BIG_H

#include <gmp.h>

#include "law.h"

/* A's value at any integer. */
void big_at(mpz_t out, const lc_layout *a, const mpz_t index);
/* Sizes of 2^10 to 2^400; strides compact in some order, padded, zero, negative. */
lc_layout *big_layout(law *l);
/* A compact one in some order of its leaves. */
lc_layout *big_bijection(law *l);
/* B for a composition A o B that exists often. */
lc_layout *big_inner(law *l, const lc_layout *a);
/* A number in [0, size of a), or around it when `outside`. */
void big_index(law *l, const lc_layout *a, bool outside, mpz_t index);

#endif
