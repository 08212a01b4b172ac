/* walk.c - a thread on its way through the function. */
#include "config.h"

#include "internal.h"

/* ---- edges ---- */

static void set_trip(lck_run *r, lck_thread *t, uint32_t loop, uint32_t trip)
{
    t->trip[loop] = trip;
    for (size_t i = 0; i < r->nvars; i++)
        if (r->loop_of[i] == loop) {
            t->env[i] = trip;
            t->unsure[i] = t->unsure[i] && trip > 0;
        }
    r->moment++;
}

/* `sure`: from the block that it is in. */
static void enter(lck_run *r, lck_thread *t, uint32_t to, bool sure)
{
    lck_run_carry(r, t, to, sure);
    uint32_t loop = r->flow->block[to].loop;
    if (loop != LCK_FLOW_NONE && r->flow->loop[loop].header == to) {
        bool around = lck_flow_in_loop(r->flow, t->block, loop);
        set_trip(r, t, loop, around ? t->trip[loop] + 1 : 0);
    }
    t->block = to;
    t->insn = r->flow->block[to].insn;
}

static void leave(lck_run *r, lck_thread *t)
{
    t->state = LCK_HAS_LEFT;
    lck_run_left(r, t);
}

/* Goes on at a block (NONE: at the end); where the ways of a fork meet, goes its other way
 * first. */
static void go(lck_run *r, lck_thread *t, uint32_t to, bool sure)
{
    while (t->nforks > 0 && t->fork[t->nforks - 1].join == to) {
        lck_fork *fork = &t->fork[t->nforks - 1];
        const lck_flow_block *b = &r->flow->block[fork->block];
        if (fork->next == b->nsuccs) {
            sure = false;
            t->nforks--;
            t->block = fork->block; /* the edge to where they meet is of one of them */
            continue;
        }
        sure = true;
        t->block = fork->block;
        to = r->flow->edge[b->succ + fork->next++];
    }
    if (to == LCK_FLOW_NONE)
        leave(r, t);
    else
        enter(r, t, to, sure);
}

static void lose(lck_run *r, lck_thread *t, bool at_end, const char *what, uint32_t line)
{
    char why[80];
    snprintf(why, sizeof why, "data decides %s in line %u", what, line);
    lck_run_lose(r, t, at_end, why);
}

/* Does a block do nothing but abort the launch? */
static bool aborts(const lck_run *r, uint32_t block)
{
    const lck_flow_block *b = &r->flow->block[block];
    for (uint32_t i = b->insn; i < b->end; i++)
        if (r->access_of[i] != LCK_FLOW_NONE || r->operation[i].does != LCK_DOES_NOTHING)
            return false;
    return b->traps && b->nsuccs == 0;
}

uint32_t lck_run_only_way(const lck_run *r, uint32_t block)
{
    const lck_flow_block *b = &r->flow->block[block];
    const uint32_t *to = &r->flow->edge[b->succ];
    if (b->nsuccs == 1 && b->leaves && b->traps)
        return to[0];
    if (b->nsuccs != 2 || aborts(r, to[0]) == aborts(r, to[1]))
        return LCK_FLOW_NONE;
    return to[aborts(r, to[0])];
}

/* Is a condition settled by one that a way was chosen by? */
static bool is_settled(lck_run *r, const lck_thread *t, uint32_t insn)
{
    for (uint32_t i = 0; i < t->nforks; i++)
        if (lck_launch_settles(r, insn, lck_flow_branch(r->flow, t->fork[i].block)))
            return true;
    return false;
}

