/* dominance.c - dominators, post-dominators and control dependence of blocks. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* The edges of the blocks, forward, or backward with the virtual end nblocks as the root. */
typedef struct {
    lck_flow_graph g;
    uint32_t *first, *last, *idom;
} view;

static bool make_view(lck_flow_builder *b, view *v, bool backward)
{
    const lck_flow *f = b->f;
    size_t nedges = f->nblocks;
    for (uint32_t i = 0; i < f->nblocks; i++)
        nedges += f->block[i].nsuccs;
    *v = (view){.g.n = f->nblocks + backward};
    v->g.from = lck_flow_array(b, nedges, sizeof *v->g.from);
    v->g.to = v->g.from ? lck_flow_array(b, nedges, sizeof *v->g.to) : NULL;
    v->idom = v->g.to ? lck_flow_array(b, v->g.n, sizeof *v->idom) : NULL;
    v->first = v->idom ? lck_flow_array(b, v->g.n, sizeof *v->first) : NULL;
    v->last = v->first ? lck_flow_array(b, v->g.n, sizeof *v->last) : NULL;
    return v->last;
}

static void free_view(view *v)
{
    lck_flow_graph_free(&v->g);
    free(v->g.from);
    free(v->g.to);
    free(v->idom);
    free(v->first);
    free(v->last);
}

static void connect(view *v, uint32_t from, uint32_t to)
{
    v->g.from[v->g.nedges] = from;
    v->g.to[v->g.nedges++] = to;
}

/* Marks the blocks that reach a block. */
static void mark_before(const lck_flow *f, uint32_t block, bool *mark, uint32_t *stack)
{
    uint32_t depth = 0;
    mark[block] = true;
    stack[depth++] = block;
    while (depth) {
        const lck_flow_block *at = &f->block[stack[--depth]];
        for (uint32_t k = 0; k < at->npreds; k++) {
            uint32_t p = f->edge[at->pred + k];
            if (mark[p])
                continue;
            mark[p] = true;
            stack[depth++] = p;
        }
    }
}

/* Edges from the end to all ways out, and to the last block of each loop without one. */
static bool connect_end(lck_flow_builder *b, view *v)
{
    const lck_flow *f = b->f;
    bool *mark = lck_flow_array(b, f->nblocks, sizeof *mark);
    uint32_t *stack = mark ? lck_flow_array(b, f->nblocks, sizeof *stack) : NULL;
    for (uint32_t i = 0; stack && i < f->nblocks; i++) {
        if (f->block[i].nsuccs && !f->block[i].leaves)
            continue;
        connect(v, f->nblocks, i);
        if (!mark[i])
            mark_before(f, i, mark, stack);
    }
    for (uint32_t i = f->nblocks; stack && i-- > 0;) {
        if (mark[i])
            continue;
        connect(v, f->nblocks, i);
        mark_before(f, i, mark, stack);
    }
    free(mark);
    free(stack);
    return stack;
}

/* The tree of dominators, or of post-dominators. */
static bool make_tree(lck_flow_builder *b, bool backward)
{
    lck_flow *f = b->f;
    uint32_t root = backward ? f->nblocks : 0;
    view v;
    bool good = make_view(b, &v, backward) && (!backward || connect_end(b, &v));
    for (uint32_t i = 0; good && i < f->nblocks; i++)
        for (uint32_t k = 0; k < f->block[i].nsuccs; k++) {
            uint32_t next = f->edge[f->block[i].succ + k];
            connect(&v, backward ? next : i, backward ? i : next);
        }
    good = good && lck_flow_graph_index(b, &v.g) && lck_flow_dominators(b, &v.g, root, v.idom) &&
           lck_flow_number_tree(b, v.g.n, root, v.idom, v.first, v.last);
    for (uint32_t i = 0; good && i < f->nblocks; i++) {
        lck_flow_block *block = &f->block[i];
        uint32_t *number = backward ? block->pdom : block->dom;
        bool none = backward ? v.idom[i] == root : i == root;
        *(backward ? &block->ipdom : &block->idom) = none ? LCK_FLOW_NONE : v.idom[i];
        number[0] = v.first[i];
        number[1] = v.last[i];
    }
    free_view(&v);
    return good;
}

/* ---- control dependence ---- */

/* The blocks that a way out controls: from its target up to the block that all ways reach. Counts
 * them, or with `put` appends the way to their block.control. */
static bool control_of(lck_flow_builder *b, uint32_t from, uint32_t way, bool put)
{
    lck_flow *f = b->f;
    uint32_t stop = f->block[from].ipdom;
    uint64_t steps = 0;
    for (uint32_t at = f->edge[f->block[from].succ + way]; at != stop && at != LCK_FLOW_NONE;
         at = f->block[at].ipdom, steps++) {
        lck_flow_block *block = &f->block[at];
        if (put)
            f->control[block->control + block->ncontrols] = (lck_flow_control){from, way};
        block->ncontrols++;
    }
    return lck_flow_works(b, steps);
}

static bool each_control(lck_flow_builder *b, bool put)
{
    const lck_flow *f = b->f;
    for (uint32_t i = 0; i < f->nblocks; i++)
        for (uint32_t k = 0;
             f->block[i].nsuccs + f->block[i].leaves > 1 && k < f->block[i].nsuccs; k++)
            if (!control_of(b, i, k, put))
                return false;
    return true;
}

static bool control(lck_flow_builder *b)
{
    lck_flow *f = b->f;
    if (!each_control(b, false))
        return false;
    for (uint32_t i = 0; i < f->nblocks; i++) {
        f->block[i].control = f->ncontrols;
        f->ncontrols += f->block[i].ncontrols;
        f->block[i].ncontrols = 0;
    }
    f->control = lck_flow_array(b, f->ncontrols, sizeof *f->control);
    return f->control && each_control(b, true);
}

bool lck_flow_dominance(lck_flow_builder *b)
{
    return make_tree(b, false) && make_tree(b, true) && control(b);
}
