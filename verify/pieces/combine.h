/* combine.h - operations on values that fall into cases: sums, products, quotients, minima.
 *
 * A value of two others has a case for each two of theirs that have points in common. A quotient
 * by a sum falls into those in which it is 0, which is a hole, negative, positive.
 */
#ifndef LCV_COMBINE_H
#define LCV_COMBINE_H

#include "lower.h"

/* ---- parts of expressions: lower.c, name.c, call.c; NULL with the error ---- */

const lcv_cases *lcv_lower_operand(lcv_lowering *l, const lcv_ast *ast); /* one integer */
const lcv_cases *lcv_lower_tuple(lcv_lowering *l, const lcv_ast *ast, const lcv_ast *first);
const lcv_cases *lcv_lower_name(lcv_lowering *l, const lcv_ast *ast);
const lcv_cases *lcv_lower_call(lcv_lowering *l, const lcv_ast *ast);
/* Records the error that a name has no value; NULL. `binding` is NULL where the name is
 * unknown. */
const lcv_cases *lcv_lower_nothing(lcv_lowering *l, const lcv_ast *ast,
                                   const lcv_binding *binding);

/* ---- cases ---- */

/* An operation under way, AND and OR standing for min and max; its cases so far. */
typedef struct {
    lcv_op op;
    const lcv_ast *ast;
    lcv_cases *out;
} lcv_combining;

/* False where the sums failed, with their reason as the error of the expression. */
bool lcv_cases_settled(lcv_lowering *l, const lcv_ast *ast);
/* A value without cases; NULL with the error. */
lcv_cases *lcv_cases_new(lcv_lowering *l, size_t nvalues);
/* Adds a case where a and b hold, unless they exclude each other: with a value, or with a
 * hole. */
bool lcv_cases_add(lcv_lowering *l, lcv_cases *to, const lcv_constraint *a,
                   const lcv_constraint *b, const lcv_sum **value, const lcv_case *hole);
bool lcv_cases_keep(lcv_lowering *l, const lcv_combining *w, const lcv_constraint *a,
                    const lcv_constraint *b, const lcv_sum *sum);
bool lcv_cases_hole(lcv_lowering *l, const lcv_combining *w, const lcv_constraint *a,
                    const lcv_constraint *b, const char *why);
/* A value that is one integer everywhere; a number. */
const lcv_cases *lcv_cases_single(lcv_lowering *l, const lcv_ast *ast, const lcv_sum *sum,
                                  lcv_range range);
const lcv_cases *lcv_cases_number(lcv_lowering *l, const lcv_ast *ast, int64_t value);
/* NULL with the error, or where x or y is NULL. */
const lcv_cases *lcv_cases_combine(lcv_lowering *l, lcv_op op, const lcv_ast *ast,
                                   const lcv_cases *x, const lcv_cases *y);

#endif
