/* lower.c - the kernel that multiplies: its roles, and the blocks of keys that each block takes.
 *
 * Rings, and what their uses count; j is the number of a block of keys, in the order in which
 * they are taken:
 *
 *   q_full              Q was loaded, once
 *   k_full, k_empty     use j: K_j was loaded; all warpgroups have multiplied by it
 *   v_full, v_empty     the same of V_j
 *   v_came              V_j was loaded of a block that has rows that are no keys, once; of 8 bits
 *   v_taken             of each block, and V_j transposed is what is full (values.c)
 *   turn                slot g, phase j: warpgroup g has begun its products of step j
 */
#include "config.h"

#include "lowering.h"

#include "../../lib/text.h"

#include <string.h>

enum { HEADS_AT_ONCE = 8 };

/* ---- where a block is ---- */

void lck_attention_head(lck_attending *w, const lc_expr *number)
{
    lck_tiling *t = &w->t;
    size_t last = w->a->heads;
    for (size_t k = 0; k < w->a->heads; k++)
        last = w->head[k] ? last : k;
    for (size_t k = 0; k < w->a->heads; k++) {
        if (w->head[k])
            continue;
        const lc_expr *extent = lck_max_by(t, w->extent[k], 1);
        const lc_expr *digit = k != last ? lck_mod(t, number, extent) : number;
        w->head[k] = lck_tile_name(t, "head", lck_below(t, digit, extent));
        number = lck_div(t, number, extent);
    }
}

/* The split of a block's number, and what is left of it. */
static const lc_expr *place_split(lck_attending *w, const lc_expr *number)
{
    lck_tiling *t = &w->t;
    w->all_splits = lck_tile_name(t, "splits", lck_max_by(t, w->splits, 1));
    w->split = lck_tile_name(t, "split", lck_mod(t, number, w->all_splits));
    return lck_div(t, number, w->all_splits);
}

/* ---- ragged batches ---- */

/* The number of a batch in a table of starts: one of the sequence, whatever the table has. */
static const lc_expr *start_of(lck_attending *w, int tensor, const lc_expr *batch)
{
    lck_tiling *t = &w->t;
    const lck_attention *a = w->a;
    const lc_expr *all = w->extent[a->heads + (tensor == LCK_KEY_STARTS)];
    const lc_expr *at = lck_mul(t, batch, w->stride[tensor][a->batches]);
    at = lck_add(t, w->kernel->array[w->table[tensor]].offset, at);
    at = lck_fetch(&t->out, "found", w->table[tensor], at);
    at = lck_min(t, lck_max_by(t, at, 0), all);
    return lck_tile_name(t, "start", at);
}

/* How many rows a batch has, from *start on: none where the table is not sorted. */
static const lc_expr *rows_of_batch(lck_attending *w, int tensor, const char *name,
                                    const lc_expr **start)
{
    lck_tiling *t = &w->t;
    const lc_expr *batch = w->head[w->a->batches];
    *start = start_of(w, tensor, batch);
    const lc_expr *end = start_of(w, tensor, lck_add_by(t, batch, 1));
    const lc_expr *rows = lck_sub(t, end, *start);
    return lck_tile_name(t, name, lck_max_by(t, rows, 0));
}

/* With tiles of R queries batch b has those from f(b) = start(b) / R + b on: there are as many up
 * to f(b + 1) as it needs, or one more, and f(b) <= start(batches) / R + batches. */
static const lc_expr *first_tile(lck_attending *w, const lc_expr *start, const lc_expr *batch)
{
    lck_tiling *t = &w->t;
    return lck_add(t, lck_div_by(t, start, lck_attention_queries(w->a)), batch);
}

/* Does a batch, which may be past the last one, begin with this tile or one before it? */
static const lc_expr *has_begun(lck_attending *w, const lc_expr *next)
{
    lck_tiling *t = &w->t;
    const lc_expr *batches = w->extent[w->a->batches];
    const lc_expr *first = first_tile(w, start_of(w, LCK_STARTS, next), next);
    return lck_all(t, lck_lt(t, next, batches), lck_le(t, first, w->tile));
}

