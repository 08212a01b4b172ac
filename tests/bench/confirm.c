/* confirm.c - how long a second opinion takes: the verdicts of the corpus, confirmed from
 * their literals by the sets that isl decides. */
#include "config.h"

#include "bench.h"

#include "../../verify/session/script.h"
#include "../certified.h"
#include "corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 5 /* times that each verdict is confirmed; its time is their median */

/* What became of a claim. */
typedef struct {
    const corpus_claim *row;
    lcr_opinion opinion;
    lcr_reason reason;
    char by[16];
    size_t sets;
    double seconds; /* of the processor */
} confirmed;

typedef struct {
    size_t n, undecided; /* claims that have a verdict, and that have none */
    confirmed *of;
    double *sorted;
} table;

/* ---- one claim ---- */

static void keep_certificate(void *user, const lcv_outcome *outcome)
{
    certified *c = user;
    if (outcome->certificate)
        certified_read(outcome->certificate, c);
}

static bool confirm(lcr_ctx *r, const certified *c, confirmed *out)
{
    double seconds[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        lcr_confirmation said;
        if (!lcr_confirm(r, &c->claim, &said)) {
            fprintf(stderr, "%s: %s\n", out->row->claim, lc_ctx_message(lcr_ctx_lc(r)));
            return false;
        }
        seconds[round] = said.seconds;
        out->opinion = said.opinion;
        out->reason = said.reason;
        out->sets = said.sets;
        snprintf(out->by, sizeof out->by, "%s", said.by ? said.by : "-");
        if (said.opinion == LCR_DISAGREES)
            fprintf(stderr, "%s: %s\n", out->row->claim, said.why);
        lcr_confirmation_clear(&said);
    }
    out->seconds = bench_spread_of(seconds, ROUNDS).median;
    return true;
}

static bool measure(const corpus *c, table *t)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    lcv_session *session = lcv_session_new((lcv_options){.certify = true});
    bool ok = r && session != NULL;
    for (size_t i = 0; ok && i < c->n; i++) {
        certified claim = {.copy = NULL};
        lcv_listener listener = {.user = &claim, .outcome = keep_certificate};
        lcv_session_prove(session, c->claim[i].claim, &listener);
        t->undecided += !claim.copy;
        if (!claim.copy)
            continue;
        t->of[t->n].row = &c->claim[i];
        ok = confirm(r, &claim, &t->of[t->n++]);
        certified_clear(&claim);
    }
    lcv_session_free(session);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return ok;
}

/* ---- tables ---- */

/* Claims with an opinion; where `by` is not NULL, of sets of this kind. */
static void line(table *t, const char *what, lcr_opinion opinion, lcr_reason reason,
                 const char *by)
{
    size_t n = 0, sets = 0;
    for (size_t i = 0; i < t->n; i++) {
        const confirmed *c = &t->of[i];
        if (c->opinion != opinion || c->reason != reason || (by && strcmp(by, c->by) != 0))
            continue;
        t->sorted[n++] = c->seconds;
        sets += c->sets;
    }
    if (n == 0)
        return;
    bench_spread all = bench_spread_of(t->sorted, n);
    printf("%-32s %8zu %8zu %10s %10s %10s\n", what, n, sets, bench_seconds(all.median),
           bench_seconds(bench_quantile(t->sorted, n, 0.99)), bench_seconds(all.high));
}

static int by_seconds(const void *a, const void *b)
{
    const confirmed *x = a, *y = b;
    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

static void slowest(table *t)
{
    qsort(t->of, t->n, sizeof *t->of, by_seconds);
    printf("\nslowest:\n");
    for (size_t i = 0; i < 5 && i < t->n; i++)
        printf("%12s  %4zu sets  %-12s %.80s\n", bench_seconds(t->of[i].seconds), t->of[i].sets,
               t->of[i].by, t->of[i].row->claim);
}

/* How sets come about (recheck/sets/sets.h); those of points and of reading are none. */
static const char *const kinds[] = {"difference", "parity",  "digits",  "collision", "bounds",
                                    "counting",   "vector",  "common",  "runs",      "banks",
                                    "accesses",   "missing", "relation"};

static bool print(table *t)
{
    size_t disagree = 0;
    printf("%-32s %8s %8s %10s %10s %10s\n", "", "claims", "sets", "median", "99 %", "max");
    line(t, "confirmed by isl", LCR_AGREES, LCR_SURE, NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char what[32];
        snprintf(what, sizeof what, "  by %s", kinds[i]);
        line(t, what, LCR_AGREES, LCR_SURE, kinds[i]);
    }
    for (lcr_reason reason = LCR_NO_EVIDENCE; reason < LCR_REASONS; reason++) {
        char what[64];
        snprintf(what, sizeof what, "not: %s", lcr_reason_text(reason));
        line(t, what, LCR_UNSURE, reason, NULL);
    }
    line(t, "DISAGREES", LCR_DISAGREES, LCR_SURE, NULL);
    for (size_t i = 0; i < t->n; i++)
        disagree += t->of[i].opinion == LCR_DISAGREES;
    if (t->undecided > 0)
        printf("%zu claims have no verdict to be confirmed\n", t->undecided);
    slowest(t);
    printf("\n");
    return disagree == 0;
}

bool bench_confirm(const char *const *files, size_t n)
{
    corpus c;
    if (!corpus_read(files, n, &c))
        return false;
    table t = {.of = calloc(c.n + 1, sizeof *t.of), .sorted = calloc(c.n + 1, sizeof *t.sorted)};
    printf(
        "Second opinions: the verdicts of the corpus, each from its literals to isl's answer,\n"
        "in seconds of the processor\n\n");
    bool ok = t.of && t.sorted && measure(&c, &t) && print(&t);
    free(t.of);
    free(t.sorted);
    corpus_clear(&c);
    return ok;
}
