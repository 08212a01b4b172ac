/* linear-convert.c - linear layouts from layouts and swizzles, and back.
 *
 * The extents of a layout A whose size is a power of two are powers of two themselves,
 * so that A(x) is the sum of A(2^i) over the bits i of x. Sums are XORs exactly when
 * nothing carries: u + v = (u xor v) + 2 (u and v). So A is linear over F2 exactly when
 * no two of the A(2^i) share a bit; and a linear layout is a layout exactly when no two
 * of its bases do, its leaves then being 2:L(2^i), coalesced.
 */
#include "config.h"

#include <stdlib.h>

#include "linear-internal.h"

static bool share_bits(lc_int a, lc_int b)
{
    mpz_t x, y;
    if (lc_int_is_small(a) && lc_int_is_small(b))
        return (a.word & b.word) != 0;
    mpz_init(x);
    mpz_init(y);
    lc_int_get_mpz(x, a);
    lc_int_get_mpz(y, b);
    mpz_and(x, x, y);
    bool shared = mpz_sgn(x) != 0;
    mpz_clear(x);
    mpz_clear(y);
    return shared;
}

/* ---- from a layout ---- */

/* Size n, 2^k < n < 2^(k+1): 2^k and n - 2^k are coordinates, their XOR is n. */
static void size_witness(lc_ctx *ctx, lc_int n, lc_linear_failure *f)
{
    mpz_t top;
    mpz_init(top);
    mpz_setbit(top, lc_int_bits(n) - 1);
    f->reason = LC_LINEAR_SIZE;
    f->x = lc_int_from_mpz(ctx, top);
    f->y = lc_int_sub(ctx, n, f->x);
    mpz_clear(top);
}

/* What speaks against the values at 1, 2, 4, ..., and at which bits; false when nothing
 * does. */
static bool values_against(unsigned bits, const lc_int *value, lc_linear_reason *reason,
                           unsigned at[2])
{
    *reason = LC_LINEAR_CARRY;
    for (at[1] = 0; at[1] < bits; at[1]++)
        for (at[0] = 0; at[0] < at[1]; at[0]++)
            if (share_bits(value[at[0]], value[at[1]]))
                return true;
    for (at[0] = 0; at[0] < bits; at[0]++) {
        *reason = lc_int_sign(value[at[0]]) < 0 ? LC_LINEAR_NEGATIVE : LC_LINEAR_WIDTH;
        if (*reason == LC_LINEAR_NEGATIVE || lc_int_bits(value[at[0]]) > LC_LINEAR_BITS)
            return true;
    }
    return false;
}

static lc_linear *not_linear(lc_ctx *ctx, const lc_layout *a, const lc_linear_failure *f)
{
    char x[LC_NUMBER_ROOM], y[LC_NUMBER_ROOM], n[LC_NUMBER_ROOM];
    lc_frame frame = lc_frame_open(ctx);
    lc_number(f->x, x);
    lc_number(f->y, y);
    if (f->reason == LC_LINEAR_SIZE) {
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "not F2-linear: the size %s is no power of two; %s xor %s is no coordinate",
                lc_number(lc_layout_size(ctx, a), n), x, y);
    } else if (f->reason == LC_LINEAR_CARRY) {
        char u[LC_NUMBER_ROOM], v[LC_NUMBER_ROOM];
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "not F2-linear: the values %s at %s and %s at %s have a bit in common, so that "
                "their sum, the value at %s xor %s, is not their XOR",
                lc_number(lc_layout_at(ctx, a, f->x), u), x,
                lc_number(lc_layout_at(ctx, a, f->y), v), y, x, y);
    } else if (lc_int_is_zero(f->x)) {
        lc_fail(ctx, LC_ERR_NO_VALUE, "no linear layout: the size %s has more than %d bits",
                lc_number(lc_layout_size(ctx, a), n), LC_LINEAR_BITS);
    } else {
        lc_fail(ctx, LC_ERR_NO_VALUE, "no linear layout: the value %s at %s %s",
                lc_number(lc_layout_at(ctx, a, f->x), n), x,
                f->reason == LC_LINEAR_NEGATIVE ? "is negative" : "has more than 64 bits");
    }
    lc_frame_close(ctx, frame);
    return NULL;
}

