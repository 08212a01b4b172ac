/* relax.c - systems of polynomials, put to isl. */
#include "config.h"

#include "symbols.h"

#include <stdlib.h>
#include <string.h>

#include "../ask/ask.h"

#define ROWS 320 /* of one set */
#define MONOMIALS 96
#define MINIMA 4          /* of which all ways to fall are tried */
#define LARGE 64          /* what a size has in a sample, where it may */
#define OPERATIONS 5000UL /* of one question: these sets are easy, or not for isl */

typedef struct {
    sym *s;
    bool used[SYM_VARS];
    size_t n, nmonomials;
    sym_row row[ROWS];
    monomial of[MONOMIALS]; /* of degree 2 and more, ascending */
} relaxation;

/* No rows yet; of its arrays only what is written is read. */
static void start(relaxation *x, sym *s)
{
    x->s = s;
    x->n = x->nmonomials = 0;
    memset(x->used, 0, sizeof x->used);
}

static relaxation *new_relaxation(sym *s)
{
    relaxation *x = lcr_lit_room(s->pool, 1, sizeof *x);
    if (x)
        start(x, s);
    return x;
}

/* ---- what a system speaks of ---- */

static bool use(relaxation *x, const poly *p)
{
    bool fresh = false;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < lcr_monomial_degree(p->term[i].of); k++) {
            size_t var = lcr_monomial_var(p->term[i].of, k);
            fresh = fresh || !x->used[var];
            x->used[var] = true;
        }
    return fresh;
}

static bool shares(const relaxation *x, const poly *p)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < lcr_monomial_degree(p->term[i].of); k++)
            if (x->used[lcr_monomial_var(p->term[i].of, k)])
                return true;
    return false;
}

static bool add(relaxation *x, sym_row row)
{
    if (!row.p || x->n == ROWS)
        return false;
    x->row[x->n++] = row;
    return true;
}

/* What is known of the variables, and of those that this brings in. */
static bool add_known(relaxation *x)
{
    const sym *s = x->s;
    bool taken[SYM_ROWS] = {false}, ok = true;
    for (bool again = true; ok && again;) {
        again = false;
        for (size_t i = 0; ok && i < s->nrows; i++) {
            const sym_row *row = &s->row[i];
            lc_int value;
            bool wanted = row->definition != SIZE_MAX ? x->used[row->definition]
                                                      : shares(x, row->p);
            if (taken[i] || !(wanted || lcr_poly_is_int(row->p, &value)))
                continue;
            taken[i] = true;
            again = use(x, row->p) || again;
            ok = add(x, *row);
        }
    }
    return ok;
}

/* x - low >= 0, high - x >= 0: only products are made of them, isl has bounds as such. */
static bool add_bounds(relaxation *x)
{
    sym *s = x->s;
    lit_pool *pool = s->pool;
    bool ok = true;
    for (size_t i = 0; ok && i < s->n; i++) {
        const poly *v = x->used[i] ? lcr_poly_var(pool, i) : NULL;
        if (v && s->var[i].has_low)
            ok = add(x, lcr_sym_row(lcr_poly_sub(pool, v, lcr_poly_int(pool, s->var[i].low)),
                                    false));
        if (v && ok && s->var[i].has_high)
            ok = add(x, lcr_sym_row(lcr_poly_sub(pool, lcr_poly_int(pool, s->var[i].high), v),
                                    false));
    }
    return ok;
}

/* ---- monomials ---- */

static int ascending(const void *a, const void *b)
{
    monomial x = *(const monomial *)a, y = *(const monomial *)b;
    return (x > y) - (x < y);
}

static const monomial *find(const relaxation *x, monomial m)
{
    return bsearch(&m, x->of, x->nmonomials, sizeof m, ascending);
}

/* One more, with all that divide it. */
static bool add_monomial(relaxation *x, monomial m)
{
    size_t at = x->nmonomials, degree = lcr_monomial_degree(m);
    if (degree < 2 || find(x, m))
        return true;
    if (at == MONOMIALS)
        return false;
    for (; at > 0 && x->of[at - 1] > m; at--)
        x->of[at] = x->of[at - 1];
    x->of[at] = m;
    x->nmonomials++;
    bool ok = true;
    for (size_t i = 0; ok && i < degree; i++) {
        monomial rest;
        lcr_monomial_divides(lcr_monomial_of(lcr_monomial_var(m, i)), m, &rest);
        ok = add_monomial(x, rest);
    }
    return ok;
}

