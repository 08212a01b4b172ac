/* law-modes.c - mode surgery, slices and recasts: what they do to the leaves.
 *
 * Surgery keeps, drops or reorders leaves and nests them anew, so its law is about
 * leaves, found here by counting those of the shape. Recasts change each leaf alone:
 * with k = s/s' coordinates of the narrow layout for one of the wide one,
 * n * wide(c) = narrow(k c).
 */
#include "config.h"

#include "laws.h"

#include <stdlib.h>

/* ---- surgery ---- */

static size_t mode_leaves(lc_ctx *ctx, const lc_tuple *shape, size_t i)
{
    lc_tuple *mode = lc_tuple_mode(ctx, shape, i);
    size_t n = mode != NULL ? lc_tuple_nleaves(mode) : 0;
    lc_tuple_free(mode);
    return n;
}

static size_t first_leaf(lc_ctx *ctx, const lc_tuple *shape, size_t mode)
{
    size_t first = 0;
    for (size_t i = 0; i < mode; i++)
        first += mode_leaves(ctx, shape, i);
    return first;
}

static size_t index_of(const lcv_value *v)
{
    return (size_t)lc_int_get_si(lc_tuple_value(v->tuple, 0));
}

/* Layouts, or bare shapes that stand for one; tuples as such have no values to
 * check. */
static bool is_layouts(size_t n, lcv_value *const *args, const lcv_value *value)
{
    for (size_t i = 0; i < n; i++)
        if (args[i]->kind == LCV_RELATION)
            return false;
    return value->kind == LCV_LAYOUT || value->kind == LCV_TENSOR;
}

static lc_layout *layout_of(lc_ctx *ctx, const lcv_value *v)
{
    return v->kind == LCV_TENSOR ? lc_layout_ref(v->layout) : lcv_as_layout(ctx, v);
}

/* The first argument and the value as layouts on the same axes. */
typedef struct {
    lc_layout *a, *value;
} operands;

static bool take(lc_ctx *ctx, const lcv_value *arg, const lcv_value *value, operands *o)
{
    lc_layout *both[2] = {layout_of(ctx, arg), lc_layout_ref(value->layout)};
    bool ok = both[0] != NULL && lcv_on_common_axes(ctx, 2, both);
    *o = (operands){both[0], both[1]};
    return ok;
}

static void release(operands *o)
{
    lc_layout_free(o->a);
    lc_layout_free(o->value);
}

/* The leaves of the first argument, all or as a law picks them, against the value;
 * then the nesting, as `profile` says (NULL: any). */
static lcv_result *compare(lc_ctx *ctx, lcv_leaves *list, bool complete, const lc_layout *value,
                           const lc_tuple *shape)
{
    lcv_result *result = complete ? lcv_check_leaves(ctx, list, value) : NULL;
    lcv_leaves_free(list);
    if (!lcv_holds(result) || shape == NULL)
        return result;
    lc_tuple *found = lc_layout_shape(ctx, value);
    if (found != NULL && !lc_tuple_equal(found, shape)) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "shape"),
                             lcv_text(ctx, "%t is not %t", found, shape));
    }
    lc_tuple_free(found);
    return result;
}

/* All leaves of the argument, in order. */
static lcv_result *compare_all(lc_ctx *ctx, const lcv_value *arg, const lcv_value *value)
{
    operands o;
    lcv_result *result = NULL;
    if (take(ctx, arg, value, &o)) {
        lcv_leaves list = lcv_leaves_like(o.value);
        bool complete = lcv_leaves_add_layout(ctx, &list, o.a);
        result = compare(ctx, &list, complete, o.value, NULL);
    }
    release(&o);
    return result;
}

lcv_result *lcv_law_flatten(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lcv_result *result = compare_all(ctx, args[0], value);
    if (lcv_holds(result) && lc_layout_depth(value->layout) > 1) {
        lcv_result_free(result);
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "depth"),
                           lcv_text(ctx, "%z is more than 1", lc_layout_depth(value->layout)));
    }
    return result;
}

lcv_result *lcv_law_group(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lcv_result *result = compare_all(ctx, args[0], value);
    lc_layout *a = lcv_holds(result) ? lcv_as_layout(ctx, args[0]) : NULL;
    if (a == NULL)
        return result;
    size_t rank = lc_layout_rank(a) + 1 + index_of(args[1]) - index_of(args[2]);
    lc_layout_free(a);
    if (lc_layout_rank(value->layout) != rank) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "rank"),
                             lcv_text(ctx, "%z is not %z", lc_layout_rank(value->layout), rank));
    }
    return result;
}

