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
#include "../sets/value.h"
#include "vector.h"

#include <string.h>

/* The bits of A and of B at the bits of a coordinate, n of each, as sums modulo 2. */
typedef struct {
    size_t bits, k, n;
    sys_sum *of[2];
} rows;

/* False, perhaps with an error: there are none. */
static bool rows_of(ev *e, const lit *a, const lit *b, lc_int n, rows *r)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x[2] = {a, b};
    const lit *z = lc_int_le(lcr_lit_size(lc, a), lcr_lit_size(lc, b)) ? a : b;
    value_forms v[2];
    *r = (rows){.k = lc_int_bits(n) - 1};
    r->n = r->k;
    if (a->naxes > 1 || b->naxes > 1)
        return false;
    for (size_t i = 0; i < 2; i++) {
        const fn f = {1, {x[i]}};
        if (!lcr_value_forms(e->pool, &f, z, false, &v[i]))
            return false;
        r->n = v[i].rows > r->n ? v[i].rows : r->n;
    }
    r->bits = v[0].bits;
    for (size_t i = 0; i < 2; i++) {
        r->of[i] = lcr_lit_alloc(e->pool, r->n + 1, sizeof *r->of[i]);
        if (!r->of[i])
            return false;
        memcpy(r->of[i], v[i].form, v[i].rows * sizeof *r->of[i]); /* the others are 0 */
    }
    return 2 * r->n < PARITY_MAX;
}

/* Without what the bit is at 0. */
static sys_sum moved(const rows *r, size_t side, size_t row)
{
    sys_sum f = r->of[side][row];
    f.constant = lc_int_const(0);
    return f;
}

static sys new_set(ev *e, const rows *r)
{
    sys s = lcr_sys_new(e->pool);
    for (size_t i = 0; i < r->bits; i++)
        lcr_sys_free(&s, 'x');
    return s;
}

/* Are the bits below n the same? */
static bool same_below(ev *e, const rows *r)
{
    const sys s = new_set(e, r);
    bool same = true;
    for (size_t j = 0; same && j < r->k; j++)
        same = lcr_sys_equal(&s, &r->of[0][j], &r->of[1][j]);
    return same;
}

/* At the XOR of the coordinates c that y chooses, a bit is other than y says. */
static bool is_chosen(ev *e, const rows *r, const bit_form *c, size_t side, size_t row)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    const sys_sum f = moved(r, side, row);
    for (size_t j = 0; j < r->k; j++) {
        int count = j == row;
        for (size_t i = 0; i < r->bits; i++)
            count += !lc_int_is_zero(f.of[i]) && lcr_bits_has(&c[j], i);
        lcr_sys_add_var(&s, &sum, lc_int_const(count), lcr_sys_bit(&s, 'y'));
    }
    return lcr_ev_parity(e, &s, &sum, true);
}

/* Sets of vectors in one order. */
static bool in_common(ev *e, const rows *r)
{
    sys_sum *equation = lcr_lit_alloc(e->pool, 2 * r->n + 1, sizeof *equation);
    bit_form *as_bits = lcr_lit_alloc(e->pool, 2 * r->n + 1, sizeof *as_bits), c[64], none;
    bool ok = equation && as_bits;
    for (size_t j = 0; ok && j < r->k; j++) {
        for (size_t i = 0; i < 2 * r->n; i++) {
            equation[i] = moved(r, i / r->n, i % r->n);
            equation[i].constant = lc_int_const(i % r->n == j);
            as_bits[i] = lcr_bits_of(r->bits, &equation[i]);
        }
        if (!lcr_parity_solve(2 * r->n, as_bits, &c[j], &none))
            return lcr_ev_contrary(e, VEC_NOT_COMMON) &&
                   lcr_parity_set(e, r->bits, 2 * r->n, equation);
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
    bool same = same_below(e, &r);
    e->out->one_way = same;
    if (same && (!in_common(e, &r) || e->out->contrary))
        return lcr_ev_ok(e);
    sys s = new_set(e, &r);
    for (size_t j = 0; j < r.k; j++) {
        sys_sum both = r.of[0][j];
        lcr_sys_add(&s, &both, lc_int_const(1), &r.of[1][j]);
        if (!lcr_ev_parity(e, &s, &both, true))
            return false;
    }
    return true;
}
