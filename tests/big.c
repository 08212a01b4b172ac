/* big.c - layouts of 2^40 elements and far more, for laws that need no enumeration. */
#include "config.h"

#include "big.h"

#include <check.h>
#include <string.h>

#define LEAVES 8

void big_at(mpz_t out, const lc_layout *a, const mpz_t index)
{
    mpz_t rest, digit, number;
    mpz_inits(rest, digit, number, NULL);
    mpz_set(rest, index);
    mpz_set_ui(out, 0);
    size_t n = lc_layout_nleaves(a);
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n) {
            lc_int_get_mpz(number, lc_layout_extent(a, i));
            mpz_fdiv_qr(rest, digit, rest, number);
        } else {
            mpz_set(digit, rest);
        }
        lc_int_get_mpz(number, lc_layout_step(a, i));
        mpz_addmul(out, digit, number);
    }
    mpz_clears(rest, digit, number, NULL);
}

/* Extents and strides over a random nesting. */
static lc_layout *layout_of(law *l, size_t n, const lc_int *extent, const lc_int *step)
{
    m_tuple nest = {.n = n};
    rnd_nest(&l->rnd, n, nest.nest);
    lc_tuple *like = law_tuple(l, &nest);
    lc_tuple *shape = law_own_tuple(l, lc_tuple_like(l->ctx, like, extent));
    lc_tuple *stride = law_own_tuple(l, lc_tuple_like(l->ctx, like, step));
    lc_layout *a = shape && stride ? lc_layout_new(l->ctx, shape, stride) : NULL;
    if (!a)
        ck_abort_msg("cannot make a large layout: %s", lc_ctx_message(l->ctx));
    return law_own(l, a);
}

/* f * 2^k, f and k small at times: a number with divisors that are known. */
static lc_int big_extent(law *l)
{
    static const int32_t factor[] = {1, 2, 3, 4, 5, 6, 7, 9, 12, 15};
    lc_int extent = lc_int_const(factor[rnd_in(&l->rnd, 0, 9)]);
    for (int64_t twos = rnd_chance(&l->rnd, 40) ? 0 : rnd_in(&l->rnd, 1, 70); twos > 0;
         twos -= 10)
        extent = lc_int_mul(l->ctx, extent, lc_int_const(1 << (twos > 10 ? 10 : twos)));
    return extent;
}

static size_t random_extents(law *l, lc_int *extent)
{
    size_t n = (size_t)rnd_in(&l->rnd, 1, 6);
    for (size_t i = 0; i < n; i++)
        extent[i] = big_extent(l);
    return n;
}

static void strides(law *l, size_t n, const lc_int *extent, int gap_percent, lc_int *step)
{
    bool done[LEAVES] = {false};
    bool ordered = rnd_chance(&l->rnd, 30);
    lc_int current = lc_int_const(1);
    for (size_t k = 0; k < n; k++) {
        size_t i = ordered ? k : (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
        while (done[i])
            i = (i + 1) % n;
        done[i] = true;
        if (rnd_chance(&l->rnd, gap_percent))
            current = lc_int_mul(l->ctx, current, big_extent(l));
        step[i] = current;
        current = lc_int_mul(l->ctx, current, extent[i]);
    }
}

lc_layout *big_bijection(law *l)
{
    lc_int extent[LEAVES], step[LEAVES];
    size_t n = random_extents(l, extent);
    strides(l, n, extent, 0, step);
    return layout_of(l, n, extent, step);
}

lc_layout *big_layout(law *l)
{
    lc_int extent[LEAVES], step[LEAVES];
    size_t n = random_extents(l, extent);
    strides(l, n, extent, rnd_chance(&l->rnd, 50) ? 0 : 40, step);
    for (size_t i = 0; i < n; i++) {
        if (rnd_chance(&l->rnd, 8))
            step[i] = lc_int_const((int32_t)rnd_in(&l->rnd, -9, 9));
        else if (rnd_chance(&l->rnd, 8))
            step[i] = lc_int_neg(l->ctx, step[i]);
    }
    return layout_of(l, n, extent, step);
}

/* A leaf of the inner layout: it starts at a boundary of A's shape, or at a divisor
 * inside a leaf, and runs to a boundary or part of the way. */
static void inner_leaf(law *l, const lc_layout *a, lc_int *extent, lc_int *step)
{
    lc_ctx *ctx = l->ctx;
    size_t n = lc_layout_nleaves(a), at = (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
    lc_int place = lc_int_const(1);
    for (size_t i = 0; i < at; i++)
        place = lc_int_mul(ctx, place, lc_layout_extent(a, i));
    lc_int whole = lc_layout_extent(a, at), inside = lc_int_const(1);
    for (int32_t f = 2; f < 7; f++)
        if (rnd_chance(&l->rnd, 25) && lc_int_divides(ctx, lc_int_const(f), whole)) {
            inside = lc_int_mul(ctx, inside, lc_int_const(f));
            whole = lc_int_fdiv(ctx, whole, lc_int_const(f));
        }
    *step = lc_int_mul(ctx, place, inside);
    for (size_t i = at + 1; i < n && rnd_chance(&l->rnd, 40); i++)
        whole = lc_int_mul(ctx, whole, lc_layout_extent(a, i));
    int32_t part = (int32_t)rnd_in(&l->rnd, 1, 6);
    *extent = lc_int_divides(ctx, lc_int_const(part), whole)
                  ? lc_int_fdiv(ctx, whole, lc_int_const(part))
                  : whole;
    if (rnd_chance(&l->rnd, 8))
        *step = lc_int_add(ctx, *step, lc_int_const((int32_t)rnd_in(&l->rnd, -2, 2)));
    if (rnd_chance(&l->rnd, 8))
        *extent = lc_int_add(ctx, *extent, lc_int_const((int32_t)rnd_in(&l->rnd, 1, 3)));
}

lc_layout *big_inner(law *l, const lc_layout *a)
{
    lc_int extent[LEAVES], step[LEAVES];
    size_t n = rnd_chance(&l->rnd, 60) ? 1 : (size_t)rnd_in(&l->rnd, 2, 4);
    for (size_t i = 0; i < n; i++)
        inner_leaf(l, a, &extent[i], &step[i]);
    return layout_of(l, n, extent, step);
}

void big_index(law *l, const lc_layout *a, bool outside, mpz_t index)
{
    mpz_t size;
    mpz_init(size);
    lc_int_get_mpz(size, lc_layout_size(l->ctx, a));
    mpz_set_ui(index, 0);
    for (size_t bits = mpz_sizeinbase(size, 2) + 64; bits > 0; bits -= bits > 64 ? 64 : bits) {
        mpz_mul_2exp(index, index, 64);
        mpz_add_ui(index, index, rnd_u64(&l->rnd));
    }
    if (rnd_chance(&l->rnd, 30)) /* near a power of two, where digits turn over */
        mpz_fdiv_r_2exp(index, index, (mp_bitcnt_t)rnd_in(&l->rnd, 1, 80));
    if (outside) {
        mpz_mul_2exp(size, size, 2);
        mpz_fdiv_r(index, index, size);
        mpz_fdiv_q_2exp(size, size, 1);
        mpz_sub(index, index, size);
    } else {
        mpz_fdiv_r(index, index, size);
    }
    mpz_clear(size);
}
