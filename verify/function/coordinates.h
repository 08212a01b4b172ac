/* coordinates.h - values that are coordinates, for claims about images.
 *
 * A claim about coordinates is asked one axis at a time where the axes know nothing of each
 * other, and else of one integer: the values in a box are packed in the mixed radix of the
 * box, which is one to one, and makes a layout of integers of a layout of coordinates.
 */
#ifndef LCV_COORDINATES_H
#define LCV_COORDINATES_H

#include "function.h"

/* A layout, or a tensor, whose values are coordinates. */
bool lcv_is_coordinates(const lcv_value *v);
/* Every leaf has strides on one axis at most: the axes know nothing of each other. */
bool lcv_by_axis(const lc_layout *a);
/* Has a leaf no stride on any axis? */
bool lcv_stands_still(const lc_layout *a, size_t leaf);

/* ---- common axes ---- */

/* Integers with integers, coordinates with coordinates, 0 with all. */
bool lcv_comparable(const lc_layout *a, const lc_layout *b);
/* LC_ERR_INVALID: the values of one and of the other are not to be compared; NULL layouts
 * have integers. */
void *lcv_incomparable(lc_ctx *ctx, const char *x, const lc_layout *a, const char *y,
                       const lc_layout *b);
/* Replaces the layouts of two functions, and what is added to them, by ones on the same axes. */
bool lcv_functions_on_common_axes(lc_ctx *ctx, lcv_function *f, lcv_function *g);

/* The layout 1:d, d a value as a stride. */
lc_layout *lcv_stride_of(lc_ctx *ctx, const lc_tuple *value);
/* The layout of a shape whose values are its coordinates, nested like the values of a, a
 * mode of a shape being one integer where a value is. LC_ERR_INVALID where they do not fit;
 * `name` and `of` are what the two go by. */
lc_layout *lcv_coordinates_of(lc_ctx *ctx, const char *name, const lc_tuple *shape,
                              const char *of, const lc_layout *a);

/* One axis of a function, as a function to integers. */
bool lcv_function_axis(lc_ctx *ctx, const lcv_function *f, size_t axis, lcv_function *out);

/* ---- boxes ---- */

/* low <= value < low + extent on each axis, low <= 0; the place of an axis is the product
 * of the extents before it. */
typedef struct {
    size_t n;
    lc_int low[LC_MAX_AXES], extent[LC_MAX_AXES], place[LC_MAX_AXES];
    lc_int size;
} lcv_box;

/* The coordinates of a shape. The values of f are read as coordinates of it, on an axis
 * for each of its modes: f gets those that its strides do not name. False with
 * LC_ERR_INVALID when they are nested in another way; claim and name are for the message. */
bool lcv_box_of_shape(lc_ctx *ctx, const char *claim, lcv_function *f, const char *name,
                      const lc_tuple *shape, lcv_box *box);
/* The least box of 0 and all values of f and, unless NULL, g, which have the same axes. */
void lcv_box_of_values(lc_ctx *ctx, const lcv_function *f, const lcv_function *g, lcv_box *box);
/* The sum of value times place over the axes, as a function to integers: 0 of 0, and where
 * the box holds all values, two of them are the same exactly when they are packed alike. */
bool lcv_pack(lc_ctx *ctx, const lcv_function *f, const lcv_box *box, lcv_function *out);
/* The value that is packed as this integer, shown as one of f. */
lc_tuple *lcv_unpack(lc_ctx *ctx, const lcv_function *f, const lcv_box *box, lc_int packed);

#endif
