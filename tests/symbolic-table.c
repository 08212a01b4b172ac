/* symbolic-table.c - how many random claims with parameters are decided, by kind.
 *
 *     symbolic-table [--claims N] [--places N] [--seed N] [--kind NAME] [--of OPERAND] [--show]
 *
 * N claims of each kind: proved, refuted, unknown, and those without a value. A claim that is
 * proved is tried at `places` numbers for its parameters, one that is refuted at the numbers that
 * it names, by the prover of numbers, which knows nothing of symbols. The table ends with the
 * reasons of those that are unknown. Exit status 1: a verdict was wrong, or more than 5 % of a
 * kind are unknown, 30 % of functions that follow one another.
 */
#include "config.h"

#include "symbolic-claims.h"

#include "../verify/session/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REASONS 256
#define MOST_UNKNOWN 5 /* percent */
#define MOST_COMPOSED 30

typedef struct {
    size_t claims, proved, refuted, unknown, other, wrong;
} tally;

typedef struct {
    size_t claims, places;
    uint64_t seed;
    const char *kind, *operand;
    bool show;
    lcv_session *symbols, *numbers;
    size_t nreasons;
    struct {
        char *text;
        size_t times;
    } reason[REASONS];
} table;

/* ---- reasons ---- */

/* Without the sizes and what follows: words alone. */
static void count_reason(table *t, const char *reason)
{
    char text[100];
    size_t n = 0, i = 0;
    for (; reason && *reason && *reason != ';' && n + 1 < sizeof text; reason++) {
        bool word = islower((unsigned char)*reason) || *reason == ' ' || *reason == '_';
        if (word || (n > 0 && text[n - 1] != '.'))
            text[n++] = (char)(word ? *reason : '.');
    }
    text[n] = '\0';
    while (i < t->nreasons && strcmp(t->reason[i].text, text) != 0)
        i++;
    if (i == REASONS)
        return;
    if (i == t->nreasons) {
        t->reason[i].text = strdup(text);
        t->nreasons++;
    }
    t->reason[i].times++;
}

static int by_times(const void *a, const void *b)
{
    size_t x = *(const size_t *)((const char *)a + sizeof(char *));
    size_t y = *(const size_t *)((const char *)b + sizeof(char *));
    return (x < y) - (x > y);
}

static void print_reasons(table *t)
{
    qsort(t->reason, t->nreasons, sizeof *t->reason, by_times);
    printf("\nreasons of those that are unknown:\n");
    for (size_t i = 0; i < t->nreasons; i++)
        printf("%7zu  %s\n", t->reason[i].times, t->reason[i].text);
}

/* ---- claims ---- */

static int verdict_at(table *t, const char *claim, const symbolic_place *at,
                      char text[SYMBOLIC_TEXT])
{
    symbolic_at(claim, at, text);
    lcv_answer *a = lcv_ask(t->numbers, LCV_ASK_PROVE, text);
    int verdict = lcv_answer_verdict(a);
    lcv_answer_free(a);
    return verdict;
}

static bool holds_at_places(table *t, const char *claim, rnd *r)
{
    char text[SYMBOLIC_TEXT];
    for (size_t i = 0; i < t->places; i++) {
        symbolic_place at = symbolic_place_of(r);
        if (verdict_at(t, claim, &at, text) == LCV_REFUTED) {
            printf("WRONG: proved %s, refuted %s\n", claim, text);
            return false;
        }
    }
    return true;
}

/* Fails at the numbers of its counterexample. */
static bool fails_as_said(table *t, const char *claim, const lcv_answer *a)
{
    char text[SYMBOLIC_TEXT];
    symbolic_place at;
    if (symbolic_place_found(a, &at) && verdict_at(t, claim, &at, text) == LCV_REFUTED)
        return true;
    printf("WRONG: refuted %s at M = %s, N = %s, K = %s\n", claim, at.m, at.n, at.k);
    return false;
}

