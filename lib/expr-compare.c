/* expr-compare.c - comparisons, conditions and their connectives. */
#include "config.h"

#include "expr-internal.h"

/* ---- comparisons with a constant ---- */

/* e = k t + constant, as a sum is written: 0, or a number and one more operand. */
static const lc_expr *peel(const lc_expr *e, int64_t *k, int64_t *constant)
{
    *k = 1;
    *constant = 0;
    if (e->op == LC_EXPR_ADD && e->arg[1]->op == LC_EXPR_INT) {
        *constant = e->arg[1]->value;
        e = e->arg[0];
    } else if (e->op == LC_EXPR_SUB && e->arg[1]->op == LC_EXPR_INT) {
        if (__builtin_sub_overflow((int64_t)0, e->arg[1]->value, constant))
            return NULL;
        e = e->arg[0];
    }
    if (e->op == LC_EXPR_MUL && e->arg[1]->op == LC_EXPR_INT && e->arg[1]->value > 0) {
        *k = e->arg[1]->value;
        e = e->arg[0];
    }
    return e;
}

static const lc_expr *make(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return a && b ? lc_expr_node(x, op, a, b, NULL) : NULL;
}

/* k t + constant <= c is t <= (c - constant) / k; NULL without an error: as it stands. */
static const lc_expr *at_most(lc_exprs *x, const lc_expr *e, int64_t c)
{
    int64_t k, constant;
    const lc_expr *t = peel(e, &k, &constant);
    if (!t || t == e || __builtin_sub_overflow(c, constant, &c))
        return NULL;
    return make(x, LC_EXPR_LE, t, lc_expr_int(x, lc_int64_floor(c, k)));
}

/* c <= k t + constant. */
static const lc_expr *at_least(lc_exprs *x, int64_t c, const lc_expr *e)
{
    int64_t k, constant;
    const lc_expr *t = peel(e, &k, &constant);
    if (!t || t == e || __builtin_sub_overflow(c, constant, &c))
        return NULL;
    int64_t bound = lc_int64_floor(c, k) + (lc_int64_rest(c, k) > 0);
    return make(x, LC_EXPR_LE, lc_expr_int(x, bound), t);
}

/* t <= 7 is written t < 8, and 8 <= t as 7 < t only where that was asked for. */
static const lc_expr *strict(lc_exprs *x, const lc_expr *e)
{
    if (!e || e->op != LC_EXPR_LE)
        return e;
    if (e->arg[1]->op == LC_EXPR_INT && e->arg[1]->value < INT64_MAX)
        return make(x, LC_EXPR_LT, e->arg[0], lc_expr_int(x, e->arg[1]->value + 1));
    return e;
}

/* <= and < with a constant on one side, which was made simpler; NULL: as it stands. */
static const lc_expr *order_constant(lc_exprs *x, lc_expr_op op, const lc_expr *a,
                                     const lc_expr *b)
{
    bool less = op == LC_EXPR_LT;
    if (b->op == LC_EXPR_INT && !(less && b->value == INT64_MIN))
        return strict(x, at_most(x, a, b->value - less));
    if (a->op == LC_EXPR_INT && !(less && a->value == INT64_MAX))
        return at_least(x, a->value + less, b);
    return NULL;
}

/* e - 1 where e is written t + 1. */
static const lc_expr *before(const lc_expr *e)
{
    return e->op == LC_EXPR_ADD && lc_expr_is_value(e->arg[1], 1) ? e->arg[0] : NULL;
}

/* t + 1 <= b is t < b, and a < t + 1 is a <= t. */
static const lc_expr *order(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    if (op == LC_EXPR_LE && before(a))
        return make(x, LC_EXPR_LT, before(a), b);
    if (op == LC_EXPR_LT && before(b))
        return make(x, LC_EXPR_LE, a, before(b));
    return make(x, op, a, b);
}

