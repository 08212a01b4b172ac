#include "config.h"

#include "sum.h"

#include <stdlib.h>
#include <string.h>

static const lck_sum nothing = {.known = true};
static const lck_sum anything = {.known = false};

bool lck_sums_start(lck_sums *x, lck_arena *pool, unsigned threads)
{
    *x = (lck_sums){.pool = pool, .threads = threads, .zero = &nothing, .unknown = &anything};
    x->room = 64;
    x->symbol = calloc(x->room, sizeof *x->symbol);
    if (!x->symbol)
        return false;
    x->symbol[LCK_ONE] = (lck_symbol){.divisor = 1, .low = 1, .high = 1};
    x->nsymbols = 1;
    return true;
}

void lck_sums_end(lck_sums *x)
{
    free(x->symbol);
    x->symbol = NULL;
}

/* ---- making ---- */

typedef struct {
    bool ok;
    unsigned n;
    lck_term term[LCK_TERMS];
} terms;

static const lck_sum *take(lck_sums *x, const terms *t)
{
    if (!t->ok)
        return x->unknown;
    if (t->n == 0)
        return x->zero;
    lck_sum *made = lck_arena_take(x->pool, sizeof *made + t->n * sizeof *t->term);
    if (!made)
        return x->unknown;
    made->known = true;
    made->n = t->n;
    memcpy(made->term, t->term, t->n * sizeof *t->term);
    return made;
}

static void append(terms *t, lck_term term)
{
    if (term.each == NULL && term.all == 0)
        return;
    if (t->n == LCK_TERMS)
        t->ok = false;
    else
        t->term[t->n++] = term;
}

/* Coefficients that are the same in all threads become one. */
static lck_term term_of(const lck_sums *x, uint32_t symbol, const int64_t *each)
{
    for (unsigned i = 1; i < x->threads; i++)
        if (each[i] != each[0])
            return (lck_term){symbol, 0, each};
    return (lck_term){symbol, each[0], NULL};
}

const lck_sum *lck_sum_of(lck_sums *x, int64_t value)
{
    terms t = {.ok = true};
    append(&t, (lck_term){LCK_ONE, value, NULL});
    return take(x, &t);
}

const lck_sum *lck_sum_term(lck_sums *x, const lck_term *term)
{
    terms t = {.ok = true};
    append(&t, *term);
    return take(x, &t);
}

const lck_sum *lck_sum_each(lck_sums *x, const int64_t *each)
{
    terms t = {.ok = x->threads > 0}; /* of no thread none is known */
    lck_term term = t.ok ? term_of(x, LCK_ONE, each) : (lck_term){0};
    if (term.each) {
        int64_t *copy = lck_arena_take(x->pool, x->threads * sizeof *copy);
        if (!copy)
            return x->unknown;
        term.each = memcpy(copy, each, x->threads * sizeof *copy);
    }
    append(&t, term);
    return take(x, &t);
}

/* A new symbol; LCK_ONE: there is no memory. */
static uint32_t new_symbol(lck_sums *x, lck_symbol symbol)
{
    if (x->nsymbols == x->room) {
        lck_symbol *grown = x->room < 1u << 20
                                ? realloc(x->symbol, 2 * (size_t)x->room * sizeof *grown)
                                : NULL;
        if (!grown)
            return LCK_ONE;
        x->symbol = grown;
        x->room *= 2;
    }
    if (symbol.divisor < 1)
        symbol.divisor = 1;
    x->symbol[x->nsymbols] = symbol;
    return x->nsymbols++;
}

const lck_sum *lck_sum_symbol(lck_sums *x, uint32_t symbol)
{
    terms t = {.ok = symbol != LCK_ONE};
    append(&t, (lck_term){symbol, 1, NULL});
    return take(x, &t);
}

const lck_sum *lck_sum_shared(lck_sums *x, int64_t divisor, int64_t low, int64_t high)
{
    if (low == high)
        return lck_sum_of(x, low);
    return lck_sum_symbol(x,
                          new_symbol(x,
                                     (lck_symbol){.divisor = divisor, .low = low, .high = high}));
}

