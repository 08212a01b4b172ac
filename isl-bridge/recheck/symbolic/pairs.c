/* pairs.c - claims about two layouts of sizes: common values, complements, contained values,
 * inverses, quotients that keep all.
 *
 *   nothing in common  f(a) = g(b): with the digits of both in an order of strides, each in turn
 *                      being the last that is not 0, there is no solution; or, whatever is 0,
 *                      none of another value than 0
 *   increasing         the step of a digit is past the reach of those before it
 *   contained          each step of T goes a number of times along a run of A, and what all take
 *                      of a run stays below its extent
 *   inverses           the composite, built anew, is the identity
 */
#include "config.h"

#include "law.h"

#include <stdlib.h>
#include <string.h>

/* A layout of integers, where it is one. */
static const sv *integers(const sym_statement *t, size_t i)
{
    const sv *a = i < t->n && t->arg[i] ? lcr_sv_layout(t->s, t->arg[i]) : NULL;
    return a && !a->basis ? a : NULL;
}

/* ---- the digits of both ---- */

typedef struct {
    size_t leaf, of;    /* 0: of x, 1: of y */
    const poly *extent; /* NULL: it has no end */
    lc_int size;        /* of its largest step, at a sample */
} digit;

typedef struct {
    sym *s;
    const sv *x[2];
    size_t n;
    digit *digit;
} digits;

static int by_size(const void *a, const void *b)
{
    const digit *x = a, *y = b;
    int order = (!x->extent) - (!y->extent);
    return order ? order : lc_int_cmp(x->size, y->size);
}

static bool is_one(const poly *p)
{
    lc_int n;
    return lcr_poly_is_int(p, &n) && lc_int_is_one(n);
}

/* The axis of x as one of layout i, SIZE_MAX: none. */
static size_t axis_of(const digits *d, size_t i, size_t axis)
{
    const sv *x = d->x[0];
    return i == 0 || !x->basis ? axis : lcr_sv_axis(d->x[1], &x->path[axis]);
}

/* All that move; the last leaf of y has no end if it is `open`. */
static bool open_digits(sym *s, const sv *x, const sv *y, bool open, digits *d)
{
    lc_int value[SYM_VARS];
    *d = (digits){s, {x, y}, 0, lcr_lit_alloc(s->pool, x->n + y->n, sizeof *d->digit)};
    if (!d->digit || x->basis != y->basis)
        return false;
    lcr_sym_sample(s, value);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < d->x[i]->n; k++) {
            const sv *a = d->x[i];
            bool last = i == 1 && open && k + 1 == a->n, moves = false;
            lc_int size = lc_int_const(0);
            for (size_t j = 0; j < a->naxes; j++) {
                const poly *step = a->step[j * a->n + k];
                moves = moves || step->n > 0;
                size = lc_int_max(size,
                                  lc_int_abs(s->pool->lc, lcr_poly_at(s->pool->lc, step, value)));
            }
            if (moves && (last || !is_one(a->extent[k])))
                d->digit[d->n++] = (digit){k, i, last ? NULL : a->extent[k], size};
        }
    if (d->n > 1)
        qsort(d->digit, d->n, sizeof *d->digit, by_size);
    return true;
}

/* x - y on an axis of x, of the first n digits; *first is the variable of the first of them. */
static const poly *difference(const digits *d, size_t axis, size_t n, size_t first)
{
    lit_pool *pool = d->s->pool;
    const poly *sum = lcr_poly_sub(pool, lcr_sv_offset(d->s, d->x[0], axis),
                                   lcr_sv_offset(d->s, d->x[1], axis_of(d, 1, axis)));
    for (size_t i = 0; i < n; i++) {
        size_t of = d->digit[i].of;
        const poly *step = lcr_sv_step(d->s, d->x[of], axis_of(d, of, axis), d->digit[i].leaf);
        sum = lcr_poly_add(pool, sum, lc_int_const(of == 0 ? 1 : -1),
                           lcr_poly_mul(pool, step, lcr_poly_var(pool, first + i)));
    }
    return sum;
}

