/* formula.c - the formulas that were asked for. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- all formulas of a function ---- */

lck_formulas *lck_formulas_new(const lck_flow *flow, const lck_formula_options *options)
{
    lck_formulas *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->flow = flow;
    f->m = flow->module;
    f->options.launch = LCK_AUDIT_NO_OPTIONS;
    if (options)
        f->options = *options;
    f->ctx = lc_ctx_new();
    f->x = f->ctx ? lc_exprs_new(f->ctx) : NULL;
    size_t n = flow->nvalues + 1;
    f->value = calloc(n, sizeof *f->value);
    f->state = calloc(n, sizeof *f->state);
    f->held = calloc(n, sizeof *f->held);
    f->mark = calloc(n, sizeof *f->mark);
    f->trail = calloc(n, sizeof *f->trail);
    f->reach = calloc(flow->nblocks + 1, sizeof *f->reach);
    f->loose = calloc(flow->nblocks + 1, sizeof *f->loose);
    f->loop = calloc(flow->nloops + 1, sizeof *f->loop);
    if (!f->x || !f->value || !f->state || !f->held || !f->mark || !f->trail || !f->reach ||
        !f->loose || !f->loop || !lck_symbols_begin(f) || !lck_kept_begin(f)) {
        lck_formulas_free(f);
        return NULL;
    }
    return f;
}

void lck_formulas_free(lck_formulas *f)
{
    if (!f)
        return;
    free(f->value);
    free(f->state);
    free(f->held);
    free(f->mark);
    free(f->trail);
    free(f->reach);
    free(f->loose);
    free(f->loop);
    free(f->kept);
    free(f->use);
    free(f->assumed);
    lc_exprs_free(f->x);
    lc_ctx_free(f->ctx);
    free(f);
}

const lck_flow *lck_formulas_flow(const lck_formulas *f)
{
    return f->flow;
}

const lck_audit_options *lck_formulas_launch(const lck_formulas *f)
{
    return &f->options.launch;
}

lc_exprs *lck_formulas_exprs(lck_formulas *f)
{
    return f->x;
}

const lck_ptx_symbol *lck_formulas_trip(lck_formulas *f, uint32_t loop)
{
    lck_formula_count(f, loop);
    const lc_expr *trip = f->loop[loop].trip;
    return trip ? &f->symbol[trip->slot] : NULL;
}

const lck_ptx_symbol *lck_formulas_symbol(const lck_formulas *f, size_t slot)
{
    return &f->symbol[slot];
}

uint32_t lck_formulas_maker(const lck_formulas *f, const lck_ptx_symbol *s)
{
    bool made = s && s->kind == LCK_SYMBOL_DATA && s->of != LCK_FLOW_NONE &&
                f->flow->value[s->of].kind == LCK_FLOW_RESULT;
    return made ? f->flow->value[s->of].insn : LCK_FLOW_NONE;
}

size_t lck_formulas_nassumed(const lck_formulas *f)
{
    return f->nassumed;
}

const lck_ptx_assumed *lck_formulas_assumed(const lck_formulas *f, size_t i)
{
    return &f->assumed[i];
}

/* ---- values: first what they are made of, then they themselves ---- */

/* Does an edge around a loop lead to the block? */
static bool is_around(const lck_flow *flow, uint32_t block)
{
    const lck_flow_block *b = &flow->block[block];
    for (uint32_t i = 0; i < b->npreds; i++)
        if (flow->edge[b->pred + i] >= block)
            return true;
    return false;
}

static bool is_header(const lck_flow *flow, uint32_t block)
{
    uint32_t loop = flow->block[block].loop;
    return loop != LCK_FLOW_NONE && flow->loop[loop].header == block;
}

static void part(lck_parts *parts, uint32_t value)
{
    if (value != LCK_FLOW_NONE && parts->n < LCK_FORMULA_PARTS)
        parts->value[parts->n++] = value;
}

static void parts_of_branch(const lck_formulas *f, uint32_t block, lck_parts *parts)
{
    uint32_t branch = lck_flow_branch(f->flow, block);
    if (branch != LCK_FLOW_NONE)
        part(parts, f->flow->insn[branch].guard);
}

