/* check_system.c - systems of constraints: by enumeration, at any size, out of budget. */
#include "config.h"

#include "../isl-bridge/counterexample.h"
#include "big.h"
#include "chain.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#define VARS 4

LAW_RELEASE(release_system, lcr_system_free)

/* ---- any small system */

typedef struct {
    int64_t constant, factor[VARS];
} linear;

typedef struct {
    size_t vars, equalities, inequalities;
    int64_t low[VARS], high[VARS];
    linear equality[3], inequality[3], extra;
    bool has_extra;
} constraints;

static linear rnd_linear(rnd *r, size_t vars)
{
    linear e = {.constant = rnd_in(r, -9, 9)};
    for (size_t i = 0; i < vars; i++)
        e.factor[i] = rnd_chance(r, 40) ? rnd_in(r, -1, 1) : rnd_in(r, -7, 7);
    return e;
}

static void rnd_constraints(rnd *r, constraints *c)
{
    *c = (constraints){.vars = (size_t)rnd_in(r, 1, VARS)};
    c->equalities = (size_t)rnd_in(r, 0, 2);
    c->inequalities = (size_t)rnd_in(r, 0, 3);
    c->has_extra = rnd_chance(r, 70);
    for (size_t i = 0; i < c->vars; i++) {
        c->low[i] = rnd_in(r, -5, 3);
        c->high[i] = c->low[i] + rnd_in(r, rnd_chance(r, 5) ? -1 : 0, 6);
    }
    for (size_t i = 0; i < c->equalities; i++)
        c->equality[i] = rnd_linear(r, c->vars);
    for (size_t i = 0; i < c->inequalities; i++)
        c->inequality[i] = rnd_linear(r, c->vars);
    c->extra = rnd_linear(r, c->vars);
}

static int64_t value_of(const linear *e, size_t vars, const int64_t *x)
{
    int64_t sum = e->constant;
    for (size_t i = 0; i < vars; i++)
        sum += e->factor[i] * x[i];
    return sum;
}

static bool satisfies(const constraints *c, const int64_t *x)
{
    bool all = !c->has_extra || value_of(&c->extra, c->vars, x) >= 0;
    for (size_t i = 0; i < c->vars; i++)
        all = all && c->low[i] <= x[i] && x[i] <= c->high[i];
    for (size_t i = 0; i < c->equalities; i++)
        all = all && value_of(&c->equality[i], c->vars, x) == 0;
    for (size_t i = 0; i < c->inequalities; i++)
        all = all && value_of(&c->inequality[i], c->vars, x) >= 0;
    return all;
}

static bool has_point(const constraints *c, size_t var, int64_t *x)
{
    if (var == c->vars)
        return satisfies(c, x);
    for (x[var] = c->low[var]; x[var] <= c->high[var]; x[var]++)
        if (has_point(c, var + 1, x))
            return true;
    return false;
}

static void expression(lc_ctx *ctx, const linear *from, size_t vars, lcr_expr *e)
{
    lcr_expr_zero(e);
    lcr_expr_add_const(ctx, e, lc_int_const((int32_t)from->constant));
    for (size_t i = 0; i < vars; i++)
        lcr_expr_add_var(ctx, e, lc_int_const((int32_t)from->factor[i]), i);
}

/* Bounds are given as bounds, or as inequalities of a variable with fewer of them. */
static bool add_variable(lc_ctx *ctx, rnd *r, lcr_system *s, lc_int low, lc_int high)
{
    lcr_expr e;
    int64_t way = rnd_in(r, 0, 3);
    if (way > 1)
        return lcr_system_var(s, low, high) != SIZE_MAX;
    size_t var = way == 0 ? lcr_system_var_from(s, low) : lcr_system_var_free(s);
    lcr_expr_zero(&e);
    lcr_expr_add_const(ctx, &e, high);
    lcr_expr_add_var(ctx, &e, lc_int_const(-1), var);
    bool ok = var != SIZE_MAX && lcr_system_ge(s, &e);
    lcr_expr_zero(&e);
    lcr_expr_add_const(ctx, &e, lc_int_neg(ctx, low));
    lcr_expr_add_var(ctx, &e, lc_int_const(1), var);
    return ok && (way == 0 || lcr_system_ge(s, &e));
}

