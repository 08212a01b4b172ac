/* phis.c - which blocks need a PHI of a variable: pruned form, by dominance frontiers and
 * liveness (Cytron et al. 1991). */
#include "config.h"

#include "values.h"

#include <stdlib.h>

/* ---- where variables are written, and read from before the block ---- */

static bool add_pair(lck_flow_builder *b, lck_flow_pairs *p, uint32_t block, uint32_t variable)
{
    lck_flow_pair *grown = lck_ptx_grow(p->at, p->n, sizeof *grown);
    if (!grown)
        return lck_flow_no_memory(b);
    p->at = grown;
    grown[p->n++] = (lck_flow_pair){block, variable};
    return true;
}

typedef struct {
    lck_flow_pairs reads, writes;
    uint32_t *written, *read; /* of each variable: the last block + 1 */
} uses;

static bool note_read(lck_flow_builder *b, uses *u, uint32_t block, uint32_t variable)
{
    if (variable == LCK_FLOW_NONE || u->written[variable] == block + 1 ||
        u->read[variable] == block + 1)
        return true;
    u->read[variable] = block + 1;
    return add_pair(b, &u->reads, block, variable);
}

static bool note_write(lck_flow_builder *b, uses *u, uint32_t block, uint32_t variable,
                       bool guarded)
{
    if (variable == LCK_FLOW_NONE || (guarded && !note_read(b, u, block, variable)))
        return variable == LCK_FLOW_NONE;
    if (u->written[variable] == block + 1)
        return true;
    u->written[variable] = block + 1;
    return add_pair(b, &u->writes, block, variable);
}

static bool note_insn(lck_flow_builder *b, uses *u, const lck_flow_insn *at)
{
    const lck_ptx_insn *insn = &b->m->insn[at->of];
    if (!note_read(b, u, at->block, lck_flow_guard_variable(b, at)))
        return false;
    for (uint32_t k = 0; k < insn->nall; k++)
        if (!note_read(b, u, at->block, b->var_use[at->slot + k]))
            return false;
    for (uint32_t k = 0; k < insn->nall; k++)
        if (!note_write(b, u, at->block, b->var_def[at->slot + k], insn->guard != LCK_PTX_NONE))
            return false;
    return true;
}

/* ---- by variable ---- */

/* Pairs of each variable, from at[v] to at[v + 1]. */
static bool sort_by_variable(lck_flow_builder *b, lck_flow_pairs *p, uint32_t nvars,
                             uint32_t **at, uint32_t **block)
{
    lck_flow_graph g = {.n = nvars, .nedges = p->n};
    g.from = lck_flow_array(b, p->n, sizeof *g.from);
    g.to = g.from ? lck_flow_array(b, p->n, sizeof *g.to) : NULL;
    for (uint32_t i = 0; g.to && i < p->n; i++) {
        g.from[i] = p->at[i].variable;
        g.to[i] = p->at[i].block;
    }
    bool good = g.to && lck_flow_graph_succ(b, &g);
    free(g.from);
    free(g.to);
    *at = g.succ_at;
    *block = g.succ;
    return good;
}

/* The frontier of each block: where its dominance ends. */
static bool frontiers(lck_flow_builder *b, lck_flow_graph *g)
{
    const lck_flow *f = b->f;
    for (uint32_t v = 0; v < f->nblocks; v++) {
        const lck_flow_block *at = &f->block[v];
        for (uint32_t k = 0; (at->npreds > 1 || v == 0) && k < at->npreds; k++)
            for (uint32_t up = f->edge[at->pred + k]; up != LCK_FLOW_NONE && up != at->idom;
                 up = f->block[up].idom)
                if (!lck_flow_add_edge(b, g, up, v))
                    return false;
    }
    g->n = f->nblocks;
    return lck_flow_graph_succ(b, g);
}

/* ---- one variable ---- */

typedef struct {
    lck_flow_graph frontier;
    uint32_t *read_at, *read, *write_at, *write;
    uint32_t *live, *writes, *phi; /* of each block: the last variable + 1 */
    uint32_t *stack;
    lck_flow_pairs *phis;
} placer;

