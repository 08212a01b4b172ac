/* check_int.c - exact integers against GMP, on both sides of the machine word. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../lib/ints.h"

#include <stdlib.h>
#include <string.h>

/* Numbers near every place where the representation changes, and of all sizes. */
static void random_mpz(rnd *r, mpz_t out)
{
    static const unsigned power[] = {0, 31, 32, 61, 62, 63, 64, 65, 124, 128, 300};
    if (rnd_chance(r, 40)) {
        mpz_set_si(out, rnd_in(r, -20, 20));
        return;
    }
    mpz_set_ui(out, 1);
    if (rnd_chance(r, 60)) {
        size_t count = sizeof power / sizeof *power;
        mpz_mul_2exp(out, out, power[rnd_in(r, 0, (int64_t)count - 1)]);
        if (rnd_chance(r, 20))
            mpz_mul_ui(out, out, (unsigned long)rnd_in(r, 1, 9));
        mpz_add_ui(out, out, (unsigned long)rnd_in(r, 0, 2));
        mpz_sub_ui(out, out, (unsigned long)rnd_in(r, 0, 2));
    } else {
        for (int words = (int)rnd_in(r, 1, 5); words > 0; words--) {
            mpz_mul_2exp(out, out, 64);
            mpz_t word;
            mpz_init(word);
            mpz_set_ui(word, rnd_u64(r));
            mpz_add(out, out, word);
            mpz_clear(word);
        }
        mpz_fdiv_q_2exp(out, out, (mp_bitcnt_t)rnd_in(r, 0, 320));
    }
    if (rnd_chance(r, 50))
        mpz_neg(out, out);
}

static bool is(law *l, lc_int got, const mpz_t want, const char *operation, const mpz_t a,
               const mpz_t b)
{
    mpz_t value;
    mpz_init(value);
    lc_int_get_mpz(value, got);
    bool same = mpz_cmp(value, want) == 0;
    bool canonical = lc_int_is_small(got) == (mpz_cmp_d(want, 4611686018427387904.0) < 0 &&
                                              mpz_cmp_d(want, -4611686018427387904.0) >= 0);
    if (!same || !canonical) {
        char *text[4] = {mpz_get_str(NULL, 10, a), mpz_get_str(NULL, 10, b),
                         mpz_get_str(NULL, 10, value), mpz_get_str(NULL, 10, want)};
        law_fail(l, "%s of %s and %s is %s%s, by GMP %s", operation, text[0], text[1], text[2],
                 canonical ? "" : " (not in canonical form)", text[3]);
        for (int i = 0; i < 4; i++)
            free(text[i]);
    }
    mpz_clear(value);
    return same && canonical;
}

static bool ring(law *l, const mpz_t x, const mpz_t y, mpz_t want)
{
    lc_ctx *ctx = l->ctx;
    lc_int a = lc_int_from_mpz(ctx, x), b = lc_int_from_mpz(ctx, y);
    bool ok = is(l, a, x, "from_mpz", x, x);
    mpz_add(want, x, y);
    ok = ok && is(l, lc_int_add(ctx, a, b), want, "sum", x, y);
    mpz_sub(want, x, y);
    ok = ok && is(l, lc_int_sub(ctx, a, b), want, "difference", x, y);
    mpz_mul(want, x, y);
    ok = ok && is(l, lc_int_mul(ctx, a, b), want, "product", x, y);
    mpz_neg(want, x);
    ok = ok && is(l, lc_int_neg(ctx, a), want, "negation", x, y);
    mpz_abs(want, x);
    ok = ok && is(l, lc_int_abs(ctx, a), want, "magnitude", x, y);
    mpz_gcd(want, x, y);
    ok = ok && is(l, lc_int_gcd(ctx, a, b), want, "gcd", x, y);
    ok = ok && is(l, lc_int_min(a, b), mpz_cmp(x, y) <= 0 ? x : y, "min", x, y);
    return ok && is(l, lc_int_max(a, b), mpz_cmp(x, y) >= 0 ? x : y, "max", x, y);
}

