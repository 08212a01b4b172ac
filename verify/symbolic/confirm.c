/* confirm.c - steps of forms as texts, and isl's answers about them. */
#include "config.h"

#include "confirm.h"

#include <stdlib.h>
#include <string.h>

#include "../crosscheck/confirm.h"
#include "reading.h"
#include "../function/result.h"

#define ARGS 64

void lcv_given_close(lcv_given *c, size_t nparameters)
{
    for (size_t i = 0; i < nparameters; i++) {
        free(c->low[i]);
        free(c->high[i]);
    }
    for (size_t i = 0; i < c->n; i++)
        free(c->assumption[i]);
}

lcr_parameters lcv_given_parameters(const lcv_given *c, const lcv_problem *p)
{
    return (lcr_parameters){p->n, c->parameter, c->n, (const char *const *)c->assumption,
                            c->partial};
}

/* ---- opinions ---- */

/* How much an opinion tells of the whole; UNSURE of no reason tells nothing. */
enum { NOTHING, READ, COMPUTED, BY_ISL, OPEN, DENIED };

static int weight_of(const lcr_confirmation *c)
{
    if (c->opinion != LCR_UNSURE)
        return c->opinion == LCR_AGREES ? BY_ISL : DENIED;
    return c->reason == LCR_SURE            ? NOTHING
           : c->reason == LCR_BY_READING    ? READ
           : c->reason == LCR_BY_ARITHMETIC ? COMPUTED
                                            : OPEN;
}

static bool is_confirmed(const lcr_confirmation *c)
{
    return weight_of(c) < OPEN;
}

/* Adds one more answer, which is cleared: what weighs most stays, with its reason. */
static void join(lcr_confirmation *out, lcr_confirmation *more)
{
    size_t sets = out->sets + more->sets;
    double seconds = out->seconds + more->seconds;
    if (weight_of(more) > weight_of(out)) {
        lcr_confirmation old = *out;
        *out = *more;
        *more = old;
    }
    out->sets = sets;
    out->seconds = seconds;
    lcr_confirmation_clear(more);
}

static void join_unsure(lcr_confirmation *out, lcr_reason reason)
{
    lcr_confirmation more = {.opinion = LCR_UNSURE, .reason = reason};
    join(out, &more);
}

/* The answer about a statement, its claim or its last operation, and those about the steps before
 * it, which are cleared. Where arithmetic decides the statement, sets of the steps do not state
 * it. */
static void join_steps(lcr_confirmation *itself, lcr_confirmation *steps)
{
    if (weight_of(itself) == COMPUTED && is_confirmed(steps)) {
        itself->sets += steps->sets;
        itself->seconds += steps->seconds;
        lcr_confirmation_clear(steps);
    } else {
        join(itself, steps);
    }
}

/* ---- steps ---- */

/* Confirms a step without parameters by the laws of numbers. False: it was not confirmed. */
static bool confirm_plain(lcv_forms *f, const lcv_form_step *step, lcr_confirmation *out)
{
    lcv_value *arg[ARGS];
    lcv_value *value = step->value ? lcv_form_as_value(f, step->value) : NULL;
    bool plain = value && step->n <= ARGS;
    for (size_t i = 0; plain && i < step->n; i++)
        plain = step->arg[i] && (arg[i] = lcv_form_as_value(f, step->arg[i])) != NULL;
    lc_ctx_reset(f->ctx);
    if (!plain || !lcv_confirm_value(f->r, step->name, step->n, arg, value, false, out))
        return false;
    if (out->opinion != LCR_UNSURE || lcr_reason_needs_no_set(out->reason))
        return true;
    lcr_confirmation_clear(out);
    return false;
}

static bool confirm_step(lcv_forms *f, const lcr_parameters *p, const lcv_form_step *step,
                         lcr_confirmation *out)
{
    char *arg[ARGS] = {NULL};
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    if (confirm_plain(f, step, out))
        return true;
    lc_ctx_reset(f->ctx);
    out->reason = LCR_NO_ROOM;
    if (step->n > ARGS)
        return true;
    char *value = step->value ? lcv_form_to_str(f, step->value) : NULL;
    bool ok = !step->value || value != NULL;
    for (size_t i = 0; ok && i < step->n; i++)
        ok = !step->arg[i] || (arg[i] = lcv_form_to_str(f, step->arg[i])) != NULL;
    lcr_symbolic s = {step->name, step->n, (const char *const *)arg, value};
    ok = ok && lcr_confirm_symbolic(f->r, p, &s, out);
    for (size_t i = 0; i < step->n; i++)
        free(arg[i]);
    free(value);
    return ok;
}

/* ---- parameters and assumptions ---- */

static void set_ranges(lcv_given *c, const lcv_problem *p)
{
    for (size_t i = 0; i < p->n; i++) {
        lc_int high;
        bool bounded = lcv_problem_high(p, i, &high);
        c->low[i] = lc_int_to_str(p->ctx, lcv_problem_low(p, i));
        c->high[i] = bounded ? lc_int_to_str(p->ctx, high) : NULL;
        c->failed = c->failed || !c->low[i] || (bounded && !c->high[i]);
        c->parameter[i] = (lcr_parameter){p->parameter[i]->formula->text, c->low[i], c->high[i]};
    }
}

static void assume(lcv_given *c, char *text)
{
    if (text)
        c->assumption[c->n++] = text;
    else
        c->failed = true;
}

