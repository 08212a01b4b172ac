/* symbols.c - sizes as polynomials in symbols, their bounds and values. */
#include "config.h"

#include "symbols.h"

#include <stdlib.h>

/* The most polynomials of one claim, those of its proof among them. */
#define MAX_KEPT 262144

struct lcv_symbols {
    lc_ctx *ctx;
    size_t n;
    lcv_symbol symbol[LCV_MAX_SYMBOLS];
    size_t nkept, room;
    lc_poly **kept;
};

lcv_symbols *lcv_symbols_new(lc_ctx *ctx)
{
    lcv_symbols *s = lc_alloc(ctx, 1, sizeof *s);
    if (s)
        s->ctx = ctx;
    return s;
}

void lcv_symbols_free(lcv_symbols *s)
{
    if (!s)
        return;
    lcv_symbols_release(s, 0);
    free(s->kept);
    free(s);
}

size_t lcv_symbols_kept(const lcv_symbols *s)
{
    return s->nkept;
}

void lcv_symbols_release(lcv_symbols *s, size_t n)
{
    while (s->nkept > n)
        lc_poly_free(s->kept[--s->nkept]);
}

lc_ctx *lcv_symbols_ctx(const lcv_symbols *s)
{
    return s->ctx;
}

size_t lcv_symbols_count(const lcv_symbols *s)
{
    return s->n;
}

const lcv_symbol *lcv_symbols_at(const lcv_symbols *s, size_t i)
{
    return &s->symbol[i];
}

const lc_poly *lcv_keep(lcv_symbols *s, lc_poly *p)
{
    if (!p)
        return NULL;
    lc_poly **kept = s->nkept < MAX_KEPT
                         ? lc_grow(s->ctx, s->kept, s->nkept, &s->room, sizeof *kept)
                         : lc_fail(s->ctx, LC_ERR_LIMIT,
                                   "the sizes of this claim take too many "
                                   "steps");
    if (!kept) {
        lc_poly_free(p);
        return NULL;
    }
    s->kept = kept;
    return s->kept[s->nkept++] = p;
}

/* ---- symbols ---- */

/* The number as one that lives as long as the table. */
static void own(lcv_symbols *s, lc_int *number)
{
    const lc_poly *p = lc_int_is_small(*number) ? NULL : lcv_size_int(s, *number);
    *number = p ? lc_poly_constant(p) : *number;
}

/* The variable of a new symbol. */
static const lc_poly *add_symbol(lcv_symbols *s, lcv_symbol symbol)
{
    own(s, &symbol.divisor);
    own(s, &symbol.range.low);
    own(s, &symbol.range.high);
    if (s->n == LCV_MAX_SYMBOLS)
        return lc_fail(s->ctx, LC_ERR_LIMIT, "more than %d symbolic sizes in one claim",
                       LCV_MAX_SYMBOLS);
    s->symbol[s->n] = symbol;
    return lcv_keep(s, lc_poly_var(s->ctx, (uint32_t)s->n++));
}

const lc_poly *lcv_symbols_add(lcv_symbols *s, const char *name, lc_int low, const lc_int *high,
                               lc_int factor, lc_int residue)
{
    lc_ctx *ctx = s->ctx;
    lcv_interval range = {.bounded_below = true, .bounded_above = high != NULL};
    range.low = lc_int_cdiv(ctx, lc_int_sub(ctx, low, residue), factor);
    if (high)
        range.high = lc_int_fdiv(ctx, lc_int_sub(ctx, *high, residue), factor);
    const lc_poly *symbol = add_symbol(s, (lcv_symbol){.kind = LCV_SYMBOL_SIZE,
                                                       .name = name,
                                                       .range = range,
                                                       .factor = factor,
                                                       .residue = residue});
    return lcv_size_add(s, lcv_size_mul(s, lcv_size_int(s, factor), symbol),
                        lcv_size_int(s, residue));
}

const lc_poly *lcv_symbols_unknown(lcv_symbols *s, const char *name)
{
    return add_symbol(s, (lcv_symbol){.kind = LCV_SYMBOL_SIZE,
                                      .name = name,
                                      .factor = lc_int_const(1),
                                      .residue = lc_int_const(0)});
}

void lcv_symbols_drop(lcv_symbols *s, size_t n)
{
    s->n = n;
}

