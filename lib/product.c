/* product.c - products of a layout by a tiler (Cecka 3.5.1). */
#include "config.h"

#include <stdlib.h>

#include "regroup.h"

/* A* o B for A of integers; A* is a view. */
static lc_layout *copies_of_integers(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[a->nleaves + 1], step[a->nleaves + 1];
    uint32_t node[a->nleaves + 2];
    lc_layout *result = NULL, star;
    size_t n = lc_complement_modes(ctx, a, extent, step);
    if (n != SIZE_MAX) {
        lc_view_flat(&star, n, extent, step, node);
        result = lc_compose(ctx, &star, b);
        if (!result)
            lc_explain_needed(ctx, "product", "A* o B as A o B", "A*", &star);
    }
    lc_frame_close(ctx, frame);
    return result;
}

/* The only axis with a stride; SIZE_MAX when there is none or another. */
static size_t only_axis(const lc_layout *a)
{
    size_t found = SIZE_MAX;
    for (size_t axis = 0; axis < a->naxes; axis++) {
        lc_layout view;
        lc_view_axis(&view, a, axis);
        if (lc_all_zero(&view))
            continue;
        if (found != SIZE_MAX)
            return SIZE_MAX;
        found = axis;
    }
    return found;
}

/* A along one axis by integers: the copies are along that axis, too. */
static lc_layout *copies_along_axis(lc_ctx *ctx, const lc_layout *a, size_t axis,
                                    const lc_layout *b)
{
    lc_layout view;
    lc_view_axis(&view, a, axis);
    lc_layout *integers = copies_of_integers(ctx, &view, b);
    lc_layout *result = integers ? lc_layout_on_axis(ctx, integers, a->profile, axis) : NULL;
    lc_layout_free(integers);
    return result;
}

/* A* is nested like the values of A. The values of B are nested likewise, or are integral
 * coordinates of A*: the places that an axis leaves out come before the next axis, and the last
 * axis goes on. */
static lc_layout *copies_by_axis(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_layout *star = lc_complement(ctx, a), *result = NULL;
    if (star) {
        result = lc_compose(ctx, star, b);
        if (!result)
            lc_explain_needed(ctx, "product", "A* o B as A o B", "A*", star);
    }
    lc_layout_free(star);
    return result;
}

/* A* o B, A* the extendable complement of A. */
static lc_layout *copies(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    if (a->codomain != LC_COORDINATES)
        return copies_of_integers(ctx, a, b);
    size_t axis = b->codomain == LC_COORDINATES ? SIZE_MAX : only_axis(a);
    return axis == SIZE_MAX ? copies_by_axis(ctx, a, b) : copies_along_axis(ctx, a, axis, b);
}

/* (A, A* o B). */
static lc_layout *product_by_layout(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_layout *grid = copies(ctx, a, b), *result = NULL;
    const lc_layout *part[2] = {a, grid};
    lc_writer w;
    if (grid && lc_write_begin_joined(ctx, &w, 2, part, 1 + a->nnodes + grid->nnodes,
                                      a->nleaves + grid->nleaves)) {
        lc_write_tuple(&w, 2);
        lc_write_layout(&w, a);
        lc_write_layout(&w, grid);
        result = lc_write_end(ctx, &w);
    }
    lc_layout_free(grid);
    return result;
}

lc_layout *lc_logical_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_by_mode(ctx, a, t, product_by_layout);
}

lc_layout *lc_zipped_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_zip_with_modes(ctx, a, t, product_by_layout, copies);
}

lc_layout *lc_tiled_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_spread(ctx, lc_zipped_product(ctx, a, t), false);
}

lc_layout *lc_flat_product(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_spread(ctx, lc_zipped_product(ctx, a, t), true);
}

/* ---- blocked and raked (Figures 10 and 11) ---- */

/* Mode i of a layout, 1:0 past its last. A layout of `rank` 1 is its own mode. */
static void write_padded(lc_writer *w, const lc_layout *a, size_t rank, size_t i)
{
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    uint32_t node;
    lc_layout unit;
    if (i >= rank) {
        lc_view_flat(&unit, 1, &one, &zero, &node);
        lc_write_layout(w, &unit);
    } else {
        lc_write_span(w, a, lc_nest_mode(a->node, a->nnodes, a->nleaves, i));
    }
}

/* The product of the whole layouts, its modes paired: block first, or grid first. */
static lc_layout *paired_modes(lc_ctx *ctx, const lc_layout *a, const lc_layout *b, bool raked)
{
    lc_layout *grid = copies(ctx, a, b), *result = NULL;
    if (!grid)
        return NULL;
    /* s:d by t:e gives (s,t), not ((s,t),): B without a tuple is one mode, also when the product
     * splits it. */
    size_t rank_a = lc_layout_rank(a), rank_b = lc_layout_rank(b);
    size_t rank = rank_a > rank_b ? rank_a : rank_b;
    bool plain = a->node[0] == 0 && b->node[0] == 0, single = b->node[0] == 0;
    const lc_layout *part[2] = {a, grid};
    lc_writer w;
    if (lc_write_begin_joined(ctx, &w, 2, part, 1 + 3 * rank + a->nnodes + grid->nnodes,
                              a->nleaves + grid->nleaves + 2 * rank - rank_a - rank_b)) {
        if (!plain)
            lc_write_tuple(&w, rank);
        for (size_t i = 0; i < rank; i++) {
            lc_write_tuple(&w, 2);
            for (int half = 0; half < 2; half++) {
                if ((half == 0) != raked)
                    write_padded(&w, a, rank_a, i);
                else if (single && i == 0)
                    lc_write_layout(&w, grid);
                else
                    write_padded(&w, grid, rank_b, i);
            }
        }
        result = lc_write_end(ctx, &w);
    }
    lc_layout_free(grid);
    return result;
}

