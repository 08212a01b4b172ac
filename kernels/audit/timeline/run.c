/* run.c - the run: blocks, loops, branches, until no new moment comes up. */
#include "config.h"

#include "front.h"

#include <stdlib.h>
#include <string.h>

#define EXACT 24 /* moments at a place before endless counters are taken modulo */
#define SMALL 16 /* and those that are below stay exact */

static bool is_over(const lck_timeline *t)
{
    return t->audit->failed || (t->open && t->steps >= LCK_STEPS);
}

/* Counters without an end are known modulo the rings' lengths from some number of moments on. */
static void widen(const lck_timeline *t, const lck_front *seen, lck_moment *now, uint32_t first,
                  uint32_t n)
{
    bool counted = t->trips != LCK_IR_NONE && t->trips_are.modulus == 0;
    if (counted || seen->n < EXACT)
        return;
    for (uint32_t i = 0; i < n; i++) {
        lck_cycle number = lck_timeline_number(t, now, first + i);
        bool large = number.modulus > 0 || number.value > SMALL || number.value < -SMALL;
        if (!t->reader->is_view(t, first + i) && number.modulus >= 0 && large)
            lck_timeline_set(t, now, first + i,
                             lck_cycle_modulo(number,
                                              number.modulus > 0 ? number.modulus : t->round,
                                              SMALL));
    }
}

static void run_block(lck_timeline *t, uint32_t block, lck_front *f);

/* ---- values that flow ---- */

/* Gives the operands of an operation, from `from` on, to n values. All are read first. */
static void pass(const lck_timeline *t, lck_moment *now, const lck_ir_op *op, uint32_t from,
                 uint32_t first, uint32_t n)
{
    lck_cycle number[64];
    for (uint32_t i = 0; i < n && i < 64; i++)
        number[i] = lck_timeline_number(t, now, lck_ir_operand(t->m, op, from + i));
    for (uint32_t i = 0; i < n; i++)
        lck_timeline_set(t, now, first + i, i < 64 ? number[i] : LCK_CYCLE_UNKNOWN);
}

/* ---- scf.for ---- */

/* `%i = %lower to %upper step %s iter_args(%x = %init)`: operands lower, upper, step, then the
 * inits; arguments of the body i, then x. */
static void enter_loop(const lck_timeline *t, lck_moment *now, uint32_t body)
{
    const lck_ir_block *b = &t->m->block[body];
    lck_cycle lower = lck_timeline_number(t, now, t->m->value[b->argument].init);
    for (uint32_t i = 1; i < b->narguments; i++) {
        uint32_t init = t->m->value[b->argument + i].init;
        lck_timeline_set(t, now, b->argument + i, lck_timeline_number(t, now, init));
    }
    lck_timeline_set(t, now, b->argument, lower);
}

/* Is the loop over, is it not, or may it be both? */
static lck_cycle goes_on(const lck_timeline *t, const lck_moment *now, const lck_ir_op *op,
                         uint32_t body)
{
    lck_cycle i = lck_timeline_number(t, now, t->m->block[body].argument);
    return lck_cycle_compare("slt", i, lck_timeline_number(t, now, lck_ir_operand(t->m, op, 1)));
}

static void leave_loop(const lck_timeline *t, lck_moment *now, const lck_ir_op *op, uint32_t body)
{
    for (uint32_t i = 0; i < op->nresults; i++)
        lck_timeline_set(t, now, op->result + i,
                         lck_timeline_number(t, now, t->m->block[body].argument + 1 + i));
    for (uint32_t i = 0; i < t->m->block[body].narguments; i++)
        lck_timeline_set(t, now, t->m->block[body].argument + i, LCK_CYCLE_UNKNOWN);
}

static void next_trip(const lck_timeline *t, lck_moment *now, const lck_ir_op *op, uint32_t body)
{
    const lck_ir_block *b = &t->m->block[body];
    const lck_ir_op *yield = lck_ir_last(t->m, body);
    lck_cycle i = lck_timeline_number(t, now, b->argument);
    lck_cycle step = lck_timeline_number(t, now, lck_ir_operand(t->m, op, 2));
    if (yield && lck_ir_is(yield, "scf.yield"))
        pass(t, now, yield, 0, b->argument + 1, b->narguments - 1);
    lck_timeline_set(t, now, b->argument, lck_cycle_operation("addi", i, step));
}

