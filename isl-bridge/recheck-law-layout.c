/* recheck-law-layout.c - evaluation, sizes, modes, slices, recasts. */
#include "config.h"

#include "recheck-laws.h"

/* The same function of the integral coordinate. */
static bool flatten(ev *e, const lcr_statement *s)
{
    lcr_statement same = {.claim = "equiv", .n = 2, .arg = {s->value, s->arg[0]}};
    return lcr_ev_equiv(e, &same);
}

const lcr_law lcr_laws_layout[] = {
    {"flatten", 1, 1, flatten},
    {NULL, 0, 0, NULL},
};
