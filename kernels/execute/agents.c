/* agents.c - warps, and their way through the statements.
 *
 * A warp has a stack of lists of statements that it is in, each with the lanes that go through
 * it. The warps take turns, a statement each. What lanes do alone, a lane does to the end of the
 * statement, its loops and branches with it, before the next; what they do as one, such as a
 * barrier, and what has it inside, is done by the warp.
 */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- what a warp does as one */

static bool is_of_warp(const lck_statement *s)
{
    switch (s->kind) {
    case LCK_BARRIER:
    case LCK_MATRIX_LOAD:
    case LCK_MATRIX_STORE:
    case LCK_MMA:
    case LCK_WGMMA:
    case LCK_SHUFFLE:
    case LCK_REGISTERS:
    case LCK_AWAIT: return true;
    case LCK_COMMIT:
    case LCK_DRAIN: return s->group == LCK_PRODUCTS;
    case LCK_FENCE: return s->fence == LCK_FENCE_PRODUCTS;
    default: return false;
    }
}

static bool has_such(const lck_statement *s)
{
    for (; s; s = s->next)
        if (is_of_warp(s) || has_such(s->body) || has_such(s->otherwise))
            return true;
    return false;
}

static size_t count_statements(const lck_statement *s)
{
    size_t n = 0;
    for (; s; s = s->next)
        n += 1 + count_statements(s->body) + count_statements(s->otherwise);
    return n;
}

/* The place of a statement among those that a warp makes as one, or where it would be. */
static size_t find(const lck_run *run, const lck_statement *s)
{
    size_t at = ((uintptr_t)s / sizeof(void *)) * 0x9e3779b9u % run->nlists;
    while (run->list[at] && run->list[at] != s)
        at = (at + 1) % run->nlists;
    return at;
}

static void enter_lists(lck_run *run, const lck_statement *s)
{
    for (; s; s = s->next) {
        if (is_of_warp(s) || has_such(s->body) || has_such(s->otherwise))
            run->list[find(run, s)] = s;
        enter_lists(run, s->body);
        enter_lists(run, s->otherwise);
    }
}

bool lck_find_lists(lck_run *run)
{
    run->nlists = 4 * count_statements(run->kernel->body) + 1;
    run->list = lc_alloc(run->kernel->ctx, run->nlists, sizeof(const lck_statement *));
    if (!run->list)
        return false;
    enter_lists(run, run->kernel->body);
    return true;
}

/* ---- what a lane does alone */

static bool run_alone(lck_run *run, const lck_statement *list, int thread);

static bool go_round(lck_run *run, const lck_statement *s, int thread, int64_t times)
{
    for (int64_t i = 0; i < times; i++)
        if (!lck_set_variable(run, thread, s->var, i) || !run_alone(run, s->body, thread))
            return false;
    return true;
}

static bool run_one(lck_run *run, const lck_statement *s, int thread)
{
    int64_t value;
    switch (s->kind) {
    case LCK_LET:
        return lck_value(run, thread, s->value, s->wide, &value) &&
               lck_set_variable(run, thread, s->var, value);
    case LCK_FETCH: return lck_fetch_number(run, s, thread);
    case LCK_FOR: return go_round(run, s, thread, s->count);
    case LCK_LOOP:
        return lck_value(run, thread, s->value, false, &value) && go_round(run, s, thread, value);
    case LCK_IF:
        return lck_value(run, thread, s->value, false, &value) &&
               run_alone(run, value != 0 ? s->body : s->otherwise, thread);
    case LCK_LOAD:
    case LCK_STORE: return lck_load_or_store(run, s, thread);
    case LCK_COPY: return lck_run_copy(run, s, thread);
    case LCK_TMA_LOAD: return lck_load_box(run, s, thread);
    case LCK_TMA_STORE: return lck_store_box(run, s, thread);
    case LCK_COMMIT:
    case LCK_DRAIN:
    case LCK_FENCE: return lck_groups(run, s, thread);
    case LCK_INIT:
    case LCK_EXPECT:
    case LCK_ARRIVE: return lck_run_ring(run, s, thread);
    default: return lck_arithmetic(run, s, thread);
    }
}

