/* operation.h - the operations of the language, as functions on values.
 *
 * Rows of the catalogue name these functions (../row/row.h); arguments come in the order and the
 * number of the signature. What a function makes on its way to the value is kept by the frame of
 * the call (../value/kept.h).
 */
#ifndef LCV_OPERATION_H
#define LCV_OPERATION_H

#include "../row/row.h"
#include "../value/kept.h"

/* A call under way. `culprit` is the number of the argument that is at fault, so that the error
 * can point at it. */
typedef struct lcv_call {
    lcr_ctx *r;
    lc_ctx *ctx;
    const char *name;
    size_t n;
    lcv_value *const *arg;
    size_t culprit; /* n: none */
} lcv_call;

/* The value that the function computes, in a frame of its own. The caller frees it; NULL with an
 * error. */
lcv_value *lcv_call_apply(lcv_call *call, lcv_operate *apply);
/* The function on the same arguments but the first; NULL stays NULL. */
lcv_value *lcv_call_with(lcv_call *call, lcv_value *first, lcv_operate *apply);

/* integer.c: numbers, shapes */
lcv_operate lcv_op_ceil_div, lcv_op_abs, lcv_op_min, lcv_op_max, lcv_op_gcd, lcv_op_product_each,
    lcv_op_shape_div, lcv_op_sizeof_bits, lcv_op_get_hier_coord;
/* layout.c: looking at layouts, mode surgery */
lcv_operate lcv_op_size, lcv_op_rank, lcv_op_depth, lcv_op_shape, lcv_op_stride, lcv_op_cosize,
    lcv_op_mode, lcv_op_flatten, lcv_op_concat, lcv_op_select, lcv_op_group, lcv_op_identity,
    lcv_op_ArithTuple;
/* surgery.c, order.c, flat-slice.c: modes put in, left out and put in order */
lcv_operate lcv_op_make_layout, lcv_op_append, lcv_op_prepend, lcv_op_replace, lcv_op_take,
    lcv_op_zip, lcv_op_unflatten, lcv_op_make_ordered_layout, lcv_op_make_layout_right,
    lcv_op_filter_zeros, lcv_op_flat_slice, lcv_op_dice;
/* domain.c: what shapes have in common, null spaces, layouts past their end */
lcv_operate lcv_op_common_coarsening, lcv_op_common_refinement, lcv_op_greatest_common_domain,
    lcv_op_nullspace, lcv_op_coalesce_z;
/* algebra.c: the algebra of lib/ */
lcv_operate lcv_op_coalesce, lcv_op_complement, lcv_op_gap_complement, lcv_op_right_inverse,
    lcv_op_left_inverse, lcv_op_inverse, lcv_op_logical_divide, lcv_op_zipped_divide,
    lcv_op_tiled_divide, lcv_op_flat_divide, lcv_op_logical_product, lcv_op_zipped_product,
    lcv_op_tiled_product, lcv_op_flat_product, lcv_op_blocked_product, lcv_op_raked_product,
    lcv_op_max_common_layout, lcv_op_max_common_vector, lcv_op_upcast, lcv_op_downcast,
    lcv_op_filter, lcv_op_tile_to_shape;
/* linear.c: linear layouts */
lcv_operate lcv_op_LinearLayout, lcv_op_linear, lcv_op_identity1d, lcv_op_strided1d,
    lcv_op_zeros1d, lcv_op_product, lcv_op_invert, lcv_op_pseudoinvert, lcv_op_invert_and_compose,
    lcv_op_divide_left, lcv_op_divide_right, lcv_op_sublayout, lcv_op_flatten_ins,
    lcv_op_flatten_outs, lcv_op_reshape_ins, lcv_op_reshape_outs, lcv_op_transpose_ins,
    lcv_op_transpose_outs, lcv_op_resize_in, lcv_op_resize_out, lcv_op_concat_ins,
    lcv_op_concat_outs, lcv_op_quotient, lcv_op_unsqueeze_in, lcv_op_unsqueeze_out,
    lcv_op_remove_zero_bases, lcv_op_conversion, lcv_op_placed, lcv_op_free_variable_masks,
    lcv_op_num_consecutive;
