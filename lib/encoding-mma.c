/* encoding-mma.c - NVIDIA's tensor cores: the accumulators and operands of mma and wgmma. */
#include "config.h"

#include "encoding-tile.h"

/* The tile of an instruction: `width` registers and 4 lanes along `inner`, 8 lanes along `outer`,
 * then registers to the extents of both. */
static void instruction(lc_tile *t, size_t inner, uint64_t inner_extent, size_t outer,
                        uint64_t outer_extent, uint64_t width)
{
    lc_tile_grow(t, LC_TILE_REGISTER, inner, width);
    lc_tile_grow(t, LC_TILE_LANE, inner, 4);
    lc_tile_grow(t, LC_TILE_LANE, outer, 8);
    lc_tile_grow(t, LC_TILE_REGISTER, outer, outer_extent / 8);
    lc_tile_grow(t, LC_TILE_REGISTER, inner, inner_extent / (4 * width));
}

static bool too_small(lc_ctx *ctx, uint64_t m, uint64_t n, uint64_t outer, uint64_t inner)
{
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "an instruction's tile of %llu x %llu: expected at least %llu x %llu, and "
                   "powers of two",
                   (unsigned long long)m, (unsigned long long)n, (unsigned long long)outer,
                   (unsigned long long)inner) != NULL;
}

static bool is_hopper(const lc_encoding *mma)
{
    return lc_encoding_number(mma, LC_FIELD_VERSION) == 3;
}

/* Warps along the dims; along dim `repeats` they repeat. */
static void spread_warps(lc_tile *t, const lc_encoding *mma, size_t repeats)
{
    size_t order[LC_ENCODING_RANK];
    lc_tile_order(order, t->rank, is_hopper(mma));
    lc_tile_spread(t, LC_TILE_WARP, lc_encoding_field(mma, LC_FIELD_WARPS_PER_CTA).number, order,
                   repeats);
}

bool lc_tile_mma(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                 lc_tile *t)
{
    lc_field of = lc_encoding_field(e, LC_FIELD_INSTRUCTION);
    size_t first = is_hopper(e) ? 0 : of.columns - 2; /* of a version 2, perhaps behind a batch */
    uint64_t m = of.number[first], n = of.number[first + 1];
    lc_tile_blocks blocks;
    if (m < 8 || n < 8 || (m & (m - 1)) != 0)
        return too_small(ctx, m, n, 8, 8);
    if ((n & (n - 1)) != 0)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "an instruction with n = %llu has no linear layout: expected a power of "
                       "two",
                       (unsigned long long)n) != NULL;
    lc_tile_begin(t, false, rank, NULL);
    instruction(t, rank - 1, n, rank - 2, m, 2);
    spread_warps(t, e, LC_TILE_NONE);
    if (!lc_tile_blocks_of(ctx, e, rank, LC_TILE_NONE, &blocks))
        return false;
    lc_tile_finish(t, &blocks, shape);
    return true;
}

bool lc_tile_mma_operand(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                         lc_tile *t)
{
    const lc_encoding *mma = lc_encoding_parent(e);
    bool is_a = lc_encoding_number(e, LC_FIELD_OPERAND) == 0;
    uint64_t width = lc_encoding_number(e, LC_FIELD_K_WIDTH);
    size_t k = is_a ? rank - 1 : rank - 2, other = is_a ? rank - 2 : rank - 1;
    size_t order[LC_ENCODING_RANK];
    lc_tile_blocks blocks;
    if (width == 0)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "an operand of a tensor core without kWidth: expected it, as in kWidth = "
                       "2") != NULL;
    if (!is_a && is_hopper(mma))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "an operand B of a wgmma (versionMajor = 3) lies in shared memory: "
                       "expected #ttg.nvmma_shared, or opIdx = 0") != NULL;
    lc_tile_order(order, rank, !is_a);
    lc_tile_begin(t, false, rank, order);
    instruction(t, k, 8 * width, other, is_a ? 16 : 8, width);
    spread_warps(t, mma, k);
    if (!lc_tile_blocks_of(ctx, mma, rank, k, &blocks))
        return false;
    lc_tile_finish(t, &blocks, shape);
    return true;
}
