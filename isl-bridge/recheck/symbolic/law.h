/* law.h - what operations and claims say of sizes in parameters.
 *
 * Each of these functions returns true when it has been shown for all numbers of the
 * parameters, by systems of which isl has found every one empty and by conditions on
 * nestings; false when it has not, which denies nothing, or with an error. What is too
 * large or of another kind than is known here may be an error of LC_ERR_LIMIT or
 * LC_ERR_INVALID.
 *
 *   sizes        + - * / % ceil_div min max, by definition: q = floor(a / b) has
 *                b q <= a < b q + b
 *   modes        the value is built once more from the modes of the argument, and is the same
 *   divides      a mode E:d by n:1 has the coordinates (i,j) of i + n j: (n,ceil(E/n)):(d,n d)
 *   composition  the digits of B(c) along the leaves of A are said, t c_k along a leaf of
 *                place P where b_k = t P; they add up to B(c), and lie within the leaves, so
 *                that they are the digits
 *   the same     f(c) > g(c), f(c) < g(c) at natural coordinates; where shapes differ, at
 *                those of a common refinement: both are cut where one of them ends
 *   once         in an order of strides, for each leaf: f = 0 of differences, that leaf's
 *                positive, those after it 0
 *   all of it    in an order of strides, none is more than 1 past the reach of those before
 */
#ifndef LCR_RECHECK_SYMBOLIC_LAW_H
#define LCR_RECHECK_SYMBOLIC_LAW_H

#include "read.h"
#include "../../recheck-symbolic.h"
#include "../read/size.h"
#include "../sets/system.h"
#include "trail.h"

#define SYM_ARGS 16

typedef struct {
    sym *s;
    const char *name; /* of the operation, or the claim */
    size_t n;
    const sv *arg[SYM_ARGS]; /* NULL: not given */
    const sv *value;         /* NULL of a claim */
} sym_statement;

/* symbolic/symbolic.c: as lcr_confirm_symbolic, with a witness, in case that a claim is about
 * numbers, and a trail of what isl is asked, either may be NULL; no
 * sizes yet, of the pool; the ranges of the parameters and what is assumed of them. */
bool lcr_confirm_symbolic_with(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *from,
                               const char *witness, lcr_trail *trail, lcr_confirmation *out);
sym *lcr_sym_new(lcr_ctx *r, lit_pool *pool, lcr_trail *trail);
bool lcr_sym_read_parameters(sym *s, const lcr_parameters *p);
/* symbolic/law.c: the value is that of the operation, and exists. */
bool lcr_sym_law(const sym_statement *t);
/* symbolic/claim.c: a claim holds. */
bool lcr_sym_claim(const sym_statement *t);
/* The i-th name of each; NULL past the last. */
const char *lcr_sym_law_name(size_t i);
const char *lcr_sym_claim_name(size_t i);
/* The same of those about relations with parameters (relation.h). */
const char *lcr_rel_law_name(size_t i);
const char *lcr_rel_claim_name(size_t i);
/* The numbers of a type, from the least to below the bound; false: it is none. */
bool lcr_sym_type_bounds(sym *s, const char *type, const poly **least, const poly **bound);

/* symbolic/size.c: argument i is a size; the value is this size, this tuple or layout;
 * the laws of operators on sizes and strides. */
bool lcr_sym_arg_size(const sym_statement *t, size_t i, const poly **size);
bool lcr_sym_value_is(const sym_statement *t, const poly *size);
bool lcr_sym_value_same(const sym_statement *t, const sv *expected);
/* The same but for strides of modes that have one coordinate. */
bool lcr_sym_value_like(const sym_statement *t, const sv *expected);
bool lcr_sym_of_sum(const sym_statement *t);
bool lcr_sym_of_quotient(const sym_statement *t);
bool lcr_sym_of_rest(const sym_statement *t);
bool lcr_sym_of_extreme(const sym_statement *t);

/* symbolic/access-vectors.c: where vectors start, v consecutive values of a thread each, provided
 * that they start at multiples of v; NULL: that is not shown, or an error. */
const sv *lcr_sv_vector_starts(sym *s, const sv *x, lc_int vector);

