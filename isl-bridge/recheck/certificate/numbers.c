/* numbers.c - certificates of claims about numbers, written and checked. */
#include "config.h"

#include "block.h"

#include "../../internal.h"
#include "../ask/judge.h"
#include "../read/source.h"

#include "../../../lib/bank-models.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static bool put_claim(lcr_ctx *r, lc_text *out, const lcr_certified *c, const lcr_evidence *e)
{
    lc_text_printf(out, "claim %s\nsource %s: ", c->claim, c->place);
    lc_text_own(out, lcr_src_claim(r->lc, c->claim, c->n, c->arg));
    lc_text_add(out, "\n");
    for (size_t i = 0; i < c->n; i++)
        lc_text_printf(out, "arg %s\n", c->arg[i]);
    if (c->witness && e->by)
        lc_text_printf(out, "witness %s\n", c->witness);
    lc_text_printf(out, "verdict %s\nby %s\n", c->proved ? "PROVED" : "REFUTED",
                   e->by ? e->by : "nothing");
    for (size_t i = 0; i < e->nsets; i++) {
        const char *set = lcr_evidence_text(e, i);
        if (!set)
            return false;
        lc_text_printf(out, "set %s\n", set);
    }
    return true;
}

/* The evidence of a refutation without a witness: a point, or the condition. */
static bool put_refutation(lit_pool *pool, lc_text *out, const lcr_judgement *j)
{
    const lcr_evidence *e = &j->evidence;
    const char *point = e->holds && !e->contrary ? lcr_judge_point(pool, &j->point) : "";
    if (!e->holds || e->contrary)
        lc_text_printf(out, "fails %s\n", e->condition);
    else if (point)
        lc_text_printf(out, "point %zu%s\n", j->at, point);
    return point != NULL;
}

static bool put(lcr_ctx *r, lit_pool *pool, lc_text *out, const lcr_certified *c,
                const lcr_judgement *j, bool *certain)
{
    static const lcr_evidence nothing = {.by = NULL};
    *certain = j->opinion == LCR_AGREES || lcr_reason_needs_no_set(j->reason) ||
               j->reason == LCR_BY_POINTS;
    if (j->opinion == LCR_DISAGREES) {
        lc_fail(r->lc, LC_ERR_INTERNAL,
                "%s was %s, and the sets of its certificate say otherwise", c->claim,
                c->proved ? "proved" : "refuted");
        return false;
    }
    bool refuted = *certain && !c->proved && !c->witness;
    return put_claim(r, out, c, *certain ? &j->evidence : &nothing) &&
           (!refuted || put_refutation(pool, out, j));
}

char *lcr_certify(lcr_ctx *r, const lcr_certified *claim, bool *certain)
{
    lc_text block = {0};
    lcr_judgement j;
    lit_pool pool = {.lc = r->lc, .isl = r, .spare = &r->spare};
    lc_frame frame = lc_frame_open(r->lc);
    lc_text_add(&block, "\n");
    if (lcr_judge(r, &pool, claim, &j) && put(r, &pool, &block, claim, &j, certain))
        lcr_block_close(&block, 1);
    else
        lc_text_miss(&block);
    lcr_lit_pool_clear(&pool);
    lc_frame_close(r->lc, frame);
    return lc_text_take(r->lc, &block);
}

/* ---- reading ---- */

/* What the first lines say; texts are theirs. */
typedef struct {
    const lcr_block *of;
    const char *claim, *source, *arg[LCR_EVIDENCE_ARGS], *witness, *verdict, *by;
    size_t nargs;
} block;

static void read_block(const lcr_block *of, block *b)
{
    size_t at = 0;
    const char *const *line = of->line, *value;
    *b = (block){.of = of};
    at += at < of->n && lcr_block_key(line[at], "claim", &b->claim);
    at += at < of->n && lcr_block_key(line[at], "source", &b->source);
    for (; at < of->n && b->nargs < LCR_EVIDENCE_ARGS && lcr_block_key(line[at], "arg", &value);
         at++)
        b->arg[b->nargs++] = value;
    at += at < of->n && lcr_block_key(line[at], "witness", &b->witness);
    at += at < of->n && lcr_block_key(line[at], "verdict", &b->verdict);
    if (at < of->n)
        lcr_block_key(line[at], "by", &b->by);
}

/* ---- checking a block ---- */

/* "0 2 -1", the number of a set and a point: is it one of that set? */
static bool is_point(lcr_ctx *r, const char *text, const lcr_evidence *e)
{
    char *end;
    lc_int at[SYS_VARS];
    sys_point point = {0, at};
    size_t set = strtoul(text, &end, 10);
    while (*end == ' ' && point.n < SYS_VARS) {
        const char *digits = ++end;
        end += strcspn(end, " ");
        if (!lc_int_parse(r->lc, digits, (size_t)(end - digits), &at[point.n++]))
            return false;
    }
    return *end == '\0' && set < e->nsets && lcr_sys_has(e->set[set], &point);
}

