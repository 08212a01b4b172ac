/* check_large.c - claims about layouts too large to list, most of them swizzled.
 *
 * What is true is known by how a case is made; a counterexample is evaluated here, and
 * where neither says anything, no random coordinate may contradict the verdict.
 */
#include "config.h"

#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "owned.h"
#include "suite.h"
#include "swizzled.h"

#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 500

static const char *const verdicts[] = {"proved", "refuted", NULL};

/* ---- cases ---- */

typedef struct {
    m_swizzled f;
    int gap, top; /* no value of offset + layout has a bit from gap to top - 1 */
    int64_t size;
} large;

/* Values below 2^gap from the first mode and the offset, multiples of 2^top from the
 * others, in any order of the modes. */
static void rnd_large(law *l, large *x)
{
    rnd *r = &l->rnd;
    int64_t shape[4], stride[4], unit;
    size_t n = (size_t)rnd_in(r, 3, 4);
    shape[0] = rnd_in(r, 3, 500);
    stride[0] = rnd_in(r, 1, 5);
    x->f.offset = rnd_chance(r, 50) ? 0 : rnd_in(r, 0, 200);
    int64_t below = x->f.offset + (shape[0] - 1) * stride[0] + 1;
    for (x->gap = 0; (int64_t)1 << x->gap < below;)
        x->gap++;
    x->top = x->gap + (int)rnd_in(r, 0, 3);
    unit = (int64_t)1 << x->top;
    for (size_t i = 1; i < n; i++) {
        shape[i] = rnd_in(r, 1500, 3000);
        stride[i] = unit;
        unit *= shape[i] + (rnd_chance(r, 30) ? rnd_in(r, 0, 9) : 0);
    }
    for (size_t i = n; i-- > 1;) {
        size_t k = (size_t)rnd_in(r, 0, (int64_t)i);
        int64_t s = shape[i], d = stride[i];
        shape[i] = shape[k], stride[i] = stride[k];
        shape[k] = s, stride[k] = d;
    }
    m_layout_flat(&x->f.layout, n, shape, stride);
    x->size = m_size(&x->f.layout);
    x->f.swizzle = (m_swizzle){(int)rnd_in(r, 1, 3), (int)rnd_in(r, 0, 5), (int)rnd_in(r, 1, 4)};
    if (rnd_chance(r, 50)) { /* its highest source is in the gap, where there is one */
        x->f.swizzle.s = x->gap - x->f.swizzle.m - x->f.swizzle.b + 1;
        if (x->f.swizzle.s < 1 || x->f.swizzle.s > 8)
            x->f.swizzle.s = 3;
    }
}

static int highest_source(const m_swizzle *w)
{
    return w->m + w->s + w->b - 1;
}

/* The same layout with modes split in two. */
static void rewrite(rnd *r, const m_layout *a, m_layout *out)
{
    int64_t shape[8], stride[8];
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        int64_t p = rnd_in(r, 2, 7);
        shape[n] = a->shape[i];
        stride[n] = a->stride[i];
        if (a->shape[i] % p == 0 && a->shape[i] > p) {
            shape[n++] = p;
            shape[n] = a->shape[i] / p;
            stride[n] = a->stride[i] * p;
        }
        n++;
    }
    m_layout_flat(out, n, shape, stride);
}

/* ---- the verdict ---- */

typedef struct {
    lcv_verdict verdict;
    int64_t c, d;
} found;

static bool ask(law *l, const char *name, size_t n, lcv_value *const *args, found *out)
{
    lcv_result *result = lcv_prove(law_relations(l), lcv_claim_find(name), n, args);
    if (!result)
        return law_fail(l, "%s: %s", name, lc_ctx_message(l->ctx));
    *out = (found){result->verdict, -1, -1};
    if (result->verdict == LCV_REFUTED) {
        const char *other = strstr(result->counterexample.where, "c' = ");
        if (strncmp(result->counterexample.where, "c = ", 4) == 0)
            out->c = atoll(result->counterexample.where + 4);
        if (other)
            out->d = atoll(other + 5);
    }
    bool decided = result->verdict != LCV_UNKNOWN;
    if (!decided)
        law_fail(l, "%s is unknown: %s", name, result->reason);
    lcv_result_free(result);
    return decided;
}

