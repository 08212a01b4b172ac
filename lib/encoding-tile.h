/* encoding-tile.h - linear layouts that grow, for encodings (encoding.h).
 *
 * A tile has an extent in each dim of the tensor, and bases for each input dim; a basis has one
 * number for each dim. It begins without bases and with extents of 1. Dims are numbered as in the
 * tensor's shape. The order says which dim grows first where the shape is larger than the tile.
 */
#ifndef LC_ENCODING_TILE_H
#define LC_ENCODING_TILE_H

#include "encoding.h"

#define LC_TILE_BASES 64 /* of one input dim */
#define LC_TILE_EXTENT (UINT64_C(1) << 60)

/* Input dims: all four for registers; for shared memory the offset takes the place of the
 * first. */
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

/* The order with the last dim first; with `exchanged`, its first two are exchanged. */
void lc_tile_order(size_t order[LC_ENCODING_RANK], size_t rank, bool exchanged);

/* The empty tile; `order` NULL: the last dim first. */
void lc_tile_begin(lc_tile *t, bool shared, size_t rank, const size_t *order);
/* Adds log2 n bases to `in` along a dim, whose extent grows by the factor n. */
void lc_tile_grow(lc_tile *t, lc_tile_in in, size_t dim, uint64_t n);
/* Adds log2 n bases of 0 to `in`: its n numbers repeat what is there. */
void lc_tile_repeat(lc_tile *t, lc_tile_in in, uint64_t n);
/* lc_tile_grow by extent[d] along each dim d, in this order; lc_tile_repeat along dim
 * `repeats`. */
#define LC_TILE_NONE SIZE_MAX
void lc_tile_spread(lc_tile *t, lc_tile_in in, const uint64_t *extent, const size_t *order,
                    size_t repeats);
/* Adds this basis; extents grow as far as it needs. */
void lc_tile_push(lc_tile *t, lc_tile_in in, const uint64_t *basis);
/* Grows the first input dim up to a shape, in the order of the tile. */
void lc_tile_fill(lc_tile *t, const uint64_t *shape);
/* Cuts the tile down to a shape: bases past it become 0. With `drop`, registers whose basis
 * becomes 0 are dropped. */
void lc_tile_trim(lc_tile *t, const uint64_t *shape, bool drop);

/* The blocks of a cluster: a basis, in units of a block's part, for each bit of the block's
 * number, by the rows of CGALayout or the older fields. */
typedef struct {
    size_t n;
    uint64_t basis[LC_TILE_BASES][LC_ENCODING_RANK];
} lc_tile_blocks;
/* The blocks of an encoding. For an operand of a product these are the parent's, and blocks along
 * dim `k` repeat. False with an error. */
bool lc_tile_blocks_of(lc_ctx *ctx, const lc_encoding *e, size_t rank, size_t k,
                       lc_tile_blocks *out);
/* The shape of one block's part. */
void lc_tile_part(const lc_tile_blocks *blocks, size_t rank, const uint64_t *shape,
                  uint64_t part[LC_ENCODING_RANK]);
/* Fits the tile to one block's part of the shape, and adds the blocks. */
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
