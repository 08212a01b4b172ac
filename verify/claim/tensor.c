/* tensor.c - claims whose proofs are about layouts, of tensors.
 *
 * An offset before a layout is added to every value alike. Where the offsets of both sides
 * are the same they may be left out: {a} o R is {a} o A after B exactly when R is A o B;
 * where they differ, the values at 0 do. What exists of a layout exists of a tensor of it.
 * Vectors of n elements move as one from where a pointer begins at a multiple of n.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>
#include <string.h>

/* Arguments with the same offset: composes(R, A, B), divides_into(D, A, T). */
static const struct {
    const char *claim, *first, *second;
} alike[] = {
    {"composes", "R", "A"},
    {"divides_into", "D", "A"},
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

/* The value at 0, where B and T are 0 too. */
static void step_at_0(lc_ctx *ctx, lcv_result **result, const char *claim, const char *name,
                      const lcv_value *v)
{
    lcv_function f = {.name = name};
    if (lcv_arg_tensor(ctx, claim, name, v, &f))
        lcv_step_function(ctx, result, &f, lc_int_const(0), NULL);
    lcv_function_free(&f);
}

static lcv_result *check_alike(lcr_ctx *r, lcv_prove_function *prove, size_t n,
                               lcv_value *const *args, size_t which)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *x = offset_of(ctx, args[0]), *y = offset_of(ctx, args[1]);
    lcv_result *result = NULL;
    if (x == NULL || y == NULL)
        result = NULL;
    else if (lc_tuple_equal(x, y) || (lcv_is_zero(x) && lcv_is_zero(y))) {
        result = prove_on_layouts(r, prove, n, args, 2);
        if (result != NULL && result->verdict == LCV_REFUTED && !lcv_is_zero(x))
            lcv_first_step(ctx, &result,
                           "%s and %s are without their offset %t here: it moves all values alike",
                           alike[which].first, alike[which].second, x);
    } else {
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
                             lcv_text(ctx, "%t is not %t", x, y));
        step_at_0(ctx, &result, alike[which].claim, alike[which].first, args[0]);
        step_at_0(ctx, &result, alike[which].claim, alike[which].second, args[1]);
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

static lc_tuple *value_at(lc_ctx *ctx, const lcv_value *v, lc_int c)
{
    lcv_function f = {.name = ""};
    if (v->kind == LCV_COMPOSED)
        return lcv_composed_at(ctx, v, c);
    lc_tuple *value = NULL;
    if (lcv_arg_tensor_of(ctx, "equiv", "X", v, LCV_OF_ALL, &f))
        value = lcv_function_value(ctx, &f, c);
    lcv_function_free(&f);
    return value;
}

static void step_whole(lc_ctx *ctx, lcv_result **result, const char *name, lcv_value *v, lc_int c)
{
    lcv_function f = {.name = name};
    if (v->kind == LCV_COMPOSED) {
        lcv_function p = {.name = name, .value = v, .shape = lcv_as_tuple(ctx, v)};
        if (p.shape != NULL)
            lcv_step_function(ctx, result, &p, c, NULL);
        lc_tuple_free(p.shape);
    } else if (lcv_arg_tensor_of(ctx, "equiv", name, v, LCV_OF_ALL, &f)) {
        lcv_step_function(ctx, result, &f, c, NULL);
    }
    lcv_function_free(&f);
}

/* The counterexample on one axis, with the values on all. */
static lcv_result *on_all_axes(lc_ctx *ctx, lcv_result *one, lcv_value *const *args)
{
    const char *where = one->counterexample.where;
    lc_int c;
    if (strncmp(where, "c = ", 4) != 0 || !lc_int_parse(ctx, where + 4, strlen(where + 4), &c))
        return one; /* of sizes */
    lc_tuple *x = value_at(ctx, args[0], c), *y = x != NULL ? value_at(ctx, args[1], c) : NULL;
    lcv_result *result = NULL;
    if (y != NULL)
        result = lcv_refuted(ctx, one->method, lcv_text(ctx, "c = %i", c),
                             lcv_text(ctx, "%t is not %t", x, y));
    step_whole(ctx, &result, "X", args[0], c);
    step_whole(ctx, &result, "Y", args[1], c);
    lc_tuple_free(x);
    lc_tuple_free(y);
    lcv_result_free(one);
    return result;
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
            break;
    }
    return result != NULL && result->verdict == LCV_REFUTED ? on_all_axes(ctx, result, args)
                                                            : result;
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

/* R's shape refines B's; NULL without an error when so. */
static lcv_result *wrong_shape(lc_ctx *ctx, const lcv_value *R, const lcv_value *b)
{
    lc_tuple *fine = lcv_as_tuple(ctx, R), *coarse = fine != NULL ? lcv_as_tuple(ctx, b) : NULL;
    lcv_result *result = NULL;
    if (coarse != NULL && !lc_tuple_refines(ctx, fine, coarse))
        result = lcv_not_refined(ctx, "R", fine, "B", coarse);
    lc_tuple_free(fine);
    lc_tuple_free(coarse);
    return result;
}

/* R is A after B, which has an offset: its shape refines B's, and the values are the same. */
static lcv_result *check_applied(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool coordinates = false;
    for (size_t i = 0; i < 3; i++)
        coordinates = coordinates || lcv_codomain(args[i]) == LC_COORDINATES;
    if (!coordinates)
        return lcv_points_claim("composes")(r, 3, args);
    lcv_result *result = wrong_shape(ctx, args[0], args[2]);
    if (result != NULL || lc_ctx_code(ctx) != LC_OK)
        return result;
    lcv_value *both[2] = {args[0], lcv_value_after(ctx, args[1], NULL, args[2])};
    result = both[1] != NULL ? equiv_of_any(r, both) : NULL;
    if (result != NULL && result->verdict == LCV_REFUTED)
        lcv_first_step(ctx, &result, "X is R here, and Y is A after B");
    lcv_value_free(both[1]);
    return result;
}

/* ---- composition by mode ---- */

/* An axis for each layout of a tiler, and for each mode of the shape past it. */
static lc_tuple *axes_of_tiler(lc_ctx *ctx, const lc_tiler *t, const lc_tuple *shape)
{
    size_t rank = lc_tuple_rank(shape), made = 0;
    if (t == NULL || lc_tiler_as_layout(t) != NULL)
        return lc_tuple_leaf(ctx, lc_int_const(1));
    if (lc_tiler_rank(t) > rank)
        return lc_fail(ctx, LC_ERR_INVALID, "composes: the tiler B has %zu modes, A has %zu",
                       lc_tiler_rank(t), rank);
    lc_tuple **mode = lc_alloc(ctx, rank, sizeof *mode), *axes = NULL;
    for (; mode != NULL && made < rank; made++) {
        lc_tuple *below = lc_tuple_mode(ctx, shape, made);
        const lc_tiler *tile = made < lc_tiler_rank(t) ? lc_tiler_mode(t, made) : NULL;
        mode[made] = below != NULL ? axes_of_tiler(ctx, tile, below) : NULL;
        lc_tuple_free(below);
        if (mode[made] == NULL)
            break;
    }
    if (mode != NULL && made == rank)
        axes = lc_tuple_of(ctx, rank, mode);
    while (made > 0)
        lc_tuple_free(mode[--made]);
    free(mode);
    return axes;
}

/* The coordinates of a shape that a tiler has, on the axes from *axis on; NULL: all of them. */
static lc_layout *tiles(lc_ctx *ctx, const lc_tiler *t, const lc_tuple *shape,
                        const lc_tuple *axes, size_t *axis)
{
    const lc_layout *whole = t != NULL ? lc_tiler_as_layout(t) : NULL;
    if (whole != NULL)
        return lc_layout_on_axis(ctx, whole, axes, (*axis)++);
    if (t == NULL) {
        lc_layout *all = lc_layout_compact(ctx, shape);
        lc_layout *on = all != NULL ? lc_layout_on_axis(ctx, all, axes, (*axis)++) : NULL;
        lc_layout_free(all);
        return on;
    }
    size_t rank = lc_tuple_rank(shape), made = 0;
    lc_layout **mode = lc_alloc(ctx, rank, sizeof *mode), *joined = NULL;
    for (; mode != NULL && made < rank; made++) {
        lc_tuple *below = lc_tuple_mode(ctx, shape, made);
        const lc_tiler *tile = made < lc_tiler_rank(t) ? lc_tiler_mode(t, made) : NULL;
        mode[made] = below != NULL ? tiles(ctx, tile, below, axes, axis) : NULL;
        lc_tuple_free(below);
        if (mode[made] == NULL)
            break;
    }
    if (mode != NULL && made == rank)
        joined = lc_layout_concat(ctx, rank, mode);
    while (made > 0)
        lc_layout_free(mode[--made]);
    free(mode);
    return joined;
}

static bool is_by_mode(const lcv_value *b)
{
    return b->kind == LCV_TILER || (b->kind == LCV_TUPLE && !lc_tuple_is_leaf(b->tuple));
}

/* A is composed or adds by XOR, and B is by mode: as a layout of coordinates of A. */
static lcv_result *check_by_mode(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t axis = 0;
    lc_tiler *t = lcv_as_tiler(ctx, args[2]);
    lc_tuple *shape = t != NULL ? lcv_as_tuple(ctx, args[1]) : NULL;
    lc_tuple *axes = shape != NULL ? axes_of_tiler(ctx, t, shape) : NULL;
    lc_layout *b = axes != NULL ? tiles(ctx, t, shape, axes, &axis) : NULL;
    lcv_value *by_mode = b != NULL ? lcv_value_layout(ctx, b) : NULL;
    lcv_value *applied[3] = {args[0], args[1], by_mode};
    lcv_result *result = by_mode != NULL ? check_applied(r, applied) : NULL;
    lcv_value_free(by_mode);
    lc_tuple_free(axes);
    lc_tuple_free(shape);
    lc_tiler_free(t);
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
        lcv_step_value(ctx, &result, "vectorizes", side[i], args[i], lc_int_const(0));
        return result;
    }
    return NULL;
}

