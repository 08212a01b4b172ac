/* lowering.h - the kernel of a plan under construction: for lower.c, lower-walk.c, lower-shift.c
 * and lower-inside.c.
 *
 * Functions that make an expression or a condition return NULL with an error in the lc_ctx.
 */
#ifndef LCK_LOWERING_H
#define LCK_LOWERING_H

#include "../kernel/arithmetic.h"
#include "../plan/plan.h"

typedef struct {
    const lck_plan *plan;
    lcr_ctx *r;
    lck_kernel *kernel;
    lc_exprs *x;
    lck_writer out;
    /* of each axis, in the kernel's variables */
    const lc_expr *extent[LCK_MAX_RANK], *guard[LCK_MAX_RANK], *at[LCK_MAX_RANK];
    const lc_expr *stride[LCK_PLAN_TENSORS][LCK_MAX_RANK];
    const lc_expr *thread; /* its number among all that make a tile */
    const lc_expr *full;   /* the condition, once it is known */
    unsigned nloops, nrows, ncoordinates;
} lck_lowering;

/* ---- what all plans begin with (lower.c) ---- */

/* A kernel of a plan, which has no statements yet. NULL with an error. */
lck_kernel *lck_begin_kernel(const lck_plan *plan);
/* The sizes, the tensors and the result of the kernel, and the statements that say which tile a
 * block makes. False with an error. */
bool lck_begin_tile(lck_lowering *w);

/* ---- expressions (lower-walk.c) ---- */

/* Is it a number other than 0: a condition that always holds? */
bool lck_always(const lc_expr *e);
/* An expression of the plan's sizes, or a relation's with coordinates for its variables. */
const lc_expr *lck_copy(lck_lowering *w, const lc_expr *e, const lck_relation *of,
                        const lc_expr *const *crd);
/* A variable with this value from here on, named by the format and k; a number or a variable is
 * left as it is. `wide`: the variable has 64 bits even if its bounds fit 32. */
const lc_expr *lck_bind(lck_lowering *w, const lc_expr *value, bool wide, const char *format,
                        unsigned k);

/* ---- walks (lower-walk.c) ---- */

/* An access under way: the place where the thread begins, and the loops over its values. */
typedef struct {
    const lck_part *p;
    const lc_expr *begin[LCK_MAX_RANK]; /* in the tile */
    const lc_expr *loop[LCK_MAX_MODES]; /* the variable of each mode; NULL: one value */
    int64_t count[LCK_MAX_MODES], run;  /* of mode 0: vectors of `run` values */
    const lc_expr *within;              /* an element of the vector; NULL: the first */
    const lc_expr *row, *column;        /* of a rotated element; NULL: not rotated */
} lck_walk;

/* Binds where the thread begins. False with an error. */
bool lck_walk_begin(lck_lowering *w, lck_access access, lck_walk *out);
/* Opens loops over the values, vectors of `width` as one; closes them. */
void lck_walk_open(lck_lowering *w, lck_walk *v, int width);
void lck_walk_close(lck_lowering *w, lck_walk *v);
/* The registers of `held`, whose values are numbered in order; `step` apart. */
const lc_expr *lck_walk_registers(lck_lowering *w, const lck_walk *v, const lck_part *held,
                                  int *step);
/* The index of the thread's first element in a tensor, as a variable; the index of the walk's
 * element, from there. A relation has no base: its coordinates become variables where it is
 * used. */
const lc_expr *lck_global_base(lck_lowering *w, const lck_walk *v, lck_memory tensor,
                               const char *name);
const lc_expr *lck_global_index(lck_lowering *w, const lck_walk *v, const lc_expr *base,
                                lck_memory tensor);
const lc_expr *lck_shared_index(lck_lowering *w, const lck_walk *v);
/* The coordinate of a walk's element along an axis, in its tile. */
const lc_expr *lck_walk_coordinate(lck_lowering *w, const lck_walk *v, size_t axis);

/* Rotated rows of a tile (kernels/plan/plan.h): the place in the destination where the thread's
 * first row begins, as a variable; and, in open loops, the row and the column of the element that
 * replaces the walk's. */
const lc_expr *lck_row_base(lck_lowering *w, const lck_walk *v);
void lck_walk_rotate(lck_lowering *w, lck_walk *v, const lc_expr *base);

/* ---- words that are shifted (lower-shift.c) ---- */

#define LCK_COPIED_BYTES 16 /* that a COPY moves: tensors begin at multiples of them */

/* The condition under which all of a tile is inside the shape along the destination's axis, so
 * that it is copied by whole rows of the source and stored by whole words. */
const lc_expr *lck_whole_shifted(lck_lowering *w);
bool lck_lower_shifted(lck_lowering *w);

/* ---- predicates (lower-inside.c) ---- */

/* The condition under which the whole tile of a block is inside the shape; it depends on
 * where the tile begins and on the sizes. */
const lc_expr *lck_whole_tile(lck_lowering *w);
/* The condition that the walk's element is inside, and those of its vector up to `more` behind
 * it. */
const lc_expr *lck_inside(lck_lowering *w, const lck_walk *v, int64_t more);
/* The same of the axes along rows alone. */
const lc_expr *lck_inside_row(lck_lowering *w, const lck_walk *v);

#endif
