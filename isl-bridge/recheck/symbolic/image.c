/* image.c - which values layouts of sizes have, and how often. */
#include "config.h"

#include "law.h"

#include <stdlib.h>
#include <string.h>

/* ---- orders of strides ---- */

typedef struct {
    size_t leaf, degree;
    lc_int size; /* of its largest step, at a sample */
} rung;

static int by_size(const void *x, const void *y)
{
    const rung *a = x, *b = y;
    int order = lc_int_cmp(a->size, b->size);
    if (order == 0)
        order = (a->degree > b->degree) - (a->degree < b->degree);
    return order != 0 ? order : (a->leaf > b->leaf) - (a->leaf < b->leaf);
}

/* All leaves in the order of their steps on `axis`, SIZE_MAX: on any. NULL with an error. */
static rung *order_of(sym *s, const sv *a, size_t axis)
{
    lc_int value[SYM_VARS];
    lc_ctx *lc = s->pool->lc;
    rung *r = lcr_lit_alloc(s->pool, a->n, sizeof *r);
    lcr_sym_sample(s, value);
    for (size_t k = 0; r && k < a->n; k++) {
        r[k].leaf = k;
        r[k].size = lc_int_const(0);
        for (size_t j = 0; j < a->naxes; j++) {
            const poly *step = lcr_sv_step(s, a, j, k);
            lc_int size = lc_int_abs(lc, lcr_poly_at(lc, step, value));
            if ((axis != SIZE_MAX && j != axis) || lc_int_lt(size, r[k].size))
                continue;
            r[k].size = size;
            r[k].degree = lcr_poly_degree(step);
        }
    }
    if (r && a->n > 1)
        qsort(r, a->n, sizeof *r, by_size);
    return r;
}

/* ---- once ---- */

/* A difference of two coordinates: |d| < extent, d >= 1 where it is the one that is not 0. */
static bool difference(sym *s, const poly *extent, bool positive, sym_row *row, size_t *n)
{
    lit_pool *pool = s->pool;
    size_t at = lcr_sym_coordinate(s, positive ? extent : NULL, row, n);
    if (at == SIZE_MAX)
        return false;
    if (positive) {
        s->var[at].low = lc_int_const(1);
        return true;
    }
    const poly *d = lcr_poly_var(pool, at), *last = lcr_poly_plus(pool, extent, -1);
    row[(*n)++] = lcr_sym_row(lcr_poly_sub(pool, last, d), false);
    row[(*n)++] = lcr_sym_row(lcr_poly_add(pool, last, lc_int_const(1), d), false);
    return true;
}

/* Leaves order[0] to order[last] differ, the last upwards: never by 0 on all axes. */
static bool no_difference(sym *s, const sv *a, const rung *order, size_t last)
{
    lit_pool *pool = s->pool;
    size_t room = s->n, n = 0;
    sym_row *row = lcr_lit_alloc(pool, 2 * (last + 1) + a->naxes, sizeof *row);
    bool ok = row != NULL;
    for (size_t i = 0; ok && i <= last; i++)
        ok = difference(s, a->extent[order[i].leaf], i == last, row, &n);
    for (size_t j = 0; ok && j < a->naxes; j++) {
        const poly *sum = lcr_poly_si(pool, 0);
        for (size_t i = 0; i <= last; i++)
            sum = lcr_poly_add(pool, sum, lc_int_const(1),
                               lcr_poly_mul(pool, lcr_sv_step(s, a, j, order[i].leaf),
                                            lcr_poly_var(pool, room + i)));
        row[n++] = lcr_sym_row(sum, true);
    }
    ok = ok && lcr_sym_empty(s, n, row);
    s->n = room;
    return ok;
}

bool lcr_sym_injective(sym *s, const sv *a)
{
    rung *order = order_of(s, a, SIZE_MAX);
    for (size_t i = 0; order && i < a->n; i++)
        if (!no_difference(s, a, order, i))
            return false;
    return order != NULL;
}

/* ---- bounds ---- */

/* The least and the largest value: where a step is not negative for any numbers its last
 * coordinate counts, or none. */
static bool ends(sym *s, const sv *a, size_t axis, const poly **least, const poly **most)
{
    lit_pool *pool = s->pool;
    *least = *most = lcr_sv_offset(s, a, axis);
    for (size_t k = 0; k < a->n; k++) {
        const poly *step = lcr_sv_step(s, a, axis, k);
        const poly *last = lcr_poly_plus(pool, a->extent[k], -1);
        const poly *reach = lcr_poly_mul(pool, step, last);
        bool up = lcr_sym_holds(s, step);
        if (!up && !lcr_sym_holds(s, lcr_poly_sub(pool, lcr_poly_si(pool, 0), step)))
            return false;
        const poly **end = up ? most : least;
        *end = lcr_poly_add(pool, *end, lc_int_const(1), reach);
    }
    return *least && *most;
}

