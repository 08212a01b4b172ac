/* reading.h - the tensors of a product while its axes are found: for axes.c and tidy.c. */
#ifndef LCK_PRODUCT_READING_H
#define LCK_PRODUCT_READING_H

#include "../../plan/common-axes.h"
#include "../../plan/problem-sizes.h"
#include "product.h"

/* The tensors by number: those of lck_factor, and the bias. */
enum { LCK_BIAS = 3, LCK_TENSORS = 4 };

typedef struct {
    const lc_poly *extent, *stride[LCK_TENSORS];
    int64_t tile;
} lck_role_axis;

typedef struct {
    lcv_planning *p;
    lck_product *product;
    lcv_forms *f;
    lck_sizes sizes;
    const lcv_form *form[LCK_TENSORS]; /* NULL: it has no bias */
    const lc_poly *offset[LCK_TENSORS];
    size_t rank; /* of the tensors: 2, or 3 with batches */
    size_t n[LCK_ROLES];
    lck_role_axis axis[LCK_ROLES][LCK_MAX_COMMON_AXES];
} lck_reading;

/* Does the tensor have a mode of the role? */
bool lck_has_role(const lck_reading *w, lck_role role, int tensor);
/* The mode of each tensor that has a role; -1: none. */
extern const int lck_mode_of[LCK_ROLES][LCK_TENSORS];

/* Orders the axes of each role, and joins them where all tensors allow it and the plan gives them
 * no tiles. Extents whose product is too large stay apart. */
void lck_tidy_axes(lck_reading *w, const lck_wanted *wanted);

#endif
