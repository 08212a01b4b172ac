/* opinions.c - what a second opinion costs in a session: values and verdicts without one, with
 * the law behind each operation, and with isl's; the rows of the corpora, and functions of any
 * size.
 *
 * Seconds are those of the processor, of a statement from its text to its outcome; "isl" is
 * the part of it in which isl confirms (lcv_confirmed). */
#include "config.h"

#include "bench.h"

#include "../../verify/session/script.h"
#include "corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 5 /* times that each statement is run; its time is their median */

enum { OFF, LAW, ISL, ALONE, TIMES };

/* A group of statements and what became of them. */
typedef struct {
    const char *name;
    bool claims;
    size_t n, room;
    double *seconds[TIMES];
    size_t confirmed, read, open[LCR_REASONS], sets; /* statements, by the worst of each */
} group;

typedef struct {
    double alone;
    lcv_confirmed said;
    bool passed;
} heard;

static void listen(void *user, const lcv_outcome *outcome)
{
    heard *h = user;
    h->passed = outcome->status == LCV_PASSED || outcome->status == LCV_FAILED;
    if (outcome->confirmed)
        h->said = *outcome->confirmed;
    if (outcome->status == LCV_DISAGREEMENT)
        fprintf(stderr, "%s: a disagreement\n", outcome->text);
}

static bool run(lcv_session *s, const char *text, bool claim, double *seconds, heard *h)
{
    double all[ROUNDS], alone[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        *h = (heard){.passed = false};
        lcv_listener listener = {.user = h, .outcome = listen};
        double start = bench_processor();
        (claim ? lcv_session_prove : lcv_session_eval)(s, text, &listener);
        all[round] = bench_processor() - start;
        alone[round] = h->said.seconds;
    }
    *seconds = bench_spread_of(all, ROUNDS).median;
    h->alone = bench_spread_of(alone, ROUNDS).median;
    return h->passed;
}

/* ---- groups ---- */

static bool make_room(group *g)
{
    if (g->n < g->room)
        return true;
    g->room = 2 * g->room + 16;
    for (int i = 0; i < TIMES; i++) {
        double *more = realloc(g->seconds[i], g->room * sizeof *more);
        if (!more)
            return false;
        g->seconds[i] = more;
    }
    return true;
}

static void count(group *g, const lcv_confirmed *c)
{
    size_t open = 0;
    for (size_t i = 0; i < LCR_REASONS; i++) {
        g->open[i] += c->open[i] > 0;
        open += c->open[i];
    }
    g->sets += c->sets;
    g->confirmed += open == 0 && c->sets > 0;
    g->read += open == 0 && c->sets == 0;
}

/* A statement more; one without a value or a verdict is none. */
static bool add(group *g, lcv_session *const s[3], const char *text)
{
    heard h[3];
    if (!make_room(g))
        return false;
    for (int who = OFF; who <= ISL; who++)
        if (!run(s[who], text, g->claims, &g->seconds[who][g->n], &h[who]))
            return true;
    g->seconds[ALONE][g->n] = h[ISL].alone;
    g->n++;
    count(g, &h[ISL].said);
    return true;
}

static const char *time_of(const group *g, int who, double share)
{
    bench_spread_of(g->seconds[who], g->n);
    return bench_seconds(bench_quantile(g->seconds[who], g->n, share));
}

static void print(group *g)
{
    if (g->n == 0)
        return;
    printf("%-34s %5zu", g->name, g->n);
    for (int who = OFF; who < TIMES; who++)
        printf(" %9s %9s", time_of(g, who, 0.5), time_of(g, who, 0.99));
    printf(" %9s\n", time_of(g, ALONE, 1));
    printf("%34s       isl confirms %zu (%zu sets), %zu by reading", "", g->confirmed, g->sets,
           g->read);
    for (size_t i = 0; i < LCR_REASONS; i++)
        if (g->open[i] > 0)
            printf(", %zu not: %s", g->open[i], lcr_reason_text((lcr_reason)i));
    printf("\n");
}

static void clear(group *g)
{
    for (int i = 0; i < TIMES; i++)
        free(g->seconds[i]);
}

/* ---- statements ---- */

static bool rows(lcv_session *const s[3], const char *const *files, size_t n, bool claims)
{
    corpus c;
    group g = {.name = claims ? "claims of the corpora" : "values of the corpora",
               .claims = claims};
    if (!(claims ? corpus_read : corpus_read_values)(files, n, &c))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < c.n; i++)
        ok = add(&g, s, c.claim[i].claim);
    print(&g);
    clear(&g);
    corpus_clear(&c);
    return ok;
}

/* X is 2^(n/2), Y is X/8: in functions of 2^n coordinates. */
static const struct {
    const char *name, *text;
    bool claim;
} of_sizes[] = {
    {"compose", "compose((X,X):(X,1), (X,X):(1,X))", false},
    {"logical_divide", "logical_divide((X,X):(X,1), <4:1, 8:1>)", false},
    {"complement", "complement((X,4):(1,2*X), 8*X*X)", false},
    {"right_inverse", "right_inverse((X,X):(X,1))", false},
    {"evaluate", "((X,X):(X,1))(X - 1, Y)", false},
    {"prove injective", "injective((X,X):(X,1))", true},
    {"prove equiv, swizzled",
     "equiv(S<3,3,3> o 0 o (X,X):(X,1), S<3,3,3> o 0 o (X,(8,Y)):(X,(1,8)))", true},
    {"prove bijective, linear", "bijective(linear((X,X):(X,1)))", true},
};

