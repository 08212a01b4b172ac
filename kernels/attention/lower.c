/* lower.c - the kernel that multiplies: its roles, and the blocks of keys that each block takes.
 *
 * Rings, and what their uses count; j is the number of a block of keys, in the order in which
 * they are taken:
 *
 *   q_full              Q was loaded, once
 *   k_full, k_empty     use j: K_j was loaded; all warpgroups have multiplied by it
 *   v_full, v_empty     the same of V_j
 *   turn                slot g, phase j: warpgroup g has begun its products of step j
 */
#include "config.h"

#include "lowering.h"

#include "../../lib/text.h"

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
        const lc_expr *extent = lck_tile_by(t, LC_EXPR_MAX, w->extent[k], 1);
        const lc_expr *digit = k != last ? lck_tile_op(t, LC_EXPR_MOD, number, extent) : number;
        w->head[k] = lck_tile_name(t, "head", lck_tile_below(t, digit, extent));
        number = lck_tile_op(t, LC_EXPR_DIV, number, extent);
    }
}

/* The split of a block's number, and what is left of it. */
static const lc_expr *place_split(lck_attending *w, const lc_expr *number)
{
    lck_tiling *t = &w->t;
    w->all_splits = lck_tile_name(t, "splits", lck_tile_by(t, LC_EXPR_MAX, w->splits, 1));
    w->split = lck_tile_name(t, "split", lck_tile_op(t, LC_EXPR_MOD, number, w->all_splits));
    return lck_tile_op(t, LC_EXPR_DIV, number, w->all_splits);
}

/* Tiles of a head one after the other, of each split; with a mask those that have most to do
 * first, of a few heads whose keys stay in the cache. */
static void place_block(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *block = w->kernel->block;
    const lc_expr *tiles = lck_tile_name(t, "tiles", lck_tile_by(t, LC_EXPR_MAX, w->tiles, 1));
    if (w->a->split || !w->a->causal) {
        w->tile = lck_tile_op(t, LC_EXPR_MOD, block, tiles);
        const lc_expr *head = lck_tile_op(t, LC_EXPR_DIV, block, tiles);
        if (w->a->split)
            head = place_split(w, lck_tile_name(t, "of_tile", head));
        if (w->a->packed > 1) /* its heads are rows */
            w->head[w->a->pack] = lck_tile_int(t, 0);
        lck_attention_head(w, lck_tile_name(t, "of_head", head));
    } else {
        const lc_expr *some = lck_tile_by(t, LC_EXPR_MUL, tiles, HEADS_AT_ONCE);
        some = lck_tile_name(t, "some", some);
        const lc_expr *first =
            lck_tile_by(t, LC_EXPR_MUL, lck_tile_op(t, LC_EXPR_DIV, block, some), HEADS_AT_ONCE);
        first = lck_tile_name(t, "first", first);
        const lc_expr *within = lck_tile_name(t, "within",
                                              lck_tile_op(t, LC_EXPR_MOD, block, some));
        const lc_expr *heads = lck_tile_op(t, LC_EXPR_SUB, w->all_heads, first);
        heads = lck_tile_by(t, LC_EXPR_MAX, lck_tile_by(t, LC_EXPR_MIN, heads, HEADS_AT_ONCE), 1);
        heads = lck_tile_name(t, "heads", heads);
        const lc_expr *back = lck_tile_op(t, LC_EXPR_DIV, within, heads);
        w->tile = lck_tile_op(t, LC_EXPR_SUB, lck_tile_by(t, LC_EXPR_SUB, tiles, 1), back);
        const lc_expr *head = lck_tile_op(t, LC_EXPR_ADD, first,
                                          lck_tile_op(t, LC_EXPR_MOD, within, heads));
        lck_attention_head(w, lck_tile_name(t, "of_head", head));
    }
    w->tile = lck_tile_below(t, w->tile, w->tiles);
    const int queries = lck_attention_queries(w->a);
    w->at = lck_tile_name(t, "at", lck_tile_by(t, LC_EXPR_MUL, w->tile, queries));
}

/* The place in a table of a batch. */
static const lc_expr *place_in(lck_attending *w, int tensor)
{
    lck_tiling *t = &w->t;
    const lc_expr *place = w->kernel->array[w->table[tensor]].offset;
    for (size_t k = 0; k < w->a->heads; k++)
        place = lck_tile_op(t, LC_EXPR_ADD, place,
                            lck_tile_op(t, LC_EXPR_MUL, w->head[k], w->stride[tensor][k]));
    return place;
}

/* The keys of a batch, of which there are no more than the sequence has. */
static void count_keys(lck_attending *w)
{
    lck_tiling *t = &w->t;
    if (!w->a->lengths)
        return;
    const lc_expr *keys = lck_fetch(&t->out, "length", w->table[LCK_LENGTHS],
                                    place_in(w, LCK_LENGTHS));
    keys = lck_tile_op(t, LC_EXPR_MIN, keys, w->keys);
    w->keys = lck_tile_name(t, "keys", lck_tile_by(t, LC_EXPR_MAX, keys, 0));
}

