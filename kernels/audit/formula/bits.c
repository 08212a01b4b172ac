/* bits.c - what instructions do to bits, as sums, quotients and remainders.
 *
 * Bits low .. high - 1 of e are e / 2^low % 2^(high - low) for every integer, negative ones too,
 * and nothing of what stands above: a mask needs no number. Where two operands have no bit in
 * common, OR and XOR are sums; else XOR is an operation of expressions, and a & b is
 * (a + b - (a ^ b)) / 2.
 */
#include "config.h"

#include "internal.h"

/* ---- bits that may be 1 ---- */

/* All bits up to the highest of v. */
static uint64_t filled(int64_t v)
{
    return v == 0 ? 0 : UINT64_MAX >> __builtin_clzll((uint64_t)v);
}

static unsigned trailing(uint64_t bits)
{
    return bits == 0 ? 64 : (unsigned)__builtin_ctzll(bits);
}

static uint64_t above(unsigned low)
{
    return low >= 64 ? 0 : UINT64_MAX << low;
}

static uint64_t bits_of(const lck_formulas *f, const lc_expr *e);

static uint64_t bits_of_sum(const lck_formulas *f, const lc_expr *e)
{
    uint64_t a = bits_of(f, e->arg[0]), b = bits_of(f, e->arg[1]);
    unsigned low = trailing(a) < trailing(b) ? trailing(a) : trailing(b);
    return e->op == LC_EXPR_ADD && (a & b) == 0 ? a | b : above(low);
}

static uint64_t bits_of_product(const lck_formulas *f, const lc_expr *e)
{
    int64_t k;
    uint64_t a = bits_of(f, e->arg[0]);
    if (lc_expr_is_int(e->arg[1], &k) && k > 0 && (k & (k - 1)) == 0)
        return a << trailing((uint64_t)k);
    return above(trailing(a) + trailing(bits_of(f, e->arg[1])));
}

/* Of a number that is not negative; else all. */
static uint64_t bits_of(const lck_formulas *f, const lc_expr *e)
{
    int64_t k;
    uint64_t bits = UINT64_MAX;
    if (e->low < 0)
        return above(trailing((uint64_t)lck_formula_multiple(f, e)));
    switch (e->op) {
    case LC_EXPR_INT: return (uint64_t)e->value;
    case LC_EXPR_ADD:
    case LC_EXPR_SUB: bits = bits_of_sum(f, e); break;
    case LC_EXPR_MUL: bits = bits_of_product(f, e); break;
    case LC_EXPR_MOD:
        if (lc_expr_is_int(e->arg[1], &k) && (k & (k - 1)) == 0)
            bits = bits_of(f, e->arg[0]) & (uint64_t)(k - 1);
        break;
    case LC_EXPR_DIV:
        if (lc_expr_is_int(e->arg[1], &k) && (k & (k - 1)) == 0 && e->arg[0]->low >= 0)
            bits = bits_of(f, e->arg[0]) >> trailing((uint64_t)k);
        break;
    case LC_EXPR_XOR:
    case LC_EXPR_MIN:
    case LC_EXPR_MAX: bits = bits_of(f, e->arg[0]) | bits_of(f, e->arg[1]); break;
    case LC_EXPR_SELECT: bits = bits_of(f, e->arg[1]) | bits_of(f, e->arg[2]); break;
    default: break;
    }
    if (e->op == LC_EXPR_VAR)
        bits = above(trailing((uint64_t)lck_formula_multiple(f, e)));
    return bits & filled(e->high);
}

/* ---- fields and masks ---- */

const lc_expr *lck_bits_field(lck_formulas *f, const lc_expr *a, unsigned low, unsigned n)
{
    if (n == 0)
        return lck_int(f, 0);
    a = lck_divide_power(f, a, low);
    return n >= 63 ? a : lck_make(f, LC_EXPR_MOD, a, lck_int(f, lck_power(n)));
}

static bool is_pointer(const void *f, size_t slot)
{
    return ((const lck_formulas *)f)->symbol[slot].pointer;
}

/* Modulo 2^bits; mask is not negative then, or all above some bit. */
static const lc_expr *masked(lck_formulas *f, const lc_expr *a, int64_t mask, unsigned bits)
{
    const lc_expr *sum = lck_int(f, 0);
    uint64_t rest = bits >= 64 ? (uint64_t)mask : (uint64_t)mask & (((uint64_t)1 << bits) - 1);
    while (rest != 0 && sum) {
        unsigned low = trailing(rest), n = trailing(~(rest >> low));
        bool top = low + n >= bits;
        if (low > 62)
            return NULL;
        /* an address without what is below keeps its base */
        const lc_expr *part = top && lc_expr_any(a, is_pointer, f)
                                  ? lck_plus(f, a, -1, lck_bits_field(f, a, 0, low))
                                  : lck_make(f, LC_EXPR_MUL,
                                             top ? lck_divide_power(f, a, low)
                                                 : lck_bits_field(f, a, low, n),
                                             lck_int(f, lck_power(low)));
        sum = lck_plus(f, sum, 1, part);
        rest = n + low >= 64 ? 0 : rest & above(low + n);
    }
    return sum;
}

