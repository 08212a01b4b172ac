/* problem-sizes.c - the sizes of a plan, and polynomials of them as expressions. */
#include "config.h"

#include "problem-sizes.h"

#include <string.h>
#include <strings.h>

/* ---- sizes ---- */

/* isl, which makes the conditions of a kernel, reads these words in upper and in lower case. */
static bool is_word_of_isl(const char *name)
{
    static const char *const words[] = {"and",   "ceil",   "ceild",   "exists",   "false",
                                        "floor", "floord", "implies", "infinity", "infty",
                                        "max",   "min",    "mod",     "nan",      "not",
                                        "or",    "rat",    "true"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(name, words[i]) == 0)
            return true;
    return false;
}

/* Sizes are arguments of the kernel. */
static bool check_size_name(lck_sizes *w, const char *name)
{
    size_t length = strlen(w->plan->name);
    bool of_plan = strncmp(name, w->plan->name, length) == 0 && name[length] == '_';
    if (lck_name_is_taken(name, false) || of_plan)
        lcv_eval_fail(w->p->e, w->p->name_span,
                      "a size cannot be named '%s': CUDA C or the text "
                      "around the kernel uses the name",
                      name);
    else if (is_word_of_isl(name))
        lcv_eval_fail(w->p->e, w->p->name_span,
                      "a size cannot be named '%s': it is a word of isl, "
                      "which makes the conditions of the kernel",
                      name);
    else if (strcmp(name, w->plan->name) == 0)
        lcv_eval_fail(w->p->e, w->p->name_span, "a plan and a size of it are both named '%s'",
                      name);
    return w->p->e->status == LCV_EVAL_OK;
}

static bool add_size(lck_sizes *w, size_t i)
{
    const lcv_formula *formula = w->problem.parameter[i]->formula;
    if (!check_size_name(w, formula->text))
        return false;
    lc_int low = lcv_problem_low(&w->problem, i), high;
    int64_t least = lc_int_fits_si(low) ? lc_int_get_si(low) : INT64_MAX;
    int64_t most = INT32_MAX;
    bool bounded = lcv_problem_high(&w->problem, i, &high);
    if (bounded)
        most = lc_int_fits_si(high) ? lc_int_get_si(high) : INT64_MAX;
    if (least < 0 || most > (int64_t)1 << 40)
        return lcv_eval_fail(w->p->e, w->p->name_span,
                             "the size %s is not in 0..2^40: expected `param %s in 1..65536`",
                             formula->text, formula->text);
    lck_plan *plan = w->plan;
    lck_size *size = &plan->size[plan->nsizes];
    size->var = lc_expr_var(plan->x, formula->text, least, most);
    size->wide = most > INT32_MAX;
    plan->unbounded[plan->nsizes] = !bounded;
    if (!size->var)
        return lcv_eval_failed(w->p->e, w->p->name_span);
    plan->nsizes++;
    return true;
}

/* ---- polynomials as expressions ---- */

static const lc_expr *symbol_expr(lck_sizes *w, uint32_t var)
{
    lc_exprs *x = w->plan->x;
    const lcv_symbol *s = lcv_symbols_at(lcv_forms_symbols(w->f), var);
    switch (s->kind) {
    case LCV_SYMBOL_SIZE: return lc_exprs_find(x, s->name);
    case LCV_SYMBOL_FLOOR:
        if (!lc_int_fits_si(s->divisor))
            return lc_fail(w->plan->ctx, LC_ERR_LIMIT, "a divisor of more than 64 bits");
        return lc_expr_make(x, LC_EXPR_DIV, lck_size_expr(w, s->of),
                            lc_expr_int(x, lc_int_get_si(s->divisor)));
    case LCV_SYMBOL_RATIO:
        return lc_expr_make(x, LC_EXPR_DIV, lck_size_expr(w, s->of), lck_size_expr(w, s->other));
    case LCV_SYMBOL_MIN:
        return lc_expr_make(x, LC_EXPR_MIN, lck_size_expr(w, s->of), lck_size_expr(w, s->other));
    }
    return NULL;
}

/* 2^bits - 1 - p >= 0, as the assumptions imply. */
static bool is_below(lck_sizes *w, const lc_poly *p, int bits)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    lc_ctx *ctx = w->plan->ctx;
    const lc_poly *bound = lcv_size_int(s, lc_int_si(ctx, (INT64_C(1) << bits) - 1));
    const lc_poly *room = bound ? lcv_size_sub(s, bound, p) : NULL;
    return room && lcv_facts_imply(lcv_forms_facts(w->f), room);
}