/* The blocks of keys that a tile takes: those up to the last key that its last query sees, one at
 * least; with a window from the first key on that its first query sees. */
static const lc_expr *count_seen(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *seen = w->keys;
    if (w->a->causal) {
        w->offset = lck_tile_name(t, "offset", lck_tile_op(t, LC_EXPR_SUB, w->keys, w->queries));
        const lc_expr *end = lck_tile_by(t, LC_EXPR_ADD,
                                         lck_tile_op(t, LC_EXPR_ADD, w->at, w->offset),
                                         lck_attention_queries(w->a));
        seen = lck_tile_by(t, LC_EXPR_MAX, lck_tile_op(t, LC_EXPR_MIN, seen, end), 1);
    }
    const lc_expr *blocks = lc_expr_ceil_div(t->x, seen, lck_tile_int(t, w->a->keys));
    w->end = lck_tile_name(t, "end", lck_tile_by(t, LC_EXPR_MAX, blocks, 1));
    if (!w->a->window)
        return lck_tile_int(t, 0);
    const lc_expr *low = lck_tile_op(t, LC_EXPR_ADD, w->at, w->offset);
    low = lck_tile_by(t, LC_EXPR_SUB, low, w->a->window - 1);
    return lck_tile_by(t, LC_EXPR_DIV, lck_tile_by(t, LC_EXPR_MAX, low, 0), w->a->keys);
}

/* Of a split those whose number is that of the split modulo `splits`, from the first one on that
 * is seen. Where there is none it takes one behind all keys, of which nothing is seen. */
static void count_blocks_of_split(lck_attending *w, const lc_expr *low)
{
    lck_tiling *t = &w->t;
    const lc_expr *behind = lc_expr_ceil_div(t->x, w->keys, lck_tile_int(t, w->a->keys));
    const lc_expr *before = lck_tile_by(t, LC_EXPR_MAX,
                                        lck_tile_op(t, LC_EXPR_SUB, low, w->split), 0);
    before = lc_expr_ceil_div(t->x, before, w->all_splits);
    const lc_expr *first = lck_tile_op(t, LC_EXPR_MUL, before, w->all_splits);
    first = lck_tile_name(t, "first_seen", lck_tile_op(t, LC_EXPR_ADD, first, w->split));
    const lc_expr *some = lck_tile_op(t, LC_EXPR_LT, first, w->end);
    w->first = lck_tile_name(t, "first", lc_expr_select(t->x, some, first, behind));
    const lc_expr *left = lck_tile_op(t, LC_EXPR_SUB, w->end, w->first);
    left = lc_expr_ceil_div(t->x, lck_tile_by(t, LC_EXPR_MAX, left, 1), w->all_splits);
    w->blocks = lck_tile_name(t, "blocks", left ? lck_tile_known(t, left, 1, left->high) : NULL);
}

static void count_blocks(lck_attending *w)
{
    lck_tiling *t = &w->t;
    count_keys(w);
    const lc_expr *low = count_seen(w), *blocks = lck_tile_op(t, LC_EXPR_SUB, w->end, low);
    if (w->a->split)
        count_blocks_of_split(w, low);
    else
        w->blocks = lck_tile_name(t, "blocks",
                                  w->end ? lck_tile_known(t, blocks, 1, w->end->high) : NULL);
}

/* The first key of block j in the order in which they are taken. */
const lc_expr *lck_attention_key(lck_attending *w, const lc_expr *j)
{
    lck_tiling *t = &w->t;
    const lc_expr *last = lck_tile_by(t, LC_EXPR_SUB, w->end, 1), *block;
    if (w->a->split)
        block = lck_tile_op(t, LC_EXPR_ADD, w->first,
                            lck_tile_op(t, LC_EXPR_MUL, j, w->all_splits));
    else
        block = lck_tile_below(t, lck_tile_op(t, LC_EXPR_SUB, last, j), w->end);
    return lck_tile_by(t, LC_EXPR_MUL, block, w->a->keys);
}

/* Coordinates of a tensor map: of the dim, the heads of a tile, the sequence, the other heads. */
void lck_attention_crd(lck_attending *w, int tensor, const lc_expr *sequence, const lc_expr **crd)
{
    size_t n = 0;
    const lck_attention *a = w->a;
    crd[n++] = lck_tile_int(&w->t, 0);
    if (a->packed > 1 && lck_attention_moves(a, a->pack, tensor))
        crd[n++] = lck_tile_int(&w->t, 0);
    crd[n++] = sequence;
    for (size_t k = 0; k < a->heads; k++)
        if (lck_attention_moves(a, k, tensor) && !lck_attention_packs(a, k))
            crd[n++] = w->head[k];
}

/* ---- roles ---- */

/* What a box of K and V begins with: a key, of a page where there are such. */
typedef struct {
    const lc_expr *key, *page; /* NULL: no pages */
} beginning;

