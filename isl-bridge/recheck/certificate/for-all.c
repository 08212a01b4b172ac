/* for-all.c - certificates of claims for all numbers of parameters, written and checked.
 *
 * recheck.h shows a block. Checking it states each claim anew from its literals, with what is
 * said of the parameters in its case, and asks isl the questions once more; a set counts when it
 * is the next one of the block (../symbolic/trail.h). It does the same of what shows that the
 * cases are all there are.
 */
#include "config.h"

#include "block.h"

#include "../../internal.h"
#include "../read/source.h"
#include "../symbolic/cases.h"
#include "../symbolic/law.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NONE "-" /* an argument that is not given */
#define ARGS SYM_ARGS

/* ---- one case ---- */

/* What is assumed, with what is said of the case besides; the array is of the pool. */
static bool with_case(lit_pool *pool, const lcr_parameters *p, const lcr_certified_case *c,
                      lcr_parameters *out)
{
    const char **all = lcr_lit_alloc(pool, p->nassumptions + c->nwhen + 1, sizeof *all);
    *out = *p;
    out->assumption = all;
    out->nassumptions = 0;
    for (size_t i = 0; all && i < c->nwhen; i++)
        all[out->nassumptions++] = c->when[i];
    for (size_t i = 0; all && i < p->nassumptions; i++)
        all[out->nassumptions++] = p->assumption[i];
    return all != NULL;
}

