/* mma.c - products by mma.sync, of the tensor cores from sm_80 on.
 *
 *   begin the copies of the first stages, a group each; wait for the first; BARRIER
 *   LOOP over k blocks, each in as many steps as it has atoms along k:
 *       take the fragments of the next step from the stage
 *       begin a part of the copies of the block `stages` - 1 ahead
 *       multiply the fragments of this step
 *     in the last step: wait for the next block's group; BARRIER; its first fragments
 *   store the sums
 *
 * A stage is filled once all warps have passed the barrier that follows their last look at it. A
 * tensor whose vectors are no copies of 4, 8 or 16 bytes goes through registers: it is loaded in
 * the first step and put into its stage in the last one, before the barrier.
 */
#include "config.h"

#include "fragment.h"

typedef struct {
    lck_making m;
    lck_fill fill[2];
    lck_fragment fragment[2];
    int array[2]; /* of the stages */
    int next[2];  /* files of what goes through registers */
    int sums, scratch;
    int64_t steps; /* of a k block */
    lck_part held; /* the sums of an atom */
} mma_making;

/* ---- the kernel's tables ---- */

static bool fits_mma(const lck_product *p, const lck_recipe *r)
{
    lc_ctx *ctx = p->plan->ctx;
    const lck_atom *atom = &r->atom;
    const int64_t of[] = {atom->m * r->warps[0], atom->n * r->warps[1], atom->k};
    if (atom->threads != 32 || !atom->at[0] || !atom->at[1] || !atom->at[2])
        return lc_fail(ctx, LC_ERR_INVALID, "mma takes an atom of 32 threads, in registers");
    for (int i = 0; i < 3; i++)
        if (r->extent[i] % of[i] != 0)
            return lc_fail(ctx, LC_ERR_INVALID,
                           "a tile of %lld along %c is no multiple of %lld, of the warps' atoms",
                           (long long)r->extent[i], "mnk"[i], (long long)of[i]);
    if (r->stages < 2 || r->cluster[0] != 1 || r->cluster[1] != 1)
        return lc_fail(ctx, LC_ERR_INVALID, "mma takes two stages or more, and no clusters");
    if (p->accumulate->bytes < 4)
        return lc_fail(ctx, LC_ERR_LIMIT, "sums of %s are not made by mma: expected f32",
                       p->accumulate->name);
    return true;
}

/* A file, whose number is *out. */
static bool add_file(mma_making *f, const char *name, const lck_element *element, int64_t count,
                     int *out)
{
    *out = (int)f->m.kernel->nfiles;
    return lck_kernel_file(f->m.kernel, name, element, (int)count);
}

static int64_t sums_of_thread(const mma_making *f)
{
    const lck_recipe *r = f->m.recipe;
    return r->extent[0] * r->extent[1] / (32 * r->warps[0] * r->warps[1]);
}

static bool add_tables(mma_making *f)
{
    f->m.kernel->architecture = 80;
    return lck_making_atom(&f->m) &&
           lck_making_stages(&f->m, LCK_A, "stage_a", &f->array[LCK_A]) &&
           lck_making_stages(&f->m, LCK_B, "stage_b", &f->array[LCK_B]) &&
           add_file(f, "sum", f->m.product->accumulate, sums_of_thread(f), &f->sums);
}

/* ---- stages ---- */

/* The statements that fill a stage with k block `number`, in the step `part` of `parts`. */
static void fill_stage(mma_making *f, const lc_expr *number, const lc_expr *const *slot, int part,
                       int parts, bool inside)
{
    lck_making *w = &f->m;
    if (!lck_making_kblock(w, number)) {
        w->out.failed = true;
        return;
    }
    for (int i = 0; i < 2; i++)
        if (f->fill[i].copies)
            lck_fill_copy(w, &f->fill[i], slot[i], part, parts, inside);
        else if (part == 0)
            lck_fill_load(w, &f->fill[i], f->next[i], inside);
}

static bool through_registers(const mma_making *f)
{
    return !f->fill[0].copies || !f->fill[1].copies;
}

static void put_stage(mma_making *f, const lc_expr *const *slot)
{
    for (int i = 0; i < 2; i++)
        if (!f->fill[i].copies)
            lck_fill_put(&f->m, &f->fill[i], f->next[i], slot[i]);
}

