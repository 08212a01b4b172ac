/* hand-products.h - products written by hand that need all that a launch can be given. */
#ifndef TESTS_HAND_PRODUCTS_H
#define TESTS_HAND_PRODUCTS_H

#include "../kernels/kernel/kernel.h"

/* c[m N + n] = activation(alpha * sum over k of a[m K + k] b[n K + k] + beta * c + bias[n]), all
 * f32: TMA brings tiles of 32 x 16 of A and B, one at a time, to blocks of 128 threads, two in a
 * cluster, which go round over tiles of 32 x 32. K is a multiple of 4. Its cost is 1000. */
lck_kernel *hand_tma_product(lc_ctx *ctx, const char *name, lck_activation activation);

/* The same for any K by a thread for each element of C, without tensor maps; its cost is
 * `cost`. */
lck_kernel *hand_plain_product(lc_ctx *ctx, const char *name, lck_activation activation,
                               int64_t cost);

/* The same for any K: A and B are first copied to scratch, in rows that are multiples of 4. */
lck_kernel *hand_padded_product(lc_ctx *ctx, const char *name, lck_activation activation);

/* One after the other, as kernels of one plan. */
lck_kernel *hand_plan(lck_kernel *first, lck_kernel *second, lck_kernel *third);

#endif
