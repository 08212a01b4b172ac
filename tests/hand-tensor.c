/* hand-tensor.c - kernels of tensor cores written by hand. */
#include "config.h"

#include "hand-tensor.h"

#include "hand-expr.h"

#include <string.h>

static lck_writer w; /* of one kernel */

static const lc_expr *scaled(const lc_expr *a, int64_t k, const lc_expr *b)
{
    return lc_expr_add_scaled(x, a, k, b);
}
static const lc_expr *loop_to(const char *name, const lc_expr *count)
{
    const lc_expr *var = lc_expr_var(x, name, 0, count->high - 1);
    lck_loop(&w, var, count);
    return var;
}
static lck_register reg(int file, const lc_expr *at)
{
    return (lck_register){file, at};
}
static lck_place place(int array, const lc_expr *index)
{
    return (lck_place){array, index};
}

static lck_kernel *begin(lc_ctx *ctx, const char *name, int threads, int64_t blocks,
                         int architecture)
{
    lck_kernel *k = lck_kernel_new(ctx, name, threads, blocks);
    need(ctx, k != NULL);
    k->architecture = architecture;
    k->blocks = lc_expr_int(k->x, 1);
    x = k->x;
    w = lck_write(k);
    return k;
}

static lck_kernel *end(lck_kernel *k)
{
    need(k->ctx, lck_written(&w));
    return k;
}

static int array(lck_kernel *k, const char *name, lck_array_role role, const char *element,
                 const lc_expr *extent, int alignment)
{
    need(k->ctx, lck_kernel_array(k, name, role, lck_element_find(element), extent));
    k->array[k->narrays - 1].alignment = alignment;
    return (int)k->narrays - 1;
}

static int file(lck_kernel *k, const char *name, const char *element, int count, bool packed)
{
    need(k->ctx, lck_kernel_file(k, name, lck_element_find(element), count));
    k->file[k->nfiles - 1].packed = packed;
    return (int)k->nfiles - 1;
}

/* Rows one after the other. */
static int map(lck_kernel *k, const char *name, int tensor, const lc_expr *rows,
               const lc_expr *columns, int box_rows)
{
    lck_map made = {.name = name, .tensor = tensor, .rank = 2, .offset = num(0), .span = 128};
    made.extent[0] = columns;
    made.extent[1] = rows;
    made.stride[0] = num(1);
    made.stride[1] = columns;
    made.box[0] = 64;
    made.box[1] = box_rows;
    need(k->ctx, lck_kernel_map(k, &made));
    return (int)k->nmaps - 1;
}

static int atom(lck_kernel *k, const hand_atom *a, int threads)
{
    lck_atom made = {.name = strdup("atom"), .m = a->m, .n = a->n, .k = a->k, .threads = threads};
    made.element[0] = lck_element_find(a->a);
    made.element[1] = lck_element_find(a->b);
    made.element[2] = lck_element_find(a->c);
    made.values[0] = a->m * a->k / threads;
    made.values[1] = threads == 32 ? a->n * a->k / threads : 0;
    made.values[2] = a->m * a->n / threads;
    need(k->ctx, made.name && lck_kernel_atom(k, &made));
    return (int)k->natoms - 1;
}

/* ---- a product of 128 x 256 x 64 */

enum { STAGES = 4, TILE_M = 128, TILE_N = 256, TILE_K = 64 };
enum { A, B, C, STAGE_A, STAGE_B, OUT };
enum { FULL, EMPTY };
enum { SUMS, WORDS };

