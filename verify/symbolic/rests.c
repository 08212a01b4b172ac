/* rests.c - sums of products of quotients, with factors that are listed; see rests.h. */
#include "config.h"

#include "../../lib/int64.h"

#include "rests.h"

#include <string.h>

static const lcv_quotients none = {0};

/* ---- terms ---- */

static int64_t *table(lcv_rests *t)
{
    return lcv_arena_alloc(t->arena, t->npoints * sizeof(int64_t));
}

static bool is_zero(const lcv_rests *t, const int64_t *at)
{
    for (size_t i = 0; i < t->npoints; i++)
        if (at[i] != 0)
            return false;
    return true;
}

static int order(const lcv_quotients *a, const lcv_quotients *b)
{
    return a->n != b->n ? (a->n < b->n ? -1 : 1) : memcmp(a->of, b->of, a->n);
}

bool lcv_rest_same_product(const lcv_quotients *a, const lcv_quotients *b)
{
    return order(a, b) == 0;
}

/* One term more, unless it is 0; the sum has no such product yet. False: no room. */
static bool put(const lcv_rests *t, lcv_rest_sum *to, const lcv_quotients *of, const int64_t *at)
{
    size_t i = to->n;
    if (!at || is_zero(t, at))
        return at != NULL;
    if (to->n == LCV_REST_TERMS)
        return false;
    for (; i > 0 && order(of, &to->of[i - 1]) < 0; i--) {
        to->of[i] = to->of[i - 1];
        to->at[i] = to->at[i - 1];
    }
    to->of[i] = *of;
    to->at[i] = at;
    to->n++;
    return true;
}

static lcv_rest_sum *new_sum(lcv_rests *t)
{
    return lcv_arena_alloc(t->arena, sizeof(lcv_rest_sum));
}

/* The product with the same number at all points, or with the table. */
static const lcv_rest_sum *single(lcv_rests *t, const lcv_quotients *of, const int64_t *at,
                                  int64_t number)
{
    lcv_rest_sum *made = new_sum(t);
    int64_t *all = made && !at ? table(t) : NULL;
    for (size_t i = 0; all && i < t->npoints; i++)
        all[i] = number;
    return made && put(t, made, of, at ? at : all) ? made : NULL;
}

const lcv_rest_sum *lcv_rest_number(lcv_rests *t, int64_t value)
{
    return single(t, &none, NULL, value);
}

const lcv_rest_sum *lcv_rest_quotient(lcv_rests *t, size_t symbol, int64_t factor)
{
    const lcv_quotients q = {1, {(uint8_t)symbol}};
    return single(t, &q, NULL, factor);
}

const lcv_rest_sum *lcv_rest_table(lcv_rests *t, const int64_t *at)
{
    return at ? single(t, &none, at, 0) : NULL;
}

const int64_t *lcv_rest_term(const lcv_rest_sum *a, const lcv_quotients *of)
{
    for (size_t i = 0; i < a->n; i++)
        if (lcv_rest_same_product(&a->of[i], of))
            return a->at[i];
    return NULL;
}

const int64_t *lcv_rest_pure(lcv_rests *t, const lcv_rest_sum *a)
{
    if (!a || a->n > 1 || (a->n == 1 && a->of[0].n > 0))
        return NULL;
    return a->n == 1 ? a->at[0] : table(t);
}

const lcv_rest_sum *lcv_rest_symbol_value(lcv_rests *t, size_t symbol)
{
    const lcv_rest_symbol *s = &t->symbol[symbol];
    int64_t *rest = table(t);
    for (size_t i = 0; rest && i < t->npoints; i++) {
        int64_t z = (int64_t)(i / s->full_stride) % s->full;
        int64_t r = (int64_t)(i / s->period_stride) % s->period;
        rest[i] = z + s->full * r;
    }
    const lcv_rest_sum *made = lcv_rest_table(t, rest);
    if (s->number && s->full == s->content)
        return made;
    return lcv_rest_add(t, made, 1, lcv_rest_quotient(t, symbol, s->full * s->period));
}

/* ---- sums and products ---- */

