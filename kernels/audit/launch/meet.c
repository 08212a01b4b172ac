/* meet.c - threads at barriers, of the block and of a warp, and at groups of what they began. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <string.h>

/* ---- barriers of the block ---- */

/* Do neighbours in a warp, of those that have not left, wait at one instruction, or both not? */
static bool is_even(const lck_run *r, uint32_t bar)
{
    const lck_thread *last = NULL;
    for (uint32_t i = 0; i < r->n; i++) {
        const lck_thread *t = &r->thread[i];
        last = i % 32 == 0 ? NULL : last;
        if (t->state == LCK_HAS_LEFT)
            continue;
        bool waits = t->state == LCK_AT_BAR && t->at == bar;
        bool waited = last && last->state == LCK_AT_BAR && last->at == bar;
        if (last && (waits != waited || (waits && t->insn != last->insn)))
            return false;
        last = t;
    }
    return true;
}

static void release(lck_run *r, uint32_t bar)
{
    lck_bar *b = &r->bar[bar];
    uint32_t live = r->lives[bar / LCK_LAUNCH_BARRIERS];
    bool all = r->ranks == 1 && b->waiting == live && b->arrived == b->waiting;
    r->mixed |= !is_even(r, bar) || (b->expected == 0 && live < r->of_block);
    if (all)
        lck_times_meet(&r->clocks);
    for (uint32_t i = 0; i < r->n; i++) {
        lck_thread *t = &r->thread[i];
        b->over[i] = 0;
        if (t->state != LCK_AT_BAR || t->at != bar)
            continue;
        b->over[i] = r->clocks.clock[i];
        if (!all)
            lck_times_take(&r->clocks, i, b->row);
        t->state = LCK_RUNS;
    }
    (void)lck_run_works(r, all ? r->n : (uint64_t)b->waiting * r->clocks.width / 8);
    memset(b->row, 0, r->clocks.width * sizeof *b->row);
    b->arrived = b->expected = b->waiting = 0;
    b->turn++;
}

static void look_at_bar(lck_run *r, uint32_t bar)
{
    const lck_bar *b = &r->bar[bar];
    if (b->arrived > 0 &&
        b->arrived >= (b->expected ? b->expected : r->lives[bar / LCK_LAUNCH_BARRIERS]))
        release(r, bar);
}

/* Does a thread that comes know that those who waited last have gone on, or that nobody has? Else
 * it may be there before they are. */
static bool knows_over(lck_run *r, const lck_thread *t, const lck_bar *b)
{
    bool any = false;
    (void)lck_run_works(r, r->parts ? r->n / 8 : 0);
    for (uint32_t i = 0; r->parts && i < r->n && b->over[t->number] == 0; i++) {
        if (b->over[i] > 0 && lck_times_before(&r->clocks, i, b->over[i], t->number))
            return true;
        any = any || b->over[i] > 0;
    }
    return !any;
}

/* Have all lanes of a thread's warp come to this turn? They arrive together. */
static bool is_warp_there(lck_run *r, const lck_thread *t, const lck_bar *b)
{
    uint32_t first = t->number / 32 * 32;
    for (uint32_t i = first; i < first + 32 && i < r->n; i++)
        if (r->thread[i].state != LCK_HAS_LEFT && b->used[i] != b->turn)
            return false;
    return true;
}

static bool at_bar(lck_run *r, lck_thread *t, const lck_operation_of *o)
{
    int64_t id, count = 0;
    if (!lck_run_value(r, t, o->id, &id) || id < 0 || id >= LCK_LAUNCH_BARRIERS ||
        (o->count && (!lck_run_value(r, t, o->count, &count) || count <= 0))) {
        lck_run_stop(r, "the number of a barrier is data");
        return false;
    }
    uint32_t index = lck_run_rank(r, t->number) * LCK_LAUNCH_BARRIERS + (uint32_t)id;
    lck_bar *b = &r->bar[index];
    if (b->arrived > 0 && b->expected != (uint32_t)count) {
        lck_run_stop(r, "threads wait at barrier %lld for different numbers of them",
                     (long long)id);
        return false;
    }
    if (b->used[t->number] == b->turn && !is_warp_there(r, t, b)) {
        t->state = LCK_AT_TURN;
        return false;
    }
    b->expected = (uint32_t)count;
    b->arrived++;
    b->users += !b->used[t->number];
    b->used[t->number] = b->turn;
    if ((count > 0 && b->users > count) || !knows_over(r, t, b)) {
        char why[80];
        snprintf(why, sizeof why, "whom threads meet at barrier %lld depends on who is first",
                 (long long)id);
        lck_run_open_all(r, why);
    }
    if (r->parts) /* else all threads come, and nothing is passed on by hand */
        lck_times_give(&r->clocks, t->number, b->row);
    if (o->waits) {
        b->waiting++;
        t->state = LCK_AT_BAR;
        t->at = index;
    }
    look_at_bar(r, index);
    return t->state == LCK_RUNS;
}

/* ---- barriers of a warp ---- */

