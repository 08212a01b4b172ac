/* flow.c - arguments of functions and blocks, results of operations with regions. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- arguments of the function ---- */

/* `{tt.divisibility = 16 : i32}` behind the type of an argument of the function. */
int64_t lck_index_promised(const lck_ir_module *m, uint32_t func, unsigned index)
{
    const lck_ir_op *op = &m->op[func];
    int64_t multiple = 1;
    unsigned at = 0;
    for (uint32_t i = op->head; i + 1 < op->end && !m->token[i].region; i++) {
        bool argument = m->token[i].kind == LCK_IR_VALUE && lck_ir_token_is(m, i + 1, ":");
        at += argument;
        if (at > index + 1)
            break;
        if (at == index + 1 && lck_ir_token_is(m, i, "tt.divisibility") &&
            lck_ir_token_is(m, i + 1, "="))
            return lck_ir_integer(m, i + 2, &multiple) && multiple > 0 ? multiple : 1;
    }
    return 1;
}

/* Bounds by llvm.intr.assume of a comparison of it with a constant. */
static void assume(const lck_index *ix, uint32_t value, int64_t *low, int64_t *high)
{
    const lck_ir_module *m = ix->m;
    for (uint32_t i = ix->func + 1; i < m->nops; i++) {
        if (!lck_ir_is(&m->op[i], "llvm.intr.assume") && !lck_ir_is(&m->op[i], "tt.assume"))
            continue;
        uint32_t fact = lck_ir_operand(m, &m->op[i], 0);
        if (fact == LCK_IR_NONE || m->value[fact].block != LCK_IR_NONE)
            continue;
        const lck_ir_op *compare = &m->op[m->value[fact].op];
        uint32_t with = lck_ir_operand(m, compare, 1);
        int64_t number;
        if (!lck_ir_is(compare, "arith.cmpi") || lck_ir_operand(m, compare, 0) != value ||
            with == LCK_IR_NONE || m->value[with].block != LCK_IR_NONE ||
            !lck_ir_is(&m->op[m->value[with].op], "arith.constant") ||
            !lck_ir_integer(m, m->op[m->value[with].op].head, &number) || number < INT32_MIN ||
            number > INT32_MAX)
            continue;
        if (lck_ir_token_is(m, compare->head, "sgt") && number + 1 > *low)
            *low = number + 1;
        if (lck_ir_token_is(m, compare->head, "sge") && number > *low)
            *low = number;
        if (lck_ir_token_is(m, compare->head, "slt") && number - 1 < *high)
            *high = number - 1;
        if (lck_ir_token_is(m, compare->head, "sle") && number < *high)
            *high = number;
    }
}

static lck_formula argument_of_function(lck_index *ix, uint32_t value)
{
    const lck_ir_value *v = &ix->m->value[value];
    lck_value_type type;
    if (!lck_value_type_of(ix->m, value, &type) || type.rank > 0)
        return lck_no_formula;
    if (type.pointer)
        return (lck_formula){lc_expr_int(ix->x, 0), value};
    if (!type.integer)
        return lck_no_formula;
    int64_t low = ix->divides[value], high,
            multiple = lck_index_promised(ix->m, ix->func, v->index);
    lck_index_range(type.bits, &(int64_t){0}, &high);
    if (high > LCK_INDEX_WIDE)
        high = LCK_INDEX_WIDE;
    assume(ix, value, &low, &high);
    for (size_t i = 0; i < ix->options.narguments; i++) {
        const lck_argument *a = &ix->options.argument[i];
        if (a->index == v->index && a->offset == 0 && a->kind == LCK_ARGUMENT_RANGE) {
            low = a->least;
            high = a->most;
            multiple = a->multiple > multiple ? a->multiple : multiple;
        }
    }
    if (low >= high)
        return lck_number(lc_expr_int(ix->x, low));
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(v->name.n < 60 ? v->name.n : 60), v->name.at);
    lck_symbol s = {.kind = LCK_ARGUMENT_OF, .value = value, .multiple = multiple};
    const lck_symbol *made = lck_index_add(ix, s, name, low, high);
    if (!made->var) {
        snprintf(name, sizeof name, "arg%u", v->index);
        made = lck_index_add(ix, s, name, low, high);
    }
    return lck_number(made->var);
}

/* ---- loops ---- */