/* A claim there, by a trail; *by_isl: a set or an identity states one of all that were asked. */
static bool holds(lcr_ctx *r, const lcr_parameters *p, const lcr_certified_claim *c,
                  lcr_trail *trail, bool *by_isl)
{
    lcr_confirmation said;
    if (!lcr_confirm_symbolic_with(r, p, &c->claim, c->witness, trail, &said))
        return false;
    bool ok = said.opinion == LCR_AGREES ||
              (said.opinion == LCR_UNSURE && lcr_reason_needs_no_set(said.reason));
    *by_isl = *by_isl || said.opinion == LCR_AGREES;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool nothing_is_in(lcr_ctx *r, const lcr_parameters *p, const lcr_certified_case *c,
                          lcr_trail *trail)
{
    const lcr_case here = {c->nwhen, c->when};
    return lcr_case_is_empty(r, p, &here, trail);
}

static bool all_is_in(lcr_ctx *r, lit_pool *pool, const lcr_certified_for_all *c,
                      lcr_trail *trail)
{
    lcr_case *cases = lcr_lit_alloc(pool, c->ncases + 1, sizeof *cases);
    for (size_t i = 0; cases && i < c->ncases; i++)
        cases[i] = (lcr_case){c->cases[i].nwhen, c->cases[i].when};
    return cases && lcr_cases_are_all(r, c->parameters, c->ncases, cases, trail);
}

/* ---- as it reads ---- */

static void say_claim(lcr_ctx *r, lc_text *out, const lcr_symbolic *s)
{
    const char *given[ARGS];
    size_t n = s->n;
    while (n > 0 && !s->arg[n - 1])
        n--;
    for (size_t i = 0; i < n; i++)
        given[i] = s->arg[i] ? s->arg[i] : NONE;
    if (!isalpha((unsigned char)s->name[0]) && n == 2)
        lc_text_printf(out, "%s %s %s", given[0], s->name, given[1]);
    else
        lc_text_own(out, lcr_src_claim(r->lc, s->name, n, given));
}

/* M >= 1, 1 <= M <= 64 */
static void say_parameter(lc_text *out, const lcr_parameter *p)
{
    if (p->high)
        lc_text_printf(out, "%s <= %s <= %s", p->low, p->name, p->high);
    else
        lc_text_printf(out, "%s >= %s", p->name, p->low);
}

/* injective((M,N):(1,M)) for all M >= 1, N >= 1 with N >= M, in 2 cases */
static char *text_of(lcr_ctx *r, const lcr_certified_for_all *c)
{
    lc_text out = {0};
    const lcr_certified_case *first = c->cases;
    while (first + 1 < c->cases + c->ncases && first->n == 0)
        first++;
    for (size_t i = 0; i < first->n; i++) {
        lc_text_add(&out, i > 0 ? " and " : "");
        say_claim(r, &out, &first->claim[i].claim);
    }
    lc_text_add(&out, first->n > 0 ? "" : "nothing");
    lc_text_add(&out, " for all ");
    for (size_t i = 0; i < c->parameters->n; i++) {
        lc_text_add(&out, i > 0 ? ", " : "");
        say_parameter(&out, &c->parameters->parameter[i]);
    }
    for (size_t i = 0; i < c->parameters->nassumptions; i++)
        lc_text_printf(&out, "%s%s", i > 0 ? " and " : " with ", c->parameters->assumption[i]);
    if (c->ncases > 1)
        lc_text_printf(&out, ", in %zu cases", c->ncases);
    return lc_text_take(r->lc, &out);
}

static const char *name_of(const lcr_certified_for_all *c)
{
    for (size_t i = 0; i < c->ncases; i++)
        if (c->cases[i].n > 0)
            return c->cases[i].claim[0].claim.name;
    return "nothing";
}

/* ---- writing ---- */

static void put_claim(lc_text *out, const lcr_certified_claim *c)
{
    const lcr_symbolic *s = &c->claim;
    lc_text_printf(out, "holds %s\n", s->name);
    for (size_t i = 0; i < s->n; i++)
        lc_text_printf(out, "arg %s\n", s->arg[i] ? s->arg[i] : NONE);
    if (c->witness)
        lc_text_printf(out, "witness %s\n", c->witness);
}

/* False: there is no evidence, and no error. */
static bool put_case(lcr_ctx *r, lit_pool *pool, lc_text *out, const lcr_parameters *all,
                     const lcr_certified_case *c)
{
    lcr_trail trail = {.out = out};
    lcr_parameters p;
    bool by_isl = false; /* which the text does not say */
    lc_text_add(out, "case\n");
    for (size_t i = 0; i < c->nwhen; i++)
        lc_text_printf(out, "when %s\n", c->when[i]);
    if (c->n == 0)
        lc_text_add(out, "empty\n");
    if (!with_case(pool, all, c, &p))
        return false;
    bool ok = c->n > 0 || nothing_is_in(r, all, c, &trail);
    for (size_t i = 0; ok && i < c->n; i++) {
        put_claim(out, &c->claim[i]);
        ok = holds(r, &p, &c->claim[i], &trail, &by_isl);
    }
    return ok;
}

static bool put_cases(lcr_ctx *r, lit_pool *pool, lc_text *out, const lcr_certified_for_all *c)
{
    lcr_trail trail = {.out = out};
    bool ok = true;
    for (size_t i = 0; ok && i < c->ncases; i++)
        ok = put_case(r, pool, out, c->parameters, &c->cases[i]);
    lc_text_add(out, "all\n");
    return ok && all_is_in(r, pool, c, &trail);
}

static void put_head(lcr_ctx *r, lc_text *out, const lcr_certified_for_all *c, bool certain)
{
    lc_text_printf(out, "\nclaim %s\nsource %s: ", name_of(c), c->place);
    lc_text_own(out, text_of(r, c));
    lc_text_add(out, "\n");
    for (size_t i = 0; i < c->parameters->n; i++) {
        const lcr_parameter *p = &c->parameters->parameter[i];
        lc_text_printf(out, "parameter %s >= %s%s%s\n", p->name, p->low, p->high ? " <= " : "",
                       p->high ? p->high : "");
    }
    for (size_t i = 0; i < c->parameters->nassumptions; i++)
        lc_text_printf(out, "assume %s\n", c->parameters->assumption[i]);
    lc_text_printf(out, "verdict PROVED\nby %s\n", certain ? "parameters" : "nothing");
}

char *lcr_certify_for_all(lcr_ctx *r, const lcr_certified_for_all *c, bool *certain)
{
    lc_text cases = {0}, block = {0};
    lit_pool pool = {.lc = r->lc};
    *certain = c->ncases > 0 && put_cases(r, &pool, &cases, c);
    lc_code code = lc_ctx_code(r->lc);
    if (code != LC_ERR_MEMORY && code != LC_ERR_INTERNAL)
        lc_ctx_reset(r->lc);
    put_head(r, &block, c, *certain);
    if (*certain)
        lc_text_add(&block, lc_text_peek(&cases));
    if (cases.failed || lc_ctx_code(r->lc) != LC_OK)
        lc_text_miss(&block);
    lc_text_free(&cases);
    lcr_block_close(&block, 1);
    lcr_lit_pool_clear(&pool);
    return lc_text_take(r->lc, &block);
}

/* ---- reading ---- */

bool lcr_block_is_for_all(const lcr_block *b)
{
    const char *value;
    for (size_t i = 0; i < b->n; i++)
        if (lcr_block_key(b->line[i], "parameter", &value))
            return true;
    return false;
}

/* A block under reading: `at` is its next line. */
typedef struct {
    lit_pool *pool;
    const lcr_block *b;
    size_t at;
    const char *source, *verdict, *by;
    lcr_parameters given;
    lcr_certified_for_all claim;
} reading;

/* Evidence of the claims of all cases, in order, and of the cases: their lines. */
typedef struct {
    size_t n;
    lcr_trail *of;
} trails;

static const char *line_at(const reading *in)
{
    return in->at < in->b->n ? in->b->line[in->at] : "";
}

static bool take(reading *in, const char *word, const char **value)
{
    if (!lcr_block_key(line_at(in), word, value))
        return false;
    in->at++;
    return true;
}

static bool take_word(reading *in, const char *word)
{
    bool is = strcmp(line_at(in), word) == 0;
    in->at += is;
    return is;
}

/* Lines up to the next claim, case or digest. */
static void take_evidence(reading *in, lcr_trail *out)
{
    const char *value;
    *out = (lcr_trail){.line = in->b->line + in->at};
    while (in->at < in->b->n && strcmp(line_at(in), "case") != 0 &&
           strcmp(line_at(in), "all") != 0 && !lcr_block_key(line_at(in), "holds", &value) &&
           !lcr_block_key(line_at(in), "digest", &value))
        in->at++;
    out->n = (size_t)(in->b->line + in->at - out->line);
}

/* NAME >= LOW, NAME >= LOW <= HIGH: copies. */
static bool read_parameter(reading *in, const char *text, lcr_parameter *out)
{
    size_t length = strlen(text) + 1;
    char *copy = lcr_lit_alloc(in->pool, length, 1), *low, *high;
    if (!copy)
        return false;
    memcpy(copy, text, length);
    if (!(low = strstr(copy, " >= ")) || !isalpha((unsigned char)copy[0]))
        return false;
    *low = '\0';
    low += 4;
    high = strstr(low, " <= ");
    if (high) {
        *high = '\0';
        high += 4;
    }
    for (const char *c = copy; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    *out = (lcr_parameter){copy, low, high};
    return true;
}

static bool is_repeated(const lcr_parameter *parameter, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(parameter[i].name, parameter[k].name) == 0)
                return true;
    return false;
}

static const char *read_head(reading *in)
{
    const char *value, *name;
    size_t room = in->b->n + 1;
    lcr_parameter *parameter = lcr_lit_alloc(in->pool, room, sizeof *parameter);
    const char **assumption = lcr_lit_alloc(in->pool, room, sizeof *assumption);
    if (!parameter || !assumption)
        return LC_NO_MEMORY;
    if (!take(in, "claim", &name) || !take(in, "source", &in->source))
        return "no claim, or no source";
    while (take(in, "parameter", &value))
        if (!read_parameter(in, value, &parameter[in->given.n++]))
            return "a parameter that is none";
    if (is_repeated(parameter, in->given.n))
        return "two parameters of one name";
    while (take(in, "assume", &value))
        assumption[in->given.nassumptions++] = value;
    if (!take(in, "verdict", &in->verdict) || !take(in, "by", &in->by))
        return "no verdict, or no 'by'";
    if (strcmp(in->by, "parameters") != 0 && strcmp(in->by, "nothing") != 0)
        return "'by' is neither parameters nor nothing";
    in->given.parameter = parameter;
    in->given.assumption = assumption;
    in->claim.parameters = &in->given;
    return strcmp(in->verdict, "PROVED") == 0 ? NULL : "the verdict is not PROVED";
}

static const char *read_claim(reading *in, lcr_certified_claim *c)
{
    lcr_symbolic *s = &c->claim;
    const char *value;
    const char **arg = lcr_lit_alloc(in->pool, ARGS, sizeof *arg);
    if (!arg)
        return LC_NO_MEMORY;
    for (s->n = 0; take(in, "arg", &value); s->n++) {
        if (s->n == ARGS)
            return "too many arguments";
        arg[s->n] = strcmp(value, NONE) == 0 ? NULL : value;
    }
    s->arg = arg;
    take(in, "witness", &c->witness);
    return NULL;
}

static const char *read_case(reading *in, lcr_certified_case *c, trails *t)
{
    const char *value, *why = NULL;
    size_t room = in->b->n + 1;
    const char **when = lcr_lit_alloc(in->pool, room, sizeof *when);
    lcr_certified_claim *claim = lcr_lit_alloc(in->pool, room, sizeof *claim);
    if (!when || !claim)
        return LC_NO_MEMORY;
    while (take(in, "when", &value))
        when[c->nwhen++] = value;
    bool empty = take_word(in, "empty");
    if (empty)
        take_evidence(in, &t->of[t->n++]);
    while (!why && !empty && take(in, "holds", &claim[c->n].claim.name)) {
        why = read_claim(in, &claim[c->n++]);
        take_evidence(in, &t->of[t->n++]);
    }
    c->when = when;
    c->claim = claim;
    return why ? why : c->n == 0 && !empty ? "a case of which nothing is said" : NULL;
}

static const char *read_cases(reading *in, trails *t)
{
    const char *why = NULL;
    size_t room = in->b->n + 1;
    lcr_certified_case *cases = lcr_lit_alloc(in->pool, room, sizeof *cases);
    t->of = lcr_lit_alloc(in->pool, room + 1, sizeof *t->of);
    if (!cases || !t->of)
        return LC_NO_MEMORY;
    while (!why && take_word(in, "case"))
        why = read_case(in, &cases[in->claim.ncases++], t);
    in->claim.cases = cases;
    if (why || !take_word(in, "all"))
        return why ? why : "a line that is none of a certificate";
    take_evidence(in, &t->of[t->n++]);
    return in->claim.ncases > 0 && in->at + 1 == in->b->n
               ? NULL
               : "a line that is none of a certificate";
}

/* ---- checking ---- */

static const char *not_met(const lcr_trail *trail, bool shown)
{
    if (shown && trail->at == trail->n)
        return NULL;
    return shown ? "a set that the claim has not"
                 : "a set is not the one that the claim has, or is not empty";
}

static const char *check_case(lcr_ctx *r, lit_pool *pool, const lcr_parameters *all,
                              const lcr_certified_case *c, lcr_trail **next, bool *by_isl)
{
    lcr_parameters p;
    const char *why = with_case(pool, all, c, &p) ? NULL : LC_NO_MEMORY;
    if (!why && c->n == 0) {
        lcr_trail *trail = (*next)++;
        why = not_met(trail, nothing_is_in(r, all, c, trail));
    }
    for (size_t i = 0; !why && i < c->n; i++) {
        lcr_trail *trail = (*next)++;
        why = not_met(trail, holds(r, &p, &c->claim[i], trail, by_isl));
    }
    return why;
}

static const char *check_cases(lcr_ctx *r, reading *in, trails *t, bool *by_isl)
{
    lcr_trail *next = t->of;
    const char *why = NULL;
    for (size_t i = 0; !why && i < in->claim.ncases; i++)
        why = check_case(r, in->pool, &in->given, &in->claim.cases[i], &next, by_isl);
    if (!why && !all_is_in(r, in->pool, &in->claim, next))
        return "it was not shown that the cases are all";
    return why ? why : not_met(next, true);
}

static const char *check(lcr_ctx *r, reading *in, lcr_block_checked *out)
{
    trails t = {0};
    const char *why = read_head(in);
    out->verdict = in->verdict;
    bool nothing = !why && strcmp(in->by, "nothing") == 0;
    why = why || nothing ? why : read_cases(in, &t);
    if (why)
        return why;
    if (nothing) {
        const char *claim = strstr(in->source, ": ");
        lc_text text = {0};
        lc_text_add(&text, claim ? claim + 2 : in->source);
        out->text = lc_text_take(r->lc, &text);
        why = lcr_block_digest(in->b);
        out->check = out->text && !why ? LCR_UNCERTAIN : LCR_REJECTED;
        return why ? why : "there is no evidence of this kind";
    }
    out->text = text_of(r, &in->claim);
    if (!out->text)
        return LC_NO_MEMORY;
    if (!lcr_src_is_of(in->source, out->text))
        return "the source is not the claim of the arguments";
    why = lcr_block_digest(in->b);
    return why ? why : check_cases(r, in, &t, &out->by_isl);
}

void lcr_block_check_for_all(lcr_ctx *r, const lcr_block *b, lcr_block_checked *out)
{
    lit_pool pool = {.lc = r->lc};
    reading in = {.pool = &pool, .b = b};
    out->why = check(r, &in, out);
    if (!out->why)
        out->check = LCR_CONFIRMED;
    lcr_lit_pool_clear(&pool);
}