/* Marks the blocks at whose beginning the variable may still be read. */
static bool mark_live(lck_flow_builder *b, placer *p, uint32_t variable)
{
    const lck_flow *f = b->f;
    uint32_t depth = 0, name = variable + 1;
    uint64_t steps = 0;
    for (uint32_t i = p->read_at[variable]; i < p->read_at[variable + 1]; i++) {
        p->live[p->read[i]] = name;
        p->stack[depth++] = p->read[i];
    }
    while (depth) {
        const lck_flow_block *at = &f->block[p->stack[--depth]];
        for (uint32_t k = 0; k < at->npreds; k++, steps++) {
            uint32_t before = f->edge[at->pred + k];
            if (p->live[before] == name || p->writes[before] == name)
                continue;
            p->live[before] = name;
            p->stack[depth++] = before;
        }
    }
    return lck_flow_works(b, steps + 1);
}

static bool place_phis(lck_flow_builder *b, placer *p, uint32_t variable)
{
    uint32_t depth = 0, name = variable + 1;
    uint64_t steps = 0;
    for (uint32_t i = p->write_at[variable]; i < p->write_at[variable + 1]; i++)
        p->stack[depth++] = p->write[i];
    while (depth) {
        uint32_t at = p->stack[--depth];
        for (uint32_t k = p->frontier.succ_at[at]; k < p->frontier.succ_at[at + 1];
             k++, steps++) {
            uint32_t join = p->frontier.succ[k];
            if (p->phi[join] == name || p->live[join] != name)
                continue;
            p->phi[join] = name;
            if (!add_pair(b, p->phis, join, variable))
                return false;
            if (p->writes[join] != name)
                p->stack[depth++] = join;
        }
    }
    return lck_flow_works(b, steps + 1);
}

static bool place_all(lck_flow_builder *b, placer *p, uint32_t nvars)
{
    for (uint32_t v = 0; v < nvars; v++) {
        if (p->read_at[v] == p->read_at[v + 1] || p->write_at[v] == p->write_at[v + 1])
            continue;
        for (uint32_t i = p->write_at[v]; i < p->write_at[v + 1]; i++)
            p->writes[p->write[i]] = v + 1;
        if (!mark_live(b, p, v) || !place_phis(b, p, v))
            return false;
    }
    return true;
}

static bool find_uses(lck_flow_builder *b, uses *u, uint32_t nvars)
{
    u->written = lck_flow_array(b, nvars, sizeof *u->written);
    u->read = u->written ? lck_flow_array(b, nvars, sizeof *u->read) : NULL;
    bool good = u->read;
    for (uint32_t i = 0; good && i < b->f->ninsns; i++)
        good = note_insn(b, u, &b->f->insn[i]);
    return good;
}

bool lck_flow_phis(lck_flow_builder *b, lck_flow_pairs *phis)
{
    uint32_t nvars = b->nvars + b->nparams, nblocks = b->f->nblocks;
    uses u = {0};
    placer p = {.phis = phis};
    bool good = find_uses(b, &u, nvars) &&
                sort_by_variable(b, &u.reads, nvars, &p.read_at, &p.read) &&
                sort_by_variable(b, &u.writes, nvars, &p.write_at, &p.write) &&
                frontiers(b, &p.frontier);
    p.live = good ? lck_flow_array(b, nblocks, sizeof *p.live) : NULL;
    p.writes = p.live ? lck_flow_array(b, nblocks, sizeof *p.writes) : NULL;
    p.phi = p.writes ? lck_flow_array(b, nblocks, sizeof *p.phi) : NULL;
    p.stack = p.phi ? lck_flow_array(b, 2 * (size_t)nblocks, sizeof *p.stack) : NULL;
    good = p.stack && place_all(b, &p, nvars);
    lck_flow_graph_free(&p.frontier);
    free(p.frontier.from);
    free(p.frontier.to);
    free(u.reads.at);
    free(u.writes.at);
    free(u.read);
    free(u.written);
    free(p.read_at);
    free(p.read);
    free(p.write_at);
    free(p.write);
    free(p.live);
    free(p.writes);
    free(p.phi);
    free(p.stack);
    return good;
}
