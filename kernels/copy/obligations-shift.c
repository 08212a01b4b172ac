/* obligations-shift.c - what must hold of words that are shifted (kernels/plan/plan.h, shift).
 *
 * Of rows of R elements that are copied from multiples of a, for any begin p of them, below a, in
 * chunks of c elements, words of W; T the extent of the tile:
 *
 *   chunks begin at multiples of 16 bytes            aligned((n,R/c):(a,c), c)
 *   each chunk of each row is copied once            partitions(threads x rounds, (R/c,T))
 *   chunks fill the rows                             bijective((c,R/c,T):(1,c,R))
 *   a row's elements are in what is copied           in_bounds((a,T):(1,1), R)
 *   in chunks f that have something of the row,
 *   which are read: f + c > p and f < p + T          in_bounds(f + c - 1 - p, T + c - 1)
 *   a word is in two aligned words                   in_bounds((W,W):(1,1), 2W)
 *   at the place of its elements                     equiv(W floor(p/W) + Wi + (p mod W + e),
 *                                                          p + Wi + e)
 *   which are in the row                             in_bounds((a/W,T/W,2W):(W,W,1), R)
 *
 * Of rows of the stage the last four in the same way; they are stored from multiples of b on:
 *
 *   r + (-r mod b) is a multiple of b, for any r     in_bounds((r + (-r mod b)) mod b, 1)
 *
 * That tiles with margins store each element once is a claim of the shape with margins
 * (obligations.c): a row that is stored from p on, below b, has the coordinates n - b + p there,
 * and 0 <= n < N are among them for each p.
 */
#include "config.h"

#include "proofs.h"

#define COPIED_BYTES 16

#define claims(w, ...) lck_plan_ask((w)->plan, (w)->p, __VA_ARGS__)

/* ---- copies ---- */

static bool copies(lck_proofs *w, long long a, long long row, long long rows)
{
    const lck_plan *plan = w->plan;
    const long long chunk = COPIED_BYTES / plan->element->bytes, chunks = row / chunk;
    long long once = lck_part_threads(&plan->partition[LCK_LOADS]) / chunks;
    once = once > rows ? rows : once;
    return claims(w, "aligned((1048576,%lld):(%lld,%lld), %lld)", chunks, a, chunk, chunk) &&
           claims(w,
                  "partitions((%lld,%lld,%lld):(e0,e1,%llde1), (%lld,%lld), under=(%lld,%lld))",
                  chunks, once, (rows + once - 1) / once, once, chunks, rows, chunks, rows) &&
           claims(w, "bijective((%lld,%lld,%lld):(1,%lld,%lld))", chunk, chunks, rows, chunk,
                  row);
}

/* The chunk of each element of a row is one that is read. */
static bool chunks_are_read(lck_proofs *w, long long a, long long extent)
{
    const long long chunk = COPIED_BYTES / w->plan->element->bytes;
    return claims(w,
                  "in_bounds(relation \"{ [p,e] -> [%lld*floor((p + e)/%lld) + %lld - p] : "
                  "0 <= p < %lld and 0 <= e < %lld }\", %lld)",
                  chunk, chunk, chunk - 1, a, extent, extent + chunk - 1);
}

/* ---- words of two ---- */

/* Words of a row of `extent` elements that begins anywhere below `begins`, in `line` elements. */
static bool words(lck_proofs *w, long long begins, long long extent, long long line)
{
    const long long n = w->plan->partition[LCK_LOADS].width, all = extent / n;
    return claims(w, "in_bounds((%lld,%lld):(1,1), %lld)", begins, extent, line) &&
           claims(w, "in_bounds((%lld,%lld):(1,1), %lld)", n, n, 2 * n) &&
           claims(w,
                  "equiv(relation \"{ [p,i,e] -> [%lld*floor(p/%lld) + %lldi + (p mod %lld + e)] "
                  ": 0 <= p < %lld and 0 <= i < %lld and 0 <= e < %lld }\", "
                  "(%lld,%lld,%lld):(1,%lld,1))",
                  n, n, n, n, begins, all, n, begins, all, n, n) &&
           claims(w, "in_bounds((%lld,%lld,%lld):(%lld,%lld,1), %lld)", begins / n, all, 2 * n, n,
                  n, line);
}

/* The place of the first element that is stored of a row is a multiple. */
static bool begins_at_multiples(lck_proofs *w, long long b)
{
    return claims(w,
                  "in_bounds(relation \"{ [r] -> [(r + (-r mod %lld)) mod %lld] : 0 <= r < %lld "
                  "}\", 1)",
                  b, b, b);
}

bool lck_prove_shift(lck_proofs *w)
{
    const lck_plan *plan = w->plan;
    const lck_axis *i = &plan->axis[plan->along[LCK_SOURCE]];
    const lck_axis *j = &plan->axis[plan->along[LCK_DESTINATION]];
    int64_t a = plan->shift[LCK_SOURCE], b = plan->shift[LCK_DESTINATION];
    return copies(w, a, i->tile + a, j->tile) && chunks_are_read(w, a, i->tile) &&
           words(w, a, i->tile, i->tile + a) &&
           (b == 0 || (words(w, b, lck_tile_step(j), j->tile) && begins_at_multiples(w, b)));
}
