/* pieces-value.c - values in sets, and what leaves of a layout add to them at an integer: digits,
 * and bits of digits.
 *
 * isl finds few digits from their sum and bounds. Many it takes too long for: they are found
 * here, each a variable of one value, with sets that say that they are not the digits.
 */
#include "config.h"

#include "pieces.h"

#include <string.h>

#define FEW 12

bool lcr_pc_impossible(bool *possible)
{
    *possible = false;
    return true;
}

/* ---- kinds ---- */

static bool add_axes(pc_value *v, const lit *a)
{
    bool room = true;
    for (size_t j = 0; room && a->basis && j < a->naxes; j++)
        room = lcr_path_add(&v->naxes, v->path, &a->path[j]) != SIZE_MAX;
    return room;
}

bool lcr_pc_begin(ev *e, sys *s, pc_value *v, size_t n, const lit *const *of, bool *possible)
{
    bool integers = false;
    *v = (pc_value){.e = e, .s = s};
    for (size_t i = 0; i < n; i++) {
        if (of[i]->kind != LIT_LAYOUT || of[i]->b > 0 || !add_axes(v, of[i]))
            return lcr_pc_impossible(possible);
        v->basis = v->basis || of[i]->basis;
        v->by_xor = v->by_xor || of[i]->by_xor;
        integers = integers || lcr_lit_has_integers(of[i]);
    }
    if (v->basis + v->by_xor + integers > 1)
        return lcr_pc_impossible(possible);
    if (!v->basis)
        v->naxes = 1;
    v->sum = lcr_lit_alloc(e->pool, v->naxes, sizeof *v->sum);
    v->bit = v->by_xor ? lcr_lit_alloc(e->pool, PC_BITS, sizeof *v->bit) : v->sum;
    return v->sum && v->bit != NULL;
}

bool lcr_pc_add_offset(pc_value *v, const lit *a, bool *possible)
{
    lc_ctx *lc = v->e->pool->lc;
    if (!a->offset)
        return true;
    if (v->by_xor && (lc_int_lt(a->offset[0], lc_int_const(0)) || lc_int_bits(a->offset[0]) > PC_BITS))
        return lcr_pc_impossible(possible);
    for (size_t i = 0; v->by_xor && i < PC_BITS; i++)
        if (lc_int_bit(a->offset[0], i))
            v->bit[i].constant = lc_int_add(lc, v->bit[i].constant, lc_int_const(1));
    for (size_t j = 0; !v->by_xor && j < a->naxes; j++) {
        size_t axis = v->basis && a->basis ? lcr_path_find(v->naxes, v->path, &a->path[j]) : 0;
        if (v->basis != a->basis && !lc_int_is_zero(a->offset[j]))
            return lcr_pc_impossible(possible);
        v->sum[axis].constant = lc_int_add(lc, v->sum[axis].constant, a->offset[j]);
    }
    return true;
}

size_t lcr_pc_axis(const pc_value *v, const lit *a, size_t axis)
{
    return v->basis ? lcr_path_find(v->naxes, v->path, &a->path[axis]) : 0;
}

bool lcr_pc_add_bit(pc_value *v, const lit *a, size_t leaf, size_t var, size_t shift,
                    bool *possible)
{
    lc_int d = a->step[leaf];
    if (lc_int_bits(d) + shift > PC_BITS)
        return lcr_pc_impossible(possible);
    for (size_t b = 0; b < lc_int_bits(d); b++)
        if (lc_int_bit(d, b))
            lcr_sys_add_var(v->s, &v->bit[b + shift], lc_int_const(1), var);
    return true;
}

/* ---- sets ---- */

/* A set for each bit of which something is said; it is empty where nothing but constants is there
 * and they agree. */
bool lcr_pc_differs_in_bits(pc_value *v, lc_int number)
{
    size_t n = lc_int_bits(number);
    for (size_t i = 0; i < PC_BITS; i++) {
        bool some = !lc_int_is_zero(v->bit[i].constant) || i < n ||
                    !lcr_sys_is_number(v->s, &v->bit[i]);
        if (some && !lcr_ev_parity(v->e, v->s, &v->bit[i], !lc_int_bit(number, i)))
            return false;
    }
    return lcr_ev_condition(v->e, lc_int_le(lc_int_const(0), number) && n <= PC_BITS,
                            "the value is another number");
}