static void run_for(lck_timeline *t, const lck_ir_op *op, lck_front *f)
{
    uint32_t body = lck_ir_region(t->m, op, 0);
    lck_front seen = {0}, out = {0};
    if (body == LCK_IR_NONE)
        return;
    for (size_t i = 0; i < f->n; i++) {
        lck_moment now = f->at[i];
        enter_loop(t, &now, body);
        lck_front_add(t, &seen, &now);
    }
    for (size_t i = 0; i < seen.n && !is_over(t); i++) {
        lck_front trip = {0};
        lck_moment now = seen.at[i];
        lck_cycle on = goes_on(t, &now, op, body);
        if (!lck_cycle_is(on, 1)) {
            lck_moment after = now;
            leave_loop(t, &after, op, body);
            lck_front_add(t, &out, &after);
        }
        if (lck_cycle_is(on, 0))
            continue;
        lck_front_add(t, &trip, &now);
        run_block(t, body, &trip);
        for (size_t k = 0; k < trip.n; k++) {
            next_trip(t, &trip.at[k], op, body);
            lck_timeline_forget(t, &trip.at[k], body);
            widen(t, &seen, &trip.at[k], t->m->block[body].argument,
                  t->m->block[body].narguments);
            lck_front_add(t, &seen, &trip.at[k]);
        }
        free(trip.at);
    }
    free(seen.at);
    free(f->at);
    *f = out;
}

/* ---- scf.if ---- */

/* One way; the results are those of its yield. */
static void run_way(lck_timeline *t, const lck_ir_op *op, uint32_t block, const lck_moment *begin,
                    bool guessed, lck_front *out)
{
    lck_front way = {0};
    lck_moment now = *begin;
    now.guessed |= guessed;
    lck_front_add(t, &way, &now);
    const lck_ir_op *yield = NULL;
    if (block != LCK_IR_NONE) {
        run_block(t, block, &way);
        yield = lck_ir_last(t->m, block);
    }
    for (size_t i = 0; i < way.n; i++) {
        if (yield && lck_ir_is(yield, "scf.yield"))
            pass(t, &way.at[i], yield, 0, op->result, op->nresults);
        if (block != LCK_IR_NONE)
            lck_timeline_forget(t, &way.at[i], block);
        lck_front_add(t, out, &way.at[i]);
    }
    free(way.at);
}

/* What has masks is done for all threads, otherwise first: it is the lesser part. */
static void take_masked(lck_timeline *t, const lck_ir_op *op, const lck_moment *now,
                        lck_front *out)
{
    lck_front both = {0};
    lck_front_add(t, &both, now);
    for (uint32_t way = 2; way-- > 0;)
        if (lck_ir_region(t->m, op, way) != LCK_IR_NONE)
            run_block(t, lck_ir_region(t->m, op, way), &both);
    for (size_t i = 0; i < both.n; i++)
        lck_front_add(t, out, &both.at[i]);
    free(both.at);
}

/* A condition that is not followed is taken both ways, and stands for its value there. */
static void run_if(lck_timeline *t, const lck_ir_op *op, lck_front *f)
{
    lck_front out = {0};
    uint32_t condition = lck_ir_operand(t->m, op, 0);
    uint8_t is_all = t->eventful[op - t->m->op] & LCK_WHOLE;
    uint8_t masks = t->eventful[op - t->m->op] & LCK_MASKED;
    for (size_t i = 0; i < f->n && !is_over(t); i++)
        for (int way = 0; way < 2; way++) {
            lck_moment now = f->at[i];
            lck_cycle is = lck_timeline_number(t, &now, condition);
            if (is.modulus != 0 && way == 0 && masks) {
                take_masked(t, op, &now, &out);
                break;
            }
            if (is.modulus == 0 && (is.value != 0) != (way == 0))
                continue;
            lck_timeline_suppose(t, &now, condition, way == 0);
            run_way(t, op, lck_ir_region(t->m, op, (uint32_t)way), &now,
                    is.modulus != 0 && !is_all, &out);
        }
    free(f->at);
    *f = out;
}

/* ---- scf.while ---- */

