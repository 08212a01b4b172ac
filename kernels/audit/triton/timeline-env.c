/* timeline-env.c - numbers that choose stages and phases, views of allocations, their bytes. */
#include "config.h"

#include "timeline-internal.h"
#include "types.h"

#include <stdlib.h>
#include <string.h>

lck_cycle lck_timeline_number(const lck_timeline *t, const lck_moment *now, uint32_t value)
{
    if (value == LCK_IR_NONE || t->tracked[value] == 0)
        return LCK_CYCLE_UNKNOWN;
    return now->number[t->tracked[value] - 1];
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

/* ---- cells ---- */

static bool is_indexed(const lck_timeline *t, uint32_t value)
{
    for (uint32_t i = t->function; i < t->m->nops; i++)
        if (lck_ir_is(&t->m->op[i], "ttg.memdesc_index") &&
            lck_ir_operand(t->m, &t->m->op[i], 0) == value)
            return true;
    return false;
}

uint32_t lck_timeline_stages(const lck_timeline *t, const lck_ir_op *alloc)
{
    lck_ir_text type = t->m->value[alloc->result].type;
    uint32_t n = 0;
    for (size_t i = strlen("!ttg.memdesc<"); i < type.n && type.at[i] >= '0' && type.at[i] <= '9';
         i++)
        n = n < 1000000 ? 10 * n + (uint32_t)(type.at[i] - '0') : n;
    return is_indexed(t, alloc->result) ? n : 1;
}

/* The bytes of the operands or results that are tensors or buffers; 0: not known. */
static int64_t bytes_of(const lck_timeline *t, const lck_ir_op *op)
{
    lck_type type[8];
    size_t n = lck_types_of(t->m, op, 8, type);
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t bytes = lck_type_stored(&type[i]) / 8;
        for (size_t k = 0; k < type[i].rank; k++)
            bytes = type[i].shape[k] < 1 << 20 ? bytes * (int64_t)type[i].shape[k] : 0;
        bool padded = lck_type_is(&type[i], "#ttg.padded_shared");
        sum += padded ? 0 : bytes;
    }
    for (size_t i = 0; i < 8; i++)
        lck_type_free(&type[i]);
    return n < 8 ? sum : 0;
}

int64_t lck_timeline_offset(const lck_timeline *t, const lck_ir_op *op)
{
    int64_t offset;
    return lck_ir_attribute_integer(t->m, op, "allocation.offset", &offset) ? offset : -1;
}

bool lck_timeline_overlap(const lck_timeline *t, size_t a, size_t b)
{
    const lck_cell *x = &t->cell[a], *y = &t->cell[b];
    if (a == b || x->at < 0 || y->at < 0)
        return a == b;
    return t->wide ? x->at < y->at + y->most && y->at < x->at + x->most
                   : x->at < y->at + y->least && y->at < x->at + x->least;
}

/* Rounds go round in all rings. */
static bool extend_round(lck_timeline *t, uint32_t op, int64_t stages)
{
    int64_t a = t->round, b = stages;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    t->round = t->round / a * stages;
    if (t->round <= 4096)
        return true;
    lck_timeline_open(t, &t->m->op[op], "the rings' lengths have no small common multiple");
    return false;
}

bool lck_timeline_add_cells(lck_timeline *t, uint32_t op)
{
    const lck_ir_op *o = &t->m->op[op];
    uint32_t stages = lck_timeline_stages(t, o);
    if (stages == 0 || stages > LCK_STAGES || t->ncells + stages > LCK_CELLS) {
        lck_timeline_open(t, o, "there are too many buffers");
        return false;
    }
    int64_t at = lck_timeline_offset(t, o), bytes = bytes_of(t, o) / stages;
    if (o->noperands) /* its source has as many */
        bytes /= 2;
    bool known = at >= 0 && (bytes > 0 || stages == 1);
    t->first[op] = (uint32_t)t->ncells + 1;
    for (uint32_t i = 0; i < stages; i++)
        t->cell[t->ncells++] = (lck_cell){.alloc = op,
                                          .stage = i,
                                          .at = known ? at + i * bytes : -1,
                                          .least = bytes ? bytes : 1,
                                          .most = bytes ? bytes : (int64_t)1 << 30};
    return extend_round(t, op, stages);
}

/* An operation with memory for a while: it uses some of it at least, and at most what its
 * operands have. */
bool lck_timeline_add_scratch(lck_timeline *t, uint32_t op)
{
    const lck_ir_op *o = &t->m->op[op];
    bool bounded = lck_ir_is(o, "ttg.convert_layout") || lck_ir_is(o, "tt.reduce");
    int64_t bytes = bounded ? bytes_of(t, o) : 0;
    if (t->ncells == LCK_CELLS) {
        lck_timeline_open(t, o, "there are too many buffers");
        return false;
    }
    t->first[op] = (uint32_t)t->ncells + 1;
    t->cell[t->ncells++] = (lck_cell){.alloc = op,
                                      .scratch = true,
                                      .at = lck_timeline_offset(t, o),
                                      .least = 1,
                                      .most = bytes ? bytes : (int64_t)1 << 30};
    return true;
}

