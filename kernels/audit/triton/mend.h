/* mend.h - an arrangement of shared memory that suits all that is done to it. */
#ifndef LCK_TRITON_MEND_H
#define LCK_TRITON_MEND_H

#include "lower.h"
#include "types.h"

#define LCK_USES 64 /* of one allocation that are looked at */

typedef struct {
    size_t access;       /* the record */
    uint32_t allocation; /* the value that allocates the memory */
    lck_move move;
    unsigned most; /* elements of a vector; 0: no limit */
    unsigned bits; /* of an element, in memory */
    bool turned;   /* the view has the dims of the allocation in the other order */
    bool reshaped; /* the view has another shape */
    size_t rank;
    uint64_t shape[LCK_TYPE_RANK]; /* of the allocation, in the order of the view */
    char *tensor, *memory;         /* types */
} lck_use;

/* The shape of the allocation that memory is a part of, its last `rank` dims. */
void lck_allocated_shape(const lck_type *memory, uint64_t shape[LCK_TYPE_RANK]);

/* The swizzle with which no access of an allocation has conflicts, or else the fewest wavefronts,
 * proved by the same claims, in words that the caller frees. NULL: none is better, or there is
 * nothing to look for. */
char *lck_mend(lck_triton *t, size_t n, const lck_use *const *use);

#endif