/* k t + constant == c. */
static const lc_expr *equal_constant(lc_exprs *x, lc_expr_op op, const lc_expr *e, int64_t c)
{
    int64_t k, constant;
    const lc_expr *t = peel(e, &k, &constant);
    if (!t || t == e || __builtin_sub_overflow(c, constant, &c))
        return NULL;
    if (c % k != 0)
        return lc_expr_int(x, op == LC_EXPR_NE);
    return make(x, op, t, lc_expr_int(x, c / k));
}

/* A condition compared with 0 or 1. */
static const lc_expr *compare_condition(lc_exprs *x, lc_expr_op op, const lc_expr *a, int64_t c)
{
    return (op == LC_EXPR_EQ) == (c == 1) ? a : lc_expr_not(x, a);
}

static bool is_condition(const lc_expr *e)
{
    return e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NOT;
}

/* == and !=, the constant last. */
static const lc_expr *equate(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    int64_t c;
    const lc_expr *e = NULL;
    if (a->op == LC_EXPR_INT)
        return b->op == LC_EXPR_INT ? make(x, op, a, b) : equate(x, op, b, a);
    if (lc_expr_is_int(b, &c) && c >= a->low && c <= a->high)
        e = is_condition(a) ? compare_condition(x, op, a, c) : equal_constant(x, op, a, c);
    return e ? e : make(x, op, a, b);
}

const lc_expr *lc_expr_compare(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    if (lc_expr_equal(a, b))
        return lc_expr_int(x, op == LC_EXPR_LE || op == LC_EXPR_EQ);
    if (op == LC_EXPR_EQ || op == LC_EXPR_NE)
        return equate(x, op, a, b);
    const lc_expr *e = order_constant(x, op, a, b);
    return e ? e : order(x, op, a, b);
}

/* ---- conditions ---- */

const lc_expr *lc_expr_condition(lc_exprs *x, const lc_expr *e)
{
    if (!e || lc_expr_is_boolean(e))
        return e;
    const lc_expr *zero = lc_expr_int(x, 0);
    return zero ? lc_expr_compare(x, LC_EXPR_NE, e, zero) : NULL;
}

const lc_expr *lc_expr_not(lc_exprs *x, const lc_expr *a)
{
    if (!a)
        return NULL;
    switch (a->op) {
    case LC_EXPR_LT: return lc_expr_compare(x, LC_EXPR_LE, a->arg[1], a->arg[0]);
    case LC_EXPR_LE: return lc_expr_compare(x, LC_EXPR_LT, a->arg[1], a->arg[0]);
    case LC_EXPR_EQ: return lc_expr_compare(x, LC_EXPR_NE, a->arg[0], a->arg[1]);
    case LC_EXPR_NE: return lc_expr_compare(x, LC_EXPR_EQ, a->arg[0], a->arg[1]);
    case LC_EXPR_NOT: return a->arg[0];
    default: break;
    }
    a = lc_expr_condition(x, a);
    if (!a)
        return NULL;
    if (a->op == LC_EXPR_NE)
        return lc_expr_not(x, a);
    return lc_expr_node(x, LC_EXPR_NOT, a, NULL, NULL);
}

/* Is it one of those that `op` connects in e? */
static bool is_among(lc_expr_op op, const lc_expr *e, const lc_expr *one)
{
    return lc_expr_equal(e, one) ||
           (e->op == op && (is_among(op, e->arg[0], one) || is_among(op, e->arg[1], one)));
}

const lc_expr *lc_expr_connect(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    int64_t neutral = op == LC_EXPR_ALL, value;
    if (!(a = lc_expr_condition(x, a)) || !(b = lc_expr_condition(x, b)))
        return NULL;
    if (lc_expr_is_int(a, &value))
        return value == neutral ? b : a;
    if (lc_expr_is_int(b, &value))
        return value == neutral ? a : b;
    if (is_among(op, a, b))
        return a;
    return lc_expr_node(x, op, a, b, NULL);
}
