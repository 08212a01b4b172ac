/* hand-kernels.c - kernels written by hand. */
#include "config.h"

#include "hand-expr.h"
#include "hand-kernels.h"

#include "../kernels/emit/emit.h"

#include <check.h>
#include <string.h>

static lck_kernel *begin(lc_ctx *ctx, const char *name, const char *element, int threads)
{
    lck_kernel *k = lck_kernel_of_copy(ctx, name, lck_element_find(element), threads, 1 << 20);
    need(ctx, k != NULL);
    x = k->x;
    return k;
}

static lck_kernel *end(lck_kernel *k, lck_writer *w)
{
    need(k->ctx, lck_written(w));
    return k;
}

/* n elements on both sides. */
static const lc_expr *line(lck_kernel *k)
{
    const lc_expr *n = lck_kernel_size(k, "n", 1, 1 << 24, false);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = n;
    return n;
}

lck_kernel *hand_copy(lc_ctx *ctx, const char *element, int threads, int width, int values,
                      fault broken)
{
    lck_kernel *k = begin(ctx, "copy", element, threads);
    const lc_expr *n = line(k);
    need(ctx, lck_kernel_counter(k, n, num(1), num(1)));
    int64_t tile = (int64_t)threads * width * values;
    const lc_expr *apart = num(broken == OVERLAP ? tile - width : tile);
    k->blocks = lc_expr_ceil_div(x, n, apart);
    k->file[LCK_HELD].count = width * values;
    k->alignment = width * k->array[LCK_SOURCE].element->bytes;
    lck_kernel_claim(k, "every element is written once");
    lck_kernel_claim(k, "a second line, with the end of a comment: */");
    lck_writer w = lck_write(k);
    const lc_expr *start = let(&w, "start", mul(k->block, apart));
    const lc_expr *first = let(&w, "first", lc_expr_add_scaled(x, start, width, k->thread));
    first = broken == SHIFTED ? add(first, num(1)) : first;
    lck_comment(&w, "A full tile.");
    lck_if(&w, lc_expr_make(x, LC_EXPR_LE, add(start, num(tile)), n));
    for (int store = 0; store < 2; store++) {
        const lc_expr *v = loop(&w, "v", values);
        const lc_expr *index = lc_expr_add_scaled(x, first, (int64_t)threads * width, v);
        const lc_expr *reg = mul(v, num(width));
        if (store)
            lck_store(&w, LCK_DESTINATION, index, LCK_HELD, reg, 1, width);
        else
            lck_load(&w, LCK_SOURCE, index, LCK_HELD, reg, 1,
                     broken == NOT_LOADED && width > 1 ? width / 2 : width);
        lck_end(&w);
    }
    lck_else(&w);
    const lc_expr *v = loop(&w, "v", values);
    const lc_expr *i = loop(&w, "i", width);
    const lc_expr *index = lc_expr_add_scaled(x, add(first, i), (int64_t)threads * width, v);
    const lc_expr *limit = add(n, num(broken == HOLE ? -1 : broken == OFF_BY_ONE ? 1 : 0));
    lck_if(&w, less(index, limit));
    const lc_expr *reg = add(mul(v, num(width)), i);
    lck_load(&w, LCK_SOURCE, index, LCK_HELD, reg, 1, 1);
    lck_store(&w, LCK_DESTINATION, index, LCK_HELD, reg, 1, 1);
    lck_end(&w);
    lck_end(&w);
    lck_end(&w);
    lck_end(&w);
    return end(k, &w);
}

static void matrix(lck_kernel *k, int64_t most, const lc_expr **m, const lc_expr **n)
{
    lc_ctx *ctx = k->ctx;
    *m = lck_kernel_size(k, "M", 1, most, false);
    *n = lck_kernel_size(k, "N", 1, most, false);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = mul(*m, *n);
    need(ctx, lck_kernel_counter(k, *m, *n, num(1)));
    need(ctx, lck_kernel_counter(k, *n, num(1), *m));
}

