/* check_linear_convert.c - linear layouts from and to other kinds, and with an offset. */
#include "config.h"

#include "linear-model.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- layouts */

/* Extents of powers of two, mostly; strides that do not meet, mostly. */
static void rnd_binary(rnd *r, m_layout *out)
{
    static const int64_t odd[] = {3, 5, 6, 12};
    size_t n = (size_t)rnd_in(r, 1, 4), order[4];
    int64_t bits[4], place[4], next = rnd_in(r, 0, 1);
    m_tuple shape = {.n = n};
    rnd_nest(r, n, shape.nest);
    rnd_shuffle(r, n, order);
    for (size_t k = 0; k < n; k++)
        bits[k] = rnd_in(r, 0, 3);
    for (size_t k = 0; k < n; k++) {
        place[order[k]] = next;
        next += bits[order[k]] + rnd_in(r, 0, 1) * rnd_in(r, 0, 2);
    }
    for (size_t k = 0; k < n; k++) {
        shape.leaf[k] = (int64_t)1 << bits[k];
        place[k] = rnd_chance(r, 8) ? 0 : (int64_t)1 << place[k];
        if (rnd_chance(r, 5))
            place[k] = rnd_in(r, -5, 20);
        if (rnd_chance(r, 3))
            shape.leaf[k] = odd[rnd_in(r, 0, 3)];
    }
    m_layout_of(out, &shape, place);
}

/* F2-linear by definition: on all pairs. */
static bool linear_by(const int64_t *table, int64_t size)
{
    if (size & (size - 1))
        return false;
    for (int64_t x = 0; x < size; x++)
        for (int64_t y = 0; y < size; y++)
            if (table[x ^ y] != (table[x] ^ table[y]))
                return false;
    return true;
}

LAW(layouts_as_linear_layouts, "linear(layout) and back",
    CLASSES("a value", "a carry", "another reason"))
{
    m_layout a;
    rnd_binary(&l->rnd, &a);
    if (rnd_chance(&l->rnd, 10))
        rnd_layout(&l->rnd, 128, &a);
    int64_t size = m_size(&a), *table = law_own_memory(l, m_table(&a)), all = 0;
    if (size > 256)
        return true;
    bool is = linear_by(table, size);
    for (int64_t x = 0; x < size; x++)
        all |= table[x];
    lc_layout *layout = law_layout(l, &a);
    lc_linear_failure why;
    lc_linear *got = law_own_linear(l, lc_linear_from_layout(l->ctx, layout, &why));
    law_saw(l, got ? 0 : is ? 3 : why.reason == LC_LINEAR_CARRY ? 1 : 2);
    if (got) {
        if (!is || all < 0)
            return law_fail(l, "linear(%s) is %s", law_text(l, &a), ml_show(l, got));
        for (int64_t x = 0; x < size; x++)
            if ((int64_t)lc_linear_at(got, (uint64_t)x) != table[x])
                return law_fail(l, "linear(%s) at %lld", law_text(l, &a), (long long)x);
        if (lc_linear_nins(got) != 1 || lc_linear_nouts(got) != 1 ||
            (uint64_t)size != (uint64_t)1 << lc_linear_in_bits(got) ||
            all >> lc_linear_out_bits(got) ||
            (all > 0 && !(all >> (lc_linear_out_bits(got) - 1))))
            return law_fail(l, "the dims of %s", ml_show(l, got));
        lc_layout *back = law_own(l, lc_layout_from_linear(l->ctx, got, NULL));
        lc_layout *want = law_own(l, lc_coalesce(l->ctx, layout));
        return (back && lc_layout_equal(back, want)) ||
               law_fail(l, "layout(linear(%s)) is %s", law_text(l, &a), law_show(l, back));
    }
    if (lc_ctx_code(l->ctx) != LC_ERR_NO_VALUE)
        return law_fail(l, "linear(%s): %s", law_text(l, &a), lc_ctx_message(l->ctx));
    int64_t x = lc_int_get_si(why.x), y = lc_int_get_si(why.y);
    if (is) /* over the integers, but not over words */
        return (why.reason == LC_LINEAR_NEGATIVE && table[x] < 0) ||
               law_fail(l, "linear(%s): %s", law_text(l, &a), lc_ctx_message(l->ctx));
    bool holds = x >= 0 && y >= 0 && x < size && y < size;
    if (why.reason == LC_LINEAR_SIZE)
        holds = holds && (size & (size - 1)) && (x ^ y) >= size;
    else
        holds = holds && why.reason == LC_LINEAR_CARRY && table[x ^ y] != (table[x] ^ table[y]);
    return holds || law_fail(l, "the witness against linear(%s): %s", law_text(l, &a),
                             lc_ctx_message(l->ctx));
}

