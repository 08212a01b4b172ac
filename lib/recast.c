/* recast.c - the same data as elements of another width. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* n elements become one: the offset of a vector is that of its first element, over n. Per leaf
 * s:d, either n divides d, or d divides n and a vector takes k = n/|d| coordinates (all s of them
 * where s divides k). This is floor(A / n) at all elements of a vector when no stride is
 * negative; a mode that goes down keeps its direction, as in CuTe. n is a power of two where
 * strides add by XOR: dividing by it is a shift, which commutes with XOR, and the same holds
 * stride by stride. */
static bool upcast_leaf(lc_ctx *ctx, lc_int n, lc_int *extent, lc_int *step)
{
    lc_int one = lc_int_const(1), d = lc_int_abs(ctx, *step);
    if (lc_int_is_zero(d))
        return true;
    if (lc_int_divides(ctx, n, d)) {
        *step = lc_int_fdiv(ctx, *step, n);
        return true;
    }
    char s[LC_NUMBER_ROOM], t[LC_NUMBER_ROOM], m[LC_NUMBER_ROOM];
    if (!lc_int_divides(ctx, d, n))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no upcast by %s: the stride %s is neither a multiple nor a divisor of it",
                       lc_number(n, m), lc_number(*step, t));
    lc_int k = lc_int_fdiv(ctx, n, d);
    if (lc_int_divides(ctx, k, *extent)) {
        *extent = lc_int_fdiv(ctx, *extent, k);
    } else if (lc_int_divides(ctx, *extent, k)) {
        *extent = one;
    } else
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no upcast by %s: the mode %s:%s does not fill whole vectors",
                       lc_number(n, m), lc_number(*extent, s), lc_number(*step, t));
    *step = lc_int_sign(*step) < 0 ? lc_int_const(-1) : one;
    return true;
}

/* One element becomes n: a mode of stride 1 or -1 grows, the others step wider. */
static bool downcast_leaf(lc_ctx *ctx, lc_int n, lc_int *extent, lc_int *step)
{
    if (lc_int_is_one(lc_int_abs(ctx, *step)))
        *extent = lc_int_mul(ctx, *extent, n);
    else
        *step = lc_int_mul(ctx, *step, n);
    return true;
}

static lc_layout *by_leaf(lc_ctx *ctx, const lc_layout *a, lc_int n,
                          bool (*leaf)(lc_ctx *, lc_int, lc_int *, lc_int *))
{
    char text[LC_NUMBER_ROOM];
    if (a->codomain != LC_XOR && !lc_integers_only(ctx, "a recast", a))
        return NULL;
    if (lc_int_sign(n) <= 0)
        return lc_fail(ctx, LC_ERR_INVALID, "a recast by %s: expected 1 or more",
                       lc_number(n, text));
    if (a->codomain == LC_XOR && !lc_int_is_power_of_two(n))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no recast by %s of strides that add by XOR: expected a power of two",
                       lc_number(n, text));
    lc_layout *b = lc_layout_alloc_like(ctx, a, a->nnodes, a->nleaves);
    if (!b)
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    memcpy(b->node, a->node, a->nnodes * sizeof(uint32_t));
    bool ok = true;
    for (size_t k = 0; ok && k < a->nleaves; k++) {
        b->extent[k] = a->extent[k];
        b->step[k] = a->step[k];
        ok = leaf(ctx, n, &b->extent[k], &b->step[k]);
    }
    if (ok) {
        b = lc_layout_seal(ctx, b);
    } else {
        lc_layout_discard(b); /* never sealed: it owns nothing */
        b = NULL;
    }
    lc_frame_close(ctx, frame);
    return b;
}

lc_layout *lc_upcast(lc_ctx *ctx, const lc_layout *a, lc_int n)
{
    return by_leaf(ctx, a, n, upcast_leaf);
}

lc_layout *lc_downcast(lc_ctx *ctx, const lc_layout *a, lc_int n)
{
    return by_leaf(ctx, a, n, downcast_leaf);
}
