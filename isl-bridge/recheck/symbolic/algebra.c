/* algebra.c - what coalesce, complement, inverses, filter and products make of layouts of sizes.
 *
 *   coalesce    the same function; no mode has one coordinate, and none goes on where the one
 *               before it ends
 *   filter      coalesce, of what is left without the modes of stride 0
 * complement A's modes in order of strides, each past the end of the one before: a mode for the
 *               room between them, and, where a size is given, one for what is left of it
 *   inverses    A o R is the identity, R of the modes of A that follow one another from step 1
 *               on; L is built from the room between the modes
 *   tile_to_shape  the blocked product of A and a grid of as many tiles as a shape needs
 *   products    (A, A* o B) with the extended complement A*, modes paired or spread
 *
 * A mode of one coordinate is one of which that is shown. What is built is compared with the
 * value as a function, nesting and extents included.
 */
#include "config.h"

#include "law.h"

#include <stdlib.h>
#include <string.h>

/* ---- modes in order of strides ---- */

typedef struct {
    const poly *extent, *step,
        *place;  /* of its first coordinate in the domain, but for a factor */
    lc_int size; /* of the step at a sample */
} mode;

typedef struct {
    sym *s;
    size_t n;
    mode *mode;
} modes;

static int by_size(const void *a, const void *b)
{
    return lc_int_cmp(((const mode *)a)->size, ((const mode *)b)->size);
}

static bool is_one(sym *s, const poly *p)
{
    lc_int n;
    return lcr_poly_is_int(p, &n) ? lc_int_is_one(n)
                                  : lcr_sym_is_zero(s, lcr_poly_plus(s->pool, p, -1));
}

/* Those that move, of a layout of integers. */
static bool open_modes(sym *s, const sv *a, modes *out)
{
    lc_int value[SYM_VARS];
    const poly *place = lcr_poly_si(s->pool, 1);
    *out = (modes){s, 0, lcr_lit_alloc(s->pool, a ? a->n + 2 : 1, sizeof *out->mode)};
    if (!a || a->basis || a->offset || !out->mode)
        return false;
    lcr_sym_sample(s, value);
    for (size_t k = 0; k < a->n; k++) {
        const poly *step = lcr_sv_step(s, a, 0, k);
        if (step->n > 0 && !is_one(s, a->extent[k]))
            out->mode[out->n++] = (mode){a->extent[k], step, place,
                                         lcr_poly_at(s->pool->lc, step, value)};
        place = lcr_poly_mul(s->pool, place, a->extent[k]);
    }
    if (out->n > 1)
        qsort(out->mode, out->n, sizeof *out->mode, by_size);
    return place != NULL;
}

static const poly *end_of(sym *s, const mode *m)
{
    return lcr_poly_mul(s->pool, m->extent, m->step);
}

/* floor(a / b), exact or by a number; up: rounded up. NULL: not known. */
static const poly *ratio(sym *s, const poly *a, const poly *b, bool up)
{
    lc_int n;
    const poly *q = a && b ? lcr_poly_quotient(s->pool, a, b) : NULL;
    if (q || !a || !b || !lcr_poly_is_int(b, &n) || lc_int_sign(n) <= 0)
        return q;
    return up ? lcr_sym_ceil(s, a, n) : lcr_sym_floor(s, a, n);
}

/* A layout of modes, joined where they go on, without those of one coordinate. */
static const sv *of_modes(sym *s, modes *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->n; k++) {
        mode *last = n > 0 ? &m->mode[n - 1] : NULL;
        if (is_one(s, m->mode[k].extent))
            continue;
        if (last && lcr_sym_equal(s, m->mode[k].step, end_of(s, last)))
            last->extent = lcr_poly_mul(s->pool, last->extent, m->mode[k].extent);
        else
            m->mode[n++] = m->mode[k];
    }
    if (n == 0)
        m->mode[n++] = (mode){.extent = lcr_poly_si(s->pool, 1), .step = lcr_poly_si(s->pool, 0)};
    sv *shape = lcr_sv_new(s, SV_LAYOUT, n > 1 ? n + 1 : 1, n, 0);
    const poly **step = shape ? lcr_lit_alloc(s->pool, n, sizeof *step) : NULL;
    if (!step)
        return NULL;
    shape->node[0] = n > 1 ? (uint32_t)n : 0;
    shape->naxes = 1;
    shape->step = step;
    for (size_t k = 0; k < n; k++) {
        shape->extent[k] = m->mode[k].extent;
        step[k] = m->mode[k].step;
        if (!shape->extent[k] || !step[k])
            return NULL;
    }
    return shape;
}

