/* forms.c - bits of values as XORs of the bits of coordinates. */
#include "config.h"

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
    sys_sum *value = lcr_lit_alloc(pool, LIT_MAX_AXES, sizeof *value);
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
