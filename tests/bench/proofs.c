/* proofs.c - how long a claim takes, over the corpus, process start apart. */
#include "config.h"

#include "bench.h"

#include "../../verify/session/script.h"
#include "corpus.h"

#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 5 /* times that each claim is proved; its time is their median */

/* A listener that only remembers how it ended. */
static void remember(void *user, const lcv_outcome *outcome)
{
    lcv_outcome *last = user;
    last->status = outcome->status;
    last->result = outcome->result;
}

typedef enum { DECIDED, UNDECIDED, WRONG, OTHER } end;

/* One proof: parsing, evaluation of the arguments, cross-check and verdict. */
static end prove(lcv_session *session, const corpus_claim *row, double *seconds)
{
    lcv_outcome last = {.status = LCV_INVALID};
    lcv_listener listener = {.user = &last, .outcome = remember};
    double start = bench_processor();
    lcv_session_prove(session, row->claim, &listener);
    *seconds = bench_processor() - start;
    switch (last.status) {
    case LCV_PASSED: return row->holds ? DECIDED : WRONG;
    case LCV_FAILED: return row->holds ? WRONG : DECIDED;
    case LCV_UNDECIDED: return UNDECIDED;
    default: return OTHER; /* a value that this build has not */
    }
}

static void slowest(const corpus *c, const double *median)
{
    printf("\nslowest of the last:\n");
    double bound = 1e9;
    for (int shown = 0; shown < 5; shown++) {
        size_t worst = c->n;
        for (size_t i = 0; i < c->n; i++)
            if (median[i] >= 0 && median[i] < bound &&
                (worst == c->n || median[i] > median[worst]))
                worst = i;
        if (worst == c->n)
            break;
        bound = median[worst];
        printf("%12s  %-18s %.90s\n", bench_seconds(bound), c->claim[worst].id,
               c->claim[worst].claim);
    }
}

static bool measure(const corpus *c, lcv_opinions crosscheck, double *median, size_t count[4])
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = crosscheck});
    if (!session)
        return false;
    for (size_t i = 0; i < c->n; i++) {
        double seconds[ROUNDS];
        end how = OTHER;
        for (int round = 0; round < ROUNDS; round++)
            how = prove(session, &c->claim[i], &seconds[round]);
        count[how]++;
        median[i] = how == OTHER ? -1 : bench_spread_of(seconds, ROUNDS).median;
    }
    lcv_session_free(session);
    return true;
}

/* ---- sizes do not matter */

/* N, NN and NNN stand for n, its square and its cube, M for n - 1. */
static const char *const scaled[] = {
    "injective((N,N,N):(NN,1,N))",
    "bijective((N,N,N):(NN,1,N))",
    "injective((N,N,N):(NN,1,M))",
    "equal(compose((N,N):(N,1), NN:1), (N,N):(N,1))",
    "composes((N,N):(NN,N), (N,N):(N,NN), (N,N):(N,1))",
    "complements(complement((N,N):(1,NN)), (N,N):(1,NN))",
    "right_inverts(right_inverse((N,N,N):(N,NN,1)), (N,N,N):(N,NN,1))",
    "left_inverts(left_inverse((N,N):(1,NN)), (N,N):(1,NN))",
    "partitions((N,(N,N)):(N,(1,NN)), (N,NN))",
};

static void expand(const char *text, unsigned long long n, char *out, size_t room)
{
    size_t length = 0;
    while (*text && length + 24 < room) {
        unsigned long long value = n - 1;
        if (*text == 'N')
            for (value = 1; *text == 'N'; text++)
                value *= n;
        else if (*text == 'M')
            text++;
        else {
            out[length++] = *text++;
            continue;
        }
        length += (size_t)snprintf(out + length, room - length, "%llu", value);
    }
    out[length] = '\0';
}

static void sizes(void)
{
    static const unsigned bits[] = {2, 7, 14, 20};
    enum { SIZES = sizeof bits / sizeof *bits };
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    if (!session)
        return;
    printf("\nThe same claims with n coordinates a mode, up to n^3 elements\n\n%-66s", "");
    for (size_t k = 0; k < SIZES; k++) {
        char head[16];
        snprintf(head, sizeof head, "n = 2^%u", bits[k]);
        printf(" %10s", head);
    }
    printf("\n");
    for (size_t i = 0; i < sizeof scaled / sizeof *scaled; i++) {
        printf("%-66s", scaled[i]);
        for (size_t k = 0; k < SIZES; k++) {
            char text[512];
            expand(scaled[i], 1ull << bits[k], text, sizeof text);
            corpus_claim row = {.claim = text, .holds = true};
            double seconds[ROUNDS];
            end how = OTHER;
            for (int round = 0; round < ROUNDS; round++)
                how = prove(session, &row, &seconds[round]);
            double median = bench_spread_of(seconds, ROUNDS).median;
            printf(" %10s", how == OTHER       ? "error"
                            : how == UNDECIDED ? "unknown"
                                               : bench_seconds(median));
        }
        printf("\n");
    }
    lcv_session_free(session);
}

