/* logic.h - claims that `and`, `or` and `not` make of claims.
 *
 * The parts are decided in order, until one decides the whole. What is at fault in a part is at
 * fault in the whole, which says what part it is. A part that is UNKNOWN leaves the whole UNKNOWN
 * unless another decides it.
 *
 * A claim about all values of parameters is `and` of its parts for all values, too. This is not
 * so for `or` and `not`: what is refuted holds at other values, perhaps. There the whole is
 * UNKNOWN unless the parts are refuted at the same values.
 */
#ifndef LCV_LOGIC_H
#define LCV_LOGIC_H

#include "eval.h"

bool lcv_is_logic(const lcv_ast *ast);

/* The verdict on a part; NULL with the status of the evaluation set. */
typedef lcv_result *lcv_prove_part(void *user, const lcv_ast *part);

lcv_result *lcv_eval_logic(lcv_eval *e, const lcv_ast *ast, bool for_all, lcv_prove_part *prove,
                           void *user);

/* The verdict on `not` of a claim, which `claim` is the text of, from the verdict on that claim,
 * which is taken over. NULL where that is NULL, or without memory. */
lcv_result *lcv_negated(lc_ctx *ctx, const char *claim, bool for_all, lcv_result *result);

#endif