/* ---- coalesce, filter ---- */

/* The value has no mode that could be joined or left out. */
static bool is_coalesced(sym *s, const sv *v)
{
    lit_pool *pool = s->pool;
    bool flat = v->nnodes == (v->n > 1 ? v->n + 1 : 1);
    if (flat && v->n == 1 && is_one(s, v->extent[0])) {
        for (size_t j = 0; flat && j < v->naxes; j++)
            flat = lcr_sv_step(s, v, j, 0)->n == 0;
        return flat;
    }
    for (size_t k = 0; flat && k < v->n; k++)
        flat = lcr_sym_holds(s, lcr_poly_plus(pool, v->extent[k], -2));
    for (size_t k = 0; flat && k + 1 < v->n; k++) {
        sym_row *row = lcr_lit_alloc(pool, v->naxes + 1, sizeof *row);
        for (size_t j = 0; row && j < v->naxes; j++) {
            const poly *end = lcr_poly_mul(pool, v->extent[k], lcr_sv_step(s, v, j, k));
            row[j] = lcr_sym_row(lcr_poly_sub(pool, lcr_sv_step(s, v, j, k + 1), end), true);
        }
        flat = row && lcr_sym_empty(s, v->naxes, row);
    }
    return flat;
}

bool lcr_sym_of_coalesce(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = lcr_sv_layout(s, t->arg[0]), *v = lcr_sv_layout(s, t->value);
    return t->n == 1 && a && v && a->basis == v->basis && lcr_sym_equiv(s, a, v) &&
           is_coalesced(s, v);
}

/* Without its modes of stride 0; the others move. */
static const sv *filtered(sym *s, const sv *a)
{
    sv *out = lcr_sv_copy(s, a);
    const poly **extent = out ? lcr_lit_alloc(s->pool, a->n, sizeof *extent) : NULL;
    for (size_t k = 0; extent && k < a->n; k++) {
        const poly *step = lcr_sv_step(s, a, 0, k);
        extent[k] = step->n == 0 ? lcr_poly_si(s->pool, 1) : a->extent[k];
        if (step->n > 0 && !lcr_sym_empty(s, 1, &(sym_row){step, true, SIZE_MAX}))
            return NULL;
    }
    if (!extent)
        return NULL;
    out->extent = extent;
    return out;
}

bool lcr_sym_of_filter(const sym_statement *t)
{
    sym_statement rest = *t;
    const sv *a = t->n == 1 ? lcr_sv_layout(t->s, t->arg[0]) : NULL;
    rest.arg[0] = a && !a->basis ? filtered(t->s, a) : NULL;
    return rest.arg[0] && lcr_sym_of_coalesce(&rest);
}

/* ---- complement ---- */

