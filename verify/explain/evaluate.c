/* evaluate.c - a value at a coordinate: the coordinate by modes, the natural one, the products
 * with the strides, their sum (Cecka 2.4).
 *
 *     A(22) = A(2,5) = A((0,1),(1,1)) = 0*1 + 1*8 + 1*2 + 1*16 = 26
 *
 * Strides that are coordinates or XOR elements are multiplied likewise, `1*e0 + 2*e1`,
 * `1*f8 xor 1*f2`; an offset comes first. Of more than MANY modes only those are written whose
 * coordinate is not 0. The value of a linear layout is the XOR of the bases of the bits that are
 * set, an input dim a line.
 */
#include "config.h"

#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "../function/chain.h"
#include "../function/function.h"

#define MANY 8   /* leaves whose products are all written */
#define MOST 24  /* products in a line */
#define BASES 64 /* bits of a number */

/* ---- strides ---- */

/* `6`, `e0`, `(e0+2e1)`; kept. */
static char *stride_text(lc_ctx *ctx, const lc_layout *flat, size_t leaf)
{
    lc_layout *mode = lcv_mode_of(ctx, flat, leaf);
    char *text = mode ? lcv_kept(ctx, lc_layout_stride_to_str(ctx, mode)) : NULL;
    if (text && text[0] != '(' && strchr(text, '+'))
        text = lcv_kept(ctx, lcv_text(ctx, "(%s)", text));
    return text;
}

/* The products that are written; 0 when they are too many. */
static size_t count_products(const lc_tuple *at)
{
    size_t n = lc_tuple_nleaves(at), written = 0;
    for (size_t k = 0; k < n; k++)
        written += n <= MANY || !lc_int_is_zero(lc_tuple_value(at, k));
    return written <= MOST ? written : 0;
}

/* ` = 0*1 + 1*8`, after the offset, unless that is NULL. */
static void add_products(lc_ctx *ctx, lc_text *line, const lc_layout *a, const lc_tuple *at,
                         const lc_tuple *offset)
{
    lc_layout *flat = lcv_kept(ctx, lc_layout_flatten(ctx, a));
    size_t n = lc_tuple_nleaves(at);
    const char *plus = lc_layout_codomain(a) == LC_XOR ? " xor " : " + ", *before = " = ";
    if (!flat || count_products(at) == 0)
        return;
    if (offset) {
        lcv_text_add(ctx, line, " = %t", offset);
        before = plus;
    }
    for (size_t k = 0; k < n; k++) {
        if (n > MANY && lc_int_is_zero(lc_tuple_value(at, k)))
            continue;
        lcv_text_add(ctx, line, "%s%i*%s", before, lc_tuple_value(at, k),
                     stride_text(ctx, flat, k));
        before = plus;
    }
}

/* ---- layouts ---- */

/* The coordinate with an integer for each mode, where it lies between crd and the natural one;
 * NULL: it is one of them. */
static lc_tuple *by_modes(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd,
                          const lc_tuple *natural)
{
    size_t n = lc_tuple_rank(shape);
    lc_int *at = lc_frame_alloc(ctx, n, sizeof *at);
    if (!at || !lc_tuple_is_leaf(crd) || lc_tuple_depth(shape) < 2)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        lc_tuple *of = lcv_part_of(ctx, shape, i), *part = lcv_part_of(ctx, natural, i);
        if (!of || !part || !lc_crd2idx(ctx, part, of, &at[i]))
            return NULL;
    }
    return lcv_kept(ctx, lc_tuple_flat(ctx, n, at));
}

