/* choice.h - what the files that choose recipes share.
 *
 *     choose.c   which recipes
 *     usual.c    tiles that are fast
 *     check.c    what a recipe must be
 *     rows.c     what is known of the rows of the tensors, by claims
 *     keys.c     what a recipe is, as keys of a plan
 *     lead.c     which axes come first
 *     tiles.c    the tile of a role, over its axes
 *     cost.c     the time of a launch
 */
#ifndef LCK_PRODUCT_CHOICE_H
#define LCK_PRODUCT_CHOICE_H

#include "atoms.h"
#include "threads.h"

/* A method and rows on the way to recipes. */
typedef struct {
    const lck_product *product;
    const lck_wanted *wanted;
    lcv_planning *p;
    lck_method method;
    const lck_atom_row *row; /* of mma and wgmma */
    int vector[3];
    bool tma_store;
} lck_choice;

/* Has the method an atom, or a multiply-add, of the elements and the sum? */
bool lck_product_has(const lck_product *product, lck_method method);

/* ---- what a recipe must be ---- */

/* Can there be such a recipe? Gives it no more stages than shared memory has room for, unless the
 * plan says how many. False with an error in p->e. */
bool lck_check_recipe(const lck_choice *w, lck_recipe *r);
/* Where a key is given, or else the tile; else the name of the plan. */
lcv_span lck_choice_span(const lck_choice *w, const char *key);
/* The atom of wgmma is as wide as a warpgroup's part of the tile. Is there such a one? Integers
 * have fewer. */
bool lck_is_width(const lck_product *product, int64_t n);
/* Slices of 8 columns of a warpgroup's sums, of which blocks that split k have equal shares. */
int64_t lck_recipe_slices(const lck_recipe *r);
void lck_fail_split(const lck_choice *w);

/* ---- rows ---- */

/* Elements, of 16 bytes at most, that may move as one along the contiguous axis: everything else
 * is proved to be a multiple of so many. 1: there are none. */
int lck_product_vector(const lck_product *product, lcv_planning *p, lck_factor tensor);
/* The offset, and the strides of axes other than the contiguous one, that are not proved to be
 * multiples of n; how many. */
size_t lck_product_unaligned(const lck_product *product, lcv_planning *p, lck_factor tensor,
                             int64_t n, lck_quantity *out);
/* Is the contiguous axis not proved to have a multiple of n elements? That is *out. TMA writes
 * whole runs of 16 bytes: past the end of a row that ends within one it writes zeros, as an H200
 * showed. */
bool lck_product_ragged(const lck_product *product, lcv_planning *p, lck_factor tensor, int64_t n,
                        lck_quantity *out);
/* Can TMA read A or B, or write C, for all sizes? The tensor has a contiguous axis, its other
 * strides and its offset are multiples of 16 bytes, and of C the length of that axis; and there
 * are at most 5 axes. Else *why says what is missing: the caller frees it. */
bool lck_product_by_tma(const lck_product *product, lcv_planning *p, lck_factor tensor,
                        char **why);

/* What keeps wgmma from reading A or B: the caller frees it. NULL: nothing. Of both operands
 * along k it reads A, whose rows say which axis of k is the first (lead.c). */
char *lck_not_by_wgmma(const lck_product *product, lcv_planning *p, lck_factor tensor);

/* ---- the order of axes ---- */

/* Puts the contiguous axis of A, and of B, before those of its role. */
void lck_lead_with_operands(lck_product *product);

/* ---- tiles ---- */

/* The least tile of a role, a power of two, that has all of it, as far as lengths are known; no
 * more than `most`. */
int64_t lck_role_extent(const lck_product *product, lck_role role, int64_t most);
/* The tile of a role, over its axes: powers of two but for a factor 3, 5, .. of all of it, with
 * as few elements as possible outside; the fastest axes have the most. A warp has `part` of the
 * extent, which is a box of the axes. `runs`: 16 bytes, if the tile has as many, along axes in
 * which an operand is contiguous. */
void lck_spread_tile(const lck_product *product, lck_role role, int64_t extent, int64_t part,
                     bool runs, int64_t *tile);

#endif
