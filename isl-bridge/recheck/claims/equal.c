/* equal.c - equal: two values are written alike, by reading.
 *
 * Shapes with their nesting, strides, offsets with theirs, swizzles, functions outside; of linear
 * layouts names, bases and sizes; of tilers mode by mode. Strides that are all 0 are equal whatever
 * they are strides of. Relations are equal as sets of pairs, which isl compares.
 */
#include "config.h"

#include "../sets/build.h"
#include "../sets/evidence.h"

#include <string.h>

static bool same_ints(size_t n, const lc_int *a, const lc_int *b)
{
    for (size_t k = 0; k < n; k++)
        if (!lc_int_eq(a[k], b[k]))
            return false;
    return true;
}

/* ---- layouts ---- */

static bool all_zero(const lit *a)
{
    for (size_t k = 0; k < a->n * a->naxes; k++)
        if (!lc_int_is_zero(a->step[k]))
            return false;
    return true;
}

/* The steps of `a` on its axis are those of b on the axis of this path, which it may lack. */
static bool same_on_axis(const lit *a, size_t axis, const lit *b)
{
    lit_path path, other;
    const lc_int *step = &a->step[axis * a->n];
    lcr_fn_axis_path(a, axis, &path);
    for (size_t j = 0; j < b->naxes; j++) {
        lcr_fn_axis_path(b, j, &other);
        if (lcr_fn_same_axis(&path, &other))
            return same_ints(a->n, step, &b->step[j * b->n]);
    }
    for (size_t k = 0; k < a->n; k++)
        if (!lc_int_is_zero(step[k]))
            return false;
    return true;
}

static bool same_strides(const lit *a, const lit *b)
{
    if (all_zero(a) || all_zero(b))
        return all_zero(a) && all_zero(b);
    bool same = a->basis == b->basis && a->xor == b->xor;
    for (size_t j = 0; same && j < a->naxes; j++)
        same = same_on_axis(a, j, b);
    for (size_t j = 0; same && j < b->naxes; j++)
        same = same_on_axis(b, j, a);
    return same;
}

/* The offset on each axis of `a` is that of b, 0 where there is none. */
static bool same_offset_on_axes(const lit *a, const lit *b)
{
    bool same = true;
    for (size_t i = 0; same && i < a->naxes; i++) {
        lc_int left = a->offset != NULL ? a->offset[i] : lc_int_const(0), right = lc_int_const(0);
        lit_path path, other;
        lcr_fn_axis_path(a, i, &path);
        for (size_t j = 0; b->offset != NULL && j < b->naxes; j++) {
            lcr_fn_axis_path(b, j, &other);
            if (lcr_fn_same_axis(&path, &other))
                right = b->offset[j];
        }
        same = lc_int_eq(left, right);
    }
    return same;
}

/* A coordinate is nested; no offset is the integer 0. */
static bool same_offsets(const lit *a, const lit *b)
{
    const lit *x = a->offset_nesting, *y = b->offset_nesting;
    bool nested = x == NULL || y == NULL ? x == y : lcr_lit_congruent(x, y);
    return nested && same_offset_on_axes(a, b) && same_offset_on_axes(b, a);
}

static bool same_swizzle(const lit *a, const lit *b)
{
    return a->swizzled == b->swizzled && a->b == b->b && a->m == b->m && a->s == b->s;
}

/* ---- linear layouts ---- */

static bool same_dims(size_t n, const lit_dim *a, size_t m, const lit_dim *b)
{
    bool same = n == m;
    for (size_t i = 0; same && i < n; i++)
        same = strcmp(a[i].name, b[i].name) == 0 && a[i].bits == b[i].bits;
    return same;
}

static bool same_linear(const lit *a, const lit *b)
{
    return same_dims(a->nins, a->in, b->nins, b->in) &&
           same_dims(a->naxes, a->outs, b->naxes, b->outs) && a->bits == b->bits &&
           same_ints(a->naxes, a->out, b->out) &&
           same_ints(a->naxes * a->bits, a->column, b->column);
}

/* ---- values of one kind ---- */

static bool same(const lit *a, const lit *b);

static bool same_modes(const lit *a, const lit *b)
{
    bool all = a->nmodes == b->nmodes;
    for (size_t i = 0; all && i < a->nmodes; i++)
        all = same(a->mode[i], b->mode[i]);
    return all;
}

static bool same(const lit *a, const lit *b)
{
    if (a == NULL || b == NULL || a->kind != b->kind)
        return a == b;
    switch (a->kind) {
    case LIT_TUPLE:
        return lcr_lit_same_shape(a, b);
    case LIT_LAYOUT:
        return lcr_lit_same_shape(a, b) && same_strides(a, b) && same_offsets(a, b) &&
               same_swizzle(a, b);
    case LIT_TILER:
        return same_modes(a, b);
    case LIT_SWIZZLE:
        return same_swizzle(a, b);
    case LIT_LINEAR:
        return same_linear(a, b);
    case LIT_COMPOSED:
        return same(a->outer, b->outer) && same_offsets(a, b) && same(a->inner, b->inner);
    default:
        return false; /* no kinds that are compared */
    }
}

static bool is_compared(const lit *a)
{
    return a->kind == LIT_TUPLE || a->kind == LIT_LAYOUT || a->kind == LIT_TILER ||
           a->kind == LIT_SWIZZLE || a->kind == LIT_LINEAR || a->kind == LIT_COMPOSED;
}

/* Integers and coordinates are not compared, but for values that are 0. */
static bool are_comparable(const lit *x, const lit *y)
{
    return x->kind != LIT_LAYOUT || x->basis == y->basis || all_zero(x) || all_zero(y);
}

bool lcr_ev_equal(ev *e, const lcr_statement *c)
{
    const lit *x = c->arg[0], *y = c->arg[1];
    if (x->kind == LIT_RELATION && y->kind == LIT_RELATION)
        return lcr_ev_relations_equal(e, c);
    if (x->kind == LIT_TUPLE && y->kind == LIT_LAYOUT)
        x = lcr_ev_layout(e, x);
    else if (x->kind == LIT_LAYOUT && y->kind == LIT_TUPLE)
        y = lcr_ev_layout(e, y);
    if (x == NULL || y == NULL)
        return false;
    if (x->kind != y->kind || !is_compared(x) || !are_comparable(x, y))
        return lcr_ev_not(e);
    e->out->by = "reading";
    return lcr_ev_condition(e, same(x, y), "they are not written alike");
}
