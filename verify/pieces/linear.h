/* linear.h - maps that are linear over F2, found from their text.
 *
 * Where each coordinate has 2^k numbers, each bit of a value may be the XOR of bits of
 * coordinates: a linear layout (../../lib/linear.h). The text says so if its operations move bits
 * (shifts, factors, quotients and remainders that are powers of two), mask them, XOR them, or add
 * values that have no bits in common. Anything else leaves it open, and so do maps to tuples.
 */
#ifndef LCV_PIECES_LINEAR_H
#define LCV_PIECES_LINEAR_H

#include "number.h"

#define LCV_MAX_BITS 62 /* of all coordinates, of a value */

/* The bits of a value: bit i of `of[k]` says that bit i of the coordinates, the first one minor,
 * is in bit k of the value; bit 63, that it is 1 where all these are 0. */
typedef struct {
    uint64_t of[LCV_MAX_BITS];
} lcv_bits;

typedef struct {
    size_t nin;
    unsigned in[LCV_MAX_COORDINATES]; /* bits of each coordinate */
    lcv_bits out;
    bool operates; /* on bits: the text has &, ^, |, << or >> */
} lcv_linear_map;

/* False: the text does not say it, or the value at 0 is not 0. */
bool lcv_map_is_linear(lcv_world *w, const lcv_ast *map, lcv_linear_map *out);

#endif
