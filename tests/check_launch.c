/* check_launch.c - launchers of products: what they check, encode, choose and launch. That they
 * compile is for check_nvcc.c. */
#include "config.h"

#include "../kernels/emit/emitter.h"
#include "hand-products.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static lc_ctx *ctx;

static lck_kernel *plan(void)
{
    return hand_plan(hand_tma_product(ctx, "gemm", LCK_RELU),
                     hand_padded_product(ctx, "gemm_padded", LCK_RELU),
                     hand_plain_product(ctx, "gemm_plain", LCK_RELU, 3000));
}

/* The text has all of these, in this order, up to a NULL. */
static void has(const char *text, const char *const *words)
{
    const char *at = text;
    for (; *words; words++) {
        const char *found = strstr(at, *words);
        ck_assert_msg(found != NULL, "no '%s' in\n%.3000s", *words, at);
        at = found + strlen(*words);
    }
}

static char *launcher_of(lck_kernel *k, lck_emission what)
{
    char *text = lck_emit(k, what);
    ck_assert_msg(text != NULL, "%s", lc_ctx_message(ctx));
    lck_kernel_free(k);
    return text;
}

TEST(one_kernel)
{
    static const char *const words[] = {
        "#include <cuda_runtime.h>\n",
        "gemm_encode(void *map, int type, size_t bytes, unsigned int rank,\n",
        "cudaGetDriverEntryPointByVersion(\n",
        "static unsigned int gemm_grid(long long blocks, long long cluster, long long fit)\n",
        "static bool gemm_admits(long long M, long long N, long long K)\n",
        "    if (K > 4096LL)\n        return false;\n",
        "    if (!((K & 3) == 0))\n        return false;\n",
        "static cudaError_t gemm_fit(int *fit)\n",
        "gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 4216);\n",
        "    cluster.val.clusterDim.x = 2;\n",
        "error = cudaOccupancyMaxActiveClusters(fit, gemm, &config);\n",
        "static cudaError_t gemm_start(const float *a, const float *b, float *c, float alpha, "
        "float beta,\n        const float *bias, long long M, long long N, long long K, "
        "cudaStream_t stream)\n",
        "    error = gemm_fit(&fit_of_launch);\n",
        "    lck_tensor_map map_a_of_launch;\n",
        "        const long long extent_of_launch[] = {K, M};\n"
        "        const long long stride_of_launch[] = {1, K};\n"
        "        const unsigned int box_of_launch[] = {16, 32};\n"
        "        error = gemm_encode(&map_a_of_launch, 7 /* f32 */, 4, 2, a + (0),\n"
        "            extent_of_launch, stride_of_launch, box_of_launch, 0 /* 0 bytes */);\n",
        "            gemm_grid(blocks_of_launch, 2, fit_of_launch);\n",
        "        gemm<<<grid_of_launch, 128, 4216, stream>>>(\n"
        "            map_a_of_launch, map_b_of_launch, c, bias, alpha, beta, (int)M, (int)N, "
        "(int)K);\n"
        "        error = cudaGetLastError();\n",
        "extern \"C\" cudaError_t gemm_launch(const float *a, const float *b, float *c, float "
        "alpha,\n        float beta, const float *bias, long long M, long long N, long long K, "
        "cudaStream_t stream)\n{\n",
        "    if (!(gemm_admits(M, N, K) && (size_t)a % 16 == 0 && (size_t)b % 16 == 0 &&\n"
        "        (size_t)c % 16 == 0 && (size_t)bias % 16 == 0))\n"
        "        return cudaErrorInvalidValue;\n",
        "    return gemm_start(a, b, c, alpha, beta, bias, M, N, K, stream);\n}\n",
        NULL};
    ctx = lc_ctx_new();
    char *text = launcher_of(hand_tma_product(ctx, "gemm", LCK_GELU), LCK_WITH_LAUNCHER);
    has(text, words);
    ck_assert_ptr_null(strstr(text, "main("));
    free(text);
    lc_ctx_free(ctx);
}

TEST(several_kernels)
{
    static const char *const words[] = {
        "\ngemm(",
        "\ngemm_padded_a(",
        "\ngemm_padded_b(",
        "\ngemm_padded(",
        "\ngemm_plain(",
        "gemm_encode(void *map",
        "static bool gemm_admits(",
        "static long long gemm_cost(long long M, long long N, long long K, long long "
        "multiprocessors)\n",
        "cudaError_t gemm_padded_a_start(const float *a, float *a_rows, long long M,",
        "static cudaError_t gemm_padded_start(",
        "    float *a_rows = NULL;\n    if (error == cudaSuccess)\n"
        "        error = cudaMallocAsync(\n"
        "            (void **)&a_rows, sizeof *a_rows * (size_t)(1 + ",
        "    float *b_rows = NULL;\n",
        "        error = gemm_padded_a_start(a, a_rows, M, N, K, stream);\n",
        "        error = gemm_padded_b_start(b, b_rows, M, N, K, stream);\n",
        "        error = gemm_encode(&map_a_of_launch, 7 /* f32 */, 4, 2, a_rows + (0),\n",
        "        gemm_padded<<<grid_of_launch, ",
        "cudaFreeAsync(a_rows, stream);\n",
        "cudaFreeAsync(b_rows, stream);\n",
        "gemm_plain_start(",
        "/* Launches gemm, by the kernel that takes the least time.",
        "    if (gemm_admits(M, N, K) && (size_t)a % 16 == 0",
        "cost_of_launch = gemm_cost(M, N, K, multiprocessors_of_launch);\n",
        "    if (gemm_padded_admits(M, N, K) && gemm_padded_b_admits(M, N, K) && "
        "gemm_padded_a_admits(M, N,",
        "    case 2:\n        return gemm_plain_start(a, b, c, alpha, beta, bias, M, N, K, "
        "stream);\n"
        "    default:\n        return cudaErrorInvalidValue;\n    }\n}\n",
        NULL};
    ctx = lc_ctx_new();
    char *text = launcher_of(plan(), LCK_WITH_LAUNCHER);
    has(text, words);
    free(text);
    lc_ctx_free(ctx);
}

