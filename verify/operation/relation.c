/* relation.c - values as isl relations, and layouts back from them. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "../../isl-bridge/bits.h"
#include "../../isl-bridge/counterexample.h"
#include "../../isl-bridge/recover.h"
#include "../../lib/algebra.h"
#include "operation.h"
#include "../function/coordinates.h"
#include "../value/relate.h"

lcr_map *lcv_call_map(lcv_call *call, size_t i)
{
    const lcv_value *v = call->arg[i];
    if (v->kind != LCV_RELATION && !lcv_is_function(v))
        return lcv_call_wrong(call, i, "a layout");
    return lcv_kept(call->ctx, lcv_layout_map(call->r, v));
}

/* A shape, or for `any` that of a value which has one. */
static lc_tuple *shape_argument(lcv_call *call, size_t i, bool any)
{
    return any && !lcv_call_is(call, i, LCV_TUPLE)
               ? lcv_call_shape(call, i)
               : lcv_call_extents(call, i, "a shape with extents of 1 or more");
}

/* The map between two shapes of one size. */
static lcr_map *of_shapes(lcv_call *call, bool any,
                          lcr_map *make(lcr_ctx *r, const lc_tuple *of, const lc_tuple *shape))
{
    lc_tuple *of = shape_argument(call, 0, any);
    lc_tuple *shape = of ? shape_argument(call, 1, false) : NULL;
    lcr_map *m = shape ? make(call->r, of, shape) : NULL;
    if (shape && !m)
        call->culprit = 1;
    return m;
}

lcv_value *lcv_op_coord_map(lcv_call *call)
{
    const lcv_value *v = call->arg[0];
    if (v->kind == LCV_TILER || !lcv_is_function(v))
        return lcv_call_wrong(call, 0, "a shape or a layout");
    return lcv_value_relation(call->ctx, call->n > 1 ? of_shapes(call, true, lcr_coord_map_in)
                                                     : lcv_coord_map(call->r, v));
}

lcv_value *lcv_op_colex(lcv_call *call)
{
    return lcv_value_relation(call->ctx, of_shapes(call, false, lcr_colex_map));
}

/* The index map in the coordinates of another shape. */
static lcr_map *index_map_in(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tuple *shape = a ? lcv_call_tuple(call, 1, "a shape") : NULL;
    return shape ? lcr_index_map_in(call->r, a, shape) : NULL;
}

lcv_value *lcv_op_index_map(lcv_call *call)
{
    if (!lcv_is_function(call->arg[0]))
        return lcv_call_wrong(call, 0, "a layout");
    return lcv_value_relation(call->ctx, call->n > 1 ? index_map_in(call)
                                                     : lcv_index_map(call->r, call->arg[0]));
}

lcv_value *lcv_op_bits_map(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_SWIZZLE))
        return lcv_value_relation(call->ctx, lcv_bits_map(call->r, call->arg[0]));
    lc_linear *l = lcv_call_linear(call, 0);
    return l ? lcv_value_relation(call->ctx, lcr_linear_bits_map(call->r, l)) : NULL;
}

lcv_value *lcv_op_layout_map(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_RELATION))
        return lcv_value_ref(call->arg[0]);
    lcr_map *m = lcr_map_ref(lcv_call_map(call, 0));
    return m ? lcv_value_map_of(call->ctx, m, call->arg[0]) : NULL;
}

/* ---- layouts back ---- */

/* Is there no value? The error may then be forgotten, as another form may have one. */
static bool has_none(lcv_call *call, const lc_layout *a, bool forget)
{
    bool none = !a && lc_ctx_code(call->ctx) == LC_ERR_NO_VALUE;
    if (none && forget)
        lc_ctx_reset(call->ctx);
    return none;
}

/* A linear layout or swizzle: as shape:stride, else under a swizzle, else with strides that
 * add by XOR. */
static lcv_value *layout_of_linear(lcv_call *call, const lc_linear *l)
{
    lc_swizzle w;
    lc_layout *a = lc_layout_from_linear(call->ctx, l, NULL);
    if (lc_linear_nouts(l) == 1 && has_none(call, a, true)) {
        a = lc_swizzled_from_linear(call->ctx, l, &w);
        if (a)
            return lcv_value_composed(call->ctx, w, lc_int_const(0), a);
        if (has_none(call, a, true))
            a = lc_xor_layout_from_linear(call->ctx, l);
    }
    return a ? lcv_value_layout(call->ctx, a) : NULL;
}

