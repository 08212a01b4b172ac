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
        v->open = "products of unknowns: numbers for all factors but one would do";
        found = LCV_UNDECIDED_WHERE;
    }
    if (found == LCV_SOMEWHERE && unknown)
        memcpy(unknown, at->unknown, sizeof at->unknown);
    free(at);
    return v->s->failed ? LCV_UNDECIDED_WHERE : found;
}
