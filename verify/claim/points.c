/* points.c - claims about swizzles, composed layouts and linear layouts as
 * functions: equal, equiv, is_linear, is_layout, the laws of inverses, composites.
 *
 * Two functions that are affine over F2 are compared column by column: where the values
 * at 0 differ, that is a counterexample; where two columns do, a single bit is. Two
 * layouts under the same bijective swizzle are as different as the layouts, which are
 * compared by their runs. Of the others, a coordinate that tells them apart is searched
 * for (points.h).
 */
#include "config.h"

#include "../function/chain.h"
#include "claims.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/algebra.h"
#include "../value/relate.h"

/* ---- two functions ---- */

typedef struct {
    lcv_function x, y;
    lc_tuple *domain; /* once it is needed */
} pair;

static bool pair_of(lc_ctx *ctx, const char *claim, lcv_value *const *args, pair *p)
{
    p->y = (lcv_function){0};
    p->domain = NULL;
    return lcv_arg_any(ctx, claim, "X", args[0], &p->x) &&
           lcv_arg_any(ctx, claim, "Y", args[1], &p->y);
}

static void pair_clear(pair *p)
{
    lcv_function_free(&p->x);
    lcv_function_free(&p->y);
    lc_tuple_free(p->domain);
}

/* The values are the same numbers, one an output dim. */
static bool same_value(lc_ctx *ctx, const pair *p, lc_int c)
{
    lc_int x = lcv_function_at(ctx, &p->x, c), y = lcv_function_at(ctx, &p->y, c);
    if (p->x.nouts < 2 || p->y.nouts < 2)
        return lc_int_eq(x, y);
    for (size_t i = 0; i < p->x.nouts; i++)
        if (lc_linear_digit(p->x.value->linear, i, lcv_to_word(x)) !=
            lc_linear_digit(p->y.value->linear, i, lcv_to_word(y)))
            return false;
    return true;
}

static bool pair_differs(lc_ctx *ctx, const void *claim, lc_int c)
{
    return !same_value(ctx, claim, c);
}

static lcv_result *differs_at(lc_ctx *ctx, const char *method, const pair *p, lc_int c)
{
    if (same_value(ctx, p, c))
        return lcv_uncertified(ctx, "the comparison of functions");
    lc_tuple *x = lcv_function_show(ctx, &p->x, lcv_function_at(ctx, &p->x, c));
    lc_tuple *y = lcv_function_show(ctx, &p->y, lcv_function_at(ctx, &p->y, c));
    lcv_result *result = NULL;
    if (x != NULL && y != NULL)
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i", c),
                             lcv_text(ctx, "%t is not %t", x, y));
    lcv_step_function(ctx, &result, &p->x, c, NULL);
    lcv_step_function(ctx, &result, &p->y, c, NULL);
    lc_tuple_free(x);
    lc_tuple_free(y);
    return result;
}

/* ---- equiv ---- */

