/* scalar.c - integers: arith, and the special registers of nvvm. */
#include "config.h"

#include "../../../lib/int64.h"

#include <string.h>

#include "reader.h"

static void set_number(lck_cute *c, const lck_ir_op *op, const lck_sum *n)
{
    if (op->nresults == 1)
        lck_cute_set(c, op->result, (lck_cute_value){.kind = LCK_CUTE_NUMBER, .number = n});
}

static const lck_sum *operand(const lck_cute *c, const lck_ir_op *op, uint32_t i)
{
    return lck_cute_number(c, lck_cute_operand(c, op, i));
}

void lck_cute_constant(lck_cute *c, const lck_ir_op *op)
{
    int64_t value;
    if (lck_ir_constant(c->m, op->head, &value))
        set_number(c, op, lck_sum_of(&c->x, value));
}

/* ---- arithmetic ---- */

static int64_t step_and(int64_t a, int64_t b)
{
    return a & b;
}

static int64_t step_or(int64_t a, int64_t b)
{
    return a | b;
}

static int64_t step_xor(int64_t a, int64_t b)
{
    return a ^ b;
}

static int64_t step_shr(int64_t a, int64_t b)
{
    return b < 0 || b > 62 ? 0 : a >> b;
}

static int64_t step_div(int64_t a, int64_t b)
{
    return b == 0 || (a == INT64_MIN && b == -1) ? 0 : a / b;
}

