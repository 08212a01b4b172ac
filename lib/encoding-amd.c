/* encoding-amd.c - AMD's matrix cores: the accumulators and operands of mfma and wmma. */
#include "config.h"

#include "encoding-tile.h"

#define LANES_MFMA 64
#define LANES_WMMA 32

/* An entry of a list by dim; 1 where it is not given. */
static uint64_t along(const lc_encoding *e, lc_field_id id, size_t d)
{
    lc_field f = lc_encoding_field(e, id);
    return f.given && d < f.columns ? f.number[d] : 1;
}

/* Blocks along k repeat what is there in an operand of wmma, and split it in one of mfma. */
static bool finish(lc_ctx *ctx, const lc_encoding *parent, size_t k, const uint64_t *shape,
                   lc_tile *t)
{
    lc_tile_blocks blocks;
    if (!lc_tile_blocks_of(ctx, parent, t->rank, k, &blocks))
        return false;
    lc_tile_finish(t, &blocks, shape);
    return true;
}

/* ---- mfma ---- */

/* `height` registers along `long_dim`, lanes along the other and then along `long_dim`, and
 * registers for the rest of the instruction. */
static void mfma_instruction(lc_tile *t, size_t long_dim, size_t wide_dim, uint64_t wide,
                             uint64_t height, uint64_t elements)
{
    lc_tile_grow(t, LC_TILE_REGISTER, long_dim, height);
    lc_tile_grow(t, LC_TILE_LANE, wide_dim, wide);
    lc_tile_grow(t, LC_TILE_LANE, long_dim, LANES_MFMA / wide);
    lc_tile_grow(t, LC_TILE_REGISTER, long_dim, elements / (LANES_MFMA * height));
}

/* All of n comes before m: Triton's order of the tiles of one warp. */
bool lc_tile_mfma(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                  lc_tile *t)
{
    const uint64_t *of = lc_encoding_field(e, LC_FIELD_INSTRUCTION).number;
    size_t m = rank - 2, n = rank - 1;
    uint64_t height = lc_encoding_number(e, LC_FIELD_ELEMENT_BITS) == 64 ? 1 : 4;
    uint64_t warps_n = along(e, LC_FIELD_WARPS_PER_CTA, n);
    uint64_t tiles_n = along(e, LC_FIELD_TILES_PER_WARP, n);
    bool transposed = lc_encoding_number(e, LC_FIELD_TRANSPOSED) != 0;
    if (of[0] == 64 && of[1] == 4 && !transposed)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "an mfma of 64 x 4 is transposed: expected isTransposed = true") != NULL;
    lc_tile_begin(t, false, rank, NULL);
    if (transposed)
        mfma_instruction(t, n, m, of[0], height, of[0] * of[1]);
    else
        mfma_instruction(t, m, n, of[1], height, of[0] * of[1]);
    lc_tile_grow(t, LC_TILE_REGISTER, n, tiles_n);
    lc_tile_grow(t, LC_TILE_WARP, n, warps_n);
    lc_tile_grow(t, LC_TILE_REGISTER, n, shape[n] / (of[1] * warps_n * tiles_n));
    lc_tile_grow(t, LC_TILE_REGISTER, m, along(e, LC_FIELD_TILES_PER_WARP, m));
    lc_tile_grow(t, LC_TILE_WARP, m, along(e, LC_FIELD_WARPS_PER_CTA, m));
    if (rank == 3)
        lc_tile_grow(t, LC_TILE_WARP, 0, along(e, LC_FIELD_WARPS_PER_CTA, 0));
    return finish(ctx, e, LC_TILE_NONE, shape, t);
}

bool lc_tile_mfma_operand(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                          lc_tile *t)
{
    const lc_encoding *mfma = lc_encoding_parent(e);
    const uint64_t *of = lc_encoding_field(mfma, LC_FIELD_INSTRUCTION).number;
    bool is_a = lc_encoding_number(e, LC_FIELD_OPERAND) == 0;
    size_t k = is_a ? rank - 1 : rank - 2, other = is_a ? rank - 2 : rank - 1;
    size_t order[LC_ENCODING_RANK], warps[LC_ENCODING_RANK];
    uint64_t width = lc_encoding_number(e, LC_FIELD_K_WIDTH), extent = is_a ? of[0] : of[1];
    if (width == 0)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "an operand of a matrix core without kWidth: expected it, as in kWidth = "
                       "4") != NULL;
    lc_tile_order(order, rank, !is_a);
    lc_tile_order(warps, rank, false);
    lc_tile_begin(t, false, rank, order);
    lc_tile_grow(t, LC_TILE_REGISTER, k, width);
    lc_tile_grow(t, LC_TILE_LANE, other, extent);
    lc_tile_grow(t, LC_TILE_LANE, k, LANES_MFMA / extent);
    if (extent == 64) /* 64 x 4 and 4 x 64: 16 steps of k */
        lc_tile_grow(t, LC_TILE_REGISTER, k, 16);
    if (shape[k] > t->extent[k])
        lc_tile_grow(t, LC_TILE_REGISTER, k, shape[k] / t->extent[k]);
    lc_tile_grow(t, LC_TILE_REGISTER, other, along(mfma, LC_FIELD_TILES_PER_WARP, other));
    lc_tile_spread(t, LC_TILE_WARP, lc_encoding_field(mfma, LC_FIELD_WARPS_PER_CTA).number, warps,
                   k);
    return finish(ctx, mfma, LC_TILE_NONE, shape, t);
}