static bool division(law *l, const mpz_t x, const mpz_t y, mpz_t want)
{
    lc_ctx *ctx = l->ctx;
    if (mpz_sgn(y) == 0)
        return true;
    lc_int a = lc_int_from_mpz(ctx, x), b = lc_int_from_mpz(ctx, y);
    mpz_fdiv_q(want, x, y);
    bool ok = is(l, lc_int_fdiv(ctx, a, b), want, "floor quotient", x, y);
    mpz_cdiv_q(want, x, y);
    ok = ok && is(l, lc_int_cdiv(ctx, a, b), want, "ceiling quotient", x, y);
    mpz_fdiv_r(want, x, y);
    ok = ok && is(l, lc_int_fmod(ctx, a, b), want, "floor remainder", x, y);
    if (ok && lc_int_divides(ctx, b, a) != (mpz_divisible_p(x, y) != 0))
        return law_fail(l, "divides");
    return ok;
}

static const char *decimal(law *l, const mpz_t x)
{
    return law_own_memory(l, mpz_get_str(NULL, 10, x));
}

static int sign(int c)
{
    return (c > 0) - (c < 0);
}

static bool order_and_bits(law *l, const mpz_t x, const mpz_t y)
{
    lc_int a = lc_int_from_mpz(l->ctx, x), b = lc_int_from_mpz(l->ctx, y);
    int order = sign(mpz_cmp(x, y));
    if (sign(lc_int_cmp(a, b)) != order || lc_int_eq(a, b) != (order == 0) ||
        lc_int_lt(a, b) != (order < 0) || lc_int_le(a, b) != (order <= 0))
        return law_fail(l, "order of %s and %s", decimal(l, x), decimal(l, y));
    if (sign(lc_int_sign(a)) != mpz_sgn(x) || lc_int_is_zero(a) != (mpz_sgn(x) == 0) ||
        lc_int_is_one(a) != (mpz_cmp_ui(x, 1) == 0))
        return law_fail(l, "sign of %s", decimal(l, x));
    if (lc_int_bits(a) != (mpz_sgn(x) ? mpz_sizeinbase(x, 2) : 0))
        return law_fail(l, "bits of %s: %zu", decimal(l, x), lc_int_bits(a));
    for (size_t i = 0; i < 400; i += i < 70 ? 1 : 37)
        if (lc_int_bit(a, i) != (mpz_tstbit(x, i) != 0))
            return law_fail(l, "bit %zu of %s", i, decimal(l, x));
    if (lc_int_is_power_of_two(a) != (mpz_sgn(x) > 0 && mpz_popcount(x) == 1))
        return law_fail(l, "power of two: %s", decimal(l, x));
    if (lc_int_fits_si(a) != (mpz_fits_slong_p(x) != 0))
        return law_fail(l, "fits a word: %s", decimal(l, x));
    if (lc_int_fits_si(a) && lc_int_get_si(a) != mpz_get_si(x))
        return law_fail(l, "word value of %s", decimal(l, x));
    return true;
}

static bool text(law *l, const mpz_t x)
{
    char *want = law_own_memory(l, mpz_get_str(NULL, 10, x));
    char *hex = law_own_memory(l, mpz_get_str(NULL, 16, x));
    char *got = law_own_memory(l, lc_int_to_str(l->ctx, lc_int_from_mpz(l->ctx, x)));
    if (!got || strcmp(got, want) != 0)
        return law_fail(l, "%s prints as %s", want, got ? got : "nothing");
    lc_int value;
    if (!lc_int_parse(l->ctx, want, strlen(want), &value) || !is(l, value, x, "parse", x, x))
        return law_fail(l, "%s is not read", want);
    const char *prefixed = hex[0] == '-' ? law_printf(l, "-0x%s", hex + 1)
                                         : law_printf(l, "0x%s", hex);
    if (!lc_int_parse(l->ctx, prefixed, strlen(prefixed), &value) ||
        !is(l, value, x, "parse of hexadecimal", x, x))
        return law_fail(l, "%s is not read", prefixed);
    return true;
}

