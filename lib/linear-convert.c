/* linear-convert.c - linear layouts from layouts and swizzles, and back.
 *
 * The extents of a layout A whose size is a power of two are powers of two themselves, so that
 * A(x) is the sum of A(2^i) over the bits i of x. Sums are XORs exactly when nothing carries: u +
 * v = (u xor v) + 2 (u and v). So A is linear over F2 exactly when no two of the A(2^i) share a
 * bit; and a linear layout is a layout exactly when no two of its bases do; its leaves are then
 * 2:L(2^i), coalesced. All of this holds axis by axis for coordinates. Strides that add by XOR
 * need none of it.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "linear-internal.h"
#include "xor.h"

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

/* The reason why the values at 1, 2, 4, ... on an axis do not make A linear, and the bits that
 * show it; false when there is none. */
static bool values_against(lc_codomain codomain, unsigned bits, const lc_int *value,
                           lc_linear_reason *reason, unsigned at[2])
{
    *reason = LC_LINEAR_CARRY;
    for (at[1] = 0; codomain != LC_XOR && at[1] < bits; at[1]++)
        for (at[0] = 0; at[0] < at[1]; at[0]++)
            if (lc_share_bits(value[at[0]], value[at[1]]))
                return true;
    for (at[0] = 0; at[0] < bits; at[0]++) {
        *reason = lc_int_sign(value[at[0]]) < 0 ? LC_LINEAR_NEGATIVE : LC_LINEAR_WIDTH;
        if (*reason == LC_LINEAR_NEGATIVE || lc_int_bits(value[at[0]]) > LC_LINEAR_BITS)
            return true;
    }
    return false;
}

/* The value at x as text; the caller frees it. */
static char *value_text(lc_ctx *ctx, const lc_layout *a, lc_int x)
{
    lc_tuple *value = lc_layout_value_at(ctx, a, x);
    char *text = value ? lc_tuple_to_str(ctx, value) : NULL;
    lc_tuple_free(value);
    return text;
}

static void carries(lc_ctx *ctx, const lc_layout *a, const lc_linear_failure *f, const char *x,
                    const char *y)
{
    char *u = value_text(ctx, a, f->x), *v = value_text(ctx, a, f->y);
    if (u && v)
        lc_fail(
            ctx, LC_ERR_NO_VALUE,
            "not F2-linear: the values %.100s at %s and %.100s at %s have a bit in common, so "
            "that their sum, the value at %s xor %s, is not their XOR",
            u, x, v, y, x, y);
    free(u);
    free(v);
}

static void unfit(lc_ctx *ctx, const lc_layout *a, const lc_linear_failure *f, const char *x)
{
    char *value = value_text(ctx, a, f->x);
    if (value)
        lc_fail(ctx, LC_ERR_NO_VALUE, "no linear layout: the value %.100s at %s %s", value, x,
                f->reason == LC_LINEAR_NEGATIVE ? "is negative" : "has more than 64 bits");
    free(value);
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
        carries(ctx, a, f, x, y);
    } else if (lc_int_is_zero(f->x)) {
        lc_fail(ctx, LC_ERR_NO_VALUE, "no linear layout: the size %s has more than %d bits",
                lc_number(lc_layout_size(ctx, a), n), LC_LINEAR_BITS);
    } else {
        unfit(ctx, a, f, x);
    }
    lc_frame_close(ctx, frame);
    return NULL;
}

/* The output dims under construction: one for each axis, and the columns. */
typedef struct {
    lc_f2 map;
    size_t n;
    lc_dim dim[LC_MAX_AXES];
    char name[LC_MAX_AXES][8];
} outputs;

/* One dim more, as large as these values need: `out`, or `dim0`, `dim1`, ... */
static void add_output(outputs *o, bool coordinates, const lc_int *value)
{
    uint64_t all = 0, word = 0;
    char *name = o->name[o->n];
    for (unsigned i = 0; i < o->map.cols; i++) {
        lc_int_to_word(value[i], &word);
        o->map.column[i] |= lc_word_up(word, o->map.rows);
        all |= word;
    }
    unsigned bits = all ? 64u - (unsigned)__builtin_clzll(all) : 0;
    snprintf(name, sizeof o->name[0], coordinates ? "dim%u" : "out", (unsigned)o->n % 100);
    o->dim[o->n++] = (lc_dim){name, bits};
    o->map.rows += bits;
}

/* The layout from the values of A at 1, 2, 4, .... False when there is a reason against it, or
 * when an integer is too large: then *result is NULL and *reason not set. */
