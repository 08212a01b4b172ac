/* check_linear_query.c - questions about linear layouts, by enumeration. */
#include "config.h"

#include "linear-model.h"
#include "owned.h"
#include "suite.h"

#include <string.h>

#define MOST 8 /* bits of a side */

LAW(linear_kinds, "injective, surjective, invertible, covers",
    CLASSES("a bijection", "an injection", "a surjection", "neither"))
{
    static bool hit[1 << MOST];
    ml m;
    ml_random(&l->rnd, MOST, &m);
    lc_linear *a = ml_linear(l, &m);
    uint64_t domain = ml_size(m.nins, m.in), codomain = ml_size(m.nouts, m.out), covered = 0;
    bool injective = true, surjective = true;
    memset(hit, 0, sizeof hit);
    for (uint64_t x = 0; x < domain; x++) {
        uint64_t y = ml_at(&m, x);
        injective = injective && !hit[y];
        hit[y] = true;
    }
    for (uint64_t y = 0; y < codomain; y++) {
        surjective = surjective && hit[y];
        covered += covered == y && hit[y];
    }
    law_saw(l, injective && surjective ? 0 : injective ? 1 : surjective ? 2 : 3);
    if (lc_linear_injective(a) != injective || lc_linear_surjective(a) != surjective ||
        lc_linear_invertible(a) != (injective && surjective))
        return law_fail(l, "which kind %s is of", ml_text(l, &m));
    for (uint64_t n = 0; n <= codomain + 1; n++)
        if (lc_linear_covers(l->ctx, a, si((int64_t)n)) != (n <= covered))
            return law_fail(l, "%s covers [0,%llu)", ml_text(l, &m), (unsigned long long)n);
    return true;
}

/* Bit j is free when some x < 2^j has the value at 2^j. */
LAW(linear_free_bits, "free variable masks", NULL)
{
    ml m;
    uint64_t mask[ML_DIMS], want[ML_DIMS] = {0};
    ml_random(&l->rnd, MOST, &m);
    lc_linear *a = ml_linear(l, &m);
    unsigned j = 0;
    for (size_t i = 0; i < m.nins; i++) {
        for (unsigned bit = 0; bit < m.in[i].bits; bit++, j++) {
            bool found = false;
            for (uint64_t x = 0; x < (uint64_t)1 << j; x++)
                found = found || ml_at(&m, x) == ml_at(&m, (uint64_t)1 << j);
            want[i] |= (uint64_t)found << bit;
        }
    }
    lc_linear_free_variable_masks(a, mask);
    return memcmp(mask, want, m.nins * sizeof *mask) == 0 ||
           law_fail(l, "free_variable_masks(%s)", ml_text(l, &m));
}

/* The definition: L(aV + v, b, ...) = L(aV, b, ...) + (v, 0, ...). */
static bool consecutive_by(const ml *m, uint64_t v)
{
    uint64_t crd[ML_DIMS], value[ML_DIMS], base[ML_DIMS];
    for (uint64_t x = 0; x < ml_size(m->nins, m->in); x++) {
        ml_split(m->nins, m->in, x, crd);
        ml_value(m, crd, value);
        uint64_t step = crd[0] % v;
        crd[0] -= step;
        ml_value(m, crd, base);
        base[0] += step;
        if (memcmp(value, base, m->nouts * sizeof *base) != 0)
            return false;
    }
    return true;
}

LAW(linear_num_consecutive, "consecutive elements", CLASSES("some", "one"))
{
    ml m;
    ml_random(&l->rnd, 6, &m);
    for (unsigned bit = 0; m.nins > 0 && m.nouts > 0 && bit < m.in[0].bits; bit++) {
        if (bit < m.out[0].bits && rnd_chance(&l->rnd, 80)) {
            memset(m.basis[0][bit], 0, sizeof m.basis[0][bit]);
            m.basis[0][bit][0] = (uint64_t)1 << bit;
        }
    }
    for (size_t i = 0; rnd_chance(&l->rnd, 50) && i < m.nins && m.nouts > 0; i++)
        for (unsigned bit = i == 0 ? 2 : 0; bit < m.in[i].bits; bit++)
            m.basis[i][bit][0] &= ~(uint64_t)3;
    uint64_t want = 1;
    if (m.nins > 0 && m.nouts > 0)
        while (2 * want <= (uint64_t)1 << m.in[0].bits && consecutive_by(&m, 2 * want))
            want *= 2;
    law_saw(l, want > 1 ? 0 : 1);
    lc_int got = lc_linear_num_consecutive(l->ctx, ml_linear(l, &m));
    return lc_int_get_si(got) == (int64_t)want ||
           law_fail(l, "num_consecutive(%s) is %lld, not %llu", ml_text(l, &m),
                    (long long)lc_int_get_si(got), (unsigned long long)want);
}

