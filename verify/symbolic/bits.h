/* bits.h - &, ^, |, <<, >> and ~ of sizes, of which one operand is a number.
 *
 * a & m is a sum of digits of a, one for each run of ones in m, and a ^ m is a + m - 2 (a & m).
 */
#ifndef LCV_SYMBOLIC_BITS_H
#define LCV_SYMBOLIC_BITS_H

#include "../form/form.h"
#include "../language/ast.h"

/* a op b, b being NULL for ~. NULL with an obstacle where neither operand is a number, or the
 * number has more than 61 bits. */
const lc_poly *lcv_size_bits(lcv_forms *f, lcv_op op, const lc_poly *a, const lc_poly *b);

#endif
