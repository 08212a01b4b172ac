/* modes.h - what stands outside of a layout, for laws of its modes. */
#ifndef LCR_RECHECK_LAW_MODES_H
#define LCR_RECHECK_LAW_MODES_H

#include "../sets/build.h"
#include "../sets/pieces.h"
#include "laws.h"

/* The functions outside, which an operation on coordinates leaves as they are: what is inside
 * of both, layouts without a swizzle. False: there are no such, or they are not the same, or an
 * error. */
bool lcr_law_inside(ev *e, const lit **value, const lit **a);

#endif
