/* lowering.c - tiles, coordinates and places of a product's kernel. */
#include "config.h"

#include "../../../isl-bridge/code.h"
#include "../../../lib/text.h"
#include "lowering.h"
#include "stages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- expressions ---- */

const lc_expr *lck_name_of(lck_making *w, const char *name, const lc_expr *value)
{
    return lck_let_name(&w->out, name, value);
}

const lc_expr *lck_count_of(lck_making *w, const char *name, const lc_expr *count)
{
    return lck_count(&w->out, name, count);
}

/* ---- the problem ---- */

static const lc_expr *imported(lck_making *w, lck_quantity q)
{
    return lck_import(w->x, q.expr, 0, NULL, NULL);
}

static bool add_axes(lck_making *w)
{
    for (size_t k = 0; k < w->product->rank; k++) {
        const lck_product_axis *a = &w->product->axis[k];
        w->extent[k] = imported(w, a->extent);
        for (int i = 0; i < 3; i++)
            if (!(w->stride[i][k] = imported(w, a->stride[i])))
                return false;
        if (!lck_kernel_counter(w->kernel, w->extent[k], w->stride[LCK_A][k],
                                w->stride[LCK_B][k]))
            return false;
        lck_counter *c = &w->kernel->counter[k];
        c->stride[LCK_C] = w->stride[LCK_C][k];
        c->contracted = a->role == LCK_ALONG_K;
    }
    return true;
}

/* The elements of a tensor's buffer, up to its last one. */
static bool add_tensor(lck_making *w, lck_factor tensor)
{
    static const char *const name[] = {"a", "b", "c"};
    const lc_expr *offset = imported(w, w->product->offset[tensor]);
    const lc_expr *extent = lck_add_by(w, offset, 1);
    for (size_t k = 0; k < w->product->rank; k++) {
        const lc_expr *last = lck_sub_by(w, w->extent[k], 1);
        if (lck_factor_has(tensor, w->product->axis[k].role))
            extent = lck_add(w, extent, lck_mul(w, last, w->stride[tensor][k]));
    }
    if (!lck_kernel_array(w->kernel, name[tensor], tensor == LCK_C ? LCK_WRITTEN : LCK_READ,
                          w->product->element[tensor], extent))
        return false;
    w->kernel->array[tensor].offset = offset;
    return true;
}

static bool add_scalar(lck_making *w, bool has, const char *name, int *out)
{
    *out = has ? (int)w->kernel->narrays : -1;
    return !has || lck_kernel_array(w->kernel, name, LCK_SCALAR, w->product->accumulate,
                                    lc_expr_int(w->x, 1));
}

static bool add_bias(lck_making *w)
{
    w->bias = w->product->bias ? (int)w->kernel->narrays : -1;
    if (w->bias < 0)
        return true;
    const lc_expr *extent = lc_expr_int(w->x, 1);
    for (size_t k = 0; k < w->product->rank; k++) {
        const lc_expr *stride = imported(w, w->product->bias_stride[k]);
        const lc_expr *last = lck_sub_by(w, w->extent[k], 1);
        w->kernel->counter[k].stride[w->bias] = stride;
        extent = lck_add(w, extent, lck_mul(w, last, stride));
    }
    return lck_kernel_array(w->kernel, "bias", LCK_READ, w->product->element[LCK_C], extent);
}

static bool add_tensors(lck_making *w)
{
    const lck_product *p = w->product;
    if (!add_tensor(w, LCK_A) || !add_tensor(w, LCK_B) || !add_tensor(w, LCK_C) ||
        !add_scalar(w, p->alpha, "alpha", &w->alpha) ||
        !add_scalar(w, p->beta, "beta", &w->beta) || !add_bias(w))
        return false;
    w->kernel->kind = LCK_IS_PRODUCT;
    w->kernel->product = (lck_product_result){LCK_A,   LCK_B,   LCK_C,         w->alpha,
                                              w->beta, w->bias, p->activation, p->accumulate};
    return true;
}

/* ---- numbers of tiles ---- */

