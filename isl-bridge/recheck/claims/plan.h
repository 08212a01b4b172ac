/* plan.h - which accesses of a layout stand for all of them.
 *
 * The leaves of X, one perhaps cut in two, are those of a block and the rest: a block has a
 * multiple of the lanes, or it is all of X. Every access is then one of a block, and the blocks
 * are the first one moved. An access costs the same when it is moved by a multiple of the grain,
 * so that one access stands for each remainder that blocks are moved by.
 */
#ifndef LCR_RECHECK_PLAN_H
#define LCR_RECHECK_PLAN_H

#include "accesses.h"

/* An access that stands for all that are it, moved by multiples of the grain. */
typedef struct {
    int64_t first; /* its first coordinate */
    int begin;     /* and that in its block */
    int cost;
    acc_access at, value; /* bytes; of a swizzle, its arguments */
} typical;

struct acc_plan {
    const accesses *a;
    acc_cost what;
    const lit *x;
    size_t inner;  /* the leaves of a block */
    int block;     /* its coordinates */
    int64_t grain; /* elements */
    size_t nmoves;
    int64_t *move;  /* what they are moved by, modulo the grain, in order; the grain */
    int64_t *place; /* the first coordinates of such blocks */
    size_t n, worst;
    typical *one;
};

#endif
