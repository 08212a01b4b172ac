/* differ.h - the question whether two composites differ.
 *
 * Both begin at the integral coordinates of one domain. Values of layouts are compared on
 * common axes, and coordinates with the values of a linear layout of as many output dims.
 */
#ifndef LCV_DIFFER_H
#define LCV_DIFFER_H

#include "../function/chain.h"
#include "question.h"

/* YES: they differ at found->c. LC_ERR_INVALID when values cannot be compared. */
lcr_answer lcv_differ(lcr_ctx *r, const lc_tuple *domain, const lcv_composite *f,
                      const lcv_composite *g, lcv_finding *found);
/* As a result: proved where they do not differ, else refuted with the values at a coordinate,
 * which is shown in the shape `shown` where all functions are layouts; NULL: as an integer. */
lcv_result *lcv_check_same(lcr_ctx *r, const lc_tuple *domain, const lcv_composite *f,
                           const lcv_composite *g, const lc_tuple *shown);
/* The coordinate c, as it is shown then. */
lc_tuple *lcv_show_place(lc_ctx *ctx, const lcv_chain *f, const lcv_chain *g,
                         const lc_tuple *shape, lc_int c);

/* The same of layouts by their names. */
lcr_answer lcv_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcv_named_chain *f,
                               const lcv_named_chain *g, lcv_finding *found);

/* ---- closed forms (runs.c) ---- */

/* For two layouts of one size on the same axes, which add no values by XOR: true when they
 * differ, *c then being the least integral coordinate at which they do. False also when there is
 * no memory (an error). */
bool lcv_layouts_differ(lc_ctx *ctx, const lc_layout *x, const lc_layout *y, lc_int *c);
/* Chains of layouts whose values add, without their offsets, where they are linear on the
 * domain. YES: c is one step along a leaf, and the least coordinate that tells them apart. */
lcr_answer lcv_differ_linearly(lc_ctx *ctx, const lc_tuple *domain, const lcv_chain *f,
                               const lcv_chain *g, lc_int *c);

#endif
