/* check_coalesce.c - coalesce and filter. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

/* The coalesced layout is the one that representability finds in the table of values. */
LAW(coalesce_is_unique, "coalesce", CLASSES("fewer modes", "as many modes"))
{
    m_layout m, want;
    rnd_layout(&l->rnd, 1024, &m);
    m_coalesce(&m, &want);
    law_saw(l, want.n < m.n ? 0 : 1);
    lc_layout *got = law_own(l, lc_coalesce(l->ctx, law_layout(l, &m)));
    if (!law_same(l, got, true, &want, law_printf(l, "coalesce(%s)", law_text(l, &m))))
        return false;
    /* The same size, the same values; and once is enough. */
    if (!m_equiv(&m, &want))
        return law_fail(l, "coalesce(%s) is another function", law_text(l, &m));
    lc_layout *again = law_own(l, lc_coalesce(l->ctx, got));
    if (!again || !lc_layout_equal(got, again))
        return law_fail(l, "coalesce of coalesce(%s)", law_text(l, &m));
    /* Also outside the domain, but for what a last extent of 1 leaves behind. */
    if (m.shape[m.n - 1] > 1)
        for (int64_t i = -20; i < 20; i++)
            if (m_at(&m, i * 7) != m_at(&want, i * 7))
                return law_fail(l, "coalesce(%s) at %lld", law_text(l, &m), (long long)i * 7);
    return true;
}

/* A profile for the first modes, nested where the layout is. */
static void profile_of(rnd *r, const m_layout *m, m_tuple *profile)
{
    m_tuple shape;
    m_shape(m, &shape);
    do
        rnd_crd(r, &shape, false, profile);
    while (*m->nest == '(' && *profile->nest != '(' && rnd_chance(r, 80));
}

LAW(coalesce_by_mode, "coalesce by mode", NULL)
{
    m_layout m, want;
    m_tuple profile;
    rnd_layout(&l->rnd, 1024, &m);
    profile_of(&l->rnd, &m, &profile);
    bool exists = m_coalesce_by(&m, &profile, &want);
    lc_layout *got = law_own(l,
                             lc_coalesce_by(l->ctx, law_layout(l, &m), law_tuple(l, &profile)));
    return law_same(l, got, exists, &want,
                    law_printf(l, "coalesce(%s,%s)", law_text(l, &m),
                               law_tuple_text(l, &profile)));
}

/* Filter: the values of the coordinates whose entries at strides of 0 are 0. */
LAW(filter_drops_strides_of_0, "filter", NULL)
{
    m_layout m, kept, want;
    rnd_layout(&l->rnd, 1024, &m);
    int64_t shape[M_LEAVES], stride[M_LEAVES];
    size_t n = 0;
    for (size_t i = 0; i < m.n; i++) {
        if (rnd_chance(&l->rnd, 25))
            m.stride[i] = 0;
        if (m.stride[i] != 0) {
            shape[n] = m.shape[i];
            stride[n++] = m.stride[i];
        }
    }
    m_layout_flat(&kept, n, shape, stride);
    m_coalesce(&kept, &want);
    lc_layout *got = law_own(l, lc_filter(l->ctx, law_layout(l, &m)));
    return law_same(l, got, true, &want, law_printf(l, "filter(%s)", law_text(l, &m)));
}

LAW(coalesce_of_large_layouts, "coalesce at any size", NULL)
{
    lc_layout *a = big_layout(l), *c = law_own(l, lc_coalesce(l->ctx, a));
    if (!c || !lc_int_eq(lc_layout_size(l->ctx, a), lc_layout_size(l->ctx, c)))
        return law_fail(l, "coalesce(%s) is %s", law_show(l, a), law_show(l, c));
    mpz_t index, x, y;
    mpz_inits(index, x, y, NULL);
    bool same = true;
    for (int round = 0; round < 4 && same; round++) {
        big_index(l, a, false, index);
        big_at(x, a, index);
        big_at(y, c, index);
        same = mpz_cmp(x, y) == 0;
    }
    mpz_clears(index, x, y, NULL);
    if (!same)
        return law_fail(l, "coalesce(%s) is %s, another function", law_show(l, a),
                        law_show(l, c));
    /* Nothing is left that could be joined. */
    for (size_t i = 0; i + 1 < lc_layout_nleaves(c); i++)
        if (lc_int_eq(lc_int_mul(l->ctx, lc_layout_extent(c, i), lc_layout_step(c, i)),
                      lc_layout_step(c, i + 1)))
            return law_fail(l, "coalesce(%s) is %s", law_show(l, a), law_show(l, c));
    return true;
}

SUITE_MAIN("coalesce and filter", coalesce_is_unique, coalesce_by_mode, filter_drops_strides_of_0,
           coalesce_of_large_layouts)
