/* coordinates.h - layouts of coordinates with parameters, axis by axis.
 *
 * Where no leaf has strides on two axes, the values on each axis are those of a layout of
 * integers with the same domain, and the image is the product of theirs. Complements, inverses
 * and claims about images are then those of each axis.
 */
#ifndef LCV_FORM_COORDINATES_H
#define LCV_FORM_COORDINATES_H

#include "claims.h"

/* The values on an axis, a layout of integers over the same domain; with its part of the offset.
 * */
const lcv_form *lcv_form_axis(lcv_forms *f, const lcv_form *a, size_t axis);
/* A layout of integers as the values on an axis of these. */
const lcv_form *lcv_form_on_axis(lcv_forms *f, const lcv_form *of, const lcv_form *like,
                                 size_t axis);
/* No leaf that moves has strides on two axes; else an obstacle. */
bool lcv_form_by_axis(lcv_forms *f, const lcv_form *a);
/* A part for each axis, side by side, nested like the profile. */
const lcv_form *lcv_form_of_axes(lcv_forms *f, const lc_tuple *profile,
                                 const lcv_form *const *part);
/* Both with the axes of both, where these are in one list; x and y as they are where they are
 * nested. A layout of zeros has any axes. */
void lcv_form_join_axes(lcv_forms *f, const lcv_form **x, const lcv_form **y);

/* Operations, of layouts of coordinates; N is a tuple nested like the profile, or NULL. */
typedef const lcv_form *lcv_axis_operation(lcv_forms *f, const lcv_form *axis);
const lcv_form *lcv_form_each_axis(lcv_forms *f, const lcv_form *a, lcv_axis_operation *of);
const lcv_form *lcv_form_complement_by_axis(lcv_forms *f, const lcv_form *a, const lcv_form *n);
/* L o A of an L that has a mode for each axis of the values of A; over the leaves of A. */
const lcv_form *lcv_form_after_axes(lcv_forms *f, const lcv_form *l, const lcv_form *a);

#endif
