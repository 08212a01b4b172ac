/* model.c - tuples and layouts of the reference model, by enumeration. */
#include "config.h"

#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "reference model: %s\n", what);
        abort();
    }
}

/* ---- nesting */

const char *m_subtree_end(const char *at)
{
    int open = 0;
    do {
        if (*at == '(')
            open++;
        else if (*at == ')')
            open--;
        at++;
    } while (open > 0);
    return at;
}

size_t m_leaves(const char *from, const char *to)
{
    size_t n = 0;
    for (; from < to; from++)
        n += *from == 'x' || *from == '_';
    return n;
}

size_t m_rank(const char *nest)
{
    if (*nest != '(')
        return 1;
    size_t rank = 0;
    for (const char *at = nest + 1; *at != ')'; at = m_subtree_end(at))
        rank++;
    return rank;
}

size_t m_depth(const char *nest)
{
    size_t open = 0, depth = 0;
    for (; *nest; nest++) {
        if (*nest == '(' && ++open > depth)
            depth = open;
        else if (*nest == ')')
            open--;
    }
    return depth;
}

/* Where mode i of the nesting starts and ends. */
static void mode_span(const char *nest, size_t i, const char **from, const char **to)
{
    const char *at = *nest == '(' ? nest + 1 : nest;
    while (i-- > 0)
        at = m_subtree_end(at);
    *from = at;
    *to = m_subtree_end(at);
}

static void put_nest(char *out, const char *from, const char *to)
{
    size_t length = (size_t)(to - from);
    need(length < M_NODES, "nesting too long");
    memmove(out, from, length);
    out[length] = '\0';
}

static void add_nest(char *out, const char *text)
{
    need(strlen(out) + strlen(text) < M_NODES, "nesting too long");
    strcat(out, text);
}

static bool weakly(const char **a, const char **b)
{
    if (**a != '(') {
        (*a)++;
        *b = m_subtree_end(*b);
        return true;
    }
    if (**b != '(')
        return false;
    (*a)++, (*b)++;
    while (**a != ')' && **b != ')')
        if (!weakly(a, b))
            return false;
    if (**a != ')' || **b != ')')
        return false;
    (*a)++, (*b)++;
    return true;
}

bool m_weakly_congruent(const char *a, const char *b)
{
    return weakly(&a, &b);
}

/* ---- tuples */

void m_tuple_leaf(m_tuple *out, int64_t value)
{
    m_tuple_flat(out, 1, &value);
}

void m_tuple_flat(m_tuple *out, size_t n, const int64_t *values)
{
    need(n >= 1 && n <= M_LEAVES, "too many leaves");
    out->n = n;
    out->nest[0] = '\0';
    if (n > 1)
        add_nest(out->nest, "(");
    for (size_t i = 0; i < n; i++) {
        add_nest(out->nest, "x");
        out->leaf[i] = values[i];
    }
    if (n > 1)
        add_nest(out->nest, ")");
}

int64_t m_tuple_size(const m_tuple *t)
{
    int64_t size = 1;
    for (size_t i = 0; i < t->n; i++)
        size *= t->leaf[i];
    return size;
}

void m_tuple_mode(const m_tuple *t, size_t i, m_tuple *out)
{
    const char *from, *to;
    mode_span(t->nest, i, &from, &to);
    size_t first = m_leaves(t->nest, from), n = m_leaves(from, to);
    memmove(out->leaf, t->leaf + first, n * sizeof *out->leaf);
    out->n = n;
    put_nest(out->nest, from, to);
}

void m_tuple_flatten(const m_tuple *t, m_tuple *out)
{
    *out = *t;
    if (*t->nest == '(') {
        size_t length = 0;
        out->nest[length++] = '(';
        for (const char *at = t->nest; *at; at++)
            if (*at == 'x' || *at == '_')
                out->nest[length++] = *at;
        out->nest[length++] = ')';
        out->nest[length] = '\0';
    }
}

