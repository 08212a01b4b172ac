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

/* What is chosen so far: the method, its atom, and vectors. */
typedef struct {
    const lck_product *product;
    const lck_wanted *wanted;
    lcv_planning *p;
    lck_method method;
    const lck_atom_row *row; /* of mma and wgmma */
    int vector[3];
    bool tma_store;
} lck_choice;

/* Does the method have an atom, or a multiply-add, for the elements and the sum? */
bool lck_product_has(const lck_product *product, lck_method method);

/* ---- what a recipe must be ---- */

/* Checks a recipe, and reduces its stages to what fits shared memory unless the plan gives their
 * number. False with an error in p->e. */
bool lck_check_recipe(const lck_choice *w, lck_recipe *r);
/* The place of a key in the plan, or else of the tile, or of the plan's name. */
lcv_span lck_choice_span(const lck_choice *w, const char *key);
/* Is there an atom of wgmma of width n, which is that of a warpgroup's part of the tile? Integers
 * have fewer widths. */
bool lck_is_width(const lck_product *product, int64_t n);
/* The slices of 8 columns of a warpgroup's sums; blocks that split k take equal shares of
 * them. */
int64_t lck_recipe_slices(const lck_recipe *r);
void lck_fail_split(const lck_choice *w);

/* ---- rows ---- */

/* The elements, 16 bytes at most, that may move as one along the contiguous axis: all other
 * strides and the offset are proved to be multiples of that number. 1: none may. */
int lck_product_vector(const lck_product *product, lcv_planning *p, lck_factor tensor);
/* Lists the offset and the strides, but that of the contiguous axis, that are not proved to be
 * multiples of n; returns their number. */
size_t lck_product_unaligned(const lck_product *product, lcv_planning *p, lck_factor tensor,
                             int64_t n, lck_quantity *out);
/* True where the contiguous axis, *out, is not proved to have a multiple of n elements. TMA
 * writes whole runs of 16 bytes: past the end of a row that ends within one it writes zeros, as
 * an H200 showed. */
bool lck_product_ragged(const lck_product *product, lcv_planning *p, lck_factor tensor, int64_t n,
                        lck_quantity *out);
/* Can TMA read A or B, or write C, for all sizes? The tensor has a contiguous axis, its other
 * strides and its offset are multiples of 16 bytes, and of C the length of that axis; and there
 * are at most 5 axes. Else *why says what is missing: the caller frees it. */
bool lck_product_by_tma(const lck_product *product, lcv_planning *p, lck_factor tensor,
                        char **why);

/* Why wgmma cannot read A or B, in words that the caller frees; NULL: it can. Where both operands
 * are contiguous along k, A decides which axis of k is the first (lead.c). */
char *lck_not_by_wgmma(const lck_product *product, lcv_planning *p, lck_factor tensor);

/* ---- the order of axes ---- */

/* Puts the contiguous axis of A, and of B, before those of its role. */
void lck_lead_with_operands(lck_product *product);

/* ---- tiles ---- */

/* The smallest power of two, at most `most`, that covers all of a role, as far as lengths are
 * known. */
int64_t lck_role_extent(const lck_product *product, lck_role role, int64_t most);
/* The tile of a role, over its axes: powers of two but for a factor 3, 5, .. of all of it, with
 * as few elements as possible outside; the fastest axes have the most. A warp has `part` of the
 * extent, which is a box of the axes. `runs`: 16 bytes, if the tile has as many, along axes in
 * which an operand is contiguous. */
void lck_spread_tile(const lck_product *product, lck_role role, int64_t extent, int64_t part,
                     bool runs, int64_t *tile);

#endif
