/* alike.c - literals that are written alike. */
#include "config.h"

#include "alike.h"

#include "function.h"

#include <string.h>

bool lcr_lit_same_shape(const lit *a, const lit *b)
{
    bool same = lcr_lit_congruent(a, b) && a->n == b->n;
    for (size_t k = 0; same && k < a->n; k++) {
        bool any = a->any && a->any[k];
        same = any == (b->any && b->any[k]) && (any || lc_int_eq(a->extent[k], b->extent[k]));
    }
    return same;
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
    if (lcr_lit_is_still(a) || lcr_lit_is_still(b))
        return lcr_lit_is_still(a) && lcr_lit_is_still(b);
    return a->basis == b->basis && a->by_xor == b->by_xor && same_steps(a, b) && same_steps(b, a);
}

/* A coordinate is nested; no offset is the integer 0. */
static bool same_offsets(const lit *a, const lit *b)
{
    const lit *x = a->offset_nesting, *y = b->offset_nesting;
    bool nested = !x || !y ? x == y : lcr_lit_congruent(x, y);
    return nested && same_offset_on_axes(a, b) && same_offset_on_axes(b, a);
}

static bool same_swizzle(const lit *a, const lit *b)
{
    return a->swizzled == b->swizzled && a->b == b->b && a->m == b->m && a->s == b->s;
}

bool lcr_lit_same_dims(size_t n, const lit_dim *a, const lit_dim *b)
{
    bool same = true;
    for (size_t i = 0; same && i < n; i++)
        same = a[i].bits == b[i].bits && strcmp(a[i].name, b[i].name) == 0;
    return same;
}

static bool same_linear(const lit *a, const lit *b)
{
    return a->nins == b->nins && a->naxes == b->naxes && a->bits == b->bits &&
           lcr_lit_same_dims(a->nins, a->in, b->in) &&
           lcr_lit_same_dims(a->naxes, a->outs, b->outs) &&
           lcr_same_ints(a->naxes, a->out, b->out) &&
           lcr_same_ints(a->naxes * a->bits, a->column, b->column);
}

static bool same_modes(const lit *a, const lit *b)
{
    bool all = a->nmodes == b->nmodes;
    for (size_t i = 0; all && i < a->nmodes; i++)
        all = lcr_lit_same(a->mode[i], b->mode[i]);
    return all;
}

bool lcr_lit_same(const lit *a, const lit *b)
{
    if (!a || !b || a->kind != b->kind)
        return a == b;
    switch (a->kind) {
    case LIT_TUPLE: return lcr_lit_same_shape(a, b);
    case LIT_LAYOUT:
        return lcr_lit_same_shape(a, b) && same_strides(a, b) && same_offsets(a, b) &&
               same_swizzle(a, b);
    case LIT_STRIDES: return lcr_lit_congruent(a, b) && same_strides(a, b);
    case LIT_TILER: return same_modes(a, b);
    case LIT_SWIZZLE: return same_swizzle(a, b);
    case LIT_LINEAR: return same_linear(a, b);
    case LIT_COMPOSED:
        return lcr_lit_same(a->outer, b->outer) && same_offsets(a, b) &&
               lcr_lit_same(a->inner, b->inner);
    default: return false; /* no kinds that are compared */
    }
}
