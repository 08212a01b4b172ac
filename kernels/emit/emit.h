/* emit.h - a kernel as CUDA C. */
#ifndef LCK_EMIT_H
#define LCK_EMIT_H

#include "../kernel/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LCK_DEVICE_ONLY,   /* the kernel alone, extern "C": what NVRTC compiles */
    LCK_WITH_LAUNCHER, /* and a function NAME_launch for the host */
    LCK_WITH_MAIN      /* and a small test program */
} lck_emission;

/* The source text; the caller frees it. NULL with an error in the kernel's context.
 *
 * The kernel is `extern "C" __global__ void NAME(const T *source, T *destination, sizes...)`; of
 * products its parameters are, in this order,
 *
 *     the tensor maps            const __grid_constant__ lck_tensor_map NAME: 128 bytes, at a
 *                                multiple of 64
 *     tensors, by pointer        without those that tensor maps alone read and write
 *     scalars, by value
 *     scratch, by pointer
 *     the sizes                  int, or long long
 *
 * NAME_launch(source, destination, sizes..., stream) returns a cudaError_t: cudaErrorInvalidValue
 * for sizes or addresses that the kernel does not admit. That of a product is NAME_launch(a, b,
 * c, alpha, beta, bias, sizes..., stream), without what the plan does not have; the text has the
 * other kernels of the plan, too, and the copies before them. */
char *lck_emit(const lck_kernel *kernel, lck_emission what);

#ifdef __cplusplus
}
#endif

#endif
