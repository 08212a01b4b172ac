/* list.c - relations as functions of an integral coordinate: their values, listed; morphisms as
 * the layouts that they realize. */
#include "config.h"

#include <stdlib.h>

#include "kept.h"

static void *no_function(lcr_ctx *r, const char *claim, const char *what)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    return lc_fail(ctx, LC_ERR_INVALID,
                   "%s needs a relation that is a function from [0,n), or from a box of "
                   "coordinates, to integers: %s",
                   claim, what);
}

/* The place of inputs among the coordinates of a shape, the first of them minor. */
static size_t place_of(const lc_tuple *shape, const lc_int *in)
{
    size_t place = 0;
    for (size_t k = lc_tuple_nleaves(shape); k-- > 0;)
        place = place * (size_t)lc_int_get_si(lc_tuple_value(shape, k)) +
                (size_t)lc_int_get_si(in[k]);
    return place;
}

/* The values at the coordinates of a shape, n of them; NULL with an error. */
static lc_ints *list(lcr_ctx *r, const char *claim, const lcr_map *m, const lc_tuple *shape,
                     size_t n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_pairs pairs = {0};
    lcr_answer listed = lcr_map_list(r, m, &pairs);
    lc_int *value = listed == LCR_YES && pairs.n == n ? lc_frame_alloc(ctx, n + 1, sizeof *value)
                                                      : NULL;
    for (size_t i = 0; value && i < n; i++) {
        const lc_int *pair = pairs.cell + i * (pairs.nin + 1);
        value[place_of(shape, pair)] = pair[pairs.nin];
    }
    if (listed == LCR_YES && pairs.n != n)
        no_function(r, claim, "it has several outputs at an input");
    else if (listed == LCR_NO && lc_ctx_code(ctx) == LC_OK)
        lc_fail(ctx, LC_ERR_BUDGET, "%s: the relation was not listed within the budget", claim);
    lc_ints *all = value ? lc_ints_new(ctx, n, value) : NULL;
    lcr_pairs_clear(&pairs);
    return all;
}

/* The inputs as the coordinates of a shape; NULL with an error. */
static lc_tuple *shape_of_inputs(lcr_ctx *r, const char *claim, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lcr_map_nin(m);
    lc_int *extent = lc_alloc(ctx, n + 1, sizeof *extent);
    lcr_answer box = extent ? lcr_map_domain_is_box(r, m, extent) : LCR_UNKNOWN;
    lc_tuple *shape = NULL;
    if (box == LCR_YES)
        shape = n == 1 ? lc_tuple_leaf(ctx, extent[0]) : lc_tuple_flat(ctx, n, extent);
    else if (extent)
        no_function(r, claim,
                    n == 1 ? "its domain is not [0,n) for any n" : "its inputs are no such box");
    free(extent);
    return shape;
}

/* Takes over the shape. */
static lcv_value *list_on(lcr_ctx *r, const char *claim, const lcr_map *m, lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int n = lc_tuple_size(ctx, shape);
    lc_ints *values = NULL;
    if (lc_int_lt(lc_int_const(LCV_LISTED), n))
        lc_fail(ctx, LC_ERR_BUDGET, "%s lists the values of a relation, of up to %d inputs",
                claim, LCV_LISTED);
    else
        values = list(r, claim, m, shape, (size_t)lc_int_get_si(n));
    lcv_value *v = values ? lcv_value_relation(ctx, lcr_map_ref(m)) : NULL;
    if (v) {
        v->values = values;
        v->tuple = shape;
        return v;
    }
    lc_ints_free(values);
    lc_tuple_free(shape);
    return NULL;
}

lcv_value *lcv_value_listed(lcr_ctx *r, const char *claim, const lcv_value *relation)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcr_map *m = relation->relation;
    if (relation->map_of)
        return lcv_value_ref(relation->map_of);
    if (lcr_map_nout(m) != 1)
        return no_function(r, claim, "it has several outputs");
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *shape = shape_of_inputs(r, claim, m);
    lcv_value *v = shape ? list_on(r, claim, m, shape) : NULL;
    lc_frame_close(ctx, frame);
    return v;
}

