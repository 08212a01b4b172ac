/* lines.c - functions that are straight along leaves. */
#include "config.h"

#include "lines.h"

#include <string.h>

#define LINES 64

/* A part of a leaf of the first layout: `place` of its coordinates are one step here. */
typedef struct {
    size_t leaf;
    lc_int extent, place;
} line;

typedef struct {
    ev *e;
    size_t before; /* sets that were there before */
    size_t n, naxes;
    line of[LINES];
    const lit *last; /* whose values these are */
    lc_int step[LIT_MAX_AXES][LINES];
} lines;

/* Without evidence in the end: no set is left. */
static void drop(lines *l)
{
    l->e->out->nsets = l->before;
}

/* The values of a layout at its own coordinates; NULL with an error or without evidence. */
static lines *lines_of(ev *e, const lit *a)
{
    if (!lcr_lit_is_affine(a) || a->offset || a->n > LINES || e->pool->sizes)
        return NULL;
    lines *l = lcr_lit_alloc(e->pool, 1, sizeof *l);
    if (!l)
        return NULL;
    l->e = e;
    l->before = e->out->nsets;
    l->naxes = a->naxes;
    l->last = a;
    for (size_t k = 0; k < a->n; k++) {
        if (lc_int_is_one(a->extent[k]))
            continue;
        l->of[l->n] = (line){k, a->extent[k], lc_int_const(1)};
        for (size_t j = 0; j < a->naxes; j++)
            l->step[j][l->n] = a->step[j * a->n + k];
        l->n++;
    }
    return l;
}

/* ---- splitting ---- */

/* Line k becomes two, the first of `cut` steps. False: there are too many. */
static bool split(lines *l, size_t k, lc_int cut)
{
    lc_ctx *lc = l->e->pool->lc;
    if (l->n == LINES)
        return false;
    line *first = &l->of[k], *second = &l->of[l->n];
    *second = (line){first->leaf, lc_int_fdiv(lc, first->extent, cut),
                     lc_int_mul(lc, first->place, cut)};
    first->extent = cut;
    for (size_t j = 0; j < l->naxes; j++)
        l->step[j][l->n] = lc_int_mul(lc, l->step[j][k], cut);
    l->n++;
    return true;
}

/* Steps of size d split where they come to a place above, and the extent is a multiple. */
static bool split_at(lines *l, size_t axis, lc_int place)
{
    lc_ctx *lc = l->e->pool->lc;
    for (size_t k = 0; k < l->n; k++) {
        lc_int d = lc_int_abs(lc, l->step[axis][k]);
        if (lc_int_is_zero(d) || !lc_int_lt(d, place) || !lc_int_divides(lc, d, place))
            continue;
        lc_int cut = lc_int_fdiv(lc, place, d);
        if (lc_int_lt(cut, l->of[k].extent) && lc_int_divides(lc, cut, l->of[k].extent) &&
            !split(l, k, cut))
            return false;
    }
    return true;
}

/* At all places of the leaves [first, last) of f. */
static bool split_for(lines *l, size_t axis, const lit *f, size_t first, size_t last)
{
    lc_int place = lc_int_const(1);
    for (size_t k = first; k + 1 < last; k++) {
        place = lc_int_mul(l->e->pool->lc, place, f->extent[k]);
        if (!split_at(l, axis, place))
            return false;
    }
    return true;
}

/* ---- digits ---- */

/* A digit is a sum over lines: past its extent, or, the last one, which may be, below 0. */
static bool within(lines *l, const lc_int *digit, lc_int extent, bool last)
{
    ev *e = l->e;
    lc_int least, most;
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t k = 0; k < l->n; k++)
        if (!lc_int_is_zero(digit[k]))
            lcr_sys_add_var(&s, &sum, digit[k], lcr_sys_below(&s, 'c', l->of[k].extent));
    if (!lcr_sys_range(&s, &sum, &least, &most) || !lc_int_lt(most, extent) ||
        lc_int_lt(least, lc_int_const(0)))
        return false;
    return s.n == 0 || ((!last || lcr_ev_relate(e, &s, &sum, SYS_LT)) &&
                        lcr_ev_compare(e, &s, &sum, SYS_GE, extent));
}

typedef lc_int sums[LIT_MAX_AXES][LINES];

/* The digits of an axis for the leaves [first, last) of f, and what they add to the values. */
static bool apply_on(lines *l, size_t axis, const lit *f, size_t first, size_t last, bool inside,
                     sums *to)
{
    lc_ctx *lc = l->e->pool->lc;
    lc_int rest[LINES], digit[LINES];
    memcpy(rest, l->step[axis], sizeof rest);
    for (size_t i = first; i < last; i++) {
        bool end = i + 1 == last;
        for (size_t k = 0; k < l->n; k++) {
            digit[k] = end ? rest[k] : lc_int_fmod(lc, rest[k], f->extent[i]);
            rest[k] = lc_int_fdiv(lc, rest[k], f->extent[i]);
            for (size_t j = 0; j < f->naxes; j++)
                (*to)[j][k] = lc_int_add(lc, (*to)[j][k],
                                         lc_int_mul(lc, digit[k], f->step[j * f->n + i]));
        }
        if ((!end || inside) && !within(l, digit, f->extent[i], end))
            return false;
    }
    return true;
}