void lcv_tell_sum(lc_ctx *ctx, lc_text *out, const char *name, const lc_layout *a,
                  const lc_tuple *offset, const lc_tuple *crd)
{
    lc_tuple *shape = lcv_shape_of(ctx, a);
    lc_tuple *natural = shape ? lcv_natural_of(ctx, shape, crd) : NULL;
    lc_tuple *value = natural ? lcv_kept(ctx, lc_layout_value(ctx, a, natural)) : NULL;
    if (value && offset)
        value = lcv_kept(ctx, lcv_add_values(ctx, lc_layout_codomain(a), offset, value));
    if (!value)
        return;
    bool one = lc_tuple_nleaves(shape) == 1, same = lc_tuple_equal(crd, natural);
    lc_tuple *modes = by_modes(ctx, shape, crd, natural);
    lcv_text_add(ctx, out, "  %s%c", name, crd);
    if (modes)
        lcv_text_add(ctx, out, " = %s%c", name, modes);
    if (!one && !same)
        lcv_text_add(ctx, out, " = %s%c", name, natural);
    add_products(ctx, out, a, natural, offset);
    lcv_text_add(ctx, out, " = %t\n", value);
}

/* ---- linear layouts ---- */

static const lc_tuple *xor_of(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b)
{
    lc_int number[LC_LINEAR_DIMS];
    size_t n = lc_tuple_nleaves(a);
    for (size_t i = 0; i < n; i++)
        number[i] = lc_xor(ctx, lc_tuple_value(a, i), lc_tuple_value(b, i));
    return lcv_integers_of(ctx, n, number);
}

/* `  lane = 3, bits 0 and 1: 1 xor 2 = 3`. */
static const lc_tuple *tell_dim(lc_ctx *ctx, lc_text *out, const lc_linear *l, size_t in,
                                uint64_t x)
{
    lc_text bits = {0}, sum = {0};
    lc_dim dim = lc_linear_in_dim(l, in);
    const lc_tuple *value = NULL;
    for (unsigned bit = 0; bit < dim.bits; bit++) {
        lc_tuple *basis = x >> bit & 1 ? lcv_basis_of(ctx, l, in, bit) : NULL;
        if (!basis)
            continue;
        lcv_text_add(ctx, &bits, value ? ", %z" : "%z", (size_t)bit);
        lcv_text_add(ctx, &sum, value ? " xor %t" : "%t", basis);
        value = value ? xor_of(ctx, value, basis) : basis;
    }
    char *which = value ? lc_text_take(ctx, &bits) : NULL;
    if (value)
        lcv_text_add(ctx, out, "  %s = %i has the bits %S: %S = %t\n", dim.name,
                     lc_int_from_word(ctx, x), which, lc_text_take(ctx, &sum), value);
    else
        lcv_text_add(ctx, out, "  %s = 0 has no bits\n", dim.name);
    return value;
}

void lcv_tell_bits(lc_ctx *ctx, lc_text *out, const lc_linear *l, uint64_t x)
{
    size_t n = lc_linear_nins(l);
    for (size_t in = 0; in < n && lc_linear_nouts(l) > 0; in++) {
        unsigned bits = lc_linear_in_dim(l, in).bits;
        tell_dim(ctx, out, l, in, x & lc_f2_mask(bits));
        x = bits < BASES ? x >> bits : 0;
    }
}

/* ---- slices ---- */

/* `  what is fixed: 2*8 + 1*2 = 18`. */
void lcv_tell_slice(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                    size_t n, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool is = arg[0]->kind == LCV_LAYOUT && arg[1]->kind == LCV_TUPLE;
    const lc_layout *a = is ? arg[0]->layout : NULL;
    lc_tuple *shape = a ? lcv_shape_of(ctx, a) : NULL;
    const lc_tuple *at = shape ? arg[1]->tuple : NULL;
    lc_int sum = lc_int_const(0);
    const char *before = "  what is fixed: ";
    (void)told;
    (void)n;
    if (!value || !at || lc_layout_codomain(a) != LC_INTEGERS || !lc_tuple_congruent(shape, at) ||
        lc_tuple_nleaves(at) > MOST)
        return;
    for (size_t k = 0; k < lc_tuple_nleaves(at); k++) {
        if (lc_tuple_is_wildcard(at, k))
            continue;
        lc_int c = lc_tuple_value(at, k), d = lc_layout_step(a, k);
        lcv_text_add(ctx, out, "%s%i*%i", before, c, d);
        sum = lc_int_add(ctx, sum, lc_int_mul(ctx, c, d));
        before = " + ";
    }
    if (before[0] == ' ' && before[1] == '+')
        lcv_text_add(ctx, out, " = %i\n", sum);
}