/* Data decides which way a block goes on. */
static void fork_at(lck_run *r, lck_thread *t, uint32_t branch)
{
    const lck_flow_block *b = &r->flow->block[t->block];
    uint32_t line = lck_flow_of(r->flow, b->end - 1)->line;
    uint32_t loop = b->ipdom == LCK_FLOW_NONE ? LCK_FLOW_NONE : r->flow->block[b->ipdom].loop;
    uint32_t only = lck_run_only_way(r, t->block);
    if (only != LCK_FLOW_NONE) {
        go(r, t, only, true);
        return;
    }
    if (r->quiet[t->block]) {
        lck_run_skip(r, t);
        go(r, t, b->ipdom, false);
        return;
    }
    if (t->nforks == LCK_LAUNCH_WAYS || loop != b->loop || b->leaves) {
        lose(r, t, true, "at the branch", line);
        return;
    }
    bool open = lck_launch_is_open(r, branch) && !is_settled(r, t, branch);
    t->fork[t->nforks++] =
        (lck_fork){.join = b->ipdom, .block = t->block, .next = 1, .open = open};
    go(r, t, r->flow->edge[b->succ], true);
}

/* The end of a block. */
static void follow(lck_run *r, lck_thread *t)
{
    const lck_flow_block *b = &r->flow->block[t->block];
    uint32_t branch = lck_flow_branch(r->flow, t->block);
    int64_t value = 1;
    if (b->nsuccs == 0) {
        go(r, t, LCK_FLOW_NONE, true);
        return;
    }
    if (branch != LCK_FLOW_NONE && r->guard[branch]) {
        const lck_ptx_insn *p = lck_flow_of(r->flow, branch);
        if (!lck_run_value(r, t, r->guard[branch], &value)) {
            fork_at(r, t, branch);
            return;
        }
        if (!lck_ptx_is(p, "brx"))
            value = (value != 0) != p->guard_negated ? 0 : 1;
    } else {
        value = 0;
    }
    if (b->leaves) { /* way 0 is that its guard did not hold */
        go(r, t, value == 0 ? LCK_FLOW_NONE : r->flow->edge[b->succ], true);
        return;
    }
    if (value < 0 || value >= b->nsuccs)
        lck_run_stop(r, "a branch goes nowhere");
    else
        go(r, t, r->flow->edge[b->succ + (uint32_t)value], true);
}

/* ---- instructions ---- */

/* Does the thread run it? PERHAPS: data decides. */
typedef enum { NO, YES, PERHAPS } runs;

static runs does_run(lck_run *r, const lck_thread *t, uint32_t insn)
{
    int64_t value;
    if (!r->guard[insn])
        return YES;
    if (!lck_run_value(r, t, r->guard[insn], &value))
        return PERHAPS;
    return (value != 0) != lck_flow_of(r->flow, insn)->guard_negated ? YES : NO;
}

/* May an access that data decides about never happen? */
static bool is_doubtful(lck_run *r, const lck_thread *t, uint32_t insn, runs run)
{
    bool doubtful = run == PERHAPS && (!lck_launch_is_open(r, insn) || is_settled(r, t, insn));
    for (uint32_t i = 0; i < t->nforks; i++)
        doubtful |= !t->fork[i].open;
    return doubtful;
}

/* False: it waits. */
static bool step(lck_run *r, lck_thread *t, uint32_t insn)
{
    lck_does does = r->operation[insn].does;
    uint32_t access = r->access_of[insn];
    if (does == LCK_DOES_NOTHING && access == LCK_FLOW_NONE)
        return true;
    runs run = does_run(r, t, insn);
    if (run == NO)
        return true;
    for (uint32_t a = access; a != LCK_FLOW_NONE && a < r->list->n && r->list->at[a].insn == insn;
         a++)
        lck_run_access(r, t, a, is_doubtful(r, t, insn, run));
    if (does == LCK_DOES_NOTHING)
        return true;
    if (run == PERHAPS || t->nforks > 0) {
        lose(r, t, false, "about the barrier", lck_flow_of(r->flow, insn)->line);
        return false;
    }
    return lck_run_operation(r, t, insn);
}

void lck_run_thread(lck_run *r, lck_thread *t)
{
    while (t->state == LCK_RUNS && !r->stop && lck_run_works(r, 1)) {
        uint32_t insn = t->insn;
        if (insn == r->flow->block[t->block].end) {
            follow(r, t);
            continue;
        }
        t->insn++;
        if (r->held[insn] != LCK_FLOW_NONE)
            lck_run_hold(r, t, insn);
        if (!step(r, t, insn))
            return;
    }
}
