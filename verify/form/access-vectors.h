/* access-vectors.h - vectors of accesses by layouts with parameters (../claim/accesses.h). */
#ifndef LCV_FORM_ACCESS_VECTORS_H
#define LCV_FORM_ACCESS_VECTORS_H

#include "modes.h"

/* Is it `_`, for an argument that is left out? */
bool lcv_form_is_wildcard(lcv_forms *f, const lcv_form *form);
/* Is the first mode of a layout its threads, and are there others? */
bool lcv_form_has_threads(const lcv_form *x);
/* The layout of where vectors of so many values start, for a layout x behind the swizzle w; NULL
 * with an obstacle, for example that the values of a vector may not be consecutive. Starts have
 * to be multiples of a vector. */
const lcv_form *lcv_form_vector_starts(lcv_forms *f, const lcv_form *x, lc_swizzle w,
                                       unsigned vector);

#endif
