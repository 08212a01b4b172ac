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

/* Of an access that is served in several phases, whose conflicts the number adds. */
char *lcv_remark_conflicts(lcv_call *call, const lcv_value *value)
{
    lc_ctx *ctx = call->ctx;
    lcv_accesses a;
    lc_frame frame = lc_frame_open(ctx);
    lcv_value **arg = lcv_values_listed(call->r, call->name, false, call->n, call->arg);
    bool any = arg && !lc_int_is_zero(lc_tuple_value(value->tuple, 0)) &&
               lcv_accesses_of(ctx, call->name, call->n, arg, 16, &a) && lc_int_sign(a.count) > 0;
    lc_access first = any ? lcv_access_at(ctx, &a, lc_int_const(0)) : (lc_access){.lanes = 0};
    unsigned phases = any ? lc_access_phases(&first) : 0;
    char *text = phases > 1
                     ? lcv_text(ctx, "summed over the %z phases of an access, each of %z lanes",
                                (size_t)phases, (size_t)lc_phase_lanes(&first))
                     : NULL;
    lc_frame_close(ctx, frame);
    lc_ctx_reset(ctx);
    return text;
}

lcv_value *lcv_op_sectors(lcv_call *call)
{
    return number_of(call, &lcv_sectors);
}
