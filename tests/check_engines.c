/* check_engines.c - the algebra against the counterexample systems and against the
 * relational engine: three ways to the same answer. */
#include "config.h"

#include "../isl-bridge/counterexample.h"
#include "../isl-bridge/engine.h"
#include "chain.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>

static const char *const exists_or_not[] = {"a value", "no value", NULL};
static const char *const found_or_not[] = {"a counterexample", "none", NULL};

/* An isl context for the case. */
static const char *answer_text(lcr_answer answer)
{
    return answer == LCR_NO ? "none" : answer == LCR_YES ? "one" : "undecided";
}

/* Leaves read into the model; false when one is not in [0, shape) of the layout. */
static bool coordinate(const m_layout *a, const lc_int *crd, int64_t *out)
{
    for (size_t i = 0; i < a->n; i++) {
        if (!lc_int_fits_si(crd[i]))
            return false;
        out[i] = lc_int_get_si(crd[i]);
        if (out[i] < 0 || out[i] >= a->shape[i])
            return false;
    }
    return true;
}

static int64_t index_of(const m_layout *a, const int64_t *crd)
{
    int64_t index = 0, place = 1;
    for (size_t i = 0; i < a->n; place *= a->shape[i++])
        index += crd[i] * place;
    return index;
}

/* ---- functions that differ */

static int64_t follow(const m_layout *const *step, size_t n, int64_t x)
{
    for (size_t i = 0; i < n; i++)
        x = m_at(step[i], x);
    return x;
}

/* Is f = g on the domain? By the system, by enumeration; a difference is shown. */
static bool compare(law *l, const m_layout *domain, size_t nf, const m_layout *const *f,
                    size_t ng, const m_layout *const *g, const char *what)
{
    const lc_layout *fs[3], *gs[3];
    for (size_t i = 0; i < nf; i++)
        fs[i] = law_layout(l, f[i]);
    for (size_t i = 0; i < ng; i++)
        gs[i] = law_layout(l, g[i]);
    m_tuple shape;
    m_shape(domain, &shape);
    bool same = true;
    for (int64_t i = 0; i < m_size(domain) && same; i++)
        same = follow(f, nf, i) == follow(g, ng, i);
    law_saw(l, same);
    lc_int crd[M_LEAVES];
    chain left, right;
    lcr_answer answer = lcr_find_difference(law_relations(l), law_tuple(l, &shape),
                                            chain_of(&left, nf, fs), chain_of(&right, ng, gs),
                                            crd);
    if (answer != (same ? LCR_NO : LCR_YES))
        return law_fail(l, "%s: a difference should be %s, but is %s", what,
                        same ? "none" : "one", answer_text(answer));
    if (same)
        return true;
    int64_t at[M_LEAVES];
    if (!coordinate(domain, crd, at))
        return law_fail(l, "%s: the counterexample is not in the domain", what);
    int64_t i = index_of(domain, at);
    return follow(f, nf, i) != follow(g, ng, i) ||
           law_fail(l, "%s: no difference at %lld", what, (long long)i);
}

/* One stride of a leaf that counts is changed, at times. */
static void spoil(rnd *r, m_layout *a)
{
    size_t leaf = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
    if (rnd_chance(r, 40))
        a->stride[leaf] += rnd_chance(r, 50) ? 1 : -a->shape[leaf];
}

LAW(compose_and_its_system, "compose against its counterexample system", found_or_not)
{
    m_layout a, b, m;
    rnd_layout(&l->rnd, 256, &a);
    rnd_inner(&l->rnd, &a, 128, &b);
    lc_layout *got = law_own(l, lc_compose(l->ctx, law_layout(l, &a), law_layout(l, &b)));
    if (!got)
        return true;
    if (!law_model(l, got, &m))
        return law_fail(l, "compose(%s,%s) is %s", law_text(l, &a), law_text(l, &b),
                        law_show(l, got));
    spoil(&l->rnd, &m);
    return compare(l, &m, 1, (const m_layout *const[]){&m}, 2, (const m_layout *const[]){&b, &a},
                   law_printf(l, "composes(%s,%s,%s)", law_text(l, &m), law_text(l, &a),
                              law_text(l, &b)));
}

LAW(coalesce_and_its_system, "coalesce against its counterexample system", found_or_not)
{
    m_layout a, m;
    rnd_layout(&l->rnd, 512, &a);
    lc_layout *got = law_own(l, lc_coalesce(l->ctx, law_layout(l, &a)));
    if (!law_model(l, got, &m))
        return law_fail(l, "coalesce(%s) is %s", law_text(l, &a), law_show(l, got));
    spoil(&l->rnd, &m);
    return compare(l, &a, 1, (const m_layout *const[]){&a}, 1, (const m_layout *const[]){&m},
                   law_printf(l, "equiv(%s,%s)", law_text(l, &a), law_text(l, &m)));
}

