/* stuck.c - what warps wait for when none can go on; and lanes that diverge before a barrier. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lck_diverged(lck_run *run, const lck_statement *s, int thread, int other, int64_t here,
                  int64_t there)
{
    char *text = lc_expr_to_c(run->kernel->ctx, s->value);
    const char *shown = text ? text : "?";
    int of = lck_local(run, other);
    if (s->kind == LCK_LOOP)
        lck_stopped(run, LCK_DIVERGENT, thread, other,
                    "a loop with a barrier goes round %" PRId64 " times here and %" PRId64
                    " for thread %d: %s",
                    here, there, of, shown);
    else
        lck_stopped(run, LCK_DIVERGENT, thread, other,
                    "a barrier under a condition that is %s here and %s for thread %d: %s",
                    here != 0 ? "true" : "false", here != 0 ? "false" : "true", of, shown);
    free(text);
    return false;
}

static int first_of(uint32_t lanes)
{
    return __builtin_ctz(lanes);
}

/* Stops the run: not all lanes of the warp come to a statement that needs all. */
bool lck_divergent(lck_run *run, const lck_agent *a, const lck_statement *s)
{
    static const char *const what[] = {[LCK_BARRIER] = "a barrier",
                                       [LCK_MATRIX_LOAD] = "a matrix that is loaded",
                                       [LCK_MATRIX_STORE] = "a matrix that is stored",
                                       [LCK_MMA] = "a product",
                                       [LCK_WGMMA] = "a product",
                                       [LCK_COMMIT] = "a group of products",
                                       [LCK_DRAIN] = "a group of products",
                                       [LCK_FENCE] = "a fence of products",
                                       [LCK_REGISTERS] = "a change of registers"};
    int d = a->depth - 1;
    while (d > 0 && a->frame[d - 1].lanes == a->frame[d].lanes)
        d--;
    /* the frame above may be of the same IF: its other side is still to come */
    uint32_t in = a->frame[d].lanes, out = a->all & ~in;
    bool first_in = in & 1;
    int thread = a->first + first_of(first_in ? out : in);
    const lck_statement *of = a->frame[d].of;
    int64_t there = 1;
    if (of && of->kind == LCK_IF)
        lc_expr_at(of->value, run->env + (size_t)a->first * run->nvars, &there);
    char *text = of ? lc_expr_to_c(run->kernel->ctx, of->value) : NULL;
    lck_stopped(run, LCK_DIVERGENT, thread, a->first,
                "%s under a condition that is %s here and %s for thread %d: %s", what[s->kind],
                there != 0 ? "false" : "true", there != 0 ? "true" : "false",
                lck_local(run, a->first), text ? text : "?");
    free(text);
    return false;
}

/* ---- a barrier that some of a block do not reach */

/* Does a condition, or a number of rounds, have another value for some thread than for the
 * first? */
static bool is_parted(lck_run *run, int rank, const lck_statement *s)
{
    int first = rank * run->kernel->threads;
    int64_t there, here;
    if (!lc_expr_at(s->value, run->env + (size_t)first * run->nvars, &there))
        return false;
    for (int t = first + 1; t < first + run->kernel->threads; t++) {
        if (!lc_expr_at(s->value, run->env + (size_t)t * run->nvars, &here))
            return false;
        if (s->kind == LCK_LOOP ? here != there : (here != 0) != (there != 0)) {
            *run->stop = (lck_stop){.index = -1};
            lck_diverged(run, s, t, first, here, there);
            return true;
        }
    }
    return false;
}

/* Is it the barrier of all of a block, or of a cluster? */
static bool is_of_all(const lck_run *run, int meeting)
{
    return meeting % LCK_NAMED_BARRIERS == 0 ||
           meeting >= run->kernel->cluster * LCK_NAMED_BARRIERS;
}

void lck_find_parted(lck_run *run)
{
    for (int i = 0; i < run->nagents; i++) {
        const lck_agent *a = &run->agent[i];
        if (a->state != LCK_AT_MEETING || !is_of_all(run, a->meeting))
            continue;
        for (int d = a->depth - 1; d > 0; d--) {
            const lck_statement *of = a->frame[d].of;
            if ((of->kind == LCK_IF || of->kind == LCK_LOOP) &&
                is_parted(run, lck_rank(run, a->first), of))
                return;
        }
    }
}

/* ---- what a warp waits for */

static void show_ring(const lck_run *run, const lck_agent *a, char *text, size_t room)
{
    int l = 0;
    while (a->barrier[l] < 0 || run->mbarrier[a->barrier[l]].phase > a->phase[l])
        l++;
    const lck_mbarrier *b = &run->mbarrier[a->barrier[l]];
    char name[80];
    int slot = a->barrier[l] % run->nbarriers;
    const lck_ring *ring = run->kernel->ring;
    while (slot >= ring->slots)
        slot -= ring++->slots;
    lck_show_mbarrier(run, a->barrier[l], name, sizeof name);
    int at = snprintf(text, room,
                      "wait for phase %" PRId64 " of %s, %d of %d arrivals are missing",
                      a->phase[l], name, ring->arrivals - b->arrivals, ring->arrivals);
    if (b->expected != b->came)
        snprintf(text + at, room - (size_t)at, ", and %" PRId64 " of %" PRId64 " bytes",
                 b->expected - b->came, b->expected);
}

static void show_meeting(const lck_run *run, const lck_agent *a, char *text, size_t room)
{
    const lck_meeting *m = &run->meeting[a->meeting];
    char name[32] = "the barrier of the cluster";
    if (a->meeting < run->kernel->cluster * LCK_NAMED_BARRIERS)
        snprintf(name, sizeof name, "barrier %d", a->meeting % LCK_NAMED_BARRIERS);
    snprintf(text, room, "wait at %s, to which %" PRId64 " of %" PRId64 " threads have not come",
             name, m->count - m->come, m->count);
}

static void show_wait(const lck_run *run, const lck_agent *a, char *text, size_t room)
{
    if (a->state == LCK_AT_RING)
        show_ring(run, a, text, room);
    else if (a->state == LCK_AT_MEETING)
        show_meeting(run, a, text, room);
    else if (a->state == LCK_AT_REGISTERS)
        snprintf(text, room, "wait for %d registers each, and have %d", a->asked, a->registers);
    else
        snprintf(text, room, "have ended");
}

/* Warps next to each other that wait for the same are shown as one. */
bool lck_stuck(lck_run *run)
{
    char all[480] = "", wait[200], other[200];
    size_t at = 0;
    int waiting = 0;
    while (run->agent[waiting].state == LCK_ENDED)
        waiting++;
    for (int i = 0, next; i < run->nagents && at < sizeof all; i = next) {
        const lck_agent *a = &run->agent[i], *last = a;
        show_wait(run, a, wait, sizeof wait);
        for (next = i + 1; next < run->nagents; next++) {
            last = &run->agent[next];
            show_wait(run, last, other, sizeof other);
            if (strcmp(wait, other) != 0 || lck_rank(run, last->first) != lck_rank(run, a->first))
                break;
        }
        last = &run->agent[next - 1];
        at += (size_t)snprintf(all + at, sizeof all - at,
                               "%s threads %d to %d of block %" PRId64 " %s", i > 0 ? ";" : "",
                               lck_local(run, a->first),
                               lck_local(run, last->first) + last->threads - 1,
                               run->block + lck_rank(run, a->first), wait);
    }
    return lck_stopped(run, LCK_DEADLOCK, run->agent[waiting].first, -1, "nobody goes on:%s",
                       all);
}
