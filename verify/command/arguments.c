/* arguments.c - see arguments.h. */
#include "config.h"

#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"

/* `-3`, `-(2+1)` and `-e1` are expressions, not options. */
static bool is_negative(const char *arg)
{
    static const char digits[] = "0123456789";
    if (arg[0] != '-' || arg[1] == '\0')
        return false;
    bool stride = (arg[1] == 'e' || arg[1] == 'f') && arg[2] != '\0' && strchr(digits, arg[2]);
    return stride || strchr(digits, arg[1]) || strchr("(_ ", arg[1]);
}

char **lcv_separate(int argc, char **argv)
{
    static char end_of_options[] = "--";
    char **sorted = calloc((size_t)argc + 2, sizeof *sorted);
    int n = 0, literal = 1;
    while (literal < argc && strcmp(argv[literal], end_of_options) != 0)
        literal++;
    for (int i = 0; sorted && i < literal; i++) {
        if (i == 0 || !is_negative(argv[i]))
            sorted[n++] = argv[i];
    }
    if (sorted)
        sorted[n++] = end_of_options;
    for (int i = 1; sorted && i < argc; i++) {
        if (i > literal || (i < literal && is_negative(argv[i])))
            sorted[n++] = argv[i];
    }
    return sorted;
}

/* Only what fails: the import itself is no result of the command. */
static void tell_failure(void *user, const lcv_outcome *outcome)
{
    const lcv_listener *listener = user;
    if (outcome->status != LCV_PASSED)
        listener->outcome(listener->user, outcome);
}

void lcv_import(lcv_session *session, const char *name, const lcv_listener *listener)
{
    lcv_listener failures = {.user = (void *)(uintptr_t)listener, .outcome = tell_failure};
    size_t n = strlen(name);
    bool path = strchr(name, '/') || (n > 4 && strcmp(name + n - 4, ".lay") == 0);
    lc_text text = {0};
    lc_text_printf(&text, path ? "import \"%s\"" : "import <%s>", name);
    char *statement = lc_text_take(NULL, &text);
    if (statement)
        lcv_session_say(session, statement, &failures);
    free(statement);
}
