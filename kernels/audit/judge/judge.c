/* judge.c - what warps cost, as claims about their addresses. */
#include "config.h"

#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/banks.h"
#include "../../../lib/int64.h"
#include "../../../lib/text.h"
#include "../../../verify/session/script.h"
#include "numbers.h"
#include "shapes.h"

#define CLAIMS 8 /* of an access */
#define LARGE_STEP 256

/* A question about the cost of a warp. */
typedef struct {
    lck_cost cost;
    char *(*claim)(const lck_warp *w, unsigned *more);
    const char *what; /* "wavefronts" */
} question;

/* ---- claims ---- */

static unsigned active_lanes(const lck_warp *w)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 32; i++)
        n += w->active[i];
    return n;
}

/* Lanes that take no part are given the address of one that is served with them, which changes
 * nothing; *more phases that have no lane at all are one wavefront each. */
static char *claim_of_banks(const lck_warp *w, unsigned *more)
{
    int64_t byte[32];
    unsigned lanes = w->width <= 4 ? 32 : 128 / w->width, first = 0;
    *more = 0;
    while (!w->active[first])
        first++;
    for (unsigned phase = 0; phase < 32; phase += lanes) {
        unsigned with = phase;
        while (with < phase + lanes && !w->active[with])
            with++;
        *more += with == phase + lanes;
        for (unsigned i = phase; i < phase + lanes; i++)
            byte[i] = w->byte[w->active[i] ? i : with < phase + lanes ? with : first];
    }
    char *value = lck_addresses_value(byte, 32, w->width, w->width < 4 ? 4 : w->width);
    lc_text text = {0};
    if (value)
        lc_text_printf(&text, "conflict_free(%s, lanes=32, bytes=%u, width=%u)", value, w->width,
                       w->width);
    free(value);
    return text.length ? lc_text_take(NULL, &text) : NULL;
}

/* The addresses of the lanes that take part, in units of bytes. */
static char *value_of(const lck_warp *w, unsigned unit, unsigned *n)
{
    int64_t byte[33];
    *n = 0;
    for (unsigned i = 0; i < 32; i++)
        if (w->active[i])
            byte[(*n)++] = w->byte[i];
    if (*n == 1)
        byte[(*n)++] = byte[0];
    return lck_addresses_value(byte, *n, unit,
                               w->width > LC_SECTOR_BYTES ? w->width : LC_SECTOR_BYTES);
}

static char *claim_of_sectors(const lck_warp *w, unsigned *more)
{
    unsigned n;
    char *value = value_of(w, w->width, &n);
    lc_text text = {0};
    *more = 0;
    if (value)
        lc_text_printf(&text, "coalesced(%s, lanes=%u, bytes=%u, width=%u)", value, n, w->width,
                       w->width);
    free(value);
    return text.length ? lc_text_take(NULL, &text) : NULL;
}

/* The claim about one lane that is not aligned, else about all; moved by a multiple of the
 * width. */
static char *claim_of_alignment(const lck_warp *w, unsigned *more)
{
    unsigned n;
    char *value = value_of(w, 1, &n);
    lc_text text = {0};
    *more = 0;
    for (unsigned i = 0; i < 32 && text.length == 0; i++)
        if (w->active[i] && w->byte[i] % w->width != 0)
            lc_text_printf(&text, "aligned({%lld} o 1:0, %u)", (long long)w->byte[i], w->width);
    if (value && text.length == 0)
        lc_text_printf(&text, "aligned(%s, %u)", value, w->width);
    free(value);
    return text.length ? lc_text_take(NULL, &text) : NULL;
}

bool lck_judge_works(const lck_judge *j, uint64_t operations)
{
    if (!j->work)
        return true;
    *j->work -= operations < *j->work ? operations : *j->work;
    return *j->work > 0;
}

/* ---- verdicts ---- */

void lck_judge_set(const lck_judge *j, lck_answer *out, lck_verdict verdict, const char *why)
{
    out->verdict = verdict;
    free(out->why);
    out->why = lck_audit_text(j->audit, why, strcspn(why, "\n"));
}

