/* check_poly.c - polynomials by their values: two of them are the same exactly when they
 * agree at enough points, and their arithmetic is that of their values. */
#include "config.h"

#include "../lib/poly.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>

#define VARS 3

LAW_RELEASE(release, lc_poly_free)

static lc_poly *own(law *l, lc_poly *p)
{
    law_own_with(l, p, release);
    return p;
}

/* A number, at times one that is no machine word. */
static lc_int rnd_number(law *l)
{
    lc_int n = lc_int_si(l->ctx, rnd_in(&l->rnd, -5, 5));
    if (rnd_chance(&l->rnd, 8))
        for (int i = 0; i < 3; i++)
            n = lc_int_mul(l->ctx, n, lc_int_si(l->ctx, rnd_in(&l->rnd, 1, INT64_MAX / 8)));
    return n;
}

static lc_poly *rnd_poly(law *l)
{
    lc_poly *sum = own(l, lc_poly_const(l->ctx, rnd_number(l)));
    for (int64_t terms = rnd_in(&l->rnd, 0, 3); terms > 0; terms--) {
        lc_poly *term = own(l, lc_poly_const(l->ctx, rnd_number(l)));
        for (int64_t degree = rnd_in(&l->rnd, 0, 3); degree > 0; degree--) {
            uint32_t var = (uint32_t)rnd_in(&l->rnd, 0, VARS - 1);
            term = own(l, lc_poly_mul(l->ctx, term, own(l, lc_poly_var(l->ctx, var))));
        }
        sum = own(l, lc_poly_add(l->ctx, sum, term));
    }
    return sum;
}

static void rnd_point(law *l, lc_int *value)
{
    for (int i = 0; i < VARS; i++)
        value[i] = rnd_number(l);
}

static bool is(law *l, const lc_poly *p, const lc_int *at, lc_int want, const char *what)
{
    if (!p)
        return law_fail(l, "%s: no value: %s", what, lc_ctx_message(l->ctx));
    return lc_int_eq(lc_poly_at(l->ctx, p, at), want) ||
           law_fail(l, "%s has another value", what);
}

LAW(arithmetic, "arithmetic of polynomials", NULL)
{
    lc_ctx *ctx = l->ctx;
    lc_poly *a = rnd_poly(l), *b = rnd_poly(l);
    lc_int at[VARS];
    rnd_point(l, at);
    lc_int x = lc_poly_at(ctx, a, at), y = lc_poly_at(ctx, b, at);
    return is(l, own(l, lc_poly_add(ctx, a, b)), at, lc_int_add(ctx, x, y), "a + b") &&
           is(l, own(l, lc_poly_sub(ctx, a, b)), at, lc_int_sub(ctx, x, y), "a - b") &&
           is(l, own(l, lc_poly_mul(ctx, a, b)), at, lc_int_mul(ctx, x, y), "a b");
}

/* A polynomial of degree d in each variable that is 0 on a grid of d + 1 points each is 0. */
static bool same_everywhere(law *l, const lc_poly *a, const lc_poly *b)
{
    int64_t side = 14;
    for (int64_t i = 0; i < side * side * side; i++) {
        lc_int at[VARS] = {lc_int_si(l->ctx, i % side), lc_int_si(l->ctx, i / side % side),
                           lc_int_si(l->ctx, i / side / side)};
        lc_frame frame = lc_frame_open(l->ctx);
        bool same = lc_int_eq(lc_poly_at(l->ctx, a, at), lc_poly_at(l->ctx, b, at));
        lc_frame_close(l->ctx, frame);
        if (!same)
            return false;
    }
    return true;
}

/* (a + b) (a - b) against a a - b b, and against a polynomial next to it. */
LAW_SHARE(canonical, "polynomials have one form", 10, CLASSES("equal", "different"))
{
    lc_ctx *ctx = l->ctx;
    lc_poly *a = rnd_poly(l), *b = rnd_chance(&l->rnd, 20) ? a : rnd_poly(l);
    lc_poly *left =
        own(l, lc_poly_mul(ctx, own(l, lc_poly_add(ctx, a, b)), own(l, lc_poly_sub(ctx, a, b))));
    lc_poly *right =
        own(l, lc_poly_sub(ctx, own(l, lc_poly_mul(ctx, a, a)), own(l, lc_poly_mul(ctx, b, b))));
    lc_poly *other = own(l, lc_poly_add(ctx, right, own(l, lc_poly_sub(ctx, a, b))));
    bool same = lc_poly_equal(a, b);
    law_saw(l, same ? 0 : 1);
    if (!lc_poly_equal(left, right))
        return law_fail(l, "(a + b)(a - b) is not a a - b b");
    if (lc_poly_equal(other, right) != same)
        return law_fail(l, "adding a - b changes equality in another way");
    return lc_poly_equal(a, b) == same_everywhere(l, a, b) ||
           law_fail(l, "equality is not that of values");
}

