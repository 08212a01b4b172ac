/* reduce.c - a reduction, from the parts of threads to that of a row.
 *
 * Places in shared memory belong to one reduction: what has been put there is got after a
 * barrier, and not overwritten.
 */
#include "config.h"

#include "lowering.h"

static const lc_expr *number(lck_rows_lowering *w, int64_t n)
{
    return lck_number(&w->base, n);
}

static lck_register part(lck_rows_lowering *w, int64_t i)
{
    return (lck_register){LCK_OF_PARTS, number(w, i)};
}

static lck_function function_of(const lck_rows_lowering *w, int node)
{
    return w->rows->formula.node[node].function;
}

/* 0, or of max and min what -1/0 and 1/0 are. */
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
    const lc_expr *above = lc_expr_make(w->base.x, LC_EXPR_DIV, w->base.kernel->thread,
                                        number(w, d.at));
    return lc_expr_make(w->base.x, LC_EXPR_MOD, above, number(w, d.extent));
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
    return lc_expr_make(w->base.x, LC_EXPR_EQ, number_of(w, d), number(w, 0));
}

/* A row of the block, by its number among those of the thread. */
static const lc_expr *row_of_block(lck_rows_lowering *w, int64_t r)
{
    return lck_sum(&w->base, number_of(w, &w->rows->tree.rows),
                   number(w, r * w->rows->tree.rows.all));
}

/* ---- steps ---- */

static void reduce_lanes(lck_rows_lowering *w, int node)
{
    const lck_tree *tree = &w->rows->tree;
    for (size_t b = 0; b < tree->nbits; b++) {
        for (int64_t r = 0; r < tree->several; r++)
            lck_shuffle(&w->base.out, part(w, r), lck_row_register(w, node, number(w, r)),
                        tree->bit[b]);
        for (int64_t r = 0; r < tree->several; r++)
            lck_apply(&w->base.out, function_of(w, node), lck_row_register(w, node, number(w, r)),
                      part(w, r));
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

static void put(lck_rows_lowering *w, int node, int64_t r, const lc_expr *place)
{
    lck_register held = lck_row_register(w, node, number(w, r));
    lck_store(&w->base.out, LCK_SHARED, place, held.file, held.at, 1, 1);
}

/* Those of the warps of a row lie side by side. */
static void reduce_warps(lck_rows_lowering *w, int node)
{
    const lck_tree *tree = &w->rows->tree;
    int64_t n = tree->warps.all, first = w->nshared, width = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
    if (n == 1)
        return;
    w->nshared += n * tree->rows.all * tree->several;
    w->nshared = (w->nshared + 3) / 4 * 4;
    lck_if(&w->base.out, is_first(w, &tree->lanes));
    for (int64_t r = 0; r < tree->several; r++) {
        const lc_expr *place = lck_times(&w->base, row_of_block(w, r), number(w, n));
        place = lck_sum(&w->base, place, number_of(w, &tree->warps));
        put(w, node, r, lck_sum(&w->base, place, number(w, first)));
    }
    lck_end(&w->base.out);
    if (w->rows->plan->barrier)
        lck_barrier(&w->base.out);
    for (int64_t r = 0; r < tree->several; r++) {
        const lc_expr *place = lck_times(&w->base, row_of_block(w, r), number(w, n));
        place = lck_sum(&w->base, place, number(w, first));
        for (int64_t i = 0; i < n; i += width)
            lck_load(&w->base.out, LCK_SHARED, lck_sum(&w->base, place, number(w, i)),
                     LCK_OF_PARTS, number(w, i), 1, (int)width);
        join_parts(w, node, r, n);
    }
}

/* Each block of a cluster has one part of a row. */
static void reduce_cluster(lck_rows_lowering *w, int node)
{
    const lck_tree *tree = &w->rows->tree;
    const int blocks = w->rows->plan->cluster;
    int64_t first = w->nshared;
    if (blocks == 1)
        return;
    w->nshared = (w->nshared + tree->rows.all * tree->several + 3) / 4 * 4;
    lck_if(&w->base.out, lc_expr_make(w->base.x, LC_EXPR_ALL, is_first(w, &tree->lanes),
                                      is_first(w, &tree->warps)));
    for (int64_t r = 0; r < tree->several; r++)
        put(w, node, r, lck_sum(&w->base, row_of_block(w, r), number(w, first)));
    lck_end(&w->base.out);
    if (w->rows->plan->barrier)
        lck_barrier_of(&w->base.out, LCK_OF_CLUSTER, 0, 0);
    for (int64_t r = 0; r < tree->several; r++) {
        for (int b = 0; b < blocks; b++)
            lck_load_from(&w->base.out, number(w, b), LCK_SHARED,
                          lck_sum(&w->base, row_of_block(w, r), number(w, first)), LCK_OF_PARTS,
                          number(w, b), 1, 1);
        join_parts(w, node, r, blocks);
    }
}

void lck_finish_reduction(lck_rows_lowering *w, int node)
{
    lck_comment(&w->base.out, "the parts of all threads of a row");
    reduce_lanes(w, node);
    reduce_warps(w, node);
    reduce_cluster(w, node);
}
