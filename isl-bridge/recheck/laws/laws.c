/* laws.c - the law of an operation, by its name. */
#include "config.h"

#include "laws.h"

#include <string.h>

static const lcr_law *const tables[] = {lcr_laws_layout, lcr_laws_algebra, lcr_laws_linear,
                                        lcr_laws_nest,   lcr_laws_relation, lcr_laws_memory};

static ev_rule *in_table(const lcr_law *law, const lcr_statement *s)
{
    for (; law->operation != NULL; law++)
        if (strcmp(law->operation, s->claim) == 0 && s->n >= law->least && s->n <= law->most)
            return law->rule;
    return NULL;
}

static bool has_argument(const lcr_statement *s, lit_kind kind)
{
    bool has = false;
    for (size_t i = 0; i < s->n; i++)
        has = has || s->arg[i]->kind == kind;
    return has;
}

/* The functions among the arguments are swizzles. */
static bool is_of_swizzles(const lcr_statement *s)
{
    bool all = s->n > 0 && s->arg[0]->kind == LIT_SWIZZLE;
    for (size_t i = 0; i < s->n; i++)
        all = all && (s->arg[i]->kind == LIT_SWIZZLE || !lcr_lit_is_function(s->arg[i]));
    return all;
}

/* Operations on layouts have other laws where one of these kinds is among the values. */
static ev_rule *law_of(const lcr_statement *s)
{
    ev_rule *rule = NULL;
    if (has_argument(s, LIT_MORPHISM))
        return in_table(lcr_laws_morphisms, s);
    if (has_argument(s, LIT_RELATION))
        return in_table(lcr_laws_relations, s);
    if (has_argument(s, LIT_LINEAR) || s->value->kind == LIT_LINEAR)
        rule = in_table(lcr_laws_of_linear, s);
    else if (is_of_swizzles(s))
        rule = in_table(lcr_laws_of_swizzles, s);
    for (size_t t = 0; rule == NULL && t < sizeof tables / sizeof *tables; t++)
        rule = in_table(tables[t], s);
    return rule;
}

bool lcr_evidence_of_value(lit_pool *pool, const lcr_statement *valued, lcr_evidence *evidence)
{
    *evidence = (lcr_evidence){.holds = true};
    ev e = {pool, evidence, false};
    ev_rule *rule = law_of(valued);
    bool ok = rule != NULL ? rule(&e, valued) : lcr_ev_not(&e);
    if (e.none)
        *evidence = (lcr_evidence){.by = NULL, .holds = true};
    return ok && lc_ctx_code(pool->lc) == LC_OK;
}
