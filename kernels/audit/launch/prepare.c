/* prepare.c - what is the same for all threads of a launch: what instructions do, which symbols
 * are numbers, which accesses have one base, what could put threads in order. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- instructions and symbols ---- */

/* The condition of an instruction, and what a branch to one of several places asks. */
static const lc_expr *guard_of(lck_run *r, uint32_t insn)
{
    const lck_flow_insn *i = &r->flow->insn[insn];
    if (i->guard != LCK_FLOW_NONE)
        return lck_formula_of(r->f, i->guard);
    return lck_ptx_is(lck_flow_of(r->flow, insn), "brx") ? lck_formula_operand(r->f, insn, 0)
                                                         : NULL;
}

/* The symbol that a value is; NONE: it is another formula. */
static uint32_t slot_of(lck_run *r, uint32_t value)
{
    const lc_expr *e = value == LCK_FLOW_NONE ? NULL : lck_formula_of(r->f, value);
    return e && e->op == LC_EXPR_VAR ? (uint32_t)e->slot : LCK_FLOW_NONE;
}

static void read_instructions(lck_run *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        r->operation[i] = lck_launch_operation(r->f, i);
        r->guard[i] = guard_of(r, i);
        r->access_of[i] = r->result[i] = r->held[i] = LCK_FLOW_NONE;
        if (r->operation[i].does == LCK_DOES_WAIT)
            r->result[i] = slot_of(r, r->flow->def[r->flow->insn[i].slot]);
    }
    for (uint32_t a = (uint32_t)r->list->n; a-- > 0;)
        r->access_of[r->list->at[a].insn] = a;
    for (uint32_t l = 0; l < r->flow->nloops; l++)
        (void)lck_formulas_trip(r->f, l);
    lck_run_find_carried(r);
    r->nvars = lc_exprs_nvars(lck_formulas_exprs(r->f));
}

/* Lays out variables of shared memory; dynamic ones all begin behind the others. */
static void place_variables(lck_run *r)
{
    int64_t next = LCK_LAUNCH_SHARED;
    for (int dynamic = 0; dynamic < 2; dynamic++)
        for (size_t i = 0; i < r->nvars; i++) {
            const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
            const lck_ptx_variable *v = s->kind == LCK_SYMBOL_VARIABLE ? &r->m->variable[s->of]
                                                                       : NULL;
            if (!v || v->space != LCK_PTX_SHARED || (v->bytes == 0) != dynamic ||
                LCK_LAUNCH_SHARED % s->multiple != 0)
                continue;
            r->known[i] = true;
            r->place[i] = next;
            next += ((int64_t)v->bytes + LCK_LAUNCH_SHARED - 1) / LCK_LAUNCH_SHARED *
                    LCK_LAUNCH_SHARED;
        }
}

/* False: there are too many. */
static bool add_choice(lck_run *r, const lc_expr *condition)
{
    for (unsigned i = 0; i < r->out->choices; i++)
        if (lc_expr_equal(r->choice[i], condition))
            return true;
    if (r->out->choices == LCK_LAUNCH_CHOICES)
        return false;
    r->choice[r->out->choices++] = condition;
    return true;
}

/* May what a symbol is made of be another for threads that load it later? */
static bool may_change(const void *context, size_t slot)
{
    lck_run *r = *(lck_run *const *)context;
    const lck_ptx_symbol *s = lck_formulas_symbol(r->f, slot);
    bool *loads, changes = false;
    if (s->kind != LCK_SYMBOL_DATA || s->of == LCK_FLOW_NONE)
        return false;
    if (r->changes[slot])
        return r->changes[slot] == 2;
    loads = lck_run_array(r, r->flow->ninsns, sizeof *loads);
    r->failed |= !loads || !lck_formula_loads(r->f, s->of, loads);
    for (size_t a = 0; loads && a < r->list->n && !changes; a++)
        changes = loads[r->list->at[a].insn] && lck_access_may_change(r->list, &r->list->at[a]);
    free(loads);
    r->changes[slot] = changes ? 2 : 1;
    return changes;
}

