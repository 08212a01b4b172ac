/* fma.c - products by multiply-adds of threads (f32, f64).
 *
 *   load the first k block into registers; put it into the first stage; BARRIER
 *   LOOP over k blocks:
 *       load the next one into registers
 *       for each k: get the values of the next k from the stage; add the products of this one
 *       put the next block into the next stage; BARRIER; get the values of its first k
 *   store the sums
 *
 * A stage has a row for each k, of the values along m (n). A tensor that is contiguous along k is
 * stored across the rows; the swizzle sends the elements of a warp to different banks, and leaves
 * vectors along m (n) whole. Sums are in the order of k.
 *
 * A warp has 4 lanes along m and 8 along n (stages.h). Each has vectors of 16 bytes both
 * ways, with those of the other lanes between them.
 */
#include "config.h"

#include "fill.h"

#include <string.h>

enum { SUMS, LEFT, RIGHT, NEXT_A, NEXT_B }; /* files */

typedef struct {
    lck_making m;
    lck_fma_lanes lanes;
    lck_fill fill[2];
    int64_t of_thread[2]; /* sums along m, n */
    int64_t depth;        /* of a k block */
    int buffers;          /* of the values of one k */
    int array[2];         /* of the stages */
    const lc_expr *at[2]; /* of the thread in the tile: along m, n */
} fma_making;

static bool is_power_of_two(int64_t n)
{
    return (n & (n - 1)) == 0;
}

/* ---- the kernel's tables ---- */

static bool fits_fma(fma_making *f)
{
    const lck_product *p = f->m.product;
    const lck_recipe *recipe = f->m.recipe;
    lc_ctx *ctx = p->plan->ctx;
    bool f32 = strcmp(p->accumulate->name, "f32") == 0, f64 = !strcmp(p->accumulate->name, "f64");
    if ((!f32 && !f64) || p->element[LCK_A] != p->accumulate ||
        p->element[LCK_B] != p->accumulate)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "multiply-adds take A, B and sums of f32, or of f64: got %s, %s and %s",
                       p->element[LCK_A]->name, p->element[LCK_B]->name, p->accumulate->name);
    for (int i = 0; i < 2; i++)
        if (f->of_thread[i] * f->lanes.lanes[i] * recipe->warps[i] != recipe->extent[i])
            return lc_fail(ctx, LC_ERR_INVALID,
                           "a tile of %lld along %s is not of %d warps of %lld lanes each",
                           (long long)recipe->extent[i], i ? "n" : "m", recipe->warps[i],
                           (long long)f->lanes.lanes[i]);
    if (recipe->stages < 2 || recipe->cluster[0] != 1 || recipe->cluster[1] != 1)
        return lc_fail(ctx, LC_ERR_INVALID, "multiply-adds take two stages and no clusters");
    return true;
}

static bool add_file(fma_making *f, const char *name, int64_t count)
{
    return lck_kernel_file(f->m.kernel, name, f->m.product->accumulate, (int)count);
}

static bool add_tables(fma_making *f)
{
    return lck_making_stages(&f->m, LCK_A, "stage_a", &f->array[LCK_A]) &&
           lck_making_stages(&f->m, LCK_B, "stage_b", &f->array[LCK_B]) &&
           add_file(f, "sum", f->of_thread[0] * f->of_thread[1]) &&
           add_file(f, "left", f->buffers * f->of_thread[0]) &&
           add_file(f, "right", f->buffers * f->of_thread[1]);
}

/* ---- statements ---- */

/* Where the thread's sums begin in the tile. */
static bool begin_thread(fma_making *f)
{
    lck_making *w = &f->m;
    const lck_fma_lanes *l = &f->lanes;
    const lc_expr *thread = w->kernel->thread;
    const lc_expr *warp = lck_div_by(w, thread, 32);
    const lc_expr *lane = lck_mod_by(w, thread, 32);
    const lc_expr *of_warp[] = {lck_mod_by(w, warp, w->recipe->warps[0]),
                                lck_div_by(w, warp, w->recipe->warps[0])};
    const lc_expr *of_lane[] = {lck_div_by(w, lane, l->lanes[1]),
                                lck_mod_by(w, lane, l->lanes[1])};
    for (int i = 0; i < 2; i++) {
        const lc_expr *at = lck_mul_by(w, of_warp[i], l->apart[i] * l->vectors[i]);
        at = lc_expr_add_scaled(w->x, at, l->vector[i], of_lane[i]);
        f->at[i] = lck_name_of(w, i ? "thread_n" : "thread_m", at);
    }
    return f->at[0] && f->at[1];
}

