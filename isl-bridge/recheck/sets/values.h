/* values.h - the values of a function of isl at all coordinates of a box of numbers.
 *
 * isl's expression is read once, as rows of machine integers: each floor, then the value, is a
 * sum of the inputs and the floors before it, divided and rounded down. It is then evaluated at
 * each coordinate, the first one minor, without a question to isl.
 */
#ifndef LCR_RECHECK_VALUES_H
#define LCR_RECHECK_VALUES_H

#include "evidence.h"

#include <isl/aff.h>

/* The values at [0,extent[0]) x [0,extent[1]) x .., which are n coordinates, in the order of
 * coordinates. False: it has several outputs or parameters, is a fraction, is longer than there
 * is room for, a value does not fit 64 bits, or an error. */
bool lcr_values_in_box(ev *e, isl_multi_aff *f, const size_t *extent, size_t n, lc_int *value);

#endif
