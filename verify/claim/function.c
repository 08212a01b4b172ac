/* function.c - claims that two functions are the same: equal, equiv.
 *
 * Two layouts of one size are compared by their runs: coalesce each into modes
 * s_k : d_k with d_{k+1} != s_k d_k and no s_k = 1. Where the lists first differ, at
 * mode k after P coordinates, either the strides do, and the values at P are two
 * different strides; or the extents s < t do, and the value at P s is s d in the
 * second and, being the stride of the next run, not in the first. Below that
 * coordinate the layouts agree. So the lists are equal exactly when the functions
 * are, and otherwise give the least coordinate that tells them apart; of coordinates,
 * axis by axis.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

/* ---- equal ---- */

/* Which of the two differs; without steps. */
static lcv_result *compare_parts(lc_ctx *ctx, const lc_layout *x, const lc_layout *y)
{
    if (lc_layout_equal(x, y))
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    lc_tuple *s = lc_layout_shape(ctx, x), *t = lc_layout_shape(ctx, y);
    char *d = lc_layout_stride_to_str(ctx, x), *e = lc_layout_stride_to_str(ctx, y);
    lcv_result *result = NULL;
    if (s != NULL && t != NULL && d != NULL && e != NULL) {
        bool shapes = !lc_tuple_equal(s, t);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, shapes ? "shape" : "stride"),
                             shapes ? lcv_text(ctx, "%t is not %t", s, t)
                                    : lcv_text(ctx, "%s is not %s", d, e));
    }
    lc_tuple_free(s);
    lc_tuple_free(t);
    free(d);
    free(e);
    return result;
}

lcv_result *lcv_check_equal(lc_ctx *ctx, const lc_layout *x, const lc_layout *y)
{
    lcv_result *result = compare_parts(ctx, x, y);
    if (result != NULL && result->verdict == LCV_REFUTED) {
        lcv_step(ctx, &result, "X = %L", x);
        lcv_step(ctx, &result, "Y = %L", y);
    }
    return result;
}

static lcv_result *equal_texts(lcr_ctx *r, const lcv_value *x, const lcv_value *y, bool equal)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (equal)
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    char *s = lcv_value_to_str(r, x), *t = lcv_value_to_str(r, y);
    lcv_result *result = NULL;
    if (s != NULL && t != NULL)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, ""),
                             lcv_text(ctx, "%s is not %s", s, t));
    free(s);
    free(t);
    return result;
}

static bool tilers_equal(const lc_tiler *x, const lc_tiler *y)
{
    const lc_layout *a = lc_tiler_as_layout(x), *b = lc_tiler_as_layout(y);
    if (a != NULL || b != NULL)
        return a != NULL && b != NULL && lc_layout_equal(a, b);
    if (lc_tiler_rank(x) != lc_tiler_rank(y))
        return false;
    for (size_t i = 0; i < lc_tiler_rank(x); i++)
        if (!tilers_equal(lc_tiler_mode(x, i), lc_tiler_mode(y, i)))
            return false;
    return true;
}

/* `X = {7} o 4:1`, where an offset is part of what is compared. */
static void step_tensor(lc_ctx *ctx, lcv_result **result, const lcv_function *f)
{
    lc_tuple *offset = lcv_function_offset(ctx, f);
    if (offset != NULL && lcv_function_is_layout(f))
        lcv_step(ctx, result, "%s = %L", f->name, f->layout);
    else if (offset != NULL)
        lcv_step(ctx, result, "%s = {%t} o %L", f->name, offset, f->layout);
    lc_tuple_free(offset);
}

static lcv_result *equal_tensors(lc_ctx *ctx, const lcv_function *x, const lcv_function *y)
{
    if (!lcv_comparable(x->layout, y->layout))
        return lcv_incomparable(ctx, x->name, x->layout, y->name, y->layout);
    lc_tuple *first = lcv_function_offset(ctx, x), *second = lcv_function_offset(ctx, y);
    lcv_result *result = NULL;
    if (first != NULL && second != NULL)
        result = compare_parts(ctx, x->layout, y->layout);
    if (result != NULL && result->verdict == LCV_PROVED && !lc_tuple_equal(first, second)) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "offset"),
                             lcv_text(ctx, "%t is not %t", first, second));
    } else if (result != NULL && result->verdict == LCV_REFUTED) {
        step_tensor(ctx, &result, x);
        step_tensor(ctx, &result, y);
    }
    lc_tuple_free(first);
    lc_tuple_free(second);
    return result;
}

static lcv_result *equal_layouts(lcr_ctx *r, lcv_value *const *args, const lcv_function *x,
                                 const lcv_function *y)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = equal_tensors(ctx, x, y);
    if (result != NULL && result->verdict == LCV_REFUTED &&
        lcv_may_differ_in_units(ctx, x->layout, y->layout))
        lcv_step_equivalent(r, &result, args);
    return result;
}