static void look_at_warp(lck_run *r, uint32_t first, uint32_t mask)
{
    lck_thread *lane = &r->thread[first];
    uint32_t n = r->n - first < 32 ? r->n - first : 32;
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        bool waits = lane[i].state == LCK_AT_WARP && lane[i].phase == mask;
        if (mask >> i & 1 && lane[i].state != LCK_HAS_LEFT && !waits)
            return;
        any |= waits;
    }
    uint32_t *row = r->row;
    memset(row, 0, any ? r->clocks.width * sizeof *row : 0);
    for (int pass = 0; any && pass < 2; pass++)
        for (uint32_t i = 0; i < n; i++) {
            if (lane[i].state != LCK_AT_WARP || lane[i].phase != mask)
                continue;
            if (pass == 0) {
                lck_times_give(&r->clocks, first + i, row);
            } else {
                lck_times_take(&r->clocks, first + i, row);
                lane[i].state = LCK_RUNS;
            }
        }
    (void)lck_run_works(r, any ? (uint64_t)n * r->clocks.width / 4 : 0);
}

static bool at_warp(lck_run *r, lck_thread *t, const lck_operation_of *o)
{
    int64_t mask;
    if (!lck_run_value(r, t, o->count, &mask) || !((uint64_t)mask >> t->number % 32 & 1)) {
        lck_run_stop(r, "the mask of a barrier is data");
        return false;
    }
    t->state = LCK_AT_WARP;
    t->phase = (uint32_t)mask;
    look_at_warp(r, t->number / 32 * 32, t->phase);
    return t->state == LCK_RUNS;
}

void lck_run_left(lck_run *r, const lck_thread *t)
{
    uint32_t rank = lck_run_rank(r, t->number);
    r->live--;
    r->lives[rank]--;
    lck_run_left_cluster(r, t);
    for (uint32_t i = 0; i < LCK_LAUNCH_BARRIERS; i++)
        look_at_bar(r, rank * LCK_LAUNCH_BARRIERS + i);
    for (uint32_t i = 0; i < r->n; i++)
        if (r->thread[i].state == LCK_AT_WARP)
            look_at_warp(r, i / 32 * 32, r->thread[i].phase);
}

/* ---- what a thread began, in groups ---- */

static void commit(lck_groups *g)
{
    g->group[g->groups++ % LCK_LAUNCH_GROUPS] = ++g->tick;
}

void lck_run_end_products(lck_run *r, lck_thread *t)
{
    t->committed[t->products.groups % LCK_LAUNCH_GROUPS] = r->clocks.clock[t->number];
    commit(&t->products);
}

/* The thread waits for groups of its own, which are `who`. */
static void wait_for_groups(lck_run *r, lck_thread *t, lck_groups *g, uint32_t who,
                            const lck_operation_of *o)
{
    int64_t pending = 0;
    if (o->count && (!lck_run_value(r, t, o->count, &pending) || pending < 0 ||
                     pending >= LCK_LAUNCH_GROUPS)) {
        lck_run_stop(r, "the number of groups of cp.async is data");
        return;
    }
    if (!o->count)
        lck_times_learn(&r->clocks, t->number, who, ++g->tick);
    else if (g->groups > pending)
        lck_times_learn(&r->clocks, t->number, who,
                        g->group[(g->groups - pending - 1) % LCK_LAUNCH_GROUPS]);
    (void)lck_run_works(r, r->clocks.width / 8);
}

/* ---- all of them ---- */

bool lck_run_operation(lck_run *r, lck_thread *t, uint32_t insn)
{
    const lck_operation_of *o = &r->operation[insn];
    lck_times *c = &r->clocks;
    switch (o->does) {
    case LCK_DOES_BAR: return at_bar(r, t, o);
    case LCK_DOES_WARP: return at_warp(r, t, o);
    case LCK_DOES_CLUSTER: return lck_run_at_cluster(r, t, o);
    case LCK_DOES_COMMIT: commit(&t->copies); return true;
    case LCK_DOES_STORES: commit(&t->stores); return true;
    case LCK_DOES_GROUPS:
        wait_for_groups(r, t, &t->copies, lck_times_copies(c, t->number), o);
        return true;
    case LCK_DOES_STORED:
        wait_for_groups(r, t, &t->stores, lck_times_stores(c, t->number), o);
        return true;
    case LCK_DOES_TILE:
        if (r->access_of[insn] != LCK_FLOW_NONE)
            lck_run_tile(r, t, r->access_of[insn]);
        return true;
    case LCK_DOES_PRODUCT: lck_run_product(r, t, insn); return true;
    case LCK_DOES_PRODUCTS: lck_run_end_products(r, t); return true;
    case LCK_DOES_WAIT_PRODUCTS: return lck_run_products_over(r, t, o);
    case LCK_DOES_FENCE: lck_times_fence(c, t->number); return lck_run_works(r, c->width / 8);
    case LCK_DOES_STORE: lck_run_bulk_store(r, t, insn); return true;
    case LCK_DOES_COPY:
    case LCK_DOES_INIT:
    case LCK_DOES_EXPECT:
    case LCK_DOES_ARRIVE:
    case LCK_DOES_TRACK:
    case LCK_DOES_END_PRODUCTS:
    case LCK_DOES_WAIT: return lck_run_at_phased(r, t, insn);
    default: return true;
    }
}
