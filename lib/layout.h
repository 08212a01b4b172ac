/* layout.h - layouts: a shape and a congruent stride (Cecka 2.4, Definition 2.15).
 *
 * L = S:D maps a coordinate to an offset: natural coordinates by the inner
 * product with the strides, integral coordinates after idx2crd into the shape.
 * Extents are positive. Strides are of one integer-semimodule (Cecka 2.3.1, 2.4.4),
 * the codomain:
 *
 *   LC_INTEGERS     any integers, negative and zero included
 *   LC_COORDINATES  scaled basis elements and their sums, 6e1, 2@0@1, e0+e1: values are
 *                   coordinates, tuples nested as the bases are, one integer an axis
 *   LC_XOR          f5: integers from 0 up that add by XOR; i fN is the carry-less
 *                   product, the XOR of N shifted by the bits of i
 *
 * A stride of 0 belongs to every codomain. Each axis of coordinates alone is a layout of integers
 * with the same shape, and most questions are asked axis by axis.
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

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_layout lc_layout;

#define LC_MAX_AXES 64 /* of coordinates that are values */

typedef enum { LC_INTEGERS, LC_COORDINATES, LC_XOR } lc_codomain;

/* Errors: not congruent, an extent below 1, a wildcard. */
lc_layout *lc_layout_new(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride);
/* Column-major compact: strides are the exclusive prefix products of the shape. */
lc_layout *lc_layout_compact(lc_ctx *ctx, const lc_tuple *shape);
/* A flat layout of n modes; n = 1 gives the integer form s:d. */
lc_layout *lc_layout_flat(lc_ctx *ctx, size_t n, const lc_int *shape, const lc_int *stride);
/* Other codomains: the layout 1:d of a stride d, the basis element e_i of mode path[0],
 * of its mode path[1] and so on, or fN; sums and multiples of strides, leaf by leaf; the
 * strides of one layout for a congruent shape. */
lc_layout *lc_layout_basis(lc_ctx *ctx, size_t depth, const uint32_t *path);
lc_layout *lc_layout_xor(lc_ctx *ctx, lc_int bits);
lc_layout *lc_layout_add(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);
lc_layout *lc_layout_scale(lc_ctx *ctx, lc_int factor, const lc_layout *a);
lc_layout *lc_layout_reshape(lc_ctx *ctx, const lc_tuple *shape, const lc_layout *strides);
/* The layout of a shape whose values are its natural coordinates: (4,8):(e0,e1). */
lc_layout *lc_layout_identity(lc_ctx *ctx, const lc_tuple *shape);
lc_layout *lc_layout_ref(const lc_layout *a);
void lc_layout_free(lc_layout *a);

/* Looking. Integers read from a layout live as long as the layout. */
size_t lc_layout_rank(const lc_layout *a);
size_t lc_layout_depth(const lc_layout *a);
size_t lc_layout_nleaves(const lc_layout *a);
lc_int lc_layout_extent(const lc_layout *a, size_t leaf);
lc_int lc_layout_step(const lc_layout *a, size_t leaf); /* the stride of a leaf; on axis 0 */
lc_codomain lc_layout_codomain(const lc_layout *a);
/* a + b as values of a codomain add, on one of its axes. */
lc_int lc_sum(lc_ctx *ctx, lc_codomain codomain, lc_int a, lc_int b);
static inline lc_int lc_xor(lc_ctx *ctx, lc_int a, lc_int b)
{
    return lc_sum(ctx, LC_XOR, a, b);
}
size_t lc_layout_naxes(const lc_layout *a); /* 1 except for coordinates */
lc_int lc_layout_step_on(const lc_layout *a, size_t axis, size_t leaf);
bool lc_layout_has_sizes(const lc_layout *a); /* among its integers (size.h) */
/* Is every stride 0? Then the values go with those of any codomain. */
bool lc_all_zero(const lc_layout *a);
/* The modes from the outermost to an axis; returns their number. */
size_t lc_profile_path(const lc_tuple *profile, size_t axis, size_t path[LC_MAX_DEPTH + 1]);
/* One axis of the values, as a layout of integers. */
lc_layout *lc_layout_axis(lc_ctx *ctx, const lc_layout *a, size_t axis);
/* The layout of coordinates nested like `profile` whose values on axis i are those of a layout of
 * integers, and 0 on all others. */
