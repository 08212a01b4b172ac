/* domain.c - what two shapes have in common, and where a layout does not move.
 *
 * A leaf of a shape stands for the integral coordinates from a beginning to an end, the products
 * of the extents before it and with it. Flat shapes are lists of ends of which each divides the
 * next.
 */
#include "config.h"

#include "operation.h"

/* ---- leaves ---- */

typedef struct {
    size_t n;
    lc_int *begin, *end; /* of the leaves whose extents are not 1 */
} leaves;

static bool read_leaves(lcv_call *call, size_t i, leaves *to)
{
    bool tuple = lcv_call_is(call, i, LCV_TUPLE);
    lc_layout *a = tuple ? NULL : lcv_call_layout(call, i);
    lc_tuple *shape = a ? lcv_shape_of(call->ctx, a) : tuple ? call->arg[i]->tuple : NULL;
    size_t n = shape ? lc_tuple_nleaves(shape) : 0;
    *to = (leaves){0, lc_frame_alloc(call->ctx, n + 1, sizeof(lc_int)),
                   lc_frame_alloc(call->ctx, n + 1, sizeof(lc_int))};
    if (!shape || !to->begin || !to->end)
        return false;
    lc_int begin = lc_int_const(1);
    for (size_t k = 0; k < n; k++) {
        lc_int extent = lc_tuple_value(shape, k);
        if (lc_tuple_is_wildcard(shape, k) || lc_int_sign(extent) <= 0)
            return lcv_call_wrong(call, i, "a shape of extents of 1 or more");
        if (lc_int_is_one(extent))
            continue;
        to->begin[to->n] = begin;
        begin = to->end[to->n++] = lc_int_mul(call->ctx, begin, extent);
    }
    return true;
}

/* Both shapes, of one size. */
static bool read_both(lcv_call *call, leaves *s, leaves *t)
{
    if (!read_leaves(call, 0, s) || !read_leaves(call, 1, t))
        return false;
    lc_int one = lc_int_const(1), m = s->n ? s->end[s->n - 1] : one,
           n = t->n ? t->end[t->n - 1] : one;
    if (lc_int_eq(m, n))
        return true;
    call->culprit = 1;
    return lc_fail(call->ctx, LC_ERR_NO_VALUE, "%s: the sizes of the shapes differ", call->name);
}

/* The flat shape with these ends; an integer of one leaf. */
static lcv_value *shape_of_ends(lcv_call *call, size_t n, lc_int *end)
{
    for (size_t k = n; k-- > 1;)
        end[k] = lc_int_fdiv(call->ctx, end[k], end[k - 1]);
    end[0] = n ? end[0] : lc_int_const(1);
    return lcv_value_tuple(call->ctx, lc_tuple_point(call->ctx, n ? n : 1, end));
}

lcv_value *lcv_op_common_refinement(lcv_call *call)
{
    leaves s, t;
    if (!read_both(call, &s, &t))
        return NULL;
    lc_int *end = lc_frame_alloc(call->ctx, s.n + t.n + 1, sizeof *end);
    size_t n = 0;
    for (size_t i = 0, j = 0; end && i < s.n && j < t.n;) {
        bool first = lc_int_le(s.end[i], t.end[j]), both = lc_int_eq(s.end[i], t.end[j]);
        end[n] = first ? s.end[i] : t.end[j];
        i += first;
        j += both || !first;
        if (n > 0 && !lc_int_divides(call->ctx, end[n - 1], end[n])) {
            call->culprit = 1;
            return lc_fail(
                call->ctx, LC_ERR_NO_VALUE,
                "%s: there is none: a leaf of each shape ends where neither end divides "
                "the other",
                call->name);
        }
        n++;
    }
    return end ? shape_of_ends(call, n, end) : NULL;
}

lcv_value *lcv_op_common_coarsening(lcv_call *call)
{
    leaves s, t;
    if (!read_both(call, &s, &t))
        return NULL;
    lc_int *end = lc_frame_alloc(call->ctx, s.n + 1, sizeof *end);
    size_t n = 0;
    for (size_t i = 0, j = 0; end && i < s.n && j < t.n;) {
        if (lc_int_eq(s.end[i], t.end[j]))
            end[n++] = s.end[i];
        bool first = lc_int_le(s.end[i], t.end[j]), second = lc_int_le(t.end[j], s.end[i]);
        i += first;
        j += second;
    }
    return end ? shape_of_ends(call, n, end) : NULL;
}

/* ---- the common domain ---- */

/* What two leaves have in common: the multiples of their beginnings up to a divisor of both ends.
 * False: that is nothing. */
