/* products.c - what is known of products of unknowns, and of quotients by unknowns.
 *
 * A product is one more unknown to isl. Constraints about one factor, times the others where
 * these are not negative, speak of it (the reformulation-linearization technique). A quotient
 * q = x / d of d >= 1 has d*q <= x < d*q + d. A sum by * part + rest with -by < rest < by is
 * compared digit by digit, which leaves no product by * part.
 */
#include "config.h"

#include "../../lib/int64.h"

#include "solve.h"

#include <string.h>

#define MANY 240 /* constraints of one question */

static bool is_nowhere(lcv_solver *v, const lcv_constraint *where, const lcv_constraint *more)
{
    lcv_solver_point at;
    bool never;
    const lcv_constraint *all = lcv_joined(v->s, where, more, &never);
    return never || (!v->s->failed && lcv_solver_ask(v, all, &at) == LCV_NOWHERE);
}

/* sum >= least under the constraints? Products are unknowns of which nothing is known. */
static bool is_least(lcv_solver *v, const lcv_constraint *where, const lcv_sum *sum,
                     int64_t least)
{
    lcv_sums *s = v->s;
    const lcv_sum *limit = lcv_sum_number(s, least);
    lcv_condition less = {0};
    if (sum && limit)
        less = lcv_compared(s, LCV_OP_LT, sum, limit);
    return sum && limit && !s->failed && (less.n == 0 || is_nowhere(v, where, less.of[0]));
}

static bool stands_in(const lcv_sum *sum, size_t u, size_t least)
{
    for (size_t i = 0; i < sum->n; i++)
        for (size_t k = 0; k < sum->term[i].n && sum->term[i].n >= least; k++)
            if (sum->term[i].of[k] == u)
                return true;
    return false;
}

static bool stands_in_some(const lcv_constraint *all, size_t u, size_t least)
{
    while (all && !stands_in(all->sum, u, least))
        all = all->next;
    return all != NULL;
}

/* ---- quotients ---- */

/* by * q <= of < by * q + by; and 0 <= q where 0 <= of. */
static const lcv_constraint *quotient(lcv_solver *v, const lcv_constraint *all, size_t u)
{
    lcv_sums *s = v->s;
    const lcv_unknown_integer *is = &s->unknown[u];
    const lcv_sum *q = lcv_sum_unknown(s, u);
    const lcv_sum *least = lcv_sum_mul(s, is->by, q), *one = lcv_sum_number(s, 1);
    const lcv_sum *rest = lcv_sum_add(s, is->of, -1, least);
    const lcv_sum *room = lcv_sum_add(s, lcv_sum_add(s, is->by, -1, one), -1, rest);
    bool positive = room && is_least(v, all, is->of, 0);
    all = lcv_constrain(s, all, rest, false);
    all = lcv_constrain(s, all, room, false);
    return positive ? lcv_constrain(s, all, q, false) : all;
}

/* What is known of the quotients that stand in the constraints, each after those that it stands
 * in; of quotients by numbers where they stand in products, as isl knows the others. */
static const lcv_constraint *with_quotients(lcv_solver *v, const lcv_constraint *all)
{
    for (size_t u = v->s->n; u-- > 0 && !v->s->failed;) {
        const lcv_unknown_integer *is = &v->s->unknown[u];
        if (is->kind == LCV_U_FLOOR ? stands_in_some(all, u, 2)
                                    : is->kind == LCV_U_QUOTIENT && stands_in_some(all, u, 1) &&
                                          is_least(v, all, is->by, 1))
            all = quotient(v, all, u);
    }
    return all;
}

/* ---- products ---- */

typedef struct {
    lcv_solver *v;
    const lcv_constraint *base;             /* what is multiplied */
    signed char positive[LCV_MAX_UNKNOWNS]; /* 1: not negative; -1: that is not known; 0: ask */
} multiplying;

static bool is_positive(multiplying *m, size_t u)
{
    if (m->positive[u] == 0)
        m->positive[u] = is_least(m->v, m->base, lcv_sum_unknown(m->v->s, u), 0) ? 1 : -1;
    return m->positive[u] == 1;
}

/* The term without its k-th unknown, with the factor 1. */
static lcv_term without(const lcv_term *t, size_t k)
{
    lcv_term rest = {.factor = 1};
    for (size_t i = 0; i < t->n; i++)
        if (i != k)
            rest.of[rest.n++] = t->of[i];
    return rest;
}

static const lcv_sum *sum_of(lcv_solver *v, const lcv_term *t)
{
    const lcv_sum *made = lcv_sum_number(v->s, t->factor);
    for (size_t i = 0; made && i < t->n; i++)
        made = lcv_sum_mul(v->s, made, lcv_sum_unknown(v->s, t->of[i]));
    return made;
}

/* The constraints about one factor of a product, times the others. */
static const lcv_constraint *times(multiplying *m, const lcv_constraint *all, const lcv_term *t)
{
    lcv_sums *s = m->v->s;
    size_t n = 0;
    for (size_t k = 0; k < t->n && !s->failed; k++) {
        const lcv_term others = without(t, k);
        const lcv_sum *by = sum_of(m->v, &others);
        bool positive = true;
        for (size_t i = 0; i < others.n; i++)
            positive = positive && is_positive(m, others.of[i]);
        for (const lcv_constraint *c = m->base; by && c && n < MANY; c = c->next)
            if ((positive || c->equality) && lcv_sum_is_linear(c->sum) &&
                stands_in(c->sum, t->of[k], 1)) {
                all = lcv_constrain(s, all, lcv_sum_mul(s, c->sum, by), c->equality);
                n++;
            }
    }
    return all;
}

