/* coordinates.h - layouts of coordinates with parameters, axis by axis.
 *
 * Where no leaf has strides on two axes, the values on each axis are those of a layout of
 * integers with the same domain, and the image is the product of theirs. Claims about images
 * are then those of each axis.
 */
#ifndef LCV_FORM_COORDINATES_H
#define LCV_FORM_COORDINATES_H

#include "claims.h"

/* The values on an axis as a layout of integers over the same domain, with the offset on that
 * axis.
 * */
const lcv_form *lcv_form_axis(lcv_forms *f, const lcv_form *a, size_t axis);
/* No leaf that moves has strides on two axes; else an obstacle. */
bool lcv_form_by_axis(lcv_forms *f, const lcv_form *a);
/* Gives x and y the axes of both, if both have flat axes; leaves them as they are if axes are
 * nested. A layout of zeros has any axes. */
void lcv_form_join_axes(lcv_forms *f, const lcv_form **x, const lcv_form **y);

/* L o A over the leaves of A, where L has a mode for each axis of the values of A. NULL with an
 * obstacle. */
const lcv_form *lcv_form_after_axes(lcv_forms *f, const lcv_form *l, const lcv_form *a);

#endif
