/* dialogue.c - texts one after the other, each of which sees the names of those before it.
 *
 * A text is a module whose names stand inside those of the text before it. A name that is defined
 * again is another one from then on: values, functions and parameters that were made with the
 * former keep it, as they keep their text.
 */
#include "config.h"

#include <string.h>

#include "../../lib/text.h"
#include "../language/attribute.h"
#include "../language/pieces.h"
#include "../value/definition.h"
#include "../value/scope.h"
#include "perform.h"

/* `plan`, `kernel` and `for` begin a statement before a name alone. */
static bool begins_statement(const char *text, lcv_verb verb)
{
    const char *name = lcv_verb_name(verb);
    size_t n = strlen(name);
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    if (strncmp(text, name, n) != 0 || (text[n] != '\0' && strspn(text + n, letters) > 0) ||
        (text[n] >= '0' && text[n] <= '9'))
        return false;
    const char *after = text + n + strspn(text + n, " \t");
    return (verb != LCV_PLAN && verb != LCV_KERNEL && verb != LCV_FOR) ||
           (after > text + n && strspn(after, letters) > 0);
}

bool lcv_begins_statement(const char *text)
{
    while (*text) {
        text += strspn(text, " \t\r\n");
        if (lcv_attribute_is_defined(text) || lcv_begins_table(text))
            return true;
        if (lcv_attribute_word(NULL, text) > 0 || (*text != '#' && strncmp(text, "//", 2) != 0))
            break;
        text += strcspn(text, "\n");
    }
    for (int verb = LCV_LET; verb <= LCV_FOR; verb++)
        if (begins_statement(text, (lcv_verb)verb))
            return true;
    return false;
}

char *lcv_session_attributes(const lcv_session *session)
{
    lc_text text = {0};
    for (const lcv_scope *s = lcv_session_names(session); s; s = s->outside)
        for (size_t i = 0; i < s->n; i++)
            if (s->binding[i].name[0] == '#')
                lc_text_printf(&text, "%s = #ttg.x<\n", s->binding[i].name);
    return text.length > 0 ? lc_text_take(NULL, &text) : NULL;
}

/* Keeps the module for its names, if it has any, with its source. */
static void keep(lcv_session *session, lcv_module *m)
{
    if (m->scope.n == 0 && m->scope.nassumptions == 0 && m->plans.n == 0 && m->kernels.n == 0) {
        lcv_module_free(m);
        return;
    }
    m->next = session->said;
    session->said = m;
}

/* Takes over the source; NULL: it could not be made. */
static void perform(lcv_session *session, lcv_source *source, lcv_diag *problem,
                    const lcv_listener *listener)
{
    lcv_module *m = lcv_module_new(source);
    if (!m) {
        lcv_diag_clear(problem);
        lcv_work_report_no_memory(session, listener);
        return;
    }
    m->problem = *problem;
    m->said = true;
    m->scope.outside = lcv_session_names(session);
    m->kernels.outside = lcv_session_kernels(session);
    m->source->named = lcv_session_attributes(session);
    lcv_module_check(session, m, NULL, listener);
    keep(session, m);
}

void lcv_session_say(lcv_session *session, const char *text, const lcv_listener *listener)
{
    lcv_diag problem = {0};
    if (lcv_begins_statement(text))
        perform(session, lcv_source_text(LCV_TEXT, text, strlen(text), &problem), &problem,
                listener);
    else
        lcv_session_judge(session, text, listener);
}

void lcv_session_load(lcv_session *session, const char *path, const lcv_listener *listener)
{
    lcv_diag problem = {0};
    lcv_source *source = lcv_source_file(path, &problem);
    if (source && problem.failed && !problem.source) { /* it is not there */
        lcv_source nameless = {.name = (char *)path, .text = (char[]){""}};
        lcv_module asking = {.source = &nameless};
        lcv_source_free(source);
        lcv_work_report_error(session, &asking, &problem, listener);
        return;
    }
    perform(session, source, &problem, listener);
}

const lcv_scope *lcv_session_names(const lcv_session *session)
{
    return session->said ? &session->said->scope : NULL;
}

const lcv_scope *lcv_session_kernels(const lcv_session *session)
{
    return session->said ? &session->said->kernels : NULL;
}

const char *lcv_session_signature(const lcv_session *session, const char *name)
{
    const lcv_scope *scope = lcv_session_names(session);
    const lcv_binding *binding = scope ? lcv_scope_find(scope, name) : NULL;
    bool function = binding && binding->value && binding->value->kind == LCV_FUNCTION;
    return function ? binding->value->definition->call : NULL;
}

const char *lcv_session_name(const lcv_session *session, size_t i, bool *is_function)
{
    for (const lcv_scope *s = lcv_session_names(session); s; s = s->outside) {
        if (i >= s->n) {
            i -= s->n;
            continue;
        }
        const lcv_value *v = s->binding[i].value;
        *is_function = v && v->kind == LCV_FUNCTION;
        return s->binding[i].name;
    }
    return NULL;
}
