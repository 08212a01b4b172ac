/* encoding-shared.c - encodings of shared memory: offsets, and the elements that lie there. */
#include "config.h"

#include "algebra.h"
#include "encoding-tile.h"

/* ---- swizzled_shared, amd_rotating_shared, padded_shared ---- */

/* By how many vectors the columns of a row are exchanged. */
static uint64_t phase_of(const lc_encoding *e, uint64_t row)
{
    uint64_t per = lc_encoding_number(e, LC_FIELD_PER_PHASE);
    uint64_t most = lc_encoding_number(e, LC_FIELD_MAX_PHASE);
    uint64_t again = lc_encoding_kind_of(e) == LC_ENCODING_ROTATING ? row / most / per % most : 0;
    return (row / per % most) ^ again;
}

/* Columns, then rows with the swizzle, then the other dims, each of one block. */
static void swizzled(lc_tile *t, const lc_encoding *e, const uint64_t *part)
{
    lc_field order = lc_encoding_field(e, LC_FIELD_ORDER);
    uint64_t vec = lc_encoding_number(e, LC_FIELD_VEC);
    size_t column = (size_t)order.number[0];
    lc_tile_grow(t, LC_TILE_OFFSET, column, part[column]);
    for (size_t i = 1; i < t->rank; i++) {
        size_t d = (size_t)order.number[i];
        if (i > 1) {
            lc_tile_grow(t, LC_TILE_OFFSET, d, part[d]);
            continue;
        }
        for (uint64_t row = 1; row < part[d]; row *= 2) {
            uint64_t basis[LC_ENCODING_RANK] = {0};
            basis[d] = row;
            basis[column] = vec * phase_of(e, row) % part[column];
            lc_tile_push(t, LC_TILE_OFFSET, basis);
        }
    }
}

static void push_rows(lc_tile *t, lc_tile_in in, lc_field rows)
{
    for (size_t i = 0; i < rows.rows; i++)
        lc_tile_push(t, in, rows.number + i * rows.columns);
}

/* Its linear part; the shape is its own. */
static void padded(lc_tile *t, const lc_encoding *e, const uint64_t *part)
{
    lc_field order = lc_encoding_field(e, LC_FIELD_ORDER);
    if (!order.given) {
        push_rows(t, LC_TILE_OFFSET, lc_encoding_field(e, LC_FIELD_OFFSET));
        return;
    }
    for (size_t i = 0; i < t->rank; i++)
        lc_tile_grow(t, LC_TILE_OFFSET, (size_t)order.number[i], part[order.number[i]]);
}

/* ---- nvmma_shared ---- */

#define BOX 256 /* the most elements of a box of TMA along a dim */
#define ROWS 8  /* of a swizzled tile */

typedef struct {
    size_t rank;
    bool transposed, fp4;
    uint64_t bytes, bits;            /* of the swizzle, of an element */
    uint64_t box[LC_ENCODING_RANK];  /* in the dims of the tensor */
    size_t turned[LC_ENCODING_RANK]; /* the dims, the contiguous one last */
    uint64_t columns, rows;          /* of the box as a matrix */
} nvmma;

/* The box that one TMA writes, its contiguous dim as long as the swizzle. */
static bool make_box(lc_ctx *ctx, const lc_encoding *e, const uint64_t *part, nvmma *w)
{
    size_t contiguous = w->transposed ? 0 : w->rank - 1;
    uint64_t all = 1, width = w->bytes * 8 / w->bits / (w->fp4 ? 2 : 1);
    (void)e;
    for (size_t d = 0; d < w->rank; d++)
        w->box[d] = part[d] < BOX ? part[d] : BOX;
    if (w->bytes > 0 && w->box[contiguous] < width)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "a swizzle of %llu bytes needs rows of %llu elements along dim%zu: the "
                       "shape has %llu there",
                       (unsigned long long)w->bytes, (unsigned long long)width, contiguous,
                       (unsigned long long)part[contiguous]) != NULL;
    if (w->bytes > 0)
        w->box[contiguous] = width;
    for (size_t i = 0; i < w->rank; i++) {
        w->turned[i] = w->transposed ? (i + 1) % w->rank : i;
        all *= w->box[i];
    }
    /* As a matrix, the last dim of the tensor has one side, all others the other. */
    w->rows = w->transposed ? w->box[w->rank - 1] : all / w->box[w->rank - 1];
    w->columns = all / w->rows;
    return true;
}

