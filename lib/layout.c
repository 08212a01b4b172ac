#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* ---- making ---- */

lc_layout *lc_layout_alloc(lc_ctx *ctx, size_t nnodes, size_t nleaves)
{
    size_t size = sizeof(lc_layout) + 2 * nleaves * sizeof(lc_int) + nnodes * sizeof(uint32_t);
    lc_layout *a = malloc(size);
    if (!a)
        return lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
    a->refs = 1;
    a->has_big = false;
    a->nnodes = nnodes;
    a->nleaves = nleaves;
    a->extent = a->storage;
    a->step = a->storage + nleaves;
    a->node = (uint32_t *)(void *)(a->storage + 2 * nleaves);
    return a;
}

lc_layout *lc_layout_seal(lc_ctx *ctx, lc_layout *a)
{
    if (ctx->int_failed || !lc_nest_check(ctx, a->node, a->nleaves)) {
        ctx->int_failed = false;
        free(a);
        return NULL;
    }
    /* extents and strides lie one after the other */
    if (!lc_int_own(ctx, 2 * a->nleaves, a->extent, &a->has_big)) {
        free(a);
        return NULL;
    }
    return a;
}

static lc_layout *misfit(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride)
{
    char *s = lc_tuple_to_str(ctx, shape), *d = lc_tuple_to_str(ctx, stride);
    if (s && d)
        lc_fail(ctx, LC_ERR_INVALID,
                "the stride %.300s is not congruent with the shape %.300s: expected one stride "
                "for each extent, nested alike",
                d, s);
    free(s);
    free(d);
    return NULL;
}

/* An extent of 0 may also stand for an integer operation that failed; sealing tells. */
static bool extents_fit(lc_ctx *ctx, size_t n, const lc_int *extent)
{
    for (size_t k = 0; k < n && !ctx->int_failed; k++) {
        char text[LC_NUMBER_ROOM];
        if (lc_int_sign(extent[k]) <= 0) {
            lc_fail(ctx, LC_ERR_INVALID, "an extent of %s: expected 1 or more",
                    lc_number(extent[k], text));
            return false;
        }
    }
    return true;
}

lc_layout *lc_layout_new(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride)
{
    if (!lc_tuple_congruent(shape, stride))
        return misfit(ctx, shape, stride);
    if (shape->has_wildcard || stride->has_wildcard)
        return lc_fail(ctx, LC_ERR_INVALID, "'_' in a layout: it stands in coordinates only");
    if (!extents_fit(ctx, shape->nleaves, shape->leaf))
        return NULL;
    lc_layout *a = lc_layout_alloc(ctx, shape->nnodes, shape->nleaves);
    if (!a)
        return NULL;
    memcpy(a->node, shape->node, a->nnodes * sizeof(uint32_t));
    memcpy(a->extent, shape->leaf, a->nleaves * sizeof(lc_int));
    memcpy(a->step, stride->leaf, a->nleaves * sizeof(lc_int));
    return lc_layout_seal(ctx, a);
}

lc_layout *lc_layout_compact(lc_ctx *ctx, const lc_tuple *shape)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int *step = lc_alloc(ctx, shape->nleaves, sizeof(lc_int));
    if (!step)
        return NULL;
    lc_int size = lc_int_const(1);
    for (size_t k = 0; k < shape->nleaves; k++) {
        step[k] = size;
        size = lc_int_mul(ctx, size, shape->leaf[k]);
    }
    lc_tuple *stride = lc_tuple_like(ctx, shape, step);
    lc_layout *a = stride ? lc_layout_new(ctx, shape, stride) : NULL;
    lc_tuple_free(stride);
    free(step);
    lc_frame_close(ctx, frame);
    return a;
}

lc_layout *lc_layout_flat(lc_ctx *ctx, size_t n, const lc_int *shape, const lc_int *stride)
{
    if (n == 0)
        return lc_fail(ctx, LC_ERR_INVALID, "a layout of no modes: expected 1 or more");
    lc_layout *a = extents_fit(ctx, n, shape) ? lc_layout_alloc(ctx, n == 1 ? 1 : n + 1, n) : NULL;
    if (!a)
        return NULL;
    memset(a->node, 0, a->nnodes * sizeof(uint32_t));
    if (n > 1)
        a->node[0] = (uint32_t)n;
    memcpy(a->extent, shape, n * sizeof(lc_int));
    memcpy(a->step, stride, n * sizeof(lc_int));
    return lc_layout_seal(ctx, a);
}

