/* relation.h - relations as text, in sets.
 *
 * A relation is a function, or two of which the second is applied to the values of the first,
 * each a text (sets/read-map.c) or a literal. Its outputs are sums at inputs in any
 * coordinates, and there is a pair where all of its rows hold: two functions differ by sets
 * of rows, in coordinates that are digits of the inputs, one for each divisor of the texts.
 *
 * isl reads a relation that is no such function. The difference of two such relations is put as
 * sets again, a basic relation each, and isl is asked whether they are empty.
 */
#ifndef LCR_RECHECK_RELATION_H
#define LCR_RECHECK_RELATION_H

#include "evidence.h"
#include "graph.h"

/* ---- functions ---- */

#define RELATION_STEPS 2

/* Each step has a text, or a literal at its integral coordinate. */
typedef struct {
    size_t n;
    const char *text[RELATION_STEPS];
    const lit *of[RELATION_STEPS];
    size_t nin, nout; /* once it is a function */
    /* The bounds that single rows give an input; no other row says anything. */
    bool plain;
    bool has_least[GRAPH_OUTPUTS], has_most[GRAPH_OUTPUTS];
    lc_int least[GRAPH_OUTPUTS], most[GRAPH_OUTPUTS];
} lcr_relation;

bool lcr_relation_add(lcr_relation *f, const lit *step); /* false: it is no step */
/* Can all steps be read, or are they left to isl? *is is false then. False with an error. */
bool lcr_relation_is_function(ev *e, lcr_relation *f, bool *is);
/* Variables for the inputs of f, within their bounds: digits, where they begin at 0, of what
 * f divides by, and `other` (NULL: none). */
bool lcr_relation_inputs(quo *d, const lcr_relation *f, const lcr_relation *other, char letter,
                         sys_sum *in);
/* False with an error, LC_ERR_LIMIT where it is not read; d has changed then. */
bool lcr_relation_at(quo *d, const lcr_relation *f, const sys_sum *in, lcr_map_text *to);
/* All of its rows are true, but for those that follow from the bounds of the variables. */
void lcr_relation_say(quo *d, const lcr_map_text *to);
/* A set for each row: the contrary of it. */
bool lcr_relation_deny(ev *e, const quo *d, const lcr_map_text *to);
/* One for each output, each digit of it, and side: x is more, or less, than y; outputs that one
 * lacks are 0. */
bool lcr_relation_differ(ev *e, quo *d, size_t nx, const sys_sum *x, size_t ny, const sys_sum *y);
/* The lowest digits of x and y, those of one place, are taken from them; false: the whole, of
 * which there are no such digits. */
bool lcr_relation_digit(quo *d, sys_sum *x, sys_sum *y, sys_sum *low);

/* The names before the arrow; 0: there are none. */
size_t lcr_relation_inputs_of(const char *text);

/* ---- evidence ---- */

/* sets/relation-same.c: it is the relation of the graph (NULL: no evidence); two are one. */
bool lcr_ev_is_graph(ev *e, lcr_graph *g, const lit *relation);
bool lcr_ev_same_relation(ev *e, lcr_relation *f, lcr_relation *g);
/* Two values are one, as functions or relations, where one of them is a relation. */
bool lcr_ev_relations_equal(ev *e, const lit *x, const lit *y);

#endif
