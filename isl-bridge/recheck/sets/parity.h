/* parity.h - equations over F2 in the bits of coordinates (sets/bits.h).
 *
 * All bits are variables of the state. An equation is a form that is 0.
 */
#ifndef LCR_RECHECK_PARITY_H
#define LCR_RECHECK_PARITY_H

#include "bits.h"

#define PARITY_MAX (64 * BITS_WORDS)

/* Bits that solve all equations, the others 0; else the equations whose sum has no solution, by
 * their numbers. False: there are too many, or no memory. */
bool lcr_parity_solve(ev *e, size_t n, const bit_form *equation, bit_form *solution,
                      bit_form *none, bool *solved);

/* One more set: the solutions. With an error, false. */
bool lcr_parity_set(ev *e, const bit_state *b, size_t n, const bit_form *equation);
/* One more set: where the sum of these forms is odd. */
bool lcr_parity_differ(ev *e, const bit_state *b, size_t n, const bit_form *terms);

#endif
