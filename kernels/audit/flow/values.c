/* values.c - values of variables, along the tree of dominators. */
#include "config.h"

#include "values.h"

#include <stdlib.h>
#include <string.h>

uint32_t lck_flow_guard_variable(const lck_flow_builder *b, const lck_flow_insn *at)
{
    uint32_t reg = b->m->insn[at->of].guard;
    if (reg == LCK_PTX_NONE)
        return LCK_FLOW_NONE;
    return b->var_base[at->call] + reg - b->m->function[b->f->call[at->call].function].reg;
}

typedef struct {
    lck_flow_builder *b;
    uint32_t *current;   /* of each variable: its value */
    uint32_t *phi_of;    /* of each value that is a PHI, from 1: its variable */
    uint32_t *call_of;   /* of each register variable: its call */
    lck_flow_pair *undo; /* variables and their values before, as pairs (value, variable) */
    uint32_t nundo;
} renamer;

static uint32_t add_value(lck_flow_builder *b, lck_flow_value value)
{
    lck_flow_value *grown = lck_ptx_grow(b->f->value, b->f->nvalues, sizeof *grown);
    if (!grown) {
        lck_flow_no_memory(b);
        return LCK_FLOW_NONE;
    }
    b->f->value = grown;
    grown[b->f->nvalues] = value;
    return b->f->nvalues++;
}

static bool add_args(lck_flow_builder *b, uint32_t n, uint32_t *first)
{
    *first = b->f->nargs;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *grown = lck_ptx_grow(b->f->arg, b->f->nargs, sizeof *grown);
        if (!grown)
            return lck_flow_no_memory(b);
        b->f->arg = grown;
        grown[b->f->nargs++] = 0;
    }
    return lck_flow_works(b, n);
}

/* The register of the module that a variable is, and its type. */
static void describe(const renamer *r, uint32_t variable, lck_flow_value *value)
{
    const lck_flow_builder *b = r->b;
    value->reg = LCK_PTX_NONE;
    if (variable >= b->nvars) {
        value->type = b->param_type[variable - b->nvars];
        return;
    }
    uint32_t call = r->call_of[variable];
    value->reg = b->m->function[b->f->call[call].function].reg + variable - b->var_base[call];
    value->type = b->m->reg[value->reg].type;
}

static bool set(renamer *r, uint32_t variable, uint32_t value)
{
    lck_flow_pair *grown = lck_ptx_grow(r->undo, r->nundo, sizeof *grown);
    if (!grown)
        return lck_flow_no_memory(r->b);
    r->undo = grown;
    grown[r->nundo++] = (lck_flow_pair){r->current[variable], variable};
    r->current[variable] = value;
    return true;
}

/* ---- PHIs ---- */

static int compare(const void *a, const void *c)
{
    const lck_flow_pair *p = a, *q = c;
    if (p->block != q->block)
        return p->block < q->block ? -1 : 1;
    return (p->variable > q->variable) - (p->variable < q->variable);
}

static bool make_phis(renamer *r)
{
    lck_flow_builder *b = r->b;
    lck_flow *f = b->f;
    lck_flow_pairs phis = {0};
    bool good = lck_flow_phis(b, &phis);
    if (good && phis.n)
        qsort(phis.at, phis.n, sizeof *phis.at, compare);
    r->phi_of = good ? lck_flow_array(b, (size_t)phis.n + 1, sizeof *r->phi_of) : NULL;
    good = r->phi_of;
    for (uint32_t i = 0; good && i < phis.n; i++) {
        lck_flow_block *block = &f->block[phis.at[i].block];
        lck_flow_value phi = {.kind = LCK_FLOW_PHI,
                              .block = phis.at[i].block,
                              .insn = LCK_FLOW_NONE,
                              .n = block->npreds};
        describe(r, phis.at[i].variable, &phi);
        good = add_args(b, phi.n, &phi.arg);
        uint32_t value = good ? add_value(b, phi) : LCK_FLOW_NONE;
        good = value != LCK_FLOW_NONE;
        if (!good)
            break;
        if (!block->nphis++)
            block->phi = value;
        r->phi_of[value] = phis.at[i].variable;
    }
    free(phis.at);
    return good;
}

/* Fills in the arguments that the block hands to the PHIs of its successors. */
static bool hand_over(renamer *r, uint32_t block)
{
    lck_flow *f = r->b->f;
    const lck_flow_block *at = &f->block[block];
    for (uint32_t k = 0; k < at->nsuccs; k++) {
        const lck_flow_block *to = &f->block[f->edge[at->succ + k]];
        for (uint32_t j = 0; j < to->npreds; j++) {
            if (f->edge[to->pred + j] != block)
                continue;
            for (uint32_t i = 0; i < to->nphis; i++)
                f->arg[f->value[to->phi + i].arg + j] = r->current[r->phi_of[to->phi + i]];
            if (!lck_flow_works(r->b, to->nphis))
                return false;
        }
        if (!lck_flow_works(r->b, to->npreds))
            return false;
    }
    return true;
}

/* ---- instructions ---- */

/* The value that instruction i gives the variable of a slot where its guard holds. */
static uint32_t defined(renamer *r, uint32_t i, uint32_t slot)
{
    lck_flow_builder *b = r->b;
    uint32_t variable = b->var_def[slot], from = b->var_use[slot];
    bool loads = variable < b->nvars && from != LCK_FLOW_NONE && from >= b->nvars;
    if (loads || (variable >= b->nvars && from != LCK_FLOW_NONE))
        return b->f->use[slot]; /* of a parameter of a call, as it is */
    lck_flow_value value = {.kind = LCK_FLOW_RESULT,
                            .block = b->f->insn[i].block,
                            .insn = i,
                            .slot = slot - b->f->insn[i].slot};
    describe(r, variable, &value);
    return add_value(b, value);
}

