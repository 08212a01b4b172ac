/* check_execute_atoms.c - the executor on atoms: MMA and WGMMA of each element and each layout of
 * operands, beside sums in double. */
#include "config.h"

#include "../kernels/execute/execute.h"
#include "../kernels/kernel/number.h"
#include "hand-async.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t size[3];
    const lck_element *element[3];
    unsigned char *at[3];
    unsigned char *written;
    lck_stop stop;
    bool ran;
} outcome;

static outcome run(const lck_kernel *k, const int64_t *size, bool sized, rnd *r)
{
    outcome o = {.size = {size[0], size[1], size[2]}};
    const int64_t n[] = {size[0] * size[2], size[1] * size[2], size[0] * size[1]};
    lck_host_tensor tensor[LCK_MAX_ARRAYS] = {{0}};
    for (int i = 0; i < 3; i++) {
        o.element[i] = k->array[i].element;
        tensor[i].at = o.at[i] = calloc((size_t)n[i] + 1, (size_t)o.element[i]->bytes);
        ck_assert_ptr_nonnull(o.at[i]);
        for (int64_t e = 0; e < n[i]; e++)
            lck_set_number(o.element[i], o.at[i] + e * o.element[i]->bytes,
                           (double)rnd_in(r, -4, 4) /
                               (strstr(o.element[i]->name, "int") ? 1 : 2));
    }
    tensor[2].written = o.written = calloc((size_t)n[2] + 1, 1);
    o.ran = lck_execute(k, sized ? size : NULL, tensor, &o.stop);
    return o;
}

static void release(outcome *o)
{
    for (int i = 0; i < 3; i++)
        free(o->at[i]);
    free(o->written);
}

static double at(const outcome *o, int tensor, int64_t i)
{
    return lck_number_at(o->element[tensor], o->at[tensor] + i * o->element[tensor]->bytes);
}

static int64_t wrong_element(const outcome *o)
{
    for (int64_t i = 0; i < o->size[0] * o->size[1]; i++) {
        double sum = 0;
        for (int64_t k = 0; k < o->size[2]; k++)
            sum += at(o, 0, i / o->size[1] * o->size[2] + k) *
                   at(o, 1, i % o->size[1] * o->size[2] + k);
        if (!o->written[i] || at(o, 2, i) != sum)
            return i;
    }
    return -1;
}

/* ---- MMA */

static const struct {
    const char *element, *sums;
    int k;
} mmas[] = {{"bf16", NULL, 16},  {"bf16", NULL, 8},  {"f16", NULL, 16},  {"f16", "f16", 16},
            {"tf32", NULL, 8},   {"tf32", NULL, 4},  {"int8", NULL, 32}, {"int8", NULL, 16},
            {"uint8", NULL, 32}, {"e4m3", NULL, 32}, {"e5m2", NULL, 32}, {"f64", NULL, 4}};

TEST(products_of_warps)
{
    rnd r = {1};
    for (size_t i = 0; i < sizeof mmas / sizeof *mmas; i++) {
        /* rows of a stage are 16 bytes at least */
        if (mmas[i].k * lck_element_find(mmas[i].element)->bytes < 16)
            continue;
        const int64_t sizes[][3] = {{16, 8, 32}, {37, 21, 64}, {3, 9, 16}};
        for (size_t s = 0; s < 3; s++) {
            lc_ctx *ctx = lc_ctx_new();
            lck_kernel *k = hand_warp_product(ctx, mmas[i].element, mmas[i].sums, mmas[i].k,
                                              RIGHT);
            outcome o = run(k, sizes[s], true, &r);
            ck_assert_msg(o.ran, "%s: %s", mmas[i].element, o.stop.message);
            ck_assert_msg(wrong_element(&o) < 0, "%s: element %ld", mmas[i].element,
                          (long)wrong_element(&o));
            release(&o);
            lck_kernel_free(k);
            lc_ctx_free(ctx);
        }
    }
}

