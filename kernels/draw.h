/* draw.h - pictures of plans (../verify/picture/figure.h).
 *
 * The steps as lines, tiles over the tensor, threads over the tile, shared memory by banks; of a
 * product the parts of warps in a tile of C, with the tiles of A and B around it. Figures are
 * owned; NULL without an error, as a plan stands without a picture.
 */
#ifndef LCK_DRAW_H
#define LCK_DRAW_H

#include "product.h"

/* How is p->drawing. */
struct lcv_figure *lck_draw_copy(const lck_plan *plan, lcv_planning *p);
struct lcv_figure *lck_draw_product(const lck_product *product, const lck_recipe *recipe,
                                    const lck_kernel *kernel, lcv_planning *p);

#endif
