/* draw.h - the picture of a product (verify/picture/figure.h).
 *
 * The steps as lines, and the parts of warps in a tile of C, with the tiles of A and B around it.
 * The figure is owned; NULL without an error, as a plan stands without a picture.
 */
#ifndef LCK_DRAW_PRODUCT_H
#define LCK_DRAW_PRODUCT_H

#include "read/product.h"

/* p->drawing says how. */
struct lcv_figure *lck_draw_product(const lck_product *product, const lck_recipe *recipe,
                                    const lck_kernel *kernel, lcv_planning *p);

#endif
