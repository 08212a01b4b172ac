/* barrier.c - barriers of a block, of a warp, and in shared memory; see machine.h. */
#include "machine.h"
#include "watch.h"

#include <string.h>

static bool reduces(const ptx_instruction *i)
{
    return ptx_has(i, "red");
}

static int barrier_of(const step *s)
{
    const ptx_instruction *i = s->i;
    if (ptx_has(i, "cluster"))
        return max_barriers - 1;
    int k = reduces(i);
    return k < i->operands
               ? (int)step_operand(s, &i->operand[k], __builtin_ctz(s->mask)) % max_barriers
               : 0;
}

static int count_of(const step *s)
{
    const ptx_instruction *i = s->i;
    int k = reduces(i) ? (i->operands == 4 ? 2 : -1) : i->operands > 1 ? 1 : -1;
    return k < 0 ? 0 : (int)step_operand(s, &i->operand[k], __builtin_ctz(s->mask));
}

static void add_predicates(const step *s, barrier *b)
{
    bool fresh = true;
    for (int k = 0; k < s->m->warps; k++)
        fresh &= b->arrived[k] == 0;
    if (fresh) {
        b->popc = 0;
        b->any = false;
        b->all = true;
    }
    LANES(s->mask, lane)
    {
        bool is = step_operand(s, &s->i->operand[s->i->operands - 1], (int)lane) & 1;
        b->popc += is;
        b->any |= is;
        b->all &= is;
    }
}

/* False: nothing is waited for. */
bool group_barrier_run(step *s)
{
    const ptx_instruction *i = s->i;
    if (ptx_has(i, "cluster") && i->code->barrier_arrive)
        return false;
    barrier *b = &s->m->barrier[barrier_of(s)];
    if (i->code->barrier_aligned && s->mask != s->w->live)
        watch_divergent(s->m->watch, s);
    if (reduces(i))
        add_predicates(s, b);
    b->arrived[s->w->index] |= s->mask;
    b->count = count_of(s);
    if (b->count || i->code->barrier_arrive) /* else it is for all: a new age */
        order_release(s, s->mask, &b->clocks);
    if (i->code->barrier_arrive) {
        barriers_look(s->m);
        return false;
    }
    if (s->mask != s->g->mask) { /* a guard: the lanes part, and meet behind it */
        int targets[2] = {s->g->pc, s->g->pc + 1};
        uint32_t masks[2] = {s->mask, s->g->mask & ~s->mask};
        ptx_instruction parts = *i;
        parts.join = s->g->pc + 1;
        b->arrived[s->w->index] &= ~s->mask;
        step again = *s;
        again.i = &parts;
        group_part(&again, masks, targets, 2);
        return true;
    }
    s->g->state = group_barrier;
    s->g->barrier = barrier_of(s);
    s->g->waits = i;
    barriers_look(s->m);
    return true;
}

static bool complete(const machine *m, const barrier *b, bool *all)
{
    int warps = 0;
    bool any = false;
    *all = true;
    for (int k = 0; k < m->warps; k++) {
        *all &= (m->warp[k].live & ~b->arrived[k]) == 0;
        warps += b->arrived[k] != 0;
        any |= b->arrived[k] != 0;
    }
    return any && (b->count ? warps * 32 >= b->count : *all);
}

static void give_result(machine *m, warp *w, group *g, const barrier *b)
{
    const ptx_instruction *i = g->waits;
    if (!reduces(i))
        return;
    step s = {m, w, g, g->frame->f, i, g->mask};
    uint64_t result = ptx_has(i, "popc") ? b->popc : ptx_has(i, "and") ? b->all : b->any;
    LANES(g->mask, lane)
    step_set(&s, &i->operand[0], (int)lane, result);
}

static void let_go(machine *m, int number, bool all)
{
    barrier *b = &m->barrier[number];
    bool left = false;
    const ptx_instruction *at = NULL;
    for (int k = 0; k < m->warps; k++) {
        warp *w = &m->warp[k];
        left |= w->live != w->threads;
        for (int j = 0; j < w->count; j++) {
            group *g = &w->groups[j];
            if (g->state != group_barrier || g->barrier != number)
                continue;
            at = g->waits;
            give_result(m, w, g, b);
            order_acquire(m, w, g->mask, b->clocks);
            g->state = group_runs;
            g->pc++;
        }
        b->arrived[k] = 0;
    }
    if (all)
        order_all(m);
    if (all && left && at)
        watch_left(m->watch, at);
    if (b->clocks)
        memset(b->clocks, 0, (size_t)m->threads * 2 * sizeof *b->clocks);
}

