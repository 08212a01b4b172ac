/* numbers.h - numbers for the symbols of a formula at which it is large.
 *
 * Integer arguments and numbers of blocks are given; blocks, trips and coordinates move, one
 * after the other, as far as the guard holds, and stay where the formula is largest. What is
 * found is a number that the formula has; a larger one may be missed.
 */
#ifndef LCK_TRITON_NUMBERS_H
#define LCK_TRITON_NUMBERS_H

#include "../index/index.h"

typedef struct {
    lck_index *ix;
    const lc_expr *value, *guard; /* without what is promised of values; guard NULL: none */
    int64_t blocks;               /* program ids are below this, with no grid; 0: no limit */
    int64_t enough;               /* a value from here on ends the search */
    int64_t *env;                 /* LC_MAX_EXPR_VARS numbers; those that are given, and found */
    int64_t best;                 /* the value at these */
} lck_numbers;

/* Is the symbol one that a launch chooses: an argument, a number of blocks? */
bool lck_numbers_given(const lck_symbol *s);
/* The multiple that the symbol may be next to a number, within its bounds. */
int64_t lck_numbers_fitted(const lck_symbol *s, int64_t number);
/* False: the guard holds at no numbers that were tried. */
bool lck_numbers_climb(lck_numbers *n);
/* "M = 47104, pid_x = 367": the symbols of value and guard; the caller frees it. */
char *lck_numbers_text(const lck_numbers *n);

#endif
