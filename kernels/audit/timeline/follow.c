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

/* ---- where a value comes from ---- */

static bool is_own(const lck_timeline *t, const lck_ir_op *op, uint32_t block)
{
    return t->m->block[block].op == (uint32_t)(op - t->m->op);
}

/* The operand at a place of the terminators of an operation's blocks. */
static void flow_of_yields(lck_timeline *t, const lck_ir_op *op, uint32_t place, lck_flow *tell,
                           void *user)
{
    for (uint32_t b = op->blocks; b < op->blocks + op->nblocks; b++)
        if (is_own(t, op, b) && t->m->block[b].last != LCK_IR_NONE)
            tell(t, lck_ir_operand(t->m, &t->m->op[t->m->block[b].last], place), user);
}

uint32_t lck_timeline_operands_before(const lck_timeline *t, const lck_ir_op *op, uint32_t token)
{
    uint32_t n = 0;
    for (uint32_t i = op->head; i < token; i++)
        n += t->m->token[i].kind == LCK_IR_VALUE;
    return n;
}

/* The operands that branches give to an argument of a block. */
static void flow_of_branches(lck_timeline *t, const lck_ir_value *v, lck_flow *tell, void *user)
{
    const lck_ir_op *owner = &t->m->op[v->op];
    lck_ir_text label = t->m->block[v->block].label;
    for (uint32_t b = owner->blocks; b < owner->blocks + owner->nblocks; b++) {
        uint32_t last = t->m->block[b].last;
        if (!is_own(t, owner, b) || last == LCK_IR_NONE)
            continue;
        const lck_ir_op *op = &t->m->op[last];
        for (uint32_t i = op->head; i < op->end; i++)
            if (t->m->token[i].kind == LCK_IR_BLOCK &&
                lck_ir_text_equal((lck_ir_text){t->m->token[i].at, t->m->token[i].n}, label))
                tell(t,
                     lck_ir_operand(t->m, op, lck_timeline_operands_before(t, op, i) + v->index),
                     user);
    }
}

static void flow_of_argument(lck_timeline *t, const lck_ir_value *v, lck_flow *tell, void *user)
{
    const lck_ir_op *op = &t->m->op[v->op];
    if (lck_ir_is(op, "scf.for")) {
        tell(t, v->init, user);
        if (v->index > 0)
            flow_of_yields(t, op, v->index - 1, tell, user);
        else
            tell(t, lck_ir_operand(t->m, op, 2), user);
    } else if (t->m->block[v->block].label.at)
        flow_of_branches(t, v, tell, user);
}

void lck_timeline_flow(lck_timeline *t, uint32_t value, lck_flow *tell, void *user)
{
    const lck_ir_value *v = &t->m->value[value];
    const lck_ir_op *op = &t->m->op[v->op];
    if (v->block != LCK_IR_NONE)
        flow_of_argument(t, v, tell, user);
    else if (lck_ir_is(op, "scf.for")) {
        const lck_ir_block *body = op->nblocks ? &t->m->block[op->blocks] : NULL;
        if (body && v->index + 1 < body->narguments)
            tell(t, body->argument + 1 + v->index, user);
    } else if (op->nblocks)
        flow_of_yields(t, op, v->index, tell, user);
    else
        for (uint32_t i = 0; i < op->noperands; i++)
            tell(t, lck_ir_operand(t->m, op, i), user);
}

/* ---- conditions ---- */

typedef struct {
    unsigned depth;
    bool settled;
} settling;

/* Is a number made of constants and of what loops make of them? */
static void settle(lck_timeline *t, uint32_t value, void *user)
{
    settling *s = user;
    if (value == LCK_IR_NONE) {
        s->settled = false;
        return;
    }
    const lck_ir_value *v = &t->m->value[value];
    const lck_ir_op *op = &t->m->op[v->op];
    int64_t number;
    bool constant = (v->block == LCK_IR_NONE && lck_ir_is(op, "arith.constant")) ||
                    value == t->trips ||
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
        lck_timeline_flow(t, value, settle, s);
        s->depth--;
    }
}

static bool is_settled(lck_timeline *t, uint32_t value)
{
    settling s = {0, true};
    settle(t, value, &s);
    return s.settled;
}

/* ---- what is followed ---- */

static void follow_flow(lck_timeline *t, uint32_t value, void *user)
{
    (void)user;
    lck_timeline_follow(t, value);
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
             (lck_ir_is(op, "scf.if") && t->eventful[op - t->m->op]))
        follow_condition(t, lck_ir_operand(t->m, op, 0));
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

/* Counts uses; numbers that are used behind their blocks are not local. */
static void find_uses(lck_timeline *t)
{
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

/* Operations that are run: those with events in them, and those around them; with numbers that
 * are followed. */
static void find_eventful(lck_timeline *t)
{
    for (uint32_t i = t->function; i < lck_timeline_end(t); i++) {
        const lck_ir_op *op = &t->m->op[i];
        bool eventful = t->reader->is_event(t, op);
        for (uint32_t k = 0; k < op->nresults; k++)
            eventful |= t->tracked[op->result + k] != 0;
        for (uint32_t at = i; eventful && at != t->function && !t->eventful[at];) {
            t->eventful[at] = 1;
            uint32_t block = t->m->op[at].block;
            if (block == LCK_IR_NONE)
                break;
            at = t->m->block[block].op;
        }
    }
}

bool lck_timeline_prepare(lck_timeline *t)
{
    find_eventful(t); /* of events alone */
    for (uint32_t i = t->function; i < lck_timeline_end(t); i++)
        follow_op(t, &t->m->op[i]);
    for (uint32_t i = 0; i < t->ntracked; i++) {
        const lck_ir_value *v = &t->m->value[t->value[i]];
        if (t->bare[i])
            continue;
        lck_timeline_flow(t, t->value[i], follow_flow, NULL);
        if (v->block == LCK_IR_NONE && lck_ir_is(&t->m->op[v->op], "scf.if"))
            follow_condition(t, lck_ir_operand(t->m, &t->m->op[v->op], 0));
    }
    find_eventful(t);
    find_uses(t);
    return !t->open;
}