lck_kernel *hand_transpose(lc_ctx *ctx, const char *element, bool wide, fault broken)
{
    lck_kernel *k = begin(ctx, "transpose", element, 256);
    const lc_expr *m, *n;
    int64_t most = wide ? 1 << 20 : 1 << 14;
    matrix(k, most, &m, &n);
    const lc_expr *across = lc_expr_ceil_div(x, n, num(32));
    k->blocks = mul(lc_expr_ceil_div(x, m, num(32)), across);
    k->array[LCK_SHARED].extent = lc_expr_int(k->x, 32 * 33);
    k->file[LCK_HELD].count = 4;
    lck_writer w = lck_write(k);
    const lc_expr *lane = let(&w, "lane", rest(k->thread, 32));
    const lc_expr *row = let(&w, "row", quotient(k->thread, 32));
    const lc_expr *columns = let(&w, "columns", across);
    const lc_expr *down_tiles = lc_expr_make(x, LC_EXPR_DIV, k->block, columns);
    down_tiles = lc_expr_assume(x, down_tiles, 0, most / 32 - 1);
    const lc_expr *i = let(&w, "i0", mul(down_tiles, num(32)));
    const lc_expr *j = let(&w, "j0",
                           mul(lc_expr_make(x, LC_EXPR_MOD, k->block, columns), num(32)));
    for (int pass = 0; pass < (broken == READ_BACK ? 2 : 1); pass++) {
        const lc_expr *v = loop(&w, "v", 4);
        const lc_expr *down = lc_expr_add_scaled(x, row, 8, v);
        const lc_expr *staged = both(less(add(i, down), m), less(add(j, lane), n));
        lck_if(&w, broken == NOT_STAGED ? both(less(num(0), down), staged) : staged);
        lck_load(&w, LCK_SOURCE, add(mul(add(i, down), n), add(j, lane)), LCK_HELD, v, 1, 1);
        lck_store(&w, LCK_SHARED, lc_expr_add_scaled(x, lane, 33, down), LCK_HELD, v, 1, 1);
        lck_end(&w);
        lck_end(&w);
        if (broken == DIVERGENT_BARRIER)
            lck_if(&w, less(k->thread, num(128)));
        if (broken != NO_BARRIER)
            lck_barrier(&w);
        if (broken == DIVERGENT_BARRIER)
            lck_end(&w);
        v = loop(&w, "v", 4);
        down = lc_expr_add_scaled(x, row, 8, v);
        lck_if(&w, both(less(add(i, lane), m), less(add(j, down), n)));
        lck_load(&w, LCK_SHARED, lc_expr_add_scaled(x, down, 33, lane), LCK_HELD, v, 1, 1);
        if (pass == 0 && broken != READ_BACK)
            lck_store(&w, LCK_DESTINATION, add(mul(add(j, down), m), add(i, lane)), LCK_HELD, v,
                      1, 1);
        lck_end(&w);
        lck_end(&w);
    }
    return end(k, &w);
}

lck_kernel *hand_register_transpose(lc_ctx *ctx, const char *element, int width)
{
    lck_kernel *k = begin(ctx, "register_transpose", element, 64);
    const lc_expr *m, *n;
    matrix(k, 1 << 14, &m, &n);
    need(ctx, lck_kernel_condition(k, lc_expr_make(x, LC_EXPR_EQ, rest(m, width), num(0))));
    need(ctx, lck_kernel_condition(k, lc_expr_make(x, LC_EXPR_EQ, rest(n, width), num(0))));
    const lc_expr *tiles = mul(quotient(m, width), quotient(n, width));
    k->blocks = lc_expr_ceil_div(x, tiles, num(64));
    k->file[LCK_HELD].count = width * width;
    k->alignment = width * k->array[LCK_SOURCE].element->bytes;
    lck_writer w = lck_write(k);
    const lc_expr *tile = let(&w, "t", lc_expr_add_scaled(x, k->thread, 64, k->block));
    lck_if(&w, less(tile, tiles));
    const lc_expr *columns = lc_expr_var(x, "columns", 1, 1 << 14);
    lck_let(&w, columns, lc_expr_assume(x, quotient(n, width), 1, 1 << 14), false);
    const lc_expr *down = lc_expr_make(x, LC_EXPR_DIV, tile, columns);
    down = lc_expr_assume(x, down, 0, (1 << 14) / width - 1);
    const lc_expr *i = let(&w, "i0", mul(down, num(width)));
    const lc_expr *j = let(&w, "j0",
                           mul(lc_expr_make(x, LC_EXPR_MOD, tile, columns), num(width)));
    const lc_expr *v = loop(&w, "v", width);
    lck_load(&w, LCK_SOURCE, add(mul(add(i, v), n), j), LCK_HELD, mul(v, num(width)), 1, width);
    lck_end(&w);
    v = loop(&w, "v", width);
    lck_store(&w, LCK_DESTINATION, add(mul(add(j, v), m), i), LCK_HELD, v, width, width);
    lck_end(&w);
    lck_end(&w);
    return end(k, &w);
}

