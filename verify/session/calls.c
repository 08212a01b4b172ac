#include "config.h"

#include "in-mode.h"
#include "library-names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../pieces/lower.h"
#include "../symbolic/symbolic.h"

#define MAX_DEPTH 64     /* calls inside each other */
#define MAX_CALLS 10000  /* of one statement */
#define MAX_ITEMS 100000 /* of a list */

/* ---- lists ---- */

static lcv_value *list_of(lcv_eval *e, const lcv_ast *ast)
{
    if (ast->nchildren > MAX_ITEMS)
        return lcv_eval_fail_as(e, LCV_ERROR_LIMIT, ast->span,
                                "a list of %zu values: at most %d are read", ast->nchildren,
                                MAX_ITEMS);
    lcv_value **part = lc_frame_alloc(e->ctx, ast->nchildren, sizeof(lcv_value *));
    size_t have = 0;
    for (const lcv_ast *item = ast->child; part && item; item = item->next)
        if (!(part[have++] = lcv_value_or_list(e, item)))
            return NULL;
    return lcv_eval_kept(e, ast->span, part ? lcv_value_list(e->ctx, have, part) : NULL);
}

bool lcv_is_list(const lcv_eval *e, const lcv_ast *ast)
{
    const lcv_binding *bound = ast->kind == LCV_AST_NAME ? lcv_scope_find(e->scope, ast->text)
                                                         : NULL;
    return ast->kind == LCV_AST_LIST || (bound && bound->value && bound->value->kind == LCV_LIST);
}

lcv_value *lcv_value_or_list(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_binding *bound = ast->kind == LCV_AST_NAME ? lcv_scope_find(e->scope, ast->text)
                                                         : NULL;
    if (bound && bound->value) /* a parameter stays what it is */
        return lcv_eval_kept(e, ast->span, lcv_value_ref(bound->value));
    return ast->kind == LCV_AST_LIST ? list_of(e, ast) : lcv_any_value(e, ast);
}

/* ---- calls ---- */

/* The function that an expression calls; NULL: it calls none. */
static const lcv_definition *called(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast)
{
    if (ast->kind != LCV_AST_APPLY || ast->child->kind != LCV_AST_NAME)
        return NULL;
    const lcv_binding *bound = lcv_scope_find(scope, ast->child->text);
    if (!bound)
        return lcv_definition_of_word(w->session, ast->child->text, ast->nchildren - 1);
    return bound->value && bound->value->kind == LCV_FUNCTION ? bound->value->definition : NULL;
}

bool lcv_calls_function(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast)
{
    return called(w, scope, ast) != NULL;
}

bool lcv_expands_to_claim(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast)
{
    lcv_eval at = w->eval;
    lcv_ast whole, name;
    for (size_t depth = 0; depth < MAX_DEPTH; depth++) {
        if (lcv_is_mode_call(w, scope, ast)) { /* of a mode it is a claim if it is one of A */
            lcv_mode_call_of_whole(ast, &whole, &name);
            ast = &whole;
        }
        const lcv_definition *f = called(w, scope, ast);
        at.scope = scope;
        if (!f)
            return lcv_is_claim(&at, ast);
        scope = f->scope;
        ast = f->body;
    }
    return false;
}

static bool wrong_call(lcv_calls *c, const lcv_definition *f, lcv_span span, const char *what)
{
    lcv_eval *e = &c->w->eval;
    lcv_eval_fail(e, span, "%s", what);
    lcv_diag_hint(e->diag, "expected %s", f->call);
    return lcv_diag_note(e->diag, f->source, f->span, "the definition");
}

/* The error of a call with more or fewer arguments than the function has. Returns false. */
static bool wrong_number(lcv_calls *c, const lcv_definition *f, const lcv_ast *call)
{
    char message[96];
    size_t least = 0, n = call->nchildren - 1;
    for (const lcv_ast *formal = f->formals->child; formal; formal = formal->next)
        least += !formal->child;
    int end = snprintf(message, sizeof message, "%zu argument%s given, %zu", n, n == 1 ? "" : "s",
                       least);
    if (least < f->formals->nchildren)
        end += snprintf(message + end, sizeof message - (size_t)end, " to %zu",
                        f->formals->nchildren);
    snprintf(message + end, sizeof message - (size_t)end, " wanted");
    return wrong_call(c, f, call->span, message);
}

/* The name of the function that argument i of the call is for. */
static const lcv_ast *formal_of(const lcv_definition *f, const lcv_ast *arg, size_t i)
{
    const lcv_ast *formal = f->formals->child;
    if (arg->kind != LCV_AST_KEYWORD)
        for (; formal && i > 0; i--)
            formal = formal->next;
    else
        while (formal && strcmp(formal->text, arg->text) != 0)
            formal = formal->next;
    return formal;
}

