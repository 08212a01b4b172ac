/* quotient.c - sums divided by integers, in sets. */
#include "config.h"

#include "quotient.h"

#include "../../../lib/size.h"

#include <string.h>

quo *lcr_quo_new(lit_pool *pool)
{
    quo *d = lcr_lit_alloc(pool, 1, sizeof *d);
    if (d)
        d->s = lcr_sys_new(pool);
    return d;
}

quo *lcr_quo_copy(const quo *d)
{
    quo *copy = lcr_lit_alloc(d->s.pool, 1, sizeof *copy);
    if (copy)
        *copy = *d;
    return copy;
}

lc_int lcr_quo_at(const quo *d, const sys_sum *x)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int value = x->constant;
    for (size_t i = 0; i < d->s.n; i++)
        if (!lc_int_is_plain_zero(x->of[i]))
            value = lc_int_add(lc, value, lc_int_mul(lc, x->of[i], d->at[i]));
    return value;
}

/* ---- division ---- */

/* Does x stay between two multiples that are neighbours, the first the *block-th? */
static bool stays(quo *d, const sys_sum *x, lc_int by, lc_int *block)
{
    lc_int least, most;
    if (!lcr_sys_range(&d->s, x, &least, &most))
        return false;
    if (lc_int_is_size(least) || lc_int_is_size(most) || lc_int_is_size(by)) {
        *block = lc_int_const(0);
        return lcr_int_is_in(least, most, by);
    }
    *block = lc_int_fdiv(d->s.pool->lc, least, by);
    return lc_int_eq(*block, lc_int_fdiv(d->s.pool->lc, most, by));
}

/* x = by whole + rest, the factors of rest as small as they can be, its constant no
 * multiple. */
static void take_multiples(quo *d, const sys_sum *x, lc_int by, sys_sum *whole, sys_sum *rest)
{
    lc_ctx *lc = d->s.pool->lc;
    lcr_sys_zero(whole);
    lcr_sys_zero(rest);
    lcr_int_split(lc, x->constant, by, &whole->constant, &rest->constant);
    for (size_t i = 0; i < d->s.n; i++) {
        if (lc_int_is_plain_zero(x->of[i]))
            continue;
        lc_int q, r;
        lcr_int_split(lc, x->of[i], by, &q, &r);
        if (!lc_int_is_size(r) && !lc_int_is_size(by) && lc_int_lt(by, lc_int_add(lc, r, r))) {
            q = lc_int_add(lc, q, lc_int_const(1));
            r = lc_int_sub(lc, r, by);
        }
        whole->of[i] = q;
        rest->of[i] = r;
    }
}

/* The terms of which the unit is no divisor, or what of them it leaves (`least`), and what of
 * the constant it does. */
static void small_terms(quo *d, const sys_sum *x, lc_int unit, bool least, sys_sum *small)
{
    lc_ctx *lc = d->s.pool->lc;
    lcr_sys_zero(small);
    small->constant = lc_int_fmod(lc, x->constant, unit);
    for (size_t i = 0; i < d->s.n; i++)
        if (!lc_int_is_plain_zero(x->of[i]) && !lc_int_divides(lc, unit, x->of[i]))
            small->of[i] = least ? lc_int_fmod(lc, x->of[i], unit) : x->of[i];
}

/* The largest divisor of `by` in which the terms that are no multiples of it do not carry. The
 * candidates are those that each factor has in common with `by`; of each, the other terms are
 * taken as they are, then with the least factors that leave the same rest. */
static bool find_unit(quo *d, const sys_sum *x, lc_int by, lc_int *unit, lc_int *block,
                      sys_sum *small)
{
    *unit = lc_int_const(1);
    for (size_t i = 0; i < 2 * d->s.n; i++) {
        sys_sum terms;
        lc_int carry;
        if (lc_int_is_plain_zero(x->of[i / 2]))
            continue;
        if (lc_int_is_size(by) || lc_int_is_size(x->of[i / 2]))
            continue;
        lc_int g = lc_int_gcd(d->s.pool->lc, x->of[i / 2], by);
        if (lc_int_le(g, *unit))
            continue;
        small_terms(d, x, g, i % 2 == 1, &terms);
        if (!stays(d, &terms, g, &carry))
            continue;
        *unit = g;
        *block = carry;
        *small = terms;
    }
    return !lc_int_is_one(*unit);
}

