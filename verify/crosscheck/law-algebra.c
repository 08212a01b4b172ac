/* law-algebra.c - coalesce, compose, complements, inverses and vectors: each by the law that
 * defines it, decided as the claim of the same law is.
 */
#include "config.h"

#include "laws.h"

#include "../../isl-bridge/engine.h"
#include "../../lib/algebra.h"

#define ENGINE_SIZE 64 /* complements up to this size are computed on relations, too */

/* Argument i, where the value is a layout and the first argument no relation; NULL with or
 * without an error: nothing to check. */
static lc_layout *layout(lcv_case *c, size_t i)
{
    bool layouts = c->value->kind == LCV_LAYOUT && c->args[0]->kind != LCV_RELATION;
    return layouts ? lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[i])) : NULL;
}

/* ---- coalesce ---- */

/* The leaf after i goes on where it ends: its stride is the extent times that of i. By
 * XOR, multiples of an extent are multiples of the shifted stride for powers of two. */
static bool continued(lc_ctx *ctx, const lc_layout *a, size_t i)
{
    lc_int extent = lc_layout_extent(a, i);
    bool straight = true;
    for (size_t q = 0; q < lc_layout_naxes(a); q++) {
        lc_int step = lc_layout_step_on(a, q, i), next = lc_layout_step_on(a, q, i + 1);
        straight = straight && lc_int_eq(next, lc_int_mul(ctx, extent, step));
        if (lc_layout_codomain(a) == LC_XOR)
            straight = straight && (lc_int_is_zero(step) || lc_int_is_power_of_two(extent));
    }
    return straight;
}

/* The same value at every coordinate, and for the plain form no two modes that
 * could be one. */
lcv_result *lcv_law_coalesce(lcv_case *c)
{
    static const char *const named[2] = {"coalesce(A)", "A"};
    lc_layout *a = layout(c, 0), *value = c->value->layout;
    lcv_result *result = a ? lcv_check_same_function(c, value, a, named) : NULL;
    for (size_t i = 0; c->n == 1 && lcv_holds(result) && i + 1 < lc_layout_nleaves(value); i++)
        lcv_and(c, &result, !continued(c->ctx, value, i), LCV_BY_COMPARISON,
                "mode %z: it and the next mode of %L are one", i, value);
    return result;
}

/* The layout, the last leaf twice as long. */
static lc_layout *longer(lcv_case *c, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a);
    lc_tuple *nest = lcv_shape_of(c->ctx, a);
    lc_int *extent = nest ? lc_frame_alloc(c->ctx, n, sizeof *extent) : NULL;
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = lc_int_mul(c->ctx, lc_layout_extent(a, k), lc_int_const(k + 1 < n ? 1 : 2));
    lc_tuple *shape = extent ? lcv_kept(c->ctx, lc_tuple_like(c->ctx, nest, extent)) : NULL;
    return shape ? lcv_kept(c->ctx, lc_layout_reshape(c->ctx, shape, a)) : NULL;
}

/* The same past the end, and no two modes that could be one there. */
lcv_result *lcv_law_coalesce_z(lcv_case *c)
{
    static const char *const named[2] = {"coalesce_z(A)", "A"};
    lc_layout **l = lcv_layouts_at(c, 1, NULL);
    lc_layout *a = l ? longer(c, l[0]) : NULL, *value = a ? longer(c, l[1]) : NULL;
    lcv_result *result = value ? lcv_check_same_function(c, value, a, named) : NULL;
    for (size_t i = 0; lcv_holds(result) && i + 1 < lc_layout_nleaves(value); i++)
        lcv_and(c, &result,
                !continued(c->ctx, value, i) && !lc_int_is_one(lc_layout_extent(value, i)),
                LCV_BY_COMPARISON, "mode %z: it and the next mode of %L are one", i, l[1]);
    lcv_and(c, &result, l && lc_layout_depth(l[1]) <= 1, LCV_BY_COMPARISON,
            "shape: %L%s is nested", l ? l[1] : NULL, "");
    return result;
}

/* ---- compose ---- */

lcv_result *lcv_law_compose(lcv_case *c)
{
    static const char *const names[3] = {"R", "A", "B"};
    bool given = c->n == 2 && c->args[1]->kind != LCV_RELATION;
    lc_layout *a = given ? layout(c, 0) : NULL;
    lc_tiler *b = a ? lcv_kept(c->ctx, lcv_as_tiler(c->ctx, c->args[1])) : NULL;
    return b ? lcv_check_composes_tiler(c->r, names, c->value->layout, a, b) : NULL;
}