/* The linear layout with an input dim for each mode of the inner layout. */
static lc_linear *by_mode(lcv_call *call, const lc_linear *l, const lc_layout *inner)
{
    char name[LC_LINEAR_DIMS][24];
    lc_dim dim[LC_LINEAR_DIMS];
    size_t n = lc_layout_rank(inner);
    if (n > LC_LINEAR_DIMS)
        return lc_fail(call->ctx, LC_ERR_LIMIT, "layout: %zu modes: expected at most %d", n,
                       LC_LINEAR_DIMS);
    for (size_t i = 0; i < n; i++) {
        lc_layout *mode = lcv_mode_of(call->ctx, inner, i);
        if (!mode)
            return NULL;
        snprintf(name[i], sizeof name[i], "mode%zu", i);
        dim[i] = (lc_dim){name[i], (unsigned)lc_int_bits(lc_layout_size(call->ctx, mode)) - 1};
    }
    return lcv_kept(call->ctx, lc_linear_reshape_ins(call->ctx, l, n, dim));
}

/* A composed layout as shape:stride. If it is F2-linear, its bits give a mode for each of its
 * modes, with XOR strides if bits are shared. Otherwise its values give the layout; those of XOR
 * strides come from their relation. */
static lcv_value *layout_of_composed(lcv_call *call)
{
    const lcv_value *x = call->arg[0];
    lc_linear *l = lcv_kept(call->ctx, lcv_as_linear(call->ctx, x, NULL));
    lc_layout *a = NULL;
    lcv_steps steps;
    if (l) {
        lc_linear *split = by_mode(call, l, x->layout);
        a = split ? lc_layout_from_linear(call->ctx, split, NULL) : NULL;
        if (split && has_none(call, a, true))
            a = lc_xor_layout_from_linear(call->ctx, split);
    } else if (lcv_composed_steps(call->ctx, x, &steps)) {
        lc_int n = lc_layout_size(call->ctx, x->layout);
        lc_ctx_reset(call->ctx);
        a = lcr_digits_layout(call->r, (lcr_steps){steps.n, steps.step}, n, NULL);
    } else {
        lc_ctx_reset(call->ctx);
        lcr_map *m = lcv_call_map(call, 0);
        a = m ? lcr_recover(call->r, m) : NULL;
    }
    return lcv_value_layout(call->ctx, a);
}

static lcv_value *layout_of_swizzle(lcv_call *call)
{
    lc_linear *l = lcv_call_linear(call, 0);
    return l ? layout_of_linear(call, l) : NULL;
}

/* The values of a relation are the axes of coordinates, in order. Puts a layout that was
 * recovered from the relation of x on the axes of x. NULL stays NULL. */
static lc_layout *on_axes_of(lc_ctx *ctx, const lcv_value *x, lc_layout *a)
{
    bool layout = x->kind == LCV_LAYOUT || x->kind == LCV_TENSOR;
    const lc_tuple *profile = layout ? lc_layout_profile(x->layout) : NULL;
    if (!a || !profile)
        return a;
    lc_layout *sum = NULL;
    for (size_t q = 0; q < lc_layout_naxes(a); q++) {
        lc_layout *axis = lcv_kept(ctx, lc_layout_axis(ctx, a, q));
        lc_layout *on = axis ? lcv_kept(ctx, lc_layout_on_axis(ctx, axis, profile, q)) : NULL;
        sum = sum && on ? lcv_kept(ctx, lc_layout_add(ctx, sum, on)) : on;
        if (!sum)
            return NULL;
    }
    return sum;
}

/* The extents of the box that the inputs of a relation are; NULL with an error. */
static lc_tuple *box_of_inputs(lcv_call *call, const lcr_map *m)
{
    size_t n = lcr_map_nin(m);
    lc_int *extent = lc_frame_alloc(call->ctx, n + 1, sizeof *extent);
    lcr_answer box = extent ? lcr_map_domain_is_box(call->r, m, extent) : LCR_UNKNOWN;
    if (box == LCR_NO)
        lc_fail(
            call->ctx, LC_ERR_NO_VALUE,
            "layout: the inputs of the relation are no box, 0 <= c_k < n_k: restrict(R, S) is R "
            "on the box of a shape S");
    return box == LCR_YES ? lcv_kept(call->ctx, lc_tuple_flat(call->ctx, n, extent)) : NULL;
}

/* Of a relation whose inputs are a box, with a shape that has the same integral coordinates (ISL
 * paper, Algorithm 2). */
