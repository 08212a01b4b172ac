/* value.c - expressions that depend on parameters, as they are shown. */
#include "config.h"

#include "symbolic.h"

#include <stdlib.h>
#include <string.h>

#include "confirm.h"
#include "reading.h"
#include "../function/result.h"
#include "../tables/tables.h"
#include "../value/text.h"

#define MAX_CASES 24 /* of one value */
#define MAX_NEEDS 8
#define COMPARED 12 /* instances at which a value is compared with the algebra */

/* A value in one case; the forms stay, conditions of other cases are about them. */
typedef struct {
    lcv_fixed fixed;
    lcv_forms *f;
    const lcv_form *form;
    char *text;
    size_t same; /* the case whose value this is, too */
} value_case;

typedef struct {
    const lcv_problem *p;
    size_t n, nforms;
    value_case *at;
    lcv_forms *form[2 * MAX_CASES]; /* of all cases, those that were split too */
    /* Of the first forms, about all numbers: sizes that are at least 0 where there is a value. */
    size_t nneeds;
    const lc_poly *need[MAX_NEEDS];
    char *obstacle;
} cases;

/* ---- cases ---- */

/* What is needed is known in these forms, too. */
static bool know_needs(const cases *c, lcv_forms *f)
{
    bool ok = true;
    for (size_t k = 0; ok && k < c->nneeds; k++) {
        const lc_poly *p = f == c->form[0] ? c->need[k]
                                           : lcv_forms_copied(f, c->form[0], c->need[k]);
        ok = p && lcv_forms_assumed(f, LCV_OP_GE, p, lcv_size_const(f->symbols, 0));
    }
    return ok;
}

static lcv_forms *forms_of(cases *c, const lcv_fixed *fixed)
{
    lcv_forms *f = c->nforms < 2 * MAX_CASES ? lcv_forms_new(c->p, false, fixed) : NULL;
    if (!f)
        return NULL;
    c->form[c->nforms++] = f;
    lcv_forms_assume(f);
    return know_needs(c, f) ? f : NULL;
}

/* Has f require what parts of the expression do that were not reached. */
static void reach_parts(lcv_forms *f, const lcv_ast *ast)
{
    bool parts = ast->kind == LCV_AST_APPLY || ast->kind == LCV_AST_COMPOSE ||
                 ast->kind == LCV_AST_BINARY || ast->kind == LCV_AST_TUPLE ||
                 ast->kind == LCV_AST_LAYOUT;
    for (const lcv_ast *part = parts ? ast->child : NULL; part; part = part->next)
        if (!lcv_form_eval(f, part))
            reach_parts(f, part);
}

/* What the first forms require, and does not follow from the assumptions. Their open question,
 * and their obstacle, stay those of the whole expression. */
static bool find_needs(cases *c, lcv_forms *f, bool reached)
{
    const lc_poly *open = f->open;
    size_t steps = f->nsteps;
    bool stopped = f->obstacle != NULL;
    if (!reached)
        reach_parts(f, c->p->ast);
    f->open = open;
    if (!stopped)
        lcv_forms_clear_obstacle(f);
    lcv_forms_forget(f, steps);
    lc_ctx_reset(f->ctx);
    for (size_t i = 0; i < f->nrequired; i++) {
        const lc_poly *p = lcv_size_plus(f->symbols, f->required[i].p, -1);
        if (!p || lcv_facts_imply(f->facts, p))
            continue;
        if (c->nneeds == MAX_NEEDS ||
            !lcv_forms_assumed(f, LCV_OP_GE, p, lcv_size_const(f->symbols, 0)))
            return false;
        c->need[c->nneeds++] = p;
    }
    return true;
}

