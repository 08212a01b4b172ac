/* gpu.c - a GPU, and kernels that run on it. */
#include "config.h"

#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool failed(const lck_gpu *gpu, lc_code code, CUresult result, const char *function)
{
    const char *text = NULL;
    if (gpu->driver.cuGetErrorString(result, &text) != CUDA_SUCCESS || !text)
        text = "an unknown error";
    return lc_fail(gpu->ctx, code, "%s: %s (%d)", function, text, result);
}

bool lck_gpu_worked(const lck_gpu *gpu, CUresult result, const char *function)
{
    return result == CUDA_SUCCESS || failed(gpu, LC_ERR_INTERNAL, result, function);
}

#define CALL LCK_CALL

/* ---- the device */

static bool initialize(lck_gpu *gpu)
{
    int count = 0;
    CUresult result = gpu->driver.cuInit(0);
    if (result == CUDA_ERROR_NO_DEVICE || result == CUDA_ERROR_STUB_LIBRARY)
        return failed(gpu, LC_ERR_NO_VALUE, result, "no GPU device: cuInit");
    if (!lck_gpu_worked(gpu, result, "cuInit") || !CALL(gpu, cuDeviceGetCount, &count))
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
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, gpu->device) ||
        !CALL(gpu, cuDeviceGetAttribute, &gpu->multiprocessors,
              CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, gpu->device))
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

int lck_gpu_multiprocessors(const lck_gpu *gpu)
{
    return gpu->multiprocessors;
}

/* ---- a run: a kernel, and those before it */

#define MOST_BEFORE 4

typedef struct {
    lck_gpu *gpu;
    const lck_kernel *kernel; /* the last one */
    size_t n;
    lck_launch launch[MOST_BEFORE + 1]; /* in their order */
    CUdeviceptr copy;                   /* of the first tensor */
    CUevent start, stop;
    double *sample;
} run_of;

static lck_launch *last(run_of *r)
{
    return &r->launch[r->n - 1];
}

static bool line_up(run_of *r)
{
    size_t n = 0;
    for (const lck_kernel *k = r->kernel; k; k = k->before)
        n++;
    if (n > MOST_BEFORE + 1)
        return lc_fail(r->kernel->ctx, LC_ERR_LIMIT, "%s: more than %d kernels before it",
                       r->kernel->name, MOST_BEFORE);
    r->n = n;
    for (const lck_kernel *k = r->kernel; k; k = k->before)
        r->launch[--n] = (lck_launch){.gpu = r->gpu, .kernel = k};
    return true;
}

static bool for_each(run_of *r, bool (*act)(lck_launch *l))
{
    for (size_t i = 0; i < r->n; i++)
        if (!act(&r->launch[i]))
            return false;
    return true;
}

static bool measure(run_of *r, const int64_t *size)
{
    for (size_t i = 0; i < r->n; i++)
        if (!lck_launch_measure(&r->launch[i], size))
            return false;
    return true;
}

/* ---- memory */

/* Memory of the device, of one byte where none is needed: an allocation cannot be empty. */
static bool allocate(lck_gpu *gpu, CUdeviceptr *out, size_t bytes)
{
    return CALL(gpu, cuMemAlloc, out, bytes > 0 ? bytes : 1);
}

static bool is_tensor(const lck_array *array)
{
    return array->role == LCK_READ || array->role == LCK_WRITTEN;
}

/* Arrays of the kernels before it are those of the last one that have their names. */
static void share(run_of *r)
{
    const lck_launch *to = last(r);
    for (size_t n = 0; n + 1 < r->n; n++)
        for (size_t i = 0; i < r->launch[n].kernel->narrays; i++)
            for (size_t j = 0; j < to->kernel->narrays; j++)
                if (strcmp(r->launch[n].kernel->array[i].name, to->kernel->array[j].name) == 0)
                    r->launch[n].at[i] = to->at[j];
}

static bool send(run_of *r, const lck_host_tensor *tensor)
{
    lck_gpu *gpu = r->gpu;
    lck_launch *l = last(r);
    for (size_t i = 0; i < l->kernel->narrays; i++) {
        const lck_array *array = &l->kernel->array[i];
        size_t n = l->bytes[i];
        if (array->role == LCK_SCALAR)
            memcpy(l->scalar[i], tensor[i].at, (size_t)array->element->bytes);
        else if (array->role != LCK_OF_BLOCK && !allocate(gpu, &l->at[i], n))
            return false;
        if (is_tensor(array) && n > 0 && !CALL(gpu, cuMemcpyHtoD, l->at[i], tensor[i].at, n))
            return false;
    }
    share(r);
    return true;
}

