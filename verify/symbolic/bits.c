/* bits.c - see bits.h. */
#include "config.h"

#include "bits.h"
#include "reading.h"

#define MOST_BITS 61

static const lc_poly *power(lcv_forms *f, int64_t factor, unsigned bit)
{
    lc_int n = lc_int_mul(f->ctx, lc_int_si(f->ctx, factor),
                          lc_int_si(f->ctx, (int64_t)1 << bit));
    return lcv_size_int(f->symbols, n);
}

/* floor(a / 2^bit) times a power of two, or its negative. */
static const lc_poly *digits(lcv_forms *f, const lc_poly *a, unsigned bit, int64_t factor,
                             unsigned place)
{
    lcv_symbols *s = f->symbols;
    const lc_poly *q = lcv_size_floor(s, a, lc_int_si(f->ctx, (int64_t)1 << bit));
    return lcv_size_mul(s, power(f, factor, place), q);
}

/* a & m: bits [low, end) are 2^low floor(a / 2^low) - 2^end floor(a / 2^end). */
static const lc_poly *masked(lcv_forms *f, const lc_poly *a, int64_t m)
{
    const lc_poly *made = lcv_size_int(f->symbols, lc_int_const(0));
    bool before = false;
    for (unsigned bit = 0; made && bit <= MOST_BITS; bit++) {
        bool is = (m >> bit & 1) != 0;
        if (is != before)
            made = lcv_size_add(f->symbols, made, digits(f, a, bit, is ? 1 : -1, bit));
        before = is;
    }
    return made;
}

static bool is_number(const lc_poly *p, int64_t *value)
{
    lc_int n;
    if (!lc_poly_is_const(p, &n) || !lc_int_fits_si(n))
        return false;
    *value = lc_int_get_si(n);
    return *value < (int64_t)1 << MOST_BITS && *value >= -((int64_t)1 << MOST_BITS);
}

static const lc_poly *shifted(lcv_forms *f, lcv_op op, const lc_poly *a, int64_t by)
{
    if (by < 0 || by > MOST_BITS)
        return lcv_obstacle(f, "a shift that is not by 0 to 61 bits");
    return op == LCV_OP_SHL ? lcv_size_mul(f->symbols, power(f, 1, (unsigned)by), a)
                            : digits(f, a, (unsigned)by, 1, 0);
}

const lc_poly *lcv_size_bits(lcv_forms *f, lcv_op op, const lc_poly *a, const lc_poly *b)
{
    lcv_symbols *s = f->symbols;
    int64_t m;
    if (op == LCV_OP_BITNOT)
        return lcv_size_sub(s, lcv_size_int(s, lc_int_const(-1)), a);
    if (op == LCV_OP_SHL || op == LCV_OP_SHR)
        return is_number(b, &m) ? shifted(f, op, a, m)
                                : lcv_obstacle(f, "a shift by an integer with parameters");
    if (!is_number(b, &m)) {
        const lc_poly *other = a;
        a = b;
        b = other;
        if (!is_number(b, &m))
            return lcv_obstacle(f, "'%s' of two integers with parameters", lcv_op_name(op));
    }
    const lc_poly *both = masked(f, a, m);
    if (!both || op == LCV_OP_BITAND)
        return both;
    const lc_poly *sum = lcv_size_add(s, a, b);
    sum = lcv_size_sub(s, sum, both);
    return op == LCV_OP_XOR ? lcv_size_sub(s, sum, both) : sum;
}
