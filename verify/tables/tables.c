/* tables.c - a claim about maps with tables: small worlds, a proof, the answer. */
#include "config.h"

#include "tables.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../function/result.h"
#include "../language/build.h"

#define BY_TABLES "sets over the parameters and the entries of tables"
#define BY_WORLD "small tables"

/* ---- texts ---- */

static void write_parameter(const lcv_table_problem *p, size_t i, lc_text *out)
{
    const lcv_formula *f = p->parameter[i]->formula;
    lc_text_add(out, f->text);
    lc_text_add(out, f->high ? " in " : " >= ");
    lc_text_add_int(out, lc_tuple_value(f->low, 0));
    if (f->high) {
        lc_text_add(out, "..");
        lc_text_add_int(out, lc_tuple_value(f->high, 0));
    }
}

/* "for all B >= 1 with B % 8 == 0, and all tables pages, used" */
static char *range_text(const lcv_table_problem *p)
{
    lc_text out = {0};
    lc_text_add(&out, p->nparameters > 0 ? "for all " : "");
    for (size_t i = 0; i < p->nparameters; i++) {
        lc_text_add(&out, i > 0 ? ", " : "");
        write_parameter(p, i, &out);
    }
    for (size_t i = 0; i < p->nassumptions; i++)
        lc_text_printf(&out, "%s%s", i == 0 ? " with " : ", ", p->assumption[i]->formula->text);
    if (p->ntables > 0)
        lc_text_printf(&out, "%s all tables ", p->nparameters > 0 ? ", and" : "for");
    for (size_t i = 0; i < p->ntables; i++)
        lc_text_printf(&out, "%s%s", i > 0 ? ", " : "", p->table[i]->formula->ast->text);
    return lc_text_take(NULL, &out);
}

/* "it holds for 31 small tables of 12 sizes": what was tried. */
static char *tried_text(const lcv_table_problem *p, const lcv_small *s)
{
    lc_text out = {0};
    if (s->worlds == 0)
        lc_text_printf(&out, "it was tried at no small %s", p->ntables > 0 ? "table" : "size");
    else if (p->ntables > 0)
        lc_text_printf(&out, "it holds for %zu small table%s of %zu size%s", s->worlds,
                       s->worlds == 1 ? "" : "s", s->sizes, s->sizes == 1 ? "" : "s");
    else
        lc_text_printf(&out, "it holds for %zu size%s", s->sizes, s->sizes == 1 ? "" : "s");
    return lc_text_take(NULL, &out);
}

/* ---- answers ---- */

static lcv_result *refuted(lcv_table_problem *p, lcv_small *s)
{
    lcv_result *result = s->fails;
    s->fails = NULL;
    result->method = p->nparameters + p->ntables == 0 ? LCV_BY_ENUMERATION : BY_WORLD;
    lcv_eval_not_asked(p->e, p->claim->span, LCR_BY_READING);
    return result;
}

static lcv_result *no_value(lcv_table_problem *p, const lcv_small *s)
{
    const lcv_counterexample *at = &s->fails->counterexample;
    lcv_eval_fail(p->e, p->claim->span, "at %s: %s", at->where, at->summary);
    return lcv_diag_hint(p->e->diag, "expected a domain where each coordinate has a value: "
                                     "map { (b,i) in (B,N) where i < T[b] -> EXPR }");
}

static lcv_result *proved(lcv_table_problem *p, const lcv_small *s)
{
    char *tried = tried_text(p, s);
    lcv_result *result = lcv_proved_with(p->e->ctx, BY_TABLES,
                                         lcv_text(p->e->ctx, "%S; %S", range_text(p), tried));
    if (result) {
        lcv_eval_not_asked(p->e, p->claim->span, LCR_BY_POINTS);
        lcv_eval_no_evidence(p->e, result);
    }
    return result;
}

