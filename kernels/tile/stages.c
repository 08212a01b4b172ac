/* stages.c - tiles in stages of shared memory. */
#include "config.h"

#include "tile.h"

#include <string.h>

enum { SWIZZLED = 1024 }; /* bytes that the swizzle repeats after */

bool lck_tile_new(lck_kernel *kernel, const char *name, const lck_element *element, int rows,
                  int columns, int stages, int span, lck_tile *out)
{
    const int chunk = span / element->bytes;
    if (columns % chunk != 0 || rows % 8 != 0)
        return lc_fail(kernel->ctx, LC_ERR_INVALID,
                       "a stage of %d rows of %d elements: expected multiples of 8 and of %d",
                       rows, columns, chunk);
    *out = (lck_tile){.element = element,
                      .array = (int)kernel->narrays,
                      .map = -1,
                      .rows = rows,
                      .columns = columns,
                      .stages = stages,
                      .used = columns,
                      .chunk = chunk,
                      .span = span,
                      .elements = (int64_t)rows * columns};
    if (!lck_kernel_array(kernel, name, LCK_OF_BLOCK, element,
                          lc_expr_int(kernel->x, out->elements * stages)))
        return false;
    kernel->array[out->array].alignment = SWIZZLED;
    return true;
}

int lck_tile_bytes(const lck_tiling *t, const lck_tile *staged)
{
    const lck_map *map = &t->kernel->map[staged->map];
    int bytes = staged->element->bytes * (staged->columns / staged->chunk);
    for (size_t i = 0; i < map->rank; i++)
        bytes *= map->box[i];
    return bytes;
}

void lck_tile_load(lck_tiling *t, const lck_tile *to, const lc_expr *slot, int row,
                   const lc_expr *const *crd, int ring, const lc_expr *of)
{
    const lc_expr *at[LCK_MAX_MAP_RANK];
    const lc_expr *stage = lck_mul_by(t, slot, to->elements);
    memcpy(at, crd, t->kernel->map[to->map].rank * sizeof *at);
    for (int i = 0; i < to->columns / to->chunk; i++) {
        at[0] = lck_add_by(t, crd[0], (int64_t)i * to->chunk);
        lck_tma_load(&t->out, to->map, at,
                     (lck_place){to->array,
                                 lck_add_by(t, stage, ((int64_t)i * to->rows + row) * to->chunk)},
                     ring, of, NULL, NULL);
    }
}

/* Four rows of a chunk at a time. The swizzle exchanges 16 bytes of a row with others of it. */
void lck_tile_clear(lck_tiling *t, const lck_tile *of, const lc_expr *slot, const lc_expr *first,
                    int zeros)
{
    const int unit = 16 / of->element->bytes, units = of->chunk / unit, at_once = 32 / units;
    const lc_expr *rows = lck_sub(t, lck_int(t, of->rows), first);
    const lc_expr *rounds = lc_expr_ceil_div(t->x, lck_max_by(t, rows, 0), lck_int(t, at_once));
    lck_zeros(&t->out, (lck_register){zeros, lck_int(t, 0)}, unit);
    const lc_expr *i = lck_tile_count(t, "i", rounds);
    lck_loop(&t->out, i, rounds);
    const lc_expr *row = lck_add(t, first, lck_mul_by(t, i, at_once));
    row = lck_tile_name(t, "row", lck_add(t, row, lck_div_by(t, t->lane, units)));
    lck_if(&t->out, lck_lt_by(t, row, of->rows));
    row = lck_known(t, row, 0, of->rows - 1);
    const lc_expr *at = lck_mul_by(t, lck_mod_by(t, t->lane, units), unit);
    at = lck_add(t, at, lck_mul_by(t, row, of->chunk));
    at = lck_add(t, at, lck_mul_by(t, slot, of->elements));
    for (int k = 0; k < of->columns; k += of->chunk)
        lck_store(&t->out, of->array, lck_add_by(t, at, (int64_t)k * of->rows), zeros,
                  lck_int(t, 0), 1, unit);
    lck_end(&t->out);
    lck_end(&t->out);
    lck_fence(&t->out, LCK_FENCE_PROXY);
}

/* ---- places ---- */

/* The place of an element of a chunk: 16 bytes of a row change places with others. */
static const lc_expr *place_in_chunk(lck_tiling *t, const lck_tile *s, const lc_expr *row,
                                     const lc_expr *column)
{
    const int unit = 16 / s->element->bytes, units = s->chunk / unit;
    const lc_expr *by = lck_div_by(t, row, LCK_LINE / s->span);
    const lc_expr *at = lck_op(t, LC_EXPR_XOR, lck_div_by(t, column, unit),
                               lck_mod_by(t, by, units));
    return lck_add(t, lck_mul_by(t, row, s->chunk), lck_mul_by(t, at, unit));
}

/* In stage 0. */
static const lc_expr *place_of(lck_tiling *t, const lck_tile *s, const lc_expr *row, int chunk,
                               const lc_expr *column)
{
    return lck_add_by(t, place_in_chunk(t, s, row, column), (int64_t)chunk * s->rows * s->chunk);
}

/* ---- stages transposed ---- */

/* Matrices have 8 rows of 16 bytes; lane l has the place of row l % 8 of matrix l / 8. What is
 * loaded as row r of matrix m is row 8 (m / 2) + 2 (r / 2) + m % 2, its first 16 columns or, of
 * odd r, the next ones: so eight of them have no bank conflicts. Transposed, register m of lane
 * 4 c + q has columns 2 c, 2 c + 1, 2 c + 16 and 2 c + 17 of row 8 (m / 2) + 2 q + m % 2;
 * turned, register i has four rows of one of these columns, bytes 4 q to 4 q + 3 of row c of
 * the matrix i that is stored. */