/* The last batch whose first tile is at most this one: bit by bit. */
static const lc_expr *find_batch(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *batches = w->extent[w->a->batches], *batch = lck_int(t, 0);
    int64_t step = 1;
    while (step < batches->high)
        step *= 2;
    while ((step /= 2) > 0) {
        const lc_expr *next = lck_add_by(t, batch, step);
        next = lck_tile_name(t, "next", lck_min(t, next, batches));
        batch = lc_expr_select(t->x, has_begun(w, next), next, batch);
        batch = lck_tile_name(t, "batch", lck_below(t, batch, batches));
    }
    return batch;
}

/* From the tile among those of all batches, or of the most that one has, to one of a batch, which
 * may have no such tile. */
static void place_in_batch(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr **batch = &w->head[w->a->batches];
    const bool finds = !w->a->most.expr;
    w->tile = lck_tile_name(t, finds ? "of_all" : "own", w->tile);
    w->kernel->attention.tile = w->tile;
    if (finds)
        *batch = find_batch(w);
    w->queries = rows_of_batch(w, LCK_STARTS, "queries", &w->start[0]);
    if (finds)
        w->tile = lck_tile_name(t, "own",
                                lck_sub(t, w->tile, first_tile(w, w->start[0], *batch)));
    const lc_expr *of = lck_int(t, lck_attention_queries(w->a));
    const lc_expr *tiles = lc_expr_ceil_div(t->x, w->queries, of);
    w->there = lck_all(t, lck_le(t, lck_int(t, 0), w->tile), lck_lt(t, w->tile, tiles));
    w->tile = lck_below(t, w->tile, tiles);
}

/* ---- the tile of a block ---- */

static void place_heads(lck_attending *w, const lc_expr *number)
{
    if (w->a->has[LCK_STARTS] && !w->a->most.expr) /* the tile says which batch */
        w->head[w->a->batches] = lck_int(&w->t, 0);
    lck_attention_head(w, lck_tile_name(&w->t, "of_head", number));
}

/* Tiles of a head one after the other, of each split; with a mask those that have most to do
 * first, of a few heads whose keys stay in the cache. */
static void place_block(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *block = w->kernel->block;
    const lc_expr *tiles = lck_tile_name(t, "tiles", lck_max_by(t, w->tiles, 1));
    if (w->a->split || !w->a->causal) {
        w->tile = lck_mod(t, block, tiles);
        const lc_expr *head = lck_div(t, block, tiles);
        if (w->a->split)
            head = place_split(w, lck_tile_name(t, "of_tile", head));
        if (w->a->packed > 1) /* its heads are rows */
            w->head[w->a->pack] = lck_int(t, 0);
        place_heads(w, head);
    } else {
        const lc_expr *some = lck_tile_name(t, "some", lck_mul_by(t, tiles, HEADS_AT_ONCE));
        const lc_expr *first =
            lck_tile_name(t, "first", lck_mul_by(t, lck_div(t, block, some), HEADS_AT_ONCE));
        const lc_expr *within = lck_tile_name(t, "within", lck_mod(t, block, some));
        const lc_expr *heads = lck_sub(t, w->all_heads, first);
        heads = lck_tile_name(t, "heads", lck_max_by(t, lck_min_by(t, heads, HEADS_AT_ONCE), 1));
        const lc_expr *back = lck_div(t, within, heads);
        w->tile = lck_sub(t, lck_sub_by(t, tiles, 1), back);
        const lc_expr *head = lck_add(t, first, lck_mod(t, within, heads));
        place_heads(w, head);
    }
    w->tile = lck_below(t, w->tile, w->tiles);
}

/* The first query of the block's tile. */
static void place_queries(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const int queries = lck_attention_queries(w->a);
    w->at = lck_tile_name(t, "at", lck_mul_by(t, w->tile, queries));
}

/* ---- the keys of a block ---- */

static const lc_expr *place_in(lck_attending *w, int tensor, int array)
{
    lck_tiling *t = &w->t;
    const lc_expr *place = w->kernel->array[array].offset;
    for (size_t k = 0; k < w->a->heads; k++)
        place = lck_add(t, place, lck_mul(t, w->head[k], w->stride[tensor][k]));
    return place;
}

