/* linear.h - linear layouts: F2-linear functions between named dims.
 *
 * The objects of Triton's LinearLayout. A linear layout has input dims and output dims,
 * each a name and a size that is a power of two. It is given by its bases: the value at
 * every single bit of every input dim, one number an output dim; the value anywhere
 * else is the XOR of those of the bits that are set.
 *
 *     linear{lane: [(0,1),(0,2)], warp: [(1,0)] -> dim0: 2, dim1: 4}
 *
 * The integral coordinate has the bits of all input dims in one word, the first dim minor; the
 * output dims likewise. A linear layout is then one matrix over F2 (f2.h), column j the value at
 * 2^j, and the names say which bits are which. Dims of size 1 have a name and no bits. Inputs and
 * outputs have at most 64 bits each.
 *
 * Names are compared as text; they are unique among the input dims, and among the
 * output dims. Orders matter to integral coordinates, printing and `equal`; `compose`
 * and the like match dims by name.
 *
 * Values are immutable and reference counted, arguments borrowed, results owned, NULL is
 * failure and the context says why: LC_ERR_INVALID for dims and sizes that do not fit,
 * LC_ERR_LIMIT past 64 bits or 64 dims, LC_ERR_NO_VALUE where the value does not exist.
 */
#ifndef LC_LINEAR_H
#define LC_LINEAR_H

#include "f2.h"
#include "layout.h"
#include "swizzle.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LC_LINEAR_BITS 64 /* of all input dims, of all output dims */
#define LC_LINEAR_DIMS 64 /* input dims, output dims */
#define LC_LINEAR_NAME 63 /* characters of a name: letters, digits, '_', no digit first */

typedef struct lc_linear lc_linear;

/* A dim: its size is 2^bits. The name is borrowed. */
typedef struct {
    const char *name;
    unsigned bits;
} lc_dim;

/* ---- making ---- */

/* A dim of a given size; false when it is no power of two. */
bool lc_dim_make(lc_ctx *ctx, const char *name, lc_int size, lc_dim *out);

/* From the matrix: as many columns as the input dims have bits, rows as the outputs. */
lc_linear *lc_linear_new(lc_ctx *ctx, size_t nins, const lc_dim *in, size_t nouts,
                         const lc_dim *out, const lc_f2 *map);

/* From the bases: each in[i] has nbases of them, one after the other, each of nouts
 * numbers in [0, size of the output dim). */
typedef struct {
    const char *name;
    size_t nbases;
    const lc_int *bases;
} lc_linear_in;
lc_linear *lc_linear_from_bases(lc_ctx *ctx, size_t nins, const lc_linear_in *in, size_t nouts,
                                const lc_dim *out);

/* No dims: the one that product leaves alone. */
lc_linear *lc_linear_empty(lc_ctx *ctx);
/* x -> x, x -> stride * x, x -> 0 of [0,n); the output dim has the size n, n * stride, 1.
 * n and stride are powers of two; n may be 0, which makes the empty layout, as in Triton. */
lc_linear *lc_linear_identity1d(lc_ctx *ctx, lc_int n, const char *in, const char *out);
lc_linear *lc_linear_strided1d(lc_ctx *ctx, lc_int n, lc_int stride, const char *in,
                               const char *out);
lc_linear *lc_linear_zeros1d(lc_ctx *ctx, lc_int n, const char *in, const char *out);

/* Another owner of the same layout; the last one that frees it releases it. */
lc_linear *lc_linear_ref(const lc_linear *l);
void lc_linear_free(lc_linear *l);

/* ---- looking ---- */

