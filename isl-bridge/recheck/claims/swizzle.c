/* swizzle.c - swizzled layouts in sets. */
#include "config.h"

#include "swizzle.h"

#define SWZ_BITS 40 /* of the last one that takes part */

/* Bit number i that is moved, and where it is moved to. */
static int from_of(const lit *a, int i) { return a->m + (a->s > 0 ? a->s : 0) + i; }
static int to_of(const lit *a, int i) { return from_of(a, i) - a->s; }

size_t lcr_swz_begin(const lit *a)
{
    return a->b > 0 ? (size_t)to_of(a, 0) : SWZ_BITS;
}

size_t lcr_swz_end(const lit *a)
{
    int shift = a->s < 0 ? -a->s : a->s;
    return a->b > 0 ? (size_t)(a->m + shift + a->b) : 0;
}

static bool takes_part(const lit *a, int bit)
{
    bool is = false;
    for (int i = 0; i < a->b; i++)
        is = is || from_of(a, i) == bit || to_of(a, i) == bit;
    return is;
}

/* x is the sum of its parts; bit[j] is the variable of bit j. */
static void take_apart(sys *s, const lit *a, const sys_sum *x, size_t *bit)
{
    lc_ctx *lc = s->pool->lc;
    int end = (int)lcr_swz_end(a);
    lc_int place = lc_int_const(1), zero = lc_int_const(0), one = place, minus = lc_int_const(-1);
    sys_sum rest = *x;
    for (int j = 0; j < end;) {
        lc_int size = one;
        bool part = takes_part(a, j);
        size_t var;
        int first = j;
        do
            size = lc_int_add(lc, size, size);
        while (++j < end && !part && !takes_part(a, j));
        lc_int last = lc_int_add(lc, size, minus);
        var = lcr_sys_var(s, part ? 'x' : 'l', &zero, &last);
        bit[first] = var;
        lcr_sys_add_var(s, &rest, lc_int_neg(lc, place), var);
        place = lc_int_mul(lc, place, size);
    }
    lcr_sys_add_var(s, &rest, lc_int_neg(lc, place), lcr_sys_var(s, 'h', NULL, NULL));
    lcr_sys_relate(s, &rest, SYS_EQ);
}

bool lcr_swz_natural(sys *s, const lit *a, const size_t *var, sys_sum *value)
{
    lc_ctx *lc = s->pool->lc;
    size_t bit[SWZ_BITS], end = lcr_swz_end(a);
    lc_int zero = lc_int_const(0), one = lc_int_const(1), minus = lc_int_const(-1);
    if (a->kind != LIT_LAYOUT || a->basis || a->xor || end > SWZ_BITS)
        return false;
    lcr_fn_natural(s, a, var, value);
    if (a->b == 0)
        return true;
    take_apart(s, a, value, bit);
    for (int i = 0; i < a->b; i++) {
        lc_int place = one;
        for (int j = 0; j < to_of(a, i); j++)
            place = lc_int_add(lc, place, place);
        size_t both = lcr_sys_var(s, 'p', &zero, &one);
        sys_sum z;
        lcr_sys_zero(&z);
        lcr_sys_add_var(s, &z, one, bit[from_of(a, i)]);
        lcr_sys_add_var(s, &z, lc_int_const(-2), both);
        lcr_sys_add(s, value, place, &z); /* what the bit gains */
        lcr_sys_add_var(s, &z, one, bit[to_of(a, i)]);
        lcr_sys_relate(s, &z, SYS_GE);
        z.constant = minus;
        lcr_sys_relate(s, &z, SYS_LE);
    }
    return true;
}
