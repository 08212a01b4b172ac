/* check_driver.c - what runs kernels on a GPU, against a driver that is none.
 *
 * The functions of CUDA are replaced by ones that keep memory on the host, launch kernels on
 * the built-in executor, count what is alive, and fail at a call of the test's choice. */
#include "config.h"

#include "../kernels/cuda-api.h"
#include "../kernels/execute.h"
#include "hand-kernels.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE_TEXT "extern \"C\" __global__ void"
#define A_FAILURE 2
#define COMPLAINT "line 3: no such thing"

/* ---- the driver that is none */

static struct {
    const lck_kernel *kernel;
    int calls, fail_at; /* the call that fails; 0: none */
    const char *failed; /* its name */
    int alive;          /* allocations, events, modules, contexts, programs */
    int launches, copies;
    unsigned int blocks, threads, shared_bytes;
    int asked_for_shared; /* bytes */
    int devices, init;
    bool refuses; /* to compile */
    char architecture[64];
} fake;

static int step(const char *name)
{
    if (++fake.calls != fake.fail_at)
        return CUDA_SUCCESS;
    fake.failed = name;
    return A_FAILURE;
}

#define STEP                                                                                     \
    do {                                                                                         \
        int result = step(__func__ + strlen("fake_"));                                           \
        if (result != CUDA_SUCCESS)                                                              \
            return result;                                                                       \
    } while (0)

/* A thing that must be released: one byte of memory, so that leaks are seen by tools too. */
static void *birth(size_t bytes)
{
    fake.alive++;
    void *thing = malloc(bytes);
    ck_assert_ptr_nonnull(thing);
    return thing;
}

/* What releases a thing releases it even when it says that it failed. */
static int death(const char *name, void *thing)
{
    fake.alive--;
    free(thing);
    return step(name);
}

