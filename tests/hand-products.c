/* hand-products.c - products by TMA, by threads alone, and from scratch. */
#include "config.h"

#include "hand-products.h"

#include "hand-expr.h"

static const lc_expr *ceil_div(const lc_expr *a, int64_t b)
{
    return lc_expr_ceil_div(x, a, num(b));
}

enum { A, B, C, ALPHA, BETA, BIAS, STAGE_A, STAGE_B, SCRATCH_A = STAGE_B + 1, SCRATCH_B };
enum { SUM, LEFT, RIGHT, TERM };
#define MOST 4096

typedef struct {
    const lc_expr *m, *n, *k;
} extents;

static void add_counter(lck_kernel *k, const lc_expr *extent, const lc_expr *a, const lc_expr *b,
                        const lc_expr *c, int64_t bias, bool contracted)
{
    need(k->ctx, lck_kernel_counter(k, extent, a, b));
    lck_counter *counter = &k->counter[k->rank - 1];
    counter->stride[C] = c;
    counter->stride[BIAS] = num(bias);
    counter->stride[ALPHA] = counter->stride[BETA] = num(0);
    counter->contracted = contracted;
}

/* Sizes, tensors, scalars, registers, the result. */
static lck_kernel *begin(lc_ctx *ctx, const char *name, lck_activation activation, int64_t cost,
                         extents *e)
{
    const lck_element *f32 = lck_element_find("f32");
    lck_kernel *k = lck_kernel_new(ctx, name, 128, 1 << 20);
    if (!k)
        abort();
    x = k->x;
    e->m = lck_kernel_size(k, "M", 1, MOST, false);
    e->n = lck_kernel_size(k, "N", 1, MOST, false);
    e->k = lck_kernel_size(k, "K", 0, MOST, false);
    need(k->ctx, lck_kernel_array(k, "a", LCK_READ, f32, mul(e->m, e->k)) &&
                     lck_kernel_array(k, "b", LCK_READ, f32, mul(e->n, e->k)) &&
                     lck_kernel_array(k, "c", LCK_WRITTEN, f32, mul(e->m, e->n)) &&
                     lck_kernel_array(k, "alpha", LCK_SCALAR, f32, num(1)) &&
                     lck_kernel_array(k, "beta", LCK_SCALAR, f32, num(1)) &&
                     lck_kernel_array(k, "bias", LCK_READ, f32, e->n));
    need(k->ctx, lck_kernel_file(k, "sum", f32, 8) && lck_kernel_file(k, "left", f32, 1) &&
                     lck_kernel_file(k, "right", f32, 1) && lck_kernel_file(k, "term", f32, 1));
    k->kind = LCK_IS_PRODUCT;
    k->product = (lck_product_result){A, B, C, ALPHA, BETA, BIAS, activation, f32};
    add_counter(k, e->m, e->k, num(0), e->n, 0, false);
    add_counter(k, e->n, num(0), e->k, num(1), 1, false);
    add_counter(k, e->k, num(1), num(1), num(0), 0, true);
    k->multiprocessors = lc_expr_var(x, "multiprocessors", 1, 1024);
    k->cost = add(num(cost), op(LC_EXPR_MIN, k->multiprocessors, num(1)));
    return k;
}

/* Sum number j is for this element. */
static void finish(lck_writer *w, const lc_expr *j, const lc_expr *row, const lc_expr *column,
                   const extents *e)
{
    lck_register sum = {SUM, j}, left = {LEFT, num(0)}, term = {TERM, num(0)};
    const lc_expr *at = add(mul(row, e->n), column);
    lck_if(w, op(LC_EXPR_ALL, op(LC_EXPR_LT, row, e->m), op(LC_EXPR_LT, column, e->n)));
    lck_load(w, ALPHA, num(0), LEFT, num(0), 1, 1);
    lck_apply(w, LCK_TIMES, sum, left);
    lck_load(w, C, at, TERM, num(0), 1, 1);
    lck_load(w, BETA, num(0), LEFT, num(0), 1, 1);
    lck_apply(w, LCK_TIMES, term, left);
    lck_apply(w, LCK_PLUS, sum, term);
    lck_load(w, BIAS, column, TERM, num(0), 1, 1);
    lck_apply(w, LCK_PLUS, sum, term);
    if (w->kernel->product.activation != LCK_NO_ACTIVATION)
        lck_apply(w, w->kernel->product.activation == LCK_RELU ? LCK_MAX_0 : LCK_GAUSS, sum, sum);
    lck_store(w, C, at, SUM, j, 1, 1);
    lck_end(w);
}

