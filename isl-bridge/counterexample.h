/* counterexample.h - the counterexample systems of claims about layouts.
 *
 * Each function negates a claim and asks for an integer point of it: LCR_NO means
 * that there is no counterexample (the claim is proved), LCR_YES fills one in,
 * LCR_UNKNOWN, with LC_ERR_BUDGET, that it was not decided within the budget, or is too
 * large for a system. All work in natural coordinates, where a layout is linear and its
 * domain a box. A layout applied to a value is a sum of the value's digits in the
 * layout's mixed radix, the last one free (extended domain); a digit is linear where the
 * coordinates refine the shape, and otherwise one bounded variable.
 *
 * Coordinates are arrays of as many integers as the layout (or shape) has leaves. All
 * but lcr_find_difference take layouts of integers; strides that add by XOR are for none
 * of them (LC_ERR_INVALID).
 */
#ifndef LCR_COUNTEREXAMPLE_H
#define LCR_COUNTEREXAMPLE_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function of the integral coordinate: a sum of layouts, each applied to such a sum.
 * Of a layout whose values are coordinates a term is one axis; coordinates given to a
 * layout A are a term for each axis of theirs, with the mode of A at its place. */
typedef struct lcr_sum lcr_sum;
typedef struct {
    const lc_layout *layout; /* NULL: what it would be applied to, as it is */
    size_t axis;
    const lcr_sum *of;       /* NULL: the integral coordinate */
} lcr_term;
struct lcr_sum {
    size_t n;
    const lcr_term *term;
};

/* A natural coordinate of `domain` at which f and g differ. */
lcr_answer lcr_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcr_sum *f,
                               const lcr_sum *g, lc_int *crd);

/* Two different coordinates of a with the same offset. */
lcr_answer lcr_find_collision(lcr_ctx *r, const lc_layout *a, lc_int *crd1, lc_int *crd2);

/* A coordinate i of c, not 0, and j of a with c(i) = a(j). `extended`: the last
 * leaf of c is unbounded above (law 28 on the extended domain). */
lcr_answer lcr_find_common(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended,
                           lc_int *i, lc_int *j);

/* A coordinate i of c with c(i) >= c(i + 1), both in the (extended) domain: law 29. */
lcr_answer lcr_find_disorder(lcr_ctx *r, const lc_layout *c, bool extended, lc_int *i);

/* A coordinate of t whose offset is no offset of a. Decided by systems when the
 * leaves of a, by magnitude of stride, do not overlap; else LCR_UNKNOWN. */
lcr_answer lcr_find_outside(lcr_ctx *r, const lc_layout *t, const lc_layout *a, lc_int *crd);

#ifdef __cplusplus
}
#endif

#endif
