/* system.h - systems of linear constraints over bounded and free integers.
 *
 * The prover's only question to isl: is there an integer point? A system is one isl_basic_set
 * over explicit dimensions, without divs or existentials, built from lcr_expr, linear expressions
 * with exact coefficients.
 *
 * LCR_NO (empty) proves the claim whose negation the system states; LCR_YES comes
 * with a point; LCR_UNKNOWN, with LC_ERR_BUDGET: the budget ran out.
 *
 * A system keeps the integers of the bounds and expressions that it is given: they must live
 * until it is freed. isl is not asked when bounds and divisibility decide.
 */
#ifndef LCR_SYSTEM_H
#define LCR_SYSTEM_H

#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LCR_MAX_VARS 256

/* A linear expression: constant + sum coefficient[i] * variable i, i < n. */
typedef struct {
    size_t n;
    lc_int constant;
    lc_int coefficient[LCR_MAX_VARS];
} lcr_expr;

typedef struct lcr_system lcr_system;

/* A system without variables; NULL where there is no memory. */
lcr_system *lcr_system_new(lcr_ctx *r);
void lcr_system_free(lcr_system *s);

/* The number of a new variable; SIZE_MAX with LC_ERR_BUDGET past LCR_MAX_VARS. */
size_t lcr_system_var(lcr_system *s, lc_int low, lc_int high); /* low <= x <= high */
size_t lcr_system_var_from(lcr_system *s, lc_int low);         /* low <= x */
size_t lcr_system_var_free(lcr_system *s);

/* A linear expression: 0, and what is added to it: a number, a multiple of a variable, a multiple
 * of another expression. */
void lcr_expr_zero(lcr_expr *e);
void lcr_expr_add_const(lc_ctx *ctx, lcr_expr *e, lc_int value);
void lcr_expr_add_var(lc_ctx *ctx, lcr_expr *e, lc_int coefficient, size_t var);
void lcr_expr_add(lc_ctx *ctx, lcr_expr *e, lc_int factor, const lcr_expr *other);

bool lcr_system_eq(lcr_system *s, const lcr_expr *e); /* e = 0 */
bool lcr_system_ge(lcr_system *s, const lcr_expr *e); /* e >= 0 */

/* Solve with one more inequality `extra` >= 0 (NULL: none), which is not kept.
 * On YES, `point` (as many integers as variables) is filled. */
lcr_answer lcr_system_solve(lcr_system *s, const lcr_expr *extra, lc_int *point);

#ifdef __cplusplus
}
#endif

#endif
