/* law-tilings.c - divides and products.
 *
 * A logical divide is (A o T, A o T*), T* the complement of T up to the size of A; a
 * logical product is (A, A* o B), A* the complement of A. Their modes are checked as
 * compositions, and the complement by its laws. The other forms hold the leaves of
 * the logical one in another order: zipped, tiled and flat have those of all tiles,
 * then those of all rests; blocked and raked pair the modes of the two sides.
 */
#include "config.h"

#include "laws.h"

#include "../../lib/algebra.h"

/* ---- one mode ---- */

static lcv_result *wrong_rank(lcv_case *c, const lc_layout *value, size_t rank)
{
    return lcv_refute(c, LCV_BY_COMPARISON, "rank: %z is not %z", lc_layout_rank(value), rank);
}

/* R = A o B, by these names. */
static lcv_result *composes(lcv_case *c, const char *const names[3], const lc_layout *R,
                            const lc_layout *a, const lc_layout *b)
{
    lc_tiler *t = R && b ? lcv_kept(c->ctx, lc_tiler_layout(c->ctx, b)) : NULL;
    return t ? lcv_check_composes_tiler(c->r, names, R, a, t) : NULL;
}

/* T*: up to the size of A, and where T has coordinates of A up to its shape. */
static lc_layout *left_of(lcv_case *c, const lc_layout *t, const lc_layout *a)
{
    if (lc_layout_codomain(t) != LC_COORDINATES)
        return lcv_kept(c->ctx, lc_complement_to(c->ctx, t, lc_layout_size(c->ctx, a)));
    lcv_function tile = {.name = "T", .layout = (lc_layout *)(uintptr_t)t};
    lcv_box box;
    lc_tuple *shape = lcv_shape_of(c->ctx, a), *sizes = NULL;
    if (shape && lcv_box_of_shape(c->ctx, "a divide", &tile, "of A", shape, &box))
        sizes = lcv_kept(c->ctx,
                         lc_tuple_like(c->ctx, lc_layout_profile(tile.layout), box.extent));
    return sizes ? lcv_kept(c->ctx, lc_complement_in(c->ctx, tile.layout, sizes)) : NULL;
}

/* value = (A o T, A o T*). */
static lcv_result *check_divide(lcv_case *c, const lc_layout *value, const lc_layout *a,
                                const lc_layout *t)
{
    static const char *const names[2][3] = {{"mode(D,0)", "A", "T"}, {"mode(D,1)", "A", "T*"}};
    if (lc_layout_rank(value) != 2)
        return wrong_rank(c, value, 2);
    lc_layout *left = left_of(c, t, a);
    if (!left)
        return NULL;
    lcv_result *result = composes(c, names[0], lcv_mode_of(c->ctx, value, 0), a, t);
    if (lcv_goes_on(&result))
        result = composes(c, names[1], lcv_mode_of(c->ctx, value, 1), a, left);
    return lcv_goes_on(&result) ? lcv_check_complements(c->r, left, t, false) : result;
}

/* The axis that has strides; SIZE_MAX when there are several or none. */
static size_t only_axis(const lc_layout *a)
{
    size_t axis = SIZE_MAX, axes = 0;
    for (size_t q = 0; q < lc_layout_naxes(a); q++) {
        size_t k = 0;
        while (k < lc_layout_nleaves(a) && lc_int_is_zero(lc_layout_step_on(a, q, k)))
            k++;
        axis = k < lc_layout_nleaves(a) ? q : axis;
        axes += k < lc_layout_nleaves(a);
    }
    return axes == 1 ? axis : SIZE_MAX;
}

/* grid = A* o B, A* a complement of A. Integers lay copies of coordinates along the one axis
 * that they have, where there is one, and A* is then that of this axis. */
