/* slice.c - evaluation of part of a coordinate (Cecka 2.5, Figure 5). */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* The coordinate and the layout are walked together; the leaves at `_` are appended to `out`,
 * which has room for all of the layout. */
typedef struct {
    lc_ctx *ctx;
    const lc_layout *a;
    const lc_tuple *crd;
    size_t node, leaf, crd_node, crd_leaf;
    lc_layout *out;
    size_t out_nodes, out_leaves;
    lc_int value[LC_MAX_AXES];
} slicing;

/* The fixed leaves [leaf, s->leaf), at an integral coordinate of theirs. */
static void fix(slicing *s, size_t leaf, lc_int crd)
{
    for (size_t axis = 0; axis < s->a->naxes; axis++)
        s->value[axis] = lc_sum(s->ctx, s->a->codomain, s->value[axis],
                                lc_leaves_at(s->ctx, s->a, axis, leaf, s->leaf, crd));
}

static void keep(slicing *s, size_t node, size_t leaf)
{
    size_t nodes = s->node - node, leaves = s->leaf - leaf;
    memcpy(s->out->node + s->out_nodes, s->a->node + node, nodes * sizeof(uint32_t));
    memcpy(s->out->extent + s->out_leaves, s->a->extent + leaf, leaves * sizeof(lc_int));
    for (size_t axis = 0; axis < s->a->naxes; axis++)
        memcpy(s->out->step + axis * s->out->pitch + s->out_leaves,
               s->a->step + axis * s->a->pitch + leaf, leaves * sizeof(lc_int));
    s->out_nodes += nodes;
    s->out_leaves += leaves;
}

/* One mode; *kept tells whether anything of it is left. False: no fit. */
static bool slice_mode(slicing *s, bool *kept)
{
    size_t node = s->node, leaf = s->leaf;
    uint32_t arity = s->crd->node[s->crd_node++];
    if (arity == 0) {
        s->node = lc_nest_skip(s->a->node, node, &s->leaf);
        *kept = lc_tuple_is_wildcard(s->crd, s->crd_leaf);
        if (*kept)
            keep(s, node, leaf);
        else
            fix(s, leaf, s->crd->leaf[s->crd_leaf]);
        s->crd_leaf++;
        return true;
    }
    if (s->a->node[s->node++] != arity)
        return false;
    size_t head = s->out_nodes++; /* the tuple's own node, if two modes or more are left */
    uint32_t left = 0;
    for (uint32_t i = 0; i < arity; i++) {
        bool some;
        if (!slice_mode(s, &some))
            return false;
        left += some;
    }
    *kept = left > 0;
    s->out->node[head] = left;
    if (left <= 1) {
        s->out_nodes--;
        memmove(s->out->node + head, s->out->node + head + 1,
                (s->out_nodes - head) * sizeof(uint32_t));
    }
    return true;
}

/* The leaves of the coordinate in the nesting of the layout. */
static void add_nested(lc_text *out, const lc_layout *a, size_t *node, const lc_tuple *crd,
                       size_t *leaf)
{
    uint32_t arity = a->node[(*node)++];
    if (arity == 0) {
        if (lc_tuple_is_wildcard(crd, *leaf))
            lc_text_add(out, "_");
        else
            lc_text_add_int(out, crd->leaf[*leaf]);
        ++*leaf;
        return;
    }
    for (uint32_t i = 0; i < arity; i++) {
        lc_text_add(out, i == 0 ? "(" : ",");
        add_nested(out, a, node, crd, leaf);
    }
    lc_text_add(out, arity == 1 ? ",)" : ")");
}

static lc_layout *misfit(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd)
{
    char *text = lc_tuple_to_str(ctx, crd);
    lc_text shape = {0};
    lc_text_add_leaves(&shape, a->node, a->extent, NULL);
    char *shape_text = lc_text_take(ctx, &shape);
    lc_text nested = {0};
    size_t node = 0, leaf = 0;
    if (lc_tuple_nleaves(crd) == lc_layout_nleaves(a)) { /* nested in another way */
        lc_text_add(&nested, ", ");
        add_nested(&nested, a, &node, crd, &leaf);
    }
    if (text && shape_text)
        lc_fail(ctx, LC_ERR_INVALID,
                "the coordinate %.300s does not fit the shape %.300s: expected an integer, or a "
                "tuple with a fitting element for every mode%.300s",
                text, shape_text, lc_text_peek(&nested));
    lc_text_free(&nested);
    free(text);
    free(shape_text);
    return NULL;
}

/* The part of a that `_` leaves; 1:0 when it leaves nothing. */
static lc_layout *left_over(slicing *s, bool kept)
{
    if (kept)
        return lc_layout_part(s->ctx, s->out, (lc_span){0, s->out_nodes, 0, s->out_leaves});
    lc_layout *unit = lc_layout_alloc_like(s->ctx, s->a, 1, 1);
    if (!unit)
        return NULL;
    unit->node[0] = 0;
    unit->extent[0] = lc_int_const(1);
    for (size_t axis = 0; axis < unit->naxes; axis++)
        unit->step[axis] = lc_int_const(0);
    return lc_layout_seal(s->ctx, unit);
}

/* Fills s->value; the integers are of the frame that the caller opened. */
static lc_layout *slice(slicing *s)
{
    bool kept;
    for (size_t axis = 0; axis < s->a->naxes; axis++)
        s->value[axis] = lc_int_const(0);
    s->out = lc_layout_alloc_like(s->ctx, s->a, s->a->nnodes, s->a->nleaves);
    if (!s->out)
        return NULL;
    bool fits = slice_mode(s, &kept);
    lc_layout *rest = fits ? left_over(s, kept) : misfit(s->ctx, s->a, s->crd);
    lc_layout_discard(s->out);
    return rest;
}

lc_layout *lc_layout_slice(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *offset)
{
    lc_frame frame = lc_frame_open(ctx);
    slicing s = {.ctx = ctx, .a = a, .crd = crd};
    lc_layout *rest = slice(&s);
    *offset = lc_frame_return(ctx, frame, s.value[0]);
    return rest;
}

lc_layout *lc_layout_slice_value(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd,
                                 lc_tuple **value)
{
    lc_frame frame = lc_frame_open(ctx);
    slicing s = {.ctx = ctx, .a = a, .crd = crd};
    lc_layout *rest = slice(&s);
    *value = rest ? lc_value_of(ctx, a, s.value) : NULL;
    if (!*value) {
        lc_layout_free(rest);
        rest = NULL;
    }
    lc_frame_close(ctx, frame);
    return rest;
}
