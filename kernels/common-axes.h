/* common-axes.h - two tensors of one size as functions of the same axes.
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

#include "../verify/symbolic/form.h"
#include "plan.h"

#define LCK_MAX_COMMON_AXES (2 * LCK_MAX_RANK)

typedef struct {
    const lc_poly *extent, *source, *destination; /* the last two: strides */
} lck_common_axis;

/* The axes of two layouts of integers, of at most LCK_MAX_RANK leaves each; at least one. False
 * with an error in p->e, at the destination: the sizes differ, or the shapes have no common
 * refinement. */
bool lck_common_axes(lcv_planning *p, lcv_forms *f, const lcv_form *source,
                     const lcv_form *destination, lck_common_axis *axis, size_t *n);

#endif
