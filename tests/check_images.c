/* check_images.c - claims about offsets that no definition of check_redone.c decides: how often
 * they are reached, complements, long modes, against enumeration. */
#include "config.h"

#include "claim.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

static int64_t rnd_room(rnd *r)
{
    return rnd_chance(r, 70) ? 300 : 3000;
}

/* Layouts that reach an interval often, and often nearly. */
static void rnd_image(rnd *r, m_layout *a)
{
    switch (rnd_in(r, 0, 3)) {
    case 0: rnd_bijection(r, rnd_room(r), a); break;
    case 1: rnd_nested(r, rnd_room(r), a); break;
    default: rnd_layout(r, rnd_room(r), a);
    }
    if (rnd_chance(r, 25)) {
        size_t i = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
        a->stride[i] += rnd_in(r, -2, 2);
    }
    if (rnd_chance(r, 15)) {
        size_t i = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
        a->stride[i] = -a->stride[i];
    }
}

/* How often a layout plus an offset reaches a value. */
static int64_t times(const m_layout *a, int64_t offset, int64_t value)
{
    int64_t *table = m_table(a), n = m_size(a), count = 0;
    for (int64_t i = 0; i < n; i++)
        count += table[i] + offset == value;
    free(table);
    return count;
}

/* "offset 9": never reached. "c = 3": the value there, of which `inside` says
 * whether it is allowed. */
static bool is_missing(claim *c, const m_layout *a, int64_t offset)
{
    int64_t value;
    return sscanf(c->where, "offset %lld", (long long *)&value) == 1 && value >= 0 &&
           times(a, offset, value) == 0;
}

static bool is_collision(claim *c, const m_layout *a)
{
    m_tuple shape;
    int64_t i, j;
    m_shape(a, &shape);
    return claim_place(c, "c = ", &shape, &i) && claim_place(c, "c' = ", &shape, &j) && i != j &&
           m_at(a, i) == m_at(a, j) && c->values == 2 && c->value[0] == c->value[1];
}

static bool is_outside(claim *c, const m_layout *a, int64_t offset, int64_t low, int64_t high)
{
    m_tuple domain;
    int64_t at;
    m_tuple_leaf(&domain, m_size(a));
    return claim_place(c, "c = ", &domain, &at) && c->values == 1 &&
           c->value[0] == m_at(a, at) + offset && (c->value[0] < low || c->value[0] >= high);
}

static bool is_not_shown(claim *c)
{
    return law_fail(c->law, "'%s: %s' shows nothing", c->where, c->summary);
}

/* ---- injective, surjective, bijective, compact, covers */

/* q + 1 numbers at 2 q (q + 1) coordinates, the ends less often than those between. */
static int64_t rnd_crowded(rnd *r, int64_t *k, m_layout *a)
{
    int64_t q = rnd_in(r, 2, 5), shape[] = {2, q, q + 1}, stride[] = {1, 1, 0};
    m_layout_flat(a, 3, shape, stride);
    *k = 2 * q;
    return q + 1;
}

/* Modes of a compact layout and modes of stride 0, in any order; one stride may be another. */
static int64_t rnd_repeated(rnd *r, int64_t k, m_layout *a)
{
    int64_t shape[5], stride[5], n = 1;
    size_t modes = 0;
    for (int i = 0; i < 3; i++) {
        shape[modes] = rnd_in(r, 1, 6);
        stride[modes] = n;
        n *= shape[modes++];
    }
    shape[modes] = k % 2 == 0 && rnd_chance(r, 50) ? 2 : k;
    stride[modes++] = 0;
    shape[modes] = k / shape[modes - 1];
    stride[modes++] = 0;
    for (size_t i = modes; i-- > 1;) {
        size_t j = (size_t)rnd_in(r, 0, (int64_t)i);
        int64_t extent = shape[i], step = stride[i];
        shape[i] = shape[j];
        stride[i] = stride[j];
        shape[j] = extent;
        stride[j] = step;
    }
    if (rnd_chance(r, 40))
        stride[rnd_in(r, 0, 4)] += rnd_in(r, -2, 2);
    m_layout_flat(a, modes, shape, stride);
    return n;
}

/* The coordinates that reach the offset in `where` are not k, and the summary says how many. */
static bool is_uneven(const claim *c, const m_layout *a, int64_t k)
{
    long long value, same, have, want;
    if (sscanf(c->where, "offset %lld", &value) != 1 ||
        sscanf(c->summary, "the coordinates that reach %lld are %lld, not %lld", &same, &have,
               &want) != 3)
        return false;
    return same == value && have == times(a, 0, value) && want == k && have != k;
}

