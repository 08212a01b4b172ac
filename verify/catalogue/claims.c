/* claims.c - the rows of claims, in order of name. */
#include "config.h"

#include "rows.h"

#include "../claim/claims.h"
#include "../crosscheck/evidence.h"
#include "../draw/scene.h"
#include "../explain/explain.h"
#include "../form/claims.h"

/* Reasons for parts that a row lacks. */
#define NUMBERS "it is about how a function is given, not about its values"
#define NOTHING "it says of nothing that it exists"
/* What is asked of relations instead. */
#define SHAPES "it compares shapes, which layouts have: ask it of layout(X)"

const lcv_claim lcv_claims[] = {
    {"admissible", "admissible(A, B)", 2, 2, .of_places = lcv_pairs_admit, .of_pairs = true,
     .prove = lcv_prove_admissible, .symbols_of_relations = lcv_rel_admissible,
     .symbols = lcv_sym_admissible, .witness = lcv_witness_admissible,
     .steps = lcv_tell_composition,
     .rules = RULE("some layout R has R(c) = A(B(c)) at every coordinate, its shape refining B's",
                   "Cecka 3.3, laws 16 and 17")},
    {"aligned", "aligned(X, n)", 2, 2, .of_places = lcv_places_align, .prove = lcv_prove_aligned,
     .symbols_of_relations = lcv_rel_aligned, .symbols = lcv_sym_aligned, .no_witness = NOTHING,
     .steps = lcv_tell_range, .rules = RULE("every offset is a multiple of n", "Cecka 3.4.2")},
    {"bijective", "bijective(X)", 1, 1, .of_relations = true, .prove = lcv_prove_bijective,
     .symbols_of_relations = lcv_rel_bijective, .symbols = lcv_sym_bijective,
     .no_witness = NOTHING, .draw = lcv_draw_reached, .steps = lcv_tell_order,
     .rules = RULE("every integer of [0, size) is the offset of just one coordinate",
                   "definition")},
    {"coalesced", "coalesced(X, lanes=32, bytes=4, width=bytes*vector, vector=_)", 1, 5,
     .prove = lcv_prove_coalesced, .symbols = lcv_sym_coalesced, .no_witness = NOTHING,
     .steps = lcv_tell_access_sectors, .draw = lcv_draw_sectors,
     .rules = RULE("every access touches no more 32-byte sectors than its bytes would fill",
                   "CUDA programming guide, global memory")},
    {"compact", "compact(X)", 1, 1, .of_relations = true, .prove = lcv_prove_compact,
     .symbols_of_relations = lcv_rel_bijective, .symbols = lcv_sym_bijective,
     .no_witness = NOTHING, .draw = lcv_draw_reached, .steps = lcv_tell_order,
     .rules = RULE("the values are just [0, size(X)), once each, whatever codomain is declared",
                   "Cecka 2.4")},
    {"compatible", "compatible(X, Y)", 2, 2, .no_relations = SHAPES,
     .prove = lcv_prove_compatible, .symbols = lcv_sym_compatible, .no_witness = NOTHING,
     .steps = lcv_tell_shapes,
     .rules = RULE("Y refines X: every coordinate of X is one of Y", "Cecka 2.2")},
    {"complements", "complements(C, A[, N])", 2, 3, .of_places = lcv_pairs_complement,
     .of_pairs = true, .prove = lcv_prove_complements,
     .symbols_of_relations = lcv_rel_complements, .symbols = lcv_sym_complements,
     .witness = lcv_witness_complements,
     .rules = RULE("C(i) = A(j) for no i but 0; C increases; with N, (A,C) covers [0,N)",
                   "Cecka 3.5, laws 27 to 29")},
    {"composes", "composes(R, A, B)", 3, 3, .of_places = lcv_pairs_compose,
     .prove = lcv_prove_composes, .symbols_of_relations = lcv_rel_composes,
     .symbols = lcv_sym_composes, .no_witness = NOTHING, .steps = lcv_tell_composite,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "R(c) = A(B(c)) everywhere", "definition"},
             {LCV_OF_LINEAR, "R has the size of B and R(c) = A(B(c)) everywhere", "definition"},
             {LCV_OF_SWIZZLES, "R has the size of B and R(c) = A(B(c)) everywhere", "definition"},
             {LCV_OF_COMPOSED, "R's shape refines B's and R(c) = A(B(c)) everywhere",
              "definition"},
             {LCV_OF_LAYOUTS, "R's shape refines B's and R(c) = A(B(c)) everywhere",
              "Cecka 3.3, laws 16 and 17"}}},
    {"conflict_free",
     "conflict_free(X, lanes=32, bytes=4, width=bytes*vector, banks=32, vector=_, "
     "arch=_, op=read)",
     1, 8, .prove = lcv_prove_conflict_free, .symbols = lcv_sym_conflict_free,
     .no_witness = NOTHING, .steps = lcv_tell_access_banks, .draw = lcv_draw_banks,
     .rules =
         RULE("no two lanes want different 4-byte words of one bank in one phase of an "
              "access: 32 banks, or 64, and as many lanes a phase, half of them for 8 bytes "
              "a lane, a quarter for 16; arch names a processor whose lanes, banks and order "
              "of service count, of what op says, read or write; with vector=v, v "
              "consecutive values of a thread are one, of width v * bytes",
              "CUDA programming guide, shared memory; of other processors the table of "
              "doc/memory.md")},
    {"congruent", "congruent(X, Y)", 2, 2, .no_relations = SHAPES, .prove = lcv_prove_congruent,
     .symbols = lcv_sym_congruent, .no_witness = NOTHING, .steps = lcv_tell_shapes,
     .rules = RULE("the same nesting", "Cecka 2.1")},
    {"contained", "contained(T, A)", 2, 2, .of_places = lcv_places_contained, .of_sets = true,
     .prove = lcv_prove_contained, .symbols_of_relations = lcv_rel_contained,
     .symbols = lcv_sym_contained, .witness = lcv_witness_contained,
     .rules = RULE("every offset of T is an offset of A", "Cecka 3.4.4")},
    {"covers", "covers(X, N)", 2, 2, .of_places = lcv_places_cover, .of_sets = true,
     .prove = lcv_prove_covers, .symbols_of_relations = lcv_rel_covers, .symbols = lcv_sym_covers,
     .witness = lcv_witness_covers, .draw = lcv_draw_reached, .steps = lcv_tell_range,
     .rules = RULE("every integer of [0,N) is an offset", "definition")},
    {"disjoint", "disjoint(A, B)", 2, 2, .of_places = lcv_places_disjoint, .of_sets = true,
     .prove = lcv_prove_disjoint, .symbols_of_relations = lcv_rel_disjoint,
     .symbols = lcv_sym_disjoint, .no_witness = NOTHING,
     .rules = RULE("A and B share no offset but 0", "Cecka 3.5")},
    {"divides", "divides(G, F[, exact])", 2, 3, .of_morphisms = true, .prove = lcv_prove_divides,
     .symbols = lcv_sym_as_of_numbers, .no_witness = NOTHING,
     .rules =
         RULE("F / G exists: the codomain of G, repeated to the size of the domain of F, and "
              "that domain have a mutual refinement; with `exact` they are the same",
              "Nest, divisibility of morphisms")},
    {"divides_into", "divides_into(D, A, T[, exact])", 3, 4, .of_places = lcv_pairs_divide_into,
     .of_pairs = true, .prove = lcv_prove_divides_into,
     .symbols_of_relations = lcv_rel_divides_into, .symbols = lcv_sym_divides_into,
     .witness = lcv_witness_divides_into,
     .rules = RULE("D's first mode is A o T, and D reaches every offset of A as often as A "
                   "does; it may reach more where T does not divide A, but not with `exact`",
                   "Cecka 3.5.2")},
    {"equal", "equal(X, Y)", 2, 2, .of_relations = true, .of_morphisms = true, .of_sets = true,
     .prove = lcv_prove_equal, .symbols_of_relations = lcv_rel_equal, .symbols = lcv_sym_equal,
     .no_witness = NOTHING, .printed = true,
     .rules =
         (const lcv_rule[]){{LCV_OF_RELATIONS, "the same pairs", "definition"},
                            {LCV_OF_MORPHISMS, "the same domain, codomain and images", "Nest"},
                            {LCV_OF_LINEAR, "the same dims, bases and sizes", "definition"},
                            {LCV_OF_SWIZZLES, "the same b, m and s", "definition"},
                            {LCV_OF_COMPOSED, "the same parts", "definition"},
                            {LCV_OF_TENSORS, "the same offset, shape and stride", "definition"},
                            {LCV_OF_LAYOUTS, "the same shape and stride", "definition"}}},
    {"equiv", "equiv(X, Y)", 2, 2, .of_relations = true, .of_sets = true,
     .prove = lcv_prove_equiv, .symbols_of_relations = lcv_rel_equiv, .symbols = lcv_sym_equiv,
     .no_witness = NOTHING,
     .rules =
         (const lcv_rule[]){
             {LCV_OF_RELATIONS, "the same coordinates, and the same value at each", "definition"},
             {LCV_OF_LAYOUTS, "the same size, and the same value at every integral coordinate",
              "Cecka 2.4.1"}}},
    {"feeds", "feeds(T, U)", 2, 2, .prove = lcv_prove_feeds, .symbols = lcv_sym_feeds,
     .roles = "thread,value", .witness = lcv_witness_feeds, .steps = lcv_tell_feeding,
     .draw = lcv_draw_both,
     .rules =
         RULE("each thread holds the same elements under T and under U, thread-value layouts, "
              "each of them equally often",
              "CuTe, retile; PyCuTe, invert_and_compose")},
    {"fits", "fits(X, TYPE)", 2, 2, .of_relations = true, .prove = lcv_prove_fits,
     .symbols_of_relations = lcv_rel_fits, .symbols = lcv_sym_fits, .no_witness = NOTHING,
     .steps = lcv_tell_range,
     .rules = RULE("every offset is a number of the type", "definition")},
    {"in_bounds", "in_bounds(X, N)", 2, 2, .of_relations = true, .of_sets = true,
     .prove = lcv_prove_in_bounds, .symbols_of_relations = lcv_rel_in_bounds,
     .symbols = lcv_sym_in_bounds, .no_witness = NOTHING, .steps = lcv_tell_range,
     .rules = RULE("every offset is in [0,N)", "definition")},
    {"injective", "injective(X)", 1, 1, .of_relations = true, .prove = lcv_prove_injective,
     .symbols_of_relations = lcv_rel_injective, .symbols = lcv_sym_injective,
     .no_witness = NOTHING, .steps = lcv_tell_order,
     .rules = RULE("no two coordinates have one offset", "definition")},
    {"is_layout", "is_layout(X)", 1, 1, .of_relations = true, .prove = lcv_prove_is_layout,
     .symbols_of_relations = lcv_rel_is_layout, .no_symbols = NUMBERS,
     .witness = lcv_witness_is_layout,
     .rules = RULE("some shape:stride gives this function", "representability")},
    {"is_linear", "is_linear(X)", 1, 1, .of_relations = true, .prove = lcv_prove_is_linear,
     .symbols = lcv_sym_is_linear, .witness = lcv_witness_is_linear,
     .rules = RULE("the size is a power of two, and the value at x xor y is the XOR of the "
                   "values",
                   "linearity over F2")},
    {"left_inverts", "left_inverts(L, A)", 2, 2, .of_places = lcv_pairs_left_invert,
     .prove = lcv_prove_left_inverts, .symbols_of_relations = lcv_rel_left_inverts,
     .symbols = lcv_sym_left_inverts, .no_witness = NOTHING,
     .rules = RULE("L(A(c)) is a coordinate of A with A(L(A(c))) = A(c), at every coordinate c "
                   "of A; so it is c where A is injective",
                   "Cecka 3.4, law 26")},
    {"multiplies", "multiplies(A, B, C, S)", 4, 4, .prove = lcv_prove_multiplies,
     .symbols = lcv_sym_multiplies, .no_witness = NOTHING, .draw = lcv_draw_multiplies,
     .rules =
         RULE("S = (M,N,K); to C(c) is added A(c) B(c), A(c) a place in (M,K), B(c) in (N,K) "
              "and C(c) in (M,N): for each (m,n,k) there is just one c with the places (m,k), "
              "(n,k) and (m,n)",
              "matrix multiplication")},
    {"non_degenerate", "non_degenerate(X)", 1, 1, .of_morphisms = true,
     .prove = lcv_prove_non_degenerate, .symbols = lcv_sym_as_of_numbers, .no_witness = NOTHING,
     .rules =
         (const lcv_rule[]){{LCV_OF_MORPHISMS, "no entry 1 of the domain goes anywhere", "Nest"},
                            {LCV_OF_LAYOUTS, "modes of extent 1 have the stride 0", "Nest"}}},
    {"partitions", "partitions(TV, S, under=_, times=1)", 2, 4, .of_places = lcv_places_partition,
     .symbols_of_relations = lcv_rel_partitions, .prove = lcv_prove_partitions,
     .roles = "thread,value", .symbols = lcv_sym_partitions, .no_witness = NOTHING,
     .draw = lcv_draw_partition,
     .rules = RULE("every coordinate of S is reached just once, or `times` times; under=U is a "
                   "guard: only values below U take part, so that tiles may reach past the end",
                   "definition")},
    {"product_admissible", "product_admissible(F, G[, exact])", 2, 3, .of_morphisms = true,
     .prove = lcv_prove_product_admissible, .symbols = lcv_sym_as_of_numbers,
     .no_witness = NOTHING,
     .rules = RULE("F * G exists: the codomain of G and the domain of F^c have a mutual "
                   "refinement, and G stays within it; with `exact` they are the same",
                   "Nest, product admissibility")},
    {"refines", "refines(X, Y)", 2, 2, .no_relations = SHAPES, .prove = lcv_prove_refines,
     .symbols = lcv_sym_refines, .no_witness = NOTHING, .steps = lcv_tell_shapes,
     .rules = RULE("X refines Y: every coordinate of Y is one of X", "Cecka 2.2")},
    {"reorders", "reorders(X, Y)", 2, 2, .prove = lcv_prove_reorders, .symbols = lcv_sym_reorders,
     .witness = lcv_witness_reorders, .steps = lcv_tell_reordering, .draw = lcv_draw_both,
     .rules = RULE("X has the values of Y, each of them equally often: X = Y o P for a P that "
                   "permutes the coordinates",
                   "Cecka 1.2")},
    {"right_inverts", "right_inverts(R, A)", 2, 2, .of_places = lcv_pairs_right_invert,
     .prove = lcv_prove_right_inverts, .symbols_of_relations = lcv_rel_right_inverts,
     .symbols = lcv_sym_right_inverts, .no_witness = NOTHING,
     .rules = RULE("R(k) is a coordinate of A with A(R(k)) = k, at every coordinate k of R",
                   "Cecka 3.4, law 24")},
    {"standard_form", "standard_form(F)", 1, 1, .of_morphisms = true,
     .prove = lcv_prove_standard_form, .symbols = lcv_sym_as_of_numbers, .no_witness = NOTHING,
     .rules = RULE("the codomain is flat, and each entry of it that no entry goes to lies just "
                   "before one that some entry goes to, and is not 1",
                   "Nest, standard form")},
    {"surjective", "surjective(X[, N])", 1, 2, .of_relations = true,
     .prove = lcv_prove_surjective, .symbols_of_relations = lcv_rel_surjective,
     .symbols = lcv_sym_surjective, .witness = lcv_witness_surjective, .draw = lcv_draw_reached,
     .steps = lcv_tell_range, .rules = RULE("the offsets are just [0,N)", "definition")},
    {"tractable", "tractable(A)", 1, 1,
     .no_relations = "it is about the modes of a layout: ask it of layout(A)",
     .prove = lcv_prove_tractable, .symbols = lcv_sym_as_of_numbers, .no_witness = NOTHING,
     .rules = RULE("s d divides e for neighbours s:d and t:e in the order of strides", "Nest")},
    {"vectorizes", "vectorizes(A, B, n[, aligned])", 3, 4, .prove = lcv_prove_vectorizes,
     .symbols = lcv_sym_vectorizes, .witness = lcv_witness_vectorizes,
     .rules = RULE("the coordinates fall into groups of n, translates of the first n of "
                   "max_common_layout(A,B) (by XOR for functions over F2); in each group the "
                   "offsets of A and those of B are n consecutive ones in the same order; a "
                   "tensor begins at a multiple of n, and with `aligned` every group does, in A "
                   "and in B",
                   "Cecka 3.4.2")},
    {"weakly_congruent", "weakly_congruent(X, Y)", 2, 2, .no_relations = SHAPES,
     .prove = lcv_prove_weakly_congruent, .symbols = lcv_sym_weakly_congruent,
     .no_witness = NOTHING, .steps = lcv_tell_shapes,
     .rules = RULE("Y's nesting refines X's", "Cecka 2.1")},
    {.name = NULL},
};
