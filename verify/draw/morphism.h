/* morphism.h - diagrams of morphisms: one, two pasted to a composite, the steps of a composition.
 *
 * Texts are owned; NULL with an error in the context.
 */
#ifndef LCV_DRAW_MORPHISM_H
#define LCV_DRAW_MORPHISM_H

#include "../picture/figure.h"
#include "../value/value.h"

/* A value that is a morphism. */
char *lcv_diagram(lc_ctx *ctx, const lcv_value *v);
/* The same as a figure: the entries of the domain at the left, the first one lowest, those of the
 * codomain at the right, an arrow to each image. */
lcv_figure *lcv_morphism_arrows(lc_ctx *ctx, const lc_morphism *f);
/* g o f, f at the left. */
lcv_figure *lcv_morphisms_arrows(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f);
/* g o f of morphisms: f and g side by side, which meet in one tuple; where those between them
 * differ, f pulled back and included, and g pushed forward. */
char *lcv_diagram_pasted(lc_ctx *ctx, lc_morphism *g, lc_morphism *f);
/* Each step of g o f: f, g, their mutual refinement, f pulled back, the inclusion, g pushed
 * forward, all pasted, the composite, its layout. *figure is owned, too: the same steps as
 * arrows, one above the other. */
char *lcv_diagram_steps(lc_ctx *ctx, lc_morphism *g, lc_morphism *f, lcv_figure **figure);

/* An operand of a composition as a morphism: itself, or the morphism of a layout, which is
 * coalesced where it is `outer`. Owned. */
lc_morphism *lcv_drawn_morphism(lc_ctx *ctx, const lcv_value *v, bool outer);

#endif
