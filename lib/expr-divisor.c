/* expr-divisor.c - numbers that divide expressions. */
#include "config.h"

#include "expr-internal.h"

int64_t lc_product_divisor(int64_t a, int64_t b)
{
    int64_t p;
    if (!__builtin_mul_overflow(a, b, &p))
        return p;
    return lc_int64_power(a) > lc_int64_power(b) ? lc_int64_power(a) : lc_int64_power(b);
}

int64_t lc_expr_divisor(const lc_expr *e, lc_divisor_of *of, const void *context)
{
    int64_t a = 0, b = 0;
    bool choice = e->op == LC_EXPR_SELECT;
    if (e->op >= LC_EXPR_ADD && (e->op <= LC_EXPR_XOR || choice)) {
        a = lc_expr_divisor(e->arg[choice], of, context);
        b = e->op == LC_EXPR_DIV ? 0 : lc_expr_divisor(e->arg[1 + choice], of, context);
    }
    switch (e->op) {
    case LC_EXPR_INT: return lc_int64_magnitude(e->value);
    case LC_EXPR_VAR: return of(context, e->slot);
    case LC_EXPR_SELECT:
    case LC_EXPR_ADD:
    case LC_EXPR_SUB:
    case LC_EXPR_MIN:
    case LC_EXPR_MAX:
    case LC_EXPR_MOD: return lc_int64_gcd(a, b);
    case LC_EXPR_MUL: return lc_product_divisor(a, b);
    case LC_EXPR_XOR: return lc_int64_gcd(lc_int64_power(a), lc_int64_power(b));
    case LC_EXPR_DIV: return lc_expr_is_int(e->arg[1], &b) && b > 0 && a % b == 0 ? a / b : 1;
    default: return 1;
    }
}
