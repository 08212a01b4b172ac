/* recurrence.h - numbers that a loop carries from trip to trip, as formulas of the trip.
 *
 * Each begins as a symbol, under which what a trip leaves is computed once. From that follows
 * what it is at trip t:
 *   - left + what does not change in the loop: begin + t * that;
 *   - a number that follows from the one before and the trip's remainder alone, from a number
 *     on: a counter that wraps, a phase; the numbers are followed until one comes back;
 *   - values that are exchanged between variables, as buffers are: the initial ones, by turns;
 *   - a number that follows from others that are known: `begin` at trip 0, later what trip t - 1
 *     left;
 *   - else it is not known.
 */
#ifndef LCK_RECURRENCE_H
#define LCK_RECURRENCE_H

#include "../../../lib/expr.h"

typedef struct {
    const lc_expr *symbol;       /* what it is called at trip t; NULL: it has no symbol */
    const lc_expr *begin, *next; /* at trip 0, and at t + 1; NULL: not known */
    unsigned bits;               /* of the register that it wraps in; 64: none */
    const lc_expr *at;           /* at each trip t; NULL: not known yet */
} lck_recurrence;

/* Those of a loop. */
typedef struct lck_recurrences lck_recurrences;
struct lck_recurrences {
    lc_exprs *x;
    const lc_expr *trip; /* t; NULL: nothing becomes known */
    size_t n;
    lck_recurrence *at;
    void *context;
    /* Does a variable, none of the symbols and not the trip, change from trip to trip? */
    bool (*changes)(const void *context, size_t slot);
    /* One more way to find c->at, tried before the one from others; NULL: none. */
    bool (*other_way)(const lck_recurrences *w, lck_recurrence *c);
};

/* Sets `at` of each one where it can be found. */
void lck_recurrences_resolve(lck_recurrences *w);

#endif
