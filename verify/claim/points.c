/* points.c - claims about swizzles, composed layouts and linear layouts as functions:
 * is_linear, is_layout; the others are in points-*.c. */
#include "config.h"

#include "claims.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/algebra.h"
#include "../value/relate.h"

/* ---- is_linear ---- */

static void write_points(lc_ctx *ctx, lcv_result **result, const void *of, lc_int c)
{
    lcv_step_function(ctx, result, of, c, NULL);
}

static lcv_result *breaks_linear(lc_ctx *ctx, const char *method, const lcv_function *p, lc_int x,
                                 lc_int y)
{
    lc_int xy[2] = {x, y};
    lc_int value[3] = {lcv_function_at(ctx, p, x), lcv_function_at(ctx, p, y),
                       lcv_function_at(ctx, p, lcv_xor(ctx, x, y))};
    return lcv_not_linear(ctx, method, p->name, xy, value, write_points, p);
}

/* The claim that X is the XOR of its values at the bits of c: the columns of `map`. */
typedef struct {
    const lcv_function *p;
    lc_f2 map;
} column_claim;

static lc_int low_bit(lc_ctx *ctx, lc_int c)
{
    lc_int low = lc_int_const(1);
    for (size_t i = 0; !lc_int_bit(c, i); i++)
        low = lc_int_add(ctx, low, low);
    return low;
}

static bool breaks_columns(lc_ctx *ctx, const void *claim, lc_int c)
{
    const column_claim *k = claim;
    lc_int value = lcv_function_at(ctx, k->p, c);
    lc_int sum = lcv_from_word(ctx, lc_f2_apply(&k->map, lcv_to_word(c)));
    return !lc_int_eq(value, sum); /* a negative one is no sum of columns, which are not */
}

static lcr_answer solve_columns(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const column_claim *k = claim;
    lcv_steps x;
    lcr_step columns = {.map = &k->map};
    if (!lcv_function_steps(lcr_ctx_lc(r), k->p, &x))
        return LCR_UNKNOWN;
    lcr_digit_function f = {k->p->shape, {x.n, x.step}};
    return lcr_digits_difference(r, &f, (lcr_steps){1, &columns}, natural);
}

/* c = low xor rest; where the value at c is the XOR of theirs, the rest breaks it. */
static lcv_result *breaks_at(lc_ctx *ctx, const char *method, const column_claim *k, lc_int c)
{
    for (;;) {
        lc_int low = low_bit(ctx, c), rest = lc_int_sub(ctx, c, low);
        lc_int both = lcv_xor(ctx, lcv_function_at(ctx, k->p, low), lcv_function_at(ctx, k->p, rest));
        if (lc_int_is_zero(rest))
            return lcv_uncertified(ctx, "the comparison with the columns");
        if (!lc_int_eq(lcv_function_at(ctx, k->p, c), both))
            return breaks_linear(ctx, method, k->p, low, rest);
        c = rest;
    }
}

static lcv_result *negative_at(lc_ctx *ctx, const char *method, const lcv_function *p, lc_int c)
{
    lcv_result *result =
        lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "%i is negative: no vector of bits", lcv_function_at(ctx, p, c)));
    lcv_step_function(ctx, &result, p, c, NULL);
    return result;
}

/* X(0) is 0, the size 2^n. */
static lcv_result *search_linear(lcr_ctx *r, const lcv_function *p, size_t n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    column_claim k = {p, lc_f2_zero(64, (unsigned)n)};
    for (unsigned j = 0; j < n; j++) {
        lc_int c = lcv_from_word(ctx, (uint64_t)1 << j), value = lcv_function_at(ctx, p, c);
        if (lc_int_sign(value) < 0)
            return negative_at(ctx, LCV_BY_EVALUATION, p, c);
        if (lc_int_bits(value) > 64)
            return lcv_unknown(ctx, LCV_BY_MATRIX,
                               lcv_text(ctx, "the value at %i has more than 64 bits", c));
        k.map.column[j] = lcv_to_word(value);
    }
    lcv_search search = {p->shape, breaks_columns, &k};
    const char *method;
    lc_int c = lc_int_const(0);
    switch (lcv_search_points(r, &search, solve_columns, &c, &method)) {
    case LCR_NO:
        return lcv_proved(ctx, method);
    case LCR_UNKNOWN:
        return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, p) : NULL;
    default:
        return lc_int_sign(lcv_function_at(ctx, p, c)) < 0 ? negative_at(ctx, method, p, c)
                                                         : breaks_at(ctx, method, &k, c);
    }
}

