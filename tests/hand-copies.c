/* hand-copies.c - a ring of stages that COPY fills, and a box of a tensor map. */
#include "config.h"

#include "hand-async.h"
#include "hand-expr.h"

#define THREADS 64
#define TILES 4 /* of a block */

static lck_kernel *begin(lc_ctx *ctx, const char *name, const char *element, int threads)
{
    lck_kernel *k = lck_kernel_of_copy(ctx, name, lck_element_find(element), threads, 1 << 20);
    need(ctx, k != NULL);
    x = k->x;
    return k;
}

/* ---- the ring */

/* Tile t of the block, of which the tensor may have nothing. */
static void fill(lck_writer *w, const lc_expr *n, const lc_expr *t, int stages, int width)
{
    lck_kernel *k = w->kernel;
    int64_t tile = (int64_t)THREADS * width;
    const lc_expr *from = add(times(add(times(k->block, TILES), t), tile),
                              times(k->thread, width));
    const lc_expr *present =
        lc_expr_make(x, LC_EXPR_MAX,
                     lc_expr_make(x, LC_EXPR_MIN, add(n, times(from, -1)), num(width)), num(0));
    lck_copy_async(w,
                   (lck_place){LCK_SHARED,
                               add(times(rest(t, stages), tile), times(k->thread, width))},
                   (lck_place){LCK_SOURCE, from}, width, present);
}

/* What the threads copied, in reverse. */
static void store_reversed(lck_writer *w, const lc_expr *n, const lc_expr *t, int stages,
                           int width)
{
    lck_kernel *k = w->kernel;
    int64_t tile = (int64_t)THREADS * width;
    const lc_expr *v = loop(w, "v", width);
    const lc_expr *in = add(times(v, THREADS), k->thread);
    const lc_expr *at = add(times(add(times(k->block, TILES), t), tile), in);
    lck_load(w, LCK_SHARED, add(times(rest(t, stages), tile), in), LCK_HELD, num(0), 1, 1);
    lck_if(w, less(at, n));
    lck_store(w, LCK_DESTINATION, add(add(n, num(-1)), times(at, -1)), LCK_HELD, num(0), 1, 1);
    lck_end(w);
    lck_end(w);
}

lck_kernel *hand_copy_ring(lc_ctx *ctx, const char *element, int stages, async_fault broken)
{
    lck_kernel *k = begin(ctx, "copy_ring", element, THREADS);
    int width = 16 / k->array[LCK_SOURCE].element->bytes;
    int64_t tile = (int64_t)THREADS * width;
    const lc_expr *n = lck_kernel_size(k, "n", 1, 1 << 20, false);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = n;
    k->array[LCK_SHARED].extent = num(tile * stages);
    k->file[LCK_HELD].count = 1;
    k->alignment = 16;
    k->blocks = lc_expr_ceil_div(x, n, num(tile * TILES));
    lck_writer w = lck_write(k);
    for (int t = 0; t < stages - 1; t++) {
        fill(&w, n, num(t), stages, width);
        lck_commit(&w, LCK_COPIES);
    }
    const lc_expr *t = lc_expr_var(x, "t", 0, TILES - 1);
    lck_loop(&w, t, num(TILES));
    if (broken != NO_MEETING_BEFORE)
        lck_barrier(&w);
    const lc_expr *later = add(t, num(stages - 1));
    lck_if(&w, less(later, num(TILES)));
    fill(&w, n, later, stages, width);
    lck_end(&w);
    if (broken != NO_COMMIT)
        lck_commit(&w, LCK_COPIES);
    if (broken != NO_DRAIN)
        lck_drain(&w, LCK_COPIES, stages - 1, false);
    if (broken != NO_MEETING)
        lck_barrier(&w);
    store_reversed(&w, n, t, stages, width);
    lck_end(&w);
    need(ctx, lck_written(&w));
    return k;
}

/* ---- the box */

