/* f2.h - linear algebra over F2, the field of two elements.
 *
 * A matrix has up to 64 rows and 64 columns. Column j is the word that the unit vector
 * e_j is sent to, bit i of it the entry in row i; bits from `rows` on are 0. Vectors
 * are words, adding is XOR, so that a column operation is one instruction and an
 * elimination touches each column once for each pivot.
 *
 * Matrices are plain values: nothing to free, and no failure but the documented ones.
 * Sizes that have to agree are the caller's business.
 *
 * Linear layouts (linear.h) are such matrices with names on the bits; swizzles
 * (swizzle.h) and layouts without carries become such matrices to be compared.
 */
#ifndef LC_F2_H
#define LC_F2_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LC_F2_MAX 64

typedef struct {
    unsigned rows, cols;
    uint64_t column[LC_F2_MAX];
} lc_f2;

/* The mask of the lowest n bits, n <= 64. */
uint64_t lc_f2_mask(unsigned n);

/* The zero matrix and the identity, of at most LC_F2_MAX rows and columns; equal size and equal
 * bits. */
lc_f2 lc_f2_zero(unsigned rows, unsigned cols);
lc_f2 lc_f2_identity(unsigned n);
bool lc_f2_equal(const lc_f2 *a, const lc_f2 *b);

/* a x: x has a->cols bits, and bits above them do not count. */
uint64_t lc_f2_apply(const lc_f2 *a, uint64_t x);
/* a b: a->cols = b->rows. */
lc_f2 lc_f2_multiply(const lc_f2 *a, const lc_f2 *b);
/* a + b: of the same size. */
lc_f2 lc_f2_add(const lc_f2 *a, const lc_f2 *b);
lc_f2 lc_f2_transpose(const lc_f2 *a);
/* The columns of a, then those of b: a->rows = b->rows, at most 64 columns together. */
lc_f2 lc_f2_append(const lc_f2 *a, const lc_f2 *b);

/* How many columns are independent. */
unsigned lc_f2_rank(const lc_f2 *a);
/* A basis of { x : a x = 0 }, as columns: cols - rank of them. */
lc_f2 lc_f2_kernel(const lc_f2 *a);
/* A basis of { a x }, as columns whose highest bits increase: rank of them. */
lc_f2 lc_f2_image(const lc_f2 *a);
/* The mask of the bits that are the highest of some value a x: rank of them. A value is 0 where
 * it has none of them. */
uint64_t lc_f2_leading_bits(const lc_f2 *a);
/* The mask of the free bits: those whose columns depend on the columns before them.
 * The others, the pivots, have columns that are a basis of the image. */
uint64_t lc_f2_free_bits(const lc_f2 *a);

/* The one solution x of a x = y in which the free bits are 0. False when there is no
 * solution: y is not in the image. */
bool lc_f2_solve(const lc_f2 *a, uint64_t y, uint64_t *x);
/* The same for all columns of b: a x = b. False when there is none; *column, if given, is then
 * the first column of b without a solution. */
bool lc_f2_solve_all(const lc_f2 *a, const lc_f2 *b, lc_f2 *x, unsigned *column);

/* p with a p a = a and p a p = p, the free bits of a being 0 in the image of p. It is
 * the inverse, a right inverse (rank = rows) or a left inverse (rank = cols) wherever
 * there is one. */
lc_f2 lc_f2_pseudo_inverse(const lc_f2 *a);
/* The same, false where a p = identity, p a = identity, or both, is impossible. */
bool lc_f2_right_inverse(const lc_f2 *a, lc_f2 *p);
bool lc_f2_left_inverse(const lc_f2 *a, lc_f2 *p);
bool lc_f2_inverse(const lc_f2 *a, lc_f2 *p);

/* a = P L U: L lower triangular with a unit diagonal (rows x rows), U in row echelon
 * form, row i of L U being row perm[i] of a. */
typedef struct {
    unsigned perm[LC_F2_MAX];
    lc_f2 lower, upper;
} lc_f2_lu;
lc_f2_lu lc_f2_factor(const lc_f2 *a);

#ifdef __cplusplus
}
#endif

#endif