lc_layout *lc_layout_ref(lc_layout *a)
{
    if (a)
        a->refs++;
    return a;
}

void lc_layout_free(lc_layout *a)
{
    if (!a || --a->refs > 0)
        return;
    if (a->has_big)
        lc_int_disown(2 * a->nleaves, a->extent);
    free(a);
}

/* ---- looking ---- */

size_t lc_layout_rank(const lc_layout *a) { return lc_nest_rank(a->node); }
size_t lc_layout_depth(const lc_layout *a) { return lc_nest_depth(a->node); }
size_t lc_layout_nleaves(const lc_layout *a) { return a->nleaves; }
lc_int lc_layout_extent(const lc_layout *a, size_t leaf) { return a->extent[leaf]; }
lc_int lc_layout_step(const lc_layout *a, size_t leaf) { return a->step[leaf]; }

static lc_tuple *leaves_as_tuple(lc_ctx *ctx, const lc_layout *a, const lc_int *leaf)
{
    lc_tuple *t = lc_tuple_alloc(ctx, a->nnodes, a->nleaves, false);
    if (!t)
        return NULL;
    memcpy(t->node, a->node, a->nnodes * sizeof(uint32_t));
    memcpy(t->leaf, leaf, a->nleaves * sizeof(lc_int));
    return lc_tuple_seal(ctx, t);
}

lc_tuple *lc_layout_shape(lc_ctx *ctx, const lc_layout *a)
{
    return leaves_as_tuple(ctx, a, a->extent);
}

lc_tuple *lc_layout_stride(lc_ctx *ctx, const lc_layout *a)
{
    return leaves_as_tuple(ctx, a, a->step);
}

lc_int lc_layout_size(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int size = lc_int_const(1);
    for (size_t k = 0; k < a->nleaves; k++)
        size = lc_int_mul(ctx, size, a->extent[k]);
    return lc_frame_return(ctx, frame, size);
}

void lc_layout_range(lc_ctx *ctx, const lc_layout *a, lc_int *low, lc_int *high)
{
    *low = *high = lc_int_const(0);
    for (size_t k = 0; k < a->nleaves; k++) {
        lc_int last = lc_int_sub(ctx, a->extent[k], lc_int_const(1));
        lc_int reach = lc_int_mul(ctx, last, a->step[k]);
        if (lc_int_sign(reach) > 0)
            *high = lc_int_add(ctx, *high, reach);
        else
            *low = lc_int_add(ctx, *low, reach);
    }
}

lc_int lc_layout_cosize(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int low, high;
    lc_layout_range(ctx, a, &low, &high);
    return lc_frame_return(ctx, frame, lc_int_add(ctx, high, lc_int_const(1)));
}

lc_layout *lc_layout_part(lc_ctx *ctx, const lc_layout *a, lc_span span)
{
    size_t nleaves = span.leaf_end - span.leaf;
    lc_layout *part = lc_layout_alloc(ctx, span.node_end - span.node, nleaves);
    if (!part)
        return NULL;
    memcpy(part->node, a->node + span.node, part->nnodes * sizeof(uint32_t));
    memcpy(part->extent, a->extent + span.leaf, nleaves * sizeof(lc_int));
    memcpy(part->step, a->step + span.leaf, nleaves * sizeof(lc_int));
    return lc_layout_seal(ctx, part);
}

lc_layout *lc_layout_mode(lc_ctx *ctx, const lc_layout *a, size_t i)
{
    if (i >= lc_layout_rank(a))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "mode %zu of a layout of rank %zu: expected 0 to %zu", i,
                       lc_layout_rank(a), lc_layout_rank(a) - 1);
    return lc_layout_part(ctx, a, lc_nest_mode(a->node, a->nnodes, a->nleaves, i));
}

bool lc_layout_equal(const lc_layout *a, const lc_layout *b)
{
    if (a->nnodes != b->nnodes || memcmp(a->node, b->node, a->nnodes * sizeof *a->node) != 0)
        return false;
    for (size_t k = 0; k < a->nleaves; k++)
        if (!lc_int_eq(a->extent[k], b->extent[k]) || !lc_int_eq(a->step[k], b->step[k]))
            return false;
    return true;
}

