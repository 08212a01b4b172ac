/* coordinate-model.c - the reference for layouts whose values are coordinates. */
#include "config.h"

#include "coordinate-model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "reference model of coordinates: %s\n", what);
        abort();
    }
}

/* ---- looking ---- */

void c_integers(const m_layout *a, c_layout *out)
{
    memset(out, 0, sizeof *out);
    out->n = a->n;
    strcpy(out->nest, a->nest);
    memcpy(out->shape, a->shape, a->n * sizeof *a->shape);
    for (size_t k = 0; k < a->n; k++)
        out->stride[k].axis[0] = a->stride[k];
    out->axes = 1;
    strcpy(out->profile, "x");
}

void c_axis(const c_layout *a, size_t i, m_layout *out)
{
    out->n = a->n;
    strcpy(out->nest, a->nest);
    memcpy(out->shape, a->shape, a->n * sizeof *a->shape);
    for (size_t k = 0; k < a->n; k++)
        out->stride[k] = a->stride[k].axis[i];
}

int64_t c_size(const c_layout *a)
{
    int64_t size = 1;
    for (size_t k = 0; k < a->n; k++)
        size *= a->shape[k];
    return size;
}

void c_mode(const c_layout *a, size_t i, c_layout *out)
{
    const char *at = *a->nest == '(' ? a->nest + 1 : a->nest;
    while (i-- > 0)
        at = m_subtree_end(at);
    const char *end = m_subtree_end(at);
    size_t first = m_leaves(a->nest, at);
    c_layout r = *a;
    r.n = m_leaves(at, end);
    memcpy(r.nest, at, (size_t)(end - at));
    r.nest[end - at] = '\0';
    memcpy(r.shape, a->shape + first, r.n * sizeof *r.shape);
    memcpy(r.stride, a->stride + first, r.n * sizeof *r.stride);
    *out = r;
}

void c_concat(size_t n, const c_layout *modes, c_layout *out)
{
    c_layout r = {.axes = modes[0].axes};
    strcpy(r.profile, modes[0].profile);
    strcpy(r.nest, "(");
    for (size_t i = 0; i < n; i++) {
        need(r.n + modes[i].n <= M_LEAVES, "too many leaves");
        need(strlen(r.nest) + strlen(modes[i].nest) + 2 < M_NODES, "nesting too long");
        strcat(r.nest, modes[i].nest);
        memcpy(r.shape + r.n, modes[i].shape, modes[i].n * sizeof *r.shape);
        memcpy(r.stride + r.n, modes[i].stride, modes[i].n * sizeof *r.stride);
        r.n += modes[i].n;
    }
    strcat(r.nest, ")");
    *out = r;
}

bool c_equal_vectors(const c_layout *a, const c_vector *x, const c_vector *y)
{
    return memcmp(x->axis, y->axis, a->axes * sizeof *x->axis) == 0;
}

static void add_multiple(c_vector *sum, int64_t i, const c_vector *d)
{
    for (size_t q = 0; q < C_AXES; q++)
        sum->axis[q] += i * d->axis[q];
}

/* The leaves [first, first + n) at an integral coordinate of theirs. */
static void add_leaves(const c_layout *a, size_t first, size_t n, int64_t index, c_vector *sum)
{
    for (size_t k = first; k + 1 < first + n; k++) {
        int64_t digit = index % a->shape[k];
        if (digit < 0)
            digit += a->shape[k];
        add_multiple(sum, digit, &a->stride[k]);
        index = (index - digit) / a->shape[k];
    }
    add_multiple(sum, index, &a->stride[first + n - 1]);
}

c_vector c_at(const c_layout *a, int64_t index)
{
    c_vector value = {{0}};
    add_leaves(a, 0, a->n, index, &value);
    return value;
}

/* The coordinate at *crd against what stands at `in`, NULL where there is nothing. */
static void at_crd(const c_layout *a, const char **crd, const int64_t **leaf, const char *in,
                   c_vector *sum)
{
    if (**crd != '(') {
        ++*crd;
        int64_t index = *(*leaf)++;
        need(in || index == 0, "a coordinate where the shape has no mode");
        if (in)
            add_leaves(a, m_leaves(a->nest, in), m_leaves(in, m_subtree_end(in)), index, sum);
        return;
    }
    const char *mode = in && *in == '(' ? in + 1 : in;
    for (++*crd; **crd != ')';) {
        at_crd(a, crd, leaf, mode, sum);
        if (mode)
            mode = *in == '(' ? m_subtree_end(mode) : NULL;
        if (mode && *mode == ')')
            mode = NULL;
    }
    ++*crd;
}

c_vector c_at_crd(const c_layout *a, const char *nest, const int64_t *leaf)
{
    c_vector value = {{0}};
    at_crd(a, &nest, &leaf, a->nest, &value);
    return value;
}