/* The value in a case, or in those that it falls into. False: there is none in symbols. */
static bool find_cases(cases *c, const lcv_fixed *fixed)
{
    lcv_fixed side[2];
    lcv_forms *f = forms_of(c, fixed);
    const lcv_form *form = f ? lcv_form_eval(f, c->p->ast) : NULL;
    if (form && lcv_form_is_loose(f, form))
        form = NULL;
    if (f && c->nforms == 1 && !find_needs(c, f, form != NULL))
        return false;
    if (form && !lcv_forms_settle(f))
        form = NULL;
    if (form && c->n < MAX_CASES) {
        value_case *at = &c->at[c->n];
        *at = (value_case){.fixed = *fixed, .f = f, .form = form, .same = c->n};
        at->text = lcv_form_to_str(f, form);
        c->n += at->text != NULL;
        return at->text != NULL;
    }
    if (f && (f->vacuous || lcv_facts_consistent(f->facts) == LCR_NO))
        return true; /* nothing is in this case */
    bool found = f && lcv_case_split(c->p, f, fixed, side) && find_cases(c, &side[0]) &&
                 find_cases(c, &side[1]);
    if (f && !found && !c->obstacle && lcv_forms_obstacle(f))
        c->obstacle = lcv_text(c->p->ctx, "%s", lcv_forms_obstacle(f));
    return found;
}

/* Is p of case a the polynomial q in case b? */
static bool same_size(const value_case *a, const value_case *b, const lc_poly *p,
                      const lc_poly *q)
{
    if (!p || !q)
        return p == q;
    const lc_poly *here = lcv_forms_copied(b->f, a->f, p);
    return here && lcv_facts_imply_zero(b->f->facts, lcv_size_sub(b->f->symbols, here, q));
}

/* Is the value of case a, a tuple or a layout, that of case b where b is? */
static bool is_value_of(const value_case *a, const value_case *b)
{
    if (strcmp(a->text, b->text) == 0)
        return true;
    const lcv_form *x = a->form, *y = b->form;
    if (x->kind != LCV_FORM_LAYOUT && x->kind != LCV_FORM_TUPLE)
        return false;
    if (y->kind == LCV_FORM_VALUE && x->kind == LCV_FORM_LAYOUT)
        y = y->value->kind == LCV_LAYOUT || y->value->kind == LCV_TENSOR
                ? lcv_form_as_tensor(b->f, y)
                : NULL;
    else if (y->kind == LCV_FORM_VALUE)
        y = lcv_form_is_tuple(y) ? lcv_form_as_tuple(b->f, y) : NULL;
    if (!y || y->kind != x->kind || !lc_tuple_congruent(x->nest, y->nest) ||
        x->naxes != y->naxes || !x->profile != !y->profile || !x->offset != !y->offset ||
        (x->profile && !lc_tuple_congruent(x->profile, y->profile)))
        return false;
    bool same = true;
    for (size_t i = 0; same && i < x->n; i++)
        same = same_size(a, b, x->extent[i], y->extent[i]);
    for (size_t i = 0; same && i < x->n * x->naxes; i++)
        same = same_size(a, b, x->step[i], y->step[i]);
    for (size_t i = 0; same && x->offset && i < x->naxes; i++)
        same = same_size(a, b, x->offset[i], y->offset[i]);
    return same;
}

/* The value of case k is that of all cases of the rule i. */
static bool covers(const cases *c, size_t k, size_t i)
{
    bool all = true;
    for (size_t m = 0; all && m < c->n; m++)
        all = c->at[m].same != i || is_value_of(&c->at[k], &c->at[m]);
    return all;
}

/* Each case with the one whose value it has, too. */
static void join_cases(cases *c)
{
    for (size_t k = 1; k < c->n; k++)
        for (size_t i = 0; i < k && c->at[k].same == k; i++) {
            if (c->at[i].same != i)
                continue;
            if (is_value_of(&c->at[i], &c->at[k])) {
                c->at[k].same = i;
            } else if (covers(c, k, i)) {
                for (size_t m = 0; m < k; m++)
                    c->at[m].same = c->at[m].same == i ? k : c->at[m].same;
            }
        }
}

/* Is what a value needs so at these numbers? */
static bool needs_are_met(const cases *c, const lc_int *value)
{
    lc_int symbol[LCV_MAX_SYMBOLS];
    bool met = true;
    lcv_forms_at(c->form[0], value, symbol);
    for (size_t k = 0; met && k < c->nneeds; k++)
        met = lc_int_sign(lc_poly_at(c->p->ctx, c->need[k], symbol)) >= 0;
    return met;
}

