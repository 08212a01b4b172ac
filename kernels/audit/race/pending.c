/* pending.c - what cp.async writes after barriers: until its thread has waited for its group.
 *
 * A path from the copy counts the groups that were committed since, and for each loop around the
 * copy how many trips ago it was. A wait for all but n groups ends it when more than n were
 * committed (PTX ISA, "cp.async.wait_group"). */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define GROUPS 16 /* that are counted */

typedef struct {
    uint32_t block;
    uint8_t groups;
    bool doubtful;
    int8_t trip[LCK_RACE_LOOPS]; /* of the copy, beside where the path is */
} state;

typedef struct {
    lck_race *r;
    bool warps;
    lck_race_items *of;
    uint32_t access;
    uint32_t loop[LCK_RACE_LOOPS]; /* around the copy */
    uint8_t nloops;
    state *todo, *seen;
    uint32_t ntodo;
    uint8_t *nseen;
} walk;

static bool push(walk *w, const state *s)
{
    state *seen = w->seen + (size_t)s->block * LCK_RACE_STATES;
    for (uint8_t i = 0; i < w->nseen[s->block]; i++)
        if (seen[i].groups == s->groups && seen[i].doubtful == s->doubtful &&
            memcmp(seen[i].trip, s->trip, sizeof s->trip) == 0)
            return true;
    if (w->nseen[s->block] == LCK_RACE_STATES) {
        lck_race_unknown(w->r, "too many ways behind cp.async");
        return false;
    }
    seen[w->nseen[s->block]++] = *s;
    state *grown = lck_ptx_grow(w->todo, w->ntodo, sizeof *grown);
    if (!grown) {
        w->r->failed = true;
        return false;
    }
    w->todo = grown;
    grown[w->ntodo++] = *s;
    return true;
}

static bool follow(walk *w, const state *s, uint32_t way)
{
    const lck_flow *flow = w->r->flow;
    uint32_t to = flow->edge[flow->block[s->block].succ + way];
    state next = *s;
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
    return push(w, &next);
}

/* Goes through a block from an instruction on, until the copy is waited for. */
static bool visit(walk *w, state s, uint32_t from)
{
    lck_race *r = w->r;
    const lck_flow_block *b = &r->flow->block[s.block];
    for (uint32_t i = from; i < b->end; i++) {
        lck_sync sync = r->sync[i];
        if (sync.kind == LCK_SYNC_COMMIT && s.groups < GROUPS)
            s.groups++;
        if (sync.kind == LCK_SYNC_WAIT && (sync.count < 0 || s.groups > sync.count))
            return true;
        if (sync.kind != LCK_SYNC_BLOCK && !(w->warps && sync.kind == LCK_SYNC_WARP))
            continue;
        lck_race_item item = {.access = w->access,
                              .nloops = w->nloops,
                              .doubtful = s.doubtful,
                              .left = LCK_FLOW_NONE};
        memcpy(item.trip, s.trip, sizeof item.trip);
        if (!lck_race_add_item(r, &w->of[i], &item))
            return false;
    }
    for (uint32_t k = 0; k < b->nsuccs; k++)
        if (!follow(w, &s, k))
            return false;
    return true;
}

static bool follow_copy(lck_race *r, bool warps, lck_race_items *of, uint32_t access)
{
    uint32_t insn = r->list->at[access].insn;
    walk w = {.r = r, .warps = warps, .of = of, .access = access};
    state first = {.block = r->flow->insn[insn].block};
    w.seen = lck_race_array(r, (size_t)r->flow->nblocks * LCK_RACE_STATES, sizeof *w.seen);
    w.nseen = lck_race_array(r, r->flow->nblocks, sizeof *w.nseen);
    bool good = w.seen && w.nseen && lck_race_loops(r, first.block, w.loop, &w.nloops) &&
                visit(&w, first, insn + 1);
    while (good && w.ntodo) {
        state s = w.todo[--w.ntodo];
        good = visit(&w, s, r->flow->block[s.block].insn);
    }
    free(w.seen);
    free(w.nseen);
    free(w.todo);
    return good;
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