static bool from_bits(lc_ctx *ctx, const lc_layout *a, unsigned bits, lc_linear **result,
                      lc_linear_reason *reason, unsigned at[2])
{
    outputs o = {.map = lc_f2_zero(0, bits)};
    bool failed = false, against = false;
    lc_frame frame = lc_frame_open(ctx);
    *result = NULL;
    for (size_t axis = 0; !failed && !against && axis < a->naxes; axis++) {
        lc_int value[LC_LINEAR_BITS];
        for (unsigned i = 0; i < bits; i++)
            value[i] = lc_layout_at_axis(ctx, a, axis, lc_int_from_word(ctx, (uint64_t)1 << i));
        failed = ctx->int_failed;
        ctx->int_failed = false;
        against = !failed && values_against(a->codomain, bits, value, reason, at);
        if (!failed && !against)
            add_output(&o, a->codomain == LC_COORDINATES, value);
    }
    if (!failed && !against)
        *result = lc_linear_new(ctx, 1, &(lc_dim){"in", bits}, o.n, o.dim, &o.map);
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

/* The codomain of a layout under construction; a profile of coordinates. */
typedef struct {
    const lc_linear *of;
    lc_codomain codomain;
    lc_tuple *profile;
} target;

static lc_int on_axis(lc_ctx *ctx, const target *to, size_t axis, uint64_t value)
{
    return lc_int_from_word(ctx, to->profile ? lc_linear_digit(to->of, axis, value) : value);
}

/* The layout of 2:value[0], 2:value[1], ..., coalesced. */
static lc_layout *layout_of_bits(lc_ctx *ctx, const target *to, unsigned bits,
                                 const uint64_t *value)
{
    size_t modes = bits > 0 ? bits : 1;
    lc_int extent[LC_LINEAR_BITS] = {lc_int_const(1)}, step[LC_LINEAR_BITS] = {{0}};
    uint32_t node[LC_LINEAR_BITS + 1];
    lc_layout view, *mode = NULL;
    lc_frame frame = lc_frame_open(ctx);
    for (unsigned i = 0; i < bits; i++)
        extent[i] = lc_int_const(2);
    lc_view_flat(&view, modes, extent, step, node);
    lc_writer w = {.out = lc_layout_alloc_in(ctx, to->codomain, to->profile, view.nnodes, modes)};
    if (w.out) {
        lc_write_layout(&w, &view);
        for (size_t axis = 0; axis < w.out->naxes; axis++)
            for (size_t i = 0; i < modes; i++)
                w.out->step[axis * w.out->pitch + i] = i < bits ? on_axis(ctx, to, axis, value[i])
                                                                : lc_int_const(0);
        lc_layout *flat = lc_write_end(ctx, &w);
        mode = flat ? lc_coalesce(ctx, flat) : NULL;
        lc_layout_free(flat);
    }
    lc_frame_close(ctx, frame);
    return mode;
}

/* The layout with a mode an input dim and these values at the bits. */
static lc_layout *layout_of_dims(lc_ctx *ctx, const target *to, const uint64_t *value)
{
    const lc_linear *l = to->of;
    if (l->nins <= 1)
        return layout_of_bits(ctx, to, l->map.cols, value);
    lc_layout_list list;
    if (!lc_list_init(ctx, &list, l->nins))
        return NULL;
    for (size_t i = 0; i < l->nins; value += l->in[i++].bits) {
        if (!lc_list_push(&list, layout_of_bits(ctx, to, l->in[i].bits, value))) {
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

/* The value at a bit, as a coordinate where there are several output dims. */
static char *basis_text(lc_ctx *ctx, const lc_linear *l, unsigned bit)
{
    lc_int digit[LC_LINEAR_DIMS];
    lc_frame frame = lc_frame_open(ctx);
    for (size_t i = 0; i < l->nouts; i++)
        digit[i] = lc_int_from_word(ctx, lc_linear_digit(l, i, l->map.column[bit]));
    lc_tuple *t = lc_tuple_flat(ctx, l->nouts, digit);
    char *text = t ? lc_tuple_to_str(ctx, t) : NULL;
    lc_tuple_free(t);
    lc_frame_close(ctx, frame);
    return text;
}

static void *overlapping(lc_ctx *ctx, const lc_linear *l, const unsigned at[2])
{
    char *u = basis_text(ctx, l, at[0]), *v = basis_text(ctx, l, at[1]);
    if (u && v)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no shape:stride: the values %s at 2^%u and %s at 2^%u have a bit in common; a "
                "layout would have their sum where this has their XOR",
                u, at[0], v, at[1]);
    free(u);
    free(v);
    return NULL;
}

/* A leaf for each output dim. */
static lc_tuple *profile_of(lc_ctx *ctx, const lc_linear *l)
{
    lc_int one[LC_LINEAR_DIMS];
    for (size_t i = 0; i < l->nouts; i++)
        one[i] = lc_int_const(1);
    return lc_tuple_flat(ctx, l->nouts, one);
}

lc_layout *lc_layout_from_linear(lc_ctx *ctx, const lc_linear *l, unsigned bits[2])
{
    unsigned own[2], *at = bits ? bits : own;
    target to = {l, LC_INTEGERS, NULL};
    if (l->nouts == 0)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "a layout of a linear layout without output dims: expected one or more");
    if (overlap(l->map.cols, l->map.column, at))
        return overlapping(ctx, l, at);
    if (l->nouts > 1) {
        to.codomain = LC_COORDINATES;
        to.profile = profile_of(ctx, l);
        if (!to.profile)
            return NULL;
    }
    lc_layout *a = layout_of_dims(ctx, &to, l->map.column);
    lc_tuple_free(to.profile);
    return a;
}

lc_layout *lc_xor_layout_from_linear(lc_ctx *ctx, const lc_linear *l)
{
    target to = {l, LC_XOR, NULL};
    return one_output(ctx, l) ? layout_of_dims(ctx, &to, l->map.column) : NULL;
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

/* The first bijective swizzle of up to `bits` bits that leaves no bits shared. */
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
        return layout_of_dims(ctx, &(target){l, LC_INTEGERS, NULL}, value);
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "no swizzle o shape:stride: whichever swizzle of up to %d bits is taken off, "
                   "two values at powers of two have a bit in common",
                   bits < LC_SWIZZLE_BITS ? bits : LC_SWIZZLE_BITS);
}
