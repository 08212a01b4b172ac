/* compose.c - composes: laws 16 and 17 of composition.
 *
 * composes(R,A,B) asks for R(c) = A(B(c)) at every coordinate of B, with R's shape
 * refining B's so that it has them; A is read on its extended domain. For a tiler
 * each mode of R is compared with A's mode and the tiler's, and modes past the
 * tiler with A's own.
 */
#include "config.h"

#include "../question/differ.h"
#include "claims.h"

#include <stdlib.h>

static const lcv_call_names top_names = {"R", "A", "B"};

/* ---- R after B ---- */

lcv_result *lcv_not_refined(lc_ctx *ctx, const char *fine_name, const lc_tuple *fine,
                            const char *coarse_name, const lc_tuple *coarse)
{
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "shape"),
                                     lcv_text(ctx, "%s's shape %t does not refine %s's shape %t",
                                              fine_name, fine, coarse_name, coarse));
    lcv_step_incompatible(ctx, &result, coarse_name, coarse, fine_name, fine);
    return result;
}

/* R's shape refines B's; linear layouts have dims, and as many coordinates. NULL when so. */
static lcv_result *wrong_shape(lc_ctx *ctx, const lcv_function *R, const lcv_function *b)
{
    if (R->value->kind != LCV_LINEAR && b->value->kind != LCV_LINEAR)
        return lc_tuple_refines(ctx, R->shape, b->shape)
                   ? NULL
                   : lcv_not_refined(ctx, R->name, R->shape, b->name, b->shape);
    return lc_int_eq(R->size, b->size)
               ? NULL
               : lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                             lcv_text(ctx, "%i is not %i", R->size, b->size));
}

/* b NULL: R against A itself. */
static lcv_result *check_functions(lcr_ctx *r, const lcv_function *R, const lcv_function *a,
                                   const lcv_function *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_function *inner = b != NULL ? b : a;
    lcv_result *result = wrong_shape(ctx, R, inner);
    if (result != NULL || lc_ctx_code(ctx) != LC_OK)
        return result;
    lcv_composite one = {1, {R}}, two = {2, {b, a}};
    if (b == NULL)
        two = (lcv_composite){1, {a}};
    return lcv_check_same(r, R->shape, &one, &two, inner->shape);
}

lcv_result *lcv_check_composite(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                const lc_layout *a, const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x, y = {.name = names->a}, z = {.name = names->b};
    lcv_result *result = NULL;
    if (lcv_function_of(ctx, names->R, R, &x) && lcv_function_of(ctx, names->a, a, &y) &&
        (b == NULL || lcv_function_of(ctx, names->b, b, &z)))
        result = check_functions(r, &x, &y, b != NULL ? &z : NULL);
    lcv_function_free(&x);
    lcv_function_free(&y);
    lcv_function_free(&z);
    return result;
}

/* A after B as one function, where B's coordinates go to what is no layout, or not only
 * that. */
static lcv_result *check_joined(lcr_ctx *r, const lcv_function *R, const lcv_function *a,
                                const lcv_function *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x = *R, y = {.name = "Y"};
    lcv_result *result = wrong_shape(ctx, R, b);
    if (result != NULL || lc_ctx_code(ctx) != LC_OK)
        return result;
    lcv_value *both = lcv_value_after(ctx, a->value, NULL, b->value);
    x.name = "X";
    if (both != NULL && lcv_arg_all(ctx, "composes", "a layout", "Y", both, &y))
        result = lcv_check_equiv(r, &x, &y);
    if (result != NULL && result->verdict == LCV_REFUTED)
        lcv_first_step(ctx, &result, "X is R here, and Y is A after B");
    lcv_function_free(&y);
    lcv_value_free(both);
    return result;
}

lcv_result *lcv_check_composition(lcr_ctx *r, lcv_value *const *args, bool joined)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function R, a = {.name = "A"}, b = {.name = "B"};
    lcv_result *result = NULL;
    const char *kind = args[2]->kind == LCV_TILER ? "a layout" : "a layout or a tiler";
    if (lcv_arg_all(ctx, "composes", "a layout", "R", args[0], &R) &&
        lcv_arg_all(ctx, "composes", "a layout", "A", args[1], &a) &&
        lcv_arg_all(ctx, "composes", kind, "B", args[2], &b)) {
        joined = joined || a.layout == NULL || !lcv_function_is_layout(&b);
        result = joined && lcv_function_profile(&b) != NULL ? check_joined(r, &R, &a, &b)
                                                            : check_functions(r, &R, &a, &b);
    }
    lcv_function_free(&R);
    lcv_function_free(&a);
    lcv_function_free(&b);
    return result;
}

/* ---- by mode ---- */

lcv_result *lcv_in_mode(lc_ctx *ctx, lcv_result *result, size_t i)
{
    if (result == NULL || result->verdict != LCV_REFUTED)
        return result;
    lcv_counterexample *e = &result->counterexample;
    char *where = e->where[0] == '\0' ? lcv_text(ctx, "mode %z", i)
                                      : lcv_text(ctx, "mode %z, %s", i, e->where);
    if (where == NULL) {
        lcv_result_free(result);
        return NULL;
    }
    free(e->where);
    e->where = where;
    return result;
}

static lcv_result *composes_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t);

