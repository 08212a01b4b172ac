/* view.c - layouts on the stack, and layouts written piece by piece. */
#include "config.h"

#include <string.h>

#include "internal.h"

/* ---- views ---- */

void lc_view_span(lc_layout *view, const lc_layout *a, lc_span span)
{
    *view = *a;
    view->has_big = false;
    view->nnodes = span.node_end - span.node;
    view->nleaves = span.leaf_end - span.leaf;
    view->extent = a->extent + span.leaf;
    view->step = a->step + span.leaf;
    view->node = a->node + span.node;
}

void lc_view_mode(lc_layout *view, const lc_layout *a, size_t i)
{
    lc_view_span(view, a, lc_nest_mode(a->node, a->nnodes, a->nleaves, i));
}

void lc_view_axis(lc_layout *view, const lc_layout *a, size_t axis)
{
    lc_view_span(view, a, (lc_span){0, a->nnodes, 0, a->nleaves});
    view->codomain = LC_INTEGERS;
    view->naxes = 1;
    view->profile = NULL;
    view->step += axis * a->pitch;
}

void lc_view_arrays(lc_layout *view, size_t nnodes, size_t nleaves, lc_int *extent, lc_int *step,
                    uint32_t *node)
{
    *view = (lc_layout){.refs = 1,
                        .codomain = LC_INTEGERS,
                        .naxes = 1,
                        .pitch = nleaves,
                        .nnodes = nnodes,
                        .nleaves = nleaves,
                        .extent = extent,
                        .step = step,
                        .node = node};
}

void lc_view_flat(lc_layout *view, size_t n, lc_int *extent, lc_int *step, uint32_t *node)
{
    lc_view_arrays(view, n == 1 ? 1 : n + 1, n, extent, step, node);
    memset(node, 0, view->nnodes * sizeof(uint32_t));
    if (n > 1)
        node[0] = (uint32_t)n;
}

/* ---- written piece by piece ---- */

bool lc_write_begin(lc_ctx *ctx, lc_writer *w, const lc_layout *like, size_t nnodes,
                    size_t nleaves)
{
    *w = (lc_writer){.out = lc_layout_alloc_like(ctx, like, nnodes, nleaves)};
    return w->out != NULL;
}

bool lc_write_begin_joined(lc_ctx *ctx, lc_writer *w, size_t n, const lc_layout *const *part,
                           size_t nnodes, size_t nleaves)
{
    lc_codomain codomain;
    lc_tuple *profile;
    size_t integers = 0;
    while (integers < n && part[integers]->codomain == LC_INTEGERS)
        integers++;
    if (integers == n)
        return lc_write_begin(ctx, w, part[0], nnodes, nleaves);
    if (!lc_codomain_join(ctx, n, part, &codomain, &profile))
        return false;
    *w = (lc_writer){.out = lc_layout_alloc_in(ctx, codomain, profile, nnodes, nleaves)};
    lc_tuple_free(profile);
    return w->out != NULL;
}

void lc_write_tuple(lc_writer *w, size_t arity)
{
    w->out->node[w->node++] = (uint32_t)arity;
}

/* Modes are few: a call of memcpy costs more than they do. */
static void copy_integers(lc_int *to, const lc_int *from, size_t n)
{
    for (size_t k = 0; k < n; k++)
        to[k] = from[k];
}

static void write_axis(lc_writer *w, size_t to, const lc_layout *a, size_t from, lc_span span)
{
    copy_integers(w->out->step + to * w->out->pitch + w->leaf,
                  a->step + from * a->pitch + span.leaf, span.leaf_end - span.leaf);
}

/* A layout of coordinates on other axes, or all zero. */
static void write_strides(lc_writer *w, const lc_layout *a, lc_span span)
{
    size_t axis[LC_MAX_AXES];
    for (size_t to = 0; to < w->out->naxes; to++)
        memset(w->out->step + to * w->out->pitch + w->leaf, 0,
               (span.leaf_end - span.leaf) * sizeof(lc_int));
    if (!a->profile || !w->out->profile)
        return;
    lc_profile_map(a->profile, w->out->profile, axis);
    for (size_t from = 0; from < a->naxes; from++)
        write_axis(w, axis[from], a, from, span);
}

void lc_write_span(lc_writer *w, const lc_layout *a, lc_span span)
{
    size_t nodes = span.node_end - span.node, leaves = span.leaf_end - span.leaf;
    for (size_t k = 0; k < nodes; k++)
        w->out->node[w->node + k] = a->node[span.node + k];
    copy_integers(w->out->extent + w->leaf, a->extent + span.leaf, leaves);
    if (a->profile == w->out->profile)
        for (size_t axis = 0; axis < w->out->naxes; axis++)
            write_axis(w, axis, a, axis, span);
    else
        write_strides(w, a, span);
    w->node += nodes;
    w->leaf += leaves;
}

void lc_write_layout(lc_writer *w, const lc_layout *a)
{
    lc_write_span(w, a, (lc_span){0, a->nnodes, 0, a->nleaves});
}

lc_layout *lc_write_end(lc_ctx *ctx, lc_writer *w)
{
    w->out->nnodes = w->node;
    return lc_layout_seal(ctx, w->out);
}
