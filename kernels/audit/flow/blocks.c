/* blocks.c - blocks in reverse postorder, and the edges between them. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Where raw instruction i goes beside the next one. */
typedef struct {
    uint32_t ntargets; /* raw positions, in b's scratch */
    bool stops;        /* where its guard holds, the next one does not follow */
    bool ends;         /* it ends a block */
    bool leaves, traps;
} way;

/* The position of a label in the call that the instruction is in. */
static uint32_t position_of(const lck_flow_builder *b, const lck_flow_raw *raw, uint32_t label)
{
    const lck_ptx_function *f = &b->m->function[b->f->call[raw->call].function];
    return b->position[b->position_at[raw->call] + b->m->label[label].insn - f->insn];
}

static uint32_t label_operand(const lck_ptx_module *m, const lck_ptx_insn *insn)
{
    for (uint32_t i = 0; i < insn->noperands; i++)
        if (m->operand[insn->operand + i].kind == LCK_PTX_LABEL)
            return m->operand[insn->operand + i].label;
    return LCK_PTX_NONE;
}

/* A call of a function that does not return, and does not stand here. */
static bool never_returns(const lck_ptx_module *m, const lck_ptx_insn *insn)
{
    if (!lck_ptx_is(insn, "call"))
        return false;
    for (uint32_t i = 0; i < insn->noperands; i++)
        if (m->operand[insn->operand + i].kind == LCK_PTX_FUNCTION)
            return m->function[m->operand[insn->operand + i].function].noreturn;
    return false;
}

/* The ways of instruction i; target k of it in *target. */
static way ways_of(lck_flow_builder *b, uint32_t i)
{
    const lck_flow_raw *raw = &b->raw[i];
    const lck_ptx_insn *insn = &b->m->insn[raw->of];
    bool bra = lck_ptx_is(insn, "bra"), brx = lck_ptx_is(insn, "brx");
    if (bra || brx) {
        uint32_t label = label_operand(b->m, insn);
        bool list = label != LCK_PTX_NONE && b->m->label[label].list;
        if (list != brx || label == LCK_PTX_NONE) {
            b->f->indirect = true;
            return (way){.stops = true, .ends = true};
        }
        return (
            way){.ntargets = bra ? 1 : b->m->label[label].ntargets, .stops = true, .ends = true};
    }
    if (lck_ptx_is(insn, "ret") && raw->call)
        return (way){.ntargets = 1, .stops = true, .ends = true};
    bool traps = lck_ptx_is(insn, "trap");
    if (traps || lck_ptx_is(insn, "ret") || lck_ptx_is(insn, "exit"))
        return (way){.stops = true, .ends = true, .leaves = true, .traps = traps};
    if (raw->into == LCK_FLOW_NONE && never_returns(b->m, insn))
        return (way){.stops = true, .ends = true, .leaves = true, .traps = true};
    return (way){0};
}

static uint32_t target_of(const lck_flow_builder *b, uint32_t i, uint32_t k)
{
    const lck_flow_raw *raw = &b->raw[i];
    const lck_ptx_insn *insn = &b->m->insn[raw->of];
    if (lck_ptx_is(insn, "ret"))
        return b->end[raw->call];
    const lck_ptx_label *label = &b->m->label[label_operand(b->m, insn)];
    uint32_t to = label->list ? b->m->target_of[label->target + k]
                              : (uint32_t)(label - b->m->label);
    return position_of(b, raw, to);
}

/* ---- where blocks begin ---- */

/* Numbers the beginnings in block_of, in the order of the text. The end is one, too. */
static uint32_t begin_blocks(lck_flow_builder *b)
{
    uint32_t n = 0;
    b->block_of[0] = b->block_of[b->nraw] = 1;
    for (uint32_t i = 0; i < b->nraw; i++) {
        way w = ways_of(b, i);
        for (uint32_t k = 0; k < w.ntargets; k++)
            b->block_of[target_of(b, i, k)] = 1;
        if (w.ends)
            b->block_of[i + 1] = 1;
        if (b->raw[i].into != LCK_FLOW_NONE) {
            b->block_of[b->begin[b->raw[i].into]] = 1;
            b->block_of[b->end[b->raw[i].into]] = 1;
        }
    }
    for (uint32_t i = 0; i <= b->nraw; i++)
        b->block_of[i] = b->block_of[i] ? n++ : LCK_FLOW_NONE;
    return n;
}

typedef struct {
    uint32_t begin, end; /* raw instructions */
    uint32_t edge, nedges;
    bool leaves, traps;
} text_block;

