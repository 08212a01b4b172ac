/* coordinate.c - integral and natural coordinates of a shape (Cecka 2.2). */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* Two nestings walked together. */
typedef struct {
    lc_ctx *ctx;
    const lc_tuple *crd, *shape;
    size_t crd_node, crd_leaf, shape_node, shape_leaf;
} walk;

static bool misfit(const walk *w)
{
    char *crd = lc_tuple_to_str(w->ctx, w->crd);
    char *shape = lc_tuple_to_str(w->ctx, w->shape);
    if (crd && shape)
        lc_fail(w->ctx, LC_ERR_INVALID,
                "the coordinate %.200s does not fit the shape %.200s: expected an integer, or a "
                "tuple with a fitting element for every mode",
                crd, shape);
    free(crd);
    free(shape);
    return false;
}

/* The integral coordinate within the current mode; *size receives its size. */
static bool index_of(walk *w, lc_int *index, lc_int *size)
{
    lc_ctx *ctx = w->ctx;
    uint32_t arity = w->crd->node[w->crd_node++];
    if (arity == 0) {
        size_t first = w->shape_leaf;
        w->shape_node = lc_nest_skip(w->shape->node, w->shape_node, &w->shape_leaf);
        *size = lc_int_const(1);
        for (size_t k = first; k < w->shape_leaf; k++)
            *size = lc_int_mul(ctx, *size, w->shape->leaf[k]);
        if (lc_tuple_is_wildcard(w->crd, w->crd_leaf))
            return misfit(w);
        *index = w->crd->leaf[w->crd_leaf++];
        return true;
    }
    if (w->shape->node[w->shape_node++] != arity)
        return misfit(w);
    *index = lc_int_const(0);
    *size = lc_int_const(1);
    for (uint32_t i = 0; i < arity; i++) {
        lc_int sub_index, sub_size;
        if (!index_of(w, &sub_index, &sub_size))
            return false;
        *index = lc_int_add(ctx, *index, lc_int_mul(ctx, sub_index, *size));
        *size = lc_int_mul(ctx, *size, sub_size);
    }
    return true;
}

bool lc_crd2idx(lc_ctx *ctx, const lc_tuple *crd, const lc_tuple *shape, lc_int *index)
{
    walk w = {ctx, crd, shape, 0, 0, 0, 0};
    lc_frame frame = lc_frame_open(ctx);
    lc_int size;
    if (!index_of(&w, index, &size)) {
        lc_frame_close(ctx, frame);
        return false;
    }
    *index = lc_frame_return(ctx, frame, *index);
    return true;
}

lc_tuple *lc_idx2crd(lc_ctx *ctx, lc_int index, const lc_tuple *shape)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *crd = lc_tuple_alloc(ctx, shape->nnodes, shape->nleaves, false);
    if (!crd)
        return NULL;
    memcpy(crd->node, shape->node, shape->nnodes * sizeof(uint32_t));
    for (size_t k = 0; k < shape->nleaves; k++) {
        char text[LC_NUMBER_ROOM];
        bool last = k + 1 == shape->nleaves;
        if (lc_int_sign(shape->leaf[k]) <= 0) {
            free(crd);
            lc_frame_close(ctx, frame);
            return lc_fail(ctx, LC_ERR_INVALID, "an extent of %s: expected 1 or more",
                           lc_number(shape->leaf[k], text));
        }
        crd->leaf[k] = last ? index : lc_int_fmod(ctx, index, shape->leaf[k]);
        index = lc_int_fdiv(ctx, index, shape->leaf[k]);
    }
    crd = lc_tuple_seal(ctx, crd);
    lc_frame_close(ctx, frame);
    return crd;
}

lc_tuple *lc_crd2crd(lc_ctx *ctx, const lc_tuple *crd, const lc_tuple *from, const lc_tuple *to)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *result = NULL;
    lc_int index, size_from = lc_tuple_size(ctx, from), size_to = lc_tuple_size(ctx, to);
    if (!lc_int_eq(size_from, size_to)) {
        char a[LC_NUMBER_ROOM], b[LC_NUMBER_ROOM];
        lc_fail(ctx, LC_ERR_INVALID, "shapes of different sizes, %s and %s",
                lc_number(size_from, a), lc_number(size_to, b));
    } else if (lc_crd2idx(ctx, crd, from, &index)) {
        result = lc_idx2crd(ctx, index, to);
    }
    lc_frame_close(ctx, frame);
    return result;
}
