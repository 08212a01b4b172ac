/* uses.h - what the statements of a kernel do with stages and rings, in program order.
 *
 * A walk through the statements follows how many barriers of all threads, groups of copies and
 * groups of products there were before each of them: polynomials of the variables of loops and of
 * what they are made of (polynomial.h). In a loop whose body has c of them these are what came
 * before it and c times its variable. Nothing here depends on the method of a product.
 */
#ifndef LCK_ORDER_USES_H
#define LCK_ORDER_USES_H

#include "polynomial.h"

#define LCK_MOST_LOOPS 2
#define LCK_MOST_CONDITIONS 8

/* What came before a statement. */
typedef struct {
    lck_polynomial epoch;       /* barriers of all threads */
    lck_polynomial copies;      /* groups of copies that were begun */
    lck_polynomial ended, seen; /* those of them that have ended; of all threads, as all know */
    lck_polynomial products;    /* groups of products, in the round of a loop with loops in it */
    int running;                /* groups of products that may be under way */
    bool partly;                /* a barrier was left out in the last round of a loop */
    lck_polynomial rounds;      /* of the loops before it, beside it */
    const lck_statement *after; /* the last of them */
} lck_before;

typedef struct {
    const lck_statement *s;
    const lc_expr *index; /* of shared memory that it reads or writes; NULL: of none */
    int array;
    bool writes;
    size_t nloops, nconditions;
    const lck_statement *loop[LCK_MOST_LOOPS];           /* that it is in, the outer one first */
    const lck_statement *condition[LCK_MOST_CONDITIONS]; /* IFs */
    bool holds[LCK_MOST_CONDITIONS];                     /* it is in the body; else otherwise */
    lck_polynomial round; /* of the innermost loop: how many it, and those beside it, have made */
    lck_before before;
} lck_use;

typedef struct lck_uses {
    const lck_kernel *kernel;
    lck_names names;
    size_t n;
    lck_use *use;
    const char *why; /* what could not be followed, static; NULL: nothing */
} lck_uses;

/* False: no memory. */
bool lck_find_uses(const lck_kernel *kernel, lck_uses *out);
void lck_forget_uses(lck_uses *uses);

#endif
