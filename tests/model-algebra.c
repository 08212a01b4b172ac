/* model-algebra.c - the layout algebra of the reference model, from the definitions. */
#include "config.h"

#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void m_coalesce(const m_layout *a, m_layout *out)
{
    int64_t *table = m_table(a);
    int64_t shape[M_LEAVES], stride[M_LEAVES];
    size_t n;
    if (!m_represent(table, m_size(a), &n, shape, stride)) {
        fprintf(stderr, "reference model: a layout is not representable\n");
        abort();
    }
    free(table);
    m_layout_flat(out, n, shape, stride);
}

/* Is A(B(c)) the sum of its values along the axes, for all c? */
static bool additive(const m_layout *a, const m_layout *b)
{
    int64_t crd[M_LEAVES] = {0};
    int64_t size = m_size(b);
    for (int64_t c = 0; c < size; c++) {
        int64_t sum = 0;
        for (size_t i = 0; i < b->n; i++)
            sum += m_at(a, crd[i] * b->stride[i]);
        if (m_at(a, m_at_natural(b, crd)) != sum)
            return false;
        for (size_t i = 0; i < b->n && ++crd[i] == b->shape[i]; i++)
            crd[i] = 0;
    }
    return true;
}

/* A layout R refining B with R(c) = A(B(c)) is linear in B's natural coordinates
 * (additive over its leaves), and along leaf i it is a layout of
 * x -> A(x d_i), x < s_i. */
bool m_compose(const m_layout *a, const m_layout *b, m_layout *out)
{
    m_layout leaf[M_LEAVES];
    for (size_t i = 0; i < b->n; i++) {
        int64_t n = b->shape[i];
        int64_t *f = malloc((size_t)n * sizeof *f);
        if (!f)
            abort();
        for (int64_t x = 0; x < n; x++)
            f[x] = m_at(a, x * b->stride[i]);
        int64_t shape[M_LEAVES], stride[M_LEAVES];
        size_t count;
        bool exists = m_represent(f, n, &count, shape, stride);
        free(f);
        if (!exists)
            return false;
        m_layout_flat(&leaf[i], count, shape, stride);
        if (n == 1)
            leaf[i].stride[0] = m_at(a, b->stride[i]);
    }
    if (!additive(a, b))
        return false;
    /* B's nesting, each leaf replaced by what it became. */
    m_layout r = {0};
    size_t length = 0, i = 0;
    for (const char *at = b->nest; *at; at++) {
        const char *put = *at == 'x' ? leaf[i].nest : at;
        size_t n = *at == 'x' ? strlen(put) : 1;
        if (length + n >= M_NODES)
            abort();
        memcpy(r.nest + length, put, n);
        length += n;
        if (*at == 'x') {
            if (r.n + leaf[i].n > M_LEAVES)
                abort();
            memcpy(r.shape + r.n, leaf[i].shape, leaf[i].n * sizeof *r.shape);
            memcpy(r.stride + r.n, leaf[i].stride, leaf[i].n * sizeof *r.stride);
            r.n += leaf[i++].n;
        }
    }
    r.nest[length] = '\0';
    *out = r;
    return true;
}

/* Mode i of a treated by f with mode i of the tiler; modes at `_` and past the tiler stay. */
static bool by_mode(const m_layout *a, const m_tiler *t, m_layout *out,
                    bool (*f)(const m_layout *, const m_tiler *, m_layout *))
{
    size_t rank = m_rank(a->nest);
    if (t->n > rank)
        return false;
    m_layout *modes = calloc(rank, sizeof *modes);
    if (!modes)
        abort();
    bool exists = true;
    for (size_t i = 0; i < rank && exists; i++) {
        m_layout mode;
        m_mode(a, i, &mode);
        if (i < t->n && !t->mode[i].still)
            exists = f(&mode, &t->mode[i], &modes[i]);
        else
            modes[i] = mode;
    }
    if (exists)
        m_concat(rank, modes, out);
    free(modes);
    return exists;
}

bool m_compose_tiler(const m_layout *a, const m_tiler *t, m_layout *out)
{
    if (t->n == 0)
        return m_compose(a, &t->layout, out);
    return by_mode(a, t, out, m_compose_tiler);
}

static bool coalesce_by(const m_layout *a, const m_tuple *profile, m_layout *out, size_t depth)
{
    if (*profile->nest != '(') {
        m_coalesce(a, out);
        return true;
    }
    size_t rank = m_rank(a->nest), n = m_rank(profile->nest);
    if (n > rank || depth == 0)
        return false;
    m_layout *modes = calloc(rank, sizeof *modes);
    if (!modes)
        abort();
    bool exists = true;
    for (size_t i = 0; i < rank && exists; i++) {
        m_mode(a, i, &modes[i]);
        m_tuple part;
        if (i < n) {
            m_tuple_mode(profile, i, &part);
            m_layout mode = modes[i];
            exists = coalesce_by(&mode, &part, &modes[i], depth - 1);
        }
    }
    if (exists)
        m_concat(rank, modes, out);
    free(modes);
    return exists;
}

