/* claims.h - the proof functions behind the table of claims (prove.c), by file.
 *
 * Each takes the arguments of its claim, whose number has been checked, and
 * returns the result, or NULL with an error (prove.h).
 */
#ifndef LCV_CLAIMS_H
#define LCV_CLAIMS_H

#include "internal.h"

typedef lcv_result *lcv_prove_function(lcr_ctx *r, size_t n, lcv_value *const *args);

/* claims-shape.c: shapes against shapes */
lcv_prove_function lcv_prove_congruent, lcv_prove_weakly_congruent, lcv_prove_compatible,
    lcv_prove_refines;

/* claims-function.c: functions against functions */
lcv_prove_function lcv_prove_equal, lcv_prove_equiv, lcv_prove_right_inverts,
    lcv_prove_left_inverts;

/* Of two layouts of one size: true when they differ, *c then being the least integral
 * coordinate at which they do. False also when there is no memory (an error). */
bool lcv_layouts_differ(lc_ctx *ctx, const lc_layout *x, const lc_layout *y, lc_int *c);

/* claims-compose.c: composites */
lcv_prove_function lcv_prove_composes, lcv_prove_admissible;

/* claims-range.c: offsets against bounds and types */
lcv_prove_function lcv_prove_in_bounds, lcv_prove_fits, lcv_prove_aligned;

/* claims-image.c: which offsets are reached, and how often */
lcv_prove_function lcv_prove_injective, lcv_prove_surjective, lcv_prove_bijective,
    lcv_prove_compact, lcv_prove_partitions, lcv_prove_covers;

/* claims-tiling.c: partitions of coordinates, under a guard */
lcv_prove_function lcv_prove_tiling;

/* claims-pair.c: two images against each other */
lcv_prove_function lcv_prove_contained, lcv_prove_disjoint;

/* claims-complement.c: a layout and what is left */
lcv_prove_function lcv_prove_complements, lcv_prove_divides_into;

/* claims-linear.c: what kind of function it is, and vectors */
lcv_prove_function lcv_prove_is_linear, lcv_prove_is_layout, lcv_prove_vectorizes;

lc_int lcv_xor(lc_ctx *ctx, lc_int a, lc_int b);
lcv_result *lcv_layout_is_linear(lc_ctx *ctx, const lcv_function *f);
lcv_result *lcv_size_not_linear(lc_ctx *ctx, lc_int size);
/* The counterexample x, y with the values at x, y and x xor y. */
lcv_result *lcv_not_linear(lc_ctx *ctx, const char *method, const char *name, const lc_int xy[2],
                           const lc_int value[3]);

/* claims-relation.c: the same questions of relations */
lcv_result *lcv_relation_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y);
lcv_result *lcv_relation_injective(lcr_ctx *r, const char *name, const lcr_map *m);
lcv_result *lcv_relation_onto(lcr_ctx *r, const char *claim, const char *name, const lcr_map *m,
                              lc_int n);
lcv_result *lcv_relation_bijective(lcr_ctx *r, const char *claim, const char *name,
                                   const lcr_map *m);
lcv_result *lcv_relation_in_range(lcr_ctx *r, const char *claim, const char *name,
                                  const lcr_map *m, lc_int least, lc_int most);
lcv_result *lcv_relation_is_linear(lcr_ctx *r, const char *name, const lcr_map *m);
lcv_result *lcv_relation_is_layout(lcr_ctx *r, const char *name, const lcr_map *m);

/* Steps that tell where two shapes part (claims-shape.c). `coarse` is not
 * compatible with `fine`. */
void lcv_step_incompatible(lc_ctx *ctx, lcv_result **result, const char *coarse_name,
                           const lc_tuple *coarse, const char *fine_name, const lc_tuple *fine);

#endif
