/* text.c - `let A = (4,8):(1,4); size(A)`: an expression with statements before it.
 *
 * The statements are said (dialogue.c). What follows the last of them is the expression, whose
 * place stays what it is: blanks stand for the statements.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../language/comment.h"
#include "statement.h"

/* Past a string, a comment or one character. */
static const char *skip(const char *text, const char *at)
{
    if (*at == '"') {
        const char *end = at + 1 + strcspn(at + 1, "\"\n");
        return *end == '"' ? end + 1 : end;
    }
    if (strncmp(at, "//", 2) == 0 && !lcv_divides(text, (size_t)(at - text)))
        return at + strcspn(at, "\n");
    if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    return at + 1;
}

/* The part of a text behind the last semicolon that something follows; all of it without such a
 * semicolon. */
static const char *last_part(const char *text)
{
    const char *last = text;
    int open = 0; /* braces, in which `;` ends a piece of a map */
    for (const char *at = text; *at != '\0';
         open += (*at == '{') - (*at == '}'), at = skip(text, at))
        if (*at == ';' && open <= 0 && at[1 + strspn(at + 1, "; \t\r\n")] != '\0')
            last = at + 1;
    return last;
}

/* Definitions go on without a word; what fails, and what is asked, has its outcome. */
static void hear(void *user, const lcv_outcome *outcome)
{
    const lcv_listener *listener = user;
    bool asked = outcome->verb == LCV_SHOW || outcome->verb == LCV_PROVE ||
                 outcome->verb == LCV_REFUTE || outcome->verb == LCV_PLAN;
    if (listener->outcome && (asked || outcome->status != LCV_PASSED))
        listener->outcome(listener->user, outcome);
}

bool lcv_session_say_first(lcv_session *session, char *text, const lcv_listener *listener)
{
    const char *rest = last_part(text);
    size_t n = (size_t)(rest - text), errors = session->tally.errors;
    if (n == 0 || !lcv_begins_statement(text))
        return true;
    char *before = malloc(n + 1);
    if (!before) {
        lcv_work_report_no_memory(session, listener);
        return false;
    }
    memcpy(before, text, n);
    before[n] = '\0';
    lcv_listener quiet = {.user = (void *)listener, .outcome = hear};
    lcv_session_say(session, before, &quiet);
    free(before);
    for (size_t i = 0; i < n; i++)
        text[i] = text[i] == '\n' ? '\n' : ' ';
    return session->tally.errors == errors;
}
