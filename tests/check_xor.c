/* check_xor.c - layouts whose strides add by XOR, against enumeration.
 *
 * A layout of the model stands for one of XOR strides, its strides being their bits; what
 * it means is written out here, bit by bit.
 */
#include "config.h"

#include "../lib/linear.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#define SIZE 192

/* ---- the model */

/* At an integral coordinate, inside the domain or above it. */
static int64_t x_at(const m_layout *a, int64_t index)
{
    int64_t value = 0;
    for (size_t k = 0; k < a->n; k++) {
        int64_t digit = k + 1 < a->n ? index % a->shape[k] : index;
        index /= a->shape[k];
        value ^= m_carryless(digit, a->stride[k]);
    }
    return value;
}

/* Extents of powers of two mostly; strides that make it one to one often. */
static void rnd_xor(rnd *r, m_layout *out)
{
    m_tuple shape = {.n = (size_t)rnd_in(r, 1, 4)};
    int64_t stride[4], place = 0, size = 1;
    size_t powers = (size_t)rnd_in(r, 0, 100), packed = (size_t)rnd_in(r, 0, 100);
    rnd_nest(r, shape.n, shape.nest);
    for (size_t k = 0; k < shape.n; k++) {
        int64_t extent = (size_t)rnd_in(r, 0, 100) < powers || powers > 60
                             ? (int64_t)1 << rnd_in(r, 0, 3)
                             : rnd_in(r, 1, 7);
        if (k + 1 == shape.n && rnd_chance(r, 30))
            extent = rnd_in(r, 1, 7);
        shape.leaf[k] = size * extent > SIZE ? 1 : extent;
        size *= shape.leaf[k];
        stride[k] = rnd_in(r, 0, 40);
        if (packed > 30) /* a bit of its own above any of the bits below it */
            stride[k] = ((int64_t)1 << place) ^ rnd_in(r, 0, ((int64_t)1 << place) - 1);
        if (packed > 30 && rnd_chance(r, 30))
            stride[k] = (int64_t)1 << place;
        if (rnd_chance(r, 8))
            stride[k] = 0;
        while ((int64_t)1 << place < size)
            place++;
    }
    m_layout_of(out, &shape, stride);
}

/* As one of the library's. */
static lc_layout *x_layout(law *l, const m_layout *a)
{
    lc_layout *unit[M_LEAVES] = {NULL};
    m_tuple shape;
    m_shape(a, &shape);
    lc_tuple *extents = law_tuple(l, &shape);
    for (size_t k = 0; k < a->n; k++)
        unit[k] = law_own(l, lc_layout_xor(l->ctx, lc_int_si(l->ctx, a->stride[k])));
    lc_layout *flat = law_own(l, lc_layout_concat(l->ctx, a->n, unit));
    lc_layout *strides = law_own(l, lc_layout_unflatten(l->ctx, flat, extents));
    return law_own(l, lc_layout_reshape(l->ctx, extents, strides));
}

static int64_t at(law *l, const lc_layout *a, int64_t index)
{
    return lc_int_get_si(lc_layout_at(l->ctx, a, lc_int_si(l->ctx, index)));
}

static int64_t size_of(law *l, const lc_layout *a)
{
    return lc_int_get_si(lc_layout_size(l->ctx, a));
}

/* The case fails: what an operation makes of a layout. */
static bool wrong(law *l, const char *operation, const lc_layout *a, const lc_layout *got)
{
    return law_fail(l, "%s(%s) is %s", operation, law_show(l, a), law_show(l, got));
}

/* The least number of modes of a layout of f(i) = f[i * place] on [0, left); -1 when there
 * is none. Every first mode is tried. */
static int fewest(const int64_t *f, int64_t place, int64_t left)
{
    int best = left == 1 ? 0 : -1;
    for (int64_t n = 2; n <= left && f[(n - 1) * place] == m_carryless(n - 1, f[place]); n++) {
        bool splits = left % n == 0;
        for (int64_t i = 0; splits && i < left; i++)
            splits = f[i * place] == (f[i % n * place] ^ f[(i - i % n) * place]);
        int rest = splits ? fewest(f, place * n, left / n) : -1;
        if (rest >= 0 && (best < 0 || rest + 1 < best))
            best = rest + 1;
    }
    return best;
}

/* ---- evaluation */

