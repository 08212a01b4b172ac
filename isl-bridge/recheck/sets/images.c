/* images.c - claims about the values of a function, by the one encoding (sets/value.h). */
#include "config.h"

#include "../../../lib/size.h"
#include "parity.h"
#include "peel.h"
#include "value.h"

#include <string.h>

/* A function at coordinates of a domain, in a set that is begun. */
typedef struct {
    sys_sum *leaf, *value;
} image;

/* Does the checker look at all values, and not at sets? */
static bool looks(const ev *e, const fn *f, const lit *domain)
{
    return e->pool->looks && !lcr_fn_is_affine(f) &&
           lc_int_le(lcr_lit_size(e->pool->lc, domain), lc_int_const(LCR_EVIDENCE_POINTS));
}

/* False with an error, or where it is not stated: no set was added. */
static bool place(ev *e, quo *d, const fn *f, const lit *domain, char letter, image *to)
{
    to->leaf = lcr_lit_alloc(e->pool, domain->n + 1, sizeof *to->leaf);
    to->value = lcr_lit_alloc(e->pool, lcr_fn_room(f), sizeof *to->value);
    return to->leaf && to->value && !looks(e, f, domain) &&
           lcr_value_coordinates(d, domain, letter,
                                 lcr_value_has_bits(f) && !e->pool->sizes ? VALUE_BITS
                                                                          : VALUE_NUMBERS,
                                 to->leaf) &&
           lcr_value_of(d, f, domain, to->leaf, to->value);
}

/* The same of one function, in a new set; NULL likewise. */
static quo *place_alone(ev *e, const fn *f, const lit *domain, image *to)
{
    quo *d = lcr_quo_new(e->pool);
    return d && place(e, d, f, domain, 'c', to) ? d : NULL;
}

/* The values of several output dims as one number. */
static sys_sum number_of(quo *d, const fn *f, const image *at)
{
    return lcr_value_whole(d, f->n > 0 ? f->step[f->n - 1] : NULL, at->value);
}

/* ---- collisions ---- */

static void relate_difference(sys *s, const sys_sum *x, const sys_sum *y, sys_relation relation)
{
    sys_sum apart = *x;
    lcr_sys_add(s, &apart, lc_int_const(-1), y);
    lcr_sys_relate(s, &apart, relation);
}

/* Coordinates i and j of one value, the first leaf that differs larger in j. */
static bool collide(ev *e, const fn *f, const lit *domain, bool *known)
{
    quo *d = lcr_quo_new(e->pool);
    image x, y;
    *known = d && place(e, d, f, domain, 'i', &x) && place(e, d, f, domain, 'j', &y);
    if (!*known)
        return lcr_ev_ok(e);
    lcr_ev_by(e, "collision");
    for (size_t j = 0; j < lcr_fn_naxes(f); j++)
        relate_difference(&d->s, &x.value[j], &y.value[j], SYS_EQ);
    for (size_t k = 0; k < domain->n; k++) {
        sys s = d->s;
        relate_difference(&s, &x.leaf[k], &y.leaf[k], SYS_LT);
        if (!lcr_ev_add(e, &s))
            return false;
        relate_difference(&d->s, &x.leaf[k], &y.leaf[k], SYS_EQ);
    }
    return true;
}

/* Of XORs of bits: the values of two coordinates are the same where that of their XOR is, without
 * the constants, 0. XORs of numbers below an extent are all numbers of as many bits. */
static bool collide_in_bits(ev *e, const fn *f, const lit *domain, bool *known)
{
    value_forms v;
    *known = lcr_value_forms(e->pool, f, domain, false, &v) && v.rows < SYS_VARS &&
             v.bits + v.rows < SYS_VARS;
    if (!*known)
        return lcr_ev_ok(e);
    lcr_ev_by(e, "collision");
    for (size_t row = 0; row < v.rows; row++)
        v.form[row].constant = lc_int_const(0);
    for (size_t i = 0; i < v.bits; i++) {
        v.form[v.rows] = lcr_sys_variable(i);
        v.form[v.rows].constant = lc_int_const(1);
        if (!lcr_parity_set(e, v.bits, v.rows + 1, v.form))
            return false;
    }
    return true;
}