/* ---- evaluating ---- */

lc_int lc_leaves_at(lc_ctx *ctx, const lc_layout *a, size_t first, size_t last, lc_int index)
{
    lc_int offset = lc_int_const(0);
    for (size_t k = first; k + 1 < last; k++) {
        lc_int digit = lc_int_fmod(ctx, index, a->extent[k]);
        index = lc_int_fdiv(ctx, index, a->extent[k]);
        offset = lc_int_add(ctx, offset, lc_int_mul(ctx, digit, a->step[k]));
    }
    return lc_int_add(ctx, offset, lc_int_mul(ctx, index, a->step[last - 1]));
}

lc_int lc_layout_at(lc_ctx *ctx, const lc_layout *a, lc_int index)
{
    lc_frame frame = lc_frame_open(ctx);
    return lc_frame_return(ctx, frame, lc_leaves_at(ctx, a, 0, a->nleaves, index));
}

bool lc_layout_eval(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *offset)
{
    if (lc_tuple_has_wildcard(crd)) {
        lc_fail(ctx, LC_ERR_INVALID, "'_' in the coordinate of an evaluation: expected integers; "
                                     "slice takes '_'");
        return false;
    }
    /* with nothing left over, a slice is an evaluation */
    lc_layout *rest = lc_layout_slice(ctx, a, crd, offset);
    lc_layout_free(rest);
    return rest != NULL;
}

/* ---- surgery ---- */

lc_layout *lc_layout_concat(lc_ctx *ctx, size_t n, lc_layout *const *modes)
{
    size_t nnodes = 1, nleaves = 0;
    lc_writer w;
    if (n == 0)
        return lc_fail(ctx, LC_ERR_INVALID, "nothing to concatenate: expected a layout");
    for (size_t i = 0; i < n; i++) {
        nnodes += modes[i]->nnodes;
        nleaves += modes[i]->nleaves;
    }
    if (!lc_write_begin(ctx, &w, nnodes, nleaves))
        return NULL;
    lc_write_tuple(&w, n);
    for (size_t i = 0; i < n; i++)
        lc_write_layout(&w, modes[i]);
    return lc_write_end(ctx, &w);
}

lc_layout *lc_layout_select(lc_ctx *ctx, const lc_layout *a, size_t n, const size_t *modes)
{
    lc_layout_list list;
    if (!lc_list_init(ctx, &list, n))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (!lc_list_push(&list, lc_layout_mode(ctx, a, modes[i]))) {
            lc_list_clear(&list);
            return NULL;
        }
    }
    return lc_list_concat(ctx, &list);
}

/* The leaves of a under the nesting of `profile`, which has as many. */
static lc_layout *under(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile)
{
    lc_layout *b = lc_layout_alloc(ctx, profile->nnodes, a->nleaves);
    if (!b)
        return NULL;
    memcpy(b->node, profile->node, b->nnodes * sizeof(uint32_t));
    memcpy(b->extent, a->extent, a->nleaves * sizeof(lc_int));
    memcpy(b->step, a->step, a->nleaves * sizeof(lc_int));
    return lc_layout_seal(ctx, b);
}

lc_layout *lc_layout_unflatten(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile)
{
    if (profile->nleaves != a->nleaves)
        return lc_fail(ctx, LC_ERR_INVALID, "%zu leaves do not fit a profile of %zu", a->nleaves,
                       profile->nleaves);
    return under(ctx, a, profile);
}

lc_layout *lc_layout_group(lc_ctx *ctx, const lc_layout *a, size_t i, size_t j)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *grouped = shape ? lc_tuple_group(ctx, shape, i, j) : NULL;
    lc_layout *b = grouped ? under(ctx, a, grouped) : NULL;
    lc_tuple_free(grouped);
    lc_tuple_free(shape);
    return b;
}

lc_layout *lc_layout_flatten(lc_ctx *ctx, const lc_layout *a)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *flat = shape ? lc_tuple_flatten(ctx, shape) : NULL;
    lc_layout *b = flat ? under(ctx, a, flat) : NULL;
    lc_tuple_free(flat);
    lc_tuple_free(shape);
    return b;
}

