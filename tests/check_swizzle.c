/* check_swizzle.c - swizzles: values bit by bit from the definition, every small one. */
#include "config.h"

#include "../lib/swizzle.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* Every S<b,m,s> with b, m <= 5 and |s| <= 6. */
#define EACH(w)                                                                                  \
    for (lc_swizzle w = {0, 0, -6}; w.b <= 5;                                                    \
         w.s < 6 ? w.s++ : (w.s = -6, w.m < 5 ? w.m++ : (w.m = 0, w.b++)))

/* The definition: bit y of x is added to bit z = y - s, for the b places from the lowest
 * of which is m. */
static uint64_t value(lc_swizzle w, uint64_t x)
{
    uint64_t result = x;
    for (int i = 0; i < w.b; i++) {
        int low = w.m + i, high = w.m + abs(w.s) + i;
        int from = w.s >= 0 ? high : low, to = w.s >= 0 ? low : high;
        result ^= (x >> from & 1) << to;
    }
    return result;
}

/* Without the record that Check keeps of every assertion. */
#define REQUIRE(condition)                                                                       \
    do {                                                                                         \
        if (!(condition))                                                                        \
            ck_abort_msg("S<%d,%d,%d>: %s", w.b, w.m, w.s, #condition);                          \
    } while (0)

TEST_CTX(values_of_small_swizzles)
{
    EACH(w)
    {
        unsigned bits = lc_swizzle_bits(w);
        int64_t size = (int64_t)1 << bits, step = size > 4096 ? 61 : 1;
        REQUIRE(lc_int_get_si(lc_swizzle_size(ctx, w)) == size);
        bool same = true;
        for (int64_t x = 0; x < size; x += step) {
            uint64_t y = value(w, (uint64_t)x);
            REQUIRE(lc_swizzle_apply_word(w, (uint64_t)x) == y);
            REQUIRE(lc_int_get_si(lc_swizzle_apply(ctx, w, si(x))) == (int64_t)y);
            same = same && value(w, y) == (uint64_t)x;
            if (lc_swizzle_is_bijective(w))
                REQUIRE(lc_int_get_si(lc_swizzle_undo(ctx, w, si((int64_t)y))) == x);
            /* above and below the first block it repeats */
            for (int64_t block = -2; block <= 3; block += 5) {
                lc_int there = lc_swizzle_apply(ctx, w, si(x + block * size));
                REQUIRE(lc_int_get_si(there) == (int64_t)y + block * size);
            }
        }
        REQUIRE(same == lc_swizzle_is_involution(w));
    }
}

TEST(bijective_by_enumeration)
{
    static bool hit[1 << 16];
    EACH(w)
    {
        unsigned bits = lc_swizzle_bits(w);
        if (bits > 12)
            continue;
        memset(hit, 0, sizeof hit);
        bool once = true;
        for (uint64_t x = 0; x < (uint64_t)1 << bits; x++) {
            uint64_t y = value(w, x);
            REQUIRE(y < (uint64_t)1 << bits);
            once = once && !hit[y];
            hit[y] = true;
        }
        REQUIRE(once == lc_swizzle_is_bijective(w));
    }
}

TEST(matrices)
{
    EACH(w)
    {
        for (unsigned n = lc_swizzle_bits(w); n <= 64; n += 16) {
            lc_f2 a = lc_swizzle_matrix(w, n), inverse;
            uint64_t x = 0x123456789abcdef & lc_f2_mask(n);
            REQUIRE(lc_f2_apply(&a, x) == value(w, x));
            bool exists = lc_swizzle_inverse_matrix(w, n, &inverse);
            REQUIRE(exists == (lc_f2_rank(&a) == n));
            lc_f2 both = lc_f2_multiply(&a, &inverse), one = lc_f2_identity(n);
            if (exists)
                REQUIRE(lc_f2_equal(&both, &one));
            lc_swizzle found;
            REQUIRE(lc_swizzle_from_matrix(&a, &found) == (n <= LC_SWIZZLE_BITS));
            if (n > LC_SWIZZLE_BITS)
                continue;
            if (w.b > 0)
                REQUIRE(lc_swizzle_equal(found, w));
            else
                REQUIRE(lc_swizzle_equal(found, (lc_swizzle){0, (int)n, 0}));
        }
    }
}

/* A matrix is a swizzle's exactly when it is the matrix of one of them all. */
LAW(matrices_recognized, "the swizzle of a matrix", CLASSES("a swizzle", "none"))
{
    unsigned n = (unsigned)rnd_in(&l->rnd, 1, 6);
    lc_f2 a = lc_f2_identity(n);
    for (int64_t flips = rnd_in(&l->rnd, 0, 4); flips > 0; flips--)
        a.column[rnd_in(&l->rnd, 0, n - 1)] ^= (uint64_t)1 << rnd_in(&l->rnd, 0, n - 1);
    bool exists = false;
    for (int b = 0; b <= 6; b++)
        for (int m = 0; m <= 6; m++)
            for (int s = -6; s <= 6; s++) {
                lc_swizzle w = {b, m, s};
                if (lc_swizzle_bits(w) > n)
                    continue;
                bool same = true;
                for (unsigned j = 0; j < n; j++)
                    same = same && value(w, (uint64_t)1 << j) == a.column[j];
                exists = exists || same;
            }
    lc_swizzle found;
    bool got = lc_swizzle_from_matrix(&a, &found);
    law_saw(l, exists ? 0 : 1);
    if (got != exists)
        return law_fail(l, "a matrix of %u bits is%s a swizzle's", n, exists ? "" : " not");
    for (unsigned j = 0; got && j < n; j++)
        if (value(found, (uint64_t)1 << j) != a.column[j])
            return law_fail(l, "S<%d,%d,%d> has another matrix", found.b, found.m, found.s);
    return true;
}

static lc_swizzle rnd_swizzle(rnd *r, int most)
{
    lc_swizzle w = {(int)rnd_in(r, 0, most), (int)rnd_in(r, 0, most),
                    (int)rnd_in(r, -most, most)};
    return w;
}

LAW(compositions, "v o w", CLASSES("a swizzle", "no swizzle"))
{
    lc_swizzle v = rnd_swizzle(&l->rnd, 2), w = rnd_swizzle(&l->rnd, 2), c;
    if (rnd_chance(&l->rnd, 30))
        w = v;
    bool got = lc_swizzle_compose(l->ctx, v, w, &c);
    law_saw(l, got ? 0 : 1);
    if (!got)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "no reason given");
    for (uint64_t x = 0; x < 4096; x++)
        if (value(c, x) != value(v, value(w, x)))
            return law_fail(l, "S<%d,%d,%d> o S<%d,%d,%d> = S<%d,%d,%d>", v.b, v.m, v.s, w.b, w.m,
                            w.s, c.b, c.m, c.s);
    return true;
}

