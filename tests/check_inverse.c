/* check_inverse.c - right, left and full inverses. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>

/* ---- right */

/* Law 24, and no chain of modes reaches further. */
LAW(right_inverses, "right_inverse meets law 24", CLASSES("all of A", "nothing", "part of A"))
{
    m_layout a, r;
    rnd_layout(&l->rnd, 1024, &a);
    if (rnd_chance(&l->rnd, 20)) /* strides that occur twice make it a choice */
        for (size_t i = 0; i < a.n; i++)
            a.stride[i] = (int64_t)1 << rnd_in(&l->rnd, 0, 4);
    lc_layout *got = law_own(l, lc_right_inverse(l->ctx, law_layout(l, &a)));
    if (!law_model(l, got, &r))
        return law_fail(l, "right_inverse(%s) is %s", law_text(l, &a), law_show(l, got));
    law_saw(l, m_size(&r) == 1 ? 1 : m_size(&r) == m_size(&a) ? 0 : 2);
    for (int64_t k = 0; k < m_size(&r); k++)
        if (m_at(&a, m_at(&r, k)) != k)
            return law_fail(l, "right_inverse(%s) is %s, A(R(%lld)) is %lld", law_text(l, &a),
                            law_text(l, &r), (long long)k, (long long)m_at(&a, m_at(&r, k)));
    if (m_size(&r) < m_longest_chain(&a))
        return law_fail(l, "right_inverse(%s) is %s, the strides can be followed to %lld",
                        law_text(l, &a), law_text(l, &r), (long long)m_longest_chain(&a));
    m_layout simple;
    m_coalesce(&r, &simple);
    return m_equal(&r, &simple) || law_fail(l, "right_inverse(%s) is not coalesced: %s",
                                            law_text(l, &a), law_text(l, &r));
}

/* ---- left */

typedef struct {
    int64_t extent, stride, place;
} place_mode;

static int by_stride(const void *a, const void *b)
{
    const place_mode *x = a, *y = b;
    return (x->stride > y->stride) - (x->stride < y->stride);
}

/* The value of the construction where it is plain: strides that divide one another,
 * modes that do not overlap. The digit from stride d_k up to d_{k+1} names the
 * coordinate of mode k. */
static bool plain_left_inverse(const m_layout *a, m_layout *out)
{
    place_mode mode[M_LEAVES];
    int64_t shape[M_LEAVES + 1], stride[M_LEAVES + 1], place = 1;
    size_t modes = 0, n = 0;
    m_layout simple;
    m_coalesce(a, &simple);
    for (size_t i = 0; i < simple.n; place *= simple.shape[i++])
        if (simple.shape[i] > 1 && simple.stride[i] != 0)
            mode[modes++] = (place_mode){simple.shape[i], simple.stride[i], place};
    qsort(mode, modes, sizeof *mode, by_stride);
    if (modes > 0 && mode[0].stride < 0)
        return false;
    if (modes > 0 && mode[0].stride > 1) {
        shape[n] = mode[0].stride;
        stride[n++] = 0;
    }
    for (size_t k = 0; k < modes; k++) {
        shape[n] = mode[k].extent;
        if (k + 1 < modes) {
            if (mode[k + 1].stride % mode[k].stride != 0 ||
                mode[k + 1].stride < mode[k].stride * mode[k].extent)
                return false;
            shape[n] = mode[k + 1].stride / mode[k].stride;
        }
        stride[n++] = mode[k].place;
    }
    m_layout all;
    m_layout_flat(&all, n, shape, stride);
    m_coalesce(&all, out);
    return true;
}

LAW(left_inverses, "left_inverse meets law 26",
    CLASSES("the plain construction", "a value", "no value"))
{
    m_layout a, inverse, want;
    int kind = (int)rnd_in(&l->rnd, 0, 2);
    if (kind == 0)
        rnd_layout(&l->rnd, 1024, &a);
    else
        rnd_nested(&l->rnd, 1024, &a);
    if (kind == 2 && rnd_chance(&l->rnd, 50))
        for (size_t i = 0; i < a.n; i++)
            if (rnd_chance(&l->rnd, 20))
                a.stride[i] = 0;
    lc_layout *got = law_own(l, lc_left_inverse(l->ctx, law_layout(l, &a)));
    if (plain_left_inverse(&a, &want)) {
        law_saw(l, 0);
        if (!law_same(l, got, true, &want, law_printf(l, "left_inverse(%s)", law_text(l, &a))))
            return false;
    }
    if (!got) {
        law_saw(l, 2);
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE ||
               law_fail(l, "left_inverse(%s) is %s", law_text(l, &a), law_show(l, got));
    }
    law_saw(l, 1);
    if (!law_model(l, got, &inverse))
        return law_fail(l, "left_inverse(%s) is %s", law_text(l, &a), law_show(l, got));
    for (int64_t c = 0; c < m_size(&a); c++) {
        int64_t offset = m_at(&a, c), back = m_at(&inverse, offset);
        if (back < 0 || back >= m_size(&a) || m_at(&a, back) != offset)
            return law_fail(l, "left_inverse(%s) is %s: at c = %lld, A(c) is %lld, L(A(c)) %lld",
                            law_text(l, &a), law_text(l, &inverse), (long long)c,
                            (long long)offset, (long long)back);
    }
    return true;
}

