/* same.c - that two layouts of sizes are one function. */
#include "config.h"

#include "law.h"

#include <string.h>

size_t lcr_sym_coordinates(sym *s, const sv *a, sym_row *row, size_t *n)
{
    size_t first = s->n;
    for (size_t k = 0; k < a->n; k++)
        if (lcr_sym_coordinate(s, a->extent[k], row, n) == SIZE_MAX)
            return SIZE_MAX;
    return first;
}

const poly *lcr_sym_value(sym *s, const sv *a, size_t axis, size_t first)
{
    const poly *sum = lcr_sv_offset(s, a, axis);
    for (size_t k = 0; sum && k < a->n; k++)
        sum = lcr_poly_add(s->pool, sum, lc_int_const(1),
                           lcr_poly_mul(s->pool, lcr_sv_step(s, a, axis, k),
                                        lcr_poly_var(s->pool, first + k)));
    return sum;
}

/* p is 0 wherever the rows hold; there is room for one row more. */
static bool vanishes(sym *s, size_t n, sym_row *row, const poly *p)
{
    lit_pool *pool = s->pool;
    row[n] = lcr_sym_row(lcr_poly_plus(pool, p, -1), false);
    if (!lcr_sym_empty(s, n + 1, row))
        return false;
    row[n].p = lcr_poly_sub(pool, lcr_poly_si(pool, -1), p);
    return lcr_sym_empty(s, n + 1, row);
}

/* The axes of two, in pairs; SIZE_MAX where one of them has none. */
typedef struct {
    size_t n, *x, *y;
} pairs;

static bool pair_axes(sym *s, const sv *x, const sv *y, pairs *p)
{
    size_t room = x->naxes + y->naxes;
    *p = (pairs){0, lcr_lit_alloc(s->pool, room, sizeof *p->x),
                 lcr_lit_alloc(s->pool, room, sizeof *p->y)};
    if (!p->x || !p->y)
        return false;
    for (size_t j = 0; j < x->naxes; j++) {
        p->x[p->n] = j;
        p->y[p->n++] = x->basis ? lcr_sv_axis(y, &x->path[j]) : y->basis ? SIZE_MAX : 0;
    }
    for (size_t j = 0; j < y->naxes; j++) {
        bool known = y->basis ? lcr_sv_axis(x, &y->path[j]) != SIZE_MAX : !x->basis;
        p->x[p->n] = SIZE_MAX;
        p->y[p->n] = j;
        p->n += !known;
    }
    return true;
}

/* At the coordinates from `first` on, of both. Where one has integers and the other
 * coordinates, all must be 0. */
static bool same_values(sym *s, const sv *x, const sv *y, size_t first, size_t n, sym_row *row)
{
    pairs p;
    bool ok = pair_axes(s, x, y, &p);
    for (size_t j = 0; ok && j < p.n; j++)
        ok = vanishes(s, n, row,
                      lcr_poly_sub(s->pool, lcr_sym_value(s, x, p.x[j], first),
                                   lcr_sym_value(s, y, p.y[j], first)));
    return ok;
}

static bool same_extents(sym *s, const sv *x, const sv *y)
{
    for (size_t k = 0; k < x->n; k++) {
        if ((!x->extent[k]) != (!y->extent[k]))
            return false;
        if (x->extent[k] && !lcr_sym_equal(s, x->extent[k], y->extent[k]))
            return false;
    }
    return true;
}

/* Leaf by leaf, some by reading alone. */
static bool same_strides(sym *s, const sv *x, const sv *y, bool by_reading)
{
    pairs p;
    bool ok = pair_axes(s, x, y, &p);
    for (size_t j = 0; ok && j < p.n; j++)
        for (size_t k = 0; ok && k < x->n; k++) {
            const poly *a = lcr_sv_step(s, x, p.x[j], k), *b = lcr_sv_step(s, y, p.y[j], k);
            bool read = by_reading && a && b && lcr_poly_equal(a, b);
            ok = read || lcr_sym_equal(s, a, b);
        }
    return ok;
}

bool lcr_sym_same_steps(sym *s, const sv *x, const sv *y)
{
    return y && x->n == y->n && same_strides(s, x, y, true);
}

bool lcr_sym_exists(sym *s, const sv *a)
{
    bool ok = true, was = lcr_sym_on_the_way(s, true);
    for (size_t k = 0; ok && a->kind == SV_LAYOUT && k < a->n; k++) {
        lc_int number;
        bool known = lcr_poly_is_int(a->extent[k], &number) && lc_int_sign(number) > 0;
        ok = known || lcr_sym_holds(s, lcr_poly_plus(s->pool, a->extent[k], -1));
    }
    lcr_sym_on_the_way(s, was);
    return ok;
}

