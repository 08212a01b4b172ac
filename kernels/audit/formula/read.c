/* read.c - numbers of expressions that hold modulo 2^bits, and what is assumed for them. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

#define ROOM ((int64_t)1 << 62) /* what sums of two can still hold */

/* ---- what is assumed ---- */

bool lck_list_assumed(lck_formulas *f, const lc_expr *e, int64_t low, int64_t high, uint32_t line)
{
    for (size_t i = 0; i < f->nassumed; i++) {
        const lck_ptx_assumed *a = &f->assumed[i];
        if (a->low == low && a->high == high && lc_expr_equal(a->e, e))
            return true;
    }
    if (f->nassumed == f->room) {
        size_t room = f->room * 2 + 16;
        lck_ptx_assumed *more = room > LCK_FORMULA_ASSUMED
                                    ? NULL
                                    : realloc(f->assumed, room * sizeof *more);
        if (!more)
            return false;
        f->assumed = more;
        f->room = room;
    }
    f->assumed[f->nassumed++] = (lck_ptx_assumed){e, low, high, line};
    return true;
}

const lc_expr *lck_assume(lck_formulas *f, const lc_expr *e, int64_t low, int64_t high)
{
    if (!e || (low <= e->low && high >= e->high))
        return e;
    const lc_expr *made = lc_expr_assume(f->x, e, low, high);
    lc_ctx_reset(f->ctx);
    return made && lck_list_assumed(f, e, low, high, f->line) ? made : NULL;
}

static bool has_data(const lck_formulas *f, const lc_expr *e)
{
    return (lck_formula_varies(f, e) & LCK_BY_DATA) != 0;
}

/* A product that is meant to overflow, as hashes and random numbers have them: by a number that
 * no array has as its stride, or of data by a large one. */
static bool is_hash(const lck_formulas *f, const lc_expr *e)
{
    int64_t k;
    if (!e)
        return false;
    if (e->op == LC_EXPR_MUL && lc_expr_is_int(e->arg[1], &k))
        return k >= lck_power(24) || k <= -lck_power(24) || is_hash(f, e->arg[0]) ||
               ((k >= lck_power(16) || k <= -lck_power(16)) && has_data(f, e->arg[0]));
    if (e->op == LC_EXPR_MUL)
        return (has_data(f, e->arg[0]) && has_data(f, e->arg[1])) || is_hash(f, e->arg[0]) ||
               is_hash(f, e->arg[1]);
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB)
        return is_hash(f, e->arg[0]) || is_hash(f, e->arg[1]);
    return false;
}

/* ---- terms that the modulus removes ---- */

static bool is_modulus(const lc_expr *e, unsigned bits)
{
    int64_t d;
    return e->op == LC_EXPR_MOD && bits < 63 && lc_expr_is_int(e->arg[1], &d) &&
           (d & (d - 1)) == 0 && d >= lck_power(bits);
}

/* The same modulo 2^bits, with the constant of the sum that is nearest to 0. */
static const lc_expr *nearest(lck_formulas *f, const lc_expr *e, unsigned bits)
{
    int64_t k, rest, half = lck_power(bits - 1);
    if (!e || e->op != LC_EXPR_ADD || !lc_expr_is_int(e->arg[1], &k) || (k >= -half && k < half))
        return e;
    rest = k & (2 * half - 1);
    return lck_plus(f, e->arg[0], 1, lck_int(f, rest < half ? rest : rest - 2 * half));
}

/* The same modulo 2^bits, without remainders of terms of the sum. */
static const lc_expr *plain(lck_formulas *f, const lc_expr *e, unsigned bits)
{
    int64_t k;
    const lc_expr *a, *b;
    if (is_modulus(e, bits))
        return nearest(f, plain(f, e->arg[0], bits), bits);
    switch (e->op) {
    case LC_EXPR_ADD:
    case LC_EXPR_SUB:
        a = plain(f, e->arg[0], bits);
        b = plain(f, e->arg[1], bits);
        return a == e->arg[0] && b == e->arg[1] ? e : lck_make(f, e->op, a, b);
    case LC_EXPR_MUL:
        if (!lc_expr_is_int(e->arg[1], &k))
            return e;
        a = plain(f, e->arg[0], bits);
        return a == e->arg[0] ? e : lck_make(f, LC_EXPR_MUL, a, e->arg[1]);
    default: return e;
    }
}

/* ---- numbers ---- */

static bool is_within(const lc_expr *e, int64_t low, int64_t high)
{
    return e->low >= low && e->high <= high;
}

/* e modulo 2^bits, from low on. */
static const lc_expr *wrapped(lck_formulas *f, const lc_expr *e, unsigned bits, int64_t low)
{
    e = plain(f, e, bits);
    if (!e || is_within(e, low, low + lck_power(bits) - 1))
        return e;
    e = lck_make(f, LC_EXPR_MOD, lck_plus(f, e, -1, lck_int(f, low)),
                 lck_int(f, lck_power(bits)));
    return lck_plus(f, e, 1, lck_int(f, low));
}

/* e of `bits` bits as a number in low .. low + 2^bits - 1. */
static const lc_expr *number(lck_formulas *f, const lc_expr *e, unsigned bits, int64_t low)
{
    int64_t high = low + lck_power(bits) - 1;
    if (!e || is_within(e, low, high))
        return e;
    if (e->op == LC_EXPR_SELECT)
        return lck_select(f, e->arg[0], number(f, e->arg[1], bits, low),
                          number(f, e->arg[2], bits, low));
    const lc_expr *short_one = plain(f, e, bits);
    if (short_one && is_within(short_one, low, high))
        return short_one;
    bool excluded = !f->options.exact && bits == 32 && (low < 0 || e->low >= 0) &&
                    e->low <= high && e->high >= low && short_one && !is_hash(f, short_one);
    const lc_expr *assumed = excluded ? lck_assume(f, short_one, low, high) : NULL;
    return assumed ? assumed : wrapped(f, e, bits, low);
}

const lc_expr *lck_as_signed(lck_formulas *f, const lc_expr *e, unsigned bits)
{
    return bits >= 64 ? e : number(f, e, bits, -lck_power(bits - 1));
}

const lc_expr *lck_as_unsigned(lck_formulas *f, const lc_expr *e, unsigned bits)
{
    if (bits < 64)
        return number(f, e, bits, 0);
    return e && e->low < 0 ? lck_assume(f, e, 0, INT64_MAX) : e;
}

const lc_expr *lck_settled(lck_formulas *f, const lc_expr *e, unsigned bits)
{
    if (!e || bits >= 64 || is_within(e, -ROOM, ROOM))
        return e;
    return bits == 1 ? wrapped(f, e, bits, 0) : lck_as_signed(f, e, bits);
}
