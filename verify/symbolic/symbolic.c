/* symbolic.c - claims with parameters: instances, proofs in symbols, cases. */
#include "config.h"

#include "symbolic.h"

#include <stdlib.h>
#include <string.h>

#include "../eval/logic.h"
#include "certified.h"
#include "../tables/tables.h"
#include "confirm.h"
#include "missing.h"
#include "../function/result.h"

#define FIRST 6          /* instances before a proof is tried */
#define CASES 4096       /* the most instances that are all tried */
#define SPLIT 64         /* values of one parameter that are proved one by one */
#define ASKED 64         /* instances at which isl is asked, where all are tried */
#define SPLITS 8         /* questions left open, one after the other, that split a proof */
#define CASES_TRIED 64   /* cases of one proof */
#define PART 64          /* of the budget, for an instance after the first ones */
#define MOST_UNDECIDED 4 /* instances, past which no more are tried */

/* A claim under work. */
typedef struct {
    lcv_eval *e;
    lc_ctx *ctx;
    lcv_problem problem;
    lcv_choice choice;
    size_t held;                       /* instances at which it holds */
    size_t undecided;                  /* instances that were not decided */
    lc_int sample[LCV_MAX_PARAMETERS]; /* one at which it holds, with large numbers */
    lc_int failing[LCV_MAX_PARAMETERS];
    bool fails, whole;                   /* it fails at one where no size is 0 */
    lc_int troubled[LCV_MAX_PARAMETERS]; /* the first without a value */
    lcv_attempt trouble;
    bool has_trouble;
    char *obstacle;                 /* the reason why a proof failed */
    char *advice;                   /* what would have decided the claim */
    bool open, side[LCV_INSTANCES]; /* the first question left open; its answers at instances */
    size_t cases_tried, proved_cases;
    bool promised; /* some instances are excluded by what tables promise */
    bool asked;    /* isl's opinion of a proof */
    lcr_confirmation opinion;
    lcv_confirmed *cases;     /* counts the opinions at instances */
    lcv_certified *certified; /* NULL: no certificate is wanted */
    lcv_form_said said;       /* beside a proof, in all cases */
} work;

/* ---- attempts ---- */

static lc_int least_of(const work *w, const lc_int *value)
{
    lc_int least = value[0];
    for (size_t i = 1; i < w->problem.n; i++)
        least = lc_int_min(least, value[i]);
    return least;
}

/* Records the outcome of an attempt; true when the claim fails there, or there is a bug. */
static bool record(work *w, const lc_int *value, lcv_attempt *attempt)
{
    size_t size = w->problem.n * sizeof(lc_int);
    bool stop = attempt->at == LCV_AT_FAILS || attempt->at == LCV_AT_DISAGREEMENT;
    if (attempt->at == LCV_AT_HOLDS) {
        if (w->held == 0 || lc_int_le(least_of(w, w->sample), least_of(w, value)))
            memcpy(w->sample, value, size);
        w->held++;
    }
    if (attempt->at == LCV_AT_FAILS) {
        memcpy(w->failing, value, size);
        w->fails = true;
    }
    w->undecided += attempt->at == LCV_AT_UNKNOWN;
    bool trouble = attempt->at == LCV_AT_DISAGREEMENT ||
                   (attempt->at == LCV_AT_ERROR && !w->has_trouble);
    if (trouble) {
        lcv_attempt_clear(&w->trouble);
        memcpy(w->troubled, value, size);
        w->trouble = *attempt;
        w->has_trouble = true;
        *attempt = (lcv_attempt){.at = LCV_AT_EXCLUDED};
    }
    lcv_attempt_clear(attempt);
    return stop;
}

static bool try_at(work *w, const lc_int *value, bool crosscheck)
{
    lcv_attempt attempt = lcv_try_claim(&w->problem, value, crosscheck, NULL, NULL);
    return record(w, value, &attempt);
}

/* Up to n instances more, as long as most are decided: one that is not takes the longest. True
 * when one of them ends the search. */
static bool try_more(work *w, size_t n, bool crosscheck)
{
    lc_int value[LCV_MAX_PARAMETERS];
    for (size_t i = 0;
         i < n && w->undecided < MOST_UNDECIDED && lcv_choice_next(&w->choice, value); i++)
        if (try_at(w, value, crosscheck))
            return true;
    return false;
}

