/* instance.h - what a kernel comes to at the sizes of a case. */
#ifndef BENCH_INSTANCE_H
#define BENCH_INSTANCE_H

#include "cases.h"

#define MOST_MODES 8 /* BENCH_RANK of harness.cuh */

typedef struct {
    int64_t size[LC_MAX_EXPR_VARS]; /* given */
    int64_t extent[MOST_MODES], source[MOST_MODES], destination[MOST_MODES];
    int64_t source_offset, destination_offset;
    int64_t source_elements, destination_elements, blocks;
    int64_t read, written; /* different elements of each */
} instance;

/* The rest, from the sizes. False when the kernel does not admit them, has more modes, or
 * needs integers of more than 64 bits. */
bool instance_of(const lck_kernel *k, instance *out);

/* The coordinates that a block moves: begin[i] <= c_i < end[i] for each mode. */
typedef struct {
    int64_t block;
    int64_t begin[MOST_MODES], end[MOST_MODES];
} block_box;

/* Fills in the box of box->block, as the kernel finds where its tile begins. */
bool instance_box(const lck_kernel *k, const instance *at, block_box *box);

#endif
