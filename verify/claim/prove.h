/* prove.h - claims and their proofs.
 *
 * lcv_prove decides one claim about values: PROVED, REFUTED with a counterexample
 * that a person can check, or UNKNOWN with the reason. Each claim is decided by
 * the method that was measured to be fast for it: a counterexample system, a
 * count, an explicit inverse, a comparison, an enumeration of a small domain. A
 * counterexample is guessed first (corners, unit vectors, random points),
 * certified by evaluation, and only solved for when guessing fails.
 */
#ifndef LCV_PROVE_H
#define LCV_PROVE_H

#include "../row/row.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NULL with an error in the lc_ctx: wrong number or kind of arguments. */
lcv_result *lcv_prove(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args);

#ifdef __cplusplus
}
#endif

#endif