bool lcr_sym_same(sym *s, const sv *x, const sv *y)
{
    size_t room = s->n, n = 0;
    if (!x || !y || x->kind != y->kind || x->kind > SV_LAYOUT || !lcr_sv_congruent(x, y) ||
        (!x->step) != (!y->step))
        return false;
    if (x->kind == SV_TUPLE)
        return !x->step ? same_extents(s, x, y) : same_strides(s, x, y, false);
    sym_row *row = lcr_lit_alloc(s->pool, x->n + 1, sizeof *row);
    if (!row || !same_extents(s, x, y))
        return false;
    size_t first = lcr_sym_coordinates(s, x, row, &n);
    bool ok = first != SIZE_MAX && same_values(s, x, y, first, n, row);
    s->n = room;
    return ok;
}

/* ---- other shapes ---- */

/* What is left of a layout's leaves, from the first on: the extent of the present one, and
 * its coordinate so far as a factor. */
typedef struct {
    const sv *a;
    size_t leaf;
    const poly *extent, *place;
} rest;

static bool is_one(const poly *p)
{
    lc_int value;
    return p && lcr_poly_is_int(p, &value) && lc_int_is_one(value);
}

static void start(sym *s, rest *r)
{
    while (r->leaf < r->a->n && is_one(r->a->extent[r->leaf]))
        r->leaf++;
    r->extent = r->leaf < r->a->n ? r->a->extent[r->leaf] : NULL;
    r->place = lcr_poly_si(s->pool, 1);
}

/* The pieces of both in one order: the leaf of each, and the place of the piece in it. */
typedef struct {
    size_t n, x[SV_LEAVES], y[SV_LEAVES];
    const poly *extent[SV_LEAVES], *px[SV_LEAVES], *py[SV_LEAVES];
} pieces;

static void cut(sym *s, pieces *p, rest *x, rest *y, const poly *extent)
{
    p->x[p->n] = x->leaf;
    p->y[p->n] = y->leaf;
    p->px[p->n] = x->place;
    p->py[p->n] = y->place;
    p->extent[p->n++] = extent;
    x->place = lcr_poly_mul(s->pool, x->place, extent);
    y->place = lcr_poly_mul(s->pool, y->place, extent);
}

static void go_on(sym *s, rest *r, const poly *left)
{
    r->extent = left;
    if (!left) {
        r->leaf++;
        start(s, r);
    }
}

/* The leaves that are left have one coordinate. */
static bool nothing_left(sym *s, rest *r)
{
    for (; r->extent != NULL; go_on(s, r, NULL))
        if (!lcr_sym_is_zero(s, lcr_poly_plus(s->pool, r->extent, -1)))
            return false;
    return true;
}

static bool refine(sym *s, rest *x, rest *y, pieces *p)
{
    start(s, x);
    start(s, y);
    while (x->extent && y->extent) {
        if (p->n == SV_LEAVES || !x->place || !y->place)
            return false;
        const poly *a = x->extent, *b = y->extent;
        const poly *q = lcr_poly_quotient(s->pool, a, b), *t = lcr_poly_quotient(s->pool, b, a);
        if (q && (t || !is_one(q))) {
            cut(s, p, x, y, b);
            go_on(s, x, t ? NULL : q);
            go_on(s, y, NULL);
        } else if (t) {
            cut(s, p, x, y, a);
            go_on(s, y, t);
            go_on(s, x, NULL);
        } else if (lcr_sym_equal(s, a, b)) {
            cut(s, p, x, y, a);
            go_on(s, x, NULL);
            go_on(s, y, NULL);
        } else {
            return false;
        }
    }
    return nothing_left(s, x) && nothing_left(s, y);
}

/* The layout with a leaf for each piece. */
static const sv *of_pieces(sym *s, const sv *a, const pieces *p, const size_t *leaf,
                           const poly *const *place)
{
    sv *flat = lcr_sv_new(s, SV_TUPLE, p->n + 1, p->n, 0);
    sv *b = flat ? lcr_sv_like(s, flat, a) : NULL;
    if (!b)
        return NULL;
    b->node[0] = (uint32_t)p->n;
    memcpy(b->extent, p->extent, p->n * sizeof *b->extent);
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < a->naxes; j++)
            if (!(b->step[j * p->n + i] = lcr_poly_mul(s->pool, place[i],
                                                       lcr_sv_step(s, a, j, leaf[i]))))
                return NULL;
    return b;
}

bool lcr_sym_equiv(sym *s, const sv *x, const sv *y)
{
    size_t room = s->n, n = 0;
    if (x->kind != SV_LAYOUT || y->kind != SV_LAYOUT)
        return false;
    rest of_x = {.a = x}, of_y = {.a = y};
    pieces *p = lcr_lit_alloc(s->pool, 1, sizeof *p);
    sym_row *row = lcr_lit_alloc(s->pool, SV_LEAVES + 1, sizeof *row);
    if (!p || !row || !refine(s, &of_x, &of_y, p))
        return false;
    const sv *u = of_pieces(s, x, p, p->x, p->px), *v = of_pieces(s, y, p, p->y, p->py);
    size_t first = u && v ? lcr_sym_coordinates(s, u, row, &n) : SIZE_MAX;
    bool ok = first != SIZE_MAX && same_values(s, u, v, first, n, row);
    s->n = room;
    return ok;
}
