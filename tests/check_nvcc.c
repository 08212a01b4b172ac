/* check_nvcc.c - what is emitted compiles with nvcc: without a warning, and without memory of
 * the thread (a stack frame) for its registers. Skipped where there is no nvcc. */
#include "config.h"

#include "../kernels/emit/emit.h"
#include "../lib/text.h"
#include "hand-kernels.h"
#include "hand-tensor.h"
#include "hand-products.h"
#include "process.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 300.0 /* seconds of processor time */

static const char *nvcc(void)
{
    const char *path = getenv("NVCC");
    return path && *path ? path : "nvcc";
}

/* Runs nvcc in a folder; what it printed, which the caller clears. */
static struct process run_nvcc(const char *dir, const char *const *arguments)
{
    struct process p = {0};
    char *argv[12] = {(char *)(size_t)nvcc()};
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 1] = (char *)(size_t)arguments[i];
    if (!process_start(&p, argv, dir, NULL, LIMIT) || process_wait(&p, 1) != &p)
        p.status = -1;
    return p;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_msg(file != NULL, "%s cannot be written", path);
    ck_assert(fputs(text, file) != EOF);
    ck_assert_int_eq(fclose(file), 0);
}

/* Every function that ptxas speaks of has no stack frame. */
static bool without_stack(const char *log)
{
    size_t frames = 0;
    for (const char *at = log; (at = strstr(at, "bytes stack frame")) != NULL; at++, frames++) {
        if (at < log + 2 || at[-1] != ' ' || at[-2] != '0' || (at > log + 2 && at[-3] != ' '))
            return false;
    }
    return frames > 0;
}

/* Compiles the text in a folder of its own, and frees it. */
static void compiles(char *text, const char *what, const char *arch, bool links)
{
    char dir[] = "check-nvcc.XXXXXX", source[64];
    ck_assert_ptr_nonnull(text);
    ck_assert(process_folder(dir));
    snprintf(source, sizeof source, "%s/kernel.cu", dir);
    write_file(source, text);
    free(text);
    const char *arguments[] = {arch,         "-Werror",   "all-warnings",
                               "-Xptxas",    "-v",        "-o",
                               "kernel.out", "kernel.cu", links ? NULL : "-cubin",
                               NULL};
    struct process p = run_nvcc(dir, arguments);
    ck_assert_msg(p.status == 0, "%s with %s: nvcc ends with %d:\n%.4000s%.4000s", what, arch,
                  p.status, p.out ? p.out : "", p.err ? p.err : "");
    ck_assert_msg(!strstr(p.err, "warning"), "%s with %s:\n%.3000s", what, arch, p.err);
    ck_assert_msg(!strstr(p.err, "setmaxnreg"), "%s with %s:\n%.3000s", what, arch, p.err);
    ck_assert_msg(!strstr(p.err, "serialized"), "%s with %s:\n%.3000s", what, arch, p.err);
    ck_assert_msg(without_stack(p.err), "%s with %s: a stack frame\n%.3000s", what, arch, p.err);
    process_clear(&p);
}

/* ---- the kernels */

static lck_kernel *copy(lc_ctx *ctx, const char *element, int width)
{
    return hand_copy(ctx, element, 256, width, 4, NO_FAULT);
}
static lck_kernel *repeated(lc_ctx *ctx, const char *element, int width)
{
    lck_kernel *k = copy(ctx, element, width);
    k->repeats = true;
    return k;
}
static lck_kernel *transpose(lc_ctx *ctx, const char *element, int wide)
{
    return hand_transpose(ctx, element, wide != 0, NO_FAULT);
}
static lck_kernel *registers(lc_ctx *ctx, const char *element, int width)
{
    return hand_register_transpose(ctx, element, width);
}
static lck_kernel *gather(lc_ctx *ctx, const char *element, int how)
{
    return hand_gather(ctx, element, (integers)how);
}
static lck_kernel *staged(lc_ctx *ctx, const char *element, int width)
{
    return hand_staged(ctx, element, width, 16384); /* 64 KiB of f32: dynamic */
}

static const struct {
    lck_kernel *(*make)(lc_ctx *ctx, const char *element, int argument);
    const char *element;
    int argument;
} kernels[] = {
    {copy, "f64", 2},         {copy, "f32", 4},        {copy, "bf16", 8},
    {copy, "int8", 16},       {copy, "uint8", 2},      {transpose, "int8", 0},
    {transpose, "f32", 1},    {registers, "int64", 2}, {registers, "f32", 2},
    {registers, "f32", 4},    {registers, "f16", 8},   {registers, "bf16", 4},
    {registers, "int8", 16},  {registers, "uint8", 8}, {registers, "int8", 4},
    {registers, "uint16", 2}, {gather, "uint32", 2},   {gather, "uint64", 3},
    {staged, "f32", 4},       {staged, "int8", 16},    {repeated, "int8", 1},
    {repeated, "f64", 1},
};
#define NKERNELS (int)(sizeof kernels / sizeof *kernels)

