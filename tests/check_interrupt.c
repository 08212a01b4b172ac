/* check_interrupt.c - an interruption ends the work on a statement at any moment, without an
 * answer, and leaves the session as it was.
 *
 * A timer interrupts claims at random moments. Whenever that is, the answer is none, or the one
 * that the claim has without interruption, and has again when it is asked once more.
 */
#include "config.h"

#include "suite.h"

#include "../isl-bridge/relation.h"
#include "../verify/session/script.h"
#include "law.h"

#include <dlfcn.h>
#include <isl/ctx.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* What came of the statements, in order. */
typedef struct {
    lcv_session *session;
    size_t n, began, interrupt_at; /* the number of the statement; 0: none */
    lcv_status status[8];
    lcv_verdict verdict;
    bool answered;
} heard;

static void hear(void *user, const lcv_outcome *outcome)
{
    heard *h = user;
    ck_assert_uint_lt(h->n, 8);
    h->status[h->n++] = outcome->status;
    h->answered = outcome->result != NULL;
    h->verdict = outcome->result ? outcome->result->verdict : LCV_UNKNOWN;
    if (outcome->status == LCV_INTERRUPTED)
        ck_assert(!outcome->result && !outcome->value && !outcome->value_text &&
                  !outcome->error && !outcome->disagreement && !outcome->confirmed);
}

static void begin(void *user, const lcv_outcome *outcome)
{
    heard *h = user;
    (void)outcome;
    if (++h->began == h->interrupt_at)
        lcv_session_interrupt(h->session);
}

static heard prove(lcv_session *session, const char *text)
{
    heard h = {.session = session};
    lcv_listener listener = {.user = &h, .outcome = hear};
    lcv_session_prove(session, text, &listener);
    ck_assert_uint_eq(h.n, 1);
    return h;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

/* The second statement is interrupted, the third is not begun; an import is read again. */
TEST(the_rest_is_not_begun)
{
    char inner[] = "/tmp/layoutcheck-XXXXXX", text[256];
    int fd = mkstemp(inner);
    ck_assert_int_ge(fd, 0);
    close(fd);
    write_file(inner, "let A = (4,8):(1,4)\nprove injective(A)\nprove size(A) == 32\n");
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    heard h = {.session = session, .interrupt_at = 2};
    lcv_listener listener = {.user = &h, .outcome = hear, .begin = begin};
    lcv_session_check(session, inner, NULL, (lcv_span){0, 0}, &listener);
    ck_assert_uint_eq(h.n, 2);
    ck_assert_int_eq(h.status[0], LCV_PASSED);
    ck_assert_int_eq(h.status[1], LCV_INTERRUPTED);
    ck_assert_int_eq(lcv_tally_status(lcv_session_tally(session)), 130);
    ck_assert(lcv_session_interrupted(session));
    h = prove(session, "injective((4,8):(1,4))");
    ck_assert_int_eq(h.status[0], LCV_INTERRUPTED);

    lcv_session_resume(session);
    h = prove(session, "injective((4,8):(1,4))");
    ck_assert_int_eq(h.status[0], LCV_PASSED);
    h = (heard){.session = session};
    char outer[] = "/tmp/layoutcheck-XXXXXX";
    fd = mkstemp(outer);
    ck_assert_int_ge(fd, 0);
    close(fd);
    snprintf(text, sizeof text, "import \"%s\"\nshow A\n", inner);
    write_file(outer, text);
    lcv_session_check(session, outer, NULL, (lcv_span){0, 0}, &listener);
    ck_assert_uint_eq(h.n, 5);
    for (size_t i = 0; i < h.n; i++)
        ck_assert_int_eq(h.status[i], LCV_PASSED);
    lcv_session_free(session);
    remove(inner);
    remove(outer);
}

/* ---- at any moment ---- */

static lcv_session *interrupted;

static void on_alarm(int number)
{
    (void)number;
    lcv_session_interrupt(interrupted);
}

static void set_timer(long microseconds)
{
    const struct itimerval once = {.it_value = {0, microseconds}};
    setitimer(ITIMER_REAL, &once, NULL);
}

#define FLOORS "{ [c] -> [floor((97c + 1)/61) + 2*floor((29c + 2)/73)] : 0 <= c < 1048576 }"

/* Closed forms, matrices, systems, relations, digits, symbols, operations with their laws. */
static const char *const claims[] = {
    "composes((2,3):(6,3), (4,6,8):(2,3,5), 6:3)",
    "injective((3,5,7,11,13,17,19,23):(1009,1013,1019,1021,1031,1033,1039,1049))",
    "disjoint((7,11,13):(101,103,107), {5} o (17,19):(109,113))",
    "contained((10,33,60):(2753472289719085363,568124541712444940,2620521341087848481), "
    "(93,60,10,33):(-3345982740051964079,2620521341087848481,2753472289719085363,"
    "568124541712444940))",
    "equiv(relation \"" FLOORS "\", relation \"" FLOORS "\")",
    "injective(relation \"" FLOORS "\")",
    "is_linear(S<3,4,3>)",
    "conflict_free(S<3,3,3> o (8,8):(64,1), bytes=4, width=16)",
    "equiv(logical_divide((12,32):(32,1), <3:1,(4,8):(1,4)>), (12,32):(32,1))",
    "partitions(((4,8),(2,2)):((32,1),(16,8)), (16,8))",
    "equiv(complement((4,6,8):(2,16,96), 10000), 2:1)",
    "vectorizes((64,32):(32,1), (64,32):(1,64), 8)",
};
#define CLAIMS (sizeof claims / sizeof *claims)

static heard expected[CLAIMS];

static bool same(const heard *a, const heard *b)
{
    return a->status[0] == b->status[0] && a->answered == b->answered && a->verdict == b->verdict;
}

static bool ends_at_any_moment(law *l)
{
    size_t which = (size_t)rnd_in(&l->rnd, 0, CLAIMS - 1);
    set_timer((long)rnd_in(&l->rnd, 1, rnd_chance(&l->rnd, 50) ? 300 : 10000));
    heard first = prove(interrupted, claims[which]);
    set_timer(0);
    bool ended = first.status[0] == LCV_INTERRUPTED;
    law_saw(l, ended ? 0 : 1);
    lcv_session_resume(interrupted);
    if (!ended && !same(&first, &expected[which]))
        return law_fail(l, "%s: another answer, status %d", claims[which], first.status[0]);
    heard again = prove(interrupted, claims[which]);
    return same(&again, &expected[which]) ||
           law_fail(l, "%s: another answer afterwards, status %d", claims[which],
                    again.status[0]);
}

TEST(at_any_moment)
{
    struct sigaction action = {.sa_handler = on_alarm};
    sigemptyset(&action.sa_mask);
    interrupted = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    for (size_t i = 0; i < CLAIMS; i++) {
        expected[i] = prove(interrupted, claims[i]);
        ck_assert_msg(expected[i].answered, "%s: no verdict", claims[i]);
    }
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    /* How often the timer is first depends on the machine: no class has to come up. */
    law_check_share("at_any_moment", ends_at_any_moment, NULL, 4);
    lcv_session_free(interrupted);
}

/* ---- texts ---- */

/* Interrupts the relations at an operation of isl, counted from 1. */
static struct {
    lcr_ctx *r;
    unsigned long n, at;
} stop;

isl_stat isl_ctx_next_operation(isl_ctx *ctx)
{
    static isl_stat (*next)(isl_ctx * ctx);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "isl_ctx_next_operation");
    if (stop.r && ++stop.n == stop.at)
        lcr_interrupt(stop.r);
    return next(ctx);
}

