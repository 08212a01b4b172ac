/* hints.h - what is found for the checker, so that it need not search.
 *
 * A proof about sizes may need a layout that nobody has named: where the values of one layout lie
 * in another, or one layout for two. It is found here, from the literals of the claim, and given
 * to the checker as text; a certificate has it as a line `hint KIND LITERAL`. The checker knows
 * nothing of it and shows what it says of it: a wrong hint confirms nothing. No certificate is
 * checked with what is found here.
 */
#ifndef LCR_HINTS_H
#define LCR_HINTS_H

#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Confirmations and certificates are made with hints from now on. */
void lcr_use_hints(lcr_ctx *r);

#ifdef __cplusplus
}
#endif

#endif
