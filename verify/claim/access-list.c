/* access-list.c - accesses that an operation takes together. */
#include "config.h"

#include "access-list.h"

#define MAX_BITS 30

/* The access and its width, if it is a pair of both. */
static bool add_access(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                       lcv_value *x, lcv_access_list *out)
{
    lcv_value **arg = out->arg[out->n];
    if (out->n == LCV_MOST_ACCESSES)
        return lc_fail(ctx, LC_ERR_INVALID, "%s: more than %d accesses", call, LCV_MOST_ACCESSES);
    for (size_t i = 1; i < LCV_ACCESS_ARGS; i++)
        arg[i] = i < n ? args[i] : NULL;
    arg[0] = x;
    if (x->kind == LCV_LIST && x->nparts == 2) {
        arg[0] = x->part[0];
        arg[3] = x->part[1];
    }
    if (arg[0]->kind == LCV_LIST)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s: an access is a layout, or a layout and a width, [A, 16]", call);
    lc_int usual[LCV_ACCESS_ARGS] = {lc_int_const(0), lc_int_const(32), lc_int_const(4),
                                     lc_int_const(0), lc_int_const(32)};
    for (size_t i = 1; i < LCV_ACCESS_ARGS; i++)
        if (!arg[i])
            arg[i] = i == 3 ? arg[2] : lcv_kept(ctx, lcv_value_int(ctx, usual[i]));
    out->n++;
    return arg[1] && arg[2] && arg[3] && arg[4];
}

bool lcv_list_accesses(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                       lcv_access_list *out)
{
    lcv_value *x = args[0];
    bool pair = x->kind == LCV_LIST && x->nparts == 2 && x->part[1]->kind == LCV_TUPLE &&
                lc_tuple_is_leaf(x->part[1]->tuple);
    out->n = 0;
    if (x->kind != LCV_LIST || pair)
        return add_access(ctx, call, n, args, x, out);
    for (size_t i = 0; i < x->nparts; i++)
        if (!add_access(ctx, call, n, args, x->part[i], out))
            return false;
    return out->n > 0 || lc_fail(ctx, LC_ERR_INVALID, "%s: no accesses", call);
}

int lcv_bits_below(lc_int x)
{
    int bits = 0;
    while (bits < MAX_BITS && lc_int_lt(lc_int_const(1 << bits), x))
        bits++;
    return bits;
}