/* The value of p, when an assumption bounds it closer than the bounds of each size do: M*N with
 * M*N <= 1000000. */
static const lc_expr *bounded(lck_sizes *w, const lc_expr *e, const lc_poly *p)
{
    static const int bits[] = {31, 36, 40, 48, 56, 62};
    if (!e || !p || !w->assumed || e->high <= INT32_MAX)
        return e;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (e->high >> bits[i] > 0 && is_below(w, p, bits[i]))
            return lc_expr_assume(w->plan->x, e, e->low, (INT64_C(1) << bits[i]) - 1);
    return e;
}

/* The product of the first variables of a term. */
static const lc_expr *product_of(lck_sizes *w, const lc_monomial *m)
{
    const lc_expr *e = symbol_expr(w, m->var[0]);
    lc_monomial some = {1, {m->var[0]}};
    for (uint32_t k = 1; k < m->degree; k++) {
        some.var[some.degree++] = m->var[k];
        const lc_poly *p = lcv_keep(lcv_forms_symbols(w->f),
                                    lc_poly_term(w->plan->ctx, lc_int_const(1), &some));
        e = bounded(w, lc_expr_make(w->plan->x, LC_EXPR_MUL, e, symbol_expr(w, m->var[k])), p);
    }
    return e;
}

const lc_expr *lck_size_expr(lck_sizes *w, const lc_poly *p)
{
    lc_exprs *x = w->plan->x;
    const lc_expr *sum = lc_expr_int(x, 0);
    for (size_t i = 0; i < lc_poly_nterms(p); i++) {
        const lc_monomial *m = lc_poly_monomial(p, i);
        lc_int coefficient = lc_poly_coefficient(p, i);
        if (!lc_int_fits_si(coefficient))
            return lc_fail(w->plan->ctx, LC_ERR_LIMIT, "a number of more than 64 bits");
        const lc_expr *term = m->degree > 0 ? product_of(w, m) : lc_expr_int(x, 1);
        sum = lc_expr_add_scaled(x, sum, lc_int_get_si(coefficient), term);
    }
    return bounded(w, sum, p);
}

bool lck_size_quantity(lck_sizes *w, const lc_poly *p, lck_quantity *out)
{
    if (!p && lc_ctx_code(w->plan->ctx) == LC_OK)
        p = lcv_size_int(lcv_forms_symbols(w->f), lc_int_const(0));
    out->expr = lck_size_expr(w, p);
    out->tree = lcv_size_to_tree(lcv_forms_symbols(w->f), p, w->plan->arena);
    return (out->expr && out->tree) || lcv_eval_failed(w->p->e, w->p->name_span) != NULL;
}

/* ---- assumptions ---- */

/* A quotient or remainder by what is no number: N % M. */
static bool divides_by_size(lck_sizes *w, const lcv_ast *ast)
{
    if (ast->kind != LCV_AST_BINARY || (ast->op != LCV_OP_DIV && ast->op != LCV_OP_MOD))
        return false;
    const lc_poly *divisor = lcv_form_as_int(w->f, lcv_form_eval(w->f, ast->child->next));
    lc_int number;
    return divisor && !lc_poly_is_const(divisor, &number);
}

/* An integer of the sizes: a quotient or remainder as it is written, or a size. NULL: it is
 * neither. */
static const lc_expr *integer_of(lck_sizes *w, const lcv_ast *ast)
{
    if (divides_by_size(w, ast))
        return lc_expr_make(w->plan->x, ast->op == LCV_OP_DIV ? LC_EXPR_DIV : LC_EXPR_MOD,
                            integer_of(w, ast->child), integer_of(w, ast->child->next));
    const lcv_form *form = lcv_form_eval(w->f, ast);
    const lc_poly *p = form ? lcv_form_as_int(w->f, form) : NULL;
    return p ? lck_size_expr(w, p) : NULL;
}