static void declare(lck_kernel *k)
{
    const lc_expr *m = lck_kernel_size(k, "M", 1, 1 << 16, false);
    const lc_expr *n = lck_kernel_size(k, "N", 8, 1 << 16, false);
    const lc_expr *depth = lck_kernel_size(k, "K", 8, 1 << 16, false);
    need(k->ctx, m && n && depth && lck_kernel_condition(k, same_as(rest(n, 8), 0)) &&
                     lck_kernel_condition(k, same_as(rest(depth, 8), 0)));
    array(k, "a", LCK_READ, "bf16", mul(m, depth), 16);
    array(k, "b", LCK_READ, "bf16", mul(n, depth), 16);
    array(k, "c", LCK_WRITTEN, "bf16", mul(m, n), 16);
    array(k, "stage_a", LCK_OF_BLOCK, "bf16", num(STAGES * TILE_M * TILE_K), 1024);
    array(k, "stage_b", LCK_OF_BLOCK, "bf16", num(STAGES * TILE_N * TILE_K), 1024);
    array(k, "out", LCK_OF_BLOCK, "bf16", num(4 * 64 * 64), 1024);
    file(k, "sums", "f32", 128, false);
    file(k, "words", "bf16", 8, true);
    map(k, "map_a", A, m, depth, 128);
    map(k, "map_b", B, n, depth, 128);
    map(k, "map_c", C, m, n, 64);
    need(k->ctx, lck_kernel_ring(k, "full", STAGES, 1) &&
                     lck_kernel_ring(k, "empty", STAGES, 16) && lck_kernel_grid(k, 1 << 20));
    atom(k, &(hand_atom){"bf16", "bf16", "f32", 64, 256, 16, 0}, 128);
    k->kind = LCK_IS_PRODUCT;
    k->product = (lck_product_result){.a = A,
                                      .b = B,
                                      .c = C,
                                      .alpha = -1,
                                      .beta = -1,
                                      .bias = -1,
                                      .accumulate = lck_element_find("f32")};
    const lc_expr *extent[] = {m, n, depth};
    const lc_expr *stride[3][3] = {{depth, num(0), n},
                                   {num(0), depth, num(1)},
                                   {num(1), num(1), num(0)}};
    for (int i = 0; i < 3; i++) {
        need(k->ctx, lck_kernel_counter(k, extent[i], stride[i][0], stride[i][1]));
        k->counter[i].stride[C] = stride[i][2];
        k->counter[i].contracted = i == 2;
    }
}

/* What all of the threads know. */
static struct {
    const lc_expr *thread, *role, *lane, *rank, *rounds, *cluster, *clusters, *tiles_m, *blocks_k;
} t;

static void begin_rings(lck_kernel *k)
{
    lck_if(&w, same_as(k->thread, 0));
    lck_init(&w, FULL);
    lck_init(&w, EMPTY);
    lck_fence(&w, LCK_FENCE_INIT);
    lck_end(&w);
    lck_barrier_of(&w, LCK_OF_CLUSTER, 0, 0);
}

static void begin_tile(const char *suffix, const lc_expr *round, const lc_expr **at_m,
                       const lc_expr **at_n)
{
    char name[32];
    snprintf(name, sizeof name, "tile_%s", suffix);
    const lc_expr *tile = let(&w, name, scaled(t.cluster, 1, mul(round, t.clusters)));
    snprintf(name, sizeof name, "at_m_%s", suffix);
    *at_m = let(&w, name, scaled(mul(num(256), op(LC_EXPR_MOD, tile, t.tiles_m)), 128, t.rank));
    snprintf(name, sizeof name, "at_n_%s", suffix);
    *at_n = let(&w, name, mul(num(256), op(LC_EXPR_DIV, tile, t.tiles_m)));
}

static void load_tiles(void)
{
    const lc_expr *at_m, *at_n;
    lck_if(&w, same_as(t.lane, 0));
    const lc_expr *round = loop_to("load_round", t.rounds);
    begin_tile("load", round, &at_m, &at_n);
    const lc_expr *kb = loop_to("load_k", t.blocks_k);
    const lc_expr *use = let(&w, "load_use", add(mul(round, t.blocks_k), kb));
    const lc_expr *slot = let(&w, "load_slot", rest(use, STAGES));
    lck_await(&w, EMPTY, slot, sub(quotient(use, STAGES), num(1)));
    lck_expect(&w, FULL, slot, num((TILE_M + TILE_N) * TILE_K * 2));
    const lc_expr *from_a[] = {mul(kb, num(TILE_K)), at_m};
    const lc_expr *from_b[] = {mul(kb, num(TILE_K)), scaled(at_n, 128, t.rank)};
    lck_tma_load(&w, A, from_a, place(STAGE_A, mul(slot, num(TILE_M * TILE_K))), FULL, slot, NULL,
                 NULL);
    lck_tma_load(&w, B, from_b,
                 place(STAGE_B, scaled(mul(slot, num(TILE_N * TILE_K)), 128 * TILE_K, t.rank)),
                 FULL, slot, num(3), NULL);
    lck_end(&w);
    lck_end(&w);
    lck_end(&w);
    lck_barrier_of(&w, LCK_OF_WARP, 0, 0);
}

