/* lower.c - the kernel of attention: tables, roles, blocks of keys.
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

#include <stdlib.h>
#include <string.h>

enum { STAGES = 2, WARPS = 4 /* of a warpgroup */, HEADS_AT_ONCE = 8 };

/* ---- what the kernel has ---- */

static const lc_expr *imported(lck_attending *w, lck_quantity q)
{
    return lck_import(w->t.x, q.expr, 0, NULL, NULL);
}

static bool add_axes(lck_attending *w)
{
    for (size_t k = 0; k < w->a->rank; k++) {
        const lck_attention_axis *a = &w->a->axis[k];
        w->extent[k] = imported(w, a->extent);
        for (int i = 0; i < LCK_ATTENTION_TENSORS; i++)
            if (!(w->stride[i][k] = imported(w, a->stride[i])))
                return false;
        if (!lck_kernel_counter(w->kernel, w->extent[k], w->stride[LCK_Q][k],
                                w->stride[LCK_KEYS][k]))
            return false;
        lck_counter *c = &w->kernel->counter[k];
        c->stride[LCK_V] = w->stride[LCK_V][k];
        c->stride[LCK_O] = w->stride[LCK_O][k];
        c->contracted = a->role == LCK_ALONG_KEYS;
    }
    return true;
}

/* The elements of a tensor's buffer, up to its last one. */
static bool add_tensor(lck_attending *w, int tensor)
{
    static const char *const name[] = {"q", "k", "v", "o"};
    const lc_expr *offset = imported(w, w->a->offset[tensor]);
    const lc_expr *extent = lck_tile_by(&w->t, LC_EXPR_ADD, offset, 1);
    for (size_t k = 0; k < w->a->rank; k++) {
        const lc_expr *last = lck_tile_by(&w->t, LC_EXPR_SUB, w->extent[k], 1);
        if (lck_attention_moves(w->a, k, tensor))
            extent = lck_tile_op(&w->t, LC_EXPR_ADD, extent,
                                 lck_tile_op(&w->t, LC_EXPR_MUL, last, w->stride[tensor][k]));
    }
    if (!lck_kernel_array(w->kernel, name[tensor], tensor == LCK_O ? LCK_WRITTEN : LCK_READ,
                          w->a->element, extent))
        return false;
    w->kernel->array[tensor].offset = offset;
    return true;
}

/* A tensor map of axes dim, sequence, heads: boxes of 128 bytes by `rows`. */
static bool add_map(lck_attending *w, int tensor, int rows, int *number)
{
    static const char *const name[] = {"map_q", "map_k", "map_v", "map_o"};
    const size_t heads = w->a->heads;
    const size_t sequence = heads + (tensor == LCK_KEYS || tensor == LCK_V);
    lck_map map = {.name = name[tensor], .tensor = tensor, .span = 128};
    map.offset = w->kernel->array[tensor].offset;
    for (size_t i = 0; i < 2 + heads; i++) {
        size_t k = i == 0 ? w->a->rank - 1 : i == 1 ? sequence : i - 2;
        if (i > 1 && !lck_attention_moves(w->a, k, tensor))
            continue;
        if (map.rank == LCK_MAX_MAP_RANK)
            return lc_fail(w->kernel->ctx, LC_ERR_LIMIT, "a tensor map of more than %d axes",
                           LCK_MAX_MAP_RANK);
        map.extent[map.rank] = w->extent[k];
        map.stride[map.rank] = w->stride[tensor][k];
        map.box[map.rank++] = i == 0 ? 128 / w->a->element->bytes : i == 1 ? rows : 1;
    }
    *number = (int)w->kernel->nmaps;
    return lck_kernel_map(w->kernel, &map);
}

static bool add_rings(lck_attending *w)
{
    const struct {
        const char *name;
        int slots, arrivals;
    } ring[] = {[Q_FULL] = {"q_full", 1, 1},
                [K_FULL] = {"k_full", STAGES, 1},
                [K_EMPTY] = {"k_empty", STAGES, WARPS * w->a->groups},
                [V_FULL] = {"v_full", STAGES, 1},
                [V_EMPTY] = {"v_empty", STAGES, WARPS * w->a->groups},
                [TURN] = {"turn", w->a->groups, WARPS}};
    for (size_t i = 0; i < sizeof ring / sizeof *ring; i++)
        if (!lck_kernel_ring(w->kernel, ring[i].name, ring[i].slots, ring[i].arrivals))
            return false;
    return true;
}

