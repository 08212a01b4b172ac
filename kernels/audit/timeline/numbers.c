/* numbers.c - integers that choose stages and phases. */
#include "config.h"

#include "../../../lib/int64.h"

#include "timeline.h"

#include <string.h>

bool lck_timeline_is_integer(lck_ir_text type)
{
    return lck_ir_text_is(type, "index") || (type.n > 1 && type.n <= 3 && type.at[0] == 'i' &&
                                             type.at[1] >= '0' && type.at[1] <= '9');
}

lck_cycle lck_timeline_number(const lck_timeline *t, const lck_moment *now, uint32_t value)
{
    lck_cycle number;
    if (value == LCK_IR_NONE)
        return LCK_CYCLE_UNKNOWN;
    if (value == t->trips)
        return t->trips_are;
    if (t->reader->number && t->reader->number(t, now, value, &number))
        return number;
    return t->tracked[value] ? now->number[t->tracked[value] - 1] : LCK_CYCLE_UNKNOWN;
}

void lck_timeline_set(const lck_timeline *t, lck_moment *now, uint32_t value, lck_cycle number)
{
    uint32_t place = value == LCK_IR_NONE ? 0 : t->tracked[value];
    if (place && t->uses[place - 1])
        now->number[place - 1] = number;
}

void lck_timeline_suppose(const lck_timeline *t, lck_moment *now, uint32_t condition, bool is)
{
    if (condition != LCK_IR_NONE && t->tracked[condition] &&
        t->uses[t->tracked[condition] - 1] > 1)
        lck_timeline_set(t, now, condition, lck_cycle_exact(is));
}

bool lck_timeline_extend_round(lck_timeline *t, uint32_t op, int64_t stages)
{
    t->round = t->round / lc_int64_gcd(t->round, stages) * stages;
    if (t->round <= 4096)
        return true;
    return lck_timeline_open(t, &t->m->op[op],
                             "the rings' lengths have no small common multiple");
}

/* ---- operations on numbers ---- */

/* Sign extension turns true into -1; the truncation to a bit is its parity. */
static lck_cycle cast(const lck_timeline *t, const lck_ir_op *op, lck_cycle a)
{
    uint32_t operand = lck_ir_operand(t->m, op, 0);
    if (operand == LCK_IR_NONE)
        return LCK_CYCLE_UNKNOWN;
    lck_ir_text from = t->m->value[operand].type;
    if (lck_ir_is(op, "arith.extsi") && lck_ir_text_is(from, "i1"))
        return a.modulus == 0 ? lck_cycle_exact(-a.value) : LCK_CYCLE_UNKNOWN;
    if (lck_ir_is(op, "arith.trunci") && lck_ir_text_is(t->m->value[op->result].type, "i1"))
        return lck_cycle_operation("andi", a, lck_cycle_exact(1));
    return a;
}

static lck_cycle compare(const lck_timeline *t, const lck_ir_op *op, lck_cycle a, lck_cycle b)
{
    char predicate[8];
    const lck_ir_token *token = &t->m->token[op->head];
    size_t n = token->n < sizeof predicate - 1 ? token->n : sizeof predicate - 1;
    memcpy(predicate, token->at, n);
    predicate[n] = '\0';
    return lck_cycle_compare(predicate, a, b);
}

static lck_cycle result_of(const lck_timeline *t, const lck_moment *now, const lck_ir_op *op)
{
    char name[24];
    int64_t value;
    lck_cycle a = lck_timeline_number(t, now, lck_ir_operand(t->m, op, 0));
    lck_cycle b = lck_timeline_number(t, now, lck_ir_operand(t->m, op, 1));
    if (lck_ir_is(op, "arith.constant"))
        return lck_ir_constant(t->m, op->head, &value) ? lck_cycle_exact(value)
                                                       : LCK_CYCLE_UNKNOWN;
    if (lck_ir_text_among(op->name, "arith.extsi arith.extui arith.trunci arith.index_cast"))
        return cast(t, op, a);
    if (lck_ir_is(op, "arith.cmpi"))
        return compare(t, op, a, b);
    if (lck_ir_is(op, "arith.select")) {
        lck_cycle c = lck_timeline_number(t, now, lck_ir_operand(t->m, op, 2));
        return a.modulus == 0 ? (a.value ? b : c) : lck_cycle_same(b, c) ? b : LCK_CYCLE_UNKNOWN;
    }
    if (op->name.n < 6 || memcmp(op->name.at, "arith.", 6) != 0 || op->name.n - 6 >= sizeof name)
        return LCK_CYCLE_UNKNOWN;
    memcpy(name, op->name.at + 6, op->name.n - 6);
    name[op->name.n - 6] = '\0';
    return lck_cycle_operation(name, a, b);
}

void lck_timeline_compute(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    for (uint32_t i = 0; i < op->nresults; i++) {
        lck_cycle number = LCK_CYCLE_UNKNOWN;
        if (t->tracked[op->result + i] == 0)
            continue;
        if (!t->reader->result(t, now, op, i, &number) && i == 0)
            number = result_of(t, now, op);
        lck_timeline_set(t, now, op->result + i, number);
    }
}
