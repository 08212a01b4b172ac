/* tile.h - tiles: the level between a plan and the statements of its kernel.
 *
 * A tile is a part of a tensor with a layout in shared memory or in the registers of a warpgroup,
 * 128 threads. A step over tiles writes the statements (kernels/kernel/statement.h) that every
 * thread of a role runs:
 *
 *   lck_tile_load        a box of a tensor into a stage of shared memory, by TMA
 *   lck_tile_multiply    sums += A * B, A in shared memory, B in shared memory    (WGMMA)
 *   lck_tile_multiply_by sums += A * B, A in registers, B in shared memory
 *   lck_tile_map         each sum = a function of itself, or of itself and its row's value
 *   lck_tile_reduce      each row's value = a function of it and of all sums of the row
 *   lck_tile_round       each sum, rounded to the element of A of the next product
 *   lck_tile_store       sums into a stage of shared memory, and from there to a tensor, by TMA
 *
 * Tiles in shared memory are stages of `rows` rows of `columns` elements, in chunks of 128 bytes:
 * the offset of (row, column) in a stage is column / chunk * rows * chunk + row * chunk + column
 * % chunk, with bits 4 to 6 of the address exchanged by XOR with bits 7 to 9 (PTX ISA, Swizzling
 * Modes): what TMA writes and the descriptors of WGMMA read, along rows or along columns. Of
 * chunks of 32 bytes bit 4 is exchanged by XOR with bit 7.
 *
 * Sums of a warpgroup are those of atoms of 64 rows: register 4 (c / 8) + 2 h + c % 2 of thread t
 * is column c, of the two columns c % 8 / 2 = t % 4, and row t / 32 * 16 + t % 32 / 4 + 8 h (PTX
 * ISA, wgmma, Register Fragments; <sm90>, wgmma_C). Rounded to 16 bits they are, register by
 * register, the operand A of the next product, whose k are their columns; rounded to 8 bits, once
 * the halves of words have changed places, with the columns of each 16 in another order.
 *
 * Uses of a ring: use i has the slot i % slots and the phase i / slots.
 */
#ifndef LCK_TILE_H
#define LCK_TILE_H

#include "../kernel/arithmetic.h"
#include "../kernel/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LCK_ROWS_OF_GROUP = 64 /* of sums */, LCK_LINE = 128 /* bytes of a chunk, mostly */ };

/* A kernel under construction. */
typedef struct {
    lck_kernel *kernel;
    lc_exprs *x;
    lck_writer out;
    const lc_expr *warp, *lane; /* of a block; of a warp */
} lck_tiling;

/* Begins the statements: the kernel's rings, one thread and a barrier; `warp` and `lane`. */
void lck_tiling_begin(lck_tiling *t, lck_kernel *kernel);

/* ---- expressions (expressions.c); NULL with an error ---- */

/* A new variable with this value from here on; a number or a variable is left as it is. */
const lc_expr *lck_tile_name(lck_tiling *t, const char *name, const lc_expr *value);
/* A new variable for a LOOP of so many; a FOR of one, which it opens. */
const lc_expr *lck_tile_count(lck_tiling *t, const char *name, const lc_expr *count);
const lc_expr *lck_tile_for(lck_tiling *t, const char *name, int64_t count);

/* ---- rings ---- */

/* Waits, by threads that agree on `use`, until the phase of that use of a ring has ended; with
 * `behind`, the phase before, for a ring by which slots are given back. */
void lck_tile_await(lck_tiling *t, int ring, const lc_expr *use, bool behind);
/* Each warp arrives at a slot by itself: that another warp's products have ended does not say
 * that its own have read. */
void lck_tile_arrive(lck_tiling *t, int ring, const lc_expr *slot);

/* ---- tiles in shared memory (stages.c) ---- */

typedef struct {
    const lck_element *element;
    int array, map; /* of the kernel; map -1: none */
    int rows, columns, stages;
    int chunk, span;  /* elements of a chunk; its bytes */
    int used;         /* columns that products take: all, unless it is changed */
    int64_t elements; /* of a stage */
} lck_tile;

/* Adds the array, of chunks of `span` bytes; `name` is static. False with an error, also where
 * columns are no chunks. */
bool lck_tile_new(lck_kernel *kernel, const char *name, const lck_element *element, int rows,
                  int columns, int stages, int span, lck_tile *out);