/* Conditions that depend on what is the same for all threads of all blocks, as floats among the
 * arguments. */
static void find_choices(lck_run *r)
{
    const unsigned differs = LCK_BY_THREAD | LCK_BY_BLOCK | LCK_BY_TRIP | LCK_BY_LANE;
    for (size_t i = 0; i < r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        if (lck_formulas_maker(r->f, s) == LCK_FLOW_NONE || s->bits != 1 || s->elected ||
            s->varies & differs || may_change(&r, i))
            continue;
        r->known[i] = add_choice(r, s->var) && r->chooses;
    }
}

/* Comparisons of data that is the same for all threads that run together, of a block or of a
 * cluster, and for all trips, in the condition of an instruction. */
static void find_comparisons(lck_run *r, const lc_expr *e)
{
    const unsigned differs = LCK_BY_THREAD | LCK_BY_TRIP | LCK_BY_LANE |
                             (r->ranks > 1 ? LCK_BY_BLOCK : 0);
    if (!e || lck_launch_knows(r, e))
        return;
    switch (e->op) {
    case LC_EXPR_ALL:
    case LC_EXPR_ANY:
    case LC_EXPR_NOT:
        find_comparisons(r, e->arg[0]);
        find_comparisons(r, e->arg[1]);
        return;
    case LC_EXPR_LT:
    case LC_EXPR_LE:
    case LC_EXPR_EQ:
    case LC_EXPR_NE: break;
    default: return;
    }
    if (lck_formula_varies(r->f, e) & differs || lc_expr_any(e, may_change, &r))
        return;
    r->out->more = true;
    if (r->chooses == LCK_CHOOSES_FOR_BLOCKS && add_choice(r, e))
        lck_run_open(r, false, true, "data decides, in each block on its own");
}

/* Which symbols have a number in a thread. */
static void read_symbols(lck_run *r)
{
    for (size_t i = 0; i < r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        r->loop_of[i] = s->kind == LCK_SYMBOL_TRIP   ? s->of
                        : s->kind == LCK_SYMBOL_DATA ? s->last_of
                                                     : LCK_FLOW_NONE;
        r->known[i] = s->kind == LCK_SYMBOL_TID || s->kind == LCK_SYMBOL_NTID ||
                      r->loop_of[i] != LCK_FLOW_NONE || s->elected;
        if (s->kind == LCK_SYMBOL_CTAID || s->kind == LCK_SYMBOL_NCTAID)
            r->known[i] = r->grid[0] > 0;
    }
    place_variables(r);
    find_choices(r);
    for (uint32_t i = 0; i < r->flow->ninsns; i++)
        if (r->result[i] != LCK_FLOW_NONE)
            r->known[r->result[i]] = true;
    lck_run_know_carried(r);
    for (uint32_t i = 0; i < r->flow->ninsns; i++)
        find_comparisons(r, r->guard[i]);
}

/* ---- accesses ---- */

/* Is it made of an address in another block of the cluster? */
static bool is_mapped(const void *context, size_t slot)
{
    const lck_run *r = context;
    uint32_t maker = lck_formulas_maker(r->f, lck_formulas_symbol(r->f, slot));
    return maker != LCK_FLOW_NONE && r->operation[maker].maps;
}

/* Does it depend on where variables lie? */
static bool asks_place(const lck_run *r, const lc_expr *e)
{
    return lck_formula_kinds(r->f, e) >> LCK_SYMBOL_VARIABLE & 1;
}

/* Does an access without a base have a number as its place in shared memory, or is it anywhere in
 * a block of the cluster? Generic addresses count, too. */
