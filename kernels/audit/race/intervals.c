/* intervals.c - what may happen between barriers: paths from one to the next.
 *
 * A path keeps, for each loop around where it is, how the trip stands to the trip at its
 * beginning: the same, the next, the first one of a loop that it has entered, or any. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

bool lck_race_loops(const lck_race *r, uint32_t block, uint32_t *loop, uint8_t *n)
{
    uint32_t at = r->flow->block[block].loop;
    uint32_t depth = at == LCK_FLOW_NONE ? 0 : r->flow->loop[at].depth;
    *n = (uint8_t)depth;
    if (depth > LCK_RACE_LOOPS)
        return false;
    for (; at != LCK_FLOW_NONE; at = r->flow->loop[at].parent)
        loop[--depth] = at;
    return true;
}

bool lck_race_same_item(const lck_race_item *a, const lck_race_item *b)
{
    return a->access == b->access && a->doubtful == b->doubtful && a->left == b->left &&
           a->left_trip == b->left_trip && memcmp(a->trip, b->trip, sizeof a->trip) == 0;
}

bool lck_race_add_item(lck_race *r, lck_race_items *items, const lck_race_item *item)
{
    for (uint32_t i = 0; i < items->n; i++)
        if (lck_race_same_item(&items->at[i], item))
            return true;
    lck_race_item *grown = lck_ptx_grow(items->at, items->n, sizeof *grown);
    if (!grown) {
        r->failed = true;
        return false;
    }
    items->at = grown;
    grown[items->n++] = *item;
    return true;
}

/* ---- states ---- */

bool lck_race_walk_on(lck_race_walk *w, const lck_race_state *s)
{
    lck_race_state *seen = w->seen + (size_t)s->block * LCK_RACE_STATES;
    for (uint8_t i = 0; i < w->nseen[s->block]; i++)
        if (seen[i].groups == s->groups && seen[i].doubtful == s->doubtful &&
            seen[i].left == s->left && seen[i].left_trip == s->left_trip &&
            memcmp(seen[i].trip, s->trip, sizeof s->trip) == 0)
            return true;
    if (w->nseen[s->block] == LCK_RACE_STATES) {
        lck_race_unknown(w->r, "too many ways %s", w->of);
        return false;
    }
    seen[w->nseen[s->block]++] = *s;
    lck_race_state *grown = lck_ptx_grow(w->todo, w->ntodo, sizeof *grown);
    if (!grown) {
        w->r->failed = true;
        return false;
    }
    w->todo = grown;
    grown[w->ntodo++] = *s;
    return true;
}

bool lck_race_walk_from(lck_race_walk *w, lck_race_state first, uint32_t insn)
{
    const lck_flow *flow = w->r->flow;
    w->seen = lck_race_array(w->r, (size_t)flow->nblocks * LCK_RACE_STATES, sizeof *w->seen);
    w->nseen = lck_race_array(w->r, flow->nblocks, sizeof *w->nseen);
    bool good = w->seen && w->nseen && w->visit(w, &first, insn);
    while (good && w->ntodo) {
        lck_race_state s = w->todo[--w->ntodo];
        good = w->visit(w, &s, flow->block[s.block].insn);
    }
    free(w->seen);
    free(w->nseen);
    free(w->todo);
    return good;
}

/* Is there a way around the loop without a barrier? Then one interval has any of its trips. */
static bool is_free(const lck_race_walk *w, uint32_t loop)
{
    const lck_flow *flow = w->r->flow;
    const lck_flow_loop *l = &flow->loop[loop];
    for (uint32_t i = 0; i < l->nmembers; i++) {
        const lck_flow_block *b = &flow->block[flow->member[l->member + i]];
        bool always = true;
        for (uint32_t k = 0; k < l->nlatches; k++)
            always = always && lck_flow_dominates(flow, flow->member[l->member + i],
                                                  flow->member[l->latch + k]);
        for (uint32_t at = b->insn; always && at < b->end; at++)
            if (w->r->sync[at].kind == LCK_SYNC_BLOCK ||
                (w->warps && w->r->sync[at].kind == LCK_SYNC_WARP))
                return false;
    }
    return true;
}

