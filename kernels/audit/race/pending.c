/* pending.c - what cp.async writes after barriers: until its thread has waited for its group.
 *
 * A path from the copy counts the groups that were committed since, and for each loop around the
 * copy how many trips ago it was. A wait for all but n groups ends it when more than n were
 * committed (PTX ISA, "cp.async.wait_group"). */
#include "config.h"

#include "internal.h"

#include <string.h>

#define GROUPS 16 /* that are counted */

/* Trips are those of the copy, beside where the path is. */
static bool follow(lck_race_walk *w, const lck_race_state *s, uint32_t way)
{
    const lck_flow *flow = w->r->flow;
    uint32_t to = flow->edge[flow->block[s->block].succ + way];
    lck_race_state next = *s;
    if (lck_race_never(w->r, s->block, way))
        return true;
    next.doubtful |= lck_race_chooses_wait(w->r, s->block);
    next.block = to;
    for (uint8_t i = 0; i < w->nloops; i++) {
        bool was = lck_flow_in_loop(flow, s->block, w->loop[i]);
        bool is = lck_flow_in_loop(flow, to, w->loop[i]);
        if (!was || !is)
            next.trip[i] = LCK_TRIP_FREE;
        else if (flow->loop[w->loop[i]].header == to && next.trip[i] != LCK_TRIP_FREE)
            next.trip[i] = next.trip[i] > -7 ? (int8_t)(next.trip[i] - 1) : LCK_TRIP_FREE;
    }
    return lck_race_walk_on(w, &next);
}

/* Goes through a block from an instruction on, until the copy is waited for. */
static bool visit(lck_race_walk *w, lck_race_state *s, uint32_t from)
{
    lck_race *r = w->r;
    const lck_flow_block *b = &r->flow->block[s->block];
    for (uint32_t i = from; i < b->end; i++) {
        lck_sync sync = r->sync[i];
        if (sync.kind == LCK_SYNC_COMMIT && s->groups < GROUPS)
            s->groups++;
        if (sync.kind == LCK_SYNC_WAIT && (sync.count < 0 || s->groups > sync.count))
            return true;
        if (sync.kind != LCK_SYNC_BLOCK && !(w->warps && sync.kind == LCK_SYNC_WARP))
            continue;
        lck_race_item item = {.access = w->access,
                              .nloops = w->nloops,
                              .doubtful = s->doubtful,
                              .left = LCK_FLOW_NONE};
        memcpy(item.trip, s->trip, sizeof item.trip);
        if (!lck_race_add_item(r, &w->out[i], &item))
            return false;
    }
    for (uint32_t k = 0; k < b->nsuccs; k++)
        if (!follow(w, s, k))
            return false;
    return true;
}

static bool follow_copy(lck_race *r, bool warps, lck_race_items *of, uint32_t access)
{
    uint32_t insn = r->list->at[access].insn;
    lck_race_walk w = {
        .r = r, .warps = warps, .visit = visit, .of = "behind cp.async", .out = of};
    lck_race_state first = {.block = r->flow->insn[insn].block};
    w.access = access;
    return lck_race_loops(r, first.block, w.loop, &w.nloops) &&
           lck_race_walk_from(&w, first, insn + 1);
}

bool lck_race_pending(lck_race *r, bool warps, lck_race_items *of)
{
    for (uint32_t a = 0; a < r->list->n; a++) {
        const lck_ptx_access *access = &r->list->at[a];
        if (access->async && access->writes && access->space == LCK_IN_SHARED &&
            !follow_copy(r, warps, of, a))
            return false;
    }
    return true;
}