/* The layouts and the value, last, on the same axes; their leaves one after the other. */
static lcv_result *compare_joined(lc_ctx *ctx, size_t n, lc_layout **layout)
{
    lc_layout *value = layout[n];
    lcv_leaves list = lcv_leaves_like(value);
    lc_tuple **shape = lc_alloc(ctx, n, sizeof(lc_tuple *));
    bool complete = shape != NULL;
    size_t have = 0;
    while (complete && have < n) {
        shape[have] = lc_layout_shape(ctx, layout[have]);
        complete = shape[have] != NULL && lcv_leaves_add_layout(ctx, &list, layout[have]);
        have += shape[have] != NULL;
    }
    lc_tuple *whole = complete ? lc_tuple_of(ctx, n, shape) : NULL;
    lcv_result *result = compare(ctx, &list, whole != NULL, value, whole);
    lc_tuple_free(whole);
    while (have > 0)
        lc_tuple_free(shape[--have]);
    free(shape);
    return result;
}

/* The value at 0 is the sum of those of the parts, which may have fewer axes of coordinates. */
static lcv_result *check_sum(lc_ctx *ctx, lcv_result *holds, size_t n, lcv_value *const *args,
                             const lcv_value *value)
{
    lc_codomain codomain = lc_layout_codomain(value->layout);
    lc_tuple *zero = lc_tuple_leaf(ctx, lc_int_const(0));
    lc_tuple *sum = codomain == LC_COORDINATES
                        ? lc_layout_value_at(ctx, value->layout, lc_int_const(0))
                        : lc_tuple_ref(zero);
    for (size_t i = 0; sum != NULL && i < n; i++) {
        if (args[i]->kind != LCV_TENSOR)
            continue;
        lc_tuple *more = lcv_add_values(ctx, codomain, sum, args[i]->offset);
        lc_tuple_free(sum);
        sum = more;
    }
    const lc_tuple *found = value->kind == LCV_TENSOR ? value->offset : zero;
    bool zeros = sum != NULL && lcv_is_zero(sum) && lcv_is_zero(found);
    if (sum == NULL || (!zeros && !lc_tuple_equal(sum, found))) {
        lcv_result_free(holds);
        holds = sum == NULL ? NULL
                            : lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "offset"),
                                          lcv_text(ctx, "%t is not %t", found, sum));
    }
    lc_tuple_free(sum);
    lc_tuple_free(zero);
    return holds;
}

lcv_result *lcv_law_concat(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lc_layout **layout = lc_alloc(ctx, n + 1, sizeof(lc_layout *));
    bool ok = layout != NULL;
    size_t have = 0;
    for (; ok && have < n; have += ok)
        ok = (layout[have] = layout_of(ctx, args[have])) != NULL;
    if (ok)
        layout[have++] = lc_layout_ref(value->layout);
    lcv_result *result = NULL;
    if (ok && lcv_on_common_axes(ctx, n + 1, layout))
        result = compare_joined(ctx, n, layout);
    if (lcv_holds(result))
        result = check_sum(ctx, result, n, args, value);
    while (have > 0)
        lc_layout_free(layout[--have]);
    free(layout);
    return result;
}

lcv_result *lcv_law_select(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    operands o;
    lcv_result *result = NULL;
    if (!is_layouts(n, args, value))
        return NULL;
    lc_tuple *shape = take(ctx, args[0], value, &o) ? lc_layout_shape(ctx, o.a) : NULL;
    if (shape != NULL) {
        lcv_leaves list = lcv_leaves_like(o.value);
        bool complete = true;
        for (size_t i = 1; complete && i < n; i++) {
            size_t mode = index_of(args[i]), first = first_leaf(ctx, shape, mode);
            complete = lcv_leaves_add_range(ctx, &list, o.a, first,
                                            first + mode_leaves(ctx, shape, mode));
        }
        result = compare(ctx, &list, complete, o.value, NULL);
    }
    release(&o);
    lc_tuple_free(shape);
    return result;
}