/* The only variable of x, when that has two values. */
static bool has_one_bit(quo *d, const sys_sum *x, size_t *var)
{
    size_t n = 0;
    for (size_t i = 0; i < d->s.n; i++)
        if (!lc_int_is_plain_zero(x->of[i])) {
            *var = i;
            n++;
        }
    const sys_row *ends = n == 1 ? d->s.ends[*var] : NULL;
    return ends && ends->has_least && ends->has_most &&
           lc_int_known_equal(lc_int_sub(d->s.pool->lc, ends->most, ends->least),
                              lc_int_const(1));
}

/* What is linear in a variable of two values: so is every function of it. */
static void divide_bit(quo *d, const sys_sum *x, lc_int by, size_t var, sys_sum *q)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int least = d->s.ends[var]->least;
    lc_int low = lc_int_add(lc, x->constant, lc_int_mul(lc, x->of[var], least));
    lc_int high = lc_int_add(lc, low, x->of[var]);
    low = lc_int_fdiv(lc, low, by);
    lc_int gain = lc_int_sub(lc, lc_int_fdiv(lc, high, by), low);
    lcr_sys_zero(q);
    q->constant = lc_int_sub(lc, low, lc_int_mul(lc, gain, least));
    q->of[var] = gain;
}

/* Are all variables of a sum bits? */
static bool is_of_bits(const quo *d, const sys_sum *x)
{
    bool all = true;
    for (size_t i = 0; all && i < d->s.n; i++) {
        const sys_row *ends = lc_int_is_plain_zero(x->of[i]) ? NULL : d->s.ends[i];
        all = lc_int_is_plain_zero(x->of[i]) ||
              (ends && ends->has_least && ends->has_most && lc_int_is_plain_zero(ends->least) &&
               lc_int_known_equal(ends->most, lc_int_const(1)));
    }
    return all;
}

/* The quotient of x by the largest divisor of `by` that has variables; SIZE_MAX: none has. */
static size_t find_known(const quo *d, const sys_sum *x, lc_int by)
{
    size_t best = SIZE_MAX;
    for (size_t k = 0; k < d->n; k++) {
        bool same = lc_int_known_equal(d->known[k].by, by);
        bool divides = same || (!lc_int_is_size(by) && !lc_int_is_size(d->known[k].by) &&
                                lc_int_divides(d->s.pool->lc, d->known[k].by, by));
        if (divides && lcr_sys_equal(&d->s, d->known[k].of, x) &&
            (same || best == SIZE_MAX || lc_int_lt(d->known[best].by, d->known[k].by)))
            best = k;
        if (same && best == k)
            break;
    }
    return best;
}

/* A quotient with two new variables, by its number; SIZE_MAX: there is no room for more. */
static size_t named(quo *d, const sys_sum *x, lc_int by)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int least, most;
    bool room = d->n < QUO_KNOWN && d->s.n + 2 <= SYS_VARS;
    sys_sum *of = room ? lcr_lit_alloc(d->s.pool, 1, sizeof *of) : NULL;
    if (!of) {
        d->s.failed = true;
        return SIZE_MAX;
    }
    size_t q;
    bool ranged = lcr_sys_range(&d->s, x, &least, &most);
    if (ranged && (lc_int_is_size(by) || lc_int_is_size(least) || lc_int_is_size(most))) {
        const lc_int zero = lc_int_const(0);
        lc_int end, rest;
        lcr_int_split(lc, most, by, &end, &rest);
        bool natural = lc_int_known_le(zero, least), ends = lc_int_known_less(rest, by);
        if (lc_int_known_less(rest, zero))
            end = lc_int_sub(lc, end, lc_int_const(1));
        q = lcr_sys_var(&d->s, 'q', natural ? &zero : NULL, ends ? &end : NULL);
    } else if (ranged)
        q = lcr_sys_between(&d->s, 'q', lc_int_fdiv(lc, least, by), lc_int_fdiv(lc, most, by));
    else
        q = lcr_sys_free(&d->s, 'q');
    size_t r = lcr_sys_below(&d->s, 'r', by); /* the last: isl eliminates it first */
    *of = *x;
    sys_sum row = *x;
    if (!d->s.pool->sizes) {
        d->at[q] = lc_int_fdiv(lc, lcr_quo_at(d, x), by);
        d->at[r] = lc_int_fmod(lc, lcr_quo_at(d, x), by);
    }
    lcr_sys_add_var(&d->s, &row, lc_int_neg(lc, by), q);
    lcr_sys_add_var(&d->s, &row, lc_int_const(-1), r);
    lcr_sys_relate(&d->s, &row, SYS_EQ);
    d->known[d->n].of = of;
    d->known[d->n].by = by;
    d->known[d->n].quotient = q;
    d->known[d->n].remainder = r;
    d->known[d->n].is_xor = lc_int_known_equal(by, lc_int_const(2)) && is_of_bits(d, x);
    return d->n++;
}

