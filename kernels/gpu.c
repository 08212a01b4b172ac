/* gpu.c - kernels on a GPU. */
#include "config.h"

#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda-api.h"
#include "emitter.h"

#define MAX_REPETITIONS 1000

struct lck_gpu {
    lc_ctx *ctx;
    lck_cuda_api cuda;
    int device, major, minor;
    bool retained;
    char name[160];
};

/* ---- compiling ---- */

static void *no_code(lc_ctx *ctx, const lck_nvrtc_api *rtc, lck_nvrtc_program program,
                     const char *name, int status)
{
    size_t length = 0;
    char *log = rtc->nvrtcGetProgramLogSize(program, &length) == 0 ? malloc(length + 1) : NULL;
    if (log && rtc->nvrtcGetProgramLog(program, log) == 0)
        log[length] = '\0';
    lc_fail(ctx, LC_ERR_INTERNAL, "%s does not compile: %s: %.400s", name,
            rtc->nvrtcGetErrorString(status), log ? log : "");
    free(log);
    return NULL;
}

static void *machine_code(lc_ctx *ctx, const lck_nvrtc_api *rtc, lck_nvrtc_program program,
                          const char *name, const char *target, size_t *length)
{
    const char *const options[] = {target, "--std=c++17"};
    int status = rtc->nvrtcCompileProgram(program, 2, options);
    if (status == 0)
        status = rtc->nvrtcGetCUBINSize(program, length);
    if (status != 0)
        return no_code(ctx, rtc, program, name, status);
    void *code = lc_alloc(ctx, *length, 1);
    if (code && (status = rtc->nvrtcGetCUBIN(program, code)) != 0) {
        free(code);
        return no_code(ctx, rtc, program, name, status);
    }
    return code;
}

void *lck_compile(lc_ctx *ctx, const char *source, const char *name, int major, int minor,
                  size_t *length)
{
    lck_nvrtc_api rtc;
    lck_nvrtc_program program = NULL;
    char target[64];
    void *code = NULL;
    if (!lck_nvrtc_open(ctx, &rtc))
        return NULL;
    snprintf(target, sizeof target, "--gpu-architecture=sm_%d%d", major, minor);
    int status = rtc.nvrtcCreateProgram(&program, source, name, 0, NULL, NULL);
    if (status == 0)
        code = machine_code(ctx, &rtc, program, name, target, length);
    else
        lc_fail(ctx, LC_ERR_INTERNAL, "nvrtcCreateProgram: %s", rtc.nvrtcGetErrorString(status));
    if (program)
        rtc.nvrtcDestroyProgram(&program);
    lck_nvrtc_close(&rtc);
    return code;
}

/* ---- the device ---- */

/* Status 0, or an error with the name of the call. */
static bool done(lck_gpu *gpu, int status, const char *call)
{
    const char *text = NULL;
    if (status == 0)
        return true;
    if (gpu->cuda.cuGetErrorString(status, &text) != 0 || !text)
        text = "an unknown error";
    lc_fail(gpu->ctx, LC_ERR_INTERNAL, "%s: %s", call, text);
    return false;
}

#define DO(gpu, call, ...) done(gpu, (gpu)->cuda.call(__VA_ARGS__), #call)

static bool open_device(lck_gpu *gpu)
{
    int count = 0;
    char name[128] = "";
    lck_cu_handle context;
    if (gpu->cuda.cuInit(0) != 0 || gpu->cuda.cuDeviceGetCount(&count) != 0 || count == 0) {
        lc_fail(gpu->ctx, LC_ERR_NO_VALUE, "no GPU: the driver finds no device");
        return false;
    }
    if (!DO(gpu, cuDeviceGet, &gpu->device, 0) ||
        !DO(gpu, cuDeviceGetName, name, (int)sizeof name, gpu->device) ||
        !DO(gpu, cuDeviceGetAttribute, &gpu->major, LCK_CU_MAJOR, gpu->device) ||
        !DO(gpu, cuDeviceGetAttribute, &gpu->minor, LCK_CU_MINOR, gpu->device) ||
        !DO(gpu, cuDevicePrimaryCtxRetain, &context, gpu->device))
        return false;
    gpu->retained = true;
    snprintf(gpu->name, sizeof gpu->name, "%s, sm_%d%d", name, gpu->major, gpu->minor);
    return DO(gpu, cuCtxSetCurrent, context);
}

lck_gpu *lck_gpu_open(lc_ctx *ctx)
{
    lck_gpu *gpu = lc_alloc(ctx, 1, sizeof *gpu);
    if (!gpu)
        return NULL;
    gpu->ctx = ctx;
    if (lck_cuda_open(ctx, &gpu->cuda) && open_device(gpu))
        return gpu;
    lck_gpu_close(gpu);
    return NULL;
}

void lck_gpu_close(lck_gpu *gpu)
{
    if (!gpu)
        return;
    if (gpu->retained)
        gpu->cuda.cuDevicePrimaryCtxRelease(gpu->device);
    lck_cuda_close(&gpu->cuda);
    free(gpu);
}

const char *lck_gpu_name(const lck_gpu *gpu)
{
    return gpu->name;
}

/* ---- a run ---- */

typedef struct {
    lck_gpu *gpu;
    const lck_kernel *kernel;
    const int64_t *size;
    size_t source_bytes, destination_bytes;
    int64_t blocks;
    lck_cu_handle module, function, begin, end;
    lck_cu_address source, destination;
} launch;

