/* axes.h - chains whose values are coordinates: on common axes, and one axis of them. */
#ifndef LCV_AXES_H
#define LCV_AXES_H

#include "../function/chain.h"

/* A chain with another function in the place of the last one. */
typedef struct {
    lcv_chain chain;
    lcv_function last; /* owned */
} lcv_axis_chain;
void lcv_axis_chain_close(lcv_axis_chain *x); /* also after a failure */

/* The same values, on the axes of both. False with LC_ERR_INVALID when they cannot be
 * compared: values that are nested in other ways, or another number of output dims. */
bool lcv_on_axes_of_both(lc_ctx *ctx, const lcv_chain *f, const lcv_chain *g, lcv_axis_chain *x,
                         lcv_axis_chain *y);
/* One axis of the values, or one output dim. */
bool lcv_axis_of_chain(lc_ctx *ctx, const lcv_chain *chain, size_t axis, lcv_axis_chain *out);

#endif
