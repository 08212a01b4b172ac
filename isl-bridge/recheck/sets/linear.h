/* linear.h - functions over F2: bits with names, and the bits that each of them moves.
 *
 * A column is the output bits that an input bit moves, as a word, those of the first dim lowest.
 * A value is the XOR of columns; that two functions have the same output bit is a set,
 *
 *     { [x0, x1, ..., w0] : n0 x0 + n1 x1 + ... = 2 w0 + 1 }
 *
 * the count of each input bit being how many of the two it moves, which is empty just where every
 * count is even. Bounds of the bits would change nothing: a sum is as odd as with x0 mod 2,
 * x1 mod 2, ..., and without them the one equality is the set.
 *
 * Layouts, swizzles and composed layouts that are linear over F2 are taken for linear layouts:
 * with an input dim `in`, and an output dim `out`, or `dim0`, `dim1`, ... of coordinates.
 */
#ifndef LCR_RECHECK_LINEAR_H
#define LCR_RECHECK_LINEAR_H

#include "evidence.h"

#define LIN_BITS 64

typedef struct {
    size_t n;
    lit_dim *dim;
} lin_dims;

typedef enum { LIN_IN, LIN_OUT } lin_side;

typedef struct {
    lin_dims dims[2];
    uint64_t column[LIN_BITS];
} lin;

/* ---- words ---- */

uint64_t lcr_lin_bit(size_t i);
uint64_t lcr_lin_at(const lin *l, uint64_t x);
/* The number of a dim in a word; 0 of none. */
uint64_t lcr_lin_number(const lit_dim *dim, uint64_t x);
/* Moves the bits of a word from the dims of `from` to the dims of the same names in `to`, above
 * the bits that `below` has there (NULL: none). Bits without a place are left out. */
uint64_t lcr_lin_carry(const lin_dims *from, uint64_t x, const lin_dims *to,
                       const lin_dims *below);
/* Is a word the XOR of some of n columns? Then *of says of which; the first ones where there is a
 * choice. Else *of is a mask of bits of which each column has an even number and the word an odd
 * one. */
bool lcr_lin_is_sum(size_t n, const uint64_t *column, uint64_t word, uint64_t *of);

/* ---- dims ---- */

const lit_dim *lcr_lin_find(const lin_dims *dims, const char *name);
size_t lcr_lin_bits(const lin_dims *dims);
/* The same names and sizes, in the same order. */
bool lcr_lin_same_dims(const lin_dims *a, const lin_dims *b);
/* Adds a dim at the end, whose bits come after those that are there. */
void lcr_lin_append(lin_dims *dims, const char *name, size_t bits);
/* Are all dims of a dims of b, and no larger? */
bool lcr_lin_fits(const lin_dims *a, const lin_dims *b);

/* ---- made; false or NULL with an error ---- */

/* A literal as a linear layout. NULL without an error: not seen to be one. */
const lin *lcr_lin_of(ev *e, const lit *a);
/* A swizzle on numbers of so many bits, or of more, if it moves more. NULL: an error. */
const lin *lcr_lin_of_swizzle(ev *e, const lit *a, size_t bits);
/* Begins w, without dims, with 0 for all columns; gives a side the dims that l has there. */
bool lcr_lin_begin(ev *e, lin *w);
void lcr_lin_dims_of(lin *w, lin_side side, const lin *l);
/* Adds the columns of `from` to w, dims being matched by name on both sides; in each dim its bits
 * come above those of `below`, if given. False: w has too many bits. */
bool lcr_lin_wire(ev *e, lin *w, const lin *from, const lin *below);
/* L with the input bits that are kept; without the bases of an input dim that are 0. */
bool lcr_lin_select(ev *e, const lin *l, uint64_t kept, lin *w);
bool lcr_lin_without_zeros(ev *e, const lin *l, const char *name, lin *w);

/* ---- statements ---- */

/* Argument i as a linear layout; NULL with an error, or with no evidence. */
const lin *lcr_lin_arg(ev *e, const lcr_statement *s, size_t i);
/* The value as one; NULL with an error, or with a condition that fails, as it is no linear
 * layout. */
const lin *lcr_lin_value(ev *e, const lcr_statement *s);
/* The dims by reading, the columns by sets; of the value. */
bool lcr_lin_equals(ev *e, const lin *l, const lin *w);
bool lcr_lin_is(ev *e, const lcr_statement *s, const lin *w);
/* The value is argument 0, which is linear over F2. */
bool lcr_lin_says(ev *e, const lcr_statement *s);

/* Adds a set: the sum of n bits times count[i], plus `more`, is odd. It is empty where that is
 * never so. */
bool lcr_lin_even(ev *e, size_t n, const int32_t *count, int32_t more);
/* Adds a set for each row: the output bits in that row of n columns f and of n columns g
 * differ. */
bool lcr_lin_same(ev *e, size_t n, size_t rows, const uint64_t *f, const uint64_t *g);
/* Adds a set: L(x) and y differ in an odd number of output bits. */
bool lcr_lin_sends(ev *e, const lin *l, lc_int x, lc_int y);
/* Adds a set that says that column j is the XOR of columns before it (`is`), or that it is not; a
 * condition that fails if the contrary is true. */
bool lcr_lin_is_free(ev *e, const uint64_t *column, size_t rows, size_t j, bool is);
/* laws/invert.c: *left are the output bits that are the highest of no value; sets say so of each,
 * and of every other bit that it is the highest of one. */
bool lcr_lin_left_out(ev *e, const lin *l, uint64_t *left);

#endif
