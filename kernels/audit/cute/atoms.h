/* atoms.h - tiled copies and MMAs, as their types print them, and who holds what of an atom.
 *
 * A tiled copy has an atom, a layout from (thread, value) to the elements of a tile in
 * colexicographic order, and the tile: which elements of each mode of a tensor it takes. A tiled
 * MMA has an atom of M x N x K, how the atoms of a block lie beside each other along each of
 * them, and a permutation of each mode.
 */
#ifndef LCK_CUTE_ATOMS_H
#define LCK_CUTE_ATOMS_H

#include "tree.h"

#define LCK_ATOM_MODES 8u

typedef enum {
    LCK_ATOM_NONE,
    LCK_ATOM_PLAIN, /* a thread copies consecutive elements, `bits` at once */
    LCK_ATOM_ASYNC, /* the same, cp.async */
    LCK_ATOM_LDMATRIX,
    LCK_ATOM_STMATRIX,
    LCK_ATOM_TMA_LOAD,
    LCK_ATOM_TMA_STORE,
    LCK_ATOM_OTHER /* registers and tensor memory */
} lck_atom_kind;

typedef struct {
    lck_atom_kind kind;
    unsigned bits; /* that a thread moves at once; 0: an element of the views */
    unsigned matrices;
    bool transposed;
} lck_copy_atom;

/* The atom that a type is, or has: of a tiled copy, its atom. */
lck_copy_atom lck_copy_atom_read(lck_ir_text type);

typedef struct {
    unsigned n;
    bool whole[LCK_ATOM_MODES]; /* `_`: the mode as it is */
    lck_cute_layout mode[LCK_ATOM_MODES];
    int64_t size[LCK_ATOM_MODES];
} lck_tiler;

/* `[(4,32):(32,1);32:1;_]` */
bool lck_tiler_read(lck_sums *x, lck_ir_text text, lck_tiler *tiler);

typedef struct {
    lck_copy_atom atom;
    lck_cute_layout tv;
    lck_tiler tiler;
} lck_tiled_copy;

bool lck_tiled_copy_read(lck_sums *x, lck_ir_text type, lck_tiled_copy *copy);
/* The index in the tile of value v of thread t; with `matrix`, for the side of a copy of matrices
 * where a lane gives the address of a row, the first element of that row. */
int64_t lck_tiled_copy_at(const lck_tiled_copy *copy, bool matrix, unsigned bits, int64_t t,
                          int64_t v);

typedef struct {
    int64_t m, n, k;       /* of the atom */
    unsigned threads;      /* of the atom */
    bool warpgroup;        /* its A and B are read from shared memory by all threads */
    lck_cute_layout atoms; /* (M,N,K) -> atom */
    lck_tiler permutation;
} lck_tiled_mma;

bool lck_tiled_mma_read(lck_sums *x, lck_ir_text type, lck_tiled_mma *mma);
/* Of operand 'A' (M, K), 'B' (N, K) or 'C' (M, N), the coordinates in both modes of value v of
 * thread t, in the rest-th repetition of the tile along each. */
void lck_tiled_mma_at(const lck_tiled_mma *mma, char operand, unsigned bits, int64_t t, int64_t v,
                      const int64_t rest[2], int64_t out[2]);

/* A static layout at an integral coordinate; `ok` becomes false if it is not static. */
int64_t lck_static_at(const lck_tree *shape, const lck_tree *stride, int64_t i, bool *ok);

#endif