/* The operands of the condition, behind the first, go to the second region or to the results. */
static void run_while(lck_timeline *t, const lck_ir_op *op, lck_front *f)
{
    uint32_t before = lck_ir_region(t->m, op, 0), after = lck_ir_region(t->m, op, 1);
    lck_front seen = {0}, out = {0};
    if (before == LCK_IR_NONE || after == LCK_IR_NONE)
        return;
    const lck_ir_block *head = &t->m->block[before], *body = &t->m->block[after];
    const lck_ir_op *condition = lck_ir_last(t->m, before), *yield = lck_ir_last(t->m, after);
    if (!condition || !yield) {
        lck_timeline_open(t, op, "a loop has no end that is read");
        return;
    }
    for (size_t i = 0; i < f->n; i++) {
        pass(t, &f->at[i], op, 0, head->argument, head->narguments);
        lck_front_add(t, &seen, &f->at[i]);
    }
    for (size_t i = 0; i < seen.n && !is_over(t); i++) {
        lck_front trip = {0}, on = {0};
        lck_moment now = seen.at[i];
        lck_front_add(t, &trip, &now);
        run_block(t, before, &trip);
        for (size_t k = 0; k < trip.n; k++) {
            lck_cycle is = lck_timeline_number(t, &trip.at[k],
                                               lck_ir_operand(t->m, condition, 0));
            now = trip.at[k];
            pass(t, &now, condition, 1, op->result, op->nresults);
            if (!lck_cycle_is(is, 1))
                lck_front_add(t, &out, &now);
            now = trip.at[k];
            pass(t, &now, condition, 1, body->argument, body->narguments);
            if (!lck_cycle_is(is, 0))
                lck_front_add(t, &on, &now);
        }
        run_block(t, after, &on);
        for (size_t k = 0; k < on.n; k++) {
            pass(t, &on.at[k], yield, 0, head->argument, head->narguments);
            lck_timeline_forget(t, &on.at[k], before);
            lck_timeline_forget(t, &on.at[k], after);
            widen(t, &seen, &on.at[k], head->argument, head->narguments);
            lck_front_add(t, &seen, &on.at[k]);
        }
        free(trip.at);
        free(on.at);
    }
    free(seen.at);
    free(f->at);
    *f = out;
}

/* ---- blocks with branches between them ---- */

/* The block of a label, `^bb2`, in the region of a block. */
static uint32_t block_named(const lck_timeline *t, uint32_t from, lck_ir_text label)
{
    const lck_ir_block *b = &t->m->block[from];
    for (uint32_t i = 0; i < t->m->nblocks; i++)
        if (t->m->block[i].op == b->op && t->m->block[i].region == b->region &&
            lck_ir_text_equal(t->m->block[i].label, label))
            return i;
    return LCK_IR_NONE;
}

/* Does a branch ask a counter that goes round in its block? */
static bool is_loop_test(const lck_timeline *t, uint32_t block, const lck_ir_op *op)
{
    uint32_t condition = lck_ir_operand(t->m, op, 0);
    if (condition == LCK_IR_NONE || t->m->value[condition].block != LCK_IR_NONE)
        return false;
    const lck_ir_op *test = &t->m->op[t->m->value[condition].op];
    uint32_t counter = lck_ir_operand(t->m, test, 0);
    return lck_ir_is(test, "arith.cmpi") && counter != LCK_IR_NONE &&
           t->m->value[counter].block == block;
}

typedef struct {
    lck_front *seen; /* of each block of the region, from `first` */
    uint32_t first, n;
    bool moved;
} region_run;

static void go_to(lck_timeline *t, region_run *r, const lck_ir_op *op, uint32_t from,
                  uint32_t token, const lck_moment *begin)
{
    lck_ir_text label = {t->m->token[token].at, t->m->token[token].n};
    uint32_t to = block_named(t, from, label);
    if (to == LCK_IR_NONE || to < r->first || to - r->first >= r->n)
        return;
    const lck_ir_block *b = &t->m->block[to];
    lck_moment now = *begin;
    pass(t, &now, op, lck_ir_operands_before(t->m, op, token), b->argument, b->narguments);
    lck_timeline_forget(t, &now, from);
    widen(t, &r->seen[to - r->first], &now, b->argument, b->narguments);
    r->moved |= lck_front_add(t, &r->seen[to - r->first], &now);
}

/* `cf.br ^bb1(%x : i32)`, `cf.cond_br %c, ^bb1(%x : i32), ^bb2` */
static void leave_block(lck_timeline *t, region_run *r, uint32_t block, const lck_moment *now)
{
    const lck_ir_op *op = lck_ir_last(t->m, block);
    if (!op)
        return;
    bool choice = lck_ir_is(op, "cf.cond_br");
    uint32_t condition = lck_ir_operand(t->m, op, 0);
    lck_cycle is = choice ? lck_timeline_number(t, now, condition) : lck_cycle_exact(1);
    bool guess = choice && is.modulus != 0 && !is_loop_test(t, block, op);
    int way = 0;
    for (uint32_t i = op->head; i < op->end; i++) {
        if (t->m->token[i].kind != LCK_IR_BLOCK)
            continue;
        bool taken = is.modulus != 0 || (is.value != 0) == (way == 0);
        lck_moment then = *now;
        then.guessed |= guess;
        if (choice)
            lck_timeline_suppose(t, &then, condition, way == 0);
        if (taken && way < 2)
            go_to(t, r, op, block, i, &then);
        way++;
    }
}

