/* cost.c - the time of a launch, by waves of tiles.
 *
 * A multiprocessor makes the tiles of its resident blocks side by side. A wave takes what a tile
 * takes: a time for each k block, and one for what no other tile hides, the first loads and the
 * results. The rates are those that were measured on an H200, of bf16 for mma and wgmma; they
 * tell the tiles of one method from each other.
 */
#include "config.h"

#include "choice.h"

/* Multiply-adds of a multiprocessor in a nanosecond, and nanoseconds of a tile beside them; of
 * blocks that are alone or in clusters. */
typedef struct {
    lck_method method;
    int64_t m, n;
    bool turns, clusters;
    int64_t rate, beside;
} speed;

static const speed speeds[] = {
    {LCK_FMA, 128, 256, false, false, 186, 1500},
    {LCK_FMA, 128, 128, false, false, 177, 1200},
    {LCK_FMA, 64, 64, false, false, 140, 900},
    {LCK_MMAS, 128, 256, false, false, 2097, 8100},
    {LCK_MMAS, 128, 128, false, false, 1928, 5000},
    {LCK_MMAS, 64, 64, false, false, 1300, 1000},
    {LCK_WGMMAS, 128, 256, false, true, 3277, 1250},
    {LCK_WGMMAS, 128, 256, false, false, 3263, 1250},
    {LCK_WGMMAS, 128, 192, true, false, 3174, 200},
    {LCK_WGMMAS, 128, 128, true, false, 2970, 240},
    {LCK_WGMMAS, 128, 128, false, true, 2600, 1200},
    {LCK_WGMMAS, 64, 256, true, false, 2750, 100},
    {LCK_WGMMAS, 64, 128, true, false, 2250, 200},
    {LCK_WGMMAS, 64, 64, true, false, 1620, 100},
    {LCK_WGMMAS, 64, 64, false, true, 1870, 1200},
};

static bool has_clusters(const lck_recipe *recipe)
{
    return recipe->cluster[0] * recipe->cluster[1] * recipe->split > 1;
}

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
                      distance(s->m, recipe->extent[0]) + 16 * (s->turns != recipe->turns) +
                      (s->clusters != has_clusters(recipe));
        if (s->method == recipe->method && far < least) {
            least = far;
            best = s;
        }
    }
    return best;
}

/* Tensor cores take twice as many elements of half the width; fma is slow of f64. */
static int64_t rate_of(const lck_product *product, const lck_recipe *recipe, const speed *s)
{
    int bytes = product->element[LCK_A]->bytes;
    if (recipe->method == LCK_FMA)
        return bytes == 8 ? s->rate / 2 : s->rate;
    return s->rate * 2 / bytes > 1 ? s->rate * 2 / bytes : 1;
}

/* Tiles of a role; along m and n those of a cluster are one. */
static const lc_expr *tiles_along(const lck_product *product, const lck_recipe *recipe,
                                  lc_exprs *x, lck_role role)
{
    const lc_expr *tiles = lc_expr_int(x, 1);
    for (size_t k = 0; k < product->rank; k++) {
        const lck_product_axis *a = &product->axis[k];
        if (a->role == role)
            tiles = lc_expr_make(x, LC_EXPR_MUL, tiles,
                                 lc_expr_ceil_div(x, lck_import(x, a->extent.expr, 0, NULL, NULL),
                                                  lc_expr_int(x, recipe->tile[k])));
    }
    if (role <= LCK_ALONG_N)
        tiles = lc_expr_ceil_div(x, tiles, lc_expr_int(x, recipe->cluster[role]));
    return tiles;
}

/* Nanoseconds of a launch, more of one of clusters; those in which the blocks of a cluster add 16
 * of the sums of a tile. */
#define LAUNCH 3000
#define OF_CLUSTERS 800
#define ADD 3

/* Multiprocessors that have blocks of such clusters: some of a processor's parts have two that
 * are left over. */
static const lc_expr *taken(lc_exprs *x, const lc_expr *multiprocessors, int64_t cluster)
{
    if (cluster <= 2)
        return multiprocessors;
    return lc_expr_make(x, LC_EXPR_DIV,
                        lc_expr_make(x, LC_EXPR_MUL, multiprocessors, lc_expr_int(x, 10)),
                        lc_expr_int(x, 11));
}

const lc_expr *lck_product_cost(const lck_product *product, const lck_recipe *recipe, lc_exprs *x,
                                const lc_expr *multiprocessors)
{
    const speed *s = speed_of(recipe);
    int64_t cluster = (int64_t)recipe->cluster[0] * recipe->cluster[1] * recipe->split;
    int64_t resident = recipe->resident > 0 ? recipe->resident : 1;
    const lc_expr *clusters = lc_expr_int(x, 1);
    for (int role = 0; role < LCK_ROLES; role++)
        if (role != LCK_ALONG_K)
            clusters = lc_expr_make(x, LC_EXPR_MUL, clusters,
                                    tiles_along(product, recipe, x, (lck_role)role));
    const lc_expr *at_once = lc_expr_make(x, LC_EXPR_MUL, taken(x, multiprocessors, cluster),
                                          lc_expr_int(x, resident));
    at_once = lc_expr_make(x, LC_EXPR_DIV, at_once, lc_expr_int(x, cluster));
    at_once = lc_expr_make(x, LC_EXPR_MAX, at_once, lc_expr_int(x, 1));
    const lc_expr *waves = lc_expr_ceil_div(x, clusters, at_once);
    int64_t work = resident * recipe->extent[0] * recipe->extent[1] * recipe->extent[2];
    int64_t rate = rate_of(product, recipe, s);
    const lc_expr *blocks_k = lc_expr_ceil_div(x, tiles_along(product, recipe, x, LCK_ALONG_K),
                                               lc_expr_int(x, recipe->split));
    int64_t add = recipe->split > 1 ? recipe->extent[0] * recipe->extent[1] * ADD / 16 : 0;
    const lc_expr *tile = lc_expr_add_scaled(x, lc_expr_int(x, s->beside + add),
                                             (work + rate - 1) / rate, blocks_k);
    int64_t launch = LAUNCH + (has_clusters(recipe) ? OF_CLUSTERS : 0);
    return lc_expr_add_scaled(x, lc_expr_int(x, launch), 1,
                              lc_expr_make(x, LC_EXPR_MUL, waves, tile));
}
