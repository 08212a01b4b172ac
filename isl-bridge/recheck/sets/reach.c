/* reach.c - claims that values are reached: covers, surjective, contained.
 *
 * Where the bits of values are XORs of bits of coordinates, T(x) = A(y) has a solution y for all
 * x when it has one for x = 0 and one for each bit of x alone; their XORs are a y for each x,
 * W(x), and the sets say that no bit of A(W(x)) and T(x) differs. Where one x has none, or where
 * a value is found missing among a few, the claim does not hold: the set says that A never has
 * this value.
 */
#include "config.h"

#include "linear.h"
#include "value.h"

/* ---- a value that is missing ---- */

static bool is_full(const lit *a)
{
    bool full = true;
    for (size_t k = 0; k < a->n; k++)
        full = full && lc_int_is_power_of_two(a->extent[k]);
    return full;
}

static bool never_in_bits(ev *e, const lit *a, lc_int value, bool *known)
{
    uint64_t column[LIN_BITS], of;
    size_t n = is_full(a) && lc_int_le(lc_int_const(0), value) && lc_int_bits(value) <= LIN_BITS
                   ? lcr_lin_columns(e, a, a, column)
                   : SIZE_MAX;
    *known = n != SIZE_MAX;
    if (!*known)
        return lcr_ev_ok(e);
    column[n] ^= lcr_lin_word(value);
    if (lcr_lin_is_sum(n, column, column[n], &of))
        return lcr_ev_condition(e, false, "a coordinate has the value");
    return lcr_lin_is_free(e, column, lcr_lin_rows(n + 1, column), n, false);
}

bool lcr_ev_never(ev *e, const lit *a, lc_int value)
{
    fn f = {1, {a}};
    quo *d = lcr_quo_new(e->pool);
    sys_sum *leaf = lcr_lit_alloc(e->pool, a->n + 1, sizeof *leaf);
    sys_sum *v = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *v);
    bool known = false;
    if (!d || !leaf || !v)
        return false;
    e->out->by = "difference";
    if (!lcr_lit_is_function(a) || a->basis)
        return lcr_ev_not(e);
    bool bits = lcr_value_has_bits(&f);
    if (bits && (!never_in_bits(e, a, value, &known) || known))
        return known && lcr_ev_ok(e);
    if (!lcr_value_coordinates(d, a, 'c', bits ? VALUE_BITS : VALUE_NUMBERS, leaf) ||
        !lcr_value_of(d, &f, a, leaf, v))
        return lcr_ev_not(e);
    sys_sum number = lcr_value_whole(d, a, v);
    return lcr_ev_compare(e, &d->s, &number, SYS_EQ, value);
}

bool lcr_ev_missing(ev *e, const lit *a, lc_int value)
{
    if (!e->out->holds)
        return true;
    e->out->nsets = 0;
    e->out->looked = e->out->one_way = false;
    if (!lcr_ev_never(e, a, value))
        return false;
    e->out->by = "missing";
    return lcr_ev_contrary(e, "a value is missing");
}

/* ---- in bits ---- */

/* Every value of T is one of A. */
static bool reached_in_bits(ev *e, const lit *t, const lit *a, bool *known)
{
    uint64_t f[LIN_BITS], g[LIN_BITS], of[LIN_BITS], first;
    *known = false;
    if (t->basis || a->basis)
        return true;
    size_t m = lcr_lin_columns(e, t, t, f);
    size_t n = m != SIZE_MAX ? lcr_lin_columns(e, a, a, g) : SIZE_MAX;
    if (n == SIZE_MAX)
        return lcr_ev_ok(e);
    first = f[m];
    f[m] ^= g[n];
    for (size_t i = m + 1; i-- > 0;)
        if (!lcr_lin_is_sum(n, g, f[i], &of[i])) {
            *known = true;
            return lcr_ev_missing(e, a,
                                  lc_int_from_word(e->pool->lc, i < m ? first ^ f[i] : first));
        }
    *known = is_full(a);
    e->out->by = "parity";
    return !*known || lcr_lin_same_sums(e, m + 1, f, n, g, of);
}

/* ---- the claims ---- */

/* 0, 1, ... of as many bits as N - 1 has: to reach all below N, bits have to reach all these. */
static const lit *numbers(ev *e, lc_int n)
{
    lit *all = lcr_lit_flat(e->pool, 1);
    if (!all)
        return NULL;
    size_t bits = lc_int_bits(lc_int_sub(e->pool->lc, n, lc_int_const(1)));
    all->extent[0] = lcr_lit_power(e->pool->lc, bits);
    all->step[0] = lc_int_const(1);
    return all;
}

bool lcr_ev_reached(ev *e, const lit *a, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    bool known = false, found = false;
    int64_t gap = 0;
    if (lc_int_lt(lcr_lit_size(lc, a), n))
        return lcr_ev_arithmetic(e, false, "there are fewer coordinates than values");
    if (lc_int_lt(lc_int_const(0), n) && lc_int_bits(n) < SYS_VARS && lcr_lit_is_function(a)) {
        const lit *all = numbers(e, n);
        if (!all || !reached_in_bits(e, all, a, &known))
            return false;
    }
    if (known)
        return true;
    if (!lcr_ev_gap(e, a, n, &found, &gap))
        return false;
    if (found)
        return lcr_ev_missing(e, a, lc_int_si(lc, gap));
    lcr_ev_by(e, "points");
    return true;
}

bool lcr_ev_contained(ev *e, const lit *t, const lit *a)
{
    bool known = false, found = false;
    int64_t gap = 0;
    if (lcr_lit_is_function(t) && lcr_lit_is_function(a) && !reached_in_bits(e, t, a, &known))
        return false;
    if (known)
        return true;
    if (!lcr_ev_values_contained(e, t, a, &found, &gap))
        return false;
    return !found || lcr_ev_missing(e, a, lc_int_si(e->pool->lc, gap));
}