static int fake_cuInit(unsigned int flags)
{
    ck_assert_uint_eq(flags, 0);
    STEP;
    return fake.init;
}
static int fake_cuGetErrorString(CUresult error, const char **text)
{
    *text = error == A_FAILURE ? "a failure on purpose" : NULL;
    return error == A_FAILURE ? CUDA_SUCCESS : 1;
}
static int fake_cuDeviceGetCount(int *count)
{
    STEP;
    *count = fake.devices;
    return CUDA_SUCCESS;
}
static int fake_cuDeviceGet(CUdevice *device, int ordinal)
{
    STEP;
    ck_assert_int_eq(ordinal, 0);
    *device = 7;
    return CUDA_SUCCESS;
}
static int fake_cuDeviceGetName(char *name, int room, CUdevice device)
{
    STEP;
    ck_assert_int_eq(device, 7);
    snprintf(name, (size_t)room, "Fake GPU");
    return CUDA_SUCCESS;
}
static int fake_cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    STEP;
    ck_assert_int_eq(device, 7);
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 9 : 0;
    return CUDA_SUCCESS;
}
static int fake_cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    STEP;
    ck_assert_int_eq(device, 7);
    fake.alive++;
    *out = (CUcontext)&fake;
    return CUDA_SUCCESS;
}
static int fake_cuDevicePrimaryCtxRelease(CUdevice device)
{
    ck_assert_int_eq(device, 7);
    fake.alive--;
    return step("cuDevicePrimaryCtxRelease");
}
static int fake_cuCtxSetCurrent(CUcontext context)
{
    STEP;
    ck_assert_ptr_eq(context, &fake);
    return CUDA_SUCCESS;
}
static int fake_cuCtxSynchronize(void)
{
    STEP;
    return CUDA_SUCCESS;
}
static int fake_cuModuleLoadData(CUmodule *out, const void *image)
{
    STEP;
    ck_assert_mem_eq(image, "cubin", 5);
    *out = birth(1);
    return CUDA_SUCCESS;
}
static int fake_cuModuleUnload(CUmodule module)
{
    return death("cuModuleUnload", module);
}
static int fake_cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    STEP;
    ck_assert_ptr_nonnull(module);
    ck_assert_str_eq(name, fake.kernel->name);
    *out = (CUfunction)module;
    return CUDA_SUCCESS;
}
static int fake_cuFuncSetAttribute(CUfunction f, int attribute, int value)
{
    STEP;
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(attribute, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    fake.asked_for_shared = value;
    return CUDA_SUCCESS;
}

/* Arguments as the kernel's signature has them; the executor does the rest. */
static int fake_cuLaunchKernel(CUfunction f, unsigned int grid_x, unsigned int grid_y,
                               unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                               unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                               void **arguments, void **extra)
{
    STEP;
    const lck_kernel *k = fake.kernel;
    int64_t size[8];
    lck_stop stop;
    ck_assert(f && !stream && !extra);
    ck_assert(grid_y == 1 && grid_z == 1 && block_y == 1 && block_z == 1);
    for (size_t i = 0; i < k->nsizes; i++)
        size[i] = k->size[i].wide ? *(long long *)arguments[i + 2] : *(int *)arguments[i + 2];
    CUdeviceptr source = *(CUdeviceptr *)arguments[0], to = *(CUdeviceptr *)arguments[1];
    bool ran = lck_execute_copy(k, size, (void *)(uintptr_t)source, (void *)(uintptr_t)to, NULL,
                                &stop);
    ck_assert_msg(ran, "%s", stop.message);
    fake.launches++;
    fake.blocks = grid_x;
    fake.threads = block_x;
    fake.shared_bytes = shared_bytes;
    return CUDA_SUCCESS;
}
static int fake_cuMemAlloc(CUdeviceptr *out, size_t bytes)
{
    STEP;
    ck_assert_uint_gt(bytes, 0); /* an error of the real one */
    *out = (CUdeviceptr)(uintptr_t)birth(bytes);
    return CUDA_SUCCESS;
}
static int fake_cuMemFree(CUdeviceptr at)
{
    return death("cuMemFree", (void *)(uintptr_t)at);
}
static int fake_cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    STEP;
    memcpy((void *)(uintptr_t)to, from, bytes);
    return CUDA_SUCCESS;
}
static int fake_cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    STEP;
    memcpy(to, (void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}
static int fake_cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    STEP;
    ck_assert_ptr_null(stream);
    memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
    fake.copies++;
    return CUDA_SUCCESS;
}
static int fake_cuEventCreate(CUevent *out, unsigned int flags)
{
    STEP;
    ck_assert_uint_eq(flags, 0);
    *out = birth(1);
    return CUDA_SUCCESS;
}
static int fake_cuEventDestroy(CUevent event)
{
    return death("cuEventDestroy", event);
}
static int fake_cuEventRecord(CUevent event, CUstream stream)
{
    STEP;
    ck_assert(event && !stream);
    return CUDA_SUCCESS;
}
static int fake_cuEventSynchronize(CUevent event)
{
    STEP;
    ck_assert_ptr_nonnull(event);
    return CUDA_SUCCESS;
}
/* Kernels take 5, 1, 4, 2, 3 ms and so on; copies as long. */
static int fake_cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    static const float order[] = {5, 1, 4, 2, 3};
    static int next;
    STEP;
    ck_assert(from && to && from != to);
    *milliseconds = order[next++ % 5];
    return CUDA_SUCCESS;
}

static int fake_nvrtcCreateProgram(nvrtcProgram *out, const char *source, const char *name,
                                   int nheaders, const char *const *headers,
                                   const char *const *include_names)
{
    STEP;
    ck_assert_ptr_nonnull(strstr(source, SOURCE_TEXT));
    ck_assert_ptr_nonnull(strstr(name, ".cu"));
    ck_assert(nheaders == 0 && !headers && !include_names);
    *out = birth(1);
    return NVRTC_SUCCESS;
}
static int fake_nvrtcDestroyProgram(nvrtcProgram *program)
{
    return death("nvrtcDestroyProgram", *program);
}
static int fake_nvrtcCompileProgram(nvrtcProgram program, int noptions,
                                    const char *const *options)
{
    STEP;
    ck_assert(program && noptions == 1);
    snprintf(fake.architecture, sizeof fake.architecture, "%s", options[0]);
    return fake.refuses ? 6 : NVRTC_SUCCESS;
}
static int fake_nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    *size = strlen(fake.refuses ? COMPLAINT : "") + 1;
    return NVRTC_SUCCESS;
}
static int fake_nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    strcpy(log, fake.refuses ? COMPLAINT : "");
    return NVRTC_SUCCESS;
}
static int fake_nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    *size = 5;
    return NVRTC_SUCCESS;
}
static int fake_nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    memcpy(cubin, "cubin", 5);
    return NVRTC_SUCCESS;
}
static const char *fake_nvrtcGetErrorString(nvrtcResult result)
{
    return result == 6 ? "NVRTC_ERROR_COMPILATION" : "a failure on purpose";
}