void lck_parts_of(const lck_formulas *f, uint32_t value, lck_parts *parts)
{
    const lck_flow *flow = f->flow;
    const lck_flow_value *v = &flow->value[value];
    parts->n = 0;
    if (!lck_is_integer(v->type))
        return;
    for (uint32_t i = 0; i < v->n; i++)
        part(parts, lck_flow_arg(flow, value, i));
    if (v->kind == LCK_FLOW_SELECT)
        part(parts, flow->insn[v->insn].guard);
    if (v->kind == LCK_FLOW_PHI) {
        const lck_flow_block *b = &flow->block[v->block];
        for (uint32_t i = 0; i < b->npreds; i++)
            parts_of_branch(f, flow->edge[b->pred + i], parts);
        if (b->idom != LCK_FLOW_NONE)
            parts_of_branch(f, b->idom, parts);
    }
    if (v->kind != LCK_FLOW_RESULT || !lck_formula_reads(f, v->insn))
        return;
    uint32_t from = f->kept[v->insn] == LCK_FLOW_NONE ? v->insn : f->kept[v->insn];
    for (uint32_t k = 0; k < lck_flow_of(flow, from)->nall; k++)
        part(parts, flow->use[flow->insn[from].slot + k]);
}

static const lc_expr *compute(lck_formulas *f, uint32_t value)
{
    const lck_flow *flow = f->flow;
    const lck_flow_value *v = &flow->value[value];
    const lc_expr *e = NULL;
    switch (v->kind) {
    case LCK_FLOW_RESULT: e = lck_formula_result(f, v->insn, v->slot); break;
    case LCK_FLOW_SELECT: e = lck_formula_selected(f, value); break;
    case LCK_FLOW_PHI:
        if (!is_around(flow, v->block))
            e = lck_formula_join(f, value);
        else if (is_header(flow, v->block))
            e = lck_formula_carry(f, value);
        break;
    default: break;
    }
    lc_ctx_reset(f->ctx);
    return lck_settled(f, e, v->type.bits);
}

/* Symbols in the place of long formulas that all threads of a block share; false: there is none
 * among those that the value is made of. */
static bool shorten_parts(lck_formulas *f, uint32_t value)
{
    bool shorter = false;
    lck_parts parts;
    lck_parts_of(f, value, &parts);
    for (size_t i = 0; i < parts.n; i++) {
        uint32_t one = parts.value[i];
        const lc_expr *e = f->state[one] ? f->value[one] : NULL;
        if (!e || e->size < LCK_FORMULA_LONG || (lck_formula_varies(f, e) & LCK_BY_THREAD))
            continue;
        const lc_expr *symbol = lck_symbol_for(f, one, e);
        shorter = shorter || symbol;
        f->value[one] = symbol ? symbol : e;
    }
    return shorter;
}

static void know(lck_formulas *f, uint32_t value)
{
    uint32_t line = f->line;
    const lck_flow_value *v = &f->flow->value[value];
    if (v->insn != LCK_FLOW_NONE)
        f->line = lck_flow_of(f->flow, v->insn)->line;
    const lc_expr *e = f->work < LCK_FORMULA_WORK && f->depth < LCK_FORMULA_DEPTH
                           ? compute(f, value)
                           : NULL;
    if (!e && !f->state[value] && shorten_parts(f, value))
        e = compute(f, value);
    f->work++;
    f->line = line;
    if (f->state[value]) /* on the way */
        return;
    f->value[value] = e ? e : lck_symbol_data(f, value);
    f->state[value] = 1;
    if (f->carrying > 0 && f->ntrail < f->flow->nvalues)
        f->trail[f->ntrail++] = value;
}

typedef struct {
    uint32_t *at;
    size_t n, room;
} stack;

static bool push(stack *s, uint32_t value)
{
    if (s->n == s->room) {
        size_t room = s->room * 2 + 64;
        uint32_t *more = realloc(s->at, room * sizeof *more);
        if (!more)
            return false;
        s->at = more;
        s->room = room;
    }
    s->at[s->n++] = value;
    return true;
}