/* ---- both */

LAW(full_inverses, "inverse, both ways", CLASSES("a bijection", "none"))
{
    m_layout a, want;
    if (rnd_chance(&l->rnd, 60))
        rnd_bijection(&l->rnd, 1024, &a);
    else
        rnd_layout(&l->rnd, 1024, &a);
    bool exists = m_inverse(&a, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *x = law_layout(l, &a), *got = law_own(l, lc_inverse(l->ctx, x));
    if (!law_same(l, got, exists, &want, law_printf(l, "inverse(%s)", law_text(l, &a))))
        return false;
    if (!exists)
        return true;
    for (int64_t i = 0; i < m_size(&a); i++)
        if (m_at(&a, m_at(&want, i)) != i || m_at(&want, m_at(&a, i)) != i)
            return law_fail(l, "inverse(%s) is %s", law_text(l, &a), law_text(l, &want));
    /* Its own inverse is A again, and on a bijection the three inverses agree. */
    lc_layout *back = law_own(l, lc_inverse(l->ctx, got));
    lc_layout *simple = law_own(l, lc_coalesce(l->ctx, x));
    lc_layout *left_one = law_own(l, lc_left_inverse(l->ctx, x));
    lc_layout *right_one = law_own(l, lc_right_inverse(l->ctx, x));
    if (!back || !lc_layout_equal(back, simple))
        return law_fail(l, "inverse(inverse(%s)) is %s", law_text(l, &a), law_show(l, back));
    if (!left_one || !right_one || !lc_layout_equal(left_one, got) ||
        !lc_layout_equal(right_one, got))
        return law_fail(l, "the inverses of the bijection %s differ", law_text(l, &a));
    return true;
}

/* ---- any size */

/* inner(outer(i)) is i, or outer(i) again when `up_to`, at a few i. */
static bool undoes(law *l, const lc_layout *outer, const lc_layout *inner,
                   const lc_layout *domain)
{
    mpz_t index, x;
    mpz_inits(index, x, NULL);
    bool same = true;
    for (int round = 0; round < 4 && same; round++) {
        big_index(l, domain, false, index);
        big_at(x, inner, index);
        big_at(x, outer, x);
        same = mpz_cmp(x, index) == 0;
    }
    mpz_clears(index, x, NULL);
    return same;
}

LAW(inverses_of_large_layouts, "inverses at any size", CLASSES("a bijection", "none"))
{
    lc_layout *a = rnd_chance(&l->rnd, 50) ? big_bijection(l) : big_layout(l);
    lc_layout *r = law_own(l, lc_right_inverse(l->ctx, a));
    if (!r || !undoes(l, a, r, r))
        return law_fail(l, "right_inverse(%s) is %s", law_show(l, a), law_show(l, r));
    lc_layout *left_one = law_own(l, lc_left_inverse(l->ctx, a));
    if (!left_one && lc_ctx_code(l->ctx) != LC_ERR_NO_VALUE)
        return law_fail(l, "left_inverse(%s) is %s", law_show(l, a), law_show(l, left_one));
    mpz_t index, x, y;
    mpz_inits(index, x, y, NULL);
    bool holds = true;
    for (int round = 0; left_one && round < 4 && holds; round++) {
        big_index(l, a, false, index);
        big_at(x, a, index);
        big_at(y, left_one, x);
        big_at(y, a, y);
        holds = mpz_cmp(x, y) == 0;
    }
    mpz_clears(index, x, y, NULL);
    if (!holds)
        return law_fail(l, "left_inverse(%s) is %s", law_show(l, a), law_show(l, left_one));
    lc_layout *inverse = law_own(l, lc_inverse(l->ctx, a));
    law_saw(l, inverse ? 0 : 1);
    if (inverse && (!undoes(l, a, inverse, a) || !undoes(l, inverse, a, a)))
        return law_fail(l, "inverse(%s) is %s", law_show(l, a), law_show(l, inverse));
    return true;
}

SUITE_MAIN("inverses", right_inverses, left_inverses, full_inverses, inverses_of_large_layouts)
