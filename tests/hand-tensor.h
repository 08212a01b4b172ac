/* hand-tensor.h - kernels of tensor cores written by hand, for the tests of what prints them.
 */
#ifndef TESTS_HAND_TENSOR_H
#define TESTS_HAND_TENSOR_H

#include "../kernels/kernel/kernel.h"

/* C = A * B, of bf16, all with rows one after the other and A and B with k contiguous, by WGMMA:
 * tiles of 128 x 256 x 64 in 4 stages that TMA fills, by clusters of two blocks that share B; 2
 * warpgroups multiply, a warp loads; C goes through shared memory to TMA. K and N are multiples
 * of 8. Sizes: M, N, K. */
lck_kernel *hand_wgmma(lc_ctx *ctx);

/* One block of 384 threads, of which 128 load, with fewer registers than others, and 256
 * multiply, with 192 sums each. It computes nothing of use. */
lck_kernel *hand_registers(lc_ctx *ctx);

/* One block that does one product of this atom: wgmma of A (registers or memory, k or m
 * contiguous) and B, or mma by registers. `bits`: WGMMA's 1: A of registers, 2: m contiguous,
 * 4: n contiguous. It computes nothing of use. */
typedef struct {
    const char *a, *b, *c; /* elements */
    int m, n, k, bits;
} hand_atom;
lck_kernel *hand_mma(lc_ctx *ctx, const char *name, const hand_atom *atom);

/* One block with a CONVERT from an element to another, of 8 registers; packed: 1 of what is
 * converted, 2 of the result. For an architecture. */
lck_kernel *hand_convert(lc_ctx *ctx, const char *name, const char *from, const char *to,
                         int packed, int architecture);

/* c[i] = a[i] * scale + a[i + 1], of f32 or f64, and 0 where that is less; scale is a[0].
 * Of 64 elements. */
lck_kernel *hand_apply(lc_ctx *ctx, const char *element);

/* Each of the other statements once: matrices, copies, barriers, boxes of ranks 1 to 5. */
lck_kernel *hand_matrices(lc_ctx *ctx);
lck_kernel *hand_boxes(lc_ctx *ctx);

#endif
