/* measure.c - claims such as `conflicts(X, ...) <= k`.
 *
 * A comparison with a measure (measures.h) on one side is a claim about the accesses, so that its
 * refutation can show one of them. A measure inside an expression is a number like any other.
 */
#include "config.h"

#include "../draw/scene.h"
#include "eval.h"
#include "../claim/accesses.h"
#include "../claim/measures.h"

const lcv_operation *lcv_measure_called(const lcv_scope *scope, const lcv_ast *side)
{
    if (side->kind != LCV_AST_APPLY || side->child->kind != LCV_AST_NAME ||
        lcv_scope_find(scope, side->child->text))
        return NULL;
    const lcv_operation *of = lcv_operation_called(side->child->text);
    return of && of->measure ? of : NULL;
}

/* k >= m is m <= k. */
static lcv_op mirrored(lcv_op op)
{
    switch (op) {
    case LCV_OP_LT: return LCV_OP_GT;
    case LCV_OP_LE: return LCV_OP_GE;
    case LCV_OP_GT: return LCV_OP_LT;
    case LCV_OP_GE: return LCV_OP_LE;
    default: return op;
    }
}

/* The numbers m with `m op k`. */
static lcv_measure_bounds bounds_of(lc_ctx *ctx, lcv_op op, lc_int *k)
{
    switch (op) {
    case LCV_OP_LT:
        *k = lc_int_sub(ctx, *k, lc_int_const(1));
        return (lcv_measure_bounds){.most = k};
    case LCV_OP_LE: return (lcv_measure_bounds){.most = k};
    case LCV_OP_GT:
        *k = lc_int_add(ctx, *k, lc_int_const(1));
        return (lcv_measure_bounds){.least = k};
    case LCV_OP_GE: return (lcv_measure_bounds){.least = k};
    default: return (lcv_measure_bounds){k, k, op == LCV_OP_NE};
    }
}

static bool integer_of(lcv_eval *e, const lcv_ast *side, lc_int *k)
{
    lcv_value *v = lcv_eval_value(e, side);
    if (v && !lcv_as_int(e->ctx, v, k))
        lcv_eval_failed(e, side->span);
    return e->status == LCV_EVAL_OK;
}

#define MOST_ARGUMENTS (LCV_ACCESS_ARGS + 1)

/* isl's opinion of `conflicts <=` for X, lanes, bytes, width, banks, those given after them, and
 * the number, once its bounds are known, and a certificate if one is wanted; `sectors <=` has no
 * banks. */
static void confirm(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of, lcv_op op, lc_int k,
                    const lcv_arguments *arguments, const lcv_result *result)
{
    static const int32_t usual[] = {0, 32, 4, 0, 32};
    size_t n = of->measure == &lcv_conflicts ? LCV_ACCESS_VECTOR : LCV_ACCESS_BANKS;
    n = arguments->n > n ? arguments->n : n;
    lcv_value *args[MOST_ARGUMENTS];
    bool all = true;
    for (size_t i = 0; i <= n; i++) {
        args[i] = i < arguments->n        ? arguments->value[i]
                  : i == LCV_ACCESS_WIDTH ? args[LCV_ACCESS_BYTES]
                  : i == n                ? lcv_kept(e->ctx, lcv_value_int(e->ctx, k))
                           : lcv_kept(e->ctx, lcv_value_int(e->ctx, lc_int_const(usual[i])));
        all = all && args[i];
    }
    op = op == LCV_OP_LT ? LCV_OP_LE : op == LCV_OP_GT ? LCV_OP_GE : op;
    char *claim = lcv_kept(e->ctx, lcv_text(e->ctx, "%s %s", of->name, lcv_op_name(op)));
    const lcv_claim compared = {.name = claim, .rules = of->rules};
    if (!claim || !all)
        lcv_eval_failed(e, ast->span);
    else if (lcv_eval_confirm_claim(e, ast->span, &compared, n + 1, args, result) && e->certify)
        lcv_eval_certify(e, ast, &compared, n + 1, args, result);
}

/* Draws the banks, or the sectors, of the accesses that a comparison is about. */
static void draw(lcv_eval *e, const lcv_operation *of, const lcv_arguments *arguments,
                 const lcv_result *result)
{
    const lcv_claim drawn = {.name = of->name,
                             .signature = of->signature,
                             .draw = of->measure == &lcv_conflicts ? lcv_draw_banks
                                                                   : lcv_draw_sectors};
    lcv_eval_draw_claim(e, &drawn, arguments->n, arguments->value, result);
}

static lcv_result *prove_call(lcv_eval *e, const lcv_ast *ast, const lcv_ast *call,
                              const lcv_operation *of, lcv_op op, lc_int k)
{
    lcv_arguments arguments;
    if (!lcv_eval_arguments(e, call, of->signature, of->min_args, of->max_args, &arguments))
        return NULL;
    lc_ctx_reset(e->ctx);
    lcv_measure_bounds bounds = bounds_of(e->ctx, op, &k);
    lcv_value **listed = lcv_values_listed(e->r, of->name, false, arguments.n, arguments.value);
    lcv_result *result = listed
                             ? lcv_prove_measure(e->ctx, of->measure, arguments.n, listed, bounds)
                             : NULL;
    if (!result)
        lcv_eval_failed(e, call->span);
    lcv_tell_operands(e, call, of->signature, &arguments, &result);
    if (result)
        draw(e, of, &arguments, result);
    if (result)
        confirm(e, ast, of, op, k, &arguments, result);
    return result;
}

bool lcv_compares_measure(const lcv_eval *e, const lcv_ast *ast)
{
    return ast->kind == LCV_AST_COMPARE && (lcv_measure_called(e->scope, ast->child) ||
                                            lcv_measure_called(e->scope, ast->child->next));
}

lcv_result *lcv_eval_measure(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *call = ast->child, *other = call->next;
    lcv_op op = ast->op;
    if (!lcv_measure_called(e->scope, call)) {
        call = other;
        other = ast->child;
        op = mirrored(op);
    }
    lc_int k;
    return integer_of(e, other, &k)
               ? prove_call(e, ast, call, lcv_measure_called(e->scope, call), op, k)
               : NULL;
}
