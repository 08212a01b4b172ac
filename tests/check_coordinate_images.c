/* check_coordinate_images.c - claims about which coordinates are values, and how often,
 * and about complements, against enumeration. */
#include "config.h"

#include "coordinate-claim.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

#define BOX 4096 /* coordinates of the shapes that values are looked for in */

static int64_t rnd_room(rnd *r)
{
    return rnd_chance(r, 80) ? 200 : 2000;
}

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

static bool injective_visits(const visit *v, int64_t n)
{
    for (int64_t i = 1; i < n; i++)
        if (memcmp(&v[i - 1].value, &v[i].value, sizeof v->value) == 0)
            return false;
    return true;
}

static void rnd_values(rnd *r, c_layout *a)
{
    if (rnd_chance(r, 60))
        c_rnd_apart(r, rnd_room(r), a);
    else
        c_rnd_layout(r, rnd_room(r), a);
    if (rnd_chance(r, 20))
        cc_spoil(r, a);
}

static c_vector moved_at(const c_layout *a, const c_vector *offset, int64_t c)
{
    c_vector value = c_at(a, c);
    for (size_t q = 0; q < a->axes; q++)
        value.axis[q] += offset->axis[q];
    return value;
}

/* ---- injective */

/* "c = .. and c' = .." of the same value. */
static bool collides(claim *c, const c_layout *a, const c_vector *offset)
{
    m_tuple domain = cc_shape(a);
    int64_t p, q;
    if (!claim_place(c, "c = ", &domain, &p) || !claim_place(c, "c' = ", &domain, &q))
        return false;
    c_vector x = moved_at(a, offset, p), y = moved_at(a, offset, q);
    const char *summary = law_printf(c->law, "both are %s", c_vector_text(c->law, a, &x));
    return (p != q && c_equal_vectors(a, &x, &y) && strcmp(summary, c->summary) == 0) ||
           law_fail(c->law, "'%s' at %s is no collision of %s", c->summary, c->where,
                    c_text(c->law, a));
}

LAW(claims_that_values_differ, "injective", proved_or_refuted)
{
    static const c_vector none;
    c_layout a;
    rnd_values(&l->rnd, &a);
    bool holds = injective_visits(visits(l, &a), c_size(&a));
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    return claim_prove(&c, "injective", holds) && (holds || collides(&c, &a, &none));
}

/* ---- shapes of values */

/* A shape with an extent for each axis, at times a tuple with this product. */
static void shape_of_extents(rnd *r, const c_layout *a, const int64_t *extent, m_tuple *shape)
{
    size_t length = 0, axis = 0;
    m_tuple s = {.n = 0};
    for (const char *at = a->profile; *at; at++) {
        if (*at != 'x') {
            s.nest[length++] = *at;
            continue;
        }
        int64_t e = extent[axis++], p = rnd_in(r, 2, 4);
        if (e % p == 0 && rnd_chance(r, 25)) {
            memcpy(s.nest + length, "(xx)", 4);
            length += 4;
            s.leaf[s.n++] = p;
            s.leaf[s.n++] = e / p;
        } else {
            s.nest[length++] = 'x';
            s.leaf[s.n++] = e;
        }
    }
    *shape = s;
}

/* Around the values of a, sometimes too small or too large. */
static int64_t rnd_extents(rnd *r, const c_layout *a, int64_t *extent)
{
    int64_t size = 1;
    for (size_t q = 0; q < a->axes; q++) {
        m_layout axis;
        int64_t low, high;
        c_axis(a, q, &axis);
        m_range(&axis, &low, &high);
        extent[q] = high + 1;
        if (rnd_chance(r, 12))
            extent[q] += rnd_in(r, -1, 1);
        if (rnd_chance(r, 5))
            extent[q] += rnd_in(r, 1, 5);
        extent[q] = extent[q] < 1 ? 1 : extent[q];
        size *= extent[q];
    }
    return size;
}

