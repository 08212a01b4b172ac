/* sized.c - functions whose integers are sizes: their values are sums by quotients, whatever
 * kind of function it is.
 */
#include "config.h"

#include "graph.h"

#include <string.h>

/* A function at the integral coordinate x, or at the leaves, of its domain. */
static bool chain_at(quo *d, const fn *f, const lit *domain, const sys_sum *leaf,
                     const sys_sum *x, sys_sum *value)
{
    sys_sum *in = lcr_lit_alloc(d->s.pool, LIT_MAX_AXES, sizeof *in);
    if (!in)
        return false;
    value[0] = *x;
    for (size_t i = 0; i < f->n; i++) {
        const lit *a = f->step[i];
        bool own = i == 0 && lcr_lit_same_extents(a, domain);
        memcpy(in, value, LIT_MAX_AXES * sizeof *in);
        if (!(own ? lcr_value_at_leaves(d, a, leaf, value)
                  : lcr_value_at(d, a, i > 0 ? f->step[i - 1] : NULL, in, value)))
            return false;
    }
    return !d->s.failed;
}

/* A coordinate of a domain, new in the set: its leaves as variables and sums. */
typedef struct {
    size_t var[SYS_VARS];
    sys_sum x, *leaf;
} coordinate;

static coordinate *coordinate_of(quo *d, const lit *domain, char letter)
{
    coordinate *c = lcr_lit_alloc(d->s.pool, 1, sizeof *c);
    if (!c || !(c->leaf = lcr_lit_alloc(d->s.pool, domain->n, sizeof *c->leaf)))
        return NULL;
    lcr_fn_coordinates(&d->s, domain, letter, false, c->var);
    lcr_fn_integral(&d->s, domain, 0, domain->n, c->var, &c->x);
    for (size_t k = 0; k < domain->n; k++)
        c->leaf[k] = lcr_sys_variable(c->var[k]);
    return c;
}

/* The values of a function at a new coordinate; NULL: they are not stated, or an error. */
static sys_sum *values_of(quo *d, const fn *f, const lit *domain, char letter, coordinate **at)
{
    sys_sum *value = lcr_lit_alloc(d->s.pool, LIT_MAX_AXES, sizeof *value);
    if (!value || domain->n + d->s.n > SYS_VARS / 2)
        return NULL;
    *at = *at ? *at : coordinate_of(d, domain, letter);
    return *at && chain_at(d, f, domain, (*at)->leaf, &(*at)->x, value) ? value : NULL;
}

bool lcr_sized_same(ev *e, const fn *f, const fn *g, const lit *domain)
{
    quo *d = lcr_quo_new(e->pool);
    coordinate *at = NULL;
    const sys_sum *x = d ? values_of(d, f, domain, 'c', &at) : NULL;
    const sys_sum *y = x ? values_of(d, g, domain, 'c', &at) : NULL;
    if (!y)
        return lcr_ev_not(e);
    e->out->by = "digits";
    for (size_t j = 0; j < lcr_fn_naxes(f) + lcr_fn_naxes(g); j++) {
        bool first = j < lcr_fn_naxes(f);
        size_t own = first ? j : j - lcr_fn_naxes(f);
        lit_path path;
        lcr_fn_path(first ? f : g, own, &path);
        size_t other = lcr_fn_axis_of(first ? g : f, &path);
        if (!first && other != SIZE_MAX)
            continue;
        const sys_sum *v = other == SIZE_MAX ? NULL : first ? &y[other] : &x[other];
        if (!lcr_ev_differ(e, &d->s, first ? &x[own] : &y[own], v))
            return false;
    }
    return true;
}

bool lcr_sized_within(ev *e, const lit *a, lc_int least, lc_int most)
{
    const fn f = {1, {a}};
    quo *d = lcr_quo_new(e->pool);
    coordinate *at = NULL;
    const sys_sum *x = d ? values_of(d, &f, a, 'c', &at) : NULL;
    if (!x)
        return lcr_ev_not(e);
    for (size_t j = 0; j < a->naxes; j++)
        if (!lcr_ev_outside(e, &d->s, &x[j], least, most))
            return false;
    return true;
}

bool lcr_sized_aligned(ev *e, const lit *a, lc_int n)
{
    const fn f = {1, {a}};
    quo *d = lcr_quo_new(e->pool);
    coordinate *at = NULL;
    sys_sum rest;
    const sys_sum *x = d ? values_of(d, &f, a, 'c', &at) : NULL;
    if (!x)
        return lcr_ev_not(e);
    lcr_quo_divide(d, x, n, NULL, &rest);
    return d->s.failed ? lcr_ev_not(e) : lcr_ev_not_zero(e, &d->s, &rest);
}

/* The first leaf that differs is larger in the second coordinate. */
bool lcr_sized_injective(ev *e, const lit *a)
{
    const fn f = {1, {a}};
    quo *d = lcr_quo_new(e->pool);
    coordinate *i = NULL, *j = NULL;
    const sys_sum *x = d ? values_of(d, &f, a, 'i', &i) : NULL;
    const sys_sum *y = x ? values_of(d, &f, a, 'j', &j) : NULL;
    if (!y)
        return lcr_ev_not(e);
    lcr_ev_by(e, "collision");
    for (size_t k = 0; k < a->naxes; k++) {
        sys_sum apart = x[k];
        lcr_sys_add(&d->s, &apart, lc_int_const(-1), &y[k]);
        lcr_sys_relate(&d->s, &apart, SYS_EQ);
    }
    for (size_t k = 0; k < a->n; k++) {
        sys_sum more = lcr_sys_variable(i->var[k]);
        lcr_sys_add_var(&d->s, &more, lc_int_const(-1), j->var[k]);
        if (!lcr_ev_relate(e, &d->s, &more, SYS_LT))
            return false;
        lcr_sys_relate(&d->s, &more, SYS_EQ);
    }
    return true;
}

bool lcr_sized_disjoint(ev *e, const lit *a, const lit *b)
{
    const fn f = {1, {a}}, g = {1, {b}};
    quo *d = lcr_quo_new(e->pool);
    coordinate *i = NULL, *j = NULL;
    const sys_sum *x = d ? values_of(d, &f, a, 'i', &i) : NULL;
    const sys_sum *y = x ? values_of(d, &g, b, 'j', &j) : NULL;
    if (!y || a->basis != b->basis)
        return lcr_ev_not(e);
    for (size_t k = 0; k < a->naxes + b->naxes; k++) { /* on each axis of one of the two */
        bool first = k < a->naxes;
        lit_path path;
        lcr_fn_axis_path(first ? a : b, first ? k : k - a->naxes, &path);
        size_t other = lcr_fn_axis(first ? b : a, &path);
        sys_sum apart = first ? x[k] : y[k - a->naxes];
        if (first && other != SIZE_MAX)
            lcr_sys_add(&d->s, &apart, lc_int_const(-1), &y[other]);
        if (first || other == SIZE_MAX)
            lcr_sys_relate(&d->s, &apart, SYS_EQ);
    }
    for (size_t k = 0; k < a->naxes; k++)
        if (!lcr_ev_not_zero(e, &d->s, &x[k]))
            return false;
    return true;
}
