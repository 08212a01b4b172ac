/* law-surgery.c - modes put in, left out and put in order: their leaves, counted.
 *
 * The value is a list of parts, each a range of leaves of an argument with its nesting.
 */
#include "config.h"

#include "laws.h"

/* ---- parts side by side ---- */

typedef struct {
    lcv_case *c;
    lcv_leaves list;
    size_t n, room;
    lc_tuple **mode; /* the shapes of the parts */
    bool failed;
} built;

static built begin(lcv_case *c, const lc_layout *value, size_t room)
{
    return (built){.c = c,
                   .list = lcv_leaves_like(c, value),
                   .room = room,
                   .mode = lc_frame_alloc(c->ctx, room + 1, sizeof(lc_tuple *))};
}

/* Leaves of `of` from one on, nested like this. */
static void add(built *b, const lc_layout *of, size_t first, lc_tuple *mode)
{
    b->failed = b->failed || !b->mode || !mode || b->n > b->room;
    if (b->failed)
        return;
    lcv_leaves_add_range(&b->list, of, first, first + lc_tuple_nleaves(mode));
    b->mode[b->n++] = mode;
}

static void add_all(built *b, const lc_layout *of)
{
    add(b, of, 0, lcv_shape_of(b->c->ctx, of));
}

/* The modes [from, to). */
static void add_modes(built *b, const lc_layout *of, size_t from, size_t to)
{
    lc_tuple *shape = lcv_shape_of(b->c->ctx, of);
    size_t leaf = 0;
    for (size_t i = 0; shape && i < to; i++) {
        lc_tuple *mode = lc_tuple_is_leaf(shape) ? shape : lcv_part_of(b->c->ctx, shape, i);
        if (i >= from)
            add(b, of, leaf, mode);
        leaf += mode ? lc_tuple_nleaves(mode) : 0;
    }
    b->failed = b->failed || !shape;
}

/* `alone`: a single part has no tuple around it. */
static lcv_result *check(built *b, const lc_layout *value, bool alone)
{
    if (b->failed)
        return NULL;
    if (b->n == 0) {
        lcv_leaves_add_unit(&b->list);
        return lcv_check_leaves(&b->list, value);
    }
    return lcv_check_nested(&b->list, value,
                            alone && b->n == 1
                                ? b->mode[0]
                                : lcv_kept(b->c->ctx, lc_tuple_of(b->c->ctx, b->n, b->mode)));
}

static size_t index_of(const lcv_value *v)
{
    return (size_t)lc_int_get_si(lc_tuple_value(v->tuple, 0));
}

/* ---- modes put in and left out ---- */

static lcv_result *law_of_extension(lcv_case *c, bool front)
{
    lc_layout **l = lcv_layouts_at(c, 2, NULL);
    if (!l)
        return NULL;
    size_t rank = lc_layout_rank(l[0]), wanted = c->n > 2 ? index_of(c->args[2]) : rank + 1;
    built b = begin(c, l[2], wanted);
    for (size_t i = rank; front && i < wanted; i++)
        add_all(&b, l[1]);
    add_modes(&b, l[0], 0, rank);
    for (size_t i = rank; !front && i < wanted; i++)
        add_all(&b, l[1]);
    return check(&b, l[2], wanted == rank && lc_layout_depth(l[0]) == 0);
}

lcv_result *lcv_law_append(lcv_case *c)
{
    return law_of_extension(c, false);
}

lcv_result *lcv_law_prepend(lcv_case *c)
{
    return law_of_extension(c, true);
}

lcv_result *lcv_law_replace(lcv_case *c)
{
    static const size_t index[2] = {0, 2};
    lc_layout **l = lcv_layouts_at(c, 2, index);
    if (!l)
        return NULL;
    size_t rank = lc_layout_rank(l[0]), at = index_of(c->args[1]);
    built b = begin(c, l[2], rank);
    add_modes(&b, l[0], 0, at);
    add_all(&b, l[1]);
    add_modes(&b, l[0], at + 1, rank);
    return check(&b, l[2], false);
}

