#include "config.h"

#include "eval.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../operation/operation.h"
#include "../explain/explain.h"

/* ---- failures ---- */

static void *fail(lcv_eval *e, lcv_error code, lcv_span span, lc_text *text)
{
    char *message = lc_text_take(NULL, text);
    if (e->status == LCV_EVAL_OK)
        e->status = LCV_EVAL_ERROR;
    lcv_diag_set_as(e->diag, message ? code : LCV_ERROR_MEMORY, e->source, span, "%s",
                    lcv_message(message));
    free(message);
    return NULL;
}

void *lcv_eval_fail(lcv_eval *e, lcv_span span, const char *format, ...)
{
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    return fail(e, LCV_ERROR_ARGUMENT, span, &text);
}

void *lcv_eval_fail_as(lcv_eval *e, lcv_error code, lcv_span span, const char *format, ...)
{
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    return fail(e, code, span, &text);
}

void *lcv_eval_no_memory(lcv_eval *e, lcv_span span)
{
    return lcv_eval_fail_as(e, LCV_ERROR_MEMORY, span, "%s", LC_NO_MEMORY);
}

void *lcv_eval_failed(lcv_eval *e, lcv_span span)
{
    lc_code code = lc_ctx_code(e->ctx);
    if (e->status == LCV_EVAL_OK && code == LC_ERR_BUDGET)
        e->status = LCV_EVAL_UNDECIDED;
    if (e->status == LCV_EVAL_OK && code == LC_ERR_INTERNAL) {
        e->status = LCV_EVAL_DISAGREEMENT;
        e->disagreement.call = lcv_source_excerpt(e->source, span, 2000);
        e->disagreement.problem = strdup(lc_ctx_message(e->ctx));
    }
    lcv_eval_fail_as(e, code == LC_OK ? LCV_ERROR_MEMORY : lcv_error_of(code), span, "%s",
                     code == LC_OK ? LC_NO_MEMORY : lc_ctx_message(e->ctx));
    lc_ctx_reset(e->ctx);
    return NULL;
}

lcv_value *lcv_eval_kept(lcv_eval *e, lcv_span span, lcv_value *v)
{
    v = lcv_kept(e->ctx, v);
    return v ? v : lcv_eval_failed(e, span);
}

void lcv_disagreement_clear(lcv_disagreement *disagreement)
{
    free(disagreement->call);
    free(disagreement->value);
    free(disagreement->law);
    free(disagreement->problem);
    free(disagreement->set);
    free(disagreement->point);
    *disagreement = (lcv_disagreement){0};
}

/* ---- operations and their cross-check ---- */

char *lcv_eval_call_text(lcv_eval *e, const char *name, size_t n, lcv_value *const *arg)
{
    lc_text text = {0};
    lc_text_printf(&text, "%s(", name);
    for (size_t i = 0; i < n; i++) {
        char *value = lcv_kept(e->ctx, lcv_value_to_str(e->r, arg[i]));
        lc_text_printf(&text, "%s%s", i > 0 ? ", " : "", value ? value : "?");
    }
    lc_text_add_char(&text, ')', 1);
    return lc_text_take(e->ctx, &text);
}

char *lcv_rule_text(const lcv_rule *rule)
{
    lc_text text = {0};
    if (!rule)
        return NULL;
    lc_text_printf(&text, "%s (%s)", rule->text, rule->source);
    return lc_text_take(NULL, &text);
}

/* Explains why an operation has no value, unless one inside it has been explained already. */
static void explain(lcv_eval *e, lcv_span span, const lcv_operation *of, size_t n,
                    lcv_value *const *arg, const lcv_value *v)
{
    lcv_told_at at = {e, span};
    const lcv_steps_told told = {&at, lcv_eval_confirm_step};
    if (!e->explain || e->explain->failed)
        return;
    lc_ctx_reset(e->ctx);
    e->explain->failed = !v;
    lcv_explain_operation(e->r, &e->explain->text, &told, of, n, arg, v);
}

