/* check_fit.c - offsets contained by places of modes in modes (verify/function/fit.h): small
 * layouts against enumeration, and large ones that no search decides. */
#include "config.h"

#include "../verify/function/fit.h"
#include "language.h"
#include "suite.h"

#include <stdlib.h>

/* ---- a layout out of parts of another ---- */

static void add_mode(m_layout *t, int64_t extent, int64_t stride)
{
    t->shape[t->n] = extent;
    t->stride[t->n++] = stride;
}

/* Within extent:stride: every k-th of a part of it, at times in two modes. */
static void add_part(rnd *r, int64_t extent, int64_t stride, m_layout *t)
{
    int64_t last = rnd_in(r, 0, extent - 1), k = rnd_chance(r, 30) ? rnd_in(r, 2, 3) : 1;
    if (rnd_chance(r, 40))
        last = extent - 1;
    last -= last % k;
    int64_t inner = rnd_in(r, 1, 4);
    if (rnd_chance(r, 30) && (last / k + 1) % inner == 0) {
        add_mode(t, inner, k * stride);
        add_mode(t, (last / k + 1) / inner, inner * k * stride);
    } else {
        add_mode(t, last / k + 1, k * stride);
    }
}

static void finish(rnd *r, m_layout *t)
{
    for (size_t i = t->n; i-- > 1;) {
        size_t j = (size_t)rnd_in(r, 0, (int64_t)i);
        int64_t extent = t->shape[i], stride = t->stride[i];
        t->shape[i] = t->shape[j];
        t->stride[i] = t->stride[j];
        t->shape[j] = extent;
        t->stride[j] = stride;
    }
    rnd_nest(r, t->n, t->nest);
}

static void rnd_parts(rnd *r, const m_layout *a, m_layout *t)
{
    t->n = 0;
    for (size_t i = 0; i < a->n; i++)
        if (i == 0 || rnd_chance(r, 85))
            add_part(r, a->shape[i], a->stride[i], t);
    finish(r, t);
}

/* ---- against enumeration ---- */

static int64_t least(const m_layout *a, int64_t offset)
{
    int64_t low, high;
    m_range(a, &low, &high);
    return low + offset;
}

static bool is_offset(const int64_t *table, int64_t n, int64_t value)
{
    for (int64_t i = 0; i < n; i++)
        if (table[i] == value)
            return true;
    return false;
}

static bool lies_within(const m_layout *t, int64_t p, const m_layout *a, int64_t q)
{
    int64_t *mine = m_table(t), *theirs = m_table(a);
    bool within = true;
    for (int64_t i = 0; within && i < m_size(t); i++)
        within = is_offset(theirs, m_size(a), mine[i] + p - q);
    free(mine);
    free(theirs);
    return within;
}

/* A and T, with strides turned round, of offsets that differ by little. */
static void rnd_pair(rnd *r, m_layout *a, m_layout *t, int64_t *p, int64_t *q)
{
    a->n = (size_t)rnd_in(r, 1, 4);
    for (size_t i = 0; i < a->n; i++) {
        a->shape[i] = rnd_in(r, 1, 6);
        a->stride[i] = rnd_chance(r, 30) && i > 0 ? a->shape[i - 1] * a->stride[i - 1]
                                                  : rnd_in(r, -20, 20);
    }
    rnd_nest(r, a->n, a->nest);
    rnd_parts(r, a, t);
    for (size_t i = 0; i < t->n; i++) {
        if (rnd_chance(r, 20))
            t->stride[i] = -t->stride[i];
        if (rnd_chance(r, 5))
            t->stride[i] += rnd_in(r, -1, 1);
    }
    *q = rnd_in(r, -5, 5);
    *p = *q;
    if (rnd_chance(r, 70)) /* the least offsets coincide, or that of T is a step away */
        *p += least(a, *q) - least(t, *p) + rnd_in(r, 0, 1) * llabs(a->stride[0]);
}

LAW(small_layouts, "contained, of parts", CLASSES("contained", "not contained"))
{
    m_layout a, t;
    int64_t p, q;
    rnd_pair(&l->rnd, &a, &t, &p, &q);
    bool holds = lies_within(&t, p, &a, q);
    const char *claim = law_printf(l, "contained({ %d } o %s, { %d } o %s)", (int)p,
                                   law_text(l, &t), (int)q, law_text(l, &a));
    language_seen seen;
    language_prove(claim, &seen);
    lcv_verdict verdict = seen.verdict;
    language_clear(&seen);
    law_saw(l, holds ? 0 : 1);
    return verdict == (holds ? LCV_PROVED : LCV_REFUTED) ||
           law_fail(l, "%s is %s", claim, lcv_verdict_name(verdict));
}

/* ---- what is left over is worth what the whole is, or more ---- */

static bool fit_of(law *l, const m_layout *t, int64_t p, const m_layout *a, int64_t q,
                   lcv_fit *fit)
{
    lcv_function of_t = {.layout = law_layout(l, t), .offset = lc_int_si(l->ctx, p)};
    lcv_function of_a = {.layout = law_layout(l, a), .offset = lc_int_si(l->ctx, q)};
    return lcv_fit_of(l->ctx, &of_t, &of_a, fit);
}

LAW(what_is_left, "what is left is contained: all is", CLASSES("whole", "something left"))
{
    m_layout a, t, left_t, left_a;
    int64_t p, q;
    rnd_pair(&l->rnd, &a, &t, &p, &q);
    lcv_fit fit;
    bool ok = fit_of(l, &t, p, &a, q, &fit) && law_model(l, fit.t.layout, &left_t) &&
              law_model(l, fit.a.layout, &left_a);
    int64_t from_t = ok ? lc_int_get_si(fit.t.offset) : 0;
    int64_t from_a = ok ? lc_int_get_si(fit.a.offset) : 0;
    bool unshifted = fit.unshifted;
    law_saw(l, fit.whole ? 0 : 1);
    if (!ok)
        return law_fail(l, "%s in %s: %s", law_text(l, &t), law_text(l, &a),
                        lc_ctx_message(l->ctx));
    bool holds = unshifted || lies_within(&left_t, from_t, &left_a, from_a);
    return !holds || lies_within(&t, p, &a, q) ||
           law_fail(l, "%s lies in %s, but %s not in %s", law_text(l, &left_t),
                    law_text(l, &left_a), law_text(l, &t), law_text(l, &a));
}

/* ---- without a search ---- */

/* Strides near 2^62 overlap, and 8 modes have up to 10^15 coordinates. */
LAW(large_layouts, "contained, of parts of large layouts", NULL)
{
    m_layout a, t;
    a.n = 8;
    for (size_t i = 0; i < a.n; i++) {
        a.shape[i] = rnd_in(&l->rnd, 2, 90);
        a.stride[i] = rnd_in(&l->rnd, 1, INT64_C(1) << 61) * (rnd_chance(&l->rnd, 50) ? 1 : -1);
    }
    rnd_nest(&l->rnd, a.n, a.nest);
    if (rnd_chance(&l->rnd, 20)) {
        t = a;
    } else { /* strides that are multiples have to stay below 2^63 */
        for (size_t i = 0; i < a.n; i++)
            a.stride[i] /= 64;
        rnd_parts(&l->rnd, &a, &t);
    }
    lcv_fit fit;
    bool whole = fit_of(l, &t, 0, &a, 0, &fit) && fit.unshifted;
    return whole ||
           law_fail(l, "%s in %s: a mode has no place", law_text(l, &t), law_text(l, &a));
}

SUITE_MAIN("fit", small_layouts, what_is_left, large_layouts)