#define ENTRY(member, symbol, parameters) .member = fake_##member,
static const lck_driver driver = {LCK_DRIVER_FUNCTIONS(ENTRY)};
static const lck_nvrtc nvrtc = {
    LCK_NVRTC_FUNCTIONS(ENTRY).nvrtcGetErrorString = fake_nvrtcGetErrorString};

/* ---- runs on it */

static lc_ctx *ctx;

static void begin(void)
{
    memset(&fake, 0, sizeof fake);
    fake.devices = 1;
    ctx = lc_ctx_new();
}

static void end(void)
{
    ck_assert_int_eq(fake.alive, 0);
    lc_ctx_free(ctx);
}

static void bits(unsigned char *out, size_t n, unsigned state)
{
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        out[i] = (unsigned char)(state >> 24);
    }
}

/* M x N floats, transposed: does the destination hold what it should? */
static bool transposes(lck_gpu *gpu, int64_t m, int64_t n, unsigned repetitions,
                       lck_timing *timing)
{
    const int64_t size[] = {m, n};
    size_t elements = (size_t)(m * n);
    float *source = malloc(sizeof *source * (elements + 1));
    float *destination = malloc(sizeof *source * (elements + 1));
    ck_assert(source && destination);
    bits((unsigned char *)source, sizeof *source * elements, 1);
    bits((unsigned char *)destination, sizeof *source * elements, 2);
    bool ok = lck_gpu_run_copy(gpu, fake.kernel, size, source, destination, repetitions, timing);
    for (int64_t i = 0; ok && i < m; i++)
        for (int64_t j = 0; j < n; j++)
            ck_assert_mem_eq(&destination[j * m + i], &source[i * n + j], sizeof *source);
    free(source);
    free(destination);
    return ok;
}

START_TEST(runs_and_times)
{
    lck_timing timing = {-1, -1};
    begin();
    lck_kernel *k = hand_transpose(ctx, "f32", false, NO_FAULT);
    fake.kernel = k;
    lck_gpu *gpu = lck_gpu_open_with(ctx, &driver, &nvrtc);
    ck_assert_msg(gpu != NULL, "%s", lc_ctx_message(ctx));
    ck_assert_str_eq(lck_gpu_name(gpu), "Fake GPU, sm_90");
    ck_assert_msg(transposes(gpu, 100, 37, 5, &timing), "%s", lc_ctx_message(ctx));
    ck_assert_str_eq(fake.architecture, "--gpu-architecture=sm_90");
    ck_assert_uint_eq(fake.blocks, 8);
    ck_assert_uint_eq(fake.threads, 256);
    ck_assert_uint_eq(fake.shared_bytes, 0);
    ck_assert_int_eq(fake.asked_for_shared, 0);
    ck_assert_int_eq(fake.launches, 6);
    ck_assert_int_eq(fake.copies, 6);
    ck_assert_double_eq(timing.milliseconds, 3);
    ck_assert_double_eq(timing.copy_milliseconds, 3);
    ck_assert(transposes(gpu, 1, 1, 0, &timing)); /* nothing is timed */
    ck_assert_double_eq(timing.milliseconds, 0);
    ck_assert_double_eq(timing.copy_milliseconds, 0);
    ck_assert_int_eq(fake.launches, 7);
    ck_assert(transposes(gpu, 3, 5, 4, NULL));
    lck_gpu_close(gpu);
    lck_kernel_free(k);
    end();
}
END_TEST

