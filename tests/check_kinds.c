/* check_kinds.c - claims about what kind of function it is, and about vectors, against
 * enumeration; relations give the verdicts of their layouts. */
#include "config.h"

#include "claim.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

static void rnd_any(rnd *r, m_layout *a)
{
    int64_t room = rnd_chance(r, 70) ? 300 : 3000;
    if (rnd_chance(r, 40))
        rnd_bijection(r, room, a);
    else
        rnd_layout(r, room, a);
}

/* Every integer of [0,size) once. */
static bool is_bijective(const m_layout *a)
{
    int64_t low, high;
    m_range(a, &low, &high);
    return low == 0 && high == m_size(a) - 1 && m_injective(a);
}

/* ---- kinds of functions */

static bool is_linear(const m_layout *a, int64_t offset)
{
    int64_t n = m_size(a);
    bool linear = (n & (n - 1)) == 0 && offset == 0;
    for (int64_t x = 1; linear && x < n; x++) {
        int64_t low = x & -x, value = m_at(a, x);
        linear = value >= 0 && value == (m_at(a, low) ^ m_at(a, x ^ low));
    }
    return linear;
}

static void rnd_maybe_linear(rnd *r, m_layout *a)
{
    rnd_any(r, a);
    for (size_t i = 0; i < a->n && rnd_chance(r, 95); i++) {
        while (a->shape[i] & (a->shape[i] - 1))
            a->shape[i] &= a->shape[i] - 1;
        a->stride[i] = rnd_chance(r, 85) ? (int64_t)1 << rnd_in(r, 0, 14) : rnd_in(r, -1, 40);
    }
}

LAW_SHARE(claims_about_kinds_of_functions, "is_linear", 2, proved_or_refuted)
{
    m_layout a;
    rnd_maybe_linear(&l->rnd, &a);
    int64_t offset = rnd_chance(&l->rnd, 5) ? 3 : 0;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    return claim_prove(&c, "is_linear", is_linear(&a, offset));
}

/* ---- relations */

/* The verdict on the relation of a layout is the one on the layout. */
LAW_SHARE(of_relation, "claims of relations", 20, proved_or_refuted)
{
    static const char *const name[] = {"injective", "bijective", "surjective", "in_bounds",
                                       "is_linear"};
    m_layout a;
    rnd_any(&l->rnd, &a);
    if (rnd_chance(&l->rnd, 30))
        rnd_maybe_linear(&l->rnd, &a);
    if (m_size(&a) > 64)
        return true;
    size_t which = (size_t)rnd_in(&l->rnd, 0, 4);
    int64_t low, high, n = rnd_in(&l->rnd, 0, m_size(&a) + 3);
    m_range(&a, &low, &high);
    bool onto = low == 0 && high == n - 1 && m_covers(&a, n);
    bool holds = which == 0   ? m_injective(&a)
                 : which == 1 ? is_bijective(&a)
                 : which == 2 ? onto
                 : which == 3 ? low >= 0 && high < n
                              : is_linear(&a, 0);
    claim c;
    claim_begin(l, &c);
    claim_relation(&c, lcr_layout_map(c.r, law_layout(l, &a)));
    if (which == 2 || which == 3)
        claim_int(&c, n);
    return claim_prove(&c, name[which], holds);
}

LAW_SHARE(equiv_to_relation, "equiv to a relation", 20, proved_or_refuted)
{
    m_layout a, b;
    rnd_any(&l->rnd, &a);
    b = a;
    if (rnd_chance(&l->rnd, 50))
        b.stride[0] += rnd_in(&l->rnd, 0, 2);
    if (m_size(&a) > 64)
        return true;
    bool both = rnd_chance(&l->rnd, 30);
    claim c;
    claim_begin(l, &c);
    claim_relation(&c, lcr_layout_map(c.r, law_layout(l, &a)));
    if (both)
        claim_relation(&c, lcr_layout_map(c.r, law_layout(l, &b)));
    else
        claim_layout(&c, "Y", &b);
    return claim_prove(&c, "equiv", m_equiv(&a, &b));
}

/* c -> a c mod n: a bijection when a and n are coprime, a layout seldom. */
LAW_SHARE(multiplication, "multiplication modulo n", 20, proved_or_refuted)
{
    int64_t n = rnd_in(&l->rnd, 2, 24), factor = rnd_in(&l->rnd, 0, n - 1), f[24];
    size_t count;
    int64_t shape[24], stride[24];
    for (int64_t i = 0; i < n; i++)
        f[i] = factor * i % n;
    bool layout = m_represent(f, n, &count, shape, stride);
    bool once = true;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < i; j++)
            once = once && f[i] != f[j];
    }
    claim c;
    claim_begin(l, &c);
    const char *text = law_printf(l, "{ [c] -> [(%lldc) mod %lld] : 0 <= c < %lld }",
                                  (long long)factor, (long long)n, (long long)n);
    claim_relation(&c, lcr_map_parse(c.r, text));
    return claim_prove(&c, "is_layout", layout) && claim_prove(&c, "bijective", once);
}

SUITE_MAIN("kinds", claims_about_kinds_of_functions, of_relation, equiv_to_relation,
           multiplication)
