/* check_digits.c - the counterexample systems of functions under swizzles, against
 * enumeration.
 *
 * A case is one or two chains of steps x -> S(offset + A(x)), seldom of a size that is a
 * power of two. Values are computed here, from the definition of a swizzle.
 */
#include "config.h"

#include "../isl-bridge/counterexample.h"
#include "owned.h"
#include "suite.h"
#include "swizzled.h"

#include <stdlib.h>

#define POINTS 400

typedef struct {
    m_swizzle swizzle;
    int64_t offset;
    bool has_layout;
    m_layout layout;
} step;

typedef struct {
    size_t n;
    step step[2];
    m_tuple domain;
    int64_t size;
    int64_t at[POINTS];
    lcr_step room[2];
} function;

static int64_t through(const step *t, int64_t x)
{
    if (t->has_layout)
        x = m_at(&t->layout, x);
    return m_swizzle_at(t->swizzle, t->offset + x);
}

static void rnd_step(rnd *r, int64_t room, step *t)
{
    t->swizzle = rnd_swizzle(r);
    if (t->swizzle.s == 0 && rnd_chance(r, 85))
        t->swizzle.s = 1;
    t->has_layout = true;
    t->offset = rnd_chance(r, 50) ? 0 : rnd_in(r, -20, 200);
    if (rnd_chance(r, 40))
        rnd_bijection(r, room, &t->layout);
    else
        rnd_layout(r, room, &t->layout);
    /* so that some bits are not free */
    int64_t scale = rnd_chance(r, 40) ? (int64_t)1 << rnd_in(r, 1, 6) : 1;
    for (size_t i = 0; i < t->layout.n; i++)
        t->layout.stride[i] *= scale;
}

static void rnd_function(rnd *r, int64_t room, function *f)
{
    f->n = rnd_chance(r, 80) ? 1 : 2;
    rnd_step(r, room, &f->step[0]);
    if (f->n == 2) {
        rnd_step(r, room, &f->step[1]);
        f->step[1].has_layout = rnd_chance(r, 50);
    }
    m_shape(&f->step[0].layout, &f->domain);
}

static void fill(law *l, function *f)
{
    f->size = m_tuple_size(&f->domain);
    for (int64_t c = 0; c < f->size; c++) {
        f->at[c] = c;
        for (size_t k = 0; k < f->n; k++)
            f->at[c] = through(&f->step[k], f->at[c]);
    }
    for (size_t k = 0; k < f->n; k++) {
        const step *t = &f->step[k];
        f->room[k] = (lcr_step){.offset = lc_int_si(l->ctx, t->offset)};
        if (t->has_layout)
            f->room[k].layout = law_layout(l, &t->layout);
        f->room[k].swizzle = law_swizzle(l, t->swizzle);
    }
}

static lcr_digit_function given(law *l, const function *f)
{
    return (lcr_digit_function){law_tuple(l, &f->domain), {f->n, f->room}};
}

static const char *text(law *l, const function *f)
{
    const char *all = law_printf(l, "on %s", law_tuple_text(l, &f->domain));
    for (size_t k = 0; k < f->n; k++) {
        const step *t = &f->step[k];
        all = law_printf(l, "%s, S<%d,%d,%d> o %lld o %s", all, t->swizzle.b, t->swizzle.m,
                         t->swizzle.s, (long long)t->offset,
                         t->has_layout ? law_text(l, &t->layout) : "x");
    }
    return all;
}

/* The integral coordinate of what was found; -1 outside the domain. */
static int64_t place(const function *f, const lc_int *crd)
{
    int64_t c = 0, unit = 1;
    for (size_t k = 0; k < f->domain.n; k++) {
        int64_t digit = lc_int_fits_si(crd[k]) ? lc_int_get_si(crd[k]) : -1;
        if (digit < 0 || digit >= f->domain.leaf[k])
            return -1;
        c += digit * unit;
        unit *= f->domain.leaf[k];
    }
    return c;
}

/* Systems with many XORs may be too much for the budget, seldom. */
static size_t asked, undecided;

static void check_decided(void)
{
    ck_assert_msg(undecided * 100 <= asked, "%zu of %zu systems were not decided", undecided,
                  asked);
    asked = undecided = 0;
}

/* The answer is that of the enumeration. */
static bool answered(law *l, const char *what, const function *f, lcr_answer answer, bool exists)
{
    static const char *const names[] = {"none", "one", "unknown"};
    law_saw(l, exists ? 0 : 1);
    asked++;
    if (answer == LCR_UNKNOWN && lc_ctx_code(l->ctx) == LC_ERR_BUDGET)
        undecided++;
    else if (answer == (exists ? LCR_YES : LCR_NO))
        return true;
    else
        return law_fail(l, "%s of %s: %s, but it is %s%s", what, text(l, f),
                        names[answer == LCR_YES  ? 1
                              : answer == LCR_NO ? 0
                                                 : 2],
                        exists ? "one" : "none",
                        answer == LCR_UNKNOWN ? lc_ctx_message(l->ctx) : "");
    return true;
}