/* Of one size, and as many output dims. */
static lcv_result *same_matrix(lc_ctx *ctx, const pair *p)
{
    if (p->x.base != p->y.base)
        return differs_at(ctx, LCV_BY_MATRIX, p, lc_int_const(0));
    for (unsigned j = 0; j < p->x.map.cols; j++) {
        lc_int c = lcv_from_word(ctx, (uint64_t)1 << j);
        if (!same_value(ctx, p, c))
            return differs_at(ctx, LCV_BY_MATRIX, p, c);
    }
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

static bool same_swizzle(lc_swizzle w, lc_swizzle v)
{
    return lc_swizzle_equal(w, v) || (w.b == 0 && v.b == 0);
}

/* Under the same bijective swizzle; NULL without an error when they are not. */
static lcv_result *same_inner(lc_ctx *ctx, const pair *p)
{
    lc_swizzle w, v;
    lcv_function f, g;
    if (!lc_ctx_shortcuts(ctx) || !lcv_function_parts(&p->x, &w, &f) ||
        !lcv_function_parts(&p->y, &v, &g) || !same_swizzle(w, v) || !lc_swizzle_is_bijective(w))
        return NULL;
    if (!lc_int_eq(f.offset, g.offset))
        return differs_at(ctx, LCV_BY_COMPARISON, p, lc_int_const(0));
    lc_int c;
    if (lcv_layouts_differ(ctx, f.layout, g.layout, &c))
        return differs_at(ctx, LCV_BY_COMPARISON, p, c);
    return lc_ctx_code(ctx) == LC_OK ? lcv_proved(ctx, LCV_BY_COMPARISON) : NULL;
}

/* A system on the domain of the pair. */
static lcr_answer solve_pair(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const pair *p = claim;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_steps x, y;
    if (!lcv_function_steps(ctx, &p->x, &x) || !lcv_function_steps(ctx, &p->y, &y))
        return LCR_UNKNOWN;
    lcr_digit_function f = {p->domain, {x.n, x.step}};
    return lcr_digits_difference(r, &f, (lcr_steps){y.n, y.step}, natural);
}

static lcv_result *search_pair(lcr_ctx *r, const pair *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_search search = {p->domain, pair_differs, p};
    const char *method;
    lc_int c = lc_int_const(0);
    switch (lcv_search_points(r, &search, solve_pair, &c, &method)) {
    case LCR_YES:
        return differs_at(ctx, method, p, c);
    case LCR_NO:
        return lcv_proved(ctx, method);
    default:
        return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, p->x.affine ? &p->y : &p->x)
                                         : NULL;
    }
}

/* Is it 0 everywhere, and no linear layout, which says what dims it has? That is 0 on all. */
static bool is_zero(const lcv_function *p)
{
    bool zero = p->affine && p->base == 0 && p->value->kind != LCV_LINEAR;
    for (unsigned j = 0; zero && j < p->map.cols; j++)
        zero = p->map.column[j] == 0;
    return zero;
}

static lcv_result *equiv(lcr_ctx *r, pair *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const char *what = NULL;
    lc_int m = p->x.size, n = p->y.size;
    if (!lc_int_eq(m, n)) {
        what = "coordinates";
    } else if (p->x.nouts != p->y.nouts && !is_zero(&p->x) && !is_zero(&p->y)) {
        what = "output dims";
        m = lc_int_si(ctx, (int64_t)p->x.nouts);
        n = lc_int_si(ctx, (int64_t)p->y.nouts);
    }
    if (what != NULL) {
        lcv_result *result = lcv_refuted(
            ctx, LCV_BY_COMPARISON,
            lcv_text(ctx, strcmp(what, "coordinates") == 0 ? "size" : what),
            lcv_text(ctx, "%i is not %i", m, n));
        lcv_step(ctx, &result, "X has %i %s, Y has %i", m, what, n);
        return result;
    }
    if (p->x.affine && p->y.affine)
        return same_matrix(ctx, p);
    lcv_result *result = same_inner(ctx, p);
    if (result != NULL || lc_ctx_code(ctx) != LC_OK)
        return result;
    p->domain = lcv_function_domain(ctx, &p->x, &p->y);
    return p->domain != NULL ? search_pair(r, p) : NULL;
}

/* A relation against another kind: relation against relation. One coordinate in stands
 * for the dims of a linear layout, and one value out for one of them. */
