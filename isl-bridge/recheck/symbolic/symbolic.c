/* symbolic.c - the opinion of what is said of all values of parameters. */
#include "config.h"

#include "../../recheck-symbolic.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../ask/judge.h"
#include "law.h"
#include "relation.h"

#include "../read/size.h"
#include <stdio.h>

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

static bool read_statement(sym *s, const lcr_symbolic *from, sym_statement *t)
{
    *t = (sym_statement){.s = s, .name = from->name, .n = from->n};
    if (from->n > SYM_ARGS)
        return lc_fail(s->pool->lc, LC_ERR_LIMIT, "more than %d arguments", SYM_ARGS);
    for (size_t i = 0; i < from->n; i++)
        if (from->arg[i] && !(t->arg[i] = lcr_sv_read(s, from->arg[i])))
            return false;
    return !from->value || (t->value = lcr_sv_read(s, from->value)) != NULL;
}

/* ---- the opinion ---- */

/* An error is a reason, but one that is none; the context has none after. False: it stays. */
static bool unsure(sym *s, lcr_reason other, lcr_confirmation *out)
{
    lc_code code = lc_ctx_code(s->pool->lc);
    if (code == LC_ERR_MEMORY || code == LC_ERR_INTERNAL)
        return false;
    out->opinion = LCR_UNSURE;
    out->reason = code == LC_ERR_LIMIT ? LCR_NO_ROOM : s->no_budget ? LCR_NO_BUDGET : other;
    lc_ctx_reset(s->pool->lc);
    return true;
}

/* What is said of the numbers at which a set has a point. */
static bool at_numbers(lcr_ctx *r, const sym_statement *t, lcr_confirmation *out)
{
    sym *s = t->s;
    const char *text[SYM_ARGS], *value = NULL;
    lc_int at[SYM_VARS];
    lcr_sym_sample(s, at);
    memcpy(at, s->at, s->nparameters * sizeof *at);
    lcr_sym_define(s, at);
    for (size_t i = 0; i < t->n; i++)
        if (!t->arg[i] || !(text[i] = lcr_sv_text(s, t->arg[i], at)))
            return false;
    if (t->value && (!(value = lcr_sv_text(s, t->value, at)) || !lcr_lit_read(s->pool, value)))
        return false; /* or there is no value there, as of a shape with an extent of 0 */
    lcr_certified claim = {.claim = t->name, .n = t->n, .arg = text, .proved = true};
    lcr_valued valued = {.operation = t->name, .n = t->n, .arg = text, .value = value};
    return t->value ? lcr_confirm_value(r, &valued, out) : lcr_confirm(r, &claim, out);
}

/* Only what is wrong at these numbers, too, is wrong. */
static bool contradicted(lcr_ctx *r, const sym_statement *t, lcr_confirmation *out)
{
    bool ok = at_numbers(r, t, out);
    if (ok && out->opinion == LCR_DISAGREES)
        return true;
    lcr_confirmation_clear(out);
    return false;
}

/* ---- operations on what stands after an offset ---- */

static bool has_parameters(const sv *a)
{
    lc_int value;
    for (size_t k = 0; k < a->n; k++) {
        if (a->extent[k] && !lcr_poly_is_int(a->extent[k], &value))
            return true;
        for (size_t j = 0; a->step && j < a->naxes; j++)
            if (!lcr_poly_is_int(a->step[j * a->n + k], &value))
                return true;
    }
    for (size_t j = 0; a->offset && j < a->naxes; j++)
        if (!lcr_poly_is_int(a->offset[j], &value))
            return true;
    return a->kind == SV_TILER;
}

/* The text without its offset; NULL: it has parameters, or an error. */
static const char *bare_text(sym *s, const sv *a)
{
    lc_int zero[SYM_VARS];
    sv bare = *a;
    for (size_t i = 0; i < SYM_VARS; i++)
        zero[i] = lc_int_const(0);
    bare.offset = NULL;
    return has_parameters(a) ? NULL : lcr_sv_text(s, &bare, zero);
}

static bool same_offsets(sym *s, const sv *a, const sv *b)
{
    bool ok = a->kind == SV_LAYOUT && b->kind == SV_LAYOUT && a->basis == b->basis;
    for (size_t j = 0; ok && j < a->naxes; j++) {
        size_t axis = a->basis ? lcr_sv_axis(b, &a->path[j]) : 0;
        ok = lcr_sym_equal(s, lcr_sv_offset(s, a, j), lcr_sv_offset(s, b, axis));
    }
    return ok;
}