bool m_coalesce_by(const m_layout *a, const m_tuple *profile, m_layout *out)
{
    return coalesce_by(a, profile, out, 64);
}

typedef struct {
    int64_t stride, extent;
} m_mode_pair;

static int by_stride(const void *a, const void *b)
{
    const m_mode_pair *x = a, *y = b;
    if (x->stride != y->stride)
        return x->stride < y->stride ? -1 : 1;
    return (x->extent > y->extent) - (x->extent < y->extent);
}

/* The gaps between the modes of a, in the order of the magnitudes of the strides:
 * before a mode of stride d there is room for floor(d / reached) copies of what is
 * below it. False when a mode starts inside what is below it. */
static bool gaps(const m_layout *a, size_t *n, int64_t *shape, int64_t *stride, int64_t *reached)
{
    m_mode_pair mode[M_LEAVES];
    size_t modes = 0;
    for (size_t i = 0; i < a->n; i++)
        if (a->shape[i] > 1 && a->stride[i] != 0)
            mode[modes++] = (m_mode_pair){llabs(a->stride[i]), a->shape[i]};
    qsort(mode, modes, sizeof *mode, by_stride);
    *n = 0;
    *reached = 1;
    for (size_t i = 0; i < modes; i++) {
        if (mode[i].stride < *reached)
            return false;
        if (mode[i].stride / *reached > 1) {
            shape[*n] = mode[i].stride / *reached;
            stride[(*n)++] = *reached;
        }
        *reached = mode[i].stride * mode[i].extent;
    }
    return true;
}

bool m_complement(const m_layout *a, m_layout *out)
{
    int64_t shape[M_LEAVES], stride[M_LEAVES], reached;
    size_t n;
    if (!gaps(a, &n, shape, stride, &reached))
        return false;
    shape[n] = 1;
    stride[n] = reached;
    m_layout_flat(out, n + 1, shape, stride);
    return true;
}

bool m_complement_to(const m_layout *a, int64_t size, m_layout *out)
{
    int64_t shape[M_LEAVES], stride[M_LEAVES], reached;
    size_t n;
    if (!gaps(a, &n, shape, stride, &reached))
        return false;
    if (reached < size) {
        shape[n] = (size + reached - 1) / reached;
        stride[n++] = reached;
    }
    m_layout_flat(out, n, shape, stride);
    return true;
}

/* The inverse table of a bijection onto [0, size), and its layout. */
bool m_inverse(const m_layout *a, m_layout *out)
{
    int64_t size = m_size(a);
    int64_t *table = m_table(a);
    int64_t *inverse = malloc((size_t)size * sizeof *inverse);
    if (!inverse)
        abort();
    for (int64_t i = 0; i < size; i++)
        inverse[i] = -1;
    bool onto = true;
    for (int64_t i = 0; i < size && onto; i++) {
        onto = table[i] >= 0 && table[i] < size && inverse[table[i]] < 0;
        if (onto)
            inverse[table[i]] = i;
    }
    int64_t shape[M_LEAVES], stride[M_LEAVES];
    size_t n;
    onto = onto && m_represent(inverse, size, &n, shape, stride);
    if (onto)
        m_layout_flat(out, n, shape, stride);
    free(table);
    free(inverse);
    return onto;
}

static int64_t longest_chain(const m_layout *a, int64_t reached)
{
    int64_t longest = reached;
    for (size_t i = 0; i < a->n; i++) {
        if (a->shape[i] > 1 && a->stride[i] == reached) {
            int64_t length = longest_chain(a, reached * a->shape[i]);
            longest = length > longest ? length : longest;
        }
    }
    return longest;
}

int64_t m_longest_chain(const m_layout *a)
{
    return longest_chain(a, 1);
}

bool m_logical_divide(const m_layout *a, const m_tiler *t, m_layout *out)
{
    if (t->n > 0)
        return by_mode(a, t, out, m_logical_divide);
    m_layout parts[2], both;
    parts[0] = t->layout;
    if (!m_complement_to(&t->layout, m_size(a), &parts[1]))
        return false;
    m_concat(2, parts, &both);
    return m_compose(a, &both, out);
}

bool m_logical_product(const m_layout *a, const m_tiler *t, m_layout *out)
{
    if (t->n > 0)
        return by_mode(a, t, out, m_logical_product);
    m_layout parts[2], star;
    if (!m_complement(a, &star) || !m_compose(&star, &t->layout, &parts[1]))
        return false;
    parts[0] = *a;
    m_concat(2, parts, out);
    return true;
}

