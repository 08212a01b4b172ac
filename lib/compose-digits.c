/* compose-digits.c - composition of layouts whose integers may be sizes.
 *
 * Let B's values be integers. A leaf s:k of B steps along A's leaf j when k = t P_j, P_j the
 * product of the extents of the leaves before it. It stays there when t (s - 1) is below that
 * leaf's extent e; the last leaf has no end. Else it fills the leaf where t divides e and e / t
 * divides s, and the rest of its coordinates steps along the leaves after it by 1. If the leaves
 * of B together stay within each leaf of A, no digit of A carries, and A(B(c)) is the sum of
 * c t D_j. If B's values are coordinates, one for each leaf of A, then A is linear in them.
 *
 * There are composites that this does not find: compose.c decides of numbers.
 */
#include "config.h"

#include <string.h>

#include "internal.h"
#include "size.h"

#define DIGITS 64 /* of A */
#define PARTS 128 /* of the composite */

typedef struct {
    lc_int extent, reach; /* what B's leaves reach along it, so far */
    size_t leaf;          /* of A: its strides */
} digit;

/* A mode of the composite: steps of `by` along a digit. */
typedef struct {
    lc_int extent, by;
    size_t along, leaf; /* a digit of A, a leaf of B */
} part;

typedef struct {
    lc_ctx *ctx;
    const lc_layout *a, *b;
    size_t n, nparts;
    digit d[DIGITS];
    part p[PARTS];
} composing;

static bool no_step(composing *c, size_t leaf)
{
    return lc_fail(
        c->ctx, LC_ERR_BUDGET,
        "a composition in which mode %zu of the inner layout is not shown to step along modes "
        "of the outer one",
        leaf);
}

/* a / b where b is known to divide a. */
static bool quotient(lc_ctx *ctx, lc_int a, lc_int b, lc_int *q)
{
    *q = lc_int_fdiv(ctx, a, b);
    return lc_int_known_equal(lc_int_mul(ctx, *q, b), a);
}

/* Does digit j + 1 go on where digit j ends? Or else, is that known? */
static bool goes_on(composing *c, size_t j, bool ask)
{
    bool on = true;
    for (size_t q = 0; on && q < c->a->naxes; q++) {
        lc_int end = lc_int_mul(c->ctx, c->d[j].extent, lc_step(c->a, q, c->d[j].leaf));
        lc_int begin = lc_step(c->a, q, c->d[j + 1].leaf);
        on = ask ? lc_int_eq(end, begin) : lc_int_known_equal(end, begin);
    }
    return on;
}

/* Makes one of digits j and j + 1, of which the second goes on where the first ends. */
static void join(composing *c, size_t j)
{
    digit *d = &c->d[j];
    lc_int extent = d->extent;
    for (size_t i = 0; i < c->nparts; i++) {
        if (c->p[i].along == j + 1)
            c->p[i].by = lc_int_mul(c->ctx, extent, c->p[i].by);
        c->p[i].along -= c->p[i].along > j;
    }
    d->reach = lc_int_add(c->ctx, d->reach, lc_int_mul(c->ctx, extent, d[1].reach));
    d->extent = lc_int_mul(c->ctx, extent, d[1].extent);
    memmove(d + 1, d + 2, (--c->n - j - 1) * sizeof *d);
}

/* The last leaf, which has no end, stays. */
static bool read_digits(composing *c)
{
    if (c->a->nleaves > DIGITS)
        return lc_fail(c->ctx, LC_ERR_BUDGET, "a composition with a layout of %zu leaves",
                       c->a->nleaves) != NULL;
    for (size_t k = 0; k < c->a->nleaves; k++) {
        lc_int extent = c->a->extent[k];
        if (!lc_int_is_size(extent) && lc_int_is_one(extent) && k + 1 < c->a->nleaves)
            continue;
        c->d[c->n++] = (digit){extent, lc_int_const(0), k};
        if (c->n > 1 && goes_on(c, c->n - 2, false))
            join(c, c->n - 2);
    }
    return true;
}

