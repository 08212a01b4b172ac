/* find-swizzle.c - find_swizzle(X, ...): the smallest swizzle without bank conflicts, or the
 * smallest linear layout that adds XORs of address bits (find-xor.h).
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
#include "find-xor.h"

#include <string.h>

#define ARGS LCV_ACCESS_ARGS

typedef struct {
    lcv_call *call;
    lcv_access_list list;
    int bits, least_m;
    size_t tried;
    lc_int best_conflicts;
    lc_swizzle best;
} search;

/* ---- the accesses ---- */

/* The bits of the values of an access. */
static bool bits_of(search *s, lcv_value **access, int *bits)
{
    lc_ctx *ctx = s->call->ctx;
    lcv_call of = {s->call->r, ctx, "find_swizzle", 1, access, 1};
    lc_int values;
    if (access[0]->kind == LCV_LINEAR) {
        *bits = (int)lc_linear_out_bits(access[0]->linear);
        return true;
    }
    lcv_value *cosize = lcv_kept(ctx, lcv_op_cosize(&of));
    if (!cosize || !lcv_as_int(ctx, cosize, &values))
        return false;
    *bits = lcv_bits_below(values);
    return true;
}

/* The bits of all values, and those of the elements that a lane moves together. */
static bool measure_accesses(search *s)
{
    lc_ctx *ctx = s->call->ctx;
    for (size_t i = 0; i < s->list.n; i++) {
        lc_int bytes, width;
        int bits;
        if (!bits_of(s, s->list.arg[i], &bits) ||
            !lcv_as_int(ctx, s->list.arg[i][LCV_ACCESS_BYTES], &bytes) ||
            !lcv_as_int(ctx, s->list.arg[i][LCV_ACCESS_WIDTH], &width))
            return false;
        if (lc_int_sign(bytes) <= 0)
            return lc_fail(ctx, LC_ERR_INVALID, "find_swizzle: an element has 1 byte or more");
        int m = lcv_bits_below(lc_int_cdiv(ctx, width, bytes));
        s->bits = bits > s->bits ? bits : s->bits;
        s->least_m = m > s->least_m ? m : s->least_m;
    }
    return true;
}

/* ---- the search ---- */

static lcv_value *after(lcv_call *call, lcv_value *outer, lcv_value *x)
{
    lcv_call of = *call;
    of.name = "compose";
    of.n = 2;
    of.arg = (lcv_value *[]){outer, x};
    return lcv_kept(call->ctx, outer->kind == LCV_SWIZZLE && x->kind != LCV_LINEAR
                                   ? lcv_value_after(call->ctx, outer, NULL, x)
                                   : lcv_compose_values(&of));
}

bool lcv_conflicts_behind(lcv_call *call, const lcv_access_list *list, lcv_value *outer,
                          lc_int *conflicts)
{
    lc_ctx *ctx = call->ctx;
    lc_frame frame = lc_frame_open(ctx);
    lc_int sum = lc_int_const(0);
    bool ok = true, aligned = true;
    for (size_t i = 0; ok && aligned && i < list->n; i++) {
        lcv_value *arg[ARGS];
        lc_int n;
        memcpy(arg, list->arg[i], sizeof arg);
        arg[0] = outer ? after(call, outer, arg[0]) : arg[0];
        ok = arg[0] && lcv_measure_value(ctx, &lcv_conflicts, ARGS, arg, &n);
        if (ok)
            sum = lc_int_add(ctx, sum, n);
        aligned = ok || !outer || (!arg[0] && outer->kind != LCV_SWIZZLE) ||
                  lc_ctx_code(ctx) != LC_ERR_NO_VALUE;
    }
    if (!aligned) {
        lc_ctx_reset(ctx);
        sum = lc_int_const(INT32_MAX);
    }
    *conflicts = lc_frame_return(ctx, frame, sum);
    return ok || !aligned;
}