static bool measure(launch *l)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, source, destination;
    const lck_kernel *kernel = l->kernel;
    size_t bytes = (size_t)kernel->element->bytes;
    for (size_t i = 0; i < kernel->nsizes; i++)
        env[kernel->size[i].var->slot] = l->size[i];
    if (!lc_expr_at(kernel->source_extent, env, &source) ||
        !lc_expr_at(kernel->destination_extent, env, &destination) ||
        !lc_expr_at(kernel->blocks, env, &l->blocks) || l->blocks > INT32_MAX) {
        lc_fail(kernel->ctx, LC_ERR_LIMIT, "sizes that are too large for a launch");
        return false;
    }
    l->source_bytes = (size_t)source * bytes;
    l->destination_bytes = (size_t)destination * bytes;
    return true;
}

static bool load(launch *l)
{
    lck_gpu *gpu = l->gpu;
    size_t length = 0;
    char *text = lck_emit(l->kernel, LCK_DEVICE_ONLY);
    void *code = text ? lck_compile(gpu->ctx, text, l->kernel->name, gpu->major, gpu->minor,
                                    &length)
                      : NULL;
    bool ok = code && DO(gpu, cuModuleLoadData, &l->module, code) &&
              DO(gpu, cuModuleGetFunction, &l->function, l->module, l->kernel->name);
    free(code);
    free(text);
    return ok;
}

/* Bytes that a launch asks for; those of a small tile are part of the kernel. */
static unsigned dynamic_shared(const lck_kernel *kernel)
{
    int64_t bytes = kernel->shared * kernel->element->bytes;
    return bytes > LCK_STATIC_SHARED ? (unsigned)bytes : 0;
}

static bool prepare(launch *l, const void *source, const void *destination)
{
    lck_gpu *gpu = l->gpu;
    unsigned shared = dynamic_shared(l->kernel);
    return load(l) &&
           (shared == 0 ||
            DO(gpu, cuFuncSetAttribute, l->function, LCK_CU_DYNAMIC_SHARED, (int)shared)) &&
           DO(gpu, cuMemAlloc, &l->source, l->source_bytes + 1) &&
           DO(gpu, cuMemAlloc, &l->destination, l->destination_bytes + 1) &&
           DO(gpu, cuMemcpyHtoD, l->source, source, l->source_bytes) &&
           DO(gpu, cuMemcpyHtoD, l->destination, destination, l->destination_bytes) &&
           DO(gpu, cuEventCreate, &l->begin, 0) && DO(gpu, cuEventCreate, &l->end, 0);
}

static bool start(launch *l)
{
    const lck_kernel *kernel = l->kernel;
    int narrow[16];
    long long wide[16];
    void *argument[18] = {&l->source, &l->destination};
    for (size_t i = 0; i < kernel->nsizes && i < 16; i++) {
        narrow[i] = (int)l->size[i];
        wide[i] = l->size[i];
        argument[i + 2] = kernel->size[i].wide ? (void *)&wide[i] : (void *)&narrow[i];
    }
    lck_gpu *gpu = l->gpu;
    return l->blocks == 0 ||
           DO(gpu, cuLaunchKernel, l->function, (unsigned)l->blocks, 1, 1,
              (unsigned)kernel->threads, 1, 1, dynamic_shared(kernel), NULL, argument, NULL);
}

static bool copy(launch *l)
{
    lck_gpu *gpu = l->gpu;
    size_t bytes = l->source_bytes < l->destination_bytes ? l->source_bytes
                                                          : l->destination_bytes;
    return DO(gpu, cuMemcpyDtoDAsync, l->destination, l->source, bytes, NULL);
}

static int by_time(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The median of so many runs, each between two events. */
static bool time_runs(launch *l, bool (*run)(launch *l), unsigned repetitions, double *median)
{
    lck_gpu *gpu = l->gpu;
    float time[MAX_REPETITIONS];
    for (unsigned i = 0; i < repetitions; i++)
        if (!DO(gpu, cuEventRecord, l->begin, NULL) || !run(l) ||
            !DO(gpu, cuEventRecord, l->end, NULL) || !DO(gpu, cuEventSynchronize, l->end) ||
            !DO(gpu, cuEventElapsedTime, &time[i], l->begin, l->end))
            return false;
    qsort(time, repetitions, sizeof *time, by_time);
    *median = repetitions > 0 ? time[repetitions / 2] : 0;
    return true;
}

static void release(launch *l)
{
    lck_cuda_api *cuda = &l->gpu->cuda;
    if (l->begin)
        cuda->cuEventDestroy(l->begin);
    if (l->end)
        cuda->cuEventDestroy(l->end);
    if (l->source)
        cuda->cuMemFree(l->source);
    if (l->destination)
        cuda->cuMemFree(l->destination);
    if (l->module)
        cuda->cuModuleUnload(l->module);
}

bool lck_gpu_run(lck_gpu *gpu, const lck_kernel *kernel, const int64_t *size,
                 const void *source, void *destination, unsigned repetitions,
                 lck_timing *timing)
{
    launch l = {.gpu = gpu, .kernel = kernel, .size = size};
    lck_timing times = {0};
    if (repetitions > MAX_REPETITIONS)
        repetitions = MAX_REPETITIONS;
    bool ok = measure(&l) && prepare(&l, source, destination) && start(&l) &&
              DO(gpu, cuCtxSynchronize) &&
              DO(gpu, cuMemcpyDtoH, destination, l.destination, l.destination_bytes) &&
              time_runs(&l, start, repetitions, &times.milliseconds) &&
              time_runs(&l, copy, repetitions, &times.copy_milliseconds);
    release(&l);
    if (ok && timing)
        *timing = times;
    return ok;
}
