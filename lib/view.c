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
    *view = (lc_layout){.refs = 1, .codomain = LC_INTEGERS, .naxes = 1, .pitch = nleaves,
                        .nnodes = nnodes, .nleaves = nleaves, .extent = extent, .step = step,
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

void lc_write_tuple(lc_writer *w, size_t arity)
{
    w->out->node[w->node++] = (uint32_t)arity;
}

/* The strides of an axis, 0 where `a` has no such axis. */
static void write_axis(lc_writer *w, size_t to, const lc_layout *a, size_t from, lc_span span)
{
    lc_int *step = w->out->step + to * w->out->pitch + w->leaf;
    size_t leaves = span.leaf_end - span.leaf;
    if (from < a->naxes)
        memcpy(step, a->step + from * a->pitch + span.leaf, leaves * sizeof(lc_int));
    else
        memset(step, 0, leaves * sizeof(lc_int));
}

void lc_write_span(lc_writer *w, const lc_layout *a, lc_span span)
{
    size_t nodes = span.node_end - span.node, leaves = span.leaf_end - span.leaf;
    memcpy(w->out->node + w->node, a->node + span.node, nodes * sizeof(uint32_t));
    memcpy(w->out->extent + w->leaf, a->extent + span.leaf, leaves * sizeof(lc_int));
    for (size_t axis = 0; axis < w->out->naxes; axis++)
        write_axis(w, axis, a, axis, span);
    w->node += nodes;
    w->leaf += leaves;
}

void lc_write_layout(lc_writer *w, const lc_layout *a)
{
    lc_write_span(w, a, (lc_span){0, a->nnodes, 0, a->nleaves});
}

void lc_write_on_axes(lc_writer *w, const lc_layout *a, const size_t *axis)
{
    lc_span all = {0, a->nnodes, 0, a->nleaves};
    size_t leaf = w->leaf;
    lc_write_span(w, a, all);
    w->leaf = leaf;
    for (size_t to = 0; to < w->out->naxes; to++)
        write_axis(w, to, a, SIZE_MAX, all);
    for (size_t from = 0; from < a->naxes; from++)
        if (axis[from] != SIZE_MAX)
            write_axis(w, axis[from], a, from, all);
    w->leaf += a->nleaves;
}

lc_layout *lc_write_end(lc_ctx *ctx, lc_writer *w)
{
    w->out->nnodes = w->node;
    return lc_layout_seal(ctx, w->out);
}