/* The tiles and the rests of all modes, gathered. `op` gives the pairs. */
static bool zipped(const m_layout *a, const m_tiler *t, m_layout *out,
                   bool (*op)(const m_layout *, const m_tiler *, m_layout *))
{
    if (t->n == 0)
        return op(a, t, out);
    size_t rank = m_rank(a->nest);
    if (t->n > rank)
        return false;
    m_layout *tile = calloc(2 * rank, sizeof *tile), *rest = tile + rank;
    if (!tile)
        abort();
    bool exists = true;
    for (size_t i = 0; i < rank && exists; i++) {
        m_layout mode, split;
        m_mode(a, i, &mode);
        if (i >= t->n) {
            rest[i] = mode;
            continue;
        }
        if (t->mode[i].still) {
            tile[i] = mode;
            m_layout_leaf(&rest[i], 1, 0);
            continue;
        }
        exists = zipped(&mode, &t->mode[i], &split, op);
        if (exists) {
            m_mode(&split, 0, &tile[i]);
            m_mode(&split, 1, &rest[i]);
        }
    }
    if (exists) {
        m_layout both[2];
        m_concat(t->n, tile, &both[0]);
        m_concat(rank, rest, &both[1]);
        m_concat(2, both, out);
    }
    free(tile);
    return exists;
}

bool m_zipped_divide(const m_layout *a, const m_tiler *t, m_layout *out)
{
    return zipped(a, t, out, m_logical_divide);
}

bool m_zipped_product(const m_layout *a, const m_tiler *t, m_layout *out)
{
    return zipped(a, t, out, m_logical_product);
}

/* Appends the modes of a to the list; its only mode when it has no nesting. */
static size_t put_modes(const m_layout *a, m_layout *list)
{
    size_t rank = m_rank(a->nest);
    for (size_t i = 0; i < rank; i++)
        m_mode(a, i, &list[i]);
    return rank;
}

void m_spread(const m_layout *z, bool both, m_layout *out)
{
    m_layout *list = calloc(2 * M_LEAVES, sizeof *list), tile, rest;
    if (!list)
        abort();
    size_t n = 1;
    m_mode(z, 0, &tile);
    m_mode(z, 1, &rest);
    if (both)
        n = put_modes(&tile, list);
    else
        list[0] = tile;
    n += put_modes(&rest, list + n);
    m_concat(n, list, out);
    free(list);
}

/* Modes 1:0 appended up to the rank. */
static void pad(const m_layout *a, size_t rank, m_layout *out)
{
    m_layout mode[M_LEAVES];
    size_t n = put_modes(a, mode);
    while (n < rank)
        m_layout_leaf(&mode[n++], 1, 0);
    m_concat(n, mode, out);
}

static bool paired_product(const m_layout *a, const m_layout *b, bool raked, m_layout *out)
{
    size_t rank = m_rank(a->nest), rank_b = m_rank(b->nest);
    rank = rank_b > rank ? rank_b : rank;
    m_layout part[2], pair[M_LEAVES], product;
    m_tiler tiler = {0};
    pad(a, rank, &part[0]);
    pad(b, rank, &tiler.layout);
    if (!m_logical_product(&part[0], &tiler, &product))
        return false;
    m_mode(&product, raked, &part[0]);
    m_mode(&product, !raked, &part[1]);
    for (size_t i = 0; i < rank; i++) {
        m_layout two[2];
        m_mode(&part[0], i, &two[0]);
        m_mode(&part[1], i, &two[1]);
        m_concat(2, two, &pair[i]);
    }
    /* Two layouts without nesting give a pair. */
    if (*a->nest == 'x' && *b->nest == 'x')
        *out = pair[0];
    else
        m_concat(rank, pair, out);
    return true;
}

bool m_blocked_product(const m_layout *a, const m_layout *b, m_layout *out)
{
    return paired_product(a, b, false, out);
}

bool m_raked_product(const m_layout *a, const m_layout *b, m_layout *out)
{
    return paired_product(a, b, true, out);
}

/* As many copies of the tile in each mode as cover the shape. A copy stands at the number of
 * copies that come before it: those of the modes of less order. */
bool m_tile_to_shape(const m_layout *a, const m_tuple *shape, const int64_t *order, m_layout *out)
{
    size_t rank = m_rank(shape->nest);
    if (m_rank(a->nest) > rank)
        return false;
    m_layout tile, grid;
    int64_t count[M_LEAVES], stride[M_LEAVES];
    pad(a, rank, &tile);
    for (size_t i = 0; i < rank; i++) {
        m_layout mode;
        m_tuple target;
        m_mode(&tile, i, &mode);
        m_tuple_mode(shape, i, &target);
        count[i] = (m_tuple_size(&target) + m_size(&mode) - 1) / m_size(&mode);
    }
    for (size_t i = 0; i < rank; i++) {
        stride[i] = count[i] > 1;
        for (size_t j = 0; j < rank; j++)
            if (order ? order[j] < order[i] : j < i)
                stride[i] *= count[j];
    }
    m_layout_flat(&grid, rank, count, stride);
    if (rank == 1 && *shape->nest == '(')
        strcpy(grid.nest, "(x)");
    return m_blocked_product(*a->nest == 'x' && *grid.nest == 'x' ? a : &tile, &grid, out);
}