/* ---- operations on numbers ---- */

static lck_cycle constant_of(const lck_timeline *t, const lck_ir_op *op)
{
    int64_t value;
    uint32_t first = op->head;
    if (lck_ir_token_is(t->m, first, "true") || lck_ir_token_is(t->m, first, "false"))
        return lck_cycle_exact(lck_ir_token_is(t->m, first, "true"));
    return lck_ir_integer(t->m, first, &value) ? lck_cycle_exact(value) : LCK_CYCLE_UNKNOWN;
}

static bool is_cast(const lck_ir_op *op)
{
    return lck_ir_is(op, "arith.extsi") || lck_ir_is(op, "arith.extui") ||
           lck_ir_is(op, "arith.trunci") || lck_ir_is(op, "arith.index_cast");
}

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

static lck_cycle part_of(lck_cycle view)
{
    bool whole = view.modulus == 0 && view.value >= 0 && view.value < LCK_PART;
    return whole ? lck_cycle_exact(view.value + LCK_PART) : view;
}

/* A stage of a ring; a part of a buffer stays in its cell. */
static lck_cycle index_view(lck_timeline *t, const lck_ir_op *op, lck_cycle view, lck_cycle index)
{
    uint32_t base = lck_ir_operand(t->m, op, 0);
    if (base == LCK_IR_NONE)
        return LCK_CYCLE_UNKNOWN;
    const lck_ir_value *v = &t->m->value[base];
    bool ring = v->block == LCK_IR_NONE && t->first[v->op] != 0 &&
                lck_ir_is(&t->m->op[v->op], "ttg.local_alloc");
    if (!ring)
        return part_of(view);
    uint32_t stages = lck_timeline_stages(t, &t->m->op[v->op]);
    if (index.modulus != 0)
        return stages == 1 ? view : LCK_CYCLE_UNKNOWN;
    if (index.value < 0 || index.value >= stages)
        return lck_cycle_exact(-1 - (int64_t)(t->first[v->op] - 1));
    return lck_cycle_exact((int64_t)(t->first[v->op] - 1) + index.value);
}

static lck_cycle result_of(lck_timeline *t, const lck_moment *now, const lck_ir_op *op)
{
    char name[24];
    lck_cycle a = lck_timeline_number(t, now, lck_ir_operand(t->m, op, 0));
    lck_cycle b = lck_timeline_number(t, now, lck_ir_operand(t->m, op, 1));
    if (lck_ir_is(op, "arith.constant"))
        return constant_of(t, op);
    if (lck_ir_is(op, "ttg.memdesc_index"))
        return index_view(t, op, a, b);
    if (is_cast(op))
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

/* A view that is no stage: the same cell. */
static bool is_view(const lck_ir_op *op)
{
    static const char *const name[] = {"ttg.memdesc_trans", "ttg.memdesc_reshape",
                                       "ttg.memdesc_reinterpret", "ttg.memdesc_subslice"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (lck_ir_is(op, name[i]))
            return true;
    return false;
}

void lck_timeline_compute(lck_timeline *t, lck_moment *now, const lck_ir_op *op)
{
    uint32_t self = (uint32_t)(op - t->m->op);
    if (op->nresults == 0 || t->tracked[op->result] == 0) {
        for (uint32_t i = 1; i < op->nresults; i++)
            lck_timeline_set(t, now, op->result + i, LCK_CYCLE_UNKNOWN);
        return;
    }
    lck_cycle value = LCK_CYCLE_UNKNOWN;
    if (t->first[self] && !t->cell[t->first[self] - 1].scratch)
        value = lck_cycle_exact(t->first[self] - 1);
    else if (is_view(op)) {
        value = lck_timeline_number(t, now, lck_ir_operand(t->m, op, 0));
        if (lck_ir_is(op, "ttg.memdesc_subslice"))
            value = part_of(value);
    } else if (lck_ir_is(op, "ttng.warp_group_dot_wait")) {
        for (uint32_t i = 0; i < op->nresults; i++)
            lck_timeline_set(t, now, op->result + i,
                             lck_timeline_number(t, now, lck_ir_operand(t->m, op, i)));
        return;
    } else
        value = result_of(t, now, op);
    lck_timeline_set(t, now, op->result, value);
    for (uint32_t i = 1; i < op->nresults; i++)
        lck_timeline_set(t, now, op->result + i, LCK_CYCLE_UNKNOWN);
}