static int64_t step_rem(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

static int64_t step_floor(int64_t a, int64_t b)
{
    return step_div(a, b) - (b != 0 && step_rem(a, b) != 0 && (a < 0) != (b < 0));
}

static int64_t step_ceil(int64_t a, int64_t b)
{
    return step_div(a, b) + (b != 0 && step_rem(a, b) != 0 && (a < 0) == (b < 0));
}

/* Quotient and rest by a constant where symbols are left; both are by floor then, as no number is
 * negative. */
static const lck_sum *divide(lck_cute *c, const lck_sum *a, const lck_sum *b, bool rest,
                             lck_sum_step *step)
{
    const lck_sum *q, *r;
    int64_t by;
    if ((lck_sum_is_plain(a) && lck_sum_is_plain(b)) || !lck_sum_is(b, &by) || by <= 0 ||
        !lck_sum_not_negative(&c->x, a))
        return lck_sum_map(&c->x, a, b, step);
    lck_sum_divide(&c->x, a, by, &q, &r);
    return rest ? r : q;
}

/* x & (2^k - 1) is a rest, x >> k a quotient, also of numbers with symbols. */
static const lck_sum *mask(lck_cute *c, const lck_sum *a, const lck_sum *b)
{
    int64_t bits;
    if (!lck_sum_is_plain(a) && lck_sum_is(b, &bits) && bits > 0 && (bits & (bits + 1)) == 0 &&
        bits < INT64_MAX)
        return divide(c, a, lck_sum_of(&c->x, bits + 1), true, step_and);
    return lck_sum_map(&c->x, a, b, step_and);
}

static const lck_sum *shift_right(lck_cute *c, const lck_sum *a, const lck_sum *b)
{
    int64_t by;
    if (!lck_sum_is_plain(a) && lck_sum_is(b, &by) && by >= 0 && by < 32)
        return divide(c, a, lck_sum_of(&c->x, (int64_t)1 << by), false, step_shr);
    return lck_sum_map(&c->x, a, b, step_shr);
}

static const lck_sum *shift_left(lck_cute *c, const lck_sum *a, const lck_sum *b)
{
    int64_t by;
    return lck_sum_is(b, &by) && by >= 0 && by < 62 ? lck_sum_scale(&c->x, a, (int64_t)1 << by)
                                                    : lck_sum_some(&c->x, a, b, 1);
}

/* Are an operation's numbers 0 and 1? */
static bool is_truth(const lck_cute *c, const lck_ir_op *op)
{
    return op->nresults == 1 && lck_ir_text_is(c->m->value[op->result].type, "i1");
}

/* A number that may be negative is a large one where it has no sign. */
static bool has_signs(lck_cute *c, const lck_sum *a, const lck_sum *b)
{
    return !lck_sum_not_negative(&c->x, a) || !lck_sum_not_negative(&c->x, b);
}

void lck_cute_arith(lck_cute *c, const lck_ir_op *op)
{
    static const struct {
        const char *name;
        lck_sum_step *step;
        bool divides, rest;
    } row[] = {{"arith.divsi", step_div, true, false},
               {"arith.divui", step_div, true, false},
               {"arith.floordivsi", step_floor, true, false},
               {"arith.ceildivsi", step_ceil, false, false},
               {"arith.remsi", step_rem, true, true},
               {"arith.remui", step_rem, true, true},
               {"arith.ori", step_or, false, false},
               {"arith.xori", step_xor, false, false},
               {"arith.minsi", lc_int64_min, false, false},
               {"arith.minui", lc_int64_min, false, false},
               {"arith.maxsi", lc_int64_max, false, false},
               {"arith.maxui", lc_int64_max, false, false}};
    const lck_sum *a = operand(c, op, 0), *b = operand(c, op, 1), *out = NULL;
    if (lck_ir_text_among(op->name, "arith.divui arith.ceildivui arith.remui arith.shrui "
                                    "arith.minui arith.maxui") &&
        has_signs(c, a, b))
        out = lck_sum_some(&c->x, a, b, 1);
    else if (lck_ir_is(op, "arith.addi"))
        out = lck_sum_add(&c->x, a, b);
    else if (lck_ir_is(op, "arith.subi"))
        out = lck_sum_sub(&c->x, a, b);
    else if (lck_ir_is(op, "arith.muli"))
        out = lck_sum_mul(&c->x, a, b);
    else if (lck_ir_is(op, "arith.andi"))
        out = is_truth(c, op) ? lck_sum_mul(&c->x, a, b) : mask(c, a, b);
    else if (lck_ir_is(op, "arith.shrui") || lck_ir_is(op, "arith.shrsi"))
        out = shift_right(c, a, b);
    else if (lck_ir_is(op, "arith.shli"))
        out = shift_left(c, a, b);
    for (size_t i = 0; !out && i < sizeof row / sizeof *row; i++)
        if (lck_ir_is(op, row[i].name))
            out = row[i].divides ? divide(c, a, b, row[i].rest, row[i].step)
                                 : lck_sum_map(&c->x, a, b, row[i].step);
    set_number(c, op, out ? out : lck_sum_some(&c->x, a, b, 1));
}

/* ---- comparisons ---- */

enum { LESS = 1, SAME = 2, GREATER = 4 };

/* 1 in the threads in which a is to b as a bit says; both are plain. */
static const lck_sum *compared(lck_cute *c, const lck_sum *a, const lck_sum *b, unsigned orders)
{
    int64_t each[LCK_MOST_THREADS];
    for (unsigned t = 0; t < c->x.threads; t++) {
        int64_t p = lck_sum_at(a, t), q = lck_sum_at(b, t);
        each[t] = (orders & (p < q ? LESS : p == q ? SAME : GREATER)) != 0;
    }
    return lck_sum_each(&c->x, each);
}

/* What differs in a constant only is compared, whatever the symbols are. */
void lck_cute_compare(lck_cute *c, const lck_ir_op *op)
{
    static const struct {
        const char *names;
        unsigned orders;
    } row[] = {{"eq", SAME},         {"ne", LESS | GREATER},
               {"slt ult", LESS},    {"sle ule", LESS | SAME},
               {"sgt ugt", GREATER}, {"sge uge", GREATER | SAME}};
    const lck_sum *a = operand(c, op, 0), *b = operand(c, op, 1);
    lck_ir_text order = lck_ir_between(c->m, op->head, op->head + 1);
    const lck_sum *difference = lck_sum_sub(&c->x, a, b), *out = NULL;
    bool known = !lck_ir_text_among(order, "ult ule ugt uge") || !has_signs(c, a, b);
    if (lck_sum_is_plain(difference)) {
        a = difference;
        b = c->x.zero;
    }
    bool shared = lck_sum_is_shared(a) && lck_sum_is_shared(b);
    known = known && lck_sum_is_plain(a) && lck_sum_is_plain(b);
    for (size_t i = 0; known && i < sizeof row / sizeof *row; i++)
        if (lck_ir_text_among(order, row[i].names))
            out = compared(c, a, b, row[i].orders);
    if (!out)
        out = shared ? lck_sum_shared(&c->x, 1, 0, 1) : lck_sum_some(&c->x, a, b, 1);
    set_number(c, op, out);
}

void lck_cute_select(lck_cute *c, const lck_ir_op *op)
{
    set_number(c, op,
               lck_sum_select(&c->x, operand(c, op, 0), operand(c, op, 1), operand(c, op, 2)));
}

/* Extensions and truncations, of numbers that are taken to fit; truth values are 0 and 1. One
 * below 0 is another number where it is extended without its sign. */
void lck_cute_cast(lck_cute *c, const lck_ir_op *op)
{
    const lck_sum *a = operand(c, op, 0);
    bool large = lck_ir_text_among(op->name, "arith.extui arith.index_castui") &&
                 lck_sum_is_plain(a) && has_signs(c, a, c->x.zero);
    if (lck_cute_operand(c, op, 0)->kind == LCK_CUTE_NUMBER)
        set_number(c, op, large ? lck_sum_some(&c->x, a, c->x.zero, 1) : a);
}

/* ---- registers ---- */

static const lck_sum *thread_digit(lck_cute *c, unsigned axis)
{
    int64_t each[LCK_MOST_THREADS];
    unsigned below = 1;
    for (unsigned i = 0; i < axis; i++)
        below *= c->block[i];
    for (unsigned t = 0; t < c->x.threads; t++)
        each[t] = t / below % (c->block[axis] ? c->block[axis] : 1);
    return lck_sum_each(&c->x, each);
}

static int64_t step_lane(int64_t a, int64_t b)
{
    return a % b;
}

void lck_cute_register(lck_cute *c, const lck_ir_op *op)
{
    lck_ir_text name = lck_ir_text_after(op->name, "sreg.");
    static const char axis[] = "xyz";
    const lck_sum *out = NULL;
    for (unsigned i = 0; i < 3; i++) {
        char tid[] = "tid.?", ntid[] = "ntid.?";
        tid[4] = ntid[5] = axis[i];
        if (lck_ir_text_is(name, tid))
            out = thread_digit(c, i);
        else if (lck_ir_text_is(name, ntid))
            out = lck_sum_of(&c->x, c->block[i]);
    }
    if (lck_ir_text_is(name, "laneid")) {
        int64_t each[LCK_MOST_THREADS];
        for (unsigned t = 0; t < c->x.threads; t++)
            each[t] = step_lane(t, 32);
        out = lck_sum_each(&c->x, each);
    }
    set_number(c, op, out ? out : lck_sum_shared(&c->x, 1, 0, INT32_MAX));
}

/* What the first lane of each warp has. */
static const lck_sum *of_first_lane(lck_cute *c, const lck_sum *a)
{
    int64_t each[LCK_MOST_THREADS];
    if (lck_sum_is_shared(a))
        return a;
    const lck_sum *rest = a;
    for (unsigned i = 0; i < a->n;
         i++) /* symbols whose coefficients are the same in all threads */
        if (a->term[i].symbol != LCK_ONE) {
            if (a->term[i].each)
                return c->x.unknown;
            rest = lck_sum_sub(&c->x, rest, lck_sum_term(&c->x, &a->term[i]));
        }
    if (!lck_sum_is_plain(rest))
        return c->x.unknown;
    for (unsigned t = 0; t < c->x.threads; t++)
        each[t] = lck_sum_at(rest, t / 32 * 32);
    return lck_sum_add(&c->x, lck_sum_sub(&c->x, a, rest), lck_sum_each(&c->x, each));
}

void lck_cute_uniform(lck_cute *c, const lck_ir_op *op)
{
    set_number(c, op, of_first_lane(c, operand(c, op, 0)));
}

/* shfl.sync %mask, %value, %lane, %clamp, idx: a broadcast if the lane is 0. */
void lck_cute_shuffle(lck_cute *c, const lck_ir_op *op)
{
    int64_t lane;
    bool first = lck_sum_is(operand(c, op, 2), &lane) && lane == 0 &&
                 lck_ir_find(c->m, op, op->head, "idx") != LCK_IR_NONE;
    const lck_sum *from = operand(c, op, 1);
    if (op->nresults == 1 && lck_cute_operand(c, op, 1)->kind == LCK_CUTE_NUMBER)
        set_number(c, op, first ? of_first_lane(c, from) : c->x.unknown);
}

/* One lane of each warp, whichever it is: the first. */
void lck_cute_elect(lck_cute *c, const lck_ir_op *op)
{
    int64_t each[LCK_MOST_THREADS];
    for (unsigned t = 0; t < c->x.threads; t++)
        each[t] = t % 32 == 0;
    set_number(c, op, lck_sum_each(&c->x, each));
}