/* One warp of each block says that a use is over. */
static void release(const lc_expr *use)
{
    lck_if(&w, op(LC_EXPR_LT, t.lane, num(2)));
    lck_arrive(&w, EMPTY, rest(use, STAGES), t.lane);
    lck_end(&w);
}

static void multiply_tile(const lc_expr *round)
{
    const lc_expr *kb = loop_to("kb", t.blocks_k);
    const lc_expr *use = let(&w, "use", add(mul(round, t.blocks_k), kb));
    const lc_expr *slot = let(&w, "slot", rest(use, STAGES));
    lck_await(&w, FULL, slot, quotient(use, STAGES));
    lck_fence(&w, LCK_FENCE_PRODUCTS);
    const lc_expr *step = loop(&w, "step", TILE_K / 16);
    lck_operand a = {.array = STAGE_A, .leading = 16, .stride = 1024, .span = 128};
    lck_operand b = {.array = STAGE_B, .leading = 16, .stride = 1024, .span = 128};
    a.index = scaled(scaled(mul(slot, num(TILE_M * TILE_K)), 64 * TILE_K, t.role), 16, step);
    b.index = scaled(mul(slot, num(TILE_N * TILE_K)), 16, step);
    lck_wgmma(&w, 0, reg(SUMS, num(0)), a, b, op(LC_EXPR_LT, num(0), add(kb, step)));
    lck_end(&w);
    lck_commit(&w, LCK_PRODUCTS);
    lck_drain(&w, LCK_PRODUCTS, 1, false);
    lck_if(&w, op(LC_EXPR_LT, num(0), kb));
    release(lc_expr_assume(x, sub(use, num(1)), 0, use->high));
    lck_end(&w);
    lck_end(&w);
    lck_drain(&w, LCK_PRODUCTS, 0, false);
    release(lc_expr_assume(x, sub(mul(add(round, num(1)), t.blocks_k), num(1)), 0, INT32_MAX));
}

static void barrier_of_group(void)
{
    lck_if(&w, same_as(t.role, 0));
    lck_barrier_of(&w, LCK_OF_THREADS, 1, 128);
    lck_else(&w);
    lck_barrier_of(&w, LCK_OF_THREADS, 2, 128);
    lck_end(&w);
}

static void store_tile(const lc_expr *at_m, const lc_expr *at_n)
{
    const lc_expr *row =
        let(&w, "row", add(mul(num(16), quotient(rest(t.thread, 128), 32)), rest(t.lane, 16)));
    for (int c = 0; c < 4; c++) {
        const lc_expr *box = scaled(num(c % 2 * 4096), 8192, t.role);
        lck_if(&w, same_as(rest(t.thread, 128), 0));
        lck_drain(&w, LCK_BULK, 1, true);
        lck_end(&w);
        barrier_of_group();
        const lc_expr *j = loop(&w, "j", 4);
        lck_convert(&w, reg(WORDS, num(0)), reg(SUMS, scaled(num(32 * c), 8, j)), 8);
        const lc_expr *column = op(LC_EXPR_XOR, scaled(quotient(t.lane, 16), 2, j), rest(row, 8));
        lck_matrix_store(&w, place(OUT, scaled(scaled(box, 64, row), 8, column)),
                         reg(WORDS, num(0)), 4, false);
        lck_end(&w);
        lck_fence(&w, LCK_FENCE_PROXY);
        barrier_of_group();
        lck_if(&w, same_as(rest(t.thread, 128), 0));
        lck_tma_store(&w, C,
                      (const lc_expr *[]){add(at_n, num(64 * c)), scaled(at_m, 64, t.role)},
                      place(OUT, box));
        lck_commit(&w, LCK_BULK);
        lck_end(&w);
    }
}