static bool in_blocks(const lck_ir_op *op, uint32_t first, uint32_t n)
{
    return op->block != LCK_IR_NONE && op->block >= first && op->block - first < n;
}

/* The value behind the last one of operations in these blocks, which follow `op`. */
static uint32_t end_of_values(const lck_ir_module *m, uint32_t op, uint32_t first, uint32_t n)
{
    uint32_t last = op + 1;
    while (last < m->nops && in_blocks(&m->op[last], first, n))
        last++;
    return last < m->nops ? m->op[last].result : m->nvalues;
}

static const lck_symbol *trip_symbol(lck_index *ix, uint32_t value, const lc_expr *trips)
{
    char name[16];
    for (size_t i = 0; i < lc_exprs_nvars(ix->x); i++)
        if (ix->symbol[i].kind == LCK_TRIP && ix->symbol[i].value == value)
            return &ix->symbol[i];
    snprintf(name, sizeof name, "t%u", ix->ntrips++);
    int64_t most = trips && trips->high < INT32_MAX ? trips->high - 1 : INT32_MAX - 1;
    return lck_index_add(ix, (lck_symbol){.kind = LCK_TRIP, .value = value, .trips = trips}, name,
                         0, most > 0 ? most : 0);
}

/* ceil((to - from) / step); NULL: not known. */
static const lc_expr *count_trips(lck_index *ix, const lc_expr *from, const lc_expr *to,
                                  const lc_expr *step)
{
    if (!from || !to || !step || step->low < 1)
        return NULL;
    const lc_expr *way = lc_expr_make(ix->x, LC_EXPR_SUB, to, from);
    const lc_expr *n = lc_expr_ceil_div(ix->x, way, step);
    return lc_expr_make(ix->x, LC_EXPR_MAX, n, lc_expr_int(ix->x, 0));
}

/* from + trip * step, below `to`. */
static lck_formula induction(lck_index *ix, const lc_expr *from, const lc_expr *to,
                             const lc_expr *step, const lck_symbol *trip)
{
    if (!from || !step || !trip->var)
        return lck_no_formula;
    const lc_expr *e = lc_expr_make(ix->x, LC_EXPR_ADD, from,
                                    lc_expr_make(ix->x, LC_EXPR_MUL, trip->var, step));
    int64_t high = to && step->low >= 1 ? to->high - 1 : INT64_MAX;
    return lck_number(e && step->low >= 1 && from->low <= high && e->low <= high
                          ? lc_expr_assume(ix->x, e, from->low, high)
                          : e);
}

typedef struct {
    uint32_t *value, *begin, *next;
} lists;

static bool make_lists(lists *l, size_t n)
{
    l->value = calloc(3 * n + 1, sizeof *l->value);
    l->begin = l->value + n;
    l->next = l->begin + n;
    return l->value != NULL;
}

/* The last operation of a block, if it has this name. */
static const lck_ir_op *end_of(const lck_ir_module *m, uint32_t block, const char *name)
{
    uint32_t last = block < m->nblocks ? m->block[block].last : LCK_IR_NONE;
    return last != LCK_IR_NONE && lck_ir_is(&m->op[last], name) ? &m->op[last] : NULL;
}

static void resolve_for(lck_index *ix, uint32_t op)
{
    const lck_ir_module *m = ix->m;
    const lck_ir_op *o = &m->op[op];
    const lck_ir_block *b = &m->block[o->blocks];
    const lck_ir_op *yield = end_of(m, o->blocks, "scf.yield");
    const lc_expr *from = lck_index_of(ix, lck_ir_operand(m, o, 0)).e;
    const lc_expr *to = lck_index_of(ix, lck_ir_operand(m, o, 1)).e;
    const lc_expr *step = lck_index_of(ix, lck_ir_operand(m, o, 2)).e;
    const lck_symbol *trip = trip_symbol(ix, b->argument, count_trips(ix, from, to, step));
    lists l;
    size_t n = b->narguments - 1;
    ix->formula[b->argument] = induction(ix, from, to, step, trip);
    ix->state[b->argument] = LCK_KNOWN;
    if (!make_lists(&l, n))
        return;
    for (uint32_t i = 0; i < n; i++) {
        l.value[i] = b->argument + 1 + i;
        l.begin[i] = m->value[l.value[i]].init;
        l.next[i] = yield ? lck_ir_operand(m, yield, i) : LCK_IR_NONE;
    }
    lck_loop loop = {n,
                     l.value,
                     l.begin,
                     l.next,
                     b->argument + b->narguments,
                     end_of_values(m, op, o->blocks, o->nblocks),
                     trip};
    lck_index_carry(ix, &loop);
    free(l.value);
}