static void take(table *t, const char *claim, rnd *r, tally *sum)
{
    lcv_answer *a = lcv_ask(t->symbols, LCV_ASK_PROVE, claim);
    int verdict = lcv_answer_verdict(a);
    sum->claims++;
    sum->proved += verdict == LCV_PROVED;
    sum->refuted += verdict == LCV_REFUTED;
    sum->unknown += verdict == LCV_UNKNOWN;
    sum->other += verdict == LCV_NO_VERDICT;
    if (verdict == LCV_PROVED)
        sum->wrong += !holds_at_places(t, claim, r);
    if (verdict == LCV_REFUTED)
        sum->wrong += !fails_as_said(t, claim, a);
    if (lcv_answer_error(a) == LCV_ERROR_INTERNAL || lcv_answer_status(a) == LCV_DISAGREEMENT) {
        printf("WRONG: %s: %s\n", claim, lcv_answer_message(a));
        sum->wrong++;
    }
    if (verdict == LCV_UNKNOWN)
        count_reason(t, lcv_answer_reason(a));
    if (t->show && (verdict == LCV_UNKNOWN || verdict == LCV_NO_VERDICT))
        printf("%s\n    %s\n", claim,
               verdict == LCV_UNKNOWN ? lcv_answer_reason(a) : lcv_answer_message(a));
    lcv_answer_free(a);
}

static tally row(table *t, const symbolic_kind *kind, uint64_t number)
{
    static symbolic_maker maker;
    tally sum = {0};
    maker.rnd.state = t->seed * 1000003u + number;
    rnd_u64(&maker.rnd);
    for (size_t i = 0; i < t->claims; i++)
        take(t, symbolic_claim(&maker, kind), &maker.rnd, &sum);
    return sum;
}

static void print_row(const char *name, const char *operand, const tally *s)
{
    size_t decided = s->proved + s->refuted + s->unknown;
    printf("%-18s %-12s %7zu %7zu %8zu %8zu %9zu %6.1f %%\n", name, operand, s->claims, s->proved,
           s->refuted, s->unknown, s->other,
           decided ? 100.0 * (double)s->unknown / (double)decided : 0.0);
}

static bool print_table(table *t)
{
    tally all = {0};
    bool ok = true;
    printf("%-18s %-12s %7s %7s %8s %8s %9s %8s\n", "claim", "of", "claims", "proved", "refuted",
           "unknown", "no value", "unknown");
    for (const symbolic_kind *kind = symbolic_kinds(); kind->name; kind++) {
        if ((t->kind && strcmp(t->kind, kind->name) != 0) ||
            (t->operand && strcmp(t->operand, kind->operand) != 0))
            continue;
        tally s = row(t, kind, (uint64_t)(kind - symbolic_kinds()));
        print_row(kind->name, kind->operand, &s);
        all.claims += s.claims;
        all.proved += s.proved;
        all.refuted += s.refuted;
        all.unknown += s.unknown;
        all.other += s.other;
        all.wrong += s.wrong;
        size_t most = strcmp(kind->operand, "composed") == 0 ? MOST_COMPOSED : MOST_UNKNOWN;
        ok = ok && s.wrong == 0 && s.unknown * 100 <= most * (s.proved + s.refuted + s.unknown);
    }
    print_row("all", "", &all);
    print_reasons(t);
    printf("\n%zu wrong\n", all.wrong);
    return ok;
}

int main(int argc, char **argv)
{
    table t = {.claims = 100, .places = 20, .seed = 1};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--show") == 0) {
            t.show = true;
            continue;
        }
        if (strcmp(argv[i], "--claims") == 0)
            t.claims = strtoul(value, NULL, 10);
        else if (strcmp(argv[i], "--places") == 0)
            t.places = strtoul(value, NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            t.seed = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--kind") == 0)
            t.kind = value;
        else if (strcmp(argv[i], "--of") == 0)
            t.operand = value;
        else {
            fprintf(stderr, "usage: symbolic-table [--claims N] [--places N] [--seed N] "
                            "[--kind NAME] [--of OPERAND] [--show]\n");
            return 2;
        }
        i++;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    t.symbols = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    t.numbers = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    if (!t.symbols || !t.numbers)
        return 2;
    lcv_answer_free(lcv_ask(t.symbols, LCV_ASK_SAY, SYMBOLIC_PARAMETERS));
    bool ok = print_table(&t);
    lcv_session_free(t.symbols);
    lcv_session_free(t.numbers);
    for (size_t i = 0; i < t.nreasons; i++)
        free(t.reason[i].text);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
