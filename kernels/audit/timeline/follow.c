/* follow.c - which numbers a run follows: those that choose cells and phases, and those
 * that settle a condition.
 *
 * Whatever a number is computed from is followed, too: through arithmetic, through the values
 * that loops carry, through the arguments of blocks. A condition that depends on an argument of
 * the kernel or on data settles nothing, and only its being the same condition again is followed.
 */
#include "config.h"

#include "timeline.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH 24 /* of a condition's expression */

uint32_t lck_timeline_end(const lck_timeline *t)
{
    uint32_t next = t->m->op[t->function].next;
    return next == LCK_IR_NONE ? t->m->nops : next;
}

void lck_timeline_follow(lck_timeline *t, uint32_t value)
{
    if (value == LCK_IR_NONE || t->tracked[value] || value == t->trips ||
        !t->reader->can_follow(t, value))
        return;
    if (t->ntracked == LCK_TRACKED) {
        lck_timeline_open(t, &t->m->op[t->m->value[value].op],
                          "too many numbers choose stages and phases");
        return;
    }
    t->local[t->ntracked] = t->m->value[value].block == LCK_IR_NONE;
    t->value[t->ntracked] = value;
    t->tracked[value] = (uint32_t)++t->ntracked;
}

/* ---- conditions ---- */

typedef struct {
    const lck_timeline *t;
    unsigned depth;
    bool settled;
} settling;

/* Is a number made of constants and of what loops make of them? */
static void settle(void *user, uint32_t value)
{
    settling *s = user;
    const lck_timeline *t = s->t;
    if (value == LCK_IR_NONE) {
        s->settled = false;
        return;
    }
    const lck_ir_value *v = &t->m->value[value];
    const lck_ir_op *op = &t->m->op[v->op];
    int64_t number;
    bool constant = (v->block == LCK_IR_NONE && lck_ir_is(op, "arith.constant")) ||
                    value == t->trips ||
                    (v->block == LCK_IR_NONE && t->reader->is_try && t->reader->is_try(t, op)) ||
                    (t->reader->constant && t->reader->constant(t, value, &number));
    bool computed = v->block != LCK_IR_NONE || op->nblocks ||
                    (op->name.n >= 6 && memcmp(op->name.at, "arith.", 6) == 0);
    bool free = v->block != LCK_IR_NONE && v->op == t->function &&
                !t->m->block[v->block].label.at;
    if (constant || !s->settled)
        return;
    if (!computed || free)
        s->settled = false;
    else if (s->depth < DEPTH) {
        s->depth++;
        lck_ir_flow(t->m, value, settle, s);
        s->depth--;
    }
}

static bool is_settled(lck_timeline *t, uint32_t value)
{
    settling s = {t, 0, true};
    settle(&s, value);
    return s.settled;
}

/* ---- what is followed ---- */

static void follow_flow(void *user, uint32_t value)
{
    lck_timeline_follow(user, value);
}

/* A condition, or the end of a loop: with all that it is made of where that settles it. */
static void follow_condition(lck_timeline *t, uint32_t value)
{
    uint32_t before = (uint32_t)t->ntracked;
    lck_timeline_follow(t, value);
    if (t->ntracked > before && !is_settled(t, value))
        t->bare[before] = true;
}

static void follow_op(lck_timeline *t, const lck_ir_op *op)
{
    if (t->reader->is_event(t, op))
        t->reader->follow_event(t, op);
    else if (lck_ir_is(op, "cf.cond_br") ||
             (lck_ir_is(op, "scf.if") && (t->eventful[op - t->m->op] & LCK_EVENTFUL)))
        follow_condition(t, lck_ir_operand(t->m, op, 0));
    else if (lck_ir_is(op, "scf.while") && (t->eventful[op - t->m->op] & LCK_EVENTFUL) &&
             lck_ir_condition(t->m, op))
        follow_condition(t, lck_ir_operand(t->m, lck_ir_condition(t->m, op), 0));
    else if (lck_ir_is(op, "scf.for") && op->nblocks &&
             is_settled(t, lck_ir_operand(t->m, op, 1))) {
        lck_timeline_follow(t, lck_ir_operand(t->m, op, 1));
        lck_timeline_follow(t, t->m->block[op->blocks].argument);
    }
}

