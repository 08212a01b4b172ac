/* crosscheck.h - every result of the algebra against its relation.
 *
 * After an operation has a value, the law that defines the operation is decided
 * on that value by a method that does not use the operation: compose by
 * R(c) = A(B(c)), coalesce by equality at every coordinate, an inverse by its
 * law, an evaluation by the isl layout map. A disagreement is a bug in
 * layoutcheck and is reported in full (exit 4); out of budget is a note.
 */
#ifndef LCV_CROSSCHECK_H
#define LCV_CROSSCHECK_H

#include "../row/row.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The law of an operation with `args` and its `value`. PROVED, REFUTED (a disagreement) or
 * UNKNOWN; NULL without an error when the operation has no law to check beyond its definition
 * (rank, depth, shape, stride), NULL with an error on failure. */
lcv_result *lcv_crosscheck(lcr_ctx *r, const lcv_operation *of, size_t n, lcv_value *const *args,
                           const lcv_value *value);

#ifdef __cplusplus
}
#endif

#endif