/* The error of a call with morphisms that no operation takes. */
static lcv_value *not_of_morphisms(lcv_call *call)
{
    lc_text known = {0};
    const lcv_operation *last = NULL;
    for (size_t i = 0; lcv_operation_at(i); i++) {
        const lcv_operation *of = lcv_operation_at(i);
        if (!of->apply_to_morphisms && !of->realizes)
            continue;
        if (last)
            lc_text_printf(&known, "%s%s", known.length > 0 ? ", " : "", last->name);
        last = of;
    }
    call->culprit = 0;
    while (!lcv_call_is(call, call->culprit, LCV_MORPHISM))
        call->culprit++;
    lc_fail(call->ctx, LC_ERR_INVALID, "%s is not known of morphisms: %s and %s are", call->name,
            lc_text_peek(&known), last->name);
    lc_text_free(&known);
    return NULL;
}

static lcv_value *apply(lcv_call *call, const lcv_operation *of)
{
    bool none = lcv_has_morphism(call->n, call->arg) && !of->realizes &&
                !lcv_is_of_morphisms(of, call->n, call->arg);
    return none ? not_of_morphisms(call) : lcv_apply(call, of);
}

void lcv_applied_clear(lcv_applied *a)
{
    for (size_t i = 0; i < a->n; i++)
        lcv_value_free(a->arg[i]);
    free(a->arg);
    a->arg = NULL;
    a->of = NULL;
    a->n = 0;
}

/* The arguments outlive the frames of the evaluation. */
static void note_applied(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of, size_t n,
                         lcv_value *const *arg)
{
    lcv_applied *to = e->applied;
    if (!to || to->ast != ast)
        return;
    lcv_applied_clear(to);
    to->arg = calloc(n + 1, sizeof *to->arg);
    to->of = to->arg ? of : NULL;
    to->n = to->of ? n : 0;
    for (size_t i = 0; i < to->n; i++)
        to->arg[i] = lcv_value_ref(arg[i]);
}

/* Hints that the composition of two layouts is a function, though it is no layout. */
static void hint_composed(lcv_eval *e, size_t n, lcv_value *const *arg)
{
    if (n != 2 || arg[0]->kind != LCV_LAYOUT || arg[1]->kind != LCV_LAYOUT)
        return;
    char *a = lcv_kept(e->ctx, lcv_value_to_str(e->r, arg[0]));
    char *b = lcv_kept(e->ctx, lcv_value_to_str(e->r, arg[1]));
    if (a && b && strlen(a) + strlen(b) < 120)
        lcv_diag_hint(e->diag, "as a function it has values: %s o 0 o %s", a, b);
}

lcv_value *lcv_eval_operate(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of, size_t n,
                            lcv_value *const *arg, const lcv_span *spans)
{
    lcv_call call = {e->r, e->ctx, of->name, n, arg, n};
    note_applied(e, ast, of, n, arg);
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, of->name, NULL);
    lcv_value *v = apply(&call, of);
    v = lcv_eval_kept(e, call.culprit < n ? spans[call.culprit] : ast->span, v);
    if (!v && e->diag->code == LCV_ERROR_NO_VALUE && strcmp(of->name, "compose") == 0)
        hint_composed(e, n, arg);
    explain(e, ast->span, of, n, arg, v);
    char *remark = v && of->remark && e->notes ? of->remark(&call, v) : NULL;
    if (remark)
        lcv_notes_add(e->notes, e->source, ast->span, "%s", remark);
    free(remark);
    return v && lcv_eval_confirm_value(e, ast->span, of, n, arg, v) ? v : NULL;
}

/* ---- calls and evaluation ---- */