lcv_remark lcv_remark_num_consecutive;
/* matrix.c: M and b of a function M c + b */
lcv_operate lcv_op_matrix;
/* affine.c: affine layouts, with which compositions and inverses come here */
lcv_operate lcv_op_affine, lcv_compose_affine;
bool lcv_call_has_affine(const lcv_call *call);
/* The inverse, by that of the linear part. */
lcv_value *lcv_invert_affine(lcv_call *call, lc_linear *(*invert)(lc_ctx *, const lc_linear *));
/* relation.c: isl */
lcv_operate lcv_op_coord_map, lcv_op_index_map, lcv_op_bits_map, lcv_op_layout_map, lcv_op_layout,
    lcv_op_layout_with_strides, lcv_op_colex;
/* relational.c: relations and sets; operations that layouts have, too, on relations */
lcv_operate lcv_op_domain, lcv_op_range, lcv_op_image, lcv_op_restrict, lcv_op_guard,
    lcv_op_union, lcv_op_intersect, lcv_op_difference;
lcv_operate lcv_relation_coalesce, lcv_relation_inverse, lcv_relation_right_inverse,
    lcv_relation_left_inverse, lcv_relation_concat, lcv_relation_cosize, lcv_relation_size,
    lcv_relation_slice;
/* remembered.c: operations on large relations, by the matrix over F2 that they remember; NULL
 * without an error where that gives no answer */
lcv_operate lcv_remembered_compose, lcv_remembered_inverse, lcv_remembered_right_inverse,
    lcv_remembered_coalesce, lcv_remembered_size, lcv_remembered_cosize, lcv_remembered_domain,
    lcv_remembered_range, lcv_remembered_image, lcv_remembered_restrict, lcv_remembered_guard,
    lcv_remembered_same, lcv_remembered_difference, lcv_remembered_complement;
/* Is there such a relation among the arguments? isl is not asked about it. */
bool lcv_remembered(lc_ctx *ctx, size_t n, lcv_value *const *arg);
/* The matrix that a relation remembers, or that a value is, as a linear layout from x to x; NULL
 * without an error where there is none.
 */
lc_linear *lcv_remembered_linear(lc_ctx *ctx, const lcv_value *v);
/* The layout that a relation remembers, or one with the same values; NULL without an error where
 * there is none. */
lcv_value *lcv_remembered_values(lc_ctx *ctx, const lcv_value *v);
/* Is it a positive integer `end`, or the set [0,end)? */
bool lcv_is_interval(lcr_ctx *r, const lcv_value *v, lc_int *end);
/* tile-relation.c: what a relation leaves out, and its copies */
lcv_operate lcv_relation_complement, lcv_relation_divide, lcv_relation_product;
#define LCV_MOST_PLACES 4096 /* integers that are filled one by one; values */
/* nest.c: morphisms */
lcv_operate lcv_op_morphism, lcv_op_refinement, lcv_op_coarsenings, lcv_op_pull_back,
    lcv_op_push_forward, lcv_op_codomain, lcv_op_include;
/* memory.c: accesses of a warp */
lcv_operate lcv_op_conflicts, lcv_op_sectors;
lcv_remark lcv_remark_conflicts;
/* Is a coordinate outside of the shape of its layout (flat-slice.c)? */
bool lcv_lies_outside(lc_ctx *ctx, const lc_tuple *c, const lc_tuple *shape);
lcv_remark lcv_remark_outside;
/* reorder.c: permutations of coordinates */
lcv_operate lcv_op_reordering, lcv_op_register_permutation;
/* find-swizzle.c, find-padding.c */
lcv_operate lcv_op_find_swizzle, lcv_op_find_padding;
/* descriptor.c */
lcv_operate lcv_op_gmma_descriptor, lcv_op_umma_descriptor;
/* tma.c */
lcv_operate lcv_op_tma;

/* nest.c: operations on morphisms. */
lcv_operate lcv_morphism_coalesce, lcv_morphism_complement, lcv_morphism_compose,
    lcv_morphism_concat, lcv_morphism_divide, lcv_morphism_domain, lcv_morphism_flatten,
    lcv_morphism_inverse, lcv_morphism_layout, lcv_morphism_mode, lcv_morphism_product;