static lcr_system *system_of(law *l, const constraints *c)
{
    lcr_system *s = lcr_system_new(law_relations(l));
    bool ok = s != NULL;
    lcr_expr e;
    law_own_with(l, s, release_system);
    for (size_t i = 0; ok && i < c->vars; i++)
        ok = add_variable(l->ctx, &l->rnd, s, lc_int_const((int32_t)c->low[i]),
                          lc_int_const((int32_t)c->high[i]));
    for (size_t i = 0; ok && i < c->equalities; i++) {
        expression(l->ctx, &c->equality[i], c->vars, &e);
        ok = lcr_system_eq(s, &e);
    }
    for (size_t i = 0; ok && i < c->inequalities; i++) {
        expression(l->ctx, &c->inequality[i], c->vars, &e);
        ok = lcr_system_ge(s, &e);
    }
    return ok ? s : NULL;
}

/* The same system is solved with several inequalities more, one after the other. */
LAW(systems_by_enumeration, "a system has a point when enumeration finds one",
    CLASSES("a point", "none"))
{
    constraints c;
    int64_t x[VARS];
    rnd_constraints(&l->rnd, &c);
    lcr_system *s = system_of(l, &c);
    if (!s)
        return law_fail(l, "no system: %s", lc_ctx_message(l->ctx));
    for (int round = 0; round < 3; round++) {
        lcr_expr extra;
        lc_int point[LCR_MAX_VARS];
        expression(l->ctx, &c.extra, c.vars, &extra);
        bool exists = has_point(&c, 0, x);
        law_saw(l, exists ? 0 : 1);
        lcr_answer answer = lcr_system_solve(s, c.has_extra ? &extra : NULL, point);
        if (answer != (exists ? LCR_YES : LCR_NO))
            return law_fail(l, "a point should be %s, the answer is %d",
                            exists ? "there" : "none", (int)answer);
        for (size_t i = 0; exists && i < c.vars; i++)
            x[i] = lc_int_get_si(point[i]);
        if (exists && !satisfies(&c, x))
            return law_fail(l, "the point is none of the system");
        c.extra = rnd_linear(&l->rnd, c.vars);
    }
    return true;
}

/* ---- one inequality over variables without bounds */

LAW(inequalities_without_bounds, "one inequality over unbounded variables",
    CLASSES("a point", "none"))
{
    lcr_system *s = lcr_system_new(law_relations(l));
    lc_int point[LCR_MAX_VARS];
    lcr_expr e;
    law_own_with(l, s, release_system);
    size_t vars = (size_t)rnd_in(&l->rnd, 1, VARS);
    linear want = rnd_linear(&l->rnd, vars);
    want.constant *= 10;
    int64_t most = want.constant, x[VARS];
    bool below[VARS], above[VARS], endless = false;
    for (size_t i = 0; i < vars; i++) {
        below[i] = rnd_chance(&l->rnd, 70);
        above[i] = below[i] && rnd_chance(&l->rnd, 70);
        size_t var = above[i]   ? lcr_system_var(s, lc_int_const(-2), lc_int_const(3))
                     : below[i] ? lcr_system_var_from(s, lc_int_const(-2))
                                : lcr_system_var_free(s);
        ck_assert_uint_eq(var, i);
        endless = endless || (want.factor[i] > 0 && !above[i]) ||
                  (want.factor[i] < 0 && !below[i]);
        most += want.factor[i] * (want.factor[i] > 0 ? 3 : -2);
    }
    bool exists = endless || most >= 0;
    law_saw(l, exists ? 0 : 1);
    expression(l->ctx, &want, vars, &e);
    if (lcr_system_solve(s, &e, point) != (exists ? LCR_YES : LCR_NO))
        return law_fail(l, "an inequality should have a solution: %d", exists);
    for (size_t i = 0; exists && i < vars; i++) {
        x[i] = lc_int_get_si(point[i]);
        if ((below[i] && x[i] < -2) || (above[i] && x[i] > 3))
            return law_fail(l, "a variable is out of its bounds");
    }
    return !exists || value_of(&want, vars, x) >= 0 || law_fail(l, "the point is no solution");
}

