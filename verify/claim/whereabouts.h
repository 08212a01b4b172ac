/* whereabouts.h - where the offsets of T are among those of A (Cecka 3.4.4).
 *
 * After contained(T, A): R with T(c) = A(R(c)), as strides in coordinates of A where some
 * layout R is that; else a few coordinates of A, one for each mode of T.
 */
#ifndef LCV_WHEREABOUTS_H
#define LCV_WHEREABOUTS_H

#include "claims.h"

/* Adds the remark to a claim that is proved, and leaves others alone. Anything that could not be
 * found, for the budget or otherwise, is left out: the claim stands without it. */
void lcv_tell_where(lcr_ctx *r, lcv_result *result, const lcv_function *t, const lcv_function *a);

#endif
