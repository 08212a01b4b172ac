/* xor-same.c - layouts whose values add by XOR, compared bit by bit.
 *
 * The value at coordinate c is the XOR of the columns at the bits of the digits of c. Integers
 * are such words where each stride is a power of two and no two leaves have a bit in common; a
 * swizzle is linear over F2 and applies to each column. Leaves are compared from the first on: of
 * equal extents column by column; where one extent is a power of two that divides the other, by
 * as many columns, and what is left of the other goes on.
 */
#include "config.h"

#include "modes.h"
#include "xor-strides.h"

#include <string.h>

#define MAX_COLUMNS 62
#define MAX_SWIZZLE 32 /* bits */

/* Column j is step 2^j behind the swizzle. */
typedef struct {
    const lc_poly *extent, *step;
} bits;

typedef struct {
    lcv_proof *p;
    lc_swizzle w;
    size_t n, at;
    bits *leaf;
} side;

/* k of 2^k, -1 for any other size. */
static int log_of(lc_ctx *ctx, const lc_poly *p)
{
    lc_int value;
    if (!lc_poly_is_const(p, &value) || lc_int_sign(value) <= 0)
        return -1;
    int k = (int)lc_int_bits(value) - 1;
    return lc_int_eq(lc_int_power_of_two(ctx, (size_t)k), value) ? k : -1;
}

/* ---- reading ---- */

/* Sums of integers are XORs: strides that are powers of two, each past the bits of the smaller
 * ones. */
static bool adds_by_xor(lcv_proof *p, const lcv_form *x)
{
    lc_ctx *ctx = p->f->ctx;
    for (size_t i = 0; i < x->n; i++) {
        int first = log_of(ctx, x->step[i]);
        if (lcv_size_is_one(x->extent[i]))
            continue;
        if (first < 0)
            return false;
        for (size_t k = 0; k < x->n; k++) {
            if (k == i || lcv_size_is_one(x->extent[k]))
                continue;
            int other = log_of(ctx, x->step[k]);
            size_t more = other > first ? (size_t)(other - first) : 0;
            const lc_poly *room = lcv_size_int(p->s, lc_int_power_of_two(ctx, more));
            if (other == first ||
                (other > first && !lcv_shown(p, lcv_size_sub(p->s, room, x->extent[i]))))
                return false;
        }
    }
    return true;
}

static bool read_side(lcv_proof *p, const lcv_form *form, side *out)
{
    *out = (side){.p = p};
    const lcv_form *x = lcv_form_has_xor(form) ? lcv_form_as_xor(p->f, form)
                                               : lcv_form_unswizzled(p->f, form, &out->w);
    if (!x)
        return false;
    bool words = lcv_form_has_xor(form);
    if (lc_int_lt(lc_int_power_of_two(p->f->ctx, MAX_SWIZZLE),
                  lc_swizzle_size(p->f->ctx, out->w)))
        return lcv_obstacle(p->f, "a swizzle of so many bits") != NULL;
    if (!words && (x->profile || x->offset || !adds_by_xor(p, x)))
        return lcv_obstacle(p->f, "integers whose sums are not shown to be XORs") != NULL;
    out->leaf = lc_frame_alloc(p->f->ctx, x->n, sizeof *out->leaf);
    for (size_t i = 0; out->leaf && i < x->n; i++)
        if (!lcv_size_is_one(x->extent[i]))
            out->leaf[out->n++] = (bits){x->extent[i], x->step[i]};
    return out->leaf != NULL;
}

/* ---- columns ---- */

static const lc_poly *column(const side *x, int64_t j)
{
    lcv_proof *p = x->p;
    lc_int value, end = lc_swizzle_size(p->f->ctx, x->w);
    const lc_poly *v =
        lcv_size_mul(p->s, x->leaf[x->at].step,
                     lcv_size_int(p->s, lc_int_power_of_two(p->f->ctx, (size_t)j)));
    if (!v || x->w.b == 0)
        return v;
    if (lc_poly_is_const(v, &value))
        return lcv_size_int(p->s, lc_swizzle_apply(p->f->ctx, x->w, value));
    return lcv_forms_quotient(p->f, v, lcv_size_int(p->s, end)) ? v : NULL;
}

/* The first n columns of what is left of both. */
static bool same_columns(side *x, side *y, int64_t n)
{
    for (int64_t j = 0; j < n; j++) {
        const lc_poly *a = column(x, j), *b = column(y, j);
        if (!a || !b || !lcv_shown_zero(x->p, lcv_size_sub(x->p->s, a, b)))
            return lcv_obstacle(x->p->f, "it was not shown that the values differ at no bit of a "
                                         "coordinate") != NULL;
    }
    return true;
}

/* Of leaves without an end: all columns, for past the bits of the swizzles each is twice the one
 * before it. */
static bool same_leaf(side *x, side *y)
{
    lcv_interval range = lcv_size_interval(x->p->s, x->leaf[x->at].extent);
    int64_t n = x->w.b > 0 || y->w.b > 0 ? MAX_COLUMNS : 1;
    if (range.bounded_above && lc_int_fits_si(range.high)) {
        int64_t digits =
            (int64_t)lc_int_bits(lc_int_sub(x->p->f->ctx, range.high, lc_int_const(1)));
        n = digits < n ? digits : n;
    }
    return same_columns(x, y, n);
}

static void skip(side *x, int64_t n, const lc_poly *rest)
{
    bits *leaf = &x->leaf[x->at];
    leaf->step =
        lcv_size_mul(x->p->s, leaf->step,
                     lcv_size_int(x->p->s, lc_int_power_of_two(x->p->f->ctx, (size_t)n)));
    leaf->extent = rest;
}

/* The leaf of x, of extent 2^k, is the first part of that of y. */
static bool takes_part(side *x, side *y, bool *taken)
{
    const lc_poly *extent = x->leaf[x->at].extent;
    int k = log_of(x->p->f->ctx, extent);
    const lc_poly *rest = k > 0 ? lcv_forms_quotient(x->p->f, y->leaf[y->at].extent, extent)
                                : NULL;
    *taken = rest != NULL;
    if (!rest)
        return true;
    if (!same_columns(x, y, k))
        return false;
    x->at++;
    skip(y, k, rest);
    return true;
}

bool lcv_xor_same(lcv_proof *p, const lcv_form *first, const lcv_form *second)
{
    side x, y;
    if (!read_side(p, first, &x) || !read_side(p, second, &y))
        return false;
    while (x.at < x.n && y.at < y.n) {
        bool taken;
        const lc_poly *apart = lcv_size_sub(p->s, x.leaf[x.at].extent, y.leaf[y.at].extent);
        if (apart && lcv_shown_zero(p, apart)) {
            if (!same_leaf(&x, &y))
                return false;
            x.at++;
            y.at++;
            continue;
        }
        if (!takes_part(&x, &y, &taken) || (!taken && !takes_part(&y, &x, &taken)))
            return false;
        if (!taken)
            break;
    }
    for (; x.at < x.n && lcv_forms_is_one(p->f, x.leaf[x.at].extent) == LCR_YES; x.at++)
        ;
    for (; y.at < y.n && lcv_forms_is_one(p->f, y.leaf[y.at].extent) == LCR_YES; y.at++)
        ;
    return (x.at == x.n && y.at == y.n) ||
           lcv_obstacle(p->f, "extents that were not shown to go together, bit by bit") != NULL;
}
