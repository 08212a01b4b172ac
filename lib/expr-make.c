/* expr-make.c - operations, simplified as they are made. */
#include "config.h"

#include "expr-internal.h"

static const lc_expr *plain(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return a && b ? lc_expr_node(x, op, a, b, NULL) : NULL;
}

/* A constant where the bounds leave one value, which may be a variable's. */
static const lc_expr *settle(lc_exprs *x, const lc_expr *e)
{
    return e->op != LC_EXPR_INT && e->low == e->high ? lc_expr_int(x, e->low) : e;
}

/* ---- products ---- */

static bool is_multiple(const lc_expr *e)
{
    return e->op == LC_EXPR_MUL && e->arg[1]->op == LC_EXPR_INT;
}

/* (k a) b is k (a b), so that what is divided shows its factor. */
static const lc_expr *multiply(lc_exprs *x, const lc_expr *a, const lc_expr *b)
{
    int64_t k;
    if (lc_expr_is_int(a, &k))
        return lc_expr_multiple(x, b, k);
    if (lc_expr_is_int(b, &k))
        return lc_expr_multiple(x, a, k);
    if (is_multiple(a)) {
        const lc_expr *product = multiply(x, a->arg[0], b);
        return product ? lc_expr_multiple(x, product, a->arg[1]->value) : NULL;
    }
    if (is_multiple(b))
        return multiply(x, b, a);
    return plain(x, LC_EXPR_MUL, a, b);
}

/* ---- division ---- */

/* The other factor of a product with b, or NULL. */
static const lc_expr *cofactor(const lc_expr *a, const lc_expr *b)
{
    if (a->op != LC_EXPR_MUL)
        return NULL;
    return lc_expr_equal(a->arg[1], b)   ? a->arg[0]
           : lc_expr_equal(a->arg[0], b) ? a->arg[1]
                                         : NULL;
}

static bool check_divisor(lc_exprs *x, const lc_expr *b)
{
    if (b->low >= 1)
        return true;
    return lc_fail(lc_exprs_ctx(x), LC_ERR_INVALID,
                   "a divisor can be %lld by its bounds: expected one that is positive",
                   (long long)b->low);
}

static const lc_expr *divide(lc_exprs *x, const lc_expr *a, const lc_expr *b)
{
    int64_t d;
    if (!check_divisor(x, b))
        return NULL;
    if (lc_expr_is_int(b, &d))
        return lc_expr_sum_div(x, a, d);
    if (lc_expr_equal(a, b))
        return lc_expr_int(x, 1);
    const lc_expr *other = cofactor(a, b);
    return other ? other : plain(x, LC_EXPR_DIV, a, b);
}

static const lc_expr *modulo(lc_exprs *x, const lc_expr *a, const lc_expr *b)
{
    int64_t d;
    if (!check_divisor(x, b))
        return NULL;
    if (a->low >= 0 && a->high < b->low)
        return a;
    if (lc_expr_is_int(b, &d))
        return lc_expr_sum_mod(x, a, d);
    if (lc_expr_equal(a, b) || cofactor(a, b))
        return lc_expr_int(x, 0);
    return plain(x, LC_EXPR_MOD, a, b);
}

/* ---- the others ---- */

/* min(min(a, 3), 5) is min(a, 3). */
static const lc_expr *extreme(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    bool a_below = a->high <= b->low, b_below = b->high <= a->low;
    int64_t value;
    if (lc_expr_equal(a, b))
        return a;
    if (a_below || b_below)
        return a_below == (op == LC_EXPR_MIN) ? a : b;
    if (lc_expr_is_int(a, &value))
        return extreme(x, op, b, a);
    if (lc_expr_is_int(b, &value) && a->op == op && a->arg[1]->op == LC_EXPR_INT) {
        const lc_expr *bound = extreme(x, op, a->arg[1], b);
        return bound ? extreme(x, op, a->arg[0], bound) : NULL;
    }
    return plain(x, op, a, b);
}