static bool roams(const lck_run *r, const lck_ptx_access *a)
{
    bool of_cluster = a->space == LCK_IN_CLUSTER || a->space == LCK_IN_UNKNOWN;
    if (a->base.kind != LCK_BASE_UNKNOWN || !a->address)
        return false;
    if (a->space != LCK_IN_SHARED && lc_expr_any(a->address, is_mapped, r))
        return r->ranks > 1 && of_cluster;
    return (a->space == LCK_IN_SHARED || (of_cluster && asks_place(r, a->address))) &&
           lck_launch_knows(r, a->address);
}

/* Is it of shared memory, or of that of the cluster? */
static bool is_shared(const lck_run *r, const lck_ptx_access *a)
{
    return a->space == LCK_IN_SHARED || (r->ranks > 1 && a->space == LCK_IN_CLUSTER) ||
           roams(r, a);
}

static bool is_meant(const lck_run *r, const lck_ptx_access *a)
{
    return is_shared(r, a) || (a->space == LCK_IN_GLOBAL && r->grid[0] > 0);
}

static bool same_base(const lck_run *r, const lck_ptx_access *a, const lck_ptx_access *b)
{
    const lck_base *p = &a->base, *q = &b->base;
    if (r->flat && is_shared(r, a) && is_shared(r, b))
        return true;
    return p->kind == q->kind && a->space == b->space &&
           (p->kind == LCK_BASE_DYNAMIC || (p->of == q->of && p->offset == q->offset));
}

/* Notes what keeps the verdict from being that there are no races. */
static void look_at_base(lck_run *r, const lck_ptx_access *a)
{
    bool shared = a->space == LCK_IN_SHARED || a->space == LCK_IN_CLUSTER ||
                  a->space == LCK_IN_UNKNOWN;
    bool global = a->space == LCK_IN_GLOBAL || a->space == LCK_IN_UNKNOWN;
    bool based = (a->base.kind != LCK_BASE_UNKNOWN && a->space != LCK_IN_UNKNOWN) || roams(r, a);
    if (!based || (a->space == LCK_IN_CLUSTER && !is_shared(r, a)))
        lck_run_open(r, shared, global, "the memory of the access in line %zu is not known",
                     a->line);
    else if (a->bytes == 0 && a->rows == 0 && r->operation[a->insn].does != LCK_DOES_COPY &&
             r->operation[a->insn].does != LCK_DOES_STORE)
        lck_run_open(r, shared, global, "how many bytes line %zu copies is not known", a->line);
}

static void read_accesses(lck_run *r)
{
    r->shared.grain = r->global.grain = 16; /* bulk copies have that and more */
    r->flat = r->ranks > 1;
    for (uint32_t a = 0; a < r->list->n; a++)
        r->flat |= roams(r, &r->list->at[a]);
    for (uint32_t a = 0; a < r->list->n; a++) {
        const lck_ptx_access *access = &r->list->at[a];
        look_at_base(r, access);
        r->out->reach[a].open = access->base.kind == LCK_BASE_UNKNOWN ||
                                asks_place(r, access->at) || asks_place(r, access->guard);
        r->base_of[a] = LCK_FLOW_NONE;
        if (!is_meant(r, access) || (access->base.kind == LCK_BASE_UNKNOWN && !roams(r, access)))
            continue;
        r->base_of[a] = a;
        for (uint32_t b = 0; b < a && r->base_of[a] == a; b++)
            if (r->base_of[b] == b && same_base(r, access, &r->list->at[b]))
                r->base_of[a] = b;
        uint32_t *grain = access->space == LCK_IN_GLOBAL ? &r->global.grain : &r->shared.grain;
        while (access->bytes % *grain)
            *grain /= 2;
        const lc_expr *at = r->flat && is_shared(r, access) ? access->address : access->at;
        r->wild[r->base_of[a]] |= !at || !lck_launch_knows(r, at);
        r->written[r->base_of[a]] |= access->writes;
    }
}

