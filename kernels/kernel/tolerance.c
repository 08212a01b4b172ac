/* tolerance.c - bounds by formats. */
#include "config.h"

#include "tolerance.h"

#include <math.h>

#include "number.h"

static double unit_of(const lck_kernel *k)
{
    lck_format sum = lck_format_of(k->product.accumulate);
    double unit = sum.exponent > 0 ? ldexp(1, -sum.mantissa) : 0;
    const int operand[] = {k->product.a, k->product.b};
    for (int i = 0; i < 2; i++) {
        const lck_element *element = k->array[operand[i]].element;
        if (unit > 0 && element->bytes == 1 && lck_format_of(element).exponent > 0)
            unit = fmax(unit, ldexp(1, -13));
    }
    return unit;
}

lck_tolerance lck_tolerance_of(const lck_kernel *kernel)
{
    const lck_element *c = kernel->array[kernel->product.c].element;
    lck_format format = lck_format_of(c);
    lck_tolerance t = {.unit = unit_of(kernel), .low = (double)-INFINITY, .high = INFINITY};
    if (format.exponent > 0) {
        t.relative = ldexp(1, -format.mantissa - 1);
        t.absolute = lck_least(c) / 2;
    } else {
        bool in_float = kernel->product.activation == LCK_GELU; /* also where sums are integers */
        t.absolute = t.unit > 0 || in_float ? 0.5 : 0;
        t.relative = in_float ? ldexp(1, -22) : 0;
    }
    if (format.exponent == 0 || c->bytes == 1) {
        t.high = lck_largest(c);
        t.low = format.exponent > 0 ? -t.high : format.is_signed ? -t.high - 1 : 0;
    }
    return t;
}

double lck_tolerated(const lck_tolerance *t, double s, int64_t n, double magnitude)
{
    double roundings = fmin((double)n, 8 * sqrt((double)n)) + 16;
    return t->relative * fabs(s) + t->absolute + t->unit * roundings * magnitude;
}