static bool fetch(run_of *r, const lck_host_tensor *tensor)
{
    const lck_gpu *gpu = r->gpu;
    const lck_launch *l = last(r);
    for (size_t i = 0; i < l->kernel->narrays; i++)
        if (l->kernel->array[i].role == LCK_WRITTEN && l->bytes[i] > 0 &&
            !CALL(gpu, cuMemcpyDtoH, tensor[i].at, l->at[i], l->bytes[i]))
            return false;
    return true;
}

/* ---- time */

static bool start_kernels(run_of *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (!lck_launch_start(&r->launch[i]))
            return false;
    return true;
}

/* The first tensor's bytes to a place of the same size. */
static bool start_copy(run_of *r)
{
    const lck_gpu *gpu = r->gpu;
    const lck_launch *l = last(r);
    return l->bytes[0] == 0 || CALL(gpu, cuMemcpyDtoDAsync, r->copy, l->at[0], l->bytes[0], NULL);
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

static bool run_once(run_of *r, bool (*start)(run_of *r))
{
    const lck_gpu *gpu = r->gpu;
    return start(r) && CALL(gpu, cuCtxSynchronize);
}

/* n times between two events each, after a run that is not timed. */
static bool time_runs(run_of *r, bool (*start)(run_of *r), unsigned n, double *milliseconds)
{
    const lck_gpu *gpu = r->gpu;
    for (unsigned i = 0; i < n; i++) {
        float elapsed = 0;
        if (!CALL(gpu, cuEventRecord, r->start, NULL) || !start(r) ||
            !CALL(gpu, cuEventRecord, r->stop, NULL) || !CALL(gpu, cuEventSynchronize, r->stop) ||
            !CALL(gpu, cuEventElapsedTime, &elapsed, r->start, r->stop))
            return false;
        r->sample[i] = (double)elapsed;
    }
    *milliseconds = n > 0 ? median(r->sample, n) : 0;
    return true;
}

static bool prepare_timing(run_of *r, unsigned n)
{
    const lck_gpu *gpu = r->gpu;
    r->sample = lc_alloc(r->kernel->ctx, n, sizeof *r->sample);
    return r->sample && CALL(gpu, cuEventCreate, &r->start, 0) &&
           CALL(gpu, cuEventCreate, &r->stop, 0);
}

/* The result has been fetched: the memory of all but the first tensor is given back for that of
 * the copy. */
static bool time_copy(run_of *r, unsigned n, double *milliseconds)
{
    lck_gpu *gpu = r->gpu;
    lck_launch *l = last(r);
    for (size_t i = 1; i < l->kernel->narrays; i++) {
        CUdeviceptr at = l->at[i];
        l->at[i] = 0;
        if (at && !CALL(gpu, cuMemFree, at))
            return false;
    }
    return allocate(gpu, &r->copy, l->bytes[0]) && run_once(r, start_copy) &&
           time_runs(r, start_copy, n, milliseconds);
}

/* ---- all of it */

static bool run(run_of *r, const int64_t *size, const lck_host_tensor *tensor,
                unsigned repetitions, lck_timing *timing)
{
    const lck_gpu *gpu = r->gpu;
    if (!line_up(r) || !measure(r, size) || !CALL(gpu, cuCtxSetCurrent, gpu->context) ||
        !for_each(r, lck_launch_load) || !send(r, tensor) || !for_each(r, lck_launch_encode) ||
        !prepare_timing(r, repetitions) || !run_once(r, start_kernels) || !fetch(r, tensor) ||
        !time_runs(r, start_kernels, repetitions, &timing->milliseconds))
        return false;
    return repetitions == 0 || time_copy(r, repetitions, &timing->copy_milliseconds);
}

/* Errors here are ignored: they were reported before, or no longer matter. */
static void release(run_of *r)
{
    const lck_driver *driver = &r->gpu->driver;
    if (r->start)
        driver->cuEventDestroy(r->start);
    if (r->stop)
        driver->cuEventDestroy(r->stop);
    for (size_t i = 0; r->n > 0 && i < r->kernel->narrays; i++)
        if (last(r)->at[i])
            driver->cuMemFree(last(r)->at[i]);
    if (r->copy)
        driver->cuMemFree(r->copy);
    for (size_t i = 0; i < r->n; i++)
        lck_launch_release(&r->launch[i]);
    free(r->sample);
}

bool lck_gpu_run(lck_gpu *gpu, const lck_kernel *kernel, const int64_t *size,
                 const lck_host_tensor *tensor, unsigned repetitions, lck_timing *timing)
{
    lck_timing unwanted;
    run_of r = {.gpu = gpu, .kernel = kernel};
    lc_ctx *own = gpu->ctx;
    timing = timing ? timing : &unwanted;
    *timing = (lck_timing){0};
    gpu->ctx = kernel->ctx;
    bool ok = run(&r, size, tensor, repetitions, timing);
    release(&r);
    gpu->ctx = own;
    return ok;
}
