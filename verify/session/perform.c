#include "config.h"

#include "perform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../explain/explain.h"
#include "../language/build.h"
#include "../symbolic/parameter.h"
#include "../symbolic/symbolic.h"
#include "plan.h"
#include "../value/code.h"
#include "../value/relate.h"
#include "../value/shown.h"
#include "calls.h"

/* ---- values and claims ---- */

/* The text of the value, in the literal syntax or as relations. */
static void render(lcv_work *w, lcv_span span, char *(*text_of)(lcr_ctx *, const lcv_value *))
{
    if (!w->value)
        return;
    lc_ctx_reset(w->session->ctx);
    w->value_text = text_of(w->session->r, w->value);
    if (!w->value_text)
        lcv_eval_failed(&w->eval, span);
}

#define LONG_MAP 600 /* bytes of a relation that few people read on */

/* A map that is defined, as it is written where its relation is a long text. */
static void shorten_map(lcv_work *w, const lcv_ast *expr)
{
    if (expr->kind != LCV_AST_MAP || !w->value_text || strlen(w->value_text) < LONG_MAP)
        return;
    char *text = lcv_source_excerpt(w->module->source, expr->span, LONG_MAP);
    if (!text)
        return;
    free(w->value_text);
    w->value_text = text;
}

void lcv_perform_show(lcv_work *w, const lcv_ast *expr)
{
    if (lcv_is_claim(&w->eval, expr)) {
        w->result = lcv_work_claim(w, expr);
        return;
    }
    lcv_watch(w, expr);
    w->value = lcv_is_list(&w->eval, expr) ? lcv_value_or_list(&w->eval, expr)
                                           : lcv_any_value(&w->eval, expr);
    render(w, expr->span, lcv_value_shown);
    lcv_draw_shown(w);
}

void lcv_perform_relate(lcv_work *w, const lcv_ast *expr)
{
    lcv_relations all;
    w->outcome.text_kind = LCV_RELATION_TEXT;
    w->value = lcv_eval_value(&w->eval, expr);
    if (!w->value)
        return;
    lc_ctx_reset(w->session->ctx);
    if (lcv_relations_of(w->session->r, w->value, &all))
        w->value_text = lcv_relations_text(w->session->r, &all);
    if (!w->value_text)
        lcv_eval_failed(&w->eval, expr->span);
    for (size_t i = 0; w->value_text && i < all.n; i++)
        if (all.relation[i].operation &&
            !lcv_eval_confirm_relation(&w->eval, expr->span, all.relation[i].operation, w->value,
                                       all.relation[i].text))
            break;
}

void lcv_perform_code(lcv_work *w, const lcv_ast *expr)
{
    w->outcome.text_kind = LCV_C;
    w->value = lcv_eval_value(&w->eval, expr);
    render(w, expr->span, lcv_value_code);
}

/* A last line for an expression that combines explained values and is no operation itself:
 * `size(A) * 2 = 16`. */
static void tell_last(lcv_work *w, const lcv_ast *expr)
{
    lc_text *told = &w->explanation.text;
    bool made = expr->kind == LCV_AST_BINARY || expr->kind == LCV_AST_UNARY ||
                expr->kind == LCV_AST_TUPLE || expr->kind == LCV_AST_LAYOUT;
    if (made && told->length > 0 && w->text && w->value_text)
        lc_text_printf(told, "%s = %s\n", w->text, w->value_text);
    lcv_explain_value(w->session->r, told, w->value);
}

void lcv_perform_explain(lcv_work *w, const lcv_ast *expr)
{
    if (lcv_is_kernel_claim(w, expr)) { /* the claims that it rests on */
        lcv_perform_kernel_claim(w, expr);
        if (w->obligations)
            lc_text_add(&w->explanation.text, w->obligations);
        return;
    }
    lcv_perform_show(w, expr);
    if (w->value && w->eval.status == LCV_EVAL_OK)
        tell_last(w, expr);
}

/* FILE:LINE, blanks and '%' in the name of the file as %20 and %25. */
static void write_place(lcv_work *w)
{
    size_t n = 0, room = sizeof w->where - 32;
    for (const char *at = w->outcome.file; *at != '\0' && n + 3 < room; at++) {
        bool plain = (unsigned char)*at > ' ' && *at != '%' && *at != 0x7f;
        n += (size_t)snprintf(w->where + n, room - n, plain ? "%c" : "%%%02x",
                              (unsigned char)*at);
    }
    snprintf(w->where + n, sizeof w->where - n, ":%zu", w->outcome.line);
}

/* Certificates, where they are wanted, name the place of the statement. */
static void want_certificate(lcv_work *w)
{
    if (!w->session->certify)
        return;
    write_place(w);
    w->eval.certify = w->where;
}

