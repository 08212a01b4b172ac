/* claim.h - figures of claims, with the faults of a refuted one.
 *
 * The operands of the claim that are functions of a coordinate stand beside each other, each as a
 * grid of its values, with the coordinates of the counterexample marked. A side that is longer
 * than the limit keeps its ends and the cells at fault. Some claims have a scene of their own
 * (scene.h), which the row names, and which shows what was proved, too: a tile with its threads,
 * the banks of an access, two matrices around their product.
 */
#ifndef LCV_DRAW_CLAIM_H
#define LCV_DRAW_CLAIM_H

#include "draw.h"

/* Which claims are drawn: refuted ones; those with a scene, too; all, by their operands. */
typedef enum { LCV_DRAW_REFUTED, LCV_DRAW_SCENES, LCV_DRAW_ALL } lcv_draw_which;

/* Owned; NULL, perhaps with an error, where there is no picture. */
lcv_figure *lcv_draw_claim(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *arg,
                           const lcv_result *result, lcv_draw_which which,
                           const lcv_draw_options *o);

#endif