static lcv_value *eval_call(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of)
{
    lcv_arguments arguments;
    bool shapes = of->apply == lcv_op_linear; /* an encoding of Triton gets a shape */
    size_t most = of->max_args + (shapes || of->each == LCV_EACH_ALONE);
    const char *signature = shapes ? "linear(X[, shape])" : of->signature;
    if (!lcv_eval_arguments(e, ast, signature, of->min_args, most, &arguments))
        return NULL;
    if (lcv_is_each(of, arguments.n, arguments.value))
        return lcv_eval_each(e, ast, of, arguments.value, arguments.span);
    if (shapes && (arguments.n == 2 || arguments.value[0]->kind == LCV_ENCODING))
        return lcv_eval_for_shape(e, ast, &arguments);
    if (of->apply == lcv_op_layout && arguments.n == 1 &&
        arguments.value[0]->kind == LCV_ENCODING)
        return lcv_eval_padded(e, ast, arguments.value[0]);
    if (arguments.n <= of->max_args)
        return lcv_eval_operate(e, ast, of, arguments.n, arguments.value, arguments.span);
    lcv_eval_fail(e, arguments.span[1], "%s: expected a tiler, found %s", of->name,
                  lcv_value_describe(arguments.value[1]));
    if (ast->child->next->kind == LCV_AST_TUPLE &&
        arguments.value[1]->kind == LCV_TUPLE) /* (4,8),(1,4) for (4,8):(1,4) */
        lcv_eval_hint_colon(e, ast);
    return lcv_diag_hint(e->diag,
                         "by mode: %s(A, <*,_>), '*' for a mode that it is applied to, '_' for "
                         "one that stays",
                         of->name);
}

/* X(2,5) is X((2,5)). */
static lcv_value *eval_coordinate(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *first = ast->child->next;
    if (!first)
        return lcv_eval_fail(e, ast->span, "a coordinate has at least one element");
    for (const lcv_ast *arg = first; arg; arg = arg->next) {
        if (arg->kind == LCV_AST_KEYWORD)
            return lcv_eval_fail(e, arg->span, "a coordinate has no names");
    }
    if (!first->next)
        return lcv_eval_kind(e, first, LCV_TUPLE, "a coordinate");
    lcv_span span = {ast->child->span.end, ast->span.end};
    lcv_value *v = lcv_eval_tuple(e, first, ast->nchildren - 1, span);
    if (v && v->kind != LCV_TUPLE)
        return lcv_eval_fail(e, span, "expected a coordinate, found %s", lcv_value_describe(v));
    return v;
}

/* (4,8)(8,1): the colon or the strides are missing. */
static void *no_function(lcv_eval *e, const lcv_ast *ast, const lcv_value *shape)
{
    lcv_value *c = eval_coordinate(e, ast);
    if (!c)
        return NULL;
    const lcv_ast *function = ast->child, *first = function->next;
    lcv_span place = first->next ? (lcv_span){function->span.end, ast->span.end} : first->span;
    char *s = lcv_kept(e->ctx, lcv_source_excerpt(e->source, function->span, 60));
    char *d = lcv_kept(e->ctx, lcv_source_excerpt(e->source, place, 60));
    lcv_eval_fail(e, ast->span, "%s %s is no function: a layout has a colon",
                  lc_tuple_is_leaf(shape->tuple) ? "the integer" : "the tuple", s ? s : "");
    if (lc_tuple_congruent(shape->tuple, c->tuple))
        lcv_diag_hint(e->diag, "expected ':' before the strides, as in %s:%s", s ? s : "",
                      d ? d : "");
    else
        lcv_diag_hint(e->diag, "expected a layout, SHAPE:STRIDE, as in (4,8):(1,4)");
    return NULL;
}

/* S<3,4,3> (8,64):(64,1): a swizzle has values at integers. */
static bool behind_swizzle(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *first = ast->child->next;
    if (!first || !first->next || first->kind == LCV_AST_KEYWORD)
        return false;
    lcv_span behind = {ast->child->span.end, ast->span.end};
    char *s = lcv_kept(e->ctx, lcv_source_excerpt(e->source, ast->child->span, 60));
    char *t = lcv_kept(e->ctx, lcv_source_excerpt(e->source, behind, 60));
    lcv_eval_fail(e, behind, "a swizzle has values at integers, not at a tuple");
    if (s && t)
        lcv_diag_hint(e->diag, "a layout stands behind 'o': %s o %s:STRIDE", s,
                      t + strspn(t, " "));
    return true;
}

