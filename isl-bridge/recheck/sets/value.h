/* value.h - the one encoding: values of functions in sets, as sums of coordinates.
 *
 * Coordinates are variables below their extents. A digit is a quotient or a remainder of a sum, a
 * bit a remainder by 2 (sets/quotient.h), and an XOR the remainder by 2 of a sum of bits. So a
 * value is a sum, whatever the kinds of the functions, and two values differ where the difference
 * of two sums is not 0.
 *
 * Where a function adds by XOR, coordinates are bits as far as their extents are even: bits of
 * sums are then bits of coordinates.
 */
#ifndef LCR_RECHECK_VALUE_H
#define LCR_RECHECK_VALUE_H

#include "function.h"
#include "quotient.h"

/* A leaf as a number; as bits as far as its extent is even, and a number; as all bits of a number
 * below its extent. */
typedef enum { VALUE_NUMBERS, VALUE_BITS, VALUE_ALL_BITS } value_coordinates;
/* The coordinates of a domain as sums of new variables, a sum a leaf. False with an error. */
bool lcr_value_coordinates(quo *d, const lit *domain, char letter, value_coordinates as,
                           sys_sum *leaf);
/* Does one of the functions add by XOR? */
bool lcr_value_has_bits(const fn *f);

/* A function at the sums of its leaves, a value an axis; at values of `of` (NULL: an integral
 * coordinate). False where that is not stated, perhaps with an error. */
bool lcr_value_at_leaves(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value);
bool lcr_value_at(quo *d, const lit *a, const lit *of, const sys_sum *in, sys_sum *value);
/* Values of `of` as one number: the integral coordinate of output dims, else the first one. */
sys_sum lcr_value_whole(quo *d, const lit *of, const sys_sum *in);
/* A chain at the coordinates of a domain; `value` has room for what is on the way, too. */
bool lcr_value_of(quo *d, const fn *f, const lit *domain, const sys_sum *leaf, sys_sum *value);
/* sets/forms.c: the bits of the values of a function, axis by axis, or of all as one number, as
 * XORs of all bits of its coordinates, and of constants. Variables 0, 1, ... of a form are the
 * bits of the first leaf, from the lowest on, then those of the next one. A leaf has as many bits
 * as numbers below its extent, and the forms hold for all values of them. False, perhaps with an
 * error: the bits are no such XORs. */
typedef struct {
    size_t bits, rows, end[LIT_MAX_AXES]; /* the rows of an axis end there */
    sys_sum *form;                        /* a row is a bit of a value */
} value_forms;
bool lcr_value_forms(lit_pool *pool, const fn *f, const lit *domain, bool whole, value_forms *to);
/* Has the domain 2^bits coordinates, and are the bits of integer values such XORs? */
bool lcr_value_is_xor(lit_pool *pool, const fn *f, const lit *domain, size_t *bits);
#endif
