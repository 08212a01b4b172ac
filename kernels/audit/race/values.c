/* values.c - values of symbols to go through, and with which period they repeat. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

#include "../../../lib/int64.h"

void lck_race_slots(const lc_expr *e, bool *slot)
{
    if (!e)
        return;
    if (e->op == LC_EXPR_VAR)
        slot[e->slot] = true;
    for (int i = 0; i < 3; i++)
        lck_race_slots(e->arg[i], slot);
}

static void add(lck_race_values *out, int64_t value, int64_t low, int64_t high)
{
    if (value < low || value > high || out->n == LCK_RACE_VALUES)
        return;
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i] == value)
            return;
    out->at[out->n++] = value;
}

/* Parts that were looked at, by hash: formulas have the same ones again and again. */
#define SEEN 256
typedef const lc_expr *parts[SEEN];

static bool was_seen(parts seen, const lc_expr *e)
{
    const lc_expr **at = &seen[(uint64_t)(uintptr_t)e * 0x9e3779b97f4a7c15u >> 56];
    bool was = *at == e;
    *at = e;
    return was;
}

/* The numbers of an expression and their neighbours: comparisons change there. */
static void add_numbers(lck_race_values *out, const lc_expr *e, int64_t low, int64_t high,
                        parts seen, unsigned depth)
{
    if (!e || depth > 40 || out->n == LCK_RACE_VALUES || was_seen(seen, e))
        return;
    if (e->op == LC_EXPR_INT && e->value > INT32_MIN && e->value < INT32_MAX)
        for (int64_t d = -1; d <= 1; d++)
            add(out, e->value + d, low, high);
    for (int i = 0; i < 3; i++)
        add_numbers(out, e->arg[i], low, high, seen, depth + 1);
}

void lck_race_values_of(const lck_race *r, size_t slot, const lc_expr *const *e, size_t n,
                        lck_race_values *out)
{
    static const int64_t some[] = {0,   1,   2,   3,   4,    5,    8,    16,     31,
                                   32,  33,  64,  100, 127,  128,  129,  255,    256,
                                   257, 300, 400, 512, 1000, 1024, 4096, 100000, -1};
    const lck_ptx_symbol *s = lck_formulas_symbol(r->f, slot);
    int64_t low = s->var->low, high = s->var->high;
    if (s->kind == LCK_SYMBOL_TRIP && s->trips && s->trips->high < INT64_MAX &&
        s->trips->high - 1 < high)
        high = s->trips->high - 1;
    *out = (lck_race_values){0};
    if (low > INT64_MIN / 2 && high < INT64_MAX / 2 && high - low < LCK_RACE_VALUES) {
        for (int64_t v = low; v <= high; v++)
            out->at[out->n++] = v;
        out->complete = true;
        return;
    }
    add(out, low > 0 ? low : 0, low, high);
    parts seen = {NULL};
    for (size_t i = 0; i < n; i++)
        add_numbers(out, e[i], low, high, seen, 0);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        add(out, some[i], low, high);
}

bool lck_race_is_input(const lck_race *r, const lck_ptx_symbol *s)
{
    const lck_ptx_access *load = lck_access_of(r->list, lck_formulas_maker(r->f, s));
    return load && !(s->varies & LCK_BY_MOMENT) && lck_access_is_input(r->list, load);
}

/* Is an operand of one instruction one of another one? */
static bool share(const lck_flow *flow, uint32_t a, uint32_t b)
{
    const uint32_t *x = &flow->use[flow->insn[a].slot], *y = &flow->use[flow->insn[b].slot];
    for (uint32_t i = 0; i < lck_flow_of(flow, a)->nall; i++)
        for (uint32_t k = 0; k < lck_flow_of(flow, b)->nall; k++)
            if (x[i] != LCK_FLOW_NONE && x[i] == y[k])
                return true;
    return false;
}

bool lck_race_are_related(const lck_race *r, size_t slot, size_t other)
{
    uint32_t a = lck_formulas_maker(r->f, lck_formulas_symbol(r->f, slot));
    uint32_t b = lck_formulas_maker(r->f, lck_formulas_symbol(r->f, other));
    if (slot == other || a == LCK_FLOW_NONE || b == LCK_FLOW_NONE)
        return false;
    const lck_ptx_access *x = lck_access_of(r->list, a), *y = lck_access_of(r->list, b);
    if (x && y)
        return x->address && y->address && lc_expr_equal(x->address, y->address);
    return !x && !y && share(r->flow, a, b);
}

/* ---- periods ---- */

static bool fits(int64_t period, int64_t step)
{
    return period > 0 && period <= LCK_RACE_VALUES && step > -(INT64_C(1) << 40) &&
           step < INT64_C(1) << 40;
}

/* A period of both operands; their steps along it. */
static bool joined(const lc_expr *e, size_t slot, int64_t *period, int64_t *a, int64_t *b)
{
    int64_t p, q;
    if (!lck_race_period(e->arg[0], slot, &p, a) || !lck_race_period(e->arg[1], slot, &q, b))
        return false;
    *period = p / lc_int64_gcd(p, q) * q;
    *a *= *period / p;
    *b *= *period / q;
    return fits(*period, *a) && fits(*period, *b);
}

/* Of a quotient or a remainder by a number d: the step must be a multiple of it. */
static bool divided(const lc_expr *e, size_t slot, int64_t *period, int64_t *step)
{
    int64_t d, p, s;
    if (!lc_expr_is_int(e->arg[1], &d) || d <= 0 || !lck_race_period(e->arg[0], slot, &p, &s))
        return false;
    int64_t times = d / lc_int64_gcd(s, d);
    *period = p * times;
    *step = e->op == LC_EXPR_DIV ? s * times / d : 0;
    return times <= LCK_RACE_VALUES && fits(*period, s * times);
}

bool lck_race_period(const lc_expr *e, size_t slot, int64_t *period, int64_t *step)
{
    int64_t a, b, k;
    bool has[LC_MAX_EXPR_VARS] = {false};
    lck_race_slots(e, has);
    *period = 1;
    *step = 0;
    if (!has[slot])
        return true;
    switch (e->op) {
    case LC_EXPR_VAR: *step = 1; return true;
    case LC_EXPR_ADD:
    case LC_EXPR_SUB:
        if (!joined(e, slot, period, &a, &b))
            return false;
        *step = e->op == LC_EXPR_ADD ? a + b : a - b;
        return true;
    case LC_EXPR_MUL:
        if (!lc_expr_is_int(e->arg[0], &k) && !lc_expr_is_int(e->arg[1], &k))
            break;
        if (!joined(e, slot, period, &a, &b) || k > INT32_MAX || k < INT32_MIN)
            return false;
        *step = (lc_expr_is_int(e->arg[1], &k) ? a : b) * k;
        return fits(*period, *step);
    case LC_EXPR_DIV:
    case LC_EXPR_MOD: return divided(e, slot, period, step);
    case LC_EXPR_NOT: return lck_race_period(e->arg[0], slot, period, step) && *step == 0;
    case LC_EXPR_SELECT: {
        int64_t p, s;
        lc_expr both = *e;
        both.arg[0] = e->arg[1];
        both.arg[1] = e->arg[2];
        if (!lck_race_period(e->arg[0], slot, &p, &s) || s ||
            !joined(&both, slot, period, &a, &b))
            return false;
        *step = a * (p / lc_int64_gcd(p, *period));
        *period = p / lc_int64_gcd(p, *period) * *period;
        return a == b && fits(*period, *step);
    }
    default: break;
    }
    /* of others, what they are given must come again */
    return joined(e, slot, period, &a, &b) && a == 0 && b == 0;
}
