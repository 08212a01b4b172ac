/* for-all.c - certificates of claims for all numbers of parameters, written and checked.
 *
 * recheck.h shows a block. It is checked by writing it once more, with the hints that it gives:
 * each claim is stated anew from its literals, with what is said of the parameters in its case,
 * and isl is asked the questions; then what shows that the cases are all there are.
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
static bool put_case(lcr_ctx *r, lit_pool *pool, const lcr_parameters *all,
                     const lcr_certified_case *c, lcr_trail *trail, bool *by_isl)
{
    lcr_parameters p;
    lc_text_add(trail->out, "case\n");
    for (size_t i = 0; i < c->nwhen; i++)
        lc_text_printf(trail->out, "when %s\n", c->when[i]);
    if (c->n == 0)
        lc_text_add(trail->out, "empty\n");
    if (!with_case(pool, all, c, &p))
        return false;
    bool ok = c->n > 0 || nothing_is_in(r, all, c, trail);
    for (size_t i = 0; ok && i < c->n; i++) {
        put_claim(trail->out, &c->claim[i]);
        ok = holds(r, &p, &c->claim[i], trail, by_isl);
    }
    return ok;
}

static bool put_cases(lcr_ctx *r, lit_pool *pool, const lcr_certified_for_all *c,
                      lcr_trail *trail, bool *by_isl)
{
    bool ok = c->ncases > 0;
    for (size_t i = 0; ok && i < c->ncases; i++)
        ok = put_case(r, pool, c->parameters, &c->cases[i], trail, by_isl);
    lc_text_add(trail->out, "all\n");
    return ok && all_is_in(r, pool, c, trail);
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

/* With the hints of a block, NULL: with those that are found. *by_isl: a set or an identity
 * states one of the claims. */
