/* check_carry.c - layouts as sums of floors, at coordinates of several integers. */
#include "config.h"

#include "../lib/carry.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>

#define INPUTS 4

/* Parts of a layout, an input each; the form that they have together. */
typedef struct {
    size_t n;
    m_layout part[INPUTS];
    lc_int slope[INPUTS], place[INPUTS * M_LEAVES], gain[INPUTS * M_LEAVES];
    size_t input[INPUTS * M_LEAVES];
    lc_carry_form form;
} parts;

/* Few small strides at times: gains of different carries cancel. */
static void rnd_parts(law *l, parts *p)
{
    bool small = rnd_chance(&l->rnd, 40);
    p->n = (size_t)rnd_in(&l->rnd, 1, INPUTS);
    lc_carry_form_init(&p->form, p->slope, p->place, p->gain, p->input);
    for (size_t i = 0; i < p->n; i++) {
        rnd_layout(&l->rnd, 64, &p->part[i]);
        for (size_t k = 0; small && k < p->part[i].n; k++)
            p->part[i].stride[k] = rnd_in(&l->rnd, -2, 2);
        lc_carry_form_add(l->ctx, &p->form, law_layout(l, &p->part[i]), 0);
    }
}

static int64_t at(const parts *p, const int64_t *x)
{
    int64_t sum = 0;
    for (size_t i = 0; i < p->n; i++)
        sum += m_at(&p->part[i], x[i]);
    return sum;
}

static const char *text(law *l, const parts *p)
{
    const char *all = "";
    for (size_t i = 0; i < p->n; i++)
        all = law_printf(l, "%s%s%s", all, i ? " + " : "", law_text(l, &p->part[i]));
    return all;
}

static void as_lc(size_t n, const int64_t *x, lc_int *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = lc_int_const((int32_t)x[i]);
}

LAW(values_of_the_form, "the carry form has the values of its parts", NULL)
{
    parts p;
    rnd_parts(l, &p);
    for (size_t j = 0; j < p.form.n; j++) /* what drops out is not there */
        if (lc_int_is_zero(p.gain[j]) || !lc_int_lt(lc_int_const(1), p.place[j]) ||
            (j > 0 && p.input[j] == p.input[j - 1] && !lc_int_lt(p.place[j - 1], p.place[j])))
            return law_fail(l, "carry %zu of %s", j, text(l, &p));
    for (int round = 0; round < 8; round++) {
        int64_t x[INPUTS];
        lc_int y[INPUTS];
        for (size_t i = 0; i < p.n; i++)
            x[i] = rnd_in(&l->rnd, -200, 300);
        as_lc(p.n, x, y);
        int64_t got = lc_int_get_si(lc_carry_at(l->ctx, &p.form, y));
        if (got != at(&p, x))
            return law_fail(l, "%s at %lld, ... is %lld, not %lld", text(l, &p), (long long)x[0],
                            (long long)got, (long long)at(&p, x));
    }
    return true;
}

LAW(linear_runs, "the linear run of several inputs",
    CLASSES("a run that ends", "one that does not"))
{
    parts p;
    int64_t x[INPUTS], multiple[INPUTS], run = 1;
    lc_int y[INPUTS], got;
    rnd_parts(l, &p);
    for (size_t i = 0; i < p.n; i++)
        x[i] = rnd_chance(&l->rnd, 30) ? 0 : rnd_in(&l->rnd, -20, 40);
    as_lc(p.n, x, y);
    int64_t bound = rnd_in(&l->rnd, 1, 200), one = at(&p, x);
    for (; run < bound; run++) {
        for (size_t i = 0; i < p.n; i++)
            multiple[i] = run * x[i];
        if (at(&p, multiple) != run * one)
            break;
    }
    law_saw(l, run < bound ? 0 : 1);
    if (!lc_carry_run(l->ctx, &p.form, y, lc_int_const((int32_t)bound), &got))
        return law_fail(l, "%s", lc_ctx_message(l->ctx));
    return lc_int_get_si(got) == run ||
           law_fail(l, "%s in steps of %lld, ...: a run of %lld in %lld, not %lld", text(l, &p),
                    (long long)x[0], (long long)lc_int_get_si(got), (long long)bound,
                    (long long)run);
}

/* The sum of c_t x_t, and whether the values add up there. */
static bool adds_up(const parts *p, size_t n, const int64_t *c, int64_t x[][INPUTS])
{
    int64_t sum[INPUTS] = {0}, value = 0;
    for (size_t t = 0; t < n; t++) {
        for (size_t i = 0; i < p->n; i++)
            sum[i] += c[t] * x[t][i];
        value += c[t] * at(p, x[t]);
    }
    return at(p, sum) == value;
}

LAW(additivity_over_boxes, "additivity at several inputs", CLASSES("additive", "not"))
{
    parts p;
    size_t n = (size_t)rnd_in(&l->rnd, 1, 4);
    int64_t extent[4] = {0}, x[4][INPUTS], c[4] = {0};
    lc_int e[4], y[4 * INPUTS], at_fault[4];
    rnd_parts(l, &p);
    for (size_t t = 0; t < n; t++) {
        extent[t] = rnd_in(&l->rnd, 1, 5);
        for (size_t i = 0; i < p.n; i++)
            x[t][i] = rnd_chance(&l->rnd, 50) ? 0 : rnd_in(&l->rnd, -4, 24);
        as_lc(p.n, x[t], y + t * p.n);
    }
    as_lc(n, extent, e);
    bool want = true;
    for (size_t t = 0; want && t < n;) {
        want = adds_up(&p, n, c, x);
        for (t = 0; t < n && ++c[t] == extent[t]; t++)
            c[t] = 0;
    }
    lc_additivity got = lc_carry_additive(l->ctx, &p.form, n, e, y, at_fault);
    law_saw(l, want ? 0 : 1);
    if (got != (want ? LC_ADDITIVE : LC_NOT_ADDITIVE))
        return law_fail(l, "%s is%s additive over %zu steps", text(l, &p), want ? "" : " not", n);
    for (size_t t = 0; !want && t < n; t++) {
        c[t] = lc_int_get_si(at_fault[t]);
        if (c[t] < 0 || c[t] >= extent[t])
            return law_fail(l, "%s: %lld of %lld", text(l, &p), (long long)c[t],
                            (long long)extent[t]);
    }
    return want || !adds_up(&p, n, c, x) ||
           law_fail(l, "%s adds up where it is said not to", text(l, &p));
}

SUITE_MAIN("the carry form", values_of_the_form, linear_runs, additivity_over_boxes)