bool lcr_ev_injective(ev *e, const lit *a)
{
    fn f = {1, {a}};
    bool known = false;
    if (e->pool->points && lcr_lit_is_function(a))
        return e->pool->points->injective(e, a);
    lcr_peel_bijections(e, &f);
    if (f.n == 1 && lcr_lit_is_affine(f.step[0]) && f.step[0]->n <= SYS_VARS)
        return lcr_ev_collisions(e, f.step[0]);
    if (e->pool->sizes && f.n == 1 && lcr_has_xor_sizes(f.step[0]))
        return lcr_xor_sizes_injective(e, f.step[0]);
    if (lcr_lit_is_function(a) &&
        (!collide_in_bits(e, &f, a, &known) || (!known && !collide(e, &f, a, &known))))
        return false;
    return known ||
           (e->pool->sizes ? lcr_ev_not(e) : lcr_ev_images(e, a, EV_INJECTIVE, lc_int_const(0)));
}

/* ---- bounds ---- */

/* Do the bounds of its terms tell that x is within these? Then nothing else is said of them. */
static bool is_within(const sys *s, const sys_sum *x, lc_int least, lc_int most, sys *only,
                      sys_sum *same)
{
    lc_int low, high;
    if (lcr_sys_is_number(s, x) || !lcr_sys_range(s, x, &low, &high) || lc_int_lt(low, least) ||
        lc_int_lt(most, high))
        return false;
    *only = lcr_sys_new(s->pool);
    *same = lcr_sys_number(x->constant);
    for (size_t i = 0; i < s->n; i++)
        if (!lc_int_is_zero(x->of[i]))
            lcr_sys_add_var(only, same, x->of[i],
                            lcr_sys_between(only, 'c', s->ends[i]->least, s->ends[i]->most));
    return true;
}

bool lcr_ev_inside(ev *e, const fn *f, const lit *domain, lc_int least, lc_int most, bool *known)
{
    image at;
    quo *d = place_alone(e, f, domain, &at);
    size_t n = lcr_fn_naxes(f);
    bool one = f->n > 0 && lcr_lit_has_dims(f->step[f->n - 1]), ok = true;
    *known = d != NULL;
    if (d && one)
        at.value[0] = number_of(d, f, &at);
    for (size_t j = 0; d && ok && j < (one ? 1 : n); j++) {
        sys only;
        sys_sum same;
        ok = !e->pool->sizes && is_within(&d->s, &at.value[j], least, most, &only, &same)
                 ? lcr_ev_outside(e, &only, &same, least, most)
                 : lcr_ev_outside(e, &d->s, &at.value[j], least, most);
    }
    return ok && lcr_ev_ok(e);
}

bool lcr_ev_within(ev *e, const lit *a, lc_int least, lc_int most)
{
    fn f = {1, {a}};
    bool known = false;
    lcr_peel_blocks(e, &f, least, lc_int_add(e->pool->lc, most, lc_int_const(1)));
    lcr_ev_by(e, "bounds");
    if (f.n == 1 && lcr_lit_is_affine(f.step[0])) {
        for (size_t j = 0; j < f.step[0]->naxes; j++)
            if (!lcr_ev_bounds(e, f.step[0], j, least, most))
                return false;
        return true;
    }
    if (e->pool->sizes && f.n == 1 && lcr_has_xor_sizes(f.step[0]))
        return lcr_xor_sizes_within(e, f.step[0], least, most);
    if (lcr_lit_is_function(a) && !lcr_ev_inside(e, &f, a, least, most, &known))
        return false;
    return known || (e->pool->sizes ? lcr_ev_not(e) : lcr_ev_values_within(e, a, least, most));
}

/* ---- multiples ---- */

