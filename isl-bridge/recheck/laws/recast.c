/* recast.c - upcast, downcast, filter.
 *
 * n elements become one. The wide layout W and the narrow one V have n W(c) = V(k c), where k is
 * the extent of a leaf of V divided by that of W. The k coordinates that become one are different
 * parts of one wide element: their values are less than n apart. Bits of a swizzle that tell
 * parts of one wide element apart may not move to others.
 */
#include "config.h"

#include "../../../lib/size.h"

#include "../sets/linear.h"
#include "../sets/outside.h"
#include "../sets/parts.h"
#include "modes.h"

/* ---- layouts ---- */

/* The strides and the offset times n; XOR goes with a power of two. */
static lit *multiple(ev *e, const lit *a, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    lit *b = lcr_lit_copy(e->pool, a);
    lc_int *step = lcr_lit_alloc(e->pool, a->n + 1, sizeof *step);
    if (!b || !step)
        return NULL;
    b->step = step;
    for (size_t k = 0; k < a->n; k++)
        step[k] = lc_int_mul(lc, n, a->step[k]);
    if (a->offset) {
        step[a->n] = lc_int_mul(lc, n, a->offset[0]);
        b->offset = &step[a->n];
    }
    return b;
}

/* r of [1,k) with |r d| >= n, or of no value other than 0. */
static bool apart(ev *e, bool by_xor, lc_int d, lc_int k, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    if (lc_int_is_one(k))
        return true;
    if (!lcr_ev_condition(e, !lc_int_is_zero(d), "coordinates of one value become one"))
        return false;
    if (by_xor) { /* k and n are powers of two: r d has the bits of d and of k / 2 */
        size_t top = lc_int_bits(d) + lc_int_bits(k) - 1;
        return lcr_ev_condition(e, top <= lc_int_bits(n), "a vector has parts of two elements");
    }
    sys s = lcr_sys_new(e->pool);
    sys_sum value = {.constant = lc_int_const(0)};
    lc_int last = lc_int_sub(lc, k, lc_int_const(1));
    lcr_sys_add_var(&s, &value, d, lcr_sys_between(&s, 'r', lc_int_const(1), last));
    return lcr_ev_compare(e, &s, &value, SYS_GE, n) &&
           lcr_ev_compare(e, &s, &value, SYS_LE, lc_int_neg(lc, n));
}

/* The narrow layout at k times the coordinate of the wide one, leaf by leaf, is n times that. */
static bool recast_leaves(ev *e, const lit *narrow, const lit *wide, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    const lit *scaled = multiple(e, wide, n);
    lit *at = lcr_lit_copy(e->pool, narrow);
    if (!scaled || !at || !(at->step = lcr_lit_alloc(e->pool, narrow->n, sizeof *at->step)))
        return false;
    if (!lcr_lit_congruent(narrow, wide))
        return lcr_ev_reading(e, false, "the nesting is another one");
    at->extent = wide->extent;
    for (size_t i = 0; i < narrow->n; i++) {
        if (!lc_int_divides(lc, wide->extent[i], narrow->extent[i]))
            return lcr_ev_reading(e, false, "an extent is no multiple of the other");
        lc_int k = lc_int_fdiv(lc, narrow->extent[i], wide->extent[i]);
        if (narrow->by_xor && !lc_int_is_power_of_two(k))
            return lcr_ev_reading(e, false, "an extent is no power of two times the other");
        at->step[i] = lc_int_mul(lc, k, narrow->step[i]);
        if (!apart(e, narrow->by_xor, narrow->step[i], k, n))
            return false;
    }
    return lcr_law_same_leaves(e, scaled, at);
}

/* A leaf of stride 1 or -1 grows and keeps it, every other one keeps its extent. */
static bool grows_where_contiguous(ev *e, const lit *narrow, const lit *wide, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    bool all = true;
    for (size_t k = 0; k < wide->n && k < narrow->n; k++) {
        bool contiguous = !lc_int_is_one(n) && lc_int_is_one(lc_int_abs(lc, wide->step[k]));
        lc_int extent = contiguous ? lc_int_mul(lc, n, wide->extent[k]) : wide->extent[k];
        all = all && lc_int_eq(narrow->extent[k], extent) &&
              (!contiguous || lc_int_eq(narrow->step[k], wide->step[k]));
    }
    return lcr_ev_condition(e, all, "an extent or a stride is another one");
}

/* Of sizes: for no numbers a leaf of stride d is within one element, and is left. */
static bool none_left(ev *e, lc_int d, lc_int size, lc_int left, lc_int n)
{
    lc_int one = lc_int_const(1);
    const sys_sum stride = lcr_sys_number(d), whole = lcr_sys_number(size),
                  wide = lcr_sys_number(left);
    sys s = lcr_sys_new(e->pool);
    if (lc_int_known_equal(left, one) || lc_int_known_equal(d, n) || lc_int_known_less(n, size))
        return true;
    lcr_sys_compare(&s, &stride, SYS_GE, one);
    lcr_sys_compare(&s, &whole, SYS_LE, n);
    lcr_sys_compare(&s, &wide, SYS_GT, one);
    return lcr_ev_compare(e, &s, &stride, SYS_LT, n) && lcr_ev_compare(e, &s, &stride, SYS_GT, n);
}