lck_kernel *hand_wgmma(lc_ctx *ctx)
{
    lck_kernel *k = begin(ctx, "gemm", 288, 1 << 20, 90);
    k->cluster = 2;
    k->resident = 1;
    k->alignment = 16;
    declare(k);
    const lc_expr *m = k->size[0].var, *n = k->size[1].var, *depth = k->size[2].var;
    t.thread = k->thread;
    t.role = let(&w, "role", quotient(k->thread, 128));
    t.lane = let(&w, "lane", rest(k->thread, 32));
    t.rank = let(&w, "rank", rest(k->block, 2));
    t.tiles_m = let(&w, "tiles_m", quotient(add(m, num(255)), 256));
    t.blocks_k = let(&w, "blocks_k", quotient(add(depth, num(63)), 64));
    const lc_expr *tiles = let(&w, "tiles", mul(t.tiles_m, quotient(add(n, num(255)), 256)));
    k->blocks = mul(num(2),
                    mul(quotient(add(m, num(255)), 256), quotient(add(n, num(255)), 256)));
    t.cluster = let(&w, "cluster", quotient(k->block, 2));
    t.clusters = let(&w, "clusters", lc_expr_assume(x, quotient(k->grid, 2), 1, 1 << 19));
    t.rounds =
        let(&w, "rounds",
            lc_expr_assume(x,
                           op(LC_EXPR_DIV, add(sub(tiles, t.cluster), sub(t.clusters, num(1))),
                              t.clusters),
                           0, 1 << 16));
    begin_rings(k);
    lck_if(&w, same_as(t.role, 2));
    load_tiles();
    lck_else(&w);
    const lc_expr *round = loop_to("round", t.rounds), *at_m, *at_n;
    begin_tile("of", round, &at_m, &at_n);
    multiply_tile(round);
    store_tile(at_m, at_n);
    lck_end(&w);
    lck_if(&w, same_as(rest(k->thread, 128), 0));
    lck_drain(&w, LCK_BULK, 0, false);
    lck_end(&w);
    lck_end(&w);
    lck_barrier_of(&w, LCK_OF_CLUSTER, 0, 0);
    return end(k);
}

/* ---- one product of any atom */

static bool is_packed(const char *element)
{
    return strcmp(element, "f64") != 0 && lck_element_find(element)->bytes <= 4;
}

static void zero_all(const lck_kernel *k, int file, const char *name)
{
    const lc_expr *i = loop(&w, name, k->file[file].count);
    lck_zero(&w, reg(file, i));
    lck_end(&w);
}

lck_kernel *hand_mma(lc_ctx *ctx, const char *name, const hand_atom *which)
{
    bool of_warp = which->m < 64;
    lck_kernel *k = begin(ctx, name, of_warp ? 32 : 128, 1, of_warp ? 80 : 90);
    int threads = k->threads, bytes = lck_element_find(which->c)->bytes;
    array(k, "a", LCK_READ, which->a, num(which->m * which->k), 16);
    array(k, "c", LCK_WRITTEN, which->c, num(which->m * which->n), 16);
    if (!of_warp && !(which->bits & 1))
        array(k, "stage_a", LCK_OF_BLOCK, which->a, num(which->m * which->k), 1024);
    if (!of_warp)
        array(k, "stage_b", LCK_OF_BLOCK, which->b, num(which->n * which->k), 1024);
    int sums = file(k, "sums", which->c, which->m * which->n / threads, bytes == 2);
    bool of_registers = of_warp || (which->bits & 1);
    int left = file(k, "left", which->a, of_registers ? which->m * which->k / threads : 0,
                    is_packed(which->a));
    int right = file(k, "right", which->b, of_warp ? which->n * which->k / threads : 0,
                     is_packed(which->b));
    int made = atom(k, which, threads);
    zero_all(k, sums, "i");
    if (of_registers) {
        const lc_expr *at = loop(&w, "left_at", k->file[left].count);
        lck_load(&w, 0, scaled(at, k->file[left].count, k->thread), left, at, 1, 1);
        lck_end(&w);
    }
    if (of_warp)
        zero_all(k, right, "right_at");
    if (of_warp) {
        lck_mma(&w, made, reg(sums, num(0)), reg(left, num(0)), reg(right, num(0)));
    } else {
        lck_operand a = {.array = 2, .index = num(0), .leading = 16, .stride = 1024, .span = 128};
        lck_operand b = a;
        b.array = (int)k->narrays - 1;
        a.mn_major = which->bits & 2;
        b.mn_major = which->bits & 4;
        if (which->bits & 1)
            a = (lck_operand){.array = -1, .held = reg(left, num(0))};
        lck_fence(&w, LCK_FENCE_PRODUCTS);
        lck_wgmma(&w, made, reg(sums, num(0)), a, b, num(1));
        lck_commit(&w, LCK_PRODUCTS);
        lck_drain(&w, LCK_PRODUCTS, 0, false);
    }
    const lc_expr *j = loop(&w, "j", k->file[sums].count);
    lck_store(&w, 1, scaled(j, k->file[sums].count, k->thread), sums, j, 1, 1);
    lck_end(&w);
    return end(k);
}