static lc_layout *recover_on_box(lcv_call *call, const lcr_map *m, const lc_tuple *box,
                                 const lc_tuple *shape)
{
    lcr_map *coordinates = lcv_kept(call->ctx, lcr_coord_map(call->r, box));
    lcr_map *integral = coordinates
                            ? lcv_kept(call->ctx, lcr_map_compose(call->r, m, coordinates))
                            : NULL;
    if (!integral || shape)
        return integral ? lcv_kept(call->ctx, lcr_recover_with_shape(call->r, integral, shape))
                        : NULL;
    return lcv_kept(call->ctx, lcr_recover(call->r, integral));
}

/* Where there is no layout of the box itself: the one of the coarsest shape that refines it. The
 * first error stays if there is none. */
static lc_layout *recover_in_box(lcv_call *call, const lcr_map *m, const lc_tuple *box)
{
    lc_ctx *ctx = call->ctx;
    lc_tuple *finer = NULL, *other = NULL;
    lc_layout *a = recover_on_box(call, m, box, box);
    if (a || lc_ctx_code(ctx) != LC_ERR_NO_VALUE)
        return a;
    char *why = lcv_kept(ctx, strdup(lc_ctx_message(ctx)));
    lc_ctx_reset(ctx);
    lc_layout *line = why ? recover_on_box(call, m, box, NULL) : NULL;
    lc_tuple *shape = line ? lcv_kept(ctx, lc_layout_shape(ctx, line)) : NULL;
    if (shape && lc_mutual_refinement(ctx, box, shape, &finer, &other)) {
        lcv_kept(ctx, other);
        a = recover_on_box(call, m, box, lcv_kept(ctx, finer));
    }
    if (!a && why) {
        lc_ctx_reset(ctx);
        lc_fail(ctx, LC_ERR_NO_VALUE, "%s", why);
    }
    return a;
}

/* The shape has the extents of the box as its leaves, or as the sizes of its modes. */
static bool fits_box(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *box)
{
    if (lc_tuple_refines(ctx, shape, box))
        return true;
    bool fits = lc_tuple_nleaves(shape) == lc_tuple_nleaves(box);
    for (size_t k = 0; fits && k < lc_tuple_nleaves(box); k++)
        fits = lc_int_eq(lc_tuple_value(shape, k), lc_tuple_value(box, k));
    return fits;
}

/* The box is no such shape; of one of its size the error has the call that takes it. */
static void *misfit(lcv_call *call, const lc_tuple *box, const lc_tuple *given)
{
    char *extents = lcv_kept(call->ctx, lc_tuple_to_str(call->ctx, box));
    bool same = lc_int_eq(lc_tuple_size(call->ctx, box), lc_tuple_size(call->ctx, given));
    if (extents && same)
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "layout: the inputs of the relation are the box %.200s: expected a shape "
                       "with these leaves, or modes of these sizes: for another shape S it is "
                       "layout(R o coord_map(%.200s), S)",
                       extents, extents);
    return extents ? lc_fail(call->ctx, LC_ERR_INVALID,
                             "layout: the inputs of the relation are the box %.200s: expected a "
                             "shape with these leaves, or modes of these sizes",
                             extents)
                   : NULL;
}

static lc_layout *recover_from_box(lcv_call *call, const lcr_map *m, const lc_tuple *given)
{
    lc_tuple *box = box_of_inputs(call, m);
    if (box && given && !fits_box(call->ctx, given, box))
        return misfit(call, box, given);
    return box && given ? recover_on_box(call, m, box, given)
           : box        ? recover_in_box(call, m, box)
                        : NULL;
}

/* A layout in this shape, under the swizzle of v, if any; NULL, perhaps without an error, where
 * it has none. */
static lcv_value *in_shape(lcv_call *call, const lcv_value *v, const lc_tuple *shape)
{
    lc_ctx *ctx = call->ctx;
    if (!lc_int_eq(lc_tuple_size(ctx, shape), lc_layout_size(ctx, v->layout)))
        return NULL;
    lc_layout *compact = lcv_kept(ctx, lc_layout_compact(ctx, shape));
    lc_layout *a = compact ? lcv_kept(ctx, lc_compose(ctx, v->layout, compact)) : NULL;
    lc_tuple *found = a ? lcv_kept(ctx, lc_layout_shape(ctx, a)) : NULL;
    if (!found || !lc_tuple_equal(found, shape))
        return NULL;
    return v->kind == LCV_COMPOSED
               ? lcv_value_composed(ctx, v->swizzle, lc_int_const(0), lc_layout_ref(a))
               : lcv_value_layout(ctx, lc_layout_ref(a));
}