static bool sized(lcv_session *const s[3])
{
    bool ok = true;
    for (size_t k = 0; ok && k < sizeof of_sizes / sizeof *of_sizes; k++) {
        char name[64], text[512];
        snprintf(name, sizeof name, "%s, 2^6 to 2^60", of_sizes[k].name);
        group g = {.name = name, .claims = of_sizes[k].claim};
        for (int n = 6; ok && n <= 60; n += 2) {
            size_t length = 0;
            for (const char *at = of_sizes[k].text; *at != '\0'; at++) {
                long long x = *at == 'X' ? 1ll << n / 2 : (1ll << n / 2) / 8;
                bool letter = *at == 'X' || *at == 'Y';
                length += letter
                              ? (size_t)snprintf(text + length, sizeof text - length, "%lld", x)
                              : (size_t)snprintf(text + length, sizeof text - length, "%c", *at);
            }
            ok = add(&g, s, text);
        }
        print(&g);
        clear(&g);
    }
    return ok;
}

static bool swizzles(lcv_session *const s[3])
{
    group value = {.name = "value of S<b,m,s> o 3 o (12,7):(7,1)"};
    group claim = {.name = "S<b,m,s> o A equiv its bits", .claims = true};
    bool ok = true;
    for (int b = 0; b <= 5; b++)
        for (int m = 0; m <= 5; m++)
            for (int shift = -5; ok && shift <= 5; shift++) {
                char text[256];
                if (abs(shift) < b)
                    continue;
                snprintf(text, sizeof text, "(S<%d,%d,%d> o 3 o (12,7):(7,1))(11,5)", b, m,
                         shift);
                ok = add(&value, s, text);
                snprintf(text, sizeof text,
                         "equiv(S<%d,%d,%d> o (64,64):(64,1), linear(S<%d,%d,%d> o "
                         "(64,64):(64,1)))",
                         b, m, shift, b, m, shift);
                ok = ok && add(&claim, s, text);
            }
    print(&value);
    print(&claim);
    clear(&value);
    clear(&claim);
    return ok;
}

/* A dense linear layout of 40 bits: a unit lower triangle under a random matrix. */
static void dense(uint64_t *state, char *out, size_t room, const char *in, const char *to)
{
    size_t length = (size_t)snprintf(out, room, "linear{%s: [", in);
    for (int i = 0; i < 40; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        uint64_t column = ((*state >> 20) & ((1ull << 40) - 1)) >> i << i | 1ull << i;
        length += (size_t)snprintf(out + length, room - length, "%s%llu", i > 0 ? "," : "",
                                   (unsigned long long)column);
    }
    snprintf(out + length, room - length, "] -> %s: %llu}", to, 1ull << 40);
}

static bool dense_layouts(lcv_session *const s[3])
{
    static const char *const form[] = {"compose(%s, %s)", "equiv(%s, %s)"};
    group g[2] = {{.name = "compose two dense ones of 40 bits"},
                  {.name = "a dense one of 40 bits equiv itself", .claims = true}};
    uint64_t state = 7;
    bool ok = true;
    for (int i = 0; ok && i < 10; i++) {
        char a[1500], b[1500], text[3100];
        dense(&state, a, sizeof a, "y", "z");
        dense(&state, b, sizeof b, "x", "y");
        snprintf(text, sizeof text, form[0], a, b);
        ok = add(&g[0], s, text);
        snprintf(text, sizeof text, form[1], a, a);
        ok = ok && add(&g[1], s, text);
    }
    for (int k = 0; k < 2; k++) {
        print(&g[k]);
        clear(&g[k]);
    }
    return ok;
}

static bool accumulator(lcv_session *const s[3])
{
    group g = {.name = "the wgmma accumulator on a tile"};
    bool ok = add(&g, s,
                  "compose((64,64):(64,1), "
                  "((4,8,4),(2,2,8)):((128,1,16),(64,8,512)))") &&
              add(&g, s,
                  "compose((64,128):(128,1), "
                  "((4,8,4),(2,2,16)):((128,1,16),(64,8,512)))");
    print(&g);
    clear(&g);
    return ok;
}

bool bench_opinions(const char *const *files, size_t n)
{
    static const lcv_opinions who[3] = {LCV_CROSSCHECK_OFF, LCV_CROSSCHECK_POINTS,
                                        LCV_CROSSCHECK_ISL};
    lcv_session *s[3];
    bool ok = true;
    for (int i = 0; i < 3; i++)
        ok = (s[i] = lcv_session_new((lcv_options){.crosscheck = who[i]})) && ok;
    printf("Second opinions in a session, in seconds of the processor a statement\n\n");
    printf("%-34s %5s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n", "", "n", "off", "99 %", "points",
           "99 %", "isl", "99 %", "isl alone", "99 %", "max");
    ok = ok && rows(s, files, n, false) && rows(s, files, n, true) && sized(s) && swizzles(s) &&
         dense_layouts(s) && accumulator(s);
    printf("\n");
    for (int i = 0; i < 3; i++)
        lcv_session_free(s[i]);
    return ok;
}
