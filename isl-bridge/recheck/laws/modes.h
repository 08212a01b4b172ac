/* modes.h - what laws say of layouts leaf by leaf: that a value is a given layout, that an offset
 * is a given value. */
#ifndef LCR_RECHECK_LAW_MODES_H
#define LCR_RECHECK_LAW_MODES_H

#include "laws.h"

/* For an operation on coordinates, which leaves functions outside as they are: replaces both by
 * the layouts inside. False: there are none, what is outside of the two is not the same, or an
 * error. */
bool lcr_law_inside(ev *e, const lit **value, const lit **a);
/* The value is this layout: shapes and strides of extent 1, which no coordinate shows, are
 * compared by reading, values by sets. */
bool lcr_law_is(ev *e, const lit *value, const lit *want);
/* Layouts of as many leaves and these extents have the same values, by sets. */
bool lcr_law_same_leaves(ev *e, const lit *value, const lit *want);
/* `value` is the value of f at the integral coordinate c. */
bool lcr_law_value_at(ev *e, const lit *f, lc_int c, lc_int value);
/* The offset of the value is the value of `a` at the coordinate `crd`, with 0 for `_`. */
bool lcr_law_offset_at(ev *e, const lit *value, const lit *a, const lit *crd);
/* The integers of a tuple, axis by axis of f; `rest` on axes that the tuple lacks. False: it is
 * nested in another way. */
bool lcr_law_on_axes(const lit *f, const lit *value, lc_int rest, lc_int *want);
/* Layouts, or tuples, side by side. */
bool lcr_law_concat(ev *e, const lcr_statement *s);

#endif
