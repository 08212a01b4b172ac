/* xor.c - what adds by XOR as sums: swizzles, strides, linear layouts. */
#include "config.h"

#include "xor.h"

#include "../../../lib/size.h"

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

static void number_of(quo *d, const parities *p, sys_sum *value)
{
    lcr_sys_zero(value);
    for (size_t t = 0; t < p->n; t++) {
        sys_sum bit;
        lcr_quo_parity(d, &p->bit[t], &bit);
        lcr_sys_add(&d->s, value, lcr_lit_power(d->s.pool->lc, t), &bit);
    }
}

static bool in_swizzle(const lit *w, int bit)
{
    return bit >= w->m && bit < w->m + w->b;
}

/* Bit j takes part: it is changed by another one, or changes it. */
void lcr_xor_swizzle(quo *d, const lit *w, sys_sum *value)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int least, most;
    bool natural = !d->s.pool->sizes && lcr_sys_range(&d->s, value, &least, &most) &&
                   lc_int_le(lc_int_const(0), least);
    int up = w->s > 0 ? w->s : 0, down = up - w->s, end = (int)lcr_lit_swizzle_end(w), at = 0;
    sys_sum *bit = lcr_lit_alloc(d->s.pool, (size_t)end + 1, sizeof *bit), rest = *value, above;
    d->s.failed = d->s.failed || !bit;
    for (int j = w->m; w->b > 0 && !d->s.failed && j < end; j++) {
        if (!in_swizzle(w, j - up) && !in_swizzle(w, j - down))
            continue;
        lcr_quo_divide(d, &rest, lcr_lit_power(lc, (size_t)(j - at)), &above, NULL);
        lcr_quo_parity(d, &above, &bit[j]);
        rest = above;
        at = j;
    }
    for (int i = w->m; !d->s.failed && i < w->m + w->b; i++) {
        sys_sum both = bit[i + up], gain;
        lcr_sys_add(&d->s, &both, lc_int_const(1), &bit[i + down]);
        lcr_quo_parity(d, &both, &gain);
        lcr_sys_add(&d->s, &gain, lc_int_const(-1), &bit[i + down]);
        lcr_sys_add(&d->s, value, lcr_lit_power(lc, (size_t)(i + down)), &gain);
    }
    if (natural && lcr_sys_range(&d->s, value, &least, &most)) /* other bits are 0 or more, too */
        lcr_quo_bound(d, lc_int_const(0), most, value);
}

size_t lcr_xor_width(quo *d, const sys_sum *x)
{
    lc_int least, most;
    return lcr_sys_range(&d->s, x, &least, &most) && !lc_int_is_size(most) &&
                   lc_int_known_le(lc_int_const(0), least)
               ? lc_int_bits(most)
               : SIZE_MAX;
}

/* The stride is shifted by the place of each bit. */
bool lcr_xor_layout(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    parities p;
    const sys_sum one = lcr_sys_number(lc_int_const(1));
    if (!parities_open(d, &p) || (a->offset && (lc_int_lt(a->offset[0], lc_int_const(0)) ||
                                                !add_parity(d, &p, &one, a->offset[0], 0))))
        return false;
    for (size_t k = 0; k < a->n; k++) {
        size_t bits = lcr_xor_width(d, &leaf[k]);
        if (lc_int_is_plain_zero(a->step[k]))
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
    lcr_xor_swizzle(d, a, &number);
    for (size_t i = 0; i < n; i++)
        lcr_quo_bit(d, &number, i, &value[i]);
    return n;
}

size_t lcr_xor_bits(quo *d, const lit *a, const sys_sum *bit, sys_sum *value)
{
    size_t n = 0;
    parities p;
    if (a->kind == LIT_SWIZZLE)
        return swizzle_bits(d, a, bit, value);
    for (size_t j = 0; j < a->naxes; j++) {
        size_t width = lc_int_bits(a->out[j]) - 1;
        if (!columns_on(d, a, j, bit, &p) || n + width > SYS_VARS)
            return 0;
        for (size_t t = 0; t < width; t++)
            lcr_quo_parity(d, &p.bit[t], &value[n++]);
    }
    return n;
}

bool lcr_xor_linear(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    sys_sum *bit = lcr_lit_alloc(d->s.pool, a->bits + 1, sizeof *bit);
    parities p;
    size_t n = 0;
    lc_int least, most;
    if (!bit || !lcr_sys_range(&d->s, &leaf[a->n - 1], &least, &most) ||
        !lcr_int_is_in(least, most, a->extent[a->n - 1]))
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

/* A bit that is flipped adds 1 where it is 0, else -1. */
bool lcr_xor_offset(quo *d, const lit *a, sys_sum *value)
{
    lc_ctx *lc = d->s.pool->lc;
    const sys_sum old = value[0];
    for (size_t t = 0; t < lc_int_bits(a->offset[0]); t++) {
        sys_sum bit;
        if (!lc_int_bit(a->offset[0], t))
            continue;
        lcr_quo_bit(d, &old, t, &bit);
        lcr_sys_add(&d->s, value, lc_int_neg(lc, lcr_lit_power(lc, t + 1)), &bit);
        value->constant = lc_int_add(lc, value->constant, lcr_lit_power(lc, t));
    }
    return lc_int_le(lc_int_const(0), a->offset[0]);
}

void lcr_xor_coordinate(quo *d, lc_int extent, char letter, bool all, lc_int at, sys_sum *leaf)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int place = lc_int_const(1);
    size_t n = lc_int_bits(lc_int_sub(lc, extent, place));
    d->s.failed = d->s.failed || d->s.n + n > SYS_VARS;
    for (size_t i = 0; i < n && !d->s.failed; i++) {
        if (!all && lc_int_bit(extent, i)) {
            extent = lc_int_fdiv(lc, extent, place);
            d->at[d->s.n] = lc_int_fdiv(lc, at, place);
            lcr_sys_add_var(&d->s, leaf, place, lcr_sys_below(&d->s, letter, extent));
            return;
        }
        d->at[d->s.n] = lc_int_const(lc_int_bit(at, i));
        lcr_sys_add_var(&d->s, leaf, place, lcr_sys_bit(&d->s, letter));
        place = lc_int_add(lc, place, place);
    }
}
