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

#include <stdlib.h>
#include <string.h>

static const char *const divide_names[2][3] = {{"mode(D,0)", "A", "T"}, {"mode(D,1)", "A", "T*"}};
static const char *const product_names[3] = {"mode(P,1)", "A*", "B"};

/* ---- one mode ---- */

static lcv_result *no_pair(lc_ctx *ctx, const lc_layout *value)
{
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "rank"),
                       lcv_text(ctx, "%z is not 2", lc_layout_rank(value)));
}

static lcv_result *composes_layout(lcr_ctx *r, const char *const names[3], const lc_layout *R,
                                   const lc_layout *a, const lc_layout *b)
{
    lc_tiler *t = lc_tiler_layout(lcr_ctx_lc(r), b);
    lcv_result *result = t != NULL ? lcv_check_composes_tiler(r, names, R, a, t) : NULL;
    lc_tiler_free(t);
    return result;
}

/* T*: up to the size of A, and where T has coordinates of A up to its shape. */
static lc_layout *left_of(lc_ctx *ctx, const lc_layout *t, const lc_layout *a)
{
    if (lc_layout_codomain(t) != LC_COORDINATES)
        return lc_complement_to(ctx, t, lc_layout_size(ctx, a));
    lcv_function tile = {.name = "T", .layout = lc_layout_ref(t)};
    lcv_box box;
    lc_tuple *shape = lc_layout_shape(ctx, a), *sizes = NULL;
    if (shape != NULL && lcv_box_of_shape(ctx, "a divide", &tile, "of A", shape, &box))
        sizes = lc_tuple_like(ctx, lc_layout_profile(tile.layout), box.extent);
    lc_layout *left = sizes != NULL ? lc_complement_in(ctx, tile.layout, sizes) : NULL;
    lc_tuple_free(shape);
    lc_tuple_free(sizes);
    lcv_function_free(&tile);
    return left;
}

/* value = (A o T, A o T*). */
static lcv_result *check_divide(lcr_ctx *r, const lc_layout *value, const lc_layout *a,
                                const lc_layout *t)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_layout_rank(value) != 2)
        return no_pair(ctx, value);
    lc_layout *tile = lc_layout_mode(ctx, value, 0);
    lc_layout *rest = tile != NULL ? lc_layout_mode(ctx, value, 1) : NULL;
    lc_layout *left = rest != NULL ? left_of(ctx, t, a) : NULL;
    lcv_result *result =
        left != NULL ? composes_layout(r, divide_names[0], tile, a, t) : NULL;
    if (lcv_holds(result)) {
        lcv_result_free(result);
        result = composes_layout(r, divide_names[1], rest, a, left);
    }
    if (lcv_holds(result)) {
        lcv_result_free(result);
        result = lcv_check_complements(r, left, t, false);
    }
    lc_layout_free(tile);
    lc_layout_free(rest);
    lc_layout_free(left);
    return result;
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

/* What B lays copies of A along. Integers lay copies of coordinates along the one axis
 * that they have, where there is one, and A* is then that of this axis. */
static size_t along_axis(const lc_layout *a, const lc_layout *b)
{
    bool integers = lc_layout_codomain(b) != LC_COORDINATES;
    return lc_layout_codomain(a) == LC_COORDINATES && integers ? only_axis(a) : SIZE_MAX;
}

/* grid = A* o B, A* a complement of A. */
static lcv_result *check_copies(lcr_ctx *r, const lc_layout *grid, const lc_layout *a,
                                const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t axis = along_axis(a, b);
    lc_layout *of = axis != SIZE_MAX ? lc_layout_axis(ctx, a, axis)
                                     : lc_layout_ref(a);
    lc_layout *star = of != NULL ? lc_complement(ctx, of) : NULL, *left = NULL;
    if (star != NULL)
        left = axis != SIZE_MAX
                   ? lc_layout_on_axis(ctx, star, lc_layout_profile(a), axis)
                   : lc_layout_ref(star);
    lcv_result *result =
        left != NULL ? composes_layout(r, product_names, grid, left, b) : NULL;
    if (lcv_holds(result)) {
        lcv_result_free(result);
        result = lcv_check_complements(r, star, of, true);
    }
    lc_layout_free(of);
    lc_layout_free(star);
    lc_layout_free(left);
    return result;
}

