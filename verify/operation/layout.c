/* layout.c - looking at shapes and layouts, mode surgery, evaluation. */
#include "config.h"

#include "operation.h"

#define ENUMERATED ((int64_t)1 << 22) /* coordinates */

/* ---- looking ---- */

lcv_value *lcv_op_size(lcv_call *call)
{
    lc_tuple *shape = lcv_call_shape(call, 0);
    if (shape && lc_tuple_has_wildcard(shape))
        return lcv_call_wrong(call, 0, "a shape without the wildcard _");
    return shape ? lcv_value_int(call->ctx, lc_tuple_size(call->ctx, shape)) : NULL;
}

static lcv_value *number(lcv_call *call, size_t n)
{
    return lcv_value_int(call->ctx, lc_int_si(call->ctx, (int64_t)n));
}

lcv_value *lcv_op_rank(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_TILER))
        return number(call, lc_tiler_rank(call->arg[0]->tiler));
    lc_tuple *shape = lcv_call_shape(call, 0);
    return shape ? number(call, lc_tuple_rank(shape)) : NULL;
}

lcv_value *lcv_op_depth(lcv_call *call)
{
    lc_tuple *shape = lcv_call_shape(call, 0);
    return shape ? number(call, lc_tuple_depth(shape)) : NULL;
}

/* The extents of the tile that a tiler takes; NULL where it takes a mode as it is. */
static lc_tuple *shape_of_tile(lc_ctx *ctx, const lc_tiler *t)
{
    const lc_layout *a = lc_tiler_as_layout(t);
    size_t n = lc_tiler_rank(t);
    if (a)
        return lcv_kept(ctx, lc_layout_shape(ctx, a));
    lc_tuple **mode = n > 0 ? lc_frame_alloc(ctx, n, sizeof(lc_tuple *)) : NULL;
    if (n == 0)
        lc_fail(ctx, LC_ERR_INVALID, "a mode that a tiler takes as it is has no extents");
    for (size_t i = 0; mode && i < n; i++)
        if (!(mode[i] = shape_of_tile(ctx, lc_tiler_mode(t, i))))
            return NULL;
    return mode ? lcv_kept(ctx, lc_tuple_of(ctx, n, mode)) : NULL;
}

lcv_value *lcv_op_shape(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_TILER)) {
        lc_tuple *tile = shape_of_tile(call->ctx, call->arg[0]->tiler);
        return tile ? lcv_value_tuple(call->ctx, lc_tuple_ref(tile)) : NULL;
    }
    return lcv_value_tuple(call->ctx, lc_tuple_ref(lcv_call_shape(call, 0)));
}

/* A layout, or that of a tensor. */
static lc_layout *layout_of_part(lcv_call *call, size_t i)
{
    return lcv_call_is(call, i, LCV_TENSOR) ? call->arg[i]->layout : lcv_call_layout(call, i);
}

lcv_value *lcv_op_stride(lcv_call *call)
{
    lc_layout *a = layout_of_part(call, 0);
    if (a && lc_layout_codomain(a) == LC_INTEGERS)
        return lcv_value_tuple(call->ctx, lc_layout_stride(call->ctx, a));
    return a ? lcv_value_strides(call->ctx, lc_layout_ref(a)) : NULL;
}

/* The largest of the values of base xor an F2-linear function: bit by bit, the highest
 * first. */
static lcv_value *cosize_of_linear(lcv_call *call, const lc_linear *l, uint64_t base)
{
    lc_f2 image = lc_f2_image(lc_linear_matrix(l));
    uint64_t most = base;
    for (unsigned j = image.cols; j-- > 0;)
        most = (most ^ image.column[j]) > most ? most ^ image.column[j] : most;
    return lcv_value_int(call->ctx, lc_int_add(call->ctx, lc_int_from_word(call->ctx, most),
                                               lc_int_const(1)));
}

