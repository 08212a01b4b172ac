/* symbols.c - parameters, quotients, minima, and what is known of them. */
#include "config.h"

#include "symbols.h"

#include <string.h>

/* ---- intervals ---- */

typedef struct {
    bool has_low, has_high;
    lc_int low, high;
} interval;

/* A product of variables that are not negative, or one variable. */
static interval of_monomial(const sym *s, monomial m)
{
    lc_ctx *lc = s->pool->lc;
    interval v = {true, true, lc_int_const(1), lc_int_const(1)};
    size_t degree = lcr_monomial_degree(m);
    for (size_t i = 0; i < degree; i++) {
        const sym_var *x = &s->var[lcr_monomial_var(m, i)];
        bool fine = degree == 1 || (x->has_low && lc_int_le(lc_int_const(0), x->low));
        if (!fine)
            return (interval){.has_low = false};
        v.has_low = v.has_low && x->has_low;
        v.has_high = v.has_high && x->has_high;
        if (v.has_low)
            v.low = lc_int_mul(lc, v.low, x->low);
        if (v.has_high)
            v.high = lc_int_mul(lc, v.high, x->high);
    }
    return v;
}

static interval of_poly(const sym *s, const poly *p)
{
    lc_ctx *lc = s->pool->lc;
    interval sum = {true, true, lc_int_const(0), lc_int_const(0)};
    for (size_t i = 0; i < p->n; i++) {
        interval m = of_monomial(s, p->term[i].of);
        lc_int k = p->term[i].factor;
        bool up = lc_int_lt(lc_int_const(0), k);
        sum.has_low = sum.has_low && (up ? m.has_low : m.has_high);
        sum.has_high = sum.has_high && (up ? m.has_high : m.has_low);
        if (sum.has_low)
            sum.low = lc_int_add(lc, sum.low, lc_int_mul(lc, k, up ? m.low : m.high));
        if (sum.has_high)
            sum.high = lc_int_add(lc, sum.high, lc_int_mul(lc, k, up ? m.high : m.low));
    }
    return sum;
}

int lcr_sym_sign(const sym *s, const poly *p)
{
    interval of = of_poly(s, p);
    bool low = of.has_low, high = of.has_high;
    return low && lc_int_lt(lc_int_const(0), of.low)                          ? 1
           : high && lc_int_lt(of.high, lc_int_const(0))                      ? -1
           : low && high && lc_int_is_zero(of.low) && lc_int_is_zero(of.high) ? 0
                                                                              : 2;
}

/* ---- variables ---- */

static size_t add_var(sym *s, sym_var made)
{
    if (s->n == SYM_VARS) {
        lc_fail(s->pool->lc, LC_ERR_LIMIT, "more than %d sizes", SYM_VARS);
        return SIZE_MAX;
    }
    s->var[s->n] = made;
    return s->n++;
}

sym_row lcr_sym_row(const poly *p, bool zero)
{
    return (sym_row){p, zero, SIZE_MAX};
}

size_t lcr_sym_find(const sym *s, const char *name, size_t length)
{
    for (size_t i = 0; i < s->nparameters; i++)
        if (strlen(s->var[i].name) == length && strncmp(s->var[i].name, name, length) == 0)
            return i;
    return SIZE_MAX;
}

bool lcr_sym_parameter(sym *s, const char *name, lc_int low, const lc_int *high)
{
    if (s->nparameters == SYM_PARAMETERS || s->n != s->nparameters)
        return lc_fail(s->pool->lc, LC_ERR_LIMIT, "more than %d parameters", SYM_PARAMETERS);
    s->nparameters++;
    sym_var made = {.kind = SYM_PARAMETER,
                    .name = name,
                    .has_low = true,
                    .low = low,
                    .has_high = high != NULL};
    if (high)
        made.high = *high;
    return add_var(s, made) != SIZE_MAX;
}

/* With what is known to stand in the place of variables. */
static const poly *settled(const sym *s, const poly *p)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->var[i].is)
            p = lcr_poly_replace(s->pool, p, i, s->var[i].is);
    return p;
}

const poly *lcr_sym_size(sym *s, size_t parameter)
{
    return settled(s, lcr_poly_var(s->pool, parameter));
}