/* q with x - by q = r in [0,by), of a rest without multiples, where bounds decide it: all of x is
 * in one block; or digits below a unit carry nothing, and what is above is divided in units; or a
 * single bit is all there is. */
static bool divide_by_bounds(quo *d, const sys_sum *x, lc_int by, sys_sum *q, sys_sum *r)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int unit, block;
    sys_sum small, inner;
    size_t var = 0;
    lcr_sys_zero(q);
    if (!stays(d, x, by, &block) && find_unit(d, x, by, &unit, &block, &small)) {
        sys_sum units = {.constant = lc_int_sub(lc, x->constant, small.constant)};
        units.constant = lc_int_add(lc, block, lc_int_fdiv(lc, units.constant, unit));
        for (size_t i = 0; i < d->s.n; i++)
            units.of[i] = lc_int_fdiv(lc, lc_int_sub(lc, x->of[i], small.of[i]), unit);
        lcr_quo_divide(d, &units, lc_int_fdiv(lc, by, unit), q, &inner);
        small.constant = lc_int_sub(lc, small.constant, lc_int_mul(lc, unit, block));
        *r = small;
        lcr_sys_add(&d->s, r, unit, &inner);
        return true;
    }
    if (stays(d, x, by, &block))
        q->constant = block;
    else if (has_one_bit(d, x, &var))
        divide_bit(d, x, by, var, q);
    else
        return false;
    *r = *x;
    lcr_sys_add(&d->s, r, lc_int_neg(lc, by), q);
    return true;
}

/* The same where they do not. */
static void divide_by_name(quo *d, const sys_sum *x, lc_int by, sys_sum *q, sys_sum *r)
{
    size_t k = find_known(d, x, by);
    k = k != SIZE_MAX ? k : named(d, x, by);
    lcr_sys_zero(q);
    lcr_sys_zero(r);
    if (k == SIZE_MAX)
        return;
    *r = lcr_sys_variable(d->known[k].remainder);
    *q = lcr_sys_variable(d->known[k].quotient);
    if (!lc_int_known_equal(d->known[k].by, by)) { /* floor(floor(x/a)/b) = floor(x/ab) */
        sys_sum first = *q, more;
        lcr_quo_divide(d, &first, lc_int_fdiv(d->s.pool->lc, by, d->known[k].by), q, &more);
        lcr_sys_add(&d->s, r, d->known[k].by, &more);
    }
}

/* ---- what is known already ---- */

static size_t terms_of(const quo *d, const sys_sum *x)
{
    size_t n = 0;
    for (size_t i = 0; i < d->s.n; i++)
        n += !lc_int_is_plain_zero(x->of[i]);
    return n;
}

/* The multiple of y that x has in it; false: not the same one in each variable of y. */
static bool multiple_in(quo *d, const sys_sum *x, const sys_sum *y, lc_int *factor)
{
    lc_ctx *lc = d->s.pool->lc;
    *factor = lc_int_const(0);
    for (size_t i = 0; i < d->s.n; i++) {
        if (lc_int_is_plain_zero(y->of[i]))
            continue;
        lc_int times, rest;
        if (lc_int_is_plain_zero(*factor)) {
            lcr_int_split(lc, x->of[i], y->of[i], &times, &rest);
            *factor = lc_int_is_plain_zero(rest) ? times : *factor;
        }
        if (lc_int_is_plain_zero(*factor) ||
            !lc_int_known_equal(x->of[i], lc_int_mul(lc, *factor, y->of[i])))
            return false;
    }
    return !lc_int_is_plain_zero(*factor);
}

/* x with what quotient k is of as by q + r, or with its remainder as what is left of that. */
static bool rewritten(quo *d, const sys_sum *x, size_t k, bool remainder, sys_sum *y)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int factor = x->of[d->known[k].remainder];
    if (remainder ? lc_int_is_plain_zero(factor) : !multiple_in(d, x, d->known[k].of, &factor))
        return false;
    *y = *x;
    if (!remainder)
        factor = lc_int_neg(lc, factor);
    lcr_sys_add(&d->s, y, factor, d->known[k].of);
    factor = lc_int_neg(lc, factor);
    lcr_sys_add_var(&d->s, y, lc_int_mul(lc, factor, d->known[k].by), d->known[k].quotient);
    lcr_sys_add_var(&d->s, y, factor, d->known[k].remainder);
    return true;
}

