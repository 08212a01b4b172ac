/* law-linear.c - the laws of swizzles, composed layouts and linear layouts.
 *
 * Operations that keep the function are compared with their argument; operations on linear
 * layouts are done over, at each single bit of each input dim by its name, with numbers for
 * the output dims by their names: a linear layout is determined by these values.
 */
#include "config.h"

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

uint64_t lcv_number_out(const lc_linear *l, const char *name, uint64_t value)
{
    size_t i;
    return lc_linear_find_out(l, name, &i) ? lc_linear_digit(l, i, value) : 0;
}

uint64_t lcv_chain_at(const lc_linear *a, const lc_linear *b, uint64_t x)
{
    uint64_t y = 0, value = lc_linear_at(b, x);
    for (size_t i = 0; i < lc_linear_nins(a); i++) {
        const char *name = lc_linear_in_dim(a, i).name;
        y |= lcv_place_in(a, name, lcv_number_out(b, name, value));
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
    return lcv_number_out(arg[0], out, lc_linear_at(arg[0], x));
}

static uint64_t expect_chain(const lc_linear *const arg[2], const char *in, unsigned bit,
                             const char *out)
{
    uint64_t x = lcv_place_in(arg[1], in, (uint64_t)1 << bit);
    return lcv_number_out(arg[0], out, lcv_chain_at(arg[0], arg[1], x));
}

static uint64_t expect_product(const lc_linear *const arg[2], const char *in, unsigned bit,
                               const char *out)
{
    unsigned minor = in_bits(arg[0], in), shift = out_bits(arg[0], out);
    if (bit < minor)
        return expect_same(arg, in, bit, out);
    uint64_t x = lcv_place_in(arg[1], in, (uint64_t)1 << (bit - minor));
    uint64_t number = lcv_number_out(arg[1], out, lc_linear_at(arg[1], x));
    return number == 0 ? 0 : number << shift;
}

lcv_result *lcv_wrong_basis(const lcv_case *c, const char *in, unsigned bit, const char *out,
                            uint64_t found, uint64_t want)
{
    return lcv_refute(c, LCV_BY_EVALUATION, "bit %z of %s: %s is %i, not %i", (size_t)bit, in,
                      out, lcv_from_word(c->ctx, found), lcv_from_word(c->ctx, want));
}

/* Every basis of `value`: at each bit, the number of each output dim. */
static lcv_result *check_bases(const lcv_case *c, const lc_linear *value, expected *expect,
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
                    return lcv_wrong_basis(c, in.name, bit, out, found, want);
            }
        }
    }
    return lcv_proved(c->ctx, LCV_BY_EVALUATION);
}

/* The same, with as many bits in and out as there have to be. */
static lcv_result *check_whole(const lcv_case *c, const lc_linear *value, expected *expect,
                               const lc_linear *first, const lc_linear *second, unsigned ins,
                               unsigned outs)
{
    size_t have_ins = lc_linear_in_bits(value), have_outs = lc_linear_out_bits(value);
    lcv_result *result = lcv_judge(c, have_ins == ins, LCV_BY_COUNTING,
                                   "input bits: %z is not %z", have_ins, (size_t)ins);
    lcv_and(c, &result, have_outs == outs, LCV_BY_COUNTING, "output bits: %z is not %z",
            have_outs, (size_t)outs);
    return lcv_goes_on(&result) ? check_bases(c, value, expect, first, second) : result;
}

static bool all_linear(const lcv_case *c, size_t n)
{
    bool linear = c->value->kind == LCV_LINEAR;
    for (size_t i = 0; i < n; i++)
        linear = linear && c->args[i]->kind == LCV_LINEAR;
    return linear;
}

/* ---- operations on linear layouts ---- */

static lcv_result *check_product(const lcv_case *c, const lcv_value *whole,
                                 const lcv_value *minor, const lcv_value *major)
{
    const lc_linear *a = minor->linear, *b = major->linear;
    if (!all_linear(c, c->n))
        return NULL;
    return check_whole(c, whole->linear, expect_product, a, b,
                       lc_linear_in_bits(a) + lc_linear_in_bits(b),
                       lc_linear_out_bits(a) + lc_linear_out_bits(b));
}

lcv_result *lcv_bits_product(lcv_case *c)
{
    return check_product(c, c->value, c->args[0], c->args[1]);
}

lcv_result *lcv_bits_divide_left(lcv_case *c)
{
    return check_product(c, c->args[0], c->args[1], c->value);
}

