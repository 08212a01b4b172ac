/* sum-look.c - what is known of a number, and its division. */
#include "config.h"

#include <stdlib.h>

#include "../../../lib/int64.h"

#include "sum.h"

bool lck_sum_is_shared(const lck_sum *a)
{
    for (unsigned i = 0; i < a->n; i++)
        if (a->term[i].each)
            return false;
    return a->known;
}

bool lck_sum_is_plain(const lck_sum *a)
{
    return a->known && (a->n == 0 || (a->n == 1 && a->term[0].symbol == LCK_ONE));
}

bool lck_sum_is(const lck_sum *a, int64_t *value)
{
    if (!lck_sum_is_plain(a) || !lck_sum_is_shared(a))
        return false;
    *value = lck_sum_at(a, 0);
    return true;
}

int64_t lck_sum_at(const lck_sum *a, unsigned thread)
{
    if (a->n == 0 || a->term[0].symbol != LCK_ONE)
        return 0;
    return lck_term_at(&a->term[0], thread);
}

bool lck_sum_equal(const lck_sum *a, const lck_sum *b, unsigned threads)
{
    if (!a->known || !b->known || a->n != b->n)
        return false;
    for (unsigned i = 0; i < a->n; i++) {
        if (a->term[i].symbol != b->term[i].symbol)
            return false;
        unsigned n = a->term[i].each || b->term[i].each ? threads : 1;
        for (unsigned k = 0; k < n; k++)
            if (lck_term_at(&a->term[i], k) != lck_term_at(&b->term[i], k))
                return false;
    }
    return true;
}

/* ---- divisors and bounds ---- */

static int64_t term_divisor(const lck_sums *x, const lck_term *t)
{
    int64_t g = 0, divisor = x->symbol[t->symbol].divisor, product;
    for (unsigned k = 0; k < (t->each ? x->threads : 1); k++)
        g = lc_int64_gcd(g, lck_term_at(t, k));
    return __builtin_mul_overflow(g, divisor, &product) ? g : product;
}

int64_t lck_sum_divisor(const lck_sums *x, const lck_sum *a)
{
    int64_t g = 0;
    for (unsigned i = 0; i < a->n; i++)
        g = lc_int64_gcd(g, term_divisor(x, &a->term[i]));
    return a->known ? g : 1;
}

int64_t lck_sum_step_of(const lck_sums *x, const lck_sum *a)
{
    int64_t g = 0;
    for (unsigned i = 0; i < a->n; i++)
        if (a->term[i].symbol != LCK_ONE)
            g = lc_int64_gcd(g, term_divisor(x, &a->term[i]));
    return a->known ? g : 1;
}

/* The bounds of a term; false: it has none. */
static bool term_bounds(const lck_sums *x, const lck_term *t, int64_t *low, int64_t *high)
{
    const lck_symbol *s = &x->symbol[t->symbol];
    for (unsigned k = 0; k < (t->each ? x->threads : 1); k++) {
        int64_t c = lck_term_at(t, k), least, most;
        if ((s->low == INT64_MIN || s->high == INT64_MAX) && c != 0)
            return false;
        if (__builtin_mul_overflow(c, c < 0 ? s->high : s->low, &least) ||
            __builtin_mul_overflow(c, c < 0 ? s->low : s->high, &most))
            return false;
        *low = k == 0 || least < *low ? least : *low;
        *high = k == 0 || most > *high ? most : *high;
    }
    return true;
}

bool lck_sum_bounds(const lck_sums *x, const lck_sum *a, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (unsigned i = 0; i < a->n; i++) {
        int64_t least = 0, most = 0;
        if (!term_bounds(x, &a->term[i], &least, &most) ||
            __builtin_add_overflow(*low, least, low) || __builtin_add_overflow(*high, most, high))
            return false;
    }
    return a->known;
}

