/* numbers.c - formats of numbers. */
#include "config.h"

#include "numbers.h"

#include <math.h>

lck_format lck_format_of(const lck_element *element)
{
    static const struct {
        const char *name;
        lck_format format;
    } names[] = {{"f64", LCK_F64},     {"f32", LCK_F32},       {"tf32", LCK_TF32},
                 {"f16", LCK_F16},     {"bf16", LCK_BF16},     {"f8", LCK_E4M3},
                 {"e4m3", LCK_E4M3},   {"e5m2", LCK_E5M2},     {"int64", LCK_I64},
                 {"int32", LCK_I32},   {"int16", LCK_I16},     {"int8", LCK_I8},
                 {"uint64", LCK_U64},  {"uint32", LCK_U32},    {"uint16", LCK_U16},
                 {"uint8", LCK_U8}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, element->name) == 0)
            return names[i].format;
    return element->bytes == 8 ? LCK_U64 : element->bytes == 4 ? LCK_U32 : LCK_U8;
}

/* ---- floats of few bits: a sign, `exponent` bits, `mantissa` bits */

typedef enum { WITH_INFINITIES, WITHOUT_INFINITIES } ending;

static double small_float(unsigned bits, int exponent, int mantissa, ending end)
{
    int bias = (1 << (exponent - 1)) - 1, top = (1 << exponent) - 1;
    int e = (int)(bits >> mantissa) & top, m = (int)bits & ((1 << mantissa) - 1);
    bool negative = (bits >> (exponent + mantissa)) & 1;
    double value;
    if (e == top && (end == WITH_INFINITIES || m == (1 << mantissa) - 1))
        value = end == WITH_INFINITIES && m == 0 ? HUGE_VAL : (double)NAN;
    else if (e == 0)
        value = ldexp(m, 1 - bias - mantissa);
    else
        value = ldexp(m + (1 << mantissa), e - bias - mantissa);
    return negative ? -value : value;
}

/* The bits nearest to a number. Above `most`: they are infinity where this is its bits, and
 * saturate otherwise. */
static unsigned small_bits(double number, int exponent, int mantissa, unsigned most, unsigned nan)
{
    unsigned sign = signbit(number) ? 1u << (exponent + mantissa) : 0;
    int bias = (1 << (exponent - 1)) - 1;
    double size = fabs(number);
    if (isnan(number))
        return nan;
    if (size == 0)
        return sign;
    if (isinf(number))
        return sign | most;
    int e = ilogb(size);
    e = e < 1 - bias ? 1 - bias : e;
    if (e > bias + 1)
        return sign | most;
    unsigned units = (unsigned)nearbyint(ldexp(size, mantissa - e)), one = 1u << mantissa;
    unsigned bits = units < one ? units : ((unsigned)(e + bias) << mantissa) + (units - one);
    return sign | (bits > most ? most : bits);
}

/* ---- integers */

static double clamp(double number, double low, double high)
{
    if (isnan(number))
        return 0;
    double nearest = nearbyint(number);
    return nearest < low ? low : nearest > high ? high : nearest;
}

/* ---- all of them */

static uint16_t half(const void *at)
{
    uint16_t bits;
    memcpy(&bits, at, sizeof bits);
    return bits;
}

static float single(const void *at, uint32_t mask)
{
    uint32_t bits;
    float number;
    memcpy(&bits, at, sizeof bits);
    bits &= mask;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#define AS(type) (*(const type *)memcpy(&(type){0}, at, sizeof(type)))

double lck_number_of(lck_format format, const void *at)
{
    switch (format) {
    case LCK_F64: return AS(double);
    case LCK_I64: return (double)AS(int64_t);
    case LCK_U64: return (double)AS(uint64_t);
    case LCK_I32: return AS(int32_t);
    case LCK_U32: return AS(uint32_t);
    default: return (double)lck_small_number(format, at);
    }
}

float lck_small_number(lck_format format, const void *at)
{
    switch (format) {
    case LCK_BF16: return lck_bf16_number(at);
    case LCK_F16: return (float)small_float(half(at), 5, 10, WITH_INFINITIES);
    case LCK_F32: return single(at, UINT32_MAX);
    case LCK_TF32: return single(at, 0xffffe000u);
    case LCK_E4M3: return (float)small_float(*(const uint8_t *)at, 4, 3, WITHOUT_INFINITIES);
    case LCK_E5M2: return (float)small_float(*(const uint8_t *)at, 5, 2, WITH_INFINITIES);
    case LCK_I16: return AS(int16_t);
    case LCK_U16: return AS(uint16_t);
    case LCK_I8: return *(const int8_t *)at;
    case LCK_U8: return *(const uint8_t *)at;
    default: return (float)lck_number_of(format, at);
    }
}

#define PUT(type, value)                                                                         \
    do {                                                                                         \
        type put = (type)(value);                                                                \
        memcpy(at, &put, sizeof put);                                                            \
    } while (0)

void lck_set_number(lck_format format, void *at, double number)
{
    switch (format) {
    case LCK_F64: PUT(double, number); return;
    case LCK_F32: PUT(float, number); return;
    case LCK_TF32: PUT(uint32_t, small_bits(number, 8, 10, 0xff << 10, 0x3fe00) << 13); return;
    case LCK_F16: PUT(uint16_t, small_bits(number, 5, 10, 0x1f << 10, 0x7fff)); return;
    case LCK_BF16: PUT(uint16_t, small_bits(number, 8, 7, 0xff << 7, 0x7fff)); return;
    case LCK_E4M3: PUT(uint8_t, small_bits(number, 4, 3, 0x7e, 0x7f)); return;
    case LCK_E5M2: PUT(uint8_t, small_bits(number, 5, 2, 0x7b, 0x7f)); return;
    case LCK_I64: PUT(int64_t, clamp(number, -0x1p63, 0x1.fffffffffffffp62)); return;
    case LCK_U64: PUT(uint64_t, clamp(number, 0, 0x1.fffffffffffffp63)); return;
    case LCK_I32: PUT(int32_t, clamp(number, INT32_MIN, INT32_MAX)); return;
    case LCK_U32: PUT(uint32_t, clamp(number, 0, UINT32_MAX)); return;
    case LCK_I16: PUT(int16_t, clamp(number, INT16_MIN, INT16_MAX)); return;
    case LCK_U16: PUT(uint16_t, clamp(number, 0, UINT16_MAX)); return;
    case LCK_I8: PUT(int8_t, clamp(number, INT8_MIN, INT8_MAX)); return;
    case LCK_U8: PUT(uint8_t, clamp(number, 0, UINT8_MAX)); return;
    }
}
