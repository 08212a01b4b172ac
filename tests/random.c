/* random.c - random layouts for the laws, from a seed. */
#include "config.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

#define MAX_RANK 6
#define MAX_DEPTH 3

/* splitmix64: small, any seed is good, streams of different seeds are unrelated. */
uint64_t rnd_u64(rnd *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int64_t rnd_in(rnd *r, int64_t low, int64_t high)
{
    return low + (int64_t)(rnd_u64(r) % ((uint64_t)(high - low) + 1));
}

bool rnd_chance(rnd *r, int percent)
{
    return rnd_in(r, 0, 99) < percent;
}

void rnd_shuffle(rnd *r, size_t n, size_t *order)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = (size_t)rnd_in(r, 0, (int64_t)i);
        order[i] = order[j];
        order[j] = i;
    }
}

/* ---- shapes */

/* A tuple over `leaves` leaves, its modes being leaves or tuples again. Returns
 * the length written. */
static size_t nest_modes(rnd *r, size_t leaves, size_t depth, char *nest)
{
    size_t length = 0, rank = 0;
    nest[length++] = '(';
    while (leaves > 0) {
        size_t take = 1;
        bool last = ++rank == MAX_RANK;
        if (depth > 1 && (last || rnd_chance(r, 35)))
            take = last ? leaves : (size_t)rnd_in(r, 1, (int64_t)leaves);
        if (take > 1 || (depth > 1 && rnd_chance(r, 5)))
            length += nest_modes(r, take, depth - 1, nest + length);
        else
            nest[length++] = 'x';
        leaves -= take;
    }
    nest[length++] = ')';
    return length;
}

/* The top level has at most MAX_RANK modes; a tuple at the greatest depth takes what it
 * is given. */
void rnd_nest(rnd *r, size_t leaves, char *nest)
{
    size_t length;
    if (leaves == 1 && rnd_chance(r, 80)) {
        nest[0] = 'x';
        length = 1;
    } else {
        length = nest_modes(r, leaves, (size_t)rnd_in(r, leaves > MAX_RANK ? 2 : 1, MAX_DEPTH),
                            nest);
    }
    nest[length] = '\0';
}

static int64_t rnd_extent(rnd *r, int64_t max)
{
    static const int64_t usual[] = {2, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 12, 15, 16};
    if (max < 2 || rnd_chance(r, 8))
        return 1;
    int64_t extent = usual[rnd_in(r, 0, (int64_t)(sizeof usual / sizeof *usual) - 1)];
    return extent <= max ? extent : rnd_in(r, 1, max);
}

void rnd_shape(rnd *r, int64_t max, m_tuple *out)
{
    static const int leaves[] = {1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8};
    out->n = (size_t)leaves[rnd_in(r, 0, (int64_t)(sizeof leaves / sizeof *leaves) - 1)];
    rnd_nest(r, out->n, out->nest);
    /* Most shapes are smaller than they may be. */
    if (rnd_chance(r, 60) && max > 64)
        max = 64;
    for (size_t i = 0; i < out->n; i++) {
        out->leaf[i] = rnd_extent(r, max);
        max /= out->leaf[i];
    }
}

static int64_t rnd_divisor(rnd *r, int64_t n)
{
    int64_t divisor[64];
    size_t count = 0;
    for (int64_t d = 1; d * d <= n && count < 62; d++) {
        if (n % d == 0) {
            divisor[count++] = d;
            divisor[count++] = n / d;
        }
    }
    return divisor[rnd_in(r, 0, (int64_t)count - 1)];
}

