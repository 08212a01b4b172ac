#include "config.h"

#include "pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_values(void *values)
{
    patterned *v = values;
    m_tiler_clear(&v->m);
    free(v);
}

/* ---- values ---- */

/* The modes of a compact layout of up to 2^50 elements, in another order of strides, at times
 * with a gap below one of them. */
static void rnd_large(rnd *r, m_layout *a)
{
    size_t n = (size_t)rnd_in(r, 2, 5), first = (size_t)rnd_in(r, 0, 4);
    bool back = rnd_chance(r, 50);
    int64_t shape[5], stride[5], covered = 1;
    for (size_t i = 0; i < n; i++) {
        size_t at = (first + (back ? n - i : i)) % n;
        shape[at] = (rnd_chance(r, 20) ? 3 : 1) * ((int64_t)1 << rnd_in(r, 6, 8));
        stride[at] = covered;
        covered *= shape[at] * (rnd_chance(r, 15) ? 2 : 1);
    }
    m_layout_flat(a, n, shape, stride);
}

/* The modes of A in another order: A o B exists. */
static void rnd_order(rnd *r, const m_layout *a, m_layout *b)
{
    int64_t shape[M_LEAVES], stride[M_LEAVES], place = 1;
    size_t at = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
    for (size_t i = 0; i < a->n; i++) {
        shape[(i + at) % a->n] = a->shape[i];
        stride[(i + at) % a->n] = place;
        place *= a->shape[i];
    }
    m_layout_flat(b, a->n, shape, stride);
}

/* Multiples of the sizes of the modes, and numbers to order them by. */
static void rnd_filled(rnd *r, const m_layout *tile, m_tuple *target, m_tuple *order)
{
    int64_t extent[M_LEAVES], by[M_LEAVES];
    size_t rank = m_rank(tile->nest);
    for (size_t i = 0; i < rank; i++) {
        m_layout mode;
        m_mode(tile, i, &mode);
        extent[i] = m_size(&mode) * rnd_in(r, 1, 3);
        by[i] = rnd_in(r, 1, 5);
    }
    m_tuple_flat(target, rank, extent);
    m_tuple_flat(order, rank, by);
}

static void rnd_coordinates(rnd *r, const m_tuple *shape, m_tuple crd[2])
{
    rnd_crd(r, shape, rnd_chance(r, 50), &crd[0]);
    rnd_slicer(r, shape, &crd[1]);
}

/* Extents of 2, 4, 8 and strides that are powers of two. */
static void rnd_binary(rnd *r, m_layout *a)
{
    int64_t shape[4], stride[4];
    size_t n = (size_t)rnd_in(r, 1, 4);
    for (size_t i = 0; i < n; i++) {
        shape[i] = (int64_t)1 << rnd_in(r, 0, 2);
        stride[i] = rnd_chance(r, 10) ? 0 : (int64_t)1 << rnd_in(r, 0, 9);
    }
    m_layout_flat(a, n, shape, stride);
}

/* A swizzled layout of any kind, and one that is much like it. */
static void rnd_swizzled(rnd *r, m_swizzled *f, m_swizzled *g)
{
    f->swizzle = rnd_swizzle(r);
    f->offset = rnd_chance(r, 50) ? 0 : rnd_in(r, -20, 300);
    if (rnd_chance(r, 40))
        rnd_binary(r, &f->layout);
    else
        (rnd_chance(r, 50) ? rnd_layout : rnd_bijection)(r, 200, &f->layout);
    *g = *f;
    switch (rnd_in(r, 0, 3)) {
    case 0: g->swizzle = rnd_swizzle(r); break;
    case 1: g->layout.stride[rnd_in(r, 0, (int64_t)g->layout.n - 1)] += 1; break;
    case 2: g->offset += 1; break;
    default: break;
    }
}

/* Of up to 8 registers and 32 lanes, whose first registers are often side by side. */
static const char *rnd_linear_text(law *l, rnd *r)
{
    const char *text = "linear{register: [";
    int registers = (int)rnd_in(r, 1, 3), bits = registers + (int)rnd_in(r, 1, 5);
    for (int i = 0; i < bits; i++) {
        int64_t basis = i < registers && rnd_chance(r, 60) ? (int64_t)1 << i
                        : rnd_chance(r, 60)                ? (int64_t)1 << rnd_in(r, 0, 9)
                                                           : rnd_in(r, 0, 1023);
        text = law_printf(l, "%s%s%lld", text,
                          i == registers ? "], lane: ["
                          : i > 0        ? ","
                                         : "",
                          (long long)basis);
    }
    return law_printf(l, "%s] -> offset: 1024}", text);
}