lck_kernel *hand_plain_product(lc_ctx *ctx, const char *name, lck_activation activation,
                               int64_t cost)
{
    extents e;
    lck_kernel *k = begin(ctx, name, activation, cost, &e);
    k->blocks = ceil_div(mul(e.m, e.n), 128);
    lck_writer w = lck_write(k);
    const lc_expr *number = let(&w, "number", lc_expr_add_scaled(x, k->thread, 128, k->block));
    const lc_expr *row = let(&w, "row", op(LC_EXPR_DIV, number, e.n));
    const lc_expr *column = let(&w, "column", op(LC_EXPR_MOD, number, e.n));
    lck_zero(&w, (lck_register){SUM, num(0)});
    lck_if(&w, op(LC_EXPR_LT, row, e.m));
    const lc_expr *kk = variable("kk", MOST);
    lck_loop(&w, kk, e.k);
    lck_load(&w, A, add(mul(row, e.k), kk), LEFT, num(0), 1, 1);
    lck_load(&w, B, add(mul(column, e.k), kk), RIGHT, num(0), 1, 1);
    lck_multiply(&w, (lck_register){SUM, num(0)}, (lck_register){LEFT, num(0)},
                 (lck_register){RIGHT, num(0)});
    lck_end(&w);
    finish(&w, num(0), row, column, &e);
    lck_end(&w);
    need(k->ctx, lck_written(&w));
    return k;
}

/* ---- by TMA */

static void add_map(lck_kernel *k, const char *name, int tensor, const lc_expr *columns,
                    const lc_expr *rows, const lc_expr *stride)
{
    const lck_map map = {.name = name,
                         .tensor = tensor,
                         .rank = 2,
                         .extent = {columns, rows},
                         .stride = {num(1), stride},
                         .offset = num(0),
                         .box = {16, 32}};
    need(k->ctx, lck_kernel_map(k, &map));
}

static void fill_stages(lck_writer *w, const lc_expr *use, const lc_expr *row,
                        const lc_expr *column, const lc_expr *kb)
{
    const lc_expr *a[] = {mul(kb, num(16)), row}, *b[] = {mul(kb, num(16)), column};
    lck_if(w, op(LC_EXPR_EQ, w->kernel->thread, num(0)));
    lck_expect(w, 0, num(0), num(2 * 32 * 16 * 4));
    lck_tma_load(w, 0, a, (lck_place){STAGE_A, num(0)}, 0, num(0), NULL, NULL);
    lck_tma_load(w, 1, b, (lck_place){STAGE_B, num(0)}, 0, num(0), NULL, NULL);
    lck_end(w);
    lck_await(w, 0, num(0), use);
}

/* A thread has 8 columns of a row. */
static void multiply_stages(lck_writer *w, const lc_expr *row, const lc_expr *column)
{
    const lc_expr *kk = variable("kk", 16), *j = variable("j", 8);
    lck_for(w, kk, 16);
    lck_load(w, STAGE_A, lc_expr_add_scaled(x, kk, 16, row), LEFT, num(0), 1, 1);
    lck_for(w, j, 8);
    lck_load(w, STAGE_B, lc_expr_add_scaled(x, kk, 16, add(column, j)), RIGHT, num(0), 1, 1);
    lck_multiply(w, (lck_register){SUM, j}, (lck_register){LEFT, num(0)},
                 (lck_register){RIGHT, num(0)});
    lck_end(w);
    lck_end(w);
    lck_fence(w, LCK_FENCE_PROXY); /* the next boxes come where the threads read */
    lck_barrier(w);
}

static void go_over_tiles(lck_kernel *k, const extents *e)
{
    lck_writer w = lck_write(k);
    const lc_expr *across = ceil_div(e->n, 32), *steps = ceil_div(e->k, 16);
    const lc_expr *tiles = mul(ceil_div(e->m, 32), across);
    lck_if(&w, op(LC_EXPR_EQ, k->thread, num(0)));
    lck_init(&w, 0);
    lck_fence(&w, LCK_FENCE_INIT);
    lck_end(&w);
    lck_barrier(&w);
    const lc_expr *round = variable("round", 1 << 15);
    const lc_expr *left = op(LC_EXPR_MAX, op(LC_EXPR_SUB, tiles, k->block), num(0));
    lck_loop(&w, round, lc_expr_ceil_div(x, left, k->grid));
    const lc_expr *tile = let(&w, "tile_number",
                              lc_expr_assume(x, add(k->block, mul(round, k->grid)), 0, 1 << 15));
    const lc_expr *m = let(&w, "m0", mul(op(LC_EXPR_DIV, tile, across), num(32)));
    const lc_expr *n = let(&w, "n0", mul(op(LC_EXPR_MOD, tile, across), num(32)));
    const lc_expr *row = let(&w, "row", op(LC_EXPR_MOD, k->thread, num(32)));
    const lc_expr *column = let(&w, "column", mul(op(LC_EXPR_DIV, k->thread, num(32)), num(8)));
    const lc_expr *j = variable("j", 8), *kb = variable("kb", MOST / 16);
    lck_for(&w, j, 8);
    lck_zero(&w, (lck_register){SUM, j});
    lck_end(&w);
    lck_loop(&w, kb, steps);
    fill_stages(&w, add(mul(round, steps), kb), m, n, kb);
    multiply_stages(&w, row, column);
    lck_end(&w);
    lck_for(&w, j, 8);
    finish(&w, j, add(m, row), add(n, add(column, j)), e);
    lck_end(&w);
    lck_end(&w);
    need(k->ctx, lck_written(&w));
}

