/* check_claims.c - claims about shapes, functions and composition, against
 * enumeration; every counterexample is read back and redone (claim.h). */
#include "config.h"

#include "claim.h"
#include "suite.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"

#include <stdlib.h>
#include <string.h>

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

/* Small domains are enumerated by the prover, too; larger ones are solved. */
static int64_t rnd_room(rnd *r)
{
    return rnd_chance(r, 70) ? 400 : 5000;
}

/* One stride of a leaf that counts, changed; false when no leaf does. */
static bool spoil(rnd *r, m_layout *a)
{
    for (int tries = 0; tries < 20; tries++) {
        size_t i = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
        if (a->shape[i] > 1) {
            int64_t more = rnd_in(r, 1, 3);
            a->stride[i] += rnd_chance(r, 50) ? more : -more;
            return true;
        }
    }
    return false;
}

/* The same function in another shape: leaves split. */
static void refine(rnd *r, const m_layout *a, m_layout *out)
{
    m_tuple shape, fine;
    int64_t stride[M_LEAVES];
    m_shape(a, &shape);
    rnd_refine(r, &shape, &fine);
    size_t leaf = 0;
    int64_t covered = 1;
    for (size_t i = 0; i < fine.n; i++) {
        if (covered == a->shape[leaf] && leaf + 1 < a->n) {
            leaf++;
            covered = 1;
        }
        stride[i] = a->stride[leaf] * covered;
        covered *= fine.leaf[i];
    }
    m_layout_of(out, &fine, stride);
}

/* ---- shapes */

static void rnd_pair_of_shapes(rnd *r, m_tuple *x, m_tuple *y)
{
    rnd_shape(r, 500, x);
    if (rnd_chance(r, 60))
        rnd_refine(r, x, y);
    else
        rnd_shape(r, 500, y);
    if (rnd_chance(r, 30)) {
        for (size_t i = 0; i < y->n; i++)
            y->leaf[i] = rnd_in(r, 1, 9);
    }
    if (rnd_chance(r, 30)) {
        m_tuple t = *x;
        *x = *y;
        *y = t;
    }
}

static bool shapes(law *l, const char *name, bool (*holds)(const m_tuple *, const m_tuple *))
{
    m_tuple x, y;
    rnd_pair_of_shapes(&l->rnd, &x, &y);
    claim c;
    claim_begin(l, &c);
    claim_tuple(&c, &x);
    claim_tuple(&c, &y);
    return claim_prove(&c, name, holds(&x, &y));
}

static bool congruent(const m_tuple *x, const m_tuple *y)
{
    return strcmp(x->nest, y->nest) == 0;
}

static bool weakly_congruent(const m_tuple *x, const m_tuple *y)
{
    return m_weakly_congruent(x->nest, y->nest);
}

static bool refines(const m_tuple *x, const m_tuple *y)
{
    return m_compatible(y, x);
}

LAW_SHARE(law_congruent, "congruent", 4, proved_or_refuted)
{
    return shapes(l, "congruent", congruent);
}
LAW_SHARE(law_weakly, "weakly_congruent", 4, proved_or_refuted)
{
    return shapes(l, "weakly_congruent", weakly_congruent);
}
LAW_SHARE(law_compatible, "compatible", 4, proved_or_refuted)
{
    return shapes(l, "compatible", m_compatible);
}
LAW_SHARE(law_refines, "refines", 4, proved_or_refuted)
{
    return shapes(l, "refines", refines);
}

/* ---- equal, equiv */

static void rnd_pair(rnd *r, m_layout *x, m_layout *y)
{
    rnd_layout(r, rnd_room(r), x);
    switch (rnd_in(r, 0, 3)) {
    case 0: *y = *x; break;
    case 1: refine(r, x, y); break;
    case 2: m_coalesce(x, y); break;
    default: rnd_layout(r, 400, y);
    }
    if (rnd_chance(r, 40))
        spoil(r, y);
}

