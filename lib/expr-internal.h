/* expr-internal.h - what the files of expressions share. */
#ifndef LC_EXPR_INTERNAL_H
#define LC_EXPR_INTERNAL_H

#include "expr.h"
#include "int64.h"

__extension__ typedef __int128 lc_i128; /* holds any product of two values */

static inline bool lc_expr_is_boolean(const lc_expr *e)
{
    return e->low >= 0 && e->high <= 1;
}

static inline bool lc_expr_is_value(const lc_expr *e, int64_t value)
{
    return e->op == LC_EXPR_INT && e->value == value;
}

/* The operation as it stands, with its bounds; a constant where these leave one value only. */
const lc_expr *lc_expr_node(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b,
                            const lc_expr *c);

/* ---- expr-sum.c: sums of multiples, and their division by constants ---- */

/* a + k b. */
const lc_expr *lc_expr_sum(lc_exprs *x, const lc_expr *a, int64_t k, const lc_expr *b);
/* k a. */
const lc_expr *lc_expr_multiple(lc_exprs *x, const lc_expr *a, int64_t k);
/* a / d, a % d for a positive d. */
const lc_expr *lc_expr_sum_div(lc_exprs *x, const lc_expr *a, int64_t d);
const lc_expr *lc_expr_sum_mod(lc_exprs *x, const lc_expr *a, int64_t d);

/* ---- expr-compare.c ---- */

const lc_expr *lc_expr_compare(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b);
/* e != 0, unless e is 0 or 1 already. */
const lc_expr *lc_expr_condition(lc_exprs *x, const lc_expr *e);
/* && and ||, of conditions. */
const lc_expr *lc_expr_connect(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b);

#endif
