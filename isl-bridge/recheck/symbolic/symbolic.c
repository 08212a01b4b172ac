/* symbolic.c - the opinion of what is said of all values of parameters: the statement that is
 * made of numbers, of literals whose integers are sizes (read/size.h).
 */
#include "config.h"

#include "../../recheck-symbolic.h"

#include <string.h>

#include "../../internal.h"
#include "../ask/judge.h"
#include "law.h"

/* ---- reading ---- */

static bool read_number(lc_ctx *lc, const char *text, lc_int *out)
{
    return lc_int_parse(lc, text, strlen(text), out) ||
           lc_fail(lc, LC_ERR_INVALID, "a bound of a parameter: %.40s", text) != NULL;
}

static bool read_ranges(sym *s, const lcr_parameters *p)
{
    for (size_t i = 0; i < p->n; i++) {
        lc_int low, high;
        const lcr_parameter *x = &p->parameter[i];
        if (!read_number(s->pool->lc, x->low, &low) ||
            (x->high && !read_number(s->pool->lc, x->high, &high)) ||
            !lcr_sym_parameter(s, x->name, low, x->high ? &high : NULL))
            return false;
    }
    s->partial = p->partial;
    return true;
}

bool lcr_sym_read_parameters(sym *s, const lcr_parameters *p)
{
    if (!read_ranges(s, p))
        return false;
    for (size_t i = 0; i < p->nassumptions; i++)
        if (!lcr_sym_assume(s, p->assumption[i]))
            return false;
    return true;
}

/* An argument that is not given, before one that is, is `_`, as in a statement about numbers. */
static const lit *argument(lit_pool *pool, const lcr_symbolic *from, size_t i)
{
    return lcr_lit_read_argument(pool, from->arg[i] ? from->arg[i] : "_");
}

/* The evidence of the statement, its arguments and value being read with sizes of `s`. */
static bool evidence_of(sym *s, const lcr_symbolic *from, const char *witness, lcr_evidence *e)
{
    lit_pool *pool = s->pool;
    lcr_statement t = {.claim = from->name};
    bool ok = from->n <= LCR_EVIDENCE_ARGS;
    lcr_size_begin(s, pool);
    size_t n = from->n;
    while (ok && n > 0 && !from->arg[n - 1])
        n--;
    for (; ok && t.n < n; t.n += ok)
        ok = (t.arg[t.n] = argument(pool, from, t.n)) != NULL;
    ok = ok && (!witness || (t.witness = lcr_lit_read(pool, witness)) != NULL) &&
         (!from->value || (t.value = lcr_lit_read(pool, from->value)) != NULL);
    return ok && (from->value ? lcr_evidence_of_value(pool, &t, e)
                              : lcr_evidence_of(pool, &t, false, e));
}

/* ---- hints ---- */

/* Looking for one leaves nothing behind: no sizes, and nothing that was settled on the way. */
static const char *found(sym *s, const char *kind, const lit *x, const lit *y)
{
    sym *kept = s->r->find ? lcr_lit_alloc(s->pool, 1, sizeof *kept) : NULL;
    if (!kept)
        return NULL;
    *kept = *s;
    s->trail = NULL;
    const char *text = s->r->find(s->pool, kind, x, y);
    *s = *kept;
    return text;
}

/* That of the certificate, or what is found now, and written into it. */
static const char *hint(lit_pool *pool, const char *kind, const lit *x, const lit *y)
{
    sym *s = pool->sizes;
    const char *text = s->trail && s->trail->line ? lcr_trail_hint(s->trail, kind)
                                                  : found(s, kind, x, y);
    if (s->trail)
        lcr_trail_hinted(s->trail, kind, text);
    return text;
}

/* ---- for all numbers ---- */

/* Conditions hold, and isl finds that all sets are empty. */
static bool shown(sym *s, const lcr_symbolic *from, const char *witness)
{
    lcr_evidence e;
    s->holds = lcr_sym_holds;
    s->sample = lcr_sym_sample;
    bool ok = evidence_of(s, from, witness, &e) && e.by && e.holds && !e.contrary &&
              !s->field.open;
    s->computed = s->computed || (ok && lcr_judge_without_sets(&e) != LCR_BY_READING);
    for (size_t i = 0; ok && i < e.nsets; i++)
        ok = lcr_sym_set_is_empty(s, e.set[i]);
    return ok && lc_ctx_code(s->pool->lc) == LC_OK;
}

