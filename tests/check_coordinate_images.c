/* check_coordinate_images.c - complements of layouts of coordinates, against enumeration. */
#include "config.h"

#include "coordinate-claim.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

#define BOX 4096 /* coordinates of the shapes that values are looked for in */

/* ---- enumeration */

typedef struct {
    c_vector value;
    int64_t c;
} visit;

static int compare_visits(const void *x, const void *y)
{
    const visit *a = x, *b = y;
    int order = memcmp(a->value.axis, b->value.axis, sizeof a->value.axis);
    return order ? order : (a->c > b->c) - (a->c < b->c);
}

/* All values in some order; the case owns it. */
static visit *visits(law *l, const c_layout *a)
{
    int64_t n = c_size(a);
    visit *v = calloc((size_t)n, sizeof *v);
    law_own_memory(l, v);
    for (int64_t c = 0; c < n; c++)
        v[c] = (visit){c_at(a, c), c};
    qsort(v, (size_t)n, sizeof *v, compare_visits);
    return v;
}

/* How often a value is reached. */
static int64_t count_of(const visit *v, int64_t n, const c_vector *value)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++)
        count += memcmp(v[i].value.axis, value->axis, sizeof value->axis) == 0;
    return count;
}

static c_vector moved_at(const c_layout *a, const c_vector *offset, int64_t c)
{
    c_vector value = c_at(a, c);
    for (size_t q = 0; q < a->axes; q++)
        value.axis[q] += offset->axis[q];
    return value;
}

/* ---- shapes of values */

static bool inside(const c_layout *a, const c_vector *x, const int64_t *extent)
{
    for (size_t q = 0; q < a->axes; q++)
        if (x->axis[q] < 0 || x->axis[q] >= extent[q])
            return false;
    return true;
}

/* A layout, moved at times, and the coordinates of a shape. */
typedef struct {
    claim c;
    c_layout a;
    c_vector offset;
    int64_t extent[C_AXES], size, outside;
    m_tuple shape;
    int64_t *count;
} boxed;

/* How often each coordinate of the box is reached; the number of values outside. */
static int64_t *box_counts(law *l, const c_layout *a, const c_vector *offset,
                           const int64_t *extent, int64_t size, int64_t *outside)
{
    int64_t *count = calloc((size_t)size, sizeof *count);
    law_own_memory(l, count);
    *outside = 0;
    for (int64_t c = 0; c < c_size(a); c++) {
        c_vector x = moved_at(a, offset, c);
        int64_t place = 0, stride = 1;
        if (!inside(a, &x, extent)) {
            ++*outside;
            continue;
        }
        for (size_t q = 0; q < a->axes; stride *= extent[q++])
            place += stride * x.axis[q];
        count[place]++;
    }
    return count;
}

/* ---- complements */

/* The part of C for each leaf of the profile. */
static size_t parts_of(const c_layout *c, const char **profile, const char *in, c_layout *part)
{
    if (**profile != '(') {
        ++*profile;
        size_t first = m_leaves(c->nest, in);
        *part = *c;
        part->n = m_leaves(in, m_subtree_end(in));
        memcpy(part->shape, c->shape + first, part->n * sizeof *part->shape);
        memcpy(part->stride, c->stride + first, part->n * sizeof *part->stride);
        return 1;
    }
    size_t n = 0;
    const char *mode = in + 1;
    for (++*profile; **profile != ')'; mode = m_subtree_end(mode))
        n += parts_of(c, profile, mode, part + n);
    ++*profile;
    return n;
}

static int colex(const c_layout *a, const c_vector *x, const c_vector *y)
{
    for (size_t q = a->axes; q-- > 0;)
        if (x->axis[q] != y->axis[q])
            return x->axis[q] < y->axis[q] ? -1 : 1;
    return 0;
}

/* Values of `part` up to which they have to be looked at: the leaf that extends grows
 * without end on some axis, the strides being 0 or more, and A's values have an end. */
static int64_t end_of(const c_layout *part, bool extended, const c_layout *a)
{
    int64_t size = c_size(part), most = 0;
    if (!extended)
        return size;
    for (size_t q = 0; q < a->axes; q++) {
        m_layout axis;
        int64_t low, high;
        c_axis(a, q, &axis);
        m_range(&axis, &low, &high);
        most = high > most ? high : most;
    }
    return size * (most + 2);
}

static bool increases(const c_layout *part, int64_t end)
{
    for (int64_t i = 0; i + 1 < end; i++) {
        c_vector x = c_at(part, i), y = c_at(part, i + 1);
        if (colex(part, &x, &y) >= 0)
            return false;
    }
    return true;
}

