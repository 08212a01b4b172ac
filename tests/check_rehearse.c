/* check_rehearse.c - products on random numbers: right ones, wrong ones, sizes for them. */
#include "config.h"

#include "../kernels/rehearse/rehearse.h"
#include "../kernels/kernel/tolerance.h"
#include "hand-kernels.h"
#include "hand-products.h"
#include "suite.h"

#include <math.h>
#include <string.h>

static lc_ctx *ctx;

static lck_rehearsal rehearsed(const lck_kernel *k, const int64_t *size)
{
    lck_rehearsal result;
    ck_assert_msg(lck_rehearse(k, size, NULL, &result), "%s", lc_ctx_message(ctx));
    return result;
}

TEST(right_products)
{
    static const int64_t sizes[][3] = {{1, 1, 1},  {16, 16, 4},   {33, 20, 41},
                                       {7, 50, 3}, {64, 48, 100}, {5, 5, 0}};
    static const char *const elements[] = {"f32", "f64"};
    ctx = lc_ctx_new();
    for (int e = 0; e < 2; e++) {
        lck_kernel *k = hand_product(ctx, elements[e], NO_FAULT);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const int64_t *s = sizes[i];
            lck_rehearsal result = rehearsed(k, s);
            ck_assert_msg(result.wrong == 0, "%s", result.message);
            ck_assert_int_eq(result.elements, s[0] * s[1]);
            ck_assert_int_eq(result.compared, s[0] * s[1]);
            ck_assert_int_eq(result.products, s[0] * s[1] * s[2]);
            ck_assert(result.tolerated <= 1 && (result.error > 0 || s[2] <= 1));
            ck_assert_double_lt(result.error, e ? 1e-13 : 1e-4);
        }
        lck_kernel_free(k);
    }
    lc_ctx_free(ctx);
}

/* alpha, beta, bias, activations; boxes of clusters that go round, rows that are copied first. */
TEST(all_of_a_launch)
{
    static const int64_t sizes[][3] = {{1, 1, 4}, {33, 70, 20}, {100, 90, 36}, {40, 5, 0}};
    ctx = lc_ctx_new();
    for (int activation = LCK_NO_ACTIVATION; activation <= LCK_GELU; activation++) {
        lck_activation a = (lck_activation)activation;
        lck_kernel *kernels[] = {hand_plain_product(ctx, "plain", a, 1),
                                 hand_tma_product(ctx, "by_tma", a),
                                 hand_padded_product(ctx, "padded", a)};
        for (size_t i = 0; i < 3 * (sizeof sizes / sizeof *sizes); i++) {
            const int64_t *s = sizes[i / 3], odd[] = {s[0], s[1], s[2] + (i % 3 != 1)};
            lck_rehearsal result = rehearsed(kernels[i % 3], odd);
            ck_assert_msg(result.wrong == 0, "%s: %s", kernels[i % 3]->name, result.message);
        }
        for (int i = 0; i < 3; i++)
            lck_kernel_free(kernels[i]);
    }
    lc_ctx_free(ctx);
}

/* The kernel is right, and the plan says something else. */
static void is_wrong(lck_kernel *k, const int64_t *size, const char *what)
{
    lck_rehearsal result = rehearsed(k, size);
    ck_assert_msg(result.wrong > 0, "is right, and should not be: %s", what);
    ck_assert_msg(strstr(result.message, what) != NULL, "'%s' instead of '%s'", result.message,
                  what);
    lck_kernel_free(k);
}

