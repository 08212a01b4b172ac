/* reorder.c - reorders(X, Y): X has the values of Y, each as often (question/counts.h). */
#include "config.h"

#include "claims.h"

#include "../function/pair.h"
#include "../question/counts.h"

/* `X reaches 6 at 2 of its coordinates, X(0,1) = 6`: where the first of them is. */
static void step_of(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int count,
                    lc_int at, const lc_tuple *value)
{
    lcv_step(ctx, result, "%s reaches %t at %i of its coordinates", f->name, value, count);
    if (lc_int_is_zero(count))
        return;
    if (f->value)
        lcv_step_number(ctx, result, f, at);
    else
        lcv_step_function(ctx, result, f, at, NULL);
}

static lcv_result *refuted(lc_ctx *ctx, const lcv_function f[2], const lcv_uneven *found)
{
    size_t has = found->counted && lc_int_is_zero(found->count[0]) ? 1 : 0;
    if (!found->counted)
        has = found->more;
    const lcv_function *with = &f[has];
    lc_tuple *value = with->value ? lcv_kept(ctx, lc_tuple_leaf(ctx, found->value))
                                  : lcv_function_value(ctx, with, found->at[has]);
    lcv_result *result = lcv_refuted(ctx, found->method, lcv_text(ctx, "offset %t", value),
                                     lcv_text(ctx, "%s reaches %t more often than %s does",
                                              f[found->more].name, value,
                                              f[1 - found->more].name));
    for (size_t i = 0; found->counted && i < 2; i++)
        step_of(ctx, &result, &f[i], found->count[i], found->at[i], value);
    return result;
}

static lcv_result *undecided(lc_ctx *ctx, const lcv_function f[2])
{
    return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, f[0].affine ? &f[1] : &f[0]) : NULL;
}

lcv_result *lcv_prove_reorders(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f[2] = {{.name = "X"}, {.name = "Y"}}, packed[2];
    lcv_uneven found;
    (void)n;
    if (!lcv_arg_pair(ctx, "reorders", args, f))
        return NULL;
    bool layouts = !f[0].value && !f[1].value;
    if (layouts && !lcv_pack_pair(ctx, &f[0], &f[1], packed))
        return NULL;
    const lcv_function *of = layouts ? packed : f;
    switch (lcv_differ_in_counts(r, of, &found)) {
    case LCR_NO: return lcv_proved(ctx, found.method);
    case LCR_YES: return refuted(ctx, of, &found);
    default: return undecided(ctx, of);
    }
}
