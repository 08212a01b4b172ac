/* claims-tensor.c - claims whose proofs are about layouts, of tensors.
 *
 * An offset before a layout is added to every value alike. Where the offsets of both sides
 * are the same they may be left out: {a} o R is {a} o A after B exactly when R is A o B;
 * where they differ, the values at 0 do. What exists of a layout exists of a tensor of it.
 * Vectors of n elements move as one from where a pointer begins at a multiple of n.
 */
#include "config.h"

#include "claims.h"
#include "points.h"

#include <stdlib.h>
#include <string.h>

/* Arguments with the same offset: composes(R, A, B), divides_into(D, A, T). */
static const struct {
    const char *claim, *first, *second, *name; /* `A(B(0))`, without an argument */
} alike[] = {
    {"composes", "R", "A", "B"},
    {"divides_into", "D", "A", "T"},
};

static bool any_offset(size_t n, lcv_value *const *args)
{
    for (size_t i = 0; i < n; i++)
        if (lcv_has_offset(args[i]))
            return true;
    return false;
}

static lcv_value *without_offset(lc_ctx *ctx, lcv_value *v)
{
    return v->kind == LCV_TENSOR ? lcv_value_layout(ctx, lc_layout_ref(v->layout))
                                 : lcv_value_ref(v);
}

/* The claim on the layouts of the first `moved` arguments. */
static lcv_result *prove_on_layouts(lcr_ctx *r, lcv_prove_function *prove, size_t n,
                                    lcv_value *const *args, size_t moved)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *bare[3] = {NULL, NULL, NULL};
    lcv_result *result = NULL;
    bool ok = n <= 3;
    for (size_t i = 0; ok && i < n; i++)
        ok = (bare[i] = i < moved ? without_offset(ctx, args[i]) : lcv_value_ref(args[i])) != NULL;
    if (ok)
        result = prove(r, n, bare);
    for (size_t i = 0; i < 3; i++)
        lcv_value_free(bare[i]);
    return result;
}

static lc_tuple *offset_of(lc_ctx *ctx, const lcv_value *v)
{
    return v->kind == LCV_TENSOR ? lc_tuple_ref(v->offset) : lc_tuple_leaf(ctx, lc_int_const(0));
}

static lcv_result *check_alike(lcr_ctx *r, lcv_prove_function *prove, size_t n,
                               lcv_value *const *args, size_t which)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *x = offset_of(ctx, args[0]), *y = offset_of(ctx, args[1]);
    lcv_result *result = NULL;
    if (x == NULL || y == NULL)
        result = NULL;
    else if (lc_tuple_equal(x, y) || (lcv_is_zero(x) && lcv_is_zero(y)))
        result = prove_on_layouts(r, prove, n, args, 2);
    else {
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
                             lcv_text(ctx, "%t is not %t", x, y));
        lcv_step(ctx, &result, "%s(0) = %t", alike[which].first, x);
        lcv_step(ctx, &result, "%s(%s(0)) = %s(0) = %t", alike[which].second, alike[which].name,
                 alike[which].second, y);
    }
    lc_tuple_free(x);
    lc_tuple_free(y);
    return result;
}

/* ---- values that are coordinates ---- */

/* The layout whose values are those of v, but for an offset. */
static const lc_layout *values_of(const lcv_value *v)
{
    for (size_t i = v->nouters; i-- > 0;)
        if (v->outer[i].layout != NULL)
            return v->outer[i].layout;
    return v->layout;
}

static lc_tuple *leaf_of(lc_ctx *ctx, const lc_tuple *offset, size_t q)
{
    return lc_tuple_leaf(ctx, q < lc_tuple_nleaves(offset) ? lc_tuple_value(offset, q)
                                                           : lc_int_const(0));
}

/* One axis of the values, as a function to integers. */
static lcv_value *axis_of(lc_ctx *ctx, const lcv_value *v, size_t q)
{
    lc_layout *axis = lc_layout_axis(ctx, values_of(v), q);
    if (axis == NULL)
        return NULL;
    if (v->kind != LCV_COMPOSED) {
        lc_tuple *offset = v->kind == LCV_TENSOR ? leaf_of(ctx, v->offset, q)
                                                 : lc_tuple_leaf(ctx, lc_int_const(0));
        if (offset != NULL)
            return lcv_value_tensor_at(ctx, offset, axis);
        lc_layout_free(axis);
        return NULL;
    }
    lcv_outer *outer = lc_alloc(ctx, v->nouters, sizeof *outer);
    lcv_value inside = *v;
    bool last = true;
    lc_tuple *offset = NULL;
    for (size_t i = v->nouters; outer != NULL && i-- > 0; last = last && !outer[i].layout) {
        outer[i] = v->outer[i];
        if (last && outer[i].layout != NULL)
            outer[i].layout = axis;
        else if (last) /* after the values */
            outer[i].offset = offset = leaf_of(ctx, v->outer[i].offset, q);
    }
    inside.outer = outer;
    lcv_value *made =
        outer != NULL ? lcv_value_with_inner(ctx, &inside, lc_tuple_ref(v->offset),
                                             lc_layout_ref(v->layout))
                      : NULL;
    lc_tuple_free(offset);
    lc_layout_free(axis);
    free(outer);
    return made;
}

