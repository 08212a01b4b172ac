/* numbers.c - certificates of claims about numbers, written and checked.
 *
 * A block is checked by writing it once more, from the claim, its arguments, the witness and the
 * point that it gives: the sets are made anew, and isl is asked about them.
 */
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
        const char *set = lcr_sys_text(e->set[i]);
        if (!set)
            return false;
        lc_text_printf(out, "set %s\n", set);
    }
    return true;
}

/* "0 2 -1": the number of a set and a point of it. */
static bool is_point(lcr_ctx *r, const lcr_evidence *e, const char *text)
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

/* The point that the text of its set has. NULL with an error. */
static const char *point_of(lcr_ctx *r, lit_pool *pool, const lcr_judgement *j)
{
    sys_point at = j->point;
    const char *set = lcr_sys_text(j->evidence.set[j->at]);
    lcr_answer read = set ? lcr_ask_point_of_text(r, pool, set, &at) : LCR_UNKNOWN;
    if (read == LCR_NO)
        return lc_fail(r->lc, LC_ERR_INTERNAL, "the text of a set is another one");
    if (read == LCR_UNKNOWN) {
        lc_ctx_reset(r->lc);
        at = j->point;
    }
    return lcr_sys_point_text(pool, &at);
}

/* The evidence of a refutation without a witness: a point, the one that is given or isl's, or the
 * condition. */
static bool put_refutation(lcr_ctx *r, lit_pool *pool, lc_text *out, const lcr_judgement *j,
                           const char *given)
{
    const lcr_evidence *e = &j->evidence;
    if (!e->holds || e->contrary) {
        lc_text_printf(out, "fails %s\n", e->condition);
        return true;
    }
    if (given && is_point(r, e, given)) {
        lc_text_printf(out, "point %s\n", given);
        return true;
    }
    const char *point = point_of(r, pool, j);
    if (point)
        lc_text_printf(out, "point %zu%s%s\n", j->at, *point ? " " : "", point);
    return point != NULL;
}

static bool put(lcr_ctx *r, lit_pool *pool, lc_text *out, const lcr_certified *c,
                const lcr_judgement *j, const char *point)
{
    static const lcr_evidence nothing = {.by = NULL};
    bool certain = lcr_judge_is_certain(j);
    if (j->opinion == LCR_DISAGREES)
        return lc_fail(r->lc, LC_ERR_INTERNAL,
                       "%s was %s, and the sets of its certificate say otherwise", c->claim,
                       c->proved ? "proved" : "refuted");
    bool refuted = certain && !c->proved && !c->witness;
    return put_claim(r, out, c, certain ? &j->evidence : &nothing) &&
           (!refuted || put_refutation(r, pool, out, j, point));
}

/* *j: what it came to, but for what is of the pool. */
static char *written(lcr_ctx *r, const lcr_certified *claim, const char *point, lcr_judgement *j)
{
    lc_text block = {0};
    lit_pool pool = {.lc = r->lc, .isl = r};
    lc_frame frame = lc_frame_open(r->lc);
    lc_text_add(&block, "\n");
    if (lcr_judge(r, &pool, claim, j) && put(r, &pool, &block, claim, j, point))
        lcr_block_close(&block, 1);
    else
        lc_text_miss(&block);
    lcr_lit_pool_clear(&pool);
    lc_frame_close(r->lc, frame);
    return lc_text_take(r->lc, &block);
}

char *lcr_certify(lcr_ctx *r, const lcr_certified *claim, bool *certain)
{
    lcr_judgement j;
    char *block = written(r, claim, NULL, &j);
    *certain = block && lcr_judge_is_certain(&j);
    return block;
}

/* ---- checking ---- */

/* What the lines say; texts are theirs. */
typedef struct {
    lcr_certified claim;
    const char *source, *arg[LCR_EVIDENCE_ARGS], *by, *point;
} reading;

static const char *read_lines(lcr_block *b, reading *in, const char **verdict)
{
    lcr_certified *c = &in->claim;
    *in = (reading){.claim = {.arg = in->arg}, .source = ""};
    lcr_block_take(b, "claim", &c->claim);
    lcr_block_take(b, "source", &in->source);
    while (c->n < LCR_EVIDENCE_ARGS && lcr_block_take(b, "arg", &in->arg[c->n]))
        c->n++;
    lcr_block_take(b, "witness", &c->witness);
    if (!lcr_block_take(b, "verdict", verdict) || !lcr_block_take(b, "by", &in->by))
        return "no verdict, or no 'by'";
    c->proved = strcmp(*verdict, "PROVED") == 0;
    for (size_t i = b->at; i < b->n; i++)
        lcr_block_key(b->line[i], "point", &in->point);
    return c->proved || strcmp(*verdict, "REFUTED") == 0
               ? NULL
               : "the verdict is neither PROVED nor REFUTED";
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

/* Is it a claim of the language? NULL, or why not. */
static const char *check_form(const reading *in, const char *text)
{
    if (!lcr_is_claim(in->claim.claim, in->claim.n))
        return "no claim of so many arguments";
    for (size_t i = 0; i < in->claim.n; i++)
        if (names_nothing(in->arg[i]))
            return "an argument is a name that the language has not";
    return lcr_src_is_of(in->source, text) ? NULL
                                           : "the source is not the claim of the arguments";
}

static const char *check_again(lcr_ctx *r, const lcr_block *b, reading *in,
                               lcr_block_checked *out)
{
    lcr_judgement j;
    char *place = strdup(in->source);
    if (!place)
        return LC_NO_MEMORY;
    place[strlen(place) - strlen(out->text) - strlen(": ")] = '\0';
    in->claim.place = place;
    char *again = written(r, &in->claim, in->point, &j);
    const char *why = again ? lcr_block_is(r, b, again) : lc_ctx_message(r->lc);
    out->by_isl = !why && j.opinion == LCR_AGREES;
    free(again);
    free(place);
    return why;
}

void lcr_block_check_numbers(lcr_ctx *r, lcr_block *b, lcr_block_checked *out)
{
    reading in;
    out->why = read_lines(b, &in, &out->verdict);
    out->text = lcr_src_claim(r->lc, in.claim.claim, in.claim.n, in.arg);
    if (!out->text)
        out->why = LC_NO_MEMORY;
    out->why = out->why ? out->why : check_form(&in, out->text);
    out->why = out->why ? out->why : lcr_block_digest(b);
    if (out->why)
        return;
    out->check = strcmp(in.by, "nothing") == 0 ? LCR_UNCERTAIN : LCR_CONFIRMED;
    out->why = out->check == LCR_UNCERTAIN ? "there is no evidence of this kind"
                                           : check_again(r, b, &in, out);
    if (out->check == LCR_CONFIRMED && out->why)
        out->check = LCR_REJECTED;
}
