/* lowering.h - the kernel of a plan of rows under construction: for lower.c and reduce.c. */
#ifndef LCK_ROWS_LOWERING_H
#define LCK_ROWS_LOWERING_H

#include "../copy/lowering.h"
#include "rows.h"

/* Files of registers, behind LCK_HELD, the elements as they were loaded: values of nodes that
 * later stages use, those of one step, what there is once a row, the results of a vector, parts
 * of reductions of others, and the results as they are stored. */
enum {
    LCK_OF_VALUES = LCK_HELD + 1,
    LCK_OF_STEP,
    LCK_OF_ROW,
    LCK_OF_RESULT,
    LCK_OF_PARTS,
    LCK_OF_STORE
};

typedef struct {
    lck_lowering base;
    const lck_rows *rows;
    lck_walk walk;  /* where the thread begins */
    int64_t values; /* of a thread */
    const lc_expr *length;
    /* Of each node: is it kept for later stages; its place in its file; that of its elements,
     * where these are loaded; the first stage that uses it. */
    bool kept[LCK_MAX_NODES];
    int place[LCK_MAX_NODES], loaded[LCK_MAX_NODES], first[LCK_MAX_NODES];
    int64_t nshared; /* elements of shared memory that have been given away */
} lck_rows_lowering;

/* The register with the value of a node for one of the thread's rows. */
lck_register lck_row_register(lck_rows_lowering *w, int node, const lc_expr *row);

/* Sets a thread's part of a reduction to that of no elements; makes the parts of n reductions
 * those of the row. */
void lck_begin_reduction(lck_rows_lowering *w, int node);
void lck_finish_reductions(lck_rows_lowering *w, size_t n, const int *node);

#endif