static char *written(lcr_ctx *r, const lcr_certified_for_all *c, const lcr_block *given,
                     bool *certain, bool *by_isl)
{
    lc_text cases = {0}, block = {0};
    lcr_trail trail = {.out = &cases};
    lit_pool pool = {.lc = r->lc};
    if (given)
        trail = (lcr_trail){&cases, given->n, 0, given->line};
    *by_isl = false;
    *certain = put_cases(r, &pool, c, &trail, by_isl);
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

char *lcr_certify_for_all(lcr_ctx *r, const lcr_certified_for_all *c, bool *certain)
{
    bool by_isl;
    return written(r, c, NULL, certain, &by_isl);
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

typedef struct {
    lit_pool *pool;
    lcr_block *b;
    const char *source, *verdict, *by;
    lcr_parameters given;
    lcr_certified_for_all claim;
} reading;

/* Room for one element a line; NULL with an error. */
static void *room_for(const reading *in, size_t size)
{
    return lcr_lit_alloc(in->pool, in->b->n + 1, size);
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
    lcr_parameter *parameter = room_for(in, sizeof *parameter);
    const char **assumption = room_for(in, sizeof *assumption);
    if (!parameter || !assumption)
        return LC_NO_MEMORY;
    if (!lcr_block_take(in->b, "claim", &name) || !lcr_block_take(in->b, "source", &in->source))
        return "no claim, or no source";
    while (lcr_block_take(in->b, "parameter", &value))
        if (!read_parameter(in, value, &parameter[in->given.n++]))
            return "a parameter that is none";
    if (is_repeated(parameter, in->given.n))
        return "two parameters of one name";
    while (lcr_block_take(in->b, "assume", &value))
        assumption[in->given.nassumptions++] = value;
    if (!lcr_block_take(in->b, "verdict", &in->verdict) || !lcr_block_take(in->b, "by", &in->by))
        return "no verdict, or no 'by'";
    in->given.parameter = parameter;
    in->given.assumption = assumption;
    in->claim.parameters = &in->given;
    return strcmp(in->verdict, "PROVED") == 0 ? NULL : "the verdict is not PROVED";
}

/* Past the evidence: up to the next claim or case, or the end of the cases. */
static void pass_evidence(lcr_block *b)
{
    static const char *const words[] = {"set", "where", "identity", "hint"};
    const char *value;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lcr_block_take(b, words[i], &value))
            i = SIZE_MAX; /* from the first one on */
}

static bool read_claim(reading *in, lcr_certified_claim *c)
{
    lcr_symbolic *s = &c->claim;
    const char *value, **arg = lcr_lit_alloc(in->pool, ARGS, sizeof *arg);
    for (s->n = 0; arg && s->n < ARGS && lcr_block_take(in->b, "arg", &value); s->n++)
        arg[s->n] = strcmp(value, NONE) == 0 ? NULL : value;
    s->arg = arg;
    lcr_block_take(in->b, "witness", &c->witness);
    pass_evidence(in->b);
    return arg != NULL;
}

static bool read_case(reading *in, lcr_certified_case *c)
{
    const char **when = room_for(in, sizeof *when);
    lcr_certified_claim *claim = room_for(in, sizeof *claim);
    bool ok = when && claim;
    while (ok && lcr_block_take(in->b, "when", &when[c->nwhen]))
        c->nwhen++;
    if (ok && lcr_block_take_word(in->b, "empty"))
        pass_evidence(in->b);
    while (ok && lcr_block_take(in->b, "holds", &claim[c->n].claim.name))
        ok = read_claim(in, &claim[c->n++]);
    c->when = when;
    c->claim = claim;
    return ok;
}

/* Other lines than these are none of a block that is written. */
static const char *read_cases(reading *in)
{
    lcr_certified_case *cases = room_for(in, sizeof *cases);
    bool ok = cases != NULL;
    while (ok && lcr_block_take_word(in->b, "case"))
        ok = read_case(in, &cases[in->claim.ncases++]);
    in->claim.cases = cases;
    return ok ? NULL : LC_NO_MEMORY;
}

/* ---- checking ---- */

/* The claim as it reads; of one without evidence, as its source says it. */
static char *said_text(lcr_ctx *r, const reading *in)
{
    const char *claim = strstr(in->source, ": ");
    lc_text text = {0};
    if (in->claim.ncases > 0)
        return text_of(r, &in->claim);
    lc_text_add(&text, claim ? claim + 2 : in->source);
    return lc_text_take(r->lc, &text);
}

static const char *check_again(lcr_ctx *r, reading *in, lcr_block_checked *out)
{
    bool certain;
    size_t n = strlen(in->source) - strlen(out->text) - strlen(": ");
    char *place = lcr_lit_alloc(in->pool, n + 1, 1);
    if (!place)
        return LC_NO_MEMORY;
    in->claim.place = memcpy(place, in->source, n);
    char *again = written(r, &in->claim, in->b, &certain, &out->by_isl);
    const char *why = again ? lcr_block_is(r, in->b, again) : lc_ctx_message(r->lc);
    free(again);
    return why;
}

static const char *check(lcr_ctx *r, reading *in, lcr_block_checked *out)
{
    const char *why = read_head(in);
    out->verdict = in->verdict;
    bool nothing = !why && strcmp(in->by, "nothing") == 0;
    why = why || nothing ? why : read_cases(in);
    if (why)
        return why;
    out->text = said_text(r, in);
    if (!out->text)
        return LC_NO_MEMORY;
    if (!nothing && !lcr_src_is_of(in->source, out->text))
        return "the source is not the claim of the arguments";
    why = lcr_block_digest(in->b);
    if (why)
        return why;
    out->check = nothing ? LCR_UNCERTAIN : LCR_CONFIRMED;
    return nothing ? "there is no evidence of this kind" : check_again(r, in, out);
}

void lcr_block_check_for_all(lcr_ctx *r, lcr_block *b, lcr_block_checked *out)
{
    lit_pool pool = {.lc = r->lc};
    reading in = {.pool = &pool, .b = b};
    out->why = check(r, &in, out);
    if (out->check == LCR_CONFIRMED && out->why)
        out->check = LCR_REJECTED;
    lcr_lit_pool_clear(&pool);
}