void lcv_perform_prove(lcv_work *w, const lcv_ast *expr)
{
    want_certificate(w);
    if (lcv_is_kernel_claim(w, expr))
        lcv_perform_kernel_claim(w, expr);
    else
        w->result = lcv_work_claim(w, expr);
}

/* ---- names ---- */

static bool check_new_name(lcv_work *w, const char *name, lcv_span span)
{
    const lcv_binding *binding = lcv_scope_own(&w->module->scope, name);
    if (binding) {
        lcv_eval_fail_as(&w->eval, LCV_ERROR_NAME, span, "'%s' is defined already", name);
        return lcv_diag_note(&w->diag, binding->source, binding->span, "the first definition");
    }
    return true;
}

/* The name is not defined already, and is no word of the language. */
static bool check_free_name(lcv_work *w, const char *name, lcv_span span)
{
    if (!check_new_name(w, name, span))
        return false;
    if (!lcv_is_reserved(name))
        return true;
    bool stride = lcv_is_stride_word(name);
    lcv_eval_fail_as(&w->eval, LCV_ERROR_NAME, span, "'%s' is %s", name,
                     stride ? "a stride, and no name" : "a word of the language");
    return lcv_diag_hint(&w->diag, stride
                                       ? "e0, e1, ... are strides of coordinates, f0, f1, ... of "
                                         "XOR; e_0, e, f1x are names"
                                       : "functions, claims and types keep their names");
}

static void let(lcv_work *w, const lcv_stmt *stmt)
{
    w->outcome.name = stmt->name;
    if (!check_free_name(w, stmt->name, stmt->name_span))
        return;
    if (stmt->formals) {
        w->value = lcv_define(w, stmt);
        w->outcome.name = w->value ? w->value->definition->call : stmt->name;
    } else if (w->part != LCV_VALUELESS) {
        if (stmt->expr->kind == LCV_AST_UNKNOWN)
            lcv_name_indices(w, stmt->expr);
        const lcv_ast *expr = lcv_make_calls(w, stmt->expr);
        if (expr)
            lcv_watch(w, expr);
        w->value = expr ? lcv_value_or_list(&w->eval, expr) : NULL;
    }
    if (w->part == LCV_WHOLE) {
        render(w, stmt->expr->span, lcv_value_shown);
        shorten_map(w, stmt->expr);
        lcv_draw_shown(w);
    }
    if (lcv_session_interrupted(w->session) || (w->module->said && !w->value))
        return;
    if (w->eval.status == LCV_EVAL_OK && w->part != LCV_VALUELESS &&
        !lcv_assume_promised(w, w->value)) /* before the table itself is among those declared */
        w->value = NULL;
    if (!lcv_scope_add(&w->module->scope, stmt->name, w->value, w->module->source,
                       stmt->name_span))
        lcv_eval_no_memory(&w->eval, stmt->name_span);
    else if (w->eval.status == LCV_EVAL_OK && w->part != LCV_VALUELESS &&
             !lcv_check_promised(w, w->value))
        lcv_scope_fail(&w->module->scope, stmt->name);
}

/* ---- parameters ---- */

static void param(lcv_work *w, const lcv_stmt *stmt)
{
    for (const lcv_ast *item = stmt->expr->child; item; item = item->next) {
        lcv_span name = {item->span.begin, item->span.begin + strlen(item->text)};
        lcv_value *v = check_free_name(w, item->text, name) ? lcv_eval_parameter(&w->eval, item)
                                                            : NULL;
        if (w->eval.status == LCV_EVAL_OK &&
            !lcv_scope_add(&w->module->scope, item->text, v, w->module->source, name))
            lcv_eval_no_memory(&w->eval, name);
    }
}

/* gcd(x, 2^k) == 1 as `x % 2 == 1`, which all proofs know; else the claim. NULL: no memory. */
static lcv_ast *as_odd(lcv_scope *scope, lcv_ast *claim)
{
    const lcv_ast *gcd = claim->kind == LCV_AST_COMPARE ? claim->child : NULL;
    if (!gcd || claim->op != LCV_OP_EQ || gcd->kind != LCV_AST_APPLY || gcd->nchildren != 3 ||
        gcd->child->kind != LCV_AST_NAME || strcmp(gcd->child->text, "gcd") != 0 ||
        gcd->last->kind != LCV_AST_INT || gcd->next->kind != LCV_AST_INT ||
        strcmp(gcd->next->text, "1") != 0)
        return claim;
    unsigned long n = strtoul(gcd->last->text, NULL, 0);
    if (n < 2 || (n & (n - 1)) != 0)
        return claim;
    if (!scope->arena && !(scope->arena = lcv_arena_new()))
        return NULL;
    lcv_arena *arena = scope->arena;
    lcv_ast *rest = lcv_build_op(arena, LCV_OP_MOD, lcv_ast_copy(arena, gcd->child->next),
                                 lcv_build_int(arena, 2));
    lcv_ast *odd = lcv_build_op(arena, LCV_OP_EQ, rest, lcv_build_int(arena, 1));
    if (odd)
        rest->span = odd->span = claim->span;
    return odd;
}