/* By enumeration: a linear layout is a layout when its table has a shape:stride. */
LAW(linear_layouts_as_layouts, "layout(linear)", CLASSES("a value", "none"))
{
    ml m;
    ml_random(&l->rnd, 6, &m);
    m.nouts = 1;
    strcpy(m.out[0].name, "o");
    m.out[0].bits = (unsigned)rnd_in(&l->rnd, 0, 7);
    ml_random_bases(&l->rnd, &m);
    lc_linear *a = ml_linear(l, &m);
    int64_t size = (int64_t)1 << ml_bits(m.nins, m.in), table[64];
    int64_t shape[M_LEAVES], stride[M_LEAVES];
    size_t count;
    for (int64_t x = 0; x < size; x++)
        table[x] = (int64_t)ml_at(&m, (uint64_t)x);
    bool exists = m_represent(table, size, &count, shape, stride);
    unsigned bits[2];
    lc_layout *got = law_own(l, lc_layout_from_linear(l->ctx, a, bits));
    law_saw(l, got ? 0 : 1);
    if ((got != NULL) != exists)
        return law_fail(l, "layout(%s) is %s", ml_text(l, &m), law_show(l, got));
    if (!got)
        return (bits[0] < bits[1] && table[1 << bits[0]] & table[1 << bits[1]]) ||
               law_fail(l, "the bits against layout(%s)", ml_text(l, &m));
    for (int64_t x = 0; x < size; x++)
        if (lc_int_get_si(lc_layout_at(l->ctx, got, si(x))) != table[x])
            return law_fail(l, "layout(%s) is %s", ml_text(l, &m), law_show(l, got));
    /* a mode an input dim, as large */
    for (size_t i = 0; m.nins > 1 && i < m.nins; i++) {
        lc_layout *mode = law_own(l, lc_layout_mode(l->ctx, got, i));
        if (lc_layout_rank(got) != m.nins ||
            lc_int_get_si(lc_layout_size(l->ctx, mode)) != (int64_t)1 << m.in[i].bits)
            return law_fail(l, "the modes of layout(%s) = %s", ml_text(l, &m), law_show(l, got));
    }
    return true;
}

/* S o A for A without carries is linear; taking it apart gives a swizzle and a layout
 * with the same values. */
LAW(swizzled_layouts, "swizzle o layout and back", CLASSES("a layout", "no layout"))
{
    m_layout a;
    lc_swizzle w = {(int)rnd_in(&l->rnd, 0, 3), (int)rnd_in(&l->rnd, 0, 4),
                    (int)rnd_in(&l->rnd, -4, 4)};
    rnd_binary(&l->rnd, &a);
    lc_linear *plain = law_own_linear(l, lc_linear_from_layout(l->ctx, law_layout(l, &a), NULL));
    if (!plain)
        return true;
    unsigned bits = lc_linear_out_bits(plain), most = lc_swizzle_bits(w);
    most = most < bits ? bits : most;
    lc_linear *wide =
        law_own_linear(l, lc_linear_resize_out(l->ctx, plain, "out", si((int64_t)1 << most)));
    lc_f2 s = lc_swizzle_matrix(w, most);
    lc_dim in = {"out", most}, out = {"out", most};
    lc_linear *outer = law_own_linear(l, lc_linear_new(l->ctx, 1, &in, 1, &out, &s));
    lc_linear *both = law_own_linear(l, lc_linear_compose(l->ctx, outer, wide));
    if (!both)
        return law_fail(l, "S<%d,%d,%d> o %s: %s", w.b, w.m, w.s, law_text(l, &a),
                        lc_ctx_message(l->ctx));
    for (int64_t x = 0; x < m_size(&a); x++)
        if ((int64_t)lc_linear_at(both, (uint64_t)x) !=
            (int64_t)lc_swizzle_apply_word(w, (uint64_t)m_at(&a, x)))
            return law_fail(l, "S<%d,%d,%d> o %s at %lld", w.b, w.m, w.s, law_text(l, &a),
                            (long long)x);
    lc_swizzle v;
    lc_layout *back = law_own(l, lc_swizzled_from_linear(l->ctx, both, &v));
    lc_layout *none = law_own(l, lc_layout_from_linear(l->ctx, both, NULL));
    law_saw(l, none ? 0 : 1);
    if (!back)
        return law_fail(l, "S<%d,%d,%d> o %s: %s", w.b, w.m, w.s, law_text(l, &a),
                        law_show(l, back));
    if ((v.b == 0) != (none != NULL) || v.b > w.b)
        return law_fail(l, "S<%d,%d,%d> where S<%d,%d,%d> does", v.b, v.m, v.s, w.b, w.m, w.s);
    for (int64_t x = 0; x < m_size(&a); x++) {
        lc_int y = lc_swizzle_apply(l->ctx, v, lc_layout_at(l->ctx, back, si(x)));
        if (lc_int_get_si(y) != (int64_t)lc_linear_at(both, (uint64_t)x))
            return law_fail(l, "S<%d,%d,%d> o %s at %lld", v.b, v.m, v.s, law_show(l, back),
                            (long long)x);
    }
    return true;
}