/* The symbol with this definition, which may be there already. */
static const lc_poly *define(lcv_symbols *s, lcv_symbol symbol)
{
    if (!symbol.of || (symbol.kind != LCV_SYMBOL_FLOOR && !symbol.other))
        return NULL;
    for (size_t i = 0; i < s->n; i++) {
        const lcv_symbol *old = &s->symbol[i];
        if (old->kind != symbol.kind || !lc_poly_equal(old->of, symbol.of))
            continue;
        if (symbol.kind == LCV_SYMBOL_FLOOR ? lc_int_eq(old->divisor, symbol.divisor)
                                            : lc_poly_equal(old->other, symbol.other))
            return lcv_keep(s, lc_poly_var(s->ctx, (uint32_t)i));
    }
    return add_symbol(s, symbol);
}

/* ---- arithmetic ---- */

const lc_poly *lcv_size_int(lcv_symbols *s, lc_int value)
{
    return lcv_keep(s, lc_poly_const(s->ctx, value));
}

const lc_poly *lcv_size_const(lcv_symbols *s, int32_t value)
{
    return lcv_size_int(s, lc_int_const(value));
}

const lc_poly *lcv_size_add(lcv_symbols *s, const lc_poly *a, const lc_poly *b)
{
    return lcv_keep(s, lc_poly_add(s->ctx, a, b));
}

const lc_poly *lcv_size_sub(lcv_symbols *s, const lc_poly *a, const lc_poly *b)
{
    return lcv_keep(s, lc_poly_sub(s->ctx, a, b));
}

const lc_poly *lcv_size_neg(lcv_symbols *s, const lc_poly *a)
{
    return lcv_size_sub(s, lcv_size_const(s, 0), a);
}

const lc_poly *lcv_size_mul(lcv_symbols *s, const lc_poly *a, const lc_poly *b)
{
    return lcv_keep(s, lc_poly_mul(s->ctx, a, b));
}

const lc_poly *lcv_size_plus(lcv_symbols *s, const lc_poly *a, int32_t k)
{
    return lcv_size_add(s, a, lcv_size_const(s, k));
}

bool lcv_size_is_zero(const lc_poly *a)
{
    return lc_poly_nterms(a) == 0;
}

bool lcv_size_is_one(const lc_poly *a)
{
    lc_int value;
    return lc_poly_is_const(a, &value) && lc_int_is_one(value);
}

const lc_poly *lcv_size_quotient(lcv_symbols *s, const lc_poly *a, const lc_poly *b)
{
    return lcv_keep(s, lc_poly_quotient(s->ctx, a, b));
}

/* Is p = floor + k, of one floor symbol? */
static const lcv_symbol *one_floor(const lcv_symbols *s, const lc_poly *p)
{
    size_t constants = !lc_int_is_zero(lc_poly_constant(p));
    if (lc_poly_degree(p) != 1 || lc_poly_nterms(p) != 1 + constants ||
        !lc_int_is_one(lc_poly_coefficient(p, 0)))
        return NULL;
    const lcv_symbol *symbol = &s->symbol[lc_poly_monomial(p, 0)->var[0]];
    return symbol->kind == LCV_SYMBOL_FLOOR ? symbol : NULL;
}

/* floor(p / c) as a symbol, or as a number if the bounds determine it. */
static const lc_poly *floor_symbol(lcv_symbols *s, const lc_poly *p, lc_int c)
{
    lcv_interval range = lcv_size_interval(s, p);
    if (range.bounded_below)
        range.low = lc_int_fdiv(s->ctx, range.low, c);
    if (range.bounded_above)
        range.high = lc_int_fdiv(s->ctx, range.high, c);
    if (range.bounded_below && range.bounded_above && lc_int_eq(range.low, range.high))
        return lcv_size_int(s, range.low);
    return define(s,
                  (lcv_symbol){.kind = LCV_SYMBOL_FLOOR, .of = p, .divisor = c, .range = range});
}

/* floor(r / c) with the coefficients of r in [0,c). */
static const lc_poly *floor_rest(lcv_symbols *s, const lc_poly *r, lc_int c)
{
    lc_ctx *ctx = s->ctx;
    lc_int constant, divisor = lc_int_gcd(ctx, lc_poly_content(ctx, r), c);
    if (lc_poly_is_const(r, &constant))
        return lcv_size_const(s, 0);
    const lcv_symbol *inner = one_floor(s, r);
    if (inner) { /* floor((floor(p/a) + k) / b) = floor((p + k a) / (a b)) */
        lc_int k = lc_int_mul(ctx, lc_poly_constant(r), inner->divisor);
        const lc_poly *of = lcv_size_add(s, inner->of, lcv_size_int(s, k));
        return lcv_size_floor(s, of, lc_int_mul(ctx, c, inner->divisor));
    }
    if (lc_int_is_one(divisor))
        return floor_symbol(s, r, c);
    lc_poly *quotient, *rest; /* the rest is less than the divisor: it never counts */
    if (!lc_poly_split(ctx, r, divisor, &quotient, &rest))
        return NULL;
    lc_poly_free(rest);
    return lcv_size_floor(s, lcv_keep(s, quotient), lc_int_fdiv(ctx, c, divisor));
}

