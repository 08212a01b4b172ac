/* numbers.c - claims about numbers that a claim about sizes comes down to. */
#include "config.h"

#include "law.h"
#include "trail.h"

#include <string.h>

#include "../ask/judge.h"

/* lemma injective ... / arg ... / set ..., of the pool. */
static const char *item_of(lit_pool *pool, const lcr_certified *c, const lcr_evidence *e)
{
    lc_text out = {0};
    lc_text_printf(&out, "lemma %s\n", c->claim);
    for (size_t i = 0; i < c->n; i++)
        lc_text_printf(&out, "arg %s\n", c->arg[i]);
    if (c->witness)
        lc_text_printf(&out, "witness %s\n", c->witness);
    lc_text_printf(&out, "by %s\n", e->by);
    for (size_t i = 0; i < e->nsets; i++) {
        const char *set = lcr_evidence_text(e, i);
        if (set)
            lc_text_printf(&out, "set %s\n", set);
        else
            lc_text_miss(&out);
    }
    return lcr_text_take(pool, &out);
}

/* Its sets are empty, and the conditions beside them hold. */
static bool judged(sym *s, lit_pool *pool, const lcr_certified *c)
{
    lcr_evidence e;
    lcr_judgement j;
    bool ok = lcr_judge_evidence(pool, c, &e) && e.by && e.holds && !e.contrary;
    const char *item = ok && s->trail ? item_of(pool, c, &e) : NULL;
    if (!ok || (s->trail && !item) || !lcr_trail_expects(s->trail, item))
        return false;
    lcr_answer empty = lcr_judge_sets(s->r, pool, &e, &j);
    s->no_budget = s->no_budget || empty == LCR_UNKNOWN;
    if (empty != LCR_YES)
        return false;
    s->sets += j.sets;
    s->stated += j.stated;
    s->computed = s->computed || lcr_judge_without_sets(&e) != LCR_BY_READING;
    lcr_trail_met(s->trail, item);
    return true;
}

bool lcr_sym_by_numbers(sym *s, const lcr_certified *c)
{
    lit_pool pool = {.lc = s->pool->lc, .isl = s->r};
    bool ok = lc_ctx_code(pool.lc) == LC_OK && judged(s, &pool, c);
    lc_code code = lc_ctx_code(pool.lc);
    if (code != LC_ERR_MEMORY && code != LC_ERR_INTERNAL)
        lc_ctx_reset(pool.lc); /* what is not read, or is too large, is not shown */
    lcr_lit_pool_clear(&pool);
    return ok;
}
