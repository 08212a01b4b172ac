/* scratch.h - how Triton arranges a tensor in shared memory to convert it between two layouts.
 *
 * The scratch memory of a conversion has no encoding of its own: the compiler arranges it so that
 * the store and the load both move wide vectors, or matrices, and meet few conflicts (Triton's
 * Tools/GenericSwizzling.cpp). The arrangement sends bits of the offset to elements of the
 * tensor:
 *
 *     vector    the bits that one instruction moves from one address
 *     bank      the rest of a row of all banks
 *     segment   further rows: elements that lie in the same banks
 *     reps      what is stored and loaded one after the other, through the same memory
 *
 * Elements are numbered by one index, the first dim of the tensor minor. What is arranged here is
 * what the compiler does; whether it is free of conflicts is asked of the prover.
 */
#ifndef LCK_TRITON_SCRATCH_H
#define LCK_TRITON_SCRATCH_H

#include "lower.h"

/* A layout of registers: what each input bit adds to the index of an element. Registers that are
 * copies are left out. */
typedef struct {
    lck_bases reg, lane, warp, block;
    unsigned bits; /* of the index */
    bool single;   /* each basis is 0 or one bit, as in all layouts but those of swizzles */
} lck_held;

/* False: a dim has too many bits. */
bool lck_held_of(const lc_linear *l, lck_held *out);

/* The bits that a dim of the tensor has in the index, from *first on. */
uint64_t lck_mask_of(const lc_linear *l, size_t axis, unsigned *first);

typedef struct {
    lck_bases vector, bank, segment, reps, block;
    int store, load; /* 0 by vectors, 1 by matrices, 2 by matrices with .trans */
} lck_scratch;

/* The arrangement for elements of so many bits (8 to 128) on the target of `t`; by vectors alone
 * where `t` is NULL, as for reductions. False: not known, as a basis has several bits. */
bool lck_scratch_of(const lck_triton *t, const lck_held *from, const lck_held *to, unsigned bits,
                    lck_scratch *out);
/* Where a layout's values lie in it, one repetition; false: they do not lie in it. */
bool lck_scratch_places(const lck_scratch *s, const lck_held *held, lck_places *out);
/* Elements that lie in it at the same time. */
uint64_t lck_scratch_size(const lck_scratch *s);

/* convert.c: fills in what becomes of a conversion that goes through shared memory by vectors. */
void lck_convert_by_vectors(lck_triton *t, const lck_held *from, const lck_held *to,
                            unsigned bits, lck_conversion_record *record);

#endif