/* Axis by axis: the same at every coordinate. */
static lcv_result *equiv_by_axis(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *x = values_of(args[0]), *y = values_of(args[1]);
    const lc_tuple *p = lc_layout_profile(x), *q = lc_layout_profile(y);
    if (p == NULL || q == NULL || !lc_tuple_congruent(p, q))
        return lcv_incomparable(ctx, "X", x, "Y", y);
    lcv_result *result = NULL;
    for (size_t i = 0; i < lc_tuple_nleaves(p); i++) {
        lcv_value *axes[2] = {axis_of(ctx, args[0], i), axis_of(ctx, args[1], i)};
        lcv_result_free(result);
        result = axes[0] != NULL && axes[1] != NULL ? lcv_points_claim("equiv")(r, 2, axes) : NULL;
        lcv_value_free(axes[0]);
        lcv_value_free(axes[1]);
        if (result == NULL || result->verdict != LCV_PROVED)
            return lcv_on_axis(ctx, result, i);
    }
    return result;
}

static bool is_function_of_coordinates(const lcv_value *v)
{
    return v->kind == LCV_COMPOSED && lcv_codomain(v) == LC_COORDINATES;
}

static lcv_result *equiv_of_any(lcr_ctx *r, lcv_value *const *args)
{
    bool composed = is_function_of_coordinates(args[0]) || is_function_of_coordinates(args[1]);
    bool functions = values_of(args[0]) != NULL && values_of(args[1]) != NULL;
    return composed && functions ? equiv_by_axis(r, args) : lcv_points_claim("equiv")(r, 2, args);
}

/* R is A after B, which has an offset: its shape refines B's, and the values are the same. */
static lcv_result *check_applied(lcr_ctx *r, lcv_value *const *args)
{
    lcv_value *shapes[2] = {args[0], args[2]}, *both[2] = {args[0], NULL};
    lcv_result *result = lcv_prove_refines(r, 2, shapes);
    if (result == NULL || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    both[1] = lcv_value_after(lcr_ctx_lc(r), args[1], NULL, args[2]);
    result = both[1] != NULL ? equiv_of_any(r, both) : NULL;
    if (result != NULL && result->verdict == LCV_REFUTED)
        lcv_step(lcr_ctx_lc(r), &result, "X is R here, and Y is A after B");
    lcv_value_free(both[1]);
    return result;
}

/* ---- vectors ---- */

static const char *const side[2] = {"A", "B"};

/* A pointer that is no multiple of n; NULL without an error where both are. */
static lcv_result *misaligned(lc_ctx *ctx, lcv_value *const *args)
{
    lc_int n;
    if (!lcv_arg_int(ctx, "vectorizes", "n", args[2], 1, &n))
        return NULL;
    for (size_t i = 0; i < 2; i++) {
        if (!lcv_has_offset(args[i]) || !lc_tuple_is_leaf(args[i]->offset))
            continue;
        lc_int begin = lc_tuple_value(args[i]->offset, 0);
        if (lc_int_divides(ctx, n, begin))
            continue;
        lcv_result *result = lcv_refuted(
            ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
            lcv_text(ctx, "%s begins at %i, which is no multiple of %i", side[i], begin, n));
        lcv_step(ctx, &result, "%s(0) = %i", side[i], begin);
        return result;
    }
    return NULL;
}

/* `of_points`: the prover takes tensors as they are. */
static lcv_result *check_vectors(lcr_ctx *r, lcv_prove_function *prove, bool of_points, size_t n,
                                 lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = misaligned(ctx, args);
    if (result != NULL || lc_ctx_code(ctx) != LC_OK)
        return result;
    if (of_points)
        return prove(r, n, args);
    result = prove_on_layouts(r, prove, n, args, 2);
    for (size_t i = 0; i < 2; i++) /* what is left out of the steps of a counterexample */
        if (result != NULL && result->verdict == LCV_REFUTED && lcv_has_offset(args[i]))
            lcv_step(ctx, &result, "the offset %t of %s is left out: it moves all values alike",
                     args[i]->offset, side[i]);
    return result;
}

lcv_result *lcv_prove_on_tensors(lcr_ctx *r, const lcv_claim *claim, lcv_prove_function *prove,
                                 size_t n, lcv_value *const *args)
{
    bool coordinates = false;
    for (size_t i = 0; i < n; i++)
        coordinates = coordinates || is_function_of_coordinates(args[i]);
    if (strcmp(claim->name, "equiv") == 0 && coordinates)
        return equiv_of_any(r, args);
    if (strcmp(claim->name, "composes") == 0 && (coordinates || lcv_has_offset(args[2])) &&
        lcv_is_function(args[1]) && lcv_is_function(args[2]))
        return check_applied(r, args);
    if (strcmp(claim->name, "vectorizes") == 0 && any_offset(2, args))
        return check_vectors(r, prove, prove != claim->prove, n, args);
    if (prove != claim->prove)
        return prove(r, n, args);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (strcmp(alike[i].claim, claim->name) == 0 && any_offset(2, args))
            return check_alike(r, prove, n, args, i);
    if (strcmp(claim->name, "admissible") == 0 && any_offset(1, args))
        return prove_on_layouts(r, prove, n, args, 1);
    return prove(r, n, args);
}
