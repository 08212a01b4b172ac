/* claims.h - the proof functions that the rows of claims name, by file.
 *
 * Each takes the arguments of its claim, whose number has been checked, and
 * returns the result, or NULL with an error (prove.h).
 */
#ifndef LCV_CLAIMS_H
#define LCV_CLAIMS_H

#include "../../isl-bridge/counterexample.h"
#include "../../lib/algebra.h"
#include "prove.h"
#include "../function/absent.h"
#include "../function/chain.h"
#include "../function/coordinates.h"
#include "../function/image.h"
#include "../function/threads.h"
#include "../function/witness.h"
#include "../question/outside.h"
#include "../question/differ.h"

/* shape.c: shapes against shapes */
lcv_prove_function lcv_prove_congruent, lcv_prove_weakly_congruent, lcv_prove_compatible,
    lcv_prove_refines;

/* nest.c: layouts as morphisms */
lcv_prove_function lcv_prove_tractable;

/* function.c: functions against functions */
lcv_prove_function lcv_prove_equal, lcv_prove_equiv;

/* inverse.c: one function against what it inverts */
lcv_prove_function lcv_prove_right_inverts, lcv_prove_left_inverts;

/* equal.c: of two layouts that are not equal, may only strides of extents of 1 differ? Then the
 * step that says so, if X and Y, which may have offsets, are equivalent. */
bool lcv_may_differ_in_units(lc_ctx *ctx, const lc_layout *x, const lc_layout *y);
void lcv_step_equivalent(lcr_ctx *r, lcv_result **result, lcv_value *const *args);
/* function.c: equiv of two functions. flatten.c: a step that it adds to a counterexample where
 * the functions have different numbers of output dims, or one is the inverse of the other. */
lcv_result *lcv_values_equiv(lcr_ctx *r, lcv_value *const *args);
void lcv_step_flattened(lcr_ctx *r, lcv_result **result, lcv_value *const *args);
lcv_result *lcv_morphisms_equal(lcr_ctx *r, lcv_value *const *args); /* nest.c */
lcv_result *lcv_linear_differ(lc_ctx *ctx, const lc_linear *x, const lc_linear *y);

/* compose.c, admissible.c: composites */
lcv_prove_function lcv_prove_composes, lcv_prove_admissible;

/* The names of R, A and B: mode(R,1) ... below the top of a tiler. */
typedef struct {
    const char *R, *a, *b;
} lcv_call_names;
/* The same of layouts; b NULL: R against A itself. */
lcv_result *lcv_check_composite(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                const lc_layout *a, const lc_layout *b);
/* For tensors, whose offsets move all values alike: refuted by the values at 0 where the offsets
 * differ, NULL without an error where they do not. And: adds to a result about the layouts that
 * the offset of f was left out, "A is without its". */
lcv_result *lcv_offsets_differ(lc_ctx *ctx, const lcv_function *f, const lcv_function *g);
lcv_result *lcv_without_offset(lc_ctx *ctx, lcv_result *result, const lcv_function *f,
                               const char *names);
/* The names in mode i: mode(R,i), ... */
lcv_call_names lcv_names_in_mode(lc_ctx *ctx, const lcv_call_names *names, size_t i);

/* range.c: offsets against bounds and types */
lcv_prove_function lcv_prove_in_bounds, lcv_prove_fits, lcv_prove_aligned;

/* image.c: which offsets are reached, and how often */
lcv_prove_function lcv_prove_injective, lcv_prove_surjective, lcv_prove_bijective,
    lcv_prove_compact, lcv_prove_partitions, lcv_prove_covers;

/* box.c: the same of coordinates, against the coordinates of a shape */
lcv_result *lcv_box_surjective(lcr_ctx *r, size_t n, lcv_value *const *args);
lcv_result *lcv_box_bijective(lcr_ctx *r, const char *claim, const lcv_value *value);
lcv_result *lcv_box_partitions(lcr_ctx *r, lcv_value *const *args, lc_int k);
/* image.c: is the size of TV k times that of S? NULL without an error if so, else refuted. */
lcv_result *lcv_check_many(lc_ctx *ctx, const lcv_function *tv, const lc_tuple *shape, lc_int k);
lcv_result *lcv_box_covers(lcr_ctx *r, lcv_value *const *args);
lcv_result *lcv_box_in_bounds(lcr_ctx *r, lcv_value *const *args);
/* Every coordinate of the shape is a value of x, whose axes are those of the box. */
lcv_result *lcv_check_covers_box(lcr_ctx *r, const lcv_function *x, const lc_tuple *shape,
                                 const lcv_box *box);

/* tiling.c: partitions under a guard */
lcv_prove_function lcv_prove_tiling;

/* pair.c: two images against each other */
lcv_prove_function lcv_prove_contained, lcv_prove_disjoint;