/* What the claims about such maps take. */
static const char *const forms[][2] = {
    {"injective bijective compact", "a map"},
    {"in_bounds covers surjective partitions",
     "a map, and a shape that has as many integers as its values"},
    {"aligned", "a map to integers, and an integer"},
    {"fits", "a map, and a type"},
    {"disjoint equiv", "two maps, or a map and a layout"},
};

static char *no_such_claim(const lcv_table_problem *p)
{
    for (size_t i = 0; p->name && i < sizeof forms / sizeof *forms; i++)
        if (lcv_is_one_of(p->name, forms[i][0]))
            return lcv_text(p->e->ctx, "of such maps, %s is a claim about %s", p->name,
                            forms[i][1]);
    return lcv_text(p->e->ctx, "claims about such maps are in_bounds, injective, covers, "
                               "surjective, bijective, compact, partitions, aligned, "
                               "fits, disjoint, equiv, and comparisons of entries");
}

static lcv_result *unknown(lcv_table_problem *p, const lcv_small *s, const char *why)
{
    if (s->unknown_claim)
        return lcv_unknown(p->e->ctx, BY_TABLES, no_such_claim(p));
    return lcv_unknown(p->e->ctx, BY_TABLES,
                       lcv_text(p->e->ctx, "%s; %S", why ? why : "not proved", tried_text(p, s)));
}

/* ---- words ---- */

static void explain(lcv_table_problem *p, const lcv_solver *v, const lcv_result *result)
{
    lc_text *out = &p->e->explain->text;
    char *claim = lcv_source_excerpt(p->e->source, p->claim->span, 400);
    lc_text_printf(out, "%s\n", claim ? claim : "");
    free(claim);
    for (size_t i = 0; i < p->ntables; i++)
        lc_text_printf(out, "  %s: each entry is an integer, the same where the indices are\n",
                       p->table[i]->formula->text);
    if (v && v->asked > 0 && result->verdict == LCV_PROVED)
        lc_text_printf(out,
                       "  the contrary, as %u sets without tables, with %zu promises about "
                       "entries: none has a point\n",
                       v->asked, v->nclauses);
    lc_text_printf(out, "  %s", lcv_verdict_name(result->verdict));
    if (lcv_is_refuted(result)) {
        lc_text_printf(out, " at %s: %s\n", result->counterexample.where,
                       result->counterexample.summary);
        for (size_t i = 0; i < result->counterexample.nsteps; i++)
            lc_text_printf(out, "    %s\n", result->counterexample.steps[i]);
    } else {
        lc_text_printf(out, " %s, by %s\n", result->reason ? result->reason : "", result->method);
    }
}

/* ---- deciding ---- */

/* The verdict on a claim about numbers alone, of which all points have been looked at. */
static lcv_result *proved_by_points(lcv_table_problem *p)
{
    lcv_eval_not_asked(p->e, p->claim->span, LCR_BY_POINTS);
    return lcv_proved(p->e->ctx, LCV_BY_ENUMERATION);
}

/* The verdict on a claim that holds at each world. */
static lcv_result *proved_at_each(lcv_table_problem *p, const lcv_small *s)
{
    lcv_eval_not_asked(p->e, p->claim->span, LCR_BY_POINTS);
    return lcv_proved_with(p->e->ctx, LCV_BY_ENUMERATION,
                           lcv_text(p->e->ctx, "%S: each of the %z", range_text(p), s->worlds));
}

/* A proof, or why there is none. */
static lcv_result *prove(lcv_table_problem *p, lcv_small *s)
{
    lcv_solver v;
    lcv_result *result = NULL;
    for (size_t i = 0; i < p->ntables; i++)
        p->sorted[i] = lcv_table_ascends(p, p->table[i]);
    if (!lcv_solver_open(&v, p))
        return NULL;
    bool ok = lcv_prove_tables(&v);
    if (v.l.failed && !v.l.limit)
        lcv_eval_not_lowered(p->e, &v.l);
    else if (ok && !v.s->failed)
        result = proved(p, s);
    else if (lc_ctx_code(p->e->ctx) == LC_OK)
        result = unknown(p, s, v.s->failed ? v.s->failed : v.l.failed ? v.l.what : v.open);
    if (result && p->e->explain)
        explain(p, &v, result);
    lcv_solver_close(&v);
    return result;
}

