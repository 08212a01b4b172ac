/* int64.h - numbers of 64 bits: divisors and powers of two. */
#ifndef LC_INT64_H
#define LC_INT64_H

#include <stdbool.h>
#include <stdint.h>

/* The greatest common divisor, not negative; that of 0 and 0 is 0. INT64_MAX stands for 2^63,
 * which has no room. */
static inline int64_t lc_int64_gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = b == -1 ? 0 : a % b;
        a = b;
        b = rest;
    }
    return a == INT64_MIN ? INT64_MAX : a < 0 ? -a : a;
}

/* a / b rounded down, and a less b times that; b > 0. */
static inline int64_t lc_int64_floor(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static inline int64_t lc_int64_rest(int64_t a, int64_t b)
{
    return a % b < 0 ? a % b + b : a % b;
}

static inline int64_t lc_int64_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t lc_int64_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* |a|; for -2^63, whose magnitude has no room, 2^62, which divides it. */
static inline int64_t lc_int64_magnitude(int64_t a)
{
    return a == INT64_MIN ? (int64_t)1 << 62 : a < 0 ? -a : a;
}

static inline bool lc_int64_is_power(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* The largest power of two that divides n; 0 for 0; 2^62 for -2^63. */
static inline int64_t lc_int64_power(int64_t n)
{
    return lc_int64_magnitude(n) & -lc_int64_magnitude(n);
}

/* A number for anything, the same each time. */
static inline uint64_t lc_int64_scramble(uint64_t v)
{
    v += 0x9e3779b97f4a7c15u;
    v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9u;
    v = (v ^ v >> 27) * 0x94d049bb133111ebu;
    return v ^ v >> 31;
}

/* In ascending order, for qsort. */
static inline int lc_int64_order(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The largest k with 2^k <= n, the least with n <= 2^k; 0 of less than 1. */
static inline unsigned lc_int64_log(uint64_t n)
{
    return n > 1 ? 63u - (unsigned)__builtin_clzll(n) : 0;
}

static inline unsigned lc_int64_log_up(uint64_t n)
{
    return n > 1 ? 1 + lc_int64_log(n - 1) : 0;
}

/* The least power of two that is n or more. */
static inline int64_t lc_int64_power_from(int64_t n)
{
    return n > 1 ? INT64_C(1) << lc_int64_log_up((uint64_t)n) : 1;
}

#endif