/* ---- offsets, with strides of any sign */

static bool is_offset(const m_layout *a, int64_t offset)
{
    bool found = false;
    for (int64_t i = 0; i < m_size(a) && !found; i++)
        found = m_at(a, i) == offset;
    return found;
}

/* No leaf within the reach of the smaller ones; some of them negative. */
static void rnd_apart(rnd *r, m_layout *a)
{
    m_tuple shape;
    int64_t stride[M_LEAVES], reach = 0;
    do
        rnd_shape(r, 64, &shape);
    while (shape.n > 4);
    for (size_t i = 0; i < shape.n; i++) {
        int64_t d = reach + rnd_in(r, 1, 3);
        stride[i] = rnd_chance(r, 40) ? -d : d;
        reach += (shape.leaf[i] - 1) * d;
    }
    m_layout_of(a, &shape, stride);
}

LAW(offsets_outside_with_signs, "offsets outside, strides of any sign", CLASSES("one", "none"))
{
    m_layout a, t;
    m_tuple at;
    rnd_apart(&l->rnd, &a);
    if (rnd_chance(&l->rnd, 50)) {
        rnd_layout(&l->rnd, 32, &t);
    } else { /* some of A's own leaves, or all of them */
        t = a;
        for (size_t i = 0; i < t.n; i++)
            t.shape[i] = rnd_in(&l->rnd, 1, t.shape[i]);
        if (rnd_chance(&l->rnd, 30))
            t.stride[0] = -t.stride[0];
    }
    bool inside = true;
    for (int64_t i = 0; i < m_size(&t) && inside; i++)
        inside = is_offset(&a, m_at(&t, i));
    law_saw(l, inside ? 1 : 0);
    lc_int crd[M_LEAVES];
    lcr_answer answer = lcr_find_outside(law_relations(l), law_layout(l, &t), law_layout(l, &a),
                                         crd);
    const char *what = law_printf(l, "contained(%s,%s)", law_text(l, &t), law_text(l, &a));
    if (answer != (inside ? LCR_NO : LCR_YES))
        return law_fail(l, "%s: an offset outside: %d", what, (int)answer);
    if (inside)
        return true;
    m_shape(&t, &at);
    for (size_t i = 0; i < t.n; i++) {
        at.leaf[i] = lc_int_get_si(crd[i]);
        if (at.leaf[i] < 0 || at.leaf[i] >= t.shape[i])
            return law_fail(l, "%s: the coordinate is outside the domain", what);
    }
    return !is_offset(&a, m_at_natural(&t, at.leaf)) ||
           law_fail(l, "%s: what is shown is inside", what);
}

/* C on its extended domain. Past `limit` its values have left A's range for good, or
 * its last stride is 0 and all has been seen. */
LAW(common_offsets_of_extended_layouts, "law 28 on the extended domain", CLASSES("one", "none"))
{
    m_layout a, c;
    rnd_apart(&l->rnd, &a);
    if (rnd_chance(&l->rnd, 50))
        rnd_apart(&l->rnd, &c);
    else
        rnd_layout(&l->rnd, 16, &c);
    if (m_size(&c) > 64 || c.n > 6)
        return true;
    int64_t low, high, clow, chigh, last = llabs(c.stride[c.n - 1]);
    m_range(&a, &low, &high);
    m_range(&c, &clow, &chigh);
    int64_t span = llabs(low) + llabs(high) + llabs(clow) + llabs(chigh) + 2;
    int64_t limit = m_size(&c) * (last > 0 ? span / last + 2 : 2);
    if (limit > 20000)
        return true;
    bool common = false;
    for (int64_t i = 1; i < limit && !common; i++)
        common = is_offset(&a, m_at(&c, i));
    law_saw(l, common ? 0 : 1);
    lc_int i[M_LEAVES], j[M_LEAVES];
    int64_t x[M_LEAVES], y[M_LEAVES];
    lcr_answer answer = lcr_find_common(law_relations(l), law_layout(l, &c), law_layout(l, &a),
                                        true, i, j);
    const char *what = law_printf(l, "a common offset of %s, extended, and %s", law_text(l, &c),
                                  law_text(l, &a));
    if (answer != (common ? LCR_YES : LCR_NO))
        return law_fail(l, "%s: %d", what, (int)answer);
    bool zero = true, ok = true;
    for (size_t k = 0; common && k < c.n; k++) {
        x[k] = lc_int_get_si(i[k]);
        zero = zero && x[k] == 0;
        ok = ok && x[k] >= 0 && (x[k] < c.shape[k] || k + 1 == c.n);
    }
    for (size_t k = 0; common && k < a.n; k++) {
        y[k] = lc_int_get_si(j[k]);
        ok = ok && y[k] >= 0 && y[k] < a.shape[k];
    }
    return !common || (ok && !zero && m_at_natural(&c, x) == m_at_natural(&a, y)) ||
           law_fail(l, "%s: what is shown is none", what);
}

