/* affine.c - affine layouts over F2: an offset and a linear layout, x -> offset xor l(x).
 *
 * The relation of one is that of a linear layout with an input dim more, of size 2, whose basis
 * is the offset, at 1 of this dim.
 */
#include "config.h"

#include <string.h>

#include "kept.h"

#define ONE_MORE "offset" /* the input dim, whose name nobody sees */

bool lcv_has_dims(const lcv_value *v)
{
    return v->kind == LCV_LINEAR || v->kind == LCV_AFFINE;
}

/* A number an output dim. */
static bool fits(lc_ctx *ctx, const lc_tuple *offset, const lc_linear *l)
{
    size_t n = lc_linear_nouts(l);
    if (lc_tuple_has_wildcard(offset) || lc_tuple_nleaves(offset) != n ||
        lc_tuple_depth(offset) > 1) {
        char *text = lcv_kept(ctx, lc_tuple_to_str(ctx, offset));
        return lc_fail(
            ctx, LC_ERR_INVALID,
            "an offset of a linear layout has one integer an output dim: expected %zu, found "
            "%.200s",
            n, text ? text : "others");
    }
    for (size_t i = 0; i < n; i++) {
        lc_dim dim = lc_linear_out_dim(l, i);
        lc_int number = lc_tuple_value(offset, i);
        if (lc_int_sign(number) >= 0 && lc_int_bits(number) <= dim.bits)
            continue;
        char *text = lcv_kept(ctx, lc_int_to_str(ctx, number));
        return lc_fail(ctx, LC_ERR_INVALID,
                       "the offset %.100s is no number of the output dim %s, of %u %s",
                       text ? text : "", dim.name, dim.bits, dim.bits == 1 ? "bit" : "bits");
    }
    return true;
}

lcv_value *lcv_value_affine(lc_ctx *ctx, lc_tuple *offset, lc_linear *l)
{
    bool ok = offset && l && fits(ctx, offset, l);
    bool linear = ok && lcv_is_zero(offset);
    lcv_value *v = ok ? lcv_value_linear(ctx, lc_linear_ref(l)) : NULL;
    if (v && !linear) {
        v->kind = LCV_AFFINE;
        v->offset = lc_tuple_ref(offset);
    }
    lc_tuple_free(offset);
    lc_linear_free(l);
    return v;
}

uint64_t lcv_affine_base(const lcv_value *v)
{
    uint64_t base = 0;
    unsigned first = 0;
    if (v->kind != LCV_AFFINE)
        return 0;
    for (size_t i = 0; i < lc_linear_nouts(v->linear); i++) {
        unsigned bits = lc_linear_out_dim(v->linear, i).bits;
        lc_int number = lc_tuple_value(v->offset, i);
        for (unsigned b = 0; b < bits; b++)
            base |= (uint64_t)lc_int_bit(number, b) << (first + b);
        first += bits;
    }
    return base;
}

lc_tuple *lcv_affine_offset(lc_ctx *ctx, const lc_linear *l, uint64_t base)
{
    lc_int number[LC_LINEAR_DIMS];
    size_t n = lc_linear_nouts(l);
    for (size_t i = 0; i < n; i++)
        number[i] = lc_int_from_word(ctx, lc_linear_digit(l, i, base));
    return lc_tuple_point(ctx, n, number);
}

/* ---- relations ---- */

lc_linear *lcv_affine_extended(lc_ctx *ctx, const lcv_value *v)
{
    const lc_linear *l = v->linear;
    size_t nins = lc_linear_nins(l), nouts = lc_linear_nouts(l);
    lc_dim in[LC_LINEAR_DIMS + 1], out[LC_LINEAR_DIMS];
    lc_f2 map = *lc_linear_matrix(l);
    if (nins == LC_LINEAR_DIMS || map.cols == LC_LINEAR_BITS)
        return lc_fail(ctx, LC_ERR_LIMIT, "an affine layout of %zu input dims and %u bits", nins,
                       map.cols);
    for (size_t i = 0; i < nins; i++)
        in[i] = lc_linear_in_dim(l, i);
    for (size_t i = 0; i < nouts; i++)
        out[i] = lc_linear_out_dim(l, i);
    in[nins] = (lc_dim){ONE_MORE, 1};
    map.column[map.cols++] = lcv_affine_base(v);
    return lcv_kept(ctx, lc_linear_new(ctx, nins + 1, in, nouts, out, &map));
}