/* Below `n`, or, where that is NULL, without an end: its last mode is then 1:END. */
static const sv *complement(sym *s, const sv *a, const poly *n)
{
    modes of, out = {.s = s};
    const poly *covered = lcr_poly_si(s->pool, 1);
    if (!open_modes(s, a, &of) ||
        !(out.mode = lcr_lit_alloc(s->pool, of.n + 2, sizeof *out.mode)))
        return NULL;
    for (size_t k = 0; k < of.n; k++) {
        const poly *room = lcr_poly_sub(s->pool, of.mode[k].step, covered);
        const poly *gap = ratio(s, of.mode[k].step, covered, false);
        if (!gap || !lcr_sym_holds(s, room))
            return NULL;
        out.mode[out.n++] = (mode){.extent = gap, .step = covered};
        covered = end_of(s, &of.mode[k]);
    }
    const poly *left = n ? ratio(s, n, covered, true) : lcr_poly_si(s->pool, 1);
    if (!left)
        return NULL;
    out.mode[out.n++] = (mode){.extent = left, .step = covered};
    if (n)
        return of_modes(s, &out);
    const mode last = out.mode[--out.n];
    size_t kept = 0; /* the last one stays, though it has one coordinate */
    for (size_t k = 0; k < out.n; k++)
        if (!is_one(s, out.mode[k].extent))
            out.mode[kept++] = out.mode[k];
    out.n = kept;
    const sv *part[2] = {NULL, NULL};
    modes end = {s, 1, lcr_lit_alloc(s->pool, 1, sizeof *end.mode)};
    sv *tail = lcr_sv_copy(s, lcr_sv_layout(s, lcr_sv_size(s, lcr_poly_si(s->pool, 1))));
    const poly **step = tail ? lcr_lit_alloc(s->pool, 1, sizeof *step) : NULL;
    if (!step || !end.mode)
        return NULL;
    step[0] = last.step;
    tail->step = step;
    if (out.n == 0)
        return tail;
    part[1] = tail;
    const sv *gaps = of_modes(s, &out);
    const sv *list[SV_AXES];
    size_t parts = 0, rank = gaps && gaps->nnodes > 1 ? lcr_sv_rank(gaps) : 1;
    for (size_t i = 0; gaps && i < rank && i + 1 < SV_AXES; i++)
        list[parts++] = gaps->nnodes > 1 ? lcr_sv_mode(s, gaps, i) : gaps;
    list[parts++] = part[1];
    return gaps && rank + 1 < SV_AXES ? lcr_sv_concat(s, parts, list) : NULL;
}

static const poly *size_of(sym *s, const sv *shape)
{
    bool is = shape && shape->kind <= SV_LAYOUT && !(shape->kind == SV_TUPLE && shape->step);
    return is ? lcr_sv_product(s, shape) : NULL;
}

bool lcr_sym_of_complement(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = lcr_sv_layout(s, t->arg[0]);
    const poly *n = t->n > 1 ? size_of(s, t->arg[1]) : NULL;
    if (!a || a->basis || (t->n > 1 && !n))
        return false;
    return lcr_sym_value_same(t, complement(s, a, n));
}

/* ---- inverses ---- */

/* The mode that steps by `end`; m->n: none does, for any numbers. False: it was not shown. */
static bool begins_at(sym *s, const modes *m, const bool *used, const poly *end, size_t *which)
{
    *which = m->n;
    for (size_t k = 0; k < m->n; k++) {
        const poly *apart = lcr_poly_sub(s->pool, m->mode[k].step, end);
        sym_row row[2] = {lcr_sym_row(apart, true),
                          lcr_sym_row(lcr_poly_plus(s->pool, m->mode[k].extent, -2), false)};
        if (used[k] || lcr_sym_empty(s, 2, row))
            continue;
        if (*which < m->n || !lcr_sym_is_zero(s, apart))
            return false;
        *which = k;
    }
    return true;
}

/* The modes that follow one another from step 1 on. */
const sv *lcr_sym_right_inverse(sym *s, const sv *a)
{
    modes of, out = {.s = s};
    size_t k;
    const poly *end = lcr_poly_si(s->pool, 1);
    if (!open_modes(s, a, &of) ||
        !(out.mode = lcr_lit_alloc(s->pool, of.n + 1, sizeof *out.mode)))
        return NULL;
    bool *used = lcr_lit_alloc(s->pool, of.n + 1, sizeof *used);
    while (used && begins_at(s, &of, used, end, &k)) {
        if (k == of.n)
            return of_modes(s, &out);
        used[k] = true;
        out.mode[out.n++] = (mode){.extent = of.mode[k].extent, .step = of.mode[k].place};
        end = end_of(s, &of.mode[k]);
    }
    return NULL;
}