/* The edges of each block, in the order of its ways out. */
static bool find_edges(lck_flow_builder *b, text_block *block, uint32_t n, lck_flow_graph *g)
{
    uint32_t last = LCK_FLOW_NONE;
    for (uint32_t i = 0; i <= b->nraw; i++) {
        if (b->block_of[i] == LCK_FLOW_NONE)
            continue;
        if (last != LCK_FLOW_NONE)
            block[last].end = i;
        last = b->block_of[i];
        block[last].begin = block[last].end = i;
    }
    for (uint32_t v = 0; v < n; v++) {
        text_block *t = &block[v];
        t->edge = g->nedges;
        way w = t->end > t->begin ? ways_of(b, t->end - 1) : (way){0};
        bool guarded = t->end > t->begin &&
                       b->m->insn[b->raw[t->end - 1].of].guard != LCK_PTX_NONE;
        for (uint32_t k = 0; k < w.ntargets; k++)
            if (!lck_flow_add_edge(b, g, v, b->block_of[target_of(b, t->end - 1, k)]))
                return false;
        if ((!w.stops || guarded) && v + 1 < n && !lck_flow_add_edge(b, g, v, v + 1))
            return false;
        t->leaves = w.leaves;
        t->traps = w.traps;
        t->nedges = g->nedges - t->edge;
    }
    return true;
}

/* ---- in reverse postorder ---- */

/* Instructions of a block at the end of the flow's. */
static void place_insns(lck_flow_builder *b, const text_block *t, uint32_t block)
{
    for (uint32_t i = t->begin; i < t->end; i++) {
        const lck_ptx_insn *insn = &b->m->insn[b->raw[i].of];
        b->f->insn[b->f->ninsns++] = (lck_flow_insn){.of = b->raw[i].of,
                                                     .block = block,
                                                     .call = b->raw[i].call,
                                                     .into = b->raw[i].into,
                                                     .slot = b->f->nslots,
                                                     .guard = LCK_FLOW_NONE};
        b->f->nslots += insn->nall;
    }
}

static void place_successors(lck_flow_builder *b, const text_block *block, const uint32_t *order,
                             const uint32_t *number, const uint32_t *to)
{
    lck_flow *f = b->f;
    for (uint32_t v = 0; v < f->nblocks; v++) {
        const text_block *t = &block[order[f->nblocks - 1 - v]];
        f->block[v] = (lck_flow_block){.insn = f->ninsns,
                                       .succ = f->nedges,
                                       .nsuccs = t->nedges,
                                       .idom = LCK_FLOW_NONE,
                                       .ipdom = LCK_FLOW_NONE,
                                       .loop = LCK_FLOW_NONE,
                                       .leaves = t->leaves,
                                       .traps = t->traps};
        place_insns(b, t, v);
        f->block[v].end = f->ninsns;
        for (uint32_t k = 0; k < t->nedges; k++)
            f->edge[f->nedges++] = number[to[t->edge + k]];
    }
}

static void place_predecessors(lck_flow *f)
{
    uint32_t nsuccs = f->nedges;
    for (uint32_t i = 0; i < nsuccs; i++)
        f->block[f->edge[i]].npreds++;
    for (uint32_t v = 0; v < f->nblocks; v++) {
        f->block[v].pred = f->nedges;
        f->nedges += f->block[v].npreds;
        f->block[v].npreds = 0;
    }
    for (uint32_t v = 0; v < f->nblocks; v++)
        for (uint32_t k = 0; k < f->block[v].nsuccs; k++) {
            lck_flow_block *to = &f->block[f->edge[f->block[v].succ + k]];
            f->edge[to->pred + to->npreds++] = v;
        }
}

static bool place(lck_flow_builder *b, const text_block *block, const lck_flow_graph *g,
                  const uint32_t *order, uint32_t *number)
{
    lck_flow *f = b->f;
    uint32_t ninsns = 0, nedges = 0;
    for (uint32_t v = 0; v < g->n; v++)
        number[v] = LCK_FLOW_NONE;
    for (uint32_t v = 0; v < f->nblocks; v++) {
        const text_block *t = &block[order[v]];
        number[order[v]] = f->nblocks - 1 - v;
        ninsns += t->end - t->begin;
        nedges += t->nedges;
    }
    f->block = lck_flow_array(b, f->nblocks, sizeof *f->block);
    f->insn = f->block ? lck_flow_array(b, ninsns, sizeof *f->insn) : NULL;
    f->edge = f->insn ? lck_flow_array(b, 2 * (size_t)nedges, sizeof *f->edge) : NULL;
    if (!f->edge)
        return false;
    place_successors(b, block, order, number, g->to);
    place_predecessors(f);
    return true;
}

bool lck_flow_blocks(lck_flow_builder *b)
{
    lck_flow_graph g = {0};
    text_block *block = NULL;
    uint32_t *order = NULL, *number = NULL;
    b->block_of = lck_flow_array(b, (size_t)b->nraw + 1, sizeof *b->block_of);
    bool good = b->block_of;
    if (good) {
        g.n = begin_blocks(b);
        block = lck_flow_array(b, g.n, sizeof *block);
        order = block ? lck_flow_array(b, g.n, sizeof *order) : NULL;
        number = order ? lck_flow_array(b, g.n, sizeof *number) : NULL;
        good = number && find_edges(b, block, g.n, &g) && lck_flow_graph_index(b, &g) &&
               lck_flow_postorder(b, &g, 0, order, &b->f->nblocks) &&
               place(b, block, &g, order, number);
    }
    lck_flow_graph_free(&g);
    free(g.from);
    free(g.to);
    free(block);
    free(order);
    free(number);
    return good;
}
