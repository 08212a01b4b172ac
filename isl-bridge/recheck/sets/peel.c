/* peel.c - functions without the bijection that they end in. */
#include "config.h"

#include "peel.h"

/* The function without the swizzle that it ends in; NULL: with none. */
static const lit *before_swizzle(lit_pool *pool, const lit *a, lit *swizzle)
{
    if (a->kind == LIT_COMPOSED && !a->offset) {
        const lit *part = a->outer ? a->outer : a->inner;
        if (a->outer && a->outer->kind == LIT_SWIZZLE && a->outer->s != 0) {
            *swizzle = *a->outer;
            return a->inner;
        }
        part = before_swizzle(pool, part, swizzle);
        lit *b = part && a->outer ? lcr_lit_alloc(pool, 1, sizeof *b) : NULL;
        if (!b)
            return !a->outer ? part : NULL;
        *b = *a;
        b->outer = part;
        return b;
    }
    lit *b = a->kind == LIT_LAYOUT && a->b > 0 && a->s != 0 ? lcr_lit_alloc(pool, 1, sizeof *b)
                                                            : NULL;
    if (!b)
        return NULL;
    *swizzle = *b = *a;
    b->b = 0;
    return b;
}

/* f before the swizzle that it ends in; false: it ends in none. */
static bool peel(ev *e, fn *f, lit *swizzle)
{
    const lit *last = f->n > 0 ? f->step[f->n - 1] : NULL;
    if (!last)
        return false;
    if (last->kind == LIT_SWIZZLE && last->s != 0) {
        *swizzle = *last;
        f->n--;
        return true;
    }
    const lit *part = before_swizzle(e->pool, last, swizzle);
    if (part)
        f->step[f->n - 1] = part;
    return part != NULL;
}

void lcr_peel_same(ev *e, fn *f, fn *g)
{
    lit v, w;
    fn x = *f, y = *g;
    while (peel(e, &x, &v) && peel(e, &y, &w) && v.b == w.b && v.m == w.m && v.s == w.s) {
        *f = x;
        *g = y;
    }
}

static bool peel_offset(fn *f)
{
    const lit *last = f->n > 0 ? f->step[f->n - 1] : NULL;
    bool is = last && last->kind == LIT_COMPOSED && !last->outer;
    if (is)
        f->step[f->n - 1] = last->inner;
    return is;
}

void lcr_peel_bijections(ev *e, fn *f)
{
    lit w;
    while (peel_offset(f) || peel(e, f, &w))
        continue;
}

/* Is n a multiple of 2^bits? */
static bool is_multiple(lc_ctx *lc, lc_int n, size_t bits)
{
    return lc_int_is_plain_zero(lc_int_fmod(lc, n, lcr_lit_power(lc, bits)));
}

void lcr_peel_blocks(ev *e, fn *f, lc_int least, lc_int end)
{
    lc_ctx *lc = e->pool->lc;
    fn before = *f;
    lit w;
    while (peel(e, &before, &w) && is_multiple(lc, end, lcr_lit_swizzle_end(&w)) &&
           is_multiple(lc, least, lcr_lit_swizzle_end(&w)))
        *f = before;
}

/* S(x) = y where x = S(y), and S keeps 0. */
bool lcr_peel_common(ev *e, fn *f, fn *g)
{
    lcr_peel_same(e, f, g);
    fn x = *f;
    lit *swizzle = lcr_lit_alloc(e->pool, 1, sizeof *swizzle);
    if (!swizzle || !peel(e, &x, swizzle) ||
        (swizzle->s < 0 ? -swizzle->s : swizzle->s) < swizzle->b || x.n == 0 || g->n == FN_STEPS)
        return swizzle != NULL;
    swizzle->kind = LIT_SWIZZLE;
    swizzle->naxes = 1;
    *f = x;
    g->step[g->n++] = swizzle;
    return true;
}
