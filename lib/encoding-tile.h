/* encoding-tile.h - linear layouts that grow, for encodings (encoding.h).
 *
 * A tile has input dims with bases, each a number a dim of the tensor, and an extent in each dim.
 * It begins with no bases and extents of 1. Dims are numbered as in the tensor's shape. Its order
 * says which dim grows first where a shape is larger.
 */
#ifndef LC_ENCODING_TILE_H
#define LC_ENCODING_TILE_H

#include "encoding.h"

#define LC_TILE_BASES 64 /* of one input dim */
#define LC_TILE_EXTENT (UINT64_C(1) << 60)

/* Input dims: of registers all four, of shared memory the offset in the place of the first. */
typedef enum {
    LC_TILE_REGISTER,
    LC_TILE_LANE,
    LC_TILE_WARP,
    LC_TILE_BLOCK,
    LC_TILE_INS
} lc_tile_in;
#define LC_TILE_OFFSET LC_TILE_REGISTER

typedef struct {
    bool shared;
    bool failed; /* too many bases: reported when the layout is made */
    size_t rank;
    uint64_t extent[LC_ENCODING_RANK];
    size_t order[LC_ENCODING_RANK]; /* minor first */
    size_t n[LC_TILE_INS];
    uint64_t basis[LC_TILE_INS][LC_TILE_BASES][LC_ENCODING_RANK];
} lc_tile;

/* Orders: the last dim first; and with the first two exchanged. */
void lc_tile_order(size_t order[LC_ENCODING_RANK], size_t rank, bool exchanged);

/* Without bases; `order` NULL: the last dim first. */
void lc_tile_begin(lc_tile *t, bool shared, size_t rank, const size_t *order);
/* n of `in` along a dim. */
void lc_tile_grow(lc_tile *t, lc_tile_in in, size_t dim, uint64_t n);
/* n of `in` that repeat what is there. */
void lc_tile_repeat(lc_tile *t, lc_tile_in in, uint64_t n);
/* extent[d] of `in` along each dim d in an order; along dim `repeats` they repeat. */
#define LC_TILE_NONE SIZE_MAX
void lc_tile_spread(lc_tile *t, lc_tile_in in, const uint64_t *extent, const size_t *order,
                    size_t repeats);
/* A basis as it is; extents become as large as it needs. */
void lc_tile_push(lc_tile *t, lc_tile_in in, const uint64_t *basis);
/* Up to a shape, in the order of the tile. */
void lc_tile_fill(lc_tile *t, const uint64_t *shape);
/* Down to a shape: bases past it become 0 there; `drop` registers whose basis becomes 0. */
void lc_tile_trim(lc_tile *t, const uint64_t *shape, bool drop);

/* Blocks: the rows of CGALayout, or what the older fields say, as bases of parts. */
typedef struct {
    size_t n;
    uint64_t basis[LC_TILE_BASES][LC_ENCODING_RANK];
} lc_tile_blocks;
/* Those of an encoding; for an operand of a product, whose parent says them, blocks along `k`
 * repeat. False with an error. */
bool lc_tile_blocks_of(lc_ctx *ctx, const lc_encoding *e, size_t rank, size_t k,
                       lc_tile_blocks *out);
/* The shape that one block has. */
void lc_tile_part(const lc_tile_blocks *blocks, size_t rank, const uint64_t *shape,
                  uint64_t part[LC_ENCODING_RANK]);
/* The tile of one block for its part of the shape, and the blocks. */
void lc_tile_finish(lc_tile *t, const lc_tile_blocks *blocks, const uint64_t *shape);

lc_linear *lc_tile_linear(lc_ctx *ctx, const lc_tile *t);

/* ---- the tile of each kind for a shape; false with an error ---- */

/* encoding-mma.c */
bool lc_tile_mma(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                 lc_tile *t);
bool lc_tile_mma_operand(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                         lc_tile *t);
/* encoding-amd.c */
bool lc_tile_mfma(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                  lc_tile *t);
bool lc_tile_mfma_operand(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                          lc_tile *t);
bool lc_tile_wmma(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                  lc_tile *t);
bool lc_tile_wmma_operand(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                          lc_tile *t);
/* encoding-shared.c */
bool lc_tile_shared(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                    lc_tile *t);

#endif