lc_layout *lc_layout_pad(lc_ctx *ctx, const lc_layout *a, size_t rank)
{
    lc_layout_list list;
    if (!lc_list_init(ctx, &list, rank > lc_layout_rank(a) ? rank : lc_layout_rank(a)))
        return NULL;
    bool ok = lc_list_push_modes(ctx, &list, a, 0);
    while (ok && list.n < rank) {
        lc_int one = lc_int_const(1), zero = lc_int_const(0);
        ok = lc_list_push(&list, lc_layout_flat(ctx, 1, &one, &zero));
    }
    if (!ok) {
        lc_list_clear(&list);
        return NULL;
    }
    return lc_list_concat(ctx, &list);
}

/* ---- views ---- */

void lc_view_span(lc_layout *view, const lc_layout *a, lc_span span)
{
    view->refs = 1;
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

void lc_view_flat(lc_layout *view, size_t n, lc_int *extent, lc_int *step, uint32_t *node)
{
    view->refs = 1;
    view->has_big = false;
    view->nnodes = n == 1 ? 1 : n + 1;
    view->nleaves = n;
    view->extent = extent;
    view->step = step;
    view->node = node;
    memset(node, 0, view->nnodes * sizeof(uint32_t));
    if (n > 1)
        node[0] = (uint32_t)n;
}

/* ---- written piece by piece ---- */

bool lc_write_begin(lc_ctx *ctx, lc_writer *w, size_t nnodes, size_t nleaves)
{
    *w = (lc_writer){.out = lc_layout_alloc(ctx, nnodes, nleaves)};
    return w->out != NULL;
}

void lc_write_tuple(lc_writer *w, size_t arity)
{
    w->out->node[w->node++] = (uint32_t)arity;
}

void lc_write_span(lc_writer *w, const lc_layout *a, lc_span span)
{
    size_t nodes = span.node_end - span.node, leaves = span.leaf_end - span.leaf;
    memcpy(w->out->node + w->node, a->node + span.node, nodes * sizeof(uint32_t));
    memcpy(w->out->extent + w->leaf, a->extent + span.leaf, leaves * sizeof(lc_int));
    memcpy(w->out->step + w->leaf, a->step + span.leaf, leaves * sizeof(lc_int));
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

/* ---- lists under construction ---- */

bool lc_list_init(lc_ctx *ctx, lc_layout_list *list, size_t room)
{
    list->n = 0;
    list->item = room <= LC_LIST_LOCAL ? list->local : lc_alloc(ctx, room, sizeof(lc_layout *));
    return list->item != NULL;
}

bool lc_list_push(lc_layout_list *list, lc_layout *a)
{
    if (a)
        list->item[list->n++] = a;
    return a != NULL;
}

bool lc_list_push_modes(lc_ctx *ctx, lc_layout_list *list, const lc_layout *a, size_t first)
{
    for (size_t i = first; i < lc_layout_rank(a); i++)
        if (!lc_list_push(list, lc_layout_mode(ctx, a, i)))
            return false;
    return true;
}

void lc_list_clear(lc_layout_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        lc_layout_free(list->item[i]);
    if (list->item != list->local)
        free(list->item);
    list->item = NULL;
    list->n = 0;
}

lc_layout *lc_list_concat(lc_ctx *ctx, lc_layout_list *list)
{
    lc_layout *a = lc_layout_concat(ctx, list->n, list->item);
    lc_list_clear(list);
    return a;
}

/* ---- sorted leaves ---- */

static int by_step(lc_ctx *ctx, const lc_mode *a, const lc_mode *b)
{
    int order = lc_int_cmp(lc_int_abs(ctx, a->step), lc_int_abs(ctx, b->step));
    order = order ? order : lc_int_cmp(a->extent, b->extent);
    return order ? order : lc_int_cmp(a->place, b->place);
}

size_t lc_sorted_modes(lc_ctx *ctx, const lc_layout *a, lc_mode *mode)
{
    size_t n = 0;
    lc_int place = lc_int_const(1);
    for (size_t k = 0; k < a->nleaves; k++) {
        lc_mode m = {a->extent[k], a->step[k], place};
        place = lc_int_mul(ctx, place, m.extent);
        if (lc_int_is_one(m.extent) || lc_int_is_zero(m.step))
            continue;
        size_t at = n++;
        for (; at > 0 && by_step(ctx, &m, &mode[at - 1]) < 0; at--)
            mode[at] = mode[at - 1];
        mode[at] = m;
    }
    return n;
}