static void warps_look(machine *m)
{
    for (int k = 0; k < m->warps; k++) {
        warp *w = &m->warp[k];
        uint32_t waiting = 0;
        for (int j = 0; j < w->count; j++)
            if (w->groups[j].state == group_warp)
                waiting |= w->groups[j].mask;
        for (int j = 0; j < w->count; j++) {
            group *g = &w->groups[j];
            uint32_t meet = g->meet & w->live;
            if (g->state != group_warp || meet & ~waiting)
                continue;
            order_warp(m, w, meet);
            for (int n = 0; n < w->count; n++)
                if (w->groups[n].state == group_warp && w->groups[n].mask & meet) {
                    w->groups[n].state = group_runs;
                    w->groups[n].pc++;
                }
        }
    }
}

void barriers_look(machine *m)
{
    bool all;
    for (int n = 0; n < max_barriers; n++)
        if (complete(m, &m->barrier[n], &all))
            let_go(m, n, all);
    warps_look(m);
}

bool barrier_warp_run(step *s)
{
    uint32_t meet = 0;
    LANES(s->mask, lane)
    meet |= (uint32_t)step_operand(s, &s->i->operand[0], (int)lane);
    if ((meet & s->w->live & ~s->mask) == 0 || s->mask != s->g->mask) {
        order_warp(s->m, s->w, meet & s->mask);
        return false;
    }
    s->g->state = group_warp;
    s->g->meet = meet;
    s->g->waits = s->i;
    barriers_look(s->m);
    return true;
}

/* A barrier in shared memory. What arrives by the bytes of a copy is not counted: a phase is over
 * when its arrivals are there. Its own 8 bytes are of no use to anything else. */
typedef struct {
    uint64_t at;
    uint64_t expected, pending, phase;
    uint32_t *clocks;
} counter;

enum { max_counters = 256 };
static counter counters[max_counters];
static int counters_used;

static counter *counter_at(uint64_t at)
{
    for (int k = 0; k < counters_used; k++)
        if (counters[k].at == at)
            return &counters[k];
    if (counters_used == max_counters)
        return &counters[0];
    counters[counters_used].at = at;
    return &counters[counters_used++];
}

static void arrive(counter *c, uint64_t count)
{
    c->pending -= count < c->pending ? count : c->pending;
    if (c->pending == 0) {
        c->pending = c->expected;
        c->phase++;
    }
}

static void test(step *s, uint32_t lane, counter *c)
{
    const ptx_instruction *i = s->i;
    uint64_t wanted = step_operand(s, &i->operand[2], (int)lane);
    bool over = ptx_has(i, "parity") ? (c->phase & 1) != (wanted & 1) : c->phase != wanted;
    step_set(s, &i->operand[0], (int)lane, over);
    if (over)
        order_acquire(s->m, s->w, UINT32_C(1) << lane, c->clocks);
}

void mbarrier_run(step *s)
{
    const ptx_instruction *i = s->i;
    bool tests = ptx_has(i, "test_wait") || ptx_has(i, "try_wait");
    bool result = i->operands && i->operand[0].kind != operand_address;
    LANES(s->mask, lane)
    {
        uint64_t at = step_operand(s, &i->operand[result], (int)lane) & (shared_most - 1);
        counter *c = counter_at(at);
        int next = 1 + result;
        uint64_t count = next < i->operands && !tests
                             ? step_operand(s, &i->operand[next], (int)lane)
                             : 1;
        if (ptx_has(i, "init")) {
            *c = (counter){.at = at, .expected = count, .pending = count, .clocks = c->clocks};
        } else if (tests) {
            test(s, lane, c);
        } else if (i->code->barrier_arrive) {
            if (result)
                step_set(s, &i->operand[0], (int)lane, c->phase);
            order_release(s, UINT32_C(1) << lane, &c->clocks);
            arrive(c, ptx_has(i, "expect_tx") ? 1 : count);
        }
    }
}
