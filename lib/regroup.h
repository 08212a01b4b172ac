/* regroup.h - an operation applied mode by mode, and its results regrouped.
 *
 * Composition by mode gives (r0,r1,...,z), the modes past the tiler untouched. Divide and product
 * make (tile, rest) pairs. They give ((t0,r0),(t1,r1),...,z) by mode; zipped,
 * ((t0,t1,...),(r0,r1,...,z)) with the untouched modes z among the rest; tiled and flat spread
 * the second, or both, of these.
 */
#ifndef LC_REGROUP_H
#define LC_REGROUP_H

#include "internal.h"

/* An operation on a layout A and a layout t. Where the results are to be zipped they have rank
 * 2. */
typedef lc_layout *(*lc_pair_op)(lc_ctx *ctx, const lc_layout *a, const lc_layout *t);

/* Modes of A are passed as views (internal.h). */
lc_layout *lc_by_mode(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op);
lc_layout *lc_zip_by_mode(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op);
/* The same of an operation whose first half is the mode itself; `second` makes the other half. */
lc_layout *lc_zip_with_modes(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op,
                             lc_pair_op second);
/* (X, (y0,y1,...)) -> (X, y0, y1, ...), or with `both` (x0, ..., y0, ...). Takes over its
 * argument; NULL stays NULL. */
lc_layout *lc_spread(lc_ctx *ctx, lc_layout *zipped, bool both);

/* After a composition inside of an operation failed, says in the error which operation: "no
 * product: it needs A* o B, A* = (2,1):(1,80): ...". Other failures stay as they are. */
void lc_explain_needed(lc_ctx *ctx, const char *operation, const char *needed, const char *name,
                       const lc_layout *operand);

#endif