lcv_result *lcv_law_take(lcv_case *c)
{
    lc_layout **l = lcv_layouts_at(c, 1, NULL);
    if (!l)
        return NULL;
    built b = begin(c, l[1], lc_layout_rank(l[0]));
    add_modes(&b, l[0], index_of(c->args[1]), index_of(c->args[2]));
    return check(&b, l[1], false);
}

lcv_result *lcv_law_zip(lcv_case *c)
{
    lc_layout **l = lcv_layouts_at(c, 2, NULL);
    if (!l)
        return NULL;
    size_t rank = lc_layout_rank(l[0]);
    built b = begin(c, l[2], 2 * rank);
    for (size_t i = 0; i < rank; i++) {
        add_modes(&b, l[0], i, i + 1);
        add_modes(&b, l[1], i, i + 1);
    }
    for (size_t i = 0; !b.failed && i < rank; i++)
        b.mode[i] = lcv_kept(c->ctx, lc_tuple_of(c->ctx, 2, &b.mode[2 * i]));
    b.n = rank;
    return check(&b, l[2], false);
}

lcv_result *lcv_law_unflatten(lcv_case *c)
{
    lc_layout **l = lcv_layouts_at(c, 1, NULL);
    lc_tuple *profile = l ? lcv_kept(c->ctx, lcv_as_tuple(c->ctx, c->args[1])) : NULL;
    lc_tuple *shape = profile ? lcv_shape_of(c->ctx, l[1]) : NULL;
    if (!shape)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, l[1]);
    lcv_leaves_add(&list, l[0]);
    lcv_result *result = lcv_check_leaves(&list, l[1]);
    lcv_and(c, &result, lc_tuple_congruent(shape, profile), LCV_BY_COMPARISON,
            "nesting: %t is not nested like %t", shape, profile);
    return result;
}

/* ---- slices ---- */

/* The parts at the wildcards of a coordinate, or at its integers; tuples are short of wildcards.
 * The integers of a slice add to its offset. */
static void add_sliced(built *b, lcv_slicing *fixed, const lc_layout *of, const lc_tuple *shape,
                       const lc_tuple *crd, size_t leaf)
{
    lc_ctx *ctx = b->c->ctx;
    if (b->failed || !shape)
        return;
    if (lc_tuple_is_leaf(crd)) {
        if (lc_tuple_is_wildcard(crd, 0) == (fixed != NULL))
            add(b, of, leaf, lcv_kept(ctx, lc_tuple_ref(shape)));
        else if (fixed)
            lcv_slice_at(fixed, crd, shape, leaf);
        return;
    }
    for (size_t i = 0; i < lc_tuple_rank(shape); i++) {
        lc_tuple *mode = lcv_part_of(ctx, shape, i);
        lc_tuple *at = i < lc_tuple_rank(crd) ? lcv_part_of(ctx, crd, i) : NULL;
        if (at && mode)
            add_sliced(b, fixed, of, mode, at, leaf);
        else
            add(b, of, leaf, mode);
        leaf += mode ? lc_tuple_nleaves(mode) : 0;
    }
}

lcv_result *lcv_law_flat_slice(lcv_case *c)
{
    const lcv_value *value = c->value;
    bool sliced = value->kind == LCV_TENSOR && c->args[1]->kind == LCV_TUPLE;
    lc_layout **l = sliced ? lcv_layouts_at(c, 1, NULL) : NULL;
    if (!l)
        return NULL;
    size_t naxes = lc_layout_naxes(l[0]);
    if (lc_tuple_nleaves(value->offset) != naxes)
        return lcv_refute(c, LCV_BY_COMPARISON, "offset: %t is no value of A", value->offset);
    built b = begin(c, l[1], lc_layout_nleaves(l[0]));
    lcv_slicing fixed = {.layout = l[0], .left = lcv_leaves_like(c, l[1])};
    for (size_t q = 0; q < naxes; q++)
        fixed.offset[q] = lcv_offset_on(c->args[0], q);
    add_sliced(&b, &fixed, l[0], lcv_shape_of(c->ctx, l[0]), c->args[1]->tuple, 0);
    lcv_result *result = check(&b, l[1], true);
    for (size_t q = 0; q < naxes; q++) {
        lc_int found = lc_tuple_value(value->offset, q);
        lcv_and(c, &result, lc_int_eq(found, fixed.offset[q]), LCV_BY_EVALUATION,
                "offset: %i is not %i", found, fixed.offset[q]);
    }
    return result;
}

