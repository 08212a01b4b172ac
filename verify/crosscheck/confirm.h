/* confirm.h - second opinions of values and verdicts, by isl.
 *
 * The second opinion on what the algebra and the prover say. The arguments are written as
 * literals, with a witness (evidence.h) where a claim says that something exists;
 * isl-bridge/recheck-confirm.h reads them anew and asks isl.
 */
#ifndef LCV_CONFIRM_H
#define LCV_CONFIRM_H

#include "../claim/prove.h"
#include "../../isl-bridge/recheck-confirm.h"

/* The opinion of the value of an operation, by isl or, with `points`, at chosen points. False
 * with an error when something failed. The caller clears the confirmation, here and below. */
bool lcv_confirm_value(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                       const lcv_value *value, bool points, lcr_confirmation *out);
/* The same by the row of the operation, which restates large relations by their matrices
 * (restate.h). */
bool lcv_confirm_operation(lcr_ctx *r, const lcv_operation *of, size_t n, lcv_value *const *args,
                           const lcv_value *value, bool points, lcr_confirmation *out);
/* The same for a relation of x, given as the text that is shown, perhaps of several lines
 * (relate.h). */
bool lcv_confirm_relation(lcr_ctx *r, const char *operation, lcv_value *x, const char *text,
                          lcr_confirmation *out);
bool lcv_confirm_claim(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args,
                       const lcv_result *result, lcr_confirmation *out);

#endif
