/* rest-lanes.c - claims about the banks of a map's addresses, at few numbers of its parameters.
 *
 * Banks repeat after some bytes, a cycle. Where the address of a lane is a sum of products of
 * quotients of parameters (rests.h) whose factors are multiples of a cycle, the banks depend on
 * the rests of parameters alone. Two lanes with the same products lie as far apart at all
 * quotients; two with others lie in other words unless the products happen to be the same, where
 * there are fewer words, and so no more conflicts. At quotients where no two different sums of
 * products have one value, there are the most: what holds of conflict_free, or conflicts(..) <=
 * k, at one number for each rest holds at all numbers.
 */
#include "config.h"

#include "rests.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "as-layout.h"
#include "symbolic.h"

#define CYCLE 256   /* bytes: 64 banks of 4, and so 32 of them */
#define CLASSES 512 /* rests of all parameters */
#define BASE 7      /* quotients are powers of it */

typedef struct {
    lcv_rests t;
    const lcv_rest_sum *value;
    lcv_problem problem;
} lanes;

/* ---- claims ---- */

/* conflict_free(X, ..), and conflicts(X, ..) of conflicts(X, ..) <= k; NULL. */
static const lcv_ast *access_of(const lcv_eval *e, const lcv_ast *claim)
{
    bool bound = claim->kind == LCV_AST_COMPARE &&
                 (claim->op == LCV_OP_LE || claim->op == LCV_OP_LT) &&
                 !lcv_depends(e->scope, claim->last);
    const lcv_ast *call = bound ? claim->child : claim;
    const char *name = bound ? "conflicts" : "conflict_free";
    bool is = lcv_ast_calls(call, name) && call->nchildren >= 2;
    return is && !lcv_scope_find(e->scope, name) ? call : NULL;
}

/* The bytes of an element: the third argument, or bytes=; 4. 0: it is no number, or banks are
 * said, or another argument depends on parameters. */
static int64_t bytes_of(lanes *l, const lcv_ast *access)
{
    const lcv_ast *bytes = NULL;
    size_t place = 0;
    for (const lcv_ast *arg = access->child->next; arg; arg = arg->next, place++) {
        bool keyword = arg->kind == LCV_AST_KEYWORD;
        bool banks = keyword ? strcmp(arg->text, "banks") == 0 : place > 3;
        if (banks || (place > 0 && lcv_depends(l->t.e->scope, arg)))
            return 0;
        if (keyword ? strcmp(arg->text, "bytes") == 0 : place == 2)
            bytes = keyword ? arg->child : arg;
    }
    const int64_t *at = bytes ? lcv_rest_pure(&l->t, lcv_rest_value(&l->t, l->t.e->scope, bytes))
                              : NULL;
    return !bytes ? 4 : at && at[0] > 0 && at[0] <= CYCLE ? at[0] : 0;
}

static bool find_value(lanes *l, const lcv_ast *map, const lcv_ast *access)
{
    const lcv_ast *value = lcv_map_value(map);
    int64_t bytes = bytes_of(l, access), cycle = CYCLE;
    bool ok = bytes > 0 && value && value->kind != LCV_AST_TUPLE && !map->child->next->next->next;
    while (ok && bytes % 2 == 0) {
        bytes /= 2;
        cycle /= 2;
    }
    if (!ok)
        return false;
    do {
        l->value = lcv_rest_value(&l->t, l->t.e->scope, value);
        ok = l->value && lcv_rest_divides(&l->t, l->value, cycle);
    } while (!ok && lcv_rests_refine(&l->t));
    for (size_t i = 0; ok && i < l->t.ncoordinates; i++)
        ok = l->t.symbol[i].number && l->t.symbol[i].full == l->t.symbol[i].content;
    return ok;
}

/* ---- numbers ---- */

/* The quotient of a symbol; its parameter is then at least its lower bound. */
static bool quotient_of(const lanes *l, size_t symbol, int64_t *q)
{
    int64_t low, high;
    lcv_formula_bounds(l->t.symbol[symbol].parameter->formula, &low, &high);
    *q = 1;
    for (size_t i = l->t.ncoordinates; i <= symbol; i++)
        if (__builtin_mul_overflow(*q, BASE, q))
            return false;
    return low != INT64_MIN && low < INT64_MAX / 4 &&
           !__builtin_add_overflow(*q, low < 0 ? 0 : low, q);
}