LAW(values, "values at integral and natural coordinates",
    CLASSES("a power of two", "another size"))
{
    m_layout a;
    m_tuple shape, crd;
    rnd_xor(&l->rnd, &a);
    m_shape(&a, &shape);
    lc_layout *layout = x_layout(l, &a);
    law_saw(l, m_is_power(m_size(&a)) ? 0 : 1);
    for (int64_t i = 0; i < 3 * m_size(&a); i++)
        if (at(l, layout, i) != x_at(&a, i))
            return law_fail(l, "%s at %lld", law_show(l, layout), (long long)i);
    for (int round = 0; round < 8; round++) {
        lc_int value;
        rnd_crd(&l->rnd, &shape, false, &crd);
        if (!lc_layout_eval(l->ctx, layout, law_tuple(l, &crd), &value) ||
            lc_int_get_si(value) != x_at(&a, m_crd2idx(&crd, &shape)))
            return law_fail(l, "%s at %s", law_show(l, layout), law_tuple_text(l, &crd));
    }
    return true;
}

LAW_SHARE(no_values_below_zero, "no value below zero", 10, NULL)
{
    m_layout a;
    rnd_xor(&l->rnd, &a);
    lc_layout *layout = x_layout(l, &a);
    lc_layout_at(l->ctx, layout, lc_int_const(-1));
    lc_tuple *value = law_own_tuple(l, lc_layout_value_at(l->ctx, layout, lc_int_const(-1)));
    return (!value && lc_ctx_code(l->ctx) == LC_ERR_INVALID) ||
           law_fail(l, "%s at -1", law_show(l, layout));
}

LAW(largest_values, "the largest value", CLASSES("a power of two", "another size"))
{
    m_layout a;
    rnd_xor(&l->rnd, &a);
    int64_t most = 0;
    for (int64_t i = 0; i < m_size(&a); i++)
        most = x_at(&a, i) > most ? x_at(&a, i) : most;
    lc_layout *layout = x_layout(l, &a);
    lc_int value, low, high;
    law_saw(l, m_is_power(m_size(&a)) ? 0 : 1);
    lc_layout_range(l->ctx, layout, &low, &high);
    return (lc_layout_largest(l->ctx, layout, &value) && lc_int_get_si(value) == most &&
            lc_int_get_si(lc_layout_cosize(l->ctx, layout)) == most + 1 && lc_int_is_zero(low) &&
            lc_int_get_si(high) == most) ||
           law_fail(l, "the largest value of %s: %lld", law_show(l, layout),
                    (long long)lc_int_get_si(value));
}

/* ---- coalescing */

LAW(coalesced_layouts, "coalesce has the least rank", CLASSES("as many modes", "fewer modes"))
{
    m_layout a;
    rnd_xor(&l->rnd, &a);
    int64_t size = m_size(&a), f[SIZE];
    for (int64_t i = 0; i < size; i++)
        f[i] = x_at(&a, i);
    lc_layout *layout = x_layout(l, &a), *got = law_own(l, lc_coalesce(l->ctx, layout));
    int modes = fewest(f, 1, size);
    law_saw(l, (size_t)(modes < (int)a.n));
    if (!got || size_of(l, got) != size || (int)lc_layout_nleaves(got) != (modes > 0 ? modes : 1))
        return law_fail(l, "coalesce(%s) is %s, of %d modes", law_show(l, layout),
                        law_show(l, got), modes);
    for (int64_t i = 0; i < size; i++)
        if (at(l, got, i) != f[i])
            return wrong(l, "coalesce", layout, got);
    return true;
}

/* ---- composition */

typedef struct {
    m_layout layout;
    bool by_xor;
    lc_layout *of;
} operand;

static int64_t operand_at(const operand *o, int64_t index)
{
    return o->by_xor ? x_at(&o->layout, index) : m_at(&o->layout, index);
}

/* No two columns share a bit. */
static bool is_apart(const m_layout *a)
{
    int64_t seen = 0;
    for (size_t k = 0; k < a->n; k++)
        for (int64_t i = 1; i < a->shape[k]; i <<= 1) {
            if (seen & (a->stride[k] * i))
                return false;
            seen |= a->stride[k] * i;
        }
    return true;
}