const lc_poly *lcv_size_floor(lcv_symbols *s, const lc_poly *a, lc_int divisor)
{
    lc_poly *quotient, *rest;
    if (!a || !lc_poly_split(s->ctx, a, divisor, &quotient, &rest))
        return NULL;
    const lc_poly *whole = lcv_keep(s, quotient), *r = lcv_keep(s, rest);
    return whole && r ? lcv_size_add(s, whole, floor_rest(s, r, divisor)) : NULL;
}

const lc_poly *lcv_size_ceil(lcv_symbols *s, const lc_poly *a, lc_int divisor)
{
    lc_int up = lc_int_sub(s->ctx, divisor, lc_int_const(1));
    return lcv_size_floor(s, lcv_size_add(s, a, lcv_size_int(s, up)), divisor);
}

const lc_poly *lcv_symbol_divisor(lcv_symbols *s, const lcv_symbol *symbol)
{
    return symbol->kind == LCV_SYMBOL_RATIO ? symbol->other : lcv_size_int(s, symbol->divisor);
}

/* The quotient q of p by b in a = q + k, once and alone; NULL for none. */
static const lcv_symbol *quotient_in(lcv_symbols *s, const lc_poly *a, const lc_poly **q)
{
    for (size_t i = 0; i < lc_poly_nterms(a); i++) {
        const lc_monomial *m = lc_poly_monomial(a, i);
        if (m->degree != 1 || !lc_int_is_one(lc_poly_coefficient(a, i)))
            continue;
        const lcv_symbol *symbol = &s->symbol[m->var[0]];
        if (symbol->kind != LCV_SYMBOL_FLOOR && symbol->kind != LCV_SYMBOL_RATIO)
            continue;
        *q = lcv_keep(s, lc_poly_var(s->ctx, m->var[0]));
        return *q ? symbol : NULL;
    }
    return NULL;
}

/* floor((floor(p / b) + k) / c) = floor((p + k b) / (b c)) */
static const lc_poly *of_quotient(lcv_symbols *s, const lc_poly *a, const lc_poly *divisor)
{
    const lc_poly *q;
    const lcv_symbol *inner = quotient_in(s, a, &q);
    if (!inner)
        return NULL;
    const lc_poly *p = inner->of, *b = lcv_symbol_divisor(s, inner);
    const lc_poly *more = lcv_size_mul(s, lcv_size_sub(s, a, q), b);
    return lcv_size_floor_by(s, lcv_size_add(s, p, more), lcv_size_mul(s, b, divisor));
}

const lc_poly *lcv_size_floor_by(lcv_symbols *s, const lc_poly *a, const lc_poly *divisor)
{
    lc_int number;
    const lc_poly *whole = a && divisor ? lcv_size_quotient(s, a, divisor) : NULL;
    if (whole || !a || !divisor)
        return whole;
    if (lc_poly_is_const(divisor, &number))
        return lcv_size_floor(s, a, number);
    const lc_poly *joined = of_quotient(s, a, divisor);
    if (joined)
        return joined;
    lcv_interval of = lcv_size_interval(s, a);
    bool positive = of.bounded_below && lc_int_sign(of.low) >= 0;
    lcv_interval over = lcv_size_interval(s, lcv_size_sub(s, a, divisor));
    bool at_least_once = over.bounded_below && lc_int_sign(over.low) >= 0;
    lcv_interval range = {positive, positive && of.bounded_above,
                          lc_int_const(positive && at_least_once ? 1 : 0), of.high};
    return define(
        s, (lcv_symbol){.kind = LCV_SYMBOL_RATIO, .of = a, .other = divisor, .range = range});
}

const lc_poly *lcv_size_ceil_by(lcv_symbols *s, const lc_poly *a, const lc_poly *divisor)
{
    const lc_poly *whole = a && divisor ? lcv_size_quotient(s, a, divisor) : NULL;
    return whole
               ? whole
               : lcv_size_floor_by(s, lcv_size_plus(s, lcv_size_add(s, a, divisor), -1), divisor);
}