static bool run_alone(lck_run *run, const lck_statement *list, int thread)
{
    for (const lck_statement *s = list; s; s = s->next)
        if (!run_one(run, s, thread))
            return false;
    return true;
}

static bool run_lanes(lck_run *run, const lck_agent *a, const lck_statement *s, uint32_t lanes)
{
    for (int l = 0; l < a->threads; l++)
        if (lanes >> l & 1 && !run_one(run, s, a->first + l))
            return false;
    return true;
}

/* ---- what a warp does as one */

static void push(lck_agent *a, const lck_statement *of, const lck_statement *list, uint32_t lanes,
                 int64_t rounds)
{
    if (list && lanes)
        a->frame[a->depth++] = (lck_frame){list, of, lanes, 0, rounds};
}

static bool bind_lanes(lck_run *run, const lck_agent *a, const lck_statement *s, uint32_t lanes,
                       int64_t value)
{
    for (int l = 0; l < a->threads; l++)
        if (lanes >> l & 1 && !lck_set_variable(run, a->first + l, s->var, value))
            return false;
    return true;
}

static bool branch(lck_run *run, lck_agent *a, const lck_statement *s, uint32_t lanes)
{
    uint32_t yes = 0;
    for (int l = 0; l < a->threads; l++) {
        int64_t value;
        if (!(lanes >> l & 1))
            continue;
        if (!lck_value(run, a->first + l, s->value, false, &value))
            return false;
        yes |= (uint32_t)(value != 0) << l;
    }
    push(a, s, s->otherwise, lanes & ~yes, 1);
    push(a, s, s->body, yes, 1);
    return true;
}

/* A loop goes round equally often for all lanes. */
static bool enter_loop(lck_run *run, lck_agent *a, const lck_statement *s, uint32_t lanes)
{
    int64_t rounds = s->count, other;
    int first = -1;
    for (int l = 0; s->kind == LCK_LOOP && l < a->threads; l++) {
        if (!(lanes >> l & 1))
            continue;
        if (!lck_value(run, a->first + l, s->value, false, &other))
            return false;
        if (first >= 0 && other != rounds)
            return lck_diverged(run, s, a->first + l, a->first + first, other, rounds);
        first = first < 0 ? l : first;
        rounds = other;
    }
    if (rounds < 1)
        return true;
    push(a, s, s->body, lanes, rounds);
    return bind_lanes(run, a, s, lanes, 0);
}

static bool run_as_one(lck_run *run, lck_agent *a, const lck_statement *s, uint32_t lanes)
{
    switch (s->kind) {
    case LCK_FOR:
    case LCK_LOOP: return enter_loop(run, a, s, lanes);
    case LCK_IF: return branch(run, a, s, lanes);
    case LCK_AWAIT: return lck_begin_await(run, a, s, lanes);
    default: break;
    }
    if (lanes != a->all)
        return lck_divergent(run, a, s);
    switch (s->kind) {
    case LCK_BARRIER: return lck_meet(run, a, s);
    case LCK_MATRIX_LOAD:
    case LCK_MATRIX_STORE: return lck_run_matrix(run, a, s);
    case LCK_MMA: return lck_run_mma(run, a, s);
    case LCK_WGMMA: return lck_run_wgmma(run, a, s);
    case LCK_REGISTERS: return lck_ask_registers(run, a, s);
    default: return run_lanes(run, a, s, lanes);
    }
}

