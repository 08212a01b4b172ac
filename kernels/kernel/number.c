/* number.c - integers, IEEE formats by their bits, and e4m3. */
#include "config.h"

#include "number.h"

#include <math.h>
#include <string.h>

lck_format lck_format_of(const lck_element *element)
{
    static const struct {
        const char *name;
        lck_format format;
    } formats[] = {{"f64", {8, 11, 52, true}},  {"f32", {4, 8, 23, true}},
                   {"tf32", {4, 8, 10, true}},  {"f16", {2, 5, 10, true}},
                   {"bf16", {2, 8, 7, true}},   {"f8", {1, 4, 3, true}},
                   {"e4m3", {1, 4, 3, true}},   {"e5m2", {1, 5, 2, true}},
                   {"int64", {8, 0, 64, true}}, {"int32", {4, 0, 32, true}},
                   {"int16", {2, 0, 16, true}}, {"int8", {1, 0, 8, true}}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, element->name) == 0)
            return formats[i].format;
    return (lck_format){element->bytes, 0, 8 * element->bytes, false};
}

/* tf32 lies in memory as f32. */
static bool is_tf32(lck_format f)
{
    return f.bytes == 4 && f.mantissa == 10;
}

static uint64_t bits_at(const void *at, int bytes)
{
    uint64_t bits = 0;
    for (int i = 0; i < bytes; i++) /* as the GPU has them: the lowest byte first */
        bits |= (uint64_t)((const unsigned char *)at)[i] << 8 * i;
    return bits;
}

static void set_bits(void *at, int bytes, uint64_t bits)
{
    for (int i = 0; i < bytes; i++)
        ((unsigned char *)at)[i] = (unsigned char)(bits >> 8 * i);
}

/* The largest exponent of e4m3 is one of numbers. */
static bool has_infinities(lck_format f)
{
    return f.exponent != 4;
}

static int bias_of(lck_format f)
{
    return (1 << (f.exponent - 1)) - 1;
}

static double from_bits(lck_format f, uint64_t bits)
{
    uint64_t most = (UINT64_C(1) << f.exponent) - 1, fractions = (UINT64_C(1) << f.mantissa) - 1;
    uint64_t exponent = bits >> f.mantissa & most, fraction = bits & fractions;
    double sign = bits >> (f.exponent + f.mantissa) & 1 ? -1 : 1;
    if (exponent == most && (has_infinities(f) || fraction == fractions))
        return fraction ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0)
        return sign * ldexp((double)fraction, 1 - bias_of(f) - f.mantissa);
    return sign *
           ldexp((double)(fraction | (fractions + 1)), (int)exponent - bias_of(f) - f.mantissa);
}

/* Those that C has, which come most often. */
static bool is_double(lck_format f)
{
    return f.exponent == 11;
}

static bool is_float(lck_format f)
{
    return f.exponent == 8 && f.mantissa == 23;
}

double lck_read_number(lck_format f, const void *at)
{
    double value;
    if (is_float(f))
        return (double)lck_read_factor(f, at);
    if (is_double(f)) {
        memcpy(&value, at, sizeof value);
        return value;
    }
    uint64_t bits = bits_at(at, f.bytes);
    if (is_tf32(f))
        f.mantissa = 23;
    if (f.exponent > 0)
        return from_bits(f, bits);
    int unused = 64 - f.mantissa;
    return f.is_signed ? (double)((int64_t)(bits << unused) >> unused) : (double)bits;
}

double lck_number_at(const lck_element *element, const void *at)
{
    return lck_read_number(lck_format_of(element), at);
}

/* Those of 8 bits of exponent are the upper bits of a float. */
float lck_read_factor(lck_format f, const void *at)
{
    float value;
    if (f.exponent != 8)
        return (float)lck_read_number(f, at);
    uint32_t bits = (uint32_t)bits_at(at, f.bytes) << (32 - 8 * f.bytes);
    bits &= ~((UINT32_C(1) << (23 - f.mantissa)) - 1);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double largest(lck_format f)
{
    if (f.exponent == 0)
        return ldexp(1, f.mantissa - f.is_signed) - (f.mantissa < 53 ? 1 : 0);
    if (!has_infinities(f))
        return ldexp(2 - ldexp(2, -f.mantissa), bias_of(f) + 1);
    return ldexp(2 - ldexp(1, -f.mantissa), bias_of(f));
}

double lck_largest(const lck_element *element)
{
    return largest(lck_format_of(element));
}

double lck_least(const lck_element *element)
{
    lck_format f = lck_format_of(element);
    return f.exponent == 0 ? 1 : ldexp(1, 1 - bias_of(f) - f.mantissa);
}

/* ---- writing */

/* The bits of a number that is one of the format, or too large for it. */
static uint64_t to_bits(lck_format f, double value)
{
    uint64_t sign = (uint64_t)(signbit(value) != 0) << (f.exponent + f.mantissa);
    uint64_t infinity = ((UINT64_C(1) << f.exponent) - 1) << f.mantissa;
    int exponent;
    if (isnan(value))
        return infinity | ((UINT64_C(1) << f.mantissa) - 1);
    double fraction = frexp(fabs(value), &exponent); /* in [1/2, 1) */
    if (isinf(value) || (fraction > 0 && exponent - 1 > bias_of(f)))
        if (has_infinities(f))
            return sign | infinity;
    int least = 1 - bias_of(f);
    if (fraction == 0 || exponent - 1 < least)
        return sign | (uint64_t)ldexp(fabs(value), f.mantissa - least);
    uint64_t scaled = (uint64_t)ldexp(fraction, f.mantissa + 1); /* with its first one */
    return sign | (((uint64_t)(exponent - 1 + bias_of(f)) << f.mantissa) +
                   (scaled - (UINT64_C(1) << f.mantissa)));
}

/* To the nearest number with as many bits, as if exponents had no upper end. */
static double rounded(lck_format f, double value)
{
    int exponent, least = 1 - bias_of(f);
    if (!isfinite(value) || value == 0)
        return value;
    frexp(value, &exponent);
    int step = (exponent - 1 > least ? exponent - 1 : least) - f.mantissa;
    return ldexp(nearbyint(ldexp(value, -step)), step);
}

static void set_integer(lck_format f, void *at, double value)
{
    double most = ldexp(1, f.mantissa - f.is_signed), least = f.is_signed ? -most : 0;
    double nearest = nearbyint(value);
    uint64_t bits;
    if (isnan(nearest))
        bits = 0;
    else if (nearest >= most)
        bits = (UINT64_C(1) << (f.mantissa - f.is_signed - 1)) * 2 - 1;
    else if (nearest <= least)
        bits = f.is_signed ? UINT64_C(1) << (f.mantissa - 1) : 0;
    else
        bits = nearest < 0 ? (uint64_t)(int64_t)nearest : (uint64_t)nearest;
    set_bits(at, f.bytes, bits);
}

void lck_write_number(lck_format f, void *at, double value)
{
    if (is_double(f)) {
        memcpy(at, &value, sizeof value);
        return;
    }
    if (is_float(f)) {
        float single = (float)value;
        memcpy(at, &single, sizeof single);
        return;
    }
    if (f.exponent == 0) {
        set_integer(f, at, value);
        return;
    }
    double nearest = rounded(f, value), most = largest(f);
    if (f.bytes == 1 && fabs(nearest) > most)
        nearest = nearest > 0 ? most : -most;
    if (is_tf32(f))
        f.mantissa = 23;
    set_bits(at, f.bytes, to_bits(f, nearest));
}

void lck_set_number(const lck_element *element, void *at, double value)
{
    lck_write_number(lck_format_of(element), at, value);
}
