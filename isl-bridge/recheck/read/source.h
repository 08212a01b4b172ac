/* source.h - the line that says what a certificate is of.
 *
 *     source layouts.lay:3: injective((4,8):(1,2))
 *     source sizes.lay:6: at M = 2, N = 8: compact((2,8):(7,1))
 *
 * After the place, and the numbers that parameters have, stands the claim of the arguments,
 * rebuilt from them: a comparison as it is written, `sectors((32,40):(1,32), 32, 4, 4) <= 4`,
 * every other claim as a call. A source may say no more than a place besides: a file, whose name
 * has no blanks, a line, names and numbers.
 */
#ifndef LCR_RECHECK_SOURCE_H
#define LCR_RECHECK_SOURCE_H

#include "literal.h"

/* The claim of these arguments in the claim language; the caller frees it. NULL: no memory. */
char *lcr_src_claim(lc_ctx *lc, const char *claim, size_t n, const char *const *arg);
/* Is the source this claim at a place? */
bool lcr_src_is_of(const char *source, const char *claim);

#endif
