/* claim.c - claims as they are written: calls of the table of prove.h, and
 * comparisons of integers and tuples. */
#include "config.h"

#include <string.h>

#include "../crosscheck/certificate.h"
#include "../draw/claim.h"
#include "eval.h"
#include "../explain/explain.h"
#include "../function/result.h"

static const lcv_claim *claim_of(const lcv_eval *e, const lcv_ast *ast)
{
    if (ast->kind != LCV_AST_APPLY || ast->child->kind != LCV_AST_NAME ||
        lcv_scope_find(e->scope, ast->child->text))
        return NULL;
    return lcv_claim_find(ast->child->text);
}

bool lcv_is_claim(const lcv_eval *e, const lcv_ast *ast)
{
    return ast->kind == LCV_AST_COMPARE || claim_of(e, ast) != NULL;
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

static lcv_result *prove_call(lcv_eval *e, const lcv_ast *ast, const lcv_claim *claim)
{
    lcv_arguments arguments;
    if (!lcv_eval_arguments(e, ast, claim->signature, claim->min_args, claim->max_args,
                            &arguments))
        return NULL;
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, claim->name, NULL);
    lcv_result *result = lcv_prove(e->r, claim, arguments.n, arguments.value);
    if (!result)
        lcv_eval_failed(e, ast->span);
    lcv_told_at at = {e, ast->span};
    const lcv_steps_told told = {&at, lcv_eval_confirm_step};
    if (result && e->explain)
        lcv_explain_claim(e->r, &e->explain->text, &told, claim, arguments.n, arguments.value,
                          result);
    lcv_tell_operands(e, ast, claim->signature, &arguments, &result);
    if (result)
        lcv_eval_draw_claim(e, claim, arguments.n, arguments.value, result);
    if (result)
        lcv_eval_confirm_claim(e, ast->span, claim, arguments.n, arguments.value, result);
    if (result && e->certify)
        lcv_eval_certify(e, ast, claim, arguments.n, arguments.value, result);
    return result;
}

/* ---- comparisons ---- */

static bool holds(lcv_op op, int order)
{
    switch (op) {
    case LCV_OP_EQ: return order == 0;
    case LCV_OP_NE: return order != 0;
    case LCV_OP_LT: return order < 0;
    case LCV_OP_LE: return order <= 0;
    case LCV_OP_GT: return order > 0;
    default: return order >= 0;
    }
}

/* `size(A) = 9`, unless the side is that number already. */
static void step_side(lcv_eval *e, lcv_result **result, const lcv_ast *side, const char *value)
{
    char *written = lcv_kept(e->ctx, lcv_source_excerpt(e->source, side->span, 200));
    if (written && strcmp(written, value) != 0)
        lcv_step(e->ctx, result, "%s = %s", written, value);
}

static lcv_result *refute_comparison(lcv_eval *e, const lcv_ast *ast, const char *a,
                                     const char *b)
{
    char *summary = ast->op == LCV_OP_EQ
                        ? lcv_text(e->ctx, "%s is not %s", a, b)
                        : lcv_text(e->ctx, "%s %s %s is false", a, lcv_op_name(ast->op), b);
    lcv_result *result = lcv_refuted(e->ctx, LCV_BY_COMPARISON, lcv_text(e->ctx, "%s", ""),
                                     summary);
    step_side(e, &result, ast->child, a);
    step_side(e, &result, ast->child->next, b);
    return result;
}

static bool is_tuple(const lcv_value *v)
{
    return v->kind == LCV_TUPLE && !lc_tuple_has_wildcard(v->tuple);
}

/* Integers have an order; tuples and strides are only equal or not. */
static bool comparable(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2])
{
    bool order = ast->op != LCV_OP_EQ && ast->op != LCV_OP_NE;
    const lcv_ast *side = ast->child;
    if (!order && v[0]->kind == LCV_STRIDES && v[1]->kind == LCV_STRIDES)
        return true;
    for (int i = 0; i < 2; i++, side = side->next) {
        if (is_tuple(v[i]) && (!order || lc_tuple_is_leaf(v[i]->tuple)))
            continue;
        lcv_eval_fail(e, side->span, "'%s' compares integers%s, not %s", lcv_op_name(ast->op),
                      order ? "" : " and tuples", lcv_value_describe(v[i]));
        if (v[i]->kind == LCV_LAYOUT || v[i]->kind == LCV_TENSOR || v[i]->kind == LCV_RELATION)
            lcv_diag_hint(e->diag, "layouts are compared by equal(X, Y): same shape and stride; "
                                   "equiv(X, Y): same values");
        else if (is_tuple(v[i]))
            lcv_diag_hint(e->diag,
                          "elem_less(a, b) says that each integer of a is less than that "
                          "of b");
        return false;
    }
    return true;
}

/* 0 for what is equal. */
static int order_of(const lcv_value *v, const lcv_value *w)
{
    if (v->kind == LCV_STRIDES)
        return !lc_layout_equal(v->layout, w->layout);
    return lc_tuple_is_leaf(v->tuple) && lc_tuple_is_leaf(w->tuple)
               ? lc_int_cmp(lc_tuple_value(v->tuple, 0), lc_tuple_value(w->tuple, 0))
               : !lc_tuple_equal(v->tuple, w->tuple);
}

static lcv_result *compare(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2])
{
    lcv_result *result = NULL;
    if (holds(ast->op, order_of(v[0], v[1]))) {
        result = lcv_proved(e->ctx, LCV_BY_COMPARISON);
    } else {
        char *left = lcv_kept(e->ctx, lcv_value_to_str(e->r, v[0]));
        char *right = lcv_kept(e->ctx, lcv_value_to_str(e->r, v[1]));
        if (left && right)
            result = refute_comparison(e, ast, left, right);
    }
    return result ? result : lcv_eval_failed(e, ast->span);
}

static lcv_result *prove_comparison(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *v[2] = {lcv_eval_value(e, ast->child), NULL};
    v[1] = v[0] ? lcv_eval_value(e, ast->child->next) : NULL;
    lcv_result *result = v[1] && comparable(e, ast, v) ? compare(e, ast, v) : NULL;
    if (result)
        lcv_eval_not_asked(e, ast->span, LCR_BY_READING);
    return result;
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

lcv_result *lcv_eval_claim(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_claim *claim = claim_of(e, ast);
    if (claim)
        return prove_call(e, ast, claim);
    if (lcv_compares_measure(e, ast))
        return lcv_eval_measure(e, ast);
    if (ast->kind == LCV_AST_COMPARE)
        return prove_comparison(e, ast);
    return lcv_eval_no_claim(e, ast, lcv_eval_value(e, ast));
}
