/* memory.c - the cost of accesses of a warp, as numbers: conflicts, sectors. */
#include "config.h"

#include "operation.h"
#include "../claim/measures.h"

static lcv_value *number_of(lcv_call *call, const lcv_measure *m)
{
    lc_int value;
    lcv_value **arg = lcv_values_listed(call->r, call->name, false, call->n, call->arg);
    return arg && lcv_measure_value(call->ctx, m, call->n, arg, &value)
               ? lcv_value_int(call->ctx, value)
               : NULL;
}

lcv_value *lcv_op_conflicts(lcv_call *call)
{
    return number_of(call, &lcv_conflicts);
}
lcv_value *lcv_op_sectors(lcv_call *call)
{
    return number_of(call, &lcv_sectors);
}