static bool within(const large *x, int64_t c)
{
    return c >= 0 && c < x->size;
}

/* ---- equiv ---- */

LAW_SHARE(equivalence, "large equiv", 10, verdicts)
{
    large x;
    rnd_large(l, &x);
    m_swizzled g = x.f;
    rewrite(&l->rnd, &x.f.layout, &g.layout);
    int kind = (int)rnd_in(&l->rnd, 0, 3);
    bool same = kind == 0, known = kind < 3;
    if (kind == 1)
        g.layout.stride[rnd_in(&l->rnd, 0, (int64_t)g.layout.n - 1)] += 1;
    if (kind == 2)
        g.offset += 1 + rnd_in(&l->rnd, 0, 3);
    if (kind == 3) {
        int source = highest_source(&g.swizzle);
        g.swizzle.b--;
        same = known = x.gap <= source && source < x.top;
    }
    lcv_value *args[2] = {law_swizzled(l, &x.f), law_swizzled(l, &g)};
    const char *texts = law_printf(l, "%s and %s", law_swizzled_text(l, &x.f),
                                   law_swizzled_text(l, &g));
    for (int i = 0; !known && i < SAMPLES; i++) {
        int64_t c = rnd_in(&l->rnd, 0, x.size - 1);
        known = m_swizzled_at(&x.f, c) != m_swizzled_at(&g, c);
    }
    found at;
    if (!ask(l, "equiv", 2, args, &at))
        return law_fail(l, "%s", texts);
    law_saw(l, at.verdict == LCV_PROVED ? 0 : 1);
    if (known && (at.verdict == LCV_PROVED) != same)
        return law_fail(l, "equiv of %s is %s", texts, same ? "true" : "false");
    if (at.verdict == LCV_REFUTED)
        return (within(&x, at.c) && m_swizzled_at(&x.f, at.c) != m_swizzled_at(&g, at.c)) ||
               law_fail(l, "%s agree at %lld", texts, (long long)at.c);
    return true;
}

/* ---- images ---- */

static lcv_value *integer(law *l, int64_t n)
{
    m_tuple t;
    m_tuple_leaf(&t, n);
    lcv_value *v = lcv_value_tuple(l->ctx, lc_tuple_ref(law_tuple(l, &t)));
    ck_assert_ptr_nonnull(v);
    law_own_with(l, v, (void (*)(void *))lcv_value_free);
    return v;
}

/* The bound is a value, or a little more. */
LAW_SHARE(bounds, "large in_bounds", 10, verdicts)
{
    large x;
    rnd_large(l, &x);
    int64_t last = m_at(&x.f.layout, x.size - 1), n = 0;
    for (int i = 0; i < SAMPLES; i++) {
        int64_t value = m_swizzled_at(&x.f, i == 0 ? x.size - 1 : rnd_in(&l->rnd, 0, x.size - 1));
        n = value > n ? value : n;
    }
    if (rnd_chance(&l->rnd, 60))
        n = x.f.offset + last + rnd_in(&l->rnd, 0, 300);
    lcv_value *args[2] = {law_swizzled(l, &x.f), integer(l, n)};
    found at;
    if (!ask(l, "in_bounds", 2, args, &at))
        return law_fail(l, "%s in %lld", law_swizzled_text(l, &x.f), (long long)n);
    law_saw(l, at.verdict == LCV_PROVED ? 0 : 1);
    if (at.verdict == LCV_REFUTED)
        return (within(&x, at.c) && m_swizzled_at(&x.f, at.c) >= n) ||
               law_fail(l, "%s is below %lld at %lld", law_swizzled_text(l, &x.f), (long long)n,
                        (long long)at.c);
    for (int i = 0; i < SAMPLES; i++) {
        int64_t c = rnd_in(&l->rnd, 0, x.size - 1);
        if (m_swizzled_at(&x.f, c) >= n)
            return law_fail(l, "%s is not below %lld at %lld", law_swizzled_text(l, &x.f),
                            (long long)n, (long long)c);
    }
    return true;
}

