/* basic.c - functions and sets of isl in the coordinates of a set. */
#include "config.h"

#include "basic.h"

#include "../../internal.h"

#include <isl/constraint.h>
#include <isl/mat.h>

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

/* An expression, which is taken over, at the place, as *sum / *by; floors become quotients. */
static bool sum_of(const place *p, isl_aff *aff, sys_sum *sum, lc_int *by)
{
    lc_int f;
    isl_size nin = isl_aff_dim(aff, isl_dim_in), ndiv = isl_aff_dim(aff, isl_dim_div);
    lcr_sys_zero(sum);
    bool ok = nin >= 0 && ndiv >= 0 && lcr_int(p->r, isl_aff_get_denominator_val(aff), by) &&
              numerator(p, isl_aff_get_constant_val(aff), *by, &sum->constant);
    for (int k = 0; ok && k < nin; k++) {
        ok = numerator(p, isl_aff_get_coefficient_val(aff, isl_dim_in, k), *by, &f);
        if (ok && !lc_int_is_zero(f))
            lcr_sys_add(&p->d->s, sum, f, &p->in[k]);
    }
    for (int i = 0; ok && i < ndiv; i++) {
        sys_sum of, floor;
        lc_int divisor;
        ok = numerator(p, isl_aff_get_coefficient_val(aff, isl_dim_div, i), *by, &f);
        if (!ok || lc_int_is_zero(f))
            continue;
        ok = sum_of(p, isl_aff_get_div(aff, i), &of, &divisor);
        if (ok) {
            lcr_quo_divide(p->d, &of, divisor, &floor, NULL);
            lcr_sys_add(&p->d->s, sum, f, &floor);
        }
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

/* ---- sets as they are ---- */

static size_t count(isl_size n)
{
    return n > 0 ? (size_t)n : 0;
}

/* A row of a matrix as a sum; *var is its only variable, if it is one. False with an error. */
static bool row_of(lcr_ctx *r, isl_mat *mat, size_t row, size_t n, sys_sum *sum, size_t *var)
{
    size_t vars = 0;
    bool ok = true;
    lcr_sys_zero(sum);
    for (size_t k = 0; ok && k <= n; k++) {
        lc_int *to = k < n ? &sum->of[k] : &sum->constant;
        ok = lcr_int(r, isl_mat_get_element_val(mat, (int)row, (int)k), to);
        if (ok && k < n && !lc_int_is_zero(*to)) {
            *var = k;
            vars++;
        }
    }
    *var = vars == 1 ? *var : n;
    return ok;
}

/* The ends of variables, the least ones first, by inequalities of one, which isl has divided. */
static bool read_ends(lcr_ctx *r, isl_mat *mat, size_t n, bool *has, lc_int *end)
{
    sys_sum sum;
    size_t var;
    for (size_t i = 0; i < count(isl_mat_rows(mat)); i++) {
        if (!row_of(r, mat, i, n, &sum, &var))
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
static bool say_rows(lcr_ctx *r, isl_mat *mat, bool equal, sys *s)
{
    sys_sum sum;
    size_t var;
    for (size_t i = 0; i < count(isl_mat_rows(mat)); i++) {
        if (!row_of(r, mat, i, s->n, &sum, &var))
            return false;
        if (equal || var == s->n || !lc_int_is_one(lc_int_abs(r->lc, sum.of[var])))
            lcr_sys_relate(s, &sum, equal ? SYS_EQ : SYS_GE);
    }
    return true;
}

bool lcr_basic_add(ev *e, isl_basic_set *part)
{
    lcr_ctx *r = e->pool->isl;
    size_t dims = count(isl_basic_set_dim(part, isl_dim_set));
    size_t n = dims + count(isl_basic_set_dim(part, isl_dim_div));
    if (n > SYS_VARS || isl_basic_set_dim(part, isl_dim_param) != 0)
        return lc_fail(r->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    bool *has = lcr_lit_alloc(e->pool, 2 * n + 1, sizeof *has);
    lc_int *end = lcr_lit_alloc(e->pool, 2 * n + 1, sizeof *end);
    if (!has || !end)
        return false;
    isl_mat *equal = isl_basic_set_equalities_matrix(part, isl_dim_set, isl_dim_div, isl_dim_cst,
                                                     isl_dim_param);
    isl_mat *least = isl_basic_set_inequalities_matrix(part, isl_dim_set, isl_dim_div,
                                                       isl_dim_cst, isl_dim_param);
    sys s = lcr_sys_new(e->pool);
    bool ok = read_ends(r, least, n, has, end);
    for (size_t k = 0; ok && k < n; k++)
        lcr_sys_var(&s, k < dims ? 'x' : 'q', has[k] ? &end[k] : NULL,
                    has[n + k] ? &end[n + k] : NULL);
    ok = ok && say_rows(r, equal, true, &s) && say_rows(r, least, false, &s);
    isl_mat_free(equal);
    isl_mat_free(least);
    return ok && lcr_isl_ok(r) && lcr_ev_add(e, &s);
}
