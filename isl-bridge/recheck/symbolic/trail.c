/* trail.c - items of a certificate about sizes, written and compared. */
#include "config.h"

#include "trail.h"

#include <string.h>

/* The number of lines at which the items agree; SIZE_MAX: they do not. */
static size_t lines_of(const lcr_trail *trail, const char *item)
{
    size_t n = 0;
    for (const char *at = item, *end; (end = strchr(at, '\n')) != NULL; at = end + 1, n++) {
        size_t length = (size_t)(end - at);
        const char *line = trail->at + n < trail->n ? trail->line[trail->at + n] : "";
        if (strlen(line) != length || strncmp(line, at, length) != 0)
            return SIZE_MAX;
    }
    return n;
}

bool lcr_trail_expects(const lcr_trail *trail, const char *item)
{
    return !trail || trail->out || (item && lines_of(trail, item) != SIZE_MAX);
}

void lcr_trail_met(lcr_trail *trail, const char *item)
{
    if (trail && trail->out)
        item ? lc_text_add(trail->out, item) : lc_text_miss(trail->out);
    else if (trail && item)
        trail->at += lines_of(trail, item);
}

const char *lcr_trail_hint(lcr_trail *trail, const char *kind)
{
    static const char word[] = "hint ";
    const char *line = trail->at < trail->n ? trail->line[trail->at] : "";
    size_t n = strlen(word), more = strlen(kind);
    if (strncmp(line, word, n) != 0 || strncmp(line + n, kind, more) != 0 ||
        line[n + more] != ' ')
        return NULL;
    trail->at++;
    return strcmp(line + n + more, " -") == 0 ? NULL : line + n + more + 1;
}

void lcr_trail_hinted(lcr_trail *trail, const char *kind, const char *text)
{
    if (trail)
        lc_text_printf(trail->out, "hint %s %s\n", kind, text ? text : "-");
}