static lcv_value *cosize_by_enumeration(lcv_call *call)
{
    const lcv_value *x = call->arg[0];
    lc_int size = lc_layout_size(call->ctx, x->layout);
    if (!lc_int_fits_si(size) || lc_int_get_si(size) > ENUMERATED)
        return lc_fail(
            call->ctx, LC_ERR_BUDGET,
            "cosize: the values are not linear over F2, at more than 2^22 coordinates");
    int64_t n = lc_int_get_si(size);
    lcv_value *most = NULL;
    for (int64_t c = 0; c < n; c++) {
        lc_int value;
        lc_frame frame = lc_frame_open(call->ctx);
        bool larger = lcv_value_number_at(call->ctx, x, lc_int_si(call->ctx, c), &value) &&
                      (!most || lc_int_lt(lc_tuple_value(most->tuple, 0), value));
        if (larger) {
            lcv_value_free(most);
            most = lcv_value_int(call->ctx, value);
        }
        lc_frame_close(call->ctx, frame);
        if (larger && !most)
            return NULL;
    }
    if (!most)
        return NULL;
    lcv_value *v = lcv_value_int(call->ctx, lc_int_add(call->ctx, lc_tuple_value(most->tuple, 0),
                                                       lc_int_const(1)));
    lcv_value_free(most);
    return v;
}

/* The cosize if the strides add by XOR. After an offset it comes from a linear layout if the
 * extents are powers of two, else from enumeration. */
static lcv_value *cosize_of_xor(lcv_call *call, const lc_layout *a)
{
    lc_int largest;
    if (!lcv_has_offset(call->arg[0]))
        return lc_layout_largest(call->ctx, a, &largest)
                   ? lcv_value_int(call->ctx, lc_int_add(call->ctx, largest, lc_int_const(1)))
                   : NULL;
    lc_int offset = lc_tuple_value(call->arg[0]->offset, 0);
    lc_linear *l = lc_int_fits_si(offset)
                       ? lcv_kept(call->ctx, lc_linear_from_layout(call->ctx, a, NULL))
                       : NULL;
    if (l)
        return cosize_of_linear(call, l, (uint64_t)lc_int_get_si(offset));
    lc_ctx_reset(call->ctx);
    return cosize_by_enumeration(call);
}

/* Largest value + 1, on each axis of the values. */
static lcv_value *cosize_by_axis(lcv_call *call, const lc_layout *a)
{
    bool tensor = lcv_call_is(call, 0, LCV_TENSOR);
    lc_int n[LC_MAX_AXES];
    for (size_t i = 0; i < lc_layout_naxes(a); i++) {
        lc_layout *axis = lcv_kept(call->ctx, lc_layout_axis(call->ctx, a, i));
        if (!axis)
            return NULL;
        n[i] = lc_layout_cosize(call->ctx, axis);
        if (tensor)
            n[i] = lc_int_add(call->ctx, n[i], lc_tuple_value(call->arg[0]->offset, i));
    }
    const lc_tuple *profile = lc_layout_profile(a);
    return profile ? lcv_value_tuple(call->ctx, lc_tuple_like(call->ctx, profile, n))
                   : lcv_value_int(call->ctx, n[0]);
}

lcv_value *lcv_op_cosize(lcv_call *call)
{
    lcv_kind kind = call->arg[0]->kind;
    if (kind == LCV_AFFINE)
        return cosize_of_linear(call, call->arg[0]->linear, lcv_affine_base(call->arg[0]));
    if (kind == LCV_SWIZZLE || kind == LCV_LINEAR || kind == LCV_COMPOSED) {
        lc_linear *l = lcv_kept(call->ctx, lcv_as_linear(call->ctx, call->arg[0], NULL));
        if (l || kind != LCV_COMPOSED)
            return l ? cosize_of_linear(call, l, 0) : NULL;
        lc_ctx_reset(call->ctx);
        return cosize_by_enumeration(call);
    }
    lc_layout *a = layout_of_part(call, 0);
    if (!a)
        return NULL;
    return lc_layout_codomain(a) == LC_XOR ? cosize_of_xor(call, a) : cosize_by_axis(call, a);
}

