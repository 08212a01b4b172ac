#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "internal.h"
#include "swizzle.h"

static void *too_wide(lc_ctx *ctx, const char *what, const char *value)
{
    return lc_fail(ctx, LC_ERR_LIMIT,
                   "%s = %s in S<b,m,s>: expected b + m + |s| to be at most %d", what, value,
                   LC_SWIZZLE_BITS);
}

/* A parameter that is an int of a sensible size. */
static bool parameter(lc_ctx *ctx, const char *name, lc_int value, int *out)
{
    char text[LC_NUMBER_ROOM];
    if (lc_int_bits(value) > 6)
        return too_wide(ctx, name, lc_number(value, text));
    *out = (int)lc_int_get_si(value);
    return true;
}

bool lc_swizzle_make(lc_ctx *ctx, lc_int b, lc_int m, lc_int s, lc_swizzle *out)
{
    char text[LC_NUMBER_ROOM];
    if (lc_int_sign(b) < 0 || lc_int_sign(m) < 0) {
        bool in_b = lc_int_sign(b) < 0;
        return lc_fail(ctx, LC_ERR_INVALID, "%s = %s in S<b,m,s>: expected 0 or more%s",
                       in_b ? "b" : "m", lc_number(in_b ? b : m, text),
                       "; only the shift s may be negative");
    }
    lc_swizzle w;
    if (!parameter(ctx, "b", b, &w.b) || !parameter(ctx, "m", m, &w.m) ||
        !parameter(ctx, "s", s, &w.s))
        return false;
    if (lc_swizzle_bits(w) > LC_SWIZZLE_BITS) {
        snprintf(text, sizeof text, "%u", lc_swizzle_bits(w));
        return too_wide(ctx, "b + m + |s|", text);
    }
    *out = w;
    return true;
}

/* ---- looking ---- */

unsigned lc_swizzle_bits(lc_swizzle w)
{
    return (unsigned)(w.b + w.m + abs(w.s));
}

lc_int lc_swizzle_size(lc_ctx *ctx, lc_swizzle w)
{
    return lc_int_si(ctx, (int64_t)1 << lc_swizzle_bits(w));
}

bool lc_swizzle_equal(lc_swizzle w, lc_swizzle v)
{
    return w.b == v.b && w.m == v.m && w.s == v.s;
}

bool lc_swizzle_is_involution(lc_swizzle w)
{
    return w.b == 0 || w.b <= abs(w.s);
}

bool lc_swizzle_is_bijective(lc_swizzle w)
{
    return w.b == 0 || w.s != 0;
}

/* ---- applying ---- */

/* N x: the b bits at their destination. */
static uint64_t moved(lc_swizzle w, uint64_t x)
{
    unsigned low = (unsigned)(w.m + (w.s > 0 ? w.s : 0));
    uint64_t bits = x & lc_f2_mask((unsigned)w.b) << low;
    return w.s >= 0 ? bits >> w.s : bits << -w.s;
}

uint64_t lc_swizzle_apply_word(lc_swizzle w, uint64_t x)
{
    return x ^ moved(w, x);
}

/* (I + N)^-1 = I + N + N N + ..., which ends: each N moves the bits further. */
uint64_t lc_swizzle_undo_word(lc_swizzle w, uint64_t y)
{
    uint64_t x = y;
    if (w.s == 0)
        return x;
    for (uint64_t term = moved(w, y); term; term = moved(w, term))
        x ^= term;
    return x;
}

/* Bits above the block of 2^bits integers that x lies in do not change. */
static lc_int in_block(lc_ctx *ctx, lc_swizzle w, lc_int x, uint64_t (*f)(lc_swizzle, uint64_t))
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int low = lc_int_fmod(ctx, x, lc_swizzle_size(ctx, w));
    int64_t place = lc_int_get_si(low);
    lc_int by = lc_int_si(ctx, (int64_t)f(w, (uint64_t)place) - place);
    return lc_frame_return(ctx, frame, lc_int_add(ctx, x, by));
}

lc_int lc_swizzle_apply(lc_ctx *ctx, lc_swizzle w, lc_int x)
{
    return in_block(ctx, w, x, lc_swizzle_apply_word);
}

lc_int lc_swizzle_undo(lc_ctx *ctx, lc_swizzle w, lc_int y)
{
    return in_block(ctx, w, y, lc_swizzle_undo_word);
}

/* ---- as a matrix ---- */

static lc_f2 matrix_of(lc_swizzle w, unsigned n, uint64_t (*f)(lc_swizzle, uint64_t))
{
    lc_f2 a = lc_f2_zero(n, n);
    for (unsigned j = 0; j < n; j++)
        a.column[j] = f(w, (uint64_t)1 << j);
    return a;
}

lc_f2 lc_swizzle_matrix(lc_swizzle w, unsigned n)
{
    return matrix_of(w, n, lc_swizzle_apply_word);
}

/* The largest S(x) over the words x = base + z, z < 2^bits, base a multiple of 2^bits. */
static uint64_t largest(lc_swizzle w, uint64_t base, unsigned bits)
{
    uint64_t value = lc_swizzle_apply_word(w, base);
    lc_f2 low = lc_swizzle_matrix(w, LC_F2_MAX);
    low.cols = bits;
    lc_f2 image = lc_f2_image(&low);
    for (unsigned j = image.cols; j-- > 0;)
        if ((value ^ image.column[j]) > value)
            value ^= image.column[j];
    return value;
}

/* Numbers of the m lowest bits stay. [0,n) past the whole blocks is cut into aligned runs, one
 * for each bit of its length; a bijection that moves no run out of it permutes it. */