/* The layout of one input dim and one output dim with these bases. */
static lc_linear *from_values(lc_ctx *ctx, unsigned bits, const lc_int *value)
{
    uint64_t all = 0;
    lc_f2 map = lc_f2_zero(0, bits);
    for (unsigned i = 0; i < bits; i++) {
        lc_int_to_word(value[i], &map.column[i]);
        all |= map.column[i];
    }
    map.rows = all ? 64u - (unsigned)__builtin_clzll(all) : 0;
    return lc_linear_new(ctx, 1, &(lc_dim){"in", bits}, 1, &(lc_dim){"out", map.rows}, &map);
}

/* The layout from the values of A at 1, 2, 4, ...; false when something speaks against
 * them, or an integer is too large: then *result is NULL and *reason not set. */
static bool from_bits(lc_ctx *ctx, const lc_layout *a, unsigned bits, lc_linear **result,
                      lc_linear_reason *reason, unsigned at[2])
{
    lc_int value[LC_LINEAR_BITS];
    lc_frame frame = lc_frame_open(ctx);
    for (unsigned i = 0; i < bits; i++)
        value[i] = lc_layout_at(ctx, a, lc_int_from_word(ctx, (uint64_t)1 << i));
    bool failed = ctx->int_failed;
    ctx->int_failed = false;
    bool against = !failed && values_against(bits, value, reason, at);
    *result = failed || against ? NULL : from_values(ctx, bits, value);
    lc_frame_close(ctx, frame);
    return !against;
}

lc_linear *lc_linear_from_layout(lc_ctx *ctx, const lc_layout *a, lc_linear_failure *failure)
{
    lc_linear_failure own, *f = failure ? failure : &own;
    lc_linear *result = NULL;
    lc_linear_reason reason;
    unsigned at[2];
    lc_int size = lc_layout_size(ctx, a);
    if (ctx->int_failed) {
        ctx->int_failed = false;
        return NULL;
    }
    if (!lc_int_is_power_of_two(size)) {
        size_witness(ctx, size, f);
        return not_linear(ctx, a, f);
    }
    unsigned bits = (unsigned)lc_int_bits(size) - 1;
    *f = (lc_linear_failure){.reason = LC_LINEAR_WIDTH};
    if (bits > LC_LINEAR_BITS)
        return not_linear(ctx, a, f);
    if (from_bits(ctx, a, bits, &result, &reason, at))
        return result;
    f->reason = reason;
    f->x = lc_int_from_word(ctx, (uint64_t)1 << at[0]);
    if (reason == LC_LINEAR_CARRY)
        f->y = lc_int_from_word(ctx, (uint64_t)1 << at[1]);
    return not_linear(ctx, a, f);
}

lc_linear *lc_linear_from_swizzle(lc_ctx *ctx, lc_swizzle w)
{
    unsigned bits = lc_swizzle_bits(w);
    lc_f2 map = lc_swizzle_matrix(w, bits);
    return lc_linear_new(ctx, 1, &(lc_dim){"in", bits}, 1, &(lc_dim){"out", bits}, &map);
}

/* ---- to a layout ---- */

/* The layout of 2:value[0], 2:value[1], ..., coalesced. */
static lc_layout *layout_of_bits(lc_ctx *ctx, unsigned bits, const uint64_t *value)
{
    lc_int extent[LC_LINEAR_BITS] = {lc_int_const(1)}, step[LC_LINEAR_BITS] = {lc_int_const(0)};
    lc_frame frame = lc_frame_open(ctx);
    for (unsigned i = 0; i < bits; i++) {
        extent[i] = lc_int_const(2);
        step[i] = lc_int_from_word(ctx, value[i]);
    }
    lc_layout *flat = lc_layout_flat(ctx, bits > 0 ? bits : 1, extent, step);
    lc_layout *mode = flat ? lc_coalesce(ctx, flat) : NULL;
    lc_layout_free(flat);
    lc_frame_close(ctx, frame);
    return mode;
}