/* What it says; `trap` LCK_RAN: that the sums are wrong, or another place is read. */
static void stops(lck_kernel *k, const int64_t *size, bool sized, lck_trap trap,
                  const char *words)
{
    rnd r = {2};
    outcome o = run(k, size, sized, &r);
    if (trap == LCK_RAN)
        ck_assert_msg(o.ran ? wrong_element(&o) >= 0 : o.stop.trap == LCK_OUT_OF_BOUNDS,
                      "nothing is wrong: %s", words);
    else
        ck_assert_msg(!o.ran && o.stop.trap == trap && strstr(o.stop.message, words),
                      "trap %d, not %d: %s", (int)o.stop.trap, (int)trap, o.stop.message);
    release(&o);
    lc_ctx *ctx = k->ctx;
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

static void stops_warp(async_fault broken, lck_trap trap, const char *words)
{
    stops(hand_warp_product(lc_ctx_new(), "bf16", NULL, 16, broken), (int64_t[]){32, 16, 48},
          true, trap, words);
}

TEST(products_of_warps_broken_on_purpose)
{
    stops_warp(NO_COMMIT, LCK_RACE, "is read, and written by a copy of thread");
    stops_warp(NO_DRAIN, LCK_RACE, "is read, and written by a copy of thread");
    stops_warp(NO_MEETING, LCK_RACE, "is read, and written by a copy of thread");
    stops_warp(NO_MEETING_BEFORE, LCK_RACE, "is written by a copy, and read by thread");
    stops_warp(HALF_A_WARP, LCK_DIVERGENT,
               "block 0, thread 16: a matrix that is loaded under a condition that is false here "
               "and true for thread 0: thread < 16");
    stops_warp(WRONG_TABLE, LCK_RAN, "table");
}

/* ---- WGMMA */

static void group_is_right(const group_product *how)
{
    rnd r = {3};
    lc_ctx *ctx = lc_ctx_new();
    lck_kernel *k = hand_group_product(ctx, how);
    int depth = (how->span ? how->span : 128) / lck_element_find(how->element)->bytes;
    outcome o = run(k, (int64_t[]){64, how->n, depth}, false, &r);
    ck_assert_msg(o.ran, "%s, n %d, span %d: %s", how->element, how->n, how->span,
                  o.stop.message);
    ck_assert_msg(wrong_element(&o) < 0, "%s, n %d, span %d, %s-major A, %s-major B: element %ld",
                  how->element, how->n, how->span, how->a_mn_major ? "M" : "K",
                  how->b_mn_major ? "N" : "K", (long)wrong_element(&o));
    release(&o);
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}

TEST(products_of_warpgroups)
{
    static const int spans[] = {0, 32, 64, 128}, columns[] = {8, 64, 72, 256};
    for (int s = 0; s < 4; s++)
        for (int n = 0; n < 4; n++)
            for (int major = 0; major < 4; major++)
                group_is_right(&(group_product){.element = n == 1 ? "f16" : "bf16",
                                                .n = columns[n],
                                                .span = spans[s],
                                                .a_mn_major = major & 1,
                                                .b_mn_major = major & 2});
}

TEST(products_of_warpgroups_of_each_element)
{
    static const char *const elements[] = {"bf16", "f16", "tf32", "int8", "e4m3", "e5m2"};
    static const int spans[] = {0, 32, 64, 128};
    for (int e = 0; e < 6; e++)
        for (int s = 0; s < 4; s++)
            for (int held = 0; held < 2; held++)
                group_is_right(&(group_product){
                    .element = elements[e], .n = 32, .span = spans[s], .held = held});
    group_is_right(&(group_product){.element = "bf16", .n = 64, .span = 128, .copied = true});
    group_is_right(&(group_product){.element = "f16", .sums = "f16", .n = 32, .span = 128});
}

static void stops_group(group_product how, lck_trap trap, const char *words)
{
    how.n = 64;
    how.element = how.element ? how.element : "bf16";
    int depth = (how.span ? how.span : 128) / lck_element_find(how.element)->bytes;
    stops(hand_group_product(lc_ctx_new(), &how), (int64_t[]){64, 64, depth}, false, trap, words);
}

TEST(products_of_warpgroups_broken_on_purpose)
{
    stops_group(
        (group_product){.span = 128, .broken = NO_PROXY_FENCE}, LCK_UNFENCED,
        "is read by a product, and was written by thread 0, which did not fence it for the "
        "asynchronous proxy");
    stops_group((group_product){.span = 128, .copied = true, .broken = NO_PROXY_FENCE},
                LCK_UNFENCED, "is read by a product, and was written by a copy of thread");
    stops_group((group_product){.span = 128, .copied = true, .broken = NO_COMMIT}, LCK_RACE,
                "is read by a product, and written by a copy of thread");
    stops_group((group_product){.span = 128, .broken = NO_PRODUCTS_FENCE}, LCK_UNFENCED,
                "sum[0] takes part in a product, and no FENCE of products came");
    stops_group((group_product){.span = 128, .held = true, .broken = NO_PRODUCTS_FENCE},
                LCK_UNFENCED, "left[0] takes part in a product, and no FENCE of products came");
    stops_group((group_product){.span = 128, .broken = NO_DRAIN}, LCK_UNDRAINED,
                "sum[0] belongs to a product that is under way: no DRAIN came before");
    stops_group((group_product){.span = 128, .held = true, .broken = NO_DRAIN}, LCK_UNDRAINED,
                "left[0] belongs to a product that is under way");
    stops_group((group_product){.span = 128, .broken = WRONG_STRIDE}, LCK_RAN, "stride");
    stops_group((group_product){.span = 0, .broken = WRONG_LEADING}, LCK_RAN, "leading");
    stops_group((group_product){.span = 32, .b_mn_major = true, .broken = WRONG_LEADING}, LCK_RAN,
                "leading along n");
    stops_group((group_product){.span = 128, .broken = WRONG_SPAN}, LCK_RAN, "span");
    stops_group((group_product){.span = 64, .broken = WRONG_SPAN}, LCK_RAN, "span of 64");
    stops_group((group_product){.element = "int8", .span = 128, .b_mn_major = true}, LCK_REFUSED,
                "begins an operand along m or n: WGMMA takes such of 16 bits");
}

SUITE_MAIN("the executor's atoms", products_of_warps, products_of_warps_broken_on_purpose,
           products_of_warpgroups, products_of_warpgroups_of_each_element,
           products_of_warpgroups_broken_on_purpose)