/* The leaves of f that an axis of the values stands for. */
static bool leaves_for(const lines *l, size_t axis, const lit *f, size_t *first, size_t *last)
{
    *first = 0;
    *last = f->n;
    return !l->last->basis || lcr_lit_leaves_at(f, &l->last->path[axis], first, last);
}

/* f at these values, which stand for coordinates of f as those of a layout do; `inside`: they
 * have to be coordinates of f. False with an error or without evidence. */
static bool apply(lines *l, const lit *f, bool inside)
{
    sums *to = lcr_lit_alloc(l->e->pool, 1, sizeof *to);
    size_t first, last;
    if (!to || !lcr_lit_is_affine(f) || f->offset)
        return false;
    for (size_t j = 0; j < l->naxes; j++) /* all are split before there are sums of them */
        if (!leaves_for(l, j, f, &first, &last) || !split_for(l, j, f, first, last))
            return false;
    for (size_t j = 0; j < l->naxes; j++)
        if (!leaves_for(l, j, f, &first, &last) || !apply_on(l, j, f, first, last, inside, to))
            return false;
    l->naxes = f->naxes;
    l->last = f;
    memcpy(l->step, *to, sizeof *to);
    return true;
}

/* ---- comparing ---- */

/* The difference on an axis, by its number in `last` and in g; SIZE_MAX: it has none. */
static bool differs_on(lines *l, const lit *g, size_t own, size_t other)
{
    ev *e = l->e;
    lc_ctx *lc = e->pool->lc;
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t k = 0; k < l->n; k++) {
        const line *at = &l->of[k];
        lc_int d = lc_int_const(0);
        size_t var = lcr_sys_below(&s, 'c', at->extent);
        if (own != SIZE_MAX)
            d = l->step[own][k];
        if (other != SIZE_MAX)
            d = lc_int_sub(lc, d, lc_int_mul(lc, at->place, g->step[other * g->n + at->leaf]));
        lcr_sys_add_var(&s, &sum, d, var);
    }
    return lcr_ev_not_zero(e, &s, &sum);
}

/* They are the values of g, a layout with leaves like those of a. Adds sets. */
static bool are(lines *l, const lit *g)
{
    lit_path path;
    if (!lcr_lit_is_affine(g) || g->offset)
        return false;
    for (size_t j = 0; j < l->naxes; j++) {
        lcr_fn_axis_path(l->last, j, &path);
        if (!differs_on(l, g, j, lcr_fn_axis(g, &path)))
            return false;
    }
    for (size_t j = 0; j < g->naxes; j++) {
        lcr_fn_axis_path(g, j, &path);
        if (lcr_fn_axis(l->last, &path) == SIZE_MAX && !differs_on(l, g, SIZE_MAX, j))
            return false;
    }
    lcr_ev_by(l->e, "difference");
    return true;
}

/* ---- laws ---- */

/* After the last question: is all of it there? Else nothing is. */
static bool settled(ev *e, lines *l, bool known, bool *out)
{
    *out = known && lcr_ev_ok(e);
    if (!*out && l)
        drop(l);
    return lcr_ev_ok(e);
}

bool lcr_lines_composite(ev *e, const lit *value, const lit *f, const lit *w, bool *known)
{
    *known = false;
    if (!lcr_lit_is_affine(value) || value->offset || w->kind != LIT_LAYOUT ||
        !lcr_lit_coarser(e->pool->lc, w, value, true))
        return lcr_ev_ok(e);
    const lit *inner = lcr_parts_on_leaves(e->pool, value, w);
    lines *l = inner ? lines_of(e, inner) : NULL;
    return settled(e, l, l && apply(l, f, false) && are(l, value), known);
}

/* The integral coordinate; or, for values of A that are coordinates, the coordinate. */
static const lit *identity_of(ev *e, const lit *r, const lit *a)
{
    const lit_path top = {.depth = 0};
    parts *p = lcr_parts_begin(e->pool);
    if (!p || a->basis)
        return NULL;
    lcr_parts_identity(p, r, &top);
    return lcr_parts_end(p);
}

bool lcr_lines_right_inverse(ev *e, const lit *r, const lit *a, bool inside, bool *known)
{
    const lit *same = identity_of(e, r, a);
    lines *l = same ? lines_of(e, r) : NULL;
    return settled(e, l, l && apply(l, a, inside) && are(l, same), known);
}

bool lcr_lines_left_inverse(ev *e, const lit *left, const lit *a, bool *known)
{
    lines *l = lines_of(e, a);
    return settled(e, l, l && apply(l, left, false) && apply(l, a, true) && are(l, a), known);
}