/* Limits the axes: coordinates past the last tile fit 32 bits. */
static bool limit_axes(lck_making *w)
{
    for (size_t k = 0; k < w->product->rank; k++) {
        lck_role role = w->product->axis[k].role;
        int64_t step = w->recipe->tile[k];
        if (role <= LCK_ALONG_N)
            step *= w->recipe->cluster[role];
        else if (role == LCK_ALONG_K && w->recipe->split > 1)
            step *= w->recipe->split;
        int64_t most = INT32_MAX - 2 * step;
        if (w->extent[k]->high <= most)
            continue;
        if (!lck_kernel_condition(w->kernel, lck_le_by(w, w->extent[k], most)) ||
            !(w->extent[k] = lc_expr_assume(w->x, w->extent[k], w->extent[k]->low, most)))
            return false;
    }
    return true;
}

static const lc_expr *tiles_along(lck_making *w, lck_role role)
{
    const lc_expr *tiles = lc_expr_int(w->x, 1);
    for (size_t k = 0; k < w->product->rank; k++)
        if (w->product->axis[k].role == role)
            tiles = lck_mul(w, tiles,
                            lc_expr_ceil_div(w->x, w->extent[k],
                                             lc_expr_int(w->x, w->recipe->tile[k])));
    return tiles;
}

static bool count_tiles(lck_making *w)
{
    w->all_tiles = lc_expr_int(w->x, 1);
    for (int role = 0; role < LCK_ROLES; role++) {
        w->tiles[role] = tiles_along(w, (lck_role)role);
        if (role <= LCK_ALONG_N)
            w->tiles[role] = lc_expr_ceil_div(w->x, w->tiles[role],
                                              lc_expr_int(w->x, w->recipe->cluster[role]));
        if (role != LCK_ALONG_K)
            w->all_tiles = lck_mul(w, w->all_tiles, w->tiles[role]);
    }
    const int64_t most = LCK_MAX_BLOCKS / w->kernel->cluster;
    if (w->all_tiles && w->all_tiles->high > most) {
        const lc_expr *few = lck_le_by(w, w->all_tiles, most);
        w->all_tiles = lc_expr_assume(w->x, w->all_tiles, w->all_tiles->low, most);
        return lck_kernel_condition(w->kernel, few) && w->all_tiles;
    }
    return w->all_tiles != NULL;
}

/* "tiles of 128 by 256 by 64, 4 stages, 2 by 1 warpgroups, clusters of 2 by 1" */
static bool say_recipe(lck_making *w)
{
    const lck_recipe *recipe = w->recipe;
    bool groups = recipe->method == LCK_WGMMAS;
    lc_text text = {0};
    lc_text_printf(&text, "tiles of %" PRId64 " by %" PRId64 " by %" PRId64, recipe->extent[0],
                   recipe->extent[1], recipe->extent[2]);
    lc_text_printf(&text, ", %d stage%s, %d by %d %s%s", recipe->stages,
                   recipe->stages == 1 ? "" : "s", recipe->warps[0], recipe->warps[1],
                   groups ? "warpgroups" : "warps", recipe->turns ? " in turns" : "");
    if (recipe->split > 1)
        lc_text_printf(&text, ", k in %d parts", recipe->split);
    else if (w->kernel->cluster > 1)
        lc_text_printf(&text, ", clusters of %d by %d", recipe->cluster[0], recipe->cluster[1]);
    w->kernel->making = lc_text_take(w->kernel->ctx, &text);
    return w->kernel->making != NULL;
}

bool lck_making_begin(lck_making *w, const lck_product *product, const lck_recipe *recipe,
                      lcr_ctx *r)
{
    const int threads = lck_recipe_threads(recipe, product->plan->device);
    const char *name = recipe->name ? recipe->name : product->plan->name;
    *w = (lck_making){.product = product, .recipe = recipe, .r = r};
    w->kernel = lck_kernel_new(product->plan->ctx, name, threads, LCK_MAX_BLOCKS);
    if (w->kernel)
        w->kernel->device = product->plan->device;
    if (!w->kernel)
        return false;
    w->x = w->kernel->x;
    w->out = lck_write(w->kernel);
    w->kernel->cluster = recipe->cluster[0] * recipe->cluster[1];
    if (recipe->split > 1)
        w->kernel->cluster *= recipe->split;
    w->kernel->resident = recipe->resident;
    if (say_recipe(w) && lck_plan_give_sizes(w->product->plan, w->kernel) && add_axes(w) &&
        add_tensors(w) && limit_axes(w) && count_tiles(w)) {
        w->kernel->coordinate = lck_free_prefix(w->kernel->nsizes, w->kernel->size);
        w->kernel->blocks = lck_mul_by(w, w->all_tiles, w->kernel->cluster);
    }
    w->out.failed = !w->kernel->blocks;
    return !w->out.failed;
}