/* Where (row, column) of the matrix is in the box: digits of row * columns + column in the dims,
 * the contiguous one minor. */
static void push_matrix(lc_tile *t, const nvmma *w, uint64_t row, uint64_t column)
{
    uint64_t basis[LC_ENCODING_RANK] = {0}, word = row * w->columns + column;
    for (size_t i = w->rank; i-- > 0;) {
        size_t d = w->turned[i];
        basis[d] = word % w->box[d];
        word /= w->box[d];
    }
    lc_tile_push(t, LC_TILE_OFFSET, basis);
}

/* Of 16 bytes of 4-bit numbers in pairs, 8 are padding, which repeats. */
static uint64_t packed(const nvmma *w, uint64_t column)
{
    return w->fp4 ? column / 16 * 8 + column % 8 : column;
}

/* Columns and rows of the swizzled tile, then those of the rest of the matrix: rows first.
 * Further boxes follow along the first dim, then the next. */
static void matrix(lc_tile *t, const nvmma *w)
{
    uint64_t columns = 8 * w->bytes / w->bits, vec = 128 / w->bits, phases = w->bytes / 16;
    uint64_t per = 128 / w->bytes;
    for (uint64_t column = 1; column < columns; column *= 2)
        push_matrix(t, w, 0, packed(w, column));
    for (uint64_t row = 1; row < ROWS; row *= 2)
        push_matrix(t, w, row, packed(w, vec * (row / per % phases)));
    for (uint64_t row = ROWS; row < w->rows; row *= 2)
        push_matrix(t, w, row, 0);
    for (uint64_t column = columns / (w->fp4 ? 2 : 1); column < w->columns; column *= 2)
        push_matrix(t, w, 0, column);
    for (size_t d = 0; d < t->rank; d++)
        t->order[d] = d;
}

/* Without a swizzle, the box as it is, the contiguous dim minor. Triton turns a transposed one
 * the other way than one with a swizzle, which is the same for two dims. */
static void plain(lc_tile *t, const nvmma *w)
{
    for (size_t i = w->rank; i-- > 0;) {
        size_t d = w->transposed ? (i + w->rank - 1) % w->rank : i;
        lc_tile_grow(t, LC_TILE_OFFSET, d, w->box[w->turned[i]]);
    }
}

static bool nvmma_tile(lc_ctx *ctx, const lc_encoding *e, const uint64_t *part, lc_tile *t)
{
    nvmma w = {.rank = t->rank,
               .transposed = lc_encoding_number(e, LC_FIELD_TRANSPOSED) != 0,
               .fp4 = lc_encoding_number(e, LC_FIELD_FP4_PADDED) != 0,
               .bytes = lc_encoding_number(e, LC_FIELD_SWIZZLE_BYTES),
               .bits = lc_encoding_number(e, LC_FIELD_ELEMENT_BITS)};
    if (t->rank < 2 && w.bytes > 0)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "a swizzle of %llu bytes needs two dims or more: the shape has one",
                       (unsigned long long)w.bytes) != NULL;
    if (!make_box(ctx, e, part, &w))
        return false;
    if (w.bytes > 0 && w.rows < ROWS)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "a swizzle needs %d rows: the shape has %llu in one block", ROWS,
                       (unsigned long long)w.rows) != NULL;
    if (w.bytes > 0)
        matrix(t, &w);
    else
        plain(t, &w);
    return true;
}

