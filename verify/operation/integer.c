/* integer.c - functions of integers. */
#include "config.h"

#include "operation.h"

lcv_value *lcv_op_ceil_div(lcv_call *call)
{
    lc_int a, b;
    if (!lcv_call_int(call, 0, &a) || !lcv_call_int(call, 1, &b))
        return NULL;
    if (lc_int_is_zero(b)) {
        call->culprit = 1;
        return lc_fail(call->ctx, LC_ERR_NO_VALUE, "division by zero");
    }
    return lcv_value_int(call->ctx, lc_int_cdiv(call->ctx, a, b));
}

static lcv_value *extreme(lcv_call *call, bool least)
{
    lc_int best, next;
    if (!lcv_call_int(call, 0, &best))
        return NULL;
    for (size_t i = 1; i < call->n; i++) {
        if (!lcv_call_int(call, i, &next))
            return NULL;
        best = least ? lc_int_min(best, next) : lc_int_max(best, next);
    }
    return lcv_value_int(call->ctx, best);
}

lcv_value *lcv_op_min(lcv_call *call)
{
    return extreme(call, true);
}

lcv_value *lcv_op_max(lcv_call *call)
{
    return extreme(call, false);
}