static void remark(const lck_judge *j, const lck_judged *a, bool masked, lck_answer *out)
{
    const char *base = a->assumed ? a->assumed : "";
    const char *mask = masked ? "where a condition that is not known holds for all lanes" : "";
    if (*base || *mask)
        out->why = lck_audit_printf(j->audit, "%s%s%s", base, *base && *mask ? ", " : "", mask);
}

/* Asks the claim of each warp that differs. */
static void prove(const lck_judge *j, const question *q, const lck_warp *pattern, size_t n,
                  lck_answer *out)
{
    out->confirmed = true;
    for (size_t i = 0; i < n && i < CLAIMS; i++) {
        unsigned more;
        if (!lck_judge_works(j, LCK_JUDGE_CLAIM)) {
            lck_judge_set(j, out, LCK_UNKNOWN, LCK_JUDGE_NO_WORK);
            return;
        }
        const lck_claimed *said = lck_asker_claim(j->asker, q->claim(&pattern[i], &more));
        if (said->verdict != LCV_PROVED) {
            lck_judge_set(j, out, LCK_UNKNOWN,
                          said->shown[0] ? said->shown : "no claim says where the lanes are");
            return;
        }
        out->confirmed = out->confirmed && said->confirmed;
        if (i == 0)
            out->claim = lck_audit_lines(j->audit, said->claim);
    }
    out->verdict = LCK_GOOD;
}

static void refute(const lck_judge *j, const question *q, const lck_example *example,
                   lck_answer *out)
{
    lck_warp w = example->warp;
    unsigned more = 0;
    (void)lck_judge_works(j, LCK_JUDGE_CLAIM);
    lck_warp_normalize(&w, q->cost.grain);
    const lck_claimed *said = lck_asker_claim(j->asker, q->claim(&w, &more));
    bool counts = q->cost.misaligned ||
                  (said->worst == example->worst + more && said->least == example->least + more);
    if (said->verdict != LCV_REFUTED || !counts) {
        lck_judge_set(j, out, LCK_UNKNOWN,
                      said->shown[0] ? said->shown : "no claim says where the lanes are");
        return;
    }
    out->verdict = LCK_BAD;
    lck_audit_claim(j->audit, out, said);
    const char *at = example->numbers && example->numbers[0] ? example->numbers : NULL;
    unsigned lanes = active_lanes(&w);
    char *lines = lck_audit_lines(j->audit, said->shown);
    out->shown = lck_audit_printf(j->audit, "%s%s%s%u lane%s take%s part%s\n%s", at ? "at " : "",
                                  at ? at : "", at ? ": " : "", lanes, lanes == 1 ? "" : "s",
                                  lanes == 1 ? "s" : "", more ? ", others stand for none" : "",
                                  lines ? lines : "");
    free(lines);
}

static void answer(const lck_judge *j, const lck_judged *a, const question *q, lck_answer *out)
{
    lck_bound *bound = malloc(sizeof *bound);
    if (!bound) {
        lck_judge_set(j, out, LCK_UNKNOWN, LC_NO_MEMORY);
        return;
    }
    lck_example example = {.found = false};
    if (j->any)
        lck_example_of(j, a, &q->cost, 1, &example);
    if (example.found && example.worst > example.least) {
        refute(j, q, &example, out);
        free(example.numbers);
        free(bound);
        return;
    }
    free(example.numbers);
    example = (lck_example){.found = false};
    lck_bound_of(j, a, &q->cost, bound);
    bool good = !bound->why && bound->worst == bound->least, nobody = bound->why && bound->never;
    if (!good && !nobody && !bound->data) {
        unsigned enough = bound->why ? 32 : bound->worst - bound->least;
        lck_example_of(j, a, &q->cost, enough, &example);
    }
    if (nobody || (!good && !example.found && lck_numbers_never(j, a))) {
        lck_judge_set(j, out, LCK_GOOD, nobody ? bound->why : LCK_NEVER);
        free(bound);
        return;
    }
    if (good)
        prove(j, q, bound->pattern, bound->npatterns, out);
    else if (example.found && example.worst > example.least)
        refute(j, q, &example, out);
    else if (example.data || (bound->data && !bound->why))
        lck_judge_set(j, out, LCK_UNKNOWN, a->data ? a->data : "it depends on data");
    else if (example.found && example.complete && a->base % q->cost.grain == 0) {
        /* all that there is was looked at */
        bound->worst = bound->least = example.worst;
        prove(j, q, &example.warp, 1, out);
        good = true;
    } else
        lck_judge_set(j, out, LCK_UNKNOWN, bound->why ? bound->why : q->what);
    if (out->verdict != LCK_UNKNOWN && !q->cost.misaligned) {
        out->worst = good ? bound->worst : example.worst;
        out->least = good ? bound->least : example.least;
    }
    if (out->verdict == LCK_GOOD)
        remark(j, a, bound->masked, out);
    free(example.numbers);
    free(bound);
}

