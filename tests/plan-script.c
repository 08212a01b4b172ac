/* plan-script.c - a plan from its text to its kernel. */
#include "config.h"

#include "plan-script.h"

#include <stdarg.h>
#include <stdio.h>

static void see(void *user, const lcv_outcome *outcome)
{
    plan_script *t = user;
    if (outcome->status == LCV_PASSED && outcome->verb != LCV_PLAN)
        return;
    t->status = outcome->status;
    t->verdict = outcome->result ? outcome->result->verdict : LCV_UNKNOWN;
    const char *summary = t->verdict == LCV_REFUTED && outcome->result->counterexample.summary
                              ? outcome->result->counterexample.summary
                              : "";
    snprintf(t->summary, sizeof t->summary, "%s", summary);
    const char *why = outcome->error ? outcome->error->message : outcome->text;
    snprintf(t->text, sizeof t->text, "%s%s%s", why ? why : "",
             outcome->result && outcome->result->reason ? ": " : "",
             outcome->result && outcome->result->reason ? outcome->result->reason : "");
}

bool plan_script_try(law *l, const char *script, bool unproved, plan_script *out)
{
    *out = (plan_script){.status = LCV_INVALID};
    out->session = lcv_session_new((lcv_options){.crosscheck = true});
    out->planner = lck_planner_new((lck_planner_options){.keep = true, .unproved = unproved});
    lcv_listener listener = {.user = out, .outcome = see};
    if (!out->session || !out->planner)
        return law_fail(l, "no memory");
    lcv_session_set_planner(out->session, lck_planner_hook(out->planner));
    lcv_session_say(out->session, script, &listener);
    return true;
}

const lck_kernel *plan_script_kernel(plan_script *out, const char *format, ...)
{
    law unused = {0};
    char script[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(script, sizeof script, format, args);
    va_end(args);
    ck_assert(plan_script_try(&unused, script, false, out));
    return lck_planner_find(out->planner, "p");
}

void plan_script_forget(plan_script *t)
{
    lck_planner_free(t->planner);
    lcv_session_free(t->session);
}
