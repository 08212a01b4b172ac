/* phases.c - mbarriers and their phases: who begins one, arrives at it, waits for it. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <string.h>

int64_t lck_run_widen(const lck_run *r, const lck_thread *t, int64_t at)
{
    bool own = r->ranks > 1 && at >= 0 && at < LCK_LAUNCH_WINDOW;
    return own ? at + (lck_run_rank(r, t->number) + 1) * LCK_LAUNCH_WINDOW : at;
}

/* The mbarrier at an address of the cluster; NULL, and it is said: there are too many. */
static lck_phased *phased_at(lck_run *r, int64_t at)
{
    uint64_t place = (uint64_t)at;
    for (uint32_t i = 0; i < r->nphased; i++)
        if (r->phased[i].place == place)
            return &r->phased[i];
    if (r->nphased == LCK_LAUNCH_PHASED) {
        lck_run_stop(r, "there are more than %d mbarriers", LCK_LAUNCH_PHASED);
        return NULL;
    }
    lck_phased *p = &r->phased[r->nphased++];
    p->place = place;
    p->begun = p->counts = false;
    p->phase = p->ncopies = 0;
    return p;
}

/* In another order threads may go another way: only faults that are found are sure. */
static void leave_order_open(lck_run *r, uint32_t insn)
{
    char why[80];
    snprintf(why, sizeof why, "the phase of an mbarrier in line %u depends on who is first",
             lck_flow_of(r->flow, insn)->line);
    r->out->waits = true;
    lck_run_open_all(r, why);
}

/* The thread goes on, and knows what was known at the end of the last phase. */
static void pass(lck_run *r, const lck_thread *t, lck_phased *p, uint32_t insn)
{
    lck_times_take(&r->clocks, t->number, p->over);
    p->waiter[t->number] = (lck_waiter){r->clocks.clock[t->number], t->products.groups, insn};
    (void)lck_run_works(r, r->clocks.width / 8);
}

/* Does what `who` did at a time come before what the thread does now; NULL: before the end of the
 * phase? */
static bool is_before(const lck_run *r, const lck_phased *p, const lck_thread *t, uint32_t who,
                      uint32_t time)
{
    return t ? lck_times_before(&r->clocks, who, time, t->number) : time <= p->over[who];
}

/* .. the wait of a thread? It comes before the next group of products, which the lanes of its
 * warp commit at once, and which is over when all of its warpgroup have. */
static bool is_wait_before(lck_run *r, const lck_phased *p, const lck_thread *t, uint32_t waiter)
{
    const lck_waiter *w = &p->waiter[waiter];
    if (is_before(r, p, t, waiter, w->time) ||
        is_before(r, p, t, lck_times_product(&r->clocks, waiter), w->groups + 1))
        return true;
    (void)lck_run_works(r, 4);
    for (uint32_t i = waiter / 32 * 32; i < r->n && i < waiter / 32 * 32 + 32; i++) {
        uint32_t more = r->thread[i].products.groups - w->groups;
        if (r->thread[i].products.groups > w->groups && more <= LCK_LAUNCH_GROUPS &&
            is_before(r, p, t, i, r->thread[i].committed[w->groups % LCK_LAUNCH_GROUPS]))
            return true;
    }
    return false;
}

/* In another order, a thread that saw the phase before this one end may have come after this one
 * has ended, and would wait for the next phase of its parity. */
void lck_run_look_at_waiters(lck_run *r, lck_phased *p, const lck_thread *t)
{
    (void)lck_run_works(r, r->n / 8);
    for (uint32_t i = 0; i < r->n; i++) {
        lck_waiter *w = &p->waiter[i];
        bool before = w->time == 0 || is_wait_before(r, p, t, i);
        if (!before && !t && !r->learns)
            leave_order_open(r, w->insn);
        if (before || !t)
            w->time = 0;
    }
}

