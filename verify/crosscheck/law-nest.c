/* law-nest.c - morphisms against layouts: an operation on morphisms against that on their
 * layouts, and an operation on tractable layouts against that on their morphisms. */
#include "config.h"

#include "laws.h"

#include <stdlib.h>

#include "../../lib/algebra.h"
#include "../../lib/nest.h"

/* The layouts X and Y are one function. Takes over both; NULL: an error, or no value. */
static lcv_result *same(lcr_ctx *r, lc_layout *x, lc_layout *y)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f = {.name = "X"}, g = {.name = "Y"};
    lcv_result *result = NULL;
    if (x != NULL && y != NULL && lcv_function_of(ctx, "X", x, &f) &&
        lcv_function_of(ctx, "Y", y, &g))
        result = lcv_check_equiv(r, &f, &g);
    lcv_function_free(&f);
    lcv_function_free(&g);
    if (result != NULL)
        lcv_step(ctx, &result, "X = %L and, by way of morphisms, Y = %L", x, y);
    lc_layout_free(x);
    lc_layout_free(y);
    return result;
}

/* ---- values that are morphisms ---- */

static lc_layout *divided(lc_ctx *ctx, const lc_layout *a, const lc_layout *t,
                          lc_layout *(*f)(lc_ctx *, const lc_layout *, const lc_tiler *))
{
    lc_tiler *tiler = lc_tiler_layout(ctx, t);
    lc_layout *d = tiler != NULL ? f(ctx, a, tiler) : NULL;
    lc_tiler_free(tiler);
    return d;
}

/* The layouts of the arguments that are morphisms, NULL for others. */
typedef struct {
    lc_ctx *ctx;
    lc_layout *a, *b;
} realized;

static realized realize(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *a[2] = {NULL, NULL};
    for (size_t i = 0; i < n && i < 2; i++)
        a[i] = args[i]->kind == LCV_MORPHISM ? lc_morphism_layout(ctx, args[i]->morphism) : NULL;
    return (realized){ctx, a[0], a[1]};
}

/* Is what the operation gives for these layouts, which is taken over, that of the value? */
static lcv_result *settle(lcr_ctx *r, realized *of, lc_layout *want, const lcv_value *value)
{
    lc_ctx_reset(of->ctx);
    lcv_result *result =
        want != NULL ? same(r, want, lc_morphism_layout(of->ctx, value->morphism)) : NULL;
    lc_layout_free(of->a);
    lc_layout_free(of->b);
    return result;
}

static lcv_result *of_one(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value,
                          lc_layout *(*f)(lc_ctx *, const lc_layout *))
{
    if (value->kind != LCV_MORPHISM)
        return NULL;
    realized of = realize(r, n, args);
    return settle(r, &of, of.a != NULL ? f(of.ctx, of.a) : NULL, value);
}

typedef lc_layout *binary(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

static lcv_result *of_two(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value,
                          binary *f)
{
    if (value->kind != LCV_MORPHISM)
        return NULL;
    realized of = realize(r, n, args);
    return settle(r, &of, of.a != NULL && of.b != NULL ? f(of.ctx, of.a, of.b) : NULL, value);
}

static lc_layout *concat(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_layout *both[2] = {(lc_layout *)(uintptr_t)a, (lc_layout *)(uintptr_t)b};
    return lc_layout_concat(ctx, 2, both);
}

static lc_layout *divide(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    return divided(ctx, a, t, lc_logical_divide);
}

static lc_layout *product(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    return divided(ctx, a, t, lc_logical_product);
}

static lc_layout *itself(lc_ctx *ctx, const lc_layout *a)
{
    (void)ctx;
    return lc_layout_ref((lc_layout *)(uintptr_t)a);
}

#define OF(form, name, f)                                                      \
    lcv_result *lcv_nest_##name(lcr_ctx *r, size_t n, lcv_value *const *args,  \
                                const lcv_value *value)                        \
    {                                                                          \
        return of_##form(r, n, args, value, f);                                \
    }

OF(one, coalesce, lc_coalesce)
OF(one, inverse, lc_inverse)
OF(one, refined, itself)
OF(two, compose, lc_compose)
OF(two, concat, concat)
OF(two, divide, divide)
OF(two, product, product)