const lc_expr *lck_attention_place(lck_attending *w, int tensor)
{
    return place_in(w, tensor, w->table[tensor]);
}

const lc_expr *lck_attention_place_of_row(lck_attending *w, const lc_expr *query)
{
    lck_tiling *t = &w->t;
    return lck_add(t, place_in(w, LCK_O, LCK_O),
                   lck_mul(t, query, w->stride[LCK_O][w->a->heads]));
}

/* The keys of a batch, of which there are no more than the sequence has, or a ragged batch. */
static void count_keys(lck_attending *w)
{
    lck_tiling *t = &w->t;
    if (w->a->has[LCK_KEY_STARTS])
        w->keys = rows_of_batch(w, LCK_KEY_STARTS, "keys", &w->start[1]);
    if (!w->a->has[LCK_LENGTHS])
        return;
    const lc_expr *keys = lck_fetch(&t->out, "length", w->table[LCK_LENGTHS],
                                    lck_attention_place(w, LCK_LENGTHS));
    keys = lck_min(t, keys, w->keys);
    w->keys = lck_tile_name(t, "keys", lck_max_by(t, keys, 0));
}

/* Of a split each `splits` one of the tile's blocks, from its number on. Where there is none it
 * takes one behind all keys, of which nothing is seen. */
static void count_blocks_of_split(lck_attending *w, const lc_expr *behind)
{
    lck_tiling *t = &w->t;
    w->low = lck_tile_name(t, "low", w->low);
    const lc_expr *first = lck_add(t, w->low, w->split);
    const lc_expr *some = lck_lt(t, first, w->end);
    w->first = lck_tile_name(t, "first", lc_expr_select(t->x, some, first, behind));
    const lc_expr *left = lck_sub(t, w->end, w->first);
    left = lc_expr_ceil_div(t->x, lck_max_by(t, left, 1), w->all_splits);
    w->blocks = lck_tile_name(t, "blocks", left ? lck_known(t, left, 1, left->high) : NULL);
}

/* Does the last block have rows that are keys of other batches? Past all keys are zeros. */
static const lc_expr *has_others(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *start = w->a->has[LCK_KEY_STARTS] ? w->start[1] : lck_int(t, 0);
    const lc_expr *end = lck_attention_key(w, lck_attention_last_block(w));
    end = lck_add(t, lck_add_by(t, end, w->a->keys), start);
    end = lck_min(t, end, w->extent[w->a->heads + 1]);
    return lck_lt(t, lck_add(t, w->keys, start), end);
}

/* The blocks of keys that a tile takes, from the first to the last one of which it sees some key
 * (mask.c), one at least. */
static void count_blocks(lck_attending *w)
{
    lck_tiling *t = &w->t;
    count_keys(w);
    if (w->a->causal)
        w->offset = lck_tile_name(t, "offset", lck_sub(t, w->keys, w->queries));
    const lc_expr *low = lck_attention_end_of_seen(w, false);
    const lc_expr *last = lck_attention_end_of_seen(w, true);
    const lc_expr *all = lc_expr_ceil_div(t->x, w->keys, lck_int(t, w->a->keys));
    w->low = lck_div_by(t, low, w->a->keys);
    last = lck_below(t, lck_div_by(t, last, w->a->keys), all);
    w->end = lck_tile_name(t, "end", lck_add_by(t, last, 1));
    const lc_expr *blocks = lck_sub(t, w->end, w->low);
    if (w->a->split)
        count_blocks_of_split(w, all);
    else
        w->blocks = lck_tile_name(t, "blocks",
                                  w->end ? lck_known(t, blocks, 1, w->end->high) : NULL);
    if (lck_attention_has_others(w->a))
        w->cut = lck_tile_name(t, "cut", has_others(w));
    lck_attention_result *r = &w->kernel->attention;
    r->at = w->at;
    r->queries = w->queries;
    r->keys = w->keys;
    memcpy(r->start, w->start, sizeof r->start);
    memcpy(r->head, w->head, sizeof r->head);
    r->low = w->low;
    r->end = w->end;
    r->split = w->split;
    r->splits = w->all_splits;
}