lcv_result *lcv_bits_divide_right(lcv_case *c)
{
    return check_product(c, c->args[0], c->value, c->args[1]);
}

/* L(P(y)) = y, for the P of an operation on L; if L is invertible, P is the inverse. */
lcv_result *lcv_bits_invert(lcv_case *c)
{
    if (!all_linear(c, c->n))
        return NULL;
    const lc_linear *l = c->args[0]->linear, *p = c->value->linear;
    for (size_t i = 0; i < lc_linear_nouts(l); i++) {
        lc_dim dim = lc_linear_out_dim(l, i);
        for (unsigned bit = 0; bit < dim.bits; bit++) {
            uint64_t back = lcv_chain_at(l, p, lcv_place_in(p, dim.name, (uint64_t)1 << bit));
            for (size_t k = 0; k < lc_linear_nouts(l); k++) {
                uint64_t found = lc_linear_digit(l, k, back);
                uint64_t want = k == i ? (uint64_t)1 << bit : 0;
                if (found != want)
                    return lcv_wrong_basis(c, dim.name, bit, lc_linear_out_dim(l, k).name, found,
                                           want);
            }
        }
    }
    return lcv_proved(c->ctx, LCV_BY_EVALUATION);
}

/* L(x) = M(C(x)). */
lcv_result *lcv_bits_invert_and_compose(lcv_case *c)
{
    return all_linear(c, c->n) ? check_bases(c, c->args[0]->linear, expect_chain,
                                             c->args[1]->linear, c->value->linear)
                               : NULL;
}

lcv_result *lcv_bits_transpose(lcv_case *c)
{
    const lc_linear *l = c->args[0]->linear;
    return all_linear(c, 1) ? check_whole(c, c->value->linear, expect_same, l, NULL,
                                          lc_linear_in_bits(l), lc_linear_out_bits(l))
                            : NULL;
}

lcv_result *lcv_bits_sublayout(lcv_case *c)
{
    return all_linear(c, 1)
               ? check_bases(c, c->value->linear, expect_same, c->args[0]->linear, NULL)
               : NULL;
}

/* The same numbers at integral coordinates, as integral coordinates. */
lcv_result *lcv_bits_flatten(lcv_case *c)
{
    if (!all_linear(c, 1))
        return NULL;
    const lc_linear *l = c->args[0]->linear, *value = c->value->linear;
    size_t bits = lc_linear_in_bits(l), have = lc_linear_in_bits(value);
    lcv_result *result = lcv_judge(c, have == bits, LCV_BY_COUNTING, "input bits: %z is not %z",
                                   have, bits);
    if (!lcv_goes_on(&result))
        return result;
    for (unsigned j = 0; j < bits; j++) {
        uint64_t x = (uint64_t)1 << j, found = lc_linear_at(value, x), want = lc_linear_at(l, x);
        if (found != want)
            return lcv_wrong_basis(c, "the integral coordinate", j, "the value", found, want);
    }
    return lcv_proved(c->ctx, LCV_BY_EVALUATION);
}

/* ---- the same function, and composites of functions ---- */

lcv_result *lcv_bits_same(lcv_case *c)
{
    bool given = c->args[0]->kind == LCV_RELATION || lcv_is_function(c->args[0]);
    lcv_value *both[2] = {c->args[0], (lcv_value *)c->value};
    return given && lcv_is_function(c->value) ? lcv_prove_equiv(c->r, 2, both) : NULL;
}

/* Swizzles are functions of all integers, whatever their sizes: at every single bit. */
static lcv_result *compose_swizzles(const lcv_case *c, lc_swizzle a, lc_swizzle b,
                                    lc_swizzle both)
{
    for (unsigned bit = 0; bit < 64; bit++) {
        uint64_t x = (uint64_t)1 << bit, found = lc_swizzle_apply_word(both, x);
        uint64_t want = lc_swizzle_apply_word(a, lc_swizzle_apply_word(b, x));
        if (found != want)
            return lcv_wrong_basis(c, "x", bit, "the value", found, want);
    }
    return lcv_proved(c->ctx, LCV_BY_EVALUATION);
}

