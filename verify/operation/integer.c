/* integer.c - functions of integers, and of all integers of tuples. */
#include "config.h"

#include "operation.h"

#include <stdlib.h>

/* An integer, or a tuple without wildcards; borrowed. */
static const lc_tuple *integers_of(lcv_call *call, size_t i)
{
    if (!lcv_call_is(call, i, LCV_TUPLE) || lc_tuple_has_wildcard(call->arg[i]->tuple))
        return lcv_call_wrong(call, i, "an integer or a tuple of integers");
    return call->arg[i]->tuple;
}

/* ---- quotients, rounded up ---- */

static lcv_value *divide_up(lcv_call *call, const lc_tuple *a, const lc_tuple *b);

/* The modes of a by those of b, and past these by 1; by an integer, which goes through them. */
static lcv_value *divide_modes(lcv_call *call, const lc_tuple *a, const lc_tuple *b)
{
    lc_ctx *ctx = call->ctx;
    size_t rank = lc_tuple_rank(a), given = lc_tuple_is_leaf(b) ? rank : lc_tuple_rank(b);
    lcv_value **part = lc_frame_alloc(ctx, rank, sizeof(lcv_value *));
    lc_int one = lc_int_const(1);
    lc_tuple *rest = lc_tuple_is_leaf(b) ? lcv_kept(ctx, lc_tuple_ref(b)) : NULL;
    lc_tuple *by_one = lcv_kept(ctx, lc_tuple_leaf(ctx, one));
    if (given > rank) {
        call->culprit = 1;
        return lc_fail(ctx, LC_ERR_INVALID, "%s: a rank of %zu is divided by one of %zu",
                       call->name, rank, given);
    }
    for (size_t i = 0; part && i < rank; i++) {
        lc_tuple *mode = lcv_part_of(ctx, a, i);
        const lc_tuple *by = rest ? rest : i < given ? lcv_part_of(ctx, b, i) : by_one;
        part[i] = mode && by ? lcv_kept(ctx, divide_up(call, mode, by)) : NULL;
        if (!part[i])
            return NULL;
        if (rest)
            rest = lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_cdiv(ctx, lc_tuple_value(rest, 0),
                                                                lc_tuple_size(ctx, mode))));
        if (rest == NULL && lc_tuple_is_leaf(b))
            return NULL;
    }
    return part ? lcv_value_tuple_of(ctx, rank, part) : NULL;
}

static lcv_value *divide_up(lcv_call *call, const lc_tuple *a, const lc_tuple *b)
{
    if (!lc_tuple_is_leaf(a))
        return divide_modes(call, a, b);
    lc_int divisor = lc_tuple_size(call->ctx, b);
    if (!lc_int_is_zero(divisor))
        return lcv_value_int(call->ctx, lc_int_cdiv(call->ctx, lc_tuple_value(a, 0), divisor));
    call->culprit = 1;
    return lc_fail(call->ctx, LC_ERR_NO_VALUE, "division by zero");
}

static bool all_positive(const lc_tuple *t)
{
    for (size_t k = 0; k < lc_tuple_nleaves(t); k++)
        if (lc_int_sign(lc_tuple_value(t, k)) <= 0)
            return false;
    return true;
}

lcv_value *lcv_op_ceil_div(lcv_call *call)
{
    const lc_tuple *a = integers_of(call, 0), *b = a ? integers_of(call, 1) : NULL;
    if (!b)
        return NULL;
    bool integers = lc_tuple_is_leaf(a) && lc_tuple_is_leaf(b);
    if (!integers && (!all_positive(a) || !all_positive(b)))
        return lcv_call_wrong(call, all_positive(a), "integers of 1 or more");
    return divide_up(call, a, b);
}

/* ---- the least, the largest, what divides all ---- */

typedef lc_int of_two(lc_ctx *ctx, lc_int a, lc_int b);

static lc_int least(lc_ctx *ctx, lc_int a, lc_int b)
{
    (void)ctx;
    return lc_int_min(a, b);
}

static lc_int largest(lc_ctx *ctx, lc_int a, lc_int b)
{
    (void)ctx;
    return lc_int_max(a, b);
}

/* Over all integers of all arguments. */
static lcv_value *over_all(lcv_call *call, of_two *join)
{
    lc_int joined = lc_int_const(0);
    bool first = true;
    for (size_t i = 0; i < call->n; i++) {
        const lc_tuple *t = integers_of(call, i);
        for (size_t k = 0; t && k < lc_tuple_nleaves(t); k++, first = false)
            joined = first ? lc_tuple_value(t, k) : join(call->ctx, joined, lc_tuple_value(t, k));
        if (!t)
            return NULL;
    }
    return lcv_value_int(call->ctx, joined);
}

lcv_value *lcv_op_min(lcv_call *call)
{
    return over_all(call, least);
}

lcv_value *lcv_op_max(lcv_call *call)
{
    return over_all(call, largest);
}

lcv_value *lcv_op_abs(lcv_call *call)
{
    const lc_tuple *a = integers_of(call, 0);
    if (!a)
        return NULL;
    if (!lc_tuple_is_leaf(a))
        return lcv_call_wrong(call, 0, "an integer");
    return lcv_value_int(call->ctx, lc_int_abs(call->ctx, lc_tuple_value(a, 0)));
}

lcv_value *lcv_op_gcd(lcv_call *call)
{
    lcv_value *v = lcv_kept(call->ctx, over_all(call, lc_int_gcd));
    return v ? lcv_value_int(call->ctx, lc_int_abs(call->ctx, lc_tuple_value(v->tuple, 0)))
             : NULL;
}

