/* relax-set.c - the set of a system, as isl is asked and as a certificate says it. */
#include "config.h"

#include "relax.h"
#include "trail.h"

#include <string.h>

#define OPERATIONS 5000UL /* of one question: these sets are easy, or not for isl */

/* ---- the set ---- */

static void state_row(const relaxation *x, relaxed_set *t, const sym_row *row)
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
                            t->product[lcr_relax_monomial(x, m)]);
    }
    lcr_sys_relate(&t->set, &sum, row->zero ? SYS_EQ : SYS_GE);
}

/* Rows that are bounds of variables are said with these. */
bool lcr_relax_state(const relaxation *x, relaxed_set *t)
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
        if (x->bounds == 0 || i < x->first || i >= x->first + x->bounds)
            state_row(x, t, &x->row[i]);
    return !t->set.failed;
}

/* A divisor that is a size is positive at all numbers of the parameters. */
static lc_int divisor_at(const sym *s, const sym_var *v, const lc_int *value)
{
    lc_int one = lc_int_const(1);
    return v->by ? lc_int_max(one, lcr_poly_at(s->pool->lc, v->by, value)) : v->divisor;
}

static void define_one(const sym *s, size_t i, lc_int *value)
{
    lc_ctx *lc = s->pool->lc;
    const sym_var *v = &s->var[i];
    if (v->kind == SYM_FLOOR)
        value[i] = lc_int_fdiv(lc, lcr_poly_at(lc, v->first[0], value), divisor_at(s, v, value));
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
static void keep_point(relaxation *x, const relaxed_set *t, const sys_point *point)
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

lcr_answer lcr_relax_ask(sym *s, const sys *set, sys_point *point)
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

/* ---- in words ---- */

static void say_poly(lc_text *out, const relaxation *x, const relaxed_set *t, const poly *p);

/* A variable as a certificate explains it: parameters by name, what is defined by what it is. */
static void say_var(lc_text *out, const relaxation *x, const relaxed_set *t, size_t i)
{
    const sym_var *v = &x->s->var[i];
    if (v->kind == SYM_PARAMETER) {
        lc_text_add(out, v->name);
    } else if (v->kind == SYM_FLOOR) {
        lc_text_add(out, "floor((");
        say_poly(out, x, NULL, v->first[0]);
        lc_text_add(out, ")/");
        if (v->by) {
            lc_text_add(out, "(");
            say_poly(out, x, NULL, v->by);
            lc_text_add(out, ")");
        } else {
            lc_text_add_int(out, v->divisor);
        }
        lc_text_add(out, ")");
    } else if (v->kind == SYM_MIN) {
        lc_text_add(out, "min(");
        say_poly(out, x, NULL, v->first[0]);
        lc_text_add(out, ", ");
        say_poly(out, x, NULL, v->first[1]);
        lc_text_add(out, ")");
    } else {
        lcr_sys_name(out, &t->set, t->var[i]);
    }
}

/* The factors of a product; by the names of the set, or, t being NULL, by what they are. */
static void say_monomial(lc_text *out, const relaxation *x, const relaxed_set *t, monomial m)
{
    for (size_t k = lcr_monomial_degree(m); k-- > 0;) {
        size_t var = lcr_monomial_var(m, k);
        if (t)
            lcr_sys_name(out, &t->set, t->var[var]);
        else
            say_var(out, x, NULL, var);
        lc_text_add(out, k > 0 ? "*" : "");
    }
}

static void say_poly(lc_text *out, const relaxation *x, const relaxed_set *t, const poly *p)
{
    lc_ctx *lc = x->s->pool->lc;
    for (size_t i = 0; i < p->n; i++) {
        const poly_term *term = &p->term[i];
        lc_int size = lc_int_abs(lc, term->factor);
        bool minus = lc_int_lt(term->factor, lc_int_const(0)), plain = term->of == 0;
        lc_text_add(out, i > 0 ? (minus ? " - " : " + ") : minus ? "-" : "");
        if (plain || !lc_int_is_one(size))
            lc_text_add_int(out, size);
        lc_text_add(out, plain || lc_int_is_one(size) ? "" : "*");
        size_t degree = lcr_monomial_degree(term->of);
        if (t && degree > 1)
            lcr_sys_name(out, &t->set, t->product[lcr_relax_monomial(x, term->of)]);
        else if (!plain)
            say_monomial(out, x, t, term->of);
    }
    if (p->n == 0)
        lc_text_add(out, "0");
}

static void say_variables(lc_text *out, const relaxation *x, const relaxed_set *t)
{
    const sym *s = x->s;
    for (size_t i = 0; i < s->n; i++) {
        if (!x->used[i] || s->var[i].kind == SYM_COORDINATE)
            continue;
        lc_text_add(out, "where ");
        lcr_sys_name(out, &t->set, t->var[i]);
        lc_text_add(out, " is ");
        say_var(out, x, t, i);
        lc_text_add(out, "\n");
    }
    for (size_t i = 0; i < x->nmonomials; i++) {
        lc_text_add(out, "where ");
        lcr_sys_name(out, &t->set, t->product[i]);
        lc_text_add(out, " is ");
        say_monomial(out, x, t, x->of[i]);
        lc_text_add(out, "\n");
    }
}

/* (p0 - 1)*(c0 - 1) = u0 - p0 - c0 + 1 */
static void say_identity(lc_text *out, const relaxation *x, const relaxed_set *t, size_t row)
{
    lc_text_add(out, "identity (");
    say_poly(out, x, t, x->by[row][0]);
    lc_text_add(out, ")*(");
    say_poly(out, x, t, x->by[row][1]);
    lc_text_add(out, ") = ");
    say_poly(out, x, t, x->row[row].p);
    lc_text_add(out, "\n");
}

/* The lines of trail.h, of the pool; NULL with an error. */
static const char *item_of(const relaxation *x, const relaxed_set *t)
{
    lc_text out = {0};
    lc_text_add(&out, "set ");
    const char *set = lcr_sys_text(&t->set);
    if (set)
        lc_text_add(&out, set);
    else
        lc_text_miss(&out);
    lc_text_add(&out, "\n");
    say_variables(&out, x, t);
    for (size_t i = 0; i < x->n; i++)
        if (x->by[i][0])
            say_identity(&out, x, t, i);
    return lcr_text_take(x->s->pool, &out);
}

/* ---- the question ---- */

bool lcr_relax_is_empty(relaxation *x, const relaxed_set *t)
{
    sym *s = x->s;
    sys_point point;
    lcr_answer some = lcr_relax_ask(s, &t->set, &point);
    if (some == LCR_YES && is_exact(x) && !s->met)
        keep_point(x, t, &point);
    bool empty = some == LCR_NO && lc_ctx_code(s->pool->lc) == LC_OK;
    s->sets += some == LCR_NO;
    if (empty) {
        s->stated += t->set.n > 0 && !s->aside;
        s->computed = s->computed || (t->set.n == 0 && !s->aside);
        if (s->trail)
            lcr_trail_met(s->trail, item_of(x, t));
    }
    return empty;
}
