/* check_ring.c - what library/ring.lay says of a ring, against a run of it.
 *
 * Producer and consumer take turns in every order that the parities of their barriers let them.
 * Reads are done as late as the consumer's wait for them allows. A ring goes wrong when a stage
 * is filled before what it had is read, when a read comes before its fill, or when nobody can go
 * on; it is right just when all claims of the library hold.
 */
#include "config.h"

#include "../verify/session/session.h"
#include "law.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RINGS 60
#define ROUNDS 6
#define CLAIMS 4
#define MOST 6 /* stages */

typedef struct {
    int stages, lag, inflight, producer, consumer; /* parities that they begin with */
    bool holds[CLAIMS];
    int told;
} ring;

/* ---- the run ---- */

typedef struct {
    const ring *of;
    bool seen[MOST * ROUNDS + 2][MOST * ROUNDS + 2];
    bool wrong;
} run;

/* Of the numbers below n those of a stage. */
static int of_stage(int n, int stage, int stages)
{
    return n > stage ? (n - stage + stages - 1) / stages : 0;
}

static bool goes_on(int ended, int round, int parity)
{
    return (ended - round - parity) % 2 != 0;
}

/* `fills` are done, `reads` iterations of the consumer are over. */
static void go(run *r, int fills, int reads)
{
    const ring *g = r->of;
    int end = g->stages * ROUNDS, released = reads > g->lag ? reads - g->lag : 0;
    if (r->wrong || r->seen[fills][reads] || fills >= end || reads >= end)
        return;
    r->seen[fills][reads] = true;
    int stage = fills % g->stages;
    bool fill = goes_on(of_stage(released, stage, g->stages), fills / g->stages, g->producer);
    bool overwrites = fills >= g->stages && fills - g->stages > reads - 1 - g->inflight;
    stage = reads % g->stages;
    bool read = goes_on(of_stage(fills, stage, g->stages), reads / g->stages, g->consumer);
    r->wrong = (!fill && !read) || (fill && overwrites) || (read && fills <= reads);
    if (fill)
        go(r, fills + 1, reads);
    if (read)
        go(r, fills, reads + 1);
}

static bool is_right(const ring *g)
{
    run *r = calloc(1, sizeof *r);
    ck_assert_ptr_nonnull(r);
    r->of = g;
    go(r, 0, 0);
    bool right = !r->wrong;
    free(r);
    return right;
}

/* ---- the claims ---- */

static void write_claims(FILE *file, const ring *g)
{
    fprintf(file, "prove ring_is_read(%d, %d, %d)\n", g->stages, g->lag, g->inflight);
    fprintf(file, "prove ring_moves(%d, %d)\n", g->stages, g->lag);
    fprintf(file, "prove ring_fills(%d, 1)\nprove ring_reads(%d, 1)\n", g->producer, g->consumer);
}

typedef struct {
    ring *rings;
    int n;
} told;

static void hear(void *user, const lcv_outcome *outcome)
{
    told *t = user;
    if (!outcome->result)
        return;
    ring *g = &t->rings[t->n / CLAIMS];
    ck_assert_int_lt(t->n, RINGS * CLAIMS);
    g->holds[t->n++ % CLAIMS] = outcome->result->verdict == LCV_PROVED;
    g->told++;
}

TEST(rings_as_they_run)
{
    char path[] = "ring-XXXXXX";
    const char *seed = getenv("LAYOUTCHECK_SEED");
    rnd r = {.state = seed ? strtoull(seed, NULL, 10) : 20260101};
    ring rings[RINGS];
    int fd = mkstemp(path), right = 0;
    ck_assert_int_ge(fd, 0);
    FILE *file = fdopen(fd, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "import <ring>\n");
    for (int i = 0; i < RINGS; i++) {
        rings[i] = (ring){.stages = (int)rnd_in(&r, 1, MOST),
                          .producer = !rnd_chance(&r, 20),
                          .consumer = rnd_chance(&r, 20)};
        rings[i].lag = (int)rnd_in(&r, 0, rings[i].stages);
        rings[i].inflight = (int)rnd_in(&r, 0, rings[i].lag + rnd_chance(&r, 30));
        write_claims(file, &rings[i]);
    }
    fclose(file);
    told t = {.rings = rings};
    lcv_session *s = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    lcv_listener listener = {.user = &t, .outcome = hear};
    lcv_session_check(s, path, NULL, (lcv_span){0, 0}, &listener);
    lcv_session_free(s);
    unlink(path);
    for (int i = 0; i < RINGS; i++) {
        const ring *g = &rings[i];
        ck_assert_int_eq(g->told, CLAIMS);
        bool holds = g->holds[0] && g->holds[1] && g->holds[2] && g->holds[3];
        ck_assert_msg(holds == is_right(g), "S = %d, lag %d, in flight %d, parities %d and %d",
                      g->stages, g->lag, g->inflight, g->producer, g->consumer);
        right += holds;
    }
    ck_assert_int_gt(right, RINGS / 10);
    ck_assert_int_lt(right, RINGS - RINGS / 10);
}

SUITE_MAIN("rings", rings_as_they_run)
