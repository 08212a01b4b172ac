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

const lit *lcr_ev_tiler(ev *e, const lit *b)
{
    if (b->kind != LIT_TUPLE || b->nnodes == 1)
        return lcr_ev_layout(e, b);
    lit *to = lcr_lit_alloc(e->pool, 1, sizeof *to);
    const lit **mode = lcr_lit_alloc(e->pool, b->node[0], sizeof *mode);
    if (!to || !mode)
        return NULL;
    *to = (lit){.kind = LIT_TILER, .nmodes = b->node[0], .mode = mode};
    for (size_t i = 0; i < to->nmodes; i++)
        if (!(mode[i] = lcr_lit_mode(e->pool, b, i)))
            return NULL;
    return to;
}

/* A tiler, or tuples of them, on this mode of A. */
static void tile(ev *e, parts *p, const lit *tiler, const lit *a, const lit_path *path)
{
    tiler = tiler ? lcr_ev_tiler(e, tiler) : NULL;
    p->failed = p->failed || !tiler || !a;
    if (!p->failed && tiler->kind == LIT_LAYOUT) {
        lcr_parts_layout(p, tiler, path);
        return;
    }
    size_t rank = p->failed ? 0 : lcr_lit_rank(a);
    p->failed = p->failed || tiler->kind != LIT_TILER || tiler->nmodes > rank;
    lcr_parts_tuple(p, rank);
    for (size_t i = 0; !p->failed && i < rank; i++) {
        lit_path below = *path;
        const lit *mode = lcr_lit_mode(e->pool, a, i);
        p->failed = !lcr_path_append(&below, i);
        if (i < tiler->nmodes && !lcr_lit_is_any(tiler->mode[i]))
            tile(e, p, tiler->mode[i], mode, &below);
        else
            lcr_parts_identity(p, mode, &below);
    }
}

parts *lcr_ev_tiles(ev *e, const lit *a, const lit *tiler)
{
    const lit_path top = {.depth = 0};
    parts *p = lcr_parts_begin(e->pool);
    if (p)
        tile(e, p, tiler, a, &top);
    return p && !p->failed ? p : NULL;
}

const lit *lcr_ev_inner(ev *e, const lit *a, const lit *b)
{
    b = lcr_ev_tiler(e, b);
    if (!b || b->kind != LIT_TILER)
        return b && lcr_lit_is_function(b) ? b : NULL;
    const parts *p = lcr_ev_tiles(e, a, b);
    return p ? lcr_parts_end(p) : NULL;
}
