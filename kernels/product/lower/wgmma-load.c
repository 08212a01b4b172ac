/* wgmma-load.c - the warp that loads: each k block of each round, by boxes of TMA.
 *
 * Its lanes go together, so that what one of them hands to TMA is computed once for all of them.
 * They meet once they have waited: one that came late would wait for the phase after the next.
 *
 * Where a role has one axis boxes are cut, so that rows past its end, which take time, do not
 * come: what lies there belongs to sums that are not stored.
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
        return lck_add_by(w, lck_mul_by(w, part, step), value[0]);
    const lc_expr *chosen = lck_int(w, value[parts - 1]);
    for (int i = parts - 1; i-- > 0;)
        chosen = lc_expr_select(w->x, lck_eq_by(w, part, i), lck_int(w, value[i]), chosen);
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
        of_axes[k] = w->at[k] ? lck_add(w, w->at[k], of_part(w, along, s->parts, part)) : NULL;
    }
    lck_wgmma_crd(g, tensor, of_axes, crd);
    const lc_expr *place = lck_add(w, lck_mul_by(w, slot, s->elements),
                                   of_part(w, offset, s->parts, part));
    const lc_expr *inside = g->inside[tensor];
    if (inside && s->sliced < w->product->rank) {
        for (int i = 0; i < s->parts; i++)
            along[i] = at[i][s->cut];
        inside = lck_sub(w, inside, of_part(w, along, s->parts, part));
    }
    lck_tma_load_once(&w->out, g->map[tensor], crd, (lck_place){g->staged[tensor], place},
                      g->full, slot, peers, inside, g->once[tensor]);
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

/* Writes how many rows a tensor that is cut has from the tile on; 0 or less for tiles of a
 * cluster past its end. */
static void find_inside(lck_wgmma_making *g, lck_factor tensor)
{
    static const char *const name[] = {"inside_a", "inside_b"};
    lck_making *w = g->w;
    const size_t cut = g->stage[tensor].cut;
    if (cut == w->product->rank)
        return;
    const int64_t tile = w->recipe->extent[tensor];
    const lc_expr *inside = lck_sub(w, w->extent[cut], w->at[cut]);
    inside = lck_known(w, inside, 1 - tile * (w->recipe->cluster[tensor] - 1),
                       w->extent[cut]->high);
    g->inside[tensor] = lck_name_of(w, name[tensor], inside);
}

/* Writes whether nothing loads the tiles of a tensor again later: all tiles that need them are
 * made at once, or one cluster needs them. Of both tensors it is the one that fewer tiles need:
 * the other one's stay in L2 the longer. */
static void find_once(lck_wgmma_making *g, lck_factor tensor)
{
    static const char *const name[] = {"once_a", "once_b"};
    lck_making *w = g->w;
    const lc_expr *readers = w->tiles[1 - tensor], *others = w->tiles[tensor];
    const lc_expr *fewer = tensor == LCK_A ? lck_le(w, readers, others)
                                           : lck_lt(w, readers, others);
    const lc_expr *last = lck_eq(w, w->all_tiles, others);
    if (w->kernel->grid) {
        const lc_expr *all = lck_mul_by(w, w->all_tiles, w->kernel->cluster);
        last = lck_any(w, last, lck_le(w, all, w->kernel->grid));
    }
    g->once[tensor] = lck_name_of(w, name[tensor], lck_all(w, fewer, last));
}

/* The bytes of a stage, of the rows that come. */
static const lc_expr *bytes_of(lck_wgmma_making *g, lck_factor tensor)
{
    lck_making *w = g->w;
    const int64_t rows = w->recipe->extent[tensor], bytes = g->stage[tensor].bytes;
    if (!g->inside[tensor])
        return lck_int(w, bytes);
    const lc_expr *come = lck_min_by(w, g->inside[tensor], rows);
    if (come && come->low < 0)
        come = lck_max_by(w, come, 0);
    return lck_mul_by(w, come, bytes / rows);
}

void lck_wgmma_load(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *slot, *phase;
    find_once(g, LCK_A);
    find_once(g, LCK_B);
    const lc_expr *round = lck_wgmma_round(g, NULL);
    find_inside(g, LCK_A);
    find_inside(g, LCK_B);
    const lc_expr *bytes = lck_add(w, bytes_of(g, LCK_A), bytes_of(g, LCK_B));
    bytes = lck_name_of(w, "bytes", bytes);
    const lc_expr *block = lck_count_of(w, "block_k", g->blocks_k);
    lck_loop(&w->out, block, g->blocks_k);
    lck_wgmma_use(g, lck_wgmma_number(g, round, block), &slot, &phase);
    lck_await(&w->out, g->empty, slot, lck_sub_by(w, phase, 1));
    lck_barrier_of(&w->out, LCK_OF_WARP, 0, 32);
    if (!lck_making_kblock(w, lck_add(w, g->first_k, block)))
        w->out.failed = true;
    lck_if(&w->out, lck_eq_by(w, g->lane, 0));
    lck_expect(&w->out, g->full, slot, bytes);
    load_tensor(g, LCK_A, slot);
    load_tensor(g, LCK_B, slot);
    lck_end(&w->out);
    lck_end(&w->out);
    lck_wgmma_round_end(g);
}