/* How many input and output dims there are. */
size_t lc_linear_nins(const lc_linear *l);
size_t lc_linear_nouts(const lc_linear *l);
/* Names live as long as the layout. */
lc_dim lc_linear_in_dim(const lc_linear *l, size_t i);
lc_dim lc_linear_out_dim(const lc_linear *l, size_t i);
/* The index of a dim; false when there is none of that name. */
bool lc_linear_find_in(const lc_linear *l, const char *name, size_t *i);
bool lc_linear_find_out(const lc_linear *l, const char *name, size_t *i);
unsigned lc_linear_in_bits(const lc_linear *l);
unsigned lc_linear_out_bits(const lc_linear *l);
/* The matrix; borrowed. */
const lc_f2 *lc_linear_matrix(const lc_linear *l);
/* The number for output dim `out` in the value at bit `bit` of input dim `in`. */
uint64_t lc_linear_basis(const lc_linear *l, size_t in, unsigned bit, size_t out);

/* Same dims, in order, same bases, same sizes. */
bool lc_linear_equal(const lc_linear *a, const lc_linear *b);
/* The same value at every integral coordinate: as many input bits, as many output dims
 * and the same numbers. Names, the split of the input and the output sizes do not
 * count. When false, and both have as many input bits and output dims, *bit is a bit of
 * the integral coordinate at which the values differ; -1 otherwise. */
bool lc_linear_equivalent(const lc_linear *a, const lc_linear *b, int *bit);

/* The literal: linear{in1: [(1,0),(0,1)], in2: [] -> out1: 2, out2: 2}, plain integers
 * for bases with one output dim; the caller frees it. */
char *lc_linear_to_str(lc_ctx *ctx, const lc_linear *l);

/* ---- evaluating ---- */

/* The value at an integral coordinate, as one; bits past the input do not count. */
uint64_t lc_linear_at(const lc_linear *l, uint64_t x);
/* The number that output dim i has in such a value. */
uint64_t lc_linear_digit(const lc_linear *l, size_t i, uint64_t value);
/* The value at one number an input dim (n = nins), or at an integral coordinate (n = 1):
 * one number an output dim. False, with an error, outside the domain. */
bool lc_linear_eval(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_int *crd, lc_int *value);

/* ---- questions ---- */

/* No two coordinates have one value. */
bool lc_linear_injective(const lc_linear *l);
/* Onto the declared output dims. */
bool lc_linear_surjective(const lc_linear *l);
bool lc_linear_invertible(const lc_linear *l);
/* Every integral coordinate of the output in [0,n) is a value. */
bool lc_linear_covers(lc_ctx *ctx, const lc_linear *l, lc_int n);
/* For each input dim the mask of the bits that are free: the value at them is a sum of
 * the values at bits before them, the first dim's lowest bit being the first of all. */
void lc_linear_free_variable_masks(const lc_linear *l, uint64_t *mask);
/* The dims of these names are both input and output, L is the identity on them, other
 * inputs do not reach them, and they reach no other output. */
bool lc_linear_is_trivial_over(const lc_linear *l, size_t n, const char *const *names);
/* Bits of these inputs set no bit of these outputs. */
bool lc_linear_is_zero(lc_ctx *ctx, const lc_linear *l, size_t nins, const char *const *ins,
                       size_t nouts, const char *const *outs, bool *zero);
/* The largest power of two V such that L sends every aligned run of V consecutive
 * numbers of the first input dim to consecutive numbers of the first output dim, and
 * does not move the others: L(aV + v, b, ...) = L(aV, b, ...) + (v, 0, ...). */
lc_int lc_linear_num_consecutive(lc_ctx *ctx, const lc_linear *l);

/* ---- dims ---- */

/* One dim of the name of the first; without dims, the same. */
lc_linear *lc_linear_flatten_ins(lc_ctx *ctx, const lc_linear *l);
lc_linear *lc_linear_flatten_outs(lc_ctx *ctx, const lc_linear *l);
/* Other dims with as many bits in all: the same function of integral coordinates. */
lc_linear *lc_linear_reshape_ins(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_dim *dim);
lc_linear *lc_linear_reshape_outs(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_dim *dim);
/* The same dims in another order. */
lc_linear *lc_linear_transpose_ins(lc_ctx *ctx, const lc_linear *l, size_t n,
                                   const char *const *names);
lc_linear *lc_linear_transpose_outs(lc_ctx *ctx, const lc_linear *l, size_t n,
                                    const char *const *names);
