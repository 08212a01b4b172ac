#include "config.h"

#include "cycle.h"

#include <string.h>

lck_cycle lck_cycle_exact(int64_t value)
{
    return (lck_cycle){value, 0, 0};
}

bool lck_cycle_is(lck_cycle a, int64_t value)
{
    return a.modulus == 0 && a.value == value;
}

bool lck_cycle_same(lck_cycle a, lck_cycle b)
{
    return a.modulus == b.modulus &&
           (a.modulus < 0 || (a.value == b.value && a.least == b.least));
}

/* The remainder that is not negative. */
static int64_t residue(int64_t a, int64_t m)
{
    int64_t r = a % m;
    return r < 0 ? r + m : r;
}

lck_cycle lck_cycle_modulo(lck_cycle a, int64_t m, int64_t least)
{
    int64_t known = a.modulus == 0 ? a.value : a.least;
    if (a.modulus < 0 || (a.modulus > 0 && a.modulus % m != 0) || (a.modulus == 0 && a.value < 0))
        return LCK_CYCLE_UNKNOWN;
    return (lck_cycle){residue(a.value, m), m, known < least ? known : least};
}

static bool is_endless(lck_cycle a)
{
    return a.modulus == LCK_CYCLE_ENDLESS.modulus;
}

/* ---- sums and products ---- */

typedef enum { ADD, SUBTRACT, MULTIPLY } ring_operation;

static bool compute(ring_operation what, int64_t a, int64_t b, int64_t *out)
{
    return what == ADD        ? !__builtin_add_overflow(a, b, out)
           : what == SUBTRACT ? !__builtin_sub_overflow(a, b, out)
                              : !__builtin_mul_overflow(a, b, out);
}

#define LEAST ((int64_t)1 << 40) /* no more is known than that a number is not less */

static int64_t least_of(lck_cycle a)
{
    return a.modulus == 0 ? a.value : a.least;
}

/* The least value of a sum, a difference by a number, a product; negative: it may be. */
static int64_t least_after(ring_operation what, lck_cycle a, lck_cycle b)
{
    int64_t least;
    if (what == SUBTRACT && b.modulus != 0)
        return -1;
    if (what == MULTIPLY && (least_of(a) < 0 || least_of(b) < 0))
        return -1;
    if (!compute(what, least_of(a), least_of(b), &least))
        return -1;
    return least < LEAST ? least : LEAST;
}

/* A difference of what is known modulo m may be negative, and is not known then. */
static lck_cycle ring(ring_operation what, lck_cycle a, lck_cycle b)
{
    int64_t value;
    if (a.modulus < 0 || b.modulus < 0 || !compute(what, a.value, b.value, &value))
        return LCK_CYCLE_UNKNOWN;
    if (a.modulus == 0 && b.modulus == 0)
        return lck_cycle_exact(value);
    int64_t m = a.modulus ? a.modulus : b.modulus;
    int64_t least = least_after(what, a, b);
    if ((a.modulus && b.modulus && a.modulus != b.modulus) || least < 0)
        return LCK_CYCLE_UNKNOWN;
    return (lck_cycle){residue(value, m), m, least};
}

/* ---- quotients and remainders by a number ---- */

static lck_cycle remainder_of(lck_cycle a, lck_cycle b)
{
    if (a.modulus < 0 || b.modulus != 0 || b.value <= 0)
        return LCK_CYCLE_UNKNOWN;
    if (a.modulus == 0)
        return lck_cycle_exact(a.value % b.value);
    return a.modulus % b.value == 0 ? lck_cycle_exact(a.value % b.value) : LCK_CYCLE_UNKNOWN;
}

static lck_cycle quotient_of(lck_cycle a, lck_cycle b)
{
    if (a.modulus < 0 || b.modulus != 0 || b.value <= 0)
        return LCK_CYCLE_UNKNOWN;
    if (a.modulus == 0)
        return lck_cycle_exact(a.value / b.value);
    return a.modulus % b.value == 0 && a.modulus > b.value
               ? (lck_cycle){a.value / b.value, a.modulus / b.value, a.least / b.value}
               : LCK_CYCLE_UNKNOWN;
}

/* ---- bits ---- */

/* `x & (2^k - 1)` is a remainder. */
static lck_cycle and_of(lck_cycle a, lck_cycle b)
{
    if (a.modulus == 0 && b.modulus == 0)
        return lck_cycle_exact(a.value & b.value);
    if (lck_cycle_is(a, 0) || lck_cycle_is(b, 0))
        return lck_cycle_exact(0);
    lck_cycle x = a.modulus == 0 ? b : a, mask = a.modulus == 0 ? a : b;
    if (mask.modulus != 0 || mask.value < 0 || (mask.value & (mask.value + 1)) != 0)
        return LCK_CYCLE_UNKNOWN;
    return remainder_of(x, lck_cycle_exact(mask.value + 1));
}

/* XOR with a number, of what is known modulo a power of two that is larger. */
static lck_cycle xor_of(lck_cycle a, lck_cycle b)
{
    if (a.modulus == 0 && b.modulus == 0)
        return lck_cycle_exact(a.value ^ b.value);
    lck_cycle x = a.modulus == 0 ? b : a, bits = a.modulus == 0 ? a : b;
    bool power = x.modulus > 0 && (x.modulus & (x.modulus - 1)) == 0;
    if (bits.modulus != 0 || !power || bits.value < 0 || bits.value >= x.modulus)
        return LCK_CYCLE_UNKNOWN;
    return (lck_cycle){x.value ^ bits.value, x.modulus, 0};
}

