/* catalogue.h - all claims and operations of the language, a row each (../row/row.h).
 *
 * A name is looked up here once; from then on its row is passed along. The rows are in claims.c,
 * layouts.c, algebra.c, linear.c and others.c.
 */
#ifndef LCV_CATALOGUE_H
#define LCV_CATALOGUE_H

#include "../row/row.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The row of a name; NULL for other names. */
const lcv_claim *lcv_claim_find(const char *name);
const lcv_operation *lcv_operation_find(const char *name);
/* The same, without operations that are not called by a name, such as A(c). */
const lcv_operation *lcv_operation_called(const char *name);

/* The i-th of all, in the order of the manual; NULL past the last. */
const lcv_claim *lcv_claim_at(size_t i);
const lcv_operation *lcv_operation_at(size_t i);

/* The i-th name that can be called, and its signature, "coalesce(A[, profile])": operations, then
 * claims, then words, whose names come again for each number of arguments; NULL past the last. */
const char *lcv_catalogue_name(size_t i);
const char *lcv_catalogue_signature(size_t i);

/* Is a name a claim, and not a word that stands for one? The definition of a name that can be
 * called, for operands of no special kind; for a word, that of the first with this name. NULL:
 * there is none. */
bool lcv_catalogue_is_claim(const char *name);
const char *lcv_catalogue_rule(const char *name);

#ifdef __cplusplus
}
#endif

#endif