static bool add_monomials(relaxation *x)
{
    bool ok = true;
    for (size_t i = 0; ok && i < x->n; i++)
        for (size_t k = 0; ok && k < x->row[i].p->n; k++)
            ok = add_monomial(x, x->row[i].p->term[k].of);
    return ok;
}

/* Does a product speak of no other monomials? */
static bool is_spoken_of(const relaxation *x, const poly *a, const poly *b)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            monomial m;
            if (!lcr_monomial_mul(a->term[i].of, b->term[k].of, &m) ||
                (lcr_monomial_degree(m) > 1 && !find(x, m)))
                return false;
        }
    return true;
}

/* ---- products ---- */

/* Rows [from, to) times the affine ones of the first `base`. Where there is no room for more,
 * less is said. */
static bool multiply(relaxation *x, size_t base, size_t from, size_t to)
{
    lit_pool *pool = x->s->pool;
    for (size_t h = 0; h < base; h++) {
        const sym_row *by = &x->row[h];
        if (lcr_poly_degree(by->p) != 1)
            continue;
        for (size_t g = from == 0 ? h : from; g < to && x->n < ROWS; g++) {
            bool zero = x->row[g].zero || by->zero;
            if (!is_spoken_of(x, x->row[g].p, by->p))
                continue;
            if (!add(x, lcr_sym_row(lcr_poly_mul(pool, x->row[g].p, by->p), zero)))
                return false;
        }
    }
    return true;
}

/* What is 0 times each variable. */
static bool multiply_zeros(relaxation *x, size_t base)
{
    for (size_t g = 0; g < base; g++)
        for (size_t v = 0; x->row[g].zero && v < x->s->n && x->n < ROWS; v++) {
            const poly *var = x->used[v] ? lcr_poly_var(x->s->pool, v) : NULL;
            if (var && is_spoken_of(x, x->row[g].p, var) &&
                !add(x, lcr_sym_row(lcr_poly_mul(x->s->pool, x->row[g].p, var), true)))
                return false;
        }
    return true;
}

static bool add_products(relaxation *x)
{
    size_t base = x->n, from = 0, degree = 0;
    for (size_t i = 0; i < x->nmonomials; i++) {
        size_t d = lcr_monomial_degree(x->of[i]);
        degree = d > degree ? d : degree;
    }
    bool ok = degree == 0 || multiply_zeros(x, base);
    for (size_t round = 1; ok && round < degree; round++) {
        size_t to = x->n;
        ok = multiply(x, base, from, to);
        from = to;
    }
    return ok;
}

/* ---- the set ---- */

typedef struct {
    sys set;
    size_t var[SYM_VARS], product[MONOMIALS];
} stated;

static void state_row(const relaxation *x, stated *t, const sym_row *row)
{
    sys_sum sum;
    lcr_sys_zero(&sum);
    for (size_t i = 0; i < row->p->n; i++) {
        monomial m = row->p->term[i].of;
        size_t degree = lcr_monomial_degree(m);
        if (degree == 0)
            sum.constant = row->p->term[i].factor;
        else if (degree == 1)
            lcr_sys_add_var(&t->set, &sum, row->p->term[i].factor,
                            t->var[lcr_monomial_var(m, 0)]);
        else
            lcr_sys_add_var(&t->set, &sum, row->p->term[i].factor,
                            t->product[find(x, m) - x->of]);
    }
    lcr_sys_relate(&t->set, &sum, row->zero ? SYS_EQ : SYS_GE);
}

/* `bounds` rows from `first` on are bounds that the variables have. */
static bool state(const relaxation *x, size_t first, size_t bounds, stated *t)
{
    const sym *s = x->s;
    static const char letter[] = {
        [SYM_PARAMETER] = 'p', [SYM_FLOOR] = 'q', [SYM_MIN] = 'm', [SYM_COORDINATE] = 'c'};
    t->set = lcr_sys_new(s->pool);
    for (size_t i = 0; i < s->n; i++)
        if (x->used[i])
            t->var[i] = lcr_sys_var(&t->set, letter[s->var[i].kind],
                                    s->var[i].has_low ? &s->var[i].low : NULL,
                                    s->var[i].has_high ? &s->var[i].high : NULL);
    for (size_t i = 0; i < x->nmonomials; i++)
        t->product[i] = lcr_sys_free(&t->set, 'u');
    for (size_t i = 0; i < x->n && !t->set.failed; i++)
        if (i < first || i >= first + bounds)
            state_row(x, t, &x->row[i]);
    return !t->set.failed;
}

