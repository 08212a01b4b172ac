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

/* Mode i of a treated by f with mode i of the tiler; modes past the tiler stay. */
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
        if (i < t->n)
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
