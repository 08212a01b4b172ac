/* evidence.h - what shows that a claim holds, where it says that something exists.
 *
 * The algebra finds the witness, as a literal, and whoever reads it has to show that it is
 * one: the certificate (certificate.h), or the second opinion (confirm.h).
 */
#ifndef LCV_EVIDENCE_H
#define LCV_EVIDENCE_H

#include "../claim/prove.h"

/* The caller frees it; NULL, perhaps with an error: there is none. */
char *lcv_witness_of(lcr_ctx *r, const char *claim, size_t n, lcv_value *const *args,
                     const lcv_result *result);

#endif
