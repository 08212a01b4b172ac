/* layout.h - the laws of operations on layouts, in groups. */
#ifndef LCR_RECHECK_LAW_LAYOUT_H
#define LCR_RECHECK_LAW_LAYOUT_H

#include "../sets/build.h"
#include "laws.h"
#include "../sets/pieces.h"

/* laws/evaluate.c: X(c) */
ev_rule lcr_law_evaluate;

/* laws/sizes.c: what is read of shapes, the size, the cosize; integers */
ev_rule lcr_law_size, lcr_law_rank, lcr_law_depth, lcr_law_shape, lcr_law_stride;
ev_rule lcr_law_ceil_div, lcr_law_min, lcr_law_max;
/* laws/cosize.c */
ev_rule lcr_law_cosize;

/* laws/modes.c: mode surgery */
ev_rule lcr_law_mode, lcr_law_flatten, lcr_law_group, lcr_law_select, lcr_law_concat,
    lcr_law_slice, lcr_law_identity, lcr_law_tuple;

/* laws/recast.c */
ev_rule lcr_law_upcast, lcr_law_downcast, lcr_law_filter;

/* A law by reading. */
bool lcr_law_reading(ev *e, bool holds, const char *condition);
/* The functions outside, which an operation on coordinates leaves as they are: what is inside
 * of both, layouts without a swizzle. False with an error; *possible: there are such. */
bool lcr_law_inside(ev *e, const lit **value, const lit **a, bool *possible);

#endif
