/* gpu.c - a GPU, and kernels that run on it. */
#include "config.h"

#include "cuda-api.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emitter.h"

struct lck_gpu {
    lc_ctx *ctx; /* for errors: of the kernel, while one runs */
    lck_driver driver;
    lck_nvrtc nvrtc;
    CUdevice device;
    CUcontext context; /* the primary one; NULL: not retained */
    int major, minor;
    char name[160];
};

static bool failed(const lck_gpu *gpu, lc_code code, CUresult result, const char *function)
{
    const char *text = NULL;
    if (gpu->driver.cuGetErrorString(result, &text) != CUDA_SUCCESS || !text)
        text = "an unknown error";
    return lc_fail(gpu->ctx, code, "%s: %s (%d)", function, text, result);
}

static bool worked(const lck_gpu *gpu, CUresult result, const char *function)
{
    return result == CUDA_SUCCESS || failed(gpu, LC_ERR_INTERNAL, result, function);
}

/* Calls the driver; false with an error that names the function. */
#define CALL(gpu, function, ...) worked(gpu, (gpu)->driver.function(__VA_ARGS__), #function)

/* ---- the device */

static bool initialize(lck_gpu *gpu)
{
    int count = 0;
    CUresult result = gpu->driver.cuInit(0);
    if (result == CUDA_ERROR_NO_DEVICE || result == CUDA_ERROR_STUB_LIBRARY)
        return failed(gpu, LC_ERR_NO_VALUE, result, "no GPU device: cuInit");
    if (!worked(gpu, result, "cuInit") || !CALL(gpu, cuDeviceGetCount, &count))
        return false;
    if (count == 0)
        return lc_fail(gpu->ctx, LC_ERR_NO_VALUE, "no GPU device: cuDeviceGetCount counts none");
    return true;
}

static bool describe(lck_gpu *gpu)
{
    char name[128] = "";
    if (!CALL(gpu, cuDeviceGet, &gpu->device, 0) ||
        !CALL(gpu, cuDeviceGetName, name, (int)sizeof name - 1, gpu->device) ||
        !CALL(gpu, cuDeviceGetAttribute, &gpu->major,
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, gpu->device) ||
        !CALL(gpu, cuDeviceGetAttribute, &gpu->minor,
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, gpu->device))
        return false;
    snprintf(gpu->name, sizeof gpu->name, "%s, sm_%d%d", name, gpu->major, gpu->minor);
    return true;
}

lck_gpu *lck_gpu_open_with(lc_ctx *ctx, const lck_driver *driver, const lck_nvrtc *nvrtc)
{
    lck_gpu *gpu = lc_alloc(ctx, 1, sizeof *gpu);
    if (!gpu)
        return NULL;
    gpu->ctx = ctx;
    gpu->driver = *driver;
    gpu->nvrtc = *nvrtc;
    if (initialize(gpu) && describe(gpu) &&
        CALL(gpu, cuDevicePrimaryCtxRetain, &gpu->context, gpu->device))
        return gpu;
    gpu->context = NULL;
    lck_gpu_close(gpu);
    return NULL;
}

lck_gpu *lck_gpu_open(lc_ctx *ctx)
{
    lck_driver driver;
    lck_nvrtc nvrtc;
    if (!lck_driver_load(ctx, &driver) || !lck_nvrtc_load(ctx, &nvrtc))
        return NULL;
    return lck_gpu_open_with(ctx, &driver, &nvrtc);
}

void lck_gpu_close(lck_gpu *gpu)
{
    if (gpu && gpu->context)
        gpu->driver.cuDevicePrimaryCtxRelease(gpu->device);
    free(gpu);
}

const char *lck_gpu_name(const lck_gpu *gpu)
{
    return gpu->name;
}

/* ---- what a launch needs */

typedef struct {
    lck_gpu *gpu;
    const lck_kernel *kernel;
    unsigned int blocks, shared_bytes; /* dynamic shared memory */
    size_t ntensors;
    size_t bytes[LCK_MAX_ARRAYS];   /* of each tensor */
    CUdeviceptr at[LCK_MAX_ARRAYS]; /* 0: none */
    CUdeviceptr copy;               /* of the first tensor */
    CUmodule module;
    CUfunction function;
    CUevent start, stop;
    void **argument; /* of the kernel: addresses of `at`, then of `narrow` or `wide` */
    int *narrow;
    long long *wide;
    double *sample;
} launch;

