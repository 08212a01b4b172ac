/* graph.c - orders of graphs and their dominators. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

bool lck_flow_add_edge(lck_flow_builder *b, lck_flow_graph *g, uint32_t from, uint32_t to)
{
    uint32_t *a = lck_ptx_grow(g->from, g->nedges, sizeof *a);
    g->from = a ? a : g->from;
    uint32_t *c = lck_ptx_grow(g->to, g->nedges, sizeof *c);
    g->to = c ? c : g->to;
    if (!a || !c)
        return lck_flow_no_memory(b);
    a[g->nedges] = from;
    c[g->nedges++] = to;
    return lck_flow_works(b, 1);
}

static bool index_by(lck_flow_builder *b, const lck_flow_graph *g, const uint32_t *key,
                     const uint32_t *value, uint32_t **at, uint32_t **list)
{
    *at = lck_flow_array(b, (size_t)g->n + 1, sizeof **at);
    *list = *at ? lck_flow_array(b, g->nedges, sizeof **list) : NULL;
    if (!*list)
        return false;
    for (uint32_t i = 0; i < g->nedges; i++)
        (*at)[key[i] + 1]++;
    for (uint32_t v = 0; v < g->n; v++)
        (*at)[v + 1] += (*at)[v];
    for (uint32_t i = 0; i < g->nedges; i++)
        (*list)[(*at)[key[i]]++] = value[i];
    for (uint32_t v = g->n; v > 0; v--)
        (*at)[v] = (*at)[v - 1];
    (*at)[0] = 0;
    return true;
}

bool lck_flow_graph_succ(lck_flow_builder *b, lck_flow_graph *g)
{
    return index_by(b, g, g->from, g->to, &g->succ_at, &g->succ);
}

bool lck_flow_graph_index(lck_flow_builder *b, lck_flow_graph *g)
{
    return lck_flow_graph_succ(b, g) && index_by(b, g, g->to, g->from, &g->pred_at, &g->pred);
}

void lck_flow_graph_free(lck_flow_graph *g)
{
    free(g->succ_at);
    free(g->pred_at);
    free(g->succ);
    free(g->pred);
}

bool lck_flow_postorder(lck_flow_builder *b, const lck_flow_graph *g, uint32_t root,
                        uint32_t *order, uint32_t *count)
{
    uint32_t *stack = lck_flow_array(b, g->n, sizeof *stack);
    uint32_t *next = stack ? lck_flow_array(b, g->n, sizeof *next) : NULL;
    uint32_t depth = 0, n = 0;
    if (next) {
        for (uint32_t v = 0; v < g->n; v++)
            next[v] = LCK_FLOW_NONE;
        next[root] = g->succ_at[root];
        stack[depth++] = root;
    }
    while (depth) {
        uint32_t v = stack[depth - 1];
        if (next[v] == g->succ_at[v + 1]) {
            order[n++] = v;
            depth--;
            continue;
        }
        uint32_t to = g->succ[next[v]++];
        if (next[to] != LCK_FLOW_NONE)
            continue;
        next[to] = g->succ_at[to];
        stack[depth++] = to;
    }
    *count = n;
    bool good = next && lck_flow_works(b, g->nedges);
    free(stack);
    free(next);
    return good;
}

/* ---- dominators ---- */

/* The nearest node above both, by numbers in postorder, which are higher above. */
static uint32_t meet(const uint32_t *idom, const uint32_t *number, uint32_t a, uint32_t c,
                     uint64_t *steps)
{
    for (; a != c; ++*steps) {
        if (number[a] < number[c])
            a = idom[a];
        else
            c = idom[c];
    }
    return a;
}

static bool settle(lck_flow_builder *b, const lck_flow_graph *g, const uint32_t *order,
                   const uint32_t *number, uint32_t n, uint32_t *idom)
{
    for (bool changed = true; changed;) {
        uint64_t steps = g->n;
        changed = false;
        for (uint32_t i = n - 1; i-- > 0;) {
            uint32_t v = order[i], above = LCK_FLOW_NONE;
            for (uint32_t k = g->pred_at[v]; k < g->pred_at[v + 1]; k++) {
                uint32_t p = g->pred[k];
                steps++;
                if (idom[p] != LCK_FLOW_NONE)
                    above = above == LCK_FLOW_NONE ? p : meet(idom, number, p, above, &steps);
            }
            changed |= idom[v] != above;
            idom[v] = above;
        }
        if (!lck_flow_works(b, steps))
            return false;
    }
    return true;
}

bool lck_flow_dominators(lck_flow_builder *b, const lck_flow_graph *g, uint32_t root,
                         uint32_t *idom)
{
    uint32_t *order = lck_flow_array(b, g->n, sizeof *order);
    uint32_t *number = order ? lck_flow_array(b, g->n, sizeof *number) : NULL;
    uint32_t n = 0;
    bool good = number && lck_flow_postorder(b, g, root, order, &n);
    if (good) {
        for (uint32_t v = 0; v < g->n; v++)
            idom[v] = LCK_FLOW_NONE;
        for (uint32_t i = 0; i < n; i++)
            number[order[i]] = i;
        idom[root] = root;
        good = settle(b, g, order, number, n, idom);
    }
    free(order);
    free(number);
    return good;
}

bool lck_flow_number_tree(lck_flow_builder *b, uint32_t n, uint32_t root, const uint32_t *idom,
                          uint32_t *first, uint32_t *last)
{
    lck_flow_graph tree = {.n = n};
    tree.from = lck_flow_array(b, n, sizeof *tree.from);
    tree.to = tree.from ? lck_flow_array(b, n, sizeof *tree.to) : NULL;
    uint32_t *order = tree.to ? lck_flow_array(b, n, sizeof *order) : NULL;
    uint32_t count = 0;
    for (uint32_t v = 0; order && v < n; v++) {
        if (v == root)
            continue;
        tree.from[tree.nedges] = idom[v];
        tree.to[tree.nedges++] = v;
    }
    bool good = order && lck_flow_graph_index(b, &tree) &&
                lck_flow_postorder(b, &tree, root, order, &count);
    /* a node stands behind all below it, which are as many before it in a row */
    for (uint32_t i = 0; good && i < count; i++) {
        uint32_t v = order[i];
        last[v] = i;
        first[v] = i;
        if (tree.succ_at[v] < tree.succ_at[v + 1])
            first[v] = first[tree.succ[tree.succ_at[v]]];
    }
    lck_flow_graph_free(&tree);
    free(tree.from);
    free(tree.to);
    free(order);
    return good;
}
