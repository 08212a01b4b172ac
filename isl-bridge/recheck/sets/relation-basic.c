/* relation-basic.c - functions and sets of isl in the coordinates of a set. */
#include "config.h"

#include "basic.h"

#include "../../internal.h"
#include "../read/size.h"

#include <isl/constraint.h>
#include <isl/mat.h>
#include <stdlib.h>
#include <string.h>

/* ---- affine expressions ---- */

typedef struct {
    lcr_ctx *r;
    quo *d;
    const sys_sum *in;
} place;

/* A factor times the denominator. */
static bool numerator(const place *p, isl_val *factor, lc_int by, lc_int *out)
{
    return lcr_int(p->r, isl_val_mul(factor, lcr_val(p->r, by)), out);
}

/* The size that a parameter of isl is; false: there is none, with an error. */
static bool size_of(lit_pool *pool, const char *name, lc_int *size)
{
    sym *s = pool->sizes;
    size_t i = !s || !name    ? SIZE_MAX
               : *name == '?' ? strtoul(name + 1, NULL, 10)
                              : lcr_sym_find(s, name, strlen(name));
    if (!s || i >= s->n)
        return lc_fail(pool->lc, LC_ERR_LIMIT, "a relation with a parameter that is not known");
    *size = lcr_size_of(s, lcr_sym_size(s, i));
    return lc_ctx_code(pool->lc) == LC_OK;
}

/* An expression, which is taken over, at the place, as *sum / *by; floors become quotients. */
static bool sum_of(const place *p, isl_aff *aff, sys_sum *sum, lc_int *by)
{
    lc_int f;
    lc_ctx *lc = p->r->lc;
    isl_size nin = isl_aff_dim(aff, isl_dim_in), ndiv = isl_aff_dim(aff, isl_dim_div);
    isl_size nparameters = isl_aff_dim(aff, isl_dim_param);
    lcr_sys_zero(sum);
    bool ok = nin >= 0 && ndiv >= 0 && lcr_int(p->r, isl_aff_get_denominator_val(aff), by) &&
              numerator(p, isl_aff_get_constant_val(aff), *by, &sum->constant);
    for (int k = 0; ok && k < nin; k++) {
        ok = numerator(p, isl_aff_get_coefficient_val(aff, isl_dim_in, k), *by, &f);
        if (ok && !lc_int_is_zero(f))
            lcr_sys_add(&p->d->s, sum, f, &p->in[k]);
    }
    for (int k = 0; ok && k < nparameters; k++) {
        lc_int size;
        ok = numerator(p, isl_aff_get_coefficient_val(aff, isl_dim_param, k), *by, &f);
        if (!ok || lc_int_is_zero(f))
            continue;
        ok = size_of(p->d->s.pool, isl_aff_get_dim_name(aff, isl_dim_param, (unsigned)k), &size);
        sum->constant = lc_int_add(lc, sum->constant, lc_int_mul(lc, f, size));
    }
    for (int i = 0; ok && i < ndiv; i++) {
        sys_sum of, floor;
        lc_int divisor;
        ok = numerator(p, isl_aff_get_coefficient_val(aff, isl_dim_div, i), *by, &f);
        if (!ok || lc_int_is_zero(f))
            continue;
        ok = sum_of(p, isl_aff_get_div(aff, i), &of, &divisor);
        if (ok && lcr_sys_is_number(&p->d->s, &of))
            floor = lcr_sys_number(lc_int_fdiv(lc, of.constant, divisor));
        else if (ok)
            lcr_quo_divide(p->d, &of, divisor, &floor, NULL);
        if (ok)
            lcr_sys_add(&p->d->s, sum, f, &floor);
    }
    isl_aff_free(aff);
    return ok && !p->d->s.failed;
}