TEST(wrong_products)
{
    static const int64_t size[] = {20, 18, 30};
    ctx = lc_ctx_new();
    is_wrong(hand_product(ctx, "f32", NOT_ZEROED), size, "never loaded");
    lck_kernel *k = hand_product(ctx, "f32", NO_FAULT);
    k->product.activation = LCK_RELU;
    is_wrong(k, size, "]");
    k = hand_product(ctx, "f32", NO_FAULT);
    k->counter[2].extent = lc_expr_int(k->x, 29); /* one product less */
    is_wrong(k, size, "expected");
    k = hand_product(ctx, "f32", NO_FAULT);
    k->counter[0].extent = lc_expr_int(k->x, 19); /* the last row is none of the result */
    is_wrong(k, size, "c[342] is no place of the result, and was written");
    k = hand_product(ctx, "f32", NO_FAULT);
    k->array[HAND_C].extent = lc_expr_int(k->x, 21 * 18);
    k->counter[0].extent = lc_expr_int(k->x, 21);
    k->array[HAND_A].extent = lc_expr_int(k->x, 21 * 30);
    is_wrong(k, size, "c[360] is not written");
    k = hand_product(ctx, "f32", NO_FAULT);
    k->counter[0].stride[HAND_A] = k->counter[0].stride[HAND_B];
    is_wrong(k, size, "expected");
    k = hand_plain_product(ctx, "plain", LCK_NO_ACTIVATION, 1);
    k->product.activation = LCK_GELU;
    is_wrong(k, size, "expected");
    k = hand_plain_product(ctx, "plain", LCK_NO_ACTIVATION, 1);
    k->product.alpha = -1;
    is_wrong(k, size, "expected");
    k = hand_plain_product(ctx, "plain", LCK_NO_ACTIVATION, 1);
    k->product.bias = -1;
    is_wrong(k, size, "expected");
    k = hand_plain_product(ctx, "plain", LCK_NO_ACTIVATION, 1);
    k->product.alpha = k->product.beta;
    is_wrong(k, size, "expected");
    lc_ctx_free(ctx);
}

TEST(tolerances)
{
    static const struct {
        const char *a, *c, *sum;
        double relative, absolute, unit, high;
    } known[] = {{"bf16", "bf16", "f32", 0x1p-8, 0x1p-134, 0x1p-23, INFINITY},
                 {"f16", "f32", "f32", 0x1p-24, 0x1p-150, 0x1p-23, INFINITY},
                 {"f16", "f16", "f16", 0x1p-11, 0x1p-25, 0x1p-10, INFINITY},
                 {"e4m3", "bf16", "f32", 0x1p-8, 0x1p-134, 0x1p-13, INFINITY},
                 {"e5m2", "e4m3", "f32", 0x1p-4, 0x1p-10, 0x1p-13, 448},
                 {"int8", "int32", "int32", 0, 0, 0, 2147483647},
                 {"int8", "int8", "int32", 0, 0, 0, 127},
                 {"f64", "f64", "f64", 0x1p-53, 0, 0x1p-52, INFINITY}};
    ctx = lc_ctx_new();
    lck_kernel *k = hand_product(ctx, "f32", NO_FAULT);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        k->array[HAND_A].element = k->array[HAND_B].element = lck_element_find(known[i].a);
        k->array[HAND_C].element = lck_element_find(known[i].c);
        k->product.accumulate = lck_element_find(known[i].sum);
        lck_tolerance t = lck_tolerance_of(k);
        ck_assert_double_eq(t.relative, known[i].relative);
        ck_assert_double_eq(t.absolute, known[i].absolute);
        ck_assert_double_eq(t.unit, known[i].unit);
        ck_assert_double_eq(t.high, known[i].high);
    }
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(chosen_sizes)
{
    int64_t size[3] = {0, 0, 0};
    const bool none[3] = {false, false, false}, rows[3] = {true, false, false};
    ctx = lc_ctx_new();
    lck_kernel *k = hand_tma_product(ctx, "gemm", LCK_NO_ACTIVATION);
    ck_assert(lck_choose_sizes(k, none, size));
    ck_assert(size[0] > 128 && size[1] > 128 && size[2] > 64 && size[2] % 4 == 0);
    ck_assert_int_le(size[0] * size[1] * size[2], 1 << 22);
    size[0] = 1000;
    ck_assert(lck_choose_sizes(k, rows, size));
    ck_assert(size[0] == 1000 && size[1] > 0 && size[2] > 0);
    ck_assert_int_le(size[0] * size[1] * size[2], 1 << 22);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

SUITE_MAIN("products on random numbers", right_products, all_of_a_launch, wrong_products,
           tolerances, chosen_sizes)
