/* check_law_algebra.c - values and planted errors, given to isl alone: the layout algebra. */
#include "config.h"

#include "suite.h"

#include "planted.h"

static const planted calls[] = {
    {"coalesce", {"A"}},
    {"coalesce", {"A", "T"}},
    {"coalesce", {"S"}},
    {"coalesce", {"(2,4,k,k):(f1,f2,f8,f24)"}},
    {"compose", {"A", "B"}},
    {"compose", {"(4,8,k):(f1,f5,f96)", "T"}},
    {"compose", {"identity(T)", "(2,k):(1,2)"}},
    {"compose", {"N", "M"}},
    {"compose", {"S", "J"}},
    {"compose", {"slice(A, 0)", "B"}},
    {"chain", {"n", "k", "3", "n", "-2"}},
    {"complement", {"N"}},
    {"complement", {"N", "n"}},
    {"complement", {"identity(T)"}},
    {"complement", {"compose(identity(T), B)", "T"}},
    {"gap_complement", {"N", "n"}},
    {"right_inverse", {"A"}},
    {"right_inverse", {"J"}},
    {"right_inverse", {"identity(T)"}},
    {"right_inverse", {"S"}},
    {"right_inverse", {"(4,4,k):(f1,f5,f16)"}},
    {"left_inverse", {"(4,4,k):(f3,f12,f80)"}},
    {"left_inverse", {"N"}},
    {"left_inverse", {"J"}},
    {"reordering", {"(k,n):(n,1)", "(n,k):(1,n)"}},
    {"reordering", {"(k,n):(1,0)", "(n,k):(0,1)"}},
    {"reordering", {"J", "size(J)"}},
    {"register_permutation", {"(4,(k,2)):(2,(8,1))", "(4,(2,k)):(2,(1,8))"}},
    {"inverse", {"J"}},
    {"inverse", {"S"}},
    {"logical_divide", {"N", "M"}},
    {"logical_divide", {"A", "B"}},
    {"logical_divide", {"S", "k"}},
    {"logical_divide", {"identity(T)", "k"}},
    {"logical_divide", {"(4,8,k):(f1,f4,f33)", "2:2"}},
    {"zipped_divide", {"(4,8,k):(f1,f4,f33)", "(2,4)"}},
    {"zipped_divide", {"N", "M"}},
    {"tiled_divide", {"N", "M"}},
    {"tiled_divide", {"A", "B"}},
    {"flat_divide", {"N", "M"}},
    {"flat_divide", {"A", "B"}},
    {"logical_product", {"N", "B"}},
    {"logical_product", {"N", "M"}},
    {"logical_product", {"S", "J"}},
    {"logical_product", {"identity(T)", "k"}},
    {"zipped_product", {"N", "M"}},
    {"tiled_product", {"N", "M"}},
    {"flat_product", {"N", "M"}},
    {"blocked_product", {"N", "J"}},
    {"blocked_product", {"S", "T"}},
    {"raked_product", {"N", "J"}},
    {"raked_product", {"J", "B"}},
    {"max_common_layout", {"A", "J"}},
    {"max_common_layout", {"J", "J"}},
    {"max_common_layout", {"(2,k,4):(1,n,2)", "(2,n,4):(1,k,2)"}},
    {"max_common_layout", {"(4,8):(8,1)", "(k,2,8):(8,4,1)"}},
    {"max_common_vector", {"A", "J"}},
    {"max_common_vector", {"J", "J"}},
    {"max_common_vector", {"(4,8):(1,4)", "(k,16):(1,4)"}},
    {"guard", {"(4,k):(1,5)", "(2,k,2):(k,1,3)"}},
    {"guard", {"layout_map((3,k))", "layout_map((2,k):(1,2))"}},
    {"coord_map", {"(4,6,k):(f1,f2,f3)", "(k,2,12)"}},
    {"colex", {"(4,6,k)", "(2,k,12)"}},
    {"colex", {"T", "size(T)"}},
    {"coarsenings", {"T"}},
    {"coarsenings", {"(2,k,1,k,3)"}},
    {"tile_to_shape", {"N", "T"}},
    {"tile_to_shape", {"2:1", "(6,4)", "(2,1)"}},
    {"tile_to_shape", {"S", "(64,8,4)", "(3,1,2)"}},
};
#define NCALLS (sizeof calls / sizeof *calls)

TEST(test_planted)
{
    static planted_counts counts[NCALLS];
    planted_check(calls, NCALLS, counts);
}

SUITE_MAIN("laws of the algebra", test_planted)