bool lck_sum_not_negative(const lck_sums *x, const lck_sum *a)
{
    for (unsigned i = 0; i < a->n; i++) {
        for (unsigned k = 0; k < (a->term[i].each ? x->threads : 1); k++)
            if (lck_term_at(&a->term[i], k) < 0)
                return false;
        if (x->symbol[a->term[i].symbol].low < 0)
            return false;
    }
    return a->known;
}

/* ---- division ---- */

/* The quotient of a term with a symbol that `by` divides; NULL: it does not. */
static const lck_sum *exact(lck_sums *x, const lck_term *t, int64_t by)
{
    int64_t g = by, each[LCK_MOST_THREADS];
    for (unsigned k = 0; k < (t->each ? x->threads : 1); k++)
        g = lc_int64_gcd(g, lck_term_at(t, k));
    if (x->symbol[t->symbol].divisor % (by / g) != 0)
        return NULL;
    for (unsigned k = 0; k < x->threads; k++)
        each[k] = lck_term_at(t, k) / g;
    return lck_sum_mul(x, lck_sum_each(x, each), lck_sum_symbol_over(x, t->symbol, by / g));
}

/* Terms that `by` divides, divided; the rest of the number in *left. */
static const lck_sum *split(lck_sums *x, const lck_sum *a, int64_t by, const lck_sum **left)
{
    const lck_sum *whole = x->zero;
    *left = lck_sum_of(x, 0);
    for (unsigned i = 0; i < a->n; i++) {
        const lck_sum *q = a->term[i].symbol == LCK_ONE ? NULL : exact(x, &a->term[i], by);
        if (q)
            whole = lck_sum_add(x, whole, q);
        else
            *left = lck_sum_add(x, *left, lck_sum_term(x, &a->term[i]));
    }
    return whole;
}

/* g m + v with v in 0..g-1 for each thread, where g divides `by`: m // (by/g) is shared. */
static void divide_mixed(lck_sums *x, const lck_sum *a, int64_t by, const lck_sum **q,
                         const lck_sum **r)
{
    int64_t g = lc_int64_gcd(lck_sum_step_of(x, a), by), each[LCK_MOST_THREADS];
    bool shared = lck_sum_is_shared(a) && a->known, same = a->known && lck_sum_not_negative(x, a);
    for (unsigned i = 0; i < a->n; i++)
        same &= a->term[i].symbol == LCK_ONE || !a->term[i].each;
    for (unsigned k = 0; same && k < x->threads; k++) {
        int64_t c = lck_sum_at(a, k);
        each[k] = lc_int64_rest(c, g);
        same = lc_int64_floor(c, g) == lc_int64_floor(lck_sum_at(a, 0), g);
    }
    if (!same && !shared) {
        *q = *r = x->unknown;
        return;
    }
    int64_t low = lck_sum_not_negative(x, a) ? 0 : INT64_MIN;
    *q = lck_sum_shared(x, 1, low, INT64_MAX);
    *r = lck_sum_scale(x, lck_sum_shared(x, 1, 0, by / g - 1), g);
    if (same)
        *r = lck_sum_add(x, *r, lck_sum_each(x, each));
    else
        *r = lck_sum_shared(x, 1, 0, by - 1);
}

void lck_sum_divide(lck_sums *x, const lck_sum *a, int64_t by, const lck_sum **quotient,
                    const lck_sum **rest)
{
    const lck_sum *left, *q, *r, *whole = split(x, a, by, &left);
    if (!a->known || !whole->known) {
        q = r = x->unknown;
    } else if (lck_sum_is_plain(left)) {
        int64_t up[LCK_MOST_THREADS], down[LCK_MOST_THREADS];
        for (unsigned k = 0; k < x->threads; k++) {
            up[k] = lc_int64_floor(lck_sum_at(left, k), by);
            down[k] = lc_int64_rest(lck_sum_at(left, k), by);
        }
        q = lck_sum_add(x, whole, lck_sum_each(x, up));
        r = lck_sum_each(x, down);
    } else {
        divide_mixed(x, left, by, &q, &r);
        q = lck_sum_add(x, whole, q);
    }
    if (quotient)
        *quotient = q;
    if (rest)
        *rest = r;
}