static lcv_result *check_copies(lcv_case *c, const lc_layout *grid, const lc_layout *a,
                                const lc_layout *b)
{
    static const char *const names[3] = {"mode(P,1)", "A*", "B"};
    bool integers = lc_layout_codomain(b) != LC_COORDINATES;
    bool along = lc_layout_codomain(a) == LC_COORDINATES && integers;
    size_t axis = along ? only_axis(a) : SIZE_MAX;
    along = axis != SIZE_MAX;
    lc_layout *of = lcv_kept(c->ctx, along ? lc_layout_axis(c->ctx, a, axis) : lc_layout_ref(a));
    lc_layout *star = of ? lcv_kept(c->ctx, lc_complement(c->ctx, of)) : NULL, *left = star;
    if (star && along)
        left = lcv_kept(c->ctx, lc_layout_on_axis(c->ctx, star, lc_layout_profile(a), axis));
    lcv_result *result = left ? composes(c, names, grid, left, b) : NULL;
    return lcv_goes_on(&result) ? lcv_check_complements(c->r, star, of, true) : result;
}

/* value = (A, A* o B). */
static lcv_result *check_product(lcv_case *c, const lc_layout *value, const lc_layout *a,
                                 const lc_layout *b)
{
    if (lc_layout_rank(value) != 2)
        return wrong_rank(c, value, 2);
    lc_layout *block = lcv_mode_of(c->ctx, value, 0);
    lcv_result *result = block ? lcv_check_equal(c->ctx, block, a) : NULL;
    return lcv_goes_on(&result) ? check_copies(c, lcv_mode_of(c->ctx, value, 1), a, b) : result;
}

/* ---- by mode ---- */

typedef lcv_result *pair_check(lcv_case *c, const lc_layout *value, const lc_layout *a,
                               const lc_layout *t);

static lcv_result *check_by_mode(lcv_case *c, const lc_layout *value, const lc_layout *a,
                                 const lc_tiler *t, pair_check *check)
{
    if (!value || !a)
        return NULL;
    if (lc_tiler_as_layout(t))
        return check(c, value, a, lc_tiler_as_layout(t));
    size_t rank = lc_layout_rank(a), tiles = lc_tiler_rank(t);
    if (lc_layout_rank(value) != rank || tiles > rank)
        return wrong_rank(c, value, rank);
    lcv_result *result = NULL;
    for (size_t i = 0; i < rank && (i == 0 || lcv_goes_on(&result)); i++) {
        lc_layout *part = lcv_mode_of(c->ctx, value, i), *mode = lcv_mode_of(c->ctx, a, i);
        if (lc_tiler_on(t, i))
            result = check_by_mode(c, part, mode, lc_tiler_on(t, i), check);
        else if (part && mode)
            result = lcv_check_equal(c->ctx, part, mode);
    }
    return result;
}

/* A and T or B of an operation that gives a layout. */
typedef struct {
    lc_layout *a;
    lc_tiler *t;
} operands;

static bool take(lcv_case *c, operands *o)
{
    *o = (operands){NULL, NULL};
    if (c->n == 2 && c->value->kind == LCV_LAYOUT)
        o->a = lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[0]));
    if (o->a)
        o->t = lcv_kept(c->ctx, lcv_as_tiler(c->ctx, c->args[1]));
    return o->t != NULL;
}

static lcv_result *law_logical(lcv_case *c, pair_check *check)
{
    operands o;
    return take(c, &o) ? check_by_mode(c, c->value->layout, o.a, o.t, check) : NULL;
}

lcv_result *lcv_law_logical_divide(lcv_case *c)
{
    return law_logical(c, check_divide);
}

lcv_result *lcv_law_logical_product(lcv_case *c)
{
    return law_logical(c, check_product);
}

/* ---- zipped, tiled, flat ---- */