static const lc_expr *exclusive(lc_exprs *x, const lc_expr *a, const lc_expr *b)
{
    int64_t value;
    if (a->low < 0 || b->low < 0)
        return lc_fail(lc_exprs_ctx(x), LC_ERR_INVALID,
                       "an operand of XOR can be %lld by its bounds: expected one that is not "
                       "negative",
                       (long long)(a->low < 0 ? a->low : b->low));
    if (lc_expr_is_value(a, 0))
        return b;
    if (lc_expr_is_value(b, 0))
        return a;
    if (lc_expr_equal(a, b))
        return lc_expr_int(x, 0);
    if (lc_expr_is_int(a, &value))
        return exclusive(x, b, a);
    if (lc_expr_is_int(b, &value) && a->op == LC_EXPR_XOR && a->arg[1]->op == LC_EXPR_INT) {
        const lc_expr *both = lc_expr_int(x, a->arg[1]->value ^ value);
        return both ? exclusive(x, a->arg[0], both) : NULL;
    }
    return plain(x, LC_EXPR_XOR, a, b);
}

/* ---- any operation ---- */

/* A result that both operands give, where they are constants; NULL: they do not. */
static const lc_expr *fold(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    int64_t v, w, value;
    if (lc_expr_is_int(a, &v) && lc_expr_is_int(b, &w) && lc_expr_apply(op, v, w, &value))
        return lc_expr_int(x, value);
    return NULL;
}

const lc_expr *lc_expr_make(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    if (!a || !b || !(a = settle(x, a)) || !(b = settle(x, b)))
        return NULL;
    const lc_expr *folded = fold(x, op, a, b);
    if (folded)
        return folded;
    switch (op) {
    case LC_EXPR_ADD: return lc_expr_sum(x, a, 1, b);
    case LC_EXPR_SUB: return lc_expr_sum(x, a, -1, b);
    case LC_EXPR_MUL: return multiply(x, a, b);
    case LC_EXPR_DIV: return divide(x, a, b);
    case LC_EXPR_MOD: return modulo(x, a, b);
    case LC_EXPR_MIN:
    case LC_EXPR_MAX: return extreme(x, op, a, b);
    case LC_EXPR_XOR: return exclusive(x, a, b);
    case LC_EXPR_LT:
    case LC_EXPR_LE:
    case LC_EXPR_EQ:
    case LC_EXPR_NE: return lc_expr_compare(x, op, a, b);
    case LC_EXPR_ALL:
    case LC_EXPR_ANY: return lc_expr_connect(x, op, a, b);
    default:
        return lc_fail(lc_exprs_ctx(x), LC_ERR_INVALID,
                       "operation %d has not two operands: expected ADD to ANY", (int)op);
    }
}

const lc_expr *lc_expr_select(lc_exprs *x, const lc_expr *condition, const lc_expr *yes,
                              const lc_expr *no)
{
    int64_t value;
    if (!yes || !no || !(condition = lc_expr_condition(x, condition)))
        return NULL;
    if (lc_expr_is_int(condition, &value))
        return value ? yes : no;
    if (lc_expr_equal(yes, no))
        return yes;
    if (lc_expr_is_value(yes, 1) && lc_expr_is_value(no, 0))
        return condition;
    if (lc_expr_is_value(yes, 0) && lc_expr_is_value(no, 1))
        return lc_expr_not(x, condition);
    if (condition->op == LC_EXPR_NOT)
        return lc_expr_select(x, condition->arg[0], no, yes);
    return lc_expr_node(x, LC_EXPR_SELECT, condition, yes, no);
}

const lc_expr *lc_expr_add_scaled(lc_exprs *x, const lc_expr *a, int64_t k, const lc_expr *b)
{
    if (!a || !b || !(a = settle(x, a)) || !(b = settle(x, b)))
        return NULL;
    return lc_expr_sum(x, a, k, b);
}

/* (a + b - 1) / b where an int holds that sum, else (a - 1) / b + 1, which nothing leaves. */
const lc_expr *lc_expr_ceil_div(lc_exprs *x, const lc_expr *a, const lc_expr *b)
{
    const lc_expr *one = lc_expr_int(x, 1);
    if (!a || !b || !one)
        return NULL;
    lc_i128 highest = (lc_i128)a->high + b->high;
    if (highest <= INT32_MAX || (a->low <= 0 && highest <= INT64_MAX)) {
        const lc_expr *less = lc_expr_make(x, LC_EXPR_SUB, b, one);
        return lc_expr_make(x, LC_EXPR_DIV, lc_expr_make(x, LC_EXPR_ADD, a, less), b);
    }
    const lc_expr *whole = lc_expr_make(x, LC_EXPR_DIV, lc_expr_make(x, LC_EXPR_SUB, a, one), b);
    return lc_expr_make(x, LC_EXPR_ADD, whole, one);
}