bool lc_swizzle_permutes(lc_ctx *ctx, lc_swizzle w, lc_int n)
{
    uint64_t rest = (uint64_t)lc_int_get_si(lc_int_fmod(ctx, n, lc_swizzle_size(ctx, w)));
    bool stays = lc_swizzle_is_bijective(w) ||
                 lc_int_le(n, lc_int_si(ctx, (int64_t)((uint64_t)1 << w.m)));
    for (uint64_t runs = rest; stays && runs; runs &= runs - 1) {
        unsigned bits = (unsigned)__builtin_ctzll(runs);
        uint64_t base = rest & ~lc_f2_mask(bits + 1);
        stays = largest(w, base, bits) < rest;
    }
    return stays;
}

bool lc_swizzle_inverse_matrix(lc_swizzle w, unsigned n, lc_f2 *inverse)
{
    *inverse = matrix_of(w, n, lc_swizzle_undo_word);
    return lc_swizzle_is_bijective(w);
}

/* The first column that is not that of the identity tells the shift, their number b,
 * and the matrix of the swizzle so found tells whether it was one. */
bool lc_swizzle_from_matrix(const lc_f2 *a, lc_swizzle *out)
{
    if (a->rows != a->cols || a->rows > LC_SWIZZLE_BITS)
        return false;
    unsigned n = a->rows, first = n, b = 0;
    for (unsigned j = n; j-- > 0;) {
        if (a->column[j] != (uint64_t)1 << j) {
            first = j;
            b++;
        }
    }
    if (b == 0) {
        *out = (lc_swizzle){.m = (int)n};
        return true;
    }
    uint64_t to = a->column[first] ^ (uint64_t)1 << first;
    lc_swizzle w = {.b = (int)b, .s = (int)first - __builtin_ctzll(to)};
    w.m = (int)first - (w.s > 0 ? w.s : 0);
    if (lc_swizzle_bits(w) > n)
        return false;
    lc_f2 found = lc_swizzle_matrix(w, n);
    *out = w;
    return lc_f2_equal(&found, a);
}

bool lc_swizzle_compose(lc_ctx *ctx, lc_swizzle v, lc_swizzle w, lc_swizzle *out)
{
    unsigned n = lc_swizzle_bits(v) > lc_swizzle_bits(w) ? lc_swizzle_bits(v)
                                                         : lc_swizzle_bits(w);
    lc_f2 a = lc_swizzle_matrix(v, n), b = lc_swizzle_matrix(w, n);
    lc_f2 both = lc_f2_multiply(&a, &b);
    if (lc_swizzle_from_matrix(&both, out))
        return true;
    return lc_fail(
        ctx, LC_ERR_NO_VALUE,
        "S<%d,%d,%d> o S<%d,%d,%d> is linear over F2, but no swizzle: it adds bits at more "
        "than one distance, or bits that are not next to each other",
        v.b, v.m, v.s, w.b, w.m, w.s);
}

/* ---- recasts ---- */

static bool log2_of(lc_ctx *ctx, lc_int n, int *k)
{
    char text[LC_NUMBER_ROOM];
    if (!lc_int_is_power_of_two(n))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "a recast of a swizzle by %s: expected a power of two",
                       lc_number(n, text));
    if (lc_int_bits(n) > LC_SWIZZLE_BITS + 1)
        return lc_fail(ctx, LC_ERR_LIMIT, "a recast of a swizzle by %s: expected at most 2^%d",
                       lc_number(n, text), LC_SWIZZLE_BITS);
    *k = (int)lc_int_bits(n) - 1;
    return true;
}

/* Is there a bit below k that is added to one from k on? It tells apart what lies in
 * one wide element. The bits added upwards are m to m + b - 1, for s < 0. */
static bool tears(lc_swizzle w, int k)
{
    int top = (w.m + w.b < k ? w.m + w.b : k) - 1;
    return w.s < 0 && top >= w.m && top - w.s >= k;
}

bool lc_swizzle_upcast(lc_ctx *ctx, lc_swizzle w, lc_int n, lc_swizzle *out)
{
    int k;
    if (!log2_of(ctx, n, &k))
        return false;
    if (tears(w, k)) {
        int top = (w.m + w.b < k ? w.m + w.b : k) - 1;
        uint64_t x = (uint64_t)1 << top;
        return lc_fail(
            ctx, LC_ERR_NO_VALUE,
            "no upcast of S<%d,%d,%d> by %llu: it sends 0 to 0 and %llu to %llu, which are not "
            "in one group of %llu",
            w.b, w.m, w.s, 1ull << k, (unsigned long long)x,
            (unsigned long long)lc_swizzle_apply_word(w, x), 1ull << k);
    }
    int m = w.m - k;
    *out = w;
    out->m = m > 0 ? m : 0;
    if (m < 0) /* what remains of the b bits: those from k on */
        out->b = w.b + m > 0 ? w.b + m : 0;
    return true;
}

bool lc_swizzle_downcast(lc_ctx *ctx, lc_swizzle w, lc_int n, lc_swizzle *out)
{
    int k;
    if (!log2_of(ctx, n, &k))
        return false;
    return lc_swizzle_make(ctx, lc_int_const(w.b), lc_int_const(w.m + k), lc_int_const(w.s), out);
}

char *lc_swizzle_to_str(lc_ctx *ctx, lc_swizzle w)
{
    lc_text text = {0};
    lc_text_printf(&text, "S<%d,%d,%d>", w.b, w.m, w.s);
    return lc_text_take(ctx, &text);
}