/* Trivial over the dims: they stay as they are for all values of the others, and have no effect
 * on the others. */
static bool trivial_by(const ml *m, size_t n, const char *const *names)
{
    uint64_t crd[ML_DIMS], value[ML_DIMS], rest[ML_DIMS];
    for (size_t k = 0; k < n; k++) {
        size_t i = ml_find(m->nins, m->in, names[k]), o = ml_find(m->nouts, m->out, names[k]);
        if (i == m->nins || o == m->nouts || m->in[i].bits != m->out[o].bits)
            return false;
    }
    for (uint64_t x = 0; x < ml_size(m->nins, m->in); x++) {
        bool named[ML_DIMS] = {false};
        ml_split(m->nins, m->in, x, crd);
        ml_value(m, crd, value);
        for (size_t k = 0; k < n; k++) {
            size_t i = ml_find(m->nins, m->in, names[k]), o = ml_find(m->nouts, m->out, names[k]);
            if (value[o] != crd[i])
                return false;
            named[o] = true;
            crd[i] = 0;
        }
        ml_value(m, crd, rest);
        for (size_t o = 0; o < m->nouts; o++)
            if (!named[o] && rest[o] != value[o])
                return false;
    }
    return true;
}

LAW(linear_trivial, "trivial over, quotient", CLASSES("trivial", "not trivial"))
{
    ml m, one = {.nins = 2, .nouts = 2, .in = {{"u", 2}, {"v", 1}}, .out = {{"v", 1}, {"u", 2}}};
    ml both;
    const char *names[] = {"u", "v"};
    one.basis[0][0][1] = 1;
    one.basis[0][1][1] = 2;
    one.basis[1][0][0] = 1;
    ml_random(&l->rnd, 5, &m);
    if (!ml_product(&one, &m, &both))
        return law_fail(l, "no product");
    for (int64_t flips = rnd_in(&l->rnd, 0, 1); flips > 0; flips--) {
        size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)both.nins - 1);
        size_t o = (size_t)rnd_in(&l->rnd, 0, (int64_t)both.nouts - 1);
        if (both.in[i].bits > 0 && both.out[o].bits > 0)
            both.basis[i][rnd_in(&l->rnd, 0, both.in[i].bits - 1)][o] ^= 1;
    }
    lc_linear *a = ml_linear(l, &both);
    size_t from = (size_t)rnd_in(&l->rnd, 0, 1),
           n = (size_t)rnd_in(&l->rnd, 1, 2 - (int64_t)from);
    bool want = trivial_by(&both, n, names + from);
    law_saw(l, want ? 0 : 1);
    if (lc_linear_is_trivial_over(a, n, names + from) != want)
        return law_fail(l, "%s over %s", ml_text(l, &both), names[from]);
    lc_linear *q = law_own_linear(l, lc_linear_quotient(l->ctx, a, n, names + from));
    if ((q != NULL) != want || (!q && lc_ctx_code(l->ctx) != LC_ERR_NO_VALUE))
        return law_fail(l, "quotient(%s)", ml_text(l, &both));
    ml left;
    if (q && n == 2) {
        ml_of(q, &left);
        ml back;
        return (ml_product(&one, &left, &back) && ml_equal(&back, &both)) ||
               law_fail(l, "the quotient of %s is %s", ml_text(l, &both), ml_text(l, &left));
    }
    return true;
}

SUITE_MAIN("questions about linear layouts", linear_kinds, linear_free_bits,
           linear_num_consecutive, linear_trivial)