/* ---- a conversion */

lck_kernel *hand_convert(lc_ctx *ctx, const char *name, const char *from, const char *to,
                         int packed, int architecture)
{
    lck_kernel *k = begin(ctx, name, 32, 1, architecture);
    array(k, "a", LCK_READ, from, num(8 * 32), 16);
    array(k, "c", LCK_WRITTEN, to, num(8 * 32), 16);
    int source = file(k, "source_words", from, 8, packed & 1);
    int result = file(k, "words", to, 8, packed & 2);
    const lc_expr *i = loop(&w, "i", 8);
    lck_load(&w, 0, scaled(i, 8, k->thread), source, i, 1, 1);
    lck_end(&w);
    lck_convert(&w, reg(result, num(0)), reg(source, num(0)), 8);
    const lc_expr *j = loop(&w, "j", 8);
    lck_store(&w, 1, scaled(j, 8, k->thread), result, j, 1, 1);
    lck_end(&w);
    return end(k);
}

/* ---- functions */

lck_kernel *hand_apply(lc_ctx *ctx, const char *element)
{
    lck_kernel *k = begin(ctx, "apply", 32, 1, 0);
    array(k, "a", LCK_READ, element, num(65), 16);
    array(k, "c", LCK_WRITTEN, element, num(64), 16);
    int held = file(k, "held", element, 3, false);
    const lc_expr *i = loop(&w, "i", 2);
    const lc_expr *at = scaled(k->thread, 32, i);
    lck_load(&w, 0, at, held, num(0), 1, 1);
    lck_load(&w, 0, num(0), held, num(1), 1, 1);
    lck_load(&w, 0, add(at, num(1)), held, num(2), 1, 1);
    lck_apply(&w, LCK_TIMES, reg(held, num(0)), reg(held, num(1)));
    lck_apply(&w, LCK_PLUS, reg(held, num(0)), reg(held, num(2)));
    lck_apply(&w, LCK_MAX_0, reg(held, num(0)), reg(held, num(0)));
    lck_store(&w, 1, at, held, num(0), 1, 1);
    lck_end(&w);
    return end(k);
}

/* ---- the other statements */

