/* flow.c - where the lanes that part at a branch meet again: the nearest post-dominator, by the
 * algorithm of Cooper, Harvey and Kennedy on the graph turned round. Lanes that leave the kernel
 * are not waited for: edges to a mere `ret` are left out where a block has others. In that graph
 * a loop that is left by `ret` alone has no end; such blocks are looked at in the whole graph.
 */
#include "module.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ptx_function *f;
    int blocks, *start, *block_of; /* start[blocks] is the number of instructions */
    int *order, *rank, ranked;     /* from the exit backwards; block `blocks` is the exit */
    int *immediate;
    bool whole; /* edges to a mere ret count everywhere */
} graph;

static bool named(const ptx_instruction *i, const char *name)
{
    return strcmp(i->parts[0], name) == 0;
}

static bool ends(const ptx_instruction *i)
{
    return named(i, "bra") || named(i, "brx") || named(i, "ret") || named(i, "exit") ||
           named(i, "trap");
}

static const ptx_variable *table_of(const ptx_instruction *i)
{
    for (int k = 0; k < i->operands; k++)
        if (i->operand[k].kind == operand_variable)
            return i->operand[k].variable;
    return NULL;
}

/* The k-th successor of a block, or -1: a target, or what follows, or the exit. */
static int any_successor(const graph *g, int block, int k)
{
    const ptx_instruction *last = &g->f->code[g->start[block + 1] - 1];
    int next = block + 1;
    if (named(last, "brx")) {
        const ptx_variable *t = table_of(last);
        if (!t || k > (int)t->bytes)
            return -1;
        if (k == (int)t->bytes)
            return last->guard >= 0 ? next : -1;
        return g->block_of[g->f->pool[t->at + (uint64_t)k].number];
    }
    if (k > 1)
        return -1;
    if (!ends(last))
        return k == 0 ? next : -1;
    if (k == 1)
        return last->guard >= 0 ? next : -1;
    return named(last, "bra") ? g->block_of[last->operand[0].number] : g->blocks;
}

static bool leaves(const graph *g, int block)
{
    if (block == g->blocks)
        return true;
    const ptx_instruction *only = &g->f->code[g->start[block]];
    return only->guard < 0 && ends(only) && !named(only, "bra") && !named(only, "brx");
}

/* The k-th that counts. */
static int successor(const graph *g, int block, int k)
{
    bool others = false;
    for (int n = 0, to; !g->whole && (to = any_successor(g, block, n)) >= 0; n++)
        others |= !leaves(g, to);
    for (int n = 0, to; (to = any_successor(g, block, n)) >= 0; n++)
        if (!(others && leaves(g, to)) && k-- == 0)
            return to;
    return -1;
}

static void find_blocks(graph *g)
{
    const ptx_function *f = g->f;
    bool *starts = ptx_get((size_t)f->count + 1, sizeof *starts);
    starts[0] = true;
    for (int i = 0; i < f->count; i++) {
        if (ends(&f->code[i]) && i + 1 < f->count)
            starts[i + 1] = true;
        for (int k = 0; k < f->code[i].operands; k++)
            if (f->code[i].operand[k].kind == operand_label)
                starts[f->code[i].operand[k].number] = true;
    }
    for (int i = 0; i < f->pooled; i++)
        if (f->pool[i].kind == operand_label)
            starts[f->pool[i].number] = true;
    g->start = ptx_get((size_t)f->count + 2, sizeof *g->start);
    g->block_of = ptx_get((size_t)f->count + 1, sizeof *g->block_of);
    for (int i = 0; i < f->count; i++) {
        if (starts[i])
            g->start[g->blocks++] = i;
        g->block_of[i] = g->blocks - 1;
    }
    g->start[g->blocks] = f->count;
    g->block_of[f->count] = g->blocks;
    free(starts);
}

/* Blocks from which the exit is reached, in post-order of the graph turned round; predecessors by
 * going through all edges, which is quick enough for what compilers write. */
