/* recheck-laws.c - the law of an operation, by its name. */
#include "config.h"

#include "recheck-laws.h"

#include <string.h>

static const lcr_law *const tables[] = {lcr_laws_layout, lcr_laws_algebra, lcr_laws_linear,
                                        lcr_laws_nest,   lcr_laws_relation, lcr_laws_memory};

static ev_rule *law_of(const char *operation, size_t n)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const lcr_law *law = tables[t]; law->operation != NULL; law++)
            if (strcmp(law->operation, operation) == 0 && n >= law->least && n <= law->most)
                return law->rule;
    return NULL;
}

bool lcr_evidence_of_value(lit_pool *pool, const lcr_statement *valued, lcr_evidence *evidence)
{
    *evidence = (lcr_evidence){.holds = true};
    ev e = {pool, evidence, false};
    ev_rule *rule = law_of(valued->claim, valued->n);
    bool ok = rule != NULL ? rule(&e, valued) : lcr_ev_not(&e);
    if (e.none)
        *evidence = (lcr_evidence){.by = NULL, .holds = true};
    return ok && lc_ctx_code(pool->lc) == LC_OK;
}
