/* plan-script.h - a `.lay` text with a plan, checked in a session of its own. */
#ifndef TESTS_PLAN_SCRIPT_H
#define TESTS_PLAN_SCRIPT_H

#include "../kernels/planner/planner.h"
#include "law.h"

typedef struct {
    lcv_session *session;
    lck_planner *planner; /* has the kernels */
    /* The result of the last plan, or of the statement that failed. */
    lcv_status status;
    lcv_verdict verdict;
    char text[512];    /* its claim, or the error */
    char summary[256]; /* of a counterexample, or "" */
} plan_script;

/* Checks the text; `unproved`: a kernel is made of plans that are refuted, too. False where there
 * is no memory for it: the case fails. */
bool plan_script_try(law *l, const char *script, bool unproved, plan_script *out);
/* The same outside of laws, of a text as printf has it; the kernel of its plan `p`, or NULL. */
const lck_kernel *plan_script_kernel(plan_script *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void plan_script_forget(plan_script *t);

#endif