lck_kernel *hand_matrices(lc_ctx *ctx)
{
    lck_kernel *k = begin(ctx, "matrices", 128, 1 << 10, 90);
    const lc_expr *n = lck_kernel_size(k, "n", 1, 1 << 24, false);
    k->cluster = 2;
    k->blocks = num(2);
    array(k, "a", LCK_READ, "f16", num(4096), 16);
    array(k, "c", LCK_WRITTEN, "f16", num(4096), 16);
    array(k, "scale", LCK_SCALAR, "f32", num(1), 16);
    array(k, "parts", LCK_SCRATCH, "f32", num(4096), 16);
    array(k, "stage", LCK_OF_BLOCK, "f16", num(4096), 128);
    array(k, "lines", LCK_OF_BLOCK, "f32", num(1024), 16);
    int words = file(k, "words", "f16", 8, true), sums = file(k, "sums", "f32", 8, false);
    int whole = file(k, "whole", "int32", 2, false);
    lck_copy_async(&w, place(4, mul(k->thread, num(8))), place(0, mul(k->thread, num(8))), 8,
                   lc_expr_assume(x, sub(n, mul(k->thread, num(8))), 0, 8));
    lck_copy_async(&w, place(4, mul(k->thread, num(4))), place(0, mul(k->thread, num(4))), 4,
                   NULL);
    lck_copy_async(&w, place(4, mul(k->thread, num(2))), place(0, mul(k->thread, num(2))), 2,
                   NULL);
    lck_commit(&w, LCK_COPIES);
    lck_drain(&w, LCK_COPIES, 0, false);
    lck_barrier(&w);
    for (int i = 1; i <= 4; i *= 2)
        for (int transposed = 0; transposed < 2; transposed++) {
            lck_matrix_load(&w, place(4, mul(k->thread, num(8))), reg(words, num(0)), i,
                            transposed);
            lck_matrix_store(&w, place(4, mul(k->thread, num(8))), reg(words, num(0)), i,
                             transposed);
        }
    lck_load(&w, 0, mul(k->thread, num(8)), words, num(0), 1, 8);
    lck_load(&w, 0, mul(k->thread, num(2)), words, num(2), 1, 2);
    lck_convert(&w, reg(sums, num(0)), reg(words, num(0)), 8);
    lck_load(&w, 2, num(0), sums, num(1), 1, 1);
    lck_load(&w, 3, k->thread, sums, num(2), 1, 1);
    lck_store(&w, 5, k->thread, sums, num(0), 1, 1);
    lck_barrier_of(&w, LCK_OF_CLUSTER, 0, 0);
    lck_load_from(&w, sub(num(1), rest(k->block, 2)), 5, k->thread, sums, num(3), 1, 1);
    lck_load_from(&w, num(0), 5, mul(k->thread, num(4)), sums, num(4), 1, 4);
    lck_apply(&w, LCK_TIMES, reg(sums, num(0)), reg(sums, num(1)));
    lck_apply(&w, LCK_PLUS, reg(sums, num(0)), reg(sums, num(2)));
    lck_apply(&w, LCK_MAX_0, reg(sums, num(3)), reg(sums, num(3)));
    lck_apply(&w, LCK_GAUSS, reg(sums, num(4)), reg(sums, num(4)));
    lck_zero(&w, reg(whole, num(0)));
    lck_zero(&w, reg(whole, num(1)));
    lck_apply(&w, LCK_PLUS, reg(whole, num(0)), reg(whole, num(1)));
    lck_convert(&w, reg(sums, num(5)), reg(whole, num(0)), 2);
    lck_convert(&w, reg(words, num(0)), reg(sums, num(0)), 8);
    lck_barrier_of(&w, LCK_OF_THREADS, 3, 128);
    lck_barrier_of(&w, LCK_OF_CLUSTER, 0, 0);
    lck_store(&w, 1, mul(k->thread, num(8)), words, num(0), 1, 8);
    lck_if(&w, op(LC_EXPR_LT, k->thread, n));
    lck_store(&w, 1, k->thread, words, num(3), 1, 1);
    lck_end(&w);
    return end(k);
}