LAW_SHARE(partitions_times, "partitions, times=k", 2, proved_or_refuted)
{
    m_layout a;
    m_tuple shape;
    int64_t k = rnd_in(&l->rnd, 1, 6), n = rnd_repeated(&l->rnd, k, &a);
    if (rnd_chance(&l->rnd, 10))
        n = rnd_crowded(&l->rnd, &k, &a);
    else if (rnd_chance(&l->rnd, 15))
        k = rnd_in(&l->rnd, 1, 6);
    bool same_size = m_size(&a) == k * n, holds = same_size;
    for (int64_t v = 0; v < n && holds; v++)
        holds = times(&a, 0, v) == k;
    m_tuple_leaf(&shape, n);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "TV", &a);
    claim_tuple(&c, &shape);
    claim_value(&c, lcv_value_tuple(l->ctx, lc_tuple_wildcard(l->ctx)), "_");
    claim_int(&c, k);
    if (!claim_prove(&c, "partitions", holds))
        return false;
    return holds || !same_size || is_missing(&c, &a, 0) || is_uneven(&c, &a, k) ||
           (strstr(c.where, "c' =") ? is_collision(&c, &a) : is_outside(&c, &a, 0, 0, n)) ||
           is_not_shown(&c);
}

/* Two modes too long to list meet when p steps of one are q of the other. */
LAW_SHARE(injective_large, "injective, two long modes", 5, proved_or_refuted)
{
    int64_t shape[2], stride[2];
    for (size_t i = 0; i < 2; i++) {
        shape[i] = rnd_in(&l->rnd, 2000, 1 << 20);
        stride[i] = rnd_in(&l->rnd, 1, 1 << 12) * (rnd_chance(&l->rnd, 50) ? 1 << 9 : 3000);
        stride[i] *= rnd_chance(&l->rnd, 50) ? 1 : -1;
    }
    int64_t p = stride[1] < 0 ? -stride[1] : stride[1];
    int64_t q = stride[0] < 0 ? -stride[0] : stride[0], x = p, y = q;
    while (y != 0) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    m_layout a;
    m_layout_flat(&a, 2, shape, stride);
    bool holds = p / x >= shape[0] || q / x >= shape[1];
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "X", &a);
    return claim_prove(&c, "injective", holds) && (holds || is_collision(&c, &a));
}

/* ---- two images */

/* Law 29 up to `count`, and law 28 where C has not passed the offsets of A. */
static bool complements_up_to(const m_layout *x, const m_layout *a, int64_t count)
{
    int64_t low, high;
    m_range(a, &low, &high);
    bool holds = true;
    for (int64_t i = 1; holds && i < count; i++)
        holds = m_at(x, i - 1) < m_at(x, i) &&
                (m_at(x, i) > high || times(a, 0, m_at(x, i)) == 0);
    return holds;
}

static bool complements(law *l, bool bounded)
{
    m_layout a, x, part[2], both;
    rnd_nested(&l->rnd, 60, &a);
    if (rnd_chance(&l->rnd, 20))
        rnd_layout(&l->rnd, 60, &a);
    int64_t low, high, n = rnd_in(&l->rnd, 1, 150);
    m_range(&a, &low, &high);
    if (high > 3000)
        return true;
    if (!(bounded ? m_complement_to(&a, n, &x) : m_complement(&a, &x)))
        rnd_image(&l->rnd, &x);
    if (rnd_chance(&l->rnd, 40)) {
        size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)x.n - 1);
        x.stride[i] += rnd_in(&l->rnd, -3, 3);
    }
    if (rnd_chance(&l->rnd, 30))
        n = m_size(&a) * m_size(&x);
    /* past three copies of C and past A every carry has been seen */
    int64_t count = bounded ? m_size(&x) : 3 * m_size(&x) + 2;
    if (!bounded && x.stride[x.n - 1] > 0)
        count += m_size(&x) * (high / x.stride[x.n - 1] + 1);
    bool holds = complements_up_to(&x, &a, count);
    part[0] = a;
    part[1] = x;
    m_concat(2, part, &both);
    holds = holds && (!bounded || m_covers(&both, n));
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "C", &x);
    claim_layout(&c, "A", &a);
    if (bounded)
        claim_int(&c, n);
    if (!claim_prove(&c, "complements", holds) || holds)
        return holds && !l->failure;
    if (strncmp(c.where, "offset", 6) == 0)
        return is_missing(&c, &both, 0) || is_not_shown(&c);
    bool order = strstr(c.summary, "law 29") != NULL;
    return (c.values == 2 && (order ? c.value[0] >= c.value[1] : c.value[0] == c.value[1])) ||
           is_not_shown(&c);
}

LAW_SHARE(complements_extended, "complements", 2, proved_or_refuted)
{
    return complements(l, false);
}
LAW_SHARE(complements_bounded, "complements up to N", 2, proved_or_refuted)
{
    return complements(l, true);
}

SUITE_MAIN("images", injective_large, partitions_times, complements_extended, complements_bounded)