/* Has the phase ended? Then the next one begins. */
void lck_run_phase(lck_run *r, lck_phased *p)
{
    uint32_t index = (uint32_t)(p - r->phased);
    if (p->arrivals < 0)
        lck_run_stop(r, "more threads arrive at an mbarrier than it expects");
    if (p->arrivals != 0 || p->bytes != 0 || p->ncopies > 0)
        return;
    lck_times_move(&r->clocks, p->over, p->gathered);
    p->arrivals = p->expected;
    p->phase++;
    p->over[lck_times_phased(&r->clocks, index)] = p->phase; /* its copies are over */
    p->over[lck_times_ended(&r->clocks, index)] = p->phase;
    lck_run_look_at_waiters(r, p, NULL);
    for (uint32_t i = 0; i < r->n; i++) {
        lck_thread *t = &r->thread[i];
        if (t->state != LCK_AT_PHASE || t->at != index || t->phase > p->phase)
            continue;
        pass(r, t, p, t->insn - 1);
        t->state = LCK_RUNS;
    }
}

/* Phases that are over, as far as the thread knows. */
static uint32_t known_phases(const lck_run *r, const lck_thread *t, const lck_phased *p)
{
    uint32_t who = lck_times_ended(&r->clocks, (uint32_t)(p - r->phased));
    return lck_times_known(&r->clocks, who, t->number);
}

/* Does what a thread adds to a phase come after the end of the one before, in every order of
 * threads? Where only arrivals count, it is enough to know all that have come to it. */
static bool comes_after(lck_run *r, const lck_thread *t, const lck_phased *p)
{
    bool after = known_phases(r, t, p) >= p->phase;
    if (after || p->counts)
        return after;
    (void)lck_run_works(r, r->clocks.nthreads / 8);
    for (uint32_t i = 0; i < lck_times_phased(&r->clocks, 0); i++)
        if (!lck_times_before(&r->clocks, i, p->over[i], t->number))
            return false;
    return true;
}

void lck_run_look_at_order(lck_run *r, const lck_thread *t, const lck_phased *p, uint32_t insn)
{
    bool open = r->out->why_shared[0] && r->out->why_global[0] && r->out->why_barriers[0];
    if (!r->learns && !open && !comes_after(r, t, p))
        leave_order_open(r, insn);
}

static void begin_phases(lck_run *r, const lck_thread *t, lck_phased *p,
                         const lck_operation_of *o)
{
    int64_t count;
    if (p->begun || !lck_run_value(r, t, o->count, &count) || count <= 0 || count > 1 << 20) {
        lck_run_stop(r, "an mbarrier begins in ways that are not followed");
        return;
    }
    p->begun = true;
    p->expected = (uint32_t)count;
    p->arrivals = count;
    p->bytes = 0;
    memset(p->gathered, 0, r->clocks.width * sizeof *p->gathered);
    memset(p->over, 0, r->clocks.width * sizeof *p->over);
    memset(p->waiter, 0, r->n * sizeof *p->waiter);
}

static void arrive(lck_run *r, lck_thread *t, lck_phased *p, uint32_t insn)
{
    const lck_operation_of *o = &r->operation[insn];
    int64_t count = 1, bytes = 0;
    if ((o->count && !lck_run_value(r, t, o->count, &count)) ||
        (o->tx && !lck_run_value(r, t, o->tx, &bytes))) {
        lck_run_stop(r, "what an mbarrier expects is data");
        return;
    }
    if (r->learns)
        (void)lck_run_guess(r, p);
    lck_run_look_at_order(r, t, p, insn);
    p->counts |= bytes != 0;
    p->bytes += bytes;
    if (o->does == LCK_DOES_EXPECT)
        return;
    lck_times_give(&r->clocks, t->number, p->gathered);
    if (o->does == LCK_DOES_TRACK) /* its copies are over then */
        p->gathered[lck_times_copies(&r->clocks, t->number)] = ++t->copies.tick;
    t->token[p - r->phased] = p->phase;
    (void)lck_run_works(r, r->clocks.width / 8);
    p->arrivals -= o->does == LCK_DOES_TRACK && o->more ? 0 : count;
    lck_run_phase(r, p);
}