/* The layout with a mode an input dim and these values at the bits. */
static lc_layout *layout_of_dims(lc_ctx *ctx, const lc_linear *l, const uint64_t *value)
{
    if (l->nins <= 1)
        return layout_of_bits(ctx, l->map.cols, value);
    lc_layout_list list;
    if (!lc_list_init(ctx, &list, l->nins))
        return NULL;
    for (size_t i = 0; i < l->nins; value += l->in[i++].bits) {
        if (!lc_list_push(&list, layout_of_bits(ctx, l->in[i].bits, value))) {
            lc_list_clear(&list);
            return NULL;
        }
    }
    return lc_list_concat(ctx, &list);
}

/* Do two values share a bit? Then bits[1] is the first that does with an earlier one,
 * and bits[0] that one. */
static bool overlap(unsigned n, const uint64_t *value, unsigned bits[2])
{
    uint64_t seen = 0;
    for (unsigned j = 0; j < n; seen |= value[j++]) {
        if (!(seen & value[j]))
            continue;
        bits[0] = 0;
        while (!(value[bits[0]] & value[j]))
            bits[0]++;
        bits[1] = j;
        return true;
    }
    return false;
}

static bool one_output(lc_ctx *ctx, const lc_linear *l)
{
    char names[LC_DIMS_ROOM];
    if (l->nouts != 1)
        lc_fail(ctx, LC_ERR_INVALID,
                "a layout of the linear layout with the output dims %s: expected one output dim, "
                "as flatten_outs makes it",
                lc_dims_names(l->nouts, l->out, names));
    return l->nouts == 1;
}

lc_layout *lc_layout_from_linear(lc_ctx *ctx, const lc_linear *l, unsigned bits[2])
{
    unsigned own[2], *at = bits ? bits : own;
    if (!one_output(ctx, l))
        return NULL;
    if (!overlap(l->map.cols, l->map.column, at))
        return layout_of_dims(ctx, l, l->map.column);
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "no shape:stride: the values %llu at 2^%u and %llu at 2^%u have a bit in "
                   "common; a layout would have their sum where this has their XOR",
                   (unsigned long long)l->map.column[at[0]], at[0],
                   (unsigned long long)l->map.column[at[1]], at[1]);
}

/* ---- to a swizzled layout ---- */

/* The values with the swizzle taken off, if they then share no bits. */
static bool unswizzles(const lc_linear *l, lc_swizzle w, uint64_t *value)
{
    uint64_t seen = 0;
    for (unsigned j = 0; j < l->map.cols; j++) {
        value[j] = lc_swizzle_undo_word(w, l->map.column[j]);
        if (seen & value[j])
            return false;
        seen |= value[j];
    }
    return true;
}

/* The first of the bijective swizzles of up to `bits` bits that does. */
static bool find_swizzle(const lc_linear *l, int bits, uint64_t *value, lc_swizzle *w)
{
    *w = (lc_swizzle){.m = bits};
    if (unswizzles(l, *w, value))
        return true;
    for (int b = 1; b <= bits; b++) {
        for (int s = 1; b + s <= bits; s++) {
            for (int sign = 1; sign >= -1; sign -= 2) {
                for (int m = 0; b + s + m <= bits; m++) {
                    *w = (lc_swizzle){b, m, sign * s};
                    if (unswizzles(l, *w, value))
                        return true;
                }
            }
        }
    }
    return false;
}

lc_layout *lc_swizzled_from_linear(lc_ctx *ctx, const lc_linear *l, lc_swizzle *w)
{
    uint64_t all = 0, value[LC_F2_MAX];
    if (!one_output(ctx, l))
        return NULL;
    for (unsigned j = 0; j < l->map.cols; j++)
        all |= l->map.column[j];
    int bits = all ? 64 - __builtin_clzll(all) : 0;
    if (find_swizzle(l, bits < LC_SWIZZLE_BITS ? bits : LC_SWIZZLE_BITS, value, w))
        return layout_of_dims(ctx, l, value);
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "no swizzle o shape:stride: whichever swizzle of up to %d bits is taken off, "
                   "two values at powers of two have a bit in common",
                   bits < LC_SWIZZLE_BITS ? bits : LC_SWIZZLE_BITS);
}
