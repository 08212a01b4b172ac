/* graph.h - functions as relations: what their inputs and outputs are.
 *
 * The inputs and outputs of a relation of a value, each as a sum of the coordinates and bits
 * of its domain, and quotients (sets/quotient.h), by the definition of the value:
 *
 *   coordinates  integral coordinate          -> natural coordinate
 *   values       integral coordinate          -> value
 *   index        natural coordinate           -> value
 *   bits         bits of the coordinate       -> bits of the value
 *
 * A linear layout has an integral coordinate for each input dim, and natural coordinates that
 * are bits, of all dims, the lowest of the first dim first; a swizzle has bits, the highest
 * first; their index is from bits of the value to the value. Coordinates as values have an
 * output for each leaf of the smallest nesting in which they are.
 *
 * A relation as text, which isl reads, is that of a graph: it has a pair for each input within
 * the bounds, none for others, and these outputs, in all points of the set. In a text of several
 * lines, one a digit, [j, v] stands for 2^j v of the output, [i, j, v] for 2^j v of output i,
 * [k, v] for output k, the others being 0, and outputs are the sums.
 */
#ifndef LCR_RECHECK_GRAPH_H
#define LCR_RECHECK_GRAPH_H

#include "evidence.h"
#include "value.h"

#define GRAPH_OUTPUTS SYS_VARS

typedef struct lcr_graph {
    quo *d;
    size_t nin, nout;
    sys_sum *in, *out;
    lc_int *least, *most; /* of the inputs */
    bool loose;           /* the relation and the graph may have different numbers of outputs,
                           * those missing being 0 */
} lcr_graph;

typedef enum { GRAPH_COORDINATES, GRAPH_VALUES, GRAPH_INDEX, GRAPH_BITS } graph_kind;

/* `shape` is NULL, or the one of which coordinates the index is. NULL, with no error where such a
 * relation is not stated. */
lcr_graph *lcr_graph_of(lit_pool *pool, const lit *x, const lit *shape, graph_kind kind);

/* Joins the inputs, of all dims of a linear layout, to one. */
void lcr_graph_join(lcr_graph *g);

/* sets/is-graph.c: the relation is that of the graph (NULL: no evidence); the relation is that of
 * the values of f, a linear layout having one input for all dims if the relation has one. */
bool lcr_ev_is_graph(ev *e, const lcr_graph *g, const lit *relation);
bool lcr_ev_is_relation_of(ev *e, const lit *f, const lit *relation);

#endif
