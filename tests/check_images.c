/* check_images.c - claims about offsets: which are reached, how often, and within
 * what bounds, against enumeration. */
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

static int64_t rnd_offset(rnd *r)
{
    return rnd_chance(r, 25) ? rnd_in(r, -6, 6) : 0;
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

LAW(injective, "injective", proved_or_refuted)
{
    m_layout a;
    rnd_image(&l->rnd, &a);
    bool holds = m_injective(&a);
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", rnd_offset(&l->rnd), &a);
    if (!claim_prove(&c, "injective", holds))
        return false;
    return holds || is_collision(&c, &a) || is_not_shown(&c);
}

LAW_SHARE(surjective, "surjective", 2, proved_or_refuted)
{
    m_layout a;
    int64_t low, high;
    rnd_image(&l->rnd, &a);
    m_range(&a, &low, &high);
    int64_t offset = rnd_chance(&l->rnd, 50) ? -low : rnd_offset(&l->rnd);
    int64_t n = rnd_chance(&l->rnd, 80) ? offset + high + 1 : rnd_in(&l->rnd, 0, 2 * high + 3);
    n = n < 0 ? 0 : n;
    bool holds = offset + low >= 0 && offset + high < n;
    for (int64_t v = 0; holds && v < n; v++)
        holds = times(&a, offset, v) > 0;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    claim_int(&c, n);
    if (!claim_prove(&c, "surjective", holds))
        return false;
    return holds || is_missing(&c, &a, offset) || is_outside(&c, &a, offset, 0, n) ||
           is_not_shown(&c);
}

/* The least value above `low` that is not reached. */
static int64_t first_gap(const m_layout *a, int64_t low)
{
    int64_t value = low + 1;
    while (times(a, 0, value) > 0)
        value++;
    return value;
}

LAW_SHARE(covers, "covers", 2, proved_or_refuted)
{
    m_layout a;
    int64_t low, high;
    rnd_image(&l->rnd, &a);
    m_range(&a, &low, &high);
    int64_t offset = rnd_chance(&l->rnd, 30) ? -low - rnd_in(&l->rnd, 0, 20) : 0;
    if (rnd_chance(&l->rnd, 20)) /* the last gap comes to lie at 0, or beside it */
        offset = first_gap(&a, low) - low - high + rnd_in(&l->rnd, -1, 1);
    int64_t top = offset + high + 2, n = top > 0 ? rnd_in(&l->rnd, 0, top) : 3;
    if (rnd_chance(&l->rnd, 60))
        n = rnd_in(&l->rnd, 0, 12);
    bool holds = true;
    for (int64_t v = 0; holds && v < n; v++)
        holds = times(&a, offset, v) > 0;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    claim_int(&c, n);
    return claim_prove(&c, "covers", holds) &&
           (holds || is_missing(&c, &a, offset) || is_not_shown(&c));
}

/* Every integer of [0,size) once. */
static bool is_bijective(const m_layout *a, int64_t offset)
{
    int64_t low, high;
    m_range(a, &low, &high);
    return low + offset == 0 && high + offset == m_size(a) - 1 && m_injective(a);
}

static bool once_each(law *l, const char *name)
{
    m_layout a;
    rnd_image(&l->rnd, &a);
    int64_t offset = rnd_chance(&l->rnd, 80) ? 0 : rnd_offset(&l->rnd);
    bool holds = is_bijective(&a, offset);
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    if (!claim_prove(&c, name, holds))
        return false;
    return holds || is_missing(&c, &a, offset) ||
           (strstr(c.where, "c' =") ? is_collision(&c, &a)
                                    : is_outside(&c, &a, offset, 0, m_size(&a))) ||
           is_not_shown(&c);
}

LAW_SHARE(bijective, "bijective", 2, proved_or_refuted)
{
    return once_each(l, "bijective");
}
LAW_SHARE(compact, "compact", 2, proved_or_refuted)
{
    return once_each(l, "compact");
}

LAW_SHARE(partitions, "partitions", 2, proved_or_refuted)
{
    m_layout a;
    m_tuple shape, other;
    rnd_image(&l->rnd, &a);
    m_shape(&a, &shape);
    if (rnd_chance(&l->rnd, 80))
        rnd_refine(&l->rnd, &shape, &other);
    else
        rnd_shape(&l->rnd, 300, &other);
    bool same_size = m_tuple_size(&other) == m_size(&a);
    bool holds = same_size && is_bijective(&a, 0);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "TV", &a);
    claim_tuple(&c, &other);
    if (!claim_prove(&c, "partitions", holds))
        return false;
    return holds || !same_size || is_missing(&c, &a, 0) ||
           (strstr(c.where, "c' =") ? is_collision(&c, &a)
                                    : is_outside(&c, &a, 0, 0, m_size(&a))) ||
           is_not_shown(&c);
}

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

