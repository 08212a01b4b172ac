/* values.c - V between its load and the products: what other warps do with it.
 *
 * Rows past a batch's keys belong to another batch, or to none. They are multiplied by 0, and may
 * be NaN: a warp writes zeros there, of the one block that has such rows.
 *
 * Products of 8 bits read V along its keys, so that three warps transpose it into a stage of its
 * own, its keys in the order in which a thread of the products has P (kernels/tile/tile.h).
 */
#include "config.h"

#include "lowering.h"

/* The number, in the order in which blocks are taken, of the one that has the last key. */
const lc_expr *lck_attention_last_block(lck_attending *w)
{
    lck_tiling *t = &w->t;
    return w->a->split ? lck_sub_by(t, w->blocks, 1) : lck_int(t, 0);
}

static const lc_expr *is_cut(lck_attending *w, const lc_expr *j)
{
    lck_tiling *t = &w->t;
    return lck_all(t, lck_eq(t, j, lck_attention_last_block(w)), w->cut);
}

void lck_attention_load_values(lck_attending *w, const lc_expr *j, const lc_expr *slot,
                               const lck_box *at)
{
    lck_tiling *t = &w->t;
    const lck_counted full = {V_FULL, slot}, came = {w->ring[V_CAME], lck_int(t, 0)};
    if (lck_attention_turns(w->a)) {
        lck_tile_await(t, w->ring[V_TAKEN], j, true);
        lck_attention_load(w, &w->v_tiles, LCK_V, slot, (lck_counted){w->ring[V_CAME], slot}, at);
        return;
    }
    lck_tile_await(t, V_EMPTY, j, true);
    if (!lck_attention_has_others(w->a)) {
        lck_attention_load(w, &w->v_tiles, LCK_V, slot, full, at);
        return;
    }
    lck_if(&t->out, is_cut(w, j));
    lck_attention_load(w, &w->v_tiles, LCK_V, slot, came, at);
    lck_else(&t->out);
    lck_attention_load(w, &w->v_tiles, LCK_V, slot, full, at);
    lck_end(&t->out);
}

/* ---- rows that are no keys ---- */

static void clear(lck_attending *w, const lc_expr *slot)
{
    lck_tiling *t = &w->t;
    const lc_expr *key = lck_attention_key(w, lck_attention_last_block(w));
    const lc_expr *first = lck_max_by(t, lck_sub(t, w->keys, key), 0);
    lck_tile_clear(t, &w->v_tiles, slot, lck_tile_name(t, "first_other", first), w->p.file);
}

static void clear_last(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *zero = lck_int(t, 0);
    const lc_expr *slot = lck_mod_by(t, lck_attention_last_block(w), w->v_tiles.stages);
    lck_await(&t->out, w->ring[V_CAME], zero, zero);
    clear(w, slot);
    lck_barrier_of(&t->out, LCK_OF_WARP, 0, 32);
    lck_tile_arrive(t, V_FULL, slot);
}

/* ---- V transposed ---- */

/* Block j. The warps that turn it meet once the first of them has cleared rows. */
static void turn(lck_attending *w, const lc_expr *j, const lc_expr *warp)
{
    lck_tiling *t = &w->t;
    const lc_expr *slot = lck_mod_by(t, j, w->v_tiles.stages);
    lck_tile_await(t, w->ring[V_CAME], j, false);
    if (lck_attention_has_others(w->a)) {
        lck_if(&t->out, is_cut(w, j));
        lck_if(&t->out, lck_eq_by(t, warp, 0));
        clear(w, slot);
        lck_end(&t->out);
        lck_barrier_of(&t->out, LCK_OF_THREADS, w->a->groups + 1, 32 * LCK_TURNING_WARPS);
        lck_end(&t->out);
    }
    lck_tile_await(t, V_EMPTY, j, true);
    lck_tile_turn(t, &w->v_tiles, slot, &w->v_turned, slot, warp, LCK_TURNING_WARPS, w->loaded,
                  w->turned);
    lck_barrier_of(&t->out, LCK_OF_WARP, 0, 32);
    lck_tile_arrive(t, V_FULL, slot);
    lck_tile_arrive(t, w->ring[V_TAKEN], slot);
}

void lck_attention_values(lck_attending *w, const lc_expr *warp)
{
    lck_tiling *t = &w->t;
    if (lck_attention_turns(w->a)) {
        lck_comment(&t->out, "three warps transpose V");
        lck_if(&t->out, lck_le(t, lck_int(t, 0), warp));
        const lc_expr *j = lck_tile_count(t, "j", w->blocks);
        lck_loop(&t->out, j, w->blocks);
        turn(w, j, lck_known(t, warp, 0, LCK_TURNING_WARPS - 1));
        lck_end(&t->out);
        lck_end(&t->out);
    } else if (lck_attention_has_others(w->a)) {
        lck_comment(&t->out, "a warp clears rows of V that are no keys");
        lck_if(&t->out, lck_all(t, lck_eq_by(t, warp, 0), w->cut));
        clear_last(w);
        lck_end(&t->out);
    }
}
