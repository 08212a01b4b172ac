/* rings.c - mbarriers.
 *
 * A thread tells what it knows where it arrives, and an operation of TMA what the thread knows
 * that began it; who awaits the phase knows all of it, and that the phase has ended.
 *
 * The hardware compares parities. A wait for phase p is right where phase p - 1 has ended for
 * sure and phase p + 1 has not. The first must be known by the clock of who waits, since
 * otherwise it may find phase p - 2 as ended, in another run.
 */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdio.h>

/* The ring of an mbarrier, and its slot. */
static const lck_ring *ring_of(const lck_run *run, int number, int *slot)
{
    const lck_ring *ring = run->kernel->ring;
    *slot = number % run->nbarriers;
    while (*slot >= ring->slots)
        *slot -= ring++->slots;
    return ring;
}

void lck_show_mbarrier(const lck_run *run, int number, char *text, size_t room)
{
    int slot;
    const lck_ring *ring = ring_of(run, number, &slot);
    if (run->kernel->cluster == 1)
        snprintf(text, room, "%s[%d]", ring->name, slot);
    else
        snprintf(text, room, "%s[%d] of block %" PRId64, ring->name, slot,
                 run->block + number / run->nbarriers);
}

static int number_of(const lck_run *run, int ring, int slot, int rank)
{
    int number = rank * run->nbarriers + slot;
    for (int i = 0; i < ring; i++)
        number += run->kernel->ring[i].slots;
    return number;
}

/* Stops at an mbarrier: its name, and the words. */
static bool refuse(lck_run *run, lck_trap trap, int thread, int number, const char *words)
{
    char name[80];
    lck_show_mbarrier(run, number, name, sizeof name);
    return lck_stopped(run, trap, thread, -1, "%s %s", name, words);
}

/* ---- INIT */

static bool begin_ring(lck_run *run, const lck_statement *s, int thread)
{
    int slots = run->kernel->ring[s->ring].slots;
    for (int slot = 0; slot < slots; slot++) {
        int number = number_of(run, s->ring, slot, lck_rank(run, thread));
        lck_mbarrier *b = &run->mbarrier[number];
        if (b->beginner >= 0)
            return refuse(run, LCK_NOT_BEGUN, thread, number, "is begun twice");
        b->beginner = thread;
        b->ended = lck_clock_new(&run->clocks);
        if (!b->ended)
            return false;
    }
    return true;
}

static bool is_ready(lck_run *run, int thread, int number)
{
    const lck_mbarrier *b = &run->mbarrier[number];
    if (b->beginner < 0)
        return refuse(run, LCK_NOT_BEGUN, thread, number,
                      "is used, and no thread has begun it for sure");
    if (b->beginner == thread)
        return true;
    lck_party p = lck_party_of(run, thread);
    if (b->ready == 0)
        return refuse(run, LCK_NOT_BEGUN, thread, number,
                      "is used, and the thread that began it made no FENCE after that");
    return lck_knows(&run->clocks, &p, (uint32_t)b->beginner, b->ready) ||
           refuse(run, LCK_NOT_BEGUN, thread, number,
                  "is used, and no barrier came after it was begun");
}

bool lck_find_mbarrier(lck_run *run, const lck_statement *s, int thread, int rank, int *number)
{
    int64_t slot;
    char what[64];
    snprintf(what, sizeof what, "slot of %s", run->kernel->ring[s->ring].name);
    if (!lck_number_below(run, thread, s->slot, run->kernel->ring[s->ring].slots, what, &slot))
        return false;
    *number = number_of(run, s->ring, (int)slot, rank);
    if (rank != lck_rank(run, thread))
        run->remote[rank * run->threads + thread] = run->knows[thread].own[LCK_TIME];
    return is_ready(run, thread, *number);
}

/* ---- phases */

/* Ends the phase where all is there that it expects. */
static bool end_phase(lck_run *run, int number, int thread)
{
    int slot;
    lck_mbarrier *b = &run->mbarrier[number];
    char name[80];
    if (b->arrivals < ring_of(run, number, &slot)->arrivals || b->came < b->expected)
        return true;
    if (b->came > b->expected) {
        lck_show_mbarrier(run, number, name, sizeof name);
        return lck_stopped(run, LCK_BAD_COUNT, thread, -1,
                           "%" PRId64 " bytes came in phase %" PRId64
                           " of %s, which expects %" PRId64,
                           b->came, b->phase, name, b->expected);
    }
    b->gathered.at[lck_phase_slot(&run->clocks, number)] = (uint32_t)++b->phase;
    b->arrivals = 0;
    b->came = b->expected = 0;
    lck_clock *ended = lck_clock_of(&run->clocks, &b->gathered);
    lck_clock_drop(&run->clocks, b->ended);
    b->ended = ended;
    return ended != NULL;
}

