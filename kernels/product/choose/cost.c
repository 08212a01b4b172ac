/* cost.c - the time of a launch: the longest of sums, shared memory and global memory.
 *
 * A multiprocessor makes the tiles of its resident blocks side by side, in waves. A wave takes
 * what a tile takes: a time for each k block, and one for what no other tile hides, the first
 * loads and the results. A k block takes as long as its sums or as the way of its operands into
 * shared memory, whichever is longer, and a little more the less they differ. That way is shared
 * by the multiprocessors that load. Rows past the end of a tensor are summed, but do not come.
 * Rows that do not begin at multiples of 128 bytes lie across lines, and what a block loads, of
 * which blocks of a cluster have a part each, takes longer. Two blocks of a multiprocessor share
 * its rates, once there are more blocks than multiprocessors. No launch is faster than the bytes
 * of its tensors. What a tile takes more or less than that, as measured, is a percentage of its
 * own (kernels/product/choose/usual.c).
 *
 * Rates are those of the device (kernels/kernel/device.h), for elements of 16 bits.
 */
#include "config.h"

#include "../../kernel/arithmetic.h"
#include "choice.h"

/* ---- a k block, by fma and mma ---- */

/* Thousandths of the rate of the method that tiles reach, and nanoseconds of a tile beside its k
 * blocks. */
typedef struct {
    lck_method method;
    int64_t m, n, part, beside;
} speed;

static const speed speeds[] = {
    {LCK_FMA, 128, 256, 1000, 1500}, {LCK_FMA, 128, 128, 952, 1200},
    {LCK_FMA, 64, 64, 753, 900},     {LCK_MMAS, 128, 256, 875, 8100},
    {LCK_MMAS, 128, 128, 805, 5000}, {LCK_MMAS, 64, 64, 543, 1000},
};

/* The ratio of the larger one to the other, in sixteenths. */
static int64_t distance(int64_t a, int64_t b)
{
    return a > b ? 16 * a / b : 16 * b / a;
}

/* That of the tile itself, or of the one most like it. */
static const speed *speed_of(const lck_recipe *recipe)
{
    const speed *best = NULL;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        const speed *s = &speeds[i];
        int64_t far = 4 * distance(s->m * s->n, recipe->extent[0] * recipe->extent[1]) +
                      distance(s->m, recipe->extent[0]);
        if (s->method == recipe->method && far < least) {
            least = far;
            best = s;
        }
    }
    return best;
}

static int64_t up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* Multiply-adds in a nanosecond. Tensor cores take twice as many elements of half the width; fma
 * is slow of f64. */
static int64_t rate_of(const lck_product *product, lck_method method)
{
    const lck_rates *rates = &product->plan->device->rates;
    const int bytes = product->element[LCK_A]->bytes;
    if (method == LCK_FMA)
        return bytes == 8 ? rates->fma / 2 : rates->fma;
    int64_t rate = (method == LCK_MMAS ? rates->mma : rates->wgmma) * 2 / bytes;
    return rate > 1 ? rate : 1;
}

static int64_t block_by_speed(const lck_product *product, const lck_recipe *recipe)
{
    int64_t work = recipe->extent[0] * recipe->extent[1] * recipe->extent[2];
    if (recipe->resident > 1)
        work *= recipe->resident;
    return up(1000 * work, rate_of(product, recipe->method) * speed_of(recipe)->part);
}

/* ---- a k block, by wgmma ---- */

/* Columns of an atom that take as long as reading its 64 rows; those that atoms of fewer columns
 * take are half their own more. */
#define COLUMNS_OF_ROWS 44

static int64_t sums_of_block(const lck_product *product, const lck_recipe *recipe)
{
    int64_t columns = recipe->extent[1] / recipe->warps[1];
    if (columns < 2 * COLUMNS_OF_ROWS)
        columns = COLUMNS_OF_ROWS + columns / 2;
    return up(recipe->extent[0] * columns * recipe->warps[1] * recipe->extent[2],
              rate_of(product, LCK_WGMMAS));
}

