/* lowering.h - the kernel of a product under construction: what all three methods share.
 *
 * Tiles of C are numbered. Along m and along n a tile has a number, of which that along the
 * fastest axis is the lowest digit; the highest digit is not reduced, so that a number past the
 * last tile is outside of the problem. Batches, the axes along l, are above both.
 *
 * The raster: groups of LCK_RASTER tiles along m, in which m is the fastest, then n; the last
 * group has as many as are left. A cluster takes cluster[0] x cluster[1] tiles next to each
 * other, as one in the raster, or `split` blocks that take parts of k of one tile. The tiles of a
 * batch are numbered before those of the next.
 *
 * Functions that make an expression or a condition return NULL with an error in the lc_ctx.
 */
#ifndef LCK_PRODUCT_LOWERING_H
#define LCK_PRODUCT_LOWERING_H

#include "../../kernel/arithmetic.h"
#include "../read/product.h"

#define LCK_RASTER 8

typedef struct {
    const lck_product *product;
    const lck_recipe *recipe;
    lcr_ctx *r;
    lck_kernel *kernel;
    lc_exprs *x;
    lck_writer out;
    /* of each axis, in the kernel's variables */
    const lc_expr *extent[LCK_MAX_RANK], *stride[3][LCK_MAX_RANK];
    const lc_expr *at[LCK_MAX_RANK]; /* where the tile begins; along k, where the k block does */
    /* tiles along m, n, l, in units of clusters along the first two; k blocks; all tiles */
    const lc_expr *tiles[LCK_ROLES], *all_tiles;
    int alpha, beta, bias; /* arrays; -1: none */
} lck_making;

/* A kernel with the sizes, conditions, tensors, scalars, counters and result of the product, and
 * the numbers of tiles; no statement yet. False with an error. */
bool lck_making_begin(lck_making *w, const lck_product *product, const lck_recipe *recipe,
                      lcr_ctx *r);
/* The kernel; NULL, with nothing left behind, if it was not made or anything has failed. */
lck_kernel *lck_making_end(lck_making *w, bool made);
/* Adds a file of `width` results, and the alignment for vectors of so many; *file is -1 where
 * sums are stored as they are. False with an error. */
bool lck_making_result(lck_making *w, int width, int *file);

/* Shared memory for the stages of A or B; *array: its number. `name` is static. */
bool lck_making_stages(lck_making *w, lck_factor tensor, const char *name, int *array);
/* The atom of the recipe, which keeps its own. */
bool lck_making_atom(lck_making *w);

/* ---- expressions ---- */

/* A variable with this value from here on; a number or a variable is left as it is. */
const lc_expr *lck_name_of(lck_making *w, const char *name, const lc_expr *value);
/* A new variable for a FOR or a LOOP. */
const lc_expr *lck_count_of(lck_making *w, const char *name, const lc_expr *count);

/* ---- tiles ---- */

/* Writes where tile `number` begins: at[] along m, n and l. `rank` is that of the block in its
 * cluster. False with an error. */
bool lck_making_tile(lck_making *w, const lc_expr *number, const lc_expr *rank);
/* Writes where k block `number` begins: at[] along k. */
bool lck_making_kblock(lck_making *w, const lc_expr *number);

/* The coordinate along each axis of a role of the element with this number in a tile, or in a k
 * block: crd[] of those axes. */
bool lck_making_crd(lck_making *w, lck_role role, const lc_expr *number, const lc_expr **crd);
/* The same along l, where a tile has one element. */
void lck_making_batch(lck_making *w, const lc_expr **crd);

/* The place in a tensor of the coordinates crd[] of its axes. */
const lc_expr *lck_making_place(lck_making *w, lck_factor tensor, const lc_expr *const *crd);
/* The condition that coordinates are inside, along the axes of these roles (1 << LCK_ALONG_M,
 * ...): isl makes it of the set of those that are, within their bounds (isl-bridge/code.h). */
const lc_expr *lck_making_inside(lck_making *w, unsigned roles, const lc_expr *const *crd);

/* ---- what is written ---- */

/* Turns a sum into the result, before its conversion; the coordinates are inside. */
void lck_making_finish(lck_making *w, lck_register held, const lc_expr *const *crd);

/* Writes `width` results from register `first` of the file of sums on, of the coordinates crd[]
 * along m, n and l and those that follow along the first axis of n, where they are inside. Widths
 * above 1 are stored as one vector, which the caller knows to be aligned; `scratch` is a file of
 * elements of C, of `width` at least. Registers of the sums are changed. */
void lck_making_store(lck_making *w, int sums, const lc_expr *first, int scratch,
                      const lc_expr *const *crd, int width);

#endif
