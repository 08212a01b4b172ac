/* hand-pipeline.c - a product by TMA, a ring of mbarriers, and WGMMA. */
#include "config.h"

#include "hand-async.h"
#include "hand-expr.h"

#define SIDE 64 /* of tiles of B and of one warpgroup, along k too */
#define TILE (SIDE * SIDE)
#define GROUP 128
#define MOST 4096

enum { A = ASYNC_A, B = ASYNC_B, C = ASYNC_C, STAGE_A, STAGE_B, OUT };
enum { SUM, WORDS };
enum { FULL, EMPTY };

typedef struct {
    const pipeline *how;
    lck_kernel *k;
    lck_writer w;
    const lc_expr *size[3]; /* M, N, K */
    const lc_expr *rank, *cluster, *tiles_n, *tiles, *rounds, *kblocks;
    int most_rounds;
} making;

static bool is(const making *m, async_fault fault)
{
    return m->how->broken == fault;
}

static void add_array(making *m, const char *name, lck_array_role role, const lc_expr *extent)
{
    need(m->k->ctx, lck_kernel_array(m->k, name, role, lck_element_find("bf16"), extent));
    if (role == LCK_OF_BLOCK)
        m->k->array[m->k->narrays - 1].alignment = 1024;
}

static void add_map(making *m, const char *name, int tensor, const lc_expr *inner,
                    const lc_expr *outer, int rows)
{
    lck_map map = {.name = name,
                   .tensor = tensor,
                   .rank = 2,
                   .extent = {inner, outer},
                   .stride = {num(1), inner},
                   .offset = num(0),
                   .box = {SIDE, rows},
                   .span = 128};
    need(m->k->ctx, lck_kernel_map(m->k, &map));
}

static void add_tables(making *m)
{
    const pipeline *how = m->how;
    const lc_expr *const *size = m->size;
    add_array(m, "a", LCK_READ, mul(size[0], size[2]));
    add_array(m, "b", LCK_READ, mul(size[1], size[2]));
    add_array(m, "c", LCK_WRITTEN, mul(size[0], size[1]));
    add_array(m, "stage_a", LCK_OF_BLOCK, num((int64_t)how->stages * how->groups * TILE));
    add_array(m, "stage_b", LCK_OF_BLOCK, num((int64_t)how->stages * TILE));
    add_array(m, "out", LCK_OF_BLOCK, num((int64_t)how->groups * TILE));
    m->k->alignment = 16;
    lck_atom atom = hand_wgmma_atom(m->k->ctx, "bf16", NULL, SIDE, false);
    need(m->k->ctx,
         lck_kernel_file(m->k, "sum", lck_element_find("f32"), 32) &&
             lck_kernel_file(m->k, "words", lck_element_find("bf16"), 32) &&
             lck_kernel_ring(m->k, "full", how->stages, 1) &&
             lck_kernel_ring(m->k, "empty", how->stages, 4 * how->groups * how->cluster) &&
             lck_kernel_atom(m->k, &atom));
    m->k->file[WORDS].packed = true;
    add_map(m, "map_a", A, size[2], size[0], SIDE * how->groups);
    add_map(m, "map_b", B, size[2], size[1], SIDE / how->cluster);
    add_map(m, "map_c", C, size[1], size[0], SIDE);
}

/* The slot and the phase of use k of round r. */
static const lc_expr *use_of(const making *m, const lc_expr *r, const lc_expr *k)
{
    return add(mul(r, m->kblocks), k);
}
static const lc_expr *slot_of(const making *m, const lc_expr *use)
{
    return rest(use, m->how->stages);
}
static const lc_expr *phase_of(const making *m, const lc_expr *use, int more)
{
    return add(quotient(use, m->how->stages), num(more));
}

