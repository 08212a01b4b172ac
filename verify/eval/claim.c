/* claim.c - claims as they are written: calls of the table of prove.h, comparisons, and what
 * `and`, `or` and `not` make of them. */
#include "config.h"

#include <string.h>

#include "../crosscheck/certificate.h"
#include "../draw/claim.h"
#include "eval.h"
#include "logic.h"
#include "../explain/explain.h"

static const lcv_claim *claim_of(const lcv_eval *e, const lcv_ast *ast)
{
    if (ast->kind != LCV_AST_APPLY || ast->child->kind != LCV_AST_NAME ||
        lcv_scope_find(e->scope, ast->child->text))
        return NULL;
    return lcv_claim_find(ast->child->text);
}

bool lcv_is_claim(const lcv_eval *e, const lcv_ast *ast)
{
    return ast->kind == LCV_AST_COMPARE || lcv_is_logic(ast) || claim_of(e, ast) != NULL;
}

/* A certificate that contradicts the verdict is a disagreement like any other. */
void lcv_eval_certify(lcv_eval *e, const lcv_ast *ast, const lcv_claim *claim, size_t n,
                      lcv_value *const *args, const lcv_result *result)
{
    e->certificate = lcv_certificate(e->r, e->certify, claim, n, args, result);
    if (!e->certificate)
        lcv_eval_failed(e, ast->span);
}

void lcv_eval_draw_claim(lcv_eval *e, const lcv_claim *claim, size_t n, lcv_value *const *args,
                         const lcv_result *result)
{
    static const lcv_draw_options usual;
    if (!e->figure || (e->instance && result->verdict != LCV_REFUTED))
        return;
    lcv_figure_free(*e->figure);
    *e->figure = lcv_draw_claim(e->r, claim, n, args, result, e->draws,
                                e->drawing ? e->drawing : &usual);
    lc_ctx_reset(e->ctx);
}

lcv_result *lcv_eval_prove(lcv_eval *e, const lcv_ast *call, const lcv_claim *claim,
                           const lcv_arguments *arguments)
{
    size_t n = arguments->n;
    lcv_value *const *args = arguments->value;
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, claim->name, NULL);
    lcv_result *result = lcv_prove(e->r, claim, n, args);
    if (!result)
        lcv_eval_failed(e, call->span);
    lcv_told_at at = {e, call->span};
    const lcv_steps_told told = {&at, lcv_eval_confirm_step};
    if (result && e->explain)
        lcv_explain_claim(e->r, &e->explain->text, &told, claim, n, args, result);
    lcv_tell_operands(e, call, claim->signature, arguments, &result);
    if (result)
        lcv_eval_draw_claim(e, claim, n, args, result);
    if (result)
        lcv_eval_confirm_claim(e, call->span, claim, n, args, result);
    if (result && e->certify)
        lcv_eval_certify(e, call, claim, n, args, result);
    return result;
}

static lcv_result *prove_call(lcv_eval *e, const lcv_ast *ast, const lcv_claim *claim)
{
    lcv_arguments arguments;
    return lcv_eval_arguments(e, ast, claim->signature, claim->min_args, claim->max_args,
                              &arguments)
               ? lcv_eval_prove(e, ast, claim, &arguments)
               : NULL;
}

void *lcv_eval_no_claim(lcv_eval *e, const lcv_ast *ast, const lcv_value *v)
{
    if (v) { /* an error inside comes first */
        lcv_eval_fail(e, ast->span, "%s is a value, not a claim", lcv_value_describe(v));
        lcv_diag_hint(e->diag,
                      "a claim is a comparison, as size(A) == 8, or one of the claims, as "
                      "injective(A)");
    }
    return NULL;
}

static lcv_result *prove_part(void *user, const lcv_ast *part)
{
    return lcv_eval_claim(user, part);
}

lcv_result *lcv_eval_claim(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_claim *claim = claim_of(e, ast);
    if (claim)
        return prove_call(e, ast, claim);
    if (lcv_is_logic(ast))
        return lcv_eval_logic(e, ast, false, prove_part, e);
    if (lcv_compares_measure(e, ast))
        return lcv_eval_measure(e, ast);
    if (ast->kind == LCV_AST_COMPARE)
        return lcv_eval_comparison(e, ast);
    return lcv_eval_no_claim(e, ast, lcv_eval_value(e, ast));
}
