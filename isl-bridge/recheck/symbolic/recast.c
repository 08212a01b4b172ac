/* recast.c - elements of another width, and compact layouts in an order: what each leaf is. */
#include "config.h"

#include "law.h"

#include <string.h>

/* ---- recasts ---- */

static const poly *times(sym *s, lc_int n, const poly *p)
{
    return lcr_poly_mul(s->pool, lcr_poly_int(s->pool, n), p);
}

/* The stride n times that of the value; or strides d and 1, and n / d times the extent. */
static bool is_upcast(sym *s, lc_int n, const sv *a, const sv *v, size_t k)
{
    lc_int d, one;
    bool same = lcr_sym_equal(s, a->extent[k], v->extent[k]);
    if (same && lcr_sym_equal(s, a->step[k], times(s, n, v->step[k])))
        return true;
    if (!lcr_poly_is_int(a->step[k], &d) || lc_int_sign(d) <= 0 ||
        !lc_int_divides(s->pool->lc, d, n) || !lcr_poly_is_int(v->step[k], &one) ||
        !lc_int_is_one(one))
        return false;
    return lcr_sym_equal(s, a->extent[k], times(s, lc_int_fdiv(s->pool->lc, n, d), v->extent[k]));
}

/* A stride of 1 stays, its extent n times as much; others are never 1, and n times as much. */
static bool is_downcast(sym *s, lc_int n, const sv *a, const sv *v, size_t k)
{
    lc_int d;
    bool known = lcr_poly_is_int(a->step[k], &d);
    if (known && lc_int_is_one(lc_int_abs(s->pool->lc, d)))
        return lcr_sym_equal(s, a->step[k], v->step[k]) &&
               lcr_sym_equal(s, times(s, n, a->extent[k]), v->extent[k]);
    if (!known && !lc_int_is_one(n) && !lcr_sym_holds(s, lcr_poly_plus(s->pool, a->step[k], -2)))
        return false;
    return lcr_sym_equal(s, a->extent[k], v->extent[k]) &&
           lcr_sym_equal(s, times(s, n, a->step[k]), v->step[k]);
}

bool lcr_sym_of_recast(const sym_statement *t)
{
    const sv *a = lcr_sv_layout(t->s, t->arg[0]), *v = t->value;
    const poly *width;
    lc_int n;
    bool up = strcmp(t->name, "upcast") == 0;
    if (!a || a->basis || a->offset || v->kind != SV_LAYOUT || v->basis || v->offset ||
        !lcr_sv_congruent(a, v) || !lcr_sym_arg_size(t, 1, &width) ||
        !lcr_poly_is_int(width, &n) || lc_int_sign(n) <= 0)
        return false;
    for (size_t k = 0; k < a->n; k++)
        if (up ? !is_upcast(t->s, n, a, v, k) : !is_downcast(t->s, n, a, v, k))
            return false;
    return true;
}

/* ---- orders ---- */

/* The leaf of the order for each leaf of the shape; false: they do not fit. */
static bool stands_for(sym *s, const sv *shape, const sv *order, size_t *leaf, size_t *at,
                       size_t *by)
{
    if (!shape || !order)
        return false;
    if (order->nnodes == 1) {
        for (size_t k = 0; k < shape->n; k++)
            by[(*leaf)++] = *at;
        (*at)++;
        return true;
    }
    size_t rank = lcr_sv_rank(order);
    bool fits = shape->nnodes > 1 && lcr_sv_rank(shape) == rank;
    for (size_t i = 0; fits && i < rank; i++)
        fits = stands_for(s, lcr_sv_mode(s, shape, i), lcr_sv_mode(s, order, i), leaf, at, by);
    return fits;
}

/* A leaf goes over all leaves of less order, and over those before it of its own. */
bool lcr_sym_of_order(const sym_statement *t)
{
    const sv *order = t->arg[1];
    sv *out = lcr_sv_copy(t->s, lcr_sv_layout(t->s, t->arg[0]));
    size_t by[SV_LEAVES], leaf = 0, at = 0;
    lc_int value[SV_LEAVES];
    if (!out || t->arg[0]->kind != SV_TUPLE || order->kind != SV_TUPLE || order->step ||
        out->n > SV_LEAVES || order->n > SV_LEAVES ||
        !stands_for(t->s, t->arg[0], order, &leaf, &at, by))
        return false;
    for (size_t i = 0; i < order->n; i++)
        if (!order->extent[i] || !lcr_poly_is_int(order->extent[i], &value[i]))
            return false;
    const poly **step = lcr_lit_alloc(t->s->pool, out->n, sizeof *step);
    for (size_t k = 0; step && k < out->n; k++) {
        step[k] = lcr_poly_si(t->s->pool, 1);
        for (size_t i = 0; i < out->n && step[k]; i++)
            if (lc_int_lt(value[by[i]], value[by[k]]) || (by[i] == by[k] && i < k))
                step[k] = lcr_poly_mul(t->s->pool, step[k], out->extent[i]);
        if (!step[k])
            return false;
    }
    out->step = step;
    return step && lcr_sym_value_same(t, out);
}
