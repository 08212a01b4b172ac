/* missing.h - the assumption that a claim with parameters lacks.
 *
 * Conditions on the parameters are tried: bounds by constants of the claim and by other
 * parameters, divisibility by divisors of such constants, equality. A condition that fails at all
 * instances at which the claim fails, but not at all at which it holds, is assumed, and the claim
 * is proved anew. The weakest is the one that admits most of the instances; where none is enough,
 * two are tried together.
 */
#ifndef LCV_MISSING_H
#define LCV_MISSING_H

#include "instance.h"

/* "M % 8 == 0", "M <= 8 and N >= 2", under which the claim is proved; up to LCV_MISSING of them,
 * none of which is weaker than one before. Their number; the caller frees them. `failing`: where
 * the claim fails. A claim that is a part of an `and` is proved with the other parts. */
#define LCV_MISSING 2
size_t lcv_missing_conditions(const lcv_problem *problem, const lc_int *failing,
                              char *found[LCV_MISSING]);

/* For a claim that holds wherever it was tried but is not proved: the weakest condition found
 * under which it is. The condition has to answer the question that the proof left open, whose
 * answer at the k-th instance (instance.h) is side[k]. `known` is another condition, or NULL. The
 * caller frees the text; NULL where none was found. */
char *lcv_enough_condition(const lcv_problem *problem, const bool *side, const char *known);

#endif