static bool within_ends(sym *s, const sv *a, size_t axis, const poly *least, const poly *bound)
{
    const poly *low, *high;
    return ends(s, a, axis, &low, &high) &&
           (!least || lcr_sym_holds(s, lcr_poly_sub(s->pool, low, least))) &&
           (!bound ||
            lcr_sym_holds(s, lcr_poly_plus(s->pool, lcr_poly_sub(s->pool, bound, high), -1)));
}

/* By one system, of all coordinates. */
static bool within_all(sym *s, const sv *a, size_t axis, const poly *least, const poly *bound)
{
    size_t room = s->n, n = 0;
    sym_row *row = lcr_lit_alloc(s->pool, a->n + 1, sizeof *row);
    size_t first = row ? lcr_sym_coordinates(s, a, row, &n) : SIZE_MAX;
    bool ok = first != SIZE_MAX;
    const poly *value = ok ? lcr_sym_value(s, a, axis, first) : NULL;
    if (ok && least) {
        row[n] = lcr_sym_row(lcr_poly_plus(s->pool, lcr_poly_sub(s->pool, least, value), -1),
                             false);
        ok = lcr_sym_empty(s, n + 1, row);
    }
    if (ok && bound) {
        row[n] = lcr_sym_row(lcr_poly_sub(s->pool, value, bound), false);
        ok = lcr_sym_empty(s, n + 1, row);
    }
    s->n = room;
    return ok;
}

/* least <= value < bound, either may be NULL. */
bool lcr_sym_within(sym *s, const sv *a, size_t axis, const poly *least, const poly *bound)
{
    if (within_all(s, a, axis, least, bound))
        return true;
    s->no_budget = false; /* the ends may be easier */
    return lc_ctx_code(s->pool->lc) == LC_OK && within_ends(s, a, axis, least, bound);
}

bool lcr_sym_all_divided(sym *s, const sv *a, const poly *by)
{
    bool ok = lcr_sym_divided(s, lcr_sv_offset(s, a, 0), by);
    s->computed = true;
    for (size_t k = 0; ok && k < a->n; k++)
        ok = lcr_sym_divided(s, lcr_sv_step(s, a, 0, k), by);
    return ok;
}

/* No value is by * times + over with 1 <= over < by. */
static bool no_rest(sym *s, const sv *a, lc_int by)
{
    lit_pool *pool = s->pool;
    size_t room = s->n, n = 0;
    sym_row *row = lcr_lit_alloc(pool, a->n + 2, sizeof *row);
    size_t first = row ? lcr_sym_coordinates(s, a, row, &n) : SIZE_MAX;
    size_t over = first != SIZE_MAX ? lcr_sym_coordinate(s, lcr_poly_int(pool, by), row, &n)
                                    : SIZE_MAX;
    size_t times = over != SIZE_MAX ? lcr_sym_coordinate(s, NULL, NULL, NULL) : SIZE_MAX;
    bool ok = times != SIZE_MAX;
    if (ok) { /* value = by * times + over, 1 <= over < by */
        const poly *value = lcr_sym_value(s, a, 0, first);
        s->var[over].low = lc_int_const(1);
        value = lcr_poly_sub(pool, value, lcr_poly_var(pool, over));
        row[n++] = lcr_sym_row(lcr_poly_add(pool, value, lc_int_neg(pool->lc, by),
                                            lcr_poly_var(pool, times)),
                               true);
        ok = lcr_sym_empty(s, n, row);
    }
    s->n = room;
    return ok;
}

bool lcr_sym_aligned(sym *s, const sv *a, lc_int by)
{
    if (no_rest(s, a, by))
        return true;
    s->no_budget = false; /* the steps may be easier */
    return lc_ctx_code(s->pool->lc) == LC_OK &&
           lcr_sym_all_divided(s, a, lcr_poly_int(s->pool, by));
}

/* ---- all of it ---- */

bool lcr_sym_covers_axis(sym *s, const sv *a, size_t axis, const poly *n)
{
    lit_pool *pool = s->pool;
    rung *order = order_of(s, a, axis);
    const poly *reach = lcr_poly_si(pool, 0);
    for (size_t i = 0; order && i < a->n; i++) {
        const poly *step = lcr_sv_step(s, a, axis, order[i].leaf);
        const poly *last = lcr_poly_plus(pool, a->extent[order[i].leaf], -1);
        lc_int one;
        bool still = lcr_poly_is_int(a->extent[order[i].leaf], &one) && lc_int_is_one(one);
        if (!step || step->n == 0 || still)
            continue;
        if (!lcr_sym_holds(s, lcr_poly_plus(pool, step, -1)) ||
            !lcr_sym_holds(s, lcr_poly_sub(pool, lcr_poly_plus(pool, reach, 1), step)))
            return false;
        reach = lcr_poly_add(pool, reach, lc_int_const(1), lcr_poly_mul(pool, last, step));
    }
    return order && lcr_sym_holds(s, lcr_poly_sub(pool, lcr_poly_plus(pool, reach, 1), n));
}
