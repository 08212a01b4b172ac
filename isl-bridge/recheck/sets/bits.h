/* bits.h - functions that add by XOR, in sets: values as bits of integers.
 *
 * An integer of a set, a coordinate, a digit or a value so far, has numbered bits, in two's
 * complement, the last one of a signed integer being its sign. What swizzles, XOR strides and
 * linear layouts make of them is an XOR of such bits, and 1 perhaps: a form. A value is a sum of
 * variables, or one form a bit.
 *
 *   a bit in a set      x = low + 2^i y + 2^(i+1) high, with y from 0 to 1: fields, as few as
 *                       the bits need that the set is about
 *   an XOR              a sum of bits that is odd, or even: sum - 2 w = 1, or 0
 *   an XOR as a number  z + 2 q = sum with z from 0 to 1, for a value that goes on as a sum
 *
 * Coordinates are variables, or, where `by_bits`, each bit of them is one; an extent that is no
 * power of two is a bound of their sum. Integers have at most BITS_ROWS bits.
 */
#ifndef LCR_RECHECK_BITS_H
#define LCR_RECHECK_BITS_H

#include "evidence.h"

#define BITS_ROWS 64
#define BITS_WORDS 3
#define BITS_SOURCES 48

typedef struct {
    uint64_t of[BITS_WORDS];
    bool one;
} bit_form;

/* Bits `first` and so on are those of an integer, whose value is between these ends. */
typedef struct {
    sys_sum sum;
    lc_int least, most;
    size_t first, n;
    bool is_signed;
    const size_t *var; /* a variable a bit; NULL: there are none */
} bit_source;

typedef struct {
    bool by_bits;
    sys_sum sum; /* else, between these ends */
    lc_int least, most;
    size_t n;
    bool is_signed; /* the last bit is the sign */
    bit_form bit[BITS_ROWS];
} bit_value;

/* A set over the coordinates of a domain, and the integers whose bits are numbered. */
typedef struct {
    sys s;
    bool by_bits, failed; /* failed: it cannot be said like this, or with an error */
    bool open;            /* bits of coordinates have no bound together */
    size_t nsources, nbits;
    bit_source *source[BITS_SOURCES];
    size_t nleaves;
    bit_value *leaf;
    lc_int size;  /* the largest domain */
    size_t nxors; /* XORs as numbers: each doubles what isl has to do */
} bit_state;

/* The coordinates of a domain; NULL: it has too many bits, or an error. Another call, on the same
 * state, adds those of another domain. */
bit_state *lcr_bits_begin(ev *e, bool by_bits);
void lcr_bits_domain(bit_state *b, const lit *domain, char letter);
/* A function at the coordinates of the last domain, a value an axis; NULL where b->failed. */
bit_value *lcr_bits_of(bit_state *b, const fn *f, const lit *domain);

/* sets/bits.c: the parts that functions and claims are made of. */
void lcr_bits_of_sum(bit_state *b, const bit_value *sum, bit_value *out);
void lcr_bits_to_sum(bit_state *b, bit_value *v);
bit_form lcr_bits_row(const bit_value *v, size_t row); /* past the last one: the sign, or 0 */
void lcr_bits_add(bit_form *to, const bit_form *more);
bit_form lcr_bits_single(size_t bit);
bool lcr_bits_has(const bit_form *f, size_t bit);
bool lcr_bits_is_constant(const bit_form *f);
/* All bits have variables: no more is to be said than parities, and bounds of coordinates. */
bool lcr_bits_are_free(const bit_state *b);
/* So many XORs as numbers, or numbers in digits, that isl takes longer than it takes to look at
 * all coordinates. */
bool lcr_bits_are_slow(const bit_state *b);
/* A value of bits that are variables, at the bits of the coordinates of a domain, of `a` its own;
 * NULL: there is none, or an error. Without a state, one is begun. */
bit_value *lcr_bits_only(ev *e, bit_state **b, const lit *a);
bit_value *lcr_bits_only_of(ev *e, bit_state **b, const fn *f, const lit *domain);
/* Any value as one number, at coordinates that are no bits, in a new state; NULL likewise. */
bit_value *lcr_bits_number(ev *e, bit_state **b, const fn *f, const lit *domain);

/* A copy of the set in which the integers fall into fields, a new one at each edge, the number of
 * a bit. */
typedef struct {
    const bit_state *b;
    sys s;
    uint64_t edge[BITS_WORDS];
    size_t *field[BITS_SOURCES]; /* by bit: the variable of the field that begins there */
} bit_view;

bit_view lcr_view_of(const bit_state *b);
/* The bits of a form are fields; a field begins at a bit, and before another one. */
void lcr_view_need(bit_view *v, const bit_form *f);
void lcr_view_edge(bit_view *v, const bit_source *of, size_t bit);
void lcr_view_split(bit_view *v);
/* Adds the field of bits [from, to). Both ends are edges. */
void lcr_view_field(bit_view *v, const bit_source *of, size_t from, size_t to, lc_int factor,
                    sys_sum *sum);
/* Adds the bits of a form, and its 1, as a sum of integers. */
void lcr_view_form(bit_view *v, const bit_form *f, sys_sum *sum);
/* The sum is odd, or even; without an error where there is no room for that. */
void lcr_view_parity(bit_view *v, const sys_sum *sum, bool odd);
/* One more set: the XOR of n forms is 1. False, perhaps without an error: it cannot be said. */
bool lcr_view_odd(ev *e, const bit_state *b, size_t n, const bit_form *f);

/* Rows of a value that are a field of one integer without variables for its bits, as far as they
 * go; past all rows of a value without a sign, 0. */
typedef struct {
    const bit_source *of; /* NULL: 0 */
    size_t bit, n;        /* n = 0: there are none */
} bit_run;
bit_run lcr_bits_run(const bit_state *b, const bit_value *v, size_t row);

#endif
