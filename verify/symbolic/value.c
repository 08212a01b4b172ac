/* value.c - expressions that depend on parameters, as they are shown. */
#include "config.h"

#include "symbolic.h"

#include <stdlib.h>
#include <string.h>

#include "confirm.h"
#include "../function/result.h"

/* isl is asked about the steps to a value; an expression that is left as it is written gives
 * nothing to ask. */
static void ask_about_value(const lcv_problem *p, lcv_forms *f)
{
    lcr_confirmation opinion = {.opinion = LCR_UNSURE};
    bool first = true;
    if (!lcv_eval_asks(p->e))
        return;
    if (lcv_confirm_forms(f, NULL, false, &first, &opinion))
        lcv_eval_confirm_symbolic(p->e, p->ast->span, true, &opinion);
    else
        lcv_eval_failed(p->e, p->ast->span);
    lcr_confirmation_clear(&opinion);
}

/* The text of the expression in symbols, if it has such a value; else why it has none. */
static void show_in_symbols(const lcv_problem *p, lcv_value *v)
{
    lcv_forms *f = lcv_forms_new(p, false, NULL);
    if (f)
        lcv_forms_assume(f);
    const lcv_form *form = f ? lcv_form_eval(f, p->ast) : NULL;
    char *text = form ? lcv_form_to_str(f, form) : NULL;
    const char *obstacle = f ? lcv_forms_obstacle(f) : NULL;
    if (text) {
        free(v->formula->text);
        v->formula->text = text;
        ask_about_value(p, f);
    } else {
        v->formula->obstacle = lcv_text(p->ctx, "%s",
                                        obstacle ? obstacle : "no value in symbols was found");
    }
    lcv_forms_free(f);
    lc_ctx_reset(p->ctx);
}

/* Does some instance have a value? Else the first error is the expression's. */
static bool has_value(const lcv_problem *p)
{
    lc_int value[LCV_MAX_PARAMETERS], first[LCV_MAX_PARAMETERS];
    lcv_attempt trouble = {.at = LCV_AT_EXCLUDED};
    bool found = false;
    lcv_choice choice;
    lcv_choice_init(&choice, p);
    while (!found && lcv_choice_next(&choice, value)) {
        lcv_attempt attempt = lcv_try_value(p, value);
        found = attempt.at == LCV_AT_HOLDS;
        bool worse = attempt.at == LCV_AT_ERROR || attempt.at == LCV_AT_DISAGREEMENT;
        if (worse && trouble.at == LCV_AT_EXCLUDED) {
            trouble = attempt;
            memcpy(first, value, sizeof first);
            continue;
        }
        lcv_attempt_clear(&attempt);
    }
    if (!found && trouble.at != LCV_AT_EXCLUDED)
        lcv_attempt_report(p, first, &trouble);
    lcv_attempt_clear(&trouble);
    return p->e->status == LCV_EVAL_OK;
}

static lcv_value *expression_of(lcv_eval *e, const lcv_ast *ast)
{
    lcv_problem problem;
    lcv_value *v = NULL;
    if (!lcv_problem_open(&problem, e, ast))
        return NULL;
    if (has_value(&problem))
        v = lcv_eval_expression(e, ast);
    if (v)
        show_in_symbols(&problem, v);
    lcv_problem_close(&problem);
    return v;
}

lcv_value *lcv_any_value(lcv_eval *e, const lcv_ast *ast)
{
    return lcv_depends(e->scope, ast) ? expression_of(e, ast) : lcv_eval_value(e, ast);
}

bool lcv_any_look(lcv_eval *e, const lcv_ast *ast, lcv_look *look)
{
    lc_int value[LCV_MAX_PARAMETERS];
    lcv_problem problem;
    lcv_choice choice;
    bool found = false;
    if (!lcv_problem_open(&problem, e, ast))
        return false;
    lcv_choice_init(&choice, &problem);
    while (!found && lcv_choice_next(&choice, value))
        found = lcv_try_look(&problem, value, look);
    lcv_problem_close(&problem);
    if (!found)
        lcv_eval_fail(e, ast->span, "it has no value at the numbers tried for the parameters");
    return found;
}
