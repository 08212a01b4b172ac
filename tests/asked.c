/* asked.c - an expression that a session evaluates, with all opinions of it. */
#include "config.h"

#include "asked.h"
#include "owned.h"

#include "../verify/session/session.h"

#include <stdio.h>

static void keep(void *user, const lcv_outcome *outcome)
{
    asked *a = user;
    if (outcome->value && outcome->status == LCV_PASSED)
        a->value = lcv_value_ref(outcome->value);
    if (outcome->error && outcome->error->message)
        snprintf(a->text, sizeof a->text, "%s", outcome->error->message);
}

asked law_ask(law *l, const char *text)
{
    asked a = {.value = NULL};
    lcv_session *s = law_session(l, (lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    lcv_listener listener = {.user = &a, .outcome = keep};
    lcv_session_eval(s, text, &listener);
    if (a.value)
        law_own_value(l, a.value);
    return a;
}