/* The sum of the products of quotients of a lane. */
typedef struct {
    int64_t sum;
    size_t point;
} lane;

static bool sum_at(const lanes *l, size_t point, int64_t *sum)
{
    const lcv_rest_sum *v = l->value;
    *sum = 0;
    for (size_t k = 0; k < v->n; k++) {
        int64_t term = v->at[k][point], q;
        for (size_t i = 0; i < v->of[k].n; i++)
            if (!quotient_of(l, v->of[k].of[i], &q) || __builtin_mul_overflow(term, q, &term))
                return false;
        if (v->of[k].n > 0 && __builtin_add_overflow(*sum, term, sum))
            return false;
    }
    return true;
}

static int by_sum(const void *a, const void *b)
{
    const lane *x = a, *y = b;
    return (x->sum > y->sum) - (x->sum < y->sum);
}

static bool same_products(const lanes *l, size_t a, size_t b)
{
    bool same = true;
    for (size_t k = 0; k < l->value->n; k++)
        same = same && (l->value->of[k].n == 0 || l->value->at[k][a] == l->value->at[k][b]);
    return same;
}

/* At these quotients, lanes with the same sum have the same products. */
static bool is_general(const lanes *l, size_t point)
{
    size_t n = l->t.nfull;
    lane *all = lcv_arena_alloc(l->t.arena, n * sizeof *all);
    bool ok = all != NULL;
    for (size_t i = 0; ok && i < n; i++) {
        all[i].point = point + i;
        ok = sum_at(l, point + i, &all[i].sum);
    }
    if (ok)
        qsort(all, n, sizeof *all, by_sum);
    for (size_t i = 1; ok && i < n; i++)
        ok = all[i].sum != all[i - 1].sum || same_products(l, all[i - 1].point, all[i].point);
    return ok;
}

/* The parameters there; those that the map has not are the least that may be. */
static bool numbers_at(const lanes *l, size_t point, lc_int *value)
{
    lc_ctx *lc = l->problem.ctx;
    for (size_t i = 0; i < l->problem.n; i++) {
        size_t k = l->t.ncoordinates;
        int64_t q;
        while (k < l->t.n && l->t.symbol[k].parameter != l->problem.parameter[i])
            k++;
        if (k == l->t.n) {
            value[i] = lcv_problem_low(&l->problem, i);
            continue;
        }
        const lcv_rest_symbol *s = &l->t.symbol[k];
        if (!quotient_of(l, k, &q))
            return false;
        int64_t rest = (int64_t)(point / s->period_stride) % s->period;
        value[i] = lc_int_add(lc, lc_int_mul(lc, lc_int_si(lc, q), lc_int_si(lc, s->period)),
                              lc_int_si(lc, rest));
    }
    return true;
}

static bool holds_at(const lanes *l, size_t point)
{
    lc_int value[LCV_MAX_PARAMETERS];
    if (!is_general(l, point) || !numbers_at(l, point, value))
        return false;
    lcv_attempt attempt = lcv_try_claim(&l->problem, value, false, NULL, NULL);
    bool holds = attempt.at == LCV_AT_HOLDS;
    lcv_attempt_clear(&attempt);
    return holds;
}

bool lcv_rest_lanes(lcv_arena *arena, lcv_eval *e, const lcv_ast *claim)
{
    const lcv_ast *access = access_of(e, claim);
    const lcv_ast *map = access ? lcv_map_in_claim(arena, e, access) : NULL;
    lanes *l = map ? lcv_arena_alloc(arena, sizeof *l) : NULL;
    if (!l || !lcv_rests_open(&l->t, arena, e, map, true) || !find_value(l, map, access))
        return false;
    const bool *allowed = lcv_rests_allowed(&l->t);
    bool ok = allowed && l->t.npoints / l->t.nfull <= CLASSES &&
              lcv_problem_open(&l->problem, e, claim);
    size_t tried = 0;
    for (size_t p = 0; ok && p < l->t.npoints; p += l->t.nfull)
        if (allowed[p]) {
            ok = holds_at(l, p);
            tried++;
        }
    lcv_problem_close(&l->problem);
    return ok && tried > 0;
}