const lc_expr *lck_attention_key(lck_attending *w, const lc_expr *j)
{
    lck_tiling *t = &w->t;
    const lc_expr *last = lck_sub_by(t, w->end, 1), *block;
    if (w->a->split)
        block = lck_add(t, w->first, lck_mul(t, j, w->all_splits));
    else
        block = lck_below(t, lck_sub(t, last, j), w->end);
    return lck_mul_by(t, block, w->a->keys);
}

/* Coordinates: of the dim, the heads of a tile, the sequence, the other heads. */
void lck_attention_crd(lck_attending *w, int tensor, const lc_expr *sequence, const lc_expr **crd)
{
    size_t n = 0;
    const lck_attention *a = w->a;
    if (lck_attention_ragged(a, tensor))
        sequence = lck_add(&w->t, sequence, w->start[tensor == LCK_KEYS || tensor == LCK_V]);
    crd[n++] = lck_int(&w->t, 0);
    if (a->packed > 1 && lck_attention_moves(a, a->pack, tensor))
        crd[n++] = lck_int(&w->t, 0);
    crd[n++] = sequence;
    for (size_t k = 0; k < a->heads; k++)
        if (lck_attention_moves(a, k, tensor) && !lck_attention_packs(a, k))
            crd[n++] = w->head[k];
}

/* ---- roles ---- */

/* The page of a block's box. One behind the last key of the batch is none: it is read as zeros,
 * as is one whose number is no page's. */
static lck_box find_page(lck_attending *w, const lc_expr *key, int box)
{
    lck_tiling *t = &w->t;
    const int page = w->a->page;
    const lc_expr *all = lc_expr_ceil_div(t->x, w->keys, lck_int(t, page));
    const lc_expr *number = lck_div_by(t, key, page);
    number = lck_tile_name(t, "page", lck_add_by(t, number, box));
    const lc_expr *last = lck_max_by(t, lck_sub_by(t, all, 1), 0);
    const lc_expr *place = lck_min(t, number, last);
    place = lck_mul(t, place, w->stride[LCK_PAGES][w->a->heads + 1]);
    place = lck_add(t, place, lck_attention_place(w, LCK_PAGES));
    const lc_expr *found = lck_fetch(&t->out, "found", w->table[LCK_PAGES], place);
    const lc_expr *is_one = lck_lt(t, number, all);
    found = lc_expr_select(t->x, is_one, found, w->kernel->attention.all_pages);
    return (lck_box){lck_mod_by(t, key, page), lck_tile_name(t, "place", found)};
}

static void load_box(lck_attending *w, const lck_tile *tiles, int tensor, const lc_expr *slot,
                     int box, lck_box at, lck_counted by)
{
    const lc_expr *crd[LCK_MAX_MAP_RANK];
    const int boxes = lck_attention_boxes(w->a);
    const int rows = tensor == LCK_Q ? lck_attention_staged(w->a) : w->a->keys / boxes;
    lck_attention_crd(w, tensor, at.key, crd);
    if (at.page)
        crd[w->kernel->map[tiles->map].rank - 1] = at.page;
    lck_tile_load(&w->t, tiles, slot, box * rows, crd, by.ring, by.slot);
}

/* Loads all boxes of a stage. */
void lck_attention_load(lck_attending *w, const lck_tile *tiles, int tensor, const lc_expr *slot,
                        lck_counted by, const lck_box *at)
{
    lck_tiling *t = &w->t;
    const lck_attention *a = w->a;
    const int boxes = tensor == LCK_Q ? lck_attention_boxes_of_q(a) : lck_attention_boxes(a);
    lck_expect(&t->out, by.ring, by.slot, lck_int(t, boxes * lck_tile_bytes(t, tiles)));
    for (int i = 0; i < boxes; i++)
        load_box(w, tiles, tensor, slot, i, at[i], by);
}

/* ---- all that is loaded ---- */

