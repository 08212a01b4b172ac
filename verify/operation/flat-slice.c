/* flat-slice.c - slices as CuTe makes them, and what they leave out.
 *
 * CuTe's slice puts all modes that `_` leaves side by side, also those of different tuples of the
 * coordinate, where lcv_slice_value keeps them nested. It is the slice of a layout without that
 * nesting, at a flat coordinate. A tuple that is shorter than its mode goes on with `_`, which is
 * what CuTe's inner_partition and outer_partition add.
 */
#include "config.h"

#include "operation.h"

#include "../value/text.h"

/* The modes of a shape and what stands for them in a coordinate, side by side. */
typedef struct {
    lc_ctx *ctx;
    size_t n, room;
    lc_tuple **mode, **at;
} spread;

static bool add(spread *s, lc_tuple *mode, lc_tuple *at)
{
    if (s->n == s->room || !mode || !at)
        return mode && at &&
               lc_fail(s->ctx, LC_ERR_INVALID, "a coordinate that does not fit the shape");
    s->mode[s->n] = mode;
    s->at[s->n++] = at;
    return true;
}

/* Walks over both; false with an error. */
static bool walk(spread *s, lc_tuple *mode, lc_tuple *at)
{
    if (!mode || !at || lc_tuple_is_leaf(at))
        return add(s, mode, at);
    size_t rank = lc_tuple_rank(mode), given = lc_tuple_rank(at);
    if (given > rank)
        return lc_fail(s->ctx, LC_ERR_INVALID, "a coordinate of rank %zu for modes of rank %zu",
                       given, rank);
    for (size_t i = 0; i < rank; i++) {
        lc_tuple *part = lc_tuple_is_leaf(mode) ? mode : lcv_part_of(s->ctx, mode, i);
        if (i < given ? !walk(s, part, lcv_part_of(s->ctx, at, i))
                      : !add(s, part, lcv_kept(s->ctx, lc_tuple_wildcard(s->ctx))))
            return false;
    }
    return true;
}

/* A shape and a coordinate without the nesting that CuTe's slice drops: the modes of both side by
 * side, kept; short tuples go on with `_`. False with an error. */
static bool spread_out(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd, lc_tuple **modes,
                       lc_tuple **flat)
{
    size_t room = lc_tuple_nleaves(shape);
    spread s = {.ctx = ctx,
                .room = room,
                .mode = lc_frame_alloc(ctx, room, sizeof(lc_tuple *)),
                .at = lc_frame_alloc(ctx, room, sizeof(lc_tuple *))};
    if (!s.mode || !s.at ||
        !walk(&s, lcv_kept(ctx, lc_tuple_ref(shape)), lcv_kept(ctx, lc_tuple_ref(crd))))
        return false;
    bool one = lc_tuple_is_leaf(crd);
    *modes = one ? s.mode[0] : lcv_kept(ctx, lc_tuple_of(ctx, s.n, s.mode));
    *flat = one ? s.at[0] : lcv_kept(ctx, lc_tuple_of(ctx, s.n, s.at));
    return *modes && *flat;
}

static lcv_value *slice_layout(lcv_call *call, const lc_tuple *crd)
{
    lc_ctx *ctx = call->ctx;
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tuple *modes, *flat;
    if (a)
        call->culprit = 1;
    if (!a || !spread_out(ctx, lcv_shape_of(ctx, a), crd, &modes, &flat))
        return NULL;
    call->culprit = call->n;
    lcv_value *arg[2] = {lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_unflatten(ctx, a, modes))),
                         lcv_kept(ctx, lcv_value_tuple(ctx, lc_tuple_ref(flat)))};
    lcv_call slice = *call;
    slice.arg = arg;
    return arg[0] && arg[1] ? lcv_slice_value(&slice) : NULL;
}

static lcv_value *flat_slice(lcv_call *call)
{
    if (!lcv_call_is(call, 1, LCV_TUPLE))
        return lcv_call_wrong(call, 1, "a coordinate");
    return slice_layout(call, call->arg[1]->tuple);
}

LCV_WITHIN(flat_slice)

/* ---- dice ---- */

