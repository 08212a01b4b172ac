/* cover.h - which instance of a store writes an element.
 *
 * The place of an element along a stride of the destination is a sum: so much times a block's
 * number, a digit of it, a trip, the largest first; and what is left, less than the smallest of
 * these, is a matter of threads and vectors, which are gone through and put into words (fit.h).
 * So there is a guess, numbers of an instance as quotients and remainders of an element's
 * coordinates. Whether it is right is asked of isl (prove.c).
 */
#ifndef LCK_COPIES_COVER_H
#define LCK_COPIES_COVER_H

#include "frame.h"

/* Guesses which elements frame f writes. `distance` is 0 where it writes element x[0], .., x[n -
 * 1] (atoms). It may write those for which `where` holds, and does write those for which `exact`
 * holds as well; `writes` is the instance. False: no guess. */
bool lck_cover_of(lck_frames *s, const lck_frame *f, const lck_move *m, const lcv_sum *distance,
                  const uint32_t *x, size_t n, const lc_expr **where, const lc_expr **exact,
                  lck_frame *writes);

#endif