static void add_stages(lck_kernel *k)
{
    const lck_element *f32 = lck_element_find("f32");
    need(k->ctx, lck_kernel_array(k, "stage_a", LCK_OF_BLOCK, f32, num(512)) &&
                     lck_kernel_array(k, "stage_b", LCK_OF_BLOCK, f32, num(512)) &&
                     lck_kernel_ring(k, "full", 1, 1) && lck_kernel_grid(k, 1 << 14));
    k->array[STAGE_A].alignment = k->array[STAGE_B].alignment = 128;
    k->cluster = 2;
    k->architecture = 90;
}

static const lc_expr *pairs_of_tiles(const extents *e)
{
    return mul(ceil_div(mul(ceil_div(e->m, 32), ceil_div(e->n, 32)), 2), num(2));
}

lck_kernel *hand_tma_product(lc_ctx *ctx, const char *name, lck_activation activation)
{
    extents e;
    lck_kernel *k = begin(ctx, name, activation, 1000, &e);
    add_stages(k);
    k->alignment = 16;
    k->blocks = pairs_of_tiles(&e);
    need(k->ctx, lck_kernel_condition(k, op(LC_EXPR_EQ, op(LC_EXPR_MOD, e.k, num(4)), num(0))));
    add_map(k, "map_a", A, e.k, e.m, e.k);
    add_map(k, "map_b", B, e.k, e.n, e.k);
    go_over_tiles(k, &e);
    return k;
}

/* ---- from scratch */

/* scratch[r * padded + k] = tensor[r K + k], a thread for each element. */
static lck_kernel *copy_rows(lc_ctx *ctx, const char *name, const char *tensor,
                             const char *scratch, const char *rows)
{
    const lck_element *f32 = lck_element_find("f32");
    lck_kernel *k = lck_kernel_of_copy(ctx, name, f32, 128, 1 << 20);
    if (!k)
        abort();
    x = k->x;
    static const char *const sizes[] = {"M", "N", "K"};
    for (int i = 0; i < 3; i++)
        need(k->ctx, lck_kernel_size(k, sizes[i], i < 2, MOST, false));
    const lc_expr *r = lc_exprs_find(x, rows), *columns = k->size[2].var;
    const lc_expr *padded = mul(ceil_div(columns, 4), num(4));
    k->array[LCK_SOURCE].name = tensor;
    k->array[LCK_DESTINATION].name = scratch;
    k->array[LCK_SOURCE].extent = mul(r, columns);
    k->array[LCK_DESTINATION].extent = mul(r, padded);
    need(k->ctx, lck_kernel_counter(k, r, columns, padded) &&
                     lck_kernel_counter(k, columns, num(1), num(1)));
    k->file[LCK_HELD].count = 1;
    k->blocks = ceil_div(mul(r, columns), 128);
    lck_writer w = lck_write(k);
    const lc_expr *number = let(&w, "number", lc_expr_add_scaled(x, k->thread, 128, k->block));
    const lc_expr *width = let(&w, "width", op(LC_EXPR_MAX, columns, num(1)));
    const lc_expr *row = let(&w, "row", op(LC_EXPR_DIV, number, width));
    lck_if(&w, op(LC_EXPR_LT, row, r));
    lck_load(&w, LCK_SOURCE, number, LCK_HELD, num(0), 1, 1);
    lck_store(&w, LCK_DESTINATION, add(mul(row, padded), op(LC_EXPR_MOD, number, width)),
              LCK_HELD, num(0), 1, 1);
    lck_end(&w);
    need(k->ctx, lck_written(&w));
    return k;
}

lck_kernel *hand_padded_product(lc_ctx *ctx, const char *name, lck_activation activation)
{
    extents e;
    const lck_element *f32 = lck_element_find("f32");
    char first[64], second[64];
    snprintf(first, sizeof first, "%s_a", name);
    snprintf(second, sizeof second, "%s_b", name);
    lck_kernel *copy_a = copy_rows(ctx, first, "a", "a_rows", "M");
    lck_kernel *copy_b = copy_rows(ctx, second, "b", "b_rows", "N");
    lck_kernel *k = begin(ctx, name, activation, 2000, &e);
    add_stages(k);
    const lc_expr *padded = mul(ceil_div(e.k, 4), num(4));
    need(k->ctx, lck_kernel_array(k, "a_rows", LCK_SCRATCH, f32, mul(e.m, padded)) &&
                     lck_kernel_array(k, "b_rows", LCK_SCRATCH, f32, mul(e.n, padded)));
    k->blocks = pairs_of_tiles(&e);
    add_map(k, "map_a", SCRATCH_A, e.k, e.m, padded);
    add_map(k, "map_b", SCRATCH_B, e.k, e.n, padded);
    go_over_tiles(k, &e);
    copy_b->before = copy_a;
    k->before = copy_b;
    return k;
}

lck_kernel *hand_plan(lck_kernel *first, lck_kernel *second, lck_kernel *third)
{
    first->other = second;
    second->other = third;
    return first;
}