/* The next trip of a loop, behind the edge to its header. */
static int8_t next_trip(int8_t trip)
{
    return trip == 0 ? 1 : LCK_TRIP_FREE;
}

/* The state behind an edge. */
static bool follow(lck_race_walk *w, const lck_race_state *s, uint32_t way)
{
    const lck_flow *flow = w->r->flow;
    uint32_t from[LCK_RACE_LOOPS], loop[LCK_RACE_LOOPS];
    uint8_t nfrom;
    uint32_t to = flow->edge[flow->block[s->block].succ + way];
    lck_race_state next = {.block = to,
                           .left = s->left,
                           .left_trip = s->left_trip,
                           .doubtful = s->doubtful || lck_race_passes(w->r, s->block, way)};
    if (lck_race_never(w->r, s->block, way))
        return true;
    if (!lck_race_loops(w->r, s->block, from, &nfrom) ||
        !lck_race_loops(w->r, to, loop, &next.n)) {
        lck_race_unknown(w->r, "more than %d loops inside each other", LCK_RACE_LOOPS);
        return false;
    }
    for (uint8_t i = nfrom; i-- > 0;)
        if (s->trip[i] < LCK_TRIP_FREE && !lck_flow_in_loop(flow, to, from[i])) {
            next.left = from[i];
            next.left_trip = s->trip[i];
        }
    for (uint8_t i = 0; i < next.n; i++) {
        bool inside = i < nfrom && from[i] == loop[i];
        bool header = flow->loop[loop[i]].header == to;
        if (!inside)
            next.trip[i] = is_free(w, loop[i]) ? LCK_TRIP_FREE : LCK_TRIP_FIRST;
        else
            next.trip[i] = header ? next_trip(s->trip[i]) : s->trip[i];
    }
    return lck_race_walk_on(w, &next);
}

/* Takes what happens in a block from an instruction on, and goes on behind it. */
static bool visit(lck_race_walk *w, lck_race_state *s, uint32_t from)
{
    lck_race *r = w->r;
    const lck_flow_block *b = &r->flow->block[s->block];
    for (uint32_t i = from; i < b->end; i++) {
        for (uint32_t a = r->access_of[i];
             a != LCK_FLOW_NONE && a < r->list->n && r->list->at[a].insn == i; a++) {
            if (!lck_race_is_shared(&r->list->at[a]))
                continue;
            lck_race_item item = {.access = a,
                                  .nloops = s->n,
                                  .doubtful = s->doubtful,
                                  .left = s->left,
                                  .left_trip = s->left_trip};
            memcpy(item.trip, s->trip, sizeof item.trip);
            if (!lck_race_add_item(r, w->out, &item))
                return false;
        }
        if (r->sync[i].kind == LCK_SYNC_BLOCK || (w->warps && r->sync[i].kind == LCK_SYNC_WARP))
            return true;
    }
    for (uint32_t k = 0; k < b->nsuccs; k++)
        if (!follow(w, s, k))
            return false;
    return true;
}

bool lck_race_interval(lck_race *r, uint32_t from, bool warps, lck_race_items *out)
{
    lck_race_walk w = {
        .r = r, .warps = warps, .visit = visit, .of = "between two barriers", .out = out};
    uint32_t loop[LCK_RACE_LOOPS];
    lck_race_state first = {.left = LCK_FLOW_NONE,
                            .block = from == LCK_FLOW_NONE ? 0 : r->flow->insn[from].block};
    if (!lck_race_loops(r, first.block, loop, &first.n)) {
        lck_race_unknown(r, "more than %d loops inside each other", LCK_RACE_LOOPS);
        return false;
    }
    for (uint8_t i = 0; from == LCK_FLOW_NONE && i < first.n; i++)
        first.trip[i] = is_free(&w, loop[i]) ? LCK_TRIP_FREE : LCK_TRIP_FIRST;
    return lck_race_walk_from(&w, first,
                              from == LCK_FLOW_NONE ? r->flow->block[0].insn : from + 1);
}