/* More shared memory than a kernel has without asking. */
START_TEST(asks_for_shared_memory)
{
    enum { N = 2 * 16384 };
    const int64_t size[] = {N};
    static float source[N], destination[N];
    begin();
    lck_kernel *k = hand_staged(ctx, "f32", 4, 16384);
    fake.kernel = k;
    lck_gpu *gpu = lck_gpu_open_with(ctx, &driver, &nvrtc);
    bits((unsigned char *)source, sizeof source, 3);
    ck_assert(lck_gpu_run_copy(gpu, k, size, source, destination, 0, NULL));
    ck_assert_mem_eq(source, destination, sizeof source);
    ck_assert_int_eq(fake.asked_for_shared, 65536);
    ck_assert_uint_eq(fake.shared_bytes, 65536);
    ck_assert_uint_eq(fake.blocks, 2);
    lck_gpu_close(gpu);
    lck_kernel_free(k);
    end();
}
END_TEST

/* Sizes of 64 bits are passed as such. */
START_TEST(passes_wide_sizes)
{
    enum { N = 100 };
    const int64_t size[] = {N, (INT64_C(1) << 35) + 7};
    int64_t source[N], destination[N];
    begin();
    lck_kernel *k = hand_gather(ctx, "int64", WIDE_SIZE);
    fake.kernel = k;
    lck_gpu *gpu = lck_gpu_open_with(ctx, &driver, &nvrtc);
    for (int i = 0; i < N; i++)
        source[i] = i;
    ck_assert_msg(lck_gpu_run_copy(gpu, k, size, source, destination, 0, NULL), "%s",
                  lc_ctx_message(ctx));
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(destination[i], i * size[1] % N);
    lck_gpu_close(gpu);
    lck_kernel_free(k);
    end();
}
END_TEST

/* No elements, no blocks: nothing is launched or copied, and no allocation is empty. */
START_TEST(runs_on_nothing)
{
    const int64_t size[] = {0};
    lck_timing timing;
    begin();
    lck_kernel *k = lck_kernel_of_copy(ctx, "nothing", lck_element_find("f32"), 32, 1);
    lck_kernel_size(k, "n", 0, 10, false);
    fake.kernel = k;
    lck_gpu *gpu = lck_gpu_open_with(ctx, &driver, &nvrtc);
    ck_assert_msg(lck_gpu_run_copy(gpu, k, size, NULL, NULL, 3, &timing), "%s",
                  lc_ctx_message(ctx));
    ck_assert_int_eq(fake.launches, 0);
    ck_assert_int_eq(fake.copies, 0);
    lck_gpu_close(gpu);
    lck_kernel_free(k);
    end();
}
END_TEST

START_TEST(refuses_sizes)
{
    static const int64_t outside[] = {0}, wrong[] = {100}, right[] = {256};
    float source[256] = {0}, destination[256] = {0};
    begin();
    lck_kernel *k = hand_staged(ctx, "f32", 1, 128);
    fake.kernel = k;
    lck_gpu *gpu = lck_gpu_open_with(ctx, &driver, &nvrtc);
    ck_assert(!lck_gpu_run_copy(gpu, k, outside, source, destination, 0, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "does not admit n = 0"));
    ck_assert(!lck_gpu_run_copy(gpu, k, wrong, source, destination, 0, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "expected"));
    ck_assert_int_eq(fake.launches, 0);
    ck_assert(lck_gpu_run_copy(gpu, k, right, source, destination, 0, NULL));
    lck_gpu_close(gpu);
    lck_kernel_free(k);
    end();
}
END_TEST

/* Opens, runs, closes, with every call failing in turn: the error names it, and all that was
 * made is released. */
