/* swizzle.h - the swizzle S<b,m,s> of offsets, as CuTe defines it.
 *
 * b bits of the offset are added by XOR to the b bits that lie s places below them
 * (above them for s < 0); the m lowest bits of all stay as they are:
 *
 *     S(x) = x xor shift(x and (2^b - 1) 2^(m + max(0,s)), s)
 *
 * with shift to the right by s, to the left by -s. It acts on all integers, in two's
 * complement, block by block of 2^(b + m + |s|) of them: that number is its size, and
 * [0, size) its domain where it is taken for a layout.
 *
 * S is linear over F2: I + N, where N moves b bits by s places.
 *   |s| >= b   N N = 0: S is an involution. CuTe admits these only.
 *   0 < |s| < b the source and the target overlap: S is a value, as defined, and a
 *              bijection, but no involution; its inverse is I + N + N N + ...
 *   s = 0      the b bits are cleared: no bijection unless b = 0.
 *
 * A swizzle is a plain value. lc_swizzle_make checks: b, m >= 0, b + m + |s| <= 62.
 */
#ifndef LC_SWIZZLE_H
#define LC_SWIZZLE_H

#include "f2.h"
#include "int.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LC_SWIZZLE_BITS 62

typedef struct {
    int b, m, s;
} lc_swizzle;

/* S<b,m,s>; false with an error: b or m is negative, or b + m + |s| is past LC_SWIZZLE_BITS. */
bool lc_swizzle_make(lc_ctx *ctx, lc_int b, lc_int m, lc_int s, lc_swizzle *out);

/* b + m + |s|, and 2 to that. */
unsigned lc_swizzle_bits(lc_swizzle w);
lc_int lc_swizzle_size(lc_ctx *ctx, lc_swizzle w);
bool lc_swizzle_equal(lc_swizzle w, lc_swizzle v);
bool lc_swizzle_is_involution(lc_swizzle w);
bool lc_swizzle_is_bijective(lc_swizzle w);

/* S(x). */
lc_int lc_swizzle_apply(lc_ctx *ctx, lc_swizzle w, lc_int x);
uint64_t lc_swizzle_apply_word(lc_swizzle w, uint64_t x);
/* The x with S(x) = y, of a bijective swizzle. */
lc_int lc_swizzle_undo(lc_ctx *ctx, lc_swizzle w, lc_int y);
uint64_t lc_swizzle_undo_word(lc_swizzle w, uint64_t y);

/* Is S a bijection of [0,n)? For any n >= 0; blocks of the size of S are moved alike. */
bool lc_swizzle_permutes(lc_ctx *ctx, lc_swizzle w, lc_int n);

/* S on words of n bits, lc_swizzle_bits(w) <= n <= 64; its inverse, false when there is none. */
lc_f2 lc_swizzle_matrix(lc_swizzle w, unsigned n);
bool lc_swizzle_inverse_matrix(lc_swizzle w, unsigned n, lc_f2 *inverse);
/* The swizzle with this matrix (at most 62 x 62); S<0,n,0> for the identity of n bits.
 * False when there is none. */
bool lc_swizzle_from_matrix(const lc_f2 *a, lc_swizzle *out);

/* v o w, x -> v(w(x)), where it is a swizzle again; on the larger of the two domains.
 * False with LC_ERR_NO_VALUE otherwise. */
bool lc_swizzle_compose(lc_ctx *ctx, lc_swizzle v, lc_swizzle w, lc_swizzle *out);

/* The element width changes, n a power of two.
 * upcast: n elements become one; the value U has U(floor(x/n)) = floor(S(x)/n), and
 * there is none when S moves two elements of one wide element apart.
 * downcast: one element becomes n; D(n x + i) = n S(x) + i. */
bool lc_swizzle_upcast(lc_ctx *ctx, lc_swizzle w, lc_int n, lc_swizzle *out);
bool lc_swizzle_downcast(lc_ctx *ctx, lc_swizzle w, lc_int n, lc_swizzle *out);

/* `S<3,4,3>`; the caller frees it. */
char *lc_swizzle_to_str(lc_ctx *ctx, lc_swizzle w);

#ifdef __cplusplus
}
#endif

#endif