static bool meet(lc_ctx *ctx, const leaves *s, size_t i, const leaves *t, size_t j,
                 lc_int *extent, lc_int *from)
{
    lc_int gcd = lc_int_gcd(ctx, s->begin[i], t->begin[j]);
    lc_int end = lc_int_gcd(ctx, s->end[i], t->end[j]);
    *from = lc_int_mul(ctx, s->begin[i], lc_int_fdiv(ctx, t->begin[j], gcd));
    if (!lc_int_divides(ctx, *from, end))
        return false;
    *extent = lc_int_fdiv(ctx, end, *from);
    return !lc_int_is_one(*extent);
}

/* Whose shape and strides are both tuples that `of` makes. */
static lcv_value *layout_of(lc_ctx *ctx, size_t n, const lc_int *extent, const lc_int *step,
                            lc_tuple *of(lc_ctx *, size_t, const lc_int *))
{
    lc_tuple *shape = lcv_kept(ctx, of(ctx, n, extent));
    lc_tuple *stride = lcv_kept(ctx, of(ctx, n, step));
    return shape && stride ? lcv_value_layout(ctx, lc_layout_new(ctx, shape, stride)) : NULL;
}

lcv_value *lcv_op_greatest_common_domain(lcv_call *call)
{
    leaves s, t;
    if (!read_leaves(call, 0, &s) || !read_leaves(call, 1, &t))
        return NULL;
    lc_int *extent = lc_frame_alloc(call->ctx, s.n + t.n + 1, sizeof *extent);
    lc_int *step = lc_frame_alloc(call->ctx, s.n + t.n + 1, sizeof *step);
    if (!extent || !step)
        return NULL;
    size_t n = 0;
    for (size_t i = 0, j = 0; i < s.n && j < t.n;) {
        n += meet(call->ctx, &s, i, &t, j, &extent[n], &step[n]);
        bool before = lc_int_divides(call->ctx, s.end[i], t.end[j]);
        bool after = lc_int_divides(call->ctx, t.end[j], s.end[i]);
        i += before || !after;
        j += after || !before;
    }
    if (n == 0) {
        extent[n] = lc_int_const(1);
        step[n++] = lc_int_const(0);
    }
    return layout_of(call->ctx, n, extent, step, lc_tuple_flat);
}

/* ---- the null space ---- */

static bool moves(const lc_layout *a, size_t leaf)
{
    for (size_t q = 0; q < lc_layout_naxes(a); q++)
        if (!lc_int_is_zero(lc_layout_step_on(a, q, leaf)))
            return true;
    return false;
}

lcv_value *lcv_op_nullspace(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    size_t all = a ? lc_layout_nleaves(a) : 0, n = 0;
    lc_int *extent = a ? lc_frame_alloc(call->ctx, all, sizeof *extent) : NULL;
    lc_int *step = extent ? lc_frame_alloc(call->ctx, all, sizeof *step) : NULL;
    lc_int place = lc_int_const(1);
    for (size_t k = 0; step && k < all; k++) {
        if (!moves(a, k)) {
            extent[n] = lc_layout_extent(a, k);
            step[n++] = place;
        }
        place = lc_int_mul(call->ctx, place, lc_layout_extent(a, k));
    }
    if (step && n == 0) {
        extent[n] = lc_int_const(1);
        step[n++] = lc_int_const(0);
    }
    return step ? layout_of(call->ctx, n, extent, step, lc_tuple_point) : NULL;
}

/* ---- coalesced past the end ---- */

/* The layout with another extent of its last leaf. */
static lc_layout *with_last(lc_ctx *ctx, const lc_layout *a, lc_int last)
{
    size_t n = lc_layout_nleaves(a);
    lc_tuple *nest = lcv_shape_of(ctx, a);
    lc_int *extent = nest ? lc_frame_alloc(ctx, n, sizeof *extent) : NULL;
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = k + 1 < n ? lc_layout_extent(a, k) : last;
    lc_tuple *shape = extent ? lcv_kept(ctx, lc_tuple_like(ctx, nest, extent)) : NULL;
    return shape ? lc_layout_reshape(ctx, shape, a) : NULL;
}

/* As the last leaf goes on past its end, it counts as one of twice its extent. */
lcv_value *lcv_op_coalesce_z(lcv_call *call)
{
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, lcv_op_coalesce_z);
    lc_ctx *ctx = call->ctx;
    lc_int two = lc_int_const(2);
    lc_layout *a = lcv_call_layout(call, 0);
    if (!a)
        return NULL;
    lc_int last = lc_layout_extent(a, lc_layout_nleaves(a) - 1);
    lc_layout *twice = lcv_kept(ctx, with_last(ctx, a, lc_int_mul(ctx, two, last)));
    lc_layout *all = twice ? lcv_kept(ctx, lc_coalesce(ctx, twice)) : NULL;
    if (!all)
        return NULL;
    last = lc_layout_extent(all, lc_layout_nleaves(all) - 1);
    return lcv_value_layout(ctx, with_last(ctx, all, lc_int_fdiv(ctx, last, two)));
}
