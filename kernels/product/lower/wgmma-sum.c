/* wgmma-sum.c - the products of a tile, k block by k block.
 *
 * A warpgroup begins those of a k block while those of the block before may still be under way,
 * and gives the stage of these back once they have ended.
 */
#include "config.h"

#include "wgmma.h"

/* The matrix in the stage of a slot, from an element of a tile on. */
static lck_operand operand(lck_wgmma_making *g, lck_factor tensor, const lc_expr *base,
                           int64_t mn, int64_t k)
{
    const lck_tile_stage *s = &g->stage[tensor];
    return (lck_operand){.array = g->staged[tensor],
                         .index = lck_add_by(g->w, base, lck_tile_at(s, mn, k)),
                         .leading = s->leading,
                         .stride = s->stride,
                         .span = s->span,
                         .mn_major = s->mn_major};
}

/* Where the stage of a slot begins, at the part of a warpgroup along m or n. */
static const lc_expr *base_of(lck_wgmma_making *g, lck_factor tensor, const char *name,
                              const lc_expr *slot, const lc_expr *along)
{
    const lck_tile_stage *s = &g->stage[tensor];
    int64_t part = tensor == LCK_A ? g->rows : g->columns;
    const lc_expr *at = lck_mul_by(g->w, slot, s->elements);
    if (g->w->recipe->warps[tensor] > 1)
        at = lck_add(g->w, at, lck_mul_by(g->w, along, lck_tile_at(s, part, 0)));
    return lck_name_of(g->w, name, at);
}

/* The products of a k block. */
static void multiply(lck_wgmma_making *g, const lc_expr *slot, const lc_expr *group,
                     const lc_expr *block)
{
    lck_making *w = g->w;
    const lck_atom *atom = &w->recipe->atom;
    const lc_expr *a = base_of(g, LCK_A, "from_a", slot, lck_wgmma_down(g, group));
    const lc_expr *b = base_of(g, LCK_B, "from_b", slot, lck_wgmma_across(g, group));
    const int steps = (int)w->recipe->extent[2] / atom->k;
    for (int step = 0; step < steps; step++)
        for (int i = 0; i < g->rows / atom->m; i++) {
            lck_register held = {g->sums, lck_int(w, i * g->columns / 2)};
            lck_wgmma(&w->out, 0, held, operand(g, LCK_A, a, i * atom->m, step * atom->k),
                      operand(g, LCK_B, b, 0, step * atom->k),
                      step ? lck_int(w, 1) : lck_ne_by(w, block, 0));
        }
    lck_commit(&w->out, LCK_PRODUCTS);
}

/* Each warp gives the stage of a use back to all blocks that loaded it, one lane for each. */
static void give_back(lck_wgmma_making *g, const lc_expr *use)
{
    lck_making *w = g->w;
    const int *cluster = w->recipe->cluster;
    const lc_expr *slot, *phase, *lane = g->lane;
    const int sharing = cluster[0] * cluster[1];
    const lc_expr *gives = lck_lt_by(w, lane, sharing);
    if (cluster[0] > 1 && cluster[1] > 1) {
        const lc_expr *down = lck_mod_by(w, lane, cluster[0]);
        const lc_expr *across = lck_div_by(w, lane, cluster[0]);
        gives = lck_all(w, gives,
                        lck_any(w, lck_eq(w, down, g->down), lck_eq(w, across, g->across)));
    }
    lck_if(&w->out, gives);
    lck_wgmma_use(g, use, &slot, &phase);
    lane = lck_known(w, lane, 0, sharing - 1);
    lck_arrive(&w->out, g->empty, slot, sharing > 1 ? lane : NULL);
    lck_end(&w->out);
}

/* Gives the stage of the k block before back, whose products have ended. */
static void give_back_before(lck_wgmma_making *g, const lc_expr *use, const lc_expr *block)
{
    lck_making *w = g->w;
    if (block && block->high == 0)
        return;
    lck_if(&w->out, lck_lt(w, lck_int(w, 0), block));
    const lc_expr *i = lck_sub_by(w, use, 1);
    give_back(g, lck_known(w, i, 0, INT32_MAX));
    lck_end(&w->out);
}

/* With turns: the products of the round before, which the other team makes, are begun. */
static void await_turn(lck_wgmma_making *g, const lc_expr *round)
{
    lck_making *w = g->w;
    const lc_expr *next = lck_add_by(w, round, 1);
    lck_await(&w->out, g->turn, lck_mod_by(w, next, 2), lck_sub_by(w, lck_div_by(w, next, 2), 1));
}

static void end_turn(lck_wgmma_making *g, const lc_expr *round)
{
    lck_making *w = g->w;
    lck_if(&w->out, lck_eq_by(w, g->lane, 0));
    lck_arrive(&w->out, g->turn, lck_mod_by(w, round, 2), NULL);
    lck_end(&w->out);
}

void lck_wgmma_sum(lck_wgmma_making *g, const lc_expr *round, const lc_expr *group)
{
    lck_making *w = g->w;
    const lc_expr *slot, *phase;
    if (g->teams > 1)
        await_turn(g, round);
    const lc_expr *block = lck_count_of(w, "block_k", g->blocks_k);
    lck_loop(&w->out, block, g->blocks_k);
    const lc_expr *use = lck_wgmma_number(g, round, block);
    lck_wgmma_use(g, use, &slot, &phase);
    lck_await(&w->out, g->full, slot, phase);
    lck_fence(&w->out, LCK_FENCE_PRODUCTS);
    multiply(g, slot, group, block);
    lck_drain(&w->out, LCK_PRODUCTS, 1, false);
    give_back_before(g, use, block);
    lck_end(&w->out);
    if (g->teams > 1)
        end_turn(g, round);
}

void lck_wgmma_sum_end(lck_wgmma_making *g, const lc_expr *round)
{
    lck_making *w = g->w;
    lck_drain(&w->out, LCK_PRODUCTS, 0, false);
    const lc_expr *last = lck_sub_by(w, g->blocks_k, 1);
    last = lck_known(w, last, 0, g->blocks_k->high);
    give_back(g, lck_wgmma_number(g, round, last));
}
