/* by-axis.h - inverses and complements of layouts whose values are coordinates.
 *
 * The axes of the values are independent where every stride is a multiple of one basis element:
 * on each axis the layout is one of integers, in which the leaves of other axes have stride 0.
 * The inverse or the complement is then the tuple of those of the axes, nested like the values
 * (Cecka Tables 5 to 7, the rows of coordinate strides):
 *
 *   inverses     from coordinates, nested like the values, to integral coordinates
 *   complement   the coordinates that are left, axis by axis
 */
#ifndef LC_BY_AXIS_H
#define LC_BY_AXIS_H

#include "internal.h"

/* Leaves with a stride on several axes are left out. */
lc_layout *lc_right_inverse_by_axis(lc_ctx *ctx, const lc_layout *a);
/* No value when a leaf has a stride on several axes. */
lc_layout *lc_left_inverse_by_axis(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_complement_by_axis(lc_ctx *ctx, const lc_layout *a);
/* Up to the coordinates of a shape that the profile of the values fits. */
lc_layout *lc_complement_to_by_axis(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape);

/* The sizes of a shape at the axes of a profile, which may leave out modes. */
lc_tuple *lc_sizes_at(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *profile);

#endif