/* op({p} o L, ...) is {p} o op(L, ...), where all but p are numbers: the law of these. */
static bool inside(lcr_ctx *r, const sym_statement *t, lcr_confirmation *out)
{
    sym *s = t->s;
    const char *text[SYM_ARGS];
    const char *value = t->value ? bare_text(s, t->value) : NULL;
    bool ok = value && t->n > 0 && t->arg[0]->offset != NULL;
    for (size_t i = 0; ok && i < t->n; i++)
        ok = (i == 0 || !t->arg[i]->offset) && (text[i] = bare_text(s, t->arg[i])) != NULL;
    ok = ok && same_offsets(s, t->arg[0], t->value) && same_offsets(s, t->value, t->arg[0]);
    lcr_valued valued = {.operation = t->name, .n = t->n, .arg = text, .value = value};
    if (!ok || !lcr_confirm_value(r, &valued, out))
        return false;
    out->sets += s->sets;
    if (out->opinion != LCR_UNSURE || lcr_reason_needs_no_set(out->reason))
        return true;
    lcr_confirmation_clear(out);
    return false;
}

/* Has the operation no law of sizes? */
static bool is_of_numbers(const char *name)
{
    static const char *const known[] = {"blocked_product", "coalesce",        "filter",
                                        "flat_product",    "logical_product", "raked_product",
                                        "tile_to_shape",   "tiled_product",   "zipped_product"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

/* ---- by the statement about numbers ---- */

/* The arguments and the value read as literals whose integers are sizes. */
static bool read_literals(lit_pool *pool, const lcr_symbolic *from, const char *witness,
                          lcr_statement *t)
{
    *t = (lcr_statement){.claim = from->name};
    for (; t->n < from->n && from->arg[t->n] != NULL; t->n++)
        if (!(t->arg[t->n] = from->value ? lcr_lit_read_argument(pool, from->arg[t->n])
                                         : lcr_lit_read(pool, from->arg[t->n])))
            return false;
    if (witness && !(t->witness = lcr_lit_read(pool, witness)))
        return false;
    return !from->value || (t->value = lcr_lit_read(pool, from->value)) != NULL;
}

/* The statement that is made of numbers, with sizes in their place. */
bool lcr_sym_as_of_numbers(sym *s, const lcr_symbolic *from, const char *witness);
bool lcr_sym_as_of_numbers(sym *s, const lcr_symbolic *from, const char *witness)
{
    lcr_statement t;
    lcr_evidence e;
    lit_pool *pool = s->pool;
    lcr_size_begin(s, pool);
    s->holds = lcr_sym_holds;
    s->sample = lcr_sym_sample;
    bool ok = read_literals(pool, from, witness, &t) &&
              (from->value ? lcr_evidence_of_value(pool, &t, &e)
                           : lcr_evidence_of(pool, &t, false, &e));
    pool->sizes = NULL;
    ok = ok && e.by && e.holds && !e.contrary && !s->field.open;
    if (getenv("SYMTRACE"))
        fprintf(stderr, "SYM read=%d by=%s holds=%d cond=%s open=%d nsets=%zu err=%s\n", ok, ok||e.by?e.by:"-", e.holds, e.condition?e.condition:"", s->field.open, e.nsets, lc_ctx_message(pool->lc));
    for (size_t i = 0; ok && i < e.nsets; i++) {
        ok = lcr_sym_set_is_empty(s, e.set[i]);
        if (getenv("SYMTRACE"))
            fprintf(stderr, "  set %zu: %d %s\n", i, ok, lcr_sys_text(e.set[i]));
    }
    return ok;
}

/* ---- all of it ---- */

/* By isl, where a set states it, or an identity; sets that do not are no confirmation. */
static void confirmed(const sym *s, lcr_confirmation *out)
{
    out->opinion = s->stated > 0 ? LCR_AGREES : LCR_UNSURE;
    out->reason = s->stated > 0 ? LCR_SURE : s->computed ? LCR_BY_ARITHMETIC : LCR_BY_READING;
}

static bool judge_relation(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                           lcr_confirmation *out)
{
    bool shown = read_ranges(s, p) && lcr_rel_shown(r, s, p, from);
    if (lc_ctx_code(s->pool->lc) == LC_ERR_BUDGET) {
        lc_ctx_reset(s->pool->lc);
        s->no_budget = true;
        shown = false;
    }
    if (!shown && lc_ctx_code(s->pool->lc) == LC_OK && lcr_rel_denied(r, s, p, from, out))
        return true;
    out->by = "parameters";
    out->sets = s->sets;
    if (!shown || lc_ctx_code(s->pool->lc) != LC_OK)
        return unsure(s, LCR_PARAMETERS, out);
    confirmed(s, out);
    return true;
}

/* A claim whose arguments have no parameters is one about numbers. */
static bool of_numbers(const sym_statement *t, const lcr_symbolic *from, const char *witness)
{
    lc_ctx *lc = t->s->pool->lc;
    lc_code code = lc_ctx_code(lc);
    if (code == LC_ERR_MEMORY || code == LC_ERR_INTERNAL)
        return false;
    for (size_t i = 0; i < from->n; i++)
        if (!from->arg[i] || has_parameters(t->arg[i]))
            return false;
    lc_ctx_reset(lc);
    t->s->stated = 0; /* of what was tried */
    t->s->computed = false;
    const lcr_certified claim = {NULL, from->name, from->n, from->arg, witness, true};
    return lcr_sym_by_numbers(t->s, &claim);
}

static bool judge(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                  const char *witness, lcr_confirmation *out)
{
    sym_statement t;
    if (lcr_rel_is(from))
        return judge_relation(r, s, p, from, out);
    if (!lcr_sym_read_parameters(s, p) || !read_statement(s, from, &t))
        return unsure(s, LCR_NOT_READ, out);
    if (is_of_numbers(t.name) && inside(r, &t, out))
        return true;
    bool shown = from->value ? lcr_sym_law(&t)
                             : lcr_sym_claim(&t) || of_numbers(&t, from, witness);
    out->by = "parameters";
    out->sets = s->sets;
    if (shown && lc_ctx_code(s->pool->lc) == LC_OK) {
        confirmed(s, out);
        return true;
    }
    if (lc_ctx_code(s->pool->lc) == LC_OK && s->met && contradicted(r, &t, out))
        return true;
    out->by = "parameters";
    return unsure(s, LCR_PARAMETERS, out);
}

sym *lcr_sym_new(lcr_ctx *r, lit_pool *pool, lcr_trail *trail)
{
    sym *s = lcr_lit_alloc(pool, 1, sizeof *s);
    if (s)
        *s = (sym){.r = r, .pool = pool, .trail = trail};
    return s;
}

static void both(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                 const char *witness, const lcr_confirmation *old)
{
    static FILE *log;
    const char *to = getenv("SYMLOG");
    if (!to || lc_ctx_code(lcr_ctx_lc(r)) != LC_OK || lcr_rel_is(from))
        return;
    if (!log) {
        char name[200];
        snprintf(name, sizeof name, "%s.%d", to, (int)getpid());
        log = fopen(name, "a");
    }
    lc_ctx *lc = lcr_ctx_lc(r);
    lit_pool pool = {.lc = lc, .isl = r};
    lc_frame frame = lc_frame_open(lc);
    sym *s = lcr_sym_new(r, &pool, NULL);
    double start = lcr_judge_now();
    bool ok = s && lcr_sym_read_parameters(s, p) && lcr_sym_as_of_numbers(s, from, witness) && lc_ctx_code(lc) == LC_OK;
    double took = lcr_judge_now() - start;
    const char *mine = ok ? s->stated > 0 ? "isl" : s->computed ? "arithmetic" : "reading" : "no";
    const char *was = old->opinion == LCR_AGREES ? "isl" : old->opinion == LCR_DISAGREES ? "DISAGREES" : old->reason == LCR_BY_READING ? "reading" : old->reason == LCR_BY_ARITHMETIC ? "arithmetic" : "no";
    fprintf(log, "%s\t%s\t%s\t%.0f\t%.0f\t", was, mine, from->name, old->seconds * 1e6, took * 1e6);
    for (size_t i = 0; i < p->n; i++)
        fprintf(log, "%s%s<=%s<=%s", i ? "," : "", p->parameter[i].low, p->parameter[i].name, p->parameter[i].high ? p->parameter[i].high : "");
    fprintf(log, "\t");
    for (size_t i = 0; i < p->nassumptions; i++)
        fprintf(log, "%s%s", i ? "; " : "", p->assumption[i]);
    for (size_t i = 0; i < from->n; i++)
        fprintf(log, "\t%s", from->arg[i] ? from->arg[i] : "-");
    fprintf(log, "\t=\t%s\t%s\n", from->value ? from->value : "-", witness ? witness : "-");
    fflush(log);
    lc_ctx_reset(lc);
    lcr_lit_pool_clear(&pool);
    lc_frame_close(lc, frame);
}

static bool confirm_with(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                               const char *witness, lcr_trail *trail, lcr_confirmation *out);
bool lcr_confirm_symbolic_with(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                               const char *witness, lcr_trail *trail, lcr_confirmation *out)
{
    bool ok = confirm_with(r, p, from, witness, trail, out);
    if (ok)
        both(r, p, from, witness, out);
    return ok;
}
static bool confirm_with(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                               const char *witness, lcr_trail *trail, lcr_confirmation *out)
{
    double start = lcr_judge_now();
    lc_ctx *lc = lcr_ctx_lc(r);
    lit_pool pool = {.lc = lc};
    lc_frame frame = lc_frame_open(lc);
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    sym *s = lcr_sym_new(r, &pool, trail);
    bool ok = s && judge(r, s, p, from, witness, out);
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