/* ---- branches ---- */

/* The number of a block in its region, from 0. */
static uint32_t number_of_block(const lck_ir_module *m, uint32_t block)
{
    uint32_t number = 0;
    for (uint32_t i = m->op[m->block[block].op].blocks; i < block; i++)
        number += m->block[i].op == m->block[block].op &&
                  m->block[i].region == m->block[block].region;
    return number;
}

bool lck_index_branch(const lck_ir_module *m, const lck_ir_op *op, uint32_t block, uint32_t i,
                      uint32_t *value)
{
    char name[24];
    if (!(lck_ir_is(op, "cf.br") || lck_ir_is(op, "cf.cond_br")) || op->block == LCK_IR_NONE ||
        m->block[op->block].op != m->block[block].op ||
        m->block[op->block].region != m->block[block].region)
        return false;
    snprintf(name, sizeof name, "^bb%u", number_of_block(m, block));
    uint32_t before = 0;
    for (uint32_t at = op->head; at < op->end; at++) {
        if (m->token[at].kind == LCK_IR_BLOCK && lck_ir_token_is(m, at, name)) {
            *value = lck_ir_token_is(m, at + 1, "(") ? lck_ir_operand(m, op, before + i)
                                                     : LCK_IR_NONE;
            return true;
        }
        before += m->token[at].kind == LCK_IR_VALUE;
    }
    return false;
}

typedef struct {
    uint32_t n, from[8]; /* operations */
} branches;

static branches branches_to(const lck_ir_module *m, uint32_t block)
{
    branches all = {0};
    uint32_t function = m->block[block].op, value;
    for (uint32_t i = function + 1; i < m->nops && all.n < 8; i++)
        if (lck_index_branch(m, &m->op[i], block, 0, &value))
            all.from[all.n++] = i;
    return all;
}

/* A block that one branch before it enters, and one behind it goes back to. */
static bool is_header(const lck_ir_module *m, const branches *to, uint32_t block)
{
    uint32_t first = m->block[block].first;
    return to->n == 2 && first != LCK_IR_NONE && to->from[0] < first && to->from[1] >= first;
}

static void resolve_header(lck_index *ix, const branches *to, uint32_t block)
{
    const lck_ir_module *m = ix->m;
    const lck_ir_block *b = &m->block[block];
    uint32_t back = m->op[to->from[1]].block;
    lists l;
    if (!make_lists(&l, b->narguments))
        return;
    for (uint32_t i = 0; i < b->narguments; i++) {
        l.value[i] = b->argument + i;
        lck_index_branch(m, &m->op[to->from[0]], block, i, &l.begin[i]);
        lck_index_branch(m, &m->op[to->from[1]], block, i, &l.next[i]);
    }
    uint32_t last = m->block[back].last;
    lck_loop loop = {b->narguments,
                     l.value,
                     l.begin,
                     l.next,
                     b->argument + b->narguments,
                     last + 1 < m->nops ? m->op[last + 1].result : m->nvalues,
                     trip_symbol(ix, b->argument, NULL)};
    lck_index_carry(ix, &loop);
    free(l.value);
}

/* A block that is reached from several places: the same from all of them, or data. */
static lck_formula joined(lck_index *ix, uint32_t value, const branches *to)
{
    const lck_ir_value *v = &ix->m->value[value];
    lck_formula all = lck_no_formula;
    uint32_t from;
    lck_value_type type;
    for (uint32_t i = 0; i < to->n; i++) {
        lck_index_branch(ix->m, &ix->m->op[to->from[i]], v->block, v->index, &from);
        lck_formula f = lck_index_of(ix, from);
        if (!f.e || (i > 0 && (f.base != all.base || !lc_expr_equal(f.e, all.e))))
            return lck_value_type_of(ix->m, value, &type)
                       ? lck_index_data(ix, value, lck_index_all(&type))
                       : lck_no_formula;
        all = f;
    }
    return all;
}

/* ---- warps that do different work ---- */

