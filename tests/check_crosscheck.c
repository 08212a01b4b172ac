/* check_crosscheck.c - values that nearly have the law of an operation. What is a value, and what
 * is one with an error in it, stands in check_planted.c.
 */
#include "config.h"

#include "coordinate-claim.h"
#include "owned.h"
#include "suite.h"

#include <string.h>

static const char *const right_or_wrong[] = {"right", "wrong", NULL};

/* A layout that is not coalesced is no value of coalesce, the same function or not. */
LAW_SHARE(not_coalesced, "not coalesced", 10, right_or_wrong)
{
    m_layout nested, a, least;
    rnd_layout(&l->rnd, 500, &nested);
    m_layout_flat(&a, nested.n, nested.shape, nested.stride);
    m_coalesce(&a, &least);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    lcv_value *v = law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &a))));
    return claim_crosscheck(&c, "coalesce", v, m_equal(&a, &least));
}

/* The same function with a leaf split is not coalesced. */
LAW_SHARE(split_coordinates, "coordinates, not coalesced", 10, right_or_wrong)
{
    c_layout a, b;
    c_rnd_layout(&l->rnd, 300, &a);
    c_coalesce(&a, &b);
    bool split = rnd_chance(&l->rnd, 50);
    if (split)
        cc_refine(&l->rnd, &b, &b);
    if (b.nest[0] == '(') { /* the leaves at one level */
        m_tuple t;
        m_tuple_flat(&t, b.n, b.shape);
        strcpy(b.nest, t.nest);
    }
    bool mergeable = false;
    for (size_t k = 0; k + 1 < b.n; k++) {
        bool goes_on = true;
        for (size_t q = 0; q < b.axes; q++)
            goes_on = goes_on && b.stride[k + 1].axis[q] == b.shape[k] * b.stride[k].axis[q];
        mergeable = mergeable || goes_on;
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    lcv_value *v = lcv_value_layout(l->ctx, lc_layout_ref(c_lib(l, &b, true)));
    return claim_crosscheck(&c, "coalesce", law_own_value(l, v), !mergeable);
}

/* In the place of a complement: a layout whose first value is an offset of A, or one
 * that does not grow. */
static bool wrong_complement(law *l, const m_layout *a, const char *operation, claim *c,
                             bool bounded)
{
    int64_t low, high, one = 1;
    m_range(a, &low, &high);
    m_layout wrong;
    if (rnd_chance(&l->rnd, 50) && high > 0) {
        one = bounded ? 2 : 1;
        m_layout_flat(&wrong, 1, &one, &high);
    } else {
        int64_t shape[2] = {2, 2}, stride[2] = {high + 5, high + 5};
        m_layout_flat(&wrong, 2, shape, stride);
    }
    lcv_value *v = law_own_value(l,
                                 lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &wrong))));
    claim_name(c, "C", &wrong);
    return claim_crosscheck(c, operation, v, false);
}

LAW_SHARE(complements, "complements", 2, right_or_wrong)
{
    m_layout a;
    rnd_nested(&l->rnd, 400, &a);
    if (rnd_chance(&l->rnd, 20)) {
        size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)a.n - 1);
        a.stride[i] = rnd_chance(&l->rnd, 50) ? 0 : -a.stride[i];
    }
    int64_t n = rnd_in(&l->rnd, 1, 1500), which = rnd_in(&l->rnd, 0, 2);
    const char *operation = which == 2 ? "gap_complement" : "complement";
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    if (which > 0)
        claim_int(&c, n);
    if (rnd_chance(&l->rnd, 40))
        return wrong_complement(l, &a, operation, &c, which > 0);
    lc_layout *x = law_layout(l, &a);
    lc_int size = lc_int_si(l->ctx, n);
    lc_layout *value = law_own(l, which == 0   ? lc_complement(l->ctx, x)
                                  : which == 1 ? lc_complement_to(l->ctx, x, size)
                                               : lc_gap_complement(l->ctx, x, size));
    return !value ||
           claim_crosscheck(&c, operation,
                            law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(value))),
                            true);
}

/* A(R(k)) = k, but by way of what lies past A's last coordinate. */
LAW_SHARE(outer_inverse, "inverses past the domain", 100, right_or_wrong)
{
    m_layout a, outer;
    int64_t n = rnd_in(&l->rnd, 2, 3000), shape[2] = {n, 1}, stride[2] = {1, 1};
    m_layout_flat(&a, 2, shape, stride);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    bool right = rnd_chance(&l->rnd, 50);
    stride[0] = right ? 1 : n;
    m_layout_flat(&outer, 1, shape, stride);
    lcv_value *v = law_own_value(l,
                                 lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &outer))));
    return claim_crosscheck(&c, "inverse", v, right);
}

SUITE_MAIN("crosscheck", not_coalesced, split_coordinates, complements, outer_inverse)
