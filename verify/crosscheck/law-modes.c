/* law-modes.c - mode surgery, slices and recasts: what they do to the leaves.
 *
 * Surgery keeps, drops or reorders leaves and nests them anew, so its law is about
 * leaves, found here by counting those of the shape. Recasts change each leaf alone:
 * with k = s/s' coordinates of the narrow layout for one of the wide one,
 * n * wide(c) = narrow(k c).
 */
#include "config.h"

#include "laws.h"

/* ---- surgery ---- */

static size_t index_of(const lcv_value *v)
{
    return (size_t)lc_int_get_si(lc_tuple_value(v->tuple, 0));
}

/* Layouts, or bare shapes that stand for one; tuples as such have no values to
 * check. */
static bool is_layouts(const lcv_case *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->args[i]->kind == LCV_RELATION)
            return false;
    return c->value->kind == LCV_LAYOUT || c->value->kind == LCV_TENSOR;
}

lc_layout **lcv_layouts_at(lcv_case *c, size_t n, const size_t *index)
{
    lc_layout **all = is_layouts(c) ? lc_frame_alloc(c->ctx, n + 1, sizeof(lc_layout *)) : NULL;
    bool ok = all != NULL;
    for (size_t i = 0; ok && i <= n; i++) {
        all[i] = i < n ? lcv_layout_of(c, c->args[index ? index[i] : i]) : c->value->layout;
        ok = all[i] != NULL;
    }
    return ok && lcv_on_common_axes(c->ctx, n + 1, all) ? all : NULL;
}

/* The first n arguments and the value. */
static lc_layout **take(lcv_case *c, size_t n)
{
    return lcv_layouts_at(c, n, NULL);
}

/* All leaves of the first argument, in order. */
static lcv_result *check_all(lcv_case *c, lc_layout *const *l)
{
    if (!l)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, l[1]);
    lcv_leaves_add(&list, l[0]);
    return lcv_check_leaves(&list, l[1]);
}

lcv_result *lcv_check_nested(const lcv_leaves *list, const lc_layout *value,
                             const lc_tuple *shape)
{
    lcv_result *result = shape ? lcv_check_leaves(list, value) : NULL;
    lc_tuple *found = lcv_shape_of(list->c->ctx, value);
    if (found)
        lcv_and(list->c, &result, lc_tuple_equal(found, shape), LCV_BY_COMPARISON,
                "shape: %t is not %t", found, shape);
    return result;
}

lcv_result *lcv_law_flatten(lcv_case *c)
{
    lc_layout **l = take(c, 1);
    lcv_result *result = check_all(c, l);
    size_t depth = l ? lc_layout_depth(l[1]) : 0;
    lcv_and(c, &result, depth <= 1, LCV_BY_COMPARISON, "depth: %z is more than 1", depth);
    return result;
}

lcv_result *lcv_law_group(lcv_case *c)
{
    lc_layout **l = take(c, 1);
    lcv_result *result = check_all(c, l);
    if (!l)
        return NULL;
    size_t rank = lc_layout_rank(l[1]);
    size_t want = lc_layout_rank(l[0]) + 1 + index_of(c->args[1]) - index_of(c->args[2]);
    lcv_and(c, &result, rank == want, LCV_BY_COMPARISON, "rank: %z is not %z", rank, want);
    return result;
}

/* The value at 0 is the sum of those of the parts, which may have fewer axes of coordinates. */
static void and_sum(lcv_case *c, lcv_result **result)
{
    const lcv_value *value = c->value;
    lc_codomain codomain = lc_layout_codomain(value->layout);
    lc_tuple *zero = lcv_kept(c->ctx, lc_tuple_leaf(c->ctx, lc_int_const(0))), *sum = zero;
    if (codomain == LC_COORDINATES)
        sum = lcv_kept(c->ctx, lc_layout_value_at(c->ctx, value->layout, lc_int_const(0)));
    for (size_t i = 0; sum && i < c->n; i++)
        if (c->args[i]->kind == LCV_TENSOR)
            sum = lcv_kept(c->ctx, lcv_add_values(c->ctx, codomain, sum, c->args[i]->offset));
    const lc_tuple *found = value->kind == LCV_TENSOR ? value->offset : zero;
    if (sum && found)
        lcv_and(c, result, lc_tuple_equal(sum, found) || (lcv_is_zero(sum) && lcv_is_zero(found)),
                LCV_BY_EVALUATION, "offset: %t is not %t", found, sum);
}

