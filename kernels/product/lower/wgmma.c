/* wgmma.c - kernels of products by WGMMA: tables, roles, rounds. */
#include "config.h"

#include "wgmma.h"

/* ---- what the kernel has ---- */

static bool add_out(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    lck_product_out(w->product, w->recipe, &g->out);
    g->staged[LCK_C] = (int)w->kernel->narrays;
    if (!g->boxes)
        return true;
    if (!lck_kernel_array(w->kernel, "out", LCK_OF_BLOCK, w->product->element[LCK_C],
                          lck_int(w, g->out.elements * g->out.buffers * g->team * g->teams)))
        return false;
    w->kernel->array[g->staged[LCK_C]].alignment = lck_recipe_alignment(w->recipe);
    return true;
}

/* The axes of a tensor map: the contiguous one, those of a box's rows, the others. */
static size_t order_axes(lck_wgmma_making *g, lck_factor tensor, size_t *axis)
{
    const lck_product *p = g->w->product;
    size_t rank = 0, inner = tensor == LCK_C ? SIZE_MAX : g->stage[tensor].inner;
    const lck_role of_lines = g->out.turned ? LCK_ALONG_M : LCK_ALONG_N;
    const lck_role second = tensor == LCK_C ? of_lines : p->axis[inner].role;
    if (inner != SIZE_MAX)
        axis[rank++] = inner;
    for (int pass = 0; pass < 3; pass++)
        for (size_t k = 0; k < p->rank; k++) {
            lck_role role = p->axis[k].role;
            int when = role == LCK_ALONG_L ? 2 : (role == second) == (tensor != LCK_C);
            if (k != inner && when == pass && lck_factor_has(tensor, role) && rank < LCK_MAX_RANK)
                axis[rank++] = k;
        }
    return rank;
}

static bool add_map(lck_wgmma_making *g, lck_factor tensor, const int *box, int span)
{
    static const char *const name[] = {"map_a", "map_b", "map_c"}, *const last[] = {"last_a",
                                                                                    "last_b"};
    lck_making *w = g->w;
    size_t axis[LCK_MAX_RANK], rank = order_axes(g, tensor, axis);
    if (rank > LCK_MAX_MAP_RANK)
        return lc_fail(w->kernel->ctx, LC_ERR_LIMIT, "a tensor map of more than %d axes",
                       LCK_MAX_MAP_RANK);
    lck_map map = {.name = name[tensor], .tensor = (int)tensor, .rank = rank, .span = span};
    map.offset = w->kernel->array[tensor].offset;
    for (size_t i = 0; i < rank; i++) {
        g->map_axis[tensor][i] = axis[i];
        map.extent[i] = w->extent[axis[i]];
        map.stride[i] = w->stride[tensor][axis[i]];
        map.box[i] = box[axis[i]];
        if (tensor != LCK_C && axis[i] == g->stage[tensor].cut)
            map.cut = i;
    }
    g->map[tensor] = (int)w->kernel->nmaps;
    if (!lck_kernel_map(w->kernel, &map))
        return false;
    if (!map.cut)
        return true;
    map.name = last[tensor];
    map.last = true;
    return lck_kernel_map(w->kernel, &map);
}

static bool add_maps(lck_wgmma_making *g)
{
    const lck_tile_stage *s = g->stage;
    return add_map(g, LCK_A, s[LCK_A].box, s[LCK_A].span) &&
           add_map(g, LCK_B, s[LCK_B].box, s[LCK_B].span) &&
           (!g->boxes || add_map(g, LCK_C, g->out.box, g->out.span));
}

static bool add_rings(lck_wgmma_making *g)
{
    lck_kernel *kernel = g->w->kernel;
    const int *cluster = g->w->recipe->cluster;
    int sent_to = cluster[0] + cluster[1] - 1; /* blocks, with the own */
    g->full = 0, g->empty = 1, g->turn = 2;
    return lck_kernel_ring(kernel, "full", g->w->recipe->stages, 1) &&
           lck_kernel_ring(kernel, "empty", g->w->recipe->stages, 4 * g->team * sent_to) &&
           (g->teams == 1 || lck_kernel_ring(kernel, "turn", 2, 4 * g->team));
}

