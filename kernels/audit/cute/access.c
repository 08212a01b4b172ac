/* access.c - from views to accesses and their records. */
#include "config.h"

#include "timeline.h"

#include <stdlib.h>
#include <string.h>

/* ---- why not ---- */

static bool is_known(const lck_cute_value *v)
{
    switch (v->kind) {
    case LCK_CUTE_NOTHING: return v->shared;
    case LCK_CUTE_NUMBER: return v->number->known;
    case LCK_CUTE_POINTER:
    case LCK_CUTE_VIEW: return v->pointer.offset->known;
    default: return true;
    }
}

/* The operation at which the value became unknown: its operands are known. */
static const lck_ir_op *blame(const lck_cute *c, uint32_t value)
{
    const lck_ir_op *op = NULL;
    for (int hop = 0; hop < 64 && value != LCK_IR_NONE; hop++) {
        const lck_ir_value *v = &c->m->value[value];
        uint32_t next = LCK_IR_NONE;
        op = v->op == LCK_IR_NONE ? NULL : &c->m->op[v->op];
        for (uint32_t i = 0; op && v->block == LCK_IR_NONE && i < op->noperands; i++) {
            uint32_t from = lck_ir_operand(c->m, op, i);
            if (from != LCK_IR_NONE && !is_known(&c->value[from])) {
                next = from;
                break;
            }
        }
        if (next == LCK_IR_NONE)
            break;
        value = next;
    }
    return op;
}

/* In the pool. */
static const char *not_followed(lck_cute *c, uint32_t value)
{
    const lck_ir_op *op = blame(c, value);
    char *why = lck_arena_take(&c->pool, 160);
    if (!op || !why)
        return "where it begins is not known";
    int n = op->name.n < 60 ? (int)op->name.n : 60;
    static const char before[] = "it depends on `";
    size_t at = sizeof before - 1;
    memcpy(why, before, at);
    memcpy(why + at, op->name.at, (size_t)n);
    memcpy(why + at + (size_t)n, "`, which is not followed", sizeof "`, which is not followed");
    return why;
}

/* ---- records ---- */

static char *detail_of(lck_cute *c, const lck_ir_op *op)
{
    char text[512];
    size_t at = 0;
    for (uint32_t i = 0; i < op->noperands && i < 4; i++) {
        uint32_t v = lck_ir_operand(c->m, op, i);
        lck_ir_text type = v == LCK_IR_NONE ? (lck_ir_text){0} : c->type[v];
        if (!lck_ir_text_begins(type, "!cute.memref<") || at + type.n + 8 > sizeof text)
            continue;
        if (at) {
            memcpy(text + at, " to ", 4);
            at += 4;
        }
        memcpy(text + at, type.at, type.n);
        at += type.n;
    }
    return at ? lck_audit_text(c->audit, text, at) : NULL;
}

static lck_access_record *add_record(lck_cute *c, const lck_cute_access *a)
{
    lck_access_record *r = lck_audit_access(c->audit, lck_cute_record(c));
    if (!r)
        return NULL;
    r->line = a->op->line;
    r->loops = c->loops;
    r->space = a->pointer->space == LCK_IN_GLOBAL ? LCK_GLOBAL : LCK_SHARED;
    r->operation = a->operation;
    r->bytes = a->width;
    r->times = a->n;
    r->op = lck_audit_text(c->audit, a->op->name.at, a->op->name.n);
    r->source = lck_audit_source(c->audit, c->m, a->op);
    r->detail = detail_of(c, a->op);
    if (c->perhaps)
        r->guard = lck_audit_text(c->audit, "a condition that is not known", 29);
    return r;
}

/* The verdicts are asked before there is a record, which may move. */
static void record(lck_cute *c, const lck_cute_access *a)
{
    lck_answer answer[LCK_QUESTIONS] = {0};
    bool shared = a->pointer->space == LCK_IN_SHARED;
    if (c->quiet)
        return;
    if (c->time) {
        lck_footprint_of_access(c, a);
        return;
    }
    if (shared) {
        lck_cute_judge_shared(c, a, &answer[LCK_CONFLICTS]);
        lck_cute_judge_inside(c, a, &answer[LCK_INSIDE]);
    } else
        lck_cute_judge_global(c, a, &answer[LCK_SECTORS]);
    lck_cute_judge_aligned(c, a, &answer[LCK_ALIGNED]);
    lck_access_record *r = add_record(c, a);
    for (size_t i = 0; !r && i < LCK_QUESTIONS; i++)
        lck_answer_clear(&answer[i]);
    if (!r)
        return;
    memcpy(r->answer, answer, sizeof answer);
    lck_cute_use_add(c, a, lck_cute_record(c)->naccesses - 1,
                     answer[LCK_CONFLICTS].verdict == LCK_BAD, false);
}

