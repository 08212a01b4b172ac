/* number.h - the numbers that elements hold.
 *
 * Every element but integers of 64 bits is a double exactly. Writing rounds to nearest, ties to
 * even; integers and floats of 8 bits saturate, the others become infinite. tf32 is f32 with 10
 * bits after the point. e4m3 has no infinities; e4m3 and e5m2 are those of PTX.
 */
#ifndef LCK_NUMBER_H
#define LCK_NUMBER_H

#include "kernel.h"

/* Bits of the exponent, and of the mantissa without the implicit one; of an integer 0, and all of
 * its bits. */
typedef struct {
    int bytes, exponent, mantissa;
    bool is_signed;
} lck_format;
lck_format lck_format_of(const lck_element *element);

double lck_number_at(const lck_element *element, const void *at);
void lck_set_number(const lck_element *element, void *at, double value);

/* The same by the format, for many numbers. */
double lck_read_number(lck_format format, const void *at);
void lck_write_number(lck_format format, void *at, double value);
/* A factor of a product, of 32 bits at most, as tensor cores read it: tf32 without the bits that
 * it does not have. */
float lck_read_factor(lck_format format, const void *at);

/* The largest finite number of an element, and the least above 0. */
double lck_largest(const lck_element *element);
double lck_least(const lck_element *element);

#endif
