/* instance.h - the numbers of a kernel at the sizes of a case. */
#ifndef BENCH_INSTANCE_H
#define BENCH_INSTANCE_H

#include "cases.h"

#include <stdio.h>

#define MOST_MODES 8          /* BENCH_RANK of harness.cuh */
#define MOST_PLACES (1 << 20) /* of a tensor that is a relation */

typedef struct {
    int64_t size[LC_MAX_EXPR_VARS]; /* given */
    int64_t extent[MOST_MODES], source[MOST_MODES], destination[MOST_MODES];
    int64_t source_offset, destination_offset;
    int64_t source_elements, destination_elements, blocks;
    int64_t read, written; /* different elements of each; of a relation: at most so many */
    /* A tensor that is a relation has its places in a table, the first coordinate fastest;
     * NULL: strides say where elements lie. */
    int64_t *source_place, *destination_place;
} instance;

/* Fills in the rest from the sizes. False when the kernel does not admit them, has more modes,
 * more places of a relation, or needs integers of more than 64 bits. */
bool instance_of(const lck_kernel *k, instance *out);
void instance_clear(instance *at);

/* The tables of places as arrays of C++, and what the row of a case says of both: the names of
 * the arrays, or nullptr. The number tells cases apart. */
void instance_write_places(FILE *out, size_t number, const instance *at);
void instance_write_names(FILE *out, size_t number, const instance *at);

/* The coordinates that a block moves: begin[i] <= c_i < end[i] for each mode. Of a mode with a
 * margin, those of each row from begin + p to end + p less the margin, where the place of
 * begin + p in the destination is the first multiple of the margin; as far as there are any. */
typedef struct {
    int64_t block;
    int64_t begin[MOST_MODES], end[MOST_MODES], margin[MOST_MODES];
} block_box;

/* Fills in the box of box->block, as the kernel finds where its tile begins. */
bool instance_box(const lck_kernel *k, const instance *at, block_box *box);

#endif
