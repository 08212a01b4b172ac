/* check_product_choice.c - products whose recipe is chosen, all of it or what a plan leaves open.
 *
 * Random products have axes in any order in each tensor, so that rows of a and c lie along
 * different axes of m, or those of a and b along different ones of k. A plan names some keys of
 * its recipe. It is proved, and its kernel right on random data, or an error says what of the
 * keys cannot be: nothing that was chosen is refuted.
 */
#include "config.h"

#include "law.h"
#include "plan-script.h"
#include "suite.h"

#include "../kernels/rehearse/rehearse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LEAVES 4

/* Extents of m, n or k. */
typedef struct {
    size_t n;
    int64_t extent[MOST_LEAVES], stride[MOST_LEAVES];
} role;

static role random_role(rnd *r)
{
    static const int64_t extent[] = {1, 3, 4, 5, 8, 12, 16, 20, 32, 40, 48, 64, 96, 128};
    static const int64_t factor[] = {2, 3, 4, 8};
    role out = {.n = 1, .extent = {extent[rnd_in(r, 0, 13)]}};
    for (int64_t more = rnd_in(r, 0, 2); more > 0; more--) {
        int64_t *last = &out.extent[out.n - 1], by = factor[rnd_in(r, 0, 3)];
        if (*last % by != 0 || *last == by)
            continue;
        out.extent[out.n++] = *last / by;
        *last = by;
    }
    return out;
}

/* Strides of both roles in a random order; rows at multiples of 16 elements, or one behind the
 * other. */
static void give_strides(rnd *r, role *a, role *b)
{
    int64_t *stride[2 * MOST_LEAVES], extent[2 * MOST_LEAVES], step = 1;
    size_t n = 0;
    for (size_t i = 0; i < a->n + b->n; i++) {
        role *of = i < a->n ? a : b;
        size_t k = i < a->n ? i : i - a->n;
        stride[n] = &of->stride[k];
        extent[n++] = of->extent[k];
    }
    const bool mixed = rnd_chance(r, 40), apart = rnd_chance(r, 50);
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)rnd_in(r, 0, (int64_t)i - 1);
        bool swaps = mixed || (i > a->n) == (j >= a->n);
        int64_t *swapped = stride[i - 1], e = extent[i - 1];
        if (!swaps)
            continue;
        stride[i - 1] = stride[j];
        extent[i - 1] = extent[j];
        stride[j] = swapped;
        extent[j] = e;
    }
    for (size_t i = 0; i < n; i++) {
        *stride[i] = step;
        step *= extent[i];
        if (apart && step > 1)
            step = (step + 15) / 16 * 16;
    }
}

static void write_mode(FILE *out, const int64_t *number, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%lld", i == 0 ? n > 1 ? "(" : "" : ",", (long long)number[i]);
    fputs(n > 1 ? ")" : "", out);
}

static void write_tensor(rnd *r, FILE *out, const char *name, role *a, role *b)
{
    if (rnd_chance(r, 50))
        give_strides(r, a, b);
    else
        give_strides(r, b, a);
    fprintf(out, "%s=(", name);
    write_mode(out, a->extent, a->n);
    fputs(",", out);
    write_mode(out, b->extent, b->n);
    fputs("):(", out);
    write_mode(out, a->stride, a->n);
    fputs(",", out);
    write_mode(out, b->stride, b->n);
    fputs("), ", out);
}

static int power(rnd *r, int low, int high)
{
    return 1 << rnd_in(r, low, high);
}

static void write_keys(rnd *r, FILE *out)
{
    static const char *const method[] = {"fma", "mma", "wgmma", "wgmma", "wgmma"};
    if (rnd_chance(r, 50))
        fprintf(out, ", method=%s", method[rnd_in(r, 0, 4)]);
    if (rnd_chance(r, 30))
        fprintf(out, ", warps=(%d,%d)", power(r, 0, 2), power(r, 0, 2));
    if (rnd_chance(r, 25))
        fprintf(out, ", tile=(%d,%d,%d)", power(r, 5, 8), power(r, 3, 8), power(r, 4, 7));
    if (rnd_chance(r, 10))
        fprintf(out, ", cluster=(%d,%d)", power(r, 0, 1), power(r, 0, 1));
    if (rnd_chance(r, 15))
        fprintf(out, ", turns=%d", power(r, 0, 1) - 1);
    if (rnd_chance(r, 10))
        fprintf(out, ", split=%d", power(r, 0, 2));
    if (rnd_chance(r, 10))
        fputs(", alpha=1, beta=1", out);
}

static char *random_plan(rnd *r)
{
    static const char *const elements[] = {
        "(bf16,bf16,f32)",   "(bf16,bf16,bf16)", "(f16,f16,f16), accumulate=f16",
        "(tf32,tf32,f32)",   "(f32,f32,f32)",    "(f64,f64,f64)",
        "(int8,int8,int32)", "(e4m3,e5m2,bf16)"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    role m = random_role(r), n = random_role(r), k = random_role(r);
    fputs("plan p(", out);
    write_tensor(r, out, "a", &m, &k);
    write_tensor(r, out, "b", &n, &k);
    write_tensor(r, out, "c", &m, &n);
    fprintf(out, "elements=%s", elements[rnd_in(r, 0, 7)]);
    write_keys(r, out);
    fputs(")\n", out);
    fclose(out);
    return text;
}

static bool kernel_is_right(law *l, const lck_kernel *kernel)
{
    lck_rehearsal result;
    for (; kernel; kernel = kernel->other) {
        if (!lck_rehearse(kernel, NULL, NULL, &result))
            return law_fail(l, "%s is not run: %s", kernel->name, lc_ctx_message(kernel->ctx));
        if (result.wrong > 0)
            return law_fail(l, "%s: %s", kernel->name, result.message);
    }
    return true;
}

LAW_SHARE(nothing_chosen_is_refuted, "products whose recipe is chosen", 25,
          CLASSES("proved", "an error"))
{
    plan_script t;
    char *text = law_own_memory(l, random_plan(&l->rnd));
    bool ok = plan_script_try(l, text, false, &t);
    bool proved = ok && t.status == LCV_PASSED && t.verdict == LCV_PROVED;
    law_saw(l, proved ? 0 : 1);
    if (proved)
        ok = kernel_is_right(l, lck_planner_find(t.planner, "p"));
    else if (ok && t.status != LCV_INVALID)
        ok = law_fail(l, "%s %s", t.text, t.summary);
    if (!ok)
        printf("%s", text);
    plan_script_forget(&t);
    return ok;
}

SUITE_MAIN("product_choice", nothing_chosen_is_refuted)
