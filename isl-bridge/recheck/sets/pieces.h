/* pieces.h - values that are put together from leaves of layouts.
 *
 * A piece is a range of leaves of a layout at an integral coordinate of theirs: that of some
 * leaves of a value V, times a factor, or an integer. V(c) is the sum of such pieces, and of
 * offsets, at every natural coordinate c: this is what evaluation, slices and all that selects,
 * drops, groups or joins modes say of V. Each leaf of V is in one piece, so that it is enough
 * that V(0) is the sum of what is fixed, and that the leaves of V give what each piece gives.
 *
 * Sums are taken on axes; of strides that add by XOR, a bit at a time: bits of the value are
 * parities of sums of bits of the coordinates. Bits of V's coordinates have no bounds then, as
 * parity does not see them: each is 1 at a coordinate that V has.
 */
#ifndef LCR_RECHECK_PIECES_H
#define LCR_RECHECK_PIECES_H

#include "evidence.h"

#define PC_BITS 128

typedef struct {
    const lit *a; /* a layout without a swizzle; its offset does not count */
    size_t first, last;
    bool fixed; /* at `at`, else at the leaves [from, from + n) of V */
    lc_int at;
    size_t from, n;
    lc_int factor;
    bool alike; /* those leaves of V are these leaves: extents and strides, too */
} piece;

/* The leaves [first, last) of a as leaves of V, from one on; or at an integer. */
piece lcr_pc_leaves(const lit *a, size_t first, size_t last, size_t from);
piece lcr_pc_at(const lit *a, size_t first, size_t last, lc_int at);

/* A value in a set: on each axis a sum, or, of XOR, bits. */
typedef struct {
    ev *e;
    sys *s;
    bool basis, by_xor;
    size_t naxes;
    lit_path path[LIT_MAX_AXES]; /* where values are coordinates */
    sys_sum *sum;
    sys_sum *bit; /* of XOR: PC_BITS of them */
} pc_value;

/* 0, of the kind that the values of these layouts have. False with an error; where there is no
 * such kind, *possible is false after this, as after the others. */
bool lcr_pc_begin(ev *e, sys *s, pc_value *v, size_t n, const lit *const *of, bool *possible);
bool lcr_pc_impossible(bool *possible); /* true */
bool lcr_pc_add_offset(pc_value *v, const lit *a, bool *possible);
/* Sets: it is not this tuple, nested like a coordinate or an integer. */
bool lcr_pc_differs(pc_value *v, const lit *tuple);
/* The axis of a on those of v; 0 of integers. */
size_t lcr_pc_axis(const pc_value *v, const lit *a, size_t axis);
/* Bit number `shift` of a leaf's coordinate, which is a variable, times its stride. */
bool lcr_pc_add_bit(pc_value *v, const lit *a, size_t leaf, size_t var, size_t shift,
                    bool *possible);

/* On an axis, and of XOR: it is not this number. */
bool lcr_pc_differs_on_axis(pc_value *v, size_t axis, lc_int number);
bool lcr_pc_differs_in_bits(pc_value *v, lc_int number);
/* A piece at an integer, split into digits, and digits into bits. */
bool lcr_pc_add_fixed(pc_value *v, const piece *p, bool *possible);

/* Sets: V(c) is not the sum of the pieces and of the offsets of these. */
bool lcr_ev_pieces(ev *e, const lit *v, size_t n, const piece *p, size_t noffsets,
                   const lit *const *offset);

#endif