static uint32_t block_of(const lck_timeline *t, uint32_t value)
{
    const lck_ir_value *v = &t->m->value[value];
    return v->block != LCK_IR_NONE ? v->block : t->m->op[v->op].block;
}

/* Is a block the other one, or inside of it? */
static bool is_within(const lck_timeline *t, uint32_t block, uint32_t outer)
{
    while (block != LCK_IR_NONE && block != outer)
        block = t->m->op[t->m->block[block].op].block;
    return block == outer;
}

/* Counts uses; numbers that are used behind their blocks are not local. A loop uses its
 * counter. */
static void find_uses(lck_timeline *t)
{
    for (size_t i = 0; i < t->ntracked; i++) {
        const lck_ir_value *v = &t->m->value[t->value[i]];
        t->uses[i] = v->block != LCK_IR_NONE && v->index == 0 &&
                     lck_ir_is(&t->m->op[v->op], "scf.for");
    }
    for (uint32_t i = t->function; i < lck_timeline_end(t); i++)
        for (uint32_t k = 0; k < t->m->op[i].noperands; k++) {
            uint32_t value = lck_ir_operand(t->m, &t->m->op[i], k);
            uint32_t number = value == LCK_IR_NONE ? 0 : t->tracked[value];
            if (number && !is_within(t, t->m->op[i].block, block_of(t, value)))
                t->local[number - 1] = false;
            if (number && t->uses[number - 1] < 2)
                t->uses[number - 1]++;
        }
}

void lck_timeline_forget(const lck_timeline *t, lck_moment *now, uint32_t block)
{
    for (size_t i = 0; i < t->ntracked; i++)
        if (t->local[i] && t->m->op[t->m->value[t->value[i]].op].block == block)
            now->number[i] = LCK_CYCLE_UNKNOWN;
}

/* Marks an operation and those around it; the number of events in each. */
static void mark(lck_timeline *t, uint32_t op, uint32_t *events)
{
    while (op != t->function) {
        uint32_t block = t->m->op[op].block;
        t->eventful[op] |= LCK_EVENTFUL;
        if (events)
            events[op]++;
        if (block == LCK_IR_NONE)
            break;
        op = t->m->block[block].op;
    }
}

static void find_events(lck_timeline *t)
{
    uint32_t *events = calloc(t->m->nops + 1, sizeof *events), all = 0;
    t->audit->failed |= !events;
    for (uint32_t i = t->function; events && i < lck_timeline_end(t); i++)
        if (t->reader->is_event(t, &t->m->op[i])) {
            mark(t, i, events);
            all++;
        }
    for (uint32_t i = t->function; events && i < lck_timeline_end(t); i++) {
        if (events[i] == all && all > 0)
            t->eventful[i] |= LCK_WHOLE;
        if (events[i] && lck_ir_is(&t->m->op[i], "scf.if") && t->reader->is_mask &&
            t->reader->is_mask(t, &t->m->op[i]))
            t->eventful[i] |= LCK_MASKED;
    }
    free(events);
}

bool lck_timeline_prepare(lck_timeline *t)
{
    find_events(t);
    for (uint32_t i = t->function; i < lck_timeline_end(t); i++)
        follow_op(t, &t->m->op[i]);
    for (uint32_t i = 0; i < t->ntracked; i++) {
        const lck_ir_value *v = &t->m->value[t->value[i]];
        if (t->bare[i])
            continue;
        lck_ir_flow(t->m, t->value[i], follow_flow, t);
        if (v->block == LCK_IR_NONE && lck_ir_is(&t->m->op[v->op], "scf.if"))
            follow_condition(t, lck_ir_operand(t->m, &t->m->op[v->op], 0));
    }
    for (uint32_t i = 0; i < t->ntracked; i++)
        if (t->m->value[t->value[i]].block == LCK_IR_NONE)
            mark(t, t->m->value[t->value[i]].op, NULL);
    find_uses(t);
    return !t->open;
}
