/* trail.c - items of a certificate about sizes. */
#include "config.h"

#include "trail.h"

#include <string.h>

void lcr_trail_met(lcr_trail *trail, const char *item)
{
    item ? lc_text_add(trail->out, item) : lc_text_miss(trail->out);
}

const char *lcr_trail_hint(lcr_trail *trail, const char *kind)
{
    static const char word[] = "hint ";
    size_t n = strlen(word), more = strlen(kind);
    while (trail->at < trail->n && strncmp(trail->line[trail->at], word, n) != 0)
        trail->at++;
    const char *line = trail->at < trail->n ? trail->line[trail->at++] + n : "";
    bool is = strncmp(line, kind, more) == 0 && line[more] == ' ';
    return is && strcmp(line + more, " -") != 0 ? line + more + 1 : NULL;
}

void lcr_trail_hinted(lcr_trail *trail, const char *kind, const char *text)
{
    lc_text_printf(trail->out, "hint %s %s\n", kind, text ? text : "-");
}
