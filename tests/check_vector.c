/* check_vector.c - the longest vector two layouts share. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>

/* The largest n <= size(R) such that A(R(i)) = i for i < n and R is a layout on [0,n). */
static int64_t longest(const m_layout *a, const m_layout *r)
{
    int64_t run = 0, size = m_size(r), shape[M_LEAVES], stride[M_LEAVES];
    int64_t *table = m_table(r);
    size_t count;
    while (run < size && m_at(a, table[run]) == run)
        run++;
    while (run > 1 && !m_represent(table, run, &count, shape, stride))
        run--;
    free(table);
    return run;
}

/* Two layouts that have a vector in common often: B shares leaves with A. */
static void rnd_related(rnd *r, m_layout *a, m_layout *b)
{
    rnd_bijection(r, 256, a);
    *b = *a;
    switch (rnd_in(r, 0, 3)) {
    case 0: rnd_bijection(r, 256, b); break;
    case 1:
        for (size_t i = 0; i < b->n; i++)
            if (rnd_chance(r, 30))
                b->stride[i] *= rnd_in(r, 1, 3);
        break;
    case 2: {
        m_tuple shape, finer;
        int64_t stride[M_LEAVES], place = 1;
        m_shape(a, &shape);
        rnd_refine(r, &shape, &finer);
        for (size_t i = 0; i < finer.n; place *= finer.leaf[i++])
            stride[i] = rnd_chance(r, 85) ? m_at(a, place) : rnd_in(r, 0, 16);
        m_layout_of(b, &finer, stride);
        break;
    }
    default: rnd_layout(r, 256, b);
    }
    if (rnd_chance(r, 30)) {
        m_layout t = *a;
        *a = *b;
        *b = t;
    }
}

LAW(the_longest_common_vector, "max_common_layout and max_common_vector",
    CLASSES("all of the right inverse", "nothing", "a part of it"))
{
    m_layout a, b, v, r;
    rnd_related(&l->rnd, &a, &b);
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    lc_layout *got = law_own(l, lc_max_common_layout(l->ctx, x, y));
    lc_layout *right = law_own(l, lc_right_inverse(l->ctx, y));
    lc_layout *other = law_own(l, lc_right_inverse(l->ctx, x));
    m_layout s;
    const char *what = law_printf(l, "max_common_layout(%s,%s) is %s", law_text(l, &a),
                                  law_text(l, &b), law_show(l, got));
    if (!law_model(l, got, &v) || !law_model(l, right, &r) || !law_model(l, other, &s))
        return law_fail(l, "%s", what);
    int64_t n = m_size(&v);
    law_saw(l, n == 1 ? 1 : n == m_size(&r) ? 0 : 2);
    for (int64_t i = 0; i < n; i++)
        if (m_at(&a, m_at(&v, i)) != i || m_at(&b, m_at(&v, i)) != i)
            return law_fail(l, "%s, A(V(%lld)) is %lld, B(V(%lld)) is %lld", what, (long long)i,
                            (long long)m_at(&a, m_at(&v, i)), (long long)i,
                            (long long)m_at(&b, m_at(&v, i)));
    int64_t want = longest(&a, &r), turned = longest(&b, &s);
    want = turned > want ? turned : want;
    if (n != want)
        return law_fail(l, "%s, by enumeration %lld elements long", what, (long long)want);
    lc_int vector;
    if (!lc_max_common_vector(l->ctx, x, y, &vector) || lc_int_get_si(vector) != n)
        return law_fail(l, "%s, but max_common_vector differs", what);
    return true;
}

LAW(vectors_of_large_layouts, "max_common_layout at any size", NULL)
{
    lc_layout *a = big_layout(l), *b = rnd_chance(&l->rnd, 60) ? a : big_bijection(l);
    lc_layout *v = law_own(l, lc_max_common_layout(l->ctx, a, b));
    if (!v)
        return law_fail(l, "max_common_layout(%s,%s) is %s", law_show(l, a), law_show(l, b),
                        law_show(l, v));
    mpz_t i, at, x, y;
    mpz_inits(i, at, x, y, NULL);
    bool same = true;
    for (int round = 0; round < 4 && same; round++) {
        big_index(l, v, false, i);
        big_at(at, v, i);
        big_at(x, a, at);
        big_at(y, b, at);
        same = mpz_cmp(x, i) == 0 && mpz_cmp(y, i) == 0;
    }
    mpz_clears(i, at, x, y, NULL);
    return same || law_fail(l, "max_common_layout(%s,%s) is %s", law_show(l, a), law_show(l, b),
                            law_show(l, v));
}

SUITE_MAIN("common vectors", the_longest_common_vector, vectors_of_large_layouts)
