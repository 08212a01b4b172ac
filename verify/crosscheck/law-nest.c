/* law-nest.c - morphisms against layouts: an operation on morphisms against that on their
 * layouts, and an operation on tractable layouts against that on their morphisms. */
#include "config.h"

#include "laws.h"

#include "../../lib/algebra.h"
#include "../../lib/nest.h"

#include <string.h>

/* The layouts X and Y are one function; NULL: an error, or no value. */
static lcv_result *same(lcv_case *c, lc_layout *x, lc_layout *y)
{
    lcv_function f, g;
    if (!x || !y || !lcv_function_of(c->ctx, "X", x, &f) || !lcv_function_of(c->ctx, "Y", y, &g))
        return NULL;
    lcv_result *result = lcv_check_equiv(c->r, &f, &g);
    if (result)
        lcv_step(c->ctx, &result, "X = %L and, by way of morphisms, Y = %L", x, y);
    return result;
}

/* ---- values that are morphisms ---- */

/* The layout of argument i, where it is a morphism; else NULL. */
static lc_layout *realized(lcv_case *c, size_t i)
{
    bool morphism = i < c->n && c->args[i]->kind == LCV_MORPHISM;
    return morphism ? lcv_kept(c->ctx, lc_morphism_layout(c->ctx, c->args[i]->morphism)) : NULL;
}

/* Is this result of an operation on layouts, which is taken over, the layout of the value? */
static lcv_result *realizes(lcv_case *c, lc_layout *want)
{
    want = lcv_kept(c->ctx, want);
    lc_ctx_reset(c->ctx);
    return want ? same(c, want, lcv_kept(c->ctx, lc_morphism_layout(c->ctx, c->value->morphism)))
                : NULL;
}

static lcv_result *of_one(lcv_case *c, lc_layout *(*f)(lc_ctx *, const lc_layout *))
{
    lc_layout *a = c->value->kind == LCV_MORPHISM ? realized(c, 0) : NULL;
    return realizes(c, a ? f(c->ctx, a) : NULL);
}

typedef lc_layout *binary(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

static lcv_result *of_two(lcv_case *c, binary *f)
{
    bool morphism = c->value->kind == LCV_MORPHISM;
    lc_layout *a = morphism ? realized(c, 0) : NULL, *b = morphism ? realized(c, 1) : NULL;
    return realizes(c, a && b ? f(c->ctx, a, b) : NULL);
}

static lc_layout *concat(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_layout *both[2] = {(lc_layout *)(uintptr_t)a, (lc_layout *)(uintptr_t)b};
    return lc_layout_concat(ctx, 2, both);
}

static lc_layout *tiled(lc_ctx *ctx, const lc_layout *a, const lc_layout *t,
                        lc_layout *(*f)(lc_ctx *, const lc_layout *, const lc_tiler *))
{
    lc_tiler *tiler = lc_tiler_layout(ctx, t);
    lc_layout *d = tiler ? f(ctx, a, tiler) : NULL;
    lc_tiler_free(tiler);
    return d;
}

static lc_layout *divide(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    return tiled(ctx, a, t, lc_logical_divide);
}

static lc_layout *product(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    return tiled(ctx, a, t, lc_logical_product);
}

static lc_layout *itself(lc_ctx *ctx, const lc_layout *a)
{
    (void)ctx;
    return lc_layout_ref(a);
}

#define LAW(name, by, f)                                                                         \
    lcv_result *lcv_##name(lcv_case *c)                                                          \
    {                                                                                            \
        return by(c, f);                                                                         \
    }

LAW(nest_coalesce, of_one, lc_coalesce)
LAW(nest_inverse, of_one, lc_inverse)
LAW(nest_refined, of_one, itself)
LAW(nest_compose, of_two, lc_compose)
LAW(nest_concat, of_two, concat)
LAW(nest_divide, of_two, divide)
LAW(nest_product, of_two, product)

lcv_result *lcv_nest_complement(lcv_case *c)
{
    lc_layout *a = c->value->kind == LCV_MORPHISM ? realized(c, 0) : NULL;
    if (!a)
        return NULL;
    lc_int size = lc_tuple_size(c->ctx, lc_morphism_codomain(c->args[0]->morphism));
    return realizes(c, lc_complement_to(c->ctx, a, size));
}

/* The identity of T, its entries in the place of the first of U. */
lcv_result *lcv_nest_include(lcv_case *c)
{
    return c->value->kind == LCV_MORPHISM
               ? same(c, lcv_kept(c->ctx, lc_layout_compact(c->ctx, c->args[0]->tuple)),
                      lcv_kept(c->ctx, lc_morphism_layout(c->ctx, c->value->morphism)))
               : NULL;
}

/* A mode of the layout. */
lcv_result *lcv_nest_mode(lcv_case *c)
{
    lcv_value *of = lcv_kept(c->ctx, lcv_value_realized(c->ctx, c->args[0]));
    lcv_value *mode = lcv_kept(c->ctx, lcv_value_realized(c->ctx, c->value));
    lcv_value *args[c->n];
    lcv_case other = *c;
    memcpy(args, c->args, sizeof args);
    args[0] = of;
    other.args = args;
    other.value = mode;
    return of && mode ? lcv_law_mode(&other) : NULL;
}

lcv_result *lcv_nest_morphism(lcv_case *c)
{
    return c->value->kind == LCV_MORPHISM
               ? same(c, lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[0])),
                      lcv_kept(c->ctx, lc_morphism_layout(c->ctx, c->value->morphism)))
               : NULL;
}