static lcv_value *eval_at(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *function = ast->child;
    lcv_value *arg[2] = {lcv_eval_value(e, function), NULL};
    lcv_span spans[2] = {function->span, {function->span.end, ast->span.end}};
    if (arg[0] && (arg[0]->kind == LCV_STRIDES || arg[0]->kind == LCV_TILER ||
                   arg[0]->kind == LCV_NAMES || arg[0]->kind == LCV_TYPE))
        lcv_eval_fail(e, function->span, "%s has no value at a coordinate",
                      lcv_value_describe(arg[0]));
    else if (arg[0] && arg[0]->kind == LCV_ENCODING)
        lcv_eval_no_shape(e, function->span, arg[0]->encoding);
    else if (arg[0] && arg[0]->kind == LCV_TUPLE)
        no_function(e, ast, arg[0]);
    else if (arg[0] && lcv_has_ranges(function->next))
        lcv_eval_no_ranges(e, function, arg[0], function->next, spans[1]);
    else if (arg[0] && arg[0]->kind == LCV_SWIZZLE && behind_swizzle(e, ast))
        return NULL;
    else if (arg[0])
        arg[1] = eval_coordinate(e, ast);
    if (!arg[1])
        return NULL;
    bool slices = lc_tuple_has_wildcard(arg[1]->tuple); /* A(2,_), as in CuTe */
    lcv_eval_note_outside(e, spans[1], arg[0], arg[1]);
    return lcv_eval_operate(e, ast, lcv_operation_find(slices ? "slice" : "evaluate"), 2, arg,
                            spans);
}

static lcv_value *eval_apply(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *callee = ast->child;
    if (callee->kind != LCV_AST_NAME || lcv_scope_find(e->scope, callee->text))
        return eval_at(e, ast);
    const lcv_operation *of = lcv_operation_called(callee->text);
    if (of)
        return eval_call(e, ast, of);
    if (lcv_is_gluon(callee->text))
        return lcv_eval_encoding(e, ast);
    if (lcv_is_printed_stride(ast))
        return lcv_eval_printed_stride(e, ast);
    if (!lcv_claim_find(callee->text))
        return lcv_eval_unknown_name(e, ast);
    lcv_eval_fail(e, ast->span, "'%s' is a claim, not a value", callee->text);
    return lcv_diag_hint(e->diag, "a claim stands alone, after prove or refute");
}

/* ---- arithmetic ---- */

/* A comparison is 1 where it holds, else 0. */
static lcv_value *eval_operand(lcv_eval *e, const lcv_ast *ast)
{
    bool condition = ast->kind == LCV_AST_COMPARE || ast->kind == LCV_AST_LOGIC;
    return condition ? lcv_eval_map(e, ast) : lcv_eval_value(e, ast);
}

static lcv_value *eval_arithmetic(lcv_eval *e, const lcv_ast *ast)
{
    bool joins = ast->op == LCV_OP_BITAND || ast->op == LCV_OP_BITOR;
    if (joins && lcv_is_claim(e, ast->child)) {
        lcv_eval_fail(e, ast->span, "'%s' is for the bits of integers", lcv_op_name(ast->op));
        return lcv_diag_hint(e->diag, "claims are joined by '%s'",
                             ast->op == LCV_OP_BITAND ? "and" : "or");
    }
    const lcv_ast *second = ast->child->next;
    lcv_value *v[2] = {eval_operand(e, ast->child), NULL};
    if (v[0] && second)
        v[1] = eval_operand(e, second);
    if (e->status != LCV_EVAL_OK)
        return NULL;
    if (ast->op == LCV_OP_MUL && v[0]->kind == LCV_LINEAR && v[1]->kind == LCV_LINEAR)
        return lcv_eval_operate(e, ast, lcv_operation_find("product"), 2, v,
                                (lcv_span[]){ast->child->span, second->span}); /* as Triton's */
    return v[0]->kind == LCV_STRIDES || (v[1] && v[1]->kind == LCV_STRIDES)
               ? lcv_eval_stride_arithmetic(e, ast, v)
               : lcv_eval_integers(e, ast, v);
}