static void define_one(const sym *s, size_t i, lc_int *value)
{
    lc_ctx *lc = s->pool->lc;
    const sym_var *v = &s->var[i];
    if (v->kind == SYM_FLOOR)
        value[i] = lc_int_fdiv(lc, lcr_poly_at(lc, v->first[0], value), v->divisor);
    else if (v->kind == SYM_MIN)
        value[i] = lc_int_min(lcr_poly_at(lc, v->first[0], value),
                              lcr_poly_at(lc, v->first[1], value));
}

/* What is defined comes later than what it is made of. */
void lcr_sym_define(const sym *s, lc_int *value)
{
    for (size_t i = s->nparameters; i < s->n; i++)
        define_one(s, i, value);
}

/* Is all that is known true at these numbers for all variables? */
static bool is_known(const sym *s, const lc_int *value)
{
    bool ok = true;
    for (size_t i = 0; ok && i < s->n; i++)
        ok = s->var[i].is || ((!s->var[i].has_low || lc_int_le(s->var[i].low, value[i])) &&
                              (!s->var[i].has_high || lc_int_le(value[i], s->var[i].high)));
    for (size_t i = 0; ok && i < s->nrows; i++) {
        int sign = lc_int_sign(lcr_poly_at(s->pool->lc, s->row[i].p, value));
        ok = s->row[i].zero ? sign == 0 : sign >= 0;
    }
    return ok;
}

/* The point is one of the claim: the numbers of the parameters there. Those that the set does
 * not speak of are the least, if what is known admits that. */
static void keep_point(relaxation *x, const stated *t, const sys_point *point)
{
    sym *s = x->s;
    lc_int value[SYM_VARS];
    for (size_t i = 0; i < s->n; i++)
        value[i] = x->used[i]           ? point->at[t->var[i]]
                   : s->var[i].has_low  ? s->var[i].low
                   : s->var[i].has_high ? s->var[i].high
                                        : lc_int_const(0);
    for (size_t i = 0; i < s->nparameters; i++)
        s->at[i] = s->var[i].is ? lcr_poly_at(s->pool->lc, s->var[i].is, value) : value[i];
    memcpy(value, s->at, s->nparameters * sizeof *value);
    for (size_t i = s->nparameters; i < s->n; i++)
        if (s->var[i].kind != SYM_COORDINATE && !x->used[i])
            define_one(s, i, value);
    s->met = is_known(s, value);
}

/* Has it no minimum, and no product? */
static bool is_exact(const relaxation *x)
{
    bool exact = x->nmonomials == 0 && !x->s->partial;
    for (size_t i = 0; i < x->s->n; i++)
        exact = exact && !(x->used[i] && x->s->var[i].kind == SYM_MIN);
    return exact;
}

static lcr_answer ask(sym *s, const sys *set, sys_point *point)
{
    const sys *one[1] = {set};
    lcr_evidence e = {.nsets = 1, .set = one};
    unsigned long budget = lcr_budget(s->r);
    lcr_set_budget(s->r, budget != 0 && budget < OPERATIONS ? budget : OPERATIONS);
    lcr_answer some = lcr_ask_point(s->r, s->pool, &e, 0, point);
    lcr_set_budget(s->r, budget);
    if (some == LCR_UNKNOWN && lc_ctx_code(s->pool->lc) == LC_ERR_BUDGET) {
        s->no_budget = true;
        lc_ctx_reset(s->pool->lc);
    }
    return some;
}

static bool relax(relaxation *x, size_t n, const sym_row *row)
{
    stated t;
    sys_point point;
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        ok = add(x, row[i]);
        if (ok)
            use(x, row[i].p);
    }
    ok = ok && add_known(x);
    size_t first = x->n;
    ok = ok && add_monomials(x) && add_bounds(x);
    size_t bounds = x->n - first;
    if (!ok || !add_products(x) || !state(x, first, bounds, &t))
        return false;
    lcr_answer some = ask(x->s, &t.set, &point);
    if (some == LCR_YES && is_exact(x) && !x->s->met)
        keep_point(x, &t, &point);
    x->s->sets += some == LCR_NO;
    return some == LCR_NO && lc_ctx_code(x->s->pool->lc) == LC_OK;
}

/* ---- minima, one way to fall at a time ---- */

/* The minima of a system, with those that they are made of. */
static size_t minima(sym *s, const relaxation *x, size_t *which)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        if (x->used[i] && s->var[i].kind == SYM_MIN && !s->var[i].is && n < MINIMA + 1)
            which[n++] = i;
    return n <= MINIMA ? n : 0;
}

