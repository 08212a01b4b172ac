/* reduce.c - the reductions of a stage, from the parts of threads to those of rows.
 *
 * Places in shared memory belong to one reduction: what has been put there is got after a
 * barrier, and not overwritten.
 */
#include "config.h"

#include "lowering.h"

static const lc_expr *number(lck_rows_lowering *w, int64_t n)
{
    return lck_int(&w->base, n);
}

static lck_register part(lck_rows_lowering *w, int64_t i)
{
    return (lck_register){LCK_OF_PARTS, number(w, i)};
}

static lck_function function_of(const lck_rows_lowering *w, int node)
{
    return w->rows->formula.node[node].function;
}

/* 0; for max and min -inf and inf. */
void lck_begin_reduction(lck_rows_lowering *w, int node)
{
    lck_function function = function_of(w, node);
    for (int64_t r = 0; r < w->rows->tree.several; r++) {
        lck_register held = lck_row_register(w, node, number(w, r));
        lck_zero(&w->base.out, held);
        if (function == LCK_PLUS)
            continue;
        lck_set(&w->base.out, part(w, 0), number(w, function == LCK_MAX ? -1 : 1));
        lck_apply_to(&w->base.out, LCK_OVER, held, part(w, 0), held);
    }
}

/* ---- who has what ---- */

static const lc_expr *digit(lck_rows_lowering *w, lck_digit d)
{
    const lc_expr *above = lck_div(&w->base, w->base.kernel->thread, number(w, d.at));
    return lck_mod(&w->base, above, number(w, d.extent));
}

/* The number that digits make, the first one the fastest. */
static const lc_expr *number_of(lck_rows_lowering *w, const lck_digits *d)
{
    const lc_expr *sum = number(w, 0);
    int64_t weight = 1;
    for (size_t i = 0; i < d->n; weight *= d->digit[i++].extent)
        sum = lc_expr_add_scaled(w->base.x, sum, weight, digit(w, d->digit[i]));
    return sum;
}

/* Is it the first of those that the digits count? */
static const lc_expr *is_first(lck_rows_lowering *w, const lck_digits *d)
{
    return lck_eq(&w->base, number_of(w, d), number(w, 0));
}

/* A row of the block, by its number among those of the thread. */
static const lc_expr *row_of_block(lck_rows_lowering *w, int64_t r)
{
    return lck_add(&w->base, number_of(w, &w->rows->tree.rows),
                   number(w, r * w->rows->tree.rows.all));
}

/* ---- steps, of several reductions at once ---- */

static void reduce_lanes(lck_rows_lowering *w, size_t n, const int *node)
{
    const lck_tree *tree = &w->rows->tree;
    for (size_t b = 0; b < tree->nbits; b++)
        for (int joins = 0; joins < 2; joins++)
            for (int64_t i = 0; i < (int64_t)n * tree->several; i++) {
                const int of = node[i / tree->several];
                lck_register held = lck_row_register(w, of, number(w, i % tree->several));
                if (joins)
                    lck_apply(&w->base.out, function_of(w, of), held, part(w, i));
                else
                    lck_shuffle(&w->base.out, part(w, i), held, tree->bit[b]);
            }
}

/* The parts [0, n) of a row become that of the row, in halves. */
static void join_parts(lck_rows_lowering *w, int node, int64_t r, int64_t n)
{
    lck_register held = lck_row_register(w, node, number(w, r));
    for (; n > 2; n = (n + 1) / 2)
        for (int64_t i = 0; i < n / 2; i++)
            lck_apply(&w->base.out, function_of(w, node), part(w, i), part(w, i + (n + 1) / 2));
    lck_apply_to(&w->base.out, function_of(w, node), held, part(w, 0), part(w, 1));
}

/* The places of a reduction, `each` of a row; vectors of 4 begin with it. */
static int64_t room_of(const lck_rows_lowering *w, int64_t each)
{
    const lck_tree *tree = &w->rows->tree;
    return (tree->rows.all * tree->several * each + 3) / 4 * 4;
}

