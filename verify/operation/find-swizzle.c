/* find-swizzle.c - find_swizzle(X, ...): the smallest swizzle without bank conflicts.
 *
 * X is an access of a warp as in conflicts(X, ...), or a list of accesses, each perhaps with a
 * width of its own: [A, [B, 16]]. The swizzle S<b,m,s> follows each of them, s >= b, and
 * b + m + s are no more bits than the values have; elements that a lane moves together stay
 * together, so that 2^m of them are as wide as the widest access or wider. The order is that of
 * b, then of m, then of s; all are tried up to the one that is found.
 */
#include "config.h"

#include "operation.h"

#include "../claim/measures.h"

#define ARGS 5 /* X, lanes, bytes, width, banks */
#define MAX_ACCESSES 64
#define MAX_BITS 30

typedef struct {
    lcv_call *call;
    size_t n, most_args;
    lcv_value *access[MAX_ACCESSES][ARGS]; /* the arguments of conflicts for each; kept */
    int bits, least_m;
    size_t tried;
    lc_int best_conflicts;
    lc_swizzle best;
} search;

/* ---- the accesses ---- */

/* The access and its width, if it is a pair of both. */
static bool add_access(search *s, lcv_value *x)
{
    lc_ctx *ctx = s->call->ctx;
    lcv_value **arg = s->access[s->n];
    if (s->n == MAX_ACCESSES)
        return lc_fail(ctx, LC_ERR_INVALID, "find_swizzle: more than %d accesses", MAX_ACCESSES);
    for (size_t i = 1; i < ARGS; i++)
        arg[i] = i < s->call->n ? s->call->arg[i] : NULL;
    arg[0] = x;
    if (x->kind == LCV_LIST && x->nparts == 2) {
        arg[0] = x->part[0];
        arg[3] = x->part[1];
    }
    if (arg[0]->kind == LCV_LIST)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "find_swizzle: an access is a layout, or a layout and a width, [A, 16]");
    lc_int usual[ARGS] = {lc_int_const(0), lc_int_const(32), lc_int_const(4), lc_int_const(0),
                          lc_int_const(32)};
    for (size_t i = 1; i < ARGS; i++)
        if (!arg[i])
            arg[i] = i == 3 ? arg[2] : lcv_kept(ctx, lcv_value_int(ctx, usual[i]));
    s->n++;
    return arg[1] && arg[2] && arg[3] && arg[4];
}

static bool add_accesses(search *s)
{
    lcv_value *x = s->call->arg[0];
    bool pair = x->kind == LCV_LIST && x->nparts == 2 && x->part[1]->kind == LCV_TUPLE &&
                lc_tuple_is_leaf(x->part[1]->tuple);
    if (x->kind != LCV_LIST || pair)
        return add_access(s, x);
    for (size_t i = 0; i < x->nparts; i++)
        if (!add_access(s, x->part[i]))
            return false;
    return s->n > 0 || lc_fail(s->call->ctx, LC_ERR_INVALID, "find_swizzle: no accesses");
}

/* Bits of x - 1. */
static int bits_below(lc_int x)
{
    int bits = 0;
    while (bits < MAX_BITS && lc_int_lt(lc_int_const(1 << bits), x))
        bits++;
    return bits;
}

/* The bits of all values, and those of the elements that a lane moves together. */
static bool measure_accesses(search *s)
{
    lc_ctx *ctx = s->call->ctx;
    for (size_t i = 0; i < s->n; i++) {
        lcv_call of = {s->call->r, ctx, "find_swizzle", 1, s->access[i], 1};
        lcv_value *cosize = lcv_kept(ctx, lcv_op_cosize(&of));
        lc_int values, bytes, width;
        if (!cosize || !lcv_as_int(ctx, cosize, &values) ||
            !lcv_as_int(ctx, s->access[i][2], &bytes) ||
            !lcv_as_int(ctx, s->access[i][3], &width))
            return false;
        if (lc_int_sign(bytes) <= 0)
            return lc_fail(ctx, LC_ERR_INVALID, "find_swizzle: an element has 1 byte or more");
        int bits = bits_below(values), m = bits_below(lc_int_cdiv(ctx, width, bytes));
        s->bits = bits > s->bits ? bits : s->bits;
        s->least_m = m > s->least_m ? m : s->least_m;
    }
    return true;
}

