/* proof.c - a claim with parameters in symbols: in one case, in the two sides of a question that
 * was left open, in a case for each value of parameters of few values.
 */
#include "config.h"

#include "../eval/logic.h"
#include "../function/result.h"
#include "trial.h"

#include <stdlib.h>

#define SPLIT 64       /* values of one parameter that are proved one by one */
#define SPLITS 8       /* questions left open, one after the other, that split a proof */
#define CASES_TRIED 64 /* cases of one proof */

/* isl is asked about a proof in symbols, of one case of several. */
static bool ask_about(lcv_trial *t, lcv_forms *f, const lcv_fixed *fixed)
{
    t->asked = true;
    return lcv_confirm_forms(f, fixed, true, &t->opinion);
}

/* What is said of one more case. */
static void add_said(lcv_trial *t, const lcv_form_said *of)
{
    bool first = t->proved_cases == 1;
    for (size_t k = 0; k < 2; k++)
        t->said.multiple[k] = lc_int_gcd(t->ctx, t->said.multiple[k], of->multiple[k]);
    t->said.n = of->n;
    t->said.shared = first || t->said.shared ? of->shared : NULL;
}

/* `; vectors begin at multiples of 1 in A and of 8 in B`, where that is not n; `; they share
 * offset 0`. A claim of `or` does not say which of them. */
static char *said(const lcv_trial *t)
{
    const lcv_form_said *of = &t->said;
    bool aligned = lc_int_eq(of->multiple[0], of->n) && lc_int_eq(of->multiple[1], of->n);
    if (!aligned && !lcv_is_logic(t->problem.ast))
        return lcv_text(t->ctx, "; vectors begin at multiples of %i in A and of %i in B",
                        of->multiple[0], of->multiple[1]);
    return of->shared && !lcv_is_logic(t->problem.ast)
               ? lcv_text(t->ctx, "; they share %s", of->shared)
               : lcv_text(t->ctx, "%s", "");
}

lcv_result *lcv_trial_proved(lcv_trial *t, const char *method, char *what)
{
    lcv_result *result = lcv_proved_with(t->ctx, method,
                                         lcv_text(t->ctx, "%S%S%S",
                                                  lcv_problem_range(&t->problem), what, said(t)));
    if (result && t->asked)
        lcv_eval_confirm_symbolic(t->e, t->problem.ast->span, false, &t->opinion);
    else if (result)
        lcv_eval_not_asked(t->e, t->problem.ast->span, LCR_PARAMETERS);
    if (result && t->promised)
        lcv_eval_no_evidence(t->e, result);
    else if (result && t->certified)
        t->e->certificate = lcv_certified_text(t->certified, &t->problem, t->e->certify);
    return result;
}

/* The arguments in symbols are equal to those at the instances; otherwise there is a bug. */
typedef struct {
    lcv_trial *t;
    lcv_forms *f;
    bool differs;
} agreement;

static bool compare_arguments_of(agreement *a, const lcv_ast *ast, lcv_eval *at)
{
    lc_int symbol[LCV_MAX_SYMBOLS];
    if (lcv_is_logic(ast))
        return compare_arguments_of(a, ast->child, at) &&
               (!ast->child->next || compare_arguments_of(a, ast->child->next, at));
    for (const lcv_ast *part = ast->kind == LCV_AST_COMPARE ? ast->child : ast->child->next; part;
         part = part->next) {
        const lcv_ast *expr = part->kind == LCV_AST_KEYWORD ? part->child : part;
        const lcv_form *form = lcv_form_eval(a->f, expr);
        lcv_value *v = form ? lcv_eval_value(at, expr) : NULL;
        if (v) {
            lcv_forms_at(a->f, at->instance->number, symbol);
            a->differs = a->differs || !lcv_form_agrees(a->f, form, symbol, v);
        }
        if (at->status != LCV_EVAL_OK)
            return false;
    }
    return true;
}

static bool compare_arguments(void *user, lcv_eval *at)
{
    agreement *a = user;
    return compare_arguments_of(a, a->t->problem.ast, at);
}

/* Tries the same instances once more, and compares the arguments of the proof there. */
static bool confirmed(lcv_trial *t, lcv_forms *f, const lcv_fixed *fixed)
{
    lc_int value[LCV_MAX_PARAMETERS];
    lcv_choice again;
    agreement a = {t, f, false};
    const lcv_form_step *step;
    bool complete;
    size_t steps = lcv_forms_steps(f, &step, &complete);
    lcv_choice_init(&again, &t->problem);
    for (size_t i = 0; i < LCV_FIRST && !a.differs && lcv_choice_next(&again, value); i++) {
        if (!lcv_case_admits(&t->problem, fixed, value))
            continue;
        lcv_attempt attempt = lcv_try_claim(&t->problem, value, false, compare_arguments, &a);
        a.differs = a.differs || attempt.at == LCV_AT_FAILS;
        lcv_attempt_clear(&attempt);
    }
    lcv_forms_forget(f, steps); /* the steps of the arguments, once more */
    if (!a.differs)
        return true;
    char *text = lcv_instance_text(&t->problem, value);
    lc_fail(t->ctx, LC_ERR_INTERNAL,
            "proved in symbols, which do not agree with the values at %s", text ? text : "?");
    free(text);
    return false;
}

static bool prove_case(lcv_trial *t, const lcv_fixed *fixed, size_t depth, bool *stop);

/* The answers to the first question that was left open. */
static void note_sides(lcv_trial *t, const lcv_fixed *first)
{
    lc_int value[LCV_MAX_PARAMETERS];
    lcv_choice again;
    t->open = true;
    lcv_choice_init(&again, &t->problem);
    for (size_t i = 0; i < LCV_INSTANCES && lcv_choice_next(&again, value); i++)
        t->side[i] = lcv_case_admits(&t->problem, first, value);
}