/* Another size of one dim. An input dim loses its highest bases or gets bases of 0; in
 * an output dim, numbers that reach the new size become 0. */
lc_linear *lc_linear_resize_in(lc_ctx *ctx, const lc_linear *l, const char *name, lc_int size);
lc_linear *lc_linear_resize_out(lc_ctx *ctx, const lc_linear *l, const char *name, lc_int size);
/* The dims of a, then those of b; the other side is the same, in order, in both. */
lc_linear *lc_linear_concat_ins(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);
lc_linear *lc_linear_concat_outs(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);
/* Only these dims, in the order of the layout: other inputs are 0, other outputs left
 * out. */
lc_linear *lc_linear_sublayout(lc_ctx *ctx, const lc_linear *l, size_t nins,
                               const char *const *ins, size_t nouts, const char *const *outs);
/* Without these dims, over which it must be trivial. */
lc_linear *lc_linear_quotient(lc_ctx *ctx, const lc_linear *l, size_t n,
                              const char *const *names);
/* Without a dim of size 1; without the bases of an input dim that are 0. */
lc_linear *lc_linear_unsqueeze_in(lc_ctx *ctx, const lc_linear *l, const char *name);
lc_linear *lc_linear_unsqueeze_out(lc_ctx *ctx, const lc_linear *l, const char *name);
lc_linear *lc_linear_remove_zero_bases(lc_ctx *ctx, const lc_linear *l, const char *name);

/* ---- algebra ---- */

/* a minor, b major: in a dim that both have, a's bits are the low ones. The order of the dims
 * agrees with both, those of a first where there is a choice. There is no product when two dims
 * stand in opposite orders. */
lc_linear *lc_linear_product(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);
/* a o b, x -> a(b(x)). The output dims of b are the input dims of a, in any order, and
 * no larger. */
lc_linear *lc_linear_compose(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);
/* The inverse of a bijection. Dims swap sides, in order. */
lc_linear *lc_linear_invert(lc_ctx *ctx, const lc_linear *l);
/* P with P(l(x)) = x, of an injection: the P that is 0 on the values of the complement of l. */
lc_linear *lc_linear_left_invert(lc_ctx *ctx, const lc_linear *l);
/* P with l(P(y)) = y, of a surjection: the P whose values have the free bits 0. */
lc_linear *lc_linear_pseudoinvert(lc_ctx *ctx, const lc_linear *l);
/* C with l(x) = m(C(x)), where the output dims are the same, in any order, and every value of l
 * is one of m. Several C may satisfy this. An input dim with the same bases in l and m is copied
 * and used by no other, if the others then have a solution; otherwise m's free bits are 0. */
lc_linear *lc_linear_invert_and_compose(lc_ctx *ctx, const lc_linear *l, const lc_linear *m);
/* C, with the dims of a, such that a = product(b, C), or a = product(C, b). */
lc_linear *lc_linear_divide_left(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);
lc_linear *lc_linear_divide_right(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);

/* ---- conversions (linear-conversion.c) ----
 *
 * Of two layouts of one tensor, whose input dims are places: `register` of `lane` of `warp` of
 * `block`. Registers whose bases are 0 are copies, and left out.
 */

/* Where B has what A has at a place: C with a(x) = b(C(x)), as by lc_linear_invert_and_compose,
 * without the last dims, one after the other, as long as C is the identity on them, apart from
 * the others: Triton's minimal conversion. */
lc_linear *lc_linear_conversion(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);
/* l with the numbers of these input dims as output dims behind its own. They are as large as
 * those of m, too, whose outputs are the same; register, lane, warp and block may be left out by
 * both. */
lc_linear *lc_linear_placed(lc_ctx *ctx, const lc_linear *l, const lc_linear *m, size_t n,
                            const char *const *names);

/* ---- complements (linear-complement.c) ----
 *
 * The complement of l has values of its own in the output space of l: the XORs l(x) ^ C(y) are
 * every word of that space, and C(y) = l(x) only where both are 0. The bases of C are the unit
 * vectors of the bits that are the highest of no value of l, in order; a value of C is then the
 * least of the words that XOR with values of l leads to, and C increases. Its input dims have the
 * names of the output dims, each with as many bits as its bases set in that dim.
 */