lcv_result *lcv_bits_compose(lcv_case *c)
{
    if (c->n != 2)
        return NULL;
    const lcv_value *a = c->args[0], *b = c->args[1], *value = c->value;
    if (a->kind == LCV_SWIZZLE && b->kind == LCV_SWIZZLE && value->kind == LCV_SWIZZLE)
        return compose_swizzles(c, a->swizzle, b->swizzle, value->swizzle);
    if (all_linear(c, 2))
        return check_whole(c, value->linear, expect_chain, a->linear, b->linear,
                           lc_linear_in_bits(b->linear), lc_linear_out_bits(a->linear));
    lcv_value *three[3] = {(lcv_value *)value, c->args[0], c->args[1]};
    bool functions = lcv_is_function(a) && lcv_is_function(b) && lcv_is_function(value);
    return functions ? lcv_check_composition(c->r, three, false) : NULL;
}

lcv_result *lcv_bits_right(lcv_case *c)
{
    bool functions = lcv_is_function(c->value) && lcv_is_function(c->args[0]);
    return functions ? lcv_claim_of(c, lcv_prove_right_inverts, 1) : NULL;
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

/* The law of the inner case, with another first argument and value, which it takes over. */
static lcv_result *law_inside(const lcv_case *c, lcv_law *law, lcv_value *of, lcv_value *value)
{
    lcv_case inside = *c;
    lcv_value **args = lc_frame_alloc(c->ctx, c->n, sizeof(lcv_value *));
    bool ok = lcv_kept(c->ctx, of) && args != NULL;
    ok = lcv_kept(c->ctx, value) && ok;
    for (size_t i = 0; ok && i < c->n; i++)
        args[i] = i == 0 ? of : c->args[i];
    inside.args = args;
    inside.value = value;
    return ok ? law(&inside) : NULL;
}

lcv_result *lcv_law_within(lcv_case *c, lcv_law *law)
{
    const lcv_value *of = c->args[0], *value = c->value;
    if (!lcv_composed_equal(of, value) || !lc_tuple_equal(of->offset, value->offset))
        return lcv_refute(c, LCV_BY_COMPARISON,
                          "the offset and what is outside it: the value has others");
    return law_inside(c, law, lcv_value_layout(c->ctx, lc_layout_ref(of->layout)),
                      lcv_value_layout(c->ctx, lc_layout_ref(value->layout)));
}

/* ---- slices and recasts ---- */

/* S(o + A) sliced: the slice of the layout, under the same swizzle. */
static lcv_result *slice_inside(lcv_case *c, lcv_law *law)
{
    const lcv_value *of = c->args[0], *value = c->value;
    if (c->n != 2 || of->kind != LCV_COMPOSED || value->kind != LCV_COMPOSED)
        return NULL;
    if (!lcv_composed_equal(of, value))
        return lcv_refute(c, LCV_BY_COMPARISON, "swizzle: the slice has another");
    return law_inside(
        c, law, lcv_value_tensor_at(c->ctx, lc_tuple_ref(of->offset), lc_layout_ref(of->layout)),
        lcv_value_tensor_at(c->ctx, lc_tuple_ref(value->offset), lc_layout_ref(value->layout)));
}

lcv_result *lcv_bits_slice(lcv_case *c)
{
    return slice_inside(c, lcv_law_slice);
}

lcv_result *lcv_bits_flat_slice(lcv_case *c)
{
    return slice_inside(c, lcv_law_flat_slice);
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

static lcv_result *recast(lcv_case *c, const lcv_value *narrow, const lcv_value *wide, bool exact)
{
    recast_claim claim = {narrow->swizzle, wide->swizzle, .exact = exact};
    if (c->n != 2 || narrow->kind != LCV_SWIZZLE || wide->kind != LCV_SWIZZLE ||
        !lcv_as_int(c->ctx, c->args[1], &claim.n))
        return NULL;
    lc_int size = lc_swizzle_size(c->ctx, claim.narrow), at = lc_int_const(0);
    lcv_search search = {lcv_kept(c->ctx, lc_tuple_leaf(c->ctx, size)), recast_wrong, &claim};
    const char *method = LCV_BY_ENUMERATION;
    if (!search.domain)
        return NULL;
    lcr_answer answer = lcv_search_points(c->r, &search, NULL, &at, &method);
    return answer == LCR_UNKNOWN
               ? lcv_unknown(c->ctx, method,
                             lcv_text(c->ctx, "%i offsets are too many to enumerate", size))
               : lcv_judge(c, answer == LCR_NO, method,
                           "x = %i: the recast swizzle has another value", at);
}

lcv_result *lcv_bits_upcast(lcv_case *c)
{
    return recast(c, c->args[0], c->value, false);
}

lcv_result *lcv_bits_downcast(lcv_case *c)
{
    return recast(c, c->value, c->args[0], true);
}
