/* linear.h - functions over F2 in sets: bits with names, and ways from bit to bit.
 *
 * Of a linear layout each output bit is the parity of the sum of some input bits. A map counts
 * them: at[row][col] is in how many ways input bit `col` counts for output bit `row`, 0 or 1 as
 * a literal says it, more where maps follow one another. Counts are added and multiplied as
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

typedef struct {
    size_t nins, nouts;
    const lit_dim *in, *outs;
    lin_map map;
} lin;

/* ---- making; false or NULL with an error ---- */

bool lcr_lin_zero(ev *e, lin_map *m, size_t rows, size_t cols);
bool lcr_lin_identity(ev *e, lin_map *m, size_t bits);
/* A literal as a linear layout. NULL without an error: not seen to be one. */
const lin *lcr_lin_of(ev *e, const lit *a);
/* A swizzle on numbers of so many bits, or of more, if it moves more. NULL: an error. */
const lin *lcr_lin_of_swizzle(ev *e, const lit *a, size_t bits);
/* The outputs of `inner` are the inputs of `outer`, by integral coordinates. */
bool lcr_lin_chain(ev *e, const lin_map *outer, const lin_map *inner, lin_map *out);
/* The same by names: inputs of `outer` that `inner` has no output for are 0. */
bool lcr_lin_chain_by_name(ev *e, const lin *outer, const lin *inner, lin_map *out);

/* ---- dims ---- */

const lit_dim *lcr_lin_find(size_t n, const lit_dim *dim, const char *name);
size_t lcr_lin_bits(size_t n, const lit_dim *dim);
/* The same names and sizes, in the same order. */
bool lcr_lin_same_dims(size_t n, const lit_dim *a, size_t m, const lit_dim *b);
/* One dim of a name, at the end of the n that are there, with the bits after theirs. */
void lcr_lin_append(lit_dim *dim, size_t *n, const char *name, size_t bits);

/* ---- wiring ---- */

/* Adds the map of `from` to one of `like`'s dims, dim by dim of a name on both sides. The bits
 * of `below`, if given, come before those of `from` in each dim. Bits past a dim of `like` go. */
void lcr_lin_wire(lin_map *to, const lin *like, const lin *from, const lin *below);

/* ---- what a value has to be ---- */

/* A linear layout under construction. */
typedef struct {
    lin l;
    lit_dim *in, *outs; /* those of l */
} lin_wanted;

bool lcr_lin_begin(ev *e, lin_wanted *w);
void lcr_lin_in(lin_wanted *w, const char *name, size_t bits);
void lcr_lin_out(lin_wanted *w, const char *name, size_t bits);
void lcr_lin_ins_of(lin_wanted *w, const lin *l);
void lcr_lin_outs_of(lin_wanted *w, const lin *l);
/* Once it has its dims: its map, all 0; and the one of l, by integral coordinates. */
bool lcr_lin_map(ev *e, lin_wanted *w);
bool lcr_lin_map_of(ev *e, lin_wanted *w, const lin *l);
/* The dims by reading, the map by sets. */
bool lcr_lin_equals(ev *e, const lin *l, const lin_wanted *w);
bool lcr_lin_is(ev *e, const lcr_statement *s, const lin_wanted *w); /* of the value */

/* Argument i as a linear layout; NULL, perhaps without an error, where there is no evidence. */
const lin *lcr_lin_arg(ev *e, const lcr_statement *s, size_t i);
/* The value; NULL, perhaps with a condition that does not hold: it is no linear layout. */
const lin *lcr_lin_value(ev *e, const lcr_statement *s);
/* After such a NULL: is there no error? */
bool lcr_lin_none(ev *e);

/* ---- sets ---- */

/* One set: the sum of n bits, each as often as it counts, and `more` is odd. It is empty where
 * that is never so. */
bool lcr_lin_even(ev *e, size_t n, const int32_t *count, int32_t more);
/* A set a row: an output bit of f and the one of g differ. */
bool lcr_lin_same(ev *e, const lin_map *f, const lin_map *g);

/* ---- laws ---- */

/* laws/linear.c: of swizzles, too */
ev_rule lcr_ev_layout_of_linear, lcr_ev_layout_of_shape, lcr_ev_layout_of_strides,
    lcr_ev_identity_linear, lcr_ev_size_linear, lcr_ev_rank_linear, lcr_ev_depth_linear,
    lcr_ev_shape_linear;

/* laws/dims.c: dims, products, compositions */
ev_rule lcr_ev_product, lcr_ev_divide_left, lcr_ev_divide_right, lcr_ev_compose_linear,
    lcr_ev_sublayout, lcr_ev_quotient, lcr_ev_flatten_ins, lcr_ev_flatten_outs,
    lcr_ev_reshape_ins, lcr_ev_reshape_outs, lcr_ev_transpose_ins, lcr_ev_transpose_outs,
    lcr_ev_resize_in, lcr_ev_resize_out, lcr_ev_concat_ins, lcr_ev_concat_outs,
    lcr_ev_unsqueeze_in, lcr_ev_unsqueeze_out, lcr_ev_remove_zero_bases;

/* laws/invert.c: by which bits depend on which */
ev_rule lcr_ev_invert, lcr_ev_pseudoinvert, lcr_ev_invert_and_compose, lcr_ev_free_masks,
    lcr_ev_num_consecutive, lcr_ev_cosize_linear;

#endif
