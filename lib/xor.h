/* xor.h - the algebra of layouts whose strides add by XOR (Cecka 2.4.4, Tables 4 to 6).
 *
 * A mode s:fN sends i < s to the carry-less product i fN, so that such a layout is linear
 * over F2 in the bits of its natural coordinates. Where every extent but the last is a
 * power of two, so are the bits of its integral coordinate: it is a matrix, restricted to
 * [0, size). Its inverses send bits of values to bits of coordinates, and are layouts of
 * this kind.
 */
#ifndef LC_XOR_H
#define LC_XOR_H

#include "internal.h"

/* A o B where the strides of one of them, or of both, add by XOR; of what they do not
 * decide by bits, up to LC_XOR_POINTS coordinates are looked at (LC_ERR_BUDGET). */
#define LC_XOR_POINTS 65536
lc_layout *lc_compose_xor(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

lc_layout *lc_right_inverse_xor(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_left_inverse_xor(lc_ctx *ctx, const lc_layout *a);

#endif