LAW(integers_agree_with_gmp, "integers agree with GMP", CLASSES("words", "large integers"))
{
    mpz_t x, y, want;
    mpz_inits(x, y, want, NULL);
    random_mpz(&l->rnd, x);
    random_mpz(&l->rnd, y);
    if (mpz_fits_slong_p(x) && mpz_fits_slong_p(y))
        law_saw(l, 0);
    else
        law_saw(l, 1);
    bool ok = ring(l, x, y, want) && division(l, x, y, want) && order_and_bits(l, x, y) &&
              text(l, x);
    if (ok && lc_ctx_code(l->ctx) != LC_OK)
        ok = law_fail(l, "an error was recorded: %s", lc_ctx_message(l->ctx));
    mpz_clears(x, y, want, NULL);
    return ok;
}

/* The ends of the range that is kept in a word. */
TEST_CTX(the_ends_of_a_word)
{
    lc_int top = lc_int_si(ctx, LC_INT_SMALL_MAX), one = lc_int_const(1);
    lc_int past = lc_int_add(ctx, top, one);
    ck_assert(lc_int_is_small(top) && !lc_int_is_small(past));
    ck_assert(lc_int_is_small(lc_int_sub(ctx, past, one)));
    lc_int bottom = lc_int_neg(ctx, past);
    ck_assert(lc_int_eq(lc_int_fdiv(ctx, bottom, lc_int_const(-1)), past));
    ck_assert(lc_int_eq(lc_int_cdiv(ctx, bottom, lc_int_const(-1)), past));
    ck_assert(lc_int_is_zero(lc_int_fmod(ctx, bottom, lc_int_const(-1))));
    ck_assert(lc_int_eq(lc_int_mul(ctx, bottom, lc_int_const(-1)), past));
    ck_assert(lc_int_eq(lc_int_abs(ctx, bottom), past));
    const int64_t word[] = {INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1, -1, 0, 1};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        lc_int a = lc_int_si(ctx, word[i]);
        ck_assert(lc_int_fits_si(a));
        ck_assert_int_eq(lc_int_get_si(a), word[i]);
    }
    ck_assert(!lc_int_fits_si(lc_int_add(ctx, lc_int_si(ctx, INT64_MAX), one)));
    ck_assert(!lc_int_fits_si(lc_int_sub(ctx, lc_int_si(ctx, INT64_MIN), one)));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_OK);
}

TEST_CTX(what_is_no_number)
{
    static const char *const bad[] = {"",   "-",  "+",   "0x",  "-0x", "x1",   "1x", "0xg",
                                      "1 ", " 1", "--1", "1.0", "1e3", "0x-1", "0b1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lc_int value;
        ck_assert_msg(!lc_int_parse(ctx, bad[i], strlen(bad[i]), &value), "'%s' is read", bad[i]);
    }
    lc_int value;
    ck_assert(lc_int_parse(ctx, "+7", 2, &value) && lc_int_get_si(value) == 7);
    ck_assert(lc_int_parse(ctx, "0X1F", 4, &value) && lc_int_get_si(value) == 31);
    ck_assert(lc_int_parse(ctx, "0012", 4, &value) && lc_int_get_si(value) == 12);
    /* Only `length` characters count. */
    ck_assert(lc_int_parse(ctx, "123456", 3, &value) && lc_int_get_si(value) == 123);
}

static lc_int power_of_two(lc_ctx *ctx, size_t bits)
{
    mpz_t x;
    mpz_init_set_ui(x, 1);
    mpz_mul_2exp(x, x, bits);
    lc_int a = lc_int_from_mpz(ctx, x);
    mpz_clear(x);
    return a;
}