static lcv_result *equiv_relation(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f[2] = {{.name = "X"}, {.name = "Y"}};
    int given = args[0]->kind == LCV_RELATION ? 0 : 1;
    const lcv_value *other = args[1 - given];
    f[given].relation = lcr_map_ref(args[given]->relation);
    if (other->kind != LCV_RELATION)
        f[1 - given].made_of = other;
    lcv_value *flat = NULL;
    if (other->kind == LCV_LINEAR && lcr_map_nin(f[given].relation) == 1) {
        lc_linear *l = lc_linear_flatten_ins(ctx, other->linear);
        flat = l != NULL ? lcv_value_linear(ctx, l) : NULL;
        other = flat;
    }
    lcv_result *result = NULL;
    if (other != NULL)
        f[1 - given].relation = lcv_layout_map(r, other);
    if (f[1 - given].relation != NULL)
        result = lcv_relation_equiv(r, &f[0], &f[1]);
    lcv_value_free(flat);
    lcv_function_free(&f[0]);
    lcv_function_free(&f[1]);
    return result;
}

static lcv_result *points_equiv(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (args[0]->kind == LCV_RELATION || args[1]->kind == LCV_RELATION)
        return equiv_relation(r, args);
    pair p;
    lcv_result *result = pair_of(ctx, "equiv", args, &p) ? equiv(r, &p) : NULL;
    pair_clear(&p);
    return result;
}

/* ---- equal ---- */

static bool same_outside(const lcv_value *a, const lcv_value *b)
{
    return lcv_composed_equal(a, b) &&
           (a->kind == LCV_SWIZZLE || lc_tuple_equal(a->offset, b->offset));
}

static bool same_parts(const lcv_value *a, const lcv_value *b)
{
    if (a->kind == LCV_LINEAR)
        return lc_linear_equal(a->linear, b->linear);
    return same_outside(a, b) &&
           (a->kind == LCV_SWIZZLE || lc_layout_equal(a->layout, b->layout));
}

static lcv_result *points_equal(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!lcv_is_binary(args[0]) && !lcv_is_binary(args[1])) /* strides that add by XOR */
        return lcv_prove_equal(r, n, args);
    if (args[0]->kind != args[1]->kind)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "equal compares values of one kind, not %s and %s: use equiv",
                       lcv_value_describe(args[0]), lcv_value_describe(args[1]));
    if (same_parts(args[0], args[1]))
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    if (args[0]->kind == LCV_LINEAR)
        return lcv_linear_differ(ctx, args[0]->linear, args[1]->linear);
    char *x = lcv_value_to_str(r, args[0]), *y = lcv_value_to_str(r, args[1]);
    lcv_result *result = NULL;
    if (x != NULL && y != NULL)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, ""),
                             lcv_text(ctx, "%s is not %s", x, y));
    free(x);
    free(y);
    if (result != NULL && args[0]->kind == LCV_COMPOSED && same_outside(args[0], args[1]) &&
        lcv_may_differ_in_units(ctx, args[0]->layout, args[1]->layout))
        lcv_step_equivalent(r, &result, args);
    return result;
}

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

/* ---- chains: inverses, composites ---- */

/* step[0] first; `same` is what the chain has to be, NULL for the identity. `inside`: the
 * last step is given coordinates of its domain, not what lies past it. */
typedef struct {
    size_t n;
    const lcv_function *step[3];
    const lcv_function *same;
    const lc_tuple *domain;
    bool inside;
} chain;

/* May the step be given this? */
static bool step_has(const chain *ch, size_t i, lc_int c)
{
    bool strict = ch->inside && i + 1 == ch->n;
    return strict ? lc_int_sign(c) >= 0 && lc_int_lt(c, ch->step[i]->size)
                  : lcv_function_has(ch->step[i], c);
}

/* The value of the first `count` steps; false where one of them has none. */
static bool chain_at(lc_ctx *ctx, const chain *ch, size_t count, lc_int *c)
{
    for (size_t i = 0; i < count; i++) {
        if (!step_has(ch, i, *c))
            return false;
        *c = lcv_function_at(ctx, ch->step[i], *c);
    }
    return true;
}

static bool chain_breaks(lc_ctx *ctx, const void *claim, lc_int c)
{
    const chain *ch = claim;
    lc_int value = c, want = ch->same != NULL ? lcv_function_at(ctx, ch->same, c) : c;
    return !chain_at(ctx, ch, ch->n, &value) || !lc_int_eq(value, want);
}

