/* prove.h - claims and their proofs.
 *
 * lcv_prove decides one claim about values: PROVED, REFUTED with a counterexample that a person
 * can check, or UNKNOWN with what was tried. The function of the claim (claims.h) states it as
 * questions, whose deciders (../question/question.h) are asked in order. A counterexample is
 * evaluated before it is reported.
 */
#ifndef LCV_PROVE_H
#define LCV_PROVE_H

#include "../row/row.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller frees the result. NULL with an error in the lc_ctx: LC_ERR_INVALID for a wrong
 * number or kind of arguments. */
lcv_result *lcv_prove(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args);

#ifdef __cplusplus
}
#endif

#endif
