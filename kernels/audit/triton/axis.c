/* axis.c - the analysis: rules are applied until nothing changes. */
#include "config.h"

#include "../../../lib/int64.h"

#include "axis.h"

#include <stdlib.h>
#include <string.h>

#define PASSES 64

struct lck_axes {
    const lck_ir_module *m;
    uint32_t func;
    lck_axis *of;
    bool changed;
};

/* ---- what is promised ---- */

/* `16 : i32`, `dense<16> : ..`, `dense<[1, 8]> : ..`: a number for each axis. */
static void read_promise(const lck_ir_module *m, uint32_t at, uint32_t end, size_t rank,
                         int64_t *to)
{
    size_t n = 0;
    int64_t number[LCK_INDEX_RANK];
    for (; at < end && !lck_ir_token_is(m, at, ":") && n < LCK_INDEX_RANK; at++)
        n += lck_ir_integer(m, at, &number[n]) && number[n] > 0;
    if (n == rank)
        memcpy(to, number, n * sizeof *to);
}

static void read_promises(const lck_ir_module *m, const lck_ir_op *op, lck_axis *a)
{
    uint32_t at, end;
    if ((at = lck_ir_attribute(m, op, "tt.contiguity", &end)) != LCK_IR_NONE)
        read_promise(m, at, end, a->rank, a->contiguity);
    if ((at = lck_ir_attribute(m, op, "tt.divisibility", &end)) != LCK_IR_NONE)
        read_promise(m, at, end, a->rank, a->divisibility);
    if ((at = lck_ir_attribute(m, op, "tt.constancy", &end)) != LCK_IR_NONE)
        read_promise(m, at, end, a->rank, a->constancy);
}

static lck_axis nothing_known(size_t rank)
{
    lck_axis a = {.rank = rank == 0 ? 1 : rank};
    for (size_t d = 0; d < a.rank; d++)
        a.contiguity[d] = a.divisibility[d] = a.constancy[d] = 1;
    return a;
}

static size_t rank_of(const lck_ir_module *m, uint32_t value)
{
    lck_value_type type;
    return lck_value_type_of(m, value, &type) ? type.rank : 0;
}

/* ---- the flow ---- */

static bool same(const lck_axis *a, const lck_axis *b)
{
    bool equal = a->rank == b->rank && a->constant == b->constant && a->value == b->value;
    for (size_t d = 0; equal && d < a->rank; d++)
        equal = a->contiguity[d] == b->contiguity[d] &&
                a->divisibility[d] == b->divisibility[d] && a->constancy[d] == b->constancy[d];
    return equal;
}

static void join_into(lck_axes *axes, uint32_t to, const lck_axis *from)
{
    lck_axis joined = lck_axis_join(&axes->of[to], from);
    if (!same(&joined, &axes->of[to])) {
        axes->of[to] = joined;
        axes->changed = true;
    }
}

/* What is known of a value, joined with what is of those that it comes from. */
typedef struct {
    lck_axes *axes;
    uint32_t to;
} joining;

static void flow(void *user, uint32_t from)
{
    const joining *j = user;
    if (from != LCK_IR_NONE && j->axes->of[from].rank > 0)
        join_into(j->axes, j->to, &j->axes->of[from]);
}

static void flow_into(lck_axes *axes, uint32_t value)
{
    lck_ir_flow(axes->m, value, flow, &(joining){axes, value});
}

static void know_nothing(lck_axes *axes, uint32_t value)
{
    lck_axis a = nothing_known(rank_of(axes->m, value));
    join_into(axes, value, &a);
}

/* The counter of scf.for. */
static void count_up(lck_axes *axes, const lck_ir_op *op, uint32_t counter)
{
    uint32_t from = lck_ir_operand(axes->m, op, 0), step = lck_ir_operand(axes->m, op, 2);
    lck_axis a = nothing_known(0);
    if (from == LCK_IR_NONE || step == LCK_IR_NONE || axes->of[from].rank == 0 ||
        axes->of[step].rank == 0)
        return;
    a.divisibility[0] = lc_int64_gcd(axes->of[from].divisibility[0],
                                     axes->of[step].divisibility[0]);
    join_into(axes, counter, &a);
}