/* The two sides of an assumption as sizes; false: one has no form. */
static bool sides_of(lcv_forms *g, const lcv_formula *formula, const lcv_form **a,
                     const lcv_form **b)
{
    lcv_place outside = lcv_reading_enter(g, lcv_place_of(formula));
    const lcv_ast *side = formula->ast->child;
    *a = lcv_form_eval(g, side);
    *b = *a ? lcv_form_eval(g, side->next) : NULL;
    lcv_reading_enter(g, outside);
    lc_ctx_reset(g->ctx);
    return *b != NULL;
}

/* The steps from `from` on, about sizes without assumptions. */
static bool steps_stand(lcv_forms *g, const lcv_given *c, size_t from, lcr_confirmation *out)
{
    lcr_parameters bare = lcv_given_parameters(c, g->reading->problem);
    bare.nassumptions = 0;
    for (size_t i = from; i < g->nsteps; i++) {
        lcr_confirmation step;
        if (!confirm_step(g, &bare, &g->step[i], &step))
            return false;
        bool good = is_confirmed(&step);
        out->sets += step.sets;
        out->seconds += step.seconds;
        lcr_confirmation_clear(&step);
        if (!good)
            return false;
    }
    return !g->lost;
}

/* An assumption that is not confirmed, or has no form, is left out: less is then known. */
static void set_assumptions(lcv_given *c, lcv_forms *g, lcr_confirmation *out)
{
    const lcv_problem *p = g->reading->problem;
    for (size_t i = 0; i < p->nassumptions && !c->failed; i++) {
        const lcv_formula *formula = p->assumption[i]->formula;
        const lcv_form *a, *b;
        size_t from = g->nsteps;
        if (c->partial || !sides_of(g, formula, &a, &b) || !steps_stand(g, c, from, out) ||
            formula->ast->op == LCV_OP_NE) {
            c->partial = true;
            lc_ctx_reset(g->ctx);
            continue;
        }
        assume(c, lcv_text(g->ctx, "%S %s %S", lcv_form_to_str(g, a),
                           lcv_op_name(formula->ast->op), lcv_form_to_str(g, b)));
    }
}

static void set_fixed(lcv_given *c, const lcv_problem *p, const lcv_fixed *fixed)
{
    char *text;
    for (size_t i = 0; (text = lcv_case_condition(p, fixed, i)) != NULL; i++)
        assume(c, text);
}

bool lcv_given_open(lcv_given *c, const lcv_problem *p, const lcv_fixed *fixed,
                    lcr_confirmation *out)
{
    set_ranges(c, p);
    set_fixed(c, p, fixed);
    lcv_forms *g = p->nassumptions > 0 && !c->failed ? lcv_forms_new(p, false, NULL) : NULL;
    if (g)
        set_assumptions(c, g, out);
    else
        c->failed = c->failed || p->nassumptions > 0;
    lcv_forms_free(g);
    return !c->failed;
}

/* A parameter with a residue is written by its quotient: 8*(M/8) is M. */
static bool confirm_names(lcv_forms *f, const lcr_parameters *p, lcr_confirmation *out)
{
    for (size_t i = 0; i < f->reading->problem->n; i++) {
        const char *name = f->reading->problem->parameter[i]->formula->text;
        char *text = lcv_size_to_str(f->symbols, f->parameter[i]);
        if (!text)
            return false;
        lcr_confirmation step;
        bool same = strcmp(text, name) == 0;
        lcr_symbolic s = {"name", 1, &name, text};
        bool ok = same || lcr_confirm_symbolic(f->r, p, &s, &step);
        free(text);
        if (!ok)
            return false;
        if (!same)
            join(out, &step);
    }
    return true;
}

/* ---- all of it ---- */

static bool has_claim(size_t n, const lcv_form_step *step)
{
    for (size_t i = 0; i < n; i++)
        if (!step[i].value)
            return true;
    return false;
}

/* The answers about the steps, and about the statement itself; false with an error. */
static bool confirm_all(lcv_forms *f, const lcr_parameters *p, bool claim,
                        lcr_confirmation *steps, lcr_confirmation *itself)
{
    const lcv_form_step *step;
    bool complete;
    size_t n = lcv_forms_steps(f, &step, &complete);
    if (!confirm_names(f, p, steps))
        return false;
    if (!complete || (claim && !has_claim(n, step)))
        join_unsure(itself, LCR_PARAMETERS);
    for (size_t i = 0; i < n && is_confirmed(steps) && is_confirmed(itself); i++) {
        bool is_itself = claim ? !step[i].value : i + 1 == n;
        lcr_confirmation c;
        if (!confirm_step(f, p, &step[i], &c))
            return false;
        join(is_itself ? itself : steps, &c);
    }
    return true;
}

bool lcv_confirm_forms(lcv_forms *f, const lcv_fixed *fixed, bool claim, lcr_confirmation *out)
{
    lcr_confirmation steps = {.opinion = LCR_UNSURE}, itself = steps;
    lcv_given *c = lc_alloc(f->ctx, 1, sizeof *c);
    if (!c)
        return false;
    lc_ctx_reset(f->ctx);
    bool ok = lcv_given_open(c, f->reading->problem, fixed, out);
    lcr_parameters p = lcv_given_parameters(c, f->reading->problem);
    ok = ok && confirm_all(f, &p, claim, &steps, &itself);
    join_steps(&itself, &steps);
    join(out, &itself);
    if (ok && weight_of(out) == NOTHING)
        join_unsure(out, LCR_BY_READING);
    lcv_given_close(c, f->reading->problem->n);
    free(c);
    return ok;
}