static lcv_result *chain_refuted(lc_ctx *ctx, const char *method, const chain *ch, lc_int c)
{
    lc_int value = c, want = ch->same != NULL ? lcv_function_at(ctx, ch->same, c) : c;
    bool has = chain_at(ctx, ch, ch->n, &value);
    lcv_result *result = lcv_refuted(
        ctx, method, lcv_text(ctx, "c = %i", c),
        has ? lcv_text(ctx, "%i is not %i", value, want)
            : lcv_text(ctx, "there is no coordinate whose value would be %i", want));
    value = c;
    for (size_t i = 0; i < ch->n; i++) {
        if (!step_has(ch, i, value)) {
            lcv_step(ctx, &result, "%i is none of the %i coordinates of %s", value,
                     ch->step[i]->size, ch->step[i]->name);
            return result;
        }
        lcv_step_number(ctx, &result, ch->step[i], value);
        value = lcv_function_at(ctx, ch->step[i], value);
    }
    if (ch->same != NULL && ch->same != ch->step[0])
        lcv_step_number(ctx, &result, ch->same, c);
    return result;
}

/* All affine, and every value of a step a coordinate of the next: the composite is
 * affine, and its column at each bit says all. */
static bool chain_is_affine(const chain *ch)
{
    for (size_t i = 0; i < ch->n; i++) {
        if (!ch->step[i]->affine)
            return false;
        uint64_t all = i > 0 ? ch->step[i - 1]->base : 0;
        for (unsigned j = 0; i > 0 && j < ch->step[i - 1]->map.cols; j++)
            all |= ch->step[i - 1]->map.column[j];
        if ((all & ~lc_f2_mask(ch->step[i]->map.cols)) != 0)
            return false;
    }
    return ch->same == NULL || ch->same->affine;
}

/* A coordinate at which these steps, those before the last function, give it none of its own. */
static lcr_answer solve_inside(lcr_ctx *r, const chain *ch, size_t n, const lcr_step *step,
                               lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int last = lc_int_sub(ctx, ch->step[ch->n - 1]->size, lc_int_const(1));
    lcr_digit_function f = {ch->domain, {n, step}};
    return lcr_digits_outside(r, &f, lc_int_const(0), last, natural);
}

/* A matrix is no step but the first. */
static lcr_answer solve_chain(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const chain *ch = claim;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_step step[3 * LCV_MAX_STEPS];
    lcv_steps part, same = {.n = 0};
    size_t n = 0, before = 0; /* steps: of all functions, of those before the last */
    for (size_t i = 0; i < ch->n; i++) {
        before = n;
        if (!lcv_function_steps(ctx, ch->step[i], &part) || (i > 0 && part.step[0].map != NULL))
            return LCR_UNKNOWN;
        memcpy(step + n, part.step, part.n * sizeof *step);
        n += part.n;
    }
    if (ch->same != NULL && !lcv_function_steps(ctx, ch->same, &same))
        return LCR_UNKNOWN;
    lcr_digit_function f = {ch->domain, {n, step}};
    lcr_answer answer = lcr_digits_difference(r, &f, (lcr_steps){same.n, same.step}, natural);
    return answer == LCR_NO && ch->inside ? solve_inside(r, ch, before, step, natural) : answer;
}

static lcv_result *check_chain(lcr_ctx *r, const chain *ch, const lcv_function *domain)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_search search = {domain->shape, chain_breaks, ch};
    const char *method = LCV_BY_MATRIX;
    lc_int c = lc_int_const(0);
    if (chain_is_affine(ch) && domain->affine) {
        if (chain_breaks(ctx, ch, c))
            return chain_refuted(ctx, method, ch, c);
        for (unsigned j = 0; j < domain->map.cols; j++) {
            c = lcv_from_word(ctx, (uint64_t)1 << j);
            if (chain_breaks(ctx, ch, c))
                return chain_refuted(ctx, method, ch, c);
        }
        return lcv_proved(ctx, method);
    }
    switch (lcv_search_points(r, &search, solve_chain, &c, &method)) {
    case LCR_YES:
        return chain_refuted(ctx, method, ch, c);
    case LCR_NO:
        return lcv_proved(ctx, method);
    default:
        return lc_ctx_code(ctx) == LC_OK ? lcv_undecided(ctx, domain) : NULL;
    }
}

