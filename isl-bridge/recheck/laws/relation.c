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
    if (!x)
        return false;
    if (!lcr_lit_is_function(x))
        return lcr_ev_not(e);
    return lcr_ev_is_graph(e, lcr_graph_of(e->pool, x, shape, kind), relation);
}

/* ---- relations of values ---- */

/* The index may be of the coordinates of another shape. */
static bool map(ev *e, const lcr_statement *s)
{
    const lit *shape = s->n > 1 ? s->arg[1] : NULL;
    if (shape && shape->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    return graph_of(e, s->arg[0], shape, (graph_kind)s->how, s->value);
}

/* The coordinates of X, or of another shape. */
static bool coordinates(ev *e, const lcr_statement *s)
{
    const lit *x = s->arg[0], *shape = s->n > 1 ? s->arg[1] : x;
    if (s->n > 1 && (shape->kind != LIT_TUPLE || shape->any || x->any))
        return lcr_ev_not(e);
    lc_int size = lcr_lit_size(e->pool->lc, x);
    return lcr_ev_condition(e, lc_int_eq(size, lcr_lit_size(e->pool->lc, shape)),
                            "the sizes differ") &&
           graph_of(e, shape, NULL, GRAPH_COORDINATES, s->value);
}

static bool colex(ev *e, const lcr_statement *s)
{
    lc_ctx *lc = e->pool->lc;
    const lit *from = s->arg[0], *to = s->arg[1];
    if (from->kind != LIT_TUPLE || to->kind != LIT_TUPLE || from->any || to->any)
        return lcr_ev_not(e);
    return lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, from), lcr_lit_size(lc, to)),
                            "the sizes differ") &&
           lcr_ev_is_graph(e, lcr_graph_of_shapes(e->pool, from, to), s->value);
}

/* ---- operations on relations ---- */

static bool same_relation(ev *e, const lcr_statement *s)
{
    const lit *x = s->arg[0], *v = s->value;
    if (v->kind != LIT_RELATION)
        return lcr_ev_not(e);
    return lcr_ev_reading(e, strcmp(x->word, v->word) == 0, "it is another relation");
}

/* The sizes of the modes of x, as a shape. */
static const lit *sizes_of_modes(ev *e, const lit *x)
{
    size_t rank = lcr_lit_rank(x);
    lit *sizes = lcr_lit_flat(e->pool, rank);
    for (size_t i = 0; sizes && i < rank; i++) {
        const lit *mode = lcr_lit_mode(e->pool, x, i);
        sizes->extent[i] = mode ? lcr_lit_size(e->pool->lc, mode) : lc_int_const(0);
    }
    return sizes;
}

/* The layout has this shape, and is the relation, whose inputs are an integral coordinate, the
 * leaves of a natural one, or the coordinates in the modes. */
static bool layout(ev *e, const lcr_statement *s)
{
    const lit *v = s->value, *modes = NULL;
    if (v->kind != LIT_LAYOUT || (s->n > 1 && s->arg[1]->kind != LIT_TUPLE))
        return lcr_ev_not(e);
    size_t inputs = lcr_relation_inputs_of(s->arg[0]->word);
    if (inputs > 1 && inputs != v->n && !(modes = sizes_of_modes(e, v)))
        return lcr_ev_not(e);
    return lcr_ev_condition(e, s->n < 2 || lcr_lit_same_extents(v, s->arg[1]),
                            "it has another shape") &&
           graph_of(e, v, modes, inputs > 1 ? GRAPH_INDEX : GRAPH_VALUES, s->arg[0]);
}

static bool linear(ev *e, const lcr_statement *s)
{
    return s->value->kind == LIT_LINEAR ? lcr_ev_equiv(e, s->value, s->arg[0]) : lcr_ev_not(e);
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
    const lit *outer = s->arg[0], *inner = s->arg[1];
    if (s->value->kind != LIT_RELATION || !lcr_relation_add(&value, s->value) ||
        !lcr_relation_add(&both, inner) || !lcr_relation_add(&both, outer))
        return lcr_ev_not(e);
    return lcr_ev_same_relation(e, &value, &both);
}

const ev_row lcr_laws_relation[] = {
    {"bits_map", 1, ".", map, OF_LAYOUTS, GRAPH_BITS},
    {"colex", 2, "..", colex, OF_LAYOUTS, 0},
    {"compose", 2, "xx", compose, OF_RELATIONS, 0},
    {"coord_map", 1, "..", coordinates, OF_LAYOUTS, 0},
    {"evaluate", 2, "..", evaluate, OF_RELATIONS, 0},
    {"index_map", 1, "..", map, OF_LAYOUTS, GRAPH_INDEX},
    {"layout", 1, "..", layout, OF_RELATIONS, 0},
    {"layout_map", 1, ".", map, OF_LAYOUTS, GRAPH_VALUES},
    {"layout_map", 1, ".", same_relation, OF_RELATIONS, 0},
    {"linear", 1, ".", linear, OF_RELATIONS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