lck_kernel *hand_box(lc_ctx *ctx, const char *element, int columns, int rows, int span, int shift,
                     async_fault broken)
{
    lck_kernel *k = begin(ctx, "box", element, 32);
    static const char *const names[] = {"M", "N", "x", "y"};
    const lc_expr *size[4];
    int bytes = k->array[LCK_SOURCE].element->bytes;
    int64_t row = span ? span / bytes : columns, elements = row * rows;
    for (int i = 0; i < 4; i++)
        size[i] = lck_kernel_size(k, names[i], 1, 2000, false);
    k->array[LCK_SOURCE].extent = mul(size[0], size[1]);
    k->array[LCK_DESTINATION].extent = num(elements);
    k->array[LCK_SHARED].extent = num(elements + shift / bytes);
    k->array[LCK_SHARED].alignment = 1024;
    k->alignment = 16;
    k->file[LCK_HELD].count = 1;
    k->blocks = num(1);
    lck_map map = {.name = "map",
                   .tensor = LCK_SOURCE,
                   .rank = 2,
                   .extent = {size[1], size[0]},
                   .stride = {num(1), size[1]},
                   .offset = num(0),
                   .box = {columns, rows},
                   .span = span};
    need(ctx, lck_kernel_map(k, &map) && lck_kernel_ring(k, "full", 1, 1));
    const lc_expr *crd[] = {add(size[2], num(-1000)), add(size[3], num(-1000))};
    lck_writer w = lck_write(k);
    lck_if(&w, same_as(k->thread, 0));
    lck_init(&w, 0);
    lck_fence(&w, LCK_FENCE_INIT);
    lck_expect(&w, 0, num(0),
               num(columns * rows * bytes + (broken == MANY_BYTES ? columns * bytes : 0)));
    lck_tma_load(&w, LCK_SOURCE, crd,
                 (lck_place){LCK_SHARED, num((shift + (broken == UNALIGNED ? 64 : 0)) / bytes)},
                 0, num(0), NULL, NULL);
    lck_end(&w);
    lck_barrier_of(&w, LCK_OF_WARP, 0, 32);
    if (broken != NO_AWAIT_FULL)
        lck_await(&w, 0, num(0), num(0));
    const lc_expr *i = loop(&w, "i", (elements + 31) / 32);
    const lc_expr *at = add(times(i, 32), k->thread);
    lck_if(&w, less(at, num(elements)));
    lck_load(&w, LCK_SHARED, add(at, num(shift / bytes)), LCK_HELD, num(0), 1, 1);
    lck_store(&w, LCK_DESTINATION, at, LCK_HELD, num(0), 1, 1);
    lck_end(&w);
    lck_end(&w);
    need(ctx, lck_written(&w));
    return k;
}

/* ---- peers */

lck_kernel *hand_exchange(lc_ctx *ctx, async_fault broken)
{
    lck_kernel *k = begin(ctx, "exchange", "f32", 32);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = num(256);
    k->array[LCK_SHARED].extent = num(32);
    k->file[LCK_HELD].count = 1;
    k->blocks = num(8);
    k->cluster = 2;
    k->architecture = 90;
    const lc_expr *at = add(times(k->block, 32), k->thread);
    const lc_expr *peer = add(num(1), times(rest(k->block, 2), -1));
    lck_writer w = lck_write(k);
    lck_load(&w, LCK_SOURCE, at, LCK_HELD, num(0), 1, 1);
    lck_store(&w, LCK_SHARED, k->thread, LCK_HELD, num(0), 1, 1);
    if (broken == NO_MEETING_BEFORE)
        lck_barrier(&w);
    else if (broken != NO_MEETING)
        lck_barrier_of(&w, LCK_OF_CLUSTER, 0, 0);
    lck_load_from(&w, peer, LCK_SHARED, add(num(31), times(k->thread, -1)), LCK_HELD, num(0), 1,
                  1);
    lck_store(&w, LCK_DESTINATION, at, LCK_HELD, num(0), 1, 1);
    if (broken != NO_LAST_MEETING)
        lck_barrier_of(&w, LCK_OF_CLUSTER, 0, 0);
    need(ctx, lck_written(&w));
    return k;
}

/* ---- registers */

lck_kernel *hand_shared_registers(lc_ctx *ctx, int few, int many)
{
    lck_kernel *k = begin(ctx, "registers", "f32", 384);
    k->array[LCK_SOURCE].extent = k->array[LCK_DESTINATION].extent = num(384);
    k->file[LCK_HELD].count = 1;
    k->blocks = num(1);
    k->architecture = 90;
    lck_writer w = lck_write(k);
    lck_if(&w, less(k->thread, num(256)));
    lck_registers(&w, many);
    lck_else(&w);
    lck_registers(&w, few);
    lck_end(&w);
    lck_load(&w, LCK_SOURCE, k->thread, LCK_HELD, num(0), 1, 1);
    lck_store(&w, LCK_DESTINATION, k->thread, LCK_HELD, num(0), 1, 1);
    need(ctx, lck_written(&w));
    return k;
}
