/* mirror.h - products with m for n, and A for B. */
#ifndef LCK_PRODUCT_MIRROR_H
#define LCK_PRODUCT_MIRROR_H

#include "product.h"

/* A product, and what is given of it, as its mirror image; the kernel of one, with the tensors in
 * the order of the plan. */
void lck_mirror_product(lck_product *product, lck_wanted *wanted);
void lck_mirror_kernel(lck_kernel *kernel);

#endif
