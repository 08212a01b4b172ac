/* linear.c - is_linear: X is F2-linear when its size is a power of two and X(x xor y) is
 * X(x) xor X(y).
 *
 * The extents of such a layout are powers of two, so X(x) is the sum of X(2^i) over the bits i
 * of x. It is the XOR of them for every x exactly when no two of them share a bit: if they do
 * not, no sum carries; if X(2^i) and X(2^j) share one, their sum, X(2^i xor 2^j), is not their
 * XOR. Functions of other kinds are compared with the XOR of their values at single bits.
 */
#include "config.h"

#include "../function/coordinates.h"
#include "../question/differ.h"
#include "claims.h"

#define LIMIT_BASIS 4096 /* bits of a coordinate */

/* ---- counterexamples ---- */

/* A relation of which nothing is known goes by its value. */
static void step_at(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                    lc_int value)
{
    if (f->layout || f->value) {
        lcv_step_function(ctx, result, f, c, NULL);
        return;
    }
    lcv_step(ctx, result, "%s(%i) = %i", f->name, c, value);
    lcv_point_at_fault(ctx, result, f->name, lcv_kept(ctx, lc_tuple_leaf(ctx, c)),
                       lcv_kept(ctx, lc_tuple_leaf(ctx, value)));
}

lcv_result *lcv_not_linear(lc_ctx *ctx, const char *method, const lcv_function *f,
                           const lc_int xy[2], const lc_int value[3])
{
    lc_int both = lc_xor(ctx, value[0], value[1]);
    if (lc_int_eq(both, value[2]))
        return lcv_uncertified(ctx, "the test of linearity");
    lcv_result *result = lcv_refuted(ctx, method,
                                     lcv_text(ctx, "x = %i and y = %i", xy[0], xy[1]),
                                     lcv_text(ctx, "%s(x xor y) = %i is not %s(x) xor %s(y) = %i",
                                              f->name, value[2], f->name, f->name, both));
    step_at(ctx, &result, f, xy[0], value[0]);
    step_at(ctx, &result, f, xy[1], value[1]);
    step_at(ctx, &result, f, lc_xor(ctx, xy[0], xy[1]), value[2]);
    lcv_before_step(ctx, &result, "%s(%i xor %i) = ", f->name, xy[0], xy[1]);
    lcv_step(ctx, &result, "%i xor %i = %i", value[0], value[1], both);
    return result;
}

static lcv_result *breaks_at(lc_ctx *ctx, const char *method, const lcv_function *f, lc_int x,
                             lc_int y)
{
    lc_int xy[2] = {x, y};
    lc_int value[3] = {lcv_function_at(ctx, f, x), lcv_function_at(ctx, f, y),
                       lcv_function_at(ctx, f, lc_xor(ctx, x, y))};
    return lcv_not_linear(ctx, method, f, xy, value);
}

static lcv_result *negative_at(lc_ctx *ctx, const char *method, const lcv_function *f, lc_int c)
{
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                                     lcv_text(ctx, "%i is negative: no vector of bits",
                                              lcv_function_at(ctx, f, c)));
    lcv_step_function(ctx, &result, f, c, NULL);
    return result;
}

lcv_result *lcv_size_not_linear(lc_ctx *ctx, lc_int size)
{
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                       lcv_text(ctx, "%i is not a power of two", size));
}

/* ---- layouts whose values add ---- */

static void basis_value(lc_ctx *ctx, const lc_layout *a, size_t bit, mpz_ptr value)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int_get_mpz(value, lc_layout_at(ctx, a, lc_int_power_of_two(ctx, bit)));
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

lcv_result *lcv_layout_is_linear(lc_ctx *ctx, const lcv_function *f)
{
    lc_int size = lc_layout_size(ctx, f->layout), zero = lc_int_const(0), c, low, high;
    if (!lc_int_is_power_of_two(size))
        return lcv_size_not_linear(ctx, size);
    if (!lc_int_is_zero(f->offset))
        return breaks_at(ctx, LCV_BY_CLOSED_FORM, f, zero, zero);
    lcv_function_range(ctx, f, &low, &high);
    if (lcv_find_out_of_bounds(ctx, f, zero, high, &c))
        return lc_ctx_code(ctx) == LC_OK ? negative_at(ctx, LCV_BY_CLOSED_FORM, f, c) : NULL;
    size_t nbits = lc_int_bits(size) - 1, i, j;
    if (nbits > LIMIT_BASIS)
        return lcv_unknown(ctx, LCV_BY_CLOSED_FORM,
                           lcv_text(ctx, "coordinates of %z bits; up to %z are looked at", nbits,
                                    (size_t)LIMIT_BASIS));
    if (find_shared_bit(ctx, f->layout, nbits, &i, &j))
        return breaks_at(ctx, LCV_BY_CLOSED_FORM, f, lc_int_power_of_two(ctx, i),
                         lc_int_power_of_two(ctx, j));
    return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
}

/* Coordinates are vectors of bits when each of their integers is one. */
static lcv_result *axes_are_linear(lc_ctx *ctx, const lcv_function *x)
{
    lcv_result *result = NULL;
    if (!lc_int_is_power_of_two(x->size))
        return lcv_size_not_linear(ctx, x->size);
    for (size_t q = 0; q < lc_layout_naxes(x->layout); q++) {
        lcv_function axis;
        lcv_result_free(result);
        result = NULL;
        char *name = lcv_kept(ctx, lcv_text(ctx, "%s_%z", x->name, q));
        if (name && lcv_function_axis(ctx, x, q, &axis)) {
            axis.name = name;
            axis.shown = NULL;
            result = lcv_layout_is_linear(ctx, &axis);
        }
        if (!result || result->verdict != LCV_PROVED)
            return lcv_in_part(ctx, result, "axis", q);
    }
    return result;
}

