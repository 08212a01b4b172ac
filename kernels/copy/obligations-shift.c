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

#include "../../verify/language/build.h"

#define COPIED_BYTES 16

static lcv_ast *number(const lck_proofs *w, int64_t n)
{
    return lcv_build_int(w->arena, n);
}

/* (a,b,..):(c,d,..), of n extents and strides, one after the other. */
static lcv_ast *layout(const lck_proofs *w, size_t n, const int64_t (*mode)[2])
{
    lcv_ast *part[2];
    for (int i = 0; i < 2; i++) {
        part[i] = lcv_build(w->arena, LCV_AST_TUPLE, 0);
        for (size_t k = 0; k < n; k++)
            part[i] = lcv_build_add(part[i], number(w, mode[k][i]));
    }
    return lcv_build(w->arena, LCV_AST_LAYOUT, 2, part[0], part[1]);
}

/* ---- copies ---- */

static bool copies(lck_proofs *w, int64_t a, int64_t row, int64_t rows)
{
    const lck_plan *plan = w->plan;
    int64_t chunk = COPIED_BYTES / plan->element->bytes, chunks = row / chunk;
    int64_t threads = lck_part_threads(&plan->partition[LCK_LOADS]), once = threads / chunks;
    once = once > rows ? rows : once;
    lcv_ast *shape = lcv_build(w->arena, LCV_AST_TUPLE, 3, number(w, chunks), number(w, once),
                               number(w, (rows + once - 1) / once));
    lcv_ast *steps =
        lcv_build(w->arena, LCV_AST_TUPLE, 3, lcv_build_leaf(w->arena, LCV_AST_STRIDE, "e0"),
                  lcv_build_leaf(w->arena, LCV_AST_STRIDE, "e1"),
                  lcv_build_leaf(w->arena, LCV_AST_STRIDE, "%llde1", (long long)once));
    lcv_ast *all = lcv_build(w->arena, LCV_AST_TUPLE, 2, number(w, chunks), number(w, rows));
    lcv_ast *guard = lcv_build_keyword(w->arena, "under", lcv_ast_copy(w->arena, all));
    return lck_prove_of(w, "aligned",
                        layout(w, 2, (const int64_t[][2]){{1 << 20, a}, {chunks, chunk}}),
                        number(w, chunk)) &&
           lck_prove_claim(w, lcv_build_call(w->arena, "partitions", 3,
                                             lcv_build(w->arena, LCV_AST_LAYOUT, 2, shape, steps),
                                             all, guard)) &&
           lck_prove_claim(w, lcv_build_call(w->arena, "bijective", 1,
                                             layout(w, 3,
                                                    (const int64_t[][2]){{chunk, 1},
                                                                         {chunks, chunk},
                                                                         {rows, row}})));
}

/* The chunk of each element of a row is one that is read. */
static bool chunks_are_read(lck_proofs *w, int64_t a, int64_t extent)
{
    long long chunk = COPIED_BYTES / w->plan->element->bytes, first = a, all = extent;
    lcv_ast *past = lcv_build_leaf(
        w->arena, LCV_AST_RELATION,
        "{ [p,e] -> [%lld*floor((p + e)/%lld) + %lld - p] : 0 <= p < %lld and 0 <= e < %lld }",
        chunk, chunk, chunk - 1, first, all);
    return lck_prove_of(w, "in_bounds", past, number(w, extent + chunk - 1));
}

/* ---- words of two ---- */

/* Words of a row of `extent` elements that begins anywhere below `begins`, in `line` elements. */
static bool words(lck_proofs *w, int64_t begins, int64_t extent, int64_t line)
{
    int64_t n = w->plan->partition[LCK_LOADS].width;
    long long word = n, first = begins, words = extent / n;
    lcv_ast *two = lcv_build_leaf(
        w->arena, LCV_AST_RELATION,
        "{ [p,i,e] -> [%lld*floor(p/%lld) + %lldi + (p mod %lld + e)] : 0 <= p < %lld and "
        "0 <= i < %lld and 0 <= e < %lld }",
        word, word, word, word, first, words, word);
    return lck_prove_of(w, "in_bounds",
                        layout(w, 2, (const int64_t[][2]){{begins, 1}, {extent, 1}}),
                        number(w, line)) &&
           lck_prove_of(w, "in_bounds", layout(w, 2, (const int64_t[][2]){{n, 1}, {n, 1}}),
                        number(w, 2 * n)) &&
           lck_prove_of(w, "equiv", two,
                        layout(w, 3,
                               (const int64_t[][2]){{begins, 1}, {extent / n, n}, {n, 1}})) &&
           lck_prove_of(
               w, "in_bounds",
               layout(w, 3, (const int64_t[][2]){{begins / n, n}, {extent / n, n}, {2 * n, 1}}),
               number(w, line));
}

/* The place of the first element that is stored of a row is a multiple. */
static bool begins_at_multiples(lck_proofs *w, int64_t b)
{
    long long n = b;
    lcv_ast *rest = lcv_build_leaf(w->arena, LCV_AST_RELATION,
                                   "{ [r] -> [(r + (-r mod %lld)) mod %lld] : 0 <= r < %lld }", n,
                                   n, n);
    return lck_prove_of(w, "in_bounds", rest, number(w, 1));
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