TEST(the_device_has_one_kernel)
{
    ctx = lc_ctx_new();
    char *text = launcher_of(plan(), LCK_DEVICE_ONLY);
    ck_assert_ptr_null(strstr(text, "gemm_plain"));
    ck_assert_ptr_null(strstr(text, "cuda"));
    free(text);
    lc_ctx_free(ctx);
}

TEST(a_test_program)
{
    static const char *const words[] = {
        "static long long gemm_products(long long M, long long N, long long K)\n{\n"
        "    return M * N * K;\n}\n",
        "static void gemm_reference(double *expected_of_test, double *bound_of_test, "
        "const float *a,",
        "    for (long long c0 = 0; c0 < M; c0++) {\n"
        "        for (long long c1 = 0; c1 < N; c1++) {\n",
        "            for (long long c2 = 0; c2 < K; c2++) {\n",
        "gemm_of_a(a[c0 * K + c2]) * gemm_of_b(b[c1 * K + c2]);\n",
        "            sum_of_test *= gemm_of_alpha(alpha);\n",
        "            term_of_test = gemm_of_beta(beta) * gemm_of_c(c[c0 * N + c1]);\n",
        "            term_of_test = gemm_of_bias(bias[c1]);\n",
        "            sum_of_test = fmax(sum_of_test, 0.0);\n",
        "    case 1:\n        if (!(gemm_padded_admits(",
        "    default:\n        return gemm_launch(",
        "    gemm_fill(c, elements_of_c, gemm_to_c);\n",
        "    const float alpha = gemm_to_alpha(0.75);\n",
        "    for (int kernel = 0; kernel <= 3; kernel++) {\n",
        "int main(int argc",
        "gemm_admits(size[0], size[1], size[2]) || gemm_padded_admits(",
        NULL};
    ctx = lc_ctx_new();
    char *text = launcher_of(plan(), LCK_WITH_MAIN);
    has(text, words);
    ck_assert_ptr_null(strstr(text, "@NAME@"));
    free(text);
    lc_ctx_free(ctx);
}

/* A launch takes the cheapest kernel that admits the sizes. */
TEST(picks)
{
    static const int64_t aligned[] = {100, 90, 64}, odd[] = {100, 90, 63}, wrong[] = {0, 90, 63};
    ctx = lc_ctx_new();
    lck_kernel *k = plan();
    ck_assert_ptr_eq(lck_kernel_pick(k, aligned, 132), k);
    ck_assert_ptr_eq(lck_kernel_pick(k, odd, 132), k->other);
    ck_assert_ptr_null(lck_kernel_pick(k, wrong, 132));
    /* 12 tiles are 6 clusters: in 2 rounds of 3, where 4 or 5 fit */
    ck_assert_int_eq(lck_kernel_blocks(k, aligned, 264), 12);
    ck_assert_int_eq(lck_kernel_blocks(k, aligned, 10), 6);
    ck_assert_int_eq(lck_kernel_blocks(k, aligned, 8), 6);
    ck_assert_int_eq(lck_kernel_blocks(k, aligned, 6), 6);
    ck_assert_int_eq(lck_kernel_blocks(k, aligned, 4), 4);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

/* Sizes of the test program give more than one tile, and not more products than a host sums in a
 * moment. */
TEST(small_sizes)
{
    int64_t size[3];
    ctx = lc_ctx_new();
    lck_kernel *k = plan();
    ck_assert(lck_small_sizes(k, size));
    ck_assert(size[2] % 4 == 0 && size[0] > 32 && size[1] > 32);
    ck_assert_int_le(size[0] * size[1] * size[2], 1 << 26);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

/* Sizes named as parts of the kernel, or of the text around it. */
TEST(names_that_are_taken)
{
    static const char *const names[] = {"map_a", "full_address", "sum", "cost_of_launch",
                                        "sum_of_test"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ctx = lc_ctx_new();
        lck_kernel *k = hand_tma_product(ctx, "gemm", LCK_RELU);
        ck_assert_ptr_nonnull(lc_expr_var(k->x, names[i], 0, 1));
        ck_assert_ptr_null(lck_emit(k, LCK_DEVICE_ONLY));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
        ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), names[i]));
        lck_kernel_free(k);
        lc_ctx_free(ctx);
    }
}

SUITE_MAIN("launchers", one_kernel, several_kernels, the_device_has_one_kernel, a_test_program,
           picks, small_sizes, names_that_are_taken)
