/* listed.h - relations that are functions of an integral coordinate, by all of their values.
 *
 * isl reads the text of a relation and gives its pairs. Where there is one for each integer of
 * [0,n), or for each coordinate of a box from 0 on, the relation is a function like any other, if
 * there are no more than LCR_EVIDENCE_POINTS: the rules of the claims evaluate it, and sets state
 * it where its values are those of a layout, or of a linear layout, `inner`, which stands for it.
 */
#ifndef LCR_RECHECK_LISTED_H
#define LCR_RECHECK_LISTED_H

#include "evidence.h"

/* The literal of the values of a relation; NULL: it is no such function, or an error. */
const lit *lcr_listed(ev *e, const lit *relation);

#endif