lck_kernel *hand_boxes(lc_ctx *ctx)
{
    static const char *const names[] = {"map_1", "map_2", "map_3", "map_4", "map_5"};
    lck_kernel *k = begin(ctx, "boxes", 32, 1 << 10, 90);
    const lc_expr *n = lck_kernel_size(k, "n", 16, 1 << 10, false);
    array(k, "a", LCK_READ, "f32", num(1 << 20), 16);
    array(k, "stage", LCK_OF_BLOCK, "f32", num(1024), 128);
    need(ctx, lck_kernel_ring(k, "full", 2, 1));
    for (size_t rank = 1; rank <= 5; rank += rank == 1 ? 2 : 1) {
        lck_map made = {.name = names[rank - 1], .rank = rank, .offset = num(0)};
        for (size_t i = 0; i < rank; i++) {
            made.extent[i] = n;
            made.stride[i] = num(INT64_C(1) << 4 * i);
            made.box[i] = 4;
        }
        need(ctx, lck_kernel_map(k, &made));
    }
    const lc_expr *crd[5] = {k->thread, n, num(-3), k->block, num(1)};
    lck_if(&w, same_as(k->thread, 0));
    lck_init(&w, 0);
    lck_end(&w);
    lck_barrier(&w);
    lck_if(&w, same_as(k->thread, 0));
    lck_expect(&w, 0, num(1), num(4096));
    lck_arrive(&w, 0, num(0), NULL);
    for (int i = 0; i < 4; i++) {
        lck_tma_load(&w, i, crd, place(1, num(256 * i)), 0, num(1), NULL, NULL);
        lck_tma_load_once(&w, i, crd, place(1, num(256 * i)), 0, num(1), num(1), NULL,
                          op(LC_EXPR_LT, n, num(64)));
        lck_tma_store(&w, i, crd, place(1, num(256 * i)));
    }
    lck_commit(&w, LCK_BULK);
    lck_drain(&w, LCK_BULK, 0, true);
    lck_end(&w);
    lck_await(&w, 0, num(1), num(0));
    lck_await(&w, 0, num(0), num(-1));
    return end(k);
}

/* ---- registers */

lck_kernel *hand_registers(lc_ctx *ctx)
{
    lck_kernel *k = begin(ctx, "registers", 384, 1, 90);
    const lc_expr *n = lck_kernel_size(k, "n", 1, 1 << 10, false);
    k->resident = 1;
    array(k, "a", LCK_READ, "bf16", num(128 * 64), 16);
    array(k, "c", LCK_WRITTEN, "f32", num(256 * 192), 16);
    array(k, "stage_a", LCK_OF_BLOCK, "bf16", num(256 * 64), 1024);
    array(k, "stage_b", LCK_OF_BLOCK, "bf16", num(192 * 64), 1024);
    int sums = file(k, "sums", "f32", 192, false);
    need(ctx, lck_kernel_ring(k, "full", 2, 128));
    int made = atom(k, &(hand_atom){"bf16", "bf16", "f32", 64, 192, 16, 0}, 128);
    const lc_expr *role = let(&w, "role", quotient(k->thread, 128));
    lck_if(&w, same_as(k->thread, 0));
    lck_init(&w, 0);
    lck_end(&w);
    lck_barrier(&w);
    lck_if(&w, same_as(role, 2));
    lck_registers(&w, 40);
    loop_to("fill", n);
    lck_copy_async(&w, place(2, mul(num(8), rest(k->thread, 128))),
                   place(0, mul(num(8), rest(k->thread, 128))), 8, NULL);
    lck_arrive(&w, 0, num(0), NULL);
    lck_end(&w);
    lck_else(&w);
    lck_registers(&w, 232);
    const lc_expr *use = loop_to("use", n);
    lck_await(&w, 0, rest(use, 2), quotient(use, 2));
    lck_fence(&w, LCK_FENCE_PRODUCTS);
    const lc_expr *step = loop(&w, "step", 4);
    for (int half = 0; half < 2; half++) {
        lck_operand a = {.array = 2, .leading = 16, .stride = 1024, .span = 128};
        lck_operand b = a;
        b.array = 3;
        a.index = scaled(scaled(num(64 * 64 * half), 128 * 64, role), 16, step);
        b.index = mul(num(16), step);
        lck_wgmma(&w, made, reg(sums, num(96 * half)), a, b,
                  op(LC_EXPR_LT, num(0), add(use, step)));
    }
    lck_end(&w);
    lck_commit(&w, LCK_PRODUCTS);
    lck_drain(&w, LCK_PRODUCTS, 0, false);
    lck_end(&w);
    const lc_expr *i = loop(&w, "i", 192);
    lck_store(&w, 1, scaled(i, 192, k->thread), sums, i, 1, 1);
    lck_end(&w);
    lck_end(&w);
    return end(k);
}
