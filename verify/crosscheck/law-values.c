/* law-values.c - evaluation, sizes, and layouts of relations, against isl.
 *
 * X(c) is the value of isl's relation for X on all integers, a mode at a time where
 * c is a tuple, and an output an axis. The size is one more than the last integral coordinate; the cosize is
 * one more than an offset that is reached, and no offset is as large.
 */
#include "config.h"

#include "../claim/claims.h"
#include "laws.h"

#include <stdlib.h>

/* ---- evaluation ---- */

lcr_answer lcv_add_relation_value(lcr_ctx *r, lc_layout *a, const lc_tuple *crd, lc_int *sum)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_answer answer = LCR_YES;
    if (!lc_tuple_is_leaf(crd)) {
        for (size_t i = 0; answer == LCR_YES && i < lc_tuple_rank(crd); i++) {
            lc_layout *mode = lc_layout_mode(ctx, a, i);
            lc_tuple *part = mode != NULL ? lc_tuple_mode(ctx, crd, i) : NULL;
            answer = part != NULL ? lcv_add_relation_value(r, mode, part, sum) : LCR_UNKNOWN;
            lc_layout_free(mode);
            lc_tuple_free(part);
        }
        return answer;
    }
    lcr_map *m = lcr_extended_map(r, a);
    lc_int in = lc_tuple_value(crd, 0), out[LC_MAX_AXES];
    answer = m != NULL ? lcr_map_eval(r, m, &in, out) : LCR_UNKNOWN;
    for (size_t q = 0; answer == LCR_YES && q < lc_layout_naxes(a); q++)
        sum[q] = lc_int_add(ctx, sum[q], out[q]);
    lcr_map_free(m);
    return answer;
}

lc_int lcv_add_multiple(lc_ctx *ctx, lc_codomain codomain, lc_int sum, lc_int i, lc_int d)
{
    if (codomain != LC_XOR)
        return lc_int_add(ctx, sum, lc_int_mul(ctx, i, d));
    for (size_t bit = 0; bit < lc_int_bits(i); bit++) {
        if (lc_int_bit(i, bit))
            sum = lcv_xor(ctx, sum, d);
        d = lc_int_add(ctx, d, d);
    }
    return sum;
}

/* The same of strides that add by XOR, which have no relation on all coordinates: the
 * strides shifted by the bits of the digits. False where a digit is negative. */
static bool add_xor_value(lc_ctx *ctx, lc_layout *a, const lc_tuple *crd, lc_int *sum)
{
    bool ok = true;
    if (!lc_tuple_is_leaf(crd)) {
        for (size_t i = 0; ok && i < lc_tuple_rank(crd); i++) {
            lc_layout *mode = lc_layout_mode(ctx, a, i);
            lc_tuple *part = mode != NULL ? lc_tuple_mode(ctx, crd, i) : NULL;
            ok = part != NULL && add_xor_value(ctx, mode, part, sum);
            lc_layout_free(mode);
            lc_tuple_free(part);
        }
        return ok;
    }
    lc_int rest = lc_tuple_value(crd, 0);
    for (size_t k = 0; k < lc_layout_nleaves(a); k++) {
        lc_int extent = lc_layout_extent(a, k), digit = rest;
        if (k + 1 < lc_layout_nleaves(a))
            digit = lc_int_fmod(ctx, rest, extent);
        rest = lc_int_fdiv(ctx, rest, extent);
        *sum = lcv_add_multiple(ctx, LC_XOR, *sum, digit, lc_layout_step(a, k));
        ok = ok && lc_int_sign(digit) >= 0;
    }
    return ok;
}

static lcv_result *compare_values(lc_ctx *ctx, const char *method, const lc_tuple *crd,
                                  const lc_tuple *value, const lc_int *sum)
{
    bool same = true;
    for (size_t q = 0; q < lc_tuple_nleaves(value); q++)
        same = same && lc_int_eq(lc_tuple_value(value, q), sum[q]);
    if (same)
        return lcv_proved(ctx, method);
    lc_tuple *want = lc_tuple_like(ctx, value, sum);
    lcv_result *result =
        want != NULL ? lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", crd),
                                   lcv_text(ctx, "%t is not %t, the value of the relation", value,
                                            want))
                     : NULL;
    lc_tuple_free(want);
    return result;
}

