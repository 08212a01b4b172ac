/* peel.h - statements said of less: without a bijection that a function ends in.
 *
 * A swizzle is a bijection of the integers, and of each block of as many as its highest bit
 * counts; to add an offset is one, too. Before a statement is encoded,
 *
 *   f = g            S o f = S o g says the same
 *   f is injective   so is S o f
 *   bounds           S o f is within bounds that are multiples of the block where f is
 *   common values    S o f and g have those that f and S o g have, where S is its own inverse
 */
#ifndef LCR_RECHECK_PEEL_H
#define LCR_RECHECK_PEEL_H

#include "evidence.h"

/* Drops the swizzles that both end in. lcr_peel_bijections drops any bijections that f ends
 * in. */
void lcr_peel_same(ev *e, fn *f, fn *g);
void lcr_peel_bijections(ev *e, fn *f);
/* Drops swizzles that f ends in and whose blocks make up [least, end). */
void lcr_peel_blocks(ev *e, fn *f, lc_int least, lc_int end);
/* Moves a swizzle that f ends in to g. False with an error. */
bool lcr_peel_common(ev *e, fn *f, fn *g);

#endif
