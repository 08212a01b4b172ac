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

/* The evidence of a refutation without a witness: a point, which is the one that the text of
 * its set has, or the condition. */
static bool put_refutation(lcr_ctx *r, lit_pool *pool, lc_text *out, const lcr_judgement *j)
{
    const lcr_evidence *e = &j->evidence;
    if (!e->holds || e->contrary) {
        lc_text_printf(out, "fails %s\n", e->condition);
        return true;
    }
    sys_point at = j->point;
    const char *set = lcr_evidence_text(e, j->at);
    lcr_answer read = set ? lcr_ask_point_of_text(r, pool, set, &at) : LCR_UNKNOWN;
    if (read == LCR_NO)
        return lc_fail(r->lc, LC_ERR_INTERNAL, "the text of a set is another one");
    if (read == LCR_UNKNOWN) {
        lc_ctx_reset(r->lc);
        at = j->point;
    }
    const char *point = lcr_judge_point(pool, &at);
    if (point)
        lc_text_printf(out, "point %zu%s%s\n", j->at, *point ? " " : "", point);
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
           (!refuted || put_refutation(r, pool, out, j));
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

/* What the lines say; texts are theirs. */
typedef struct {
    const char *claim, *source, *arg[LCR_EVIDENCE_ARGS], *witness, *verdict, *by, *point, *fails;
    size_t nargs, nsets;
    const char **set;  /* with room for all lines */
    const char *wrong; /* what is malformed about it */
} block;

static void read_line(block *b, const char *line)
{
    const struct {
        const char *word, **value;
    } once[] = {{"by", &b->by},          {"claim", &b->claim},   {"fails", &b->fails},
                {"point", &b->point},    {"source", &b->source}, {"verdict", &b->verdict},
                {"witness", &b->witness}};
    const char *value;
    for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
        if (!lcr_block_key(line, once[i].word, &value))
            continue;
        if (*once[i].value)
            b->wrong = "a line stands there twice";
        *once[i].value = value;
        return;
    }
    if (lcr_block_key(line, "digest", &value))
        return;
    if (lcr_block_key(line, "set", &value))
        b->set[b->nsets++] = value;
    else if (!lcr_block_key(line, "arg", &value))
        b->wrong = "a line that is none of a certificate";
    else if (b->nargs == LCR_EVIDENCE_ARGS)
        b->wrong = "too many arguments";
    else
        b->arg[b->nargs++] = value;
}

/* ---- checking a block ---- */

/* Alike, or equal. */
static bool is_set(lcr_ctx *r, const lcr_evidence *e, size_t i, const char *text)
{
    const char *own = lcr_evidence_text(e, i);
    return own && (strcmp(own, text) == 0 || lcr_ask_is_text(r, e->set[i], text) == LCR_YES);
}

/* The sets of the certificate are those of the claim. */
static const char *compare_sets(lcr_ctx *r, const block *b, const lcr_evidence *e)
{
    if (strcmp(b->by, e->by ? e->by : "nothing") != 0)
        return "the claim is not proved by what the certificate says";
    if (b->nsets != e->nsets)
        return "the claim has another number of sets";
    for (size_t i = 0; i < b->nsets; i++)
        if (!is_set(r, e, i, b->set[i]))
            return "a set is not the one that the claim has";
    return NULL;
}

/* "0 2 -1": the number of a set and a point of it, which has room. */
static bool read_point(lcr_ctx *r, const char *text, size_t *set, sys_point *point)
{
    char *end;
    *set = strtoul(text, &end, 10);
    point->n = 0;
    while (*end == ' ' && point->n < SYS_VARS) {
        const char *digits = ++end;
        end += strcspn(end, " ");
        if (!lc_int_parse(r->lc, digits, (size_t)(end - digits), &point->at[point->n++]))
            return false;
    }
    return *end == '\0';
}

/* That the sets, if there are any, are all empty. */
static const char *check_empty(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e)
{
    lcr_judgement j;
    switch (lcr_judge_sets(r, pool, e, &j)) {
    case LCR_YES: return NULL;
    case LCR_NO: return e->holds ? "a set is not empty" : "a condition of the claim fails";
    default: return "a set is not decided within the budget";
    }
}

static const char *check_refutation(lcr_ctx *r, lit_pool *pool, const block *b,
                                    const lcr_evidence *e)
{
    size_t set;
    lc_int at[SYS_VARS];
    sys_point point = {0, at};
    if ((!e->holds || e->contrary) &&
        (!b->fails || b->point || strcmp(b->fails, e->condition) != 0))
        return "another condition of the claim fails";
    if (!e->holds || e->contrary)
        return e->contrary ? check_empty(r, pool, e) : NULL;
    if (e->one_way)
        return "a point of these sets refutes nothing";
    if (!b->point || !read_point(r, b->point, &set, &point))
        return "a refutation without a point";
    if (set >= e->nsets || !lcr_sys_has(e->set[set], &point))
        return "the point is none of the set";
    return NULL;
}

static const char *check_evidence(lcr_ctx *r, lit_pool *pool, const block *b,
                                  const lcr_certified *c, const lcr_evidence *e)
{
    const char *why = compare_sets(r, b, e);
    if (why || !e->by)
        return why;
    if (!c->proved && !c->witness)
        return check_refutation(r, pool, b, e);
    if (b->point || b->fails)
        return "a point or a failure where there is none";
    return e->contrary ? "a condition of the claim fails" : check_empty(r, pool, e);
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
    if (b->wrong)
        return b->wrong;
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

/* Does a set with a coordinate state it, where all is well: the one that the point is of, or one
 * of those that are empty? */
static bool is_stated(const block *b, const lcr_evidence *e)
{
    size_t at = b->point ? strtoul(b->point, NULL, 10) : 0;
    if (!e->holds || e->looked)
        return false;
    for (size_t i = at; i < (b->point ? at + 1 : e->nsets); i++)
        if (e->set[i]->n > 0)
            return true;
    return false;
}

static const char *check_block(lcr_ctx *r, const block *b, const char *digest, const char *text,
                               lcr_block_checked *out)
{
    lcr_certified c = {.claim = b->claim, .n = b->nargs, .arg = b->arg, .witness = b->witness};
    lcr_evidence evidence;
    lit_pool pool = {.lc = r->lc, .isl = r, .spare = &r->spare};
    const char *why = check_form(b, digest, text);
    if (!why) {
        c.proved = strcmp(b->verdict, "PROVED") == 0;
        bool nothing = strcmp(b->by, "nothing") == 0;
        if (nothing)
            out->check = LCR_UNCERTAIN;
        if (nothing)
            why = "there is no evidence of this kind";
        else if (!lcr_judge_evidence(&pool, &c, &evidence))
            why = lc_ctx_message(r->lc);
        else
            why = check_evidence(r, &pool, b, &c, &evidence);
        out->by_isl = !why && is_stated(b, &evidence);
    }
    lcr_lit_pool_clear(&pool);
    return why;
}

void lcr_block_check_numbers(lcr_ctx *r, const lcr_block *lines, lcr_block_checked *out)
{
    block b = {.set = lc_alloc(r->lc, lines->n, sizeof *b.set)};
    for (size_t i = 0; b.set && i < lines->n; i++)
        read_line(&b, lines->line[i]);
    out->verdict = b.verdict;
    out->text = b.set ? lcr_src_claim(r->lc, b.claim, b.nargs, b.arg) : NULL;
    out->why = out->text ? check_block(r, &b, lcr_block_digest(lines), out->text, out)
                         : LC_NO_MEMORY;
    if (!out->why)
        out->check = LCR_CONFIRMED;
    free(b.set);
}
