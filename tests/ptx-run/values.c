/* values.c - integers and predicates; see values.h. */
#include "values.h"

#include "floats.h"

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 wide_signed;

uint64_t ptx_masked(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

int64_t ptx_signed(uint64_t value, unsigned bits)
{
    if (bits >= 64)
        return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)((ptx_masked(value, bits) ^ sign) - sign);
}

static wide product(const ptx_code *c, uint64_t x, uint64_t y)
{
    unsigned bits = c->type.bits;
    if (c->type.kind == kind_signed)
        return (wide)((wide_signed)ptx_signed(x, bits) * ptx_signed(y, bits));
    return (wide)x * y;
}

static uint64_t multiplied(const ptx_code *c, uint64_t x, uint64_t y)
{
    wide p = product(c, x, y);
    return c->high ? ptx_masked((uint64_t)(p >> c->type.bits), c->type.bits)
                   : ptx_masked((uint64_t)p, c->wide ? 2u * c->type.bits : c->type.bits);
}

static uint64_t sum(const ptx_code *c, uint64_t x, uint64_t y, unsigned bits, unsigned *carry)
{
    wide s = (wide)x + y + (c->carry_in ? *carry : 0);
    if (c->carry_out)
        *carry = (unsigned)(s >> bits & 1);
    if (c->saturate && c->type.kind == kind_signed) {
        int64_t t = ptx_signed(x, bits) + ptx_signed(y, bits), most = INT32_MAX,
                least = INT32_MIN;
        s = (wide)(uint64_t)(t > most ? most : t < least ? least : t);
    }
    return ptx_masked((uint64_t)s, bits);
}

static uint64_t difference(const ptx_code *c, uint64_t x, uint64_t y, unsigned *carry)
{
    unsigned bits = c->type.bits;
    wide s = (wide)x - y - (c->carry_in ? *carry : 0);
    if (c->carry_out)
        *carry = (unsigned)(s >> 127 & 1);
    if (c->saturate && c->type.kind == kind_signed) {
        int64_t t = ptx_signed(x, bits) - ptx_signed(y, bits), most = INT32_MAX,
                least = INT32_MIN;
        s = (wide)(uint64_t)(t > most ? most : t < least ? least : t);
    }
    return ptx_masked((uint64_t)s, bits);
}

static uint64_t divided(const ptx_code *c, uint64_t x, uint64_t y, bool rest)
{
    unsigned bits = c->type.bits;
    if (y == 0)
        return ptx_masked(rest ? x : UINT64_MAX, bits);
    if (c->type.kind != kind_signed)
        return rest ? x % y : x / y;
    int64_t p = ptx_signed(x, bits), q = ptx_signed(y, bits);
    if (q == -1)
        return rest ? 0 : ptx_masked(-x, bits);
    return ptx_masked((uint64_t)(rest ? p % q : p / q), bits);
}

static uint64_t shifted(const ptx_code *c, uint64_t x, uint64_t by)
{
    unsigned bits = c->type.bits;
    by = by & 0xffffffff;
    if (c->does == code_shl)
        return by >= bits ? 0 : ptx_masked(x << by, bits);
    if (c->type.kind == kind_signed)
        return ptx_masked((uint64_t)(ptx_signed(x, bits) >> (by >= bits ? bits - 1 : by)), bits);
    return by >= bits ? 0 : x >> by;
}

static uint64_t funnel(const ptx_code *c, const uint64_t *a)
{
    uint64_t both = (a[1] & 0xffffffff) << 32 | (a[0] & 0xffffffff), by = a[2] & 0xffffffff;
    by = c->clamp ? (by > 32 ? 32 : by) : by & 31;
    return c->left ? (by ? (both << by) >> 32 : both >> 32) & 0xffffffff
                   : (both >> by) & 0xffffffff;
}

static uint64_t table(const uint64_t *a)
{
    uint32_t x = (uint32_t)a[0], y = (uint32_t)a[1], z = (uint32_t)a[2], result = 0;
    for (unsigned k = 0; k < 8; k++)
        if (a[3] >> k & 1)
            result |= (k & 4 ? x : ~x) & (k & 2 ? y : ~y) & (k & 1 ? z : ~z);
    return result;
}

