/* make.c - operations on expressions, among them the divisions that compilers expand. */
#include "config.h"

#include "internal.h"

#include "../../../lib/int64.h"

__extension__ typedef __int128 wide;

const lc_expr *lck_int(lck_formulas *f, int64_t value)
{
    return lc_expr_int(f->x, value);
}

/* ---- remainders ---- */

/* a - d (a / d) is a % d. */
static const lc_expr *rest_of(lck_formulas *f, const lc_expr *a, const lc_expr *b)
{
    int64_t d = 1, k = 1;
    if (b->op == LC_EXPR_MUL && lc_expr_is_int(b->arg[1], &k))
        b = b->arg[0];
    if (b->op != LC_EXPR_DIV || !lc_expr_is_int(b->arg[1], &d) || d != k ||
        !lc_expr_equal(b->arg[0], a))
        return NULL;
    return lc_expr_make(f->x, LC_EXPR_MOD, a, b->arg[1]);
}

const lc_expr *lck_make(lck_formulas *f, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    if (!a || !b)
        return NULL;
    const lc_expr *e = op == LC_EXPR_SUB ? rest_of(f, a, b) : NULL;
    if (!e)
        e = lc_expr_make(f->x, op, a, b);
    if (!e)
        lc_ctx_reset(f->ctx);
    return e;
}

/* Choices by the same condition are added case by case. */
static bool same_choice(const lc_expr *a, const lc_expr *b)
{
    return a && b && a->op == LC_EXPR_SELECT && b->op == LC_EXPR_SELECT &&
           lc_expr_equal(a->arg[0], b->arg[0]);
}

const lc_expr *lck_plus(lck_formulas *f, const lc_expr *a, int64_t k, const lc_expr *b)
{
    if (same_choice(a, b))
        return lck_select(f, a->arg[0], lck_plus(f, a->arg[1], k, b->arg[1]),
                          lck_plus(f, a->arg[2], k, b->arg[2]));
    const lc_expr *e = a && b ? lc_expr_add_scaled(f->x, a, k, b) : NULL;
    if (!e)
        lc_ctx_reset(f->ctx);
    return e;
}

/* The condition of a pattern of bits from which 2^bits is taken where it is a negative number;
 * NULL: it is none. */
static const lc_expr *sign_in(const lc_expr *e)
{
    int64_t power;
    if (!e || e->op != LC_EXPR_SUB || e->arg[1]->op != LC_EXPR_MUL ||
        !lc_expr_is_int(e->arg[1]->arg[1], &power) || (power & (power - 1)) != 0)
        return NULL;
    const lc_expr *sign = e->arg[1]->arg[0];
    bool condition = sign->op >= LC_EXPR_LT && sign->op <= LC_EXPR_NOT;
    bool pattern = e->arg[0]->low >= 0 && e->arg[0]->high < power;
    return condition && pattern && e->low == -power / 2 && e->high == power / 2 - 1 ? sign : NULL;
}

const lc_expr *lck_is_negative(lck_formulas *f, const lc_expr *e)
{
    const lc_expr *sign = sign_in(e);
    if (sign)
        return sign;
    if (e && e->op == LC_EXPR_SELECT && e->arg[1]->high < 0 && e->arg[2]->low >= 0)
        return e->arg[0];
    return lck_make(f, LC_EXPR_LT, e, lck_int(f, 0));
}

#define UP 1024 /* what addresses are rounded up to a multiple of, at most */

/* q == 0 ? a : a + m - k q, an address that is rounded up where it has to be: a + (m - k q) % m,
 * which keeps its base. NULL: it is none. */
static const lc_expr *rounded_up(lck_formulas *f, const lc_expr *c, const lc_expr *a,
                                 const lc_expr *b)
{
    int64_t zero, m;
    if (c->op != LC_EXPR_EQ || !lc_expr_is_int(c->arg[1], &zero) || zero != 0)
        return NULL;
    const lc_expr *q = c->arg[0], *more = lck_plus(f, b, -1, a);
    for (int64_t k = 1; more && k <= UP && q->low >= 0; k *= 2) {
        const lc_expr *all = lck_plus(f, more, k, q);
        if (all && lc_expr_is_int(all, &m) && m > 0 && m <= UP && q->high < m / k)
            return lck_plus(f, a, 1, lck_make(f, LC_EXPR_MOD, lck_plus(f, all, -k, q), all));
    }
    return NULL;
}

const lc_expr *lck_select(lck_formulas *f, const lc_expr *c, const lc_expr *a, const lc_expr *b)
{
    const lc_expr *up = c && a && b ? rounded_up(f, c, a, b) : NULL;
    if (up)
        return up;
    const lc_expr *e = c && a && b ? lc_expr_select(f->x, c, a, b) : NULL;
    if (!e)
        lc_ctx_reset(f->ctx);
    return e;
}

/* ---- quotients by multiplication ---- */

/* The common factor of the terms of a sum. */
static int64_t content(const lc_expr *e)
{
    switch (e->op) {
    case LC_EXPR_INT: return e->value == INT64_MIN ? 1 : e->value < 0 ? -e->value : e->value;
    case LC_EXPR_ADD:
    case LC_EXPR_SUB: return lc_int64_gcd(content(e->arg[0]), content(e->arg[1]));
    case LC_EXPR_MUL:
        if (e->arg[1]->op == LC_EXPR_INT && e->arg[1]->value != INT64_MIN) {
            int64_t k, c = content(e->arg[0]);
            if (!__builtin_mul_overflow(c, e->arg[1]->value, &k))
                return k < 0 ? -k : k;
        }
        return 1;
    default: return 1;
    }
}