lc_layout *lc_blocked_product(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    return paired_modes(ctx, a, b, false);
}

lc_layout *lc_raked_product(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    return paired_modes(ctx, a, b, true);
}

/* ---- tile_to_shape ---- */

static bool order_fits(lc_ctx *ctx, const lc_tuple *order, size_t rank)
{
    bool flat = lc_tuple_rank(order) == rank && lc_tuple_nleaves(order) == rank &&
                lc_tuple_depth(order) <= 1;
    if (flat && !lc_tuple_has_wildcard(order))
        return true;
    char *text = lc_tuple_to_str(ctx, order);
    if (text)
        lc_fail(ctx, LC_ERR_INVALID,
                "the order %.200s for a shape of rank %zu: expected an integer for each mode",
                text, rank);
    free(text);
    return false;
}

/* How many tiles lie along each mode of the shape, and past it where they have to. */
static bool count_tiles(lc_ctx *ctx, const lc_layout *tile, const lc_tuple *shape, lc_int *count)
{
    size_t rank = lc_tuple_rank(shape);
    bool ok = true;
    for (size_t i = 0; ok && i < rank; i++) {
        bool has = i < lc_layout_rank(tile);
        lc_layout *mode = has ? lc_layout_mode(ctx, tile, i) : NULL;
        lc_tuple *target = lc_tuple_mode(ctx, shape, i);
        ok = target && (mode || !has);
        if (ok)
            count[i] = lc_int_cdiv(ctx, lc_tuple_size(ctx, target),
                                   has ? lc_layout_size(ctx, mode) : lc_int_const(1));
        lc_layout_free(mode);
        lc_tuple_free(target);
    }
    return ok;
}

typedef struct {
    lc_int order;
    size_t mode;
} place;

static int by_order(const void *a, const void *b)
{
    lc_int x = ((const place *)a)->order, y = ((const place *)b)->order;
    return lc_int_lt(x, y) ? -1 : lc_int_lt(y, x);
}

/* A mode begins after all modes of less order; without an order the first mode comes first. Modes
 * of equal order begin together, as in CuTe; modes of extent 1 stand still. */
static void steps_in_order(lc_ctx *ctx, size_t rank, const lc_int *count, const lc_tuple *order,
                           lc_int *step)
{
    place at[rank];
    lc_int before = lc_int_const(1), size = before;
    for (size_t i = 0; i < rank; i++)
        at[i] = (place){order ? order->leaf[i] : lc_int_si(ctx, (int64_t)i), i};
    qsort(at, rank, sizeof *at, by_order);
    for (size_t k = 0; k < rank; k++) {
        size_t i = at[k].mode;
        if (k > 0 && lc_int_lt(at[k - 1].order, at[k].order))
            before = size;
        step[i] = lc_int_is_one(count[i]) ? lc_int_const(0) : before;
        size = lc_int_mul(ctx, size, count[i]);
    }
}

/* A layout of one integer a mode; n = 1 with a tuple around it, or plain. */
static lc_layout *flat_layout(lc_ctx *ctx, size_t n, const lc_int *extent, const lc_int *step,
                              bool plain)
{
    lc_tuple *shape = plain ? lc_tuple_leaf(ctx, extent[0]) : lc_tuple_flat(ctx, n, extent);
    lc_tuple *stride = plain ? lc_tuple_leaf(ctx, step[0]) : lc_tuple_flat(ctx, n, step);
    lc_layout *a = shape && stride ? lc_layout_new(ctx, shape, stride) : NULL;
    lc_tuple_free(shape);
    lc_tuple_free(stride);
    return a;
}

lc_layout *lc_tile_to_shape(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape,
                            const lc_tuple *order)
{
    size_t rank = lc_tuple_rank(shape);
    if (lc_layout_rank(a) > rank)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "a tile of rank %zu for a shape of rank %zu: expected at least as many "
                       "modes in the shape",
                       lc_layout_rank(a), rank);
    if (order && !order_fits(ctx, order, rank))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *grid = NULL, *result = NULL;
    lc_int count[rank], step[rank];
    if (count_tiles(ctx, a, shape, count)) {
        steps_in_order(ctx, rank, count, order, step);
        grid = flat_layout(ctx, rank, count, step, lc_tuple_is_leaf(shape));
    }
    if (grid)
        result = lc_blocked_product(ctx, a, grid);
    lc_layout_free(grid);
    lc_frame_close(ctx, frame);
    return result;
}