static uint64_t extracted(const ptx_code *c, const uint64_t *a)
{
    unsigned bits = c->type.bits, from = a[1] & 0xff, length = a[2] & 0xff, most = bits - 1;
    bool is_signed = c->type.kind == kind_signed;
    unsigned top = from + length - 1 < most ? from + length - 1 : most;
    uint64_t sign = !is_signed || length == 0 ? 0 : a[0] >> top & 1, result = 0;
    for (unsigned k = 0; k <= most; k++) {
        uint64_t bit = k < length && from + k <= most ? a[0] >> (from + k) & 1 : sign;
        result |= bit << k;
    }
    return result;
}

static uint64_t inserted(const ptx_code *c, const uint64_t *a)
{
    unsigned bits = c->type.bits, from = a[2] & 0xff, length = a[3] & 0xff;
    uint64_t result = ptx_masked(a[1], bits);
    for (unsigned k = 0; k < length && from + k < bits; k++) {
        result &= ~(UINT64_C(1) << (from + k));
        result |= (a[0] >> k & 1) << (from + k);
    }
    return result;
}

static uint64_t found(const ptx_code *c, uint64_t x)
{
    unsigned bits = c->type.bits;
    if (c->type.kind == kind_signed && x >> (bits - 1) & 1)
        x = ptx_masked(~x, bits);
    for (unsigned k = bits; k-- > 0;)
        if (x >> k & 1)
            return c->mode == 's' ? bits - 1 - k : k;
    return 0xffffffff;
}

static uint64_t permuted(const ptx_code *c, const uint64_t *a)
{
    uint64_t both = (a[1] & 0xffffffff) << 32 | (a[0] & 0xffffffff), result = 0;
    unsigned s = a[2] & 3;
    for (unsigned k = 0; k < 4; k++) {
        unsigned take = c->mode == 0     ? (unsigned)(a[2] >> (4 * k)) & 15
                        : c->mode == 'f' ? s + k
                        : c->mode == 'b' ? (s - k) & 7
                        : c->mode == '8' ? s
                        : c->mode == 'e' ? (k > s ? k : s)
                        : c->mode == 'r' ? (k < s ? k : s)
                                         : (s & 1) * 2 + (k & 1);
        uint64_t byte = both >> (8 * (take & 7)) & 255;
        if (c->mode == 0 && take & 8)
            byte = byte & 128 ? 255 : 0;
        result |= byte << (8 * k);
    }
    return result;
}

static uint64_t dot(const ptx_code *c, const uint64_t *a)
{
    int64_t result = (int64_t)a[2];
    for (unsigned k = 0; k < 4; k++) {
        uint64_t x = a[0] >> (8 * k) & 255, y = a[1] >> (8 * k) & 255;
        result += (c->type.kind == kind_signed ? ptx_signed(x, 8) : (int64_t)x) *
                  (c->from.kind == kind_signed ? ptx_signed(y, 8) : (int64_t)y);
    }
    return (uint64_t)result & 0xffffffff;
}

static bool compared(const ptx_code *c, ptx_type t, uint64_t x, uint64_t y)
{
    x = ptx_masked(x, t.bits);
    y = ptx_masked(y, t.bits);
    if (t.kind == kind_float)
        return ptx_float_compare(c->compare, ptx_float(x, t), ptx_float(y, t));
    bool less = t.kind == kind_signed ? ptx_signed(x, t.bits) < ptx_signed(y, t.bits) : x < y;
    switch (c->compare) {
    case cmp_eq: return x == y;
    case cmp_ne: return x != y;
    case cmp_lt: return less;
    case cmp_le: return less || x == y;
    case cmp_gt: return !less && x != y;
    default: return !less;
    }
}

static bool joined(char how, bool x, bool y)
{
    return how == '&' ? x && y : how == '|' ? x || y : how == '^' ? x != y : x;
}

static uint64_t predicate(const ptx_code *c, const uint64_t *a, uint64_t *second)
{
    bool is = compared(c, c->does == code_set ? c->from : c->type, a[0], a[1]);
    bool last = a[2] & 1;
    *second = joined(c->combine, !is, last);
    is = joined(c->combine, is, last);
    if (c->does == code_setp || !is)
        return is;
    return c->type.kind == kind_float ? ptx_float_bits(1, c->type)
                                      : ptx_masked(UINT64_MAX, c->type.bits);
}