static void load_all(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *j = lck_tile_count(t, "j", w->blocks);
    lck_box at[LCK_MOST_BOXES];
    const lc_expr *zero = lck_int(t, 0);
    for (int i = 0; i < lck_attention_boxes_of_q(w->a); i++)
        at[i] = (lck_box){lck_add_by(t, w->at, i * lck_attention_of_group(w->a)), NULL};
    lck_attention_load(w, &w->q_tile, LCK_Q, zero, (lck_counted){Q_FULL, zero}, at);
    lck_loop(&t->out, j, w->blocks);
    const lc_expr *key = lck_let_new(&t->out, "key", lck_attention_key(w, j));
    at[0] = (lck_box){key, NULL};
    for (int i = 0; w->a->page && i < lck_attention_boxes(w->a); i++)
        at[i] = find_page(w, key, i);
    const lc_expr *slot = lck_mod_by(t, j, w->k_tiles.stages);
    lck_tile_await(t, K_EMPTY, j, true);
    lck_attention_load(w, &w->k_tiles, LCK_KEYS, slot, (lck_counted){K_FULL, slot}, at);
    lck_attention_load_values(w, j, slot, at);
    lck_end(&t->out);
}

static void write_roles(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const int loader = 4 * w->a->groups;
    lck_if(&t->out, lck_le(t, lck_int(t, loader), t->warp));
    lck_registers(&t->out, lck_attention_loading_registers(w->a));
    lck_comment(&t->out, "one thread loads");
    lck_if(&t->out, lck_eq_by(t, w->kernel->thread, 32 * loader));
    load_all(w);
    lck_end(&t->out);
    lck_attention_values(w, lck_sub_by(t, t->warp, loader + 1));
    lck_else(&t->out);
    lck_registers(&t->out, lck_attention_registers(w->a));
    const lc_expr *group = lck_div_by(t, w->kernel->thread, 128);
    group = lck_tile_name(t, "group", lck_known(t, group, 0, w->a->groups - 1));
    lck_attention_rows(w, group);
    lck_end(&t->out);
}

static void write_kernel(lck_attending *w)
{
    lck_tiling *t = &w->t;
    lck_tiling_begin(t, w->kernel);
    if (w->kernel->early)
        lck_fence(&t->out, LCK_FENCE_LAUNCH);
    place_block(w);
    if (w->a->has[LCK_STARTS]) {
        place_in_batch(w);
        lck_if(&t->out, w->there);
    }
    place_queries(w);
    count_blocks(w);
    write_roles(w);
    if (w->a->has[LCK_STARTS])
        lck_end(&t->out);
}

static bool count_launch(lck_attending *w)
{
    const lc_expr *tiles = lck_mul(&w->t, w->tiles, w->all_heads);
    return lck_attention_launch(w, lck_mul(&w->t, tiles, w->splits));
}

static bool say_recipe(lck_attending *w)
{
    const lck_attention *a = w->a;
    const int queries = lck_attention_queries(a);
    lc_text text = {0};
    if (a->split)
        lc_text_printf(&text,
                       "tiles of %d quer%s of %d head%s, blocks of %d keys, split, 2 stages",
                       queries, queries == 1 ? "y" : "ies", a->packed, a->packed > 1 ? "s" : "",
                       a->keys);
    else
        lc_text_printf(&text,
                       "tiles of %d queries by blocks of %d keys, 2 stages, %d warpgroups in "
                       "turns",
                       queries, a->keys, a->groups);
    w->kernel->making = lc_text_take(w->kernel->ctx, &text);
    return w->kernel->making != NULL;
}

lck_kernel *lck_attention_lower(const lck_attention *a, const char *name)
{
    lck_attending w = {.a = a, .columns = lck_attention_columns(a)};
    w.kernel = lck_kernel_new(a->plan->ctx, name, 128 * (a->groups + 1), LCK_MAX_BLOCKS);
    if (!w.kernel)
        return NULL;
    w.kernel->device = a->plan->device;
    w.kernel->early = a->split; /* short, and there is another launch behind it */
    w.t = (lck_tiling){.kernel = w.kernel, .x = w.kernel->x};
    if (say_recipe(&w) && lck_attention_problem(&w, !a->split) &&
        (!a->split || lck_attention_parts(&w, LCK_WRITTEN)) && lck_attention_lookups(&w) &&
        count_launch(&w) && lck_attention_tables(&w)) {
        write_kernel(&w);
        if (lck_written(&w.t.out))
            return w.kernel;
    }
    lck_kernel_free(w.kernel);
    return NULL;
}