/* Variables for the first n digits with their bounds, and both values the same: rows, of which
 * there is room for one more. */
static sym_row *meeting(const digits *d, size_t n, size_t *first, size_t *rows)
{
    sym *s = d->s;
    sym_row *row = lcr_lit_alloc(s->pool, n + d->x[0]->naxes + 2, sizeof *row);
    *first = s->n;
    *rows = 0;
    for (size_t i = 0; row && i < n; i++) {
        size_t at = d->digit[i].extent ? lcr_sym_coordinate(s, d->digit[i].extent, row, rows)
                                       : lcr_sym_coordinate(s, NULL, NULL, NULL);
        if (at == SIZE_MAX)
            return NULL;
        if (!d->digit[i].extent) {
            s->var[at].has_low = true;
            s->var[at].low = lc_int_const(0);
        }
    }
    for (size_t j = 0; row && j < d->x[0]->naxes; j++)
        row[(*rows)++] = lcr_sym_row(difference(d, j, n, *first), true);
    return row;
}

/* Digit `last` is not 0, those after it are. */
static bool none_with(const digits *d, size_t last)
{
    sym *s = d->s;
    size_t room = s->n, first, n;
    sym_row *row = meeting(d, last + 1, &first, &n);
    if (row)
        s->var[first + last].low = lc_int_const(1);
    bool ok = row && lcr_sym_empty(s, n, row);
    s->n = room;
    return ok;
}

/* At no digits but zeros. */
static bool none_in_order(const digits *d)
{
    for (size_t j = 0; j < d->x[0]->naxes; j++) {
        const poly *apart = difference(d, j, 0, 0);
        if (!apart || apart->n > 0)
            return false;
    }
    for (size_t i = 0; i < d->n; i++)
        if (!none_with(d, i))
            return false;
    return true;
}

/* One row more: `sum` >= 1. */
static bool none_where(const digits *d, const poly *sum, size_t rows, sym_row *row)
{
    row[rows] = lcr_sym_row(lcr_poly_plus(d->s->pool, sum, -1), false);
    return lcr_sym_empty(d->s, rows + 1, row);
}

/* At no digits of y but zeros. */
static bool none_past_zero(const digits *d)
{
    sym *s = d->s;
    size_t room = s->n, first, n;
    sym_row *row = meeting(d, d->n, &first, &n);
    bool ok = row != NULL;
    for (size_t i = 0; ok && i < d->n; i++)
        if (d->digit[i].of == 1)
            ok = none_where(d, lcr_poly_var(s->pool, first + i), n, row);
    s->n = room;
    return ok;
}

/* The value of x on an axis. */
static const poly *value_of(const digits *d, size_t axis, size_t first)
{
    lit_pool *pool = d->s->pool;
    const poly *sum = lcr_sv_offset(d->s, d->x[0], axis);
    for (size_t i = 0; i < d->n; i++)
        if (d->digit[i].of == 0)
            sum = lcr_poly_add(pool, sum, lc_int_const(1),
                               lcr_poly_mul(pool,
                                            lcr_sv_step(d->s, d->x[0], axis, d->digit[i].leaf),
                                            lcr_poly_var(pool, first + i)));
    return sum;
}

/* No value but 0. */
static bool none_but_zero(const digits *d)
{
    sym *s = d->s;
    size_t room = s->n, first, n;
    sym_row *row = meeting(d, d->n, &first, &n);
    bool ok = row != NULL;
    for (size_t j = 0; ok && j < d->x[0]->naxes; j++) {
        const poly *value = value_of(d, j, first);
        ok = none_where(d, value, n, row) &&
             none_where(d, lcr_poly_sub(s->pool, lcr_poly_si(s->pool, 0), value), n, row);
    }
    s->n = room;
    return ok;
}

