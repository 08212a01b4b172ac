/* outside.c - a function as a chain of steps. */
#include "config.h"

#include "outside.h"
#include "parts.h"

#include <stdlib.h>

outside *lcr_outside_begin(lit_pool *pool)
{
    outside *o = lcr_lit_alloc(pool, 1, sizeof *o);
    if (o)
        o->pool = pool;
    return o;
}

static void append(outside *o, const lit *step)
{
    o->failed = o->failed || !step || o->n == OUTSIDE_STEPS;
    if (!o->failed)
        o->step[o->n++] = step;
}

/* ---- offsets ---- */

static bool is_offset(const lit *a)
{
    return a->kind == LIT_LAYOUT && a->n == 0;
}

static lit *empty_offset(lit_pool *pool, bool by_xor)
{
    lit *a = lcr_lit_alloc(pool, 1, sizeof *a);
    if (!a)
        return NULL;
    *a = (lit){.kind = LIT_LAYOUT,
               .by_xor = by_xor,
               .path = lcr_lit_alloc(pool, LIT_MAX_AXES, sizeof *a->path),
               .offset = lcr_lit_alloc(pool, LIT_MAX_AXES, sizeof *a->offset)};
    return a->path && a->offset ? a : NULL;
}

/* Adds an integer on an axis; false: there are too many. */
static bool add_on(lit_pool *pool, lit *to, const lit_path *path, lc_int value)
{
    size_t j = lcr_path_add(&to->naxes, to->path, path);
    if (j == SIZE_MAX)
        return false;
    lc_int before = to->offset[j];
    to->offset[j] = to->by_xor ? lcr_lit_xor(pool->lc, before, value)
                               : lc_int_add(pool->lc, before, value);
    return true;
}

/* `more` joins the offset before it; one that is nothing is left out. */
static void append_offset(outside *o, lit *more)
{
    const lit *before = o->n > 0 ? o->step[o->n - 1] : NULL;
    if (more && before && is_offset(before)) {
        for (size_t j = 0; j < before->naxes; j++)
            o->failed = o->failed || !add_on(o->pool, more, &before->path[j], before->offset[j]);
        o->n--;
    }
    if (!more || !lcr_all_zero(more->naxes, more->offset))
        append(o, more);
}

/* That of a tensor or a composed function. */
static void own_offset(outside *o, const lit *a)
{
    lit *more = a->offset ? empty_offset(o->pool, a->by_xor) : NULL;
    for (size_t j = 0; more && j < a->naxes; j++) {
        lit_path path;
        lcr_fn_axis_path(a, j, &path);
        o->failed = o->failed || !add_on(o->pool, more, &path, a->offset[j]);
    }
    if (a->offset)
        append_offset(o, more);
}

void lcr_outside_offset(outside *o, const lit *offset)
{
    bool by_xor = offset->kind == LIT_LAYOUT && offset->by_xor;
    lit *more = empty_offset(o->pool, by_xor || (o->n > 0 && o->step[o->n - 1]->by_xor));
    lit_path *path = lcr_lit_alloc(o->pool, offset->n + 1, sizeof *path);
    bool tuple = offset->kind == LIT_TUPLE;
    o->failed = o->failed || !more || !path || !(tuple || (by_xor && offset->n == 1));
    if (!o->failed && tuple)
        lcr_lit_paths(offset, path);
    for (size_t k = 0; !o->failed && k < offset->n; k++)
        o->failed = !add_on(o->pool, more, &path[k], (tuple ? offset->extent : offset->step)[k]);
    if (!o->failed)
        append_offset(o, more);
}

/* ---- steps ---- */

lit *lcr_without_swizzle(lit_pool *pool, const lit *a)
{
    lit *b = lcr_lit_copy(pool, a);
    if (!b)
        return NULL;
    b->b = b->m = b->s = 0;
    b->swizzled = false;
    return b;
}

lit *lcr_without_outside(lit_pool *pool, const lit *a)
{
    lit *b = lcr_without_swizzle(pool, a);
    if (b)
        b->offset = NULL;
    return b;
}