static bool admits(const lck_kernel *k, const int64_t *env)
{
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        int64_t value = env[var->slot];
        if (value < var->low || value > var->high ||
            (!k->size[i].wide && (value < INT32_MIN || value > INT32_MAX)))
            return lc_fail(k->ctx, LC_ERR_INVALID,
                           "%s does not admit %s = %" PRId64 ": expected a size in %" PRId64
                           "..%" PRId64,
                           k->name, var->name, value, var->low, var->high);
    }
    for (size_t i = 0; i < k->nconditions; i++) {
        int64_t holds = 0;
        if (lc_expr_at(k->condition[i], env, &holds) && holds)
            continue;
        char *text = lc_expr_to_c(k->ctx, k->condition[i]);
        lc_fail(k->ctx, LC_ERR_INVALID, "%s does not admit these sizes: expected %s", k->name,
                text ? text : "its conditions to hold");
        free(text);
        return false;
    }
    return true;
}

/* The number that an expression of the sizes has, in 0..most. */
static bool count(const lck_kernel *k, const lc_expr *e, const int64_t *env, int64_t most,
                  const char *what, int64_t *out)
{
    if (lc_expr_at(e, env, out) && *out >= 0 && *out <= most)
        return true;
    return lc_fail(k->ctx, LC_ERR_LIMIT, "%s: the number of %s is not in 0..%" PRId64, k->name,
                   what, most);
}

static bool measure_tensor(launch *l, size_t i, const int64_t *env)
{
    const lck_array *tensor = &l->kernel->array[i];
    int64_t elements, bytes = tensor->element->bytes;
    char what[64];
    snprintf(what, sizeof what, "elements of the %s", tensor->name);
    if (!count(l->kernel, tensor->extent, env, INT64_MAX / bytes, what, &elements))
        return false;
    l->bytes[i] = (size_t)elements * (size_t)bytes;
    return true;
}

static bool measure(launch *l, const int64_t *size)
{
    const lck_kernel *k = l->kernel;
    int64_t env[LC_MAX_EXPR_VARS] = {0}, blocks;
    for (size_t i = 0; i < k->nsizes; i++)
        env[k->size[i].var->slot] = size[i];
    if (!admits(k, env))
        return false;
    for (; l->ntensors < k->narrays && k->array[l->ntensors].role != LCK_OF_BLOCK; l->ntensors++)
        if (!measure_tensor(l, l->ntensors, env))
            return false;
    if (!count(k, k->blocks, env, INT32_MAX, "blocks", &blocks))
        return false;
    l->blocks = (unsigned int)blocks;
    int64_t shared = lck_shared_bytes(k);
    l->shared_bytes = shared > LCK_STATIC_SHARED ? (unsigned int)shared : 0;
    return true;
}

static bool make_arguments(launch *l, const int64_t *size)
{
    const lck_kernel *k = l->kernel;
    l->argument = lc_alloc(k->ctx, k->nsizes + l->ntensors, sizeof *l->argument);
    l->narrow = lc_alloc(k->ctx, k->nsizes, sizeof *l->narrow);
    l->wide = lc_alloc(k->ctx, k->nsizes, sizeof *l->wide);
    if (!l->argument || !l->narrow || !l->wide)
        return false;
    for (size_t i = 0; i < l->ntensors; i++)
        l->argument[i] = &l->at[i];
    for (size_t i = 0; i < k->nsizes; i++) {
        l->narrow[i] = (int)size[i];
        l->wide[i] = size[i];
        l->argument[i + l->ntensors] = k->size[i].wide ? (void *)&l->wide[i]
                                                       : (void *)&l->narrow[i];
    }
    return true;
}

static bool load(launch *l)
{
    lck_gpu *gpu = l->gpu;
    const lck_kernel *k = l->kernel;
    size_t length;
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    void *cubin = text ? lck_compile_with(k->ctx, &gpu->nvrtc, text, k->name, gpu->major,
                                          gpu->minor, &length)
                       : NULL;
    bool ok = cubin && CALL(gpu, cuModuleLoadData, &l->module, cubin) &&
              CALL(gpu, cuModuleGetFunction, &l->function, l->module, k->name);
    if (ok && l->shared_bytes > 0)
        ok = CALL(gpu, cuFuncSetAttribute, l->function,
                  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)l->shared_bytes);
    free(cubin);
    free(text);
    return ok;
}

/* Memory of the device, of one byte where none is needed: an allocation cannot be empty. */
static bool allocate(lck_gpu *gpu, CUdeviceptr *out, size_t bytes)
{
    return CALL(gpu, cuMemAlloc, out, bytes > 0 ? bytes : 1);
}

static bool send(lck_gpu *gpu, CUdeviceptr *out, const void *bytes, size_t n)
{
    return allocate(gpu, out, n) && (n == 0 || CALL(gpu, cuMemcpyHtoD, *out, bytes, n));
}

/* ---- runs */

static bool start_kernel(launch *l)
{
    const lck_gpu *gpu = l->gpu;
    if (l->blocks == 0)
        return true;
    return CALL(gpu, cuLaunchKernel, l->function, l->blocks, 1, 1,
                (unsigned int)l->kernel->threads, 1, 1, l->shared_bytes, NULL, l->argument, NULL);
}