lck_kernel *hand_gather(lc_ctx *ctx, const char *element, integers how)
{
    lck_kernel *k = begin(ctx, "gather", element, 32);
    const lc_expr *n = line(k);
    const lc_expr *s = lck_kernel_size(k, "s", 1, how == WIDE_SIZE ? INT64_C(1) << 36 : 1 << 30,
                                       how == WIDE_SIZE);
    k->blocks = lc_expr_ceil_div(x, n, num(32));
    k->file[LCK_HELD].count = 1;
    lck_writer w = lck_write(k);
    const lc_expr *at = let(&w, "at", lc_expr_add_scaled(x, k->thread, 32, k->block));
    lck_if(&w, less(at, n));
    const lc_expr *product = mul(at, s);
    if (how == NARROW)
        product = lc_expr_assume(x, product, 0, INT32_MAX);
    if (how == WIDE_LET) {
        const lc_expr *value = product;
        product = lc_expr_var(x, "product", value->low, value->high);
        lck_let(&w, product, value, true);
    }
    lck_load(&w, LCK_SOURCE, lc_expr_make(x, LC_EXPR_MOD, product, n), LCK_HELD, num(0), 1, 1);
    lck_store(&w, LCK_DESTINATION, at, LCK_HELD, num(0), 1, 1);
    lck_end(&w);
    return end(k, &w);
}

lck_kernel *hand_staged(lc_ctx *ctx, const char *element, int width, int64_t tile)
{
    lck_kernel *k = begin(ctx, "staged", element, 128);
    const lc_expr *n = line(k);
    need(ctx, lck_kernel_counter(k, n, num(1), num(1)));
    need(ctx, lck_kernel_condition(k, lc_expr_make(x, LC_EXPR_EQ, rest(n, tile), num(0))));
    k->blocks = quotient(n, tile);
    k->file[LCK_HELD].count = width;
    k->array[LCK_SHARED].extent = lc_expr_int(k->x, tile);
    k->alignment = width * k->array[LCK_SOURCE].element->bytes;
    int64_t rounds = tile / (128 * width);
    lck_writer w = lck_write(k);
    const lc_expr *start = let(&w, "start", mul(k->block, num(tile)));
    const lc_expr *v = loop(&w, "v", rounds);
    const lc_expr *at = lc_expr_add_scaled(x, mul(k->thread, num(width)), 128 * width, v);
    lck_load(&w, LCK_SOURCE, add(start, at), LCK_HELD, num(0), 1, width);
    lck_store(&w, LCK_SHARED, at, LCK_HELD, num(0), 1, width);
    lck_end(&w);
    lck_barrier(&w);
    v = loop(&w, "v", rounds);
    /* what the next thread staged */
    at = lc_expr_add_scaled(x, mul(rest(add(k->thread, num(1)), 128), num(width)), 128 * width,
                            v);
    lck_load(&w, LCK_SHARED, at, LCK_HELD, num(0), 1, width);
    lck_store(&w, LCK_DESTINATION, add(start, at), LCK_HELD, num(0), 1, width);
    lck_end(&w);
    return end(k, &w);
}

/* ---- products ---- */

enum { SUMS, LEFT, RIGHT, MOVED };

static void need_product(lck_kernel *k, const char *name, const lc_expr *const *size)
{
    const lck_element *element = lck_element_find(name);
    static const char *const names[] = {"a", "b", "c", "stage_a", "stage_b"};
    for (int i = 0; i < 3; i++)
        need(k->ctx, lck_kernel_array(k, names[i], i == HAND_C ? LCK_WRITTEN : LCK_READ, element,
                                      mul(size[i == HAND_B], size[i == HAND_C ? 1 : 2])));
    for (int i = HAND_STAGE_A; i <= HAND_STAGE_B; i++)
        need(k->ctx, lck_kernel_array(k, names[i], LCK_OF_BLOCK, element, num(64)));
    need(k->ctx, lck_kernel_file(k, "sum", element, 4) && lck_kernel_file(k, "x", element, 2) &&
                     lck_kernel_file(k, "y", element, 2) &&
                     lck_kernel_file(k, "moved", element, 1));
    const lc_expr *one = num(1), *none = num(0);
    need(k->ctx, lck_kernel_counter(k, size[0], size[2], none) &&
                     lck_kernel_counter(k, size[1], none, size[2]) &&
                     lck_kernel_counter(k, size[2], one, one));
    k->counter[0].stride[HAND_C] = size[1];
    k->counter[1].stride[HAND_C] = one;
    k->counter[2].stride[HAND_C] = none;
    k->counter[2].contracted = true;
    k->kind = LCK_IS_PRODUCT;
    k->product = (lck_product_result){HAND_A, HAND_B, HAND_C, -1, -1, -1, LCK_NO_ACTIVATION,
                                      element};
}

