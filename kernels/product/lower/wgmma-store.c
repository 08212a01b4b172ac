/* wgmma-store.c - how a warpgroup stores its sums.
 *
 * Of an atom, thread t has rows t/4 % 8 and 8 more of the 16 of its warp, and of each 8 columns
 * 2 (t % 4) and the next: 4 sums, row by row.
 *
 * By TMA, boxes of 64 rows go through buffers in shared memory, in turns: those of 16-bit
 * elements as matrices, 8 or 16 columns at a time, others as pairs. Matrices are transposed on
 * their way where lines of C lie along m. Else each thread stores pairs, guarded.
 */
#include "config.h"

#include "wgmma.h"

/* Sums that a thread has of 8 columns, of both its rows. */
enum { SUMS_OF_8 = 4 };

static bool by_matrices(const lck_wgmma_making *g)
{
    return g->w->product->element[LCK_C]->bytes == 2;
}

static bool converts(const lck_wgmma_making *g)
{
    return g->w->product->element[LCK_C] != g->w->product->accumulate;
}

bool lck_wgmma_store_files(lck_wgmma_making *g)
{
    lck_kernel *kernel = g->w->kernel;
    bool matrices = g->boxes && by_matrices(g);
    if (!matrices && !converts(g)) {
        g->moved = g->sums;
        return true;
    }
    g->moved = (int)kernel->nfiles;
    if (!lck_kernel_file(kernel, "result", g->w->product->element[LCK_C], matrices ? 8 : 2))
        return false;
    kernel->file[g->moved].packed = matrices;
    return true;
}

/* All threads of the own warpgroup. */
static void group_barrier(lck_wgmma_making *g, const lc_expr *group)
{
    lck_making *w = g->w;
    const int groups = g->team * g->teams;
    for (int i = 0; i < groups; i++) {
        if (i + 1 < groups)
            lck_if(&w->out, lck_eq_by(w, group, i));
        lck_barrier_of(&w->out, LCK_OF_THREADS, i + 1, 128);
        if (i + 1 < groups)
            lck_else(&w->out);
    }
    for (int i = 0; i + 1 < groups; i++)
        lck_end(&w->out);
}

/* One thread of a warpgroup stores by TMA, and awaits what it has stored. */
static void begin_one_thread(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *thread = lck_mod_by(w, w->kernel->thread, 128);
    lck_if(&w->out, lck_eq_by(w, thread, 0));
}

/* At most so many boxes are still read. */
static void await_buffers(lck_wgmma_making *g, const lc_expr *group, int pending)
{
    begin_one_thread(g);
    lck_drain(&g->w->out, LCK_BULK, pending, true);
    lck_end(&g->w->out);
    group_barrier(g, group);
}

void lck_wgmma_store_begin(lck_wgmma_making *g, const lc_expr *group)
{
    await_buffers(g, group, 0);
}

void lck_wgmma_store_end(lck_wgmma_making *g)
{
    begin_one_thread(g);
    lck_drain(&g->w->out, LCK_BULK, 0, false);
    lck_end(&g->w->out);
}

/* ---- boxes ---- */

/* The place in a buffer of an element: 16 bytes of a line change places with others. */
static const lc_expr *in_buffer(lck_wgmma_making *g, const lc_expr *base, const lc_expr *row,
                                const lc_expr *column)
{
    const lc_expr *line = g->out.turned ? column : row;
    const lc_expr *in_line = g->out.turned ? row : column;
    lck_making *w = g->w;
    const lck_tile_out *o = &g->out;
    const int unit = 16 / w->product->element[LCK_C]->bytes;
    const lc_expr *at = lck_div_by(w, in_line, unit);
    if (o->span) {
        const lc_expr *turn = lck_div_by(w, line, 128 / o->span);
        at = lck_xor(w, at, lck_mod_by(w, turn, o->span / 16));
    }
    at = lck_add(w, lck_mul_by(w, at, unit), lck_mod_by(w, in_line, unit));
    at = lck_add(w, lck_mul_by(w, line, o->chunk), at);
    return lck_add(w, base, at);
}

/* 16 columns, or 8, from sum `first` on: a lane has the address of a line of one of 4 matrices,
 * or of 2: of the upper and the lower 8 rows, of 8 columns and of the next. */