/* Pushes what the value is made of and is not known yet. */
static bool push_parts(lck_formulas *f, stack *s, uint32_t value)
{
    const lck_flow_value *v = &f->flow->value[value];
    lck_parts parts;
    if (v->kind == LCK_FLOW_PHI && is_around(f->flow, v->block))
        return true; /* its parts go around: carried.c has them one by one */
    lck_parts_of(f, value, &parts);
    for (size_t i = 0; i < parts.n; i++)
        if (!f->state[parts.value[i]] && lck_is_integer(f->flow->value[parts.value[i]].type) &&
            !push(s, parts.value[i]))
            return false;
    return true;
}

const lc_expr *lck_formula_of(lck_formulas *f, uint32_t value)
{
    stack s = {0};
    if (value == LCK_FLOW_NONE || !lck_is_integer(f->flow->value[value].type))
        return NULL;
    if (f->state[value])
        return f->value[value];
    f->depth++;
    bool good = push(&s, value);
    while (good && s.n > 0) {
        uint32_t top = s.at[s.n - 1];
        size_t before = s.n;
        if (!f->state[top] && f->work < LCK_FORMULA_WORK)
            good = push_parts(f, &s, top);
        if (s.n > before)
            continue;
        if (!f->state[top])
            know(f, top);
        s.n--;
    }
    free(s.at);
    f->depth--;
    return f->state[value] ? f->value[value] : NULL;
}

/* ---- operands ---- */

const lc_expr *lck_formula_operand(lck_formulas *f, uint32_t insn, uint32_t k)
{
    const lck_ptx_insn *p = lck_flow_of(f->flow, insn);
    if (k >= p->nall)
        return NULL;
    const lck_ptx_operand *o = &f->m->operand[p->operand + k];
    const lc_expr *e = NULL;
    switch (o->kind) {
    case LCK_PTX_REGISTER:
        e = lck_formula_seen(f, f->flow->use[f->flow->insn[insn].slot + k],
                             f->flow->insn[insn].block);
        if (o->negated && e)
            e = f->m->reg[o->reg].type.bits == 1 ? lc_expr_not(f->x, e)
                                                 : lck_plus(f, lck_int(f, 0), -1, e);
        break;
    case LCK_PTX_INTEGER: e = lck_int(f, o->value); break;
    case LCK_PTX_VARIABLE:
        e = lck_plus(f, lck_symbol_variable(f, o->variable), 1, lck_int(f, o->value));
        break;
    case LCK_PTX_SPECIAL: e = lck_symbol_special(f, o->special, o->axis, 32); break;
    default: break;
    }
    return e;
}

/* An address of 32 bits. Where the whole may leave them, what is added to its base is taken
 * modulo 2^32 alone: the base is the same. */
static const lc_expr *in_32_bits(lck_formulas *f, const lc_expr *e)
{
    const lc_expr *rest, *number = lck_as_signed(f, e, 32);
    if (!e || !number || lc_expr_equal(number, e) || !lck_formula_base(f, e, &rest))
        return number;
    return lck_plus(f, lck_plus(f, e, -1, rest), 1, lck_as_signed(f, rest, 32));
}

const lc_expr *lck_formula_address(lck_formulas *f, uint32_t insn, uint32_t k)
{
    const lck_ptx_insn *p = lck_flow_of(f->flow, insn);
    if (k >= p->nall)
        return NULL;
    const lck_ptx_operand *o = &f->m->operand[p->operand + k];
    uint32_t use = f->flow->use[f->flow->insn[insn].slot + k];
    const lc_expr *e = NULL;
    if (o->kind != LCK_PTX_ADDRESS)
        return NULL;
    f->line = p->line;
    if (use != LCK_FLOW_NONE) {
        e = lck_formula_seen(f, use, f->flow->insn[insn].block);
        e = lck_plus(f, e, 1, lck_int(f, o->value));
        return f->flow->value[use].type.bits == 32 ? in_32_bits(f, e) : e;
    }
    e = o->variable != LCK_PTX_NONE ? lck_symbol_variable(f, o->variable) : lck_int(f, 0);
    return lck_plus(f, e, 1, lck_int(f, o->value));
}