LAW(quotients, "exact quotients of polynomials", CLASSES("exact", "not exact"))
{
    lc_ctx *ctx = l->ctx;
    lc_poly *a = rnd_poly(l), *b = rnd_poly(l), *c = rnd_poly(l);
    if (lc_poly_nterms(b) == 0)
        return true;
    lc_poly *product = own(l, lc_poly_mul(ctx, a, b));
    lc_poly *q = own(l, lc_poly_quotient(ctx, product, b));
    if (!q || !lc_poly_equal(q, a))
        return law_fail(l, "a b / b is not a");
    q = own(l, lc_poly_quotient(ctx, c, b));
    law_saw(l, q ? 0 : 1);
    lc_poly *back = q ? own(l, lc_poly_mul(ctx, q, b)) : NULL;
    return !q || lc_poly_equal(back, c) || law_fail(l, "c / b is no quotient");
}

LAW(splits, "quotients of polynomials by numbers", NULL)
{
    lc_ctx *ctx = l->ctx;
    lc_poly *a = rnd_poly(l), *q, *r;
    lc_int c = lc_int_si(ctx, rnd_in(&l->rnd, 1, 9));
    if (!lc_poly_split(ctx, a, c, &q, &r))
        return law_fail(l, "no quotient by a number");
    own(l, q);
    own(l, r);
    for (size_t i = 0; i < lc_poly_nterms(r); i++) {
        lc_int k = lc_poly_coefficient(r, i);
        if (lc_int_sign(k) < 0 || !lc_int_lt(k, c))
            return law_fail(l, "a coefficient of the rest is not below the divisor");
    }
    lc_poly *multiple = own(l, lc_poly_mul(ctx, own(l, lc_poly_const(ctx, c)), q));
    lc_poly *back = own(l, lc_poly_add(ctx, r, multiple));
    return lc_poly_equal(back, a) || law_fail(l, "q c + r is not a");
}

LAW(substitutes, "substitution into polynomials", NULL)
{
    lc_ctx *ctx = l->ctx;
    lc_poly *a = rnd_poly(l), *value[VARS];
    lc_int at[VARS], inner[VARS];
    rnd_point(l, at);
    for (int i = 0; i < VARS; i++) {
        value[i] = rnd_chance(&l->rnd, 30) ? NULL : rnd_poly(l);
        inner[i] = value[i] ? lc_poly_at(ctx, value[i], at) : at[i];
    }
    lc_poly *p = own(l, lc_poly_substitute(ctx, a, VARS, (const lc_poly *const *)value));
    return is(l, p, at, lc_poly_at(ctx, a, inner), "the substituted polynomial");
}

/* Past the limits there is an error, and no value. */
TEST_CTX(test_limits)
{
    lc_poly *x = lc_poly_var(ctx, 0), *power = lc_poly_var(ctx, 0);
    for (int degree = 1; power; degree++) {
        ck_assert_int_le(degree, LC_MAX_DEGREE);
        ck_assert_uint_eq(lc_poly_degree(power), (size_t)degree);
        lc_poly *next = lc_poly_mul(ctx, power, x);
        lc_poly_free(power);
        power = next;
    }
    ck_assert_int_eq((int)lc_ctx_code(ctx), (int)LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    ck_assert_ptr_null(lc_poly_add(ctx, NULL, x));
    ck_assert_int_eq((int)lc_ctx_code(ctx), (int)LC_OK);
    lc_poly_free(x);

    lc_poly *sum = lc_poly_const(ctx, lc_int_const(1));
    size_t terms = 1;
    for (uint32_t var = 0; sum && terms <= LC_MAX_TERMS; var++, terms++) {
        lc_poly *next_var = lc_poly_var(ctx, var);
        lc_poly *next = lc_poly_add(ctx, sum, next_var);
        lc_poly_free(next_var);
        lc_poly_free(sum);
        sum = next;
    }
    ck_assert_ptr_null(sum);
    ck_assert_int_eq((int)lc_ctx_code(ctx), (int)LC_ERR_LIMIT);
}

SUITE_MAIN("poly", arithmetic, canonical, quotients, splits, substitutes, test_limits)
