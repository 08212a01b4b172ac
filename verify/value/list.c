/* list.c - relations as functions of an integral coordinate: their values, listed; morphisms as
 * the layouts that they realize. */
#include "config.h"

#include "kept.h"

static void *no_function(lcr_ctx *r, const char *claim, const char *what)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    return lc_fail(ctx, LC_ERR_INVALID,
                   "%s needs a relation that is a function from [0,n) to integers: %s", claim,
                   what);
}

/* The values at 0 to n - 1; NULL with an error. */
static lc_ints *list(lcr_ctx *r, const char *claim, const lcr_map *m, size_t n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_pairs pairs = {0};
    lcr_answer listed = lcr_map_list(r, m, &pairs);
    lc_int *value = listed == LCR_YES && pairs.n == n ? lc_frame_alloc(ctx, n + 1, sizeof *value)
                                                      : NULL;
    for (size_t i = 0; value && i < n; i++)
        value[i] = pairs.cell[2 * i + 1];
    if (listed == LCR_YES && pairs.n != n)
        no_function(r, claim, "it has several outputs at an input");
    else if (listed == LCR_NO && lc_ctx_code(ctx) == LC_OK)
        lc_fail(ctx, LC_ERR_BUDGET, "%s: the relation was not listed within the budget", claim);
    lc_ints *all = value ? lc_ints_new(ctx, n, value) : NULL;
    lcr_pairs_clear(&pairs);
    return all;
}

lcv_value *lcv_value_listed(lcr_ctx *r, const char *claim, const lcv_value *relation)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcr_map *m = relation->relation;
    lc_int n;
    if (relation->map_of)
        return lcv_value_ref(relation->map_of);
    if (lcr_map_nin(m) != 1 || lcr_map_nout(m) != 1)
        return no_function(r, claim, "it has several inputs or outputs");
    if (lcr_map_domain_is_interval(r, m, &n) != LCR_YES)
        return no_function(r, claim, "its domain is not [0,n) for any n");
    if (lc_int_lt(lc_int_const(LCV_LISTED), n))
        return lc_fail(ctx, LC_ERR_BUDGET,
                       "%s lists the values of a relation, of up to %d inputs", claim,
                       LCV_LISTED);
    lc_frame frame = lc_frame_open(ctx);
    lc_ints *values = list(r, claim, m, (size_t)lc_int_get_si(n));
    lc_frame_close(ctx, frame);
    lcv_value *v = values ? lcv_value_relation(ctx, lcr_map_ref(m)) : NULL;
    if (v)
        v->values = values;
    else
        lc_ints_free(values);
    return v;
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

static bool is_large_map(const lcv_value *v)
{
    const lcv_value *of = v->map_of;
    if (of && of->kind == LCV_TUPLE)
        return lc_tuple_nleaves(of->tuple) > LCV_LARGE_MAP;
    return of && of->layout && lc_layout_nleaves(of->layout) > LCV_LARGE_MAP;
}

lcv_value **lcv_values_listed(lcr_ctx *r, const char *claim, bool large_only, size_t n,
                              lcv_value *const *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value **as = lc_frame_alloc(ctx, n, sizeof *as);
    for (size_t i = 0; as && i < n; i++) {
        bool list = v[i]->kind == LCV_RELATION && (!large_only || is_large_map(v[i]));
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
    if (lc_int_sign(c) < 0 || !lc_int_fits_si(c) || (uint64_t)lc_int_get_si(c) >= n) {
        lc_fail(ctx, LC_ERR_NO_VALUE, "the coordinate is outside the domain of the relation");
        return false;
    }
    *value = lc_ints_at(v->values, (size_t)lc_int_get_si(c));
    return true;
}