/* Where the stages of a slot begin. */
static void slots_of(mma_making *f, const char *a, const char *b, const lc_expr *slot,
                     const lc_expr **out)
{
    lck_making *w = &f->m;
    for (int i = 0; i < 2; i++)
        out[i] = lck_name_of(w, i ? b : a, lck_mul_by(w, slot, f->fill[i].stage.elements));
}

static void fill_first(mma_making *f, const lc_expr *blocks)
{
    lck_making *w = &f->m;
    for (int s = 0; s < w->recipe->stages - 1; s++) {
        const lc_expr *slot[2], *number = lck_int(w, s);
        bool has = blocks && s < blocks->high;
        slots_of(f, "slot_a", "slot_b", number, slot);
        if (has) {
            lck_if(&w->out, lck_lt(w, number, blocks));
            fill_stage(f, number, slot, 0, 1, false);
            put_stage(f, slot);
            lck_end(&w->out);
        }
        lck_commit(&w->out, LCK_COPIES);
    }
}

/* ---- products ---- */

/* Takes the fragments of a step: those that are taken `ahead` of it, or those that are not. */
static void get_fragments(mma_making *f, const lc_expr *const *slot, int64_t step, bool ahead)
{
    for (int i = 0; i < 2; i++)
        if ((f->fragment[i].buffers > 1) == ahead)
            lck_fragment_get(&f->m, &f->fragment[i], slot[i], step);
}

static void multiply(mma_making *f, int64_t step)
{
    lck_making *w = &f->m;
    const lck_fragment *a = &f->fragment[0], *b = &f->fragment[1];
    int values = w->recipe->atom.values[LCK_C];
    const lc_expr *m = lck_count_of(w, "m", lck_int(w, a->atoms));
    const lc_expr *n = lck_count_of(w, "n", lck_int(w, b->atoms));
    lck_for(&w->out, m, a->atoms);
    lck_for(&w->out, n, b->atoms);
    const lc_expr *sum = lck_mul_by(w, lc_expr_add_scaled(w->x, n, b->atoms, m), values);
    lck_mma(&w->out, 0, (lck_register){f->sums, sum},
            (lck_register){a->file, lck_fragment_of(w, a, m, step)},
            (lck_register){b->file, lck_fragment_of(w, b, n, step)});
    lck_end(&w->out);
    lck_end(&w->out);
}

static void wait_for_next(mma_making *f)
{
    lck_drain(&f->m.out, LCK_COPIES, f->m.recipe->stages - 2, false);
    lck_barrier(&f->m.out);
}

/* A k block that is multiplied. */
typedef struct {
    const lc_expr *slot[2], *after[2],
        *freed[2];        /* stages: its own, the next one's, a free one */
    const lc_expr *ahead; /* the number of the block whose copies begin; NULL: there is none */
    const lc_expr *more;  /* the condition for that; NULL: always, and the block is inside */
} kblock;

static void begin_ahead(mma_making *f, const kblock *b, int part, int parts)
{
    lck_making *w = &f->m;
    bool copies = f->fill[0].copies || f->fill[1].copies;
    if (!b->ahead || (part > 0 && !copies))
        return;
    if (b->more)
        lck_if(&w->out, b->more);
    fill_stage(f, b->ahead, b->freed, part, parts, !b->more);
    if (b->more)
        lck_end(&w->out);
}

static void put_ahead(mma_making *f, const kblock *b)
{
    lck_making *w = &f->m;
    if (!b->ahead || !through_registers(f))
        return;
    if (b->more)
        lck_if(&w->out, b->more);
    put_stage(f, b->freed);
    if (b->more)
        lck_end(&w->out);
}

/* A step of a k block: fragments with two buffers are those of the next step. */
static void write_step(mma_making *f, int64_t step, const kblock *b)
{
    bool last = step == f->steps - 1;
    int parts = f->steps > 1 ? (int)f->steps - 1 : 1;
    get_fragments(f, b->slot, step, false);
    if (!last)
        get_fragments(f, b->slot, step + 1, true);
    if (step < parts)
        begin_ahead(f, b, (int)step, parts);
    if (step == parts - 1)
        lck_commit(&f->m.out, LCK_COPIES);
    if (last) {
        put_ahead(f, b);
        wait_for_next(f);
        get_fragments(f, b->after, 0, true);
    }
    multiply(f, step);
}

