/* tiling.c - what a tiler does to each mode, as coordinates. */
#include "config.h"

#include "../../../lib/size.h"

#include "tiling.h"

#include <string.h>

typedef enum { PAIRS, ALL_TILES, ALL_RESTS } side;

typedef struct {
    ev *e;
    parts *w;
    lcr_tiling_kind kind;
    bool still, each; /* a T that stands still is one of coordinates */
} tiling;

static void fail(tiling *t)
{
    t->w->failed = true;
}

/* ---- the modes of a tiler ---- */

/* A tiler whose modes are read, or NULL where it is one layout, *whole. */
static const lit *by_mode(ev *e, const lit *tiler, const lit **whole)
{
    const lit *t = lcr_ev_tiler(e, tiler);
    *whole = t && t->kind == LIT_LAYOUT ? t : NULL;
    return t && t->kind == LIT_TILER ? t : NULL;
}

/* ---- W ---- */

static void tile(tiling *t, const lit *a, const lit *whole, lit_path path)
{
    if (t->kind != TILING_PRODUCT)
        lcr_parts_layout(t->w, whole, &path);
    else if (lcr_path_append(&path, 0))
        lcr_parts_identity(t->w, a, &path);
    else
        fail(t);
}

/* A layout that stands still, with the last axis of n modes. */
static const lit *of_coordinates(ev *e, const lit *whole, size_t n)
{
    lit *b = lcr_lit_copy(e->pool, whole);
    lit_path *path = lcr_lit_alloc(e->pool, 1, sizeof *path);
    if (!b || !path)
        return NULL;
    b->basis = lcr_path_append(path, n - 1);
    b->path = path;
    return b;
}

static void rest(tiling *t, const lit *a, const lit *whole, lit_path path)
{
    ev *e = t->e;
    if (t->kind == TILING_PRODUCT) {
        if (lcr_path_append(&path, 1))
            lcr_parts_layout(t->w, whole, &path);
        else
            fail(t);
        return;
    }
    t->w->unsure = path.depth == 0 && a->node[0] != 0 && lcr_lit_is_still(whole);
    if (t->w->unsure && t->still)
        whole = of_coordinates(e, whole, lcr_lit_rank(a));
    lc_int size = lcr_lit_size(e->pool->lc, a);
    const lit *left = NULL;
    if (whole)
        left = whole->basis ? lcr_complement_by_axis(e, whole, a, t->each)
                            : lcr_complement(e, whole, &size);
    lcr_parts_layout(t->w, left, &path);
}

static void side_of(tiling *t, side s, const lit *tiler, const lit *a, lit_path path)
{
    const lit *whole, *modes = by_mode(t->e, tiler, &whole);
    size_t rank = lcr_lit_rank(a);
    if (whole) {
        if (s == PAIRS)
            lcr_parts_tuple(t->w, 2);
        if (s != ALL_RESTS)
            tile(t, a, whole, path);
        if (s != ALL_TILES)
            rest(t, a, whole, path);
        return;
    }
    if (!modes || modes->nmodes > rank) {
        fail(t);
        return;
    }
    lcr_parts_tuple(t->w, s == ALL_TILES ? modes->nmodes : rank);
    for (size_t i = 0; !t->w->failed && i < (s == ALL_TILES ? modes->nmodes : rank); i++) {
        lit_path below = path;
        const lit *mode = lcr_lit_mode(t->e->pool, a, i);
        if (!mode || !lcr_path_append(&below, i))
            fail(t);
        else if (i < modes->nmodes && !lcr_lit_is_any(modes->mode[i]))
            side_of(t, s, modes->mode[i], mode, below);
        else if (s == ALL_RESTS && i < modes->nmodes)
            lcr_parts_leaf(t->w, lc_int_const(1));
        else
            lcr_parts_identity(t->w, mode, &below);
    }
}

static parts *coordinates(tiling t, const lit *a, const lit *tiler, bool zipped)
{
    ev *e = t.e;
    const lit *whole, *modes = by_mode(e, tiler, &whole);
    const lit_path top = {.depth = 0};
    if (!t.w)
        return NULL;
    if (!zipped || !modes) {
        side_of(&t, PAIRS, tiler, a, top);
    } else {
        lcr_parts_tuple(t.w, 2);
        side_of(&t, ALL_TILES, tiler, a, top);
        side_of(&t, ALL_RESTS, tiler, a, top);
    }
    if (t.w->failed && e->out->holds)
        lcr_ev_not(e);
    return t.w->failed ? NULL : t.w;
}

parts *lcr_tiling_coordinates(ev *e, const lit *a, const lit *tiler, lcr_tiling_kind kind,
                              bool zipped)
{
    tiling t = {e, lcr_parts_begin(e->pool), kind, false, false};
    return coordinates(t, a, tiler, zipped);
}