lcv_result *lcv_law_concat(lcv_case *c)
{
    lc_layout **l = take(c, c->n);
    lc_tuple **shape = l ? lc_frame_alloc(c->ctx, c->n, sizeof(lc_tuple *)) : NULL;
    if (!shape)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, l[c->n]);
    for (size_t i = 0; i < c->n; i++) {
        if (!(shape[i] = lcv_shape_of(c->ctx, l[i])))
            return NULL;
        lcv_leaves_add(&list, l[i]);
    }
    lcv_result *result = lcv_check_nested(&list, l[c->n],
                                          lcv_kept(c->ctx, lc_tuple_of(c->ctx, c->n, shape)));
    if (lcv_holds(result))
        and_sum(c, &result);
    return result;
}

/* The mode of a shape, and its leaves: *first is its first one among those of the layout,
 * and before that of the shape. */
static lc_tuple *leaves_of_mode(lcv_case *c, const lc_tuple *shape, size_t mode, size_t *first)
{
    for (size_t i = 0; i < mode; i++) {
        lc_tuple *before = lcv_part_of(c->ctx, shape, i);
        *first += before ? lc_tuple_nleaves(before) : 0;
    }
    return lcv_part_of(c->ctx, shape, mode);
}

lcv_result *lcv_law_select(lcv_case *c)
{
    lc_layout **l = take(c, 1);
    lc_tuple *shape = l ? lcv_shape_of(c->ctx, l[0]) : NULL;
    if (!shape)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, l[1]);
    for (size_t i = 1; i < c->n; i++) {
        size_t first = 0;
        lc_tuple *mode = leaves_of_mode(c, shape, index_of(c->args[i]), &first);
        if (!mode)
            return NULL;
        lcv_leaves_add_range(&list, l[0], first, first + lc_tuple_nleaves(mode));
    }
    return lcv_check_leaves(&list, l[1]);
}

lcv_result *lcv_law_mode(lcv_case *c)
{
    lc_layout **l = take(c, 1);
    lc_tuple *shape = l ? lcv_shape_of(c->ctx, l[0]) : NULL;
    size_t first = 0;
    for (size_t i = 1; shape && i < c->n; i++)
        shape = leaves_of_mode(c, shape, index_of(c->args[i]), &first);
    if (!shape)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, l[1]);
    lcv_leaves_add_range(&list, l[0], first, first + lc_tuple_nleaves(shape));
    return lcv_check_nested(&list, l[1], shape);
}

/* ---- slices ---- */

/* sum + i d as the codomain adds, d a stride of it: by XOR, d shifted by each bit of i. */
static lc_int add_multiple(lc_ctx *ctx, lc_codomain codomain, lc_int sum, lc_int i, lc_int d)
{
    if (codomain != LC_XOR)
        return lc_int_add(ctx, sum, lc_int_mul(ctx, i, d));
    for (size_t bit = 0; bit < lc_int_bits(i); bit++) {
        if (lc_int_bit(i, bit))
            sum = lcv_xor(ctx, sum, d);
        d = lc_int_add(ctx, d, d);
    }
    return sum;
}

/* An integer is the integral coordinate of its subtree, whose digits are taken here one by
 * one; the leaves of the subtree begin at `first`. */
static void add_digits(lcv_slicing *s, lc_int rest, size_t first, size_t leaves)
{
    lc_ctx *ctx = s->left.c->ctx;
    const lc_layout *a = s->layout;
    for (size_t i = 0; i < leaves; i++) {
        lc_int extent = lc_layout_extent(a, first + i), digit = rest;
        if (i + 1 < leaves)
            digit = lc_int_fmod(ctx, rest, extent);
        rest = lc_int_fdiv(ctx, rest, extent);
        for (size_t q = 0; q < lc_layout_naxes(a); q++)
            s->offset[q] = add_multiple(ctx, lc_layout_codomain(a), s->offset[q], digit,
                                        lc_layout_step_on(a, q, first + i));
        s->below = s->below || lc_int_sign(digit) < 0;
    }
}

void lcv_slice_at(lcv_slicing *s, const lc_tuple *crd, const lc_tuple *shape, size_t first)
{
    s->left.failed = s->left.failed || !crd || !shape;
    if (s->left.failed)
        return;
    size_t leaves = lc_tuple_nleaves(shape);
    for (size_t i = 0; !lc_tuple_is_leaf(crd) && i < lc_tuple_rank(crd); i++) {
        lc_tuple *mode = lcv_part_of(s->left.c->ctx, shape, i);
        lcv_slice_at(s, lcv_part_of(s->left.c->ctx, crd, i), mode, first);
        first += mode ? lc_tuple_nleaves(mode) : 0;
    }
    if (!lc_tuple_is_leaf(crd))
        return;
    if (lc_tuple_is_wildcard(crd, 0))
        lcv_leaves_add_range(&s->left, s->layout, first, first + leaves);
    else
        add_digits(s, lc_tuple_value(crd, 0), first, leaves);
}