/* ---- shapes ---- */

lcv_value *lcv_op_product_each(lcv_call *call)
{
    lc_tuple *shape = lcv_call_shape(call, 0);
    if (shape && lc_tuple_has_wildcard(shape))
        return lcv_call_wrong(call, 0, "a shape without the wildcard _");
    size_t rank = shape ? lc_tuple_rank(shape) : 0;
    lc_int *size = shape ? lc_frame_alloc(call->ctx, rank, sizeof *size) : NULL;
    if (!size)
        return NULL;
    for (size_t i = 0; i < rank; i++) {
        lc_tuple *mode = lcv_part_of(call->ctx, shape, i);
        if (!mode)
            return NULL;
        size[i] = lc_tuple_size(call->ctx, mode);
    }
    return lcv_value_tuple(call->ctx, lc_tuple_flat(call->ctx, rank, size));
}

static bool divide_extents(lc_ctx *ctx, lc_int a, lc_int b, lc_int *quotient)
{
    bool positive = lc_int_sign(a) > 0 && lc_int_sign(b) > 0;
    if (!positive || (!lc_int_divides(ctx, a, b) && !lc_int_divides(ctx, b, a)))
        return lc_fail(ctx, LC_ERR_NO_VALUE, "shape_div: neither extent divides the other");
    *quotient = lc_int_cdiv(ctx, a, b);
    return true;
}

/* An integer goes through the extents of a from the first on; what is left of it goes on. */
static lcv_value *divide_through(lcv_call *call, const lc_tuple *a, lc_int b)
{
    size_t n = lc_tuple_nleaves(a);
    lc_int *quotient = lc_frame_alloc(call->ctx, n, sizeof *quotient);
    bool ok = quotient != NULL;
    for (size_t i = 0; ok && i < n; i++)
        ok = divide_extents(call->ctx, lc_tuple_value(a, i), b, &quotient[i]) &&
             divide_extents(call->ctx, b, lc_tuple_value(a, i), &b);
    return ok ? lcv_value_tuple(call->ctx, lc_tuple_like(call->ctx, a, quotient)) : NULL;
}

static lcv_value *divide_shape(lcv_call *call, const lc_tuple *a, const lc_tuple *b)
{
    lc_int quotient;
    if (!a || !b)
        return NULL;
    if (lc_tuple_is_leaf(b))
        return divide_through(call, a, lc_tuple_value(b, 0));
    if (lc_tuple_is_leaf(a))
        return divide_extents(call->ctx, lc_tuple_value(a, 0), lc_tuple_size(call->ctx, b),
                              &quotient)
                   ? lcv_value_int(call->ctx, quotient)
                   : NULL;
    size_t rank = lc_tuple_rank(a);
    if (rank != lc_tuple_rank(b))
        return lc_fail(call->ctx, LC_ERR_INVALID, "shape_div: the ranks %zu and %zu differ", rank,
                       lc_tuple_rank(b));
    lcv_value **part = lc_frame_alloc(call->ctx, rank, sizeof(lcv_value *));
    for (size_t i = 0; part && i < rank; i++)
        if (!(part[i] = lcv_kept(call->ctx, divide_shape(call, lcv_part_of(call->ctx, a, i),
                                                         lcv_part_of(call->ctx, b, i)))))
            return NULL;
    return part ? lcv_value_tuple_of(call->ctx, rank, part) : NULL;
}

lcv_value *lcv_op_shape_div(lcv_call *call)
{
    const lc_tuple *a = integers_of(call, 0), *b = a ? integers_of(call, 1) : NULL;
    return divide_shape(call, a, b);
}

/* ---- coordinates ---- */

lcv_value *lcv_op_get_hier_coord(lcv_call *call)
{
    lc_int i, zero = lc_int_const(0);
    lc_layout *a = lcv_call_layout(call, 0);
    size_t n = a ? lc_layout_nleaves(a) : 0;
    lc_int *digit = a && lcv_call_int(call, 1, &i) ? lc_frame_alloc(call->ctx, n, sizeof *digit)
                                                   : NULL;
    bool ok = digit && lc_layout_codomain(a) == LC_INTEGERS;
    if (digit && !ok)
        lcv_call_wrong(call, 0, "a layout of integers");
    for (size_t k = 0; ok && k < n; k++) {
        lc_int extent = lc_layout_extent(a, k), step = lc_layout_step(a, k);
        bool one = lc_int_is_one(extent);
        ok = one || lc_int_sign(step) > 0;
        if (ok)
            digit[k] = one ? zero
                           : lc_int_fmod(call->ctx, lc_int_fdiv(call->ctx, i, step), extent);
        else
            lc_fail(call->ctx, LC_ERR_NO_VALUE,
                    "%s: a stride of a mode that has coordinates is not positive", call->name);
    }
    lc_tuple *shape = ok ? lcv_shape_of(call->ctx, a) : NULL;
    return shape ? lcv_value_tuple(call->ctx, lc_tuple_like(call->ctx, shape, digit)) : NULL;
}

/* ---- types ---- */

lcv_value *lcv_op_sizeof_bits(lcv_call *call)
{
    lc_int n;
    if (lcv_call_is(call, 0, LCV_TYPE))
        return lcv_value_int(call->ctx, lc_int_const(abs(call->arg[0]->bits)));
    if (!lcv_call_is(call, 0, LCV_TUPLE) || !lcv_call_int(call, 0, &n) || lc_int_sign(n) <= 0)
        return lcv_call_wrong(call, 0, "a type, or its bits");
    return lcv_value_int(call->ctx, n);
}