/* Cleared bits in the gap take nothing away; below it, they make neighbours meet. */
LAW_SHARE(injectivity, "large injective", 10, verdicts)
{
    large x;
    rnd_large(l, &x);
    x.f.swizzle = (m_swizzle){1, x.top > x.gap && rnd_chance(&l->rnd, 60) ? x.gap : 0, 0};
    bool holds = x.f.swizzle.m > 0;
    if (!holds) /* 0 and 1 are offsets, which meet where bit 0 is cleared */
        for (size_t i = 0; i < x.f.layout.n; i++)
            x.f.layout.stride[i] = x.f.layout.stride[i] < (int64_t)1 << x.top
                                       ? 1
                                       : x.f.layout.stride[i];
    if (!holds)
        x.f.offset &= ~(int64_t)1;
    lcv_value *v = law_swizzled(l, &x.f);
    found at;
    law_saw(l, holds ? 0 : 1);
    if (!ask(l, "injective", 1, &v, &at) || (at.verdict == LCV_PROVED) != holds)
        return law_fail(l, "%s is %s", law_swizzled_text(l, &x.f), holds ? "apart" : "not apart");
    return holds ||
           (within(&x, at.c) && within(&x, at.d) && at.c != at.d &&
            m_swizzled_at(&x.f, at.c) == m_swizzled_at(&x.f, at.d)) ||
           law_fail(l, "%s: %lld and %lld", law_swizzled_text(l, &x.f), (long long)at.c,
                    (long long)at.d);
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b == 0 ? a : gcd(b, a % b);
}

/* Two modes without a swizzle meet when p steps of one are q of the other. */
LAW_SHARE(two_long_modes, "injective, two long modes", 5, verdicts)
{
    int64_t shape[2], stride[2];
    for (size_t i = 0; i < 2; i++) {
        shape[i] = rnd_in(&l->rnd, 2000, 1 << 20);
        stride[i] = rnd_in(&l->rnd, 1, 1 << 12) * (rnd_chance(&l->rnd, 50) ? 1 << 9 : 3000);
        stride[i] *= rnd_chance(&l->rnd, 50) ? 1 : -1;
    }
    m_layout a;
    m_layout_flat(&a, 2, shape, stride);
    int64_t p = llabs(stride[1]), q = llabs(stride[0]), common = gcd(p, q);
    bool holds = p / common >= shape[0] || q / common >= shape[1];
    lcv_value *v = law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &a))));
    found at;
    law_saw(l, holds ? 0 : 1);
    return (ask(l, "injective", 1, &v, &at) && (at.verdict == LCV_PROVED) == holds) ||
           law_fail(l, "%s is %s", law_text(l, &a), holds ? "apart" : "not apart");
}

/* Multiples of 2^k stay so as long as the swizzle moves no lower bit. */
LAW_SHARE(alignment, "large aligned", 10, verdicts)
{
    large x;
    rnd_large(l, &x);
    int k = (int)rnd_in(&l->rnd, 0, 4);
    x.f.offset <<= k;
    for (size_t i = 0; i < x.f.layout.n; i++)
        x.f.layout.stride[i] <<= k;
    x.f.swizzle.m = rnd_chance(&l->rnd, 50) ? k : (int)rnd_in(&l->rnd, 0, 4);
    bool known = x.f.swizzle.m >= k;
    lcv_value *args[2] = {law_swizzled(l, &x.f), integer(l, (int64_t)1 << k)};
    found at;
    if (!ask(l, "aligned", 2, args, &at))
        return law_fail(l, "%s", law_swizzled_text(l, &x.f));
    law_saw(l, at.verdict == LCV_PROVED ? 0 : 1);
    int64_t mask = ((int64_t)1 << k) - 1;
    if (at.verdict == LCV_REFUTED)
        return (!known && within(&x, at.c) && (m_swizzled_at(&x.f, at.c) & mask) != 0) ||
               law_fail(l, "%s is aligned at %lld", law_swizzled_text(l, &x.f), (long long)at.c);
    for (int i = 0; i < SAMPLES; i++) {
        int64_t c = rnd_in(&l->rnd, 0, x.size - 1);
        if ((m_swizzled_at(&x.f, c) & mask) != 0)
            return law_fail(l, "%s is not aligned at %lld", law_swizzled_text(l, &x.f),
                            (long long)c);
    }
    return true;
}

SUITE_MAIN("large swizzled layouts", equivalence, bounds, injectivity, two_long_modes, alignment)