LAW_SHARE(equal, "equal", 2, proved_or_refuted)
{
    m_layout x, y;
    rnd_pair(&l->rnd, &x, &y);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "X", &x);
    claim_layout(&c, "Y", &y);
    return claim_prove(&c, "equal", m_equal(&x, &y));
}

/* `%lld is not %lld` of the two values, which differ. */
static bool differ(claim *c)
{
    const char *summary = law_printf(c->law, "%lld is not %lld", (long long)c->value[0],
                                     (long long)c->value[1]);
    if (c->values == 2 && c->value[0] != c->value[1] && strcmp(summary, c->summary) == 0)
        return true;
    return law_fail(c->law, "'%s' is not what %zu steps say", c->summary, c->values);
}

LAW(equiv, "equiv", proved_or_refuted)
{
    m_layout x, y;
    rnd_pair(&l->rnd, &x, &y);
    int64_t p = rnd_chance(&l->rnd, 20) ? rnd_in(&l->rnd, -9, 9) : 0;
    int64_t q = rnd_chance(&l->rnd, 80) ? p : rnd_in(&l->rnd, -9, 9);
    bool holds = m_equiv(&x, &y) && p == q;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", p, &x);
    claim_tensor(&c, "Y", q, &y);
    if (!claim_prove(&c, "equiv", holds))
        return false;
    if (holds || m_size(&x) != m_size(&y))
        return true;
    m_tuple domain;
    int64_t at;
    m_tuple_leaf(&domain, m_size(&x));
    if (!claim_place(&c, "c = ", &domain, &at) || !differ(&c))
        return false;
    for (int64_t i = 0; i < at; i++) {
        if (p + m_at(&x, i) != q + m_at(&y, i))
            return law_fail(l, "the layouts differ at %lld, before %lld", (long long)i,
                            (long long)at);
    }
    return p + m_at(&x, at) == c.value[0] && q + m_at(&y, at) == c.value[1];
}

/* ---- composes, admissible */

/* R, A and B, R the composite at times. */
static bool rnd_composition(rnd *r, m_layout *R, m_layout *a, m_layout *b)
{
    rnd_layout(r, 4000, a);
    rnd_inner(r, a, rnd_room(r), b);
    if (!m_compose(a, b, R))
        refine(r, b, R);
    else if (rnd_chance(r, 20)) {
        m_layout fine;
        refine(r, R, &fine);
        *R = fine;
    }
    if (rnd_chance(r, 5))
        rnd_layout(r, 400, R);
    if (rnd_chance(r, 30))
        spoil(r, R);
    return true;
}

static bool is_composite(const m_layout *R, const m_layout *a, const m_layout *b)
{
    m_tuple fine, coarse;
    m_shape(R, &fine);
    m_shape(b, &coarse);
    bool same = m_compatible(&coarse, &fine);
    for (int64_t c = 0; same && c < m_size(R); c++)
        same = m_at(R, c) == m_at(a, m_at(b, c));
    return same;
}

LAW(composes, "composes", proved_or_refuted)
{
    m_layout R, a, b;
    m_tuple domain;
    rnd_composition(&l->rnd, &R, &a, &b);
    bool holds = is_composite(&R, &a, &b);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "R", &R);
    claim_layout(&c, "A", &a);
    claim_layout(&c, "B", &b);
    if (!claim_prove(&c, "composes", holds))
        return false;
    m_shape(&b, &domain);
    int64_t at;
    return holds || strcmp(c.where, "shape") == 0 ||
           (claim_place(&c, "c = ", &domain, &at) && differ(&c) && c.value[0] == m_at(&R, at) &&
            c.value[1] == m_at(&a, m_at(&b, at)));
}