/* Blocks of a cluster that load a part each of what they share: of rows, or of 128 bytes of k.
 * Else each loads all of it. */
static int64_t parts_of(const lck_product *product, const lck_recipe *recipe, int tensor)
{
    const int64_t blocks = recipe->cluster[1 - tensor];
    const int64_t lines = recipe->extent[2] * product->element[tensor]->bytes / 128;
    return recipe->extent[tensor] % blocks == 0 || lines % blocks == 0 ? blocks : 1;
}

/* Bytes of a row that take as long as its own: an eighth of it is for what a block loads, twice
 * as long where rows lie across lines; the rest comes by others' loads. */
static int64_t bytes_of_row(const lck_product *product, const lck_recipe *recipe, int tensor,
                            bool lines)
{
    const int64_t parts = parts_of(product, recipe, tensor);
    const int64_t eighths = lines || parts > 2 ? 7 * parts + 1 : 16;
    return recipe->extent[2] * product->element[tensor]->bytes * eighths / (8 * parts);
}

/* ---- a tile ---- */

/* Nanoseconds of a tile of wgmma beside its k blocks: OF_TEAM of any tile; one of each SUMS of
 * its sums, or of each SUMS_TURNED that are transposed; OF_SUM of a sum that a thread stores by
 * itself; OF_100_ADDED of 100 sums that the blocks of a cluster add. Of teams in turns each hides
 * the results of the other, all but the last. */
#define OF_TEAM 776
#define SUMS 100
#define SUMS_TURNED 205
#define OF_SUM 19
#define OF_100_ADDED 23

static int64_t beside(const lck_recipe *recipe, bool turned)
{
    const int64_t sums = recipe->extent[0] * recipe->extent[1];
    int64_t store = recipe->tma_store ? 0 : OF_SUM * sums / lck_recipe_consumers(recipe);
    if (recipe->split > 1)
        return OF_TEAM + store / recipe->split + sums * OF_100_ADDED / 100;
    return OF_TEAM + sums / (turned ? SUMS_TURNED : SUMS) + store;
}

/* Of each tile of a block; of the last one, whose results nothing hides. */
static int64_t beside_each(const lck_recipe *recipe, bool turned)
{
    if (recipe->method != LCK_WGMMAS)
        return speed_of(recipe)->beside;
    return recipe->turns ? 0 : beside(recipe, turned);
}

static int64_t beside_last(const lck_recipe *recipe, bool turned)
{
    return recipe->method == LCK_WGMMAS && recipe->turns ? beside(recipe, turned) : 0;
}

/* ---- as expressions of the sizes ---- */

typedef struct {
    const lck_product *product;
    const lck_recipe *recipe;
    lc_exprs *x;
    const lc_expr *multiprocessors, *clusters;
} costing;

static const lc_expr *of(const costing *c, lck_quantity q)
{
    return lck_import(c->x, q.expr, 0, NULL, NULL);
}

/* Do all rows of A and B begin at multiples of lines of 128 bytes, as far as strides say? */
static const lc_expr *at_lines(const costing *c)
{
    const lc_expr *all = lck_int(c, 1);
    for (int i = LCK_A; i <= LCK_B; i++)
        for (size_t k = 0; k < c->product->rank; k++) {
            if (k == lck_product_contiguous(c->product, (lck_factor)i) ||
                !lck_axis_moves(c->product, k, (lck_factor)i))
                continue;
            const lc_expr *part = lck_mod_by(c, of(c, c->product->axis[k].stride[i]),
                                             128 / c->product->element[i]->bytes);
            all = lck_all(c, all, lck_eq_by(c, part, 0));
        }
    return all;
}

static int64_t blocks_of_cluster(const lck_recipe *recipe)
{
    return (int64_t)recipe->cluster[0] * recipe->cluster[1] *
           (recipe->split > 1 ? recipe->split : 1);
}

