/* tiler.c - tuples and tilers in the place of layouts. */
#include "config.h"

#include "evidence.h"

#include <string.h>

/* A tuple where a layout is meant is the compact one. */
const lit *lcr_ev_layout(ev *e, const lit *a)
{
    if (a->kind != LIT_TUPLE)
        return a;
    lit *b = lcr_lit_compact(e->pool, a);
    if (b)
        b->any = a->any;
    return b;
}

/* A tiler as a layout of coordinates of A: mode i on basis element e_i, the modes of A past
 * it untouched, of nested tilers likewise. Appends to `to`, which has room. */
typedef struct {
    lit *to;
    size_t nodes, leaves;
    bool fits;
} tiling;

static void tile_leaf(tiling *t, const lit_path *path, lc_int extent, lc_int step)
{
    lit *to = t->to;
    if (t->leaves == LIT_MAX_AXES) {
        t->fits = false;
        return;
    }
    size_t axis = t->leaves; /* an axis a leaf; equal paths are joined below */
    to->path[axis] = *path;
    to->extent[t->leaves] = extent;
    to->step[axis * LIT_MAX_AXES + t->leaves] = step;
    t->leaves++;
}

static void tile_layout(tiling *t, const lit_path *path, const lit *mode)
{
    if (t->nodes + mode->nnodes > 4 * LIT_MAX_AXES || mode->basis || mode->by_xor) {
        t->fits = false;
        return;
    }
    memcpy(t->to->node + t->nodes, mode->node, mode->nnodes * sizeof *mode->node);
    t->nodes += mode->nnodes;
    for (size_t k = 0; t->fits && k < mode->n; k++)
        tile_leaf(t, path, mode->extent[k], mode->step[k]);
}

/* Mode i of A as it is: the coordinates of its shape. */
static bool tile_rest(ev *e, tiling *t, const lit_path *path, const lit *a, size_t i)
{
    const lit *mode = lcr_lit_mode(e->pool, a, i);
    const lit *all = mode ? lcr_lit_compact(e->pool, mode) : NULL;
    if (all)
        tile_layout(t, path, all);
    return all != NULL;
}

/* A tiler, nested in another one perhaps, on this mode of A; false with an error. */
static bool tile(ev *e, tiling *t, lit_path path, const lit *tiler, const lit *a)
{
    if (tiler->kind == LIT_TUPLE && tiler->nnodes == 1)
        tiler = lcr_ev_layout(e, tiler);
    if (!tiler || !a)
        return false;
    if (tiler->kind == LIT_LAYOUT) {
        tile_layout(t, &path, tiler);
        return true;
    }
    size_t rank = lcr_lit_rank(a), depth = path.depth++;
    if (tiler->kind != LIT_TILER || tiler->nmodes > rank || depth == LIT_MAX_DEPTH ||
        t->nodes >= 4 * LIT_MAX_AXES - 1) {
        t->fits = false;
        return true;
    }
    t->to->node[t->nodes++] = (uint32_t)rank;
    for (size_t i = 0; t->fits && i < rank; i++) {
        path.mode[depth] = (uint32_t)i;
        bool tiled = i < tiler->nmodes && !lcr_lit_is_any(tiler->mode[i]);
        if (tiled ? !tile(e, t, path, tiler->mode[i], lcr_lit_mode(e->pool, a, i))
                  : !tile_rest(e, t, &path, a, i))
            return false;
    }
    return true;
}

/* Axes of the same path become one. */
static void join_axes(lit *a)
{
    size_t kept = 0;
    for (size_t j = 0; j < a->naxes; j++) {
        size_t same = lcr_path_find(kept, a->path, &a->path[j]);
        lc_int step = a->step[j * LIT_MAX_AXES + j];
        if (same == kept) {
            a->path[kept] = a->path[j];
            memset(a->step + kept * LIT_MAX_AXES, 0, LIT_MAX_AXES * sizeof *a->step);
            kept++;
        }
        a->step[same * LIT_MAX_AXES + j] = step;
    }
    for (size_t j = 1; j < kept; j++)
        memmove(a->step + j * a->n, a->step + j * LIT_MAX_AXES, a->n * sizeof *a->step);
    a->naxes = kept;
}

/* The modes of a tuple as a tiler. */
static const lit *tuple_as_tiler(ev *e, const lit *a, size_t *node, size_t *leaf)
{
    lit *b = lcr_lit_alloc(e->pool, 1, sizeof *b);
    if (!b)
        return NULL;
    uint32_t arity = a->node[(*node)++];
    if (arity == 0) {
        static const uint32_t single = 0;
        *b = (lit){.kind = LIT_TUPLE,
                   .nnodes = 1,
                   .n = 1,
                   .naxes = 1,
                   .node = (uint32_t *)(uintptr_t)&single,
                   .any = a->any ? &a->any[*leaf] : NULL,
                   .extent = &a->extent[*leaf]};
        ++*leaf;
        return b;
    }
    b->kind = LIT_TILER;
    b->nmodes = arity;
    b->mode = lcr_lit_alloc(e->pool, arity, sizeof *b->mode);
    for (uint32_t i = 0; b->mode && i < arity; i++)
        if (!(b->mode[i] = tuple_as_tiler(e, a, node, leaf)))
            return NULL;
    return b->mode ? b : NULL;
}

const lit *lcr_ev_tiler(ev *e, const lit *b)
{
    size_t node = 0, leaf = 0;
    if (b->kind != LIT_TUPLE)
        return b;
    return b->nnodes == 1 ? lcr_ev_layout(e, b) : tuple_as_tiler(e, b, &node, &leaf);
}

/* The inner function of a composition. NULL without an error: of no kind known here. */
const lit *lcr_ev_inner(ev *e, const lit *a, const lit *b)
{
    b = lcr_ev_tiler(e, b);
    if (!b || b->kind != LIT_TILER)
        return b && lcr_lit_is_function(b) ? b : NULL;
    lit *to = lcr_lit_alloc(e->pool, 1, sizeof *to);
    if (!to)
        return NULL;
    *to = (lit){.kind = LIT_LAYOUT,
                .basis = true,
                .node = lcr_lit_alloc(e->pool, 4 * LIT_MAX_AXES, sizeof *to->node),
                .extent = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *to->extent),
                .path = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *to->path),
                .step = lcr_lit_alloc(e->pool, LIT_MAX_AXES * LIT_MAX_AXES, sizeof *to->step)};
    if (!to->node || !to->extent || !to->path || !to->step)
        return NULL;
    tiling t = {to, 0, 0, true};
    if (!tile(e, &t, (lit_path){0}, b, a) || !t.fits)
        return NULL;
    to->nnodes = t.nodes;
    to->n = to->naxes = t.leaves;
    join_axes(to);
    return to;
}
