/* range.c - see range.h. Where a bound does not fit, nothing is known. */
#include "config.h"

#include "../../lib/int64.h"

#include "range.h"

/* All bits up to the highest of a number that is not negative. */
static uint64_t bits_below(int64_t high)
{
    return high <= 0 ? 0 : UINT64_MAX >> __builtin_clzll((unsigned long long)high);
}

static uint64_t multiples_of(uint64_t power)
{
    return ~(power - 1);
}

/* The greatest power of two that divides all values, if their bits are known, else 1. */
static uint64_t power_in(const lcv_range *r)
{
    return !lcv_range_has_bits(r) ? 1 : r->bits == 0 ? (uint64_t)1 << 62 : r->bits & -r->bits;
}

static bool is_number(const lcv_range *r, int64_t *value)
{
    *value = r->low;
    return r->known && r->low == r->high;
}

static lcv_range with_bits(lcv_range r, uint64_t bits)
{
    r.bits = r.known && r.low >= 0 ? bits & bits_below(r.high) : UINT64_MAX;
    return r;
}

lcv_range lcv_range_between(int64_t low, int64_t high)
{
    return with_bits((lcv_range){true, low, high, 0}, UINT64_MAX);
}

bool lcv_range_has_bits(const lcv_range *r)
{
    return r->known && r->low >= 0;
}

static lcv_range sum_of(const lcv_range *a, const lcv_range *b)
{
    lcv_range r = {.known = true};
    if (__builtin_add_overflow(a->low, b->low, &r.low) ||
        __builtin_add_overflow(a->high, b->high, &r.high))
        return (lcv_range){0};
    bool apart = lcv_range_has_bits(a) && lcv_range_has_bits(b) && (a->bits & b->bits) == 0;
    uint64_t both = power_in(a) < power_in(b) ? power_in(a) : power_in(b);
    return with_bits(r, apart ? a->bits | b->bits : multiples_of(both));
}

static lcv_range difference_of(const lcv_range *a, const lcv_range *b)
{
    lcv_range r = {.known = true};
    if (__builtin_sub_overflow(a->low, b->high, &r.low) ||
        __builtin_sub_overflow(a->high, b->low, &r.high))
        return (lcv_range){0};
    return with_bits(r, UINT64_MAX);
}

static lcv_range product_of(const lcv_range *a, const lcv_range *b)
{
    const int64_t x[2] = {a->low, a->high}, y[2] = {b->low, b->high};
    lcv_range r = {.known = true, .low = INT64_MAX, .high = INT64_MIN};
    int64_t at, by;
    for (int i = 0; i < 4; i++) {
        if (__builtin_mul_overflow(x[i & 1], y[i >> 1], &at))
            return (lcv_range){0};
        r.low = at < r.low ? at : r.low;
        r.high = at > r.high ? at : r.high;
    }
    if (lcv_range_has_bits(a) && is_number(b, &by) && lc_int64_is_power(by))
        return with_bits(r, a->bits * (uint64_t)by);
    uint64_t p = power_in(a), q = power_in(b);
    return with_bits(r, multiples_of(p < (uint64_t)1 << 31 && q < (uint64_t)1 << 31 ? p * q : 1));
}

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* By positive divisors alone; others: nothing is known. */
static lcv_range quotient_of(const lcv_range *a, const lcv_range *b)
{
    int64_t by;
    if (b->low <= 0)
        return (lcv_range){0};
    lcv_range r = lcv_range_between(floor_of(a->low, a->low < 0 ? b->low : b->high),
                                    floor_of(a->high, a->high < 0 ? b->high : b->low));
    bool shifts = lcv_range_has_bits(a) && is_number(b, &by) && lc_int64_is_power(by);
    return shifts ? with_bits(r, a->bits / (uint64_t)by) : r;
}

static lcv_range remainder_of(const lcv_range *a, const lcv_range *b)
{
    int64_t by;
    if (!b->known || b->low <= 0)
        return (lcv_range){0};
    if (a->known && a->low >= 0 && a->high < b->low)
        return *a;
    lcv_range r = lcv_range_between(0, b->high - 1);
    bool masks = lcv_range_has_bits(a) && is_number(b, &by) && lc_int64_is_power(by);
    return masks ? with_bits(r, a->bits & (uint64_t)(by - 1)) : r;
}

/* Of an operand that is not known any bit can be 1. */
static lcv_range common_bits(const lcv_range *a, const lcv_range *b)
{
    bool x = lcv_range_has_bits(a), y = lcv_range_has_bits(b);
    uint64_t bits = (x ? a->bits : UINT64_MAX) & (y ? b->bits : UINT64_MAX);
    if (!x && !y)
        return (lcv_range){0};
    return with_bits(lcv_range_between(0, (int64_t)(bits & INT64_MAX)), bits);
}

static lcv_range joined_bits(const lcv_range *a, const lcv_range *b)
{
    if (!lcv_range_has_bits(a) || !lcv_range_has_bits(b))
        return (lcv_range){0};
    uint64_t bits = a->bits | b->bits;
    return with_bits(lcv_range_between(0, (int64_t)(bits & INT64_MAX)), bits);
}

static lcv_range shifted(lcv_op op, const lcv_range *a, const lcv_range *b)
{
    if (!b->known || b->low < 0 || b->high > 61)
        return (lcv_range){0};
    lcv_range power = lcv_range_between((int64_t)1 << b->low, (int64_t)1 << b->high);
    if (b->low == b->high)
        power.bits = (uint64_t)power.low;
    return lcv_range_of(op == LCV_OP_SHL ? LCV_OP_MUL : LCV_OP_DIV, a, &power);
}

static lcv_range least_or_most(bool least, const lcv_range *a, const lcv_range *b)
{
    bool low = least == (a->low < b->low), high = least == (a->high < b->high);
    lcv_range r = lcv_range_between(low ? a->low : b->low, high ? a->high : b->high);
    return with_bits(r, a->bits | b->bits);
}

lcv_range lcv_range_of(lcv_op op, const lcv_range *a, const lcv_range *b)
{
    if (op == LCV_OP_MOD)
        return remainder_of(a, b);
    if (op == LCV_OP_BITAND)
        return common_bits(a, b);
    if (!a->known || !b->known)
        return (lcv_range){0};
    switch (op) {
    case LCV_OP_ADD: return sum_of(a, b);
    case LCV_OP_SUB: return difference_of(a, b);
    case LCV_OP_MUL: return product_of(a, b);
    case LCV_OP_DIV: return quotient_of(a, b);
    case LCV_OP_XOR:
    case LCV_OP_BITOR: return joined_bits(a, b);
    case LCV_OP_SHL:
    case LCV_OP_SHR: return shifted(op, a, b);
    case LCV_OP_AND:
    case LCV_OP_OR: return least_or_most(op == LCV_OP_AND, a, b);
    default: return (lcv_range){0};
    }
}
