/* equal.c - where two values part that are not equal.
 *
 * Two layouts that are not equal may still be the same function: the stride of an extent of 1 is
 * never used. Two linear layouts part at a dim, or else at a basis: the first, in order, whose
 * values differ.
 */
#include "config.h"

#include "claims.h"

#include <string.h>

/* ---- layouts ---- */

static bool same_step(const lc_layout *x, const lc_layout *y, size_t k)
{
    for (size_t axis = 0; axis < lc_layout_naxes(x); axis++)
        if (!lc_int_eq(lc_layout_step_on(x, axis, k), lc_layout_step_on(y, axis, k)))
            return false;
    return true;
}

/* A stride is the value at 1 on its mode: coordinates whose axes are not numbered alike have
 * the same strides where they are equivalent. */
static bool same_axes(const lc_layout *x, const lc_layout *y)
{
    const lc_tuple *p = lc_layout_profile(x), *q = lc_layout_profile(y);
    return !p || !q || lc_tuple_congruent(p, q);
}

bool lcv_may_differ_in_units(lc_ctx *ctx, const lc_layout *x, const lc_layout *y)
{
    lc_tuple *s = lcv_shape_of(ctx, x), *t = lcv_shape_of(ctx, y);
    bool may = s && t && lc_tuple_equal(s, t) && lc_layout_codomain(x) == lc_layout_codomain(y) &&
               !lc_layout_equal(x, y);
    for (size_t k = 0; may && same_axes(x, y) && k < lc_layout_nleaves(x); k++)
        may = lc_int_is_one(lc_layout_extent(x, k)) || same_step(x, y, k);
    return may;
}

void lcv_step_equivalent(lcr_ctx *r, lcv_result **result, lcv_value *const *args)
{
    lcv_result *same = lcv_prove_equiv(r, 2, args);
    if (same && same->verdict == LCV_PROVED)
        lcv_step(lcr_ctx_lc(r), result,
                 "they differ in strides of extents of 1 only: equiv(X, Y) holds");
    lcv_result_free(same);
}

/* ---- linear layouts ---- */

typedef struct {
    const char *side;
    size_t (*count)(const lc_linear *);
    lc_dim (*dim)(const lc_linear *, size_t);
} dims;

static const dims inputs = {"input", lc_linear_nins, lc_linear_in_dim};
static const dims outputs = {"output", lc_linear_nouts, lc_linear_out_dim};

static char *names_of(lc_ctx *ctx, const dims *d, const lc_linear *l)
{
    lc_text line = {0};
    lcv_text_add(ctx, &line, "[");
    for (size_t i = 0; i < d->count(l); i++)
        lcv_text_add(ctx, &line, "%s%s", i > 0 ? "," : "", d->dim(l, i).name);
    lcv_text_add(ctx, &line, "]");
    return lc_text_take(ctx, &line);
}

static bool same_names(const dims *d, const lc_linear *x, const lc_linear *y)
{
    bool same = d->count(x) == d->count(y);
    for (size_t i = 0; same && i < d->count(x); i++)
        same = strcmp(d->dim(x, i).name, d->dim(y, i).name) == 0;
    return same;
}

static lcv_result *names_differ(lc_ctx *ctx, const dims *d, const lc_linear *x,
                                const lc_linear *y)
{
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "%s dims", d->side),
                       lcv_text(ctx, "%S is not %S", names_of(ctx, d, x), names_of(ctx, d, y)));
}

static lc_int size_of(lc_ctx *ctx, lc_dim dim)
{
    lc_int half = lc_int_from_word(ctx, dim.bits > 0 ? (uint64_t)1 << (dim.bits - 1) : 0);
    return dim.bits > 0 ? lc_int_add(ctx, half, half) : lc_int_const(1);
}

/* NULL when the dims are the same, or with an error. */
static lcv_result *dims_differ(lc_ctx *ctx, const dims *d, const lc_linear *x, const lc_linear *y)
{
    if (!same_names(d, x, y))
        return names_differ(ctx, d, x, y);
    for (size_t i = 0; i < d->count(x); i++)
        if (d->dim(x, i).bits != d->dim(y, i).bits)
            return lcv_refuted(ctx, LCV_BY_COMPARISON,
                               lcv_text(ctx, "%s dim %s", d->side, d->dim(x, i).name),
                               lcv_text(ctx, "the size %i is not %i", size_of(ctx, d->dim(x, i)),
                                        size_of(ctx, d->dim(y, i))));
    return NULL;
}

/* Where the bit is set and nothing else: one number an input dim. */
static lc_tuple *place_of_bit(lc_ctx *ctx, const lc_linear *l, size_t in, unsigned bit)
{
    size_t n = lc_linear_nins(l);
    lc_int number[LC_LINEAR_DIMS];
    for (size_t i = 0; i < n; i++)
        number[i] = i == in ? lc_int_from_word(ctx, (uint64_t)1 << bit) : lc_int_const(0);
    return lcv_integers_of(ctx, n, number);
}

static lcv_result *basis_differs(lc_ctx *ctx, const lc_linear *x, const lc_linear *y, size_t in,
                                 unsigned bit)
{
    lc_tuple *a = lcv_basis_of(ctx, x, in, bit), *b = lcv_basis_of(ctx, y, in, bit);
    lc_tuple *at = place_of_bit(ctx, x, in, bit);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON,
                                     lcv_text(ctx, "input dim %s, basis %z",
                                              lc_linear_in_dim(x, in).name, (size_t)bit),
                                     lcv_text(ctx, "%t is not %t", a, b));
    lcv_step(ctx, &result, "X%c = %t", at, a);
    lcv_step(ctx, &result, "Y%c = %t", at, b);
    return result;
}

static bool basis_is_equal(const lc_linear *x, const lc_linear *y, size_t in, unsigned bit)
{
    for (size_t i = 0; i < lc_linear_nouts(x); i++)
        if (lc_linear_basis(x, in, bit, i) != lc_linear_basis(y, in, bit, i))
            return false;
    return true;
}

lcv_result *lcv_linear_differ(lc_ctx *ctx, const lc_linear *x, const lc_linear *y)
{
    const dims *const side[2] = {&inputs, &outputs};
    for (size_t i = 0; i < 2; i++) {
        lcv_result *result = dims_differ(ctx, side[i], x, y);
        if (result || lc_ctx_code(ctx) != LC_OK)
            return result;
    }
    for (size_t in = 0; in < lc_linear_nins(x); in++)
        for (unsigned bit = 0; bit < lc_linear_in_dim(x, in).bits; bit++)
            if (!basis_is_equal(x, y, in, bit))
                return basis_differs(ctx, x, y, in, bit);
    return lcv_uncertified(ctx, "the comparison of linear layouts");
}
