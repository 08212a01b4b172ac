/* xor.h - the algebra of layouts whose strides add by XOR (Cecka 2.4.4, Tables 4 to 6).
 *
 * A mode s:fN sends i < s to the carry-less product i fN, so that such a layout is linear over F2
 * in the bits of its natural coordinates: its value is the XOR of its columns, the values at the
 * single bits that are set. These are the bits of its integral coordinate when every extent but
 * the last is a power of two: the layout is then a matrix, restricted to [0, size), and its
 * inverses, which send bits of values to bits of coordinates, are layouts of this kind.
 *
 * The XOR of columns is their sum when no two share a bit, and a layout of integers then has the
 * same values.
 *
 *   xor.c          columns; the largest value
 *   xor-compose.c  composition
 *   xor-inverse.c  inverses
 */
#ifndef LC_XOR_H
#define LC_XOR_H

#include "internal.h"

/* ---- columns ---- */

#define LC_XOR_COLUMNS 4096 /* of one layout; LC_ERR_BUDGET past them */

/* The values at single bits, on one axis: at 2^i in leaf k is value[first[k] + i], for
 * 2^i below the extent; first[nleaves] = n. Large integers are of the caller's frame. */
typedef struct {
    size_t n;
    size_t *first;
    lc_int *value;
} lc_columns;

/* Works for a layout of integers, too: i d is the sum of d shifted by the bits of i. */
bool lc_columns_of(lc_ctx *ctx, const lc_layout *a, size_t axis, lc_columns *out);
void lc_columns_free(lc_columns *columns);
/* None is negative and no two share a bit. */
bool lc_columns_apart(lc_ctx *ctx, size_t n, const lc_int *value);

bool lc_share_bits(lc_int a, lc_int b);

/* A flat layout with strides that add by XOR; 1:0 of n = 0 modes. */
lc_layout *lc_layout_flat_xor(lc_ctx *ctx, size_t n, const lc_int *extent, const lc_int *step);
/* A layout whose columns are apart, as one of integers with the same values. */
void lc_view_integers(lc_layout *view, const lc_layout *a);

/* ---- the algebra ---- */

/* A o B where the strides of one of them, or of both, add by XOR. R has integers when only B's
 * strides do and its columns are apart; else R's add by XOR, too. Where columns do not decide,
 * every coordinate is looked at, LC_XOR_POINTS at most (LC_ERR_BUDGET). */
#define LC_XOR_POINTS 65536
lc_layout *lc_compose_xor(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                          lc_compose_failure *failure);

/* Both work on matrices of up to 64 columns and values of up to 64 bits, else LC_ERR_LIMIT, and
 * on columns of any size that share no bits. LC_ERR_NO_VALUE where there is no inverse. */
lc_layout *lc_right_inverse_xor(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_left_inverse_xor(lc_ctx *ctx, const lc_layout *a);

#endif