static void rnd_operand(law *l, bool by_xor, operand *o)
{
    o->by_xor = by_xor;
    if (by_xor) {
        rnd_xor(&l->rnd, &o->layout);
        o->of = x_layout(l, &o->layout);
        return;
    }
    rnd_layout(&l->rnd, 96, &o->layout);
    if (rnd_chance(&l->rnd, 60)) { /* extents and strides that go with bits */
        rnd_xor(&l->rnd, &o->layout);
        for (size_t k = 0; k < o->layout.n && rnd_chance(&l->rnd, 60); k++)
            o->layout.stride[k] = (int64_t)1 << rnd_in(&l->rnd, 0, 6);
    }
    o->of = law_layout(l, &o->layout);
}

/* The modes of a layout with B's shape and these values, one leaf of B after the other; -1
 * when there is none. */
static int modes_of(const int64_t *f, const m_layout *b)
{
    int64_t size = m_size(b), place = 1;
    int modes = 0;
    for (int64_t c = 0; c < size; c++) {
        int64_t rest = c, unit = 1, value = 0;
        for (size_t k = 0; k < b->n; k++) {
            value ^= f[rest % b->shape[k] * unit];
            rest /= b->shape[k];
            unit *= b->shape[k];
        }
        if (f[c] != value)
            return -1;
    }
    for (size_t k = 0; k < b->n; k++) {
        int leaf = fewest(f, place, b->shape[k]);
        if (leaf < 0)
            return -1;
        modes += leaf > 0 ? leaf : 1;
        place *= b->shape[k];
    }
    return modes;
}

static int composite_modes(const operand *a, const operand *b)
{
    int64_t f[SIZE];
    for (int64_t c = 0; c < m_size(&b->layout); c++) {
        int64_t x = operand_at(b, c);
        if (x < 0 && a->by_xor)
            return -1;
        f[c] = operand_at(a, x);
        if (f[c] < 0)
            return -1;
    }
    return modes_of(f, &b->layout);
}

/* B as integers: the composite is that of integers. */
static bool composes_integers(law *l, const operand *a, const operand *b, const lc_layout *got,
                              const char *what)
{
    m_layout want;
    bool exists = m_compose(&a->layout, &b->layout, &want);
    law_saw(l, 3);
    return law_same(l, got, exists, &want, what);
}

static bool is_composite(law *l, const operand *a, const operand *b, const lc_layout *got,
                         const char *what)
{
    lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, got));
    lc_tuple *given = law_own_tuple(l, lc_layout_shape(l->ctx, b->of));
    if (!lc_tuple_refines(l->ctx, shape, given))
        return law_fail(l, "%s is %s", what, law_show(l, got));
    for (int64_t c = 0; c < m_size(&b->layout); c++)
        if (at(l, got, c) != operand_at(a, operand_at(b, c)))
            return law_fail(l, "%s is %s, at %lld", what, law_show(l, got), (long long)c);
    return true;
}

/* What is said against the composite holds. */
static bool failure_holds(law *l, const operand *a, const operand *b, const lc_compose_failure *f,
                          const char *what)
{
    lc_int index;
    lc_tuple *crd = law_own_tuple(l, f->crd);
    lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, b->of));
    if (!crd || !f->by_xor || !lc_crd2idx(l->ctx, crd, shape, &index))
        return law_fail(l, "%s fails without a coordinate", what);
    int64_t c = lc_int_get_si(index), x = operand_at(b, c), value = lc_int_get_si(f->value);
    if (f->reason == LC_COMPOSE_NEGATIVE) {
        bool before = a->by_xor && x < 0;
        return (value < 0 && value == (before ? x : operand_at(a, x))) ||
               law_fail(l, "%s: the negative value at %lld", what, (long long)c);
    }
    int64_t other = lc_int_get_si(f->candidate);
    if (value == other || value != operand_at(a, x))
        return law_fail(l, "%s: the value at %lld", what, (long long)c);
    if (f->reason == LC_COMPOSE_ADDITIVE) {
        int64_t place = 1, parts = 0;
        for (size_t k = 0; k < b->layout.n; place *= b->layout.shape[k++])
            parts ^= operand_at(a, operand_at(b, lc_int_get_si(lc_tuple_value(crd, k)) * place));
        return parts == other || law_fail(l, "%s: the parts at %lld", what, (long long)c);
    }
    int64_t place = 1, run = lc_int_get_si(f->run);
    for (size_t k = 0; k < f->leaf; k++)
        place *= b->layout.shape[k];
    int64_t first = operand_at(a, operand_at(b, c / run));
    bool holds = c % run == 0 && c % place == 0 && other == m_carryless(run, first);
    for (int64_t i = 0; i < run; i++)
        holds = holds && operand_at(a, operand_at(b, c / run * i)) == m_carryless(i, first);
    return holds || law_fail(l, "%s: the run to %lld", what, (long long)c);
}