bool lcr_sym_of_right_inverse(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = lcr_sv_layout(s, t->arg[0]), *r = lcr_sv_layout(s, t->value);
    const sym_statement inverts = {s, "right_inverts", 2, {r, a}, NULL};
    bool all = strcmp(t->name, "inverse") == 0;
    return t->n == 1 && a && r && !a->basis && !r->basis && lcr_sym_right_inverts(&inverts) &&
           (!all || lcr_sym_equal(s, lcr_sv_product(s, a), lcr_sv_product(s, r))) &&
           lcr_sym_value_same(t, lcr_sym_right_inverse(s, a));
}

bool lcr_sym_of_left_inverse(const sym_statement *t)
{
    sym *s = t->s;
    modes of, out = {.s = s};
    const sv *a = lcr_sv_layout(s, t->arg[0]);
    if (t->n != 1 || !a || a->basis || !open_modes(s, a, &of) ||
        !(out.mode = lcr_lit_alloc(s->pool, of.n + 2, sizeof *out.mode)))
        return false;
    if (of.n > 0)
        out.mode[out.n++] = (mode){.extent = of.mode[0].step, .step = lcr_poly_si(s->pool, 0)};
    for (size_t k = 0; k < of.n; k++) {
        bool last = k + 1 == of.n;
        const poly *digit = last ? of.mode[k].extent
                                 : lcr_poly_quotient(s->pool, of.mode[k + 1].step,
                                                     of.mode[k].step);
        const poly *room = last ? lcr_poly_si(s->pool, 0)
                                : lcr_poly_sub(s->pool, of.mode[k + 1].step,
                                               end_of(s, &of.mode[k]));
        if (!digit || !room || !lcr_sym_holds(s, room))
            return false;
        out.mode[out.n++] = (mode){.extent = digit, .step = of.mode[k].place};
    }
    return lcr_sym_value_same(t, of_modes(s, &out));
}

/* ---- products ---- */

/* A* o B */
static const sv *copies(sym *s, const sv *a, const sv *b)
{
    const sv *star = a && b && !a->offset ? complement(s, a, NULL) : NULL;
    return star ? lcr_sv_layout(s, lcr_sym_composite(s, star, b)) : NULL;
}

/* Its modes one by one, or as one. */
static size_t spread(sym *s, const sv *a, bool by_mode, const sv **part)
{
    size_t rank = by_mode && a->nnodes > 1 ? lcr_sv_rank(a) : 1;
    for (size_t i = 0; i < rank && i < SV_AXES; i++)
        part[i] = rank > 1 || (by_mode && a->nnodes > 1) ? lcr_sv_mode(s, a, i) : a;
    return rank;
}

static const sv *side_by_side(sym *s, const char *name, const sv *a, const sv *grid)
{
    const sv *part[2 * SV_AXES];
    bool flat = strcmp(name, "flat_product") == 0;
    size_t n = spread(s, a, flat, part);
    if (n >= SV_AXES)
        return NULL;
    n += spread(s, grid, flat || strcmp(name, "tiled_product") == 0, part + n);
    for (size_t i = 0; i < n && n <= SV_AXES; i++)
        if (!part[i])
            return NULL;
    return n <= SV_AXES ? lcr_sv_concat(s, n, part) : NULL;
}

/* Mode i, or 1:0 past the last. */
static const sv *padded(sym *s, const sv *a, size_t i)
{
    size_t rank = a->nnodes > 1 ? lcr_sv_rank(a) : 1;
    modes none = {s, 0, lcr_lit_alloc(s->pool, 1, sizeof *none.mode)};
    if (i >= rank)
        return none.mode ? of_modes(s, &none) : NULL;
    return a->nnodes > 1 ? lcr_sv_mode(s, a, i) : a;
}

