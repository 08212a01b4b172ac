/* recurrence.h - numbers that a loop carries from trip to trip, as formulas of the trip.
 *
 * Each begins as a symbol, under which what a trip leaves is computed once. From that follows
 * what it is at trip t:
 *   - left + what does not change in the loop: begin + t * that;
 *   - a number that follows from the one before and the trip's remainder alone, from a number
 *     on: a counter that wraps, a phase; the numbers are followed until one comes back;
 *   - what is handed around, as buffers that are exchanged: what each was at the beginning, by
 *     turns;
 *   - what follows from others that are known: at t - 1 what is left, at 0 the beginning;
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
    /* Of a variable that is none of the symbols and not the trip: does it change from trip to
     * trip? */
    bool (*changes)(const void *context, size_t slot);
    /* One more way to make `at` of c, tried before what follows from others; NULL: none. */
    bool (*other_way)(const lck_recurrences *w, lck_recurrence *c);
};

/* Makes `at` of each one that it can. */
void lck_recurrences_resolve(lck_recurrences *w);

#endif
