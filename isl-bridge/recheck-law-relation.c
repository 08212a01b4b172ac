/* recheck-law-relation.c - relations of values; operations on relations.
 *
 * The value is a relation as text, which isl reads; what it has to be is stated from the
 * literal of the argument (recheck-graph.h). Layouts of relations are the same law with value
 * and argument exchanged.
 */
#include "config.h"

#include "recheck-graph.h"
#include "recheck-laws.h"

#include <string.h>

/* The relation is that of the graph; NULL: none, or an error. */
static bool is_graph(ev *e, lcr_graph *g, const lit *relation)
{
    if (g == NULL || relation->kind != LIT_RELATION)
        return lcr_ev_not(e);
    const sys **set = lcr_lit_alloc(e->pool, 3, sizeof *set);
    if (set == NULL || !lcr_graph_read(e->pool, g, relation->word))
        return false;
    for (size_t i = 0; i < 3; i++)
        set[i] = &g->d->s;
    g->set = e->out->set = set;
    e->out->nsets = g->outer != NULL || !g->exact ? 2 : 3;
    e->out->relation = g;
    e->out->by = "relation";
    return true;
}

static bool graph_of(ev *e, const lit *x, const lit *shape, graph_kind kind, const lit *relation)
{
    x = lcr_ev_layout(e, x);
    if (x == NULL)
        return false;
    if (!lcr_lit_is_function(x))
        return lcr_ev_not(e);
    return is_graph(e, lcr_graph_of(e->pool, x, shape, kind), relation);
}

/* ---- relations of values ---- */

static bool coord_map(ev *e, const lcr_statement *s)
{
    return graph_of(e, s->arg[0], NULL, GRAPH_COORDINATES, s->value);
}

static bool layout_map(ev *e, const lcr_statement *s)
{
    return graph_of(e, s->arg[0], NULL, GRAPH_VALUES, s->value);
}

static bool bits_map(ev *e, const lcr_statement *s)
{
    return graph_of(e, s->arg[0], NULL, GRAPH_BITS, s->value);
}

static bool index_map(ev *e, const lcr_statement *s)
{
    const lit *shape = s->n > 1 ? s->arg[1] : NULL;
    if (shape != NULL && shape->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    return graph_of(e, s->arg[0], shape, GRAPH_INDEX, s->value);
}

/* ---- operations on relations ---- */

static bool same_relation(ev *e, const lcr_statement *s)
{
    const lit *x = s->arg[0], *v = s->value;
    if (v->kind != LIT_RELATION)
        return lcr_ev_not(e);
    e->out->by = "reading";
    return lcr_ev_condition(e, strcmp(x->word, v->word) == 0, "it is another relation");
}

static bool same_extents(const lit *a, const lit *b)
{
    bool same = lcr_lit_congruent(a, b);
    for (size_t k = 0; same && k < a->n; k++)
        same = lc_int_eq(a->extent[k], b->extent[k]);
    return same;
}

/* The layout has this shape, and is the relation. */
static bool layout(ev *e, const lcr_statement *s)
{
    const lit *v = s->value;
    if (v->kind != LIT_LAYOUT || (s->n > 1 && s->arg[1]->kind != LIT_TUPLE))
        return lcr_ev_not(e);
    if (s->n > 1 && !lcr_ev_condition(e, same_extents(v, s->arg[1]), "it has another shape"))
        return false;
    return graph_of(e, v, NULL, GRAPH_VALUES, s->arg[0]);
}

static bool layout_with_strides(ev *e, const lcr_statement *s)
{
    const lit *v = s->value, *strides = s->arg[1];
    if (v->kind != LIT_LAYOUT || v->basis || v->xor || strides->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    bool same = lcr_lit_congruent(v, strides);
    for (size_t k = 0; same && k < v->n; k++)
        same = lc_int_eq(v->step[k], strides->extent[k]);
    return lcr_ev_condition(e, same, "it has other strides") &&
           graph_of(e, v, NULL, GRAPH_VALUES, s->arg[0]);
}

static bool linear(ev *e, const lcr_statement *s)
{
    return s->value->kind == LIT_LINEAR ? graph_of(e, s->value, NULL, GRAPH_VALUES, s->arg[0])
                                        : lcr_ev_not(e);
}

static bool evaluate(ev *e, const lcr_statement *s)
{
    const lit *c = s->arg[1], *v = s->value;
    if (c->kind != LIT_TUPLE || v->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    return is_graph(e, lcr_graph_of_pair(e->pool, c, v), s->arg[0]);
}

/* The text of a relation, or that of a layout. */
static const char *text_of(ev *e, const lit *x)
{
    if (x->kind == LIT_RELATION)
        return x->word;
    x = lcr_ev_layout(e, x);
    lcr_graph *g = x != NULL && lcr_lit_is_affine(x)
                       ? lcr_graph_of(e->pool, x, NULL, GRAPH_VALUES)
                       : NULL;
    return g != NULL && g->nout == 1 ? lcr_sys_graph(&g->d->s, &g->in[0], &g->out[0]) : NULL;
}

static bool compose(ev *e, const lcr_statement *s)
{
    lcr_graph *g = lcr_lit_alloc(e->pool, 1, sizeof *g);
    if (g == NULL || (g->d = lcr_quo_new(e->pool)) == NULL)
        return false;
    g->outer = text_of(e, s->arg[0]);
    g->inner = g->outer != NULL ? text_of(e, s->arg[1]) : NULL;
    return is_graph(e, g->inner != NULL ? g : NULL, s->value);
}

const lcr_law lcr_laws_relation[] = {
    {"coord_map", 1, 1, coord_map},
    {"index_map", 1, 2, index_map},
    {"bits_map", 1, 1, bits_map},
    {"layout_map", 1, 1, layout_map},
    {NULL, 0, 0, NULL},
};

const lcr_law lcr_laws_relations[] = {
    {"layout_map", 1, 1, same_relation},
    {"layout", 1, 2, layout},
    {"layout_with_strides", 2, 2, layout_with_strides},
    {"linear", 1, 1, linear},
    {"evaluate", 2, 2, evaluate},
    {"compose", 2, 2, compose},
    {NULL, 0, 0, NULL},
};