static int64_t divided(int64_t bound, int64_t by)
{
    return bound == INT64_MIN || bound == INT64_MAX ? bound : bound / by;
}

const lck_sum *lck_sum_symbol_over(lck_sums *x, uint32_t symbol, int64_t by)
{
    if (by == 1)
        return lck_sum_symbol(x, symbol);
    for (uint32_t i = 1; i < x->nsymbols; i++)
        if (x->symbol[i].a == symbol && x->symbol[i].divided == by)
            return lck_sum_symbol(x, i);
    lck_symbol made = x->symbol[symbol];
    made = (lck_symbol){.divisor = made.divisor / by,
                        .low = divided(made.low, by),
                        .high = divided(made.high, by),
                        .a = symbol,
                        .divided = by};
    return lck_sum_symbol(x, new_symbol(x, made));
}

const lck_sum *lck_sum_some(lck_sums *x, const lck_sum *a, const lck_sum *b, int64_t divisor)
{
    if (!lck_sum_is_shared(a) || !lck_sum_is_shared(b))
        return x->unknown;
    return lck_sum_shared(x, divisor, INT64_MIN, INT64_MAX);
}

/* ---- sums and products ---- */

/* k a + l b of two terms of one symbol. */
static lck_term combine(lck_sums *x, terms *t, const lck_term *a, const lck_term *b, int64_t l)
{
    lck_term out = {a->symbol, 0, NULL};
    bool over = false;
    if (!a->each && !b->each) {
        int64_t product;
        over = __builtin_mul_overflow(b->all, l, &product) ||
               __builtin_add_overflow(a->all, product, &out.all);
    } else {
        int64_t *each = lck_arena_take(x->pool, x->threads * sizeof *each);
        for (unsigned i = 0; each && i < x->threads; i++) {
            int64_t product;
            over |= __builtin_mul_overflow(lck_term_at(b, i), l, &product) ||
                    __builtin_add_overflow(lck_term_at(a, i), product, &each[i]);
        }
        if (each)
            out = term_of(x, a->symbol, each);
        else
            over = true;
    }
    if (over)
        t->ok = false;
    return out;
}

/* a + l b */
static const lck_sum *sum(lck_sums *x, const lck_sum *a, const lck_sum *b, int64_t l)
{
    static const lck_term none = {0};
    terms t = {.ok = a->known && b->known};
    for (unsigned i = 0, j = 0; t.ok && (i < a->n || j < b->n);) {
        bool left = j >= b->n || (i < a->n && a->term[i].symbol <= b->term[j].symbol);
        bool right = i >= a->n || (j < b->n && b->term[j].symbol <= a->term[i].symbol);
        lck_term zero = none;
        zero.symbol = left ? a->term[i].symbol : b->term[j].symbol;
        if (left && !right)
            append(&t, a->term[i]);
        else
            append(&t, combine(x, &t, left ? &a->term[i] : &zero, &b->term[j], l));
        i += left;
        j += right;
    }
    if (!t.ok && a->known && b->known)
        return lck_sum_some(x, a, b, 1);
    return take(x, &t);
}

const lck_sum *lck_sum_add(lck_sums *x, const lck_sum *a, const lck_sum *b)
{
    return a->known && a->n == 0 ? b : b->known && b->n == 0 ? a : sum(x, a, b, 1);
}

const lck_sum *lck_sum_sub(lck_sums *x, const lck_sum *a, const lck_sum *b)
{
    return sum(x, a, b, -1);
}

const lck_sum *lck_sum_scale(lck_sums *x, const lck_sum *a, int64_t by)
{
    return by == 1 ? a : by == 0 ? x->zero : sum(x, x->zero, a, by);
}

static int64_t saturated_product(int64_t a, int64_t b)
{
    int64_t p;
    return __builtin_mul_overflow(a, b, &p) ? 1 : p;
}