/* Axes that one of them has, and the other not, are none here. */
static bool same_axes(const sv *x, const sv *y)
{
    bool same = x->basis == y->basis && x->naxes == y->naxes;
    for (size_t j = 0; same && x->basis && j < x->naxes; j++)
        same = lcr_sv_axis(y, &x->path[j]) != SIZE_MAX;
    return same;
}

/* It has no value but 0. */
static bool is_zero(const sv *a)
{
    for (size_t i = 0; i < a->naxes * a->n; i++)
        if (a->step[i]->n > 0)
            return false;
    for (size_t j = 0; a->offset && j < a->naxes; j++)
        if (a->offset[j]->n > 0)
            return false;
    return true;
}

bool lcr_sym_disjoint(const sym_statement *t)
{
    digits d;
    const sv *x = lcr_sv_layout(t->s, t->arg[0]), *y = lcr_sv_layout(t->s, t->arg[1]);
    if (!x || !y)
        return false;
    if (is_zero(x) || is_zero(y) || lcr_sym_disjoint_by_axis(t, x, y))
        return true;
    return same_axes(x, y) && open_digits(t->s, x, y, false, &d) &&
           (none_in_order(&d) || none_but_zero(&d));
}

/* ---- complements ---- */

static bool increases(sym *s, const sv *c, bool open)
{
    lit_pool *pool = s->pool;
    const poly *reach = lcr_poly_si(pool, 0);
    for (size_t k = 0; k < c->n; k++) {
        const poly *step = lcr_sv_step(s, c, 0, k);
        bool end = open && k + 1 == c->n;
        sym_row row[2] = {lcr_sym_row(lcr_poly_sub(pool, reach, step), false),
                          lcr_sym_row(lcr_poly_plus(pool, c->extent[k], -2), false)};
        if (!lcr_sym_empty(s, end ? 1 : 2, row))
            return false;
        const poly *last = lcr_poly_plus(pool, c->extent[k], -1);
        reach = lcr_poly_add(pool, reach, lc_int_const(1), lcr_poly_mul(pool, last, step));
    }
    return reach != NULL;
}

/* A joined with C has all of [0,n). */
static bool all_below(sym *s, const sv *a, const sv *c, const sv *shape)
{
    const sv *both[2] = {a, c}, *joined = lcr_sv_concat(s, 2, both);
    const poly *n = shape && shape->kind <= SV_LAYOUT && !(shape->kind == SV_TUPLE && shape->step)
                        ? lcr_sv_product(s, shape)
                        : NULL;
    return joined && n && lcr_sym_covers_axis(s, joined, 0, n);
}

bool lcr_sym_complements(const sym_statement *t)
{
    const sv *of = lcr_sv_layout(t->s, t->arg[1]);
    if (of && of->basis)
        return lcr_sym_complements_by_axis(t, lcr_sv_layout(t->s, t->arg[0]), of);
    const sv *c = integers(t, 0), *a = integers(t, 1);
    bool open = t->n < 3 || !t->arg[2];
    digits d;
    if (!a || !c || a->offset || c->offset || !increases(t->s, c, open) ||
        !open_digits(t->s, a, c, open, &d))
        return false;
    return (none_in_order(&d) || none_past_zero(&d)) &&
           (open || all_below(t->s, a, c, t->arg[2]));
}

/* ---- contained ---- */

/* A run of leaves of A, and the largest digit there so far. */
typedef struct {
    const poly *extent, *step, *reach;
} run;

typedef struct {
    sym *s;
    size_t n;
    run *run;
} runs;

