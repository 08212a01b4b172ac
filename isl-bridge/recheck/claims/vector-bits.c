/* vector-bits.c - vectorizes, of functions linear over F2.
 *
 * Vectors are translates by XOR. n is a power of two, 2^k, and
 *
 *   in common   for each bit j below k there is a coordinate at which A and B are what they
 *               are at 0, XOR 2^j. The coordinates of all j, combined by y: no bit of A or B
 *               but these is other than 0, and bit j is y_j. Where there is none, bits of A and
 *               B are chosen of which the sum is even at all coordinates, and is odd there.
 *   in order    A and B leave the same modulo n: the sums of their bits below k are even.
 *
 * A set a bit, over the bits x of the coordinate, or over y: a sum that is odd, 2 w + 1.
 */
#include "config.h"

#include "../sets/parity.h"
#include "vector.h"

#include <string.h>

/* Each bit of A, and then of B, as a sum of bits of the coordinate; and whether it is 1 at 0. */
typedef struct {
    size_t bits, k, na, n;
    bit_form row[PARITY_MAX];
} rows;

/* ---- rows ---- */

static bool add_rows(ev *e, rows *r, const lit *x)
{
    lc_ctx *lc = e->pool->lc;
    lc_int value[LIT_MAX_AXES], zero;
    size_t most = r->k, first = r->n;
    if (!lcr_lit_at(lc, x, lc_int_const(0), value))
        return false;
    zero = value[0];
    most = lc_int_bits(zero) > most ? lc_int_bits(zero) : most;
    for (size_t i = 0; i < r->bits; i++) {
        if (!lcr_lit_at(lc, x, lcr_lit_power(lc, i), value))
            return false;
        most = lc_int_bits(value[0]) > most ? lc_int_bits(value[0]) : most;
        bit_form one = lcr_bits_single(i);
        for (size_t bit = 0; first + most <= PARITY_MAX && bit < most; bit++)
            if (lc_int_bit(value[0], bit) != lc_int_bit(zero, bit))
                lcr_bits_add(&r->row[first + bit], &one);
    }
    for (size_t bit = 0; first + most <= PARITY_MAX && bit < most; bit++)
        r->row[first + bit].one = lc_int_bit(zero, bit);
    r->n += most;
    return r->n <= PARITY_MAX;
}

static bool rows_of(ev *e, const lit *a, const lit *b, lc_int n, rows *r)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b));
    r->bits = lc_int_bits(size) - 1;
    r->k = lc_int_bits(n) - 1;
    if (a->naxes > 1 || b->naxes > 1 || r->k > r->bits || !add_rows(e, r, a))
        return false;
    r->na = r->n;
    return add_rows(e, r, b);
}

/* The coordinate where both are 2^j from what they are at 0; else the rows `of` which there is
 * none. False with an error. */
static bool solve(ev *e, const rows *r, size_t j, bit_form *c, bit_form *of, bool *solved)
{
    bit_form *equation = lcr_lit_alloc(e->pool, r->n, sizeof *equation);
    for (size_t i = 0; equation && i < r->n; i++) {
        equation[i] = r->row[i];
        equation[i].one = i == j || i == r->na + j;
    }
    return equation && lcr_parity_solve(e, r->n, equation, c, of, solved);
}

/* ---- sets ---- */

/* The XOR of n rows, or with 0 in the place of what they are at 0 (`moved`), is odd somewhere. */
static bool odd(ev *e, const rows *r, const bit_form *of, bool moved)
{
    size_t x[64];
    sys s = lcr_sys_bits(e->pool, 'x', r->bits, x);
    sys_sum sum = {.constant = lc_int_const(0)};
    bool one = false;
    for (size_t row = 0; row < r->n; row++) {
        if (!lcr_bits_has(of, row))
            continue;
        one = one != r->row[row].one;
        for (size_t i = 0; i < r->bits; i++)
            if (lcr_bits_has(&r->row[row], i))
                lcr_sys_add_var(&s, &sum, lc_int_const(1), x[i]);
    }
    sum.constant = lc_int_const(one && !moved);
    return lcr_ev_parity(e, &s, &sum, true);
}

/* Bit j of A and of B are not the same. */
static bool differ(ev *e, const rows *r, size_t j)
{
    bit_form both = lcr_bits_single(j), other = lcr_bits_single(r->na + j);
    lcr_bits_add(&both, &other);
    return odd(e, r, &both, false);
}

/* At the XOR of the coordinates c that y chooses, bit number i is other than y says. */
static bool is_chosen(ev *e, const rows *r, const bit_form *c, size_t i)
{
    size_t y[64], bit = i < r->na ? i : i - r->na;
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t j = 0; j < r->k; j++) {
        y[j] = lcr_sys_bit(&s, 'y');
        lcr_sys_add_var(&s, &sum,
                        lc_int_const(__builtin_popcountll(r->row[i].of[0] & c[j].of[0])), y[j]);
    }
    if (bit < r->k)
        lcr_sys_add_var(&s, &sum, lc_int_const(1), y[bit]);
    return lcr_ev_parity(e, &s, &sum, true);
}

/* ---- the claim ---- */

static bool same_below(const rows *r)
{
    bool same = true;
    for (size_t j = 0; j < r->k; j++)
        same = same && memcmp(r->row[j].of, r->row[r->na + j].of, sizeof r->row[j].of) == 0 &&
               r->row[j].one == r->row[r->na + j].one;
    return same;
}

bool lcr_vec_by_bits(ev *e, const lit *a, const lit *b, lc_int n)
{
    rows *r = lcr_lit_alloc(e->pool, 1, sizeof *r);
    bit_form c[64], of;
    if (!r)
        return false;
    e->out->by = "vector";
    if (!lc_int_is_power_of_two(n))
        return lcr_ev_condition(e, false, "the length is no power of two");
    if (lc_int_lt(lc_int_min(lcr_lit_size(e->pool->lc, a), lcr_lit_size(e->pool->lc, b)), n))
        return lcr_ev_condition(e, false, VEC_NOT_COMMON);
    if (!rows_of(e, a, b, n, r))
        return lcr_ev_not(e);
    bool same = same_below(r), ok = true, solved = true;
    for (size_t j = 0; ok && same && solved && j < r->k; j++)
        ok = solve(e, r, j, &c[j], &of, &solved);
    if (!ok)
        return false;
    e->out->one_way = same;
    if (!solved)
        return lcr_ev_contrary(e, VEC_NOT_COMMON) && odd(e, r, &of, true);
    for (size_t j = 0; ok && j < r->k; j++)
        ok = differ(e, r, j);
    for (size_t i = 0; ok && same && i < r->n; i++)
        ok = is_chosen(e, r, c, i);
    return ok;
}
