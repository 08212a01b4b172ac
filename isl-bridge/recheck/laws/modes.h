/* modes.h - a value is the layout that was made for it; it is what a function has somewhere. */
#ifndef LCR_RECHECK_LAW_MODES_H
#define LCR_RECHECK_LAW_MODES_H

#include "laws.h"

/* The functions outside, which an operation on coordinates leaves as they are: what is inside
 * of both, layouts without a swizzle. False: there are no such, or they are not the same, or an
 * error. */
bool lcr_law_inside(ev *e, const lit **value, const lit **a);
/* A layout is this one: shapes, and strides of extent 1, which no coordinate shows, by reading;
 * the values by sets. */
bool lcr_law_is(ev *e, const lit *value, const lit *want);
/* Layouts of as many leaves and these extents have the same values, by sets. */
bool lcr_law_same_leaves(ev *e, const lit *value, const lit *want);
/* An integer at an integral coordinate. */
bool lcr_law_value_at(ev *e, const lit *f, lc_int c, lc_int value);
/* The offset of a layout is what a layout has at a tree of integers, `_` being 0. */
bool lcr_law_offset_at(ev *e, const lit *value, const lit *a, const lit *crd);
/* The numbers of a tuple on the axes of f; `rest` where f has none. False: it is nested in
 * another way. */
bool lcr_law_on_axes(const lit *f, const lit *value, lc_int rest, lc_int *want);
/* Layouts, or tuples, side by side. */
bool lcr_law_concat(ev *e, const lcr_statement *s);

#endif
