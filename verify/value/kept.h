/* kept.h - objects that are kept by the open frame (lib/ctx.h).
 *
 * What is made on the way to a result goes when the frame of the operation, the proof or the
 * cross-check is closed:
 *
 *     lc_layout *mode = lcv_kept(ctx, lc_layout_mode(ctx, a, 0));
 *
 * A NULL stays NULL. The functions here pass a NULL argument on, too.
 */
#ifndef LCV_KEPT_H
#define LCV_KEPT_H

#include "value.h"

/* NULL with an error where there is no memory; then the object is freed. */
lc_layout *lcv_kept_layout(lc_ctx *ctx, lc_layout *a);
lc_tuple *lcv_kept_tuple(lc_ctx *ctx, lc_tuple *t);
lc_tiler *lcv_kept_tiler(lc_ctx *ctx, lc_tiler *t);
lc_linear *lcv_kept_linear(lc_ctx *ctx, lc_linear *l);
lc_morphism *lcv_kept_morphism(lc_ctx *ctx, lc_morphism *f);
lcv_value *lcv_kept_value(lc_ctx *ctx, lcv_value *v);
lcr_map *lcv_kept_map(lc_ctx *ctx, lcr_map *m);
char *lcv_kept_text(lc_ctx *ctx, char *text);

#define lcv_kept(ctx, x)                                                                         \
    _Generic((x), lc_layout *                                                                    \
             : lcv_kept_layout, lc_tuple *                                                       \
             : lcv_kept_tuple, lc_tiler *                                                        \
             : lcv_kept_tiler, lc_linear *                                                       \
             : lcv_kept_linear, lc_morphism *                                                    \
             : lcv_kept_morphism, lcv_value *                                                    \
             : lcv_kept_value, lcr_map *                                                         \
             : lcv_kept_map, char *                                                              \
             : lcv_kept_text)(ctx, x)

lc_tuple *lcv_shape_of(lc_ctx *ctx, const lc_layout *a);
lc_layout *lcv_mode_of(lc_ctx *ctx, const lc_layout *a, size_t i);
lc_tuple *lcv_part_of(lc_ctx *ctx, const lc_tuple *t, size_t i);
/* An integer, or a flat tuple. */
lc_tuple *lcv_integers_of(lc_ctx *ctx, size_t n, const lc_int *at);
/* The value of a bit of an input dim: an integer for each output dim. */
lc_tuple *lcv_basis_of(lc_ctx *ctx, const lc_linear *l, size_t in, unsigned bit);

#endif
