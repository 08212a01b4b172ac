/* plan.c - what a planner asks of a `plan` statement. */
#include "config.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "../language/parse.h"
#include "../symbolic/symbolic.h"

static bool is_key(const lcv_ast *argument, const char *key)
{
    return argument->kind == LCV_AST_KEYWORD && strcmp(argument->text, key) == 0;
}

static bool unknown_key(lcv_planning *p, const lcv_ast *argument, size_t n,
                        const char *const *key)
{
    lcv_buffer list = {0};
    for (size_t i = 0; i < n; i++)
        lcv_buffer_printf(&list, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", key[i]);
    char *expected = lcv_buffer_take(&list);
    const char *near = argument->kind == LCV_AST_KEYWORD ? lcv_nearest(argument->text, n, key)
                                                         : NULL;
    if (argument->kind == LCV_AST_KEYWORD)
        lcv_eval_fail(p->e, argument->span, "a plan has no '%s'", argument->text);
    else
        lcv_eval_fail(p->e, argument->span, "an argument of a plan has no name");
    if (near)
        lcv_diag_hint(p->e->diag, "did you mean '%s'?", near);
    else
        lcv_diag_hint(p->e->diag, "expected NAME = VALUE, of %s", expected ? expected : "");
    free(expected);
    return false;
}

bool lcv_planning_check(lcv_planning *p, size_t n, const char *const *key)
{
    for (const lcv_ast *a = p->arguments->child; a; a = a->next) {
        size_t i = 0;
        while (i < n && !is_key(a, key[i]))
            i++;
        if (i == n)
            return unknown_key(p, a, n, key);
        for (const lcv_ast *b = p->arguments->child; b != a; b = b->next) {
            if (!is_key(b, key[i]))
                continue;
            lcv_eval_fail(p->e, a->span, "'%s' is given twice", key[i]);
            lcv_diag_note(p->e->diag, p->e->source, b->span, "the first one");
            return false;
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

/* The claim has a text of its own; what is wrong with it is told at the plan. */
static lcv_result *prove_text(lcv_planning *p, lcv_source *source, lcv_diag *diag)
{
    lcv_parser *parser = lcv_parser_new(source);
    lcv_ast *ast = parser ? lcv_parser_expr(parser, diag) : NULL;
    lcv_result *result = NULL;
    if (ast) {
        lcv_eval at = *p->e;
        at.source = source;
        at.diag = diag;
        result = lcv_any_claim(&at, ast);
        p->e->status = at.status;
        p->e->disagreement = at.disagreement;
        p->e->unchecked = at.unchecked;
    }
    lcv_parser_free(parser);
    return result;
}

lcv_result *lcv_planning_prove(lcv_planning *p, const char *claim)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("<plan>", claim, strlen(claim), &diag);
    lcv_result *result = source && !diag.failed ? prove_text(p, source, &diag) : NULL;
    if (!result && p->e->status != LCV_EVAL_DISAGREEMENT) {
        lcv_eval_status status = p->e->status;
        lcv_eval_fail(p->e, p->name_span, "%s: %s", claim,
                      diag.message ? diag.message : "out of memory");
        if (diag.hint)
            lcv_diag_hint(p->e->diag, "%s", diag.hint);
        if (status == LCV_EVAL_UNDECIDED)
            p->e->status = status;
    }
    lcv_diag_clear(&diag);
    lcv_source_free(source);
    return result;
}
