/* code.h - C expressions from isl's sets and functions.
 *
 * Sets, contexts and functions are texts in isl's syntax. The names of their parameters and
 * dimensions are names of variables of x (lib/expr.h), in any order: LC_ERR_INVALID, with the
 * name, for one that x has not. Two things are known of them and need no test: the bounds of
 * those variables, and a context, a set of some of these names, as parameters or dimensions, "[M,
 * b] -> { [t] : M mod 4 = 0 and 0 <= t < 128 }", or NULL. An expression is right at the points of
 * the context. It may have any value, or none, at other points.
 *
 * The expressions are isl's (its AST generator) for the set simplified in the context (gist),
 * simplified once more as lib/expr.h does. They belong to x. NULL is failure: LC_ERR_INVALID
 * with where a text is wrong, LC_ERR_BUDGET, LC_ERR_LIMIT for constants of more than 64 bits
 * and for too large an expression.
 */
#ifndef LCR_CODE_H
#define LCR_CODE_H

#include "../lib/expr.h"
#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 1 at the points of the set, 0 at others. */
const lc_expr *lcr_code_predicate(lcr_ctx *r, lc_exprs *x, const char *set, const char *context);

/* The condition, on the parameters alone, that no point of the domain is outside the set:
 *
 *     set     "[M, b] -> { [t] : 128b + t < M }"
 *     domain  "[M, b] -> { [t] : 0 <= t < 128 }"     gives 128 * b + 128 <= M
 *
 * The domain has the dimensions of the set, in the same order. Dimensions need not be
 * variables of x; the context is one of parameters. */
const lc_expr *lcr_code_full(lcr_ctx *r, lc_exprs *x, const char *set, const char *domain,
                             const char *context);

/* ---- of relations and sets (operate.h) ----
 *
 * Inputs, or the elements of a set, are variables of x, one each, in their order. A set is a
 * relation without inputs, of n variables; n is 0 of one that has a value, and no inputs. */

/* 1 where the relation has a value, or at the elements of the set; 0 elsewhere. */
const lc_expr *lcr_code_where(lcr_ctx *r, lc_exprs *x, const lcr_map *m, size_t n,
                              const lc_expr *const *var);
/* An output of a relation that is a function, right where it has a value. LC_ERR_INVALID: it is
 * no function. */
const lc_expr *lcr_code_value(lcr_ctx *r, lc_exprs *x, const lcr_map *m, size_t output,
                              const lc_expr *const *var);
/* The name of an input, or of the coordinate of a set, in isl's text; NULL: it has none. It
 * belongs to the relation. */
const char *lcr_code_name(const lcr_map *m, size_t i);

/* ---- of functions as texts ---- */

/* The value of a function to integers, piecewise and with floors and remainders of its
 * dimensions and parameters: "[N] -> { [m, n] -> [N + 4m + floor(n/2)] }". It must have a value
 * on all the context. */
const lc_expr *lcr_code_affine(lcr_ctx *r, lc_exprs *x, const char *function,
                               const char *context);

#ifdef __cplusplus
}
#endif

#endif