/* Arguments as what the function needs. Kept, or borrowed from the argument; NULL (or false) with
 * the error and the culprit set. */
lc_layout *lcv_call_layout(lcv_call *call, size_t i);
lc_tuple *lcv_call_shape(lcv_call *call, size_t i); /* also of a value that has one */
/* A tuple itself, not the shape of another value, whose strides would be dropped; the error calls
 * it `what`. lcv_call_extents also wants extents of 1 or more and no `_`. */
lc_tuple *lcv_call_tuple(lcv_call *call, size_t i, const char *what);
lc_tuple *lcv_call_extents(lcv_call *call, size_t i, const char *what);
lc_linear *lcv_call_linear(lcv_call *call, size_t i); /* of any F2-linear value */
/* A relation from a box to integers as a linear layout (linear-relation.c). */
lc_linear *lcv_linear_of_relation(lcv_call *call, const lcr_map *map);
lcr_map *lcv_call_map(lcv_call *call, size_t i); /* the relation itself, or the layout map */
lc_tiler *lcv_call_tiler(lcv_call *call, size_t i);
bool lcv_call_int(lcv_call *call, size_t i, lc_int *out);
/* The number of a mode: 0 <= *out < rank. */
bool lcv_call_index(lcv_call *call, size_t i, size_t rank, size_t *out);

/* The value of the operation, by its function for relations, for morphisms, or for values as they
 * are, morphisms being replaced by the layouts that they realize. The caller frees it; NULL with
 * an error. lcv_is_of_morphisms: do these arguments go to the function for morphisms? */
lcv_value *lcv_apply(lcv_call *call, const lcv_operation *of);
bool lcv_is_of_morphisms(const lcv_operation *of, size_t n, lcv_value *const *arg);

bool lcv_call_is(const lcv_call *call, size_t i, lcv_kind kind);
/* "expected WHAT, found a relation", about argument i; returns NULL. */
void *lcv_call_wrong(lcv_call *call, size_t i, const char *what);

/* Has argument 0 something outside of its layout: is it composed, or a tensor whose offset is not
 * 0? Then the call on the layout inside, with what is outside put back: op({a} o L) is {a} o
 * op(L). */
bool lcv_call_has_inner(const lcv_call *call);
lcv_value *lcv_call_inner(lcv_call *call, lcv_value *(*apply)(lcv_call *));
/* Defines lcv_op_NAME by the function NAME, which it calls on the layout inside where there is
 * something outside. */
#define LCV_WITHIN(name)                                                                         \
    lcv_value *lcv_op_##name(lcv_call *call)                                                     \
    {                                                                                            \
        return lcv_call_has_inner(call) ? lcv_call_inner(call, name) : name(call);               \
    }
/* The number of modes of a tuple, a layout or a tiler; mode i; parts of one kind as the modes of
 * one value. */
size_t lcv_rank_of(const lcv_value *v);
lcv_value *lcv_mode_value(lc_ctx *ctx, const lcv_value *v, size_t i);
lcv_value *lcv_join(lc_ctx *ctx, size_t n, lcv_value *const *part);
/* The function of one linear layout on argument 0. */
lcv_value *lcv_linear_unary(lcv_call *call, lc_linear *(*f)(lc_ctx *, const lc_linear *));
/* The function of two, on arguments 0 and 1. */
lcv_value *lcv_linear_binary(lcv_call *call,
                             lc_linear *(*f)(lc_ctx *, const lc_linear *, const lc_linear *));
/* linear.c: the complement of a linear layout in its output space. */
lcv_value *lcv_linear_complement(lcv_call *call);

/* The meaning of `A o B` and X(c); rows name these functions, too. */
lcv_value *lcv_compose_values(lcv_call *call);  /* outer, inner */
lcv_value *lcv_compose_offset(lcv_call *call);  /* outer, offset, inner */
lcv_value *lcv_chain_of_values(lcv_call *call); /* v0, v1, ... (chain.c) */
lcv_value *lcv_evaluate_value(lcv_call *call);  /* X, coordinate without `_` */
lcv_value *lcv_slice_value(lcv_call *call);     /* X, coordinate */

#endif