/* A rest of fewer terms; what becomes a multiple is added to the whole. */
static bool shorten(quo *d, lc_int by, sys_sum *whole, sys_sum *rest)
{
    size_t most = terms_of(d, rest);
    for (size_t i = 0; most > 0 && i < 2 * d->n; i++) {
        sys_sum other, more, less;
        if (!rewritten(d, rest, i / 2, i % 2 == 1, &other))
            continue;
        take_multiples(d, &other, by, &more, &less);
        if (terms_of(d, &less) >= most)
            continue;
        *rest = less;
        lcr_sys_add(&d->s, whole, lc_int_const(1), &more);
        return true;
    }
    return false;
}

void lcr_quo_divide(quo *d, const sys_sum *x, lc_int by, sys_sum *q, sys_sum *r)
{
    sys_sum whole, rest, quotient, remainder;
    take_multiples(d, x, by, &whole, &rest);
    bool done = divide_by_bounds(d, &rest, by, &quotient, &remainder);
    while (!done && !d->s.failed && shorten(d, by, &whole, &rest))
        done = divide_by_bounds(d, &rest, by, &quotient, &remainder);
    if (!done)
        divide_by_name(d, &rest, by, &quotient, &remainder);
    if (r)
        *r = remainder;
    if (!q)
        return;
    *q = quotient;
    lcr_sys_add(&d->s, q, lc_int_const(1), &whole);
}

/* x modulo 2, with the bits of which a remainder is the XOR in its place. */
static sys_sum reduce(quo *d, const sys_sum *x)
{
    lc_ctx *lc = d->s.pool->lc;
    sys_sum form = {.constant = lc_int_fmod(lc, x->constant, lc_int_const(2))};
    for (size_t i = 0; i < d->s.n; i++)
        form.of[i] = lc_int_const(lc_int_bit(x->of[i], 0));
    for (size_t k = d->n; k-- > 0;) {
        if (!d->known[k].is_xor || lc_int_is_plain_zero(form.of[d->known[k].remainder]))
            continue;
        lcr_sys_add(&d->s, &form, lc_int_const(1), d->known[k].of);
        lcr_sys_add_var(&d->s, &form, lc_int_const(-1), d->known[k].remainder);
        form.constant = lc_int_const(lc_int_bit(form.constant, 0));
        for (size_t i = 0; i < d->s.n; i++)
            form.of[i] = lc_int_const(lc_int_bit(form.of[i], 0));
    }
    return form;
}

void lcr_quo_parity(quo *d, const sys_sum *x, sys_sum *value)
{
    sys_sum form, quotient;
    bool sizes = d->s.pool->sizes != NULL;
    if (!sizes)
        form = reduce(d, x);
    if (sizes || !is_of_bits(d, &form)) {
        lcr_quo_divide(d, x, lc_int_const(2), NULL, value);
        return;
    }
    bool odd = lc_int_is_one(form.constant);
    form.constant = lc_int_const(0);
    if (!divide_by_bounds(d, &form, lc_int_const(2), &quotient, value))
        divide_by_name(d, &form, lc_int_const(2), &quotient, value);
    if (!odd)
        return;
    form = *value;
    *value = lcr_sys_number(lc_int_const(1));
    lcr_sys_add(&d->s, value, lc_int_const(-1), &form);
}

void lcr_quo_bit(quo *d, const sys_sum *x, size_t bit, sys_sum *value)
{
    sys_sum above;
    lcr_quo_divide(d, x, lcr_lit_power(d->s.pool->lc, bit), &above, NULL);
    lcr_quo_parity(d, &above, value);
}

void lcr_quo_form(quo *d, const sys_sum *x, size_t bit, sys_sum *form)
{
    sys_sum above;
    lcr_quo_divide(d, x, lcr_lit_power(d->s.pool->lc, bit), &above, NULL);
    *form = reduce(d, &above);
}

void lcr_quo_bound(quo *d, lc_int least, lc_int most, sys_sum *x)
{
    lc_int low, high;
    if (lcr_sys_range(&d->s, x, &low, &high) && lc_int_le(least, low) && lc_int_le(high, most))
        return;
    if (d->s.failed || d->s.n == SYS_VARS) {
        d->s.failed = true;
        return;
    }
    size_t var = lcr_sys_between(&d->s, 't', least, most);
    d->at[var] = lcr_quo_at(d, x);
    lcr_sys_add_var(&d->s, x, lc_int_const(-1), var);
    lcr_sys_relate(&d->s, x, SYS_EQ);
    *x = lcr_sys_variable(var);
}