/* ---- layouts of any size: what is shown is certified, with GMP alone */

static void index_of(mpz_t out, const lc_layout *a, const lc_int *crd)
{
    mpz_t digit, place;
    mpz_inits(digit, place, NULL);
    mpz_set_ui(out, 0);
    mpz_set_ui(place, 1);
    for (size_t k = 0; k < lc_layout_nleaves(a); k++) {
        lc_int_get_mpz(digit, crd[k]);
        mpz_addmul(out, digit, place);
        lc_int_get_mpz(digit, lc_layout_extent(a, k));
        mpz_mul(place, place, digit);
    }
    mpz_clears(digit, place, NULL);
}

static bool in_domain(const lc_layout *a, const lc_int *crd)
{
    for (size_t k = 0; k < lc_layout_nleaves(a); k++)
        if (lc_int_sign(crd[k]) < 0 || !lc_int_lt(crd[k], lc_layout_extent(a, k)))
            return false;
    return true;
}

/* Offsets at two coordinates; both are in the domain of their layouts. */
static bool offsets_equal(const lc_layout *a, const lc_int *x, const lc_layout *b,
                          const lc_int *y)
{
    mpz_t i, p, q;
    mpz_inits(i, p, q, NULL);
    index_of(i, a, x);
    big_at(p, a, i);
    index_of(i, b, y);
    big_at(q, b, i);
    bool equal = in_domain(a, x) && in_domain(b, y) && mpz_cmp(p, q) == 0;
    mpz_clears(i, p, q, NULL);
    return equal;
}

LAW_SHARE(collisions_of_large_layouts, "collisions at any size", 20, CLASSES("none", "one"))
{
    lc_layout *a = big_layout(l);
    lc_int one[M_LEAVES], two[M_LEAVES];
    lcr_answer answer = lcr_find_collision(law_relations(l), a, one, two);
    law_saw(l, (size_t)answer);
    if (answer == LCR_UNKNOWN) /* rare */
        return lc_ctx_code(l->ctx) == LC_ERR_BUDGET && l->seen[LCR_UNKNOWN] <= 2 + l->index / 10;
    if (answer == LCR_NO)
        return true;
    bool differ = false;
    for (size_t k = 0; k < lc_layout_nleaves(a); k++)
        differ = differ || !lc_int_eq(one[k], two[k]);
    return (differ && offsets_equal(a, one, a, two)) ||
           law_fail(l, "%s does not collide where it should", law_show(l, a));
}

/* A compact layout in any order has no collision, and its inverse undoes it. */
LAW_SHARE(large_layouts_and_their_inverses, "bijections at any size", 10, NULL)
{
    lc_layout *a = big_bijection(l), *inverse = law_own(l, lc_inverse(l->ctx, a));
    lc_int one[M_LEAVES], two[M_LEAVES];
    if (!inverse)
        return law_fail(l, "%s has no inverse", law_show(l, a));
    lcr_ctx *r = law_relations(l);
    const lc_layout *both[] = {a, inverse};
    chain round, none;
    lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, a));
    lcr_answer collision = lcr_find_collision(r, a, one, two);
    lcr_answer difference = lcr_find_difference(r, shape, chain_of(&round, 2, both),
                                                chain_of(&none, 0, NULL), one);
    return (collision == LCR_NO && difference == LCR_NO) ||
           law_fail(l, "%s: collision %d, difference after the inverse %d", law_show(l, a),
                    (int)collision, (int)difference);
}