/* isl is asked at each instance, too, if they are few. */
static bool ask_instance(void *user, lcv_eval *at)
{
    const work *w = user;
    at->certify = w->e->certify;
    if (lcv_eval_asks(w->e)) {
        at->crosscheck = w->e->crosscheck;
        at->confirmed = w->cases;
    }
    return true;
}

/* Joins its answers about all of them into one opinion. */
static void ask_about_cases(work *w)
{
    const lcv_confirmed *c = w->cases;
    bool by_isl = c->claims > 0 || (c->values > 0 && c->computed == 0);
    lcr_confirmation opinion = {.opinion = LCR_UNSURE,
                                .reason = c->computed > 0 ? LCR_BY_ARITHMETIC : LCR_BY_READING,
                                .sets = c->sets,
                                .seconds = c->seconds};
    for (size_t i = 0; i < LCR_REASONS; i++)
        if (c->open[i] > 0)
            opinion.reason = (lcr_reason)i;
    if (by_isl && lcr_reason_needs_no_set(opinion.reason))
        opinion = (lcr_confirmation){LCR_AGREES, LCR_SURE, "cases", c->sets,
                                     c->seconds, NULL,     NULL,    NULL};
    w->opinion = opinion;
    w->asked = true;
}

/* Every instance, when there are few; true when that decides the claim. */
static bool try_all(work *w, size_t *count)
{
    lc_int total, value[LCV_MAX_PARAMETERS];
    const lcv_problem *p = &w->problem;
    if (!lcv_problem_count(p, &total) || lc_int_lt(lc_int_const(CASES), total))
        return false;
    bool ask = (lcv_eval_asks(w->e) || w->certified) && lc_int_le(total, lc_int_const(ASKED));
    *count = 0;
    lcv_certified_forget(w->certified, 0);
    for (int64_t k = 0; k < lc_int_get_si(total); k++) {
        lcv_problem_case(p, p->n, NULL, k, value);
        lcv_attempt attempt = lcv_try_claim(p, value, false, ask ? ask_instance : NULL, w);
        bool holds = attempt.at == LCV_AT_HOLDS, excluded = attempt.at == LCV_AT_EXCLUDED;
        w->promised = w->promised || (excluded && attempt.result);
        if (holds && w->certified && attempt.certificate &&
            !lcv_certified_add_instance(w->certified, p, value, attempt.certificate))
            return true;
        bool stop = record(w, value, &attempt);
        if (stop || (!holds && !excluded))
            return stop;
        *count += holds;
    }
    if (ask && lcv_eval_asks(w->e))
        ask_about_cases(w);
    return *count > 0;
}

/* ---- refuted ---- */

/* Sizes of 0 are not preferred to larger ones. */
static bool still_fails(void *user, const lc_int *value)
{
    const work *w = user;
    bool whole;
    return lcv_fails_at(&w->problem, value, &whole) && (whole || !w->whole);
}

/* Looks for other numbers where a size is 0 at those at which the claim fails. */
static void prefer_sizes(work *w)
{
    lc_int value[LCV_MAX_PARAMETERS];
    bool whole;
    lcv_fails_at(&w->problem, w->failing, &w->whole);
    while (!w->whole && lcv_choice_next(&w->choice, value))
        if (lcv_fails_at(&w->problem, value, &whole) && whole) {
            memcpy(w->failing, value, w->problem.n * sizeof *value);
            w->whole = true;
        }
}

/* The report of the instance: its certificate, with a place, isl's opinion, and its picture. */
typedef struct {
    char *where;
    lcv_confirmed *confirmed;
    struct lcv_figure **figure;
} told;

static bool tell_instance(void *user, lcv_eval *at)
{
    const told *t = user;
    at->certify = t->where;
    at->confirmed = t->confirmed;
    at->figure = t->figure;
    return true;
}

/* The place of the claim, and the numbers; NULL when no certificate is wanted. */
static char *certified_place(work *w)
{
    if (!w->e->certify)
        return NULL;
    return lcv_text(w->ctx, "%s: at %S", w->e->certify,
                    lcv_instance_text(&w->problem, w->failing));
}

