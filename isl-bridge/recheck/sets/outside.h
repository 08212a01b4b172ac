/* outside.h - a function as a chain: the innermost layout, and what stands outside.
 *
 * {8} o L, S<2,0,2> o 8 o L and (4,4):(8,1) o 0 o L are a layout L and steps after it:
 * offsets, swizzles, layouts. The value of an operation on coordinates has the same steps
 * outside, and the law is that of the layouts inside. A composition that is left as it is written
 * has the steps of both functions.
 *
 * An offset of 0 is no step, nor is a swizzle of no bits where functions are composed. Two
 * offsets one after the other are one. A swizzle that stands first has the layout n:1 of its
 * coordinates inside.
 */
#ifndef LCR_RECHECK_OUTSIDE_H
#define LCR_RECHECK_OUTSIDE_H

#include "evidence.h"

#define OUTSIDE_STEPS 1024

/* A layout, a swizzle; or an offset, of one integer an axis (a layout of no leaves). */
typedef struct {
    lit_pool *pool;
    size_t n;
    bool composed; /* set by the caller: of functions that are composed */
    bool failed;   /* too many, or nothing that is a chain */
    const lit *step[OUTSIDE_STEPS];
} outside;

/* A chain without steps; NULL with an error. Then: appends the steps of a function. */
outside *lcr_outside_begin(lit_pool *pool);
void lcr_outside_function(outside *o, const lit *a);
/* Appends an offset, an integer or a coordinate. */
void lcr_outside_offset(outside *o, const lit *offset);
/* By reading: do they have the same steps from number `first` on? */
bool lcr_outside_same(const outside *a, const outside *b, size_t first);

/* The swizzle after a layout as a literal of its own; the layout without it, and without its
 * offset; NULL with an error. */
lit *lcr_swizzle_after(lit_pool *pool, const lit *a);
lit *lcr_without_swizzle(lit_pool *pool, const lit *a);
lit *lcr_without_outside(lit_pool *pool, const lit *a);

/* Does anything stand outside of a layout? */
bool lcr_has_outside(const lit *a);
/* The statement of the layouts inside of argument 0 and of the value, which are layouts. NULL:
 * an error, there are none (e->none), or what stands outside is not the same (a condition). */
const lcr_statement *lcr_inside(ev *e, const lcr_statement *s);

#endif
