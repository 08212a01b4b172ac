/* laws.h - the laws behind the operations of the language, by file.
 *
 * A law judges a case: the arguments of an operation and the value that it gave, which are
 * of the kinds that the operation accepts. It returns PROVED, REFUTED or UNKNOWN, or NULL:
 * with an error when something failed, without one when there is nothing to check (a
 * relation among the arguments, for instance).
 */
#ifndef LCV_LAWS_H
#define LCV_LAWS_H

#include "../claim/claims.h"
#include "../value/kept.h"
#include "../value/relate.h"

typedef struct lcv_case {
    lcr_ctx *r;
    lc_ctx *ctx;
    size_t n;
    lcv_value *const *args;
    const lcv_value *value;
} lcv_case;

/* law-modes.c: mode surgery, slices and recasts, leaf by leaf */
lcv_law lcv_law_flatten, lcv_law_group, lcv_law_concat, lcv_law_select, lcv_law_mode,
    lcv_law_slice, lcv_law_filter, lcv_law_upcast, lcv_law_downcast;

/* law-surgery.c: modes put in, left out and put in order */
lcv_law lcv_law_append, lcv_law_dice, lcv_law_filter_zeros, lcv_law_flat_slice,
    lcv_law_make_layout, lcv_law_make_layout_right, lcv_law_make_ordered_layout, lcv_law_prepend,
    lcv_law_replace, lcv_law_take, lcv_law_unflatten, lcv_law_zip;

/* law-domains.c: what shapes have in common, null spaces; law-algebra.c: coalesce_z */
lcv_law lcv_law_common_coarsening, lcv_law_common_refinement, lcv_law_coalesce_z,
    lcv_law_greatest_common_domain, lcv_law_nullspace;

/* law-values.c: evaluation, sizes, layouts of relations */
lcv_law lcv_law_evaluate, lcv_law_size, lcv_law_cosize, lcv_law_layout,
    lcv_law_layout_with_strides, lcv_law_identity, lcv_law_chain;

/* law-matrix.c */
lcv_law lcv_law_matrix;

/* law-algebra.c: coalesce, compose, complements, inverses, vectors */
lcv_law lcv_law_coalesce, lcv_law_compose, lcv_law_complement, lcv_law_gap_complement,
    lcv_law_right_inverse, lcv_law_left_inverse, lcv_law_inverse, lcv_law_max_common_layout,
    lcv_law_max_common_vector;

/* law-tilings.c: divides and products */
lcv_law lcv_law_logical_divide, lcv_law_regrouped_divide, lcv_law_logical_product,
    lcv_law_regrouped_product, lcv_law_blocked_product, lcv_law_raked_product,
    lcv_law_tile_to_shape;

/* law-nest.c: an operation that gives a morphism, on the layouts that morphisms realize; an
 * operation on layouts, by their morphisms. NULL, without an error, where there is nothing to
 * compare. */
lcv_law lcv_nest_coalesce, lcv_nest_complement, lcv_nest_compose, lcv_nest_concat,
    lcv_nest_divide, lcv_nest_include, lcv_nest_inverse, lcv_nest_mode, lcv_nest_morphism,
    lcv_nest_product, lcv_nest_refined;
lcv_law lcv_by_nest_coalesce, lcv_by_nest_complement, lcv_by_nest_compose, lcv_by_nest_divide,
    lcv_by_nest_product;

/* law-relations.c, law-relation-tiles.c: relations and sets, pair by pair */
lcv_law lcv_relations_inverse, lcv_relations_least_inverse, lcv_relations_domain,
    lcv_relations_range, lcv_relations_image, lcv_relations_restrict, lcv_relations_union,
    lcv_relations_intersect, lcv_relations_difference, lcv_relations_coalesce,
    lcv_relations_guard;
lcv_law lcv_relations_size, lcv_relations_cosize, lcv_relations_slice, lcv_relations_concat,
    lcv_relations_complement, lcv_relations_divide, lcv_relations_product;

/* law-shapes.c: relations between shapes, and shapes of shapes */
lcv_law lcv_relations_colex, lcv_law_coarsenings;

/* law-reorder.c: permutations of coordinates */
lcv_law lcv_law_reordering, lcv_law_register_permutation;
/* restate.c: of large relations, by the matrices that they remember */
typedef struct lcv_restated {
    const char *operation, *claim; /* one of them is named; none: there is nothing to ask */
    lcv_law *law;                  /* of the operation, or NULL */
    lcv_prove_function *prove;     /* of the claim, which holds */
    size_t n;
    lcv_value *arg[2], *value; /* kept */
} lcv_restated;
lcv_restate lcv_restate_compose, lcv_restate_inverse, lcv_restate_size, lcv_restate_cosize,
    lcv_restate_range, lcv_restate_image, lcv_restate_restrict, lcv_restate_guard,
    lcv_restate_same, lcv_restate_difference, lcv_restate_coalesce, lcv_restate_layout,
    lcv_restate_linear, lcv_restate_complement;
/* Is there a large relation among the arguments, and is it said of its matrix? */
bool lcv_is_restated(lcv_case *c, const lcv_operation *of, lcv_restated *out);

/* law-memory.c: what accesses of a warp cost, for functions of any kind */
lcv_law lcv_law_conflicts, lcv_law_find_swizzle, lcv_law_sectors;
/* law-descriptor.c: what an MMA reads by a descriptor */
lcv_law lcv_law_gmma_descriptor, lcv_law_umma_descriptor;
/* law-tma.c: what is written by a tensor map */
lcv_law lcv_law_tma;
lcv_law lcv_law_conflicts, lcv_law_find_padding, lcv_law_find_swizzle, lcv_law_sectors;