/* The numbers of the parameters, in words and by name. */
static void add_parameters(work *w, lcv_result *result)
{
    lcv_counterexample *c = &result->counterexample;
    char *where = lcv_text(w->ctx, "%S%s%s", lcv_instance_text(&w->problem, w->failing),
                           *c->where ? ", " : "", c->where);
    c->parameters = lc_alloc(w->ctx, w->problem.n, sizeof *c->parameters);
    if (where) {
        free(c->where);
        c->where = where;
    }
    for (size_t i = 0; c->parameters && i < w->problem.n; i++)
        c->parameters[c->nparameters++] =
            (lcv_parameter_value){lcv_text(w->ctx, "%s", w->problem.parameter[i]->formula->text),
                                  lc_int_to_str(w->ctx, w->failing[i])};
}

/* Adds the smaller or other numbers at which there is no value at all. */
static void add_trouble(work *w, lcv_result **result)
{
    if (w->has_trouble && w->trouble.diag.message)
        lcv_step(w->ctx, result, "at %S the claim has no value: %s",
                 lcv_instance_text(&w->problem, w->troubled), w->trouble.diag.message);
}

static lcv_result *refuted(work *w)
{
    prefer_sizes(w);
    lcv_choice_shrink(&w->choice, w->failing, still_fails, w);
    told t = {certified_place(w), w->e->confirmed, w->e->figure};
    lcv_attempt attempt = lcv_try_claim(&w->problem, w->failing, true, tell_instance, &t);
    lcv_result *result = NULL;
    if (attempt.at == LCV_AT_FAILS) {
        result = attempt.result;
        attempt.result = NULL;
        w->e->certificate = attempt.certificate;
        attempt.certificate = NULL;
        add_parameters(w, result);
        add_trouble(w, &result);
    } else {
        lcv_attempt_report(&w->problem, w->failing, &attempt);
    }
    free(t.where);
    lcv_attempt_clear(&attempt);
    return result;
}

/* ---- proved ---- */

/* isl is asked about a proof in symbols, of one case of several. */
static bool ask_about(work *w, lcv_forms *f, const lcv_fixed *fixed)
{
    w->asked = true;
    return lcv_confirm_forms(f, fixed, true, &w->opinion);
}

/* What is said of one more case. */
static void add_said(work *w, const lcv_form_said *of)
{
    bool first = w->proved_cases == 1;
    for (size_t k = 0; k < 2; k++)
        w->said.multiple[k] = lc_int_gcd(w->ctx, w->said.multiple[k], of->multiple[k]);
    w->said.n = of->n;
    w->said.shared = first || w->said.shared ? of->shared : NULL;
}

/* `; vectors begin at multiples of 1 in A and of 8 in B`, where that is not n; `; they share
 * offset 0`. A claim of `or` does not say which of them. */
static char *said(const work *w)
{
    const lcv_form_said *of = &w->said;
    bool aligned = lc_int_eq(of->multiple[0], of->n) && lc_int_eq(of->multiple[1], of->n);
    if (!aligned && !lcv_is_logic(w->problem.ast))
        return lcv_text(w->ctx, "; vectors begin at multiples of %i in A and of %i in B",
                        of->multiple[0], of->multiple[1]);
    return of->shared && !lcv_is_logic(w->problem.ast)
               ? lcv_text(w->ctx, "; they share %s", of->shared)
               : lcv_text(w->ctx, "%s", "");
}

static lcv_result *proved(work *w, const char *method, char *what)
{
    lcv_result *result = lcv_proved_with(w->ctx, method,
                                         lcv_text(w->ctx, "%S%S%S",
                                                  lcv_problem_range(&w->problem), what, said(w)));
    if (result && w->asked)
        lcv_eval_confirm_symbolic(w->e, w->problem.ast->span, false, &w->opinion);
    else if (result)
        lcv_eval_not_asked(w->e, w->problem.ast->span, LCR_PARAMETERS);
    if (result && w->promised)
        lcv_eval_no_evidence(w->e, result);
    else if (result && w->certified)
        w->e->certificate = lcv_certified_text(w->certified, &w->problem, w->e->certify);
    return result;
}

/* The arguments in symbols are equal to those at the instances; otherwise there is a bug. */
typedef struct {
    work *w;
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
    return compare_arguments_of(a, a->w->problem.ast, at);
}