static question question_of(const lck_judged *a, lck_asked asked)
{
    switch (asked) {
    case LCK_CONFLICTS:
        return (question){lck_cost_of_banks(a->width), claim_of_banks,
                          "there may be conflicts, at numbers that were not found"};
    case LCK_SECTORS:
        return (question){lck_cost_of_sectors(a->width), claim_of_sectors,
                          "more sectors may be touched, at numbers that were not found"};
    default:
        return (question){lck_cost_of_alignment(a->needs), claim_of_alignment,
                          "what is added to the address is not known to be a multiple of the "
                          "width"};
    }
}

void lck_judge_conflicts_of(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    question q = question_of(a, LCK_CONFLICTS);
    answer(j, a, &q, out);
}

void lck_judge_sectors_of(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    question q = question_of(a, LCK_SECTORS);
    answer(j, a, &q, out);
}

void lck_judge_alignment_of(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    lck_judged b = *a;
    question q = question_of(a, LCK_ALIGNED);
    b.width = a->needs;
    if (a->needs <= 1) {
        out->verdict = LCK_GOOD;
        return;
    }
    answer(j, &b, &q, out);
    if (out->verdict != LCK_BAD || !a->partial)
        return;
    int64_t number, rest = lc_int64_gcd(lck_judge_rest(j, a->at, &number), a->base);
    if (rest % a->needs == 0 && number % a->needs != 0)
        return; /* at all of its numbers; else the condition may ask for just that */
    lck_answer_clear(out);
    lck_judge_set(j, out, LCK_UNKNOWN, "it depends on a condition that is not known");
}

void lck_judge_seen(const lck_judge *j, const lck_judged *a, lck_asked asked,
                    const lck_seen *seen, lck_answer *out)
{
    question q = question_of(a, asked);
    lck_answer_clear(out);
    *out = (lck_answer){.verdict = LCK_NOT_ASKED};
    if (seen->worst > seen->least) {
        char *at = lck_audit_text(j->audit, seen->at, strlen(seen->at));
        lck_example example = {.found = true,
                               .worst = seen->worst,
                               .least = seen->least,
                               .warp = *seen->warp,
                               .numbers = at};
        refute(j, &q, &example, out);
        free(at);
    } else {
        prove(j, &q, seen->pattern, seen->npatterns, out);
    }
    if (out->verdict == LCK_GOOD)
        remark(j, a, seen->masked, out);
    if (out->verdict != LCK_UNKNOWN && !q.cost.misaligned) {
        out->worst = seen->worst;
        out->least = seen->least;
    }
}

bool lck_judge_multiples(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    int64_t m = lck_judge_multiple(j, a->at), step = a->needs;
    if (m % a->needs != 0 || a->base % a->needs != 0)
        return false;
    while (step < LARGE_STEP && m % (2 * step) == 0 && a->base % (2 * step) == 0)
        step *= 2;
    char *claim = lck_audit_printf(j->audit,
                                   "param n in 0..1000000000; "
                                   "aligned(map { (i) in (n) -> %lld*i }, %u)",
                                   (long long)step, a->needs);
    const lck_claimed *said = claim ? lck_asker_prove(j->asker, claim) : NULL;
    if (!said || said->verdict != LCV_PROVED) {
        free(claim);
        return false;
    }
    out->verdict = LCK_GOOD;
    out->claim = claim;
    out->confirmed = said->confirmed;
    remark(j, a, false, out);
    return true;
}