static bool add_files(lck_wgmma_making *g)
{
    lck_kernel *kernel = g->w->kernel;
    int64_t sums = g->rows * g->columns / 128;
    g->sums = (int)kernel->nfiles;
    if (!lck_kernel_file(kernel, "sum", g->w->product->accumulate, (int)sums))
        return false;
    kernel->file[g->sums].packed = g->w->product->accumulate->bytes == 2;
    return lck_wgmma_store_files(g);
}

/* The k blocks of a launch are counted, as uses of rings, in 32 bits. */
static bool count_uses(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    g->blocks_k = w->tiles[LCK_ALONG_K];
    const lc_expr *uses = lck_mul(w, w->all_tiles, g->blocks_k);
    return uses && (uses->high <= INT32_MAX ||
                    lck_kernel_condition(w->kernel, lck_le_by(w, uses, INT32_MAX)));
}

static bool add_tables(lck_wgmma_making *g)
{
    lck_kernel *kernel = g->w->kernel;
    kernel->architecture = 90;
    kernel->early = true;
    kernel->alignment = kernel->alignment < 16 ? 16 : kernel->alignment;
    for (int i = LCK_A; i <= LCK_B; i++)
        lck_product_stage(g->w->product, g->w->recipe, (lck_factor)i, &g->stage[i]);
    return lck_making_stages(g->w, LCK_A, "stages_a", &g->staged[LCK_A]) &&
           lck_making_stages(g->w, LCK_B, "stages_b", &g->staged[LCK_B]) && add_out(g) &&
           add_maps(g) && add_rings(g) && lck_making_atom(g->w) && add_files(g) &&
           count_uses(g) &&
           (g->split > 1 ? lck_wgmma_split_tables(g) : lck_kernel_grid(kernel, LCK_MAX_BLOCKS));
}

/* ---- rounds and uses ---- */

/* The only tile of a cluster. */
static const lc_expr *only_round(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *number = lck_div_by(w, w->kernel->block, w->kernel->cluster);
    if (!lck_making_tile(w, lck_name_of(w, "number", number), lck_int(w, 0)))
        w->out.failed = true;
    return lck_int(w, 0);
}

void lck_wgmma_round_end(lck_wgmma_making *g)
{
    if (g->split == 1)
        lck_end(&g->w->out);
}

const lc_expr *lck_wgmma_round(lck_wgmma_making *g, const lc_expr *team)
{
    lck_making *w = g->w;
    const lc_expr *rounds = g->rounds;
    if (g->split > 1)
        return only_round(g);
    if (g->teams > 1 && team) /* every other round, from that of the team's number on */
        rounds = lck_div_by(w, lck_add_by(w, lck_sub(w, rounds, team), 1), 2);
    const lc_expr *round = lck_count_of(w, "round", rounds);
    lck_loop(&w->out, round, rounds);
    if (g->teams > 1 && team) {
        round = lck_add(w, lck_mul_by(w, round, 2), team);
        round = lck_name_of(w, "turn_of", lck_known(w, round, 0, g->rounds->high));
    }
    const lc_expr *clusters = lck_div_by(w, w->kernel->grid, w->kernel->cluster);
    const lc_expr *cluster = lck_div_by(w, w->kernel->block, w->kernel->cluster);
    const lc_expr *number = lck_mul(w, round, clusters);
    number = lck_known(w, number, 0, w->all_tiles->high);
    number = lck_add(w, number, cluster);
    number = lck_known(w, number, 0, w->all_tiles->high - 1);
    if (!lck_making_tile(w, lck_name_of(w, "number", number), g->rank))
        w->out.failed = true;
    return round;
}

const lc_expr *lck_wgmma_number(lck_wgmma_making *g, const lc_expr *round, const lc_expr *block)
{
    const lc_expr *use = lck_mul(g->w, round, g->blocks_k);
    use = lck_known(g->w, use, 0, INT32_MAX);
    use = lck_add(g->w, use, block);
    use = lck_known(g->w, use, 0, INT32_MAX);
    return lck_name_of(g->w, "use", use);
}