/* symbolic/surgery.c: append and prepend, and others of these names. */
bool lcr_sym_of_extension(const sym_statement *t);
bool lcr_sym_of_replace(const sym_statement *t);
bool lcr_sym_of_take(const sym_statement *t);
bool lcr_sym_of_zip(const sym_statement *t);
bool lcr_sym_of_identity(const sym_statement *t);
bool lcr_sym_of_sizes(const sym_statement *t); /* product_each */
bool lcr_sym_of_filter_zeros(const sym_statement *t);
/* symbolic/algebra.c; right_inverse and inverse; all products of two layouts. */
bool lcr_sym_of_coalesce(const sym_statement *t);
bool lcr_sym_of_complement(const sym_statement *t);
bool lcr_sym_of_filter(const sym_statement *t);
bool lcr_sym_of_left_inverse(const sym_statement *t);
bool lcr_sym_of_product(const sym_statement *t);
bool lcr_sym_of_right_inverse(const sym_statement *t);
bool lcr_sym_of_tile_to_shape(const sym_statement *t);
/* symbolic/recast.c: upcast and downcast, make_ordered_layout */
bool lcr_sym_of_recast(const sym_statement *t);
bool lcr_sym_of_order(const sym_statement *t);
bool lcr_sym_of_right(const sym_statement *t); /* make_layout_right */
bool lcr_sym_of_unflatten(const sym_statement *t);
bool lcr_sym_of_flat_slice(const sym_statement *t);
bool lcr_sym_of_dice(const sym_statement *t);

/* symbolic/same.c: nested alike, with the same extents, the same function there; the
 * same function of integral coordinates. */
bool lcr_sym_same(sym *s, const sv *x, const sv *y);
bool lcr_sym_equiv(sym *s, const sv *x, const sv *y);
/* The strides of layouts that are the same, also where a mode has one coordinate. */
bool lcr_sym_same_steps(sym *s, const sv *x, const sv *y);
/* Every mode of a layout has a coordinate. */
bool lcr_sym_exists(sym *s, const sv *a);
/* f(c) + offset on an axis of `axes`, for variables of the leaves from `first` on. */
const poly *lcr_sym_value(sym *s, const sv *a, size_t axis, size_t first);
/* Variables for all leaves, with their bounds as rows; SIZE_MAX with an error. */
size_t lcr_sym_coordinates(sym *s, const sv *a, sym_row *row, size_t *n);

/* symbolic/compose.c: NULL, with an error unless there is one: this is not known. */
void *lcr_sym_not_known(sym *s, const char *what);
/* A o B as it must be; NULL: it was not shown that this is it, or an error. */
const sv *lcr_sym_composite(sym *s, const sv *a, const sv *b);
bool lcr_sym_is_tiler(const sv *b); /* which acts by mode */
/* A quotient, of one of the names *_divide; what a coordinate with wildcards leaves. */
const sv *lcr_sym_quotient(sym *s, const char *name, const sv *a, const sv *tile);
const sv *lcr_sym_slice(sym *s, const sv *a, const sv *at);
/* The value at a coordinate nested like the shape or coarser, on each axis. */
bool lcr_sym_evaluate(sym *s, const sv *a, const sv *at, const poly **value);

/* symbolic/algebra.c: the modes that follow one another from step 1 on; NULL: not shown. */
const sv *lcr_sym_right_inverse(sym *s, const sv *a);
/* symbolic/common.c */
bool lcr_sym_of_common_layout(const sym_statement *t);
bool lcr_sym_of_common_vector(const sym_statement *t);

/* symbolic/image.c */
bool lcr_sym_injective(sym *s, const sv *a);
bool lcr_sym_within(sym *s, const sv *a, size_t axis, const poly *least, const poly *bound);
bool lcr_sym_covers_axis(sym *s, const sv *a, size_t axis, const poly *n);
bool lcr_sym_aligned(sym *s, const sv *a, lc_int n);
/* The offset and all steps are multiples. */
bool lcr_sym_all_divided(sym *s, const sv *a, const poly *by);

