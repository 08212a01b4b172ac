/* laws.h - the laws behind the operations of the language, by file.
 *
 * A law takes the arguments of an operation and the value that it gave, which are
 * of the kinds that the operation accepts. It returns PROVED, REFUTED or UNKNOWN,
 * or NULL: with an error when something failed, without one when there is nothing
 * to check (a relation among the arguments, for instance).
 */
#ifndef LCV_LAWS_H
#define LCV_LAWS_H

#include "../claim/claims.h"

/* law-modes.c: mode surgery, slices and recasts, leaf by leaf */
lcv_law lcv_law_flatten, lcv_law_group, lcv_law_concat, lcv_law_select, lcv_law_mode,
    lcv_law_slice, lcv_law_filter, lcv_law_upcast, lcv_law_downcast;

/* law-values.c: evaluation, sizes, layouts of relations */
lcv_law lcv_law_evaluate, lcv_law_size, lcv_law_cosize, lcv_law_layout,
    lcv_law_layout_with_strides, lcv_law_identity, lcv_law_chain;

/* law-algebra.c: coalesce, compose, complements, inverses, vectors */
lcv_law lcv_law_coalesce, lcv_law_compose, lcv_law_complement, lcv_law_gap_complement,
    lcv_law_right_inverse, lcv_law_left_inverse, lcv_law_inverse, lcv_law_max_common_layout,
    lcv_law_max_common_vector;

/* law-tilings.c: divides and products */
lcv_law lcv_law_logical_divide, lcv_law_regrouped_divide, lcv_law_logical_product,
    lcv_law_regrouped_product, lcv_law_blocked_product, lcv_law_raked_product,
    lcv_law_tile_to_shape;

/* law-nest.c: of an operation that gives a morphism, on the layouts that morphisms realize; of
 * one on layouts, by way of their morphisms. NULL, without an error, where there is nothing to
 * compare. */
lcv_law lcv_nest_coalesce, lcv_nest_complement, lcv_nest_compose, lcv_nest_concat,
    lcv_nest_divide, lcv_nest_inverse, lcv_nest_morphism, lcv_nest_product, lcv_nest_refined;
lcv_law lcv_by_nest_coalesce, lcv_by_nest_complement, lcv_by_nest_compose, lcv_by_nest_divide,
    lcv_by_nest_product;

/* Adds the value of isl's relation for a, an integer an axis, at a coordinate to the sums. */
lcr_answer lcv_add_relation_value(lcr_ctx *r, lc_layout *a, const lc_tuple *crd, lc_int *sum);

/* law-memory.c: what accesses of a warp cost, of functions of any kind */
lcv_law lcv_law_conflicts, lcv_law_sectors;

/* law-linear.c: operations on swizzles, composed layouts and linear layouts, and those that give
 * such a value */
lcv_law lcv_bits_compose, lcv_bits_divide_left, lcv_bits_divide_right, lcv_bits_downcast,
    lcv_bits_flatten, lcv_bits_invert, lcv_bits_invert_and_compose, lcv_bits_left,
    lcv_bits_product, lcv_bits_right, lcv_bits_same, lcv_bits_slice, lcv_bits_sublayout,
    lcv_bits_transpose, lcv_bits_upcast;
/* law-evaluate.c: the values of these */
lcv_law lcv_law_evaluate_bits;
/* The integral coordinate with `digit` in the input dim of this name. */
uint64_t lcv_place_in(const lc_linear *l, const char *name, uint64_t digit);
/* A call on a composed layout with a composed value, other arguments being layouts,
 * tilers, shapes or integers: the law of layouts, for the inner ones, and the same swizzle
 * and offset. */
bool lcv_is_within(size_t n, lcv_value *const *args, const lcv_value *value);
lcv_result *lcv_law_within(lcr_ctx *r, lcv_law *law, size_t n, lcv_value *const *args,
                           const lcv_value *value);

/* ---- leaves (leaves.c) ---- */

/* A list of leaves extent:step, of layouts on the same axes, to be compared with those of
 * one that it is made like. */
typedef struct {
    size_t n, room, naxes;
    lc_codomain codomain;  /* of the strides that are not 0 */
    lc_int *extent, *step; /* one block, owned; step[i * naxes + axis] */
} lcv_leaves;

lcv_leaves lcv_leaves_like(const lc_layout *a);
bool lcv_leaves_add_unit(lc_ctx *ctx, lcv_leaves *list); /* 1:0 */
bool lcv_leaves_add_range(lc_ctx *ctx, lcv_leaves *list, const lc_layout *a, size_t first,
                          size_t end);
bool lcv_leaves_add_layout(lc_ctx *ctx, lcv_leaves *list, const lc_layout *a);
void lcv_leaves_free(lcv_leaves *list);
/* Is `value` made of these leaves, in order? */
lcv_result *lcv_check_leaves(lc_ctx *ctx, const lcv_leaves *list, const lc_layout *value);
/* Are two layouts the same function of the integral coordinate? Decided without
 * coalescing; `named` is what they are called. */
lcv_result *lcv_check_same_function(lcr_ctx *r, const lc_layout *x, const lc_layout *y,
                                    const char *const named[2]);
/* The same for `value` and the flat layout of these leaves. */
lcv_result *lcv_check_leaf_function(lcr_ctx *r, const lcv_leaves *list, const lc_layout *value,
                                    const char *const named[2]);

/* sum + i d as the codomain adds, d a stride of it: by XOR, d shifted by each bit of i. */
lc_int lcv_add_multiple(lc_ctx *ctx, lc_codomain codomain, lc_int sum, lc_int i, lc_int d);

/* Not failed, not refuted, not unknown: the next part of a law may be checked. */
bool lcv_holds(const lcv_result *result);

#endif