lc_layout *lc_layout_on_axis(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile, size_t i);
/* The nesting of the values: leaves of 1, and 0 for an axis that no stride has. NULL except for
 * coordinates. Borrowed. */
const lc_tuple *lc_layout_profile(const lc_layout *a);
lc_tuple *lc_layout_shape(lc_ctx *ctx, const lc_layout *a);
lc_tuple *lc_layout_stride(lc_ctx *ctx, const lc_layout *a); /* of integers */
/* The strides as they are written, `(e0,(e1,6e1))`; the caller frees it. */
char *lc_layout_stride_to_str(lc_ctx *ctx, const lc_layout *a);
lc_int lc_layout_size(lc_ctx *ctx, const lc_layout *a);
/* For integers and XOR. With XOR it is 0 where lc_layout_largest fails, like an integer operation
 * that fails. */
lc_int lc_layout_cosize(lc_ctx *ctx, const lc_layout *a);
/* Smallest and largest offset over the domain, for integers and XOR. */
void lc_layout_range(lc_ctx *ctx, const lc_layout *a, lc_int *low, lc_int *high);
/* The largest value of strides that add by XOR; the smallest is 0. False with LC_ERR_BUDGET
 * past 4096 bits of coordinates, or where many extents that are no powers of two have many
 * bits set. */
bool lc_layout_largest(lc_ctx *ctx, const lc_layout *a, lc_int *largest);
lc_layout *lc_layout_mode(lc_ctx *ctx, const lc_layout *a, size_t i);
bool lc_layout_equal(const lc_layout *a, const lc_layout *b);

/* The value at a coordinate weakly congruent to the shape, and at an integer, as an integer: that
 * of axis 0 for coordinates. lc_layout_value gives the value in any codomain, as a tuple. */
bool lc_layout_eval(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *offset);
lc_int lc_layout_at(lc_ctx *ctx, const lc_layout *a, lc_int index);
lc_int lc_layout_at_axis(lc_ctx *ctx, const lc_layout *a, size_t axis, lc_int index);
lc_tuple *lc_layout_value(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd);
lc_tuple *lc_layout_value_at(lc_ctx *ctx, const lc_layout *a, lc_int index);

/* Mode surgery. Concatenation joins profiles; it fails with LC_ERR_INVALID when the
 * codomains do not go together. */
lc_layout *lc_layout_concat(lc_ctx *ctx, size_t n, lc_layout *const *modes);
lc_layout *lc_layout_select(lc_ctx *ctx, const lc_layout *a, size_t n, const size_t *modes);
lc_layout *lc_layout_group(lc_ctx *ctx, const lc_layout *a, size_t i, size_t j);
lc_layout *lc_layout_flatten(lc_ctx *ctx, const lc_layout *a);
/* The leaves of extent above 1 and stride other than 0, flat, by magnitude of stride and then by
 * extent. */
lc_layout *lc_layout_sorted(lc_ctx *ctx, const lc_layout *a);
/* The same leaves under another profile. */
lc_layout *lc_layout_unflatten(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile);

/* Slicing (Cecka 2.5, Figure 5): the offset of the fixed part of the coordinate and the layout
 * that `_` leaves. This layout keeps its nesting; the tuple around a single mode is dropped. A
 * coordinate without `_` leaves 1:0. */
lc_layout *lc_layout_slice(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *offset);
/* The same in any codomain: *value is owned by the caller. */
lc_layout *lc_layout_slice_value(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd,
                                 lc_tuple **value);

/* `(4,(2,3)):(1,(4,8))`; the caller frees it. */
char *lc_layout_to_str(lc_ctx *ctx, const lc_layout *a);

#ifdef __cplusplus
}
#endif

#endif