/* Tries the same instances once more, and compares the arguments of the proof there. */
static bool confirmed(work *w, lcv_forms *f, const lcv_fixed *fixed)
{
    lc_int value[LCV_MAX_PARAMETERS];
    lcv_choice again;
    agreement a = {w, f, false};
    const lcv_form_step *step;
    bool complete;
    size_t steps = lcv_forms_steps(f, &step, &complete);
    lcv_choice_init(&again, &w->problem);
    for (size_t i = 0; i < FIRST && !a.differs && lcv_choice_next(&again, value); i++) {
        if (!lcv_case_admits(&w->problem, fixed, value))
            continue;
        lcv_attempt attempt = lcv_try_claim(&w->problem, value, false, compare_arguments, &a);
        a.differs = a.differs || attempt.at == LCV_AT_FAILS;
        lcv_attempt_clear(&attempt);
    }
    lcv_forms_forget(f, steps); /* the steps of the arguments, once more */
    if (!a.differs)
        return true;
    char *text = lcv_instance_text(&w->problem, value);
    lc_fail(w->ctx, LC_ERR_INTERNAL,
            "proved in symbols, which do not agree with the values at %s", text ? text : "?");
    free(text);
    return false;
}

static bool prove_case(work *w, const lcv_fixed *fixed, size_t depth, bool *stop);

/* The answers to the first question that was left open. */
static void note_sides(work *w, const lcv_fixed *first)
{
    lc_int value[LCV_MAX_PARAMETERS];
    lcv_choice again;
    w->open = true;
    lcv_choice_init(&again, &w->problem);
    for (size_t i = 0; i < LCV_INSTANCES && lcv_choice_next(&again, value); i++)
        w->side[i] = lcv_case_admits(&w->problem, first, value);
}

/* The two sides of a question that was left open. Where the claim is proved on one side only, and
 * that is the first question, its condition would decide it. */
static bool prove_sides(work *w, lcv_forms *f, const lcv_fixed *fixed, size_t depth, bool *stop)
{
    lcv_fixed side[2];
    bool ok[2] = {false, false};
    if (depth == SPLITS || w->cases_tried >= CASES_TRIED ||
        !lcv_case_split(&w->problem, f, fixed, side))
        return false;
    if (depth == 0 && !w->open)
        note_sides(w, &side[0]);
    for (size_t k = 0; k < 2 && !*stop && (k == 0 || ok[0] || depth == 0); k++)
        ok[k] = prove_case(w, &side[k], depth + 1, stop);
    if (depth == 0 && ok[0] != ok[1] && !*stop && !w->advice)
        w->advice = lcv_case_text(&w->problem, &side[ok[0] ? 0 : 1]);
    return ok[0] && ok[1];
}

/* Proves the claim in symbols in one case, or in those that it falls into. A hint is tried at
 * once; *stop when it ends the search. */
static bool prove_case(work *w, const lcv_fixed *fixed, size_t depth, bool *stop)
{
    lc_int hint[LCV_MAX_PARAMETERS];
    bool hinted = false, ok = false, empty = false;
    size_t certified = lcv_certified_count(w->certified);
    lcv_forms *f = lcv_forms_new(&w->problem, true, fixed);
    w->cases_tried++;
    if (f) {
        lcv_forms_assume(f);
        bool vacuous = lcv_forms_vacuous(f);
        ok = vacuous || lcv_form_claim(f, w->problem.ast, w->sample, hint, &hinted);
        if (ok && lc_ctx_shortcuts(w->ctx))
            ok = confirmed(w, f, fixed);
        empty = !ok && depth > 0 && lcv_facts_consistent(lcv_forms_facts(f)) == LCR_NO;
        if (ok && lcv_eval_asks(w->e))
            ok = ask_about(w, f, fixed);
        if (w->certified && (ok || empty))
            ok = lcv_certified_add(w->certified, f, fixed, vacuous || empty) && ok;
        w->proved_cases += ok;
        if (ok)
            add_said(w, lcv_forms_said(f));
        if (!ok && !empty && lc_ctx_code(w->ctx) == LC_OK)
            ok = prove_sides(w, f, fixed, depth, stop);
        const char *obstacle = lcv_forms_obstacle(f);
        if (!ok && !empty && !w->obstacle && obstacle)
            w->obstacle = lcv_text(w->ctx, "%s", obstacle);
    }
    lcv_forms_free(f);
    if (!ok && !empty)
        lcv_certified_forget(w->certified, certified);
    if (!ok && !empty && hinted && !*stop && lc_ctx_code(w->ctx) == LC_OK)
        *stop = try_at(w, hint, true);
    return ok || empty;
}