/* value = (A, A* o B). */
static lcv_result *check_product(lcr_ctx *r, const lc_layout *value, const lc_layout *a,
                                 const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_layout_rank(value) != 2)
        return no_pair(ctx, value);
    lc_layout *block = lc_layout_mode(ctx, value, 0);
    lc_layout *grid = block != NULL ? lc_layout_mode(ctx, value, 1) : NULL;
    lcv_result *result = grid != NULL ? lcv_check_equal(ctx, block, a) : NULL;
    if (lcv_holds(result)) {
        lcv_result_free(result);
        result = check_copies(r, grid, a, b);
    }
    lc_layout_free(block);
    lc_layout_free(grid);
    return result;
}

/* ---- by mode ---- */

typedef lcv_result *pair_check(lcr_ctx *r, const lc_layout *value, const lc_layout *a,
                               const lc_layout *t);

static lcv_result *check_by_mode(lcr_ctx *r, const lc_layout *value, const lc_layout *a,
                                 const lc_tiler *t, pair_check *check)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole != NULL)
        return check(r, value, a, whole);
    size_t rank = lc_layout_rank(a);
    if (lc_layout_rank(value) != rank || lc_tiler_rank(t) > rank)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "rank"),
                           lcv_text(ctx, "%z is not %z", lc_layout_rank(value), rank));
    lcv_result *result = NULL;
    for (size_t i = 0; i < rank; i++) {
        lc_layout *part = lc_layout_mode(ctx, value, i);
        lc_layout *mode = part != NULL ? lc_layout_mode(ctx, a, i) : NULL;
        lcv_result_free(result);
        if (mode == NULL)
            result = NULL;
        else if (i < lc_tiler_rank(t))
            result = check_by_mode(r, part, mode, lc_tiler_mode(t, i), check);
        else
            result = lcv_check_equal(ctx, part, mode);
        lc_layout_free(part);
        lc_layout_free(mode);
        if (!lcv_holds(result))
            break;
    }
    return result;
}

typedef struct {
    lc_layout *value, *a;
    lc_tiler *t;
} tiling;

static bool take_tiling(lc_ctx *ctx, tiling *t, size_t n, lcv_value *const *args,
                        const lcv_value *value)
{
    *t = (tiling){NULL, NULL, NULL};
    if (n != 2 || value->kind != LCV_LAYOUT)
        return false;
    t->value = lc_layout_ref(value->layout);
    t->a = lcv_as_layout(ctx, args[0]);
    t->t = t->a != NULL ? lcv_as_tiler(ctx, args[1]) : NULL;
    return t->t != NULL;
}

static void free_tiling(tiling *t)
{
    lc_layout_free(t->value);
    lc_layout_free(t->a);
    lc_tiler_free(t->t);
}

static lcv_result *law_logical(lcr_ctx *r, size_t n, lcv_value *const *args,
                               const lcv_value *value, pair_check *check)
{
    tiling t;
    lcv_result *result = NULL;
    if (take_tiling(lcr_ctx_lc(r), &t, n, args, value))
        result = check_by_mode(r, t.value, t.a, t.t, check);
    free_tiling(&t);
    return result;
}

lcv_result *lcv_law_logical_divide(lcr_ctx *r, size_t n, lcv_value *const *args,
                                   const lcv_value *value)
{
    return law_logical(r, n, args, value, check_divide);
}

lcv_result *lcv_law_logical_product(lcr_ctx *r, size_t n, lcv_value *const *args,
                                    const lcv_value *value)
{
    return law_logical(r, n, args, value, check_product);
}

/* ---- zipped, tiled, flat ---- */

static bool add_mode(lc_ctx *ctx, lcv_leaves *list, const lc_layout *a, size_t i)
{
    lc_layout *mode = lc_layout_mode(ctx, a, i);
    bool ok = mode != NULL && lcv_leaves_add_layout(ctx, list, mode);
    lc_layout_free(mode);
    return ok;
}

/* The leaves of all tiles (`rests` false) or of all rests of a logical form. */
static bool add_side(lc_ctx *ctx, lcv_leaves *list, const lc_layout *logical, const lc_tiler *t,
                     bool rests)
{
    if (lc_tiler_as_layout(t) != NULL)
        return add_mode(ctx, list, logical, rests ? 1 : 0);
    bool ok = true;
    for (size_t i = 0; ok && i < lc_layout_rank(logical); i++) {
        if (i < lc_tiler_rank(t)) {
            lc_layout *part = lc_layout_mode(ctx, logical, i);
            ok = part != NULL && add_side(ctx, list, part, lc_tiler_mode(t, i), rests);
            lc_layout_free(part);
        } else if (rests) {
            ok = add_mode(ctx, list, logical, i);
        }
    }
    return ok;
}

