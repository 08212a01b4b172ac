/* value.c - values of all kinds of functions as sums, by quotients and parities. */
#include "config.h"

#include "graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- XOR ---- */

#define MOST_BITS SYS_VARS

/* A number whose bits are parities: bit t of the sum over bit[t]. */
typedef struct {
    size_t n;
    sys_sum *bit;
} parities;

static bool parities_open(quo *d, parities *p)
{
    *p = (parities){0, lcr_lit_alloc(d->s.pool, MOST_BITS, sizeof *p->bit)};
    return p->bit != NULL;
}

/* XORs y, which is 0 or 1, times a number of 0 or more. */
static bool add_parity(quo *d, parities *p, const sys_sum *y, lc_int times, size_t shift)
{
    size_t n = lc_int_bits(times);
    if (n + shift > MOST_BITS)
        return false;
    for (size_t t = 0; t < n; t++)
        if (lc_int_bit(times, t))
            lcr_sys_add(&d->s, &p->bit[t + shift], lc_int_const(1), y);
    p->n = n + shift > p->n ? n + shift : p->n;
    return true;
}

static void parity(quo *d, const sys_sum *sum, sys_sum *value)
{
    lcr_quo_divide(d, sum, lc_int_const(2), NULL, value);
}

static void number_of(quo *d, const parities *p, sys_sum *value)
{
    lcr_sys_zero(value);
    for (size_t t = 0; t < p->n; t++) {
        sys_sum bit;
        parity(d, &p->bit[t], &bit);
        lcr_sys_add(&d->s, value, lcr_lit_power(d->s.pool->lc, t), &bit);
    }
}

/* The bit of value[0] at a place XORed with y, a bit. */
static void flip(quo *d, sys_sum *value, const sys_sum *old, size_t place, const sys_sum *y)
{
    lc_ctx *lc = d->s.pool->lc;
    sys_sum before, after;
    lc_int weight = lcr_lit_power(lc, place);
    lcr_quo_bit(d, old, place, &before);
    sys_sum both = before;
    lcr_sys_add(&d->s, &both, lc_int_const(1), y);
    parity(d, &both, &after);
    lcr_sys_add(&d->s, value, weight, &after);
    lcr_sys_add(&d->s, value, lc_int_neg(lc, weight), &before);
}

static void swizzle(quo *d, const lit *w, sys_sum *value)
{
    lc_ctx *lc = d->s.pool->lc;
    sys_sum old = *value;
    for (int i = 0; i < w->b; i++) {
        int from = w->m + (w->s > 0 ? w->s : 0) + i;
        sys_sum y;
        lcr_quo_bit(d, &old, (size_t)from, &y);
        if (w->s == 0) /* a bit with itself */
            lcr_sys_add(&d->s, value, lc_int_neg(lc, lcr_lit_power(lc, (size_t)from)), &y);
        else
            flip(d, value, &old, (size_t)(from - w->s), &y);
    }
}

/* How many bits a sum of 0 or more has at most; SIZE_MAX: no bound. */
static size_t bits_of(quo *d, const sys_sum *x)
{
    lc_int least, most;
    return lcr_sys_range(&d->s, x, &least, &most) && lc_int_le(lc_int_const(0), least)
               ? lc_int_bits(most)
               : SIZE_MAX;
}

/* Leaves of XOR strides: the stride is shifted by the place of each bit. */
static bool xor_layout(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    parities p;
    const sys_sum one = lcr_sys_number(lc_int_const(1));
    if (!parities_open(d, &p) || (a->offset && (lc_int_lt(a->offset[0], lc_int_const(0)) ||
                                                !add_parity(d, &p, &one, a->offset[0], 0))))
        return false;
    for (size_t k = 0; k < a->n; k++) {
        size_t bits = bits_of(d, &leaf[k]);
        if (lc_int_is_zero(a->step[k]))
            continue;
        if (bits > MOST_BITS)
            return false;
        for (size_t i = 0; i < bits; i++) {
            sys_sum y;
            lcr_quo_bit(d, &leaf[k], i, &y);
            if (!add_parity(d, &p, &y, a->step[k], i))
                return false;
        }
    }
    number_of(d, &p, value);
    return true;
}

/* ---- linear layouts and swizzles, by bits ---- */

static bool columns_on(quo *d, const lit *a, size_t axis, const sys_sum *bit, parities *p)
{
    if (!parities_open(d, p))
        return false;
    for (size_t i = 0; i < a->bits; i++)
        if (!add_parity(d, p, &bit[i], a->column[axis * a->bits + i], 0))
            return false;
    return true;
}

static size_t swizzle_bits(quo *d, const lit *a, const sys_sum *bit, sys_sum *value)
{
    size_t n = lc_int_bits(a->extent[0]) - 1;
    sys_sum number;
    lcr_sys_zero(&number);
    for (size_t i = 0; i < n; i++)
        lcr_sys_add(&d->s, &number, lcr_lit_power(d->s.pool->lc, i), &bit[i]);
    swizzle(d, a, &number);
    for (size_t i = 0; i < n; i++)
        lcr_quo_bit(d, &number, i, &value[i]);
    return n;
}

