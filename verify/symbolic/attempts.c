/* attempts.c - a claim with parameters at instances: the first ones, more, all. */
#include "config.h"

#include "../function/witness.h"
#include "../tables/small.h"
#include "trial.h"

#include <string.h>

#define CASES 4096 /* the most instances that are all tried */
#define ASKED 64   /* instances at which isl is asked, where all are tried */
#define LISTS 32 /* domains of LCV_MAX_POINTS whose elements are looked at, where all are tried */
#define GRADED 256 /* instances of small numbers */
#define PART 256   /* of a question, for an instance after the first ones */

static lc_int least_of(const lcv_trial *t, const lc_int *value)
{
    lc_int least = value[0];
    for (size_t i = 1; i < t->problem.n; i++)
        least = lc_int_min(least, value[i]);
    return least;
}

/* Records the outcome of an attempt; true when the claim fails there, or there is a bug. */
static bool record(lcv_trial *t, const lc_int *value, lcv_attempt *attempt)
{
    size_t size = t->problem.n * sizeof(lc_int);
    bool stop = attempt->at == LCV_AT_FAILS || attempt->at == LCV_AT_DISAGREEMENT;
    if (attempt->at == LCV_AT_HOLDS) {
        if (t->held == 0 || lc_int_le(least_of(t, t->sample), least_of(t, value)))
            memcpy(t->sample, value, size);
        t->held++;
    }
    if (attempt->at == LCV_AT_FAILS) {
        memcpy(t->failing, value, size);
        t->fails = true;
    }
    t->undecided += attempt->at == LCV_AT_UNKNOWN;
    bool trouble = attempt->at == LCV_AT_DISAGREEMENT ||
                   (attempt->at == LCV_AT_ERROR && !t->has_trouble);
    if (trouble) {
        lcv_attempt_clear(&t->trouble);
        memcpy(t->troubled, value, size);
        t->trouble = *attempt;
        t->has_trouble = true;
        *attempt = (lcv_attempt){.at = LCV_AT_EXCLUDED};
    }
    lcv_attempt_clear(attempt);
    return stop;
}

bool lcv_trial_at(lcv_trial *t, const lc_int *value, bool crosscheck)
{
    lcv_attempt attempt = lcv_try_claim(&t->problem, value, crosscheck, NULL, NULL);
    return record(t, value, &attempt);
}

/* Up to n instances more. True when one of them ends the search. */
static bool try_more(lcv_trial *t, size_t n, bool crosscheck)
{
    lc_int value[LCV_MAX_PARAMETERS];
    for (size_t i = 0; i < n && lcv_choice_next(&t->choice, value); i++)
        if (lcv_trial_at(t, value, crosscheck))
            return true;
    return false;
}

/* isl is asked at each instance, too, if they are few. */
static bool ask_instance(void *user, lcv_eval *at)
{
    const lcv_trial *t = user;
    at->certify = t->e->certify;
    if (lcv_eval_asks(t->e)) {
        at->crosscheck = t->e->crosscheck;
        at->confirmed = t->cases;
    }
    return true;
}

/* Joins its answers about all of them into one opinion. */
static void ask_about_cases(lcv_trial *t)
{
    const lcv_confirmed *c = t->cases;
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
    t->opinion = opinion;
    t->asked = true;
}

static bool are_few(const lcv_problem *p, lcv_determined *d, lc_int *total)
{
    return lcv_problem_free(p, d, total) && lc_int_le(*total, lc_int_const(CASES));
}

bool lcv_trial_is_finite(const lcv_trial *t)
{
    lc_int total;
    lcv_determined d;
    return are_few(&t->problem, &d, &total);
}

bool lcv_trial_all(lcv_trial *t, size_t *count)
{
    lc_int total, value[LCV_MAX_PARAMETERS];
    const lcv_problem *p = &t->problem;
    lcv_determined d;
    if (!are_few(p, &d, &total))
        return false;
    bool ask = (lcv_eval_asks(t->e) || t->certified) && lc_int_le(total, lc_int_const(ASKED));
    *count = 0;
    lcv_certified_forget(t->certified, 0);
    uint64_t before = lc_ctx_looked(t->ctx);
    for (int64_t k = 0; k < lc_int_get_si(total); k++) {
        if (lc_ctx_looked(t->ctx) - before > (uint64_t)LISTS * LCV_MAX_POINTS) {
            t->undecided++;
            return false;
        }
        lcv_problem_case(p, d.n, d.which, k, value);
        bool within;
        if (!lcv_problem_complete(p, &d, value, &within)) {
            t->undecided++;
            return false;
        }
        if (!within)
            continue;
        lcv_attempt attempt = lcv_try_claim(p, value, false, ask ? ask_instance : NULL, t);
        bool holds = attempt.at == LCV_AT_HOLDS, excluded = attempt.at == LCV_AT_EXCLUDED;
        t->promised = t->promised || (excluded && attempt.result);
        if (holds && t->certified && attempt.certificate &&
            !lcv_certified_add_instance(t->certified, p, value, attempt.certificate))
            return true;
        bool stop = record(t, value, &attempt);
        if (stop || (!holds && !excluded))
            return stop;
        *count += holds;
    }
    if (ask && lcv_eval_asks(t->e))
        ask_about_cases(t);
    return *count > 0;
}

/* The parts of a question that instances after the first ones may take. */
static unsigned long less(lcv_trial *t)
{
    unsigned long budget = lcr_budget(t->e->r);
    lcr_set_budget(t->e->r, budget > PART ? budget / PART : budget);
    lc_ctx_set_share(t->ctx, PART);
    return budget;
}

static void as_before(lcv_trial *t, unsigned long budget)
{
    lc_ctx_set_share(t->ctx, 1);
    lcr_set_budget(t->e->r, budget);
}

/* There are many, and each may take a part of what a question may. */
bool lcv_trial_others(lcv_trial *t)
{
    unsigned long budget = less(t);
    bool stop = try_more(t, LCV_INSTANCES, false);
    as_before(t, budget);
    return stop;
}

/* It is not counted at how many of them the claim holds. */
bool lcv_trial_graded(lcv_trial *t)
{
    size_t place[LCV_MAX_PARAMETERS] = {0}, held = t->held, undecided = t->undecided;
    lc_int value[LCV_MAX_PARAMETERS];
    uint64_t before = lc_ctx_looked(t->ctx);
    unsigned long budget = less(t);
    bool stop = false;
    for (size_t k = 0; k < GRADED && !stop && !lc_ctx_ends(t->ctx) &&
                       lc_ctx_looked(t->ctx) - before <= (uint64_t)LISTS * LCV_MAX_POINTS;
         k++, lcv_next_places(t->problem.n, place))
        stop = lcv_choice_at(&t->choice, place, value) && lcv_trial_at(t, value, false);
    as_before(t, budget);
    t->held = held;
    t->undecided = undecided;
    return stop;
}

/* Failures are forgotten when shortcuts are off, for tests of the proofs themselves. */
bool lcv_trial_first(lcv_trial *t)
{
    bool stop = try_more(t, LCV_FIRST, true);
    if (lc_ctx_shortcuts(t->ctx))
        return stop;
    if (t->held == 0 && t->fails)
        memcpy(t->sample, t->failing, sizeof t->sample);
    if (t->held == 0 && t->has_trouble)
        memcpy(t->sample, t->troubled, sizeof t->sample);
    t->held += t->fails || t->has_trouble;
    t->fails = t->has_trouble = false;
    lcv_attempt_clear(&t->trouble);
    return false;
}