lcv_result *lcv_prove_equal(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_value *a = args[0], *b = args[1];
    if (a->kind == LCV_TUPLE && b->kind == LCV_TUPLE)
        return equal_texts(r, a, b, lc_tuple_equal(a->tuple, b->tuple));
    if (a->kind == LCV_TILER && b->kind == LCV_TILER)
        return equal_texts(r, a, b, tilers_equal(a->tiler, b->tiler));

    lcv_function x = {.name = "X"}, y = {.name = "Y"};
    lcv_result *result = NULL;
    if (lcv_arg_function_of(ctx, "equal", "X", a, LCV_OF_ALL, &x) &&
        lcv_arg_function_of(ctx, "equal", "Y", b, LCV_OF_ALL, &y)) {
        if (x.layout != NULL && y.layout != NULL)
            result = equal_layouts(r, args, &x, &y);
        else if (x.layout == NULL && y.layout == NULL)
            result = lcv_relation_equiv(r, &x, &y);
        else
            lc_fail(ctx, LC_ERR_INVALID,
                    "equal compares shape and stride, which a relation does not have: use equiv");
    }
    lcv_function_free(&x);
    lcv_function_free(&y);
    return result;
}

/* ---- equiv ---- */

/* Of one axis of two layouts of one size: false when they agree, else c is the least
 * integral coordinate at which they do not. */
static bool runs_differ(lc_ctx *ctx, const lcv_runs *x, const lcv_runs *y, lc_int *c)
{
    *c = lc_int_const(1);
    for (size_t k = 0; k < x->n && k < y->n; k++) {
        if (!lc_int_eq(x->step[k], y->step[k]))
            return true;
        *c = lc_int_mul(ctx, *c, lc_int_min(x->extent[k], y->extent[k]));
        if (!lc_int_eq(x->extent[k], y->extent[k]))
            return true;
    }
    return false;
}

bool lcv_layouts_differ(lc_ctx *ctx, const lc_layout *x, const lc_layout *y, lc_int *c)
{
    size_t leaves = lc_layout_nleaves(x) + lc_layout_nleaves(y);
    lc_int *room = lc_alloc(ctx, 2 * leaves, sizeof *room);
    if (room == NULL)
        return false;
    bool differ = false;
    for (size_t q = 0; q < lc_layout_naxes(x); q++) {
        lc_int first;
        lcv_runs p = lcv_runs_of(ctx, x, q, false, room);
        lcv_runs s = lcv_runs_of(ctx, y, q, false, room + 2 * lc_layout_nleaves(x));
        if (!runs_differ(ctx, &p, &s, &first))
            continue;
        *c = differ ? lc_int_min(*c, first) : first;
        differ = true;
    }
    free(room);
    return differ;
}

static lcv_result *functions_differ(lc_ctx *ctx, const lcv_function *x, const lcv_function *y,
                                    lc_int c)
{
    lc_tuple *left = lcv_function_value(ctx, x, c), *right = lcv_function_value(ctx, y, c);
    lcv_result *result = NULL;
    if (left != NULL && right != NULL && lc_tuple_equal(left, right))
        lcv_uncertified(ctx, "the comparison of coalesced layouts");
    else if (left != NULL && right != NULL)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = %i", c),
                             lcv_text(ctx, "%t is not %t", left, right));
    lcv_step_function(ctx, &result, x, c, NULL);
    lcv_step_function(ctx, &result, y, c, NULL);
    lc_tuple_free(left);
    lc_tuple_free(right);
    return result;
}

/* Of one size, on common axes. */
static lcv_result *same_values(lc_ctx *ctx, const lcv_function *x, const lcv_function *y)
{
    lc_tuple *p = lcv_function_offset(ctx, x), *q = lcv_function_offset(ctx, y);
    lcv_result *result = NULL;
    lc_int c = lc_int_const(0);
    if (p != NULL && q != NULL) {
        bool differ = !lc_tuple_equal(p, q) || lcv_layouts_differ(ctx, x->layout, y->layout, &c);
        if (differ)
            result = functions_differ(ctx, x, y, c);
        else if (lc_ctx_code(ctx) == LC_OK)
            result = lcv_proved(ctx, LCV_BY_COMPARISON);
    }
    lc_tuple_free(p);
    lc_tuple_free(q);
    return result;
}

static lcv_result *layouts_equiv(lc_ctx *ctx, const lcv_function *x, const lcv_function *y)
{
    lc_int m = lc_layout_size(ctx, x->layout), n = lc_layout_size(ctx, y->layout);
    lcv_function f = lcv_function_ref(x), g = lcv_function_ref(y);
    lcv_result *result = NULL;
    if (!lcv_functions_on_common_axes(ctx, &f, &g)) {
        result = NULL;
    } else if (!lc_int_eq(m, n)) {
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                             lcv_text(ctx, "%i is not %i", m, n));
        lcv_step(ctx, &result, "%s has %i coordinates, %s has %i", x->name, m, y->name, n);
    } else {
        result = same_values(ctx, &f, &g);
    }
    lcv_function_free(&f);
    lcv_function_free(&g);
    return result;
}

lcv_result *lcv_check_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y)
{
    if (x->layout != NULL && y->layout != NULL)
        return layouts_equiv(lcr_ctx_lc(r), x, y);
    return lcv_relation_equiv(r, x, y);
}

lcv_result *lcv_prove_equiv(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (args[0]->kind == LCV_LINEAR || args[1]->kind == LCV_LINEAR)
        return lcv_equiv_linear(ctx, args);
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    lcv_function x = {.name = "X"}, y = {.name = "Y"};
    lcv_result *result = NULL;
    if (lcv_arg_function_of(ctx, "equiv", "X", args[0], codomains, &x) &&
        lcv_arg_function_of(ctx, "equiv", "Y", args[1], codomains, &y))
        result = lcv_check_equiv(r, &x, &y);
    lcv_function_free(&x);
    lcv_function_free(&y);
    return result;
}
