/* wgmma-load.c - the warp that loads: each k block of each round, by boxes of TMA.
 *
 * Its lanes go together, so that what one of them hands to TMA is computed once for all of them.
 *
 * Blocks of a cluster that lie along n have the same part of A, those along m the same of B. Each
 * of them loads a part of the stage, and sends it to all of them.
 */
#include "config.h"

#include "wgmma.h"

/* value[0] + part (value[1] - value[0]), as all values are; else chosen by the part. */
static const lc_expr *of_part(lck_making *w, const int64_t *value, int parts, const lc_expr *part)
{
    int64_t step = parts > 1 ? value[1] - value[0] : 0;
    bool linear = true;
    for (int i = 0; i < parts; i++)
        linear = linear && value[i] == value[0] + i * step;
    if (linear)
        return lck_op_int(w, LC_EXPR_ADD, lck_op_int(w, LC_EXPR_MUL, part, step), value[0]);
    const lc_expr *chosen = lck_int_of(w, value[parts - 1]);
    for (int i = parts - 1; i-- > 0;)
        chosen = lc_expr_select(w->x, lck_op_int(w, LC_EXPR_EQ, part, i), lck_int_of(w, value[i]),
                                chosen);
    return chosen;
}

/* One box, to the blocks of the mask. */
static void load_box(lck_wgmma_making *g, lck_factor tensor, int box, const lc_expr *slot,
                     const lc_expr *peers)
{
    lck_making *w = g->w;
    const lck_tile_stage *s = &g->stage[tensor];
    const lc_expr *part = tensor == LCK_A ? g->across : g->down;
    const lc_expr *of_axes[LCK_MAX_RANK], *crd[LCK_MAX_MAP_RANK];
    int64_t offset[LCK_MAX_CLUSTER], at[LCK_MAX_CLUSTER][LCK_MAX_RANK];
    int64_t along[LCK_MAX_CLUSTER];
    for (int i = 0; i < s->parts; i++)
        offset[i] = lck_tile_box_at(w->product, w->recipe, s, i, box, at[i]);
    for (size_t k = 0; k < w->product->rank; k++) {
        for (int i = 0; i < s->parts; i++)
            along[i] = at[i][k];
        of_axes[k] = w->at[k]
                         ? lck_op_of(w, LC_EXPR_ADD, w->at[k], of_part(w, along, s->parts, part))
                         : NULL;
    }
    lck_wgmma_crd(g, tensor, of_axes, crd);
    const lc_expr *place = lck_op_of(w, LC_EXPR_ADD,
                                     lck_op_int(w, LC_EXPR_MUL, slot, s->elements),
                                     of_part(w, offset, s->parts, part));
    lck_tma_load(&w->out, g->map[tensor], crd, (lck_place){g->staged[tensor], place}, g->full,
                 slot, peers);
}

/* The blocks that have the same tile of a tensor, as bits; NULL: a block loads its own. */
static const lc_expr *same_tile(lck_wgmma_making *g, lck_factor tensor)
{
    const int *cluster = g->w->recipe->cluster;
    int64_t peers[LCK_MAX_CLUSTER] = {0};
    for (int rank = 0; rank < cluster[0] * cluster[1]; rank++)
        peers[tensor == LCK_A ? rank % cluster[0] : rank / cluster[0]] |= 1 << rank;
    return g->stage[tensor].parts == 1
               ? NULL
               : of_part(g->w, peers, cluster[tensor], tensor == LCK_A ? g->down : g->across);
}

static void load_tensor(lck_wgmma_making *g, lck_factor tensor, const lc_expr *slot)
{
    const lc_expr *peers = same_tile(g, tensor);
    for (int box = 0; box < g->stage[tensor].boxes; box++)
        load_box(g, tensor, box, slot, peers);
}

void lck_wgmma_load(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *slot, *phase;
    const lc_expr *round = lck_wgmma_round(g, NULL);
    const lc_expr *block = lck_count_of(w, "block_k", g->blocks_k);
    lck_loop(&w->out, block, g->blocks_k);
    lck_wgmma_use(g, lck_wgmma_number(g, round, block), &slot, &phase);
    lck_await(&w->out, g->empty, slot, lck_op_int(w, LC_EXPR_SUB, phase, 1));
    if (!lck_making_kblock(w, lck_op_of(w, LC_EXPR_ADD, g->first_k, block)))
        w->out.failed = true;
    lck_if(&w->out, lck_op_int(w, LC_EXPR_EQ, g->lane, 0));
    lck_expect(&w->out, g->full, slot, (int)(g->stage[LCK_A].bytes + g->stage[LCK_B].bytes));
    load_tensor(g, LCK_A, slot);
    load_tensor(g, LCK_B, slot);
    lck_end(&w->out);
    lck_end(&w->out);
    lck_wgmma_round_end(g);
}