void rnd_refine(rnd *r, const m_tuple *t, m_tuple *out)
{
    size_t length = 0;
    out->n = 0;
    const int64_t *leaf = t->leaf;
    for (const char *at = t->nest; *at; at++) {
        if (*at != 'x') {
            out->nest[length++] = *at;
            continue;
        }
        int64_t rest = *leaf++;
        if (rnd_chance(r, 50)) {
            out->nest[length++] = 'x';
            out->leaf[out->n++] = rest;
            continue;
        }
        out->nest[length++] = '(';
        for (int parts = (int)rnd_in(r, 1, 3); parts > 0; parts--) {
            int64_t factor = parts == 1 ? rest : rnd_divisor(r, rest);
            out->nest[length++] = 'x';
            out->leaf[out->n++] = factor;
            rest /= factor;
        }
        out->nest[length++] = ')';
    }
    out->nest[length] = '\0';
}

/* ---- strides */

/* Compact in a random order of the leaves (the given order at times); a gap before
 * a leaf with the given chance: padding, or an odd start that divides nothing. */
static void nested_strides(rnd *r, const m_tuple *shape, int gap_percent, int64_t *stride)
{
    size_t order[M_LEAVES];
    rnd_shuffle(r, shape->n, order);
    if (rnd_chance(r, 25))
        for (size_t i = 0; i < shape->n; i++)
            order[i] = i;
    int64_t current = 1;
    for (size_t i = 0; i < shape->n; i++) {
        if (rnd_chance(r, gap_percent))
            current = rnd_chance(r, 70) ? current * rnd_in(r, 2, 4) : current + rnd_in(r, 1, 7);
        stride[order[i]] = current;
        current *= shape->leaf[order[i]];
    }
}

void rnd_bijection(rnd *r, int64_t max, m_layout *out)
{
    m_tuple shape;
    int64_t stride[M_LEAVES];
    rnd_shape(r, max, &shape);
    nested_strides(r, &shape, 0, stride);
    m_layout_of(out, &shape, stride);
}

void rnd_nested(rnd *r, int64_t max, m_layout *out)
{
    m_tuple shape;
    int64_t stride[M_LEAVES];
    rnd_shape(r, max, &shape);
    nested_strides(r, &shape, 40, stride);
    m_layout_of(out, &shape, stride);
}

static void free_strides(rnd *r, const m_tuple *shape, int64_t *stride)
{
    bool powers = rnd_chance(r, 40);
    for (size_t i = 0; i < shape->n; i++)
        stride[i] = powers ? (int64_t)1 << rnd_in(r, 0, 8) : rnd_in(r, -6, 24);
}

void rnd_layout(rnd *r, int64_t max, m_layout *out)
{
    m_tuple shape;
    int64_t stride[M_LEAVES];
    rnd_shape(r, max, &shape);
    if (rnd_chance(r, 65))
        nested_strides(r, &shape, rnd_chance(r, 50) ? 0 : 40, stride);
    else
        free_strides(r, &shape, stride);
    for (size_t i = 0; i < shape.n; i++) {
        if (rnd_chance(r, 6))
            stride[i] = 0;
        else if (rnd_chance(r, 6))
            stride[i] = -stride[i];
    }
    m_layout_of(out, &shape, stride);
}

/* A stride at which A's shape has a boundary, or near one; an extent up to max. */
static void inner_leaf(rnd *r, const m_layout *a, int64_t max, int64_t *extent, int64_t *stride)
{
    size_t at = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
    int64_t place = 1;
    for (size_t i = 0; i < at; i++)
        place *= a->shape[i];
    int64_t inside = rnd_divisor(r, a->shape[at]);
    *stride = place * (rnd_chance(r, 60) ? 1 : inside);
    int64_t left = a->shape[at] * place / *stride;
    for (size_t i = at + 1; i < a->n && rnd_chance(r, 40); i++)
        left *= a->shape[i];
    *extent = rnd_chance(r, 50) ? left : rnd_divisor(r, left);
    if (rnd_chance(r, 12))
        *stride += rnd_in(r, -2, 2);
    if (rnd_chance(r, 12))
        *extent += rnd_in(r, -1, 2);
    if (rnd_chance(r, 5))
        *stride = 0;
    if (rnd_chance(r, 5))
        *stride = -*stride;
    if (*extent < 1)
        *extent = 1;
    if (*extent > max)
        *extent = max;
}

