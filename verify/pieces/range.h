/* range.h - bounds on the values of an expression, and the bits that they can have.
 *
 * A range is derived from the operands' ranges, so it may have more than the values. Bits are
 * those of two's complement; of values that can be negative any bit can be 1.
 */
#ifndef LCV_PIECES_RANGE_H
#define LCV_PIECES_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "../language/ast.h"

typedef struct {
    bool known; /* else low and high have no meaning */
    int64_t low, high;
    uint64_t bits; /* that are 1 in some value, if low is not negative */
} lcv_range;

/* The range of which only the bounds are known. */
lcv_range lcv_range_between(int64_t low, int64_t high);
/* Are the values not negative, and their bits known? */
bool lcv_range_has_bits(const lcv_range *r);
/* The range of `a op b`; AND and OR stand for min and max, and quotients round down. */
lcv_range lcv_range_of(lcv_op op, const lcv_range *a, const lcv_range *b);

#endif