/* Operands of wgmma, each a base of its own where no access has it. */
static void read_operands(lck_run *r)
{
    for (uint32_t a = (uint32_t)r->list->n; a < r->list->all; a++) {
        const lck_ptx_access *access = &r->list->at[a];
        r->base_of[a] = access->base.kind == LCK_BASE_UNKNOWN ? LCK_FLOW_NONE : a;
        for (uint32_t b = 0; b < a && r->base_of[a] == a; b++)
            if (r->base_of[b] == b && same_base(r, access, &r->list->at[b]))
                r->base_of[a] = b;
    }
}

static bool is_fence(const lck_run *r, uint32_t insn)
{
    static const char *const words[] = {"volatile", "acquire", "release",
                                        "acq_rel",  "relaxed", "mmio"};
    const lck_ptx_insn *p = lck_flow_of(r->flow, insn);
    bool is = lck_ptx_is(p, "membar") || lck_ptx_is(p, "fence");
    bool moves = lck_ptx_is(p, "ld") || lck_ptx_is(p, "st") || lck_ptx_is(p, "atom") ||
                 lck_ptx_is(p, "red");
    for (size_t k = 0; moves && k < sizeof words / sizeof *words; k++)
        is |= lck_ptx_has(r->m, p, words[k]);
    return is && !lck_ptx_has(r->m, p, "cta");
}

/* A relaxed arrival passes on nothing by itself; a fence before it may, which is left open. */
static void look_at_relaxed(lck_run *r, uint32_t insn)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        const lck_ptx_insn *p = lck_flow_of(r->flow, i);
        bool fence = lck_ptx_is(p, "membar") || lck_ptx_is(p, "fence");
        if (fence && !lck_ptx_has(r->m, p, "mbarrier_init") && !lck_ptx_has(r->m, p, "proxy") &&
            !lck_ptx_has(r->m, p, "cta"))
            lck_run_stop(r, "what the arrival in line %u passes on is not followed",
                         lck_flow_of(r->flow, insn)->line);
    }
}

static void look_for_order(lck_run *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        r->alone |= lck_ptx_is(lck_flow_of(r->flow, i), "tcgen05");
        r->proxies |= r->operation[i].does == LCK_DOES_PRODUCT ||
                      r->operation[i].does == LCK_DOES_STORE;
    }
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        const lck_operation_of *o = &r->operation[i];
        uint32_t line = lck_flow_of(r->flow, i)->line;
        r->fences |= is_fence(r, i);
        r->parts |= r->ranks > 1 || (o->does == LCK_DOES_BAR && (!o->waits || o->count)) ||
                    o->does == LCK_DOES_CLUSTER;
        if (o->does == LCK_DOES_CLUSTER && o->more)
            look_at_relaxed(r, i);
        if (o->does == LCK_DOES_FENCE && !r->proxies)
            r->operation[i].does = LCK_DOES_NOTHING;
        if (o->does == LCK_DOES_TOUCH)
            lck_run_open(r, true, false, "%s in line %u is not followed", o->what, line);
        if (o->does == LCK_DOES_HIDDEN)
            lck_run_stop(r, "%s in line %u is not followed", o->what, line);
    }
    if (r->flow->irreducible || r->flow->indirect || r->list->failed)
        lck_run_stop(r, "the control flow is not followed");
}

/* ---- blocks at whose end data may decide, as nothing is done on any way ---- */

static bool is_idle(lck_run *r, uint32_t block, lck_thread *t)
{
    (void)t;
    for (uint32_t i = r->flow->block[block].insn; i < r->flow->block[block].end; i++) {
        uint32_t a = r->access_of[i];
        if (r->operation[i].does != LCK_DOES_NOTHING ||
            (a != LCK_FLOW_NONE && r->list->at[a].space != LCK_IN_LOCAL &&
             r->list->at[a].space != LCK_IN_CONSTANT &&
             (r->base_of[a] == LCK_FLOW_NONE || r->written[r->base_of[a]])))
            return false;
    }
    return !r->flow->block[block].leaves;
}

