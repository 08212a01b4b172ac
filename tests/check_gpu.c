/* check_gpu.c - kernels on the GPU of this machine. Skipped where there is none. */
#include "config.h"

#include "../kernels/rehearse/rehearse.h"
#include "hand-kernels.h"
#include "hand-products.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t lengths[] = {1, 7, 1023, 1024, 4097, 16000};

static void runs(lck_gpu *gpu, const lck_kernel *k, const int64_t *size)
{
    lck_rehearsal result;
    ck_assert_msg(lck_rehearse(k, size, gpu, &result), "%s", lc_ctx_message(k->ctx));
    ck_assert_msg(result.wrong == 0, "%s", result.message);
    ck_assert_double_gt(result.timing.milliseconds, 0);
    ck_assert_double_gt(result.timing.copy_milliseconds, 0);
}

TEST_CTX(kernels)
{
    lck_gpu *gpu = lck_gpu_open(ctx);
    ck_assert_msg(gpu != NULL, "%s", lc_ctx_message(ctx));
    lck_kernel *copy = hand_copy(ctx, "f32", 256, 4, 4, NO_FAULT);
    lck_kernel *transpose = hand_transpose(ctx, "int16", false, NO_FAULT);
    lck_kernel *staged = hand_staged(ctx, "int8", 16, 1 << 16);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        runs(gpu, copy, &lengths[i]);
        runs(gpu, transpose, (const int64_t[]){lengths[i] % 999 + 1, lengths[i] % 77 + 1});
    }
    runs(gpu, staged, (const int64_t[]){3 << 16});
    lck_kernel_free(copy);
    lck_kernel_free(transpose);
    lck_kernel_free(staged);
    lck_gpu_close(gpu);
}

/* By TMA where that is an sm_90. */
TEST_CTX(products)
{
    static const int64_t sizes[][3] = {{1, 1, 4}, {33, 70, 20}, {500, 300, 36}, {40, 5, 0}};
    lck_gpu *gpu = lck_gpu_open(ctx);
    ck_assert_msg(gpu != NULL, "%s", lc_ctx_message(ctx));
    bool tma = strstr(lck_gpu_name(gpu), "sm_90") != NULL;
    for (int activation = LCK_NO_ACTIVATION; activation <= LCK_GELU; activation++) {
        lck_kernel *plain = hand_plain_product(ctx, "plain", (lck_activation)activation, 1);
        lck_kernel *boxes = hand_tma_product(ctx, "by_tma", (lck_activation)activation);
        lck_kernel *padded = hand_padded_product(ctx, "padded", (lck_activation)activation);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const int64_t odd[] = {sizes[i][0], sizes[i][1], sizes[i][2] + 1};
            runs(gpu, plain, odd);
            if (tma) {
                runs(gpu, boxes, sizes[i]);
                runs(gpu, padded, odd);
            }
        }
        lck_kernel_free(plain);
        lck_kernel_free(boxes);
        lck_kernel_free(padded);
    }
    lck_gpu_close(gpu);
}

/* Whether there is a GPU is asked in a process of its own: a driver that was opened cannot be
 * used by the children in which tests run. */
static bool is_there(char *why, size_t room)
{
    int end[2];
    if (pipe(end) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        lc_ctx *ctx = lc_ctx_new();
        lck_gpu *gpu = lck_gpu_open(ctx);
        const char *text = gpu ? "" : lc_ctx_message(ctx);
        bool told = write(end[1], text, strlen(text)) >= 0;
        _exit(gpu && told ? 0 : 1);
    }
    close(end[1]);
    ssize_t length = read(end[0], why, room - 1);
    why[length > 0 ? length : 0] = '\0';
    close(end[0]);
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

int main(void)
{
    const TTest *const tests[] = {kernels, products};
    char why[512];
    if (is_there(why, sizeof why))
        return suite_run("gpu", tests, sizeof tests / sizeof *tests);
    printf("1..0 # SKIP %s\n", why);
    return EXIT_SUCCESS;
}