/* The algebra has these values at instances; else something is wrong here. */
static bool agree_at_instances(cases *c)
{
    lc_int value[LCV_MAX_PARAMETERS], symbol[LCV_MAX_SYMBOLS];
    lcv_choice choice;
    lcv_choice_init(&choice, c->p);
    for (size_t i = 0; i < COMPARED && lcv_choice_next(&choice, value); i++) {
        bool exists = needs_are_met(c, value);
        for (size_t k = 0; k < c->n; k++) {
            const value_case *rule = &c->at[c->at[k].same];
            if (!lcv_case_admits(c->p, &c->at[k].fixed, value))
                continue;
            lcv_forms_at(rule->f, value, symbol);
            if (!lcv_try_agrees(c->p, value, exists, rule->f, rule->form, symbol))
                return false;
        }
    }
    return true;
}

/* ---- in words ---- */

/* The value of the fewest parameters that are numbers. */
static size_t main_rule(const cases *c)
{
    size_t best = c->n, least = SIZE_MAX;
    for (size_t i = 0; i < c->n; i++) {
        size_t numbers = 0;
        for (size_t k = 0; k < c->p->n; k++)
            numbers += c->at[i].fixed.is[k];
        if (c->at[i].same == i && numbers < least) {
            least = numbers;
            best = i;
        }
    }
    return best;
}

/* The cases of a rule, those that differ in one condition and its contrary as one. */
static size_t conditions_of(const cases *c, size_t rule, lcv_fixed *out)
{
    size_t n = 0;
    for (size_t k = 0; k < c->n; k++)
        if (c->at[k].same == rule)
            out[n++] = c->at[k].fixed;
    for (bool joined = true; joined;) {
        joined = false;
        for (size_t i = 0; !joined && i < n; i++)
            for (size_t k = i + 1; !joined && k < n; k++)
                if ((joined = lcv_case_join(c->p, &out[i], &out[k])))
                    out[k] = out[--n];
    }
    return n;
}

/* "M*N:1, or 1:0 if M == 1 and N == 1": the first value where no other case is. */
static char *text_of(const cases *c)
{
    lcv_fixed *fixed = lc_alloc(c->p->ctx, MAX_CASES, sizeof *fixed);
    size_t first = main_rule(c);
    lc_text text = {0};
    lc_text_add(&text, c->at[first].text);
    for (size_t i = 0; fixed && i < c->n; i++) {
        if (c->at[i].same != i || i == first)
            continue;
        size_t n = conditions_of(c, i, fixed);
        lc_text_printf(&text, ", or %s", c->at[i].text);
        for (size_t k = 0; k < n; k++) {
            lc_text_add(&text, k > 0 ? ", or if " : " if ");
            lc_text_own(&text, lcv_case_text(c->p, &fixed[k]));
        }
    }
    free(fixed);
    for (size_t k = 0; k < c->nneeds; k++) {
        lc_text_add(&text, k > 0 ? " and " : ", where ");
        lc_text_own(&text, lcv_case_order(c->p, c->form[0], c->need[k]));
    }
    return lc_text_take(c->p->ctx, &text);
}

/* The case with what is needed for a value; false: too many conditions. */
static bool with_needs(const cases *c, lcv_fixed *fixed)
{
    for (size_t k = 0; k < c->nneeds; k++) {
        if (fixed->n == LCV_MAX_SPLITS)
            return false;
        fixed->of[fixed->n] = c->form[0];
        fixed->least[fixed->n++] = c->need[k];
    }
    return true;
}

/* isl is asked about the steps to a value; an expression that is left as it is written gives
 * nothing to ask. */
