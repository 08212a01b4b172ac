/* poly.c - polynomials with integer coefficients. */
#include "config.h"

#include "poly.h"

#include <stdlib.h>
#include <string.h>

/* ---- monomials ---- */

static unsigned byte_of(monomial m, size_t i)
{
    return (unsigned)(m >> (8 * (POLY_DEGREE - 1 - i))) & 0xff;
}

static monomial with_byte(size_t i, unsigned byte)
{
    return (monomial)byte << (8 * (POLY_DEGREE - 1 - i));
}

size_t lcr_monomial_degree(monomial m)
{
    size_t n = 0;
    while (n < POLY_DEGREE && byte_of(m, n) != 0)
        n++;
    return n;
}

size_t lcr_monomial_var(monomial m, size_t i)
{
    return byte_of(m, i) - 1;
}

monomial lcr_monomial_of(size_t var)
{
    return with_byte(0, (unsigned)var + 1);
}

bool lcr_monomial_mul(monomial a, monomial b, monomial *product)
{
    size_t i = 0, j = 0, n = lcr_monomial_degree(a) + lcr_monomial_degree(b);
    *product = 0;
    for (size_t k = 0; n <= POLY_DEGREE && k < n; k++) {
        unsigned x = i < POLY_DEGREE ? byte_of(a, i) : 0, y = j < POLY_DEGREE ? byte_of(b, j) : 0;
        *product |= with_byte(k, x >= y ? x : y);
        i += x >= y;
        j += x < y;
    }
    return n <= POLY_DEGREE;
}

bool lcr_monomial_divides(monomial by, monomial a, monomial *quotient)
{
    size_t j = 0, n = 0;
    *quotient = 0;
    for (size_t i = 0; i < lcr_monomial_degree(a); i++) {
        if (j < POLY_DEGREE && byte_of(by, j) == byte_of(a, i))
            j++;
        else
            *quotient |= with_byte(n++, byte_of(a, i));
    }
    return j == lcr_monomial_degree(by);
}

/* ---- making ---- */

static poly *with_room(lit_pool *pool, size_t n)
{
    return lcr_lit_alloc(pool, 1, sizeof(poly) + (n > 0 ? n : 1) * sizeof(poly_term));
}

static void put(poly *p, monomial of, lc_int factor)
{
    if (!lc_int_is_zero(factor))
        p->term[p->n++] = (poly_term){of, factor};
}

const poly *lcr_poly_int(lit_pool *pool, lc_int value)
{
    poly *p = with_room(pool, 1);
    if (p)
        put(p, 0, value);
    return p;
}

const poly *lcr_poly_term(lit_pool *pool, const poly_term *term)
{
    poly *p = with_room(pool, 1);
    if (p)
        put(p, term->of, term->factor);
    return p;
}

const poly *lcr_poly_si(lit_pool *pool, int32_t value)
{
    return lcr_poly_int(pool, lc_int_const(value));
}

const poly *lcr_poly_var(lit_pool *pool, size_t var)
{
    poly *p = with_room(pool, 1);
    if (p)
        put(p, lcr_monomial_of(var), lc_int_const(1));
    return p;
}

/* ---- arithmetic ---- */

const poly *lcr_poly_add(lit_pool *pool, const poly *a, lc_int factor, const poly *b)
{
    poly *p = a && b ? with_room(pool, a->n + b->n) : NULL;
    if (!p)
        return NULL;
    for (size_t i = 0, j = 0; i < a->n || j < b->n;) {
        bool first = j == b->n || (i < a->n && a->term[i].of >= b->term[j].of);
        bool second = i == a->n || (j < b->n && b->term[j].of >= a->term[i].of);
        lc_int sum = first ? a->term[i].factor : lc_int_const(0);
        monomial of = first ? a->term[i].of : b->term[j].of;
        if (second)
            sum = lc_int_add(pool->lc, sum, lc_int_mul(pool->lc, factor, b->term[j].factor));
        put(p, of, sum);
        i += first;
        j += second;
    }
    return p;
}

const poly *lcr_poly_sub(lit_pool *pool, const poly *a, const poly *b)
{
    return lcr_poly_add(pool, a, lc_int_const(-1), b);
}

const poly *lcr_poly_plus(lit_pool *pool, const poly *a, int32_t k)
{
    return lcr_poly_add(pool, a, lc_int_const(k), lcr_poly_si(pool, 1));
}

static int descending(const void *x, const void *y)
{
    monomial a = ((const poly_term *)x)->of, b = ((const poly_term *)y)->of;
    return (a < b) - (a > b);
}

