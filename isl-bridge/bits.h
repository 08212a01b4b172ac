/* bits.h - swizzles, composed layouts and linear layouts as integer set relations.
 *
 * Sections 4 and 5 of the ISL paper: a function over F2 acts on the bits of numbers, and a XOR of
 * bits is a sum modulo 2.
 *
 *   coordinate map  coordinate      -> bits of the coordinate
 *   bits map        those           -> bits of the value: rows of sums modulo 2
 *   index map       those           -> value
 *   layout map      coordinate      -> value = index map o bits map o coordinate map
 *
 * A swizzle has one coordinate and one value, and its bits stand with the most
 * significant first; a linear layout has a number for each dim, and the bits of its dims
 * stand in order, the least significant first.
 *
 * A composed layout, offset o layout under a swizzle, has the coordinate map of its layout; its
 * index map and its layout map are those of the layout, moved and swizzled.
 */
#ifndef LCR_BITS_H
#define LCR_BITS_H

#include "../lib/linear.h"
#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The four maps of a swizzle. Owned; NULL with an error, as all of this file. */
lcr_map *lcr_swizzle_coord_map(lcr_ctx *r, lc_swizzle w);
lcr_map *lcr_swizzle_bits_map(lcr_ctx *r, lc_swizzle w);
lcr_map *lcr_swizzle_index_map(lcr_ctx *r, lc_swizzle w);
lcr_map *lcr_swizzle_layout_map(lcr_ctx *r, lc_swizzle w);
/* On all integers. */
lcr_map *lcr_swizzle_extended_map(lcr_ctx *r, lc_swizzle w);

/* The four maps of a linear layout. */
lcr_map *lcr_linear_coord_map(lcr_ctx *r, const lc_linear *l);
lcr_map *lcr_linear_bits_map(lcr_ctx *r, const lc_linear *l);
lcr_map *lcr_linear_index_map(lcr_ctx *r, const lc_linear *l);
lcr_map *lcr_linear_layout_map(lcr_ctx *r, const lc_linear *l);
/* The same on the coordinates of a shape whose extents need be no powers of two, an input a leaf;
 * and the map of a linear layout of one output after `inner`, a function to such coordinates. */
lcr_map *lcr_linear_layout_map_below(lcr_ctx *r, const lc_linear *l, const lc_tuple *shape);
lcr_map *lcr_linear_layout_map_after(lcr_ctx *r, const lc_linear *l, const lc_tuple *shape,
                                     const lcr_map *inner);

/* x -> w(offset + a(x)). */
lcr_map *lcr_composed_index_map(lcr_ctx *r, lc_swizzle w, lc_int offset, const lc_layout *a);
lcr_map *lcr_composed_layout_map(lcr_ctx *r, lc_swizzle w, lc_int offset, const lc_layout *a);

#ifdef __cplusplus
}
#endif

#endif
