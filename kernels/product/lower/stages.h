/* stages.h - where a recipe puts the tiles of a product, and who holds what of them.
 *
 * What the lowerings write and what the obligations claim are the same numbers: these.
 *
 * The index along a role (m, n or k) of an element of a tile is the integral coordinate of its
 * axes' tiles, the first axis being the fastest (lowering.h). Offsets count elements of
 * one stage, before the swizzle, which is applied to the offset from the array's first byte.
 *
 * Stages of A and B, of mma and wgmma: the axis along which the tensor is contiguous is `inner`.
 * Its tile is cut into chunks of `chunk` elements, of 128 bytes where it has as many. A box is a
 * chunk by all `rows` of the other role, row after row: of rows along m (n) if inner is along k,
 * the stage is K-major, else along k. Boxes lie one behind the other, of the first chunk first,
 * then of the other axes of inner's role. Bits 4 to 6 of an address are exchanged by XOR with
 * bits 7 to 9, as far as the span says: what TMA and the descriptors of wgmma do.
 *
 * Stages of fma have a row for each k, in which the index along m (n) counts.
 *
 * Stages of a tensor without a contiguous axis are as if its first axis of k were contiguous.
 */
#ifndef LCK_PRODUCT_STAGES_H
#define LCK_PRODUCT_STAGES_H

#include "../choose/threads.h"

typedef struct {
    const lck_element *element;
    bool contiguous; /* the tensor, along inner */
    bool mn_major;
    bool indexed;               /* inner is the first axis of its role: lck_tile_at */
    size_t inner;               /* an axis */
    int64_t chunk;              /* elements */
    int64_t rows;               /* of a chunk */
    int64_t chunks;             /* of a stage: boxes of chunk x rows */
    int64_t inner_chunks;       /* of inner alone */
    int64_t step[LCK_MAX_RANK]; /* of an axis; of inner, within a chunk */
    int64_t elements, bytes;    /* of a stage */
    int span;                   /* bytes: 0 (no swizzle), 32, 64, 128 */
    lc_swizzle swizzle;         /* of offsets in elements */
    int leading, stride;        /* of a descriptor of wgmma: LBO, SBO, in bytes */
    /* TMA: blocks that share the stage fill a part of it each, and send it to all of them. */
    int parts;             /* 1: a block fills its own */
    size_t sliced;         /* the axis of rows that is cut into parts; rank: none, a part is
                                     chunks one after the other */
    int boxes;             /* that a block loads */
    int box[LCK_MAX_RANK]; /* extents of each, of all axes */
    size_t cut; /* the axis of rows along which boxes end where the tensor does; rank: none */
} lck_tile_stage;

/* The swizzle of TMA and wgmma of this span, on offsets of elements of so many bytes. */
lc_swizzle lck_swizzle_of_span(int span, int bytes);

/* The stage of A or B. */
void lck_product_stage(const lck_product *product, const lck_recipe *recipe, lck_factor tensor,
                       lck_tile_stage *out);

/* The offset of the element with these indices, where the stage is indexed; of the element with
 * these coordinates in the tile, in any case. */
int64_t lck_tile_at(const lck_tile_stage *stage, int64_t mn, int64_t k);
int64_t lck_tile_place(const lck_product *product, const lck_tile_stage *stage,
                       const int64_t *crd);
/* Where box i of a part begins: its offset, and the coordinates in the tile, of all axes. */
int64_t lck_tile_box_at(const lck_product *product, const lck_recipe *recipe,
                        const lck_tile_stage *stage, int part, int i, int64_t *crd);

/* C on its way to TMA, of wgmma with tma_store: a warpgroup stores boxes of 64 rows along m by
 * `columns` along n through buffers of its own, line after line: rows where C is contiguous along
 * n; columns, `turned`, where it is along m. */
typedef struct {
    bool turned;
    int64_t rows, columns; /* of a box; rows is 64 */
    int64_t chunk, lines;  /* elements of a line, lines of a box */
    int64_t boxes;         /* of a warpgroup's 64 rows, along n */
    int span;
    lc_swizzle swizzle;
    int64_t elements;      /* of a buffer */
    int buffers;           /* of a warpgroup */
    int box[LCK_MAX_RANK]; /* extents, of all axes */
    bool fits;             /* such boxes are boxes of the axes, of whole matrices */
} lck_tile_out;

void lck_product_out(const lck_product *product, const lck_recipe *recipe, lck_tile_out *out);

/* ---- threads ---- */

/* Which sums a thread holds: coordinates (index along m, index along n), of the threads that
 * accumulate a tile, in the order of their registers. Warps (warpgroups) lie along m first.
 *
 *   fma     a warp has 8 lanes along n, 4 along m (lane / 8), of vectors of 16 bytes of sums each
 *           way, as far as its tile has them; registers: along n, then along m
 *   mma     the atom's, atoms along n, atoms along m
 *   wgmma   the same; n of the atom is that of the tile of a warpgroup
 *
 * False: the atom's table is no layout, or the atoms do not divide the tile. */
bool lck_product_sums(const lck_product *product, const lck_recipe *recipe, lck_part *out);
/* An operand of an atom, or its sums, as such a part: coordinates (m,k), (n,k), (m,n). */
bool lck_atom_part(const lck_atom *atom, int operand, lck_part *out);
/* The lanes of fma: vectors of a thread along m, n; how far they are apart. */
typedef struct {
    int64_t lanes[2], vector[2], vectors[2], apart[2];
} lck_fma_lanes;
void lck_fma_lanes_of(const lck_product *product, const lck_recipe *recipe, lck_fma_lanes *out);

/* ---- shared memory ---- */

/* Of a block: stages of A, stages of B, buffers of C, each from a multiple of
 * lck_recipe_alignment on, or over the stages the sums of parts of k; then the rings: as
 * lck_shared_offset and lck_shared_bytes have them of the kernel, which is looked at when it is
 * made. */
typedef struct {
    int64_t at[3], bytes[3]; /* of A, B, C */
    int64_t rings;           /* where they begin */
    int64_t total;
} lck_recipe_memory;
void lck_recipe_shared(const lck_product *product, const lck_recipe *recipe,
                       lck_recipe_memory *out);
/* The alignment of its arrays in bytes: for mma and wgmma the period of the swizzles, else a line
 * of banks. */
int lck_recipe_alignment(const lck_recipe *recipe);

#endif
