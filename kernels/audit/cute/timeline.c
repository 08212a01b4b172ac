/* timeline.c - shared memory over time in modules of CuTe DSL. */
#include "config.h"

#include "timeline.h"

#include <stdlib.h>
#include <string.h>

/* ---- the reader ---- */

static bool is_view(const lck_timeline *t, uint32_t value)
{
    const lck_cute_time *time = t->user;
    return time->c->value[value].kind != LCK_CUTE_NUMBER;
}

/* Numbers that are computed, and views of shared memory that loops carry. */
static bool can_follow(const lck_timeline *t, uint32_t value)
{
    const lck_cute_time *time = t->user;
    const lck_cute_value *v = &time->c->value[value];
    bool carried = t->m->value[value].block != LCK_IR_NONE ||
                   t->m->op[t->m->value[value].op].nblocks > 0;
    if (time->is_constant[value])
        return false;
    if (v->kind == LCK_CUTE_NUMBER)
        return true;
    return carried && (v->kind == LCK_CUTE_VIEW || v->kind == LCK_CUTE_POINTER) &&
           v->pointer.space == LCK_IN_SHARED;
}

static bool constant(const lck_timeline *t, uint32_t value, int64_t *number)
{
    const lck_cute_time *time = t->user;
    *number = time->constant[value];
    return time->is_constant[value];
}

/* Of what is not followed itself, but made of what is. */
static bool number(const lck_timeline *t, const lck_moment *now, uint32_t value, lck_cycle *out)
{
    const lck_cute_time *time = t->user;
    const lck_cute_value *v = &time->c->value[value];
    int64_t is;
    if (time->is_constant[value]) {
        *out = lck_cycle_exact(time->constant[value]);
        return true;
    }
    if (t->tracked[value] || v->kind == LCK_CUTE_NOTHING || v->kind == LCK_CUTE_LAYOUT)
        return false;
    *out = lck_cute_value_of(time->c, now, lck_cute_moving(time->c, v), &is) ? lck_cycle_exact(is)
                                                                             : LCK_CYCLE_UNKNOWN;
    return true;
}

static bool result(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, uint32_t i,
                   lck_cycle *out)
{
    const lck_cute_time *time = t->user;
    const lck_sum *sum = time->sum[op->result + i];
    int64_t is;
    if (lck_ir_text_begins(op->name, "arith."))
        return false;
    if (sum && lck_cute_value_of(time->c, now, sum, &is))
        *out = lck_cycle_exact(is);
    return true;
}

static const lck_timeline_reader reader = {.is_event = lck_cute_is_event,
                                           .event = lck_cute_event,
                                           .can_follow = can_follow,
                                           .is_view = is_view,
                                           .follow_event = lck_cute_follow_event,
                                           .result = result,
                                           .number = number,
                                           .constant = constant,
                                           .name = lck_footprint_name,
                                           .common = lck_footprint_common,
                                           .is_try = lck_cute_is_try,
                                           .is_mask = lck_cute_is_mask};

/* ---- the number of trips ---- */

/* Are there events in a region of an operation? */
static bool has_events_in(const lck_timeline *t, uint32_t op, uint32_t region)
{
    for (uint32_t k = op + 1; k < lck_timeline_end(t); k++) {
        uint32_t block = lck_cute_block_inside(t, k, op);
        if (block == LCK_IR_NONE)
            return false;
        if (t->m->block[block].region == region && lck_cute_is_event(t, &t->m->op[k]))
            return true;
    }
    return false;
}

typedef struct {
    const lck_cute_time *time;
    uint32_t leaf;
    unsigned leaves, depth;
} leaves;

static void find_leaf(void *user, uint32_t value)
{
    leaves *l = user;
    const lck_timeline *t = l->time->t;
    if (value == LCK_IR_NONE || l->time->is_constant[value])
        return;
    const lck_ir_value *v = &t->m->value[value];
    if (v->block == LCK_IR_NONE && lck_ir_text_begins(t->m->op[v->op].name, "arith.") &&
        l->depth < 8) {
        l->depth++;
        lck_ir_flow(t->m, value, find_leaf, l);
        l->depth--;
    } else if (l->leaf != value) {
        l->leaf = value;
        l->leaves++;
    }
}

/* The one number, the same for all threads, that the bound of a loop with events is made of: of
 * the first such loop. */
static uint32_t find_trips(lck_cute_time *time)
{
    lck_timeline *t = time->t;
    for (uint32_t i = t->function; i < lck_timeline_end(t); i++) {
        const lck_ir_op *op = &t->m->op[i];
        leaves l = {.time = time, .leaf = LCK_IR_NONE};
        if (!lck_ir_is(op, "scf.for"))
            continue;
        if (!has_events_in(t, i, 0))
            continue;
        find_leaf(&l, lck_ir_operand(t->m, op, 1));
        const lck_cute_value *v = l.leaf == LCK_IR_NONE ? NULL : &time->c->value[l.leaf];
        if (l.leaves == 1 && v->kind == LCK_CUTE_NUMBER && lck_sum_is_shared(v->number) &&
            (t->m->value[l.leaf].block == LCK_IR_NONE || t->m->value[l.leaf].op == t->function))
            return l.leaf;
    }
    return LCK_IR_NONE;
}