size_t lcr_value_bits(quo *d, const lit *a, const sys_sum *bit, sys_sum *value)
{
    size_t n = 0;
    parities p;
    if (a->kind == LIT_SWIZZLE)
        return swizzle_bits(d, a, bit, value);
    for (size_t j = 0; j < a->naxes; j++) {
        size_t width = lc_int_bits(a->out[j]) - 1;
        if (!columns_on(d, a, j, bit, &p) || n + width > GRAPH_OUTPUTS)
            return 0;
        for (size_t t = 0; t < width; t++)
            parity(d, &p.bit[t], &value[n++]);
    }
    return n;
}

static bool linear(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    sys_sum *bit = lcr_lit_alloc(d->s.pool, a->bits + 1, sizeof *bit);
    parities p;
    size_t n = 0;
    if (!bit)
        return false;
    for (size_t k = 0; k < a->n; k++)
        for (size_t i = 0; i + 1 < lc_int_bits(a->extent[k]); i++)
            lcr_quo_bit(d, &leaf[k], i, &bit[n++]);
    for (size_t j = 0; j < a->naxes; j++) {
        if (!columns_on(d, a, j, bit, &p))
            return false;
        number_of(d, &p, &value[j]);
    }
    return true;
}

/* ---- all kinds ---- */

static void layout(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    for (size_t j = 0; j < a->naxes; j++) {
        value[j] = lcr_sys_number(a->offset ? a->offset[j] : lc_int_const(0));
        for (size_t k = 0; k < a->n; k++)
            if (!lc_int_is_zero(a->step[j * a->n + k]))
                lcr_sys_add(&d->s, &value[j], a->step[j * a->n + k], &leaf[k]);
    }
}

/* offset + value, by XOR where values add so. */
static bool move(quo *d, const lit *a, sys_sum *value)
{
    const sys_sum one = lcr_sys_number(lc_int_const(1)), old = value[0];
    for (size_t j = 0; !a->by_xor && a->offset && j < a->naxes; j++)
        value[j].constant = lc_int_add(d->s.pool->lc, value[j].constant, a->offset[j]);
    if (!a->by_xor || !a->offset)
        return true;
    for (size_t t = 0; t < lc_int_bits(a->offset[0]); t++)
        if (lc_int_bit(a->offset[0], t))
            flip(d, value, &old, t, &one);
    return lc_int_le(lc_int_const(0), a->offset[0]);
}

static bool composed(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    sys_sum *in = lcr_lit_alloc(d->s.pool, LIT_MAX_AXES, sizeof *in);
    if (!in || !lcr_value_at_leaves(d, a->inner, leaf, in))
        return false;
    if (!a->outer)
        memcpy(value, in, a->naxes * sizeof *value);
    else if (!lcr_value_at(d, a->outer, a->inner, in, value))
        return false;
    return move(d, a, value);
}

bool lcr_value_at_leaves(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    bool ok = true;
    if (a->kind == LIT_COMPOSED) {
        ok = composed(d, a, leaf, value);
    } else if (a->kind == LIT_LINEAR) {
        ok = linear(d, a, leaf, value);
    } else if (a->kind == LIT_SWIZZLE) {
        value[0] = leaf[0];
        swizzle(d, a, value);
    } else if (a->kind == LIT_LAYOUT && a->by_xor) {
        ok = xor_layout(d, a, leaf, value);
    } else if (a->kind == LIT_LAYOUT) {
        layout(d, a, leaf, value);
    } else {
        return false;
    }
    if (ok && a->kind == LIT_LAYOUT && a->b > 0)
        swizzle(d, a, value);
    return ok && !d->s.failed;
}

/* The leaves [first, last) at an integral coordinate of theirs, the last one extending. */
static void digits_of(quo *d, const lit *a, size_t first, size_t last, const sys_sum *x,
                      sys_sum *leaf)
{
    sys_sum rest = *x, above;
    for (size_t k = first; k + 1 < last; k++) {
        lcr_quo_divide(d, &rest, a->extent[k], &above, &leaf[k]);
        rest = above;
    }
    leaf[last - 1] = rest;
}

bool lcr_value_at(quo *d, const lit *a, const lit *of, const sys_sum *in, sys_sum *value)
{
    sys_sum *leaf = lcr_lit_alloc(d->s.pool, a->n + 1, sizeof *leaf), x = in[0];
    if (!leaf)
        return false;
    if (of && of->basis) {
        for (size_t j = 0; j < of->naxes; j++) {
            size_t first, last;
            if (a->kind != LIT_LAYOUT || !lcr_lit_leaves_at(a, &of->path[j], &first, &last))
                return false;
            digits_of(d, a, first, last, &in[j], leaf);
        }
        return lcr_value_at_leaves(d, a, leaf, value);
    }
    lc_int place = lc_int_const(1);
    for (size_t j = 1; of && lcr_lit_has_dims(of) && j < of->naxes; j++) {
        place = lc_int_mul(d->s.pool->lc, place, of->out[j - 1]);
        lcr_sys_add(&d->s, &x, place, &in[j]);
    }
    digits_of(d, a, 0, a->n, &x, leaf);
    return lcr_value_at_leaves(d, a, leaf, value);
}