lcv_result *lcv_law_dice(lcv_case *c)
{
    static const size_t index[1] = {1};
    lc_layout **l = c->args[1]->kind == LCV_LAYOUT ? lcv_layouts_at(c, 1, index) : NULL;
    if (!l)
        return NULL;
    built b = begin(c, l[1], lc_layout_nleaves(l[0]));
    add_sliced(&b, NULL, l[0], lcv_shape_of(c->ctx, l[0]), c->args[0]->tuple, 0);
    return check(&b, l[1], true);
}

/* ---- layouts of shapes ---- */

/* The strides that stand in the argument. */
static lcv_result *check_strides(lcv_case *c, const lc_layout *value, const lcv_value *stride)
{
    const lc_layout *given = stride->kind == LCV_STRIDES ? stride->layout : NULL;
    lcv_result *result =
        lcv_judge(c, lc_layout_naxes(value) == (given ? lc_layout_naxes(given) : 1),
                  LCV_BY_COMPARISON, "strides: those of %L are of another kind", value);
    for (size_t i = 0; i < lc_layout_nleaves(value); i++)
        for (size_t q = 0; lcv_holds(result) && q < lc_layout_naxes(value); q++) {
            lc_int found = lc_layout_step_on(value, q, i);
            lc_int want = given ? lc_layout_step_on(given, q, i)
                                : lc_tuple_value(stride->tuple, i);
            lcv_and(c, &result, lc_int_eq(found, want), LCV_BY_COMPARISON,
                    "leaf %z: the stride %i is not %i", i, found, want);
        }
    return result;
}

/* Each stride is the product of the extents before it, or behind it. */
static lcv_result *check_compact(lcv_case *c, const lc_layout *value, bool right)
{
    lcv_result *result = lcv_proved(c->ctx, LCV_BY_COMPARISON);
    lc_int want = lc_int_const(1);
    size_t n = lc_layout_nleaves(value);
    for (size_t k = 0; k < n; k++) {
        size_t i = right ? n - 1 - k : k;
        lc_int found = lc_layout_step(value, i);
        lcv_and(c, &result, lc_int_eq(found, want), LCV_BY_COMPARISON,
                "leaf %z: the stride %i is not %i", i, found, want);
        want = lc_int_mul(c->ctx, want, lc_layout_extent(value, i));
    }
    return result;
}

lcv_result *lcv_law_make_layout(lcv_case *c)
{
    bool strides = c->n == 2 &&
                   (c->args[1]->kind == LCV_TUPLE || c->args[1]->kind == LCV_STRIDES);
    if (c->args[0]->kind != LCV_TUPLE || (c->n != 1 && !strides))
        return lcv_law_concat(c);
    lc_tuple *shape = c->value->kind == LCV_LAYOUT ? lcv_shape_of(c->ctx, c->value->layout)
                                                   : NULL;
    if (!shape)
        return NULL;
    lcv_result *result = strides ? check_strides(c, c->value->layout, c->args[1])
                                 : check_compact(c, c->value->layout, false);
    lcv_and(c, &result, lc_tuple_equal(shape, c->args[0]->tuple), LCV_BY_COMPARISON,
            "shape: %t is not %t", shape, c->args[0]->tuple);
    return result;
}