/* The page of a block's box. One behind the last key of the batch is none: it is read as zeros,
 * as is one whose number is no page's. */
static beginning find_page(lck_attending *w, const lc_expr *key, int box)
{
    lck_tiling *t = &w->t;
    const int page = w->a->page;
    const lc_expr *all = lc_expr_ceil_div(t->x, w->keys, lck_tile_int(t, page));
    const lc_expr *number = lck_tile_by(t, LC_EXPR_DIV, key, page);
    number = lck_tile_name(t, "page", lck_tile_by(t, LC_EXPR_ADD, number, box));
    const lc_expr *last = lck_tile_by(t, LC_EXPR_MAX, lck_tile_by(t, LC_EXPR_SUB, all, 1), 0);
    const lc_expr *place = lck_tile_op(t, LC_EXPR_MIN, number, last);
    place = lck_tile_op(t, LC_EXPR_MUL, place, w->stride[LCK_PAGES][w->a->heads + 1]);
    place = lck_tile_op(t, LC_EXPR_ADD, place, place_in(w, LCK_PAGES));
    const lc_expr *found = lck_fetch(&t->out, "found", w->table[LCK_PAGES], place);
    const lc_expr *is_one = lck_tile_op(t, LC_EXPR_LT, number, all);
    found = lc_expr_select(t->x, is_one, found, w->kernel->attention.all_pages);
    return (beginning){lck_tile_by(t, LC_EXPR_MOD, key, page), lck_tile_name(t, "place", found)};
}

static void load_box(lck_attending *w, const lck_tile *tiles, int tensor, const lc_expr *slot,
                     int box, beginning at, int full)
{
    const lc_expr *crd[LCK_MAX_MAP_RANK];
    const int rows = box ? box * (w->a->keys / lck_attention_boxes(w->a)) : 0;
    lck_attention_crd(w, tensor, at.key, crd);
    if (at.page)
        crd[w->kernel->map[tiles->map].rank - 1] = at.page;
    lck_tile_load(&w->t, tiles, slot, rows, crd, full, slot);
}

/* A stage of one box, or of K or V of several. */
static void load(lck_attending *w, const lck_tile *tiles, int tensor, const lc_expr *j, int full,
                 int empty, const beginning *at)
{
    lck_tiling *t = &w->t;
    const int boxes = tensor == LCK_Q ? 1 : lck_attention_boxes(w->a);
    const lc_expr *slot = lck_tile_by(t, LC_EXPR_MOD, j, tiles->stages);
    if (empty >= 0)
        lck_tile_await(t, empty, j, true);
    lck_expect(&t->out, full, slot, boxes * lck_tile_bytes(t, tiles));
    for (int i = 0; i < boxes; i++)
        load_box(w, tiles, tensor, slot, i, at[i], full);
}

static void load_all(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *j = lck_tile_count(t, "j", w->blocks);
    const beginning first = {w->at, NULL};
    beginning at[LCK_MOST_BOXES];
    load(w, &w->q_tile, LCK_Q, lck_tile_int(t, 0), Q_FULL, -1, &first);
    lck_loop(&t->out, j, w->blocks);
    const lc_expr *key = lck_tile_name(t, "key", lck_attention_key(w, j));
    at[0] = (beginning){key, NULL};
    for (int i = 0; w->a->page && i < lck_attention_boxes(w->a); i++)
        at[i] = find_page(w, key, i);
    load(w, &w->k_tiles, LCK_KEYS, j, K_FULL, K_EMPTY, at);
    load(w, &w->v_tiles, LCK_V, j, V_FULL, V_EMPTY, at);
    lck_end(&t->out);
}

static void write_kernel(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const int loader = 4 * w->a->groups;
    lck_tiling_begin(t, w->kernel);
    if (w->kernel->early)
        lck_fence(&t->out, LCK_FENCE_LAUNCH);
    place_block(w);
    count_blocks(w);
    lck_if(&t->out, lck_tile_op(t, LC_EXPR_LE, lck_tile_int(t, loader), t->warp));
    lck_registers(&t->out, LCK_LOADING_REGISTERS);
    lck_comment(&t->out, "one thread loads");
    lck_if(&t->out, lck_tile_by(t, LC_EXPR_EQ, w->kernel->thread, 32 * loader));
    load_all(w);
    lck_end(&t->out);
    lck_else(&t->out);
    lck_registers(&t->out, lck_attention_registers(w->a));
    const lc_expr *group = lck_tile_by(t, LC_EXPR_DIV, w->kernel->thread, 128);
    group = lck_tile_name(t, "group", lck_tile_known(t, group, 0, w->a->groups - 1));
    lck_attention_rows(w, group);
    lck_end(&t->out);
}

static bool count_launch(lck_attending *w)
{
    const lc_expr *tiles = lck_tile_op(&w->t, LC_EXPR_MUL, w->tiles, w->all_heads);
    return lck_attention_launch(w, lck_tile_op(&w->t, LC_EXPR_MUL, tiles, w->splits));
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
