/* choose.c - the recipes of attention: a tile's keys in one block, or split between blocks. */
#include "config.h"

#include "reading.h"

#include "../../verify/language/build.h"

/* Keys of a block: as many pages as it holds, or the largest part of a page. */
static int keys_of(const lck_attention *a, int wanted)
{
    int keys = wanted;
    if (a->given_keys > 0 || a->page == 0)
        return a->given_keys > 0 ? a->given_keys : wanted;
    if (a->page <= keys)
        return keys / a->page * a->page;
    while (a->page % keys != 0 || keys % (lck_attention_turns(a) ? 32 : 16) != 0)
        keys--;
    return keys;
}

/* Of S, O and P a thread has keys / 2, dim / 2 and keys / 4 registers; K and V have two stages
 * each. Those are the numbers of keys with which the kernels were fastest; short heads leave
 * registers for a third warpgroup. */
void lck_attention_whole(lck_attention *a)
{
    const int dim = a->dim;
    a->split = false;
    a->packed = 1;
    a->groups = dim > 64 ? 2 : 3;
    a->keys = keys_of(a, lck_attention_turns(a) ? dim > 192   ? 64
                                                  : dim > 128 ? 96
                                                  : dim > 64  ? 192
                                                              : 128
                         : dim > 192            ? 80
                         : dim > 128            ? 96
                         : dim > 64             ? 176
                                                : 128);
}

/* ---- splits ---- */

/* The first axis along which heads share keys, if all of them have place in a tile. Batches with
 * tables have keys of their own. */
static void pack_heads(lck_attention *a)
{
    const size_t end = a->page || lck_attention_has_others(a) ? a->batches : a->heads;
    a->packed = 1;
    for (size_t k = 0; k < end && a->packed == 1; k++) {
        int64_t heads;
        if (lc_expr_is_int(a->axis[k].extent.expr, &heads) && heads > 1 &&
            heads <= LCK_ROWS_OF_GROUP && lck_attention_moves(a, k, LCK_Q) &&
            !lck_attention_moves(a, k, LCK_KEYS) && !lck_attention_moves(a, k, LCK_V)) {
            a->pack = k;
            a->packed = (int)heads;
        }
    }
}

/* A function of two numbers, both as an expression and as a tree of claims. */
static lck_quantity both(const lck_plan *plan, const char *name, const lc_expr *value,
                         lck_quantity a, lck_quantity b)
{
    return (lck_quantity){value, lcv_build_call(plan->arena, name, 2, lck_quantity_tree(plan, a),
                                                lck_quantity_tree(plan, b))};
}

static lck_quantity by(const lck_plan *plan, lc_expr_op op, lcv_op sign, lck_quantity a,
                       lck_quantity b)
{
    return (lck_quantity){lc_expr_make(plan->x, op, a.expr, b.expr),
                          lcv_build_op(plan->arena, sign,
                                       lcv_build_group(lck_quantity_tree(plan, a)),
                                       lcv_build_group(lck_quantity_tree(plan, b)))};
}

static lck_quantity of_int(const lck_plan *plan, int64_t n)
{
    return (lck_quantity){lc_expr_int(plan->x, n), lcv_build_int(plan->arena, n)};
}

static lck_quantity rounded_up(const lck_plan *plan, lck_quantity a, int n)
{
    const lck_quantity by_n = of_int(plan, n);
    return both(plan, "ceil_div", lc_expr_ceil_div(plan->x, a.expr, by_n.expr), a, by_n);
}

lck_quantity lck_attention_blocks_of_keys(const lck_attention *a)
{
    return rounded_up(a->plan, a->axis[a->heads + 1].extent, a->keys);
}

/* Tiles of as many queries as there may be at most, of all heads; at least 1. */
static lck_quantity tiles_of(const lck_attention *a)
{
    const lck_plan *plan = a->plan;
    const lck_quantity one = of_int(plan, 1);
    const int64_t queries = a->axis[a->heads].extent.expr->high;
    const int64_t most = queries < LCK_FEW_QUERIES ? queries : LCK_FEW_QUERIES;
    const int of_tile = lck_attention_queries(a);
    lck_quantity tiles = of_int(plan, (most + of_tile - 1) / of_tile);
    for (size_t k = 0; k < a->heads; k++)
        if (!lck_attention_packs(a, k))
            tiles = by(plan, LC_EXPR_MUL, LCV_OP_MUL, tiles, a->axis[k].extent);
    return both(plan, "max", lc_expr_make(plan->x, LC_EXPR_MAX, tiles.expr, one.expr), tiles,
                one);
}

/* The splits for so many tiles. Blocks of a launch take turns on multiprocessors, wave by wave. A
 * wave takes as long as its part of the keys, and a hundredth of all of them beside: the numbers
 * of waves and splits are those for which this is least. Many tiles are not split. */
