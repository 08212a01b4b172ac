/* picked.h - which cells of an operand an operation takes.
 *
 * An operation that only rearranges its first operand A, such as a slice, a composition or a
 * divide, takes the same cells whatever the strides are. Applied to the compact layout of A's
 * shape, whose values are its coordinates, it says which: value k of the result is cell q(k) of
 * A.
 */
#ifndef LCV_DRAW_PICKED_H
#define LCV_DRAW_PICKED_H

#include "looks.h"

#define LCV_PICKED 65536 /* elements of a result that is looked at */

/* The cells of A, sorted, each with the least k that takes it. Kept by the open frame. */
typedef struct {
    lc_int c;
    size_t k;
} lcv_pick;

typedef struct {
    size_t n;
    lcv_pick *pick;
} lcv_picked;

/* The cells that the operation takes. False without an error where that is not known. */
bool lcv_picked_open(const lcv_drawing *d, lcv_picked *out);
/* The same of a layout, whose value k is c. */
bool lcv_picked_of(lc_ctx *ctx, const lcv_value *q, lcv_picked *out);
/* The pick of a cell; NULL: it is not taken. */
const lcv_pick *lcv_picked_find(const lcv_picked *p, lc_int c);

#endif