/* ---- of two operands ---- */

static bool is_number(const lc_expr *e, unsigned bits)
{
    return e->low >= 0 && (bits >= 63 || e->high < lck_power(bits));
}

static const lc_expr *sign_of(lck_formulas *f, const lc_expr *a, unsigned bits)
{
    return lck_is_negative(f, lck_as_signed(f, a, bits));
}

/* A pattern of bits as the signed number that it is: its sign is that of the operands by `op`,
 * and no sum that overflows. */
static const lc_expr *signed_by(lck_formulas *f, const lc_expr *pattern, lc_expr_op op,
                                const lc_expr *a, const lc_expr *b, unsigned bits)
{
    if (!pattern || bits >= 63 || pattern->high < lck_power(bits - 1))
        return pattern;
    const lc_expr *negative = lck_make(f, op, sign_of(f, a, bits), sign_of(f, b, bits));
    pattern = lc_expr_assume(f->x, pattern, 0, lck_power(bits) - 1);
    const lc_expr *e = lck_plus(f, pattern, -lck_power(bits), negative);
    return e ? lc_expr_assume(f->x, e, -lck_power(bits - 1), lck_power(bits - 1) - 1) : NULL;
}

/* a ^ b of numbers that are not negative. */
static const lc_expr *exclusive(lck_formulas *f, const lc_expr *a, const lc_expr *b)
{
    if ((bits_of(f, a) & bits_of(f, b)) == 0)
        return lck_plus(f, a, 1, b);
    return lck_make(f, LC_EXPR_XOR, a, b);
}

/* a ^ b where b has only the bits 0 .. n - 1: what is above of a stays. */
static const lc_expr *exclusive_low(lck_formulas *f, const lc_expr *a, const lc_expr *b,
                                    unsigned n)
{
    const lc_expr *low = lck_bits_field(f, a, 0, n);
    return lck_plus(f, lck_plus(f, a, -1, low), 1, low ? exclusive(f, low, b) : NULL);
}

static const lc_expr *exclusive_constant(lck_formulas *f, const lc_expr *a, int64_t v,
                                         unsigned bits)
{
    if (v < 0) { /* ~(a ^ ~v) */
        const lc_expr *e = lck_bits_xor(f, a, lck_int(f, ~v), bits);
        return lck_bits_not(f, e);
    }
    if (bits < 64 && v == lck_power(bits - 1))
        return lck_plus(f, a, 1, lck_int(f, v));
    return NULL;
}

const lc_expr *lck_bits_not(lck_formulas *f, const lc_expr *a)
{
    return lck_plus(f, lck_int(f, -1), -1, a);
}

const lc_expr *lck_bits_xor(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits)
{
    int64_t v;
    if (!a || !b)
        return NULL;
    if (lc_expr_is_int(a, &v) && !lc_expr_is_int(b, &v))
        return lck_bits_xor(f, b, a, bits);
    if (bits == 1)
        return lck_make(f, LC_EXPR_NE, a, b);
    const lc_expr *e = lc_expr_is_int(b, &v) ? exclusive_constant(f, a, v, bits) : NULL;
    if (e)
        return e;
    if (is_number(a, bits) && is_number(b, bits) && !lc_expr_any(a, is_pointer, f) &&
        !lc_expr_any(b, is_pointer, f))
        return signed_by(f, exclusive(f, a, b), LC_EXPR_NE, a, b, bits);
    for (int turn = 0; turn < 2; turn++) {
        const lc_expr *one = turn ? b : a, *other = turn ? a : b;
        unsigned n = 64 - (unsigned)__builtin_clzll(bits_of(f, other) | 1);
        if (is_number(other, bits) && n < bits && n < 62)
            return exclusive_low(f, one, other, n);
    }
    const lc_expr *p = lck_as_unsigned(f, a, bits), *q = lck_as_unsigned(f, b, bits);
    return p && q ? signed_by(f, exclusive(f, p, q), LC_EXPR_NE, a, b, bits) : NULL;
}

