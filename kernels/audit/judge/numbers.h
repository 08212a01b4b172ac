/* numbers.h - numbers for all symbols, one set after the other, and what happens there.
 *
 * Where the symbols of an access have few values together, the sets are all of them. Else they
 * are some: small numbers, ones with few divisors, the first and the last of what is counted.
 */
#ifndef LCK_JUDGE_NUMBERS_H
#define LCK_JUDGE_NUMBERS_H

#include "bound.h"

typedef struct {
    const lck_judge *j;
    bool complete; /* the sets are all that there are */
    size_t nsets;
    size_t n;
    size_t slot[LC_MAX_EXPR_VARS]; /* of symbols that count, those that others are below first */
    size_t nof_threads;
    size_t of_thread[LC_MAX_EXPR_VARS]; /* slots of data that is another for each thread */
    int64_t (*data)[LCK_LANES];         /* .. and its values */
    bool varies[LC_MAX_EXPR_VARS];      /* by slot */
    bool shown[LC_MAX_EXPR_VARS];       /* by slot: of the address or the guard */
    bool compared[LC_MAX_EXPR_VARS];    /* by slot: with a number, which is `than` */
    int64_t than[LC_MAX_EXPR_VARS];
    int64_t env[LC_MAX_EXPR_VARS];
    const lc_expr *condition; /* the guard; NULL: none */
    lck_program *at, *guard;  /* of the access; NULL: there is no room, or no guard */
    bool taken;               /* they have the values in env */
} lck_numbers;

/* For an access, and for one more expression whose symbols get numbers, or NULL. The judge's
 * block has to be known. */
void lck_numbers_begin(lck_numbers *s, const lck_judge *j, const lck_judged *a,
                       const lc_expr *also);
void lck_numbers_end(lck_numbers *s);
/* Set number `set`, in env. False: a symbol has no such value. */
bool lck_numbers_set(lck_numbers *s, size_t set);
/* Sets the data of a warp's threads; *active are the lanes whose guard holds, `at` their
 * addresses. Returns the lanes for which both have values. */
uint32_t lck_numbers_at(lck_numbers *s, const lck_judged *a, size_t set,
                        const lck_warp_threads *t, uint32_t *active, int64_t at[LCK_LANES]);
/* "n = 72, ctaid_x = 0", owned by the caller; "" or NULL: there are none, or no memory. */
char *lck_numbers_text(const lck_numbers *s);

/* Is it sure that no thread runs it? Decided by those conditions of the guard whose symbols have
 * few values together. */
bool lck_numbers_never(const lck_judge *j, const lck_judged *a);

/* The warp, among those looked at, for which worst - least is largest. */
typedef struct {
    bool found, complete;
    bool data; /* at some data only a warp does cost more */
    unsigned worst, least;
    lck_warp warp;
    char *numbers; /* owned by the caller */
} lck_example;

/* The search ends with a warp for which worst - least is at least `enough`. */
void lck_example_of(const lck_judge *j, const lck_judged *a, const lck_cost *cost,
                    unsigned enough, lck_example *out);

#endif
