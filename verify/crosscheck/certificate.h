/* certificate.h - certificates of what was proved or refuted.
 *
 * The arguments of a claim, evaluated, as literals, and a witness where the claim says that
 * something exists: the algebra finds it, and the certificate shows that it is one.
 * isl-bridge/recheck.h, which knows nothing of the algebra, writes it.
 */
#ifndef LCV_CERTIFICATE_H
#define LCV_CERTIFICATE_H

#include "../claim/prove.h"

/* The block of a decided claim, or a comment for an undecided one; the caller frees it. `place`
 * is where it stands (recheck.h). NULL with an error: LC_ERR_INTERNAL when the certificate
 * contradicts the verdict. */
char *lcv_certificate(lcr_ctx *r, const char *place, const lcv_claim *claim, size_t n,
                      lcv_value *const *args, const lcv_result *result);

#endif