c_vector *c_table(const c_layout *a)
{
    int64_t size = c_size(a);
    c_vector *table = calloc((size_t)size, sizeof *table);
    need(table != NULL, "no memory");
    for (int64_t i = 0; i < size; i++)
        table[i] = c_at(a, i);
    return table;
}

/* ---- the algebra ---- */

/* value = base + i d? */
static bool on_line(size_t axes, const c_vector *value, const c_vector *base, int64_t i,
                    const c_vector *d)
{
    for (size_t q = 0; q < axes; q++)
        if (value->axis[q] != base->axis[q] + i * d->axis[q])
            return false;
    return true;
}

bool c_represent(size_t axes, const c_vector *f, int64_t n, size_t *count, int64_t *shape,
                 c_vector *stride)
{
    int64_t step = 1; /* the function at hand is g(j) = f(j * step), j < n */
    *count = 0;
    while (n > 1) {
        int64_t run = 2;
        while (run < n && on_line(axes, &f[run * step], &f[0], run, &f[step]))
            run++;
        if (n % run != 0)
            return false;
        for (int64_t j = 0; j < n; j++)
            if (!on_line(axes, &f[j * step], &f[(j - j % run) * step], j % run, &f[step]))
                return false;
        need(*count < M_LEAVES, "too many modes");
        shape[*count] = run;
        stride[*count] = f[step];
        ++*count;
        step *= run;
        n /= run;
    }
    return true;
}

/* n modes of one leaf on the axes of `like`; 1:0 when n is 0. */
static void flat(const c_layout *like, size_t n, const int64_t *shape, const c_vector *stride,
                 c_layout *out)
{
    static const c_vector zero;
    m_tuple t;
    int64_t one = 1;
    m_tuple_flat(&t, n ? n : 1, n ? shape : &one);
    c_layout r = {.n = t.n, .axes = like->axes};
    strcpy(r.nest, t.nest);
    strcpy(r.profile, like->profile);
    memcpy(r.shape, t.leaf, t.n * sizeof *r.shape);
    for (size_t k = 0; k < t.n; k++)
        r.stride[k] = n ? stride[k] : zero;
    *out = r;
}

void c_coalesce(const c_layout *a, c_layout *out)
{
    c_vector *table = c_table(a), stride[M_LEAVES];
    int64_t shape[M_LEAVES];
    size_t n;
    need(c_represent(a->axes, table, c_size(a), &n, shape, stride),
         "a layout is not representable");
    free(table);
    flat(a, n, shape, stride, out);
}

bool c_coalesce_by(const c_layout *a, const char *profile, c_layout *out)
{
    if (*profile != '(') {
        c_coalesce(a, out);
        return true;
    }
    size_t rank = m_rank(a->nest), n = m_rank(profile);
    if (n > rank)
        return false;
    c_layout *modes = calloc(rank, sizeof *modes), mode;
    need(modes != NULL, "no memory");
    bool exists = true;
    const char *at = profile + 1;
    for (size_t i = 0; i < rank && exists; i++) {
        c_mode(a, i, &modes[i]);
        if (i >= n)
            continue;
        char part[M_NODES] = "";
        const char *end = m_subtree_end(at);
        memcpy(part, at, (size_t)(end - at));
        mode = modes[i];
        exists = c_coalesce_by(&mode, part, &modes[i]);
        at = end;
    }
    if (exists)
        c_concat(rank, modes, out);
    free(modes);
    return exists;
}

/* A at a value of B. */
static c_vector apply(const c_layout *a, const c_layout *b, const c_vector *x)
{
    return c_at_crd(a, b->profile, x->axis);
}

/* Is A(B(c)) the sum of its values along the leaves, for all c? */
static bool additive(const c_layout *a, const c_layout *b)
{
    int64_t crd[M_LEAVES] = {0}, size = c_size(b);
    for (int64_t c = 0; c < size; c++) {
        c_vector at = {{0}}, sum = {{0}};
        for (size_t k = 0; k < b->n; k++) {
            c_vector along = {{0}}, value;
            add_multiple(&along, crd[k], &b->stride[k]);
            add_multiple(&at, 1, &along);
            value = apply(a, b, &along);
            add_multiple(&sum, 1, &value);
        }
        c_vector value = apply(a, b, &at);
        if (!c_equal_vectors(a, &value, &sum))
            return false;
        for (size_t k = 0; k < b->n && ++crd[k] == b->shape[k]; k++)
            crd[k] = 0;
    }
    return true;
}