/* True when the search ends: *found, or an error. */
static bool try_swizzle(search *s, lc_swizzle w, bool *found)
{
    lc_ctx *ctx = s->call->ctx;
    lc_int conflicts;
    lcv_value *outer = w.b > 0 ? lcv_kept(ctx, lcv_value_swizzle(ctx, w)) : NULL;
    if ((w.b > 0 && !outer) || !lcv_conflicts_behind(s->call, &s->list, outer, &conflicts))
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

/* ---- XORs ---- */

static void *no_swizzle(const search *s, const char *format, size_t i, size_t k)
{
    lc_ctx *ctx = s->call->ctx;
    char *conflicts = lcv_kept(ctx, lc_int_to_str(ctx, s->best_conflicts));
    char *more = conflicts ? lcv_kept(ctx, lcv_text(ctx, format, i, k)) : NULL;
    return more ? lc_fail(ctx, LC_ERR_NO_VALUE,
                          "find_swizzle: each of the %zu swizzles S<b,m,s> with m >= %d and "
                          "b + m + s <= %d leaves conflicts; the fewest are %.40s, of "
                          "S<%d,%d,%d>; %.200s",
                          s->tried, s->least_m, s->bits, conflicts, s->best.b, s->best.m,
                          s->best.s, more)
                : NULL;
}

/* The name of the output dim of accesses that are linear layouts, or `in`. */
static const char *address_name(const search *s)
{
    for (size_t i = 0; i < s->list.n; i++) {
        const lcv_value *x = s->list.arg[i][0];
        for (size_t j = 0; x->kind == LCV_LINEAR && j < lc_linear_nouts(x->linear); j++)
            if (lc_linear_out_dim(x->linear, j).bits > 0)
                return lc_linear_out_dim(x->linear, j).name;
    }
    return "in";
}

static lcv_value *linear_of(const search *s, const lcv_bank_xor *x)
{
    lc_ctx *ctx = s->call->ctx;
    unsigned n = (unsigned)x->bits;
    lc_f2 map = lc_f2_identity(n);
    lc_dim in = {.name = address_name(s), .bits = n}, out = in;
    if (strcmp(in.name, "in") == 0)
        out.name = "out";
    for (unsigned j = (unsigned)x->banks; j < n; j++)
        map.column[j] |= x->word[j];
    lc_linear *l = lc_linear_new(ctx, 1, &in, 1, &out, &map);
    return l ? lcv_value_linear(ctx, l) : NULL;
}

static lcv_value *find_xors(search *s)
{
    lcv_bank_xor x;
    lcv_bank_answer answer;
    if (!lcv_find_xor(s->call->ctx, &s->list, s->bits, s->least_m, &x, &answer))
        return NULL;
    switch (answer) {
    case LCV_XOR_FOUND: return linear_of(s, &x);
    case LCV_XOR_NONE:
        return no_swizzle(s,
                          "nor is there one that adds XORs of bits %z to %z to those of the bank",
                          (size_t)x.banks, (size_t)(x.bits - 1));
    default: break;
    }
    return no_swizzle(s, "XORs of bits were not tried", 0, 0);
}

static void *too_few_bits(const search *s)
{
    return lc_fail(s->call->ctx, LC_ERR_NO_VALUE,
                   "find_swizzle: the values have %d bits, too few for a swizzle of a bit "
                   "from %d on",
                   s->bits, s->least_m);
}

lcv_value *lcv_op_find_swizzle(lcv_call *call)
{
    search s = {.call = call};
    bool found = false;
    lcv_value **arg = lcv_values_listed(call->r, call->name, false, call->n, call->arg);
    if (!arg || !lcv_list_accesses(call->ctx, call->name, call->n, arg, &s.list) ||
        !measure_accesses(&s) || !try_all(&s, &found))
        return NULL;
    if (found)
        return lcv_value_swizzle(call->ctx, s.best);
    return s.tried == 1 ? too_few_bits(&s) : find_xors(&s);
}