START_TEST(every_call_fails)
{
    int failures = 0;
    for (int at = 1;; at++) {
        begin();
        lck_kernel *k = hand_staged(ctx, "f32", 4, 16384);
        static float source[16384], destination[16384];
        const int64_t size[] = {16384};
        fake.kernel = k;
        fake.fail_at = at;
        lck_gpu *gpu = lck_gpu_open_with(ctx, &driver, &nvrtc);
        bool ok = gpu && lck_gpu_run_copy(gpu, k, size, source, destination, 2, NULL);
        if (!ok) {
            failures++;
            ck_assert_ptr_nonnull(fake.failed);
            ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INTERNAL);
            ck_assert_msg(strstr(lc_ctx_message(ctx), fake.failed) != NULL, "%s fails: %s",
                          fake.failed, lc_ctx_message(ctx));
            ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "a failure on purpose"));
        } else if (fake.failed) { /* what releases things has no one to tell */
            ck_assert(strstr("nvrtcDestroyProgram cuEventDestroy cuMemFree cuModuleUnload",
                             fake.failed) != NULL);
        }
        bool reached = fake.failed != NULL;
        lck_gpu_close(gpu);
        lck_kernel_free(k);
        end();
        if (!reached)
            break;
    }
    ck_assert_int_ge(failures, 40);
}
END_TEST

START_TEST(compiler_refuses)
{
    static const int64_t size[] = {4, 4};
    float source[16] = {0}, destination[16] = {0};
    begin();
    lck_kernel *k = hand_transpose(ctx, "f32", false, NO_FAULT);
    fake.kernel = k;
    fake.refuses = true;
    lck_gpu *gpu = lck_gpu_open_with(ctx, &driver, &nvrtc);
    ck_assert(!lck_gpu_run_copy(gpu, k, size, source, destination, 0, NULL));
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), COMPLAINT));
    fake.fail_at = fake.calls + 4; /* set current, create, compile, the size of the log */
    ck_assert(!lck_gpu_run_copy(gpu, k, size, source, destination, 0, NULL));
    ck_assert_str_eq(fake.failed, "nvrtcGetProgramLogSize");
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "NVRTC_ERROR_COMPILATION"));
    lck_gpu_close(gpu);
    lck_kernel_free(k);
    end();
}
END_TEST

static void does_not_open(lc_code code, const char *what)
{
    ck_assert_ptr_null(lck_gpu_open_with(ctx, &driver, &nvrtc));
    ck_assert_int_eq(lc_ctx_code(ctx), code);
    ck_assert_msg(strstr(lc_ctx_message(ctx), what) != NULL, "%s", lc_ctx_message(ctx));
    end();
}

START_TEST(says_that_there_is_no_device)
{
    begin();
    fake.devices = 0;
    does_not_open(LC_ERR_NO_VALUE, "no GPU device");
    begin();
    fake.init = CUDA_ERROR_NO_DEVICE;
    does_not_open(LC_ERR_NO_VALUE, "no GPU device: cuInit");
    begin();
    fake.init = CUDA_ERROR_STUB_LIBRARY;
    does_not_open(LC_ERR_NO_VALUE, "no GPU device: cuInit");
    begin();
    fake.init = 999;
    does_not_open(LC_ERR_INTERNAL, "cuInit: an unknown error (999)");
}
END_TEST

/* The real libraries: a GPU, or what is missing. */
START_TEST(opens_or_says_what_is_missing)
{
    lc_ctx *real = lc_ctx_new();
    lck_gpu *gpu = lck_gpu_open(real);
    if (gpu)
        ck_assert_ptr_nonnull(strstr(lck_gpu_name(gpu), ", sm_"));
    else {
        const char *message = lc_ctx_message(real);
        ck_assert_int_eq(lc_ctx_code(real), LC_ERR_NO_VALUE);
        ck_assert_msg(strstr(message, "libcuda.so.1") || strstr(message, "libnvrtc") ||
                          strstr(message, "no GPU device"),
                      "%s", message);
    }
    lck_gpu_close(gpu);
    lc_ctx_free(real);
}
END_TEST

SUITE_MAIN("driver", runs_and_times, asks_for_shared_memory, passes_wide_sizes, runs_on_nothing,
           refuses_sizes, every_call_fails, compiler_refuses, says_that_there_is_no_device,
           opens_or_says_what_is_missing)
