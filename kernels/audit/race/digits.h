/* digits.h - addresses as numbers with digits: a sum of units, which all threads share, times
 * what varies. That equal numbers have equal digits is asked of the prover (claims.c). */
#ifndef LCK_RACE_DIGITS_H
#define LCK_RACE_DIGITS_H

#include "../ask/ask.h"
#include "internal.h"

#define LCK_FACTORS 4 /* of a unit, beside a number */
#define LCK_DIGITS 16 /* of an address */

/* k times what all threads share. */
typedef struct {
    int64_t k;
    const lc_expr *by[LCK_FACTORS];
    unsigned n;
} lck_unit;

/* What a guard says of the digits below a unit: those from `first` on are one number less than
 * `size`, in units of `part`, and those before it are less than a part together. */
typedef struct {
    bool any;
    unsigned first;
    lck_unit size, part; /* their product is the unit */
} lck_fold;

typedef struct {
    lck_unit unit;
    const lc_expr *of; /* NULL: 1 */
    lck_unit bound;    /* what it and all below it, and the bytes behind, come to at most */
    lck_unit extent;   /* what it is less than; k = 0: it may be large */
    lck_fold fold;     /* of those below it */
} lck_digit;

typedef struct {
    const lc_expr *guard;
    lck_digit at[LCK_DIGITS];
    unsigned n;
} lck_number;

extern const lc_expr lck_digit_of_nothing;

/* Of lck_formula_kinds. */
#define LCK_OF_THREADS (1u << LCK_SYMBOL_TID | 1u << LCK_SYMBOL_CTAID)
#define LCK_OF_EXTENTS (1u << LCK_SYMBOL_NTID | 1u << LCK_SYMBOL_NCTAID)
#define LCK_OF_ARGUMENTS (1u << LCK_SYMBOL_ARGUMENT | LCK_OF_EXTENTS)
/* Is e the same for all threads of the grid? */
bool lck_race_is_of_all(const lck_race *r, const lc_expr *e);

bool lck_unit_has(const lck_unit *u, const lc_expr *factor, unsigned *at);
/* Multiplies by an integer or by what is shared. */
bool lck_unit_multiply(lck_unit *u, const lc_expr *e);
/* b without the factors of a, its number as it is; false: a has others. */
bool lck_unit_rest(const lck_unit *a, const lck_unit *b, lck_unit *rest);
bool lck_unit_is_alike(const lck_unit *a, const lck_unit *b); /* but for the number */
bool lck_unit_equal(const lck_unit *a, const lck_unit *b);
/* .. where each is more than 0. */
bool lck_unit_is_at_most(const lck_unit *a, const lck_unit *b);

/* Adds e, term by term; false: a term may be negative, or there is no room. */
bool lck_number_add(const lck_race *r, lck_number *n, const lc_expr *e);
/* Drops digits that are 0, and constants that both have; negates both where digits count down.
 * False: some still do. */
bool lck_numbers_settle(lck_number *a, lck_number *b);
/* Adds a digit that is 0 for each unit of the other number that is missing, and sorts the digits
 * by their units. False: no room, or they have no order. */
bool lck_number_complete(const lck_race *r, lck_number *n, const lck_number *other);

/* ---- claims.c ---- */

/* What was asked of the prover. */
typedef struct {
    lck_asker *asker;
    const char *claim; /* the last one; NULL: none */
    bool good;         /* all could be said, and are proved */
    bool confirmed;    /* .. by isl, too */
} lck_race_claims;

/* Asks whether numbers that have the digits of both below `top`, and any above, are apart, all
 * bytes of accesses of a width: by claims about the sizes of digits, one for each number that a
 * guard makes of some of them and one for the whole. */
void lck_race_claim(lck_race_claims *c, const lck_number *a, const lck_number *b, int64_t width,
                    unsigned top);

#endif
