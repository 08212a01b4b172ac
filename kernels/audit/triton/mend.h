/* mend.h - a better arrangement of shared memory for all accesses to it.
 *
 * Elements lie row by row, and the low bits of an address are exchanged (by XOR) depending on its
 * high bits: #ttg.swizzled_shared where one does, else #ttg.shared_linear. No access may become
 * narrower than it is: its instructions would be more, and cp.async has none of less than 4
 * bytes.
 */
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
    char *elements;                /* `128x64xf16`, of the tensor */
} lck_use;

/* The shape of the allocation that memory is a part of, its last `rank` dims. */
void lck_allocated_shape(const lck_type *memory, uint64_t shape[LCK_TYPE_RANK]);

#define LCK_INDEX_BITS 40

typedef struct {
    size_t column;                 /* of the allocation: its contiguous dim */
    uint64_t mask[LCK_INDEX_BITS]; /* what bit j of the index exchanges in the address */
    uint64_t vec, per, most;       /* of swizzled_shared; most == 0: it is none */
} lck_arrangement;

/* The arrangement with which no access of an allocation has conflicts, or else the one with the
 * fewest wavefronts, proved by the same claims. False: none is better. *what says what it
 * achieves, in words that the caller frees. */
bool lck_mend(lck_triton *t, size_t n, const lck_use *const *use, lck_arrangement *out,
              char **what);
/* The arrangement of a use's view, as Triton prints it; the caller frees it. NULL: no memory. */
char *lck_arrangement_text(lck_triton *t, const lck_arrangement *a, const lck_use *use);

/* Wavefronts of one instruction, times how often a thread has it, added to *sum; *conflicts is
 * set where it has some. False: it is not known how the processor serves it. */
bool lck_wavefronts_of(lck_triton *t, lc_ctx *ctx, const lck_instruction *in, uint64_t *sum,
                       bool *conflicts);

/* mend-threads.c: a #ttg.blocked of the tensor that a store to fixed memory would have no
 * conflicts with, in words that the caller frees; NULL: none was found. */
char *lck_mend_threads(lck_triton *t, const lck_use *use);

/* mend-loads.c: advice, with its sectors proved, to load with the layout that the loaded tensor
 * is then converted to. The caller frees it; NULL: there is none. */
char *lck_mend_loads(lck_triton *t, const lck_ir_op *convert, const lck_type *to);

#endif