static uint64_t extreme(const ptx_code *c, uint64_t x, uint64_t y)
{
    bool less = c->type.kind == kind_signed
                    ? ptx_signed(x, c->type.bits) < ptx_signed(y, c->type.bits)
                    : x < y;
    return less == (c->does == code_min) ? x : y;
}

static uint64_t counted(const ptx_code *c, uint64_t x)
{
    unsigned bits = c->type.bits, n = 0;
    uint64_t turned = 0;
    if (c->does == code_popc)
        return (uint64_t)__builtin_popcountll(x);
    if (c->does == code_brev) {
        for (unsigned k = 0; k < bits; k++)
            turned |= (x >> k & 1) << (bits - 1 - k);
        return turned;
    }
    while (n < bits && !(x >> (bits - 1 - n) & 1))
        n++;
    return n;
}

static bool is_float(const ptx_code *c)
{
    return c->type.kind == kind_float && c->does != code_selp && c->does != code_slct &&
           c->does != code_set && c->does != code_setp && c->does != code_cvt;
}

uint64_t ptx_value(const ptx_code *c, const uint64_t *given, unsigned *carry, uint64_t *second)
{
    unsigned bits = c->type.bits;
    uint64_t a[4] = {given[0], given[1], given[2], given[3]}, x, y;
    if (is_float(c))
        return ptx_float_value(c, a);
    x = ptx_masked(a[0], bits);
    y = ptx_masked(a[1], bits);
    switch (c->does) {
    case code_add: return sum(c, x, y, bits, carry);
    case code_sub: return difference(c, x, y, carry);
    case code_mul: return multiplied(c, x, y);
    case code_mad:
    case code_fma:
        return sum(c, multiplied(c, x, y), ptx_masked(a[2], c->wide ? 2 * bits : bits),
                   c->wide ? 2 * bits : bits, carry);
    case code_sad:
        return ptx_masked((extreme(&(ptx_code){.does = code_max, .type = c->type}, x, y) -
                           extreme(&(ptx_code){.does = code_min, .type = c->type}, x, y)) +
                              a[2],
                          bits);
    case code_div: return divided(c, x, y, false);
    case code_rem: return divided(c, x, y, true);
    case code_abs: return ptx_signed(x, bits) < 0 ? ptx_masked(-x, bits) : x;
    case code_neg: return ptx_masked(-x, bits);
    case code_min:
    case code_max: return extreme(c, x, y);
    case code_and: return x & y;
    case code_or: return x | y;
    case code_xor: return x ^ y;
    case code_not: return ptx_masked(~x, bits);
    case code_cnot: return x == 0;
    case code_shl:
    case code_shr: return shifted(c, x, a[1]);
    case code_shf: return funnel(c, a);
    case code_lop3: return table(a);
    case code_bfe: return extracted(c, a);
    case code_bfi: return inserted(c, a);
    case code_bfind: return found(c, x);
    case code_brev:
    case code_popc:
    case code_clz: return counted(c, x);
    case code_prmt: return permuted(c, a);
    case code_dp4a: return dot(c, a);
    case code_selp: return a[2] & 1 ? x : y;
    case code_slct:
        return (c->from.kind == kind_float ? ptx_float(a[2], c->from) >= 0
                                           : ptx_signed(a[2], 32) >= 0)
                   ? x
                   : y;
    case code_set:
    case code_setp: return predicate(c, a, second);
    case code_cvt: return ptx_converted(c, a);
    default: return 0;
    }
}

uint64_t ptx_combined(const ptx_code *c, uint64_t was, uint64_t b, uint64_t other)
{
    ptx_code how = *c;
    unsigned carry = 0;
    uint64_t a[4] = {was, b, 0, 0}, second;
    if (how.type.kind == kind_bits)
        how.type.kind = kind_unsigned;
    switch (c->combine) {
    case '=': return b;
    case '?': return was == b ? other : was;
    case 'i': return was >= b ? 0 : was + 1;
    case 'd': return was == 0 || was > b ? b : was - 1;
    case '+': how.does = code_add; break;
    case '<': how.does = code_min; break;
    case '>': how.does = code_max; break;
    case '&': how.does = code_and; break;
    case '|': how.does = code_or; break;
    default: how.does = code_xor; break;
    }
    return ptx_value(&how, a, &carry, &second);
}
