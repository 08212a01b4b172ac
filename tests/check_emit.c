/* check_emit.c - kernels as text. That it compiles is for check_nvcc.c. */
#include "config.h"

#include "../kernels/emit/emitter.h"
#include "hand-kernels.h"
#include "rows.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static char *emitted(lck_kernel *k, lck_emission what)
{
    char *text = lck_emit(k, what);
    ck_assert_msg(text != NULL, "%s", lc_ctx_message(k->ctx));
    return text;
}

/* The text has these words, if `wanted`, or does not; frees the kernel and its context. */
static void has(lck_kernel *k, lck_emission what, bool wanted, const char *words)
{
    lc_ctx *ctx = k->ctx;
    char *text = emitted(k, what);
    ck_assert_msg((strstr(text, words) != NULL) == wanted, "%s '%s':\n%s",
                  wanted ? "no" : "unwanted", words, text);
    free(text);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

/* ---- whole texts */

TEST_CTX(a_copy)
{
    char *want = rows_text("tests/emitted/copy.cu");
    lck_kernel *k = hand_copy(ctx, "f32", 32, 4, 2, NO_FAULT);
    char *text = emitted(k, LCK_DEVICE_ONLY), *again = emitted(k, LCK_DEVICE_ONLY);
    ck_assert_str_eq(text, want);
    ck_assert_str_eq(again, want);
    free(text);
    free(again);
    free(want);
    lck_kernel_free(k);
}

TEST_CTX(a_transpose)
{
    char *want = rows_text("tests/emitted/transpose.cu");
    lck_kernel *k = hand_transpose(ctx, "bf16", false, NO_FAULT);
    char *text = emitted(k, LCK_DEVICE_ONLY);
    ck_assert_str_eq(text, want);
    free(text);
    free(want);
    lck_kernel_free(k);
}

/* ---- integers */

TEST(integers_of_64_bits)
{
    /* what fits 32 bits stays there, beside what does not */
    has(hand_transpose(lc_ctx_new(), "f32", true, NO_FAULT), LCK_DEVICE_ONLY, true,
        "    const int columns = (N + 31) >> 5;\n");
    has(hand_transpose(lc_ctx_new(), "f32", true, NO_FAULT), LCK_DEVICE_ONLY, true,
        "source[((long long)i0 + (long long)row + 8 * (long long)v) * (long long)N + ");
    has(hand_gather(lc_ctx_new(), "f32", WIDE_PRODUCT), LCK_DEVICE_ONLY, true,
        "    const int at = thread + 32 * block;\n    if (at < n) {\n"
        "        r[0] = source[(long long)at * (long long)s % (long long)n];\n");
    has(hand_gather(lc_ctx_new(), "f32", WIDE_LET), LCK_DEVICE_ONLY, true,
        "        const long long product = (long long)at * (long long)s;\n"
        "        r[0] = source[product % (long long)n];\n");
    has(hand_gather(lc_ctx_new(), "f32", WIDE_SIZE), LCK_DEVICE_ONLY, true,
        "r[0] = source[(long long)at * s % (long long)n];\n");
    has(hand_gather(lc_ctx_new(), "f32", NARROW), LCK_DEVICE_ONLY, false, "long long");
}

/* (n < s ? 3 : 7) * n * s, where 3 and 7 must not be ints, and a wide value in an int. */
TEST(selected_constants)
{
    lck_kernel *k = hand_gather(lc_ctx_new(), "f32", WIDE_SIZE);
    const lc_expr *n = k->size[0].var, *s = k->size[1].var;
    const lc_expr *three = lc_expr_int(k->x, 3), *seven = lc_expr_int(k->x, 7);
    const lc_expr *chosen = lc_expr_select(k->x, lc_expr_make(k->x, LC_EXPR_LT, n, s), three,
                                           seven);
    const lc_expr *value = lc_expr_make(k->x, LC_EXPR_MUL, chosen, s);
    value = lc_expr_assume(k->x, value, 0, 1000);
    const lc_expr *var = lc_expr_var(k->x, "chosen", 0, 1000);
    lck_writer w = lck_write(k);
    lck_let(&w, var, value, false);
    lck_load(&w, LCK_SOURCE, var, LCK_HELD, lc_expr_int(k->x, 0), 1, 1);
    ck_assert(lck_written(&w));
    has(k, LCK_DEVICE_ONLY, true,
        "    const int chosen = (int)(((long long)n < s ? 3LL : 7LL) * s);\n");
}

/* ---- what is left out, what is refused */

TEST(variables_that_nothing_uses)
{
    for (int used = 0; used < 2; used++) {
        lck_kernel *k = hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT);
        const lc_expr *idle = lc_expr_var(k->x, "idle", 0, 31);
        const lc_expr *more = lc_expr_var(k->x, "more", 0, 63);
        lck_writer w = lck_write(k);
        lck_let(&w, idle, k->thread, false);
        lck_let(&w, more, lc_expr_make(k->x, LC_EXPR_ADD, idle, idle), false);
        if (used)
            lck_load(&w, LCK_SOURCE, more, LCK_HELD, lc_expr_int(k->x, 0), 1, 1);
        ck_assert(lck_written(&w));
        has(k, LCK_DEVICE_ONLY, used, "const int idle = thread;\n");
    }
}

TEST_CTX(names_that_are_taken)
{
    lck_kernel *k = hand_copy(ctx, "f32", 32, 4, 2, NO_FAULT);
    ck_assert_ptr_nonnull(lc_expr_var(k->x, "tile", 0, 1));
    ck_assert_ptr_null(lck_emit(k, LCK_DEVICE_ONLY));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "a variable cannot be named 'tile'"));
    lck_kernel_free(k);
    ck_assert_ptr_null(lck_kernel_of_copy(ctx, "2d", lck_element_find("f32"), 32, 1));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_null(lck_element_find("f128"));
}

