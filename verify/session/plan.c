/* plan.c - a planner's questions about a `plan` statement. */
#include "config.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "../language/parse.h"
#include "../symbolic/symbolic.h"
#include "calls.h"

static bool is_key(const lcv_ast *argument, const char *key)
{
    return argument->kind == LCV_AST_KEYWORD && strcmp(argument->text, key) == 0;
}

static bool unknown_key(lcv_planning *p, const lcv_ast *argument, size_t n,
                        const char *const *key)
{
    lc_text list = {0};
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&list, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", key[i]);
    const char *near = argument->kind == LCV_AST_KEYWORD ? lcv_nearest(argument->text, n, key)
                                                         : NULL;
    if (argument->kind == LCV_AST_KEYWORD)
        lcv_eval_fail(p->e, argument->span, "a %s has no '%s'", p->what, argument->text);
    else
        lcv_eval_fail(p->e, argument->span, "an argument of a %s has no name", p->what);
    if (near)
        lcv_diag_hint(p->e->diag, "did you mean '%s'?", near);
    else
        lcv_diag_hint(p->e->diag, "expected NAME = VALUE, of %s", lc_text_peek(&list));
    lc_text_free(&list);
    return false;
}

bool lcv_planning_check(lcv_planning *p, size_t n, const char *const *key)
{
    for (const lcv_ast *a = p->made ? NULL : p->arguments->child; a; a = a->next) {
        size_t i = 0;
        while (i < n && !is_key(a, key[i]))
            i++;
        if (i == n)
            return unknown_key(p, a, n, key);
        for (const lcv_ast *b = p->arguments->child; b != a; b = b->next) {
            if (!is_key(b, key[i]))
                continue;
            lcv_eval_fail(p->e, a->span, "the argument '%s' is given twice", key[i]);
            return lcv_diag_note(p->e->diag, p->e->source, b->span, "the first one");
        }
    }
    return true;
}

const lcv_ast *lcv_planning_argument(const lcv_planning *p, const char *key)
{
    const lcv_ast *a = p->arguments->child;
    while (a && !is_key(a, key))
        a = a->next;
    return a ? a->child : NULL;
}

lcv_span lcv_planning_span(const lcv_planning *p, const char *key)
{
    const lcv_ast *ast = lcv_planning_argument(p, key);
    return ast ? ast->span : p->name_span;
}

/* Errors and steps of the claim quote the text of the claim itself. */
static lcv_result *prove_in(lcv_planning *p, const lcv_ast *claim, lcv_source *source,
                            lcv_diag *diag)
{
    lcv_eval at = *p->e;
    at.source = source;
    at.diag = diag;
    at.notes = NULL;
    at.certificate = NULL;
    at.draws = LCV_DRAW_REFUTED;
    if (claim->height > LCV_MAX_HEIGHT)
        return lcv_eval_fail(&at, claim->span, "the expression is nested too deeply");
    lcv_result *result = lcv_any_claim(&at, claim);
    if (result && result->verdict == LCV_PROVED) /* of all kernels that were thought of */
        p->e->certificate = lcv_eval_join_certificates(p->e, p->e->certificate, at.certificate);
    else
        free(at.certificate);
    p->e->status = at.status;
    p->e->disagreement = at.disagreement;
    p->e->unchecked = at.unchecked;
    return result;
}

/* Of a claim in this text; an error of the claim becomes one of the plan. */
static lcv_result *settled(lcv_planning *p, lcv_result *result, const lcv_source *source,
                           lcv_diag *diag)
{
    if (!result && p->e->status != LCV_EVAL_DISAGREEMENT) {
        lcv_eval_status status = p->e->status;
        lcv_eval_fail(p->e, p->name_span, "%s: %s", source ? source->text : "a claim",
                      lcv_message(diag->message));
        if (diag->hint)
            lcv_diag_hint(p->e->diag, "%s", diag->hint);
        if (status == LCV_EVAL_UNDECIDED)
            p->e->status = status;
    }
    lcv_diag_clear(diag);
    return result;
}

lcv_result *lcv_planning_prove(lcv_planning *p, lcv_ast *claim, char **text)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_ast_print(claim, "<plan>");
    lcv_result *result = source ? prove_in(p, claim, source, &diag) : NULL;
    *text = source ? strdup(source->text) : NULL;
    result = settled(p, result, source, &diag);
    lcv_source_free(source);
    return result;
}

lcv_result *lcv_planning_ask(lcv_planning *p, const char *claim)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("<plan>", claim, strlen(claim), &diag);
    lcv_parser *parser = source ? lcv_parser_new(source) : NULL;
    lcv_ast *tree = parser ? lcv_parser_expr(parser, &diag) : NULL;
    lcv_result *result = tree ? prove_in(p, tree, source, &diag) : NULL;
    result = settled(p, result, source, &diag);
    lcv_parser_free(parser);
    lcv_source_free(source);
    return result;
}

/* ---- the library ---- */

static lcv_value *value_in(lcv_work *w, lcv_source *source)
{
    lcv_parser *parser = lcv_parser_new(source);
    lcv_ast *expr = parser ? lcv_parser_expr(parser, &w->diag) : NULL;
    if (!parser)
        lcv_diag_no_memory(&w->diag, (lcv_span){0, 0});
    w->eval.source = source;
    w->eval.crosscheck = LCV_CROSSCHECK_OFF;
    w->eval.confirmed = NULL;
    const lcv_ast *made = expr ? lcv_make_calls(w, expr) : NULL;
    lcv_value *value = made ? lcv_eval_value(&w->eval, made) : NULL;
    lcv_parser_free(parser);
    return value;
}

lcv_value *lcv_planning_library(lcv_planning *p, const char *file, const char *text)
{
    lcv_module *m = lcv_module_library(p->session, file);
    lcv_diag without = {0};
    lcv_source *source = m ? lcv_source_text("<plan>", text, strlen(text), &without) : NULL;
    lcv_value *value = NULL;
    lcv_work w;
    if (source) {
        lcv_work_open(&w, p->session, m, NULL);
        lcv_module_define(p->session, m, NULL);
        value = value_in(&w, source);
        if (!value)
            lcv_eval_fail(p->e, p->name_span, "<%s>, %s: %s", file, text,
                          lcv_message(w.diag.message));
        lcv_work_drop(&w);
    } else { /* files that plans name are there */
        lcv_eval_fail(p->e, p->name_span, "<%s>, %s: %s", file, text,
                      lcv_message(without.message));
    }
    lcv_diag_clear(&without);
    lcv_source_free(source);
    return value;
}
