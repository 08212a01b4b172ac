/* barriers.c - where warps wait for others: barriers of a warp, of threads that name one, of a
 * block, of a cluster; registers that others give back. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>

/* A new clock of what was gathered, for the lanes of a warp. */
static void share(lck_run *run, const lck_agent *a, lck_clock *clock)
{
    for (int l = 0; l < a->threads; l++) {
        lck_knowledge *k = &run->knows[a->first + l];
        lck_clock_drop(&run->clocks, k->clock);
        k->clock = lck_clock_use(clock);
    }
}

static void gather(lck_run *run, lck_meeting *m, const lck_agent *a)
{
    for (int l = 0; l < a->threads; l++)
        lck_gather(&run->clocks, &m->gathered, &run->knows[a->first + l], a->first + l);
}

/* Everybody has come: those who wait go on. */
static bool open_meeting(lck_run *run, int number)
{
    lck_meeting *m = &run->meeting[number];
    lck_clock *clock = lck_clock_of(&run->clocks, &m->gathered);
    if (!clock)
        return false;
    for (int i = 0; i < run->nagents; i++)
        if (run->agent[i].state == LCK_AT_MEETING && run->agent[i].meeting == number) {
            run->agent[i].state = LCK_GOES;
            share(run, &run->agent[i], clock);
        }
    lck_clock_drop(&run->clocks, clock);
    lck_gathering_clear(&run->clocks, &m->gathered);
    m->come = m->count = 0;
    return true;
}

/* A warp meets itself, in a barrier of its own. */
static bool meet_alone(lck_run *run, lck_agent *a)
{
    lck_meeting *m = &run->meeting[run->kernel->cluster * LCK_NAMED_BARRIERS + 1];
    gather(run, m, a);
    lck_clock *clock = lck_clock_of(&run->clocks, &m->gathered);
    if (clock)
        share(run, a, clock);
    lck_clock_drop(&run->clocks, clock);
    lck_gathering_clear(&run->clocks, &m->gathered);
    return clock != NULL;
}

bool lck_meet(lck_run *run, lck_agent *a, const lck_statement *s)
{
    int rank = lck_rank(run, a->first);
    int64_t count = s->scope == LCK_OF_THREADS ? s->count
                    : s->scope == LCK_OF_ALL   ? run->kernel->threads
                                               : run->threads;
    if (s->scope == LCK_OF_WARP)
        return meet_alone(run, a);
    a->meeting = s->scope == LCK_OF_CLUSTER ? run->kernel->cluster * LCK_NAMED_BARRIERS
                                            : rank * LCK_NAMED_BARRIERS + s->id;
    lck_meeting *m = &run->meeting[a->meeting];
    if (m->count != 0 && m->count != count)
        return lck_stopped(run, LCK_BAD_COUNT, a->first, -1,
                           "comes to barrier %d of %" PRId64
                           " threads, where others wait for %" PRId64,
                           s->id, count, m->count);
    m->count = count;
    m->come += a->threads;
    gather(run, m, a);
    a->state = LCK_AT_MEETING;
    if (m->come > count)
        return lck_stopped(run, LCK_BAD_COUNT, a->first, -1,
                           "comes to barrier %d of %" PRId64 " threads as number %" PRId64, s->id,
                           count, m->come);
    return m->come < count || open_meeting(run, a->meeting);
}

/* ---- registers */

bool lck_ask_registers(lck_run *run, lck_agent *a, const lck_statement *s)
{
    a->asked = (int)s->count;
    a->state = LCK_AT_REGISTERS;
    lck_try_registers(run, a);
    return true;
}

void lck_try_registers(lck_run *run, lck_agent *a)
{
    int *spare = &run->spare[lck_rank(run, a->first)];
    int more = (a->asked - a->registers) * a->threads;
    if (more > *spare)
        return;
    *spare -= more;
    a->registers = a->asked;
    a->state = LCK_GOES;
}