lit *lcr_swizzle_after(lit_pool *pool, const lit *a)
{
    lit *w = lcr_lit_flat(pool, 1);
    if (!w)
        return NULL;
    w->kind = LIT_SWIZZLE;
    w->extent[0] = lcr_lit_power(pool->lc, lcr_lit_swizzle_end(a));
    w->b = a->b;
    w->m = a->m;
    w->s = a->s;
    return w;
}

static void append_swizzle(outside *o, const lit *w)
{
    if (!w || w->b > 0 || o->n == 0 || !o->composed)
        append(o, w);
}

/* The coordinates of a swizzle that nothing stands inside of, as the layout n:1. */
static const lit *coordinates_of(lit_pool *pool, const lit *w)
{
    lit *b = lcr_lit_flat(pool, 1);
    if (!b)
        return NULL;
    b->extent[0] = w->extent[0];
    b->step[0] = lc_int_const(1);
    return b;
}

void lcr_outside_function(outside *o, const lit *a)
{
    if (o->failed)
        return;
    if (a->kind == LIT_COMPOSED) {
        lcr_outside_function(o, a->inner);
        if (a->outer)
            lcr_outside_function(o, a->outer);
        own_offset(o, a);
    } else if (a->kind == LIT_LAYOUT) {
        append(o, lcr_without_outside(o->pool, a));
        own_offset(o, a);
        if (a->swizzled)
            append_swizzle(o, lcr_swizzle_after(o->pool, a));
    } else {
        o->failed = a->kind != LIT_SWIZZLE;
        if (o->n == 0 && !o->failed)
            append(o, coordinates_of(o->pool, a));
        append_swizzle(o, a);
    }
}

static bool has_offsets_of(const lit *a, const lit *b)
{
    for (size_t j = 0; j < a->naxes; j++) {
        size_t i = lcr_path_find(b->naxes, b->path, &a->path[j]);
        if (i < b->naxes ? !lc_int_eq(a->offset[j], b->offset[i]) : !lc_int_is_zero(a->offset[j]))
            return false;
    }
    return true;
}

static bool same_step(const lit *a, const lit *b)
{
    if (a->kind != b->kind || is_offset(a) != is_offset(b))
        return false;
    if (a->kind == LIT_SWIZZLE)
        return a->b == b->b && a->m == b->m && a->s == b->s;
    return is_offset(a) ? has_offsets_of(a, b) && has_offsets_of(b, a) : lcr_parts_equal(a, b);
}

bool lcr_outside_same(const outside *a, const outside *b, size_t first)
{
    bool same = a->n == b->n && !a->failed && !b->failed;
    for (size_t i = first; same && i < a->n; i++)
        same = same_step(a->step[i], b->step[i]);
    return same;
}

/* ---- inside ---- */

bool lcr_has_outside(const lit *a)
{
    return a->kind == LIT_COMPOSED || (a->kind == LIT_LAYOUT && (a->swizzled || a->offset));
}

static bool has_inside(const lit *a)
{
    return a->kind == LIT_TUPLE || a->kind == LIT_LAYOUT || a->kind == LIT_COMPOSED;
}

/* What stands outside of both, and the layouts inside; false: there is none inside. */
static bool peel(ev *e, const lcr_statement *s, lcr_statement *in, bool *same)
{
    outside *given = lcr_outside_begin(e->pool), *made = lcr_outside_begin(e->pool);
    if (!given || !made)
        return false;
    lcr_outside_function(given, s->arg[0]);
    lcr_outside_function(made, s->value);
    if (given->failed || given->step[0]->kind != LIT_LAYOUT)
        return false;
    *same = lcr_outside_same(given, made, 1);
    in->arg[0] = given->step[0];
    in->value = *same ? made->step[0] : s->value;
    return true;
}

const lcr_statement *lcr_inside(ev *e, const lcr_statement *s)
{
    lcr_statement *in = lcr_lit_alloc(e->pool, 1, sizeof *in);
    bool same = true;
    if (!in)
        return NULL;
    *in = *s;
    if (!has_inside(s->arg[0]) || (lcr_has_outside(s->arg[0]) && !peel(e, s, in, &same))) {
        lcr_ev_not(e);
        return NULL;
    }
    if (same && in->value->kind == LIT_LAYOUT && !lcr_has_outside(in->value))
        return in;
    lcr_ev_reading(e, false, "what stands outside of the layout is not the same");
    return NULL;
}
