/* others.c - the rows of operations on relations and morphisms, and of those that count accesses.
 */
#include "config.h"

#include "rows.h"

#include "../claim/measures.h"
#include "../crosscheck/laws.h"
#include "../operation/operation.h"

/* Reasons for parts that a row lacks. */
#define IS_RELATION "it is the relation by which others are checked"
#define OF_SHAPES "it is of shapes, which are no functions"
#define NUMBERS_FIRST "what it makes has no form with parameters in it"
#define ACCESSES "accesses are counted one by one"

const lcv_operation lcv_operations_other[] = {
    /* relations */
    {"coord_map", "coord_map(X)", 1, 1, .apply = lcv_op_coord_map, .no_symbols = NUMBERS_FIRST,
     .no_law = IS_RELATION,
     .rules = RULE("integral coordinates to natural ones", "ISL paper, section 3.2")},
    {"index_map", "index_map(X[, S])", 1, 2, .apply = lcv_op_index_map,
     .no_symbols = NUMBERS_FIRST, .no_law = IS_RELATION,
     .rules = RULE("natural coordinates to offsets", "ISL paper, section 3")},
    {"bits_map", "bits_map(X)", 1, 1, .apply = lcv_op_bits_map, .no_symbols = NUMBERS_FIRST,
     .no_law = IS_RELATION,
     .rules = RULE("bits of the input to bits of the output", "ISL paper, sections 4 and 5")},
    {"layout_map", "layout_map(X)", 1, 1, .apply = lcv_op_layout_map, .no_symbols = NUMBERS_FIRST,
     .no_law = IS_RELATION,
     .rules = RULE("integral coordinates to offsets: the index map after the coordinate map",
                   "ISL paper, section 3")},
    {"layout", "layout(X[, S])", 1, 2, .apply = lcv_op_layout,
     .apply_to_morphisms = lcv_morphism_layout, .morphism_args = 1, .no_symbols = NUMBERS_FIRST,
     .law = lcv_law_layout, .law_of_bits = lcv_bits_same,
     .rules = RULE("the strides read off the function: the first mode is the longest straight "
                   "run",
                   "representability; ISL paper, Algorithm 2 where the shape is given")},
    {"layout_with_strides", "layout_with_strides(X, D)", 2, 2,
     .apply = lcv_op_layout_with_strides, .no_symbols = NUMBERS_FIRST,
     .law = lcv_law_layout_with_strides,
     .rules = RULE("the layout with these strides, its shape read off the function",
                   "ISL paper, Algorithm 2")},

    /* morphisms */
    {"morphism", "morphism(A)", 1, 1, .apply = lcv_op_morphism, .no_symbols = NUMBERS_FIRST,
     .law_of_morphisms = lcv_nest_morphism,
     .rules = RULE("the morphism of nested tuples in standard form whose layout is A", "Nest")},
    {"refinement", "refinement(S, T)", 2, 2, .apply = lcv_op_refinement,
     .no_symbols = NUMBERS_FIRST, .no_law = OF_SHAPES,
     .rules = RULE("the coarsest tuples that refine S and T and agree, leaf by leaf", "Nest")},
    {"pull_back", "pull_back(f, S)", 2, 2, .apply = lcv_op_pull_back,
     .apply_to_morphisms = lcv_op_pull_back, .morphism_args = 2, .no_symbols = NUMBERS_FIRST,
     .law_of_morphisms = lcv_nest_refined,
     .rules = RULE("f with S, which refines its codomain, in the place of that; its domain is "
                   "refined alike",
                   "Nest")},
    {"push_forward", "push_forward(f, S)", 2, 2, .apply = lcv_op_push_forward,
     .apply_to_morphisms = lcv_op_push_forward, .morphism_args = 2, .no_symbols = NUMBERS_FIRST,
     .law_of_morphisms = lcv_nest_refined,
     .rules = RULE("f with S, which refines its domain, in the place of that; its codomain is "
                   "refined alike",
                   "Nest")},

    /* accesses of a warp */
    {"conflicts", "conflicts(X, lanes=32, bytes=4, width=bytes, banks=32)", 1, 5,
     .apply = lcv_op_conflicts, .no_symbols = ACCESSES, .law = lcv_law_conflicts,
     .law_of_bits = lcv_law_conflicts, .measure = &lcv_conflicts,
     .rules = RULE("of any access of `lanes` lanes, each of which moves `width` bytes from byte "
                   "bytes * X: the wavefronts past the first of each phase; a phase takes as "
                   "many as its busiest bank has different 4-byte words to give",
                   "CUDA programming guide, shared memory; counted as Nsight Compute counts")},
    {"sectors", "sectors(X, lanes=32, bytes=4, width=bytes)", 1, 4, .apply = lcv_op_sectors,
     .no_symbols = ACCESSES, .law = lcv_law_sectors, .law_of_bits = lcv_law_sectors,
     .measure = &lcv_sectors,
     .rules = RULE("the 32-byte sectors that an access touches, at most",
                   "CUDA programming guide, global memory")},
    {.name = NULL},
};
