/* axes.h - the tensors of a product: its axes. */
#ifndef LCK_PRODUCT_AXES_H
#define LCK_PRODUCT_AXES_H

#include "product.h"

/* A tile that a plan gives: for each of m, n and k a number, or one number for each axis. */
typedef struct {
    size_t n[3];
    int64_t extent[3][LCK_MAX_RANK];
} lck_product_tile;

/* Reads a, b, c and bias: the sizes, the offsets and the axes of the product. The axes of a role
 * are those of a common refinement of its modes (kernels/plan/common-axes.h); unless the plan
 * gives them a tile each, axes of extent 1 are left out, and axes that are next to each other in
 * all tensors are joined. There is at least one along m, n and k. False with an error in p->e. */
bool lck_read_product_axes(lcv_planning *p, lck_product *product, const lck_product_tile *tile,
                           const lck_wanted *wanted);

#endif