/* The symbol that is a times b; the same for the same two. */
static uint32_t product_symbol(lck_sums *x, uint32_t a, uint32_t b)
{
    if (a == LCK_ONE || b == LCK_ONE)
        return a == LCK_ONE ? b : a;
    if (a > b) {
        uint32_t swap = a;
        a = b;
        b = swap;
    }
    for (uint32_t i = 1; i < x->nsymbols; i++)
        if (x->symbol[i].a == a && x->symbol[i].b == b && x->symbol[i].divided == 0)
            return i;
    const lck_symbol *p = &x->symbol[a], *q = &x->symbol[b];
    lck_symbol made = {.divisor = saturated_product(p->divisor, q->divisor),
                       .low = INT64_MIN,
                       .high = INT64_MAX,
                       .a = a,
                       .b = b};
    if (p->low >= 0 && q->low >= 0)
        made.low = 0;
    return new_symbol(x, made);
}

/* One term times a number. */
static const lck_sum *times_term(lck_sums *x, const lck_sum *a, const lck_term *by)
{
    const lck_sum *total = x->zero;
    for (unsigned i = 0; i < a->n; i++) {
        const lck_term *f = &a->term[i];
        uint32_t symbol = product_symbol(x, f->symbol, by->symbol);
        terms t = {.ok = symbol != LCK_ONE || (f->symbol == LCK_ONE && by->symbol == LCK_ONE)};
        lck_term made = {symbol, 0, NULL};
        if (!f->each && !by->each)
            t.ok &= !__builtin_mul_overflow(f->all, by->all, &made.all);
        else {
            int64_t *each = lck_arena_take(x->pool, x->threads * sizeof *each);
            t.ok &= each != NULL;
            for (unsigned k = 0; t.ok && k < x->threads; k++)
                t.ok = !__builtin_mul_overflow(lck_term_at(f, k), lck_term_at(by, k), &each[k]);
            if (t.ok)
                made = term_of(x, symbol, each);
        }
        append(&t, made);
        total = lck_sum_add(x, total, take(x, &t));
    }
    return total;
}

const lck_sum *lck_sum_mul(lck_sums *x, const lck_sum *a, const lck_sum *b)
{
    if ((a->known && a->n == 0) || (b->known && b->n == 0))
        return x->zero;
    if (!a->known || !b->known)
        return x->unknown;
    const lck_sum *total = x->zero;
    for (unsigned j = 0; j < b->n && total->known; j++)
        total = lck_sum_add(x, total, times_term(x, a, &b->term[j]));
    return total->known ? total : lck_sum_some(x, a, b, 1);
}

const lck_sum *lck_sum_map(lck_sums *x, const lck_sum *a, const lck_sum *b, lck_sum_step *step)
{
    if (!lck_sum_is_plain(a) || !lck_sum_is_plain(b))
        return lck_sum_some(x, a, b, 1);
    int64_t each[LCK_MOST_THREADS];
    for (unsigned i = 0; i < x->threads; i++)
        each[i] = step(lck_sum_at(a, i), lck_sum_at(b, i));
    return lck_sum_each(x, each);
}

const lck_sum *lck_sum_select(lck_sums *x, const lck_sum *when, const lck_sum *a,
                              const lck_sum *b)
{
    const lck_sum *difference = lck_sum_sub(x, a, b);
    int64_t value;
    if (lck_sum_is_plain(when)) /* b + (a - b) where it holds */
        return lck_sum_add(x, b, lck_sum_mul(x, when, difference));
    if (lck_sum_is_plain(difference) && lck_sum_is(difference, &value) && value == 0)
        return b;
    return lck_sum_is_shared(when) && lck_sum_is_shared(difference)
               ? lck_sum_add(x, b,
                             lck_sum_shared(x, lck_sum_divisor(x, difference), INT64_MIN,
                                            INT64_MAX))
               : x->unknown;
}