/* ---- coordinates ---- */

lcv_value *lcv_op_identity(lcv_call *call)
{
    lc_tuple *shape = lcv_call_shape(call, 0);
    return shape ? lcv_value_layout(call->ctx, lc_layout_identity(call->ctx, shape)) : NULL;
}

/* ArithTuple(0,0): how CuTe prints the coordinate before a layout. */
lcv_value *lcv_op_ArithTuple(lcv_call *call)
{
    for (size_t i = 0; i < call->n; i++) {
        if (!lcv_call_is(call, i, LCV_TUPLE))
            return lcv_call_wrong(call, i, "an integer or a coordinate");
    }
    return lcv_value_tuple_of(call->ctx, call->n, call->arg);
}

/* ---- mode surgery, of layouts and of tuples ---- */

lcv_value *lcv_op_mode(lcv_call *call)
{
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, lcv_op_mode);
    if (lcv_call_is(call, 0, LCV_TUPLE)) {
        lc_tuple *t = call->arg[0]->tuple;
        for (size_t i = 1, k; i < call->n && t; i++)
            t = lcv_call_index(call, i, lc_tuple_rank(t), &k) ? lcv_part_of(call->ctx, t, k)
                                                              : NULL;
        return lcv_value_tuple(call->ctx, lc_tuple_ref(t));
    }
    lc_layout *a = lcv_call_layout(call, 0);
    for (size_t i = 1, k; i < call->n && a; i++)
        a = lcv_call_index(call, i, lc_layout_rank(a), &k) ? lcv_mode_of(call->ctx, a, k) : NULL;
    return lcv_value_layout(call->ctx, lc_layout_ref(a));
}

lcv_value *lcv_op_flatten(lcv_call *call)
{
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, lcv_op_flatten);
    if (lcv_call_is(call, 0, LCV_TUPLE))
        return lcv_value_tuple(call->ctx, lc_tuple_flatten(call->ctx, call->arg[0]->tuple));
    lc_layout *a = lcv_call_layout(call, 0);
    return a ? lcv_value_layout(call->ctx, lc_layout_flatten(call->ctx, a)) : NULL;
}

/* Linear layouts: their input dims side by side. */
static lcv_value *concat_linear(lcv_call *call)
{
    lc_linear *l = lcv_call_linear(call, 0);
    for (size_t i = 1; l && i < call->n; i++) {
        lc_linear *next = lcv_call_linear(call, i);
        l = next ? lcv_kept(call->ctx, lc_linear_concat_ins(call->ctx, l, next)) : NULL;
    }
    return lcv_value_linear(call->ctx, lc_linear_ref(l));
}

/* The value of (A,B,...) at (i,j,...) is A(i) + B(j) + ...: the offsets of tensors add up. */
static lcv_value *with_offsets(lcv_call *call, lc_layout *joined)
{
    lc_ctx *ctx = call->ctx;
    lc_tuple *sum = NULL;
    for (size_t i = 0; i < call->n; i++) {
        if (!lcv_has_offset(call->arg[i]))
            continue;
        lc_tuple *more = call->arg[i]->offset;
        sum = sum ? lcv_kept(ctx, lcv_add_values(ctx, lc_layout_codomain(joined), sum, more))
                  : more;
        if (!sum)
            return NULL;
    }
    lc_layout_ref(joined);
    return sum ? lcv_value_tensor_at(ctx, lc_tuple_ref(sum), joined)
               : lcv_value_layout(ctx, joined);
}