size_t lcr_sym_coordinate(sym *s, const poly *extent, sym_row *row, size_t *n)
{
    sym_var made = {.kind = SYM_COORDINATE, .has_low = extent != NULL, .low = lc_int_const(0)};
    size_t at = add_var(s, made);
    if (at == SIZE_MAX || !extent)
        return at;
    interval most = of_poly(s, extent);
    s->var[at].has_high = most.has_high;
    if (most.has_high)
        s->var[at].high = lc_int_sub(s->pool->lc, most.high, lc_int_const(1));
    const poly *last = lcr_poly_plus(s->pool, extent, -1);
    row[(*n)++] = lcr_sym_row(lcr_poly_sub(s->pool, last, lcr_poly_var(s->pool, at)), false);
    return at;
}

void lcr_sym_set_bounds(sym *s, size_t var, const poly *least, const poly *most)
{
    sym_var *x = &s->var[var];
    interval low = least ? of_poly(s, least) : (interval){.has_low = false};
    interval high = most ? of_poly(s, most) : (interval){.has_high = false};
    x->has_low = low.has_low;
    x->low = low.low;
    x->has_high = high.has_high;
    x->high = high.high;
}

/* ---- what is known ---- */

/* k x + c >= 0 is a bound of x. */
static bool is_bound(sym *s, const poly *p)
{
    lc_ctx *lc = s->pool->lc;
    if (p->n == 0 || p->n > 2 || lcr_monomial_degree(p->term[0].of) != 1 ||
        (p->n == 2 && p->term[1].of != 0))
        return false;
    sym_var *x = &s->var[lcr_monomial_var(p->term[0].of, 0)];
    lc_int k = p->term[0].factor, c = lc_int_neg(lc, lcr_poly_constant(p));
    if (lc_int_lt(lc_int_const(0), k)) {
        lc_int low = lc_int_cdiv(lc, c, k);
        x->low = x->has_low ? lc_int_max(x->low, low) : low;
        x->has_low = true;
    } else {
        lc_int high = lc_int_fdiv(lc, c, k);
        x->high = x->has_high ? lc_int_min(x->high, high) : high;
        x->has_high = true;
    }
    return true;
}

static bool add_row(sym *s, const poly *p, bool zero, size_t definition)
{
    lc_int value;
    if (!p)
        return false;
    if (lcr_poly_is_int(p, &value) &&
        (zero ? lc_int_is_zero(value) : lc_int_le(lc_int_const(0), value)))
        return true;
    if (!zero && is_bound(s, p))
        return true;
    if (s->nrows == SYM_ROWS)
        return lc_fail(s->pool->lc, LC_ERR_LIMIT, "more than %d facts of sizes", SYM_ROWS);
    s->row[s->nrows++] = (sym_row){p, zero, definition};
    return true;
}

const poly *lcr_sym_said(lit_pool *pool, const poly *p, size_t first, bool last, size_t *said)
{
    lc_int factor = lc_int_const(0);
    *said = SIZE_MAX;
    for (size_t i = 0; i < p->n; i++) {
        size_t in = 0, var = lcr_monomial_var(p->term[i].of, 0);
        lc_int k = p->term[i].factor;
        if (lcr_monomial_degree(p->term[i].of) != 1 || var < first ||
            !(lc_int_is_one(k) || lc_int_eq(k, lc_int_const(-1))))
            continue;
        for (size_t j = 0; j < p->n; j++) {
            monomial rest;
            in += lcr_monomial_divides(p->term[i].of, p->term[j].of, &rest);
        }
        if (in != 1 || (*said != SIZE_MAX && (last ? var < *said : var > *said)))
            continue;
        *said = var;
        factor = lc_int_neg(pool->lc, k);
    }
    return *said == SIZE_MAX ? NULL : lcr_poly_add(pool, lcr_poly_var(pool, *said), factor, p);
}

/* p without the common divisor of its factors. */
static const poly *reduced(sym *s, const poly *p)
{
    lc_int g = lc_int_const(0);
    for (size_t i = 0; i < p->n; i++)
        g = lc_int_gcd(s->pool->lc, g, p->term[i].factor);
    const poly *q = p, *r;
    if (p->n > 0 && !lc_int_is_one(g))
        lcr_poly_split(s->pool, p, g, &q, &r);
    return q;
}

/* `is` stands in the place of the variable in *p, if there is one. False with an error. */
static bool put_in(sym *s, const poly **p, size_t var, const poly *is)
{
    const poly *q = *p ? lcr_poly_replace(s->pool, *p, var, is) : NULL;
    if (*p && !q)
        return false;
    *p = q;
    return true;
}