/* Mode i: with the tiler's mode, or past the tiler A's own. */
static lcv_result *composes_mode(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                 const lc_layout *a, const lc_tiler *t, size_t i)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    char *text[3] = {lcv_text(ctx, "mode(%s,%z)", names->R, i),
                     lcv_text(ctx, "mode(%s,%z)", names->a, i),
                     lcv_text(ctx, "mode(%s,%z)", names->b, i)};
    lcv_call_names sub = {text[0], text[1], text[2]};
    lc_layout *Ri = lc_layout_mode(ctx, R, i);
    lc_layout *ai = Ri != NULL ? lc_layout_mode(ctx, a, i) : NULL;
    lcv_result *result;
    if (ai == NULL || text[0] == NULL || text[1] == NULL || text[2] == NULL) {
        result = NULL;
    } else if (i < lc_tiler_rank(t)) {
        result = composes_tiler(r, &sub, Ri, ai, lc_tiler_mode(t, i));
    } else {
        result = lcv_check_composite(r, &sub, Ri, ai, NULL);
    }
    lc_layout_free(Ri);
    lc_layout_free(ai);
    for (size_t k = 0; k < 3; k++)
        free(text[k]);
    return lcv_in_mode(ctx, result, i);
}

static lcv_result *composes_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole != NULL)
        return lcv_check_composite(r, names, R, a, whole);
    size_t rank = lc_layout_rank(a);
    if (lc_tiler_rank(t) > rank)
        return lc_fail(ctx, LC_ERR_INVALID, "composes: the tiler %s has %zu modes, %s has %zu",
                       names->b, lc_tiler_rank(t), names->a, rank);
    if (lc_layout_rank(R) != rank)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "rank"),
                           lcv_text(ctx, "%s has %z modes, and by mode %s has as many, not %z",
                                    names->a, rank, names->R, lc_layout_rank(R)));
    lcv_result *result = NULL;
    for (size_t i = 0; i < rank; i++) {
        lcv_result_free(result);
        result = composes_mode(r, names, R, a, t, i);
        if (result == NULL || result->verdict != LCV_PROVED)
            return result;
    }
    return result;
}

lcv_result *lcv_check_composes_tiler(lcr_ctx *r, const char *const names[3], const lc_layout *R,
                                     const lc_layout *a, const lc_tiler *t)
{
    lcv_call_names top = {names[0], names[1], names[2]};
    return composes_tiler(r, &top, R, a, t);
}

/* ---- tensors ---- */

lcv_result *lcv_offsets_differ(lc_ctx *ctx, const lcv_function *f, const lcv_function *g)
{
    lc_tuple *x = lcv_function_offset(ctx, f), *y = lcv_function_offset(ctx, g);
    lcv_result *result = NULL;
    bool same = x == NULL || y == NULL || lc_tuple_equal(x, y) ||
                (lcv_is_zero(x) && lcv_is_zero(y));
    if (!same)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
                             lcv_text(ctx, "%t is not %t", x, y));
    lcv_step_function(ctx, &result, f, lc_int_const(0), NULL);
    lcv_step_function(ctx, &result, g, lc_int_const(0), NULL);
    lc_tuple_free(x);
    lc_tuple_free(y);
    return result;
}

lcv_result *lcv_without_offset(lc_ctx *ctx, lcv_result *result, const lcv_function *f,
                               const char *names)
{
    if (result == NULL || result->verdict != LCV_REFUTED || lcv_function_is_layout(f))
        return result;
    lc_tuple *offset = lcv_function_offset(ctx, f);
    if (offset != NULL)
        lcv_first_step(ctx, &result, "%s offset %t here: it moves all values alike", names,
                       offset);
    lc_tuple_free(offset);
    return result;
}

static lcv_result *prove_by_mode(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function R, a = {.name = "A"};
    lc_tiler *t = NULL;
    lcv_result *result = NULL;
    if (lcv_arg_tensor_of(ctx, "composes", "R", args[0], LCV_OF_ALL, &R) &&
        lcv_arg_tensor_of(ctx, "composes", "A", args[1], LCV_OF_ALL, &a) &&
        (t = lcv_arg_tiler(ctx, "composes", "B", args[2])) != NULL)
        result = lcv_offsets_differ(ctx, &R, &a);
    if (t != NULL && result == NULL && lc_ctx_code(ctx) == LC_OK)
        result = lcv_without_offset(ctx, composes_tiler(r, &top_names, R.layout, a.layout, t), &R,
                                    "R and A are without their");
    lcv_function_free(&R);
    lcv_function_free(&a);
    lc_tiler_free(t);
    return result;
}

/* ---- by mode, of what is no layout ---- */

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

/* B is by mode: as a layout of coordinates of A. */
static lcv_result *prove_by_coordinates(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t axis = 0;
    lc_tiler *t = lcv_as_tiler(ctx, args[2]);
    lc_tuple *shape = t != NULL ? lcv_as_tuple(ctx, args[1]) : NULL;
    lc_tuple *axes = shape != NULL ? axes_of_tiler(ctx, t, shape) : NULL;
    lc_layout *b = axes != NULL ? tiles(ctx, t, shape, axes, &axis) : NULL;
    lcv_value *by_mode = b != NULL ? lcv_value_layout(ctx, b) : NULL;
    lcv_value *applied[3] = {args[0], args[1], by_mode};
    lcv_result *result = by_mode != NULL ? lcv_check_composition(r, applied, true) : NULL;
    lcv_value_free(by_mode);
    lc_tuple_free(axes);
    lc_tuple_free(shape);
    lc_tiler_free(t);
    return result;
}

/* ---- the claim ---- */

lcv_result *lcv_prove_composes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    const lcv_value *b = args[2];
    bool by_mode = b->kind == LCV_TILER || (b->kind == LCV_TUPLE && !lc_tuple_is_leaf(b->tuple));
    if (by_mode && (args[1]->kind == LCV_COMPOSED || lcv_is_xor(args[1])))
        return prove_by_coordinates(r, args);
    bool layouts = !lcv_is_binary(args[0]) && !lcv_is_xor(args[0]) && !lcv_is_binary(args[1]);
    return by_mode && layouts ? prove_by_mode(r, args) : lcv_check_composition(r, args, false);
}