static void put_matrices(lck_wgmma_making *g, const lc_expr *base, const lc_expr *first,
                         const lc_expr *columns, int count)
{
    lck_making *w = g->w;
    const lc_expr *zero = lck_int(w, 0);
    const lc_expr *warp = lck_mod_by(w, g->warp, 4);
    const lc_expr *row = lck_mul_by(w, warp, 16);
    const lc_expr *half = count > 8 ? lck_div_by(w, g->lane, 16) : zero;
    const lc_expr *column = lck_add(w, columns, lck_mul_by(w, half, 8));
    if (g->out.turned) {
        const lc_expr *eight = lck_mod_by(w, lck_div_by(w, g->lane, 8), 2);
        row = lck_add(w, row, lck_mul_by(w, eight, 8));
        column = lck_add(w, column, lck_mod_by(w, g->lane, 8));
    } else {
        row = lck_add(w, row, lck_mod_by(w, g->lane, 16));
    }
    lck_convert(&w->out, (lck_register){g->moved, zero}, (lck_register){g->sums, first},
                count / 2);
    lck_matrix_store(&w->out, (lck_place){g->staged[LCK_C], in_buffer(g, base, row, column)},
                     (lck_register){g->moved, zero}, count / 4, g->out.turned);
}

/* The row of a thread's pair of sums, the upper or the lower one, among 64; its first column. */
static const lc_expr *row_of_pair(lck_wgmma_making *g, const lc_expr *lower)
{
    lck_making *w = g->w;
    const lc_expr *warp = lck_mod_by(w, g->warp, 4);
    const lc_expr *row = lck_add(w, lck_mul_by(w, warp, 16), lck_div_by(w, g->lane, 4));
    return lck_add(w, row, lck_mul_by(w, lower, 8));
}

static const lc_expr *column_of_pair(lck_wgmma_making *g, const lc_expr *columns)
{
    lck_making *w = g->w;
    const lc_expr *pair = lck_mod_by(w, g->lane, 4);
    return lck_add(w, columns, lck_mul_by(w, pair, 2));
}

/* 8 columns, pair by pair. */
static void put_pairs(lck_wgmma_making *g, const lc_expr *base, const lc_expr *first,
                      const lc_expr *columns)
{
    lck_making *w = g->w;
    const lc_expr *lower = lck_count_of(w, "lower", lck_int(w, 2));
    lck_for(&w->out, lower, 2);
    const lc_expr *pair = lck_add(w, first, lck_mul_by(w, lower, 2));
    const lc_expr *place = in_buffer(g, base, row_of_pair(g, lower), column_of_pair(g, columns));
    if (converts(g)) {
        const lc_expr *zero = lck_int(w, 0);
        lck_convert(&w->out, (lck_register){g->moved, zero}, (lck_register){g->sums, pair}, 2);
        pair = zero;
    }
    lck_store(&w->out, g->staged[LCK_C], place, g->moved, pair, 1, 2);
    lck_end(&w->out);
}

/* The coordinates of a column of box q of a warpgroup, in its first row, of all axes. */
static bool place_in_box(lck_wgmma_making *g, const lc_expr *group, const lc_expr *q,
                         const lc_expr *in_box, const lc_expr **crd)
{
    lck_making *w = g->w;
    const lc_expr *of_rows = lck_div_by(w, q, g->out.boxes);
    const lc_expr *of_columns = lck_mod_by(w, q, g->out.boxes);
    const lc_expr *row = lck_add(w, lck_mul_by(w, lck_wgmma_down(g, group), g->rows),
                                 lck_mul_by(w, of_rows, g->out.rows));
    const lc_expr *column = lck_add(w, lck_mul_by(w, lck_wgmma_across(g, group), g->columns),
                                    lck_mul_by(w, of_columns, g->out.columns));
    column = lck_add(w, column, in_box);
    lck_making_batch(w, crd);
    return lck_making_crd(w, LCK_ALONG_M, row, crd) &&
           lck_making_crd(w, LCK_ALONG_N, column, crd);
}

/* Turns the sums of `count` columns of box q into results, before they are stored. */
static void finish_sums(lck_wgmma_making *g, const lc_expr *group, const lc_expr *q,
                        const lc_expr *first, const lc_expr *columns, int count)
{
    lck_making *w = g->w;
    const lc_expr *crd[LCK_MAX_RANK];
    if (w->alpha < 0 && w->bias < 0 && w->product->activation == LCK_NO_ACTIVATION)
        return;
    const lc_expr *i = lck_count_of(w, "i", lck_int(w, count / 2));
    lck_for(&w->out, i, count / 2);
    const lc_expr *of_8 = lck_div_by(w, i, SUMS_OF_8);
    const lc_expr *column = lck_add(w, column_of_pair(g, columns), lck_mul_by(w, of_8, 8));
    column = lck_add(w, column, lck_mod_by(w, i, 2));
    if (!place_in_box(g, group, q, column, crd))
        w->out.failed = true;
    lck_register held = {g->sums, lck_add(w, first, i)};
    if (w->bias >= 0)
        lck_if(&w->out, lck_making_inside(w, 1u << LCK_ALONG_N, crd));
    if (!w->out.failed)
        lck_making_finish(w, held, crd);
    if (w->bias >= 0)
        lck_end(&w->out);
    lck_end(&w->out);
}