/* What stands where the coordinate has integers: parts of a tuple, of a tiler, or of a layout,
 * side by side. */
typedef struct {
    lc_ctx *ctx;
    size_t n, room;
    lcv_value **part;
} diced;

static bool dice(diced *d, const lc_tuple *crd, lcv_value *of)
{
    if (!crd || !of)
        return false;
    if (lc_tuple_is_leaf(crd)) {
        if (!lc_tuple_is_wildcard(crd, 0))
            d->part[d->n++] = of;
        return true;
    }
    size_t rank = lc_tuple_rank(crd);
    if (rank != lcv_rank_of(of))
        return lc_fail(d->ctx, LC_ERR_INVALID, "dice: a coordinate of rank %zu for a rank of %zu",
                       rank, lcv_rank_of(of));
    for (size_t i = 0; i < rank; i++)
        if (!dice(d, lcv_part_of(d->ctx, crd, i), lcv_mode_value(d->ctx, of, i)))
            return false;
    return true;
}

/* What the integers of a coordinate leave of a tuple, a layout or a tiler; in an open frame. */
static lcv_value *dice_value(lc_ctx *ctx, const lc_tuple *crd, lcv_value *of)
{
    size_t most = lc_tuple_nleaves(crd);
    diced d = {.ctx = ctx, .part = lc_frame_alloc(ctx, most, sizeof(lcv_value *))};
    if (!d.part || !dice(&d, crd, of))
        return NULL;
    if (d.n == 0)
        return lc_fail(ctx, LC_ERR_NO_VALUE, "dice: the coordinate has no integer");
    if (d.n == 1)
        return lcv_value_ref(d.part[0]);
    return lcv_join(ctx, d.n, d.part);
}

lcv_value *lcv_op_dice(lcv_call *call)
{
    if (!lcv_call_is(call, 0, LCV_TUPLE))
        return lcv_call_wrong(call, 0, "a coordinate");
    if (!lcv_call_is(call, 1, LCV_TUPLE) && !lcv_call_is(call, 1, LCV_LAYOUT) &&
        !lcv_call_is(call, 1, LCV_TILER))
        return lcv_call_wrong(call, 1, "a tuple, a layout or a tiler");
    return dice_value(call->ctx, call->arg[0]->tuple, call->arg[1]);
}

/* ---- coordinates outside ---- */

static bool leaf_is_outside(lc_ctx *ctx, const lc_tuple *c, const lc_tuple *shape)
{
    if (lc_tuple_is_wildcard(c, 0))
        return false;
    lc_int i = lc_tuple_value(c, 0);
    return lc_int_sign(i) < 0 || !lc_int_lt(i, lc_tuple_size(ctx, shape));
}

/* False also if the coordinate does not fit the shape: that is an error elsewhere. */
bool lcv_lies_outside(lc_ctx *ctx, const lc_tuple *c, const lc_tuple *shape)
{
    if (lc_tuple_is_leaf(c))
        return leaf_is_outside(ctx, c, shape);
    size_t rank = lc_tuple_rank(c);
    bool outside = false;
    for (size_t i = 0; !outside && rank == lc_tuple_rank(shape) && i < rank; i++) {
        lc_tuple *part = lcv_part_of(ctx, c, i), *mode = lcv_part_of(ctx, shape, i);
        outside = part && mode && lcv_lies_outside(ctx, part, mode);
    }
    return outside;
}

/* NULL, also without memory: nothing is said. */
char *lcv_remark_outside(lcv_call *call, const lcv_value *value)
{
    (void)value;
    lc_tuple *shape = call->arg[0]->kind == LCV_LAYOUT || call->arg[0]->kind == LCV_TENSOR
                          ? lcv_kept(call->ctx, lcv_as_tuple(call->ctx, call->arg[0]))
                          : NULL;
    const lcv_value *c = call->arg[1];
    char *text = shape && c->kind == LCV_TUPLE && lcv_lies_outside(call->ctx, c->tuple, shape)
                     ? lcv_text(call->ctx,
                                "the coordinate %t is outside the shape %t: the last mode "
                                "extends",
                                c->tuple, shape)
                     : NULL;
    lc_ctx_reset(call->ctx);
    return text;
}