/* ---- what is known of an expression ---- */

static int64_t multiple_of(const void *context, size_t slot)
{
    const lck_formulas *f = context;
    return f->symbol[slot].counts ? 1 : f->symbol[slot].multiple;
}

int64_t lck_formula_multiple(const lck_formulas *f, const lc_expr *e)
{
    return lc_expr_divisor(e, multiple_of, f);
}

/* The pointers among the terms of a sum: those said to be some before those that may be. */
typedef struct {
    const lck_ptx_symbol *said, *maybe;
    unsigned nsaid, nmaybe;
} bases;

/* k e is the address of a symbol. */
static const lck_ptx_symbol *symbol_of(const lck_formulas *f, const lc_expr *e)
{
    int64_t k = 1;
    if (e->op == LC_EXPR_MUL && lc_expr_is_int(e->arg[1], &k))
        e = e->arg[0];
    if (e->op != LC_EXPR_VAR)
        return NULL;
    const lck_ptx_symbol *s = &f->symbol[e->slot];
    bool maybe = s->bits == 64 && (s->kind == LCK_SYMBOL_ARGUMENT || s->kind == LCK_SYMBOL_DATA);
    return k == (s->counts ? s->multiple : 1) && (s->pointer || maybe) ? s : NULL;
}

static const lck_ptx_symbol *the_one(const bases *b)
{
    return b->nsaid == 1 ? b->said : b->nsaid == 0 && b->nmaybe == 1 ? b->maybe : NULL;
}

static void find_bases(const lck_formulas *f, const lc_expr *e, bases *b)
{
    const lck_ptx_symbol *s = symbol_of(f, e);
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB) {
        find_bases(f, e->arg[0], b);
        if (e->op == LC_EXPR_ADD)
            find_bases(f, e->arg[1], b);
        return;
    }
    if (e->op == LC_EXPR_SELECT) { /* the same one on both sides */
        bases yes = {0}, no = {0};
        find_bases(f, e->arg[1], &yes);
        find_bases(f, e->arg[2], &no);
        s = the_one(&yes) == the_one(&no) ? the_one(&yes) : NULL;
    }
    if (s && s->pointer) {
        b->said = s;
        b->nsaid++;
    } else if (s) {
        b->maybe = s;
        b->nmaybe++;
    }
}

/* A sum without the term that is the address of a symbol; NULL: it has none. Sums are taken apart
 * as they stand: their terms need not fit together in 64 bits. */
static const lc_expr *without(lck_formulas *f, const lc_expr *e, const lck_ptx_symbol *s)
{
    int64_t zero;
    if (symbol_of(f, e) == s)
        return lck_int(f, 0);
    if (e->op == LC_EXPR_SELECT)
        return lck_select(f, e->arg[0], without(f, e->arg[1], s), without(f, e->arg[2], s));
    if (e->op != LC_EXPR_ADD && e->op != LC_EXPR_SUB)
        return NULL;
    const lc_expr *rest = without(f, e->arg[0], s);
    if (rest && e->op == LC_EXPR_ADD && lc_expr_is_int(rest, &zero) && zero == 0)
        return e->arg[1];
    if (rest)
        return lck_make(f, e->op, rest, e->arg[1]);
    rest = e->op == LC_EXPR_ADD ? without(f, e->arg[1], s) : NULL;
    return rest && lc_expr_is_int(rest, &zero) && zero == 0
               ? e->arg[0]
               : lck_make(f, LC_EXPR_ADD, e->arg[0], rest);
}

static const lck_ptx_symbol *plain_base(lck_formulas *f, const lc_expr *address,
                                        const lc_expr **offset)
{
    bases b = {0};
    find_bases(f, address, &b);
    const lck_ptx_symbol *s = the_one(&b);
    const lc_expr *rest = s ? without(f, address, s) : NULL;
    if (!rest)
        return NULL;
    *offset = rest;
    return s;
}