static bool arrive(lck_run *run, int number, int thread, int64_t bytes)
{
    int slot;
    lck_mbarrier *b = &run->mbarrier[number];
    if (b->arrivals == ring_of(run, number, &slot)->arrivals) {
        char name[80];
        lck_show_mbarrier(run, number, name, sizeof name);
        return lck_stopped(run, LCK_BAD_COUNT, thread, -1,
                           "phase %" PRId64 " of %s has had its %d arrivals, and waits for bytes",
                           b->phase, name, b->arrivals);
    }
    b->arrivals++;
    b->expected += bytes;
    lck_gather(&run->clocks, &b->gathered, &run->knows[thread], thread);
    return end_phase(run, number, thread);
}

bool lck_bytes_come(lck_run *run, int number, int64_t bytes, int thread)
{
    lck_mbarrier *b = &run->mbarrier[number];
    b->came += bytes;
    lck_gather(&run->clocks, &b->gathered, &run->knows[thread], thread);
    return end_phase(run, number, thread);
}

bool lck_run_ring(lck_run *run, const lck_statement *s, int thread)
{
    int64_t rank = lck_rank(run, thread), bytes = 0;
    int number;
    if (s->kind == LCK_INIT)
        return begin_ring(run, s, thread);
    if (s->value && !lck_value(run, thread, s->value, false, &bytes))
        return false;
    if (s->peer && !lck_number_below(run, thread, s->peer, run->kernel->cluster,
                                     "block of the cluster", &rank))
        return false;
    return lck_find_mbarrier(run, s, thread, (int)rank, &number) &&
           arrive(run, number, thread, bytes);
}

/* ---- AWAIT */

static bool may_wait(lck_run *run, int thread, int number, int64_t phase)
{
    const lck_mbarrier *b = &run->mbarrier[number];
    lck_party p = lck_party_of(run, thread);
    char name[80];
    bool late = phase < -1 || b->phase > phase + 1;
    if (!late && (phase < 1 || lck_knows(&run->clocks, &p, lck_phase_slot(&run->clocks, number),
                                         (uint32_t)phase)))
        return true;
    lck_show_mbarrier(run, number, name, sizeof name);
    if (late)
        return lck_stopped(run, LCK_BAD_PHASE, thread, -1,
                           "waits for phase %" PRId64 " of %s, where phase %" PRId64
                           " goes on: its parity says that it has not ended",
                           phase, name, b->phase);
    return lck_stopped(run, LCK_BAD_PHASE, thread, -1,
                       "waits for phase %" PRId64 " of %s, and nothing says that phase %" PRId64
                       " has ended: by its parity phase %" PRId64 " does as well",
                       phase, name, phase - 1, phase - 2);
}

bool lck_begin_await(lck_run *run, lck_agent *a, const lck_statement *s, uint32_t lanes)
{
    for (int l = 0; l < a->threads; l++) {
        int thread = a->first + l;
        a->barrier[l] = -1;
        if (!(lanes >> l & 1))
            continue;
        if (!lck_find_mbarrier(run, s, thread, lck_rank(run, thread), &a->barrier[l]) ||
            !lck_value(run, thread, s->phase, false, &a->phase[l]) ||
            !may_wait(run, thread, a->barrier[l], a->phase[l]))
            return false;
    }
    a->state = LCK_AT_RING;
    return true;
}

/* The clocks of the lanes, which are one as a rule. */
static bool learn(lck_run *run, lck_agent *a)
{
    lck_clock *from = NULL, *joined = NULL;
    const lck_clock *with = NULL;
    bool ok = true;
    for (int l = 0; ok && l < a->threads; l++) {
        if (a->barrier[l] < 0)
            continue;
        lck_knowledge *k = &run->knows[a->first + l];
        const lck_clock *ended = run->mbarrier[a->barrier[l]].ended;
        if (from != k->clock || with != ended) {
            lck_clock_drop(&run->clocks, from);
            lck_clock_drop(&run->clocks, joined);
            from = lck_clock_use(k->clock);
            with = ended;
            joined = lck_clock_join(&run->clocks, from, with);
            ok = joined != NULL;
        }
        if (ok) {
            lck_clock_drop(&run->clocks, k->clock);
            k->clock = lck_clock_use(joined);
        }
    }
    lck_clock_drop(&run->clocks, from);
    lck_clock_drop(&run->clocks, joined);
    return ok;
}

bool lck_try_ring(lck_run *run, lck_agent *a, bool *passed)
{
    *passed = true;
    for (int l = 0; l < a->threads; l++) {
        if (a->barrier[l] < 0)
            continue;
        if (!may_wait(run, a->first + l, a->barrier[l], a->phase[l]))
            return false;
        *passed = *passed && run->mbarrier[a->barrier[l]].phase > a->phase[l];
    }
    if (!*passed)
        return true;
    a->state = LCK_GOES;
    return learn(run, a);
}