void m_tuple_group(const m_tuple *t, size_t i, size_t j, m_tuple *out)
{
    m_tuple r = *t;
    const char *from, *to, *last;
    mode_span(t->nest, i, &from, &last);
    mode_span(t->nest, j - 1, &last, &to);
    bool leaf = *t->nest != '('; /* an integer is its only mode */
    size_t before = (size_t)(from - t->nest), inside = (size_t)(to - from);
    need(strlen(t->nest) + 2 < M_NODES, "nesting too long");
    if (leaf) {
        strcpy(r.nest, "(x)");
    } else {
        r.nest[before] = '(';
        memcpy(r.nest + before + 1, from, inside);
        r.nest[before + 1 + inside] = ')';
        strcpy(r.nest + before + inside + 2, to);
    }
    *out = r;
}

bool m_tuple_equal(const m_tuple *a, const m_tuple *b)
{
    return strcmp(a->nest, b->nest) == 0 && memcmp(a->leaf, b->leaf, a->n * sizeof *a->leaf) == 0;
}

/* Every leaf of a is the size of what stands in its place in b. */
bool m_compatible(const m_tuple *a, const m_tuple *b)
{
    if (!m_weakly_congruent(a->nest, b->nest))
        return false;
    const char *p = a->nest, *q = b->nest;
    size_t i = 0, j = 0;
    for (; *p; p++) {
        if (*p == 'x') {
            int64_t size = 1;
            const char *end = m_subtree_end(q);
            for (size_t k = m_leaves(q, end); k > 0; k--)
                size *= b->leaf[j++];
            if (size != a->leaf[i++])
                return false;
            q = end;
        } else {
            q++;
        }
    }
    return true;
}

int64_t m_crd2idx(const m_tuple *crd, const m_tuple *shape)
{
    need(m_weakly_congruent(crd->nest, shape->nest), "coordinate of another shape");
    const char *q = shape->nest;
    size_t i = 0, j = 0;
    int64_t index = 0, weight = 1;
    for (const char *p = crd->nest; *p; p++) {
        if (*p == 'x') {
            index += crd->leaf[i++] * weight;
            const char *end = m_subtree_end(q);
            for (size_t k = m_leaves(q, end); k > 0; k--)
                weight *= shape->leaf[j++];
            q = end;
        } else {
            q++;
        }
    }
    return index;
}

/* n digits of index in the given extents: floor division, the last digit unbounded. */
static void digits(int64_t index, size_t n, const int64_t *extent, int64_t *out)
{
    for (size_t i = 0; i + 1 < n; i++) {
        int64_t digit = index % extent[i];
        if (digit < 0)
            digit += extent[i];
        out[i] = digit;
        index = (index - digit) / extent[i];
    }
    out[n - 1] = index;
}

void m_idx2crd(int64_t index, const m_tuple *shape, m_tuple *out)
{
    out->n = shape->n;
    strcpy(out->nest, shape->nest);
    digits(index, shape->n, shape->leaf, out->leaf);
}

/* ---- layouts */

void m_layout_leaf(m_layout *out, int64_t shape, int64_t stride)
{
    m_layout_flat(out, 1, &shape, &stride);
}

void m_layout_of(m_layout *out, const m_tuple *shape, const int64_t *stride)
{
    out->n = shape->n;
    strcpy(out->nest, shape->nest);
    memmove(out->shape, shape->leaf, shape->n * sizeof *out->shape);
    memmove(out->stride, stride, shape->n * sizeof *out->stride);
}

void m_layout_flat(m_layout *out, size_t n, const int64_t *shape, const int64_t *stride)
{
    static const int64_t one = 1, zero = 0;
    m_tuple t;
    m_tuple_flat(&t, n ? n : 1, n ? shape : &one);
    m_layout_of(out, &t, n ? stride : &zero);
}

void m_shape(const m_layout *a, m_tuple *out)
{
    out->n = a->n;
    strcpy(out->nest, a->nest);
    memcpy(out->leaf, a->shape, a->n * sizeof *out->leaf);
}