lcv_value *lcv_box_listed(lcr_ctx *r, const char *claim, const lcv_value *v)
{
    bool is = v->kind == LCV_RELATION && !v->map_of && !v->values &&
              lcr_map_nin(v->relation) > 1 && lcr_map_nout(v->relation) == 1;
    return is ? lcv_value_listed(r, claim, v) : lcv_value_ref(v);
}

lcv_value *lcv_value_realized(lc_ctx *ctx, const lcv_value *morphism)
{
    return lcv_value_layout(ctx, lc_morphism_layout(ctx, morphism->morphism));
}

bool lcv_has_morphism(size_t n, lcv_value *const *v)
{
    for (size_t i = 0; i < n; i++)
        if (v[i]->kind == LCV_MORPHISM)
            return true;
    return false;
}

lcv_value **lcv_values_realized(lc_ctx *ctx, size_t n, lcv_value *const *v)
{
    lcv_value **as = lc_frame_alloc(ctx, n, sizeof *as);
    for (size_t i = 0; as && i < n; i++) {
        as[i] = v[i]->kind == LCV_MORPHISM ? lcv_kept(ctx, lcv_value_realized(ctx, v[i])) : v[i];
        if (!as[i])
            return NULL;
    }
    return as;
}

/* More than 2^12 coordinates. */
static bool has_many(const lc_layout *a)
{
    size_t bits = 0;
    for (size_t k = 0; k < lc_layout_nleaves(a); k++)
        bits += lc_int_bits(lc_layout_extent(a, k)) - 1;
    return bits > LCV_LARGE_MAP;
}

bool lcv_is_large_map(const lcv_value *v)
{
    const lcv_value *of = v->map_of;
    switch (of ? of->kind : LCV_NAMES) {
    case LCV_TUPLE: return lc_tuple_nleaves(of->tuple) > LCV_LARGE_MAP;
    case LCV_SWIZZLE: return lc_swizzle_bits(of->swizzle) > LCV_LARGE_MAP;
    case LCV_LINEAR:
    case LCV_AFFINE:
        return lc_linear_in_bits(of->linear) > LCV_LARGE_MAP && lc_linear_nouts(of->linear) == 1;
    case LCV_LAYOUT:
    case LCV_TENSOR:
    case LCV_COMPOSED:
        return lc_layout_nleaves(of->layout) > LCV_LARGE_MAP ||
               ((of->kind == LCV_COMPOSED || lc_layout_codomain(of->layout) == LC_XOR) &&
                has_many(of->layout));
    default: return false;
    }
}

/* The layout map of a linear layout with several input dims, which isl's claims do not take. */
static bool has_dims(const lcv_value *v)
{
    return v->map_of && lcr_map_nin(v->relation) > 1 && lcr_map_nout(v->relation) == 1;
}

lcv_value **lcv_values_listed(lcr_ctx *r, const char *claim, bool large_only, size_t n,
                              lcv_value *const *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value **as = lc_frame_alloc(ctx, n, sizeof *as);
    for (size_t i = 0; as && i < n; i++) {
        bool list = v[i]->kind == LCV_RELATION &&
                    (!large_only || lcv_is_large_map(v[i]) || has_dims(v[i]));
        as[i] = list                         ? lcv_kept(ctx, lcv_value_listed(r, claim, v[i]))
                : v[i]->kind == LCV_MORPHISM ? lcv_kept(ctx, lcv_value_realized(ctx, v[i]))
                                             : v[i];
        if (!as[i])
            return NULL;
    }
    return as;
}

bool lcv_listed_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *value)
{
    size_t n = lc_ints_length(v->values);
    if (lc_int_sign(c) < 0 || !lc_int_fits_si(c) || (uint64_t)lc_int_get_si(c) >= n)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "the coordinate is outside the domain of the relation");
    *value = lc_ints_at(v->values, (size_t)lc_int_get_si(c));
    return true;
}