/* reorder.c, feeds.c: the same values equally often; in each thread */
lcv_prove_function lcv_prove_reorders, lcv_prove_feeds;
/* Thread-value layouts as functions f, the same packed to integers, and as threads; false with an
 * error. */
bool lcv_arg_threads(lc_ctx *ctx, const char *claim, lcv_value *const *args, lcv_function f[2],
                     lcv_function packed[2], lcv_threads t[2]);

/* multiply.c: the products of two matrices, each once */
lcv_prove_function lcv_prove_multiplies;

/* complement.c: a layout and what is left */
lcv_prove_function lcv_prove_complements;

/* divide.c: a layout in tiles */
lcv_prove_function lcv_prove_divides_into;

/* nest.c: morphisms */
lcv_prove_function lcv_prove_standard_form, lcv_prove_non_degenerate, lcv_prove_divides,
    lcv_prove_product_admissible;

/* linear.c, is-layout.c: what kind of function it is */
lcv_prove_function lcv_prove_is_linear, lcv_prove_is_layout;

/* vector.c: what moves as vectors */
lcv_prove_function lcv_prove_vectorizes;

/* banks.c: what accesses of a warp cost */
lcv_prove_function lcv_prove_conflict_free, lcv_prove_coalesced;

lcv_result *lcv_layout_is_linear(lc_ctx *ctx, const lcv_function *f);
lcv_result *lcv_size_not_linear(lc_ctx *ctx, lc_int size);
/* The counterexample x, y with the values at x, y and x xor y. */
lcv_result *lcv_not_linear(lc_ctx *ctx, const char *method, const lcv_function *f,
                           const lc_int xy[2], const lc_int value[3]);

/* relation.c: the same questions of relations */
lcv_result *lcv_relation_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y);
lcv_result *lcv_relation_injective(lcr_ctx *r, const char *name, const lcr_map *m);
lcv_result *lcv_relation_onto(lcr_ctx *r, const char *claim, const char *name, const lcr_map *m,
                              lc_int n);
lcv_result *lcv_relation_in_range(lcr_ctx *r, const char *claim, const char *name,
                                  const lcr_map *m, lc_int least, lc_int most);
lcv_result *lcv_relation_is_linear(lcr_ctx *r, const char *name, const lcr_map *m);
lcv_result *lcv_relation_is_layout(lcr_ctx *r, const char *name, const lcr_map *m);
/* relation-box.c: of relations with several inputs or outputs */
bool lcv_is_relation_of_places(const lcv_value *v);
lcv_result *lcv_places_in_bounds(lcr_ctx *r, const lcv_value *x, const lcv_value *s);
lcv_result *lcv_places_surjective(lcr_ctx *r, const lcv_value *x, const lcv_value *s);
/* of any relation */
lcv_result *lcv_relation_bijective(lcr_ctx *r, const char *claim, const lcr_map *m);

/* relation-sets.c: claims with a set, or a relation with several outputs, among the arguments. */
bool lcv_has_places(size_t n, lcv_value *const *v);
lcv_prove_function lcv_places_align, lcv_places_contained, lcv_places_cover, lcv_places_disjoint,
    lcv_places_partition;
/* relation-laws.c, relation-tiles.c: of relations as sets of pairs. */
lcv_prove_function lcv_pairs_compose, lcv_pairs_right_invert, lcv_pairs_left_invert,
    lcv_pairs_partition, lcv_pairs_complement, lcv_pairs_admit, lcv_pairs_divide_into;
/* R with R(c) = A(B(c)), where admissible(A,B) holds; kept. */
lc_layout *lcv_pairs_composite(lcr_ctx *r, lcv_value *const *args);
lcv_result *lcv_set_in_bounds(lcr_ctx *r, lcv_value *const *args);
lcv_result *lcv_sets_equal(lcr_ctx *r, const char *claim, lcv_value *const *args);

bool lcv_takes_no_set(lc_ctx *ctx, const char *claim); /* prove.c: false with an error */

/* shape.c: steps that show why `coarse` is not compatible with `fine`. */
void lcv_step_incompatible(lc_ctx *ctx, lcv_result **result, const char *coarse_name,
                           const lc_tuple *coarse, const char *fine_name, const lc_tuple *fine);

/* ---- checks shared by claims ---- */

lcv_result *lcv_check_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y);
/* composes with a tiler, by mode where it is one; R, A and B go by these names. */
lcv_result *lcv_check_composes_tiler(lcr_ctx *r, const char *const names[3], const lc_layout *R,
                                     const lc_layout *a, const lc_tiler *t);
/* The offsets of t are offsets of a; both are of integers, or of coordinates on the same
 * axes. */
lcv_result *lcv_check_contained(lcr_ctx *r, const lcv_function *t, const lcv_function *a);

#endif
