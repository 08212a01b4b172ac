/* fixed.c - leaves of a layout at an integer: digits, and bits of digits.
 *
 * isl finds few digits from their sum and bounds. Many it takes too long for: they are found
 * here, each a variable of one value, with sets that say that they are not the digits.
 */
#include "config.h"

#include "pieces.h"

#define FEW 12

static bool impossible(bool *possible)
{
    *possible = false;
    return true;
}

/* x as a sum of digits: their places, where a digit ends, what they are; the last has no end. */
typedef struct {
    size_t n;
    lc_int place[SYS_VARS], end[SYS_VARS], digit[SYS_VARS];
    size_t var[SYS_VARS];
} digits;

/* A digit that is found here is within its bounds, and that x is another sum is a set. */
static bool split(pc_value *v, const sys_sum *x, char letter, digits *d)
{
    sys *s = v->s;
    lc_ctx *lc = s->pool->lc;
    lc_int zero = lc_int_const(0);
    bool few = d->n <= FEW, within = true;
    sys_sum rest = *x;
    for (size_t k = 0; k < d->n; k++) {
        bool last = k + 1 == d->n;
        lc_int most = last ? zero : lc_int_sub(lc, d->end[k], lc_int_const(1));
        d->var[k] = few ? lcr_sys_var(s, letter, last ? NULL : &zero, last ? NULL : &most)
                        : lcr_sys_var(s, letter, &d->digit[k], &d->digit[k]);
        within = within && (last || (lc_int_sign(d->digit[k]) >= 0 &&
                                     lc_int_lt(d->digit[k], d->end[k])));
        lcr_sys_add_var(s, &rest, lc_int_neg(lc, d->place[k]), d->var[k]);
    }
    if (s->failed)
        return false;
    if (!few)
        return lcr_ev_condition(v->e, within, "a digit is out of bounds") &&
               lcr_ev_relate(v->e, s, &rest, SYS_GT) && lcr_ev_relate(v->e, s, &rest, SYS_LT);
    lcr_sys_relate(s, &rest, SYS_EQ);
    return true;
}

/* The digits of `at` in the mixed radix of the leaves. */
static void digits_of(lc_ctx *lc, const piece *p, digits *d)
{
    lc_int rest = p->at, place = lc_int_const(1);
    d->n = p->last - p->first;
    for (size_t k = 0; k < d->n; k++) {
        lc_int extent = p->a->extent[p->first + k];
        d->place[k] = place;
        d->end[k] = extent;
        d->digit[k] = k + 1 < d->n ? lc_int_fmod(lc, rest, extent) : rest;
        rest = lc_int_fdiv(lc, rest, extent);
        place = lc_int_mul(lc, place, extent);
    }
}

/* Bits of a digit, in its place, and 0 above them. */
static void bits_of(lc_ctx *lc, lc_int digit, size_t bits, digits *d)
{
    lc_int place = lc_int_const(1);
    d->n = bits + 1;
    for (size_t i = 0; i <= bits; i++, place = lc_int_add(lc, place, place)) {
        d->place[i] = place;
        d->end[i] = lc_int_const(2);
        d->digit[i] = lc_int_const(i < bits && lc_int_bit(digit, i));
    }
}

/* A digit of XOR, bit by bit. */
static bool add_bits(pc_value *v, const lit *a, size_t leaf, size_t var, lc_int digit,
                     bool *possible)
{
    sys *s = v->s;
    size_t bits = lc_int_bits(digit);
    digits *d = lcr_lit_alloc(s->pool, 1, sizeof *d);
    sys_sum x;
    if (d == NULL || bits >= SYS_VARS)
        return d != NULL && impossible(possible);
    bits_of(s->pool->lc, digit, bits, d);
    lcr_sys_zero(&x);
    lcr_sys_add_var(s, &x, lc_int_const(1), var);
    if (!split(v, &x, 'x', d))
        return false;
    for (size_t i = 0; *possible && i < bits; i++)
        if (!lcr_pc_add_bit(v, a, leaf, d->var[i], i, possible))
            return false;
    lcr_sys_zero(&x);
    lcr_sys_add_var(s, &x, lc_int_const(1), d->var[bits]);
    return lcr_ev_relate(v->e, s, &x, SYS_GT) && lcr_ev_relate(v->e, s, &x, SYS_LT);
}

bool lcr_pc_add_fixed(pc_value *v, const piece *p, bool *possible)
{
    sys *s = v->s;
    digits *d = lcr_lit_alloc(s->pool, 1, sizeof *d);
    sys_sum x;
    if (d == NULL)
        return false;
    if (p->last - p->first > SYS_VARS || (v->xor && lc_int_sign(p->at) < 0))
        return impossible(possible);
    digits_of(s->pool->lc, p, d);
    lcr_sys_zero(&x);
    x.constant = p->at;
    if (!split(v, &x, 't', d))
        return false;
    for (size_t k = 0; *possible && k < d->n; k++) {
        size_t leaf = p->first + k;
        if (v->xor && !add_bits(v, p->a, leaf, d->var[k], d->digit[k], possible))
            return false;
        for (size_t j = 0; !v->xor && p->a->basis == v->basis && j < p->a->naxes; j++)
            lcr_sys_add_var(s, &v->sum[lcr_pc_axis(v, p->a, j)],
                            p->a->step[j * p->a->n + leaf], d->var[k]);
    }
    return true;
}
