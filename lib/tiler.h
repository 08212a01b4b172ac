/* tiler.h - tilers: what to do with each mode of a layout (Cecka 3.3.5).
 *
 * A tiler is a layout, applied to the layout as a whole, or a tuple of tilers,
 * applied mode by mode: `<4:1, 8:2>`, `<<2:1, 2:4>, 8:1>`. A bare shape `(4,8)`
 * is the tiler of `n:1`, a bare integer 4 is the layout 4:1. `_` leaves its mode as it is, as the
 * modes past the tiler are left. `*` stands for the mode itself, where an operation is applied to
 * each mode and takes nothing else there.
 * Immutable and reference counted like layouts.
 */
#ifndef LC_TILER_H
#define LC_TILER_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_tiler lc_tiler;

/* The tiler of a layout, for the whole; of tilers by mode, which are shared; of a shape, with n:1
 * for an extent n; `_` and `*`. NULL with an error. */
lc_tiler *lc_tiler_layout(lc_ctx *ctx, const lc_layout *layout);
lc_tiler *lc_tiler_of(lc_ctx *ctx, size_t n, lc_tiler *const *modes);
lc_tiler *lc_tiler_shape(lc_ctx *ctx, const lc_tuple *shape);
lc_tiler *lc_tiler_still(lc_ctx *ctx); /* `_` */
lc_tiler *lc_tiler_star(lc_ctx *ctx);  /* `*` */
lc_tiler *lc_tiler_ref(const lc_tiler *t);
void lc_tiler_free(lc_tiler *t);

/* The layout, if the tiler is one, borrowed; else NULL without an error. */
const lc_layout *lc_tiler_as_layout(const lc_tiler *t);
size_t lc_tiler_rank(const lc_tiler *t);
const lc_tiler *lc_tiler_mode(const lc_tiler *t, size_t i); /* borrowed */
/* What is done to mode i of a layout, borrowed; NULL: the mode is left as it is. */
const lc_tiler *lc_tiler_on(const lc_tiler *t, size_t i);
bool lc_tiler_is_star(const lc_tiler *t);
bool lc_tiler_has_star(const lc_tiler *t); /* somewhere in it */
bool lc_tiler_equal(const lc_tiler *x, const lc_tiler *y);

/* As the language writes it, "<4:1,8:2>"; the caller frees it. */
char *lc_tiler_to_str(lc_ctx *ctx, const lc_tiler *t);

#ifdef __cplusplus
}
#endif

#endif
