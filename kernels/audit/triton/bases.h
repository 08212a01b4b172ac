/* bases.h - vectors over F2, as words of up to 64 bits. */
#ifndef LCK_TRITON_BASES_H
#define LCK_TRITON_BASES_H

#include <stdbool.h>
#include <stdint.h>

#define LCK_BASES 64

typedef struct {
    unsigned n;
    uint64_t basis[LCK_BASES];
} lck_bases;

/* Appends; past LCK_BASES nothing is added. */
void lck_push(lck_bases *v, uint64_t x);
void lck_append(lck_bases *v, const lck_bases *more);
void lck_take_out(lck_bases *v, unsigned i);
lck_bases lck_without_zeros(const lck_bases *v);
bool lck_same_bases(const lck_bases *a, const lck_bases *b);
/* All bits that some of them have. */
uint64_t lck_bits_of(const lck_bases *v);
/* The first place of x; -1: it is not there. */
int lck_find(const lck_bases *v, uint64_t x);
/* Are all multiples of a power of two? */
bool lck_are_multiples(const lck_bases *v, uint64_t of);

/* Independent vectors, each reduced by those before it, the largest first. */
typedef struct {
    lck_bases row;
} lck_span;

/* False: x is a sum of what is there already. */
bool lck_span_add(lck_span *s, uint64_t x);
void lck_span_add_all(lck_span *s, const lck_bases *v);
bool lck_span_has(const lck_span *s, uint64_t x);

#endif
