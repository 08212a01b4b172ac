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
 * A set a bit, over the bits x of the coordinate, or over y: a sum that is odd, 2 w + 1.
 */
#include "config.h"

#include "../sets/parity.h"
#include "vector.h"

#include <string.h>

/* The bits of A and of B at the bits of a coordinate, n of each. */
typedef struct {
    bit_state *b;
    size_t k, n;
    const bit_value *of[2];
} rows;

/* False, perhaps with an error: there are none. */
static bool rows_of(ev *e, const lit *a, const lit *b, lc_int n, rows *r)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x[2] = {a, b};
    const lit *z = lc_int_le(lcr_lit_size(lc, a), lcr_lit_size(lc, b)) ? a : b;
    *r = (rows){.b = lcr_bits_begin(e, true), .k = lc_int_bits(n) - 1};
    r->n = r->k;
    if (!r->b || a->naxes > 1 || b->naxes > 1)
        return false;
    lcr_bits_domain(r->b, z, 'x');
    for (size_t i = 0; i < 2; i++) {
        fn f = {1, {x[i]}};
        bit_value *v = lcr_bits_of(r->b, &f, z);
        if (v && !v->by_bits)
            lcr_bits_of_sum(r->b, v, v);
        if (!v || r->b->failed || v->is_signed)
            return false;
        r->of[i] = v;
        r->n = v->n > r->n ? v->n : r->n;
    }
    return lcr_bits_are_free(r->b) && 2 * r->n < PARITY_MAX;
}

/* Without what the bit is at 0. */
static bit_form moved(const rows *r, size_t side, size_t row)
{
    bit_form f = lcr_bits_row(r->of[side], row);
    f.one = false;
    return f;
}

/* Are the bits below n the same? */
static bool same_below(const rows *r)
{
    for (size_t j = 0; j < r->k; j++) {
        bit_form f = lcr_bits_row(r->of[0], j), g = lcr_bits_row(r->of[1], j);
        if (memcmp(f.of, g.of, sizeof f.of) != 0 || f.one != g.one)
            return false;
    }
    return true;
}

/* At the XOR of the coordinates c that y chooses, a bit is other than y says. */
static bool is_chosen(ev *e, const rows *r, const bit_form *c, size_t side, size_t row)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    const bit_form f = moved(r, side, row);
    for (size_t j = 0; j < r->k; j++) {
        int count = j == row;
        for (size_t i = 0; i < BITS_WORDS; i++)
            count += __builtin_popcountll(f.of[i] & c[j].of[i]);
        lcr_sys_add_var(&s, &sum, lc_int_const(count), lcr_sys_bit(&s, 'y'));
    }
    return lcr_ev_parity(e, &s, &sum, true);
}

/* Sets of vectors in one order. */
static bool in_common(ev *e, const rows *r)
{
    bit_form *equation = lcr_lit_alloc(e->pool, 2 * r->n + 1, sizeof *equation), c[64], none;
    bool ok = equation != NULL, solved;
    for (size_t j = 0; ok && j < r->k; j++) {
        for (size_t i = 0; i < 2 * r->n; i++) {
            equation[i] = moved(r, i / r->n, i % r->n);
            equation[i].one = i % r->n == j;
        }
        ok = lcr_parity_solve(e, 2 * r->n, equation, &c[j], &none, &solved);
        if (ok && !solved)
            return lcr_ev_contrary(e, VEC_NOT_COMMON) &&
                   lcr_parity_set(e, r->b, 2 * r->n, equation);
    }
    for (size_t i = 0; ok && i < 2 * r->n; i++)
        ok = is_chosen(e, r, c, i / r->n, i % r->n);
    return ok;
}

bool lcr_vec_by_bits(ev *e, const lit *a, const lit *b, lc_int n)
{
    rows r;
    e->out->by = "vector";
    if (!lc_int_is_power_of_two(n))
        return lcr_ev_condition(e, false, "the length is no power of two");
    if (lc_int_lt(lc_int_min(lcr_lit_size(e->pool->lc, a), lcr_lit_size(e->pool->lc, b)), n))
        return lcr_ev_condition(e, false, VEC_NOT_COMMON);
    if (!rows_of(e, a, b, n, &r))
        return lcr_ev_ok(e) && lcr_ev_not(e);
    bool same = same_below(&r);
    e->out->one_way = same;
    if (same && (!in_common(e, &r) || e->out->contrary))
        return lcr_ev_ok(e);
    for (size_t j = 0; j < r.k; j++) {
        const bit_form both[2] = {lcr_bits_row(r.of[0], j), lcr_bits_row(r.of[1], j)};
        if (!lcr_parity_differ(e, r.b, 2, both))
            return false;
    }
    return true;
}