static bool bound_here(const lcv_scope *scope, const char *name)
{
    for (size_t i = 0; i < scope->n; i++)
        if (strcmp(scope->binding[i].name, name) == 0)
            return true;
    return false;
}

/* `_` for an argument that has a default stands for the default. */
static bool left_out(const lcv_ast *formal, const lcv_value *v)
{
    return formal->child && v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) &&
           lc_tuple_has_wildcard(v->tuple);
}

/* Every argument without a default is bound. */
static bool all_given(const lcv_definition *f, const lcv_scope *inside)
{
    for (const lcv_ast *formal = f->formals->child; formal; formal = formal->next)
        if (!formal->child && !bound_here(inside, formal->text))
            return false;
    return true;
}

/* Binds the arguments that are given in `inside`. */
static bool bind_given(lcv_calls *c, const lcv_definition *f, const lcv_ast *call,
                       lcv_scope *inside)
{
    lcv_eval *e = &c->w->eval;
    size_t i = 0;
    for (const lcv_ast *arg = call->child->next; arg; arg = arg->next, i++) {
        const lcv_ast *formal = formal_of(f, arg, i);
        const lcv_ast *expr = arg->kind == LCV_AST_KEYWORD ? arg->child : arg;
        if (!formal && arg->kind != LCV_AST_KEYWORD)
            return wrong_number(c, f, call);
        if (!formal)
            return wrong_call(c, f, arg->span, "there is no argument of this name");
        if (bound_here(inside, formal->text))
            return wrong_call(c, f, arg->span, "an argument is given twice");
        lcv_value *v = lcv_value_or_list(e, expr);
        if (!v)
            return false;
        if (!left_out(formal, v) &&
            !lcv_scope_add(inside, formal->text, v, e->source, expr->span))
            return lcv_eval_no_memory(e, arg->span);
    }
    return all_given(f, inside) || wrong_number(c, f, call);
}

/* The same for those that have defaults, from the first on: a default may name arguments before
 * it. */
static bool bind_defaults(lcv_calls *c, const lcv_definition *f, const lcv_ast *call,
                          lcv_scope *inside)
{
    lcv_eval *e = &c->w->eval;
    for (const lcv_ast *formal = f->formals->child; formal; formal = formal->next) {
        if (bound_here(inside, formal->text))
            continue;
        lcv_ast *value = lcv_ast_copy(inside->arena, formal->child);
        if (!value)
            return lcv_eval_no_memory(e, call->span);
        lcv_value *v = lcv_expand(c, inside, value, false) ? lcv_value_or_list(e, value) : NULL;
        if (!v)
            return false;
        if (!lcv_scope_add(inside, formal->text, v, f->source, formal->span))
            return lcv_eval_no_memory(e, call->span);
    }
    return true;
}

/* The scope of a call: the names of the function, and what is assumed where it is called. */
static lcv_scope *open_call(lcv_calls *c, const lcv_definition *f, const lcv_ast *call)
{
    lcv_eval *e = &c->w->eval;
    lcv_scope *inside = lcv_scope_inside(c->keeper, f->scope);
    bool ok = inside && (inside->arena = lcv_arena_new()) != NULL;
    for (const lcv_scope *from = e->scope; ok && from; from = from->outside)
        for (size_t i = 0; ok && i < from->nassumptions; i++)
            ok = lcv_scope_assume(inside, from->assumption[i]);
    if (!ok)
        return lcv_eval_no_memory(e, call->span);
    inside->called = f;
    return bind_given(c, f, call, inside) ? inside : NULL;
}

/* A claim of `where` that does not hold is an error of the call, which has this place. */
static void unmet(lcv_calls *c, const lcv_definition *f, const lcv_ast *condition,
                  lcv_source *source, const lcv_ast *call, const lcv_result *result)
{
    lcv_eval *e = &c->w->eval;
    const lcv_counterexample *at = &result->counterexample;
    char *text = lcv_source_excerpt(f->source, condition->child->span, LCV_EXCERPT);
    lcv_diag_set(e->diag, source, call->span, "%s wants %s, but %s%s%s%s", call->child->text,
                 text ? text : "more", *at->where ? "at " : "", at->where, *at->where ? ": " : "",
                 at->summary);
    e->diag->wanted = true;
    e->status = LCV_EVAL_ERROR;
    if (condition->text)
        lcv_diag_hint(e->diag, "%s", condition->text);
    free(text);
}

/* The claims of `where`, in the scope of the call. isl is not asked about them, and they are
 * in no explanation; one that is not decided is no error. */