/* Elements of n are moved whole by S, or there is no upcast. */
TEST_CTX(upcasts)
{
    EACH(w)
    {
        unsigned bits = lc_swizzle_bits(w);
        if (bits > 10)
            continue;
        for (int k = 0; k <= 6; k++) {
            uint64_t n = (uint64_t)1 << k;
            bool whole = true;
            for (uint64_t x = 0; x < (uint64_t)4 << bits; x++)
                whole = whole && value(w, x) / n == value(w, x / n * n) / n;
            lc_swizzle u, d;
            REQUIRE(lc_swizzle_upcast(ctx, w, si((int64_t)n), &u) == whole);
            for (uint64_t x = 0; whole && x < (uint64_t)4 << bits; x++)
                REQUIRE(value(u, x / n) == value(w, x) / n);
            if (!whole)
                REQUIRE(lc_ctx_code(ctx) == LC_ERR_NO_VALUE);
            REQUIRE(lc_swizzle_downcast(ctx, w, si((int64_t)n), &d));
            for (uint64_t x = 0; x < (uint64_t)4 << bits; x++)
                REQUIRE(value(d, x) == value(w, x / n) * n + x % n);
            REQUIRE(lc_swizzle_upcast(ctx, d, si((int64_t)n), &u) && lc_swizzle_equal(u, w));
        }
    }
}