/* The same modulo 2^32, of k (e % m) with k m = 2^32 without the remainder; NULL: it has none. */
static const lc_expr *unwrapped(lck_formulas *f, const lc_expr *e)
{
    int64_t k = 1, m;
    if (e->op == LC_EXPR_ADD && lc_expr_is_int(e->arg[1], &m)) {
        const lc_expr *a = unwrapped(f, e->arg[0]);
        return a ? lck_plus(f, a, 1, e->arg[1]) : NULL;
    }
    if (e->op == LC_EXPR_MUL && lc_expr_is_int(e->arg[1], &k))
        e = e->arg[0];
    bool whole = e->op == LC_EXPR_MOD && lc_expr_is_int(e->arg[1], &m) && k > 0 &&
                 m <= lck_power(32) / k && k * m == lck_power(32);
    return whole ? lck_make(f, LC_EXPR_MUL, e->arg[0], lck_int(f, k)) : NULL;
}

/* An address of 32 bits that may wrap around counts from a variable of shared memory as any:
 * bytes from there are a number of 32 bits, too. */
const lck_ptx_symbol *lck_formula_base(lck_formulas *f, const lc_expr *address,
                                       const lc_expr **offset)
{
    *offset = address;
    const lck_ptx_symbol *s = address ? plain_base(f, address, offset) : NULL;
    const lc_expr *whole = address && !s ? unwrapped(f, address) : NULL, *rest = NULL;
    if (!whole)
        return s;
    s = plain_base(f, whole, &rest);
    if (!s || s->kind != LCK_SYMBOL_VARIABLE || f->m->variable[s->of].space != LCK_PTX_SHARED)
        return NULL;
    rest = lck_make(f, LC_EXPR_MOD, rest, lck_int(f, lck_power(32)));
    *offset = rest ? rest : address;
    return rest ? s : NULL;
}

const lc_expr *lck_formula_choice(lck_formulas *f, const lc_expr *address)
{
    bases yes = {0}, no = {0};
    const lc_expr *c = NULL;
    if (!address)
        return NULL;
    if (address->op == LC_EXPR_ADD || address->op == LC_EXPR_SUB) {
        c = lck_formula_choice(f, address->arg[0]);
        return c || address->op == LC_EXPR_SUB ? c : lck_formula_choice(f, address->arg[1]);
    }
    if (address->op != LC_EXPR_SELECT)
        return NULL;
    find_bases(f, address->arg[1], &yes);
    find_bases(f, address->arg[2], &no);
    return the_one(&yes) && the_one(&yes) != the_one(&no)
               ? address->arg[0]
               : lck_formula_choice(f, address->arg[1]);
}

/* ---- why ---- */

static const lck_ptx_symbol *first_data(const lck_formulas *f, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return NULL;
    if (e->op == LC_EXPR_VAR)
        return f->symbol[e->slot].kind == LCK_SYMBOL_DATA ? &f->symbol[e->slot] : NULL;
    for (int i = 0; i < 3; i++) {
        const lck_ptx_symbol *s = first_data(f, e->arg[i]);
        if (s)
            return s;
    }
    return NULL;
}

const char *lck_formula_why(lck_formulas *f, const lc_expr *e)
{
    const lck_ptx_symbol *s = first_data(f, e);
    if (!s)
        return NULL;
    const lck_flow_value *v = s->of == LCK_FLOW_NONE ? NULL : &f->flow->value[s->of];
    if (!v)
        snprintf(f->why, sizeof f->why, "%.60s is not known", s->var->name);
    else if (v->kind == LCK_FLOW_PHI)
        snprintf(f->why, sizeof f->why, "%.40s: what a loop or branch leaves is not known",
                 s->var->name);
    else {
        const lck_ptx_insn *p = lck_flow_of(f->flow, v->insn);
        snprintf(f->why, sizeof f->why, "%.*s in line %u is data",
                 (int)(p->opcode.n < 60 ? p->opcode.n : 60), p->opcode.at, p->line);
    }
    return f->why;
}