/* ---- other kinds ---- */

/* Two single bits that break it, where there are some. */
static lcv_result *search_bits(lc_ctx *ctx, const lcv_function *f, size_t n)
{
    for (size_t j = 1; j < n && lc_ctx_shortcuts(ctx); j++) {
        for (size_t i = 0; i < j; i++) {
            lc_int x = lc_int_power_of_two(ctx, i), y = lc_int_power_of_two(ctx, j);
            lc_int both = lc_xor(ctx, lcv_function_at(ctx, f, x), lcv_function_at(ctx, f, y));
            if (!lc_int_eq(both, lcv_function_at(ctx, f, lc_int_add(ctx, x, y))))
                return breaks_at(ctx, LCV_BY_EVALUATION, f, x, y);
        }
    }
    return NULL;
}

/* c = low xor rest, low its lowest bit; where the value at c is the XOR of theirs, the rest
 * breaks it. */
static lcv_result *breaks_below(lc_ctx *ctx, const char *method, const lcv_function *f, lc_int c)
{
    for (;;) {
        size_t bit = 0;
        while (!lc_int_bit(c, bit))
            bit++;
        lc_int low = lc_int_power_of_two(ctx, bit), rest = lc_int_sub(ctx, c, low);
        lc_int both = lc_xor(ctx, lcv_function_at(ctx, f, low), lcv_function_at(ctx, f, rest));
        if (lc_int_is_zero(rest))
            return lcv_uncertified(ctx, "the comparison with the columns");
        if (!lc_int_eq(lcv_function_at(ctx, f, c), both))
            return breaks_at(ctx, method, f, low, rest);
        c = rest;
    }
}

/* The values at single bits as columns; NULL: `result` says why there are none. */
static lc_linear *columns_of(lc_ctx *ctx, const lcv_function *f, size_t n, lcv_result **result)
{
    lc_f2 map = lc_f2_zero(LC_LINEAR_BITS, (unsigned)n);
    for (unsigned j = 0; j < n; j++) {
        lc_int c = lc_int_power_of_two(ctx, j), value = lcv_function_at(ctx, f, c);
        if (lc_int_sign(value) < 0)
            *result = negative_at(ctx, LCV_BY_EVALUATION, f, c);
        else if (lc_int_bits(value) > LC_LINEAR_BITS)
            *result = lcv_unknown(ctx, LCV_BY_MATRIX,
                                  lcv_text(ctx, "the value at %i has more than 64 bits", c));
        if (*result || lc_ctx_code(ctx) != LC_OK)
            return NULL;
        map.column[j] = lcv_to_word(value);
    }
    lc_dim in = {"in", (unsigned)n}, out = {"out", LC_LINEAR_BITS};
    return lc_linear_new(ctx, 1, &in, 1, &out, &map);
}

/* X against the XOR of its columns. */
static lcv_result *search_linear(lcr_ctx *r, const lcv_function *f, size_t n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = NULL;
    lc_linear *columns = columns_of(ctx, f, n, &result);
    lcv_value *v = columns ? lcv_kept(ctx, lcv_value_linear(ctx, columns)) : NULL;
    lcv_function sum;
    if (!v || !lcv_arg_all(ctx, "", "", "", v, &sum))
        return result;
    lcv_composite x = {1, {f}}, y = {1, {&sum}};
    lcv_finding found = {.c = lc_int_const(0)};
    lcr_answer answer = lcv_differ(r, f->shape, &x, &y, &found);
    if (answer != LCR_YES)
        return answer == LCR_NO ? lcv_proved(ctx, found.method) : lcv_undecided(ctx, f);
    return lc_int_sign(lcv_function_at(ctx, f, found.c)) < 0
               ? negative_at(ctx, found.method, f, found.c)
               : breaks_below(ctx, found.method, f, found.c);
}

static lcv_result *is_linear(lcr_ctx *r, const lcv_function *f)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int zero = lc_int_const(0);
    if (!lc_int_is_power_of_two(f->size))
        return lcv_size_not_linear(ctx, f->size);
    if (f->affine && f->base == 0)
        return lcv_proved(ctx, LCV_BY_MATRIX);
    if (!lc_int_is_zero(lcv_function_at(ctx, f, zero)))
        return breaks_at(ctx, LCV_BY_EVALUATION, f, zero, zero);
    size_t n = lc_int_bits(f->size) - 1;
    if (n > 64)
        return lcv_unknown(ctx, LCV_BY_MATRIX,
                           lcv_text(ctx, "coordinates of %z bits; up to 64 are looked at", n));
    lcv_result *result = search_bits(ctx, f, n);
    return result || lc_ctx_code(ctx) != LC_OK ? result : search_linear(r, f, n);
}

/* ---- the claim ---- */

lcv_result *lcv_prove_is_linear(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_value *x = lcv_kept(ctx, lcv_box_listed(r, "is_linear", args[0]));
    if (!x)
        return NULL;
    if (x->kind == LCV_RELATION && !x->values)
        return lcv_relation_is_linear(r, "X", x->relation);
    lcv_function f;
    if (lcv_is_binary(x) || lcv_is_xor(x))
        return lcv_arg_any(ctx, "is_linear", "X", x, &f) ? is_linear(r, &f) : NULL;
    if (!lcv_arg_all(ctx, "is_linear", "a layout", "X", x, &f))
        return NULL;
    return lcv_function_profile(&f) ? axes_are_linear(ctx, &f) : lcv_layout_is_linear(ctx, &f);
}