/* A claim that was not proved, at all worlds, or at more sizes; takes the result over where that
 * decides it. */
static lcv_result *look_further(lcv_table_problem *p, lcv_small *s, lcv_result *result)
{
    bool open = result && result->verdict == LCV_UNKNOWN;
    lcv_small more = {0};
    if (!open || p->e->proofs_alone || !lc_ctx_shortcuts(p->e->ctx) || lc_ctx_ends(p->e->ctx))
        return result;
    if (lcv_small_each(p, &more) && more.worlds > 0) {
        lcv_result_free(result);
        return proved_at_each(p, &more);
    }
    if (!more.fails && !more.no_value && !p->e->tentative) {
        lcv_small_clear(&more);
        lcv_small_graded(p, &more);
    }
    bool bounds = p->fits || (p->name && strcmp(p->name, "in_bounds") == 0);
    if (!more.fails && !more.no_value && bounds) {
        lcv_small_clear(&more);
        lcv_small_large(p, &more);
    }
    if (!more.fails && !more.no_value) {
        lcv_small_clear(&more);
        return result;
    }
    lcv_small_clear(s);
    *s = more;
    lcv_result_free(result);
    return NULL;
}

static lcv_result *decide(lcv_table_problem *p, lcv_small *s)
{
    if (p->limit)
        return unknown(p, s, p->limit);
    if (lc_ctx_shortcuts(p->e->ctx) && !lcv_small_worlds(p, s))
        return NULL;
    if (s->no_value)
        return no_value(p, s);
    if (s->unknown_claim)
        return unknown(p, s, NULL);
    if (!s->fails && s->worlds > 0 && p->nparameters + p->ntables == 0)
        return proved_by_points(p);
    lcv_result *result = s->fails ? NULL : look_further(p, s, prove(p, s));
    if (!s->fails)
        return result;
    if (s->no_value)
        return no_value(p, s);
    result = refuted(p, s);
    if (p->e->explain)
        explain(p, NULL, result);
    return result;
}

/* Of a claim about numbers alone: all points are looked at, if they are not too many. */
static lcv_result *list(lcv_table_problem *p, lcv_small *s)
{
    if (p->limit || p->nparameters + p->ntables > 0 || !lcv_small_worlds(p, s))
        return NULL;
    if (s->fails)
        return refuted(p, s);
    return s->no_value || s->worlds == 0 ? NULL : proved_by_points(p);
}

/* What `decides` says of the claim. NULL with the status, or, by some, without one. */
static lcv_result *claim_of(lcv_eval *e, const lcv_ast *claim,
                            lcv_result *(*decides)(lcv_table_problem *p, lcv_small *s))
{
    lcv_table_problem *p = lc_alloc(e->ctx, 1, sizeof *p);
    lcv_small *s = lc_alloc(e->ctx, 1, sizeof *s);
    lcv_result *result = NULL;
    if (p && s && lcv_table_problem_open(p, e, claim))
        result = decides(p, s);
    if (s)
        lcv_small_clear(s);
    if (p)
        lcv_table_problem_close(p);
    free(s);
    free(p);
    return result;
}

lcv_result *lcv_listed_claim(lcv_eval *e, const lcv_ast *claim)
{
    lc_ctx_reset(e->ctx);
    lcv_result *result = lcv_settle(e->ctx, claim_of(e, claim, list));
    lc_ctx_reset(e->ctx);
    return result;
}

lcv_result *lcv_table_claim(lcv_eval *e, const lcv_ast *claim)
{
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, "for all tables", NULL);
    lcv_result *result = lcv_settle(e->ctx, claim_of(e, claim, decide));
    if (!result && e->status == LCV_EVAL_OK)
        lcv_eval_failed(e, claim->span);
    return result;
}
