/* law-evaluate.c - values of swizzles, composed layouts and linear layouts, against isl.
 *
 * A value of a swizzle or a composed layout is that of its relation, function after function
 * from the inside, and a value of a linear layout that of its bits map.
 */
#include "config.h"

#include "../claim/claims.h"

#include <string.h>

#include "../../isl-bridge/bits.h"
#include "laws.h"

static lcv_result *compare_value(lc_ctx *ctx, const lc_tuple *crd, lc_int found, lc_int want)
{
    if (lc_int_eq(found, want))
        return lcv_proved(ctx, LCV_BY_RELATION);
    return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "c = %t", crd),
                       lcv_text(ctx, "%i is not %i, the value of the relation", found, want));
}

/* A function outside, by its relation on all integers. False: it is not known. */
static bool outer_by_relation(lcr_ctx *r, const lcv_outer *o, const lc_tuple *profile, lc_int *x)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int sum[LC_MAX_AXES], in = x[0];
    if (o->layout == NULL) {
        lcr_map *m = lcr_swizzle_extended_map(r, o->swizzle);
        bool ok = m != NULL && lcr_map_eval(r, m, &in, x) == LCR_YES;
        lcr_map_free(m);
        return ok;
    }
    for (size_t q = 0; q < lc_layout_naxes(o->layout); q++)
        sum[q] = lc_int_const(0);
    lc_tuple *crd = profile != NULL ? lc_tuple_like(ctx, profile, x) : lc_tuple_leaf(ctx, in);
    bool ok = crd != NULL && lc_layout_codomain(o->layout) != LC_XOR &&
              lcv_add_relation_value(r, o->layout, crd, sum) == LCR_YES;
    memcpy(x, sum, lc_layout_naxes(o->layout) * sizeof *x);
    lc_tuple_free(crd);
    return ok;
}

/* Relation after relation, from the innermost layout outwards. */
static lcv_result *evaluate_composed(lcr_ctx *r, const lcv_value *v, const lc_tuple *crd,
                                     const lc_tuple *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int x[LC_MAX_AXES];
    size_t n = lc_layout_naxes(v->layout);
    const lc_tuple *profile = lc_layout_profile(v->layout);
    bool ok = lc_layout_codomain(v->layout) != LC_XOR && lc_tuple_nleaves(v->offset) == n;
    for (size_t q = 0; ok && q < n; q++)
        x[q] = lc_tuple_value(v->offset, q);
    ok = ok && lcv_add_relation_value(r, v->layout, crd, x) == LCR_YES;
    if (ok && v->swizzle.b > 0)
        ok = outer_by_relation(r, &(lcv_outer){.swizzle = v->swizzle}, NULL, x);
    for (size_t i = 0; ok && i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        for (size_t q = 0; q < lc_tuple_nleaves(o->offset) && !lcv_is_zero(o->offset); q++)
            x[q] = lc_int_add(ctx, x[q], lc_tuple_value(o->offset, q));
        ok = outer_by_relation(r, o, profile, x);
        if (o->layout != NULL) {
            profile = lc_layout_profile(o->layout);
            n = lc_layout_naxes(o->layout);
        }
    }
    if (!ok)
        return NULL;
    for (size_t q = 0; q < n; q++) {
        lcv_result *result = compare_value(ctx, crd, lc_tuple_value(found, q), x[q]);
        if (q + 1 == n || !lcv_holds(result))
            return result;
        lcv_result_free(result);
    }
    return NULL;
}

/* A swizzle's relation on all integers, at what is under it. */
static lcv_result *evaluate_swizzled(lcr_ctx *r, const lcv_value *x, const lc_tuple *crd,
                                     lc_int found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int inner = lc_int_const(0), want;
    bool ok;
    if (x->kind == LCV_COMPOSED) {
        inner = lc_tuple_value(x->offset, 0);
        ok = lcv_add_relation_value(r, x->layout, crd, &inner) == LCR_YES;
    } else {
        ok = lc_tuple_is_leaf(crd);
        inner = ok ? lc_tuple_value(crd, 0) : inner;
    }
    lcr_map *m = ok ? lcr_swizzle_extended_map(r, x->swizzle) : NULL;
    lcv_result *result = NULL;
    if (m != NULL && lcr_map_eval(r, m, &inner, &want) == LCR_YES)
        result = compare_value(ctx, crd, found, want);
    lcr_map_free(m);
    return result;
}