static bool same_product(const lcv_term *a, const lcv_term *b)
{
    return a->n == b->n && memcmp(a->of, b->of, sizeof a->of) == 0;
}

const lcv_constraint *lcv_solver_products(lcv_solver *v, const lcv_constraint *where,
                                          const lcv_constraint *more)
{
    bool never;
    multiplying m = {.v = v};
    const lcv_constraint *all = lcv_joined(v->s, where, more, &never);
    all = with_quotients(v, lcv_joined(v->s, all, v->facts, &never));
    lcv_term seen[LCV_MAX_PRODUCTS];
    size_t n = 0;
    const lcv_constraint *made = m.base = all;
    for (const lcv_constraint *c = all; c && !v->s->failed; c = c->next)
        for (size_t i = 0; i < c->sum->n; i++) {
            const lcv_term *t = &c->sum->term[i];
            bool known = t->n < 2 || n == LCV_MAX_PRODUCTS;
            for (size_t k = 0; k < n && !known; k++)
                known = same_product(&seen[k], t);
            if (known)
                continue;
            seen[n++] = *t;
            made = times(&m, made, t);
        }
    return made;
}

/* ---- digits ---- */

/* Nowhere under the constraints is a op b? */
static bool never_so(lcv_solver *v, const lcv_constraint *where, lcv_op op, const lcv_sum *a,
                     const lcv_sum *b)
{
    const lcv_condition is = lcv_compared(v->s, op, a, b);
    return !v->s->failed && (is.n == 0 || lcv_solve(v, lcv_solver_products(v, where, is.of[0]),
                                                    NULL) == LCV_NOWHERE);
}

/* -by < rest < by under the constraints? `least`: rest may be -by. */
static bool is_less(lcv_solver *v, const lcv_constraint *where, const lcv_sum *rest,
                    const lcv_sum *by, bool least)
{
    const lcv_sum *zero = lcv_sum_number(v->s, 0);
    const lcv_sum *minus = zero ? lcv_sum_add(v->s, zero, -1, by) : NULL;
    return minus && never_so(v, where, LCV_OP_GE, rest, by) &&
           never_so(v, where, least ? LCV_OP_LT : LCV_OP_LE, rest, minus);
}

static lcv_condition digits(lcv_solver *v, const lcv_constraint *where, const lcv_sum *sum,
                            bool equality, size_t depth);

/* by * part + rest: the cases of part and rest. */
static lcv_condition of_parts(lcv_solver *v, const lcv_constraint *where, const lcv_sum *part,
                              const lcv_sum *rest, bool equality, size_t depth)
{
    lcv_sums *s = v->s;
    lcv_condition zero = digits(v, where, part, true, depth + 1);
    lcv_condition left = digits(v, where, rest, equality, depth + 1);
    lcv_condition made = lcv_both(s, &zero, &left);
    const lcv_sum *one = equality ? NULL : lcv_sum_number(s, -1);
    const lcv_sum *above = one ? lcv_sum_add(s, part, 1, one) : NULL;
    if (above) {
        lcv_condition more = digits(v, where, above, false, depth + 1);
        lcv_either(s, &made, &more);
    }
    return made;
}

/* A product that divides terms of the sum: the k-th term without its j-th unknown, times the
 * greatest number with which it divides all terms that have its unknowns. */
static lcv_term divisor(const lcv_sum *sum, size_t k, size_t j)
{
    lcv_term by = without(&sum->term[k], j);
    int64_t most = 0;
    for (size_t i = 0; i < sum->n; i++) {
        size_t found = 0;
        for (size_t m = 0; m < sum->term[i].n && found < by.n; m++)
            found += sum->term[i].of[m] == by.of[found];
        if (found == by.n && sum->term[i].factor != INT64_MIN)
            most = lc_int64_gcd(most, sum->term[i].factor < 0 ? -sum->term[i].factor
                                                              : sum->term[i].factor);
    }
    by.factor = most > 0 ? most : 1;
    return by;
}

/* The cases of sum >= 0 or sum = 0. */
static lcv_condition digits(lcv_solver *v, const lcv_constraint *where, const lcv_sum *sum,
                            bool equality, size_t depth)
{
    const lcv_sum *part, *rest;
    lcv_condition made = {0};
    lcv_term seen[LCV_MAX_TERMS];
    size_t n = 0;
    for (size_t k = 0; k < sum->n && depth < 4 && !v->s->failed; k++)
        for (size_t j = 0; j < sum->term[k].n && sum->term[k].n > 1; j++) {
            const lcv_term by = divisor(sum, k, j);
            bool known = n == LCV_MAX_TERMS;
            for (size_t i = 0; i < n && !known; i++)
                known = same_product(&seen[i], &by);
            if (known)
                continue;
            seen[n++] = by;
            const lcv_sum *whole = sum_of(v, &by);
            if (whole && lcv_sum_split(v->s, sum, &by, &part, &rest) &&
                is_less(v, where, rest, whole, !equality))
                return of_parts(v, where, part, rest, equality, depth);
        }
    lcv_condition one = {1, {lcv_constrain(v->s, NULL, sum, equality)}};
    lcv_either(v->s, &made, &one);
    return made;
}

lcv_condition lcv_solver_compared(lcv_solver *v, const lcv_constraint *where, lcv_op op,
                                  const lcv_sum *a, const lcv_sum *b)
{
    lcv_condition plain = lcv_compared(v->s, op, a, b), made = {0};
    for (size_t i = 0; i < plain.n && !v->s->failed; i++) {
        const lcv_constraint *c = plain.of[i];
        lcv_condition one = {1, {c}};
        if (c && !lcv_sum_is_linear(c->sum))
            one = digits(v, where, c->sum, c->equality, 0);
        lcv_either(v->s, &made, &one);
    }
    return made;
}
