/* symbolic.c - how long a claim with parameters takes, beside the same claim with numbers.
 *
 * The claims are those of examples/symbolic-*.lay, and random ones of each kind
 * (tests/symbolic-claims.h). Those of files are measured by the seconds of their outcomes.
 */
#include "config.h"

#include "bench.h"

#include "../../verify/session/answer.h"
#include "../symbolic-claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 3  /* times that each claim is proved; its time is their median */
#define CLAIMS 10 /* of a kind */
#define MOST 4096

typedef struct {
    size_t n, decided;
    double *seconds;
    double worst;
    char claim[SYMBOLIC_TEXT]; /* that took longest */
} sample;

static void add(sample *s, double seconds, bool decided, const char *claim)
{
    if (s->n == MOST)
        return;
    s->seconds[s->n++] = seconds;
    s->decided += decided;
    if (seconds > s->worst) {
        s->worst = seconds;
        snprintf(s->claim, sizeof s->claim, "%s", claim);
    }
}

static void print_row(const char *name, sample *s)
{
    if (s->n == 0)
        return;
    bench_spread all = bench_spread_of(s->seconds, s->n);
    printf("%-40s %8zu %8zu %10s %10s %10s\n", name, s->n, s->n - s->decided,
           bench_seconds(all.median), bench_seconds(bench_quantile(s->seconds, s->n, 0.99)),
           bench_seconds(all.high));
}

static void print_head(const char *title)
{
    printf("%-40s %8s %8s %10s %10s %10s\n", title, "claims", "unknown", "median", "99 %", "max");
}

/* ---- files ---- */

static void take_outcome(void *user, const lcv_outcome *outcome)
{
    if (outcome->result)
        add(user, outcome->seconds, outcome->result->verdict != LCV_UNKNOWN,
            outcome->text ? outcome->text : "");
}

static bool measure_file(const char *path, lcv_opinions crosscheck, sample *s)
{
    lcv_listener listener = {.user = s, .outcome = take_outcome};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = crosscheck});
    if (session)
        lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    lcv_session_free(session);
    if (s->n == 0)
        fprintf(stderr, "%s: it cannot be read, or claims nothing\n", path);
    return session && s->n > 0;
}

static bool files(void)
{
    static const char *const path[] = {"examples/symbolic-kernels.lay",
                                       "examples/symbolic-tilings.lay"};
    static double seconds[MOST];
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof path / sizeof *path; i++)
        for (int crosscheck = 1; ok && crosscheck >= 0; crosscheck--) {
            sample s = {.seconds = seconds};
            char name[80];
            ok = measure_file(path[i], crosscheck ? LCV_CROSSCHECK_ISL : LCV_CROSSCHECK_OFF, &s);
            snprintf(name, sizeof name, "%s%s", path[i] + strlen("examples/"),
                     crosscheck ? ", with isl" : "");
            print_row(name, &s);
        }
    return ok;
}

/* ---- random claims ---- */

static void measure(lcv_session *session, const char *claim, sample *s, sample *proved)
{
    double seconds[ROUNDS];
    int verdict = LCV_NO_VERDICT;
    for (int i = 0; i < ROUNDS; i++) {
        double start = bench_now();
        lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, claim);
        seconds[i] = bench_now() - start;
        verdict = lcv_answer_verdict(a);
        lcv_answer_free(a);
    }
    if (verdict != LCV_NO_VERDICT)
        add(s, bench_spread_of(seconds, ROUNDS).median, verdict != LCV_UNKNOWN, claim);
    if (verdict == LCV_PROVED)
        add(proved, seconds[ROUNDS / 2], true, claim); /* sorted by now */
}

static bool random_claims(void)
{
    static symbolic_maker maker;
    static double symbols[MOST], numbers[MOST], all[2][MOST];
    static char text[SYMBOLIC_TEXT];
    static sample with_symbols, with_numbers, proved[2];
    with_symbols = (sample){.seconds = symbols};
    with_numbers = (sample){.seconds = numbers};
    proved[0] = (sample){.seconds = all[0]};
    proved[1] = (sample){.seconds = all[1]};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    if (!session)
        return false;
    lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, SYMBOLIC_PARAMETERS));
    maker.rnd.state = 20260101;
    for (const symbolic_kind *kind = symbolic_kinds(); kind->name; kind++)
        for (int i = 0; i < CLAIMS; i++) {
            const char *claim = symbolic_claim(&maker, kind);
            symbolic_place at = symbolic_place_of(&maker.rnd);
            measure(session, claim, &with_symbols, &proved[0]);
            symbolic_at(claim, &at, text);
            measure(session, text, &with_numbers, &proved[1]);
        }
    print_row("random claims", &with_symbols);
    print_row("the same with numbers", &with_numbers);
    print_row("random claims that are proved", &proved[0]);
    print_row("with numbers that are proved", &proved[1]);
    printf("\nslowest: %s\n    %.160s\n", bench_seconds(with_symbols.worst), with_symbols.claim);
    lcv_session_free(session);
    return with_symbols.n > 0;
}

bool bench_symbolic(void)
{
    printf("Claims with parameters\n\n");
    print_head("");
    bool ok = files() && random_claims();
    printf("\n");
    return ok;
}