LAW(composites, "compose exists when some layout of XOR strides does",
    CLASSES("a value", "no run", "no sum", "of integers"))
{
    operand a, b;
    int kinds = (int)rnd_in(&l->rnd, 1, 3);
    rnd_operand(l, kinds & 1, &a);
    rnd_operand(l, kinds & 2, &b);
    if (m_size(&b.layout) > SIZE)
        return true;
    lc_compose_failure f;
    lc_layout *got = law_own(l, lc_compose_explain(l->ctx, a.of, b.of, &f));
    bool none = !got && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE;
    const char *what = law_printf(l, "compose(%s,%s)", law_show(l, a.of), law_show(l, b.of));
    if (!a.by_xor && is_apart(&b.layout)) {
        law_own_tuple(l, f.crd);
        return composes_integers(l, &a, &b, got, what);
    }
    int modes = composite_modes(&a, &b);
    law_saw(l, got ? 0 : none && f.reason == LC_COMPOSE_RUN ? 1 : 2);
    if (got ? modes != (int)lc_layout_nleaves(got) : modes >= 0 || !none)
        return law_fail(l, "%s is %s, where there are %d modes", what, law_show(l, got), modes);
    if (got && !lc_int_is_one(lc_layout_size(l->ctx, got)) && lc_layout_codomain(got) != LC_XOR)
        return law_fail(l, "%s is %s", what, law_show(l, got));
    return got ? is_composite(l, &a, &b, got, what) : failure_holds(l, &a, &b, &f, what);
}

/* B has coordinates, one integer for each of the first modes of A. */
LAW(composites_after_coordinates, "compose of XOR strides after coordinates",
    CLASSES("a value", "no value"))
{
    m_layout a, mode, axis[4];
    int64_t f[SIZE] = {0};
    rnd_xor(&l->rnd, &a);
    size_t rank = m_rank(a.nest), n = (size_t)rnd_in(&l->rnd, 1, (int64_t)rank);
    if (a.nest[0] != '(' || rank > 4)
        return true;
    lc_int one[4] = {{1}, {1}, {1}, {1}};
    lc_tuple *profile = law_own_tuple(l, lc_tuple_flat(l->ctx, n, one));
    lc_tuple *each = law_own_tuple(l, lc_tuple_of(l->ctx, 1, &profile));
    if (n == 1) /* a tuple of one */
        profile = law_own_tuple(l, lc_tuple_flatten(l->ctx, each));
    lc_layout *b = NULL;
    rnd_xor(&l->rnd, &axis[0]);
    for (size_t i = 0; i < n; i++) {
        axis[i] = axis[0];
        m_mode(&a, i, &mode);
        for (size_t k = 0; k < axis[i].n; k++)
            axis[i].stride[k] = rnd_chance(&l->rnd, 60) ? 0 : rnd_in(&l->rnd, 0, 6);
        lc_layout *part = law_own(l,
                                  lc_layout_on_axis(l->ctx, law_layout(l, &axis[i]), profile, i));
        b = b ? law_own(l, lc_layout_add(l->ctx, b, part)) : part;
        for (int64_t c = 0; c < m_size(&axis[i]); c++)
            f[c] ^= x_at(&mode, m_at(&axis[i], c));
    }
    lc_layout *layout = x_layout(l, &a), *got = law_own(l, lc_compose(l->ctx, layout, b));
    int modes = modes_of(f, &axis[0]);
    law_saw(l, got ? 0 : 1);
    const char *what = law_printf(l, "compose(%s,%s)", law_show(l, layout), law_show(l, b));
    if (got ? modes != (int)lc_layout_nleaves(got)
            : modes >= 0 || lc_ctx_code(l->ctx) != LC_ERR_NO_VALUE)
        return law_fail(l, "%s is %s, where there are %d modes", what, law_show(l, got), modes);
    for (int64_t c = 0; got && c < m_size(&axis[0]); c++)
        if (at(l, got, c) != f[c])
            return law_fail(l, "%s is %s, at %lld", what, law_show(l, got), (long long)c);
    return true;
}