/* Terms in any order, the same monomial perhaps several times. */
static const poly *gather(lit_pool *pool, poly *p)
{
    size_t n = p->n, at = 0;
    qsort(p->term, n, sizeof *p->term, descending);
    for (size_t i = 0; i < n;) {
        poly_term sum = p->term[i++];
        for (; i < n && p->term[i].of == sum.of; i++)
            sum.factor = lc_int_add(pool->lc, sum.factor, p->term[i].factor);
        if (!lc_int_is_zero(sum.factor))
            p->term[at++] = sum;
    }
    p->n = at;
    return p;
}

const poly *lcr_poly_mul(lit_pool *pool, const poly *a, const poly *b)
{
    poly *p = a && b ? with_room(pool, a->n * b->n) : NULL;
    if (!p)
        return NULL;
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++) {
            monomial of;
            if (!lcr_monomial_mul(a->term[i].of, b->term[j].of, &of))
                return lc_fail(pool->lc, LC_ERR_LIMIT, "a product of more than %d sizes",
                               POLY_DEGREE);
            put(p, of, lc_int_mul(pool->lc, a->term[i].factor, b->term[j].factor));
        }
    return gather(pool, p);
}

const poly *lcr_poly_quotient(lit_pool *pool, const poly *a, const poly *b)
{
    const poly *q = lcr_poly_si(pool, 0);
    if (!a || !b || b->n == 0)
        return NULL;
    while (q && a && a->n > 0) {
        poly *next = with_room(pool, 1);
        monomial of;
        if (!next || !lcr_monomial_divides(b->term[0].of, a->term[0].of, &of) ||
            !lc_int_divides(pool->lc, b->term[0].factor, a->term[0].factor))
            return NULL;
        put(next, of, lc_int_fdiv(pool->lc, a->term[0].factor, b->term[0].factor));
        q = lcr_poly_add(pool, q, lc_int_const(1), next);
        a = lcr_poly_sub(pool, a, lcr_poly_mul(pool, next, b));
    }
    return a ? q : NULL;
}

bool lcr_poly_split(lit_pool *pool, const poly *a, lc_int d, const poly **q, const poly **r)
{
    poly *whole = a ? with_room(pool, a->n) : NULL;
    poly *rest = whole ? with_room(pool, a->n) : NULL;
    *q = whole;
    *r = rest;
    for (size_t i = 0; rest && i < a->n; i++) {
        put(whole, a->term[i].of, lc_int_fdiv(pool->lc, a->term[i].factor, d));
        put(rest, a->term[i].of, lc_int_fmod(pool->lc, a->term[i].factor, d));
    }
    return rest != NULL;
}

static bool mentions(const poly *a, size_t var)
{
    monomial rest;
    for (size_t i = 0; i < a->n; i++)
        if (lcr_monomial_divides(lcr_monomial_of(var), a->term[i].of, &rest))
            return true;
    return false;
}

const poly *lcr_poly_replace(lit_pool *pool, const poly *a, size_t var, const poly *b)
{
    if (!a || !b || !mentions(a, var))
        return a && b ? a : NULL;
    const poly *sum = lcr_poly_si(pool, 0);
    for (size_t i = 0; sum && i < a->n; i++) {
        poly *rest = with_room(pool, 1);
        const poly *term = rest;
        monomial of = a->term[i].of, less;
        while (term && lcr_monomial_divides(lcr_monomial_of(var), of, &less)) {
            of = less;
            term = term == rest ? b : lcr_poly_mul(pool, term, b);
        }
        if (rest)
            put(rest, of, a->term[i].factor);
        if (term != rest)
            term = lcr_poly_mul(pool, term, rest);
        sum = lcr_poly_add(pool, sum, lc_int_const(1), term);
    }
    return sum;
}

/* ---- looking ---- */

bool lcr_poly_is_int(const poly *a, lc_int *value)
{
    *value = lcr_poly_constant(a);
    return a->n == 0 || (a->n == 1 && a->term[0].of == 0);
}

lc_int lcr_poly_constant(const poly *a)
{
    return a->n > 0 && a->term[a->n - 1].of == 0 ? a->term[a->n - 1].factor : lc_int_const(0);
}

bool lcr_poly_equal(const poly *a, const poly *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->term[i].of == b->term[i].of && lc_int_eq(a->term[i].factor, b->term[i].factor);
    return same;
}

size_t lcr_poly_degree(const poly *a)
{
    size_t degree = 0;
    for (size_t i = 0; i < a->n; i++) {
        size_t d = lcr_monomial_degree(a->term[i].of);
        degree = d > degree ? d : degree;
    }
    return degree;
}

lc_int lcr_poly_at(lc_ctx *lc, const poly *a, const lc_int *value)
{
    lc_int sum = lc_int_const(0);
    for (size_t i = 0; i < a->n; i++) {
        lc_int term = a->term[i].factor;
        for (size_t k = 0; k < lcr_monomial_degree(a->term[i].of); k++)
            term = lc_int_mul(lc, term, value[lcr_monomial_var(a->term[i].of, k)]);
        sum = lc_int_add(lc, sum, term);
    }
    return sum;
}