bool lcr_pc_differs_on_axis(pc_value *v, size_t axis, lc_int number)
{
    const sys_sum is = lcr_sys_number(number);
    return lcr_ev_differ(v->e, v->s, &v->sum[axis], &is);
}

bool lcr_pc_differs(pc_value *v, const lit *tuple)
{
    bool known[LIT_MAX_AXES] = {false};
    if (tuple->n > LIT_MAX_AXES || tuple->any)
        return lcr_ev_not(v->e);
    if (!v->basis && tuple->nnodes != 1)
        return lcr_ev_condition(v->e, false, "the value is no integer");
    if (v->by_xor)
        return lcr_pc_differs_in_bits(v, tuple->extent[0]);
    for (size_t j = 0; j < v->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(tuple, &v->path[j], &first, &last) || last != first + 1)
            return lcr_ev_condition(v->e, false, "the value is nested in another way");
        known[first] = true;
        if (!lcr_pc_differs_on_axis(v, j, tuple->extent[first]))
            return false;
    }
    for (size_t k = 0; k < tuple->n; k++)
        if (!known[k] && !lcr_ev_condition(v->e, lc_int_is_zero(tuple->extent[k]),
                                           "the value is not 0 on an axis without strides"))
            return false;
    return true;
}

/* ---- leaves at an integer ---- */

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
    bool few = d->n <= FEW, within = true;
    sys_sum rest = *x;
    for (size_t k = 0; k < d->n; k++) {
        bool last = k + 1 == d->n;
        d->var[k] = !few   ? lcr_sys_between(s, letter, d->digit[k], d->digit[k])
                    : last ? lcr_sys_free(s, letter)
                           : lcr_sys_below(s, letter, d->end[k]);
        within = within &&
                 (last || (lc_int_le(lc_int_const(0), d->digit[k]) && lc_int_lt(d->digit[k], d->end[k])));
        lcr_sys_add_var(s, &rest, lc_int_neg(s->pool->lc, d->place[k]), d->var[k]);
    }
    if (s->failed)
        return false;
    if (!few)
        return lcr_ev_condition(v->e, within, "a digit is out of bounds") &&
               lcr_ev_not_zero(v->e, s, &rest);
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
    d->n = bits + 1;
    for (size_t i = 0; i <= bits; i++) {
        d->place[i] = lcr_lit_power(lc, i);
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
    sys_sum x = {.constant = lc_int_const(0)};
    if (!d || bits >= SYS_VARS)
        return d && lcr_pc_impossible(possible);
    bits_of(s->pool->lc, digit, bits, d);
    lcr_sys_add_var(s, &x, lc_int_const(1), var);
    if (!split(v, &x, 'x', d))
        return false;
    for (size_t i = 0; *possible && i < bits; i++)
        if (!lcr_pc_add_bit(v, a, leaf, d->var[i], i, possible))
            return false;
    x = lcr_sys_variable(d->var[bits]);
    return lcr_ev_not_zero(v->e, s, &x);
}

bool lcr_pc_add_fixed(pc_value *v, const piece *p, bool *possible)
{
    sys *s = v->s;
    digits *d = lcr_lit_alloc(s->pool, 1, sizeof *d);
    const sys_sum x = lcr_sys_number(p->at);
    if (!d)
        return false;
    if (p->last - p->first > SYS_VARS || (v->by_xor && lc_int_lt(p->at, lc_int_const(0))))
        return lcr_pc_impossible(possible);
    digits_of(s->pool->lc, p, d);
    if (!split(v, &x, 't', d))
        return false;
    for (size_t k = 0; *possible && k < d->n; k++) {
        size_t leaf = p->first + k;
        if (v->by_xor && !add_bits(v, p->a, leaf, d->var[k], d->digit[k], possible))
            return false;
        for (size_t j = 0; !v->by_xor && p->a->basis == v->basis && j < p->a->naxes; j++)
            lcr_sys_add_var(s, &v->sum[lcr_pc_axis(v, p->a, j)], p->a->step[j * p->a->n + leaf],
                            d->var[k]);
    }
    return true;
}
