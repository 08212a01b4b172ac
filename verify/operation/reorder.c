/* reorder.c - reordering(X, Y): the permutation P of coordinates with X = Y o P. */
#include "config.h"

#include "../claim/claims.h"
#include "../function/pair.h"
#include "../function/permutation.h"
#include "operation.h"

/* Each value comes as often in both; false with the error that says which does not. */
static bool is_reordering(lcv_call *call, lcv_value *const *arg)
{
    lcv_result *result = lcv_prove_reorders(call->r, 2, arg);
    bool proved = result && result->verdict == LCV_PROVED;
    if (result && result->verdict == LCV_REFUTED)
        lc_fail(call->ctx, LC_ERR_NO_VALUE, "X is no reordering of Y: %.400s",
                result->counterexample.summary);
    else if (result && !proved)
        lc_fail(call->ctx, LC_ERR_BUDGET, "reordering: %.400s", result->reason);
    lcv_result_free(result);
    return proved;
}

lcv_value *lcv_op_reordering(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    lcv_function f[2] = {{.name = "X"}, {.name = "Y"}};
    lcv_value **arg = lcv_values_listed(call->r, call->name, false, call->n, call->arg);
    if (!arg || !is_reordering(call, arg) || !lcv_arg_pair(ctx, "reordering", arg, f))
        return NULL;
    lcv_value *p = lcv_permutation(ctx, f);
    if (p)
        return lcv_value_ref(p);
    return lc_ctx_code(ctx) != LC_OK
               ? NULL
               : lc_fail(ctx, LC_ERR_NO_VALUE,
                         "X is a reordering of Y, but none that a layout or a linear layout is "
                         "known to give");
}