static lck_kernel *make(lc_ctx *ctx, int i)
{
    lck_kernel *k = kernels[i].make(ctx, kernels[i].element, kernels[i].argument);
    char *name = NULL;
    ck_assert(asprintf(&name, "%s_%s_%d", k->name, kernels[i].element, kernels[i].argument) > 0);
    free(k->name);
    k->name = name;
    return k;
}

static void add_kernel(lc_text *all, lck_kernel *k)
{
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    ck_assert_ptr_nonnull(text);
    lc_text_add(all, text);
    free(text);
    lck_kernel_free(k);
}

/* All of them in one file: most of nvcc's time goes into the headers of CUDA. */
static void all_kernels(const char *arch)
{
    lc_ctx *ctx = lc_ctx_new();
    lc_text all = {0};
    for (int i = 0; i < NKERNELS; i++)
        add_kernel(&all, make(ctx, i));
    add_kernel(&all, hand_product(ctx, "f32", NO_FAULT));
    compiles(lc_text_take(NULL, &all), "all kernels", arch, false);
    lc_ctx_free(ctx);
}

TEST(kernels_for_sm_90)
{
    all_kernels("-arch=sm_90");
}

TEST(kernels_for_sm_80)
{
    all_kernels("-arch=sm_80");
}

/* ---- tensor cores */

static const hand_atom mmas[] = {
    {"f16", "f16", "f32", 16, 8, 16, 0},     {"f16", "f16", "f16", 16, 8, 16, 0},
    {"bf16", "bf16", "f32", 16, 8, 16, 0},   {"bf16", "bf16", "f32", 16, 8, 8, 0},
    {"tf32", "tf32", "f32", 16, 8, 8, 0},    {"f32", "f32", "f32", 16, 8, 4, 0},
    {"int8", "int8", "int32", 16, 8, 32, 0}, {"int8", "uint8", "int32", 16, 8, 16, 0},
    {"f64", "f64", "f64", 8, 8, 4, 0},
};
static const hand_atom mmas_of_90[] = {
    {"e4m3", "e5m2", "f32", 16, 8, 32, 0},
    {"f64", "f64", "f64", 16, 8, 16, 0},
};
static const hand_atom wgmmas[] = {
    {"bf16", "bf16", "f32", 64, 8, 16, 0},     {"bf16", "bf16", "f32", 64, 256, 16, 6},
    {"f16", "f16", "f32", 64, 248, 16, 2},     {"f16", "f16", "f16", 64, 128, 16, 4},
    {"f16", "f16", "f16", 64, 256, 16, 1},     {"bf16", "bf16", "f32", 64, 192, 16, 5},
    {"tf32", "tf32", "f32", 64, 128, 8, 0},    {"f32", "f32", "f32", 64, 64, 8, 1},
    {"e4m3", "e5m2", "f32", 64, 128, 32, 0},   {"e5m2", "e4m3", "f32", 64, 40, 32, 1},
    {"int8", "uint8", "int32", 64, 96, 32, 0}, {"uint8", "uint8", "int32", 64, 24, 32, 1},
};
static const struct {
    const char *from, *to;
    int architecture; /* that it needs */
} conversions[] = {
    {"f32", "bf16", 0},  {"f32", "f16", 0},    {"f32", "tf32", 0},   {"f32", "int8", 0},
    {"f32", "uint8", 0}, {"f32", "int32", 0},  {"f32", "f64", 0},    {"f64", "f32", 0},
    {"int32", "f32", 0}, {"int32", "int8", 0}, {"int8", "int32", 0}, {"bf16", "f32", 0},
    {"f16", "f32", 0},   {"f16", "bf16", 0},   {"e5m2", "f32", 0},   {"int8", "f16", 0},
    {"f32", "e4m3", 89}, {"f32", "e5m2", 89},  {"e4m3", "f32", 89},  {"bf16", "e4m3", 89},
};
#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

static void add_products(lc_text *all, lc_ctx *ctx, const hand_atom *atoms, int n,
                         const char *what)
{
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s_%d", what, i);
        add_kernel(all, hand_mma(ctx, name, &atoms[i]));
    }
}