static const sv *paired(sym *s, bool raked, const sv *a, const sv *b, const sv *grid)
{
    const sv *pair[SV_AXES];
    size_t of_a = a->nnodes > 1 ? lcr_sv_rank(a) : 1, of_b = b->nnodes > 1 ? lcr_sv_rank(b) : 1;
    size_t rank = of_a > of_b ? of_a : of_b;
    for (size_t i = 0; i < rank && rank <= SV_AXES; i++) {
        const sv *own = padded(s, a, i);
        const sv *copy = b->nnodes == 1 && i == 0 ? grid : padded(s, grid, i);
        const sv *half[2] = {raked ? copy : own, raked ? own : copy};
        if (!own || !copy || !(pair[i] = lcr_sv_concat(s, 2, half)))
            return NULL;
    }
    if (rank > SV_AXES)
        return NULL;
    return a->nnodes == 1 && b->nnodes == 1 ? pair[0] : lcr_sv_concat(s, rank, pair);
}

bool lcr_sym_of_product(const sym_statement *t)
{
    sym *s = t->s;
    bool pairs = strcmp(t->name, "blocked_product") == 0 || strcmp(t->name, "raked_product") == 0;
    const sv *a = lcr_sv_layout(s, t->arg[0]);
    if (t->n != 2 || !a || a->basis || lcr_sym_is_tiler(t->arg[1]))
        return false;
    const sv *b = lcr_sv_layout(s, t->arg[1]), *grid = b ? copies(s, a, b) : NULL;
    if (!grid)
        return false;
    return lcr_sym_value_same(t, pairs ? paired(s, t->name[0] == 'r', a, b, grid)
                                       : side_by_side(s, t->name, a, grid));
}

/* ---- tile_to_shape ---- */

/* Mode i of the order, or i. */
static bool order_of(const sv *order, size_t i, lc_int *out)
{
    *out = lc_int_const((int32_t)i);
    return !order || (i < order->n && order->extent[i] && lcr_poly_is_int(order->extent[i], out));
}

/* How many tiles there are along each mode of the shape, in order; those that are single stand
 * still. */
static const sv *grid_of(sym *s, const sv *a, const sv *shape, const sv *order)
{
    size_t rank = lcr_sv_rank(shape), of_a = a->nnodes > 1 ? lcr_sv_rank(a) : 1;
    sv *grid = lcr_sv_new(s, SV_LAYOUT, shape->nnodes > 1 ? rank + 1 : 1, rank, 0);
    const poly **step = grid ? lcr_lit_alloc(s->pool, rank, sizeof *step) : NULL;
    for (size_t i = 0; step && i < rank; i++) {
        const sv *part = shape->nnodes > 1 ? lcr_sv_mode(s, shape, i) : shape;
        const sv *tile = i < of_a ? padded(s, a, i) : NULL;
        const poly *by = tile ? lcr_sv_product(s, tile) : lcr_poly_si(s->pool, 1);
        grid->extent[i] = part ? ratio(s, lcr_sv_product(s, part), by, true) : NULL;
        if (!grid->extent[i])
            return NULL;
    }
    for (size_t i = 0; step && i < rank; i++) {
        lc_int own, other;
        step[i] = lcr_poly_si(s->pool, is_one(s, grid->extent[i]) ? 0 : 1);
        for (size_t k = 0; k < rank; k++) {
            if (!order_of(order, i, &own) || !order_of(order, k, &other))
                return NULL;
            if (k != i && lc_int_lt(other, own))
                step[i] = lcr_poly_mul(s->pool, step[i], grid->extent[k]);
        }
    }
    if (!step)
        return NULL;
    grid->node[0] = shape->nnodes > 1 ? (uint32_t)rank : 0;
    grid->naxes = 1;
    grid->step = step;
    return grid;
}

bool lcr_sym_of_tile_to_shape(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = lcr_sv_layout(s, t->arg[0]), *shape = t->arg[1];
    if (!a || a->basis || shape->kind != SV_TUPLE || shape->step)
        return false;
    const sv *b = grid_of(s, a, shape, t->n > 2 ? t->arg[2] : NULL);
    const sv *grid = b ? copies(s, a, b) : NULL;
    return grid && lcr_sym_value_same(t, paired(s, false, a, b, grid));
}
