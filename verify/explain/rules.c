/* rules.c - operations and claims by definition, with where it is from. */
#include "config.h"

#include "explain.h"

#include <string.h>

static const lcv_rule rules[] = {
    /* layouts */
    {"size", "the product of the extents", "Cecka 2.1"},
    {"rank", "the number of top-level modes", "Cecka 2.1"},
    {"depth", "how deep the shape is nested", "Cecka 2.1"},
    {"shape", "the extents, nested", "Cecka 2.4"},
    {"stride", "the strides, nested like the shape", "Cecka 2.4"},
    {"cosize", "the largest offset plus 1", "CuTe; with negative strides not the last offset"},
    {"evaluate", "the sum over the natural coordinate of coordinate times stride; an integral "
                 "coordinate is split into natural ones, the first mode fastest", "Cecka 2.4"},
    {"mode", "one top-level mode", "Cecka 2.1"},
    {"flatten", "the same leaves without nesting: the same function of integral coordinates",
     "Cecka 2.1"},
    {"concat", "the layouts as modes of one", "Cecka 2.4"},
    {"select", "some modes, in the order given", "CuTe"},
    {"group", "modes i to j - 1 as one mode: the same function of integral coordinates", "CuTe"},
    {"slice", "the offset of the fixed part of the coordinate, and the sublayout that `_` leaves",
     "Cecka 2.5, eq. 10"},
    {"identity", "the layout whose values are its coordinates", "Cecka 2.4.3"},
    {"coalesce", "modes of extent 1 vanish; neighbours s0:d0, s1:d1 with d1 = s0 d0 become one: "
                 "the same function with the least rank", "Cecka 3.2"},
    {"filter", "coalesced, without the modes of stride 0", "CuTe"},
    {"compose", "R with R(c) = A(B(c)) at every coordinate c of B, its shape refining B's",
     "Cecka 3.3, laws 16 and 17"},
    {"composed", "f(k + g(c)) at every coordinate c of g, f on its extended domain",
     "Cecka 2.4 and 2.4.3"},
    {"chain", "the layouts (2,...,2):(v1,v2,...) o (3,1):(1,4) o (4,1):(1,6) o ..., whose values "
              "are the given ones; v0 is added", "Cecka 2.4.3"},
    {"complement", "what A leaves out: disjoint from A, increasing, from which copies of A fill "
                   "the codomain", "Cecka 3.5, laws 27 to 29"},
    {"gap_complement", "the first gap of the image is filled with copies of what lies before it, "
                       "again and again", "ISL paper, Algorithm 4, as corrected"},
    {"right_inverse", "R with A(R(k)) = k, as long as following the strides from 1 reaches",
     "Cecka 3.4, law 24, Table 5"},
    {"left_inverse", "L with A(L(A(c))) = A(c); stride 0 where the image has gaps",
     "Cecka 3.4, law 26, Table 6"},
    {"inverse", "both inverses at once, of a bijection onto [0, size)", "Cecka 3.4"},
    {"logical_divide", "A o (T, T*), T* the complement of T up to the size of A: the tile and the "
                       "tiles, mode by mode", "Cecka 3.5.2"},
    {"zipped_divide", "the divide with all tiles in the first mode, the rests in the second",
     "Cecka 3.5.2"},
    {"tiled_divide", "the zipped divide, its second mode spread", "Cecka 3.5.2"},
    {"flat_divide", "the zipped divide, both modes spread", "Cecka 3.5.2"},
    {"logical_product", "(A, A* o B), A* the complement of A: copies of A laid out as B",
     "Cecka 3.5.1"},
    {"zipped_product", "the product with all tiles in the first mode", "Cecka 3.5.1"},
    {"tiled_product", "the zipped product, its second mode spread", "Cecka 3.5.1"},
    {"flat_product", "the zipped product, both modes spread", "Cecka 3.5.1"},
    {"blocked_product", "the modes of the product paired, block first", "Cecka 3.5.1, Figure 10"},
    {"raked_product", "the modes of the product paired, grid first", "Cecka 3.5.1, Figure 11"},
    {"max_common_layout", "the longest V with A(V(i)) = B(V(i)) = i", "Cecka 3.4.2, eq. 25"},
    {"max_common_vector", "the size of the longest common layout", "Cecka 3.4.2"},
    {"upcast", "n elements become one: offsets divided by n", "CuTe"},
    {"downcast", "one element becomes n: offsets multiplied by n", "CuTe"},
    {"tile_to_shape", "the blocked product of A by the tiles that the shape takes, in order",
     "CuTe"},
    /* linear layouts */
    {"linear", "the values at 1, 2, 4, ... as bases: right when the value at x xor y is the XOR "
               "of the values", "ISL paper, section 5; Triton's LinearLayout"},
    {"layout", "the strides read off the function: the first mode is the longest straight run",
     "representability; ISL paper, Algorithm 2 where the shape is given"},
    {"product", "the bits of L below those of M, dim by dim", "Triton's L * M"},
    {"invert", "the inverse matrix over F2", "Triton"},
    {"pseudoinvert", "a right inverse over F2 whose free bits are 0", "Triton"},
    {"invert_and_compose", "C with L(x) = M(C(x))", "Triton"},
    {"divide_left", "C with A = product(B, C)", "Triton"},
    {"divide_right", "C with A = product(C, B)", "Triton"},
    /* accesses of a warp */
    {"conflicts", "of any access of `lanes` lanes, each of which moves `width` bytes from byte "
                  "bytes * X: the wavefronts past the first of each phase; a phase takes as many "
                  "as its busiest bank has different 4-byte words to give",
     "CUDA programming guide, shared memory; counted as Nsight Compute counts"},
    {"sectors", "the 32-byte sectors that an access touches, at most",
     "CUDA programming guide, global memory"},
    /* relations */
    {"coord_map", "integral coordinates to natural ones", "ISL paper, section 3.2"},
    {"index_map", "natural coordinates to offsets", "ISL paper, section 3"},
    {"layout_map", "integral coordinates to offsets: the index map after the coordinate map",
     "ISL paper, section 3"},
    {"bits_map", "bits of the input to bits of the output", "ISL paper, sections 4 and 5"},
    /* claims */
    {"admissible", "some layout R has R(c) = A(B(c)) at every coordinate, its shape refining B's",
     "Cecka 3.3, laws 16 and 17"},
    {"aligned", "every offset is a multiple of n", "Cecka 3.4.2"},
    {"bijective", "every integer of [0, size) is the offset of just one coordinate", "definition"},
    {"coalesced", "every access touches no more 32-byte sectors than its bytes would fill",
     "CUDA programming guide, global memory"},
    {"compact", "the values are just [0, size(X)), once each, whatever codomain is declared",
     "Cecka 2.4"},
    {"compatible", "Y refines X: every coordinate of X is one of Y", "Cecka 2.2"},
    {"complements", "C(i) = A(j) for no i but 0; C increases; with N, (A,C) covers [0,N)",
     "Cecka 3.5, laws 27 to 29"},
    {"composes", "R's shape refines B's and R(c) = A(B(c)) everywhere",
     "Cecka 3.3, laws 16 and 17"},
    {"conflict_free", "in no phase of an access do two lanes want different 4-byte words of one "
                      "bank: 32 banks, or 64, and as many lanes a phase, half of them for 8 "
                      "bytes a lane, a quarter for 16",
     "CUDA programming guide, shared memory"},
    {"congruent", "the same nesting", "Cecka 2.1"},
    {"contained", "every offset of T is an offset of A", "Cecka 3.4.4"},
    {"covers", "every integer of [0,N) is an offset", "definition"},
    {"disjoint", "no offset but 0 is one of both", "Cecka 3.5"},
    {"divides_into", "D's first mode is A o T, and D reaches every offset of A as often as A does; "
                     "it may reach more where T does not divide A, but not with `exact`",
     "Cecka 3.5.2"},
    {"equal", "the same shape and stride", "definition"},
    {"equiv", "the same size, and the same value at every integral coordinate", "Cecka 2.4.1"},
    {"fits", "every offset is a number of the type", "definition"},
    {"in_bounds", "every offset is in [0,N)", "definition"},
    {"injective", "no two coordinates have one offset", "definition"},
    {"is_layout", "some shape:stride gives this function", "representability"},
    {"is_linear", "the size is a power of two, and the value at x xor y is the XOR of the values",
     "linearity over F2"},
    {"left_inverts", "L(A(c)) is a coordinate of A with A(L(A(c))) = A(c), at every coordinate c of "
                     "A; so it is c where A is injective", "Cecka 3.4, law 26"},
    {"partitions", "every coordinate of S is reached just once", "definition"},
    {"refines", "X refines Y: every coordinate of Y is one of X", "Cecka 2.2"},
    {"right_inverts", "R(k) is a coordinate of A with A(R(k)) = k, at every coordinate k of R",
     "Cecka 3.4, law 24"},
    {"surjective", "the offsets are just [0,N)", "definition"},
    {"vectorizes", "the coordinates fall into groups of n, translates of the first n of "
                   "max_common_layout(A,B) (by XOR for functions over F2); in each group the "
                   "offsets of A and those of B are n consecutive ones in the same order; a "
                   "tensor begins at a multiple of n",
     "Cecka 3.4.2"},
    {"weakly_congruent", "Y's nesting refines X's", "Cecka 2.1"},
};

const lcv_rule *lcv_rule_of(const char *name)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].name, name) == 0)
            return &rules[i];
    return NULL;
}