LAW(right_inverse_and_its_system, "right_inverse against its counterexample system", found_or_not)
{
    m_layout a, m;
    rnd_layout(&l->rnd, 512, &a);
    lc_layout *got = law_own(l, lc_right_inverse(l->ctx, law_layout(l, &a)));
    if (!law_model(l, got, &m))
        return law_fail(l, "right_inverse(%s) is %s", law_text(l, &a), law_show(l, got));
    spoil(&l->rnd, &m);
    return compare(l, &m, 2, (const m_layout *const[]){&m, &a}, 0, NULL,
                   law_printf(l, "right_inverts(%s,%s)", law_text(l, &m), law_text(l, &a)));
}

LAW(left_inverse_and_its_system, "left_inverse against its counterexample system", found_or_not)
{
    m_layout a, m;
    if (rnd_chance(&l->rnd, 50))
        rnd_layout(&l->rnd, 128, &a);
    else
        rnd_nested(&l->rnd, 128, &a);
    lc_layout *got = law_own(l, lc_left_inverse(l->ctx, law_layout(l, &a)));
    if (!got)
        return true;
    if (!law_model(l, got, &m))
        return law_fail(l, "left_inverse(%s) is %s", law_text(l, &a), law_show(l, got));
    spoil(&l->rnd, &m);
    return compare(l, &a, 3, (const m_layout *const[]){&a, &m, &a}, 1,
                   (const m_layout *const[]){&a},
                   law_printf(l, "left_inverts(%s,%s)", law_text(l, &m), law_text(l, &a)));
}

/* ---- offsets that collide */

LAW(injective_and_its_system, "injective against its counterexample system", found_or_not)
{
    m_layout a;
    rnd_layout(&l->rnd, 512, &a);
    bool injective = m_injective(&a);
    law_saw(l, injective);
    lc_int one[M_LEAVES], two[M_LEAVES];
    int64_t x[M_LEAVES], y[M_LEAVES];
    lcr_answer answer = lcr_find_collision(law_relations(l), law_layout(l, &a), one, two);
    if (answer != (injective ? LCR_NO : LCR_YES))
        return law_fail(l, "a collision of %s is %s", law_text(l, &a), answer_text(answer));
    if (injective)
        return true;
    if (!coordinate(&a, one, x) || !coordinate(&a, two, y) ||
        index_of(&a, x) == index_of(&a, y) || m_at_natural(&a, x) != m_at_natural(&a, y))
        return law_fail(l, "the collision of %s is none", law_text(l, &a));
    return true;
}

/* ---- complements */

static bool reaches(const m_layout *a, int64_t offset)
{
    int64_t size = m_size(a);
    int64_t *table = m_table(a);
    bool found = false;
    for (int64_t i = 0; i < size && !found; i++)
        found = table[i] == offset;
    free(table);
    return found;
}

/* A complement of the library, or something near it, or anything. */
static bool pair_with(law *l, m_layout *a, m_layout *c)
{
    if (rnd_chance(&l->rnd, 70))
        rnd_nested(&l->rnd, 64, a);
    else
        rnd_layout(&l->rnd, 64, a);
    if (rnd_chance(&l->rnd, 20)) {
        rnd_layout(&l->rnd, 64, c);
        return true;
    }
    lc_layout *x = law_layout(l, a);
    lc_int n = lc_int_const((int32_t)rnd_in(&l->rnd, 1, 500));
    lc_layout *star = law_own(l, rnd_chance(&l->rnd, 50) ? lc_complement(l->ctx, x)
                                                         : lc_complement_to(l->ctx, x, n));
    if (!star)
        return false;
    if (!law_model(l, star, c))
        return law_fail(l, "the complement of %s is %s", law_text(l, a), law_show(l, star));
    spoil(&l->rnd, c);
    return true;
}

LAW(disjoint_and_its_system, "law 28 against its counterexample system", found_or_not)
{
    m_layout a, c;
    if (!pair_with(l, &a, &c))
        return !l->failure;
    int64_t size = m_size(&c);
    bool common = false;
    for (int64_t i = 1; i < size && !common; i++)
        common = reaches(&a, m_at(&c, i));
    law_saw(l, !common);
    lc_int at[M_LEAVES], in[M_LEAVES];
    lcr_answer answer = lcr_find_common(law_relations(l), law_layout(l, &c), law_layout(l, &a),
                                        false, at, in);
    const char *what = law_printf(l, "a common offset of %s and %s", law_text(l, &c),
                                  law_text(l, &a));
    if (answer != (common ? LCR_YES : LCR_NO))
        return law_fail(l, "%s should be %s, is %s", what, common ? "one" : "none",
                        answer_text(answer));
    if (!common)
        return true;
    int64_t x[M_LEAVES], y[M_LEAVES];
    return (coordinate(&c, at, x) && coordinate(&a, in, y) && index_of(&c, x) != 0 &&
            m_at_natural(&c, x) == m_at_natural(&a, y)) ||
           law_fail(l, "%s is shown where there is none", what);
}