parts *lcr_tiling_still(ev *e, const lit *a, const lit *tiler, bool zipped, bool each)
{
    tiling t = {e, lcr_parts_begin(e->pool), TILING_DIVIDE, true, each};
    return coordinates(t, a, tiler, zipped);
}

/* ---- F ---- */

/* The axis that has strides; SIZE_MAX: none, or several. */
static size_t only_axis(const lit *a)
{
    size_t found = SIZE_MAX;
    for (size_t j = 0; j < a->naxes; j++)
        for (size_t k = 0; k < a->n; k++)
            if (!lc_int_is_zero(a->step[j * a->n + k])) {
                if (found != SIZE_MAX && found != j)
                    return SIZE_MAX;
                found = j;
            }
    return found;
}

/* Integers lay copies out along the axis, where the coordinates have a single one. */
void lcr_tiling_pair(ev *e, parts *p, const lit *a, const lit *by)
{
    const lit_path top = {.depth = 0};
    size_t axis = a->basis && !by->basis ? only_axis(a) : SIZE_MAX;
    bool along = axis != SIZE_MAX;
    const lit *of = along ? lcr_parts_integers(e->pool, a, a->step + axis * a->n) : a;
    const lit *star = NULL;
    if (of)
        star = of->basis ? lcr_complement_by_axis(e, of, NULL, false)
                         : lcr_complement(e, of, NULL);
    lcr_parts_tuple(p, 2);
    lcr_parts_layout(p, a, &top);
    lcr_parts_layout(p, star, along ? &a->path[axis] : &top);
}

static void pairs_of(ev *e, parts *p, const lit *tiler, const lit *a)
{
    const lit_path top = {.depth = 0};
    const lit *whole, *modes = by_mode(e, tiler, &whole);
    size_t rank = lcr_lit_rank(a);
    if (whole) {
        lcr_tiling_pair(e, p, a, whole);
        return;
    }
    p->failed = p->failed || !modes || modes->nmodes > rank;
    lcr_parts_tuple(p, rank);
    for (size_t i = 0; !p->failed && i < rank; i++) {
        const lit *mode = lcr_lit_mode(e->pool, a, i);
        if (mode && i < modes->nmodes && !lcr_lit_is_any(modes->mode[i]))
            pairs_of(e, p, modes->mode[i], mode);
        else
            lcr_parts_layout(p, mode, &top);
    }
}

const lit *lcr_tiling_product(ev *e, const lit *a, const lit *tiler)
{
    parts *p = lcr_parts_begin(e->pool);
    if (!p)
        return NULL;
    pairs_of(e, p, tiler, a);
    const lit *f = lcr_parts_end(p);
    if (!f && e->out->holds)
        lcr_ev_not(e);
    return f;
}

/* ---- V(c) = F(W(c)) ---- */

/* By reading: a mode of extent 1 has the stride that it would go on by, the value at the step
 * of W's leaf. */
static bool stands_still(ev *e, const lit *value, const lit *f, const lit *w, const parts *p)
{
    lc_int in[LIT_MAX_AXES], out[LIT_MAX_AXES];
    size_t node = 0, leaf = 0, at = 0;
    bool all = true;
    for (size_t i = 0; i < w->nnodes; i++) {
        size_t first = leaf;
        if (w->node[i] != 0) {
            node++;
            continue;
        }
        node = lcr_lit_after(value, node, &leaf);
        size_t k = at++;
        if (!lc_int_known_equal(w->extent[k], lc_int_const(1)) || p->origin[k].from)
            continue;
        for (size_t j = 0; j < w->naxes; j++)
            in[j] = w->step[j * w->n + k];
        if (!lcr_lit_at_values(e->pool->lc, f, w, in, out))
            continue;
        for (size_t j = 0; j < f->naxes; j++) {
            lit_path path;
            lcr_fn_axis_path(f, j, &path);
            all = all && lc_int_eq(out[j], lcr_fn_step(value, &path, first));
        }
    }
    return lcr_ev_condition(e, all, "a mode of extent 1 has another stride");
}

bool lcr_tiling_holds(ev *e, const lit *value, const lit *f, const parts *w)
{
    const lit *inner = lcr_parts_end(w);
    if (!inner || value->kind != LIT_LAYOUT || value->offset || value->swizzled ||
        (value->basis && !f->basis))
        return lcr_ev_not(e);
    if (!lcr_ev_composite(e, value, f, inner))
        return false;
    return !e->out->holds ||
           (lcr_parts_forms(e, value, w) && (f->by_xor || stands_still(e, value, f, inner, w)));
}