static lcv_result *check_regrouped(lcr_ctx *r, const tiling *t, const lc_layout *logical,
                                   pair_check *check)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = check_by_mode(r, logical, t->a, t->t, check);
    if (!lcv_holds(result))
        return result;
    lcv_result_free(result);
    lcv_leaves list = lcv_leaves_like(t->value);
    result = NULL;
    if (add_side(ctx, &list, logical, t->t, false) && add_side(ctx, &list, logical, t->t, true))
        result = lcv_check_leaves(ctx, &list, t->value);
    lcv_leaves_free(&list);
    return result;
}

static lcv_result *law_regrouped(lcr_ctx *r, size_t n, lcv_value *const *args,
                                 const lcv_value *value,
                                 lc_layout *(*make)(lc_ctx *, const lc_layout *,
                                                    const lc_tiler *),
                                 pair_check *check)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    tiling t;
    lcv_result *result = NULL;
    if (take_tiling(ctx, &t, n, args, value)) {
        lc_layout *logical = make(ctx, t.a, t.t);
        if (logical != NULL)
            result = check_regrouped(r, &t, logical, check);
        lc_layout_free(logical);
    }
    free_tiling(&t);
    return result;
}

lcv_result *lcv_law_regrouped_divide(lcr_ctx *r, size_t n, lcv_value *const *args,
                                     const lcv_value *value)
{
    return law_regrouped(r, n, args, value, lc_logical_divide, check_divide);
}

lcv_result *lcv_law_regrouped_product(lcr_ctx *r, size_t n, lcv_value *const *args,
                                      const lcv_value *value)
{
    return law_regrouped(r, n, args, value, lc_logical_product, check_product);
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

/* Mode i of a side that is thought padded with 1:0. */
static bool add_padded(lc_ctx *ctx, lcv_leaves *list, const side *s, size_t i)
{
    if (i >= side_rank(s))
        return lcv_leaves_add_unit(ctx, list);
    return s->one_mode ? lcv_leaves_add_layout(ctx, list, s->layout)
                       : add_mode(ctx, list, s->layout, i);
}

/* Mode i of the value, as a function: that of the two sides, one after the other. */
static lcv_result *check_paired_mode(lcr_ctx *r, const lc_layout *mode, const side *first,
                                     const side *second, size_t i)
{
    static const char *const named[2] = {"mode(V,i)", "pair"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_leaves list = lcv_leaves_like(mode);
    lcv_result *result = NULL;
    if (add_padded(ctx, &list, first, i) && add_padded(ctx, &list, second, i))
        result = lcv_check_leaf_function(r, &list, mode, named);
    lcv_leaves_free(&list);
    return result;
}

static lcv_result *check_pairs(lcr_ctx *r, const lc_layout *value, const side *first,
                               const side *second)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t m = side_rank(first), n = side_rank(second), rank = m > n ? m : n;
    if (first->one_mode && second->one_mode) /* s:d by t:e: the pair is the value itself */
        return check_paired_mode(r, value, first, second, 0);
    if (lc_layout_rank(value) != rank)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "rank"),
                           lcv_text(ctx, "%z is not %z", lc_layout_rank(value), rank));
    lcv_result *result = NULL;
    for (size_t i = 0; i < rank; i++) {
        lc_layout *mode = lc_layout_mode(ctx, value, i);
        lcv_result_free(result);
        result = mode != NULL ? check_paired_mode(r, mode, first, second, i) : NULL;
        lc_layout_free(mode);
        if (!lcv_holds(result))
            break;
    }
    return result;
}