bool lck_making_stages(lck_making *w, lck_factor tensor, const char *name, int *array)
{
    lck_tile_stage stage;
    lck_product_stage(w->product, w->recipe, tensor, &stage);
    *array = (int)w->kernel->narrays;
    if (!lck_kernel_array(w->kernel, name, LCK_OF_BLOCK, stage.element,
                          lck_int(w, stage.elements * w->recipe->stages)))
        return false;
    w->kernel->array[*array].alignment = lck_recipe_alignment(w->recipe);
    return true;
}

bool lck_making_atom(lck_making *w)
{
    return lck_kernel_atom_like(w->kernel, &w->recipe->atom);
}

lck_kernel *lck_making_end(lck_making *w, bool made)
{
    w->out.failed = w->out.failed || !made;
    if (lck_written(&w->out))
        return w->kernel;
    lck_kernel_free(w->kernel);
    return NULL;
}

/* ---- where a tile begins ---- */

/* A tile's number along an axis, with bounds: it is past the last by less than the tiles, or k
 * blocks, of a cluster. */
static const lc_expr *tile_number(lck_making *w, size_t k, const lc_expr *digit)
{
    lck_role role = w->product->axis[k].role;
    int64_t tile = w->recipe->tile[k], high = w->extent[k]->high;
    int64_t past = role <= LCK_ALONG_N ? w->recipe->cluster[role] - 1 : 0;
    if (role == LCK_ALONG_K && w->recipe->split > 1)
        past = w->recipe->split - 1;
    return lck_known(w, digit, 0, (high > 0 ? (high - 1) / tile : 0) + past);
}

/* The coordinates at[] of the axes of a role, of a tile with this number along it. */
static bool begin_along(lck_making *w, lck_role role, const lc_expr *number)
{
    static const char *const name[] = {"at_m", "at_n", "at_k", "at_l"};
    size_t last = LCK_MAX_RANK;
    for (size_t k = 0; k < w->product->rank; k++)
        last = w->product->axis[k].role == role ? k : last;
    for (size_t k = 0; k < w->product->rank; k++) {
        if (w->product->axis[k].role != role)
            continue;
        const lc_expr *digit = number;
        if (k != last) {
            const lc_expr *count = lc_expr_ceil_div(w->x, w->extent[k],
                                                    lc_expr_int(w->x, w->recipe->tile[k]));
            count = lck_name_of(w, "tiles", lck_max_by(w, count, 1));
            digit = lck_mod(w, number, count);
            number = lck_name_of(w, "rest", lck_div(w, number, count));
        }
        digit = tile_number(w, k, digit);
        w->at[k] = lck_name_of(w, name[role], lck_mul_by(w, digit, w->recipe->tile[k]));
        if (!w->at[k])
            return false;
    }
    return true;
}

/* The tile along m and n of a number in a batch, in units of clusters. */
static bool rastered(lck_making *w, const lc_expr *number, const lc_expr **m, const lc_expr **n)
{
    const lc_expr *tiles_n = lck_max_by(w, w->tiles[LCK_ALONG_N], 1);
    const lc_expr *group = lck_name_of(w, "group_size", lck_mul_by(w, tiles_n, LCK_RASTER));
    const lc_expr *first = lck_mul_by(w, lck_div(w, number, group), LCK_RASTER);
    first = lck_name_of(w, "first", first);
    const lc_expr *within = lck_name_of(w, "within", lck_mod(w, number, group));
    const lc_expr *rows = lck_sub(w, w->tiles[LCK_ALONG_M], first);
    rows = lck_max_by(w, lck_min_by(w, rows, LCK_RASTER), 1);
    rows = lck_name_of(w, "rows", rows);
    *m = lck_add(w, first, lck_mod(w, within, rows));
    *m = lck_below(w, *m, w->tiles[LCK_ALONG_M]);
    *n = lck_below(w, lck_div(w, within, rows), w->tiles[LCK_ALONG_N]);
    return *m && *n;
}