/* An argument of a loop, of a block that is branched to, of another region. */
static void enter(lck_axes *axes, uint32_t value)
{
    const lck_ir_value *v = &axes->m->value[value];
    const lck_ir_op *op = &axes->m->op[v->op];
    uint32_t captured = lck_index_captured(axes->m, value);
    if (captured != LCK_IR_NONE)
        flow(&(joining){axes, value}, captured);
    else if (lck_ir_is(op, "scf.for") && v->index == 0)
        count_up(axes, op, value);
    else if (lck_ir_text_among(op->name, "scf.for scf.while") || v->op == axes->func)
        flow_into(axes, value);
    else
        know_nothing(axes, value);
}

static void apply_rule(lck_axes *axes, const lck_ir_op *op)
{
    const lck_ir_module *m = axes->m;
    lck_axis operand[4], result = {0};
    size_t n = op->noperands < 4 ? op->noperands : 4;
    lck_value_type type;
    for (size_t i = 0; i < n; i++) {
        uint32_t value = lck_ir_operand(m, op, (uint32_t)i);
        operand[i] = value == LCK_IR_NONE ? nothing_known(0) : axes->of[value];
        if (operand[i].rank == 0)
            return; /* nothing has reached it yet */
    }
    if (op->nresults == 1 && lck_value_type_of(m, op->result, &type)) {
        result = lck_axis_of_operation(m, op, &type, n, operand);
        if (result.rank != (type.rank == 0 ? 1 : type.rank))
            result = nothing_known(type.rank);
        read_promises(m, op, &result);
        join_into(axes, op->result, &result);
        return;
    }
    for (uint32_t i = 0; i < op->nresults; i++)
        know_nothing(axes, op->result + i);
}

static void visit(lck_axes *axes, uint32_t index)
{
    const lck_ir_module *m = axes->m;
    const lck_ir_op *op = &m->op[index];
    for (uint32_t b = op->blocks; b < op->blocks + op->nblocks; b++)
        for (uint32_t i = 0; m->block[b].op == index && i < m->block[b].narguments; i++)
            enter(axes, m->block[b].argument + i);
    if (!lck_ir_text_among(op->name, "scf.for scf.while scf.if"))
        apply_rule(axes, op);
    else
        for (uint32_t i = 0; i < op->nresults; i++)
            flow_into(axes, op->result + i);
}

/* ---- functions ---- */

/* `{tt.divisibility = 16 : i32}` of arguments. */
static void enter_function(lck_axes *axes)
{
    const lck_ir_module *m = axes->m;
    const lck_ir_op *op = &m->op[axes->func];
    const lck_ir_block *b = &m->block[op->blocks];
    for (uint32_t i = 0; op->nblocks > 0 && i < b->narguments; i++) {
        lck_axis a = nothing_known(0);
        a.divisibility[0] = lck_index_promised(m, axes->func, i);
        join_into(axes, b->argument + i, &a);
    }
}

lck_axes *lck_axes_new(const lck_ir_module *m, uint32_t func)
{
    lck_axes *axes = calloc(1, sizeof *axes);
    if (!axes)
        return NULL;
    *axes = (lck_axes){m, func, calloc(m->nvalues + 1, sizeof(lck_axis)), true};
    if (!axes->of) {
        free(axes);
        return NULL;
    }
    enter_function(axes);
    const lck_ir_op *op = &m->op[func];
    for (int pass = 0; axes->changed && pass < PASSES; pass++) {
        axes->changed = false;
        for (uint32_t i = op->blocks + 1; i < op->blocks + op->nblocks; i++)
            for (uint32_t k = 0; m->block[i].op == func && k < m->block[i].narguments; k++)
                flow_into(axes, m->block[i].argument + k);
        for (uint32_t i = func + 1; i < m->nops && m->op[i].block != LCK_IR_NONE &&
                                    m->op[i].block - op->blocks < op->nblocks;
             i++)
            visit(axes, i);
    }
    return axes;
}

void lck_axes_free(lck_axes *axes)
{
    if (axes)
        free(axes->of);
    free(axes);
}

lck_axis lck_axes_of(const lck_axes *axes, uint32_t value)
{
    return value < axes->m->nvalues && axes->of[value].rank > 0
               ? axes->of[value]
               : nothing_known(value < axes->m->nvalues ? rank_of(axes->m, value) : 0);
}