/* The tile of a round, and where it begins: rows of this block, columns. */
static void find_tile(making *m, const char *prefix, const lc_expr *r, const lc_expr **row,
                      const lc_expr **column)
{
    char name[3][16];
    static const char *const what[] = {"tile", "row", "column"};
    for (int i = 0; i < 3; i++)
        snprintf(name[i], sizeof name[i], "%s_%s", prefix, what[i]);
    const lc_expr *tile = m->cluster;
    if (m->how->grid) {
        const lc_expr *clusters = lc_expr_assume(x, quotient(m->k->grid, m->how->cluster), 1,
                                                 MOST);
        tile = lc_expr_assume(x, add(tile, mul(r, clusters)), 0, MOST);
    }
    tile = let(&m->w, name[0], tile);
    const lc_expr *down = lc_expr_make(x, LC_EXPR_DIV, tile, m->tiles_n);
    *row = let(&m->w, name[1],
               times(add(times(down, m->how->cluster), m->rank), (int64_t)SIDE * m->how->groups));
    *column = let(&m->w, name[2], times(lc_expr_make(x, LC_EXPR_MOD, tile, m->tiles_n), SIDE));
}

/* ---- the warp that fills the ring */

static void load_stage(making *m, const lc_expr *use, const lc_expr *k, const lc_expr *row,
                       const lc_expr *column)
{
    const pipeline *how = m->how;
    const lc_expr *slot = slot_of(m, use);
    const lc_expr *place = is(m, OVERRUN) ? rest(use, how->stages + 1) : slot;
    int share = SIDE / how->cluster;
    const lc_expr *part = is(m, OVERLAP_OF_PEERS) ? num(0) : times(m->rank, share);
    const lc_expr *at_a[] = {times(k, SIDE), row}, *at_b[] = {times(k, SIDE), add(column, part)};
    int bytes = 2 * TILE * (how->groups + 1);
    bytes += is(m, FEW_BYTES) ? -128 : is(m, MANY_BYTES) ? 128 : 0;
    if (!is(m, NO_AWAIT_EMPTY))
        lck_await(&m->w, EMPTY, slot, phase_of(m, use, is(m, BEHIND) ? 0 : -1));
    lck_expect(&m->w, FULL, slot, num(bytes));
    const lc_expr *late = num(is(m, UNALIGNED) ? 32 : 0);
    lck_tma_load(&m->w, A, at_a,
                 (lck_place){STAGE_A, add(times(place, (int64_t)TILE * how->groups), late)}, FULL,
                 slot, NULL, NULL);
    lck_tma_load(&m->w, B, at_b, (lck_place){STAGE_B, add(times(place, TILE), times(part, SIDE))},
                 FULL, slot, how->cluster > 1 ? num((1 << how->cluster) - 1) : NULL, NULL);
}

static void write_producer(making *m)
{
    const lc_expr *row, *column, *r = lc_expr_var(x, "p_round", 0, m->most_rounds - 1);
    const lc_expr *k = lc_expr_var(x, "p_k", 0, MOST / SIDE - 1);
    lck_if(&m->w, same_as(m->k->thread, (int64_t)GROUP * m->how->groups));
    lck_loop(&m->w, r, m->rounds);
    find_tile(m, "p", r, &row, &column);
    lck_loop(&m->w, k, m->kblocks);
    load_stage(m, use_of(m, r, k), k, row, column);
    for (int i = 0; i < 3; i++)
        lck_end(&m->w);
}

/* ---- warpgroups */

/* Lane i of a warp tells block i of the cluster that the warp has read the stage. */
static void release(making *m, const lc_expr *use)
{
    const lc_expr *lane = rest(m->k->thread, 32);
    if (is(m, NO_RELEASE))
        return;
    lck_if(&m->w, less(lane, num(m->how->cluster)));
    for (int i = 0; i < (is(m, RELEASE_TWICE) ? 2 : 1); i++)
        lck_arrive(&m->w, EMPTY, slot_of(m, use), m->how->cluster > 1 ? lane : NULL);
    lck_end(&m->w);
}

