/* linear-of.c - literals as linear layouts, where they are linear over F2.
 *
 * A layout is, when the values at single bits of its coordinates share no bit on any axis: then
 * no sum of them carries, and it is their XOR.
 */
#include "config.h"

#include "linear.h"

#include <stdio.h>
#include <string.h>

/* ---- values at single bits ---- */

/* The map of the numbers on each axis at 1, 2, 4, ...; those of axis j are of output dim
 * place[j]. */
static bool map_of(ev *e, lin *l, size_t cols, size_t axes, const size_t *place,
                   const lc_int *column)
{
    const lin_dims *outs = &l->dims[LIN_OUT];
    if (!lcr_lin_zero(e, &l->map, lcr_lin_bits(outs), cols))
        return false;
    for (size_t j = 0; j < axes; j++) {
        const lit_dim *out = &outs->dim[place ? place[j] : j];
        for (size_t i = 0; i < cols; i++)
            for (size_t r = 0; r < out->bits; r++)
                l->map.at[(out->first + r) * cols + i] = lc_int_bit(column[j * cols + i], r);
    }
    return true;
}

/* The values at 1, 2, 4, ..., column[axis * bits + i]. */
static bool columns_of(ev *e, const lit *a, size_t bits, lc_int *column)
{
    lc_int value[LIT_MAX_AXES];
    for (size_t i = 0; i < bits; i++) {
        if (!lcr_lit_at(e->pool->lc, a, lcr_lit_power(e->pool->lc, i), value))
            return false;
        for (size_t j = 0; j < a->naxes; j++)
            column[j * bits + i] = value[j];
    }
    return true;
}

/* Do coordinates of so many bits fall apart into those of the leaves, bit by bit? */
static bool leaves_are_bits(const lit *a, size_t bits)
{
    for (size_t k = 0; k + 1 < a->n; k++) {
        size_t here = lc_int_bits(a->extent[k]) - 1;
        if (here >= bits)
            return true;
        if (!lc_int_is_power_of_two(a->extent[k]))
            return false;
        bits -= here;
    }
    return true;
}

/* Values of so many coordinate bits: of their sums, none carries, so that they are XORs. */
static bool without_carries(lc_ctx *lc, const lit *a, size_t bits, const lc_int *column)
{
    for (size_t j = 0; j < a->naxes; j++) {
        lc_int seen = lc_int_const(0);
        for (size_t i = 0; i < bits; i++) {
            lc_int value = column[j * bits + i], sum = lc_int_add(lc, seen, value);
            if (lc_int_lt(value, lc_int_const(0)) ||
                (!a->by_xor && !lc_int_eq(sum, lcr_lit_xor(lc, seen, value))))
                return false;
            seen = sum;
        }
    }
    return true;
}

/* Is a function of integral coordinates of so many bits linear over F2? `column` has room for
 * its values at single bits. */
static bool is_linear(ev *e, const lit *a, size_t bits, lc_int *column)
{
    if (a->kind == LIT_SWIZZLE || !lcr_all_zero(a->naxes, a->offset))
        return a->kind == LIT_SWIZZLE;
    if (a->kind == LIT_LAYOUT) {
        lit plain = *a;
        plain.b = 0;
        return leaves_are_bits(a, bits) && columns_of(e, &plain, bits, column) &&
               without_carries(e->pool->lc, a, bits, column);
    }
    if (a->kind != LIT_COMPOSED || a->inner->naxes != 1 || a->inner->basis ||
        !is_linear(e, a->inner, bits, column) || !columns_of(e, a->inner, bits, column))
        return false;
    size_t between = 0;
    for (size_t i = 0; i < bits; i++)
        if (lc_int_bits(column[i]) > between)
            between = lc_int_bits(column[i]);
    return !a->outer || (between <= LIN_BITS && is_linear(e, a->outer, between, column));
}

/* ---- axes ---- */