static const char *const both[] = {"a counterexample", "none", NULL};

/* ---- differences ---- */

static void rnd_like(rnd *r, const function *f, function *g)
{
    *g = *f;
    step *last = &g->step[g->n - 1], *first = &g->step[0];
    switch (rnd_in(r, 0, 5)) {
    case 0: last->swizzle = rnd_swizzle(r); break;
    case 1: last->swizzle.b -= last->swizzle.b > 0; break;
    case 2:
        first->layout.stride[rnd_in(r, 0, (int64_t)first->layout.n - 1)] += rnd_in(r, -1, 1);
        break;
    case 3: last->offset += rnd_in(r, 0, 1); break;
    case 4: /* under one more swizzle, often of no effect */
        if (g->n == 1) {
            g->step[1] = (step){.swizzle = {(int)rnd_in(r, 0, 1), (int)rnd_in(r, 0, 8), 2}};
            g->n = 2;
        }
        break;
    default:
        if (g->n == 1 && g->step[0].swizzle.b > 0) { /* written in two steps */
            g->step[1] = g->step[0];
            g->step[1].has_layout = false;
            g->step[1].offset = 0;
            g->step[0].swizzle.b = 0;
            g->n = 2;
        }
    }
}

static bool difference(law *l)
{
    function f, g;
    lc_int crd[M_LEAVES];
    rnd_function(&l->rnd, POINTS, &f);
    rnd_like(&l->rnd, &f, &g);
    if (rnd_chance(&l->rnd, 30))
        rnd_refine(&l->rnd, &g.domain, &f.domain);
    g.domain = f.domain;
    fill(l, &f);
    fill(l, &g);
    bool differ = false;
    for (int64_t c = 0; c < f.size; c++)
        differ = differ || f.at[c] != g.at[c];
    lcr_digit_function a = given(l, &f);
    lcr_answer answer = lcr_digits_difference(law_relations(l), &a, (lcr_steps){g.n, g.room},
                                              crd);
    if (!answered(l, law_printf(l, "the difference to %s", text(l, &g)), &f, answer, differ))
        return false;
    int64_t c = answer == LCR_YES ? place(&f, crd) : 0;
    return answer != LCR_YES || (c >= 0 && f.at[c] != g.at[c]) ||
           law_fail(l, "%s and %s agree at %lld", text(l, &f), text(l, &g), (long long)c);
}

TEST(differences)
{
    law_check_share("a difference", difference, both, 4);
    check_decided();
}

/* ---- one function ---- */

static void rnd_one(law *l, int64_t room, function *f)
{
    rnd_function(&l->rnd, room, f);
    fill(l, f);
}

static bool outside(law *l)
{
    function f;
    lc_int crd[M_LEAVES];
    rnd_one(l, POINTS, &f);
    int64_t low = f.at[0], high = f.at[0];
    for (int64_t c = 0; c < f.size; c++) {
        low = f.at[c] < low ? f.at[c] : low;
        high = f.at[c] > high ? f.at[c] : high;
    }
    if (rnd_chance(&l->rnd, 50))
        low += rnd_in(&l->rnd, -3, 3);
    if (rnd_chance(&l->rnd, 50))
        high += rnd_in(&l->rnd, -3, 3);
    bool leaves = false;
    for (int64_t c = 0; c < f.size; c++)
        leaves = leaves || f.at[c] < low || f.at[c] > high;
    lcr_digit_function a = given(l, &f);
    lcr_answer answer = lcr_digits_outside(law_relations(l), &a, lc_int_si(l->ctx, low),
                                           lc_int_si(l->ctx, high), crd);
    if (!answered(l, law_printf(l, "past [%lld,%lld]", (long long)low, (long long)high), &f,
                  answer, leaves))
        return false;
    int64_t c = answer == LCR_YES ? place(&f, crd) : 0;
    return answer != LCR_YES || (c >= 0 && (f.at[c] < low || f.at[c] > high)) ||
           law_fail(l, "%s is within at %lld", text(l, &f), (long long)c);
}