bool lc_tile_shared(lc_ctx *ctx, const lc_encoding *e, const uint64_t *shape, size_t rank,
                    lc_tile *t)
{
    lc_tile_blocks blocks;
    uint64_t part[LC_ENCODING_RANK], own[LC_ENCODING_RANK];
    lc_tile_begin(t, true, rank, NULL);
    if (!lc_tile_blocks_of(ctx, e, rank, LC_TILE_NONE, &blocks))
        return false;
    lc_tile_part(&blocks, rank, shape, part);
    switch (lc_encoding_kind_of(e)) {
    case LC_ENCODING_SWIZZLED:
    case LC_ENCODING_ROTATING: swizzled(t, e, part); break;
    case LC_ENCODING_PADDED:
        for (size_t d = 0; lc_encoding_shape(e, own) && d < rank; d++)
            if (own[d] != shape[d])
                return lc_fail(ctx, LC_ERR_NO_VALUE,
                               "the padding is of a shape with %llu in dim%zu: found %llu",
                               (unsigned long long)own[d], d,
                               (unsigned long long)shape[d]) != NULL;
        padded(t, e, part);
        push_rows(t, LC_TILE_BLOCK, lc_encoding_field(e, LC_FIELD_BLOCK));
        break;
    default:
        if (!nvmma_tile(ctx, e, part, t))
            return false;
    }
    lc_tile_finish(t, &blocks, shape);
    return true;
}

/* ---- behind padding ---- */

/* 2^bit + 2^bit / interval * padding, for each interval; these are powers of two. */
static lc_int behind_padding(lc_ctx *ctx, lc_field padding, unsigned bit)
{
    lc_int offset = lc_int_si(ctx, (int64_t)1 << bit), sum = offset;
    for (size_t i = 0; i < padding.rows; i++) {
        lc_int interval = lc_int_si(ctx, (int64_t)padding.number[2 * i]);
        lc_int by = lc_int_si(ctx, (int64_t)padding.number[2 * i + 1]);
        sum = lc_int_add(ctx, sum, lc_int_mul(ctx, lc_int_fdiv(ctx, offset, interval), by));
    }
    return sum;
}

/* The stride of each bit of each dim; false: the bases are not these bits, once each. */
static bool strides_of(lc_ctx *ctx, const lc_linear *l, lc_field padding, lc_int *stride)
{
    const lc_f2 *map = lc_linear_matrix(l);
    uint64_t all = 0;
    for (unsigned j = 0; j < lc_linear_in_bits(l); j++) {
        uint64_t basis = map->column[j];
        if (j >= lc_linear_in_dim(l, 0).bits || basis == 0 || (basis & (basis - 1)) != 0)
            return false;
        stride[__builtin_ctzll(basis)] = behind_padding(ctx, padding, j);
        all |= basis;
    }
    return all == lc_f2_mask(lc_linear_out_bits(l));
}

/* The layout of the dims, whose bits follow each other. */
static lc_layout *dims_of(lc_ctx *ctx, const lc_linear *l, lc_int *stride)
{
    lc_layout *mode[LC_ENCODING_RANK] = {NULL}, *made = NULL;
    size_t n = lc_linear_nouts(l), k = 0;
    lc_int two[64];
    for (size_t i = 0; i < 64; i++)
        two[i] = lc_int_const(2);
    bool ok = true;
    for (; ok && k < n; k++) {
        unsigned bits = lc_linear_out_dim(l, k).bits;
        lc_layout *flat = lc_layout_flat(ctx, bits, two, stride);
        mode[k] = flat ? lc_coalesce(ctx, flat) : NULL;
        ok = mode[k] != NULL;
        lc_layout_free(flat);
        stride += bits;
    }
    made = ok ? lc_layout_concat(ctx, n, mode) : NULL;
    while (k > 0)
        lc_layout_free(mode[--k]);
    return made;
}

lc_layout *lc_encoding_padded(lc_ctx *ctx, const lc_encoding *e)
{
    uint64_t shape[LC_ENCODING_RANK];
    lc_int stride[64];
    if (lc_encoding_kind_of(e) != LC_ENCODING_PADDED || !lc_encoding_shape(e, shape))
        return lc_fail(ctx, LC_ERR_NO_VALUE, "only #ttg.padded_shared has padding"), NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_linear *l = lc_encoding_linear(ctx, e, lc_encoding_rank(e), shape);
    lc_layout *made = NULL;
    if (l && strides_of(ctx, l, lc_encoding_field(e, LC_FIELD_PADDING), stride))
        made = dims_of(ctx, l, stride);
    else if (l)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "behind the padding of several blocks, or of bases that are not one bit of one "
                "dim each, there is no layout of the dims");
    lc_linear_free(l);
    lc_frame_close(ctx, frame);
    return made;
}