lcv_value *lcv_op_concat(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_LINEAR))
        return concat_linear(call);
    bool tuples = true;
    for (size_t i = 0; i < call->n; i++)
        tuples = tuples && lcv_call_is(call, i, LCV_TUPLE);
    if (tuples)
        return lcv_value_tuple_of(call->ctx, call->n, call->arg);
    lc_layout **part = lc_frame_alloc(call->ctx, call->n, sizeof(lc_layout *));
    for (size_t i = 0; part && i < call->n; i++)
        if (!(part[i] = layout_of_part(call, i)))
            return NULL;
    lc_layout *joined = part ? lcv_kept(call->ctx, lc_layout_concat(call->ctx, call->n, part))
                             : NULL;
    return joined ? with_offsets(call, joined) : NULL;
}

static lcv_value *select_tuple(lcv_call *call, size_t n, const size_t *index)
{
    lc_tuple **part = lc_frame_alloc(call->ctx, n, sizeof(lc_tuple *));
    for (size_t i = 0; part && i < n; i++)
        if (!(part[i] = lcv_part_of(call->ctx, call->arg[0]->tuple, index[i])))
            return NULL;
    return part ? lcv_value_tuple(call->ctx, lc_tuple_of(call->ctx, n, part)) : NULL;
}

lcv_value *lcv_op_select(lcv_call *call)
{
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, lcv_op_select);
    bool tuple = lcv_call_is(call, 0, LCV_TUPLE);
    lc_layout *a = tuple ? NULL : lcv_call_layout(call, 0);
    size_t n = call->n - 1;
    size_t *index = tuple || a ? lc_frame_alloc(call->ctx, n, sizeof *index) : NULL;
    if (!index)
        return NULL;
    size_t of = tuple ? lc_tuple_rank(call->arg[0]->tuple) : lc_layout_rank(a);
    for (size_t i = 0; i < n; i++)
        if (!lcv_call_index(call, i + 1, of, &index[i]))
            return NULL;
    return tuple ? select_tuple(call, n, index)
                 : lcv_value_layout(call->ctx, lc_layout_select(call->ctx, a, n, index));
}

/* group(A, i, j): j may be the rank, so it is read as the last mode plus one. */
lcv_value *lcv_op_group(lcv_call *call)
{
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, lcv_op_group);
    bool tuple = lcv_call_is(call, 0, LCV_TUPLE);
    lc_layout *a = tuple ? NULL : lcv_call_layout(call, 0);
    if (!tuple && !a)
        return NULL;
    size_t of = tuple ? lc_tuple_rank(call->arg[0]->tuple) : lc_layout_rank(a);
    size_t i, j;
    if (!lcv_call_index(call, 1, of, &i) || !lcv_call_index(call, 2, of + 1, &j))
        return NULL;
    return tuple
               ? lcv_value_tuple(call->ctx, lc_tuple_group(call->ctx, call->arg[0]->tuple, i, j))
               : lcv_value_layout(call->ctx, lc_layout_group(call->ctx, a, i, j));
}

/* ---- evaluation ---- */

/* lcv_slice of argument 0, a layout, a tensor or a shape. */
static lc_layout *slice_of(lcv_call *call, lc_tuple **value)
{
    if (!layout_of_part(call, 0)) /* is it one? */
        return NULL;
    lc_layout *left = lcv_slice(call->ctx, call->arg[0], call->arg[1]->tuple, value);
    if (!left)
        call->culprit = 1;
    return left;
}

lcv_value *lcv_slice_value(lcv_call *call)
{
    if (!lcv_call_is(call, 1, LCV_TUPLE))
        return lcv_call_wrong(call, 1, "a coordinate");
    if (lcv_call_is(call, 0, LCV_COMPOSED))
        return lcv_call_inner(call, lcv_slice_value);
    lc_tuple *offset;
    lc_layout *left = slice_of(call, &offset);
    return left ? lcv_value_tensor_at(call->ctx, lc_tuple_ref(offset), lc_layout_ref(left))
                : NULL;
}

static lcv_value *evaluate_layout(lcv_call *call)
{
    lc_tuple *value;
    return slice_of(call, &value) ? lcv_value_tuple(call->ctx, lc_tuple_ref(value)) : NULL;
}