const lc_poly *lcv_size_min(lcv_symbols *s, const lc_poly *a, const lc_poly *b)
{
    const lc_poly *difference = lcv_size_sub(s, a, b);
    if (!difference)
        return NULL;
    lcv_interval d = lcv_size_interval(s, difference);
    if (d.bounded_below && lc_int_sign(d.low) >= 0)
        return b;
    if (d.bounded_above && lc_int_sign(d.high) <= 0)
        return a;
    lcv_interval x = lcv_size_interval(s, a), y = lcv_size_interval(s, b), range;
    range.bounded_below = x.bounded_below && y.bounded_below;
    range.bounded_above = x.bounded_above || y.bounded_above;
    range.low = range.bounded_below ? lc_int_min(x.low, y.low) : lc_int_const(0);
    range.high = !x.bounded_above   ? y.high
                 : !y.bounded_above ? x.high
                                    : lc_int_min(x.high, y.high);
    return define(s, (lcv_symbol){.kind = LCV_SYMBOL_MIN, .of = a, .other = b, .range = range});
}

/* ---- bounds ---- */

/* One end of an interval: a value, or infinite with this sign. */
typedef struct {
    int infinite;
    lc_int value;
} end;

static int sign_of(end a)
{
    return a.infinite != 0 ? a.infinite : lc_int_sign(a.value);
}

static end times(lc_ctx *ctx, end a, end b)
{
    int sign = sign_of(a) * sign_of(b);
    if (sign != 0 && (a.infinite != 0 || b.infinite != 0))
        return (end){sign, lc_int_const(0)};
    return (end){0, sign != 0 ? lc_int_mul(ctx, a.value, b.value) : lc_int_const(0)};
}

static bool less(end a, end b)
{
    if (a.infinite == 0 && b.infinite == 0)
        return lc_int_lt(a.value, b.value);
    return a.infinite < b.infinite;
}

static lcv_interval product(lc_ctx *ctx, const lcv_interval *x, const lcv_interval *y)
{
    end a[2] = {{x->bounded_below ? 0 : -1, x->low}, {x->bounded_above ? 0 : 1, x->high}};
    end b[2] = {{y->bounded_below ? 0 : -1, y->low}, {y->bounded_above ? 0 : 1, y->high}};
    end low = times(ctx, a[0], b[0]), high = low;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            end corner = times(ctx, a[i], b[j]);
            low = less(corner, low) ? corner : low;
            high = less(high, corner) ? corner : high;
        }
    return (lcv_interval){low.infinite == 0, high.infinite == 0, low.value, high.value};
}

static lcv_interval term_interval(const lcv_symbols *s, lc_int coefficient, const lc_monomial *m)
{
    lcv_interval value = {true, true, coefficient, coefficient};
    for (uint32_t i = 0; i < m->degree; i++)
        value = product(s->ctx, &value, &s->symbol[m->var[i]].range);
    return value;
}

lcv_interval lcv_size_interval(const lcv_symbols *s, const lc_poly *p)
{
    lcv_interval sum = {true, true, lc_int_const(0), lc_int_const(0)};
    for (size_t i = 0; i < lc_poly_nterms(p); i++) {
        lcv_interval term = term_interval(s, lc_poly_coefficient(p, i), lc_poly_monomial(p, i));
        sum.bounded_below = sum.bounded_below && term.bounded_below;
        sum.bounded_above = sum.bounded_above && term.bounded_above;
        if (sum.bounded_below)
            sum.low = lc_int_add(s->ctx, sum.low, term.low);
        if (sum.bounded_above)
            sum.high = lc_int_add(s->ctx, sum.high, term.high);
    }
    return sum;
}

/* ---- values ---- */

/* 0 where no values of the parameters are these. */
static lc_int ratio_at(const lcv_symbols *s, const lcv_symbol *symbol, const lc_int *value)
{
    lc_int divisor = lc_poly_at(s->ctx, symbol->other, value);
    return lc_int_sign(divisor) > 0
               ? lc_int_fdiv(s->ctx, lc_poly_at(s->ctx, symbol->of, value), divisor)
               : lc_int_const(0);
}

void lcv_symbols_fill(const lcv_symbols *s, lc_int *value)
{
    for (size_t i = 0; i < s->n; i++) {
        const lcv_symbol *symbol = &s->symbol[i];
        if (symbol->kind == LCV_SYMBOL_FLOOR)
            value[i] = lc_int_fdiv(s->ctx, lc_poly_at(s->ctx, symbol->of, value),
                                   symbol->divisor);
        else if (symbol->kind == LCV_SYMBOL_RATIO)
            value[i] = ratio_at(s, symbol, value);
        else if (symbol->kind == LCV_SYMBOL_MIN)
            value[i] = lc_int_min(lc_poly_at(s->ctx, symbol->of, value),
                                  lc_poly_at(s->ctx, symbol->other, value));
    }
}
