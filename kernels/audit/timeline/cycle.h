/* cycle.h - integers of a loop that goes round a ring: exact, or known modulo a number.
 *
 * A counter of stages is exact: 0, 1, 2, 0, .... One that is never reset, i, i + 1, ..., with the
 * remainder taken where it is used, has no end; modulo a multiple of all rings' lengths it has
 * one, and its remainders, and the parity of its quotients, are as good as exact.
 */
#ifndef LCK_CYCLE_H
#define LCK_CYCLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t value;
    int64_t modulus; /* 0: the value is exact; < 0: nothing is known; else it is known modulo
                        this, 0 <= value < modulus, */
    int64_t least;   /* of an integer that is not less than this, and not negative */
} lck_cycle;

#define LCK_CYCLE_UNKNOWN ((lck_cycle){0, -1, 0})
/* Larger than every number that is computed; so is the sum of it and a number. */
#define LCK_CYCLE_ENDLESS ((lck_cycle){0, -2, 0})

lck_cycle lck_cycle_exact(int64_t value);
bool lck_cycle_is(lck_cycle a, int64_t value); /* exact, and this */
bool lck_cycle_same(lck_cycle a, lck_cycle b);
/* The value when only its remainder modulo m is kept, and that it is not less than `least`, where
 * that is so. */
lck_cycle lck_cycle_modulo(lck_cycle a, int64_t m, int64_t least);

/* The operations of arith by name: "addi", "remsi", ...; of comparisons the predicate, "slt".
 * Unknown where the result is, or where the operation is none of these. */
lck_cycle lck_cycle_operation(const char *name, lck_cycle a, lck_cycle b);
lck_cycle lck_cycle_compare(const char *predicate, lck_cycle a, lck_cycle b);

#endif
