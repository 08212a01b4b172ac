/* ask.h - the sets of a claim, put to isl.
 *
 * A set is built for isl as one basic set, of the rows as they are: bounds first, no text,
 * nothing decided or substituted before. isl's own preprocessing decides what a gcd or an
 * equality can decide. Every question has the operations of a query (relation.h).
 */
#ifndef LCR_RECHECK_ASK_H
#define LCR_RECHECK_ASK_H

#include "../sets/sets.h"
#include "../../relation.h"

/* Has set number i a point? YES with the point, of the pool, which arithmetic has found in the
 * set, too. UNKNOWN with an error, LC_ERR_BUDGET where the budget ran out. */
lcr_answer lcr_ask_point(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e, size_t i,
                         sys_point *point);
/* The same of a set that isl reads from text: the point is the one that anybody gets who asks isl
 * about this text. */
lcr_answer lcr_ask_point_of_text(lcr_ctx *r, lit_pool *pool, const char *text, sys_point *point);
/* Does isl read equal sets in two texts? */
lcr_answer lcr_ask_are_equal(lcr_ctx *r, const char *text, const char *other);

#endif
