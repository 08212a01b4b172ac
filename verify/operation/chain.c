/* chain.c - any values as a chain of layouts (Cecka 2.4.3).
 *
 * A layout is determined by few of its values, a chain of layouts is not: every function f
 * on [0,n) with f(0) = 0 is
 *
 *     (2,2,...,2):(f(1),f(2),...,f(n-1)) o (3,1):(1,4) o (4,1):(1,6) o ... o (n-1,1):(1,2n-4)
 *
 * on extended domains. The layout (j,1):(1,2j-2) leaves numbers below j alone. It sends j to
 * 2j-2, and the layouts outside it send that on to 2^(j-1), the stride of one mode of the
 * outermost. An innermost n:1 gives the coordinates. If f(0) is not 0, the chain has the
 * differences from f(0) and stands after an offset.
 */
#include "config.h"

#include "operation.h"

#define MAX_VALUES 256

static lc_int value_of(const lcv_call *call, size_t i)
{
    return lc_tuple_value(call->arg[i]->tuple, 0);
}

/* (2,...,2):(f(1) - f(0),...), 2:d for two values, 1:0 for one. */
static lc_layout *outermost(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    size_t n = call->n > 1 ? call->n - 1 : 1;
    lc_int extent[MAX_VALUES], step[MAX_VALUES];
    for (size_t i = 0; i < n; i++) {
        extent[i] = lc_int_const(call->n > 1 ? 2 : 1);
        step[i] = call->n > 1 ? lc_int_sub(ctx, value_of(call, i + 1), value_of(call, 0))
                              : lc_int_const(0);
    }
    return lc_layout_flat(ctx, n, extent, step);
}

/* (j,1):(1,2j-2) */
static lc_layout *link(lc_ctx *ctx, int32_t j)
{
    lc_int extent[2] = {lc_int_const(j), lc_int_const(1)};
    lc_int step[2] = {lc_int_const(1), lc_int_const(2 * j - 2)};
    return lc_layout_flat(ctx, 2, extent, step);
}

/* a o rest; takes over a. */
static lcv_value *apply(lc_ctx *ctx, lc_layout *a, const lcv_value *rest)
{
    lcv_value *f = lcv_kept(ctx, lcv_value_layout(ctx, a));
    return f && rest ? lcv_kept(ctx, lcv_value_after(ctx, f, NULL, rest)) : NULL;
}

static lcv_value *links(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    lc_int size = lc_int_const((int32_t)call->n), one = lc_int_const(1);
    lcv_value *v = lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_flat(ctx, 1, &size, &one)));
    for (int32_t j = (int32_t)call->n - 1; j >= 3; j--)
        v = apply(ctx, link(ctx, j), v);
    return apply(ctx, outermost(call), v);
}

static bool are_integers(lcv_call *call)
{
    lc_int value;
    for (size_t i = 0; i < call->n; i++)
        if (!lcv_call_int(call, i, &value))
            return false;
    if (call->n <= MAX_VALUES)
        return true;
    return lc_fail(call->ctx, LC_ERR_LIMIT, "chain: %zu values: expected at most %d", call->n,
                   MAX_VALUES);
}

lcv_value *lcv_chain_of_values(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    if (!are_integers(call))
        return NULL;
    lcv_value *v = call->n > 2 ? links(call)
                               : lcv_kept(ctx, lcv_value_layout(ctx, outermost(call)));
    if (!v || lc_int_is_zero(value_of(call, 0)))
        return lcv_value_ref(v);
    return lcv_value_after(ctx, NULL, call->arg[0]->tuple, v);
}
