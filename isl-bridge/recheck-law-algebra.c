/* recheck-law-algebra.c - compose, complements, inverses, divides, products. */
#include "config.h"

#include "recheck-laws.h"

static bool compose(ev *e, const lcr_statement *s)
{
    return lcr_ev_composite(e, s->value, s->arg[0], s->arg[1]);
}

const lcr_law lcr_laws_algebra[] = {
    {"compose", 2, 2, compose},
    {NULL, 0, 0, NULL},
};