/* `is` stands in the place of the variable in all that is known, and its bounds hold of it. */
static bool replace(sym *s, size_t var, const poly *is)
{
    sym_var was = s->var[var];
    size_t n = s->nrows;
    bool ok = true;
    s->var[var].is = is;
    for (size_t i = 0; ok && i < s->n; i++) {
        sym_var *x = &s->var[i];
        ok = put_in(s, &x->of, var, is) && put_in(s, &x->other, var, is) &&
             (i == var || put_in(s, &x->is, var, is));
    }
    s->nrows = 0;
    for (size_t i = 0; ok && i < n; i++) {
        sym_row row = s->row[i];
        size_t definition = row.definition == var ? SIZE_MAX : row.definition;
        ok = add_row(s, lcr_poly_replace(s->pool, row.p, var, is), row.zero, definition);
    }
    if (ok && was.has_low)
        ok = add_row(s,
                     lcr_poly_add(s->pool, is, lc_int_neg(s->pool->lc, was.low),
                                  lcr_poly_si(s->pool, 1)),
                     false, SIZE_MAX);
    if (ok && was.has_high)
        ok = add_row(s, lcr_poly_sub(s->pool, lcr_poly_int(s->pool, was.high), is), false,
                     SIZE_MAX);
    return ok;
}

bool lcr_sym_know(sym *s, const poly *p, bool zero)
{
    size_t var;
    p = settled(s, p);
    if (p && zero)
        p = reduced(s, p);
    if (!p || !zero)
        return p && add_row(s, p, zero, SIZE_MAX);
    const poly *is = lcr_sym_said(s->pool, p, 0, false, &var); /* parameters first */
    return var == SIZE_MAX ? add_row(s, p, zero, SIZE_MAX) : is && replace(s, var, is);
}

/* ---- quotients and minima ---- */

static const poly *sum_of(sym *s, const poly *a, const poly *b)
{
    return lcr_poly_add(s->pool, a, lc_int_const(1), b);
}

/* The variable with this definition, if there is one already. */
static size_t known(const sym *s, sym_var_kind kind, const poly *of, const poly *other,
                    lc_int divisor)
{
    for (size_t i = s->nparameters; i < s->n; i++) {
        const sym_var *x = &s->var[i];
        if (x->kind == kind && !x->by && lcr_poly_equal(x->of, of) &&
            (kind == SYM_FLOOR ? lc_int_eq(x->divisor, divisor)
                               : lcr_poly_equal(x->other, other)))
            return i;
    }
    return SIZE_MAX;
}

/* d q <= a <= d q + d - 1 */
static const poly *quotient(sym *s, const poly *a, lc_int d)
{
    lit_pool *pool = s->pool;
    lc_ctx *lc = pool->lc;
    size_t at = known(s, SYM_FLOOR, a, NULL, d);
    if (at != SIZE_MAX)
        return settled(s, lcr_poly_var(pool, at));
    interval of = of_poly(s, a);
    sym_var made = {.kind = SYM_FLOOR,
                    .of = a,
                    .first = {a},
                    .divisor = d,
                    .has_low = of.has_low,
                    .has_high = of.has_high};
    if (of.has_low)
        made.low = lc_int_fdiv(lc, of.low, d);
    if (of.has_high)
        made.high = lc_int_fdiv(lc, of.high, d);
    if (of.has_low && of.has_high && lc_int_eq(made.low, made.high))
        return lcr_poly_int(pool, made.low);
    at = add_var(s, made);
    const poly *q = at != SIZE_MAX ? lcr_poly_var(pool, at) : NULL;
    const poly *rest = lcr_poly_add(pool, a, lc_int_neg(lc, d), q);
    const poly *most = lcr_poly_int(pool, lc_int_sub(lc, d, lc_int_const(1)));
    bool ok = rest && add_row(s, rest, false, at) &&
              add_row(s, lcr_poly_sub(pool, most, rest), false, at);
    return ok ? q : NULL;
}

/* > 0 */
static const poly *floor_by_number(sym *s, const poly *a, lc_int d)
{
    lit_pool *pool = s->pool;
    const poly *whole, *rest, *less, *none;
    lc_int g = d;
    if (!lcr_poly_split(pool, a, d, &whole, &rest))
        return NULL;
    for (size_t i = 0; i < rest->n; i++)
        if (rest->term[i].of != 0)
            g = lc_int_gcd(pool->lc, g, rest->term[i].factor);
    if (lc_int_eq(g, d)) /* nothing is left but a number below d */
        return whole;
    if (!lcr_poly_split(pool, rest, g, &less, &none)) /* what is left below g never counts */
        return NULL;
    return sum_of(s, whole, quotient(s, less, lc_int_fdiv(pool->lc, d, g)));
}

