/* axes.h - composites whose values are coordinates: on common axes, and one axis of them. */
#ifndef LCV_AXES_H
#define LCV_AXES_H

#include "../function/chain.h"

/* A composite with another last function; it points into itself. */
typedef struct {
    lcv_composite f;
    lcv_function last; /* owned */
} lcv_on_axes;

/* The same values, on the axes of both. False with LC_ERR_INVALID when they cannot be
 * compared: values that are nested in other ways, or another number of output dims. */
bool lcv_on_axes_of_both(lc_ctx *ctx, const lcv_composite *f, const lcv_composite *g,
                         lcv_on_axes *x, lcv_on_axes *y);
/* One axis of the values, or one output dim. */
bool lcv_axis_of(lc_ctx *ctx, const lcv_composite *f, size_t axis, lcv_on_axes *out);

#endif
