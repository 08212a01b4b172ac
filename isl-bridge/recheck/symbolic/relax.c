/* relax.c - systems of polynomials: their rows, and the products of these. */
#include "config.h"

#include "relax.h"

#include <stdlib.h>
#include <string.h>

#define MINIMA 4 /* of which all ways to fall are tried */

/* Of its arrays only what is written is read. */
static void start(relaxation *x, sym *s)
{
    x->s = s;
    x->n = x->nmonomials = x->bounds = 0;
    memset(x->used, 0, sizeof x->used);
}

relaxation *lcr_relax_new(sym *s)
{
    relaxation *x = lcr_lit_alloc(s->pool, 1, sizeof *x);
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
    if (!row.p || x->n == RELAX_ROWS)
        return false;
    x->by[x->n][0] = x->by[x->n][1] = NULL;
    x->row[x->n++] = row;
    return true;
}

/* The product of two things, of which one is 0, or both are not negative. */
static bool add_product(relaxation *x, const poly *a, const poly *b, bool zero)
{
    if (!add(x, lcr_sym_row(lcr_poly_mul(x->s->pool, a, b), zero)))
        return false;
    x->by[x->n - 1][0] = a;
    x->by[x->n - 1][1] = b;
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
    if (at == RELAX_MONOMIALS)
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

size_t lcr_relax_monomial(const relaxation *x, monomial m)
{
    const monomial *at = find(x, m);
    return at ? (size_t)(at - x->of) : SIZE_MAX;
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

bool lcr_relax_known(relaxation *x)
{
    return add_known(x) && add_monomials(x);
}

/* ---- products ---- */

/* Rows [from, to) times the affine ones of the first `base`. Where there is no room for more,
 * less is said. */
static bool multiply(relaxation *x, size_t base, size_t from, size_t to)
{
    for (size_t h = 0; h < base; h++) {
        const sym_row *by = &x->row[h];
        if (lcr_poly_degree(by->p) != 1)
            continue;
        for (size_t g = from == 0 ? h : from; g < to && x->n < RELAX_ROWS; g++) {
            bool zero = x->row[g].zero || by->zero;
            if (!is_spoken_of(x, x->row[g].p, by->p))
                continue;
            if (!add_product(x, x->row[g].p, by->p, zero))
                return false;
        }
    }
    return true;
}

/* What is 0 times each variable. */
static bool multiply_zeros(relaxation *x, size_t base)
{
    for (size_t g = 0; g < base; g++)
        for (size_t v = 0; x->row[g].zero && v < x->s->n && x->n < RELAX_ROWS; v++) {
            const poly *var = x->used[v] ? lcr_poly_var(x->s->pool, v) : NULL;
            if (var && is_spoken_of(x, x->row[g].p, var) &&
                !add_product(x, x->row[g].p, var, true))
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

static bool relax(relaxation *x, size_t n, const sym_row *row)
{
    relaxed_set t;
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        ok = add(x, row[i]);
        if (ok)
            use(x, row[i].p);
    }
    ok = ok && add_known(x);
    x->first = x->n;
    ok = ok && add_monomials(x) && add_bounds(x);
    x->bounds = x->n - x->first;
    return ok && add_products(x) && lcr_relax_state(x, &t) && lcr_relax_is_empty(x, &t);
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
    bool lost = s->no_budget || lc_ctx_code(s->pool->lc) != LC_OK;
    relaxation *x = lost ? NULL : lcr_relax_new(s);
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