/* law-linear.c: operations on swizzles, composed layouts and linear layouts, and those that give
 * such a value */
lcv_law lcv_bits_compose, lcv_bits_divide_left, lcv_bits_divide_right, lcv_bits_downcast,
    lcv_bits_flat_slice, lcv_bits_flatten, lcv_bits_invert, lcv_bits_invert_and_compose,
    lcv_bits_product, lcv_bits_right, lcv_bits_same, lcv_bits_slice, lcv_bits_sublayout,
    lcv_bits_transpose, lcv_bits_upcast;
/* law-linear-tiles.c: complements, divides and products over F2, left inverses */
lcv_law lcv_bits_complement, lcv_bits_left, lcv_bits_logical_divide, lcv_bits_logical_product;
/* law-evaluate.c: the values of these */
lcv_law lcv_law_evaluate_bits;
/* The integral coordinate with `digit` in the input dim of this name. */
uint64_t lcv_place_in(const lc_linear *l, const char *name, uint64_t digit);
/* The number for the output dim of this name in a value; 0 without such a dim. */
uint64_t lcv_number_out(const lc_linear *l, const char *name, uint64_t value);
/* a(b(x)), the output dims of b being input dims of a by name. */
uint64_t lcv_chain_at(const lc_linear *a, const lc_linear *b, uint64_t x);
lcv_result *lcv_wrong_basis(const lcv_case *c, const char *in, unsigned bit, const char *out,
                            uint64_t found, uint64_t want);
/* A call on a composed layout with a composed value, other arguments being layouts,
 * tilers, shapes or integers: the law of layouts, for the inner ones, and the same swizzle
 * and offset. */
bool lcv_is_within(size_t n, lcv_value *const *args, const lcv_value *value);
lcv_result *lcv_law_within(lcv_case *c, lcv_law *law);

/* ---- verdicts (case.c) ----
 *
 * A format has two texts of lcv_text in it, "place: what is wrong there". */

lcv_result *lcv_refute(const lcv_case *c, const char *method, const char *format, ...);
/* PROVED where the condition holds, else REFUTED. */
lcv_result *lcv_judge(const lcv_case *c, bool holds, const char *method, const char *format, ...);
/* A law of several parts: what was PROVED so far is REFUTED where the next does not hold. */
void lcv_and(const lcv_case *c, lcv_result **result, bool holds, const char *method,
             const char *format, ...);
/* The next part has a method of its own: true, and the result freed, where it was PROVED. */
bool lcv_goes_on(lcv_result **result);
bool lcv_holds(const lcv_result *result);

/* ---- what a case is about (case.c) ----
 *
 * Kept by the frame; NULL for NULL. */

/* The claim of the value and the first n arguments, as in composes(R, A, B). */
lcv_result *lcv_claim_of(lcv_case *c, lcv_prove_function *prove, size_t n);
/* A value as a layout, without its offset. */
lc_layout *lcv_layout_of(lcv_case *c, const lcv_value *v);
/* The integer on an axis of what is added to the values; 0 for a layout. */
lc_int lcv_offset_on(const lcv_value *v, size_t axis);

/* ---- leaves (leaves.c) ---- */

/* A list of leaves extent:step, of layouts on the same axes, for comparison with those of the
 * layout that it is made like. The frame keeps it. */
typedef struct {
    lcv_case *c;
    size_t n, room, naxes;
    lc_codomain codomain;  /* of the strides that are not 0 */
    lc_int *extent, *step; /* step[i * naxes + axis] */
    bool failed;           /* there was no memory, or no layout: an error */
} lcv_leaves;

lcv_leaves lcv_leaves_like(lcv_case *c, const lc_layout *a);
void lcv_leaves_add_unit(lcv_leaves *list); /* 1:0 */
void lcv_leaves_add_range(lcv_leaves *list, const lc_layout *a, size_t first, size_t end);
void lcv_leaves_add(lcv_leaves *list, const lc_layout *a);
/* Is `value` made of these leaves, in order? */
lcv_result *lcv_check_leaves(const lcv_leaves *list, const lc_layout *value);
/* Are two layouts the same function of the integral coordinate? Decided without coalescing;
 * `named` is their names. */
lcv_result *lcv_check_same_function(lcv_case *c, const lc_layout *x, const lc_layout *y,
                                    const char *const named[2]);
/* Is it, and are they nested like this? (law-modes.c) */
lcv_result *lcv_check_nested(const lcv_leaves *list, const lc_layout *value,
                             const lc_tuple *shape);
/* The arguments of these numbers, NULL for the first n, and then the value as layouts on the same
 * axes; NULL if they are none, perhaps without an error. (law-modes.c) */
lc_layout **lcv_layouts_at(lcv_case *c, size_t n, const size_t *index);
/* The same for `value` and the flat layout of these leaves. */
lcv_result *lcv_check_leaf_function(const lcv_leaves *list, const lc_layout *value,
                                    const char *const named[2]);

/* ---- coordinates (law-modes.c, law-values.c) ---- */

/* A layout at a coordinate, in which `_` leaves leaves of it, and what else adds to an
 * offset, an integer an axis. */
typedef struct {
    const lc_layout *layout;
    lcv_leaves left;
    lc_int offset[LC_MAX_AXES];
    bool below; /* some digit is below 0 */
} lcv_slicing;
void lcv_slice_at(lcv_slicing *s, const lc_tuple *crd, const lc_tuple *shape, size_t first);

/* Adds the value of isl's relation for a, an integer an axis, at a coordinate to the sums. */
lcr_answer lcv_add_relation_value(lcv_case *c, lc_layout *a, const lc_tuple *crd, lc_int *sum);

#endif
