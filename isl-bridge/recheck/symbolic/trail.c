/* trail.c - hints of a certificate about sizes, read and written. */
#include "config.h"

#include "trail.h"

#include <string.h>

const char *lcr_trail_hint(lcr_trail *trail, const char *kind)
{
    size_t n = strlen(kind);
    const char *hint = trail->at < trail->n ? trail->hint[trail->at] : "";
    if (strncmp(hint, kind, n) != 0 || hint[n] != ' ')
        return NULL;
    trail->at++;
    return strcmp(hint + n, " -") == 0 ? NULL : hint + n + 1;
}

void lcr_trail_hinted(lcr_trail *trail, const char *kind, const char *text)
{
    if (trail && !trail->old)
        lc_text_printf(trail->out, "hint %s %s\n", kind, text ? text : "-");
}