/* The bytes that a load brings: those of a box for each chunk. */
int lck_tile_bytes(const lck_tiling *t, const lck_tile *staged);
/* Boxes of the tensor map `map`, whose axis 0 goes along columns and others along rows, into the
 * stage of a slot, from `row` on; crd are those of its first element. Counted by the slot `of` of
 * a ring. */
void lck_tile_load(lck_tiling *t, const lck_tile *to, const lc_expr *slot, int row,
                   const lc_expr *const *crd, int ring, const lc_expr *of);

/* Sets the rows of a stage to zeros from `first` on, by a warp whose threads fence what they
 * wrote. `zeros` is a packed file of the element, of 16 bytes at least, which is zero then. */
void lck_tile_clear(lck_tiling *t, const lck_tile *of, const lc_expr *slot, const lc_expr *first,
                    int zeros);

/* A stage of `to` = one of `from` transposed, of elements of 8 bits, by warp `number` of `of`.
 * Of each 16 columns of `to` column 4 q + e is row 8 (e / 2) + 2 q + e % 2 of `from`. `loaded`
 * and `turned` are packed files of 16 elements. The threads fence what they did. */
void lck_tile_turn(lck_tiling *t, const lck_tile *from, const lc_expr *from_slot,
                   const lck_tile *to, const lc_expr *to_slot, const lc_expr *number, int of,
                   int loaded, int turned);

/* ---- sums of a warpgroup (sums.c) ---- */

typedef struct {
    int file, columns; /* columns / 2 registers */
} lck_sums;

/* Values of the two rows that a thread has sums of: two registers of a file. */
typedef struct {
    int file;
} lck_rowwise;

/* sums = A * B^T: A has the 64 rows of `a` from `row` on, B the rows of `b`; both with k along
 * their columns. */
void lck_tile_multiply(lck_tiling *t, int atom, const lck_sums *sums, const lck_tile *a,
                       const lc_expr *a_slot, const lc_expr *row, const lck_tile *b,
                       const lc_expr *b_slot);
/* sums (+)= A * B: A is in a file, as lck_tile_round leaves it; B has k along its rows, or
 * along its columns where it is of 8 bits. Adds to the sums where `adds` is not 0, else
 * replaces them. */
void lck_tile_multiply_by(lck_tiling *t, int atom, const lck_sums *sums, const lck_sums *a,
                          const lck_tile *b, const lc_expr *b_slot, const lc_expr *adds);
/* Each sum = function(sum, its row's value); NULL: function(sum). */
void lck_tile_map(lck_tiling *t, const lck_sums *sums, lck_function function,
                  const lck_rowwise *by);
/* Each sum = sum * factor + its row's value, rounded once; `scratch` is a register. */
void lck_tile_scale(lck_tiling *t, const lck_sums *sums, lck_register factor,
                    const lck_rowwise *plus, lck_register scratch);
/* Each row's value = function(value, sum), over all sums of the row in this thread; lck_tile_join
 * then reduces over the four threads of a row. `scratch` is a file of two registers. */
void lck_tile_reduce(lck_tiling *t, const lck_sums *sums, lck_function function,
                     const lck_rowwise *to);
void lck_tile_join(lck_tiling *t, lck_function function, const lck_rowwise *to,
                   const lck_rowwise *scratch);
/* The sums in 16 bits, or 8, in a packed file of as many. Those of 8 bits are the operand A of a
 * product whose k is in the order of lck_tile_turn; `scratch` is a packed file of 8 of them. */
void lck_tile_round(lck_tiling *t, const lck_sums *sums, const lck_sums *to, int scratch);

/* The row of a thread's register, 0..63, and the column, of sums whose number is a variable. */
const lc_expr *lck_tile_row(lck_tiling *t, const lc_expr *number);
const lc_expr *lck_tile_column(lck_tiling *t, const lc_expr *number);

/* Sets the values of both rows to a number; to function(left, right). */
void lck_rowwise_set(lck_tiling *t, const lck_rowwise *to, int64_t value);
void lck_rowwise_apply(lck_tiling *t, const lck_rowwise *to, lck_function function,
                       const lck_rowwise *left, const lck_rowwise *right);

/* 64 rows of rounded sums into rows of the stage 0 from `row` on, and from there to the tensor,
 * by boxes of the map whose coordinates crd are those of the first: by the 128 threads of a
 * warpgroup, who meet at the barrier `id`. The stores have ended when it has. */
void lck_tile_store(lck_tiling *t, const lck_sums *rounded, const lck_tile *through,
                    const lc_expr *row, int map, const lc_expr *const *crd, int id);

#ifdef __cplusplus
}
#endif

#endif
