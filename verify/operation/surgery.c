/* surgery.c - modes put in, left out and put in order, as CuTe does it.
 *
 * Tuples stay tuples; among layouts a tuple is its compact layout.
 */
#include "config.h"

#include "operation.h"

#define MOST_MODES 4096 /* that a tuple has */

/* ---- values and their modes, kept ---- */

size_t lcv_rank_of(const lcv_value *v)
{
    return v->kind == LCV_TUPLE    ? lc_tuple_rank(v->tuple)
           : v->kind == LCV_LAYOUT ? lc_layout_rank(v->layout)
                                   : lc_tiler_rank(v->tiler);
}

lcv_value *lcv_mode_value(lc_ctx *ctx, const lcv_value *v, size_t i)
{
    return lcv_kept(ctx, v->kind == LCV_TUPLE
                             ? lcv_value_tuple(ctx, lc_tuple_mode(ctx, v->tuple, i))
                         : v->kind == LCV_LAYOUT
                             ? lcv_value_layout(ctx, lc_layout_mode(ctx, v->layout, i))
                             : lcv_value_tiler(ctx, lc_tiler_ref(lc_tiler_mode(v->tiler, i))));
}

/* Arguments i and, unless it is not there, j, both tuples or both layouts. */
static bool take_operands(lcv_call *call, size_t i, size_t j, lcv_value *operand[2])
{
    bool tuples = lcv_call_is(call, i, LCV_TUPLE) &&
                  (j >= call->n || lcv_call_is(call, j, LCV_TUPLE));
    const size_t index[2] = {i, j};
    bool ok = true;
    for (size_t k = 0; ok && k < 2 && index[k] < call->n; k++) {
        operand[k] =
            lcv_kept(call->ctx,
                     tuples ? lcv_value_ref(call->arg[index[k]])
                            : lcv_value_layout(call->ctx,
                                               lc_layout_ref(lcv_call_layout(call, index[k]))));
        ok = operand[k] != NULL;
    }
    return ok;
}

lcv_value *lcv_join(lc_ctx *ctx, size_t n, lcv_value *const *part)
{
    if (part[0]->kind == LCV_TUPLE)
        return lcv_value_tuple_of(ctx, n, part);
    lc_layout **layout = lc_frame_alloc(ctx, n, sizeof(lc_layout *));
    lc_tiler **tiler = layout ? lc_frame_alloc(ctx, n, sizeof(lc_tiler *)) : NULL;
    for (size_t i = 0; tiler && i < n; i++) {
        layout[i] = part[i]->layout;
        tiler[i] = part[i]->tiler;
    }
    if (!tiler)
        return NULL;
    return part[0]->kind == LCV_LAYOUT ? lcv_value_layout(ctx, lc_layout_concat(ctx, n, layout))
                                       : lcv_value_tiler(ctx, lc_tiler_of(ctx, n, tiler));
}

/* ---- modes put in and left out ---- */

/* The rank that was asked for, or one more than there is. */
static bool wanted_rank(lcv_call *call, size_t rank, size_t *wanted)
{
    lc_int n;
    *wanted = rank + 1;
    if (call->n < 3)
        return true;
    if (!lcv_call_int(call, 2, &n))
        return false;
    if (lc_int_fits_si(n) && lc_int_get_si(n) >= (int64_t)rank &&
        lc_int_get_si(n) <= MOST_MODES) {
        *wanted = (size_t)lc_int_get_si(n);
        return true;
    }
    call->culprit = 2;
    return lc_fail(call->ctx, LC_ERR_INVALID, "%s: expected a rank from %zu to %d", call->name,
                   rank, MOST_MODES);
}

static lcv_value *extend(lcv_call *call, bool front)
{
    lcv_value *operand[2];
    size_t wanted;
    if (!take_operands(call, 0, 1, operand) ||
        !wanted_rank(call, lcv_rank_of(operand[0]), &wanted))
        return NULL;
    size_t rank = lcv_rank_of(operand[0]), more = wanted - rank, first = front ? more : 0;
    if (more == 0)
        return lcv_value_ref(operand[0]);
    lcv_value **part = lc_frame_alloc(call->ctx, wanted, sizeof(lcv_value *));
    for (size_t i = 0; part && i < wanted; i++) {
        bool own = i >= first && i < first + rank;
        if (!(part[i] = own ? lcv_mode_value(call->ctx, operand[0], i - first) : operand[1]))
            return NULL;
    }
    return part ? lcv_join(call->ctx, wanted, part) : NULL;
}

static lcv_value *append(lcv_call *call)
{
    return extend(call, false);
}

static lcv_value *prepend(lcv_call *call)
{
    return extend(call, true);
}