static bool check_conditions(lcv_calls *c, const lcv_definition *f, lcv_scope *inside,
                             lcv_source *source, const lcv_ast *call)
{
    lcv_eval *e = &c->w->eval;
    const lcv_ast *condition = f->conditions ? f->conditions->child : NULL;
    for (; condition; condition = condition->next) {
        lcv_eval before = *e;
        lcv_ast *claim = lcv_ast_copy(inside->arena, condition->child);
        if (!claim)
            return lcv_eval_no_memory(e, call->span);
        e->confirmed = NULL;
        e->explain = NULL;
        e->certify = NULL;
        bool made = lcv_expand(c, inside, claim, true);
        lcv_result *result = made ? lcv_claim_with_calls(c, claim) : NULL;
        e->scope = before.scope;
        e->source = before.source;
        e->confirmed = before.confirmed;
        e->explain = before.explain;
        e->certify = before.certify;
        bool met = result && result->verdict != LCV_REFUTED;
        if (result && !met)
            unmet(c, f, condition, source, call, result);
        lcv_result_free(result);
        if (!met)
            return false;
    }
    return true;
}

/* The body of the function, its calls made, in the scope of this call, where e is from then on;
 * it may be a claim, or not. */
static lcv_ast *enter(lcv_calls *c, const lcv_definition *f, const lcv_ast *call, bool claim)
{
    lcv_eval *e = &c->w->eval;
    lcv_source *source = e->source;
    if (c->depth >= MAX_DEPTH || ++c->w->ncalls > MAX_CALLS)
        return lcv_eval_fail_as(e, LCV_ERROR_LIMIT, call->span,
                                c->depth >= MAX_DEPTH ? "more than %d calls inside each other"
                                                      : "more than %d calls in one statement",
                                c->depth >= MAX_DEPTH ? MAX_DEPTH : MAX_CALLS);
    lcv_scope *inside = open_call(c, f, call);
    if (!inside)
        return NULL;
    lcv_ast *body = lcv_ast_copy(inside->arena, f->body);
    if (!body)
        return lcv_eval_no_memory(e, call->span);
    lcv_respell(inside, body);
    e->scope = inside;
    e->source = f->source;
    c->depth++;
    bool ok = bind_defaults(c, f, call, inside) && check_conditions(c, f, inside, source, call) &&
              lcv_expand(c, inside, body, claim);
    c->depth--;
    return ok ? body : NULL;
}

lcv_ast *lcv_enter_claim(lcv_calls *c, lcv_ast *expr)
{
    const lcv_definition *f;
    size_t depth = c->depth;
    while (expr && (f = called(c->w, c->w->eval.scope, expr))) {
        expr = enter(c, f, expr, true);
        c->depth++;
    }
    c->depth = depth;
    return expr;
}

/* A file of the library, or a word of the language. */
static bool is_embedded(const lcv_source *source)
{
    return !source->path && source->name[0] == '<' && strcmp(source->name, "<stdin>") != 0 &&
           strcmp(source->name, "<expr>") != 0;
}

/* An error in the body of a function gets the place of the call, too. What a function of the
 * library wants is wanted where the library is called. */
static void note_call(lcv_diag *diag, lcv_source *source, lcv_span call)
{
    if (diag->wanted && diag->source && is_embedded(diag->source)) {
        diag->source = source;
        diag->span = call;
        return;
    }
    bool inside = diag->source == source && diag->span.begin >= call.begin &&
                  diag->span.end <= call.end;
    if (diag->failed && diag->source && !inside && !diag->note_source)
        lcv_diag_note(diag, source, call, "called here");
}

/* Was the value made in this call, and not before it, as an argument was? */
static bool is_new(const lcv_eval *e, const lcv_definition *f, const lcv_ast *body,
                   const lcv_value *v)
{
    bool of_call = body->kind == LCV_AST_NAME && bound_here(e->scope, body->text);
    for (const lcv_ast *formal = f->formals->child; of_call && formal; formal = formal->next)
        of_call = strcmp(formal->text, body->text) != 0;
    return of_call || v->formula->scope == e->scope;
}

/* Shows a value that has no text in symbols as the call, not as the body, whose names are
 * others. */
static bool write_as_call(lcv_source *source, const lcv_ast *call, lcv_value *v)
{
    char *text = lcv_source_excerpt(source, call->span, SIZE_MAX);
    if (text) {
        free(v->formula->text);
        v->formula->text = text;
    }
    return text != NULL;
}

static lcv_value *value_of_call(lcv_calls *c, lcv_scope *made, lcv_ast *call)
{
    lcv_eval *e = &c->w->eval;
    const lcv_definition *f = called(c->w, e->scope, call);
    const lcv_scope *scope = e->scope;
    lcv_source *source = e->source;
    (void)made;
    lcv_ast *body = enter(c, f, call, false);
    lcv_value *v = body ? lcv_value_or_list(e, body) : NULL;
    bool written = v && v->kind == LCV_EXPRESSION && v->formula->obstacle;
    if (written && is_new(e, f, body, v) && !write_as_call(source, call, v))
        v = lcv_eval_no_memory(e, call->span);
    e->scope = scope;
    e->source = source;
    if (!v)
        note_call(e->diag, source, call->span);
    return v;
}