/* R = A o B, and with one stride changed. */
LAW_SHARE(composites_of_large_layouts, "composites at any size", 10, CLASSES("a value"))
{
    lc_layout *a = big_layout(l), *b = big_inner(l, a);
    lc_layout *c = law_own(l, lc_compose(l->ctx, a, b));
    law_saw(l, c ? 0 : 1);
    if (!c)
        return true;
    lcr_ctx *r = law_relations(l);
    lc_int at[M_LEAVES];
    const lc_layout *both[] = {b, a}, *whole[] = {c};
    chain left, right;
    const lcr_sum *right_sum = chain_of(&right, 2, both);
    lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, c));
    if (lcr_find_difference(r, shape, chain_of(&left, 1, whole), right_sum, at) != LCR_NO)
        return law_fail(l, "compose(%s,%s) is %s, which differs", law_show(l, a), law_show(l, b),
                        law_show(l, c));
    size_t leaf = 0, n = lc_layout_nleaves(c);
    while (leaf < n && lc_int_is_one(lc_layout_extent(c, leaf)))
        leaf++;
    if (leaf == n)
        return true;
    lc_int step[M_LEAVES];
    for (size_t k = 0; k < n; k++)
        step[k] = lc_layout_step(c, k);
    step[leaf] = lc_int_add(l->ctx, step[leaf], lc_int_const(1));
    lc_tuple *stride = law_own_tuple(l, lc_tuple_like(l->ctx, shape, step));
    whole[0] = law_own(l, lc_layout_new(l->ctx, shape, stride));
    if (lcr_find_difference(r, shape, chain_of(&left, 1, whole), right_sum, at) != LCR_YES)
        return law_fail(l, "compose(%s,%s) is not %s, but no difference is found", law_show(l, a),
                        law_show(l, b), law_show(l, whole[0]));
    return !offsets_equal(whole[0], at, c, at) ||
           law_fail(l, "%s does not differ from %s where it should", law_show(l, whole[0]),
                    law_show(l, c));
}

/* ---- single facts */

static lc_layout *flat(lc_ctx *ctx, size_t n, const int64_t *shape, const int64_t *stride)
{
    lc_int s[512], d[512];
    for (size_t i = 0; i < n; i++) {
        s[i] = lc_int_si(ctx, shape[i]);
        d[i] = lc_int_si(ctx, stride[i]);
    }
    return lc_layout_flat(ctx, n, s, d);
}

/* The accumulator of a 64 x 64 wgmma: its coordinates reach [0,4096) once each. */
static lc_layout *accumulator(lc_ctx *ctx)
{
    return flat(ctx, 6, (int64_t[]){4, 8, 4, 2, 2, 8}, (int64_t[]){2, 64, 1024, 1, 512, 8});
}

TEST_ISL(an_accumulator)
{
    lc_layout *tv = accumulator(ctx);
    lc_layout *tile = flat(ctx, 2, (int64_t[]){64, 64}, (int64_t[]){1, 64});
    lc_layout *wrong = flat(ctx, 6, (int64_t[]){4, 8, 4, 2, 2, 8},
                            (int64_t[]){2, 64, 1024, 1, 513, 8});
    lc_tuple *shape = lc_layout_shape(ctx, tv);
    lc_int one[6], two[6];
    const lc_layout *composed[] = {tv, tile}, *right[] = {tv}, *changed[] = {wrong};
    chain left, both;
    const lcr_sum *sum = chain_of(&both, 2, composed);
    ck_assert_int_eq(lcr_find_collision(r, tv, one, two), LCR_NO);
    ck_assert_int_eq(lcr_find_difference(r, shape, chain_of(&left, 1, right), sum, one), LCR_NO);
    ck_assert_int_eq(lcr_find_difference(r, shape, chain_of(&left, 1, changed), sum, one),
                     LCR_YES);
    ck_assert(!lc_int_is_zero(one[4]));
    ck_assert_int_eq(lcr_find_outside(r, tv, tile, one), LCR_NO);
    ck_assert_int_eq(lcr_find_outside(r, wrong, tile, one), LCR_YES);
    lc_tuple_free(shape);
    lc_layout_free(tv);
    lc_layout_free(tile);
    lc_layout_free(wrong);
}