static lck_cycle shift(lck_cycle a, lck_cycle b, bool left)
{
    if (b.modulus != 0 || b.value < 0 || b.value > 30)
        return LCK_CYCLE_UNKNOWN;
    lck_cycle power = lck_cycle_exact((int64_t)1 << b.value);
    if (!left && a.modulus == 0 && a.value < 0)
        return LCK_CYCLE_UNKNOWN;
    return left ? ring(MULTIPLY, a, power) : quotient_of(a, power);
}

/* The least or the greatest of two. */
static lck_cycle extreme(lck_cycle a, lck_cycle b, bool greatest)
{
    if (is_endless(a) || is_endless(b)) {
        lck_cycle other = is_endless(a) ? b : a;
        return greatest || is_endless(other) ? LCK_CYCLE_ENDLESS : other;
    }
    if (a.modulus != 0 || b.modulus != 0)
        return LCK_CYCLE_UNKNOWN;
    return (a.value > b.value) == greatest ? a : b;
}

/* The quotient by floor, or by ceiling, of what is not negative. */
static lck_cycle rounded(lck_cycle a, lck_cycle b, bool up)
{
    if (up)
        a = b.modulus == 0 ? lck_cycle_operation("addi", a, lck_cycle_exact(b.value - 1)) : a;
    return a.modulus == 0 && a.value < 0 ? LCK_CYCLE_UNKNOWN : quotient_of(a, b);
}

lck_cycle lck_cycle_operation(const char *name, lck_cycle a, lck_cycle b)
{
    if (strcmp(name, "minsi") == 0 || strcmp(name, "maxsi") == 0)
        return extreme(a, b, name[1] == 'a');
    if ((strcmp(name, "addi") == 0 || strcmp(name, "subi") == 0) && is_endless(a))
        return b.modulus == 0 ? a : LCK_CYCLE_UNKNOWN;
    if (strcmp(name, "addi") == 0 && is_endless(b))
        return a.modulus == 0 ? b : LCK_CYCLE_UNKNOWN;
    if (strcmp(name, "floordivsi") == 0 || strcmp(name, "ceildivsi") == 0)
        return rounded(a, b, name[0] == 'c');
    if (strcmp(name, "addi") == 0)
        return ring(ADD, a, b);
    if (strcmp(name, "subi") == 0)
        return ring(SUBTRACT, a, b);
    if (strcmp(name, "muli") == 0)
        return ring(MULTIPLY, a, b);
    if (strcmp(name, "remsi") == 0 || strcmp(name, "remui") == 0)
        return remainder_of(a, b);
    if (strcmp(name, "divsi") == 0 || strcmp(name, "divui") == 0)
        return quotient_of(a, b);
    if (strcmp(name, "andi") == 0)
        return and_of(a, b);
    if (strcmp(name, "ori") == 0)
        return a.modulus == 0 && b.modulus == 0 ? lck_cycle_exact(a.value | b.value)
                                                : LCK_CYCLE_UNKNOWN;
    if (strcmp(name, "xori") == 0)
        return xor_of(a, b);
    if (strcmp(name, "shli") == 0 || strcmp(name, "shrsi") == 0 || strcmp(name, "shrui") == 0)
        return shift(a, b, name[2] == 'l');
    return LCK_CYCLE_UNKNOWN;
}

/* ---- comparisons ---- */

static bool compared(const char *predicate, int64_t a, int64_t b)
{
    const char *order = predicate[0] == 's' || predicate[0] == 'u' ? predicate + 1 : predicate;
    return strcmp(order, "lt") == 0   ? a < b
           : strcmp(order, "le") == 0 ? a <= b
           : strcmp(order, "gt") == 0 ? a > b
           : strcmp(order, "ge") == 0 ? a >= b
           : strcmp(order, "eq") == 0 ? a == b
                                      : a != b;
}

lck_cycle lck_cycle_compare(const char *predicate, lck_cycle a, lck_cycle b)
{
    if (is_endless(a) != is_endless(b) && (a.modulus >= 0 || b.modulus >= 0))
        return lck_cycle_exact(compared(predicate, is_endless(a), is_endless(b)));
    if (a.modulus < 0 || b.modulus < 0)
        return LCK_CYCLE_UNKNOWN;
    bool equality = strcmp(predicate, "eq") == 0 || strcmp(predicate, "ne") == 0;
    if (a.modulus == 0 && b.modulus == 0) {
        if (!equality && predicate[0] == 'u' && (a.value < 0 || b.value < 0))
            return LCK_CYCLE_UNKNOWN;
        return lck_cycle_exact(compared(predicate, a.value, b.value));
    }
    /* Integers of different remainders differ. */
    int64_t m = a.modulus ? a.modulus : b.modulus;
    if (!equality || (a.modulus && b.modulus && a.modulus != b.modulus) ||
        residue(a.value, m) == residue(b.value, m))
        return LCK_CYCLE_UNKNOWN;
    return lck_cycle_exact(strcmp(predicate, "ne") == 0);
}