/* As long a vector as there is: a leaf of one wide element left has no stride to tell. */
static bool whole_vectors(ev *e, const lit *narrow, const lit *wide, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    bool all = true;
    for (size_t k = 0; k < wide->n && k < narrow->n; k++) {
        lc_int d = lc_int_abs(lc, narrow->step[k]);
        lc_int size = lc_int_mul(lc, d, narrow->extent[k]);
        if (e->pool->sizes && !none_left(e, d, size, wide->extent[k], n))
            return false;
        bool within = !e->pool->sizes && !lc_int_is_zero(d) && !lc_int_lt(n, size);
        all = all && (!within || lc_int_is_one(wide->extent[k]) || lc_int_eq(d, n));
    }
    return lcr_ev_condition(e, all, "a mode within one element is left");
}

/* ---- swizzles ---- */

/* Of n or of more numbers, the digit below n, or what is above. */
static lit *digit(lit_pool *pool, lc_int n, lc_int above, bool low)
{
    lit *a = lcr_lit_flat(pool, 2);
    if (!a)
        return NULL;
    a->extent[0] = n;
    a->extent[1] = above;
    a->step[0] = lc_int_const(low);
    a->step[1] = lc_int_const(!low);
    return a;
}

/* floor(S(x) / n) = W(floor(x / n)) of the narrow swizzle S and the wide one W; and, of a
 * downcast, S(x) = x modulo n. */
static bool recast_swizzle(ev *e, const lit *narrow, const lit *wide, lc_int n, bool up)
{
    size_t k = lc_int_bits(n) - 1;
    size_t high = lc_int_bits(narrow->extent[0]), other = lc_int_bits(wide->extent[0]) + k;
    size_t bits = high > other ? high : other;
    if (!lc_int_is_power_of_two(n) || bits > LIN_BITS)
        return lcr_ev_not(e);
    const lc_int many = lcr_lit_power(e->pool->lc, bits - k);
    const lit *above = digit(e->pool, n, many, false), *below = digit(e->pool, n, many, true);
    if (!above || !below)
        return false;
    const fn f = {2, {narrow, above}}, g = {2, {above, wide}};
    const fn own = {2, {narrow, below}}, same = {1, {below}};
    return lcr_ev_same(e, &f, &g, above) && (up || lcr_ev_same(e, &own, &same, above));
}

/* ---- the laws ---- */

enum { UP, DOWN };

static bool recast_layouts(ev *e, const lit *narrow, const lit *wide, lc_int n, bool up)
{
    if (narrow->kind != LIT_LAYOUT || wide->kind != LIT_LAYOUT || narrow->basis || wide->basis ||
        (narrow->by_xor && !lc_int_is_power_of_two(n)))
        return lcr_ev_not(e);
    if (narrow->swizzled != wide->swizzled)
        return lcr_ev_reading(e, false, "only one of them is swizzled");
    if (narrow->swizzled) {
        const lit *own = lcr_swizzle_after(e->pool, narrow);
        const lit *other = lcr_swizzle_after(e->pool, wide);
        narrow = lcr_without_swizzle(e->pool, narrow);
        wide = lcr_without_swizzle(e->pool, wide);
        return own && other && narrow && wide && recast_swizzle(e, own, other, n, up) &&
               recast_layouts(e, narrow, wide, n, up);
    }
    bool ok = recast_leaves(e, narrow, wide, n);
    return ok &&
           (up ? whole_vectors(e, narrow, wide, n) : grows_where_contiguous(e, narrow, wide, n));
}

static bool recast(ev *e, const lcr_statement *c)
{
    bool up = c->how == UP;
    lc_int n;
    const lit *a = c->arg[0], *value = c->value;
    if (!lcr_ev_integer(c->arg[1], &n) || lc_int_le(n, lc_int_const(0)))
        return lcr_ev_not(e);
    const lit *narrow = up ? a : value, *wide = up ? value : a;
    if (a->kind == LIT_SWIZZLE)
        return value->kind == LIT_SWIZZLE ? recast_swizzle(e, narrow, wide, n, up)
                                          : lcr_ev_reading(e, false, "the value is no swizzle");
    return recast_layouts(e, narrow, wide, n, up);
}

/* ---- filter ---- */

/* No leaf of extent 1 or of stride 0, no two that are one; but 1:0 on its own. */
static bool is_least(lc_ctx *lc, const lit *a)
{
    if (a->nnodes == 1 && lc_int_is_one(a->extent[0]))
        return lcr_lit_moves(a, 0) == 0;
    bool least = lcr_parts_coalesced(lc, a);
    for (size_t k = 0; least && k < a->n; k++)
        least = lcr_lit_moves(a, k) > 0;
    return least;
}

/* The same function; of XOR leaf by leaf where they have the same extents, else by bits. */
static bool same_leaves(ev *e, const lit *value, const lit *kept)
{
    fn f = {1, {value}}, g = {1, {kept}};
    bool alike = kept->by_xor && value->n == kept->n &&
                 lcr_same_ints(kept->n, kept->extent, value->extent);
    return alike ? lcr_law_same_leaves(e, value, kept) : lcr_ev_same(e, &f, &g, value);
}

static bool filter(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *value = c->value, *a = c->arg[0];
    const lit *kept = lcr_lit_moving(e->pool, a);
    if (!kept)
        return false;
    if (!lc_int_eq(lcr_lit_size(lc, kept), lcr_lit_size(lc, value)))
        return lcr_ev_reading(e, false, "the size is another one");
    return same_leaves(e, value, kept) &&
           lcr_ev_condition(e, is_least(lc, value), "it has more modes than it needs");
}

const ev_row lcr_laws_recast[] = {
    {"downcast", 2, "x.", recast, OF_LAYOUTS, DOWN},
    {"filter", 1, "i", filter, OF_LAYOUTS, 0},
    {"upcast", 2, "x.", recast, OF_LAYOUTS, UP},
    {NULL, 0, NULL, NULL, 0, 0},
};
