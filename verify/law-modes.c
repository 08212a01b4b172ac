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
#include <string.h>

bool lcv_holds(const lcv_result *result)
{
    return result != NULL && result->verdict == LCV_PROVED;
}

/* ---- lists of leaves ---- */

bool lcv_leaves_add(lc_ctx *ctx, lcv_leaves *list, lc_int extent, lc_int step)
{
    if (list->n == list->room) {
        size_t room = 2 * list->room + 16;
        lc_int *block = lc_alloc(ctx, 2 * room, sizeof *block);
        if (block == NULL)
            return false;
        if (list->n > 0) {
            memcpy(block, list->extent, list->n * sizeof *block);
            memcpy(block + room, list->step, list->n * sizeof *block);
        }
        free(list->extent);
        list->extent = block;
        list->step = block + room;
        list->room = room;
    }
    /* copies, of the frame: the layout that they come from may go before the list */
    list->extent[list->n] = lc_int_add(ctx, extent, lc_int_const(0));
    list->step[list->n++] = lc_int_add(ctx, step, lc_int_const(0));
    return true;
}

static bool add_range(lc_ctx *ctx, lcv_leaves *list, const lc_layout *a, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (!lcv_leaves_add(ctx, list, lc_layout_extent(a, i), lc_layout_step(a, i)))
            return false;
    return true;
}

bool lcv_leaves_add_layout(lc_ctx *ctx, lcv_leaves *list, const lc_layout *a)
{
    return add_range(ctx, list, a, 0, lc_layout_nleaves(a));
}

void lcv_leaves_free(lcv_leaves *list)
{
    free(list->extent);
    list->extent = list->step = NULL;
}

lcv_result *lcv_check_leaves(lc_ctx *ctx, const lcv_leaves *list, const lc_layout *value)
{
    size_t n = lc_layout_nleaves(value);
    if (list->n != n)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "leaves"),
                           lcv_text(ctx, "there are %z, of %z", n, list->n));
    for (size_t i = 0; i < n; i++) {
        lc_int extent = lc_layout_extent(value, i), step = lc_layout_step(value, i);
        if (!lc_int_eq(extent, list->extent[i]) || !lc_int_eq(step, list->step[i]))
            return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "leaf %z", i),
                               lcv_text(ctx, "%i:%i is not %i:%i", extent, step, list->extent[i],
                                        list->step[i]));
    }
    return lcv_proved(ctx, LCV_BY_COMPARISON);
}

lcv_result *lcv_check_same_function(lcr_ctx *r, const lc_layout *x, const lc_layout *y,
                                    const char *const named[2])
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int have = lc_layout_size(ctx, x), want = lc_layout_size(ctx, y);
    if (!lc_int_eq(have, want))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                           lcv_text(ctx, "%i is not %i", have, want));
    lc_tuple *domain = lc_layout_shape(ctx, y);
    lc_tuple *integral = domain != NULL ? lc_tuple_leaf(ctx, want) : NULL;
    lcv_named_chain f = {1, {x}, {named[0]}}, g = {1, {y}, {named[1]}};
    lcv_result *result =
        integral != NULL ? lcv_check_chains(r, domain, &f, &g, integral) : NULL;
    lc_tuple_free(domain);
    lc_tuple_free(integral);
    return result;
}

lcv_result *lcv_check_leaf_function(lcr_ctx *r, const lcv_leaves *list, const lc_layout *value,
                                    const char *const named[2])
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    lc_layout *flat = list->n > 0 ? lc_layout_flat(ctx, list->n, list->extent, list->step)
                                  : lc_layout_flat(ctx, 1, &one, &zero);
    lcv_result *result = flat != NULL ? lcv_check_same_function(r, value, flat, named) : NULL;
    lc_layout_free(flat);
    return result;
}

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
    return value->kind == LCV_LAYOUT;
}

/* The leaves of the first argument, all or as a law picks them, against the value;
 * then the nesting, as `profile` says (NULL: any). */