static bool inside(const c_layout *a, const c_vector *x, const int64_t *extent)
{
    for (size_t q = 0; q < a->axes; q++)
        if (x->axis[q] < 0 || x->axis[q] >= extent[q])
            return false;
    return true;
}

/* The place in the box of a coordinate of the shape, nested like it. */
static bool place_of(const char *text, const m_tuple *shape, int64_t *place)
{
    m_tuple crd = *shape;
    size_t k = 0;
    for (const char *at = text; *at && k < crd.n;) {
        char *end;
        int64_t x = strtoll(at, &end, 10);
        if (end == at) {
            at++;
            continue;
        }
        crd.leaf[k++] = x;
        at = end;
    }
    *place = m_crd2idx(&crd, shape);
    return k == crd.n;
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

static bool rnd_boxed(law *l, boxed *b)
{
    rnd *r = &l->rnd;
    rnd_values(r, &b->a);
    b->size = rnd_extents(r, &b->a, b->extent);
    b->offset = (c_vector){{0}};
    for (size_t q = 0; q < b->a.axes && rnd_chance(r, 10); q++)
        b->offset.axis[q] = rnd_in(r, -1, 2);
    if (b->size > BOX)
        return false;
    shape_of_extents(r, &b->a, b->extent, &b->shape);
    b->count = box_counts(l, &b->a, &b->offset, b->extent, b->size, &b->outside);
    claim_begin(l, &b->c);
    cc_tensor(&b->c, &b->offset, &b->a);
    return true;
}

static int64_t least_count(const boxed *b)
{
    int64_t least = b->count[0];
    for (int64_t i = 1; i < b->size; i++)
        least = b->count[i] < least ? b->count[i] : least;
    return least;
}

/* The evidence shown: a value outside, a coordinate that is not reached, or two that meet. */
static bool shows_failure(boxed *b)
{
    claim *c = &b->c;
    int64_t at;
    if (strcmp(c->where, "size") == 0)
        return c_size(&b->a) != b->size ||
               law_fail(c->law, "the sizes are the same, %lld", (long long)b->size);
    if (strstr(c->where, " and c' = "))
        return collides(c, &b->a, &b->offset);
    if (strncmp(c->where, "coordinate ", 11) == 0)
        return (place_of(c->where + 11, &b->shape, &at) && b->count[at] == 0) ||
               law_fail(c->law, "'%s' is reached", c->where);
    m_tuple domain;
    m_tuple_leaf(&domain, c_size(&b->a));
    if (!claim_place(c, "c = ", &domain, &at))
        return false;
    c_vector x = moved_at(&b->a, &b->offset, at);
    return (!inside(&b->a, &x, b->extent) && cc_step_is(c, 0, &b->a, &x)) ||
           law_fail(c->law, "the value at %s lies in %s", c->where,
                    law_tuple_text(c->law, &b->shape));
}

LAW(in_bounds, "in_bounds", proved_or_refuted)
{
    boxed b;
    if (!rnd_boxed(l, &b))
        return true;
    claim_tuple(&b.c, &b.shape);
    bool holds = b.outside == 0;
    return claim_prove(&b.c, "in_bounds", holds) && (holds || shows_failure(&b));
}

LAW(surjective, "surjective", proved_or_refuted)
{
    boxed b;
    if (!rnd_boxed(l, &b))
        return true;
    claim_tuple(&b.c, &b.shape);
    bool holds = b.outside == 0 && least_count(&b) > 0;
    return claim_prove(&b.c, "surjective", holds) && (holds || shows_failure(&b));
}

LAW(partitions, "partitions", proved_or_refuted)
{
    boxed b;
    if (!rnd_boxed(l, &b))
        return true;
    claim_tuple(&b.c, &b.shape);
    bool holds = b.outside == 0 && least_count(&b) > 0 && c_size(&b.a) == b.size;
    return claim_prove(&b.c, "partitions", holds) && (holds || shows_failure(&b));
}

/* "axis 1, offset 3: 3 is never reached", or a coordinate that is no value. */
static bool shows_gap(boxed *b)
{
    claim *c = &b->c;
    int axis, at = 0;
    long long value;
    m_tuple domain = b->shape;
    int64_t place;
    if (sscanf(c->where, "axis %d, offset %lld%n", &axis, &value, &at) == 2 && at > 0) {
        for (int64_t i = 0; i < c_size(&b->a); i++)
            if (moved_at(&b->a, &b->offset, i).axis[axis] == value)
                return law_fail(c->law, "'%s' is reached at %lld", c->where, (long long)i);
        return value >= 0 && value < b->extent[axis];
    }
    return claim_place(c, "coordinate ", &domain, &place) &&
           (b->count[place] == 0 || law_fail(c->law, "'%s' is reached", c->where));
}

LAW(covers, "covers", proved_or_refuted)
{
    boxed b;
    if (!rnd_boxed(l, &b))
        return true;
    claim_tuple(&b.c, &b.shape);
    bool holds = least_count(&b) > 0;
    return claim_prove(&b.c, "covers", holds) && (holds || shows_gap(&b));
}

/* Onto the coordinates of some shape: that of the largest values. */
LAW(bijective, "bijective, compact", proved_or_refuted)
{
    boxed b;
    rnd *r = &l->rnd;
    rnd_values(r, &b.a);
    bool negative = false;
    int64_t low;
    b.size = 1;
    for (size_t q = 0; q < b.a.axes; q++) {
        m_layout axis;
        c_axis(&b.a, q, &axis);
        m_range(&axis, &low, &b.extent[q]);
        negative |= low < 0;
        b.size *= ++b.extent[q];
    }
    if (b.size > BOX)
        return true;
    b.shape.n = b.a.axes;
    strcpy(b.shape.nest, b.a.profile);
    memcpy(b.shape.leaf, b.extent, sizeof b.extent);
    b.offset = (c_vector){{0}};
    b.count = box_counts(l, &b.a, &b.offset, b.extent, b.size, &b.outside);
    bool holds = !negative && least_count(&b) > 0 && c_size(&b.a) == b.size;
    claim_begin(l, &b.c);
    cc_layout(&b.c, &b.a);
    return claim_prove(&b.c, rnd_chance(r, 50) ? "bijective" : "compact", holds) &&
           (holds || shows_failure(&b));
}

/* ---- two images */

/* On the axes of x. */
static void rnd_other(rnd *r, const c_layout *x, c_layout *y)
{
    do
        rnd_values(r, y);
    while (y->axes < x->axes);
    y->axes = x->axes;
    strcpy(y->profile, x->profile);
    for (size_t k = 0; k < y->n; k++)
        for (size_t q = x->axes; q < C_AXES; q++)
            y->stride[k].axis[q] = 0;
}

/* Some leaves of y, split or with other strides. */
static void rnd_part(rnd *r, const c_layout *y, c_layout *x)
{
    *x = *y;
    for (size_t k = 0; k < x->n; k++) {
        if (rnd_chance(r, 30))
            x->shape[k] = rnd_in(r, 1, x->shape[k]);
        if (rnd_chance(r, 10))
            for (size_t q = 0; q < x->axes; q++)
                x->stride[k].axis[q] *= 2;
    }
    if (rnd_chance(r, 10))
        cc_spoil(r, x);
}

LAW(contained, "contained", proved_or_refuted)
{
    c_layout t, a;
    rnd_values(&l->rnd, &a);
    if (rnd_chance(&l->rnd, 85))
        rnd_part(&l->rnd, &a, &t);
    else
        rnd_other(&l->rnd, &a, &t);
    visit *of_a = visits(l, &a);
    bool holds = true;
    for (int64_t c = 0; holds && c < c_size(&t); c++) {
        c_vector x = c_at(&t, c);
        holds = count_of(of_a, c_size(&a), &x) > 0;
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &t);
    cc_layout(&c, &a);
    if (!claim_prove(&c, "contained", holds) || holds)
        return !l->failure;
    m_tuple domain = cc_shape(&t);
    int64_t at;
    if (!claim_place(&c, "c = ", &domain, &at))
        return false;
    c_vector x = c_at(&t, at);
    return (count_of(of_a, c_size(&a), &x) == 0 && cc_step_is(&c, 0, &t, &x)) ||
           law_fail(l, "the value at %s is one of A", c.where);
}

LAW(disjoint, "disjoint", proved_or_refuted)
{
    c_layout a, b;
    static const c_vector zero;
    c_rnd_apart(&l->rnd, 60, &a);
    rnd_other(&l->rnd, &a, &b);
    if (rnd_chance(&l->rnd, 60)) /* leaves of one layout that is apart */
        for (size_t k = 0; k < b.n && k < a.n; k++) {
            b.shape[k] = a.shape[k];
            b.stride[k] = a.stride[k];
            if (rnd_chance(&l->rnd, 50))
                a.stride[k] = zero;
            else
                b.stride[k] = zero;
        }
    visit *of_b = visits(l, &b);
    bool holds = true;
    for (int64_t c = 0; holds && c < c_size(&a); c++) {
        c_vector x = c_at(&a, c);
        holds = c_equal_vectors(&a, &x, &zero) || count_of(of_b, c_size(&b), &x) == 0;
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    cc_layout(&c, &b);
    if (!claim_prove(&c, "disjoint", holds) || holds)
        return !l->failure;
    m_tuple first = cc_shape(&a), second = cc_shape(&b);
    int64_t p, q;
    if (!claim_place(&c, "c = ", &first, &p) || !claim_place(&c, "c' = ", &second, &q))
        return false;
    c_vector x = c_at(&a, p), y = c_at(&b, q);
    return (c_equal_vectors(&a, &x, &y) && !c_equal_vectors(&a, &x, &zero)) ||
           law_fail(l, "%s share no value but 0", c.where);
}

/* The library's quotient by a tiler, at times with a stride changed. */
LAW(divides_into, "divides_into", proved_or_refuted)
{
    c_layout a, d, first;
    m_layout whole, t;
    c_rnd_apart(&l->rnd, 300, &a);
    c_axis(&a, 0, &whole);
    rnd_inner(&l->rnd, &whole, 60, &t);
    lc_tiler *tiler = lc_tiler_layout(l->ctx, law_layout(l, &t));
    lc_layout *quotient = law_own(l, lc_logical_divide(l->ctx, c_lib(l, &a, true), tiler));
    lc_tiler_free(tiler);
    if (!quotient || !cc_model(l, quotient, &a, &d))
        return true;
    if (rnd_chance(&l->rnd, 40))
        cc_spoil(&l->rnd, &d);
    c_layout inner;
    c_integers(&t, &inner);
    c_mode(&d, 0, &first);
    m_tuple fine = cc_shape(&first), coarse = cc_shape(&inner);
    bool holds = m_compatible(&coarse, &fine);
    for (int64_t c = 0; holds && c < c_size(&first); c++) {
        c_vector x = c_at(&first, c), y = c_at(&a, m_at(&t, c));
        holds = c_equal_vectors(&a, &x, &y);
    }
    visit *of_d = visits(l, &d), *of_a = visits(l, &a);
    for (int64_t i = 0; holds && i < c_size(&a); i++)
        holds = count_of(of_d, c_size(&d), &of_a[i].value) ==
                count_of(of_a, c_size(&a), &of_a[i].value);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &d);
    cc_layout(&c, &a);
    claim_layout(&c, "T", &t);
    c.names = 0;
    return claim_prove(&c, "divides_into", holds);
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

SUITE_MAIN("images of coordinates", claims_that_values_differ, in_bounds, surjective, partitions,
           covers, bijective, contained, disjoint, divides_into, complements, complements_in)
