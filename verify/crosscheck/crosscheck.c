/* crosscheck.c - the table of operations and the laws behind them. */
#include "config.h"

#include "crosscheck.h"
#include "laws.h"
#include "../claim/claims.h"

#include <string.h>

static const struct {
    const char *name;
    lcv_law *law;
} table[] = {
    {"blocked_product", lcv_law_blocked_product},
    {"chain", lcv_law_chain},
    {"coalesce", lcv_law_coalesce},
    {"complement", lcv_law_complement},
    {"compose", lcv_law_compose},
    {"concat", lcv_law_concat},
    {"conflicts", lcv_law_conflicts},
    {"cosize", lcv_law_cosize},
    {"downcast", lcv_law_downcast},
    {"evaluate", lcv_law_evaluate},
    {"filter", lcv_law_filter},
    {"flat_divide", lcv_law_regrouped_divide},
    {"flat_product", lcv_law_regrouped_product},
    {"flatten", lcv_law_flatten},
    {"gap_complement", lcv_law_gap_complement},
    {"group", lcv_law_group},
    {"identity", lcv_law_identity},
    {"inverse", lcv_law_inverse},
    {"layout", lcv_law_layout},
    {"layout_with_strides", lcv_law_layout_with_strides},
    {"left_inverse", lcv_law_left_inverse},
    {"logical_divide", lcv_law_logical_divide},
    {"logical_product", lcv_law_logical_product},
    {"max_common_layout", lcv_law_max_common_layout},
    {"max_common_vector", lcv_law_max_common_vector},
    {"mode", lcv_law_mode},
    {"raked_product", lcv_law_raked_product},
    {"right_inverse", lcv_law_right_inverse},
    {"sectors", lcv_law_sectors},
    {"select", lcv_law_select},
    {"size", lcv_law_size},
    {"slice", lcv_law_slice},
    {"tile_to_shape", lcv_law_tile_to_shape},
    {"tiled_divide", lcv_law_regrouped_divide},
    {"tiled_product", lcv_law_regrouped_product},
    {"upcast", lcv_law_upcast},
    {"zipped_divide", lcv_law_regrouped_divide},
    {"zipped_product", lcv_law_regrouped_product},
};

static lcv_law *law_of_layouts(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].law;
    return NULL;
}

/* The laws that look at offsets themselves. */
static bool knows_offsets(const char *name)
{
    static const char *const known[] = {"concat", "downcast", "slice", "upcast"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

static bool has_morphism(size_t n, lcv_value *const *args, const lcv_value *value)
{
    for (size_t i = 0; i < n; i++)
        if (args[i]->kind == LCV_MORPHISM)
            return true;
    return value->kind == LCV_MORPHISM;
}

/* By the law, and where the operands have morphisms by these: a disagreement of either. */
static lcv_result *by_law(lcr_ctx *r, lcv_law *law, const char *name, size_t n,
                          lcv_value *const *args, const lcv_value *value)
{
    lcv_result *result = law(r, n, args, value);
    if (result == NULL || result->verdict == LCV_REFUTED)
        return result;
    lcv_result *other = lcv_law_by_morphisms(r, name, n, args, value);
    if (other == NULL || other->verdict != LCV_REFUTED) {
        lcv_result_free(other);
        return result;
    }
    lcv_result_free(result);
    return other;
}

/* A composite or an inverse whose strides add by XOR: matrices may decide what is too large
 * to enumerate. Not of coordinates, nor by mode. */
static bool by_matrix(const char *name, size_t n, lcv_value *const *args, const lcv_value *value)
{
    bool composite = strcmp(name, "compose") == 0 && n == 2 && args[1]->kind == LCV_LAYOUT;
    bool inverse = strcmp(name, "inverse") == 0 || strcmp(name, "left_inverse") == 0 ||
                   strcmp(name, "right_inverse") == 0;
    for (size_t i = 0; i < n; i++)
        if (lcv_is_coordinates(args[i]))
            return false;
    return lcv_is_xor(value) && (composite || inverse);
}

lcv_result *lcv_crosscheck(lcr_ctx *r, const char *name, size_t n, lcv_value *const *args,
                           const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_ctx_reset(ctx);
    lcr_start(r);
    if (has_morphism(n, args, value)) {
        lc_frame around = lc_frame_open(ctx);
        lcv_result *result = lcv_law_of_morphisms(r, name, n, args, value);
        lc_frame_close(ctx, around);
        return lcv_settle(ctx, result);
    }
    bool binary = lcv_is_binary(value) || by_matrix(name, n, args, value);
    for (size_t i = 0; i < n; i++)
        binary = binary || lcv_is_binary(args[i]);
    /* A composite has a tiler for an argument, which is no function. */
    bool composite = strcmp(name, "compose") == 0;
    bool within = lcv_is_within(n, args, value) &&
                  (value->kind == LCV_TENSOR ? !knows_offsets(name)
                                             : composite || lcv_linear_law(name) == NULL);
    lcv_law *law = binary && !within ? lcv_linear_law(name) : law_of_layouts(name);
    if (law == NULL)
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lcv_result *result = within ? lcv_law_within(r, law, n, args, value)
                                : by_law(r, law, name, n, args, value);
    lc_frame_close(ctx, frame);
    return lcv_settle(ctx, result);
}
