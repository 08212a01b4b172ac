/* layout.h - layouts: a shape and a congruent stride (Cecka 2.4, Definition 2.15).
 *
 * L = S:D maps a coordinate to an offset: natural coordinates by the inner
 * product with the strides, integral coordinates after idx2crd into the shape.
 * Extents are positive; strides are any integers, negative and zero included.
 *
 *   size     number of integral coordinates
 *   cosize   largest offset + 1
 *
 * A layout has values outside its domain (Cecka 2.4, extended domain): the last
 * leaf of every integral coordinate is not reduced modulo its extent, so it
 * extends to all integers, below zero by floor division.
 *
 * Values are immutable and reference counted, arguments borrowed, results owned,
 * NULL is failure and the context says why.
 */
#ifndef LC_LAYOUT_H
#define LC_LAYOUT_H

#include "tuple.h"

typedef struct lc_layout lc_layout;

/* Errors: not congruent, an extent below 1, a wildcard. */
lc_layout *lc_layout_new(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride);
/* Column-major compact: strides are the exclusive prefix products of the shape. */
lc_layout *lc_layout_compact(lc_ctx *ctx, const lc_tuple *shape);
/* A flat layout of n modes; n = 1 gives the integer form s:d. */
lc_layout *lc_layout_flat(lc_ctx *ctx, size_t n, const lc_int *shape, const lc_int *stride);
lc_layout *lc_layout_ref(lc_layout *a);
void lc_layout_free(lc_layout *a);

/* Looking. Integers read from a layout live as long as the layout. */
size_t lc_layout_rank(const lc_layout *a);
size_t lc_layout_depth(const lc_layout *a);
size_t lc_layout_nleaves(const lc_layout *a);
lc_int lc_layout_extent(const lc_layout *a, size_t leaf);
lc_int lc_layout_step(const lc_layout *a, size_t leaf); /* the stride of a leaf */
lc_tuple *lc_layout_shape(lc_ctx *ctx, const lc_layout *a);
lc_tuple *lc_layout_stride(lc_ctx *ctx, const lc_layout *a);
lc_int lc_layout_size(lc_ctx *ctx, const lc_layout *a);
lc_int lc_layout_cosize(lc_ctx *ctx, const lc_layout *a);
/* Smallest and largest offset over the domain. */
void lc_layout_range(lc_ctx *ctx, const lc_layout *a, lc_int *low, lc_int *high);
lc_layout *lc_layout_mode(lc_ctx *ctx, const lc_layout *a, size_t i);
bool lc_layout_equal(const lc_layout *a, const lc_layout *b);

/* The value at a coordinate weakly congruent to the shape, and at an integer. */
bool lc_layout_eval(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *offset);
lc_int lc_layout_at(lc_ctx *ctx, const lc_layout *a, lc_int index);

/* Mode surgery. */
lc_layout *lc_layout_concat(lc_ctx *ctx, size_t n, lc_layout *const *modes);
lc_layout *lc_layout_select(lc_ctx *ctx, const lc_layout *a, size_t n, const size_t *modes);
lc_layout *lc_layout_group(lc_ctx *ctx, const lc_layout *a, size_t i, size_t j);
lc_layout *lc_layout_flatten(lc_ctx *ctx, const lc_layout *a);
/* The same leaves under another profile. */
lc_layout *lc_layout_unflatten(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile);

/* Slicing (Cecka 2.5, Figure 5): the offset of the fixed part of the coordinate
 * and the layout of what `_` leaves. What is left keeps its nesting; the tuple
 * around a single mode is dropped. A coordinate without `_` leaves 1:0. */
lc_layout *lc_layout_slice(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *offset);

/* `(4,(2,3)):(1,(4,8))`; the caller frees it. */
char *lc_layout_to_str(lc_ctx *ctx, const lc_layout *a);

#endif