bool lcv_name_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast, lcv_value_of_call *value)
{
    lcv_eval *e = &c->w->eval;
    char *text = lcv_source_excerpt(e->source, ast->span, SIZE_MAX);
    bool ok = text != NULL;
    if (ok && !bound_here(made, text)) {
        lcv_value *v = value(c, made, ast);
        ok = v && lcv_scope_add(made, text, v, e->source, ast->span);
        if (v && !ok)
            lcv_eval_no_memory(e, ast->span);
    }
    if (ok) {
        const lcv_binding *bound = lcv_scope_find(made, text);
        *ast = (lcv_ast){.kind = LCV_AST_NAME,
                         .height = 1,
                         .parentheses = ast->parentheses,
                         .span = ast->span,
                         .text = bound->name,
                         .next = ast->next};
    }
    free(text);
    return ok;
}

static bool is_entry(const lcv_scope *scope, const lcv_ast *ast)
{
    const lcv_binding *bound = ast->kind == LCV_AST_INDEX && ast->child->kind == LCV_AST_NAME
                                   ? lcv_scope_find(scope, ast->child->text)
                                   : NULL;
    return bound && lcv_table_of(bound->value) != NULL;
}

bool lcv_expand(lcv_calls *c, lcv_scope *made, lcv_ast *ast, bool claim)
{
    lcv_eval *e = &c->w->eval;
    if (lcv_ast_is_map(ast))
        return true;
    if (lcv_is_mode_call(c->w, e->scope, ast))
        return lcv_expand_mode_call(c, made, ast, claim);
    const lcv_definition *f = called(c->w, e->scope, ast);
    lcv_ast *part = f ? ast->child->next : ast->child;
    for (; part; part = part->next)
        if (!lcv_expand(c, made, part, claim && ast->kind == LCV_AST_LOGIC))
            return false;
    if (is_entry(e->scope, ast)) /* of a table that is not known */
        return true;
    if (ast->kind == LCV_AST_INDEX)
        return lcv_name_call(c, made, ast, lcv_element_of);
    if (ast->kind == LCV_AST_APPLY && ast->attribute && lcv_is_list(e, ast->last))
        return lcv_expand_field(c, made, ast);
    if (lcv_is_size_of_list(e, ast))
        return lcv_expand_size(c, made, ast);
    if (!f || !lcv_expands_to_claim(c->w, f->scope, f->body))
        return !f || lcv_name_call(c, made, ast, value_of_call);
    if (claim)
        return true;
    lcv_eval_fail(e, ast->span, "'%s' is a claim, not a value", ast->child->text);
    return lcv_diag_hint(e->diag, "a claim stands alone, after prove or refute");
}

static bool has_call(const lcv_work *w, const lcv_ast *ast)
{
    bool part_of = ast->kind == LCV_AST_APPLY && ast->attribute;
    if (lcv_ast_is_map(ast))
        return false;
    if (part_of || ast->kind == LCV_AST_INDEX || called(w, w->eval.scope, ast) ||
        lcv_is_size_of_list(&w->eval, ast))
        return true;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (has_call(w, part))
            return true;
    return false;
}

/* Values of such statements may refer to names of calls for as long as the file is there. */
static bool keeps(const lcv_work *w)
{
    lcv_verb verb = w->outcome.verb;
    return verb == LCV_LET || verb == LCV_ASSUME || verb == LCV_PLAN || verb == LCV_KERNEL;
}

lcv_ast *lcv_make_calls(lcv_work *w, lcv_ast *expr)
{
    lcv_calls c = {.w = w, .keeper = keeps(w) ? &w->module->scope : &w->calls};
    lcv_respell(w->eval.scope, expr);
    if (!lcv_name_atoms(w, expr, NULL) || !lcv_bind_fresh(w, expr))
        return NULL;
    if (!has_call(w, expr))
        return expr;
    w->called = expr->span;
    lcv_scope *made = lcv_scope_inside(c.keeper, w->eval.scope);
    if (!made)
        return lcv_eval_no_memory(&w->eval, expr->span);
    w->eval.scope = made;
    if (!lcv_expand(&c, made, expr, true))
        return NULL;
    return lcv_enter_claim(&c, expr);
}

void lcv_calls_done(lcv_work *w)
{
    lcv_hint_library(w);
    if (w->called.end > w->called.begin)
        note_call(&w->diag, w->module->source, w->called);
}