/* The leaves of the nesting that the paths of `a` span, below the first `depth` modes of a path;
 * at most LIT_MAX_AXES + 1. */
static size_t leaves_below(const lit *a, const lit_path *path, size_t depth)
{
    lit_path at = *path;
    at.depth = depth;
    size_t n = 0, modes = lcr_lit_modes_below(a, &at);
    lit_path next = *path;
    for (size_t m = 0; m < modes && n <= LIT_MAX_AXES; m++) {
        next.mode[depth] = (uint32_t)m;
        n += leaves_below(a, &next, depth + 1);
    }
    return modes > 0 ? n : 1;
}

/* The number of leaves before the one of a path. */
static size_t place_of(const lit *a, const lit_path *path)
{
    size_t n = 0;
    for (size_t d = 0; d < path->depth; d++) {
        lit_path before = *path;
        for (uint32_t m = 0; m < path->mode[d] && n <= LIT_MAX_AXES; m++) {
            before.mode[d] = m;
            n += leaves_below(a, &before, d + 1);
        }
    }
    return n;
}

/* How many output dims there are, and which one each axis is; 0: too many. */
static size_t places_of(const lit *a, size_t *place)
{
    lit_path root = {0};
    size_t n = a->basis ? leaves_below(a, &root, 0) : 1;
    if (n > LIT_MAX_AXES)
        return 0;
    for (size_t j = 0; j < a->naxes; j++)
        place[j] = a->basis ? place_of(a, &a->path[j]) : 0;
    return n;
}

/* ---- as linear layouts ---- */

/* The dims of what has no names: the numbers on an axis have as many bits as they need, those
 * of a swizzle as many as its coordinates. */
static bool name_dims(ev *e, const lit *a, size_t bits, const lc_int *column, size_t n,
                      const size_t *place, lin *l)
{
    size_t most[LIT_MAX_AXES] = {a->kind == LIT_SWIZZLE ? bits : 0};
    char *name = lcr_lit_alloc(e->pool, n, 8);
    if (!name || !lcr_lin_begin(e, l))
        return false;
    for (size_t j = 0; j < a->naxes; j++)
        for (size_t i = 0; i < bits; i++)
            if (lc_int_bits(column[j * bits + i]) > most[place[j]])
                most[place[j]] = lc_int_bits(column[j * bits + i]);
    lcr_lin_append(&l->dims[LIN_IN], "in", bits);
    for (size_t k = 0; k < n; k++) {
        snprintf(name + 8 * k, 8, a->basis ? "dim%u" : "out", (unsigned)k % 100);
        lcr_lin_append(&l->dims[LIN_OUT], name + 8 * k, most[k]);
    }
    return true;
}

static const lin *of_linear(ev *e, const lit *a, lin *l)
{
    *l = (lin){.dims = {{a->nins, a->in}, {a->naxes, a->outs}}};
    if (lcr_lin_bits(&l->dims[LIN_OUT]) > LIN_BITS)
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "more than %d output bits", LIN_BITS);
    return map_of(e, l, a->bits, a->naxes, NULL, a->column) ? l : NULL;
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
    lc_int *column = lcr_lit_alloc(e->pool, (size_t)LIT_MAX_AXES * LIN_BITS, sizeof *column);
    lc_int size = lcr_lit_size(e->pool->lc, a);
    size_t bits = lc_int_bits(size) - 1, n;
    if (!column || !lcr_lit_is_function(a) || !lc_int_is_power_of_two(size) || bits > LIN_BITS ||
        !is_linear(e, a, bits, column) || !columns_of(e, a, bits, column) ||
        (n = places_of(a, place)) == 0 || !name_dims(e, a, bits, column, n, place, l) ||
        lcr_lin_bits(&l->dims[LIN_OUT]) > LIN_BITS)
        return NULL;
    return map_of(e, l, bits, a->naxes, place, column) ? l : NULL;
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