lcv_result *lcv_law_slice(lcv_case *c)
{
    const lcv_value *of = c->args[0], *value = c->value;
    bool sliced = c->n == 2 && value->kind == LCV_TENSOR && c->args[1]->kind == LCV_TUPLE;
    lc_layout **l = sliced ? take(c, 1) : NULL;
    if (!l)
        return NULL;
    size_t naxes = lc_layout_naxes(l[0]);
    if (lc_tuple_nleaves(value->offset) != naxes)
        return lcv_refute(c, LCV_BY_COMPARISON, "offset: %t is no value of A", value->offset);
    lcv_slicing s = {.layout = l[0], .left = lcv_leaves_like(c, l[1])};
    for (size_t q = 0; q < naxes; q++)
        s.offset[q] = lcv_offset_on(of, q);
    lcv_slice_at(&s, c->args[1]->tuple, lcv_shape_of(c->ctx, l[0]), 0);
    if (s.left.n == 0)
        lcv_leaves_add_unit(&s.left);
    lcv_result *result = lcv_check_leaves(&s.left, l[1]);
    for (size_t q = 0; q < naxes; q++) {
        lc_int found = lc_tuple_value(value->offset, q);
        lcv_and(c, &result, lc_int_eq(found, s.offset[q]), LCV_BY_EVALUATION,
                "offset: %i is not %i", found, s.offset[q]);
    }
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

lcv_result *lcv_law_filter(lcv_case *c)
{
    static const char *const named[2] = {"filter(A)", "kept"};
    lc_layout **l = take(c, 1);
    if (!l)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, l[1]);
    for (size_t i = 0; i < lc_layout_nleaves(l[0]); i++)
        if (!idle(l[0], i))
            lcv_leaves_add_range(&list, l[0], i, i + 1);
    return lcv_check_leaf_function(&list, l[1], named);
}

/* ---- recasts ---- */

/* k coordinates of a narrow leaf s:d for one of the wide leaf t:e. The k values are
 * different parts of one wide element, and along the leaf n e = k d. */
static bool leaf_recast(lc_ctx *ctx, lc_int n, lc_int s, lc_int d, lc_int t, lc_int e)
{
    if (!lc_int_divides(ctx, t, s))
        return false;
    lc_int k = lc_int_fdiv(ctx, s, t), size = lc_int_abs(ctx, d);
    bool one_step = lc_int_is_one(t) || lc_int_eq(lc_int_mul(ctx, n, e), lc_int_mul(ctx, k, d));
    lc_int span = lc_int_mul(ctx, lc_int_sub(ctx, k, lc_int_const(1)), size);
    bool distinct = lc_int_is_one(k) || !lc_int_is_zero(d);
    return one_step && distinct && lc_int_lt(span, n);
}

static lcv_result *check_recast(lcv_case *c, const lc_layout *narrow, const lc_layout *wide,
                                lc_int n)
{
    size_t leaves = lc_layout_nleaves(narrow), others = lc_layout_nleaves(wide);
    if (leaves != others)
        return lcv_refute(c, LCV_BY_COMPARISON, "leaves: %z is not %z", others, leaves);
    for (size_t i = 0; i < leaves; i++) {
        lc_int s = lc_layout_extent(narrow, i), d = lc_layout_step(narrow, i);
        lc_int t = lc_layout_extent(wide, i), e = lc_layout_step(wide, i);
        if (!leaf_recast(c->ctx, n, s, d, t, e))
            return lcv_refute(c, LCV_BY_CLOSED_FORM,
                              "leaf %z: %i:%i in elements %i times as wide is not %i:%i", i, s, d,
                              n, t, e);
    }
    return lcv_proved(c->ctx, LCV_BY_CLOSED_FORM);
}

/* For integers: the narrow one of argument and value is n times the wide one. */
static lcv_result *law_recast(lcv_case *c, const lcv_value *narrow, const lcv_value *wide)
{
    lc_int n;
    if (c->n != 2 || !is_layouts(c) || !lcv_as_int(c->ctx, c->args[1], &n))
        return NULL;
    lc_layout *x = lcv_layout_of(c, narrow), *y = lcv_layout_of(c, wide);
    lcv_result *result = x && y ? check_recast(c, x, y, n) : NULL;
    lc_int o = lcv_offset_on(narrow, 0), p = lcv_offset_on(wide, 0);
    lcv_and(c, &result, lc_int_eq(o, lc_int_mul(c->ctx, n, p)), LCV_BY_EVALUATION,
            "offset: %i is not %i times %i", o, n, p);
    return result;
}

lcv_result *lcv_law_upcast(lcv_case *c)
{
    return law_recast(c, c->args[0], c->value);
}

lcv_result *lcv_law_downcast(lcv_case *c)
{
    return law_recast(c, c->value, c->args[0]);
}
