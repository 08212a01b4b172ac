#include "config.h"

#include "solve.h"

#include <stdlib.h>
#include <string.h>

#define QUESTIONS 3000 /* of one claim */
#define DEPTH 60

bool lcv_solver_open(lcv_solver *v, lcv_table_problem *p)
{
    lcv_arena *arena = lcv_arena_new();
    *v = (lcv_solver){.p = p, .e = p->e, .questions = QUESTIONS};
    v->s = arena ? lcv_arena_alloc(arena, sizeof *v->s) : NULL;
    if (!v->s) {
        lcv_arena_free(arena);
        return lcv_eval_no_memory(p->e, p->claim->span);
    }
    v->s->arena = arena;
    v->l = (lcv_lowering){.sums = v->s, .scope = p->e->scope, .source = p->e->source};
    return true;
}

void lcv_solver_close(lcv_solver *v)
{
    if (v->s)
        lcv_arena_free(v->s->arena);
    v->s = NULL;
}

/* ---- at the point ---- */

static bool sum_at(lcv_solver *v, const lcv_sum *sum, const lcv_solver_point *at, int64_t *value);

static bool term_at(lcv_solver *v, const lcv_term *t, const lcv_solver_point *at, int64_t *value)
{
    const lcv_unknown_integer *u = &v->s->unknown[t->of[0]];
    int64_t by, of;
    size_t i;
    if (t->n > 1) {
        i = lcv_solver_product(v, t);
        *value = i < LCV_MAX_PRODUCTS ? at->product[i] : 0;
        return i < LCV_MAX_PRODUCTS;
    }
    *value = at->unknown[t->of[0]];
    if (u->kind != LCV_U_FLOOR)
        return true;
    if (!sum_at(v, u->of, at, &of))
        return false;
    by = u->by->constant;
    *value = of / by - (of % by < 0);
    return true;
}

static bool sum_at(lcv_solver *v, const lcv_sum *sum, const lcv_solver_point *at, int64_t *value)
{
    *value = sum->constant;
    for (size_t i = 0; i < sum->n; i++) {
        int64_t one;
        if (!term_at(v, &sum->term[i], at, &one) ||
            __builtin_mul_overflow(one, sum->term[i].factor, &one) ||
            __builtin_add_overflow(*value, one, value))
            return false;
    }
    return true;
}

static bool case_holds(lcv_solver *v, const lcv_constraint *all, const lcv_solver_point *at)
{
    int64_t value;
    for (; all; all = all->next)
        if (!sum_at(v, all->sum, at, &value) || (all->equality ? value != 0 : value < 0))
            return false;
    return true;
}

/* The first clause that does not hold. */
static const lcv_condition *broken(lcv_solver *v, const lcv_solver_point *at)
{
    for (size_t i = 0; i < v->nclauses; i++) {
        bool holds = false;
        for (size_t k = 0; k < v->clause[i]->n && !holds; k++)
            holds = case_holds(v, v->clause[i]->of[k], at);
        if (!holds)
            return v->clause[i];
    }
    return NULL;
}

/* Are products the products, and quotients the quotients? */
static bool is_real(lcv_solver *v, const lcv_solver_point *at)
{
    int64_t value, of, by;
    for (size_t i = 0; i < v->nproducts; i++) {
        const lcv_term *t = &v->product[i];
        int64_t product = 1;
        for (size_t k = 0; k < t->n; k++) {
            const lcv_term one = {.factor = 1, .n = 1, .of = {t->of[k]}};
            if (!term_at(v, &one, at, &value) || __builtin_mul_overflow(product, value, &product))
                return false;
        }
        if (product != at->product[i])
            return false;
    }
    for (size_t i = 0; i < v->s->n; i++) {
        const lcv_unknown_integer *u = &v->s->unknown[i];
        if (u->kind != LCV_U_QUOTIENT)
            continue;
        if (!sum_at(v, u->of, at, &of) || !sum_at(v, u->by, at, &by) || by == 0 ||
            of / by - (of % by != 0 && (of < 0) != (by < 0)) != at->unknown[i])
            return false;
    }
    return true;
}

static lcv_where search(lcv_solver *v, const lcv_constraint *all, size_t depth,
                        lcv_solver_point *at)
{
    lcv_where found = lcv_solver_ask(v, all, at), answer = LCV_NOWHERE;
    const lcv_condition *split = found == LCV_SOMEWHERE ? broken(v, at) : NULL;
    if (!split)
        return found;
    if (depth == DEPTH) {
        v->open = "the cases are too deep";
        return LCV_UNDECIDED_WHERE;
    }
    for (size_t i = 0; i < split->n && answer != LCV_SOMEWHERE; i++) {
        bool never;
        const lcv_constraint *more = lcv_joined(v->s, all, split->of[i], &never);
        if (v->s->failed)
            return LCV_UNDECIDED_WHERE;
        found = never ? LCV_NOWHERE : search(v, more, depth + 1, at);
        if (found == LCV_UNDECIDED_WHERE)
            return found; /* the other cases would not change it, or would be believed late */
        answer = found == LCV_NOWHERE ? answer : found;
    }
    return answer;
}

lcv_where lcv_solve(lcv_solver *v, const lcv_constraint *all, int64_t *unknown)
{
    bool never;
    lcv_solver_point *at = lc_alloc(v->e->ctx, 1, sizeof *at);
    if (!at)
        return LCV_UNDECIDED_WHERE;
    const lcv_constraint *whole = lcv_joined(v->s, v->facts, all, &never);
    lcv_where found = never ? LCV_NOWHERE : search(v, whole, 0, at);
    if (found == LCV_SOMEWHERE && !is_real(v, at)) {
        v->open = "products of unknowns";
        found = LCV_UNDECIDED_WHERE;
    }
    if (found == LCV_SOMEWHERE && unknown)
        memcpy(unknown, at->unknown, sizeof at->unknown);
    free(at);
    return v->s->failed ? LCV_UNDECIDED_WHERE : found;
}

