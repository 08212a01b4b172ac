/* access-list.c - accesses that an operation takes together. */
#include "config.h"

#include "access-list.h"

#define MAX_BITS 30

/* What access k does: its own of a list of names. */
static lcv_value *op_of(lc_ctx *ctx, lcv_value *ops, size_t k)
{
    if (ops->kind != LCV_NAMES || ops->nnames < 2)
        return ops;
    return lcv_kept(ctx, lcv_value_names(ctx, 1, (const char *const *)&ops->name[k]));
}

/* The access and its width, if it is a pair of both. */
static bool add_access(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                       lcv_value *x, lcv_access_list *out)
{
    lcv_value **arg = out->arg[out->n];
    lcv_value *any = lcv_kept(ctx, lcv_value_tuple(ctx, lc_tuple_wildcard(ctx)));
    if (out->n == LCV_MOST_ACCESSES)
        return lc_fail(ctx, LC_ERR_INVALID, "%s: more than %d accesses", call, LCV_MOST_ACCESSES);
    for (size_t i = 1; i < LCV_ACCESS_ARGS; i++)
        arg[i] = i < n ? args[i] : any;
    arg[0] = x;
    if (x->kind == LCV_LIST && x->nparts == 2) {
        arg[0] = x->part[0];
        arg[LCV_ACCESS_WIDTH] = x->part[1];
    }
    if (arg[0]->kind == LCV_LIST)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s: an access is a layout, or a layout and a width, [A, 16]", call);
    if (n <= LCV_ACCESS_BYTES)
        arg[LCV_ACCESS_BYTES] = lcv_kept(ctx, lcv_value_int(ctx, lc_int_const(4)));
    if (arg[LCV_ACCESS_WIDTH] == any)
        arg[LCV_ACCESS_WIDTH] = arg[LCV_ACCESS_BYTES];
    arg[LCV_ACCESS_OP] = op_of(ctx, arg[LCV_ACCESS_OP], out->n++);
    return any && arg[LCV_ACCESS_BYTES] && arg[LCV_ACCESS_OP];
}

bool lcv_list_accesses(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                       lcv_access_list *out)
{
    lcv_value *x = args[0];
    bool pair = x->kind == LCV_LIST && x->nparts == 2 && x->part[1]->kind == LCV_TUPLE &&
                lc_tuple_is_leaf(x->part[1]->tuple);
    const lcv_value *ops = n > LCV_ACCESS_OP ? args[LCV_ACCESS_OP] : NULL;
    size_t nx = x->kind == LCV_LIST && !pair ? x->nparts : 1;
    if (ops && ops->kind == LCV_NAMES && ops->nnames != 1 && ops->nnames != nx)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s: op is read or write, or one of them for each "
                       "access: %zu for %zu",
                       call, ops->nnames, nx);
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
