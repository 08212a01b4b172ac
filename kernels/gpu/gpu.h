/* gpu.h - running a kernel on a GPU: NVRTC and the driver API, loaded at run time.
 *
 * CUDA is not linked: libcuda and libnvrtc are opened when first asked for, and lck_gpu_open says
 * what is missing if they or a GPU are. Functions return NULL or false with an error in the
 * context (LC_ERR_NO_VALUE: no library, no GPU; LC_ERR_INTERNAL: a call failed, with its name and
 * CUDA's own words; the log of the compiler where it refused). Those of lck_gpu_run are in the
 * kernel's context.
 *
 * NVRTC may be libnvrtc.so.13, .12 or without a number. It is looked for where the loader looks,
 * then in lib64 of $CUDA_HOME, of $CUDA_PATH and of /usr/local/cuda.
 */
#ifndef LCK_GPU_H
#define LCK_GPU_H

#include "../kernel/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lck_gpu lck_gpu;

/* NULL with an error: there is no driver, or no GPU. */
lck_gpu *lck_gpu_open(lc_ctx *ctx); /* the first GPU */
void lck_gpu_close(lck_gpu *gpu);
const char *lck_gpu_name(const lck_gpu *gpu); /* "NVIDIA H200, sm_90"; belongs to gpu */

/* The number of its multiprocessors. */
int lck_gpu_multiprocessors(const lck_gpu *gpu);

/* Machine code of the source (NVRTC) for an architecture, "90" or "90a"; the caller frees it.
 * Needs no GPU. */
void *lck_compile(lc_ctx *ctx, const char *source, const char *name, const char *architecture,
                  size_t *length);

typedef struct {
    double milliseconds;      /* the median of the timed runs; 0 when none was asked for */
    double copy_milliseconds; /* the same of a plain copy of the first tensor's bytes there */
} lck_timing;

/* Runs a kernel, after those before it; lck_kernel_pick says which kernel of a plan to run.
 * `tensor`: for each array of the kernel that is not of the block, the host's memory, of as many
 * elements as its extent says at these sizes; that of scratch is not looked at. Tensors that are
 * written are sent, too, so that elements that the kernel does not write stay, and fetched after
 * the first run. `repetitions` timed runs follow it. timing may be NULL. LC_ERR_INVALID for sizes
 * that the kernel does not admit, LC_ERR_NO_VALUE for a GPU or a driver that cannot run it. */
bool lck_gpu_run(lck_gpu *gpu, const lck_kernel *kernel, const int64_t *size,
                 const lck_host_tensor *tensor, unsigned repetitions, lck_timing *timing);

/* The same of a copy. */
static inline bool lck_gpu_run_copy(lck_gpu *gpu, const lck_kernel *kernel, const int64_t *size,
                                    const void *source, void *destination, unsigned repetitions,
                                    lck_timing *timing)
{
    const lck_host_tensor tensor[] = {{(void *)(uintptr_t)source, NULL}, {destination, NULL}};
    return lck_gpu_run(gpu, kernel, size, tensor, repetitions, timing);
}

#ifdef __cplusplus
}
#endif

#endif