/* One element for each thread: row `row` of this tile, column kk of this step. */
static void fill(lck_writer *w, int tensor, const lc_expr *row, const lc_expr *rows,
                 const lc_expr *column, const lc_expr *columns)
{
    lck_register moved = {MOVED, num(0)};
    lck_if(w, both(lc_expr_make(x, LC_EXPR_LT, row, rows),
                   lc_expr_make(x, LC_EXPR_LT, column, columns)));
    lck_load(w, tensor, add(mul(row, columns), column), MOVED, num(0), 1, 1);
    lck_else(w);
    lck_zero(w, moved);
    lck_end(w);
    lck_store(w, tensor == HAND_A ? HAND_STAGE_A : HAND_STAGE_B, w->kernel->thread, MOVED, num(0),
              1, 1);
}

static void multiply_steps(lck_writer *w, const lc_expr *tm, const lc_expr *tn)
{
    const lc_expr *kk = loop(w, "kk", 4), *v = loop(w, "v", 2);
    lck_load(w, HAND_STAGE_A, add(lc_expr_add_scaled(x, tm, 16, kk), mul(v, num(8))), LEFT, v, 1,
             1);
    lck_load(w, HAND_STAGE_B, add(lc_expr_add_scaled(x, tn, 16, kk), mul(v, num(8))), RIGHT, v, 1,
             1);
    lck_end(w);
    const lc_expr *i = loop(w, "i", 2), *j = loop(w, "j", 2);
    lck_multiply(w, (lck_register){SUMS, lc_expr_add_scaled(x, i, 2, j)}, (lck_register){LEFT, i},
                 (lck_register){RIGHT, j});
    for (int n = 0; n < 3; n++)
        lck_end(w);
}

static void write_sums(lck_writer *w, const lc_expr *m, const lc_expr *n,
                       const lc_expr *const *size)
{
    const lc_expr *i = loop(w, "i", 2), *j = loop(w, "j", 2);
    const lc_expr *row = lc_expr_add_scaled(x, m, 8, i), *column = lc_expr_add_scaled(x, n, 8, j);
    lck_if(w, both(lc_expr_make(x, LC_EXPR_LT, row, size[0]),
                   lc_expr_make(x, LC_EXPR_LT, column, size[1])));
    lck_store(w, HAND_C, add(mul(row, size[1]), column), SUMS, lc_expr_add_scaled(x, i, 2, j), 1,
              1);
    for (int e = 0; e < 3; e++)
        lck_end(w);
}

lck_kernel *hand_product(lc_ctx *ctx, const char *element, fault broken)
{
    lck_kernel *k = lck_kernel_new(ctx, "product", 64, 1 << 20);
    need(ctx, k != NULL);
    x = k->x;
    const lc_expr *size[3];
    for (int i = 0; i < 3; i++)
        size[i] = lck_kernel_size(k, i == 0 ? "M" : i == 1 ? "N" : "K", 0, 1000, false);
    need_product(k, element, size);
    const lc_expr *tiles = quotient(add(size[0], num(15)), 16), *thread = k->thread;
    k->blocks = mul(tiles, quotient(add(size[1], num(15)), 16));
    lck_writer w = lck_write(k);
    const lc_expr *count = lc_expr_make(x, LC_EXPR_MAX, tiles, num(1));
    const lc_expr *m = let(&w, "m", mul(lc_expr_make(x, LC_EXPR_MOD, k->block, count), num(16)));
    const lc_expr *n = let(&w, "n", mul(lc_expr_make(x, LC_EXPR_DIV, k->block, count), num(16)));
    const lc_expr *v = loop(&w, "v", broken == NOT_ZEROED ? 3 : 4);
    lck_zero(&w, (lck_register){SUMS, v});
    lck_end(&w);
    const lc_expr *steps = quotient(add(size[2], num(3)), 4), *at = lc_expr_var(x, "k", 0, 250);
    if (broken == UNEVEN_LOOP)
        steps = add(steps, lc_expr_make(x, LC_EXPR_EQ, thread, num(5)));
    lck_loop(&w, at, steps);
    const lc_expr *column = lc_expr_add_scaled(x, quotient(thread, 16), 4, at);
    fill(&w, HAND_A, add(m, rest(thread, 16)), size[0], column, size[2]);
    fill(&w, HAND_B, add(n, rest(thread, 16)), size[1], column, size[2]);
    lck_barrier(&w);
    multiply_steps(&w, rest(thread, 8), quotient(thread, 8));
    if (broken != NO_BARRIER)
        lck_barrier(&w);
    lck_end(&w);
    write_sums(&w, add(m, rest(thread, 8)), add(n, quotient(thread, 8)), size);
    return end(k, &w);
}

void no_text(lck_kernel *k, const char *words)
{
    lc_ctx *ctx = k->ctx;
    ck_assert_ptr_null(lck_emit(k, LCK_DEVICE_ONLY));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_msg(strstr(lc_ctx_message(ctx), words) != NULL, "%s", lc_ctx_message(ctx));
    lck_kernel_free(k);
    lc_ctx_free(ctx);
}