/* The same from a case on. */
static bool prove_with(work *w, const lcv_fixed *fixed, bool *stop)
{
    w->cases_tried = 0;
    return prove_case(w, fixed, fixed ? 1 : 0, stop);
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
static bool prove_split(work *w, bool *stop, size_t *cases)
{
    size_t which[LCV_MAX_PARAMETERS];
    lc_int count;
    size_t n = splittable(&w->problem, which, &count);
    if (n == 0 || n == w->problem.n)
        return false;
    *cases = (size_t)lc_int_get_si(count);
    for (size_t k = 0; k < *cases; k++) {
        lcv_fixed fixed = {0};
        for (size_t i = 0; i < n; i++)
            fixed.is[which[i]] = true;
        lcv_problem_case(&w->problem, n, which, (int64_t)k, fixed.value);
        if (!prove_with(w, &fixed, stop))
            return false;
    }
    return *cases > 0;
}

/* ---- deciding ---- */

/* The advice is one that was tried. */
static void advise(work *w)
{
    char *known = w->advice;
    w->advice = w->open && !w->undecided ? lcv_enough_condition(&w->problem, w->side, known)
                                         : NULL;
    free(known);
}

static lcv_result *unknown(work *w)
{
    lc_ctx *ctx = w->ctx;
    if (!w->e->tentative)
        advise(w);
    const char *held = w->undecided ? "some instances were not decided; it held at %z others"
                                    : "it held at the %z instances tried";
    if (w->held == 0 && !w->undecided)
        return lcv_unknown(ctx, LCV_BY_SYMBOLS,
                           lcv_text(ctx,
                                    "no values of the parameters were found that satisfy the "
                                    "assumptions"));
    return lcv_unknown(ctx, LCV_BY_SYMBOLS,
                       lcv_text(ctx, "%s; %S%s%s", w->obstacle ? w->obstacle : "not proved",
                                lcv_text(ctx, held, w->held),
                                w->advice ? "; proved with: assume " : "",
                                w->advice ? w->advice : ""));
}

/* More instances, after a proof was not found: a query has a part of its operations, for there
 * are many. */
static bool try_others(work *w)
{
    unsigned long budget = lcr_budget(w->e->r);
    lcr_set_budget(w->e->r, budget > PART ? budget / PART : budget);
    bool stop = try_more(w, LCV_INSTANCES, false);
    lcr_set_budget(w->e->r, budget);
    return stop;
}

/* The first instances; true when they decide. Failures are forgotten when shortcuts are off, for
 * tests of the proofs themselves. */
static bool try_first(work *w)
{
    bool stop = try_more(w, FIRST, true);
    if (lc_ctx_shortcuts(w->ctx))
        return stop;
    if (w->held == 0 && w->fails)
        memcpy(w->sample, w->failing, sizeof w->sample);
    if (w->held == 0 && w->has_trouble)
        memcpy(w->sample, w->troubled, sizeof w->sample);
    w->held += w->fails || w->has_trouble;
    w->fails = w->has_trouble = false;
    lcv_attempt_clear(&w->trouble);
    return false;
}

static lcv_result *decide(work *w)
{
    bool stop = try_first(w);
    size_t cases = 0;
    if (!stop && !w->has_trouble && w->held > 0) {
        if (prove_with(w, NULL, &stop))
            return proved(w, LCV_BY_SYMBOLS,
                          w->proved_cases > 1 ? lcv_text(w->ctx, ", in %z cases", w->proved_cases)
                                              : lcv_text(w->ctx, "%s", ""));
        if (!stop && prove_split(w, &stop, &cases))
            return proved(w, LCV_BY_SYMBOLS, lcv_text(w->ctx, ", in %z cases", cases));
    }
    if (lc_ctx_code(w->ctx) != LC_OK)
        return NULL;
    lcr_confirmation_clear(&w->opinion);
    w->asked = false; /* cases that do not make a proof */
    stop = stop || try_others(w);
    if (!stop && !w->has_trouble && try_all(w, &cases) && !w->fails)
        return proved(w, LCV_BY_INSTANCES, lcv_text(w->ctx, ": each of the %z", cases));
    if (w->fails)
        return refuted(w);
    if (w->has_trouble) {
        lcv_attempt_report(&w->problem, w->troubled, &w->trouble);
        return NULL;
    }
    return unknown(w);
}

/* ---- explained ---- */

/* Under which conditions it holds all the same; the claim by name, where it is not the whole. */
static void tell_missing(work *w, const char *claim, lc_text *out)
{
    char *found[LCV_MISSING];
    size_t n = lcv_missing_conditions(&w->problem, w->failing, found);
    bool part = w->e->beside_calls && claim;
    for (size_t i = 0; i < n; i++) {
        lc_text_printf(out, "  %s%sproved where %s is assumed\n", part ? claim : "",
                       part ? " is " : "", found[i]);
        free(found[i]);
    }
}

static void explain_verdict(work *w, const lcv_result *result)
{
    lc_text *out = &w->e->explain->text;
    const lcv_counterexample *c = &result->counterexample;
    char *claim = lcv_source_excerpt(w->e->source, w->problem.ast->span, 400);
    lc_text_printf(out, "%s\n  %s", claim ? claim : "", lcv_verdict_name(result->verdict));
    if (lcv_is_refuted(result)) {
        lc_text_printf(out, " at %s: %s\n", c->where, c->summary);
        for (size_t i = 0; i < c->nsteps; i++)
            lc_text_printf(out, "    %s\n", c->steps[i]);
        tell_missing(w, claim, out);
    } else {
        lc_text_printf(out, " %s, by %s\n", result->reason ? result->reason : "", result->method);
    }
    free(claim);
}

/* Decides the claim for all values of the parameters. */
static lcv_result *claim_for_all(lcv_eval *e, const lcv_ast *ast)
{
    lcv_confirmed cases = {0};
    lcv_result *result = NULL;
    work *w = lc_alloc(e->ctx, 1, sizeof *w);
    if (!w)
        return lcv_eval_failed(e, ast->span);
    *w = (work){.e = e, .ctx = e->ctx, .cases = &cases, .opinion = {.opinion = LCR_UNSURE}};
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, "for all values of parameters", NULL);
    if (e->certify)
        w->certified = lcv_certified_new(e->ctx);
    if (lcv_problem_open(&w->problem, e, ast)) {
        lcv_choice_init(&w->choice, &w->problem);
        result = lcv_settle(e->ctx, decide(w));
        if (result && e->explain)
            explain_verdict(w, result);
        if (!result && e->status == LCV_EVAL_OK)
            lcv_eval_failed(e, ast->span);
    }
    lcv_attempt_clear(&w->trouble);
    lcv_problem_close(&w->problem);
    lcr_confirmation_clear(&w->opinion);
    free(cases.why);
    lcv_certified_free(w->certified);
    free(w->obstacle);
    free(w->advice);
    free(w);
    return result;
}

static lcv_result *claim_part(void *user, const lcv_ast *part)
{
    return lcv_any_claim(user, part);
}

lcv_result *lcv_any_claim(lcv_eval *e, const lcv_ast *ast)
{
    if (!lcv_depends(e->scope, ast))
        return lcv_eval_claim(e, ast);
    if (lcv_is_logic(ast) && ast->op == LCV_OP_AND) {
        const lcv_ast *outside = e->whole;
        e->whole = outside ? outside : ast;
        lcv_result *result = lcv_eval_logic(e, ast, true, claim_part, e);
        e->whole = outside;
        return result;
    }
    if (lcv_is_claim(e, ast) && lcv_is_about_tables(e, ast))
        return lcv_table_claim(e, ast);
    if (!lcv_is_claim(e, ast))
        return lcv_eval_no_claim(e, ast, lcv_any_value(e, ast));
    lcv_result *result = claim_for_all(e, ast);
    if (!result || result->verdict != LCV_UNKNOWN || !lcv_is_about_maps(e, ast))
        return result;
    lcv_result *other = lcv_table_claim(e, ast); /* of maps there are other proofs */
    bool better = other && other->verdict != LCV_UNKNOWN;
    lcv_result_free(better ? result : other);
    return better ? other : result;
}
