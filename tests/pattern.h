/* pattern.h - expressions of the language with random values in them.
 *
 * Letters that stand alone in a pattern are replaced: A, B: layouts, B like A or a part of
 * it; N: one that does not overlap itself; J: a bijection; S: a swizzled layout; R: one of any
 * kind, O: one that is much like it; T: a shape; M: a tiler of N; U: a shape that tiles of N
 * fill, V: an order of its modes; Z: a layout that is too large to list, Y: its modes in another
 * order; L: a linear layout of registers and lanes; n, k, g: numbers, k up to 4, g a power of two
 * up to 16.
 *
 * Of coordinates: C, P: layouts, P with strides on one axis each that do not overlap; D, E, Q:
 * what may be composed with C, A, P. X, W: a coordinate of A, one with wildcards; x, w: of C.
 */
#ifndef TESTS_PATTERN_H
#define TESTS_PATTERN_H

#include "coordinate-model.h"
#include "swizzled.h"

typedef struct {
    m_layout a, b, n, j;
    m_tuple t;
    m_tiler m;
    m_swizzled s, r, o;
    int64_t number, small, power;
    const char *linear;
    m_layout z, y;
    m_tuple u, v, of_a[2], of_c[2];
    c_layout c, d, e, p, q;
} patterned;

/* Values of the case, which live as long as it does: of up to 64 coordinates, or `most`. */
patterned *pattern_values(law *l);
patterned *pattern_values_of(law *l, int64_t most);
const char *pattern_text(law *l, const char *text, const patterned *v);
/* The same for other letters; NULL: the letter stands for itself. */
const char *pattern_filled(law *l, const char *text,
                           const char *(*of)(law *l, char letter, const void *values),
                           const void *values);

#endif
