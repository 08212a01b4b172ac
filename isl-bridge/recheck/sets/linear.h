/* linear.h - functions over F2 in sets: bits with names, and ways from bit to bit.
 *
 * Each output bit of a linear layout is the parity of the sum of some input bits. A map counts
 * them: at[row][col] is in how many ways input bit `col` counts for output bit `row`, 0 or 1 as a
 * literal says it, more where maps follow one another. Counts are added and multiplied as
 * integers, and never reduced: that a sum of bits is even for whatever bits is for isl to say,
 *
 *     { [x0, x1, ..., w0] : n0 x0 + n1 x1 + ... = 2 w0 + 1 }
 *
 * which is empty just where every count is even. Bounds of the bits would change nothing: a sum
 * is as odd as with x0 mod 2, x1 mod 2, ..., and without them the one equality is the set.
 *
 * Layouts, swizzles and composed layouts that are linear over F2 are taken for linear layouts:
 * with an input dim `in`, and an output dim `out`, or `dim0`, `dim1`, ... of coordinates.
 */
#ifndef LCR_RECHECK_LINEAR_H
#define LCR_RECHECK_LINEAR_H

#include "evidence.h"

#define LIN_BITS 64

typedef struct {
    size_t rows, cols;
    int32_t *at; /* at[row * cols + col] */
} lin_map;

/* The dims of one side, and the layout. */
typedef struct {
    size_t n;
    lit_dim *dim;
} lin_dims;

typedef enum { LIN_IN, LIN_OUT } lin_side;

typedef struct {
    lin_dims dims[2];
    lin_map map;
} lin;

/* ---- making; false or NULL with an error ---- */

bool lcr_lin_zero(ev *e, lin_map *m, size_t rows, size_t cols);
bool lcr_lin_identity(ev *e, lin_map *m, size_t bits);
bool lcr_lin_is_zero_column(const lin_map *m, size_t column);
/* A literal as a linear layout. NULL without an error: not seen to be one. */
const lin *lcr_lin_of(ev *e, const lit *a);
/* A swizzle on numbers of so many bits, or of more, if it moves more. NULL: an error. */
const lin *lcr_lin_of_swizzle(ev *e, const lit *a, size_t bits);
/* The outputs of `inner` are the inputs of `outer`, by integral coordinates. */
bool lcr_lin_chain(ev *e, const lin_map *outer, const lin_map *inner, lin_map *out);
/* The same by names: inputs of `outer` that `inner` has no output for are 0. */
bool lcr_lin_chain_by_name(ev *e, const lin *outer, const lin *inner, lin_map *out);

/* ---- dims ---- */

const lit_dim *lcr_lin_find(const lin_dims *dims, const char *name);
size_t lcr_lin_bits(const lin_dims *dims);
/* The same names and sizes, in the same order. */
bool lcr_lin_same_dims(const lin_dims *a, const lin_dims *b);
/* One dim of a name, at the end of those that are there, with the bits after theirs. */
void lcr_lin_append(lin_dims *dims, const char *name, size_t bits);
/* Are all dims of a dims of b, and no larger? */
bool lcr_lin_fits(const lin_dims *a, const lin_dims *b);
/* How many bits of a dim are among those chosen of all dims. */
size_t lcr_lin_chosen(const lit_dim *dim, const bool *chosen);

/* ---- wiring ---- */

/* Adds the map of `from` to one of `like`'s dims, dim by dim of a name on both sides. The bits
 * of `below`, if given, come before those of `from` in each dim. Bits past a dim of `like` go. */
void lcr_lin_wire(lin_map *to, const lin *like, const lin *from, const lin *below);

/* ---- what a value has to be ---- */

/* A linear layout under construction: room for its dims; those of a side of another one; once it
 * has its dims, its map, all 0; and the one of another one, by integral coordinates. */
bool lcr_lin_begin(ev *e, lin *w);
void lcr_lin_dims_of(lin *w, lin_side side, const lin *l);
bool lcr_lin_map(ev *e, lin *w);
bool lcr_lin_map_of(ev *e, lin *w, const lin *l);
/* L without the input bits that are not kept. */
bool lcr_lin_select(ev *e, const lin *l, const bool *kept, lin *w);
/* L without the bases of an input dim that are 0. */
bool lcr_lin_without_zeros(ev *e, const lin *l, const char *name, lin *w);
/* The dims by reading, the map by sets. */
bool lcr_lin_equals(ev *e, const lin *l, const lin *w);
bool lcr_lin_is(ev *e, const lcr_statement *s, const lin *w); /* of the value */

/* Argument i as a linear layout; NULL, perhaps without an error, where there is no evidence. */
const lin *lcr_lin_arg(ev *e, const lcr_statement *s, size_t i);
/* The value; NULL, perhaps with a condition that does not hold: it is no linear layout. */
const lin *lcr_lin_value(ev *e, const lcr_statement *s);
/* The value is argument 0, which is linear over F2. */
bool lcr_lin_says(ev *e, const lcr_statement *s);

/* ---- sets ---- */

/* One set: the sum of n bits, each as often as it counts, and `more` is odd. It is empty where
 * that is never so. */
bool lcr_lin_even(ev *e, size_t n, const int32_t *count, int32_t more);
/* A set a row: an output bit of f and the one of g differ. */
bool lcr_lin_same(ev *e, const lin_map *f, const lin_map *g);
/* The same of one map after the other and the identity. */
bool lcr_lin_inverts(ev *e, const lin_map *outer, const lin_map *inner);
/* One set: output bits in which f(x) and y differ are odd in number. */
bool lcr_lin_sends(ev *e, const lin_map *f, lc_int x, lc_int y);

#endif