/* The value of a layout and an offset, by its relation or its bits. */
static lcv_result *evaluate(lcr_ctx *r, lc_layout *a, const lc_tuple *offset, const lc_tuple *crd,
                            const lc_tuple *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int sum[LC_MAX_AXES];
    for (size_t q = 0; q < lc_layout_naxes(a); q++)
        sum[q] = offset != NULL ? lc_tuple_value(offset, q) : lc_int_const(0);
    if (lc_tuple_nleaves(value) != lc_layout_naxes(a))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = %t", crd),
                           lcv_text(ctx, "%t is no value of A", value));
    if (lc_layout_codomain(a) == LC_XOR)
        return add_xor_value(ctx, a, crd, sum)
                   ? compare_values(ctx, LCV_BY_EVALUATION, crd, value, sum)
                   : NULL;
    switch (lcv_add_relation_value(r, a, crd, sum)) {
    case LCR_YES:
        return compare_values(ctx, LCV_BY_RELATION, crd, value, sum);
    case LCR_NO:
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "c = %t", crd),
                           lcv_text(ctx, "the relation has no value there"));
    default:
        return lcv_out_of_budget(ctx)
                   ? lcv_unknown(ctx, LCV_BY_RELATION,
                                 lcv_text(ctx, "the relation has no value within the budget"))
                   : NULL;
    }
}

lcv_result *lcv_law_evaluate(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    if (n != 2 || args[0]->kind == LCV_RELATION || args[1]->kind != LCV_TUPLE ||
        value->kind != LCV_TUPLE)
        return NULL;
    bool tensor = args[0]->kind == LCV_TENSOR;
    lc_layout *a = tensor ? lc_layout_ref(args[0]->layout)
                          : lcv_as_layout(lcr_ctx_lc(r), args[0]);
    lcv_result *result = NULL;
    if (a != NULL)
        result = evaluate(r, a, tensor ? args[0]->offset : NULL, args[1]->tuple, value->tuple);
    lc_layout_free(a);
    return result;
}

/* ---- identities ---- */

/* At one step along each leaf, and so everywhere, the value is the coordinate. */
lcv_result *lcv_law_identity(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n != 1 || value->kind != LCV_LAYOUT)
        return NULL;
    const lc_layout *a = value->layout;
    lc_tuple *given = lcv_as_tuple(ctx, args[0]), *shape = lc_layout_shape(ctx, a);
    lc_int *unit = lc_alloc(ctx, lc_layout_nleaves(a), sizeof *unit);
    lcv_result *result = NULL;
    if (given != NULL && shape != NULL && unit != NULL)
        result = lc_tuple_equal(given, shape)
                     ? lcv_proved(ctx, LCV_BY_EVALUATION)
                     : lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "shape"),
                                   lcv_text(ctx, "%t is not %t", shape, given));
    for (size_t k = 0; lcv_holds(result) && k < lc_layout_nleaves(a); k++) {
        if (lc_int_is_one(lc_layout_extent(a, k)))
            continue;
        unit[k] = lc_int_const(1);
        lc_tuple *crd = lc_tuple_like(ctx, shape, unit);
        lc_tuple *found = crd != NULL ? lc_layout_value(ctx, a, crd) : NULL;
        if (found == NULL || !lc_tuple_equal(found, crd)) {
            lcv_result_free(result);
            result = found == NULL
                         ? NULL
                         : lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "c = %t", crd),
                                       lcv_text(ctx, "%t is not the coordinate", found));
        }
        lc_tuple_free(crd);
        lc_tuple_free(found);
        unit[k] = lc_int_const(0);
    }
    free(unit);
    lc_tuple_free(given);
    lc_tuple_free(shape);
    return result;
}

/* ---- sizes ---- */

