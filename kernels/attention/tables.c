/* tables.c - the tables of the kernels of attention: axes, tensors, maps, rings, registers. */
#include "config.h"

#include "lowering.h"

#include "../../lib/text.h"

#include <stdlib.h>

enum { STAGES = LCK_ATTENTION_STAGES, WARPS = 4 /* of a warpgroup */ };

static const lc_expr *imported(lck_attending *w, lck_quantity q)
{
    return lck_import(w->t.x, q.expr, 0, NULL, NULL);
}

static bool add_axes(lck_attending *w)
{
    for (size_t k = 0; k < w->a->rank; k++) {
        const lck_attention_axis *a = &w->a->axis[k];
        w->extent[k] = imported(w, a->extent);
        for (int i = 0; i < LCK_ATTENTION_ARRAYS; i++)
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

/* extent + (n - 1) * stride */
static const lc_expr *add_steps(lck_attending *w, const lc_expr *extent, const lc_expr *n,
                                const lc_expr *stride)
{
    const lc_expr *last = lck_sub_by(&w->t, n, 1);
    return lck_add(&w->t, extent, lck_mul(&w->t, last, stride));
}

/* Of an axis in a tensor: of K and V with pages the keys of one. */
static const lc_expr *extent_of(lck_attending *w, size_t axis, int tensor)
{
    return lck_attention_paged(w->a, tensor) && w->a->axis[axis].role == LCK_ALONG_KEYS
               ? lck_int(&w->t, w->a->page)
               : w->extent[axis];
}

/* The elements of a tensor's buffer, up to its last one. */
static bool add_tensor(lck_attending *w, int tensor)
{
    static const char *const name[] = {"q", "k", "v", "o"};
    const lc_expr *offset = imported(w, w->a->offset[tensor]);
    const lc_expr *extent = lck_add_by(&w->t, offset, 1);
    if (lck_attention_paged(w->a, tensor))
        extent = add_steps(w, extent, imported(w, w->a->all_pages),
                           imported(w, w->a->page_stride[tensor]));
    for (size_t k = 0; k < w->a->rank; k++)
        if (lck_attention_moves(w->a, k, tensor))
            extent = add_steps(w, extent, extent_of(w, k, tensor), w->stride[tensor][k]);
    if (!lck_kernel_array(w->kernel, name[tensor], tensor == LCK_O ? LCK_WRITTEN : LCK_READ,
                          tensor == LCK_O ? w->a->result : w->a->element, extent))
        return false;
    w->kernel->array[tensor].offset = offset;
    return true;
}

/* Tiles of a head, or of all ragged batches, heads, and the rows of all of them. Where keys are
 * split there are few queries, or the number of splits was given. */
static bool count_rows(lck_attending *w)
{
    lck_tiling *t = &w->t;
    const lck_attention *a = w->a;
    w->queries = w->all_queries = w->extent[a->heads];
    w->keys = w->extent[a->heads + 1];
    if (a->split && a->given_splits == 0 && w->queries->high > LCK_FEW_QUERIES) {
        const lc_expr *few = lck_le_by(t, w->queries, LCK_FEW_QUERIES);
        w->queries = lck_known(t, w->queries, w->queries->low, LCK_FEW_QUERIES);
        w->all_queries = w->queries;
        if (!lck_kernel_condition(w->kernel, few) || !w->queries)
            return false;
    }
    w->all_heads = lck_int(t, 1);
    w->all_rows = w->queries;
    for (size_t k = 0; k < a->heads; k++) {
        const bool ragged = a->has[LCK_STARTS] && k == a->batches;
        w->all_rows = ragged ? w->all_rows : lck_mul(t, w->all_rows, w->extent[k]);
        if (!lck_attention_packs(a, k) && !(ragged && !a->most.expr))
            w->all_heads = lck_mul(t, w->all_heads, w->extent[k]);
    }
    const lc_expr *most = a->most.expr ? imported(w, a->most) : w->queries;
    w->tiles = lc_expr_ceil_div(t->x, most, lck_int(t, lck_attention_queries(a)));
    if (a->has[LCK_STARTS] && !a->most.expr) /* lower.c, first_tile */
        w->tiles = lck_add(t, lck_div_by(t, w->queries, lck_attention_queries(a)),
                           w->extent[a->batches]);
    w->splits = a->split ? imported(w, a->splits) : lck_int(t, 1);
    return w->tiles && w->splits && w->all_rows;
}

bool lck_attention_launch(lck_attending *w, const lc_expr *blocks)
{
    lck_tiling *t = &w->t;
    w->kernel->blocks = blocks;
    if (!blocks || blocks->high <= LCK_MAX_BLOCKS)
        return blocks != NULL;
    w->kernel->blocks = lck_known(t, blocks, 0, LCK_MAX_BLOCKS);
    return lck_kernel_condition(w->kernel, lck_le_by(t, blocks, LCK_MAX_BLOCKS)) &&
           w->kernel->blocks;
}

/* A number of each row, or several. */
static bool add_rowwise(lck_attending *w, const char *name, lck_array_role role,
                        const lc_expr *extent, int *array)
{
    *array = (int)w->kernel->narrays;
    if (!lck_kernel_array(w->kernel, name, role, lck_element_find("f32"), extent))
        return false;
    w->kernel->array[*array].offset = lck_int(&w->t, 0);
    return true;
}

bool lck_attention_parts(lck_attending *w, lck_array_role role)
{
    lck_tiling *t = &w->t;
    const lc_expr *rows = lck_mul(t, w->all_rows, w->splits);
    return add_rowwise(w, "parts", role, lck_mul_by(t, rows, w->a->dim), &w->parts) &&
           add_rowwise(w, "part_rows", role, lck_mul_by(t, rows, 2), &w->part_rows);
}

/* A table of int32, of the axes along which it moves, and of pages; starts have one more. Scales
 * are f32. */
static bool add_lookup(lck_attending *w, const char *name, int tensor)
{
    const lck_attention *a = w->a;
    const int array = w->table[tensor] = (int)w->kernel->narrays;
    const lc_expr *offset = imported(w, a->offset[tensor]);
    const lc_expr *extent = lck_add_by(&w->t, offset, 1);
    const lc_expr *pages = lck_div_by(&w->t, w->extent[a->heads + 1], a->page > 0 ? a->page : 1);
    for (size_t k = 0; k < a->rank; k++) {
        const lc_expr *n = k == a->heads + 1 ? pages : w->extent[k];
        if (lck_attention_is_starts(tensor) && k == a->batches)
            n = lck_add_by(&w->t, n, 1);
        w->kernel->counter[k].stride[array] = w->stride[tensor][k];
        extent = add_steps(w, extent, n, w->stride[tensor][k]);
    }
    if (!lck_kernel_array(w->kernel, name, LCK_READ,
                          lck_element_find(tensor >= LCK_Q_SCALE ? "f32" : "int32"), extent))
        return false;
    w->kernel->array[array].offset = offset;
    return true;
}

static bool add_scale(lck_attending *w)
{
    w->kernel->attention.scale = w->a->scale ? (int)w->kernel->narrays : -1;
    return !w->a->scale || lck_kernel_array(w->kernel, "scale", LCK_SCALAR,
                                            lck_element_find("f32"), lck_int(&w->t, 1));
}

bool lck_attention_lookups(lck_attending *w)
{
    const lck_attention *a = w->a;
    lck_attention_result *r = &w->kernel->attention;
    static const char *const name[] = {"pages",   "lengths", "starts", "key_starts",
                                       "q_scale", "k_scale", "v_scale"};
    int *const to[] = {&r->pages,     &r->lengths,   &r->starts[0], &r->starts[1],
                       &r->scales[0], &r->scales[1], &r->scales[2]};
    for (int i = LCK_PAGES; i < LCK_ATTENTION_ARRAYS; i++) {
        if ((i == LCK_Q_SCALE && !add_scale(w)) ||
            (a->has[i] && !add_lookup(w, name[i - LCK_PAGES], i)))
            return false;
        *to[i - LCK_PAGES] = a->has[i] ? w->table[i] : -1;
    }
    if (a->most.expr)
        r->most = imported(w, a->most);
    if (!a->page)
        return true;
    r->page = a->page;
    r->all_pages = imported(w, a->all_pages);
    for (int i = 0; i < 2; i++) {
        lck_counter *keys = &w->kernel->counter[a->heads + 1];
        r->in_page[i] = w->stride[LCK_KEYS + i][a->heads + 1];
        r->of_page[i] = imported(w, a->page_stride[LCK_KEYS + i]);
        keys->stride[LCK_KEYS + i] = lck_int(&w->t, 0);
    }
    return r->all_pages && r->of_page[0] && r->of_page[1];
}

bool lck_attention_problem(lck_attending *w, bool result)
{
    lck_kernel *k = w->kernel;
    bool ok = lck_plan_give_sizes(w->a->plan, k) && add_axes(w) && count_rows(w);
    for (int i = 0; ok && i < LCK_O + result; i++)
        ok = add_tensor(w, i);
    w->lse = -1;
    if (ok && result && w->a->lse)
        ok = add_rowwise(w, "lse", LCK_WRITTEN, w->all_rows, &w->lse);
    k->alignment = k->alignment < 16 ? 16 : k->alignment;
    k->coordinate = lck_free_prefix(k->nsizes, k->size);
    k->kind = LCK_IS_ATTENTION;
    k->product.a = LCK_Q;
    k->product.c = LCK_O;
    k->attention = (lck_attention_result){.q = LCK_Q,
                                          .k = LCK_KEYS,
                                          .v = LCK_V,
                                          .o = LCK_O,
                                          .lse = w->lse,
                                          .causal = w->a->causal,
                                          .window = w->a->window,
                                          .parts = !result};
    return ok;
}

/* ---- what is in shared memory and in registers ---- */

static bool add_to_map(lck_attending *w, lck_map *map, const lc_expr *extent,
                       const lc_expr *stride, int box)
{
    if (map->rank == LCK_MAX_MAP_RANK)
        return lc_fail(w->kernel->ctx, LC_ERR_LIMIT, "a tensor map of more than %d axes",
                       LCK_MAX_MAP_RANK);
    map->extent[map->rank] = extent;
    map->stride[map->rank] = stride;
    map->box[map->rank++] = box;
    return true;
}

static bool add_axis_of_map(lck_attending *w, lck_map *map, size_t k, int box)
{
    return add_to_map(w, map, extent_of(w, k, map->tensor), w->stride[map->tensor][k], box);
}

/* A tensor map of axes dim, heads of a tile, sequence, other heads, pages: boxes of 128 bytes by
 * `rows` of the sequence, of all heads of a tile. */
static bool add_map(lck_attending *w, int tensor, int rows, int *number)
{
    static const char *const name[] = {"map_q", "map_k", "map_v", "map_o"};
    const lck_attention *a = w->a;
    const size_t sequence = a->heads + (tensor == LCK_KEYS || tensor == LCK_V);
    const bool packs = a->packed > 1 && lck_attention_moves(a, a->pack, tensor);
    lck_map map = {.name = name[tensor], .tensor = tensor, .span = 128};
    map.offset = w->kernel->array[tensor].offset;
    if (!add_axis_of_map(w, &map, a->rank - 1, 128 / w->kernel->array[tensor].element->bytes) ||
        (packs && !add_axis_of_map(w, &map, a->pack, a->packed)) ||
        !add_axis_of_map(w, &map, sequence, rows))
        return false;
    for (size_t k = 0; k < a->heads; k++)
        if (lck_attention_moves(a, k, tensor) && !(packs && k == a->pack) &&
            !add_axis_of_map(w, &map, k, 1))
            return false;
    if (lck_attention_paged(a, tensor) &&
        !add_to_map(w, &map, imported(w, a->all_pages), imported(w, a->page_stride[tensor]), 1))
        return false;
    *number = (int)w->kernel->nmaps;
    return lck_kernel_map(w->kernel, &map);
}

/* Without slots: there is no such ring. */
static lck_ring ring_of(const lck_attention *a, int ring)
{
    const bool turns = lck_attention_turns(a);
    switch (ring) {
    case Q_FULL: return (lck_ring){"q_full", 1, 1};
    case K_FULL: return (lck_ring){"k_full", STAGES, 1};
    case K_EMPTY: return (lck_ring){"k_empty", STAGES, WARPS * a->groups};
    case V_FULL: return (lck_ring){"v_full", STAGES, turns ? LCK_TURNING_WARPS : 1};
    case V_EMPTY: return (lck_ring){"v_empty", STAGES, WARPS * a->groups};
    case TURN: return (lck_ring){"turn", a->groups > 1 ? a->groups : 0, WARPS};
    case V_CAME: return (lck_ring){"v_came", turns ? STAGES : lck_attention_has_others(a), 1};
    default: return (lck_ring){"v_taken", turns ? STAGES : 0, LCK_TURNING_WARPS};
    }
}

int lck_attention_slots(const lck_attention *a)
{
    int slots = 0;
    for (int i = 0; i < RINGS; i++)
        slots += ring_of(a, i).slots;
    return slots;
}

static bool add_rings(lck_attending *w)
{
    for (int i = 0; i < RINGS; i++) {
        const lck_ring ring = ring_of(w->a, i);
        w->ring[i] = (int)w->kernel->nrings;
        if (ring.slots && !lck_kernel_ring(w->kernel, ring.name, ring.slots, ring.arrivals))
            return false;
    }
    return true;
}

bool lck_attention_files(lck_attending *w, size_t n, const lck_attention_file *of)
{
    for (; n > 0; n--, of++) {
        *of->file = (int)w->kernel->nfiles;
        if (of->name && !lck_kernel_file(w->kernel, of->name, of->element, of->count))
            return false;
        if (of->name)
            w->kernel->file[*of->file].packed = of->packed;
    }
    return true;
}

static bool add_files(lck_attending *w)
{
    const lck_attention *a = w->a;
    const lck_element *f32 = lck_element_find("f32");
    const bool turns = lck_attention_turns(a);
    w->s.columns = w->p.columns = a->keys;
    w->o.columns = w->rounded.columns = w->columns;
    const lck_attention_file files[] = {
        {"s", f32, a->keys / 2, &w->s.file, false},
        {"o_sum", f32, w->columns / 2, &w->o.file, false},
        {"p", a->element, a->keys / 2, &w->p.file, true},
        {a->split ? NULL : "result", a->result, w->columns / 2, &w->rounded.file, true},
        {"most", f32, 2, &w->most.file, false},
        {"sum", f32, 2, &w->sum.file, false},
        {"base", f32, 2, &w->base.file, false},
        {"factor", f32, 2, &w->factor.file, false},
        {"scratch", f32, 2, &w->scratch.file, false},
        {"number", f32, NUMBERS, &w->number, false},
        {turns ? "loaded" : NULL, a->element, 16, &w->loaded, true},
        {turns ? "turned" : NULL, a->element, 16, &w->turned, true}};
    return lck_attention_files(w, sizeof files / sizeof *files, files);
}

static bool add_stages(lck_attending *w, const char *name, const lck_element *element, int rows,
                       int columns, int stages, lck_tile *out)
{
    return lck_tile_new(w->kernel, name, element, rows, columns, stages, LCK_LINE, out);
}

/* V transposed, a row of 32 bytes a step of products, and the result, which is longer than Q. */
static bool add_turned(lck_attending *w, int rows)
{
    return lck_tile_new(w->kernel, "v_turned", w->a->element, w->columns, w->a->keys, STAGES,
                        LCK_TURNED_SPAN, &w->v_turned) &&
           add_stages(w, "o_tile", w->a->result, rows, w->columns, 1, &w->o_tile);
}

static bool add_memory(lck_attending *w)
{
    const lck_attention *a = w->a;
    const int rows = a->groups * lck_attention_staged(a);
    const int columns = lck_attention_staged_columns(a), boxes = lck_attention_boxes_of_q(a);
    const bool turns = lck_attention_turns(a);
    bool ok = add_stages(w, "q_tile", a->element, rows, columns, 1, &w->q_tile) &&
              add_stages(w, "k_tiles", a->element, a->keys, columns, STAGES, &w->k_tiles) &&
              add_stages(w, "v_tiles", a->element, a->keys, columns, STAGES, &w->v_tiles) &&
              (!turns || add_turned(w, rows));
    w->q_tile.used = (a->dim + 31) / 32 * 32;
    if (!turns)
        w->o_tile = w->q_tile;
    return ok &&
           add_map(w, LCK_Q, a->groups / boxes * lck_attention_filling(a), &w->q_tile.map) &&
           add_map(w, LCK_KEYS, a->keys / lck_attention_boxes(a), &w->k_tiles.map) &&
           add_map(w, LCK_V, a->keys / lck_attention_boxes(a), &w->v_tiles.map) &&
           (a->split || add_map(w, LCK_O, LCK_ROWS_OF_GROUP, &w->o_map));
}

bool lck_attention_tables(lck_attending *w)
{
    const lck_attention *a = w->a;
    w->kernel->architecture = 90;
    w->kernel->resident = 1;
    return add_memory(w) && add_rings(w) && lck_kernel_atom_like(w->kernel, &a->atom[0]) &&
           lck_kernel_atom_like(w->kernel, &a->atom[1]) && add_files(w);
}