static void clear_sums(fma_making *f)
{
    lck_making *w = &f->m;
    int64_t sums = f->of_thread[0] * f->of_thread[1];
    const lc_expr *i = lck_count_of(w, "i", lck_int(w, sums));
    lck_for(&w->out, i, sums);
    lck_zero(&w->out, (lck_register){SUMS, i});
    lck_end(&w->out);
}

/* at + step * number, and then the swizzle of row k of a stage. Where they have no bit in common,
 * the sum is an XOR, too, of which all but `at` is a number. */
static const lc_expr *in_row(fma_making *f, int i, const lc_expr *number, const lc_expr *k)
{
    lck_making *w = &f->m;
    const lck_tile_stage *stage = &f->fill[i].stage;
    const lck_fma_lanes *l = &f->lanes;
    const lc_expr *moved = lck_mul_by(w, number, l->apart[i]);
    if (stage->swizzle.b == 0)
        return lck_add(w, f->at[i], moved);
    int64_t of_k = ((int64_t)1 << (stage->swizzle.m + stage->swizzle.s)) / stage->chunk;
    const lc_expr *bits = lck_mod_by(w, lck_div_by(w, k, of_k), (int64_t)1 << stage->swizzle.b);
    bits = lck_mul_by(w, bits, (int64_t)1 << stage->swizzle.m);
    if (is_power_of_two(l->apart[i]) && is_power_of_two(l->vectors[i]))
        return lck_xor(w, f->at[i], lck_xor(w, moved, bits));
    return lck_xor(w, lck_add(w, f->at[i], moved), bits);
}

/* Gets the values of row k of the stages that begin at these elements. */
static void get_values(fma_making *f, const lc_expr *const *slot, const lc_expr *k)
{
    lck_making *w = &f->m;
    const lck_fma_lanes *l = &f->lanes;
    const lc_expr *buffer = lck_mod_by(w, k, f->buffers);
    for (int i = 0; i < 2; i++) {
        const lc_expr *number = lck_count_of(w, "i", lck_int(w, l->vectors[i]));
        lck_for(&w->out, number, l->vectors[i]);
        const lc_expr *row = lc_expr_add_scaled(w->x, slot[i], f->fill[i].stage.chunk, k);
        const lc_expr *first = lck_mul_by(w, buffer, f->of_thread[i]);
        first = lc_expr_add_scaled(w->x, first, l->vector[i], number);
        lck_load(&w->out, f->array[i], lck_add(w, row, in_row(f, i, number, k)), i ? RIGHT : LEFT,
                 first, 1, (int)l->vector[i]);
        lck_end(&w->out);
    }
}

/* Adds the products of the values of one k. */
static void add_products(fma_making *f, const lc_expr *k)
{
    lck_making *w = &f->m;
    const lc_expr *buffer = lck_mod_by(w, k, f->buffers);
    const lc_expr *m = lck_count_of(w, "m", lck_int(w, f->of_thread[0]));
    const lc_expr *n = lck_count_of(w, "n", lck_int(w, f->of_thread[1]));
    lck_for(&w->out, m, f->of_thread[0]);
    lck_for(&w->out, n, f->of_thread[1]);
    lck_multiply(&w->out, (lck_register){SUMS, lc_expr_add_scaled(w->x, n, f->of_thread[1], m)},
                 (lck_register){LEFT, lc_expr_add_scaled(w->x, m, f->of_thread[0], buffer)},
                 (lck_register){RIGHT, lc_expr_add_scaled(w->x, n, f->of_thread[1], buffer)});
    lck_end(&w->out);
    lck_end(&w->out);
}

