/* law-nest.c - morphisms against layouts: an operation on morphisms against that on their
 * layouts, and an operation on tractable layouts against that on their morphisms. */
#include "config.h"

#include "laws.h"

#include <stdlib.h>
#include <string.h>

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

/* What the operation gives for the layouts of the arguments; NULL: nothing to say. */
static lc_layout *of_layouts(lc_ctx *ctx, const char *name, lc_layout *const *a,
                             const lc_morphism *f)
{
    lc_layout *both[2] = {a[0], a[1]};
    if (strcmp(name, "coalesce") == 0)
        return lc_coalesce(ctx, a[0]);
    if (strcmp(name, "complement") == 0)
        return lc_complement_to(ctx, a[0], lc_tuple_size(ctx, lc_morphism_codomain(f)));
    if (strcmp(name, "compose") == 0)
        return lc_compose(ctx, a[0], a[1]);
    if (strcmp(name, "concat") == 0)
        return lc_layout_concat(ctx, 2, both);
    if (strcmp(name, "logical_divide") == 0)
        return divided(ctx, a[0], a[1], lc_logical_divide);
    if (strcmp(name, "logical_product") == 0)
        return divided(ctx, a[0], a[1], lc_logical_product);
    if (strcmp(name, "inverse") == 0)
        return lc_inverse(ctx, a[0]);
    return strcmp(name, "pull_back") == 0 || strcmp(name, "push_forward") == 0
               ? lc_layout_ref(a[0])
               : NULL;
}

lcv_result *lcv_law_of_morphisms(lcr_ctx *r, const char *name, size_t n, lcv_value *const *args,
                                 const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *a[2] = {NULL, NULL};
    lcv_result *result = NULL;
    if (value->kind != LCV_MORPHISM)
        return NULL;
    if (strcmp(name, "morphism") == 0)
        return same(r, lcv_as_layout(ctx, args[0]), lc_morphism_layout(ctx, value->morphism));
    for (size_t i = 0; i < n && i < 2; i++)
        a[i] = args[i]->kind == LCV_MORPHISM ? lc_morphism_layout(ctx, args[i]->morphism) : NULL;
    if (a[0] != NULL) {
        lc_layout *want = of_layouts(ctx, name, a, args[0]->morphism);
        lc_ctx_reset(ctx);
        if (want != NULL)
            result = same(r, want, lc_morphism_layout(ctx, value->morphism));
    }
    lc_layout_free(a[0]);
    lc_layout_free(a[1]);
    return result;
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

typedef lc_layout *binary(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

/* The operations on two layouts. The forms of a divide or product by one layout that only
 * nest otherwise are the same function. */
static const struct {
    const char *name;
    binary *f;
} table[] = {
    {"compose", lc_compose_by_refinement},      {"logical_divide", lc_divide_by_morphism},
    {"zipped_divide", lc_divide_by_morphism},   {"tiled_divide", lc_divide_by_morphism},
    {"flat_divide", lc_divide_by_morphism},     {"logical_product", lc_product_by_morphism},
    {"zipped_product", lc_product_by_morphism}, {"tiled_product", lc_product_by_morphism},
    {"flat_product", lc_product_by_morphism},
};

static lc_layout *of_two(lc_ctx *ctx, const char *name, const lc_layout *a, const lcv_value *second)
{
    lc_tiler *t = lcv_as_tiler(ctx, second);
    const lc_layout *b = t != NULL ? lc_tiler_as_layout(t) : NULL;
    lc_layout *other = NULL;
    for (size_t i = 0; b != NULL && i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            other = table[i].f(ctx, a, b);
    lc_tiler_free(t);
    return other;
}

/* The same operation by way of morphisms; NULL where there is none: of a tiler by mode, or
 * where a layout is not tractable. */
static lc_layout *second_opinion(lc_ctx *ctx, const char *name, size_t n, lcv_value *const *args)
{
    const lc_layout *a = args[0]->kind == LCV_LAYOUT ? args[0]->layout : NULL;
    lc_int size;
    if (a == NULL || n > 2)
        return NULL;
    if (n == 1 && strcmp(name, "coalesce") == 0)
        return by_morphism(ctx, a, lc_morphism_coalesce);
    if (n == 1 && strcmp(name, "complement") == 0)
        return lc_complement_by_morphism(ctx, a);
    if (n == 2 && strcmp(name, "complement") == 0)
        return lcv_as_int(ctx, args[1], &size) ? lc_complement_to_by_morphism(ctx, a, size) : NULL;
    return n == 2 ? of_two(ctx, name, a, args[1]) : NULL;
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

lcv_result *lcv_law_by_morphisms(lcr_ctx *r, const char *name, size_t n, lcv_value *const *args,
                                 const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n == 0 || value->kind != LCV_LAYOUT || lc_layout_codomain(value->layout) != LC_INTEGERS)
        return NULL;
    lc_layout *other = second_opinion(ctx, name, n, args);
    lc_ctx_reset(ctx);
    if (other == NULL)
        return NULL;
    if (n > 1 || strcmp(name, "complement") != 0)
        return same(r, lc_layout_ref(value->layout), other);
    lcv_result *result = same(r, twice_as_far(ctx, value->layout), twice_as_far(ctx, other));
    lc_layout_free(other);
    return result;
}