/* A k block; `blocks`: how many there are, NULL: the blocks up to the one whose copies begin are,
 * and are inside. */
static void write_block(mma_making *f, const lc_expr *number, const lc_expr *blocks)
{
    lck_making *w = &f->m;
    int stages = w->recipe->stages;
    const lc_expr *following = lck_add_by(w, number, 1);
    const lc_expr *ahead = lck_add_by(w, number, stages - 1);
    const lc_expr *slot = lck_name_of(w, "slot", lck_mod_by(w, number, stages));
    const lc_expr *after = lc_expr_select(w->x, lck_lt_by(w, slot, stages - 1),
                                          lck_add_by(w, slot, 1), lck_int(w, 0));
    const lc_expr *freed = lc_expr_select(w->x, lck_eq_by(w, slot, 0), lck_int(w, stages - 1),
                                          lck_sub_by(w, slot, 1));
    if (blocks) /* the last is followed by itself: its fragments are got again, not used */
        after = lc_expr_select(w->x, lck_lt(w, following, blocks), after, slot);
    kblock b = {.ahead = !blocks || blocks->high >= stages ? ahead : NULL,
                .more = blocks ? lck_lt(w, ahead, blocks) : NULL};
    slots_of(f, "slot_a", "slot_b", slot, b.slot);
    slots_of(f, "after_a", "after_b", lc_expr_assume(w->x, after, 0, stages - 1), b.after);
    slots_of(f, "freed_a", "freed_b", lc_expr_assume(w->x, freed, 0, stages - 1), b.freed);
    for (int64_t step = 0; step < f->steps; step++)
        write_step(f, step, &b);
}

/* The blocks for which all copies that they begin are inside, and those that are left. */
static void write_blocks(mma_making *f, const lc_expr *blocks)
{
    lck_making *w = &f->m;
    const lc_expr *inside = lck_int(w, 0), *number;
    if (blocks->high >= w->recipe->stages) {
        inside = lck_fill_blocks_inside(w, f->fill, w->recipe->stages - 1);
        number = lck_count_of(w, "kblock", inside);
        lck_comment(&w->out, "each k block; others are copied meanwhile, which are inside");
        lck_loop(&w->out, number, inside);
        write_block(f, number, NULL);
        lck_end(&w->out);
        lck_comment(&w->out, "those that are left");
    }
    const lc_expr *left = lck_sub(w, blocks, inside);
    const lc_expr *count = lck_count_of(w, "rest", left);
    lck_loop(&w->out, count, left);
    number = lck_known(w, lck_add(w, inside, count), 0, blocks->high - 1);
    write_block(f, lck_name_of(w, "kblock", number), blocks);
    lck_end(&w->out);
}

static void write_loop(mma_making *f)
{
    lck_making *w = &f->m;
    const lc_expr *zero = lck_int(w, 0);
    const lc_expr *blocks = lck_name_of(w, "blocks_k", w->tiles[LCK_ALONG_K]);
    lck_comment(&w->out, "the first k blocks");
    fill_first(f, blocks);
    wait_for_next(f);
    get_fragments(f, (const lc_expr *const[]){zero, zero}, 0, true);
    if (blocks)
        write_blocks(f, blocks);
}

static void clear_sums(mma_making *f)
{
    lck_making *w = &f->m;
    int64_t sums = sums_of_thread(f);
    const lc_expr *i = lck_count_of(w, "i", lck_int(w, sums));
    lck_for(&w->out, i, sums);
    lck_zero(&w->out, (lck_register){f->sums, i});
    lck_end(&w->out);
}

/* ---- the result ---- */

/* Sums that a thread stores as one: pairs, where the atom has them side by side. */
static int stored_width(const mma_making *f)
{
    const lck_making *w = &f->m;
    const lck_mode *first = &f->held.value[0];
    const size_t n = lck_first_axis(w->product, LCK_ALONG_N);
    bool pairs = f->held.nvalues > 0 && first->extent % 2 == 0 && first->step[0] == 0 &&
                 first->step[1] == 1;
    return pairs && w->recipe->vector[LCK_C] % 2 == 0 && w->recipe->tile[n] % 2 == 0 ? 2 : 1;
}

