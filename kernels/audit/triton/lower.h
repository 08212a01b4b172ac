/* lower.h - the instructions that Triton makes of values that go to shared memory or come from
 * it.
 *
 * A layout of registers into shared memory sends register, lane and warp to an offset, and is
 * linear over F2. One instruction moves several registers of each lane (a vector), or matrices of
 * 8 x 16 bytes (ldmatrix, stmatrix), to addresses that lanes give. Which registers go together is
 * decided here as Triton decides it; numbers count elements.
 */
#ifndef LCK_TRITON_LOWER_H
#define LCK_TRITON_LOWER_H

#include "../../../lib/linear.h"
#include "bases.h"
#include "reader.h"

/* Where each value is in shared memory. Registers that are copies of others are left out. */
typedef struct {
    lck_bases reg, lane, warp;
    unsigned offset_bits;
    bool remote; /* some values are in the memory of another block */
} lck_places;

typedef enum { LCK_MOVE_LOAD, LCK_MOVE_STORE, LCK_MOVE_COPY } lck_move;

/* As vectors do it. */
static inline lck_operation lck_moves(lck_move move)
{
    return move == LCK_MOVE_LOAD ? LCK_LOAD : move == LCK_MOVE_STORE ? LCK_STORE : LCK_CP_ASYNC;
}

/* One instruction of a warp, and how it is repeated. */
typedef struct {
    lck_operation operation;
    bool transposed;  /* ldmatrix.trans, stmatrix.trans */
    unsigned width;   /* bytes from each address: 16 of a matrix's row */
    unsigned bytes;   /* that a lane moves */
    unsigned times;   /* instructions of a thread */
    lck_bases lane;   /* 2^n lanes that give an address: where */
    lck_bases access; /* where the warp's other instructions, and other warps, are from there */
    unsigned offset_bits;
    unsigned element; /* bytes */
    bool write;
} lck_instruction;

/* What the bits of an input dim add to the index of an element, the first output minor; none:
 * there is no such dim. */
lck_bases lck_dim_of(const lc_linear *l, const char *name);
/* From register, lane, warp, block to offset, and perhaps block. False: there is no such layout,
 * or one of its dims has too many bits. */
bool lck_places_of(const lc_linear *l, lck_places *out);

/* ld.shared, st.shared or cp.async: the widest vector, of up to 16 bytes and `most` elements
 * (0: no limit). With a limit registers are taken in their order. False: there is none; bits of
 * an element are 8 to 128. */
bool lck_lower_vector(const lck_places *p, lck_move move, unsigned bits, unsigned most,
                      lck_instruction *out);
/* ldmatrix, stmatrix, with or without .trans; false where the layout is not of that shape, or the
 * processor has no such instruction. */
bool lck_lower_matrix(const lck_places *p, lck_move move, unsigned bits, bool transposed,
                      unsigned capability, lck_instruction *out);
/* What Triton takes: a matrix instruction if the layout has its shape, else vectors. False: there
 * is none, or it is not known. */
bool lck_lower(const lck_triton *t, const lck_places *p, lck_move move, unsigned bits,
               lck_instruction *out);

#endif