/* Way k: bit i says which of its two minimum i is. */
static bool empty_this_way(sym *s, size_t n, const sym_row *row, size_t nminima,
                           const size_t *which, size_t k, relaxation *x)
{
    lit_pool *pool = s->pool;
    sym_row *more = lcr_lit_alloc(pool, n + 2 * nminima, sizeof *more);
    if (!more)
        return false;
    if (n > 0)
        memcpy(more, row, n * sizeof *more);
    for (size_t i = 0; i < nminima; i++) {
        const sym_var *m = &s->var[which[i]];
        bool first = (k >> i & 1) == 0;
        const poly *is = first ? m->of : m->other, *least = first ? m->other : m->of;
        more[n++] = lcr_sym_row(lcr_poly_sub(pool, lcr_poly_var(pool, which[i]), is), true);
        more[n++] = lcr_sym_row(lcr_poly_sub(pool, least, is), false);
    }
    start(x, s);
    return relax(x, n, more);
}

bool lcr_sym_empty(sym *s, size_t n, const sym_row *row)
{
    size_t which[MINIMA + 1];
    for (size_t i = 0; i < n; i++)
        if (!row[i].p)
            return false;
    relaxation *x = s->no_budget ? NULL : new_relaxation(s);
    if (!x)
        return false;
    if (relax(x, n, row))
        return true;
    size_t nminima = lc_ctx_code(s->pool->lc) == LC_OK ? minima(s, x, which) : 0;
    bool all = nminima > 0 && !s->no_budget;
    for (size_t k = 0; all && k < (size_t)1 << nminima; k++)
        all = empty_this_way(s, n, row, nminima, which, k, x);
    return all;
}

bool lcr_sym_holds(sym *s, const poly *p)
{
    const poly *less = lcr_poly_sub(s->pool, lcr_poly_si(s->pool, -1), p);
    return lcr_sym_empty(s, 1, &(sym_row){less, false, SIZE_MAX});
}

bool lcr_sym_is_zero(sym *s, const poly *p)
{
    return lcr_sym_holds(s, p) &&
           lcr_sym_holds(s, lcr_poly_sub(s->pool, lcr_poly_si(s->pool, 0), p));
}

bool lcr_sym_equal(sym *s, const poly *a, const poly *b)
{
    return lcr_sym_is_zero(s, lcr_poly_sub(s->pool, a, b));
}

/* ---- samples ---- */

/* Without isl: each as it is said, or large. */
static void plain_sample(sym *s, lc_int *value)
{
    for (size_t i = 0; i < s->n; i++) {
        lc_int at = lc_int_const(LARGE);
        if (s->var[i].has_low)
            at = lc_int_max(at, lc_int_add(s->pool->lc, s->var[i].low, lc_int_const((int32_t)i)));
        value[i] = s->var[i].has_high ? lc_int_min(at, s->var[i].high) : at;
    }
}

/* A point of what is known, with large parameters. */
static bool asked_sample(sym *s, lc_int *value)
{
    lc_int least[SYM_VARS];
    sys_point point;
    stated t;
    relaxation *x = new_relaxation(s);
    if (!x)
        return false;
    for (size_t i = 0; i < s->n; i++) {
        x->used[i] = !s->var[i].is;
        least[i] = s->var[i].low;
        bool room = !s->var[i].has_high || lc_int_lt(lc_int_const(LARGE), s->var[i].high);
        if (s->var[i].kind == SYM_PARAMETER && room)
            s->var[i].low = lc_int_max(s->var[i].low, lc_int_const(LARGE));
    }
    bool ok = add_known(x) && add_monomials(x) && state(x, x->n, 0, &t) &&
              ask(s, &t.set, &point) == LCR_YES;
    for (size_t i = 0; i < s->n; i++) {
        s->var[i].low = least[i];
        if (ok && x->used[i])
            value[i] = point.at[t.var[i]];
    }
    if (lc_ctx_code(s->pool->lc) != LC_ERR_MEMORY)
        lc_ctx_reset(s->pool->lc);
    return ok;
}

void lcr_sym_sample(sym *s, lc_int *value)
{
    plain_sample(s, value);
    if (s->nrows > 0)
        asked_sample(s, value);
    for (size_t i = 0; i < s->n; i++)
        if (s->var[i].is)
            value[i] = lcr_poly_at(s->pool->lc, s->var[i].is, value);
    lcr_sym_define(s, value);
}