/* Do numbers that are tried satisfy the case? */
static bool admits_some(const lcv_trial *t, const lcv_fixed *fixed)
{
    lc_int value[LCV_MAX_PARAMETERS];
    lcv_choice again;
    bool some = false;
    lcv_choice_init(&again, &t->problem);
    for (size_t i = 0; !some && i < LCV_INSTANCES && lcv_choice_next(&again, value); i++)
        some = lcv_case_admits(&t->problem, fixed, value);
    return some;
}

/* The two sides of a question that was left open. Where the claim is proved on one side only, and
 * that is the first question, its condition would decide it. */
static bool prove_sides(lcv_trial *t, lcv_forms *f, const lcv_fixed *fixed, size_t depth,
                        bool *stop)
{
    lcv_fixed side[2];
    bool ok[2] = {false, false};
    if (depth == SPLITS || t->cases_tried >= CASES_TRIED ||
        !lcv_case_split(&t->problem, f, fixed, side))
        return false;
    if (depth == 0 && !t->open)
        note_sides(t, &side[0]);
    for (size_t k = 0; k < 2 && !*stop && (k == 0 || ok[0] || depth == 0); k++)
        ok[k] = prove_case(t, &side[k], depth + 1, stop);
    if (depth == 0 && ok[0] != ok[1] && !*stop && !t->advice &&
        admits_some(t, &side[ok[0] ? 0 : 1]))
        t->advice = lcv_case_text(&t->problem, &side[ok[0] ? 0 : 1]);
    return ok[0] && ok[1];
}

/* Proves the claim in symbols in one case, or in those that it falls into. A hint is tried at
 * once; *stop when it ends the search. */
static bool prove_case(lcv_trial *t, const lcv_fixed *fixed, size_t depth, bool *stop)
{
    lc_int hint[LCV_MAX_PARAMETERS];
    bool hinted = false, ok = false, empty = false;
    size_t certified = lcv_certified_count(t->certified);
    lcv_forms *f = lcv_forms_new(&t->problem, true, fixed);
    t->cases_tried++;
    if (f) {
        lcv_forms_assume(f);
        bool vacuous = lcv_forms_vacuous(f);
        ok = vacuous || lcv_form_claim(f, t->problem.ast, t->sample, hint, &hinted);
        if (ok && lc_ctx_shortcuts(t->ctx))
            ok = confirmed(t, f, fixed);
        empty = !ok && depth > 0 && lcv_facts_consistent(lcv_forms_facts(f)) == LCR_NO;
        if (ok && lcv_eval_asks(t->e))
            ok = ask_about(t, f, fixed);
        if (t->certified && (ok || empty))
            ok = lcv_certified_add(t->certified, f, fixed, vacuous || empty) && ok;
        t->proved_cases += ok;
        if (ok)
            add_said(t, lcv_forms_said(f));
        if (!ok && !empty && lc_ctx_code(t->ctx) == LC_OK)
            ok = prove_sides(t, f, fixed, depth, stop);
        const char *obstacle = lcv_forms_obstacle(f);
        if (!ok && !empty && !t->obstacle && obstacle)
            t->obstacle = lcv_text(t->ctx, "%s", obstacle);
    }
    lcv_forms_free(f);
    if (!ok && !empty)
        lcv_certified_forget(t->certified, certified);
    if (!ok && !empty && hinted && !*stop && lc_ctx_code(t->ctx) == LC_OK)
        *stop = lcv_trial_at(t, hint, true);
    return ok || empty;
}

/* The same from a case on. */
static bool prove_with(lcv_trial *t, const lcv_fixed *fixed, bool *stop)
{
    t->cases_tried = 0;
    return prove_case(t, fixed, fixed ? 1 : 0, stop);
}

/* The parameters of few values, as long as their combinations are few. */
static size_t splittable(const lcv_problem *p, size_t *which, lc_int *count)
{
    size_t n = 0;
    *count = lc_int_const(1);
    for (size_t i = 0; i < p->n; i++) {
        lc_int values;
        if (!lcv_problem_count_of(p, i, &values) || lc_int_lt(lc_int_const(SPLIT), values))
            continue;
        lc_int product = lc_int_mul(p->ctx, *count, values);
        if (lc_int_lt(lc_int_const(SPLIT), product))
            continue;
        *count = product;
        which[n++] = i;
    }
    return n;
}

/* Symbols prove each case of the parameters of few values. */
static bool prove_split(lcv_trial *t, bool *stop, size_t *cases)
{
    size_t which[LCV_MAX_PARAMETERS];
    lc_int count;
    size_t n = splittable(&t->problem, which, &count);
    if (n == 0 || n == t->problem.n)
        return false;
    *cases = (size_t)lc_int_get_si(count);
    for (size_t k = 0; k < *cases; k++) {
        lcv_fixed fixed = {0};
        for (size_t i = 0; i < n; i++)
            fixed.is[which[i]] = true;
        lcv_problem_case(&t->problem, n, which, (int64_t)k, fixed.value);
        if (!prove_with(t, &fixed, stop))
            return false;
    }
    return *cases > 0;
}

lcv_result *lcv_trial_prove(lcv_trial *t, bool *stop)
{
    size_t cases = 0;
    if (prove_with(t, NULL, stop))
        return lcv_trial_proved(t, LCV_BY_SYMBOLS,
                                t->proved_cases > 1
                                    ? lcv_text(t->ctx, ", in %z cases", t->proved_cases)
                                    : lcv_text(t->ctx, "%s", ""));
    return !*stop && prove_split(t, stop, &cases)
               ? lcv_trial_proved(t, LCV_BY_SYMBOLS, lcv_text(t->ctx, ", in %z cases", cases))
               : NULL;
}
