/* lowering.h - a plan on its way to a kernel: for lower.c and lower-inside.c. */
#ifndef LCK_LOWERING_H
#define LCK_LOWERING_H

#include "plan.h"

typedef struct {
    const lck_plan *plan;
    lcr_ctx *r;
    lck_kernel *kernel;
    lc_exprs *x;
    lck_writer out;
    /* of each axis, in the kernel's variables */
    const lc_expr *extent[LCK_MAX_RANK], *guard[LCK_MAX_RANK], *at[LCK_MAX_RANK];
    const lc_expr *source[LCK_MAX_RANK], *destination[LCK_MAX_RANK];
    const lc_expr *full; /* the condition, once it is known */
    unsigned nloops;
    bool wide; /* a variable that an int may not hold */
} lck_lowering;

/* An access under way: where the thread begins, and the loops over its values. */
typedef struct {
    const lck_part *p;
    const lc_expr *begin[LCK_MAX_RANK];       /* in the tile */
    const lc_expr *loop[LCK_MAX_MODES];       /* the variable of each mode; NULL: one value */
    int64_t count[LCK_MAX_MODES], run;        /* of mode 0: vectors of `run` values */
    const lc_expr *within;                    /* an element of the vector; NULL: the first */
} lck_walk;

/* The condition under which the whole tile of a block is inside the shape; it depends on
 * where the tile begins and on the sizes. NULL with an error. */
const lc_expr *lck_whole_tile(lck_lowering *w);
/* Is the element of a walk inside, and those of its vector up to `more` further on? */
const lc_expr *lck_inside(lck_lowering *w, const lck_walk *v, int64_t more);

#endif