static void add_conversions(lc_text *all, lc_ctx *ctx, int architecture)
{
    for (int i = 0; i < COUNT(conversions); i++)
        for (int packed = 0; packed < 4; packed++) {
            const char *from = conversions[i].from, *to = conversions[i].to;
            bool f64 = strcmp(from, "f64") == 0 || strcmp(to, "f64") == 0;
            char name[32];
            if (conversions[i].architecture > architecture || (f64 && packed))
                continue;
            snprintf(name, sizeof name, "convert_%d_%d", i, packed);
            add_kernel(all, hand_convert(ctx, name, from, to, packed, architecture));
        }
}

TEST_CTX(tensor_cores_of_sm_90a)
{
    lc_text all = {0};
    add_kernel(&all, hand_wgmma(ctx));
    add_kernel(&all, hand_matrices(ctx));
    add_kernel(&all, hand_boxes(ctx));
    add_kernel(&all, hand_registers(ctx));
    add_products(&all, ctx, mmas, COUNT(mmas), "mma");
    add_products(&all, ctx, mmas_of_90, COUNT(mmas_of_90), "mma_of_90");
    add_products(&all, ctx, wgmmas, COUNT(wgmmas), "wgmma");
    add_conversions(&all, ctx, 90);
    compiles(lc_text_take(NULL, &all), "tensor cores", "-gencode=arch=compute_90a,code=sm_90a",
             false);
}

TEST_CTX(tensor_cores_of_sm_80)
{
    lc_text all = {0};
    add_products(&all, ctx, mmas, COUNT(mmas), "mma");
    add_conversions(&all, ctx, 80);
    compiles(lc_text_take(NULL, &all), "tensor cores", "-arch=sm_80", false);
}

/* Conversions that need no instruction of later architectures. */
TEST_CTX(conversions_of_sm_75)
{
    lc_text all = {0};
    add_conversions(&all, ctx, 75);
    compiles(lc_text_take(NULL, &all), "conversions", "-arch=sm_75", false);
}

static bool is_first(int i)
{
    bool make = true, element = true;
    for (int k = 0; k < i; k++) {
        make = make && kernels[k].make != kernels[i].make;
        element = element && strcmp(kernels[k].element, kernels[i].element) != 0;
    }
    return make || element;
}

/* The main program depends on the element and the parameters: of the first of each. */
TEST(test_programs)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = make(ctx, _i);
    compiles(lck_emit(k, LCK_WITH_MAIN), k->name, "-arch=sm_90", true);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

/* A launcher alone compiles as a part of another program. */
TEST_CTX(a_launcher)
{
    lck_kernel *k = hand_staged(ctx, "f32", 4, 16384);
    char *text = lck_emit(k, LCK_WITH_LAUNCHER), *program = NULL;
    ck_assert(asprintf(&program,
                       "%s\nint main(void)\n{\n"
                       "    float *a = NULL;\n"
                       "    return staged_launch(a, a, 16384, 0) == cudaSuccess;\n}\n",
                       text) > 0);
    compiles(program, "launcher", "-arch=sm_80", true);
    free(text);
    lck_kernel_free(k);
}

/* Tensor maps, clusters, scalars, scratch, the choice between kernels. */
TEST_CTX(a_product)
{
    lck_kernel *k = hand_plan(hand_tma_product(ctx, "gemm", LCK_GELU),
                              hand_padded_product(ctx, "gemm_padded", LCK_GELU),
                              hand_plain_product(ctx, "gemm_plain", LCK_GELU, 3000));
    compiles(lck_emit(k, LCK_WITH_MAIN), "a plan", "-arch=sm_90a", true);
    lck_kernel_free(k);
}

int main(void)
{
    struct process p = run_nvcc(NULL, (const char *const[]){"--version", NULL});
    bool there = p.status == 0;
    process_clear(&p);
    if (!there) {
        puts("1..0 # SKIP nvcc is not there: set NVCC to its path");
        return EXIT_SUCCESS;
    }
    Suite *suite = suite_create("nvcc");
    TCase *test = tcase_create("nvcc");
    tcase_add_test(test, kernels_for_sm_90);
    tcase_add_test(test, kernels_for_sm_80);
    tcase_add_test(test, tensor_cores_of_sm_90a);
    tcase_add_test(test, tensor_cores_of_sm_80);
    tcase_add_test(test, conversions_of_sm_75);
    for (int i = 0; i < NKERNELS; i++)
        if (is_first(i))
            tcase_add_loop_test(test, test_programs, i, i + 1);
    tcase_add_test(test, a_launcher);
    tcase_add_test(test, a_product);
    return suite_run_case(suite, test);
}
