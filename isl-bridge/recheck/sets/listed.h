/* listed.h - relations that are functions of an integral coordinate, by all of their values.
 *
 * isl reads the text of a relation and gives its pairs. Where there is one for each integer of
 * [0,n), or for each coordinate of a box from 0 on, the relation is a function like any other, if
 * there are no more than LCR_EVIDENCE_POINTS: the rules of the claims evaluate it. Where these are
 * the values of a layout, or of a linear layout, that stands for them in sets (`inner`).
 */
#ifndef LCR_RECHECK_LISTED_H
#define LCR_RECHECK_LISTED_H

#include "evidence.h"

#include <isl/set.h>

/* The literal of the values of a relation; NULL: it is no such function, or an error. */
const lit *lcr_listed(ev *e, const lit *relation);
/* Two inputs of one value of a relation that is such a function, as a set; NULL: there are none, it
 * is no such function, or an error. */
isl_set *lcr_listed_collision(ev *e, const lit *relation);

#endif