static bool unaligned(law *l)
{
    function f;
    lc_int crd[M_LEAVES];
    rnd_function(&l->rnd, POINTS, &f);
    int64_t n = rnd_chance(&l->rnd, 70) ? (int64_t)1 << rnd_in(&l->rnd, 0, 6)
                                        : rnd_in(&l->rnd, 1, 12);
    if (rnd_chance(&l->rnd, 70)) {
        f.step[f.n - 1].offset *= n;
        if (!f.step[f.n - 1].has_layout) {
            f.step[f.n - 1].layout = f.step[0].layout;
            f.step[f.n - 1].has_layout = true;
        }
        for (size_t i = 0; i < f.step[f.n - 1].layout.n; i++)
            f.step[f.n - 1].layout.stride[i] *= n;
    }
    fill(l, &f);
    bool breaks = false;
    for (int64_t c = 0; c < f.size; c++)
        breaks = breaks || f.at[c] % n != 0;
    lcr_digit_function a = given(l, &f);
    lcr_answer answer = lcr_digits_unaligned(law_relations(l), &a, lc_int_si(l->ctx, n), crd);
    if (!answered(l, law_printf(l, "no multiple of %lld", (long long)n), &f, answer, breaks))
        return false;
    int64_t c = answer == LCR_YES ? place(&f, crd) : 0;
    return answer != LCR_YES || (c >= 0 && f.at[c] % n != 0) ||
           law_fail(l, "%s is aligned at %lld", text(l, &f), (long long)c);
}

static bool collision(law *l)
{
    function f;
    lc_int crd[2 * M_LEAVES];
    rnd_function(&l->rnd, 120, &f);
    f.n = 1;                     /* of more steps the systems are large */
    if (rnd_chance(&l->rnd, 60)) /* bits are cleared */
        f.step[f.n - 1].swizzle.s = 0;
    if (rnd_chance(&l->rnd, 60))
        for (size_t i = 0; i < f.step[0].layout.n; i++)
            f.step[0].layout.stride[i] *= 16;
    fill(l, &f);
    bool meet = false;
    for (int64_t c = 0; c < f.size; c++)
        for (int64_t d = 0; d < c; d++)
            meet = meet || f.at[c] == f.at[d];
    lcr_digit_function a = given(l, &f);
    lcr_answer answer = lcr_digits_collision(law_relations(l), &a, crd);
    if (!answered(l, "a collision", &f, answer, meet))
        return false;
    if (answer != LCR_YES)
        return true;
    int64_t c = place(&f, crd), d = place(&f, crd + f.domain.n);
    return (c >= 0 && d >= 0 && c != d && f.at[c] == f.at[d]) ||
           law_fail(l, "%s: %lld and %lld", text(l, &f), (long long)c, (long long)d);
}

TEST(one_function)
{
    law_check_share("past a range", outside, both, 4);
    law_check_share("no multiple", unaligned, both, 4);
    law_check_share("a collision", collision, both, 4);
    check_decided();
}

/* ---- two images ---- */

static bool shared(law *l)
{
    function f, g;
    lc_int crd[2 * M_LEAVES];
    rnd_one(l, 100, &f);
    if (rnd_chance(&l->rnd, 50)) {
        rnd_one(l, 100, &g);
    } else {
        rnd_like(&l->rnd, &f, &g);
        g.step[g.n - 1].offset += rnd_in(&l->rnd, -2, 300);
        fill(l, &g);
    }
    bool common = false;
    for (int64_t c = 0; c < f.size; c++)
        for (int64_t d = 0; d < g.size; d++)
            common = common || (f.at[c] == g.at[d] && f.at[c] != 0);
    lcr_digit_function a = given(l, &f), b = given(l, &g);
    lcr_answer answer = lcr_digits_shared(law_relations(l), &a, &b, crd);
    if (!answered(l, law_printf(l, "a common value with %s", text(l, &g)), &f, answer, common))
        return false;
    if (answer != LCR_YES)
        return true;
    int64_t c = place(&f, crd), d = place(&g, crd + f.domain.n);
    return (c >= 0 && d >= 0 && f.at[c] != 0 && f.at[c] == g.at[d]) ||
           law_fail(l, "%s: %lld and %lld", text(l, &f), (long long)c, (long long)d);
}

static bool missing(law *l)
{
    function f;
    m_layout a;
    lc_int crd[M_LEAVES];
    rnd_one(l, 100, &f);
    rnd_nested(&l->rnd, 4000, &a);
    bool within = true;
    int64_t n = m_size(&a), *value = m_table(&a);
    for (int64_t c = 0; c < f.size && within; c++) {
        within = false;
        for (int64_t d = 0; d < n && !within; d++)
            within = value[d] == f.at[c];
    }
    lcr_digit_function x = given(l, &f);
    lcr_answer answer = lcr_digits_missing(law_relations(l), &x, law_layout(l, &a), crd);
    bool ok = answered(l, law_printf(l, "a value that %s has not", law_text(l, &a)), &f, answer,
                       !within);
    int64_t c = answer == LCR_YES ? place(&f, crd) : 0;
    bool found = c < 0;
    for (int64_t d = 0; d < n && answer == LCR_YES && !found; d++)
        found = value[d] == f.at[c];
    free(value);
    if (ok && answer == LCR_YES && found)
        return law_fail(l, "%s: %lld is no such place", text(l, &f), (long long)c);
    return ok;
}

TEST(two_images)
{
    law_check_share("a common value", shared, both, 40);
    law_check_share("a missing value", missing, both, 20);
    check_decided();
}

SUITE_MAIN("digits", differences, one_function, two_images)