/* ---- complements ---- */

lcv_result *lcv_law_complement(lcv_case *c)
{
    lc_layout *a = layout(c, 0);
    return a ? lcv_check_complements(c->r, c->value->layout, a, c->n == 1) : NULL;
}

/* Small complements are computed once more, by the paper's algorithm on relations. */
static lcv_result *same_as_engine(lcv_case *c, const lc_layout *a, lc_int size)
{
    const lc_layout *value = c->value->layout;
    lc_layout *other = lcv_kept(c->ctx, lcr_engine_gap_complement(c->r, a, size));
    if (other)
        return lcv_judge(c, lc_layout_equal(value, other), LCV_BY_RELATION,
                         "%L is not %L, the value on relations", value, other);
    if (lc_ctx_code(c->ctx) == LC_ERR_NO_VALUE || lc_ctx_code(c->ctx) == LC_ERR_BUDGET)
        lc_ctx_reset(c->ctx);
    return lcv_unknown(c->ctx, LCV_BY_RELATION,
                       lcv_text(c->ctx, "the algorithm on relations gave no value"));
}

lcv_result *lcv_law_gap_complement(lcv_case *c)
{
    lc_int size, most = lc_int_const(ENGINE_SIZE);
    lc_layout *a = layout(c, 0);
    if (!a || !lcv_as_int(c->ctx, c->args[1], &size))
        return NULL;
    lcv_result *result = lcv_check_complements(c->r, c->value->layout, a, false);
    bool small = lc_int_le(size, most) && lc_int_le(lc_layout_cosize(c->ctx, a), most);
    return small && lcv_goes_on(&result) ? same_as_engine(c, a, size) : result;
}

/* ---- inverses ---- */

lcv_result *lcv_law_right_inverse(lcv_case *c)
{
    return layout(c, 0) ? lcv_claim_of(c, lcv_prove_right_inverts, 1) : NULL;
}

lcv_result *lcv_law_left_inverse(lcv_case *c)
{
    return layout(c, 0) ? lcv_claim_of(c, lcv_prove_left_inverts, 1) : NULL;
}

/* A right inverse R of the size of A whose values are coordinates of A: it is
 * injective, so it names each of them once, and A undoes it there. */
lcv_result *lcv_law_inverse(lcv_case *c)
{
    lc_layout *a = layout(c, 0), *value = c->value->layout;
    if (!a)
        return NULL;
    lc_int have = lc_layout_size(c->ctx, value), want = lc_layout_size(c->ctx, a), at;
    if (!lc_int_eq(have, want))
        return lcv_refute(c, LCV_BY_COUNTING, "size: %i is not %i", have, want);
    lcv_function f = {.name = "inverse(A)", .layout = value};
    lc_int zero = lc_int_const(0), last = lc_int_sub(c->ctx, want, lc_int_const(1));
    if (lc_layout_codomain(value) == LC_INTEGERS &&
        lcv_find_out_of_bounds(c->ctx, &f, zero, last, &at))
        return lcv_refute(c, LCV_BY_CLOSED_FORM, "c = %i: %i is no coordinate of A", at,
                          lcv_function_at(c->ctx, &f, at));
    return lcv_claim_of(c, lcv_prove_right_inverts, 1);
}

/* ---- vectors ---- */

lcv_result *lcv_law_max_common_layout(lcv_case *c)
{
    lc_layout *a = layout(c, 0), *b = a ? layout(c, 1) : NULL;
    return b ? lcv_check_common_vector(c->r, c->value->layout, a, b) : NULL;
}

lcv_result *lcv_law_max_common_vector(lcv_case *c)
{
    lc_int found;
    lc_layout *a = lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[0]));
    lc_layout *b = a ? lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[1])) : NULL;
    lc_layout *v = b ? lcv_kept(c->ctx, lc_max_common_layout(c->ctx, a, b)) : NULL;
    if (!v || !lcv_as_int(c->ctx, c->value, &found))
        return NULL;
    lc_int size = lc_layout_size(c->ctx, v);
    return lc_int_eq(size, found)
               ? lcv_check_common_vector(c->r, v, a, b)
               : lcv_refute(c, LCV_BY_COMPARISON, "%i is not %i, the size of %L", found, size, v);
}
