/* forms.c - bits of values as XORs of the bits of coordinates. */
#include "config.h"

#include "evidence.h"
#include "xor.h"

/* The bits of x, of 0 or more, as XORs of the first n variables, the coordinates. */
static bool add_forms(quo *d, const sys_sum *x, size_t n, value_forms *to)
{
    size_t bits = lcr_xor_width(d, x);
    for (size_t i = 0; bits != SIZE_MAX && i < bits; i++) {
        if (to->rows == SYS_VARS)
            return false;
        sys_sum *form = &to->form[to->rows++];
        lcr_quo_form(d, x, i, form);
        for (size_t k = n; k < d->s.n; k++)
            if (!lc_int_is_plain_zero(form->of[k]))
                return false;
    }
    return bits != SIZE_MAX;
}

bool lcr_value_forms(lit_pool *pool, const fn *f, const lit *domain, bool whole, value_forms *to)
{
    quo *d = lcr_quo_new(pool);
    sys_sum *leaf = lcr_lit_alloc(pool, domain->n + 1, sizeof *leaf);
    sys_sum *value = lcr_lit_alloc(pool, lcr_fn_room(f), sizeof *value);
    *to = (value_forms){.form = lcr_lit_alloc(pool, SYS_VARS, sizeof *to->form)};
    if (!d || !leaf || !value || !to->form || pool->sizes ||
        !lcr_value_coordinates(d, domain, 'x', VALUE_ALL_BITS, leaf))
        return false;
    to->bits = d->s.n;
    bool are = lcr_value_of(d, f, domain, leaf, value);
    size_t axes = whole ? 1 : lcr_fn_naxes(f);
    if (are && whole)
        value[0] = lcr_value_whole(d, f->n > 0 ? f->step[f->n - 1] : NULL, value);
    for (size_t j = 0; are && j < axes; j++) {
        are = add_forms(d, &value[j], to->bits, to);
        to->end[j] = to->rows;
    }
    return are && !d->s.failed;
}

bool lcr_value_is_xor(lit_pool *pool, const fn *f, const lit *domain, size_t *bits)
{
    value_forms v;
    const lc_int size = lcr_lit_size(pool->lc, domain);
    if (lc_int_is_size(size) || !lc_int_is_power_of_two(size) ||
        (f->n > 0 && f->step[f->n - 1]->basis))
        return false;
    *bits = lc_int_bits(size) - 1;
    return *bits <= 62 && lcr_value_forms(pool, f, domain, false, &v);
}

/* Bit `row` of the values on an axis, added to a sum; past its last one, or without the axis,
 * 0. */
static bool add_row(sys *s, const value_forms *v, size_t axis, size_t row, sys_sum *sum)
{
    size_t at = axis == SIZE_MAX ? SIZE_MAX : row + (axis > 0 ? v->end[axis - 1] : 0);
    bool is = axis != SIZE_MAX && at < v->end[axis];
    if (is)
        lcr_sys_add(s, sum, lc_int_const(1), &v->form[at]);
    return is;
}

/* What is the same at every bit of the coordinates is the same at every XOR of them. */
bool lcr_ev_same_in_bits(ev *e, const fn *f, const fn *g, const lit *domain, bool *known)
{
    value_forms x, y;
    size_t at[2];
    *known = (lcr_value_has_bits(f) || lcr_value_has_bits(g)) &&
             lcr_value_forms(e->pool, f, domain, false, &x) &&
             lcr_value_forms(e->pool, g, domain, false, &y);
    if (!*known)
        return lcr_ev_ok(e);
    e->out->by = "parity";
    sys s = lcr_sys_new(e->pool);
    for (size_t i = 0; i < x.bits; i++)
        lcr_sys_free(&s, 'x');
    for (size_t i = 0; lcr_fn_next_axis(f, g, &i, at);)
        for (size_t row = 0;; row++) {
            sys_sum sum = {.constant = lc_int_const(0)};
            bool first = add_row(&s, &x, at[0], row, &sum);
            if (!add_row(&s, &y, at[1], row, &sum) && !first && row > 0)
                break;
            if (!lcr_ev_parity(e, &s, &sum, true))
                return false;
        }
    return true;
}
