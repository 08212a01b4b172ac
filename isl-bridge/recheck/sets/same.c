/* same.c - functions that are the same: on no axis is the difference of their values, two sums of
 * the one encoding (sets/value.h), positive or negative.
 */
#include "config.h"

#include "peel.h"
#include "value.h"

#include <stdio.h>

bool lcr_fn_next_axis(const fn *f, const fn *g, size_t *i, size_t at[2])
{
    lit_path path;
    for (size_t n = lcr_fn_naxes(f); *i < n + lcr_fn_naxes(g); ++*i) {
        lcr_fn_path(*i < n ? f : g, *i < n ? *i : *i - n, &path);
        at[0] = *i < n ? *i : lcr_fn_axis_of(f, &path);
        at[1] = *i < n ? lcr_fn_axis_of(g, &path) : *i - n;
        if (*i < n || at[0] == SIZE_MAX)
            return ++*i, true;
    }
    return false;
}

/* ---- sets ---- */

static bool by_sums(ev *e, const fn *f, const fn *g, const lit *domain, bool *known)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum *leaf = lcr_lit_alloc(e->pool, domain->n + 1, sizeof *leaf);
    sys_sum *x = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *x);
    sys_sum *y = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *y);
    size_t at[2];
    if (!d || !leaf || !x || !y)
        return false;
    bool bits = !e->pool->sizes && (lcr_value_has_bits(f) || lcr_value_has_bits(g));
    *known = lcr_value_coordinates(d, domain, 'c', bits ? VALUE_BITS : VALUE_NUMBERS, leaf) &&
             lcr_value_of(d, f, domain, leaf, x) && lcr_value_of(d, g, domain, leaf, y);
    if (!*known)
        return lcr_ev_ok(e);
    e->out->by = "difference";
    for (size_t i = 0; lcr_fn_next_axis(f, g, &i, at);)
        if (!lcr_ev_differ(e, &d->s, at[0] != SIZE_MAX ? &x[at[0]] : NULL,
                           at[1] != SIZE_MAX ? &y[at[1]] : NULL))
            return false;
    return true;
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

/* ---- point by point ---- */

bool lcr_fn_same_at(lc_ctx *lc, const fn *f, const fn *g, lc_int c, bool *same)
{
    lc_int x[LIT_MAX_AXES], y[LIT_MAX_AXES], zero = lc_int_const(0);
    size_t at[2];
    if (!lcr_fn_at(lc, f, c, x) || !lcr_fn_at(lc, g, c, y))
        return false;
    *same = true;
    for (size_t i = 0; lcr_fn_next_axis(f, g, &i, at);)
        *same = *same && lc_int_eq(at[0] != SIZE_MAX ? x[at[0]] : zero,
                                   at[1] != SIZE_MAX ? y[at[1]] : zero);
    return true;
}

static bool by_points(ev *e, const fn *f, const fn *g, const lit *domain)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, domain);
    if (lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), size))
        return lcr_ev_not(e);
    e->out->by = "points";
    e->out->looked = true;
    for (int64_t c = 0; c < lc_int_get_si(size) && e->out->holds; c++) {
        bool same = false;
        lc_frame frame = lc_frame_open(lc);
        bool defined = lcr_fn_same_at(lc, f, g, lc_int_si(lc, c), &same);
        lc_frame_close(lc, frame);
        char text[64];
        snprintf(text, sizeof text, "the values at %lld differ", (long long)c);
        if (!defined)
            snprintf(text, sizeof text, "no value at %lld", (long long)c);
        if (!lcr_ev_condition(e, defined && same, text))
            return false;
    }
    return true;
}

bool lcr_ev_same(ev *e, const fn *f, const fn *g, const lit *domain)
{
    bool known = false, sets = true;
    fn x = *f, y = *g;
    if (e->pool->points)
        return e->pool->points->same(e, f, g, domain);
    lcr_peel_same(e, &x, &y);
    if (e->pool->sizes && x.n == 1 && y.n == 1 && lcr_has_xor_sizes(x.step[0]) &&
        lcr_has_xor_sizes(y.step[0]))
        return lcr_xor_sizes_same(e, x.step[0], y.step[0]);
    if (e->pool->looks && !(lcr_fn_is_affine(&x) && lcr_fn_is_affine(&y)))
        sets = lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), lcr_lit_size(e->pool->lc, domain));
    if (!lcr_ev_same_in_bits(e, &x, &y, domain, &known) ||
        (!known && sets && !by_sums(e, &x, &y, domain, &known)))
        return false;
    return known || (e->pool->sizes ? lcr_ev_not(e) : by_points(e, f, g, domain));
}