/* By isl, where a set states it, or an identity; sets that do not are no confirmation. */
static void confirmed(const sym *s, lcr_confirmation *out)
{
    out->opinion = s->stated > 0 ? LCR_AGREES : LCR_UNSURE;
    out->reason = s->stated > 0 ? LCR_SURE : s->computed ? LCR_BY_ARITHMETIC : LCR_BY_READING;
}

/* An error is a reason, but one that is none; the context has none after. False: it stays. */
static bool unsure(sym *s, lcr_reason other, lcr_confirmation *out)
{
    lc_code code = lc_ctx_code(s->pool->lc);
    if (code == LC_ERR_MEMORY || code == LC_ERR_INTERNAL)
        return false;
    out->opinion = LCR_UNSURE;
    out->reason = code == LC_ERR_LIMIT                    ? LCR_NO_ROOM
                  : s->no_budget || code == LC_ERR_BUDGET ? LCR_NO_BUDGET
                                                          : other;
    lc_ctx_reset(s->pool->lc);
    return true;
}

/* ---- at numbers ---- */

/* The parameters are those of `s`, and each is the number that it has in the point that was
 * met. */
static sym *at_point(const sym *s, const lcr_parameters *p)
{
    sym *here = lcr_sym_new(s->r, s->pool, NULL);
    bool ok = here && read_ranges(here, p);
    for (size_t i = 0; ok && i < p->n; i++)
        ok = lcr_sym_know(here,
                          lcr_poly_sub(s->pool, lcr_poly_var(s->pool, i),
                                       lcr_poly_int(s->pool, s->at[i])),
                          true);
    return ok ? here : NULL;
}

/* Only what is wrong at these numbers, too, is wrong: a condition does not hold, or isl has a
 * point of a set. False: it is not, or an error. */
static bool contradicted(sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                         lcr_confirmation *out)
{
    lcr_evidence e;
    lcr_judgement j = {.at = SIZE_MAX};
    sym *here = at_point(s, p);
    s->pool->hint = NULL; /* another one may do */
    if (!here || !evidence_of(here, from, NULL, &e) || !e.by || here->field.open || e.contrary ||
        lcr_judge_sets(s->r, s->pool, &e, &j) != LCR_NO || (e.holds && e.one_way))
        return false;
    j.opinion = LCR_DISAGREES;
    j.why = e.holds && j.at < e.nsets ? "a set has a point" : e.condition;
    j.evidence = e;
    j.evidence.by = "parameters";
    return lcr_judge_keep(s->pool, &j, out);
}

/* ---- all of it ---- */

static bool judge(sym *s, const lcr_parameters *p, const lcr_symbolic *from, const char *witness,
                  lcr_confirmation *out)
{
    if (!lcr_sym_read_parameters(s, p))
        return unsure(s, LCR_NOT_READ, out);
    bool ok = shown(s, from, witness);
    out->by = "parameters";
    out->sets = s->sets;
    if (ok) {
        confirmed(s, out);
        return true;
    }
    lc_code code = lc_ctx_code(s->pool->lc);
    if (code == LC_OK && s->met && contradicted(s, p, from, out))
        return true;
    out->by = "parameters";
    return unsure(s, code == LC_ERR_INVALID ? LCR_NOT_READ : LCR_PARAMETERS, out);
}

sym *lcr_sym_new(lcr_ctx *r, lit_pool *pool, lcr_trail *trail)
{
    sym *s = lcr_lit_alloc(pool, 1, sizeof *s);
    if (s)
        *s = (sym){.r = r, .pool = pool, .trail = trail};
    return s;
}

bool lcr_confirm_symbolic_with(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                               const char *witness, lcr_trail *trail, lcr_confirmation *out)
{
    double start = lcr_judge_now();
    lc_ctx *lc = lcr_ctx_lc(r);
    lit_pool pool = {.lc = lc, .isl = r, .hint = hint};
    lc_frame frame = lc_frame_open(lc);
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    sym *s = lcr_sym_new(r, &pool, trail);
    bool ok = s && judge(s, p, from, witness, out);
    lcr_lit_pool_clear(&pool);
    lc_frame_close(lc, frame);
    out->seconds = lcr_judge_now() - start;
    return ok;
}

bool lcr_confirm_symbolic(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                          lcr_confirmation *out)
{
    return lcr_confirm_symbolic_with(r, p, from, NULL, NULL, out);
}
