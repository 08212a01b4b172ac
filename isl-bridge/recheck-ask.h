/* recheck-ask.h - the sets of a certificate, put to isl. */
#ifndef LCR_RECHECK_ASK_H
#define LCR_RECHECK_ASK_H

#include "recheck-sets.h"
#include "relation.h"

/* Set number i; of two graphs, the pairs of graph i that are none of the other. UNKNOWN
 * with an error: the budget ran out, or isl does not read it. */
lcr_answer lcr_ask_is_empty(lcr_ctx *r, const lcr_evidence *e, size_t i);
lcr_answer lcr_ask_contains(lcr_ctx *r, const lcr_evidence *e, size_t i, size_t n,
                            const lc_int *at);
/* A point of it, as text: " 0 2 -1", which the caller frees. NULL: none, or an error. */
char *lcr_ask_point_of(lcr_ctx *r, const lcr_evidence *e, size_t i);
/* Two sets as text: alike, or, unless they are graphs, equal. */
lcr_answer lcr_ask_same_set(lcr_ctx *r, const char *a, const char *b, bool graphs);

#endif
