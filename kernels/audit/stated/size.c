/* size.c - integers of the language over its parameters, as expressions. */
#include "config.h"

#include <string.h>

#include "../../../verify/value/formula.h"
#include "internal.h"

static const lc_expr *none(lck_sizes *s, const lcv_ast *ast)
{
    if (s->p->e->status == LCV_EVAL_OK) {
        lcv_eval_fail(s->p->e, ast->span, "expected an integer over parameters");
        lcv_diag_hint(s->p->e->diag, "numbers, parameters, + - * / %%, ceil_div, min and max");
    }
    lc_ctx_reset(lc_exprs_ctx(s->x));
    return NULL;
}

static const lc_expr *number(lck_sizes *s, const lcv_scope *scope, const lcv_ast *ast)
{
    const lcv_scope *own = s->p->e->scope;
    s->p->e->scope = scope;
    lcv_value *v = lcv_eval_value(s->p->e, ast);
    s->p->e->scope = own;
    lc_tuple *t = v ? lcv_as_tuple(s->p->e->ctx, v) : NULL;
    const lc_expr *e = NULL;
    if (t && lc_tuple_nleaves(t) == 1 && !lc_tuple_has_wildcard(t) &&
        lc_int_fits_si(lc_tuple_value(t, 0)))
        e = lc_expr_int(s->x, lc_int_get_si(lc_tuple_value(t, 0)));
    lc_tuple_free(t);
    return e ? e : none(s, ast);
}

const lc_expr *lck_size_parameter(lck_sizes *s, const lcv_value *v)
{
    const lcv_formula *f = v->formula;
    for (size_t i = 0; i < s->n; i++)
        if (s->parameter[i] == v)
            return lc_exprs_var(s->x, i);
    lc_int low = lc_tuple_value(f->low, 0), high = f->high ? lc_tuple_value(f->high, 0) : low;
    if (s->n == LCK_STATED_SIZES || !lc_int_fits_si(low) || !lc_int_fits_si(high))
        return NULL;
    const lc_expr *e = lc_expr_var(s->x, f->text, lc_int_get_si(low),
                                   f->high ? lc_int_get_si(high) : INT64_MAX);
    if (e)
        s->parameter[s->n++] = v;
    return e;
}

static const struct {
    lcv_op of;
    lc_expr_op op;
    bool turned;
} operations[] = {
    {LCV_OP_ADD, LC_EXPR_ADD, false}, {LCV_OP_SUB, LC_EXPR_SUB, false},
    {LCV_OP_MUL, LC_EXPR_MUL, false}, {LCV_OP_DIV, LC_EXPR_DIV, false},
    {LCV_OP_MOD, LC_EXPR_MOD, false}, {LCV_OP_EQ, LC_EXPR_EQ, false},
    {LCV_OP_NE, LC_EXPR_NE, false},   {LCV_OP_LT, LC_EXPR_LT, false},
    {LCV_OP_LE, LC_EXPR_LE, false},   {LCV_OP_GT, LC_EXPR_LT, true},
    {LCV_OP_GE, LC_EXPR_LE, true},
};

static const lc_expr *operate(lck_sizes *s, lcv_op of, const lc_expr *a, const lc_expr *b)
{
    int64_t by;
    if (a && b && of == LCV_OP_SHR && lc_expr_is_int(b, &by) && by >= 0 && by < 62)
        return lc_expr_make(s->x, LC_EXPR_DIV, a, lc_expr_int(s->x, (int64_t)1 << by));
    for (size_t i = 0; a && b && i < sizeof operations / sizeof *operations; i++)
        if (operations[i].of == of)
            return operations[i].turned ? lc_expr_make(s->x, operations[i].op, b, a)
                                        : lc_expr_make(s->x, operations[i].op, a, b);
    return NULL;
}

static const lc_expr *call(lck_sizes *s, const lcv_scope *scope, const lcv_ast *ast)
{
    const char *name = ast->child->kind == LCV_AST_NAME ? ast->child->text : "";
    bool ceil = strcmp(name, "ceil_div") == 0, least = strcmp(name, "min") == 0;
    if (ast->nchildren != 3 || (!ceil && !least && strcmp(name, "max") != 0))
        return NULL;
    const lc_expr *a = lck_size_of(s, scope, ast->child->next);
    const lc_expr *b = a ? lck_size_of(s, scope, ast->last) : NULL;
    if (!b)
        return NULL;
    return ceil ? lc_expr_ceil_div(s->x, a, b)
                : lc_expr_make(s->x, least ? LC_EXPR_MIN : LC_EXPR_MAX, a, b);
}