/* Of what is no layout, but F2-linear: as that of a linear layout. The first error stays if there
 * is none of these, either. */
static lcv_value *recover_linear(lcv_call *call, const lc_tuple *shape)
{
    char *why = lcv_kept(call->ctx, strdup(lc_ctx_message(call->ctx)));
    lc_ctx_reset(call->ctx);
    lc_linear *l = why ? lcv_call_linear(call, 0) : NULL;
    if (l && shape)
        l = lcv_kept(call->ctx, lc_linear_flatten_ins(call->ctx, l));
    lcv_value *v = l ? layout_of_linear(call, l) : NULL;
    if (v && shape)
        v = in_shape(call, lcv_kept(call->ctx, v), shape);
    if (!v && why) {
        lc_ctx_reset(call->ctx);
        call->culprit = call->n;
        lc_fail(call->ctx, LC_ERR_NO_VALUE, "%s", why);
    }
    return v;
}

/* The layout with a shape, or from a relation. */
static lcv_value *recover(lcv_call *call)
{
    lcr_map *m = lcv_call_map(call, 0);
    lc_tuple *shape = m && call->n > 1 ? lcv_call_tuple(call, 1, "a shape") : NULL;
    lc_layout *a = NULL;
    if (m && lcr_map_nin(m) > 1 && (shape || call->n == 1))
        a = recover_from_box(call, m, shape);
    else if (m && call->n == 1)
        a = lcv_kept(call->ctx, lcr_recover(call->r, m));
    else if (shape)
        a = on_axes_of(call->ctx, call->arg[0],
                       lcv_kept(call->ctx, lcr_recover_with_shape(call->r, m, shape)));
    if (m && (shape || call->n == 1) && has_none(call, a, false))
        return recover_linear(call, shape);
    return lcv_value_layout(call->ctx, lc_layout_ref(a));
}

/* A layout map is that of its layout, in no shape but the coarsest. */
static lcv_value *layout_of_map(lcv_call *call)
{
    lcv_value *of = call->arg[0]->map_of;
    lcv_call same = {call->r, call->ctx, call->name, 1, &of, 1};
    if (call->n > 1 || !of)
        return recover(call);
    if (of->kind != LCV_LAYOUT || lc_layout_codomain(of->layout) != LC_INTEGERS)
        return of->kind == LCV_TUPLE || of->kind == LCV_TENSOR || of->kind == LCV_LAYOUT
                   ? recover(call)
                   : lcv_op_layout(&same);
    return lcv_value_layout(call->ctx, lc_coalesce(call->ctx, of->layout));
}

lcv_value *lcv_op_layout(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_RELATION))
        return layout_of_map(call);
    if (call->n > 1)
        return recover(call);
    if (lcv_call_is(call, 0, LCV_LINEAR))
        return layout_of_linear(call, call->arg[0]->linear);
    if (lcv_call_is(call, 0, LCV_SWIZZLE))
        return layout_of_swizzle(call);
    if (lcv_call_is(call, 0, LCV_COMPOSED))
        return layout_of_composed(call);
    return lcv_value_layout(call->ctx, lc_layout_ref(lcv_call_layout(call, 0)));
}

/* "expected a relation with one input, such as R o coord_map((4,8))". */
static void *several_inputs(lcv_call *call, const lcr_map *m)
{
    lc_tuple *box = box_of_inputs(call, m);
    char *extents = box ? lcv_kept(call->ctx, lc_tuple_to_str(call->ctx, box)) : NULL;
    return extents
               ? lc_fail(call->ctx, LC_ERR_INVALID,
                         "%s: expected a relation with one input, which R o coord_map(%.200s) "
                         "has",
                         call->name, extents)
               : NULL;
}

lcv_value *lcv_op_layout_with_strides(lcv_call *call)
{
    if (!lcv_call_is(call, 1, LCV_TUPLE))
        return lcv_call_wrong(call, 1, "strides");
    if (lcv_is_coordinates(call->arg[0]))
        return lcv_call_wrong(call, 0, "a function whose values are integers");
    lcr_map *m = lcv_call_map(call, 0);
    if (m && lcr_map_nin(m) > 1)
        return several_inputs(call, m);
    return m ? lcv_value_layout(call->ctx,
                                lcr_recover_with_strides(call->r, m, call->arg[1]->tuple))
             : NULL;
}
