/* clocks.c - clocks, what is gathered of them, and who knows what. */
#include "config.h"

#include "clocks.h"

#include <stdlib.h>
#include <string.h>

#define WARP 32

void lck_clocks_begin(lck_clocks *c, lc_ctx *ctx, int threads, int barriers, const bool *kinds)
{
    *c = (lck_clocks){.ctx = ctx, .threads = threads, .barriers = barriers};
    for (int k = 0; k < LCK_SLOT_KINDS; k++) {
        c->first[k] = kinds[k] ? c->kinds * threads : -1;
        if (kinds[k])
            c->kind[c->kinds++] = (lck_slot_kind)k;
    }
    c->slots = (size_t)c->kinds * (size_t)threads + (size_t)barriers;
}

void lck_clocks_free(lck_clocks *c)
{
    while (c->spare) {
        lck_clock *next = c->spare->next;
        free(c->spare);
        c->spare = next;
    }
}

/* A clock of one user, with anything in it. */
static lck_clock *take(lck_clocks *c)
{
    lck_clock *clock = c->spare;
    if (clock)
        c->spare = clock->next;
    else
        clock = lc_alloc(c->ctx, 1, sizeof *clock + c->slots * sizeof *clock->at);
    if (clock) {
        clock->serial = ++c->serial;
        clock->users = 1;
        clock->next = NULL;
    }
    return clock;
}

lck_clock *lck_clock_new(lck_clocks *c)
{
    lck_clock *clock = take(c);
    if (clock)
        memset(clock->at, 0, c->slots * sizeof *clock->at);
    return clock;
}

lck_clock *lck_clock_of(lck_clocks *c, const lck_gathering *g)
{
    lck_clock *clock = take(c);
    if (clock)
        memcpy(clock->at, g->at, c->slots * sizeof *clock->at);
    return clock;
}

lck_clock *lck_clock_join(lck_clocks *c, const lck_clock *a, const lck_clock *b)
{
    lck_clock *clock = take(c);
    for (size_t i = 0; clock && i < c->slots; i++)
        clock->at[i] = a->at[i] > b->at[i] ? a->at[i] : b->at[i];
    return clock;
}

lck_clock *lck_clock_use(lck_clock *clock)
{
    clock->users++;
    return clock;
}

void lck_clock_drop(lck_clocks *c, lck_clock *clock)
{
    if (!clock || --clock->users > 0)
        return;
    clock->next = c->spare;
    c->spare = clock;
}

bool lck_gathering_begin(lck_clocks *c, lck_gathering *g)
{
    *g = (lck_gathering){lc_alloc(c->ctx, c->slots, sizeof *g->at), 0};
    return g->at != NULL;
}

void lck_gathering_clear(const lck_clocks *c, lck_gathering *g)
{
    memset(g->at, 0, c->slots * sizeof *g->at);
    g->last = 0;
}

void lck_gather(const lck_clocks *c, lck_gathering *g, lck_knowledge *of, int thread)
{
    if (g->last != of->clock->serial) {
        const uint32_t *from = of->clock->at;
        for (size_t i = 0; i < c->slots; i++)
            g->at[i] = from[i] > g->at[i] ? from[i] : g->at[i];
        g->last = of->clock->serial;
    }
    for (int i = 0; i < c->kinds; i++) {
        lck_slot_kind kind = c->kind[i];
        int slot = i * c->threads + (kind == LCK_COMPUTED ? thread / WARP * WARP : thread);
        if (of->own[kind] > g->at[slot])
            g->at[slot] = of->own[kind];
    }
    of->own[LCK_TIME]++;
}

bool lck_knows_own(const lck_clocks *c, const lck_party *p, uint32_t slot, uint32_t epoch)
{
    lck_slot_kind kind = LCK_TIME;
    int thread = lck_slot_of(c, slot, &kind);
    if (thread < 0)
        return false;
    bool own = kind == LCK_COMPUTED ? thread == p->first / WARP * WARP
                                    : thread >= p->first && thread < p->first + p->count;
    return own && p->of[kind == LCK_COMPUTED ? p->first : thread].own[kind] >= epoch;
}