static bool add_file(lck_attending *w, const char *name, const lck_element *element, int count,
                     int *file)
{
    *file = (int)w->kernel->nfiles;
    return lck_kernel_file(w->kernel, name, element, count);
}

static bool add_files(lck_attending *w)
{
    const lck_element *f32 = lck_element_find("f32");
    const int rows = 2;
    w->s.columns = w->p.columns = w->a->keys;
    w->o.columns = w->rounded.columns = w->columns;
    bool ok = add_file(w, "s", f32, w->a->keys / 2, &w->s.file) &&
              add_file(w, "o_sum", f32, w->columns / 2, &w->o.file) &&
              add_file(w, "p", w->a->element, w->a->keys / 2, &w->p.file) &&
              add_file(w, "result", w->a->element, w->columns / 2, &w->rounded.file) &&
              add_file(w, "most", f32, rows, &w->most.file) &&
              add_file(w, "sum", f32, rows, &w->sum.file) &&
              add_file(w, "base", f32, rows, &w->base.file) &&
              add_file(w, "factor", f32, rows, &w->factor.file) &&
              add_file(w, "scratch", f32, rows, &w->scratch.file) &&
              add_file(w, "number", f32, NUMBERS, &w->number);
    if (ok)
        w->kernel->file[w->p.file].packed = w->kernel->file[w->rounded.file].packed = true;
    return ok;
}

static bool add_lse(lck_attending *w)
{
    w->lse = w->a->lse ? (int)w->kernel->narrays : -1;
    if (!w->a->lse)
        return true;
    const lc_expr *extent = w->queries;
    for (size_t k = 0; k < w->a->heads; k++)
        extent = lck_tile_op(&w->t, LC_EXPR_MUL, extent, w->extent[k]);
    if (!lck_kernel_array(w->kernel, "lse", LCK_WRITTEN, lck_element_find("f32"), extent))
        return false;
    w->kernel->array[w->lse].offset = lck_tile_int(&w->t, 0);
    return true;
}

static bool add_memory(lck_attending *w)
{
    const lck_attention *a = w->a;
    return lck_tile_new(w->kernel, "q_tile", a->element, w->rows, w->columns, 1, &w->q_tile) &&
           lck_tile_new(w->kernel, "k_tiles", a->element, a->keys, w->columns, STAGES,
                        &w->k_tiles) &&
           lck_tile_new(w->kernel, "v_tiles", a->element, a->keys, w->columns, STAGES,
                        &w->v_tiles) &&
           add_map(w, LCK_Q, w->rows, &w->q_tile.map) &&
           add_map(w, LCK_KEYS, a->keys, &w->k_tiles.map) &&
           add_map(w, LCK_V, a->keys, &w->v_tiles.map) &&
           add_map(w, LCK_O, LCK_ROWS_OF_GROUP, &w->o_map);
}

/* Tiles of a head, and heads. */
static bool count_tiles(lck_attending *w)
{
    lck_tiling *t = &w->t;
    w->queries = w->extent[w->a->heads];
    w->keys = w->extent[w->a->heads + 1];
    w->all_heads = lck_tile_int(t, 1);
    for (size_t k = 0; k < w->a->heads; k++)
        w->all_heads = lck_tile_op(t, LC_EXPR_MUL, w->all_heads, w->extent[k]);
    w->tiles = lc_expr_ceil_div(t->x, w->queries, lck_tile_int(t, w->rows));
    w->kernel->blocks = lck_tile_op(t, LC_EXPR_MUL, w->tiles, w->all_heads);
    if (w->kernel->blocks && w->kernel->blocks->high > LCK_MAX_BLOCKS) {
        const lc_expr *few = lck_tile_by(t, LC_EXPR_LE, w->kernel->blocks, LCK_MAX_BLOCKS);
        w->kernel->blocks = lck_tile_known(t, w->kernel->blocks, 0, LCK_MAX_BLOCKS);
        return lck_kernel_condition(w->kernel, few) && w->kernel->blocks;
    }
    return w->kernel->blocks != NULL;
}