lcv_result *lcv_law_mode(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    operands o;
    lcv_result *result = NULL;
    if (!is_layouts(n, args, value))
        return NULL;
    lc_tuple *shape = take(ctx, args[0], value, &o) ? lc_layout_shape(ctx, o.a) : NULL;
    size_t first = 0;
    for (size_t i = 1; shape != NULL && i < n; i++) {
        size_t mode = index_of(args[i]);
        first += first_leaf(ctx, shape, mode);
        lc_tuple *part = lc_tuple_mode(ctx, shape, mode);
        lc_tuple_free(shape);
        shape = part;
    }
    if (shape != NULL) {
        lcv_leaves list = lcv_leaves_like(o.value);
        bool complete =
            lcv_leaves_add_range(ctx, &list, o.a, first, first + lc_tuple_nleaves(shape));
        result = compare(ctx, &list, complete, o.value, shape);
    }
    release(&o);
    lc_tuple_free(shape);
    return result;
}

/* ---- slices ---- */

/* What a coordinate leaves of a layout, and what it adds to the offset. */
typedef struct {
    const lc_layout *a;
    lcv_leaves list;
    lc_int offset[LC_MAX_AXES];
} slicing;

/* An integer is the integral coordinate of its subtree, whose digits are taken here one by
 * one; the leaves of the subtree begin at `first`. */
static void add_digits(lc_ctx *ctx, slicing *s, lc_int rest, size_t first, size_t leaves)
{
    for (size_t i = 0; i < leaves; i++) {
        lc_int extent = lc_layout_extent(s->a, first + i), digit = rest;
        if (i + 1 < leaves)
            digit = lc_int_fmod(ctx, rest, extent);
        rest = lc_int_fdiv(ctx, rest, extent);
        for (size_t q = 0; q < lc_layout_naxes(s->a); q++)
            s->offset[q] = lcv_add_multiple(ctx, lc_layout_codomain(s->a), s->offset[q], digit,
                                            lc_layout_step_on(s->a, q, first + i));
    }
}

static bool slice_leaves(lc_ctx *ctx, slicing *s, const lc_tuple *crd, const lc_tuple *shape,
                         size_t first)
{
    size_t leaves = lc_tuple_nleaves(shape);
    if (!lc_tuple_is_leaf(crd)) {
        bool ok = true;
        for (size_t i = 0; ok && i < lc_tuple_rank(crd); i++) {
            lc_tuple *part = lc_tuple_mode(ctx, crd, i);
            lc_tuple *mode = part != NULL ? lc_tuple_mode(ctx, shape, i) : NULL;
            ok = mode != NULL && slice_leaves(ctx, s, part, mode, first);
            first += mode != NULL ? lc_tuple_nleaves(mode) : 0;
            lc_tuple_free(part);
            lc_tuple_free(mode);
        }
        return ok;
    }
    if (lc_tuple_is_wildcard(crd, 0))
        return lcv_leaves_add_range(ctx, &s->list, s->a, first, first + leaves);
    add_digits(ctx, s, lc_tuple_value(crd, 0), first, leaves);
    return true;
}

static lcv_result *check_slice(lc_ctx *ctx, slicing *s, const operands *o, const lc_tuple *crd,
                               const lc_tuple *shape, const lc_tuple *offset)
{
    bool complete = slice_leaves(ctx, s, crd, shape, 0);
    if (complete && s->list.n == 0)
        complete = lcv_leaves_add_unit(ctx, &s->list);
    lcv_result *result = compare(ctx, &s->list, complete, o->value, NULL);
    for (size_t q = 0; q < lc_tuple_nleaves(offset); q++) {
        lc_int found = lc_tuple_value(offset, q);
        if (!lcv_holds(result) || lc_int_eq(found, s->offset[q]))
            continue;
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "offset"),
                             lcv_text(ctx, "%i is not %i", found, s->offset[q]));
    }
    return result;
}

lcv_result *lcv_law_slice(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n != 2 || value->kind != LCV_TENSOR || args[1]->kind != LCV_TUPLE)
        return NULL;
    operands o;
    lcv_result *result = NULL;
    lc_tuple *shape = take(ctx, args[0], value, &o) ? lc_layout_shape(ctx, o.a) : NULL;
    if (shape != NULL && lc_tuple_nleaves(value->offset) == lc_layout_naxes(o.a)) {
        slicing s = {.a = o.a, .list = lcv_leaves_like(o.value)};
        for (size_t q = 0; q < lc_layout_naxes(o.a); q++)
            s.offset[q] = args[0]->kind == LCV_TENSOR ? lc_tuple_value(args[0]->offset, q)
                                                      : lc_int_const(0);
        result = check_slice(ctx, &s, &o, args[1]->tuple, shape, value->offset);
    } else if (shape != NULL) {
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "offset"),
                             lcv_text(ctx, "%t is no value of A", value->offset));
    }
    release(&o);
    lc_tuple_free(shape);
    return result;
}