/* Against GMP, on integers of any size, also below zero in two's complement. */
LAW(large_integers, "values of integers of any size", NULL)
{
    lc_swizzle w = rnd_swizzle(&l->rnd, 20);
    mpz_t x, y, bits;
    mpz_inits(x, y, bits, NULL);
    for (int64_t words = rnd_in(&l->rnd, 1, 4); words > 0; words--) {
        mpz_mul_2exp(x, x, 64);
        mpz_add_ui(x, x, rnd_u64(&l->rnd));
    }
    if (rnd_chance(&l->rnd, 30))
        mpz_neg(x, x);
    mpz_set(y, x);
    for (int i = 0; i < w.b; i++) {
        mp_bitcnt_t low = (mp_bitcnt_t)(w.m + i), high = low + (mp_bitcnt_t)abs(w.s);
        if (mpz_tstbit(x, w.s >= 0 ? high : low))
            mpz_combit(y, w.s >= 0 ? low : high);
    }
    lc_int got = lc_swizzle_apply(l->ctx, w, lc_int_from_mpz(l->ctx, x));
    bool same = lc_int_eq(got, lc_int_from_mpz(l->ctx, y));
    if (same && lc_swizzle_is_bijective(w))
        same = lc_int_eq(lc_swizzle_undo(l->ctx, w, got), lc_int_from_mpz(l->ctx, x));
    mpz_clears(x, y, bits, NULL);
    return same || law_fail(l, "S<%d,%d,%d> of a large integer", w.b, w.m, w.s);
}

TEST_CTX(known_values)
{
    static const struct {
        lc_swizzle w;
        int64_t x, y;
    } known[] = {
        {{1, 2, 1}, 8, 12},    {{1, 2, 1}, 15, 11},    {{1, 2, -1}, 4, 12},
        {{1, 2, -1}, 15, 7},   {{3, 4, 3}, 127, 127},  {{3, 4, 3}, 128, 144},
        {{3, 4, 3}, 511, 463}, {{3, 4, 3}, 1023, 911}, {{2, 0, -2}, 1, 5},
        {{2, 0, -2}, 2, 10},   {{2, 0, 2}, 4, 5},      {{2, 0, 1}, 4, 6},
        {{2, 0, 1}, 6, 5},     {{1, 0, 0}, 1, 0},      {{0, 2, 1}, 7, 7},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lc_int y = lc_swizzle_apply(ctx, known[i].w, si(known[i].x));
        ck_assert_int_eq(lc_int_get_si(y), known[i].y);
    }
    char *text = lc_swizzle_to_str(ctx, (lc_swizzle){3, 4, -3});
    ck_assert_str_eq(text, "S<3,4,-3>");
    free(text);
}

TEST_CTX(bad_input)
{
    static const struct {
        int64_t b, m, s;
        lc_code code;
    } bad[] = {
        {-1, 0, 0, LC_ERR_INVALID},      {0, -1, 0, LC_ERR_INVALID},
        {1, 62, 0, LC_ERR_LIMIT},        {20, 20, 23, LC_ERR_LIMIT},
        {20, 20, -23, LC_ERR_LIMIT},     {1000000, 0, 0, LC_ERR_LIMIT},
        {1, 0, 1ll << 40, LC_ERR_LIMIT}, {1, 0, -(1ll << 40), LC_ERR_LIMIT},
    };
    lc_swizzle w = {7, 7, 7};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert(!lc_swizzle_make(ctx, si(bad[i].b), si(bad[i].m), si(bad[i].s), &w));
        ck_assert_int_eq(lc_ctx_code(ctx), bad[i].code);
        ck_assert(lc_swizzle_equal(w, (lc_swizzle){7, 7, 7}));
        lc_ctx_reset(ctx);
    }
    ck_assert(lc_swizzle_make(ctx, si(20), si(20), si(-22), &w));
    ck_assert(lc_swizzle_make(ctx, si(62), si(0), si(0), &w)); /* |s| < b is a value */
    ck_assert_uint_eq(lc_int_bits(lc_swizzle_size(ctx, w)), 63);
    ck_assert_int_eq(lc_int_get_si(lc_swizzle_apply(ctx, w, si(LC_INT_SMALL_MAX))), 0);
    lc_swizzle u;
    for (int64_t n = -4; n <= 12; n++) {
        if (n > 0 && (n & (n - 1)) == 0)
            continue;
        ck_assert(!lc_swizzle_upcast(ctx, w, si(n), &u) &&
                  !lc_swizzle_downcast(ctx, w, si(n), &u));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    }
    ck_assert(!lc_swizzle_downcast(ctx, w, si(2), &u));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_int huge = lc_int_mul(ctx, lc_int_si(ctx, 1ll << 40), lc_int_si(ctx, 1ll << 40));
    ck_assert(!lc_swizzle_upcast(ctx, w, huge, &u));
    ck_assert(!lc_swizzle_make(ctx, huge, si(0), si(0), &u));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
}

SUITE_MAIN("swizzles", values_of_small_swizzles, bijective_by_enumeration, matrices,
           matrices_recognized, compositions, upcasts, large_integers, known_values, bad_input)
