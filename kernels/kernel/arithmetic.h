/* arithmetic.h - expressions of a kernel under construction, in short words.
 *
 * W is whatever makes the kernel and has its expressions as W->x. lck_add(w, a, b) is made of two
 * expressions, lck_add_by(w, a, n) of one and a number; so are the others. NULL with an error,
 * also where an argument is NULL.
 */
#ifndef LCK_KERNEL_ARITHMETIC_H
#define LCK_KERNEL_ARITHMETIC_H

#include "../../lib/expr.h"

static inline const lc_expr *lck_make_by(lc_exprs *x, lc_expr_op op, const lc_expr *a, int64_t n)
{
    return lc_expr_make(x, op, a, lc_expr_int(x, n));
}

static inline const lc_expr *lck_make_known(lc_exprs *x, const lc_expr *e, int64_t low,
                                            int64_t high)
{
    bool computed = e && e->low <= high && e->high >= low;
    return computed ? lc_expr_assume(x, e, low, high) : e;
}

static inline const lc_expr *lck_make_below(lc_exprs *x, const lc_expr *e, const lc_expr *bound)
{
    return bound ? lck_make_known(x, e, 0, bound->high > 0 ? bound->high - 1 : 0) : NULL;
}

#define lck_int(w, n) lc_expr_int((w)->x, n)
#define lck_op(w, op, a, b) lc_expr_make((w)->x, op, a, b)
#define lck_op_by(w, op, a, n) lck_make_by((w)->x, op, a, n)
#define lck_add(w, a, b) lck_op(w, LC_EXPR_ADD, a, b)
#define lck_add_by(w, a, n) lck_op_by(w, LC_EXPR_ADD, a, n)
#define lck_sub(w, a, b) lck_op(w, LC_EXPR_SUB, a, b)
#define lck_sub_by(w, a, n) lck_op_by(w, LC_EXPR_SUB, a, n)
#define lck_mul(w, a, b) lck_op(w, LC_EXPR_MUL, a, b)
#define lck_mul_by(w, a, n) lck_op_by(w, LC_EXPR_MUL, a, n)
#define lck_div(w, a, b) lck_op(w, LC_EXPR_DIV, a, b)
#define lck_div_by(w, a, n) lck_op_by(w, LC_EXPR_DIV, a, n)
#define lck_mod(w, a, b) lck_op(w, LC_EXPR_MOD, a, b)
#define lck_mod_by(w, a, n) lck_op_by(w, LC_EXPR_MOD, a, n)
#define lck_min(w, a, b) lck_op(w, LC_EXPR_MIN, a, b)
#define lck_min_by(w, a, n) lck_op_by(w, LC_EXPR_MIN, a, n)
#define lck_max_by(w, a, n) lck_op_by(w, LC_EXPR_MAX, a, n)
#define lck_lt(w, a, b) lck_op(w, LC_EXPR_LT, a, b)
#define lck_lt_by(w, a, n) lck_op_by(w, LC_EXPR_LT, a, n)
#define lck_le(w, a, b) lck_op(w, LC_EXPR_LE, a, b)
#define lck_le_by(w, a, n) lck_op_by(w, LC_EXPR_LE, a, n)
#define lck_eq(w, a, b) lck_op(w, LC_EXPR_EQ, a, b)
#define lck_eq_by(w, a, n) lck_op_by(w, LC_EXPR_EQ, a, n)
#define lck_ne_by(w, a, n) lck_op_by(w, LC_EXPR_NE, a, n)
#define lck_all(w, a, b) lck_op(w, LC_EXPR_ALL, a, b)
#define lck_any(w, a, b) lck_op(w, LC_EXPR_ANY, a, b)
#define lck_xor(w, a, b) lck_op(w, LC_EXPR_XOR, a, b)
#define lck_xor_by(w, a, n) lck_op_by(w, LC_EXPR_XOR, a, n)
/* The expression, known to lie in [low, high] wherever it is computed. Where its bounds exclude
 * that, it is never computed. */
#define lck_known(w, e, low, high) lck_make_known((w)->x, e, low, high)
/* One that is known to be 0 or more, and less than `bound` where that is positive. */
#define lck_below(w, e, bound) lck_make_below((w)->x, e, bound)

#endif