/* Leaves lists that are at their end, or begins the next round of one. */
static bool leave_lists(lck_run *run, lck_agent *a)
{
    while (a->depth > 0 && !a->frame[a->depth - 1].at) {
        lck_frame *f = &a->frame[a->depth - 1];
        if (++f->round < f->rounds) {
            f->at = f->of->body;
            return bind_lanes(run, a, f->of, f->lanes, f->round);
        }
        a->depth--;
    }
    return true;
}

static bool end(lck_run *run, lck_agent *a)
{
    a->state = LCK_ENDED;
    for (int l = 0; run->uses.stores && l < a->threads; l++)
        if (!lck_all_drained(run, a->first + l))
            return false;
    return true;
}

/* The next statement. */
static bool step(lck_run *run, lck_agent *a)
{
    if (!leave_lists(run, a))
        return false;
    if (a->depth == 0)
        return end(run, a);
    lck_frame *f = &a->frame[a->depth - 1];
    const lck_statement *s = f->at;
    f->at = s->next;
    return run->list[find(run, s)] ? run_as_one(run, a, s, f->lanes)
                                   : run_lanes(run, a, s, f->lanes);
}

/* ---- all warps */

/* Nobody touches the shared memory of a block that may have ended. */
static bool blocks_outlive(lck_run *run)
{
    int threads = run->kernel->threads;
    for (int i = 0; run->kernel->cluster > 1 && i < run->threads * run->kernel->cluster; i++) {
        int rank = i / run->threads, thread = i % run->threads;
        bool known = run->remote[i] == 0;
        for (int t = rank * threads; !known && t < (rank + 1) * threads; t++) {
            lck_party p = lck_party_of(run, t);
            known = lck_knows(&run->clocks, &p, (uint32_t)thread, run->remote[i]);
        }
        if (!known)
            return lck_stopped(run, LCK_RACE, thread, -1,
                               "touches shared memory of block %" PRId64
                               ", which may have ended: no barrier of the cluster comes after",
                               run->block + rank);
    }
    return true;
}

/* The turn of a warp; *went: it did something. */
static bool take_turn(lck_run *run, lck_agent *a, bool *went)
{
    bool as_far = run->schedule == LCK_AS_FAR || run->schedule == LCK_AS_FAR_LAST_FIRST, passed;
    do {
        if (a->state == LCK_AT_RING && !lck_try_ring(run, a, &passed))
            return false;
        if (a->state == LCK_AT_REGISTERS)
            lck_try_registers(run, a);
        if (a->state != LCK_GOES)
            return true;
        *went = true;
        if (!step(run, a))
            return false;
    } while (as_far);
    return true;
}

static bool run_warps(lck_run *run)
{
    bool last_first = run->schedule == LCK_LAST_FIRST || run->schedule == LCK_AS_FAR_LAST_FIRST;
    for (int i = 0; i < run->nagents; i++) {
        lck_agent *a = &run->agent[i];
        a->depth = 0;
        a->state = LCK_GOES;
        a->products = a->nproducts = 0;
        a->registers = lck_device_registers(run->kernel->device, run->kernel->threads);
        run->spare[lck_rank(run, a->first)] = 0;
        push(a, NULL, run->kernel->body, a->all, 1);
    }
    for (int left = run->nagents; left > 0;) {
        bool went = false;
        left = 0;
        for (int i = 0; i < run->nagents; i++) {
            lck_agent *a = &run->agent[last_first ? run->nagents - 1 - i : i];
            if (!take_turn(run, a, &went))
                return false;
            left += a->state != LCK_ENDED;
        }
        if (left > 0 && !went)
            return lck_stuck(run);
    }
    return lck_products_agree(run) && blocks_outlive(run);
}

/* A barrier that some have passed by is reported rather than what goes wrong after it. */
bool lck_run_cluster(lck_run *run)
{
    if (run_warps(run))
        return true;
    lck_trap trap = run->stop->trap;
    if (trap == LCK_RACE || trap == LCK_NOT_STAGED || trap == LCK_DEADLOCK)
        lck_find_parted(run);
    return false;
}
