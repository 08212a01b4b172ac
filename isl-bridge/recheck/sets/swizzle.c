/* swizzle.c - swizzled layouts in sets. */
#include "config.h"

#include "swizzle.h"

#define SWZ_BITS 40 /* of the last one that takes part */

/* Bit number i that is moved, and where it is moved to. */
static int from_of(const lit *a, int i)
{
    return a->m + (a->s > 0 ? a->s : 0) + i;
}
static int to_of(const lit *a, int i)
{
    return from_of(a, i) - a->s;
}

size_t lcr_swz_begin(const lit *a)
{
    return a->b > 0 ? (size_t)to_of(a, 0) : SWZ_BITS;
}

size_t lcr_swz_end(const lit *a)
{
    return a->b > 0 ? lcr_lit_swizzle_end(a) : 0;
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
    sys_sum rest = *x;
    for (int j = 0, first; j < end;) {
        bool part = takes_part(a, j);
        for (first = j++; j < end && !part && !takes_part(a, j);)
            j++;
        bit[first] = lcr_sys_below(s, part ? 'x' : 'l', lcr_lit_power(lc, (size_t)(j - first)));
        lcr_sys_add_var(s, &rest, lc_int_neg(lc, lcr_lit_power(lc, (size_t)first)), bit[first]);
    }
    lcr_sys_add_var(s, &rest, lc_int_neg(lc, lcr_lit_power(lc, (size_t)end)),
                    lcr_sys_free(s, 'h'));
    lcr_sys_relate(s, &rest, SYS_EQ);
}

static void apply(sys *s, const lit *a, sys_sum *value)
{
    size_t bit[SYS_VARS];
    if (a->b == 0)
        return;
    take_apart(s, a, value, bit);
    for (int i = 0; i < a->b; i++) {
        sys_sum z = {.constant = lc_int_const(0)};
        size_t both = lcr_sys_bit(s, 'p');
        lcr_sys_add_var(s, &z, lc_int_const(1), bit[from_of(a, i)]);
        lcr_sys_add_var(s, &z, lc_int_const(-2), both);
        lcr_sys_add(s, value, lcr_lit_power(s->pool->lc, (size_t)to_of(a, i)), &z); /* its gain */
        lcr_sys_add_var(s, &z, lc_int_const(1), bit[to_of(a, i)]);
        lcr_sys_relate(s, &z, SYS_GE);
        lcr_sys_compare(s, &z, SYS_LE, lc_int_const(1));
    }
}

bool lcr_swz_natural(sys *s, const lit *a, const size_t *var, sys_sum *value)
{
    if (a->kind != LIT_LAYOUT || a->basis || a->by_xor || lcr_swz_end(a) > SWZ_BITS)
        return false;
    lcr_fn_natural(s, a, var, value);
    apply(s, a, value);
    return true;
}
