/* algebra.c - the rows of the operations of the layout algebra.
 */
#include "config.h"

#include "rows.h"

#include "../crosscheck/restate.h"
#include "../draw/calls.h"
#include "../explain/explain.h"
#include "../form/relation.h"
#include "../operation/operation.h"

/* Reasons for parts that a row lacks. */
#define ORDER_OF_NUMBERS "which modes vanish, join or change places depends on the numbers"
#define BY_SYNTAX "its syntax is read in ../symbolic/expression.c"

const lcv_operation lcv_operations_algebra[] = {
    {"coalesce", "coalesce(A[, profile])", 1, 2, .each = LCV_EACH_WITH,
     .apply_to_relations = lcv_relation_coalesce, .symbols_of_relations = lcv_rel_applied,
     .apply = lcv_op_coalesce, .apply_to_morphisms = lcv_morphism_coalesce, .morphism_args = 1,
     .realizes = true, .symbols = lcv_sym_computed, .remembered = lcv_remembered_coalesce,
     .restated = lcv_restate_coalesce, .steps = lcv_tell_coalesce, .draw = lcv_draw_beside,
     .rules =
         (const lcv_rule[]){{LCV_OF_RELATIONS,
                             "the same pairs, in fewer pieces where some make one", "isl"},
                            {LCV_OF_MORPHISMS,
                             "neighbours whose images are neighbours, or * both, become one, 1s "
                             "vanish",
                             "Nest"},
                            {LCV_OF_LAYOUTS,
                             "modes of extent 1 vanish; neighbours s0:d0, s1:d1 with d1 = s0 d0 "
                             "become one: the same function with the least rank",
                             "Cecka 3.2"}}},
    {"compose", "compose(A, B)", 2, 2, .symbols_of_relations = lcv_rel_compose,
     .apply = lcv_compose_values, .apply_to_morphisms = lcv_morphism_compose, .morphism_args = 2,
     .realizes = true, .symbols = lcv_sym_compose, .operands = lcv_operands_of_composition,
     .steps = lcv_tell_composition, .remembered = lcv_remembered_compose,
     .restated = lcv_restate_compose, .draw = lcv_draw_taken,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "the pairs (x,z) with (x,y) in B and (y,z) in A for some y",
              "composition of relations"},
             {LCV_OF_MORPHISMS,
              "entry by entry, first f and then g, both refined where the tuples between them "
              "differ",
              "Nest"},
             {LCV_OF_LINEAR,
              "x -> A(B(x)): the product of the matrices over F2, dims matched by "
              "name",
              "Triton"},
             {LCV_OF_SWIZZLES,
              "x -> A(B(x)): the product of the matrices over F2, as a swizzle "
              "where one has it, else as a linear layout",
              "linearity over F2"},
             {LCV_OF_COMPOSED,
              "x -> A(B(x)): the outer function stays outside, what B is composed "
              "with is the layout under it",
              "CuTe's ComposedLayout"},
             {LCV_OF_TILERS,
              "every mode of A composed with its part of the tiler, modes past the "
              "tiler and at `_` as they are",
              "Cecka 3.3.5"},
             {LCV_OF_LAYOUTS,
              "R with R(c) = A(B(c)) at every coordinate c of B, its shape refining "
              "B's",
              "Cecka 3.3, laws 16 and 17"}}},
    {"chain", "chain(v0, v1, ...)", 1, LCV_ANY_NUMBER, .apply = lcv_chain_of_values,
     .no_symbols = ORDER_OF_NUMBERS, .steps = lcv_tell_modes,
     .rules = RULE("the layouts (2,...,2):(v1,v2,...) o (3,1):(1,4) o (4,1):(1,6) o ..., whose "
                   "values are the given ones; v0 is added",
                   "Cecka 2.4.3")},
    {"complement", "complement(A[, N])", 1, 2, .each = LCV_EACH_WITH,
     .apply_to_relations = lcv_relation_complement, .apply = lcv_op_complement,
     .apply_to_morphisms = lcv_morphism_complement, .morphism_args = 1, .realizes = true,
     .symbols = lcv_sym_algebra, .restated = lcv_restate_complement, .steps = lcv_tell_complement,
     .draw = lcv_draw_beside,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS,
              "the integers that the copies of R begin at, which fill the gaps in order",
              "Cecka 3.5; ISL paper, section 3"},
             {LCV_OF_MORPHISMS, "the entries of the codomain that f leaves out, in order",
              "Nest"},
             {LCV_OF_LINEAR,
              "the unit vectors of the output bits that are the highest of no value of L: with "
              "the image of L they span the output space, and only 0 is in both",
              "Cecka 3.5, with XOR for sums"},
             {LCV_OF_COMPOSED,
              "S o complement(A, N), where S permutes [0,N): the values of S o A, moved by XOR "
              "with those of the complement, fill [0,N) once",
              "Cecka 3.5, with XOR for sums"},
             {LCV_OF_LAYOUTS,
              "what A leaves out: disjoint from A, increasing, from which copies of "
              "A fill the codomain",
              "Cecka 3.5, laws 27 to 29"}}},
    {"gap_complement", "gap_complement(A, N)", 2, 2, .each = LCV_EACH_WITH,
     .apply = lcv_op_gap_complement, .no_symbols = ORDER_OF_NUMBERS,
     .steps = lcv_tell_gaps_filled,
     .rules = RULE("the first gap of the image is filled with copies of what lies before it, "
                   "again and again",
                   "ISL paper, Algorithm 4, as corrected")},
    {"right_inverse", "right_inverse(A[, profile])", 1, 1,
     .symbols_of_relations = lcv_rel_applied, .each = LCV_EACH_ALONE,
     .apply_to_relations = lcv_relation_right_inverse, .apply = lcv_op_right_inverse,
     .symbols = lcv_sym_algebra, .remembered = lcv_remembered_right_inverse,
     .restated = lcv_restate_inverse, .steps = lcv_tell_right_inverse, .draw = lcv_draw_beside,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "y -> the least x with y among the outputs of x",
              "law 24, on the range"},
             {LCV_OF_LINEAR, "a right inverse over F2 whose free bits are 0", "Triton"},
             {LCV_OF_SWIZZLES, "the inverse matrix over F2", "linearity over F2"},
             {LCV_OF_COMPOSED, "a right inverse over F2 whose free bits are 0",
              "linearity over F2"},
             {LCV_OF_LAYOUTS,
              "R with A(R(k)) = k, as long as following the strides from 1 reaches",
              "Cecka 3.4, law 24, Table 5"}}},
    {"left_inverse", "left_inverse(A[, profile])", 1, 1,
     .symbols_of_relations = lcv_rel_left_inverse, .each = LCV_EACH_ALONE,
     .apply_to_relations = lcv_relation_left_inverse, .apply = lcv_op_left_inverse,
     .symbols = lcv_sym_algebra, .remembered = lcv_remembered_inverse,
     .restated = lcv_restate_inverse, .steps = lcv_tell_left_inverse, .draw = lcv_draw_beside,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "the inverse of a relation that is one to one", "law 26"},
             {LCV_OF_LINEAR, "a left inverse over F2, which is 0 on the complement",
              "law 26, linearity over F2"},
             {LCV_OF_SWIZZLES, "the inverse matrix over F2", "linearity over F2"},
             {LCV_OF_COMPOSED, "a left inverse over F2, which is 0 on the complement",
              "law 26, linearity over F2"},
             {LCV_OF_LAYOUTS, "L with A(L(A(c))) = A(c); stride 0 where the image has gaps",
              "Cecka 3.4, law 26, Table 6"}}},
    {"reordering", "reordering(X, Y)", 2, 2, .apply = lcv_op_reordering,
     .no_symbols = ORDER_OF_NUMBERS, .steps = lcv_tell_reordering,
     .rules = RULE("the permutation P of coordinates with X = Y o P, as a layout or a linear "
                   "layout, where each value comes equally often in X and Y",
                   "Cecka 1.2, PyCuTe")},
    {"register_permutation", "register_permutation(T, U)", 2, 2,
     .apply = lcv_op_register_permutation, .no_symbols = ORDER_OF_NUMBERS,
     .steps = lcv_tell_feeding,
     .rules = RULE("the permutation Q of values with T(t,v) = U(t,Q(v)) for each thread t, as a "
                   "layout or a linear layout",
                   "PyCuTe, invert_and_compose")},
    {"inverse", "inverse(A[, profile])", 1, 1, .each = LCV_EACH_ALONE,
     .apply_to_relations = lcv_relation_inverse, .symbols_of_relations = lcv_rel_applied,
     .apply = lcv_op_inverse, .apply_to_morphisms = lcv_morphism_inverse, .morphism_args = 1,
     .realizes = true, .symbols = lcv_sym_algebra, .remembered = lcv_remembered_inverse,
     .restated = lcv_restate_inverse, .steps = lcv_tell_right_inverse, .draw = lcv_draw_beside,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "the pairs, each the other way round", "ISL paper, section 2"},
             {LCV_OF_MORPHISMS,
              "the map backwards, of a morphism all of whose entries have partners", "Nest"},
             {LCV_OF_LINEAR, "the inverse matrix over F2", "Triton"},
             {LCV_OF_SWIZZLES, "the inverse matrix over F2", "linearity over F2"},
             {LCV_OF_COMPOSED, "the inverse matrix over F2", "linearity over F2"},
             {LCV_OF_LAYOUTS, "both inverses at once, of a bijection onto [0, size)",
              "Cecka 3.4"}}},
    {"logical_divide", "logical_divide(A, T)", 2, 2, .apply_to_relations = lcv_relation_divide,
     .apply = lcv_op_logical_divide, .apply_to_morphisms = lcv_morphism_divide,
     .morphism_args = 2, .realizes = true, .symbols = lcv_sym_divide,
     .steps = lcv_tell_logical_divide, .draw = lcv_draw_divide,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "R o (T, complement(T, size(R)))", "Cecka 3.6"},
             {LCV_OF_MORPHISMS, "f o (g, g^c)", "Nest"},
             {LCV_OF_LINEAR,
              "L o (T, T*), T* the complement of T among the inputs of L; in a dim "
              "of both the bits of T are the low ones",
              "Cecka 3.5.2, over F2"},
             {LCV_OF_LAYOUTS,
              "A o (T, T*), T* the complement of T up to the size of A: the tile "
              "and the tiles, mode by mode",
              "Cecka 3.5.2"}}},
    {"zipped_divide", "zipped_divide(A, T)", 2, 2, .apply = lcv_op_zipped_divide,
     .symbols = lcv_sym_divide, .steps = lcv_tell_zipped_divide, .draw = lcv_draw_divide,
     .rules = RULE("the divide with all tiles in the first mode, the rests in the second",
                   "Cecka 3.5.2")},
    {"tiled_divide", "tiled_divide(A, T)", 2, 2, .apply = lcv_op_tiled_divide,
     .symbols = lcv_sym_divide, .steps = lcv_tell_tiled_divide, .draw = lcv_draw_divide,
     .rules = RULE("the zipped divide, its second mode spread", "Cecka 3.5.2")},
    {"flat_divide", "flat_divide(A, T)", 2, 2, .apply = lcv_op_flat_divide,
     .symbols = lcv_sym_divide, .steps = lcv_tell_flat_divide, .draw = lcv_draw_divide,
     .rules = RULE("the zipped divide, both modes spread", "Cecka 3.5.2")},
    {"logical_product", "logical_product(A, B)", 2, 2, .apply_to_relations = lcv_relation_product,
     .apply = lcv_op_logical_product, .apply_to_morphisms = lcv_morphism_product,
     .morphism_args = 2, .realizes = true, .symbols = lcv_sym_inside,
     .steps = lcv_tell_logical_product, .draw = lcv_draw_copies,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "(R, complement(R, size(R) cosize(T)) o T)", "Cecka 3.7"},
             {LCV_OF_MORPHISMS, "(f, f^c o g)", "Nest"},
             {LCV_OF_LINEAR,
              "(L, L* o T), L* the complement of L, whose output dims grow as the values of T "
              "need; in a dim of both the bits of L are the low ones",
              "Cecka 3.5.1, over F2"},
             {LCV_OF_LAYOUTS, "(A, A* o B), A* the complement of A: copies of A laid out as B",
              "Cecka 3.5.1"}}},
    {"zipped_product", "zipped_product(A, B)", 2, 2, .apply = lcv_op_zipped_product,
     .symbols = lcv_sym_inside, .steps = lcv_tell_zipped_product, .draw = lcv_draw_copies,
     .rules = RULE("the product with all tiles in the first mode", "Cecka 3.5.1")},
    {"tiled_product", "tiled_product(A, B)", 2, 2, .apply = lcv_op_tiled_product,
     .symbols = lcv_sym_inside, .steps = lcv_tell_tiled_product, .draw = lcv_draw_copies,
     .rules = RULE("the zipped product, its second mode spread", "Cecka 3.5.1")},
    {"flat_product", "flat_product(A, B)", 2, 2, .apply = lcv_op_flat_product,
     .symbols = lcv_sym_inside, .steps = lcv_tell_flat_product, .draw = lcv_draw_copies,
     .rules = RULE("the zipped product, both modes spread", "Cecka 3.5.1")},
    {"blocked_product", "blocked_product(A, B)", 2, 2, .each = LCV_EACH_WITH,
     .apply = lcv_op_blocked_product, .symbols = lcv_sym_inside,
     .steps = lcv_tell_blocked_product, .draw = lcv_draw_copies,
     .rules = RULE("the modes of the product paired, block first", "Cecka 3.5.1, Figure 10")},
    {"raked_product", "raked_product(A, B)", 2, 2, .each = LCV_EACH_WITH,
     .apply = lcv_op_raked_product, .symbols = lcv_sym_inside, .steps = lcv_tell_raked_product,
     .draw = lcv_draw_copies,
     .rules = RULE("the modes of the product paired, grid first", "Cecka 3.5.1, Figure 11")},
    {"max_common_layout", "max_common_layout(A, B)", 2, 2, .each = LCV_EACH_WITH,
     .apply = lcv_op_max_common_layout, .symbols = lcv_sym_algebra, .steps = lcv_tell_modes,
     .rules = RULE("the longest V with A(V(i)) = B(V(i)) = i", "Cecka 3.4.2, eq. 25")},
    {"max_common_vector", "max_common_vector(A, B)", 2, 2, .looks = true,
     .apply = lcv_op_max_common_vector, .symbols = lcv_sym_algebra, .steps = lcv_tell_common,
     .rules = RULE("the size of the longest common layout", "Cecka 3.4.2")},
    {"upcast", "upcast(A, n)", 2, 2, .each = LCV_EACH_WITH, .apply = lcv_op_upcast,
     .symbols = lcv_sym_algebra, .steps = lcv_tell_modes,
     .rules = RULE("n elements become one: offsets divided by n", "CuTe")},
    {"downcast", "downcast(A, n)", 2, 2, .each = LCV_EACH_WITH, .apply = lcv_op_downcast,
     .symbols = lcv_sym_algebra, .steps = lcv_tell_modes,
     .rules = RULE("one element becomes n: offsets multiplied by n", "CuTe")},
    {"filter", "filter(A[, profile])", 1, 1, .each = LCV_EACH_ALONE, .apply = lcv_op_filter,
     .symbols = lcv_sym_inside, .steps = lcv_tell_filter,
     .rules = RULE("coalesced, without the modes of stride 0", "CuTe")},
    {"tile_to_shape", "tile_to_shape(A, S[, order])", 2, 3, .apply = lcv_op_tile_to_shape,
     .symbols = lcv_sym_inside, .steps = lcv_tell_modes,
     .rules = RULE("the blocked product of A by the tiles that the shape takes, in order",
                   "CuTe")},
    {"composed", "A o offset o B", 3, 3, .written = true, .apply = lcv_compose_offset,
     .no_symbols = BY_SYNTAX,
     .rules = RULE("f(k + g(c)) at every coordinate c of g, f on its extended domain",
                   "Cecka 2.4 and 2.4.3")},
    {.name = NULL},
};
