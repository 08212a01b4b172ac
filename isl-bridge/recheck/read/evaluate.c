/* evaluate.c - literals at coordinates, by their definitions. */
#include "config.h"

#include "literal.h"

#include <string.h>

static lc_int scaled(lc_ctx *lc, const lit *a, lc_int i, lc_int d)
{
    return a->by_xor ? lcr_lit_xor_times(lc, i, d) : lc_int_mul(lc, i, d);
}

static lc_int sum(lc_ctx *lc, const lit *a, lc_int x, lc_int y)
{
    return a->by_xor ? lcr_lit_xor(lc, x, y) : lc_int_add(lc, x, y);
}

/* Adds what the leaves [first, last) give at an integral coordinate of theirs. */
static void add_leaves(lc_ctx *lc, const lit *a, size_t first, size_t last, lc_int c,
                       lc_int *value)
{
    for (size_t k = first; k < last; k++) {
        lc_int digit = k + 1 < last ? lc_int_fmod(lc, c, a->extent[k]) : c;
        c = lc_int_fdiv(lc, c, a->extent[k]);
        for (size_t j = 0; j < a->naxes; j++)
            value[j] = sum(lc, a, value[j], scaled(lc, a, digit, a->step[j * a->n + k]));
    }
}

static void begin(const lit *a, lc_int *value)
{
    for (size_t j = 0; j < a->naxes; j++)
        value[j] = a->offset ? a->offset[j] : lc_int_const(0);
}

static bool composed_at(lc_ctx *lc, const lit *a, const lit *of, const lc_int *in, lc_int *value)
{
    lc_int inner[LIT_MAX_AXES];
    if (!lcr_lit_at_values(lc, a->inner, of, in, inner))
        return false;
    if (!a->outer)
        memcpy(value, inner, a->naxes * sizeof *value);
    else if (!lcr_lit_at_values(lc, a->outer, a->inner, inner, value))
        return false;
    for (size_t j = 0; a->offset && j < a->naxes; j++)
        value[j] = sum(lc, a, a->offset[j], value[j]);
    return true;
}

bool lcr_lit_at(lc_ctx *lc, const lit *a, lc_int c, lc_int *value)
{
    if (a->kind == LIT_COMPOSED)
        return composed_at(lc, a, NULL, &c, value);
    if (a->kind == LIT_LINEAR) {
        if (lc_int_lt(c, lc_int_const(0)) || lc_int_bits(c) > a->bits)
            return false;
        lcr_lit_linear_at(lc, a, c, value);
        return true;
    }
    if (a->kind == LIT_SWIZZLE) {
        value[0] = lcr_lit_swizzled(lc, a, c);
        return true;
    }
    if (a->kind == LIT_LISTED)
        return lcr_lit_listed_at(a, c, value);
    if (a->kind != LIT_LAYOUT || (a->by_xor && lc_int_lt(c, lc_int_const(0))))
        return false;
    begin(a, value);
    add_leaves(lc, a, 0, a->n, c, value);
    if (a->b > 0)
        value[0] = lcr_lit_swizzled(lc, a, value[0]);
    return true;
}

lc_int lcr_lit_whole(lc_ctx *lc, const lit *of, const lc_int *in)
{
    lc_int sum = in[0], place = lc_int_const(1);
    for (size_t j = 1; of && lcr_lit_has_dims(of) && j < of->naxes; j++) {
        place = lc_int_mul(lc, place, of->out[j - 1]);
        sum = lc_int_add(lc, sum, lc_int_mul(lc, place, in[j]));
    }
    return sum;
}

/* A layout, its swizzle included, at coordinates of its modes. */
static bool layout_at_coordinates(lc_ctx *lc, const lit *a, const lit *of, const lc_int *in,
                                  lc_int *value)
{
    begin(a, value);
    for (size_t j = 0; j < of->naxes; j++) {
        size_t first, last;
        if (a->by_xor && lc_int_lt(in[j], lc_int_const(0)))
            return false;
        if (lcr_lit_leaves_at(a, &of->path[j], &first, &last))
            add_leaves(lc, a, first, last, in[j], value);
        else if (!lc_int_is_zero(in[j]))
            return false;
    }
    if (a->b > 0)
        value[0] = lcr_lit_swizzled(lc, a, value[0]);
    return true;
}

bool lcr_lit_at_values(lc_ctx *lc, const lit *a, const lit *of, const lc_int *in, lc_int *value)
{
    if (!of || !of->basis)
        return lcr_lit_at(lc, a, lcr_lit_whole(lc, of, in), value);
    if (a->kind == LIT_COMPOSED)
        return composed_at(lc, a, of, in, value);
    return a->kind == LIT_LAYOUT && layout_at_coordinates(lc, a, of, in, value);
}
