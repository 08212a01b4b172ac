/* layouts.c - the rows of operations on numbers, and of those that look at layouts and move their
 * modes.
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

const lcv_operation lcv_operations_layout[] = {
    /* numbers */
    {"ceil_div", "ceil_div(a, b)", 2, 2, .apply = lcv_op_ceil_div, .symbols = lcv_sym_applied,
     .rules =
         RULE("the least integer that is not below a / b; of tuples by element, 1 where b is "
              "shorter, an integer going through the extents",
              "definition; cute/int_tuple.hpp")},
    {"min", "min(a, b, ...)", 1, LCV_ANY_NUMBER, .apply = lcv_op_min, .symbols = lcv_sym_applied,
     .rules = RULE("the least of them, and of the integers of tuples", "definition")},
    {"max", "max(a, b, ...)", 1, LCV_ANY_NUMBER, .apply = lcv_op_max, .symbols = lcv_sym_applied,
     .rules = RULE("the largest of them, and of the integers of tuples", "definition")},
    {"abs", "abs(a)", 1, 1, .apply = lcv_op_abs, .symbols = lcv_sym_applied,
     .rules = RULE("a, or -a where that is greater", "definition")},
    {"gcd", "gcd(a, b, ...)", 1, LCV_ANY_NUMBER, .yields = true, .apply = lcv_op_gcd,
     .symbols = lcv_sym_applied,
     .rules = RULE("the greatest common divisor of them, and of the integers of tuples",
                   "cute/int_tuple.hpp")},
    {"product_each", "product_each(S)", 1, 1, .yields = true, .apply = lcv_op_product_each,
     .symbols = lcv_sym_applied,
     .rules = RULE("the sizes of the modes, a tuple", "cute/int_tuple.hpp")},
    {"shape_div", "shape_div(a, b)", 2, 2, .yields = true, .apply = lcv_op_shape_div,
     .no_symbols = ORDER_OF_NUMBERS,
     .rules = RULE("a / b, rounded up, where one divides the other; of tuples by element, an "
                   "integer going through the extents from the first on",
                   "cute/int_tuple.hpp")},
    {"sizeof_bits", "sizeof_bits(T)", 1, 1, .yields = true, .apply = lcv_op_sizeof_bits,
     .no_symbols = "types have no parameters",
     .rules = RULE("the bits of a type; a number of bits is itself",
                   "cute/numeric/numeric_types.hpp")},

    /* looking at layouts, mode surgery */
    {"size", "size(A)", 1, 1, .looks = true, .apply_to_relations = lcv_relation_size,
     .realizes = true, .symbols_of_relations = lcv_rel_size, .apply = lcv_op_size,
     .symbols = lcv_sym_applied, .restated = lcv_restate_size, .steps = lcv_tell_size,
     .rules = (const lcv_rule[]){{LCV_OF_RELATIONS,
                                  "the number of pairs, or of elements of a set", "definition"},
                                 {LCV_OF_LINEAR, "2 to the number of input bits", "definition"},
                                 {LCV_OF_SWIZZLES, "2 to b + m + |s|, the bits that it reads",
                                  "definition"},
                                 {LCV_OF_LAYOUTS,
                                  "the product of the extents; of a tiled MMA or a tiled copy "
                                  "of <cute>, the number of its threads",
                                  "Cecka 2.1; cute/atom/mma_atom.hpp"}}},
    {"rank", "rank(A)", 1, 1, .realizes = true, .looks = true, .apply = lcv_op_rank,
     .symbols = lcv_sym_applied, .steps = lcv_tell_modes,
     .rules = RULE("the number of top-level modes", "Cecka 2.1")},
    {"depth", "depth(A)", 1, 1, .realizes = true, .looks = true, .apply = lcv_op_depth,
     .symbols = lcv_sym_applied, .rules = RULE("how deep the shape is nested", "Cecka 2.1")},
    {"shape", "shape(A)", 1, 1, .realizes = true, .looks = true, .apply = lcv_op_shape,
     .symbols = lcv_sym_applied, .rules = RULE("the extents, nested", "Cecka 2.4")},
    {"stride", "stride(A)", 1, 1, .realizes = true, .looks = true, .apply = lcv_op_stride,
     .symbols = lcv_sym_computed,
     .rules = RULE("the strides, nested like the shape", "Cecka 2.4")},
    {"cosize", "cosize(A)", 1, 1, .looks = true, .apply_to_relations = lcv_relation_cosize,
     .realizes = true, .symbols_of_relations = lcv_rel_cosize, .apply = lcv_op_cosize,
     .symbols = lcv_sym_computed, .restated = lcv_restate_cosize, .steps = lcv_tell_cosize,
     .rules = (const lcv_rule[]){{LCV_OF_RELATIONS,
                                  "one more than the last output, in the order of coordinates",
                                  "ISL paper, section 3"},
                                 {LCV_OF_LAYOUTS, "the largest offset plus 1",
                                  "CuTe; with negative strides not the last offset"}}},
    {"mode", "mode(A, i, ...)", 2, LCV_ANY_NUMBER, .looks = true, .apply = lcv_op_mode,
     .apply_to_morphisms = lcv_morphism_mode, .morphism_args = LCV_ANY_NUMBER,
     .keeps_tuples = true, .symbols = lcv_sym_applied, .steps = lcv_tell_modes,
     .rules = RULE("one top-level mode", "Cecka 2.1")},
    {"flatten", "flatten(A[, profile])", 1, 1, .each = LCV_EACH_ALONE,
     .apply_to_morphisms = lcv_morphism_flatten, .morphism_args = 1, .apply = lcv_op_flatten,
     .keeps_tuples = true, .symbols = lcv_sym_applied, .steps = lcv_tell_modes,
     .rules = RULE("the same leaves without nesting: the same function of integral coordinates",
                   "Cecka 2.1")},
    {"concat", "concat(A, B, ...)", 1, LCV_ANY_NUMBER, .apply_to_relations = lcv_relation_concat,
     .symbols_of_relations = lcv_rel_applied, .apply = lcv_op_concat,
     .apply_to_morphisms = lcv_morphism_concat, .morphism_args = 2, .realizes = true,
     .symbols = lcv_sym_joined, .steps = lcv_tell_modes,
     .rules =
         (const lcv_rule[]){{LCV_OF_RELATIONS, "(x, y, ...) -> A(x) + B(y) + ...", "Cecka 2.4"},
                            {LCV_OF_MORPHISMS,
                             "(f, g), of one codomain and images that share nothing", "Nest"},
                            {LCV_OF_LAYOUTS, "the layouts as modes of one", "Cecka 2.4"}}},
    {"select", "select(A, i, ...)", 2, LCV_ANY_NUMBER, .apply = lcv_op_select,
     .keeps_tuples = true, .symbols = lcv_sym_applied, .steps = lcv_tell_modes,
     .rules = RULE("some modes, in the order given", "CuTe")},
    {"group", "group(A, i, j)", 3, 3, .apply = lcv_op_group, .keeps_tuples = true,
     .symbols = lcv_sym_applied, .steps = lcv_tell_modes,
     .rules = RULE("modes i to j - 1 as one mode: the same function of integral coordinates",
                   "CuTe")},
    {"make_layout", "make_layout(S[, D])", 1, LCV_ANY_NUMBER, .yields = true,
     .apply = lcv_op_make_layout, .symbols = lcv_sym_make_layout, .steps = lcv_tell_modes,
     .rules = RULE("the layout of a shape and its strides, or compact, first mode fastest; of "
                   "layouts, make_layout(A, B, ...), the layouts as modes of one",
                   "cute/layout.hpp")},
    {"make_layout_right", "make_layout_right(S)", 1, 1, .yields = true,
     .apply = lcv_op_make_layout_right, .symbols = lcv_sym_algebra, .steps = lcv_tell_modes,
     .rules = RULE("the compact layout of a shape, the last mode fastest; "
                   "make_layout(S, LayoutRight{})",
                   "cute/layout.hpp")},
    {"make_ordered_layout", "make_ordered_layout(S, order)", 2, 2, .yields = true,
     .apply = lcv_op_make_ordered_layout, .symbols = lcv_sym_first, .steps = lcv_tell_modes,
     .rules =
         RULE("the compact layout whose modes go from the least order to the largest; a mode "
              "of extent 1 has a stride, too, as CuTe gives dynamic ones",
              "cute/layout.hpp")},
    {"append", "append(A, X[, n])", 2, 3, .yields = true, .apply = lcv_op_append,
     .symbols = lcv_sym_joined, .steps = lcv_tell_modes,
     .rules = RULE("the modes of A, and X as the last; with n, X again and again until the rank "
                   "is n",
                   "cute/layout.hpp, append<N>")},
    {"prepend", "prepend(A, X[, n])", 2, 3, .yields = true, .apply = lcv_op_prepend,
     .symbols = lcv_sym_joined, .steps = lcv_tell_modes,
     .rules =
         RULE("X as the first mode, and those of A; with n, X again and again until the rank "
              "is n",
              "cute/layout.hpp, prepend<N>")},
    {"replace", "replace(A, i, X)", 3, 3, .yields = true, .apply = lcv_op_replace,
     .symbols = lcv_sym_joined, .steps = lcv_tell_modes,
     .rules = RULE("A with X as mode i", "cute/layout.hpp, replace<N>")},
    {"take", "take(A, i, j)", 3, 3, .yields = true, .apply = lcv_op_take, .keeps_tuples = true,
     .symbols = lcv_sym_applied, .steps = lcv_tell_modes,
     .rules = RULE("modes i to j - 1, and no others", "cute/layout.hpp, take<B,E>")},
    {"zip", "zip(A, B)", 2, 2, .yields = true, .apply = lcv_op_zip, .symbols = lcv_sym_joined,
     .steps = lcv_tell_modes,
     .rules = RULE("mode i is (mode i of A, mode i of B)", "cute/layout.hpp")},
    {"unflatten", "unflatten(A, P)", 2, 2, .yields = true, .apply = lcv_op_unflatten,
     .keeps_tuples = true, .symbols = lcv_sym_applied, .steps = lcv_tell_modes,
     .rules = RULE("the leaves of A, nested like P", "cute/layout.hpp")},
    {"filter_zeros", "filter_zeros(A)", 1, 1, .yields = true, .apply = lcv_op_filter_zeros,
     .symbols = lcv_sym_inside, .steps = lcv_tell_modes,
     .rules = RULE("A with extents of 1 where the stride is 0", "cute/layout.hpp")},
    {"nullspace", "nullspace(A)", 1, 1, .yields = true, .apply = lcv_op_nullspace,
     .no_symbols = ORDER_OF_NUMBERS, .steps = lcv_tell_modes,
     .rules = RULE("the integral coordinates that the modes of stride 0 go through: "
                   "A(nullspace(A)(i)) = A(0)",
                   "cute/layout.hpp")},
    {"coalesce_z", "coalesce_z(A)", 1, 1, .yields = true, .apply = lcv_op_coalesce_z,
     .no_symbols = ORDER_OF_NUMBERS, .steps = lcv_tell_modes,
     .rules =
         RULE("coalesced, and the same past the end, where the last mode goes on: a last mode "
              "of extent 1 stays",
              "pycute")},
    {"common_refinement", "common_refinement(S, T)", 2, 2, .yields = true,
     .apply = lcv_op_common_refinement, .no_symbols = ORDER_OF_NUMBERS,
     .rules = RULE("the coarsest flat shape that refines two shapes of one size",
                   "Nest, the poset of refinements")},
    {"common_coarsening", "common_coarsening(S, T)", 2, 2, .yields = true,
     .apply = lcv_op_common_coarsening, .no_symbols = ORDER_OF_NUMBERS,
     .rules = RULE("the finest flat shape that two shapes of one size refine",
                   "Nest, the poset of refinements")},
    {"greatest_common_domain", "greatest_common_domain(A, B)", 2, 2, .yields = true,
     .apply = lcv_op_greatest_common_domain, .no_symbols = ORDER_OF_NUMBERS,
     .rules = RULE("the integral coordinates that a tiler of both shapes may go through: from "
                   "multiples of where a leaf of each begins to a divisor of where both end",
                   "pycute")},
    {"dice", "dice(c, X)", 2, 2, .yields = true, .apply = lcv_op_dice, .symbols = lcv_sym_applied,
     .rules =
         RULE("the modes of a tuple, a layout or a tiler at the integers of c, without those "
              "at `_`, side by side",
              "cute/underscore.hpp")},
    {"flat_slice", "flat_slice(A, c)", 2, 2, .yields = true, .apply = lcv_op_flat_slice,
     .remark = lcv_remark_outside, .symbols = lcv_sym_slice, .steps = lcv_tell_slice,
     .rules =
         RULE("the slice of A at c, the modes that `_` leaves side by side; a tuple in c that "
              "is shorter than its mode goes on with `_`",
              "CuTe's slice, cute/underscore.hpp")},
    {"slice", "slice(A, coord)", 2, 2, .apply_to_relations = lcv_relation_slice, .realizes = true,
     .symbols_of_relations = lcv_rel_slice, .apply = lcv_slice_value,
     .remark = lcv_remark_outside, .symbols = lcv_sym_slice, .draw = lcv_draw_taken,
     .steps = lcv_tell_slice,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "the pairs at these inputs, which are dropped", "Cecka 2.5"},
             {LCV_OF_LAYOUTS,
              "the offset of the fixed part of the coordinate, and the sublayout that `_` "
              "leaves",
              "Cecka 2.5, eq. 10"}}},
    {"identity", "identity(S)", 1, 1, .apply = lcv_op_identity, .symbols = lcv_sym_computed,
     .rules = RULE("the layout whose values are its coordinates", "Cecka 2.4.3")},
    {"make_identity_layout", "make_identity_layout(S)", 1, 1, .apply = lcv_op_identity,
     .symbols = lcv_sym_computed,
     .rules = RULE("the layout whose values are its coordinates", "Cecka 2.4.3")},
    {"get_hier_coord", "get_hier_coord(A, i)", 2, 2, .yields = true,
     .apply = lcv_op_get_hier_coord, .no_symbols = ORDER_OF_NUMBERS,
     .rules =
         RULE("i / stride % extent in each mode: where A is compact, the coordinate at which "
              "its value is i",
              "cute/layout.hpp")},
    {"ArithTuple", "ArithTuple(c, ...)", 1, LCV_ANY_NUMBER, .writes = true,
     .apply = lcv_op_ArithTuple, .no_symbols = ORDER_OF_NUMBERS,
     .rules = RULE("the coordinate with these elements", "CuTe prints offsets so")},
    {"evaluate", "A(c)", 2, 2, .written = true, .realizes = true, .apply = lcv_evaluate_value,
     .no_symbols = BY_SYNTAX, .operands = lcv_operands_of_evaluation,
     .steps = lcv_tell_evaluation, .draw = lcv_draw_at,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "what the relation pairs with the coordinate",
              "ISL paper, section 3"},
             {LCV_OF_LINEAR,
              "the XOR of the bases at the bits of the coordinate; an integral "
              "coordinate is split minor bits first, the first input dim minor",
              "ISL paper, section 5; Triton's LinearLayout"},
             {LCV_OF_SWIZZLES,
              "x xor the bits of x under a mask of b bits, moved by s: down from "
              "bit m + s on, for a negative s up from bit m on",
              "CuTe's Swizzle"},
             {LCV_OF_COMPOSED, "the outer function at the offset plus the value of the layout",
              "CuTe's ComposedLayout"},
             {LCV_OF_XOR_STRIDES,
              "the XOR over the natural coordinate of coordinate times stride, "
              "the carry-less product; an integral coordinate is split into natural ones, "
              "the first mode fastest",
              "PyCuTe's F2 strides"},
             {LCV_OF_TENSORS,
              "the offset plus the sum over the natural coordinate of coordinate "
              "times stride; an integral coordinate is split into natural ones, the first mode "
              "fastest",
              "Cecka 2.5"},
             {LCV_OF_LAYOUTS,
              "the sum over the natural coordinate of coordinate times stride; an "
              "integral coordinate is split into natural ones, the first mode fastest",
              "Cecka 2.4"}}},
    {.name = NULL},
};