/* ---- filter ---- */

static bool idle(const lc_layout *a, size_t leaf)
{
    for (size_t q = 0; q < lc_layout_naxes(a); q++)
        if (!lc_int_is_zero(lc_layout_step_on(a, q, leaf)))
            return false;
    return true;
}

lcv_result *lcv_law_filter(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    static const char *const named[2] = {"filter(A)", "kept"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    operands o;
    lcv_result *result = NULL;
    if (!is_layouts(n, args, value))
        return NULL;
    if (take(ctx, args[0], value, &o)) {
        lcv_leaves list = lcv_leaves_like(o.value);
        bool complete = true;
        for (size_t i = 0; complete && i < lc_layout_nleaves(o.a); i++)
            complete = idle(o.a, i) || lcv_leaves_add_range(ctx, &list, o.a, i, i + 1);
        if (complete)
            result = lcv_check_leaf_function(r, &list, o.value, named);
        lcv_leaves_free(&list);
    }
    release(&o);
    return result;
}

/* ---- recasts ---- */

/* k coordinates of a narrow leaf s:d for one of the wide leaf t:e. The k values are
 * different parts of one wide element, and along the leaf n e = k d. */
static bool leaf_recast(lc_ctx *ctx, lc_int n, lc_int s, lc_int d, lc_int t, lc_int e)
{
    if (!lc_int_divides(ctx, t, s))
        return false;
    lc_int k = lc_int_fdiv(ctx, s, t), size = lc_int_abs(ctx, d);
    bool one_step = lc_int_is_one(t) ||
                    lc_int_eq(lc_int_mul(ctx, n, e), lc_int_mul(ctx, k, d));
    lc_int span = lc_int_mul(ctx, lc_int_sub(ctx, k, lc_int_const(1)), size);
    bool distinct = lc_int_is_one(k) || !lc_int_is_zero(d);
    return one_step && distinct && lc_int_lt(span, n);
}

static lcv_result *check_recast(lc_ctx *ctx, const lc_layout *narrow, const lc_layout *wide,
                                lc_int n)
{
    if (lc_layout_nleaves(narrow) != lc_layout_nleaves(wide))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "leaves"),
                           lcv_text(ctx, "%z is not %z", lc_layout_nleaves(wide),
                                    lc_layout_nleaves(narrow)));
    for (size_t i = 0; i < lc_layout_nleaves(narrow); i++) {
        lc_int s = lc_layout_extent(narrow, i), d = lc_layout_step(narrow, i);
        lc_int t = lc_layout_extent(wide, i), e = lc_layout_step(wide, i);
        if (!leaf_recast(ctx, n, s, d, t, e))
            return lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "leaf %z", i),
                               lcv_text(ctx, "%i:%i in elements %i times as wide is not %i:%i", s,
                                        d, n, t, e));
    }
    return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
}

/* Of integers. */
static lc_int offset_of(const lcv_value *v)
{
    return v->kind == LCV_TENSOR ? lc_tuple_value(v->offset, 0) : lc_int_const(0);
}

static lcv_result *law_recast(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value,
                              bool up)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int factor;
    if (n != 2 || !is_layouts(n, args, value) || !lcv_as_int(ctx, args[1], &factor))
        return NULL;
    lc_layout *a = layout_of(ctx, args[0]);
    lcv_result *result = NULL;
    if (a != NULL)
        result = check_recast(ctx, up ? a : value->layout, up ? value->layout : a, factor);
    if (lcv_holds(result)) {
        lc_int narrow = offset_of(up ? args[0] : value);
        lc_int wide = offset_of(up ? value : args[0]);
        if (!lc_int_eq(narrow, lc_int_mul(ctx, factor, wide))) {
            lcv_result_free(result);
            result = lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "offset"),
                                 lcv_text(ctx, "%i is not %i times %i", narrow, factor, wide));
        }
    }
    lc_layout_free(a);
    return result;
}

lcv_result *lcv_law_upcast(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    return law_recast(r, n, args, value, true);
}

lcv_result *lcv_law_downcast(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    return law_recast(r, n, args, value, false);
}
