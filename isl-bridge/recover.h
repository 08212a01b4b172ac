/* recover.h - layouts back from relations: the inverse problem of the ISL paper.
 *
 * Given the shape (Algorithm 2), given the strides, and given neither. The last is
 * representability: the first mode of the coalesced layout of a function g on [0,n) is k : g(1),
 * with k the largest run g(i) = i g(1), i < k; k divides n, g(i + k j) = g(i) + g(k j), and j ->
 * g(k j) is treated alike. The coalesced layout is therefore unique if it exists.
 *
 * Strides alone may leave a choice of extents: a mode is then split as often as the strides that
 * follow continue it, and a leaf whose stride has no part in the values has the extent 1. A leaf
 * of extent 1 without a given stride gets the stride 0.
 *
 * A relation with several outputs is a layout of coordinates, flat tuples of as many
 * integers, its strides sums of basis elements; it takes no strides.
 *
 * LC_ERR_NO_VALUE when there is no such layout: the message names a coordinate
 * at which every candidate breaks, and both values.
 */
#ifndef LCR_RECOVER_H
#define LCR_RECOVER_H

#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The layout that a relation is: of this shape, with these strides, or any. Owned; NULL with
 * LC_ERR_NO_VALUE where there is none. */
lc_layout *lcr_recover_with_shape(lcr_ctx *r, const lcr_map *m, const lc_tuple *shape);
lc_layout *lcr_recover_with_strides(lcr_ctx *r, const lcr_map *m, const lc_tuple *strides);
lc_layout *lcr_recover(lcr_ctx *r, const lcr_map *m);

#ifdef __cplusplus
}
#endif

#endif