/* The last natural coordinate has the integral coordinate size - 1. */
lcv_result *lcv_law_size(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int found;
    (void)n;
    if ((args[0]->kind != LCV_LAYOUT && args[0]->kind != LCV_TENSOR) ||
        !lcv_as_int(ctx, value, &found))
        return NULL;
    const lc_layout *a = args[0]->layout;
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_int *last = lc_alloc(ctx, lc_layout_nleaves(a), sizeof *last);
    lcv_result *result = NULL;
    if (shape != NULL && last != NULL) {
        for (size_t i = 0; i < lc_layout_nleaves(a); i++)
            last[i] = lc_int_sub(ctx, lc_layout_extent(a, i), lc_int_const(1));
        lc_int size = lc_int_add(ctx, lcv_integral(ctx, shape, last), lc_int_const(1));
        result = lc_int_eq(size, found)
                     ? lcv_proved(ctx, LCV_BY_EVALUATION)
                     : lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "size"),
                                   lcv_text(ctx, "%i is not %i", found, size));
    }
    free(last);
    lc_tuple_free(shape);
    return result;
}

/* Is there an offset of a of at least `bound` on an axis? */
static lcr_answer reaches(lcr_ctx *r, const lc_layout *a, size_t axis, lc_int bound)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_layout_nleaves(a);
    if (n > LCR_MAX_VARS)
        return LCR_UNKNOWN;
    lcr_system *system = lcr_system_new(r);
    lc_int *point = system != NULL ? lc_alloc(ctx, n, sizeof *point) : NULL;
    bool ok = point != NULL;
    lcr_expr offset;
    lcr_expr_zero(&offset);
    lcr_expr_add_const(ctx, &offset, lc_int_neg(ctx, bound));
    for (size_t i = 0; ok && i < n; i++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(a, i), lc_int_const(1));
        size_t var = lcr_system_var(system, lc_int_const(0), last);
        ok = var != SIZE_MAX;
        if (ok)
            lcr_expr_add_var(ctx, &offset, lc_layout_step_on(a, axis, i), var);
    }
    lcr_answer answer = ok ? lcr_system_solve(system, &offset, point) : LCR_UNKNOWN;
    free(point);
    lcr_system_free(system);
    return answer;
}

/* NULL without an error: on this axis the largest offset is `found` - 1, or not decided. */
static lcv_result *wrong_cosize(lcr_ctx *r, const lc_layout *a, size_t axis, lc_int found,
                                lc_int offset, bool *decided)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int bound = lc_int_sub(ctx, found, offset);
    lcr_answer more = reaches(r, a, axis, bound);
    lcr_answer last = more == LCR_NO
                          ? reaches(r, a, axis, lc_int_sub(ctx, bound, lc_int_const(1)))
                          : LCR_UNKNOWN;
    *decided = *decided && more == LCR_NO && last == LCR_YES;
    if (more != LCR_YES && last != LCR_NO)
        return NULL;
    return lcv_refuted(ctx, LCV_BY_SYSTEM, lcv_text(ctx, "cosize"),
                       lcv_text(ctx, more == LCR_YES ? "an offset is %i or more"
                                                     : "no offset is %i - 1",
                                found));
}

/* Of strides that add by XOR, by looking at all values. */
static lcv_result *xor_cosize(lc_ctx *ctx, const lcv_value *x, lc_int found)
{
    lc_int size = lc_layout_size(ctx, x->layout), most = lc_int_const(0);
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), size))
        return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                           lcv_text(ctx, "%i coordinates are too many to enumerate", size));
    lc_int offset = x->kind == LCV_TENSOR ? lc_tuple_value(x->offset, 0) : lc_int_const(0);
    for (int64_t c = 0; c < lc_int_get_si(size); c++) {
        lc_int value = lc_layout_at(ctx, x->layout, lc_int_si(ctx, c));
        most = lc_int_max(most, lcv_xor(ctx, value, offset));
    }
    most = lc_int_add(ctx, most, lc_int_const(1));
    return lc_int_eq(most, found)
               ? lcv_proved(ctx, LCV_BY_ENUMERATION)
               : lcv_refuted(ctx, LCV_BY_ENUMERATION, lcv_text(ctx, "cosize"),
                             lcv_text(ctx, "%i is not %i", found, most));
}