static void store_box(lck_wgmma_making *g, const lc_expr *group, const lc_expr *q,
                      const lc_expr *base)
{
    lck_making *w = g->w;
    const lc_expr *of_axes[LCK_MAX_RANK], *crd[LCK_MAX_MAP_RANK];
    lck_fence(&w->out, LCK_FENCE_PROXY);
    group_barrier(g, group);
    begin_one_thread(g);
    if (!place_in_box(g, group, q, lck_int(w, 0), of_axes))
        w->out.failed = true;
    lck_wgmma_crd(g, LCK_C, of_axes, crd);
    lck_tma_store(&w->out, g->map[LCK_C], crd, (lck_place){g->staged[LCK_C], base});
    lck_commit(&w->out, LCK_BULK);
    lck_end(&w->out);
}

static void store_boxes(lck_wgmma_making *g, const lc_expr *group)
{
    lck_making *w = g->w;
    const lck_tile_out *o = &g->out;
    const int boxes = (int)(g->rows / o->rows * o->boxes);
    const int step = by_matrices(g) && o->columns % 16 == 0 ? 16 : 8;
    const lc_expr *q = lck_count_of(w, "box", lck_int(w, boxes));
    const lc_expr *slice = lck_count_of(w, "slice", lck_int(w, o->columns / step));
    lck_for(&w->out, q, boxes);
    if (boxes > o->buffers) {
        lck_if(&w->out, lck_le(w, lck_int(w, o->buffers), q));
        await_buffers(g, group, o->buffers - 1);
        lck_end(&w->out);
    }
    const lc_expr *buffer = lck_add(w, lck_mul_by(w, group, o->buffers),
                                    lck_mod_by(w, q, o->buffers));
    const lc_expr *base = lck_mul_by(w, buffer, o->elements);
    const lc_expr *first = lck_add(w, lck_mul_by(w, q, o->columns / 2),
                                   lck_mul_by(w, slice, step / 2));
    lck_for(&w->out, slice, o->columns / step);
    const lc_expr *columns = lck_mul_by(w, slice, step);
    finish_sums(g, group, q, first, columns, step);
    if (by_matrices(g))
        put_matrices(g, base, first, columns, step);
    else
        put_pairs(g, base, first, columns);
    lck_end(&w->out);
    store_box(g, group, q, base);
    lck_end(&w->out);
}

/* ---- pairs, guarded ---- */

/* A pair, as one vector if the rows of C allow it. */
static void store_pair(lck_wgmma_making *g, const lc_expr *row, const lc_expr *column,
                       const lc_expr *first)
{
    lck_making *w = g->w;
    const lc_expr *crd[LCK_MAX_RANK];
    const int width = w->recipe->vector[LCK_C] > 1 ? 2 : 1;
    lck_making_batch(w, crd);
    for (int i = 0; i < 2; i += width)
        if (lck_making_crd(w, LCK_ALONG_M, row, crd) &&
            lck_making_crd(w, LCK_ALONG_N, lck_add_by(w, column, i), crd))
            lck_making_store(w, g->sums, lck_add_by(w, first, i), g->moved, crd, width);
        else
            w->out.failed = true;
}

void lck_wgmma_store_slice(lck_wgmma_making *g, const lc_expr *group, const lc_expr *slice,
                           const lc_expr *first)
{
    lck_making *w = g->w;
    const lc_expr *lower = lck_count_of(w, "lower", lck_int(w, 2));
    const lc_expr *atom = lck_div_by(w, slice, g->columns / 8);
    slice = lck_mod_by(w, slice, g->columns / 8);
    lck_for(&w->out, lower, 2);
    const lc_expr *row = lck_add(w, row_of_pair(g, lower), lck_mul_by(w, atom, 64));
    row = lck_add(w, row, lck_mul_by(w, lck_wgmma_down(g, group), g->rows));
    const lc_expr *column = column_of_pair(g, lck_mul_by(w, slice, 8));
    column = lck_add(w, column, lck_mul_by(w, lck_wgmma_across(g, group), g->columns));
    store_pair(g, row, column, lck_add(w, first, lck_mul_by(w, lower, 2)));
    lck_end(&w->out);
}

static void store_slices(lck_wgmma_making *g, const lc_expr *group)
{
    lck_making *w = g->w;
    const int64_t slices = g->rows / 64 * g->columns / 8;
    const lc_expr *slice = lck_count_of(w, "slice", lck_int(w, slices));
    lck_for(&w->out, slice, slices);
    lck_wgmma_store_slice(g, group, slice, lck_mul_by(w, slice, SUMS_OF_8));
    lck_end(&w->out);
}

void lck_wgmma_store(lck_wgmma_making *g, const lc_expr *group)
{
    if (g->boxes)
        store_boxes(g, group);
    else
        store_slices(g, group);
}
