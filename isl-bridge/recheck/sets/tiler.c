/* tiler.c - tuples and tilers in the place of layouts. */
#include "config.h"

#include "parts.h"

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

/* A tiler, nested in another one perhaps, on this mode of A: mode i on basis element e_i, the
 * modes of A past it untouched. */
static void tile(ev *e, parts *p, const lit_path *path, const lit *tiler, const lit *a)
{
    if (tiler && tiler->kind == LIT_TUPLE)
        tiler = lcr_ev_layout(e, tiler);
    p->failed = p->failed || !tiler || !a;
    if (p->failed)
        return;
    if (tiler->kind == LIT_LAYOUT) {
        lcr_parts_layout(p, tiler, path);
        return;
    }
    size_t rank = lcr_lit_rank(a);
    p->failed = tiler->kind != LIT_TILER || tiler->nmodes > rank;
    lcr_parts_tuple(p, rank);
    for (size_t i = 0; !p->failed && i < rank; i++) {
        lit_path below = *path;
        const lit *mode = lcr_lit_mode(e->pool, a, i);
        p->failed = !lcr_path_append(&below, i);
        if (i < tiler->nmodes && !lcr_lit_is_any(tiler->mode[i]))
            tile(e, p, &below, tiler->mode[i], mode);
        else
            lcr_parts_identity(p, mode, &below);
    }
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

parts *lcr_tiles(ev *e, const lit *a, const lit *tiler)
{
    const lit_path top = {.depth = 0};
    parts *p = lcr_parts_begin(e->pool);
    if (p)
        tile(e, p, &top, lcr_ev_tiler(e, tiler), a);
    return p;
}

const lit *lcr_ev_inner(ev *e, const lit *a, const lit *b)
{
    const parts *p;
    if (b->kind != LIT_TILER && (b->kind != LIT_TUPLE || b->nnodes == 1)) {
        b = lcr_ev_layout(e, b);
        return b && lcr_lit_is_function(b) ? b : NULL;
    }
    p = lcr_tiles(e, a, b);
    return p ? lcr_parts_end(p) : NULL;
}
