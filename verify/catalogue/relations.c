/* relations.c - the rows of operations on relations and sets. */
#include "config.h"

#include "rows.h"

#include "../crosscheck/restate.h"
#include "../form/relation.h"

/* Reasons for parts that a row lacks. */
#define NUMBERS_FIRST "what it makes is a relation with parameters, or has no form with them"

const lcv_operation lcv_operations_relation[] = {
    /* relations of values, and values back */
    {"coord_map", "coord_map(X[, S])", 1, 2, .realizes = true,
     .symbols_of_relations = lcv_rel_coord_map, .apply = lcv_op_coord_map,
     .no_symbols = NUMBERS_FIRST,
     .rules =
         RULE("integral coordinates to natural ones, or to those of a shape S of the same size",
              "ISL paper, section 3.2")},
    {"index_map", "index_map(X[, S])", 1, 2, .realizes = true,
     .symbols_of_relations = lcv_rel_index_map, .apply = lcv_op_index_map,
     .no_symbols = NUMBERS_FIRST,
     .rules = RULE("natural coordinates to offsets", "ISL paper, section 3")},
    {"colex", "colex(S, T)", 2, 2, .symbols_of_relations = lcv_rel_colex, .apply = lcv_op_colex,
     .no_symbols = NUMBERS_FIRST,
     .rules = RULE("natural coordinates of S to those of T with the same integral coordinate: "
                   "coord_map(T) o inverse(coord_map(S))",
                   "ISL paper, section 3.2; the colexicographic isomorphism of Nest")},
    {"bits_map", "bits_map(X)", 1, 1, .realizes = true, .apply = lcv_op_bits_map,
     .no_symbols = NUMBERS_FIRST,
     .rules = RULE("bits of the input to bits of the output", "ISL paper, sections 4 and 5")},
    {"layout_map", "layout_map(X)", 1, 1, .realizes = true,
     .symbols_of_relations = lcv_rel_layout_map, .apply = lcv_op_layout_map,
     .no_symbols = NUMBERS_FIRST,
     .rules = RULE("integral coordinates to offsets: the index map after the coordinate map",
                   "ISL paper, section 3")},
    {"layout", "layout(X[, S])", 1, 2, .apply = lcv_op_layout,
     .apply_to_morphisms = lcv_morphism_layout, .morphism_args = 1, .realizes = true,
     .no_symbols = NUMBERS_FIRST, .restated = lcv_restate_layout,
     .rules = RULE("the strides read off the function: the first mode is the longest straight "
                   "run",
                   "representability; ISL paper, Algorithm 2 where the shape is given")},
    {"layout_with_strides", "layout_with_strides(X, D)", 2, 2,
     .apply = lcv_op_layout_with_strides, .no_symbols = NUMBERS_FIRST,
     .rules = RULE("the layout with these strides, its shape read off the function",
                   "ISL paper, Algorithm 2")},

    /* sets */
    {"domain", "domain(R)", 1, 1, .symbols_of_relations = lcv_rel_applied,
     .apply_to_morphisms = lcv_morphism_domain, .morphism_args = 1, .apply = lcv_op_domain,
     .no_symbols = NUMBERS_FIRST, .remembered = lcv_remembered_domain,
     .restated = lcv_restate_size,
     .rules = (const lcv_rule[]){{LCV_OF_MORPHISMS, "the tuple that f goes from", "Nest"},
                                 {LCV_OF_LAYOUTS, "the set of inputs that have an output",
                                  "ISL paper, section 2"}}},
    {"range", "range(R)", 1, 1, .symbols_of_relations = lcv_rel_applied, .apply = lcv_op_range,
     .no_symbols = NUMBERS_FIRST, .remembered = lcv_remembered_range,
     .restated = lcv_restate_range, .rules = RULE("the set of outputs", "ISL paper, section 2")},
    {"image", "image(R, S)", 2, 2, .symbols_of_relations = lcv_rel_applied_to_set,
     .apply = lcv_op_image, .no_symbols = NUMBERS_FIRST, .remembered = lcv_remembered_image,
     .restated = lcv_restate_image,
     .rules = RULE("the outputs of the inputs that are in the set S, or in the box of a shape",
                   "ISL paper, section 2")},
    {"restrict", "restrict(R, S)", 2, 2, .symbols_of_relations = lcv_rel_applied_to_set,
     .apply = lcv_op_restrict, .no_symbols = NUMBERS_FIRST, .remembered = lcv_remembered_restrict,
     .restated = lcv_restate_restrict,
     .rules = RULE("the pairs whose input is in the set S, or in the box of a shape",
                   "ISL paper, section 2")},
    {"guard", "guard(A, B)", 2, 2, .symbols_of_relations = lcv_rel_applied, .apply = lcv_op_guard,
     .no_symbols = NUMBERS_FIRST, .remembered = lcv_remembered_guard,
     .restated = lcv_restate_guard,
     .rules = RULE("the set of inputs of B with an output that A takes: the domain of A o B",
                   "ISL paper, section 3.6.1")},
    {"union", "union(R, T)", 2, 2, .symbols_of_relations = lcv_rel_applied, .apply = lcv_op_union,
     .no_symbols = NUMBERS_FIRST, .remembered = lcv_remembered_same, .restated = lcv_restate_same,
     .rules = RULE("the pairs of R and those of T; of sets, the elements", "definition")},
    {"intersect", "intersect(R, T)", 2, 2, .symbols_of_relations = lcv_rel_applied,
     .apply = lcv_op_intersect, .no_symbols = NUMBERS_FIRST, .remembered = lcv_remembered_same,
     .restated = lcv_restate_same,
     .rules = RULE("the pairs that R and T share; of sets, the elements", "definition")},
    {"difference", "difference(R, T)", 2, 2, .symbols_of_relations = lcv_rel_applied,
     .apply = lcv_op_difference, .no_symbols = NUMBERS_FIRST,
     .remembered = lcv_remembered_difference, .restated = lcv_restate_difference,
     .rules = RULE("the pairs of R that T lacks; of sets, the elements", "definition")},
    {.name = NULL},
};