/* ---- the search ---- */

/* The conflicts of all accesses behind a swizzle; false with an error. A misaligned access has
 * more than any. */
static bool conflicts_behind(search *s, lc_swizzle w, lc_int *conflicts)
{
    lc_ctx *ctx = s->call->ctx;
    lc_frame frame = lc_frame_open(ctx);
    lc_int sum = lc_int_const(0);
    lcv_value *swizzle = lcv_kept(ctx, lcv_value_swizzle(ctx, w));
    bool ok = swizzle != NULL, aligned = true;
    for (size_t i = 0; ok && aligned && i < s->n; i++) {
        lcv_value *arg[ARGS];
        lc_int n;
        for (size_t k = 1; k < ARGS; k++)
            arg[k] = s->access[i][k];
        arg[0] = w.b == 0 ? s->access[i][0]
                          : lcv_kept(ctx, lcv_value_after(ctx, swizzle, NULL, s->access[i][0]));
        ok = arg[0] && lcv_measure_value(ctx, &lcv_conflicts, ARGS, arg, &n);
        if (ok)
            sum = lc_int_add(ctx, sum, n);
        aligned = ok || w.b == 0 || lc_ctx_code(ctx) != LC_ERR_NO_VALUE;
    }
    if (!aligned) {
        lc_ctx_reset(ctx);
        sum = lc_int_const(INT32_MAX);
        ok = true;
    }
    *conflicts = lc_frame_return(ctx, frame, sum);
    return ok;
}

/* True when the search ends: *found, or an error. */
static bool try_swizzle(search *s, lc_swizzle w, bool *found)
{
    lc_int conflicts;
    if (!conflicts_behind(s, w, &conflicts))
        return true;
    if (s->tried++ == 0 || lc_int_lt(conflicts, s->best_conflicts)) {
        s->best = w;
        s->best_conflicts = conflicts;
    }
    *found = lc_int_is_zero(conflicts);
    return *found;
}

static bool try_all(search *s, bool *found)
{
    if (try_swizzle(s, (lc_swizzle){0, 0, 0}, found))
        return *found;
    for (int b = 1; 2 * b + s->least_m <= s->bits; b++)
        for (int m = s->least_m; m + 2 * b <= s->bits; m++)
            for (int shift = b; m + b + shift <= s->bits; shift++)
                if (try_swizzle(s, (lc_swizzle){b, m, shift}, found))
                    return *found;
    return lc_ctx_code(s->call->ctx) == LC_OK;
}

static void *none_found(const search *s)
{
    lc_ctx *ctx = s->call->ctx;
    if (s->tried == 1)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "find_swizzle: the values have %d bits, too few for a swizzle of a bit "
                       "from %d on",
                       s->bits, s->least_m);
    char *conflicts = lcv_kept(ctx, lc_int_to_str(ctx, s->best_conflicts));
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "find_swizzle: each of the %zu swizzles S<b,m,s> with m >= %d and "
                   "b + m + s <= %d leaves conflicts; the fewest are %.40s, of S<%d,%d,%d>",
                   s->tried, s->least_m, s->bits, conflicts ? conflicts : "?", s->best.b,
                   s->best.m, s->best.s);
}

lcv_value *lcv_op_find_swizzle(lcv_call *call)
{
    search s = {.call = call};
    bool found = false;
    if (!add_accesses(&s) || !measure_accesses(&s) || !try_all(&s, &found))
        return NULL;
    return found ? lcv_value_swizzle(call->ctx, s.best) : none_found(&s);
}