lc_linear *lc_linear_complement(lc_ctx *ctx, const lc_linear *l);
/* l o (t, t*): the values of t are in the input space of l, t* is its complement there. Input
 * dims of l that t does not name as outputs are left to t*. The input dims are those of t, then
 * those that only t* has; in a dim of both t's bits are the low ones. */
lc_linear *lc_linear_logical_divide(lc_ctx *ctx, const lc_linear *l, const lc_linear *t);
/* (l, l* o t): a copy of l for each value of t. Output dims of l grow as far as l* needs bits
 * for the values of t; those that only t has come after them. The input dims are those of l,
 * then those that only t has; in a dim of both l's bits are the low ones. */
lc_linear *lc_linear_logical_product(lc_ctx *ctx, const lc_linear *l, const lc_linear *t);

/* C for a swizzled layout S o A with values in [0,n): every number of [0,n) is S(A(x)) xor
 * S(C(y)) for just one pair of values. C is the complement of A up to n: the sums that fill
 * [0,n) with it have to be XORs, so that S, a bijection of [0,n), moves them as it moves their
 * parts. There is none, with LC_ERR_NO_VALUE, when S leads out of [0,n), when modes of A and C
 * share bits, or when their sums are other numbers than those below n. */
lc_layout *lc_swizzled_complement(lc_ctx *ctx, lc_swizzle w, const lc_layout *a, lc_int n);

/* ---- to and from other kinds ---- */

/* Why a layout is not a linear layout. */
typedef enum {
    LC_LINEAR_SIZE,     /* the size is no power of two: x xor y is past the domain */
    LC_LINEAR_CARRY,    /* A(x xor y) is not A(x) xor A(y): their sum carries */
    LC_LINEAR_NEGATIVE, /* A(x) is negative; y is 0 */
    LC_LINEAR_WIDTH     /* the size has more than 64 bits (x is 0), or A(x) has; y is 0 */
} lc_linear_reason;
typedef struct {
    lc_linear_reason reason;
    lc_int x, y; /* coordinates */
} lc_linear_failure;

/* The layout A as a function of its integral coordinate: one input dim `in`, and one output dim
 * `out` as large as the values need; for coordinates, an output dim for each axis, `dim0`,
 * `dim1`, .... It exists exactly when the size is a power of two and no two of the values at 1,
 * 2, 4, ... share a bit of the same axis: their sums are then XORs. Strides that add by XOR may
 * share bits. With LC_ERR_NO_VALUE, *failure, if given, is filled. */
lc_linear *lc_linear_from_layout(lc_ctx *ctx, const lc_layout *a, lc_linear_failure *failure);
/* S on [0, size): input dim `in`, output dim `out`. */
lc_linear *lc_linear_from_swizzle(lc_ctx *ctx, lc_swizzle w);
/* The layout with the same value at every integral coordinate: a coalesced mode for each
 * input dim, the integer form for one input dim of one mode. Its values are integers with one
 * output dim and coordinates with several, an axis for each. Bases must not share bits of an
 * output dim. When they do, *bits, if given, are the first two bits of the integral
 * coordinate that show it. */
lc_layout *lc_layout_from_linear(lc_ctx *ctx, const lc_linear *l, unsigned bits[2]);
/* The same with strides that add by XOR; it exists for every layout with one output dim. */
lc_layout *lc_xor_layout_from_linear(lc_ctx *ctx, const lc_linear *l);
/* S and A with l(x) = S(A(x)), by trial: the smallest b, then the smallest |s|, s > 0 first, then
 * the smallest m. A is as above, and S is the swizzle of b = 0 where no swizzle is needed. */
lc_layout *lc_swizzled_from_linear(lc_ctx *ctx, const lc_linear *l, lc_swizzle *w);

#ifdef __cplusplus
}
#endif

#endif
