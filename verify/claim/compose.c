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

static const lcv_call_names top_names = {"R", "A", "B"};

/* ---- R after B ---- */

/* Refuted: the shape of one function does not refine that of another. */
static lcv_result *not_refined(lc_ctx *ctx, const char *fine_name, const lc_tuple *fine,
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
    if (!lcv_has_dims(R->value) && !lcv_has_dims(b->value))
        return lc_tuple_refines(ctx, R->shape, b->shape)
                   ? NULL
                   : not_refined(ctx, R->name, R->shape, b->name, b->shape);
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
    const lcv_function *inner = b ? b : a;
    lcv_result *result = wrong_shape(ctx, R, inner);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    lcv_composite one = {1, {R}}, two = {2, {b, a}};
    if (!b)
        two = (lcv_composite){1, {a}};
    return lcv_check_same(r, R->shape, &one, &two, inner->shape);
}

lcv_result *lcv_check_composite(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                const lc_layout *a, const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x, y, z;
    if (!lcv_function_of(ctx, names->R, R, &x) || !lcv_function_of(ctx, names->a, a, &y) ||
        (b && !lcv_function_of(ctx, names->b, b, &z)))
        return NULL;
    return check_functions(r, &x, &y, b ? &z : NULL);
}

/* A after B as one function, where B's coordinates go to what is no layout, or not only
 * that. */
static lcv_result *check_joined(lcr_ctx *r, const lcv_function *R, const lcv_function *a,
                                const lcv_function *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x = *R, y;
    lcv_result *result = wrong_shape(ctx, R, b);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    lcv_value *both = lcv_kept(ctx, lcv_value_after(ctx, a->value, NULL, b->value));
    x.name = "X";
    if (!both || !lcv_arg_all(ctx, "composes", "a layout", "Y", both, &y))
        return NULL;
    result = lcv_check_equiv(r, &x, &y);
    if (result && result->verdict == LCV_REFUTED)
        lcv_first_step(ctx, &result, "X is R here, and Y is A after B");
    return result;
}

/* Of values, B no tiler; `joined`: A after B as one function where B has coordinates. */
static lcv_result *composition(lcr_ctx *r, lcv_value *const *args, bool joined)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function R, a, b;
    const char *kind = args[2]->kind == LCV_TILER ? "a layout" : "a layout or a tiler";
    if (!lcv_arg_all(ctx, "composes", "a layout", "R", args[0], &R) ||
        !lcv_arg_all(ctx, "composes", "a layout", "A", args[1], &a) ||
        !lcv_arg_all(ctx, "composes", kind, "B", args[2], &b))
        return NULL;
    joined = joined || !a.layout || !lcv_function_is_layout(&b);
    return joined && lcv_function_profile(&b) ? check_joined(r, &R, &a, &b)
                                              : check_functions(r, &R, &a, &b);
}

/* ---- by mode ---- */

lcv_call_names lcv_names_in_mode(lc_ctx *ctx, const lcv_call_names *names, size_t i)
{
    return (lcv_call_names){lcv_kept(ctx, lcv_text(ctx, "mode(%s,%z)", names->R, i)),
                            lcv_kept(ctx, lcv_text(ctx, "mode(%s,%z)", names->a, i)),
                            lcv_kept(ctx, lcv_text(ctx, "mode(%s,%z)", names->b, i))};
}

static lcv_result *composes_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t);

/* Mode i: with the tiler's mode, or past the tiler A's own. */
static lcv_result *composes_mode(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                 const lc_layout *a, const lc_tiler *t, size_t i)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_call_names sub = lcv_names_in_mode(ctx, names, i);
    lc_layout *Ri = lcv_mode_of(ctx, R, i), *ai = lcv_mode_of(ctx, a, i);
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    lcv_result *result = lc_tiler_on(t, i) ? composes_tiler(r, &sub, Ri, ai, lc_tiler_on(t, i))
                                           : lcv_check_composite(r, &sub, Ri, ai, NULL);
    return lcv_in_part(ctx, result, "mode", i);
}

static lcv_result *composes_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole)
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
        if (!result || result->verdict != LCV_PROVED)
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
    bool same = !x || !y || lc_tuple_equal(x, y) || (lcv_is_zero(x) && lcv_is_zero(y));
    if (!same)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
                             lcv_text(ctx, "%t is not %t", x, y));
    lcv_step_function(ctx, &result, f, lc_int_const(0), NULL);
    lcv_step_function(ctx, &result, g, lc_int_const(0), NULL);
    return result;
}

