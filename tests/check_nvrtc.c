/* check_nvrtc.c - what is emitted compiles to machine code in this process. Skipped where
 * libnvrtc is not there. */
#include "config.h"

#include "../kernels/gpu/cuda-api.h"
#include "../kernels/emit/emit.h"
#include "hand-kernels.h"
#include "hand-tensor.h"
#include "hand-products.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const architectures[] = {"80", "90a"};

/* An ELF file with the kernel's name among its symbols. */
static bool is_cubin(const unsigned char *cubin, size_t length, const char *name)
{
    size_t n = strlen(name);
    if (length < 64 || memcmp(cubin, "\177ELF", 4) != 0)
        return false;
    for (size_t i = 0; i + n < length; i++)
        if (memcmp(cubin + i, name, n + 1) == 0)
            return true;
    return false;
}

static void compiles(lc_ctx *ctx, lck_kernel *k)
{
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    ck_assert_msg(text != NULL, "%s", lc_ctx_message(ctx));
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++) {
        size_t length = 0;
        if (atoi(architectures[i]) < k->architecture)
            continue;
        void *cubin = lck_compile(ctx, text, k->name, architectures[i], &length);
        ck_assert_msg(cubin != NULL, "%s", lc_ctx_message(ctx));
        ck_assert(is_cubin(cubin, length, k->name));
        free(cubin);
    }
    free(text);
    lck_kernel_free(k);
}

TEST_CTX(kernels)
{
    compiles(ctx, hand_copy(ctx, "f32", 256, 4, 4, NO_FAULT));
    compiles(ctx, hand_copy(ctx, "int8", 256, 16, 1, NO_FAULT));
    compiles(ctx, hand_transpose(ctx, "bf16", true, NO_FAULT));
    compiles(ctx, hand_register_transpose(ctx, "f64", 2));
    compiles(ctx, hand_gather(ctx, "uint16", WIDE_SIZE));
    compiles(ctx, hand_staged(ctx, "f32", 4, 16384));
}

TEST_CTX(tensor_cores)
{
    compiles(ctx, hand_wgmma(ctx));
    compiles(ctx, hand_matrices(ctx));
    compiles(ctx, hand_boxes(ctx));
    compiles(ctx, hand_mma(ctx, "mma", &(hand_atom){"tf32", "tf32", "f32", 16, 8, 8, 0}));
    compiles(ctx, hand_mma(ctx, "wgmma", &(hand_atom){"f16", "f16", "f16", 64, 64, 16, 1}));
    compiles(ctx, hand_convert(ctx, "convert", "f32", "int8", 2, 80));
    compiles(ctx, hand_convert(ctx, "convert", "e4m3", "f32", 1, 90));
}

/* Tensor maps need no header here either. */
TEST_CTX(a_product)
{
    lck_kernel *k = hand_tma_product(ctx, "gemm", LCK_GELU);
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    size_t length = 0;
    void *cubin = lck_compile(ctx, text, k->name, "90a", &length);
    ck_assert_msg(cubin != NULL, "%s", lc_ctx_message(ctx));
    ck_assert(is_cubin(cubin, length, k->name));
    free(cubin);
    free(text);
    lck_kernel_free(k);
}

TEST_CTX(errors)
{
    size_t length = 1;
    static const char source[] =
        "extern \"C\" __global__ void wrong(int *p)\n{\n    *p = absent;\n}\n";
    ck_assert_ptr_null(lck_compile(ctx, source, "wrong", "90", &length));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INTERNAL);
    ck_assert_msg(strstr(lc_ctx_message(ctx), "wrong.cu(3)") &&
                      strstr(lc_ctx_message(ctx), "\"absent\" is undefined"),
                  "%s", lc_ctx_message(ctx));
    ck_assert_uint_eq(length, 0);
    ck_assert_ptr_null(lck_compile(ctx, "", "old", "10", &length));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INTERNAL);
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "gpu-architecture"));
}

int main(void)
{
    const TTest *const tests[] = {kernels, tensor_cores, a_product, errors};
    lc_ctx *ctx = lc_ctx_new();
    lck_nvrtc nvrtc;
    bool there = lck_nvrtc_load(ctx, &nvrtc);
    lc_ctx_free(ctx);
    if (!there) {
        puts("1..0 # SKIP libnvrtc is not there: set CUDA_HOME to the folder of the toolkit");
        return EXIT_SUCCESS;
    }
    return suite_run("nvrtc", tests, sizeof tests / sizeof *tests);
}
