/* law-values.c - evaluation, sizes, and layouts of relations, against isl.
 *
 * X(c) is the value of isl's relation for X on all integers, a mode at a time where
 * c is a tuple. The size is one more than the last integral coordinate; the cosize is
 * one more than an offset that is reached, and no offset is as large.
 */
#include "config.h"

#include "claims.h"
#include "laws.h"

#include <stdlib.h>

/* ---- evaluation ---- */

lcr_answer lcv_add_relation_value(lcr_ctx *r, lc_layout *a, const lc_tuple *crd,
                                  lc_int *sum)
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
    lc_int in = lc_tuple_value(crd, 0), out;
    answer = m != NULL ? lcr_map_eval(r, m, &in, &out) : LCR_UNKNOWN;
    if (answer == LCR_YES)
        *sum = lc_int_add(ctx, *sum, out);
    lcr_map_free(m);
    return answer;
}

static lcv_result *compare_values(lc_ctx *ctx, const lc_tuple *crd, lc_int value, lc_int sum)
{
    if (lc_int_eq(value, sum))
        return lcv_proved(ctx, LCV_BY_RELATION);
    return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "c = %t", crd),
                       lcv_text(ctx, "%i is not %i, the value of the relation", value, sum));
}

lcv_result *lcv_law_evaluate(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int found;
    if (n != 2 || args[0]->kind == LCV_RELATION || args[1]->kind != LCV_TUPLE ||
        !lcv_as_int(ctx, value, &found))
        return NULL;
    bool tensor = args[0]->kind == LCV_TENSOR;
    lc_layout *a = tensor ? lc_layout_ref(args[0]->layout) : lcv_as_layout(ctx, args[0]);
    lc_int sum = tensor ? lc_tuple_value(args[0]->offset, 0) : lc_int_const(0);
    lcr_answer answer =
        a != NULL ? lcv_add_relation_value(r, a, args[1]->tuple, &sum) : LCR_UNKNOWN;
    lc_layout_free(a);
    if (answer == LCR_YES)
        return compare_values(ctx, args[1]->tuple, found, sum);
    if (answer == LCR_NO)
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "c = %t", args[1]->tuple),
                           lcv_text(ctx, "the relation has no value there"));
    return lcv_out_of_budget(ctx)
               ? lcv_unknown(ctx, LCV_BY_RELATION, lcv_text(ctx, "the relation has no value "
                                                                 "within the budget"))
               : NULL;
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

/* Is there an offset of a of at least `bound`? */
static lcr_answer reaches(lcr_ctx *r, const lc_layout *a, lc_int bound)
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
            lcr_expr_add_var(ctx, &offset, lc_layout_step(a, i), var);
    }
    lcr_answer answer = ok ? lcr_system_solve(system, &offset, point) : LCR_UNKNOWN;
    free(point);
    lcr_system_free(system);
    return answer;
}

lcv_result *lcv_law_cosize(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int found;
    (void)n;
    if ((args[0]->kind != LCV_LAYOUT && args[0]->kind != LCV_TENSOR) ||
        !lcv_as_int(ctx, value, &found))
        return NULL;
    const lc_layout *a = args[0]->layout;
    lc_int bound = found;
    if (args[0]->kind == LCV_TENSOR)
        bound = lc_int_sub(ctx, found, lc_tuple_value(args[0]->offset, 0));
    lcr_answer more = reaches(r, a, bound);
    lcr_answer last = more == LCR_NO ? reaches(r, a, lc_int_sub(ctx, bound, lc_int_const(1)))
                                     : LCR_UNKNOWN;
    if (more == LCR_NO && last == LCR_YES)
        return lcv_proved(ctx, LCV_BY_SYSTEM);
    if (more == LCR_YES || last == LCR_NO)
        return lcv_refuted(ctx, LCV_BY_SYSTEM, lcv_text(ctx, "cosize"),
                           lcv_text(ctx, more == LCR_YES ? "an offset is %i or more"
                                                         : "no offset is %i - 1",
                                    found));
    return lcv_out_of_budget(ctx)
               ? lcv_unknown(ctx, LCV_BY_SYSTEM, lcv_text(ctx, "out of budget"))
               : NULL;
}

/* ---- layouts of relations ---- */

static lcv_result *recovered(lcr_ctx *r, const lcv_value *x, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f = {.name = "X"}, g = {.name = "layout(X)"};
    lcv_result *result = NULL;
    if (lcv_arg_function(ctx, "layout", "X", x, &f) &&
        lcv_arg_function(ctx, "layout", "layout(X)", value, &g))
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
