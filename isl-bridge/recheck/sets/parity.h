/* parity.h - equations over F2, solved by elimination.
 *
 * An equation says that the XOR of some numbered bits, and perhaps of 1, is 0. What is found is
 * for a set to show; nothing is confirmed by it.
 */
#ifndef LCR_RECHECK_PARITY_H
#define LCR_RECHECK_PARITY_H

#include "evidence.h"

#define BITS_WORDS 3
#define PARITY_MAX (64 * BITS_WORDS)

typedef struct {
    uint64_t of[BITS_WORDS];
    bool one;
} bit_form;

bool lcr_bits_has(const bit_form *f, size_t bit);
/* A sum of n bits, modulo 2. */
bit_form lcr_bits_of(size_t n, const sys_sum *sum);

/* True with bits that solve all n equations, at most PARITY_MAX, free bits being 0; false with
 * the numbers of equations, *none, whose XOR says 1 = 0. */
bool lcr_parity_solve(size_t n, const bit_form *equation, bit_form *solution, bit_form *none);

/* Adds a set: n sums of the first `bits` variables, which are bits, are all even. Elimination
 * simplifies it for isl: to some of the sums whose XOR is 1, and which are therefore never all
 * even; or to the bits of a solution. False with an error. */
bool lcr_parity_set(ev *e, size_t bits, size_t n, const sys_sum *equation);

#endif