void m_stride(const m_layout *a, m_tuple *out)
{
    out->n = a->n;
    strcpy(out->nest, a->nest);
    memcpy(out->leaf, a->stride, a->n * sizeof *out->leaf);
}

int64_t m_size(const m_layout *a)
{
    int64_t size = 1;
    for (size_t i = 0; i < a->n; i++)
        size *= a->shape[i];
    return size;
}

void m_mode(const m_layout *a, size_t i, m_layout *out)
{
    m_tuple shape, stride;
    m_shape(a, &shape);
    m_stride(a, &stride);
    m_tuple_mode(&shape, i, &shape);
    m_tuple_mode(&stride, i, &stride);
    m_layout_of(out, &shape, stride.leaf);
}

void m_concat(size_t n, const m_layout *modes, m_layout *out)
{
    m_layout r = {0};
    add_nest(r.nest, "(");
    for (size_t i = 0; i < n; i++) {
        need(r.n + modes[i].n <= M_LEAVES, "too many leaves");
        add_nest(r.nest, modes[i].nest);
        memcpy(r.shape + r.n, modes[i].shape, modes[i].n * sizeof *r.shape);
        memcpy(r.stride + r.n, modes[i].stride, modes[i].n * sizeof *r.stride);
        r.n += modes[i].n;
    }
    add_nest(r.nest, ")");
    *out = r;
}

void m_flatten(const m_layout *a, m_layout *out)
{
    m_tuple shape;
    m_shape(a, &shape);
    m_tuple_flatten(&shape, &shape);
    m_layout_of(out, &shape, a->stride);
}

int64_t m_at_natural(const m_layout *a, const int64_t *crd)
{
    int64_t sum = 0;
    for (size_t i = 0; i < a->n; i++)
        sum += crd[i] * a->stride[i];
    return sum;
}

int64_t m_carryless(int64_t i, int64_t d)
{
    int64_t product = 0;
    for (int bit = 0; i >> bit > 0; bit++)
        if (i >> bit & 1)
            product ^= d << bit;
    return product;
}

int64_t m_at(const m_layout *a, int64_t index)
{
    int64_t crd[M_LEAVES];
    digits(index, a->n, a->shape, crd);
    return m_at_natural(a, crd);
}

int64_t m_at_crd(const m_layout *a, const m_tuple *crd)
{
    need(m_weakly_congruent(crd->nest, a->nest), "coordinate of another shape");
    const char *q = a->nest;
    size_t i = 0, j = 0;
    int64_t sum = 0;
    for (const char *p = crd->nest; *p; p++) {
        if (*p == 'x') {
            const char *end = m_subtree_end(q);
            size_t n = m_leaves(q, end);
            int64_t digit[M_LEAVES];
            digits(crd->leaf[i++], n, a->shape + j, digit);
            for (size_t k = 0; k < n; k++)
                sum += digit[k] * a->stride[j + k];
            j += n;
            q = end;
        } else {
            q++;
        }
    }
    return sum;
}

int64_t *m_table(const m_layout *a)
{
    int64_t size = m_size(a);
    int64_t *table = malloc((size_t)size * sizeof *table);
    need(table != NULL, "no memory");
    /* The table of the first k leaves, repeated with the stride of the next one. */
    table[0] = 0;
    int64_t filled = 1;
    for (size_t leaf = 0; leaf < a->n; leaf++) {
        for (int64_t i = filled; i < filled * a->shape[leaf]; i++)
            table[i] = table[i - filled] + a->stride[leaf];
        filled *= a->shape[leaf];
    }
    return table;
}

void m_range(const m_layout *a, int64_t *low, int64_t *high)
{
    int64_t size = m_size(a);
    int64_t *table = m_table(a);
    *low = *high = table[0];
    for (int64_t i = 1; i < size; i++) {
        if (table[i] < *low)
            *low = table[i];
        if (table[i] > *high)
            *high = table[i];
    }
    free(table);
}

int m_by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