/* Two single bits that break it, where there are some. */
static lcv_result *search_bits(lc_ctx *ctx, const lcv_function *p, size_t n)
{
    for (size_t j = 1; j < n && lc_ctx_shortcuts(ctx); j++) {
        for (size_t i = 0; i < j; i++) {
            lc_int x = lcv_from_word(ctx, (uint64_t)1 << i);
            lc_int y = lcv_from_word(ctx, (uint64_t)1 << j);
            lc_int both = lcv_xor(ctx, lcv_function_at(ctx, p, x), lcv_function_at(ctx, p, y));
            if (!lc_int_eq(both, lcv_function_at(ctx, p, lc_int_add(ctx, x, y))))
                return breaks_linear(ctx, LCV_BY_EVALUATION, p, x, y);
        }
    }
    return NULL;
}

static lcv_result *is_linear(lcr_ctx *r, const lcv_function *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!lc_int_is_power_of_two(p->size))
        return lcv_size_not_linear(ctx, p->size);
    lc_int zero = lc_int_const(0);
    if (p->affine && p->base == 0)
        return lcv_proved(ctx, LCV_BY_MATRIX);
    if (!lc_int_is_zero(lcv_function_at(ctx, p, zero)))
        return breaks_linear(ctx, LCV_BY_EVALUATION, p, zero, zero);
    size_t n = lc_int_bits(p->size) - 1;
    if (n > 64)
        return lcv_unknown(ctx, LCV_BY_MATRIX,
                           lcv_text(ctx, "coordinates of %z bits; up to 64 are looked at", n));
    lcv_result *result = search_bits(ctx, p, n);
    return result != NULL || lc_ctx_code(ctx) != LC_OK ? result : search_linear(r, p, n);
}

static lcv_result *points_is_linear(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_arg_any(lcr_ctx_lc(r), "is_linear", "X", args[0], &p))
        result = is_linear(r, &p);
    lcv_function_free(&p);
    return result;
}

/* ---- is_layout ---- */

/* A layout of 2^n coordinates adds over different bits, a function over F2 has their
 * XOR: so the two agree when no two columns share a bit. */
static lcv_result *affine_is_layout(lc_ctx *ctx, const lcv_function *p)
{
    if (p->nouts != 1)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "output dims"),
                           lcv_text(ctx, "%z is not 1", p->nouts));
    if (p->base != 0) {
        lcv_result *result = lcv_refuted(
            ctx, LCV_BY_MATRIX, lcv_text(ctx, "c = 0"),
            lcv_text(ctx, "%i is not 0, which every layout has there",
                     lcv_from_word(ctx, p->base)));
        lcv_step_function(ctx, &result, p, lc_int_const(0), NULL);
        return result;
    }
    for (unsigned j = 1; j < p->map.cols; j++) {
        for (unsigned i = 0; i < j; i++) {
            if ((p->map.column[i] & p->map.column[j]) == 0)
                continue;
            lc_int x = lcv_from_word(ctx, (uint64_t)1 << i);
            lc_int y = lcv_from_word(ctx, (uint64_t)1 << j);
            lc_int both = lc_int_add(ctx, x, y);
            lc_int sum = lc_int_add(ctx, lcv_function_at(ctx, p, x), lcv_function_at(ctx, p, y));
            lcv_result *result = lcv_refuted(
                ctx, LCV_BY_MATRIX, lcv_text(ctx, "x = %i and y = %i", x, y),
                lcv_text(ctx, "%s(x + y) = %i is not %s(x) + %s(y) = %i, which it is in a layout",
                         p->name, lcv_function_at(ctx, p, both), p->name, p->name, sum));
            lcv_step_function(ctx, &result, p, x, NULL);
            lcv_step_function(ctx, &result, p, y, NULL);
            lcv_step_function(ctx, &result, p, both, NULL);
            return result;
        }
    }
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

