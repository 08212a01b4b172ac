/* parity.h - equations over F2, solved by elimination.
 *
 * An equation is an XOR of numbered bits, and 1 perhaps, that is 0. What is found is for a set to
 * show; nothing is confirmed by it.
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

/* Of PARITY_MAX equations at most: bits that solve all, those of which there is a choice 0; or,
 * false, the equations whose sum has no solution, by their numbers. */
bool lcr_parity_solve(size_t n, const bit_form *equation, bit_form *solution, bit_form *none);

/* One more set: n sums of the first variables, so many bits, are all even. Elimination finds what
 * shows isl the answer: some of them of which the XOR is 1, which is never even; or the bits of a
 * solution. False with an error. */
bool lcr_parity_set(ev *e, size_t bits, size_t n, const sys_sum *equation);

#endif
