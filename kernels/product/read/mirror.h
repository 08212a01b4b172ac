/* mirror.h - products with m and n, and A and B, exchanged. */
#ifndef LCK_PRODUCT_MIRROR_H
#define LCK_PRODUCT_MIRROR_H

#include "product.h"

/* Makes a product, with what its plan gives, its mirror image; then, puts the tensors of such a
 * product's kernel back into the order of the plan. */
void lck_mirror_product(lck_product *product, lck_wanted *wanted);
void lck_mirror_kernel(lck_kernel *kernel);

#endif