/* Overlapping strides without structure: more work than one operation. After a budget
 * has run out the same context decides with a larger one. */
TEST_ISL(out_of_budget_is_unknown)
{
    lc_layout *a = flat(ctx, 6, (int64_t[]){9, 8, 7, 11, 13, 5},
                        (int64_t[]){10007, 10009, 12011, 14009, 15013, 16033});
    lc_int one[6], two[6];
    lcr_set_budget(r, 1);
    ck_assert_int_eq(lcr_find_collision(r, a, one, two), LCR_UNKNOWN);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
    ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), "budget of 1 operations"));
    lc_ctx_reset(ctx);
    lcr_set_budget(r, LCR_DEFAULT_BUDGET);
    ck_assert_int_ne(lcr_find_collision(r, a, one, two), LCR_UNKNOWN);
    lcr_set_budget(r, 0);
    ck_assert_int_ne(lcr_find_collision(r, a, one, two), LCR_UNKNOWN);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_OK);
    lc_layout_free(a);
}

/* Undecided, in a moment, and without a wrong answer: rank 24 with strides around 2^62,
 * more leaves than a system has variables, integers of 5000 bits. */
TEST_ISL(too_large_is_unknown)
{
    enum { MANY = 300 };
    lcr_set_budget(r, 20000);
    rnd random = {24};
    int64_t shape[MANY], stride[MANY];
    lc_int one[MANY], two[MANY];
    for (size_t k = 0; k < 24; k++) {
        shape[k] = rnd_in(&random, 2, 7);
        stride[k] = rnd_in(&random, (int64_t)1 << 61, ((int64_t)1 << 62) + 10);
    }
    lc_layout *a = flat(ctx, 24, shape, stride);
    lcr_answer answer = lcr_find_collision(r, a, one, two);
    ck_assert(answer == LCR_UNKNOWN || (answer == LCR_YES && offsets_equal(a, one, a, two)));
    lc_layout_free(a);

    for (size_t k = 0; k < MANY; k++) {
        shape[k] = 2;
        stride[k] = (int64_t)(k * k + 1);
    }
    a = flat(ctx, MANY, shape, stride);
    ck_assert_int_eq(lcr_find_collision(r, a, one, two), LCR_UNKNOWN);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
    lc_layout_free(a);

    mpz_t z;
    mpz_init(z);
    mpz_ui_pow_ui(z, 3, 3200);
    lc_int huge = lc_int_from_mpz(ctx, z);
    a = lc_layout_flat(ctx, 4, (lc_int[]){huge, huge, huge, huge},
                       (lc_int[]){huge, {3}, huge, {7}});
    ck_assert_int_eq(lcr_find_collision(r, a, one, two), LCR_UNKNOWN);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
    lc_layout_free(a);
    mpz_clear(z);
}

TEST_ISL(too_many_variables)
{
    lcr_system *s = lcr_system_new(r);
    for (size_t i = 0; i < LCR_MAX_VARS; i++)
        ck_assert_uint_eq(lcr_system_var_free(s), i);
    ck_assert_uint_eq(lcr_system_var_free(s), SIZE_MAX);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
    lcr_system_free(s);
}

SUITE_MAIN("systems", systems_by_enumeration, inequalities_without_bounds,
           offsets_outside_with_signs, common_offsets_of_extended_layouts,
           collisions_of_large_layouts, large_layouts_and_their_inverses,
           composites_of_large_layouts, an_accumulator, out_of_budget_is_unknown,
           too_large_is_unknown, too_many_variables)