/* Until the phase of a parity, or that of the thread's last arrival, is over. Of a parity that is
 * the first one behind those that the thread knows to be over, or the last one of these: where
 * more are over by now, they may as well not be. */
static bool wait_for_phase(lck_run *r, lck_thread *t, lck_phased *p, uint32_t insn)
{
    const lck_operation_of *o = &r->operation[insn];
    int64_t parity;
    uint32_t index = (uint32_t)(p - r->phased);
    uint32_t until = t->token[index] + 1, first = until;
    if (o->count) {
        if (!lck_run_value(r, t, o->count, &parity)) {
            lck_run_stop(r, "the phase of an mbarrier is data");
            return false;
        }
        first = known_phases(r, t, p);
        first += (first & 1) == (parity & 1);
        until = (p->phase & 1) == (parity & 1) ? p->phase + 1 : p->phase;
    }
    if (first < p->phase && !r->learns)
        leave_order_open(r, insn);
    if (r->result[insn] != LCK_FLOW_NONE) {
        t->env[r->result[insn]] = 1;
        r->moment++;
    }
    if (until <= p->phase) {
        pass(r, t, p, insn);
        return true;
    }
    t->state = LCK_AT_PHASE;
    t->at = index;
    t->phase = until;
    return false;
}

lck_phased *lck_run_begun(lck_run *r, int64_t at, uint32_t insn)
{
    lck_phased *p = phased_at(r, at);
    if (!p || p->begun)
        return p;
    lck_run_stop(r, "an mbarrier is used in line %u before it has begun",
                 lck_flow_of(r->flow, insn)->line);
    return NULL;
}

/* The products arrive, in each block of a mask at the same place. They pass on the copies that
 * their thread had waited for, and nothing else that it has done. */
static bool commit_products(lck_run *r, lck_thread *t, int64_t at, uint32_t insn)
{
    const lc_expr *blocks = r->operation[insn].tx;
    int64_t mask = 1;
    if (blocks && (!lck_run_value(r, t, blocks, &mask) || mask <= 0 || mask >> r->ranks)) {
        lck_run_stop(r, "in which blocks products arrive is data");
        return false;
    }
    lck_run_end_products(r, t);
    for (uint32_t rank = 0; rank < r->ranks && !r->stop; rank++) {
        bool other = blocks && r->ranks > 1;
        lck_phased *p = mask >> rank & 1 ? lck_run_begun(r,
                                                         other ? (rank + 1) * LCK_LAUNCH_WINDOW +
                                                                     at % LCK_LAUNCH_WINDOW
                                                               : at,
                                                         insn)
                                         : NULL;
        if (!p)
            continue;
        if (r->learns)
            (void)lck_run_guess(r, p);
        lck_run_look_at_order(r, t, p, insn);
        lck_times_give_copies(&r->clocks, t->number, p->gathered);
        p->gathered[lck_times_product(&r->clocks, t->number)] = t->products.tick;
        lck_run_look_at_waiters(r, p, t);
        p->arrivals--;
        lck_run_phase(r, p);
    }
    return lck_run_works(r, r->clocks.width / 8);
}

bool lck_run_at_phased(lck_run *r, lck_thread *t, uint32_t insn)
{
    const lck_operation_of *o = &r->operation[insn];
    int64_t at;
    if (!o->id || !lck_run_value(r, t, o->id, &at)) {
        lck_run_stop(r, "the address of an mbarrier is data");
        return false;
    }
    at = lck_run_widen(r, t, at);
    if (o->does == LCK_DOES_END_PRODUCTS)
        return commit_products(r, t, at, insn);
    lck_phased *p = o->does == LCK_DOES_INIT ? phased_at(r, at) : lck_run_begun(r, at, insn);
    if (!p)
        return false;
    if (o->does == LCK_DOES_WAIT)
        return wait_for_phase(r, t, p, insn);
    if (o->does == LCK_DOES_INIT)
        begin_phases(r, t, p, o);
    else if (o->does == LCK_DOES_COPY)
        lck_run_bulk(r, t, at, insn);
    else
        arrive(r, t, p, insn);
    return true;
}