void lck_wgmma_use(lck_wgmma_making *g, const lc_expr *i, const lc_expr **slot,
                   const lc_expr **phase)
{
    *slot = lck_name_of(g->w, "slot", lck_mod_by(g->w, i, g->w->recipe->stages));
    *phase = lck_div_by(g->w, i, g->w->recipe->stages);
}

const lc_expr *lck_wgmma_down(lck_wgmma_making *g, const lc_expr *group)
{
    return lck_mod_by(g->w, group, g->w->recipe->warps[0]);
}

const lc_expr *lck_wgmma_across(lck_wgmma_making *g, const lc_expr *group)
{
    const lc_expr *in_team = lck_mod_by(g->w, group, g->team);
    return lck_div_by(g->w, in_team, g->w->recipe->warps[0]);
}

void lck_wgmma_crd(lck_wgmma_making *g, lck_factor tensor, const lc_expr *const *of_axes,
                   const lc_expr **crd)
{
    for (size_t i = 0; i < g->w->kernel->map[g->map[tensor]].rank; i++)
        crd[i] = of_axes[g->map_axis[tensor][i]];
}

/* ---- roles ---- */

/* How many tiles a cluster has: those from its first on, by clusters, rounded up. It has one at
 * least. */
static void count_rounds(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    lck_kernel *kernel = w->kernel;
    const lc_expr *clusters = lck_div_by(w, kernel->grid, kernel->cluster);
    const lc_expr *first = lck_div_by(w, kernel->block, kernel->cluster);
    const lc_expr *after = lck_sub(w, w->all_tiles, lck_add_by(w, first, 1));
    if (!clusters || !after)
        return;
    clusters = lck_known(w, clusters, 1, clusters->high);
    after = lck_known(w, after, 0, after->high);
    const lc_expr *rounds = lck_add_by(w, lck_div(w, after, clusters), 1);
    rounds = lck_known(w, rounds, 1, w->all_tiles->high);
    g->rounds = lck_name_of(w, "rounds", rounds);
    if (!g->rounds)
        w->out.failed = true;
}

/* Where a thread is: in its block, in its cluster, in the launch. */
static void place_thread(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    lck_kernel *kernel = w->kernel;
    const int *cluster = w->recipe->cluster;
    g->warp = lck_name_of(w, "warp", lck_div_by(w, kernel->thread, 32));
    g->lane = lck_name_of(w, "lane", lck_mod_by(w, kernel->thread, 32));
    g->rank = lck_name_of(w, "rank", lck_mod_by(w, kernel->block, kernel->cluster));
    const lc_expr *tile = g->split > 1 ? lck_int(w, 0) : g->rank;
    g->down = lck_mod_by(w, tile, cluster[0]);
    g->across = lck_div_by(w, tile, cluster[0]);
    g->blocks_k = lck_name_of(w, "blocks_k", g->blocks_k);
    g->first_k = lck_int(w, 0);
    if (!g->blocks_k)
        w->out.failed = true;
    else if (g->split > 1)
        lck_wgmma_split_k(g);
    else
        count_rounds(g);
}

static void barrier_of_launch(lck_wgmma_making *g)
{
    lck_barrier_of(&g->w->out, g->w->kernel->cluster > 1 ? LCK_OF_CLUSTER : LCK_OF_ALL, 0, 0);
}

/* The mbarriers, by one thread; all of the cluster see them after the barrier. Up to here nothing
 * needs the results of earlier launches. */
static void begin_rings(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    lck_if(&w->out, lck_eq_by(w, w->kernel->thread, 0));
    for (size_t i = 0; i < w->kernel->nrings; i++)
        lck_init(&w->out, (int)i);
    lck_fence(&w->out, LCK_FENCE_INIT);
    lck_end(&w->out);
    barrier_of_launch(g);
    lck_fence(&w->out, LCK_FENCE_LAUNCH);
}

static const lc_expr *group_of(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *group = lck_div_by(w, w->kernel->thread, 128);
    group = lck_known(w, group, 0, g->team * g->teams - 1);
    return lck_name_of(w, "group", group);
}

static void accumulate(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *group = group_of(g);
    const lc_expr *team = g->teams > 1 ? lck_div_by(w, group, g->team) : NULL;
    const lc_expr *round = lck_wgmma_round(g, team);
    lck_wgmma_sum(g, round, group);
    if (g->boxes)
        lck_wgmma_store_begin(g, group);
    lck_wgmma_sum_end(g, round);
    if (g->split == 1)
        lck_wgmma_store(g, group);
    lck_wgmma_round_end(g);
    if (g->boxes)
        lck_wgmma_store_end(g);
}

