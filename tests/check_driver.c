/* check_driver.c - what runs kernels on a GPU, against a driver that is none (fake-driver.h). */
#include "config.h"

#include "../kernels/emit/emitter.h"
#include "fake-driver.h"
#include "hand-kernels.h"
#include "hand-products.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static lc_ctx *ctx;
static lck_kernel *kernel;
static lck_gpu *gpu;

static void begin(void)
{
    memset(&fake, 0, sizeof fake);
    fake.devices = 1;
    ctx = lc_ctx_new();
    gpu = NULL;
    kernel = NULL;
}

/* The kernel, and a GPU for it; NULL where a call has failed. */
static bool open_gpu(lck_kernel *of)
{
    fake.kernel = kernel = of;
    gpu = lck_gpu_open_with(ctx, &fake_driver, &fake_nvrtc);
    return gpu != NULL;
}

static void end(void)
{
    lck_gpu_close(gpu);
    lck_kernel_free(kernel);
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
static bool transposes(int64_t m, int64_t n, unsigned repetitions, lck_timing *timing)
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

TEST(runs_and_times)
{
    lck_timing timing = {-1, -1};
    begin();
    open_gpu(hand_transpose(ctx, "f32", false, NO_FAULT));
    ck_assert_msg(gpu != NULL, "%s", lc_ctx_message(ctx));
    ck_assert_str_eq(lck_gpu_name(gpu), "Fake GPU, sm_90");
    ck_assert_msg(transposes(100, 37, 5, &timing), "%s", lc_ctx_message(ctx));
    ck_assert_str_eq(fake.architecture, "--gpu-architecture=sm_90");
    ck_assert_uint_eq(fake.blocks, 8);
    ck_assert_uint_eq(fake.threads, 256);
    ck_assert_uint_eq(fake.shared_bytes, 0);
    ck_assert_int_eq(fake.asked_for_shared, 0);
    ck_assert_int_eq(fake.launches, 6);
    ck_assert_int_eq(fake.copies, 6);
    ck_assert_double_eq(timing.milliseconds, 3);
    ck_assert_double_eq(timing.copy_milliseconds, 3);
    ck_assert(transposes(1, 1, 0, &timing)); /* nothing is timed */
    ck_assert_double_eq(timing.milliseconds, 0);
    ck_assert_double_eq(timing.copy_milliseconds, 0);
    ck_assert_int_eq(fake.launches, 7);
    ck_assert(transposes(3, 5, 4, NULL));
    end();
}

/* More shared memory than a kernel has without asking. */
TEST(asks_for_shared_memory)
{
    enum { N = 2 * 16384 };
    const int64_t size[] = {N};
    static float source[N], destination[N];
    begin();
    open_gpu(hand_staged(ctx, "f32", 4, 16384));
    bits((unsigned char *)source, sizeof source, 3);
    ck_assert(lck_gpu_run_copy(gpu, kernel, size, source, destination, 0, NULL));
    ck_assert_mem_eq(source, destination, sizeof source);
    ck_assert_int_eq(fake.asked_for_shared, 65536);
    ck_assert_uint_eq(fake.shared_bytes, 65536);
    ck_assert_uint_eq(fake.blocks, 2);
    end();
}

/* Sizes of 64 bits are passed as such. */
TEST(passes_wide_sizes)
{
    enum { N = 100 };
    const int64_t size[] = {N, (INT64_C(1) << 35) + 7};
    int64_t source[N], destination[N];
    begin();
    open_gpu(hand_gather(ctx, "int64", WIDE_SIZE));
    for (int i = 0; i < N; i++)
        source[i] = i;
    ck_assert_msg(lck_gpu_run_copy(gpu, kernel, size, source, destination, 0, NULL), "%s",
                  lc_ctx_message(ctx));
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(destination[i], i * size[1] % N);
    end();
}

/* No elements, no blocks: nothing is launched or copied, and no allocation is empty. */
TEST(runs_on_nothing)
{
    const int64_t size[] = {0};
    lck_timing timing;
    begin();
    open_gpu(lck_kernel_of_copy(ctx, "nothing", lck_element_find("f32"), 32, 1));
    lck_kernel_size(kernel, "n", 0, 10, false);
    ck_assert_msg(lck_gpu_run_copy(gpu, kernel, size, NULL, NULL, 3, &timing), "%s",
                  lc_ctx_message(ctx));
    ck_assert_int_eq(fake.launches, 0);
    ck_assert_int_eq(fake.copies, 0);
    end();
}

TEST(refuses_sizes)
{
    static const int64_t outside[] = {0}, wrong[] = {100}, right[] = {256};
    float source[256] = {0}, destination[256] = {0};
    begin();
    open_gpu(hand_staged(ctx, "f32", 1, 128));
    ck_assert(!lck_gpu_run_copy(gpu, kernel, outside, source, destination, 0, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "does not admit n = 0"));
    ck_assert(!lck_gpu_run_copy(gpu, kernel, wrong, source, destination, 0, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "expected"));
    ck_assert_int_eq(fake.launches, 0);
    ck_assert(lck_gpu_run_copy(gpu, kernel, right, source, destination, 0, NULL));
    end();
}

/* ---- products */

#define M 70
#define N 50
#define K 20
static float product_a[M * (K + 3)], product_b[N * (K + 3)], product_c[M * N], product_bias[N];
static float alpha = 2, beta = 3;

static const lck_host_tensor product_tensors[LCK_MAX_ARRAYS] = {
    {product_a, NULL}, {product_b, NULL}, {product_c, NULL},
    {&alpha, NULL},    {&beta, NULL},     {product_bias, NULL}};

static const unsigned long long *map_at(void **arguments, int i)
{
    return ((const CUtensorMap *)arguments[i])->word;
}

/* Two tensor maps, c, bias, alpha, beta, the sizes. */
static void look_at_product(const lck_kernel *of, void **arguments)
{
    const unsigned long long *a = map_at(arguments, 0), *b = map_at(arguments, 1);
    ck_assert(of->nmaps == 2 && a[0] && b[0] && a[0] != b[0]);
    ck_assert(a[1] == K && a[2] == M && a[3] == 4 * K && a[4] == 16 && a[5] == 32 && a[6] == 0);
    ck_assert(b[1] == K && b[2] == N && b[3] == 4 * K);
    ck_assert_float_eq(*(float *)arguments[4], 2);
    ck_assert_float_eq(*(float *)arguments[5], 3);
    ck_assert(*(int *)arguments[6] == M && *(int *)arguments[7] == N &&
              *(int *)arguments[8] == K);
    for (int i = 0; i < M * N; i++)
        (*(float **)arguments[2])[i] += (*(float **)arguments[3])[i % N];
}

/* C is read, too: what is fetched is that of the first run. */
TEST(runs_a_product)
{
    static const int64_t size[] = {M, N, K};
    begin();
    fake.look = look_at_product;
    open_gpu(hand_tma_product(ctx, "gemm", LCK_RELU));
    ck_assert_int_eq(lck_gpu_multiprocessors(gpu), 3);
    for (int i = 0; i < N; i++)
        product_bias[i] = (float)i;
    for (int i = 0; i < M * N; i++)
        product_c[i] = 1;
    ck_assert_msg(lck_gpu_run(gpu, kernel, size, product_tensors, 2, NULL), "%s",
                  lc_ctx_message(ctx));
    for (int i = 0; i < M * N; i++)
        ck_assert_float_eq(product_c[i], 1 + (float)(i % N));
    ck_assert_str_eq(fake.architecture, "--gpu-architecture=sm_90a");
    ck_assert_int_eq(fake.launches, 3);
    ck_assert_uint_eq(fake.blocks, 6); /* 3 clusters, where 4 fit */
    ck_assert_uint_eq(fake.shared_bytes, (unsigned int)lck_dynamic_bytes(kernel));
    ck_assert_int_eq(fake.asked_for_shared, (int)lck_dynamic_bytes(kernel));
    ck_assert_int_eq(fake.encoded, 2);
    end();
}

/* Copies go first, to scratch of which the tensor maps are; each is run. */
static void look_at_scratch(const lck_kernel *of, void **arguments)
{
    static CUdeviceptr scratch[2];
    if (of->nmaps == 0) {
        bool a = strcmp(of->name, "gemm_a") == 0;
        scratch[!a] = *(CUdeviceptr *)arguments[1];
        fake_execute(of, arguments);
        return;
    }
    const unsigned long long *maps[] = {map_at(arguments, 0), map_at(arguments, 1)};
    for (int i = 0; i < 2; i++) {
        const float *rows = (const float *)(uintptr_t)maps[i][0];
        ck_assert(maps[i][0] == scratch[i] && maps[i][1] == K + 3 && maps[i][3] == 4 * (K + 4));
        for (int r = 0; r < (i ? N : M); r++)
            for (int c = 0; c < K + 3; c++)
                ck_assert_float_eq(rows[r * (K + 4) + c],
                                   (i ? product_b : product_a)[r * (K + 3) + c]);
    }
}

TEST(runs_copies_before)
{
    static const int64_t size[] = {M, N, K + 3};
    begin();
    fake.look = look_at_scratch;
    for (int i = 0; i < M * (K + 3); i++)
        product_a[i] = (float)i;
    for (int i = 0; i < N * (K + 3); i++)
        product_b[i] = (float)-i;
    open_gpu(hand_padded_product(ctx, "gemm", LCK_RELU));
    ck_assert_msg(lck_gpu_run(gpu, kernel, size, product_tensors, 1, NULL), "%s",
                  lc_ctx_message(ctx));
    ck_assert_int_eq(fake.launches, 6);
    end();
}

TEST(refuses_what_a_gpu_cannot_run)
{
    static const int64_t size[] = {M, N, K};
    begin();
    fake.kernel = kernel = hand_tma_product(ctx, "gemm", LCK_RELU);
    gpu = lck_gpu_open_with(ctx, &fake_old_driver, &fake_nvrtc);
    ck_assert(!lck_gpu_run(gpu, kernel, size, product_tensors, 0, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_NO_VALUE);
    ck_assert_str_eq(lc_ctx_message(ctx), "gemm needs a driver of CUDA 12 or later: libcuda.so.1 "
                                          "has no cuOccupancyMaxActiveClusters");
    kernel->architecture = 100;
    ck_assert(!lck_gpu_run(gpu, kernel, size, product_tensors, 0, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_NO_VALUE);
    ck_assert_str_eq(lc_ctx_message(ctx),
                     "gemm needs sm_100 or later: the GPU is Fake GPU, sm_90");
    end();
}

/* Opens, runs, closes, with every call failing in turn, for a copy, and for a product with copies
 * before it: the error names it, and all that was made is released. How many failed? */
static int fail_each_call(bool product)
{
    static float source[16384], destination[16384];
    static const int64_t sizes[] = {M, N, K + 3}, length[] = {16384};
    int failures = 0;
    bool reached = true;
    for (int at = 1; reached; at++) {
        begin();
        fake.fail_at = at;
        fake.look = product ? look_at_scratch : NULL;
        bool ok = open_gpu(product ? hand_padded_product(ctx, "gemm", LCK_RELU)
                                   : hand_staged(ctx, "f32", 4, 16384)) &&
                  (product ? lck_gpu_run(gpu, kernel, sizes, product_tensors, 1, NULL)
                           : lck_gpu_run_copy(gpu, kernel, length, source, destination, 2, NULL));
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
        reached = fake.failed != NULL;
        end();
    }
    return failures;
}

TEST(every_call_fails)
{
    ck_assert_int_ge(fail_each_call(false), 40);
    ck_assert_int_ge(fail_each_call(true), 60);
}

TEST(compiler_refuses)
{
    static const int64_t size[] = {4, 4};
    float source[16] = {0}, destination[16] = {0};
    begin();
    fake.refuses = true;
    open_gpu(hand_transpose(ctx, "f32", false, NO_FAULT));
    ck_assert(!lck_gpu_run_copy(gpu, kernel, size, source, destination, 0, NULL));
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), COMPLAINT));
    fake.fail_at = fake.calls + 4; /* set current, create, compile, the size of the log */
    ck_assert(!lck_gpu_run_copy(gpu, kernel, size, source, destination, 0, NULL));
    ck_assert_str_eq(fake.failed, "nvrtcGetProgramLogSize");
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "NVRTC_ERROR_COMPILATION"));
    end();
}