lcv_result *lcv_law_cosize(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_value *x = args[0];
    (void)n;
    if ((x->kind != LCV_LAYOUT && x->kind != LCV_TENSOR) || value->kind != LCV_TUPLE)
        return NULL;
    size_t naxes = lc_layout_naxes(x->layout);
    if (lc_tuple_nleaves(value->tuple) != naxes)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "cosize"),
                           lcv_text(ctx, "%t is nested in another way than the values",
                                    value->tuple));
    if (lc_layout_codomain(x->layout) == LC_XOR)
        return xor_cosize(ctx, x, lc_tuple_value(value->tuple, 0));
    bool decided = true;
    for (size_t q = 0; q < naxes; q++) {
        lc_int offset = x->kind == LCV_TENSOR ? lc_tuple_value(x->offset, q) : lc_int_const(0);
        lcv_result *wrong = wrong_cosize(r, x->layout, q, lc_tuple_value(value->tuple, q), offset,
                                         &decided);
        if (wrong != NULL)
            return wrong;
    }
    if (decided)
        return lcv_proved(ctx, LCV_BY_SYSTEM);
    return lcv_out_of_budget(ctx)
               ? lcv_unknown(ctx, LCV_BY_SYSTEM, lcv_text(ctx, "out of budget"))
               : NULL;
}

/* ---- chains of given values ---- */

lcv_result *lcv_law_chain(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *shape = lcv_as_tuple(ctx, value);
    lc_int size = shape != NULL ? lc_tuple_size(ctx, shape) : lc_int_const(0), found;
    lc_tuple_free(shape);
    if (shape == NULL)
        return NULL;
    if (!lc_int_eq(size, lc_int_si(ctx, (int64_t)n)))
        return lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                           lcv_text(ctx, "%i is not %z", size, n));
    for (size_t c = 0; c < n; c++) {
        lc_int want = lc_tuple_value(args[c]->tuple, 0);
        if (!lcv_value_number_at(ctx, value, lc_int_si(ctx, (int64_t)c), &found))
            return NULL;
        if (!lc_int_eq(found, want))
            return lcv_refuted(ctx, LCV_BY_ENUMERATION, lcv_text(ctx, "c = %z", c),
                               lcv_text(ctx, "%i is not %i", found, want));
    }
    return lcv_proved(ctx, LCV_BY_ENUMERATION);
}

/* ---- layouts of relations ---- */

static lcv_result *recovered(lcr_ctx *r, const lcv_value *x, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f = {.name = "X"}, g = {.name = "layout(X)"};
    lcv_result *result = NULL;
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    if (lcv_arg_function_of(ctx, "layout", "X", x, codomains, &f) &&
        lcv_arg_all(ctx, "layout", "a layout", "layout(X)", value, &g))
        result = lcv_check_equiv(r, &f, &g);
    lcv_function_free(&f);
    lcv_function_free(&g);
    return result;
}

static lcv_result *recovered_with(lcr_ctx *r, size_t n, lcv_value *const *args,
                                  const lcv_value *value, bool strides)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = recovered(r, args[0], value);
    if (n < 2 || !lcv_holds(result) || value->kind != LCV_LAYOUT)
        return result;
    if (strides && lc_layout_codomain(value->layout) != LC_INTEGERS)
        return result;
    lc_tuple *given = lcv_as_tuple(ctx, args[1]);
    lc_tuple *found = strides ? lc_layout_stride(ctx, value->layout)
                              : lc_layout_shape(ctx, value->layout);
    if (given != NULL && found != NULL && !lc_tuple_equal(given, found)) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON,
                             lcv_text(ctx, strides ? "stride" : "shape"),
                             lcv_text(ctx, "%t is not %t", found, given));
    }
    lc_tuple_free(given);
    lc_tuple_free(found);
    return result;
}

lcv_result *lcv_law_layout(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    return recovered_with(r, n, args, value, false);
}

lcv_result *lcv_law_layout_with_strides(lcr_ctx *r, size_t n, lcv_value *const *args,
                                        const lcv_value *value)
{
    return recovered_with(r, n, args, value, true);
}