/* ---- wmma ---- */

/* Bases in units of the instruction's tile; registers do not repeat along k. */
static void push_tiles(lc_tile *t, lc_tile_in in, lc_field rows, const uint64_t *unit, size_t k)
{
    for (size_t i = 0; i < rows.rows; i++) {
        uint64_t basis[LC_ENCODING_RANK], any = 0;
        for (size_t d = 0; d < t->rank; d++) {
            basis[d] = d == k ? 0 : rows.number[i * t->rank + d] * unit[d];
            any |= basis[d];
        }
        if (any || k == LC_TILE_NONE || in != LC_TILE_REGISTER)
            lc_tile_push(t, in, basis);
    }
}

/* Registers and warps of several tiles: ctaLayout, or warpsPerCTA before Triton 3.6. */
static bool place_tiles(lc_ctx *ctx, lc_tile *t, const lc_encoding *wmma, size_t k)
{
    lc_field warp = lc_encoding_field(wmma, LC_FIELD_WARP);
    lc_field warps = lc_encoding_field(wmma, LC_FIELD_WARPS_PER_CTA);
    lc_field reg = lc_encoding_field(wmma, LC_FIELD_REGISTER);
    uint64_t unit[LC_ENCODING_RANK];
    size_t order[LC_ENCODING_RANK];
    if ((warp.rows > 0 && warp.columns != t->rank) || (reg.rows > 0 && reg.columns != t->rank))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "ctaLayout has bases of %zu numbers, the tensor %zu dims",
                       warp.rows > 0 ? warp.columns : reg.columns, t->rank) != NULL;
    for (size_t d = 0; d < t->rank; d++)
        unit[d] = t->extent[d];
    push_tiles(t, LC_TILE_REGISTER, reg, unit, k);
    push_tiles(t, LC_TILE_WARP, warp, unit, k);
    lc_tile_order(order, t->rank, false);
    if (warps.given)
        lc_tile_spread(t, LC_TILE_WARP, warps.number, order, k);
    return true;
}

/* A wmma that says no bases says no number of dims either. */
static bool check_rank(lc_ctx *ctx, size_t rank)
{
    return rank == 2 || rank == 3 ||
           lc_fail(ctx, LC_ERR_INVALID, "wmma for a shape of %zu: expected 2, or 3 with a batch",
                   rank) != NULL;
}

static uint64_t wmma_extent(const lc_encoding *wmma, size_t i)
{
    lc_field of = lc_encoding_field(wmma, LC_FIELD_INSTRUCTION);
    return of.given ? of.number[i] : 16;
}

bool lc_tile_wmma(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                  lc_tile *t)
{
    bool transposed = lc_encoding_number(e, LC_FIELD_TRANSPOSED) != 0;
    size_t row = transposed ? rank - 2 : rank - 1, column = transposed ? rank - 1 : rank - 2;
    if (!check_rank(ctx, rank))
        return false;
    lc_tile_begin(t, false, rank, NULL);
    if (lc_encoding_number(e, LC_FIELD_VERSION) == 1) {
        lc_tile_grow(t, LC_TILE_LANE, row, 16);
        lc_tile_grow(t, LC_TILE_LANE, column, 2);
        lc_tile_grow(t, LC_TILE_REGISTER, column, 8);
    } else {
        lc_tile_grow(t, LC_TILE_REGISTER, column, 8);
        lc_tile_grow(t, LC_TILE_LANE, row, 16);
        lc_tile_grow(t, LC_TILE_LANE, column, 2);
    }
    return place_tiles(ctx, t, e, LC_TILE_NONE) && finish(ctx, e, LC_TILE_NONE, shape, t);
}

bool lc_tile_wmma_operand(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                          lc_tile *t)
{
    const lc_encoding *wmma = lc_encoding_parent(e);
    bool is_a = lc_encoding_number(e, LC_FIELD_OPERAND) == 0;
    size_t k = is_a ? rank - 1 : rank - 2, other = is_a ? rank - 2 : rank - 1;
    uint64_t width = lc_encoding_number(e, LC_FIELD_K_WIDTH);
    uint64_t extent = wmma_extent(wmma, is_a ? 0 : 1), depth = LANES_WMMA / extent;
    size_t order[LC_ENCODING_RANK];
    if (!check_rank(ctx, rank))
        return false;
    if (width == 0)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "an operand of a matrix core without kWidth: expected it, as in kWidth = "
                       "8") != NULL;
    lc_tile_order(order, rank, !is_a);
    lc_tile_begin(t, false, rank, order);
    lc_tile_grow(t, LC_TILE_REGISTER, k, width);
    lc_tile_grow(t, LC_TILE_LANE, other, extent);
    if (lc_encoding_number(wmma, LC_FIELD_VERSION) == 1)
        lc_tile_repeat(t, LC_TILE_LANE, depth);
    else
        lc_tile_grow(t, LC_TILE_LANE, k, depth);
    lc_tile_grow(t, LC_TILE_REGISTER, k, wmma_extent(wmma, 2) / (depth * width));
    return place_tiles(ctx, t, wmma, k) && finish(ctx, wmma, k, shape, t);
}
