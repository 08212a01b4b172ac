/* linear.c - claims about the kind of a function: is_linear, is_layout.
 *
 * X is F2-linear when its size is a power of two and X(x xor y) = X(x) xor X(y).
 * The extents of such a layout are powers of two, so X(x) is the sum of X(2^i)
 * over the bits i of x. It is the XOR of them for every x exactly when no two of
 * them share a bit: if they do not, no sum carries; if X(2^i) and X(2^j) share
 * one, their sum, X(2^i xor 2^j), is not their XOR.
 */
#include "config.h"

#include "claims.h"

#include "../../lib/algebra.h"

#include <stdlib.h>

#define LIMIT_BASIS 4096 /* bits of a coordinate */

/* ---- is_linear ---- */

lcv_result *lcv_not_linear(lc_ctx *ctx, const char *method, const char *name, const lc_int xy[2],
                           const lc_int value[3], lcv_write_step *step, const void *of)
{
    lc_int both = lcv_xor(ctx, value[0], value[1]);
    if (lc_int_eq(both, value[2]))
        return lcv_uncertified(ctx, "the test of linearity");
    lcv_result *result = lcv_refuted(
        ctx, method, lcv_text(ctx, "x = %i and y = %i", xy[0], xy[1]),
        lcv_text(ctx, "%s(x xor y) = %i is not %s(x) xor %s(y) = %i", name, value[2], name, name,
                 both));
    step(ctx, &result, of, xy[0]);
    step(ctx, &result, of, xy[1]);
    step(ctx, &result, of, lcv_xor(ctx, xy[0], xy[1]));
    lcv_before_step(ctx, &result, "%s(%i xor %i) = ", name, xy[0], xy[1]);
    lcv_step(ctx, &result, "%i xor %i = %i", value[0], value[1], both);
    return result;
}

static void write_function(lc_ctx *ctx, lcv_result **result, const void *of, lc_int c)
{
    lcv_step_function(ctx, result, of, c, NULL);
}

static lcv_result *layout_not_linear(lc_ctx *ctx, const lcv_function *f, lc_int x, lc_int y)
{
    lc_int xy[2] = {x, y};
    lc_int value[3] = {lcv_function_at(ctx, f, x), lcv_function_at(ctx, f, y),
                       lcv_function_at(ctx, f, lcv_xor(ctx, x, y))};
    return lcv_not_linear(ctx, LCV_BY_CLOSED_FORM, f->name, xy, value, write_function, f);
}

static lc_int power_of_two(lc_ctx *ctx, size_t exponent)
{
    mpz_t x;
    mpz_init(x);
    mpz_setbit(x, exponent);
    lc_int result = lc_int_from_mpz(ctx, x);
    mpz_clear(x);
    return result;
}

static void basis_value(lc_ctx *ctx, const lc_layout *a, size_t bit, mpz_ptr value)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int_get_mpz(value, lc_layout_at(ctx, a, power_of_two(ctx, bit)));
    lc_frame_close(ctx, frame);
}

/* Do the values at the bits share a bit? Then *j is the first of them that shares
 * one with an earlier, and *i the first such earlier one. */
static bool find_shared_bit(lc_ctx *ctx, const lc_layout *a, size_t nbits, size_t *i, size_t *j)
{
    mpz_t seen, value, meet;
    mpz_inits(seen, value, meet, NULL);
    bool shared = false;
    for (*j = 0; *j < nbits; ++*j) {
        basis_value(ctx, a, *j, value);
        mpz_and(meet, seen, value);
        shared = mpz_sgn(meet) != 0;
        if (shared)
            break;
        mpz_ior(seen, seen, value);
    }
    for (*i = 0; shared && *i < *j; ++*i) {
        basis_value(ctx, a, *i, seen);
        mpz_and(meet, seen, value);
        if (mpz_sgn(meet) != 0)
            break;
    }
    mpz_clears(seen, value, meet, NULL);
    return shared;
}

lcv_result *lcv_size_not_linear(lc_ctx *ctx, lc_int size)
{
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                       lcv_text(ctx, "%i is not a power of two", size));
}

