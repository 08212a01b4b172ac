/* tensor.c - claims whose proofs are about layouts, of tensors.
 *
 * An offset before a layout is added to every value alike. Where the offsets of both sides
 * are the same they may be left out: {a} o R is {a} o A after B exactly when R is A o B;
 * where they differ, the values at 0 do. What exists of a layout exists of a tensor of it.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>
#include <string.h>

/* Arguments with the same offset: composes(R, A, B), divides_into(D, A, T). */
static const struct {
    const char *claim, *first, *second;
} alike[] = {
    {"divides_into", "D", "A"},
};

static bool any_offset(size_t n, lcv_value *const *args)
{
    for (size_t i = 0; i < n; i++)
        if (lcv_has_offset(args[i]))
            return true;
    return false;
}

static lcv_value *without_offset(lc_ctx *ctx, lcv_value *v)
{
    return v->kind == LCV_TENSOR ? lcv_value_layout(ctx, lc_layout_ref(v->layout))
                                 : lcv_value_ref(v);
}

/* The claim on the layouts of the first `moved` arguments. */
static lcv_result *prove_on_layouts(lcr_ctx *r, lcv_prove_function *prove, size_t n,
                                    lcv_value *const *args, size_t moved)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *bare[4] = {NULL, NULL, NULL, NULL};
    lcv_result *result = NULL;
    bool ok = n <= 4;
    for (size_t i = 0; ok && i < n; i++)
        ok = (bare[i] = i < moved ? without_offset(ctx, args[i]) : lcv_value_ref(args[i])) != NULL;
    if (ok)
        result = prove(r, n, bare);
    for (size_t i = 0; i < 4; i++)
        lcv_value_free(bare[i]);
    return result;
}

static lc_tuple *offset_of(lc_ctx *ctx, const lcv_value *v)
{
    return v->kind == LCV_TENSOR ? lc_tuple_ref(v->offset) : lc_tuple_leaf(ctx, lc_int_const(0));
}

/* The value at 0, where B and T are 0 too. */
static void step_at_0(lc_ctx *ctx, lcv_result **result, const char *claim, const char *name,
                      const lcv_value *v)
{
    lcv_function f = {.name = name};
    if (lcv_arg_tensor(ctx, claim, name, v, &f))
        lcv_step_function(ctx, result, &f, lc_int_const(0), NULL);
    lcv_function_free(&f);
}

static lcv_result *check_alike(lcr_ctx *r, lcv_prove_function *prove, size_t n,
                               lcv_value *const *args, size_t which)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *x = offset_of(ctx, args[0]), *y = offset_of(ctx, args[1]);
    lcv_result *result = NULL;
    if (x == NULL || y == NULL)
        result = NULL;
    else if (lc_tuple_equal(x, y) || (lcv_is_zero(x) && lcv_is_zero(y))) {
        result = prove_on_layouts(r, prove, n, args, 2);
        if (result != NULL && result->verdict == LCV_REFUTED && !lcv_is_zero(x))
            lcv_first_step(ctx, &result,
                           "%s and %s are without their offset %t here: it moves all values alike",
                           alike[which].first, alike[which].second, x);
    } else {
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
                             lcv_text(ctx, "%t is not %t", x, y));
        step_at_0(ctx, &result, alike[which].claim, alike[which].first, args[0]);
        step_at_0(ctx, &result, alike[which].claim, alike[which].second, args[1]);
    }
    lc_tuple_free(x);
    lc_tuple_free(y);
    return result;
}

lcv_result *lcv_prove_on_tensors(lcr_ctx *r, const lcv_claim *claim, size_t n,
                                 lcv_value *const *args)
{
    lcv_prove_function *prove = claim->prove;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (strcmp(alike[i].claim, claim->name) == 0 && any_offset(2, args))
            return check_alike(r, prove, n, args, i);
    if (strcmp(claim->name, "admissible") == 0 && any_offset(1, args)) {
        lcv_result *result = prove_on_layouts(r, prove, n, args, 1);
        if (result != NULL && result->verdict == LCV_REFUTED)
            lcv_first_step(lcr_ctx_lc(r), &result,
                           "A is without its offset %t here: it moves all values alike",
                           args[0]->offset);
        return result;
    }
    return prove(r, n, args);
}