bool m_injective(const m_layout *a)
{
    int64_t size = m_size(a);
    int64_t *table = m_table(a);
    qsort(table, (size_t)size, sizeof *table, m_by_value);
    bool distinct = true;
    for (int64_t i = 1; i < size; i++)
        distinct = distinct && table[i] != table[i - 1];
    free(table);
    return distinct;
}

bool m_covers(const m_layout *a, int64_t n)
{
    int64_t size = m_size(a);
    int64_t *table = m_table(a);
    qsort(table, (size_t)size, sizeof *table, m_by_value);
    int64_t wanted = 0;
    for (int64_t i = 0; i < size && wanted < n; i++)
        wanted += table[i] == wanted;
    free(table);
    return wanted >= n;
}

bool m_equiv(const m_layout *a, const m_layout *b)
{
    int64_t size = m_size(a);
    if (size != m_size(b))
        return false;
    int64_t *x = m_table(a), *y = m_table(b);
    bool same = memcmp(x, y, (size_t)size * sizeof *x) == 0;
    free(x);
    free(y);
    return same;
}

bool m_equal(const m_layout *a, const m_layout *b)
{
    return strcmp(a->nest, b->nest) == 0 &&
           memcmp(a->shape, b->shape, a->n * sizeof *a->shape) == 0 &&
           memcmp(a->stride, b->stride, a->n * sizeof *a->stride) == 0;
}

/* One subtree of the coordinate against one of the layout; appends what is left
 * and returns how many modes that is: 0 or 1. */
static size_t slice(const m_layout *a, const m_tuple *crd, const char **p, const char **q,
                    int64_t *offset, m_layout *left)
{
    size_t j = m_leaves(a->nest, *q);
    const char *end = m_subtree_end(*q);
    size_t n = m_leaves(*q, end);
    if (**p == 'x') {
        int64_t digit[M_LEAVES];
        digits(crd->leaf[m_leaves(crd->nest, *p)], n, a->shape + j, digit);
        for (size_t k = 0; k < n; k++)
            *offset += digit[k] * a->stride[j + k];
        (*p)++;
        *q = end;
        return 0;
    }
    if (**p == '_') {
        char text[M_NODES];
        put_nest(text, *q, end);
        add_nest(left->nest, text);
        memcpy(left->shape + left->n, a->shape + j, n * sizeof *a->shape);
        memcpy(left->stride + left->n, a->stride + j, n * sizeof *a->stride);
        left->n += n;
        (*p)++;
        *q = end;
        return 1;
    }
    size_t start = strlen(left->nest), count = 0;
    (*p)++, (*q)++;
    add_nest(left->nest, "(");
    while (**p != ')')
        count += slice(a, crd, p, q, offset, left);
    (*p)++, (*q)++;
    if (count <= 1)
        memmove(left->nest + start, left->nest + start + 1, strlen(left->nest + start));
    else
        add_nest(left->nest, ")");
    return count > 0;
}

void m_slice(const m_layout *a, const m_tuple *crd, int64_t *offset, m_layout *left)
{
    need(m_weakly_congruent(crd->nest, a->nest), "coordinate of another shape");
    const char *p = crd->nest, *q = a->nest;
    m_layout r = {0};
    *offset = 0;
    if (slice(a, crd, &p, &q, offset, &r) == 0)
        m_layout_leaf(&r, 1, 0);
    *left = r;
}

/* ---- representability */

bool m_represent(const int64_t *f, int64_t n, size_t *count, int64_t *shape, int64_t *stride)
{
    int64_t step = 1; /* the function at hand is g(j) = f(j * step), j < n */
    *count = 0;
    while (n > 1) {
        int64_t d = f[step], run = 2;
        while (run < n && f[run * step] == run * d)
            run++;
        if (n % run != 0)
            return false;
        for (int64_t j = 0; j < n; j++)
            if (f[j * step] != j % run * d + f[(j - j % run) * step])
                return false;
        shape[*count] = run;
        stride[*count] = d;
        ++*count;
        step *= run;
        n /= run;
    }
    return true;
}