/* ---- layouts that have morphisms ---- */

/* The value and the first argument are layouts of integers. */
static const lc_layout *plain(const lcv_case *c)
{
    bool integers = c->value->kind == LCV_LAYOUT && c->args[0]->kind == LCV_LAYOUT &&
                    lc_layout_codomain(c->value->layout) == LC_INTEGERS;
    return integers ? c->args[0]->layout : NULL;
}

/* Compares with the other opinion, which is taken over. NULL without an error: there is none, for
 * a tiler by mode or a layout that is not tractable. */
static lcv_result *compared(lcv_case *c, lc_layout *other)
{
    other = lcv_kept(c->ctx, other);
    lc_ctx_reset(c->ctx);
    return other ? same(c, c->value->layout, other) : NULL;
}

lcv_result *lcv_by_nest_coalesce(lcv_case *c)
{
    const lc_layout *a = c->n == 1 ? plain(c) : NULL;
    if (!a)
        return NULL;
    lc_morphism *f = lcv_kept(c->ctx, lc_morphism_of_layout(c->ctx, a));
    lc_morphism *g = f ? lcv_kept(c->ctx, lc_morphism_coalesce(c->ctx, f)) : NULL;
    return compared(c, g ? lc_morphism_layout(c->ctx, g) : NULL);
}

/* The last leaf twice as long, so that the extension of a layout matters. */
static lc_layout *twice_as_far(lc_ctx *ctx, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a);
    lc_int extent[n], step[n];
    for (size_t k = 0; k < n; k++) {
        extent[k] = lc_layout_extent(a, k);
        step[k] = lc_layout_step(a, k);
    }
    extent[n - 1] = lc_int_mul(ctx, extent[n - 1], lc_int_const(2));
    return lc_layout_flat(ctx, n, extent, step);
}

/* complement(A) goes on without end. */
static lcv_result *endless_complement(lcv_case *c, const lc_layout *a)
{
    lc_layout *other = lcv_kept(c->ctx, lc_complement_by_morphism(c->ctx, a));
    lc_ctx_reset(c->ctx);
    return other ? same(c, lcv_kept(c->ctx, twice_as_far(c->ctx, c->value->layout)),
                        lcv_kept(c->ctx, twice_as_far(c->ctx, other)))
                 : NULL;
}

lcv_result *lcv_by_nest_complement(lcv_case *c)
{
    const lc_layout *a = plain(c);
    lc_int size;
    if (!a || c->n == 1)
        return a ? endless_complement(c, a) : NULL;
    return compared(c, lcv_as_int(c->ctx, c->args[1], &size)
                           ? lc_complement_to_by_morphism(c->ctx, a, size)
                           : NULL);
}

/* For two layouts. The forms of a divide or product by one layout that differ in nesting alone
 * are the same function. */
static lcv_result *by_two(lcv_case *c, binary *f)
{
    const lc_layout *a = c->n == 2 ? plain(c) : NULL;
    if (!a)
        return NULL;
    lc_tiler *t = lcv_kept(c->ctx, lcv_as_tiler(c->ctx, c->args[1]));
    const lc_layout *b = t ? lc_tiler_as_layout(t) : NULL;
    return compared(c, b ? f(c->ctx, a, b) : NULL);
}

LAW(by_nest_compose, by_two, lc_compose_by_refinement)
LAW(by_nest_divide, by_two, lc_divide_by_morphism)
LAW(by_nest_product, by_two, lc_product_by_morphism)