static void *no_value(lcv_eval *e, const lcv_ast *ast)
{
    switch (ast->kind) {
    case LCV_AST_OFFSET:
        lcv_eval_fail(e, ast->span, "an offset stands before a layout");
        return lcv_diag_hint(e->diag, "a tensor is written {8} o (4,8):(1,4)");
    case LCV_AST_INDEX:
        return lcv_eval_fail(e, ast->span, "an element of a list has no value here");
    case LCV_AST_FRESH:
        lcv_eval_fail(e, ast->span, "a size that is not known has no value here");
        return lcv_diag_hint(
            e->diag, "expected a number, or a statement of a file, where it is a parameter");
    case LCV_AST_COMPARE:
    case LCV_AST_LOGIC:
        if (ast->kind == LCV_AST_COMPARE)
            lcv_eval_fail(e, ast->span, "a comparison is a claim, not a value");
        else
            lcv_eval_fail(e, ast->span, "'%s' makes a claim, not a value", lcv_op_name(ast->op));
        return lcv_diag_hint(e->diag, "a claim stands alone, after prove or refute");
    case LCV_AST_STRING:
        lcv_eval_fail(e, ast->span, "a string has no value here");
        return lcv_diag_hint(e->diag,
                             "names of dims, the text of a relation, and files are strings");
    default:
        lcv_eval_fail(e, ast->span, "a list has no value here");
        return lcv_diag_hint(e->diag, "a tuple is written (4,8)");
    }
}

/* The names of modes that a mesh gives. */
static lcv_value *with_names(lcv_eval *e, const lcv_ast *ast, lcv_value *v)
{
    return v && ast->text && v->kind == LCV_LAYOUT
               ? lcv_eval_kept(e, ast->span, lcv_value_with_names(e->ctx, v, ast->text))
               : v;
}

lcv_value *lcv_eval_value(lcv_eval *e, const lcv_ast *ast)
{
    if (lc_ctx_ends(e->ctx))
        return lcv_eval_failed(e, ast->span);
    switch (ast->kind) {
    case LCV_AST_INT:
    case LCV_AST_WILDCARD:
    case LCV_AST_TUPLE:
    case LCV_AST_TILER:
    case LCV_AST_RELATION:
    case LCV_AST_SET: return lcv_eval_literal(e, ast);
    case LCV_AST_LAYOUT: return with_names(e, ast, lcv_eval_literal(e, ast));
    case LCV_AST_STRIDE: return lcv_eval_stride(e, ast);
    case LCV_AST_MORPHISM: return lcv_eval_morphism(e, ast);
    case LCV_AST_SWIZZLE:
    case LCV_AST_LINEAR:
    case LCV_AST_TRITON: return lcv_eval_linear(e, ast);
    case LCV_AST_NAME: return lcv_eval_name(e, ast);
    case LCV_AST_APPLY: return with_names(e, ast, eval_apply(e, ast));
    case LCV_AST_UNARY:
    case LCV_AST_BINARY: return eval_arithmetic(e, ast);
    case LCV_AST_COMPOSE: return lcv_eval_compose(e, ast);
    case LCV_AST_POINTER: return lcv_eval_pointer(e, ast);
    case LCV_AST_ENCODING: return lcv_eval_encoding(e, ast);
    case LCV_AST_SHAPED: return lcv_eval_shaped(e, ast);
    case LCV_AST_TABLE: return lcv_eval_table(e, ast);
    case LCV_AST_MAP:
    case LCV_AST_PIECES: return lcv_eval_map(e, ast);
    case LCV_AST_UNKNOWN:
    case LCV_AST_FRESH:
    case LCV_AST_INDEX:
    case LCV_AST_STAR:
    case LCV_AST_RANGE:
    case LCV_AST_LIST:
    case LCV_AST_STRING:
    case LCV_AST_DIM:
    case LCV_AST_BASES:
    case LCV_AST_BASIS:
    case LCV_AST_OFFSET:
    case LCV_AST_KEYWORD:
    case LCV_AST_COMPARE:
    case LCV_AST_LOGIC:
    case LCV_AST_PARAM: break;
    }
    return no_value(e, ast);
}