LAW(admissible, "admissible", proved_or_refuted)
{
    m_layout R, a, b;
    rnd_layout(&l->rnd, 4000, &a);
    rnd_inner(&l->rnd, &a, rnd_room(&l->rnd), &b);
    bool holds = m_compose(&a, &b, &R);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_layout(&c, "B", &b);
    m_tuple domain;
    m_shape(&b, &domain);
    int64_t at;
    return claim_prove(&c, "admissible", holds) &&
           (holds || (c.values > 0 && claim_place(&c, "c = ", &domain, &at)));
}

/* By mode: the first mode that is wrong is the one shown. */
LAW_SHARE(composes_by_mode, "composes by mode", 4, proved_or_refuted)
{
    m_layout R, a;
    m_tiler t;
    rnd_layout(&l->rnd, 1000, &a);
    rnd_tiler(&l->rnd, &a, &t);
    bool exists = m_compose_tiler(&a, &t, &R);
    bool spoiled = exists && rnd_chance(&l->rnd, 50) && spoil(&l->rnd, &R);
    bool ok = true;
    if (exists) {
        claim c;
        claim_begin(l, &c);
        claim_layout(&c, "R", &R);
        claim_layout(&c, "A", &a);
        claim_tiler(&c, &t);
        /* steps name modes of all three, which the other laws read back */
        c.names = 0;
        ok = claim_prove(&c, "composes", !spoiled);
    }
    m_tiler_clear(&t);
    return ok;
}

/* ---- inverses */

static bool is_coordinate(const m_layout *a, int64_t c)
{
    return c >= 0 && c < m_size(a);
}

LAW(right_inverts, "right_inverts", proved_or_refuted)
{
    m_layout a, R;
    rnd_layout(&l->rnd, rnd_room(&l->rnd), &a);
    if (rnd_chance(&l->rnd, 60))
        rnd_bijection(&l->rnd, rnd_room(&l->rnd), &a);
    lc_layout *inverse = law_own(l, lc_right_inverse(l->ctx, law_layout(l, &a)));
    if (!law_model(l, inverse, &R))
        return law_fail(l, "no right inverse of %s", law_text(l, &a));
    if (rnd_chance(&l->rnd, 50))
        spoil(&l->rnd, &R);
    else if (rnd_chance(&l->rnd, 20)) /* past the end, where A goes on */
        R.shape[R.n - 1] += 1;
    bool holds = true;
    for (int64_t k = 0; holds && k < m_size(&R); k++)
        holds = is_coordinate(&a, m_at(&R, k)) && m_at(&a, m_at(&R, k)) == k;
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "R", &R);
    claim_layout(&c, "A", &a);
    m_tuple domain;
    int64_t at;
    m_tuple_leaf(&domain, m_size(&R));
    return claim_prove(&c, "right_inverts", holds) &&
           (holds || (claim_place(&c, "c = ", &domain, &at) && c.values == 1 &&
                      (strstr(c.summary, "no coordinate")
                           ? c.value[0] == m_at(&R, at) && !is_coordinate(&a, c.value[0])
                           : c.value[0] == m_at(&a, m_at(&R, at)) && c.value[0] != at)));
}

LAW(left_inverts, "left_inverts", proved_or_refuted)
{
    m_layout a, left;
    if (rnd_chance(&l->rnd, 50))
        rnd_nested(&l->rnd, rnd_room(&l->rnd), &a);
    else
        rnd_bijection(&l->rnd, rnd_room(&l->rnd), &a);
    lc_layout *inverse = law_own(l, lc_left_inverse(l->ctx, law_layout(l, &a)));
    if (!inverse || rnd_chance(&l->rnd, 20))
        rnd_layout(&l->rnd, 400, &left);
    else if (!law_model(l, inverse, &left))
        return law_fail(l, "the left inverse of %s is too large", law_text(l, &a));
    if (rnd_chance(&l->rnd, 40))
        spoil(&l->rnd, &left);
    bool holds = true;
    for (int64_t i = 0; holds && i < m_size(&a); i++)
        holds = is_coordinate(&a, m_at(&left, m_at(&a, i))) &&
                m_at(&a, m_at(&left, m_at(&a, i))) == m_at(&a, i);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "L", &left);
    claim_layout(&c, "A", &a);
    m_tuple domain;
    int64_t at;
    m_shape(&a, &domain);
    return claim_prove(&c, "left_inverts", holds) &&
           (holds ||
            (claim_place(&c, "c = ", &domain, &at) &&
             (strstr(c.summary, "no coordinate")
                  ? c.value[0] == m_at(&left, m_at(&a, at)) && !is_coordinate(&a, c.value[0])
                  : differ(&c) && c.value[1] == m_at(&a, at))));
}

