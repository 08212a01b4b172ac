/* access-vectors.h - vectors of accesses by layouts with parameters (../claim/accesses.h). */
#ifndef LCV_FORM_ACCESS_VECTORS_H
#define LCV_FORM_ACCESS_VECTORS_H

#include "modes.h"

/* `_`, which stands for what is left out. */
bool lcv_form_is_wildcard(lcv_forms *f, const lcv_form *form);
/* Is the first mode of a layout its threads, and are there others? */
bool lcv_form_has_threads(const lcv_form *x);
/* Where vectors of so many values start, of a layout before a swizzle; NULL with an obstacle,
 * one of which is that they may be no consecutive offsets. Starts have to be multiples of a
 * vector. */
const lcv_form *lcv_form_vector_starts(lcv_forms *f, const lcv_form *x, lc_swizzle w,
                                       unsigned vector);

#endif
