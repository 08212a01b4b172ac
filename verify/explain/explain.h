/* explain.h - how a value is computed, and why a claim holds or does not, in words.
 *
 * An expression is explained operation by operation, innermost first: what is computed, the rule
 * that is applied, the law that the value rests on, and the steps in numbers where a rule has
 * steps. A composition is explained as Cecka 3.3.2 constructs it: A coalesced; for each mode s:d
 * of B what d divides out of A, what is kept of the rest for s, and whether the conditions of
 * stride and shape divisibility (eq. 20, 21) and distributivity hold. Where they do not,
 * representability decides (compose.c of lib/), and the text says what it found. For a
 * composition that does not exist, the text has the first coordinate at which every candidate
 * fails, and what would exist instead.
 *
 * A claim is explained by its definition, its verdict, the method, and the sets whose emptiness
 * it comes down to (isl-bridge/recheck/sets/sets.h).
 */
#ifndef LCV_EXPLAIN_H
#define LCV_EXPLAIN_H

#include "../../lib/text.h"
#include "../row/row.h"
#include "../value/kept.h"
#include "../value/text.h"

/* A listener that can confirm the steps: it gets the value of each operation, or, where there is
 * no value, a claim that holds. */
typedef struct lcv_steps_told {
    void *user;
    void (*step)(void *user, const char *name, size_t n, lcv_value *const *arg,
                 const lcv_value *value);
} lcv_steps_told;

/* Adds the text of one operation; `value` is NULL where it has none. Errors of the lc_ctx on the
 * way are left out of the text; false only when there is no memory. */
bool lcv_explain_operation(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                           const lcv_operation *of, size_t n, lcv_value *const *arg,
                           const lcv_value *value);
/* Adds the text about the value of the whole expression, after its operations. */
void lcv_explain_value(lcr_ctx *r, lc_text *out, const lcv_value *value);
bool lcv_explain_claim(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                       const lcv_claim *claim, size_t n, lcv_value *const *arg,
                       const lcv_result *result);

/* ---- the steps of rules that have some: rows of the catalogue name them ---- */

/* The steps of A o B; of composes(R, A, B), the same after R; of A(c). */
lcv_tell_steps lcv_tell_composition, lcv_tell_composite, lcv_tell_evaluation;
/* The merges, pair by pair; the same after the modes that are left out. */
lcv_tell_steps lcv_tell_coalesce, lcv_tell_filter;
/* The walk along the modes in the order of their strides. */
lcv_tell_steps lcv_tell_complement, lcv_tell_gaps_filled, lcv_tell_right_inverse,
    lcv_tell_left_inverse;
/* Of injective(X) and the like: s d <= the next stride, mode by mode. */
lcv_tell_steps lcv_tell_order;
/* The modes of operands and of the value; the product of extents; the largest offset. */
lcv_tell_steps lcv_tell_modes, lcv_tell_size, lcv_tell_cosize;
/* The bits and ranks of linear layouts; of inverses, the value at each bit; of affine functions,
 * the values at 0 and at single bits. */
lcv_tell_steps lcv_tell_linear, lcv_tell_inverse_bits, lcv_tell_affine;
/* What a slice fixes; the longest common layout. */
lcv_tell_steps lcv_tell_slice, lcv_tell_common;
/* The banks, and the sectors, of the first access of a warp. */
lcv_tell_steps lcv_tell_access_banks, lcv_tell_access_sectors;
/* Of claims: shapes compared mode by mode; the smallest and the largest value. */
lcv_tell_steps lcv_tell_shapes, lcv_tell_range;
/* T*, (T,T*) and A o (T,T*); A*, A* o B and (A, A* o B), mode by mode, and regrouped. */
lcv_tell_steps lcv_tell_logical_divide, lcv_tell_zipped_divide, lcv_tell_tiled_divide,
    lcv_tell_flat_divide, lcv_tell_logical_product, lcv_tell_zipped_product,
    lcv_tell_tiled_product, lcv_tell_flat_product, lcv_tell_blocked_product,
    lcv_tell_raked_product;
/* Of reorders(X, Y), of feeds(T, U): the permutation. */
lcv_tell_steps lcv_tell_reordering, lcv_tell_feeding;

/* ---- value.c ---- */

/* The steps of A(c) for the arguments A, c, ...: where c is integral, or a natural coordinate
 * within the shape. */
void lcv_explain_evaluation(lc_ctx *ctx, lc_text *out, size_t n, lcv_value *const *arg);
/* What a swizzle does, and whether it undoes itself. */
void lcv_explain_swizzle(lc_ctx *ctx, lc_text *out, lc_swizzle w);

/* ---- evaluate.c ---- */

/* `  A(22) = A(2,5) = A((0,1),(1,1)) = 0*1 + 1*8 + 1*2 + 1*16 = 26`, a line; the offset comes
 * first, unless it is NULL. Adds nothing where the coordinate does not fit the shape. */
void lcv_tell_sum(lc_ctx *ctx, lc_text *out, const char *name, const lc_layout *a,
                  const lc_tuple *offset, const lc_tuple *crd);
/* The bases of the bits of an integral coordinate, an input dim a line. */
void lcv_tell_bits(lc_ctx *ctx, lc_text *out, const lc_linear *l, uint64_t x);

/* ---- check.c ---- */

/* The values of operands that are small functions, the first of them where they are many. */
void lcv_tell_values(lcr_ctx *r, lc_text *out, lcv_value *const *arg, size_t n);

/* ---- coalesce.c ---- */

/* The layout of an argument; of one with an offset, or composed, the layout inside. Kept. */
lc_layout *lcv_told_layout(lc_ctx *ctx, const lcv_value *v);

/* ---- compose.c ---- */

/* A composition under explanation, in the directives of lcv_text. */
typedef struct {
    lc_ctx *ctx;
    lc_text *out;
    const lcv_steps_told *told; /* or NULL */
} lcv_telling;
#define lcv_tell(t, ...) lcv_text_add((t)->ctx, (t)->out, __VA_ARGS__)

/* The steps of A o B, B a layout; the integers are of the caller's frame, which keeps the
 * composite; NULL when there is none. */
lc_layout *lcv_explain_compose(lcv_telling *t, const lc_layout *a, const lc_layout *b);
/* Tells the listener that a and b are one function. */
void lcv_told_same(lcv_telling *t, const lc_layout *a, const lc_layout *b);

/* ---- relation.c ---- */

/* Adds the coordinates of B at which A o B has no value; nothing where there are none. */
void lcv_explain_dropped(lcr_ctx *r, lcv_telling *t, lcv_value *const *arg);

/* ---- nest.c ---- */

/* The same in terms of the morphisms of A and B, or why there are none. */
void lcv_explain_refinement(lcv_telling *t, const lc_layout *a, const lc_layout *b);
/* The steps of g o f, morphisms: the tuples between them refined, f pulled back, its codomain
 * included into the domain of g pushed forward, the three pasted. */
void lcv_explain_morphisms(lcv_telling *t, lc_morphism *g, lc_morphism *f);

#endif