static void assume(lcv_work *w, lcv_ast *claim)
{
    if (claim->kind == LCV_AST_LOGIC && claim->op == LCV_OP_AND) {
        assume(w, claim->child);
        if (w->eval.status == LCV_EVAL_OK)
            assume(w, claim->child->next);
        return;
    }
    lcv_ast *said = as_odd(&w->module->scope, claim);
    const lcv_ast *expr = said ? lcv_make_calls(w, said) : NULL;
    if (!said)
        lcv_eval_no_memory(&w->eval, claim->span);
    lcv_value *v = expr ? lcv_eval_assumption(&w->eval, expr) : NULL;
    if (v && !lcv_scope_assume(&w->module->scope, v))
        lcv_eval_no_memory(&w->eval, claim->span);
}

/* ---- plans ---- */

/* Plans have names of their own; that of a refuted one is not taken. */
static bool check_plan_name(lcv_work *w, const lcv_stmt *stmt)
{
    const lcv_binding *first = lcv_scope_find(&w->module->plans, stmt->name);
    if (stmt->verb == LCV_REFUTE)
        return true;
    if (first) {
        lcv_eval_fail_as(&w->eval, LCV_ERROR_NAME, stmt->name_span,
                         "the plan '%s' is defined already", stmt->name);
        return lcv_diag_note(&w->diag, first->source, first->span, "the first one");
    }
    if (lcv_scope_add(&w->module->plans, stmt->name, NULL, w->module->source, stmt->name_span))
        return true;
    return lcv_eval_no_memory(&w->eval, stmt->name_span);
}

/* The text of the outcome is the claim that decides. */
static void plan(lcv_work *w, const lcv_stmt *stmt)
{
    w->eval.explain = NULL; /* its claims are too many */
    if (!check_plan_name(w, stmt) || w->part != LCV_WHOLE)
        return;
    const lcv_planner *planner = w->session->planner;
    if (!lcv_make_calls(w, stmt->expr))
        return;
    lcv_planning planning = {.what = "plan",
                             .name = stmt->name,
                             .name_span = stmt->name_span,
                             .arguments = stmt->expr,
                             .refuted = stmt->verb == LCV_REFUTE,
                             .drawing = lcv_plan_drawing(w->session),
                             .session = w->session,
                             .e = &w->eval};
    w->outcome.name = stmt->name;
    if (!planner) {
        lcv_eval_fail(&w->eval, stmt->name_span, "no plans are made here");
        return;
    }
    want_certificate(w);
    planner->plan(planner->user, &planning);
    w->result = planning.result;
    w->obligations = planning.obligations;
    lcv_draw_planned(w, planning.figure);
    if (planning.claim) {
        free(w->text);
        w->text = planning.claim;
    }
}

/* ---- all of them ---- */

void lcv_perform_with_calls(lcv_work *w, lcv_ast *expr,
                            void (*perform)(lcv_work *, const lcv_ast *))
{
    const lcv_ast *made = lcv_make_calls(w, expr);
    if (made)
        perform(w, made);
    lcv_calls_done(w);
}

void lcv_perform(lcv_work *w, const lcv_stmt *stmt)
{
    switch (stmt->verb) {
    case LCV_LET: let(w, stmt); break;
    case LCV_SHOW:
        if (w->part == LCV_WHOLE)
            lcv_perform_with_calls(w, stmt->expr, lcv_perform_show);
        break;
    case LCV_PROVE:
    case LCV_REFUTE:
        if (stmt->name)
            plan(w, stmt);
        else if (w->part == LCV_WHOLE)
            lcv_perform_with_calls(w, stmt->expr, lcv_perform_prove);
        break;
    case LCV_IMPORT: lcv_perform_import(w, stmt); break;
    case LCV_PARAM:
        if (w->part != LCV_VALUELESS)
            param(w, stmt);
        break;
    case LCV_ASSUME:
        if (w->part != LCV_VALUELESS)
            assume(w, stmt->expr);
        break;
    case LCV_PLAN: plan(w, stmt); break;
    case LCV_KERNEL: lcv_perform_kernel(w, stmt); break;
    case LCV_FOR: break; /* loop.c */
    }
    lcv_calls_done(w);
}