/* Where the parts of a row of the thread lie, `each` of them: those of a reduction one row after
 * the other, behind those of the reductions before it. */
static const lc_expr *place_of(lck_rows_lowering *w, int64_t first, size_t number_of_node,
                               int64_t r, int64_t each)
{
    const lc_expr *place = lck_mul(&w->base, row_of_block(w, r), number(w, each));
    return lck_add(&w->base, place,
                   number(w, first + (int64_t)number_of_node * room_of(w, each)));
}

/* So many places for each row and reduction; the first of them. */
static int64_t take_places(lck_rows_lowering *w, size_t n, int64_t each)
{
    int64_t first = w->nshared;
    w->nshared += (int64_t)n * room_of(w, each);
    return first;
}

/* The first thread of those that have a part puts it, at place `within` of its row. */
static void put(lck_rows_lowering *w, size_t n, const int *node, int64_t first, int64_t each,
                const lc_expr *leads, const lc_expr *within)
{
    lck_if(&w->base.out, leads);
    for (size_t i = 0; i < n; i++)
        for (int64_t r = 0; r < w->rows->tree.several; r++) {
            lck_register held = lck_row_register(w, node[i], number(w, r));
            lck_store(&w->base.out, LCK_SHARED,
                      lck_add(&w->base, place_of(w, first, i, r, each), within), held.file,
                      held.at, 1, 1);
        }
    lck_end(&w->base.out);
}

/* Those of the warps of a row lie side by side. */
static void reduce_warps(lck_rows_lowering *w, size_t n, const int *node)
{
    const lck_tree *tree = &w->rows->tree;
    int64_t all = tree->warps.all, width = all % 4 == 0 ? 4 : all % 2 == 0 ? 2 : 1;
    if (all == 1)
        return;
    int64_t first = take_places(w, n, all);
    put(w, n, node, first, all, is_first(w, &tree->lanes), number_of(w, &tree->warps));
    if (w->rows->plan->barrier)
        lck_barrier(&w->base.out);
    for (size_t i = 0; i < n; i++)
        for (int64_t r = 0; r < tree->several; r++) {
            const lc_expr *place = place_of(w, first, i, r, all);
            for (int64_t k = 0; k < all; k += width)
                lck_load(&w->base.out, LCK_SHARED, lck_add(&w->base, place, number(w, k)),
                         LCK_OF_PARTS, number(w, k), 1, (int)width);
            join_parts(w, node[i], r, all);
        }
}

/* Each block of a cluster has one part of a row. */
static void reduce_cluster(lck_rows_lowering *w, size_t n, const int *node)
{
    const lck_tree *tree = &w->rows->tree;
    const int blocks = w->rows->plan->cluster;
    if (blocks == 1)
        return;
    int64_t first = take_places(w, n, 1);
    put(w, n, node, first, 1,
        lck_all(&w->base, is_first(w, &tree->lanes), is_first(w, &tree->warps)), number(w, 0));
    if (w->rows->plan->barrier)
        lck_barrier_of(&w->base.out, LCK_OF_CLUSTER, 0, 0);
    for (size_t i = 0; i < n; i++)
        for (int64_t r = 0; r < tree->several; r++) {
            for (int b = 0; b < blocks; b++)
                lck_load_from(&w->base.out, number(w, b), LCK_SHARED, place_of(w, first, i, r, 1),
                              LCK_OF_PARTS, number(w, b), 1, 1);
            join_parts(w, node[i], r, blocks);
        }
}

void lck_finish_reductions(lck_rows_lowering *w, size_t n, const int *node)
{
    if (n == 0)
        return;
    lck_comment(&w->base.out, "the parts of all threads of a row");
    reduce_lanes(w, n, node);
    reduce_warps(w, n, node);
    reduce_cluster(w, n, node);
}
