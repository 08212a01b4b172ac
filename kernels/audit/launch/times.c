/* times.c - vector clocks of threads and of their copies.
 *
 * A barrier of all threads moves what they know into `base`, and no thread has a row of its own
 * until it learns something more: most kernels never do. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

bool lck_times_begin(lck_times *c, uint32_t nthreads, uint32_t group, bool fences)
{
    c->nthreads = nthreads;
    c->group = group;
    c->half = lck_times_ended(c, LCK_LAUNCH_PHASED);
    c->width = (fences ? 2 : 1) * c->half;
    c->base = calloc(c->width, sizeof *c->base);
    c->least = calloc(c->width, sizeof *c->least);
    c->row = calloc((size_t)nthreads * c->width, sizeof *c->row);
    c->kept = calloc(nthreads, sizeof *c->kept);
    c->clock = calloc(nthreads, sizeof *c->clock);
    return c->base && c->least && c->row && c->kept && c->clock;
}

void lck_times_reset(lck_times *c)
{
    memset(c->base, 0, c->width * sizeof *c->base);
    memset(c->kept, 0, c->nthreads * sizeof *c->kept);
    for (uint32_t i = 0; i < c->nthreads; i++)
        c->clock[i] = 1;
}

void lck_times_end(lck_times *c)
{
    free(c->base);
    free(c->least);
    free(c->row);
    free(c->kept);
    free(c->clock);
}

static uint32_t *row_of(const lck_times *c, uint32_t thread)
{
    return c->row + (size_t)thread * c->width;
}

static void join(uint32_t *row, const uint32_t *more, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (row[i] < more[i])
            row[i] = more[i];
}

/* The row of a thread, made from what all know. */
static uint32_t *own(lck_times *c, uint32_t thread)
{
    uint32_t *row = row_of(c, thread);
    if (!c->kept[thread])
        memcpy(row, c->base, c->width * sizeof *row);
    c->kept[thread] = true;
    return row;
}

uint32_t lck_times_known(const lck_times *c, uint32_t who, uint32_t thread)
{
    return (c->kept[thread] ? row_of(c, thread) : c->base)[who];
}

bool lck_times_before(const lck_times *c, uint32_t who, uint32_t time, uint32_t thread)
{
    return who == thread || time <= lck_times_known(c, who, thread);
}

bool lck_times_fenced(const lck_times *c, uint32_t who, uint32_t time, uint32_t thread)
{
    return c->width == c->half ||
           time <= (c->kept[thread] ? row_of(c, thread) : c->base)[c->half + who];
}

void lck_times_fence(lck_times *c, uint32_t thread)
{
    uint32_t *row = own(c, thread);
    memcpy(row + c->half, row, c->half * sizeof *row);
    row[c->half + thread] = c->clock[thread]++;
}

void lck_times_learn(lck_times *c, uint32_t thread, uint32_t who, uint32_t time)
{
    uint32_t *row = own(c, thread);
    if (row[who] < time)
        row[who] = time;
}

void lck_times_give(lck_times *c, uint32_t thread, uint32_t *row)
{
    const uint32_t *known = c->kept[thread] ? row_of(c, thread) : c->base;
    join(row, known, c->width);
    row[thread] = c->clock[thread]++;
}

void lck_times_give_copies(const lck_times *c, uint32_t thread, uint32_t *row)
{
    const uint32_t *known = c->kept[thread] ? row_of(c, thread) : c->base;
    uint32_t first = lck_times_phased(c, 0);
    join(row + first, known + first, LCK_LAUNCH_PHASED);
    lck_times_give_phases(c, thread, row);
}

void lck_times_give_phases(const lck_times *c, uint32_t thread, uint32_t *row)
{
    const uint32_t *known = c->kept[thread] ? row_of(c, thread) : c->base;
    uint32_t first = lck_times_ended(c, 0);
    join(row + first, known + first, c->half - first);
}

void lck_times_take(lck_times *c, uint32_t thread, const uint32_t *row)
{
    join(own(c, thread), row, c->width);
}

void lck_times_move(const lck_times *c, uint32_t *row, uint32_t *from)
{
    join(row, from, c->width);
    memset(from, 0, c->width * sizeof *from);
}

void lck_times_settle(lck_times *c, const lck_thread *thread)
{
    uint32_t *least = c->least;
    memset(least, 0xff, c->width * sizeof *least);
    for (uint32_t t = 0; t < c->nthreads; t++) {
        const uint32_t *known = c->kept[t] ? row_of(c, t) : c->base;
        if (thread[t].state == LCK_HAS_LEFT)
            continue;
        for (uint32_t i = 0; i < c->width; i++)
            if (least[i] > known[i] && i != t)
                least[i] = known[i];
    }
    for (uint32_t i = 0; i < c->width; i++)
        if (least[i] != UINT32_MAX && c->base[i] < least[i])
            c->base[i] = least[i];
}

void lck_times_meet(lck_times *c)
{
    for (uint32_t t = 0; t < c->nthreads; t++) {
        const uint32_t *row = row_of(c, t);
        for (uint32_t i = c->nthreads; c->kept[t] && i < c->width; i++)
            if (c->base[i] < row[i])
                c->base[i] = row[i];
        c->base[t] = c->clock[t]++;
        c->kept[t] = false;
    }
}
