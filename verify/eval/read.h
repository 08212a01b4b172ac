/* read.h - values from text, without a session.
 *
 *     lcv_diag diag = {0};
 *     lcv_value *a = lcv_value_from_str(r, "(4,8):(1,4)", &diag);
 *     lcv_result *result = lcv_prove(r, lcv_claim_find("injective"), 1, &a);
 *
 * The text is an expression of the language: a literal, or operations on such, each checked by
 * its law. lcv_value_to_str (../value/value.h) is the way back.
 */
#ifndef LCV_READ_H
#define LCV_READ_H

#include "../language/diag.h"
#include "../value/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Owned by the caller; NULL with the error in `diag`, which lcv_diag_clear empties. Its place
 * refers to no text: `source` is NULL, and the span counts bytes of `text`. */
lcv_value *lcv_value_from_str(lcr_ctx *r, const char *text, lcv_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
