/* tiles.c - the tile of a role, over its axes. */
#include "config.h"

#include "../../../lib/int64.h"
#include "choice.h"

int64_t lck_role_extent(const lck_product *product, lck_role role, int64_t most)
{
    int64_t extent = 1;
    for (size_t k = 0; k < product->rank && extent < most; k++)
        if (product->axis[k].role == role) {
            int64_t longest = product->axis[k].extent.expr->high;
            extent *= longest < most ? lc_int64_power_from(longest) : most;
        }
    return extent < most ? extent : most;
}

/* ---- all ways to spread it ---- */

typedef struct {
    const lck_product *product;
    int64_t part; /* of a warp */
    size_t n, axis[LCK_MAX_RANK];
    int64_t least[LCK_MAX_RANK], tile[LCK_MAX_RANK], best[LCK_MAX_RANK];
    double most; /* of what is computed, the part that lies inside, at best */
    bool found;
} spreading;

/* The part of the tiles along an axis that lies inside. Of a length that is not known the last
 * tile is a quarter outside, at the longest. */
static double inside(const lck_product_axis *axis, int64_t tile)
{
    int64_t extent = axis->extent.expr->high;
    bool known = lc_expr_is_int(axis->extent.expr, &extent);
    if (!known && extent >= tile)
        return (double)extent / ((double)extent + (double)tile / 4);
    int64_t tiles = extent > 0 ? (extent + tile - 1) / tile : 1;
    return (double)extent / (double)(tiles * tile);
}

static int64_t power_in(int64_t n)
{
    return n & -n;
}

/* Are the parts of warps, and of lanes and atoms in these, boxes of the axes? Lanes have powers
 * of two, and as many as they repeat after; atoms follow each other up to the end of a part. */
static bool parts_are_boxes(const spreading *w)
{
    int64_t end = 1;
    for (size_t i = 0; i + 1 < w->n; i++) {
        end *= w->tile[i];
        if (power_in(w->part) % end != 0 && end % w->part != 0)
            return false;
    }
    return true;
}

/* Longer runs of the fastest axes are worth a fiftieth; runs that are too short, and parts that
 * are no boxes, are worth nothing. */
static void keep_if_better(spreading *w)
{
    double part = parts_are_boxes(w) ? 1 : 0;
    for (size_t i = 0; i < w->n; i++)
        part *= inside(&w->product->axis[w->axis[i]], w->tile[i]);
    for (size_t i = 0; i < w->n; i++)
        part -= w->tile[i] < w->least[i];
    if (w->found && part <= w->most + 0.02)
        return;
    w->found = true;
    w->most = part;
    for (size_t i = 0; i < w->n; i++)
        w->best[i] = w->tile[i];
}

/* Elements of 16 bytes along an axis in which an operand is contiguous: TMA and wgmma take no
 * shorter runs, even where the axis itself is shorter. */
static int64_t run_of(const lck_product *product, size_t axis)
{
    int64_t run = 1;
    for (int i = LCK_A; i <= LCK_B; i++)
        if (lck_product_contiguous(product, (lck_factor)i) == axis &&
            16 / product->element[i]->bytes > run)
            run = 16 / product->element[i]->bytes;
    return run;
}

static void try_axis(spreading *w, size_t i, int64_t left);

/* `first`, and its halves, of which the odd one is the last. */
static void try_parts(spreading *w, size_t i, int64_t left, int64_t first, int64_t most)
{
    for (int64_t part = first; part >= 1; part /= 2) {
        if (part <= most || power_in(part) != part) {
            w->tile[i] = part;
            try_axis(w, i + 1, left / part);
        }
        if (part % 2 != 0)
            break;
    }
}

/* The fastest axes have the most, which are tried first; the last one takes what is left. */
static void try_axis(spreading *w, size_t i, int64_t left)
{
    if (i + 1 == w->n) {
        w->tile[i] = left;
        keep_if_better(w);
        return;
    }
    const lck_product_axis *a = &w->product->axis[w->axis[i]];
    int64_t most = lc_int64_power_from(a->extent.expr->high < left ? a->extent.expr->high : left);
    most = most > w->least[i] ? most : w->least[i];
    try_parts(w, i, left, left, most);
    if (power_in(left) != left)
        try_parts(w, i, left, power_in(left), most);
}

void lck_spread_tile(const lck_product *product, lck_role role, int64_t extent, int64_t part,
                     bool runs, int64_t *tile)
{
    spreading w = {.product = product, .part = part};
    for (size_t k = 0; k < product->rank; k++)
        if (product->axis[k].role == role) {
            w.least[w.n] = runs ? run_of(product, k) : 1;
            w.axis[w.n++] = k;
        }
    if (w.n == 0)
        return;
    try_axis(&w, 0, extent);
    for (size_t i = 0; i < w.n; i++)
        tile[w.axis[i]] = w.best[i];
}
