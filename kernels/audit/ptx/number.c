/* number.c - integers, floats and constant expressions (PTX ISA, "Constants"). */
#include "config.h"

#include "internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int digit_of(char c)
{
    if (isdigit((unsigned char)c))
        return c - '0';
    return isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : 99;
}

static bool digits(const char *p, const char *end, unsigned base, uint64_t *value)
{
    uint64_t sum = 0;
    if (p == end)
        return false;
    for (; p < end; p++) {
        int d = digit_of(*p);
        if (d >= (int)base || sum > (UINT64_MAX - (uint64_t)d) / base)
            return false;
        sum = sum * base + (uint64_t)d;
    }
    *value = sum;
    return true;
}

bool lck_ptx_integer(lck_ptx_text text, int64_t *value)
{
    const char *p = text.at, *end = p + text.n;
    unsigned base = 10;
    uint64_t bits;
    if (text.n > 1 && (end[-1] == 'U' || end[-1] == 'u'))
        end--;
    if (end - p > 1 && *p == '0') {
        char c = (char)tolower((unsigned char)p[1]);
        base = c == 'x' ? 16 : c == 'b' ? 2 : 8;
        p += base == 8 ? 1 : 2;
    }
    if (!digits(p, end, base, &bits))
        return false;
    *value = (int64_t)bits;
    return true;
}

bool lck_ptx_real(lck_ptx_text text, int64_t *bits, bool *single)
{
    const char *p = text.at, *end = p + text.n;
    uint64_t value;
    if (end - p > 2 && *p == '0' && strchr("fFdD", p[1])) {
        *single = p[1] == 'f' || p[1] == 'F';
        if (end - p != (*single ? 10 : 18) || !digits(p + 2, end, 16, &value))
            return false;
        *bits = (int64_t)value;
        return true;
    }
    char copy[64], *rest;
    if (text.n >= sizeof copy)
        return false;
    memcpy(copy, p, text.n);
    copy[text.n] = '\0';
    double number = strtod(copy, &rest);
    if (*rest)
        return false;
    memcpy(bits, &number, sizeof number);
    *single = false;
    return true;
}

bool lck_ptx_count(lck_ptx_reader *r, uint64_t most, uint64_t *value)
{
    int64_t number = 0;
    if (r->t.kind != LCK_PTX_T_NUMBER || !lck_ptx_integer(r->t.text, &number) ||
        (uint64_t)number > most)
        return lck_ptx_wrong(r, &r->t, "expected a number from 0 to %llu",
                             (unsigned long long)most);
    *value = (uint64_t)number;
    return lck_ptx_next(r);
}

/* ---- constant expressions ---- */

static bool sum(lck_ptx_reader *r, unsigned depth, uint64_t *value);

static bool factor(lck_ptx_reader *r, unsigned depth, uint64_t *value)
{
    int64_t number;
    if (depth > LCK_PTX_DEPTH)
        return lck_ptx_wrong(r, &r->t, "too many brackets or signs inside each other");
    if (lck_ptx_mark(r, '-') || lck_ptx_mark(r, '~')) {
        bool minus = lck_ptx_mark(r, '-');
        if (!lck_ptx_next(r) || !factor(r, depth + 1, value))
            return false;
        *value = minus ? 0 - *value : ~*value;
        return true;
    }
    if (lck_ptx_mark(r, '('))
        return lck_ptx_next(r) && sum(r, depth + 1, value) && lck_ptx_expect(r, ')');
    if (lck_ptx_token_is(r, "WARP_SZ")) {
        *value = 32;
        return lck_ptx_next(r);
    }
    if (r->t.kind != LCK_PTX_T_NUMBER || !lck_ptx_integer(r->t.text, &number))
        return lck_ptx_wrong(r, &r->t, "expected an integer");
    *value = (uint64_t)number;
    return lck_ptx_next(r);
}

static bool product(lck_ptx_reader *r, unsigned depth, uint64_t *value)
{
    uint64_t by;
    if (!factor(r, depth, value))
        return false;
    while (lck_ptx_mark(r, '*')) {
        if (!lck_ptx_next(r) || !factor(r, depth, &by))
            return false;
        *value *= by;
    }
    return true;
}

static bool sum(lck_ptx_reader *r, unsigned depth, uint64_t *value)
{
    uint64_t by;
    if (!product(r, depth, value))
        return false;
    while (lck_ptx_mark(r, '+') || lck_ptx_mark(r, '-')) {
        bool minus = lck_ptx_mark(r, '-');
        if (!lck_ptx_next(r) || !product(r, depth, &by))
            return false;
        *value = minus ? *value - by : *value + by;
    }
    return true;
}

bool lck_ptx_constant(lck_ptx_reader *r, int64_t *value)
{
    uint64_t bits = 0;
    if (!sum(r, 0, &bits))
        return false;
    *value = (int64_t)bits;
    return true;
}