static lcv_value *evaluate_relation(lcv_call *call)
{
    const lcr_map *map = call->arg[0]->relation;
    const lc_tuple *crd = call->arg[1]->tuple;
    size_t nin = lcr_map_nin(map), nout = lcr_map_nout(map);
    call->culprit = 1;
    if (lc_tuple_nleaves(crd) != nin)
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "a coordinate of %zu integers, where the relation takes %zu",
                       lc_tuple_nleaves(crd), nin);
    lc_int *in = lc_frame_alloc(call->ctx, nin + 1, sizeof(lc_int));
    lc_int *out = lc_frame_alloc(call->ctx, nout + 1, sizeof(lc_int));
    if (!in || !out)
        return NULL;
    for (size_t i = 0; i < nin; i++)
        in[i] = lc_tuple_value(crd, i);
    lcr_answer found = lcr_map_eval(call->r, map, in, out);
    if (found == LCR_YES)
        return lcv_value_tuple(call->ctx, lc_tuple_point(call->ctx, nout, out));
    if (lc_ctx_code(call->ctx) == LC_OK)
        lc_fail(call->ctx, found == LCR_NO ? LC_ERR_NO_VALUE : LC_ERR_BUDGET,
                found == LCR_NO ? "the coordinate is outside the domain of the relation"
                                : "the value of the relation was not found within the budget");
    return NULL;
}

/* S(o + A(c)), and the functions outside of it */
static lcv_value *evaluate_composed(lcv_call *call)
{
    const lcv_value *x = call->arg[0];
    lc_tuple *inner;
    call->culprit = 1;
    return lcv_slice(call->ctx, x, call->arg[1]->tuple, &inner)
               ? lcv_value_tuple(call->ctx, lcv_composed_value(call->ctx, x, inner))
               : NULL;
}

static lcv_value *evaluate_swizzle(lcv_call *call)
{
    lc_int c;
    return lcv_call_int(call, 1, &c)
               ? lcv_value_int(call->ctx, lc_swizzle_apply(call->ctx, call->arg[0]->swizzle, c))
               : NULL;
}

/* The value at one number an input dim, or at an integral coordinate. */
static lcv_value *evaluate_linear(lcv_call *call)
{
    const lc_linear *l = call->arg[0]->linear;
    const lc_tuple *crd = call->arg[1]->tuple;
    size_t n = lc_tuple_nleaves(crd), nouts = lc_linear_nouts(l);
    lc_int in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    call->culprit = 1;
    if (lc_tuple_depth(crd) > 1 || (n != 1 && n != lc_linear_nins(l)))
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "a coordinate of the linear layout is an integer, or has one for each of "
                       "its %zu input dims",
                       lc_linear_nins(l));
    if (nouts == 0)
        return lc_fail(call->ctx, LC_ERR_NO_VALUE, "the linear layout has no output dim");
    for (size_t i = 0; i < n; i++)
        in[i] = lc_tuple_value(crd, i);
    if (!lc_linear_eval(call->ctx, l, n, in, out))
        return NULL;
    for (size_t i = 0; call->arg[0]->kind == LCV_AFFINE && i < nouts; i++)
        out[i] = lc_xor(call->ctx, lc_tuple_value(call->arg[0]->offset, i), out[i]);
    return lcv_value_tuple(call->ctx, lc_tuple_point(call->ctx, nouts, out));
}

lcv_value *lcv_evaluate_value(lcv_call *call)
{
    if (!lcv_call_is(call, 1, LCV_TUPLE))
        return lcv_call_wrong(call, 1, "a coordinate");
    if (lcv_call_is(call, 0, LCV_RELATION))
        return evaluate_relation(call);
    if (lcv_call_is(call, 0, LCV_SWIZZLE))
        return evaluate_swizzle(call);
    if (lcv_call_is(call, 0, LCV_COMPOSED))
        return evaluate_composed(call);
    if (lcv_has_dims(call->arg[0]))
        return evaluate_linear(call);
    return evaluate_layout(call);
}
