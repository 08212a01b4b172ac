/* law-evaluate.c - values of swizzles, composed layouts and linear layouts, against isl.
 *
 * A value of a swizzle or a composed layout is that of its relation, function after function
 * from the inside, and a value of a linear layout that of its bits map.
 */
#include "config.h"

#include "laws.h"

#include "../../isl-bridge/bits.h"

#include <string.h>

/* Number q of the value, if it has one. */
static lcv_result *check_number(lcv_case *c, size_t q, lc_int want)
{
    lc_int found = lc_tuple_value(c->value->tuple, q);
    return lcv_judge(c, lc_int_eq(found, want), LCV_BY_RELATION,
                     "c = %t: %i is not %i, the value of the relation", c->args[1]->tuple, found,
                     want);
}

/* A function outside, by its relation on all integers. False: it is not known. */
static bool outer_by_relation(lcv_case *c, const lcv_outer *o, const lc_tuple *profile, lc_int *x)
{
    lc_int sum[LC_MAX_AXES], in = x[0];
    if (!o->layout) {
        lcr_map *m = lcr_swizzle_extended_map(c->r, o->swizzle);
        bool ok = m && lcr_map_eval(c->r, m, &in, x) == LCR_YES;
        lcr_map_free(m);
        return ok;
    }
    size_t naxes = lc_layout_naxes(o->layout);
    for (size_t q = 0; q < naxes; q++)
        sum[q] = lc_int_const(0);
    lc_tuple *crd = lcv_kept(c->ctx, profile ? lc_tuple_like(c->ctx, profile, x)
                                             : lc_tuple_leaf(c->ctx, in));
    bool ok = lc_layout_codomain(o->layout) != LC_XOR &&
              lcv_add_relation_value(c, o->layout, crd, sum) == LCR_YES;
    memcpy(x, sum, naxes * sizeof *x);
    return ok;
}

/* The layout of a composed one, after its offset. */
static bool inner_by_relation(lcv_case *c, const lcv_value *v, lc_int *x)
{
    size_t n = lc_layout_naxes(v->layout);
    if (lc_tuple_nleaves(v->offset) != n)
        return false;
    for (size_t q = 0; q < n; q++)
        x[q] = lc_tuple_value(v->offset, q);
    return lcv_add_relation_value(c, v->layout, c->args[1]->tuple, x) == LCR_YES;
}

/* Relation after relation, from the innermost layout outwards. */
static lcv_result *evaluate_composed(lcv_case *c, const lcv_value *v)
{
    lc_int x[LC_MAX_AXES];
    const lc_layout *last = v->layout;
    bool ok = lc_layout_codomain(last) != LC_XOR && inner_by_relation(c, v, x);
    if (ok && v->swizzle.b > 0)
        ok = outer_by_relation(c, &(lcv_outer){.swizzle = v->swizzle}, NULL, x);
    for (size_t i = 0; ok && i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        for (size_t q = 0; q < lc_tuple_nleaves(o->offset) && !lcv_is_zero(o->offset); q++)
            x[q] = lc_int_add(c->ctx, x[q], lc_tuple_value(o->offset, q));
        ok = outer_by_relation(c, o, lc_layout_profile(last), x);
        last = o->layout ? o->layout : last;
    }
    lcv_result *result = ok ? check_number(c, 0, x[0]) : NULL;
    for (size_t q = 1; q < lc_layout_naxes(last) && lcv_goes_on(&result); q++)
        result = check_number(c, q, x[q]);
    return result;
}

/* A swizzle's relation on all integers, at what is under it. */
static lcv_result *evaluate_swizzled(lcv_case *c, const lcv_value *v)
{
    const lc_tuple *crd = c->args[1]->tuple;
    lc_int x = lc_tuple_value(crd, 0), found;
    bool ok = lcv_as_int(c->ctx, c->value, &found) &&
              (v->kind == LCV_COMPOSED ? inner_by_relation(c, v, &x) : lc_tuple_is_leaf(crd)) &&
              outer_by_relation(c, &(lcv_outer){.swizzle = v->swizzle}, NULL, &x);
    return ok ? check_number(c, 0, x) : NULL;
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
    lcr_map *m = one ? lcr_linear_bits_map(r, one) : NULL;
    lc_int out;
    bool ok = m && lcr_map_eval(r, m, in, &out) == LCR_YES;
    if (ok)
        *bit = lc_int_bit(out, 0);
    lcr_map_free(m);
    lc_linear_free(one);
    return ok;
}

/* The bits map, at the bits of the coordinate, row by row. */
static lcv_result *evaluate_linear(lcv_case *c, const lcv_value *of)
{
    const lc_linear *l = of->linear;
    size_t numbers = lc_tuple_nleaves(c->value->tuple);
    uint64_t x, bit, value = 0;
    lc_int in[LC_LINEAR_BITS];
    if (!coordinate_of(l, c->args[1]->tuple, &x))
        return NULL;
    for (unsigned j = 0; j < lc_linear_in_bits(l); j++)
        in[j] = lc_int_const((int32_t)(x >> j & 1));
    for (unsigned k = 0; k < lc_linear_out_bits(l); k++) {
        if (!relation_bit(c->r, l, k, in, &bit))
            return NULL;
        value |= bit << k;
    }
    value ^= lcv_affine_base(of);
    lcv_result *result = lcv_proved(c->ctx, LCV_BY_RELATION);
    for (size_t i = 0; i < lc_linear_nouts(l) && i < numbers && lcv_goes_on(&result); i++)
        result = check_number(c, i, lcv_from_word(c->ctx, lc_linear_digit(l, i, value)));
    return result;
}

lcv_result *lcv_law_evaluate_bits(lcv_case *c)
{
    const lcv_value *v = c->args[0];
    if (c->n != 2 || c->args[1]->kind != LCV_TUPLE || c->value->kind != LCV_TUPLE)
        return NULL;
    if (lcv_has_dims(v))
        return evaluate_linear(c, v);
    return v->nouters > 0 ? evaluate_composed(c, v) : evaluate_swizzled(c, v);
}
