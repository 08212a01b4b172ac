/* law-linear.c - the laws of swizzles, composed layouts and linear layouts.
 *
 * Operations that keep the function are compared with their argument; operations on linear
 * layouts are done over, at each single bit of each input dim by its name, with numbers for
 * the output dims by their names: a linear layout is determined by these values.
 */
#include "config.h"

#include "../claim/claims.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/bits.h"
#include "laws.h"

/* ---- linear layouts by the names of their dims ---- */

static unsigned in_bits(const lc_linear *l, const char *name)
{
    size_t i;
    return lc_linear_find_in(l, name, &i) ? lc_linear_in_dim(l, i).bits : 0;
}

static unsigned out_bits(const lc_linear *l, const char *name)
{
    size_t i;
    return lc_linear_find_out(l, name, &i) ? lc_linear_out_dim(l, i).bits : 0;
}

uint64_t lcv_place_in(const lc_linear *l, const char *name, uint64_t digit)
{
    size_t found;
    unsigned start = 0;
    if (digit == 0 || !lc_linear_find_in(l, name, &found))
        return 0;
    for (size_t i = 0; i < found; i++)
        start += lc_linear_in_dim(l, i).bits;
    return digit << start;
}

/* The number for the output dim of this name in a value; 0 without such a dim. */
static uint64_t number_out(const lc_linear *l, const char *name, uint64_t value)
{
    size_t i;
    return lc_linear_find_out(l, name, &i) ? lc_linear_digit(l, i, value) : 0;
}

/* a(b(x)), the output dims of b being input dims of a by name. */
static uint64_t chain_at(const lc_linear *a, const lc_linear *b, uint64_t x)
{
    uint64_t y = 0, value = lc_linear_at(b, x);
    for (size_t i = 0; i < lc_linear_nins(a); i++) {
        const char *name = lc_linear_in_dim(a, i).name;
        y |= lcv_place_in(a, name, number_out(b, name, value));
    }
    return lc_linear_at(a, y);
}

/* What the number of output dim `out` has to be at bit `bit` of input dim `in`. */
typedef uint64_t expected(const lc_linear *const arg[2], const char *in, unsigned bit,
                          const char *out);

static uint64_t expect_same(const lc_linear *const arg[2], const char *in, unsigned bit,
                            const char *out)
{
    uint64_t x = lcv_place_in(arg[0], in, (uint64_t)1 << bit);
    return number_out(arg[0], out, lc_linear_at(arg[0], x));
}

static uint64_t expect_chain(const lc_linear *const arg[2], const char *in, unsigned bit,
                             const char *out)
{
    uint64_t x = lcv_place_in(arg[1], in, (uint64_t)1 << bit);
    return number_out(arg[0], out, chain_at(arg[0], arg[1], x));
}

static uint64_t expect_product(const lc_linear *const arg[2], const char *in, unsigned bit,
                               const char *out)
{
    unsigned minor = in_bits(arg[0], in), shift = out_bits(arg[0], out);
    if (bit < minor)
        return expect_same(arg, in, bit, out);
    uint64_t x = lcv_place_in(arg[1], in, (uint64_t)1 << (bit - minor));
    uint64_t number = number_out(arg[1], out, lc_linear_at(arg[1], x));
    return number == 0 ? 0 : number << shift;
}

static lcv_result *wrong_basis(lc_ctx *ctx, const char *in, unsigned bit, const char *out,
                               uint64_t found, uint64_t want)
{
    return lcv_refuted(ctx, LCV_BY_EVALUATION,
                       lcv_text(ctx, "bit %z of %s", (size_t)bit, in),
                       lcv_text(ctx, "%s is %i, not %i", out, lcv_from_word(ctx, found),
                                lcv_from_word(ctx, want)));
}

/* Every basis of `value`: at each bit, the number of each output dim. */
static lcv_result *check_bases(lc_ctx *ctx, const lc_linear *value, expected *expect,
                               const lc_linear *first, const lc_linear *second)
{
    const lc_linear *const arg[2] = {first, second};
    for (size_t i = 0; i < lc_linear_nins(value); i++) {
        lc_dim in = lc_linear_in_dim(value, i);
        for (unsigned bit = 0; bit < in.bits; bit++) {
            for (size_t k = 0; k < lc_linear_nouts(value); k++) {
                const char *out = lc_linear_out_dim(value, k).name;
                uint64_t found = lc_linear_basis(value, i, bit, k);
                uint64_t want = expect(arg, in.name, bit, out);
                if (found != want)
                    return wrong_basis(ctx, in.name, bit, out, found, want);
            }
        }
    }
    return lcv_proved(ctx, LCV_BY_EVALUATION);
}