lcv_result *lcv_without_offset(lc_ctx *ctx, lcv_result *result, const lcv_function *f,
                               const char *names)
{
    if (!result || result->verdict != LCV_REFUTED || lcv_function_is_layout(f))
        return result;
    lc_tuple *offset = lcv_function_offset(ctx, f);
    if (offset)
        lcv_first_step(ctx, &result, "%s offset %t here: it moves all values alike", names,
                       offset);
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
        (t = lcv_arg_tiler(ctx, "composes", "B", args[2])))
        result = lcv_offsets_differ(ctx, &R, &a);
    if (t && !result && lc_ctx_code(ctx) == LC_OK)
        result = lcv_without_offset(ctx, composes_tiler(r, &top_names, R.layout, a.layout, t), &R,
                                    "R and A are without their");
    return result;
}

/* ---- by mode, of what is no layout ---- */

/* An axis for each layout of a tiler, and for each mode of the shape past it. */
static lc_tuple *axes_of_tiler(lc_ctx *ctx, const lc_tiler *t, const lc_tuple *shape)
{
    size_t rank = lc_tuple_rank(shape), made = 0;
    if (!t || lc_tiler_as_layout(t))
        return lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(1)));
    if (lc_tiler_rank(t) > rank)
        return lc_fail(ctx, LC_ERR_INVALID, "composes: the tiler B has %zu modes, A has %zu",
                       lc_tiler_rank(t), rank);
    lc_tuple **mode = lc_frame_alloc(ctx, rank, sizeof *mode);
    for (; mode && made < rank; made++) {
        lc_tuple *below = lcv_part_of(ctx, shape, made);
        const lc_tiler *tile = lc_tiler_on(t, made);
        mode[made] = below ? axes_of_tiler(ctx, tile, below) : NULL;
        if (!mode[made])
            return NULL;
    }
    return mode ? lcv_kept(ctx, lc_tuple_of(ctx, rank, mode)) : NULL;
}

/* The coordinates of a shape that a tiler has, on the axes from *axis on; NULL: all of them. */
static lc_layout *tiles(lc_ctx *ctx, const lc_tiler *t, const lc_tuple *shape,
                        const lc_tuple *axes, size_t *axis)
{
    const lc_layout *whole = t ? lc_tiler_as_layout(t) : NULL;
    if (whole)
        return lcv_kept(ctx, lc_layout_on_axis(ctx, whole, axes, (*axis)++));
    if (!t) {
        lc_layout *all = lcv_kept(ctx, lc_layout_compact(ctx, shape));
        return all ? lcv_kept(ctx, lc_layout_on_axis(ctx, all, axes, (*axis)++)) : NULL;
    }
    size_t rank = lc_tuple_rank(shape), made = 0;
    lc_layout **mode = lc_frame_alloc(ctx, rank, sizeof *mode);
    for (; mode && made < rank; made++) {
        lc_tuple *below = lcv_part_of(ctx, shape, made);
        const lc_tiler *tile = lc_tiler_on(t, made);
        mode[made] = below ? tiles(ctx, tile, below, axes, axis) : NULL;
        if (!mode[made])
            return NULL;
    }
    return mode ? lcv_kept(ctx, lc_layout_concat(ctx, rank, mode)) : NULL;
}

/* B is by mode: as a layout of coordinates of A. */
static lcv_result *prove_by_coordinates(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t axis = 0;
    lc_tiler *t = lcv_kept(ctx, lcv_as_tiler(ctx, args[2]));
    lc_tuple *shape = t ? lcv_kept(ctx, lcv_as_tuple(ctx, args[1])) : NULL;
    lc_tuple *axes = shape ? axes_of_tiler(ctx, t, shape) : NULL;
    lc_layout *b = axes ? tiles(ctx, t, shape, axes, &axis) : NULL;
    lcv_value *by_mode = b ? lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(b))) : NULL;
    lcv_value *applied[3] = {args[0], args[1], by_mode};
    return by_mode ? composition(r, applied, true) : NULL;
}

/* ---- the claim ---- */

lcv_result *lcv_prove_composes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    const lcv_value *b = args[2];
    bool by_mode = b->kind == LCV_TILER || (b->kind == LCV_TUPLE && !lc_tuple_is_leaf(b->tuple));
    bool words = lcv_is_binary(args[0]) || lcv_is_xor(args[0]);
    if (by_mode && (args[1]->kind == LCV_COMPOSED || lcv_is_xor(args[1]) ||
                    (words && !lcv_is_binary(args[1]))))
        return prove_by_coordinates(r, args);
    return by_mode && !lcv_is_binary(args[1]) ? prove_by_mode(r, args)
                                              : composition(r, args, false);
}
