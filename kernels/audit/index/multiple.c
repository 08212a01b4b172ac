/* multiple.c - of what numbers formulas are multiples. */
#include "config.h"

#include "../../../lib/int64.h"

#include "internal.h"
#include "multiple.h"

static int64_t magnitude(int64_t v)
{
    return v == INT64_MIN ? (int64_t)1 << 62 : v < 0 ? -v : v;
}

/* The largest power of two that divides it; 0 of 0. */
static int64_t power(int64_t v)
{
    return v & -v;
}

static int64_t product(int64_t a, int64_t b)
{
    int64_t p;
    if (!__builtin_mul_overflow(a, b, &p))
        return p;
    return a > b ? a : b;
}

int64_t lck_expr_multiple(const lc_expr *e, lck_multiple_of *of, const void *context)
{
    int64_t a, b;
    switch (e->op) {
    case LC_EXPR_INT: return magnitude(e->value);
    case LC_EXPR_VAR: return of(context, e->slot);
    case LC_EXPR_SELECT:
        return lc_int64_gcd(lck_expr_multiple(e->arg[1], of, context),
                            lck_expr_multiple(e->arg[2], of, context));
    case LC_EXPR_ADD:
    case LC_EXPR_SUB:
    case LC_EXPR_MIN:
    case LC_EXPR_MAX:
    case LC_EXPR_MOD:
        return lc_int64_gcd(lck_expr_multiple(e->arg[0], of, context),
                            lck_expr_multiple(e->arg[1], of, context));
    case LC_EXPR_MUL:
        return product(lck_expr_multiple(e->arg[0], of, context),
                       lck_expr_multiple(e->arg[1], of, context));
    case LC_EXPR_XOR:
        a = power(lck_expr_multiple(e->arg[0], of, context));
        b = power(lck_expr_multiple(e->arg[1], of, context));
        return a == 0 ? b : b == 0 ? a : a < b ? a : b;
    case LC_EXPR_DIV:
        a = lck_expr_multiple(e->arg[0], of, context);
        return lc_expr_is_int(e->arg[1], &b) && b > 0 && a % b == 0 ? a / b : 1;
    default: return 1;
    }
}

/* Of what counts up from a multiple, only the first is one. */
static int64_t of_symbol(const void *context, size_t slot)
{
    const lck_symbol *s = &((const lck_index *)context)->symbol[slot];
    return s->kind == LCK_HINTED && s->contiguity > 1 ? 1 : s->multiple;
}

int64_t lck_index_multiple(const lck_index *ix, const lc_expr *e)
{
    return lck_expr_multiple(e, of_symbol, ix);
}
