/* natural-bits.h - functions linear over F2 in the bits of natural coordinates.
 *
 * A coordinate of a leaf has the bits below its extent, which need be no power of two: two
 * functions that are linear in the bits are the same when they are at each single bit, and
 * where they differ at one, that is a coordinate. So is what is said of sets of bits where
 * the size is a power of two (sets/sets.h), without that.
 *
 * Linear are: strides that add by XOR, at natural coordinates; sums, where the values at
 * single bits share no bit; what takes the bits of such values, a layout whose extents are
 * powers of two but for the last, which goes on.
 */
#ifndef LCR_RECHECK_NATURAL_BITS_H
#define LCR_RECHECK_NATURAL_BITS_H

#include "evidence.h"

/* f and g are one function of the coordinates of a domain, the first step of each being
 * shaped like the domain, or none. *known: there is evidence, else no set. */
bool lcr_natural_same(ev *e, const fn *f, const fn *g, const lit *domain, bool *known);
/* V(c) = F(W(c)), F adding by XOR, W shaped like V; where its values are coordinates, each axis
 * goes into its mode of F. */
bool lcr_natural_composite(ev *e, const lit *value, const lit *f, const lit *w, bool *known);
/* The values of f are below the size of a, each bit of its last digit being that of one bit of
 * the coordinate. */
bool lcr_natural_inside(ev *e, const fn *f, const lit *domain, const lit *a, bool *known);

#endif