/* The integral coordinate of one number an input dim, or as it is. */
static bool coordinate_of(const lc_linear *l, const lc_tuple *crd, uint64_t *x)
{
    size_t n = lc_tuple_nleaves(crd);
    *x = 0;
    if (n == 1)
        *x = lcv_to_word(lc_tuple_value(crd, 0));
    for (size_t i = 0; n > 1 && n == lc_linear_nins(l) && i < n; i++)
        *x |= lcv_place_in(l, lc_linear_in_dim(l, i).name, lcv_to_word(lc_tuple_value(crd, i)));
    return n == 1 || n == lc_linear_nins(l);
}

/* Bit k of the value at the bits `in`: the bits map of that row alone. */
static bool relation_bit(lcr_ctx *r, const lc_linear *l, unsigned k, const lc_int *in,
                         uint64_t *bit)
{
    lc_f2 row = lc_f2_zero(1, lc_linear_in_bits(l));
    for (unsigned j = 0; j < row.cols; j++)
        row.column[j] = lc_linear_matrix(l)->column[j] >> k & 1;
    lc_dim ins = {"in", row.cols}, outs = {"out", 1};
    lc_linear *one = lc_linear_new(lcr_ctx_lc(r), 1, &ins, 1, &outs, &row);
    lcr_map *m = one != NULL ? lcr_linear_bits_map(r, one) : NULL;
    lc_int out;
    bool ok = m != NULL && lcr_map_eval(r, m, in, &out) == LCR_YES;
    if (ok)
        *bit = lc_int_bit(out, 0);
    lcr_map_free(m);
    lc_linear_free(one);
    return ok;
}

/* The bits map, at the bits of the coordinate, row by row. */
static lcv_result *evaluate_linear(lcr_ctx *r, const lc_linear *l, const lc_tuple *crd,
                                   const lc_tuple *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    uint64_t x, bit, value = 0;
    lc_int in[LC_LINEAR_BITS];
    if (!coordinate_of(l, crd, &x))
        return NULL;
    for (unsigned j = 0; j < lc_linear_in_bits(l); j++)
        in[j] = lc_int_const((int32_t)(x >> j & 1));
    for (unsigned k = 0; k < lc_linear_out_bits(l); k++) {
        if (!relation_bit(r, l, k, in, &bit))
            return NULL;
        value |= bit << k;
    }
    for (size_t i = 0; i < lc_linear_nouts(l) && i < lc_tuple_nleaves(found); i++) {
        lc_int want = lcv_from_word(ctx, lc_linear_digit(l, i, value));
        lcv_result *result = compare_value(ctx, crd, lc_tuple_value(found, i), want);
        if (!lcv_holds(result))
            return result;
        lcv_result_free(result);
    }
    return lcv_proved(ctx, LCV_BY_RELATION);
}

lcv_result *lcv_law_evaluate_bits(lcr_ctx *r, size_t n, lcv_value *const *args,
                                  const lcv_value *value)
{
    lc_int found;
    if (n != 2 || args[1]->kind != LCV_TUPLE || value->kind != LCV_TUPLE)
        return NULL;
    if (args[0]->kind == LCV_LINEAR)
        return evaluate_linear(r, args[0]->linear, args[1]->tuple, value->tuple);
    if (args[0]->nouters > 0)
        return evaluate_composed(r, args[0], args[1]->tuple, value->tuple);
    if (!lcv_as_int(lcr_ctx_lc(r), value, &found))
        return NULL;
    return evaluate_swizzled(r, args[0], args[1]->tuple, found);
}