static void multiply_stage(making *m, const lc_expr *use, const lc_expr *k)
{
    lck_writer *w = &m->w;
    const lc_expr *slot = slot_of(m, use), *group = quotient(m->k->thread, GROUP);
    int stride = is(m, WRONG_STRIDE) ? 512 : 1024;
    if (!is(m, NO_AWAIT_FULL))
        lck_await(w, FULL, slot, phase_of(m, use, is(m, AHEAD) ? 2 : 0));
    if (!is(m, NO_PRODUCTS_FENCE))
        lck_fence(w, LCK_FENCE_PRODUCTS);
    const lc_expr *step = loop(w, "step", SIDE / 16);
    lck_operand left = {.array = STAGE_A,
                        .index = add(times(add(times(slot, m->how->groups), group), TILE),
                                     times(step, 16)),
                        .leading = 16,
                        .stride = stride,
                        .span = 128};
    lck_operand right = {.array = STAGE_B,
                         .index = add(times(slot, TILE), times(step, 16)),
                         .leading = 16,
                         .stride = 1024,
                         .span = is(m, WRONG_SPAN) ? 64 : 128};
    lck_wgmma(w, 0, (lck_register){SUM, num(0)}, left, right,
              lc_expr_make(x, LC_EXPR_NE, add(k, step), num(0)));
    lck_end(w);
    lck_commit(w, LCK_PRODUCTS);
    lck_drain(w, LCK_PRODUCTS, 1, false);
    if (is(m, EARLY_RELEASE)) {
        release(m, use);
        return;
    }
    lck_if(w, less(num(0), k));
    release(m, add(use, num(-1)));
    lck_end(w);
}

/* The sums of a warp are 16 rows: four times two chunks of 8 columns, in matrices of 8 x 8. */
static void stage_sums(making *m)
{
    const lc_expr *thread = rest(m->k->thread, GROUP), *lane = rest(m->k->thread, 32);
    const lc_expr *group = quotient(m->k->thread, GROUP), *in_matrix = rest(lane, 8);
    const lc_expr *row =
        add(add(times(quotient(thread, 32), 16), times(rest(quotient(lane, 8), 2), 8)),
            in_matrix);
    const lc_expr *g = loop(&m->w, "g", 4);
    const lc_expr *chunk = flipped(add(times(g, 2), quotient(lane, 16)), in_matrix);
    lck_place to = {OUT, add(times(group, TILE), add(times(row, SIDE), times(chunk, 8)))};
    lck_matrix_store(&m->w, to, (lck_register){WORDS, times(g, 8)}, 4, false);
    lck_end(&m->w);
}

static void store_tile(making *m, const lc_expr *row, const lc_expr *column)
{
    lck_writer *w = &m->w;
    const lc_expr *thread = rest(m->k->thread, GROUP), *group = quotient(m->k->thread, GROUP);
    const lc_expr *at[] = {column, add(row, times(group, SIDE))};
    lck_convert(w, (lck_register){WORDS, num(0)}, (lck_register){SUM, num(0)}, 32);
    if (!is(m, NO_STORE_DRAIN)) {
        lck_if(w, same_as(thread, 0));
        lck_drain(w, LCK_BULK, 0, true);
        lck_end(w);
    }
    for (int g = 0; g < m->how->groups; g++) {
        lck_if(w, same_as(group, g));
        lck_barrier_of(w, LCK_OF_THREADS, 1 + g, GROUP);
        lck_end(w);
    }
    stage_sums(m);
    if (!is(m, NO_PROXY_FENCE))
        lck_fence(w, LCK_FENCE_PROXY);
    for (int g = 0; g < m->how->groups; g++) {
        lck_if(w, same_as(group, g));
        lck_barrier_of(w, LCK_OF_THREADS, 1 + g, GROUP);
        lck_end(w);
    }
    lck_if(w, same_as(thread, 0));
    lck_tma_store(w, C, at, (lck_place){OUT, times(group, TILE)});
    lck_commit(w, LCK_BULK);
    lck_end(w);
}

