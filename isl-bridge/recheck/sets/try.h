/* try.h - points of a set, looked for without isl.
 *
 * Coordinates are chosen: all at their least, each by itself at its largest, all so, then at
 * random, the same numbers each time. What rows define of them, digits, quotients, parities, is
 * computed from the equalities in the order in which they were said. A point that is found is in
 * the set by arithmetic; that none is found shows nothing.
 */
#ifndef LCR_RECHECK_TRY_H
#define LCR_RECHECK_TRY_H

#include "system.h"

/* True with a point, of the pool; false if none is found, or with an error. */
bool lcr_sys_try(const sys *s, sys_point *found);

/* A number of [0,end), end > 0: the next one of a seed. */
lc_int lcr_try_below(lc_ctx *lc, uint64_t *seed, lc_int end);

#endif