/* What leaf k of B becomes; false when that is no layout. */
static bool compose_leaf(const c_layout *a, const c_layout *b, size_t k, c_layout *out)
{
    int64_t n = b->shape[k], shape[M_LEAVES];
    c_vector *f = calloc((size_t)n, sizeof *f), stride[M_LEAVES];
    size_t count;
    need(f != NULL, "no memory");
    for (int64_t i = 0; i < n; i++) {
        c_vector x = {{0}};
        add_multiple(&x, i, &b->stride[k]);
        f[i] = apply(a, b, &x);
    }
    bool exists = c_represent(a->axes, f, n, &count, shape, stride);
    free(f);
    if (!exists)
        return false;
    flat(a, count, shape, stride, out);
    if (n == 1)
        out->stride[0] = apply(a, b, &b->stride[k]);
    return true;
}

bool c_compose(const c_layout *a, const c_layout *b, c_layout *out)
{
    c_layout r = {.axes = a->axes}, leaf;
    size_t length = 0, k = 0;
    strcpy(r.profile, a->profile);
    for (const char *at = b->nest; *at; at++) {
        if (*at != 'x') {
            r.nest[length++] = *at;
            continue;
        }
        if (!compose_leaf(a, b, k++, &leaf))
            return false;
        need(r.n + leaf.n <= M_LEAVES && length + strlen(leaf.nest) < M_NODES, "too many leaves");
        memcpy(r.nest + length, leaf.nest, strlen(leaf.nest));
        length += strlen(leaf.nest);
        memcpy(r.shape + r.n, leaf.shape, leaf.n * sizeof *r.shape);
        memcpy(r.stride + r.n, leaf.stride, leaf.n * sizeof *r.stride);
        r.n += leaf.n;
    }
    if (!additive(a, b))
        return false;
    *out = r;
    return true;
}

/* ---- complements */

/* The parts of the axes nested like the profile. */
static void nest_parts(const c_layout *part, const char *profile, size_t *axis, c_layout *out)
{
    if (*profile != '(') {
        *out = part[(*axis)++];
        return;
    }
    size_t rank = m_rank(profile);
    c_layout *modes = calloc(rank, sizeof *modes);
    const char *at = profile + 1;
    if (!modes)
        abort();
    for (size_t i = 0; i < rank; i++) {
        char inner[M_NODES] = "";
        const char *end = m_subtree_end(at);
        memcpy(inner, at, (size_t)(end - at));
        nest_parts(part, inner, axis, &modes[i]);
        at = end;
    }
    c_concat(rank, modes, out);
    free(modes);
}

bool c_complement(const c_layout *a, const int64_t *size, c_layout *out)
{
    c_layout part[C_AXES] = {0};
    size_t axis = 0;
    for (size_t q = 0; q < a->axes; q++) {
        m_layout of, star;
        c_axis(a, q, &of);
        if (size ? !m_complement_to(&of, size[q], &star) : !m_complement(&of, &star))
            return false;
        c_layout *p = &part[q];
        c_integers(&star, p);
        p->axes = a->axes;
        strcpy(p->profile, a->profile);
        for (size_t k = 0; k < p->n; k++) {
            int64_t d = p->stride[k].axis[0];
            p->stride[k] = (c_vector){{0}};
            p->stride[k].axis[q] = d;
        }
    }
    nest_parts(part, a->profile, &axis, out);
    return true;
}

/* ---- random ones ---- */

void c_rnd_profile(rnd *r, char *profile, size_t *axes)
{
    *axes = (size_t)rnd_in(r, 1, 4);
    rnd_nest(r, *axes, profile);
    if (*profile != '(')
        strcpy(profile, "(x)");
}

static void without_strides(rnd *r, int64_t max, c_layout *out)
{
    m_tuple shape;
    memset(out, 0, sizeof *out);
    rnd_shape(r, max, &shape);
    out->n = shape.n;
    strcpy(out->nest, shape.nest);
    memcpy(out->shape, shape.leaf, shape.n * sizeof *out->shape);
    c_rnd_profile(r, out->profile, &out->axes);
}

/* Every leaf on an axis, the strides of an axis one after the other in a random order,
 * with gaps at times. */