TEST_CTX(integers_have_a_limit)
{
    lc_int largest = power_of_two(ctx, LC_MAX_INT_BITS - 1);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_OK);
    ck_assert_uint_eq(lc_int_bits(largest), LC_MAX_INT_BITS);
    ck_assert(lc_int_is_zero(lc_int_mul(ctx, largest, lc_int_const(2))));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    ck_assert(lc_int_is_zero(lc_int_add(ctx, largest, largest)));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    ck_assert(lc_int_is_zero(power_of_two(ctx, LC_MAX_INT_BITS)));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_int nothing = power_of_two(ctx, LC_MAX_INT_BITS); /* and what is divided by it */
    ck_assert(lc_int_is_zero(lc_int_fdiv(ctx, largest, nothing)));
    ck_assert(lc_int_is_zero(lc_int_fdiv(ctx, lc_int_const(7), nothing)));
    ck_assert(lc_int_is_zero(lc_int_cdiv(ctx, lc_int_const(7), nothing)));
    lc_int_fmod(ctx, lc_int_const(7), nothing);
    lc_int_fmod(ctx, largest, nothing);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    lc_int_fdiv(ctx, lc_int_const(7), lc_int_const(0));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INTERNAL);
    lc_ctx_reset(ctx);
    size_t digits = LC_MAX_INT_BITS;
    char *nines = malloc(digits);
    memset(nines, '9', digits);
    lc_int value;
    ck_assert(!lc_int_parse(ctx, nines, digits, &value));
    lc_ctx_reset(ctx);
    /* 10^19700 has 65442 bits, inside the limit. */
    ck_assert(lc_int_parse(ctx, nines, 19700, &value));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_OK);
    free(nines);
}

TEST_CTX(frames_release_and_return)
{
    lc_int kept = power_of_two(ctx, 100);
    for (int round = 0; round < 1000; round++) {
        lc_frame outer = lc_frame_open(ctx);
        lc_int sum = power_of_two(ctx, 200);
        for (int i = 0; i < 5; i++) {
            lc_frame inner = lc_frame_open(ctx);
            lc_int product = lc_int_mul(ctx, sum, lc_int_const(3));
            sum = lc_frame_return(ctx, inner, lc_int_sub(ctx, product, sum));
        }
        /* 2^200 doubled five times. */
        ck_assert(lc_int_eq(sum, power_of_two(ctx, 205)));
        lc_frame_close(ctx, outer);
    }
    lc_frame frame = lc_frame_open(ctx);
    ck_assert_int_eq(lc_int_get_si(lc_frame_return(ctx, frame, lc_int_const(-5))), -5);
    ck_assert(lc_int_eq(kept, power_of_two(ctx, 100)));
}

TEST_CTX(objects_outlive_the_frame)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[2] = {lc_int_const(3), power_of_two(ctx, 90)};
    lc_int step[2] = {power_of_two(ctx, 80), lc_int_const(1)};
    lc_layout *a = lc_layout_flat(ctx, 2, extent, step);
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_frame_close(ctx, frame);
    /* Large integers made now take the places of those that were released. */
    for (int i = 0; i < 10; i++)
        power_of_two(ctx, 150);
    ck_assert(lc_int_eq(lc_layout_extent(a, 1), power_of_two(ctx, 90)));
    ck_assert(lc_int_eq(lc_layout_step(a, 0), power_of_two(ctx, 80)));
    lc_layout_free(a);
    ck_assert(lc_int_eq(lc_tuple_value(shape, 1), power_of_two(ctx, 90)));
    lc_tuple_free(shape);
}

TEST_CTX(lists_are_of_any_length)
{
    enum { LONG = 100000 };
    lc_frame frame = lc_frame_open(ctx);
    lc_int *value = malloc(LONG * sizeof *value);
    ck_assert(value != NULL);
    for (int i = 0; i < LONG; i++)
        value[i] = i % 1000 == 7 ? power_of_two(ctx, 100) : lc_int_const(i);
    lc_ints *list = lc_ints_new(ctx, LONG, value), *none = lc_ints_new(ctx, 0, NULL);
    free(value);
    lc_frame_close(ctx, frame);
    lc_ints *shared = lc_ints_ref(list);
    lc_ints_free(list);
    for (int i = 0; i < 10; i++)
        power_of_two(ctx, 150);
    ck_assert_uint_eq(lc_ints_length(none), 0);
    ck_assert_uint_eq(lc_ints_length(shared), LONG);
    ck_assert_int_eq(lc_int_get_si(lc_ints_at(shared, LONG - 1)), LONG - 1);
    ck_assert(lc_int_eq(lc_ints_at(shared, 99007), power_of_two(ctx, 100)));
    lc_ints_free(shared);
    lc_ints_free(none);
    lc_ints_free(NULL);
}

SUITE_MAIN("exact integers", integers_agree_with_gmp, the_ends_of_a_word, what_is_no_number,
           integers_have_a_limit, frames_release_and_return, objects_outlive_the_frame,
           lists_are_of_any_length)