/* An assumption as a condition on the sizes: M % 4 == 0. NULL: it has no expression. */
static const lc_expr *condition_of(lck_sizes *w, const lcv_ast *ast)
{
    static const lc_expr_op ops[] = {LC_EXPR_EQ, LC_EXPR_NE, LC_EXPR_LT, LC_EXPR_LE};
    if (ast->kind != LCV_AST_COMPARE)
        return NULL;
    const lc_expr *a = integer_of(w, ast->child), *b = integer_of(w, ast->child->next);
    if (ast->op == LCV_OP_GT || ast->op == LCV_OP_GE)
        return lc_expr_make(w->plan->x, ast->op == LCV_OP_GT ? LC_EXPR_LT : LC_EXPR_LE, b, a);
    return lc_expr_make(w->plan->x, ops[ast->op - LCV_OP_EQ], a, b);
}

/* The launcher takes only the sizes that the proofs are about. */
static bool add_condition(lck_sizes *w, const lcv_formula *formula)
{
    lck_plan *plan = w->plan;
    const lc_expr *e = condition_of(w, formula->ast);
    lc_ctx_reset(plan->ctx);
    if (e) {
        plan->assumed[plan->nassumed++] = e;
        return true;
    }
    lcv_eval_fail(w->p->e, w->p->name_span, "a launch cannot check what is assumed: %s",
                  formula->text);
    return lcv_diag_hint(w->p->e->diag,
                         "expected numbers of 64 bits, and divisors that are positive");
}

bool lck_open_sizes(lck_sizes *w)
{
    w->f = NULL;
    w->open = lcv_problem_open(&w->problem, w->p->e, w->p->arguments);
    if (!w->open)
        return false;
    w->f = lcv_forms_new(&w->problem, false, NULL);
    if (w->f)
        lcv_forms_assume(w->f);
    else
        lcv_eval_failed(w->p->e, w->p->name_span);
    return w->f != NULL;
}

void lck_close_sizes(lck_sizes *w)
{
    lcv_forms_free(w->f);
    if (w->open)
        lcv_problem_close(&w->problem);
}

bool lck_read_sizes(lck_sizes *w)
{
    lck_plan *plan = w->plan;
    if (w->problem.n > sizeof plan->size / sizeof *plan->size ||
        w->problem.nassumptions > sizeof plan->assumed / sizeof *plan->assumed)
        return lcv_eval_fail(w->p->e, w->p->name_span, "more than 16 sizes, or assumptions");
    for (size_t i = 0; i < w->problem.n; i++)
        if (!add_size(w, i))
            return false;
    for (size_t i = 0; i < w->problem.nassumptions; i++)
        if (!add_condition(w, w->problem.assumption[i]->formula))
            return false;
    w->assumed = w->problem.nassumptions > 0;
    return true;
}

bool lck_check_names(lck_sizes *w, const char *what, size_t n, const char *const *taken)
{
    for (size_t i = 0; i < w->plan->nsizes; i++)
        for (size_t k = 0; k < n; k++) {
            if (strcmp(w->plan->size[i].var->name, taken[k]) != 0)
                continue;
            lcv_eval_fail(w->p->e, w->p->name_span,
                          "a size cannot be named '%s': the kernel of %s has an argument of this "
                          "name",
                          taken[k], what);
            return lcv_diag_hint(w->p->e->diag, "expected another name, such as %c",
                                 taken[k][0] - 'a' + 'A');
        }
    return true;
}

bool lck_fail_form(lck_sizes *w, const char *name)
{
    const char *obstacle = lcv_forms_obstacle(w->f);
    if (!obstacle && lc_ctx_code(w->plan->ctx) != LC_OK)
        obstacle = lc_ctx_message(w->plan->ctx);
    if (w->p->e->status == LCV_EVAL_OK)
        lcv_eval_fail(w->p->e, lcv_planning_argument(w->p, name)->span, "%s: %s", name,
                      obstacle ? obstacle : "no such value");
    return false;
}

bool lck_check_signs(lck_sizes *w, const char *name, const lcv_form *tensor,
                     const lc_poly *offset)
{
    for (size_t k = 0; tensor && k <= tensor->n; k++) {
        const bool stride = k > 0;
        const lc_expr *e = lck_size_expr(w, stride ? tensor->step[k - 1] : offset);
        if (e && e->low >= 0)
            continue;
        const lcv_span there = lcv_planning_argument(w->p, name)->span;
        if (!e)
            lcv_eval_failed(w->p->e, there);
        else
            lcv_eval_fail(w->p->e, there, "%s that may be negative: expected %s",
                          stride ? "a stride" : "an offset",
                          stride ? "a tensor that begins at its first element" : "0 or more");
        return false;
    }
    return true;
}