/* The first tensor's bytes to a place of the same size. */
static bool start_copy(launch *l)
{
    const lck_gpu *gpu = l->gpu;
    return l->bytes[0] == 0 || CALL(gpu, cuMemcpyDtoDAsync, l->copy, l->at[0], l->bytes[0], NULL);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *sample, size_t n)
{
    qsort(sample, n, sizeof *sample, by_value);
    return n % 2 ? sample[n / 2] : (sample[n / 2 - 1] + sample[n / 2]) / 2;
}

/* Runs once, and then n times between two events each. */
static bool time_runs(launch *l, bool (*start)(launch *l), unsigned n, double *milliseconds)
{
    const lck_gpu *gpu = l->gpu;
    if (!start(l) || !CALL(gpu, cuCtxSynchronize))
        return false;
    for (unsigned i = 0; i < n; i++) {
        float elapsed = 0;
        if (!CALL(gpu, cuEventRecord, l->start, NULL) || !start(l) ||
            !CALL(gpu, cuEventRecord, l->stop, NULL) || !CALL(gpu, cuEventSynchronize, l->stop) ||
            !CALL(gpu, cuEventElapsedTime, &elapsed, l->start, l->stop))
            return false;
        l->sample[i] = (double)elapsed;
    }
    *milliseconds = n > 0 ? median(l->sample, n) : 0;
    return true;
}

static bool prepare_timing(launch *l, unsigned n)
{
    const lck_gpu *gpu = l->gpu;
    l->sample = lc_alloc(l->kernel->ctx, n, sizeof *l->sample);
    return l->sample && CALL(gpu, cuEventCreate, &l->start, 0) &&
           CALL(gpu, cuEventCreate, &l->stop, 0);
}

/* All but the first tensor have been fetched: their memory is given back for that of the copy. */
static bool time_copy(launch *l, unsigned n, double *milliseconds)
{
    lck_gpu *gpu = l->gpu;
    for (size_t i = 1; i < l->ntensors; i++) {
        CUdeviceptr at = l->at[i];
        l->at[i] = 0;
        if (!CALL(gpu, cuMemFree, at))
            return false;
    }
    return allocate(gpu, &l->copy, l->bytes[0]) && time_runs(l, start_copy, n, milliseconds);
}

static bool send_tensors(launch *l, const lck_host_tensor *tensor)
{
    for (size_t i = 0; i < l->ntensors; i++)
        if (!send(l->gpu, &l->at[i], tensor[i].at, l->bytes[i]))
            return false;
    return true;
}

static bool fetch_tensors(const launch *l, const lck_host_tensor *tensor)
{
    const lck_gpu *gpu = l->gpu;
    for (size_t i = 0; i < l->ntensors; i++)
        if (l->kernel->array[i].role == LCK_WRITTEN && l->bytes[i] > 0 &&
            !CALL(gpu, cuMemcpyDtoH, tensor[i].at, l->at[i], l->bytes[i]))
            return false;
    return true;
}

static bool run(launch *l, const int64_t *size, const lck_host_tensor *tensor,
                unsigned repetitions, lck_timing *timing)
{
    const lck_gpu *gpu = l->gpu;
    if (!measure(l, size) || !CALL(gpu, cuCtxSetCurrent, gpu->context) ||
        !make_arguments(l, size) || !load(l) || !send_tensors(l, tensor) ||
        !prepare_timing(l, repetitions) ||
        !time_runs(l, start_kernel, repetitions, &timing->milliseconds) ||
        !fetch_tensors(l, tensor))
        return false;
    return repetitions == 0 || time_copy(l, repetitions, &timing->copy_milliseconds);
}

/* An error here was reported before, or helps nobody. */
static void release(launch *l)
{
    const lck_driver *driver = &l->gpu->driver;
    if (l->start)
        driver->cuEventDestroy(l->start);
    if (l->stop)
        driver->cuEventDestroy(l->stop);
    for (size_t i = 0; i < l->ntensors; i++)
        if (l->at[i])
            driver->cuMemFree(l->at[i]);
    if (l->copy)
        driver->cuMemFree(l->copy);
    if (l->module)
        driver->cuModuleUnload(l->module);
    free(l->argument);
    free(l->narrow);
    free(l->wide);
    free(l->sample);
}

bool lck_gpu_run(lck_gpu *gpu, const lck_kernel *kernel, const int64_t *size,
                 const lck_host_tensor *tensor, unsigned repetitions, lck_timing *timing)
{
    lck_timing unwanted;
    launch l = {.gpu = gpu, .kernel = kernel};
    lc_ctx *own = gpu->ctx;
    timing = timing ? timing : &unwanted;
    *timing = (lck_timing){0};
    gpu->ctx = kernel->ctx;
    bool ok = run(&l, size, tensor, repetitions, timing);
    release(&l);
    gpu->ctx = own;
    return ok;
}