/* The same, with as many bits in and out as there have to be. */
static lcv_result *check_whole(lc_ctx *ctx, const lc_linear *value, expected *expect,
                               const lc_linear *first, const lc_linear *second, unsigned ins,
                               unsigned outs)
{
    bool in = lc_linear_in_bits(value) != ins;
    if (in || lc_linear_out_bits(value) != outs)
        return lcv_refuted(ctx, LCV_BY_COUNTING,
                           lcv_text(ctx, in ? "input bits" : "output bits"),
                           lcv_text(ctx, "%z is not %z",
                                    (size_t)(in ? lc_linear_in_bits(value)
                                                : lc_linear_out_bits(value)),
                                    (size_t)(in ? ins : outs)));
    return check_bases(ctx, value, expect, first, second);
}

static bool all_linear(size_t n, lcv_value *const *args, const lcv_value *value)
{
    bool linear = value->kind == LCV_LINEAR;
    for (size_t i = 0; i < n; i++)
        linear = linear && args[i]->kind == LCV_LINEAR;
    return linear;
}

/* ---- operations on linear layouts ---- */

lcv_result *lcv_bits_product(lcr_ctx *r, size_t n, lcv_value *const *args,
                               const lcv_value *value)
{
    if (!all_linear(n, args, value))
        return NULL;
    const lc_linear *a = args[0]->linear, *b = args[1]->linear;
    return check_whole(lcr_ctx_lc(r), value->linear, expect_product, a, b,
                       lc_linear_in_bits(a) + lc_linear_in_bits(b),
                       lc_linear_out_bits(a) + lc_linear_out_bits(b));
}

static lcv_result *divided(lcr_ctx *r, const lcv_value *whole, const lc_linear *minor,
                           const lc_linear *major)
{
    return check_whole(lcr_ctx_lc(r), whole->linear, expect_product, minor, major,
                       lc_linear_in_bits(minor) + lc_linear_in_bits(major),
                       lc_linear_out_bits(minor) + lc_linear_out_bits(major));
}

lcv_result *lcv_bits_divide_left(lcr_ctx *r, size_t n, lcv_value *const *args,
                                   const lcv_value *value)
{
    return all_linear(n, args, value) ? divided(r, args[0], args[1]->linear, value->linear)
                                      : NULL;
}

lcv_result *lcv_bits_divide_right(lcr_ctx *r, size_t n, lcv_value *const *args,
                                    const lcv_value *value)
{
    return all_linear(n, args, value) ? divided(r, args[0], value->linear, args[1]->linear)
                                      : NULL;
}

/* L(P(y)) = y, for the P of an operation on L; of an invertible L, P is the inverse then. */
lcv_result *lcv_bits_invert(lcr_ctx *r, size_t n, lcv_value *const *args,
                              const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!all_linear(n, args, value))
        return NULL;
    const lc_linear *l = args[0]->linear, *p = value->linear;
    for (size_t i = 0; i < lc_linear_nouts(l); i++) {
        lc_dim dim = lc_linear_out_dim(l, i);
        for (unsigned bit = 0; bit < dim.bits; bit++) {
            uint64_t back = chain_at(l, p, lcv_place_in(p, dim.name, (uint64_t)1 << bit));
            for (size_t k = 0; k < lc_linear_nouts(l); k++) {
                uint64_t want = k == i ? (uint64_t)1 << bit : 0;
                if (lc_linear_digit(l, k, back) != want)
                    return wrong_basis(ctx, dim.name, bit, lc_linear_out_dim(l, k).name,
                                       lc_linear_digit(l, k, back), want);
            }
        }
    }
    return lcv_proved(ctx, LCV_BY_EVALUATION);
}

/* L(x) = M(C(x)). */
lcv_result *lcv_bits_invert_and_compose(lcr_ctx *r, size_t n, lcv_value *const *args,
                                          const lcv_value *value)
{
    if (!all_linear(n, args, value))
        return NULL;
    return check_bases(lcr_ctx_lc(r), args[0]->linear, expect_chain, args[1]->linear,
                       value->linear);
}

lcv_result *lcv_bits_transpose(lcr_ctx *r, size_t n, lcv_value *const *args,
                                 const lcv_value *value)
{
    (void)n;
    if (!all_linear(1, args, value))
        return NULL;
    const lc_linear *l = args[0]->linear;
    return check_whole(lcr_ctx_lc(r), value->linear, expect_same, l, NULL, lc_linear_in_bits(l),
                       lc_linear_out_bits(l));
}