/* ---- all ---- */

/* Threads that do not go with the leader are not followed: where a condition is of the thread,
 * and where some threads alone ask one. */
static void find_other_ways(lck_cute_time *time)
{
    lck_timeline *t = time->t;
    for (uint32_t i = t->function; i < lck_timeline_end(t); i++) {
        const lck_ir_op *op = &t->m->op[i];
        uint32_t condition = lck_ir_is(op, "scf.if") ? lck_ir_operand(t->m, op, 0) : LCK_IR_NONE;
        if (condition == LCK_IR_NONE || !(t->eventful[i] & LCK_EVENTFUL) ||
            time->c->value[condition].kind != LCK_CUTE_NUMBER)
            continue;
        const lck_sum *when = time->c->value[condition].number;
        const lck_sum *asking = lck_cute_asking(time->c, when);
        if (!asking && !time->is_constant[condition])
            continue;
        when = asking ? asking : when;
        bool taken = lck_sum_at(when, LCK_LEADER) != 0, others = false;
        for (unsigned k = 0; k < time->c->x.threads; k++)
            others |= (lck_sum_at(when, k) != 0) != taken;
        if (others && has_events_in(t, i, taken ? 1 : 0))
            lck_timeline_open(t, op, "warps that do different things are not followed");
    }
}

static bool start(lck_cute_time *time, lck_cute *c, const lck_ir_op *kernel)
{
    uint32_t n = c->m->nvalues + 1, ops = c->m->nops + 1;
    int64_t *constant = lck_arena_take(&c->pool, n * sizeof *constant);
    bool *is_constant = lck_arena_take(&c->pool, n * sizeof *is_constant);
    *time = (lck_cute_time){.c = c, .constant = constant, .is_constant = is_constant};
    time->symbol = lck_arena_take(&c->pool, n * sizeof *time->symbol);
    time->sum = lck_arena_take(&c->pool, n * sizeof *time->sum);
    time->seen = lck_arena_take(&c->pool, n);
    time->event = lck_arena_take(&c->pool, ops);
    time->threads = lck_arena_take(&c->pool, ops * sizeof *time->threads);
    time->t = c->pool.failed ? NULL
                             : lck_timeline_new(c->audit, lck_cute_record(c), c->m,
                                                (uint32_t)(kernel - c->m->op), &reader);
    if (!time->t)
        return false;
    time->t->user = time;
    time->t->synced = time->t->apart = true;
    for (uint32_t i = 0; i < c->m->nvalues; i++) {
        const lck_cute_value *v = &c->value[i];
        is_constant[i] = v->kind == LCK_CUTE_NUMBER && v->number && lck_sum_is_plain(v->number);
        constant[i] = is_constant[i] ? lck_sum_at(v->number, LCK_LEADER) : 0;
    }
    return true;
}

static bool has_events(const lck_cute_time *time)
{
    for (uint32_t i = time->t->function; i < lck_timeline_end(time->t); i++)
        if (lck_cute_is_event(time->t, &time->t->m->op[i]) &&
            !lck_ir_text_begins(time->t->m->op[i].name, "nvvm.barrier"))
            return true;
    return false;
}

/* What goes on while threads do other things. */
static bool is_behind(const lck_cute_time *time)
{
    for (uint32_t i = time->t->function; i < lck_timeline_end(time->t); i++)
        if (time->event[i] && lck_ir_text_among(time->t->m->op[i].name,
                                                "nvvm.cp.async* nvvm.mbarrier* nvvm.wgmma*"))
            return true;
    return false;
}

static void run(lck_cute_time *time, const lck_ir_op *kernel)
{
    lck_cute *c = time->c;
    lck_timeline *t = time->t;
    t->trips = find_trips(time);
    if (!lck_timeline_prepare(t))
        return;
    c->time = time;
    lck_cute_run(c, kernel->blocks);
    if (c->pool.failed)
        lck_timeline_open(t, kernel, "the kernel is too large");
    find_other_ways(time);
    if (!t->open && lck_footprint_cells(time))
        lck_timeline_run(t);
    lck_footprint_inside(time);
    c->time = NULL;
}

void lck_cute_timeline(lck_cute *c, const lck_ir_op *kernel)
{
    lck_cute_time *time = calloc(1, sizeof *time);
    if (!time || !start(time, c, kernel)) {
        c->audit->failed |= !time;
        free(time);
        return;
    }
    lck_timeline *t = time->t;
    lck_cute_find_events(time);
    if (has_events(time)) {
        if (c->x.threads == 0)
            lck_timeline_open(t, kernel, "the number of threads is not known: --block");
        else
            run(time, kernel);
        if (is_behind(time))
            lck_timeline_answer(t, "rings", t->open,
                                "no buffer is read before it is full, or filled while it is "
                                "read");
        lck_timeline_answer(t, "races", t->open,
                            "a barrier stands between writes and reads of shared memory");
    }
    free(time->footprint);
    lck_timeline_free(t);
    free(time);
}
