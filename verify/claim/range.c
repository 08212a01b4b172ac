/* range.c - claims that bound every offset: in_bounds, fits, aligned.
 *
 * The least and the largest offset of a layout are attained at corners of its
 * domain, and all offsets are multiples of n exactly when those of the first
 * coordinate and of one step along each mode are: closed forms both.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

/* ---- bounds ---- */

typedef struct {
    const lcv_function *x;
    lc_int least, most;
} bounds;

static bool out_of_bounds(lc_ctx *ctx, const void *claim, lc_int c)
{
    const bounds *b = claim;
    lc_int value = lcv_function_at(ctx, b->x, c);
    return lc_int_lt(value, b->least) || lc_int_lt(b->most, value);
}

/* The corner with the least (`low`) or the largest offset. */
static void corner_of(lc_ctx *ctx, const lc_layout *a, bool low, lc_int *natural)
{
    for (size_t i = 0; i < lc_layout_nleaves(a); i++) {
        bool falls = lc_int_sign(lc_layout_step(a, i)) < 0;
        natural[i] = falls == low ? lc_int_sub(ctx, lc_layout_extent(a, i), lc_int_const(1))
                                  : lc_int_const(0);
        if (lc_int_is_zero(lc_layout_step(a, i)))
            natural[i] = lc_int_const(0);
    }
}

bool lcv_find_out_of_bounds(lc_ctx *ctx, const lcv_function *x, lc_int least, lc_int most,
                            lc_int *c)
{
    lc_int low, high;
    lcv_function_range(ctx, x, &low, &high);
    bool too_low = lc_int_lt(low, least);
    if (!too_low && lc_int_le(high, most))
        return false;

    lc_tuple *shape = lc_layout_shape(ctx, x->layout);
    lc_int *natural = lc_alloc(ctx, lc_layout_nleaves(x->layout), sizeof *natural);
    if (shape != NULL && natural != NULL) {
        bounds claim = {x, least, most};
        lcv_search search = {shape, out_of_bounds, &claim};
        if (lcv_guess(ctx, &search, c) != LCR_YES) {
            corner_of(ctx, x->layout, too_low, natural);
            if (!lcv_certify(ctx, &search, natural, c))
                lcv_uncertified(ctx, "the range of offsets");
        }
    }
    free(natural);
    lc_tuple_free(shape);
    return true;
}

static lcv_result *in_range(lc_ctx *ctx, const lcv_function *x, lc_int least, lc_int most)
{
    lc_int c = lc_int_const(0), low, high;
    if (lcv_find_out_of_bounds(ctx, x, least, most, &c)) {
        if (lc_ctx_code(ctx) != LC_OK)
            return NULL;
        lcv_result *result =
            lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "c = %i", c),
                        lcv_text(ctx, "%i is outside [%i,%i)", lcv_function_at(ctx, x, c), least,
                                 lc_int_add(ctx, most, lc_int_const(1))));
        lcv_step_function(ctx, &result, x, c, NULL);
        return result;
    }
    lcv_function_range(ctx, x, &low, &high);
    return lcv_proved_with(ctx, LCV_BY_CLOSED_FORM,
                           lcv_text(ctx, "the offsets lie in [%i,%i]", low, high));
}

/* Every axis of coordinates. */
static lcv_result *axes_in_range(lc_ctx *ctx, const lcv_function *x, lc_int least, lc_int most)
{
    lcv_line ranges = {0};
    lcv_line_add(ctx, &ranges, "the values lie");
    for (size_t q = 0; q < lc_layout_naxes(x->layout); q++) {
        lcv_function axis;
        lc_int low, high;
        lcv_result *result = NULL;
        bool ok = lcv_function_axis(ctx, x, q, &axis);
        if (ok)
            result = in_range(ctx, &axis, least, most);
        if (ok)
            lcv_function_range(ctx, &axis, &low, &high);
        lcv_function_free(&axis);
        if (result == NULL || result->verdict != LCV_PROVED) {
            free(ranges.data);
            return lcv_on_axis(ctx, result, q);
        }
        lcv_result_free(result);
        lcv_line_add(ctx, &ranges, "%s in [%i,%i] on axis %z", q > 0 ? "," : "", low, high, q);
    }
    return lcv_proved_with(ctx, LCV_BY_CLOSED_FORM, lcv_line_take(ctx, &ranges));
}

static lcv_result *prove_range(lcr_ctx *r, const char *claim, const lcv_value *value, lc_int least,
                               lc_int most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x;
    lcv_result *result = NULL;
    if (!lcv_arg_function_of(ctx, claim, "X", value, LCV_OF_INTEGERS | LCV_OF_COORDINATES, &x))
        result = NULL;
    else if (x.layout == NULL)
        result = lcv_relation_in_range(r, claim, "X", x.relation, least, most);
    else if (lc_layout_codomain(x.layout) == LC_COORDINATES)
        result = axes_in_range(ctx, &x, least, most);
    else
        result = in_range(ctx, &x, least, most);
    lcv_function_free(&x);
    return result;
}

lcv_result *lcv_prove_in_bounds(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int bound;
    if (lcv_is_coordinates(args[0]))
        return lcv_box_in_bounds(r, args);
    if (!lcv_arg_int(ctx, "in_bounds", "N", args[1], 0, &bound))
        return NULL;
    return prove_range(r, "in_bounds", args[0], lc_int_const(0),
                       lc_int_sub(ctx, bound, lc_int_const(1)));
}

lcv_result *lcv_prove_fits(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_int least, most;
    if (!lcv_arg_type(lcr_ctx_lc(r), "fits", args[1], &least, &most))
        return NULL;
    return prove_range(r, "fits", args[0], least, most);
}

/* ---- aligned ---- */

static lcv_result *unaligned(lc_ctx *ctx, const lcv_function *x, lc_int n, lc_int c)
{
    lc_int value = lcv_function_at(ctx, x, c);
    if (lc_int_divides(ctx, n, value))
        return lcv_uncertified(ctx, "the strides");
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "%i is not a multiple of %i", value, n));
    lcv_step_function(ctx, &result, x, c, NULL);
    return result;
}

static lcv_result *check_aligned(lc_ctx *ctx, const lcv_function *x, lc_int n)
{
    if (!lc_int_divides(ctx, n, x->offset))
        return unaligned(ctx, x, n, lc_int_const(0));
    lc_int c = lc_int_const(1);
    for (size_t i = 0; i < lc_layout_nleaves(x->layout); i++) {
        lc_int extent = lc_layout_extent(x->layout, i);
        if (!lc_int_is_one(extent) && !lc_int_divides(ctx, n, lc_layout_step(x->layout, i)))
            return unaligned(ctx, x, n, c);
        c = lc_int_mul(ctx, c, extent);
    }
    return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
}

lcv_result *lcv_prove_aligned(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int divisor;
    if (!lcv_arg_int(ctx, "aligned", "n", args[1], 1, &divisor))
        return NULL;
    lcv_function x;
    lcv_result *result = NULL;
    if (lcv_arg_tensor(ctx, "aligned", "X", args[0], &x))
        result = check_aligned(ctx, &x, divisor);
    lcv_function_free(&x);
    return result;
}