/* Along m and n those of a cluster are one. */
static const lc_expr *tiles_along(const costing *c, int role)
{
    const lc_expr *tiles = lck_int(c, 1);
    for (size_t k = 0; k < c->product->rank; k++)
        if ((int)c->product->axis[k].role == role)
            tiles = lck_mul(c, tiles,
                            lc_expr_ceil_div(c->x, of(c, c->product->axis[k].extent),
                                             lck_int(c, c->recipe->tile[k])));
    return role > LCK_ALONG_N
               ? tiles
               : lc_expr_ceil_div(c->x, tiles, lck_int(c, c->recipe->cluster[role]));
}

/* Where a role has one axis, its last tile ends where the axis does. */
static const lc_expr *rows_that_come(const costing *c, int tensor)
{
    const lck_product *product = c->product;
    const size_t first = lck_first_axis(product, (lck_role)tensor);
    const lc_expr *tile = lck_int(c, c->recipe->extent[tensor]);
    if (first >= product->rank || c->recipe->tile[first] != c->recipe->extent[tensor])
        return tile;
    return lck_min(c, tile, of(c, product->axis[first].extent));
}

/* The longer of two, and of the other so many percent, the less the more they differ. Bounds that
 * quotients of two sizes have by themselves would leave too little of 64 bits, here and below. */
static const lc_expr *longer(const costing *c, const lc_expr *a, const lc_expr *b, int percent)
{
    const lc_expr *most = lck_max_by(c, lck_op(c, LC_EXPR_MAX, a, b), 1);
    const lc_expr *less = lck_min(c, a, b);
    const lc_expr *part = lck_div(c, lck_mul_by(c, less, 100 * percent), most);
    part = lc_expr_assume(c->x, part, 0, INT64_C(100) * percent);
    less = lck_div_by(c, lck_mul(c, less, part), 100 * 100);
    return lck_add(c, most, less);
}

/* The blocks of the launch. */
static const lc_expr *blocks(const costing *c)
{
    return lck_mul_by(c, c->clusters, blocks_of_cluster(c->recipe));
}

/* Nanoseconds from the begin of a load to its end, during which all stages may be loaded; percent
 * of the shorter one of sums and loads that a k block takes beside the other. */
#define LATENCY 1239
#define OF_BOTH 26

/* The time of a block when `together` blocks share a multiprocessor. */
static const lc_expr *block_by_wgmma(const costing *c, const lc_expr *together, bool lines)
{
    const lc_expr *sums = lck_mul_by(c, together, sums_of_block(c->product, c->recipe));
    const lc_expr *loads = lck_int(c, 0);
    for (int i = LCK_A; i <= LCK_B; i++)
        loads = lck_add(c, loads,
                        lck_mul_by(c, rows_that_come(c, i),
                                   bytes_of_row(c->product, c->recipe, i, lines)));
    loads = lck_mul(c, loads, together);
    const lc_expr *alone = lck_div_by(c, loads, c->product->plan->device->rates.crossbar);
    loads = lck_mul(c, loads, lck_min(c, blocks(c), c->multiprocessors));
    loads = lck_div(c, loads,
                    lck_mul_by(c, c->multiprocessors, c->product->plan->device->rates.crossbar));
    loads = alone ? lc_expr_assume(c->x, loads, 0, alone->high) : NULL;
    return longer(c, sums, lck_max_by(c, loads, LATENCY / c->recipe->stages), OF_BOTH);
}

/* As many blocks as there are multiprocessors have one each. */
static const lc_expr *block_time(const costing *c)
{
    const lck_recipe *recipe = c->recipe;
    if (recipe->method != LCK_WGMMAS)
        return lck_int(c, block_by_speed(c->product, recipe));
    const lc_expr *together = lck_int(c, 1);
    if (recipe->resident > 1)
        together = lc_expr_select(c->x, lck_le(c, blocks(c), c->multiprocessors), together,
                                  lck_int(c, recipe->resident));
    return lc_expr_select(c->x, at_lines(c), block_by_wgmma(c, together, true),
                          block_by_wgmma(c, together, false));
}

/* The waves of a launch. With clusters of more than two blocks, some parts of the GPU have two
 * multiprocessors that stay idle; one more does with odd ones. */