/* The value pairs the modes of A and of A* o B. */
static lcv_result *check_paired(lcr_ctx *r, const lc_layout *value, const lc_layout *a,
                                const lc_layout *b, bool raked)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tiler *t = lc_tiler_layout(ctx, b);
    lc_layout *both = t != NULL ? lc_logical_product(ctx, a, t) : NULL;
    lc_layout *grid = both != NULL ? lc_layout_mode(ctx, both, 1) : NULL;
    lcv_result *result = grid != NULL ? check_copies(r, grid, a, b) : NULL;
    if (lcv_holds(result)) {
        lcv_result_free(result);
        side block = {a, lc_layout_depth(a) == 0}, copies = {grid, lc_layout_depth(b) == 0};
        result = raked ? check_pairs(r, value, &copies, &block)
                       : check_pairs(r, value, &block, &copies);
    }
    lc_tiler_free(t);
    lc_layout_free(both);
    lc_layout_free(grid);
    return result;
}

static lcv_result *law_paired(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value,
                              bool raked)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n != 2 || value->kind != LCV_LAYOUT)
        return NULL;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_layout *b = a != NULL ? lcv_as_layout(ctx, args[1]) : NULL;
    lcv_result *result = b != NULL ? check_paired(r, value->layout, a, b, raked) : NULL;
    lc_layout_free(a);
    lc_layout_free(b);
    return result;
}

lcv_result *lcv_law_blocked_product(lcr_ctx *r, size_t n, lcv_value *const *args,
                                    const lcv_value *value)
{
    return law_paired(r, n, args, value, false);
}

lcv_result *lcv_law_raked_product(lcr_ctx *r, size_t n, lcv_value *const *args,
                                  const lcv_value *value)
{
    return law_paired(r, n, args, value, true);
}

/* How many copies of A lie along mode i of the shape; 0 with an error. */
static lc_int count_copies(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape, size_t i)
{
    bool has = i < lc_layout_rank(a);
    lc_layout *mode = has ? lc_layout_mode(ctx, a, i) : NULL;
    lc_tuple *target = lc_tuple_mode(ctx, shape, i);
    lc_int count = lc_int_const(0);
    if (target != NULL && (mode != NULL || !has))
        count = lc_int_cdiv(ctx, lc_tuple_size(ctx, target),
                            has ? lc_layout_size(ctx, mode) : lc_int_const(1));
    lc_layout_free(mode);
    lc_tuple_free(target);
    return count;
}

/* The next mode of those that are left: the first one of the least order, the first of all
 * where there is no order. */
static size_t next_mode(size_t rank, const bool *done, const lc_tuple *order)
{
    size_t next = rank;
    for (size_t i = rank; i-- > 0;)
        if (!done[i] && (next == rank || order == NULL ||
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
        bool together = order != NULL && last < rank &&
                        lc_int_eq(lc_tuple_value(order, last), lc_tuple_value(order, i));
        over = together ? over : all;
        step[i] = over;
        all = lc_int_mul(ctx, all, count[i]);
        done[i] = true;
        last = i;
    }
}

/* The copies of A that the shape takes, in order. */
static lc_layout *grid_of(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape,
                          const lc_tuple *order)
{
    size_t rank = lc_tuple_rank(shape);
    lc_int *count = lc_alloc(ctx, 2 * rank, sizeof *count);
    bool *done = lc_alloc(ctx, rank, sizeof *done);
    lc_layout *grid = NULL;
    if (count != NULL && done != NULL) {
        memset(done, 0, rank * sizeof *done);
        for (size_t i = 0; i < rank; i++)
            count[i] = count_copies(ctx, a, shape, i);
        step_over(ctx, rank, count, order, done, count + rank);
        if (lc_ctx_code(ctx) == LC_OK)
            grid = lc_layout_flat(ctx, rank, count, count + rank);
    }
    free(count);
    free(done);
    return grid;
}

lcv_result *lcv_law_tile_to_shape(lcr_ctx *r, size_t n, lcv_value *const *args,
                                  const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (n < 2 || n > 3 || value->kind != LCV_LAYOUT)
        return NULL;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_tuple *shape = a != NULL ? lcv_as_tuple(ctx, args[1]) : NULL;
    lc_tuple *order = shape != NULL && n == 3 ? lcv_as_tuple(ctx, args[2]) : NULL;
    lc_layout *grid = shape != NULL && (n == 2 || order != NULL)
                          ? grid_of(ctx, a, shape, order)
                          : NULL;
    lcv_result *result = grid != NULL ? check_paired(r, value->layout, a, grid, false) : NULL;
    lc_layout_free(a);
    lc_layout_free(grid);
    lc_tuple_free(shape);
    lc_tuple_free(order);
    return result;
}
