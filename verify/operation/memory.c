/* memory.c - what accesses of a warp cost, as numbers: conflicts, sectors. */
#include "config.h"

#include "builtin.h"
#include "../claim/measures.h"

/* The measure of the function's name. */
static lcv_value *measure(lcv_call *call)
{
    lc_int value;
    if (!lcv_measure_value(call->ctx, lcv_measure_find(call->name), call->n, call->arg, &value))
        return NULL;
    return lcv_value_int(call->ctx, value);
}

const lcv_builtin lcv_builtins_memory[] = {
    {"conflicts", "conflicts(X, lanes=32, bytes=4, width=bytes, banks=32)", 1, 5, measure},
    {"sectors", "sectors(X, lanes=32, bytes=4, width=bytes)", 1, 4, measure},
    {NULL, NULL, 0, 0, NULL}};