static bool open_runs(sym *s, const sv *a, runs *out)
{
    const sv *bare = a;
    digits d;
    sv *nothing = lcr_sv_copy(s, lcr_sv_size(s, lcr_poly_si(s->pool, 1)));
    const sv *point = nothing ? lcr_sv_layout(s, nothing) : NULL;
    *out = (runs){s, 0, lcr_lit_alloc(s->pool, a->n + 1, sizeof *out->run)};
    if (!out->run || !point || !open_digits(s, bare, point, false, &d))
        return false;
    for (size_t i = 0; i < d.n; i++) {
        const poly *step = a->step[d.digit[i].leaf];
        run *last = out->n > 0 ? &out->run[out->n - 1] : NULL;
        if (d.digit[i].of == 1)
            continue;
        if (last && lcr_poly_equal(step, lcr_poly_mul(s->pool, last->extent, last->step)))
            last->extent = lcr_poly_mul(s->pool, last->extent, d.digit[i].extent);
        else
            out->run[out->n++] = (run){d.digit[i].extent, step, lcr_poly_si(s->pool, 0)};
    }
    return true;
}

/* All n steps of d go along run k, each `times` of its own. */
static bool fits_on(runs *a, size_t k, const poly *n, const poly *times)
{
    lit_pool *pool = a->s->pool;
    run *at = &a->run[k];
    const poly *reach = lcr_poly_add(pool, at->reach, lc_int_const(1),
                                     lcr_poly_mul(pool, times, lcr_poly_plus(pool, n, -1)));
    bool ok = lcr_sym_holds(a->s, times) &&
              lcr_sym_holds(a->s, lcr_poly_plus(pool, lcr_poly_sub(pool, at->extent, reach), -1));
    at->reach = ok ? reach : at->reach;
    return ok;
}

/* As many of them as run k has; *n and *d are the rest. */
static bool split_on(runs *a, size_t k, const poly *times, const poly **n, const poly **d)
{
    lit_pool *pool = a->s->pool;
    run *at = &a->run[k];
    const poly *here = lcr_poly_quotient(pool, at->extent, times);
    const poly *rest = here ? lcr_poly_quotient(pool, *n, here) : NULL;
    if (!rest || at->reach->n > 0 || is_one(here) || !lcr_sym_holds(a->s, times))
        return false;
    at->reach = lcr_poly_mul(pool, times, lcr_poly_plus(pool, here, -1));
    *n = rest;
    *d = lcr_poly_mul(pool, *d, here);
    return *d != NULL;
}

/* n steps of d, the first of which is none. */
static bool take(runs *a, const poly *n, const poly *d)
{
    for (size_t turn = 0; turn <= a->n && n && d; turn++) {
        bool gone = false;
        for (size_t k = a->n; k-- > 0;) {
            const poly *times = lcr_poly_quotient(a->s->pool, d, a->run[k].step);
            if (times && fits_on(a, k, n, times))
                return true;
        }
        for (size_t k = a->n; k-- > 0 && !gone;) {
            const poly *times = lcr_poly_quotient(a->s->pool, d, a->run[k].step);
            gone = times && split_on(a, k, times, &n, &d);
        }
        if (!gone)
            return false;
    }
    return false;
}

static bool contained(sym *s, const sv *t, const sv *a)
{
    runs at;
    if (!open_runs(s, a, &at))
        return false;
    const poly *apart = lcr_poly_sub(s->pool, lcr_sv_offset(s, t, 0), lcr_sv_offset(s, a, 0));
    if (!apart || (apart->n > 0 && !take(&at, lcr_poly_si(s->pool, 2), apart)))
        return false;
    for (size_t k = 0; k < t->n; k++) {
        const poly *step = lcr_sv_step(s, t, 0, k);
        if (step->n == 0 || lcr_sym_is_zero(s, lcr_poly_plus(s->pool, t->extent[k], -1)))
            continue;
        if (!take(&at, t->extent[k], step))
            return false;
    }
    return true;
}

bool lcr_sym_contained(const sym_statement *t)
{
    const sv *of = lcr_sv_layout(t->s, t->arg[1]), *part = lcr_sv_layout(t->s, t->arg[0]);
    if (of && of->basis)
        return part && lcr_sym_contained_by_axis(t, part, of);
    const sv *x = integers(t, 0), *a = integers(t, 1);
    return x && a && contained(t->s, x, a);
}