static lcv_result *check_vectors(lcr_ctx *r, lcv_prove_function *prove, size_t n,
                                 lcv_value *const *args)
{
    bool integers = lcv_codomain(args[0]) != LC_COORDINATES &&
                    lcv_codomain(args[1]) != LC_COORDINATES;
    lcv_result *result = integers ? misaligned(lcr_ctx_lc(r), args) : NULL;
    return result != NULL || lc_ctx_code(lcr_ctx_lc(r)) != LC_OK ? result : prove(r, n, args);
}

lcv_result *lcv_prove_on_tensors(lcr_ctx *r, const lcv_claim *claim, lcv_prove_function *prove,
                                 size_t n, lcv_value *const *args)
{
    bool coordinates = false;
    for (size_t i = 0; i < n; i++)
        coordinates = coordinates || is_function_of_coordinates(args[i]);
    if (strcmp(claim->name, "equiv") == 0 && coordinates)
        return equiv_of_any(r, args);
    if (strcmp(claim->name, "composes") == 0 && is_by_mode(args[2]) &&
        (args[1]->kind == LCV_COMPOSED || lcv_is_xor(args[1])))
        return check_by_mode(r, args);
    if (strcmp(claim->name, "composes") == 0 && (coordinates || lcv_has_offset(args[2])) &&
        lcv_is_function(args[1]) && lcv_is_function(args[2]))
        return check_applied(r, args);
    if (strcmp(claim->name, "vectorizes") == 0 && any_offset(2, args))
        return check_vectors(r, prove, n, args);
    if (prove != claim->prove)
        return prove(r, n, args);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (strcmp(alike[i].claim, claim->name) == 0 && any_offset(2, args))
            return check_alike(r, prove, n, args, i);
    if (strcmp(claim->name, "admissible") == 0 && any_offset(1, args)) {
        lcv_result *result = prove_on_layouts(r, prove, n, args, 1);
        if (result != NULL && result->verdict == LCV_REFUTED)
            lcv_first_step(lcr_ctx_lc(r), &result,
                           "A is without its offset %t here: it moves all values alike",
                           args[0]->offset);
        return result;
    }
    return prove(r, n, args);
}
