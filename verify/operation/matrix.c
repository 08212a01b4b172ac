/* matrix.c - the linear form of a function: X(c) = M c + b.
 *
 * matrix(X) is the pair (M, b): a row of M and a number of b for each part of a value. Of a
 * layout of integers or coordinates, c is the flat natural coordinate, a row an axis of the
 * values, its entries the strides. Where values add by XOR, of swizzles, linear and affine
 * layouts and of layouts that are affine over F2, c is the bits of the integral coordinate, the
 * lowest first, a row a bit of the value, its entries 0 and 1, and sums are modulo 2 (ISL paper,
 * section 5).
 */
#include "config.h"

#include "operation.h"

#define MOST_ENTRIES 4096

static lcv_value *pair_of(lcv_call *call, lc_tuple *const *row, size_t n, const lc_int *offset)
{
    lc_ctx *ctx = call->ctx;
    lc_tuple *both[2] = {n > 0 ? lcv_kept(ctx, lc_tuple_of(ctx, n, row)) : NULL,
                         n > 0 ? lcv_kept(ctx, lc_tuple_flat(ctx, n, offset)) : NULL};
    if (n == 0)
        return lc_fail(ctx, LC_ERR_NO_VALUE, "matrix: the values of X have no part");
    return both[0] && both[1] ? lcv_value_tuple(ctx, lc_tuple_of(ctx, 2, both)) : NULL;
}

/* ---- strides ---- */

static lcv_value *of_strides(lcv_call *call, const lc_layout *a)
{
    lc_ctx *ctx = call->ctx;
    const lcv_value *x = call->arg[0];
    size_t n = lc_layout_nleaves(a), axes = lc_layout_naxes(a);
    lc_tuple *row[LC_MAX_AXES];
    lc_int offset[LC_MAX_AXES];
    lc_int *entry = lc_frame_alloc(ctx, n, sizeof *entry);
    if (n * axes > MOST_ENTRIES)
        return lc_fail(ctx, LC_ERR_LIMIT, "matrix: more than %d entries", MOST_ENTRIES);
    for (size_t i = 0; entry && i < axes; i++) {
        const lc_layout *axis = lcv_kept(ctx, lc_layout_axis(ctx, a, i));
        for (size_t k = 0; axis && k < n; k++)
            entry[k] = lc_layout_step(axis, k);
        row[i] = axis ? lcv_kept(ctx, lc_tuple_flat(ctx, n, entry)) : NULL;
        offset[i] = x->kind == LCV_TENSOR ? lc_tuple_value(x->offset, i) : lc_int_const(0);
        if (!row[i])
            return NULL;
    }
    return entry ? pair_of(call, row, axes, offset) : NULL;
}

/* ---- bits ---- */

static lcv_value *of_bits(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    lcv_value *v = lcv_kept(ctx, lcv_op_affine(call));
    if (!v)
        return NULL;
    const lc_f2 *map = lc_linear_matrix(v->linear);
    uint64_t base = lcv_affine_base(v);
    lc_tuple *row[LC_LINEAR_BITS];
    lc_int entry[LC_LINEAR_BITS], offset[LC_LINEAR_BITS];
    if (map->cols == 0)
        return lc_fail(ctx, LC_ERR_NO_VALUE, "matrix: X has one coordinate, and no bit of it");
    for (unsigned i = 0; i < map->rows; i++) {
        for (unsigned j = 0; j < map->cols; j++)
            entry[j] = lc_int_const((int32_t)(map->column[j] >> i & 1));
        offset[i] = lc_int_const((int32_t)(base >> i & 1));
        row[i] = lcv_kept(ctx, lc_tuple_flat(ctx, map->cols, entry));
        if (!row[i])
            return NULL;
    }
    return pair_of(call, row, map->rows, offset);
}

lcv_value *lcv_op_matrix(lcv_call *call)
{
    const lcv_value *x = call->arg[0];
    bool strides = x->kind == LCV_TUPLE || x->kind == LCV_LAYOUT || x->kind == LCV_TENSOR;
    if (!strides || lcv_codomain(x) == LC_XOR)
        return of_bits(call);
    lc_layout *a = x->kind == LCV_TENSOR ? x->layout : lcv_call_layout(call, 0);
    return a ? of_strides(call, a) : NULL;
}
