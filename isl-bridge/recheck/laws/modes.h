/* modes.h - what stands outside of a layout, and what a coordinate leaves of it, for laws of its
 * modes.
 */
#ifndef LCR_RECHECK_LAW_MODES_H
#define LCR_RECHECK_LAW_MODES_H

#include "../sets/build.h"
#include "../sets/outside.h"
#include "../sets/pieces.h"
#include "laws.h"

/* The functions outside, which an operation on coordinates leaves as they are: what is inside
 * of both, layouts without a swizzle. False: there are no such, or they are not the same, or an
 * error. */
bool lcr_law_inside(ev *e, const lit **value, const lit **a);

/* The value that a layout or a tuple should give: a shape, and the leaves that stand in it. */
typedef struct {
    lit *shape;
    size_t n;
    piece *piece;
} surgery;

/* A layout at a coordinate: where that is an integer, the leaves are a piece at it, and what `_`
 * stands for is left. False with an error; *fits: it is nested like a coordinate. */
bool lcr_law_slice(ev *e, const lit *a, const lit *crd, surgery *to, bool *fits);

#endif
