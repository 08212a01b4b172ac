/* algebra.c - compose, complements, inverses, divides, products. */
#include "config.h"

#include "algebra.h"
#include "laws.h"

const lcr_law lcr_laws_algebra[] = {
    {"coalesce", 1, 2, lcr_law_coalesce},
    {"compose", 2, 2, lcr_law_compose},
    {"composed", 3, 3, lcr_law_composed},
    {"chain", 1, SIZE_MAX, lcr_law_chain},
    {"complement", 1, 2, lcr_law_complement},
    {"gap_complement", 2, 2, lcr_law_gap_complement},
    {"right_inverse", 1, 1, lcr_law_right_inverse},
    {"left_inverse", 1, 1, lcr_law_left_inverse},
    {"inverse", 1, 1, lcr_law_inverse},
    {"max_common_layout", 2, 2, lcr_law_max_common_layout},
    {"max_common_vector", 2, 2, lcr_law_max_common_vector},
    {"logical_divide", 2, 2, lcr_law_logical_divide},
    {"zipped_divide", 2, 2, lcr_law_zipped_divide},
    {"tiled_divide", 2, 2, lcr_law_tiled_divide},
    {"flat_divide", 2, 2, lcr_law_flat_divide},
    {"logical_product", 2, 2, lcr_law_logical_product},
    {"zipped_product", 2, 2, lcr_law_zipped_product},
    {"tiled_product", 2, 2, lcr_law_tiled_product},
    {"flat_product", 2, 2, lcr_law_flat_product},
    {"blocked_product", 2, 2, lcr_law_blocked_product},
    {"raked_product", 2, 2, lcr_law_raked_product},
    {"tile_to_shape", 2, 3, lcr_law_tile_to_shape},
    {NULL, 0, 0, NULL},
};