/* Why every layout breaks, evaluated. */
static lcv_result *breaks_layout(lc_ctx *ctx, const lcv_function *p, const lcr_layout_failure *why)
{
    lc_int value = lcv_function_at(ctx, p, why->c);
    if (!lc_int_eq(value, why->value) || lc_int_eq(value, why->candidate))
        return lcv_uncertified(ctx, "the search for a layout");
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_DIGITS, lcv_text(ctx, "c = %i", why->c),
                    why->reason == LCR_NOT_ZERO
                        ? lcv_text(ctx, "%i is not 0, which every layout has there", value)
                        : lcv_text(ctx, "%i is not %i, which a layout would need there", value,
                                   why->candidate));
    lcv_step_function(ctx, &result, p, why->c, NULL);
    if (why->reason == LCR_RUN) {
        lcv_step_function(ctx, &result, p, why->place, NULL);
        lcv_step(ctx, &result,
                 "%s(%i i) = i %s(%i) for i < %i only, and the %i such i there are do not split "
                 "into runs of %i",
                 p->name, why->place, p->name, why->place, why->run, why->extent, why->run);
    } else if (why->reason == LCR_SUM) {
        lcv_step(ctx, &result, "the straight runs of %s leave one layout, Y = %L", p->name,
                 why->only);
        lcv_step_at(ctx, &result, "Y", why->only, why->c);
    }
    return result;
}

/* The relation, where it can be listed. */
static lcv_result *relation_is_layout(lcr_ctx *r, const lcv_function *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), p->size))
        return lcv_undecided(ctx, p);
    lcr_map *m = lcv_layout_map(r, p->value);
    lcv_result *result = m != NULL ? lcv_relation_is_layout(r, p->name, m) : NULL;
    lcr_map_free(m);
    return result;
}

static lcv_result *search_layout(lcr_ctx *r, const lcv_function *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_steps steps;
    lcr_layout_failure why = {.only = NULL};
    if (!lcv_function_steps(ctx, p, &steps))
        return relation_is_layout(r, p);
    lc_layout *a = lcr_digits_layout(r, (lcr_steps){steps.n, steps.step}, p->size, &why);
    if (a != NULL) {
        lcv_result *result =
            lcv_proved_with(ctx, LCV_BY_DIGITS, lcv_text(ctx, "%s = %L", p->name, a));
        lc_layout_free(a);
        return result;
    }
    if (lc_ctx_code(ctx) != LC_ERR_NO_VALUE)
        return lcv_out_of_budget(ctx) ? lcv_undecided(ctx, p) : NULL;
    lc_ctx_reset(ctx);
    lcv_result *result = breaks_layout(ctx, p, &why);
    lc_layout_free(why.only);
    return result;
}

static lcv_result *points_is_layout(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function p;
    lcv_result *result = NULL;
    if (lcv_is_xor(args[0]) && !lcv_has_offset(args[0]))
        return lcv_proved(lcr_ctx_lc(r), LCV_BY_COMPARISON);
    if (lcv_arg_any(lcr_ctx_lc(r), "is_layout", "X", args[0], &p))
        result = p.affine ? affine_is_layout(lcr_ctx_lc(r), &p) : search_layout(r, &p);
    lcv_function_free(&p);
    return result;
}

/* ---- the claims ---- */

static const struct {
    const char *name;
    lcv_prove_function *prove;
} table[] = {
    {"is_layout", points_is_layout},
    {"is_linear", points_is_linear},
    {"vectorizes", lcv_points_vectorizes},
};

lcv_prove_function *lcv_points_claim(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].prove;
    return NULL;
}