static lcv_result *compare(lc_ctx *ctx, lcv_leaves *list, bool complete, const lcv_value *value,
                           const lc_tuple *shape)
{
    lcv_result *result = complete ? lcv_check_leaves(ctx, list, value->layout) : NULL;
    lcv_leaves_free(list);
    if (!lcv_holds(result) || shape == NULL)
        return result;
    lc_tuple *found = lc_layout_shape(ctx, value->layout);
    if (found != NULL && !lc_tuple_equal(found, shape)) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "shape"),
                             lcv_text(ctx, "%t is not %t", found, shape));
    }
    lc_tuple_free(found);
    return result;
}

lcv_result *lcv_law_flatten(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lcv_leaves list = {0};
    bool complete = a != NULL && lcv_leaves_add_layout(ctx, &list, a);
    lcv_result *result = compare(ctx, &list, complete, value, NULL);
    lc_layout_free(a);
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
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lcv_leaves list = {0};
    bool complete = a != NULL && lcv_leaves_add_layout(ctx, &list, a);
    lcv_result *result = compare(ctx, &list, complete, value, NULL);
    size_t rank = a != NULL ? lc_layout_rank(a) + 1 + index_of(args[1]) - index_of(args[2]) : 0;
    lc_layout_free(a);
    if (lcv_holds(result) && lc_layout_rank(value->layout) != rank) {
        lcv_result_free(result);
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "rank"),
                           lcv_text(ctx, "%z is not %z", lc_layout_rank(value->layout), rank));
    }
    return result;
}

lcv_result *lcv_law_concat(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lc_tuple **shape = lc_alloc(ctx, n, sizeof(lc_tuple *));
    lcv_leaves list = {0};
    bool complete = shape != NULL;
    size_t have = 0;
    while (complete && have < n) {
        lc_layout *a = lcv_as_layout(ctx, args[have]);
        shape[have] = a != NULL ? lc_layout_shape(ctx, a) : NULL;
        complete = shape[have] != NULL && lcv_leaves_add_layout(ctx, &list, a);
        have += shape[have] != NULL;
        lc_layout_free(a);
    }
    lc_tuple *whole = complete ? lc_tuple_of(ctx, n, shape) : NULL;
    lcv_result *result = compare(ctx, &list, whole != NULL, value, whole);
    lc_tuple_free(whole);
    while (have > 0)
        lc_tuple_free(shape[--have]);
    free(shape);
    return result;
}

lcv_result *lcv_law_select(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_tuple *shape = a != NULL ? lc_layout_shape(ctx, a) : NULL;
    lcv_leaves list = {0};
    bool complete = shape != NULL;
    for (size_t i = 1; complete && i < n; i++) {
        size_t mode = index_of(args[i]), first = first_leaf(ctx, shape, mode);
        complete = add_range(ctx, &list, a, first, first + mode_leaves(ctx, shape, mode));
    }
    lcv_result *result = compare(ctx, &list, complete, value, NULL);
    lc_layout_free(a);
    lc_tuple_free(shape);
    return result;
}

lcv_result *lcv_law_mode(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_tuple *shape = a != NULL ? lc_layout_shape(ctx, a) : NULL;
    size_t first = 0;
    for (size_t i = 1; shape != NULL && i < n; i++) {
        size_t mode = index_of(args[i]);
        first += first_leaf(ctx, shape, mode);
        lc_tuple *part = lc_tuple_mode(ctx, shape, mode);
        lc_tuple_free(shape);
        shape = part;
    }
    lcv_leaves list = {0};
    bool complete =
        shape != NULL && add_range(ctx, &list, a, first, first + lc_tuple_nleaves(shape));
    lcv_result *result = compare(ctx, &list, complete, value, shape);
    lc_layout_free(a);
    lc_tuple_free(shape);
    return result;
}

/* ---- slices ---- */