static void load_block(fma_making *f, const lc_expr *number, bool inside)
{
    lck_making *w = &f->m;
    if (!lck_making_kblock(w, number)) {
        w->out.failed = true;
        return;
    }
    for (int i = 0; i < 2; i++)
        lck_fill_load(w, &f->fill[i], i ? NEXT_B : NEXT_A, inside);
}

static void put_block(fma_making *f, const lc_expr *const *slot)
{
    for (int i = 0; i < 2; i++)
        lck_fill_put(&f->m, &f->fill[i], i ? NEXT_B : NEXT_A, slot[i]);
    lck_barrier(&f->m.out);
}

/* Where the stages of a k block begin. */
static void slots_of(fma_making *f, const lc_expr *number, const lc_expr **slot)
{
    static const char *const name[] = {"slot_a", "slot_b"};
    lck_making *w = &f->m;
    const lc_expr *use = lck_mod_by(w, number, w->recipe->stages);
    for (int i = 0; i < 2; i++)
        slot[i] = lck_name_of(w, name[i], lck_mul_by(w, use, f->fill[i].stage.elements));
}

/* The products of a k block, but for those of its last k if values are got ahead of them. */
static void add_block(fma_making *f, const lc_expr *const *slot)
{
    lck_making *w = &f->m;
    bool ahead = f->buffers > 1;
    const lc_expr *k = lck_count_of(w, "k", lck_int(w, f->depth - ahead));
    lck_for(&w->out, k, f->depth - ahead);
    get_values(f, slot, lck_add_by(w, k, ahead));
    add_products(f, k);
    lck_end(&w->out);
}

/* A k block; the following one is loaded meanwhile, if `more`, a condition, NULL: it always
 * is. */
static void write_block(fma_making *f, const lc_expr *block, const lc_expr *more)
{
    lck_making *w = &f->m;
    const lc_expr *slot[2], *next[2], *zero = lck_int(w, 0);
    const lc_expr *following = lck_add_by(w, block, 1);
    bool ahead = f->buffers > 1, inside = !more;
    slots_of(f, block, slot);
    slots_of(f, following, next);
    if (more)
        lck_if(&w->out, more);
    load_block(f, following, inside);
    if (more)
        lck_end(&w->out);
    add_block(f, slot);
    if (more)
        lck_if(&w->out, more);
    put_block(f, next);
    if (ahead)
        get_values(f, next, zero);
    if (more)
        lck_end(&w->out);
    if (ahead)
        add_products(f, lck_int(w, f->depth - 1));
}

static void write_only_block(fma_making *f)
{
    lck_making *w = &f->m;
    const lc_expr *zero = lck_int(w, 0), *const slot[] = {zero, zero};
    add_block(f, slot);
    if (f->buffers > 1)
        add_products(f, lck_int(w, f->depth - 1));
}

/* The blocks whose following one is known to be inside, and those that are left. */
static void write_blocks(fma_making *f, const lc_expr *blocks)
{
    lck_making *w = &f->m;
    const lc_expr *inside = lck_fill_blocks_inside(w, f->fill, 1);
    const lc_expr *block = lck_count_of(w, "kblock", inside);
    lck_comment(&w->out, "each k block; the next one is loaded meanwhile, and is inside");
    lck_loop(&w->out, block, inside);
    write_block(f, block, NULL);
    lck_end(&w->out);
    const lc_expr *left = lck_sub(w, blocks, inside);
    const lc_expr *count = lck_count_of(w, "rest", left);
    lck_comment(&w->out, "those that are left");
    lck_loop(&w->out, count, left);
    block = lck_known(w, lck_add(w, inside, count), 0, blocks->high - 1);
    block = lck_name_of(w, "kblock", block);
    const lc_expr *following = lck_add_by(w, block, 1);
    write_block(f, block, lck_lt(w, following, blocks));
    lck_end(&w->out);
}

