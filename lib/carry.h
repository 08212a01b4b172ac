/* carry.h - a layout of integers on its extended domain as a sum of floors.
 *
 * With leaves s_j : d_j and prefix products P_j, the digit of x at leaf j is
 * floor(x / P_j) - s_j floor(x / P_{j+1}), the last digit floor(x / P_last), so
 *
 *     A(x) = d_0 x + sum over j >= 1 of e_j floor(x / P_j),
 *     e_j  = d_j - s_{j-1} d_{j-1}.
 *
 * e_j is what A gains by a carry into leaf j. Leaves that coalesce have e_j = 0
 * and drop out, and a leaf of extent 1 shares its P_j with the next, so this form
 * is canonical: two layouts agree on all integers exactly when it is the same.
 *
 * Additivity is a statement about carries: for any integers x_t,
 *
 *     A(sum x_t) - sum A(x_t) = sum over j of e_j floor((sum of x_t mod P_j) / P_j).
 */
#ifndef LC_CARRY_H
#define LC_CARRY_H

#include "internal.h"

/* The form of a layout, or of a sum of layouts, its parts, each at an input of its own: x is then
 * the list of these inputs, which are integral coordinates of the parts. */
typedef struct {
    size_t inputs;
    lc_int *slope;        /* d_0 of the part of each input */
    size_t n;             /* carries that count */
    lc_int *place, *gain; /* P_j > 1, increasing within a part; e_j not 0 */
    size_t *input;        /* the part of each carry */
} lc_carry_form;

/* The form without parts. The arrays are the caller's, and have room for all inputs, or all
 * leaves, that will be added. */
void lc_carry_form_init(lc_carry_form *form, lc_int *slope, lc_int *place, lc_int *gain,
                        size_t *input);
/* Adds a part with its input: one axis of a layout. */
void lc_carry_form_add(lc_ctx *ctx, lc_carry_form *form, const lc_layout *part, size_t axis);

/* A(x), for any integers x. */
lc_int lc_carry_at(lc_ctx *ctx, const lc_carry_form *form, const lc_int *x);

/* The largest n <= bound with A(i x) = i A(x) for all i < n: the linear run of
 * A in steps of x. False with LC_ERR_BUDGET when it is not found within the work
 * allowed (only where gains of different carries cancel). */
bool lc_carry_run(lc_ctx *ctx, const lc_carry_form *form, const lc_int *x, lc_int bound,
                  lc_int *run);

/* Is A additive over the box of coordinates c_t < extent[t], t < n, with steps x_t: A(sum c_t
 * x_t) = sum c_t A(x_t)? If not, c is a coordinate that shows it, with entries as low as greedy
 * lowering makes them. */
typedef enum { LC_ADDITIVE, LC_NOT_ADDITIVE, LC_ADDITIVITY_UNDECIDED } lc_additivity;
lc_additivity lc_carry_additive(lc_ctx *ctx, const lc_carry_form *form, size_t n,
                                const lc_int *extent, const lc_int *x, lc_int *c);

#endif
