/* trial.h - a claim for all values of its parameters: what was tried of it so far. */
#ifndef LCV_SYMBOLIC_TRIAL_H
#define LCV_SYMBOLIC_TRIAL_H

#include "certified.h"
#include "confirm.h"

#define LCV_FIRST 6 /* instances before a proof is tried */

typedef struct {
    lcv_eval *e;
    lc_ctx *ctx;
    lcv_problem problem;
    lcv_choice choice;
    size_t held;                       /* instances at which it holds */
    size_t undecided;                  /* instances that were not decided */
    lc_int sample[LCV_MAX_PARAMETERS]; /* an instance at which it holds, with large numbers */
    lc_int failing[LCV_MAX_PARAMETERS];
    bool fails, whole;                   /* it fails at one where no size is 0 */
    lc_int troubled[LCV_MAX_PARAMETERS]; /* the first instance without a value */
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
} lcv_trial;

/* Tries an instance (attempts.c): true when the claim fails there, or there is a bug. */
bool lcv_trial_at(lcv_trial *t, const lc_int *value, bool crosscheck);
/* Tries the first instances, before a proof; more, after no proof was found; all, where they are
 * few. True when that decides the claim. *count: at how many it holds. */
bool lcv_trial_first(lcv_trial *t);
bool lcv_trial_others(lcv_trial *t);
bool lcv_trial_graded(lcv_trial *t); /* all small numbers, those of a small sum first */
bool lcv_trial_all(lcv_trial *t, size_t *count);
bool lcv_trial_is_finite(const lcv_trial *t); /* are they few? */

/* The counterexample that was found (refuted.c), made small. NULL with the status. */
lcv_result *lcv_trial_refuted(lcv_trial *t);

/* A proof in symbols, perhaps in cases (proof.c); NULL: none was found. *stop when an instance
 * that it tried decides the claim. */
lcv_result *lcv_trial_prove(lcv_trial *t, bool *stop);
/* The result PROVED. Takes over the text `what`, which says how. */
lcv_result *lcv_trial_proved(lcv_trial *t, const char *method, char *what);

#endif
