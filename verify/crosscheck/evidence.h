/* evidence.h - what shows that a claim holds, where it says that something exists.
 *
 * The algebra finds the witness, as a literal, and whoever reads it has to show that it is
 * one: the certificate (certificate.h), or the second opinion (confirm.h).
 */
#ifndef LCV_EVIDENCE_H
#define LCV_EVIDENCE_H

#include "../claim/prove.h"

lcv_witness lcv_witness_admissible, lcv_witness_complements, lcv_witness_contained,
    lcv_witness_covers, lcv_witness_divides_into, lcv_witness_feeds, lcv_witness_is_layout,
    lcv_witness_is_linear, lcv_witness_reorders, lcv_witness_surjective, lcv_witness_vectorizes;

/* The witness of a claim, for the layouts that morphisms realize; NULL: none, perhaps with an
 * error. The caller frees it. */
char *lcv_witness_of(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args,
                     const lcv_result *result);

#endif