const lcv_rest_sum *lcv_rest_add(lcv_rests *t, const lcv_rest_sum *a, int64_t factor,
                                 const lcv_rest_sum *b)
{
    lcv_rest_sum *made = a && b ? new_sum(t) : NULL;
    for (size_t k = 0; made && k < a->n; k++)
        if (!lcv_rest_term(b, &a->of[k]) && !put(t, made, &a->of[k], a->at[k]))
            return NULL;
    for (size_t k = 0; made && k < b->n; k++) {
        const int64_t *other = lcv_rest_term(a, &b->of[k]);
        int64_t *at = table(t);
        for (size_t i = 0; at && i < t->npoints; i++)
            if (__builtin_mul_overflow(b->at[k][i], factor, &at[i]) ||
                __builtin_add_overflow(at[i], other ? other[i] : 0, &at[i]))
                return NULL;
        if (!put(t, made, &b->of[k], at))
            return NULL;
    }
    return made;
}

/* False: the degree is too large. */
static bool product(const lcv_quotients *a, const lcv_quotients *b, lcv_quotients *out)
{
    *out = none;
    if (a->n + b->n > LCV_REST_DEGREE)
        return false;
    for (size_t i = 0, k = 0; i + k < (size_t)(a->n + b->n);) {
        bool first = k == b->n || (i < a->n && a->of[i] <= b->of[k]);
        out->of[out->n++] = first ? a->of[i++] : b->of[k++];
    }
    return true;
}

const lcv_rest_sum *lcv_rest_mul(lcv_rests *t, const lcv_rest_sum *a, const lcv_rest_sum *b)
{
    const lcv_rest_sum *sum = a && b ? new_sum(t) : NULL;
    for (size_t i = 0; sum && i < a->n; i++)
        for (size_t k = 0; sum && k < b->n; k++) {
            lcv_quotients of;
            int64_t *at = table(t);
            if (!at || !product(&a->of[i], &b->of[k], &of))
                return NULL;
            for (size_t j = 0; j < t->npoints; j++)
                if (__builtin_mul_overflow(a->at[i][j], b->at[k][j], &at[j]))
                    return NULL;
            sum = lcv_rest_add(t, sum, 1, single(t, &of, at, 0));
        }
    return sum;
}

bool lcv_rest_same(const lcv_rests *t, const lcv_rest_sum *a, const lcv_rest_sum *b,
                   const bool *in)
{
    for (size_t side = 0; side < 2; side++) {
        const lcv_rest_sum *x = side == 0 ? a : b, *y = side == 0 ? b : a;
        for (size_t k = 0; k < x->n; k++) {
            const int64_t *other = lcv_rest_term(y, &x->of[k]);
            for (size_t i = 0; i < t->npoints; i++)
                if ((!in || in[i]) && x->at[k][i] != (other ? other[i] : 0))
                    return false;
        }
    }
    return true;
}

/* ---- quotients ---- */

/* The symbol of the product whose rests are the fewest is to be divided. */
static void ask(lcv_rests *t, const lcv_quotients *of, int64_t factor)
{
    size_t best = of->of[0];
    for (size_t i = 1; i < of->n; i++) {
        const lcv_rest_symbol *s = &t->symbol[of->of[i]], *b = &t->symbol[best];
        if (s->full * s->period < b->full * b->period)
            best = of->of[i];
    }
    if (!t->asks) {
        t->wanted = best;
        t->factor = factor;
    }
    t->asks = true;
}

/* The same by another number at each point. */
static bool divides(lcv_rests *t, const lcv_rest_sum *a, const int64_t *by, int64_t one)
{
    for (size_t k = 0; k < a->n; k++) {
        if (a->of[k].n == 0)
            continue;
        for (size_t i = 0; i < t->npoints; i++) {
            int64_t n = by ? by[i] : one;
            if (a->at[k][i] % n == 0)
                continue;
            int64_t shared = lc_int64_gcd(n, a->at[k][i]);
            ask(t, &a->of[k], n / (shared < 0 ? -shared : shared));
            return false;
        }
    }
    return true;
}

bool lcv_rest_divides(lcv_rests *t, const lcv_rest_sum *a, int64_t by)
{
    return divides(t, a, NULL, by);
}

static bool all_between(const lcv_rests *t, const int64_t *at, int64_t low, int64_t high)
{
    for (size_t i = 0; at && i < t->npoints; i++)
        if (at[i] < low || at[i] > high)
            return false;
    return at != NULL;
}

