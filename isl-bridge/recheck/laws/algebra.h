/* algebra.h - the laws of the layout algebra, by file. */
#ifndef LCR_RECHECK_ALGEBRA_H
#define LCR_RECHECK_ALGEBRA_H

#include "../sets/evidence.h"

/* laws/compose.c */
ev_rule lcr_law_coalesce, lcr_law_compose, lcr_law_composed, lcr_law_chain;

/* laws/complement.c */
ev_rule lcr_law_complement, lcr_law_gap_complement;

/* laws/inverse.c */
ev_rule lcr_law_right_inverse, lcr_law_left_inverse, lcr_law_inverse;
/* The leaves of the right inverse of a layout of integers by Table 5, coalesced; its nesting is
 * left open. NULL with an error. */
const lit *lcr_right_inverse(ev *e, const lit *a);

/* laws/common.c: vectors in common */
ev_rule lcr_law_max_common_layout, lcr_law_max_common_vector;

/* laws/tilings.c: divides and products */
ev_rule lcr_law_logical_divide, lcr_law_zipped_divide, lcr_law_tiled_divide, lcr_law_flat_divide,
    lcr_law_logical_product, lcr_law_zipped_product, lcr_law_tiled_product, lcr_law_flat_product,
    lcr_law_blocked_product, lcr_law_raked_product, lcr_law_tile_to_shape;

#endif