/* ---- inverses */

/* g[x]: the least coordinate of the value x, for x below the number returned: all of these
 * are reached. */
static int64_t least_coordinates(const m_layout *a, int64_t *g)
{
    int64_t n = 0;
    for (int64_t x = 0; x <= SIZE; x++)
        g[x] = -1;
    for (int64_t c = m_size(a); c-- > 0;)
        if (x_at(a, c) < SIZE)
            g[x_at(a, c)] = c;
    while (g[n] >= 0)
        n++;
    return n;
}

/* Extents that are powers of two, but for the last. */
static bool is_matrix(const m_layout *a)
{
    int64_t after = 1;
    for (size_t k = a->n; k-- > 0; after *= a->shape[k])
        if (after > 1 && !m_is_power(a->shape[k]))
            return false;
    return true;
}

LAW(right_inverses, "right inverses", CLASSES("of all", "of a part", "none"))
{
    m_layout a;
    int64_t g[SIZE + 1];
    rnd_xor(&l->rnd, &a);
    lc_layout *layout = x_layout(l, &a);
    lc_layout *got = law_own(l, lc_right_inverse(l->ctx, layout));
    int64_t reached = least_coordinates(&a, g);
    if (!got) {
        law_saw(l, 2);
        return (!is_matrix(&a) && !is_apart(&a) && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               wrong(l, "right_inverse", layout, got);
    }
    int64_t size = size_of(l, got);
    law_saw(l, size == m_size(&a) ? 0 : 1);
    for (int64_t x = 0; x < size; x++)
        if (x_at(&a, at(l, got, x)) != x || at(l, got, x) >= m_size(&a))
            return wrong(l, "right_inverse", layout, got);
    if (!is_matrix(&a))
        return true;
    for (int64_t x = 0; x < size; x++)
        if (at(l, got, x) != g[x])
            return wrong(l, "right_inverse, not the least,", layout, got);
    for (int64_t n = size + 1; n <= reached; n++)
        if (fewest(g, 1, n) >= 0)
            return law_fail(l, "right_inverse(%s) is %s, and [0,%lld) has a layout",
                            law_show(l, layout), law_show(l, got), (long long)n);
    return fewest(g, 1, size) == (size > 1 ? (int)lc_layout_nleaves(got) : 0) ||
           wrong(l, "right_inverse", layout, got);
}

LAW(left_inverses, "left inverses", CLASSES("a power of two", "another size", "none"))
{
    m_layout a;
    rnd_xor(&l->rnd, &a);
    lc_layout *layout = x_layout(l, &a), *got = law_own(l, lc_left_inverse(l->ctx, layout));
    law_saw(l, got ? m_is_power(m_size(&a)) ? 0 : 1 : 2);
    if (!got)
        return (!is_matrix(&a) && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               wrong(l, "left_inverse", layout, got);
    for (int64_t c = 0; c < m_size(&a); c++) {
        int64_t value = x_at(&a, c), back = at(l, got, value);
        if (back < 0 || x_at(&a, back) != value)
            return wrong(l, "left_inverse", layout, got);
    }
    return true;
}

LAW(inverses, "inverses", CLASSES("a value", "no bijection"))
{
    m_layout a;
    int64_t g[SIZE + 1], size;
    rnd_xor(&l->rnd, &a);
    lc_layout *layout = x_layout(l, &a), *got = law_own(l, lc_inverse(l->ctx, layout));
    bool bijective = least_coordinates(&a, g) == (size = m_size(&a));
    law_saw(l, got ? 0 : bijective ? 3 : is_matrix(&a) ? 1 : 2);
    if (!got)
        return ((!bijective || !is_matrix(&a) || fewest(g, 1, size) < 0) &&
                lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               wrong(l, "inverse", layout, got);
    for (int64_t x = 0; x < size; x++)
        if (!bijective || at(l, got, x) != g[x])
            return wrong(l, "inverse", layout, got);
    return size_of(l, got) == size;
}

/* ---- recasts */

static bool upcast_exists(const m_layout *a, int64_t n)
{
    for (size_t k = 0; k < a->n; k++) {
        int64_t d = a->stride[k], s = a->shape[k];
        if (d % n == 0)
            continue;
        if (n % d != 0 || (s % (n / d) != 0 && (n / d) % s != 0))
            return false;
    }
    return true;
}

/* The coordinates of A whose elements are one, or of which one is `step` more, k-th digit
 * over or times what the extents say. */
LAW(recast_layouts, "upcast and downcast", CLASSES("a value", "no value"))
{
    m_layout a;
    rnd_xor(&l->rnd, &a);
    int64_t n = (int64_t)1 << rnd_in(&l->rnd, 0, 3);
    lc_layout *layout = x_layout(l, &a);
    lc_layout *up = law_own(l, lc_upcast(l->ctx, layout, lc_int_si(l->ctx, n)));
    law_saw(l, up ? 0 : 1);
    if ((up != NULL) != upcast_exists(&a, n))
        return wrong(l, law_printf(l, "upcast by %d", (int)n), layout, up);
    lc_layout *down = law_own(l, lc_downcast(l->ctx, layout, lc_int_si(l->ctx, n)));
    if (!down)
        return wrong(l, law_printf(l, "downcast by %d", (int)n), layout, down);
    for (int64_t c = 0; up && c < m_size(&a); c++) {
        int64_t rest = c, to = 0, place = 1;
        for (size_t k = 0; k < a.n; k++) {
            int64_t extent = lc_int_get_si(lc_layout_extent(up, k));
            to += rest % a.shape[k] / (a.shape[k] / extent) * place;
            rest /= a.shape[k];
            place *= extent;
        }
        if (at(l, up, to) != x_at(&a, c) / n)
            return wrong(l, law_printf(l, "upcast by %d", (int)n), layout, up);
    }
    for (int64_t c = 0; c < size_of(l, down); c++) {
        int64_t rest = c, from = 0, place = 1, low = 0;
        for (size_t k = 0; k < a.n; k++) {
            int64_t extent = lc_int_get_si(lc_layout_extent(down, k)), many = extent / a.shape[k];
            int64_t digit = rest % extent;
            low ^= digit % many;
            from += digit / many * place;
            rest /= extent;
            place *= a.shape[k];
        }
        if (at(l, down, c) != (n * x_at(&a, from) ^ low))
            return wrong(l, law_printf(l, "downcast by %d", (int)n), layout, down);
    }
    return true;
}

/* ---- linear layouts */

LAW(linear_layouts, "linear layouts and back", CLASSES("a value", "no value"))
{
    m_layout a;
    rnd_xor(&l->rnd, &a);
    lc_layout *layout = x_layout(l, &a);
    lc_linear_failure why;
    lc_linear *got = lc_linear_from_layout(l->ctx, layout, &why);
    law_own_linear(l, got);
    law_saw(l, got ? 0 : 1);
    if (!got) {
        int64_t x = lc_int_get_si(why.x), y = lc_int_get_si(why.y);
        return (why.reason == LC_LINEAR_SIZE && !m_is_power(m_size(&a)) && x < m_size(&a) &&
                y < m_size(&a) && (x ^ y) >= m_size(&a)) ||
               law_fail(l, "linear(%s)", law_show(l, layout));
    }
    for (int64_t x = 0; x < m_size(&a); x++)
        if ((int64_t)lc_linear_at(got, (uint64_t)x) != x_at(&a, x))
            return law_fail(l, "linear(%s) at %lld", law_show(l, layout), (long long)x);
    lc_layout *back = law_own(l, lc_xor_layout_from_linear(l->ctx, got));
    lc_layout *want = law_own(l, lc_coalesce(l->ctx, layout));
    lc_layout *integers = law_own(l, lc_layout_from_linear(l->ctx, got, NULL));
    if (!back || !lc_layout_equal(back, want) || lc_layout_codomain(back) != LC_XOR)
        return wrong(l, "layout of linear", layout, back);
    return (integers != NULL) == is_apart(&a) || wrong(l, "layout of linear", layout, integers);
}

/* Coordinates: two axes of one shape, each a layout of integers. */
LAW(linear_layouts_of_coordinates, "linear layouts of coordinates and back",
    CLASSES("a value", "no value"))
{
    m_layout axis[2];
    lc_layout *part[2];
    rnd_xor(&l->rnd, &axis[0]);
    axis[1] = axis[0];
    for (size_t k = 0; k < axis[1].n; k++)
        axis[1].stride[k] = rnd_chance(&l->rnd, 40) ? 0 : (int64_t)1 << rnd_in(&l->rnd, 0, 6);
    lc_tuple *profile = law_own_tuple(l, lc_tuple_flat(l->ctx, 2, (lc_int[]){{1}, {1}}));
    for (size_t i = 0; i < 2; i++)
        part[i] = law_own(l, lc_layout_on_axis(l->ctx, law_layout(l, &axis[i]), profile, i));
    lc_layout *both = law_own(l, lc_layout_add(l->ctx, part[0], part[1]));
    /* lc_layout_add adds strides only: the extents are those of the first */
    lc_linear *got = lc_linear_from_layout(l->ctx, both, NULL);
    law_own_linear(l, got);
    bool exists = m_is_power(m_size(&axis[0])) && is_apart(&axis[0]) && is_apart(&axis[1]);
    law_saw(l, got ? 0 : 1);
    if ((got != NULL) != exists)
        return law_fail(l, "linear(%s)", law_show(l, both));
    if (!got)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE;
    if (lc_linear_nouts(got) != 2 || strcmp(lc_linear_out_dim(got, 1).name, "dim1") != 0)
        return law_fail(l, "the dims of linear(%s)", law_show(l, both));
    lc_layout *back = law_own(l, lc_layout_from_linear(l->ctx, got, NULL));
    lc_layout *want = law_own(l, lc_coalesce(l->ctx, both));
    for (int64_t x = 0; x < m_size(&axis[0]); x++)
        for (size_t i = 0; i < 2; i++)
            if ((int64_t)lc_linear_digit(got, i, lc_linear_at(got, (uint64_t)x)) !=
                m_at(&axis[i], x))
                return law_fail(l, "linear(%s) at %lld", law_show(l, both), (long long)x);
    return (back && lc_layout_equal(back, want)) || wrong(l, "layout of linear", both, back);
}

/* ---- single facts */

static lc_layout *scaled(lc_ctx *ctx, int32_t factor, lc_layout *a)
{
    lc_layout *b = lc_layout_scale(ctx, lc_int_const(factor), a);
    lc_layout_free(a);
    return b;
}

static int64_t stride_of(lc_layout *a)
{
    int64_t stride = lc_int_get_si(lc_layout_step(a, 0));
    lc_layout_free(a);
    return stride;
}

/* The carry-less product is linear over F2, and not associative. */
TEST_CTX(multiples)
{
    lc_int one = lc_int_const(1), five = lc_int_const(5);
    ck_assert_int_eq(stride_of(scaled(ctx, 3, scaled(ctx, 3, lc_layout_xor(ctx, one)))), 5);
    ck_assert_int_eq(stride_of(scaled(ctx, 9, lc_layout_xor(ctx, one))), 9);
    ck_assert_int_eq(stride_of(scaled(ctx, 2, lc_layout_xor(ctx, five))), 10);
    ck_assert_int_eq(stride_of(scaled(ctx, 3, lc_layout_xor(ctx, five))), 15);
    ck_assert_ptr_null(lc_layout_xor(ctx, lc_int_const(-1)));
}

static lc_layout *xor_of(lc_ctx *ctx, size_t n, const int32_t *extent, const int32_t *bits)
{
    lc_layout *unit[4] = {NULL};
    lc_int shape[4];
    for (size_t k = 0; k < n; k++) {
        shape[k] = lc_int_const(extent[k]);
        unit[k] = lc_layout_xor(ctx, lc_int_const(bits[k]));
    }
    lc_layout *strides = lc_layout_concat(ctx, n, unit);
    lc_tuple *extents = lc_tuple_flat(ctx, n, shape);
    lc_layout *a = lc_layout_reshape(ctx, extents, strides);
    lc_tuple_free(extents);
    lc_layout_free(strides);
    while (n-- > 0)
        lc_layout_free(unit[n]);
    return a;
}

static void check_text(lc_ctx *ctx, lc_layout *a, const char *want)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    ck_assert_msg(text && strcmp(text, want) == 0, "%s, not %s",
                  text ? text : lc_ctx_message(ctx), want);
    free(text);
    lc_layout_free(a);
}

/* Cecka, Tables 4 to 6. */
TEST_CTX(the_tables)
{
    lc_layout *a = xor_of(ctx, 2, (int32_t[]){8, 8}, (int32_t[]){1, 9});
    lc_int shape[3] = {{4}, {8}, {2}}, stride[3] = {{16}, {1}, {8}};
    lc_layout *flat = lc_layout_flat(ctx, 3, shape, stride),
              *b = lc_layout_group(ctx, flat, 0, 2);
    check_text(ctx, lc_compose(ctx, a, b), "((4,8),2):((f18,f1),f9)");
    lc_layout_free(flat);
    lc_layout_free(b);
    lc_layout_free(a);
    flat = xor_of(ctx, 3, (int32_t[]){4, 4, 3}, (int32_t[]){1, 5, 16});
    a = lc_layout_group(ctx, flat, 1, 3);
    check_text(ctx, lc_right_inverse(ctx, a), "(4,4,3):(f1,f5,f16)");
    check_text(ctx, lc_left_inverse(ctx, a), "(4,4,3):(f1,f5,f16)");
    check_text(ctx, lc_inverse(ctx, a), "(4,4,3):(f1,f5,f16)");
    lc_layout_free(flat);
    lc_layout_free(a);
}

/* A bijection onto [0,12) whose inverse is no layout: 4 and 8 are not in line. */
TEST_CTX(a_bijection_without_an_inverse)
{
    lc_layout *a = xor_of(ctx, 3, (int32_t[]){2, 2, 3}, (int32_t[]){2, 1, 5});
    ck_assert_ptr_null(lc_inverse(ctx, a));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_NO_VALUE);
    check_text(ctx, lc_right_inverse(ctx, a), "(2,2,2):(f2,f1,f6)");
    lc_layout_free(a);
}

static lc_int power(lc_ctx *ctx, unsigned bit)
{
    lc_int one = lc_int_const(1);
    for (; bit > 0; bit--)
        one = lc_int_add(ctx, one, one);
    return one;
}

static lc_layout *one_mode(lc_ctx *ctx, lc_int extent, lc_int bits)
{
    lc_layout *unit = lc_layout_xor(ctx, bits);
    lc_tuple *shape = lc_tuple_leaf(ctx, extent);
    lc_layout *a = lc_layout_reshape(ctx, shape, unit);
    lc_tuple_free(shape);
    lc_layout_free(unit);
    return a;
}

/* Past machine words: A sends bit i to the bits i and i + 100. */
TEST_CTX(large_numbers)
{
    lc_int one = lc_int_const(1), low;
    lc_layout *a = one_mode(ctx, power(ctx, 80), lc_int_add(ctx, power(ctx, 100), one));
    lc_layout *b = one_mode(ctx, lc_int_mul(ctx, lc_int_const(3), power(ctx, 40)),
                            lc_int_add(ctx, power(ctx, 30), one));
    lc_layout *r = lc_compose(ctx, a, b);
    ck_assert_ptr_nonnull(r);
    for (unsigned i = 0; i < 42; i++) {
        lc_int x = lc_layout_at(ctx, b, power(ctx, i));
        ck_assert(lc_int_eq(lc_layout_at(ctx, r, power(ctx, i)), lc_layout_at(ctx, a, x)));
    }
    ck_assert(lc_layout_largest(ctx, a, &low));
    lc_int ones = lc_int_sub(ctx, power(ctx, 80), one);
    ck_assert(lc_int_eq(low, lc_int_add(ctx, ones, lc_int_mul(ctx, ones, power(ctx, 100)))));
    ck_assert_ptr_null(lc_right_inverse(ctx, a));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_layout_free(r);
    lc_layout_free(b);
    b = one_mode(ctx, power(ctx, 64), one);
    check_text(ctx, lc_inverse(ctx, b), "18446744073709551616:f1");
    check_text(ctx, lc_left_inverse(ctx, b), "18446744073709551616:f1");
    lc_layout_free(b);
    b = one_mode(ctx, power(ctx, 60000), one);
    ck_assert_ptr_null(lc_compose(ctx, a, b));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
    ck_assert(!lc_layout_largest(ctx, b, &low));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
    lc_layout_free(b);
    lc_layout_free(a);
}

SUITE_MAIN("strides that add by XOR", values, no_values_below_zero, largest_values,
           coalesced_layouts, composites, composites_after_coordinates, right_inverses,
           left_inverses, inverses, recast_layouts, linear_layouts, linear_layouts_of_coordinates,
           multiples, the_tables, a_bijection_without_an_inverse, large_numbers)
