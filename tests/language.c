#include "config.h"

#include "language.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static lcv_session *session;

void language_open_with(unsigned long budget)
{
    session = lcv_session_new((lcv_options){.budget = budget, .crosscheck = true});
    ck_assert_ptr_nonnull(session);
}

void language_close(void)
{
    lcv_session_free(session);
    session = NULL;
}

static lcv_session *opened(void)
{
    if (!session)
        language_open_with(100000);
    return session;
}

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

void language_clear(language_seen *s)
{
    free(s->value);
    free(s->message);
    free(s->hint);
    free(s->rendered);
    *s = (language_seen){0};
}

static void see(void *user, const lcv_outcome *outcome)
{
    language_seen *s = user;
    size_t outcomes = s->outcomes + 1;
    language_clear(s);
    s->outcomes = outcomes;
    s->status = outcome->status;
    s->value = copy(outcome->value_text);
    s->claim = outcome->result != NULL;
    if (outcome->result)
        s->verdict = outcome->result->verdict;
    if (outcome->error) {
        s->message = copy(outcome->error->message);
        s->hint = copy(outcome->error->hint);
        s->rendered = lcv_diag_to_str(outcome->error);
        if (outcome->error->source)
            lcv_source_place(outcome->error->source, outcome->error->span.begin, &s->line,
                             &s->column);
    }
}

void language_eval(const char *text, language_seen *s)
{
    lcv_listener listener = {.user = s, .outcome = see};
    *s = (language_seen){0};
    lcv_session_eval(opened(), text, &listener);
    ck_assert_uint_eq(s->outcomes, 1);
}

void language_prove(const char *text, language_seen *s)
{
    lcv_listener listener = {.user = s, .outcome = see};
    *s = (language_seen){0};
    lcv_session_prove(opened(), text, &listener);
    ck_assert_uint_eq(s->outcomes, 1);
}

void language_check(const char *text, const char *value)
{
    language_seen s;
    language_eval(text, &s);
    ck_assert_msg(s.status == LCV_PASSED, "%s: %s", text, s.message ? s.message : "no value");
    ck_assert_msg(s.value && strcmp(s.value, value) == 0, "%s is %s, not %s", text,
                  s.value ? s.value : "nothing", value);
    language_clear(&s);
}

bool language_gives(law *l, const char *text, const char *value)
{
    language_seen s;
    language_eval(text, &s);
    bool same = s.value && strcmp(s.value, value) == 0;
    char *found = law_own_memory(l, copy(s.value ? s.value : s.message));
    language_clear(&s);
    return same || law_fail(l, "%s is %s, not %s", text, found ? found : "nothing", value);
}