static void strides_apart(rnd *r, c_layout *a)
{
    int64_t next[C_AXES];
    bool done[M_LEAVES] = {false}, ordered = rnd_chance(r, 40);
    for (size_t q = 0; q < C_AXES; q++)
        next[q] = 1;
    for (size_t made = 0; made < a->n; made++) {
        size_t k = ordered ? made : (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
        while (done[k])
            k = (k + 1) % a->n;
        done[k] = true;
        size_t q = (size_t)rnd_in(r, 0, (int64_t)a->axes - 1);
        if (rnd_chance(r, 20))
            next[q] *= rnd_in(r, 2, 4);
        a->stride[k].axis[q] = next[q];
        next[q] *= a->shape[k];
    }
}

void c_rnd_apart(rnd *r, int64_t max, c_layout *out)
{
    without_strides(r, max, out);
    strides_apart(r, out);
}

void c_rnd_layout(rnd *r, int64_t max, c_layout *out)
{
    without_strides(r, max, out);
    if (rnd_chance(r, 60))
        strides_apart(r, out);
    else
        for (size_t k = 0; k < out->n; k++)
            for (size_t q = 0; q < out->axes; q++)
                if (rnd_chance(r, 50))
                    out->stride[k].axis[q] = rnd_in(r, -3, 12);
    for (size_t k = 0; k < out->n; k++) {
        size_t q = (size_t)rnd_in(r, 0, (int64_t)out->axes - 1);
        if (rnd_chance(r, 8))
            out->stride[k] = (c_vector){{0}};
        if (rnd_chance(r, 8))
            out->stride[k].axis[q] = -out->stride[k].axis[q];
        if (rnd_chance(r, 8))
            out->stride[k].axis[q] += rnd_in(r, 1, 4);
    }
}

/* The nesting of a shape, cut off at some of its subtrees: where the integers of a
 * coordinate stand, part[i] being what stands in the place of the i-th. Last modes may be
 * left out. Returns the length written. */
static size_t cut(rnd *r, const c_layout *a, const char *in, bool top, c_layout *out,
                  m_layout *part)
{
    size_t length = 0, rank = m_rank(in);
    const char *end = m_subtree_end(in);
    char *nest = out->profile + strlen(out->profile);
    if (*in != '(' || (!top && rnd_chance(r, 65))) {
        m_layout *p = &part[out->axes++];
        size_t first = m_leaves(a->nest, in);
        p->n = m_leaves(in, end);
        memcpy(p->nest, in, (size_t)(end - in));
        p->nest[end - in] = '\0';
        memcpy(p->shape, a->shape + first, p->n * sizeof *p->shape);
        memset(p->stride, 0, sizeof p->stride);
        strcpy(nest, "x");
        return 1;
    }
    size_t keep = rnd_chance(r, 20) ? (size_t)rnd_in(r, 1, (int64_t)rank) : rank;
    strcpy(nest, "(");
    for (in++; keep > 0 && out->axes < C_AXES; keep--) {
        length += cut(r, a, in, false, out, part);
        in = m_subtree_end(in);
    }
    strcat(out->profile, ")");
    return length + 2;
}

/* One of the axes, rarely one whose part has a single element. */
static size_t any_axis(rnd *r, size_t axes, const m_layout *part)
{
    size_t q = 0;
    for (int tries = 0; tries < 4; tries++) {
        q = (size_t)rnd_in(r, 0, (int64_t)axes - 1);
        if (m_size(&part[q]) > 1)
            break;
    }
    return q;
}

/* An extent and stride for a leaf of B on one of its axes. */
static void inner_leaf(rnd *r, const m_layout *part, int64_t max, int64_t *extent,
                       int64_t *stride)
{
    m_layout inner;
    do
        rnd_inner(r, part, max, &inner);
    while (inner.n > 8);
    size_t k = (size_t)rnd_in(r, 0, (int64_t)inner.n - 1);
    for (size_t i = 0; i < inner.n; i++)
        if (inner.shape[i] > inner.shape[k] && rnd_chance(r, 70))
            k = i;
    *extent = inner.shape[k];
    *stride = inner.stride[k];
}

void c_rnd_inner(rnd *r, const c_layout *a, int64_t max, c_layout *out)
{
    m_layout part[C_AXES];
    memset(out, 0, sizeof *out);
    if (rnd_chance(r, 25)) {
        m_layout whole = {.n = a->n}, inner;
        strcpy(whole.nest, a->nest);
        memcpy(whole.shape, a->shape, a->n * sizeof *a->shape);
        rnd_inner(r, &whole, max, &inner);
        c_integers(&inner, out);
        return;
    }
    cut(r, a, a->nest, true, out, part);
    if (*out->profile != '(') /* a shape that is an integer takes (x,), too */
        strcpy(out->profile, "(x)");
    out->n = (size_t)rnd_in(r, 1, 4);
    rnd_nest(r, out->n, out->nest);
    for (size_t k = 0; k < out->n; k++) {
        size_t q = any_axis(r, out->axes, part);
        inner_leaf(r, &part[q], max > 16 && out->n > 1 ? 16 : max, &out->shape[k],
                   &out->stride[k].axis[q]);
        max /= out->shape[k];
        if (rnd_chance(r, 25)) {
            int64_t extent;
            q = any_axis(r, out->axes, part);
            inner_leaf(r, &part[q], 4, &extent, &out->stride[k].axis[q]);
        }
    }
}

bool c_on_one_axis_each(const c_layout *a)
{
    for (size_t k = 0; k < a->n; k++) {
        size_t axes = 0;
        for (size_t q = 0; q < a->axes; q++)
            axes += a->shape[k] > 1 && a->stride[k].axis[q] != 0;
        if (axes > 1)
            return false;
    }
    return true;
}