/* A part along digit j, which has to stay within it together with those before. */
static bool put(composing *c, size_t leaf, size_t j, lc_int extent, lc_int by)
{
    lc_int last = lc_int_sub(c->ctx, extent, lc_int_const(1));
    digit *d = &c->d[j];
    if (c->nparts == PARTS)
        return lc_fail(c->ctx, LC_ERR_BUDGET, "a composition of too many modes") != NULL;
    c->p[c->nparts++] = (part){extent, by, j, leaf};
    d->reach = lc_int_add(c->ctx, d->reach, lc_int_mul(c->ctx, last, by));
    return j + 1 == c->n || lc_int_lt(d->reach, d->extent) || no_step(c, leaf);
}

/* A leaf s:k of B. */
static bool follow(composing *c, size_t leaf, lc_int s, lc_int k)
{
    lc_ctx *ctx = c->ctx;
    if (lc_int_is_plain_zero(k))
        return put(c, leaf, c->n - 1, s, k);
    if (!lc_int_lt(lc_int_const(0), k))
        return lc_fail(ctx, LC_ERR_BUDGET,
                       "a composition with a stride that may be negative or 0") != NULL;
    for (size_t j = 0; j < c->n; j++) {
        lc_int extent = c->d[j].extent, here, rest;
        lc_int span = lc_int_mul(ctx, lc_int_sub(ctx, s, lc_int_const(1)), k);
        if (j + 1 == c->n || (lc_int_lt(span, extent) && lc_int_lt(k, extent)))
            return put(c, leaf, j, s, k);
        if (!lc_int_lt(k, extent)) {
            if (!quotient(ctx, k, extent, &k))
                break;
        } else if (goes_on(c, j, true)) {
            join(c, j--);
        } else if (quotient(ctx, extent, k, &here) && quotient(ctx, s, here, &rest)) {
            if (!put(c, leaf, j, here, k))
                return false;
            s = rest;
            k = lc_int_const(1);
        } else {
            break;
        }
    }
    return no_step(c, leaf);
}

static lc_layout *from_parts(composing *c)
{
    const lc_layout *a = c->a, *b = c->b;
    size_t leaf[PARTS];
    lc_layout *r = lc_layout_alloc_like(c->ctx, a, b->nnodes + 2 * (c->nparts - b->nleaves),
                                        c->nparts);
    if (!r)
        return NULL;
    for (size_t i = 0; i < c->nparts; i++) {
        leaf[i] = c->p[i].leaf;
        r->extent[i] = c->p[i].extent;
        for (size_t q = 0; q < r->naxes; q++)
            r->step[q * r->pitch + i] = lc_int_mul(c->ctx, c->p[i].by,
                                                   lc_step(a, q, c->d[c->p[i].along].leaf));
    }
    r->nnodes = lc_nest_split(b->node, b->nnodes, c->nparts, leaf, r->node);
    return lc_layout_seal(c->ctx, r);
}

/* B's values are coordinates: the strides of A, as many times as those of B say. */
static lc_layout *along_axes(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_layout of[LC_MAX_AXES];
    if (!lc_compose_parts(ctx, a, b, of))
        return NULL;
    for (size_t i = 0; i < b->naxes; i++)
        if (of[i].nleaves > 1 && !lc_int_is_zero(b->profile->leaf[i]))
            return lc_fail(ctx, LC_ERR_BUDGET,
                           "a composition with coordinates that are not nested like the shape of "
                           "the outer layout");
    lc_layout *r = lc_layout_alloc_like(ctx, a, b->nnodes, b->nleaves);
    if (!r)
        return NULL;
    memcpy(r->node, b->node, b->nnodes * sizeof *b->node);
    memcpy(r->extent, b->extent, b->nleaves * sizeof *b->extent);
    for (size_t q = 0; q < r->naxes; q++)
        for (size_t k = 0; k < r->nleaves; k++) {
            lc_int sum = lc_int_const(0);
            for (size_t i = 0; i < b->naxes; i++)
                sum = lc_int_add(ctx, sum,
                                 lc_int_mul(ctx, lc_step(b, i, k), lc_step(&of[i], q, 0)));
            r->step[q * r->pitch + k] = sum;
        }
    return lc_layout_seal(ctx, r);
}

lc_layout *lc_compose_digits(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    composing c = {.ctx = ctx, .a = a, .b = b};
    if (b->codomain == LC_COORDINATES)
        return along_axes(ctx, a, b);
    bool ok = read_digits(&c);
    for (size_t k = 0; ok && k < b->nleaves; k++)
        ok = follow(&c, k, b->extent[k], b->step[k]);
    return ok ? from_parts(&c) : NULL;
}
