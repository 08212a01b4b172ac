/* parameter.c - param, assume, and expressions that depend on parameters. */
#include "config.h"

#include "parameter.h"

#include <stdlib.h>
#include <string.h>

#include "form.h"

#define EXCERPT 400 /* bytes of an expression that are shown */

/* ---- what an expression mentions ---- */

static const lcv_value *bound_to(const lcv_eval *e, const lcv_ast *ast)
{
    const lcv_binding *binding = ast->kind == LCV_AST_NAME ? lcv_scope_find(e->scope, ast->text)
                                                           : NULL;
    return binding ? binding->value : NULL;
}

/* The height of the tree once its names are written out. */
static unsigned full_height(const lcv_eval *e, const lcv_ast *ast)
{
    const lcv_value *v = bound_to(e, ast);
    unsigned height = v && v->kind == LCV_EXPRESSION ? v->formula->height : 0;
    for (const lcv_ast *part = ast->child; part; part = part->next) {
        unsigned below = full_height(e, part);
        height = below > height ? below : height;
    }
    return height + 1;
}

/* ---- param ---- */

/* A bound of a parameter, an integer. */
static lcv_value *eval_bound(lcv_eval *e, const lcv_ast *ast)
{
    if (lcv_depends(e->scope, ast)) {
        lcv_eval_fail(e, ast->span, "the range of a parameter depends on a parameter");
        return lcv_diag_hint(e->diag,
                             "expected integers; parameters are related by assume, as in "
                             "assume M <= N");
    }
    lcv_value *v = lcv_eval_value(e, ast);
    lc_int value;
    if (v && !lcv_as_int(e->ctx, v, &value))
        return lcv_eval_failed(e, ast->span);
    return v;
}

/* M > 3 is M >= 4. */
static lc_tuple *least_of(lcv_eval *e, const lcv_ast *ast, const lcv_value *bound)
{
    lc_int low = lc_tuple_value(bound->tuple, 0);
    return ast->op == LCV_OP_GT ? lc_tuple_leaf(e->ctx, lc_int_add(e->ctx, low, lc_int_const(1)))
                                : lc_tuple_ref(bound->tuple);
}

lcv_value *lcv_eval_parameter(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *high = ast->child->next;
    lcv_value *bound[2] = {eval_bound(e, ast->child), NULL};
    if (bound[0] && high)
        bound[1] = eval_bound(e, high);
    if (e->status != LCV_EVAL_OK)
        return NULL;
    lcv_formula *formula = lc_alloc(e->ctx, 1, sizeof *formula);
    lcv_value *made = lcv_value_formula(e->ctx, LCV_PARAMETER, formula);
    if (!lcv_eval_kept(e, ast->span, made))
        return NULL;
    formula->text = strdup(ast->text);
    formula->low = least_of(e, ast, bound[0]);
    formula->high = high ? lc_tuple_ref(bound[1]->tuple) : NULL;
    formula->order = e->scope->n;
    if (!formula->text || !formula->low)
        return lcv_eval_failed(e, ast->span);
    if (high && lc_int_lt(lc_tuple_value(formula->high, 0), lc_tuple_value(formula->low, 0)))
        return lcv_eval_fail(e, ast->span, "the range of '%s' is empty", ast->text);
    return made;
}

/* ---- expressions ---- */

lcv_value *lcv_eval_expression(lcv_eval *e, const lcv_ast *ast)
{
    unsigned height = full_height(e, ast);
    if (height > LCV_MAX_HEIGHT) {
        lcv_eval_fail(e, ast->span, "the expression is nested too deeply");
        return lcv_diag_hint(e->diag,
                             "at most %d operations on parameters may stand inside each other, "
                             "also through names",
                             LCV_MAX_HEIGHT);
    }
    lcv_formula *formula = lc_alloc(e->ctx, 1, sizeof *formula);
    lcv_value *made = lcv_value_formula(e->ctx, LCV_EXPRESSION, formula);
    if (!lcv_eval_kept(e, ast->span, made))
        return NULL;
    formula->arena = lcv_arena_new();
    formula->ast = formula->arena ? lcv_ast_copy(formula->arena, ast) : NULL;
    formula->text = lcv_source_excerpt(e->source, ast->span, EXCERPT);
    formula->source = e->source;
    formula->scope = e->scope;
    formula->height = height;
    return formula->ast && formula->text ? made : lcv_eval_no_memory(e, ast->span);
}

/* ---- assume ---- */

static void no_comparison(lcv_eval *e, const lcv_ast *ast)
{
    lcv_eval_fail(e, ast->span, "an assumption compares integers");
    lcv_diag_hint(e->diag, "expected something like assume M %% 8 == 0, assume M <= N");
}

static void contradiction(lcv_eval *e, const lcv_ast *ast)
{
    lcv_eval_fail(e, ast->span, "no values of the parameters satisfy this assumption");
    lcv_diag_hint(e->diag,
                  "it contradicts the ranges of the parameters, or an assumption before");
}

/* No number of the range of some parameter has the residue that is assumed, or no numbers
 * satisfy all that is assumed. */
static bool is_contradictory(const lcv_problem *p)
{
    lc_int count;
    for (size_t i = 0; i < p->n; i++)
        if (lcv_problem_count_of(p, i, &count) && lc_int_is_zero(count))
            return true;
    lcv_forms *f = lcv_forms_new(p, true, NULL);
    if (f)
        lcv_forms_assume(f);
    bool none = f && (lcv_forms_vacuous(f) || lcv_facts_consistent(lcv_forms_facts(f)) == LCR_NO);
    lcv_forms_free(f);
    lc_ctx_reset(p->ctx);
    return none;
}

/* The assumption holds somewhere, together with those before it, and compares integers there. */
static void check_assumption(lcv_problem *p, const lcv_formula *formula)
{
    lc_int difference, value[LCV_MAX_PARAMETERS];
    lcv_attempt attempt = {.at = LCV_AT_EXCLUDED};
    lcv_choice choice;
    lcv_choice_init(&choice, p);
    while (attempt.at == LCV_AT_EXCLUDED && lcv_choice_next(&choice, value))
        attempt = lcv_try_claim(p, value, true, NULL, NULL);
    if (attempt.at != LCV_AT_HOLDS && attempt.at != LCV_AT_EXCLUDED)
        lcv_attempt_report(p, value, &attempt);
    else if (choice.nseen > 0 && !lcv_try_sides(p, formula, value, &difference))
        no_comparison(p->e, p->ast);
    else if (attempt.at == LCV_AT_EXCLUDED && is_contradictory(p))
        contradiction(p->e, p->ast);
    lcv_attempt_clear(&attempt);
}

lcv_value *lcv_eval_assumption(lcv_eval *e, const lcv_ast *ast)
{
    lcv_problem problem;
    if (ast->kind != LCV_AST_COMPARE) {
        no_comparison(e, ast);
        return NULL;
    }
    if (!lcv_depends(e->scope, ast)) {
        lcv_eval_fail(e, ast->span, "the assumption depends on no parameter");
        return lcv_diag_hint(e->diag,
                             "param M >= 1 before it declares one; prove decides the claim");
    }
    lcv_value *made = lcv_eval_expression(e, ast);
    if (made && lcv_problem_mentions(e, ast, made->formula) &&
        lcv_problem_open(&problem, e, ast)) {
        if (lcv_problem_assume(&problem, made))
            check_assumption(&problem, made->formula);
        else if (e->status == LCV_EVAL_OK)
            contradiction(e, ast);
        lcv_problem_close(&problem);
    }
    return e->status == LCV_EVAL_OK ? made : NULL;
}