bool lck_making_tile(lck_making *w, const lc_expr *number, const lc_expr *rank)
{
    const int *cluster = w->recipe->cluster;
    const lc_expr *of_batch = lck_mul(w, w->tiles[LCK_ALONG_M], w->tiles[LCK_ALONG_N]);
    const lc_expr *batch = lc_expr_int(w->x, 0), *m, *n;
    int64_t batches;
    if (!lc_expr_is_int(w->tiles[LCK_ALONG_L], &batches) || batches > 1) {
        of_batch = lck_name_of(w, "of_batch", lck_max_by(w, of_batch, 1));
        batch = lck_name_of(w, "batch", lck_div(w, number, of_batch));
        number = lck_name_of(w, "in_batch", lck_mod(w, number, of_batch));
    }
    if (!rastered(w, number, &m, &n))
        return false;
    const lc_expr *down = lck_mod_by(w, rank, cluster[0]);
    const lc_expr *across = lck_div_by(w, rank, cluster[0]);
    m = lck_add(w, lck_mul_by(w, m, cluster[0]), down);
    n = lck_add(w, lck_mul_by(w, n, cluster[1]), across);
    return begin_along(w, LCK_ALONG_M, lck_name_of(w, "tile_m", m)) &&
           begin_along(w, LCK_ALONG_N, lck_name_of(w, "tile_n", n)) &&
           begin_along(w, LCK_ALONG_L, batch);
}

bool lck_making_kblock(lck_making *w, const lc_expr *number)
{
    return begin_along(w, LCK_ALONG_K, number);
}

/* ---- coordinates and places ---- */

bool lck_making_crd(lck_making *w, lck_role role, const lc_expr *number, const lc_expr **crd)
{
    for (size_t k = 0; k < w->product->rank; k++) {
        if (w->product->axis[k].role != role)
            continue;
        int64_t tile = w->recipe->tile[k];
        crd[k] = lck_add(w, w->at[k], lck_mod_by(w, number, tile));
        number = lck_div_by(w, number, tile);
        if (!crd[k])
            return false;
    }
    return true;
}

void lck_making_batch(lck_making *w, const lc_expr **crd)
{
    for (size_t k = 0; k < w->product->rank; k++)
        if (w->product->axis[k].role == LCK_ALONG_L)
            crd[k] = w->at[k];
}

const lc_expr *lck_making_place(lck_making *w, lck_factor tensor, const lc_expr *const *crd)
{
    const lc_expr *place = w->kernel->array[tensor].offset;
    for (size_t k = 0; k < w->product->rank; k++)
        if (lck_factor_has(tensor, w->product->axis[k].role))
            place = lck_add(w, place, lck_mul(w, crd[k], w->stride[tensor][k]));
    return place;
}

/* The coordinates of elements along some axes, "[c0,e0] -> { : c0 < e0 }", with what the names
 * stand for; the caller frees it. */
static char *elements(const lck_making *w, unsigned roles, const lc_expr *const *crd,
                      const lc_expr **is, size_t *n)
{
    lc_text names = {0}, inside = {0}, set = {0};
    for (size_t k = 0; k < w->product->rank; k++) {
        if (!(roles >> w->product->axis[k].role & 1))
            continue;
        lc_text_printf(&names, "%sc%zu,e%zu", *n ? "," : "", *n / 2, *n / 2);
        lc_text_printf(&inside, "%sc%zu < e%zu", *n ? " and " : "", *n / 2, *n / 2);
        is[(*n)++] = crd[k];
        is[(*n)++] = w->extent[k];
    }
    lc_text_printf(&set, "[%s] -> { : %s }", lc_text_peek(&names),
                   *n ? lc_text_peek(&inside) : "true");
    set.failed = set.failed || names.failed || inside.failed;
    lc_text_free(&names);
    lc_text_free(&inside);
    return lc_text_take(w->kernel->ctx, &set);
}

const lc_expr *lck_making_inside(lck_making *w, unsigned roles, const lc_expr *const *crd)
{
    const lc_expr *is[2 * LCK_MAX_RANK], *name[2 * LCK_MAX_RANK], *e = NULL;
    size_t n = 0;
    char *set = elements(w, roles, crd, is, &n);
    lc_exprs *x = lc_exprs_new(w->kernel->ctx);
    bool ok = set && x;
    for (size_t i = 0; ok && i < n; i++) {
        const char text[] = {i % 2 ? 'e' : 'c', (char)('0' + i / 2), '\0'};
        ok = is[i] && (name[i] = lc_expr_var(x, text, is[i]->low, is[i]->high));
    }
    if (ok)
        e = lcr_code_predicate(w->r, x, set, NULL);
    e = e ? lck_import(w->x, e, n, name, is) : NULL;
    free(set);
    lc_exprs_free(x);
    if (!e)
        w->out.failed = true;
    return e;
}
