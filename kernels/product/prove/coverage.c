/* coverage.c - each element of C is summed by one thread, and each of its products is
 * made once: the tiles, in the order in which blocks take them, the parts of warps, the atoms.
 *
 *   partitions(concat(tiles, threads, sums), (M,N), under=(M,N))
 *   partitions(concat(tiles, k steps, threads, sums, k of the atom), (M,N,K), under=(M,N,K))
 *   tiles of the raster have a number each (kernels/product/lower/lowering.h)
 *   each k block is in one part of k, with a split (kernels/product/lower/wgmma-split.c)
 */
#include "config.h"

#include "../lower/lowering.h"
#include "proofs.h"

/* ---- the raster ---- */

/* In a group of r rows, up to LCK_RASTER, and t columns, number w is the tile (w mod r, w / r),
 * and each tile has one. */
static bool numbered(lck_proofs *w)
{
    bool all = true;
    for (int r = 1; all && r <= LCK_RASTER; r++)
        all = lck_claims(w,
                         "equal(inverse(relation \"{ [t,w] -> [t,w mod %d,floor(w/%d)] : "
                         "0 <= w < %dt }\"), relation \"{ [t,m,n] -> [t,m + %dn] : "
                         "0 <= m < %d and 0 <= n < t }\")",
                         r, r, r, r, r);
    return all;
}

/* ---- parts of k ---- */

/* Of n k blocks, block i of part r is r p + i, with p = ceil(n/S) of them in each of S parts. */
static bool parted(lck_proofs *w)
{
    const int parts = w->recipe->split;
    if (parts <= 1)
        return true;
    lc_text text = {0};
    lc_text_printf(&text,
                   "{ [n,r,i] -> [n,b] : exists (p : p = floor((n + %d)/%d) and 0 <= i < p and (",
                   parts - 1, parts);
    for (int r = 0; r < parts; r++)
        lc_text_printf(&text, "%sr = %d and b = %dp + i", r ? " or " : "", r, r);
    lc_text_add(&text, ")) }");
    const char *blocks = lck_plan_keep(w->plan, &text);
    return lck_claims(w, "injective(relation \"%s\")", blocks) &&
           lck_claims(w, "contained(set \"{ [n,b] : 0 <= b < n }\", range(relation \"%s\"))",
                      blocks);
}

/* ---- parts of a tile ---- */

/* The sums of threads, and what an index along k steps over, as coordinates of the axes. */
static bool parts_of_axes(lck_proofs *w, unsigned roles, lck_leaves *threads, lck_leaves *sums)
{
    static const lck_role index[] = {LCK_ALONG_M, LCK_ALONG_N};
    lck_leaves of_threads, of_sums;
    lck_leaves_of_part(&w->sums, &of_threads, &of_sums);
    bool boxes = lck_leaves_of_axes(w, roles, 2, index, &of_threads, threads) &&
                 lck_leaves_of_axes(w, roles, 2, index, &of_sums, sums);
    return boxes || lck_claim_found(w, "a warp, or an atom, has a part that is no box of them",
                                    "parts of a tile are boxes of the axes");
}

static bool covers(lck_proofs *w, unsigned roles, const char *parts)
{
    const char *extents = lck_axis_extents(w, roles);
    return lck_claims(w, "partitions(concat(%s), %s, under=%s)", parts, extents, extents);
}

static bool each_sum(lck_proofs *w)
{
    lck_leaves threads, sums;
    size_t rank = lck_axis_number(w, LCK_OF_C, w->product->rank);
    if (!parts_of_axes(w, LCK_OF_C, &threads, &sums))
        return false;
    return covers(w, LCK_OF_C,
                  lck_plan_printf(w->plan, "%s, %s, %s", lck_axis_tiles(w, LCK_OF_C),
                                  lck_crds(w, rank, 1, &threads), lck_crds(w, rank, 1, &sums)));
}

/* The k of an atom, and its steps in a tile. */
static bool steps_of_axes(lck_proofs *w, unsigned roles, lck_leaves *out)
{
    static const lck_role index[] = {LCK_ALONG_K};
    int64_t k = w->recipe->method == LCK_FMA ? 1 : w->recipe->atom.k;
    lck_leaves steps = {0};
    lck_leaf(&steps, k, 1);
    lck_leaf(&steps, w->recipe->extent[2] / k, k);
    bool ok = w->recipe->extent[2] % k == 0 &&
              lck_leaves_of_axes(w, roles, 1, index, &steps, out);
    return ok || lck_claim_found(w, "the k of an atom is no box of them",
                                 "steps along k are boxes of the axes");
}

static bool each_product(lck_proofs *w)
{
    const unsigned roles = LCK_OF_C | LCK_ROLE(LCK_ALONG_K);
    lck_leaves threads, sums, steps;
    size_t rank = lck_axis_number(w, roles, w->product->rank);
    if (!parts_of_axes(w, roles, &threads, &sums) || !steps_of_axes(w, roles, &steps))
        return false;
    return covers(w, roles,
                  lck_plan_printf(w->plan, "%s, %s, %s, %s", lck_axis_tiles(w, roles),
                                  lck_crds(w, rank, 1, &steps), lck_crds(w, rank, 1, &threads),
                                  lck_crds(w, rank, 1, &sums)));
}

bool lck_prove_coverage(lck_proofs *w)
{
    return each_sum(w) && each_product(w) && numbered(w) && parted(w);
}