lcv_result *lcv_layout_is_linear(lc_ctx *ctx, const lcv_function *f)
{
    lc_int size = lc_layout_size(ctx, f->layout), c, low, high;
    if (!lc_int_is_power_of_two(size))
        return lcv_size_not_linear(ctx, size);
    if (!lc_int_is_zero(f->offset))
        return layout_not_linear(ctx, f, lc_int_const(0), lc_int_const(0));
    lcv_function_range(ctx, f, &low, &high);
    if (lcv_find_out_of_bounds(ctx, f, lc_int_const(0), high, &c)) {
        if (lc_ctx_code(ctx) != LC_OK)
            return NULL;
        lcv_result *result =
            lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "c = %i", c),
                        lcv_text(ctx, "%i is negative: no vector of bits",
                                 lcv_function_at(ctx, f, c)));
        lcv_step_function(ctx, &result, f, c, NULL);
        return result;
    }
    size_t nbits = lc_int_bits(size) - 1, i, j;
    if (nbits > LIMIT_BASIS)
        return lcv_unknown(ctx, LCV_BY_CLOSED_FORM,
                           lcv_text(ctx, "coordinates of %z bits; up to %z are looked at", nbits,
                                    (size_t)LIMIT_BASIS));
    if (find_shared_bit(ctx, f->layout, nbits, &i, &j))
        return layout_not_linear(ctx, f, power_of_two(ctx, i), power_of_two(ctx, j));
    return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
}

/* Coordinates are vectors of bits when each of their integers is one. */
static lcv_result *axes_are_linear(lc_ctx *ctx, const lcv_function *x)
{
    lcv_result *result = NULL;
    lc_int size = lc_layout_size(ctx, x->layout);
    if (!lc_int_is_power_of_two(size))
        return lcv_size_not_linear(ctx, size);
    for (size_t q = 0; q < lc_layout_naxes(x->layout); q++) {
        lcv_function axis;
        lcv_result_free(result);
        result = NULL;
        char *name = lcv_text(ctx, "%s_%z", x->name, q);
        if (name != NULL && lcv_function_axis(ctx, x, q, &axis)) {
            axis.name = name;
            axis.shown = NULL;
            result = lcv_layout_is_linear(ctx, &axis);
            lcv_function_free(&axis);
        }
        free(name);
        if (result == NULL || result->verdict != LCV_PROVED)
            return lcv_on_axis(ctx, result, q);
    }
    return result;
}

lcv_result *lcv_prove_is_linear(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x;
    lcv_result *result = NULL;
    if (!lcv_arg_function_of(ctx, "is_linear", "X", args[0], LCV_OF_INTEGERS | LCV_OF_COORDINATES,
                             &x))
        result = NULL;
    else if (x.layout == NULL)
        result = lcv_relation_is_linear(r, "X", x.relation);
    else if (lc_layout_codomain(x.layout) == LC_COORDINATES)
        result = axes_are_linear(ctx, &x);
    else
        result = lcv_layout_is_linear(ctx, &x);
    lcv_function_free(&x);
    return result;
}

/* ---- is_layout ---- */

static lcv_result *tensor_is_layout(lc_ctx *ctx, const lcv_function *f)
{
    if (lcv_function_is_layout(f))
        return lcv_proved_with(ctx, LCV_BY_COMPARISON,
                               lcv_text(ctx, "%s = %L", f->name, f->layout));
    lc_tuple *offset = lcv_function_offset(ctx, f);
    lcv_result *result = NULL;
    if (offset != NULL)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
                             lcv_text(ctx, "%t is not 0, which every layout has there", offset));
    lcv_step_function(ctx, &result, f, lc_int_const(0), NULL);
    lc_tuple_free(offset);
    return result;
}

lcv_result *lcv_prove_is_layout(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function x;
    lcv_result *result = NULL;
    if (lcv_arg_function_of(lcr_ctx_lc(r), "is_layout", "X", args[0], LCV_OF_ALL, &x))
        result = x.layout != NULL ? tensor_is_layout(lcr_ctx_lc(r), &x)
                                  : lcv_relation_is_layout(r, "X", x.relation);
    lcv_function_free(&x);
    return result;
}