static lcv_result *points_right_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f = {0}, a = {0};
    lcv_result *result = NULL;
    if (lcv_arg_any(ctx, "right_inverts", "R", args[0], &f) &&
        lcv_arg_any(ctx, "right_inverts", "A", args[1], &a)) {
        chain ch = {2, {&f, &a, NULL}, NULL, f.shape, true};
        result = check_chain(r, &ch, &f);
    }
    lcv_function_free(&f);
    lcv_function_free(&a);
    return result;
}

static lcv_result *points_left_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function l = {0}, a = {0};
    lcv_result *result = NULL;
    if (lcv_arg_any(ctx, "left_inverts", "L", args[0], &l) &&
        lcv_arg_any(ctx, "left_inverts", "A", args[1], &a)) {
        chain ch = {3, {&a, &l, &a}, &a, a.shape, true};
        result = check_chain(r, &ch, &a);
    }
    lcv_function_free(&l);
    lcv_function_free(&a);
    return result;
}

/* R's shape refines B's, where both have one; without shapes it is the size that has to be
 * the same. NULL when so. */
static lcv_result *wrong_shape(lc_ctx *ctx, const lcv_function *f, const lcv_function *b, bool shapes)
{
    if (f->value->kind == LCV_LINEAR || b->value->kind == LCV_LINEAR)
        shapes = false;
    if (shapes ? lc_tuple_refines(ctx, f->shape, b->shape) : lc_int_eq(f->size, b->size))
        return NULL;
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, shapes ? "shape" : "size"),
                    shapes ? lcv_text(ctx, "%t does not refine %t", f->shape, b->shape)
                           : lcv_text(ctx, "%i is not %i", f->size, b->size));
    if (shapes)
        lcv_step_incompatible(ctx, &result, "B", b->shape, "R", f->shape);
    return result;
}

/* ... and R(c) = A(B(c)). */
static lcv_result *composes(lcr_ctx *r, lcv_value *const *args, bool shapes)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f = {0}, a = {0}, b = {0};
    lcv_result *result = NULL;
    if (lcv_arg_any(ctx, "composes", "R", args[0], &f) &&
        lcv_arg_any(ctx, "composes", "A", args[1], &a) &&
        lcv_arg_any(ctx, "composes", "B", args[2], &b)) {
        chain ch = {2, {&b, &a, NULL}, &f, f.shape, false};
        result = wrong_shape(ctx, &f, &b, shapes);
        if (result == NULL && lc_ctx_code(ctx) == LC_OK)
            result = check_chain(r, &ch, &f);
    }
    lcv_function_free(&f);
    lcv_function_free(&a);
    lcv_function_free(&b);
    return result;
}

static lcv_result *points_composes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return composes(r, args, true);
}

lcv_result *lcv_points_composite(lcr_ctx *r, lcv_value *const *args)
{
    return composes(r, args, false);
}

/* ---- the claims ---- */

static const struct {
    const char *name;
    lcv_prove_function *prove;
} table[] = {
    {"composes", points_composes},
    {"equal", points_equal},
    {"equiv", points_equiv},
    {"is_layout", points_is_layout},
    {"is_linear", points_is_linear},
    {"left_inverts", points_left_inverts},
    {"right_inverts", points_right_inverts},
    {"vectorizes", lcv_points_vectorizes},
};

lcv_prove_function *lcv_points_claim(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].prove;
    return NULL;
}