/* The row and the column of a thread's sum, in its atom. */
static void sum_of_lane(mma_making *f, int v, const lc_expr **row, const lc_expr **column)
{
    lck_making *w = &f->m;
    int64_t crd[LCK_MAX_RANK];
    const lc_expr *lane = lck_mod_by(w, w->kernel->thread, 32);
    lck_part_at(&f->held, 2, 0, v, crd);
    *row = lck_int(w, crd[0]);
    *column = lck_int(w, crd[1]);
    for (size_t m = 0; m < f->held.nthreads; m++) {
        const lck_mode *mode = &f->held.thread[m];
        const lc_expr *digit = lck_mod_by(w, lane, mode->extent);
        lane = lck_div_by(w, lane, mode->extent);
        *row = lc_expr_add_scaled(w->x, *row, mode->step[0], digit);
        *column = lc_expr_add_scaled(w->x, *column, mode->step[1], digit);
    }
}

static bool store_value(mma_making *f, int v, const lc_expr *m, const lc_expr *n, int width)
{
    lck_making *w = &f->m;
    const lck_atom *atom = &w->recipe->atom;
    const lc_expr *row, *column, *crd[LCK_MAX_RANK];
    sum_of_lane(f, v, &row, &column);
    row = lck_add(w, f->fragment[0].begin, row);
    column = lck_add(w, f->fragment[1].begin, column);
    row = lc_expr_add_scaled(w->x, row, atom->m, m);
    column = lc_expr_add_scaled(w->x, column, atom->n, n);
    if (!lck_making_crd(w, LCK_ALONG_M, row, crd) || !lck_making_crd(w, LCK_ALONG_N, column, crd))
        return false;
    lck_making_batch(w, crd);
    const lc_expr *sum = lc_expr_add_scaled(w->x, n, f->fragment[1].atoms, m);
    sum = lck_mul_by(w, sum, atom->values[LCK_C]);
    sum = lck_add_by(w, sum, v);
    lck_making_store(w, f->sums, sum, f->scratch, crd, width);
    return true;
}

static bool store_sums(mma_making *f, int width)
{
    lck_making *w = &f->m;
    bool ok = true;
    lck_comment(&w->out, "the result");
    const lc_expr *m = lck_count_of(w, "m", lck_int(w, f->fragment[0].atoms));
    const lc_expr *n = lck_count_of(w, "n", lck_int(w, f->fragment[1].atoms));
    lck_for(&w->out, m, f->fragment[0].atoms);
    lck_for(&w->out, n, f->fragment[1].atoms);
    for (int v = 0; v < w->recipe->atom.values[LCK_C]; v += width)
        ok = ok && store_value(f, v, m, n, width);
    lck_end(&w->out);
    lck_end(&w->out);
    return ok;
}

/* ---- all of it ---- */

static bool begin_block(mma_making *f)
{
    static const char *const fragment[] = {"left", "right"}, *const next[] = {"next_a", "next_b"};
    lck_making *w = &f->m;
    lck_comment(&w->out, "the tile of this block");
    if (!lck_making_tile(w, w->kernel->block, lck_int(w, 0)))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!lck_fill_begin(w, (lck_factor)i, f->array[i], &f->fill[i]) ||
            !lck_fragment_begin(w, (lck_factor)i, f->array[i], fragment[i], &f->fragment[i]))
            return false;
        if (!f->fill[i].copies && !add_file(f, next[i], w->product->element[i],
                                            lck_fill_registers(&f->fill[i]), &f->next[i]))
            return false;
    }
    return true;
}

static bool write_kernel(mma_making *f)
{
    lck_making *w = &f->m;
    int width = stored_width(f);
    if (!begin_block(f) || !lck_making_result(w, width, &f->scratch))
        return false;
    clear_sums(f);
    write_loop(f);
    return store_sums(f, width);
}

lck_kernel *lck_product_by_mma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r)
{
    mma_making f = {.steps = 0};
    if (!fits_mma(product, recipe))
        return NULL;
    f.steps = recipe->extent[2] / recipe->atom.k;
    if (!lck_atom_part(&recipe->atom, LCK_C, &f.held))
        return lc_fail(product->plan->ctx, LC_ERR_INVALID, "the sums of %s are no layout",
                       recipe->atom.name);
    return lck_making_end(&f.m, lck_making_begin(&f.m, product, recipe, r) && add_tables(&f) &&
                                    write_kernel(&f));
}