/* A region of several blocks, from its first one on. */
static void run_region(lck_timeline *t, uint32_t first, const lck_moment *begin)
{
    region_run r = {.first = first};
    const lck_ir_op *owner = &t->m->op[t->m->block[first].op];
    r.n = owner->blocks + owner->nblocks - first;
    r.seen = calloc(r.n, sizeof *r.seen);
    size_t *done = calloc(r.n, sizeof *done);
    t->audit->failed |= !r.seen || !done;
    if (!t->audit->failed)
        lck_front_add(t, &r.seen[0], begin);
    for (r.moved = true; r.moved && !is_over(t);) {
        r.moved = false;
        for (uint32_t b = 0; b < r.n; b++)
            while (done[b] < r.seen[b].n && !is_over(t)) {
                lck_front here = {0};
                lck_moment now = r.seen[b].at[done[b]++];
                lck_front_add(t, &here, &now);
                run_block(t, first + b, &here);
                for (size_t i = 0; i < here.n; i++)
                    leave_block(t, &r, first + b, &here.at[i]);
                free(here.at);
            }
    }
    for (uint32_t b = 0; r.seen && b < r.n; b++)
        free(r.seen[b].at);
    free(r.seen);
    free(done);
}

/* ---- operations ---- */

static void run_event(lck_timeline *t, const lck_ir_op *op, lck_moment *now)
{
    t->lost = false;
    t->reader->event(t, now, op);
    now->guessed |= t->lost;
}

/* An event comes about, or it does not; its result says which. */
static void run_try(lck_timeline *t, const lck_ir_op *op, lck_front *f)
{
    lck_front out = {0};
    for (size_t i = 0; i < f->n && !is_over(t); i++) {
        lck_moment now = f->at[i];
        lck_timeline_set(t, &now, op->result, lck_cycle_exact(0));
        lck_front_add(t, &out, &now);
        now = f->at[i];
        run_event(t, op, &now);
        lck_timeline_set(t, &now, op->result, lck_cycle_exact(1));
        lck_front_add(t, &out, &now);
    }
    free(f->at);
    *f = out;
}

static void run_op(lck_timeline *t, const lck_ir_op *op, lck_front *f)
{
    t->steps += f->n;
    if (t->steps >= LCK_STEPS)
        lck_timeline_open(t, op, "the run is too long");
    if (op->nblocks && !(t->eventful[op - t->m->op] & LCK_EVENTFUL))
        return;
    if (lck_ir_is(op, "scf.for"))
        run_for(t, op, f);
    else if (lck_ir_is(op, "scf.if"))
        run_if(t, op, f);
    else if (lck_ir_is(op, "scf.while"))
        run_while(t, op, f);
    else if (t->reader->is_try && t->reader->is_try(t, op))
        run_try(t, op, f);
    else {
        for (size_t i = 0; i < f->n; i++) {
            run_event(t, op, &f->at[i]);
            lck_timeline_compute(t, &f->at[i], op);
        }
    }
}

static void run_block(lck_timeline *t, uint32_t block, lck_front *f)
{
    for (uint32_t i = t->m->block[block].first; i != LCK_IR_NONE && !is_over(t);
         i = t->m->op[i].next)
        run_op(t, &t->m->op[i], f);
}

/* ---- all ---- */

static void run_once(lck_timeline *t)
{
    uint32_t first = lck_ir_region(t->m, &t->m->op[t->function], 0);
    lck_moment *begin = calloc(1, sizeof *begin);
    if (!begin || first == LCK_IR_NONE) {
        t->audit->failed |= !begin;
        free(begin);
        return;
    }
    for (size_t i = 0; i < LCK_TRACKED; i++)
        begin->number[i] = LCK_CYCLE_UNKNOWN;
    run_region(t, first, begin);
    free(begin);
}

void lck_timeline_run(lck_timeline *t)
{
    int64_t most = 2 * t->round + 10 < LCK_TRIPS ? 2 * t->round + 10 : LCK_TRIPS;
    for (int64_t n = 1; t->trips != LCK_IR_NONE && n <= most && !is_over(t); n++) {
        t->trips_are = lck_cycle_exact(n);
        t->steps = 0;
        run_once(t);
    }
    if (is_over(t))
        return;
    t->trips_are = LCK_CYCLE_ENDLESS;
    t->steps = 0;
    run_once(t);
}
