/* rows.h - plans of functions along rows: y = f(x, reductions of x).
 *
 *     plan NAME(element = bf16, source = (M,N):(N,1), destination = (M,N):(N,1),
 *               value = exp(x - max(x)) / sum(exp(x - max(x))))
 *
 * A plan with a value is one. It is a plan of a copy (kernels/plan/plan.h) whose tile holds
 * whole rows: the threads of a block, or of a cluster of blocks, load a tile once, each its
 * values of the partition `load`, keep them in registers, and store the results in their
 * place. A row goes along the mode `along` of the source; its last one, if the plan does not
 * say.
 *
 * Reductions are trees. A thread reduces its own values of a row; lanes of a warp that have
 * the same row exchange what they have by SHUFFLE, in steps of one bit each; warps put theirs
 * into shared memory, and each thread reads those of its row; so do the blocks of a cluster.
 * All threads of a row end with the same bits.
 *
 *   read.c         the formula
 *   choose.c       the tile, its partition, the cluster
 *   tree.c         who has parts of a row
 *   lower.c        the kernel; reduce.c its reductions
 *   obligations.c  what is proved of it
 *   order.c        of its statements: whose parts reductions join, as sets of threads (sets.c)
 *   elements.c     of which elements, and what is stored; sizes.c: at which sizes
 *   scene.c        integers where a walk is; integers.c: polynomials of sizes
 *   rows.c         all of it
 */
#ifndef LCK_ROWS_H
#define LCK_ROWS_H

#include "../plan/plan.h"

/* The number of a thread in its block / at % extent. */
typedef struct {
    int64_t at, extent;
} lck_digit;

typedef struct {
    size_t n;
    lck_digit digit[LCK_MAX_MODES];
    int64_t all; /* the product of their extents */
} lck_digits;

/* Who has parts of a row, and what each thread has of several. */
typedef struct {
    size_t nbits;
    int bit[8];       /* of a lane, by which lanes of a row differ: the steps of SHUFFLE */
    lck_digits lanes; /* of a row */
    lck_digits warps; /* of a row, in a block */
    lck_digits rows;  /* of the rows of a block */
    int64_t several;  /* rows of a thread */
} lck_tree;

typedef struct {
    lck_plan *plan;
    lck_formula formula;
    int group;                   /* elements of a vector, of the tensor with the longest ones */
    int width[LCK_PLAN_TENSORS]; /* group, or 1 */
    int64_t most; /* elements of a row of one axis, as this variant has them; 0: its bound */
    bool whole;   /* a vector lies in a row, or outside */
    bool again;   /* values that later stages use are computed again, and not kept */
    lck_tree tree;
} lck_rows;

/* The kernel of a plan with a value. NULL: p->result and p->claim say which obligation fails,
 * or an error is in p->e; if LCK_UNPROVED a kernel is made although one fails. */
lck_kernel *lck_rows_make(lcv_planning *p, unsigned how, bool *proved);

/* ---- its steps; false, or NULL, with an error in p->e ---- */

bool lck_read_formula(lck_rows *rows, lcv_planning *p);
/* The first and the last stage that each node is used in. */
void lck_find_stages(const lck_formula *f, int *first, int *last);
bool lck_choose_rows(lck_rows *rows, lcv_planning *p, const lck_given *given);
/* Does a mode step along rows; across them? */
bool lck_mode_goes(const lck_plan *plan, const lck_mode *mode, bool in_row);
/* The tree of the partition that the plan has. */
bool lck_find_tree(lck_rows *rows, lcv_planning *p);
/* Proves the obligations: true when all hold; p->result and p->claim are those of the one that
 * decides. */
bool lck_prove_rows(lck_rows *rows, lcv_planning *p);
/* Sets p->claim to the plan's own claim. False: no memory. */
bool lck_claim_rows(lcv_planning *p);
/* The kernel; NULL with an error in the lc_ctx. */
lck_kernel *lck_lower_rows(const lck_rows *rows, lcr_ctx *r);
/* The same of the kernel: its reductions, and elements (order.c). */
bool lck_prove_reductions(lck_rows *rows, const lck_kernel *kernel, lcv_planning *p);
/* Does each reduction join the parts of all threads of its row once each, with barriers between;
 * and, in the tiles that are looked at, do values come from their elements? *line: the one that
 * fails, or is not known. NULL with an error in the lc_ctx. */
lcv_result *lck_check_reductions(lck_rows *rows, const lck_kernel *kernel, const char **line);

#endif