/* ---- by who gives the second opinion */

/* Goals in seconds; 0: none. */
static const struct {
    const char *name;
    lcv_opinions crosscheck;
    double median, percentile, most;
} opinions[] = {{"confirmed by isl", LCV_CROSSCHECK_ISL, 0.3e-3, 5e-3, 0},
                {"without second opinion", LCV_CROSSCHECK_OFF, 0, 0, 0},
                {"values at points", LCV_CROSSCHECK_POINTS, 10e-6, 1e-3, 10e-3}};
#define OPINIONS (sizeof opinions / sizeof *opinions)

/* Figures of one way to prove all claims. */
typedef struct {
    size_t decided, count[4];
    double median, most, high[2]; /* the 95th and the 99th percentile */
} figures;

static bool figures_of(const corpus *c, lcv_opinions crosscheck, double *median, double *sorted,
                       figures *out)
{
    *out = (figures){0};
    if (!measure(c, crosscheck, median, out->count))
        return false;
    for (size_t i = 0; i < c->n; i++)
        if (median[i] >= 0)
            sorted[out->decided++] = median[i];
    if (out->decided == 0)
        return false;
    bench_spread all = bench_spread_of(sorted, out->decided);
    out->median = all.median;
    out->most = all.high;
    out->high[0] = bench_quantile(sorted, out->decided, 0.95);
    out->high[1] = bench_quantile(sorted, out->decided, 0.99);
    if (out->count[WRONG])
        printf("%zu verdicts are not those of the corpus\n", out->count[WRONG]);
    return out->count[WRONG] == 0;
}

static void print_figures(const char *name, const figures *f)
{
    printf("%-26s %8zu %10s %10s %10s %10s %10zu\n", name, f->decided, bench_seconds(f->median),
           bench_seconds(f->high[0]), bench_seconds(f->high[1]), bench_seconds(f->most),
           f->count[UNDECIDED]);
    if (f->count[OTHER])
        printf("%-26s %zu claims about values that are not integer layouts were left out\n", "",
               f->count[OTHER]);
}

static void print_goals(size_t i, const figures *f)
{
    if (opinions[i].median <= 0)
        return;
    printf("%s\n", opinions[i].name);
    bench_goal("median", f->median, opinions[i].median);
    bench_goal("99 %", f->high[1], opinions[i].percentile);
    if (opinions[i].most > 0)
        bench_goal("slowest", f->most, opinions[i].most);
}

static void read_clock(void *user)
{
    *(double *)user = bench_processor();
}

static bool second_opinions(const corpus *c, double *median, double *sorted)
{
    figures f[OPINIONS];
    double now;
    printf("Proofs: the claims of the corpus, each from its text to its verdict, in seconds of\n"
           "the processor, of which reading the clock takes %s\n\n",
           bench_seconds(bench_time(read_clock, &now).median));
    printf("%-26s %8s %10s %10s %10s %10s %10s\n", "", "claims", "median", "95 %", "99 %", "max",
           "undecided");
    for (size_t i = 0; i < OPINIONS; i++) {
        if (!figures_of(c, opinions[i].crosscheck, median, sorted, &f[i]))
            return false;
        print_figures(opinions[i].name, &f[i]);
    }
    slowest(c, median);
    printf("\n");
    for (size_t i = 0; i < OPINIONS; i++)
        print_goals(i, &f[i]);
    return true;
}

bool bench_proofs(const char *const *files, size_t n)
{
    corpus c;
    if (!corpus_read(files, n, &c))
        return false;
    double *median = calloc(c.n + 1, sizeof *median), *sorted = calloc(c.n + 1, sizeof *sorted);
    bool ok = median && sorted && second_opinions(&c, median, sorted);
    sizes();
    printf("\n");
    free(median);
    free(sorted);
    corpus_clear(&c);
    return ok;
}
