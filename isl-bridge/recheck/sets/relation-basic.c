/* relation-basic.c - functions and sets of isl in the coordinates of a set. */
#include "config.h"

#include "basic.h"

#include "../../internal.h"
#include "../read/size.h"

#include <isl/constraint.h>
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

/* A row, which is taken over, at the place. */
static bool row_of(const place *p, isl_constraint *row, sys_sum *sum, bool *equal)
{
    lc_int by;
    *equal = isl_constraint_is_equality(row) == isl_bool_true;
    bool ok = sum_of(p, isl_constraint_get_aff(row), sum, &by);
    isl_constraint_free(row);
    return ok;
}

static isl_stat say_row(isl_constraint *row, void *user)
{
    const place *p = user;
    sys_sum sum;
    lc_int least, most;
    bool equal, ok = row_of(p, row, &sum, &equal);
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

typedef struct {
    place at;
    ev *e;
} outside;

static isl_stat fail_row(isl_constraint *row, void *user)
{
    const outside *o = user;
    sys *s = &o->at.d->s;
    sys_sum sum;
    lc_int least, most;
    bool equal, ok = row_of(&o->at, row, &sum, &equal);
    bool holds = ok && !equal && lcr_sys_range(s, &sum, &least, &most) && lc_int_sign(least) >= 0;
    if (ok && !holds)
        ok = equal ? lcr_ev_not_zero(o->e, s, &sum) : lcr_ev_relate(o->e, s, &sum, SYS_LT);
    return ok ? isl_stat_ok : isl_stat_error;
}

bool lcr_basic_outside(ev *e, quo *d, isl_basic_set *part, const sys_sum *in)
{
    outside o = {{e->pool->isl, d, in}, e};
    return isl_basic_set_foreach_constraint(part, fail_row, &o) == isl_stat_ok && !d->s.failed;
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

/* Of n variables: whether they have a least value, and a largest one, and these. */
typedef struct {
    place at;
    size_t n;
    bool *has;
    lc_int *end;
} ends;

/* The only variable of a row that says where it ends, which isl has divided; n: it does not. */
static size_t ended_by(const ends *e, const sys_sum *sum, bool equal)
{
    size_t vars = 0, var = e->n;
    for (size_t k = 0; k < e->n; k++)
        if (!lc_int_is_zero(sum->of[k])) {
            var = k;
            vars++;
        }
    bool is = vars == 1 && !equal && lc_int_is_one(lc_int_abs(e->at.r->lc, sum->of[var]));
    return is ? var : e->n;
}

static isl_stat keep_end(isl_constraint *row, void *user)
{
    ends *e = user;
    sys_sum sum;
    bool equal, ok = row_of(&e->at, row, &sum, &equal);
    size_t var = ok ? ended_by(e, &sum, equal) : e->n;
    bool most = var < e->n && lc_int_lt(sum.of[var], lc_int_const(0));
    if (var < e->n) {
        e->has[var + (most ? e->n : 0)] = true;
        e->end[var + (most ? e->n : 0)] = most ? sum.constant
                                               : lc_int_neg(e->at.r->lc, sum.constant);
    }
    return ok ? isl_stat_ok : isl_stat_error;
}

static isl_stat say_other(isl_constraint *row, void *user)
{
    ends *e = user;
    sys_sum sum;
    bool equal, ok = row_of(&e->at, row, &sum, &equal);
    if (ok && ended_by(e, &sum, equal) == e->n)
        lcr_sys_relate(&e->at.d->s, &sum, equal ? SYS_EQ : SYS_GE);
    return ok ? isl_stat_ok : isl_stat_error;
}

static bool add_rows(ev *e, isl_basic_set *rows, size_t dims, size_t n)
{
    quo *free = lcr_quo_new(e->pool), *d = lcr_quo_new(e->pool);
    sys_sum *in = lcr_lit_alloc(e->pool, n + 1, sizeof *in);
    ends x = {{e->pool->isl, free, in},
              n,
              lcr_lit_alloc(e->pool, 2 * n + 1, sizeof *x.has),
              lcr_lit_alloc(e->pool, 2 * n + 1, sizeof *x.end)};
    if (!free || !d || !in || !x.has || !x.end)
        return false;
    for (size_t k = 0; k < n; k++)
        in[k] = lcr_sys_variable(lcr_sys_free(&free->s, 'x'));
    bool ok = isl_basic_set_foreach_constraint(rows, keep_end, &x) == isl_stat_ok;
    for (size_t k = 0; ok && k < n; k++)
        lcr_sys_var(&d->s, k < dims ? 'x' : 'q', x.has[k] ? &x.end[k] : NULL,
                    x.has[n + k] ? &x.end[n + k] : NULL);
    x.at.d = d;
    ok = ok && isl_basic_set_foreach_constraint(rows, say_other, &x) == isl_stat_ok;
    return ok && lcr_isl_ok(e->pool->isl) && lcr_ev_add(e, &d->s);
}

bool lcr_basic_add(ev *e, isl_basic_set *part)
{
    isl_size dims = isl_basic_set_dim(part, isl_dim_set);
    isl_basic_set *rows = isl_basic_set_flatten(isl_basic_set_lift(isl_basic_set_copy(part)));
    isl_size n = isl_basic_set_dim(rows, isl_dim_set);
    if (n > SYS_VARS)
        lc_fail(e->pool->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    bool ok = n >= 0 && n <= SYS_VARS && add_rows(e, rows, (size_t)dims, (size_t)n);
    isl_basic_set_free(rows);
    return ok;
}