lcv_result *lcv_nest_complement(lcr_ctx *r, size_t n, lcv_value *const *args,
                                const lcv_value *value)
{
    if (value->kind != LCV_MORPHISM || args[0]->kind != LCV_MORPHISM)
        return NULL;
    realized of = realize(r, n, args);
    lc_int size = lc_tuple_size(of.ctx, lc_morphism_codomain(args[0]->morphism));
    return settle(r, &of, of.a != NULL ? lc_complement_to(of.ctx, of.a, size) : NULL, value);
}

lcv_result *lcv_nest_morphism(lcr_ctx *r, size_t n, lcv_value *const *args,
                              const lcv_value *value)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    return value->kind == LCV_MORPHISM
               ? same(r, lcv_as_layout(ctx, args[0]), lc_morphism_layout(ctx, value->morphism))
               : NULL;
}

/* ---- layouts that have morphisms ---- */

static lc_layout *by_morphism(lc_ctx *ctx, const lc_layout *a,
                              lc_morphism *(*op)(lc_ctx *, const lc_morphism *))
{
    lc_morphism *f = lc_morphism_of_layout(ctx, a), *g = f != NULL ? op(ctx, f) : NULL;
    lc_layout *b = g != NULL ? lc_morphism_layout(ctx, g) : NULL;
    lc_morphism_free(g);
    lc_morphism_free(f);
    return b;
}

/* A value that is a layout of integers, of a first argument that is one. */
static const lc_layout *plain(lcv_value *const *args, const lcv_value *value)
{
    bool integers = value->kind == LCV_LAYOUT && args[0]->kind == LCV_LAYOUT &&
                    lc_layout_codomain(value->layout) == LC_INTEGERS;
    return integers ? args[0]->layout : NULL;
}

/* NULL, without an error, where there is no other opinion: of a tiler by mode, or where a layout
 * is not tractable. */
static lcv_result *compared(lcr_ctx *r, const lcv_value *value, lc_layout *other)
{
    lc_ctx_reset(lcr_ctx_lc(r));
    return other != NULL ? same(r, lc_layout_ref(value->layout), other) : NULL;
}

lcv_result *lcv_by_nest_coalesce(lcr_ctx *r, size_t n, lcv_value *const *args,
                                 const lcv_value *value)
{
    const lc_layout *a = plain(args, value);
    return a != NULL && n == 1
               ? compared(r, value, by_morphism(lcr_ctx_lc(r), a, lc_morphism_coalesce))
               : NULL;
}

/* The last leaf twice as long: how a layout extends makes a difference then. */
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
static lcv_result *endless_complement(lcr_ctx *r, const lc_layout *a, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *other = lc_complement_by_morphism(ctx, a);
    lc_ctx_reset(ctx);
    if (other == NULL)
        return NULL;
    lcv_result *result = same(r, twice_as_far(ctx, value->layout), twice_as_far(ctx, other));
    lc_layout_free(other);
    return result;
}

lcv_result *lcv_by_nest_complement(lcr_ctx *r, size_t n, lcv_value *const *args,
                                   const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *a = plain(args, value);
    lc_int size;
    if (a == NULL || n == 1)
        return a != NULL ? endless_complement(r, a, value) : NULL;
    return compared(r, value, lcv_as_int(ctx, args[1], &size)
                                  ? lc_complement_to_by_morphism(ctx, a, size)
                                  : NULL);
}

/* Of two layouts. The forms of a divide or product by one layout that only nest otherwise are
 * the same function. */
static lcv_result *by_two(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value,
                          binary *f)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *a = plain(args, value);
    if (a == NULL || n != 2)
        return NULL;
    lc_tiler *t = lcv_as_tiler(ctx, args[1]);
    const lc_layout *b = t != NULL ? lc_tiler_as_layout(t) : NULL;
    lc_layout *other = b != NULL ? f(ctx, a, b) : NULL;
    lc_tiler_free(t);
    return compared(r, value, other);
}

#define BY(name, f)                                                               \
    lcv_result *lcv_by_nest_##name(lcr_ctx *r, size_t n, lcv_value *const *args,  \
                                   const lcv_value *value)                        \
    {                                                                             \
        return by_two(r, n, args, value, f);                                      \
    }

BY(compose, lc_compose_by_refinement)
BY(divide, lc_divide_by_morphism)
BY(product, lc_product_by_morphism)