lcv_result *lcv_bits_sublayout(lcr_ctx *r, size_t n, lcv_value *const *args,
                                 const lcv_value *value)
{
    (void)n;
    if (!all_linear(1, args, value))
        return NULL;
    return check_bases(lcr_ctx_lc(r), value->linear, expect_same, args[0]->linear, NULL);
}

/* The same numbers at integral coordinates, as integral coordinates. */
lcv_result *lcv_bits_flatten(lcr_ctx *r, size_t n, lcv_value *const *args,
                               const lcv_value *value)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!all_linear(1, args, value))
        return NULL;
    unsigned bits = lc_linear_in_bits(args[0]->linear);
    if (lc_linear_in_bits(value->linear) != bits)
        return lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "input bits"),
                           lcv_text(ctx, "%z is not %z",
                                    (size_t)lc_linear_in_bits(value->linear), (size_t)bits));
    for (unsigned j = 0; j < bits; j++) {
        uint64_t x = (uint64_t)1 << j;
        uint64_t found = lc_linear_at(value->linear, x), want = lc_linear_at(args[0]->linear, x);
        if (found != want)
            return wrong_basis(ctx, "the integral coordinate", j, "the value", found, want);
    }
    return lcv_proved(ctx, LCV_BY_EVALUATION);
}

/* ---- the same function, and composites of functions ---- */

lcv_result *lcv_bits_same(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    (void)n;
    lcv_value *both[2] = {args[0], (lcv_value *)value};
    bool relation = args[0]->kind == LCV_RELATION;
    if (!lcv_is_function(value) || (!relation && !lcv_is_function(args[0])))
        return NULL;
    return lcv_prove_equiv(r, 2, both);
}

/* Swizzles are functions of all integers, whatever their sizes: at every single bit. */
static lcv_result *compose_swizzles(lc_ctx *ctx, lc_swizzle a, lc_swizzle b, lc_swizzle both)
{
    for (unsigned bit = 0; bit < 64; bit++) {
        uint64_t x = (uint64_t)1 << bit, found = lc_swizzle_apply_word(both, x);
        uint64_t want = lc_swizzle_apply_word(a, lc_swizzle_apply_word(b, x));
        if (found != want)
            return wrong_basis(ctx, "x", bit, "the value", found, want);
    }
    return lcv_proved(ctx, LCV_BY_EVALUATION);
}

lcv_result *lcv_bits_compose(lcr_ctx *r, size_t n, lcv_value *const *args,
                               const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n == 2 && args[0]->kind == LCV_SWIZZLE && args[1]->kind == LCV_SWIZZLE &&
        value->kind == LCV_SWIZZLE)
        return compose_swizzles(ctx, args[0]->swizzle, args[1]->swizzle, value->swizzle);
    if (all_linear(n, args, value))
        return check_whole(ctx, value->linear, expect_chain, args[0]->linear, args[1]->linear,
                           lc_linear_in_bits(args[1]->linear),
                           lc_linear_out_bits(args[0]->linear));
    if (n != 2 || !lcv_is_function(args[0]) || !lcv_is_function(args[1]) ||
        !lcv_is_function(value))
        return NULL;
    lcv_value *three[3] = {(lcv_value *)value, args[0], args[1]};
    return lcv_check_composition(r, three, false);
}

static lcv_result *inverts(lcr_ctx *r, lcv_prove_function *prove, lcv_value *const *args,
                           const lcv_value *value)
{
    lcv_value *both[2] = {(lcv_value *)value, args[0]};
    if (!lcv_is_function(value) || !lcv_is_function(args[0]))
        return NULL;
    return prove(r, 2, both);
}

lcv_result *lcv_bits_right(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    (void)n;
    return inverts(r, lcv_prove_right_inverts, args, value);
}

lcv_result *lcv_bits_left(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    (void)n;
    return inverts(r, lcv_prove_left_inverts, args, value);
}

/* ---- under the same swizzle, after the same offset ---- */

bool lcv_is_within(size_t n, lcv_value *const *args, const lcv_value *value)
{
    bool within = n > 0 && args[0]->kind == value->kind &&
                  (value->kind == LCV_COMPOSED || lcv_has_offset(args[0]));
    for (size_t i = 1; i < n; i++)
        within = within && !lcv_is_binary(args[i]) && !lcv_has_offset(args[i]);
    return within;
}

