/* compose-words.c - composition in machine words, where strides and extents divide.
 *
 * A as a function of an integer x is the sum of d_j times the digit of x at mode j, A's modes
 * being coalesced; the last digit has no bound. A leaf s:d of B is followed through the digits
 * (Cecka 3.3): its stride k at digit j either steps over the digit, e | k, or within it, k | e.
 * It then runs straight for e / k steps, and its rest goes on from digit j + 1 with the stride 1
 * (eq. 20, 21). A mode n : k at digit j needs at most (n - 1) k of that digit. Where all modes
 * together need no more than e - 1 of each, no carry occurs, and A adds over them: that is
 * distributivity.
 *
 * These conditions are sufficient. Where one of them fails, or a number does not fit a word,
 * compose.c decides, and finds the same modes where both decide: a run that ends at a digit ends
 * there because the mode after it does not continue it.
 */
#include "config.h"

#include <string.h>

#include "internal.h"

#define DIGITS 32 /* modes of A */
#define MODES 64  /* and of the composite, that are looked at */

typedef struct {
    int64_t extent; /* of a digit that is not the last */
    int64_t step;
    int64_t room; /* what the modes so far leave of extent - 1 */
} digit;

typedef struct {
    size_t ndigits, n;
    digit digit[DIGITS];
    lc_int extent[MODES], step[MODES]; /* the modes of the composite */
    size_t leaf[MODES];                /* the leaf of B that a mode came from */
} composing;

static bool small_product(int64_t x, int64_t y, int64_t *product)
{
    return !__builtin_mul_overflow(x, y, product) && lc_int_is_small((lc_int){*product});
}

/* A mode of extent 1 is no digit, but the last: it takes what exceeds the size of A. */
static bool read_digits(composing *c, const lc_layout *a)
{
    size_t n = 0;
    for (size_t k = 0; k < a->nleaves; k++) {
        bool last = k + 1 == a->nleaves;
        int64_t extent = a->extent[k].word, step = a->step[k].word, next = 0;
        if (!lc_int_is_small(a->extent[k]) || !lc_int_is_small(a->step[k]) || n == DIGITS)
            return false;
        if (extent == 1 && !last)
            continue;
        digit *before = n > 0 ? &c->digit[n - 1] : NULL;
        if (before && !small_product(before->extent, before->step, &next))
            return false;
        if (!before || next != step)
            c->digit[n++] = (digit){extent, step, extent - 1};
        else if (!last && !small_product(before->extent, extent, &before->extent))
            return false;
        else
            before->room = before->extent - 1;
    }
    c->ndigits = n;
    return true;
}

static bool push(composing *c, size_t leaf, int64_t extent, int64_t k, int64_t step)
{
    int64_t product;
    if (c->n == MODES || !small_product(k, step, &product))
        return false;
    c->extent[c->n] = (lc_int){extent};
    c->step[c->n] = (lc_int){product};
    c->leaf[c->n++] = leaf;
    return true;
}

/* The modes of a leaf s:k of B, k counting steps of the first digit. */
static bool follow(composing *c, size_t leaf, int64_t s, int64_t k)
{
    digit *d = c->digit, *last = d + c->ndigits - 1;
    if (k <= 0 && d != last) /* a step of 0 runs straight; a step down has digits of its own */
        return k == 0 && push(c, leaf, s, 0, 0);
    for (; d != last; d++) {
        if (k >= d->extent) {
            if (k % d->extent != 0)
                return false;
            k /= d->extent;
            continue;
        }
        int64_t run = k == 1 ? d->extent : d->extent / k;
        int64_t mode = run < s ? run : s;
        d->room -= (mode - 1) * k;
        if (run * k != d->extent || d->room < 0 || !push(c, leaf, mode, k, d->step))
            return false;
        if (mode == s)
            return true;
        if (s % run != 0)
            return false;
        s /= run;
        k = 1;
    }
    return push(c, leaf, s, k, last->step);
}

lc_layout *lc_compose_words(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    composing c;
    c.n = 0;
    bool integers = a->codomain == LC_INTEGERS && b->codomain == LC_INTEGERS;
    if (!integers || ctx->int_failed || ctx->no_shortcuts || !read_digits(&c, a))
        return NULL;
    for (size_t leaf = 0; leaf < b->nleaves; leaf++)
        if (!lc_int_is_small(b->extent[leaf]) || !lc_int_is_small(b->step[leaf]) ||
            !follow(&c, leaf, b->extent[leaf].word, b->step[leaf].word))
            return NULL;
    lc_layout *r = lc_layout_alloc(ctx, b->nnodes + 2 * (c.n - b->nleaves), c.n);
    if (!r)
        return NULL;
    memcpy(r->extent, c.extent, c.n * sizeof(lc_int));
    memcpy(r->step, c.step, c.n * sizeof(lc_int));
    if (c.n == b->nleaves)
        memcpy(r->node, b->node, b->nnodes * sizeof(uint32_t));
    else
        r->nnodes = lc_nest_split(b->node, b->nnodes, c.n, c.leaf, r->node);
    return lc_layout_seal(ctx, r);
}
