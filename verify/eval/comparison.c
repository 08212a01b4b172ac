/* comparison.c - claims by == != < <= > >=: of integers, of tuples and strides by element, and of
 * layouts and other values, which are `equal` or not. */
#include "config.h"

#include <string.h>

#include "../claim/prove.h"
#include "../function/result.h"
#include "../language/build.h"
#include "eval.h"
#include "logic.h"

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

/* Hints at what to write where only one of the values is a tuple, or values without an order are
 * compared by it. */
static void hint_at_kinds(lcv_eval *e, const lcv_ast *ast, lcv_value *const v[2], bool order)
{
    const lcv_ast *side[2] = {ast->child, ast->child->next};
    char *text[2];
    for (int i = 0; i < 2; i++) {
        text[i] = lcv_kept(e->ctx, lcv_source_excerpt(e->source, side[i]->span, 60));
        if (!text[i])
            return;
    }
    int tuple = is_tuple(v[1]);
    if (order)
        lcv_diag_hint(e->diag,
                      "layouts are equal or not: %s == %s; their sizes have an order: "
                      "size(%s) %s size(%s)",
                      text[0], text[1], text[0], lcv_op_name(ast->op), text[1]);
    else
        lcv_diag_hint(e->diag,
                      "expected shape(%s) %s %s, or equal(%s, %s) of the layout that a "
                      "shape stands for",
                      text[!tuple], lcv_op_name(ast->op), text[tuple], text[0], text[1]);
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
        if (is_tuple(v[i]))
            lcv_diag_hint(e->diag,
                          "elem_less(a, b) says that each integer of a is less than that "
                          "of b");
        else
            hint_at_kinds(e, ast, v, order);
        return false;
    }
    return true;
}

/* 0 where the values are equal, else not 0: for integers, negative where v is the lesser. */
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
    if (lcv_op_holds(ast->op, order_of(v[0], v[1]))) {
        result = lcv_proved(e->ctx, LCV_BY_COMPARISON);
    } else {
        char *left = lcv_kept(e->ctx, lcv_value_to_str(e->r, v[0]));
        char *right = lcv_kept(e->ctx, lcv_value_to_str(e->r, v[1]));
        if (left && right)
            result = refute_comparison(e, ast, left, right);
    }
    return result ? result : lcv_eval_failed(e, ast->span);
}

/* ---- of other values ---- */

/* Are both values ones that `equal` compares? */
static bool are_others(const lcv_ast *ast, lcv_value *const v[2])
{
    for (int i = 0; i < 2; i++)
        if (v[i]->kind == LCV_TUPLE || v[i]->kind == LCV_STRIDES)
            return false;
    return ast->op == LCV_OP_EQ || ast->op == LCV_OP_NE;
}

/* Adds a step where two values that are not equal are the same function. */
static void tell_equiv(lcv_eval *e, const lcv_ast *ast, const lcv_arguments *arguments,
                       lcv_result **result)
{
    const lcv_counterexample *c = &(*result)->counterexample;
    for (size_t i = 0; i < c->nsteps; i++)
        if (strstr(c->steps[i], "equiv("))
            return;
    lcv_result *same = lcv_prove(e->r, lcv_claim_find("equiv"), 2, arguments->value);
    char *a = lcv_kept(e->ctx, lcv_source_excerpt(e->source, ast->child->span, 60));
    char *b = lcv_kept(e->ctx, lcv_source_excerpt(e->source, ast->child->next->span, 60));
    lc_ctx_reset(e->ctx);
    if (same && same->verdict == LCV_PROVED && a && b)
        lcv_step(e->ctx, result, "the values are the same: equiv(%s, %s) is true", a, b);
    lcv_result_free(same);
}

/* X == Y is equal(X, Y). */
static lcv_result *are_equal(lcv_eval *e, const lcv_ast *ast, lcv_value *v[2])
{
    lcv_ast call = {.kind = LCV_AST_APPLY, .span = ast->span, .nchildren = 3};
    lcv_ast name = {.kind = LCV_AST_NAME, .text = "equal", .next = ast->child};
    lcv_span span[2] = {ast->child->span, ast->child->next->span};
    const lcv_arguments arguments = {2, v, span};
    call.child = &name;
    call.last = ast->last;
    lcv_result *result = lcv_eval_prove(e, &call, lcv_claim_find("equal"), &arguments);
    if (lcv_is_refuted(result))
        tell_equiv(e, ast, &arguments, &result);
    if (ast->op == LCV_OP_EQ || !result)
        return result;
    char *a = lcv_kept(e->ctx, lcv_source_excerpt(e->source, span[0], 60));
    char *b = lcv_kept(e->ctx, lcv_source_excerpt(e->source, span[1], 60));
    char *text = a && b ? lcv_kept(e->ctx, lcv_text(e->ctx, "%s == %s", a, b)) : NULL;
    result = lcv_negated(e->ctx, text ? text : "equality", false, result);
    return result ? result : lcv_eval_failed(e, ast->span);
}

lcv_result *lcv_eval_comparison(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *v[2] = {lcv_eval_value(e, ast->child), NULL};
    v[1] = v[0] ? lcv_eval_value(e, ast->child->next) : NULL;
    if (v[1] && are_others(ast, v))
        return are_equal(e, ast, v);
    lcv_result *result = v[1] && comparable(e, ast, v) ? compare(e, ast, v) : NULL;
    if (result)
        lcv_eval_not_asked(e, ast->span, LCR_BY_READING);
    return result;
}