const lc_expr *lck_bits_and(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits)
{
    int64_t v;
    if (!a || !b)
        return NULL;
    if (bits == 1)
        return lck_make(f, LC_EXPR_ALL, a, b);
    if (lc_expr_is_int(b, &v))
        return masked(f, a, v, bits);
    if (lc_expr_is_int(a, &v))
        return masked(f, b, v, bits);
    if (lc_expr_equal(a, b))
        return a;
    const lc_expr *p = lck_as_unsigned(f, a, bits), *q = lck_as_unsigned(f, b, bits);
    if (!p || !q)
        return NULL;
    if ((bits_of(f, p) & bits_of(f, q)) == 0)
        return lck_int(f, 0);
    const lc_expr *twice = lck_make(f, LC_EXPR_SUB, lck_plus(f, p, 1, q), exclusive(f, p, q));
    const lc_expr *e = lck_divide_power(f, twice, 1);
    e = e && p->low >= 0 && q->low >= 0
            ? lc_expr_assume(f->x, e, 0, p->high < q->high ? p->high : q->high)
            : e;
    return signed_by(f, e, LC_EXPR_ALL, a, b, bits);
}

const lc_expr *lck_bits_or(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits)
{
    int64_t v;
    if (!a || !b)
        return NULL;
    if (bits == 1)
        return lck_make(f, LC_EXPR_ANY, a, b);
    if (lc_expr_is_int(a, &v) && !lc_expr_is_int(b, &v))
        return lck_bits_or(f, b, a, bits);
    if (lc_expr_is_int(b, &v)) /* a mask of ~v may have no formula where the sum has one */
        return lck_plus(f, (bits_of(f, a) & (uint64_t)v) == 0 ? a : masked(f, a, ~v, bits), 1, b);
    if (lc_expr_equal(a, b))
        return a;
    if (bits < 64 || (a->low >= 0 && b->low >= 0)) {
        const lc_expr *p = lck_as_unsigned(f, a, bits), *q = lck_as_unsigned(f, b, bits);
        if (!p || !q)
            return NULL;
        const lc_expr *e = lck_plus(f, p, 1, q);
        if ((bits_of(f, p) & bits_of(f, q)) != 0)
            e = lck_divide_power(f, lck_plus(f, e, 1, exclusive(f, p, q)), 1);
        return signed_by(f, e, LC_EXPR_ANY, a, b, bits);
    }
    /* what is 2^n times something, and a number below 2^n */
    if ((bits_of(f, a) & bits_of(f, b)) == 0)
        return lck_plus(f, a, 1, b);
    return NULL;
}

#define REVERSED 16 /* bits of a number that are put in reverse order, one by one */

const lc_expr *lck_bits_reversed(lck_formulas *f, const lc_expr *a, unsigned bits)
{
    const lc_expr *sum = lck_int(f, 0);
    uint64_t may = a && is_number(a, bits) ? bits_of(f, a) : UINT64_MAX;
    if (bits > 32 || __builtin_popcountll(may) > REVERSED)
        return NULL;
    for (unsigned i = 0; i < bits; i++)
        if (may >> i & 1)
            sum = lck_plus(f, sum, lck_power(bits - 1 - i), lck_bits_field(f, a, i, 1));
    return sum;
}

/* ---- shifts ---- */

/* The same modulo 2^bits with a number at its end that is small: 2^60 - 1 in units of 16 is
 * -1. */
static const lc_expr *with_small_end(lck_formulas *f, const lc_expr *a, unsigned bits)
{
    int64_t end = 0;
    if (!a || (a->op != LC_EXPR_ADD && a->op != LC_EXPR_SUB) || bits >= 64 ||
        !lc_expr_is_int(a->arg[1], &end) || end == INT64_MIN)
        return a;
    end = a->op == LC_EXPR_SUB ? -end : end;
    if (end >= -lck_power(bits - 1) && end < lck_power(bits - 1))
        return a;
    uint64_t u = (uint64_t)end & ((uint64_t)lck_power(bits) - 1),
             sign = (uint64_t)1 << (bits - 1);
    return lck_plus(f, a->arg[0], 1, lck_int(f, (int64_t)(u ^ sign) - (int64_t)sign));
}

static const lc_expr *shift_left(lck_formulas *f, const lc_expr *a, unsigned by, unsigned bits)
{
    if (by >= bits)
        return lck_int(f, 0);
    if (by > 62)
        return NULL;
    int64_t room = INT64_MAX >> (by + 2);
    if (bits == 64)
        a = with_small_end(f, a, bits - by);
    if (bits < 64 && a && (a->low < -room || a->high > room))
        a = lck_bits_field(f, a, 0, bits - by);
    return lck_make(f, LC_EXPR_MUL, a, lck_int(f, lck_power(by)));
}