static void write_loop(fma_making *f)
{
    lck_making *w = &f->m;
    const lc_expr *zero = lck_int(w, 0), *const slot[] = {zero, zero};
    const lc_expr *blocks = lck_name_of(w, "blocks_k", w->tiles[LCK_ALONG_K]);
    lck_comment(&w->out, "the first k block");
    load_block(f, zero, false);
    put_block(f, slot);
    if (f->buffers > 1)
        get_values(f, slot, zero);
    if (blocks && blocks->high > 1)
        write_blocks(f, blocks);
    else
        write_only_block(f);
}

/* Vectors of C that the thread stores as one. */
static int stored_width(const fma_making *f)
{
    int width = f->m.recipe->vector[LCK_C];
    const size_t n = lck_first_axis(f->m.product, LCK_ALONG_N);
    while (width > 1 && (f->lanes.vector[1] % width != 0 || f->m.recipe->tile[n] % width != 0))
        width /= 2;
    return width > 1 ? width : 1;
}

/* One form, guarded, also of tiles that are inside: with two, the compiler gives the loop's
 * registers fewer reuses, and it takes 8 % longer. */
static void store_sums(fma_making *f, int scratch, int width)
{
    lck_making *w = &f->m;
    const lck_fma_lanes *l = &f->lanes;
    int64_t vectors = f->of_thread[1] / width, of_vector = l->vector[1] / width;
    const lc_expr *crd[LCK_MAX_RANK];
    const lc_expr *m = lck_count_of(w, "m", lck_int(w, f->of_thread[0]));
    const lc_expr *n = lck_count_of(w, "n", lck_int(w, vectors));
    lck_for(&w->out, m, f->of_thread[0]);
    const lc_expr *row = lck_add(w, f->at[0], lck_mod_by(w, m, l->vector[0]));
    row = lc_expr_add_scaled(w->x, row, l->apart[0], lck_div_by(w, m, l->vector[0]));
    bool ok = lck_making_crd(w, LCK_ALONG_M, row, crd);
    lck_for(&w->out, n, vectors);
    const lc_expr *column = lck_mul_by(w, lck_mod_by(w, n, of_vector), width);
    column = lck_add(w, f->at[1], column);
    column = lc_expr_add_scaled(w->x, column, l->apart[1], lck_div_by(w, n, of_vector));
    ok = ok && lck_making_crd(w, LCK_ALONG_N, column, crd);
    lck_making_batch(w, crd);
    const lc_expr *first = lck_mul_by(w, m, f->of_thread[1]);
    first = lc_expr_add_scaled(w->x, first, width, n);
    if (ok)
        lck_making_store(w, SUMS, first, scratch, crd, width);
    lck_end(&w->out);
    lck_end(&w->out);
    w->out.failed = w->out.failed || !ok;
}

/* ---- all of it ---- */

static bool write_kernel(fma_making *f)
{
    lck_making *w = &f->m;
    const lc_expr *zero = lck_int(w, 0);
    int width = stored_width(f), scratch;
    lck_comment(&w->out, "the tile of this block");
    if (!lck_making_tile(w, w->kernel->block, zero) || !begin_thread(f))
        return false;
    for (int i = 0; i < 2; i++)
        if (!lck_fill_begin(w, (lck_factor)i, f->array[i], &f->fill[i]) ||
            !add_file(f, i ? "next_b" : "next_a", lck_fill_registers(&f->fill[i])))
            return false;
    if (!lck_making_result(w, width, &scratch))
        return false;
    clear_sums(f);
    write_loop(f);
    lck_comment(&w->out, "the result");
    store_sums(f, scratch, width);
    return true;
}

lck_kernel *lck_product_by_fma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r)
{
    fma_making f = {.depth = recipe->extent[2]};
    lck_fma_lanes_of(product, recipe, &f.lanes);
    for (int i = 0; i < 2; i++)
        f.of_thread[i] = f.lanes.vector[i] * f.lanes.vectors[i];
    f.buffers = f.depth % 2 == 0 ? 2 : 1;
    f.m = (lck_making){.product = product, .recipe = recipe};
    if (!fits_fma(&f))
        return NULL;
    return lck_making_end(&f.m, lck_making_begin(&f.m, product, recipe, r) && add_tables(&f) &&
                                    write_kernel(&f));
}