static bool is_memory(const lck_cute_value *v)
{
    return v->kind == LCK_CUTE_VIEW &&
           (v->pointer.space == LCK_IN_SHARED || v->pointer.space == LCK_IN_GLOBAL);
}

/* The operand of the operation that is this view, for messages. */
static uint32_t value_of(const lck_cute *c, const lck_ir_op *op, const lck_cute_value *view)
{
    for (uint32_t i = 0; i < op->noperands; i++)
        if (lck_cute_operand(c, op, i) == view)
            return lck_ir_operand(c->m, op, i);
    return LCK_IR_NONE;
}

static lck_cute_access begin(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                             lck_operation operation, unsigned bits)
{
    lck_cute_access a = {.op = op,
                         .operation = operation,
                         .pointer = &view->pointer,
                         .width = (bits + 7) / 8,
                         .element = (view->pointer.bits + 7) / 8};
    int64_t all;
    if (c->block[0] == 0)
        a.why = "the number of threads is not known: --block";
    else if (!lck_sum_is_plain(c->active) || (lck_sum_is(c->active, &all) && all == 0))
        a.why = "no thread takes part";
    else if (!view->pointer.offset->known)
        a.why = not_followed(c, value_of(c, op, view));
    else if (a.width == 0 || a.width > 32 || a.element == 0 || a.width % a.element != 0)
        a.why = "an instruction of such a width is not read";
    return a;
}

/* Of 32 lanes, those that say where a row is. */
static const lck_sum *with_rows(lck_cute *c, unsigned matrices)
{
    int64_t each[LCK_MOST_THREADS];
    for (unsigned t = 0; t < c->x.threads; t++)
        each[t] = t % 32 < 8 * matrices;
    return lck_sum_mul(&c->x, c->active, lck_sum_each(&c->x, each));
}

void lck_cute_access_of_view(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                             const lck_cute_way *way)
{
    if (!is_memory(view) || c->quiet)
        return;
    lck_cute_access a = begin(c, op, view, way->operation, way->bits);
    const lck_sum *active = c->active;
    if (way->matrices)
        c->active = with_rows(c, way->matrices);
    if (!a.why)
        lck_cute_instructions(c, view, way, &a);
    record(c, &a);
    c->active = active;
}

void lck_cute_access_of_element(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                                lck_operation operation, const lck_sum *at)
{
    if (!is_memory(view) || c->quiet)
        return;
    lck_cute_access a = begin(c, op, view, operation, view->pointer.bits);
    const lck_sum *byte = lck_cute_byte_at(c, view, at);
    a.byte = &byte;
    a.n = 1;
    record(c, &a);
}

void lck_cute_access_of_map(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view)
{
    if (!is_memory(view) || c->quiet)
        return;
    lck_cute_access a = begin(c, op, view, LCK_TMA, 128 * 8);
    if (c->time) {
        bool writes = lck_cute_operand(c, op, 2) == view;
        lck_footprint_of_view(c, op, view, writes ? LCK_OF_WRITE : LCK_OF_READ, 0);
        return;
    }
    const lck_sum *byte = lck_cute_byte_at(c, view, c->x.zero);
    lck_answer aligned = {0};
    a.width = 128; /* CUDA C++ Programming Guide: the address in shared memory */
    a.byte = &byte;
    a.n = 1;
    a.why = view->pointer.offset->known ? NULL : not_followed(c, value_of(c, op, view));
    lck_cute_judge_aligned(c, &a, &aligned);
    lck_access_record *r = add_record(c, &a);
    if (r) {
        r->bytes = 0;
        r->answer[LCK_ALIGNED] = aligned;
        lck_cute_use_add(c, &a, lck_cute_record(c)->naccesses - 1, false, true);
    }
}
