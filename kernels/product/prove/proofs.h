/* proofs.h - what the files of a product's obligations share.
 *
 * obligations.c has the order in which they are asked; each file proves some of them, of the
 * numbers of kernels/product/lower/stages.h. Functions that prove return false when something was
 * not proved, with p->result and p->claim, or an error in p->e.
 */
#ifndef LCK_PRODUCT_PROOFS_H
#define LCK_PRODUCT_PROOFS_H

#include "../../../verify/language/build.h"
#include "../lower/stages.h"

typedef struct {
    const lck_product *product;
    const lck_recipe *recipe;
    lck_plan *plan;
    lcv_planning *p;
    lcv_arena *arena;
    lck_tile_stage stage[2];
    lck_tile_out out;
    lck_part sums;
    lck_recipe_memory memory;
    const lck_kernel *kernel; /* once it is made */
} lck_proofs;

/* ---- the order of obligations, settling (obligations.c) ---- */

/* Finds the numbers of a recipe; then, proves everything about them. */
bool lck_proofs_begin(lck_proofs *w);
bool lck_proofs_prove(lck_proofs *w);

#define lck_claims(w, ...) lck_plan_ask((w)->plan, (w)->p, __VA_ARGS__)
/* The verdict on what no claim can express: true where `refuted` is NULL; else refuted for that
 * reason. */
bool lck_claim_found(lck_proofs *w, const char *refuted, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- layouts, in the claim language (layouts.c); NULL with an error ---- */

#define lck_told(w, tree) lck_plan_text((w)->plan, tree)

#define LCK_MODES 24

/* A mode of a layout: its leaves, and their steps, offsets or coordinates. */
typedef struct {
    size_t n;
    lck_mode leaf[LCK_MODES];
} lck_leaves;

void lck_leaf(lck_leaves *l, int64_t extent, int64_t offset); /* extents of 1 are left out */
void lck_leaf_of(lck_leaves *l, const lck_mode *mode);
/* The leaves of a partition of two coordinates, of its threads and of its values. */
void lck_leaves_of_part(const lck_part *p, lck_leaves *threads, lck_leaves *values);

/* A layout of n modes; offsets are step[0], or coordinates of `rank` axes. */
const char *lck_ints(const lck_proofs *w, size_t n, const lck_leaves *mode);
const char *lck_crds(const lck_proofs *w, size_t rank, size_t n, const lck_leaves *mode);
/* S o X; without a swizzle X. */
const char *lck_after_swizzle(const lck_proofs *w, lc_swizzle s, const char *x);

/* A tensor's name in the plan. */
const char *lck_factor_name(const lck_proofs *w, lck_factor tensor);
/* The tensor without its offset, (M,K):(K,1); its elements from first to last. */
const char *lck_factor_layout(const lck_proofs *w, lck_factor tensor);
const char *lck_factor_span(const lck_proofs *w, lck_factor tensor);
/* The extents of the axes of these roles (1 << LCK_ALONG_M, ..), (M,N). */
const char *lck_axis_extents(const lck_proofs *w, unsigned roles);
/* Where the tiles of these axes begin: (ceil_div(M,128),ceil_div(N,256)):(128e0,256e1), the axes
 * of the roles being numbered from 0. */
const char *lck_axis_tiles(const lck_proofs *w, unsigned roles);
/* The number of an axis among those of the roles; how many there are before the rank. */
size_t lck_axis_number(const lck_proofs *w, unsigned roles, size_t axis);
/* The leaves of a mode of indices along roles (m, n or m, k, ..), as coordinates of the axes of
 * `roles`, numbered from 0. index[i] is the role of coordinate i. False: a leaf is no box of the
 * axes. */
bool lck_leaves_of_axes(const lck_proofs *w, unsigned roles, size_t n, const lck_role *index,
                        const lck_leaves *of, lck_leaves *out);
#define LCK_ROLE(r) (1u << (r))
#define LCK_OF_C (LCK_ROLE(LCK_ALONG_M) | LCK_ROLE(LCK_ALONG_N) | LCK_ROLE(LCK_ALONG_L))

/* ---- the obligations ---- */

bool lck_prove_tensors(lck_proofs *w);  /* tensors.c */
bool lck_prove_coverage(lck_proofs *w); /* coverage.c */
bool lck_prove_atom(lck_proofs *w);     /* warps.c */
bool lck_prove_accesses(lck_proofs *w);
/* Claims the conflicts of an access: lanes, mode[0], access `width` bytes each at offsets of
 * elements, again at each offset of mode[1]. conflict_free(S o (lanes, accesses), bytes=2,
 * width=16), or conflicts(..) == n. */
bool lck_prove_access(lck_proofs *w, lc_swizzle swizzle, const lck_leaves *mode, int bytes,
                      int width);
bool lck_prove_fragments(lck_proofs *w, int tensor); /* operands.c */
bool lck_prove_stages(lck_proofs *w);                /* shared.c */
/* A stage of the indices along m (n) and k. */
const char *lck_stage_of_indices(const lck_proofs *w, int tensor);
bool lck_prove_memory(lck_proofs *w);
/* Claims that a box lies in a stage as TMA writes and reads it: `bytes` are its places in bytes,
 * an element having `size`. */
bool lck_is_written(lck_proofs *w, const char *stage, const char *box, int span,
                    const char *bytes, int size);

#endif
