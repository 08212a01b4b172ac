/* order.c - compact layouts in an order of the modes, and layouts without repetition. */
#include "config.h"

#include "../function/coordinates.h"
#include "operation.h"

/* ---- orders ---- */

/* The size of the part of a shape that stands for each leaf of an order; false with an error. */
static bool add_sizes(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *order, size_t *n,
                      lc_int *size)
{
    if (!shape || !order)
        return false;
    if (lc_tuple_is_leaf(order)) {
        size[(*n)++] = lc_tuple_size(ctx, shape);
        return true;
    }
    if (lc_tuple_is_leaf(shape) || lc_tuple_rank(shape) != lc_tuple_rank(order))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "make_ordered_layout: the order is nested unlike the shape");
    for (size_t i = 0; i < lc_tuple_rank(order); i++)
        if (!add_sizes(ctx, lcv_part_of(ctx, shape, i), lcv_part_of(ctx, order, i), n, size))
            return false;
    return true;
}

/* The strides of the part that stands for a leaf of the order: compact, from `first` on. */
static void add_strides(lc_ctx *ctx, const lc_tuple *shape, lc_int first, size_t *leaf,
                        lc_int *step)
{
    for (size_t k = 0; k < lc_tuple_nleaves(shape); k++) {
        step[(*leaf)++] = first;
        first = lc_int_mul(ctx, first, lc_tuple_value(shape, k));
    }
}

typedef struct {
    lc_ctx *ctx;
    const lc_tuple *order;
    const lc_int *size; /* by leaf of the order */
    size_t done, leaf;
    lc_int *step;
} ordered;

/* What stands below this leaf of the order. */
static lc_int start_of(const ordered *o, size_t leaf)
{
    lc_int start = lc_int_const(1), own = lc_tuple_value(o->order, leaf);
    for (size_t i = 0; i < lc_tuple_nleaves(o->order); i++)
        if (lc_int_lt(lc_tuple_value(o->order, i), own))
            start = lc_int_mul(o->ctx, start, o->size[i]);
    return start;
}

static bool set_strides(ordered *o, const lc_tuple *shape, const lc_tuple *order)
{
    if (!shape || !order)
        return false;
    if (lc_tuple_is_leaf(order)) {
        add_strides(o->ctx, shape, start_of(o, o->done), &o->leaf, o->step);
        o->done++;
        return true;
    }
    for (size_t i = 0; i < lc_tuple_rank(order); i++)
        if (!set_strides(o, lcv_part_of(o->ctx, shape, i), lcv_part_of(o->ctx, order, i)))
            return false;
    return true;
}

static lc_layout *in_order(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *order)
{
    size_t n = 0, leaves = lc_tuple_nleaves(shape);
    lc_int *size = lc_frame_alloc(ctx, lc_tuple_nleaves(order), sizeof *size);
    lc_int *step = lc_frame_alloc(ctx, leaves, sizeof *step);
    if (!size || !step || !add_sizes(ctx, shape, order, &n, size))
        return NULL;
    ordered o = {.ctx = ctx, .order = order, .size = size, .step = step};
    if (!set_strides(&o, shape, order))
        return NULL;
    lc_tuple *stride = lcv_kept(ctx, lc_tuple_like(ctx, shape, step));
    return stride ? lc_layout_new(ctx, shape, stride) : NULL;
}

lcv_value *lcv_op_make_ordered_layout(lcv_call *call)
{
    lc_tuple *shape = lcv_call_extents(call, 0, "a shape");
    lc_tuple *order = shape ? lcv_call_tuple(call, 1, "an order") : NULL;
    lcv_value *v = NULL;
    if (order && lc_tuple_has_wildcard(order))
        lcv_call_wrong(call, 1, "an order without the wildcard _");
    else if (order)
        v = lcv_value_layout(call->ctx, in_order(call->ctx, shape, order));
    if (!v && order && call->culprit == call->n)
        call->culprit = 1;
    return v;
}

/* Compact, the last leaf first. */
lcv_value *lcv_op_make_layout_right(lcv_call *call)
{
    lc_tuple *shape = lcv_call_extents(call, 0, "a shape");
    size_t n = shape ? lc_tuple_nleaves(shape) : 0;
    lc_int *step = shape ? lc_frame_alloc(call->ctx, n, sizeof *step) : NULL;
    lc_int next = lc_int_const(1);
    for (size_t i = n; step && i-- > 0;) {
        step[i] = next;
        next = lc_int_mul(call->ctx, next, lc_tuple_value(shape, i));
    }
    lc_tuple *stride = step ? lcv_kept(call->ctx, lc_tuple_like(call->ctx, shape, step)) : NULL;
    return stride ? lcv_value_layout(call->ctx, lc_layout_new(call->ctx, shape, stride)) : NULL;
}

/* ---- repetition ---- */

static lc_layout *without_repetition(lc_ctx *ctx, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a);
    lc_int *extent = lc_frame_alloc(ctx, n, sizeof *extent);
    for (size_t i = 0; extent && i < n; i++)
        extent[i] = lcv_stands_still(a, i) ? lc_int_const(1) : lc_layout_extent(a, i);
    lc_tuple *nest = extent ? lcv_shape_of(ctx, a) : NULL;
    lc_tuple *shape = nest ? lcv_kept(ctx, lc_tuple_like(ctx, nest, extent)) : NULL;
    return shape ? lc_layout_reshape(ctx, shape, a) : NULL;
}

static lcv_value *filter_zeros(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    return a ? lcv_value_layout(call->ctx, without_repetition(call->ctx, a)) : NULL;
}

LCV_WITHIN(filter_zeros)
