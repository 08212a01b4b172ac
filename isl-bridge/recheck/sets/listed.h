/* listed.h - relations that are functions of an integral coordinate, by all of their values.
 *
 * isl reads the text of a relation and gives its pairs. Where there is one for each integer of
 * [0,n), or for each coordinate of a box from 0 on, the relation is a function like any other, if
 * there are no more than LCR_EVIDENCE_POINTS: the rules of the claims evaluate it, and sets state
 * it, of what was found in the values:
 *
 *   inner     they are those of a layout, or of a linear layout, which stands for them
 *   repeated  v(c) = v(c mod m) + d floor(c/m)
 *   runs      the first m fall into runs v(first + t) = value + step t: a bit z a run, of which
 *             one is 1, and t, which is 0 where its z is 0
 */
#ifndef LCR_RECHECK_LISTED_H
#define LCR_RECHECK_LISTED_H

#include "evidence.h"

#include <isl/set.h>

/* The literal of the values of a relation; NULL: it is no such function, or an error. */
const lit *lcr_listed(ev *e, const lit *relation);
/* Two inputs of one value of a relation that is such a function, as a set; NULL: there are none,
 * it is no such function, or an error. */
isl_set *lcr_listed_collision(ev *e, const lit *relation);
/* Its value at a sum within [0,n), by repetitions and runs. False: they are too many. */
bool lcr_listed_at(sys *s, const lit *a, const sys_sum *in, sys_sum *value);

#endif