/* What is on the ways from a block up to where they join. False: `visit` said so of a block. */
typedef bool visitor(lck_run *r, uint32_t block, lck_thread *t);
static bool visit_ways(lck_run *r, uint32_t block, visitor *visit, lck_thread *t)
{
    const lck_flow *flow = r->flow;
    uint32_t *todo = lck_run_array(r, flow->nblocks, sizeof *todo);
    bool *seen = lck_run_array(r, flow->nblocks, sizeof *seen);
    bool all = todo && seen;
    uint32_t n = 0, join = flow->block[block].ipdom;
    for (bool first = true; all && (first || n > 0); first = false) {
        uint32_t b = first ? block : todo[--n];
        for (uint32_t k = 0; k < flow->block[b].nsuccs && all; k++) {
            uint32_t to = flow->edge[flow->block[b].succ + k];
            if (to == join || seen[to])
                continue;
            all = visit(r, to, t);
            seen[to] = true;
            todo[n++] = to;
        }
    }
    free(todo);
    free(seen);
    return all;
}

static void look_for_quiet(lck_run *r)
{
    for (uint32_t b = 0; b < r->flow->nblocks; b++)
        r->quiet[b] = r->flow->block[b].nsuccs > 1 && visit_ways(r, b, is_idle, NULL);
}

/* It is not known how often the thread goes through a block, nor what that leaves. */
static bool leave_open(lck_run *r, uint32_t block, lck_thread *t)
{
    const lck_flow_block *b = &r->flow->block[block];
    for (uint32_t i = b->insn; i < b->end; i++) {
        for (uint32_t a = r->access_of[i];
             a != LCK_FLOW_NONE && a < r->list->n && r->list->at[a].insn == i; a++)
            r->out->reach[a].open = true;
        if (r->held[i] != LCK_FLOW_NONE)
            t->unsure[r->held[i]] = true;
    }
    for (uint32_t i = 0; i < r->ncarried; i++)
        if (r->flow->value[r->carried[i].value].block == block)
            t->unsure[r->carried[i].slot] = true;
    for (size_t i = 0; i < r->nvars && b->loop != LCK_FLOW_NONE; i++)
        if (r->loop_of[i] == b->loop && r->flow->loop[b->loop].header == block)
            t->unsure[i] = true;
    return true;
}

void lck_run_skip(lck_run *r, lck_thread *t)
{
    r->moment++;
    if (lck_run_works(r, r->flow->nblocks / 8))
        (void)visit_ways(r, t->block, leave_open, t);
}

bool lck_run_prepare(lck_run *r)
{
    size_t n = r->flow->ninsns, naccesses = r->list->all;
    r->operation = lck_run_array(r, n, sizeof *r->operation);
    r->guard = lck_run_array(r, n, sizeof *r->guard);
    r->open = lck_run_array(r, n, sizeof *r->open);
    r->access_of = lck_run_array(r, n, sizeof *r->access_of);
    r->result = lck_run_array(r, n, sizeof *r->result);
    r->held = lck_run_array(r, n, sizeof *r->held);
    r->size = lck_run_array(r, n, sizeof *r->size);
    r->least = lck_run_array(r, n, sizeof *r->least);
    r->most = lck_run_array(r, n, sizeof *r->most);
    r->base_of = lck_run_array(r, naccesses, sizeof *r->base_of);
    r->wild = lck_run_array(r, naccesses, sizeof *r->wild);
    r->written = lck_run_array(r, naccesses, sizeof *r->written);
    r->quiet = lck_run_array(r, r->flow->nblocks, sizeof *r->quiet);
    r->ends = lck_run_array(r, r->flow->nblocks, sizeof *r->ends);
    r->after = lck_run_array(r, r->flow->nblocks, sizeof *r->after);
    if (r->failed)
        return false;
    read_instructions(r);
    read_symbols(r);
    read_accesses(r);
    read_operands(r);
    look_for_order(r);
    look_for_quiet(r);
    return !r->failed;
}