/* floor(a / by), of positive numbers. */
static const lcv_rest_sum *floored(lcv_rests *t, const lcv_rest_sum *a, const int64_t *by)
{
    lcv_rest_sum *made = new_sum(t);
    if (!made || !all_between(t, by, 1, INT64_MAX) || !divides(t, a, by, 0))
        return NULL;
    for (size_t k = 0; k < a->n; k++) {
        int64_t *at = table(t);
        for (size_t i = 0; at && i < t->npoints; i++)
            at[i] = lc_int64_floor(a->at[k][i], by[i]);
        if (!put(t, made, &a->of[k], at))
            return NULL;
    }
    return made;
}

/* a mod by, which the terms that are no numbers are multiples of. */
static const lcv_rest_sum *remainder_of(lcv_rests *t, const lcv_rest_sum *a, const int64_t *by)
{
    const int64_t *rest = lcv_rest_term(a, &none);
    int64_t *at = table(t);
    if (!at || !all_between(t, by, 1, INT64_MAX) || !divides(t, a, by, 0))
        return NULL;
    for (size_t i = 0; rest && i < t->npoints; i++)
        at[i] = rest[i] - by[i] * lc_int64_floor(rest[i], by[i]);
    return lcv_rest_table(t, at);
}

/* ---- bits ---- */

/* x & y of a y that is not negative anywhere: the terms of x that are no numbers begin above its
 * bits. */
static const lcv_rest_sum *common(lcv_rests *t, const lcv_rest_sum *x, const int64_t *y)
{
    const int64_t *rest = lcv_rest_term(x, &none);
    int64_t end = 1, *at = table(t);
    for (size_t i = 0; i < t->npoints; i++)
        while (end <= y[i])
            end *= 2;
    if (!at || !lcv_rest_divides(t, x, end))
        return NULL;
    for (size_t i = 0; i < t->npoints; i++)
        at[i] = (rest ? rest[i] : 0) & y[i];
    return lcv_rest_table(t, at);
}

/* -1 - a */
static const lcv_rest_sum *inverted(lcv_rests *t, const lcv_rest_sum *a)
{
    return lcv_rest_add(t, lcv_rest_number(t, -1), -1, a);
}

/* By x + y = (x ^ y) + 2 (x & y); of a negative y, by what is so of ~y. */
static const lcv_rest_sum *bits(lcv_rests *t, lcv_op op, const lcv_rest_sum *x,
                                const lcv_rest_sum *y)
{
    const int64_t *number = lcv_rest_pure(t, y);
    if (!number)
        return NULL;
    if (all_between(t, number, INT64_MIN, -1)) {
        const lcv_rest_sum *other = inverted(t, y);
        const lcv_rest_sum *and = other ? bits(t, LCV_OP_BITAND, x, other) : NULL;
        if (op == LCV_OP_BITAND) /* x - (x & ~y) */
            return lcv_rest_add(t, x, -1, and);
        if (op == LCV_OP_BITOR) /* y + (x & ~y) */
            return lcv_rest_add(t, y, 1, and);
        return inverted(t, lcv_rest_add(t, lcv_rest_add(t, x, 1, other), -2, and));
    }
    if (!all_between(t, number, 0, INT64_MAX / 4))
        return NULL;
    const lcv_rest_sum *and = common(t, x, number);
    return op == LCV_OP_BITAND
               ? and
               : lcv_rest_add(t, lcv_rest_add(t, x, 1, y), op == LCV_OP_XOR ? -2 : -1, and);
}

const lcv_rest_sum *lcv_rest_operate(lcv_rests *t, lcv_op op, const lcv_rest_sum *a,
                                     const lcv_rest_sum *b)
{
    const int64_t *by = a && b ? lcv_rest_pure(t, b) : NULL;
    int64_t *power = NULL;
    if (!a || !b)
        return NULL;
    if (op == LCV_OP_BITAND || op == LCV_OP_XOR || op == LCV_OP_BITOR)
        return by ? bits(t, op, a, b) : bits(t, op, b, a);
    if (op == LCV_OP_SHL || op == LCV_OP_SHR) {
        if (!all_between(t, by, 0, 61) || !(power = table(t)))
            return NULL;
        for (size_t i = 0; i < t->npoints; i++)
            power[i] = (int64_t)1 << by[i];
    }
    switch (op) {
    case LCV_OP_DIV: return by ? floored(t, a, by) : NULL;
    case LCV_OP_MOD: return by ? remainder_of(t, a, by) : NULL;
    case LCV_OP_SHR: return floored(t, a, power);
    case LCV_OP_SHL: return lcv_rest_mul(t, a, lcv_rest_table(t, power));
    default: return NULL;
    }
}
