/* relation.c - relations of values; operations on relations.
 *
 * The value is a relation as text, which isl reads; what it has to be is stated from the
 * literal of the argument (sets/graph.h). Layouts of relations are the same law with value
 * and argument exchanged.
 */
#include "config.h"

#include "laws.h"
#include "../sets/relation.h"

#include <string.h>

static bool graph_of(ev *e, const lit *x, const lit *shape, graph_kind kind, const lit *relation)
{
    x = lcr_ev_layout(e, x);
    if (x == NULL)
        return false;
    if (!lcr_lit_is_function(x))
        return lcr_ev_not(e);
    return lcr_ev_is_graph(e, lcr_graph_of(e->pool, x, shape, kind), relation);
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
    return lcr_ev_is_graph(e, lcr_graph_of_pair(e->pool, c, v), s->arg[0]);
}

static bool compose(ev *e, const lcr_statement *s)
{
    lcr_relation value = {.n = 0}, both = {.n = 0};
    const lit *outer = lcr_ev_layout(e, s->arg[0]), *inner = lcr_ev_layout(e, s->arg[1]);
    if (outer == NULL || inner == NULL)
        return false;
    if (s->value->kind != LIT_RELATION || !lcr_relation_add(&value, s->value) ||
        !lcr_relation_add(&both, inner) || !lcr_relation_add(&both, outer))
        return lcr_ev_not(e);
    return lcr_ev_same_relation(e, &value, &both);
}

/* ---- claims ---- */

/* One input stands for the dims of a linear layout. */
static void join_inputs(lcr_graph *g)
{
    lc_ctx *lc = g->d->s.pool->lc;
    lc_int place = lc_int_const(1), last = lc_int_const(0);
    sys_sum whole;
    lcr_sys_zero(&whole);
    for (size_t k = 0; k < g->nin; k++) {
        lcr_sys_add(&g->d->s, &whole, place, &g->in[k]);
        last = lc_int_add(lc, last, lc_int_mul(lc, place, g->most[k]));
        place = lc_int_mul(lc, place, lc_int_add(lc, g->most[k], lc_int_const(1)));
    }
    g->in[0] = whole;
    g->least[0] = lc_int_const(0);
    g->most[0] = last;
    g->nin = 1;
}

static bool is_relation_of(ev *e, const lit *x, const lit *relation)
{
    lcr_graph *g =
        lcr_lit_is_function(x) ? lcr_graph_of(e->pool, x, NULL, GRAPH_VALUES) : NULL;
    if (g != NULL && g->nin > 1 && lcr_relation_inputs_of(relation->word) == 1)
        join_inputs(g);
    return lcr_ev_is_graph(e, g, relation);
}

bool lcr_ev_relations_equal(ev *e, const lcr_statement *s)
{
    lcr_relation f = {.n = 0}, g = {.n = 0};
    const lit *x = lcr_ev_layout(e, s->arg[0]), *y = lcr_ev_layout(e, s->arg[1]);
    if (x == NULL || y == NULL)
        return false;
    if (x->kind != LIT_RELATION)
        return is_relation_of(e, x, y);
    if (y->kind != LIT_RELATION)
        return is_relation_of(e, y, x);
    lcr_relation_add(&f, x);
    lcr_relation_add(&g, y);
    return lcr_ev_same_relation(e, &f, &g);
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