/* ---- bounds */

static bool in_range(law *l, const char *name, const m_layout *a, int64_t offset, int64_t least,
                     int64_t end, claim *c)
{
    int64_t low, high;
    m_range(a, &low, &high);
    bool holds = low + offset >= least && high + offset < end;
    if (!claim_prove(c, name, holds))
        return false;
    return holds || is_outside(c, a, offset, least, end) || is_not_shown(c);
    (void)l;
}

LAW_SHARE(in_bounds, "in_bounds", 2, proved_or_refuted)
{
    m_layout a;
    int64_t low, high;
    rnd_image(&l->rnd, &a);
    m_range(&a, &low, &high);
    int64_t n = rnd_in(&l->rnd, high / 2, high + 4), offset = rnd_offset(&l->rnd);
    n = n < 0 ? 0 : n;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    claim_int(&c, n);
    return in_range(l, "in_bounds", &a, offset, 0, n, &c);
}

LAW_SHARE(fits, "fits", 2, proved_or_refuted)
{
    m_layout a;
    rnd_image(&l->rnd, &a);
    int bits = rnd_chance(&l->rnd, 80) ? 8 : 16;
    bool is_signed = rnd_chance(&l->rnd, 50);
    int64_t end = (int64_t)1 << (is_signed ? bits - 1 : bits), offset = rnd_offset(&l->rnd);
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    claim_type(&c, bits, is_signed);
    return in_range(l, "fits", &a, offset, is_signed ? -end : 0, end, &c);
}

LAW_SHARE(aligned, "aligned", 2, proved_or_refuted)
{
    m_layout a;
    rnd_image(&l->rnd, &a);
    int64_t n = rnd_in(&l->rnd, 1, 4), offset = rnd_offset(&l->rnd);
    for (size_t i = 0; i < a.n; i++)
        a.stride[i] *= rnd_chance(&l->rnd, 80) ? n : 1;
    bool holds = true;
    for (int64_t i = 0; holds && i < m_size(&a); i++)
        holds = (m_at(&a, i) + offset) % n == 0;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    claim_int(&c, n);
    return claim_prove(&c, "aligned", holds) &&
           (holds || (c.values == 1 && c.value[0] % n != 0) || is_not_shown(&c));
}

/* ---- two images */

LAW_SHARE(contained, "contained", 4, proved_or_refuted)
{
    m_layout t, a;
    rnd_image(&l->rnd, &a);
    switch (rnd_in(&l->rnd, 0, 2)) {
    case 0: /* some of A's modes, or parts of them */
        t = a;
        for (size_t i = 0; i < t.n; i++)
            t.shape[i] = rnd_in(&l->rnd, 1, t.shape[i]);
        break;
    case 1:
        t = a;
        for (size_t i = 0; i < t.n; i++)
            t.stride[i] *= rnd_chance(&l->rnd, 80);
        break;
    default: rnd_image(&l->rnd, &t);
    }
    int64_t p = rnd_offset(&l->rnd), q = rnd_chance(&l->rnd, 70) ? p : rnd_offset(&l->rnd);
    bool holds = true;
    for (int64_t i = 0; holds && i < m_size(&t); i++)
        holds = times(&a, q, m_at(&t, i) + p) > 0;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "T", p, &t);
    claim_tensor(&c, "A", q, &a);
    if (!claim_prove(&c, "contained", holds))
        return false;
    return holds ||
           (c.values == 1 && times(&t, p, c.value[0]) > 0 && times(&a, q, c.value[0]) == 0) ||
           is_not_shown(&c);
}

LAW_SHARE(disjoint, "disjoint", 4, proved_or_refuted)
{
    m_layout a, b;
    rnd_image(&l->rnd, &a);
    if (rnd_chance(&l->rnd, 70) && m_complement_to(&a, rnd_in(&l->rnd, 1, 3000), &b)) {
        if (rnd_chance(&l->rnd, 20))
            b.stride[0]++;
    } else {
        rnd_image(&l->rnd, &b);
    }
    bool holds = true;
    for (int64_t i = 0; holds && i < m_size(&a); i++)
        holds = m_at(&a, i) == 0 || times(&b, 0, m_at(&a, i)) == 0;
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_layout(&c, "B", &b);
    return claim_prove(&c, "disjoint", holds) &&
           (holds || (c.values == 2 && c.value[0] == c.value[1] && c.value[0] != 0) ||
            is_not_shown(&c));
}

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

