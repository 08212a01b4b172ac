/* encoding.h - the layouts of Triton's dialect, before a tensor's shape is known.
 *
 * An encoding says how a tensor of any shape lies in the registers of threads, or in shared
 * memory. For one shape it is a linear layout:
 *
 *     #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1],
 *                   order = [1, 0]}>                                        for (128,64)
 *
 * sends register, lane, warp and block to the element (dim0, dim1) that is there; an encoding of
 * shared memory sends offset and block to it. Sizes are powers of two. An encoding is a kind and
 * fields; a field is a matrix of numbers, with one row for a list and one entry for a number or a
 * flag.
 *
 * Definitions (Triton 3.9, LinearLayoutConversions.cpp and TritonGPUAttrDefs.td). A layout grows:
 * `n of IN along d` gives log2 n bases to IN, the next powers of two in dim d, or 0 where IN
 * repeats what is there.
 *
 *   blocked   sizePerThread registers, threadsPerWarp lanes, warpsPerCTA warps, each along the
 *             dims in `order`, the first one minor
 *   mma       an instruction's tile: 2 registers and 4 lanes along a row, 8 lanes along a column,
 *             then registers to the rows and the columns of the tile; warps along the dims,
 *             version 2 the last one first, version 3 the one before it
 *   dot_op    the same tile for an operand, of 16 x 8*kWidth for A and 8*kWidth x 8 for B, with
 *             kWidth registers and k as the row; warps along k repeat. Of a blocked layout, all
 *             of k is in registers, and lanes and warps along k repeat
 *   mfma, wmma  the same for the matrix cores of AMD
 *   slice     the parent for a shape with 1 at `dim`, without that dim and registers that repeat
 *   linear    the bases themselves
 *   swizzled  offsets along the columns (order[0]); those of row r have vec * (r / perPhase %
 *             maxPhase) added to the column; then the other dims
 *   rotating  the same with (r / perPhase % maxPhase) xor (r / perPhase / maxPhase % maxPhase)
 *             in the place of the first: AMD's, for reads across the rows
 *   nvmma     the same as swizzled for 8 rows of swizzlingByteWidth bytes, then rows, then
 *             columns of such tiles, in boxes of at most 256 elements a dim, as TMA writes them
 *   padded    bases of the offset without padding; the padding is no part of the linear layout,
 *             but lc_encoding_padded has it
 *
 * A layout smaller than the shape grows in its first input dim, the minor dim of its order first.
 * Where it is larger, bases past the shape become 0; registers of `linear` disappear. Blocks take
 * the parts of the shape that CGALayout names, or CTAsPerCGA, CTASplitNum and CTAOrder as before
 * Triton 3.5.
 *
 * Values are immutable and reference counted, arguments borrowed, results owned, NULL is failure
 * and the context says why.
 */
#ifndef LC_ENCODING_H
#define LC_ENCODING_H

#include "linear.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LC_ENCODING_RANK 8   /* dims of a tensor */
#define LC_ENCODING_DEPTH 16 /* encodings inside each other */

typedef enum {
    LC_ENCODING_BLOCKED,
    LC_ENCODING_LINEAR,
    LC_ENCODING_MMA,
    LC_ENCODING_MFMA,
    LC_ENCODING_WMMA,
    LC_ENCODING_DOT,
    LC_ENCODING_SLICE,
    LC_ENCODING_SWIZZLED,
    LC_ENCODING_ROTATING,
    LC_ENCODING_PADDED,
    LC_ENCODING_NVMMA,
    LC_ENCODING_SHARED_LINEAR
} lc_encoding_kind;

typedef enum {
    LC_FIELD_SIZE_PER_THREAD,
    LC_FIELD_THREADS_PER_WARP,
    LC_FIELD_WARPS_PER_CTA,
    LC_FIELD_ORDER,
    LC_FIELD_CGA, /* a row a bit of the block's number: the part of each dim */
    LC_FIELD_CTAS_PER_CGA,
    LC_FIELD_CTA_SPLIT,
    LC_FIELD_CTA_ORDER,
    LC_FIELD_VERSION,
    LC_FIELD_VERSION_MINOR,
    LC_FIELD_INSTRUCTION, /* m, n, k; perhaps with a batch before them */
    LC_FIELD_TRANSPOSED,
    LC_FIELD_TILES_PER_WARP,
    LC_FIELD_ELEMENT_BITS,
    LC_FIELD_REGISTER, /* rows of bases */
    LC_FIELD_LANE,
    LC_FIELD_WARP,
    LC_FIELD_BLOCK,
    LC_FIELD_OFFSET,
    LC_FIELD_SHAPE,
    LC_FIELD_OPERAND,
    LC_FIELD_PARENT,
    LC_FIELD_K_WIDTH,
    LC_FIELD_DIM,
    LC_FIELD_VEC,
    LC_FIELD_PER_PHASE,
    LC_FIELD_MAX_PHASE,
    LC_FIELD_PADDING, /* rows of an interval and the padding after it */
    LC_FIELD_SWIZZLE_BYTES,
    LC_FIELD_FP4_PADDED,
    LC_FIELD_RANK,
    LC_FIELD_ALIGNMENT,
    LC_FIELDS
} lc_field_id;