/* Drawn beside the others, which are the same with them or without. */
static void draw_more(law *l, rnd r, int64_t most, patterned *v)
{
    c_layout integers;
    m_tuple shape;
    rnd_large(&r, &v->z);
    rnd_order(&r, &v->z, &v->y);
    rnd_filled(&r, &v->n, &v->u, &v->v);
    m_shape(&v->a, &shape);
    rnd_coordinates(&r, &shape, v->of_a);
    c_integers(&v->a, &integers);
    c_rnd_inner(&r, &integers, most, &v->e);
    c_rnd_layout(&r, most, &v->c);
    c_rnd_inner(&r, &v->c, most, &v->d);
    c_rnd_apart(&r, most, &v->p);
    c_rnd_inner(&r, &v->p, most / 2, &v->q);
    rnd_swizzled(&r, &v->r, &v->o);
    shape = (m_tuple){.n = v->c.n};
    memcpy(shape.leaf, v->c.shape, sizeof shape.leaf);
    strcpy(shape.nest, v->c.nest);
    rnd_coordinates(&r, &shape, v->of_c);
    v->power = (int64_t)1 << rnd_in(&r, 0, 4);
    v->linear = rnd_linear_text(l, &r);
}

patterned *pattern_values_of(law *l, int64_t most)
{
    rnd *r = &l->rnd;
    patterned *v = calloc(1, sizeof *v);
    if (!v)
        abort();
    law_own_with(l, v, free_values);
    rnd_layout(r, most, &v->a);
    rnd_nested(r, most, &v->n);
    rnd_bijection(r, most, &v->j);
    v->b = v->a;
    if (rnd_chance(r, 60))
        rnd_inner(r, &v->a, most, &v->b);
    else if (rnd_chance(r, 50))
        v->b.stride[rnd_in(r, 0, (int64_t)v->b.n - 1)] += rnd_in(r, -1, 1);
    if (rnd_chance(r, 50))
        m_shape(&v->a, &v->t);
    else
        rnd_shape(r, most, &v->t);
    rnd_tiler(r, &v->n, &v->m);
    v->s = (m_swizzled){rnd_swizzle(r), rnd_in(r, 0, 3), v->j};
    v->number = rnd_chance(r, 50) ? m_size(&v->j) : rnd_in(r, 1, 40);
    v->small = rnd_in(r, 1, 4);
    draw_more(l, (rnd){r->state ^ 0x9e3779b97f4a7c15u}, most, v);
    return v;
}

patterned *pattern_values(law *l)
{
    return pattern_values_of(l, 64);
}

/* What the letter at a place stands for; NULL: the letter itself. */
static const char *value_of(law *l, char letter, const void *values)
{
    const patterned *v = values;
    switch (letter) {
    case 'A': return law_text(l, &v->a);
    case 'B': return law_text(l, &v->b);
    case 'N': return law_text(l, &v->n);
    case 'J': return law_text(l, &v->j);
    case 'S': return law_swizzled_text(l, &v->s);
    case 'T': return law_tuple_text(l, &v->t);
    case 'M': return law_tiler_text(l, &v->m);
    case 'R': return law_swizzled_text(l, &v->r);
    case 'O': return law_swizzled_text(l, &v->o);
    case 'U': return law_tuple_text(l, &v->u);
    case 'V': return law_tuple_text(l, &v->v);
    case 'Z': return law_text(l, &v->z);
    case 'Y': return law_text(l, &v->y);
    case 'X': return law_tuple_text(l, &v->of_a[0]);
    case 'W': return law_tuple_text(l, &v->of_a[1]);
    case 'x': return law_tuple_text(l, &v->of_c[0]);
    case 'w': return law_tuple_text(l, &v->of_c[1]);
    case 'C': return c_text(l, &v->c);
    case 'D': return c_text(l, &v->d);
    case 'E': return c_text(l, &v->e);
    case 'P': return c_text(l, &v->p);
    case 'Q': return c_text(l, &v->q);
    case 'n': return law_printf(l, "%lld", (long long)v->number);
    case 'L': return v->linear;
    case 'g': return law_printf(l, "%lld", (long long)v->power);
    case 'k': return law_printf(l, "%lld", (long long)v->small);
    default: return NULL;
    }
}

const char *pattern_text(law *l, const char *text, const patterned *v)
{
    return pattern_filled(l, text, value_of, v);
}

const char *pattern_filled(law *l, const char *text,
                           const char *(*of)(law *l, char letter, const void *values),
                           const void *values)
{
    char *out = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&out, &n);
    if (!stream)
        abort();
    for (const char *at = text; *at != '\0'; at++) {
        bool alone = at == text || strchr(" (,:*=", at[-1]) != NULL;
        alone = alone && (at[1] == '\0' || strchr(",) ", at[1]));
        const char *value = alone ? of(l, *at, values) : NULL;
        if (value)
            fputs(value, stream);
        else
            fputc(*at, stream);
    }
    fclose(stream);
    law_own_memory(l, out);
    return out;
}
