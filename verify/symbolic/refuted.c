/* refuted.c - the counterexample of a claim with parameters: smaller numbers, and its report. */
#include "config.h"

#include "../function/result.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

/* Sizes of 0 are not preferred to larger ones. */
static bool still_fails(void *user, const lc_int *value)
{
    const lcv_trial *t = user;
    bool whole;
    return lcv_fails_at(&t->problem, value, &whole) && (whole || !t->whole);
}

/* Looks for other numbers where a size is 0 at those at which the claim fails. */
static void prefer_sizes(lcv_trial *t)
{
    lc_int value[LCV_MAX_PARAMETERS];
    bool whole;
    lcv_fails_at(&t->problem, t->failing, &t->whole);
    while (!t->whole && lcv_choice_next(&t->choice, value))
        if (lcv_fails_at(&t->problem, value, &whole) && whole) {
            memcpy(t->failing, value, t->problem.n * sizeof *value);
            t->whole = true;
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
    const told *to = user;
    at->certify = to->where;
    at->confirmed = to->confirmed;
    at->figure = to->figure;
    return true;
}

/* The place of the claim, and the numbers; NULL when no certificate is wanted. */
static char *certified_place(lcv_trial *t)
{
    if (!t->e->certify)
        return NULL;
    return lcv_text(t->ctx, "%s: at %S", t->e->certify,
                    lcv_instance_text(&t->problem, t->failing));
}

/* Adds the smaller or other numbers at which there is no value at all. */
static void add_trouble(lcv_trial *t, lcv_result **result)
{
    if (t->has_trouble && t->trouble.diag.message)
        lcv_step(t->ctx, result, "at %S the claim has no value: %s",
                 lcv_instance_text(&t->problem, t->troubled), t->trouble.diag.message);
}

lcv_result *lcv_trial_refuted(lcv_trial *t)
{
    prefer_sizes(t);
    lcv_choice_shrink(&t->choice, t->failing, still_fails, t);
    told to = {certified_place(t), t->e->confirmed, t->e->figure};
    lcv_attempt attempt = lcv_try_claim(&t->problem, t->failing, true, tell_instance, &to);
    lcv_result *result = NULL;
    if (attempt.at == LCV_AT_FAILS) {
        result = attempt.result;
        attempt.result = NULL;
        t->e->certificate = attempt.certificate;
        attempt.certificate = NULL;
        lcv_at_parameters(t->ctx, result, lcv_instance_text(&t->problem, t->failing),
                          t->problem.n, t->problem.parameter, t->failing);
        add_trouble(t, &result);
    } else {
        lcv_attempt_report(&t->problem, t->failing, &attempt);
    }
    free(to.where);
    lcv_attempt_clear(&attempt);
    return result;
}