/* The divisor d for which a m / 2^k, rounded down, is a / d (Granlund and Montgomery 1994):
 * with m d = 2^k + e it is for 0 <= a and a e < 2^k. 0: there is none. */
static int64_t inverse(const lc_expr *a, wide m, unsigned k)
{
    wide power = (wide)1 << k, d = (power + m - 1) / m, e = d * m - power;
    int64_t low = a->low == INT64_MIN ? INT64_MAX : -a->low, most = low > a->high ? low : a->high;
    return d >= 2 && d <= INT32_MAX && most >= 0 && (wide)most * e < power ? (int64_t)d : 0;
}

/* a m / 2^k rounded down, when a may be negative, is (a - 1) / d there. */
static const lc_expr *divided(lck_formulas *f, const lc_expr *a, int64_t d)
{
    const lc_expr *by = lck_int(f, d), *plain = lck_make(f, LC_EXPR_DIV, a, by);
    if (a->low >= 0 || !plain)
        return plain;
    const lc_expr *below = lck_make(f, LC_EXPR_DIV, lck_plus(f, a, -1, lck_int(f, 1)), by);
    if (!below || a->high < 0)
        return below;
    /* each is asked for on its side of 0 alone */
    below = lc_expr_assume(f->x, below, below->low, -1);
    plain = lc_expr_assume(f->x, plain, 0, plain->high);
    return lck_select(f, lck_make(f, LC_EXPR_LT, a, lck_int(f, 0)), below, plain);
}

/* e / 2^k as a quotient by a number that is no power of two; NULL: it is none. */
static const lc_expr *as_quotient(lck_formulas *f, const lc_expr *e, unsigned k)
{
    int64_t by;
    while (e->op == LC_EXPR_DIV && lc_expr_is_int(e->arg[1], &by) && (by & (by - 1)) == 0) {
        k += (unsigned)__builtin_ctzll((uint64_t)by);
        e = e->arg[0];
    }
    int64_t g = content(e);
    if (k < 16 || k > 100 || g < 4096)
        return NULL;
    for (int64_t c = 1; c <= 64; c++) {
        int64_t m = g / c;
        if (g % c != 0 || (m & (m - 1)) == 0)
            continue;
        const lc_expr *a = lck_make(f, LC_EXPR_DIV, e, lck_int(f, m));
        int64_t d = a ? inverse(a, m, k) : 0;
        if (d > 0)
            return divided(f, a, d);
    }
    return NULL;
}

const lc_expr *lck_divide_power(lck_formulas *f, const lc_expr *e, unsigned k)
{
    if (!e || k == 0)
        return e;
    const lc_expr *quotient = as_quotient(f, e, k);
    if (quotient)
        return quotient;
    if (k > 62)
        return e->low >= 0   ? lck_int(f, 0)
               : e->high < 0 ? lck_int(f, -1)
                             : lck_select(f, lck_make(f, LC_EXPR_LT, e, lck_int(f, 0)),
                                          lck_int(f, -1), lck_int(f, 0));
    return lck_make(f, LC_EXPR_DIV, e, lck_int(f, lck_power(k)));
}

const lc_expr *lck_scaled(lck_formulas *f, const lc_expr *a, uint64_t m, unsigned k)
{
    bool power = (m & (m - 1)) == 0;
    int64_t d = a && m >= 4096 && !power && k <= 100 ? inverse(a, m, k) : 0;
    return d > 0 ? divided(f, a, d) : NULL;
}

const lc_expr *lck_high(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits)
{
    int64_t m;
    if (!a || !b)
        return NULL;
    if (lc_expr_is_int(a, &m) && !lc_expr_is_int(b, &m))
        return lck_high(f, b, a, bits);
    const lc_expr *e = lc_expr_is_int(b, &m) && m > 0 ? lck_scaled(f, a, (uint64_t)m, bits)
                                                      : NULL;
    if (e)
        return e;
    wide most = 0, corner[4] = {(wide)a->low * b->low, (wide)a->low * b->high,
                                (wide)a->high * b->low, (wide)a->high * b->high};
    for (int i = 0; i < 4; i++)
        most = corner[i] > most ? corner[i] : -corner[i] > most ? -corner[i] : most;
    if (most > INT64_MAX)
        return NULL;
    return lck_divide_power(f, lck_make(f, LC_EXPR_MUL, a, b), bits);
}

/* ---- quotients ---- */

static const lc_expr *divisor(lck_formulas *f, const lc_expr *b)
{
    return b && b->low < 1 ? lck_assume(f, b, 1, INT64_MAX) : b;
}

const lc_expr *lck_quotient(lck_formulas *f, const lc_expr *a, const lc_expr *b)
{
    if (!a || !(b = divisor(f, b)))
        return NULL;
    const lc_expr *plain = lck_make(f, LC_EXPR_DIV, a, b), *zero = lck_int(f, 0);
    if (a->low >= 0 || !plain)
        return plain;
    const lc_expr *mirror = lck_make(f, LC_EXPR_DIV, lck_plus(f, zero, -1, a), b);
    mirror = lck_plus(f, zero, -1, mirror);
    return a->high <= 0 ? mirror : lck_select(f, lck_make(f, LC_EXPR_LT, a, zero), mirror, plain);
}

const lc_expr *lck_remainder(lck_formulas *f, const lc_expr *a, const lc_expr *b)
{
    if (!a || !(b = divisor(f, b)))
        return NULL;
    if (a->low >= 0)
        return lck_make(f, LC_EXPR_MOD, a, b);
    return lck_make(f, LC_EXPR_SUB, a, lck_make(f, LC_EXPR_MUL, lck_quotient(f, a, b), b));
}
