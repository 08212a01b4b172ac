/* strides.h - arithmetic on strides that are no integers: 2 * 6e1, f5 + f2. */
#ifndef LCV_STRIDES_H
#define LCV_STRIDES_H

#include "../language/ast.h"
#include "value.h"

/* -a, a * b, a + b, a - b, one of which is strides; NULL without an error where that is not
 * defined. */
lcv_value *lcv_strides_computed(lc_ctx *ctx, lcv_op op, const lcv_value *v, const lcv_value *w);

#endif