static bool say_recipe(lck_attending *w)
{
    lc_text text = {0};
    lc_text_printf(&text,
                   "tiles of %d queries by blocks of %d keys, 2 stages, %d warpgroups in turns",
                   w->rows, w->a->keys, w->a->groups);
    w->kernel->making = lc_text_take(w->kernel->ctx, &text);
    return w->kernel->making != NULL;
}

static bool add_tables(lck_attending *w)
{
    bool ok = say_recipe(w) && lck_plan_give_sizes(w->a->plan, w->kernel) && add_axes(w);
    for (int i = 0; ok && i < LCK_ATTENTION_TENSORS; i++)
        ok = add_tensor(w, i);
    w->kernel->architecture = 90;
    w->kernel->alignment = w->kernel->alignment < 16 ? 16 : w->kernel->alignment;
    w->kernel->coordinate = lck_free_prefix(w->kernel->nsizes, w->kernel->size);
    if (!ok || !count_tiles(w) || !add_lse(w))
        return false;
    w->kernel->kind = LCK_IS_ATTENTION;
    w->kernel->product.a = LCK_Q;
    w->kernel->product.c = LCK_O;
    w->kernel->attention = (lck_attention_result){LCK_Q,  LCK_KEYS,     LCK_V,       LCK_O,
                                                  w->lse, w->a->causal, w->a->window};
    return add_memory(w) && add_rings(w) && lck_kernel_atom_like(w->kernel, &w->a->atom[0]) &&
           lck_kernel_atom_like(w->kernel, &w->a->atom[1]) && add_files(w);
}

/* ---- where a block is ---- */

/* The coordinates along the axes of heads, of a number: the first axis is the fastest. */
static void place_head(lck_attending *w, const lc_expr *number)
{
    lck_tiling *t = &w->t;
    for (size_t k = 0; k < w->a->heads; k++) {
        const lc_expr *extent = lck_tile_by(t, LC_EXPR_MAX, w->extent[k], 1);
        const lc_expr *digit = k + 1 < w->a->heads ? lck_tile_op(t, LC_EXPR_MOD, number, extent)
                                                   : number;
        w->head[k] = lck_tile_name(t, "head", lck_tile_below(t, digit, extent));
        number = lck_tile_op(t, LC_EXPR_DIV, number, extent);
    }
}

/* Tiles of a head one after the other; with a mask those that have most to do first, of a few
 * heads whose keys stay in the cache. */
static void place_block(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *block = w->kernel->block;
    const lc_expr *tiles = lck_tile_name(t, "tiles", lck_tile_by(t, LC_EXPR_MAX, w->tiles, 1));
    if (!w->a->causal) {
        w->tile = lck_tile_op(t, LC_EXPR_MOD, block, tiles);
        place_head(w, lck_tile_name(t, "of_head", lck_tile_op(t, LC_EXPR_DIV, block, tiles)));
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
        place_head(w, lck_tile_name(t, "of_head", head));
    }
    w->tile = lck_tile_below(t, w->tile, w->tiles);
    w->at = lck_tile_name(t, "at", lck_tile_by(t, LC_EXPR_MUL, w->tile, w->rows));
}

/* The blocks of keys that a tile takes: those up to the last key that its last query sees, one at
 * least; with a window from the first key on that its first query sees. */
