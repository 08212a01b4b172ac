/* merge.c - sets and relations of fewer pieces, which isl's coalescing makes.
 *
 * isl 0.25 coalesces some sets with divisions into others: a guard that has 1, 2, 3 and 6 comes
 * out with 7 and 11, too. What it makes is therefore compared with what it was made of, unless it
 * has as many pieces; where the two differ, or isl does not say, the pieces stay.
 */
#include "config.h"

#include "internal.h"

/* Is what was merged the same? Undecided, it is not, and work goes on with a fresh budget. */
static bool is_same(lcr_ctx *r, isl_bool equal)
{
    if (equal == isl_bool_error && lcr_out_of_budget(r)) {
        lcr_isl_forget(r);
        isl_ctx_reset_operations(r->isl);
    }
    return equal == isl_bool_true;
}

isl_set *lcr_merge_set(lcr_ctx *r, isl_set *set)
{
    if (!set)
        return NULL;
    isl_set *merged = isl_set_coalesce(isl_set_copy(set));
    bool fewer = !merged || isl_set_n_basic_set(merged) < isl_set_n_basic_set(set);
    if (!fewer || !is_same(r, isl_set_is_equal(merged, set))) {
        isl_set_free(merged);
        return set;
    }
    isl_set_free(set);
    return merged;
}

isl_map *lcr_merge_map(lcr_ctx *r, isl_map *map)
{
    if (!map)
        return NULL;
    if (isl_map_dim(map, isl_dim_in) == 0)
        return isl_map_from_range(lcr_merge_set(r, isl_map_range(map)));
    isl_map *merged = isl_map_coalesce(isl_map_copy(map));
    bool fewer = !merged || isl_map_n_basic_map(merged) < isl_map_n_basic_map(map);
    if (!fewer || !is_same(r, isl_map_is_equal(merged, map))) {
        isl_map_free(merged);
        return map;
    }
    isl_map_free(map);
    return merged;
}

isl_pw_aff *lcr_merge_function(lcr_ctx *r, isl_pw_aff *f)
{
    if (!f)
        return NULL;
    isl_pw_aff *merged = isl_pw_aff_coalesce(isl_pw_aff_copy(f));
    bool fewer = !merged || isl_pw_aff_n_piece(merged) < isl_pw_aff_n_piece(f);
    if (!fewer || !is_same(r, isl_pw_aff_is_equal(merged, f))) {
        isl_pw_aff_free(merged);
        return f;
    }
    isl_pw_aff_free(f);
    return merged;
}