void lck_tile_turn(lck_tiling *t, const lck_tile *from, const lc_expr *from_slot,
                   const lck_tile *to, const lc_expr *to_slot, const lc_expr *number, int of,
                   int loaded, int turned)
{
    enum { ROWS = 16, COLUMNS = 32 };
    const int groups = to->columns / ROWS;
    const lc_expr *matrix = lck_div_by(t, t->lane, 8);
    const lc_expr *row = lck_mod_by(t, t->lane, 8);
    const lc_expr *four = lck_div_by(t, matrix, 2);
    const lc_expr *odd = lck_mod_by(t, matrix, 2);
    const lc_expr *even = lck_mul_by(t, lck_div_by(t, row, 2), 2);
    const lc_expr *of_row = lck_add(t, lck_mul_by(t, four, 8), lck_add(t, even, odd));
    const lc_expr *half = lck_mul_by(t, lck_mod_by(t, row, 2), ROWS);
    const lc_expr *of_column = lck_add(t, lck_mul_by(t, row, 2), odd);
    of_column = lck_add(t, lck_mul_by(t, four, ROWS), of_column);
    const lc_expr *rounds = lck_int(t, (groups + of - 1) / of);
    const lc_expr *i = lck_tile_count(t, "i", rounds);
    lck_loop(&t->out, i, rounds);
    const lc_expr *group = lck_tile_name(t, "group", lck_add(t, lck_mul_by(t, i, of), number));
    lck_if(&t->out, lck_lt_by(t, group, groups));
    group = lck_known(t, group, 0, groups - 1);
    const lc_expr *source = lck_add(t, lck_mul_by(t, group, ROWS), of_row);
    const int of_chunk = to->chunk / ROWS;
    const lc_expr *chunk = lck_div_by(t, group, of_chunk);
    const lc_expr *within = lck_mul_by(t, lck_mod_by(t, group, of_chunk), ROWS);
    for (int c = 0; c < to->rows; c += COLUMNS) {
        const lc_expr *column = lck_add_by(t, half, c % from->chunk);
        const lc_expr *place = place_of(t, from, source, c / from->chunk, column);
        place = lck_add(t, place, lck_mul_by(t, from_slot, from->elements));
        lck_matrix_load(&t->out, (lck_place){from->array, place},
                        (lck_register){loaded, lck_int(t, 0)}, 4, true);
        lck_turn(&t->out, (lck_register){turned, lck_int(t, 0)},
                 (lck_register){loaded, lck_int(t, 0)}, 4);
        place = place_in_chunk(t, to, lck_add_by(t, of_column, c), within);
        place = lck_add(t, place, lck_mul_by(t, chunk, (int64_t)to->rows * to->chunk));
        place = lck_add(t, place, lck_mul_by(t, to_slot, to->elements));
        lck_matrix_store(&t->out, (lck_place){to->array, place},
                         (lck_register){turned, lck_int(t, 0)}, 4, false);
    }
    lck_end(&t->out);
    lck_end(&t->out);
    lck_fence(&t->out, LCK_FENCE_PROXY);
}

/* ---- stores ---- */

/* 16 columns: lane l has the address of row l % 16 of the warp's, of the columns from 8 (l / 16)
 * on. */
static void put_columns(lck_tiling *t, const lck_sums *rounded, const lck_tile *s,
                        const lc_expr *row, int columns)
{
    const lc_expr *warp = lck_mod_by(t, t->warp, 4);
    const lc_expr *own = lck_add(t, lck_mul_by(t, warp, 16), lck_mod_by(t, t->lane, 16));
    const lc_expr *half = lck_div_by(t, t->lane, 16);
    const lc_expr *column = lck_add_by(t, lck_mul_by(t, half, 8), columns % s->chunk);
    const lc_expr *place = place_of(t, s, lck_add(t, row, own), columns / s->chunk, column);
    lck_matrix_store(&t->out, (lck_place){s->array, place},
                     (lck_register){rounded->file, lck_int(t, columns / 2)}, 4, false);
}

void lck_tile_store(lck_tiling *t, const lck_sums *rounded, const lck_tile *through,
                    const lc_expr *row, int map, const lc_expr *const *crd, int id)
{
    const lc_expr *at[LCK_MAX_MAP_RANK];
    for (int i = 0; i < rounded->columns; i += 16)
        put_columns(t, rounded, through, row, i);
    lck_fence(&t->out, LCK_FENCE_PROXY);
    lck_barrier_of(&t->out, LCK_OF_THREADS, id, 128);
    lck_if(&t->out, lck_eq_by(t, lck_mod_by(t, t->kernel->thread, 128), 0));
    memcpy(at, crd, t->kernel->map[map].rank * sizeof *at);
    for (int i = 0; i < rounded->columns / through->chunk; i++) {
        at[0] = lck_add_by(t, crd[0], (int64_t)i * through->chunk);
        const lc_expr *from = lck_mul_by(t, row, through->chunk);
        from = lck_add_by(t, from, (int64_t)i * through->rows * through->chunk);
        lck_tma_store(&t->out, map, at, (lck_place){through->array, from});
    }
    lck_commit(&t->out, LCK_BULK);
    lck_drain(&t->out, LCK_BULK, 0, false);
    lck_end(&t->out);
}