/* ---- inverses ---- */

bool lcr_sym_is_identity(sym *s, const sv *f)
{
    if (f && f->basis)
        return lcr_sym_is_identity_by_axis(s, f);
    const sv *size = f ? lcr_sv_size(s, lcr_sv_product(s, f)) : NULL;
    const sv *line = size ? lcr_sv_layout(s, size) : NULL;
    return line && lcr_sym_equiv(s, f, line);
}

static bool is_inside(sym *s, const sv *f, const sv *a)
{
    return lcr_sym_within(s, f, 0, lcr_poly_si(s->pool, 0), lcr_sv_product(s, a));
}

bool lcr_sym_right_inverts(const sym_statement *t)
{
    const sv *r = integers(t, 0), *a = lcr_sv_layout(t->s, t->arg[1]);
    return r && a && is_inside(t->s, r, a) &&
           lcr_sym_is_identity(t->s, lcr_sym_composite(t->s, a, r));
}

/* L(A(c)) = c, or, of an A that is not one to one, a coordinate with the same value. */
bool lcr_sym_left_inverts(const sym_statement *t)
{
    sym *s = t->s;
    const sv *l = integers(t, 0), *a = lcr_sv_layout(t->s, t->arg[1]);
    const sv *back = l && a ? lcr_sym_composite(s, l, a) : NULL;
    if (!back || lcr_sym_is_identity(s, back))
        return back != NULL;
    const sv *again = lcr_sym_composite(s, a, back);
    return again && lcr_sym_equiv(s, again, a) && is_inside(s, back, a);
}

/* ---- quotients ---- */

/* The first modes of a layout, as many as a tiler has; all where it is none. */
static const sv *tiled_part(sym *s, const sv *a, const sv *tile)
{
    const sv *part[SV_AXES];
    size_t n = !lcr_sym_is_tiler(tile)  ? 0
               : tile->kind == SV_TILER ? tile->nmodes
                                        : lcr_sv_rank(tile);
    if (n == 0 || n >= lcr_sv_rank(a) || n > SV_AXES)
        return a;
    for (size_t i = 0; i < n; i++)
        if (!(part[i] = lcr_sv_mode(s, a, i)))
            return NULL;
    return lcr_sv_concat(s, n, part);
}

static const sv *without_offset(sym *s, const sv *a)
{
    sv *bare = lcr_sv_copy(s, a);
    if (bare)
        bare->offset = NULL;
    return bare;
}

bool lcr_sym_divides_into(const sym_statement *t)
{
    sym *s = t->s;
    const sv *d = lcr_sv_layout(s, t->arg[0]), *a = lcr_sv_layout(s, t->arg[1]);
    if (!d || !a || d->nnodes == 1)
        return false;
    const sv *all = lcr_sv_with_axes_of(s, d, a);
    a = all ? lcr_sv_with_axes_of(s, a, all) : NULL;
    d = all;
    if (!a || !same_axes(d, a))
        return false;
    for (size_t j = 0; j < d->naxes; j++)
        if (!lcr_sym_equal(s, lcr_sv_offset(s, d, j),
                           lcr_sv_offset(s, a, d->basis ? lcr_sv_axis(a, &d->path[j]) : j)))
            return false;
    d = without_offset(s, d);
    a = without_offset(s, a);
    const sv *part = d && a ? tiled_part(s, a, t->arg[2]) : NULL;
    const sv *first = part ? lcr_sv_mode(s, d, 0) : NULL;
    const sym_statement tile = {s, "composes", 3, {first, part, t->arg[2]}, NULL};
    if (!first || !lcr_sym_claim(&tile))
        return false;
    if (lcr_sym_reorders(s, d, a, false))
        return true;
    const sym_statement reached = {s, "contained", 2, {a, d}, NULL};
    return t->n < 4 && lcr_sym_claim(&reached) && lcr_sym_injective(s, a) &&
           lcr_sym_injective(s, d);
}