lcv_result *lcv_law_within(lcr_ctx *r, lcv_law *law, size_t n, lcv_value *const *args,
                           const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!lcv_composed_equal(args[0], value) || !lc_tuple_equal(args[0]->offset, value->offset))
        return lcv_refuted(ctx, LCV_BY_COMPARISON,
                           lcv_text(ctx, "the offset and what is outside it"),
                           lcv_text(ctx, "the value has others"));
    lcv_value *a = lcv_value_layout(ctx, lc_layout_ref(args[0]->layout));
    lcv_value *b = lcv_value_layout(ctx, lc_layout_ref(value->layout));
    lcv_value **inner = lc_alloc(ctx, n, sizeof(lcv_value *));
    lcv_result *result = NULL;
    if (a != NULL && b != NULL && inner != NULL) {
        for (size_t i = 0; i < n; i++)
            inner[i] = i == 0 ? a : args[i];
        result = law(r, n, inner, b);
    }
    free(inner);
    lcv_value_free(b);
    lcv_value_free(a);
    return result;
}

/* ---- slices and recasts ---- */

/* S(o + A) sliced: the slice of the layout, under the same swizzle. */
lcv_result *lcv_bits_slice(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n != 2 || args[0]->kind != LCV_COMPOSED || value->kind != LCV_COMPOSED)
        return NULL;
    if (!lcv_composed_equal(args[0], value))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "swizzle"),
                           lcv_text(ctx, "the slice has another"));
    lcv_value *inner = lcv_value_tensor_at(ctx, lc_tuple_ref(args[0]->offset),
                                           lc_layout_ref(args[0]->layout));
    lcv_value *slice = lcv_value_tensor_at(ctx, lc_tuple_ref(value->offset),
                                           lc_layout_ref(value->layout));
    lcv_result *result = NULL;
    if (inner != NULL && slice != NULL) {
        lcv_value *both[2] = {inner, args[1]};
        result = lcv_law_slice(r, 2, both, slice);
    }
    lcv_value_free(inner);
    lcv_value_free(slice);
    return result;
}

/* Elements of one width are n of the other: wide(x / n) = narrow(x) / n, and below n
 * narrow leaves x as it is where it was made from wide. */
typedef struct {
    lc_swizzle narrow, wide;
    lc_int n;
    bool exact;
} recast_claim;

static bool recast_wrong(lc_ctx *ctx, const void *claim, lc_int x)
{
    const recast_claim *w = claim;
    lc_int low = lc_int_fmod(ctx, x, w->n), high = lc_int_fdiv(ctx, x, w->n);
    lc_int y = lc_swizzle_apply(ctx, w->narrow, x), z = lc_swizzle_apply(ctx, w->wide, high);
    return !lc_int_eq(lc_int_fdiv(ctx, y, w->n), z) ||
           (w->exact && !lc_int_eq(lc_int_fmod(ctx, y, w->n), low));
}

static lcv_result *recast(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value,
                          bool up)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    recast_claim claim = {.exact = !up};
    if (n != 2 || args[0]->kind != value->kind || !lcv_as_int(ctx, args[1], &claim.n))
        return NULL;
    if (value->kind != LCV_SWIZZLE)
        return NULL;
    claim.narrow = up ? args[0]->swizzle : value->swizzle;
    claim.wide = up ? value->swizzle : args[0]->swizzle;
    lc_tuple *domain = lc_tuple_leaf(ctx, lc_swizzle_size(ctx, claim.narrow));
    lcv_search search = {domain, recast_wrong, &claim};
    const char *method = LCV_BY_ENUMERATION;
    lc_int c = lc_int_const(0);
    lcr_answer answer =
        domain != NULL ? lcv_search_points(r, &search, NULL, &c, &method) : LCR_UNKNOWN;
    lc_tuple_free(domain);
    if (answer == LCR_YES)
        return lcv_refuted(ctx, method, lcv_text(ctx, "x = %i", c),
                           lcv_text(ctx, "the recast swizzle has another value"));
    if (answer == LCR_NO)
        return lcv_proved(ctx, method);
    return lcv_unknown(ctx, method, lcv_text(ctx, "too many offsets to enumerate"));
}

lcv_result *lcv_bits_upcast(lcr_ctx *r, size_t n, lcv_value *const *args,
                              const lcv_value *value)
{
    return recast(r, n, args, value, true);
}

lcv_result *lcv_bits_downcast(lcr_ctx *r, size_t n, lcv_value *const *args,
                                const lcv_value *value)
{
    return recast(r, n, args, value, false);
}

/* ---- the table ---- */
