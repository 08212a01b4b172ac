/* gather.c - the barrier of all threads of a cluster: they come, and wait later. */
#include "config.h"

#include "internal.h"

#include <string.h>

void lck_run_gather(lck_run *r)
{
    lck_phased *g = &r->gather;
    g->phase = 0;
    g->arrivals = r->n;
    memset(g->gathered, 0, r->clocks.width * sizeof *g->gathered);
    memset(g->over, 0, r->clocks.width * sizeof *g->over);
}

/* All that have not left have come. */
static void end_phase(lck_run *r)
{
    lck_phased *g = &r->gather;
    lck_times_move(&r->clocks, g->over, g->gathered);
    g->phase++;
    g->arrivals = r->live;
    for (uint32_t i = 0; i < r->n; i++) {
        lck_thread *t = &r->thread[i];
        if (t->state != LCK_AT_CLUSTER || t->came > g->phase)
            continue;
        lck_times_take(&r->clocks, i, g->over);
        (void)lck_run_works(r, r->clocks.width / 8);
        t->state = LCK_RUNS;
    }
}

void lck_run_left_cluster(lck_run *r, const lck_thread *t)
{
    if (t->came == r->gather.phase && --r->gather.arrivals == 0 && r->live > 0)
        end_phase(r);
}

bool lck_run_at_cluster(lck_run *r, lck_thread *t, const lck_operation_of *o)
{
    lck_phased *g = &r->gather;
    if (o->waits ? t->came == 0 : t->came > g->phase) {
        lck_run_stop(r, "the barrier of the cluster is used in ways that are not followed");
        return false;
    }
    (void)lck_run_works(r, r->clocks.width / 8);
    if (!o->waits) {
        if (!o->more)
            lck_times_give(&r->clocks, t->number, g->gathered);
        t->came++;
        if (--g->arrivals == 0)
            end_phase(r);
        return true;
    }
    if (t->came > g->phase) {
        t->state = LCK_AT_CLUSTER;
        return false;
    }
    lck_times_take(&r->clocks, t->number, g->over);
    return true;
}