typedef enum {
    LC_FIELD_NUMBER,
    LC_FIELD_FLAG,
    LC_FIELD_LIST,
    LC_FIELD_ROWS,
    LC_FIELD_ENCODING
} lc_field_type;

/* A matrix by rows. */
typedef struct {
    bool given;
    size_t rows, columns;
    const uint64_t *number;
} lc_field;

/* ---- how encodings are written (encoding-form.c) ---- */

typedef struct {
    lc_field_id id;
    lc_field_type type;
    const char *key;    /* in the dialect: sizePerThread */
    const char *python; /* in Gluon, size_per_thread; NULL: not there */
    bool optional;
} lc_field_form;

typedef struct {
    lc_encoding_kind kind;
    const char *name;   /* in the dialect, behind #ttg. */
    const char *python; /* the class of Gluon; NULL: it has none */
    size_t nfields, npython;
    const lc_field_form *field; /* in the order of the dialect */
    const lc_field_id *place;   /* in the order of Gluon's arguments */
} lc_encoding_form;

/* All forms one by one, and that of a kind; static. */
const lc_encoding_form *lc_encoding_form_at(size_t i); /* NULL past the last */
const lc_encoding_form *lc_encoding_form_of(lc_encoding_kind kind);
/* The form of this name, in the dialect or in Gluon; NULL where there is none. */
const lc_encoding_form *lc_encoding_form_find(const char *name);
const lc_field_form *lc_encoding_form_field(const lc_encoding_form *form, lc_field_id id);

/* ---- encodings ---- */

typedef struct lc_encoding lc_encoding;

/* The fields are copied; parent is NULL for kinds without one. LC_ERR_INVALID for fields that are
 * missing, or do not fit each other. */
lc_encoding *lc_encoding_new(lc_ctx *ctx, lc_encoding_kind kind, const lc_field field[LC_FIELDS],
                             const lc_encoding *parent);
/* A linear layout from register, lane, warp and block, or from offset and block. */
lc_encoding *lc_encoding_of_linear(lc_ctx *ctx, const lc_linear *l);
lc_encoding *lc_encoding_ref(const lc_encoding *e);
void lc_encoding_free(lc_encoding *e);

/* Its kind; its parent, borrowed, or NULL; a field as it was given. */
lc_encoding_kind lc_encoding_kind_of(const lc_encoding *e);
const lc_encoding *lc_encoding_parent(const lc_encoding *e);
lc_field lc_encoding_field(const lc_encoding *e, lc_field_id id);
/* The number of a field; 0 when it is not given. */
uint64_t lc_encoding_number(const lc_encoding *e, lc_field_id id);
/* The dims of a tensor; 0: any number. */
size_t lc_encoding_rank(const lc_encoding *e);
/* The shape that the fields give, one number for each dim; false where they give none. */
bool lc_encoding_shape(const lc_encoding *e, uint64_t shape[LC_ENCODING_RANK]);
/* As Triton prints it; the caller frees it. */
char *lc_encoding_to_str(lc_ctx *ctx, const lc_encoding *e);

/* Where elements lie behind the padding of shared memory, #ttg.padded_shared: a layout from the
 * coordinates, a mode a dim, to offset + offset / interval * padding, summed over the intervals.
 * LC_ERR_NO_VALUE: it is no such encoding, lies in several blocks, or has a basis that is not one
 * bit of one dim. */
lc_layout *lc_encoding_padded(lc_ctx *ctx, const lc_encoding *e);

/* The linear layout for tensors of a shape. Output dims are dim0, dim1, ...; input dims register,
 * lane, warp, block, or offset, block. LC_ERR_INVALID for a shape of another rank or with
 * extents that are no powers of two; LC_ERR_NO_VALUE where the encoding is none of the shape. */
lc_linear *lc_encoding_linear(lc_ctx *ctx, const lc_encoding *e, size_t rank,
                              const uint64_t *shape);

#ifdef __cplusplus
}
#endif

#endif