/* Is this line of the block the one that is written now? The place of a source may be any, and so
 * may the point of a set that has one. */
static bool is_line(lcr_ctx *r, const char *line, const char *now, const lcr_evidence *e)
{
    size_t n = strcspn(now, "\n");
    const char *value, *own;
    if (lcr_block_key(line, "source", &value))
        return lcr_block_key(now, "source", &own);
    if (lcr_block_key(line, "point", &value))
        return lcr_block_key(now, "point", &own) && is_point(r, value, e);
    return strlen(line) == n && strncmp(line, now, n) == 0;
}

/* The claim is judged, and the block written, once more: all lines are the same. */
static const char *compare(lcr_ctx *r, const block *b, const lcr_judgement *j, const char *text)
{
    for (size_t i = 0; i + 1 < b->of->n; i++) {
        if (*text == '\0' || !is_line(r, b->of->line[i], text, &j->evidence))
            return "a line is not the one that the claim has";
        text += strcspn(text, "\n");
        text += *text != '\0';
    }
    return *text == '\0' ? NULL : "a line is missing that the claim has";
}

static const char *check_evidence(lcr_ctx *r, lit_pool *pool, const block *b,
                                  const lcr_certified *c, bool *by_isl)
{
    lcr_judgement j;
    lc_text now = {0};
    bool certain = false;
    if (!lcr_judge(r, pool, c, &j))
        return lc_ctx_message(r->lc);
    if (j.opinion == LCR_DISAGREES)
        return "a set is not empty, or a condition of the claim fails";
    const char *why = put(r, pool, &now, c, &j, &certain) && !now.failed ? NULL : LC_NO_MEMORY;
    *by_isl = j.opinion == LCR_AGREES;
    why = why        ? why
          : !certain ? lcr_reason_told(j.reason)
                     : compare(r, b, &j, lc_text_peek(&now));
    lc_text_free(&now);
    return why;
}

/* A name that is no word of the language, no processor and nothing that one does: nothing that
 * has a value. `_` is none. */
static bool names_nothing(const char *arg)
{
    size_t n = 0;
    if (strcmp(arg, "_") == 0 || strcmp(arg, "read") == 0 || strcmp(arg, "write") == 0)
        return false;
    while (isalnum((unsigned char)arg[n]) || arg[n] == '_')
        n++;
    return arg[n] == '\0' && !isdigit((unsigned char)arg[0]) && !lcr_lit_is_word(arg, n) &&
           lc_bank_wave(arg) == 0;
}

/* What is there, before it is asked whether it is so; NULL when all is well. */
static const char *check_form(const block *b, const char *digest, const char *text)
{
    if (!b->verdict || !b->by)
        return "no verdict, or no 'by'";
    if (strcmp(b->verdict, "PROVED") != 0 && strcmp(b->verdict, "REFUTED") != 0)
        return "the verdict is neither PROVED nor REFUTED";
    if (!lcr_is_claim(b->claim, b->nargs))
        return "no claim of so many arguments";
    for (size_t i = 0; i < b->nargs; i++)
        if (names_nothing(b->arg[i]))
            return "an argument is a name that the language has not";
    if (!b->source || !lcr_src_is_of(b->source, text))
        return "the source is not the claim of the arguments";
    return digest;
}

static const char *check_block(lcr_ctx *r, const block *b, const char *digest, const char *text,
                               lcr_block_checked *out)
{
    lcr_certified c = {
        .place = "", .claim = b->claim, .n = b->nargs, .arg = b->arg, .witness = b->witness};
    lit_pool pool = {.lc = r->lc, .isl = r, .spare = &r->spare};
    const char *why = check_form(b, digest, text);
    if (!why) {
        c.proved = strcmp(b->verdict, "PROVED") == 0;
        bool nothing = strcmp(b->by, "nothing") == 0;
        if (nothing)
            out->check = LCR_UNCERTAIN;
        why = nothing ? "there is no evidence of this kind"
                      : check_evidence(r, &pool, b, &c, &out->by_isl);
    }
    lcr_lit_pool_clear(&pool);
    return why;
}

void lcr_block_check_numbers(lcr_ctx *r, const lcr_block *lines, lcr_block_checked *out)
{
    block b;
    read_block(lines, &b);
    out->verdict = b.verdict;
    out->text = lcr_src_claim(r->lc, b.claim ? b.claim : "", b.nargs, b.arg);
    out->why = out->text ? check_block(r, &b, lcr_block_digest(lines), out->text, out)
                         : LC_NO_MEMORY;
    if (!out->why)
        out->check = LCR_CONFIRMED;
}
