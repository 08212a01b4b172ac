/* common-axes.h - tensors of one size as functions of the same axes.
 *
 * COPY is an algorithm of rank 1 (Cecka 2.6.1): destination(i) = source(i) at each integral
 * coordinate i, for any two shapes of one size. The axes of a plan are those of a common
 * refinement: each extent of either shape is a product of axes, in their order. Extents are read
 * from the front; if one divides the other, the longer one is split,
 *
 *   (2,3,2) and 12            2, 3, 2
 *   (8,15) and (8,(3,5))      8, 3, 5
 *
 * and if neither does, an extent that its tensor continues in a straight line is joined with the
 * next one: (6,4):(1,6) is 24:1 to (4,6). Two shapes that need neither keep their axes, those of
 * extent 1 among them. An extent with parameters divides another as a polynomial, or because of
 * an assumption.
 */
#ifndef LCK_COMMON_AXES_H
#define LCK_COMMON_AXES_H

#include "../../verify/symbolic/form.h"
#include "plan.h"

#define LCK_MAX_COMMON_AXES (2 * LCK_MAX_RANK)
#define LCK_MAX_COMMON_TENSORS 11 /* of attention; copies have less */

/* Axes, or modes: their extents, and the strides of each tensor that moves along them; NULL of
 * one that does not. */
typedef struct {
    const char *name; /* in errors: "the source" */
    size_t n;
    const lc_poly *extent[LCK_MAX_COMMON_AXES];
    const lc_poly *stride[LCK_MAX_COMMON_AXES][LCK_MAX_COMMON_TENSORS];
} lck_modes;

/* What errors say: where, and what was expected. */
typedef struct {
    lcv_span span;
    const char *expected;
} lck_refining;

/* The leaves of a layout from `first` on, as modes in which tensor t moves. */
void lck_modes_of(const lcv_form *form, size_t first, size_t n, size_t t, const char *name,
                  lck_modes *out);

/* The leaves of a mode of a layout: the first, and how many. */
size_t lck_leaves_of_mode(lc_ctx *ctx, const lcv_form *form, size_t mode, size_t *n);

/* The axes of a and b, of at most LCK_MAX_RANK modes each, and of no tensor that moves in both;
 * at least one. False with an error in p->e: the sizes differ, or the shapes have no common
 * refinement. */
bool lck_common_axes(lcv_planning *p, lcv_forms *f, const lck_refining *of, const lck_modes *a,
                     const lck_modes *b, lck_modes *out);

/* Is it this number? Is it 0 or more for all sizes? */
bool lck_poly_is(const lc_poly *p, int32_t n);
bool lck_never_negative(lcv_forms *f, const lc_poly *p);
/* Are steps along b, of n tensors, k along a? Of tensors that do not move a has none. */
bool lck_steps_are(lcv_forms *f, size_t n, const lc_poly *k, const lc_poly *const *a,
                   const lc_poly *const *b);

#endif