/* symbolic/pairs.c: claims about two layouts. */
bool lcr_sym_complements(const sym_statement *t);
bool lcr_sym_contained(const sym_statement *t);
bool lcr_sym_disjoint(const sym_statement *t);
bool lcr_sym_divides_into(const sym_statement *t);
bool lcr_sym_left_inverts(const sym_statement *t);
bool lcr_sym_right_inverts(const sym_statement *t);
bool lcr_sym_is_identity(sym *s, const sv *f); /* i -> i */
/* symbolic/axes.c: the steps on one axis, as a layout of integers; has each leaf steps on one
 * axis at most, and no axis an offset? Claims about layouts of coordinates by those on each axis;
 * what a function of integral coordinates, or of modes, makes of coordinates. */
const sv *lcr_sv_on_axis(sym *s, const sv *a, const lit_path *path);
bool lcr_sv_is_by_axis(const sv *a);
/* A with the axes of b besides, on which it stands still. */
const sv *lcr_sv_with_axes_of(sym *s, const sv *a, const sv *b);
bool lcr_sym_disjoint_by_axis(const sym_statement *t, const sv *x, const sv *y);
bool lcr_sym_contained_by_axis(const sym_statement *t, const sv *x, const sv *a);
bool lcr_sym_complements_by_axis(const sym_statement *t, const sv *c, const sv *a);
bool lcr_sym_is_identity_by_axis(sym *s, const sv *f);
const sv *lcr_sym_compose_by_axis(sym *s, const sv *a, const sv *b);
/* symbolic/vectors.c; a is a multiple of `by` for all numbers. */
bool lcr_sym_divided(sym *s, const poly *a, const poly *by);
bool lcr_sym_is_linear(const sym_statement *t);
bool lcr_sym_vectorizes(const sym_statement *t);
/* symbolic/swizzle.c: is a swizzle, or a swizzled layout, among the arguments and the value? The
 * claim, the law, of these by those of what is inside. */
bool lcr_sym_is_swizzled(const sym_statement *t);
bool lcr_sym_swizzled_claim(const sym_statement *t);
bool lcr_sym_swizzled_law(const sym_statement *t);
/* symbolic/words.c: is a layout whose strides add by XOR among the arguments and the value?
 * Claims and laws of these. */
bool lcr_sym_is_of_words(const sym_statement *t);
bool lcr_sym_claim_of_words(const sym_statement *t);
bool lcr_sym_law_of_words(const sym_statement *t);
/* symbolic/accesses.c: conflict_free, coalesced, and measures with a bound; is it one of them? */
bool lcr_sym_measures(const sym_statement *t);
bool lcr_sym_accesses(const sym_statement *t);

/* symbolic/sets.c: isl finds that there is no point of the set, whose factors and bounds may be
 * sizes. */
bool lcr_sym_set_is_empty(sym *s, const sys *set);
/* symbolic/numbers.c: a claim about numbers, which is proved, has sets that isl finds empty. */
bool lcr_sym_by_numbers(sym *s, const lcr_certified *claim);

/* symbolic/counts.c: x has the values of y, each as often; or in each thread, of the first
 * mode. */
bool lcr_sym_reorders(sym *s, const sv *x, const sv *y, bool by_thread);
/* Of layouts A, B, C and (M,N,K): each product is added once. */
bool lcr_sym_multiplies(sym *s, const sv *const x[3], const sv *shape);

/* symbolic/nest.c: all arguments and the value are morphisms; what such an operation says of it,
 * if *known: otherwise the law of the layouts is asked. */
bool lcr_sym_is_of_morphisms(const sym_statement *t);
bool lcr_sym_law_of_morphisms(const sym_statement *t, bool *known);

/* symbolic/nest-claims.c: claims about morphisms; values that are made of tuples. */
bool lcr_sym_standard_form(const sym_statement *t);
bool lcr_sym_non_degenerate(const sym_statement *t);
bool lcr_sym_tractable(const sym_statement *t);
bool lcr_sym_divides(const sym_statement *t);
bool lcr_sym_product_admissible(const sym_statement *t);
bool lcr_sym_of_include(const sym_statement *t);
bool lcr_sym_of_morphism(const sym_statement *t);
bool lcr_sym_of_refinement(const sym_statement *t);

#endif