/* No swizzle is found where none of them all does. */
LAW(swizzles_by_trial, "which linear layouts are swizzled layouts", CLASSES("a value", "none"))
{
    ml m = {.nins = 1, .nouts = 1, .in = {{"in", 4}}, .out = {{"out", 4}}};
    ml_random_bases(&l->rnd, &m);
    bool exists = false;
    for (int b = 0; b <= 4; b++)
        for (int low = 0; low <= 4; low++)
            for (int s = -4; s <= 4; s++) {
                lc_swizzle w = {b, low, s};
                uint64_t seen = 0, sum = 0;
                if (!lc_swizzle_is_bijective(w) || lc_swizzle_bits(w) > 4)
                    continue;
                for (unsigned j = 0; j < 4; j++)
                    for (uint64_t y = 0; y < 16; y++)
                        if (lc_swizzle_apply_word(w, y) == m.basis[0][j][0]) {
                            seen |= y;
                            sum += y;
                        }
                exists = exists || seen == sum; /* no bit twice */
            }
    lc_swizzle v;
    lc_layout *got = law_own(l, lc_swizzled_from_linear(l->ctx, ml_linear(l, &m), &v));
    law_saw(l, got ? 0 : 1);
    return (got != NULL) == exists || law_fail(l, "%s as a swizzled layout", ml_text(l, &m));
}

TEST_CTX(swizzles)
{
    for (int b = 0; b <= 4; b++)
        for (int m = 0; m <= 4; m++)
            for (int s = -4; s <= 4; s++) {
                lc_swizzle w = {b, m, s};
                lc_linear *a = lc_linear_from_swizzle(ctx, w);
                uint64_t size = (uint64_t)lc_int_get_si(lc_swizzle_size(ctx, w));
                bool same = size == (uint64_t)1 << lc_linear_in_bits(a);
                for (uint64_t x = 0; same && x < size; x++)
                    same = lc_linear_at(a, x) == lc_swizzle_apply_word(w, x);
                if (!same || lc_linear_invertible(a) != lc_swizzle_is_bijective(w))
                    ck_abort_msg("linear(S<%d,%d,%d>)", b, m, s);
                lc_linear_free(a);
            }
}

/* Sizes and strides past a machine word; past 64 bits there is a reason. */
static lc_layout *power_layout(lc_ctx *ctx, unsigned extent, unsigned stride, bool negative)
{
    mpz_t s, d;
    mpz_inits(s, d, NULL);
    mpz_setbit(s, extent);
    mpz_setbit(d, stride);
    if (negative)
        mpz_neg(d, d);
    lc_int shape = lc_int_from_mpz(ctx, s), step = lc_int_from_mpz(ctx, d);
    mpz_clears(s, d, NULL);
    return lc_layout_flat(ctx, 1, &shape, &step);
}

TEST_CTX(large_layouts)
{
    static const struct {
        unsigned extent, stride;
        bool negative, exists;
        lc_linear_reason reason;
    } each[] = {
        {64, 0, false, true, 0},
        {63, 1, false, true, 0},
        {1, 63, false, true, 0},
        {1, 64, false, false, LC_LINEAR_WIDTH},
        {64, 1, false, false, LC_LINEAR_WIDTH},
        {65, 0, false, false, LC_LINEAR_WIDTH},
        {300, 300, true, false, LC_LINEAR_WIDTH},
        {1, 300, true, false, LC_LINEAR_NEGATIVE},
        {2, 300, true, false, LC_LINEAR_CARRY},
        {0, 5, false, true, 0},
    };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        lc_layout *a = power_layout(ctx, each[i].extent, each[i].stride, each[i].negative);
        lc_linear_failure why;
        lc_linear *got = lc_linear_from_layout(ctx, a, &why);
        ck_assert_int_eq(got != NULL, each[i].exists);
        if (got) {
            lc_layout *back = lc_layout_from_linear(ctx, got, NULL);
            if (each[i].extent > 0)
                ck_assert(lc_layout_equal(a, back));
            char *text = lc_linear_to_str(ctx, got);
            ck_assert_ptr_nonnull(text);
            if (each[i].extent == 64)
                ck_assert_ptr_nonnull(strstr(text, ",9223372036854775808] -> out: 184467440737095"
                                                   "51616}"));
            free(text);
            lc_layout_free(back);
        } else {
            ck_assert_int_eq(why.reason, each[i].reason);
            ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_NO_VALUE);
        }
        lc_linear_free(got);
        lc_layout_free(a);
    }
    /* 3 * 2^70: 2^71 xor 2^70 is no coordinate */
    lc_int shape[2] = {si(3), si(1)}, step[2] = {si(1), si(1)};
    shape[1] = lc_int_mul(ctx, si(1ll << 40), si(1ll << 30));
    lc_layout *a = lc_layout_flat(ctx, 2, shape, step);
    lc_linear_failure why;
    ck_assert_ptr_null(lc_linear_from_layout(ctx, a, &why));
    ck_assert_int_eq(why.reason, LC_LINEAR_SIZE);
    ck_assert_uint_eq(lc_int_bits(why.x), 72);
    ck_assert_uint_eq(lc_int_bits(why.y), 71);
    lc_layout_free(a);
}

SUITE_MAIN("linear layouts and other kinds", layouts_as_linear_layouts, linear_layouts_as_layouts,
           swizzled_layouts, swizzles_by_trial, swizzles, large_layouts)
