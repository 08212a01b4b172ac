/* sets.c - sets whose factors and bounds are sizes: systems of polynomials (read/symbols.h). */
#include "config.h"

#include "law.h"

#include "../read/size.h"
#include "../../../lib/size.h"

/* The variable of a set as one of the system, between its bounds; SIZE_MAX with an error. */
static size_t variable(sym *s, const sys_row *ends, sym_row *row, size_t *n)
{
    size_t at = lcr_sym_coordinate(s, NULL, row, n);
    const poly *x = at != SIZE_MAX ? lcr_poly_var(s->pool, at) : NULL;
    if (!x)
        return SIZE_MAX;
    if (ends && ends->has_least && lc_int_is_size(ends->least))
        row[(*n)++] = lcr_sym_row(lcr_poly_sub(s->pool, x, lcr_size_poly(s, ends->least)), false);
    if (ends && ends->has_most && lc_int_is_size(ends->most))
        row[(*n)++] = lcr_sym_row(lcr_poly_sub(s->pool, lcr_size_poly(s, ends->most), x), false);
    if (ends && ends->has_least && ends->has_most && lc_int_known_less(ends->most, ends->least))
        row[(*n)++] = lcr_sym_row(lcr_poly_si(s->pool, -1), false); /* there is no such number */
    lcr_sym_set_bounds(s, at, ends && ends->has_least ? lcr_size_poly(s, ends->least) : NULL,
                       ends && ends->has_most ? lcr_size_poly(s, ends->most) : NULL);
    return at;
}

/* What stands for a variable of the set: its number, where it has one, or the variable. */
static const poly *value_of(sym *s, const sys_row *ends, size_t var)
{
    bool one = ends && ends->has_least && ends->has_most &&
               lc_int_known_equal(ends->least, ends->most);
    return one ? lcr_size_poly(s, ends->least) : lcr_poly_var(s->pool, var);
}

/* The sum of a row, and what it says of it: p >= 0 or p = 0. */
static sym_row row_of(sym *s, const sys *set, const sys_row *row, const size_t *var)
{
    const lc_int one = lc_int_const(1);
    const poly *p = lcr_size_poly(s, row->constant);
    for (size_t i = 0; i < row->n; i++)
        p = lcr_poly_add(s->pool, p, one,
                         lcr_poly_mul(s->pool, lcr_size_poly(s, row->term[i].factor),
                                      value_of(s, set->ends[row->term[i].var],
                                               var[row->term[i].var])));
    if (row->relation == SYS_LE || row->relation == SYS_LT)
        p = lcr_poly_sub(s->pool, lcr_poly_si(s->pool, 0), p);
    if (row->relation == SYS_GT || row->relation == SYS_LT)
        p = lcr_poly_plus(s->pool, p, -1);
    return lcr_sym_row(p, row->relation == SYS_EQ);
}

/* What an equality says of a variable stands in its place in all other rows: products of what is
 * defined are then products of what it is. Bounds of the variable become rows. */
static bool eliminate(sym *s, size_t first, sym_row *row, size_t *n)
{
    lit_pool *pool = s->pool;
    for (size_t i = 0; i < *n; i++) {
        size_t var = SIZE_MAX;
        const poly *is = row[i].zero && row[i].p ? lcr_sym_said(pool, row[i].p, first, true, &var)
                                                 : NULL;
        if (var == SIZE_MAX)
            continue;
        const sym_var *v = &s->var[var];
        row[i--] = row[--*n];
        for (size_t k = 0; k < *n; k++)
            row[k].p = row[k].p ? lcr_poly_replace(pool, row[k].p, var, is) : NULL;
        if (v->has_low)
            row[(*n)++] = lcr_sym_row(lcr_poly_sub(pool, is, lcr_poly_int(pool, v->low)), false);
        if (v->has_high)
            row[(*n)++] = lcr_sym_row(lcr_poly_sub(pool, lcr_poly_int(pool, v->high), is), false);
        if (!is)
            return false;
    }
    return true;
}

/* Then the rows are asked as they are. */
static bool is_affine(size_t n, const sym_row *row)
{
    bool affine = true;
    for (size_t i = 0; i < n; i++)
        affine = affine && row[i].p && lcr_poly_degree(row[i].p) <= 1;
    return affine;
}

bool lcr_sym_set_is_empty(sym *s, const sys *set)
{
    size_t n = 0, first = s->n, stated = s->stated, var[SYS_VARS];
    sym_row *row = lcr_lit_alloc(s->pool, set->nrows + 4 * set->n + 1, sizeof *row);
    bool ok = row != NULL;
    for (size_t i = 0; ok && i < set->n; i++)
        ok = (var[i] = variable(s, set->ends[i], row, &n)) != SIZE_MAX;
    for (const sys_row *at = set->last; ok && at != NULL; at = at->before)
        if (!at->bounds)
            row[n++] = row_of(s, set, at, var);
    ok = ok && (is_affine(n, row) || eliminate(s, first, row, &n)) && lcr_sym_empty(s, n, row);
    s->n = first;
    s->stated += ok && set->n > 0 && !s->aside && s->stated == stated;
    return ok;
}