uint32_t lck_index_captured(const lck_ir_module *m, uint32_t value)
{
    static const char *const name = "partition";
    const lck_ir_value *v = &m->value[value];
    lck_ir_text text = m->op[v->op].name;
    if (v->block == LCK_IR_NONE || text.n <= strlen(name) ||
        memcmp(text.at, name, strlen(name)) != 0)
        return LCK_IR_NONE;
    for (uint32_t i = v->op; i-- > 0;)
        if (lck_ir_is(&m->op[i], "ttg.warp_specialize"))
            return lck_ir_operand(m, &m->op[i], v->index);
    return LCK_IR_NONE;
}

/* ---- the two ---- */

lck_formula lck_index_argument(lck_index *ix, uint32_t value)
{
    const lck_ir_module *m = ix->m;
    const lck_ir_value *v = &m->value[value];
    const lck_ir_op *op = &m->op[v->op];
    bool entry = v->block == op->blocks;
    lck_value_type type;
    if (v->op == ix->func && entry)
        return argument_of_function(ix, value);
    if (lck_ir_is(op, "scf.for") && entry) {
        resolve_for(ix, v->op);
        return ix->state[value] == LCK_KNOWN ? ix->formula[value] : lck_no_formula;
    }
    uint32_t captured = lck_index_captured(m, value);
    if (captured != LCK_IR_NONE)
        return lck_index_of(ix, captured);
    branches to = branches_to(m, v->block);
    if (is_header(m, &to, v->block)) {
        resolve_header(ix, &to, v->block);
        return ix->state[value] == LCK_KNOWN ? ix->formula[value] : lck_no_formula;
    }
    if (to.n > 0)
        return joined(ix, value, &to);
    return lck_value_type_of(m, value, &type) ? lck_index_data(ix, value, lck_index_all(&type))
                                              : lck_no_formula;
}

/* Of scf.for, the value that is carried behind the last trip. */
static lck_formula after_loop(lck_index *ix, const lck_ir_op *op, uint32_t value)
{
    const lck_ir_block *b = &ix->m->block[op->blocks];
    uint32_t carried = b->argument + 1 + ix->m->value[value].index;
    if (op->nblocks == 0 || carried >= b->argument + b->narguments)
        return lck_no_formula;
    lck_formula f = lck_index_of(ix, carried);
    const lck_symbol *trip = trip_symbol(ix, b->argument, NULL);
    if (!f.e || !trip->var || !lc_expr_has(f.e, trip->var))
        return f.e && lc_expr_equal(f.e, lck_index_of(ix, ix->m->value[carried].init).e)
                   ? f
                   : lck_no_formula;
    if (trip->trips)
        f.e = lc_expr_substitute(ix->x, f.e, trip->var, trip->trips);
    return trip->trips ? f : lck_no_formula;
}

/* Of scf.if: one of two values. */
static lck_formula after_if(lck_index *ix, const lck_ir_op *op, uint32_t value)
{
    const lck_ir_module *m = ix->m;
    uint32_t other = LCK_IR_NONE, index = m->value[value].index, self = m->value[value].op;
    for (uint32_t i = op->blocks + 1; i < op->blocks + op->nblocks; i++)
        if (m->block[i].op == self)
            other = i;
    const lck_ir_op *yes = end_of(m, op->blocks, "scf.yield"),
                    *no = end_of(m, other, "scf.yield");
    if (op->nblocks == 0 || !yes || !no)
        return lck_no_formula;
    lck_formula c = lck_index_of(ix, lck_ir_operand(m, op, 0));
    lck_formula a = lck_index_of(ix, lck_ir_operand(m, yes, index));
    lck_formula b = lck_index_of(ix, lck_ir_operand(m, no, index));
    if (!c.e || !a.e || !b.e || a.base != b.base)
        return lck_no_formula;
    return (lck_formula){lc_expr_select(ix->x, c.e, a.e, b.e), a.base};
}

bool lck_index_flow(lck_index *ix, const lck_ir_op *op, uint32_t value, lck_formula *out)
{
    lck_value_type type;
    if (lck_ir_is(op, "scf.for"))
        *out = after_loop(ix, op, value);
    else if (lck_ir_is(op, "scf.if"))
        *out = after_if(ix, op, value);
    else
        return false;
    lc_ctx_reset(ix->ctx);
    if (!out->e && lck_value_type_of(ix->m, value, &type))
        *out = lck_index_data(ix, value, lck_index_all(&type));
    return true;
}