lcv_result *lcv_law_make_layout_right(lcv_case *c)
{
    lc_tuple *shape = c->value->kind == LCV_LAYOUT ? lcv_shape_of(c->ctx, c->value->layout)
                                                   : NULL;
    lcv_result *result = shape ? check_compact(c, c->value->layout, true) : NULL;
    lcv_and(c, &result, shape && lc_tuple_equal(shape, c->args[0]->tuple), LCV_BY_COMPARISON,
            "shape: %t is not %t", shape, c->args[0]->tuple);
    return result;
}

/* The number of the leaf of the order that each leaf of the shape belongs to. */
static void number_leaves(lcv_case *c, const lc_tuple *shape, const lc_tuple *order, size_t *leaf,
                          size_t *at, size_t *number)
{
    if (!shape || !order)
        return;
    if (lc_tuple_is_leaf(order)) {
        for (size_t k = 0; k < lc_tuple_nleaves(shape); k++)
            number[(*leaf)++] = *at;
        (*at)++;
        return;
    }
    for (size_t i = 0; i < lc_tuple_rank(order); i++)
        number_leaves(c, lcv_part_of(c->ctx, shape, i), lcv_part_of(c->ctx, order, i), leaf, at,
                      number);
}

/* Each stride is the product of the extents of less order, and of those before it in its part. */
lcv_result *lcv_law_make_ordered_layout(lcv_case *c)
{
    lc_layout *value = c->value->kind == LCV_LAYOUT ? c->value->layout : NULL;
    lc_tuple *shape = value ? lcv_shape_of(c->ctx, value) : NULL;
    const lc_tuple *order = c->args[1]->tuple;
    size_t n = shape ? lc_tuple_nleaves(shape) : 0, leaf = 0, at = 0;
    size_t *number = shape ? lc_frame_alloc(c->ctx, n, sizeof *number) : NULL;
    if (!number)
        return NULL;
    lcv_result *result = lcv_judge(c, lc_tuple_equal(shape, c->args[0]->tuple), LCV_BY_COMPARISON,
                                   "shape: %t is not %t", shape, c->args[0]->tuple);
    if (!lcv_holds(result))
        return result;
    number_leaves(c, shape, order, &leaf, &at, number);
    for (size_t k = 0; k < n; k++) {
        lc_int want = lc_int_const(1), found = lc_layout_step(value, k);
        for (size_t i = 0; i < n; i++)
            if (lc_int_lt(lc_tuple_value(order, number[i]), lc_tuple_value(order, number[k])) ||
                (number[i] == number[k] && i < k))
                want = lc_int_mul(c->ctx, want, lc_layout_extent(value, i));
        lcv_and(c, &result, lc_int_eq(found, want), LCV_BY_COMPARISON,
                "leaf %z: the stride %i is not %i", k, found, want);
    }
    return result;
}

/* ---- repetition ---- */

/* Extents of 1 where the stride is 0; all else as it was. */
lcv_result *lcv_law_filter_zeros(lcv_case *c)
{
    lc_layout **l = lcv_layouts_at(c, 1, NULL);
    lc_tuple *was = l ? lcv_shape_of(c->ctx, l[0]) : NULL;
    lc_tuple *is = was ? lcv_shape_of(c->ctx, l[1]) : NULL;
    if (!is)
        return NULL;
    lcv_result *result = lcv_judge(c, lc_tuple_congruent(was, is), LCV_BY_COMPARISON,
                                   "nesting: %t is not nested like %t", is, was);
    for (size_t i = 0; lcv_holds(result) && i < lc_tuple_nleaves(was); i++) {
        bool moves = false, same = true;
        for (size_t q = 0; q < lc_layout_naxes(l[0]); q++) {
            lc_int step = lc_layout_step_on(l[0], q, i);
            moves = moves || !lc_int_is_zero(step);
            same = same && lc_int_eq(step, lc_layout_step_on(l[1], q, i));
        }
        lc_int want = moves ? lc_tuple_value(was, i) : lc_int_const(1);
        lcv_and(c, &result, same && lc_int_eq(lc_tuple_value(is, i), want), LCV_BY_COMPARISON,
                "leaf %z: the extent %i is not %i, or the stride is another one", i,
                lc_tuple_value(is, i), want);
    }
    return result;
}