TEST(integers_that_do_not_fit)
{
    lck_kernel *k = hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT);
    lck_writer w = lck_write(k);
    lck_let(&w, lc_expr_var(k->x, "small", 0, 4), k->thread, false);
    ck_assert(lck_written(&w));
    no_text(k, "bounds do not show that thread is in 0..4, as small is");
    k = hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT);
    const lc_expr *large = lc_expr_var(k->x, "large", 0, INT64_C(1) << 62);
    w = lck_write(k);
    lck_if(&w, lc_expr_make(k->x, LC_EXPR_LT, k->thread,
                            lc_expr_make(k->x, LC_EXPR_MUL, large, lc_expr_int(k->x, 3))));
    lck_end(&w);
    ck_assert(lck_written(&w));
    no_text(k, "bounds do not show that 3 * large has 64 bits");
}

static void refused(lck_kernel *k, lck_writer *w, const char *words)
{
    lc_ctx *ctx = k->ctx;
    ck_assert(!lck_written(w));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_msg(strstr(lc_ctx_message(ctx), words) != NULL, "%s", lc_ctx_message(ctx));
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

static lck_kernel *empty(void)
{
    return lck_kernel_of_copy(lc_ctx_new(), "empty", lck_element_find("f32"), 32, 1);
}

TEST(statements_that_are_refused)
{
    lck_kernel *k = empty();
    lck_writer w = lck_write(k);
    lck_load(&w, LCK_SOURCE, k->thread, LCK_HELD, k->thread, 1, 3);
    refused(k, &w, "a vector of 3 elements of 4 bytes");
    w = lck_write(k = empty());
    lck_load(&w, LCK_SOURCE, k->thread, LCK_HELD, k->thread, 1, 8);
    refused(k, &w, "a vector of 8 elements of 4 bytes");
    w = lck_write(k = empty());
    lck_store(&w, LCK_SOURCE, k->thread, LCK_HELD, k->thread, 1, 1);
    refused(k, &w, "the source is only read");
    w = lck_write(k = empty());
    lck_comment(&w, "never printed");
    lck_load(&w, LCK_DESTINATION, k->thread, LCK_HELD, k->thread, 1, 1);
    refused(k, &w, "the destination is only written");
    w = lck_write(k = empty());
    lck_if(&w, k->thread);
    refused(k, &w, "still open");
    w = lck_write(k = empty());
    lck_else(&w);
    lck_barrier(&w);
    refused(k, &w, "ELSE without an IF");
    w = lck_write(k = empty());
    lck_end(&w);
    refused(k, &w, "END with nothing open");
    w = lck_write(k = empty());
    lck_let(&w, lc_expr_int(k->x, 1), k->thread, false);
    refused(k, &w, "LET binds a variable");
    w = lck_write(k = empty());
    lck_register first = {LCK_HELD, lc_expr_int(k->x, 0)};
    lck_shift(&w, first, first, lc_expr_int(k->x, 0), 1);
    refused(k, &w, "SHIFT and TURN take words of packed registers");
    w = lck_write(k = empty());
    k->file[LCK_HELD].packed = true;
    first.at = lc_expr_int(k->x, 0);
    lck_shift(&w, first, first, lc_expr_int(k->x, 1), 1);
    refused(k, &w, "SHIFT keeps a word that begins in the first of two");
    w = lck_write(k = empty());
    k->file[LCK_HELD].packed = true;
    first.at = lc_expr_int(k->x, 0);
    lck_turn(&w, first, first, 1);
    refused(k, &w, "TURN takes matrices of 2 x 2 or 4 x 4");
}

/* ---- for the host */

TEST(a_launcher)
{
    has(hand_register_transpose(lc_ctx_new(), "f32", 4), LCK_WITH_LAUNCHER, true,
        "    if (!((N & 3) == 0))\n        return false;\n");
    has(hand_register_transpose(lc_ctx_new(), "f32", 4), LCK_WITH_LAUNCHER, true,
        "(size_t)source % 16 == 0");
    has(hand_staged(lc_ctx_new(), "f32", 4, 16384), LCK_WITH_LAUNCHER, true,
        "staged, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);");
    has(hand_staged(lc_ctx_new(), "f32", 4, 8192), LCK_WITH_LAUNCHER, false,
        "cudaFuncAttributeMaxDynamicSharedMemorySize");
    has(hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT), LCK_WITH_LAUNCHER, false, "main(");
    has(hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT), LCK_WITH_MAIN, true, "int main(");
    has(hand_copy(lc_ctx_new(), "f32", 32, 4, 2, NO_FAULT), LCK_WITH_MAIN, false, "@");
}

/* Sizes for the test program satisfy what the kernel requires of them. */
TEST_CTX(small_sizes)
{
    lck_kernel *k = hand_register_transpose(ctx, "int8", 16);
    int64_t size[2] = {0, 0};
    ck_assert(lck_small_sizes(k, size));
    ck_assert(size[0] % 16 == 0 && size[1] % 16 == 0 && size[0] > 0 && size[1] > 0);
    ck_assert(size[0] * size[1] < 1 << 21);
    ck_assert(lck_kernel_condition(k, lc_expr_make(k->x, LC_EXPR_LT, k->size[0].var,
                                                   lc_expr_int(k->x, 16))));
    ck_assert(!lck_small_sizes(k, size)); /* M < 16, a multiple of 16, at least 1 */
    lck_kernel_free(k);
}

SUITE_MAIN("kernels as text", a_copy, a_transpose, integers_of_64_bits, selected_constants,
           variables_that_nothing_uses, names_that_are_taken, integers_that_do_not_fit,
           statements_that_are_refused, a_launcher, small_sizes)