/* The blocks of a cluster add their parts, which each puts where its stages were. */
static void add_parts(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    const lc_expr *accumulates = lck_lt_by(w, g->warp, g->loader);
    lck_barrier(&w->out);
    lck_if(&w->out, accumulates);
    lck_wgmma_split_put(g);
    lck_end(&w->out);
    barrier_of_launch(g);
    lck_if(&w->out, accumulates);
    lck_comment(&w->out, "the sums of all blocks of the cluster");
    lck_wgmma_split_gather(g, group_of(g));
    lck_end(&w->out);
}

static void write_kernel(lck_wgmma_making *g)
{
    lck_making *w = g->w;
    place_thread(g);
    begin_rings(g);
    const int registers = lck_recipe_takes_registers(w->recipe, w->kernel->device);
    lck_if(&w->out, lck_le(w, lck_int(w, g->loader), g->warp));
    if (registers)
        lck_registers(&w->out, LCK_LOADER_REGISTERS);
    lck_comment(&w->out, "one warp loads");
    lck_if(&w->out, lck_eq_by(w, g->warp, g->loader));
    lck_wgmma_load(g);
    lck_end(&w->out);
    lck_else(&w->out);
    if (registers)
        lck_registers(&w->out, registers);
    lck_comment(&w->out, "these accumulate");
    accumulate(g);
    lck_end(&w->out);
    if (g->split > 1)
        add_parts(g);
    lck_comment(&w->out, "a block ends when others of its cluster send it nothing more");
    barrier_of_launch(g);
}

/* A tile of a team: warpgroups of it lie along m. */
static bool shares_tile(lck_wgmma_making *g, lc_ctx *ctx)
{
    const lck_recipe *r = g->w->recipe;
    g->team = r->warps[0] * r->warps[1];
    g->teams = r->turns ? 2 : 1;
    g->loader = 4 * g->team * g->teams;
    g->rows = r->extent[0] / r->warps[0];
    g->columns = r->extent[1] / r->warps[1];
    if (r->atom.threads == 128 && g->rows % r->atom.m == 0 && g->columns == r->atom.n &&
        r->extent[0] % r->warps[0] == 0 && r->extent[1] % r->warps[1] == 0 &&
        r->extent[2] % r->atom.k == 0 && g->rows * g->columns / 128 <= LCK_MAX_REGISTERS)
        return true;
    return lc_fail(ctx, LC_ERR_INVALID,
                   "a tile of %lld x %lld x %lld is not one of %d x %d warpgroups "
                   "with atoms of %d x %d x %d",
                   (long long)r->extent[0], (long long)r->extent[1], (long long)r->extent[2],
                   r->warps[0], r->warps[1], r->atom.m, r->atom.n, r->atom.k);
}

/* Checks that blocks which add their sums have shares of whole slices of 8 columns and one
 * tile. */
static bool splits(lck_wgmma_making *g, lc_ctx *ctx)
{
    const lck_recipe *r = g->w->recipe;
    if (g->split == 1 || (r->cluster[0] == 1 && r->cluster[1] == 1 && !r->turns &&
                          g->rows / 64 * g->columns / 8 % g->split == 0))
        return true;
    return lc_fail(ctx, LC_ERR_INVALID, "%d blocks do not share a tile of %lld x %lld", g->split,
                   (long long)r->extent[0], (long long)r->extent[1]);
}

lck_kernel *lck_product_by_wgmma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r)
{
    lck_making w = {.recipe = recipe};
    lck_wgmma_making g = {.w = &w};
    g.split = recipe->split > 1 ? recipe->split : 1;
    g.boxes = recipe->tma_store && g.split == 1;
    if (!shares_tile(&g, product->plan->ctx) || !splits(&g, product->plan->ctx))
        return NULL;
    const bool ok = lck_making_begin(&w, product, recipe, r) && add_tables(&g);
    if (ok)
        write_kernel(&g);
    return lck_making_end(&w, ok);
}