/* The x of x * 2^k, of a sum of such ones; NULL: it is none. */
static const lc_expr *scaled_down(lck_formulas *f, const lc_expr *a, unsigned k)
{
    int64_t v;
    if (lc_expr_is_int(a, &v))
        return v % lck_power(k) == 0 ? lck_int(f, v / lck_power(k)) : NULL;
    if (a->op == LC_EXPR_MUL && lc_expr_is_int(a->arg[1], &v) && v % lck_power(k) == 0)
        return lck_make(f, LC_EXPR_MUL, a->arg[0], lck_int(f, v / lck_power(k)));
    if (a->op != LC_EXPR_ADD && a->op != LC_EXPR_SUB)
        return NULL;
    const lc_expr *x = scaled_down(f, a->arg[0], k);
    return x ? lck_make(f, a->op, x, scaled_down(f, a->arg[1], k)) : NULL;
}

/* x << 32 >> by, in 64 bits: x is read as a number of 32 bits, and what is left of the shifts is
 * done. NULL: it is none, nor one of 16 or 8 bits. */
static const lc_expr *extended(lck_formulas *f, const lc_expr *a, unsigned by, bool is_signed)
{
    for (unsigned bits = 8; a && bits <= 32 && by <= 64 - bits; bits *= 2) {
        const lc_expr *x = scaled_down(f, a, 64 - bits);
        if (x && x->op != LC_EXPR_INT) {
            x = is_signed ? lck_as_signed(f, x, bits) : lck_as_unsigned(f, x, bits);
            return lck_make(f, LC_EXPR_MUL, x, lck_int(f, lck_power(64 - bits - by)));
        }
    }
    return NULL;
}

static const lc_expr *shift_right(lck_formulas *f, const lc_expr *a, unsigned by, unsigned bits,
                                  bool is_signed)
{
    if (by >= bits && !is_signed)
        return lck_int(f, 0);
    by = by >= bits ? bits - 1 : by;
    if (by == bits - 1) /* the sign */
        return lck_select(f, lck_is_negative(f, lck_as_signed(f, a, bits)),
                          lck_int(f, is_signed ? -1 : 1), lck_int(f, 0));
    const lc_expr *number = bits == 64 ? extended(f, a, by, is_signed) : NULL;
    if (number)
        return number;
    a = is_signed ? lck_as_signed(f, a, bits) : lck_as_unsigned(f, a, bits);
    if (!a)
        return NULL;
    if (a->op == LC_EXPR_SELECT && a->arg[1]->op == LC_EXPR_INT && a->arg[2]->op == LC_EXPR_INT)
        return lck_select(f, a->arg[0], lck_divide_power(f, a->arg[1], by),
                          lck_divide_power(f, a->arg[2], by));
    return lck_divide_power(f, a, by);
}

/* Shifts by a number that is not known, but one of a few. */
#define FEW 16

static const lc_expr *shift(lck_formulas *f, const lc_expr *a, int64_t by, unsigned bits,
                            bool left, bool is_signed)
{
    unsigned n = by > bits ? bits : (unsigned)by;
    return left ? shift_left(f, a, n, bits) : shift_right(f, a, n, bits, is_signed);
}

static const lc_expr *shift_any(lck_formulas *f, const lc_expr *a, const lc_expr *by,
                                unsigned bits, bool left, bool is_signed)
{
    int64_t v;
    by = lck_as_unsigned(f, by, 32);
    if (!a || !by)
        return NULL;
    if (lc_expr_is_int(by, &v) || (v = by->low) >= bits)
        return shift(f, a, v, bits, left, is_signed);
    int64_t multiple = lck_formula_multiple(f, by), step = multiple < 1 ? 1 : multiple;
    int64_t last = by->high - by->high % step;
    if ((by->high - by->low) / step >= FEW)
        return NULL;
    const lc_expr *e = shift(f, a, last, bits, left, is_signed);
    for (v = last - step; e && v >= by->low; v -= step)
        e = lck_select(f, lck_make(f, LC_EXPR_EQ, by, lck_int(f, v)),
                       shift(f, a, v, bits, left, is_signed), e);
    return e;
}

const lc_expr *lck_bits_left(lck_formulas *f, const lc_expr *a, const lc_expr *by, unsigned bits)
{
    return shift_any(f, a, by, bits, true, false);
}

const lc_expr *lck_bits_right(lck_formulas *f, const lc_expr *a, const lc_expr *by, unsigned bits,
                              bool is_signed)
{
    return shift_any(f, a, by, bits, false, is_signed);
}
