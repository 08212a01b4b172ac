/* linear-of.c - literals as linear layouts, where they are linear over F2: where the one
 * encoding of values (sets/value.h) gives bits that are XORs of the bits of a coordinate, and
 * nothing else.
 */
#include "config.h"

#include "linear.h"
#include "value.h"

#include <stdio.h>

/* How many output dims there are, and which one each axis is; 0: too many. */
static size_t places_of(const lit *a, size_t *place)
{
    size_t axis[FN_LEAVES], n = lcr_fn_value_leaves(a, axis);
    for (size_t i = 0; i < n; i++)
        if (axis[i] < a->naxes)
            place[axis[i]] = i;
    return n <= LIT_MAX_AXES ? n : 0;
}

/* Bit `row` of the values on an axis as an XOR of bits; NULL: past its last one. */
static const sys_sum *row_of(const value_forms *v, size_t axis, size_t row)
{
    size_t at = row + (axis > 0 ? v->end[axis - 1] : 0);
    return at < v->end[axis] ? &v->form[at] : NULL;
}

/* How many bits the numbers on an axis need; SIZE_MAX: they are not 0 at 0. */
static size_t bits_on(const value_forms *v, size_t axis)
{
    size_t n = 0;
    for (size_t row = 0; row_of(v, axis, row); row++) {
        const sys_sum *form = row_of(v, axis, row);
        if (!lc_int_is_zero(form->constant))
            return SIZE_MAX;
        for (size_t i = 0; i < v->bits; i++)
            n = lc_int_is_zero(form->of[i]) ? n : row + 1;
    }
    return n;
}

/* The dims of what has no names: the numbers on an axis have as many bits as they need, those
 * of a swizzle as many as its coordinates. False: not linear, too many bits, or an error. */
static bool name_dims(ev *e, const lit *a, const value_forms *v, size_t n, const size_t *place,
                      lin *l)
{
    size_t most[LIT_MAX_AXES] = {a->kind == LIT_SWIZZLE ? v->bits : 0};
    char *name = lcr_lit_alloc(e->pool, n, 8);
    if (!name || !lcr_lin_begin(e, l))
        return false;
    for (size_t j = 0; j < a->naxes; j++) {
        size_t bits = bits_on(v, j);
        if (bits > LIN_BITS)
            return false;
        most[place[j]] = bits > most[place[j]] ? bits : most[place[j]];
    }
    lcr_lin_append(&l->dims[LIN_IN], "in", v->bits);
    for (size_t k = 0; k < n; k++) {
        snprintf(name + 8 * k, 8, a->basis ? "dim%u" : "out", (unsigned)k % 100);
        lcr_lin_append(&l->dims[LIN_OUT], name + 8 * k, most[k]);
    }
    return lcr_lin_bits(&l->dims[LIN_OUT]) <= LIN_BITS;
}

/* The columns of the forms; those of axis j are of output dim place[j]. */
static void columns_of(const lit *a, const value_forms *v, const size_t *place, lin *l)
{
    for (size_t j = 0; j < a->naxes; j++) {
        const lit_dim *dim = &l->dims[LIN_OUT].dim[place[j]];
        for (size_t row = 0; row < dim->bits && row_of(v, j, row); row++)
            for (size_t i = 0; i < v->bits; i++)
                if (!lc_int_is_zero(row_of(v, j, row)->of[i]))
                    l->column[i] |= lcr_lin_bit(dim->first + row);
    }
}

static const lin *of_linear(ev *e, const lit *a, lin *l)
{
    *l = (lin){.dims = {{a->nins, a->in}, {a->naxes, a->outs}}};
    if (lcr_lin_bits(&l->dims[LIN_OUT]) > LIN_BITS)
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "more than %d output bits", LIN_BITS);
    for (size_t j = 0; j < a->naxes; j++)
        for (size_t i = 0; i < a->bits; i++)
            for (size_t r = 0; r < a->outs[j].bits; r++)
                if (lc_int_bit(a->column[j * a->bits + i], r))
                    l->column[i] |= lcr_lin_bit(a->outs[j].first + r);
    return l;
}

const lin *lcr_lin_of(ev *e, const lit *a)
{
    size_t place[LIT_MAX_AXES];
    a = lcr_ev_layout(e, a);
    lin *l = lcr_lit_alloc(e->pool, 1, sizeof *l);
    if (!a || !l)
        return NULL;
    if (a->kind == LIT_LINEAR)
        return of_linear(e, a, l);
    const fn f = {1, {a}};
    const lc_int size = lcr_lit_size(e->pool->lc, a);
    value_forms v;
    size_t n;
    if (!lcr_lit_is_function(a) || lcr_lit_has_dims(a) || !lc_int_is_power_of_two(size) ||
        lc_int_bits(size) - 1 > LIN_BITS || !lcr_value_forms(e->pool, &f, a, false, &v) ||
        (n = places_of(a, place)) == 0 || !name_dims(e, a, &v, n, place, l))
        return NULL;
    columns_of(a, &v, place, l);
    return l;
}

const lin *lcr_lin_of_swizzle(ev *e, const lit *a, size_t bits)
{
    lit *wide = lcr_lit_copy(e->pool, a);
    lc_int *size = lcr_lit_alloc(e->pool, 1, sizeof *size);
    if (!wide || !size)
        return NULL;
    *size = lcr_lit_power(e->pool->lc, bits);
    if (lc_int_lt(*size, a->extent[0]))
        *size = a->extent[0];
    wide->extent = size;
    const lin *l = lcr_lin_of(e, wide);
    if (!l)
        lc_fail(e->pool->lc, LC_ERR_LIMIT, "a swizzle of numbers of more than %d bits", LIN_BITS);
    return l;
}

/* ---- arguments and values ---- */

const lin *lcr_lin_value(ev *e, const lcr_statement *s)
{
    e->out->by = "parity";
    if (s->value->kind == LIT_LINEAR)
        return lcr_lin_of(e, s->value);
    lcr_ev_condition(e, false, "the value is no linear layout");
    return NULL;
}

const lin *lcr_lin_arg(ev *e, const lcr_statement *s, size_t i)
{
    const lin *l = i < s->n ? lcr_lin_of(e, s->arg[i]) : NULL;
    if (!l)
        lcr_ev_not(e);
    return l;
}

bool lcr_lin_is(ev *e, const lcr_statement *s, const lin *w)
{
    const lin *v = lcr_lin_value(e, s);
    return v ? lcr_lin_equals(e, v, w) : lcr_ev_ok(e);
}

bool lcr_lin_says(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    return l ? lcr_lin_is(e, s, l) : lcr_ev_ok(e);
}