static void write_consumers(making *m)
{
    lck_writer *w = &m->w;
    const lc_expr *row, *column, *r = lc_expr_var(x, "round", 0, m->most_rounds - 1);
    const lc_expr *k = lc_expr_var(x, "k", 0, MOST / SIDE - 1);
    lck_loop(w, r, m->rounds);
    find_tile(m, "c", r, &row, &column);
    lck_loop(w, k, m->kblocks);
    multiply_stage(m, use_of(m, r, k), k);
    lck_end(w);
    if (!is(m, NO_DRAIN))
        lck_drain(w, LCK_PRODUCTS, 0, false);
    if (!is(m, EARLY_RELEASE))
        release(m, use_of(m, r, add(m->kblocks, num(-1))));
    store_tile(m, row, column);
    lck_end(w);
    if (!is(m, NO_LAST_DRAIN)) {
        lck_if(w, same_as(rest(m->k->thread, GROUP), 0));
        lck_drain(w, LCK_BULK, 0, true);
        lck_end(w);
    }
}

/* ---- all of it */

static void meet(making *m)
{
    if (m->how->cluster > 1)
        lck_barrier_of(&m->w, LCK_OF_CLUSTER, 0, 0);
    else
        lck_barrier(&m->w);
}

static void count_tiles(making *m)
{
    const pipeline *how = m->how;
    const lc_expr *tiles_m = lc_expr_ceil_div(x, m->size[0],
                                              num((int64_t)SIDE * how->groups * how->cluster));
    m->tiles_n = lc_expr_ceil_div(x, m->size[1], num(SIDE));
    m->tiles = mul(tiles_m, m->tiles_n);
    m->kblocks = lc_expr_ceil_div(x, m->size[2], num(SIDE));
    m->k->blocks = times(m->tiles, how->cluster);
    m->k->cluster = how->cluster;
    m->most_rounds = how->grid ? MOST : 1;
    m->rank = rest(m->k->block, how->cluster);
    m->cluster = quotient(m->k->block, how->cluster);
    m->rounds = num(1);
    if (how->grid) {
        const lc_expr *clusters = lc_expr_assume(x, quotient(m->k->grid, how->cluster), 1, MOST);
        const lc_expr *left = add(m->tiles, times(m->cluster, -1));
        m->rounds = lc_expr_assume(x, lc_expr_ceil_div(x, left, clusters), 0, MOST);
    }
}

lck_kernel *hand_pipeline(lc_ctx *ctx, const pipeline *how)
{
    making m = {.how = how, .k = lck_kernel_new(ctx, "pipeline", GROUP * how->groups + 32, MOST)};
    need(ctx, m.k != NULL);
    x = m.k->x;
    static const char *const names[] = {"M", "N", "K"};
    for (int i = 0; i < 3; i++)
        m.size[i] = lck_kernel_size(m.k, names[i], 1, MOST, false);
    for (int i = 1; i < 3; i++)
        need(ctx, lck_kernel_condition(m.k, same_as(rest(m.size[i], 8), 0)));
    need(ctx, !how->grid || lck_kernel_grid(m.k, MOST));
    count_tiles(&m);
    add_tables(&m);
    m.k->architecture = 90;
    m.w = lck_write(m.k);
    lck_if(&m.w, same_as(m.k->thread, 0));
    for (int ring = FULL; ring <= EMPTY && !is(&m, NO_INIT); ring++)
        lck_init(&m.w, ring);
    if (!is(&m, NO_INIT_FENCE))
        lck_fence(&m.w, LCK_FENCE_INIT);
    lck_end(&m.w);
    if (!is(&m, NO_INIT_MEETING))
        meet(&m);
    lck_if(&m.w, less(m.k->thread, num((int64_t)GROUP * how->groups)));
    write_consumers(&m);
    lck_else(&m.w);
    write_producer(&m);
    lck_end(&m.w);
    if (how->cluster > 1 && !is(&m, NO_LAST_MEETING))
        meet(&m);
    need(ctx, lck_written(&m.w));
    return m.k;
}