/* The text of `m` with an interruption at operation `at`; 0: with none. */
static char *text_stopped_at(lcr_ctx *r, lc_ctx *ctx, const lcr_map *m, unsigned long at)
{
    stop.r = r;
    stop.n = 0;
    stop.at = at;
    char *text = lcr_map_to_str(r, m);
    stop.r = NULL;
    lcr_resume(r);
    lc_ctx_reset(ctx);
    return text;
}

/* isl's printers crash where a step of theirs is stopped: a text that was begun is written. They
 * run last, so each of the last operations is tried, and some of those before. */
TEST_ISL(texts_are_written)
{
    static const char *const texts[] = {FLOORS,
                                        "{ [i] -> [j] : 0 <= i < 5 and i <= j < 2i + 3 }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lcr_map *m = lcr_map_parse(r, texts[i]);
        ck_assert_ptr_nonnull(m);
        char *whole = text_stopped_at(r, ctx, m, 0);
        ck_assert_ptr_nonnull(whole);
        free(text_stopped_at(r, ctx, m, 0)); /* what is found once takes no more operations */
        unsigned long n = stop.n, last = n > 100 ? n - 100 : 1;
        ck_assert_uint_gt(n, 10);
        for (unsigned long at = 1; at <= n; at += at < last ? 1 + last / 50 : 1) {
            char *text = text_stopped_at(r, ctx, m, at);
            ck_assert(!text || strcmp(text, whole) == 0);
            free(text);
        }
        char *again = text_stopped_at(r, ctx, m, 0);
        ck_assert_str_eq(again, whole);
        free(again);
        free(whole);
        lcr_map_free(m);
    }
}

/* ---- work without an end in sight ---- */

/* Sums of 40 numbers of 61 bits: no method here has an answer soon, and the test is ended before
 * one has. */
TEST(a_long_query)
{
    const struct rlimit most = {60, 60}; /* seconds of the processor */
    ck_assert_int_eq(setrlimit(RLIMIT_CPU, &most), 0);
    static const char text[] =
        "injective((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2"
        ",2,2,2,2,2,2,2,2,2,2):("
        "1741937612927958085,1979648110353563801,1727197832005276533,1272486967348769365,"
        "1514596035842894395,2010218619714867447,2030889481839535529,1388058459453516137,"
        "1727839004611432261,2094053761847368355,1572759395124389917,2050902816192894277,"
        "1318784799880631127,2178642775095991883,1457848167233969255,1165172773712322987,"
        "1535360424952722231,1536808575783280001,1876152315838195549,1611529067107150835,"
        "1571820922974531115,1606893670950103319,2036574719943917875,1202659026769112561,"
        "2109631252368126347,1761230432173340773,1918125853438181121,1305158906787424441,"
        "1972305939215771431,1858657632119318171,1578979581666775359,2242520753657422047,"
        "1559026771597537875,1743636596480515315,1977592569104863489,2085160201535233339,"
        "2118671365789267879,2020761064706032649,2197058539981305365,1427364220538666625))";
    struct sigaction action = {.sa_handler = on_alarm};
    sigemptyset(&action.sa_mask);
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    interrupted =
        lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .budget = LCV_NO_LIMIT});
    set_timer(200000);
    heard h = prove(interrupted, text);
    ck_assert_int_eq(h.status[0], LCV_INTERRUPTED);
    lcv_session_resume(interrupted);
    h = prove(interrupted, "injective((4,8):(1,4))");
    ck_assert_int_eq(h.status[0], LCV_PASSED);
    lcv_session_free(interrupted);
}

SUITE_MAIN("interrupt", the_rest_is_not_begun, at_any_moment, texts_are_written, a_long_query)