static int64_t best_splits(int64_t tiles, int64_t multiprocessors)
{
    enum { MOST = 128, MANY = 1 << 20 };
    int64_t best = 1, least = INT64_MAX;
    for (int64_t splits = 1; tiles < MANY && splits <= MOST; splits++) {
        const int64_t waves = (tiles * splits + multiprocessors - 1) / multiprocessors;
        const int64_t time = waves * (100000 / splits + 1000);
        if (time < least) {
            least = time;
            best = splits;
        }
    }
    return best;
}

/* Axes of heads whose extents are parameters. */
static int open_heads(const lck_attention *a)
{
    int n = 0;
    for (size_t k = 0; k < a->heads; k++) {
        int64_t extent;
        n += !lc_expr_is_int(a->axis[k].extent.expr, &extent);
    }
    return n;
}

/* The splits that were given, or those that are best; of a number of tiles that is not known as
 * many as make four waves. There are no more than blocks of keys. Of a number of several
 * parameters it takes long to prove anything: then they are a usual number. */
static lck_quantity splits_of(const lck_attention *a)
{
    enum { WAVES = 4, MOST_OPEN = 2, USUAL = 16 };
    const lck_plan *plan = a->plan;
    const int64_t multiprocessors = plan->device->multiprocessors;
    const lck_quantity one = of_int(plan, 1), blocks = lck_attention_blocks_of_keys(a);
    const lck_quantity tiles = tiles_of(a);
    lck_quantity most = of_int(plan, a->given_splits);
    int64_t known;
    if (a->given_splits == 0 && open_heads(a) > MOST_OPEN) {
        most = of_int(plan, USUAL);
    } else if (a->given_splits == 0 && lc_expr_is_int(tiles.expr, &known)) {
        most = of_int(plan, best_splits(known, multiprocessors));
    } else if (a->given_splits == 0) {
        most = by(plan, LC_EXPR_DIV, LCV_OP_DIV, of_int(plan, WAVES * multiprocessors), tiles);
        most = by(plan, LC_EXPR_ADD, LCV_OP_ADD, most, one);
    }
    return both(plan, "min", lc_expr_make(plan->x, LC_EXPR_MIN, most.expr, blocks.expr), most,
                blocks);
}

/* A block has up to 128 keys, whose scores fit the registers; its stages keep memory busy. */
bool lck_attention_split(lck_attention *a, int groups)
{
    a->split = true;
    a->groups = groups;
    a->keys = keys_of(a, a->dim > 128 ? 64 : 128);
    pack_heads(a);
    a->splits = splits_of(a);
    return a->splits.expr && a->splits.tree;
}

/* ---- the time of a launch ---- */

/* Nanoseconds: waves of blocks, each as long as its tile's blocks of keys, or as its part of
 * them, take, and 4000 to begin and to end; of a split those of the second launch. A block of
 * keys takes what its K and V take to be read by all multiprocessors at once, or 64 rows of each
 * warpgroup to be multiplied and to become exponentials. Waves, and the time of one, are at most
 * 2^31 each: 64 bits hold the time of all. */
bool lck_attention_cost(const lck_attention *a, lck_kernel *kernel)
{
    enum { BEGIN = 4000, SECOND = 4000 };
    lc_exprs *x = kernel->x;
    const lck_device *device = a->plan->device;
    const int64_t elements = (int64_t)a->keys * lck_attention_columns(a);
    const int64_t read = 2 * elements * a->element->bytes * device->multiprocessors /
                         device->rates.memory;
    const int64_t make = 4 * elements * LCK_ROWS_OF_GROUP * a->groups / device->rates.wgmma +
                         8 * a->keys * a->groups / 2;
    const lck_kernel *of = a->split ? kernel->before : kernel;
    const lc_expr *blocks = lck_import(x, lck_attention_blocks_of_keys(a).expr, 0, NULL, NULL);
    if (a->split)
        blocks = lc_expr_ceil_div(x, blocks,
                                  lc_expr_make(x, LC_EXPR_MAX,
                                               lck_import(x, a->splits.expr, 0, NULL, NULL),
                                               lc_expr_int(x, 1)));
    kernel->multiprocessors = lc_expr_var(x, "multiprocessors", 1, 1024);
    const lc_expr *waves = lc_expr_ceil_div(x, lck_import(x, of->blocks, 0, NULL, NULL),
                                            kernel->multiprocessors);
    const lc_expr *most = lc_expr_int(x, INT32_MAX);
    blocks = lc_expr_make(x, LC_EXPR_MUL, blocks, lc_expr_int(x, read > make ? read : make));
    blocks = lc_expr_make(x, LC_EXPR_ADD, blocks, lc_expr_int(x, BEGIN));
    waves = lc_expr_make(x, LC_EXPR_MIN, waves, most);
    blocks = lc_expr_make(x, LC_EXPR_MIN, blocks, most);
    kernel->cost = lc_expr_make(x, LC_EXPR_ADD, lc_expr_make(x, LC_EXPR_MUL, waves, blocks),
                                lc_expr_int(x, a->split ? SECOND : 0));
    return kernel->cost != NULL;
}
