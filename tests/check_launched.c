/* check_launched.c - an emitted launcher does what it says: it is compiled by a C++ compiler,
 * with host-launch.h in the place of CUDA, and run. Skipped where there is no such compiler. */
#include "config.h"

#include "../kernels/emit/emit.h"
#include "../lib/text.h"
#include "hand-products.h"
#include "host-program.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The launches, and every way in which one of them fails. */
static const char main_function[] =
    "alignas(256) static float memory[4][1 << 15];\n"
    "static float *const a = memory[0], *const b = memory[1], *const c = memory[2];\n"
    "static float *const bias = memory[3];\n"
    "static void launch(float *from, long long M, long long N, long long K)\n"
    "{\n"
    "    printf(\"= %d\\n\", gemm_launch(from, b, c, 2, 3, bias, M, N, K, 0));\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    launch(a, 100, 90, 64);\n"
    "    launch(a, 100, 90, 63);\n"
    "    launch(a + 1, 100, 90, 64);\n"
    "    launch((float *)((char *)a + 2), 100, 90, 64);\n"
    "    launch(a, 0, 90, 64);\n"
    "    launch(a, 300, 290, 0);\n"
    "    quiet = true;\n"
    "    for (fail_at = 1;; fail_at++) {\n"
    "        calls = 0;\n"
    "        failed = NULL;\n"
    "        const int error = gemm_launch(a, b, c, 2, 3, bias, 100, 90, 63, 0);\n"
    "        if (!failed)\n"
    "            return alive;\n"
    "        printf(\"%s: %s, %d left\\n\", failed, error ? \"failed\" : \"ignored\", alive);\n"
    "    }\n"
    "}\n";

/* The text for the host: from its first function on; launches are calls. */
static char *host_text(char *text)
{
    lc_text out = {0};
    const char *at = strstr(text, "/* A tensor map, by the driver.");
    ck_assert_ptr_nonnull(at);
    lc_text_add(&out, "#include \"host-launch.h\"\n");
    for (const char *const *name = (const char *const[]){"gemm", "gemm_padded_a", "gemm_padded_b",
                                                         "gemm_padded", "gemm_plain", NULL};
         *name; name++)
        lc_text_printf(&out, "static const kernel_of %s = {\"%s\"};\n", *name, *name);
    for (; *at; at++) {
        bool open = strncmp(at, "<<<", 3) == 0, close = strncmp(at, ">>>", 3) == 0;
        lc_text_add_char(&out, open ? '(' : close ? ')' : *at, 1);
        at += open || close ? 2 : 0;
    }
    lc_text_add(&out, main_function);
    free(text);
    char *all = lc_text_take(NULL, &out);
    ck_assert_ptr_nonnull(all);
    return all;
}

#define COPIES(k)                                                                                \
    "gemm_padded_a: 50 blocks of 128 threads, 0 bytes: pointer pointer 100 90 " k "\n"           \
    "gemm_padded_b: 45 blocks of 128 threads, 0 bytes: pointer pointer 100 90 " k "\n"
#define MAPS(columns)                                                                            \
    " map(" columns " x 100, rows of 256 bytes, boxes of 16 x 32)"                               \
    " map(" columns " x 90, rows of 256 bytes, boxes of 16 x 32)"

#define BLOCKS ": 6 blocks of 128 threads, 4216 bytes:"
#define TENSORS " pointer pointer"

TEST_CTX(launches)
{
    /* clang-format off */
    static const char want[] =
        /* rows of 16 bytes: 12 tiles, of 6 clusters, in 2 rounds */
        "gemm" BLOCKS MAPS("64") TENSORS " 2.0 3.0 100 90 64\n= 0\n"
        /* other rows, or addresses: copied first */
        COPIES("63") "gemm_padded" BLOCKS MAPS("63") TENSORS
        " 2.0 3.0 100 90 63\n= 0\n"
        COPIES("64") "gemm_padded" BLOCKS MAPS("64") TENSORS
        " 2.0 3.0 100 90 64\n= 0\n"
        /* not even elements; no size of the plan */
        "= 1\n= 1\n"
        /* no products: maps of something that is never read; 50 clusters in 13 rounds */
        "gemm: 8 blocks of 128 threads, 4216 bytes:"
        " map(1 x 300, rows of 16 bytes, boxes of 16 x 32)"
        " map(1 x 290, rows of 16 bytes, boxes of 16 x 32)"
        TENSORS " 2.0 3.0 300 290 0\n"
        "= 0\n"
        "cudaGetDevice: failed, 0 left\n"
        "cudaDeviceGetAttribute: failed, 0 left\n"
        "cudaGetDevice: failed, 0 left\n"
        "cudaMallocAsync: failed, 0 left\n"
        "cudaMallocAsync: failed, 0 left\n"
        "cudaGetLastError: failed, 0 left\n"
        "cudaGetLastError: failed, 0 left\n"
        "cuTensorMapEncodeTiled: failed, 0 left\n"
        "cuTensorMapEncodeTiled: failed, 0 left\n"
        "cudaGetLastError: failed, 0 left\n"
        "cudaFreeAsync: failed, 0 left\n"
        "cudaFreeAsync: failed, 0 left\n";
    /* clang-format on */
    lck_kernel *k = hand_plan(hand_tma_product(ctx, "gemm", LCK_RELU),
                              hand_padded_product(ctx, "gemm_padded", LCK_RELU),
                              hand_plain_product(ctx, "gemm_plain", LCK_RELU, 3000));
    char *text = host_text(lck_emit(k, LCK_WITH_LAUNCHER));
    struct process ran = host_run(text, "the launcher");
    ck_assert_str_eq(ran.out, want);
    process_clear(&ran);
    free(text);
    lck_kernel_free(k);
}

int main(void)
{
    const TTest *const tests[] = {launches};
    if (!host_compiler())
        return EXIT_SUCCESS;
    return suite_run("launchers that run", tests, sizeof tests / sizeof *tests);
}
