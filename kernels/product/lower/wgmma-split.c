/* wgmma-split.c - blocks of a cluster take parts of k, and add their sums.
 *
 * Sums lie in shared memory by fours of a thread, the threads side by side. A share of them is a
 * run of such fours; it is added in the order of the blocks. They lie over the stages, which
 * nobody fills or reads any more once all threads of the block have come to a barrier after their
 * last product.
 */
#include "config.h"

#include "wgmma.h"

enum { FOUR = 4 };

static int64_t sums_of_thread(const lck_wgmma_making *g)
{
    return g->rows * g->columns / 128;
}

bool lck_wgmma_split_tables(lck_wgmma_making *g)
{
    lck_kernel *kernel = g->w->kernel;
    const lck_element *element = g->w->product->accumulate;
    g->parts = (int)kernel->narrays;
    g->part = (int)kernel->nfiles;
    if (!lck_kernel_array(kernel, "parts", LCK_OF_BLOCK, element,
                          lck_int(g->w, sums_of_thread(g) * 128 * g->team)))
        return false;
    kernel->array[g->parts].alignment = lck_recipe_alignment(g->w->recipe);
    kernel->array[g->parts].over = true;
    return lck_kernel_file(kernel, "part", element, FOUR);
}

/* Parts of equal length: what is past the last k block is read as zeros. */
void lck_wgmma_split_k(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *each = lc_expr_ceil_div(w->x, g->blocks_k, lck_int(w, g->split));
    g->blocks_k = lck_name_of(w, "part_k", each);
    g->first_k = lck_name_of(w, "first_k", lck_mul(w, g->rank, g->blocks_k));
    if (!g->blocks_k || !g->first_k)
        w->out.failed = true;
}

/* Where the fours of a thread lie. */
static const lc_expr *place_of(lck_wgmma_making *g, const lc_expr *four)
{
    lck_making *w = g->w;
    const int threads = 128 * g->team;
    const lc_expr *thread = lck_known(w, w->kernel->thread, 0, threads - 1);
    const lc_expr *place = lck_add(w, thread, lck_mul_by(w, four, threads));
    return lck_mul_by(w, place, FOUR);
}

void lck_wgmma_split_put(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const int64_t fours = sums_of_thread(g) / FOUR;
    const lc_expr *four = lck_count_of(w, "four", lck_int(w, fours));
    lck_for(&w->out, four, fours);
    lck_store(&w->out, g->parts, place_of(g, four), g->sums, lck_mul_by(w, four, FOUR), 1, FOUR);
    lck_end(&w->out);
}

/* Four sums of one block, added to those before it. */
static void add_four(lck_wgmma_making *g, int block, const lc_expr *place, const lc_expr *first)
{
    lck_making *w = g->w;
    const lc_expr *zero = lck_int(w, 0);
    const lc_expr *j = lck_count_of(w, "j", lck_int(w, FOUR));
    lck_load_from(&w->out, lck_int(w, block), g->parts, place, block ? g->part : g->sums,
                  block ? zero : first, 1, FOUR);
    if (block == 0)
        return;
    lck_for(&w->out, j, FOUR);
    lck_apply(&w->out, LCK_PLUS, (lck_register){g->sums, lck_add(w, first, j)},
              (lck_register){g->part, j});
    lck_end(&w->out);
}

/* All loads come before all stores: a store that waits for what another block has would hold up
 * the loads behind it. */
void lck_wgmma_split_gather(lck_wgmma_making *g, const lc_expr *group)
{
    lck_making *w = g->w;
    const int64_t share = sums_of_thread(g) / FOUR / g->split;
    const lc_expr *i = lck_count_of(w, "i", lck_int(w, share));
    const lc_expr *four = lck_add(w, i, lck_mul_by(w, g->rank, share));
    const lc_expr *first = lck_mul_by(w, i, FOUR);
    lck_wgmma_round(g, NULL);
    lck_for(&w->out, i, share);
    const lc_expr *place = lck_name_of(w, "place", place_of(g, four));
    for (int block = 0; block < g->split; block++)
        add_four(g, block, place, first);
    lck_end(&w->out);
    lck_for(&w->out, i, share);
    lck_wgmma_store_slice(g, group, four, first);
    lck_end(&w->out);
    lck_wgmma_round_end(g);
}
