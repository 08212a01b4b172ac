/* modes.h - what laws of modes are made of: what stands outside of a layout, its pieces, and what
 * a coordinate leaves of it.
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

/* An index, an integer of [0, end). */
bool lcr_law_index(const lit *a, size_t end, size_t *index);

/* The value that a layout or a tuple should give: a shape, and the leaves that stand in it. */
typedef struct {
    lit *shape;
    size_t n;
    piece *piece;
} lcr_surgery;

/* A layout at a coordinate: where that is an integer, the leaves are a piece at it, and what `_`
 * stands for is left. False with an error; *fits: it is nested like a coordinate. */
bool lcr_law_slice(ev *e, const lit *a, const lit *crd, lcr_surgery *to, bool *fits);

bool lcr_law_begin(ev *e, size_t nodes, size_t pieces, lcr_surgery *to);
/* A part of a is the next one of the value. */
void lcr_law_keep(lcr_surgery *to, const lit *a, const lit_part *p);
/* Is the value what has been made of the argument? */
bool lcr_law_settle(ev *e, const lit *value, const lit *a, const lcr_surgery *to);
/* The argument and the value: tuples as they are, of functions what is inside. False: there are
 * none, or an error. */
bool lcr_law_operands(ev *e, const lcr_statement *c, const lit **value, const lit **a);
/* Layouts, or tuples, side by side. */
bool lcr_law_concat(ev *e, const lcr_statement *c);

#endif