void rnd_inner(rnd *r, const m_layout *a, int64_t max, m_layout *out)
{
    if (rnd_chance(r, 10)) {
        rnd_layout(r, max, out);
        return;
    }
    m_tuple shape;
    int64_t stride[M_LEAVES];
    shape.n = (size_t)rnd_in(r, 1, rnd_chance(r, 60) ? 2 : 5);
    rnd_nest(r, shape.n, shape.nest);
    for (size_t i = 0; i < shape.n; i++) {
        inner_leaf(r, a, max, &shape.leaf[i], &stride[i]);
        max /= shape.leaf[i];
    }
    m_layout_of(out, &shape, stride);
}

/* ---- tilers */

/* A layout to divide `a` by: one or two modes whose strides and extents divide the
 * size of a, often; anything small, else. */
static void tile_layout(rnd *r, const m_layout *a, m_layout *out)
{
    int64_t size = m_size(a);
    if (rnd_chance(r, 15)) {
        rnd_nested(r, size < 16 ? size : 16, out);
        return;
    }
    int64_t shape[2], stride[2];
    stride[0] = rnd_chance(r, 60) ? 1 : rnd_divisor(r, size);
    shape[0] = rnd_divisor(r, size / stride[0]);
    int64_t reached = shape[0] * stride[0];
    stride[1] = reached * (rnd_chance(r, 50) ? 1 : rnd_divisor(r, size / reached));
    shape[1] = rnd_divisor(r, size % stride[1] ? 1 : size / stride[1]);
    m_layout_flat(out, rnd_chance(r, 70) ? 1 : 2, shape, stride);
}

void rnd_tiler(rnd *r, const m_layout *a, m_tiler *out)
{
    memset(out, 0, sizeof *out);
    size_t rank = m_rank(a->nest);
    if (*a->nest != '(' || rnd_chance(r, 40)) {
        tile_layout(r, a, &out->layout);
        return;
    }
    out->n = rnd_chance(r, 70) ? rank : (size_t)rnd_in(r, 1, (int64_t)rank);
    out->mode = calloc(out->n, sizeof *out->mode);
    if (!out->mode)
        abort();
    for (size_t i = 0; i < out->n; i++) {
        m_layout mode;
        m_mode(a, i, &mode);
        rnd_tiler(r, &mode, &out->mode[i]);
        out->mode[i].still = rnd_chance(r, 12);
    }
}

/* ---- coordinates */

/* Walks the shape; at every subtree stops with an integer (or a wildcard), or goes
 * on below. */
static void coordinate(rnd *r, const m_tuple *shape, bool outside, int wild_percent, m_tuple *out)
{
    size_t length = 0, j = 0;
    out->n = 0;
    const char *at = shape->nest;
    while (*at) {
        if (*at == ')' || (*at == '(' && rnd_chance(r, at == shape->nest ? 80 : 60))) {
            out->nest[length++] = *at++;
            continue;
        }
        const char *end = m_subtree_end(at);
        int64_t size = 1;
        for (size_t k = m_leaves(at, end); k > 0; k--)
            size *= shape->leaf[j++];
        bool wild = rnd_chance(r, wild_percent);
        out->nest[length++] = wild ? '_' : 'x';
        out->leaf[out->n++] = wild      ? 0
                              : outside ? rnd_in(r, -2 * size - 2, 3 * size + 2)
                                        : rnd_in(r, 0, size - 1);
        at = end;
    }
    out->nest[length] = '\0';
}

void rnd_crd(rnd *r, const m_tuple *shape, bool outside, m_tuple *out)
{
    coordinate(r, shape, outside, 0, out);
}

void rnd_slicer(rnd *r, const m_tuple *shape, m_tuple *out)
{
    do
        coordinate(r, shape, rnd_chance(r, 20), 50, out);
    while (!strchr(out->nest, '_'));
}