/* What a coordinate leaves of the subtree of `shape` whose leaves begin at `first`,
 * and what it adds to the offset: an integer is the integral coordinate of its
 * subtree, whose digits are taken here one by one. */
static bool slice_leaves(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd,
                         const lc_tuple *shape, size_t first, lcv_leaves *list, lc_int *offset)
{
    size_t leaves = lc_tuple_nleaves(shape);
    if (!lc_tuple_is_leaf(crd)) {
        bool ok = true;
        for (size_t i = 0; ok && i < lc_tuple_rank(crd); i++) {
            lc_tuple *part = lc_tuple_mode(ctx, crd, i);
            lc_tuple *mode = part != NULL ? lc_tuple_mode(ctx, shape, i) : NULL;
            ok = mode != NULL && slice_leaves(ctx, a, part, mode, first, list, offset);
            first += mode != NULL ? lc_tuple_nleaves(mode) : 0;
            lc_tuple_free(part);
            lc_tuple_free(mode);
        }
        return ok;
    }
    if (lc_tuple_is_wildcard(crd, 0))
        return add_range(ctx, list, a, first, first + leaves);
    lc_int rest = lc_tuple_value(crd, 0);
    for (size_t i = 0; i < leaves; i++) {
        lc_int extent = lc_layout_extent(a, first + i), digit = rest;
        if (i + 1 < leaves)
            digit = lc_int_fmod(ctx, rest, extent);
        rest = lc_int_fdiv(ctx, rest, extent);
        *offset = lc_int_add(ctx, *offset,
                             lc_int_mul(ctx, digit, lc_layout_step(a, first + i)));
    }
    return true;
}

lcv_result *lcv_law_slice(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool tensor = args[0]->kind == LCV_TENSOR;
    if (n != 2 || value->kind != LCV_TENSOR || args[1]->kind != LCV_TUPLE)
        return NULL;
    lc_layout *a = tensor ? lc_layout_ref(args[0]->layout) : lcv_as_layout(ctx, args[0]);
    lc_tuple *shape = a != NULL ? lc_layout_shape(ctx, a) : NULL;
    lc_int offset = tensor ? lc_tuple_value(args[0]->offset, 0) : lc_int_const(0);
    lcv_leaves list = {0};
    bool complete =
        shape != NULL && slice_leaves(ctx, a, args[1]->tuple, shape, 0, &list, &offset);
    if (complete && list.n == 0)
        complete = lcv_leaves_add(ctx, &list, lc_int_const(1), lc_int_const(0));
    lcv_result *result = compare(ctx, &list, complete, value, NULL);
    lc_int found = lc_tuple_value(value->offset, 0);
    if (lcv_holds(result) && !lc_int_eq(found, offset)) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "offset"),
                             lcv_text(ctx, "%i is not %i", found, offset));
    }
    lc_layout_free(a);
    lc_tuple_free(shape);
    return result;
}

/* ---- filter ---- */

lcv_result *lcv_law_filter(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    static const char *const named[2] = {"filter(A)", "kept"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layouts(n, args, value))
        return NULL;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lcv_leaves list = {0};
    bool complete = a != NULL;
    for (size_t i = 0; complete && i < lc_layout_nleaves(a); i++)
        if (!lc_int_is_zero(lc_layout_step(a, i)))
            complete =
                lcv_leaves_add(ctx, &list, lc_layout_extent(a, i), lc_layout_step(a, i));
    lcv_result *result =
        complete ? lcv_check_leaf_function(r, &list, value->layout, named) : NULL;
    lcv_leaves_free(&list);
    lc_layout_free(a);
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

static lcv_result *law_recast(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value,
                              bool up)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int factor;
    if (n != 2 || !is_layouts(n, args, value) || !lcv_as_int(ctx, args[1], &factor))
        return NULL;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lcv_result *result = NULL;
    if (a != NULL)
        result = check_recast(ctx, up ? a : value->layout, up ? value->layout : a, factor);
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