static lcv_value *replace(lcv_call *call)
{
    lcv_value *operand[2];
    size_t at;
    if (!take_operands(call, 0, 2, operand) ||
        !lcv_call_index(call, 1, lcv_rank_of(operand[0]), &at))
        return NULL;
    size_t rank = lcv_rank_of(operand[0]);
    lcv_value **part = lc_frame_alloc(call->ctx, rank, sizeof(lcv_value *));
    for (size_t i = 0; part && i < rank; i++)
        if (!(part[i] = i == at ? operand[1] : lcv_mode_value(call->ctx, operand[0], i)))
            return NULL;
    return part ? lcv_join(call->ctx, rank, part) : NULL;
}

static lcv_value *take(lcv_call *call)
{
    lcv_value *operand[2];
    size_t first, end;
    if (!take_operands(call, 0, SIZE_MAX, operand) ||
        !lcv_call_index(call, 1, lcv_rank_of(operand[0]), &first) ||
        !lcv_call_index(call, 2, lcv_rank_of(operand[0]) + 1, &end))
        return NULL;
    if (first >= end) {
        call->culprit = 2;
        return lc_fail(call->ctx, LC_ERR_INVALID, "take: there are no modes from %zu to %zu - 1",
                       first, end);
    }
    lcv_value **part = lc_frame_alloc(call->ctx, end - first, sizeof(lcv_value *));
    for (size_t i = first; part && i < end; i++)
        if (!(part[i - first] = lcv_mode_value(call->ctx, operand[0], i)))
            return NULL;
    return part ? lcv_join(call->ctx, end - first, part) : NULL;
}

static lcv_value *zip(lcv_call *call)
{
    lcv_value *operand[2];
    if (!take_operands(call, 0, 1, operand))
        return NULL;
    size_t rank = lcv_rank_of(operand[0]);
    if (lcv_rank_of(operand[1]) != rank) {
        call->culprit = 1;
        return lc_fail(call->ctx, LC_ERR_INVALID, "zip: the ranks %zu and %zu differ", rank,
                       lcv_rank_of(operand[1]));
    }
    lcv_value **part = lc_frame_alloc(call->ctx, rank, sizeof(lcv_value *));
    for (size_t i = 0; part && i < rank; i++) {
        lcv_value *pair[2] = {lcv_mode_value(call->ctx, operand[0], i),
                              lcv_mode_value(call->ctx, operand[1], i)};
        if (!pair[0] || !pair[1] ||
            !(part[i] = lcv_kept(call->ctx, lcv_join(call->ctx, 2, pair))))
            return NULL;
    }
    return part ? lcv_join(call->ctx, rank, part) : NULL;
}

static lcv_value *unflatten(lcv_call *call)
{
    lcv_value *operand[2];
    lc_tuple *profile = lcv_call_shape(call, 1);
    if (!profile || !take_operands(call, 0, SIZE_MAX, operand))
        return NULL;
    if (operand[0]->kind == LCV_TUPLE)
        return lcv_value_tuple(call->ctx,
                               lc_tuple_unflatten(call->ctx, operand[0]->tuple, profile));
    return lcv_value_layout(call->ctx,
                            lc_layout_unflatten(call->ctx, operand[0]->layout, profile));
}

LCV_WITHIN(append)
LCV_WITHIN(prepend)
LCV_WITHIN(replace)
LCV_WITHIN(take)
LCV_WITHIN(zip)
LCV_WITHIN(unflatten)

/* ---- layouts of shapes, of strides, of layouts ---- */

/* Are the arguments a shape, or a shape and strides? */
static bool is_shape_and_stride(const lcv_call *call)
{
    return lcv_call_is(call, 0, LCV_TUPLE) &&
           (call->n == 1 || (call->n == 2 && (lcv_call_is(call, 1, LCV_TUPLE) ||
                                              lcv_call_is(call, 1, LCV_STRIDES))));
}

static lcv_value *all_layouts(lcv_call *call)
{
    lcv_value **part = lc_frame_alloc(call->ctx, call->n, sizeof(lcv_value *));
    for (size_t i = 0; part && i < call->n; i++)
        if (!(part[i] = lcv_kept(
                  call->ctx,
                  lcv_call_is(call, i, LCV_TENSOR)
                      ? lcv_value_ref(call->arg[i])
                      : lcv_value_layout(call->ctx, lc_layout_ref(lcv_call_layout(call, i))))))
            return NULL;
    lcv_call other = *call;
    other.arg = part;
    return part ? lcv_op_concat(&other) : NULL;
}

lcv_value *lcv_op_make_layout(lcv_call *call)
{
    if (!is_shape_and_stride(call))
        return all_layouts(call);
    lc_tuple *shape = lcv_call_extents(call, 0, "a shape");
    if (!shape)
        return NULL;
    if (call->n == 1)
        return lcv_value_layout(call->ctx, lc_layout_compact(call->ctx, shape));
    call->culprit = 1;
    const lcv_value *stride = call->arg[1];
    return lcv_value_layout(call->ctx, stride->kind == LCV_TUPLE
                                           ? lc_layout_new(call->ctx, shape, stride->tuple)
                                           : lc_layout_reshape(call->ctx, shape, stride->layout));
}