static void ask_about_value(const cases *c)
{
    const lcv_problem *p = c->p;
    lcr_confirmation opinion = {.opinion = LCR_UNSURE};
    bool ok = true;
    if (!lcv_eval_asks(p->e))
        return;
    for (size_t k = 0; ok && k < c->n; k++) {
        lcv_fixed fixed = c->at[k].fixed;
        ok = !with_needs(c, &fixed) || lcv_confirm_forms(c->at[k].f, &fixed, false, &opinion);
    }
    if (ok)
        lcv_eval_confirm_symbolic(p->e, p->ast->span, true, &opinion);
    else
        lcv_eval_failed(p->e, p->ast->span);
    lcr_confirmation_clear(&opinion);
}

/* The text of the expression in symbols, if it has such a value; else why it has none. */
static void show_in_symbols(const lcv_problem *p, lcv_value *v)
{
    const lcv_fixed all = {0};
    cases c = {.p = p, .at = lc_alloc(p->ctx, MAX_CASES, sizeof *c.at)};
    bool found = c.at && find_cases(&c, &all) && c.n > 0;
    lc_ctx_reset(p->ctx);
    if (found)
        join_cases(&c);
    char *text = found && agree_at_instances(&c) ? text_of(&c) : NULL, *why = NULL;
    char *number = !text && lcv_is_measure(p->e->scope, p->ast) ? lcv_measure_text(p, &why)
                                                                : NULL;
    if (why) {
        free(c.obstacle);
        c.obstacle = why;
    }
    if (text || number) {
        free(v->formula->text);
        v->formula->text = text ? text : number;
        if (text)
            ask_about_value(&c);
    } else {
        v->formula->obstacle =
            lcv_text(p->ctx, "%s", c.obstacle ? c.obstacle : "no value in symbols was found");
    }
    for (size_t k = 0; k < c.n; k++)
        free(c.at[k].text);
    for (size_t k = 0; k < c.nforms; k++)
        lcv_forms_free(c.form[k]);
    free(c.obstacle);
    free(c.at);
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
    lcv_value *v = lcv_listed_values(e, ast);
    bool ok;
    if (v || e->status != LCV_EVAL_OK)
        return v;
    if (lcv_is_unknown_map(e, ast, &ok))
        return ok ? lcv_eval_expression(e, ast) : NULL;
    if (lcv_is_about_tables(e, ast)) {
        lcv_eval_fail(e, ast->span, "a %s has no value here",
                      lcv_has_tables(e, ast) ? "table that is not known"
                                             : "map that is no relation of isl");
        return lcv_diag_hint(e->diag, "claims about it may be proved");
    }
    if (!lcv_problem_open(&problem, e, ast))
        return NULL;
    if (has_value(&problem))
        v = lcv_eval_expression(e, ast);
    if (v)
        show_in_symbols(&problem, v);
    lcv_problem_close(&problem);
    return v;
}

/* A relation of few points remembers the map that it was written as: claims about it may look at
 * them. */
static lcv_value *with_formula(lcv_eval *e, const lcv_ast *ast, lcv_value *v)
{
    const lcv_argument map = {ast, e->scope, e->source};
    if (v->kind != LCV_RELATION || v->formula || !lcv_has_few_points(&map))
        return v;
    lcv_value *written = lcv_eval_expression(e, ast);
    if (!written)
        return NULL;
    v->formula = written->formula;
    written->formula = NULL;
    return v;
}

/* A map of numbers that is too much for isl is kept as written: claims look at its points. */
static lcv_value *value_of_numbers(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *listed = lcv_listed_values(e, ast);
    if (listed || e->status != LCV_EVAL_OK)
        return listed;
    lcv_value *v = lcv_eval_value(e, ast);
    if (v && ast->kind == LCV_AST_MAP)
        return with_formula(e, ast, v);
    if (v || e->status != LCV_EVAL_UNDECIDED || ast->kind != LCV_AST_MAP || lc_ctx_ends(e->ctx))
        return v;
    lcv_diag_clear(e->diag);
    e->status = LCV_EVAL_OK;
    lc_ctx_reset(e->ctx);
    return lcv_eval_expression(e, ast);
}

lcv_value *lcv_any_value(lcv_eval *e, const lcv_ast *ast)
{
    return lcv_depends(e->scope, ast) ? expression_of(e, ast) : value_of_numbers(e, ast);
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