/* The leaves of all tiles (`rests` false) or of all rests of a logical form. */
static void add_side(lcv_leaves *list, const lc_layout *logical, const lc_tiler *t, bool rests)
{
    bool whole = lc_tiler_as_layout(t) != NULL;
    list->failed = list->failed || !logical;
    if (list->failed || whole) {
        lcv_leaves_add(list, lcv_mode_of(list->c->ctx, logical, rests ? 1 : 0));
        return;
    }
    for (size_t i = 0; i < lc_layout_rank(logical); i++) {
        bool tiled = i < lc_tiler_rank(t);
        if (lc_tiler_on(t, i))
            add_side(list, lcv_mode_of(list->c->ctx, logical, i), lc_tiler_on(t, i), rests);
        else if (tiled && rests)
            lcv_leaves_add_unit(list);
        else if (tiled || rests)
            lcv_leaves_add(list, lcv_mode_of(list->c->ctx, logical, i));
    }
}

static lcv_result *
law_regrouped(lcv_case *c, lc_layout *(*make)(lc_ctx *, const lc_layout *, const lc_tiler *),
              pair_check *check)
{
    operands o;
    lc_layout *logical = take(c, &o) ? lcv_kept(c->ctx, make(c->ctx, o.a, o.t)) : NULL;
    lcv_result *result = check_by_mode(c, logical, o.a, o.t, check);
    if (!lcv_goes_on(&result))
        return result;
    lcv_leaves list = lcv_leaves_like(c, c->value->layout);
    add_side(&list, logical, o.t, false);
    add_side(&list, logical, o.t, true);
    return lcv_check_leaves(&list, c->value->layout);
}

lcv_result *lcv_law_regrouped_divide(lcv_case *c)
{
    return law_regrouped(c, lc_logical_divide, check_divide);
}

lcv_result *lcv_law_regrouped_product(lcv_case *c)
{
    return law_regrouped(c, lc_logical_product, check_product);
}

/* ---- blocked, raked, tile_to_shape ---- */

/* A side of the pairing. The composite of a leaf of B has that leaf's modes, but is
 * one mode of the grid. */
typedef struct {
    const lc_layout *layout;
    bool one_mode;
} side;

static size_t side_rank(const side *s)
{
    return s->one_mode ? 1 : lc_layout_rank(s->layout);
}

/* Mode i of a side, as if it were padded with 1:0. */
static void add_padded(lcv_leaves *list, const side *s, size_t i)
{
    if (i >= side_rank(s))
        lcv_leaves_add_unit(list);
    else
        lcv_leaves_add(list, s->one_mode ? s->layout : lcv_mode_of(list->c->ctx, s->layout, i));
}

/* Mode i of the value, as a function: that of the two sides, one after the other. */
static lcv_result *check_paired_mode(lcv_case *c, const lc_layout *mode, const side *first,
                                     const side *second, size_t i)
{
    static const char *const named[2] = {"mode(V,i)", "pair"};
    if (!mode)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, mode);
    add_padded(&list, first, i);
    add_padded(&list, second, i);
    return lcv_check_leaf_function(&list, mode, named);
}

static lcv_result *check_pairs(lcv_case *c, const side *first, const side *second)
{
    const lc_layout *value = c->value->layout;
    size_t m = side_rank(first), n = side_rank(second), rank = m > n ? m : n;
    if (first->one_mode && second->one_mode) /* s:d by t:e: the pair is the value itself */
        return check_paired_mode(c, value, first, second, 0);
    if (lc_layout_rank(value) != rank)
        return wrong_rank(c, value, rank);
    lcv_result *result = check_paired_mode(c, lcv_mode_of(c->ctx, value, 0), first, second, 0);
    for (size_t i = 1; i < rank && lcv_goes_on(&result); i++)
        result = check_paired_mode(c, lcv_mode_of(c->ctx, value, i), first, second, i);
    return result;
}

/* The value pairs the modes of A and of A* o B. */
static lcv_result *check_paired(lcv_case *c, const lc_layout *a, const lc_layout *b, bool raked)
{
    lc_tiler *t = b ? lcv_kept(c->ctx, lc_tiler_layout(c->ctx, b)) : NULL;
    lc_layout *both = t ? lcv_kept(c->ctx, lc_logical_product(c->ctx, a, t)) : NULL;
    lc_layout *grid = lcv_mode_of(c->ctx, both, 1);
    lcv_result *result = grid ? check_copies(c, grid, a, b) : NULL;
    if (!lcv_goes_on(&result))
        return result;
    side block = {a, lc_layout_depth(a) == 0}, copies = {grid, lc_layout_depth(b) == 0};
    return raked ? check_pairs(c, &copies, &block) : check_pairs(c, &block, &copies);
}