static bool define(renamer *r, uint32_t i, uint32_t slot)
{
    lck_flow_builder *b = r->b;
    lck_flow *f = b->f;
    uint32_t variable = b->var_def[slot], value = defined(r, i, slot);
    if (value == LCK_FLOW_NONE)
        return false;
    f->def[slot] = value;
    if (f->insn[i].guard == LCK_FLOW_NONE)
        return set(r, variable, value);
    lck_flow_value select = {.kind = LCK_FLOW_SELECT,
                             .block = f->insn[i].block,
                             .insn = i,
                             .n = 2};
    describe(r, variable, &select);
    if (!add_args(b, 2, &select.arg))
        return false;
    f->arg[select.arg] = value;
    f->arg[select.arg + 1] = r->current[variable];
    value = add_value(b, select);
    return value != LCK_FLOW_NONE && set(r, variable, value);
}

static bool rename_block(renamer *r, uint32_t block)
{
    lck_flow_builder *b = r->b;
    lck_flow *f = b->f;
    const lck_flow_block *at = &f->block[block];
    for (uint32_t i = 0; i < at->nphis; i++)
        if (!set(r, r->phi_of[at->phi + i], at->phi + i))
            return false;
    for (uint32_t i = at->insn; i < at->end; i++) {
        lck_flow_insn *insn = &f->insn[i];
        uint32_t n = b->m->insn[insn->of].nall;
        uint32_t guard = lck_flow_guard_variable(b, insn);
        insn->guard = guard == LCK_FLOW_NONE ? LCK_FLOW_NONE : r->current[guard];
        for (uint32_t k = insn->slot; k < insn->slot + n; k++)
            if (b->var_use[k] != LCK_FLOW_NONE)
                f->use[k] = r->current[b->var_use[k]];
        for (uint32_t k = insn->slot; k < insn->slot + n; k++)
            if (b->var_def[k] != LCK_FLOW_NONE && !define(r, i, k))
                return false;
    }
    return hand_over(r, block);
}

/* ---- all blocks ---- */

typedef struct {
    uint32_t block, next, undo; /* of its children the next one; values when it was entered */
} frame;

static void leave(renamer *r, uint32_t undo)
{
    while (r->nundo > undo) {
        lck_flow_pair last = r->undo[--r->nundo];
        r->current[last.variable] = last.block;
    }
}

static bool walk(renamer *r, const lck_flow_graph *tree, frame *stack)
{
    uint32_t depth = 0;
    stack[depth++] = (frame){.block = 0, .next = tree->succ_at[0]};
    if (!rename_block(r, 0))
        return false;
    while (depth) {
        frame *top = &stack[depth - 1];
        if (top->next == tree->succ_at[top->block + 1]) {
            leave(r, top->undo);
            depth--;
            continue;
        }
        uint32_t child = tree->succ[top->next++];
        stack[depth++] = (frame){.block = child, .next = tree->succ_at[child], .undo = r->nundo};
        if (!rename_block(r, child))
            return false;
    }
    return true;
}

static bool walk_tree(renamer *r)
{
    lck_flow_builder *b = r->b;
    lck_flow_graph tree = {.n = b->f->nblocks};
    frame *stack = lck_flow_array(b, b->f->nblocks, sizeof *stack);
    bool good = stack;
    for (uint32_t v = 1; good && v < b->f->nblocks; v++)
        good = lck_flow_add_edge(b, &tree, b->f->block[v].idom, v);
    good = good && lck_flow_graph_succ(b, &tree) && walk(r, &tree, stack);
    lck_flow_graph_free(&tree);
    free(tree.from);
    free(tree.to);
    free(stack);
    return good;
}

static bool prepare(renamer *r)
{
    lck_flow_builder *b = r->b;
    lck_flow *f = b->f;
    r->current = lck_flow_array(b, (size_t)b->nvars + b->nparams, sizeof *r->current);
    r->call_of = r->current ? lck_flow_array(b, b->nvars, sizeof *r->call_of) : NULL;
    f->use = r->call_of ? lck_flow_array(b, f->nslots, sizeof *f->use) : NULL;
    f->def = f->use ? lck_flow_array(b, f->nslots, sizeof *f->def) : NULL;
    if (!f->def)
        return false;
    for (uint32_t k = 0; k < f->nslots; k++)
        f->use[k] = f->def[k] = LCK_FLOW_NONE;
    for (uint32_t c = 0; c < f->ncalls; c++)
        for (uint32_t i = 0; i < b->m->function[f->call[c].function].nregs; i++)
            r->call_of[b->var_base[c] + i] = c;
    lck_flow_value undefined = {.kind = LCK_FLOW_UNDEFINED,
                                .insn = LCK_FLOW_NONE,
                                .reg = LCK_PTX_NONE};
    return add_value(b, undefined) == 0;
}

bool lck_flow_values(lck_flow_builder *b)
{
    renamer r = {.b = b};
    bool good = prepare(&r) && make_phis(&r) && walk_tree(&r);
    free(r.current);
    free(r.phi_of);
    free(r.call_of);
    free(r.undo);
    return good;
}