static void count_blocks(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *seen = w->keys;
    if (w->a->causal) {
        w->offset = lck_tile_name(t, "offset", lck_tile_op(t, LC_EXPR_SUB, w->keys, w->queries));
        const lc_expr *end = lck_tile_by(t, LC_EXPR_ADD,
                                         lck_tile_op(t, LC_EXPR_ADD, w->at, w->offset), w->rows);
        seen = lck_tile_by(t, LC_EXPR_MAX, lck_tile_op(t, LC_EXPR_MIN, seen, end), 1);
    }
    const lc_expr *blocks = lc_expr_ceil_div(t->x, seen, lck_tile_int(t, w->a->keys));
    w->end = lck_tile_name(t, "end", lck_tile_by(t, LC_EXPR_MAX, blocks, 1));
    blocks = w->end;
    if (w->a->window) {
        const lc_expr *low = lck_tile_op(t, LC_EXPR_ADD, w->at, w->offset);
        low = lck_tile_by(t, LC_EXPR_SUB, low, w->a->window - 1);
        low = lck_tile_by(t, LC_EXPR_DIV, lck_tile_by(t, LC_EXPR_MAX, low, 0), w->a->keys);
        blocks = lck_tile_op(t, LC_EXPR_SUB, w->end, low);
        blocks = w->end ? lck_tile_known(t, blocks, 1, w->end->high) : NULL;
    }
    w->blocks = lck_tile_name(t, "blocks", blocks);
}

/* The first key of block j in the order in which they are taken. */
const lc_expr *lck_attention_key(lck_attending *w, const lc_expr *j)
{
    lck_tiling *t = &w->t;
    const lc_expr *last = lck_tile_by(t, LC_EXPR_SUB, w->end, 1);
    const lc_expr *block = lck_tile_op(t, LC_EXPR_SUB, last, j);
    return lck_tile_by(t, LC_EXPR_MUL, lck_tile_below(t, block, w->end), w->a->keys);
}

/* Coordinates of a tensor map: of the dim, of the sequence, of the head. */
void lck_attention_crd(lck_attending *w, int tensor, const lc_expr *sequence, const lc_expr **crd)
{
    size_t n = 0;
    crd[n++] = lck_tile_int(&w->t, 0);
    crd[n++] = sequence;
    for (size_t k = 0; k < w->a->heads; k++)
        if (lck_attention_moves(w->a, k, tensor))
            crd[n++] = w->head[k];
}

/* ---- roles ---- */

static void load(lck_attending *w, const lck_tile *tiles, int tensor, const lc_expr *j, int full,
                 int empty, const lc_expr *sequence)
{
    lck_tiling *t = &w->t;
    const lc_expr *crd[LCK_MAX_MAP_RANK];
    const lc_expr *slot = lck_tile_by(t, LC_EXPR_MOD, j, tiles->stages);
    if (empty >= 0)
        lck_tile_await(t, empty, j, true);
    lck_expect(&t->out, full, slot, lck_tile_bytes(tiles));
    lck_attention_crd(w, tensor, sequence, crd);
    lck_tile_load(t, tiles, slot, crd, full, slot);
}

static void load_all(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lc_expr *j = lck_tile_count(t, "j", w->blocks);
    load(w, &w->q_tile, LCK_Q, lck_tile_int(t, 0), Q_FULL, -1, w->at);
    lck_loop(&t->out, j, w->blocks);
    const lc_expr *key = lck_tile_name(t, "key", lck_attention_key(w, j));
    load(w, &w->k_tiles, LCK_KEYS, j, K_FULL, K_EMPTY, key);
    load(w, &w->v_tiles, LCK_V, j, V_FULL, V_EMPTY, key);
    lck_end(&t->out);
}

static void write_kernel(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const int loader = 4 * w->a->groups;
    lck_tiling_begin(t, w->kernel);
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

lck_kernel *lck_attention_lower(const lck_attention *a)
{
    lck_attending w = {.a = a,
                       .rows = a->groups * LCK_ROWS_OF_GROUP,
                       .columns = lck_attention_columns(a)};
    w.kernel = lck_kernel_new(a->plan->ctx, a->plan->name, 128 * (a->groups + 1), LCK_MAX_BLOCKS);
    if (!w.kernel)
        return NULL;
    w.kernel->device = a->plan->device;
    w.kernel->resident = 1;
    w.t = (lck_tiling){.kernel = w.kernel, .x = w.kernel->x};
    if (add_tables(&w)) {
        write_kernel(&w);
        if (lck_written(&w.t.out))
            return w.kernel;
    }
    lck_kernel_free(w.kernel);
    return NULL;
}