bool lcr_ev_remainder(ev *e, sys *s, sys_sum *value, lc_int n)
{
    lc_int last = lc_int_sub(e->pool->lc, n, lc_int_const(1));
    lcr_sys_add_var(s, value, lc_int_neg(e->pool->lc, n), lcr_sys_free(s, 'q'));
    lcr_sys_add_var(s, value, lc_int_const(-1), lcr_sys_between(s, 'r', lc_int_const(1), last));
    return lcr_ev_relate(e, s, value, SYS_EQ);
}

/* Every integer is a multiple of 1. */
static bool any_integer_is_multiple(ev *e)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum value = lcr_sys_variable(lcr_sys_free(&s, 'v'));
    return lcr_ev_remainder(e, &s, &value, lc_int_const(1));
}

bool lcr_ev_aligned(ev *e, const lit *a, lc_int n)
{
    fn f = {1, {a}};
    image at;
    sys_sum number, rest;
    e->out->by = "bounds";
    if (a->basis)
        return lcr_ev_not(e);
    if (lcr_lit_is_function(a) && lc_int_known_equal(n, lc_int_const(1)))
        return any_integer_is_multiple(e);
    quo *d = lcr_lit_is_function(a) ? place_alone(e, &f, a, &at) : NULL;
    if (!d || d->s.n + 2 > SYS_VARS)
        return lcr_ev_ok(e) &&
               (e->pool->sizes ? lcr_ev_not(e) : lcr_ev_images(e, a, EV_ALIGNED, n));
    number = number_of(d, &f, &at);
    if (!e->pool->sizes)
        return lcr_ev_remainder(e, &d->s, &number, n);
    lcr_quo_divide(d, &number, n, NULL, &rest);
    return d->s.failed ? lcr_ev_not(e) : lcr_ev_not_zero(e, &d->s, &rest);
}

/* ---- common values ---- */

/* Values that are the same on each axis, and on one of them not 0. */
static bool in_common(ev *e, const lit *a, const lit *c, bool *known)
{
    fn f = {1, {a}}, g = {1, {c}};
    const sys_sum zero = lcr_sys_number(lc_int_const(0));
    image x, y;
    size_t at[2];
    quo *d = lcr_quo_new(e->pool);
    if (!d || !lcr_peel_common(e, &f, &g))
        return false;
    *known = place(e, d, &f, a, 'i', &x) && place(e, d, &g, c, 'j', &y);
    if (!*known)
        return lcr_ev_ok(e);
    if (!a->basis) {
        sys_sum left = number_of(d, &f, &x), right = number_of(d, &g, &y);
        relate_difference(&d->s, &left, &right, SYS_EQ);
        return lcr_ev_not_zero(e, &d->s, &left);
    }
    for (size_t i = 0; lcr_fn_next_axis(&f, &g, &i, at);)
        relate_difference(&d->s, at[0] != SIZE_MAX ? &x.value[at[0]] : &zero,
                          at[1] != SIZE_MAX ? &y.value[at[1]] : &zero, SYS_EQ);
    for (size_t j = 0; j < lcr_fn_naxes(&f); j++)
        if (!lcr_ev_not_zero(e, &d->s, &x.value[j]))
            return false;
    return true;
}

bool lcr_ev_disjoint(ev *e, const lit *a, const lit *c)
{
    bool known = false;
    e->out->by = "common";
    if (a->basis == c->basis && lcr_lit_is_function(a) && lcr_lit_is_function(c) &&
        !in_common(e, a, c, &known))
        return false;
    return known || (e->pool->sizes ? lcr_ev_not(e) : lcr_ev_none_in_common(e, a, c));
}

/* ---- each place once ---- */

/* Counted: so they are all reached. */
bool lcr_ev_once_each(ev *e, const lit *x, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    bool as_many = lc_int_eq(lcr_lit_size(lc, x), n);
    bool ok = lcr_ev_condition(e, as_many, "there are not as many coordinates") &&
              lcr_ev_within(e, x, lc_int_const(0), lc_int_sub(lc, n, lc_int_const(1))) &&
              lcr_ev_injective(e, x);
    e->out->by = "counting";
    return ok;
}
