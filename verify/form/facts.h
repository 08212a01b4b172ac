/* facts.h - facts about symbols, and their consequences.
 *
 * Facts are polynomials that are 0, or not negative, for all values of the parameters:
 * assumptions, and the definitions of floors and minima. A claim is proved by solving its
 * negation: rows, again polynomials, that a counterexample would satisfy together with the facts.
 * This is exact if everything is linear: one system of integers (system.h).
 *
 * Otherwise each product of symbols becomes a variable of its own, and products of facts with
 * symbols that are not negative are added, as long as they involve the same products (the
 * reformulation-linearization technique). A counterexample that this relaxation rules out does
 * not exist; a point of it need not be real.
 */
#ifndef LCV_FACTS_H
#define LCV_FACTS_H

#include "symbols.h"

/* p >= 0, or p = 0. */
typedef struct {
    const lc_poly *p;
    bool equality;
} lcv_fact;

typedef struct lcv_facts lcv_facts;

lcv_facts *lcv_facts_new(lcr_ctx *r, lcv_symbols *s);
void lcv_facts_free(lcv_facts *facts);
/* Adds a fact, whose polynomial belongs to the table of symbols. False for a NULL polynomial, or
 * with LC_ERR_LIMIT. */
bool lcv_facts_add(lcv_facts *facts, lcv_fact row);

/* LCR_NO: no values satisfy the facts and the rows. LCR_YES: the relaxation has a point; value[i]
 * is the value of symbol i there, or a bound or 0 for a symbol that does not count. value may be
 * NULL. LCR_UNKNOWN: out of budget, or too large (no error), or an error. */
lcr_answer lcv_facts_solve(lcv_facts *facts, size_t n, const lcv_fact *row, lc_int *value);

/* Has the relaxation of the facts a point? LCR_NO: the facts contradict each other. */
lcr_answer lcv_facts_consistent(lcv_facts *facts);

/* Does p >= 0 (p = 0) follow for all values? False also when that is not found. */
bool lcv_facts_imply(lcv_facts *facts, const lc_poly *p);
bool lcv_facts_imply_zero(lcv_facts *facts, const lc_poly *p);

#endif
