/* equal.c - equal: two values are written alike, by reading.
 *
 * Shapes with their nesting, strides, offsets with theirs, swizzles, functions outside; of linear
 * layouts names, bases and sizes; of tilers mode by mode. Strides that are all 0 are equal
 * whatever they are strides of. Relations are equal as sets of pairs, which isl compares.
 */
#include "config.h"

#include "../sets/build.h"
#include "../sets/relation.h"
#include "claims.h"

#include <string.h>

/* ---- layouts ---- */

static bool all_zero(const lit *a)
{
    return lcr_all_zero(a->n * a->naxes, a->step);
}

/* The steps of `a` on each of its axes are those of b there, which may lack it; so are the
 * offsets. */
static bool same_steps(const lit *a, const lit *b)
{
    bool same = true;
    for (size_t j = 0; same && j < a->naxes; j++) {
        lit_path path;
        const lc_int *step = &a->step[j * a->n];
        lcr_fn_axis_path(a, j, &path);
        size_t other = lcr_fn_axis(b, &path);
        same = other != SIZE_MAX ? lcr_same_ints(a->n, step, &b->step[other * b->n])
                                 : lcr_all_zero(a->n, step);
    }
    return same;
}

static bool same_offset_on_axes(const lit *a, const lit *b)
{
    bool same = true;
    for (size_t j = 0; same && j < a->naxes; j++) {
        lit_path path;
        lcr_fn_axis_path(a, j, &path);
        same = lc_int_eq(lcr_fn_offset(a, &path), lcr_fn_offset(b, &path));
    }
    return same;
}

static bool same_strides(const lit *a, const lit *b)
{
    if (all_zero(a) || all_zero(b))
        return all_zero(a) && all_zero(b);
    return a->basis == b->basis && a->xor == b->xor &&same_steps(a, b) && same_steps(b, a);
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

static bool same_linear(const lit *a, const lit *b)
{
    const lin_dims in[2] = {{a->nins, a->in}, {b->nins, b->in}};
    const lin_dims out[2] = {{a->naxes, a->outs}, {b->naxes, b->outs}};
    return lcr_lin_same_dims(&in[0], &in[1]) && lcr_lin_same_dims(&out[0], &out[1]) &&
           a->bits == b->bits && lcr_same_ints(a->naxes, a->out, b->out) &&
           lcr_same_ints(a->naxes * a->bits, a->column, b->column);
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
    case LIT_TUPLE: return lcr_lit_same_shape(a, b);
    case LIT_LAYOUT:
        return lcr_lit_same_shape(a, b) && same_strides(a, b) && same_offsets(a, b) &&
               same_swizzle(a, b);
    case LIT_TILER: return same_modes(a, b);
    case LIT_SWIZZLE: return same_swizzle(a, b);
    case LIT_LINEAR: return same_linear(a, b);
    case LIT_COMPOSED:
        return same(a->outer, b->outer) && same_offsets(a, b) && same(a->inner, b->inner);
    default: return false; /* no kinds that are compared */
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
        return lcr_ev_relations_equal(e, x, y);
    if (x->kind == LIT_TUPLE && y->kind == LIT_LAYOUT)
        x = lcr_ev_layout(e, x);
    else if (x->kind == LIT_LAYOUT && y->kind == LIT_TUPLE)
        y = lcr_ev_layout(e, y);
    if (x == NULL || y == NULL)
        return false;
    if (x->kind != y->kind || !is_compared(x) || !are_comparable(x, y))
        return lcr_ev_not(e);
    return lcr_ev_reading(e, same(x, y), "they are not written alike");
}
