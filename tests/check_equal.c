/* check_equal.c - what a refuted `equal` says: that functions are the same where only strides
 * of extents of 1 differ; the dim or the basis in which linear layouts differ. */
#include "config.h"

#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

LAW_RELEASE(release_result, lcv_result_free)

static const lcv_result *equal(law *l, lcv_value *x, lcv_value *y)
{
    lcr_ctx *r = law_relations(l);
    lcv_value *args[2] = {x, y};
    lcv_result *result = lcv_prove(r, lcv_claim_find("equal"), 2, args);
    ck_assert_msg(result != NULL, "%s", lc_ctx_message(l->ctx));
    law_own_with(l, result, release_result);
    return result;
}

static bool says(const lcv_result *result, const char *text)
{
    for (size_t i = 0; i < result->counterexample.nsteps; i++)
        if (strstr(result->counterexample.steps[i], text))
            return true;
    return false;
}

/* ---- layouts ---- */

static bool same_values(const m_layout *a, const m_layout *b)
{
    for (int64_t c = 0; c < m_size(a); c++)
        if (m_at(a, c) != m_at(b, c))
            return false;
    return true;
}

/* The same strides but for some; under a swizzle of no bits, half of the time. */
LAW(strides_of_extents_of_1, "strides of extents of 1",
    CLASSES("equal", "equivalent", "different"))
{
    m_layout a, b;
    rnd_layout(&l->rnd, 64, &a);
    for (size_t k = 0; k < a.n; k++)
        if (rnd_chance(&l->rnd, 30))
            a.shape[k] = 1;
    b = a;
    bool differ = false;
    for (size_t k = 0; k < b.n; k++) {
        if (!rnd_chance(&l->rnd, b.shape[k] == 1 ? 80 : 10))
            continue;
        b.stride[k] += rnd_in(&l->rnd, 1, 3);
        differ = true;
    }
    lc_layout *x = lc_layout_ref(law_layout(l, &a)), *y = lc_layout_ref(law_layout(l, &b));
    bool composed = rnd_chance(&l->rnd, 30);
    lc_swizzle w = {0, 0, 0};
    lcv_value *p = law_own_value(l, composed ? lcv_value_composed(l->ctx, w, lc_int_const(3), x)
                                             : lcv_value_layout(l->ctx, x));
    lcv_value *q = law_own_value(l, composed ? lcv_value_composed(l->ctx, w, lc_int_const(3), y)
                                             : lcv_value_layout(l->ctx, y));
    const lcv_result *result = equal(l, p, q);
    bool same = same_values(&a, &b);
    law_saw(l, !differ ? 0 : same ? 1 : 2);
    const char *what = law_printf(l, "equal(%s,%s)", law_text(l, &a), law_text(l, &b));
    if (result->verdict != (differ ? LCV_REFUTED : LCV_PROVED))
        return law_fail(l, "%s is %d", what, (int)result->verdict);
    return !differ || says(result, "equiv(X, Y) holds") == same ||
           law_fail(l, "%s does%s say that they are equivalent", what, same ? " not" : "");
}

/* ---- linear layouts ---- */

#define BITS 6

typedef struct {
    lc_dim in[3], out[2];
    lc_f2 map;
} linear;

static lcv_value *value_of(law *l, const linear *x)
{
    return law_own_value(l, lcv_value_linear(l->ctx, lc_linear_new(l->ctx, 3, x->in, 2, x->out,
                                                                   &x->map)));
}

/* The number that column j gives for output dim i. */
static uint64_t number(const linear *x, unsigned j, size_t i)
{
    uint64_t low = x->map.column[j] & lc_f2_mask(x->out[0].bits);
    return i == 0 ? low : x->map.column[j] >> x->out[0].bits;
}

static const char *pair(law *l, const linear *x, unsigned j)
{
    return law_printf(l, "(%d,%d)", (int)number(x, j, 0), (int)number(x, j, 1));
}

LAW(bases_that_differ, "bases that differ", CLASSES("equal", "different"))
{
    linear x = {.in = {{"register", 0}, {"lane", 0}, {"warp", 0}},
                .out = {{"dim0", 2}, {"dim1", 3}}};
    unsigned bits = 0, first = BITS * 3;
    for (size_t i = 0; i < 3; i++)
        bits += x.in[i].bits = (unsigned)rnd_in(&l->rnd, 0, BITS - 1);
    x.map = lc_f2_zero(5, bits);
    for (unsigned j = 0; j < bits; j++)
        x.map.column[j] = rnd_u64(&l->rnd) & 31;
    linear y = x;
    for (unsigned j = bits; j-- > 0;) {
        if (!rnd_chance(&l->rnd, 20))
            continue;
        y.map.column[j] ^= 1 + rnd_u64(&l->rnd) % 31;
        first = j;
    }
    const lcv_result *result = equal(l, value_of(l, &x), value_of(l, &y));
    bool differ = first < bits;
    law_saw(l, differ ? 1 : 0);
    if (!differ || result->verdict != LCV_REFUTED)
        return result->verdict == (differ ? LCV_REFUTED : LCV_PROVED) ||
               law_fail(l, "a verdict of %d", (int)result->verdict);
    size_t in = 0;
    unsigned bit = first;
    while (bit >= x.in[in].bits)
        bit -= x.in[in++].bits;
    const char *where = law_printf(l, "input dim %s, basis %d", x.in[in].name, (int)bit);
    const char *summary = law_printf(l, "%s is not %s", pair(l, &x, first), pair(l, &y, first));
    int crd[3] = {0};
    crd[in] = 1 << bit;
    const char *at = law_printf(l, "X(%d,%d,%d) = %s", crd[0], crd[1], crd[2],
                                pair(l, &x, first));
    const lcv_counterexample *c = &result->counterexample;
    return (strcmp(c->where, where) == 0 && strcmp(c->summary, summary) == 0 &&
            says(result, at)) ||
           law_fail(l, "at %s: %s, not at %s: %s, %s", c->where, c->summary, where, summary, at);
}

SUITE_MAIN("equal", strides_of_extents_of_1, bases_that_differ)
