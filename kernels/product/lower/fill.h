/* fill.h - how the threads of a block fill a stage of A or B from its tensor, for fma and mma.
 *
 * The elements of a stage are taken by vectors along the axis `along`, in which the tensor is
 * contiguous: vector q by thread q % threads. Vectors are numbered along `along` first, then
 * along the axes of its role, then along those of the other role.
 *
 * The place of the i-th vector of a thread, in the tensor and in the stage, is the sum of one of
 * the thread, a variable, and of one of i, a number once loops are unrolled, where tile and
 * threads allow it.
 *
 * Elements outside of the tensor are 0. Whether a whole stage is inside is tested once.
 *
 *     fill.c   which vectors, and where they are
 *     move.c   they are moved: through registers, or by asynchronous copies
 */
#ifndef LCK_PRODUCT_FILL_H
#define LCK_PRODUCT_FILL_H

#include "lowering.h"
#include "stages.h"

typedef struct {
    lck_factor tensor;
    int array; /* of the stages */
    lck_tile_stage stage;
    size_t along;
    int width;              /* of a vector, elements */
    int64_t vectors, count; /* of a stage, of a thread */
    bool apart;             /* places are sums */
    bool copies; /* vectors can be copied: they stay whole, and are of 4 bytes or more */
    const lc_expr *in[LCK_MAX_RANK]; /* of the thread: coordinates in the tile */
    const lc_expr *from, *to;        /* places of the thread: in the tensor, in a stage */
    const lc_expr *whole;            /* the tile is inside, along the role of rows */
} lck_fill;

/* Writes where the thread begins, of the tile at[]. False with an error. */
bool lck_fill_begin(lck_making *w, lck_factor tensor, int array, lck_fill *out);

/* Registers of a thread for its part of a stage. */
int lck_fill_registers(const lck_fill *f);
/* Loads the thread's part of the k block at[] to the file, from register 0 on; `inside`: all of
 * the stage is known to be inside. Stores it to the stage that begins at element `slot`. */
void lck_fill_load(lck_making *w, const lck_fill *f, int file, bool inside);
void lck_fill_put(lck_making *w, const lck_fill *f, int file, const lc_expr *slot);
/* Begins the copies of the vectors part, part + parts, ... of a thread. */
void lck_fill_copy(lck_making *w, const lck_fill *f, const lc_expr *slot, int part, int parts,
                   bool inside);

/* Writes the number of first k blocks that, like the `ahead` blocks behind each, are inside of
 * both tensors, so that they need no test. */
const lc_expr *lck_fill_blocks_inside(lck_making *w, const lck_fill *fill, int ahead);

/* The place in a stage of coordinates in the tile, of all axes, before the swizzle; an offset
 * after the swizzle. */
const lc_expr *lck_stage_place(lck_making *w, const lck_tile_stage *s, const lc_expr *const *in);
const lc_expr *lck_swizzled(lck_making *w, lc_swizzle swizzle, const lc_expr *offset);

/* ---- between the two files ---- */

bool lck_fill_has(const lck_making *w, lck_factor tensor, size_t axis);
/* The coordinates in the tile of vector i of a thread; of i alone, with a thread of 0. */
bool lck_fill_crd(lck_making *w, const lck_fill *f, const lc_expr *thread, const lc_expr *i,
                  const lc_expr **in);
/* The place in the tensor of coordinates in the tile, without where the tile begins. */
const lc_expr *lck_fill_from(lck_making *w, const lck_fill *f, const lc_expr *const *in);
/* Does the tile end inside, along k (`contracted`) or along the role of rows? */
const lc_expr *lck_fill_ends(lck_making *w, const lck_fill *f, bool contracted);
/* The distance between elements of a vector in a stage. */
int64_t lck_fill_step(const lck_fill *f);
/* Do vectors stay whole in a stage, from multiples of their length on? */
bool lck_fill_keeps_vectors(const lck_making *w, const lck_fill *f);

#endif