/* Every offset of y is one of x as often as of y; and there are no others, if exact. */
static bool same_counts(const m_layout *x, const m_layout *y, bool exact)
{
    int64_t n = m_size(y);
    bool same = !exact || m_size(x) == n;
    for (int64_t c = 0; same && c < n; c++)
        same = times(x, 0, m_at(y, c)) == times(y, 0, m_at(y, c));
    return same;
}

LAW_SHARE(divides_into, "divides_into", 2, proved_or_refuted)
{
    m_layout a, d, first, tile;
    rnd_layout(&l->rnd, 400, &a);
    if (rnd_chance(&l->rnd, 60))
        rnd_bijection(&l->rnd, 400, &a);
    rnd_inner(&l->rnd, &a, 60, &tile);
    m_tiler t = {0};
    t.layout = tile;
    if (!m_logical_divide(&a, &t, &d))
        return true;
    if (rnd_chance(&l->rnd, 20)) /* past the end of A */
        d.shape[d.n - 1] += rnd_in(&l->rnd, 1, 2);
    if (rnd_chance(&l->rnd, 40)) {
        size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)d.n - 1);
        d.stride[i] += rnd_in(&l->rnd, -2, 2);
    }
    m_mode(&d, 0, &first);
    bool composite = true;
    for (int64_t i = 0; composite && i < m_size(&tile); i++)
        composite = m_at(&first, i) == m_at(&a, m_at(&tile, i));
    bool exact = rnd_chance(&l->rnd, 30), holds = composite && same_counts(&d, &a, exact);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "D", &d);
    claim_layout(&c, "A", &a);
    claim_layout(&c, "T", &tile);
    if (exact)
        claim_value(&c, lcv_value_names(l->ctx, 1, (const char *const[]){"exact"}), "exact");
    claim_name(&c, "mode(D,0)", &first);
    if (!claim_prove(&c, "divides_into", holds) || holds)
        return holds && !l->failure;
    int64_t value;
    if (sscanf(c.where, "offset %lld", (long long *)&value) == 1)
        return times(&d, 0, value) != times(&a, 0, value) || is_not_shown(&c);
    return (c.values == 2 && c.value[0] != c.value[1]) || is_not_shown(&c);
}

/* The modes of a layout in another order, some of them cut in two, and perhaps another stride. */
static void rnd_reordered(rnd *r, const m_layout *a, m_layout *out)
{
    *out = *a;
    for (size_t i = 0; i < out->n; i++) {
        size_t k = (size_t)rnd_in(r, 0, (int64_t)out->n - 1);
        int64_t shape = out->shape[i], stride = out->stride[i];
        out->shape[i] = out->shape[k];
        out->stride[i] = out->stride[k];
        out->shape[k] = shape;
        out->stride[k] = stride;
    }
    m_flatten(out, out);
    if (rnd_chance(r, 40)) {
        size_t i = (size_t)rnd_in(r, 0, (int64_t)out->n - 1);
        m_layout part[2], whole = *out;
        int64_t cut = rnd_in(r, 1, 4);
        if (whole.shape[i] % cut == 0) {
            whole.shape[i] /= cut;
            whole.stride[i] *= cut;
            m_mode(out, i, &part[1]);
            part[1].shape[0] = cut;
            part[0] = whole;
            m_concat(2, part, out);
        }
    }
    if (rnd_chance(r, 45)) {
        size_t i = (size_t)rnd_in(r, 0, (int64_t)out->n - 1);
        out->stride[i] += rnd_in(r, -2, 2);
    }
}

LAW_SHARE(reorders, "reorders", 2, proved_or_refuted)
{
    m_layout x, y;
    rnd_image(&l->rnd, &y);
    if (m_size(&y) > 600)
        rnd_layout(&l->rnd, 300, &y);
    rnd_reordered(&l->rnd, &y, &x);
    int64_t from = rnd_offset(&l->rnd), to = rnd_chance(&l->rnd, 80) ? from : from + 1;
    bool holds = m_size(&x) == m_size(&y);
    for (int64_t c = 0; holds && c < m_size(&y); c++)
        holds = times(&x, from, m_at(&y, c) + to) == times(&y, to, m_at(&y, c) + to);
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", from, &x);
    claim_tensor(&c, "Y", to, &y);
    if (!claim_prove(&c, "reorders", holds) || holds)
        return holds && !l->failure;
    int64_t value;
    return (sscanf(c.where, "offset %lld", (long long *)&value) == 1 &&
            times(&x, from, value) != times(&y, to, value)) ||
           is_not_shown(&c);
}

SUITE_MAIN("images", injective_large, injective, surjective, covers, bijective, compact,
           partitions, partitions_times, in_bounds, fits, aligned, contained, disjoint,
           complements_extended, complements_bounded, divides_into, reorders)
