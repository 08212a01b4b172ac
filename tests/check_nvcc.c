/* check_nvcc.c - what is emitted compiles with nvcc: without a warning, and without memory of
 * the thread (a stack frame) for its registers. Skipped where there is no nvcc. */
#include "config.h"

#include "../kernels/emit.h"
#include "../lib/text.h"
#include "hand-kernels.h"
#include "process.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    char dir[] = "check-nvcc.XXXXXX", source[64], object[64];
    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_nonnull(mkdtemp(dir));
    snprintf(source, sizeof source, "%s/kernel.cu", dir);
    snprintf(object, sizeof object, "%s/kernel.out", dir);
    write_file(source, text);
    free(text);
    const char *arguments[] = {arch,         "-Werror",   "all-warnings",
                               "-Xptxas",    "-v",        "-o",
                               "kernel.out", "kernel.cu", links ? NULL : "-cubin",
                               NULL};
    struct process p = run_nvcc(dir, arguments);
    unlink(source);
    unlink(object);
    rmdir(dir);
    ck_assert_msg(p.status == 0, "%s with %s: nvcc ends with %d:\n%s%s", what, arch, p.status,
                  p.out ? p.out : "", p.err ? p.err : "");
    ck_assert_msg(!strstr(p.err, "warning"), "%s with %s:\n%s", what, arch, p.err);
    ck_assert_msg(without_stack(p.err), "%s with %s: a stack frame\n%s", what, arch, p.err);
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

START_TEST(kernels_for_sm_90)
{
    all_kernels("-arch=sm_90");
}
END_TEST

START_TEST(kernels_for_sm_80)
{
    all_kernels("-arch=sm_80");
}
END_TEST

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
START_TEST(test_programs)
{
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = make(ctx, _i);
    compiles(lck_emit(k, LCK_WITH_MAIN), k->name, "-arch=sm_90", true);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}
END_TEST

/* A launcher alone compiles as a part of another program. */
START_TEST(a_launcher)
{
    lc_ctx *ctx = lc_ctx_new();
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
    lc_ctx_free(ctx);
}
END_TEST

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
    tcase_set_timeout(test, 0);
    tcase_add_test(test, kernels_for_sm_90);
    tcase_add_test(test, kernels_for_sm_80);
    for (int i = 0; i < NKERNELS; i++)
        if (is_first(i))
            tcase_add_loop_test(test, test_programs, i, i + 1);
    tcase_add_test(test, a_launcher);
    suite_add_tcase(suite, test);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
