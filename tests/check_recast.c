/* check_recast.c - upcast and downcast: elements of another width. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include <stdlib.h>

/* A leaf s:d with n elements in one, from the coordinates it takes: k = n/|d| of them fall
 * together. False where these are not whole vectors. */
static bool upcast_leaf(int64_t n, int64_t *shape, int64_t *stride)
{
    int64_t d = llabs(*stride);
    if (d % n == 0) {
        *stride /= n;
        return true;
    }
    if (n % d != 0)
        return false;
    int64_t k = n / d;
    if (*shape % k != 0 && k % *shape != 0)
        return false;
    *shape = *shape % k == 0 ? *shape / k : 1;
    *stride = *stride < 0 ? -1 : 1;
    return true;
}

LAW(upcast_by_leaf, "upcast, leaf by leaf", CLASSES("a value", "no value"))
{
    m_layout a, want;
    if (rnd_chance(&l->rnd, 60))
        rnd_nested(&l->rnd, 512, &a);
    else
        rnd_layout(&l->rnd, 512, &a);
    int64_t n = rnd_chance(&l->rnd, 80) ? (int64_t)1 << rnd_in(&l->rnd, 0, 4)
                                        : rnd_in(&l->rnd, 1, 12);
    want = a;
    bool exists = true;
    for (size_t i = 0; i < a.n && exists; i++)
        exists = upcast_leaf(n, &want.shape[i], &want.stride[i]);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l, lc_upcast(l->ctx, law_layout(l, &a), lc_int_const((int32_t)n)));
    return law_same(l, got, exists, &want,
                    law_printf(l, "upcast(%s,%lld)", law_text(l, &a), (long long)n));
}

/* Where no two elements share an offset: the wide element of every element is
 * floor(A(c) / n), found at the coordinate that c falls into. */
LAW(upcast_is_the_floor, "upcast is floor(A / n)", CLASSES("a value", "no value"))
{
    m_layout a, u;
    rnd_nested(&l->rnd, 512, &a);
    int64_t n = rnd_chance(&l->rnd, 80) ? (int64_t)1 << rnd_in(&l->rnd, 0, 4)
                                        : rnd_in(&l->rnd, 1, 12);
    lc_layout *got = law_own(l, lc_upcast(l->ctx, law_layout(l, &a), lc_int_const((int32_t)n)));
    law_saw(l, got ? 0 : 1);
    if (!got)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "%s", law_show(l, got));
    const char *what = law_printf(l, "upcast(%s,%lld) = %s", law_text(l, &a), (long long)n,
                                  law_show(l, got));
    if (!law_model(l, got, &u) || u.n != a.n)
        return law_fail(l, "%s has other leaves", what);
    int64_t crd[M_LEAVES] = {0}, wide[M_LEAVES];
    for (int64_t c = 0; c < m_size(&a); c++) {
        for (size_t i = 0; i < a.n; i++)
            wide[i] = crd[i] / (a.shape[i] / u.shape[i]);
        int64_t offset = m_at_natural(&a, crd);
        if (m_at_natural(&u, wide) != offset / n)
            return law_fail(l, "%s: A(%lld) = %lld lies in %lld, not in %lld", what, (long long)c,
                            (long long)offset, (long long)(offset / n),
                            (long long)m_at_natural(&u, wide));
        for (size_t i = 0; i < a.n && ++crd[i] == a.shape[i]; i++)
            crd[i] = 0;
    }
    return true;
}

/* Downcast: the mode of unit stride grows by n, the others step over n elements; and
 * upcast takes it back. */
LAW(downcast_is_undone_by_upcast, "downcast, and upcast of it", NULL)
{
    m_layout a, want;
    rnd_layout(&l->rnd, 512, &a);
    int64_t n = rnd_in(&l->rnd, 1, 16);
    want = a;
    for (size_t i = 0; i < a.n; i++) {
        if (llabs(a.stride[i]) == 1)
            want.shape[i] *= n;
        else
            want.stride[i] *= n;
    }
    lc_layout *x = law_layout(l, &a);
    lc_layout *got = law_own(l, lc_downcast(l->ctx, x, lc_int_const((int32_t)n)));
    const char *what = law_printf(l, "downcast(%s,%lld)", law_text(l, &a), (long long)n);
    if (!law_same(l, got, true, &want, what))
        return false;
    lc_layout *back = law_own(l, lc_upcast(l->ctx, got, lc_int_const((int32_t)n)));
    return (back && lc_layout_equal(back, x)) ||
           law_fail(l, "upcast of %s is %s", what, law_show(l, back));
}

/* The narrow elements of wide element c are n A(c) + [0, n), where A is injective and
 * has its unit stride mode. */
LAW(downcast_reaches_every_narrow_element, "downcast reaches every narrow element",
    CLASSES("a unit stride"))
{
    m_layout a, d;
    rnd_bijection(&l->rnd, 256, &a);
    int64_t n = rnd_in(&l->rnd, 1, 8);
    lc_layout *got = law_own(l, lc_downcast(l->ctx, law_layout(l, &a), lc_int_const((int32_t)n)));
    bool unit = false;
    for (size_t i = 0; i < a.n; i++)
        unit = unit || (a.shape[i] > 1 && a.stride[i] == 1);
    if (!law_model(l, got, &d))
        return law_fail(l, "downcast(%s,%lld) is %s", law_text(l, &a), (long long)n,
                        law_show(l, got));
    for (size_t i = 0; i < a.n; i++)
        if (a.shape[i] == 1 && a.stride[i] == 1)
            unit = false; /* a mode of one element may be the one that grew */
    law_saw(l, unit ? 0 : 1);
    if (unit && (m_size(&d) != n * m_size(&a) || !m_injective(&d) || !m_covers(&d, m_size(&d))))
        return law_fail(l, "downcast(%s,%lld) = %s is not onto its elements", law_text(l, &a),
                        (long long)n, law_text(l, &d));
    return true;
}

TEST_CTX(bad_widths)
{
    lc_layout *a = lc_layout_flat(ctx, 1, (lc_int[]){lc_int_const(4)},
                                  (lc_int[]){lc_int_const(1)});
    for (int32_t n = -2; n <= 0; n++) {
        ck_assert_ptr_null(lc_upcast(ctx, a, lc_int_const(n)));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
        lc_ctx_reset(ctx);
        ck_assert_ptr_null(lc_downcast(ctx, a, lc_int_const(n)));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
        lc_ctx_reset(ctx);
    }
    lc_layout_free(a);
}

SUITE_MAIN("recasts", upcast_by_leaf, upcast_is_the_floor, downcast_is_undone_by_upcast,
           downcast_reaches_every_narrow_element, bad_widths)