static const lc_expr *waves(const costing *c)
{
    const int64_t cluster = blocks_of_cluster(c->recipe);
    const lc_expr *at_once = c->multiprocessors;
    if (cluster > 2)
        at_once = lck_sub_by(c, lck_div_by(c, lck_mul_by(c, at_once, 10), 11), cluster % 2);
    at_once = lck_mul_by(c, at_once, c->recipe->resident > 0 ? c->recipe->resident : 1);
    at_once = lck_max_by(c, lck_div_by(c, at_once, cluster), 1);
    return lc_expr_ceil_div(c->x, c->clusters, at_once);
}

/* ---- the launch ---- */

/* Nanoseconds of a launch, more of one of clusters whose blocks wait for each other's stages, or
 * for each other's sums; and of what is hidden where the next launch finds room for its blocks
 * beside this one's. */
#define LAUNCH 1861
#define OF_CLUSTERS 422
#define OF_PARTS 613
#define HIDDEN 706

static const lc_expr *launch_time(const costing *c)
{
    const lck_recipe *recipe = c->recipe;
    const int64_t time = LAUNCH + (recipe->split > 1               ? OF_PARTS
                                   : blocks_of_cluster(recipe) > 1 ? OF_CLUSTERS
                                                                   : 0);
    if (recipe->method != LCK_WGMMAS)
        return lck_int(c, time);
    const lc_expr *room = lck_mul_by(c, c->multiprocessors,
                                     recipe->resident > 1 ? recipe->resident : 1);
    const lc_expr *wanted = lck_mul_by(c, blocks(c), 2);
    return lc_expr_select(c->x, lck_le(c, wanted, room), lck_int(c, time - HIDDEN),
                          lck_int(c, time));
}

/* Nanoseconds of the bytes of a tensor, up to its last element, in global memory. */
static const lc_expr *bytes_time(const costing *c, lck_factor tensor)
{
    const lc_expr *elements = lck_int(c, 1);
    for (size_t k = 0; k < c->product->rank; k++) {
        const lck_product_axis *a = &c->product->axis[k];
        const lc_expr *last = lck_sub_by(c, of(c, a->extent), 1);
        elements = lck_add(c, elements, lck_mul(c, last, of(c, a->stride[tensor])));
    }
    return lck_div_by(c, elements,
                      c->product->plan->device->rates.memory /
                          c->product->element[tensor]->bytes);
}

#define OF_WORK_AND_BYTES 20 /* percent of the shorter one that a launch takes beside the other */

const lc_expr *lck_product_cost(const lck_product *product, const lck_recipe *recipe, lc_exprs *x,
                                const lc_expr *multiprocessors)
{
    /* Blocks that split k have one tile: no loads of another one hide its results. */
    const bool split = recipe->split > 1, turned = product->exchanged && recipe->tma_store;
    costing all = {product, recipe, x, multiprocessors, lc_expr_int(x, 1)}, *c = &all;
    for (int role = 0; role < LCK_ROLES; role++)
        if (role != LCK_ALONG_K)
            c->clusters = lck_mul(c, c->clusters, tiles_along(c, role));
    const lc_expr *tile = lc_expr_ceil_div(x, tiles_along(c, LCK_ALONG_K),
                                           lck_int(c, split ? recipe->split : 1));
    tile = lck_mul(c, tile, block_time(c));
    const int64_t each = beside_each(recipe, turned);
    const lc_expr *n = waves(c), *bytes = lck_int(c, 0);
    const lc_expr *work = lck_mul(c, n, split ? tile : lck_add_by(c, tile, each));
    for (int i = LCK_A; i <= LCK_C; i++)
        bytes = lck_add(c, bytes, bytes_time(c, (lck_factor)i));
    const lc_expr *time = longer(c, work, bytes, OF_WORK_AND_BYTES);
    if (split)
        time = lck_add(c, time, lck_mul_by(c, n, each));
    time = lck_add_by(c, lck_add(c, time, launch_time(c)), beside_last(recipe, turned));
    return lck_div_by(c, lck_mul_by(c, lck_div_by(c, time, 4), recipe->percent), 100 / 4);
}