static lcv_result *law_paired(lcv_case *c, bool raked)
{
    bool layouts = c->n == 2 && c->value->kind == LCV_LAYOUT;
    lc_layout *a = layouts ? lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[0])) : NULL;
    lc_layout *b = a ? lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[1])) : NULL;
    return check_paired(c, a, b, raked);
}

lcv_result *lcv_law_blocked_product(lcv_case *c)
{
    return law_paired(c, false);
}

lcv_result *lcv_law_raked_product(lcv_case *c)
{
    return law_paired(c, true);
}

/* The next mode of those that are left: the first one of the least order, the first of all
 * where there is no order. */
static size_t next_mode(size_t rank, const bool *done, const lc_tuple *order)
{
    size_t next = rank;
    for (size_t i = rank; i-- > 0;)
        if (!done[i] && (next == rank || !order ||
                         lc_int_le(lc_tuple_value(order, i), lc_tuple_value(order, next))))
            next = i;
    return next;
}

/* The steps between copies: over those of all modes of less order. */
static void step_over(lc_ctx *ctx, size_t rank, const lc_int *count, const lc_tuple *order,
                      bool *done, lc_int *step)
{
    lc_int over = lc_int_const(1), all = over;
    for (size_t k = 0, last = rank; k < rank; k++) {
        size_t i = next_mode(rank, done, order);
        bool together = order && last < rank &&
                        lc_int_eq(lc_tuple_value(order, last), lc_tuple_value(order, i));
        over = together ? over : all;
        step[i] = over;
        all = lc_int_mul(ctx, all, count[i]);
        done[i] = true;
        last = i;
    }
}

/* The copies of A that the shape takes, in order: as many along each mode as cover it. */
static lc_layout *grid_of(lcv_case *c, const lc_layout *a, const lc_tuple *shape,
                          const lc_tuple *order)
{
    size_t rank = lc_tuple_rank(shape);
    lc_int *count = lc_frame_alloc(c->ctx, 2 * rank, sizeof *count);
    bool *done = lc_frame_alloc(c->ctx, rank, sizeof *done);
    if (!count || !done)
        return NULL;
    for (size_t i = 0; i < rank; i++) {
        lc_tuple *target = lcv_part_of(c->ctx, shape, i);
        lc_layout *mode = i < lc_layout_rank(a) ? lcv_mode_of(c->ctx, a, i) : NULL;
        if (target)
            count[i] = lc_int_cdiv(c->ctx, lc_tuple_size(c->ctx, target),
                                   mode ? lc_layout_size(c->ctx, mode) : lc_int_const(1));
    }
    step_over(c->ctx, rank, count, order, done, count + rank);
    return lc_ctx_code(c->ctx) == LC_OK
               ? lcv_kept(c->ctx, lc_layout_flat(c->ctx, rank, count, count + rank))
               : NULL;
}

lcv_result *lcv_law_tile_to_shape(lcv_case *c)
{
    bool three = c->n == 3;
    if (c->n < 2 || c->n > 3 || c->value->kind != LCV_LAYOUT)
        return NULL;
    lc_layout *a = lcv_kept(c->ctx, lcv_as_layout(c->ctx, c->args[0]));
    lc_tuple *shape = a ? lcv_kept(c->ctx, lcv_as_tuple(c->ctx, c->args[1])) : NULL;
    lc_tuple *order = shape && three ? lcv_kept(c->ctx, lcv_as_tuple(c->ctx, c->args[2])) : NULL;
    if (!shape || (three && !order))
        return NULL;
    return check_paired(c, a, grid_of(c, a, shape, order), false);
}
