/* values.h - what one lane's arithmetic gives. A value is 64 bits, with zeros above its type.
 *
 * Integers are exact. Floats are near enough: they are rounded to nearest, in the host's own
 * arithmetic, and a rounding mode counts only where a float becomes an integer.
 */
#ifndef PTX_RUN_VALUES_H
#define PTX_RUN_VALUES_H

#include "decode.h"

/* `a` has the operands behind the result; `carry` is the lane's flag. The second result of setp
 * goes to `second`. */
uint64_t ptx_value(const ptx_code *c, const uint64_t *a, unsigned *carry, uint64_t *second);

/* What an atomic operation leaves behind where `was` stood. */
uint64_t ptx_combined(const ptx_code *c, uint64_t was, uint64_t b, uint64_t other);

uint64_t ptx_masked(uint64_t value, unsigned bits);
int64_t ptx_signed(uint64_t value, unsigned bits);
double ptx_float(uint64_t bits, ptx_type t);
uint64_t ptx_float_bits(double value, ptx_type t);

#endif
