/* vector-bits.c - vectorizes, of functions linear over F2.
 *
 * Vectors are translates by XOR. n is a power of two, 2^k, and
 *
 *   in common   for each bit j below k there is a coordinate at which A and B are what they
 *               are at 0, XOR 2^j. The coordinates of all j, combined by y: no bit of A or B
 *               but these is other than 0, and bit j is y_j. What refutes it are the equations
 *               of a j, which have no solution.
 *   in order    A and B leave the same modulo n: the sums of their bits below k are even.
 *
 * A set a bit, over the bits x of the coordinate, or over y: a sum that is odd, 2 w + 1
 * (sets/linear.h).
 */
#include "config.h"

#include "../sets/linear.h"
#include "vector.h"

/* The columns of A and of B, n bits each, and after them the values at 0. */
typedef struct {
    size_t bits, k, n;
    uint64_t of[2][LIN_BITS];
} columns;

/* False, perhaps with an error: there are none. */
static bool columns_of(ev *e, const lit *a, const lit *b, lc_int n, columns *x)
{
    lc_ctx *lc = e->pool->lc;
    const lit *z = lc_int_le(lcr_lit_size(lc, a), lcr_lit_size(lc, b)) ? a : b;
    if (a->naxes > 1 || b->naxes > 1 ||
        (x->bits = lcr_lin_columns(e, a, z, x->of[0])) == SIZE_MAX ||
        lcr_lin_columns(e, b, z, x->of[1]) == SIZE_MAX)
        return false;
    x->n = x->k = lc_int_bits(n) - 1;
    for (size_t i = 0; i < 2; i++) {
        size_t rows = lcr_lin_rows(x->bits + 1, x->of[i]);
        x->n = rows > x->n ? rows : x->n;
    }
    return 2 * x->n <= LIN_BITS;
}

/* Are the bits below n the same? */
static bool same_below(const columns *x)
{
    bool same = true;
    for (size_t i = 0; i <= x->bits; i++)
        same = same && ((x->of[0][i] ^ x->of[1][i]) & (lcr_lin_bit(x->k) - 1)) == 0;
    return same;
}

/* Sets of vectors in one order. */
static bool in_common(ev *e, const columns *x)
{
    uint64_t both[LIN_BITS], word[LIN_BITS], of[LIN_BITS];
    for (size_t i = 0; i < x->bits; i++)
        both[i] = x->of[0][i] | x->of[1][i] << x->n;
    for (size_t j = 0; j < x->k; j++) {
        word[j] = lcr_lin_bit(j) | lcr_lin_bit(j + x->n);
        if (lcr_lin_is_sum(x->bits, both, word[j], &of[j]))
            continue;
        both[x->bits] = word[j];
        return lcr_ev_contrary(e, VEC_NOT_COMMON) &&
               lcr_lin_is_free(e, both, 2 * x->n, x->bits, false);
    }
    return lcr_lin_same_sums(e, x->k, word, x->bits, both, of);
}

bool lcr_vec_by_bits(ev *e, const lit *a, const lit *b, lc_int n)
{
    columns x;
    int32_t count[LIN_BITS];
    e->out->by = "vector";
    if (!lc_int_is_power_of_two(n))
        return lcr_ev_condition(e, false, "the length is no power of two");
    if (lc_int_lt(lc_int_min(lcr_lit_size(e->pool->lc, a), lcr_lit_size(e->pool->lc, b)), n))
        return lcr_ev_condition(e, false, VEC_NOT_COMMON);
    if (!columns_of(e, a, b, n, &x))
        return lcr_ev_ok(e) && lcr_ev_not(e);
    e->out->one_way = same_below(&x);
    if (e->out->one_way && (!in_common(e, &x) || e->out->contrary))
        return lcr_ev_ok(e);
    for (size_t j = 0; j < x.k; j++) {
        for (size_t i = 0; i <= x.bits; i++)
            count[i] = (int32_t)(x.of[0][i] >> j & 1) + (int32_t)(x.of[1][i] >> j & 1);
        if (!lcr_lin_even(e, x.bits, count, count[x.bits]))
            return false;
    }
    return true;
}