bool lcr_basic_output(lcr_ctx *r, quo *d, isl_multi_aff *f, size_t k, const sys_sum *in,
                      sys_sum *value, lc_int *by)
{
    const place p = {r, d, in};
    return sum_of(&p, isl_multi_aff_get_aff(f, (int)k), value, by);
}

static isl_stat keep_only(isl_set *where, isl_aff *value, void *only)
{
    isl_set_free(where);
    *(isl_aff **)only = value;
    return isl_stat_ok;
}

bool lcr_basic_size(ev *e, isl_pw_aff *size, lc_int *n)
{
    const place p = {e->pool->isl, lcr_quo_new(e->pool), NULL};
    isl_aff *only = NULL;
    sys_sum sum;
    lc_int by;
    bool ok = p.d && isl_pw_aff_n_piece(size) == 1 &&
              isl_pw_aff_foreach_piece(size, keep_only, &only) == isl_stat_ok &&
              sum_of(&p, only, &sum, &by) && lc_int_is_one(by);
    isl_pw_aff_free(size);
    *n = ok ? sum.constant : lc_int_const(0);
    return ok;
}

static isl_stat say_row(isl_constraint *row, void *user)
{
    const place *p = user;
    sys_sum sum;
    lc_int by, least, most;
    bool equal = isl_constraint_is_equality(row) == isl_bool_true;
    bool ok = sum_of(p, isl_constraint_get_aff(row), &sum, &by);
    isl_constraint_free(row);
    bool bounded = ok && lcr_sys_range(&p->d->s, &sum, &least, &most);
    if (ok && (!bounded || lc_int_lt(least, lc_int_const(0)) ||
               (equal && lc_int_lt(lc_int_const(0), most))))
        lcr_sys_relate(&p->d->s, &sum, equal ? SYS_EQ : SYS_GE);
    return ok ? isl_stat_ok : isl_stat_error;
}

bool lcr_basic_say(lcr_ctx *r, quo *d, isl_basic_set *part, const sys_sum *in)
{
    place p = {r, d, in};
    return isl_basic_set_foreach_constraint(part, say_row, &p) == isl_stat_ok && !d->s.failed;
}

/* ---- what is known of parameters ---- */

static void say_known(sys *s, const poly *p, bool zero)
{
    sys_sum sum = lcr_sys_number(lcr_size_of(s->pool->sizes, p));
    if (p && lcr_poly_degree(p) <= 1)
        lcr_sys_relate(s, &sum, zero ? SYS_EQ : SYS_GE);
}

isl_set *lcr_basic_known(ev *e)
{
    lit_pool *pool = e->pool;
    sys s = lcr_sys_new(pool);
    const sym *z = pool->sizes;
    for (size_t i = 0; i < z->n; i++) {
        const sym_var *v = &z->var[i];
        const poly *x = lcr_poly_var(pool, i);
        if (v->is)
            say_known(&s, lcr_poly_sub(pool, x, v->is), true);
        if (v->has_low)
            say_known(&s, lcr_poly_sub(pool, x, lcr_poly_int(pool, v->low)), false);
        if (v->has_high)
            say_known(&s, lcr_poly_sub(pool, lcr_poly_int(pool, v->high), x), false);
    }
    for (size_t i = 0; i < z->nrows; i++)
        say_known(&s, z->row[i].p, z->row[i].zero);
    return isl_set_params(isl_set_from_basic_set(lcr_basic_of(pool->isl, &s)));
}

/* ---- sets as they are ---- */

static size_t count(isl_size n)
{
    return n > 0 ? (size_t)n : 0;
}

/* The basic set, of which rows are read: n variables, the parameters, and 1. */
typedef struct {
    lit_pool *pool;
    isl_basic_set *part;
    size_t n, nparameters;
} rows;