/* Is some sum of values of the parts, not all at 0, a value of A? */
static bool shares(const c_layout *part, size_t n, const int64_t *end, c_vector sum, bool zero,
                   const visit *of_a, int64_t size)
{
    if (n == 0)
        return !zero && count_of(of_a, size, &sum) > 0;
    for (int64_t i = 0; i < end[0]; i++) {
        c_vector value = c_at(part, i), next = sum;
        for (size_t q = 0; q < C_AXES; q++)
            next.axis[q] += value.axis[q];
        if (shares(part + 1, n - 1, end + 1, next, zero && i == 0, of_a, size))
            return true;
    }
    return false;
}

/* Laws 28 and 29 by enumeration; false when that would take too long. */
static bool laws_hold(law *l, const c_layout *c, const c_layout *a, bool extended, bool *hold)
{
    c_layout part[C_AXES];
    int64_t end[C_AXES], work = c_size(a);
    const char *profile = a->profile;
    size_t n = parts_of(c, &profile, c->nest, part);
    *hold = true;
    for (size_t p = 0; p < n; p++) {
        end[p] = end_of(&part[p], extended, a);
        *hold = *hold && increases(&part[p], extended ? 2 * c_size(&part[p]) + 1 : end[p]);
        work *= end[p];
        if (work > 200000)
            return false;
    }
    *hold = *hold && !shares(part, n, end, (c_vector){{0}}, true, visits(l, a), c_size(a));
    return true;
}

/* C by the library, changed at times, or anything nested like the values. */
static bool rnd_complement(law *l, const c_layout *a, c_layout *c)
{
    lc_layout *of_lib = rnd_chance(&l->rnd, 80)
                            ? law_own(l, lc_complement(l->ctx, c_lib(l, a, true)))
                            : NULL;
    if (of_lib) {
        if (!cc_model(l, of_lib, a, c))
            return false;
    } else {
        *c = *a;
        c->n = a->axes;
        strcpy(c->nest, a->profile);
        memset(c->stride, 0, sizeof c->stride);
        for (size_t k = 0; k < c->n; k++) {
            c->shape[k] = rnd_in(&l->rnd, 1, 3);
            c->stride[k].axis[k] = rnd_in(&l->rnd, 1, 9);
        }
    }
    if (rnd_chance(&l->rnd, 40)) {
        size_t k = (size_t)rnd_in(&l->rnd, 0, (int64_t)c->n - 1);
        size_t q = (size_t)rnd_in(&l->rnd, 0, (int64_t)c->axes - 1);
        c->stride[k].axis[q] += rnd_in(&l->rnd, -1, 2);
        if (c->stride[k].axis[q] < 0)
            c->stride[k].axis[q] = 0;
    }
    return true;
}

LAW(complements, "complements", proved_or_refuted)
{
    c_layout a, c;
    bool holds;
    c_rnd_apart(&l->rnd, 24, &a);
    if (!rnd_complement(l, &a, &c) || !laws_hold(l, &c, &a, true, &holds))
        return true;
    claim k;
    claim_begin(l, &k);
    cc_layout(&k, &c);
    cc_layout(&k, &a);
    return claim_prove(&k, "complements", holds);
}

/* Up to a shape: the finite domain of C, and (A,C) reaches all of the shape. */
LAW(complements_in, "complements up to a shape", proved_or_refuted)
{
    c_layout a, c, both;
    bool holds;
    int64_t extent[C_AXES], size = 1, outside;
    m_tuple shape = {.n = 0};
    c_rnd_apart(&l->rnd, 24, &a);
    for (size_t q = 0; q < a.axes; q++) {
        m_layout axis;
        int64_t low;
        c_axis(&a, q, &axis);
        m_range(&axis, &low, &extent[q]);
        extent[q] += rnd_in(&l->rnd, 1, 4);
        size *= extent[q];
    }
    shape.n = a.axes;
    strcpy(shape.nest, a.profile);
    memcpy(shape.leaf, extent, sizeof extent);
    lc_layout *of_lib =
        law_own(l, lc_complement_in(l->ctx, c_lib(l, &a, true), law_tuple(l, &shape)));
    if (size > BOX || !of_lib || !cc_model(l, of_lib, &a, &c))
        return true;
    if (rnd_chance(&l->rnd, 30))
        cc_spoil(&l->rnd, &c);
    if (!laws_hold(l, &c, &a, false, &holds))
        return true;
    c_concat(2, (const c_layout[]){a, c}, &both);
    int64_t *count = box_counts(l, &both, &(c_vector){{0}}, extent, size, &outside);
    for (int64_t i = 0; i < size; i++)
        holds = holds && count[i] > 0;
    claim k;
    claim_begin(l, &k);
    cc_layout(&k, &c);
    cc_layout(&k, &a);
    claim_tuple(&k, &shape);
    return claim_prove(&k, "complements", holds);
}

SUITE_MAIN("images of coordinates", complements, complements_in)
