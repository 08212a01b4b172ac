/* launch.h - one kernel on a GPU: its machine code, its arguments, its grid. For gpu.c.
 *
 * A launch is measured, loaded, given the addresses of its arrays and then started as often as
 * one likes. What it could not do is an error of the kernel's context.
 */
#ifndef LCK_LAUNCH_H
#define LCK_LAUNCH_H

#include "cuda-api.h"

struct lck_gpu {
    lc_ctx *ctx; /* for errors: of the kernel, while one runs */
    lck_driver driver;
    lck_nvrtc nvrtc;
    CUdevice device;
    CUcontext context; /* the primary one; NULL: not retained */
    int major, minor, multiprocessors;
    char name[160];
};

bool lck_gpu_worked(const lck_gpu *gpu, CUresult result, const char *function);

/* Calls the driver; false with an error that names the function. */
#define LCK_CALL(gpu, function, ...)                                                             \
    lck_gpu_worked(gpu, (gpu)->driver.function(__VA_ARGS__), #function)

typedef struct lck_launch {
    lck_gpu *gpu;
    const lck_kernel *kernel;
    const int64_t *size;
    unsigned int blocks, shared_bytes; /* dynamic shared memory */
    size_t bytes[LCK_MAX_ARRAYS];      /* of each array that is not of the block */
    CUdeviceptr at[LCK_MAX_ARRAYS];    /* of tensors and scratch; 0: none */
    unsigned char scalar[LCK_MAX_ARRAYS][8];
    CUtensorMap map[LCK_MAX_MAPS];
    CUmodule module;
    CUfunction function;
    void **argument; /* of the kernel: addresses of the members above, or of `narrow`, `wide` */
    int *narrow;
    long long *wide;
} lck_launch;

/* LC_ERR_INVALID for sizes that the kernel does not admit; LC_ERR_NO_VALUE for a GPU that cannot
 * run it. */
bool lck_launch_measure(lck_launch *l, const int64_t *size);
bool lck_launch_load(lck_launch *l);
/* Tensor maps, once all of `at` is known. */
bool lck_launch_encode(lck_launch *l);
bool lck_launch_start(const lck_launch *l);
void lck_launch_release(lck_launch *l); /* not the memory that `at` is of */

#endif