/* The library's complements on the extended domain. */
LAW(complement_and_its_system, "complement against its counterexample system", CLASSES("a value"))
{
    m_layout a;
    rnd_nested(&l->rnd, 512, &a);
    lc_layout *x = law_layout(l, &a), *c = law_own(l, lc_complement(l->ctx, x));
    law_saw(l, c ? 0 : 1);
    if (!c)
        return true;
    lc_int at[M_LEAVES], in[M_LEAVES];
    lcr_ctx *r = law_relations(l);
    lcr_answer common = lcr_find_common(r, c, x, true, at, in);
    return common == LCR_NO || law_fail(l, "complement(%s) is %s: common offset %s",
                                        law_text(l, &a), law_show(l, c), answer_text(common));
}

/* No leaf, in the order of magnitudes of strides, starts within the reach of those below. */
static bool overlaps(const m_layout *a)
{
    for (size_t i = 0; i < a->n; i++) {
        int64_t reach = 0;
        if (a->shape[i] == 1 || a->stride[i] == 0)
            continue;
        for (size_t j = 0; j < a->n; j++)
            if (j != i && a->shape[j] > 1 && llabs(a->stride[j]) <= llabs(a->stride[i]))
                reach += (a->shape[j] - 1) * llabs(a->stride[j]);
        if (llabs(a->stride[i]) <= reach)
            return true;
    }
    return false;
}

LAW(contained_and_its_system, "contained against its counterexample system", found_or_not)
{
    m_layout a, t;
    rnd_nested(&l->rnd, 128, &a);
    if (rnd_chance(&l->rnd, 60)) {
        /* Some of A's coordinates, so that nothing is outside. */
        rnd_inner(&l->rnd, &a, 64, &t);
        lc_layout *r = law_own(l, lc_compose(l->ctx, law_layout(l, &a), law_layout(l, &t)));
        if (!r || !law_model(l, r, &t))
            return true;
    } else {
        rnd_layout(&l->rnd, 64, &t);
    }
    bool contained = true;
    for (int64_t i = 0; i < m_size(&t) && contained; i++)
        contained = reaches(&a, m_at(&t, i));
    lc_int at[M_LEAVES];
    int64_t x[M_LEAVES];
    lcr_answer answer = lcr_find_outside(law_relations(l), law_layout(l, &t), law_layout(l, &a),
                                         at);
    const char *what = law_printf(l, "contained(%s,%s)", law_text(l, &t), law_text(l, &a));
    if (answer == LCR_UNKNOWN && overlaps(&a))
        return true;
    law_saw(l, contained);
    if (answer != (contained ? LCR_NO : LCR_YES))
        return law_fail(l, "%s should be %d, an offset outside is %s", what, contained,
                        answer_text(answer));
    if (contained)
        return true;
    return (coordinate(&t, at, x) && !reaches(&a, m_at_natural(&t, x))) ||
           law_fail(l, "%s: what is shown is inside", what);
}

/* ---- the relational engine
 *
 * Its isl operations are bounded; that it ran out of them says nothing, and may not
 * happen often. */

static bool ran_out(law *l, size_t class)
{
    if (lc_ctx_code(l->ctx) != LC_ERR_BUDGET)
        return false;
    law_saw(l, class);
    return l->seen[class] <= 1 + l->index / 50;
}

LAW(compose_by_relations, "compose against the relational engine", exists_or_not)
{
    m_layout a, b;
    rnd_layout(&l->rnd, 32, &a);
    rnd_inner(&l->rnd, &a, 16, &b);
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    lc_layout *ours = law_own(l, lc_compose(l->ctx, x, y));
    law_saw(l, ours ? 0 : 1);
    lc_ctx_reset(l->ctx);
    lc_layout *theirs = law_own(l, lcr_engine_compose(law_relations(l), x, y));
    m_layout p, q;
    if (!theirs && ran_out(l, 2))
        return true;
    if (!ours && !theirs && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE)
        return true;
    if (law_model(l, ours, &p) && law_model(l, theirs, &q)) {
        /* The stride of an extent of 1 has no meaning to a relation. */
        for (size_t i = 0; i < p.n; i++)
            if (p.shape[i] == 1)
                p.stride[i] = 0;
        for (size_t i = 0; i < q.n; i++)
            if (q.shape[i] == 1)
                q.stride[i] = 0;
        if (m_equal(&p, &q))
            return true;
    }
    return law_fail(l, "compose(%s,%s) is %s, by relations %s", law_text(l, &a), law_text(l, &b),
                    ours ? law_show(l, ours) : "no value", law_show(l, theirs));
}

SUITE_MAIN("three engines", compose_and_its_system, coalesce_and_its_system,
           right_inverse_and_its_system, left_inverse_and_its_system, injective_and_its_system,
           disjoint_and_its_system, complement_and_its_system, contained_and_its_system,
           compose_by_relations)