/* ---- what is no claim */

static void expect_invalid(lc_ctx *ctx, lcr_ctx *r, const char *name, size_t n,
                           lcv_value *const *args, const char *message)
{
    const lcv_claim *found = lcv_claim_find(name);
    ck_assert_ptr_nonnull(found);
    ck_assert_ptr_null(lcv_prove(r, found, n, args));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_str_eq(lc_ctx_message(ctx), message);
}

TEST(arguments_of_the_wrong_kind)
{
    lc_ctx *ctx = suite_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcv_value *relation = lcv_value_relation(ctx,
                                             lcr_map_parse(r, "{ [c] -> [c] : 0 <= c < 4 }"));
    lcv_value *plane = lcv_value_relation(ctx,
                                          lcr_map_parse(r, "{ [i,j] -> [i,j] : 0 <= i,j < 4 }"));
    lcv_value *four = lcv_value_int(ctx, lc_int_const(4));
    lcv_value *minus = lcv_value_int(ctx, lc_int_const(-4));
    lcv_value *type = lcv_value_type(ctx, 32, true);
    lcv_value *const args[] = {relation, four, four, plane, type, minus, four, minus};

    expect_invalid(ctx, r, "composes", 3, (lcv_value *const[]){plane, four, plane},
                   "composes: the values of B have 2 integers, A takes 1: expected as many");
    expect_invalid(ctx, r, "vectorizes", 3, (lcv_value *const[]){plane, four, four},
                   "vectorizes needs a relation that is a function from [0,n), or from a box of "
                   "coordinates, to integers: it has several outputs");
    expect_invalid(ctx, r, "composes", 2, args, "composes(R, A, B) takes 3 arguments, 2 given");
    expect_invalid(ctx, r, "complements", 1, args,
                   "complements(C, A[, N]) takes 2 or 3 arguments, 1 given");
    expect_invalid(ctx, r, "congruent", 2, args,
                   "congruent takes no relation: it compares shapes, which layouts have: ask it "
                   "of layout(X)");
    expect_invalid(ctx, r, "complements", 2, args + 2,
                   "complements needs relations to integers: the values of A have 2");
    expect_invalid(
        ctx, r, "equiv", 2, args + 2,
        "equiv with a layout needs a relation Y from one coordinate to one offset, not "
        "from 2 to 2");
    expect_invalid(ctx, r, "fits", 2, args,
                   "fits needs a type such as int32 or uint64, not an integer");
    expect_invalid(ctx, r, "injective", 1, args + 4, "injective needs a layout X, not a type");
    expect_invalid(ctx, r, "in_bounds", 2, args + 4, "in_bounds needs N to be at least 0");
    expect_invalid(ctx, r, "partitions", 2, args + 6,
                   "partitions needs a shape S with extents of 1 or more");
    ck_assert_ptr_null(lcv_claim_find("composed"));

    lcv_value *const all[] = {relation, plane, four, minus, type};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lcv_value_free(all[i]);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

SUITE_MAIN("claims", law_congruent, law_weakly, law_compatible, law_refines, equal, equiv,
           composes, admissible, composes_by_mode, right_inverts, left_inverts,
           arguments_of_the_wrong_kind)