/* The quotient by a size, if there is one already. */
static size_t known_by(const sym *s, const poly *of, const poly *by)
{
    for (size_t i = s->nparameters; i < s->n; i++)
        if (s->var[i].kind == SYM_FLOOR && s->var[i].by &&
            lcr_poly_equal(s->var[i].first[0], of) && lcr_poly_equal(s->var[i].by, by))
            return i;
    return SIZE_MAX;
}

/* d q <= a <= d q + d - 1 with a size for d. */
static const poly *quotient_by(sym *s, const poly *a, const poly *d)
{
    lit_pool *pool = s->pool;
    lc_int zero = lc_int_const(0);
    size_t at = known_by(s, a, d);
    const poly *beyond = lcr_poly_sub(pool, a, d);
    if (at != SIZE_MAX)
        return settled(s, lcr_poly_var(pool, at));
    if (!beyond)
        return NULL;
    interval of = of_poly(s, a), more = of_poly(s, beyond);
    sym_var made = {.kind = SYM_FLOOR, .of = a, .first = {a}, .by = d};
    made.has_low = of.has_low && lc_int_le(zero, of.low); /* between 0, or 1, and a */
    made.low = lc_int_const(more.has_low && lc_int_le(zero, more.low));
    made.has_high = made.has_low && of.has_high;
    made.high = of.has_high ? of.high : zero;
    at = add_var(s, made);
    const poly *q = at != SIZE_MAX ? lcr_poly_var(pool, at) : NULL;
    const poly *rest = q ? lcr_poly_sub(pool, a, lcr_poly_mul(pool, d, q)) : NULL;
    const poly *over = rest ? lcr_poly_plus(pool, lcr_poly_sub(pool, d, rest), -1) : NULL;
    return over && add_row(s, rest, false, at) && add_row(s, over, false, at) ? q : NULL;
}

const poly *lcr_sym_floor_by(sym *s, const poly *a, const poly *divisor)
{
    lc_int d;
    const poly *q = a && divisor ? lcr_poly_quotient(s->pool, a, divisor) : NULL;
    if (q || !a || !divisor)
        return q;
    if (lcr_poly_is_int(divisor, &d))
        return lc_int_lt(lc_int_const(0), d) ? floor_by_number(s, a, d) : NULL;
    interval by = of_poly(s, divisor);
    return by.has_low && lc_int_lt(lc_int_const(0), by.low) ? quotient_by(s, a, divisor) : NULL;
}

const poly *lcr_sym_ceil_by(sym *s, const poly *a, const poly *divisor)
{
    const poly *up = a && divisor ? lcr_poly_quotient(s->pool, a, divisor) : NULL;
    return up || !a || !divisor
               ? up
               : lcr_sym_floor_by(s, lcr_poly_plus(s->pool, sum_of(s, a, divisor), -1), divisor);
}

const poly *lcr_sym_min(sym *s, const poly *a, const poly *b)
{
    lit_pool *pool = s->pool;
    const poly *less = lcr_poly_sub(pool, a, b);
    if (!less)
        return NULL;
    interval by = of_poly(s, less), x = of_poly(s, a), y = of_poly(s, b);
    if (by.has_low && lc_int_le(lc_int_const(0), by.low))
        return b;
    if (by.has_high && lc_int_le(by.high, lc_int_const(0)))
        return a;
    size_t at = known(s, SYM_MIN, a, b, lc_int_const(0));
    if (at != SIZE_MAX)
        return settled(s, lcr_poly_var(pool, at));
    sym_var made = {.kind = SYM_MIN,
                    .of = a,
                    .other = b,
                    .first = {a, b},
                    .has_low = x.has_low && y.has_low,
                    .has_high = x.has_high || y.has_high};
    if (made.has_low)
        made.low = lc_int_min(x.low, y.low);
    if (made.has_high)
        made.high = !x.has_high ? y.high : !y.has_high ? x.high : lc_int_min(x.high, y.high);
    at = add_var(s, made);
    const poly *m = at != SIZE_MAX ? lcr_poly_var(pool, at) : NULL;
    bool ok = m && add_row(s, lcr_poly_sub(pool, a, m), false, at) &&
              add_row(s, lcr_poly_sub(pool, b, m), false, at);
    return ok ? m : NULL;
}

const poly *lcr_sym_max(sym *s, const poly *a, const poly *b)
{
    return lcr_poly_sub(s->pool, sum_of(s, a, b), lcr_sym_min(s, a, b));
}