/* ---- products ---- */

static int64_t least_of(const lcv_unknown_integer *u)
{
    const lcv_value *v = u->value;
    lc_int low = lc_tuple_value(v->formula->low, 0);
    return lc_int_fits_si(low) ? lc_int_get_si(low) : INT64_MIN;
}

/* -by < rest < by under the constraints? `least`: rest may be -by. */
static bool is_less(lcv_solver *v, const lcv_constraint *where, const lcv_sum *rest,
                    const lcv_sum *by, bool least)
{
    lcv_sums *s = v->s;
    const lcv_sum *zero = lcv_sum_number(s, 0);
    const lcv_sum *minus = zero ? lcv_sum_add(s, zero, -1, by) : NULL;
    if (!minus)
        return false;
    const lcv_condition above = lcv_compared(s, LCV_OP_GE, rest, by);
    const lcv_condition below = lcv_compared(s, least ? LCV_OP_LT : LCV_OP_LE, rest, minus);
    bool never, ok = true;
    for (size_t i = 0; ok && i < above.n; i++)
        ok = lcv_solve(v, lcv_joined(s, where, above.of[i], &never), NULL) == LCV_NOWHERE ||
             never;
    for (size_t i = 0; ok && i < below.n; i++)
        ok = lcv_solve(v, lcv_joined(s, where, below.of[i], &never), NULL) == LCV_NOWHERE ||
             never;
    return ok && !s->failed;
}

static lcv_condition linear(lcv_solver *v, const lcv_constraint *where, const lcv_sum *sum,
                            bool equality, size_t depth);

/* by * part + rest: the cases of part and rest. */
static lcv_condition of_parts(lcv_solver *v, const lcv_constraint *where, const lcv_sum *part,
                              const lcv_sum *rest, bool equality, size_t depth)
{
    lcv_sums *s = v->s;
    lcv_condition zero = linear(v, where, part, true, depth + 1);
    lcv_condition left = linear(v, where, rest, equality, depth + 1);
    lcv_condition made = lcv_both(s, &zero, &left);
    const lcv_sum *one = equality ? NULL : lcv_sum_number(s, -1);
    const lcv_sum *above = one ? lcv_sum_add(s, part, 1, one) : NULL;
    if (above) {
        lcv_condition more = linear(v, where, above, false, depth + 1);
        lcv_either(s, &made, &more);
    }
    return made;
}

static lcv_condition linear(lcv_solver *v, const lcv_constraint *where, const lcv_sum *sum,
                            bool equality, size_t depth)
{
    const lcv_sum *part, *rest;
    lcv_condition made = {0};
    const lcv_constraint *plain = lcv_constrain(v->s, NULL, sum, equality);
    for (size_t u = 0; u < v->s->n && depth < 4 && !lcv_sum_is_linear(sum); u++) {
        const lcv_term by = {.factor = 1, .n = 1, .of = {(uint16_t)u}};
        const lcv_sum *whole = lcv_sum_unknown(v->s, u);
        if (v->s->unknown[u].kind != LCV_U_PARAMETER || least_of(&v->s->unknown[u]) < 1 ||
            !whole || !lcv_sum_split(v->s, sum, &by, &part, &rest) || part->n == 0 ||
            !lcv_sum_is_linear(rest) || !is_less(v, where, rest, whole, !equality))
            continue;
        return of_parts(v, where, part, rest, equality, depth);
    }
    lcv_condition one = {1, {plain}};
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
            one = linear(v, where, c->sum, c->equality, 0);
        lcv_either(v->s, &made, &one);
    }
    return made;
}

static bool mentions(const lcv_sum *sum, size_t u)
{
    for (size_t i = 0; i < sum->n; i++)
        if (sum->term[i].n == 1 && sum->term[i].of[0] == u)
            return true;
    return false;
}

/* Constraints about x, times the parameter y of a product x * y. */
static const lcv_constraint *times(lcv_solver *v, const lcv_constraint *all,
                                   const lcv_constraint *of, const lcv_term *t)
{
    for (size_t k = 0; t->n == 2 && k < 2; k++) {
        const lcv_unknown_integer *y = &v->s->unknown[t->of[k]];
        if (y->kind != LCV_U_PARAMETER || least_of(y) < 0)
            continue;
        for (const lcv_constraint *c = of; c; c = c->next)
            if (lcv_sum_is_linear(c->sum) && mentions(c->sum, t->of[1 - k]))
                all = lcv_constrain(v->s, all,
                                    lcv_sum_mul(v->s, c->sum, lcv_sum_unknown(v->s, t->of[k])),
                                    c->equality);
    }
    return all;
}

const lcv_constraint *lcv_solver_products(lcv_solver *v, const lcv_constraint *where,
                                          const lcv_constraint *more)
{
    bool never;
    const lcv_constraint *all = lcv_joined(v->s, where, more, &never);
    const lcv_constraint *base = lcv_joined(v->s, v->facts, where, &never), *made = all;
    lcv_term seen[LCV_MAX_PRODUCTS];
    size_t n = 0;
    for (const lcv_constraint *c = all; c; c = c->next)
        for (size_t i = 0; i < c->sum->n; i++) {
            const lcv_term *t = &c->sum->term[i];
            bool known = t->n < 2 || n == LCV_MAX_PRODUCTS;
            for (size_t k = 0; k < n && !known; k++)
                known = memcmp(seen[k].of, t->of, sizeof t->of) == 0 && seen[k].n == t->n;
            if (known)
                continue;
            seen[n++] = *t;
            made = times(v, made, base, t);
        }
    return made;
}