const lc_expr *lck_size_of(lck_sizes *s, const lcv_scope *scope, const lcv_ast *ast)
{
    const lc_expr *e = NULL;
    if (!lcv_depends(scope, ast))
        return number(s, scope, ast);
    if (ast->kind == LCV_AST_NAME) {
        const lcv_binding *b = lcv_scope_find(scope, ast->text);
        if (b && b->value && b->value->kind == LCV_PARAMETER)
            e = lck_size_parameter(s, b->value);
        if (b && b->value && b->value->kind == LCV_EXPRESSION)
            return lck_size_of(s, b->value->formula->scope, b->value->formula->ast);
    } else if (ast->kind == LCV_AST_BINARY) {
        const lc_expr *a = lck_size_of(s, scope, ast->child);
        e = a ? operate(s, ast->op, a, lck_size_of(s, scope, ast->last)) : NULL;
    } else if (ast->kind == LCV_AST_UNARY && ast->op == LCV_OP_NEG)
        e = operate(s, LCV_OP_SUB, lc_expr_int(s->x, 0), lck_size_of(s, scope, ast->child));
    else if (ast->kind == LCV_AST_TUPLE && ast->nchildren == 1)
        return lck_size_of(s, scope, ast->child);
    else if (ast->kind == LCV_AST_APPLY)
        e = call(s, scope, ast);
    return e ? e : none(s, ast);
}

/* A comparison of sizes, as `assume` has them; NULL without an error: it is another. */
static const lc_expr *condition_of(lck_sizes *s, const lcv_scope *scope, const lcv_ast *ast)
{
    if (ast->kind != LCV_AST_COMPARE || ast->nchildren != 2)
        return NULL;
    const lc_expr *a = lck_size_of(s, scope, ast->child);
    const lc_expr *b = a ? lck_size_of(s, scope, ast->last) : NULL;
    const lc_expr *e = b ? operate(s, ast->op, a, b) : NULL;
    lc_ctx_reset(lc_exprs_ctx(s->x));
    return e;
}

int64_t lck_size_multiple(const lc_expr *e, const lc_expr **of)
{
    int64_t m, rest;
    bool is = e->op == LC_EXPR_EQ && e->arg[0]->op == LC_EXPR_MOD &&
              e->arg[0]->arg[0]->op == LC_EXPR_VAR && lc_expr_is_int(e->arg[0]->arg[1], &m) &&
              lc_expr_is_int(e->arg[1], &rest) && rest == 0;
    *of = is ? e->arg[0]->arg[0] : NULL;
    return is && m > 0 && m <= INT32_MAX ? m : 0;
}

bool lck_size_launch(lck_sizes *s, const lck_stated_kernel *k,
                     const lc_expr *argument[LCK_ARGUMENTS], const lc_expr *grid[3])
{
    for (size_t i = 0; i < LCK_ARGUMENTS; i++)
        if (k->args[i] && !(argument[i] = lck_size_of(s, k->scope, k->args[i])))
            return false;
    for (size_t i = 0; i < 3 && k->grid[0]; i++) {
        grid[i] = k->grid[i] ? lck_size_of(s, k->scope, k->grid[i]) : lc_expr_int(s->x, 1);
        if (!grid[i])
            return false;
    }
    return true;
}

bool lck_size_assumptions(lck_sizes *s, const lc_expr *assumed[LCK_STATED_SIZES],
                          size_t *nassumed, bool *more)
{
    size_t n = s->n;
    for (const lcv_scope *scope = s->p->e->scope; scope; scope = scope->outside)
        for (size_t i = 0; i < scope->nassumptions; i++) {
            const lcv_formula *f = scope->assumption[i]->formula;
            bool about = false;
            for (size_t k = 0; k < f->nparameters; k++)
                for (size_t j = 0; j < n; j++)
                    about = about || s->parameter[j] == f->parameter[k];
            const lc_expr *e = about ? condition_of(s, f->scope, f->ast) : NULL;
            if (s->p->e->status != LCV_EVAL_OK)
                return false;
            if (e && *nassumed < LCK_STATED_SIZES)
                assumed[(*nassumed)++] = e;
            else
                *more = *more || about;
        }
    return true;
}
