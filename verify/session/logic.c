/* logic.c - claims whose parts may be calls of functions that are claims.
 *
 *     let good(X) = injective(X) and in_bounds(X, 64)
 *     prove good((4,8):(1,4)) or good((4,8):(8,1))
 *
 * Such a part is decided in the scope of its call. A claim without such calls is one question
 * about all values of parameters (symbolic/symbolic.h).
 */
#include "config.h"

#include "../eval/logic.h"
#include "../symbolic/symbolic.h"
#include "expand.h"

#define MAX_DEPTH 64 /* claims inside each other */

static bool calls_claims(const lcv_work *w, const lcv_ast *ast)
{
    if (!lcv_is_logic(ast))
        return lcv_calls_function(w, w->eval.scope, ast);
    return calls_claims(w, ast->child) || (ast->child->next && calls_claims(w, ast->child->next));
}

static lcv_result *prove_part(void *user, const lcv_ast *part)
{
    return lcv_claim_with_calls(user, (lcv_ast *)part);
}

lcv_result *lcv_claim_with_calls(lcv_calls *c, lcv_ast *expr)
{
    lcv_eval *e = &c->w->eval;
    const lcv_scope *scope = e->scope;
    lcv_source *source = e->source;
    if (c->depth >= MAX_DEPTH)
        return lcv_eval_fail_as(e, LCV_ERROR_LIMIT, expr->span,
                                "more than %d calls inside each other", MAX_DEPTH);
    c->depth++;
    lcv_ast *claim = lcv_enter_claim(c, expr);
    lcv_result *result = NULL;
    bool calls = claim && lcv_is_logic(claim) && calls_claims(c->w, claim);
    bool beside = e->beside_calls;
    e->beside_calls = beside || calls;
    if (calls)
        result = lcv_eval_logic(e, claim, lcv_depends(e->scope, claim), prove_part, c);
    else if (claim)
        result = lcv_any_claim(e, claim);
    lcv_tell_refuted(c, result);
    e->beside_calls = beside;
    c->depth--;
    e->scope = scope;
    e->source = source;
    return result;
}

lcv_result *lcv_work_claim(lcv_work *w, const lcv_ast *expr)
{
    lcv_calls c = {.w = w, .keeper = &w->calls};
    return lcv_claim_with_calls(&c, (lcv_ast *)expr);
}