/* A row of a matrix as a sum; *var is its only variable, if it is one. False with an error. */
static bool row_of(const rows *of, isl_mat *mat, size_t row, sys_sum *sum, size_t *var)
{
    lcr_ctx *r = of->pool->isl;
    size_t vars = 0, n = of->n, last = n + of->nparameters;
    bool ok = true;
    lcr_sys_zero(sum);
    for (size_t k = 0; ok && k <= last; k++) {
        lc_int factor, size = lc_int_const(1);
        ok = lcr_int(r, isl_mat_get_element_val(mat, (int)row, (int)k), &factor);
        if (!ok || lc_int_is_zero(factor))
            continue;
        if (k < n) {
            sum->of[k] = factor;
            *var = k;
            vars++;
            continue;
        }
        ok = k == last ||
             size_of(of->pool,
                     isl_basic_set_get_dim_name(of->part, isl_dim_param, (unsigned)(k - n)),
                     &size);
        sum->constant = lc_int_add(r->lc, sum->constant, lc_int_mul(r->lc, factor, size));
    }
    *var = vars == 1 ? *var : n;
    return ok;
}

/* The ends of variables, the least ones first, by inequalities of one, which isl has divided. */
static bool read_ends(const rows *of, isl_mat *mat, bool *has, lc_int *end)
{
    lcr_ctx *r = of->pool->isl;
    sys_sum sum;
    size_t var, n = of->n;
    for (size_t i = 0; i < count(isl_mat_rows(mat)); i++) {
        if (!row_of(of, mat, i, &sum, &var))
            return false;
        if (var == n || !lc_int_is_one(lc_int_abs(r->lc, sum.of[var])))
            continue;
        bool most = lc_int_lt(sum.of[var], lc_int_const(0));
        has[var + (most ? n : 0)] = true;
        end[var + (most ? n : 0)] = most ? sum.constant : lc_int_neg(r->lc, sum.constant);
    }
    return true;
}

/* But for the ends. */
static bool say_rows(const rows *of, isl_mat *mat, bool equal, sys *s)
{
    sys_sum sum;
    size_t var;
    for (size_t i = 0; i < count(isl_mat_rows(mat)); i++) {
        if (!row_of(of, mat, i, &sum, &var))
            return false;
        if (equal || var == s->n || !lc_int_is_one(lc_int_abs(s->pool->lc, sum.of[var])))
            lcr_sys_relate(s, &sum, equal ? SYS_EQ : SYS_GE);
    }
    return true;
}

bool lcr_basic_add(ev *e, isl_basic_set *part)
{
    lcr_ctx *r = e->pool->isl;
    size_t dims = count(isl_basic_set_dim(part, isl_dim_set));
    size_t n = dims + count(isl_basic_set_dim(part, isl_dim_div));
    const rows of = {e->pool, part, n, count(isl_basic_set_dim(part, isl_dim_param))};
    if (n > SYS_VARS)
        return lc_fail(r->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    bool *has = lcr_lit_alloc(e->pool, 2 * n + 1, sizeof *has);
    lc_int *end = lcr_lit_alloc(e->pool, 2 * n + 1, sizeof *end);
    if (!has || !end)
        return false;
    isl_mat *equal = isl_basic_set_equalities_matrix(part, isl_dim_set, isl_dim_div,
                                                     isl_dim_param, isl_dim_cst);
    isl_mat *least = isl_basic_set_inequalities_matrix(part, isl_dim_set, isl_dim_div,
                                                       isl_dim_param, isl_dim_cst);
    sys s = lcr_sys_new(e->pool);
    bool ok = read_ends(&of, least, has, end);
    for (size_t k = 0; ok && k < n; k++)
        lcr_sys_var(&s, k < dims ? 'x' : 'q', has[k] ? &end[k] : NULL,
                    has[n + k] ? &end[n + k] : NULL);
    ok = ok && say_rows(&of, equal, true, &s) && say_rows(&of, least, false, &s);
    isl_mat_free(equal);
    isl_mat_free(least);
    return ok && lcr_isl_ok(r) && lcr_ev_add(e, &s);
}
