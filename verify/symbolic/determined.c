/* determined.c - parameters that an assumption gives: n, of `assume n == 1 << k`. */
#include "config.h"

#include <string.h>

#include "instance.h"

/* The side of `n == EXPR`, or `EXPR == n`, that is parameter i: 0, 1; 2: neither. */
static size_t side_of(const lcv_problem *p, size_t i, const lcv_formula *f)
{
    size_t side = 0;
    const lcv_ast *part = f->ast->kind == LCV_AST_COMPARE && f->ast->op == LCV_OP_EQ
                              ? f->ast->child
                              : NULL;
    for (; part; part = part->next, side++) {
        const lcv_binding *b = part->kind == LCV_AST_NAME ? lcv_scope_find(f->scope, part->text)
                                                          : NULL;
        if (b && b->value == p->parameter[i])
            return side;
    }
    return 2;
}

/* Is the parameter in an expression, by name? */
static bool is_in(const lcv_problem *p, size_t i, const lcv_formula *f, const lcv_ast *ast)
{
    const lcv_binding *b = ast->kind == LCV_AST_NAME ? lcv_scope_find(f->scope, ast->text) : NULL;
    bool is = b && b->value && (b->value == p->parameter[i] || b->value->kind == LCV_EXPRESSION);
    for (const lcv_ast *part = ast->child; part && !is; part = part->next)
        is = is_in(p, i, f, part);
    return is;
}

/* Of parameters that are free. */
static bool is_of(const lcv_problem *p, const lcv_formula *f, size_t but, const bool *free)
{
    for (size_t k = 0; k < f->nparameters; k++) {
        size_t i = lcv_problem_parameter(p, f->parameter[k]);
        if (i == SIZE_MAX || (i != but && !free[i]))
            return false;
    }
    return true;
}

static bool determine(const lcv_problem *p, lcv_determined *d, size_t i, bool *free)
{
    for (size_t k = 0; k < p->nassumptions; k++) {
        const lcv_formula *f = p->assumption[k]->formula;
        size_t side = side_of(p, i, f);
        if (side == 2 || !is_of(p, f, i, free) ||
            is_in(p, i, f, side == 0 ? f->ast->last : f->ast->child))
            continue;
        d->by[i] = f;
        d->right[i] = side == 1;
        return true;
    }
    return false;
}

/* One that was taken as free before is so still. */
static bool is_settled(const lcv_problem *p, const lcv_determined *d, const bool *free)
{
    bool ok = true;
    for (size_t i = 0; i < p->n; i++)
        ok = ok && (!d->by[i] || is_of(p, d->by[i], i, free));
    return ok;
}

bool lcv_problem_free(const lcv_problem *p, lcv_determined *d, lc_int *count)
{
    bool free[LCV_MAX_PARAMETERS], ok = true;
    *d = (lcv_determined){.n = 0};
    for (size_t i = 0; i < p->n; i++)
        free[i] = true;
    *count = lc_int_const(1);
    for (size_t i = 0; i < p->n; i++) {
        lc_int n, high;
        if (!lcv_problem_high(p, i, &high) && determine(p, d, i, free))
            free[i] = false;
        else if ((ok = ok && lcv_problem_count_of(p, i, &n)))
            *count = lc_int_mul(p->ctx, *count, n);
        if (free[i])
            d->which[d->n++] = i;
    }
    return ok && is_settled(p, d, free);
}

bool lcv_problem_complete(const lcv_problem *p, const lcv_determined *d, lc_int *value,
                          bool *within)
{
    *within = true;
    for (size_t i = 0; i < p->n; i++)
        if (d->by[i])
            value[i] = lc_int_const(0);
    for (size_t i = 0; i < p->n; i++) {
        lc_int apart;
        if (!d->by[i])
            continue;
        if (!lcv_try_sides(p, d->by[i], value, &apart))
            return false;
        value[i] = d->right[i] ? apart : lc_int_neg(p->ctx, apart);
        *within = *within && !lc_int_lt(value[i], lcv_problem_low(p, i));
    }
    return true;
}
