/* recheck-ask.h - the sets of a claim, put to isl.
 *
 * A set is built for isl as one basic set, of the rows as they are: bounds first, no text,
 * nothing decided or substituted before. What a gcd or an equality decides is decided by isl's own
 * preprocessing. Every question has the operations of a query (relation.h). Two graphs are
 * relations as text, which isl reads.
 */
#ifndef LCR_RECHECK_ASK_H
#define LCR_RECHECK_ASK_H

#include "recheck-sets.h"
#include "relation.h"

struct lcr_graph;

/* Is there a point of set number i, which is no graph? YES with the point, of the pool, which is
 * in the set by arithmetic, too. UNKNOWN with an error: the budget ran out. */
lcr_answer lcr_ask_point(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e, size_t i,
                         sys_point *point);
/* Of two graphs: is there a pair of one, number *at, that is none of the other? They are equal
 * when their domains are and no coordinate has two values, one of each. */
lcr_answer lcr_ask_pair(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e, size_t *at,
                        sys_point *point);
lcr_answer lcr_ask_contains(lcr_ctx *r, const lcr_evidence *e, size_t i, const sys_point *point);
/* The same, of a set as isl reads it: the point is what everybody gets who asks isl about the
 * text. */
lcr_answer lcr_ask_point_of_text(lcr_ctx *r, lit_pool *pool, const char *text, sys_point *point);
/* recheck-ask-graph.c: of the sets of a relation; the set that has the point is in g->set[i]. */
lcr_answer lcr_ask_graph(lcr_ctx *r, lit_pool *pool, const struct lcr_graph *g, size_t i,
                         sys_point *point);
/* Is it the set that isl reads in a text? */
lcr_answer lcr_ask_is_text(lcr_ctx *r, const sys *s, const char *text);

#endif
