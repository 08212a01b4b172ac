/* picked.c - see picked.h. */
#include "config.h"

#include "picked.h"

#include <stdlib.h>
#include <string.h>

#include "../operation/operation.h"

static int compare(const void *a, const void *b)
{
    const lcv_pick *x = a, *y = b;
    int order = lc_int_cmp(x->c, y->c);
    return order != 0 ? order : (x->k > y->k) - (x->k < y->k);
}

bool lcv_picked_of(lc_ctx *ctx, const lcv_value *q, lcv_picked *out)
{
    lc_tuple *shape = lcv_is_function(q) ? lcv_kept(ctx, lcv_as_tuple(ctx, q)) : NULL;
    lc_int size = shape ? lc_tuple_size(ctx, shape) : lc_int_const(0);
    *out = (lcv_picked){0};
    if (!shape || lc_int_lt(lc_int_const(LCV_PICKED), size))
        return false;
    size_t n = (size_t)lc_int_get_si(size);
    out->pick = lc_frame_alloc(ctx, n + 1, sizeof *out->pick);
    for (; out->pick && out->n < n; out->n++) {
        lcv_pick *p = &out->pick[out->n];
        p->k = out->n;
        if (!lcv_value_number_at(ctx, q, lc_int_si(ctx, (int64_t)out->n), &p->c))
            return false;
    }
    if (out->pick)
        qsort(out->pick, n, sizeof *out->pick, compare);
    return out->pick != NULL;
}

/* The compact layout of the shape of A. */
static lcv_value *coordinates_of(lc_ctx *ctx, const lcv_value *a)
{
    lc_tuple *shape = lcv_kept(ctx, lcv_as_tuple(ctx, a));
    return shape ? lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_compact(ctx, shape))) : NULL;
}

bool lcv_picked_open(const lcv_drawing *d, lcv_picked *out)
{
    lcv_value **arg = lc_frame_alloc(d->ctx, d->n + 1, sizeof *arg);
    if (!arg || !lcv_is_function(d->arg[0]))
        return false;
    memcpy(arg, d->arg, d->n * sizeof *arg);
    arg[0] = coordinates_of(d->ctx, d->arg[0]);
    lcv_call call = {d->r, d->ctx, d->of->name, d->n, arg, d->n};
    lcv_value *q = arg[0] ? lcv_kept(d->ctx, lcv_call_apply(&call, d->of->apply)) : NULL;
    bool found = q && lcv_picked_of(d->ctx, q, out);
    if (!found && lc_ctx_code(d->ctx) != LC_ERR_MEMORY)
        lc_ctx_reset(d->ctx);
    return found;
}

const lcv_pick *lcv_picked_find(const lcv_picked *p, lc_int c)
{
    size_t low = 0, high = p->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lc_int_lt(p->pick[middle].c, c))
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->n && lc_int_eq(p->pick[low].c, c) ? &p->pick[low] : NULL;
}