typedef struct {
    int *first, *next, *from, edges;
} edges;

static edges turned(const graph *g)
{
    int size = g->f->count * 3 + g->f->pooled + 8;
    edges e = {ptx_get((size_t)g->blocks + 1, sizeof(int)), ptx_get((size_t)size, sizeof(int)),
               ptx_get((size_t)size, sizeof(int)), 0};
    for (int b = 0; b <= g->blocks; b++)
        e.first[b] = -1;
    for (int b = 0; b < g->blocks; b++)
        for (int k = 0, to; (to = successor(g, b, k)) >= 0; k++) {
            e.from[e.edges] = b;
            e.next[e.edges] = e.first[to];
            e.first[to] = e.edges++;
        }
    return e;
}

static void walk(graph *g, const edges *e)
{
    bool *seen = ptx_get((size_t)g->blocks + 1, sizeof *seen);
    int *stack = ptx_get((size_t)g->blocks + 1, sizeof *stack);
    int *edge = ptx_get((size_t)g->blocks + 1, sizeof *edge);
    int depth = 0;
    stack[0] = g->blocks;
    edge[0] = e->first[g->blocks];
    seen[g->blocks] = true;
    while (depth >= 0) {
        int at = edge[depth];
        if (at < 0) {
            int block = stack[depth--];
            g->rank[block] = g->ranked;
            g->order[g->ranked++] = block;
            continue;
        }
        edge[depth] = e->next[at];
        int from = e->from[at];
        if (!seen[from]) {
            seen[from] = true;
            stack[++depth] = from;
            edge[depth] = e->first[from];
        }
    }
    free(seen);
    free(stack);
    free(edge);
}

static int common(const graph *g, int a, int b)
{
    while (a != b) {
        while (g->rank[a] < g->rank[b])
            a = g->immediate[a];
        while (g->rank[b] < g->rank[a])
            b = g->immediate[b];
    }
    return a;
}

static int meeting(const graph *g, int b)
{
    int now = -1;
    for (int k = 0, to; (to = successor(g, b, k)) >= 0; k++)
        if (g->rank[to] >= 0 && g->immediate[to] >= 0)
            now = now < 0 ? to : common(g, now, to);
    return now;
}

static void solve(graph *g)
{
    for (int b = 0; b < g->blocks; b++)
        g->immediate[b] = -1;
    g->immediate[g->blocks] = g->blocks;
    for (bool again = true; again;) {
        again = false;
        for (int i = g->ranked - 2; i >= 0; i--) {
            int b = g->order[i], now = meeting(g, b);
            if (now != g->immediate[b]) {
                g->immediate[b] = now;
                again = true;
            }
        }
    }
}

/* Sets the joins that are not known yet. */
static void find_joins(graph *g)
{
    for (int b = 0; b <= g->blocks; b++)
        g->rank[b] = -1;
    g->ranked = 0;
    edges e = turned(g);
    walk(g, &e);
    solve(g);
    for (int b = 0; b < g->blocks; b++) {
        ptx_instruction *last = &g->f->code[g->start[b + 1] - 1];
        int meet = g->immediate[b];
        if (last->join < 0 && meet >= 0 && meet < g->blocks)
            last->join = g->start[meet];
    }
    free(e.first);
    free(e.next);
    free(e.from);
}

void ptx_flow(ptx_function *f)
{
    if (!f->count)
        return;
    graph g = {.f = f};
    find_blocks(&g);
    size_t size = (size_t)g.blocks + 1;
    g.order = ptx_get(size, sizeof(int));
    g.rank = ptx_get(size, sizeof(int));
    g.immediate = ptx_get(size, sizeof(int));
    find_joins(&g);
    g.whole = true;
    find_joins(&g);
    free(g.order);
    free(g.rank);
    free(g.immediate);
    free(g.start);
    free(g.block_of);
}
