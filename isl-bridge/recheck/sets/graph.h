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
#include "quotient.h"

#define GRAPH_OUTPUTS SYS_VARS

typedef struct lcr_graph {
    quo *d;
    size_t nin, nout;
    sys_sum *in, *out;
    lc_int *least, *most; /* of the inputs */
    bool loose;           /* outputs that one side does not have are 0; else both have as many */
} lcr_graph;

typedef enum { GRAPH_COORDINATES, GRAPH_VALUES, GRAPH_INDEX, GRAPH_BITS } graph_kind;

/* `shape` is NULL, or the one of which coordinates the index is. NULL, with no error where such a
 * relation is not stated. */
lcr_graph *lcr_graph_of(lit_pool *pool, const lit *x, const lit *shape, graph_kind kind);

/* One input stands for all dims of a linear layout. */
void lcr_graph_join(lcr_graph *g);

/* sets/is-graph.c: it is the relation of the graph, NULL: no evidence; that of the values of a
 * function, a linear layout having one input for all dims where the relation has one. */
bool lcr_ev_is_graph(ev *e, const lcr_graph *g, const lit *relation);
bool lcr_ev_is_relation_of(ev *e, const lit *f, const lit *relation);

/* sets/value.c: a function at the sums of its leaves, a value an axis; at values of `of`
 * (NULL: its integral coordinate). False where that is not stated. */
bool lcr_value_at_leaves(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value);
bool lcr_value_at(quo *d, const lit *a, const lit *of, const sys_sum *in, sys_sum *value);
/* sets/sized.c: claims about functions whose integers are sizes, by these values. */
bool lcr_sized_same(ev *e, const fn *f, const fn *g, const lit *domain);
bool lcr_sized_within(ev *e, const lit *a, lc_int least, lc_int most);
bool lcr_sized_aligned(ev *e, const lit *a, lc_int n);
bool lcr_sized_injective(ev *e, const lit *a);
bool lcr_sized_disjoint(ev *e, const lit *a, const lit *b);
/* sets/words.c: the same of layouts whose strides add by XOR. */
bool lcr_is_words(const lit *a);
bool lcr_words_same(ev *e, const lit *a, const lit *b);
bool lcr_words_within(ev *e, const lit *a, lc_int least, lc_int most);
bool lcr_words_injective(ev *e, const lit *a);

/* The bits of the value of a linear layout or a swizzle, those of each output from the lowest
 * on; their number. 0: not stated. */
size_t lcr_value_bits(quo *d, const lit *a, const sys_sum *bit, sys_sum *value);

#endif
