/* floats.c - numbers of 16, 32 and 64 bits; see values.h. */
#include "floats.h"

#include <math.h>
#include <string.h>

static double half(uint64_t bits)
{
    int sign = bits >> 15 & 1, exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 31  ? (fraction ? NAN : INFINITY)
                   : exponent == 0 ? ldexp(fraction, -24)
                                   : ldexp(1024 + fraction, exponent - 25);
    return sign ? -value : value;
}

static uint64_t to_half(double value)
{
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    value = fabs(value);
    if (isnan(value))
        return 0x7fff;
    if (value >= 65520)
        return sign | 0x7c00;
    int exponent;
    frexp(value, &exponent);
    if (value == 0 || exponent < -13)
        return sign | (uint64_t)lrint(ldexp(value, 24));
    uint64_t fraction = (uint64_t)lrint(ldexp(value, 11 - exponent));
    return sign | (((uint64_t)(exponent + 13) << 10) + fraction);
}

double ptx_float(uint64_t bits, ptx_type t)
{
    if (t.bits == 64) {
        double d;
        memcpy(&d, &bits, 8);
        return d;
    }
    if (t.bits == 16 && !t.brain)
        return half(bits);
    uint32_t word = (uint32_t)(t.bits == 16 ? bits << 16 : bits);
    float f;
    memcpy(&f, &word, 4);
    return (double)f;
}

uint64_t ptx_float_bits(double value, ptx_type t)
{
    if (t.bits == 64) {
        uint64_t bits;
        memcpy(&bits, &value, 8);
        return bits;
    }
    if (t.bits == 16 && !t.brain)
        return to_half(value);
    float f = (float)value;
    uint32_t word;
    memcpy(&word, &f, 4);
    if (t.bits == 16)
        return isnan(value) ? 0x7fff : (uint64_t)(word + 0x7fff + (word >> 16 & 1)) >> 16;
    return word;
}

static double with_operands(const ptx_code *c, double x, double y, double z)
{
    switch (c->does) {
    case code_add: return x + y;
    case code_sub: return x - y;
    case code_mul: return x * y;
    case code_mad:
    case code_fma: return fma(x, y, z);
    case code_div: return x / y;
    case code_abs: return fabs(x);
    case code_neg: return -x;
    case code_min: return c->nan && (isnan(x) || isnan(y)) ? NAN : fmin(x, y);
    case code_max: return c->nan && (isnan(x) || isnan(y)) ? NAN : fmax(x, y);
    case code_rcp: return 1 / x;
    case code_sqrt: return sqrt(x);
    case code_rsqrt: return 1 / sqrt(x);
    case code_ex2: return exp2(x);
    case code_lg2: return log2(x);
    case code_sin: return sin(x);
    case code_cos: return cos(x);
    case code_tanh: return tanh(x);
    case code_copysign: return copysign(y, x);
    default: return 0;
    }
}

uint64_t ptx_float_value(const ptx_code *c, const uint64_t *a)
{
    uint64_t result = 0;
    for (unsigned lane = 0; lane < c->type.lanes; lane++) {
        unsigned shift = lane * c->type.bits;
        double v[3];
        for (int k = 0; k < 3; k++)
            v[k] = ptx_float(ptx_masked(a[k] >> shift, c->type.bits), c->type);
        double value = with_operands(c, v[0], v[1], v[2]);
        if (c->saturate)
            value = isnan(value) ? 0 : fmin(fmax(value, 0), 1);
        result |= ptx_masked(ptx_float_bits(value, c->type), c->type.bits) << shift;
    }
    return result;
}

bool ptx_float_compare(ptx_compare how, double x, double y)
{
    bool none = isnan(x) || isnan(y);
    switch (how) {
    case cmp_eq: return !none && x == y;
    case cmp_ne: return !none && x != y;
    case cmp_lt: return !none && x < y;
    case cmp_le: return !none && x <= y;
    case cmp_gt: return !none && x > y;
    case cmp_ge: return !none && x >= y;
    case cmp_equ: return none || x == y;
    case cmp_neu: return none || x != y;
    case cmp_ltu: return none || x < y;
    case cmp_leu: return none || x <= y;
    case cmp_gtu: return none || x > y;
    case cmp_geu: return none || x >= y;
    case cmp_num: return !none;
    case cmp_nan: return none;
    default: return false;
    }
}

bool ptx_float_test(const ptx_instruction *i, double x)
{
    return ptx_has(i, "finite")       ? isfinite(x)
           : ptx_has(i, "infinite")   ? isinf(x)
           : ptx_has(i, "number")     ? !isnan(x)
           : ptx_has(i, "notanumber") ? isnan(x)
           : ptx_has(i, "normal")     ? isnormal(x)
                                      : fpclassify(x) == FP_SUBNORMAL;
}

static double rounded(double x, ptx_round how)
{
    return how == round_down   ? floor(x)
           : how == round_up   ? ceil(x)
           : how == round_zero ? trunc(x)
                               : rint(x);
}

static uint64_t to_integer(double x, ptx_type t, ptx_round how)
{
    if (isnan(x))
        return t.bits == 64 ? UINT64_C(1) << 63 : 0;
    x = rounded(x, how);
    double least = t.kind == kind_signed ? -ldexp(1, t.bits - 1) : 0;
    double most = ldexp(1, t.kind == kind_signed ? t.bits - 1 : t.bits);
    if (x < least)
        x = least;
    if (x >= most)
        return t.kind == kind_signed ? (UINT64_C(1) << (t.bits - 1)) - 1
                                     : ptx_masked(UINT64_MAX, t.bits);
    return t.kind == kind_signed ? ptx_masked((uint64_t)(int64_t)x, t.bits) : (uint64_t)x;
}

uint64_t ptx_converted(const ptx_code *c, const uint64_t *a)
{
    ptx_type to = c->type, from = c->from;
    if (to.kind == kind_float && to.lanes == 2 && from.kind == kind_float) /* d, high, low */
        return ptx_float_bits(ptx_float(a[0], from), to) << 16 |
               ptx_float_bits(ptx_float(a[1], from), to);
    uint64_t value = ptx_masked(a[0], from.bits);
    if (from.kind == kind_float) {
        double x = ptx_float(value, from);
        if (to.kind != kind_float)
            return to.kind == kind_bits ? value : to_integer(x, to, c->round);
        if (to.bits == from.bits && c->round != round_none)
            x = rounded(x, c->round);
        if (c->saturate)
            x = isnan(x) ? 0 : fmin(fmax(x, 0), 1);
        return ptx_float_bits(x, to);
    }
    if (to.kind == kind_float)
        return ptx_float_bits(from.kind == kind_signed ? (double)ptx_signed(value, from.bits)
                                                       : (double)value,
                              to);
    int64_t wide = from.kind == kind_signed ? ptx_signed(value, from.bits) : (int64_t)value;
    if (c->saturate && to.bits < 64) {
        int64_t most = (int64_t)(ptx_masked(UINT64_MAX, to.bits) >> (to.kind == kind_signed));
        int64_t least = to.kind == kind_signed ? -most - 1 : 0;
        wide = wide > most ? most : wide < least ? least : wide;
    }
    return ptx_masked((uint64_t)wide, to.bits);
}