static void does_not_open(int devices, int init, lc_code code, const char *what)
{
    begin();
    fake.devices = devices;
    fake.init = init;
    ck_assert(!open_gpu(NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), code);
    ck_assert_msg(strstr(lc_ctx_message(ctx), what) != NULL, "%s", lc_ctx_message(ctx));
    end();
}

TEST(says_that_there_is_no_device)
{
    does_not_open(0, 0, LC_ERR_NO_VALUE, "no GPU device");
    does_not_open(1, CUDA_ERROR_NO_DEVICE, LC_ERR_NO_VALUE, "no GPU device: cuInit");
    does_not_open(1, CUDA_ERROR_STUB_LIBRARY, LC_ERR_NO_VALUE, "no GPU device: cuInit");
    does_not_open(1, 999, LC_ERR_INTERNAL, "cuInit: an unknown error (999)");
}

/* The real libraries: a GPU, or what is missing. */
TEST(opens_or_says_what_is_missing)
{
    lc_ctx *real = lc_ctx_new();
    lck_gpu *found = lck_gpu_open(real);
    if (found)
        ck_assert_ptr_nonnull(strstr(lck_gpu_name(found), ", sm_"));
    else {
        const char *message = lc_ctx_message(real);
        ck_assert_int_eq(lc_ctx_code(real), LC_ERR_NO_VALUE);
        ck_assert_msg(strstr(message, "libcuda.so.1") || strstr(message, "libnvrtc") ||
                          strstr(message, "no GPU device"),
                      "%s", message);
    }
    lck_gpu_close(found);
    lc_ctx_free(real);
}

SUITE_MAIN("driver", runs_and_times, asks_for_shared_memory, passes_wide_sizes, runs_on_nothing,
           refuses_sizes, runs_a_product, runs_copies_before, refuses_what_a_gpu_cannot_run,
           every_call_fails, compiler_refuses, says_that_there_is_no_device,
           opens_or_says_what_is_missing)
